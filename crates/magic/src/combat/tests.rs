//! The examples of the rules, and boards too large to look at every declaration.

use super::testing::Fight;
use crate::object::Thing;
use crate::ruleset::Preset;
use simpan_cards::ast::{
    Ability, CardType, Change, Cost, Filter, Keyword, KeywordAbility, Objects, Predicate, Static,
    StaticEffect,
};
use simpan_cards::{CardData, Pool};
use simpan_engine::{Answer, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::rule;

const THEM: PlayerId = PlayerId(1);

fn creature(name: &str, pt: &str, abilities: Vec<Ability>) -> CardData {
    CardData {
        name: name.to_owned(),
        korean: None,
        cost: None,
        colors: None,
        types: "Creature".parse().unwrap(),
        pt: Some(pt.parse().unwrap()),
        loyalty: None,
        abilities,
    }
}

fn has(keyword: Keyword) -> Ability {
    Ability::Keyword(KeywordAbility::Plain(keyword))
}

fn says(change: Change) -> Ability {
    let effect = StaticEffect::Change { what: Objects::This, changes: vec![change] };
    Ability::Static(Static { while_: None, effect })
}

fn pool(cards: &[CardData]) -> Pool {
    let (pool, refused) = Pool::build(cards);
    assert!(refused.is_empty(), "{refused:?}");
    pool
}

/// Begins a fight in which all of `ours` attack.
fn attack<'a>(
    rules: Preset,
    pool: &'a Pool,
    ours: &[CardData],
    theirs: &[CardData],
) -> (Fight<'a>, Vec<ObjectId>, Vec<ObjectId>) {
    let mut fight = Fight::new(rules, pool);
    let ours: Vec<_> = ours.iter().map(|c| fight.put(c, 0)).collect();
    let theirs: Vec<_> = theirs.iter().map(|c| fight.put(c, 1)).collect();
    fight.begin();
    for id in &ours {
        fight.apply(Answer::AtPlayer(*id, THEM));
    }
    fight.apply(Answer::Done);
    (fight, ours, theirs)
}

/// 2005 rule 500.5 and 2021 rule 509.1c: menace, one that blocks if able, one without abilities.
#[test]
fn nobody_helped_in_2005() {
    let ours = [creature("Menace", "2/2", vec![has(Keyword::Menace)])];
    let theirs = [
        creature("Eager", "2/2", vec![says(Change::MustBlock)]),
        creature("Plain", "2/2", Vec::new()),
    ];
    let pool = pool(&[&ours[..], &theirs].concat());
    for (rules, may_refrain) in [(Preset::Y2005, true), (Preset::Y2021, false)] {
        let (mut fight, ours, theirs) = attack(rules, &pool, &ours, &theirs);
        let refrain = fight.check(Answer::Done);
        assert_eq!(refrain.is_ok(), may_refrain, "{rules:?}");
        assert!(refrain.is_ok() || refrain == Err(rule::BLOCK_REQUIREMENT));
        fight.apply(Answer::Pair(theirs[1], ours[0]));
        assert_eq!(fight.check(Answer::Done), Err(rule::BLOCK_MENACE));
        fight.apply(Answer::Pair(theirs[0], ours[0]));
        fight.apply(Answer::Done);
    }
}

/// 2021 rule 510.1c: Baloth and Boars share the Brigade, which can block an additional creature.
#[test]
fn the_damage_of_a_later_creature_counts() {
    let ours = [creature("Baloth", "7/7", Vec::new()), creature("Boars", "4/4", Vec::new())];
    let theirs = [
        creature("Armodon", "3/3", Vec::new()),
        creature("Brigade", "2/4", vec![says(Change::BlocksMore(1))]),
        creature("Ape", "5/5", Vec::new()),
        creature("Piker", "2/1", Vec::new()),
    ];
    let pool = pool(&[&ours[..], &theirs].concat());
    let (mut fight, ours, theirs) = attack(Preset::Y2021, &pool, &ours, &theirs);
    fight.wound(theirs[0], 2);
    for (blocker, attacker) in [(0, 0), (1, 0), (1, 1), (2, 0), (3, 1)] {
        fight.apply(Answer::Pair(theirs[blocker], ours[attacker]));
    }
    fight.apply(Answer::Done);
    // The orders are those of declaration; the last place needs no answer.
    for id in [theirs[0], theirs[1], theirs[1], ours[0]] {
        assert!(matches!(fight.question().unwrap().kind, QuestionKind::Order { .. }));
        fight.apply(Answer::Object(id));
    }
    fight.damage();
    for (n, to) in [(1, theirs[0]), (1, theirs[1]), (5, theirs[2]), (3, theirs[1]), (1, theirs[3])]
    {
        let QuestionKind::Divide { object, .. } = fight.question().unwrap().kind else { panic!() };
        assert_eq!(object, to);
        fight.apply(Answer::Number(n));
    }
}

/// 2005 rule 502.9c: with all its blockers gone, a trampler assigns its damage to the player, and
/// another creature none.
#[test]
fn blockers_that_are_gone() {
    let ours =
        [creature("Rhino", "4/4", vec![has(Keyword::Trample)]), creature("Ox", "3/3", Vec::new())];
    let theirs = [creature("One", "1/1", Vec::new()), creature("Two", "1/1", Vec::new())];
    let pool = pool(&[&ours[..], &theirs].concat());
    let (mut fight, ours, theirs) = attack(Preset::Y2005, &pool, &ours, &theirs);
    fight.apply(Answer::Pair(theirs[0], ours[0]));
    fight.apply(Answer::Pair(theirs[1], ours[1]));
    fight.apply(Answer::Done);
    theirs.iter().for_each(|id| fight.leave_combat(*id));
    fight.damage();
    assert_eq!(fight.on_stack(), [(ours[0], Thing::Player(THEM), 4)]);
}

