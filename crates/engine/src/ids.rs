//! Handles. They are small, `Copy`, and mean nothing outside the game that gave them out.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A seat at the table, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// The seat as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for PlayerId {
    /// Seats are lettered: A, B, C …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0 % 26))
    }
}

/// An object: a slot of the arena and how often that slot has become a new object.
///
/// A handle with an older incarnation speaks of an object that is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId {
    /// Index in the arena.
    pub slot: u16,
    /// Which object of that slot.
    pub incarnation: u16,
}

impl ObjectId {
    /// A handle that no object ever has.
    pub const NONE: Self = Self { slot: u16::MAX, incarnation: 0 };

    /// The slot as an index.
    pub const fn index(self) -> usize {
        self.slot as usize
    }
    /// Whether this is [`ObjectId::NONE`].
    pub const fn is_none(self) -> bool {
        self.slot == u16::MAX
    }
    /// `None` for [`ObjectId::NONE`].
    pub const fn some(self) -> Option<Self> {
        if self.is_none() { None } else { Some(self) }
    }
}

impl Default for ObjectId {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}.{}", self.slot, self.incarnation)
    }
}
