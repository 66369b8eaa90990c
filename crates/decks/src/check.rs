//! Checking a deck against the rules of deck construction.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use simpan_rulebook::{Lang, RuleId, rule};

use crate::{Deck, Line, Play, fold_name};

/// What a format of play asks of a deck.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// The least number of cards in the main deck.
    pub min_main: u32,
    /// The most cards in the main deck.
    #[serde(deserialize_with = "limit")]
    pub max_main: Option<u32>,
    /// The most cards in the sideboard.
    #[serde(deserialize_with = "limit")]
    pub max_side: Option<u32>,
    /// The most copies of one card in main deck and sideboard together.
    #[serde(deserialize_with = "limit")]
    pub max_copies: Option<u32>,
}

impl Rules {
    /// Constructed play: 60 cards, sideboard of 15, four copies
    /// (`cr2021-100.2a`, `cr2021-100.4a`).
    pub const CONSTRUCTED: Self =
        Self { min_main: 60, max_main: None, max_side: Some(15), max_copies: Some(4) };
    /// Limited play: 40 cards of any number of copies (`cr2021-100.2b`).
    pub const LIMITED: Self =
        Self { min_main: 40, max_main: None, max_side: None, max_copies: None };
    /// Anything goes, as long as the cards are known.
    pub const FREE: Self = Self { min_main: 0, max_main: None, max_side: None, max_copies: None };
}

impl Default for Rules {
    fn default() -> Self {
        Self::CONSTRUCTED
    }
}

/// A limit in a file, where 0 is none.
fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    Ok(Some(u32::deserialize(from)?).filter(|limit| *limit > 0))
}

/// How many copies of a card its own text or type allows.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Copies {
    /// As many as the rules say.
    #[default]
    Normal,
    /// Any number, as of a basic land.
    Any,
    /// At most this many, whatever the rules say.
    AtMost(u32),
}

impl Copies {
    /// What the text of a card says of its copies in a deck, if it does:
    /// `A deck can have any number of cards named`, or `up to seven`, or
    /// `only one card named`.
    ///
    /// ```
    /// use simpan_decks::Copies;
    /// let text = "Haste\nA deck can have up to nine cards named Rider.";
    /// assert_eq!(Copies::of_text(text), Some(Copies::AtMost(9)));
    /// assert_eq!(Copies::of_text("Haste"), None);
    /// ```
    pub fn of_text(text: &str) -> Option<Self> {
        let said = text.lines().find_map(|line| {
            let (_, rest) = line.split_once("A deck can have ")?;
            let (amount, rest) = rest.split_once(" card")?;
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            rest.starts_with(" named ").then_some(amount)
        })?;
        match said.strip_prefix("up to ").or_else(|| said.strip_prefix("only ")) {
            Some(word) => number(word).map(Self::AtMost),
            None if said == "any number of" => Some(Self::Any),
            None => None,
        }
    }
}

/// A number in words or digits.
fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let place = WORDS.iter().position(|w| *w == word).and_then(|at| u32::try_from(at).ok());
    place.or_else(|| word.parse().ok())
}

/// What a name means.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Known {
    /// A card.
    Card {
        /// The name by which copies are counted, the same for every spelling
        /// and language.
        name: String,
        /// How many copies it allows.
        copies: Copies,
        /// The codes of the sets it was printed in, if that is known.
        sets: Option<Vec<String>>,
    },
    /// No card; with the names that may have been meant, nearest first, as
    /// [`nearest`](crate::nearest) finds them.
    Unknown(Vec<String>),
}

impl Known {
    /// A card with the usual limit.
    pub fn card(name: impl Into<String>) -> Self {
        Self::Card { name: name.into(), copies: Copies::Normal, sets: None }
    }

    /// A card of which any number is allowed.
    pub fn basic_land(name: impl Into<String>) -> Self {
        Self::Card { name: name.into(), copies: Copies::Any, sets: None }
    }
}

/// Something that keeps a deck from being played.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The main deck is too small.
    TooFewCards {
        /// Its size.
        have: u32,
        /// The least allowed.
        need: u32,
    },
    /// The main deck is too large.
    TooManyCards {
        /// Its size.
        have: u32,
        /// The most allowed.
        allowed: u32,
    },
    /// The sideboard is too large.
    SideboardTooLarge {
        /// Its size.
        have: u32,
        /// The most allowed.
        allowed: u32,
    },
    /// Too many copies of one card, main deck and sideboard together.
    TooManyCopies {
        /// The name of the card.
        name: String,
        /// How many there are.
        have: u32,
        /// The most allowed.
        allowed: u32,
        /// The lines they stand on.
        lines: Vec<usize>,
    },
    /// A card that is known under a slightly different spelling.
    Spelling {
        /// The line.
        line: usize,
        /// The name as written.
        name: String,
        /// The right spelling.
        meant: String,
    },
    /// A card that isn't known.
    UnknownCard {
        /// The line.
        line: usize,
        /// The name as written.
        name: String,
        /// What may have been meant, nearest first.
        nearest: Vec<String>,
    },
    /// A card of which a format has no printing.
    NotInFormat {
        /// The name of the card.
        name: String,
        /// The lines it stands on.
        lines: Vec<usize>,
    },
    /// A card that a format bans.
    Banned {
        /// The name of the card.
        name: String,
        /// The lines it stands on.
        lines: Vec<usize>,
    },
    /// A card of which nobody knows in which sets it was printed.
    SetsUnknown {
        /// The name of the card.
        name: String,
        /// The lines it stands on.
        lines: Vec<usize>,
    },
    /// A count of zero, which no file but only a program can make.
    NoCopies {
        /// The line.
        line: usize,
        /// The name of the card.
        name: String,
    },
}

