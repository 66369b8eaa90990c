//! The state of a game: plain data.

use crate::assumptions::Assumptions;
use crate::batch::{Batch, Trigger};
use crate::cards::CardId;
use crate::combat::Combat;
use crate::effects::Resolution;
use crate::facts::Signs;
use crate::turn::{Opening, Turning};
use crate::using::Use;
use serde::{Deserialize, Serialize};
use simpan_engine::{Distribution, EventHash, ObjectId, Outcome, PlayerId, Processes};
use simpan_rulebook::RuleId;
use smallvec::SmallVec;

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Zone {
    /// 전장: characters and prisms.
    Field,
    /// 스타 영역.
    StarArea,
    /// 자원 영역.
    Resources,
    /// 손.
    Hand,
    /// 덱.
    Deck,
    /// 무덤.
    Graveyard,
    /// A card that is being used.
    Using,
}

impl Zone {
    /// Whether a card there is in play and can be a target.
    pub const fn in_play(self) -> bool {
        matches!(self, Self::Field | Self::StarArea | Self::Resources)
    }
}

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Phase {
    Ready,
    Upkeep,
    Draw,
    Main,
    End,
}

/// A card outside the deck. Cards in a deck are only a row of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Object {
    /// Which card.
    pub card: CardId,
    /// Where it is.
    pub zone: Zone,
    /// Whose card it is.
    pub owner: PlayerId,
    /// Who controls it.
    pub controller: PlayerId,
    /// Acted (행동상태) instead of ready.
    pub acted: bool,
    /// Face down (in the resource area).
    pub face_down: bool,
    /// The slot is free.
    pub free: bool,
    /// How often the slot has become another object.
    pub incarnation: u16,
    /// Damage on a character this turn.
    pub damage: i16,
    /// Life of a star.
    pub life: i16,
    /// Until end of turn: power, health, cost.
    pub power: i16,
    /// See `power`.
    pub health: i16,
    /// See `power`.
    pub cost: i16,
    /// The turn in which it came under its controller's control.
    pub since: u32,
    /// Which of its abilities were used in `used_turn`.
    pub used: u8,
    /// See `used`.
    pub used_turn: u32,
}

/// One side of the table.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The deck; the last is the top.
    pub deck: Vec<CardId>,
    /// The hand.
    pub hand: Vec<ObjectId>,
    /// The resource area.
    pub resources: Vec<ObjectId>,
    /// Characters and prisms under the player's control.
    pub field: Vec<ObjectId>,
    /// The graveyard.
    pub graveyard: Vec<ObjectId>,
    /// The star.
    pub star: ObjectId,
    /// Cards put into the resource area this turn.
    pub resource_plays: u8,
    /// Had to draw from an empty deck.
    pub decked: bool,
}

impl Side {
    /// What the player has in play: the star, the field, the resources.
    pub fn in_play(&self) -> [&[ObjectId]; 3] {
        let star = std::slice::from_ref(&self.star);
        [if self.star.is_none() { &[] } else { star }, &self.field, &self.resources]
    }
}

impl Clone for Side {
    fn clone(&self) -> Self {
        Self {
            deck: self.deck.clone(),
            hand: self.hand.clone(),
            resources: self.resources.clone(),
            field: self.field.clone(),
            graveyard: self.graveyard.clone(),
            ..*self
        }
    }
    fn clone_from(&mut self, source: &Self) {
        self.deck.clone_from(&source.deck);
        self.hand.clone_from(&source.hand);
        self.resources.clone_from(&source.resources);
        self.field.clone_from(&source.field);
        self.graveyard.clone_from(&source.graveyard);
        self.star = source.star;
        self.resource_plays = source.resource_plays;
        self.decked = source.decked;
    }
}

/// What a procedure waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Waiting {
    /// A player's answer.
    Player(crate::Question),
    /// A pick of chance.
    Chance(Distribution),
    /// Nothing: procedures can go on.
    Nothing,
}

