//! Reminders in parentheses: what they say must be so.
//!
//! A reminder is read with the phrases of the sort `Reminder` as the parts of the tree that it
//! reminds of (`phrases/en.reminders`). It holds if the card has each of these parts; fields that
//! the reminder leaves open may be anything. One that says a part the card hasn't contradicts it.

use crate::engine::{names, table, to_ability};
use crate::read::{Expect, Reader};
use crate::text::{line_texts, reminder_spans};
use crate::{CardHeader, Lang};
use serde_json::{Value, json};
use simpan_cards::CardData;
use simpan_cards::ast::{Ability, Color, Subtype};
use std::ops::Range;

/// A reminder of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reminder {
    /// Where it stands, without its parentheses, in bytes of the text.
    pub span: Range<usize>,
    /// Its words.
    pub words: String,
    /// What came of checking it.
    pub verdict: Verdict,
}

/// What came of checking a reminder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The card has what it reminds of.
    Holds,
    /// The card hasn't.
    Contradicts,
    /// Its words are not known: it is not checked.
    Unknown,
}

/// Checks every reminder of a card's text against the card.
///
/// `rows` are the abilities of each paragraph, as [`crate::parse_paragraphs`] gives them: a
/// reminder speaks of those it stands with. Without them, or where it stands alone, it may speak of
/// any part of the card.
pub fn reminders(
    text: &str,
    card: &CardData,
    rows: Option<&[Vec<Ability>]>,
    lang: Lang,
) -> Vec<Reminder> {
    let spans = reminder_spans(text);
    if spans.is_empty() {
        return Vec::new();
    }
    let header = CardHeader::of(card);
    let names = names(&header, lang);
    let whole = json!([card, around(card)]);
    let lines = line_texts(text);
    let rows = rows.filter(|rows| rows.len() == lines.iter().filter(|(_, said)| *said).count());
    let mut all = Vec::new();
    for span in spans {
        let at = lines.iter().rposition(|(start, _)| *start <= span.start).unwrap_or(0);
        let row = lines[..at].iter().filter(|(_, said)| *said).count();
        let beside = rows.filter(|_| lines[at].1).and_then(|rows| rows.get(row));
        let words = text[span.clone()].to_owned();
        let context = beside.map_or_else(|| whole.clone(), |row| json!([row, around(card)]));
        let verdict = check(&words, &header, &names, &context, lang);
        all.push(Reminder { span, words, verdict });
    }
    all
}

fn check(
    words: &str,
    header: &CardHeader,
    names: &[String],
    context: &Value,
    lang: Lang,
) -> Verdict {
    let plain: String = words.chars().map(crate::text::plain).collect();
    let plain = plain.trim();
    let mut reader = Reader::new(table(lang), plain, names, lang == Lang::En);
    let items = reader.sort("Reminders", Expect::default(), 0);
    let readings: Vec<Value> = items
        .iter()
        .filter(|item| item.end == plain.len())
        .filter_map(|item| settled(item.value.clone(), header))
        .collect();
    if readings.is_empty() {
        return Verdict::Unknown;
    }
    let has = |part: &Value| match part {
        Value::Array(parts) => parts.iter().all(|p| holds(context, p)),
        part => holds(context, part),
    };
    let fits = |reading: &Value| reading.as_array().is_some_and(|parts| parts.iter().all(has));
    if readings.iter().any(fits) { Verdict::Holds } else { Verdict::Contradicts }
}

/// The reading with its abilities as a card would have them.
fn settled(mut value: Value, header: &CardHeader) -> Option<Value> {
    let ability = ["Activated", "Triggered", "Static"].iter().any(|k| value.get(k).is_some());
    if ability {
        return serde_json::to_value(to_ability(value, header)?).ok();
    }
    match &mut value {
        Value::Array(items) => {
            for item in items {
                *item = settled(item.take(), header)?;
            }
        }
        Value::Object(fields) => {
            for field in fields.values_mut() {
                *field = settled(field.take(), header)?;
            }
        }
        _ => {}
    }
    Some(value)
}

/// Whether `part` is somewhere in `tree`.
fn holds(tree: &Value, part: &Value) -> bool {
    let keyword = part.get("Plain");
    let named = |name| keyword.is_some_and(|k| tree.get(name).is_some_and(|v| v == k));
    fits(tree, part)
        || named("Has")
        || named("Lose")
        || match tree {
            Value::Array(items) => items.iter().any(|v| holds(v, part)),
            Value::Object(fields) => fields.values().any(|v| holds(v, part)),
            _ => false,
        }
}

/// Whether `tree` is `part`, which may leave fields open; the order of a list says nothing.
fn fits(tree: &Value, part: &Value) -> bool {
    match (tree, part) {
        (_, Value::Null) => true,
        (Value::Object(fields), Value::Object(wanted)) => wanted
            .iter()
            .all(|(name, want)| fields.get(name).is_some_and(|found| fits(found, want))),
        (Value::Array(items), Value::Array(wanted)) => {
            items.len() == wanted.len() && wanted.iter().all(|w| items.iter().any(|i| fits(i, w)))
        }
        (tree, part) => tree == part,
    }
}

/// What a reminder may speak of besides the abilities: the type line, the mana abilities of basic
/// land types, the symbols of the cost and the mana value.
fn around(card: &CardData) -> Value {
    let mut all: Vec<Value> =
        card.types.to_string().split_whitespace().map(|w| json!({"TypeWord": w})).collect();
    let colors: Vec<Color> = card.types.subtypes.iter().filter_map(|s| mana_of(*s)).collect();
    let mana = match colors.as_slice() {
        [] => None,
        [one] => Some(json!({"Fixed": format!("{{{}}}", one.letter())})),
        many => Some(json!({"OneOf": many})),
    };
    all.extend(mana.map(|mana| {
        json!({"Activated": {
            "cost": {"parts": ["Tap"]}, "effect": {"Do": {"AddMana": {"who": "You", "mana": mana}}},
        }})
    }));
    symbols(&json!(card), &mut all);
    let value = card.cost.as_ref().map_or(0, simpan_cards::ast::ManaCost::value);
    all.push(json!({"OwnManaValue": value}));
    Value::Array(all)
}

/// The colour of the mana of a basic land type.
fn mana_of(subtype: Subtype) -> Option<Color> {
    let types = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
    let at = types.iter().position(|t| *t == subtype.name())?;
    Color::ALL.get(at).copied()
}

/// The symbols of every cost and all mana in a tree.
fn symbols(tree: &Value, all: &mut Vec<Value>) {
    match tree {
        Value::String(text) if text.starts_with('{') => {
            let each = text.split_inclusive('}').map(|symbol| json!({"Symbol": symbol}));
            all.extend(each);
        }
        Value::Array(items) => items.iter().for_each(|v| symbols(v, all)),
        Value::Object(fields) => fields.values().for_each(|v| symbols(v, all)),
        _ => {}
    }
}
