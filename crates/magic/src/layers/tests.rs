//! The rules' own examples, and what is known to go wrong.

use super::testing::{Board, Cast};
use crate::ruleset::Preset::{self, Y2005, Y2021};
use simpan_cards::ast::{CardType, Color, Colors, CounterKind, Keyword, Subtype, Zone};
use simpan_cards::{Mark, parse_cards};
use simpan_engine::{ObjectId, PlayerId};

const BOTH: [Preset; 2] = [Y2005, Y2021];

/// Cards named by what they do.
const CARDS: &str = r#"[
    (name: "Bear", cost: "{1}{G}", types: "Creature — Bear", pt: "2/2"),
    (name: "Goblin", cost: "{R}", types: "Creature — Goblin", pt: "1/1"),
    (name: "Bird", cost: "{U}", types: "Creature — Bird", pt: "1/3",
     abilities: [Keyword(Plain(Flying))]),
    (name: "Idol", cost: "{4}", types: "Artifact"),
    (name: "Leveller", cost: "{2}{W}{W}", types: "Enchantment", abilities: [
        Static(effect: Change(what: All(all: [Type(Creature)]), changes: [LoseAll, SetPt(N(1), N(1))])),
    ]),
    (name: "Animator", cost: "{2}{W}{W}", types: "Enchantment", abilities: [
        Static(effect: Change(
            what: All(all: [Other, Not(Sub("Aura")), Type(Enchantment)]),
            changes: [AddTypes(types: [Creature]),
                SetPt(ManaValue(That(Each)), ManaValue(That(Each)))])),
    ]),
    (name: "Red Sky", cost: "{2}{R}", types: "Enchantment", abilities: [
        Static(effect: Change(
            what: All(all: [Not(Super(Basic)), Type(Land)]),
            changes: [SetTypes(subtypes: ["Mountain"])])),
    ]),
    (name: "Marsh", types: "Legendary Land", abilities: [
        Static(effect: Change(what: All(all: [Type(Land)]), changes: [AddTypes(subtypes: ["Swamp"])])),
    ]),
    (name: "Plain Land", types: "Land", abilities: [
        Activated(cost: (parts: [Tap]), effect: Do(AddMana(who: You, mana: Fixed("{C}")))),
        Static(effect: Change(what: This, changes: [CantBlock])),
    ]),
    (name: "Forest", types: "Basic Land — Forest"),
    (name: "Shield Wall", cost: "{W}", types: "Enchantment", abilities: [
        Static(effect: Change(
            what: All(all: [Type(Creature), Controller(You)]), changes: [Pt(N(0), N(2))])),
    ]),
    (name: "White Banner", cost: "{W}{W}", types: "Enchantment", abilities: [
        Static(effect: Change(what: All(all: [Type(Creature), Color(White)]), changes: [Pt(N(1), N(1))])),
    ]),
    (name: "Growth", cost: "{G}", types: "Instant",
     abilities: [Spell(Do(Change(what: All(), changes: [Pt(N(4), N(4))], duration: EndOfTurn)))]),
    (name: "Become 0/1", cost: "{U}", types: "Instant",
     abilities: [Spell(Do(Change(what: All(), changes: [SetPt(N(0), N(1))], duration: EndOfTurn)))]),
    (name: "Wake", cost: "{G}", types: "Instant", abilities: [Spell(Do(Change(
        what: All(), changes: [AddTypes(types: [Creature]), SetPt(N(3), N(3))],
        duration: EndOfTurn)))]),
    (name: "Raise", cost: "{B}{G}", types: "Instant", abilities: [Spell(Do(Change(
        what: All(),
        changes: [AddTypes(types: [Creature], subtypes: ["Plant", "Zombie"]), SetColors([Black, Green]),
            Gain([Static(effect: Define([
                SetPt(Count(kind: Card(Graveyard), all: [Type(Creature), Owner(You)]),
                    Count(kind: Card(Graveyard), all: [Type(Creature), Owner(You)]))]))])],
        duration: EndOfTurn)))]),
    (name: "Twist", cost: "{U}", types: "Instant",
     abilities: [Spell(Do(Change(what: All(), changes: [SwitchPt], duration: EndOfTurn)))]),
    (name: "Stiffen", cost: "{W}", types: "Instant",
     abilities: [Spell(Do(Change(what: All(), changes: [Pt(N(0), N(1))], duration: EndOfTurn)))]),
    (name: "Rush", cost: "{R}", types: "Instant",
     abilities: [Spell(Do(Change(what: All(), changes: [Pt(N(5), N(0))], duration: EndOfTurn)))]),
    (name: "Bleach", cost: "{W}", types: "Instant", abilities: [Spell(Do(Change(
        what: All(), changes: [SetColors([White]), ChooseColor], duration: EndOfTurn)))]),
    (name: "Mirror", cost: "{U}", types: "Instant", abilities: [Spell(Do(Change(
        what: All(), changes: [CopyOf(of: This)], duration: EndOfTurn)))]),
    (name: "Lure Away", cost: "{U}", types: "Instant", abilities: [Spell(Do(Change(
        what: All(), changes: [Control(You), Gain([Keyword(Plain(Haste))])], duration: EndOfTurn)))]),
    (name: "Hold", cost: "{U}", types: "Creature — Wizard", pt: "1/1"),
    (name: "Hold Fast", cost: "{U}", types: "Instant", abilities: [Spell(Do(Change(
        what: All(), changes: [Control(You)], duration: While(Is(This, (all: [Controller(You)]))))))]),
    (name: "Thief", cost: "{2}{U}{U}", types: "Enchantment — Aura", abilities: [
        Keyword(Enchant(all: [Type(Creature)])),
        Static(effect: Change(what: Attached, changes: [Control(You)])),
    ]),
    (name: "Crowd", cost: "{G}", types: "Creature — Elf", pt: "*/*+1", abilities: [
        Static(effect: Define([
            SetPt(Count(all: [Type(Creature)]), Sum([N(1), Count(all: [Type(Creature)])]))])),
    ]),
    (name: "Painter", types: "Creature — Shade", colors: [], pt: "1/1", abilities: [
        Static(effect: Define([SetColors([White, Black])])),
    ]),
    (name: "Elven Land", types: "Land Creature", pt: "1/1", abilities: [
        Static(effect: Define([AddTypes(subtypes: ["Elf"])])),
    ]),
    (name: "Wings", cost: "{U}", types: "Enchantment — Aura", abilities: [
        Static(effect: Change(what: Attached, changes: [Gain([Keyword(Plain(Flying))])]))]),
    (name: "Weights", cost: "{U}", types: "Enchantment — Aura", abilities: [
        Static(effect: Change(what: Attached, changes: [Lose(Flying)]))]),
    (name: "Red If White", cost: "{R}", types: "Enchantment", abilities: [
        Static(effect: Change(what: All(all: [Type(Creature), Color(White)]), changes: [SetColors([Red])]))]),
    (name: "White If Red", cost: "{W}", types: "Enchantment", abilities: [
        Static(effect: Change(what: All(all: [Type(Creature), Color(Red)]), changes: [SetColors([White])]))]),
    (name: "Captain", cost: "{W}", types: "Creature — Soldier", pt: "1/1", abilities: [
        Static(effect: Change(what: All(all: [Type(Creature), Other]), changes: [Pt(N(1), N(1))]))]),
    (name: "Promotion", cost: "{W}", types: "Enchantment — Aura", abilities: [
        Static(effect: Change(what: Attached, changes: [Gain([
            Static(effect: Change(what: All(all: [Type(Creature), Other]), changes: [Pt(N(1), N(1))])),
            Static(effect: Change(what: This, changes: [CantBlock]))])]))]),
    (name: "Chains", cost: "{W}", types: "Enchantment — Aura", abilities: [
        Static(effect: Change(what: Attached,
            changes: [CantAttack, BlockedOnlyBy(all: [Type(Artifact)])]))]),
    (name: "Open Book", cost: "{U}", types: "Enchantment", abilities: [
        Static(effect: ChangePlayers(who: Opponents, change: HandRevealed)),
        Static(effect: ChangePlayers(who: You, change: ExtraLands(1)))]),
    (name: "Forge", cost: "{R}", types: "Enchantment", abilities: [
        Static(effect: Change(what: All(all: [Type(Artifact), Not(Type(Creature))]),
            changes: [AddTypes(types: [Creature]), SetPt(N(2), N(2))]))]),
]"#;

