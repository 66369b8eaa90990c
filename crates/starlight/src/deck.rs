//! Decks: a star and a row of cards, and whether they may be played.

use crate::assumptions::Assumptions;
use crate::cards::{CardId, CardKind, Pool};
use serde::{Deserialize, Serialize};

/// A deck by names, as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckList {
    /// Its short name: `dawn-watch`.
    #[serde(default)]
    pub key: String,
    /// Korean name.
    #[serde(default)]
    pub ko: String,
    /// English name.
    #[serde(default)]
    pub en: String,
    /// The star.
    pub star: String,
    /// How many of which card.
    pub cards: Vec<(u16, String)>,
}

/// A deck by numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// The star.
    pub star: CardId,
    /// The cards.
    pub cards: Vec<CardId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    deck: Vec<DeckList>,
}

/// Why a deck can't be read or played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckError {
    /// It is no list.
    #[error("no deck list: {0}")]
    Syntax(String),
    /// A card nobody knows.
    #[error("there is no card named `{name}`{}", if nearest.is_empty() { String::new() } else { format!("; did you mean `{nearest}`?") })]
    Unknown {
        /// The name given.
        name: String,
        /// The nearest there is.
        nearest: String,
    },
    /// It breaks a rule for decks.
    #[error("{0}")]
    Illegal(String),
}

impl DeckList {
    /// The two starter decks that come with the program.
    ///
    /// # Errors
    /// Never for the file of this crate; a test reads it.
    pub fn builtin() -> Result<Vec<Self>, DeckError> {
        Self::read(include_str!("../data/decks.toml"))
    }

    /// The decks of a TOML file of the form of `data/decks.toml`, or a plain list: lines of
    /// `3 name`, and one `star: name`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn read(text: &str) -> Result<Vec<Self>, DeckError> {
        if text.contains("[[deck]]") {
            let file: File = toml::from_str(text).map_err(|e| DeckError::Syntax(e.to_string()))?;
            return Ok(file.deck);
        }
        let mut deck = Self {
            key: String::new(),
            ko: String::new(),
            en: String::new(),
            star: String::new(),
            cards: Vec::new(),
        };
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
                continue;
            }
            let star = ["star:", "스타:"].iter().find_map(|p| line.strip_prefix(p));
            if let Some(star) = star {
                deck.star = star.trim().to_owned();
                continue;
            }
            let parts = line.split_once(' ').and_then(|(count, name)| {
                Some((count.trim_end_matches('x').parse().ok()?, name.trim().to_owned()))
            });
            let wrong = || format!("line {}: `{line}`; expected `3 name` or `star: name`", n + 1);
            deck.cards.push(parts.ok_or_else(|| DeckError::Syntax(wrong()))?);
        }
        if deck.star.is_empty() {
            return Err(DeckError::Syntax("no line `star: name` names the star".into()));
        }
        Ok(vec![deck])
    }

    /// The deck by numbers.
    ///
    /// # Errors
    /// If a card isn't known.
    pub fn resolve(&self, pool: &Pool) -> Result<Deck, DeckError> {
        let find = |name: &str| {
            pool.find(name).ok_or_else(|| DeckError::Unknown {
                name: name.to_owned(),
                nearest: nearest(name, pool),
            })
        };
        let mut cards = Vec::new();
        for (count, name) in &self.cards {
            let id = find(name)?;
            cards.extend(std::iter::repeat_n(id, usize::from(*count).min(250)));
        }
        Ok(Deck { star: find(&self.star)?, cards })
    }
}

/// The name that shares most letters.
fn nearest(name: &str, pool: &Pool) -> String {
    let score = |other: &str| {
        let same = name.chars().filter(|c| !c.is_whitespace() && other.contains(*c)).count();
        (same * 100).checked_div(name.chars().count().max(other.chars().count())).unwrap_or(0)
    };
    let all = pool.iter().flat_map(|(_, c)| [c.ko.as_str(), c.en.as_str()]);
    let best = all.max_by_key(|n| score(n)).filter(|n| score(n) >= 40);
    best.unwrap_or_default().to_owned()
}

impl Deck {
    /// Whether it may be played.
    ///
    /// # Errors
    /// The first thing that is wrong, in words.
    pub fn check(&self, pool: &Pool, rules: &Assumptions) -> Result<(), DeckError> {
        let wrong = |text: String| Err(DeckError::Illegal(text));
        if pool.card(self.star).kind != CardKind::Star {
            return wrong(format!("{} is no star", pool.card(self.star).ko));
        }
        if self.cards.len() < usize::from(rules.main_min) {
            return wrong(format!(
                "a deck has {} or more cards, not {}",
                rules.main_min,
                self.cards.len()
            ));
        }
        let mut sorted = self.cards.clone();
        sorted.sort();
        for same in sorted.chunk_by(|a, b| a == b) {
            let card = pool.card(same[0]);
            let basic = card.stone.is_some_and(|s| s.basic);
            if card.kind == CardKind::Star {
                return wrong(format!("{} is a star and can't be in the deck", card.ko));
            }
            if !basic && same.len() > usize::from(rules.max_copies) {
                return wrong(format!(
                    "{} of {}; at most {}",
                    same.len(),
                    card.ko,
                    rules.max_copies
                ));
            }
        }
        Ok(())
    }
}
