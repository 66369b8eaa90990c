//! What damage comes to (2005 glossary, 2021 rules 120.3 and 120.4), and tokens one by one.

use super::{Batch, Proposal, Row};
use crate::look::Look;
use crate::object::Thing;
use crate::ruleset::DamageKeywords;
use crate::state::{Registers, Waiting};
use crate::table::Table;
use simpan_cards::ast::{CardType, CounterKind, Keyword, Keywords, Zone};
use simpan_cards::program::{AbilityId, Sign};
use simpan_engine::ObjectId;
use simpan_rulebook::{RuleId, marker, rule};
use smallvec::SmallVec;

/// Results of damage, each with its rule.
pub(super) type Results = SmallVec<[(Proposal, RuleId); 2]>;

fn infects(keywords: Keywords) -> bool {
    keywords.has(Keyword::Infect) && marker::holds(rule::KW_INFECT)
}

impl Look<'_> {
    fn keywords(self, id: ObjectId) -> Keywords {
        self.characteristics(id).map(|c| c.keywords).unwrap_or_default()
    }

    /// Whether damage by the source is dealt in the form of counters.
    pub(super) fn deals_counters(self, source: ObjectId) -> bool {
        let keywords = self.keywords(source);
        infects(keywords) || (keywords.has(Keyword::Wither) && marker::holds(rule::KW_WITHER))
    }

    /// Whether damage can be dealt to an object (2021 rule 120.1a).
    pub(super) fn takes_damage(self, id: ObjectId) -> bool {
        let there = self.s.object(id).is_some_and(|o| o.zone == Zone::Battlefield);
        there && (self.is(id, CardType::Creature) || self.is(id, CardType::Planeswalker))
    }

    /// Whether the damage is marked on the creature, not turned into something else.
    pub(super) fn is_marked(self, source: ObjectId, to: ObjectId) -> bool {
        self.is(to, CardType::Creature) && !self.deals_counters(source)
    }

    /// The results of damage besides being marked; `None` if it isn't dealt at all.
    pub(super) fn results(self, source: ObjectId, to: Thing, amount: i32) -> Option<Results> {
        let mut out = Results::new();
        let keywords = self.keywords(source);
        match to {
            Thing::Player(player) if infects(keywords) => {
                out.push((Proposal::Poison { player, amount }, rule::DAMAGE_POISON));
            }
            Thing::Player(player) => {
                out.push((Proposal::LoseLife { player, amount }, rule::DAMAGE_TO_PLAYER));
            }
            Thing::Object(id) if self.takes_damage(id) => {
                if self.is(id, CardType::Creature) && self.deals_counters(source) {
                    let kind = CounterKind::MinusOne;
                    let counters = Proposal::Counters { id, kind, by: amount };
                    out.push((counters, rule::DAMAGE_COUNTERS));
                }
                if self.is(id, CardType::Planeswalker) {
                    let kind = CounterKind::Loyalty;
                    let counters = Proposal::Counters { id, kind, by: -amount };
                    out.push((counters, rule::DAMAGE_TO_PLANESWALKER));
                }
            }
            _ => return None,
        }
        if keywords.has(Keyword::Lifelink)
            && self.s.rules.damage_keywords == DamageKeywords::Result
            && let Some(player) = self.controller(source)
        {
            out.push((Proposal::GainLife { player, amount }, rule::KW_LIFELINK));
        }
        Some(out)
    }

    /// Tokens that are created together become one event, if anything cares for that.
    pub(super) fn gather_tokens(self, rows: &mut SmallVec<[Row; 2]>) {
        let token = |row: &Row| matches!(row.proposal, Proposal::Token { .. });
        let asked =
            self.s.signs.has(Sign::WouldCreate) || self.s.effects.iter().any(|e| e.held.is_some());
        let any = asked && rows.iter().any(token);
        if !any || !marker::holds(rule::REPLACEMENT_CONTAINED) {
            return;
        }
        let mut out: SmallVec<[Row; 2]> = SmallVec::new();
        for row in std::mem::take(rows) {
            let Proposal::Token { card, owner } = row.proposal else {
                out.push(row);
                continue;
            };
            match out.last_mut() {
                Some(Row {
                    proposal: Proposal::Create { card: c, owner: o, count },
                    entering,
                    ..
                }) if (*c, *o) == (card, owner) && *entering == row.entering => {
                    *count = count.saturating_add(1);
                }
                _ => out.push(Row { proposal: Proposal::Create { card, owner, count: 1 }, ..row }),
            }
        }
        *rows = out;
    }
}

