//! Continuous, replacement and prevention effects (2005 rules 418, 419; 2021 rules 611 to 616).

use super::{
    Ability, Amount, CardTypes, Colors, Condition, Cost, CounterKind, Destination, Effect, Filter,
    Keyword, Objects, Players, Subject, Subtype, Supertype, Things, Zone,
};
use crate::program::{AbilityId, ProgramId};
use serde::{Deserialize, Serialize};

/// An ability that an effect gives.
///
/// Its serde form is the ability's own; the number of the lowered ability is filled in when the
/// card is lowered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Granted {
    /// The ability.
    pub ability: Ability,
    /// Its number in the pool, once lowered.
    #[serde(skip)]
    pub id: AbilityId,
}

impl From<Ability> for Granted {
    fn from(ability: Ability) -> Self {
        Self { ability, id: AbilityId::default() }
    }
}

impl PartialEq for Granted {
    fn eq(&self, other: &Self) -> bool {
        self.ability == other.ability
    }
}

/// Instructions that an effect keeps for later.
///
/// Their serde form is the instructions' own; the number of the program is filled in when the card
/// is lowered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Instructions {
    /// What is done.
    pub effect: Effect,
    /// The number of the program in the pool, once lowered.
    #[serde(skip)]
    pub id: ProgramId,
}

impl From<Effect> for Instructions {
    fn from(effect: Effect) -> Self {
        Self { effect, id: ProgramId::default() }
    }
}

impl PartialEq for Instructions {
    fn eq(&self, other: &Self) -> bool {
        self.effect == other.effect
    }
}

/// A static ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Static {
    /// "As long as …".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub while_: Option<Condition>,
    /// What it states.
    pub effect: StaticEffect,
}

/// What a static ability states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::large_enum_variant)]
pub enum StaticEffect {
    /// Objects are changed.
    Change { what: Objects, changes: Vec<Change> },
    /// Players are subject to something.
    ChangePlayers { who: Players, change: PlayerChange },
    /// Costs are changed.
    Cost(CostChange),
    /// An event is replaced or prevented.
    Replace(Box<Replacement>),
    /// A characteristic-defining ability.
    Define(Vec<Change>),
    /// Creatures can't attack unless their controller pays for each.
    AttackCost { what: Objects, cost: Cost },
    /// The spell itself may be paid with another cost.
    AlternativeCost(Cost),
    /// The spell itself has an additional cost.
    AdditionalCost(Cost),
}

/// One change to an object's characteristics or to what it may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Change {
    /// Gets +N/+N.
    Pt(Amount, Amount),
    /// Has base power and toughness N/N.
    SetPt(Amount, Amount),
    /// Power and toughness are switched.
    SwitchPt,
    /// Has abilities (granted keywords are keyword abilities).
    Gain(Vec<Granted>),
    /// Has all activated abilities that the objects have as the effect begins.
    GainActivated(Objects),
    /// Loses a keyword, every instance of it.
    Lose(Keyword),
    /// Loses all abilities.
    LoseAll,
    /// Has the types and subtypes besides its own.
    AddTypes {
        #[serde(default)]
        types: CardTypes,
        #[serde(default)]
        subtypes: Vec<Subtype>,
    },
    /// Has these types and subtypes instead of its own.
    SetTypes {
        #[serde(default)]
        types: CardTypes,
        #[serde(default)]
        subtypes: Vec<Subtype>,
    },
    /// Is every creature type.
    AllCreatureTypes,
    /// Has the supertype.
    AddSuper(Supertype),
    /// Hasn't the supertype.
    LoseSuper(Supertype),
    /// One word of the text is replaced by another of its kind, both chosen as the effect begins.
    Text(Words),
    /// Is of those colours besides its own.
    AddColors(Colors),
    /// Is of those colours only.
    SetColors(Colors),
    /// Becomes the colour of its controller's choice.
    ChooseColor,
    /// Is controlled by the player.
    Control(Players),
    /// Is a copy of the object.
    CopyOf {
        /// Of what.
        of: Objects,
        /// What the copy has besides or instead.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<Change>,
    },
    /// Of a copy: has the ability besides from which this effect comes ("it has this ability").
    GainThis,
    /// Of a copy: has the colours it had before ("it doesn't copy that creature's color").
    KeepColors,
    /// Can't attack.
    CantAttack,
    /// Can't attack alone.
    CantAttackAlone,
    /// Can't block.
    CantBlock,
    /// Attacks each turn if able.
    MustAttack,
    /// Blocks each turn if able.
    MustBlock,
    /// Blocks the source if able.
    MustBlockThis,
    /// All creatures able to block it do so.
    MustBeBlocked,
    /// Can't be blocked.
    Unblockable,
    /// Can't be blocked as long as something is so.
    UnblockableWhile(Condition),
    /// Can't be blocked except by such creatures.
    BlockedOnlyBy(Filter),
    /// Can't be blocked by such creatures.
    NotBlockedBy(Filter),
    /// Can block only such creatures.
    BlocksOnly(Filter),
    /// Can block that many additional creatures.
    BlocksMore(u8),
    /// Can attack as though it didn't have defender.
    AttacksDespiteDefender,
    /// Doesn't untap during its controller's untap step.
    NoUntap,
    /// Can't be countered.
    Uncounterable,
    /// Can't be regenerated.
    NoRegeneration,
    /// Its activated abilities can't be activated.
    NoActivation,
    /// The effect's controller may play the card from where it is.
    MayPlay {
        /// Without paying its mana cost.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        free: bool,
    },
}

