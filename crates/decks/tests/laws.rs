//! What must hold of every deck and of any bytes.

use proptest::prelude::*;
use proptest::sample::select as sample;
use simpan_decks::{
    Deck, Detail, Finish, Format, Known, Line, Problem, Role, Rules, Why, check, losses, nearest,
    read, write,
};
use simpan_rulebook::{Lang, rule};

/// Names as they occur: Korean, apostrophes, split cards, marks of XML.
fn name() -> impl Strategy<Value = String> {
    let word = "[A-Z][a-z]{1,8}('s)?|[가-힣]{1,5}|[A-Z][a-z]+-[A-Z][a-z]+|<Tag>|A&B|\"Quoted\"";
    let split = prop_oneof![9 => Just(" "), 1 => Just(" // ")];
    (proptest::collection::vec(word, 1..4), split).prop_map(|(words, by)| words.join(by))
}

/// A line with everything that some format can hold.
fn line() -> impl Strategy<Value = Line> {
    let printing = (
        proptest::option::of("[A-Z0-9]{3,4}"),
        proptest::option::of("[1-9][0-9]{0,2}[a-z]?"),
        proptest::option::of(1u32..9),
    );
    let finish = sample(vec![Finish::Plain, Finish::Plain, Finish::Foil, Finish::Etched]);
    let tags = proptest::collection::vec("!?[A-Za-z가-힣]{1,6}( [a-z]{1,4})?", 0..3);
    let ids = (proptest::option::of(1u32..99_999), proptest::option::of("[0-9a-f]{8}-[0-9a-f]{4}"));
    (1u32..=999, name(), printing, finish, tags, ids).prop_map(
        |(count, name, (set, number, art), finish, tags, (catalog, printing))| {
            let role = Role::Card;
            Line { count, name, set, number, finish, role, tags, art, catalog, printing, at: 0 }
        },
    )
}

fn deck() -> impl Strategy<Value = Deck> {
    let lines = |range| proptest::collection::vec(line(), range);
    let word = || proptest::option::of("[A-Za-z가-힣]{1,8}( [A-Za-z&<]{1,8})?");
    let comment = proptest::option::of("[A-Za-z가-힣]{1,8}(\n[A-Za-z&<]{1,8}){0,2}");
    (word(), word(), comment, lines(1..20), lines(0..6), 0..3usize, 0..2usize).prop_map(
        |(name, author, comment, mut main, mut side, commanders, companions)| {
            main.iter_mut().take(commanders).for_each(|line| line.role = Role::Commander);
            side.iter_mut().take(companions).for_each(|line| line.role = Role::Companion);
            Deck { name, author, comment, main, side, ..Deck::default() }
        },
    )
}

/// What a format keeps of a deck: all but what it says it loses.
fn kept(deck: &Deck, format: Format) -> Deck {
    let mut deck = deck.clone();
    deck.format = Format::Plain;
    deck.left.clear();
    for what in losses(&deck, format).iter().map(|loss| loss.what) {
        match what {
            Detail::Name => deck.name = None,
            Detail::Author => deck.author = None,
            Detail::Comment => deck.comment = None,
            Detail::CommentLines => deck.comment = deck.comment.map(|c| c.replace('\n', " ")),
            _ => {}
        }
    }
    for line in deck.main.iter_mut().chain(&mut deck.side) {
        line.at = 0;
        let alone = Deck { main: vec![line.clone()], ..Deck::default() };
        for what in losses(&alone, format).iter().map(|loss| loss.what) {
            match what {
                Detail::Set => line.set = None,
                Detail::Number => line.number = None,
                // Forge knows one kind of foil.
                Detail::Finish if format == Format::Forge => line.finish = Finish::Foil,
                Detail::Finish => line.finish = Finish::Plain,
                Detail::Commander | Detail::Companion => line.role = Role::Card,
                Detail::Tags => line.tags.clear(),
                Detail::Art => line.art = None,
                Detail::Catalog => line.catalog = None,
                Detail::Printing => line.printing = None,
                _ => {}
            }
        }
    }
    deck
}

/// Where things stand in the file, taken away.
fn bare(mut deck: Deck) -> Deck {
    deck.format = Format::Plain;
    deck.left.clear();
    deck.main.iter_mut().chain(&mut deck.side).for_each(|line| line.at = 0);
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
            // Only a companion that is named twice is left out.
            let again = back.left.iter().all(|left| left.why == Why::Again);
            prop_assert!(again, "{}: {:?}\n{}", format, back.left, text);
            prop_assert_eq!(bare(back), kept(&deck, format), "{}\n{}", format, text);
        }
    }

    /// Through any two formats, what both keep.
    #[test]
    fn decks_go_from_format_to_format(deck in deck(), one in 0..8usize, other in 0..8usize) {
        let (one, other) = (Format::ALL[one], Format::ALL[other]);
        let step = |deck: &Deck, format| read(write(deck, format).as_bytes(), None);
        let back = step(&step(&deck, one).unwrap(), other).unwrap();
        prop_assert_eq!(bare(back), kept(&kept(&deck, one), other), "{} {}", one, other);
    }

    /// Whoever ends the lines and however the bytes are written.
    #[test]
    fn line_ends_and_encodings_say_the_same(deck in deck(), format in 0..8usize) {
        let text = write(&deck, Format::ALL[format]);
        let plain = read(text.as_bytes(), None).unwrap();
        for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
            let wide = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
                format!("\u{FEFF}{text}").encode_utf16().flat_map(unit).collect()
            };
            let marked = format!("\u{FEFF}{text}").into_bytes();
            for bytes in [text.clone().into_bytes(), marked, wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
                let back = Deck { encoding: plain.encoding, ..read(&bytes, None).unwrap() };
                prop_assert_eq!(&back, &plain);
            }
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
        sets: None,
    });
    assert!(matches!(&found[1..], [Problem::TooManyCopies { have: 8, allowed: 7, .. }]));
}
