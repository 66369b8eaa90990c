//! Attacks on the star and blocking (points 36 to 44).

use crate::act::Table;
use crate::cards::{CardKind, When};
use crate::event::EventKind;
use crate::facts::Signs;
use crate::look::Look;
use crate::refuse::{Checked, need, never};
use crate::state::{Process, State, Zone};
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// An attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    /// Who attacks.
    pub player: PlayerId,
    /// The attackers.
    pub attackers: SmallVec<[ObjectId; 4]>,
    /// Blockers with what they block; in the attacking player's order once that is set.
    pub blocks: SmallVec<[(ObjectId, ObjectId); 4]>,
    /// How many of them, the last, were gone before they were put into an order.
    gone: u8,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Attackers,
    Blockers,
    /// The blockers of attacker n are put into an order; so many are placed.
    Order {
        attacker: u8,
        placed: u8,
    },
    Damage,
    /// Blockers that live deal theirs (only if damage isn't simultaneous).
    Second,
    End,
}

impl Combat {
    pub(crate) fn new(player: PlayerId) -> Self {
        Self {
            player,
            attackers: SmallVec::new(),
            blocks: SmallVec::new(),
            gone: 0,
            stage: Stage::Attackers,
        }
    }

    /// The blockers of an attacker that were there when they were put into an order, in order.
    pub fn blockers(&self, attacker: ObjectId) -> SmallVec<[ObjectId; 4]> {
        let there = self.blocks.len() - usize::from(self.gone);
        self.blocks[..there].iter().filter(|b| b.1 == attacker).map(|b| b.0).collect()
    }

    /// Whether an attacker was blocked, be its blockers gone or not.
    pub fn is_blocked(&self, attacker: ObjectId) -> bool {
        self.blocks.iter().any(|b| b.1 == attacker)
    }

    /// The blockers among which the next is chosen, and for which attacker.
    pub fn unordered(&self) -> Option<(ObjectId, SmallVec<[ObjectId; 4]>)> {
        let Stage::Order { attacker, placed } = self.stage else { return None };
        let attacker = *self.attackers.get(usize::from(attacker))?;
        Some((attacker, self.blockers(attacker).into_iter().skip(placed.into()).collect()))
    }
}

impl Look<'_> {
    /// Whether a character can attack.
    pub(crate) fn can_attack(&self, player: PlayerId, id: ObjectId) -> Checked {
        if !self.fighting(player, id) {
            return never(rule::STAR_ATTACK);
        }
        let Some(o) = self.s.object(id) else { return never(rule::STAR_ATTACK) };
        need(!o.acted, rule::STAR_ATTACK)?;
        let new = o.since == self.s.turn;
        need(!(new && self.s.rules.summon_delay), rule::STAR_SUMMON_DELAY)
    }

    fn can_block(&self, player: PlayerId, id: ObjectId) -> bool {
        let acted = self.s.object(id).is_some_and(|o| o.acted);
        let must_be_ready = self.s.rules.ready_blockers && holds(rule::STAR_BLOCK);
        self.fighting(player, id) && !(acted && must_be_ready)
    }

    fn attack_targets(&self, player: PlayerId) -> ObjectId {
        self.s.side(State::other(player)).star
    }
}

/// How an attacker's power is assigned to its blockers in order, each with the damage that would
/// be lethal: exactly lethal to each before the next, the rest to the last, or past it.
pub(crate) fn assign(power: i16, lethal: &[i16], past: bool) -> (Vec<i16>, i16) {
    let mut left = power.max(0);
    let mut out = Vec::with_capacity(lethal.len());
    for (n, wanted) in lethal.iter().enumerate() {
        let last = n + 1 == lethal.len() && !past;
        let given = if last { left } else { left.min(*wanted) };
        out.push(given);
        left -= given;
    }
    (out, left)
}

