//! Colours, mana symbols and mana costs (2005 rule 104, 2021 rules 105 to 107, 202).

use super::Filter;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// One of the five colours, in the order white, blue, black, red, green.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Color {
    /// {W}
    White,
    /// {U}
    Blue,
    /// {B}
    Black,
    /// {R}
    Red,
    /// {G}
    Green,
}

impl Color {
    /// All five, in WUBRG order.
    pub const ALL: [Color; 5] = [Color::White, Color::Blue, Color::Black, Color::Red, Color::Green];

    /// The letter of its mana symbol.
    pub fn letter(self) -> char {
        ['W', 'U', 'B', 'R', 'G'][self as usize]
    }

    /// The colour of a mana symbol's letter, if it is one of WUBRG.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.letter() == letter)
    }
}

/// A set of colours; empty is colourless.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Colors(pub u8);

impl Colors {
    /// No colour.
    pub const NONE: Self = Self(0);
    /// All five.
    pub const ALL: Self = Self(0b1_1111);

    /// The set of one colour.
    pub const fn of(color: Color) -> Self {
        Self(1 << color as u8)
    }
    /// Whether `color` is in the set.
    pub const fn has(self, color: Color) -> bool {
        self.0 & (1 << color as u8) != 0
    }
    /// The union.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// How many colours, 0 to 5.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The colours in WUBRG order.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |c| self.has(*c))
    }
}

impl FromIterator<Color> for Colors {
    fn from_iter<I: IntoIterator<Item = Color>>(iter: I) -> Self {
        iter.into_iter().fold(Self::NONE, |s, c| s.with(Self::of(c)))
    }
}

impl Serialize for Colors {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.iter().collect::<Vec<_>>().serialize(s)
    }
}
impl<'de> Deserialize<'de> for Colors {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Ok(Vec::<Color>::deserialize(d)?.into_iter().collect())
    }
}

/// One symbol of a mana cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ManaSymbol {
    /// {2}: that much mana of any type.
    Generic(u8),
    /// {X}: generic, chosen while announcing.
    X,
    /// {W} …: one mana of that colour.
    Colored(Color),
    /// {C}: one colourless mana.
    Colorless,
    /// {W/U}: one mana of either colour.
    Hybrid(Color, Color),
    /// {2/W}: that much generic, or one of the colour.
    MonoHybrid(u8, Color),
    /// {W/P}: one of the colour, or 2 life.
    Phyrexian(Color),
    /// {S}: one mana from a snow source.
    Snow,
}

impl ManaSymbol {
    /// Its part of the mana value (X counts 0).
    pub fn value(self) -> u32 {
        match self {
            Self::Generic(n) | Self::MonoHybrid(n, _) => u32::from(n),
            Self::X => 0,
            _ => 1,
        }
    }
    /// Whether it is announced how it will be paid: with mana of its colour, or otherwise (2021
    /// rules 107.4e, 107.4f and 601.2b).
    pub fn pays_in_two_ways(self) -> bool {
        matches!(self, Self::MonoHybrid(..) | Self::Phyrexian(_))
    }
    /// The kind of mana it is when it is added, as a bit of WUBRG and colourless.
    pub fn kind(self) -> u8 {
        match self {
            Self::Colored(c) => 1 << c as u8,
            _ => 1 << 5,
        }
    }
    /// The colours it gives to an object with it in its mana cost.
    pub fn colors(self) -> Colors {
        match self {
            Self::Colored(c) | Self::MonoHybrid(_, c) | Self::Phyrexian(c) => Colors::of(c),
            Self::Hybrid(a, b) => Colors::of(a).with(Colors::of(b)),
            _ => Colors::NONE,
        }
    }
}

impl fmt::Display for ManaSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generic(n) => write!(f, "{{{n}}}"),
            Self::X => f.write_str("{X}"),
            Self::Colored(c) => write!(f, "{{{}}}", c.letter()),
            Self::Colorless => f.write_str("{C}"),
            Self::Hybrid(a, b) => write!(f, "{{{}/{}}}", a.letter(), b.letter()),
            Self::MonoHybrid(n, c) => write!(f, "{{{n}/{}}}", c.letter()),
            Self::Phyrexian(c) => write!(f, "{{{}/P}}", c.letter()),
            Self::Snow => f.write_str("{S}"),
        }
    }
}

/// A sequence of mana symbols, as printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ManaCost(pub Vec<ManaSymbol>);

