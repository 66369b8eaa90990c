//! From bytes to text: UTF-8, UTF-16 with a byte order mark, or one of the two
//! code pages of Windows that old files are written in, if it fits without doubt.

use std::borrow::Cow;

use encoding_rs::{EUC_KR, WINDOWS_1252};

use crate::{DeckError, Encoding, MAX_BYTES};

/// Letters and marks beyond ASCII that names of cards and decks have and that
/// Windows-1252 can write. Anything else in a file that is not UTF-8 is
/// garbage rather than text.
const WESTERN: &str = "ûúóéáÉíöâàñä®üÆæœŒêèëïîôçÀÂÄÇÈÊËÎÏÔÖÙÚÛÜßø’‘“”–—…";

/// Decodes a file. A byte order mark is taken off, and every end of a line
/// becomes `\n`.
pub(super) fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Encoding), DeckError> {
    if bytes.len() > MAX_BYTES {
        return Err(DeckError::TooLarge { bytes: bytes.len() });
    }
    let (text, encoding) = match bytes {
        [0xFF, 0xFE, rest @ ..] => (utf16(rest, u16::from_le_bytes)?.into(), Encoding::Utf16),
        [0xFE, 0xFF, rest @ ..] => (utf16(rest, u16::from_be_bytes)?.into(), Encoding::Utf16),
        [0xEF, 0xBB, 0xBF, rest @ ..] => (utf8(rest, 3)?.into(), Encoding::Utf8),
        _ => match utf8(bytes, 0) {
            Ok(text) => (text.into(), Encoding::Utf8),
            Err(error) => code_page(bytes).ok_or(error)?,
        },
    };
    Ok((newlines(text), encoding))
}

/// The text with `\n` at the end of each line, whoever wrote it.
fn newlines(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text }
}

/// Reads the Korean code page if everything beyond ASCII is Hangul, or the
/// western one if everything is a letter of [`WESTERN`].
fn code_page(bytes: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
    let fits = |text: &str, fine: fn(char) -> bool| text.chars().all(|c| c.is_ascii() || fine(c));
    let korean = EUC_KR.decode_without_bom_handling_and_without_replacement(bytes);
    if let Some(text) = korean.filter(|t| fits(t, |c| ('가'..='힣').contains(&c) || c == '·')) {
        return Some((text, Encoding::Korean));
    }
    let western = WINDOWS_1252.decode_without_bom_handling_and_without_replacement(bytes)?;
    fits(&western, |c| WESTERN.contains(c)).then_some((western, Encoding::Western))
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
