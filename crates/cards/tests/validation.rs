//! Each kind of nonsense a card can hold is reported, with its place, and all at once.

use simpan_cards::{parse_cards, validate};

fn problems(card: &str) -> Vec<String> {
    match parse_cards("f.ron", &format!("[{card}]")) {
        Ok(cards) => validate(&cards[0]).iter().map(ToString::to_string).collect(),
        Err(e) => panic!("{e}\n{card}"),
    }
}

/// Each of the starts must begin one problem, in order, and there is none else.
#[track_caller]
fn check(card: &str, expected: &[&str]) {
    let found = problems(card);
    let fits =
        found.len() == expected.len() && found.iter().zip(expected).all(|(f, e)| f.starts_with(e));
    assert!(fits, "{card}\nfound {found:#?}\nexpected {expected:#?}");
}

fn spell(effect: &str) -> String {
    format!("(name: \"A\", cost: \"{{R}}\", types: \"Instant\", abilities: [Spell({effect})])")
}

fn permanent(ability: &str) -> String {
    format!("(name: \"A\", cost: \"{{R}}\", types: \"Artifact\", abilities: [{ability}])")
}

#[test]
fn numbers_and_types() {
    check("(name: \"A\", types: \"Creature\")", &["pt: a creature has power"]);
    check("(name: \"A\", types: \"Artifact\", pt: \"1/1\")", &["pt: only creatures"]);
    check("(name: \"A\", types: \"Artifact — Vehicle\", pt: \"1/1\")", &[]);
    check("(name: \"A\", types: \"Creature\", pt: \"*/1\")", &["pt: `*` is set by no ability"]);
    check("(name: \"A\", types: \"Planeswalker\")", &["loyalty: a planeswalker has"]);
    check("(name: \"A\", types: \"Land\", loyalty: 3)", &["loyalty: only planeswalkers"]);
    check("(name: \"A\", types: \"Land\", cost: \"{1}\")", &["cost: a land has no mana cost"]);
    check("(name: \"A\", types: \"\")", &["types: there is no card type"]);
    check(
        "(name: \"A\", types: \"Land — Goblin\")",
        &["types: `Goblin` is a subtype of kind Creature"],
    );
    for kind in ["Golem", "Myr", "Lamia", "Hamster"] {
        check(&format!("(name: \"A\", types: \"Creature — {kind}\", pt: \"1/1\")"), &[]);
    }
    check(
        "(name: \"A\", types: \"Land Instant\")",
        &["types: instants", "abilities: an instant or sorcery does"],
    );
}

#[test]
fn everything_at_once() {
    check(
        "(name: \" \", korean: \"가\\n\", types: \"Creature — Forest\", loyalty: 0)",
        &[
            "name: the name is empty",
            "korean: the name begins or ends",
            "korean: the name has a control",
            "types: `Forest`",
            "pt: a creature",
            "loyalty: only",
        ],
    );
}

#[test]
fn auras_equipment_and_spells() {
    let aura = "(name: \"A\", cost: \"{R}\", types: \"Enchantment — Aura\")";
    check(aura, &["abilities: an Aura says what it enchants"]);
    check(&permanent("Keyword(Enchant())"), &["abilities: only Auras enchant"]);
    check(&permanent("Keyword(Equip(mana: \"{1}\"))"), &["abilities: only Equipment equips"]);
    check("(name: \"A\", types: \"Sorcery\")", &["abilities: an instant or sorcery does"]);
    check(&permanent("Spell(Do(Draw(who: You, count: N(1))))"), &["abilities: only instants"]);
    check(
        &permanent("Static(effect: Change(what: Attached, changes: [CantBlock]))"),
        &["ability 1 › effect › what: `Attached`"],
    );
    let both =
        spell("Do(Shuffle(You))), Activated(cost: (mana: \"{1}\"), effect: Do(Shuffle(You))");
    check(&both, &["ability 2: an instant or sorcery is never on the battlefield"]);
    check(&spell("Do(Shuffle(You))), Spell(Do(Shuffle(You))"), &["abilities: there are two lists"]);
    // What a card does outside the battlefield it may trigger on there.
    let cycled = "when: Cycles(who: You, what: This), effect: Do(Shuffle(You))";
    check(&spell(&format!("Do(Shuffle(You))), Triggered({cycled}")), &[]);
}

