//! Which things, how many, and under which condition.

use super::{
    CardType, Color, Cost, CounterKind, Keyword, Mode, Subtype, Supertype, Zone,
    statics::PlayerChange,
};
use serde::{Deserialize, Serialize};

/// A description of objects: a noun and predicates that must all hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// What sort of object.
    #[serde(default, skip_serializing_if = "Kind::is_permanent")]
    pub kind: Kind,
    /// All of these hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<Predicate>,
}

impl Filter {
    /// A filter for permanents.
    pub fn permanent(all: Vec<Predicate>) -> Self {
        Self { kind: Kind::Permanent, all }
    }
}

/// What sort of object a filter describes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Kind {
    /// An object on the battlefield.
    #[default]
    Permanent,
    /// An object in the given zone; whose is a predicate ([`Predicate::Owner`]).
    Card(Zone),
    /// A spell on the stack.
    Spell,
    /// An activated or triggered ability on the stack.
    Ability,
    /// A spell or an ability on the stack.
    SpellOrAbility,
    /// A source of damage, mana or an ability, wherever it is.
    Source,
}

impl Kind {
    /// Serde helper.
    pub fn is_permanent(&self) -> bool {
        *self == Self::Permanent
    }
}

/// Something true or false of an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Predicate {
    /// Has the card type.
    Type(CardType),
    /// Has the supertype.
    Super(Supertype),
    /// Has the subtype.
    Sub(Subtype),
    /// Has the colour.
    Color(Color),
    /// Has no colour.
    Colorless,
    /// Has two or more colours.
    Multicolored,
    /// Has the keyword.
    Has(Keyword),
    /// Has no abilities.
    NoAbilities,
    /// Has the name.
    Named(String),
    /// Does not fulfil the predicate.
    Not(Box<Predicate>),
    /// Fulfils at least one.
    Any(Vec<Predicate>),
    /// Is controlled by one of the players.
    Controller(Players),
    /// Is owned by one of the players (for cards in a player's zone: whose zone).
    Owner(Players),
    /// Is not the source of the ability ("another", "other").
    Other,
    /// Is the source of the ability.
    This,
    /// Is tapped.
    Tapped,
    /// Is attacking.
    Attacking,
    /// Is blocking.
    Blocking,
    /// Is an attacking creature that became blocked.
    Blocked,
    /// Is an attacking creature that no creature blocked.
    Unblocked,
    /// Is a token.
    Token,
    /// Is face down.
    FaceDown,
    /// Came under its controller's control this turn.
    Sick,
    /// Came under its controller's control since the beginning of that player's last upkeep before
    /// this turn.
    NewSinceUpkeep,
    /// Compares its power.
    Power(Cmp, Amount),
    /// Compares its toughness.
    Toughness(Cmp, Amount),
    /// Compares its mana value.
    ManaValue(Cmp, Amount),
    /// Has an even mana value (0 is even).
    EvenManaValue,
    /// Has at least one counter of the kind.
    Counter(CounterKind),
    /// Is attached to a thing that fits (an Aura on a creature, say).
    AttachedTo(Box<Filter>),
    /// Has an Aura attached.
    Enchanted,
    /// Has an Equipment attached.
    Equipped,
    /// Was dealt damage this turn.
    DamagedThisTurn,
    /// Was dealt damage this turn by one of those.
    DamagedBy(Box<Objects>),
    /// Is blocking, or blocked by, one of those.
    InCombatWith(Box<Objects>),
    /// Is one of those.
    Is(Box<Objects>),
    /// Has a colour that one of those has.
    SharesColor(Box<Objects>),
    /// Has the name of one of those.
    SameName(Box<Objects>),
    /// A spell or ability with exactly one target.
    SingleTarget,
    /// A spell or ability that targets such a thing.
    Targets(Box<Filter>),
    /// Was exiled with the source, by an ability of the same text.
    ExiledWithThis,
    /// Is of the chosen colour / creature type / card name of the source.
    Chosen(super::Choice),
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Cmp {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Cmp {
    /// Whether `a` compares so with `b`.
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Equal => a == b,
            Self::AtLeast => a >= b,
            Self::More => a > b,
        }
    }
}

/// Which players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Players {
    /// The controller of the spell or ability.
    You,
    /// Each opponent.
    Opponents,
    /// Each player.
    Each,
    /// Each player but you.
    Others,
    /// A target player.
    Target(Box<Target>),
    /// The controller of an object (its last one if it has left).
    ControllerOf(Box<Objects>),
    /// The owner of an object.
    OwnerOf(Box<Objects>),
    /// The player something earlier speaks of ("that player", "they").
    That(Ref),
    /// The player that was chosen for the source.
    Chosen,
    /// The active player.
    Active,
    /// The player this creature attacks.
    Defending,
}

