//! Deck files: reading them in the formats that other programs write, writing
//! them, and checking a deck against the rules of deck construction.
//!
//! ```
//! use simpan_decks::{Format, read, write};
//! let deck = read(b"4 Shock\n20 Mountain\n\nSideboard\n2 Smash\n", None).unwrap();
//! assert_eq!(deck.main[0].name, "Shock");
//! assert_eq!(deck.side[0].count, 2);
//! assert!(write(&deck, Format::Cockatrice).contains("<card number=\"4\" name=\"Shock\""));
//! ```
//!
//! This crate does no IO and knows no cards: the caller brings the bytes, and
//! [`check`] asks a closure what a name means. Nothing in a file is silently
//! dropped that changes the deck; a reader refuses what it can't place, all of
//! it at once. What doesn't change the deck (foil marks, tags, the art index
//! of Forge, comments) is left out.

mod check;
mod deck;
mod error;
mod names;
mod read;
mod write;

pub use check::{Copies, Known, Problem, Rules, check};
pub use deck::{Deck, Format, Line};
pub use error::{DeckError, DeckErrors};
pub use names::{fold_name, nearest};
pub use read::read;
pub use write::write;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The most lines (or XML elements) a file may have.
pub const MAX_LINES: usize = 5_000;
/// The most copies one line may ask for; the least is 1.
pub const MAX_COUNT: u32 = 999;
/// The longest card name, in characters.
pub const MAX_NAME: usize = 200;
