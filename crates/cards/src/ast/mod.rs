//! The ability tree: what a card's text *means*, without edition, language or wording.
//!
//! Everything here is data with a serde form; the same form is what the RON files hold, what the
//! phrase tables of `simpan-language` bind their slots to, and what [`crate::lower`] turns into
//! flat programs. Nothing here runs. New meaning should be a parameter of an existing node before
//! it becomes a variant.

mod cost;
mod effect;
mod filter;
mod keyword;
mod mana;
mod statics;
mod trigger;
mod types;
mod walk;

pub use cost::{Cost, CostPart};
pub use effect::{
    Action, Arrival, Choice, Destination, Duration, Effect, Mode, Position, PreventAmount,
    Retarget, Spread, TokenSpec,
};
pub use filter::{
    Amount, Bound, Cmp, Condition, Filter, Kind, Objects, Players, Predicate, Ref, Target,
    Targetable, Things,
};
pub use keyword::{Keyword, KeywordAbility, Keywords};
pub use mana::{Color, Colors, ManaCost, ManaOutput, ManaSymbol, ParseManaError};
pub use statics::{
    Change, CopyAlso, CostChange, Granted, Instead, Instructions, PlayerChange, Replacement,
    Static, StaticEffect, Words, Would,
};
pub use trigger::{Step, Subject, Trigger, Whose};
pub use types::{
    CardType, CardTypes, CounterKind, Subtype, SubtypeKind, Subtypes, Supertype, Supertypes,
    TypeLine, Zone,
};
pub use walk::Walk;

use serde::{Deserialize, Serialize};

/// One paragraph of a card: one ability, or the instructions of an instant or sorcery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Ability {
    /// A keyword ability, defined by its own rule.
    Keyword(KeywordAbility),
    /// "Cost: effect."
    Activated(Activated),
    /// "When / whenever / at …, effect."
    Triggered(Triggered),
    /// A statement that is simply true while the object is where the ability works.
    Static(Static),
    /// Instructions followed as an instant or sorcery resolves.
    Spell(Effect),
}

/// An activated ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activated {
    /// Everything left of the colon.
    pub cost: Cost,
    /// Everything right of it.
    pub effect: Effect,
    /// "Activate only …" clauses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Restriction>,
    /// The zone the ability is activated from.
    #[serde(default, skip_serializing_if = "Zone::is_battlefield")]
    pub from: Zone,
}

/// "Activate only …": when an activated ability may be begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Restriction {
    /// Any time its controller could play a sorcery.
    Sorcery,
    /// Once each turn, whoever controls the object.
    OncePerTurn,
    /// During its controller's turn.
    YourTurn,
    /// During the given step (or a step of the given phase) of such turns.
    During(Step, Whose),
    /// While a condition holds.
    If(Condition),
    /// Any player may activate it.
    AnyPlayer,
}

/// A triggered ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triggered {
    /// The event or state it waits for.
    pub when: Trigger,
    /// An intervening "if": checked when it would trigger and again on resolution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_: Option<Condition>,
    /// What it does on resolution.
    pub effect: Effect,
    /// The zone the ability works in, where that isn't the battlefield.
    #[serde(default, skip_serializing_if = "Zone::is_battlefield")]
    pub from: Zone,
    /// "This ability triggers only once each turn."
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once_per_turn: bool,
}
