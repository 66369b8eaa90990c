//! What one term of a search asks of a card.

use super::QueryFault;
use crate::compile::Status;
use crate::format::formats;
use crate::raw::RawFace;
use crate::store::Row;
use simpan_cards::ast::{CardType, CardTypes, Color, Colors, ManaCost, TypeLine};
use simpan_decks::fold_name;
use simpan_language::{Lang, type_line};

/// Every key, its full name.
pub(super) const KEYS: [&str; 12] = [
    "name",
    "type",
    "oracle",
    "color",
    "mana",
    "mv",
    "power",
    "toughness",
    "loyalty",
    "set",
    "format",
    "is",
];

/// What a term looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Name,
    Type,
    Oracle,
    Color,
    Mana,
    Number(Number),
    Set,
    Format,
    Is,
}

/// A number on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    ManaValue,
    Power,
    Toughness,
    Loyalty,
}

impl Key {
    pub(super) fn named(key: &str) -> Option<Self> {
        Some(match key {
            "name" | "n" => Self::Name,
            "type" | "t" => Self::Type,
            "oracle" | "o" | "text" => Self::Oracle,
            "color" | "c" | "colour" => Self::Color,
            "mana" | "m" => Self::Mana,
            "set" | "s" | "e" | "edition" => Self::Set,
            "format" | "f" => Self::Format,
            "is" => Self::Is,
            other => Self::Number(Number::named(other)?),
        })
    }
}

impl Number {
    fn named(key: &str) -> Option<Self> {
        Some(match key {
            "mv" | "cmc" | "manavalue" => Self::ManaValue,
            "power" | "pow" => Self::Power,
            "toughness" | "tou" => Self::Toughness,
            "loyalty" | "loy" => Self::Loyalty,
            _ => return None,
        })
    }

    /// The number of a card; what is no number (`*`) has none.
    fn of(self, row: &Row) -> Option<f64> {
        let face = row.raw.front();
        let read = |text: &Option<String>| text.as_deref()?.parse().ok();
        match self {
            Self::ManaValue => {
                let halves = if row.raw.layout == "split" { row.raw.faces.len() } else { 1 };
                let costs = row.raw.faces.iter().take(halves);
                Some(costs.map(|f| cost(f).map_or(0, |c| c.value())).sum::<u32>().into())
            }
            Self::Power => read(&face.power),
            Self::Toughness => read(&face.toughness),
            Self::Loyalty => read(&face.loyalty),
        }
    }
}

/// How a term compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Has,
    Is,
    Not,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Op {
    pub(super) fn named(op: &str) -> Self {
        match op {
            "=" => Self::Is,
            "!=" => Self::Not,
            "<" => Self::Less,
            "<=" => Self::AtMost,
            ">" => Self::More,
            ">=" => Self::AtLeast,
            _ => Self::Has,
        }
    }
}

/// What is asked of a card.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    Exactly(String),
    /// Part of a folded name.
    Name(String),
    /// Initial consonants of part of a Korean name.
    Initials(String),
    Type(String),
    Oracle(String),
    Colors(Op, Colors),
    ColorCount(Op, u32),
    Mana(Vec<String>),
    Number(Number, Op, f64),
    Compare(Number, Op, Number),
    Sets(Vec<String>),
    Is(Is),
}

/// The values of `is:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Is {
    Verified,
    Executable,
    Refused,
    Accepted,
    Funny,
    Digital,
    Permanent,
    Spell,
    Faces,
    Vanilla,
}

const IS: [(&str, Is); 10] = [
    ("verified", Is::Verified),
    ("executable", Is::Executable),
    ("refused", Is::Refused),
    ("accepted", Is::Accepted),
    ("funny", Is::Funny),
    ("digital", Is::Digital),
    ("permanent", Is::Permanent),
    ("spell", Is::Spell),
    ("faces", Is::Faces),
    ("vanilla", Is::Vanilla),
];

impl Term {
    pub(super) fn exactly(name: &str) -> Self {
        Self::Exactly(fold_name(name))
    }

