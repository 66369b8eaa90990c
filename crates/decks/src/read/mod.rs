//! From bytes to a deck: decoding, finding the format, and what all line
//! formats share.

mod decode;
mod forge;
mod text;
mod xmage;
mod xml;

use crate::{Deck, DeckError, DeckErrors, Line, MAX_COUNT, MAX_LINES, MAX_NAME};

/// Reads a deck in any known format. The file name only helps where the
/// content could be two formats.
///
/// # Errors
/// Everything that is wrong, each with its line, as [`DeckErrors`]; a deck
/// without cards is an error too. Any bytes are safe to pass.
pub fn read(bytes: &[u8], filename: Option<&str>) -> Result<Deck, DeckErrors> {
    let text = decode::decode(bytes)?;
    let lines = text.lines().count();
    if lines > MAX_LINES {
        return Err(DeckError::TooManyLines { lines }.into());
    }
    let mut sink = Sink::default();
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
    Side,
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

    /// Adds a line if its count and name are in order.
    fn push(&mut self, part: Part, count: &str, card: Card<'_>, at: usize) {
        let Some(count) = parse_count(count) else {
            return self.error(DeckError::BadCount { line: at, count: shorten(count) });
        };
        let name = card.name.trim();
        let fine = !name.is_empty()
            && name.chars().count() <= MAX_NAME
            && !name.chars().any(|c| c.is_control() || c == '\u{FFFD}');
        if !fine {
            return self.error(DeckError::BadName { line: at });
        }
        let line = Line {
            count,
            name: name.to_owned(),
            set: card.set.map(str::to_uppercase),
            number: card.number.map(str::to_owned),
            at,
        };
        match part {
            Part::Main => self.deck.main.push(line),
            Part::Side => self.deck.side.push(line),
        }
    }

    /// Takes the name of the deck, unless it has one.
    fn name(&mut self, name: &str) {
        let name: String = name.trim().chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        if self.deck.name.is_none() && !name.is_empty() {
            self.deck.name = Some(name);
        }
    }

    fn finish(mut self) -> Result<Deck, DeckErrors> {
        if self.errors.is_empty() && self.deck.main.is_empty() && self.deck.side.is_empty() {
            self.error(DeckError::Empty);
        }
        if self.errors.is_empty() { Ok(self.deck) } else { Err(DeckErrors(self.errors)) }
    }
}

/// The words of a line about the card itself.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Card<'a> {
    name: &'a str,
    set: Option<&'a str>,
    number: Option<&'a str>,
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

/// Whether this may be the code of a set: two to six letters and digits.
fn is_set_code(text: &str) -> bool {
    (2..=6).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
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
