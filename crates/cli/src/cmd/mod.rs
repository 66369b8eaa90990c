//! The subcommands, one file each.

pub mod cards;
pub mod deck;
pub mod judge;
pub mod play;
pub mod replay;
pub mod rules;
pub mod sim;
