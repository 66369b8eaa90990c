//! Cards: the ability tree ([`ast`]), cards as data ([`CardData`]), the files that hold them, and
//! their lowering to flat programs.
//!
//! Invariant: this crate knows no edition, no language and no state of a game.

pub mod as_text;
pub mod ast;
mod characteristics;
mod def;
mod error;
mod load;
mod lower;
mod pool;
pub mod program;
mod validate;
mod words;

pub use characteristics::{ChangeAt, Characteristics, Limit, Mark};
pub use def::{CardData, Pt, PtValue};
pub use error::{LoadError, Mismatch};
pub use load::{MAX_FILE_BYTES, builtin, parse_cards, to_ron};
pub use lower::{Refusal, basic_land_ability};
pub use pool::{Card, Elsewhere, Pool};
pub use validate::{Problem, validate};
pub use words::Word;
