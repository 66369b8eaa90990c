//! The public verbs: print and parse abilities and cards.

use crate::anaphora::{self, Direction};
use crate::error::{ParseError, ParseErrors, TableError};
use crate::lent;
use crate::print::{How, Printer, finish, one_stop};
use crate::read::{Expect, Reader};
use crate::table::Table;
use crate::text::{Paragraph, paragraphs};
use crate::{CardHeader, Lang, Wording};
use crate::{places, targets, usual, wherex};
use serde::Serialize;
use serde_json::{Value, json};
use simpan_cards::CardData;
use simpan_cards::ast::{Ability, CardType, CardTypes, KeywordAbility, Supertype, Trigger};
use std::sync::OnceLock;

fn load(lang: Lang) -> &'static Result<Table, TableError> {
    static EN: OnceLock<Result<Table, TableError>> = OnceLock::new();
    static KO: OnceLock<Result<Table, TableError>> = OnceLock::new();
    let of = |lang: Lang| match lang {
        Lang::En => Table::load(&[
            ("en.phrases", include_str!("../phrases/en.phrases")),
            ("en.reminders", include_str!("../phrases/en.reminders")),
        ]),
        Lang::Ko => Table::load(&[
            ("ko.phrases", include_str!("../phrases/ko.phrases")),
            ("ko.reminders", include_str!("../phrases/ko.reminders")),
        ]),
    };
    match lang {
        Lang::En => EN.get_or_init(|| of(lang)),
        Lang::Ko => KO.get_or_init(|| of(lang)),
    }
}

/// The language's table; an empty one (nothing is said, everything marked) if it is faulty.
pub(crate) fn table(lang: Lang) -> &'static Table {
    static EMPTY: OnceLock<Table> = OnceLock::new();
    load(lang).as_ref().unwrap_or_else(|_| EMPTY.get_or_init(Table::default))
}

/// Whether both phrase tables are sound.
///
/// # Errors
/// The first mistake, with its line.
pub fn check_tables() -> Result<(), TableError> {
    for lang in [Lang::En, Lang::Ko] {
        load(lang).as_ref().map_err(Clone::clone)?;
    }
    Ok(())
}

fn printer(lang: Lang, wording: Wording, card_name: &str, attached: Value) -> Printer<'_> {
    let quoted = match lang {
        Lang::En => "this creature",
        Lang::Ko => "이 생물",
    };
    let in_quote = std::cell::Cell::new(false);
    Printer { table: table(lang), wording, card_name, quoted, in_quote, attached }
}

/// A single word of the table.
pub(crate) fn word(sort: &str, value: &impl Serialize, lang: Lang, wording: Wording) -> String {
    let value = serde_json::to_value(value).unwrap_or(Value::Null);
    let p = printer(lang, wording, "~", Value::Null);
    p.say(sort, &value, How::default()).unwrap_or_else(|| marker(sort, &value))
}

/// What stands where no phrase fits: visible, and found by tests.
fn marker(sort: &str, value: &Value) -> String {
    format!("⟦no phrase for {sort}: {value}⟧")
}

fn say(
    ability: &Ability,
    card_name: &str,
    attached: &Value,
    lang: Lang,
    wording: Wording,
) -> String {
    let Ok(mut value) = serde_json::to_value(ability) else {
        return marker("Ability", &json!(format!("{ability:?}")));
    };
    if wording == Wording::Y2005 {
        drop_planeswalkers(&mut value);
    }
    let mut said = value.clone();
    places::hoist(&mut said);
    if wording == Wording::Y2005 {
        usual::number_mana(&mut said);
    }
    let words = match lang {
        Lang::En => anaphora::ENGLISH,
        Lang::Ko => {
            usual::own_hands(&mut said);
            targets::hoist(&mut said);
            anaphora::KOREAN
        }
    };
    anaphora::walk(&mut said, Direction::Printing(words, noun_of_attached(attached)));
    if lang == Lang::En {
        wherex::hoist(&mut said);
    }
    let p = printer(lang, wording, card_name, attached.clone());
    match p.say("Ability", &said, How::default()) {
        Some(text) if lang == Lang::En => finish(&text),
        Some(text) => one_stop(&text),
        None => marker("Ability", &value.take()),
    }
}

