//! A card a line.

use super::card::Card;
use super::merge::Merge;
use super::{IssueKind, MAX_LINE_BYTES};
use serde::de::{DeserializeSeed, IgnoredAny};
use std::io::{BufRead, Read, Result};

/// How a file begins.
pub(crate) enum First {
    /// With a line that is one whole object.
    Card(Vec<u8>),
    /// With something else, of which this much was taken.
    Other(Vec<u8>),
}

/// Takes the first line that is not blank, and looks at it.
pub(crate) fn first_line(input: &mut impl BufRead) -> Result<First> {
    let mut line = Vec::new();
    loop {
        let blank = line.iter().all(u8::is_ascii_whitespace);
        let full = line.len() as u64 >= MAX_LINE_BYTES;
        if !blank || full {
            break;
        }
        if input.take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
            break;
        }
    }
    let mark = "\u{feff}".as_bytes();
    if line.starts_with(mark) {
        line.drain(..mark.len());
    }
    let text = line.trim_ascii();
    let whole = text.starts_with(b"{") && serde_json::from_slice::<IgnoredAny>(text).is_ok();
    Ok(if whole { First::Card(line) } else { First::Other(line) })
}

/// Reads the lines, the first of which was taken already.
pub(crate) fn read(mut line: Vec<u8>, mut input: impl BufRead, merge: &mut Merge) {
    let blank = line.iter().take_while(|b| b.is_ascii_whitespace());
    let mut number = 1 + blank.filter(|b| **b == b'\n').count();
    loop {
        merge.line = Some(number);
        let cut = line.len() as u64 >= MAX_LINE_BYTES && !line.ends_with(b"\n");
        if cut {
            merge.issue(None, IssueKind::TooLong(MAX_LINE_BYTES));
        } else if !line.trim_ascii().is_empty() {
            one(line.trim_ascii(), merge);
        }
        let rest = if cut { skip_line(&mut input) } else { Ok(()) };
        line.clear();
        let next =
            rest.and_then(|()| input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line));
        match next {
            Ok(n) if n > 0 && !merge.is_full() => number += 1,
            Ok(_) => break,
            Err(error) => {
                merge.broken(error.to_string(), Some(number + 1), None);
                break;
            }
        }
    }
    merge.line = None;
}

fn one(text: &[u8], merge: &mut Merge) {
    let mut json = serde_json::Deserializer::from_slice(text);
    let read = Card { sink: Some(&mut *merge) }
        .deserialize(&mut json)
        .and_then(|card| json.end().map(|()| card));
    match read {
        Ok(Some(card)) if card.document => {}
        Ok(card) => merge.add(card),
        Err(error) => {
            // The line of the file is told beside it; the error's own is always 1.
            let text = error.to_string();
            let why = text.rsplit_once(" at line ").map_or(text.as_str(), |(why, _)| why);
            merge.bad_line(why.to_owned(), error.column());
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let (n, done) = match buffer.iter().position(|b| *b == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        input.consume(n);
        if done {
            return Ok(());
        }
    }
}
