//! `simpan cards diff`: the given text of a card against what is printed of its tree.

use super::source::reason_text;
use crate::failure::{Done, Failure};
use crate::imported;
use crate::library::library;
use crate::out;
use crate::text::{name_in, wording};
use crate::words::{self, fill};
use simpan_cards::CardData;
use simpan_language::Lang as Words;
use simpan_magic::Preset;
use simpan_pool::diff::{Line, diff};
use simpan_pool::{Row, curtail};
use simpan_rulebook::Lang;

/// Shows both texts of an imported card, in both languages where both are given.
pub fn run(name: &str, edition: Preset, lang: Lang) -> Done {
    let row = imported_row(name, lang)?;
    let face = row.raw.front();
    let Some(card) = row.card().or_else(|| curtail(&row.raw).ok().map(|c| c.card)) else {
        let why: Vec<String> = row.status.reasons().iter().map(|r| reason_text(r, lang)).collect();
        let text = fill(words::CARD_REFUSED.get(lang), &[&row.raw.name, &why.join("; ")]);
        return Err(Failure::usage(text));
    };
    out::line(name_in(&card, lang));
    print(&face.text, &card, Words::En, edition);
    if let Some(korean) = face.korean_text.as_deref().filter(|t| !t.is_empty()) {
        out::line("");
        print(korean, &card, Words::Ko, edition);
    }
    Ok(())
}

fn print(given: &str, card: &CardData, lang: Words, edition: Preset) {
    for line in diff(given, card, lang, wording(edition)) {
        out::line(match line {
            Line::Same(text) => format!("  {text}"),
            Line::Given(text) => format!("- {text}"),
            Line::Printed(text) => format!("+ {text}"),
        });
    }
}

/// The imported card of a name, or a message that helps.
fn imported_row(name: &str, lang: Lang) -> Result<Row, Failure> {
    if let Some(row) = imported::row(name) {
        return Ok(row);
    }
    match imported::store() {
        Ok(Some(_)) => {
            let near = library().nearest(name);
            Err(Failure::usage(match near.is_empty() {
                true => fill(words::NO_CARD.get(lang), &[name]),
                false => fill(words::NO_CARD_NEAREST.get(lang), &[name, &near.join(", ")]),
            }))
        }
        Ok(None) => Err(Failure::usage(words::POOL_NONE.get(lang))),
        Err(trouble) => Err(Failure::usage(trouble.text(lang))),
    }
}
