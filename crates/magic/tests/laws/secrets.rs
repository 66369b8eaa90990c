//! Nobody can tell apart two games that differ only in what they may not know.
//!
//! A game is copied with the cards that are hidden from a viewer dealt differently. Both copies
//! get the same answers for as long as these fit both and no dealt card is shown; until then the
//! viewer must see the same bytes and the same events.

use crate::common::{Guide, each_game, game, kind, play};
use simpan_cards::ast::{PlayerChange, StaticEffect, Zone};
use simpan_cards::program::AbilityKind;
use simpan_engine::{Answer, Ask, Game, Log, ObjectId, PlayerId, QuestionKind, Viewer};
use simpan_magic::Magic;
use simpan_magic::event::{Event, EventKind};
use simpan_magic::setup::swap_hidden;
use simpan_magic::view::seen;
use std::collections::BTreeSet;

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);

fn bytes(game: &Magic, viewer: Viewer) -> String {
    serde_json::to_string(&game.view(viewer)).expect("a view is plain data")
}

/// The cards of a player that a viewer can't see.
fn hidden(game: &Magic, owner: PlayerId, viewer: Viewer) -> Vec<ObjectId> {
    let view = game.view(viewer);
    let s = game.state();
    let hand = s.zone(Zone::Hand, owner).iter();
    let all = s.zone(Zone::Library, owner).iter().chain(hand).copied();
    let all: Vec<ObjectId> = all.collect();
    let seen = |id: &ObjectId| view.object(*id).is_some();
    if !reveals(game) {
        let hand = s.zone(Zone::Hand, owner);
        let wrong =
            all.iter().find(|id| seen(id) && !(viewer == Viewer::Seat(owner) && hand.contains(id)));
        assert_eq!(wrong, None, "{viewer:?} sees a hidden card");
    }
    all.into_iter().filter(|id| !seen(id)).collect()
}

/// Whether something on the battlefield shows hands or libraries.
fn reveals(game: &Magic) -> bool {
    game.state().zone(Zone::Battlefield, A).iter().any(|id| {
        let c = game.look().characteristics(*id).expect("a permanent");
        c.abilities.iter().any(|a| match &game.pool().ability(*a).kind {
            AbilityKind::Static(s) => matches!(
                s.effect,
                StaticEffect::ChangePlayers {
                    change: PlayerChange::HandRevealed | PlayerChange::TopRevealed,
                    ..
                }
            ),
            _ => false,
        })
    })
}

/// A copy with the cards of `ids` dealt anew; `None` if that gives the same game.
fn dealt(game: &Magic, ids: &[ObjectId], choice: &mut Guide) -> Option<Magic> {
    let mut other = game.clone();
    for i in (1..ids.len()).rev() {
        assert!(swap_hidden(&mut other, ids[i], ids[choice.below(i + 1)]));
    }
    let card = |g: &Magic, id: ObjectId| g.state().object(id).map(|o| o.card());
    ids.iter().any(|id| card(game, *id) != card(&other, *id)).then_some(other)
}

#[test]
fn a_view_shows_nothing_of_hidden_cards() {
    let mut compared = 0;
    each_game(8, |n, preset| {
        let mut choice = Guide::new(n ^ 0x5ec);
        play(&mut game(n, preset), &mut Guide::new(n ^ 0xe), |game, _| {
            let announcing = kind(game).is_some_and(|k| k != QuestionKind::Act);
            if choice.below(if announcing { 4 } else { 16 }) != 0 {
                return;
            }
            for viewer in [Viewer::Seat(A), Viewer::Seat(B), Viewer::Public] {
                for owner in [A, B] {
                    let ids = hidden(game, owner, viewer);
                    let Some(other) = dealt(game, &ids, &mut choice) else { continue };
                    let (one, two) = (bytes(game, viewer), bytes(&other, viewer));
                    assert!(one == two, "game {n} {preset:?} {viewer:?}:\n{one}\n{two}");
                    compared += 1;
                }
            }
        });
    });
    assert!(compared > 100, "only {compared} views were compared");
}

/// Whether an event tells the viewer (or anybody) what a dealt card is.
fn tells(event: &Event, dealt: &BTreeSet<ObjectId>) -> bool {
    match event.kind {
        EventKind::Moved { id, to_id, to, .. } => {
            !to.is_hidden() && (dealt.contains(&id) || dealt.contains(&to_id))
        }
        EventKind::Revealed { id, .. } => dealt.contains(&id),
        EventKind::LookedAt { .. } => true,
        _ => false,
    }
}

