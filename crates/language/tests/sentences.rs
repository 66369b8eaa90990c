//! Invented sentences: read, printed back word for word, and round-tripped in both languages with
//! both editions' words.

use simpan_cards::ast::Ability;
use simpan_language::{
    CardHeader, Lang, Wording, check_tables, parse_ability, parse_card, print_ability, print_card,
    without_order, worded,
};

const FORMS: [(Lang, Wording); 5] = [
    (Lang::En, Wording::Y2026),
    (Lang::En, Wording::Y2021),
    (Lang::En, Wording::Y2005),
    (Lang::Ko, Wording::Y2021),
    (Lang::Ko, Wording::Y2005),
];

fn header() -> CardHeader {
    CardHeader { name: "~".to_owned(), ..CardHeader::default() }
}

/// A card that could have the ability.
fn header_for(ability: &Ability) -> CardHeader {
    let types = if matches!(ability, Ability::Spell(_)) { "Sorcery" } else { "Creature" };
    CardHeader { types: types.parse().unwrap(), ..header() }
}

fn lines(text: &'static str) -> impl Iterator<Item = String> {
    text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).map(|l| l.replace("\\n", "\n"))
}

/// What is wrong with `ability` read back from its print, in every form.
fn round_trip(ability: &Ability, problems: &mut Vec<String>) {
    for (lang, wording) in FORMS {
        let text = print_ability(ability, "~", lang, wording);
        match parse_ability(&text, &header_for(ability), lang) {
            Ok(back) if without_order(&back) == without_order(&worded(ability, wording)) => {}
            Ok(back) => problems.push(format!("{text}\n  is {ability:?}\n  read as {back:?}")),
            Err(error) => problems.push(format!("{text}\n  {error}")),
        }
    }
}

