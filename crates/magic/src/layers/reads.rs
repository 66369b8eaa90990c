//! Which facts changes write, and which facts filters, amounts and conditions read.
//!
//! A coarse answer given by the text alone: an effect can depend on another only if it reads
//! something that the other writes. Reading too much costs time; reading too little would be a
//! wrong order, so whatever is in doubt is read.

use simpan_cards::Pool;
use simpan_cards::ast::{
    Ability, Amount, CardTypes, Change, Colors, Condition, Filter, Keyword, KeywordAbility,
    Objects, Players, Predicate, Static, StaticEffect, Subtype,
};

/// Facts, a bit each; subtypes and keywords share bits.
pub(super) type Facts = u64;

/// Card types.
const CARD_TYPES: Facts = 0xff;
/// Supertypes.
const SUPERTYPES: Facts = 0xf << 8;
const SUBTYPE_BITS: u16 = 20;
/// Subtypes.
const SUBTYPES: Facts = ((1 << SUBTYPE_BITS) - 1) << 12;
/// Types, supertypes, subtypes.
pub(super) const TYPES: Facts = CARD_TYPES | SUPERTYPES | SUBTYPES;
/// Colours.
pub(super) const COLORS: Facts = 0x1f << 32;
const KEYWORD_BITS: u8 = 20;
/// Having keywords.
pub(super) const KEYWORDS: Facts = ((1 << KEYWORD_BITS) - 1) << 37;
/// Which abilities are left, and so which effects exist.
pub(super) const EXISTENCE: Facts = 1 << 57;
/// Controllers.
pub(super) const CONTROL: Facts = 1 << 58;
/// Power and toughness.
pub(super) const PT: Facts = 1 << 59;
/// Names, mana costs.
pub(super) const NAME: Facts = 1 << 60;
/// Facts that no layer writes: status, combat, life, hands, whose turn it is.
pub(super) const OUTSIDE: Facts = 1 << 61;
/// Having any abilities.
pub(super) const ABILITIES: Facts = 1 << 62;
const ALL: Facts = Facts::MAX;

fn card_types(types: CardTypes) -> Facts {
    Facts::from(types.0) & CARD_TYPES
}

fn subtype(s: Subtype) -> Facts {
    1 << (12 + s.0 % SUBTYPE_BITS)
}

fn colors(colors: Colors) -> Facts {
    Facts::from(colors.0 & Colors::ALL.0) << 32
}

fn keyword(k: Keyword) -> Facts {
    1 << (37 + k as u8 % KEYWORD_BITS)
}

/// What a change writes.
pub(super) fn writes(change: &Change, pool: &Pool) -> Facts {
    let subtypes_of = |all: &[Subtype]| all.iter().fold(0, |bits, s| bits | subtype(*s));
    match change {
        Change::CopyOf { .. } | Change::Text(_) => ALL,
        Change::Control(_) => CONTROL,
        Change::AddTypes { types, subtypes } => {
            card_types(*types) | subtypes_of(subtypes) | ABILITIES
        }
        Change::AllCreatureTypes => SUBTYPES,
        Change::AddSuper(s) | Change::LoseSuper(s) => 1 << (8 + *s as u8),
        Change::SetTypes { types, subtypes } => {
            let basic = subtypes.iter().any(|s| pool.basic_land(*s).is_some());
            let types = if types.is_empty() { 0 } else { CARD_TYPES };
            SUBTYPES | types | ABILITIES | if basic { EXISTENCE | KEYWORDS } else { 0 }
        }
        Change::AddColors(c) => colors(*c),
        Change::SetColors(_) | Change::ChooseColor => COLORS,
        Change::Gain(granted) => granted.iter().fold(ABILITIES, |bits, g| match g.ability {
            Ability::Keyword(KeywordAbility::Plain(k)) => bits | keyword(k),
            _ => bits,
        }),
        Change::GainActivated(_) => ABILITIES,
        Change::Lose(k) => keyword(*k) | ABILITIES,
        Change::LoseAll => KEYWORDS | EXISTENCE | ABILITIES,
        Change::Pt(..) | Change::SetPt(..) | Change::SwitchPt => PT,
        _ => 0,
    }
}

/// What decides whether a static ability's effect exists and what it applies to.
pub(super) fn of_static(s: &Static) -> Facts {
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
pub(super) fn of_change(change: &Change) -> Facts {
    match change {
        Change::Pt(a, b) | Change::SetPt(a, b) => of_amount(a) | of_amount(b),
        Change::Control(who) => of_players(who),
        Change::CopyOf { of, .. } => NAME | of_objects(of),
        _ => 0,
    }
}

fn of_filter(filter: &Filter) -> Facts {
    filter.all.iter().fold(0, |all, p| all | of_predicate(p))
}

fn of_predicate(predicate: &Predicate) -> Facts {
    match predicate {
        Predicate::Type(t) => card_types(CardTypes::of(*t)),
        Predicate::Super(s) => 1 << (8 + *s as u8),
        Predicate::Sub(s) => subtype(*s),
        Predicate::Color(c) => colors(Colors::of(*c)),
        Predicate::Colorless | Predicate::Multicolored => COLORS,
        Predicate::Chosen(_) => COLORS | TYPES | NAME,
        Predicate::NoAbilities => KEYWORDS | EXISTENCE | ABILITIES,
        Predicate::Has(k) => keyword(*k),
        Predicate::Named(_) | Predicate::EvenManaValue => NAME,
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

fn of_objects(objects: &Objects) -> Facts {
    match objects {
        Objects::All(f) => of_filter(f),
        Objects::Top { of, count } => of_players(of) | of_amount(count),
        Objects::This | Objects::Attached | Objects::That(_) => 0,
        Objects::Target(_) | Objects::Choose { .. } | Objects::Random { .. } => ALL,
    }
}

fn of_players(players: &Players) -> Facts {
    match players {
        Players::Each | Players::Chosen => 0,
        Players::Active | Players::Defending => OUTSIDE,
        Players::OwnerOf(o) => of_objects(o),
        Players::ControllerOf(o) => CONTROL | of_objects(o),
        _ => CONTROL,
    }
}

fn of_amount(amount: &Amount) -> Facts {
    match amount {
        Amount::N(_) | Amount::X | Amount::That => 0,
        Amount::Count(f) => of_filter(f),
        Amount::Names(f) => NAME | of_filter(f),
        Amount::Power(o) | Amount::Toughness(o) => PT | of_objects(o),
        Amount::ManaValue(o) => NAME | of_objects(o),
        Amount::Counters(_, o) => of_objects(o),
        Amount::Most { of, among } => of_filter(among) | of_amount(of),
        Amount::Life(p) | Amount::HandSize(p) => OUTSIDE | of_players(p),
        Amount::Times(_, a) | Amount::Half { of: a, .. } => of_amount(a),
        Amount::Sum(all) => all.iter().fold(0, |sum, a| sum | of_amount(a)),
    }
}

fn of_condition(condition: &Condition) -> Facts {
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
        Amount::Count(f) | Amount::Names(f) => f.all.iter().any(filter_uses_each),
        Amount::Power(o) | Amount::Toughness(o) | Amount::ManaValue(o) | Amount::Counters(_, o) => {
            each(o)
        }
        Amount::Most { of, among } => among.all.iter().any(filter_uses_each) || uses_each(of),
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
