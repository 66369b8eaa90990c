//! Formats of play: sets, bans, and what they ask of a deck.

use std::sync::OnceLock;

use serde::Deserialize;
use simpan_rulebook::Lang;

use crate::{Rules, fold_name};

/// The formats that come with the program.
const BUILT_IN: &str = include_str!("../data/play.toml");

/// A format of play. One without sets takes every card.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Its name on a command line.
    pub key: String,
    /// Its name in English.
    pub en: String,
    /// Its name in Korean.
    pub ko: String,
    /// The rulebook that was in force, where it is of one time.
    #[serde(default)]
    pub edition: Option<String>,
    /// What it asks of any deck.
    #[serde(flatten)]
    pub rules: Rules,
    /// The codes of its sets: a card is in if it was printed in one of them.
    #[serde(default)]
    pub sets: Vec<String>,
    /// Cards that are out all the same, by English name.
    #[serde(default)]
    pub banned: Vec<String>,
    /// Cards of which one copy is allowed, by English name.
    #[serde(default)]
    pub restricted: Vec<String>,
}

/// The file of formats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plays {
    play: Vec<Play>,
}

impl Play {
    /// A format that asks only what the rules of deck construction do.
    pub fn of(rules: Rules) -> Self {
        Self {
            key: String::new(),
            en: String::new(),
            ko: String::new(),
            edition: None,
            rules,
            sets: Vec::new(),
            banned: Vec::new(),
            restricted: Vec::new(),
        }
    }

    /// The formats that come with the program.
    pub fn built_in() -> &'static [Self] {
        static ALL: OnceLock<Vec<Play>> = OnceLock::new();
        ALL.get_or_init(|| Self::parse(BUILT_IN).unwrap_or_default())
    }

    /// The built-in format of a name.
    pub fn find(key: &str) -> Option<&'static Self> {
        Self::built_in().iter().find(|play| play.key.eq_ignore_ascii_case(key))
    }

    /// Reads formats of play, as TOML with a `[[play]]` for each.
    ///
    /// # Errors
    /// Where and why the text is none, in the words of the TOML reader.
    pub fn parse(text: &str) -> Result<Vec<Self>, String> {
        let plays: Plays = toml::from_str(text).map_err(|error| error.to_string())?;
        Ok(plays.play)
    }

    /// Its name, for a player.
    pub fn title(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Ko => &self.ko,
        }
    }

    /// Whether a card is banned.
    pub fn bans(&self, name: &str) -> bool {
        names(&self.banned, name)
    }

    /// Whether only one copy of a card is allowed.
    pub fn restricts(&self, name: &str) -> bool {
        names(&self.restricted, name)
    }

    /// Whether a card that was printed in these sets is in the format.
    pub fn takes<'a>(&self, mut printed_in: impl Iterator<Item = &'a str>) -> bool {
        let ours = |set: &str| self.sets.iter().any(|own| own.eq_ignore_ascii_case(set));
        self.sets.is_empty() || printed_in.any(ours)
    }
}

/// Whether a list of names holds one.
fn names(list: &[String], name: &str) -> bool {
    let folded = fold_name(name);
    list.iter().any(|other| fold_name(other) == folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_formats_are_read() {
        Play::parse(BUILT_IN).unwrap();
        let old = Play::find("standard-2005").unwrap();
        assert_eq!(old.rules, Rules::CONSTRUCTED);
        assert!(old.takes(["LEA", "rav"].into_iter()) && !old.takes(["MRD"].into_iter()));
        let new = Play::find("Standard-2021").unwrap();
        assert!(new.bans("Oko, thief of crowns") && !new.bans("Oko"));
        assert!(Play::of(Rules::FREE).takes([].into_iter()));
    }

    #[test]
    fn a_format_of_ones_own() {
        let text = "[[play]]\nkey = \"k\"\nen = \"e\"\nko = \"k\"\nmax_side = 0\nmin_main = 40\n";
        let play = &Play::parse(text).unwrap()[0];
        assert_eq!((play.rules.min_main, play.rules.max_side), (40, None));
        assert_eq!(play.rules.max_copies, Some(4));
        assert!(Play::parse(&format!("{text}bans = []\n")).unwrap_err().contains("bans"));
        assert!(Play::parse("[[play]]\nkey = 1\n").unwrap_err().contains("line 2"));
    }
}
