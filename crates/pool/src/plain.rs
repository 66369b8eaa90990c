//! Cards as people write them: a form for a text editor.
//!
//! ```text
//! # A line that begins with `#` is a remark. A blank line ends a card.
//! Moss Warden (이끼 파수꾼) {2}{G}
//! Creature — Elf Druid
//! When Moss Warden enters the battlefield, draw a card.
//! 3/2
//! ```
//!
//! The first line holds the name, the Korean name in parentheses if there is one, and the mana
//! cost; the second the type line; then the text, English or Korean; last power and toughness, or
//! the loyalty in brackets (`[4]`).

use crate::raw::{RawCard, RawFace};
use std::ops::Range;

/// The most bytes of a file of such cards.
pub const MAX_BYTES: usize = 8 << 20;

/// A card of a file, and where its parts stand in it (in bytes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainCard {
    /// The card.
    pub raw: RawCard,
    /// Its first line.
    pub head: Range<usize>,
    /// Its type line; empty at the end of the card if there is none.
    pub types: Range<usize>,
    /// Where its text begins.
    pub text: usize,
    /// Its last line, with the numbers, if it has one.
    pub numbers: Option<Range<usize>>,
}

/// Reads a file of cards. What is wrong with a card is for [`crate::compile()`] to say.
///
/// ```
/// let cards = simpan_pool::plain::parse("Ox {1}{W}\nCreature — Ox\n2/4\n");
/// assert_eq!(cards[0].raw.front().cost, "{1}{W}");
/// ```
pub fn parse(file: &str) -> Vec<PlainCard> {
    let mut cards = Vec::new();
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    // A byte order mark is nothing that is written, wherever it stands.
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    for line in file.split_inclusive('\n') {
        let text = line.trim_matches(blank);
        let begin = at + line.len() - line.trim_start_matches(blank).len();
        at += line.len();
        if text.is_empty() || text.starts_with('#') {
            cards.extend(card(file, &std::mem::take(&mut lines)));
        } else {
            lines.push(begin..begin + text.len());
        }
    }
    cards.extend(card(file, &lines));
    cards
}

fn card(file: &str, lines: &[Range<usize>]) -> Option<PlainCard> {
    let (head, rest) = lines.split_first()?;
    let end = lines.last()?.end;
    let (types, rest) = match rest.split_first() {
        Some((types, rest)) => (types.clone(), rest),
        None => (end..end, rest),
    };
    let mut face = RawFace { types: file[types.clone()].to_owned(), ..RawFace::default() };
    let last = rest.last().filter(|l| numbers(&file[(*l).clone()], &mut face)).cloned();
    let text = &rest[..rest.len() - usize::from(last.is_some())];
    let begin = text.first().map_or(types.end, |l| l.start);
    let stop = text.last().map_or(begin, |l| l.end);
    face.text = file[begin..stop].to_owned();
    (face.name, face.korean_name, face.cost) = first_line(&file[head.clone()]);
    let raw = RawCard {
        name: face.name.clone(),
        layout: "normal".to_owned(),
        faces: vec![face],
        ..RawCard::default()
    };
    Some(PlainCard { raw, head: head.clone(), types, text: begin, numbers: last })
}

/// The name, the Korean name and the cost.
fn first_line(line: &str) -> (String, Option<String>, String) {
    let cost = line.find('{').unwrap_or(line.len());
    let (names, cost) = line.split_at(cost);
    let names = names.trim();
    let hangul = |t: &str| t.chars().any(|c| ('가'..='힣').contains(&c));
    let korean = names.strip_suffix(')').and_then(|n| n.rsplit_once('('));
    match korean.filter(|(_, inside)| hangul(inside)) {
        Some((name, korean)) => {
            (name.trim().to_owned(), Some(korean.trim().to_owned()), cost.trim().to_owned())
        }
        None => (names.to_owned(), None, cost.trim().to_owned()),
    }
}

/// Takes a line of numbers; false if it is none.
fn numbers(line: &str, face: &mut RawFace) -> bool {
    let number =
        |t: &str| !t.is_empty() && t.chars().all(|c| c.is_ascii_digit() || "*+-".contains(c));
    if let Some((power, toughness)) = line.split_once('/')
        && number(power)
        && number(toughness)
    {
        face.power = Some(power.to_owned());
        face.toughness = Some(toughness.to_owned());
        return true;
    }
    let loyalty = line.strip_prefix('[').and_then(|l| l.strip_suffix(']'));
    if let Some(loyalty) = loyalty.filter(|l| number(l)) {
        face.loyalty = Some(loyalty.to_owned());
        return true;
    }
    false
}
