//! Names of single things, from the same tables as the sentences.

use crate::engine::word;
use crate::{Lang, Wording};
use simpan_cards::ast::{
    CardType, Choice, Color, CounterKind, Keyword, Step, Subtype, Supertype, TypeLine, Zone,
};

/// A type line.
pub fn type_line(line: &TypeLine, lang: Lang) -> String {
    if lang == Lang::En {
        return line.to_string();
    }
    let left = line.supertypes.iter().map(|s| supertype_name(s, lang));
    let left: Vec<String> = left.chain(line.types.iter().map(|t| type_name(t, lang))).collect();
    let right: Vec<&str> = line.subtypes.iter().map(|s| subtype_name(*s, lang)).collect();
    match right.is_empty() {
        true => left.join(" "),
        false => format!("{} — {}", left.join(" "), right.join(" ")),
    }
}

/// A subtype's name.
pub fn subtype_name(subtype: Subtype, lang: Lang) -> &'static str {
    match lang {
        Lang::En => subtype.name(),
        Lang::Ko => subtype.korean(),
    }
}
/// A card type's name, as in a sentence ("creature").
pub fn type_name(kind: CardType, lang: Lang) -> String {
    word("Type", &kind, lang, Wording::Y2021)
}
/// A supertype's name, as in a sentence ("legendary").
pub fn supertype_name(supertype: Supertype, lang: Lang) -> String {
    word("Super", &supertype, lang, Wording::Y2021)
}
/// A colour's name, as in a sentence ("white").
pub fn color_name(color: Color, lang: Lang) -> String {
    word("Color", &color, lang, Wording::Y2021)
}
/// A keyword's name, as in a sentence ("first strike").
pub fn keyword_name(keyword: Keyword, lang: Lang) -> String {
    word("Keyword", &keyword, lang, Wording::Y2021)
}
/// A zone's name ("graveyard"; the battlefield is "in play" with the words of 2005).
pub fn zone_name(zone: Zone, lang: Lang, wording: Wording) -> String {
    word("Zone", &zone, lang, wording)
}
/// A step's or phase's name ("draw step").
pub fn step_name(step: Step, lang: Lang, wording: Wording) -> String {
    word("Step", &step, lang, wording)
}
/// A kind of counter ("+1/+1", "charge").
pub fn counter_name(kind: CounterKind, lang: Lang) -> String {
    word("CounterKind", &kind, lang, Wording::Y2021)
}
/// Something to be chosen ("color", "creature type").
pub fn choice_name(choice: Choice, lang: Lang) -> String {
    word("Choice", &choice, lang, Wording::Y2021)
}
