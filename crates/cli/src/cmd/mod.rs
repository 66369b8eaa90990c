//! The subcommands, one file each.

pub mod sim;
pub mod play;
