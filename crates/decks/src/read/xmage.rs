//! XMage's `.dck`: `4 [M21:159] Shock`, `SB: 2 [M21:3] Duress`.

use super::{Card, Part, Sink, numbered, split_count, strip_sideboard_mark};
use crate::Format;

/// What a card line looks like.
const EXPECTED: &str = "a count, a printing and a name, as in `4 [M21:159] Shock`";

/// Whether a text has a line of this format, or the file name says so.
pub(super) fn looks_like(text: &str, filename: Option<&str>) -> bool {
    let dck = filename.is_some_and(|name| name.to_ascii_lowercase().ends_with(".dck"));
    dck || numbered(text).any(|(_, line)| {
        if line.starts_with("NAME:") || line.starts_with("LAYOUT MAIN:") {
            return true;
        }
        let (_, line) = strip_sideboard_mark(line);
        split_count(line).is_some_and(|(_, rest)| printing(rest).is_some())
    })
}

/// Splits `[M21:159] Shock`. The number 0 stands for none.
fn printing(text: &str) -> Option<Card<'_>> {
    let (printing, name) = text.strip_prefix('[')?.split_once(']')?;
    let (set, number) = printing.split_once(':')?;
    let some = |word| Some(word).filter(|w: &&str| !w.is_empty() && *w != "0");
    Some(Card { name: name.trim(), set: some(set.trim()), number: some(number.trim()) })
}

/// Reads the whole text.
pub(super) fn read(text: &str, sink: &mut Sink) {
    sink.deck.format = Format::XMage;
    for (at, line) in numbered(text) {
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        let (part, rest) = strip_sideboard_mark(line);
        let Some((count, rest)) = split_count(rest) else {
            match (part, line.split_once(':')) {
                (Part::Main, Some((label, value))) => label_line(at, label, value, line, sink),
                _ => sink.bad_line(at, line, EXPECTED),
            }
            continue;
        };
        // A line without a printing is read too.
        let card = printing(rest).unwrap_or(Card { name: rest, set: None, number: None });
        sink.push(part, count, card, at);
    }
}

/// Reads `NAME:`; the author and how the cards lie on the screen don't matter.
fn label_line(at: usize, label: &str, value: &str, line: &str, sink: &mut Sink) {
    match label.trim().to_uppercase().as_str() {
        "NAME" => sink.name(value),
        "AUTHOR" | "LAYOUT MAIN" | "LAYOUT SIDEBOARD" => {}
        _ => sink.bad_line(at, line, EXPECTED),
    }
}
