//! What triggered abilities wait for (2005 rule 404 and 410, 2021 rule 603).

use super::{Condition, Filter, Players, Things, Zone};
use serde::{Deserialize, Serialize};

/// The object an event must be about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Subject {
    /// The source itself.
    This,
    /// What the source is attached to.
    Attached,
    /// What the source haunts from exile.
    Haunted,
    /// Any object that fits.
    Any(Filter),
}

/// Whose turn a step belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Whose {
    /// The ability's controller.
    Yours,
    /// Each player.
    Each,
    /// Each opponent.
    Opponents,
    /// The controller of what the source is attached to.
    Attached,
}

/// A step or phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Step {
    Untap,
    Upkeep,
    Draw,
    PrecombatMain,
    BeginningOfCombat,
    DeclareAttackers,
    DeclareBlockers,
    FirstCombatDamage,
    CombatDamage,
    EndOfCombat,
    PostcombatMain,
    End,
    Cleanup,
}

impl Step {
    /// All of them, in turn order.
    pub const ALL: [Step; 13] = [
        Step::Untap,
        Step::Upkeep,
        Step::Draw,
        Step::PrecombatMain,
        Step::BeginningOfCombat,
        Step::DeclareAttackers,
        Step::DeclareBlockers,
        Step::FirstCombatDamage,
        Step::CombatDamage,
        Step::EndOfCombat,
        Step::PostcombatMain,
        Step::End,
        Step::Cleanup,
    ];
    /// Whether it is a main phase.
    pub fn is_main(self) -> bool {
        matches!(self, Self::PrecombatMain | Self::PostcombatMain)
    }
    /// Whether it belongs to the combat phase.
    pub fn is_combat(self) -> bool {
        (Self::BeginningOfCombat..=Self::EndOfCombat).contains(&self)
    }
}

/// An event (or state) that makes an ability trigger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Trigger {
    /// An object comes to the battlefield.
    Enters(Subject),
    /// An object leaves the battlefield.
    Leaves(Subject),
    /// A permanent is put into a graveyard from the battlefield.
    Dies(Subject),
    /// A card is put into a zone from another (any if none given).
    Moves { what: Subject, from: Option<Zone>, to: Zone },
    /// A creature attacks.
    Attacks(Subject),
    /// A creature blocks (such a creature, if given).
    Blocks { what: Subject, whom: Option<Filter> },
    /// An attacking creature becomes blocked (by such a creature, once each, if given).
    BecomesBlocked { what: Subject, by: Option<Filter> },
    /// An attacking creature isn't blocked.
    Unblocked(Subject),
    /// A source deals damage.
    DealsDamage {
        source: Subject,
        /// To whom; anything if not given.
        to: Option<Things>,
        /// Combat damage only.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        combat: bool,
    },
    /// An object is dealt damage.
    IsDealtDamage(Subject),
    /// A player plays / casts a spell.
    Casts { who: Players, spell: Filter },
    /// A player plays a land.
    PlaysLand { who: Players, land: Filter },
    /// A step or phase begins.
    Begins { step: Step, whose: Whose },
    /// A permanent is tapped for mana.
    TappedForMana(Subject),
    /// A permanent becomes tapped.
    BecomesTapped(Subject),
    /// A permanent becomes untapped.
    BecomesUntapped(Subject),
    /// A player searches a library.
    Searches(Players),
    /// A permanent is turned face up.
    TurnedUp(Subject),
    /// An object becomes the target of a spell or ability.
    BecomesTarget { what: Subject, by: Filter },
    /// A player gains life.
    GainsLife(Players),
    /// A player loses life.
    LosesLife(Players),
    /// A player draws a card.
    Draws(Players),
    /// A player discards a card.
    Discards { who: Players, what: Filter },
    /// A permanent is sacrificed.
    Sacrificed(Subject),
    /// Such a spell or ability destroys a permanent.
    Destroyed { what: Subject, by: Filter },
    /// A player loses control of a permanent, or it leaves the battlefield.
    LosesControl { who: Players, what: Subject },
    /// A player cycles a card.
    Cycles { who: Players, what: Subject },
    /// A card is revealed by a static ability of the source ("this way").
    RevealedThisWay(Filter),
    /// A triggered ability of an object triggers.
    AbilityTriggers(Subject),
    /// The game is in a state; triggers once until it has left the stack.
    State(Condition),
    /// Any of these.
    Any(Vec<Trigger>),
}

impl Trigger {
    /// Whether it is about what its own card does outside the battlefield.
    pub fn is_about_itself(&self) -> bool {
        match self {
            Self::Moves { what, .. } | Self::Cycles { what, .. } => *what == Subject::This,
            Self::Any(all) => all.iter().any(Self::is_about_itself),
            _ => false,
        }
    }
}
