//! Compares the Korean we print with the official Korean of real cards, and reads the official:
//! `SIMPAN_DATA=FOLDER cargo run --release -p simpan-language --example korean [-- --all|--json]`.
//!
//! Without a flag the differences are counted by their first differing stretch (ours → theirs);
//! `--all` lists them card by card, `--json` gives every counted card a line with both texts.

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
    let report = korean::compare(&folder);
    let mut causes: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    let mut same = 0;
    for official in &report.verified {
        let (read, tree) = korean::reads(&official.card, &official.korean);
        if flag == "--json" {
            let json = serde_json::json!({
                "name": official.card.name, "ko": official.card.korean, "same": official.same(),
                "ours": official.printed, "theirs": official.korean, "read": read, "tree": tree,
            });
            println!("{json}");
        }
        match official.same() {
            true => same += 1,
            false => causes.entry(official.difference()).or_default().push(&official.card.name),
        }
    }
    if flag == "--json" {
        return;
    }
    let mut causes: Vec<_> = causes.into_iter().collect();
    causes.sort_by_key(|(_, cards)| std::cmp::Reverse(cards.len()));
    for ((ours, theirs), cards) in causes.iter().take(if flag == "--all" { usize::MAX } else { 40 })
    {
        let names = if flag == "--all" { &cards[..] } else { &cards[..cards.len().min(2)] };
        println!("{:5}  {ours} → {theirs}  ({})", cards.len(), names.join("; "));
    }
    let verified = report.verified.len();
    let share = |n: usize| 100.0 * n as f64 / verified.max(1) as f64;
    println!(
        "{} cards with a text in both languages, {verified} verified in English: {same} printed \
         in the official Korean ({:.1} %); {} official texts read ({:.1} %), {} as the same tree \
         ({:.1} %)",
        report.all,
        share(same),
        report.read.0,
        share(report.read.0),
        report.read.1,
        share(report.read.1),
    );
}