    pub(super) fn named(name: &str) -> Self {
        let letters: String = name.chars().filter(|c| !c.is_whitespace()).collect();
        let initials = !letters.is_empty() && letters.chars().all(|c| ('ㄱ'..='ㅎ').contains(&c));
        if initials { Self::Initials(letters) } else { Self::Name(fold_name(name)) }
    }

    pub(super) fn new(key: Key, op: Op, value: &str) -> Result<Self, QueryFault> {
        let plain = |term: Self, key: &str| match op {
            Op::Has | Op::Is => Ok(term),
            _ => Err(QueryFault::Comparison(key.to_owned())),
        };
        let value = value.trim();
        if value.is_empty() {
            return Err(QueryFault::Empty);
        }
        match key {
            Key::Name => plain(Self::named(value), "name"),
            Key::Type => plain(Self::Type(value.to_lowercase()), "type"),
            Key::Oracle => plain(Self::Oracle(value.to_lowercase()), "oracle"),
            Key::Color => color_term(op, value),
            Key::Mana => plain(Self::Mana(symbols(value)), "mana"),
            Key::Set => plain(Self::Sets(vec![value.to_uppercase()]), "set"),
            Key::Format => {
                let format = formats().find(|f| f.name.eq_ignore_ascii_case(value));
                let known = || formats().map(|f| f.name).collect();
                let format = format.ok_or_else(|| QueryFault::Value(value.to_owned(), known()))?;
                let sets = format.sets.iter().map(|s| (*s).to_owned()).collect();
                plain(Self::Sets(sets), "format")
            }
            Key::Is => {
                let found = IS.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
                let known = || IS.iter().map(|(name, _)| *name).collect();
                let found = found.ok_or_else(|| QueryFault::Value(value.to_owned(), known()))?;
                plain(Self::Is(found.1), "is")
            }
            Key::Number(number) => match value.parse() {
                Ok(n) => Ok(Self::Number(number, op, n)),
                Err(_) => match Number::named(&value.to_lowercase()) {
                    Some(other) => Ok(Self::Compare(number, op, other)),
                    None => Err(QueryFault::Number(value.to_owned())),
                },
            },
        }
    }

    pub(super) fn fits(&self, row: &Row) -> bool {
        let faces = &row.raw.faces;
        match self {
            Self::Exactly(name) => {
                fold_name(&row.raw.name) == *name
                    || faces.iter().any(|f| names_of(f).any(|n| fold_name(n) == *name))
            }
            Self::Name(part) => {
                faces.iter().any(|f| names_of(f).any(|n| fold_name(n).contains(part)))
            }
            Self::Initials(part) => {
                let korean = faces.iter().filter_map(|f| f.korean_name.as_deref());
                korean.map(initials).any(|n| n.contains(part))
            }
            Self::Type(word) => faces.iter().any(|f| has_type(f, word)),
            Self::Oracle(words) => faces.iter().any(|f| has_text(f, words)),
            Self::Colors(op, wanted) => compare_colors(colors_of(row), *op, *wanted),
            Self::ColorCount(op, n) => {
                let count = colors_of(row).iter().count() as f64;
                compare(count, *op, f64::from(*n))
            }
            Self::Mana(symbols_wanted) => {
                let mut has = symbols(&row.raw.front().cost);
                symbols_wanted.iter().all(|s| {
                    has.iter().position(|h| h == s).map(|at| has.swap_remove(at)).is_some()
                })
            }
            Self::Number(number, op, n) => number.of(row).is_some_and(|v| compare(v, *op, *n)),
            Self::Compare(a, op, b) => match (a.of(row), b.of(row)) {
                (Some(a), Some(b)) => compare(a, *op, b),
                _ => false,
            },
            Self::Sets(sets) => sets.iter().any(|s| row.raw.sets.contains(s)),
            Self::Is(is) => is.fits(row),
        }
    }
}

