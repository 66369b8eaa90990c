//! The built-in cards: they load, they survive a round trip, they make sense, they agree with the
//! facts (where the folder of facts is at hand: `SIMPAN_DATA`).

use serde_json::Value;
use simpan_cards::ast::{Colors, ManaCost};
use simpan_cards::{CardData, builtin, parse_cards, to_ron, validate};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn sorted_and_unique() {
    let names: Vec<&str> = builtin().iter().map(|c| c.name.as_str()).collect();
    assert!(names.is_sorted());
    assert!(names.len() > 150, "{}", names.len());
}

#[test]
fn korean_names_are_unique() {
    let mut seen = BTreeSet::new();
    for card in builtin() {
        let korean = card.korean.as_deref().unwrap_or_else(|| panic!("{} has none", card.name));
        assert!(korean.chars().any(|c| ('가'..='힣').contains(&c)), "{}: {korean}", card.name);
        assert!(seen.insert(korean), "{korean} twice");
    }
}

#[test]
fn round_trip() {
    for card in builtin() {
        let text = format!("[{}]", to_ron(card));
        match parse_cards(&card.name, &text) {
            Ok(again) => assert_eq!(&again[0], card, "{text}"),
            Err(e) => panic!("{e}\n{text}"),
        }
    }
}

#[test]
fn all_make_sense() {
    let problems: Vec<String> = (builtin().iter())
        .flat_map(|c| validate(c).into_iter().map(move |p| format!("{}: {p}", c.name)))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What differs between a card and the facts.
fn differences(card: &CardData, facts: &Value) -> Vec<String> {
    let fact = |key: &str| facts[key].as_str().unwrap_or_default().to_owned();
    let cost = card.cost.as_ref().map(ManaCost::to_string).unwrap_or_default();
    let pt = card
        .pt
        .map_or(["".to_owned(), "".to_owned()], |p| [p.power.to_string(), p.toughness.to_string()]);
    let colors: Colors =
        card.colors.unwrap_or_else(|| card.cost.as_ref().map(ManaCost::colors).unwrap_or_default());
    let colors: BTreeSet<String> = colors.iter().map(|c| c.letter().to_string()).collect();
    let fact_colors: BTreeSet<String> = (facts["colors"].as_array().into_iter().flatten())
        .filter_map(|c| c.as_str().map(str::to_owned))
        .collect();
    let pairs = [
        ("cost", cost, fact("mana_cost")),
        ("types", card.types.to_string(), fact("type_line")),
        ("power", pt[0].clone(), fact("power")),
        ("toughness", pt[1].clone(), fact("toughness")),
        ("colors", format!("{colors:?}"), format!("{fact_colors:?}")),
    ];
    (pairs.into_iter())
        .filter(|(_, ours, theirs)| ours != theirs)
        .map(|(key, ours, theirs)| format!("{}: {key} is {ours}, should be {theirs}", card.name))
        .collect()
}

#[test]
fn facts_agree() {
    let Ok(folder) = std::env::var("SIMPAN_DATA") else {
        eprintln!("skipped: SIMPAN_DATA names no folder of facts");
        return;
    };
    let text = std::fs::read_to_string(format!("{folder}/data/cards.jsonl")).expect("the facts");
    let ours: BTreeMap<&str, &CardData> = builtin().iter().map(|c| (c.name.as_str(), c)).collect();
    let mut missing: BTreeSet<&str> = ours.keys().copied().collect();
    let mut wrong = Vec::new();
    for line in text.lines() {
        let facts: Value = serde_json::from_str(line).expect("a card per line");
        let Some(card) = facts["name"].as_str().and_then(|n| ours.get(n)) else { continue };
        if missing.remove(card.name.as_str()) {
            wrong.extend(differences(card, &facts));
        }
    }
    wrong.extend(missing.into_iter().map(|n| format!("{n}: no such card")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
