//! Cards from the user's files, read and compiled on all cores.

use crate::failure::Failure;
use crate::out;
use crate::words::{self, fill};
use flate2::bufread::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use simpan_pool::read::{Found, Reading};
use simpan_pool::{Compiled, RawCard, Reason, ReasonKind, Row, compile};
use simpan_rulebook::Lang;
use std::io::{BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};

/// Reads files of card data.
pub fn read(files: &[PathBuf], lang: Lang) -> Result<Found, Failure> {
    let mut reading = Reading::new();
    let mut plain = Vec::new();
    for path in files {
        // Cards written by people, as `simpan cards lint` reads them.
        if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("txt")) {
            let (_, cards) = super::lint::read(path, lang)?;
            plain.extend(cards.into_iter().map(|card| card.raw));
            continue;
        }
        reading.file(&path.display().to_string(), open(path, lang)?);
    }
    let mut found = reading.finish();
    found.printings += plain.len();
    found.cards.extend(plain);
    if found.cards.is_empty() && found.is_whole() {
        let names: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
        return Err(Failure::usage(fill(words::CARDS_NONE.get(lang), &[&names.join(", ")])));
    }
    Ok(found)
}

fn open(path: &Path, lang: Lang) -> Result<Box<dyn BufRead>, Failure> {
    let fail = |e: &std::io::Error| {
        let shown = path.display().to_string();
        Failure::usage(fill(words::CANT_READ.get(lang), &[&shown, &words::io(e, lang)]))
    };
    let file = std::fs::File::open(path).map_err(|e| fail(&e))?;
    if file.metadata().is_ok_and(|m| m.is_dir()) {
        return Err(fail(&std::io::ErrorKind::IsADirectory.into()));
    }
    let mut input = BufReader::with_capacity(1 << 16, file);
    let zipped = input.fill_buf().map_err(|e| fail(&e))?.starts_with(&[0x1f, 0x8b]);
    Ok(match zipped {
        true => Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(input))),
        false => Box::new(input),
    })
}

/// A bar on a terminal, nothing elsewhere.
fn bar(length: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}");
    ProgressBar::new(length as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Compiles cards, in their order.
pub fn compile_all(cards: &[RawCard]) -> Vec<Compiled> {
    let bar = bar(cards.len());
    let compiled = cards
        .par_iter()
        .map(|raw| {
            let compiled = compile(raw);
            bar.inc(1);
            compiled
        })
        .collect();
    bar.finish_and_clear();
    compiled
}

/// The most problems that are shown unless all are wanted.
const FEW: usize = 10;

/// Tells on standard error what was not read as it stands.
pub fn complain(found: &Found, all: bool, lang: Lang) {
    let issues: Vec<String> = found.issues.iter().map(ToString::to_string).collect();
    complain_of(&issues, all, lang);
}

/// Tells on standard error which reminders say what their cards haven't.
pub fn complain_reminders(rows: &[Row], all: bool, lang: Lang) {
    let mut issues = Vec::new();
    for row in rows {
        let reasons = row.status.reasons().iter().filter(|r| r.kind == ReasonKind::Reminder);
        issues.extend(reasons.map(|r| format!("{}: {}", row.raw.name, reason_text(r, lang))));
    }
    complain_of(&issues, all, lang);
}

fn complain_of(issues: &[String], all: bool, lang: Lang) {
    let most = if all { usize::MAX } else { FEW };
    issues.iter().take(most).for_each(out::complain);
    if issues.len() > most {
        let more = (issues.len() - most).to_string();
        out::complain(fill(words::CARDS_MORE.get(lang), &[&more]));
    }
}

/// A reason in words.
pub fn reason_text(reason: &Reason, lang: Lang) -> String {
    words_of(reason.kind, &reason.words, lang)
}

/// Several reasons in words.
pub fn reasons_text(reasons: &[Reason], lang: Lang) -> String {
    reasons.iter().map(|r| reason_text(r, lang)).collect::<Vec<_>>().join("; ")
}

/// A reason of a kind in words.
pub fn words_of(kind: ReasonKind, text: &str, lang: Lang) -> String {
    let node = text.strip_prefix("nothing runs ").unwrap_or(text);
    let (entry, with) = match kind {
        ReasonKind::Text => (&words::REFUSED_TEXT, text),
        ReasonKind::Node => (&words::REFUSED_NODE, node),
        ReasonKind::Sense => (&words::REFUSED_SENSE, text),
        ReasonKind::Unstable => (&words::REFUSED_UNSTABLE, text),
        ReasonKind::Faces => (&words::REFUSED_FACES, text),
        ReasonKind::Types => (&words::REFUSED_TYPES, text),
        ReasonKind::Cost => (&words::REFUSED_COST, text),
        ReasonKind::Numbers => (&words::REFUSED_NUMBERS, text),
        ReasonKind::Incomplete => (&words::REFUSED_INCOMPLETE, ""),
        ReasonKind::Brackets => (&words::REFUSED_BRACKETS, ""),
        ReasonKind::Reminder => (&words::REFUSED_REMINDER, text),
    };
    fill(entry.get(lang), &[with])
}
