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
//! dropped: a reader refuses what it can't place, all of it at once, and lists
//! in [`Deck::left`] what it left out because it is no part of the deck;
//! [`losses`] tells what a format that is written has no place for.

mod check;
mod deck;
mod error;
mod faces;
mod loss;
mod names;
mod play;
mod read;
mod write;

pub use check::{Copies, Known, Problem, Rules, Verdict, check, check_for, verdicts};
pub use deck::{Deck, Encoding, Finish, Format, Left, Line, Role, Why};
pub use error::{DeckError, DeckErrors};
pub use faces::Faces;
pub use loss::{Detail, Loss, losses};
pub use names::{fold_name, nearest};
pub use play::Play;
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
