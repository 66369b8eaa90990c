//! The players that are programs, by name.

use simpan_bots::{Greedy, Random};
use simpan_engine::{Answer, Player};
use simpan_magic::{Magic, Question};

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
            // Another stream than that of the game's own dice.
            Kind::Random => {
                Self::Random(Box::new(Random::new(seed.wrapping_add(0x9e37_79b9_7f4a_7c15), seat)))
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
