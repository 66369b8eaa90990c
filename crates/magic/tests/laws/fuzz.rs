//! Whatever comes in, nothing panics: answers, bytes as answers, bytes as saved games.

use crate::common::{Guide, each_game, game, play, pool};
use proptest::prelude::*;
use simpan_engine::{Answer, Ask, Game, NoLog, ObjectId, PlayerId, Viewer, Way};
use simpan_magic::{Magic, Preset};

/// An answer from seven bytes; most are about things that there are.
fn decode(bytes: &[u8; 7]) -> Answer {
    let [kind, a, b, c, d, e, f] = *bytes;
    let id = |slot: u8, incarnation: u8| ObjectId {
        slot: if slot == 255 { u16::MAX } else { slot.into() },
        incarnation: if incarnation > 250 {
            u16::from(incarnation) << 8
        } else {
            (incarnation / 16).into()
        },
    };
    let number =
        i32::from_le_bytes([a, b, if e < 200 { 0 } else { c }, if e < 240 { 0 } else { d }]);
    let small = if f < 128 { number & 15 } else { number };
    match kind % 16 {
        0 | 1 => Answer::Pass,
        2 => Answer::Done,
        3 => Answer::Auto,
        4 => Answer::Yes,
        5 => Answer::No,
        6 => Answer::Cancel,
        7 if f == 0 => Answer::Concede,
        7 | 8 => Answer::Pick(small as u32),
        9 => Answer::Number(small),
        10 | 11 => Answer::Object(id(a, b)),
        12 => Answer::Player(PlayerId(if b < 200 { a % 3 } else { a })),
        13 => Answer::Pair(id(a, b), id(c, d)),
        14 => Answer::AtPlayer(id(a, b), PlayerId(if d < 200 { c % 3 } else { c })),
        _ => Answer::Use(
            id(a, b),
            Way(if d < 128 { u16::from(c % 4) } else { u16::from(c % 5) | u16::from(d) << 8 }),
        ),
    }
}

/// All that can be asked of a game.
fn look_around(game: &Magic) {
    let mut answers = Vec::new();
    game.answers(&mut answers);
    for answer in &answers {
        let _ = game.check(*answer);
    }
    for viewer in [Viewer::Judge, Viewer::Public, Viewer::Seat(PlayerId(1))] {
        let _ = game.view(viewer);
    }
}

/// Feeds bytes to a game as answers; where all are refused for long, a legal one helps it on.
fn feed(game: &mut Magic, bytes: &[u8], guide: &mut Guide) {
    for chunk in bytes.chunks_exact(7) {
        if matches!(game.ask(), Ask::Over(_)) {
            return;
        }
        let answer = decode(chunk.try_into().expect("seven bytes"));
        let legal = game.check(answer).is_ok();
        assert_eq!(game.apply(answer, &mut NoLog).is_ok(), legal, "{answer:?}");
        if !legal && guide.below(3) != 0 && !matches!(game.ask(), Ask::Over(_)) {
            let answer = guide.pick(game);
            game.apply(answer, &mut NoLog).expect("a legal answer");
        }
    }
}

#[test]
fn bytes_as_answers_never_panic() {
    each_game(12, |n, preset| {
        let mut game = game(n, preset);
        let mut guide = Guide::new(n ^ 0xb);
        for _ in 0..400 {
            let bytes: Vec<u8> = (0..70).map(|_| guide.below(256) as u8).collect();
            feed(&mut game, &bytes, &mut guide);
        }
        look_around(&game);
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_of_bytes_never_panic(n in 0u64..64, old: bool, bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let preset = if old { Preset::Y2005 } else { Preset::Y2021 };
        let mut game = game(n, preset);
        feed(&mut game, &bytes, &mut Guide::new(n));
        look_around(&game);
    }

    #[test]
    fn any_bytes_as_a_saved_game_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(Magic::restore(pool(), &bytes).is_err());
    }
}

/// Bytes with something wrong: bits, lengths, pieces.
fn spoil(bytes: &mut Vec<u8>, guide: &mut Guide) {
    for _ in 0..=guide.below(3) {
        let at = guide.below(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match guide.below(5) {
            _ if bytes.is_empty() => bytes.push(guide.below(256) as u8),
            0 => bytes[at] ^= 1 << guide.below(8),
            1 => bytes[at] = guide.below(256) as u8,
            2 => bytes.truncate(at),
            3 => drop(bytes.remove(at)),
            _ => bytes.insert(at, guide.below(256) as u8),
        }
    }
}

#[test]
fn spoilt_saved_games_never_panic() {
    each_game(8, |n, preset| {
        let mut choice = Guide::new(n ^ 0xbad);
        play(&mut game(n, preset), &mut Guide::new(n), |game, _| {
            if choice.below(40) != 0 {
                return;
            }
            let whole = game.save().unwrap();
            for _ in 0..20 {
                let mut bytes = whole.clone();
                spoil(&mut bytes, &mut choice);
                let Ok(mut restored) = Magic::restore(pool(), &bytes) else { continue };
                assert!(bytes == whole, "spoilt bytes are taken for a saved game");
                look_around(&restored);
                for _ in 0..20 {
                    if !matches!(restored.ask(), Ask::Over(_)) {
                        let answer = choice.pick(&restored);
                        let _ = restored.apply(answer, &mut NoLog);
                    }
                }
            }
        });
    });
}
