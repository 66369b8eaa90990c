//! How each program writes the name of a card that has two.

use crate::Format;

/// How the two names of a card lie on it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Faces {
    /// Not known, or only one name.
    #[default]
    Unknown,
    /// Two halves of one face: split cards.
    Split,
    /// A card within a card: adventures.
    Adventure,
    /// One name at a time: double-faced, flip and meld cards.
    Turned,
}

impl Format {
    /// The name that the programs of this format know a card by: `Fire // Ice`
    /// is `Fire/Ice` for Magic Online, and of a card that turns most take the
    /// front only. The joint itself is written by [`write`](crate::write).
    ///
    /// ```
    /// use simpan_decks::{Faces, Format};
    /// assert_eq!(Format::Arena.name_of("Fire // Ice", Faces::Split), "Fire // Ice");
    /// assert_eq!(Format::Arena.name_of("Fae // Fay", Faces::Adventure), "Fae");
    /// assert_eq!(Format::Cockatrice.name_of("Fae // Fay", Faces::Adventure), "Fae // Fay");
    /// assert_eq!(Format::Moxfield.name_of("Day // Night", Faces::Turned), "Day // Night");
    /// ```
    pub fn name_of(self, name: &str, faces: Faces) -> &str {
        let whole = match self {
            Self::Plain | Self::Moxfield => true,
            Self::Cockatrice => faces != Faces::Turned,
            Self::Arena | Self::MtgoText | Self::MtgoDek | Self::Forge | Self::XMage => {
                !matches!(faces, Faces::Turned | Faces::Adventure)
            }
        };
        if whole { name } else { name.split(" // ").next().unwrap_or(name) }
    }
}
