//! What can go wrong when the index is asked.

use crate::{Book, Lang};

/// A question the rule index cannot answer.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum RulebookError {
    /// No entry has this number or key.
    #[error("no rule `{query}` in the index{}{}", near("nearest", .nearest), near("search for", .words))]
    NotFound {
        /// What was asked for.
        query: String,
        /// The nearest numbers that are in the index, qualified (`cr2005-413.2a`), or keys and ids,
        /// a few of them.
        nearest: Vec<String>,
        /// The nearest words with which [`search`](crate::search) finds something.
        words: Vec<String>,
    },
    /// The text before the dash names no text of rules.
    #[error("no text of rules is called `{0}`; known: {known}", known = known())]
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

impl RulebookError {
    /// The message in a language.
    pub fn message(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return self.to_string();
        }
        match self {
            Self::NotFound { query, nearest, words } => {
                let near = |what: &str, all: &[String]| match all {
                    [] => String::new(),
                    all => format!(". {what}: {}", all.join(", ")),
                };
                let (nearest, words) = (near("가까운 것", nearest), near("찾을 말", words));
                format!("색인에 `{query}` 규칙이 없습니다{nearest}{words}")
            }
            Self::UnknownBook(name) => {
                format!("`{name}` 규칙서는 없습니다. 있는 것: {}", known())
            }
            Self::OtherBook { query, found, wanted } => {
                format!(
                    "`{query}` 번호는 {found} 규칙서의 것이지만 {wanted} 규칙서를 찾고 있습니다"
                )
            }
            Self::Empty => "찾을 규칙을 적으세요".to_owned(),
            Self::UnknownLang(name) => format!("`{name}` 언어는 없습니다. 있는 것: en, ko"),
        }
    }
}

/// The texts of rules in one line.
fn known() -> String {
    Book::ALL.map(Book::prefix).join(", ")
}

/// What is near in one line, or nothing.
fn near(what: &str, near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; {what}: {}", near.join(", ")) }
}
