//! What a seat may know of cards that lie face down, and of where they go.

use simpan_engine::{Answer, Ask, Game, Log, ObjectId, PlayerId, Viewer};
use simpan_starlight::{
    Assumptions, CardId, Event, EventKind, Pool, Put, Starlight, WAY_FACE_DOWN, WAY_PLAY, Zone,
    event_for,
};
use std::sync::Arc;

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);

const CARDS: &str = r#"[
  (ko: "거두기", en: "Take Back", kind: Event, abilities: [(kind: Spell,
    targets: [(min: 1, max: 1, what: (kinds: [Resource]))], does: [Return(Target(0))])]),
  (ko: "밝히기", en: "Lay Bare", kind: Event, abilities: [(kind: Spell,
    targets: [(min: 1, max: 1, what: (kinds: [Resource]))], does: [Destroy(Target(0))])]),
]"#;

/// A table on which B has a face-down card, and A both events; the card, and the events' objects.
fn table(rules: &str) -> (Starlight, CardId, ObjectId, [ObjectId; 2]) {
    let mut pool = Pool::builtin().unwrap();
    let own = pool.read(CARDS).unwrap();
    let hidden = pool.find("오드리").unwrap();
    let star = pool.find("피아").unwrap();
    let (rules, _) = Assumptions::with(rules).unwrap();
    let mut game = Starlight::table_for(Arc::new(pool), rules, A, 3);
    for player in [A, B] {
        game.put(Put::new(star, player, Zone::StarArea));
    }
    let mut down = Put::new(hidden, B, Zone::Resources);
    down.face_down = true;
    let down = game.put(down);
    let events = [0, 1].map(|n: usize| game.put(Put::new(own[n], A, Zone::Hand)));
    game.begin();
    (game, hidden, down, events)
}

fn use_on(game: &mut Starlight, event: ObjectId, target: ObjectId) -> Vec<Event> {
    let mut log: Log<Event> = Log::default();
    game.apply(Answer::Use(event, WAY_PLAY), &mut log).unwrap();
    game.apply(Answer::Object(target), &mut log).unwrap();
    log.0
}

/// The card that a viewer sees move out of the resource area.
fn seen_moving(events: &[Event], viewer: Viewer) -> CardId {
    let from = |e: &&Event| matches!(e.kind, EventKind::Moved { from: Zone::Resources, .. });
    let event = events.iter().find(from).expect("it moves");
    match event_for(event, viewer, true, Some(B)).kind {
        EventKind::Moved { card, .. } => card,
        _ => CardId::NONE,
    }
}

#[test]
fn a_face_down_card_that_is_taken_back_stays_unknown() {
    let (mut game, card, down, [take, _]) = table("");
    let told = game.secrets_told();
    let events = use_on(&mut game, take, down);
    assert_eq!(seen_moving(&events, Viewer::Seat(A)), CardId::NONE);
    assert_eq!(seen_moving(&events, Viewer::Public), CardId::NONE);
    assert_eq!(seen_moving(&events, Viewer::Seat(B)), card);
    assert_eq!(seen_moving(&events, Viewer::Judge), card);
    assert_eq!(game.secrets_told(), told);
    let hand = &game.view(Viewer::Seat(A)).sides[1].hand;
    assert!(hand.len() == 1 && hand[0].card == CardId::NONE);
}

#[test]
fn a_face_down_card_that_is_destroyed_is_seen_by_all() {
    let (mut game, card, down, [_, bare]) = table("");
    let told = game.secrets_told();
    let events = use_on(&mut game, bare, down);
    assert_eq!(seen_moving(&events, Viewer::Public), card);
    assert!(game.secrets_told() > told, "that can't be taken back any more");
}

/// `resource.owner_may_look_face_down`, both ways.
#[test]
fn the_owner_may_look_if_that_is_assumed() {
    let card_of = |rules: &str| {
        let (game, card, ..) = table(rules);
        let seen = |viewer| game.view(viewer).sides[1].resources[0].card;
        assert_eq!((seen(Viewer::Seat(A)), seen(Viewer::Judge)), (CardId::NONE, card));
        (seen(Viewer::Seat(B)), card)
    };
    let (seen, card) = card_of("");
    assert_eq!(seen, card);
    let (seen, _) = card_of("resource.owner_may_look_face_down = false");
    assert_eq!(seen, CardId::NONE);
}

/// A card put face down from the hand is its owner's secret.
#[test]
fn a_card_placed_face_down_is_the_owner_s_secret() {
    let (mut game, .., [take, _]) = table("");
    let mut log: Log<Event> = Log::default();
    game.apply(Answer::Use(take, WAY_FACE_DOWN), &mut log).unwrap();
    let put = |e: &&Event| matches!(e.kind, EventKind::Moved { to: Zone::Resources, .. });
    let event = log.0.iter().find(put).expect("it is put");
    let card = |viewer| match event_for(event, viewer, false, Some(A)).kind {
        EventKind::Moved { card, .. } => card,
        _ => CardId::NONE,
    };
    assert!(card(Viewer::Seat(A)) != CardId::NONE);
    assert_eq!(card(Viewer::Seat(B)), CardId::NONE);
    assert!(matches!(game.ask(), Ask::Player(q) if q.player == A));
}
