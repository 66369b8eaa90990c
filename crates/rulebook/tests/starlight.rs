//! Scenarios of the Starlight column that ask about the text and not about a game: each test is
//! named after the scenario it shows.

use simpan_rulebook::{Book, CatalogueEntry, Engine, Lang, RuleId, catalogue, find_entries, rule};

/// The entries of the column in order.
fn column() -> Vec<&'static CatalogueEntry> {
    catalogue().iter().filter(|e| e.document.contains("starlight")).collect()
}

fn entry(id: &str) -> &'static CatalogueEntry {
    column().into_iter().find(|e| e.id == id).unwrap_or_else(|| panic!("no entry {id}"))
}

/// The entries of a section: those after its heading, up to the next one of the column.
fn section(heading: &str) -> Vec<&'static CatalogueEntry> {
    const SECTIONS: [&str; 4] =
        ["starlight-proc", "starlight-light", "starlight-multiblock", "starlight-trigger"];
    let mut all = column().into_iter().skip_while(|e| e.id != heading);
    let first = all.next().expect("the heading");
    assert_eq!(first.kind, "heading");
    all.take_while(|e| !SECTIONS.contains(&e.id)).collect()
}

fn is_shown(e: &CatalogueEntry) {
    for lang in Lang::ALL {
        assert!(!e.title.get(lang).is_empty(), "{}", e.id);
        assert!(e.text.is_some_and(|t| !t.get(lang).is_empty()), "{}", e.id);
    }
    assert!(find_entries(e.id, None).iter().any(|found| found.id == e.id));
}

/// Nothing in a game hangs on it, and it says why.
fn is_document(e: &CatalogueEntry) {
    is_shown(e);
    assert!(e.engine == Engine::Document && e.rules.is_empty());
    let reason = e.reason.expect("a reason");
    assert!(Lang::ALL.iter().all(|lang| !reason.get(*lang).is_empty()));
}

#[test]
fn starlight_intro_s1() {
    is_document(entry("starlight-intro"));
    let headings: Vec<&str> =
        column().iter().filter(|e| e.kind == "heading").map(|e| e.id).collect();
    let sections =
        ["starlight-proc", "starlight-light", "starlight-multiblock", "starlight-trigger"];
    let at = sections.map(|s| headings.iter().position(|h| *h == s).expect("a section"));
    assert!(at.is_sorted(), "{headings:?}");
}

#[test]
fn starlight_proc_s1() {
    is_shown(entry("starlight-proc"));
    let steps: Vec<&str> = section("starlight-proc")
        .into_iter()
        .filter_map(|e| e.id.strip_prefix("starlight-proc-"))
        .filter(|n| n.parse::<u8>().is_ok())
        .collect();
    assert_eq!(steps, ["1", "2", "3", "4", "5", "6", "7"]);
    let rules: [RuleId; 7] = [
        rule::STAR_PROC_CHOOSE,
        rule::STAR_PROC_COST,
        rule::STAR_PROC_PAY,
        rule::STAR_PROC_CHECK,
        rule::STAR_PROC_TRIGGERS,
        rule::STAR_PROC_RESOLVE,
        rule::STAR_PROC_ORDER,
    ];
    for (n, id) in rules.into_iter().enumerate() {
        let number = format!("starlight-proc-{}", n + 1);
        assert_eq!(id.qualified(Book::Starlight).to_string(), number);
        assert!(entry(&number).rules.contains(&id), "{number}");
    }
}

#[test]
fn starlight_light_s1() {
    is_shown(entry("starlight-light"));
    let all = section("starlight-light");
    assert!(all.len() >= 6);
    all.into_iter().for_each(is_shown);
}

#[test]
fn starlight_multiblock_s1() {
    is_shown(entry("starlight-multiblock"));
    let all = section("starlight-multiblock");
    assert!(all.len() >= 8);
    all.into_iter().for_each(is_shown);
}

#[test]
fn starlight_multiblock_note_s1() {
    is_document(entry("starlight-multiblock-note"));
}

#[test]
fn starlight_multiblock_sum_s1() {
    let sum = entry("starlight-multiblock-sum");
    is_shown(sum);
    let points: Vec<_> =
        column().into_iter().filter(|e| e.id.starts_with("starlight-multiblock-sum-")).collect();
    assert_eq!(points.len(), 3);
    for point in points {
        is_shown(point);
        assert!(point.rules.iter().all(|r| sum.rules.contains(r)), "{}", point.id);
    }
}

#[test]
fn starlight_trigger_s1() {
    is_shown(entry("starlight-trigger"));
    let all = section("starlight-trigger");
    assert!(all.iter().any(|e| e.id == "starlight-trigger-auto"));
    all.into_iter().for_each(is_shown);
}

#[test]
fn starlight_trigger_intro_s1() {
    is_document(entry("starlight-trigger-intro"));
}

#[test]
fn starlight_multi_trigger_s1() {
    let heading = entry("starlight-multi-trigger");
    is_shown(heading);
    let after: Vec<_> = column().into_iter().skip_while(|e| e.id != heading.id).skip(1).collect();
    let orders = after.iter().filter(|e| e.id.starts_with("starlight-trigger-order-"));
    assert_eq!(orders.count(), 5);
}

#[test]
fn starlight_ex_stray_s1() {
    is_document(entry("starlight-ex-stray"));
}

#[test]
fn starlight_closing_s1() {
    is_document(entry("starlight-closing"));
    assert_eq!(column().last().map(|e| e.id), Some("starlight-closing"));
}
