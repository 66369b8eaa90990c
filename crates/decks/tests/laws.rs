//! What must hold of every deck and of any bytes.

use proptest::prelude::*;
use simpan_decks::{Deck, Format, Known, Line, Problem, Rules, check, nearest, read, write};
use simpan_rulebook::{Lang, rule};

/// Names as they occur: Korean, apostrophes, split cards, marks of XML.
fn name() -> impl Strategy<Value = String> {
    let word = "[A-Z][a-z]{1,8}('s)?|[가-힣]{1,5}|[A-Z][a-z]+-[A-Z][a-z]+|<Tag>|A&B|\"Quoted\"";
    let split = prop_oneof![9 => Just(" "), 1 => Just(" // ")];
    (proptest::collection::vec(word, 1..4), split).prop_map(|(words, by)| words.join(by))
}

fn line() -> impl Strategy<Value = Line> {
    let set = proptest::option::of("[A-Z0-9]{3,4}");
    let number = proptest::option::of("[1-9][0-9]{0,2}[a-z]?");
    (1u32..=999, name(), set, number).prop_map(|(count, name, set, number)| {
        let number = number.filter(|_| set.is_some());
        Line { count, name, set, number, at: 0 }
    })
}

fn deck() -> impl Strategy<Value = Deck> {
    let lines = |range| proptest::collection::vec(line(), range);
    let name = proptest::option::of("[A-Za-z가-힣]{1,8}( [A-Za-z&<]{1,8})?");
    (name, lines(1..20), lines(0..6)).prop_map(|(name, main, side)| Deck {
        name,
        main,
        side,
        format: Format::Plain,
    })
}

/// What a format keeps of a deck.
fn kept(deck: &Deck, format: Format) -> Deck {
    let mut deck = deck.clone();
    let nameless = matches!(format, Format::MtgoText | Format::MtgoDek | Format::Moxfield);
    if nameless {
        deck.name = None;
    }
    for line in deck.main.iter_mut().chain(&mut deck.side) {
        line.at = 0;
        if matches!(format, Format::MtgoText | Format::MtgoDek) {
            (line.set, line.number) = (None, None);
        }
    }
    deck.format = Format::Plain;
    deck
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_decks_read_back(deck in deck()) {
        for format in Format::ALL {
            let text = write(&deck, format);
            let back = read(text.as_bytes(), None)
                .map_err(|errors| TestCaseError::fail(format!("{format}: {errors}\n{text}")))?;
            let exact = matches!(format,
                Format::Arena | Format::MtgoDek | Format::Cockatrice | Format::Forge);
            if exact {
                prop_assert_eq!(back.format, format);
            }
            prop_assert_eq!(kept(&back, Format::Plain), kept(&deck, format), "{}\n{}", format, text);
        }
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes, None);
    }

    #[test]
    fn any_text_is_safe(text in "(\\PC|\n|\t){0,200}", file in proptest::option::of("[a-z.]{0,9}")) {
        let _ = read(text.as_bytes(), file.as_deref());
    }

    /// Texts made of the pieces that the readers look for.
    #[test]
    fn pieces_are_safe(pieces in proptest::collection::vec(piece(), 0..40)) {
        let text = pieces.concat();
        if let Err(errors) = read(text.as_bytes(), Some("x.dck")) {
            prop_assert!(!errors.0.is_empty());
            prop_assert!(!errors.text(Lang::Ko).is_empty());
        }
        let _ = read(text.as_bytes(), None);
    }

    /// A good file cut or changed anywhere.
    #[test]
    fn damaged_files_are_safe(deck in deck(), which in 0..8usize, at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = write(&deck, Format::ALL[which]).into_bytes();
        let at = at.index(bytes.len());
        let _ = read(&bytes[..at], None);
        bytes[at] = byte;
        let _ = read(&bytes, None);
    }

    #[test]
    fn a_name_is_nearest_to_itself(names in proptest::collection::vec(name(), 1..10)) {
        let found = nearest(&names[0], names.iter().map(String::as_str));
        prop_assert!(found.contains(&names[0].as_str()));
    }
}

