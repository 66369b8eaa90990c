//! The XML formats: Magic Online's `.dek` and Cockatrice's `.cod`.
//!
//! Only what such files need is read: elements, attributes, text, comments
//! and the standard entities. Declarations of document types and `CDATA`
//! are refused, so nothing can expand.

use super::{Card, Part, Sink, is_collector_number, is_set_code};
use crate::{DeckError, Format, MAX_LINES, Why};

/// What an element for a card must have.
const MTGO: &str = "`<Cards Quantity=\"4\" Sideboard=\"false\" Name=\"Shock\"/>`";
const COCKATRICE: &str = "`<card number=\"4\" name=\"Shock\"/>` in a zone `main` or `side`";
/// How deep elements may nest.
const MAX_DEPTH: usize = 16;

/// A piece of a document.
enum Token<'a> {
    Open { name: &'a str, attributes: Vec<(&'a str, String)>, closed: bool },
    Close(&'a str),
    Text(String),
}

/// A problem, on the line where the scanner stands.
type Scanned<T> = Result<T, &'static str>;

/// Takes a document apart.
struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Scanner<'a> {
    /// Takes the next `bytes` bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.line += taken.bytes().filter(|b| *b == b'\n').count();
        self.rest = rest;
        taken
    }

    /// Takes everything up to and including `end`; returns what is before it.
    fn take_through(&mut self, end: &str, problem: &'static str) -> Scanned<&'a str> {
        let at = self.rest.find(end).ok_or(problem)?;
        let taken = self.take(at + end.len());
        Ok(&taken[..at])
    }

    fn skip_spaces(&mut self) {
        let spaces = self.rest.len() - self.rest.trim_start().len();
        self.take(spaces);
    }

    /// Takes a name of an element or attribute.
    fn name(&mut self) -> Scanned<&'a str> {
        let end = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'));
        let bytes = self.rest.find(end).unwrap_or(self.rest.len());
        if bytes == 0 { Err("a name was expected") } else { Ok(self.take(bytes)) }
    }

    /// The next piece, or `None` at the end.
    fn next(&mut self) -> Scanned<Option<Token<'a>>> {
        loop {
            if self.rest.is_empty() {
                return Ok(None);
            } else if self.rest.starts_with("<!--") {
                self.take_through("-->", "a comment is not closed")?;
            } else if self.rest.starts_with("<?") {
                self.take_through("?>", "a declaration is not closed")?;
            } else if self.rest.starts_with("<!") {
                return Err("document types and CDATA are not read");
            } else if self.rest.starts_with("</") {
                self.take(2);
                let name = self.take_through(">", "an end tag is not closed")?;
                return Ok(Some(Token::Close(name.trim())));
            } else if self.rest.starts_with('<') {
                self.take(1);
                return self.open().map(Some);
            } else {
                let bytes = self.rest.find('<').unwrap_or(self.rest.len());
                let text = unescape(self.take(bytes))?;
                return Ok(Some(Token::Text(text)));
            }
        }
    }

    /// The rest of a start tag.
    fn open(&mut self) -> Scanned<Token<'a>> {
        let name = self.name()?;
        let mut attributes = Vec::new();
        loop {
            self.skip_spaces();
            if self.rest.starts_with("/>") {
                self.take(2);
                return Ok(Token::Open { name, attributes, closed: true });
            }
            if self.rest.starts_with('>') {
                self.take(1);
                return Ok(Token::Open { name, attributes, closed: false });
            }
            let key = self.name()?;
            self.skip_spaces();
            if self.take(1) != "=" {
                return Err("`=` was expected after the name of an attribute");
            }
            self.skip_spaces();
            let quote = match self.rest.chars().next() {
                Some('"') => "\"",
                Some('\'') => "'",
                _ => return Err("the value of an attribute must be in quotation marks"),
            };
            self.take(1);
            let value = self.take_through(quote, "the value of an attribute is not closed")?;
            attributes.push((key, unescape(value)?));
        }
    }
}

/// Replaces the standard entities and character references.
fn unescape(text: &str) -> Scanned<String> {
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split('&');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (entity, rest) = part.split_once(';').ok_or("`&` must be written `&amp;`")?;
        let c = match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => character(entity).ok_or("an entity is unknown")?,
        };
        out.push(c);
        out.push_str(rest);
    }
    Ok(out)
}

/// Reads `#39` or `#x27`.
fn character(entity: &str) -> Option<char> {
    let number = entity.strip_prefix('#')?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code)
}

/// Which zone of a Cockatrice file we are in.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Zone {
    None,
    Cards(Part),
    /// Tokens to have at hand; they are not part of the deck.
    Tokens,
}

/// What a reader of elements knows.
struct State<'a> {
    open: Vec<&'a str>,
    format: Option<Format>,
    zone: Zone,
    elements: usize,
    /// The first line of each element that is the program's own, once.
    noted: Vec<&'a str>,
}