/// The noun for what the source is attached to; "" for what has none of its own.
fn noun_of_attached(attached: &Value) -> &'static str {
    match (attached.as_str(), attached["Enchanted"].as_str()) {
        (Some("EnchantedPermanent"), _) => "permanent",
        (Some(_), _) | (_, Some("Creature")) => "creature",
        (_, Some("Land")) => "land",
        (_, Some("Artifact")) => "artifact",
        (_, Some("Enchantment")) => "enchantment",
        _ => "",
    }
}

/// "Target player" is a player even where it could be any thing.
fn name_players(value: &mut Value) {
    match value {
        Value::Object(map) => {
            let player =
                |v: &Value| v.get("Target").is_some_and(|t| t["what"].get("Player").is_some());
            if map.get("Objects").is_some_and(player)
                && let Some(target) = map.remove("Objects")
            {
                map.insert("Players".to_owned(), target);
            }
            map.values_mut().for_each(name_players);
        }
        Value::Array(all) => all.iter_mut().for_each(name_players),
        _ => {}
    }
}

/// Where there are no planeswalkers, a player or planeswalker is a player.
fn drop_planeswalkers(value: &mut Value) {
    let what = json!("PlayerOrPlaneswalker");
    match value {
        Value::Object(map) => {
            let either = map.get("Target").is_some_and(|t| t.get("what") == Some(&what));
            if either && let Some(mut target) = map.remove("Target") {
                target["what"] = json!({"Player": "Each"});
                map.insert("Players".to_owned(), json!({"Target": target}));
            }
            map.values_mut().for_each(drop_planeswalkers);
        }
        Value::Array(all) => all.iter_mut().for_each(drop_planeswalkers),
        _ => {}
    }
}

/// The ability as the words of a date can say it: reading what is printed in that wording gives
/// this.
pub fn worded(ability: &Ability, wording: Wording) -> Ability {
    let mut value = serde_json::to_value(ability).unwrap_or(Value::Null);
    if wording == Wording::Y2005 {
        drop_planeswalkers(&mut value);
    }
    serde_json::from_value(value).unwrap_or_else(|_| ability.clone())
}

/// One ability, as a card called `card_name` has it. What it is attached to is called a creature;
/// [`print_card`] knows better.
pub fn print_ability(ability: &Ability, card_name: &str, lang: Lang, wording: Wording) -> String {
    say(ability, card_name, &json!({"Enchanted": "Creature"}), lang, wording)
}

/// What the card's source is attached to, as the `Attached` phrases name it.
fn attached_by(card: &CardData) -> Value {
    let mut found = json!({"Enchanted": "Creature"});
    for ability in &card.abilities {
        match ability {
            Ability::Keyword(KeywordAbility::Equip(_)) => return json!("Equipped"),
            Ability::Keyword(KeywordAbility::Enchant(filter)) => {
                let filter = serde_json::to_value(filter).unwrap_or_default();
                let all = filter["all"].as_array().cloned().unwrap_or_default();
                let kind = all.iter().find_map(|p| p.get("Type").cloned());
                found = kind.map_or(json!("EnchantedPermanent"), |t| json!({"Enchanted": t}));
            }
            _ => {}
        }
    }
    found
}

fn is_plain(ability: &Ability) -> bool {
    use KeywordAbility::{Landwalk, Plain};
    matches!(ability, Ability::Keyword(Plain(_) | Landwalk(_)))
}

