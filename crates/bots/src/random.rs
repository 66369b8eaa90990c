//! A player that picks any legal answer.

use simpan_engine::{Answer, Dice, Player, QuestionKind};
use simpan_magic::{Magic, Question};

/// Picks among the legal answers, all alike; mana is left to the payments that want it.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
}

impl Random {
    /// The same seed plays the same.
    pub fn new(seed: u64, seat: u64) -> Self {
        Self { dice: Dice::nth(seed, seat) }
    }
}

impl Random {
    /// A number from 0 to n − 1.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.dice.below(n)
    }
}

impl Player<Magic> for Random {
    fn answer(&mut self, game: &Magic, question: &Question, answers: &[Answer]) -> Answer {
        match question.kind {
            QuestionKind::Act => {
                let wanted = |a: &Answer| !game.look().only_makes_mana(*a);
                let count = answers.iter().filter(|a| wanted(a)).count() as u32;
                let pick = self.dice.below(count) as usize;
                answers.iter().copied().filter(wanted).nth(pick).unwrap_or(Answer::Pass)
            }
            QuestionKind::Pay if answers.contains(&Answer::Auto) => Answer::Auto,
            _ => answers[self.dice.below(answers.len() as u32) as usize],
        }
    }
}
