//! Type lines, zones and counters (2005 rules 205, 212, 217; 2021 rules 205, 3xx, 4xx, 122).

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// A zone of the game.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[repr(u8)]
pub enum Zone {
    /// A player's deck during the game.
    Library,
    /// A player's hand.
    Hand,
    /// In play, the battlefield.
    #[default]
    Battlefield,
    /// A player's discard pile.
    Graveyard,
    /// Where spells and abilities wait.
    Stack,
    /// Removed from the game, exile.
    Exile,
    /// Objects that affect the game from no other zone (2021).
    Command,
    /// Phased out (2005).
    PhasedOut,
    /// Outside the game: a sideboard.
    Outside,
}

impl Zone {
    /// Number of zones.
    pub const COUNT: usize = 9;
    /// Whether each player has one of their own.
    pub const fn is_per_player(self) -> bool {
        matches!(self, Self::Library | Self::Hand | Self::Graveyard | Self::Outside)
    }
    /// Whether its cards are hidden from somebody by default.
    pub const fn is_hidden(self) -> bool {
        matches!(self, Self::Library | Self::Hand | Self::Outside)
    }
    /// Serde helper: the default of most abilities.
    pub fn is_battlefield(&self) -> bool {
        *self == Self::Battlefield
    }
}

/// A card type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum CardType {
    Artifact,
    Creature,
    Enchantment,
    Instant,
    Land,
    Planeswalker,
    Sorcery,
    Tribal,
}

impl CardType {
    /// All types this table plays with, in the order a type line prints them.
    pub const ALL: [CardType; 8] = [
        CardType::Tribal,
        CardType::Artifact,
        CardType::Enchantment,
        CardType::Land,
        CardType::Creature,
        CardType::Planeswalker,
        CardType::Instant,
        CardType::Sorcery,
    ];
}

/// A supertype.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Supertype {
    Basic,
    Legendary,
    Snow,
    World,
}

impl Supertype {
    /// All of them, in printing order.
    pub const ALL: [Supertype; 4] =
        [Supertype::Basic, Supertype::Legendary, Supertype::Snow, Supertype::World];
}

macro_rules! bit_set {
    ($(#[$doc:meta])* $set:ident of $item:ident: $repr:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $set(pub $repr);

        impl $set {
            /// The empty set.
            pub const NONE: Self = Self(0);
            /// The set of one.
            pub const fn of(item: $item) -> Self {
                Self(1 << item as u8)
            }
            /// Whether `item` is in it.
            pub const fn has(self, item: $item) -> bool {
                self.0 & (1 << item as u8) != 0
            }
            /// The union.
            pub const fn with(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
            /// What is in `self` and not in `other`.
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
            /// Whether the two share anything.
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }
            /// Whether it is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// The items, in declaration order of `ALL`.
            pub fn iter(self) -> impl Iterator<Item = $item> {
                $item::ALL.into_iter().filter(move |i| self.has(*i))
            }
        }
        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(iter: I) -> Self {
                iter.into_iter().fold(Self::NONE, |s, i| s.with(Self::of(i)))
            }
        }
        impl Serialize for $set {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                self.iter().collect::<Vec<_>>().serialize(s)
            }
        }
        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                Ok(Vec::<$item>::deserialize(d)?.into_iter().collect())
            }
        }
    };
}
pub(crate) use bit_set;

bit_set!(
    /// A set of card types.
    CardTypes of CardType: u16
);
bit_set!(
    /// A set of supertypes.
    Supertypes of Supertype: u8
);

impl CardTypes {
    /// Types of cards that become permanents.
    pub const PERMANENT: Self = Self(
        1 << CardType::Artifact as u8
            | 1 << CardType::Creature as u8
            | 1 << CardType::Enchantment as u8
            | 1 << CardType::Land as u8
            | 1 << CardType::Planeswalker as u8,
    );
}

/// Which type a subtype belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum SubtypeKind {
    Creature,
    Land,
    Artifact,
    Enchantment,
    Planeswalker,
    Spell,
}

/// A subtype; serialised by its English name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subtype(pub u16);

struct SubtypeRow {
    name: &'static str,
    kind: SubtypeKind,
    korean: &'static str,
}

fn subtype_table() -> &'static [SubtypeRow] {
    static TABLE: OnceLock<Vec<SubtypeRow>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut rows: Vec<SubtypeRow> = include_str!("../../data/subtypes.tsv")
            .lines()
            .filter(|l| !l.starts_with('#'))
            .filter_map(|l| {
                let mut cells = l.split('\t');
                let name = cells.next()?;
                let kind = match cells.next()? {
                    "creature" => SubtypeKind::Creature,
                    "land" => SubtypeKind::Land,
                    "artifact" => SubtypeKind::Artifact,
                    "enchantment" => SubtypeKind::Enchantment,
                    "planeswalker" => SubtypeKind::Planeswalker,
                    _ => SubtypeKind::Spell,
                };
                Some(SubtypeRow { name, kind, korean: cells.next().unwrap_or("") })
            })
            .collect();
        rows.sort_by_key(|r| r.name);
        rows
    })
}

