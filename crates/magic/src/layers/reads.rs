//! Which facts changes write, and which facts filters, amounts and conditions read.
//!
//! A coarse answer given by the text alone: an effect can depend on another only if it reads
//! something that the other writes. Reading too much costs time; reading too little would be a
//! wrong order, so whatever is in doubt is read.

use simpan_cards::Pool;
use simpan_cards::ast::{
    Amount, Change, Condition, Filter, Objects, Players, Predicate, Static, StaticEffect,
};

/// Types, supertypes, subtypes.
pub(super) const TYPES: u8 = 1;
/// Colours.
pub(super) const COLORS: u8 = 1 << 1;
/// Having keywords.
pub(super) const KEYWORDS: u8 = 1 << 2;
/// Which abilities are left, and so which effects exist.
pub(super) const EXISTENCE: u8 = 1 << 3;
/// Controllers.
pub(super) const CONTROL: u8 = 1 << 4;
/// Power and toughness.
pub(super) const PT: u8 = 1 << 5;
/// Names, mana costs.
pub(super) const NAME: u8 = 1 << 6;
/// Facts that no layer writes: status, combat, life, hands, whose turn it is.
pub(super) const OUTSIDE: u8 = 1 << 7;
const ALL: u8 = u8::MAX;

/// What a change writes.
pub(super) fn writes(change: &Change, pool: &Pool) -> u8 {
    match change {
        Change::CopyOf { .. } | Change::Text(_) => ALL,
        Change::Control(_) => CONTROL,
        Change::AddTypes { .. }
        | Change::AllCreatureTypes
        | Change::AddSuper(_)
        | Change::LoseSuper(_) => TYPES,
        Change::SetTypes { subtypes, .. } => {
            let basic = subtypes.iter().any(|s| pool.basic_land(*s).is_some());
            TYPES | if basic { EXISTENCE | KEYWORDS } else { 0 }
        }
        Change::AddColors(_) | Change::SetColors(_) | Change::ChooseColor => COLORS,
        Change::Gain(_) | Change::GainActivated(_) | Change::Lose(_) => KEYWORDS,
        Change::LoseAll => KEYWORDS | EXISTENCE,
        Change::Pt(..) | Change::SetPt(..) | Change::SwitchPt => PT,
        _ => 0,
    }
}

/// What decides whether a static ability's effect exists and what it applies to.
pub(super) fn of_static(s: &Static) -> u8 {
    let what = match &s.effect {
        StaticEffect::Change { what, .. } => of_objects(what),
        _ => 0,
    };
    EXISTENCE | what | s.while_.as_ref().map_or(0, of_condition)
}

/// Whether a static ability looks at facts that no layer writes, so that it must be looked at
/// again whenever anything happens.
pub(super) fn looks_outside(s: &Static) -> bool {
    let inside = match &s.effect {
        StaticEffect::Change { changes, .. } | StaticEffect::Define(changes) => {
            changes.iter().fold(0, |all, c| all | of_change(c))
        }
        _ => 0,
    };
    (of_static(s) | inside) & OUTSIDE != 0
}

/// What decides the numbers of a change.
pub(super) fn of_change(change: &Change) -> u8 {
    match change {
        Change::Pt(a, b) | Change::SetPt(a, b) => of_amount(a) | of_amount(b),
        Change::Control(who) => of_players(who),
        Change::CopyOf { of, .. } => NAME | of_objects(of),
        _ => 0,
    }
}

fn of_filter(filter: &Filter) -> u8 {
    filter.all.iter().fold(0, |all, p| all | of_predicate(p))
}

fn of_predicate(predicate: &Predicate) -> u8 {
    match predicate {
        Predicate::Type(_) | Predicate::Super(_) | Predicate::Sub(_) => TYPES,
        Predicate::Color(_)
        | Predicate::Colorless
        | Predicate::Multicolored
        | Predicate::Chosen(_) => COLORS | TYPES | NAME,
        Predicate::Has(_) => KEYWORDS,
        Predicate::Named(_) => NAME,
        Predicate::Not(p) => of_predicate(p),
        Predicate::Any(all) => all.iter().fold(0, |sum, p| sum | of_predicate(p)),
        Predicate::Controller(who) | Predicate::Owner(who) => of_players(who),
        Predicate::Sick | Predicate::NewSinceUpkeep => TYPES | KEYWORDS | CONTROL | OUTSIDE,
        Predicate::Power(_, n) | Predicate::Toughness(_, n) => PT | of_amount(n),
        Predicate::ManaValue(_, n) => NAME | of_amount(n),
        Predicate::AttachedTo(f) | Predicate::Targets(f) => of_filter(f),
        Predicate::Enchanted | Predicate::Equipped => TYPES,
        Predicate::SameName(o) => NAME | of_objects(o),
        Predicate::Is(o) => of_objects(o),
        Predicate::SharesColor(o) => COLORS | of_objects(o),
        Predicate::InCombatWith(o) | Predicate::DamagedBy(o) => OUTSIDE | of_objects(o),
        Predicate::Tapped
        | Predicate::Attacking
        | Predicate::Blocking
        | Predicate::Blocked
        | Predicate::Unblocked
        | Predicate::ExiledWithThis
        | Predicate::DamagedThisTurn => OUTSIDE,
        Predicate::Other
        | Predicate::This
        | Predicate::Token
        | Predicate::FaceDown
        | Predicate::Counter(_)
        | Predicate::SingleTarget => 0,
    }
}

