//! Files of card data: every form that is imported, cards as people write them, and the pool itself.

use simpan_pool::query::Query;
use simpan_pool::{Row, Store, compile, plain, read, store};
use std::hint::black_box;

/// The most cards of one input that are compiled.
const FEW: usize = 8;

/// Card data: Scryfall, MTGJSON, one card a line. What is read is compiled, stored and found.
pub fn cards_json(data: &[u8]) {
    let found = read::file("fuzz.json", data);
    for issue in &found.issues {
        assert!(!issue.to_string().is_empty());
    }
    let rows: Vec<Row> = found
        .cards
        .into_iter()
        .take(FEW)
        .map(|raw| {
            let compiled = compile(&raw);
            Row::new(raw, &compiled)
        })
        .collect();
    let names: Vec<String> = rows.iter().map(|row| row.raw.name.clone()).collect();
    let pool = Store::open(store::write(&rows).expect("few cards")).expect("what was written");
    assert_eq!(pool.len(), rows.len());
    for (row, name) in pool.rows().zip(&names) {
        assert_eq!(row.raw.name, *name);
    }
}

/// Cards as people write them.
pub fn cards_plain(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for card in plain::parse(text).into_iter().take(FEW) {
        let compiled = compile(&card.raw);
        for reason in compiled.status.reasons() {
            let span = reason.span.clone().unwrap_or_default();
            let said = card.raw.front().text.get(span);
            assert!(said.is_some(), "a reason points outside of the text: {reason:?}");
        }
        black_box(compiled);
    }
}

/// Bytes as a compiled pool.
pub fn pool_file(data: &[u8]) {
    if let Ok(pool) = Store::open_any(data.to_vec()) {
        black_box(pool.rows().take(FEW).count());
        black_box(pool.names().count());
    }
}

/// Queries for cards.
pub fn queries(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Query::parse(text) {
        Ok(query) => {
            for card in simpan_cards::builtin().iter().take(FEW) {
                black_box(query.fits(&Row::of_card(card)));
            }
        }
        Err(error) => assert!(!error.kind.to_string().is_empty()),
    }
}
