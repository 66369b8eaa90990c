//! What a resolving spell or ability does: instructions and how they are put together.

use super::{
    Ability, Amount, Bound, CardType, Change, Colors, Condition, Cost, CounterKind, Filter,
    ManaOutput, Objects, Players, Things, Trigger, TypeLine, Zone,
};
use crate::program::CardId;
use serde::{Deserialize, Serialize};

/// Instructions put together. Most are single ones, so their size is that of all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::large_enum_variant)]
pub enum Effect {
    /// One instruction.
    Do(Action),
    /// One after the other, in the order written.
    Seq(Vec<Effect>),
    /// "… may …": decided as it is followed.
    May {
        /// Who decides.
        who: Players,
        /// What happens if so.
        effect: Box<Effect>,
    },
    /// "If …, …": the condition is looked at when this point is reached.
    If {
        /// The condition.
        condition: Condition,
        /// When it holds.
        then: Box<Effect>,
        /// When it doesn't ("otherwise").
        #[serde(default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<Box<Effect>>,
    },
    /// "… unless a player pays …".
    Unless {
        /// Who may pay.
        who: Players,
        /// What.
        cost: Cost,
        /// What happens if they don't.
        effect: Box<Effect>,
    },
    /// "… may pay …. If they do, …".
    MayPay {
        /// Who may pay.
        who: Players,
        /// What.
        cost: Cost,
        /// What happens if they do.
        effect: Box<Effect>,
    },
    /// "Choose one — …": chosen while announcing.
    Modes {
        /// How many modes.
        count: Bound,
        /// The modes.
        modes: Vec<Mode>,
        /// How many instead if the spell was kicked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kicked: Option<Bound>,
    },
    /// "For each …, …": once for every player or object, in order.
    ForEach {
        /// For which.
        each: Things,
        /// What is done, speaking of [`super::Ref::Each`].
        effect: Box<Effect>,
    },
    /// "At the beginning of the next end step, …", "when …": a delayed triggered ability.
    Later {
        /// When.
        when: Trigger,
        /// What.
        effect: Box<Effect>,
        /// For how long it waits, triggering each time ("whenever … this turn"); until it has
        /// triggered once if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Duration>,
    },
    /// "When you do, …": a reflexive triggered ability, put on the stack on its own.
    Reflexive(Box<Effect>),
}

