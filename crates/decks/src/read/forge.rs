//! Forge's `.dck`: `[metadata]`, `[Main]`, `4 Shock|M21|[159]`.

use super::{Card, Part, Sink, is_collector_number, is_set_code, numbered, split_count};
use crate::{DeckError, Finish, Format, Why};

/// What a card line looks like.
const EXPECTED: &str = "a count, a name and perhaps a set, as in `4 Shock|M21`";

/// Where in the file we are.
#[derive(Clone, Copy)]
enum Section {
    Metadata,
    /// What the program notes for itself, such as `[shop]`.
    Notes,
    Cards(Part),
    /// Cards that this game has no place for; refused if there are any.
    Foreign(usize),
    /// Refused already.
    Refused,
}

/// Whether a text begins with a section of this format.
pub(super) fn looks_like(text: &str) -> bool {
    let first = numbered(text).map(|(_, line)| line).find(|line| !skipped(line));
    let name = first.and_then(section_name).unwrap_or_default();
    let names = ["metadata", "general", "shop", "main", "deck", "commander", "sideboard"];
    names.iter().any(|s| name.eq_ignore_ascii_case(s))
}

/// Whether a line says nothing.
fn skipped(line: &str) -> bool {
    line.is_empty() || line.starts_with('#') || line.starts_with("//")
}

/// `Main` of `[Main]`.
fn section_name(line: &str) -> Option<&str> {
    Some(line.strip_prefix('[')?.strip_suffix(']')?.trim())
}

/// Reads the whole text.
pub(super) fn read(text: &str, sink: &mut Sink) {
    sink.deck.format = Format::Forge;
    let mut section = Section::Metadata;
    for (at, line) in numbered(text) {
        if skipped(line) {
            if !line.is_empty() {
                sink.leave(at, line, Why::Comment);
            }
            continue;
        }
        if let Some(name) = section_name(line) {
            section = match name.to_lowercase().as_str() {
                "metadata" | "general" => Section::Metadata,
                "shop" => Section::Notes,
                "main" | "deck" => Section::Cards(Part::Main),
                "commander" => Section::Cards(Part::Commander),
                "sideboard" => Section::Cards(Part::Side),
                _ => Section::Foreign(at),
            };
            continue;
        }
        match section {
            Section::Refused => {}
            Section::Notes => sink.leave(at, line, Why::Program),
            Section::Foreign(at) => {
                let name = text.lines().nth(at - 1).unwrap_or_default();
                sink.error(DeckError::BadSection { line: at, section: super::shorten(name) });
                section = Section::Refused;
            }
            Section::Cards(part) => card_line(line, at, part, sink),
            Section::Metadata => match line.split_once('=') {
                Some((key, value)) => metadata(key.trim(), value, (at, line), sink),
                None => sink.bad_line(at, line, "`key=value`, or a section such as `[Main]`"),
            },
        }
    }
}

/// Reads `Name=…` and `Description=…`; the rest is the program's own.
fn metadata(key: &str, value: &str, (at, line): (usize, &str), sink: &mut Sink) {
    match key.to_lowercase().as_str() {
        "name" => sink.name(value),
        "comment" | "description" => sink.comment(value),
        _ => sink.leave(at, line, Why::Program),
    }
}

/// Reads `4 Shock+|M21|2|[159]`: `+` for foil, the set, which of its pictures,
/// the collector number. What follows a `#` are the program's own marks.
fn card_line(line: &str, at: usize, part: Part, sink: &mut Sink) {
    let Some((count, rest)) = split_count(line) else { return sink.bad_line(at, line, EXPECTED) };
    let mut parts = rest.split('|').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let foil = name.strip_suffix('+');
    let mut card = Card::named(foil.unwrap_or(name));
    if foil.is_some() {
        card.finish = Finish::Foil;
    }
    for (place, word) in parts.enumerate() {
        let number = section_name(word).filter(|n| is_collector_number(n));
        if number.is_some() {
            card.number = number;
        } else if place == 0 {
            card.set = Some(word).filter(|w| !w.is_empty());
            if !card.set.is_none_or(is_set_code) {
                return sink.bad_line(at, line, EXPECTED);
            }
        } else if word.starts_with('#') {
            sink.leave(at, word, Why::Program);
        } else if !word.is_empty() {
            match word.parse() {
                Ok(art) => card.art = Some(art).filter(|art| *art > 0),
                Err(_) => return sink.bad_line(at, line, EXPECTED),
            }
        }
    }
    sink.push(part, count, card, at);
}
