//! A card as a file gives it: texts, nothing understood.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A card as it was given, all its printings together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawCard {
    /// Its name; those of several faces are joined by ` // `.
    pub name: String,
    /// How its faces lie on it (`normal`, `split`, `transform` …).
    pub layout: String,
    /// Its faces, front or left one first; never empty once read.
    pub faces: Vec<RawFace>,
    /// Codes of the sets it was printed in.
    pub sets: BTreeSet<String>,
    /// A joke card.
    pub funny: bool,
    /// Exists only in digital play.
    pub digital: bool,
    /// The file says that its text is incomplete.
    pub partial: bool,
}

/// A face as it was given. Empty texts are empty strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawFace {
    /// Its English name.
    pub name: String,
    /// Its mana cost.
    pub cost: String,
    /// Its type line.
    pub types: String,
    /// Its Oracle text.
    pub text: String,
    /// Its power.
    pub power: Option<String>,
    /// Its toughness.
    pub toughness: Option<String>,
    /// Its loyalty.
    pub loyalty: Option<String>,
    /// Its colours as letters, if the file gives them.
    pub colors: Option<String>,
    /// Its Korean name.
    pub korean_name: Option<String>,
    /// Its Korean text.
    pub korean_text: Option<String>,
}

impl RawCard {
    /// The front or left face.
    pub fn front(&self) -> &RawFace {
        static NONE: RawFace = RawFace {
            name: String::new(),
            cost: String::new(),
            types: String::new(),
            text: String::new(),
            power: None,
            toughness: None,
            loyalty: None,
            colors: None,
            korean_name: None,
            korean_text: None,
        };
        self.faces.first().unwrap_or(&NONE)
    }

    /// Its Korean name, those of several faces joined like the English ones.
    pub fn korean_name(&self) -> Option<String> {
        let names: Option<Vec<&str>> =
            self.faces.iter().map(|f| f.korean_name.as_deref()).collect();
        names.filter(|n| !n.is_empty()).map(|n| n.join(" // "))
    }

    /// Whether it has several faces that differ.
    pub fn is_many_faced(&self) -> bool {
        self.faces.len() > 1
    }

    /// Takes from an older state of the same card what this one doesn't know: sets and Korean.
    pub fn learn(&mut self, old: Self) {
        self.sets.extend(old.sets);
        for (face, old) in self.faces.iter_mut().zip(old.faces) {
            face.korean_name = face.korean_name.take().or(old.korean_name);
            face.korean_text = face.korean_text.take().or(old.korean_text);
        }
    }
}