/// Follows dealt cards through moves between hidden zones and shuffles. A library that was just
/// shuffled is dealt anew, and so is what leaves it after that.
fn follow(events: &[Event], game: &Magic, dealt: &mut BTreeSet<ObjectId>) {
    let mut shuffled: BTreeSet<PlayerId> = BTreeSet::new();
    for event in events {
        match event.kind {
            EventKind::Moved { id, to_id, from, player, .. }
                if dealt.contains(&id) || from == Zone::Library && shuffled.contains(&player) =>
            {
                dealt.insert(to_id);
            }
            EventKind::Shuffled { player } => {
                shuffled.insert(player);
                dealt.extend(game.state().zone(Zone::Library, player));
            }
            _ => {}
        }
    }
}

/// Gives both games the same answers; how many they took before they had to part.
fn walk(one: &Magic, two: &Magic, ids: &[ObjectId], viewer: Viewer, guide: &Guide) -> u32 {
    let (mut one, mut two) = (one.clone(), two.clone());
    let mut guide = guide.clone();
    let mut dealt: BTreeSet<ObjectId> = ids.iter().copied().collect();
    for steps in 0..300 {
        if matches!(one.ask(), Ask::Over(_)) {
            return steps;
        }
        let answer = guide.pick(&one);
        if let Answer::Object(id) | Answer::Use(id, _) = answer {
            // A card that the viewer doesn't see is chosen for what it is.
            if dealt.contains(&id) {
                return steps;
            }
        }
        if two.check(answer).is_err() {
            return steps;
        }
        let (mut log, mut other) = (Log::default(), Log::default());
        one.apply(answer, &mut log).expect("a legal answer");
        two.apply(answer, &mut other).expect("a legal answer");
        follow(&log.0, &one, &mut dealt);
        follow(&other.0, &two, &mut dealt);
        if log.0.iter().chain(&other.0).any(|e| tells(e, &dealt)) {
            return steps;
        }
        // A hand or a library has been revealed.
        let shows = |g: &Magic| {
            let view = g.view(viewer);
            reveals(g) && dealt.iter().any(|id| view.object(*id).is_some())
        };
        if shows(&one) || shows(&two) {
            return steps;
        }
        let masked = |game: &Magic, log: &Log<Event>| -> Vec<Event> {
            log.0.iter().map(|e| seen(e, game.look(), viewer)).collect()
        };
        assert_eq!(masked(&one, &log), masked(&two, &other), "{viewer:?} after {answer:?}");
        let (x, y) = (bytes(&one, viewer), bytes(&two, viewer));
        assert!(x == y, "{viewer:?} after {answer:?}:\n{x}\n{y}");
    }
    300
}

#[test]
fn games_that_differ_in_hidden_cards_look_alike() {
    let (mut walks, mut steps) = (0, 0);
    each_game(8, |n, preset| {
        println!("game {n} {preset:?}");
        let guide = Guide::new(n ^ 0xe);
        let mut choice = Guide::new(n ^ 0xa11);
        play(&mut game(n, preset), &mut guide.clone(), |game, _| {
            let often = if kind(game) == Some(QuestionKind::Act) { 40 } else { 20 };
            if kind(game).is_none() || choice.below(often) != 0 {
                return;
            }
            for (viewer, owner) in [(Viewer::Seat(A), B), (Viewer::Seat(B), A), (Viewer::Public, B)]
            {
                let ids = hidden(game, owner, viewer);
                let Some(other) = dealt(game, &ids, &mut choice) else { continue };
                walks += 1;
                steps += walk(game, &other, &ids, viewer, &guide);
            }
        });
    });
    assert!(steps > 2 * walks, "{walks} walks of {steps} steps show nothing");
}

#[test]
fn masked_events_name_no_hidden_card() {
    each_game(4, |n, preset| {
        let mut guide = Guide::new(n ^ 0x3e);
        let mut game = game(n, preset);
        while !matches!(game.ask(), Ask::Over(_)) {
            let answer = guide.pick(&game);
            let mut log = Log::default();
            game.apply(answer, &mut log).expect("a legal answer");
            for event in &log.0 {
                let EventKind::Moved { from, to, player, .. } = event.kind else { continue };
                let view = seen(event, game.look(), Viewer::Seat(if player == A { B } else { A }));
                let EventKind::Moved { card, id, to_id, .. } = view.kind else {
                    panic!("{view:?}")
                };
                let shown = game.view(Viewer::Public).players[player.index()].hand.is_some();
                if from.is_hidden() && to.is_hidden() && !shown {
                    assert!(card.index() == usize::from(u16::MAX), "{event:?}");
                    assert!(id.is_none() && to_id.is_none(), "{event:?}");
                }
            }
        }
    });
}
