//! Playing a game to its end: players answer, dice answer for chance, the answers are kept.

use crate::{Answer, Ask, Dice, Game, Illegal, Outcome, Question, Sink};

/// Somebody who answers.
pub trait Player<G: Game> {
    /// One of the legal answers, for the question the game asks.
    ///
    /// `answers` holds every legal answer, at least one.
    fn answer(&mut self, game: &G, question: &Question<G::Rule>, answers: &[Answer]) -> Answer;
}

/// A game with its dice and its record.
#[derive(Clone, Debug)]
pub struct Driver<G> {
    /// The game.
    pub game: G,
    /// Chance's stream.
    pub dice: Dice,
    /// All answers so far, those of chance included.
    pub record: Vec<Answer>,
    /// How many of them were players'.
    pub decisions: u64,
    buffer: Vec<Answer>,
}

/// Why a game could not be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriverError<R> {
    /// A player gave an answer that isn't legal.
    Illegal(Illegal<R>),
    /// The game asked a player and listed no answer (an error of the rulebook).
    NoAnswer,
    /// More decisions than allowed.
    TooLong,
}

impl<G: Game> Driver<G> {
    /// A game at its first question.
    pub fn new(game: G, dice: Dice) -> Self {
        Self { game, dice, record: Vec::new(), decisions: 0, buffer: Vec::new() }
    }

    /// Answers all that chance is asked, up to a player's question or the end.
    pub fn settle<S: Sink<G::Event>>(&mut self, sink: &mut S) {
        while let Ask::Chance(distribution) = self.game.ask() {
            let answer = Answer::Pick(self.dice.draw(distribution));
            if self.game.apply(answer, sink).is_err() {
                return;
            }
            self.record.push(answer);
        }
    }

    /// Gives a player's answer and settles chance after it.
    ///
    /// # Errors
    /// If the answer isn't legal; nothing has changed then.
    pub fn give<S: Sink<G::Event>>(
        &mut self,
        answer: Answer,
        sink: &mut S,
    ) -> Result<(), Illegal<G::Rule>> {
        self.game.apply(answer, sink)?;
        self.record.push(answer);
        self.decisions += 1;
        self.settle(sink);
        Ok(())
    }

    /// Plays to the end, or until `limit` decisions have been made.
    ///
    /// # Errors
    /// See [`DriverError`].
    pub fn play<S: Sink<G::Event>>(
        &mut self,
        players: &mut [&mut dyn Player<G>],
        limit: u64,
        sink: &mut S,
    ) -> Result<Outcome<G::Rule>, DriverError<G::Rule>> {
        self.settle(sink);
        loop {
            match self.game.ask() {
                Ask::Over(outcome) => return Ok(outcome),
                Ask::Chance(_) => return Err(DriverError::NoAnswer),
                Ask::Player(question) => {
                    if self.decisions >= limit {
                        return Err(DriverError::TooLong);
                    }
                    let mut buffer = std::mem::take(&mut self.buffer);
                    self.game.answers(&mut buffer);
                    if buffer.is_empty() {
                        return Err(DriverError::NoAnswer);
                    }
                    let player = &mut players[question.player.index()];
                    let answer = player.answer(&self.game, &question, &buffer);
                    self.buffer = buffer;
                    self.give(answer, sink).map_err(DriverError::Illegal)?;
                }
            }
        }
    }
}
