//! The formats that people write by hand and sites export: plain text, MTG
//! Arena, Magic Online's text and Moxfield. One reader reads them all; what
//! it met decides the format that is reported.

use super::{Card, Part, Sink, is_collector_number, is_set_code, numbered, split_count};
use crate::{DeckError, Finish, Format, Why};

/// What a card line looks like.
const EXPECTED: &str = "a count and a name, as in `2 Suntail Hawk`";

/// A heading.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Heading {
    Part(Part),
    /// Arena's `About`, after which `Name …` names the deck.
    About,
    /// Only groups cards: `Creatures (24)`.
    Group,
    /// Cards that are not in the deck: under consideration, or tokens.
    Aside,
    /// A section of a deck that this game has no place for.
    Foreign,
}

/// What was met on the way, to tell the formats apart.
#[derive(Default)]
struct Seen {
    deck_heading: bool,
    capital_sideboard: bool,
    /// Foil marks or tags, which only Moxfield writes.
    marks: bool,
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
            match heading(comment) {
                Some(found @ (Heading::Part(_) | Heading::Aside | Heading::Foreign)) => {
                    section = enter(found, at, line, sink);
                }
                _ => note(comment, at, line, sink),
            }
            continue;
        }
        if let Some(found) = heading(line) {
            seen.structure |= found != Heading::Group;
            seen.deck_heading |= line.eq_ignore_ascii_case("deck");
            seen.capital_sideboard |= line == "SIDEBOARD:";
            if found == Heading::Group {
                sink.leave(at, line, Why::Comment);
            } else {
                section = enter(found, at, line, sink);
            }
            continue;
        }
        match section {
            Heading::Part(part) => card_line(line, at, part, sink, &mut seen),
            Heading::About => match line.split_once(char::is_whitespace) {
                Some((word, name)) if word.eq_ignore_ascii_case("name") => sink.name(name),
                _ => sink.bad_line(at, line, "`Name` and the name of the deck, or `Deck`"),
            },
            Heading::Aside => sink.leave(at, line, Why::Aside),
            // One error for the section is enough.
            Heading::Foreign | Heading::Group => {}
        }
    }
    let split = split_at_gap(&gaps, &seen, sink);
    sink.deck.format = if seen.marks || (seen.printing && !seen.deck_heading) {
        Format::Moxfield
    } else if seen.deck_heading {
        Format::Arena
    } else if seen.capital_sideboard || split {
        Format::MtgoText
    } else {
        Format::Plain
    };
}

/// Begins a section.
fn enter(found: Heading, at: usize, line: &str, sink: &mut Sink) -> Heading {
    if found == Heading::Foreign {
        sink.error(DeckError::BadSection { line: at, section: super::shorten(line) });
    }
    found
}

/// Takes what a comment says about the deck, or leaves it out.
fn note(comment: &str, at: usize, line: &str, sink: &mut Sink) {
    if let Some(name) = labelled(comment, "name") {
        sink.name(name);
    } else if let Some(author) = labelled(comment, "author") {
        sink.author(author);
    } else if let Some(text) = labelled(comment, "comment") {
        sink.comment(text);
    } else {
        sink.leave(at, line, Why::Comment);
    }
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
        "deck" | "main" | "main deck" | "maindeck" | "mainboard" | "덱" | "메인" | "메인덱"
        | "메인 덱" => Heading::Part(Part::Main),
        "commander" | "commanders" | "커맨더" | "지휘관" => Heading::Part(Part::Commander),
        "sideboard" | "side" | "side board" | "sb" | "사이드" | "사이드보드" | "사이드 보드" => {
            Heading::Part(Part::Side)
        }
        "companion" | "companions" | "단짝" => Heading::Part(Part::Companion),
        "about" | "정보" => Heading::About,
        "maybeboard" | "maybe" | "considering" | "tokens" | "token" | "토큰" => Heading::Aside,
        "attractions" | "stickers" | "schemes" | "planes" | "contraptions" | "conspiracies"
        | "vanguard" => Heading::Foreign,
        "creature" | "creatures" | "land" | "lands" | "instant" | "instants" | "sorcery"
        | "sorceries" | "artifact" | "artifacts" | "enchantment" | "enchantments"
        | "planeswalker" | "planeswalkers" | "spell" | "spells" | "other" | "other spells"
        | "생물" | "대지" | "순간마법" | "집중마법" | "마법물체" | "부여마법" | "플레인즈워커"
        | "주문" => Heading::Group,
        _ => return None,
    })
}

