//! More keywords that stand for other abilities (2005 rule 502, 2021 rule 702), a function each.

use super::keywords::{pump, whenever};
use crate::ast::{
    Ability, Action, Activated, Amount, Bound, CardType, CardTypes, Change, Cmp, Color, Colors,
    Condition, Cost, CostChange, CostPart, CounterKind, Destination, Effect, Filter, Keyword,
    KeywordAbility, Kind, Objects, Players, Predicate, Ref, Restriction, Static, StaticEffect,
    Subject, Subtype, Target, Targetable, TokenSpec, Trigger, TypeLine, Zone,
};
use crate::program::CardId;

/// The abilities that a keyword stands for; none for those that are known otherwise.
pub(super) fn definition(keyword: &KeywordAbility) -> Vec<Ability> {
    match keyword {
        KeywordAbility::Plain(Keyword::Devoid) => vec![devoid()],
        KeywordAbility::Plain(Keyword::Mentor) => vec![mentor()],
        KeywordAbility::Plain(Keyword::Evolve) => vec![evolve()],
        KeywordAbility::Plain(Keyword::BattleCry) => vec![battle_cry()],
        KeywordAbility::Plain(Keyword::LivingWeapon) => vec![living_weapon()],
        KeywordAbility::Soulshift(n) => vec![soulshift(i32::from(*n))],
        KeywordAbility::Affinity(filter) => vec![affinity(filter)],
        KeywordAbility::TypeCycling(filter, cost) => vec![type_cycling(filter, cost)],
        KeywordAbility::Ward(cost) => vec![ward(cost)],
        KeywordAbility::Afterlife(n) => vec![afterlife(i32::from(*n))],
        KeywordAbility::Annihilator(n) => vec![annihilator(i32::from(*n))],
        KeywordAbility::Outlast(cost) => vec![outlast(cost)],
        KeywordAbility::Scavenge(cost) => vec![scavenge(cost)],
        _ => Vec::new(),
    }
}

fn creature(more: Vec<Predicate>) -> Filter {
    let mut all = vec![Predicate::Type(CardType::Creature)];
    all.extend(more);
    Filter::permanent(all)
}

fn target(filter: Filter) -> Objects {
    Objects::Target(Box::new(Target::one(Targetable::Object(filter))))
}

fn counters(what: Objects, count: Amount) -> Effect {
    Effect::Do(Action::PutCounters { what, kind: CounterKind::PlusOne, count })
}

/// An ability that is activated as a sorcery is played.
fn as_sorcery(cost: &Cost, part: CostPart, effect: Effect, from: Zone) -> Ability {
    let mut cost = cost.clone();
    cost.parts.push(part);
    Ability::Activated(Activated { cost, effect, only: vec![Restriction::Sorcery], from })
}

/// Colourless (2021 rule 702.114a).
fn devoid() -> Ability {
    let effect = StaticEffect::Define(vec![Change::SetColors(Colors::default())]);
    Ability::Static(Static { while_: None, effect })
}

/// A counter for an attacker with less power (2021 rule 702.134a).
fn mentor() -> Ability {
    let less = Predicate::Power(Cmp::Less, Amount::Power(Box::new(Objects::This)));
    let smaller = target(creature(vec![Predicate::Attacking, less]));
    whenever(Trigger::Attacks(Subject::This), counters(smaller, Amount::N(1)))
}

/// A counter when a larger creature comes (2021 rule 702.100a).
fn evolve() -> Ability {
    let new = || Box::new(Objects::That(Ref::Triggering));
    let this = || Box::new(Objects::This);
    let power = Condition::Compare(Amount::Power(new()), Cmp::More, Amount::Power(this()));
    let toughness =
        Condition::Compare(Amount::Toughness(new()), Cmp::More, Amount::Toughness(this()));
    let when = Trigger::Enters(Subject::Any(creature(vec![
        Predicate::Controller(Players::You),
        Predicate::Other,
    ])));
    let mut ability = whenever(when, counters(Objects::This, Amount::N(1)));
    if let Ability::Triggered(triggered) = &mut ability {
        triggered.if_ = Some(Condition::Any(vec![power, toughness]));
    }
    ability
}

/// +1/+0 for the other attackers (2021 rule 702.91a).
fn battle_cry() -> Ability {
    let others = creature(vec![Predicate::Attacking, Predicate::Other]);
    whenever(Trigger::Attacks(Subject::This), pump(Objects::All(others), 1, 0))
}

