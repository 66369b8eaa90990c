//! A JSON value of which only plain content is kept: no value of a file is a reason to stop.

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A value of a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Loose {
    Null,
    Flag(bool),
    /// A text, or a number as it is written.
    Text(String),
    /// The texts of a list; anything else in it makes it [`Loose::Other`].
    List(Vec<String>),
    Other,
}

impl Loose {
    /// The text; null is none. `Err` if it is something else.
    pub(crate) fn text(self) -> Result<Option<String>, ()> {
        match self {
            Self::Null => Ok(None),
            Self::Text(text) => Ok(Some(text)),
            _ => Err(()),
        }
    }
    /// The list; null is empty.
    pub(crate) fn list(self) -> Result<Vec<String>, ()> {
        match self {
            Self::Null => Ok(Vec::new()),
            Self::List(list) => Ok(list),
            _ => Err(()),
        }
    }
    /// The flag; null is false.
    pub(crate) fn flag(self) -> Result<bool, ()> {
        match self {
            Self::Null => Ok(false),
            Self::Flag(flag) => Ok(flag),
            _ => Err(()),
        }
    }
}

struct LooseVisitor;

impl<'de> Visitor<'de> for LooseVisitor {
    type Value = Loose;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_unit<E>(self) -> Result<Loose, E> {
        Ok(Loose::Null)
    }
    fn visit_bool<E>(self, v: bool) -> Result<Loose, E> {
        Ok(Loose::Flag(v))
    }
    fn visit_i64<E>(self, v: i64) -> Result<Loose, E> {
        Ok(Loose::Text(v.to_string()))
    }
    fn visit_u64<E>(self, v: u64) -> Result<Loose, E> {
        Ok(Loose::Text(v.to_string()))
    }
    fn visit_f64<E>(self, v: f64) -> Result<Loose, E> {
        Ok(Loose::Text(v.to_string()))
    }
    fn visit_str<E>(self, v: &str) -> Result<Loose, E> {
        Ok(Loose::Text(v.to_owned()))
    }
    fn visit_string<E>(self, v: String) -> Result<Loose, E> {
        Ok(Loose::Text(v))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Loose, A::Error> {
        let mut all = Some(Vec::new());
        while let Some(value) = seq.next_element::<Loose>()? {
            match (value, &mut all) {
                (Loose::Text(text), Some(list)) => list.push(text),
                _ => all = None,
            }
        }
        Ok(all.map_or(Loose::Other, Loose::List))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Loose, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Loose::Other)
    }
}

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(LooseVisitor)
    }
}
