//! Real decks, if `SIMPAN_DATA` names the folder they are in.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use simpan_decks::{Deck, Format, Known, Line, Verdict, nearest, read, verdicts, write};

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("SIMPAN_DATA").map(|folder| Path::new(&folder).join("data"));
    if folder.is_none() {
        eprintln!("skipped: SIMPAN_DATA is not set");
    }
    folder
}

fn rows(path: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn lines(deck: &serde_json::Value, part: &str) -> Vec<Line> {
    let rows = deck[part].as_array().unwrap().iter();
    rows.map(|row| {
        let count = u32::try_from(row[0].as_u64().unwrap()).unwrap();
        // A foil as Forge marks it is no part of the name.
        Line::new(count, row[1].as_str().unwrap().trim_end_matches('+'))
    })
    .collect()
}

fn decks(folder: &Path) -> Vec<Deck> {
    let all = rows(&folder.join("decks.jsonl"));
    all.iter()
        .map(|deck| {
            let name = deck["name"].as_str().map(|name| name.trim().to_owned());
            let main = [lines(deck, "commander"), lines(deck, "main")].concat();
            Deck { name, main, side: lines(deck, "side"), ..Deck::default() }
        })
        .filter(|deck| !deck.main.is_empty())
        .collect()
}

/// Counts and names come back out of every format.
#[test]
fn real_decks_survive_every_format() {
    let Some(folder) = folder() else { return };
    let all = decks(&folder);
    for deck in &all {
        for format in Format::ALL {
            let text = write(deck, format);
            let back = read(text.as_bytes(), None)
                .unwrap_or_else(|errors| panic!("{:?} as {format}: {errors}", deck.name));
            let bare = |lines: &[Line]| -> Vec<(u32, String)> {
                lines.iter().map(|line| (line.count, line.name.clone())).collect()
            };
            assert_eq!(bare(&back.main), bare(&deck.main), "{:?} as {format}", deck.name);
            assert_eq!(bare(&back.side), bare(&deck.side), "{:?} as {format}", deck.name);
        }
    }
    println!("{} decks, {} formats", all.len(), Format::ALL.len());
}

/// Every line is known, near, or unknown, and those that aren't known are few.
#[test]
fn real_decks_are_accounted_for() {
    let Some(folder) = folder() else { return };
    let cards = rows(&folder.join("cards.jsonl"));
    let names: BTreeSet<&str> = cards.iter().map(|card| card["name"].as_str().unwrap()).collect();
    let fronts: BTreeSet<&str> =
        names.iter().filter_map(|name| Some(name.split_once(" // ")?.0)).collect();
    let known = |name: &str| {
        if names.contains(name) || fronts.contains(name) {
            return Known::card(name);
        }
        let near = nearest(name, names.iter().copied());
        Known::Unknown(near.into_iter().map(str::to_owned).collect())
    };
    let mut counts = [0; 3];
    for deck in &decks(&folder) {
        for (line, verdict) in verdicts(deck, known) {
            let place = match &verdict {
                Verdict::Known(_) => 0,
                Verdict::Near(_) => 1,
                Verdict::Unknown => 2,
            };
            counts[place] += 1;
            if place > 0 {
                println!("{:?}: {} {verdict:?}", deck.name, line.name);
            }
        }
    }
    println!("{counts:?} lines are known, near and unknown");
    assert!(counts[0] > 45_000 && counts[1] + counts[2] < 100, "{counts:?}");
}
