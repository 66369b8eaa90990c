//! What can go wrong when the index is asked.

use crate::Book;

/// A question the rule index cannot answer.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum RulebookError {
    /// No entry has this number or key.
    #[error("no rule `{query}` in the index; nearest: {}", list(.nearest))]
    NotFound {
        /// What was asked for.
        query: String,
        /// The nearest numbers that are in the index, qualified
        /// (`cr2005-413.2a`), at most eight.
        nearest: Vec<String>,
    },
    /// The text before the dash names no text of rules.
    #[error("no text of rules is called `{0}`; known: cr2005, cr2021")]
    UnknownBook(String),
    /// The query names one text of rules and the caller another.
    #[error("`{query}` is a number of {found}, but {wanted} was asked for")]
    OtherBook {
        /// What was asked for.
        query: String,
        /// The book in the query.
        found: Book,
        /// The book the caller limited the search to.
        wanted: Book,
    },
    /// The query is empty.
    #[error("an empty query finds no rule")]
    Empty,
    /// Not a language of this program.
    #[error("unknown language `{0}`; known: en, ko")]
    UnknownLang(String),
}

/// The numbers in one line, or a dash.
fn list(numbers: &[String]) -> String {
    if numbers.is_empty() { "none".to_owned() } else { numbers.join(", ") }
}
