//! Everything that can happen, be asked or be answered is told in both languages.

use simpan_cards::ast::{CounterKind, Step, Zone};
use simpan_cards::program::{AbilityId, CardId};
use simpan_engine::{Answer, ObjectId, PlayerId, Purpose, QuestionKind, Way};
use simpan_judge::{
    Source, Teller, describe_answer, describe_question, explain_refusal, parse_scenario, set_up,
};
use simpan_magic::event::{Event, EventKind as E};
use simpan_magic::object::Thing;
use simpan_magic::{Magic, Preset, Question};
use simpan_rulebook::{Lang, entries, rule};

fn table() -> Magic {
    let text = "[players.A]\nbattlefield = [\"Grizzly Bears\", \"Forest\"]";
    let source = Source::new("t.toml", text, Lang::En);
    let scenario = parse_scenario(&source).unwrap();
    set_up(&scenario, Preset::ALL[1], &source, None).unwrap().0
}

/// The name of an event's kind. Without a wildcard: a new kind doesn't compile until it has a
/// sample below.
fn kind(e: &E) -> &'static str {
    macro_rules! names {
        ($($name:ident),* $(,)?) => {
            match e { $( E::$name { .. } => stringify!($name), )* }
        };
    }
    names!(
        TurnBegan,
        StepBegan,
        Moved,
        Drew,
        DrewFromEmpty,
        Tapped,
        Untapped,
        Life,
        Damage,
        Prevented,
        ManaAdded,
        ManaSpent,
        ManaLost,
        Announced,
        Targeted,
        Resolving,
        Fizzled,
        Countered,
        TakenBack,
        TappedForMana,
        Copied,
        Counters,
        PlayerCounters,
        Attacks,
        Blocks,
        BecameBlocked,
        Unblocked,
        LeftCombat,
        Assigned,
        DamageOnStack,
        DamageResolves,
        Control,
        Attached,
        Unattached,
        Destroyed,
        Sacrificed,
        Discarded,
        Regenerated,
        TokenCreated,
        Ceased,
        Replaced,
        Triggered,
        Shuffled,
        Revealed,
        LookedAt,
        Passed,
        Chose,
        ChoseNumber,
        EffectBegan,
        Mulligan,
        Kept,
        Lost,
        Ended,
        Cycled,
        RevealedBy,
        TurnedUp,
        TurnedDown,
        PhasedOut,
        PhasedIn,
        Searched,
    )
}

fn samples(id: ObjectId, card: CardId) -> Vec<E> {
    let player = PlayerId(0);
    let to = Thing::Player(PlayerId(1));
    let ability = AbilityId::NONE;
    let (source, counter) = (id, CounterKind::PlusOne);
    vec![
        E::TurnBegan { player, turn: 2 },
        E::StepBegan { step: Step::Draw, player },
        E::Moved { id, to_id: id, card, from: Zone::Hand, to: Zone::Graveyard, player },
        E::Drew { player, id },
        E::Drew { player, id: ObjectId::NONE },
        E::DrewFromEmpty { player },
        E::Tapped { id },
        E::Untapped { id },
        E::Life { player, by: -1, now: 19 },
        E::Damage { source, to, amount: 2, combat: true },
        E::Prevented { to, amount: 2 },
        E::ManaAdded { player, kind: 4, amount: 1 },
        E::ManaSpent { player, kind: 4, amount: 1 },
        E::ManaLost { player, amount: 1 },
        E::Announced { id, card, ability, player },
        E::Announced { id, card, ability: AbilityId(0), player },
        E::Copied { id, of: id, card, player },
        E::Targeted { by: id, target: to },
        E::Resolving { id, card, ability },
        E::Resolving { id, card, ability: AbilityId(0) },
        E::Fizzled { id, card },
        E::Countered { id, card },
        E::TakenBack { player, because: None },
        E::TakenBack { player, because: Some(rule::CANNOT_PAY) },
        E::TappedForMana { id, player, kinds: 1 },
        E::Counters { id, kind: counter, by: -2 },
        E::PlayerCounters { player, kind: CounterKind::Poison, by: 1 },
        E::Attacks { id, target: to },
        E::Blocks { id, attacker: id },
        E::BecameBlocked { id },
        E::Unblocked { id },
        E::LeftCombat { id },
        E::Assigned { source, to, amount: 2 },
        E::DamageOnStack { id },
        E::DamageResolves { id },
        E::Control { id, player },
        E::Attached { id, to: id },
        E::Unattached { id },
        E::Destroyed { id },
        E::Sacrificed { id, player },
        E::Discarded { id, player },
        E::Regenerated { id },
        E::TokenCreated { id, card, player },
        E::Ceased { id, kind: simpan_magic::object::ObjectKind::Token },
        E::Replaced { source },
        E::Triggered { source, ability, player },
        E::Shuffled { player },
        E::Revealed { id, card },
        E::LookedAt { player, of: player, count: 3 },
        E::Passed { player },
        E::Chose { player, thing: to },
        E::ChoseNumber { player, number: 3 },
        E::EffectBegan { source },
        E::Mulligan { player },
        E::Kept { player },
        E::Lost { player },
        E::Cycled { id, player },
        E::RevealedBy { source, id, card },
        E::TurnedUp { id, card },
        E::TurnedDown { id },
        E::PhasedOut { id },
        E::PhasedIn { id },
        E::Searched { player, of: player },
        E::Ended { winner: Some(player) },
        E::Ended { winner: None },
    ]
}

