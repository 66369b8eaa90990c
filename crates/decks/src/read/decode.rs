//! From bytes to text: UTF-8, or UTF-16 with a byte order mark.

use std::borrow::Cow;

use crate::{DeckError, MAX_BYTES};

/// Decodes a file. A byte order mark is taken off.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, DeckError> {
    if bytes.len() > MAX_BYTES {
        return Err(DeckError::TooLarge { bytes: bytes.len() });
    }
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes).map(Cow::Owned),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes).map(Cow::Owned),
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest, 3).map(Cow::Borrowed),
        _ => utf8(bytes, 0).map(Cow::Borrowed),
    }
}

/// Reads UTF-8; `skipped` bytes of the file come before.
fn utf8(bytes: &[u8], skipped: usize) -> Result<&str, DeckError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = error.valid_up_to();
        let before = bytes.get(..good).unwrap_or_default();
        let line = 1 + before.iter().filter(|b| **b == b'\n').count();
        DeckError::Encoding { line, offset: skipped + good, encoding: "UTF-8" }
    })
}

/// Reads UTF-16 after its byte order mark.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DeckError> {
    let mut text = String::with_capacity(bytes.len());
    let bad = |text: &str, offset: usize| {
        let line = 1 + text.bytes().filter(|b| *b == b'\n').count();
        DeckError::Encoding { line, offset, encoding: "UTF-16" }
    };
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut offset = 2;
    for decoded in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        let Ok(c) = decoded else { return Err(bad(&text, offset)) };
        text.push(c);
        offset += 2 * c.len_utf16();
    }
    if rest.is_empty() { Ok(text) } else { Err(bad(&text, offset)) }
}
