//! Files of cards: reading them with errors that help, writing them, and the built-in ones.
//!
//! A file is a RON list of [`CardData`] with the extensions `implicit_some` and
//! `unwrap_variant_newtypes`: `pt: "2/2"`, `Static(effect: …)`. Nothing here judges whether a card
//! makes sense; [`crate::validate`] does.

use crate::CardData;
use crate::error::{LoadError, Mismatch, nearest};
use ron::Options;
use ron::error::{Error as Ron, SpannedError};
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The largest file of cards that is read.
pub const MAX_FILE_BYTES: usize = 8 << 20;
/// How deep a card may be nested, in levels of the reader.
const MAX_DEPTH: usize = 96;

fn extensions() -> Extensions {
    Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES
}

pub(crate) fn options() -> Options {
    Options::default().with_default_extension(extensions()).with_recursion_limit(MAX_DEPTH)
}

/// Reads a file of cards; `file_name` is only for the messages.
///
/// # Errors
/// The first thing in the text that can't be read, with its place; or a name used twice.
///
/// ```
/// let cards = simpan_cards::parse_cards("mine.ron", r#"[(name: "Ox", types: "Creature — Ox", pt: "2/4")]"#).unwrap();
/// assert_eq!(cards[0].name, "Ox");
/// let error = simpan_cards::parse_cards("mine.ron", r#"[(nam: "Ox")]"#).unwrap_err();
/// assert!(error.to_string().contains("did you mean `name`?"));
/// ```
pub fn parse_cards(file_name: &str, text: &str) -> Result<Vec<CardData>, LoadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > MAX_FILE_BYTES {
        let file = file_name.to_owned();
        return Err(LoadError::TooLarge { file, bytes: text.len(), limit: MAX_FILE_BYTES });
    }
    let cards: Vec<CardData> =
        options().from_str(text).map_err(|e| malformed(file_name, text, &e))?;
    let mut seen = BTreeMap::new();
    for card in &cards {
        note_name(&mut seen, &card.name, file_name, text)?;
    }
    Ok(cards)
}

/// The cards that come with the program, sorted by name.
///
/// # Panics
/// If a built-in file is broken, which a test of this crate forbids.
pub fn builtin() -> &'static [CardData] {
    static CARDS: OnceLock<Vec<CardData>> = OnceLock::new();
    CARDS.get_or_init(|| read_builtin().unwrap_or_else(|e| panic!("built-in cards: {e}")))
}

/// A card as it would stand in a file.
///
/// ```
/// let ox = simpan_cards::parse_cards("", r#"[(name: "Ox", types: "Creature — Ox", pt: "2/4")]"#).unwrap();
/// let text = format!("[{}]", simpan_cards::to_ron(&ox[0]));
/// assert_eq!(simpan_cards::parse_cards("", &text).unwrap(), ox);
/// ```
pub fn to_ron(card: &CardData) -> String {
    let config = PrettyConfig::new().indentor("    ".to_owned()).extensions(Extensions::empty());
    // Writing a card to a string can only fail on an unserialisable value, and a card has none.
    options().without_recursion_limit().to_string_pretty(card, config).unwrap_or_default()
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../data/cards/", $name)))),*]
    };
}

/// The built-in files by name.
const FILES: [(&str, &str); 7] = files![
    "basics.ron",
    "starter.ron",
    "rules-examples.ron",
    "army-of-justice.ron",
    "custom-creatures.ron",
    "lofty-heights.ron",
    "world-aflame.ron",
];

fn read_builtin() -> Result<Vec<CardData>, LoadError> {
    let mut all = Vec::new();
    let mut seen = BTreeMap::new();
    for (file, text) in FILES {
        let cards = parse_cards(file, text)?;
        for card in &cards {
            note_name(&mut seen, &card.name, file, text)?;
        }
        all.extend(cards);
    }
    all.sort_by(|a: &CardData, b| a.name.cmp(&b.name));
    Ok(all)
}

/// Remembers that `file` has a card of that name; an error if one had it before.
fn note_name(
    seen: &mut BTreeMap<String, String>,
    name: &str,
    file: &str,
    text: &str,
) -> Result<(), LoadError> {
    match seen.insert(name.to_owned(), file.to_owned()) {
        None => Ok(()),
        Some(first) => {
            let quoted = format!("{name:?}");
            let line = text
                .lines()
                .enumerate()
                .filter(|(_, l)| l.contains(&quoted))
                .last()
                .map_or(1, |(i, _)| i + 1);
            Err(LoadError::Duplicate { name: name.to_owned(), first, file: file.to_owned(), line })
        }
    }
}

fn malformed(file: &str, text: &str, error: &SpannedError) -> LoadError {
    let rest = token_start(text, error.span.start.line, error.span.start.col);
    let before = &text[..text.len() - rest.len()];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    LoadError::Malformed {
        file: file.to_owned(),
        line: 1 + before.matches('\n').count(),
        column: 1 + before[line_start..].chars().count(),
        mismatch: Box::new(mismatch(&error.code, &token(rest))),
    }
}

