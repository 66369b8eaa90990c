//! What one change does to one object's characteristics.

use simpan_cards::ast::{
    Ability, CardType, CardTypes, Change, Colors, Granted, Keyword, KeywordAbility, Keywords,
    Subtype, SubtypeKind, Subtypes, Supertypes,
};
use simpan_cards::program::{AbilityId, Signs};
use simpan_cards::{Characteristics, Mark, Pool};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// The numbers that a change came with: power and toughness, or a colour set, player or card.
pub(super) type Numbers = [i32; 2];

/// Makes a change. Returns whether the object may have lost abilities.
///
/// Copies, control and what objects may do are none of its business.
pub(super) fn modify(
    c: &mut Characteristics,
    change: &Change,
    [first, second]: Numbers,
    pool: &Pool,
) -> bool {
    match change {
        Change::Pt(..) => {
            c.power = below_zero(c.power.saturating_add(first));
            c.toughness = below_zero(c.toughness.saturating_add(second));
        }
        Change::SetPt(..) => (c.power, c.toughness) = (first, second),
        Change::SwitchPt if !holds(rule::LAYER_SWITCH) => {}
        Change::SwitchPt => std::mem::swap(&mut c.power, &mut c.toughness),
        Change::Gain(granted) => granted.iter().for_each(|g| gain(c, g, pool)),
        Change::Lose(_) | Change::LoseAll if !holds(rule::ABILITY_REMOVED) => {}
        Change::Lose(keyword) => lose(c, *keyword, pool),
        Change::LoseAll => {
            lose_all(c);
            return true;
        }
        Change::AddTypes { .. } | Change::SetTypes { .. } if !holds(rule::TYPE_CHANGE) => {}
        Change::AddTypes { types, subtypes } => {
            let before = land_types(c, pool);
            c.types = c.types.with(*types);
            subtypes.iter().for_each(|s| c.subtypes.insert(*s));
            land_abilities(c, &before, pool);
        }
        Change::SetTypes { types, subtypes } => return set_types(c, *types, subtypes, pool),
        Change::AllCreatureTypes => c.subtypes = c.subtypes.union(Subtypes::all_creature()),
        Change::AddSuper(supertype) => {
            c.supertypes = c.supertypes.with(Supertypes::of(*supertype));
        }
        Change::LoseSuper(supertype) => {
            c.supertypes = c.supertypes.without(Supertypes::of(*supertype));
        }
        Change::AddColors(colors) => c.colors = c.colors.with(*colors),
        Change::SetColors(colors) => c.colors = *colors,
        Change::ChooseColor => c.colors = Colors(first as u8 & Colors::ALL.0),
        _ => {}
    }
    false
}

/// Numbers may fall below 0 and are remembered so.
fn below_zero(n: i32) -> i32 {
    if n >= 0 || holds(rule::NUMBER_BELOW_ZERO) { n } else { 0 }
}

fn gain(c: &mut Characteristics, granted: &Granted, pool: &Pool) {
    if let Ability::Keyword(KeywordAbility::Plain(k)) = granted.ability {
        c.keywords = c.keywords.with(Keywords::of(k));
        if granted.id == AbilityId::NONE {
            return;
        }
    }
    let ability = pool.ability(granted.id);
    c.abilities.push(granted.id);
    c.signs = c.signs.with(ability.signs);
    c.marks |= Mark::of_ability(ability);
}

/// A keyword goes, with the abilities that define it.
fn lose(c: &mut Characteristics, keyword: Keyword, pool: &Pool) {
    c.keywords = c.keywords.without(Keywords::of(keyword));
    let lost = Ability::Keyword(KeywordAbility::Plain(keyword));
    c.abilities.retain(|id| pool.ability(*id).tree != lost);
}

fn lose_all(c: &mut Characteristics) {
    c.keywords = Keywords::NONE;
    c.abilities.clear();
    c.signs = Signs::NONE;
    if c.marks == 0 || (holds(rule::ABILITY_HARMFUL) && holds(rule::ABILITY_DRAWBACK)) {
        c.marks = 0;
    }
}

/// Types or subtypes replace others (2005 rule 212.6e, 2021 rules 205.1a, 305.7).
fn set_types(c: &mut Characteristics, types: CardTypes, subtypes: &[Subtype], pool: &Pool) -> bool {
    let before = land_types(c, pool);
    let kinds = |s: &Subtype| subtypes.iter().any(|new| new.kind() == s.kind());
    if !types.is_empty() {
        c.types = types;
    }
    let stays = |s: &Subtype| types.is_empty() || goes_with(s.kind(), types);
    let kept: Subtypes = c.subtypes.iter().filter(|s| !kinds(s) && stays(s)).collect();
    c.subtypes = kept;
    subtypes.iter().for_each(|s| c.subtypes.insert(*s));
    let is_land = c.types.has(CardType::Land);
    let becomes_basic = is_land && subtypes.iter().any(|s| pool.basic_land(*s).is_some());
    if becomes_basic && holds(rule::LAND_TYPE_SET) {
        // What other effects granted comes in a later layer, so all there is now is its own.
        lose_all(c);
        land_abilities(c, &LandTypes::new(), pool);
    } else {
        land_abilities(c, &before, pool);
    }
    becomes_basic
}

/// Whether subtypes of a kind can stay on an object of those types (2021 rule 205.1a).
fn goes_with(kind: SubtypeKind, types: CardTypes) -> bool {
    let any = |all: &[CardType]| all.iter().any(|t| types.has(*t));
    match kind {
        SubtypeKind::Creature => any(&[CardType::Creature, CardType::Tribal]),
        SubtypeKind::Land => any(&[CardType::Land]),
        SubtypeKind::Artifact => any(&[CardType::Artifact]),
        SubtypeKind::Enchantment => any(&[CardType::Enchantment]),
        SubtypeKind::Planeswalker => any(&[CardType::Planeswalker]),
        SubtypeKind::Spell => any(&[CardType::Instant, CardType::Sorcery]),
    }
}

pub(super) type LandTypes = SmallVec<[Subtype; 5]>;

/// The basic land types of a land.
pub(super) fn land_types(c: &Characteristics, pool: &Pool) -> LandTypes {
    if !c.types.has(CardType::Land) {
        return LandTypes::new();
    }
    pool.basic_lands().iter().map(|(s, _)| *s).filter(|s| c.subtypes.has(*s)).collect()
}

/// Gives the mana abilities of new basic land types and takes those of old ones (2005 rule
/// 212.6d, 2021 rule 305.6).
pub(super) fn land_abilities(c: &mut Characteristics, before: &LandTypes, pool: &Pool) {
    let after = land_types(c, pool);
    if after == *before {
        return;
    }
    for (subtype, ability) in pool.basic_lands() {
        match (before.contains(subtype), after.contains(subtype)) {
            (false, true) if holds(rule::BASIC_LAND_MANA) => {
                c.abilities.push(*ability);
                c.signs = c.signs.with(pool.ability(*ability).signs);
            }
            (true, false) => c.abilities.retain(|a| a != ability),
            _ => {}
        }
    }
}