fn board(rules: Preset) -> Board {
    Board::new(rules, &parse_cards("cards", CARDS).unwrap()).unwrap()
}

fn put(b: &mut Board, name: &str) -> ObjectId {
    b.put(name, 0, Zone::Battlefield)
}

fn cast(b: &mut Board, spell: &str, on: ObjectId, numbers: &[i32]) {
    b.cast(&Cast { spell, on: &[on], numbers, ..Cast::default() });
    b.refresh();
}

fn subtypes(b: &Board, id: ObjectId) -> Vec<&'static str> {
    b.is(id).subtypes.iter().map(Subtype::name).collect()
}

#[test]
fn nothing_changes_nothing() {
    for rules in BOTH {
        let mut b = board(rules);
        let bear = put(&mut b, "Bear");
        b.refresh();
        assert_eq!((b.pt(bear), b.records()), ((2, 2), 0));
    }
}

/// 2005 rule 418.5a, 2021 rule 613.5: the same play, another answer.
#[test]
fn counter_growth_wall_then_zero_one() {
    for (rules, answer) in [(Y2005, (1, 4)), (Y2021, (5, 8))] {
        let mut b = board(rules);
        let bear = put(&mut b, "Bear");
        b.counters(bear, CounterKind::PlusOne, 1);
        b.refresh();
        assert_eq!(b.pt(bear), (3, 3));
        cast(&mut b, "Growth", bear, &[4, 4]);
        assert_eq!(b.pt(bear), (7, 7));
        put(&mut b, "Shield Wall");
        b.refresh();
        assert_eq!(b.pt(bear), (7, 9));
        cast(&mut b, "Become 0/1", bear, &[0, 1]);
        assert_eq!(b.pt(bear), answer, "{rules:?}");
    }
}

