//! The rule index: which rules there are, where they stand in each text of
//! rules, and what they say in our own words, in Korean and English.
//!
//! One entry is one *concept*, not one number: summoning sickness is one
//! entry, which stands at 212.3d in the rules of 2005 and at 302.6 in those
//! of 2021. The data is `rulebook/*.toml` at the root of the repository; the
//! build turns it into constants and static tables, so that a wrong id does
//! not compile and nothing is parsed while the program runs.
//!
//! ```
//! use simpan_rulebook::{Book, Lang, rule};
//! let id = rule::SUMMONING_SICKNESS;
//! assert_eq!(id.number(Book::Cr2005), Some("212.3d"));
//! assert_eq!(id.qualified(Book::Cr2021).to_string(), "cr2021-302.6");
//! assert_eq!(id.entry().title.get(Lang::Ko), "소환 후유증");
//! ```
//!
//! This crate holds no rules as code and does not judge anything.

mod catalogue;
mod error;
mod id;
pub mod marker;
mod query;
mod types;

pub use catalogue::{CatalogueEntry, Engine, catalogue, find_entries, search_entries};
pub use error::RulebookError;
pub use id::{Qualified, RuleId};
pub use query::{Difference, Found, Hit, diff, find, search};
pub use types::{Bilingual, Book, Entry, Lang};

include!(concat!(env!("OUT_DIR"), "/index.rs"));

/// All entries, in the order of their ids.
pub fn entries() -> impl ExactSizeIterator<Item = (RuleId, &'static Entry)> + Clone {
    ENTRIES.iter().enumerate().map(|(id, entry)| (RuleId(id as u16), entry))
}

/// The entry with this key, such as `SUMMONING_SICKNESS`; the kebab form
/// (`summoning-sickness`) and any case are accepted.
pub fn by_key(key: &str) -> Option<RuleId> {
    entries()
        .find(|(_, entry)| {
            key.eq_ignore_ascii_case(entry.key) || key.eq_ignore_ascii_case(entry.slug)
        })
        .map(|(id, _)| id)
}

/// The sorted numbers of one text of rules, each with its concept.
fn numbers(book: Book) -> &'static [(&'static str, RuleId)] {
    match book {
        Book::Cr2005 => NUMBERS_2005,
        Book::Cr2021 => NUMBERS_2021,
        Book::Starlight => NUMBERS_STARLIGHT,
    }
}
