//! Which creature can block which attacker: blocking by itself, and evasion (2005 rules 309.2a and
//! 501, 2021 rule 509.1a and b, with the keywords of 2005 rule 502 and 2021 rule 702).
//!
//! What depends on other blocks (menace, how many a creature may block) is in
//! [`super::requirements`].

use crate::look::{Context, Look};
use crate::refuse::{because, need, refuse};
use crate::ruleset::{ProtectionBlocks, ReachBlocks};
use simpan_cards::ast::{
    CardType, Change, Color, Keyword, KeywordAbility, Keywords, Subtype, Zone,
};
use simpan_cards::program::Sign;
use simpan_cards::{Characteristics, Mark};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};

impl Look<'_> {
    /// Whether a creature can block an attacker, other blocks aside.
    ///
    /// # Errors
    /// The rule that keeps it from blocking that attacker.
    pub fn can_block(self, blocker: ObjectId, attacker: ObjectId) -> Result<(), RuleId> {
        let defender = self.can_block_at_all(blocker)?;
        let Some(a) = self.s.attacker(attacker) else {
            return Err(because(rule::BLOCK_ONE_ATTACKER));
        };
        if self.defender_of(a.target) != Some(defender) {
            refuse(rule::BLOCK_CONTROLLER)?;
        }
        let (Some(ours), Some(theirs)) =
            (self.characteristics(blocker), self.characteristics(attacker))
        else {
            return Err(because(rule::BLOCK_CREATURE_ONLY));
        };
        if theirs.marks & Mark::UNBLOCKABLE != 0 {
            refuse(rule::BLOCK_UNBLOCKABLE)?;
        }
        evades_by_keyword(theirs, ours).or_else(evasion)?;
        if theirs.signs.has(Sign::Keyworded) {
            self.evades_by_ability(attacker, theirs, ours, defender).or_else(evasion)?;
        }
        let by_ours = self.s.rules.protection_blocks == ProtectionBlocks::ByTheProtected;
        if by_ours
            && ours.signs.has(Sign::Keyworded)
            && self.protected_from(ours, blocker, theirs)
            && holds(rule::PROTECTION_BLOCK)
        {
            refuse(rule::BLOCK_PROTECTION)?;
        }
        if !ours.limits.is_empty() || !theirs.limits.is_empty() {
            self.limits_allow(blocker, ours, attacker, theirs)?;
        }
        Ok(())
    }

    /// Whether a creature can block anything; if so, for whom it would.
    pub(crate) fn can_block_at_all(self, blocker: ObjectId) -> Result<PlayerId, RuleId> {
        let object = self.s.object(blocker).filter(|o| o.zone == Zone::Battlefield);
        let Some(o) = object else { return Err(because(rule::BLOCK_CREATURE_ONLY)) };
        let c = self.now(o);
        if !c.types.has(CardType::Creature) {
            refuse(rule::BLOCK_CREATURE_ONLY)?;
        }
        if o.controller == self.s.turn.active {
            refuse(rule::BLOCK_CONTROLLER)?;
        }
        if o.tapped() {
            refuse(rule::BLOCK_TAPPED)?;
        }
        if c.marks & Mark::CANT_BLOCK != 0 {
            refuse(rule::BLOCK_RESTRICTION)?;
        }
        Ok(o.controller)
    }

    /// Landwalk and protection.
    fn evades_by_ability(
        self,
        attacker: ObjectId,
        theirs: &Characteristics,
        ours: &Characteristics,
        defender: PlayerId,
    ) -> Result<(), RuleId> {
        let walks = self.pool.keyword(&theirs.abilities, |k| match k {
            KeywordAbility::Landwalk(land) => self.controls_land(defender, *land).then_some(()),
            _ => None,
        });
        if walks.is_some() && holds(rule::KW_LANDWALK) {
            refuse(rule::BLOCK_LANDWALK)?;
        }
        let of_theirs = self.s.rules.protection_blocks == ProtectionBlocks::OfTheProtected;
        if of_theirs && self.protected_from(theirs, attacker, ours) && holds(rule::PROTECTION_BLOCK)
        {
            refuse(rule::BLOCK_PROTECTION)?;
        }
        Ok(())
    }

    fn controls_land(self, player: PlayerId, land: Subtype) -> bool {
        self.s.battlefield.iter().any(|id| {
            let o = &self.s.objects[id.index()];
            let c = self.now(o);
            o.controller == player && c.types.has(CardType::Land) && c.subtypes.has(land)
        })
    }

    /// "Can't be blocked except by …", "can't be blocked by …", "can block only …".
    fn limits_allow(
        self,
        blocker: ObjectId,
        ours: &Characteristics,
        attacker: ObjectId,
        theirs: &Characteristics,
    ) -> Result<(), RuleId> {
        let mut blocking = std::borrow::Cow::Borrowed(ours);
        if self.s.rules.reach_blocks == ReachBlocks::AsThoughFlying
            && ours.keywords.has(Keyword::Reach)
            && !theirs.limits.is_empty()
            && holds(rule::KW_REACH)
        {
            let flying = Keywords::of(Keyword::Flying);
            blocking.to_mut().keywords = ours.keywords.with(flying);
        }
        let on_attacker = theirs.limits.iter().all(|limit| {
            let ctx = Context::of(limit.source, limit.you);
            match self.limit_change(limit) {
                Change::BlockedOnlyBy(filter) => self.fits_as(blocker, &blocking, filter, ctx),
                Change::NotBlockedBy(filter) => !self.fits_as(blocker, &blocking, filter, ctx),
                // What it says of the defending player is of the one this creature attacks.
                Change::UnblockableWhile(condition) => {
                    !self.condition(condition, Context { source: attacker, ..ctx })
                }
                _ => true,
            }
        });
        let on_blocker = ours.limits.iter().all(|limit| match self.limit_change(limit) {
            Change::BlocksOnly(filter) => {
                self.fits(attacker, filter, Context::of(limit.source, limit.you))
            }
            _ => true,
        });
        need(on_attacker && on_blocker, rule::BLOCK_RESTRICTION)
    }

    /// How many attackers a creature may block (2005 rule 309.2a, 2021 rule 509.1a: one).
    pub(super) fn block_capacity(self, blocker: ObjectId) -> u8 {
        let Some(c) = self.characteristics(blocker) else { return 0 };
        c.limits.iter().fold(1u8, |n, limit| match self.limit_change(limit) {
            Change::BlocksMore(more) => n.saturating_add(*more),
            _ => n,
        })
    }
}