fn check(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn the_tables_are_sound() {
    check_tables().unwrap();
}

fn sentences(text: &'static str, lang: Lang) {
    let mut problems = Vec::new();
    for line in lines(text) {
        match parse_ability(&line, &header(), lang) {
            Ok(ability) => {
                let printed = print_ability(&ability, "~", lang, Wording::Y2021);
                // A single ability speaks of what is attached as an enchanted creature.
                let said = printed.replace("nchanted creature attacks", "quipped creature attacks");
                if said != line {
                    problems.push(format!("{line}\n  printed as {printed}"));
                }
                round_trip(&ability, &mut problems);
            }
            Err(error) => problems.push(format!("{line}\n  {error}")),
        }
    }
    check(&problems);
}

#[test]
fn english_sentences_print_back() {
    sentences(include_str!("sentences.txt"), Lang::En);
}

#[test]
fn korean_sentences_print_back() {
    sentences(include_str!("korean.txt"), Lang::Ko);
}

#[test]
fn every_wording_reads_as_the_same_tree() {
    let mut problems = Vec::new();
    for line in lines(include_str!("wordings.txt")) {
        let (old, new) = line.split_once(" = ").unwrap();
        match parse_ability(old, &header(), Lang::En) {
            Ok(ability) => {
                let printed = print_ability(&ability, "~", Lang::En, Wording::Y2021);
                if printed != new {
                    problems.push(format!("{old}\n  printed as {printed}"));
                }
            }
            Err(error) => problems.push(format!("{old}\n  {error}")),
        }
    }
    check(&problems);
}

#[test]
fn the_built_in_cards_read_back_in_every_form() {
    let mut problems = Vec::new();
    let plain = |all: &[Ability]| all.iter().map(without_order).collect::<Vec<_>>();
    let said = |card: &simpan_cards::CardData, wording| {
        card.abilities.iter().map(|a| worded(a, wording)).collect::<Vec<_>>()
    };
    for card in simpan_cards::builtin() {
        for (lang, wording) in FORMS {
            let text = print_card(card, lang, wording);
            if text.contains('⟦') {
                problems.push(format!("{}: {text}", card.name));
            }
            match parse_card(&text, &CardHeader::of(card), lang) {
                Ok(back) if plain(&back) == plain(&said(card, wording)) => {}
                Ok(back) => problems.push(format!("{text}\n  read as {back:?}")),
                Err(error) => problems.push(format!("{text}\n  {error}")),
            }
        }
    }
    check(&problems);
}

#[test]
fn what_is_not_understood_is_named() {
    let text = "Flying\nWhen ~ enters the battlefield, juggle two cards.";
    let error = parse_card(text, &header(), Lang::En).unwrap_err();
    assert_eq!(error.errors.len(), 1);
    assert_eq!(error.errors[0].words, "juggle two cards.");
    assert_eq!(&text[error.errors[0].span.clone()], "juggle two cards.");
    assert!(!error.errors[0].expected.is_empty());
}

#[test]
fn no_text_makes_the_reader_panic() {
    for line in
        lines(include_str!("korean.txt")).chain(lines(include_str!("sentences.txt"))).step_by(9)
    {
        for (end, _) in line.char_indices() {
            for lang in [Lang::En, Lang::Ko] {
                let _ = parse_card(&line[..end], &header(), lang);
            }
        }
    }
    let nested = "~ has \"".repeat(2000);
    assert!(parse_card(&nested, &header(), Lang::En).is_err());
    for odd in
        ["(", ")))", "{", "{T}:", "• ", "—", "\"\"", ".\".", "\u{a0}", "+", "+1/", "-X/", "이 생물"]
    {
        let _ = parse_card(odd, &header(), Lang::Ko);
        let _ = parse_card(odd, &header(), Lang::En);
    }
}

#[test]
fn the_issue_s_sentence_is_said_in_every_form() {
    let english = "Whenever a creature you control deals combat damage to a player, you may return \
                   target creature card with mana value less than or equal to that damage from \
                   your graveyard to your hand.";
    let ability = parse_ability(english, &header(), Lang::En).unwrap();
    assert_eq!(print_ability(&ability, "~", Lang::En, Wording::Y2021), english);
    let older = print_ability(&ability, "~", Lang::En, Wording::Y2005);
    assert!(older.contains("converted mana cost less than or equal to that damage"), "{older}");
    let mut problems = Vec::new();
    round_trip(&ability, &mut problems);
    check(&problems);
    for (lang, wording) in FORMS {
        println!("{}", print_ability(&ability, "~", lang, wording));
    }
}

#[test]
fn what_may_be_said_of_the_last_alone_is_not_read() {
    let types: simpan_cards::ast::TypeLine = "Instant".parse().unwrap();
    let card = CardHeader { name: "Vine".to_owned(), korean: None, types };
    let read = |text: &str| simpan_language::parse_ability(text, &card, Lang::En);
    assert!(read("Destroy target creature with flying.").is_ok());
    assert!(read("Destroy target artifact or creature.").is_ok());
    let error = read("Destroy target artifact or creature with flying.").unwrap_err();
    assert!(error.to_string().contains("of which"), "{error}");
}

#[test]
fn what_follows_with_and_belongs_to_the_condition() {
    let read = |text: &str| parse_ability(text, &header(), Lang::En);
    let Ok(Ability::Triggered(t)) = read(
        "At the beginning of your upkeep, you may sacrifice an artifact. If you don't, tap ~ and it deals 2 damage to you.",
    ) else {
        panic!("not read")
    };
    let simpan_cards::ast::Effect::Seq(row) = &t.effect else { panic!("{t:?}") };
    assert_eq!(row.len(), 2, "{row:?}");
    // Who takes the offer hasn't named "it".
    assert!(!format!("{row:?}").contains("Previous"), "{row:?}");
    // Of which of the two is it said, and who or what is spoken of?
    for text in [
        "When ~ dies, each player may discard their hand and draw seven cards.",
        "If a creature an opponent controls would die, instead exile it and put a +1/+1 counter on ~.",
        "When ~ dies, return target creature to its owner's hand at the beginning of your next upkeep. If you do, draw a card.",
        "When ~ enters the battlefield, sacrifice a creature and discard a card unless you pay {1}.",
        "When ~ enters the battlefield, draw a card at the beginning of the next end step and you gain 2 life.",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn a_land_is_played_and_a_card_is_what_was_moved() {
    let tree = |text: &str| format!("{:?}", parse_ability(text, &header(), Lang::En));
    assert!(
        tree("Whenever a player plays a land, that player draws a card.").contains("PlaysLand")
    );
    assert!(tree("Whenever a player plays a red spell, draw a card.").contains("Casts"));
    for text in [
        "Whenever a player cycles a card, you may exile target creature. If you do, return that card to the battlefield.",
        "{2}, Sacrifice ~: Exile target creature. Return the exiled card to the battlefield at the beginning of the next end step.",
    ] {
        let read = tree(text);
        assert!(read.contains("what: That(Target(0))"), "{text}: {read}");
    }
    // Nothing was sacrificed.
    let of_nothing = "{2}, Exile a card from your graveyard: You gain life equal to the sacrificed creature's power.";
    assert!(parse_ability(of_nothing, &header(), Lang::En).is_err());
}

#[test]
fn the_name_in_a_lent_ability_is_the_lenders() {
    let read = |text: &str| parse_ability(text, &header(), Lang::En);
    // What the creature has would have to sacrifice the Equipment.
    let lent =
        "Equipped creature has \"{T}, Sacrifice ~: This creature deals 2 damage to any target.\"";
    let error = read(lent).unwrap_err();
    assert_eq!(error.errors[0].words, "~");
    assert!(read(&lent.replace('~', "this creature")).is_ok());
    assert!(
        read("As long as you control an artifact, ~ has \"{T}, Sacrifice ~: Draw a card.\"")
            .is_ok()
    );
}
