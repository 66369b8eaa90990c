//! Bytes that play: as answers to a game, and as a recording of one.

use crate::built_in;
use simpan_cards::program::CardId;
use simpan_engine::{Answer, Ask, Dice, Game, NoLog, ObjectId, PlayerId, Replay, Viewer, Way};
use simpan_magic::{Magic, Preset};
use std::hint::black_box;

/// The most answers of one input.
const MOST: usize = 3_000;

/// A deck of 60 random cards.
fn deck(dice: &mut Dice) -> Vec<CardId> {
    let pool = built_in();
    let all: Vec<CardId> = pool.cards().map(|(id, _)| id).collect();
    let lands = ["Plains", "Island", "Swamp", "Mountain", "Forest"].map(|name| pool.find(name));
    let lands: Vec<CardId> = lands.into_iter().flatten().collect();
    let mut pick = |from: &[CardId]| from[dice.below(from.len() as u32) as usize];
    (0..60).map(|n| pick(if n < 36 { &all } else { &lands })).collect()
}

/// A game that two bytes set up.
fn start(first: u8, second: u8) -> Magic {
    let presets = [Preset::Y2005, Preset::Y2021, Preset::Notes];
    let mut dice = Dice::nth(u64::from(second), u64::from(first / 3));
    let decks = [deck(&mut dice), deck(&mut dice)];
    Magic::new(built_in(), presets[usize::from(first) % 3], &decks).expect("two decks")
}

/// Bytes as answers. An answer is listed if and only if it is accepted, and one that is refused
/// changes nothing; what is saved is the game.
pub fn game(data: &[u8]) {
    let [first, second, rest @ ..] = data else { return };
    let mut game = start(*first, *second);
    let mut answers = Vec::new();
    let mut bytes = rest.iter().copied();
    for step in 0..MOST {
        if matches!(game.ask(), Ask::Over(_)) {
            break;
        }
        let Some(byte) = bytes.next() else { break };
        game.answers(&mut answers);
        assert!(!answers.is_empty(), "no answer to {:?}", game.ask());
        if byte < 0xF0 {
            // A byte of its own where there are many.
            let more = if answers.len() > 0xF0 { bytes.next().unwrap_or(0) } else { 0 };
            let at = (usize::from(byte) + 0xF0 * usize::from(more)) % answers.len();
            let answer = answers[at];
            game.apply(answer, &mut NoLog).expect("a listed answer is legal");
        } else {
            let chunk: Vec<u8> = bytes.by_ref().take(6).collect();
            stray(&mut game, &answers, byte, &chunk);
        }
        if step % 64 == 63 {
            saved(&game);
        }
    }
    saved(&game);
    for viewer in [Viewer::Judge, Viewer::Public, Viewer::Seat(PlayerId(0))] {
        black_box(game.view(viewer));
    }
}

/// An answer that may be anything.
fn stray(game: &mut Magic, listed: &[Answer], kind: u8, chunk: &[u8]) {
    let at = |n: usize| chunk.get(n).copied().unwrap_or(0);
    let id = |n: usize| ObjectId {
        slot: if at(n) == 255 { u16::MAX } else { at(n).into() },
        incarnation: u16::from(at(n + 1)) % 24,
    };
    let number = i32::from_le_bytes([at(0), at(1), at(2), at(3)]);
    let answer = match kind & 15 {
        0 => Answer::Pass,
        1 => Answer::Done,
        2 => Answer::Auto,
        3 => Answer::Yes,
        4 => Answer::No,
        5 => Answer::Cancel,
        6 => Answer::Pick(number as u32),
        7 => Answer::Pick(at(0).into()),
        8 => Answer::Number(number),
        9 => Answer::Number(i32::from(at(0)) - 100),
        10 | 11 => Answer::Object(id(0)),
        12 => Answer::Player(PlayerId(at(0))),
        13 => Answer::Pair(id(0), id(2)),
        14 => Answer::AtPlayer(id(0), PlayerId(at(2))),
        _ => Answer::Use(id(0), Way(u16::from_le_bytes([at(2), at(3) & 3]))),
    };
    let legal = game.check(answer).is_ok();
    if answer != Answer::Cancel {
        assert_eq!(legal, listed.contains(&answer), "{answer:?} at {:?}", game.ask());
    }
    let before = (!legal).then(|| game.clone());
    assert_eq!(game.apply(answer, &mut NoLog).is_ok(), legal, "{answer:?}");
    if let Some(before) = before {
        assert!(before == *game, "{answer:?} is refused but changes the state");
    }
}

/// What is saved and restored is the game.
fn saved(game: &Magic) {
    let bytes = game.save().expect("a game can be saved");
    let back = Magic::restore(built_in(), &bytes).expect("a saved game can be restored");
    assert!(back == *game && back.event_hash() == game.event_hash());
}

/// Recordings: read, and played on a game. Also bytes as a saved game.
pub fn replay(data: &[u8]) {
    if let Ok(replay) = serde_json::from_slice::<Replay<serde_json::Value>>(data) {
        let mut game = start(1, 7);
        black_box(replay.verify(&mut game, &mut NoLog).is_ok());
        saved(&game);
    }
    if let Ok(game) = Magic::restore(built_in(), data) {
        saved(&game);
    }
}