fn is_korean(text: &str) -> bool {
    text.chars().any(|c| ('가'..='힣').contains(&c))
}

#[test]
fn every_event_is_told() {
    let game = table();
    let id = game.state().zone(Zone::Battlefield, PlayerId(0))[0];
    let card = game.pool().find("Grizzly Bears").unwrap();
    let all = samples(id, card);
    let kinds: std::collections::BTreeSet<&str> = all.iter().map(kind).collect();
    assert_eq!(kinds.len(), 60, "a kind of event has no sample");
    for event in all {
        let event = Event { kind: event, rule: rule::RESOLVE };
        let english = Teller::new(&game, Lang::En).tell(&game, &event);
        let korean = Teller::new(&game, Lang::Ko).tell(&game, &event);
        let short = Teller::new(&game, Lang::En).short(&game, &event);
        assert!(english.starts_with("[cr2021-608.1] ") && english.ends_with('.'), "{english}");
        assert!(english.len() > 18 && !is_korean(&english), "{english}");
        assert!(is_korean(&korean) && !short.is_empty(), "{korean} / {short}");
    }
}

#[test]
fn every_question_and_answer_is_described() {
    let game = table();
    let id = game.state().zone(Zone::Battlefield, PlayerId(0))[0];
    let (min, max) = (1, 2);
    let kinds = [
        QuestionKind::Act,
        QuestionKind::Target { word: 0, chosen: 0, min, max },
        QuestionKind::Target { word: 0, chosen: 0, min, max: 1 },
        QuestionKind::Object { chosen: 0, min, max },
        QuestionKind::Player,
        QuestionKind::OneOf { options: 5 },
        QuestionKind::Mode { options: 2 },
        QuestionKind::YesNo,
        QuestionKind::Number { min: 0, max: 3 },
        QuestionKind::Order { left: 2 },
        QuestionKind::Divide { left: 2, object: id },
        QuestionKind::Divide { left: 2, object: ObjectId::NONE },
        QuestionKind::Attack,
        QuestionKind::Block,
        QuestionKind::Pay,
        QuestionKind::Replacement { options: 2, optional: true },
        QuestionKind::Replacement { options: 2, optional: false },
        QuestionKind::Mulligan,
        QuestionKind::Name { options: 9 },
    ];
    for kind in kinds {
        for r in [rule::RESOLVE, rule::PLAY_X] {
            let purpose = Purpose { rule: r, source: id };
            let player = PlayerId(0);
            let q: Question =
                Question { player, on_behalf: player, kind, purpose, cancellable: false };
            let (en, ko) =
                (describe_question(&game, &q, Lang::En), describe_question(&game, &q, Lang::Ko));
            assert!(en.starts_with("A: ") && en.len() > 5 && !en.contains('⟦'), "{en}");
            assert!(is_korean(&ko) && !ko.contains('⟦'), "{ko}");
        }
    }
    let answers = [
        Answer::Pass,
        Answer::Done,
        Answer::Auto,
        Answer::Yes,
        Answer::No,
        Answer::Cancel,
        Answer::Concede,
        Answer::Pick(0),
        Answer::Object(id),
        Answer::Player(PlayerId(1)),
        Answer::Pair(id, id),
        Answer::AtPlayer(id, PlayerId(1)),
        Answer::Use(id, Way(0)),
        Answer::Use(id, Way(1)),
        Answer::Use(id, Way(2)),
        Answer::Use(id, Way(256)),
    ];
    for answer in answers {
        let en = describe_answer(&game, answer, Lang::En);
        let ko = describe_answer(&game, answer, Lang::Ko);
        assert!(!en.is_empty() && !is_korean(&en), "{en}");
        assert!(is_korean(&ko), "{ko}");
    }
    assert_eq!(describe_answer(&game, Answer::Number(3), Lang::En), "3");
    let attack = describe_answer(&game, Answer::AtPlayer(id, PlayerId(1)), Lang::En);
    assert_eq!(attack, "attack B with Grizzly Bears");
    let forest = game.state().zone(Zone::Battlefield, PlayerId(0))[1];
    let tap = describe_answer(&game, Answer::Use(forest, Way(256)), Lang::En);
    assert_eq!(tap, "tap Forest for mana");
}

#[test]
fn every_refusal_is_explained() {
    for (id, _) in entries() {
        for preset in Preset::ALL {
            assert!(is_korean(&explain_refusal(id, preset, Lang::Ko)));
            let en = explain_refusal(id, preset, Lang::En);
            assert!(en.starts_with('[') && !is_korean(&en), "{en}");
        }
    }
}
