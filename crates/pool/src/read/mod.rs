//! Reading files of card data.
//!
//! The form is found from the content: an array of cards (Scryfall bulk data), a list response
//! (`"object": "list"`), MTGJSON (`"data"` with a set, all printings or atomic cards), or one card
//! a line. A file is read as a stream: at most one card of it is in memory besides the cards kept.

mod card;
mod document;
mod lines;
mod loose;
mod merge;

use crate::raw::RawCard;
use std::fmt;
use std::io::BufRead;

/// The most bytes one card (or anything else that is one value) may take.
pub const MAX_VALUE_BYTES: u64 = 32 << 20;
/// The most bytes of one line of a file with a card a line.
pub const MAX_LINE_BYTES: u64 = 1 << 20;
/// The most different cards that are kept.
pub const MAX_CARDS: usize = 200_000;
/// The most problems that are listed one by one.
const MAX_PROBLEMS: usize = 10_000;

/// Something in a file that was not read, or not read as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The file.
    pub file: String,
    /// The line, from 1, where one is known.
    pub line: Option<usize>,
    /// The column or byte in that line, from 1.
    pub column: Option<usize>,
    /// The card it is about.
    pub card: Option<String>,
    /// What it is.
    pub kind: IssueKind,
}

/// What an [`Issue`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IssueKind {
    /// The file breaks off or is damaged; nothing after that was read.
    Broken(String),
    /// A line that is no JSON; the lines after it were read.
    BadLine(String),
    /// A value that is neither a card nor anything known.
    NoCard,
    /// A card without this field.
    Missing(&'static str),
    /// A field of the card that has another form than it should.
    Form(String),
    /// Another printing gives another text of this field; the first was kept.
    Differs(&'static str),
    /// A line or value that is too long; it was left out.
    TooLong(u64),
    /// So many cards that the rest was left out.
    TooMany(usize),
    /// So many more problems were not listed.
    More(usize),
}

impl fmt::Display for IssueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(why) => write!(f, "damaged or cut off, nothing after that is read: {why}"),
            Self::BadLine(why) => write!(f, "this line is left out: {why}"),
            Self::NoCard => f.write_str("neither a card nor a list of cards; left out"),
            Self::Missing(field) => write!(f, "no {field}; left out"),
            Self::Form(field) => write!(f, "`{field}` has a form that is not known; left out"),
            Self::Differs(field) => {
                write!(f, "printings differ in {field}; the first one is kept")
            }
            Self::TooLong(limit) => write!(f, "longer than {limit} bytes; left out"),
            Self::TooMany(limit) => write!(f, "more than {limit} cards; the rest is left out"),
            Self::More(n) => write!(f, "{n} more problems are not listed"),
        }
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        if !self.file.is_empty() {
            f.write_str(": ")?;
        }
        if let Some(card) = &self.card {
            write!(f, "{card}: ")?;
        }
        self.kind.fmt(f)
    }
}

/// What a file gave.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Its cards by name, printings merged.
    pub cards: Vec<RawCard>,
    /// How many printings were read.
    pub printings: usize,
    /// Tokens, emblems and art cards, which are no cards of a deck.
    pub tokens: usize,
    /// Everything that was not read as it stands.
    pub issues: Vec<Issue>,
}

impl Found {
    /// Whether the file was read to its end.
    pub fn is_whole(&self) -> bool {
        !self.issues.iter().any(|i| matches!(i.kind, IssueKind::Broken(_) | IssueKind::TooMany(_)))
    }
}

/// Reads one file after the other and merges what they hold.
#[derive(Debug, Default)]
pub struct Reading {
    merge: merge::Merge,
}

impl Reading {
    /// Nothing read yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a file of any known form.
    ///
    /// `name` is what problems call it.
    pub fn file(&mut self, name: &str, mut input: impl BufRead) {
        self.merge.file = name.to_owned();
        match lines::first_line(&mut input) {
            Ok(lines::First::Card(line)) => lines::read(line, input, &mut self.merge),
            Ok(lines::First::Other(start)) => {
                document::read(std::io::Read::chain(&start[..], input), &mut self.merge);
            }
            Err(error) => self.merge.broken(error.to_string(), None, None),
        }
    }

    /// How many different cards there are so far.
    pub fn len(&self) -> usize {
        self.merge.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All that was read.
    pub fn finish(self) -> Found {
        self.merge.finish()
    }
}

/// Reads one file of any known form.
///
/// ```
/// let line = r#"{"name": "Ox", "type_line": "Creature — Ox", "power": "2", "toughness": "4"}"#;
/// let found = simpan_pool::read::file("mine.jsonl", line.as_bytes());
/// assert_eq!(found.cards[0].front().types, "Creature — Ox");
/// ```
pub fn file(name: &str, input: impl BufRead) -> Found {
    let mut reading = Reading::new();
    reading.file(name, input);
    reading.finish()
}