/// 2005 rule 418.5a, 2021 rule 613.6: a land that is woken, pumped, raised and woken again.
#[test]
fn granted_star_is_no_defining_ability() {
    for (rules, raised, again) in [(Y2005, (10, 10), (3, 3)), (Y2021, (11, 11), (4, 4))] {
        let mut b = board(rules);
        let land = put(&mut b, "Plain Land");
        (0..10).for_each(|_| _ = b.put("Bear", 0, Zone::Graveyard));
        let wake = |b: &mut Board| cast(b, "Wake", land, &[0, 0, 3, 3]);
        wake(&mut b);
        cast(&mut b, "Rush", land, &[1, 1]);
        assert_eq!(b.pt(land), (4, 4));
        cast(&mut b, "Raise", land, &[]);
        assert_eq!(b.pt(land), raised, "{rules:?}");
        assert!(b.is(land).types.has(CardType::Land) && b.is(land).types.has(CardType::Creature));
        assert_eq!(subtypes(&b, land), ["Plant", "Zombie"]);
        b.put("Bear", 0, Zone::Graveyard);
        b.refresh();
        assert_eq!(b.pt(land), (raised.0 + 1, raised.1 + 1));
        wake(&mut b);
        assert_eq!(b.pt(land), again, "{rules:?}");
    }
}

/// 2005 rule 418.5i, 2021 rule 613.4d.
#[test]
fn switches_come_last() {
    for rules in BOTH {
        let mut b = board(rules);
        let bird = put(&mut b, "Bird");
        cast(&mut b, "Stiffen", bird, &[0, 1]);
        cast(&mut b, "Twist", bird, &[]);
        assert_eq!(b.pt(bird), (4, 1));
        cast(&mut b, "Rush", bird, &[5, 0]);
        assert_eq!(b.pt(bird), (4, 6));
        b.end_effect(2);
        b.end_effect(0);
        b.refresh();
        assert_eq!(b.pt(bird), (3, 1));
        cast(&mut b, "Twist", bird, &[]);
        assert_eq!(b.pt(bird), (1, 3));
    }
}

/// The leveller becomes a creature and takes its own abilities away, and still levels; the
/// timestamps say how large it is.
#[test]
fn leveller_and_animator() {
    for rules in BOTH {
        for (first, second, size) in
            [("Leveller", "Animator", (4, 4)), ("Animator", "Leveller", (1, 1))]
        {
            let mut b = board(rules);
            let bird = put(&mut b, "Bird");
            let a = put(&mut b, first);
            let c = put(&mut b, second);
            let (leveller, animator) = if first == "Leveller" { (a, c) } else { (c, a) };
            b.refresh();
            assert_eq!(b.pt(leveller), size, "{rules:?} {first}");
            assert!(b.is(leveller).types.has(CardType::Creature));
            assert!(b.is(leveller).abilities.is_empty());
            assert_eq!(b.is(animator).abilities.len(), 1);
            assert!(!b.is(animator).types.has(CardType::Creature));
            assert_eq!(b.pt(bird), (1, 1));
            assert!(!b.is(bird).keywords.has(Keyword::Flying));
        }
    }
}

