//! Lowered abilities: what a rulebook runs. Flat, shared by all games, never changed.

use crate::ast::{
    Ability, Action, Amount, Bound, Condition, Cost, Duration, KeywordAbility, Players,
    Restriction, Static, Target, Things, Trigger, Zone,
};
use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub struct $name(pub u16);

        impl $name {
            /// A number that nothing has.
            pub const NONE: Self = Self(u16::MAX);
            /// As an index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::NONE
            }
        }
    };
}

id!(
    /// A card of a pool.
    CardId
);
id!(
    /// A lowered ability of a pool.
    AbilityId
);
id!(
    /// A program of a pool.
    ProgramId
);

/// One step of a program. Most steps are instructions, so their size is that of all.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum Op {
    /// Follow an instruction.
    Do(Action),
    /// Ask a player; go to `skip` if they don't want to.
    May {
        /// Who is asked.
        who: Players,
        /// Where to go on otherwise.
        skip: u16,
    },
    /// Go to `to` unless the condition holds.
    JumpUnless {
        /// The condition.
        condition: Condition,
        /// Where to go on otherwise.
        to: u16,
    },
    /// Go to `to`.
    Jump {
        /// Where.
        to: u16,
    },
    /// Ask a player to pay; go to `to` if the payment was made (or wasn't, as `when` says).
    Pay {
        /// Who.
        who: Players,
        /// What.
        cost: Cost,
        /// How many times over.
        times: Amount,
        /// Whether it jumps when paid or when not.
        when: bool,
        /// Where to go on then.
        to: u16,
    },
    /// Begin a loop over things; go to `end` when there are none (left).
    ForEach {
        /// Over what, found once as the loop begins.
        each: Things,
        /// Behind the loop.
        end: u16,
    },
    /// The end of a loop's body: back to its beginning.
    Next {
        /// The [`Op::ForEach`].
        begin: u16,
    },
    /// Set up a delayed triggered ability.
    Later {
        /// The ability.
        ability: AbilityId,
        /// How long it waits; until it has triggered once if not given.
        until: Option<Duration>,
    },
    /// Let a reflexive ability trigger.
    Reflexive(AbilityId),
}

/// What a spell, ability or mode does, flat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The steps.
    pub ops: Vec<Op>,
    /// The target words, in the order of the text.
    pub targets: Vec<Target>,
    /// For each target word, what must be so for it to be chosen; empty if all always are.
    pub gates: Vec<Option<Condition>>,
    /// Its modes, if it has any; its steps are in programs of their own then.
    pub modes: Option<Modal>,
    /// The mana it makes, if that depends on nothing but the choice of a colour.
    pub makes: Option<Makes>,
    /// Those of its steps whose effects last as long as something holds.
    pub lasting: Vec<u16>,
}

/// A choice of modes that is made while announcing, with what stands around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Modal {
    /// How many modes are chosen.
    pub count: Bound,
    /// How many if the spell was kicked, where that differs.
    pub kicked: Option<Bound>,
    /// The modes.
    pub modes: Vec<ProgramId>,
    /// What is done before them; often nothing.
    pub before: ProgramId,
    /// What is done after them; often nothing.
    pub after: ProgramId,
}

impl Modal {
    /// All its programs, in the order of the text.
    pub fn parts(&self) -> impl Iterator<Item = ProgramId> + '_ {
        let all = std::iter::once(self.before).chain(self.modes.iter().copied());
        all.chain(std::iter::once(self.after)).filter(|p| *p != ProgramId::NONE)
    }
}

/// Mana that a program makes: so many units, each of any one of the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Makes {
    /// A bit each for WUBRG and colourless; none if they have to be found when they are made.
    pub kinds: u8,
    /// At least 1.
    pub units: u8,
}

/// What sort of ability it is, with what is needed to use it.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum AbilityKind {
    /// A keyword that the rulebook knows by itself.
    Keyword(KeywordAbility),
    /// Activated.
    Activated {
        /// Its cost.
        cost: Cost,
        /// Its restrictions.
        only: Vec<Restriction>,
        /// Whether it could add mana (what makes it a mana ability besides is the edition's).
        adds_mana: bool,
        /// The cost is exactly {T}.
        just_tap: bool,
    },
    /// Triggered, reflexive or delayed.
    Triggered {
        /// What it waits for.
        when: Trigger,
        /// Its intervening "if".
        if_: Option<Condition>,
        /// Whether it adds mana.
        adds_mana: bool,
        /// Only once each turn.
        once_per_turn: bool,
    },
    /// Static.
    Static(Static),
    /// The instructions of an instant or sorcery.
    Spell,
}

/// A lowered ability.
#[derive(Clone, Debug, PartialEq)]
pub struct LoweredAbility {
    /// What it was lowered from.
    pub tree: Ability,
    /// What sort it is.
    pub kind: AbilityKind,
    /// The zone it works in.
    pub zone: Zone,
    /// What it does.
    pub program: ProgramId,
    /// The kinds of events it may trigger on or replace.
    pub signs: Signs,
    /// It has no target word and no modes.
    pub targetless: bool,
}

/// Kinds of events, for finding the few abilities that care without asking all.
///
/// Low half: events that trigger; high half: events that are replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Signs(pub u64);

/// One bit of [`Signs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Sign {
    Enters,
    Leaves,
    Moves,
    Attacks,
    Blocks,
    BecomesBlocked,
    Unblocked,
    Damage,
    Casts,
    Begins,
    TappedForMana,
    Taps,
    Untaps,
    Targeted,
    LifeGain,
    LifeLoss,
    Draws,
    Discards,
    State,
    TurnedUp,
    LeavesGraveyard,
    Cycles,
    AbilityTriggers,
    Searches,
    RevealedThisWay,
    LosesControl,
    WouldEnter = 32,
    WouldDamage,
    WouldDraw,
    WouldGainLife,
    WouldBeDestroyed,
    WouldDie,
    WouldDiscard,
    WouldGetCounters,
    WouldLose,
    WouldMove,
    WouldCreate,
    WouldLoseLife,
    /// A static ability that changes objects.
    Changes = 48,
    /// A characteristic-defining ability.
    Defines,
    /// A static ability about players.
    ChangesPlayers,
    /// A static ability about costs.
    ChangesCosts,
    /// A static ability that asks a price for attacking.
    AttackCost,
    /// An activated ability.
    Activated,
    /// An activated mana ability.
    ActivatedMana,
    /// A keyword with parameters, to be looked for among the abilities.
    Keyworded,
    /// An activated ability whose cost has no {T}.
    ActivatedUntapped,
    /// An activated ability that any player may activate.
    ActivatedByAny,
    /// An activated ability whose mana may be spent only on some things.
    RestrictedMana,
    /// An activated mana ability that costs more than {T}, or whose mana has to be counted.
    CostlyMana,
}

impl Signs {
    /// None.
    pub const NONE: Self = Self(0);
    /// One.
    pub const fn of(sign: Sign) -> Self {
        Self(1 << sign as u8)
    }
    /// Whether `sign` is among them.
    pub const fn has(self, sign: Sign) -> bool {
        self.0 & (1 << sign as u8) != 0
    }
    /// Whether the two share any.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    /// The union.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
