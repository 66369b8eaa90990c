//! Decks: a star and a row of cards, and whether they may be played.

use crate::assumptions::Assumptions;
use crate::cards::{CardId, CardKind, Pool};
use crate::text::with;
use serde::{Deserialize, Serialize};
use simpan_rulebook::{Lang, RuleId, rule};

/// A deck by names, as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckList {
    /// Its short name: `dawn-watch`.
    #[serde(default)]
    pub key: String,
    /// Korean name.
    #[serde(default)]
    pub ko: String,
    /// English name.
    #[serde(default)]
    pub en: String,
    /// The star.
    pub star: String,
    /// How many of which card.
    pub cards: Vec<(u16, String)>,
}

/// A deck by numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// The star.
    pub star: CardId,
    /// The cards.
    pub cards: Vec<CardId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    deck: Vec<DeckList>,
}

/// The most copies of one card that a line may name, and the most cards of a deck.
const MOST: usize = 250;
const MOST_CARDS: usize = 5_000;

/// Why a deck can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// A TOML file that is no list of decks.
    Syntax(String),
    /// It names no deck.
    Empty,
    /// A line that is no `3 name` or `star: name`.
    Line {
        /// Its number, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// A number of copies that can't be.
    Count {
        /// The card.
        name: String,
        /// How many.
        count: u16,
    },
    /// More cards than a deck can have.
    TooLarge,
    /// No line names the star.
    NoStar,
    /// A card nobody knows.
    Unknown {
        /// The name given.
        name: String,
        /// The nearest there is.
        nearest: String,
    },
}

impl DeckError {
    /// In words.
    pub fn text(&self, lang: Lang) -> String {
        let ko = lang == Lang::Ko;
        match self {
            Self::Syntax(why) if ko => format!("덱 목록이 아닙니다: {}", why.trim()),
            Self::Syntax(why) => format!("no deck list: {}", why.trim()),
            Self::Empty if ko => "덱이 하나도 없습니다".into(),
            Self::Empty => "it holds no deck".into(),
            Self::Line { line, text } if ko => {
                format!("{line}행: `{text}`. `3 이름`이나 `스타: 이름`으로 적으세요")
            }
            Self::Line { line, text } => {
                format!("line {line}: `{text}`; expected `3 name` or `star: name`")
            }
            Self::Count { name, count } if ko => {
                format!("`{name}` {count}장: 1장에서 {MOST}장까지 적을 수 있습니다")
            }
            Self::Count { name, count } => {
                format!("{count} of `{name}`: a line names 1 to {MOST} cards")
            }
            Self::TooLarge if ko => format!("덱은 {MOST_CARDS}장까지입니다"),
            Self::TooLarge => format!("a deck has at most {MOST_CARDS} cards"),
            Self::NoStar if ko => "`스타: 이름` 줄이 없어 스타를 알 수 없습니다".into(),
            Self::NoStar => "no line `star: name` names the star".into(),
            Self::Unknown { name, nearest } => match (ko, nearest.is_empty()) {
                (true, true) => format!("`{name}`: 그런 이름의 카드는 없습니다"),
                (true, false) => {
                    format!("`{name}`: 그런 이름의 카드는 없습니다. 비슷한 이름: {nearest}")
                }
                (false, true) => format!("no card is called `{name}`"),
                (false, false) => format!("no card is called `{name}`; nearest: {nearest}"),
            },
        }
    }
}

impl std::fmt::Display for DeckError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for DeckError {}

/// What a deck breaks of the rules for decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckFault {
    /// What should be its star is none.
    NoStar(CardId),
    /// It has too few cards.
    TooFew {
        /// How many.
        found: usize,
        /// At least so many.
        least: u16,
    },
    /// A star is among its cards.
    StarInDeck(CardId),
    /// Too many cards of one name.
    TooMany {
        /// Which.
        card: CardId,
        /// How many.
        found: usize,
        /// At most so many.
        most: u16,
    },
}

