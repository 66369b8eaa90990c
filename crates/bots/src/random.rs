//! A player that picks any legal answer.

use simpan_engine::{Answer, Dice, Player, QuestionKind};
use simpan_magic::{Magic, Question};

/// The most that one player does in a turn: abilities that cost nothing would else go on forever.
const MOST: u32 = 60;

/// Picks among the legal answers, all alike; mana is left to the payments that want it.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
    /// The turn last played in, and how often something was done in it.
    done: (u32, u32),
}

impl Random {
    /// The same seed plays the same.
    pub fn new(seed: u64, seat: u64) -> Self {
        Self { dice: Dice::nth(seed, seat), done: (0, 0) }
    }
}

impl Random {
    /// Whether it has done enough in this turn.
    fn is_tired(&mut self, game: &Magic) -> bool {
        let turn = game.state().turn_number();
        if self.done.0 != turn {
            self.done = (turn, 0);
        }
        self.done.1 >= MOST
    }

    /// A number from 0 to n − 1.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.dice.below(n)
    }
}

impl Player<Magic> for Random {
    fn answer(&mut self, game: &Magic, question: &Question, answers: &[Answer]) -> Answer {
        match question.kind {
            QuestionKind::Act => {
                if self.is_tired(game) && answers.contains(&Answer::Pass) {
                    return Answer::Pass;
                }
                let wanted = |a: &Answer| !game.look().only_makes_mana(*a);
                let count = answers.iter().filter(|a| wanted(a)).count() as u32;
                let pick = self.dice.below(count) as usize;
                let answer = answers.iter().copied().filter(wanted).nth(pick);
                let answer = answer.unwrap_or(Answer::Pass);
                self.done.1 += u32::from(answer != Answer::Pass);
                answer
            }
            QuestionKind::Pay if answers.contains(&Answer::Auto) => Answer::Auto,
            QuestionKind::Pay => {
                // Mana can be made and spent forever for what isn't paid in the end.
                if let Some(end) = crate::unpaid(question, answers).filter(|_| self.is_tired(game))
                {
                    return end;
                }
                self.done.1 += 1;
                answers[self.dice.below(answers.len() as u32) as usize]
            }
            _ => answers[self.dice.below(answers.len() as u32) as usize],
        }
    }
}
