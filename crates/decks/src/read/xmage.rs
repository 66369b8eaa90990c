//! XMage's `.dck`: `4 [M21:159] Shock`, `SB: 2 [M21:3] Duress`.

use super::{
    Card, Part, Sink, is_collector_number, is_set_code, numbered, split_count, strip_sideboard_mark,
};
use crate::{Format, Why};

/// What a card line looks like.
const EXPECTED: &str = "a count, a printing and a name, as in `4 [M21:159] Shock`";

/// What stands for no set: the program takes any, and then looks for the name.
pub(crate) const NO_SET: &str = "-";

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

/// Splits `[M21:159] Shock`. The number 0 stands for none, and so does [`NO_SET`].
fn printing(text: &str) -> Option<Card<'_>> {
    let (printing, name) = text.strip_prefix('[')?.split_once(']')?;
    let (set, number) = printing.split_once(':')?;
    let (set, number) = (set.trim(), number.trim());
    let set = Some(set).filter(|set| !set.is_empty() && *set != NO_SET);
    let number = Some(number).filter(|number| !number.is_empty() && *number != "0");
    let fine = set.is_none_or(is_set_code) && number.is_none_or(is_collector_number);
    fine.then(|| Card { set, number, ..Card::named(name.trim()) })
}

/// Reads the whole text.
pub(super) fn read(text: &str, sink: &mut Sink) {
    sink.deck.format = Format::XMage;
    for (at, line) in numbered(text) {
        if line.is_empty() {
            continue;
        }
        if line.starts_with('#') || line.starts_with("//") {
            sink.leave(at, line, Why::Comment);
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
        match printing(rest) {
            Some(card) => sink.push(part, count, card, at),
            None if rest.starts_with('[') => sink.bad_line(at, line, EXPECTED),
            // A line without a printing is read too.
            None => sink.push(part, count, Card::named(rest), at),
        }
    }
}

/// Reads `NAME:` and `AUTHOR:`; how the cards lie on the screen doesn't matter.
fn label_line(at: usize, label: &str, value: &str, line: &str, sink: &mut Sink) {
    match label.trim().to_uppercase().as_str() {
        "NAME" => sink.name(value),
        "AUTHOR" => sink.author(value),
        "LAYOUT MAIN" | "LAYOUT SIDEBOARD" => sink.leave(at, line, Why::Program),
        _ => sink.bad_line(at, line, EXPECTED),
    }
}
