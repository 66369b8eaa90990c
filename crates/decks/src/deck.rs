//! What a deck file holds.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use simpan_rulebook::Lang;

use crate::DeckError;

/// A deck as written in a file. Names are as they stand there, in whatever
/// language, and have not been looked up; only the joint of two names is
/// always written ` // `.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Deck {
    /// The name of the deck, where the file gives one.
    pub name: Option<String>,
    /// Who made it, where the file says so.
    pub author: Option<String>,
    /// What the file says about the deck, in one or several lines.
    pub comment: Option<String>,
    /// The main deck, commanders included.
    pub main: Vec<Line>,
    /// The sideboard, companions included.
    pub side: Vec<Line>,
    /// The format it was read from.
    pub format: Format,
    /// How its bytes were read.
    pub encoding: Encoding,
    /// What was read and left out, in the order of the file.
    pub left: Vec<Left>,
}

impl Deck {
    /// How many cards the main deck has.
    pub fn main_size(&self) -> u32 {
        size(&self.main)
    }

    /// How many cards the sideboard has.
    pub fn side_size(&self) -> u32 {
        size(&self.side)
    }

    /// All lines, those of the main deck first.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.main.iter().chain(&self.side)
    }
}

/// The number of cards of some lines.
fn size(lines: &[Line]) -> u32 {
    lines.iter().fold(0, |sum, line| sum.saturating_add(line.count))
}

/// One line of a deck: some copies of one card.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// How many copies, `1..=999`.
    pub count: u32,
    /// The name as written; two names of one card are joined by ` // `.
    pub name: String,
    /// The code of the set, in upper case, where the file gives one.
    pub set: Option<String>,
    /// The collector number within the set.
    pub number: Option<String>,
    /// What the cards are made of.
    pub finish: Finish,
    /// What the cards are to the deck beyond being in it.
    pub role: Role,
    /// The tags a person gave them, without the `#`.
    pub tags: Vec<String>,
    /// Which of several pictures within the set, counted from 1, as Forge does.
    pub art: Option<u32>,
    /// The number in Magic Online's catalogue.
    pub catalog: Option<u32>,
    /// The printing's id at Scryfall, as Cockatrice notes it.
    pub printing: Option<String>,
    /// The line of the file it stands on, counted from 1; 0 if from no file.
    pub at: usize,
}

impl Line {
    /// A line from no file.
    pub fn new(count: u32, name: impl Into<String>) -> Self {
        Self { count, name: name.into(), ..Self::default() }
    }
}

/// What a card is made of. It makes no difference to play.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// Ordinary cardboard.
    #[default]
    Plain,
    /// Foil: `*F*`, or `+` at Forge.
    Foil,
    /// Etched foil: `*E*`.
    Etched,
}

/// What a card is to its deck.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// One of its cards.
    #[default]
    Card,
    /// Its commander; it counts to the main deck.
    Commander,
    /// Its companion; it counts to the sideboard.
    Companion,
}

/// How the bytes of a file were read.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// As UTF-8.
    #[default]
    Utf8,
    /// As UTF-16 with a byte order mark.
    Utf16,
    /// As the Korean code page of Windows: a guess, since all of it is Hangul.
    Korean,
    /// As the western code page of Windows: a guess, since all of it is
    /// letters that names of cards have.
    Western,
}

impl Encoding {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16 => "UTF-16",
            Self::Korean => "Windows-949",
            Self::Western => "Windows-1252",
        }
    }
}

/// Something that was read and is not part of the deck.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Left {
    /// The line it stands on.
    pub at: usize,
    /// Its text, shortened.
    pub text: String,
    /// Why it was left out.
    pub why: Why,
}

/// Why something was left out.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// A comment, or a heading that only groups cards.
    Comment,
    /// How a program shows the deck, or what it notes beside it.
    Program,
    /// Cards that are not in the deck: under consideration, or tokens.
    Aside,
    /// The companion, which the sideboard names too: one card, named twice.
    Again,
}

impl Why {
    /// Why, for a player.
    pub const fn text(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Self::Comment, Lang::En) => "a comment or a heading",
            (Self::Comment, Lang::Ko) => "설명이나 제목",
            (Self::Program, Lang::En) => "what a program notes for itself",
            (Self::Program, Lang::Ko) => "프로그램이 따로 적어 둔 것",
            (Self::Aside, Lang::En) => "not part of the deck",
            (Self::Aside, Lang::Ko) => "덱에 들어가지 않는 카드",
            (Self::Again, Lang::En) => "the companion, counted once",
            (Self::Again, Lang::Ko) => "한 번만 세는 단짝 카드",
        }
    }
}

/// A deck file format.
#[derive(
    Clone, Copy, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// `2 Suntail Hawk`, with comments and sections.
    #[default]
    Plain,
    /// MTG Arena's export: `Deck`, then `4 Shock (M21) 159`.
    Arena,
    /// Magic Online's text: names only, the sideboard after a gap.
    MtgoText,
    /// Magic Online's `.dek`, which is XML.
    MtgoDek,
    /// Cockatrice's `.cod`, which is XML.
    Cockatrice,
    /// Forge's `.dck`: `[Main]`, then `4 Shock|M21`.
    Forge,
    /// XMage's `.dck`: `4 [M21:159] Shock`.
    XMage,
    /// Moxfield's export: `4 Shock (M21) 159 *F*`.
    Moxfield,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 8] = [
        Self::Plain,
        Self::Arena,
        Self::MtgoText,
        Self::MtgoDek,
        Self::Cockatrice,
        Self::Forge,
        Self::XMage,
        Self::Moxfield,
    ];

    /// Its name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Arena => "arena",
            Self::MtgoText => "mtgo-text",
            Self::MtgoDek => "mtgo-dek",
            Self::Cockatrice => "cockatrice",
            Self::Forge => "forge",
            Self::XMage => "xmage",
            Self::Moxfield => "moxfield",
        }
    }

    /// The usual ending of its file names, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Plain | Self::Arena | Self::MtgoText | Self::Moxfield => "txt",
            Self::MtgoDek => "dek",
            Self::Cockatrice => "cod",
            Self::Forge | Self::XMage => "dck",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = DeckError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim();
        Self::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(wanted))
            .ok_or_else(|| DeckError::UnknownFormat(text.to_owned()))
    }
}
