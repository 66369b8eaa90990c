//! Whether a card makes sense: everything that is wrong with it, at once, with what to do.
//!
//! These are mistakes of the card's data under any rulebook. Whether a rulebook can run the card
//! is asked when the card is lowered, not here.

mod ability;
mod action;
mod gone;
mod scope;
mod tree;

use crate::ast::{
    Ability, CardType, CardTypes, Change, KeywordAbility, StaticEffect, Subtype, SubtypeKind,
    TypeLine,
};
use crate::{CardData, Pt, PtValue};
use scope::Checker;
use std::fmt;

/// Something wrong with a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where: `ability 2 › effect › then`, or the name of a field.
    pub path: String,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// Everything that is wrong with a card; empty if nothing is.
///
/// ```
/// let cards = simpan_cards::parse_cards("", r#"[(name: "Ox", types: "Creature — Ox")]"#).unwrap();
/// let problems = simpan_cards::validate(&cards[0]);
/// assert_eq!(problems[0].path, "pt");
/// ```
pub fn validate(card: &CardData) -> Vec<Problem> {
    let mut checker = Checker::new(card);
    names(&mut checker, card);
    types(&mut checker, &card.types);
    numbers(&mut checker, card);
    abilities_and_types(&mut checker, card);
    for (i, ability) in card.abilities.iter().enumerate() {
        checker.at(&format!("ability {}", i + 1), |c| c.ability(ability));
    }
    checker.problems
}

/// The longest name that is read, in bytes.
const MAX_NAME: usize = 200;

fn names(c: &mut Checker, card: &CardData) {
    let fields = [("name", Some(&card.name)), ("korean", card.korean.as_ref())];
    for (field, name) in fields.into_iter().filter_map(|(f, n)| Some((f, n?))) {
        c.at(field, |c| {
            if name.trim().is_empty() {
                c.problem("the name is empty; give the card one");
            } else if name.trim() != name {
                c.problem("the name begins or ends with a space; delete it");
            }
            if name.chars().any(char::is_control) {
                c.problem("the name has a control character; delete it");
            }
            if name.len() > MAX_NAME {
                c.problem(format!("the name has {} bytes; keep to {MAX_NAME}", name.len()));
            }
        });
    }
}

const SPELLS: CardTypes =
    CardTypes(CardTypes::of(CardType::Instant).0 | CardTypes::of(CardType::Sorcery).0);

fn types(c: &mut Checker, line: &TypeLine) {
    let types = line.types;
    c.at("types", |c| {
        if types.without(CardTypes::of(CardType::Tribal)).is_empty() {
            c.problem("there is no card type; write one, such as `Creature`");
        }
        if types.meets(SPELLS) && types.meets(CardTypes::PERMANENT) {
            c.problem("instants and sorceries never become permanents; keep one kind of type");
        }
        for subtype in &line.subtypes {
            if !suits(*subtype, types) {
                let kind = subtype.kind();
                c.problem(format!(
                    "`{subtype}` is a subtype of kind {kind:?}, which none of the types is; add the type or delete it"
                ));
            }
        }
        for (i, subtype) in line.subtypes.iter().enumerate() {
            if line.subtypes[..i].contains(subtype) {
                c.problem(format!("`{subtype}` stands twice; delete one"));
            }
        }
    });
}

fn suits(subtype: Subtype, types: CardTypes) -> bool {
    let has = |t| types.has(t);
    match subtype.kind() {
        SubtypeKind::Creature => has(CardType::Creature) || has(CardType::Tribal),
        SubtypeKind::Land => has(CardType::Land),
        SubtypeKind::Artifact => has(CardType::Artifact),
        SubtypeKind::Enchantment => has(CardType::Enchantment),
        SubtypeKind::Planeswalker => has(CardType::Planeswalker),
        SubtypeKind::Spell => types.meets(SPELLS),
    }
}

fn has_subtype(line: &TypeLine, name: &str) -> bool {
    line.subtypes.iter().any(|s| s.name() == name)
}

fn numbers(c: &mut Checker, card: &CardData) {
    let types = card.types.types;
    c.at("pt", |c| pt_suits(c, card.pt.is_some(), &card.types));
    let star = |pt: Pt| [pt.power, pt.toughness].iter().any(|v| matches!(v, PtValue::Star(_)));
    let defines = card.abilities.iter().any(|a| match a {
        Ability::Static(s) => match &s.effect {
            StaticEffect::Define(changes) => changes.iter().any(|c| matches!(c, Change::SetPt(..))),
            _ => false,
        },
        _ => false,
    });
    if card.pt.is_some_and(star) && !defines {
        c.at("pt", |c| {
            c.problem("`*` is set by no ability; add `Static(effect: Define([SetPt(…)]))`");
        });
    }
    c.at("loyalty", |c| match (types.has(CardType::Planeswalker), card.loyalty) {
        (true, None) => c.problem("a planeswalker has a loyalty; add `loyalty: 3`"),
        (false, Some(_)) => c.problem("only planeswalkers have a loyalty; delete it"),
        _ => {}
    });
    if types.has(CardType::Land) && card.cost.is_some() {
        c.at("cost", |c| c.problem("a land has no mana cost; delete it"));
    }
}

/// A creature has power and toughness, and nothing else but a Vehicle has.
fn pt_suits(c: &mut Checker, has_pt: bool, line: &TypeLine) {
    let creature = line.types.has(CardType::Creature);
    if creature && !has_pt {
        c.problem("a creature has power and toughness; add `pt: \"2/2\"`");
    }
    if has_pt && !creature && !has_subtype(line, "Vehicle") {
        c.problem("only creatures and Vehicles have power and toughness; delete it or add `Creature` to the types");
    }
}

fn abilities_and_types(c: &mut Checker, card: &CardData) {
    let keyword = |is: fn(&KeywordAbility) -> bool| {
        card.abilities.iter().any(|a| matches!(a, Ability::Keyword(k) if is(k)))
    };
    let enchant = keyword(|k| matches!(k, KeywordAbility::Enchant(_)));
    let equip = keyword(|k| matches!(k, KeywordAbility::Equip(_)));
    let spells = card.abilities.iter().filter(|a| matches!(a, Ability::Spell(_))).count();
    let is_spell = card.types.types.meets(SPELLS);
    c.at("abilities", |c| {
        match (has_subtype(&card.types, "Aura"), enchant) {
            (true, false) => c.problem("an Aura says what it enchants; add `Keyword(Enchant(all: [Type(Creature)]))`"),
            (false, true) => c.problem("only Auras enchant; add `Aura` to the types or delete `Enchant`"),
            _ => {}
        }
        if equip && !has_subtype(&card.types, "Equipment") {
            c.problem("only Equipment equips; add `Equipment` to the types or delete `Equip`");
        }
        match (is_spell, spells) {
            (true, 0) => c.problem("an instant or sorcery does something as it resolves; add `Spell(…)`"),
            (false, 1..) => c.problem("only instants and sorceries have `Spell(…)`; make it an activated or triggered ability"),
            (_, 2..) => c.problem("there are two lists of spell instructions; join them in one `Spell(Seq([…]))`"),
            _ => {}
        }
    });
    if !is_spell {
        return;
    }
    for (i, ability) in card.abilities.iter().enumerate() {
        let from = match ability {
            Ability::Activated(a) => a.from,
            Ability::Triggered(t) if !t.when.is_about_itself() => t.from,
            _ => continue,
        };
        if from.is_battlefield() {
            c.at(&format!("ability {}", i + 1), |c| {
                c.problem("an instant or sorcery is never on the battlefield; say where the ability works, such as `from: Graveyard`");
            });
        }
    }
}
