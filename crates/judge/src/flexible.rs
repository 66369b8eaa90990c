//! Helpers for reading data that people write: a plain string for a table, editions as keys.

use crate::error::nearest;
use crate::words;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use simpan_magic::Preset;
use simpan_rulebook::Lang;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// A table, or a string that stands for a simple one.
#[derive(Clone, Debug, Default)]
pub struct Flexible<T>(pub T);

impl<'de, T: DeserializeOwned + From<String>> Deserialize<'de> for Flexible<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: DeserializeOwned + From<String>> Visitor<'de> for Either<T> {
            type Value = T;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a table")
            }
            fn visit_str<E>(self, text: &str) -> Result<T, E> {
                Ok(T::from(text.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        d.deserialize_any(Either(PhantomData)).map(Self)
    }
}

impl<T: JsonSchema> JsonSchema for Flexible<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("FlexibleOf{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let table = generator.subschema_for::<T>();
        schemars::json_schema!({ "anyOf": [{ "type": "string" }, table] })
    }
}

/// Something that may be said otherwise for single editions, under keys that name them.
#[derive(Clone, Debug, Default)]
pub struct ByEdition<T> {
    /// What holds for all.
    pub all: T,
    /// What holds for one edition, on top.
    pub editions: BTreeMap<String, T>,
}

struct Split<'a, A, T> {
    inner: A,
    editions: &'a mut BTreeMap<String, T>,
}

impl<'de, A: MapAccess<'de>, T: Deserialize<'de>> MapAccess<'de> for Split<'_, A, T> {
    type Error = A::Error;
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.inner.next_key::<String>()? {
            if key.parse::<Preset>().is_ok() {
                let value = self.inner.next_value()?;
                self.editions.insert(key, value);
            } else {
                return seed.deserialize(key.into_deserializer()).map(Some);
            }
        }
        Ok(None)
    }
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.inner.next_value_seed(seed)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByEdition<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Keys<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Keys<T> {
            type Value = ByEdition<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ByEdition<T>, A::Error> {
                let mut editions = BTreeMap::new();
                let split = Split { inner: map, editions: &mut editions };
                let all = T::deserialize(MapAccessDeserializer::new(split))?;
                Ok(ByEdition { all, editions })
            }
        }
        d.deserialize_map(Keys(PhantomData))
    }
}

/// What is wrong with data, out of the message of whatever read it.
pub(crate) fn told(message: &str, lang: Lang) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let starts = |words| message.starts_with(words);
    match quoted[..] {
        [found, ref known @ ..] if starts("unknown field") || starts("unknown variant") => {
            let known: Vec<String> = known.iter().map(|k| format!("`{k}`")).collect();
            words::say(&words::UNKNOWN_KEY, lang, &[found, &known.join(", ")])
        }
        [key] if starts("missing field") => words::say(&words::MISSING_KEY, lang, &[key]),
        _ if lang == Lang::En => message.to_owned(),
        _ => words::say(&words::WRONG_FORM, lang, &[&message.replace('`', "'")]),
    }
}

/// The key that was probably meant, out of serde's own message.
pub(crate) fn suggestion(message: &str) -> Option<String> {
    let mut quoted = message.split('`').skip(1).step_by(2);
    if !message.contains("unknown field") && !message.contains("unknown variant") {
        return None;
    }
    let found = quoted.next()?;
    nearest(found, quoted, 1).pop()
}
