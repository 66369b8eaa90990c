//! `simpan cards show`: a card with its status.

use super::source::reason_text;
use crate::describe;
use crate::failure::Done;
use crate::imported;
use crate::library::library;
use crate::out;
use crate::words::{self, fill};
use simpan_magic::Preset;
use simpan_pool::{RawCard, Reason, Row, Status};
use simpan_rulebook::Lang;

/// Whether a card of that name is built in or imported.
pub fn is_known(name: &str) -> bool {
    imported::row(name).is_some() || library().find(name).is_some()
}

/// Shows the card of a name: as it is played, and what is known of it.
pub fn run(name: &str, edition: Preset, lang: Lang) -> Done {
    let Some(row) = imported::row(name) else {
        let id = library().get(name, lang)?;
        let pool = library().pool();
        out::line(describe::card(&pool.card(id).data, lang, edition).join("\n"));
        return Ok(());
    };
    match row.card().filter(|_| row.status.is_accepted()) {
        Some(card) => out::line(describe::card(&card, lang, edition).join("\n")),
        None => out::line(given(&row.raw, lang).join("\n\n")),
    }
    out::line("");
    out::line(status(&row, lang).join("\n"));
    Ok(())
}

/// A card as it was given, face by face.
pub fn given(raw: &RawCard, lang: Lang) -> Vec<String> {
    let one = |face: &simpan_pool::RawFace| {
        let (name, text) = match (lang, &face.korean_name) {
            (Lang::Ko, Some(korean)) => {
                let text = face.korean_text.as_deref().unwrap_or(&face.text);
                (format!("{korean} ({})", face.name), text)
            }
            (_, Some(korean)) => (format!("{} ({korean})", face.name), face.text.as_str()),
            (_, None) => (face.name.clone(), face.text.as_str()),
        };
        let mut lines = vec![format!("{name}  {}", face.cost).trim_end().to_owned()];
        lines.push(face.types.clone());
        lines.extend(text.lines().map(str::to_owned));
        if let (Some(power), Some(toughness)) = (&face.power, &face.toughness) {
            lines.push(format!("{power}/{toughness}"));
        }
        let loyalty = face.loyalty.as_ref().filter(|_| face.types.contains("Planeswalker"));
        lines.extend(loyalty.map(|n| format!("[{n}]")));
        lines.join("\n")
    };
    raw.faces.iter().map(one).collect()
}

/// The status in words, the sets, and what blocks a refused card, where it stands in the text.
fn status(row: &Row, lang: Lang) -> Vec<String> {
    let entry = match row.status {
        Status::Verified => &words::STATUS_VERIFIED,
        Status::Executable => &words::STATUS_EXECUTABLE,
        Status::Refused(_) => &words::STATUS_REFUSED,
    };
    let mut lines = vec![entry.get(lang).to_owned()];
    for reason in row.status.reasons() {
        lines.push(format!("  {}", reason_text(reason, lang)));
        lines.extend(marked(&row.raw.front().text, reason).into_iter().map(|l| format!("    {l}")));
        if !reason.needed.is_empty() {
            let needed = reason.needed.join("`, `");
            lines.push(format!("  {}", fill(words::NEEDED.get(lang), &[&needed])));
        }
    }
    if !row.raw.sets.is_empty() {
        let sets: Vec<&str> = row.raw.sets.iter().map(String::as_str).collect();
        lines.push(fill(words::IN_SETS.get(lang), &[&sets.join(" ")]));
    }
    lines
}

/// The line of the text that a reason is about, with carets under the words.
pub fn marked(text: &str, reason: &Reason) -> Vec<String> {
    let Some(span) = &reason.span else { return Vec::new() };
    caret(text, span.start, span.end)
}

/// The line around a place, with carets under it.
pub fn caret(text: &str, start: usize, end: usize) -> Vec<String> {
    use unicode_width::UnicodeWidthStr;
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(start);
    let begin = text[..start].rfind('\n').map_or(0, |n| n + 1);
    let stop = text[start..].find('\n').map_or(text.len(), |n| start + n);
    let end = floor(end.clamp(start, stop));
    let width = text[start..end].width().max(1);
    let line = text[begin..stop].trim_end_matches('\r').to_owned();
    vec![line, format!("{}{}", " ".repeat(text[begin..start].width()), "^".repeat(width))]
}
