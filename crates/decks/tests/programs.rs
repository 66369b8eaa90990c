//! Files as the programs themselves write them.

use simpan_decks::{Deck, Encoding, Finish, Format, Line, Role, Why, read, write};

fn good(text: &str) -> Deck {
    read(text.as_bytes(), None).unwrap_or_else(|errors| panic!("{errors}"))
}

fn names(lines: &[Line]) -> Vec<String> {
    lines.iter().map(|line| format!("{} {}", line.count, line.name)).collect()
}

fn left(deck: &Deck) -> Vec<(usize, Why)> {
    deck.left.iter().map(|left| (left.at, left.why)).collect()
}

/// Arena names a companion twice; it is one card of the sideboard.
#[test]
fn arena_with_a_companion() {
    let deck = good(
        "About\r\nName Sky\r\n\r\nCompanion\r\n1 Yorion, Sky Nomad (IKO) 232\r\n\r\nDeck\r\n\
         4 Omen of the Sea (THB) 58\r\n2 Fire // Ice (ZNR) 1\r\n\r\nSideboard\r\n\
         1 Yorion, Sky Nomad (IKO) 232\r\n2 Negate (ZNR) 71\r\n",
    );
    assert_eq!(deck.format, Format::Arena);
    assert_eq!(names(&deck.side), ["1 Yorion, Sky Nomad", "2 Negate"]);
    assert_eq!(deck.side[0].role, Role::Companion);
    assert_eq!(left(&deck), [(12, Why::Again)]);
    assert_eq!(names(&deck.main)[1], "2 Fire // Ice");
    let text = write(&deck, Format::Arena);
    assert!(text.contains("Companion\n1 Yorion"), "{text}");
    assert!(text.contains("Sideboard\n1 Yorion"), "{text}");
}

/// A commander stands before the deck; a client in Korean says so in Korean.
#[test]
fn arena_with_a_commander() {
    for (commander, main) in [("Commander", "Deck"), ("커맨더", "덱")] {
        let deck = good(&format!("{commander}\n1 Teysa (MKM) 234\n\n{main}\n8 Swamp (M21) 311\n"));
        assert_eq!(names(&deck.main), ["1 Teysa", "8 Swamp"]);
        assert_eq!((deck.main[0].role, deck.main[1].role), (Role::Commander, Role::Card));
    }
}

/// The joint between two names, in all the ways it is written.
#[test]
fn two_names() {
    for joint in [" // ", "/", " / ", "//", " /// ", "///"] {
        let name = format!("Fire{joint}Ice");
        for text in [
            format!("4 {name}\n"),
            format!("4 {name} (DMR) 215\n"),
            format!("4 [DMR:215] {name}\n"),
            format!("[main]\n4 {name}|DMR\n"),
            format!("<Deck><Cards Quantity=\"4\" Name=\"{name}\" /></Deck>"),
        ] {
            assert_eq!(names(&good(&text).main), ["4 Fire // Ice"], "{text}");
        }
    }
    let deck = good("1 Who/What/When/Where/Why\n");
    assert_eq!(names(&deck.main), ["1 Who // What // When // Where // Why"]);
    for (format, written) in [
        (Format::MtgoText, "1 Who/What/When/Where/Why"),
        (Format::MtgoDek, "Name=\"Who/What/When/Where/Why\""),
        (Format::Moxfield, "1 Who / What / When / Where / Why"),
        (Format::XMage, "1 [-:0] Who // What // When // Where // Why"),
    ] {
        assert!(write(&deck, format).contains(written), "{format}: {}", write(&deck, format));
    }
}

#[test]
fn moxfield_and_archidekt() {
    let deck = good(
        "1x Sol Ring (c21) 263 *F* [Ramp{top},Artifact] ^Have,#37d67a^\n\
         1 Tunnel-Grinder / Searing Rift (LCI) 135 *E* #Card Draw #!Removal\n\
         1 Hot Pursuit (Star Wars)\n\nSIDEBOARD:\n1 Shock (STH) 98 *f*\n",
    );
    assert_eq!(deck.format, Format::Moxfield);
    let [ring, rift, pursuit] = &deck.main[..] else { panic!("{deck:?}") };
    assert_eq!(ring.tags, ["Ramp{top}", "Artifact"]);
    assert_eq!((ring.set.as_deref(), ring.finish), (Some("C21"), Finish::Foil));
    assert_eq!(rift.tags, ["Card Draw", "!Removal"]);
    assert_eq!(
        (rift.name.as_str(), rift.finish),
        ("Tunnel-Grinder // Searing Rift", Finish::Etched)
    );
    assert_eq!((pursuit.name.as_str(), &pursuit.set), ("Hot Pursuit (Star Wars)", &None));
    assert_eq!(deck.side[0].finish, Finish::Foil);
}

/// Sections by kind of card, and cards that are only thought about.
#[test]
fn sections_of_sites() {
    let deck = good(
        "Creatures (4)\n4 Bear\n\nLands:\n20 Forest\n\n//Sideboard\n2 Negate\n\n//Maybeboard\n\
         1 Ox\n1 Owl\n",
    );
    assert_eq!(names(&deck.main), ["4 Bear", "20 Forest"]);
    assert_eq!(names(&deck.side), ["2 Negate"]);
    assert_eq!(
        left(&deck),
        [(1, Why::Comment), (4, Why::Comment), (11, Why::Aside), (12, Why::Aside)]
    );
}

