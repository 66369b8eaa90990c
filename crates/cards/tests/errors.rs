//! What a broken file of cards is told, and that no file makes the reader panic.

use simpan_cards::{LoadError, MAX_FILE_BYTES, builtin, parse_cards, to_ron, validate};

fn error(text: &str) -> String {
    match parse_cards("f.ron", text) {
        Ok(cards) => panic!("{text} was read as {cards:?}"),
        Err(e) => e.to_string(),
    }
}

/// A card with one ability.
fn with(ability: &str) -> String {
    format!("[(name: \"A\", types: \"Enchantment\",\nabilities: [{ability}])]")
}

#[track_caller]
fn says(text: &str, start: &str, rest: &[&str]) {
    let message = error(text);
    assert!(message.starts_with(start), "{message}");
    for part in rest {
        assert!(message.contains(part), "{message} lacks {part}");
    }
}

#[test]
fn an_unknown_word_names_the_nearest() {
    says(
        &with("Keyword(Plain(Flyng))"),
        "f.ron:2:27: found the unknown word `Flyng`",
        &["expected one of the words `Flying`, `FirstStrike`", "did you mean `Flying`?"],
    );
}

#[test]
fn an_unknown_field_names_the_nearest_and_the_known() {
    says(
        "[(name: \"A\", typs: \"Land\")]",
        "f.ron:1:14: found the unknown field `typs` in `CardData`",
        &["`name`, `korean`, `cost`, `colors`, `types`, `pt`", "did you mean `types`?"],
    );
}

#[test]
fn a_missing_field_is_named() {
    says("[(name: \"A\")]", "f.ron:1:", &["found no field `types`", "expected `types: …`"]);
}

#[test]
fn a_second_field_is_named() {
    says("[(name: \"A\", name: \"B\")]", "f.ron:1:", &["a second field `name`"]);
}

#[test]
fn a_truncated_file_is_told_so() {
    says("[(name: \"A\", types: \"Land\",", "f.ron:1:", &["found the end of the file"]);
    says("[(name: \"A", "f.ron:1:", &["expected the `\"` that closes the text"]);
}

#[test]
fn a_wrong_kind_of_value_is_told_so() {
    says("[(name: 3, types: \"Land\")]", "f.ron:1:9: found `3`", &["double quotes"]);
    says("(name: \"A\")", "f.ron:1:1: found `(`", &["`[` that opens a list"]);
    says(&with("Keyword(Dredge(many))"), "f.ron:2:28: found `many`", &["a whole number"]);
    says(&with("Keyword(Dredge(300))"), "f.ron:2:", &["300"]);
}

#[test]
fn missing_signs_are_named() {
    says("[(name \"A\")]", "f.ron:1:", &["`:` between"]);
    says("[(name: \"A\" types: \"Land\")]", "f.ron:1:13: found `types`", &["`,`"]);
    says("[] []", "f.ron:1:4: found `[`", &["the end of the file after"]);
    says("[/* so", "f.ron:1:", &["`*/`"]);
}

#[test]
fn values_with_their_own_grammar_say_what_they_expect() {
    says(
        "[(name: \"A\", cost: \"2W\")]",
        "f.ron:1:",
        &["`2W` at byte 0 is no mana symbol; expected {W}"],
    );
    says("[(name: \"A\", types: \"Wizard\")]", "f.ron:1:", &["`Wizard` is no card type"]);
    says("[(name: \"A\", types: \"Land — Wod\")]", "f.ron:1:", &["`Wod` is no known subtype"]);
    says(
        "[(name: \"A\", types: \"Land\", pt: \"22\")]",
        "f.ron:1:",
        &["`22` has no slash", "expected `2/3`"],
    );
}

#[test]
fn a_second_card_of_a_name_is_refused() {
    let text = "[\n(name: \"A\", types: \"Land\"),\n(name: \"A\", types: \"Land\")]";
    says(text, "f.ron:3:1: a second card named `A`, first in f.ron", &["rename or delete"]);
}

#[test]
fn size_and_depth_are_bounded() {
    let large = " ".repeat(MAX_FILE_BYTES + 1);
    assert!(matches!(parse_cards("f.ron", &large), Err(LoadError::TooLarge { .. })));
    for nest in ["Not(", "Any([", "(", "[", "Seq(["] {
        let deep = nest.repeat(100_000);
        assert!(parse_cards("f.ron", &deep).is_err());
        assert!(parse_cards("f.ron", &with(&format!("Keyword(Enchant(all: [{deep}"))).is_err());
    }
    let deep = format!("Keyword(Enchant(all: [{}", "Not(".repeat(1000));
    says(&with(&deep), "f.ron:2:", &["levels of nesting"]);
}

#[test]

fn an_unknown_field_deep_in_a_card_is_refused() {
    let text = with("Static(effect: Change(what: This, changes: [CantBlock], durration: Forever))");
    says(&text, "f.ron:2:", &["the unknown field `durration`"]);
    says(&with("Static(efect: Define([]))"), "f.ron:2:", &["did you mean `effect`?"]);
}

/// A small deterministic generator (xorshift).
struct Dice(u64);
impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }
}

fn mutate(dice: &mut Dice, text: &str, other: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let other: Vec<char> = other.chars().collect();
    for _ in 0..=dice.roll(3) {
        let at = dice.roll(chars.len());
        let end = (at + dice.roll(12)).min(chars.len());
        let from = dice.roll(other.len());
        let piece = &other[from..(from + dice.roll(20)).min(other.len())];
        match dice.roll(5) {
            0 => drop(chars.drain(at..end)),
            1 => chars.truncate(at),
            2 => drop(chars.splice(at..end, piece.iter().copied())),
            3 => chars
                .insert(at, ['(', ')', '[', ']', '"', ',', '9', '-', '\u{0}', '가'][dice.roll(10)]),
            _ => drop(chars.splice(at..at, piece.iter().copied())),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn no_mutation_makes_the_reader_panic() {
    let texts: Vec<String> = builtin().iter().map(to_ron).collect();
    let mut dice = Dice(0x5eed_2005_2021);
    let mut read = 0;
    for _ in 0..2_000 {
        let text = &texts[dice.roll(texts.len())];
        let other = &texts[dice.roll(texts.len())];
        let broken = format!("[{}]", mutate(&mut dice, text, other));
        match parse_cards("f.ron", &broken) {
            Ok(cards) => {
                read += 1;
                cards.iter().for_each(|c| drop(validate(c)));
            }
            Err(e) => assert!(e.to_string().starts_with("f.ron:"), "{e}"),
        }
    }
    assert!(read > 10, "only {read} mutations were still cards");
}
