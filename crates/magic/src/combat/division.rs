//! Dividing a creature's combat damage (2005 rules 310.2 and 502.9, 2021 rules 510.1c to e and
//! 702.19).
//!
//! Shares are asked one by one. A share may be chosen if the assignments of the player's creatures
//! can be completed legally after it: what a creature's later recipients get, and what creatures
//! that assign later give to the same recipients, counts towards lethal damage.

use super::damage::CombatDamage;
use crate::look::Look;
use crate::object::Thing;
use crate::ruleset::DamageDivision;
use simpan_cards::ast::Keyword;
use simpan_engine::ObjectId;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;
use std::ops::RangeInclusive;

/// How many divisions are tried to find one that completes the assignments. A share whose
/// completion isn't found within it isn't offered; one always is.
const SEARCH_LIMIT: u32 = 2000;

/// To whom a creature's combat damage may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recipients {
    /// In order; the player or planeswalker last.
    pub(super) things: SmallVec<[Thing; 4]>,
    /// The last one is what the creature attacks, and gets something only if those before it get
    /// lethal damage.
    pub(super) tramples: bool,
}

/// A creature that assigns damage, as the search for a completion sees it.
#[derive(Clone, Debug)]
struct Assigner {
    recipients: Recipients,
    deathtouch: bool,
    power: i32,
    shares: SmallVec<[i32; 4]>,
}

impl Assigner {
    /// Whether the recipient of that number must be preceded by lethal damage to all before it.
    fn guarded(&self, nth: usize, ordered: bool) -> bool {
        ordered || (self.recipients.tramples && nth + 1 == self.recipients.things.len())
    }
}

/// The assignments of creatures that share recipients.
struct Search<'a> {
    look: Look<'a>,
    ordered: bool,
    all: SmallVec<[Assigner; 4]>,
    tries: u32,
}

impl Search<'_> {
    /// Whether the recipient is assigned lethal damage by all together.
    fn lethal(&self, to: Thing) -> bool {
        let Thing::Object(id) = to else { return true };
        let mut total = 0i32;
        for a in &self.all {
            for (share, thing) in a.shares.iter().zip(&a.recipients.things) {
                if *thing == to && *share > 0 {
                    if a.deathtouch {
                        return true;
                    }
                    total = total.saturating_add(*share);
                }
            }
        }
        total >= self.look.lethal_damage(id, false)
    }

    /// Whether the assignments, which are complete, are legal.
    fn legal(&self) -> bool {
        self.all.iter().all(|a| {
            let things = &a.recipients.things;
            let last =
                (0..things.len()).rev().find(|n| a.shares[*n] > 0 && a.guarded(*n, self.ordered));
            last.is_none_or(|n| things[..n].iter().all(|t| self.lethal(*t)))
        })
    }

    /// Whether the assignments can be completed legally from the given assigner on.
    fn completable(&mut self, from: usize) -> bool {
        let Some(at) = (from..self.all.len())
            .find(|i| self.all[*i].shares.len() < self.all[*i].recipients.things.len())
        else {
            self.tries += 1;
            return self.legal();
        };
        let a = &self.all[at];
        let left = a.power - a.shares.iter().sum::<i32>();
        let last = a.shares.len() + 1 == a.recipients.things.len();
        let low = if last { left } else { 0 };
        for share in (low..=left).rev() {
            if self.tries >= SEARCH_LIMIT {
                return false;
            }
            self.all[at].shares.push(share);
            let found = self.completable(at);
            self.all[at].shares.pop();
            if found {
                return true;
            }
        }
        false
    }
}

impl<'a> Look<'a> {
    /// Calls `f` with each amount that the recipient whose turn it is may get, in rising order.
    pub(super) fn each_share(self, p: &CombatDamage, mut f: impl FnMut(i32)) {
        let Some(source) = p.source() else { return };
        let recipients = self.recipients(source);
        let left = self.power(source) - p.given_by(source);
        let nth = p.done_of(source);
        if nth + 1 >= recipients.things.len() {
            return f(left);
        }
        let others = self.sharing(p, source);
        if others.len() <= 1 {
            return self.share_range(p, source, &recipients).for_each(f);
        }
        let ordered = self.s.rules.damage_division == DamageDivision::Ordered;
        if !ordered && !others.iter().any(|id| self.recipients(*id).tramples) {
            return (0..=left).for_each(f);
        }
        for share in 0..=left {
            let mut search = Search { look: self, ordered, all: SmallVec::new(), tries: 0 };
            search.all.extend(others.iter().map(|id| self.assigner(p, *id)));
            if let Some(now) = others.iter().position(|id| *id == source) {
                search.all[now].shares.push(share);
            }
            if search.completable(0) {
                f(share);
            }
        }
    }

    /// The rule that a share breaks which can't be chosen.
    pub(super) fn share_refusal(self, p: &CombatDamage, share: i32) -> RuleId {
        let Some(source) = p.source() else { return rule::ILLEGAL_ANSWER };
        let left = self.power(source) - p.given_by(source);
        if !(0..=left).contains(&share) {
            return rule::DAMAGE_ASSIGNMENT;
        }
        match self.s.rules.damage_division {
            DamageDivision::Ordered => rule::LETHAL_IN_ORDER,
            DamageDivision::Free if self.recipients(source).tramples => rule::KW_TRAMPLE,
            DamageDivision::Free => rule::DAMAGE_ASSIGNMENT,
        }
    }

    fn assigner(self, p: &CombatDamage, id: ObjectId) -> Assigner {
        let shares = p.rows.iter().filter(|r| r.source == id).map(|r| r.amount).collect();
        Assigner {
            recipients: self.recipients(id),
            deathtouch: self.has(id, Keyword::Deathtouch),
            power: self.power(id),
            shares,
        }
    }

    /// The creatures that assign damage in this step and are connected with `source` by creatures
    /// they both may damage, itself among them, in the order in which they assign.
    fn sharing(self, p: &CombatDamage, source: ObjectId) -> SmallVec<[ObjectId; 4]> {
        let mut in_it: SmallVec<[bool; 8]> = p.sources.iter().map(|id| *id == source).collect();
        let mut reached = self.recipients(source).things;
        let mut grown = true;
        while grown {
            grown = false;
            for (at, id) in p.sources.iter().enumerate().filter(|(_, id)| **id != source) {
                if in_it[at] {
                    continue;
                }
                let theirs = self.recipients(*id).things;
                if theirs.iter().any(|t| t.object().is_some() && reached.contains(t)) {
                    in_it[at] = true;
                    grown = true;
                    reached.extend(theirs);
                }
            }
        }
        p.sources.iter().zip(in_it).filter(|(_, is)| *is).map(|(id, _)| *id).collect()
    }

    /// The amounts for a recipient (not the last) of a creature that shares none with others.
    fn share_range(
        self,
        p: &CombatDamage,
        source: ObjectId,
        recipients: &Recipients,
    ) -> RangeInclusive<i32> {
        let a = self.assigner(p, source);
        let left = a.power - a.shares.iter().sum::<i32>();
        let nth = a.shares.len();
        let lethal = |n: usize| {
            let creature = recipients.things[n].object();
            creature.map_or(0, |id| self.lethal_damage(id, a.deathtouch))
        };
        let before = (0..nth).all(|n| a.shares[n] >= lethal(n));
        // Whoever comes next may get everything that is left, unless it is guarded.
        let ordered = self.s.rules.damage_division == DamageDivision::Ordered;
        if !a.guarded(nth + 1, ordered) {
            return 0..=left;
        }
        if !before {
            return left..=left;
        }
        lethal(nth).min(left)..=left
    }
}