impl Is {
    fn fits(self, row: &Row) -> bool {
        let types = || row.raw.front().types.parse::<TypeLine>().map(|t| t.types);
        let spells = CardTypes::of(CardType::Instant).with(CardTypes::of(CardType::Sorcery));
        match self {
            Self::Verified => row.status == Status::Verified,
            Self::Executable => row.status == Status::Executable,
            Self::Refused => !row.status.is_accepted(),
            Self::Accepted => row.status.is_accepted(),
            Self::Funny => row.raw.funny,
            Self::Digital => row.raw.digital,
            Self::Permanent => types().is_ok_and(|t| !t.meets(spells)),
            Self::Spell => types().is_ok_and(|t| !t.has(CardType::Land)),
            Self::Faces => row.raw.is_many_faced(),
            Self::Vanilla => row.raw.faces.iter().all(|f| f.text.trim().is_empty()),
        }
    }
}

fn names_of(face: &RawFace) -> impl Iterator<Item = &str> {
    std::iter::once(face.name.as_str()).chain(face.korean_name.as_deref())
}

fn cost(face: &RawFace) -> Option<ManaCost> {
    face.cost.parse().ok()
}

/// The symbols of a mana cost, with or without braces.
fn symbols(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let inside = rest.strip_prefix('{').and_then(|r| r.split_once('}'));
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (symbol, after) = match inside {
            Some(found) => found,
            None if digits > 0 => rest.split_at(digits),
            None => rest.split_at(c.len_utf8()),
        };
        if !symbol.trim().is_empty() {
            all.push(symbol.to_uppercase());
        }
        rest = after;
    }
    all
}

fn has_type(face: &RawFace, word: &str) -> bool {
    if face.types.to_lowercase().split([' ', '—']).any(|t| t == word) {
        return true;
    }
    let line =
        || face.types.parse::<TypeLine>().map(|t| type_line(&t, Lang::Ko)).unwrap_or_default();
    face.types.to_lowercase().contains(word) && word.contains(' ')
        || !word.is_ascii() && line().contains(word)
}

fn has_text(face: &RawFace, words: &str) -> bool {
    let text = face.text.to_lowercase();
    let own = |t: &str| t.replace(&face.name.to_lowercase(), "~");
    text.contains(words)
        || words.contains('~') && own(&text).contains(words)
        || face.korean_text.as_deref().is_some_and(|t| t.contains(words))
}

fn colors_of(row: &Row) -> Colors {
    let face = row.raw.front();
    match &face.colors {
        Some(letters) => letters.chars().filter_map(Color::from_letter).collect(),
        None => cost(face).map(|c| c.colors()).unwrap_or_default(),
    }
}

fn color_term(op: Op, value: &str) -> Result<Term, QueryFault> {
    let names = [
        ("white", 'W', "백색"),
        ("blue", 'U', "청색"),
        ("black", 'B', "흑색"),
        ("red", 'R', "적색"),
        ("green", 'G', "녹색"),
    ];
    let lower = value.to_lowercase();
    if let Ok(count) = lower.parse() {
        return Ok(Term::ColorCount(if op == Op::Has { Op::Is } else { op }, count));
    }
    match lower.as_str() {
        "c" | "colorless" | "colourless" | "무색" => return Ok(Term::ColorCount(Op::Is, 0)),
        "m" | "multicolor" | "multicolour" | "다색" => {
            return Ok(Term::ColorCount(Op::AtLeast, 2));
        }
        _ => {}
    }
    let named = names.iter().find(|(en, _, ko)| *en == lower || *ko == lower);
    let letters = named.map_or(value.to_uppercase(), |(_, letter, _)| letter.to_string());
    let colors: Option<Vec<Color>> = letters.chars().map(Color::from_letter).collect();
    match colors {
        Some(colors) => Ok(Term::Colors(op, colors.into_iter().collect())),
        None => {
            let known = vec!["letters of wubrg", "white … green", "c (none)", "m (several)"];
            Err(QueryFault::Value(value.to_owned(), known))
        }
    }
}

