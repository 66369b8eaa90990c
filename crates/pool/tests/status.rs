//! How far a card is trusted, and that no word of an accepted text is passed over. All cards here
//! are invented.

mod support;

use simpan_pool::store::{self, Store};
use simpan_pool::{RawCard, RawFace, ReasonKind, Row, Status, StoreError, compile, curtail, plain};
use support::with_a_word;

fn card(types: &str, text: &str) -> RawCard {
    let pt = types.contains("Creature").then(|| "2".to_owned());
    let face = RawFace {
        name: "Moss Warden".into(),
        cost: "{2}{G}".into(),
        types: types.into(),
        text: text.into(),
        power: pt.clone(),
        toughness: pt,
        ..RawFace::default()
    };
    RawCard { name: face.name.clone(), faces: vec![face], ..RawCard::default() }
}

const GOOD: [(&str, &str); 8] = [
    ("Creature — Elf", ""),
    ("Creature — Elf", "Flying, trample"),
    ("Creature — Elf", "Flying (It does as birds do.)\nTrample"),
    ("Creature — Elf", "When Moss Warden enters the battlefield, draw a card."),
    ("Creature — Elf", "When this creature enters, draw a card."),
    ("Creature — Elf", "When Moss Warden comes into play, draw a card."),
    ("Instant", "Destroy target creature.\nDraw a card."),
    ("Sorcery", "You gain 3 life."),
];

#[test]
fn what_is_said_the_same_is_verified() {
    for (types, text) in GOOD {
        assert_eq!(compile(&card(types, text)).status, Status::Verified, "{text}");
    }
}

#[test]
fn wordings_of_three_dates_are_one_tree() {
    let trees: Vec<_> = GOOD[3..6].iter().map(|(t, x)| compile(&card(t, x)).card).collect();
    assert!(trees[0].is_some());
    assert!(trees.iter().all(|tree| *tree == trees[0]));
}

#[test]
fn no_word_of_an_accepted_text_is_passed_over() {
    for (types, text) in GOOD {
        for other in with_a_word(text) {
            let status = compile(&card(types, &other)).status;
            assert!(!status.is_accepted(), "{other}");
        }
    }
}

#[test]
fn a_reminder_that_contradicts_is_refused_with_its_place() {
    let text = "Bushido 2 (Whenever this creature blocks or becomes blocked, it gets +1/+1 until end of turn.)";
    let status = compile(&card("Creature — Elf", text)).status;
    let [reason] = status.reasons() else { panic!("{status:?}") };
    assert_eq!(reason.kind, ReasonKind::Reminder);
    assert_eq!(reason.span, Some(11..text.len() - 1));
    let right = text.replace("+1/+1", "+2/+2");
    assert_eq!(compile(&card("Creature — Elf", &right)).status, Status::Verified);
}

#[test]
fn refusals_say_what_and_where() {
    let kinds = |raw: &RawCard| -> Vec<ReasonKind> {
        compile(raw).status.reasons().iter().map(|r| r.kind).collect()
    };
    let text = "Flying\nWhenever Moss Warden hums, draw a card.";
    let status = compile(&card("Creature — Elf", text)).status;
    let reason = &status.reasons()[0];
    assert_eq!(reason.kind, ReasonKind::Text);
    assert!(text[reason.span.clone().unwrap()].starts_with("hums"), "{reason:?}");
    assert_eq!(kinds(&card("Creature — Elfe", "")), [ReasonKind::Types]);
    // A bracket that stays open would hide words.
    assert_eq!(kinds(&card("Creature — Elf", "Flying (and\nTrample")), [ReasonKind::Brackets]);
    let mut raw = card("Creature — Elf", "Flying");
    raw.faces[0].power = Some("x".into());
    raw.faces[0].cost = "{2}{Q}".into();
    assert_eq!(kinds(&raw), [ReasonKind::Cost, ReasonKind::Numbers]);
    let mut raw = card("Creature — Elf", "Flying");
    raw.partial = true;
    raw.faces.push(raw.faces[0].clone());
    assert_eq!(kinds(&raw), [ReasonKind::Incomplete, ReasonKind::Faces]);
}

