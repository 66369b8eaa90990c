//! Compares the Korean we print with the official Korean of real cards, and reads the official:
//! `SIMPAN_DATA=FOLDER cargo run --release -p simpan-language --example korean [-- --all|--json]`.
//!
//! Without a flag the differences are counted by their first differing stretch (ours → theirs) and
//! by cause; `--all` names every card, `--json` gives each a line with both texts.

#[path = "../tests/korean/mod.rs"]
mod korean;

use std::collections::BTreeMap;

fn main() {
    let Ok(folder) = std::env::var("SIMPAN_DATA") else {
        eprintln!("SIMPAN_DATA does not name the folder with reference/korean");
        std::process::exit(2);
    };
    simpan_language::check_tables().unwrap_or_else(|e| panic!("{e}"));
    let flag = std::env::args().nth(1).unwrap_or_default();
    let report = korean::compare(&folder, 1);
    match flag.as_str() {
        "--json" => report.verified.iter().for_each(line),
        _ => {
            causes(&report, flag == "--all");
            years(&report);
            summary(&report);
        }
    }
}

fn line(official: &korean::Official) {
    let (read, tree) = official.reading;
    let json = serde_json::json!({
        "name": official.card.name, "ko": official.card.korean, "year": official.year,
        "same": official.same(), "ours": official.printed, "theirs": official.korean,
        "read": read, "tree": tree, "back": official.back,
    });
    println!("{json}");
}

/// The differences, by the first stretch that differs, and by what they come from.
fn causes(report: &korean::Report, all: bool) {
    let mut stretches: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for official in report.verified.iter().filter(|o| !o.same()) {
        *kinds.entry(official.cause()).or_default() += 1;
        stretches.entry(official.difference()).or_default().push(&official.card.name);
    }
    let mut stretches: Vec<_> = stretches.into_iter().collect();
    stretches.sort_by_key(|(_, cards)| std::cmp::Reverse(cards.len()));
    let shown = if all { usize::MAX } else { 40 };
    for ((ours, theirs), cards) in stretches.iter().take(shown) {
        let names = if all { &cards[..] } else { &cards[..cards.len().min(2)] };
        println!("{:5}  {ours} → {theirs}  ({})", cards.len(), names.join("; "));
    }
    for (kind, cards) in kinds {
        println!("{cards:5}  {kind}");
    }
}

fn years(report: &korean::Report) {
    let mut years: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for official in &report.verified {
        let (all, same) = years.entry(&official.year).or_default();
        *all += 1;
        *same += usize::from(official.same());
    }
    let said = |(year, (all, same)): (&&str, &(usize, usize))| {
        format!("{year}: {same} of {all} ({:.0} %)", 100.0 * *same as f64 / *all as f64)
    };
    println!("{}", years.iter().map(said).collect::<Vec<_>>().join(", "));
}

fn summary(report: &korean::Report) {
    let verified = report.verified.len();
    let share = |what: &str, holds: fn(&korean::Official) -> bool| {
        let n = report.verified.iter().filter(|o| holds(o)).count();
        println!("{n} {what} ({:.1} %)", 100.0 * n as f64 / verified.max(1) as f64);
    };
    println!("{} cards with a text in both languages, {verified} verified in English", report.all);
    share("printed in the official Korean", korean::Official::same);
    share("official texts read", |o| o.reading.0);
    share("official texts read as the same tree", |o| o.reading.1);
    share("of our texts read back as the same tree", |o| o.back);
}