impl ManaCost {
    /// The mana value (converted mana cost); X counts 0.
    pub fn value(&self) -> u32 {
        self.0.iter().map(|s| s.value()).sum()
    }
    /// How much mana pays for it at the least; X is 0, and life pays for what it can.
    pub fn least_mana(&self) -> u8 {
        let least = |s: &ManaSymbol| match s {
            ManaSymbol::Phyrexian(_) => 0,
            ManaSymbol::MonoHybrid(..) => 1,
            s => s.value(),
        };
        self.0.iter().map(least).sum::<u32>().min(u32::from(u8::MAX)) as u8
    }
    /// The colours of all its symbols.
    pub fn colors(&self) -> Colors {
        self.0.iter().fold(Colors::NONE, |s, m| s.with(m.colors()))
    }
    /// Whether there is no symbol at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// How many {X} it has.
    pub fn x_count(&self) -> u32 {
        self.0.iter().filter(|s| matches!(s, ManaSymbol::X)).count() as u32
    }
}

impl fmt::Display for ManaCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|s| write!(f, "{s}"))
    }
}

/// Why a string is no mana cost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{symbol}` at byte {at} is no mana symbol; expected {{W}}, {{2}}, {{X}}, {{C}}, {{W/U}}, {{2/W}}, {{W/P}} or {{S}}"
)]
pub struct ParseManaError {
    /// What stood there.
    pub symbol: String,
    /// Byte offset in the string.
    pub at: usize,
}

fn parse_symbol(body: &str) -> Option<ManaSymbol> {
    let one = |s: &str| {
        let mut chars = s.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Some(c.to_ascii_uppercase()),
            _ => None,
        }
    };
    if let Some((a, b)) = body.split_once('/') {
        let second = one(b)?;
        if let Ok(n) = a.parse::<u8>() {
            return Some(ManaSymbol::MonoHybrid(n, Color::from_letter(second)?));
        }
        let first = Color::from_letter(one(a)?)?;
        return match second {
            'P' => Some(ManaSymbol::Phyrexian(first)),
            other => Some(ManaSymbol::Hybrid(first, Color::from_letter(other)?)),
        };
    }
    if let Ok(n) = body.parse::<u8>() {
        return Some(ManaSymbol::Generic(n));
    }
    match one(body)? {
        'X' => Some(ManaSymbol::X),
        'C' => Some(ManaSymbol::Colorless),
        'S' => Some(ManaSymbol::Snow),
        c => Color::from_letter(c).map(ManaSymbol::Colored),
    }
}

impl FromStr for ManaCost {
    type Err = ParseManaError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut symbols = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let bad = || ParseManaError { symbol: rest.chars().take(8).collect(), at };
            let body = rest.strip_prefix('{').ok_or_else(bad)?;
            let (body, _) = body.split_once('}').ok_or_else(bad)?;
            symbols.push(parse_symbol(body).ok_or_else(bad)?);
            at += body.len() + 2;
        }
        Ok(Self(symbols))
    }
}

impl Serialize for ManaCost {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for ManaCost {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// What an "add …" instruction makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ManaOutput {
    /// Exactly these symbols ({G}{G}).
    Fixed(ManaCost),
    /// One mana of any one of these colours, chosen as it resolves ({W} or {U}; any colour).
    OneOf(Colors),
    /// One mana of any one type that those permanents could produce.
    CouldProduce {
        /// Which permanents.
        by: Filter,
        /// Of any colour only, not colourless.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        colors: bool,
    },
    /// One mana of any one colour among those permanents.
    ColorOf(Filter),
    /// One mana of any one type that the permanent tapped for mana made.
    Same,
    /// As much of each type as there is unspent.
    Unspent,
    /// One mana of the colour that was chosen for the source; none if none was.
    Chosen,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_read_and_print() {
        for text in ["", "{2}{W}{W}", "{X}{R}", "{W/U}{2/G}{B/P}{C}{S}", "{12}"] {
            let cost: ManaCost = text.parse().unwrap();
            assert_eq!(cost.to_string(), text);
        }
        assert_eq!("{3}{W}{W}".parse::<ManaCost>().unwrap().value(), 5);
        let error = "{2}{Q}".parse::<ManaCost>().unwrap_err();
        assert_eq!(error.at, 3);
        assert!("2W".parse::<ManaCost>().is_err());
    }
}