/// Reads the whole document. A broken one is given up at the first fault;
/// faults of single cards are gathered.
pub(super) fn read(text: &str, sink: &mut Sink) {
    let mut scanner = Scanner { rest: text, line: 1 };
    scanner.skip_spaces();
    let mut state =
        State { open: Vec::new(), format: None, zone: Zone::None, elements: 0, noted: vec![] };
    loop {
        let before = scanner.line;
        let step = scanner.next().and_then(|token| match token {
            Some(token) => take(token, scanner.line, &mut state, sink).map(|()| true),
            None if state.open.is_empty() => Ok(false),
            None => Err("the document ends before its last element is closed"),
        });
        match step {
            Ok(true) if state.elements > MAX_LINES => {
                return sink.error(DeckError::TooManyLines { lines: state.elements });
            }
            Ok(true) => {}
            Ok(false) => break,
            Err(problem) => return sink.error(DeckError::Xml { line: before, problem }),
        }
    }
    if let Some(format) = state.format {
        sink.deck.format = format;
    }
}

/// Does what one piece says.
fn take<'a>(token: Token<'a>, at: usize, state: &mut State<'a>, sink: &mut Sink) -> Scanned<()> {
    match token {
        Token::Text(text) => match state.open.last() {
            Some(&"deckname") => sink.name(&text),
            Some(&"comments") => sink.comment(&text),
            Some(name) if matches!(text.trim(), "" | "0") || *name == "zone" => {}
            Some(name) => note(name, at, state, sink),
            None if text.trim().is_empty() => {}
            None => return Err("there is text outside of all elements"),
        },
        Token::Close(name) => {
            if state.open.pop() != Some(name) {
                return Err("an end tag does not match its start tag");
            }
            if name == "zone" {
                state.zone = Zone::None;
            }
        }
        Token::Open { name, attributes, closed } => {
            state.elements += 1;
            let format = match state.format {
                Some(_) if state.open.is_empty() => return Err("there are two root elements"),
                Some(format) => format,
                None => *state.format.insert(root(name)?),
            };
            element(name, &attributes, at, (format, closed), state, sink);
            if !closed {
                if state.open.len() >= MAX_DEPTH {
                    return Err("elements are nested too deep");
                }
                state.open.push(name);
            }
        }
    }
    Ok(())
}

/// The format of a document, by its root element.
fn root(name: &str) -> Scanned<Format> {
    match name {
        "Deck" => Ok(Format::MtgoDek),
        "cockatrice_deck" => Ok(Format::Cockatrice),
        _ => Err("a root element `Deck` or `cockatrice_deck` was expected"),
    }
}

/// Handles a start tag.
fn element<'a>(
    name: &'a str,
    attributes: &[(&str, String)],
    at: usize,
    (format, closed): (Format, bool),
    state: &mut State<'a>,
    sink: &mut Sink,
) {
    let get = |key: &str| {
        let found = attributes.iter().find(|(k, _)| k.eq_ignore_ascii_case(key));
        found.map(|(_, value)| value.trim())
    };
    match (format, name) {
        (Format::MtgoDek, "Cards") => {
            let side = get("Sideboard").is_some_and(|side| side.eq_ignore_ascii_case("true"));
            let part = if side { Part::Side } else { Part::Main };
            let catalog = get("CatID").and_then(|id| id.parse().ok()).filter(|id| *id > 0);
            match (get("Quantity"), get("Name")) {
                (Some(count), Some(name)) => {
                    sink.push(part, count, Card { catalog, ..Card::named(name) }, at);
                }
                _ => sink.bad_line(at, "<Cards>", MTGO),
            }
        }
        (Format::Cockatrice, "zone") => {
            let zone = match get("name").unwrap_or_default() {
                "main" => Zone::Cards(Part::Main),
                "side" => Zone::Cards(Part::Side),
                "tokens" => Zone::Tokens,
                other => {
                    let section = super::shorten(other);
                    sink.error(DeckError::BadSection { line: at, section });
                    Zone::Tokens
                }
            };
            if !closed {
                state.zone = zone;
            }
        }
        (Format::Cockatrice, "card") => match (state.zone, get("number"), get("name")) {
            (Zone::Tokens, _, name) => sink.leave(at, name.unwrap_or_default(), Why::Aside),
            (Zone::Cards(part), Some(count), Some(name)) => {
                let mut fitting = |key: &str, fits: fn(&str) -> bool| {
                    let value = get(key).filter(|value| !value.is_empty())?;
                    if !fits(value) {
                        sink.leave(at, value, Why::Program);
                    }
                    Some(value).filter(|value| fits(value))
                };
                let card = Card {
                    set: fitting("setShortName", is_set_code),
                    number: fitting("collectorNumber", is_collector_number),
                    printing: fitting("uuid", is_id),
                    ..Card::named(name)
                };
                sink.push(part, count, card, at);
            }
            _ => sink.bad_line(at, "<card>", COCKATRICE),
        },
        (_, "deckname" | "comments" | "Deck" | "cockatrice_deck") => {}
        _ if attributes.is_empty() => {}
        _ => note(name, at, state, sink),
    }
}

/// Leaves out what an element of the program's own says, and tells so once.
fn note<'a>(name: &'a str, at: usize, state: &mut State<'a>, sink: &mut Sink) {
    if !state.noted.contains(&name) {
        state.noted.push(name);
        sink.leave(at, name, Why::Program);
    }
}

/// Whether this may be the id of a printing: letters, digits and hyphens.
fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}
