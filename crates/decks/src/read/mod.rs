//! From bytes to a deck: decoding, finding the format, and what all line
//! formats share.

mod decode;
mod forge;
mod text;
mod xmage;
mod xml;

pub(crate) use xmage::NO_SET;

use crate::{
    Deck, DeckError, DeckErrors, Finish, Left, Line, MAX_COUNT, MAX_LINES, MAX_NAME, Role, Why,
    fold_name,
};

/// Reads a deck in any known format. The file name only helps where the
/// content could be two formats.
///
/// # Errors
/// Everything that is wrong, each with its line, as [`DeckErrors`]; a deck
/// without cards is an error too. Any bytes are safe to pass.
pub fn read(bytes: &[u8], filename: Option<&str>) -> Result<Deck, DeckErrors> {
    let (text, encoding) = decode::decode(bytes)?;
    let lines = text.lines().count();
    if lines > MAX_LINES {
        return Err(DeckError::TooManyLines { lines }.into());
    }
    let mut sink = Sink::default();
    sink.deck.encoding = encoding;
    if text.trim_start().starts_with('<') {
        xml::read(&text, &mut sink);
    } else if forge::looks_like(&text) {
        forge::read(&text, &mut sink);
    } else if xmage::looks_like(&text, filename) {
        xmage::read(&text, &mut sink);
    } else {
        text::read(&text, &mut sink);
    }
    sink.finish()
}

/// Where the cards of a line go.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Part {
    Main,
    Commander,
    Side,
    Companion,
}

/// Gathers lines and faults.
#[derive(Default)]
struct Sink {
    deck: Deck,
    errors: Vec<DeckError>,
}

impl Sink {
    fn error(&mut self, error: DeckError) {
        self.errors.push(error);
    }

    /// Notes a line that is not what it should be.
    fn bad_line(&mut self, line: usize, text: &str, expected: &'static str) {
        self.error(DeckError::BadLine { line, text: shorten(text), expected });
    }

    /// Notes something that is not part of the deck.
    fn leave(&mut self, at: usize, text: &str, why: Why) {
        self.deck.left.push(Left { at, text: shorten(text), why });
    }

    /// Adds a line if its count and name are in order.
    fn push(&mut self, part: Part, count: &str, card: Card<'_>, at: usize) {
        let Some(count) = parse_count(count) else {
            return self.error(DeckError::BadCount { line: at, count: shorten(count) });
        };
        let name = joined(card.name.trim());
        let fine = !name.is_empty()
            && name.chars().count() <= MAX_NAME
            && !name.chars().any(|c| c.is_control() || c == '\u{FFFD}');
        if !fine {
            return self.error(DeckError::BadName { line: at });
        }
        let role = match part {
            Part::Main | Part::Side => Role::Card,
            Part::Commander => Role::Commander,
            Part::Companion => Role::Companion,
        };
        let line = Line {
            count,
            name,
            set: card.set.map(str::to_uppercase),
            number: card.number.map(str::to_owned),
            finish: card.finish,
            role,
            tags: card.tags.into_iter().map(str::to_owned).collect(),
            art: card.art,
            catalog: card.catalog,
            printing: card.printing.map(str::to_owned),
            at,
        };
        match part {
            Part::Main | Part::Commander => self.deck.main.push(line),
            Part::Side | Part::Companion => self.deck.side.push(line),
        }
    }

    /// Takes the name of the deck, unless it has one.
    fn name(&mut self, name: &str) {
        take_once(&mut self.deck.name, name);
    }

    /// Takes who made the deck, unless that is known.
    fn author(&mut self, author: &str) {
        take_once(&mut self.deck.author, author);
    }

    /// Adds lines to the comment on the deck.
    fn comment(&mut self, comment: &str) {
        for line in comment.lines().map(one_line).filter(|line| !line.is_empty()) {
            let all = self.deck.comment.get_or_insert_default();
            if !all.is_empty() {
                all.push('\n');
            }
            all.push_str(&line);
        }
    }

    fn finish(mut self) -> Result<Deck, DeckErrors> {
        self.companion_once();
        if self.errors.is_empty() && self.deck.main.is_empty() && self.deck.side.is_empty() {
            self.error(DeckError::Empty);
        }
        self.deck.left.sort_by_key(|left| left.at);
        if self.errors.is_empty() { Ok(self.deck) } else { Err(DeckErrors(self.errors)) }
    }

