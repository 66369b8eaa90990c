//! Committing events that nothing replaces any more: all together, then their triggers.

use super::{Entering, Joins, Proposal, Row, Still};
use crate::atoms::Place;
use crate::event::EventKind;
use crate::object::{Flags, Object, ObjectKind, Thing};
use crate::state::Reply;
use crate::table::Table;
use crate::triggers::Going;
use simpan_cards::ast::{CounterKind, Zone};
use simpan_cards::program::{CardId, Sign};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::{RuleId, marker, rule};
use smallvec::SmallVec;

impl Table<'_> {
    /// Commits rows as one event: what leaves is noted as things were before any of them, what
    /// else triggers as things are after all of them.
    pub(crate) fn commit(&mut self, rows: SmallVec<[Row; 2]>, rule: RuleId) {
        let mut reply = Reply::default();
        // Only here it is known that what leaves is sacrificed or destroyed.
        let known = |r: &Row| {
            let here = matches!(r.proposal, Proposal::Sacrifice { .. } | Proposal::Destroy { .. });
            here || r.still.is_some()
        };
        if rows.len() > 1 || rows.iter().any(known) {
            self.note_all_leaving(&rows);
        }
        let outer = self.batch.is_some();
        if !outer {
            self.batch = Some(Vec::new());
        }
        for row in &rows {
            if !row.gone {
                self.commit_row(row, rule, &mut reply);
            }
        }
        self.leaving_noted = false;
        self.s.reply = reply;
        if !outer {
            self.note_batch();
        }
        self.shuffle_after(&rows);
        let lost = rows.iter().find_map(|r| match r.proposal {
            Proposal::Lose { because, .. } if !r.gone => Some(because),
            _ => None,
        });
        if let Some(because) = lost {
            self.after_losing(because);
        }
        if !outer {
            self.bring_back();
        }
    }

    /// Libraries are shuffled into which something went that is shuffled in; what went to a place
    /// in them at the same time keeps it (2021 rule 701.20g).
    fn shuffle_after(&mut self, rows: &[Row]) {
        let into = |r: &Row| match r.proposal {
            Proposal::Move { id, to: Zone::Library, .. } if !r.gone => {
                self.look().object_or_last(id).map(|o| (o.owner, r.shuffle))
            }
            _ => None,
        };
        if !rows.iter().any(|r| r.shuffle) {
            return;
        }
        let all: SmallVec<[(PlayerId, bool); 4]> = rows.iter().filter_map(into).collect();
        for player in (0..self.s.players.len() as u8).rev().map(PlayerId) {
            if all.contains(&(player, true)) {
                let fixed = all.iter().filter(|x| **x == (player, false)).count() as u16;
                self.shuffle_but(player, fixed, rule::SHUFFLE);
            }
        }
    }

    fn note_all_leaving(&mut self, rows: &[Row]) {
        let signs = self.s.signs;
        let any = signs.has(Sign::Leaves) || signs.has(Sign::LeavesGraveyard);
        if !any && self.s.delayed.is_empty() {
            return;
        }
        for row in rows.iter().filter(|r| !r.gone) {
            let leaving = match row.proposal {
                Proposal::Destroy { id, .. } | Proposal::Sacrifice { id } => {
                    Some((id, Zone::Graveyard))
                }
                Proposal::Move { id, to, .. } => Some((id, to)),
                Proposal::Enter { id } => Some((id, Zone::Battlefield)),
                _ => None,
            };
            if let Some((id, to)) = leaving
                && (self.s.object(id))
                    .is_some_and(|o| matches!(o.zone, Zone::Battlefield | Zone::Graveyard))
            {
                let how = match row.proposal {
                    Proposal::Sacrifice { .. } => Going::Sacrificed,
                    Proposal::Destroy { .. } => Going::Destroyed(row.by),
                    _ if row.still == Some(Still::Sacrificed) => Going::Sacrificed,
                    _ => Going::Moved,
                };
                self.note_leaving(id, to, how);
            }
        }
        self.leaving_noted = true;
    }

    fn commit_row(&mut self, row: &Row, rule: RuleId, reply: &mut Reply) {
        let rule = row.because.unwrap_or(rule);
        self.commit_still(row, rule);
        match row.proposal {
            Proposal::Draw { player } => {
                let id = self.draw_one(player);
                reply.drew(id);
                reply.yes = true;
            }
            Proposal::Damage { source, to, amount, combat } => {
                self.commit_damage((source, to, amount, combat), rule, reply);
            }
            Proposal::Dealt { source, to, amount, combat } => {
                self.commit_dealt(source, to, amount, combat, rule);
                reply.number += amount;
                reply.things.push(to);
                reply.yes = true;
            }
            Proposal::GainLife { player, amount }
            | Proposal::LoseLife { player, amount }
            | Proposal::Poison { player, amount } => {
                self.commit_life(player, amount, row, rule, reply);
            }
            Proposal::Regenerate { id } => self.regenerate(id),
            Proposal::Destroy { .. } | Proposal::Sacrifice { .. } | Proposal::Discard { .. } => {
                self.commit_going(row.proposal, rule, reply);
            }
            Proposal::Move { id, to, bottom } => {
                self.commit_move(id, to, bottom || row.shuffle, rule, reply);
            }
            Proposal::Enter { id } => {
                let plain;
                let entering = match &row.entering {
                    Some(entering) => &**entering,
                    None => {
                        let owner = self.s.object(id).map_or(PlayerId(0), |o| o.owner);
                        plain = Entering::plain(owner);
                        &plain
                    }
                };
                let new = self.commit_enter(id, entering, rule);
                done(reply, new);
            }
            Proposal::Token { card, owner } => {
                let Some(entering) = &row.entering else { return };
                let there = self.s.object(entering.attach_to).is_some();
                let shape = |o: &mut Object| entering.shape(o, there);
                let new = self.create_token(card, owner, entering.controller, rule, shape);
                self.shape_entered(new, entering);
                done(reply, new);
            }
            Proposal::Create { card, owner, count } => {
                for _ in 0..count {
                    let token = Row { proposal: Proposal::Token { card, owner }, ..row.clone() };
                    self.commit_row(&token, rule, reply);
                }
            }
            Proposal::Counters { id, kind, by } => {
                let by = self.change_counters(id, kind, by, rule);
                reply.count(row, by);
                if !row.from_damage {
                    reply.things.push(Thing::Object(id));
                }
            }
            Proposal::Lose { player, because } => self.lose(player, because),
        }
    }

    /// What is destroyed, sacrificed or discarded goes to the graveyard.
    fn commit_going(&mut self, proposal: Proposal, rule: RuleId, reply: &mut Reply) {
        let Some(o) = proposal.object().and_then(|id| self.s.object(id)) else { return };
        let (zone, controller) = (o.zone, o.controller);
        let (id, kind) = match proposal {
            Proposal::Destroy { id, .. } if zone == Zone::Battlefield => {
                (id, EventKind::Destroyed { id })
            }
            Proposal::Sacrifice { id } if zone == Zone::Battlefield => {
                (id, EventKind::Sacrificed { id, player: controller })
            }
            Proposal::Discard { id, player } if zone == Zone::Hand => {
                (id, EventKind::Discarded { id, player })
            }
            _ => return,
        };
        self.record(kind, rule);
        let new = self.move_to(id, Zone::Graveyard, Place::Top, rule);
        done(reply, new);
    }

    /// What is sacrificed or discarded is, wherever it goes.
    fn commit_still(&mut self, row: &Row, rule: RuleId) {
        let (Some(still), Some(id)) = (row.still, row.proposal.object()) else { return };
        let zone = self.s.object(id).map(|o| (o.zone, o.controller));
        match (still, zone) {
            (Still::Sacrificed, Some((Zone::Battlefield, player))) => {
                self.record(EventKind::Sacrificed { id, player }, rule);
            }
            (Still::Discarded(player), Some((Zone::Hand, _))) => {
                self.record(EventKind::Discarded { id, player }, rule);
            }
            _ => {}
        }
    }

    /// Life gained or lost, or poison counters.
    fn commit_life(
        &mut self,
        player: PlayerId,
        amount: i32,
        row: &Row,
        rule: RuleId,
        reply: &mut Reply,
    ) {
        match row.proposal {
            Proposal::GainLife { .. } => {
                if self.s.players[player.index()].mods.no_life_gain || amount <= 0 {
                    return;
                }
                self.change_life(player, amount, rule);
            }
            Proposal::Poison { .. } => self.change_poison(player, amount, rule),
            _ => self.change_life(player, -amount, rule),
        }
        reply.count(row, amount);
    }

    fn commit_move(
        &mut self,
        id: ObjectId,
        to: Zone,
        bottom: bool,
        rule: RuleId,
        reply: &mut Reply,
    ) {
        let place = if bottom { Place::Bottom } else { Place::Top };
        // A spell with flashback is exiled wherever else it would go.
        let exiled = self.s.object(id).is_some_and(|o| o.flags.has(Flags::EXILE_FROM_STACK));
        let to = if exiled { Zone::Exile } else { to };
        if self.s.object(id).is_some_and(|o| o.kind == ObjectKind::Ability) {
            self.s.stack.retain(|e| e.object != id);
            self.cease(id, rule);
        } else if self.s.object(id).is_some() {
            let new = self.move_to(id, to, place, rule);
            done(reply, new);
        }
    }

    fn is_on_battlefield(&self, id: ObjectId) -> bool {
        self.s.object(id).is_some_and(|o| o.zone == Zone::Battlefield)
    }

    /// Static abilities have the first card of the turn revealed.
    fn reveal_first_draw(&mut self, player: PlayerId, id: ObjectId) {
        if !self.s.players[player.index()].mods.reveal_first_draw {
            return;
        }
        let look = self.look();
        let reveals = |source: &ObjectId| look.reveals_first_draw(*source, player);
        let sources: SmallVec<[ObjectId; 2]> =
            self.s.battlefield.iter().copied().filter(reveals).collect();
        let Some(card) = self.s.object(id).map(|o| o.card) else { return };
        for source in sources {
            self.s.secrets += 1;
            let kind = EventKind::RevealedBy { source, id, card };
            self.record(kind, rule::TRIGGER_LINKED_STATIC);
        }
    }

    /// Draws one card; from an empty library that is noted for the next state-based check.
    pub(crate) fn draw_one(&mut self, player: PlayerId) -> ObjectId {
        match self.s.players[player.index()].library.last().copied() {
            Some(top) => {
                let id = self.move_to(top, Zone::Hand, Place::Top, rule::DRAW);
                self.s.secrets += 1;
                self.record(EventKind::Drew { player, id }, rule::DRAW);
                if !std::mem::replace(&mut self.s.players[player.index()].drew, true) {
                    self.reveal_first_draw(player, id);
                }
                id
            }
            None => {
                self.s.players[player.index()].drew_from_empty = true;
                self.s.dirty.state_based = true;
                self.record(EventKind::DrewFromEmpty { player }, rule::DRAW);
                ObjectId::NONE
            }
        }
    }

    fn commit_enter(&mut self, id: ObjectId, entering: &Entering, rule: RuleId) -> ObjectId {
        let there = self.s.object(entering.attach_to).is_some();
        let new = self.enter(id, entering.controller, rule, |o| entering.shape(o, there));
        if let Some(being) = entering.being {
            self.be(new, being);
        }
        self.shape_entered(new, entering);
        new
    }

    /// Counters that a permanent comes with.
    fn shape_entered(&mut self, id: ObjectId, entering: &Entering) {
        if entering.joins != Joins::No {
            self.join_combat(id, entering);
        }
        for (kind, count) in entering.counters.iter().chain(&entering.copy_counters) {
            self.change_counters(id, *kind, *count, rule::ENTERS_REPLACEMENT);
        }
        let look = self.look();
        let named = self.s.object(id).map(|o| look.base(o.shows).named);
        let loyalty = named.and_then(|card| self.pool.card(card).data.loyalty);
        if let Some(n) = loyalty {
            let kind = CounterKind::Loyalty;
            self.change_counters(id, kind, i32::from(n), rule::PLANESWALKER_LOYALTY);
        }
    }

    /// Damage and its results at once, where nothing changes them.
    fn commit_damage(
        &mut self,
        (source, to, amount, combat): (ObjectId, Thing, i32, bool),
        rule: RuleId,
        reply: &mut Reply,
    ) {
        if amount < 0 || (amount == 0 && marker::holds(rule::DAMAGE_ZERO)) {
            return;
        }
        let Some(results) = self.look().results(source, to, amount) else { return };
        let dealt = Row::new(Proposal::Dealt { source, to, amount, combat });
        self.commit_row(&dealt, rule, reply);
        for (result, because) in results {
            let row = Row { from_damage: true, ..Row::new(result) };
            self.commit_row(&row, because, reply);
        }
    }

    /// Regeneration: tapped, damage removed, out of combat (2005 rule 419.6b, 2021 701.15).
    fn regenerate(&mut self, id: ObjectId) {
        if !self.is_on_battlefield(id) {
            return;
        }
        if !simpan_rulebook::marker::holds(rule::REGENERATION) {
            return;
        }
        self.record(EventKind::Regenerated { id }, rule::REGENERATION);
        self.tap(id, rule::REGENERATION);
        if let Some(o) = self.object_mut(id) {
            o.damage = 0;
            o.flags.set(Flags::DEATHTOUCHED, false);
        }
        self.leave_combat(id, rule::REGENERATION);
    }
}

impl Reply {
    /// Counts what an event came to, unless it is a result of damage, which counts itself.
    fn count(&mut self, row: &Row, amount: i32) {
        if !row.from_damage {
            self.number += amount;
            self.yes |= amount != 0;
        }
    }
}

impl Entering {
    /// Gives a new permanent its looks.
    fn shape(&self, o: &mut Object, host_there: bool) {
        o.flags.set(Flags::TAPPED, self.tapped);
        o.flags.set(self.paid, true);
        o.chosen = self.chosen;
        if self.shows != CardId::NONE {
            o.shows = self.shows;
        }
        if host_there {
            o.attached_to = self.attach_to;
        }
    }
}

fn done(reply: &mut Reply, id: ObjectId) {
    reply.things.push(Thing::Object(id));
    reply.yes = true;
    reply.number += 1;
}
