//! Reading each format, and what is said of bad files.

use simpan_decks::{Deck, DeckError, DeckErrors, Format, Line, MAX_BYTES, MAX_LINES, read};
use simpan_rulebook::Lang;

fn good(text: &str) -> Deck {
    read(text.as_bytes(), None).unwrap_or_else(|errors| panic!("{errors}"))
}

fn bad(text: &str) -> Vec<DeckError> {
    match read(text.as_bytes(), None) {
        Ok(deck) => panic!("{deck:?}"),
        Err(DeckErrors(errors)) => errors,
    }
}

/// `4 Shock (M21) 159` for each line.
fn show(lines: &[Line]) -> Vec<String> {
    let part = |o: &Option<String>, l: &str, r: &str| {
        o.as_ref().map_or(String::new(), |text| format!(" {l}{text}{r}"))
    };
    let line = |l: &Line| {
        format!("{} {}{}{}", l.count, l.name, part(&l.set, "(", ")"), part(&l.number, "", ""))
    };
    lines.iter().map(line).collect()
}

#[test]
fn plain_text() {
    let deck = good(
        "# my deck\n// Name: 빨간 덱\n\n2 Suntail Hawk\n2x Shock\n3X 충격 # burn\n\
         1 1996 World Champion\n1 Fire // Ice\n\nSideboard:\n1 Erase (Not the Urza's Legacy One)\n",
    );
    assert_eq!(deck.format, Format::Plain);
    assert_eq!(deck.name.as_deref(), Some("빨간 덱"));
    assert_eq!(
        show(&deck.main),
        ["2 Suntail Hawk", "2 Shock", "3 충격", "1 1996 World Champion", "1 Fire // Ice"]
    );
    assert_eq!(show(&deck.side), ["1 Erase (Not the Urza's Legacy One)"]);
    assert_eq!(deck.main[0].at, 4);
    assert_eq!(deck.side[0].at, 11);
}

#[test]
fn sideboard_marks_and_korean_headings() {
    let deck = good("4 Shock\nSB: 2 Smash\nsb: 1x Duress\n3 Mountain\n");
    assert_eq!(show(&deck.main), ["4 Shock", "3 Mountain"]);
    assert_eq!(show(&deck.side), ["2 Smash", "1 Duress"]);
    let deck = good("덱\n4 충격\n사이드보드\n2 들\n");
    assert_eq!((deck.main.len(), deck.side.len()), (1, 1));
    let deck = good("//Main\n4 Shock\n//Sideboard\n2 Smash\n");
    assert_eq!((deck.main.len(), deck.side.len()), (1, 1));
}

#[test]
fn arena() {
    let deck = good(
        "About\nName Burn\n\nCompanion\n1 Lurrus (IKO) 226\n\nDeck\n4 Shock (M21) 159\n\
         20 Mountain (ZNR) 275\n\nSideboard\n2 Smash (m21) GR8\n",
    );
    assert_eq!(deck.format, Format::Arena);
    assert_eq!(deck.name.as_deref(), Some("Burn"));
    assert_eq!(show(&deck.main), ["4 Shock (M21) 159", "20 Mountain (ZNR) 275"]);
    assert_eq!(show(&deck.side), ["1 Lurrus (IKO) 226", "2 Smash (M21) GR8"]);
}

#[test]
fn moxfield() {
    let deck = good(
        "1 Shock (M21) 159 *F*\n1 Duress (PLST) DDC-50 #Removal #!Gone\n\nSIDEBOARD:\n1 Smash (M21) 9\n",
    );
    assert_eq!(deck.format, Format::Moxfield);
    assert_eq!(show(&deck.main), ["1 Shock (M21) 159", "1 Duress (PLST) DDC-50"]);
    assert_eq!(deck.side.len(), 1);
}

