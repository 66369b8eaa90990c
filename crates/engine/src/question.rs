//! Questions: a small closed set. What a question is *for* is data, not another kind.

use crate::ids::{ObjectId, PlayerId};
use serde::{Deserialize, Serialize};

/// What the engine waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Question<R> {
    /// Who answers.
    pub player: PlayerId,
    /// For whom; another than `player` only while one player decides for another.
    pub on_behalf: PlayerId,
    /// What form the answer has.
    pub kind: QuestionKind,
    /// Why it is asked.
    pub purpose: Purpose<R>,
    /// Whether [`crate::Answer::Cancel`] is accepted.
    pub cancellable: bool,
}

/// Why a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Purpose<R> {
    /// The rule that makes the engine ask.
    pub rule: R,
    /// The object whose text makes it ask, or [`ObjectId::NONE`].
    pub source: ObjectId,
}

/// The form of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum QuestionKind {
    /// Use something, or pass.
    Act,
    /// One more target for the n-th target word, or done.
    Target {
        /// Which target word, from 0.
        word: u8,
        /// How many are chosen for it.
        chosen: u8,
        /// At least so many.
        min: u8,
        /// At most so many.
        max: u8,
    },
    /// One more object, or done.
    Object {
        /// How many are chosen.
        chosen: u8,
        /// At least so many.
        min: u8,
        /// At most so many.
        max: u8,
    },
    /// One player.
    Player,
    /// One of so many options.
    OneOf {
        /// How many there are.
        options: u16,
    },
    /// One of so many modes.
    Mode {
        /// How many there are.
        options: u16,
    },
    /// Yes or no.
    YesNo,
    /// A number in a range.
    Number {
        /// From.
        min: i32,
        /// To.
        max: i32,
    },
    /// Which comes next in an order.
    Order {
        /// How many are still to be ordered.
        left: u16,
    },
    /// How much of a whole this object gets.
    Divide {
        /// How much is left to divide, this one included.
        left: i32,
        /// Who gets it: an object, or a player where this is none.
        object: ObjectId,
    },
    /// One more attacker and what it attacks, or done.
    Attack,
    /// One more blocker and what it blocks, or done.
    Block,
    /// Pay what is left of a cost in units: use a source, or let the engine do it.
    Pay,
    /// Which of several effects applies first; [`crate::Answer::Pass`] declines an optional one.
    Replacement {
        /// How many there are.
        options: u16,
        /// Whether all are optional.
        optional: bool,
    },
    /// Keep the opening hand or take another.
    Mulligan,
    /// A name out of the pool.
    Name {
        /// How many there are.
        options: u16,
    },
}
