//! Starlight TCG (스타라이트TCG) as a rulebook on the Simpan engine.
//!
//! There is no stack: a use of a spell or ability goes through seven steps and is finished before
//! anything else is used; only triggered abilities come in between, in batches that nest. What the
//! published column leaves open is assumed in one file, `starlight.toml` ([`Assumptions`]).
//!
//! Nothing of a use changes the game before it has passed its check (step 4): what is marked for
//! it, in whatever order, is only noted, and then done in the order of the seven steps. So a use
//! that is taken back or goes wrong leaves no trace, and every order of doing things that ends in
//! the same use ends in the same state (step 7).

mod act;
mod assumptions;
mod batch;
mod cards;
mod combat;
mod deck;
mod effects;
mod event;
mod facts;
mod game;
mod guess;
mod light;
mod look;
mod refuse;
mod state;
mod text;
mod turn;
mod uses;
mod using;
mod view;

pub use assumptions::{Assumption, Assumptions, AssumptionsError, Possible};
pub use batch::{Batch, Trigger};
pub use cards::{
    Ability, AbilityKind, CardData, CardId, CardKind, Colour, Cost, Effect, Filter, Kinds, Light,
    Pool, PoolError, SearchTo, Stone, Targets, What, When, Who,
};
pub use combat::Combat;
pub use deck::{Deck, DeckError, DeckFault, DeckList, nearest};
pub use effects::Resolution;
pub use event::{Event, EventKind};
pub use game::{Put, SetupError, Starlight, only_marks};
pub use look::Look;
pub use state::{Object, Phase, Process, Side, State, Waiting, Zone};
pub use text::{
    Lang, ability_text, card_text, colour_name, cost_text, filter_text, keyword, kind_name,
    light_text,
};
pub use uses::{WAY_ABILITY, WAY_ATTACK, WAY_FACE_DOWN, WAY_FACE_UP, WAY_LIGHT, WAY_PLAY};
pub use using::Use;
pub use view::{Seen, SeenSide, View, event_for};

/// A question of this rulebook.
pub type Question = simpan_engine::Question<simpan_rulebook::RuleId>;
