//! Games of Starlight TCG between bots: `starlight [games] [seed]` prints who wins, by deck and
//! seat, for every pairing of bots, and decisions a second.

use simpan_bots::{Random, starlight::Greedy};
use simpan_engine::{Dice, Driver, NoLog, Player, PlayerId};
use simpan_starlight::{Assumptions, Deck, DeckList, Pool, Starlight};
use std::sync::Arc;
use std::time::Instant;

fn bot(name: &str, seed: u64, seat: u64) -> Box<dyn Player<Starlight>> {
    match name {
        "greedy" => Box::new(Greedy::new(seed, seat)),
        _ => Box::new(Random::new(seed, seat)),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let games: u64 = args.next().map_or(Ok(1000), |n| n.parse())?;
    let seed: u64 = args.next().map_or(Ok(1), |n| n.parse())?;
    let pool = Pool::builtin()?;
    let (rules, _) = Assumptions::builtin()?;
    let decks: Vec<Deck> =
        DeckList::builtin()?.iter().map(|d| d.resolve(&pool).expect("our cards")).collect();
    let pool = Arc::new(pool);
    for pair in [["random", "random"], ["greedy", "random"], ["greedy", "greedy"]] {
        // Wins of the first bot, of the first deck, of who began; turns; decisions.
        let (mut bots, mut deck, mut began, mut turns, mut decisions) = (0, 0, 0, 0, 0);
        let start = Instant::now();
        for n in 0..games {
            let seat = (n % 2) as usize;
            let order = if n / 2 % 2 == 0 { [0, 1] } else { [1, 0] };
            let sides = order.map(|d| (decks[d].star, decks[d].cards.as_slice()));
            let game = Starlight::new(Arc::clone(&pool), rules, sides)?;
            let mut driver = Driver::new(game, Dice::nth(seed, n));
            let mut first = bot(pair[seat], seed, 2 * n);
            let mut second = bot(pair[1 - seat], seed, 2 * n + 1);
            let players: &mut [&mut dyn Player<Starlight>] = &mut [&mut *first, &mut *second];
            let outcome = driver
                .play(players, 100_000, &mut NoLog)
                .map_err(|e| format!("game {n}: {e:?}"))?;
            let won = |p: usize| outcome.winner == Some(PlayerId(p as u8));
            bots += u64::from(won(seat));
            deck += u64::from(won(if order[0] == 0 { 0 } else { 1 }));
            began += u64::from(outcome.winner == driver.game.first_player());
            turns += u64::from(driver.game.state().turn);
            decisions += driver.decisions;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{}: first bot {bots}, first deck {deck}, who began {began} of {games}; {:.1} turns, {:.0} decisions/s",
            pair.join(" "),
            turns as f64 / games as f64,
            decisions as f64 / seconds
        );
    }
    Ok(())
}