/// One mode of a modal spell or ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// What it does.
    pub effect: Effect,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Action {
    /// A source deals damage.
    Damage {
        /// The source.
        #[serde(default = "this", skip_serializing_if = "is_this")]
        source: Objects,
        /// How much.
        amount: Amount,
        /// To what.
        to: Things,
        /// As much to each, or divided as announced.
        #[serde(default, skip_serializing_if = "Spread::is_each")]
        spread: Spread,
        /// It can't be prevented.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unpreventable: bool,
    },
    /// Players gain life.
    GainLife { who: Players, amount: Amount },
    /// Players lose life.
    LoseLife { who: Players, amount: Amount },
    /// Players' life totals become a number.
    SetLife { who: Players, amount: Amount },
    /// Players draw cards, one at a time.
    Draw { who: Players, count: Amount },
    /// Players discard cards they choose (or at random).
    Discard {
        who: Players,
        count: Amount,
        #[serde(default, skip_serializing_if = "is_default_filter")]
        filter: Filter,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        random: bool,
    },
    /// Those cards are discarded by their owner.
    DiscardThose(Objects),
    /// Players put the top cards of their library into their graveyard.
    Mill { who: Players, count: Amount },
    /// Objects are destroyed.
    Destroy {
        what: Objects,
        /// "They can't be regenerated."
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        no_regeneration: bool,
    },
    /// Players sacrifice permanents of their choice.
    Sacrifice { who: Players, count: Amount, filter: Filter },
    /// Those permanents are sacrificed by their controller.
    SacrificeThose(Objects),
    /// Objects change zones: return, exile, put.
    Move {
        what: Objects,
        to: Destination,
        /// The event right after which they return to the zone they came from ("until this leaves
        /// the battlefield").
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Box<Trigger>>,
    },
    /// Objects are tapped.
    Tap(Objects),
    /// Objects are untapped.
    Untap(Objects),
    /// The player may tap or untap (chosen as it is followed).
    TapOrUntap(Objects),
    /// Spells or abilities are countered.
    Counter {
        what: Objects,
        /// Where a spell's card goes instead of to its owner's graveyard.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Destination>,
    },
    /// A continuous effect on objects for a while.
    Change { what: Objects, changes: Vec<Change>, duration: Duration },
    /// A continuous effect on players for a while.
    ChangePlayers { who: Players, change: super::PlayerChange, duration: Duration },
    /// A replacement effect for a while ("the next time …"); for [`Duration::ThisWay`] of what the
    /// same instructions do.
    Replace { replacement: Box<super::Replacement>, duration: Duration },
    /// Counters are put on objects.
    PutCounters { what: Objects, kind: CounterKind, count: Amount },
    /// Counters are removed from objects.
    RemoveCounters { what: Objects, kind: CounterKind, count: Amount },
    /// Players get counters (poison).
    PlayerCounters { who: Players, kind: CounterKind, count: Amount },
    /// Tokens are created.
    CreateToken {
        who: Players,
        count: Amount,
        token: TokenSpec,
        /// How they come.
        #[serde(default, skip_serializing_if = "Arrival::is_plain")]
        arrival: Arrival,
    },
    /// Tokens that are copies of an object are created.
    CreateCopy {
        who: Players,
        of: Objects,
        /// What the copies have besides or instead.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<Change>,
        /// How many.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: Amount,
    },
    /// Mana is added.
    AddMana {
        who: Players,
        mana: ManaOutput,
        /// How many times ("for each …").
        #[serde(default = "one", skip_serializing_if = "is_one")]
        times: Amount,
        /// What it may be spent on, if not on everything: spells or abilities that fit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<Filter>,
    },
    /// The next damage that would be dealt is prevented.
    Prevent { amount: PreventAmount, to: Things, duration: Duration },
    /// The next time the objects would be destroyed this turn, they regenerate.
    Regenerate(Objects),
    /// A player looks through a library for cards.
    Search {
        who: Players,
        /// Whose library.
        of: Players,
        /// Other zones of that player that are searched too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        also: Vec<Zone>,
        filter: Filter,
        count: Bound,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reveal: bool,
        to: Destination,
    },
    /// Players shuffle their library.
    Shuffle(Players),
    /// Objects are shown to all players.
    Reveal(Objects),
    /// A player's hand is shown to another.
    LookAtHand { who: Players, of: Players },
    /// A player looks at the top cards of a library, puts some somewhere and the rest elsewhere.
    Look {
        who: Players,
        of: Players,
        count: Amount,
        take: Bound,
        #[serde(default, skip_serializing_if = "is_default_filter")]
        filter: Filter,
        to: Destination,
        rest: Destination,
    },
    /// Players look at the top cards of their library and put any of them on the bottom.
    Scry { who: Players, count: Amount },
    /// An Aura or Equipment is attached to something.
    Attach { what: Objects, to: Objects },
    /// The targets of a spell or ability are changed by a player.
    ChangeTargets {
        what: Objects,
        who: Players,
        /// Which of them, and whether they must be.
        #[serde(default, skip_serializing_if = "Retarget::is_all")]
        how: Retarget,
        /// To what, if the player doesn't choose it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Things>,
    },
    /// Players cast a card at once, as the instruction is followed.
    Cast {
        what: Objects,
        who: Players,
        /// Without paying its mana cost.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        free: bool,
        /// If able, and not only if they want to.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        must: bool,
    },
    /// A spell or ability is copied.
    CopySpell {
        what: Objects,
        who: Players,
        /// The copier may choose new targets.
        new_targets: bool,
        #[serde(default = "one", skip_serializing_if = "is_one")]
        times: Amount,
        /// What is different about the copies.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<Change>,
    },
    /// A player chooses a colour, a creature type, a card name, …
    Choose { who: Players, what: Choice },
    /// Permanents are turned face up or face down.
    Turn { what: Objects, up: bool },
    /// The controllers of two permanents exchange them, both or neither.
    ExchangeControl { a: Objects, b: Objects },
    /// A player separates objects into two piles; the effect's controller chooses the pile that
    /// goes to one place, the other goes elsewhere.
    Piles { who: Players, what: Objects, to: Destination, rest: Destination },
    /// Objects stop attacking or blocking.
    RemoveFromCombat(Objects),
    /// Two creatures deal damage equal to their power to each other.
    Fight { a: Objects, b: Objects },
    /// Players win.
    Win(Players),
    /// Players lose.
    Lose(Players),
    /// A player takes an extra turn after this one.
    ExtraTurn(Players),
}

