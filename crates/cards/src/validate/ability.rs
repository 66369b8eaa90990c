//! Checks of abilities, costs and how instructions are put together.

use super::scope::{Checker, Scope, has_x, pays_object};
use crate::ast::{
    Ability, Activated, Amount, Bound, Cost, CostPart, Effect, Instead, KeywordAbility, Objects,
    Players, Replacement, Restriction, Static, StaticEffect, SubtypeKind, Triggered, Walk, Would,
};

/// How many target words an effect has.
fn targets(effect: &Effect) -> u8 {
    let mut count: u8 = 0;
    effect.clone().take_targets(&mut |_| {
        count = count.saturating_add(1);
        count - 1
    });
    count
}

fn plural(who: &Players) -> bool {
    matches!(who, Players::Each | Players::Opponents | Players::Others)
}

impl Checker {
    pub fn ability(&mut self, ability: &Ability) {
        match ability {
            Ability::Keyword(k) => self.keyword(k),
            Ability::Activated(a) => self.activated(a),
            Ability::Triggered(t) => self.triggered(t),
            Ability::Static(s) => self.static_ability(s),
            Ability::Spell(e) => {
                let scope = Scope { event: false, done: false, each: false, ..self.scope };
                self.scoped(scope, |c| c.instructions("effect", e));
                self.at("effect", |c| c.others(e));
            }
        }
    }

    /// An effect with target words of its own.
    fn instructions(&mut self, step: &str, effect: &Effect) {
        let scope = Scope { targets: Some(targets(effect)), ..self.scope };
        self.scoped(scope, |c| c.at(step, |c| c.effect(effect)));
    }

    fn activated(&mut self, ability: &Activated) {
        if ability.cost.mana.is_empty() && ability.cost.parts.is_empty() {
            self.at("cost", |c| {
                c.problem("the cost is empty; write `mana: \"{0}\"` if it is free")
            });
        }
        let scope = Scope {
            x: has_x(&ability.cost) || self.scope.x,
            paid: pays_object(&ability.cost),
            event: false,
            done: false,
            each: false,
            ..self.scope
        };
        self.scoped(scope, |c| {
            c.at("cost", |c| c.cost(&ability.cost));
            c.instructions("effect", &ability.effect);
            c.at("only", |c| {
                for restriction in &ability.only {
                    if let Restriction::If(condition) = restriction {
                        c.condition(condition);
                    }
                }
            });
        });
    }

    fn triggered(&mut self, ability: &Triggered) {
        self.at("when", |c| c.trigger(&ability.when));
        self.at("effect", |c| c.gone(&ability.when, &ability.effect));
        let scope = Scope { event: true, done: false, each: false, targets: None, ..self.scope };
        self.scoped(scope, |c| {
            if let Some(condition) = &ability.if_ {
                c.at("if", |c| c.condition(condition));
            }
            c.instructions("effect", &ability.effect);
        });
    }

    fn static_ability(&mut self, ability: &Static) {
        if let Some(condition) = &ability.while_ {
            self.at("while", |c| c.condition(condition));
        }
        self.at("effect", |c| match &ability.effect {
            StaticEffect::Change { what, changes } => {
                c.at("what", |c| c.objects(what));
                c.changes(changes, Some(what));
            }
            StaticEffect::ChangePlayers { who, change } => {
                c.at("who", |c| c.players(who));
                c.at("change", |c| c.player_change(change));
            }
            StaticEffect::Cost(change) => {
                c.at("who", |c| c.players(&change.who));
                c.at("filter", |c| c.filter(&change.filter));
                c.at("generic", |c| c.amount(&change.generic));
            }
            StaticEffect::Replace(r) => c.replacement(r),
            StaticEffect::Define(changes) => c.changes(changes, None),
            StaticEffect::AttackCost { what, cost } => {
                c.at("what", |c| c.objects(what));
                c.at("cost", |c| c.cost(cost));
            }
            StaticEffect::AlternativeCost(cost) | StaticEffect::AdditionalCost(cost) => {
                c.at("cost", |c| c.cost(cost));
            }
        });
    }