/// The paragraphs of a card: each ability, neighbouring plain keywords together.
pub fn print_paragraphs(card: &CardData, lang: Lang, wording: Wording) -> Vec<String> {
    let mut groups: Vec<Vec<Ability>> = Vec::new();
    for ability in &card.abilities {
        match groups.last_mut() {
            Some(group) if is_plain(ability) && group.last().is_some_and(is_plain) => {
                group.push(ability.clone());
            }
            _ => groups.push(vec![ability.clone()]),
        }
    }
    print_as_written(card, &groups, lang, wording)
}

/// The paragraphs of a card whose abilities stand together as `groups` says (as
/// [`parse_paragraphs`] gives them): those of a group on one line.
pub fn print_as_written(
    card: &CardData,
    groups: &[Vec<Ability>],
    lang: Lang,
    wording: Wording,
) -> Vec<String> {
    let header = CardHeader::of(card);
    let attached = attached_by(card);
    let name = own_name(&header, lang, wording);
    let said = |a: &Ability| {
        let named = renamed(a, &card.name, header.name_in(lang));
        say(&named, &name, &attached, lang, wording)
    };
    let line = |group: &Vec<Ability>| {
        let mut texts = group.iter().map(said);
        let first = texts.next().unwrap_or_default();
        texts.fold(first, |line, text| format!("{line}, {}", text.to_lowercase()))
    };
    groups.iter().map(line).collect()
}

/// What a card calls itself.
fn own_name(card: &CardHeader, lang: Lang, wording: Wording) -> String {
    let name = card.name_in(lang);
    let spell = card.types.types.meets(CardTypes::PERMANENT);
    if lang != Lang::En || wording != Wording::Y2026 || !spell {
        return name.to_owned();
    }
    if card.types.supertypes.has(Supertype::Legendary) {
        return name.split(',').next().unwrap_or(name).to_owned();
    }
    let sub = |name: &&str| card.types.subtypes.iter().any(|s| s.name() == *name);
    let noun = ["Aura", "Equipment", "Vehicle", "Saga", "Class"].iter().find(|n| sub(n));
    let kinds = [
        (CardType::Creature, "creature"),
        (CardType::Land, "land"),
        (CardType::Planeswalker, "planeswalker"),
        (CardType::Artifact, "artifact"),
    ];
    let kind = kinds.iter().find(|(t, _)| card.types.types.has(*t)).map(|(_, word)| word);
    format!("this {}", noun.or(kind).unwrap_or(&"enchantment"))
}

/// All abilities of a card, one a line (keywords share a line, modes take one each).
pub fn print_card(card: &CardData, lang: Lang, wording: Wording) -> String {
    print_paragraphs(card, lang, wording).join("\n")
}

/// The names a text may call the card by, longest first.
pub fn names(card: &CardHeader, lang: Lang) -> Vec<String> {
    let mut names = vec!["~".to_owned(), card.name.clone()];
    names.extend(card.korean.clone());
    if card.types.supertypes.has(Supertype::Legendary) {
        let first = card.name.split([',']).next().unwrap_or_default();
        names.push(first.to_owned());
        for middle in [" of ", " the "] {
            names.extend(first.split_once(middle).map(|(n, _)| n.to_owned()));
        }
        names.extend(first.split_once(' ').map(|(n, _)| n.to_owned()));
    }
    let nouns: &[&str] = match lang {
        Lang::En => &[
            "creature",
            "artifact",
            "enchantment",
            "land",
            "spell",
            "permanent",
            "card",
            "token",
            "planeswalker",
            "Aura",
            "Equipment",
            "ability",
            "Vehicle",
            "Saga",
            "Class",
        ],
        Lang::Ko => {
            &["생물", "마법물체", "부여마법", "대지", "주문", "지속물", "카드", "마법진", "장비"]
        }
    };
    for noun in nouns {
        match lang {
            Lang::En => names.extend([format!("this {noun}"), format!("This {noun}")]),
            Lang::Ko => names.push(format!("이 {noun}")),
        }
    }
    names.retain(|n| !n.is_empty());
    names.sort_by_key(|n| std::cmp::Reverse(n.len()));
    names
}