fn of_objects(objects: &Objects) -> u8 {
    match objects {
        Objects::All(f) => of_filter(f),
        Objects::Top { of, count } => of_players(of) | of_amount(count),
        Objects::This | Objects::Attached | Objects::That(_) => 0,
        Objects::Target(_) | Objects::Choose { .. } | Objects::Random { .. } => ALL,
    }
}

fn of_players(players: &Players) -> u8 {
    match players {
        Players::Each | Players::Chosen => 0,
        Players::Active | Players::Defending => OUTSIDE,
        Players::OwnerOf(o) => of_objects(o),
        Players::ControllerOf(o) => CONTROL | of_objects(o),
        _ => CONTROL,
    }
}

fn of_amount(amount: &Amount) -> u8 {
    match amount {
        Amount::N(_) | Amount::X | Amount::That => 0,
        Amount::Count(f) => of_filter(f),
        Amount::Power(o) | Amount::Toughness(o) => PT | of_objects(o),
        Amount::ManaValue(o) => NAME | of_objects(o),
        Amount::Counters(_, o) => of_objects(o),
        Amount::Life(p) | Amount::HandSize(p) => OUTSIDE | of_players(p),
        Amount::Times(_, a) | Amount::Half { of: a, .. } => of_amount(a),
        Amount::Sum(all) => all.iter().fold(0, |sum, a| sum | of_amount(a)),
    }
}

fn of_condition(condition: &Condition) -> u8 {
    let all = |cs: &[Condition]| cs.iter().fold(0, |sum, c| sum | of_condition(c));
    match condition {
        Condition::Compare(a, _, b) => of_amount(a) | of_amount(b),
        Condition::Is(o, f) => of_objects(o) | of_filter(f),
        Condition::YourTurn => CONTROL | OUTSIDE,
        Condition::Not(c) => of_condition(c),
        Condition::All(cs) | Condition::Any(cs) => all(cs),
        Condition::PlayerHas(..) => ALL,
        Condition::During(_) => OUTSIDE,
        Condition::Kicked
        | Condition::KickedWith(_)
        | Condition::Spent(_)
        | Condition::Did
        | Condition::From(_)
        | Condition::ModeChosen(_) => 0,
    }
}

/// Whether an amount speaks of the very object that is changed.
pub(super) fn uses_each(amount: &Amount) -> bool {
    let each = |o: &Objects| matches!(o, Objects::That(_));
    match amount {
        Amount::N(_) | Amount::X | Amount::That => false,
        Amount::Count(f) => f.all.iter().any(filter_uses_each),
        Amount::Power(o) | Amount::Toughness(o) | Amount::ManaValue(o) | Amount::Counters(_, o) => {
            each(o)
        }
        Amount::Life(p) | Amount::HandSize(p) => players_use_each(p),
        Amount::Times(_, a) | Amount::Half { of: a, .. } => uses_each(a),
        Amount::Sum(all) => all.iter().any(uses_each),
    }
}

fn filter_uses_each(predicate: &Predicate) -> bool {
    let any = |f: &Filter| f.all.iter().any(filter_uses_each);
    match predicate {
        Predicate::Not(p) => filter_uses_each(p),
        Predicate::Any(all) => all.iter().any(filter_uses_each),
        Predicate::AttachedTo(f) | Predicate::Targets(f) => any(f),
        Predicate::Is(o)
        | Predicate::InCombatWith(o)
        | Predicate::SharesColor(o)
        | Predicate::SameName(o)
        | Predicate::DamagedBy(o) => matches!(**o, Objects::That(_)),
        Predicate::Controller(p) | Predicate::Owner(p) => players_use_each(p),
        Predicate::Power(_, a) | Predicate::Toughness(_, a) | Predicate::ManaValue(_, a) => {
            uses_each(a)
        }
        _ => false,
    }
}

fn players_use_each(players: &Players) -> bool {
    match players {
        Players::That(_) => true,
        Players::ControllerOf(o) | Players::OwnerOf(o) => matches!(**o, Objects::That(_)),
        _ => false,
    }
}

/// Whether a condition speaks of its own source, so that it can't hold without it.
pub(super) fn speaks_of_source(condition: &Condition) -> bool {
    let of = |o: &Objects| matches!(o, Objects::This | Objects::Attached);
    fn amount(a: &Amount, of: &impl Fn(&Objects) -> bool) -> bool {
        match a {
            Amount::Power(o)
            | Amount::Toughness(o)
            | Amount::ManaValue(o)
            | Amount::Counters(_, o) => of(o),
            Amount::Times(_, a) | Amount::Half { of: a, .. } => amount(a, of),
            Amount::Sum(all) => all.iter().any(|a| amount(a, of)),
            _ => false,
        }
    }
    match condition {
        Condition::Is(o, _) => of(o),
        Condition::Compare(a, _, b) => amount(a, &of) || amount(b, &of),
        Condition::Not(c) => speaks_of_source(c),
        Condition::All(cs) | Condition::Any(cs) => cs.iter().any(speaks_of_source),
        _ => false,
    }
}
