//! The plain data of the index.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::RulebookError;

/// A text of rules. Numbers mean nothing without one: 310 was combat damage
/// in 2005 and planes in 2021.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Book {
    /// Comprehensive Rules of 2005-10-01.
    Cr2005,
    /// Comprehensive Rules of 2021-07-12.
    Cr2021,
    /// The published column on the rules of Starlight TCG; its rules have names, not numbers.
    Starlight,
}

impl Book {
    /// Every text of rules, oldest first.
    pub const ALL: [Self; 3] = [Self::Cr2005, Self::Cr2021, Self::Starlight];

    /// The texts of one game's rules at two dates, which are compared with each other.
    pub const EDITIONS: [Self; 2] = [Self::Cr2005, Self::Cr2021];

    /// The prefix of its numbers: `cr2005`.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Cr2005 => "cr2005",
            Self::Cr2021 => "cr2021",
            Self::Starlight => "starlight",
        }
    }

    /// The other book, in which a concept is looked up when this one does
    /// not have it.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Cr2005 => Self::Cr2021,
            Self::Cr2021 => Self::Cr2005,
            Self::Starlight => Self::Starlight,
        }
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.prefix())
    }
}

impl FromStr for Book {
    type Err = RulebookError;

    /// Reads `cr2005` or `2005`, and `starlight`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let year = text.trim().to_ascii_lowercase();
        if year == Self::Starlight.prefix() {
            return Ok(Self::Starlight);
        }
        let year = year.strip_prefix("cr").unwrap_or(&year);
        Self::ALL
            .into_iter()
            .find(|book| book.prefix().strip_prefix("cr") == Some(year))
            .ok_or_else(|| RulebookError::UnknownBook(text.to_owned()))
    }
}

/// A language the program speaks.
#[derive(
    Clone, Copy, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Korean.
    Ko,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::Ko];

    /// The two-letter code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ko => "ko",
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = RulebookError;

    /// Reads `en`, `ko`, `english`, `korean`, `한국어`, and locale names
    /// such as `ko_KR.UTF-8`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.trim().to_lowercase();
        let code = lower.split(['_', '-', '.']).next().unwrap_or_default();
        match code {
            "en" | "eng" | "english" | "영어" => Ok(Self::En),
            "ko" | "kor" | "korean" | "한국어" | "한글" => Ok(Self::Ko),
            _ => Err(RulebookError::UnknownLang(text.to_owned())),
        }
    }
}

/// One thing said in both languages.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Bilingual {
    /// English.
    pub en: &'static str,
    /// Korean.
    pub ko: &'static str,
}

impl Bilingual {
    /// The words in one language.
    pub const fn get(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Ko => self.ko,
        }
    }
}

/// What the index knows of one concept.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Entry {
    /// The name of the constant: `SUMMONING_SICKNESS`. Stable over builds.
    pub key: &'static str,
    /// The same in kebab case: `summoning-sickness`.
    pub slug: &'static str,
    /// The numbers in each book ([`Book::ALL`]), the main one first; empty
    /// where the concept does not exist.
    pub(crate) numbers: [&'static [&'static str]; 3],
    /// A few words.
    pub title: Bilingual,
    /// One to three sentences, in our own words.
    pub text: Bilingual,
    /// What a player is told when this rule refuses a move.
    pub refusal: Option<Bilingual>,
    /// A note, for instance where a Korean document states it otherwise.
    pub remark: Option<Bilingual>,
    /// How the two texts of rules differ in this concept.
    pub diff: Option<Bilingual>,
}

impl Entry {
    /// All numbers in one book, the main one first.
    pub fn numbers(&self, book: Book) -> &'static [&'static str] {
        match book {
            Book::Cr2005 => self.numbers[0],
            Book::Cr2021 => self.numbers[1],
            Book::Starlight => self.numbers[2],
        }
    }

    /// Whether this is a convention of this program with no number in any
    /// text of rules.
    pub fn is_ours(&self) -> bool {
        self.numbers.iter().all(|list| list.is_empty())
    }

    /// What a player is told when this rule refuses a move: the refusal, or
    /// the text where no special sentence is written.
    pub fn refusal_or_text(&self, lang: Lang) -> &'static str {
        self.refusal.as_ref().unwrap_or(&self.text).get(lang)
    }
}
