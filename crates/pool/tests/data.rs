//! The user's own files: every sample imports, and what they say of a card agrees. Runs where
//! `SIMPAN_DATA` names the folder that holds `data/samples` and `data/tokens.jsonl`.

mod support;

use simpan_pool::read::{Found, file};
use simpan_pool::{RawCard, compile};
use std::collections::BTreeMap;
use std::io::BufReader;
use support::with_a_word;

fn data() -> Option<String> {
    let folder = std::env::var("SIMPAN_DATA").ok();
    if folder.is_none() {
        println!("skipped: SIMPAN_DATA is not set");
    }
    folder
}

fn read(path: &str) -> Found {
    let input = std::fs::File::open(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    file(path, BufReader::new(input))
}

#[test]
fn every_sample_is_read_whole() {
    let Some(folder) = data() else { return };
    let cards = read(&format!("{folder}/data/cards.jsonl"));
    assert!(cards.is_whole() && cards.cards.len() > 27_000, "{}", cards.cards.len());
    let known: BTreeMap<&str, &RawCard> =
        cards.cards.iter().map(|c| (c.name.as_str(), c)).collect();
    for entry in std::fs::read_dir(format!("{folder}/data/samples")).unwrap() {
        let path = entry.unwrap().path();
        let found = read(path.to_str().unwrap());
        assert!(found.is_whole() && found.cards.len() > 50, "{path:?}");
        let other: Vec<_> = found.issues.iter().map(ToString::to_string).collect();
        println!("{path:?}: {} cards, {} tokens, {other:?}", found.cards.len(), found.tokens);
        let shared = found.cards.iter().filter(|c| known.contains_key(c.name.as_str())).count();
        assert!(shared * 10 >= found.cards.len() * 9, "{path:?}: {shared} are known");
        for card in found.cards.iter().filter_map(|c| Some((c, known.get(c.name.as_str())?))) {
            // Subtypes come and go with the years; what a card costs doesn't.
            assert_eq!(card.0.front().cost, card.1.front().cost, "{}", card.0.name);
            assert_eq!(card.0.faces.len(), card.1.faces.len(), "{}", card.0.name);
        }
    }
    let tokens = read(&format!("{folder}/data/tokens.jsonl"));
    // Dungeons and two helpers for face-down creatures lie among them.
    assert!(tokens.is_whole() && tokens.tokens > 700 && tokens.cards.len() < 10);
    assert!(tokens.cards.iter().all(|c| !compile(c).status.is_accepted()));
}

#[test]
fn built_in_cards_are_the_cards_of_the_files() {
    let Some(folder) = data() else { return };
    let cards = read(&format!("{folder}/data/cards.jsonl"));
    let mut found = 0;
    let (mut refused, mut different) = (Vec::new(), Vec::new());
    for built_in in simpan_cards::builtin() {
        let at = cards.cards.binary_search_by(|c| c.name.as_str().cmp(&built_in.name));
        let Ok(raw) = at.map(|at| &cards.cards[at]) else { continue };
        let compiled = compile(raw);
        let Some(card) = compiled.card else {
            refused.push(format!("{}: {:?}", built_in.name, compiled.status));
            continue;
        };
        found += 1;
        let plain = |abilities: &[simpan_cards::ast::Ability]| -> Vec<_> {
            abilities.iter().map(simpan_language::without_order).collect()
        };
        if plain(&card.abilities) != plain(&built_in.abilities)
            || (&card.types, &card.pt, &card.cost)
                != (&built_in.types, &built_in.pt, &built_in.cost)
        {
            different.push(format!("{}:\n  {card:?}\n  {built_in:?}", built_in.name));
        }
    }
    println!("{found} built-in cards are the same tree; {} are refused:", refused.len());
    refused.iter().for_each(|p| println!("{p}"));
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(found > 100 && refused.len() * 20 < found, "{} of {found}", refused.len());
}

/// The reminders of accepted texts, and how many of them are checked.
fn reminded(cards: &[RawCard]) -> (usize, usize) {
    let (mut all, mut checked) = (0, 0);
    let mut contradicting = Vec::new();
    for raw in cards.iter().filter(|raw| raw.front().text.contains('(')) {
        let compiled = compile(raw);
        let contradicts = |r: &&simpan_pool::Reason| r.kind == simpan_pool::ReasonKind::Reminder;
        let wrong = compiled.status.reasons().iter().filter(contradicts);
        contradicting.extend(wrong.map(|r| format!("{}: {}", raw.name, r.words)));
        let Some(card) = compiled.card.filter(|_| compiled.status.is_accepted()) else { continue };
        let found = simpan_pool::reminders(raw, &card);
        all += found.len();
        checked += found.iter().filter(|r| r.verdict == simpan_pool::Verdict::Holds).count();
    }
    assert!(contradicting.is_empty(), "{}", contradicting.join("\n"));
    (all, checked)
}

#[test]
fn nine_in_ten_reminders_are_checked_and_none_contradicts() {
    let Some(folder) = data() else { return };
    let cards = read(&format!("{folder}/data/cards.jsonl")).cards;
    let known: BTreeMap<&str, &RawCard> = cards.iter().map(|c| (c.name.as_str(), c)).collect();
    // The texts of other dates, on the cards of today.
    let dated = |file: &str, keys: &[&str]| -> Vec<RawCard> {
        let text = std::fs::read_to_string(format!("{folder}/data/{file}")).unwrap();
        let mut all = Vec::new();
        for row in text.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap()) {
            let Some(card) = known.get(row["name"].as_str().unwrap_or_default()) else { continue };
            for text in keys.iter().filter_map(|key| row[*key].as_str()) {
                let mut card = (*card).clone();
                // That Walls can't attack was a rule of their type until 2004.
                let types = row["printed_type"].as_str().unwrap_or_default();
                let old = row["date"].as_str().is_some_and(|date| date < "2004-08");
                let wall = types.contains("Wall") && old;
                card.faces[0].text = format!("{}{text}", if wall { "Defender\n" } else { "" });
                all.push(card);
            }
        }
        all
    };
    let drift = dated("oracle_drift.jsonl", &["text_2022", "text_2026"]);
    let printed = dated("printed_text.jsonl", &["printed_text"]);
    let some: Vec<RawCard> = cards.iter().step_by(5).cloned().collect();
    let each = [("cards", &some), ("oracle_drift", &drift), ("printed_text", &printed)];
    for (file, cards) in each {
        let (all, checked) = reminded(cards);
        println!("{file}: {checked} of {all} reminders on accepted cards are checked");
        assert!(checked * 10 >= all * 9, "{file}: {checked} of {all}");
    }
}

/// One card in so many is tried; `SIMPAN_WORDS=1` tries all.
const EACH: usize = 150;

#[test]
fn no_word_of_an_accepted_card_is_passed_over() {
    let Some(folder) = data() else { return };
    let each = std::env::var("SIMPAN_WORDS").ok().and_then(|n| n.parse().ok()).unwrap_or(EACH);
    let cards = read(&format!("{folder}/data/cards.jsonl")).cards;
    let (mut tried, mut texts) = (0, 0);
    let mut problems = Vec::new();
    for raw in cards.into_iter().step_by(each) {
        if !compile(&raw).status.is_accepted() {
            continue;
        }
        tried += 1;
        for text in with_a_word(&raw.front().text) {
            texts += 1;
            let mut other = raw.clone();
            other.faces[0].text = text;
            if compile(&other).status.is_accepted() {
                problems.push(other.faces[0].text.clone());
            }
        }
    }
    println!("{tried} accepted cards, {texts} texts with a word too many");
    assert!(tried > 0 && problems.is_empty(), "{}: {problems:?}", problems.len());
}