#[test]
fn magic_online() {
    let deck = good(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n\
         <Deck xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\r\n\
         <NetDeckID>0</NetDeckID>\r\n<PreconstructedDeckID>0</PreconstructedDeckID>\r\n\
         <Cards CatID=\"78106\" Quantity=\"60\" Sideboard=\"false\" Name=\"Dead/Gone\" Annotation=\"0\" />\r\n\
         <Cards CatID=\"78107\" Quantity=\"2\" Sideboard=\"true\" Name=\"Lim-D&#251;l&apos;s Vault\" Annotation=\"0\" />\r\n\
         </Deck>\r\n",
    );
    assert_eq!(deck.format, Format::MtgoDek);
    assert_eq!(names(&deck.main), ["60 Dead // Gone"]);
    assert_eq!(names(&deck.side), ["2 Lim-Dûl's Vault"]);
    assert_eq!(deck.main[0].catalog, Some(78106));
    assert_eq!(left(&deck), []);
}

#[test]
fn cockatrice() {
    let deck = good(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_deck version=\"1\">\n\
         <lastLoadedTimestamp>Mon Nov 30 2026</lastLoadedTimestamp>\n<deckname>빨강</deckname>\n\
         <bannerCard providerId=\"\">Shock</bannerCard>\n<comments>one\ntwo</comments>\n\
         <tags><tag>aggro</tag></tags>\n<zone name=\"main\">\n\
         <card number=\"4\" name=\"Shock\" setShortName=\"STH\" collectorNumber=\"98\" uuid=\"ab-1\"/>\n\
         </zone>\n<zone name=\"tokens\">\n<card number=\"1\" name=\"Goblin Token\"/>\n</zone>\n\
         <sideboard_plan><name>x</name></sideboard_plan>\n</cockatrice_deck>\n",
    );
    assert_eq!(deck.comment.as_deref(), Some("one\ntwo"));
    let shock = &deck.main[0];
    assert_eq!((shock.set.as_deref(), shock.printing.as_deref()), (Some("STH"), Some("ab-1")));
    let notes: Vec<&str> = deck.left.iter().map(|left| left.text.as_str()).collect();
    assert_eq!(notes, ["lastLoadedTimestamp", "bannerCard", "tag", "Goblin Token", "name"]);
}

/// Forge's own decks repeat `[metadata]`, and have a `[shop]` and empty sections.
#[test]
fn forge() {
    let deck = good(
        "[metadata]\nName=Coven\n[shop]\nCredits=5000\n[metadata]\nDescription=Witches.\nSet=MIC\n\
         [commander]\n1 Leinore|MIC\n[main]\n12 Forest|MIC|2\n1 Ox+|MB1_2|[5]\n1 Owl|MIC|1|[7]\n\
         [sideboard]\n[schemes]\n",
    );
    assert_eq!(deck.format, Format::Forge);
    assert_eq!((deck.name.as_deref(), deck.comment.as_deref()), (Some("Coven"), Some("Witches.")));
    assert_eq!(deck.main[0].role, Role::Commander);
    assert_eq!(deck.main[1].art, Some(2));
    let ox = &deck.main[2];
    assert_eq!((ox.set.as_deref(), ox.number.as_deref()), (Some("MB1_2"), Some("5")));
    assert_eq!(ox.finish, Finish::Foil);
    assert_eq!((deck.main[3].art, deck.main[3].number.as_deref()), (Some(1), Some("7")));
    assert_eq!(left(&deck), [(4, Why::Program), (7, Why::Program)]);
}

#[test]
fn xmage() {
    let deck = good(
        "NAME:Burn\nAUTHOR:me\n4 [MPS-AKH:32] Shock\n2 [ISD:51] Delver of Secrets\n\
         SB: 1 [PUMA:U16] Ox\nLAYOUT MAIN:(1,2)(CMC,false,50)|([MPS-AKH:32])([ISD:51],[ISD:51])\n\
         LAYOUT SIDEBOARD:(0,0)(NONE,false,50)|\n",
    );
    assert_eq!(deck.format, Format::XMage);
    assert_eq!(deck.author.as_deref(), Some("me"));
    assert_eq!(deck.main[0].set.as_deref(), Some("MPS-AKH"));
    assert_eq!(deck.side[0].number.as_deref(), Some("U16"));
    assert_eq!(left(&deck), [(6, Why::Program), (7, Why::Program)]);
}

/// Old files are written in the code page of their Windows.
#[test]
fn code_pages() {
    let korean = b"4 \xC3\xE6\xB0\xDD\n";
    let deck = read(korean, None).unwrap();
    assert_eq!((names(&deck.main), deck.encoding), (vec!["4 충격".to_owned()], Encoding::Korean));
    for (bytes, name) in [
        (&b"4 Lim-D\xFBl\x92s Vault\n"[..], "4 Lim-Dûl’s Vault"),
        (b"4 \xC6ther Vial\n", "4 Æther Vial"),
        (b"4 J\xF6tun Grunt\n", "4 Jötun Grunt"),
        (b"4 D\xE9j\xE0 Vu\n", "4 Déjà Vu"),
    ] {
        let deck = read(bytes, None).unwrap();
        assert_eq!((&names(&deck.main)[0][..], deck.encoding), (name, Encoding::Western));
    }
}