impl Problem {
    /// The rule of deck construction that is broken, if it is one.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            Self::TooFewCards { .. } | Self::TooManyCards { .. } => Some(rule::DECK_SIZE),
            Self::SideboardTooLarge { .. } => Some(rule::SIDEBOARD),
            Self::TooManyCopies { .. } => Some(rule::DECK_COPIES),
            Self::Spelling { .. } | Self::UnknownCard { .. } | Self::NoCopies { .. } => None,
            // Which cards a format takes is said by those who run it.
            Self::NotInFormat { .. } | Self::Banned { .. } | Self::SetsUnknown { .. } => None,
        }
    }

    /// What is wrong, for a player.
    pub fn text(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.english(),
            Lang::Ko => self.korean(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::TooFewCards { have, need } => {
                format!("the main deck has {have} cards; at least {need} are needed")
            }
            Self::TooManyCards { have, allowed } => {
                format!("the main deck has {have} cards; at most {allowed} are allowed")
            }
            Self::SideboardTooLarge { have, allowed } => {
                format!("the sideboard has {have} cards; at most {allowed} are allowed")
            }
            Self::TooManyCopies { name, have, allowed, .. } => {
                format!("{have} copies of {name}; at most {allowed} are allowed")
            }
            Self::Spelling { line, name, meant } => {
                format!("line {line}: `{name}` is spelled `{meant}`")
            }
            Self::UnknownCard { line, name, nearest } if nearest.is_empty() => {
                format!("line {line}: no card `{name}` is known")
            }
            Self::UnknownCard { line, name, nearest } => {
                format!("line {line}: no card `{name}` is known; nearest: {}", nearest.join(", "))
            }
            Self::NoCopies { line, name } => format!("line {line}: no copies of {name}"),
            Self::NotInFormat { name, lines } => {
                format!("{}: {name} is in no set of the format", at_lines(lines))
            }
            Self::Banned { name, lines } => format!("{}: {name} is banned", at_lines(lines)),
            Self::SetsUnknown { name, lines } => {
                format!("{}: the sets of {name} are not known", at_lines(lines))
            }
        }
    }

    fn korean(&self) -> String {
        match self {
            Self::TooFewCards { have, need } => {
                format!("덱의 카드가 모자랍니다: {have}장 (최소 {need}장)")
            }
            Self::TooManyCards { have, allowed } => {
                format!("덱의 카드가 너무 많습니다: {have}장 (최대 {allowed}장)")
            }
            Self::SideboardTooLarge { have, allowed } => {
                format!("사이드보드의 카드가 너무 많습니다: {have}장 (최대 {allowed}장)")
            }
            Self::TooManyCopies { name, have, allowed, .. } => {
                format!("같은 카드가 너무 많습니다: {name} {have}장 (최대 {allowed}장)")
            }
            Self::Spelling { line, name, meant } => {
                format!("{line}번째 줄: 이름을 확인하세요: `{name}` → `{meant}`")
            }
            Self::UnknownCard { line, name, nearest } if nearest.is_empty() => {
                format!("{line}번째 줄: 모르는 카드입니다: `{name}`")
            }
            Self::UnknownCard { line, name, nearest } => {
                let nearest = nearest.join(", ");
                format!("{line}번째 줄: 모르는 카드입니다: `{name}` (비슷한 이름: {nearest})")
            }
            Self::NoCopies { line, name } => format!("{line}번째 줄: 0장입니다: {name}"),
            Self::NotInFormat { name, lines } => {
                format!("{}번째 줄: 이 포맷의 세트에 없는 카드입니다: {name}", listed(lines))
            }
            Self::Banned { name, lines } => {
                format!("{}번째 줄: 금지된 카드입니다: {name}", listed(lines))
            }
            Self::SetsUnknown { name, lines } => {
                format!("{}번째 줄: 어느 세트의 카드인지 알 수 없습니다: {name}", listed(lines))
            }
        }
    }
}

/// `line 4` or `lines 4, 9`.
fn at_lines(lines: &[usize]) -> String {
    format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, listed(lines))
}

/// `4, 9`.
fn listed(lines: &[usize]) -> String {
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What became of a line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// It names this card.
    Known(String),
    /// It names no card, but may mean one of these, nearest first.
    Near(Vec<String>),
    /// It names no card, and none is near.
    Unknown,
}

