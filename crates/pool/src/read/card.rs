//! One object of a file: a card or a printing of one, in Scryfall's or MTGJSON's fields, or a
//! document that holds cards.

use super::document::Data;
use super::loose::Loose;
use super::merge::Merge;
use crate::raw::RawFace;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// What was read of an object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Printing {
    pub(crate) name: Option<String>,
    /// This face alone (MTGJSON gives every face an object).
    pub(crate) face_name: Option<String>,
    pub(crate) side: Option<String>,
    pub(crate) layout: Option<String>,
    pub(crate) lang: Option<String>,
    pub(crate) types: Option<String>,
    pub(crate) face: RawFace,
    pub(crate) printed_name: Option<String>,
    pub(crate) printed_text: Option<String>,
    pub(crate) faces: Vec<Printing>,
    pub(crate) sets: Vec<String>,
    pub(crate) funny: bool,
    pub(crate) digital: bool,
    pub(crate) partial: bool,
    /// Fields of a form that is not known.
    pub(crate) unknown: Vec<String>,
    /// It was a document, and its cards were taken.
    pub(crate) document: bool,
}

impl Printing {
    /// Whether it is a token, an emblem or a picture.
    pub(crate) fn is_token(&self) -> bool {
        let layout = self.layout.as_deref().unwrap_or_default();
        let types = self.types.as_deref().unwrap_or_default();
        matches!(layout, "token" | "double_faced_token" | "emblem" | "art_series")
            || ["Token", "Card", "Emblem"].iter().any(|t| types.split(' ').next() == Some(t))
    }
}

/// Reads an object; `sink` takes the cards if it turns out to be a document.
pub(crate) struct Card<'a> {
    pub(crate) sink: Option<&'a mut Merge>,
}

impl<'de> DeserializeSeed<'de> for Card<'_> {
    type Value = Option<Printing>;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Self::Value, D::Error> {
        d.deserialize_any(self)
    }
}

macro_rules! no_object {
    ($($visit:ident: $kind:ty),*) => {
        $(fn $visit<E>(self, _: $kind) -> Result<Self::Value, E> { Ok(None) })*
    };
}

impl<'de> Visitor<'de> for Card<'_> {
    type Value = Option<Printing>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card")
    }
    no_object!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }
    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut card = Printing::default();
        while let Some(key) = map.next_key::<String>()? {
            match (key.as_str(), &mut self.sink) {
                ("data", Some(sink)) => {
                    card.document = true;
                    map.next_value_seed(Data { sink })?;
                }
                ("card_faces" | "faces", _) => card.faces = map.next_value_seed(Faces)?,
                ("foreignData", _) => map.next_value_seed(Foreign { card: &mut card })?,
                (key, _) if !field(&mut card, key, &mut map)? => {
                    map.next_value::<IgnoredAny>()?;
                }
                _ => {}
            }
        }
        Ok(Some(card))
    }
}

/// Reads a plain field; false if the key is none of those that are wanted.
fn field<'de, A: MapAccess<'de>>(
    card: &mut Printing,
    key: &str,
    map: &mut A,
) -> Result<bool, A::Error> {
    let text: &mut Option<String> = match key {
        "name" => &mut card.name,
        "faceName" => &mut card.face_name,
        "side" => &mut card.side,
        "layout" => &mut card.layout,
        "lang" => &mut card.lang,
        "type_line" | "type" => &mut card.types,
        "power" => &mut card.face.power,
        "toughness" => &mut card.face.toughness,
        "loyalty" => &mut card.face.loyalty,
        "printed_name" => &mut card.printed_name,
        "printed_text" => &mut card.printed_text,
        _ => return other_field(card, key, map),
    };
    match map.next_value::<Loose>()?.text() {
        // Some files write that a card has no loyalty as a word.
        Ok(value) => *text = value.filter(|v| key != "loyalty" || v != "None"),
        Err(()) => card.unknown.push(key.to_owned()),
    }
    Ok(true)
}

fn other_field<'de, A: MapAccess<'de>>(
    card: &mut Printing,
    key: &str,
    map: &mut A,
) -> Result<bool, A::Error> {
    let known = [
        "mana_cost",
        "manaCost",
        "oracle_text",
        "text",
        "colors",
        "sets",
        "printings",
        "set",
        "setCode",
        "funny",
        "isFunny",
        "set_type",
        "digital",
        "digital_only",
        "isOnlineOnly",
        "partial",
    ];
    if !known.contains(&key) {
        return Ok(false);
    }
    let value = map.next_value::<Loose>()?;
    let read = match key {
        "mana_cost" | "manaCost" => value.text().map(|t| card.face.cost = t.unwrap_or_default()),
        "oracle_text" | "text" => value.text().map(|t| card.face.text = t.unwrap_or_default()),
        "colors" => match value {
            Loose::Null => Ok(()),
            value => value.list().map(|l| card.face.colors = Some(l.concat())),
        },
        "sets" | "printings" => value.list().map(|l| card.sets.extend(l)),
        "set" | "setCode" => value.text().map(|t| card.sets.extend(t)),
        "funny" | "isFunny" => value.flag().map(|f| card.funny |= f),
        "set_type" => value.text().map(|t| card.funny |= t.as_deref() == Some("funny")),
        "partial" => value.flag().map(|f| card.partial = f),
        _ => value.flag().map(|f| card.digital |= f),
    };
    if read.is_err() {
        card.unknown.push(key.to_owned());
    }
    Ok(true)
}

/// The list of a card's faces.
struct Faces;

impl<'de> DeserializeSeed<'de> for Faces {
    type Value = Vec<Printing>;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Self::Value, D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Faces {
    type Value = Vec<Printing>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of faces")
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut faces = Vec::new();
        while let Some(face) = seq.next_element_seed(Card { sink: None })? {
            faces.extend(face.filter(|_| faces.len() < 16));
        }
        Ok(faces)
    }
}

/// MTGJSON's texts in other languages, of which the Korean one is kept.
struct Foreign<'a> {
    card: &'a mut Printing,
}

impl<'de> DeserializeSeed<'de> for Foreign<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Foreign<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of texts in other languages")
    }
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(Text { korean, name, face_name, text }) = seq.next_element()? {
            if korean {
                // The name of a card of several faces is that of all; the face's stands beside it.
                self.card.face.korean_name = face_name.or(name);
                self.card.face.korean_text = text;
            }
        }
        Ok(())
    }
}

/// One text in another language.
#[derive(Default)]
struct Text {
    korean: bool,
    name: Option<String>,
    face_name: Option<String>,
    text: Option<String>,
}

impl<'de> serde::Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text in another language")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Text, A::Error> {
                let mut found = Text::default();
                while let Some(key) = map.next_key::<String>()? {
                    let value = map.next_value::<Loose>()?.text().unwrap_or_default();
                    match key.as_str() {
                        "language" => found.korean = value.as_deref() == Some("Korean"),
                        "name" => found.name = value,
                        "faceName" => found.face_name = value,
                        "text" => found.text = value,
                        _ => {}
                    }
                }
                Ok(found)
            }
        }
        d.deserialize_map(TextVisitor)
    }
}