/// Something that holds for a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum PlayerChange {
    /// Plays with the hand revealed.
    HandRevealed,
    /// Plays with the top card of the library revealed.
    TopRevealed,
    /// May play cards that fit from the top of the library.
    PlayFromTop(Filter),
    /// Reveals the first card they draw each turn.
    RevealFirstDraw,
    /// May play cards that fit from the zone the filter names (their own graveyard, exile).
    PlayFrom(Filter),
    /// May play other players' cards from graveyards as though those were their own.
    OthersGraveyards,
    /// May cast such spells as though they had flash.
    AsThoughFlash(Filter),
    /// Has no maximum hand size.
    NoMaximumHandSize,
    /// May play that many additional lands on each of their turns.
    ExtraLands(u8),
    /// Can't gain life.
    NoLifeGain,
    /// Searches only so many cards from the top of a library.
    SearchesTop(u8),
    /// Can't play lands.
    CantPlayLands,
    /// Can attack with no more than that many creatures each combat.
    AttackersAtMost(u8),
    /// Can't play / cast spells that fit.
    CantCast(Filter),
    /// Can't lose the game.
    CantLose,
    /// Skips such a step (or main phase): each of them, or the next for [`super::Duration::Once`].
    SkipStep(super::Step),
    /// Skips the combat phase.
    SkipCombat,
    /// Skips the whole turn.
    SkipTurn,
    /// Has protection or the like: can't be the target.
    Shroud,
    /// Can't be the target of opponents' spells and abilities.
    Hexproof,
}

/// "Spells cost {N} more / less".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostChange {
    /// Whose spells.
    pub who: Players,
    /// Which spells.
    pub filter: Filter,
    /// Generic mana more (or less, if negative).
    #[serde(default = "none", skip_serializing_if = "is_none")]
    pub generic: Amount,
    /// At least so much mana in all, once everything else is counted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub least: u8,
}

fn none() -> Amount {
    Amount::N(0)
}
fn is_none(amount: &Amount) -> bool {
    *amount == none()
}
fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// An event that would happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Would {
    /// An object would come to the battlefield.
    Enter(Subject),
    /// A source would deal damage to a thing.
    Damage {
        /// The source; any if not given.
        source: Option<Filter>,
        /// To whom; anything if not given.
        to: Option<Things>,
        /// Combat damage only.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        combat: bool,
    },
    /// A player would draw a card.
    Draw(Players),
    /// A player would gain life.
    GainLife(Players),
    /// An object would be destroyed.
    Destroy(Subject),
    /// A permanent would be put into a graveyard.
    Die(Subject),
    /// An object would be put into a zone from another (any if none is given).
    Move {
        /// What; of a filter for cards nothing but a card.
        what: Subject,
        /// From where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Zone>,
        /// Where.
        to: Zone,
    },
    /// A player would discard a card.
    Discard { who: Players, what: Filter },
    /// Counters would be put on an object; of any kind if none is given.
    PutCounters { what: Subject, kind: Option<CounterKind> },
    /// Tokens would be created under a player's control.
    Create(Players),
    /// A player would lose life, from damage or otherwise.
    LoseLife(Players),
    /// A player would lose the game.
    Lose(Players),
}

/// What happens instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Instead {
    /// It comes tapped.
    Tapped,
    /// It comes with counters.
    Counters { kind: CounterKind, count: Amount },
    /// As it comes, its controller chooses.
    Choose(super::Choice),
    /// It may come as a copy of an object.
    AsCopy {
        /// Of what it may be a copy.
        of: Filter,
        /// What the copy has besides or instead.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<Change>,
        /// What else is so of the copy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        also: Option<CopyAlso>,
    },
    /// As it comes, its controller may pay; otherwise the rest happens.
    UnlessPay { cost: Cost, otherwise: Box<Instead> },
    /// It comes under that player's control.
    Control(Players),
    /// As it comes, its controller chooses other objects, which change zones with it.
    Take {
        /// Among which.
        what: Filter,
        /// How many.
        count: super::Bound,
        /// Where they go; sacrificed if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Zone>,
        /// It comes with so many counters of a kind for each.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counters: Option<(CounterKind, u8)>,
    },
    /// That much of it is prevented (all if not given).
    Prevent(Option<Amount>),
    /// Times that many.
    Times(u8),
    /// That much more.
    Plus(Amount),
    /// It goes somewhere else.
    To(Destination),
    /// It is dealt to that instead.
    Redirect(Things),
    /// Damage that would reduce the player's life to less than that reduces it to that.
    LeaveLife(i32),
    /// The permanent regenerates.
    Regenerate,
    /// Something else happens.
    Do(Box<Instructions>),
    /// Nothing happens.
    Nothing,
    /// It can't happen: no replacement (2021 rule 614.17), and nothing replaces it.
    Cant,
    /// Damage: it can't be prevented.
    CantPrevent,
}

/// What a copy has besides what it copies, if it is what a filter says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopyAlso {
    /// Only if the copy will be such an object ("if it's a creature").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_: Option<Filter>,
    /// Changes to what is copied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Change>,
    /// It comes with so many more counters of a kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<(CounterKind, Amount)>,
}

/// Words of a text that an effect may replace (2005 rule 418.6a, 2021 rule 612.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Words {
    /// Colour words.
    Color,
    /// Basic land types.
    BasicLandType,
    /// Words of either kind.
    Either,
}

/// A replacement or prevention effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// The event.
    pub would: Would,
    /// What happens instead.
    pub instead: Instead,
    /// The affected player may choose not to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Only the next so much of the damage, for an effect that lasts a while.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Amount>,
    /// Only damage from one source, chosen as the effect begins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
    /// What is done besides, "that much" being what was prevented (or is happening instead).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub also: Option<Box<Instructions>>,
}