#[test]
fn a_curtailed_card_says_what_it_will_not_do() {
    let raw = card("Creature — Elf", "Flying\nWhenever Moss Warden hums, draw a card.");
    let curtailed = curtail(&raw).unwrap();
    assert_eq!(curtailed.card.abilities.len(), 1);
    assert_eq!(curtailed.without, ["Whenever Moss Warden hums, draw a card."]);
    assert!(curtail(&card("Creature — Elfe", "Flying")).is_err());
}

#[test]
fn built_in_cards_read_from_their_text_are_the_same_tree() {
    let mut problems = Vec::new();
    for card in simpan_cards::builtin() {
        let row = Row::of_card(card);
        let compiled = compile(&row.raw);
        let mut wanted = card.clone();
        let order = |c: &mut simpan_cards::CardData| {
            c.abilities = c.abilities.iter().map(simpan_language::without_order).collect();
        };
        order(&mut wanted);
        let found = compiled.card.map(|mut c| {
            order(&mut c);
            c
        });
        // A colour that the cost gives anyway need not be written.
        let same = found.as_ref().is_some_and(|f| {
            f.abilities == wanted.abilities && (&f.types, &f.pt) == (&wanted.types, &wanted.pt)
        });
        if !same || !compiled.status.is_accepted() {
            problems.push(format!(
                "{}: {:?}\n  {:?}",
                card.name,
                row.raw.front().text,
                compiled.status
            ));
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn a_pool_is_kept_and_found_again() {
    let mut raw = card("Creature — Elf", "Flying");
    raw.faces[0].korean_name = Some("이끼 파수꾼".into());
    let row = Row::new(raw.clone(), &compile(&raw));
    let bytes = store::write(std::slice::from_ref(&row)).unwrap();
    let store = Store::open(bytes.clone()).unwrap();
    assert_eq!((store.len(), store.is_stale()), (1, false));
    for name in ["moss warden", "MossWarden", "이끼파수꾼"] {
        let found: Vec<Row> = store.find(name).filter_map(|n| store.row(n)).collect();
        assert_eq!(found, std::slice::from_ref(&row), "{name}");
    }
    assert_eq!(store.find("moss").count(), 0);
    assert_eq!(row.card(), compile(&raw).card);
    let again = Store::open(store::write(&[row]).unwrap()).unwrap();
    assert_eq!(again.hash(), store.hash());
    // Whatever is changed is noticed, and nothing panics.
    for at in 0..bytes.len() {
        let mut other = bytes.clone();
        other[at] ^= 0x55;
        if let Ok(store) = Store::open(other) {
            let _ = store.rows().count() + store.find("moss warden").count();
        }
        assert!(Store::open(bytes[..at].to_vec()).is_err());
    }
    assert_eq!(Store::open(b"garbage".to_vec()).unwrap_err(), StoreError::Foreign);
    let mut last = bytes;
    *last.last_mut().unwrap() ^= 1;
    assert_eq!(Store::open(last).unwrap_err(), StoreError::Damaged);
}

#[test]
fn cards_as_people_write_them() {
    let text = "# mine\n\nMoss Warden (이끼 파수꾼) {2}{G}\r\nCreature — Elf Druid\r\nFlying\r\n\
                Trample\r\n3/2\r\n\nGarden\nLand\n{T}: Add {G}.";
    let cards = plain::parse(text);
    let [warden, garden] = cards.as_slice() else { panic!("{cards:?}") };
    let face = warden.raw.front();
    assert_eq!((face.name.as_str(), face.cost.as_str()), ("Moss Warden", "{2}{G}"));
    assert_eq!(face.korean_name.as_deref(), Some("이끼 파수꾼"));
    assert_eq!((face.power.as_deref(), face.toughness.as_deref()), (Some("3"), Some("2")));
    assert_eq!(&text[warden.text..warden.text + 6], "Flying");
    assert_eq!(compile(&warden.raw).status, Status::Verified);
    assert_eq!(garden.raw.front().text, "{T}: Add {G}.");
    for odd in [
        "",
        "x",
        "\n\n#",
        "A\n\nB\nC\n[",
        "{",
        "()",
        "(가) {G}\n—\n1/1",
        "\u{feff}",
        "A\n\u{feff}B{",
    ] {
        for card in plain::parse(odd) {
            let _ = compile(&card.raw);
        }
    }
}
