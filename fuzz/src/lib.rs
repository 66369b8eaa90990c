//! What must hold whatever comes in. Each function is a fuzz target of its name: any bytes are
//! safe to pass, and a broken law panics.

mod game;
mod pool;
mod readers;
mod seeds;

pub use game::{game, replay};
pub use pool::{cards_json, cards_plain, pool_file, queries};
pub use readers::{cards_ron, commands, decks, formats_of_play, scenario, text_en, text_ko};

pub use seeds::seeds;

use simpan_cards::Pool;
use std::sync::{Arc, OnceLock};

/// The built-in cards, lowered once.
pub fn built_in() -> Arc<Pool> {
    static POOL: OnceLock<Arc<Pool>> = OnceLock::new();
    Arc::clone(POOL.get_or_init(|| Arc::new(Pool::build(simpan_cards::builtin()).0)))
}
