//! Answers: small, `Copy`, one decision each. A replay is a row of them.

use crate::ids::{ObjectId, PlayerId};
use serde::{Deserialize, Serialize};

/// A way of using an object, numbered by the rulebook that lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Way(pub u16);

/// One atomic decision, of a player or of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Answer {
    /// Do nothing now.
    Pass,
    /// This is all (of a choice of several).
    Done,
    /// Let the engine do the obvious rest (of a payment).
    Auto,
    /// Yes.
    Yes,
    /// No.
    No,
    /// Take back what is being announced. Accepted wherever the question says so, never listed.
    Cancel,
    /// Leave the game. Accepted at every question to a player, never listed.
    Concede,
    /// The n-th of the options, from 0.
    Pick(u32),
    /// A number.
    Number(i32),
    /// This object.
    Object(ObjectId),
    /// This player.
    Player(PlayerId),
    /// This object against that object.
    Pair(ObjectId, ObjectId),
    /// This object against that player.
    AtPlayer(ObjectId, PlayerId),
    /// Use an object in a way.
    Use(ObjectId, Way),
}
