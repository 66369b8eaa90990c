//! The two-way text engine: one phrase table per language prints and parses the ability tree.
//!
//! - A *phrase* says how one shape of tree is said (`phrases/en.phrases`, `phrases/ko.phrases`).
//! - [`print_ability`] renders a tree with the first phrases that fit; [`parse_ability`] reads a
//!   text with every phrase there is. Both run on the same table ([`table`]).
//! - Agreement, articles, number words, self-reference, anaphora and Korean particles belong to
//!   the engine, never to a phrase.
//!
//! Invariant: no card name and no card text in this crate; an edition is only a choice of words.

mod error;
mod josa;

pub use error::{ParseError, ParseErrors, TableError};
pub use josa::{Josa, josa};

use simpan_cards::CardData;
use simpan_cards::ast::{
    Ability, CardType, Color, CounterKind, Keyword, Step, Subtype, Supertype, TypeLine, Zone,
};

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Korean.
    Ko,
}

/// Which edition's words are printed. Reading accepts all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wording {
    /// "comes into play", "in play", "removed from the game".
    Y2005,
    /// "enters the battlefield", "exile", "any target".
    Y2021,
}

/// What reading and printing need to know of the card around an ability.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardHeader {
    /// Its English name.
    pub name: String,
    /// Its Korean name.
    pub korean: Option<String>,
    /// Its type line.
    pub types: TypeLine,
}

impl CardHeader {
    /// The header of a card.
    pub fn of(card: &CardData) -> Self {
        Self { name: card.name.clone(), korean: card.korean.clone(), types: card.types.clone() }
    }
    /// Its name in the language (English where no Korean name is known).
    pub fn name_in(&self, lang: Lang) -> &str {
        match (lang, &self.korean) {
            (Lang::Ko, Some(name)) => name,
            _ => &self.name,
        }
    }
}

/// All abilities of a card, one a line (a modal ability takes a line for each mode).
pub fn print_card(card: &CardData, lang: Lang, wording: Wording) -> String {
    let header = CardHeader::of(card);
    let lines: Vec<String> = card
        .abilities
        .iter()
        .map(|a| print_ability(a, header.name_in(lang), lang, wording))
        .collect();
    lines.join("\n")
}

/// One ability, as a card called `card_name` has it.
pub fn print_ability(ability: &Ability, card_name: &str, lang: Lang, wording: Wording) -> String {
    let _ = (lang, wording);
    format!("⟦{card_name}: {}⟧", serde_json::to_string(ability).unwrap_or_default())
}

/// Reads all abilities of a card.
///
/// # Errors
/// Every line that was not understood, with the words.
pub fn parse_card(text: &str, card: &CardHeader, lang: Lang) -> Result<Vec<Ability>, ParseErrors> {
    let _ = (card, lang);
    let whole = 0..text.len();
    let error = ParseError {
        ability: whole.clone(),
        span: whole,
        words: text.to_owned(),
        expected: Vec::new(),
    };
    Err(ParseErrors { errors: vec![error] })
}

/// Reads one ability (a line of keywords may hold several: use [`parse_card`]).
///
/// # Errors
/// As [`parse_card`].
pub fn parse_ability(text: &str, card: &CardHeader, lang: Lang) -> Result<Ability, ParseErrors> {
    let mut all = parse_card(text, card, lang)?;
    Ok(all.remove(0))
}

/// A type line.
pub fn type_line(line: &TypeLine, lang: Lang) -> String {
    if lang == Lang::En {
        return line.to_string();
    }
    let left = line.supertypes.iter().map(|s| supertype_name(s, lang));
    let left: Vec<String> = left.chain(line.types.iter().map(|t| type_name(t, lang))).collect();
    let right: Vec<&str> = line.subtypes.iter().map(|s| subtype_name(*s, lang)).collect();
    match right.is_empty() {
        true => left.join(" "),
        false => format!("{} — {}", left.join(" "), right.join(" ")),
    }
}

/// A subtype's name.
pub fn subtype_name(subtype: Subtype, lang: Lang) -> &'static str {
    match lang {
        Lang::En => subtype.name(),
        Lang::Ko => subtype.korean(),
    }
}
/// A card type's name, as in a type line.
pub fn type_name(kind: CardType, _lang: Lang) -> String {
    format!("{kind:?}")
}
/// A supertype's name, as in a type line.
pub fn supertype_name(supertype: Supertype, _lang: Lang) -> String {
    format!("{supertype:?}")
}
/// A colour's name, as in a sentence.
pub fn color_name(color: Color, _lang: Lang) -> String {
    format!("{color:?}")
}
/// A keyword's name, as in a sentence.
pub fn keyword_name(keyword: Keyword, _lang: Lang) -> String {
    format!("{keyword:?}")
}
/// A zone's name.
pub fn zone_name(zone: Zone, _lang: Lang, _wording: Wording) -> String {
    format!("{zone:?}")
}
/// A step's or phase's name.
pub fn step_name(step: Step, _lang: Lang, _wording: Wording) -> String {
    format!("{step:?}")
}
/// A kind of counter ("+1/+1", "charge").
pub fn counter_name(kind: CounterKind, _lang: Lang) -> String {
    format!("{kind:?}")
}
