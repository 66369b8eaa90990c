//! The two-way text engine: one phrase table per language prints and parses the ability tree.
//!
//! - A *phrase* says how one shape of tree is said (`phrases/en.phrases`, `phrases/ko.phrases`).
//! - [`print_ability`] renders a tree with the first phrases that fit; [`parse_ability`] reads a
//!   text with every phrase there is. Both run on the same table ([`table`]).
//! - Agreement, articles, number words, self-reference, anaphora and Korean particles belong to
//!   the engine, never to a phrase.
//!
//! Invariant: no card name and no card text in this crate; an edition is only a choice of words.

mod anaphora;
mod builtin;
mod engine;
mod error;
mod filter;
mod first;
mod form;
mod heard;
mod josa;
#[cfg(test)]
mod laws;
mod lent;
mod names;
mod paid;
mod pattern;
mod places;
mod print;
mod read;
mod reminder;
mod table;
mod targets;
mod text;
mod usual;
mod wherex;

pub use engine::{
    check_tables, names as self_names, parse_ability, parse_card, parse_paragraphs, print_ability,
    print_as_written, print_card, print_paragraphs, without_order, worded,
};
pub use error::{ParseError, ParseErrors, TableError};
pub use josa::{Josa, josa};
pub use names::{
    choice_name, color_name, counter_name, keyword_name, step_name, subtype_name, supertype_name,
    type_line, type_name, zone_name,
};
pub use reminder::{Reminder, Verdict, reminders};
pub use text::ability_word;

use simpan_cards::CardData;
use simpan_cards::ast::TypeLine;

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
    /// "enters", "this creature".
    Y2026,
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
