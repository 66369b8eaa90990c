//! Laws that hold at every question of every game (see ARCHITECTURE.md, invariants).
//!
//! Games are random but the same each time. `SIMPAN_LAW_GAMES=200` tries more of them,
//! `SIMPAN_LAW_ONLY=17` only the one that a failure names.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod copies;
mod fuzz;
mod secrets;
mod zones;