/// The text from the first token at or after a place.
fn token_start(text: &str, line: usize, column: usize) -> &str {
    let mut rest = text;
    for _ in 1..line {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    let skip = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(i, _)| i);
    rest[skip..].trim_start()
}

/// The longest piece of a file that an error shows, in characters.
const SHOWN: usize = 40;

/// What a text begins with, shortened: a word, a number, a string or one sign.
fn token(text: &str) -> String {
    let start: Vec<char> = text.chars().take_while(|c| *c != '\n').take(SHOWN + 1).collect();
    let word = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.' | '#');
    let length = match start.first() {
        None => return "the end of the file".into(),
        Some('"') => match start.iter().skip(1).position(|c| *c == '"') {
            Some(close) => close + 2,
            None => start.len(),
        },
        Some(c) if word(c) => start.iter().take_while(|c| word(c)).count(),
        Some(_) => 1,
    };
    let mut token: String = start.iter().take(length.min(SHOWN)).collect();
    if length > SHOWN {
        token.push('…');
    }
    format!("`{token}`")
}

/// How many names an error lists before it stops.
const LISTED: usize = 40;

fn one_of(kind: &str, known: &[&str]) -> String {
    let names: Vec<String> = known.iter().take(LISTED).map(|k| format!("`{k}`")).collect();
    let more = if known.len() > LISTED { ", …" } else { "" };
    match names.len() {
        0 => format!("no {kind} at all"),
        1 => format!("the {kind} {}", names[0]),
        _ => format!("one of the {kind}s {}{more}", names.join(", ")),
    }
}

fn within(outer: &Option<String>) -> String {
    outer.as_ref().map_or(String::new(), |o| format!(" in `{o}`"))
}

/// Puts a reader's error in words.
fn mismatch(code: &Ron, token: &str) -> Mismatch {
    let of = |found: String, expected: String| Mismatch { found, expected, nearest: Vec::new() };
    let expected = |what: &str| of(token.to_owned(), what.to_owned());
    match code {
        Ron::NoSuchEnumVariant { expected, found, outer } => Mismatch {
            found: format!("the unknown word `{found}`{}", within(outer)),
            expected: one_of("word", expected),
            nearest: nearest(found, expected),
        },
        Ron::NoSuchStructField { expected, found, outer } => Mismatch {
            found: format!("the unknown field `{found}`{}", within(outer)),
            expected: one_of("field", expected),
            nearest: nearest(found, expected),
        },
        Ron::MissingStructField { field, outer } => of(
            format!("no field `{field}`{}", within(outer)),
            format!("`{field}: …` before this place"),
        ),
        Ron::DuplicateStructField { field, outer } => of(
            format!("a second field `{field}`{}", within(outer)),
            "each field once; delete one of them".into(),
        ),
        Ron::InvalidValueForType { expected, found } => of(found.clone(), expected.clone()),
        Ron::ExpectedDifferentLength { expected, found } => {
            of(format!("{found} elements"), expected.clone())
        }
        Ron::Eof => of("the end of the file".into(), "the rest of what was begun".into()),
        Ron::ExceededRecursionLimit => of(
            format!("more than {MAX_DEPTH} levels of nesting"),
            "a flatter card; write `Seq`, `All` or `Any` lists instead of nesting".into(),
        ),
        Ron::Message(text) => match text.split_once("; expected ") {
            Some((found, expected)) => of(found.to_owned(), expected.to_owned()),
            None => of(text.clone(), "another value".into()),
        },
        Ron::ExpectedArray => expected("`[` that opens a list"),
        Ron::ExpectedArrayEnd => expected("`,` or the `]` that closes the list"),
        Ron::ExpectedStructLike | Ron::ExpectedNamedStructLike(_) => {
            expected("`(` that opens the fields")
        }
        Ron::ExpectedStructLikeEnd | Ron::ExpectedOptionEnd => {
            expected("`,` or the `)` that closes the fields")
        }
        Ron::ExpectedMapColon => expected("`:` between a field's name and its value"),
        Ron::ExpectedComma => expected("`,` before the next one"),
        Ron::ExpectedString => expected("a text in \"double quotes\""),
        Ron::ExpectedStringEnd => expected("the `\"` that closes the text"),
        Ron::ExpectedInteger => expected("a whole number"),
        Ron::ExpectedBoolean => expected("`true` or `false`"),
        Ron::ExpectedIdentifier => expected("a word"),
        Ron::TrailingCharacters => expected("the end of the file after the list of cards"),
        Ron::UnclosedBlockComment => expected("the `*/` that closes the comment"),
        other => of(token.to_owned(), format!("something else ({other})")),
    }
}
