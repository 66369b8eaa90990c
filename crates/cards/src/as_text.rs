//! Parts of the ability tree inside other data, as RON in a string: the tree leaves out what is
//! plain, which only formats that name their fields can read back. For `#[serde(with)]`.

use crate::load::options;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a part of the tree.
///
/// # Errors
/// Those of the serialiser.
pub fn serialize<T: Serialize, S: Serializer>(part: &T, s: S) -> Result<S::Ok, S::Error> {
    options().to_string(part).map_err(S::Error::custom)?.serialize(s)
}

/// Reads a part of the tree.
///
/// # Errors
/// If the text is no such part.
pub fn deserialize<'de, T: for<'a> Deserialize<'a>, D: Deserializer<'de>>(
    d: D,
) -> Result<T, D::Error> {
    options().from_str(&String::deserialize(d)?).map_err(D::Error::custom)
}
