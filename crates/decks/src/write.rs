//! Writing decks.

use std::fmt::Write as _;

use crate::read::NO_SET;
use crate::{Deck, Finish, Format, Line, Role};

/// Writes a deck in a format. What a format has no place for is left out;
/// [`losses`](crate::losses) tells what that is.
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

/// `4 Shock (M21) 159`, with another joint between two names.
fn printed(line: &Line, joint: &str) -> String {
    let mut out = format!("{} {}", line.count, flat(&line.name).replace(" // ", joint));
    if let Some(set) = &line.set {
        let _ = write!(out, " ({})", flat(set));
        if let Some(number) = &line.number {
            let _ = write!(out, " {}", flat(number));
        }
    }
    out
}

/// [`printed`], with foil marks and tags.
fn marked(line: &Line, joint: &str) -> String {
    let mut out = printed(line, joint);
    out.push_str(match line.finish {
        Finish::Plain => "",
        Finish::Foil => " *F*",
        Finish::Etched => " *E*",
    });
    for tag in &line.tags {
        let _ = write!(out, " #{}", flat(tag));
    }
    out
}

/// The lines of a part, each by `form`.
fn lines(out: &mut String, part: &[Line], form: impl Fn(&Line) -> String) {
    for line in part {
        put!(out, "{}", form(line));
    }
}

/// The sections of Arena's export, the heading of the main deck as given. A
/// companion is named among the sideboard's cards again.
fn sections(out: &mut String, deck: &Deck, main: &str, form: impl Fn(&Line) -> String) {
    let of = |part: &[Line], role| -> Vec<Line> {
        part.iter().filter(|line| line.role == role).cloned().collect()
    };
    let companions = of(&deck.side, Role::Companion);
    let commanders = of(&deck.main, Role::Commander);
    let side = [companions.clone(), of(&deck.side, Role::Card)].concat();
    let with_roles = !companions.is_empty() || !commanders.is_empty();
    for (heading, part) in [("Companion", companions), ("Commander", commanders)] {
        if !part.is_empty() {
            put!(out, "{heading}");
            lines(out, &part, &form);
            out.push('\n');
        }
    }
    if with_roles || main == "Deck" {
        put!(out, "{main}");
    }
    lines(out, &of(&deck.main, Role::Card), &form);
    if !side.is_empty() {
        out.push_str("\nSideboard\n");
        lines(out, &side, &form);
    }
}

fn plain(deck: &Deck) -> String {
    let mut out = String::new();
    for (label, text) in
        [("Name", &deck.name), ("Author", &deck.author), ("Comment", &deck.comment)]
    {
        for line in text.iter().flat_map(|text| text.lines()) {
            put!(out, "// {label}: {}", flat(line));
        }
    }
    sections(&mut out, deck, "Main", |line| marked(line, " // "));
    out
}

fn arena(deck: &Deck) -> String {
    let mut out = String::new();
    if let Some(name) = &deck.name {
        put!(out, "About\nName {}\n", flat(name));
    }
    sections(&mut out, deck, "Deck", |line| printed(line, " // "));
    out
}

/// Main deck and sideboard, as Magic Online and Moxfield part them.
fn two_parts(deck: &Deck, form: impl Fn(&Line) -> String) -> String {
    let mut out = String::new();
    lines(&mut out, &deck.main, &form);
    if !deck.side.is_empty() {
        out.push_str("\nSIDEBOARD:\n");
        lines(&mut out, &deck.side, &form);
    }
    out
}

fn mtgo_text(deck: &Deck) -> String {
    two_parts(deck, |line| format!("{} {}", line.count, flat(&line.name).replace(" // ", "/")))
}

fn moxfield(deck: &Deck) -> String {
    two_parts(deck, |line| marked(line, " / "))
}

fn forge(deck: &Deck) -> String {
    let mut out = String::from("[metadata]\n");
    if let Some(name) = &deck.name {
        put!(out, "Name={}", flat(name));
    }
    if let Some(comment) = &deck.comment {
        put!(out, "Comment={}", flat(comment));
    }
    let form = |line: &Line| {
        let foil = if line.finish == Finish::Plain { "" } else { "+" };
        let mut out = format!("{} {}{foil}", line.count, flat(&line.name));
        if let Some(set) = &line.set {
            let _ = write!(out, "|{}", flat(set));
        }
        match (&line.set, line.art, &line.number) {
            (None, ..) => {}
            (_, art, number) => {
                let _ = art.map(|art| write!(out, "|{art}"));
                let _ = number.as_ref().map(|number| write!(out, "|[{}]", flat(number)));
            }
        }
        out
    };
    let (commanders, main): (Vec<Line>, Vec<Line>) =
        deck.main.iter().cloned().partition(|line| line.role == Role::Commander);
    for (heading, part) in [("Commander", &commanders), ("Main", &main), ("Sideboard", &deck.side)]
    {
        if heading == "Main" || !part.is_empty() {
            put!(out, "[{heading}]");
            lines(&mut out, part, form);
        }
    }
    out
}

fn xmage(deck: &Deck) -> String {
    let mut out = String::new();
    for (label, text) in [("NAME", &deck.name), ("AUTHOR", &deck.author)] {
        if let Some(text) = text {
            put!(out, "{label}:{}", flat(text));
        }
    }
    // Without a printing, the program finds the card by its name.
    let form = |line: &Line| {
        let set = line.set.as_deref().map_or(NO_SET.to_owned(), flat);
        let number = line.number.as_deref().map_or("0".to_owned(), flat);
        format!("{} [{set}:{number}] {}", line.count, flat(&line.name))
    };
    lines(&mut out, &deck.main, form);
    lines(&mut out, &deck.side, |line| format!("SB: {}", form(line)));
    out
}

/// A text for an attribute or an element, on as many lines as it has.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let lines: Vec<String> = text.lines().map(flat).collect();
    for c in lines.join("\n").chars() {
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
            let (id, count) = (line.catalog.unwrap_or(0), line.count);
            let name = escape(&flat(&line.name)).replace(" // ", "/");
            let _ = write!(out, "  <Cards CatID=\"{id}\" Quantity=\"{count}\" ");
            put!(out, "Sideboard=\"{side}\" Name=\"{name}\" Annotation=\"0\" />");
        }
    }
    out.push_str("</Deck>\n");
    out
}

fn cockatrice(deck: &Deck) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.push_str("<cockatrice_deck version=\"1\">\n");
    let name = escape(&flat(deck.name.as_deref().unwrap_or_default()));
    let comment = escape(deck.comment.as_deref().unwrap_or_default());
    put!(out, "  <deckname>{name}</deckname>\n  <comments>{comment}</comments>");
    for (part, zone) in [(&deck.main, "main"), (&deck.side, "side")] {
        if part.is_empty() {
            continue;
        }
        put!(out, "  <zone name=\"{zone}\">");
        for line in part {
            let name = escape(&flat(&line.name));
            let _ = write!(out, "    <card number=\"{}\" name=\"{name}\"", line.count);
            let more = [
                ("setShortName", &line.set),
                ("collectorNumber", &line.number),
                ("uuid", &line.printing),
            ];
            for (key, value) in more {
                if let Some(value) = value {
                    let _ = write!(out, " {key}=\"{}\"", escape(&flat(value)));
                }
            }
            out.push_str("/>\n");
        }
        out.push_str("  </zone>\n");
    }
    out.push_str("</cockatrice_deck>\n");
    out
}
