//! The combat damage step (2005 rule 310, 2021 rule 510), with first and double strike.

use super::division::Recipients;
use crate::event::EventKind;
use crate::look::Look;
use crate::object::{ObjectKind, Thing};
use crate::refuse::need;
use crate::ruleset::{self, SecondDamage, TrampleGuard};
use crate::state::{DamageRow, EntryKind, Registers, StackEntry};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::ast::{CardType, Keyword, Zone};
use simpan_cards::program::CardId;
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// One combat damage step: creatures assign their damage one after the other, then it is dealt or
/// goes on the stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombatDamage {
    second: bool,
    begun: bool,
    /// The creatures that assign damage, those of the active player first.
    pub(super) sources: SmallVec<[ObjectId; 4]>,
    /// Which of them it is now.
    pub(super) at: u16,
    /// What has been assigned, source by source, with a row for each recipient.
    pub(super) rows: SmallVec<[DamageRow; 8]>,
}

impl CombatDamage {
    /// The first of two combat damage steps if any creature strikes first, or the only one.
    pub(crate) fn first_or_only() -> Self {
        Self { second: false, begun: false, sources: SmallVec::new(), at: 0, rows: SmallVec::new() }
    }

    /// The second combat damage step.
    pub(crate) fn second() -> Self {
        Self { second: true, ..Self::first_or_only() }
    }

    /// Whether it is the second of two.
    #[cfg(test)]
    pub(super) fn is_second(&self) -> bool {
        self.second
    }

    /// The creature that assigns now.
    pub(super) fn source(&self) -> Option<ObjectId> {
        self.sources.get(usize::from(self.at)).copied()
    }

    /// How many recipients of that creature have their share.
    pub(super) fn done_of(&self, source: ObjectId) -> usize {
        self.rows.iter().rev().take_while(|r| r.source == source).count()
    }

    /// How much that creature has assigned.
    pub(super) fn given_by(&self, source: ObjectId) -> i32 {
        self.rows.iter().filter(|r| r.source == source).map(|r| r.amount).sum()
    }
}

impl Table<'_> {
    pub(crate) fn step_combat_damage(
        &mut self,
        p: &mut CombatDamage,
        answer: Option<Answer>,
    ) -> Flow {
        if !p.begun {
            p.begun = true;
            self.refresh();
            self.find_sources(p);
        }
        let mut answer = answer;
        while let Some(source) = p.source().filter(|_| holds(rule::DAMAGE_ASSIGNMENT)) {
            let look = self.look();
            let recipients = look.recipients(source);
            let nth = p.done_of(source);
            let Some(to) = recipients.things.get(nth).copied() else {
                p.at += 1;
                continue;
            };
            let left = look.power(source) - p.given_by(source);
            let amount = match answer.take() {
                Some(Answer::Number(n)) => n,
                _ if recipients.things.len() == 1 => left,
                _ => {
                    let player = look.controller(source).unwrap_or(PlayerId(0));
                    let object = to.object().unwrap_or(ObjectId::NONE);
                    let kind = QuestionKind::Divide { left, object };
                    return self.ask(player, kind, rule::DAMAGE_ASSIGNMENT, source);
                }
            };
            p.rows.push(DamageRow { source, to, amount });
        }
        let mut rows = std::mem::take(&mut p.rows);
        rows.retain(|r| r.amount > 0 || (r.amount == 0 && !holds(rule::DAMAGE_ZERO)));
        self.damage_assigned(rows);
        Flow::Done
    }

    /// Finds who assigns damage in this step, and who won't in a second one.
    fn find_sources(&mut self, p: &mut CombatDamage) {
        let look = self.look();
        let first = !p.second && look.first_strike_step_needed();
        let late = look.s.rules.second_damage == SecondDamage::NoFirstStrikeNow;
        let spent = |id: ObjectId| {
            look.s.combat.first_dealt.contains(&id) || (late && look.has(id, Keyword::FirstStrike))
        };
        let takes_part = |id: ObjectId| match (p.second, first) {
            (true, _) => !spent(id) || look.has(id, Keyword::DoubleStrike),
            (false, true) => look.strikes_first(id),
            (false, false) => true,
        };
        let mut part: SmallVec<[ObjectId; 8]> = SmallVec::new();
        let attackers = look.s.combat.attackers.iter().map(|a| a.id);
        part.extend(attackers.filter(|id| takes_part(*id)));
        for player in look.s.apnap() {
            let theirs = look.s.combat.blockers.iter().map(|b| b.id);
            let theirs = theirs.filter(|id| look.controller(*id) == Some(player));
            part.extend(theirs.filter(|id| takes_part(*id)));
        }
        let assigns = |id: &ObjectId| {
            look.power(*id) > 0 && !look.recipients(*id).things.is_empty() && !look.is_kept(*id)
        };
        p.sources = part.iter().copied().filter(assigns).collect();
        if first {
            let struck: &[ObjectId] = match look.s.rules.second_damage {
                SecondDamage::NotYetAssigned | SecondDamage::NoFirstStrikeNow => &p.sources,
                SecondDamage::NoFirstStrike => &part,
            };
            let struck: SmallVec<[ObjectId; 8]> = struck.iter().copied().collect();
            self.s.combat.first_dealt.clear();
            self.s.combat.first_dealt.extend(struck);
            self.s.combat.second_step = true;
        }
    }

    fn damage_assigned(&mut self, rows: SmallVec<[DamageRow; 8]>) {
        if rows.is_empty() {
            return;
        }
        let at_once = self.s.rules.combat_damage == ruleset::CombatDamage::AtOnce;
        if at_once || !holds(rule::COMBAT_DAMAGE_ON_STACK) {
            self.deal(rows, true, rule::COMBAT_DAMAGE_DEALT);
            return;
        }
        self.batch = Some(Vec::new());
        for DamageRow { source, to, amount } in &rows {
            let kind = EventKind::Assigned { source: *source, to: *to, amount: *amount };
            self.record(kind, rule::DAMAGE_ASSIGNMENT);
        }
        let controller = self.s.turn.active;
        // It has no characteristics of its own, but every object has some card to look at.
        let first = rows.first().and_then(|r| self.look().object_or_last(r.source));
        let card = first.map_or(CardId(0), |o| o.card);
        let object = self.create_on_stack(ObjectKind::CombatDamage, card, controller);
        self.s.stack.push(StackEntry {
            object,
            source: object,
            controller,
            kind: EntryKind::CombatDamage,
            pieces: SmallVec::new(),
            regs: Registers::default(),
            damage: rows.into_vec(),
        });
        self.record(EventKind::DamageOnStack { id: object }, rule::COMBAT_DAMAGE_ON_STACK);
        self.note_batch();
    }

    /// Combat damage on the stack resolves: it is all dealt as it was assigned, but not to what
    /// has left or is no creature any more (2005 rule 310.4).
    pub(crate) fn resolve_combat_damage(&mut self, entry: StackEntry) {
        let look = self.look();
        let rows: SmallVec<[DamageRow; 8]> =
            entry.damage.iter().copied().filter(|r| look.still_there(r.to)).collect();
        let id = entry.object;
        self.record(EventKind::DamageResolves { id }, rule::COMBAT_DAMAGE_DEALT);
        self.cease(id, rule::COMBAT_DAMAGE_DEALT);
        if !rows.is_empty() {
            self.deal(rows, true, rule::COMBAT_DAMAGE_DEALT);
        }
    }
}