/// What an evasion ability forbids.
fn evasion(by: RuleId) -> Result<(), RuleId> {
    if holds(rule::EVASION) { Err(by) } else { Ok(()) }
}

/// Evasion that both creatures' keywords, types and colours decide.
fn evades_by_keyword(attacker: &Characteristics, blocker: &Characteristics) -> Result<(), RuleId> {
    let (theirs, ours) = (attacker.keywords, blocker.keywords);
    let artifact = || blocker.types.has(CardType::Artifact);
    let reaches = ours.has(Keyword::Flying) || (ours.has(Keyword::Reach) && holds(rule::KW_REACH));
    if theirs.has(Keyword::Flying) && !reaches && holds(rule::KW_FLYING) {
        refuse(rule::BLOCK_FLYING)?;
    }
    if theirs.has(Keyword::Shadow) != ours.has(Keyword::Shadow) && holds(rule::KW_SHADOW) {
        refuse(rule::BLOCK_SHADOW)?;
    }
    if theirs.has(Keyword::Horsemanship)
        && !ours.has(Keyword::Horsemanship)
        && holds(rule::KW_HORSEMANSHIP)
    {
        refuse(rule::BLOCK_HORSEMANSHIP)?;
    }
    let black = blocker.colors.has(Color::Black);
    if theirs.has(Keyword::Fear) && !artifact() && !black && holds(rule::KW_FEAR) {
        refuse(rule::BLOCK_FEAR)?;
    }
    let shares = attacker.colors.0 & blocker.colors.0 != 0;
    if theirs.has(Keyword::Intimidate) && !artifact() && !shares && holds(rule::KW_INTIMIDATE) {
        refuse(rule::BLOCK_INTIMIDATE)?;
    }
    Ok(())
}
