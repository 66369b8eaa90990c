//! Forge's `.dck`: `[metadata]`, `[Main]`, `4 Shock|M21|[159]`.

use super::{Card, Part, Sink, is_collector_number, numbered, split_count};
use crate::{DeckError, Format};

/// What a card line looks like.
const EXPECTED: &str = "a count, a name and perhaps a set, as in `4 Shock|M21`";

/// Where in the file we are.
enum Section {
    Metadata,
    Cards(Part),
    Foreign,
}

/// Whether a text begins with a section of this format.
pub(super) fn looks_like(text: &str) -> bool {
    let first = numbered(text).map(|(_, line)| line).find(|line| !skipped(line));
    let name = first.and_then(section_name).unwrap_or_default();
    ["metadata", "general", "main", "sideboard"].iter().any(|s| name.eq_ignore_ascii_case(s))
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
    for (at, line) in numbered(text).filter(|(_, line)| !skipped(line)) {
        if let Some(name) = section_name(line) {
            section = match name.to_lowercase().as_str() {
                "metadata" | "general" => Section::Metadata,
                "main" | "commander" => Section::Cards(Part::Main),
                "sideboard" => Section::Cards(Part::Side),
                _ => {
                    sink.error(DeckError::BadSection { line: at, section: line.to_owned() });
                    Section::Foreign
                }
            };
            continue;
        }
        match section {
            Section::Foreign => {}
            Section::Cards(part) => card_line(line, at, part, sink),
            Section::Metadata => match line.split_once('=') {
                Some((key, value)) if key.trim().eq_ignore_ascii_case("name") => sink.name(value),
                Some(_) => {}
                None => sink.bad_line(at, line, "`key=value`, or a section such as `[Main]`"),
            },
        }
    }
}

/// Reads `4 Shock+|M21|[159]`; a third part without brackets is the picture.
fn card_line(line: &str, at: usize, part: Part, sink: &mut Sink) {
    let Some((count, rest)) = split_count(line) else { return sink.bad_line(at, line, EXPECTED) };
    let mut parts = rest.split('|').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let name = name.strip_suffix('+').unwrap_or(name);
    let mut card = Card { name, set: None, number: None };
    for (place, word) in parts.enumerate() {
        let number = section_name(word).filter(|n| is_collector_number(n));
        if place == 0 && number.is_none() {
            card.set = Some(word).filter(|w| !w.is_empty());
        } else if number.is_some() {
            card.number = number;
        } else if !word.bytes().all(|b| b.is_ascii_digit()) && !word.starts_with('#') {
            return sink.bad_line(at, line, EXPECTED);
        }
    }
    sink.push(part, count, card, at);
}
