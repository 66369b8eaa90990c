//! Prints the figures of the README: `cargo run --release -p simpan-bots --example figures`.
//!
//! Medians of several runs, in CPU time of this thread where the system tells it, so that others
//! on the machine don't count.

#[allow(dead_code)]
#[path = "../../magic/tests/common/mod.rs"]
mod common;
#[path = "../benches/support/mod.rs"]
mod support;

use simpan_engine::{Answer, Game, NoLog};
use std::hint::black_box;
use std::time::Instant;

/// Nanoseconds that this thread has run (Linux), or that have passed.
fn now(start: Instant) -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = told.and_then(|s| s.split_whitespace().next().and_then(|n| n.parse().ok()));
    ran.unwrap_or_else(|| start.elapsed().as_nanos() as u64)
}

/// A run takes at least so long: the system counts in steps of some milliseconds.
const RUN: u64 = 100_000_000;

/// The median of several runs, in nanoseconds for one repetition.
fn median(mut f: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut run = |repetitions: u64| {
        let before = now(start);
        (0..repetitions).for_each(|_| f());
        now(start) - before
    };
    let mut repetitions = 1;
    while run(repetitions) < RUN {
        repetitions *= 2;
    }
    let mut times: Vec<u64> = (0..9).map(|_| run(repetitions)).collect();
    times.sort_unstable();
    times[times.len() / 2] as f64 / repetitions as f64
}

fn line(name: &str, nanoseconds: f64) {
    println!("{name:<44} {:>10.2} µs", nanoseconds / 1000.0);
}

/// Whole games of a rulebook: how many decisions a second.
fn speed(name: &str, (decisions, games): (u64, u64), mut play: impl FnMut()) {
    let speed = decisions as f64 * 1e9 / median(&mut play);
    println!("{name:<44} {speed:>10.0} decisions/s ({decisions} in {games} games)");
}

/// The figures of Starlight TCG.
fn starlight() {
    use support::starlight::{Starters, checksum};
    let table = Starters::new();
    let (decisions, hash) = table.random_games(64);
    support::check("starlight_random_play", hash, checksum::RANDOM_PLAY);
    speed("Starlight TCG: random play, one core", (decisions, 64), || {
        black_box(table.random_games(64));
    });
    let mid = table.mid_game();
    line("Starlight TCG: clone mid-game", median(|| drop(black_box(mid.clone()))));
    let mut buffer = mid.clone();
    line("Starlight TCG: clone_from", median(|| black_box(&mut buffer).clone_from(&mid)));
    let mut answers = Vec::new();
    let listing = median(|| mid.answers(black_box(&mut answers)));
    line("Starlight TCG: list the answers", listing);
}

fn main() {
    support::check_late_games();
    let (decisions, hash) = support::random_games(1);
    support::check("random_play", hash, support::checksum::RANDOM_PLAY);
    speed("random play, one core", (decisions, 32), || {
        black_box(support::random_games(1));
    });
    let mid = support::mid_game();
    line("clone, two 60-card decks mid-game", median(|| drop(black_box(mid.clone()))));
    let mut buffer = mid.clone();
    line("clone_from", median(|| black_box(&mut buffer).clone_from(&mid)));
    for permanents in [60, 500] {
        let late = support::late_game(permanents);
        let mut answers = Vec::new();
        let name = |what: &str| format!("{permanents} permanents: {what}");
        let listing = median(|| late.answers(black_box(&mut answers)));
        line(&name("list the answers"), listing);
        let mut buffer = late.clone();
        let copying = median(|| black_box(&mut buffer).clone_from(&late));
        line(&name("clone_from"), copying);
        let passing = median(|| {
            buffer.clone_from(&late);
            buffer.apply(Answer::Pass, &mut NoLog).expect("passing is legal");
        });
        line(&name("pass priority"), (passing - copying).max(0.0));
        let casting = median(|| {
            buffer.clone_from(&late);
            support::cast(&mut buffer);
        });
        line(&name("cast a spell and pay for it"), (casting - copying).max(0.0));
        let mut board = support::layers(permanents);
        line(&name("all layers anew"), median(|| board.refresh()));
    }
    let hand = support::full_hand();
    let mut answers = Vec::new();
    let listing = median(|| hand.answers(black_box(&mut answers)));
    line("7 cards and 12 lands: list the answers", listing);
    starlight();
}
