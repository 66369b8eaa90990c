//! Objects: cards, tokens, copies of spells, abilities on the stack (2005 rule 200, 2021 rule 109).

use serde::{Deserialize, Serialize};
use simpan_cards::ast::{Choice, Zone};
use simpan_cards::program::{AbilityId, CardId};
use simpan_engine::{ObjectId, PlayerId};

/// An object or a player.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Thing {
    /// Nothing.
    #[default]
    None,
    /// An object.
    Object(ObjectId),
    /// A player.
    Player(PlayerId),
}

impl Thing {
    /// The object, if it is one.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Self::Object(id) => Some(id),
            _ => None,
        }
    }
    /// The player, if it is one.
    pub fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(p) => Some(p),
            _ => None,
        }
    }
}

impl From<ObjectId> for Thing {
    fn from(id: ObjectId) -> Self {
        Self::Object(id)
    }
}
impl From<PlayerId> for Thing {
    fn from(p: PlayerId) -> Self {
        Self::Player(p)
    }
}

/// A choice that an object remembers: a colour, a creature type, a name, a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picked {
    /// What was chosen; nothing so far if none.
    pub(crate) what: Option<Choice>,
    /// Which: the number of a colour or basic land type in WUBRG order, of a subtype, a card or a
    /// player.
    pub(crate) value: u16,
    /// The ability that asked, if it was one.
    pub(crate) by: AbilityId,
}

impl Picked {
    /// A choice that no ability of the object asked for.
    pub fn new(what: Choice, value: u16) -> Self {
        Self { what: Some(what), value, by: AbilityId::NONE }
    }
}

/// What an object is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ObjectKind {
    /// A card.
    Card,
    /// A token on the battlefield.
    Token,
    /// A copy of a spell.
    SpellCopy,
    /// An activated or triggered ability on the stack.
    Ability,
    /// Combat damage on the stack.
    CombatDamage,
    /// An empty slot.
    Free,
}

/// Yes-or-no marks of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flags(pub u16);

impl Flags {
    /// It is tapped.
    pub const TAPPED: u16 = 1;
    /// It was dealt damage by a source with deathtouch since the last state-based check.
    pub const DEATHTOUCHED: u16 = 1 << 1;
    /// It was dealt damage this turn.
    pub const DAMAGED: u16 = 1 << 2;
    /// It has counters (in [`crate::state::State`]'s list).
    pub const COUNTERS: u16 = 1 << 3;
    /// It is face down: it shows the characteristics that its rules list.
    pub const FACE_DOWN: u16 = 1 << 4;
    /// It goes to exile instead of anywhere else as it leaves the stack (flashback).
    pub const EXILE_FROM_STACK: u16 = 1 << 5;
    /// It phased out along with what it is attached to.
    pub const WITH_HOST: u16 = 1 << 7;
    /// Something is attached to it.
    pub const HOST: u16 = 1 << 6;
    /// It was kicked with its first kicker.
    pub const KICKED: u16 = 1 << 7;
    /// It was kicked with its second kicker.
    pub const KICKED_AGAIN: u16 = 1 << 8;
    /// Its buyback was paid.
    pub const BOUGHT_BACK: u16 = 1 << 9;
    /// Its entwine was paid.
    pub const ENTWINED: u16 = 1 << 10;
    /// It is a land that was played.
    pub const PLAYED: u16 = 1 << 11;
    /// How a spell was paid for, as far as it and the permanent it becomes remember.
    pub const PAID: u16 = Self::KICKED | Self::KICKED_AGAIN | Self::BOUGHT_BACK | Self::ENTWINED;

    /// Whether the mark is set.
    pub const fn has(self, mark: u16) -> bool {
        self.0 & mark != 0
    }
    /// Sets or clears the mark.
    pub fn set(&mut self, mark: u16, on: bool) {
        if on {
            self.0 |= mark;
        } else {
            self.0 &= !mark;
        }
    }
}

/// No record of changed characteristics.
pub(crate) const UNMODIFIED: u16 = u16::MAX;

/// An object. Small and `Copy`; everything rare about it lies in lists of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Object {
    /// The physical card (or token's card) it is.
    pub(crate) card: CardId,
    /// The copiable values it has without copy effects that may end: a card's, or one of
    /// [`crate::state::State`]'s own.
    pub(crate) shows: CardId,
    /// The copiable values it has by a copy effect; none for those of `shows`.
    pub(crate) copied: CardId,
    pub(crate) kind: ObjectKind,
    pub(crate) zone: Zone,
    pub(crate) owner: PlayerId,
    /// Who controls it with all effects applied.
    pub(crate) controller: PlayerId,
    /// Who controls it without control-changing effects.
    pub(crate) base_controller: PlayerId,
    /// The choice that was made as it came.
    pub(crate) chosen: Picked,
    pub(crate) flags: Flags,
    pub(crate) incarnation: u16,
    /// Index of changed characteristics, or [`UNMODIFIED`].
    pub(crate) modified: u16,
    /// Once-a-turn abilities used this turn, a bit each.
    pub(crate) used: u16,
    pub(crate) attached_to: ObjectId,
    /// Damage marked on it.
    pub(crate) damage: i32,
    /// When it came to its zone (or was attached).
    pub(crate) timestamp: u32,
    /// The game's turn count when its controller got control of it.
    pub(crate) since: u32,
}

impl Object {
    /// Its handle, given its slot.
    pub fn id(&self, slot: usize) -> ObjectId {
        ObjectId { slot: slot as u16, incarnation: self.incarnation }
    }
    /// Whether it is tapped.
    pub fn tapped(&self) -> bool {
        self.flags.has(Flags::TAPPED)
    }
    /// The zone it is in.
    pub fn zone(&self) -> Zone {
        self.zone
    }
    /// Its owner.
    pub fn owner(&self) -> PlayerId {
        self.owner
    }
    /// Its controller (its owner, where nothing has a controller).
    pub fn controller(&self) -> PlayerId {
        self.controller
    }
    /// Whether it is face down.
    pub fn face_down(&self) -> bool {
        self.flags.has(Flags::FACE_DOWN)
    }
    /// The card that all players see: its own, unless it is face down.
    pub(crate) fn face(&self) -> CardId {
        if self.face_down() { self.shows } else { self.card }
    }
    /// Its physical card.
    pub fn card(&self) -> CardId {
        self.card
    }
    /// What it is made of.
    pub fn kind(&self) -> ObjectKind {
        self.kind
    }
    /// Its copiable values (2005 rule 503.2, 2021 rule 707.2), to be asked for with
    /// [`crate::Look::base`].
    pub fn copiable(&self) -> CardId {
        let shown = self.copied == CardId::NONE || self.face_down();
        if shown { self.shows } else { self.copied }
    }
    /// Damage marked on it.
    pub fn damage(&self) -> i32 {
        self.damage
    }
    /// What it is attached to.
    pub fn attached_to(&self) -> Option<ObjectId> {
        self.attached_to.some()
    }
}
