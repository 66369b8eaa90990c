//! What happens, as it is recorded: one event for each atom.

use crate::object::{ObjectKind, Thing};
use serde::{Deserialize, Serialize};
use simpan_cards::ast::{CounterKind, Step, Zone};
use simpan_cards::program::{AbilityId, CardId};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::RuleId;

/// Something that happened, with the rule that made it happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// By which rule.
    pub rule: RuleId,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum EventKind {
    /// A turn begins.
    TurnBegan { player: PlayerId, turn: u32 },
    /// A step or phase begins.
    StepBegan { step: Step, player: PlayerId },
    /// An object changed zones; `to_id` is the new object.
    Moved {
        id: ObjectId,
        to_id: ObjectId,
        card: CardId,
        from: Zone,
        to: Zone,
        /// Whose zone it is now (owner or controller).
        player: PlayerId,
    },
    /// A player drew (the move is an event of its own before it).
    Drew { player: PlayerId, id: ObjectId },
    /// A player tried to draw from an empty library.
    DrewFromEmpty { player: PlayerId },
    /// A permanent became tapped.
    Tapped { id: ObjectId },
    /// A permanent became untapped.
    Untapped { id: ObjectId },
    /// A player's life changed.
    Life { player: PlayerId, by: i32, now: i32 },
    /// Damage was dealt.
    Damage { source: ObjectId, to: Thing, amount: i32, combat: bool },
    /// Damage was prevented.
    Prevented { to: Thing, amount: i32 },
    /// Mana was added; `kind` counts WUBRG and colourless from 0.
    ManaAdded { player: PlayerId, kind: u8, amount: u16 },
    /// Mana was spent.
    ManaSpent { player: PlayerId, kind: u8, amount: u16 },
    /// A pool emptied.
    ManaLost { player: PlayerId, amount: u16 },
    /// A spell or ability was announced to the end: it is cast, activated or triggered.
    Announced { id: ObjectId, card: CardId, ability: AbilityId, player: PlayerId },
    /// A copy of a spell or ability was put on the stack.
    Copied { id: ObjectId, of: ObjectId, card: CardId, player: PlayerId },
    /// Something became a target.
    Targeted { by: ObjectId, target: Thing },
    /// A spell or ability began to resolve.
    Resolving { id: ObjectId, card: CardId, ability: AbilityId },
    /// It didn't resolve: no target was legal any more.
    Fizzled { id: ObjectId, card: CardId },
    /// It was countered.
    Countered { id: ObjectId, card: CardId },
    /// An announcement was taken back, by the rule that it broke if it was illegal.
    TakenBack { player: PlayerId, because: Option<RuleId> },
    /// A permanent was tapped for mana of those kinds, a bit each.
    TappedForMana { id: ObjectId, player: PlayerId, kinds: u8 },
    /// Counters were put on (or taken off, if negative) an object.
    Counters { id: ObjectId, kind: CounterKind, by: i32 },
    /// A player got counters.
    PlayerCounters { player: PlayerId, kind: CounterKind, by: i32 },
    /// A creature was declared (or put) attacking.
    Attacks { id: ObjectId, target: Thing },
    /// A creature was declared blocking.
    Blocks { id: ObjectId, attacker: ObjectId },
    /// An attacker became blocked.
    BecameBlocked { id: ObjectId },
    /// An attacker stayed unblocked.
    Unblocked { id: ObjectId },
    /// A creature left combat.
    LeftCombat { id: ObjectId },
    /// Combat damage was assigned.
    Assigned { source: ObjectId, to: Thing, amount: i32 },
    /// Combat damage went on the stack.
    DamageOnStack { id: ObjectId },
    /// Combat damage on the stack resolves.
    DamageResolves { id: ObjectId },
    /// A permanent's controller changed.
    Control { id: ObjectId, player: PlayerId },
    /// Something was attached.
    Attached { id: ObjectId, to: ObjectId },
    /// Something became unattached.
    Unattached { id: ObjectId },
    /// A permanent was destroyed (its move follows).
    Destroyed { id: ObjectId },
    /// A permanent was sacrificed (its move follows).
    Sacrificed { id: ObjectId, player: PlayerId },
    /// A card was discarded (its move follows).
    Discarded { id: ObjectId, player: PlayerId },
    /// A card was cycled: it was discarded to pay for its cycling ability.
    Cycled { id: ObjectId, player: PlayerId },
    /// A permanent regenerated.
    Regenerated { id: ObjectId },
    /// A token was created.
    TokenCreated { id: ObjectId, card: CardId, player: PlayerId },
    /// A token, a copy, or an ability on the stack ceased to exist.
    Ceased { id: ObjectId, kind: ObjectKind },
    /// A replacement effect of `source` changed an event.
    Replaced { source: ObjectId },
    /// An ability triggered.
    Triggered { source: ObjectId, ability: AbilityId, player: PlayerId },
    /// A library was shuffled.
    Shuffled { player: PlayerId },
    /// A card was shown to all.
    Revealed { id: ObjectId, card: CardId },
    /// A drawn card was shown to all because a static ability says so.
    RevealedBy { source: ObjectId, id: ObjectId, card: CardId },
    /// A player looked at cards.
    LookedAt { player: PlayerId, of: PlayerId, count: u16 },
    /// A player passed.
    Passed { player: PlayerId },
    /// A player chose something while an effect was followed.
    Chose { player: PlayerId, thing: Thing },
    /// A player chose a number, a colour, an option.
    ChoseNumber { player: PlayerId, number: i32 },
    /// A continuous effect began.
    EffectBegan { source: ObjectId },
    /// A player took a mulligan.
    Mulligan { player: PlayerId },
    /// A player kept the opening hand.
    Kept { player: PlayerId },
    /// A player lost.
    Lost { player: PlayerId },
    /// The game ended.
    Ended { winner: Option<PlayerId> },
    /// A permanent was turned face up.
    TurnedUp { id: ObjectId, card: CardId },
    /// A permanent was turned face down.
    TurnedDown { id: ObjectId },
    /// A permanent phased out.
    PhasedOut { id: ObjectId },
    /// A permanent phased in.
    PhasedIn { id: ObjectId },
    /// A player searched a library.
    Searched { player: PlayerId, of: PlayerId },
}