impl Table<'_> {
    /// Once nothing changes the rows any more, an event that contains others gives way to them:
    /// tokens come one by one (2021 rule 616.1f), damage has its results (2021 rule 120.4c).
    /// Whether there were any.
    pub(super) fn unfold(&mut self, p: &mut Batch) -> bool {
        let holds = |row: &Row| {
            let whole = matches!(row.proposal, Proposal::Create { .. } | Proposal::Damage { .. });
            whole && !row.gone
        };
        if !p.rows.iter().any(holds) {
            return false;
        }
        let look = self.look();
        let mut out: SmallVec<[Row; 2]> = SmallVec::new();
        for row in std::mem::take(&mut p.rows) {
            match row.proposal {
                _ if row.gone => out.push(row),
                Proposal::Create { card, owner, count } => {
                    let token = Row { settled: false, applied: SmallVec::new(), ..row };
                    let token = Row { proposal: Proposal::Token { card, owner }, ..token };
                    out.extend((0..count).map(|_| token.clone()));
                }
                Proposal::Damage { source, to, amount, combat } => {
                    let Some(results) = look.results(source, to, amount) else { continue };
                    let proposal = Proposal::Dealt { source, to, amount, combat };
                    out.push(Row { proposal, settled: true, ..row });
                    out.extend(results.into_iter().map(|(proposal, because)| Row {
                        settled: !marker::holds(rule::DAMAGE_PROCESS),
                        from_damage: true,
                        because: Some(because),
                        ..Row::new(proposal)
                    }));
                }
                _ => out.push(row),
            }
        }
        p.rows = out;
        true
    }

    /// Damage is dealt: recorded, and marked where it is marked.
    pub(super) fn commit_dealt(
        &mut self,
        source: ObjectId,
        to: Thing,
        amount: i32,
        combat: bool,
        rule: RuleId,
    ) {
        let look = self.look();
        let keywords = look.keywords(source);
        match to {
            Thing::Object(id) if look.is_marked(source, id) => {
                self.mark_damage(source, id, amount, combat, rule);
            }
            _ => self.record_damage(source, to, amount, combat, rule),
        }
        let result = self.s.rules.damage_keywords == DamageKeywords::Result;
        if keywords.has(Keyword::Deathtouch)
            && marker::holds(rule::KW_DEATHTOUCH)
            && let Thing::Object(id) = to
            && self.look().is(id, CardType::Creature)
        {
            if result {
                self.mark_deathtouch(id);
                self.s.dirty.state_based = true;
            } else {
                self.damage_trigger(self.pool.deathtouch(), source, to, amount);
            }
        }
        if keywords.has(Keyword::Lifelink) && !result && marker::holds(rule::KW_LIFELINK) {
            self.damage_trigger(self.pool.lifelink(), source, to, amount);
        }
    }

    /// A keyword that stands for a triggered ability triggers on damage, if its source is still
    /// there: only what leaves looks back (2005 rule 410.10d).
    fn damage_trigger(&mut self, ability: AbilityId, source: ObjectId, to: Thing, amount: i32) {
        if self.s.object(source).is_none_or(|o| o.zone != Zone::Battlefield) {
            return;
        }
        let Some(controller) = self.look().controller(source) else { return };
        let regs = Registers {
            triggering: Thing::Object(source),
            other: to,
            that: amount,
            ..Registers::default()
        };
        self.triggered(source, ability, controller, rule::TRIGGER);
        self.s.waiting.push(Waiting { ability, source, controller, regs });
    }
}
