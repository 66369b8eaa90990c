//! Where a check stands in a card, and what may be spoken of there.

use super::Problem;
use crate::CardData;
use crate::ast::{
    Ability, Amount, Cost, CostPart, KeywordAbility, ManaCost, Ref, StaticEffect, TypeLine,
};

/// What may be spoken of in a part of a card.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scope {
    /// How many target words the ability has; nothing where there can't be any.
    pub targets: Option<u8>,
    /// Inside "for each".
    pub each: bool,
    /// A cost paid with objects.
    pub paid: bool,
    /// X has a value.
    pub x: bool,
    /// There is a trigger event or an event being replaced.
    pub event: bool,
    /// An instruction stands before.
    pub done: bool,
    /// The source may be attached to something.
    pub attaches: bool,
    /// The spell may have been kicked.
    pub kicker: bool,
}

/// Walks a card and collects what is wrong.
#[derive(Debug)]
pub(super) struct Checker {
    pub problems: Vec<Problem>,
    path: Vec<String>,
    pub scope: Scope,
}

impl Checker {
    pub fn new(card: &CardData) -> Self {
        Self { problems: Vec::new(), path: Vec::new(), scope: card_scope(card) }
    }

    /// Does `check` one step further in.
    pub fn at(&mut self, step: &str, check: impl FnOnce(&mut Self)) {
        self.path.push(step.to_owned());
        check(self);
        self.path.pop();
    }

    /// Does `check` in another scope.
    pub fn scoped(&mut self, scope: Scope, check: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.scope, scope);
        check(self);
        self.scope = before;
    }

    pub fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem { path: self.path.join(" › "), message: message.into() });
    }

    /// Reports a list that must not be empty.
    pub fn filled<T>(&mut self, list: &[T], what: &str) {
        if list.is_empty() {
            self.problem(format!("the list of {what} is empty; add one or delete it"));
        }
    }

    pub fn reference(&mut self, reference: Ref) {
        let scope = self.scope;
        match reference {
            Ref::Target(n) => match scope.targets {
                None => self.problem(format!(
                    "`Target({n})` can't be spoken of here, where nothing is targeted; name the object another way"
                )),
                Some(0) => self.problem(format!(
                    "`Target({n})` speaks of a target, and the ability has none; add a `Target(what: …)`"
                )),
                Some(all) if n >= all => self.problem(format!(
                    "`Target({n})` is out of range; the ability's targets are 0 to {}",
                    all - 1
                )),
                Some(_) => {}
            },
            Ref::Triggering | Ref::TriggeringOther if !scope.event => self.problem(format!(
                "`{reference:?}` speaks of an event, and there is none here; use it in a triggered ability"
            )),
            Ref::Previous if !scope.done => self.problem(
                "`Previous` speaks of the instruction before, and there is none; put one before it in a `Seq`",
            ),
            Ref::Paid if !scope.paid => self.problem(
                "`Paid` speaks of an object paid as a cost, and no cost pays one; add a cost such as `Sacrifice(…)`",
            ),
            Ref::Each if !scope.each => self.problem(
                "`Each` speaks of the round of a `ForEach`, and there is none around it; put it inside one",
            ),
            _ => {}
        }
    }

    /// Reports an `X` that has no value.
    pub fn x(&mut self) {
        if !self.scope.x {
            self.problem("`X` has no value; put `{X}` in the cost");
        }
    }
}

/// Whether something can be attached because of its type line.
pub(super) fn attaches(line: &TypeLine) -> bool {
    line.subtypes.iter().any(|s| matches!(s.name(), "Aura" | "Equipment" | "Fortification"))
}

/// Whether the cost is paid with objects.
pub(super) fn pays_object(cost: &Cost) -> bool {
    cost.parts.iter().any(|p| {
        matches!(
            p,
            CostPart::SacrificeThis
                | CostPart::Sacrifice { .. }
                | CostPart::DiscardThis
                | CostPart::Discard { .. }
                | CostPart::ExileThis
                | CostPart::Exile { .. }
                | CostPart::Return { .. }
                | CostPart::TapOthers { .. }
        )
    })
}

/// Whether X is chosen while paying the cost.
pub(super) fn has_x(cost: &Cost) -> bool {
    let amount = |p: &CostPart| match p {
        CostPart::Sacrifice { count, .. }
        | CostPart::Discard { count, .. }
        | CostPart::Exile { count, .. }
        | CostPart::Return { count, .. }
        | CostPart::TapOthers { count, .. }
        | CostPart::RemoveCounters { count, .. }
        | CostPart::PutCounters { count, .. }
        | CostPart::Draw(count)
        | CostPart::PayLife(count) => *count == Amount::X,
        _ => false,
    };
    cost.mana.x_count() > 0 || cost.parts.iter().any(amount)
}

/// The costs besides the mana cost that a card names for itself.
fn own_costs(ability: &Ability) -> Option<&Cost> {
    match ability {
        Ability::Keyword(
            KeywordAbility::Kicker(c)
            | KeywordAbility::Flashback(c)
            | KeywordAbility::Buyback(c)
            | KeywordAbility::Entwine(c)
            | KeywordAbility::Cycling(c)
            | KeywordAbility::Morph(c),
        ) => Some(c),
        Ability::Static(s) => match &s.effect {
            StaticEffect::AlternativeCost(c) | StaticEffect::AdditionalCost(c) => Some(c),
            _ => None,
        },
        _ => None,
    }
}

fn card_scope(card: &CardData) -> Scope {
    let costs: Vec<&Cost> = card.abilities.iter().filter_map(own_costs).collect();
    let kicker = |a: &Ability| matches!(a, Ability::Keyword(KeywordAbility::Kicker(_)));
    Scope {
        x: card.cost.as_ref().is_some_and(|c: &ManaCost| c.x_count() > 0)
            || costs.iter().any(|c| has_x(c)),
        paid: costs.iter().any(|c| pays_object(c)),
        attaches: attaches(&card.types),
        kicker: card.abilities.iter().any(kicker),
        ..Scope::default()
    }
}