fn piece() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec![
        "4",
        "x",
        " ",
        "\n",
        "SB:",
        "[",
        "]",
        "M21",
        ":",
        "159",
        "(",
        ")",
        "|",
        "+",
        "*F*",
        "#",
        "//",
        "Deck",
        "Sideboard",
        "[Main]",
        "[metadata]",
        "Name=",
        "<Deck>",
        "</Deck>",
        "<",
        ">",
        "<Cards",
        "Quantity=",
        "Name=",
        "\"",
        "'",
        "/>",
        "&amp;",
        "&#x41;",
        "&#xFFFFFFFF;",
        "&",
        "<zone name='main'>",
        "<cockatrice_deck>",
        "<!--",
        "-->",
        "<?",
        "?>",
        "충격",
        "\u{FEFF}",
        "-",
    ])
}

/// A pool of three cards and a basic land.
fn pool(name: &str) -> Known {
    const NAMES: [&str; 4] = ["Shock", "Urza's Tower", "Relentless Rats", "Mountain"];
    match name {
        "Mountain" | "산" => Known::basic_land("Mountain"),
        "Shock" | "충격" => Known::card("Shock"),
        "Urza's Tower" => Known::card(name),
        _ => Known::Unknown(nearest(name, NAMES).into_iter().map(str::to_owned).collect()),
    }
}

fn problems(text: &str, rules: &Rules) -> Vec<Problem> {
    check(&read(text.as_bytes(), None).unwrap(), rules, pool)
}

#[test]
fn a_good_deck_has_no_problems() {
    assert_eq!(problems("4 Shock\n56 Mountain\nSideboard\n15 산\n", &Rules::CONSTRUCTED), []);
    assert_eq!(problems("20 Shock\n20 Mountain\n", &Rules::LIMITED), []);
    assert_eq!(problems("1 Shock\n", &Rules::FREE), []);
}

#[test]
fn copies_count_over_languages_and_sideboard() {
    let found = problems("3 Shock\n57 Mountain\nSideboard\n2 충격\n", &Rules::CONSTRUCTED);
    let [problem @ Problem::TooManyCopies { name, have: 5, allowed: 4, lines }] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((name.as_str(), &lines[..]), ("Shock", &[1, 4][..]));
    assert_eq!(problem.rule(), Some(rule::DECK_COPIES));
}

#[test]
fn sizes_are_checked() {
    let found = problems("39 Mountain\nSideboard\n16 Mountain\n", &Rules::CONSTRUCTED);
    assert_eq!(
        found,
        [
            Problem::TooFewCards { have: 39, need: 60 },
            Problem::SideboardTooLarge { have: 16, allowed: 15 }
        ]
    );
    assert_eq!(found[0].rule(), Some(rule::DECK_SIZE));
    let rules = Rules { max_main: Some(30), ..Rules::FREE };
    assert_eq!(problems("39 산\n", &rules), [Problem::TooManyCards { have: 39, allowed: 30 }]);
}

#[test]
fn unknown_and_misspelled_names() {
    let found = problems("1 URZA’S TOWER\n1 Shokc\n1 Black Lotus\n", &Rules::FREE);
    let meant = "Urza's Tower".to_owned();
    assert_eq!(found[0], Problem::Spelling { line: 1, name: "URZA’S TOWER".into(), meant });
    assert!(
        matches!(&found[1], Problem::UnknownCard { line: 2, nearest, .. } if nearest[0] == "Shock")
    );
    assert!(
        matches!(&found[2], Problem::UnknownCard { line: 3, nearest, .. } if nearest.is_empty())
    );
    for problem in &found {
        assert!(problem.text(Lang::En).starts_with("line "));
        assert!(problem.text(Lang::Ko).contains("번째 줄"));
    }
}

#[test]
fn a_card_may_set_its_own_limit() {
    let deck = read(b"7 Dwarf\n8 Rat\n", None).unwrap();
    let found = check(&deck, &Rules::LIMITED, |name| Known::Card {
        name: name.to_owned(),
        copies: simpan_decks::Copies::AtMost(7),
    });
    assert!(matches!(&found[1..], [Problem::TooManyCopies { have: 8, allowed: 7, .. }]));
}
