//! A card as data: name, costs, types, numbers and abilities of each face.

use crate::ast::{Ability, Action, Colors, Effect, KeywordAbility, ManaCost, TypeLine};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A printed power or toughness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PtValue {
    /// A number.
    Number(i16),
    /// `*`, `*+1` …: 0 here, set by a characteristic-defining ability.
    Star(i16),
}

impl PtValue {
    /// The number without the characteristic-defining ability (`*` counts 0).
    pub fn base(self) -> i32 {
        match self {
            Self::Number(n) | Self::Star(n) => i32::from(n),
        }
    }
}

impl fmt::Display for PtValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) => write!(f, "{n}"),
            Self::Star(0) => f.write_str("*"),
            Self::Star(n) => write!(f, "*+{n}"),
        }
    }
}

impl FromStr for PtValue {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("`{text}` is no power or toughness; expected a number, `*` or `*+1`");
        let parse = |s: &str| s.parse::<i16>().map_err(|_| bad());
        match text {
            "*" => Ok(Self::Star(0)),
            _ => match text.strip_prefix("*+").or_else(|| text.strip_suffix("+*")) {
                Some(n) => Ok(Self::Star(parse(n)?)),
                None => Ok(Self::Number(parse(text)?)),
            },
        }
    }
}

/// A printed power/toughness box, written `2/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pt {
    /// Left of the slash.
    pub power: PtValue,
    /// Right of it.
    pub toughness: PtValue,
}

impl fmt::Display for Pt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.power, self.toughness)
    }
}

impl FromStr for Pt {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (power, toughness) =
            text.split_once('/').ok_or_else(|| format!("`{text}` has no slash; expected `2/3`"))?;
        Ok(Self { power: power.parse()?, toughness: toughness.parse()? })
    }
}

impl Serialize for Pt {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for Pt {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardData {
    /// Its English name, unique in a pool.
    pub name: String,
    /// Its Korean name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub korean: Option<String>,
    /// Its mana cost; a card without one can't be played as a spell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<ManaCost>,
    /// Its colours where the mana cost doesn't give them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colors: Option<Colors>,
    /// Its type line.
    pub types: TypeLine,
    /// Its power and toughness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pt: Option<Pt>,
    /// Its loyalty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loyalty: Option<u8>,
    /// Its abilities, one a paragraph.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
}

impl CardData {
    /// Whether something in its text lets an object be face down.
    pub(crate) fn can_be_face_down(&self) -> bool {
        self.abilities.iter().any(|a| match a {
            Ability::Keyword(KeywordAbility::Morph(_)) => true,
            Ability::Activated(a) => turns_down(&a.effect),
            Ability::Triggered(t) => turns_down(&t.effect),
            Ability::Spell(e) => turns_down(e),
            _ => false,
        })
    }
}

fn turns_down(effect: &Effect) -> bool {
    match effect {
        Effect::Do(action) => matches!(action, Action::Turn { up: false, .. }),
        Effect::Seq(all) => all.iter().any(turns_down),
        Effect::May { effect, .. }
        | Effect::Unless { effect, .. }
        | Effect::MayPay { effect, .. }
        | Effect::ForEach { effect, .. }
        | Effect::Later { effect, .. }
        | Effect::Reflexive(effect) => turns_down(effect),
        Effect::If { then, otherwise, .. } => {
            turns_down(then) || otherwise.as_deref().is_some_and(turns_down)
        }
        Effect::Modes { modes, .. } => modes.iter().any(|m| turns_down(&m.effect)),
    }
}