impl Look<'_> {
    /// Every legal answer to an attack's question.
    pub(crate) fn combat_answers(&self, c: &Combat, buf: &mut Vec<Answer>) {
        let look = self.look();
        match c.stage {
            Stage::Attackers => {
                let star = look.attack_targets(c.player);
                let able = self.s.side(c.player).field.iter().filter(|id| look.may_attack(c, **id));
                buf.extend(able.map(|id| Answer::Pair(*id, star)));
                buf.push(Answer::Done);
            }
            Stage::Blockers => {
                for id in &self.s.side(State::other(c.player)).field {
                    if look.may_block(c, *id) {
                        let there = c.attackers.iter().filter(|a| look.fighting(c.player, **a));
                        buf.extend(there.map(|a| Answer::Pair(*id, *a)));
                    }
                }
                buf.push(Answer::Done);
            }
            Stage::Order { .. } => {
                let left = c.unordered().map_or(0, |(_, l)| l.len());
                buf.extend((0..left).map(|n| Answer::Pick(n as u32)));
            }
            _ => {}
        }
    }

    pub(crate) fn combat_check(&self, c: &Combat, answer: Answer) -> Checked {
        let legal = match (c.stage, answer) {
            (Stage::Attackers, Answer::Pair(id, star)) => {
                star == self.attack_targets(c.player) && self.may_attack(c, id)
            }
            (Stage::Blockers, Answer::Pair(id, attacker)) => {
                self.may_block(c, id)
                    && c.attackers.contains(&attacker)
                    && self.fighting(c.player, attacker)
            }
            (Stage::Attackers | Stage::Blockers, answer) => answer == Answer::Done,
            (Stage::Order { .. }, Answer::Pick(n)) => {
                c.unordered().is_some_and(|(_, left)| (n as usize) < left.len())
            }
            _ => false,
        };
        if legal {
            return Ok(());
        }
        match (c.stage, answer) {
            (Stage::Attackers, Answer::Pair(id, _)) => {
                self.look().can_attack(c.player, id)?;
                never(rule::STAR_ATTACK)
            }
            (Stage::Attackers, _) => never(rule::STAR_ATTACK),
            (Stage::Blockers, _) => never(rule::STAR_BLOCK),
            _ => never(rule::STAR_BLOCK_ORDER),
        }
    }

    /// Whether a character can be one more attacker.
    fn may_attack(&self, c: &Combat, id: ObjectId) -> bool {
        !c.attackers.contains(&id) && self.can_attack(c.player, id).is_ok()
    }

    /// Whether a character can be one more blocker.
    fn may_block(&self, c: &Combat, id: ObjectId) -> bool {
        !c.blocks.iter().any(|b| b.0 == id) && self.can_block(State::other(c.player), id)
    }

    /// Whether a character is on a player's field, to fight for that player.
    fn fighting(&self, player: PlayerId, id: ObjectId) -> bool {
        self.s.object(id).is_some_and(|o| {
            o.zone == Zone::Field && o.controller == player && self.kind(o) == CardKind::Character
        })
    }

    fn blockers_deal(&self, c: &Combat) -> Vec<(ObjectId, ObjectId, i16)> {
        let look = self.look();
        let here = c.blocks.iter().filter(|(b, a)| {
            look.fighting(State::other(c.player), *b) && look.fighting(c.player, *a)
        });
        here.filter_map(|(b, a)| Some((*b, *a, look.power(self.s.object(*b)?)))).collect()
    }
}

