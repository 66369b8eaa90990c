//! What must hold of the catalogue.

use simpan_rulebook::{Book, Engine, Lang, catalogue, find_entries, rule, search_entries};
use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs, path::Path};

#[test]
fn entries_are_found_by_id_number_and_words_in_both_languages() {
    let entry = find_entries("guide-target", None)[0];
    assert_eq!(entry.title.get(Lang::Ko), "목표 정하기");
    assert!(entry.rules.contains(&rule::TARGET_LEGAL) && entry.engine == Engine::Definition);
    let by_number = find_entries("cr2005-413.2a", None);
    assert_eq!(by_number[0].id, "cr2005-413.2a");
    assert!(by_number.iter().any(|e| e.id == "cr2005-ex-413.2a-1"));
    assert!(find_entries("413.2a", Some(Book::Cr2021)).is_empty());
    assert!(find_entries("608.2b", Some(Book::Cr2021)).len() > 3);
    for words in ["목표", "target again", "Target"] {
        assert!(!search_entries(words).is_empty(), "{words}");
    }
    assert!(search_entries("xyzzy").is_empty() && search_entries(" ").is_empty());
}

#[test]
fn an_entry_says_something_in_each_language_or_is_an_example() {
    for e in catalogue() {
        let bare = e.kind == "example" && e.document.contains("examples");
        assert!(e.text.is_some() || bare, "{} has no text", e.id);
        let document = matches!(e.engine, Engine::Document);
        assert!(!document || e.reason.is_some() || !e.tests.is_empty(), "{} needs a reason", e.id);
    }
}

/// The ids of the reference catalogue with those of their scenarios.
fn reference(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut out: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut last = String::new();
    for file in fs::read_dir(folder).expect("the rules").flatten() {
        if file.path().extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let mut table = String::new();
        for line in fs::read_to_string(file.path()).expect("a catalogue").lines() {
            if line.starts_with('[') {
                table = line.to_owned();
            } else if let Some(id) = line.strip_prefix("id = \"").and_then(|l| l.strip_suffix('"'))
            {
                if table == "[[rule]]" {
                    last = id.to_owned();
                    out.entry(last.clone()).or_default();
                } else if table == "[[rule.scenarios]]" {
                    out.entry(last.clone()).or_default().insert(id.to_owned());
                }
            }
        }
    }
    out
}

#[test]
fn the_ids_are_those_of_the_reference_catalogue() {
    let Some(data) = env::var_os("SIMPAN_DATA") else {
        eprintln!("SIMPAN_DATA isn't set: skipped");
        return;
    };
    let theirs = reference(&Path::new(&data).join("rules"));
    assert_eq!(theirs.len(), 928);
    let ours: BTreeMap<String, BTreeSet<String>> = catalogue()
        .iter()
        .map(|e| (e.id.to_owned(), e.scenarios.iter().map(|s| (*s).to_owned()).collect()))
        .collect();
    for (id, scenarios) in &ours {
        assert_eq!(theirs.get(id), Some(scenarios), "{id}");
    }
    let missing: Vec<&String> = theirs.keys().filter(|id| !ours.contains_key(*id)).collect();
    assert!(
        missing.is_empty(),
        "{} missing, such as {:?}",
        missing.len(),
        &missing[..3.min(missing.len())]
    );
}