/// A procedure that may stop to ask.
// Few are on the stack at once, and copying most of them must not allocate.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Process {
    /// The start of the game.
    Opening(Opening),
    /// The turns.
    Turning(Turning),
    /// A use, steps 1 to 4.
    Use(Use),
    /// Step 6 of a use, or a trigger that resolves.
    Resolution(Resolution),
    /// A batch of triggers.
    Batch(Batch),
    /// An attack.
    Combat(Combat),
}

/// A game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What it is played by.
    pub rules: Assumptions,
    /// All cards outside decks.
    pub objects: Vec<Object>,
    /// Free slots.
    pub free: Vec<u16>,
    /// The two sides.
    pub sides: [Side; 2],
    /// Whose turn it is.
    pub active: PlayerId,
    /// Which turn, from 1; 0 before the first.
    pub turn: u32,
    /// Which part of it.
    pub phase: Phase,
    /// The turn player has declared an attack this turn.
    pub attacked: bool,
    /// Resources marked before a use was named (step 7).
    pub early: SmallVec<[ObjectId; 4]>,
    /// Cards pointed at before the use that wants them was named (step 7).
    pub pointed: SmallVec<[ObjectId; 2]>,
    /// Abilities that have triggered and wait to be handled.
    pub pending: Vec<Trigger>,
    /// What cards in play wait for, or once did: none of it is missing.
    pub(crate) signs: Signs,
    /// The procedures.
    pub processes: Processes<Process>,
    /// What is asked.
    pub waiting: Waiting,
    /// How it ended.
    pub over: Option<Outcome<RuleId>>,
    /// All events so far.
    pub hash: EventHash,
    /// See [`simpan_engine::Game::secrets_told`].
    pub secrets: u32,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            objects: self.objects.clone(),
            free: self.free.clone(),
            sides: self.sides.clone(),
            early: self.early.clone(),
            pointed: self.pointed.clone(),
            pending: self.pending.clone(),
            processes: self.processes.clone(),
            ..*self
        }
    }
    fn clone_from(&mut self, source: &Self) {
        self.objects.clone_from(&source.objects);
        self.free.clone_from(&source.free);
        for (to, from) in self.sides.iter_mut().zip(&source.sides) {
            to.clone_from(from);
        }
        self.early.clone_from(&source.early);
        self.pointed.clone_from(&source.pointed);
        self.pending.clone_from(&source.pending);
        self.signs = source.signs;
        self.processes.clone_from(&source.processes);
        self.rules = source.rules;
        self.active = source.active;
        self.turn = source.turn;
        self.phase = source.phase;
        self.attacked = source.attacked;
        self.waiting = source.waiting;
        self.over = source.over;
        self.hash = source.hash;
        self.secrets = source.secrets;
    }
}

impl State {
    /// An empty table.
    pub(crate) fn new(rules: Assumptions) -> Self {
        Self {
            rules,
            objects: Vec::new(),
            free: Vec::new(),
            sides: Default::default(),
            active: PlayerId(0),
            turn: 0,
            phase: Phase::Ready,
            attacked: false,
            early: SmallVec::new(),
            pointed: SmallVec::new(),
            pending: Vec::new(),
            signs: Signs::default(),
            processes: Processes::default(),
            waiting: Waiting::Nothing,
            over: None,
            hash: EventHash::default(),
            secrets: 0,
        }
    }

    /// An object that still is what the handle means.
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.index()).filter(|o| o.incarnation == id.incarnation && !o.free)
    }

    /// Whether something has been marked for a use that isn't named yet.
    pub fn has_marks(&self) -> bool {
        !self.early.is_empty() || !self.pointed.is_empty()
    }

    /// A player's side.
    pub fn side(&self, player: PlayerId) -> &Side {
        &self.sides[player.index()]
    }

    /// The other player.
    pub fn other(player: PlayerId) -> PlayerId {
        PlayerId(1 - player.0)
    }
}
