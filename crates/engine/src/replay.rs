//! A recorded game: how it was set up, and every answer.

use crate::{Answer, Ask, Game, Sink};
use serde::{Deserialize, Serialize};

/// A recorded game. `T` is what the rulebook needs to set it up again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay<T> {
    /// Which version of Simpan recorded it.
    pub version: String,
    /// How to set it up.
    pub setup: T,
    /// Every answer, those of chance included.
    pub answers: Vec<Answer>,
    /// The event hash after the last answer.
    pub hash: u64,
}

/// Why a recording doesn't play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// An answer isn't legal at its place.
    #[error("answer {at} of the recording is not legal at that point")]
    Illegal {
        /// Which answer, from 0.
        at: usize,
    },
    /// The game is over before the recording is.
    #[error("the game is over at answer {at}, but the recording goes on")]
    Over {
        /// Which answer, from 0.
        at: usize,
    },
    /// The events are not those that were recorded.
    #[error("the event hash is {found:016x}, but {expected:016x} was recorded")]
    Hash {
        /// What came out.
        found: u64,
        /// What was recorded.
        expected: u64,
    },
}

impl<T> Replay<T> {
    /// Plays the first `count` answers on a game that was set up from `self.setup`.
    ///
    /// # Errors
    /// At the first answer that doesn't fit.
    pub fn play_to<G: Game, S: Sink<G::Event>>(
        &self,
        game: &mut G,
        count: usize,
        sink: &mut S,
    ) -> Result<(), ReplayError> {
        for (at, answer) in self.answers.iter().take(count).enumerate() {
            if matches!(game.ask(), Ask::Over(_)) {
                return Err(ReplayError::Over { at });
            }
            game.apply(*answer, sink).map_err(|_| ReplayError::Illegal { at })?;
        }
        Ok(())
    }

    /// Plays all of it and compares the event hash.
    ///
    /// # Errors
    /// If an answer doesn't fit or the hash differs.
    pub fn verify<G: Game, S: Sink<G::Event>>(
        &self,
        game: &mut G,
        sink: &mut S,
    ) -> Result<(), ReplayError> {
        self.play_to(game, self.answers.len(), sink)?;
        let found = game.event_hash();
        if found == self.hash {
            Ok(())
        } else {
            Err(ReplayError::Hash { found, expected: self.hash })
        }
    }
}