impl Subtype {
    /// The subtype of that English name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let table = subtype_table();
        let exact = table.binary_search_by_key(&name, |r| r.name).ok();
        exact
            .or_else(|| table.iter().position(|r| r.name.eq_ignore_ascii_case(name)))
            .map(|i| Self(i as u16))
    }
    /// The subtype of that Korean name.
    pub fn named_korean(name: &str) -> Option<Self> {
        subtype_table().iter().position(|r| r.korean == name).map(|i| Self(i as u16))
    }
    /// Its English name.
    pub fn name(self) -> &'static str {
        subtype_table()[self.0 as usize].name
    }
    /// Its Korean name, or the English one where none is official.
    pub fn korean(self) -> &'static str {
        let row = &subtype_table()[self.0 as usize];
        if row.korean.is_empty() { row.name } else { row.korean }
    }
    /// The type it belongs to.
    pub fn kind(self) -> SubtypeKind {
        subtype_table()[self.0 as usize].kind
    }
    /// Every known subtype, by name.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..subtype_table().len()).map(|i| Self(i as u16))
    }
}

impl fmt::Display for Subtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
impl Serialize for Subtype {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.name())
    }
}
impl<'de> Deserialize<'de> for Subtype {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let name = String::deserialize(d)?;
        Subtype::named(&name)
            .ok_or_else(|| serde::de::Error::custom(format!("`{name}` is no known subtype")))
    }
}

/// A set of subtypes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Subtypes([u64; 8]);

impl Subtypes {
    /// The empty set.
    pub const NONE: Self = Self([0; 8]);
    /// Whether `s` is in it.
    pub fn has(&self, s: Subtype) -> bool {
        self.0[(s.0 >> 6) as usize & 7] >> (s.0 & 63) & 1 == 1
    }
    /// Put `s` in.
    pub fn insert(&mut self, s: Subtype) {
        self.0[(s.0 >> 6) as usize & 7] |= 1 << (s.0 & 63);
    }
    /// Take out all of the given kind.
    pub fn remove_kind(&mut self, kind: SubtypeKind) {
        let keep: Vec<Subtype> = self.iter().filter(|s| s.kind() != kind).collect();
        *self = keep.into_iter().collect();
    }
    /// Every creature type.
    pub fn all_creature() -> &'static Self {
        static ALL: OnceLock<Subtypes> = OnceLock::new();
        let creature = |s: &Subtype| s.kind() == SubtypeKind::Creature;
        ALL.get_or_init(|| Subtype::all().filter(creature).collect())
    }
    /// Whether the two share anything.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }
    /// The union.
    pub fn union(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }
    /// The subtypes in table order.
    pub fn iter(&self) -> impl Iterator<Item = Subtype> + '_ {
        (0..512).map(Subtype).filter(|s| self.has(*s))
    }
}
impl FromIterator<Subtype> for Subtypes {
    fn from_iter<I: IntoIterator<Item = Subtype>>(iter: I) -> Self {
        let mut set = Self::NONE;
        iter.into_iter().for_each(|s| set.insert(s));
        set
    }
}
impl Serialize for Subtypes {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.iter().collect::<Vec<_>>().serialize(s)
    }
}
impl<'de> Deserialize<'de> for Subtypes {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Ok(Vec::<Subtype>::deserialize(d)?.into_iter().collect())
    }
}

/// Supertypes, types and subtypes together, as a type line prints them.
///
/// Serialised as the English type line: `Legendary Creature — Human Knight` (a plain `-` is read
/// too).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeLine {
    /// Left of the types.
    pub supertypes: Supertypes,
    /// The card types.
    pub types: CardTypes,
    /// Right of the dash, in printed order.
    pub subtypes: Vec<Subtype>,
}

impl fmt::Display for TypeLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left: Vec<String> = (self.supertypes.iter().map(|s| format!("{s:?}")))
            .chain(self.types.iter().map(|t| format!("{t:?}")))
            .collect();
        f.write_str(&left.join(" "))?;
        if !self.subtypes.is_empty() {
            f.write_str(" —")?;
        }
        self.subtypes.iter().try_for_each(|s| write!(f, " {s}"))
    }
}

impl FromStr for TypeLine {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (left, right) = match text.split_once('—').or_else(|| text.split_once(" - ")) {
            Some((l, r)) => (l, r),
            None => (text, ""),
        };
        let mut line = Self::default();
        for word in left.split_whitespace() {
            let is = |name: String| name.eq_ignore_ascii_case(word);
            if let Some(t) = CardType::ALL.into_iter().find(|t| is(format!("{t:?}"))) {
                line.types = line.types.with(CardTypes::of(t));
            } else if let Some(s) = Supertype::ALL.into_iter().find(|s| is(format!("{s:?}"))) {
                line.supertypes = line.supertypes.with(Supertypes::of(s));
            } else {
                return Err(format!("`{word}` is no card type or supertype"));
            }
        }
        for word in right.split_whitespace() {
            let subtype =
                Subtype::named(word).ok_or_else(|| format!("`{word}` is no known subtype"))?;
            line.subtypes.push(subtype);
        }
        Ok(line)
    }
}

impl Serialize for TypeLine {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for TypeLine {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A kind of counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum CounterKind {
    PlusOne,
    MinusOne,
    Loyalty,
    Charge,
    Age,
    Fade,
    Time,
    Poison,
    Level,
    Lore,
    /// A counter with no meaning of its own, by a small number that the card names.
    Named(u8),
}