impl Table<'_> {
    /// Goes on with an attack.
    pub(crate) fn combat(&mut self, mut c: Combat, answer: Option<Answer>) {
        match (c.stage, answer) {
            (Stage::Attackers, Some(Answer::Pair(id, _))) => c.attackers.push(id),
            (Stage::Attackers, Some(Answer::Cancel)) => return,
            (Stage::Attackers, Some(_)) if c.attackers.is_empty() => return,
            (Stage::Attackers, Some(_)) => {
                c.stage = Stage::Blockers;
                self.attacked(&c);
                return self.s.processes.push(Process::Combat(c));
            }
            (Stage::Blockers, Some(Answer::Pair(id, attacker))) => c.blocks.push((id, attacker)),
            (Stage::Blockers, Some(_)) => {
                c.stage = Stage::Order { attacker: 0, placed: 0 };
                self.blocked(&c);
                return self.s.processes.push(Process::Combat(c));
            }
            // What blocks triggered is done: blockers that are gone are past ordering.
            (Stage::Order { attacker: 0, placed: 0 }, None) => {
                let look = self.look();
                let gone = |b: &(ObjectId, ObjectId)| !look.fighting(State::other(c.player), b.0);
                c.blocks.sort_by_key(gone);
                c.gone = c.blocks.iter().filter(|b| gone(b)).count() as u8;
            }
            (Stage::Order { attacker, placed }, Some(Answer::Pick(n))) => {
                place(&mut c, attacker, placed, n as usize);
                c.stage = Stage::Order { attacker, placed: placed + 1 };
            }
            _ => {}
        }
        self.combat_on(c);
    }

    fn combat_on(&mut self, mut c: Combat) {
        let defender = State::other(c.player);
        match c.stage {
            Stage::Attackers => {
                let kind = QuestionKind::Attack;
                self.ask(c.player, kind, rule::STAR_ATTACK, ObjectId::NONE, true);
            }
            Stage::Blockers => {
                let kind = QuestionKind::Block;
                self.ask(defender, kind, rule::STAR_BLOCK, ObjectId::NONE, false);
            }
            Stage::Order { attacker, placed } => {
                let Some(id) = c.attackers.get(usize::from(attacker)).copied() else {
                    c.stage = Stage::Damage;
                    return self.s.processes.push(Process::Combat(c));
                };
                let left = (c.blockers(id).len() as u16).saturating_sub(u16::from(placed));
                if left <= 1 || !holds(rule::STAR_BLOCK_ORDER) {
                    self.placed(&c, id);
                    c.stage = Stage::Order { attacker: attacker + 1, placed: 0 };
                    return self.combat_on(c);
                }
                let kind = QuestionKind::Order { left };
                self.ask(c.player, kind, rule::STAR_BLOCK_ORDER, id, false);
            }
            Stage::Damage => {
                self.combat_damage(&c);
                let both = self.s.rules.simultaneous;
                c.stage = if both { Stage::End } else { Stage::Second };
            }
            Stage::Second => {
                self.blockers_damage(&c);
                c.stage = Stage::End;
            }
            Stage::End => {
                return self.emit(EventKind::CombatEnded, rule::STAR_ATTACK);
            }
        }
        self.s.processes.push(Process::Combat(c));
    }

    fn attacked(&mut self, c: &Combat) {
        self.s.attacked = true;
        let star = self.look().attack_targets(c.player);
        for id in &c.attackers {
            self.emit(EventKind::Attacked { object: *id, star }, rule::STAR_ATTACK);
            if self.s.rules.attack_acts {
                self.act(*id, rule::STAR_ATTACK);
            }
        }
        for id in &c.attackers {
            let id = *id;
            self.notice(Signs::ATTACKS, id, |when, this, _| *when == When::Attacks && this == id);
        }
    }

    fn blocked(&mut self, c: &Combat) {
        for (object, attacker) in &c.blocks {
            let (object, attacker) = (*object, *attacker);
            self.emit(EventKind::Blocked { object, attacker }, rule::STAR_BLOCK);
        }
        for (id, _) in &c.blocks {
            let id = *id;
            self.notice(Signs::BLOCKS, id, |when, this, _| *when == When::Blocks && this == id);
        }
    }

    /// Tells an order that is settled.
    fn placed(&mut self, c: &Combat, attacker: ObjectId) {
        let blockers = c.blockers(attacker);
        if blockers.len() > 1 {
            for (place, object) in blockers.into_iter().enumerate() {
                let place = place as u8;
                let event = EventKind::BlockerPlaced { object, attacker, place };
                self.emit(event, rule::STAR_BLOCK_ORDER);
            }
        }
    }

    fn combat_damage(&mut self, c: &Combat) {
        let star = self.look().attack_targets(c.player);
        let mut dealt: Vec<(ObjectId, ObjectId, i16)> = Vec::new();
        for id in c.attackers.iter().copied() {
            if !self.look().fighting(c.player, id) {
                continue;
            }
            let look = self.look();
            let Some(o) = self.s.object(id) else { continue };
            let (power, all) = (look.power(o), c.blockers(id));
            if !c.is_blocked(id) {
                dealt.push((id, star, power));
                continue;
            }
            let defender = State::other(c.player);
            let here: Vec<ObjectId> =
                all.into_iter().filter(|b| look.fighting(defender, *b)).collect();
            let lethal: Vec<i16> =
                here.iter().filter_map(|b| self.s.object(*b)).map(|b| look.lethal(b)).collect();
            let past = self.s.rules.excess_to_star;
            let fair =
                if holds(rule::STAR_LETHAL) { &lethal[..] } else { &lethal[..lethal.len().min(1)] };
            let (given, left) = assign(power, fair, past);
            dealt.extend(here.iter().zip(given).map(|(b, n)| (id, *b, n)));
            if past && !here.is_empty() {
                dealt.push((id, star, left));
            }
        }
        for (by, to, amount) in &dealt {
            let (by, to, amount) = (*by, *to, *amount);
            if amount > 0 {
                let why = if to == star { rule::STAR_ATTACK } else { rule::STAR_LETHAL };
                self.emit(EventKind::Assigned { by, to, amount }, why);
            }
        }
        if self.s.rules.simultaneous {
            dealt.extend(self.look().blockers_deal(c));
        }
        dealt
            .into_iter()
            .for_each(|(by, to, amount)| self.damage(by, to, amount, rule::STAR_DAMAGE));
        self.destroy_lethal();
    }

    fn blockers_damage(&mut self, c: &Combat) {
        for (by, to, amount) in self.look().blockers_deal(c) {
            self.damage(by, to, amount, rule::STAR_DAMAGE);
        }
        self.destroy_lethal();
    }
}

