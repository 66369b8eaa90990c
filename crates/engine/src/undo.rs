//! Taking back, with the engine deciding when that is still fair.

use crate::{Ask, Driver, Game, PlayerId};

/// One point to which can be gone back.
#[derive(Clone, Debug)]
struct Point<G> {
    driver: Driver<G>,
    player: PlayerId,
    secrets: u32,
}

/// Points to go back to.
#[derive(Clone, Debug)]
pub struct Undo<G> {
    points: Vec<Point<G>>,
    limit: usize,
}

/// Whether it was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// It was.
    Yes,
    /// There is nothing to take back.
    Nothing,
    /// Chance was drawn, a hidden thing was shown, or another player has decided since.
    Unfair,
}

impl<G: Game> Undo<G> {
    /// Keeps at most `limit` points.
    pub fn new(limit: usize) -> Self {
        Self { points: Vec::new(), limit }
    }

    /// Remembers the game before a player's answer.
    pub fn remember(&mut self, driver: &Driver<G>) {
        if let Ask::Player(question) = driver.game.ask() {
            if self.points.len() == self.limit {
                self.points.remove(0);
            }
            let secrets = driver.game.secrets_told();
            self.points.push(Point { driver: driver.clone(), player: question.player, secrets });
        }
    }

    /// Takes back the last decision of `player`, if that is fair to the others; `anyway` (two
    /// people at one table who agree, or a judge) skips that question.
    pub fn undo(&mut self, driver: &mut Driver<G>, player: PlayerId, anyway: bool) -> Undone {
        let Some(at) = self.points.iter().rposition(|p| p.player == player) else {
            return Undone::Nothing;
        };
        let point = &self.points[at];
        let others = self.points[at + 1..].iter().any(|p| p.player != player);
        if !anyway && (others || point.secrets != driver.game.secrets_told()) {
            return Undone::Unfair;
        }
        *driver = point.driver.clone();
        self.points.truncate(at);
        Undone::Yes
    }
}
