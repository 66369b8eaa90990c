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
