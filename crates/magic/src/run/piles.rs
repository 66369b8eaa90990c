//! Piles, exchanges, and creatures that come to the battlefield attacking or blocking.

use super::Ids;
use crate::event::EventKind;
use crate::object::Thing;
use crate::pipeline::{Entering, Joins};
use crate::process::{Form, Frame};
use crate::ruleset::DamageDivision;
use crate::state::{Attacker, Blocker, Until};
use crate::table::Table;
use simpan_cards::ast::{Arrival, CardType, Destination, Objects, Players, Zone};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::{marker, rule};
use smallvec::{SmallVec, smallvec};

impl Table<'_> {
    /// A player separates objects into two piles, the effect's controller chooses one. The cards
    /// stay where they are until they are put somewhere (2005 rule 507.3, 2021 rule 700.3).
    pub(super) fn run_piles(
        &mut self,
        f: &mut Frame,
        (who, what): (&Players, &Objects),
        to: &Destination,
        rest: &Destination,
    ) {
        let look = self.look();
        let all: Ids = (look.objects_now(what, f.context()).into_iter())
            .filter_map(|id| look.found(id, f))
            .collect();
        let Some(player) = self.seats(who, f).first().copied() else { return self.next_quietly(f) };
        let (you, source) = (f.entry.controller, f.entry.source);
        match f.sub {
            0 => {
                f.sub = 1;
                let form = Form::Things { min: 0, max: all.len().min(255) as u8 };
                let options = all.into_iter().map(Thing::Object);
                self.choose(player, form, options, rule::PILES, source);
            }
            1 => {
                f.gather = std::mem::take(&mut self.s.reply.things).into_iter().collect();
                f.sub = 2;
                self.choose(you, Form::OneOf(2), [], rule::PILES, source);
            }
            _ => {
                let second = self.s.reply.number == 1;
                let first = |id: &ObjectId| f.gather.contains(&Thing::Object(*id));
                let (a, b): (Ids, Ids) = all.into_iter().partition(first);
                let (taken, left) = if second { (b, a) } else { (a, b) };
                self.next(f);
                self.put(f, &left, rest, rule::PILES);
                self.put(f, &taken, to, rule::PILES);
            }
        }
    }

    /// Two permanents change controllers, both or neither (2021 rule 701.10a and b).
    pub(super) fn run_exchange(&mut self, f: &mut Frame, a: &Objects, b: &Objects) {
        let look = self.look();
        let there = |what: &Objects| {
            let first = look.objects_now(what, f.context()).first().copied()?;
            look.s.object(first).filter(|o| o.zone == Zone::Battlefield)?;
            Some((first, look.controller(first)?))
        };
        let (a, b) = (there(a), there(b));
        f.entry.regs.did = false;
        if (a.is_some() && b.is_some()) || !marker::holds(rule::EXCHANGE) {
            let (to_a, to_b) = (b.map(|b| b.1), a.map(|a| a.1));
            for (what, to) in [(a, to_a), (b, to_b)] {
                // Where one is gone its former controller gets nothing for it.
                let Some((id, from)) = what else { continue };
                let to = to.unwrap_or(if from == PlayerId(0) { PlayerId(1) } else { PlayerId(0) });
                let taken = smallvec![i32::from(to.0), 0];
                self.add_effect(f, smallvec![id], 0, taken, Until::Forever);
            }
            f.entry.regs.did = true;
        }
        self.next_quietly(f);
    }

    /// What creatures that come attacking attack, for so many of them; `None` while their
    /// controller chooses (2005 rule 308.4, 2021 rule 508.4).
    pub(super) fn attacked_by_new(
        &mut self,
        f: &mut Frame,
        n: usize,
    ) -> Option<SmallVec<[Joins; 4]>> {
        let options = self.look().attackable();
        if options.len() < 2 || n == 0 {
            let joins = options.first().map_or(Joins::No, |t| Joins::Attack(*t));
            return Some(smallvec![joins; n]);
        }
        if f.sub > 0 {
            let chosen = std::mem::take(&mut self.s.reply.things);
            f.gather.extend(chosen.first().copied());
        }
        if f.gather.len() < n {
            f.sub = 1;
            let (you, source) = (f.entry.controller, f.entry.source);
            let form = Form::Things { min: 1, max: 1 };
            self.choose(you, form, options, rule::PUT_INTO_COMBAT, source);
            return None;
        }
        Some(f.gather.iter().map(|t| Joins::Attack(*t)).collect())
    }

    /// How objects come that an effect puts onto the battlefield in such a way; `None` while
    /// something is being chosen.
    pub(super) fn joining(
        &mut self,
        f: &mut Frame,
        arrival: &Arrival,
        n: usize,
    ) -> Option<SmallVec<[Joins; 4]>> {
        if arrival.attacking {
            return self.attacked_by_new(f, n);
        }
        let whom = arrival.blocking.as_ref();
        let whom = whom.and_then(|o| self.look().objects_now(o, f.context()).first().copied());
        Some(smallvec![whom.map_or(Joins::No, Joins::Block); n])
    }

    /// A creature that has come attacking or blocking takes its part in combat; it was never
    /// declared (2005 rules 308.4 and 309.4, 2021 rules 508.4 and 509.4).
    pub(crate) fn join_combat(&mut self, id: ObjectId, entering: &Entering) {
        let look = self.look();
        if !look.is(id, CardType::Creature) || !self.s.turn.step.is_combat() {
            return;
        }
        let active = self.s.turn.active;
        match entering.joins {
            Joins::Attack(target) if entering.controller == active => {
                let blockers = SmallVec::new();
                let (blocked, lost_blocker) = (false, false);
                let new = Attacker { id, target, blocked, lost_blocker, blockers };
                self.s.combat.attackers.push(new);
                self.s.combat.attacked = true;
            }
            Joins::Block(attacker) => {
                let attacked = look.s.attacker(attacker).and_then(|a| look.defender_of(a.target));
                if attacked != Some(entering.controller) {
                    return;
                }
                let attackers = smallvec![attacker];
                self.s.combat.blockers.push(Blocker { id, attackers });
                let found = self.s.combat.attackers.iter_mut().find(|a| a.id == attacker);
                let Some(found) = found else { return };
                found.blockers.push(id);
                if !std::mem::replace(&mut found.blocked, true) {
                    let kind = EventKind::BecameBlocked { id: attacker };
                    self.record(kind, rule::PUT_INTO_COMBAT);
                }
            }
            _ => return,
        }
        self.s.dirty.layers = true;
    }

    /// The attacking player gives creatures that have come blocking their places among the
    /// blockers (2021 rule 509.7). They are what the instruction before brought.
    pub(super) fn place_blockers(&mut self, f: &mut Frame) {
        if f.sub == 1 {
            f.gather = std::mem::take(&mut self.s.reply.things).into_iter().collect();
            f.sub = 2;
        } else if let Some(Thing::Object(id)) = f.gather.get(usize::from(f.sub) - 3).copied() {
            let place = self.s.reply.number.max(0) as usize;
            let with = |a: &&mut Attacker| a.blockers.contains(&id);
            if let Some(a) = self.s.combat.attackers.iter_mut().find(with) {
                a.blockers.retain(|b| *b != id);
                a.blockers.insert(place.min(a.blockers.len()), id);
            }
        }
        while let Some(thing) = f.gather.get(usize::from(f.sub) - 2).copied() {
            f.sub += 1;
            let Thing::Object(id) = thing else { continue };
            let with = |a: &&Attacker| a.blockers.contains(&id);
            let n = self.s.combat.attackers.iter().find(with).map_or(0, |a| a.blockers.len());
            if n > 1 && self.s.rules.damage_division == DamageDivision::Ordered {
                let active = self.s.turn.active;
                let because = rule::PUT_INTO_COMBAT;
                return self.choose(active, Form::OneOf(n as u16), [], because, id);
            }
        }
        f.entry.regs.previous = f.gather.iter().copied().collect();
        f.entry.regs.that = f.gather.len() as i32;
        f.entry.regs.did = !f.gather.is_empty();
        self.next_quietly(f);
    }
}
