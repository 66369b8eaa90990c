//! Korean as it is printed beside official texts, where `SIMPAN_DATA` names the folder that holds
//! `data/cards.jsonl` and `reference/korean/korean_cards.jsonl`: every fourth card, or every
//! `SIMPAN_KOREAN_STEP`th.

mod korean;

/// Shares that must be kept, in thousandths of the cards that are verified in English.
const PRINTED: usize = 520;
const READ: usize = 740;

#[test]
fn official_korean_is_printed_and_read() {
    let Ok(folder) = std::env::var("SIMPAN_DATA") else {
        println!("skipped: SIMPAN_DATA is not set");
        return;
    };
    let step = std::env::var("SIMPAN_KOREAN_STEP").ok().and_then(|s| s.parse().ok());
    let report = korean::compare(&folder, step.unwrap_or(4).max(1));
    let all = report.verified.len();
    let printed = report.verified.iter().filter(|o| o.same()).count();
    let read = report.verified.iter().filter(|o| o.reading.1).count();
    println!("{all} of {} cards verified: {printed} printed, {read} read", report.all);
    for official in report.verified.iter().filter(|o| !o.back) {
        let (year, name, differs) = (&official.year, &official.card.name, official.difference());
        println!("{name} of {year}: {} ({}: {differs:?})", official.printed, official.cause());
    }
    assert!(all * 4 > report.all, "only {all} of {} cards verified", report.all);
    assert!(printed * 1000 >= all * PRINTED, "{printed} of {all} printed as the official text");
    assert!(read * 1000 >= all * READ, "{read} of {all} official texts read as the same tree");
    assert!(report.verified.iter().all(|o| o.back), "a Korean text is not read back");
}