/// The marsh's effect depends on the red sky's, which takes it away (2021 rules 305.7, 613.8a).
#[test]
fn red_sky_and_marsh() {
    for rules in BOTH {
        for names in [["Red Sky", "Marsh"], ["Marsh", "Red Sky"]] {
            let mut b = board(rules);
            let forest = put(&mut b, "Forest");
            let plain = put(&mut b, "Plain Land");
            let [x, y] = names.map(|n| put(&mut b, n));
            let marsh = if names[0] == "Marsh" { x } else { y };
            b.refresh();
            assert_eq!(subtypes(&b, marsh), ["Mountain"], "{rules:?} {names:?}");
            assert_eq!(subtypes(&b, plain), ["Mountain"]);
            assert_eq!(subtypes(&b, forest), ["Forest"]);
            let mountain = b.look().pool.basic_lands()[3].1;
            assert_eq!(b.is(marsh).abilities.as_slice(), [mountain]);
            assert_eq!(b.is(plain).abilities.as_slice(), [mountain]);
            assert_eq!(b.is(plain).marks, 0, "its own text is gone");
        }
    }
}

#[test]
fn lands_get_the_abilities_of_their_types() {
    for rules in BOTH {
        let mut b = board(rules);
        let forest = put(&mut b, "Forest");
        put(&mut b, "Marsh");
        b.refresh();
        let basics = b.look().pool.basic_lands();
        assert_eq!(b.is(forest).abilities.as_slice(), [basics[4].1, basics[2].1]);
        assert_eq!(subtypes(&b, forest), ["Forest", "Swamp"]);
    }
}

/// 2005 rule 208.2 and 405.2a, 2021 rule 604.3.
#[test]
fn defining_abilities_elsewhere() {
    for (rules, elsewhere) in [(Y2005, (0, 1)), (Y2021, (2, 3))] {
        let mut b = board(rules);
        let here = put(&mut b, "Crowd");
        put(&mut b, "Bear");
        let zones = [Zone::Graveyard, Zone::Hand, Zone::Library, Zone::Exile];
        let there = zones.map(|z| b.put("Crowd", 1, z));
        let painter = b.put("Painter", 0, Zone::Graveyard);
        b.refresh();
        assert_eq!(b.pt(here), (2, 3));
        for id in there {
            assert_eq!(b.pt(id), elsewhere, "{rules:?}");
        }
        let both = Colors::of(Color::White).with(Colors::of(Color::Black));
        assert_eq!(b.is(painter).colors, both);
    }
}

/// A level creature's defining ability is gone before it would apply.
#[test]
fn lost_defining_abilities_dont_define() {
    for rules in BOTH {
        let mut b = board(rules);
        let crowd = put(&mut b, "Crowd");
        b.counters(crowd, CounterKind::MinusOne, 2);
        put(&mut b, "Leveller");
        b.refresh();
        assert_eq!(b.pt(crowd), (-1, -1));
    }
}

/// What defines waits for what takes it away in 2005 (rule 418.5d), and doesn't in 2021 (rule
/// 613.8a).
#[test]
fn defining_abilities_that_depend() {
    for (rules, types) in [(Y2005, &["Mountain"][..]), (Y2021, &["Elf", "Mountain"])] {
        let mut b = board(rules);
        let land = put(&mut b, "Elven Land");
        put(&mut b, "Red Sky");
        b.refresh();
        assert_eq!(subtypes(&b, land), types, "{rules:?}");
        // Colours and abilities share a layer in 2005 only.
        let painter = put(&mut b, "Painter");
        put(&mut b, "Leveller");
        b.refresh();
        assert_eq!(b.is(painter).colors.is_empty(), rules == Y2005);
    }
}