/// A Germ that it is attached to (2021 rule 702.92a).
fn living_weapon() -> Ability {
    let subtypes = ["Phyrexian", "Germ"].into_iter().filter_map(Subtype::named).collect();
    let token = Action::CreateToken {
        who: Players::You,
        count: Amount::N(1),
        token: TokenSpec {
            name: None,
            types: TypeLine {
                supertypes: Default::default(),
                types: CardTypes::of(CardType::Creature),
                subtypes,
            },
            colors: [Color::Black].into_iter().collect(),
            pt: Some((0, 0)),
            abilities: Vec::new(),
            id: CardId::default(),
        },
        arrival: Default::default(),
    };
    let to = Objects::That(Ref::Previous);
    let attach = Action::Attach { what: Objects::This, to };
    let effect = Effect::Seq(vec![Effect::Do(token), Effect::Do(attach)]);
    whenever(Trigger::Enters(Subject::This), effect)
}

/// A lesser Spirit comes back to the hand (2005 rule 502.39a, 2021 rule 702.46a).
fn soulshift(n: i32) -> Ability {
    let mut all = vec![Predicate::Owner(Players::You)];
    all.extend(Subtype::named("Spirit").map(Predicate::Sub));
    all.push(Predicate::ManaValue(Cmp::AtMost, Amount::N(n)));
    let spirit = target(Filter { kind: Kind::Card(Zone::Graveyard), all });
    let to = Destination::to(Zone::Hand);
    let back = Effect::Do(Action::Move { what: spirit, to, until: None });
    let may = Effect::May { who: Players::You, effect: Box::new(back) };
    whenever(Trigger::Dies(Subject::This), may)
}

/// {1} less for each (2005 rule 502.31a, 2021 rule 702.41a).
fn affinity(filter: &Filter) -> Ability {
    let mut yours = filter.clone();
    yours.all.push(Predicate::Controller(Players::You));
    let itself = Filter { kind: Kind::Spell, all: vec![Predicate::This] };
    let effect = StaticEffect::Cost(CostChange {
        who: Players::You,
        filter: itself,
        generic: Amount::Times(-1, Box::new(Amount::Count(yours))),
        least: 0,
    });
    Ability::Static(Static { while_: None, effect })
}

/// Discarded for a card of the kind from the library (2005 rule 502.18c, 2021 rule 702.29e).
fn type_cycling(filter: &Filter, cost: &Cost) -> Ability {
    let mut cost = cost.clone();
    cost.parts.push(CostPart::DiscardThis);
    let search = Effect::Do(Action::Search {
        who: Players::You,
        of: Players::You,
        also: Vec::new(),
        filter: filter.clone(),
        count: Bound::ONE,
        reveal: true,
        to: Destination::to(Zone::Hand),
    });
    let effect = Effect::Seq(vec![search, Effect::Do(Action::Shuffle(Players::You))]);
    Ability::Activated(Activated { cost, effect, only: Vec::new(), from: Zone::Hand })
}

/// Countered unless its controller pays (2021 rule 702.21a).
fn ward(cost: &Cost) -> Ability {
    let what = || Objects::That(Ref::TriggeringOther);
    let theirs = vec![Predicate::Controller(Players::Opponents)];
    let by = Filter { kind: Kind::SpellOrAbility, all: theirs };
    let effect = Effect::Unless {
        who: Players::ControllerOf(Box::new(what())),
        cost: cost.clone(),
        effect: Box::new(Effect::Do(Action::Counter { what: what(), to: None })),
    };
    whenever(Trigger::BecomesTarget { what: Subject::This, by }, effect)
}

/// Spirits for the dead (2021 rule 702.135a).
fn afterlife(n: i32) -> Ability {
    let token = TokenSpec {
        name: None,
        types: TypeLine {
            supertypes: Default::default(),
            types: CardTypes::of(CardType::Creature),
            subtypes: Subtype::named("Spirit").into_iter().collect(),
        },
        colors: [Color::White, Color::Black].into_iter().collect(),
        pt: Some((1, 1)),
        abilities: vec![Ability::Keyword(KeywordAbility::Plain(Keyword::Flying))],
        id: CardId::default(),
    };
    let (who, arrival) = (Players::You, Default::default());
    let create = Action::CreateToken { who, count: Amount::N(n), token, arrival };
    whenever(Trigger::Dies(Subject::This), Effect::Do(create))
}

/// The defending player sacrifices permanents (2021 rule 702.86a).
fn annihilator(n: i32) -> Ability {
    let (who, filter) = (Players::Defending, Filter::default());
    let sacrifice = Action::Sacrifice { who, count: Amount::N(n), filter };
    whenever(Trigger::Attacks(Subject::This), Effect::Do(sacrifice))
}

/// A counter for a turn's rest (2021 rule 702.107a).
fn outlast(cost: &Cost) -> Ability {
    let grow = counters(Objects::This, Amount::N(1));
    as_sorcery(cost, CostPart::Tap, grow, Zone::Battlefield)
}

/// Exiled from the graveyard for counters equal to its power (2021 rule 702.97a).
fn scavenge(cost: &Cost) -> Ability {
    let power = Amount::Power(Box::new(Objects::This));
    let grow = counters(target(creature(Vec::new())), power);
    as_sorcery(cost, CostPart::ExileThis, grow, Zone::Graveyard)
}