/// What each line of a deck means: main deck first, then sideboard.
pub fn verdicts(deck: &Deck, known: impl Fn(&str) -> Known) -> Vec<(&Line, Verdict)> {
    let verdict = |line: &Line| match known(&line.name) {
        Known::Card { name, .. } => Verdict::Known(name),
        Known::Unknown(near) if near.is_empty() => Verdict::Unknown,
        Known::Unknown(near) => Verdict::Near(near),
    };
    deck.lines().map(|line| (line, verdict(line))).collect()
}

/// The copies of one card, over main deck and sideboard.
struct Tally {
    count: u32,
    lines: Vec<usize>,
    copies: Copies,
    sets: Option<Vec<String>>,
}

/// Checks a deck and returns all that is wrong with it: sizes first, then
/// names in the order of their lines, then numbers of copies by name.
/// `known` says what a name means.
///
/// ```
/// use simpan_decks::{Known, Problem, Rules, check, nearest, read};
/// let deck = read("5 Shock\n55 Mountian".as_bytes(), None).unwrap();
/// let cards = ["Shock", "Mountain"];
/// let problems = check(&deck, &Rules::CONSTRUCTED, |name| match name {
///     "Mountain" => Known::basic_land(name),
///     _ if cards.contains(&name) => Known::card(name),
///     _ => Known::Unknown(nearest(name, cards).into_iter().map(str::to_owned).collect()),
/// });
/// assert!(matches!(&problems[0], Problem::UnknownCard { line: 2, nearest, .. } if nearest[0] == "Mountain"));
/// assert!(matches!(&problems[1], Problem::TooManyCopies { have: 5, allowed: 4, .. }));
/// ```
pub fn check(deck: &Deck, rules: &Rules, known: impl Fn(&str) -> Known) -> Vec<Problem> {
    check_for(deck, &Play::of(*rules), known)
}

/// [`check`] for a format of play: which cards it takes is checked too, by
/// name, before the numbers of copies.
pub fn check_for(deck: &Deck, play: &Play, known: impl Fn(&str) -> Known) -> Vec<Problem> {
    let mut problems = sizes(deck, &play.rules);
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for line in deck.lines() {
        if line.count == 0 {
            problems.push(Problem::NoCopies { line: line.at, name: line.name.clone() });
            continue;
        }
        match known(&line.name) {
            Known::Card { name, copies, sets } => {
                let tally =
                    tallies.entry(name).or_insert(Tally { count: 0, lines: vec![], copies, sets });
                tally.count = tally.count.saturating_add(line.count);
                tally.lines.push(line.at);
            }
            Known::Unknown(nearest) => problems.push(unknown(line, nearest)),
        }
    }
    problems.extend(tallies.iter().filter_map(|(name, tally)| legality(name, tally, play)));
    for (name, Tally { count: have, lines, copies, .. }) in tallies {
        let allowed = match copies {
            _ if play.restricts(&name) => Some(1),
            Copies::Normal => play.rules.max_copies,
            Copies::Any => None,
            Copies::AtMost(most) => Some(most),
        };
        if let Some(allowed) = allowed.filter(|allowed| have > *allowed) {
            problems.push(Problem::TooManyCopies { name, have, allowed, lines });
        }
    }
    problems
}

/// What keeps a card out of a format, if anything does.
fn legality(name: &str, tally: &Tally, play: &Play) -> Option<Problem> {
    let (name, lines) = (name.to_owned(), tally.lines.clone());
    if play.bans(&name) {
        return Some(Problem::Banned { name, lines });
    }
    if play.sets.is_empty() {
        return None;
    }
    match &tally.sets {
        None => Some(Problem::SetsUnknown { name, lines }),
        Some(sets) if play.takes(sets.iter().map(String::as_str)) => None,
        Some(_) => Some(Problem::NotInFormat { name, lines }),
    }
}

/// The problems of size.
fn sizes(deck: &Deck, rules: &Rules) -> Vec<Problem> {
    let mut problems = Vec::new();
    let have = deck.main_size();
    if have < rules.min_main {
        problems.push(Problem::TooFewCards { have, need: rules.min_main });
    }
    if let Some(allowed) = rules.max_main.filter(|allowed| have > *allowed) {
        problems.push(Problem::TooManyCards { have, allowed });
    }
    let have = deck.side_size();
    if let Some(allowed) = rules.max_side.filter(|allowed| have > *allowed) {
        problems.push(Problem::SideboardTooLarge { have, allowed });
    }
    problems
}

/// What to say of a name that is no card.
fn unknown(line: &Line, mut nearest: Vec<String>) -> Problem {
    let (at, name) = (line.at, line.name.clone());
    let folded = fold_name(&name);
    match nearest.first_mut() {
        Some(first) if fold_name(first) == folded => {
            Problem::Spelling { line: at, name, meant: std::mem::take(first) }
        }
        _ => Problem::UnknownCard { line: at, name, nearest },
    }
}