#[test]
fn magic_online_text() {
    let deck = good("40 Mountain\n20 Shock\n\n15 Smash\n");
    assert_eq!(deck.format, Format::MtgoText);
    assert_eq!((deck.main_size(), deck.side_size()), (60, 15));
    // Groups with gaps between are one deck.
    let deck = good("24 Mountain\n\n20 Shock\n\n16 Bear\n");
    assert_eq!((deck.format, deck.side.len()), (Format::Plain, 0));
    let deck = good("24 Mountain\n\n20 Shock\n");
    assert_eq!((deck.format, deck.side.len()), (Format::Plain, 0));
}

#[test]
fn magic_online_dek() {
    let deck = good(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Deck xmlns:xsi=\"x\">\r\n\
         <NetDeckID>0</NetDeckID>\r\n\
         <Cards CatID=\"1\" Quantity=\"4\" Sideboard=\"false\" Name=\"Urza&apos;s Tower\" Annotation=\"0\" />\r\n\
         <Cards CatID=\"2\" Quantity=\"2\" Sideboard=\"true\" Name=\"Fire/Ice\"></Cards>\r\n</Deck>\r\n",
    );
    assert_eq!(deck.format, Format::MtgoDek);
    assert_eq!(show(&deck.main), ["4 Urza's Tower"]);
    assert_eq!(show(&deck.side), ["2 Fire // Ice"]);
    assert_eq!(deck.main[0].catalog, Some(1));
    assert_eq!(deck.main[0].at, 4);
}

#[test]
fn cockatrice() {
    let deck = good(
        "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\">\n<!-- hi -->\n\
         <deckname>A &amp; B</deckname><comments/>\n<zone name='main'>\n\
         <card number=\"4\" name=\"Shock\" setShortName=\"M21\" collectorNumber=\"159\"/>\n</zone>\n\
         <zone name=\"side\"><card number=\"1\" price=\"0\" name=\"Smash\"/></zone>\n\
         <zone name=\"tokens\"><card number=\"1\" name=\"Goblin\"/></zone>\n</cockatrice_deck>\n",
    );
    assert_eq!(deck.format, Format::Cockatrice);
    assert_eq!(deck.name.as_deref(), Some("A & B"));
    assert_eq!(show(&deck.main), ["4 Shock (M21) 159"]);
    assert_eq!(show(&deck.side), ["1 Smash"]);
}

#[test]
fn forge() {
    let deck = good(
        "[metadata]\nName=Burn\nDescription=a=b\n[Main]\n4 Shock|M21|1\n2 Duress+|M21|[96]\n\
         1 Bear\n[Sideboard]\n1 Smash|M21\n",
    );
    assert_eq!(deck.format, Format::Forge);
    assert_eq!(deck.name.as_deref(), Some("Burn"));
    assert_eq!(show(&deck.main), ["4 Shock (M21)", "2 Duress (M21) 96", "1 Bear"]);
    assert_eq!(show(&deck.side), ["1 Smash (M21)"]);
}

#[test]
fn xmage() {
    let deck = good(
        "NAME:Burn\n4 [M21:159] Shock\nSB: 1 [M21:3] Smash\nLAYOUT MAIN:(1,1)(NONE,false,50)|([M21:159])\n",
    );
    assert_eq!(deck.format, Format::XMage);
    assert_eq!(deck.name.as_deref(), Some("Burn"));
    assert_eq!(show(&deck.main), ["4 Shock (M21) 159"]);
    assert_eq!(show(&deck.side), ["1 Smash (M21) 3"]);
    let deck = read(b"NAME:x\n4 Shock\n", Some("burn.DCK")).unwrap();
    assert_eq!(deck.format, Format::XMage);
}

#[test]
fn all_bad_lines_are_told() {
    let errors =
        bad("4 Shock\nnonsense\n0 Bear\n1000 Bear\n-2 Bear\n5\n99999999999999999999 Bear\n");
    let lines: Vec<_> = errors.iter().map(|error| error.line().unwrap()).collect();
    assert_eq!(lines, [2, 3, 4, 5, 6, 7]);
    assert!(errors[0].to_string().contains("expected a count and a name"), "{}", errors[0]);
    assert!(matches!(&errors[1], DeckError::BadCount { count, .. } if count == "0"));
    assert!(matches!(errors[4], DeckError::BadName { line: 6 }));
    for error in &errors {
        assert!(error.text(Lang::Ko).contains("번째 줄"));
    }
}