/// The card's own name, where a tree names it, in the other language.
fn rename(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|v| rename(v, from, to)),
        Value::Object(o) => {
            if o.get("Named").and_then(Value::as_str) == Some(from) {
                o.insert("Named".to_owned(), to.into());
            }
            o.values_mut().for_each(|v| rename(v, from, to));
        }
        _ => {}
    }
}

/// The ability with the card's own name in the language that is printed.
fn renamed(ability: &Ability, from: &str, to: &str) -> Ability {
    let Ok(mut value) = serde_json::to_value(ability) else { return ability.clone() };
    rename(&mut value, from, to);
    serde_json::from_value(value).unwrap_or_else(|_| ability.clone())
}

/// The ability that a reading means on a card; nothing if it makes no sense.
pub(crate) fn to_ability(mut value: Value, card: &CardHeader) -> Option<Ability> {
    places::sink(&mut value);
    if let Some(korean) = &card.korean {
        rename(&mut value, korean, &card.name);
    }
    if !wherex::sink(&mut value) {
        return None;
    }
    anaphora::walk(&mut value, Direction::Reading);
    targets::sink(&mut value);
    name_players(&mut value);
    usual::settle(&mut value);
    // A statement has no targets: such a reading is a spell's.
    let senseless = usual::is_senseless(&value)
        || value.get("Static").is_some_and(targets::any)
        || value.get("Triggered").and_then(|t| t.get("when")).is_some_and(targets::any);
    if senseless { None } else { serde_json::from_value(value).ok() }
}

/// Puts first what shares most letters with the beginning of the words that were not understood.
fn nearest_first(expected: &mut [String], words: &str) {
    let shared = |wanted: &String| {
        let pairs = wanted.bytes().zip(words.trim_start().bytes());
        pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
    };
    expected.sort_by_key(|wanted| std::cmp::Reverse(shared(wanted)));
}

/// Reads one paragraph: one ability, or a list of keywords.
fn paragraph(
    p: &Paragraph,
    card: &CardHeader,
    names: &[String],
    lang: Lang,
) -> Result<Vec<Ability>, ParseError> {
    let table = table(lang);
    let spells = CardTypes::of(CardType::Instant).with(CardTypes::of(CardType::Sorcery));
    let is_spell = card.types.types.meets(spells);
    let mut reader = Reader::new(table, &p.text, names, lang == Lang::En);
    let items = reader.sort("Ability", Expect::default(), 0);
    let named = lent::own_name_in_quotes(&p.text, names);
    let mut readings = items
        .iter()
        .filter(|item| item.end == p.text.len())
        .filter(|item| named.is_none() || !lent::is_lent(&item.value))
        .filter_map(|item| to_ability(item.value.clone(), card))
        .peekable();
    if let Some(first) = readings.peek().cloned() {
        // "At end of turn, …" waits on a permanent and is done later by a spell.
        // What cycling a card does isn't done by its spell.
        let fits = |a: &Ability| match a {
            Ability::Triggered(t) if matches!(t.when, Trigger::Cycles { .. }) => true,
            a => matches!(a, Ability::Spell(_)) == is_spell,
        };
        return Ok(vec![readings.find(fits).unwrap_or(first)]);
    }
    for item in reader.sort("Keywords", Expect::default(), 0).iter() {
        let Some(list) = item.value.as_array().filter(|_| item.end == p.text.len()) else {
            continue;
        };
        let all: Option<Vec<Ability>> =
            list.iter().map(|k| to_ability(json!({"Keyword": k}), card)).collect();
        if let Some(all) = all {
            return Ok(all);
        }
    }
    let stopped = |(start, end): (usize, usize), expected: &str| ParseError {
        ability: p.original(0..p.text.len()),
        span: p.original(start..end),
        words: p.text[start..end].to_owned(),
        expected: vec![expected.to_owned()],
    };
    if let Some(span) = named.filter(|_| items.iter().any(|item| item.end == p.text.len())) {
        return Err(stopped(span, "words for the object that gets the ability"));
    }
    if let Some(span) = reader.stopped_by_doubt() {
        return Err(stopped(span, "words that say of which of several things \"with\" is said"));
    }
    let (at, mut expected) = std::mem::take(&mut reader.furthest);
    let at = at.min(p.text.len());
    let rest = &p.text[at..];
    let end = at + rest.find(". ").map_or(rest.len(), |i| i + 1);
    let start = at + rest[..end - at].len() - rest[..end - at].trim_start().len();
    nearest_first(&mut expected, rest);
    expected.truncate(6);
    Err(ParseError {
        ability: p.original(0..p.text.len()),
        span: p.original(start..end),
        words: p.text[start..end].trim().to_owned(),
        expected,
    })
}