    fn keyword(&mut self, keyword: &KeywordAbility) {
        match keyword {
            KeywordAbility::Protection(f)
            | KeywordAbility::Enchant(f)
            | KeywordAbility::Affinity(f) => self.filter(f),
            KeywordAbility::Equip(c)
            | KeywordAbility::TypeCycling(_, c)
            | KeywordAbility::Ward(c)
            | KeywordAbility::Outlast(c)
            | KeywordAbility::Scavenge(c)
            | KeywordAbility::Cycling(c)
            | KeywordAbility::Kicker(c)
            | KeywordAbility::Flashback(c)
            | KeywordAbility::Buyback(c)
            | KeywordAbility::Entwine(c)
            | KeywordAbility::Morph(c)
            | KeywordAbility::CumulativeUpkeep(c) => {
                if c.mana.is_empty() && c.parts.is_empty() {
                    self.problem(
                        "the keyword's cost is empty; write `mana: \"{0}\"` if it is free",
                    );
                }
                self.at("cost", |checker| checker.cost(c));
            }
            KeywordAbility::Madness(c) | KeywordAbility::Echo(c) if c.is_empty() => {
                self.problem("the keyword's cost is empty; write \"{0}\" if it is free");
            }
            KeywordAbility::Dredge(n)
            | KeywordAbility::Bushido(n)
            | KeywordAbility::Rampage(n)
            | KeywordAbility::Modular(n)
            | KeywordAbility::Fading(n)
            | KeywordAbility::Soulshift(n)
            | KeywordAbility::Afterlife(n)
            | KeywordAbility::Annihilator(n)
                if *n == 0 =>
            {
                self.problem("the keyword's number is 0, so it does nothing; write at least 1");
            }
            KeywordAbility::Landwalk(subtype) if subtype.kind() != SubtypeKind::Land => {
                self.problem(format!("`{subtype}` is no land type; name one, such as \"Swamp\""));
            }
            // Keywords that name neither a number nor a cost have nothing to check.
            _ => {}
        }
    }

    pub fn cost(&mut self, cost: &Cost) {
        for part in &cost.parts {
            match part {
                CostPart::Sacrifice { count, filter }
                | CostPart::Discard { count, filter, .. }
                | CostPart::Exile { count, filter }
                | CostPart::Return { count, filter }
                | CostPart::TapOthers { count, filter } => {
                    self.cost_count(count);
                    self.at("filter", |c| c.filter(filter));
                }
                CostPart::PayLife(count)
                | CostPart::Draw(count)
                | CostPart::RemoveCounters { count, .. }
                | CostPart::PutCounters { count, .. } => self.cost_count(count),
                CostPart::Tap
                | CostPart::Untap
                | CostPart::SacrificeThis
                | CostPart::DiscardThis
                | CostPart::ExileThis => {}
            }
        }
    }

    /// A number in a cost, where X is being chosen.
    fn cost_count(&mut self, count: &Amount) {
        let scope = Scope { x: true, ..self.scope };
        self.scoped(scope, |c| c.count("count", count));
    }

