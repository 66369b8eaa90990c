//! Checking a deck against the rules of deck construction.

use std::collections::BTreeMap;

use simpan_rulebook::{Lang, RuleId, rule};

use crate::{Deck, Line, fold_name};

/// What a format of play asks of a deck.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Rules {
    /// The least number of cards in the main deck.
    pub min_main: u32,
    /// The most cards in the main deck.
    pub max_main: Option<u32>,
    /// The most cards in the sideboard.
    pub max_side: Option<u32>,
    /// The most copies of one card in main deck and sideboard together.
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
    },
    /// No card; with the names that may have been meant, nearest first, as
    /// [`nearest`](crate::nearest) finds them.
    Unknown(Vec<String>),
}

impl Known {
    /// A card with the usual limit.
    pub fn card(name: impl Into<String>) -> Self {
        Self::Card { name: name.into(), copies: Copies::Normal }
    }

    /// A card of which any number is allowed.
    pub fn basic_land(name: impl Into<String>) -> Self {
        Self::Card { name: name.into(), copies: Copies::Any }
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
        }
    }
}

/// The copies of one card, over main deck and sideboard.
struct Tally {
    count: u32,
    lines: Vec<usize>,
    copies: Copies,
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
    let mut problems = sizes(deck, rules);
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for line in deck.main.iter().chain(&deck.side) {
        if line.count == 0 {
            problems.push(Problem::NoCopies { line: line.at, name: line.name.clone() });
            continue;
        }
        match known(&line.name) {
            Known::Card { name, copies } => {
                let tally =
                    tallies.entry(name).or_insert(Tally { count: 0, lines: vec![], copies });
                tally.count = tally.count.saturating_add(line.count);
                tally.lines.push(line.at);
            }
            Known::Unknown(nearest) => problems.push(unknown(line, nearest)),
        }
    }
    for (name, Tally { count: have, lines, copies }) in tallies {
        let allowed = match copies {
            Copies::Normal => rules.max_copies,
            Copies::Any => None,
            Copies::AtMost(most) => Some(most),
        };
        if let Some(allowed) = allowed.filter(|allowed| have > *allowed) {
            problems.push(Problem::TooManyCopies { name, have, allowed, lines });
        }
    }
    problems
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
