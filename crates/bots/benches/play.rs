//! How fast games are played, copied and looked at: `cargo bench -p simpan-bots`.
//!
//! Every measured game is checked by its event hash (`support::checksum`).

#[allow(dead_code)]
#[path = "../../magic/tests/common/mod.rs"]
mod common;
mod support;

use divan::Bencher;
use divan::counter::ItemsCount;
use simpan_engine::{Answer, Game, NoLog};

fn main() {
    support::check_late_games();
    divan::main();
}

/// Whole games of the four decks, all pairings, both rulebooks; an item is a decision.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn random_play(bencher: Bencher) {
    let (decisions, hash) = support::random_games(1);
    support::check("random_play", hash, support::checksum::RANDOM_PLAY);
    bencher.counter(ItemsCount::new(decisions)).bench_local(|| support::random_games(1));
}

/// Whole games of the two starter decks of Starlight TCG; an item is a decision.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn starlight_random_play(bencher: Bencher) {
    let table = support::starlight::Starters::new();
    let (decisions, hash) = table.random_games(64);
    support::check("starlight_random_play", hash, support::starlight::checksum::RANDOM_PLAY);
    bencher.counter(ItemsCount::new(decisions)).bench_local(|| table.random_games(64));
}

#[divan::bench]
fn starlight_clone_from_mid_game(bencher: Bencher) {
    let game = support::starlight::Starters::new().mid_game();
    let mut buffer = game.clone();
    bencher.bench_local(|| buffer.clone_from(&game));
}

#[divan::bench]
fn clone_mid_game(bencher: Bencher) {
    let game = support::mid_game();
    bencher.bench_local(|| game.clone());
}

#[divan::bench]
fn clone_from_mid_game(bencher: Bencher) {
    let game = support::mid_game();
    let mut buffer = game.clone();
    bencher.bench_local(|| buffer.clone_from(&game));
}

/// Listing what a player may do.
#[divan::bench(args = [60, 500])]
fn late_game_answers(bencher: Bencher, permanents: usize) {
    let game = support::late_game(permanents);
    let mut answers = Vec::new();
    bencher.bench_local(|| {
        game.answers(&mut answers);
        answers.len()
    });
}

#[divan::bench(args = [60, 500])]
fn late_game_pass(bencher: Bencher, permanents: usize) {
    let game = support::late_game(permanents);
    bencher.with_inputs(|| game.clone()).bench_local_refs(|game| {
        game.apply(Answer::Pass, &mut NoLog).expect("passing is legal");
    });
}

#[divan::bench(args = [60, 500])]
fn late_game_cast(bencher: Bencher, permanents: usize) {
    let game = support::late_game(permanents);
    bencher.with_inputs(|| game.clone()).bench_local_refs(support::cast);
}

/// All characteristics found anew.
#[divan::bench(args = [60, 500])]
fn layers_refresh(bencher: Bencher, permanents: usize) {
    let mut board = support::layers(permanents);
    bencher.bench_local(|| board.refresh());
}

/// What of a full hand can be paid for.
#[divan::bench]
fn affordability(bencher: Bencher) {
    let game = support::full_hand();
    let mut answers = Vec::new();
    bencher.bench_local(|| {
        game.answers(&mut answers);
        answers.len()
    });
}