impl Look<'_> {
    /// Whether something can still be dealt combat damage that was assigned to it.
    fn still_there(self, to: Thing) -> bool {
        match to {
            Thing::Player(p) => !self.s.players[p.index()].lost,
            Thing::Object(id) => self.s.object(id).is_some_and(|o| {
                let types = self.now(o).types;
                o.zone == Zone::Battlefield
                    && (types.has(CardType::Creature) || types.has(CardType::Planeswalker))
            }),
            Thing::None => false,
        }
    }

    /// How much damage is lethal for a creature, that marked on it counted (2005 rule 502.9b,
    /// 2021 rules 510.1c and 702.2c).
    pub fn lethal_damage(self, creature: ObjectId, deathtouch: bool) -> i32 {
        let marked = self.s.object(creature).map_or(0, |o| o.damage);
        let lethal = self.toughness(creature).saturating_sub(marked).max(0);
        if deathtouch { lethal.min(1) } else { lethal }
    }

    /// To whom a creature's combat damage may go, in order.
    pub(super) fn recipients(self, source: ObjectId) -> Recipients {
        let mut things = SmallVec::new();
        let Some(attacker) = self.s.attacker(source) else {
            let blocker = self.s.blocker(source);
            things.extend(blocker.iter().flat_map(|b| &b.attackers).map(|a| Thing::Object(*a)));
            return Recipients { things, tramples: false };
        };
        things.extend(attacker.blockers.iter().map(|b| Thing::Object(*b)));
        let beyond = if !attacker.blocked {
            holds(rule::DAMAGE_UNBLOCKED)
        } else {
            self.has(source, Keyword::Trample)
                || (attacker.blockers.is_empty() && !holds(rule::BLOCKED_STAYS_BLOCKED))
        };
        let mut tramples = beyond && self.is_attacked(attacker.target);
        if tramples {
            things.push(attacker.target);
        }
        if self.s.rules.trample_guard == TrampleGuard::UntilOneIsGone {
            tramples &= !attacker.lost_blocker;
        }
        Recipients { things, tramples }
    }

    /// Whether what a creature attacked is still being attacked (2021 rule 506.4c).
    fn is_attacked(self, target: Thing) -> bool {
        match target {
            Thing::Player(p) => !self.s.players[p.index()].lost,
            Thing::Object(id) => self.s.object(id).is_some_and(|o| {
                o.zone == Zone::Battlefield
                    && o.controller != self.s.turn.active
                    && self.now(o).types.has(CardType::Planeswalker)
            }),
            Thing::None => false,
        }
    }

    pub(crate) fn damage_answers(self, p: &CombatDamage, buf: &mut Vec<Answer>) {
        self.each_share(p, |n| buf.push(Answer::Number(n)));
    }

    pub(crate) fn check_damage(self, p: &CombatDamage, answer: Answer) -> Result<(), RuleId> {
        let Answer::Number(wanted) = answer else { return Err(rule::ILLEGAL_ANSWER) };
        let mut found = false;
        self.each_share(p, |n| found |= n == wanted);
        need(found, self.share_refusal(p, wanted))
    }
}
