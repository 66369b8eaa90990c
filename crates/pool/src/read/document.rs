//! One JSON document with many cards, read as a stream.

use super::MAX_VALUE_BYTES;
use super::card::Card;
use super::merge::Merge;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use std::cell::Cell;
use std::fmt;
use std::io::{BufRead, Error, ErrorKind, Read, Result as Io};
use std::rc::Rc;

/// Where a reader stands, seen by whoever takes the cards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// The line, from 0.
    pub(crate) line: Rc<Cell<usize>>,
    /// Bytes since the last card.
    pub(crate) since: Rc<Cell<u64>>,
}

/// Counts what is read and refuses values without end.
struct Meter<R> {
    inner: R,
    place: Place,
}

impl<R: BufRead> Read for Meter<R> {
    fn read(&mut self, out: &mut [u8]) -> Io<usize> {
        let n = self.inner.read(out)?;
        let since = self.place.since.get() + n as u64;
        if since > MAX_VALUE_BYTES {
            let why = format!("one value is longer than {MAX_VALUE_BYTES} bytes");
            return Err(Error::new(ErrorKind::InvalidData, why));
        }
        self.place.since.set(since);
        let lines = out[..n].iter().filter(|b| **b == b'\n').count();
        self.place.line.set(self.place.line.get() + lines);
        Ok(n)
    }
}

/// Reads a document, or several one after the other.
pub(crate) fn read(input: impl BufRead, merge: &mut Merge) {
    let place = Place::default();
    merge.place = Some(place.clone());
    let mut json = serde_json::Deserializer::from_reader(Meter { inner: input, place });
    loop {
        match (Top { sink: &mut *merge }).deserialize(&mut json) {
            Ok(()) => match json.end() {
                Ok(()) => break,
                // Another value begins, or garbage, which the next turn tells of.
                Err(_) => continue,
            },
            Err(error) => {
                merge.broken(error.to_string(), Some(error.line()), Some(error.column()));
                break;
            }
        }
    }
    merge.place = None;
}

/// The outermost value.
struct Top<'a> {
    sink: &'a mut Merge,
}

impl<'de> DeserializeSeed<'de> for Top<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Top<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cards, a document with `data`, or a card")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<(), A::Error> {
        Cards { sink: self.sink }.visit_seq(seq)
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let found = Card { sink: Some(&mut *self.sink) }.visit_map(map)?;
        match found {
            Some(card) if card.document => {}
            other => self.sink.add(other),
        }
        if self.sink.is_full() { Err(A::Error::custom("too many cards")) } else { Ok(()) }
    }
}

/// A list of cards.
pub(crate) struct Cards<'a> {
    pub(crate) sink: &'a mut Merge,
}

impl<'de> DeserializeSeed<'de> for Cards<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Cards<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cards")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(card) = seq.next_element_seed(Card { sink: None })? {
            self.sink.add(card);
            if self.sink.is_full() {
                return Err(A::Error::custom("too many cards"));
            }
        }
        Ok(())
    }
}

/// What stands under `data`: a list of cards, one set, all sets, or atomic cards by name.
pub(crate) struct Data<'a> {
    pub(crate) sink: &'a mut Merge,
}

impl<'de> DeserializeSeed<'de> for Data<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Data<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cards under `data`")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<(), A::Error> {
        Cards { sink: self.sink }.visit_seq(seq)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            self.sink.rest();
            match key.as_str() {
                "cards" => map.next_value_seed(Cards { sink: self.sink })?,
                "tokens" => map.next_value_seed(Tokens { sink: self.sink })?,
                _ => map.next_value_seed(Entry { key: &key, sink: self.sink })?,
            }
        }
        Ok(())
    }
}

/// Tokens, which are counted.
struct Tokens<'a> {
    sink: &'a mut Merge,
}

impl<'de> DeserializeSeed<'de> for Tokens<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Tokens<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of tokens")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {
            self.sink.token();
        }
        Ok(())
    }
}

/// What a key under `data` holds: a set with its cards, or the faces of the card of that name.
struct Entry<'a> {
    key: &'a str,
    sink: &'a mut Merge,
}

impl<'de> DeserializeSeed<'de> for Entry<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }
}

macro_rules! plain {
    ($($visit:ident: $kind:ty),*) => {
        $(fn $visit<E>(self, _: $kind) -> Result<(), E> { Ok(()) })*
    };
}

impl<'de> Visitor<'de> for Entry<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a set or the faces of a card")
    }
    plain!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(card) = seq.next_element_seed(Card { sink: None })? {
            // Other lists (products, boosters …) hold no object of the key's name.
            if card.as_ref().is_some_and(|c| c.name.as_deref() == Some(self.key)) {
                self.sink.add(card);
            }
            if self.sink.is_full() {
                return Err(A::Error::custom("too many cards"));
            }
        }
        Ok(())
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            self.sink.rest();
            match key.as_str() {
                "cards" => map.next_value_seed(Cards { sink: self.sink })?,
                "tokens" => map.next_value_seed(Tokens { sink: self.sink })?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}