/// Reads `SB: 4x Shock (M21) 159 *F* #tag`.
fn card_line(line: &str, at: usize, section: Part, sink: &mut Sink, seen: &mut Seen) {
    let (mark, rest) = super::strip_sideboard_mark(line);
    seen.structure |= mark == Part::Side;
    let part = if mark == Part::Side { Part::Side } else { section };
    let (rest, marks) = split_marks(rest);
    let Some((count, rest)) = split_count(rest) else {
        return sink.bad_line(at, line, EXPECTED);
    };
    let mut card = card(rest);
    for mark in marks.split(" #").map(str::trim).filter(|mark| !mark.is_empty()) {
        // `#tag` is a tag, `# words` is a comment.
        match mark.strip_prefix('#').unwrap_or(mark) {
            tag if tag.starts_with(char::is_whitespace) => sink.leave(at, mark, Why::Comment),
            tag => card.tags.push(tag),
        }
    }
    seen.marks |= card.finish != Finish::Plain || !card.tags.is_empty();
    seen.printing |= card.number.is_some();
    sink.push(part, count, card, at);
}

/// Splits a line at ` #`, which begins tags or a comment.
fn split_marks(line: &str) -> (&str, &str) {
    let mark = line.match_indices('#').map(|(at, _)| at);
    let mut marks = mark.filter(|at| line[..*at].ends_with(char::is_whitespace));
    marks.next().map_or((line, ""), |at| (line[..at].trim_end(), &line[at..]))
}

/// Takes `(M21) 159 *F*` off a name, and Archidekt's `[Burn] ^Have^` after it.
fn card(text: &str) -> Card<'_> {
    let (rest, categories) = categories(text);
    let finished = finish(rest);
    let printed = printing(finished.0);
    match printed {
        Some(card) => Card { finish: finished.1, tags: categories, ..card },
        None if categories.is_empty() => Card { finish: finished.1, ..Card::named(finished.0) },
        // Brackets that follow no printing may belong to the name.
        None => {
            let (rest, finish) = finish(text);
            Card { finish, ..printing(rest).unwrap_or(Card::named(rest)) }
        }
    }
}

/// Takes `[Burn,Instant]` and `^Have,#37d67a^` off the end of a line.
fn categories(text: &str) -> (&str, Vec<&str>) {
    let colored = text.strip_suffix('^').and_then(|body| body.rsplit_once('^'));
    let rest = colored.map_or(text, |(rest, _)| rest.trim_end());
    let inner = rest.strip_suffix(']').and_then(|body| body.rsplit_once('['));
    match inner {
        Some((rest, inner)) if rest.ends_with(char::is_whitespace) => {
            let tags = inner.split(',').map(str::trim).filter(|tag| !tag.is_empty());
            (rest.trim_end(), tags.collect())
        }
        _ => (rest, Vec::new()),
    }
}

/// Takes `*F*` or `*E*` off the end.
fn finish(text: &str) -> (&str, Finish) {
    for (mark, finish) in [("*F*", Finish::Foil), ("*E*", Finish::Etched)] {
        let at = text.len().saturating_sub(mark.len());
        if text.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(mark)) {
            return (text[..at].trim_end(), finish);
        }
    }
    (text, Finish::Plain)
}

/// Takes `(M21) 159` or `(M21)` off a name.
fn printing(name: &str) -> Option<Card<'_>> {
    if let Some((rest, number)) = name.rsplit_once(char::is_whitespace)
        && is_collector_number(number)
        && let Some((rest, set)) = bracketed(rest.trim_end())
    {
        return Some(Card { set: Some(set), number: Some(number), ..Card::named(rest) });
    }
    // Names may end in brackets too, but not in capitals.
    bracketed(name)
        .filter(|(_, set)| !set.bytes().any(|b| b.is_ascii_lowercase()))
        .map(|(rest, set)| Card { set: Some(set), ..Card::named(rest) })
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
