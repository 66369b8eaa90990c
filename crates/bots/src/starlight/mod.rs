//! Players for Starlight TCG.

mod greedy;
mod value;

pub use greedy::Greedy;

use crate::Random;
use simpan_engine::{Answer, Player};
use simpan_starlight::{Question, Starlight, only_marks};

impl Player<Starlight> for Random {
    fn answer(&mut self, _: &Starlight, _: &Question, answers: &[Answer]) -> Answer {
        // Light is marked when a cost wants it; what was marked before is left to step 4.
        if answers.contains(&Answer::Auto) {
            return Answer::Auto;
        }
        let wanted = |a: &&Answer| !only_marks(**a);
        let count = answers.iter().filter(wanted).count() as u32;
        let nth = self.below(count) as usize;
        answers.iter().filter(wanted).nth(nth).or(answers.first()).copied().unwrap_or(Answer::Pass)
    }
}