#[test]
fn references() {
    let destroy = "Do(Destroy(what: Target(what: Object())))";
    check(&spell(&format!("Seq([{destroy}, Do(Tap(That(Target(0))))])")), &[]);
    check(
        &spell(&format!("Seq([{destroy}, Do(Tap(That(Target(1))))])")),
        &["ability 1 › effect › step 2 › what: `Target(1)` is out of range"],
    );
    check(
        &spell("Do(Tap(That(Target(0))))"),
        &["ability 1 › effect › what: `Target(0)` speaks of a target"],
    );
    check(&spell("Do(Tap(That(Paid)))"), &["ability 1 › effect › what: `Paid`"]);
    check(&spell("Do(Tap(That(Triggering)))"), &["ability 1 › effect › what: `Triggering`"]);
    check(&spell("Do(Tap(That(Previous)))"), &["ability 1 › effect › what: `Previous`"]);
    check(&spell("Do(Draw(who: That(Each), count: N(1)))"), &["ability 1 › effect › who: `Each`"]);
    check(
        &spell("ForEach(each: Players(Each), effect: Do(Draw(who: That(Each), count: N(1))))"),
        &[],
    );
    check(&spell("Do(Draw(who: You, count: That))"), &["ability 1 › effect › count: `That`"]);
    check(
        &permanent("Static(effect: Change(what: Target(what: Object()), changes: [CantBlock]))"),
        &["ability 1 › effect › what: nothing can be targeted here"],
    );
    check(
        &permanent(
            "Activated(cost: (parts: [SacrificeThis]), effect: Do(GainLife(who: You, amount: Power(That(Paid)))))",
        ),
        &[],
    );
}

#[test]
fn x_kicker_and_if_you_do() {
    check(
        &spell("Do(Draw(who: You, count: X))"),
        &["ability 1 › effect › count: `X` has no value"],
    );
    check(
        &permanent("Activated(cost: (mana: \"{X}\"), effect: Do(Draw(who: You, count: X)))"),
        &[],
    );
    check(
        &spell("If(condition: Kicked, then: Do(Shuffle(You)))"),
        &["ability 1 › effect › condition: the card has no kicker"],
    );
    check(
        &spell("If(condition: Did, then: Do(Shuffle(You)))"),
        &["ability 1 › effect › condition: `Did`"],
    );
}

#[test]
fn empty_lists_and_zeros() {
    check(&spell("Seq([])"), &["ability 1 › effect: the list of instructions is empty"]);
    check(
        &spell("Modes(count: Exactly(N(1)), modes: [])"),
        &["ability 1 › effect: the list of modes is empty", "ability 1 › effect: 1 of 0 modes"],
    );
    check(
        &spell("Do(Draw(who: You, count: N(0)))"),
        &["ability 1 › effect › count: the number is 0"],
    );
    check(
        &spell("Do(Tap(Target(count: UpTo(N(0)), what: Object())))"),
        &["ability 1 › effect › what › count: the number is 0"],
    );
    check(&permanent("Keyword(Dredge(0))"), &["ability 1: the keyword's number is 0"]);
    check(&permanent("Keyword(Landwalk(\"Goblin\"))"), &["ability 1: `Goblin` is no land type"]);
    check(
        &permanent("Activated(cost: (), effect: Do(Shuffle(You)))"),
        &["ability 1 › cost: the cost is empty"],
    );
    check(
        &permanent("Static(effect: Replace(would: Damage(), instead: Times(1)))"),
        &["ability 1 › effect › instead: 1 times"],
    );
    check(
        &permanent("Static(effect: Define([]))"),
        &["ability 1 › effect: the list of changes is empty"],
    );
}

#[test]
fn destinations_filters_and_tokens() {
    check(
        &spell("Do(Move(what: This, to: (zone: Hand, position: Bottom, arrival: (tapped: true))))"),
        &["ability 1 › effect › to: `position`", "ability 1 › effect › to: `arrival`"],
    );
    check(
        &spell("Do(Tap(All(kind: Card(Battlefield))))"),
        &["ability 1 › effect › what: a card on the battlefield"],
    );
    check(
        &spell("Do(CreateToken(who: You, count: N(1), token: (types: \"Creature\")))"),
        &["ability 1 › effect › token › pt: a creature has power"],
    );
}