    /// Arena names a companion in its own section and among the cards of the
    /// sideboard, one of which it is.
    fn companion_once(&mut self) {
        let side = &mut self.deck.side;
        let is = |line: &Line, role| line.role == role;
        let named: Vec<Line> = side.iter().filter(|l| is(l, Role::Companion)).cloned().collect();
        for companion in named {
            let folded = fold_name(&companion.name);
            let again = side.iter().position(|line| {
                is(line, Role::Card)
                    && line.count >= companion.count
                    && fold_name(&line.name) == folded
            });
            if let Some(again) = again {
                side[again].count -= companion.count;
                let (at, text) = (side[again].at, side[again].name.clone());
                if side[again].count == 0 {
                    side.remove(again);
                }
                self.deck.left.push(Left { at, text, why: Why::Again });
            }
        }
    }
}

/// Fills a field of one line if it is empty.
fn take_once(field: &mut Option<String>, text: &str) {
    let text = one_line(text);
    if field.is_none() && !text.is_empty() {
        *field = Some(text);
    }
}

/// A text without control characters, of bounded length.
fn one_line(text: &str) -> String {
    let text: String = text.trim().chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
    text.trim_end().to_owned()
}

/// A name with ` // ` between the names of one card, which programs write as
/// `Fire // Ice`, `Fire/Ice`, `Fire / Ice` and `Fire /// Ice`. No name of a
/// single card has a slash.
fn joined(name: &str) -> String {
    let parts: Vec<&str> = name.split('/').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() > 1 { parts.join(" // ") } else { name.to_owned() }
}

/// The words of a line about the card itself.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
struct Card<'a> {
    name: &'a str,
    set: Option<&'a str>,
    number: Option<&'a str>,
    finish: Finish,
    tags: Vec<&'a str>,
    art: Option<u32>,
    catalog: Option<u32>,
    printing: Option<&'a str>,
}

impl<'a> Card<'a> {
    fn named(name: &'a str) -> Self {
        Self { name, ..Self::default() }
    }
}

/// Digits in range, without a sign.
fn parse_count(text: &str) -> Option<u32> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|count| (1..=MAX_COUNT).contains(count))
}

/// Splits `4x Shock` into `4` and `Shock`. The count must be followed by a
/// space, or by `x` and a space. A sign is taken along so that `-3` is
/// reported as a bad count.
fn split_count(line: &str) -> Option<(&str, &str)> {
    let unsigned = line.strip_prefix(['-', '+']).unwrap_or(line);
    let sign = line.len() - unsigned.len();
    let digits = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
    if digits == 0 {
        return None;
    }
    let (count, rest) = line.split_at(sign + digits);
    let rest = rest.strip_prefix(['x', 'X']).unwrap_or(rest);
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| (count, rest.trim()))
}

/// A line without its `SB:`, and whether it had one.
fn strip_sideboard_mark(line: &str) -> (Part, &str) {
    match line.get(..3) {
        Some(mark) if mark.eq_ignore_ascii_case("SB:") => (Part::Side, line[3..].trim_start()),
        _ => (Part::Main, line),
    }
}

/// Whether this may be the code of a set: two to ten letters and digits, and
/// `-` or `_` within, as some programs have.
fn is_set_code(text: &str) -> bool {
    let fine = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    (2..=10).contains(&text.len())
        && text.bytes().all(fine)
        && text.bytes().next().is_some_and(|b| b.is_ascii_alphanumeric())
}

/// Whether this may be a collector number: short, with a digit.
fn is_collector_number(text: &str) -> bool {
    let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '★' | '†' | 'Φ' | '_');
    text.chars().count() <= 10 && text.bytes().any(|b| b.is_ascii_digit()) && text.chars().all(fine)
}

/// At most 60 characters of a text, for a message.
fn shorten(text: &str) -> String {
    let mut out: String = text.trim().chars().take(60).collect();
    if text.trim().chars().count() > 60 {
        out.push('…');
    }
    out
}

/// The lines of a text, trimmed, each with its number.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()))
}