    pub fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Do(action) => {
                self.action(action);
                self.scope.done = true;
            }
            Effect::Seq(all) => {
                self.filled(all, "instructions");
                for (i, step) in all.iter().enumerate() {
                    self.at(&format!("step {}", i + 1), |c| c.effect(step));
                }
            }
            Effect::May { who, effect } => {
                self.at("who", |c| c.players(who));
                self.round(plural(who), |c| c.at("effect", |c| c.effect(effect)));
            }
            Effect::If { condition, then, otherwise } => {
                self.at("condition", |c| c.condition(condition));
                self.at("then", |c| c.effect(then));
                if let Some(otherwise) = otherwise {
                    self.at("otherwise", |c| c.effect(otherwise));
                }
            }
            Effect::Unless { who, cost, effect } => {
                self.at("who", |c| c.players(who));
                self.at("cost", |c| {
                    if cost.mana.x_count() > 0 {
                        c.x();
                    }
                    c.cost(cost);
                });
                self.round(plural(who), |c| c.at("effect", |c| c.effect(effect)));
            }
            Effect::MayPay { who, cost, effect } => {
                self.at("who", |c| c.players(who));
                self.at("cost", |c| c.cost(cost));
                let before = self.scope;
                self.scope.x |= has_x(cost);
                self.scope.paid |= pays_object(cost);
                self.round(plural(who), |c| c.at("effect", |c| c.effect(effect)));
                self.scope = Scope { done: self.scope.done, ..before };
            }
            Effect::Modes { count, modes, kicked } => {
                self.filled(modes, "modes");
                if kicked.is_some() && !self.scope.kicker {
                    self.problem("the card has no kicker; add `Keyword(Kicker(…))`");
                }
                for count in std::iter::once(count).chain(kicked) {
                    self.bound("count", count);
                    if let Bound::Exactly(Amount::N(n)) | Bound::UpTo(Amount::N(n)) = count
                        && usize::try_from(*n).is_ok_and(|n| n > modes.len())
                    {
                        let have = modes.len();
                        self.problem(format!(
                            "{n} of {have} modes can't be chosen; add modes or choose fewer"
                        ));
                    }
                }
                for (i, mode) in modes.iter().enumerate() {
                    self.instructions(&format!("mode {}", i + 1), &mode.effect);
                }
                self.scope.done = true;
            }
            Effect::ForEach { each, effect } => {
                self.at("each", |c| c.things(each));
                self.round(true, |c| c.at("effect", |c| c.effect(effect)));
            }
            Effect::Later { when, effect, .. } => {
                self.at("when", |c| c.trigger(when));
                let scope = Scope { event: true, ..self.scope };
                self.scoped(scope, |c| c.at("effect", |c| c.effect(effect)));
            }
            Effect::Reflexive(effect) => {
                let scope = Scope { event: true, done: true, ..self.scope };
                self.scoped(scope, |c| c.instructions("reflexive", effect));
            }
        }
    }

    /// Checks where `Each` may be spoken of; what is done there is done for what follows.
    fn round(&mut self, each: bool, check: impl FnOnce(&mut Self)) {
        let before = self.scope.each;
        self.scope.each |= each;
        check(self);
        self.scope.each = before;
    }

    pub fn replacement(&mut self, replacement: &Replacement) {
        self.at("would", |c| match &replacement.would {
            Would::Enter(s) | Would::Destroy(s) | Would::Die(s) => c.subject(s),
            Would::PutCounters { what, .. } | Would::Move { what, .. } => c.subject(what),
            Would::Damage { source, to, .. } => {
                if let Some(source) = source {
                    c.at("source", |c| c.filter(source));
                }
                if let Some(to) = to {
                    c.at("to", |c| c.things(to));
                }
            }
            Would::Draw(who)
            | Would::GainLife(who)
            | Would::LoseLife(who)
            | Would::Create(who)
            | Would::Lose(who) => c.players(who),
            Would::Discard { who, what } => {
                c.players(who);
                c.filter(what);
            }
        });
        if let Some(next) = &replacement.next {
            self.count("next", next);
        }
        let scope = Scope { event: true, ..self.scope };
        self.scoped(scope, |c| {
            c.at("instead", |c| c.instead(&replacement.instead));
            if let Some(also) = &replacement.also {
                c.at("also", |c| c.effect(&also.effect));
            }
        });
    }

    fn instead(&mut self, instead: &Instead) {
        match instead {
            Instead::Counters { count, .. }
            | Instead::Plus(count)
            | Instead::Prevent(Some(count)) => {
                self.count("count", count);
            }
            Instead::AsCopy { of, except, also } => {
                self.at("of", |c| c.filter(of));
                self.at("except", |c| c.exceptions(except));
                if let Some(also) = also {
                    self.at("also", |c| {
                        also.if_.iter().for_each(|f| c.filter(f));
                        c.exceptions(&also.except);
                        also.counters.iter().for_each(|(_, n)| c.count("counters", n));
                    });
                }
            }
            Instead::UnlessPay { cost, otherwise } => {
                self.at("cost", |c| c.cost(cost));
                self.at("otherwise", |c| c.instead(otherwise));
            }
            Instead::Times(n) if *n < 2 => {
                self.problem(format!(
                    "{n} times as much changes nothing or is `Nothing`; write at least 2"
                ));
            }
            Instead::To(to) => self.destination(to),
            Instead::Redirect(to) => self.at("to", |c| c.things(to)),
            Instead::Control(who) => self.at("control", |c| c.players(who)),
            Instead::Take { what, count, .. } => {
                self.at("what", |c| c.filter(what));
                self.bound("count", count);
            }
            Instead::LeaveLife(n) if *n < 1 => {
                self.problem(format!("a player with {n} life has lost; write at least 1"));
            }
            Instead::Do(instructions) => self.effect(&instructions.effect),
            _ => {}
        }
    }

    /// Checks a number of things, of which there should be some.
    pub fn count(&mut self, step: &str, amount: &Amount) {
        self.at(step, |c| match amount {
            Amount::N(n) if *n < 1 => {
                c.problem(format!("the number is {n}, so nothing happens; write at least 1"));
            }
            other => c.amount(other),
        });
    }

    pub fn bound(&mut self, step: &str, bound: &Bound) {
        match bound {
            Bound::Exactly(a) | Bound::UpTo(a) => self.count(step, a),
            Bound::Any => {}
        }
    }

    /// Whether the changes are made to several objects, each spoken of as `Each`.
    pub fn many(what: Option<&Objects>) -> bool {
        matches!(what, Some(Objects::All(_) | Objects::Target(_)))
    }
}
