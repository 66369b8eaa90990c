//! Restrictions on a whole attack, and requirements under them (2005 rule 500.2, 2021 rules 508.1c
//! and d): "can't attack alone", "no more than so many creatures can attack".

use crate::look::Look;
use crate::refuse::refuse;
use simpan_cards::Mark;
use simpan_engine::ObjectId;
use simpan_rulebook::{RuleId, rule};

/// What there is to choose from, besides the attackers that are chosen.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    /// Creatures that attack if able.
    must: usize,
    /// Other creatures that could attack.
    may: usize,
    /// One of those that must could.
    must_alone: bool,
}

impl Look<'_> {
    /// How many creatures may attack.
    fn attack_limit(self) -> usize {
        let mods = self.s.players[self.s.turn.active.index()].mods;
        mods.attackers_at_most.map_or(usize::MAX, usize::from)
    }

    fn alone(self, id: ObjectId) -> bool {
        !self.marked(id, Mark::CANT_ATTACK_ALONE)
    }

    /// What could be added to the chosen attackers, and to one more.
    fn attack_rest(self, more: Option<ObjectId>) -> Rest {
        let mut rest = Rest::default();
        for id in self.s.battlefield.iter().copied() {
            let chosen = self.s.attacker(id).is_some() || Some(id) == more;
            if chosen || self.can_attack(id).is_err() {
                continue;
            }
            let (must, alone) = (self.has_to_attack(id), self.alone(id));
            if must {
                rest.must += 1;
            } else {
                rest.may += 1;
            }
            rest.must_alone |= must && alone;
        }
        rest
    }

    /// Of `chosen` attackers, `obeying` of which have to attack: the most requirements that they
    /// and any of the rest obey together; `None` if no such attack is possible. `single` says
    /// that the only one chosen can't attack alone.
    fn most_obeyed(self, chosen: usize, obeying: usize, single: bool, rest: Rest) -> Option<usize> {
        let left = self.attack_limit().checked_sub(chosen)?;
        let added = rest.must.min(left);
        match chosen {
            // Nobody attacks, or those that have to, with help where that takes two.
            0 if added == 1 && !rest.must_alone => {
                Some(usize::from(left >= 2 && rest.must + rest.may >= 2))
            }
            1 if single && added == 0 => (left >= 1 && rest.may >= 1).then_some(obeying),
            _ => Some(obeying + added),
        }
    }

    fn obeying(self) -> usize {
        self.s.combat.attackers.iter().filter(|a| self.has_to_attack(a.id)).count()
    }

    /// Whether some restriction is on the attack as a whole.
    pub(super) fn attack_is_limited(self) -> bool {
        self.attack_limit() != usize::MAX
            || self
                .s
                .battlefield
                .iter()
                .any(|id| self.marked(*id, Mark::CANT_ATTACK_ALONE) && self.can_attack(*id).is_ok())
    }

    /// Whether the chosen attackers are a legal attack.
    ///
    /// # Errors
    /// The restriction or requirement that it breaks.
    pub(super) fn attack_complete(self) -> Result<(), RuleId> {
        if !self.attack_is_limited() {
            // All that can attack can attack together: each that has to does.
            let missing = |id: &ObjectId| self.s.attacker(*id).is_none() && self.has_to_attack(*id);
            return match self.s.battlefield.iter().any(missing) {
                true => refuse(rule::ATTACK_REQUIREMENT),
                false => Ok(()),
            };
        }
        let attackers = &self.s.combat.attackers;
        let single = matches!(attackers.as_slice(), [only] if !self.alone(only.id));
        if single || attackers.len() > self.attack_limit() {
            refuse(rule::ATTACK_RESTRICTION)?;
        }
        if self.obeying() < self.most_at_all() {
            refuse(rule::ATTACK_REQUIREMENT)?;
        }
        Ok(())
    }

    /// The most requirements that any attack obeys.
    fn most_at_all(self) -> usize {
        let mut rest = self.attack_rest(None);
        for attacker in &self.s.combat.attackers {
            let (must, alone) = (self.has_to_attack(attacker.id), self.alone(attacker.id));
            if must {
                rest.must += 1;
            } else {
                rest.may += 1;
            }
            rest.must_alone |= must && alone;
        }
        self.most_obeyed(0, 0, false, rest).unwrap_or(0)
    }

    /// Whether the chosen attackers and one more can be made a legal attack.
    ///
    /// # Errors
    /// The restriction or requirement in the way.
    pub(super) fn attack_completable(self, more: ObjectId) -> Result<(), RuleId> {
        let chosen = self.s.combat.attackers.len() + 1;
        let obeying = self.obeying() + usize::from(self.has_to_attack(more));
        let single = chosen == 1 && !self.alone(more);
        match self.most_obeyed(chosen, obeying, single, self.attack_rest(Some(more))) {
            None => refuse(rule::ATTACK_RESTRICTION),
            Some(most) if most < self.most_at_all() => refuse(rule::ATTACK_REQUIREMENT),
            Some(_) => Ok(()),
        }
    }
}
