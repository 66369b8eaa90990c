//! What a deck file holds.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::DeckError;

/// A deck as written in a file. Names are as they stand there, in whatever
/// language, and have not been looked up.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Deck {
    /// The name of the deck, where the file gives one.
    pub name: Option<String>,
    /// The main deck, commanders included.
    pub main: Vec<Line>,
    /// The sideboard, companions included.
    pub side: Vec<Line>,
    /// The format it was read from.
    pub format: Format,
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
}

/// The number of cards of some lines.
fn size(lines: &[Line]) -> u32 {
    lines.iter().fold(0, |sum, line| sum.saturating_add(line.count))
}

/// One line of a deck: some copies of one card.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// How many copies, `1..=999`.
    pub count: u32,
    /// The name as written.
    pub name: String,
    /// The code of the set, in upper case, where the file gives one.
    pub set: Option<String>,
    /// The collector number within the set.
    pub number: Option<String>,
    /// The line of the file it stands on, counted from 1; 0 if from no file.
    pub at: usize,
}

impl Line {
    /// A line from no file.
    pub fn new(count: u32, name: impl Into<String>) -> Self {
        Self { count, name: name.into(), set: None, number: None, at: 0 }
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
