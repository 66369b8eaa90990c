//! Destroying, sacrificing, moving, tapping, counters, tokens, attaching.

use super::{Ids, Seats};
use crate::object::Thing;
use crate::pipeline::{Entering, Joins, Proposal, Row};
use crate::process::frame::Want;
use crate::process::{Form, Frame};
use crate::ruleset::TokenOwner;
use crate::state::EntryKind;
use crate::table::Table;
use simpan_cards::ast::{
    Action, Bound, CardType, Change, Destination, Keyword, Objects, Players, Position, Zone,
};
use simpan_cards::program::{AbilityId, CardId};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

impl Table<'_> {
    pub(super) fn run_permanents(&mut self, f: &mut Frame, action: &Action) {
        match action {
            Action::Destroy { what, no_regeneration } => {
                let Some(ids) = self.ids(what, f) else { return };
                f.entry.regs.moved.extend(ids.iter().copied());
                self.next(f);
                let look = self.look();
                let by = f.entry.object;
                let rows: SmallVec<[Row; 2]> = ids
                    .into_iter()
                    .filter(|id| {
                        !look.has(*id, Keyword::Indestructible) || !holds(rule::KW_INDESTRUCTIBLE)
                    })
                    .map(|id| Proposal::Destroy { id, regenerate: !no_regeneration })
                    .map(|destroy| Row::done_by(destroy, by))
                    .collect();
                self.propose_rows(rows, rule::DESTROY);
            }
            Action::Sacrifice { who, count, filter } => {
                let players = self.seats(who, f);
                let bound = Bound::Exactly(count.clone());
                let options = |t: &Self, p: PlayerId, ctx: crate::look::Context<'_>| {
                    let look = t.look();
                    let mine = |id: &ObjectId| look.controller(*id) == Some(p);
                    let all = t.s.battlefield.iter().copied();
                    all.filter(|id| mine(id) && look.fits_all(*id, filter, ctx)).collect::<Ids>()
                };
                let Some(ids) = self.each_chooses(f, &players, &bound, options, false) else {
                    return;
                };
                self.next(f);
                self.sacrifice(ids, rule::SACRIFICE);
            }
            Action::SacrificeThose(what) => {
                let Some(mut ids) = self.ids(what, f) else { return };
                self.next(f);
                // Nobody sacrifices what somebody else controls; what an Aura is on is sacrificed
                // by whoever controls that.
                if *what != Objects::Attached {
                    let look = self.look();
                    ids.retain(|id| look.controller(*id) == Some(f.entry.controller));
                }
                self.sacrifice(ids, rule::SACRIFICE);
            }
            Action::Move { until: Some(_), .. } if self.has_happened(f) => self.next_quietly(f),
            Action::Move { what, to, .. } => {
                if to.arrival.blocking.is_some() && f.sub > 0 {
                    return self.place_blockers(f);
                }
                let Some(ids) = self.ids(what, f) else { return };
                if ids.is_empty() && to.position == Position::Shuffled {
                    // The library is shuffled even so (2021 rule 701.20c).
                    let look = self.look();
                    let owner = |id: &ObjectId| look.object_or_last(*id).map(|o| o.owner);
                    let all = look.objects_now(what, f.context());
                    let owners: Seats = all.iter().filter_map(owner).collect();
                    self.next(f);
                    self.s.reply = Default::default();
                    return self.shuffle_each(&owners);
                }
                let Some(joins) = self.joining(f, &to.arrival, ids.len()) else { return };
                f.entry.regs.moved.extend(ids.iter().copied());
                self.next(f);
                match to.zone {
                    Zone::Battlefield => {
                        self.put_into_play(f, (&ids, &joins), to, rule::RESOLVE_INSTRUCTIONS);
                    }
                    _ => self.put(f, &ids, to, rule::RESOLVE_INSTRUCTIONS),
                }
                if to.arrival.blocking.is_some() {
                    (f.pc, f.sub, f.want) = (f.pc - 1, 1, Want::Nothing);
                }
            }
            Action::CreateToken { who, count, token, arrival } => {
                if arrival.blocking.is_some() && f.sub > 0 {
                    return self.place_blockers(f);
                }
                let n = self.number(count, f).clamp(0, 10_000);
                let each = self.seats(who, f).len();
                let Some(joins) = self.joining(f, arrival, n as usize * each) else { return };
                self.create_tokens(f, who, (token.id, CardId::NONE), n, (arrival.tapped, &joins));
                if arrival.blocking.is_some() {
                    (f.pc, f.sub, f.want) = (f.pc - 1, 1, Want::Nothing);
                }
            }
            other => self.run_status(f, other),
        }
    }

    /// What changes how permanents lie there.
    fn run_status(&mut self, f: &mut Frame, action: &Action) {
        match action {
            Action::Tap(what) => {
                let Some(ids) = self.ids(what, f) else { return };
                self.next_quietly(f);
                f.entry.regs.previous = ids.iter().map(|id| Thing::Object(*id)).collect();
                self.at_once(|t| {
                    for id in ids {
                        t.tap(id, rule::TAP);
                    }
                });
            }
            Action::Untap(what) => {
                let Some(ids) = self.ids(what, f) else { return };
                self.next_quietly(f);
                f.entry.regs.previous = ids.iter().map(|id| Thing::Object(*id)).collect();
                self.at_once(|t| {
                    for id in ids {
                        t.untap(id, rule::UNTAP);
                    }
                });
            }
            Action::TapOrUntap(what) => self.run_tap_or_untap(f, what),
            Action::PutCounters { what, kind, count } => {
                let Some(ids) = self.ids(what, f) else { return };
                let by = self.number(count, f);
                let kind = self.look().counters_meant(f, *kind);
                self.next(f);
                self.propose(
                    ids.into_iter().map(|id| Proposal::Counters { id, kind, by }),
                    rule::COUNTERS,
                );
            }
            Action::RemoveCounters { what, kind, count } => {
                let Some(ids) = self.ids(what, f) else { return };
                let by = self.number(count, f);
                self.next_quietly(f);
                let mut removed = 0;
                for id in ids {
                    removed -= self.change_counters(id, *kind, -by, rule::COUNTERS);
                }
                f.entry.regs.that = removed;
                f.entry.regs.did = removed > 0;
            }
            Action::CreateCopy { who, of, except, count } => {
                let n = self.number(count, f).clamp(0, 10_000);
                self.create_copies(f, (who, of), except, n);
            }
            Action::Turn { what, up } => {
                let Some(ids) = self.ids(what, f) else { return };
                self.next_quietly(f);
                f.entry.regs.did = false;
                for id in ids {
                    let turned = match up {
                        true => self.turn_up(id, rule::TURN_FACE_UP),
                        false => self.turn_down(id, rule::FACE_DOWN),
                    };
                    f.entry.regs.did |= turned;
                }
            }
            Action::ExchangeControl { a, b } => self.run_exchange(f, a, b),
            Action::Piles { who, what, to, rest } => self.run_piles(f, (who, what), to, rest),
            Action::Attach { what, to } => self.run_attach(f, what, to),
            Action::RemoveFromCombat(what) => {
                let Some(ids) = self.ids(what, f) else { return };
                self.next_quietly(f);
                for id in ids {
                    self.leave_combat(id, rule::REMOVED_FROM_COMBAT);
                }
            }
            _ => self.next_quietly(f),
        }
    }

    /// Tokens come to be, each with the copiable values `shows` (its card's own, if none).
    fn create_tokens(
        &mut self,
        f: &mut Frame,
        who: &Players,
        (card, shows): (CardId, CardId),
        n: i32,
        (tapped, joins): (bool, &[Joins]),
    ) {
        let mut rows: SmallVec<[Row; 2]> = SmallVec::new();
        for player in self.seats(who, f) {
            let owner = match self.s.rules.token_owner {
                TokenOwner::Creator => player,
                TokenOwner::EffectsController => f.entry.controller,
            };
            for _ in 0..n {
                let joins = joins.get(rows.len()).copied().unwrap_or(Joins::No);
                let entering = Entering { shows, tapped, joins, ..Entering::plain(player) };
                rows.push(Row::token(card, owner, entering));
            }
        }
        self.next(f);
        self.propose_rows(rows, rule::CREATE_TOKEN);
    }

    /// Tokens that are copies (2021 rule 707.2).
    fn create_copies(
        &mut self,
        f: &mut Frame,
        (who, of): (&Players, &Objects),
        except: &[Change],
        n: i32,
    ) {
        let look = self.look();
        let of = look.objects_now(of, f.context()).first().and_then(|id| look.object_or_last(*id));
        let Some(shows) = of.map(|o| o.copiable()) else { return self.next(f) };
        let card = look.face(shows);
        let this = match f.entry.kind {
            EntryKind::Ability(ability) => ability,
            _ => AbilityId::NONE,
        };
        let shows = self.copy_with(shows, shows, (except, this));
        self.create_tokens(f, who, (card, shows), n, (false, &[]));
    }

    fn run_tap_or_untap(&mut self, f: &mut Frame, what: &simpan_cards::ast::Objects) {
        if f.sub == 0 {
            f.sub = 1;
            let (you, source) = (f.entry.controller, f.entry.source);
            self.choose(you, Form::OneOf(2), [], rule::RESOLVE_INSTRUCTIONS, source);
            return;
        }
        let untap = self.s.reply.number == 1;
        let look = self.look();
        let ids: Ids = (look.objects_now(what, f.context()).into_iter())
            .filter_map(|id| look.found(id, f))
            .collect();
        self.next_quietly(f);
        for id in ids {
            if untap {
                self.untap(id, rule::UNTAP);
            } else {
                self.tap(id, rule::TAP);
            }
        }
    }

    fn run_attach(
        &mut self,
        f: &mut Frame,
        what: &simpan_cards::ast::Objects,
        to: &simpan_cards::ast::Objects,
    ) {
        let Some(what) = self.ids(what, f) else { return };
        let what = what.first().copied();
        let to = self.look().objects_now(to, f.context()).first().copied();
        self.next_quietly(f);
        if let (Some(what), Some(to)) = (what, to) {
            let there = |id| self.s.object(id).is_some_and(|o| o.zone == Zone::Battlefield);
            let fits = if self.look().is(what, CardType::Enchantment) {
                self.look().may_enchant(what, to)
            } else {
                self.look().is(to, CardType::Creature)
                    && !(self.look().is(what, CardType::Creature) && holds(rule::EQUIP_CREATURE))
            };
            let equips = !self.look().is(what, CardType::Enchantment);
            let equips = !equips || (holds(rule::EQUIP) && holds(rule::KW_EQUIP));
            if there(what) && there(to) && fits && equips {
                self.attach(what, to, rule::ATTACH);
            }
        }
    }

    /// Cards and the like come to the battlefield, together.
    pub(super) fn put_into_play(
        &mut self,
        f: &Frame,
        (ids, joins): (&[ObjectId], &[Joins]),
        to: &Destination,
        because: RuleId,
    ) {
        let being = self.being(f, to);
        let rows: SmallVec<[Row; 2]> = ids
            .iter()
            .enumerate()
            .filter_map(|(at, id)| {
                let owner = self.s.object(*id)?.owner;
                let controller = if to.arrival.your_control { f.entry.controller } else { owner };
                let mut entering = Entering::plain(controller);
                entering.tapped = to.arrival.tapped;
                entering.being = being;
                entering.joins = joins.get(at).copied().unwrap_or(Joins::No);
                if let Some((kind, count)) = &to.arrival.counters {
                    entering.counters.push((*kind, self.number(count, f)));
                }
                Some(Row::enter(*id, entering))
            })
            .collect();
        self.propose_rows(rows, because);
    }
}
