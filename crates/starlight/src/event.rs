//! What is recorded: one event for every change.

use crate::cards::CardId;
use crate::state::{Phase, Zone};
use serde::{Deserialize, Serialize};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::RuleId;

/// A change and the rule by which it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// By which rule.
    pub rule: RuleId,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum EventKind {
    /// A player won the draw; a player begins.
    WonDraw {
        player: PlayerId,
    },
    Begins {
        player: PlayerId,
    },
    Shuffled {
        player: PlayerId,
    },
    /// A card came to the hand. The card is for its owner's eyes.
    Drew {
        player: PlayerId,
        object: ObjectId,
        card: CardId,
    },
    /// The deck was empty.
    CouldNotDraw {
        player: PlayerId,
    },
    /// The opening hand was exchanged, or kept.
    Exchanged {
        player: PlayerId,
    },
    Kept {
        player: PlayerId,
    },
    TurnBegan {
        player: PlayerId,
        turn: u32,
    },
    PhaseBegan {
        player: PlayerId,
        phase: Phase,
    },
    /// A card changed zones; it is `became` now. `face_down`: it lies face down there, or lay so
    /// and goes to the hand; the card is for those who may see it.
    Moved {
        object: ObjectId,
        became: ObjectId,
        card: CardId,
        from: Zone,
        to: Zone,
        face_down: bool,
    },
    Readied {
        object: ObjectId,
    },
    Acted {
        object: ObjectId,
    },
    /// A resource made Light, of a colour's number or 4 for colourless.
    MadeLight {
        object: ObjectId,
        light: u8,
    },
    /// A spell (no ability) or an ability was used, with all targets.
    Used {
        player: PlayerId,
        object: ObjectId,
        card: CardId,
        ability: Option<u8>,
    },
    Targeted {
        by: ObjectId,
        target: ObjectId,
    },
    /// A use was wrong or taken back, or something was marked in vain: all is as it was. Told
    /// only, no change: the hash of events doesn't know of it.
    Restored {
        player: PlayerId,
    },
    /// `about` is the card that a trigger's condition was about.
    Resolves {
        object: ObjectId,
        card: CardId,
        ability: Option<u8>,
        about: ObjectId,
    },
    Nullified {
        object: ObjectId,
        card: CardId,
        ability: Option<u8>,
        about: ObjectId,
    },
    Triggered {
        player: PlayerId,
        object: ObjectId,
        card: CardId,
        ability: u8,
        about: ObjectId,
    },
    /// A trigger's contents are fixed and its place in the order, from 0.
    Ordered {
        player: PlayerId,
        object: ObjectId,
        card: CardId,
        ability: u8,
        about: ObjectId,
        place: u8,
    },
    Declined {
        player: PlayerId,
        object: ObjectId,
    },
    Damaged {
        by: ObjectId,
        object: ObjectId,
        amount: i16,
    },
    /// A star's life changed.
    Life {
        object: ObjectId,
        change: i16,
        now: i16,
    },
    Destroyed {
        object: ObjectId,
    },
    Boosted {
        object: ObjectId,
        power: i16,
        health: i16,
    },
    CostChanged {
        object: ObjectId,
        change: i16,
    },
    Controlled {
        object: ObjectId,
        player: PlayerId,
    },
    Attacked {
        object: ObjectId,
        star: ObjectId,
    },
    Blocked {
        object: ObjectId,
        attacker: ObjectId,
    },
    /// The n-th blocker in the attacking player's order.
    BlockerPlaced {
        object: ObjectId,
        attacker: ObjectId,
        place: u8,
    },
    /// Power was assigned.
    Assigned {
        by: ObjectId,
        to: ObjectId,
        amount: i16,
    },
    CombatEnded,
    WoreOff,
    Searched {
        player: PlayerId,
        found: bool,
    },
    Conceded {
        player: PlayerId,
    },
    Won {
        player: PlayerId,
    },
    Drawn,
}
