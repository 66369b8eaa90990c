//! Players that are programs. They see only what their seat may see.

mod attack;
mod block;
mod choices;
mod combat;
mod effects;
mod evaluate;
mod greedy;
mod known;
mod random;
mod spells;
pub mod starlight;

pub use greedy::Greedy;
pub use random::Random;

use simpan_engine::Answer;
use simpan_magic::Question;

/// How a payment ends that the player doesn't make: the announcement is taken back, or nothing is
/// paid.
fn unpaid(question: &Question, answers: &[Answer]) -> Option<Answer> {
    let cancel = question.cancellable.then_some(Answer::Cancel);
    cancel.or_else(|| answers.contains(&Answer::Pass).then_some(Answer::Pass))
}
