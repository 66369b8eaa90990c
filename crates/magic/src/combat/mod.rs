//! The combat phase (2005 rules 306 to 311 and 500 to 502, 2021 rules 506 to 511 and 702).
//!
//! Each of the three procedures asks one small decision at a time. What has been decided lies in
//! `state.combat` at once; it counts as declared (events, triggers) only when all is decided.
//!
//! Not here: bands and costs to block; nothing that can be loaded speaks of them.

mod attack;
mod block;
mod damage;
mod division;
mod evasion;
mod limits;
mod order;
mod requirements;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use attack::Attack;
pub use block::Block;
pub use damage::CombatDamage;

use crate::look::Look;
use simpan_cards::ast::Keyword;
use simpan_engine::ObjectId;
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;

impl Look<'_> {
    /// Whether a mark is set on an object ([`simpan_cards::Mark`]).
    fn marked(self, id: ObjectId, mark: u32) -> bool {
        self.characteristics(id).is_some_and(|c| c.marks & mark != 0)
    }

    /// Whether an attacking or blocking creature has first or double strike, so that there are
    /// two combat damage steps (2005 rule 310.5, 2021 rule 510.4).
    pub(crate) fn first_strike_step_needed(self) -> bool {
        let combat = &self.s.combat;
        combat.attackers.iter().any(|a| self.strikes_first(a.id))
            || combat.blockers.iter().any(|b| self.strikes_first(b.id))
    }

    /// Whether it has first or double strike.
    fn strikes_first(self, id: ObjectId) -> bool {
        (self.has(id, Keyword::FirstStrike) && holds(rule::KW_FIRST_STRIKE))
            || (self.has(id, Keyword::DoubleStrike) && holds(rule::KW_DOUBLE_STRIKE))
    }
}