/// Puts the n-th of the blockers that aren't placed yet in the next place.
fn place(c: &mut Combat, attacker: u8, placed: u8, n: usize) {
    let Some(attacker) = c.attackers.get(usize::from(attacker)).copied() else { return };
    let at: Vec<usize> = (0..c.blocks.len()).filter(|i| c.blocks[*i].1 == attacker).collect();
    if let (Some(to), Some(from)) = (at.get(usize::from(placed)), at.get(usize::from(placed) + n)) {
        let block = c.blocks.remove(*from);
        c.blocks.insert(*to, block);
    }
}

#[cfg(test)]
mod tests {
    use super::assign;

    #[test]
    fn the_column_s_numbers() {
        assert_eq!(assign(5, &[1, 1, 6], false).0, [1, 1, 3]);
        assert_eq!(assign(5, &[6, 1, 1], false).0, [5, 0, 0]);
        assert_eq!(assign(5, &[1, 6, 1], false).0, [1, 4, 0]);
        assert_eq!(assign(10, &[1, 1, 6], false).0, [1, 1, 8]);
        assert_eq!(assign(10, &[1, 1, 6], true), (vec![1, 1, 6], 2));
        assert_eq!(assign(4, &[1, 1, 1, 5], false).0, [1, 1, 1, 1]);
        assert_eq!(assign(5, &[3, 1, 6], false).0, [3, 1, 1]);
        assert_eq!(assign(-2, &[3], false).0, [0]);
    }
}