/// Which objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Objects {
    /// The source itself ("this creature", its name).
    This,
    /// Target objects.
    Target(Box<Target>),
    /// What something earlier speaks of ("it", "that creature", "those cards").
    That(Ref),
    /// What the source is attached to ("enchanted creature", "equipped creature").
    Attached,
    /// Each object that fits.
    All(Filter),
    /// Objects chosen without targeting, as the instruction is followed.
    Choose {
        /// Who chooses.
        who: Box<Players>,
        /// How many.
        count: Bound,
        /// Among which.
        filter: Filter,
    },
    /// The top cards of a library.
    Top {
        /// Whose library.
        of: Box<Players>,
        /// How many.
        count: Box<Amount>,
    },
    /// Cards of a player's zone taken at random.
    Random {
        /// How many.
        count: Box<Amount>,
        /// Among which.
        filter: Filter,
    },
}

/// Objects or players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Things {
    /// Objects.
    Objects(Objects),
    /// Players.
    Players(Players),
    /// A target that may be either.
    Target(Box<Target>),
    /// What something earlier speaks of, whichever it is.
    That(Ref),
    /// All of these together ("each creature and each player").
    Several(Vec<Things>),
}

/// An earlier part of the same ability that a later part speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Ref {
    /// The n-th target word of the ability, from 0.
    Target(u8),
    /// The object (or player) the trigger event was about.
    Triggering,
    /// The other object or player of the trigger event: the source's victim, the spell's player.
    TriggeringOther,
    /// What the instruction before worked on.
    Previous,
    /// What was sacrificed, discarded, … as a cost.
    Paid,
    /// The object or player of the current round of "for each".
    Each,
}

/// How many: at least, at most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Bound {
    /// Exactly.
    Exactly(Amount),
    /// From none to.
    UpTo(Amount),
    /// Any number.
    Any,
}

impl Bound {
    /// Exactly one.
    pub const ONE: Self = Self::Exactly(Amount::N(1));
}

/// One use of the word "target".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// How many different ones.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: Bound,
    /// What may be chosen.
    pub what: Targetable,
    /// Must differ from the n-th target word ("another target").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_than: Option<u8>,
}

fn one() -> Bound {
    Bound::ONE
}
fn is_one(b: &Bound) -> bool {
    *b == Bound::ONE
}

impl Target {
    /// Exactly one of `what`.
    pub fn one(what: Targetable) -> Self {
        Self { count: Bound::ONE, what, other_than: None }
    }
}

/// What a target word allows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Targetable {
    /// An object that fits.
    Object(Filter),
    /// One of those players.
    Player(Players),
    /// A creature or a player; a planeswalker too where there are any ("any target").
    Any,
    /// A player, or a planeswalker where there are any.
    PlayerOrPlaneswalker,
}

/// A number, found when it is needed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Amount {
    /// The number itself.
    N(i32),
    /// The X of the announcement.
    X,
    /// How many objects fit.
    Count(Filter),
    /// How many different names there are among objects that fit; what has none doesn't count.
    Names(Filter),
    /// The power of an object (its last one if it has left).
    Power(Box<Objects>),
    /// The toughness of an object.
    Toughness(Box<Objects>),
    /// The mana value of an object.
    ManaValue(Box<Objects>),
    /// How many counters of a kind are on an object.
    Counters(CounterKind, Box<Objects>),
    /// A player's life.
    Life(Players),
    /// How many cards a player holds.
    HandSize(Players),
    /// The greatest number among objects, each spoken of as [`Ref::Each`]; 0 if there are none.
    Most {
        /// The number of each.
        of: Box<Amount>,
        /// Among which.
        among: Filter,
    },
    /// The amount of the trigger event or of the instruction before ("that much", "that many").
    That,
    /// A multiple.
    Times(i32, Box<Amount>),
    /// A sum.
    Sum(Vec<Amount>),
    /// Half, rounded up or down.
    Half {
        /// Of what.
        of: Box<Amount>,
        /// Rounded up.
        up: bool,
    },
}

/// Something true or false of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Condition {
    /// Compares two numbers.
    Compare(Amount, Cmp, Amount),
    /// Objects are what the filter says ("if it's a creature").
    Is(Objects, Filter),
    /// It is the controller's turn.
    YourTurn,
    /// The spell was kicked.
    Kicked,
    /// The spell was kicked with the kicker of that cost.
    KickedWith(Cost),
    /// Mana of that colour was spent to play it.
    Spent(Color),
    /// The instruction before was done ("if you do").
    Did,
    /// The object came from the zone ("if you cast it from your hand").
    From(Zone),
    /// The step or phase it is.
    During(super::Step),
    /// The player change holds for a player.
    PlayerHas(Players, Box<PlayerChange>),
    /// One of the modes was chosen.
    ModeChosen(Box<Mode>),
    /// Not that.
    Not(Box<Condition>),
    /// All of these.
    All(Vec<Condition>),
    /// Any of these.
    Any(Vec<Condition>),
}