/// 2005 rule 310.4c: what is assigned to a creature that has left isn't dealt.
#[test]
fn damage_on_the_stack_resolves() {
    let ours = [creature("Ox", "3/3", Vec::new())];
    let theirs = [creature("Bear", "2/2", Vec::new())];
    let pool = pool(&[&ours[..], &theirs].concat());
    let (mut fight, ours, theirs) = attack(Preset::Y2005, &pool, &ours, &theirs);
    fight.apply(Answer::Pair(theirs[0], ours[0]));
    fight.apply(Answer::Done);
    fight.damage();
    let (ox, bear) = (Thing::Object(ours[0]), Thing::Object(theirs[0]));
    assert_eq!(fight.on_stack(), [(ours[0], bear, 3), (theirs[0], ox, 2)]);
    fight.resolve();
    assert_eq!(fight.on_stack(), []);
}

/// A price that isn't paid takes the whole declaration back, tapping included.
#[test]
fn an_unpaid_price_takes_the_attack_back() {
    let ours = [creature("Ox", "3/3", vec![says(Change::MustAttack)])];
    let cost = Cost { mana: "{2}".parse().unwrap(), parts: Vec::new() };
    let what = Objects::All(Filter::permanent(vec![Predicate::Type(CardType::Creature)]));
    let effect = StaticEffect::AttackCost { what, cost };
    let price = Ability::Static(Static { while_: None, effect });
    let theirs = [creature("Muse", "2/3", vec![price])];
    let pool = pool(&[&ours[..], &theirs].concat());
    let mut fight = Fight::new(Preset::Y2005, &pool);
    let ox = fight.put(&ours[0], 0);
    fight.put(&theirs[0], 1);
    fight.mana(2);
    fight.begin();
    // Nobody has to pay: a creature with a price needn't attack.
    assert_eq!(fight.answers(), [Answer::AtPlayer(ox, THEM), Answer::Done]);
    fight.pays = false;
    fight.apply(Answer::AtPlayer(ox, THEM));
    fight.apply(Answer::Done);
    assert_eq!(fight.question().unwrap().kind, QuestionKind::Attack);
    assert!(!fight.tapped(ox) && fight.declared().0.is_empty());
    fight.pays = true;
    fight.apply(Answer::AtPlayer(ox, THEM));
    fight.apply(Answer::Done);
    assert!(fight.tapped(ox));
    assert_eq!(fight.question().unwrap().kind, QuestionKind::Block);
}

/// 2005 rule 310.5: first strikers assign in the first step, others and double strikers in the
/// second.
#[test]
fn two_damage_steps() {
    let ours = [
        creature("First", "1/1", vec![has(Keyword::FirstStrike)]),
        creature("Double", "2/2", vec![has(Keyword::DoubleStrike)]),
        creature("Plain", "3/3", Vec::new()),
    ];
    let pool = pool(&ours);
    let (mut fight, ours, _) = attack(Preset::Y2005, &pool, &ours, &[]);
    fight.damage();
    // Nothing is asked: the rows of both steps are on the stack.
    assert_eq!(fight.question(), None);
    let them = Thing::Player(THEM);
    let rows = [(ours[0], them, 1), (ours[1], them, 2), (ours[1], them, 2), (ours[2], them, 3)];
    assert_eq!(fight.on_stack(), rows);
    assert!(ours.iter().all(|id| fight.tapped(*id)));
}

/// Walks through the declarations of a board too large to look at each: there is no dead end.
#[test]
fn large_boards_have_no_dead_ends() {
    let mut seed = 0x5eed_u64;
    let mut roll = move |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % n
    };
    for round in 0..20 {
        let mut card = |side: &str, i: usize, all: [(Ability, usize); 3]| {
            let abilities = all.into_iter().filter(|(_, n)| roll(*n) == 0).map(|(a, _)| a);
            creature(&format!("{side} {i}"), "2/2", abilities.collect())
        };
        let count = 5 + round % 5;
        let ours: Vec<_> = (0..count)
            .map(|i| {
                let lure = says(Change::MustBeBlocked);
                card("Ours", i, [(has(Keyword::Menace), 2), (lure, 4), (has(Keyword::Flying), 5)])
            })
            .collect();
        let theirs: Vec<_> = (0..count)
            .map(|i| {
                let (must, more) = (says(Change::MustBlock), says(Change::BlocksMore(1)));
                card("Theirs", i, [(must, 3), (more, 4), (has(Keyword::Flying), 3)])
            })
            .collect();
        let pool = pool(&[&ours[..], &theirs].concat());
        for rules in [Preset::Y2005, Preset::Y2021] {
            let (mut fight, _, _) = attack(rules, &pool, &ours, &theirs);
            while let Some(QuestionKind::Block) = fight.question().map(|q| q.kind) {
                let answers = fight.answers();
                assert!(!answers.is_empty(), "round {round}, {rules:?}: {:?}", fight.declared().1);
                fight.apply(answers[roll(answers.len())]);
            }
        }
    }
}
