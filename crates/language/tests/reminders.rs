//! Reminders in parentheses are checked against the card they stand on. All texts are made up of
//! the templates of the game.

use simpan_cards::CardData;
use simpan_language::{CardHeader, Lang, Verdict, parse_paragraphs, reminders};

/// What comes of the only reminder of a text.
fn verdict(types: &str, text: &str) -> Verdict {
    let types = types.parse().unwrap();
    let mut card = CardData { name: "Moss Warden".into(), types, ..bare() };
    card.cost = Some("{G/W}{2/R}".parse().unwrap());
    let rows = parse_paragraphs(text, &CardHeader::of(&card), Lang::En).expect(text);
    card.abilities = rows.iter().flatten().cloned().collect();
    let all = reminders(text, &card, Some(&rows), Lang::En);
    let loose = reminders(text, &card, None, Lang::En);
    assert_eq!(all.len(), 1, "{text}");
    assert_eq!(&text[all[0].span.clone()], all[0].words);
    assert!(loose[0].verdict == all[0].verdict || loose[0].verdict == Verdict::Holds, "{text}");
    all[0].verdict
}

fn bare() -> CardData {
    simpan_cards::builtin()[0].clone()
}

#[test]
fn reminders_that_hold() {
    for text in [
        "Bushido 2 (Whenever this creature blocks or becomes blocked, it gets +2/+2 until end of turn.)",
        "Bushido 2 (When this blocks or becomes blocked, it gets +2/+2 until end of turn.)",
        "Trample (This creature can deal excess combat damage to the player or planeswalker it's attacking.)",
        "Whenever this creature attacks, it gains flying until end of turn. (It can't be blocked except by creatures with flying or reach.)",
        "Cycling {2} ({2}, Discard this card from your hand: Draw a card.)",
        "Cycling {2} ({2}, Discard this card: Draw a card.)",
        "When this creature dies, create a Treasure token. (It's an artifact with \"{T}, Sacrifice this token: Add one mana of any color.\")",
        "When this creature dies, scry 2. (Look at the top two cards of your library, then put any number of them on the bottom of your library and the rest on top in any order.)",
        "({G/W} can be paid with either {G} or {W}.)",
        "({2/R} can be paid with any two mana or with {R}. This card's mana value is 3.)",
        "Soulshift 3 (When this is put into a graveyard from play, you may return target Spirit card with converted mana cost 3 or less from your graveyard to your hand.)",
    ] {
        assert_eq!(verdict("Creature — Elf", text), Verdict::Holds, "{text}");
    }
    let lands =
        [("Land — Forest", "({T}: Add {G}.)"), ("Land — Swamp Forest", "({T}: Add {B} or {G}.)")];
    for (types, text) in lands {
        assert_eq!(verdict(types, text), Verdict::Holds, "{text}");
    }
}

#[test]
fn reminders_that_contradict() {
    for text in [
        "Bushido 2 (Whenever this creature blocks or becomes blocked, it gets +1/+1 until end of turn.)",
        "Trample (This creature can't be blocked except by creatures with flying or reach.)",
        "Trample (This creature can't be blocked except by creatures with flying or reach.)\nFlying",
        "Cycling {2} ({3}, Discard this card: Draw a card.)",
        "When this creature dies, scry 2. (Look at the top three cards of your library, then put any number of them on the bottom of your library and the rest on top in any order.)",
        "When this creature dies, create a Food token. (It's an artifact with \"{T}, Sacrifice this token: Add one mana of any color.\")",
        "({G/U} can be paid with either {G} or {U}.)",
        "({2/R} can be paid with any two mana or with {R}. This card's mana value is 2.)",
        "Afterlife 1 (When this creature dies, create two 1/1 white and black Spirit creature tokens with flying.)",
    ] {
        assert_eq!(verdict("Creature — Elf", text), Verdict::Contradicts, "{text}");
    }
    assert_eq!(verdict("Land — Forest", "({T}: Add {G} or {W}.)"), Verdict::Contradicts);
}

#[test]
fn reminders_whose_words_are_not_known() {
    for text in ["Flying (It does as birds do.)", "Trample (it)"] {
        assert_eq!(verdict("Creature — Elf", text), Verdict::Unknown, "{text}");
    }
}

#[test]
fn korean_reminders() {
    let card = CardData { types: "Creature — Elf".parse().unwrap(), ..bare() };
    for (text, verdict) in [
        ("돌진 (이 생물은 비행이나 대공을 가진 생물에게만 방어될 수 있다.)", Verdict::Contradicts),
        ("비행 (이 생물은 비행이나 대공을 가진 생물에게만 방어될 수 있다.)", Verdict::Holds),
        ("비행 (새처럼 난다.)", Verdict::Unknown),
    ] {
        let rows = parse_paragraphs(text, &CardHeader::of(&card), Lang::Ko).expect(text);
        let all = reminders(text, &card, Some(&rows), Lang::Ko);
        assert_eq!(all[0].verdict, verdict, "{text}");
    }
}