impl DeckFault {
    /// In words.
    pub fn text(&self, pool: &Pool, lang: Lang) -> String {
        let name = |id: CardId| pool.card(id).name(lang);
        match (*self, lang) {
            (Self::NoStar(id), Lang::Ko) => {
                format!("{} 스타가 아닙니다", with(name(id), "은", "는"))
            }
            (Self::NoStar(id), Lang::En) => format!("{} is no star", name(id)),
            (Self::TooFew { found, least }, Lang::Ko) => {
                format!("덱은 {least}장 이상이어야 하는데 {found}장입니다")
            }
            (Self::TooFew { found, least }, Lang::En) => {
                format!("a deck has at least {least} cards; this one has {found}")
            }
            (Self::StarInDeck(id), Lang::Ko) => {
                format!("{} 스타이므로 덱에 넣을 수 없습니다", with(name(id), "은", "는"))
            }
            (Self::StarInDeck(id), Lang::En) => {
                format!("{} is a star and can't be in the deck", name(id))
            }
            (Self::TooMany { card, found, most }, Lang::Ko) => {
                let name = with(name(card), "이", "가");
                format!("{name} {found}장 있습니다. 같은 이름은 {most}장까지입니다")
            }
            (Self::TooMany { card, found, most }, Lang::En) => {
                format!("{found} of {}; at most {most} of a name", name(card))
            }
        }
    }

    /// The rule it breaks.
    pub fn rule() -> RuleId {
        rule::STAR_DECK
    }
}

impl DeckList {
    /// The two starter decks that come with the program.
    ///
    /// # Errors
    /// Never for the file of this crate; a test reads it.
    pub fn builtin() -> Result<Vec<Self>, DeckError> {
        Self::read(include_str!("../data/decks.toml"))
    }

    /// The decks of a TOML file of the form of `data/decks.toml`, or a plain list: lines of
    /// `3 name`, and one `star: name`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn read(text: &str) -> Result<Vec<Self>, DeckError> {
        if text.lines().any(|l| l.trim_start().starts_with("[[deck]]")) {
            let file: File = toml::from_str(text).map_err(|e| DeckError::Syntax(e.to_string()))?;
            return if file.deck.is_empty() { Err(DeckError::Empty) } else { Ok(file.deck) };
        }
        let mut deck = Self {
            key: String::new(),
            ko: String::new(),
            en: String::new(),
            star: String::new(),
            cards: Vec::new(),
        };
        for (n, line) in text.lines().enumerate() {
            let line = line.trim().trim_start_matches('\u{feff}');
            if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
                continue;
            }
            let wrong = || DeckError::Line { line: n + 1, text: line.to_owned() };
            if let Some(star) = star_of(line) {
                if !deck.star.is_empty() || star.is_empty() {
                    return Err(wrong());
                }
                deck.star = star.to_owned();
                continue;
            }
            let parts = line.split_once(char::is_whitespace).and_then(|(count, name)| {
                Some((count.trim_end_matches('x').parse().ok()?, name.trim().to_owned()))
            });
            deck.cards.push(parts.ok_or_else(wrong)?);
        }
        if deck.star.is_empty() {
            return Err(DeckError::NoStar);
        }
        Ok(vec![deck])
    }

    /// Whether a text looks like a deck of this game: a line names a star.
    pub fn is_one(text: &str) -> bool {
        let names_star = |l: &str| star_of(l.trim().trim_start_matches('\u{feff}')).is_some();
        let toml = |l: &str| l.trim_start().starts_with("[[deck]]");
        text.lines().any(|l| names_star(l) || toml(l))
    }

    /// Whether a name is its short one, or its own in either language.
    pub fn is_called(&self, name: &str) -> bool {
        self.key == name || self.ko == name || self.en.eq_ignore_ascii_case(name)
    }

    /// The name in a language, or the short one.
    pub fn name(&self, lang: Lang) -> &str {
        let name = if lang == Lang::Ko { &self.ko } else { &self.en };
        if name.is_empty() { &self.key } else { name }
    }

    /// The deck by numbers.
    ///
    /// # Errors
    /// All that is wrong with its names and counts.
    pub fn resolve(&self, pool: &Pool) -> Result<Deck, Vec<DeckError>> {
        let mut errors = Vec::new();
        let find = |name: &str, errors: &mut Vec<DeckError>| {
            let found = pool.find(name);
            if found.is_none() {
                let nearest = nearest(name, pool);
                errors.push(DeckError::Unknown { name: name.to_owned(), nearest });
            }
            found.unwrap_or(CardId::NONE)
        };
        let star = find(&self.star, &mut errors);
        let mut cards = Vec::new();
        for (count, name) in &self.cards {
            let id = find(name, &mut errors);
            let times = usize::from(*count);
            if times == 0 || times > MOST {
                errors.push(DeckError::Count { name: name.clone(), count: *count });
            } else if cards.len() + times > MOST_CARDS {
                errors.push(DeckError::TooLarge);
                break;
            } else {
                cards.extend(std::iter::repeat_n(id, times));
            }
        }
        if errors.is_empty() { Ok(Deck { star, cards }) } else { Err(errors) }
    }
}

