//! The built-in cards: they load, they survive a round trip, they agree with the facts.

use simpan_cards::{builtin, parse_cards, to_ron};

#[test]
fn sorted_and_unique() {
    let names: Vec<&str> = builtin().iter().map(|c| c.name.as_str()).collect();
    assert!(names.is_sorted());
    assert!(names.len() > 60, "{}", names.len());
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
