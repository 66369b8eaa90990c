//! Cards from files of card data: read ([`read`]), compiled to trees with a status ([`compile`]),
//! kept ([`store`]), counted ([`coverage`]) and searched ([`query`]).
//!
//! - A file of any known form becomes [`RawCard`]s: texts as they were given, nothing understood.
//! - [`compile()`] reads the text, validates and lowers the tree, and says how far a card can be
//!   trusted: [`Status`].
//!
//! Invariant: files are given as readers and bytes; nothing here opens one. Nothing of a file is
//! dropped without being listed or counted.

pub mod compile;
pub mod coverage;
pub mod diff;
mod format;
pub mod plain;
pub mod query;
mod raw;
pub mod read;
mod same;
pub mod store;

pub use compile::{Compiled, Curtailed, Reason, ReasonKind, Status, compile, curtail, reminders};
pub use format::{Format, formats};
pub use raw::{RawCard, RawFace};
pub use simpan_language::{Reminder, Verdict};
pub use store::{Row, Store, StoreError};
