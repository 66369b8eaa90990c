//! What a player has and what effects say of the player.

use super::ManaPool;
use serde::{Deserialize, Serialize};
use simpan_engine::ObjectId;

/// A player.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub(crate) life: i32,
    pub(crate) poison: u16,
    pub(crate) pool: ManaPool,
    pub(crate) lands_played: u8,
    /// Lands that an effect allowed besides, where those are counted on their own.
    pub(crate) extra_lands_played: u8,
    pub(crate) lost: bool,
    pub(crate) drew_from_empty: bool,
    /// Mulligans taken.
    pub(crate) mulligans: u8,
    /// A card has been drawn this turn.
    pub(crate) drew: bool,
    /// The turn count at which this player's most recent turn began.
    pub(crate) turn_began: u32,
    /// And that of the one before.
    pub(crate) turn_before: u32,
    /// The lowest life total yet.
    pub(crate) lowest_life: i32,
    /// What effects say of the player, found anew with the characteristics.
    pub(crate) mods: PlayerMods,
    /// The top of the library is the last.
    pub(crate) library: Vec<ObjectId>,
    pub(crate) hand: Vec<ObjectId>,
    pub(crate) graveyard: Vec<ObjectId>,
    /// Cards outside the game that effects may bring in.
    pub(crate) sideboard: Vec<ObjectId>,
}

impl Clone for Player {
    fn clone(&self) -> Self {
        Self {
            library: self.library.clone(),
            hand: self.hand.clone(),
            graveyard: self.graveyard.clone(),
            sideboard: self.sideboard.clone(),
            ..*self
        }
    }
    fn clone_from(&mut self, source: &Self) {
        let library = std::mem::take(&mut self.library);
        let hand = std::mem::take(&mut self.hand);
        let graveyard = std::mem::take(&mut self.graveyard);
        let sideboard = std::mem::take(&mut self.sideboard);
        *self = Self { library, hand, graveyard, sideboard, ..*source };
        self.library.clone_from(&source.library);
        self.hand.clone_from(&source.hand);
        self.graveyard.clone_from(&source.graveyard);
        self.sideboard.clone_from(&source.sideboard);
    }
}

impl Player {
    /// Life total.
    pub fn life(&self) -> i32 {
        self.life
    }
    /// Mana in the pool.
    pub fn pool(&self) -> ManaPool {
        self.pool
    }
    /// Whether the player has lost.
    pub fn lost(&self) -> bool {
        self.lost
    }
    /// Poison counters.
    pub fn poison(&self) -> u16 {
        self.poison
    }
}

/// What effects say of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct PlayerMods {
    pub(crate) hand_revealed: bool,
    pub(crate) top_revealed: bool,
    /// Of whose libraries the player may play the top card, a bit each.
    pub(crate) play_from_top: u8,
    pub(crate) reveal_first_draw: bool,
    pub(crate) play_from: bool,
    pub(crate) graveyards: bool,
    pub(crate) flash: bool,
    pub(crate) no_maximum_hand: bool,
    pub(crate) no_life_gain: bool,
    pub(crate) cant_lose: bool,
    pub(crate) shroud: bool,
    pub(crate) hexproof: bool,
    pub(crate) cant_cast: bool,
    pub(crate) extra_lands: u8,
    /// Steps that are skipped, a bit each.
    pub(crate) skips: u16,
    pub(crate) cant_play_lands: bool,
    /// The most creatures that may attack each combat, if there is a limit.
    pub(crate) attackers_at_most: Option<u8>,
    /// How many cards from the top of a library they see who search one, if not all.
    pub(crate) searches_top: Option<u8>,
}