/// Neither depends on the other: the later one wins (2005 rule 418.5h, 2021 rule 613.7).
#[test]
fn wings_and_weights() {
    for rules in BOTH {
        for (names, flies) in [(["Wings", "Weights"], false), (["Weights", "Wings"], true)] {
            let mut b = board(rules);
            let bear = put(&mut b, "Bear");
            for name in names {
                let aura = put(&mut b, name);
                b.attach(aura, bear);
            }
            b.refresh();
            assert_eq!(b.is(bear).keywords.has(Keyword::Flying), flies);
        }
    }
}

/// A loop of dependencies is ignored (2005 rule 418.5d, 2021 rule 613.8b).
#[test]
fn loops_go_by_timestamp() {
    for rules in BOTH {
        for (names, color) in [
            (["Red If White", "White If Red"], Color::White),
            (["White If Red", "Red If White"], Color::Red),
        ] {
            let mut b = board(rules);
            let captain = put(&mut b, "Captain");
            names.iter().for_each(|n| _ = put(&mut b, n));
            b.refresh();
            // Nothing is red before one effect has applied: only the other depends.
            assert_eq!(b.is(captain).colors, Colors::of(Color::White), "{rules:?} {names:?}");
            let goblin = put(&mut b, "Goblin");
            b.refresh();
            for id in [captain, goblin] {
                assert_eq!(b.is(id).colors, Colors::of(color), "{rules:?} {names:?}");
            }
        }
    }
}

/// 2005 rule 418.5b, 2021 rule 613.6: they stay the same objects in later layers.
#[test]
fn forge_keeps_its_artifacts() {
    for rules in BOTH {
        let mut b = board(rules);
        let idol = put(&mut b, "Idol");
        put(&mut b, "Forge");
        put(&mut b, "White Banner");
        b.refresh();
        assert_eq!(b.pt(idol), (2, 2));
        cast(&mut b, "Bleach", idol, &[]);
        // The choice was no colour at all: both changes of one effect, in the order written.
        assert_eq!((b.is(idol).colors, b.pt(idol)), (Colors::NONE, (2, 2)));
        b.cast(&Cast { spell: "Bleach", on: &[idol], extra: 1, ..Cast::default() });
        b.refresh();
        assert_eq!((b.is(idol).colors, b.pt(idol)), (Colors::of(Color::White), (3, 3)));
    }
}

#[test]
fn control_changes_and_comes_back() {
    for rules in BOTH {
        let mut b = board(rules);
        let bear = put(&mut b, "Bear");
        put(&mut b, "Shield Wall");
        b.cast(&Cast {
            spell: "Lure Away",
            controller: 1,
            on: &[bear],
            extra: 1,
            ..Cast::default()
        });
        b.refresh();
        assert_eq!(b.look().controller(bear), Some(PlayerId(1)));
        assert!(b.is(bear).keywords.has(Keyword::Haste));
        assert_eq!(b.pt(bear), (2, 2));
        let thief = put(&mut b, "Thief");
        b.attach(thief, bear);
        b.refresh();
        assert_eq!((b.look().controller(bear), b.pt(bear)), (Some(PlayerId(0)), (2, 4)));
        b.renew(thief);
        b.end_effect(0);
        b.refresh();
        assert_eq!(b.look().controller(bear), Some(PlayerId(0)));
    }
}

/// Who controls the thief decides what it does: it depends on the effect that takes it.
#[test]
fn a_stolen_thief() {
    for rules in BOTH {
        let mut b = board(rules);
        let bear = put(&mut b, "Bear");
        let thief = b.put("Thief", 1, Zone::Battlefield);
        b.attach(thief, bear);
        b.refresh();
        assert_eq!(b.look().controller(bear), Some(PlayerId(1)));
        let second = put(&mut b, "Thief");
        b.attach(second, thief);
        b.refresh();
        assert_eq!(b.look().controller(thief), Some(PlayerId(0)));
        assert_eq!(b.look().controller(bear), Some(PlayerId(0)));
    }
}

#[test]
fn effects_end_with_their_condition_for_good() {
    for rules in BOTH {
        let mut b = board(rules);
        let holder = b.put("Hold", 1, Zone::Battlefield);
        let bear = put(&mut b, "Bear");
        let (on, source) = ([bear], Some(holder));
        b.cast(&Cast {
            spell: "Hold Fast",
            controller: 1,
            on: &on,
            extra: 1,
            source,
            ..Cast::default()
        });
        b.refresh();
        assert_eq!((b.look().controller(bear), b.effects()), (Some(PlayerId(1)), 1));
        b.cast(&Cast { spell: "Lure Away", on: &[holder], ..Cast::default() });
        b.refresh();
        assert_eq!((b.look().controller(bear), b.effects()), (Some(PlayerId(0)), 1));
        b.end_effect(0);
        b.refresh();
        assert_eq!(b.look().controller(holder), Some(PlayerId(1)));
        assert_eq!(b.look().controller(bear), Some(PlayerId(0)));
    }
}

