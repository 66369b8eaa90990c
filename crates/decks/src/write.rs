//! Writing decks.

use std::fmt::Write as _;

use crate::{Deck, Format, Line};

/// Writes a deck in a format. What a format has no place for is left out:
/// Magic Online's formats and XMage's lines without a set hold names only,
/// and not every format has a name for the deck.
pub fn write(deck: &Deck, format: Format) -> String {
    match format {
        Format::Plain => plain(deck),
        Format::Arena => arena(deck),
        Format::MtgoText => mtgo_text(deck),
        Format::MtgoDek => mtgo_dek(deck),
        Format::Cockatrice => cockatrice(deck),
        Format::Forge => forge(deck),
        Format::XMage => xmage(deck),
        Format::Moxfield => moxfield(deck),
    }
}

/// Adds one line. Writing to a string can't fail.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => { let _ = writeln!($out, $($arg)*); };
}

/// A text on one line.
fn flat(text: &str) -> String {
    text.split(|c: char| c.is_control()).collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// `4 Shock (M21) 159`.
fn printed(line: &Line) -> String {
    let mut out = format!("{} {}", line.count, flat(&line.name));
    if let Some(set) = &line.set {
        let _ = write!(out, " ({})", flat(set));
        if let Some(number) = &line.number {
            let _ = write!(out, " {}", flat(number));
        }
    }
    out
}

/// The lines of a part, each by `form`.
fn lines(out: &mut String, part: &[Line], form: impl Fn(&Line) -> String) {
    for line in part {
        put!(out, "{}", form(line));
    }
}

fn plain(deck: &Deck) -> String {
    let mut out = String::new();
    if let Some(name) = &deck.name {
        put!(out, "// Name: {}", flat(name));
    }
    lines(&mut out, &deck.main, printed);
    if !deck.side.is_empty() {
        out.push_str("\nSideboard\n");
        lines(&mut out, &deck.side, printed);
    }
    out
}

fn arena(deck: &Deck) -> String {
    let mut out = String::new();
    if let Some(name) = &deck.name {
        put!(out, "About\nName {}\n", flat(name));
    }
    out.push_str("Deck\n");
    lines(&mut out, &deck.main, printed);
    if !deck.side.is_empty() {
        out.push_str("\nSideboard\n");
        lines(&mut out, &deck.side, printed);
    }
    out
}

fn mtgo_text(deck: &Deck) -> String {
    let mut out = String::new();
    let name_only = |line: &Line| format!("{} {}", line.count, flat(&line.name));
    lines(&mut out, &deck.main, name_only);
    if !deck.side.is_empty() {
        out.push_str("\nSIDEBOARD:\n");
        lines(&mut out, &deck.side, name_only);
    }
    out
}

fn moxfield(deck: &Deck) -> String {
    let mut out = String::new();
    lines(&mut out, &deck.main, printed);
    if !deck.side.is_empty() {
        out.push_str("\nSIDEBOARD:\n");
        lines(&mut out, &deck.side, printed);
    }
    out
}

fn forge(deck: &Deck) -> String {
    let mut out = String::from("[metadata]\n");
    if let Some(name) = &deck.name {
        put!(out, "Name={}", flat(name));
    }
    let form = |line: &Line| {
        let mut out = format!("{} {}", line.count, flat(&line.name));
        if let Some(set) = &line.set {
            let _ = write!(out, "|{}", flat(set));
            if let Some(number) = &line.number {
                let _ = write!(out, "|[{}]", flat(number));
            }
        }
        out
    };
    out.push_str("[Main]\n");
    lines(&mut out, &deck.main, form);
    if !deck.side.is_empty() {
        out.push_str("[Sideboard]\n");
        lines(&mut out, &deck.side, form);
    }
    out
}

fn xmage(deck: &Deck) -> String {
    let mut out = String::new();
    if let Some(name) = &deck.name {
        put!(out, "NAME:{}", flat(name));
    }
    let form = |line: &Line| match &line.set {
        Some(set) => {
            let number = line.number.as_deref().unwrap_or("0");
            format!("{} [{}:{}] {}", line.count, flat(set), flat(number), flat(&line.name))
        }
        None => format!("{} {}", line.count, flat(&line.name)),
    };
    lines(&mut out, &deck.main, form);
    lines(&mut out, &deck.side, |line| format!("SB: {}", form(line)));
    out
}

/// A text for an attribute or an element.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in flat(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}

fn mtgo_dek(deck: &Deck) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Deck>\n");
    out.push_str("  <NetDeckID>0</NetDeckID>\n");
    out.push_str("  <PreconstructedDeckID>0</PreconstructedDeckID>\n");
    for (part, side) in [(&deck.main, "false"), (&deck.side, "true")] {
        for line in part {
            let (count, name) = (line.count, escape(&line.name));
            put!(
                out,
                "  <Cards CatID=\"0\" Quantity=\"{count}\" Sideboard=\"{side}\" Name=\"{name}\" />"
            );
        }
    }
    out.push_str("</Deck>\n");
    out
}

fn cockatrice(deck: &Deck) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.push_str("<cockatrice_deck version=\"1\">\n");
    let name = escape(deck.name.as_deref().unwrap_or_default());
    put!(out, "  <deckname>{name}</deckname>\n  <comments></comments>");
    for (part, zone) in [(&deck.main, "main"), (&deck.side, "side")] {
        if part.is_empty() {
            continue;
        }
        put!(out, "  <zone name=\"{zone}\">");
        for line in part {
            let _ =
                write!(out, "    <card number=\"{}\" name=\"{}\"", line.count, escape(&line.name));
            if let Some(set) = &line.set {
                let _ = write!(out, " setShortName=\"{}\"", escape(set));
                if let Some(number) = &line.number {
                    let _ = write!(out, " collectorNumber=\"{}\"", escape(number));
                }
            }
            out.push_str("/>\n");
        }
        out.push_str("  </zone>\n");
    }
    out.push_str("</cockatrice_deck>\n");
    out
}