fn this() -> Objects {
    Objects::This
}
fn is_this(o: &Objects) -> bool {
    *o == Objects::This
}
fn one() -> Amount {
    Amount::N(1)
}
fn is_one(a: &Amount) -> bool {
    *a == Amount::N(1)
}
fn is_default_filter(f: &Filter) -> bool {
    *f == Filter::default()
}

/// Which targets are changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Retarget {
    /// "Change the target(s)": each to another one.
    #[default]
    All,
    /// "Change a target": one of them.
    One,
    /// "Change any targets", "choose new targets": as many as the player likes.
    New,
}
impl Retarget {
    /// Serde helper.
    pub fn is_all(&self) -> bool {
        *self == Self::All
    }
}

/// How an amount meets several things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Spread {
    /// As much to each.
    #[default]
    Each,
    /// Divided among them, at least one each.
    Divided,
}
impl Spread {
    /// Serde helper.
    pub fn is_each(&self) -> bool {
        *self == Self::Each
    }
}

/// Where objects go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Destination {
    /// The zone; the owner's where each player has one.
    pub zone: Zone,
    /// Where in a library.
    #[serde(default, skip_serializing_if = "Position::is_top")]
    pub position: Position,
    /// How it comes to the battlefield.
    #[serde(default, skip_serializing_if = "Arrival::is_plain")]
    pub arrival: Arrival,
    /// The creature that it haunts in exile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub haunting: Option<Box<Objects>>,
}

impl Destination {
    /// A zone, with nothing special about it.
    pub fn to(zone: Zone) -> Self {
        let (position, arrival) = (Position::default(), Arrival::default());
        Self { zone, position, arrival, haunting: None }
    }
}

/// A place in a library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Position {
    #[default]
    Top,
    Bottom,
    BottomRandom,
    Shuffled,
}
impl Position {
    /// Serde helper.
    pub fn is_top(&self) -> bool {
        *self == Self::Top
    }
}

/// How an object comes to the battlefield.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// Tapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tapped: bool,
    /// Under the control of the effect's controller instead of its owner's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub your_control: bool,
    /// With so many counters of a kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<(CounterKind, Amount)>,
    /// What it is from the moment it comes ("that permanent is an enchantment in addition").
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub being: Vec<Change>,
    /// Attacking, a creature that wasn't declared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub attacking: bool,
    /// Blocking such an attacker, a creature that wasn't declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocking: Option<Objects>,
}
impl Arrival {
    /// Serde helper.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

/// How long a continuous effect lasts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Duration {
    /// Until end of turn / this turn.
    EndOfTurn,
    /// Until the controller's next turn begins.
    YourNextTurn,
    /// Until end of combat.
    EndOfCombat,
    /// For as long as the condition holds ("for as long as you control this").
    While(Condition),
    /// Until the thing happens once, this turn.
    Once,
    /// While the same instructions are followed ("… this way"): a self-replacement effect.
    ThisWay,
    /// For the rest of the game.
    Forever,
}

/// How much damage is prevented.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum PreventAmount {
    /// The next that many.
    Next(Amount),
    /// All.
    All,
    /// All combat damage.
    AllCombat,
}

/// Something chosen and remembered by the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Choice {
    Color,
    CreatureType,
    CardName,
    /// The name of a card of that type.
    CardNameOf(CardType),
    BasicLandType,
    Opponent,
}

/// A token as an effect describes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenSpec {
    /// Its name; its subtypes where none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its type line.
    pub types: TypeLine,
    /// Its colours.
    #[serde(default)]
    pub colors: Colors,
    /// Its power and toughness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pt: Option<(i32, i32)>,
    /// Its abilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
    /// Its number in the pool, once lowered.
    #[serde(skip)]
    pub id: CardId,
}

impl PartialEq for TokenSpec {
    fn eq(&self, other: &Self) -> bool {
        let key = |t: &Self| (t.name.clone(), t.types.clone(), t.colors, t.pt);
        key(self) == key(other) && self.abilities == other.abilities
    }
}
