//! Ids of concepts.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Bilingual, Book, ENTRIES, Entry};

/// The id of one concept; use the constants of [`rule`](crate::rule).
///
/// The number is stable within one build only: data meant to outlive the
/// build is kept by [`key`](Self::key), which is also what self-describing
/// formats (JSON, RON, TOML) hold. Compact formats hold the number.
#[derive(Clone, Copy, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct RuleId(pub u16);

/// What stands behind an id that is in no table.
static UNKNOWN: Entry = Entry {
    key: "UNKNOWN",
    slug: "unknown",
    numbers: [&[], &[], &[]],
    title: Bilingual { en: "Unknown rule", ko: "알 수 없는 규칙" },
    text: Bilingual {
        en: "This id is not in the rule index.",
        ko: "이 번호는 규칙 색인에 없습니다.",
    },
    refusal: None,
    remark: None,
    diff: None,
};

impl RuleId {
    /// What the index knows of the concept.
    pub fn entry(self) -> &'static Entry {
        ENTRIES.get(usize::from(self.0)).unwrap_or(&UNKNOWN)
    }

    /// The name of its constant, stable over builds.
    pub fn key(self) -> &'static str {
        self.entry().key
    }

    /// Its main number in a book, or `None` where the book does not have
    /// the concept.
    pub fn number(self, book: Book) -> Option<&'static str> {
        self.entry().numbers(book).first().copied()
    }

    /// Prints `cr2005-212.3d`; the other book's number where this book does
    /// not have the concept; `simpan-undo-fair` where no book has it.
    pub fn qualified(self, book: Book) -> Qualified {
        Qualified { id: self, book }
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RuleId({})", self.key())
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(self.key())
        } else {
            serializer.serialize_u16(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let key = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
            crate::by_key(&key).ok_or_else(|| D::Error::custom(format_args!("no rule `{key}`")))
        } else {
            let id = u16::deserialize(deserializer)?;
            if usize::from(id) < ENTRIES.len() {
                Ok(Self(id))
            } else {
                Err(D::Error::custom(format_args!("no rule has the id {id}")))
            }
        }
    }
}

/// A rule number with its book, printed without building a string.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Qualified {
    id: RuleId,
    book: Book,
}

impl fmt::Display for Qualified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for book in [self.book, self.book.other(), Book::Starlight] {
            if let Some(number) = self.id.number(book) {
                return write!(f, "{book}-{number}");
            }
        }
        write!(f, "simpan-{}", self.id.entry().slug)
    }
}
