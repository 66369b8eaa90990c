//! Abilities that define keywords, where rulebooks differ about them.

use crate::look::Look;
use crate::process::Frame;
use crate::ruleset::{AgeCounters, Provoke};
use crate::state::EntryKind;
use simpan_cards::ast::{Ability, Amount, CounterKind, Keyword, KeywordAbility};
use simpan_cards::program::AbilityId;
use simpan_rulebook::{RuleId, rule};

impl<'a> Look<'a> {
    /// The keyword that an ability defines, if it does.
    fn keyword_of(self, ability: AbilityId) -> Option<&'a KeywordAbility> {
        match &self.pool.ability(ability).tree {
            Ability::Keyword(keyword) => Some(keyword),
            _ => None,
        }
    }

    /// The rule by which an ability triggers: that of the keyword it defines, if it does.
    pub(crate) fn trigger_rule(self, ability: AbilityId) -> RuleId {
        match self.keyword_of(ability) {
            Some(KeywordAbility::Plain(Keyword::Flanking)) => rule::KW_FLANKING,
            Some(KeywordAbility::Plain(Keyword::Persist)) => rule::KW_PERSIST,
            Some(KeywordAbility::Plain(Keyword::Provoke)) => rule::KW_PROVOKE,
            Some(KeywordAbility::Plain(Keyword::Prowess)) => rule::KW_PROWESS,
            Some(KeywordAbility::Plain(Keyword::Storm)) => rule::KW_STORM,
            Some(KeywordAbility::Plain(Keyword::Undying)) => rule::KW_UNDYING,
            Some(KeywordAbility::Bushido(_)) => rule::KW_BUSHIDO,
            Some(KeywordAbility::CumulativeUpkeep(_)) => rule::KW_CUMULATIVE_UPKEEP,
            Some(KeywordAbility::Echo(_)) => rule::KW_ECHO,
            Some(KeywordAbility::Fading(_)) => rule::KW_FADING,
            Some(KeywordAbility::Modular(_)) => rule::KW_MODULAR,
            Some(KeywordAbility::Rampage(_)) => rule::KW_RAMPAGE,
            _ => rule::TRIGGER,
        }
    }

    /// Whether what a player may do is done without asking.
    pub(super) fn is_forced(self, f: &Frame) -> bool {
        let EntryKind::Ability(ability) = f.entry.kind else { return false };
        self.s.rules.provoke == Provoke::Mandatory
            && self.keyword_of(ability) == Some(&KeywordAbility::Plain(Keyword::Provoke))
    }

    /// The kind of counters that is meant: each instance of cumulative upkeep may have its own.
    pub(super) fn counters_meant(self, f: &Frame, kind: CounterKind) -> CounterKind {
        let EntryKind::Ability(ability) = f.entry.kind else { return kind };
        if kind != CounterKind::Age || self.s.rules.age_counters == AgeCounters::Shared {
            return kind;
        }
        let upkeeps = |id: &&AbilityId| {
            matches!(self.keyword_of(**id), Some(KeywordAbility::CumulativeUpkeep(_)))
        };
        let all = self.characteristics(f.entry.source).map(|c| c.abilities.iter());
        match all.and_then(|mut ids| ids.by_ref().filter(upkeeps).position(|id| *id == ability)) {
            Some(n) if n > 0 => CounterKind::Named(u8::MAX.saturating_sub(n as u8)),
            _ => kind,
        }
    }

    /// How many times over a cost is to be paid.
    pub(super) fn times_over(self, times: &Amount, f: &Frame) -> u32 {
        let times = match times {
            Amount::Counters(kind, what) => {
                let kind = self.counters_meant(f, *kind);
                self.amount(&Amount::Counters(kind, what.clone()), f.context())
            }
            other => self.amount(other, f.context()),
        };
        times.max(0) as u32
    }
}