/// Reads a card's paragraphs, each with the abilities it holds.
///
/// # Errors
/// Every paragraph that was not understood, with the words.
pub fn parse_paragraphs(
    text: &str,
    card: &CardHeader,
    lang: Lang,
) -> Result<Vec<Vec<Ability>>, ParseErrors> {
    let names = names(card, lang);
    let mut all = Vec::new();
    let mut errors = Vec::new();
    for p in paragraphs(text) {
        match paragraph(&p, card, &names, lang) {
            Ok(abilities) => all.push(abilities),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(ParseErrors { errors });
    }
    let is_spell = |row: &Vec<Ability>| matches!(row.as_slice(), [Ability::Spell(_)]);
    if all.iter().filter(|row| is_spell(row)).count() < 2 {
        return Ok(all);
    }
    // The instructions of a spell are one row, however many paragraphs they take.
    let whole = paragraphs(text);
    let own: Vec<&Paragraph> =
        whole.iter().zip(&all).filter(|(_, row)| is_spell(row)).map(|(p, _)| p).collect();
    let joined = Paragraph::join(&own);
    let first = all.iter().position(is_spell).unwrap_or(0);
    let one = paragraph(&joined, card, &names, lang);
    let one = one.map_err(|error| ParseErrors { errors: vec![error] })?;
    all.retain(|row| !is_spell(row));
    all.insert(first.min(all.len()), one);
    Ok(all)
}

/// Reads all abilities of a card.
///
/// # Errors
/// Every paragraph that was not understood, with the words.
pub fn parse_card(text: &str, card: &CardHeader, lang: Lang) -> Result<Vec<Ability>, ParseErrors> {
    Ok(parse_paragraphs(text, card, lang)?.into_iter().flatten().collect())
}

/// Reads exactly one ability.
///
/// # Errors
/// As [`parse_card`]; a text with several abilities or none is an error too.
pub fn parse_ability(text: &str, card: &CardHeader, lang: Lang) -> Result<Ability, ParseErrors> {
    let mut all = parse_card(text, card, lang)?;
    match (all.pop(), all.is_empty()) {
        (Some(ability), true) => Ok(ability),
        _ => Err(ParseErrors {
            errors: vec![ParseError {
                ability: 0..text.len(),
                span: 0..text.len(),
                words: text.to_owned(),
                expected: vec!["exactly one ability".to_owned()],
            }],
        }),
    }
}

/// Puts the predicates of every filter in one fixed order.
pub(crate) fn sort_filters(v: &mut Value) {
    match v {
        Value::Array(items) => items.iter_mut().for_each(sort_filters),
        Value::Object(o) => {
            o.values_mut().for_each(sort_filters);
            if let Some(Value::Array(all)) = o.get_mut("all") {
                all.sort_by_key(Value::to_string);
            }
        }
        _ => {}
    }
}

/// The ability with the predicates of every filter in one fixed order: two trees that mean the
/// same are equal then.
pub fn without_order(ability: &Ability) -> Ability {
    let Ok(mut value) = serde_json::to_value(ability) else { return ability.clone() };
    sort_filters(&mut value);
    serde_json::from_value(value).unwrap_or_else(|_| ability.clone())
}