#[test]
fn effects_without_objects_are_forgotten() {
    let mut b = board(Y2021);
    let bear = put(&mut b, "Bear");
    cast(&mut b, "Growth", bear, &[4, 4]);
    assert_eq!(b.effects(), 1);
    b.renew(bear);
    b.refresh();
    assert_eq!((b.effects(), b.records()), (0, 0));
}

#[test]
fn copies_have_the_abilities_of_what_they_copy() {
    for rules in BOTH {
        let mut b = board(rules);
        let bear = put(&mut b, "Bear");
        let captain = put(&mut b, "Captain");
        let card = b.look().s.object(bear).unwrap().card();
        let of = b.look().s.object(captain).unwrap().card();
        b.refresh();
        assert_eq!((b.pt(bear), b.pt(captain)), ((3, 3), (1, 1)));
        b.cast(&Cast { spell: "Mirror", on: &[bear], extra: of.0, ..Cast::default() });
        b.refresh();
        assert_eq!((b.pt(bear), b.pt(captain)), ((2, 2), (2, 2)));
        b.cast(&Cast { spell: "Mirror", on: &[captain], extra: card.0, ..Cast::default() });
        b.refresh();
        assert_eq!((b.pt(bear), b.pt(captain)), ((1, 1), (3, 3)));
    }
}

#[test]
fn granted_static_abilities_work_and_are_lost() {
    for rules in BOTH {
        let mut b = board(rules);
        let [bear, bird] = ["Bear", "Bird"].map(|n| put(&mut b, n));
        let aura = put(&mut b, "Promotion");
        b.attach(aura, bear);
        b.refresh();
        assert_eq!((b.pt(bear), b.pt(bird)), ((2, 2), (2, 4)));
        assert_eq!(b.is(bear).marks, Mark::CANT_BLOCK);
        put(&mut b, "Leveller");
        b.refresh();
        assert_eq!((b.pt(bear), b.pt(bird), b.is(bear).marks), ((1, 1), (1, 1), 0));
    }
}

#[test]
fn marks_and_limits() {
    let mut b = board(Y2021);
    let bear = put(&mut b, "Bear");
    let land = put(&mut b, "Plain Land");
    let aura = b.put("Chains", 1, Zone::Battlefield);
    b.attach(aura, bear);
    b.refresh();
    assert_eq!((b.is(bear).marks, b.is(land).marks), (Mark::CANT_ATTACK, Mark::CANT_BLOCK));
    let limit = &b.is(bear).limits[0];
    let change = b.look().limit_change(limit);
    assert!(matches!(change, simpan_cards::ast::Change::BlockedOnlyBy(_)), "{change:?}");
    let ctx = b.look().limit_context(limit);
    assert_eq!((ctx.source, ctx.you), (aura, PlayerId(1)));
    assert_eq!(b.records(), 1);
}

#[test]
fn players_are_told() {
    let mut b = board(Y2021);
    let book = put(&mut b, "Open Book");
    b.refresh();
    assert!(b.mods(1).hand_revealed && !b.mods(0).hand_revealed);
    assert_eq!((b.mods(0).extra_lands, b.mods(1).extra_lands), (1, 0));
    b.renew(book);
    b.refresh();
    assert_eq!(b.mods(0), b.mods(1));
    assert!(!b.mods(1).hand_revealed);
}

/// Hundreds of effects at once, many of which take others away.
#[test]
fn hundreds_of_effects() {
    for rules in BOTH {
        let mut b = board(rules);
        let bird = put(&mut b, "Bird");
        let mut last = bird;
        for _ in 0..80 {
            last = put(&mut b, "Leveller");
            put(&mut b, "Animator");
            put(&mut b, "Shield Wall");
        }
        b.refresh();
        // The walls are creatures without abilities too.
        assert_eq!(b.pt(bird), (1, 1), "{rules:?}");
        assert!(b.is(last).abilities.is_empty());
    }
}
