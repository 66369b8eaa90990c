//! The Magic rulebook, under the rules of a date, on the Simpan engine.
//!
//! A game is a [`Magic`]: a [`state::State`] and the [`simpan_cards::Pool`] it is played with. See
//! ARCHITECTURE.md for how the parts work together.

mod atoms;
mod combat;
pub mod event;
mod game;
#[doc(hidden)]
pub mod layers;
pub mod legal;
pub mod look;
mod mana;
pub mod object;
mod pipeline;
mod process;
mod refuse;
mod ruleset;
mod run;
pub mod setup;
pub mod state;
mod table;
mod triggers;
mod undo;
pub mod view;

pub use game::Magic;
pub use ruleset::*;
pub use simpan_rulebook::RuleId;

/// A question of this rulebook.
pub type Question = simpan_engine::Question<RuleId>;
