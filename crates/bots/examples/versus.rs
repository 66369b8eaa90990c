//! Greedy against random, for every pairing of four preconstructed decks and both editions.
//!
//! `cargo run --release -p simpan-bots --example versus [games] [seed]`

use simpan_bots::{Greedy, Random};
use simpan_cards::program::CardId;
use simpan_engine::{Dice, Driver, Game, NoLog, Player, PlayerId};
use simpan_magic::{Magic, Preset};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[path = "../tests/decks/mod.rs"]
mod decks;

/// Greedy, with the time it takes.
struct Timed {
    player: Greedy,
    took: Duration,
    decisions: u64,
}

impl Player<Magic> for Timed {
    fn answer(
        &mut self,
        game: &Magic,
        question: &simpan_magic::Question,
        answers: &[simpan_engine::Answer],
    ) -> simpan_engine::Answer {
        let start = Instant::now();
        let answer = self.player.answer(game, question, answers);
        self.took += start.elapsed();
        self.decisions += 1;
        answer
    }
}

fn main() {
    let number = |n: usize| std::env::args().nth(n).and_then(|s| s.parse().ok());
    let (games, seed) = (number(1).unwrap_or(100u64), number(2).unwrap_or(1u64));
    let (pool, decks) = decks::all();
    for preset in [Preset::Y2005, Preset::Y2021] {
        let mut timed = Timed { player: Greedy::new(), took: Duration::ZERO, decisions: 0 };
        let (mut won, mut least, mut turns) = (0, games, 0u64);
        println!(
            "{preset:?}: games of {games} that greedy wins with the deck of the row against random's"
        );
        for (x, (name, mine)) in decks.iter().enumerate() {
            print!("{name:>18}");
            for (y, (_, theirs)) in decks.iter().enumerate() {
                let mut wins = 0;
                for i in 0..games {
                    let at = (x * 4 + y) as u64 * 10_000 + i;
                    let pair = (mine.clone(), theirs.clone());
                    let (win, length) = play(&pool, preset, pair, (seed, at), &mut timed);
                    wins += u64::from(win);
                    turns += u64::from(length);
                }
                print!(" {wins:>5}");
                won += wins;
                least = least.min(wins);
            }
            println!();
        }
        let rate = timed.decisions as f64 / timed.took.as_secs_f64();
        println!(
            "  won {won} of {}, at least {least} of {games}; {:.1} turns; {rate:.0} decisions/s",
            16 * games,
            turns as f64 / (16 * games) as f64
        );
    }
}

/// One game; whether greedy won, and how many turns it took.
fn play(
    pool: &Arc<simpan_cards::Pool>,
    preset: Preset,
    (mine, theirs): (Vec<CardId>, Vec<CardId>),
    (seed, at): (u64, u64),
    greedy: &mut Timed,
) -> (bool, u32) {
    let seat = (at % 2) as u8;
    let lists = if seat == 0 { [mine, theirs] } else { [theirs, mine] };
    let game = Magic::new(Arc::clone(pool), preset, &lists).expect("two decks");
    let mut driver = Driver::new(game, Dice::nth(seed, at));
    let mut random = Random::new(seed.wrapping_add(77), at);
    greedy.player = Greedy::new();
    let mut players: [&mut dyn Player<Magic>; 2] = [greedy, &mut random];
    if seat == 1 {
        players.reverse();
    }
    match driver.play(&mut players, 100_000, &mut NoLog) {
        Ok(outcome) => {
            let win = outcome.winner == Some(PlayerId(seat));
            if !win && std::env::var("LOST").is_ok() {
                eprintln!("lost: {preset:?} seed {seed} game {at} {}", outcome.because.key());
            }
            (win, driver.game.state().turn_number())
        }
        Err(error) => {
            eprintln!("{preset:?} seed {seed} game {at}: {error:?} at {:?}", driver.game.ask());
            (false, 0)
        }
    }
}
