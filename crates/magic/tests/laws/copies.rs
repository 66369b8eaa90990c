//! Copies, saved games and recordings are the game itself.

use crate::common::{Guide, each_game, game, matchup, play, pool};
use simpan_engine::{Answer, Ask, Dice, Driver, Game, Log, NoLog, Player, Replay};
use simpan_magic::event::Event;
use simpan_magic::{Magic, Preset, Question};

/// Plays on at random to the end and tells the event hash.
fn finish(mut game: Magic, guide: &Guide) -> u64 {
    play(&mut game, &mut guide.clone(), |_, _| {});
    game.event_hash()
}

#[test]
fn a_saved_game_is_the_game() {
    each_game(6, |n, preset| {
        let mut choice = Guide::new(n ^ 0x5a);
        let guide = Guide::new(n);
        let mut count = 0;
        play(&mut game(n, preset), &mut guide.clone(), |game, _| {
            count += 1;
            let dense = count < 300 && count % 3 == 0;
            if !dense && choice.below(24) != 0 {
                return;
            }
            let bytes = game.save().unwrap();
            let restored = Magic::restore(pool(), &bytes).unwrap();
            assert!(restored == *game, "game {n} {preset:?}: restored differently");
            assert!(restored.save().unwrap() == bytes, "game {n} {preset:?}: saved differently");
            assert_eq!(restored.ask(), game.ask());
            assert_eq!(restored.event_hash(), game.event_hash());
            if choice.below(100) == 0 {
                assert_eq!(finish(restored, &guide), finish(game.clone(), &guide));
            }
        });
    });
}

#[test]
fn a_clone_is_the_game_whatever_it_was_before() {
    each_game(6, |n, preset| {
        let guide = Guide::new(n);
        // What clone_from writes over: a game long before, and one of other decks at its end.
        let mut old = game(n, preset);
        let mut other = game(n + 1, preset);
        play(&mut other, &mut Guide::new(n + 1), |_, _| {});
        let mut choice = Guide::new(n ^ 0xc1);
        play(&mut game(n, preset), &mut guide.clone(), |game, _| {
            if choice.below(12) != 0 {
                return;
            }
            let bytes = game.save().unwrap();
            let clone = game.clone();
            assert!(clone == *game && clone.save().unwrap() == bytes, "clone");
            old.clone_from(game);
            assert!(old == *game && old.save().unwrap() == bytes, "clone_from of an earlier state");
            other.clone_from(&old);
            assert!(other == *game && other.save().unwrap() == bytes, "clone_from of another game");
            if choice.below(60) == 0 {
                let hash = finish(game.clone(), &guide);
                assert_eq!(finish(clone, &guide), hash);
                assert_eq!(finish(other.clone(), &guide), hash);
            }
        });
    });
}

/// A player for the driver that picks as the guide does.
struct Guided(Guide);

impl Player<Magic> for Guided {
    fn answer(&mut self, game: &Magic, _: &Question, _: &[Answer]) -> Answer {
        self.0.pick(game)
    }
}

fn driven(n: u64, preset: Preset) -> (Driver<Magic>, Vec<Event>) {
    let mut driver = Driver::new(game(n, preset), Dice::nth(7, n));
    let (mut a, mut b) = (Guided(Guide::new(n)), Guided(Guide::new(n ^ 1)));
    let mut log = Log::default();
    driver.play(&mut [&mut a, &mut b], 100_000, &mut log).expect("a game that ends");
    (driver, log.0)
}

#[test]
fn a_recording_replays_to_the_same_events() {
    each_game(8, |n, preset| {
        let (driver, events) = driven(n, preset);
        let hash = driver.game.event_hash();
        let record =
            Replay { version: "test".to_owned(), setup: (), answers: driver.record.clone(), hash };
        let mut again = Magic::new(pool(), preset, &matchup(n)).unwrap();
        let mut log = Log::default();
        record.verify(&mut again, &mut log).unwrap();
        assert!(again == driver.game && log.0 == events, "game {n} {preset:?}");
        // Without a listener the same happens.
        let mut quiet = game(n, preset);
        record.verify(&mut quiet, &mut NoLog).unwrap();
        assert!(quiet == driver.game);
        let wrong = Replay { hash: hash ^ 1, ..record };
        assert!(wrong.verify(&mut game(n, preset), &mut NoLog).is_err());
    });
}

#[test]
fn a_seed_means_the_same_game_in_every_thread() {
    each_game(4, |n, preset| {
        let here = driven(n, preset);
        let threads: Vec<_> =
            (0..2).map(|_| std::thread::spawn(move || driven(n, preset))).collect();
        for thread in threads {
            let there = thread.join().expect("the other thread");
            assert_eq!(there.0.record, here.0.record);
            assert_eq!(there.0.game.event_hash(), here.0.game.event_hash());
            assert!(there.1 == here.1 && there.0.game == here.0.game);
        }
        assert!(matches!(here.0.game.ask(), Ask::Over(_)));
    });
}
