//! The table-top that every rulebook of Simpan plays on.
//!
//! It knows how games are asked and answered, how chance is drawn, how procedures pause, how a
//! payment is matched, how effects are ordered, how games are recorded, replayed and undone. It
//! knows no game: no word of any rulebook stands in this crate.

mod answer;
mod chance;
mod driver;
mod game;
mod hash;
mod ids;
mod order;
mod payment;
mod process;
mod question;
mod replay;
mod sink;
mod undo;

pub use answer::{Answer, Way};
pub use chance::{Dice, Distribution};
pub use driver::{Driver, DriverError, Player};
pub use game::{Ask, Game, Illegal, Outcome, Viewer};
pub use hash::EventHash;
pub use ids::{ObjectId, PlayerId};
pub use order::{Effect, order};
pub use payment::{Unit, Wanted, matching, pay, spending_order};
pub use process::{Flow, Processes};
pub use question::{Purpose, Question, QuestionKind};
pub use replay::{Replay, ReplayError};
pub use sink::{Hashing, Log, NoLog, Sink};
pub use undo::{Undo, Undone};