/// The star that a line names.
fn star_of(line: &str) -> Option<&str> {
    let (word, name) = line.split_once(':')?;
    let word = word.trim();
    (word.eq_ignore_ascii_case("star") || word == "스타").then_some(name.trim())
}

/// The card's name, in either language, that shares most letters with another; empty if none does.
pub fn nearest(name: &str, pool: &Pool) -> String {
    let score = |other: &str| {
        let same = name.chars().filter(|c| !c.is_whitespace() && other.contains(*c)).count();
        (same * 100).checked_div(name.chars().count().max(other.chars().count())).unwrap_or(0)
    };
    let all = pool.iter().flat_map(|(_, c)| [c.ko.as_str(), c.en.as_str()]);
    let best = all.max_by_key(|n| score(n)).filter(|n| score(n) >= 40);
    best.unwrap_or_default().to_owned()
}

impl Deck {
    /// All that forbids playing it; nothing if it may be played.
    pub fn faults(&self, pool: &Pool, rules: &Assumptions) -> Vec<DeckFault> {
        let mut faults = Vec::new();
        if pool.card(self.star).kind != CardKind::Star {
            faults.push(DeckFault::NoStar(self.star));
        }
        if self.cards.len() < usize::from(rules.main_min) {
            faults.push(DeckFault::TooFew { found: self.cards.len(), least: rules.main_min });
        }
        let mut sorted = self.cards.clone();
        sorted.sort_unstable();
        for same in sorted.chunk_by(|a, b| a == b) {
            let (id, card) = (same[0], pool.card(same[0]));
            let basic = card.stone.is_some_and(|s| s.basic);
            if card.kind == CardKind::Star {
                faults.push(DeckFault::StarInDeck(id));
            } else if !basic && same.len() > usize::from(rules.max_copies) {
                let (found, most) = (same.len(), rules.max_copies);
                faults.push(DeckFault::TooMany { card: id, found, most });
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_wrong_is_said_in_both_languages() {
        let pool = Pool::builtin().unwrap();
        let (rules, _) = Assumptions::builtin().unwrap();
        let list =
            DeckList::read("스타: 백색 마력석\n5 레스티아\n9 불화살\n40x White Magic Stone\n");
        let deck = list.unwrap()[0].resolve(&pool).unwrap();
        let faults = deck.faults(&pool, &rules);
        let say = |lang| faults.iter().map(|f| f.text(&pool, lang)).collect::<Vec<_>>().join("|");
        let en = say(Lang::En);
        assert_eq!(faults.len(), 3, "{en}");
        assert!(
            en.contains("is no star") && en.contains("is a star") && en.contains("9 of"),
            "{en}"
        );
        assert!(say(Lang::Ko).contains("백색 마력석은 스타가 아닙니다"), "{}", say(Lang::Ko));
    }

    #[test]
    fn what_is_no_deck_is_told_apart() {
        let read = |text: &str| DeckList::read(text).unwrap_err();
        assert_eq!(read("3 불화살"), DeckError::NoStar);
        assert!(matches!(read("[[deck]]\nstar = 3"), DeckError::Syntax(_)));
        assert!(matches!(read("star: a\nstar: b"), DeckError::Line { line: 2, .. }));
        assert!(matches!(read("star: a\nbolt"), DeckError::Line { line: 2, .. }));
        let pool = Pool::builtin().unwrap();
        let errors = |text: &str| DeckList::read(text).unwrap()[0].resolve(&pool).unwrap_err();
        let all = errors("star: 피이\n0 불화살\n9999 불화살\n4 불화살들");
        assert_eq!(all.len(), 4, "{all:?}");
        assert!(all[3].text(Lang::Ko).contains("불화살"), "{all:?}");
    }
}
