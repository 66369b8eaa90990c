//! The players that are programs, by name.

use simpan_bots::{Greedy, Random, starlight};
use simpan_engine::{Answer, Player};
use simpan_magic::{Magic, Question};
use simpan_starlight::Starlight;

/// Bots draw from another stream than that of the game's own dice.
const OTHER_STREAM: u64 = 0x9e37_79b9_7f4a_7c15;

/// A kind of bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// Any legal answer.
    Random,
    /// Lands, curve, sensible fights.
    Greedy,
}

impl Kind {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }
}

/// A game that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum GameName {
    /// Magic: the Gathering.
    Magic,
    /// Starlight TCG (스타라이트TCG).
    Starlight,
}

/// A bot for Starlight TCG.
#[derive(Debug)]
pub enum StarBot {
    /// Any legal answer.
    Random(Box<Random>),
    /// What looks best a decision ahead.
    Greedy(Box<starlight::Greedy>),
}

impl StarBot {
    /// The same seed and seat play the same.
    pub fn new(kind: Kind, seed: u64, seat: u64) -> Self {
        let seed = seed.wrapping_add(OTHER_STREAM);
        match kind {
            Kind::Random => Self::Random(Box::new(Random::new(seed, seat))),
            Kind::Greedy => Self::Greedy(Box::new(starlight::Greedy::new(seed, seat))),
        }
    }
}

impl Player<Starlight> for StarBot {
    fn answer(
        &mut self,
        game: &Starlight,
        question: &simpan_starlight::Question,
        answers: &[Answer],
    ) -> Answer {
        match self {
            Self::Random(bot) => bot.answer(game, question, answers),
            Self::Greedy(bot) => bot.answer(game, question, answers),
        }
    }
}

/// A bot.
#[derive(Debug)]
pub enum Bot {
    /// Any legal answer.
    Random(Box<Random>),
    /// What looks best.
    Greedy(Box<Greedy>),
}

impl Bot {
    /// The same seed and seat play the same.
    pub fn new(kind: Kind, seed: u64, seat: u64) -> Self {
        match kind {
            Kind::Random => {
                Self::Random(Box::new(Random::new(seed.wrapping_add(OTHER_STREAM), seat)))
            }
            Kind::Greedy => Self::Greedy(Box::new(Greedy::new())),
        }
    }
}

impl Player<Magic> for Bot {
    fn answer(&mut self, game: &Magic, question: &Question, answers: &[Answer]) -> Answer {
        match self {
            Self::Random(bot) => bot.answer(game, question, answers),
            Self::Greedy(bot) => bot.answer(game, question, answers),
        }
    }
}
