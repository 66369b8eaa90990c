//! Plays random games between the four preconstructed decks and prints what came of them.
//!
//! `cargo run --release -p simpan-bots --example quick [games]`; with `V` set it says which.

use simpan_bots::Random;
use simpan_engine::{Dice, Driver, Game, NoLog, Player};
use simpan_magic::{Magic, Preset};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

#[path = "../tests/decks/mod.rs"]
mod decks;

fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(100);
    for preset in [Preset::Y2005, Preset::Y2021] {
        series(preset, n);
    }
}

/// So many games under the rules of one date.
fn series(preset: Preset, n: u64) {
    let (pool, decks) = decks::all();
    let decks = [0, 1, 2, 3].map(|i| &decks[i].1);
    let start = Instant::now();
    let (mut decisions, mut turns, mut hash) = (0u64, 0u64, 0u64);
    let mut wins = [0u32; 3];
    let mut rules = BTreeMap::new();
    for i in 0..n {
        let (x, y) = (decks[(i % 4) as usize], decks[(i / 4 % 4) as usize]);
        let game = Magic::new(Arc::clone(&pool), preset, &[x.clone(), y.clone()]).expect("two");
        let mut driver = Driver::new(game, Dice::nth(1, i));
        let (mut p, mut q) = (Random::new(i, 11), Random::new(i, 12));
        let players: &mut [&mut dyn Player<Magic>] = &mut [&mut p, &mut q];
        if std::env::var("V").is_ok() {
            eprintln!("game {i}");
        }
        let outcome = driver.play(players, 200_000, &mut NoLog);
        decisions += driver.decisions;
        turns += u64::from(driver.game.state().turn_number());
        hash = hash.rotate_left(5) ^ driver.game.event_hash();
        match outcome {
            Ok(o) => {
                wins[o.winner.map_or(2, |w| w.index())] += 1;
                *rules.entry(o.because.key()).or_insert(0) += 1;
            }
            Err(e) => {
                println!("game {i}: {e:?} {:?}", driver.game.ask());
                std::process::exit(1)
            }
        }
    }
    let rate = decisions as f64 / start.elapsed().as_secs_f64();
    let turns = turns as f64 / n as f64;
    println!(
        "{preset:?}: {n} games {decisions} decisions {rate:.0}/s  turns {turns:.1} \
         wins {wins:?} {rules:?} hash {hash:016x}"
    );
}
