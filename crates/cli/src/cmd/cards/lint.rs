//! `simpan cards lint`: cards written as text, looked over.

use super::show::caret;
use super::source::reason_text;
use crate::failure::{Done, Failure};
use crate::library::read_bounded;
use crate::out;
use crate::words::{self, fill};
use simpan_cards::ast::{CardType, Subtype, Supertype};
use simpan_decks::nearest;
use simpan_pool::plain::{MAX_BYTES, PlainCard, parse};
use simpan_pool::{Reason, ReasonKind, Reminder, Status, Verdict, compile, reminders};
use simpan_rulebook::Lang;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Reads a file of cards written as text and says what is not understood, and where.
///
/// A card is a line with its name and mana cost, its type line, its text, and power/toughness or
/// [loyalty]; a blank line ends it, # begins a remark.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file
    file: PathBuf,
}

/// The cards of a file, with its text.
pub fn read(path: &Path, lang: Lang) -> Result<(String, Vec<PlainCard>), Failure> {
    let shown = path.display().to_string();
    let fail = |why: &str| Failure::usage(fill(words::CANT_READ.get(lang), &[&shown, why]));
    let bytes = read_bounded(path, MAX_BYTES as u64).map_err(|e| fail(&words::io(&e, lang)))?;
    if bytes.len() > MAX_BYTES {
        return Err(fail(&format!("> {MAX_BYTES} bytes")));
    }
    let text = String::from_utf8(bytes).map_err(|_| fail(words::IO_GARBLED.get(lang)))?;
    let cards = parse(&text);
    Ok((text, cards))
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let (text, cards) = read(&args.file, lang)?;
    let shown = args.file.display().to_string();
    if cards.is_empty() {
        return Err(Failure::usage(fill(words::CARDS_NONE.get(lang), &[&shown])));
    }
    let mut bad = 0;
    for card in &cards {
        let compiled = compile(&card.raw);
        let status = compiled.status;
        let word = match &status {
            Status::Verified => words::SHORT_VERIFIED,
            Status::Executable => words::SHORT_EXECUTABLE,
            Status::Refused(_) => words::SHORT_REFUSED,
        };
        let at = line_of(&text, card.head.start);
        out::line(format!("{shown}:{at}: {}: {}", card.raw.name, word.get(lang)));
        for reason in status.reasons() {
            tell(&shown, &text, card, reason, lang);
        }
        if let Some(data) = compiled.card.filter(|_| status.is_accepted()) {
            tell_unknown(&shown, &text, card, &reminders(&card.raw, &data), lang);
        }
        bad += usize::from(!status.is_accepted());
    }
    let (all, bad_text) = (cards.len().to_string(), bad.to_string());
    let summary = fill(words::LINTED.get(lang), &[&all, &bad_text]);
    if bad == 0 {
        out::line(summary);
        return Ok(());
    }
    Err(Failure::failed(summary))
}

/// Where in the file a reason is.
fn place(card: &PlainCard, reason: &Reason) -> (usize, usize) {
    let whole = |r: &Range<usize>| (r.start, r.end);
    match (&reason.span, reason.kind) {
        (Some(span), _) => (card.text + span.start, card.text + span.end),
        (None, ReasonKind::Types) => whole(&card.types),
        (None, ReasonKind::Numbers) => whole(card.numbers.as_ref().unwrap_or(&card.head)),
        (None, _) => whole(&card.head),
    }
}

/// Says which reminders are not checked: no fault, but nothing vouches for them.
fn tell_unknown(shown: &str, text: &str, card: &PlainCard, all: &[Reminder], lang: Lang) {
    for reminder in all.iter().filter(|r| r.verdict == Verdict::Unknown) {
        let (start, end) = (card.text + reminder.span.start, card.text + reminder.span.end);
        let words = fill(words::REMINDER_UNKNOWN.get(lang), &[&reminder.words]);
        mark(shown, text, start..end, &words);
    }
}

/// A remark about a place of the file, and the line with carets under the words.
fn mark(shown: &str, text: &str, place: Range<usize>, words: &str) {
    let start = place.start;
    let column = text[..start].rfind('\n').map_or(start, |n| start - n - 1);
    let column = text[start - column..start].chars().count() + 1;
    let line = line_of(text, start);
    out::line(format!("  {shown}:{line}:{column}: {words}"));
    for line in caret(text, start, place.end) {
        out::line(format!("    {line}"));
    }
}

fn tell(shown: &str, text: &str, card: &PlainCard, reason: &Reason, lang: Lang) {
    let (start, end) = place(card, reason);
    mark(shown, text, start..end, &reason_text(reason, lang));
    let near = match reason.kind {
        ReasonKind::Types => near_types(&reason.words),
        _ => reason.needed.clone(),
    };
    if !near.is_empty() {
        out::line(format!("  {}", fill(words::NEEDED.get(lang), &[&near.join("`, `")])));
    }
}

/// The type words nearest to the one that a reason quotes.
fn near_types(words: &str) -> Vec<String> {
    let Some(word) = words.split('`').nth(1) else { return Vec::new() };
    let types = CardType::ALL.into_iter().map(|t| format!("{t:?}"));
    let supertypes = Supertype::ALL.into_iter().map(|t| format!("{t:?}"));
    let subtypes = Subtype::all().map(|s| s.name().to_owned());
    let known: Vec<String> = types.chain(supertypes).chain(subtypes).collect();
    nearest(word, known.iter().map(String::as_str)).into_iter().map(str::to_owned).collect()
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].bytes().filter(|b| *b == b'\n').count() + 1
}