#[test]
fn sections_without_a_place_are_refused() {
    assert!(matches!(
        &bad("4 Shock\nAttractions\n1 Bear\n")[..],
        [DeckError::BadSection { line: 2, .. }]
    ));
    assert!(matches!(
        &bad("[Main]\n4 Shock\n[Planes]\n1 X\n")[..],
        [DeckError::BadSection { line: 3, .. }]
    ));
}

#[test]
fn broken_xml_is_told_with_its_line() {
    for (text, line) in [
        ("<html></html>", 1),
        ("<Deck>\n<Cards Quantity=4 />\n</Deck>", 2),
        ("<Deck>\n<Cards Quantity=\"4\" Name=\"A & B\"/>\n</Deck>", 2),
        ("<Deck>\n<Cards Quantity=\"4\" Name=\"A\"/>\n", 3),
        ("<!DOCTYPE x [<!ENTITY a \"b\">]>\n<Deck/>", 1),
        ("<Deck>\n</Dock>", 2),
        ("<Deck/><Deck/>", 1),
    ] {
        assert!(
            matches!(&bad(text)[..], [DeckError::Xml { line: l, .. }] if *l == line),
            "{text}: {:?}",
            bad(text)
        );
    }
    assert!(matches!(
        &bad("<Deck><Cards Quantity=\"4\"/></Deck>")[..],
        [DeckError::BadLine { .. }]
    ));
    assert!(matches!(
        &bad("<cockatrice_deck><card number=\"1\" name=\"A\"/></cockatrice_deck>")[..],
        [DeckError::BadLine { .. }]
    ));
    let deep = "<Deck>".to_owned() + &"<a>".repeat(100);
    assert!(matches!(&bad(&deep)[..], [DeckError::Xml { .. }]));
}

#[test]
fn encodings() {
    let text = "4 충격\n";
    let le: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let be: Vec<u8> =
        [0xFE, 0xFF].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect();
    let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    for bytes in [&le, &be, &marked] {
        assert_eq!(read(bytes, None).unwrap().main[0].name, "충격");
    }
    let of = |bytes: &[u8]| read(bytes, None).unwrap_err().0;
    assert_eq!(
        of(b"4 Shock\n4 \xFFx"),
        [DeckError::Encoding { line: 2, offset: 10, encoding: "UTF-8" }]
    );
    let mut odd = le.clone();
    odd.push(0);
    assert!(matches!(of(&odd)[..], [DeckError::Encoding { line: 2, encoding: "UTF-16", .. }]));
    assert!(matches!(
        of(b"\xFF\xFE\x00\xDC")[..],
        [DeckError::Encoding { line: 1, offset: 2, .. }]
    ));
}

#[test]
fn bounds() {
    assert!(matches!(
        read(&vec![b'\n'; MAX_BYTES + 1], None).unwrap_err().0[..],
        [DeckError::TooLarge { .. }]
    ));
    let many = "1 Shock\n".repeat(MAX_LINES + 1);
    assert!(matches!(bad(&many)[..], [DeckError::TooManyLines { .. }]));
    assert_eq!(good(&"1 Shock\n".repeat(MAX_LINES)).main.len(), MAX_LINES);
    let wide =
        format!("<Deck>{}</Deck>", "<Cards Quantity=\"1\" Name=\"A\"/>".repeat(MAX_LINES + 1));
    assert!(bad(&wide).iter().any(|e| matches!(e, DeckError::TooManyLines { .. })));
    assert_eq!(bad(""), [DeckError::Empty]);
    assert_eq!(bad("# nothing\n\nDeck\n"), [DeckError::Empty]);
    assert_eq!(bad(&format!("1 {}", "a".repeat(201))), [DeckError::BadName { line: 1 }]);
    assert_eq!(bad("1 a\u{7}b"), [DeckError::BadName { line: 1 }]);
}