fn compare_colors(has: Colors, op: Op, wanted: Colors) -> bool {
    let at_least = wanted.iter().all(|c| has.has(c));
    let at_most = has.iter().all(|c| wanted.has(c));
    match op {
        Op::Has | Op::AtLeast => at_least,
        Op::Is => at_least && at_most,
        Op::Not => !(at_least && at_most),
        Op::AtMost => at_most,
        Op::Less => at_most && !at_least,
        Op::More => at_least && !at_most,
    }
}

fn compare(a: f64, op: Op, b: f64) -> bool {
    match op {
        Op::Has | Op::Is => a == b,
        Op::Not => a != b,
        Op::Less => a < b,
        Op::AtMost => a <= b,
        Op::More => a > b,
        Op::AtLeast => a >= b,
    }
}

/// The initial consonants of a Korean text; other letters stay, spaces and marks go.
fn initials(text: &str) -> String {
    const LEADS: [char; 19] = [
        'ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ',
        'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
    ];
    let lead = |c: char| match u32::from(c).checked_sub(0xAC00) {
        Some(n) if n < 11_172 => LEADS[(n / 588) as usize],
        _ => c,
    };
    text.chars().filter(|c| c.is_alphanumeric()).map(lead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::Compiled;
    use crate::query::Query;
    use crate::raw::RawCard;

    fn row() -> Row {
        let face = RawFace {
            name: "Moss Warden".into(),
            cost: "{2}{G}{G}".into(),
            types: "Creature — Elf Druid".into(),
            text: "When Moss Warden enters the battlefield, draw a card.".into(),
            power: Some("3".into()),
            toughness: Some("2".into()),
            colors: Some("G".into()),
            korean_name: Some("이끼 파수꾼".into()),
            ..RawFace::default()
        };
        let sets = ["MSS".to_owned()].into();
        let raw = RawCard {
            name: face.name.clone(),
            faces: vec![face],
            sets,
            layout: "normal".into(),
            ..RawCard::default()
        };
        Row::new(raw, &Compiled { card: None, status: Status::Verified })
    }

    #[test]
    fn terms_find_what_they_name() {
        let fits = [
            "moss",
            "\"moss ward\"",
            "!\"moss warden\"",
            "t:creature",
            "t:elf c:g",
            "mv=4",
            "pow>2 tou<3",
            "pow>tou",
            "o:\"draw a card\"",
            "o:\"when ~ enters\"",
            "c=g",
            "-c:w",
            "(c:w or c:g) is:verified",
            "set:mss",
            "m:{G}{G}",
            "m:gg",
            "m:2g",
            "ㅇㄲㅍㅅ",
            "ㅍㅅㄲ",
            "파수꾼",
            "t:생물",
            "c:1",
            "c<=gw",
            "is:permanent is:spell",
            "name:warden and mv<5",
            "-(mv>4 or c:u)",
        ];
        for query in fits {
            let parsed = Query::parse(query).unwrap_or_else(|e| panic!("{query}: {e:?}"));
            assert!(parsed.fits(&row()), "{query}");
        }
        let misses = ["c:w", "t:goblin", "mv>4", "ㅇㄲㅍㄱ", "c:m", "m:ggg", "is:refused", "-moss"];
        for query in misses {
            assert!(!Query::parse(query).unwrap().fits(&row()), "{query}");
        }
    }

    #[test]
    fn faults_have_a_place() {
        let faults = [
            ("", 0..0),
            ("colr:g", 0..4),
            ("is:foo", 3..6),
            ("t:a (c:g", 4..5),
            ("pow>big", 4..7),
            ("o:\"draw", 2..7),
            ("t>goblin", 0..2),
            ("c:g)", 3..4),
            ("c:purple", 2..8),
        ];
        for (query, span) in faults {
            assert_eq!(Query::parse(query).unwrap_err().span, span, "{query}");
        }
        let deep = "(".repeat(100_000);
        assert!(Query::parse(&deep).is_err());
        let minus = "-".repeat(100_000);
        assert!(Query::parse(&minus).is_err());
    }
}
