//! The formats that people write by hand and sites export: plain text, MTG
//! Arena, Magic Online's text and Moxfield. One reader reads them all; what
//! it met decides the format that is reported.

use super::{Card, Part, Sink, is_collector_number, is_set_code, numbered, split_count};
use crate::{DeckError, Format};

/// What a card line looks like.
const EXPECTED: &str = "a count and a name, as in `2 Suntail Hawk`";

/// A heading.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Heading {
    Part(Part),
    /// Arena's `About`, after which `Name …` names the deck.
    About,
    /// A section that is not part of a deck.
    Foreign,
}

/// What was met on the way, to tell the formats apart.
#[derive(Default)]
struct Seen {
    deck_heading: bool,
    capital_sideboard: bool,
    foil: bool,
    printing: bool,
    /// Any heading, comment or sideboard mark: then gaps mean nothing.
    structure: bool,
}

/// Reads the whole text.
pub(super) fn read(text: &str, sink: &mut Sink) {
    let mut seen = Seen::default();
    let mut section = Heading::Part(Part::Main);
    // How many main lines there were at each gap.
    let mut gaps: Vec<usize> = Vec::new();
    for (at, line) in numbered(text) {
        if line.is_empty() {
            let lines = sink.deck.main.len();
            if lines > 0 && gaps.last() != Some(&lines) {
                gaps.push(lines);
            }
            continue;
        }
        if let Some(comment) = comment(line) {
            seen.structure = true;
            if let Some(name) = labelled(comment, "name") {
                sink.name(name);
            } else if let Some(Heading::Part(part)) = heading(comment) {
                section = Heading::Part(part);
            }
            continue;
        }
        if let Some(found) = heading(line) {
            seen.structure = true;
            seen.deck_heading |= line.eq_ignore_ascii_case("deck");
            seen.capital_sideboard |= line == "SIDEBOARD:";
            if found == Heading::Foreign {
                sink.error(DeckError::BadSection { line: at, section: line.to_owned() });
            }
            section = found;
            continue;
        }
        match section {
            Heading::Part(part) => card_line(line, at, part, sink, &mut seen),
            Heading::About => match line.split_once(char::is_whitespace) {
                Some((word, name)) if word.eq_ignore_ascii_case("name") => sink.name(name),
                _ => sink.bad_line(at, line, "`Name` and the name of the deck, or `Deck`"),
            },
            // One error for the section is enough.
            Heading::Foreign => {}
        }
    }
    let split = split_at_gap(&gaps, &seen, sink);
    sink.deck.format = if seen.foil || (seen.printing && !seen.deck_heading) {
        Format::Moxfield
    } else if seen.deck_heading {
        Format::Arena
    } else if seen.capital_sideboard || split {
        Format::MtgoText
    } else {
        Format::Plain
    };
}

/// Magic Online marks the sideboard by a gap only. A text without any other
/// structure, with one gap, at least 40 cards before it and at most 15 after
/// it, is read that way. Returns whether it was.
fn split_at_gap(gaps: &[usize], seen: &Seen, sink: &mut Sink) -> bool {
    let main = &mut sink.deck.main;
    let inner: Vec<usize> = gaps.iter().copied().filter(|gap| *gap < main.len()).collect();
    let [gap] = inner[..] else { return false };
    let cards = |lines: &[crate::Line]| lines.iter().map(|line| line.count).sum::<u32>();
    if seen.structure || cards(&main[..gap]) < 40 || cards(&main[gap..]) > 15 {
        return false;
    }
    sink.deck.side = main.split_off(gap);
    true
}

/// The text of a comment line.
fn comment(line: &str) -> Option<&str> {
    line.strip_prefix("//").or_else(|| line.strip_prefix('#')).map(str::trim)
}

/// `Name: X` or `NAME : X` with the label wanted, as `X`.
fn labelled<'a>(line: &'a str, label: &str) -> Option<&'a str> {
    let (found, value) = line.split_once(':')?;
    found.trim().eq_ignore_ascii_case(label).then(|| value.trim())
}

/// Reads a heading: `Sideboard`, `Sideboard:`, `Sideboard (15)`.
fn heading(line: &str) -> Option<Heading> {
    let mut word = line;
    if let Some((before, rest)) = line.split_once('(')
        && rest.strip_suffix(')').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
    {
        word = before.trim_end();
    }
    let word = word.strip_suffix(':').unwrap_or(word).trim_end().to_lowercase();
    Some(match word.as_str() {
        "deck" | "main" | "main deck" | "maindeck" | "mainboard" | "commander" | "덱" | "메인"
        | "메인덱" | "메인 덱" => Heading::Part(Part::Main),
        "sideboard" | "side" | "side board" | "sb" | "companion" | "사이드" | "사이드보드"
        | "사이드 보드" => Heading::Part(Part::Side),
        "about" => Heading::About,
        "maybeboard" | "maybe" | "considering" | "tokens" | "attractions" | "stickers"
        | "schemes" | "planes" => Heading::Foreign,
        _ => return None,
    })
}

/// Reads `SB: 4x Shock (M21) 159 *F* #tag`.
fn card_line(line: &str, at: usize, section: Part, sink: &mut Sink, seen: &mut Seen) {
    let (mark, rest) = super::strip_sideboard_mark(line);
    seen.structure |= mark == Part::Side;
    let part = if mark == Part::Side { Part::Side } else { section };
    let rest = without_tags(rest);
    let Some((count, rest)) = split_count(rest) else {
        return sink.bad_line(at, line, EXPECTED);
    };
    let (card, foil) = card(rest);
    seen.foil |= foil;
    seen.printing |= card.number.is_some();
    sink.push(part, count, card, at);
}

/// A line up to ` #`, which begins a tag or a comment.
fn without_tags(line: &str) -> &str {
    let tag = line.match_indices('#').map(|(at, _)| at);
    let mut tags = tag.filter(|at| line[..*at].ends_with(char::is_whitespace));
    tags.next().map_or(line, |at| line[..at].trim_end())
}

/// Takes `(M21) 159 *F*` off a name; also tells whether there was a foil mark.
fn card(text: &str) -> (Card<'_>, bool) {
    let mut name = text;
    let mut foil = false;
    for mark in ["*F*", "*f*", "*E*", "*e*"] {
        if let Some(rest) = name.strip_suffix(mark) {
            name = rest.trim_end();
            foil = true;
        }
    }
    let plain = Card { name, set: None, number: None };
    // `Shock (M21) 159`
    if let Some((rest, number)) = name.rsplit_once(char::is_whitespace)
        && is_collector_number(number)
        && let Some((rest, set)) = bracketed(rest.trim_end())
    {
        return (Card { name: rest, set: Some(set), number: Some(number) }, foil);
    }
    // `Shock (M21)`; names may end in brackets too, but not in capitals.
    match bracketed(name) {
        Some((rest, set)) if !set.bytes().any(|b| b.is_ascii_lowercase()) => {
            (Card { name: rest, set: Some(set), number: None }, foil)
        }
        _ => (plain, foil),
    }
}

/// Splits `Shock (M21)` or `Shock [M21]` into name and set.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let (open, body) = match text.strip_suffix(')') {
        Some(body) => ('(', body),
        None => ('[', text.strip_suffix(']')?),
    };
    let (name, set) = body.rsplit_once(open)?;
    let name = name.trim_end();
    (is_set_code(set) && !name.is_empty()).then_some((name, set))
}
