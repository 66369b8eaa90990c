//! No silent misreading: two wordings of one card are one tree, wherever both are read. Runs where
//! `SIMPAN_DATA` names the folder that holds `data/cards.jsonl`, `data/oracle_drift.jsonl` and
//! `data/printed_text.jsonl`.
//!
//! `errata.txt` names the cards whose older print really says something else than their text
//! today, each with the reason; any other difference fails.

use serde_json::Value;
use simpan_cards::ast::Ability;
use simpan_language::{CardHeader, Lang, Wording, parse_card, without_order, worded};
use std::collections::BTreeMap;

fn rows(folder: &str, file: &str) -> Vec<Value> {
    let path = format!("{folder}/data/{file}");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn text<'v>(row: &'v Value, key: &str) -> &'v str {
    row[key].as_str().unwrap_or_default()
}

/// Every card of one face by its name: what the reader knows of it, and its text today.
fn cards(folder: &str) -> BTreeMap<String, (CardHeader, String)> {
    let mut all = BTreeMap::new();
    for row in rows(folder, "cards.jsonl") {
        let name = text(&row, "name").to_owned();
        let Ok(types) = text(&row, "type_line").parse() else { continue };
        if text(&row, "layout") == "normal" {
            let header = CardHeader { name: name.clone(), korean: None, types };
            all.insert(name, (header, text(&row, "oracle_text").to_owned()));
        }
    }
    all
}

/// Cards that are known to differ, with the reason.
fn errata() -> BTreeMap<&'static str, &'static str> {
    let lines = include_str!("errata.txt").lines().filter(|l| !l.starts_with('#'));
    lines.filter_map(|l| l.split_once(": ")).collect()
}

/// The tree of a text as the words of 2005 can say it; nothing if it isn't read.
fn tree(text: &str, header: &CardHeader) -> Option<Vec<Ability>> {
    let abilities = parse_card(text, header, Lang::En).ok()?;
    let mut all: Vec<Ability> =
        abilities.iter().map(|a| without_order(&worded(a, Wording::Y2005))).collect();
    // The order of keywords says nothing.
    all.sort_by_key(|a| match a {
        Ability::Keyword(_) => format!("{a:?}"),
        _ => "~".to_owned(),
    });
    Some(all)
}

/// Old prints write symbols as `o1oU` and `ocT`, sometimes with a line break inside.
fn symbols(text: &str) -> String {
    let text = text.replace("o\n", "o").replace("ocT", "{T}");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let begins = !out.ends_with(|c: char| c.is_alphanumeric());
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let letter = rest.as_bytes().get(1).is_some_and(|b| b"WUBRGXTSC".contains(b));
        let len = if digits > 0 { digits } else { usize::from(letter) };
        let ends =
            rest.as_bytes().get(1 + len).is_none_or(|b| *b == b'o' || !b.is_ascii_lowercase());
        if c == 'o' && begins && len > 0 && ends {
            out.push_str(&format!("{{{}}}", &rest[1..1 + len]));
            rest = &rest[1 + len..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// The printed text with what the printed type line said: what an Aura enchants, and that Walls
/// can't attack.
fn whole(row: &Value) -> String {
    let types = text(row, "printed_type").to_lowercase();
    let mut out = symbols(text(row, "printed_text"));
    if types.starts_with("enchant ") {
        out = format!("{types}\n{out}");
    }
    if types.contains(" wall") && text(row, "date") < "2004-08" {
        out = format!("Defender\n{out}");
    }
    out
}

#[test]
fn the_texts_of_2022_and_2026_are_the_same_trees() {
    let Ok(folder) = std::env::var("SIMPAN_DATA") else {
        println!("skipped: SIMPAN_DATA is not set");
        return;
    };
    let cards = cards(&folder);
    let (errata, mut known) = (errata(), 0);
    let (mut all, mut both, mut one) = (0, 0, 0);
    let mut problems = Vec::new();
    for row in rows(&folder, "oracle_drift.jsonl") {
        all += 1;
        let Some((header, _)) = cards.get(text(&row, "name")) else { continue };
        let (old, new) = (text(&row, "text_2022"), text(&row, "text_2026"));
        match (tree(old, header), tree(new, header)) {
            (Some(a), Some(b)) if a == b => both += 1,
            (Some(_), Some(_)) if errata.contains_key(header.name.as_str()) => known += 1,
            (Some(a), Some(b)) => {
                problems.push(format!("{}:\n  {old}\n  {new}\n  {a:?}\n  {b:?}", header.name));
            }
            (None, None) => {}
            _ => one += 1,
        }
    }
    println!(
        "{all} cards, {both} the same tree in both wordings, {known} known to differ, {one} read in one only"
    );
    assert!(problems.is_empty(), "{} differ:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn old_prints_are_the_same_trees_as_the_texts_of_today() {
    let Ok(folder) = std::env::var("SIMPAN_DATA") else {
        println!("skipped: SIMPAN_DATA is not set");
        return;
    };
    let cards = cards(&folder);
    let errata = errata();
    let (mut all, mut both, mut known) = (0, 0, 0);
    let mut problems = Vec::new();
    for row in rows(&folder, "printed_text.jsonl") {
        all += 1;
        let Some((header, today)) = cards.get(text(&row, "name")) else { continue };
        let old = whole(&row);
        let (Some(a), Some(b)) = (tree(&old, header), tree(today, header)) else { continue };
        if a == b {
            both += 1;
        } else if errata.contains_key(header.name.as_str()) {
            known += 1;
        } else {
            problems.push(format!("{}:\n  {old}\n  {today}\n  {a:?}\n  {b:?}", header.name));
        }
    }
    println!("{all} prints, {both} the same tree as the text of today, {known} known to differ");
    assert!(problems.is_empty(), "{} differ:\n{}", problems.len(), problems.join("\n"));
}
