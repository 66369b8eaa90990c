//! Card texts of the user's own data: read whole, and their prints read back. Runs where
//! `SIMPAN_DATA` names the folder that holds `data/cards.jsonl` and `data/decks.jsonl`.

use serde_json::Value;
use simpan_cards::ast::Ability;
use simpan_language::{
    CardHeader, Lang, Wording, parse_ability, parse_card, print_ability, without_order, worded,
};

/// Decks whose every card must be understood.
const DECKS: [&str; 4] = ["Army of Justice", "Lofty Heights", "World Aflame", "Custom Creatures"];
/// What the tree can't say yet: a card chosen from a revealed hand and discarded; a creature that
/// was dealt damage by this object.
const BEYOND_THE_TREE: [&str; 2] = ["Coercion", "Sengir Vampire"];

fn rows(folder: &str, file: &str) -> Vec<Value> {
    let path = format!("{folder}/data/{file}");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn wanted(folder: &str) -> Vec<String> {
    let mut names: Vec<String> = include_str!("cards.txt").lines().map(str::to_owned).collect();
    for deck in rows(folder, "decks.jsonl") {
        let ours = deck["set"] == "9ED" && DECKS.iter().any(|d| deck["name"] == *d);
        let cards = deck["main"].as_array().filter(|_| ours).into_iter().flatten();
        names.extend(cards.filter_map(|c| c[1].as_str().map(str::to_owned)));
    }
    names.sort();
    names.dedup();
    names.retain(|n| !BEYOND_THE_TREE.contains(&n.as_str()));
    names
}

fn understand(card: &Value, problems: &mut Vec<String>) {
    let text = card["oracle_text"].as_str().unwrap_or_default();
    let header = CardHeader {
        name: card["name"].as_str().unwrap_or_default().to_owned(),
        korean: None,
        types: card["type_line"].as_str().unwrap_or_default().parse().unwrap(),
    };
    let abilities = match parse_card(text, &header, Lang::En) {
        Ok(abilities) => abilities,
        Err(error) => return problems.push(format!("{}: {error}", header.name)),
    };
    for ability in &abilities {
        round_trip(ability, &header, problems);
    }
}

fn round_trip(ability: &Ability, header: &CardHeader, problems: &mut Vec<String>) {
    for lang in [Lang::En, Lang::Ko] {
        for wording in [Wording::Y2005, Wording::Y2021, Wording::Y2026] {
            let text = print_ability(ability, &header.name, lang, wording);
            match parse_ability(&text, header, lang) {
                Ok(back) if without_order(&back) == without_order(&worded(ability, wording)) => {}
                other => problems.push(format!("{}: {text}\n  read as {other:?}", header.name)),
            }
        }
    }
}

#[test]
fn the_cards_that_must_be_understood_are_read_and_read_back() {
    let Ok(folder) = std::env::var("SIMPAN_DATA") else {
        println!("skipped: SIMPAN_DATA is not set");
        return;
    };
    let names = wanted(&folder);
    let cards = rows(&folder, "cards.jsonl");
    let mut problems = Vec::new();
    for name in &names {
        match cards.iter().find(|c| c["name"].as_str() == Some(name)) {
            Some(card) => understand(card, &mut problems),
            None => problems.push(format!("{name} is not in the data")),
        }
    }
    println!("{} cards", names.len());
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}
