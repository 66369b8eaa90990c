//! The whole of what a game shows to the outside.

use crate::{Answer, Distribution, PlayerId, Question, Sink};
use serde::{Deserialize, Serialize};

/// Whom the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask<R> {
    /// A player, with a question.
    Player(Question<R>),
    /// Chance.
    Chance(Distribution),
    /// Nobody: it is over.
    Over(Outcome<R>),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome<R> {
    /// Who won; `None` is a draw.
    pub winner: Option<PlayerId>,
    /// The rule by which it ended.
    pub because: R,
}

/// Why an answer isn't accepted. The game is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal<R> {
    /// The rule that forbids it.
    pub because: R,
}

/// From where one looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player's seat.
    Seat(PlayerId),
    /// Somebody who sees what is public.
    Public,
    /// Somebody who sees all (judges, saved games).
    Judge,
}

/// A game under one rulebook.
pub trait Game: Clone {
    /// Names of rules.
    type Rule: Copy + PartialEq + std::fmt::Debug;
    /// What is recorded.
    type Event;
    /// What a viewer may know.
    type View;

    /// Whom the game waits for, and with what question.
    fn ask(&self) -> Ask<Self::Rule>;

    /// Appends every legal answer to `buf` (which is cleared first), in a fixed order.
    ///
    /// [`Answer::Cancel`] and [`Answer::Concede`] are never listed.
    fn answers(&self, buf: &mut Vec<Answer>);

    /// Whether the answer is legal now.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, answer: Answer) -> Result<(), Illegal<Self::Rule>>;

    /// Makes the decision and goes on to the next question.
    ///
    /// # Errors
    /// As [`Game::check`]; the game is then unchanged.
    fn apply<S: Sink<Self::Event>>(
        &mut self,
        answer: Answer,
        sink: &mut S,
    ) -> Result<(), Illegal<Self::Rule>>;

    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The hash of all events so far.
    fn event_hash(&self) -> u64;

    /// A number that grows whenever something can't be unknown any more: chance was drawn, a
    /// hidden thing was shown. Undo looks at it.
    fn secrets_told(&self) -> u32;
}
