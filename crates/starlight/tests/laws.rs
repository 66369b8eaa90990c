//! Laws that hold in every game, shown on random ones. `SIMPAN_LAW_GAMES` plays more.

use simpan_engine::{Answer, Ask, Dice, Driver, Game, Log, Player, QuestionKind, Viewer, Way};
use simpan_starlight::{Assumptions, Deck, DeckList, Pool, Question, Starlight, only_marks};
use std::sync::Arc;

struct Random(Dice);

impl Player<Starlight> for Random {
    fn answer(&mut self, _: &Starlight, _: &Question, answers: &[Answer]) -> Answer {
        let wanted: Vec<Answer> = answers.iter().copied().filter(|a| !only_marks(*a)).collect();
        let from = if wanted.is_empty() { answers } else { &wanted };
        if from.contains(&Answer::Auto) {
            return Answer::Auto;
        }
        from[self.0.below(from.len() as u32) as usize]
    }
}

fn games() -> u64 {
    std::env::var("SIMPAN_LAW_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

fn table() -> (Arc<Pool>, Assumptions, Vec<Deck>) {
    let pool = Pool::builtin().unwrap();
    let (rules, _) = Assumptions::builtin().unwrap();
    let decks: Vec<Deck> =
        DeckList::builtin().unwrap().iter().map(|d| d.resolve(&pool).unwrap()).collect();
    for deck in &decks {
        assert_eq!(deck.faults(&pool, &rules), []);
    }
    (Arc::new(pool), rules, decks)
}

fn new_game(seed: u64) -> Driver<Starlight> {
    let (pool, rules, decks) = table();
    let sides = [0, 1].map(|n| (decks[n].star, decks[n].cards.as_slice()));
    Driver::new(Starlight::new(pool, rules, sides).unwrap(), Dice::new(seed))
}

#[test]
fn every_game_ends_and_replays() {
    let mut won = [0; 3];
    for seed in 0..games() {
        let mut driver = new_game(seed);
        let (mut a, mut b) = (Random(Dice::nth(seed, 1)), Random(Dice::nth(seed, 2)));
        let mut log = Log::default();
        let outcome = driver.play(&mut [&mut a, &mut b], 20_000, &mut log).unwrap();
        won[outcome.winner.map_or(2, |p| p.index())] += 1;
        let mut again = new_game(seed).game;
        for answer in &driver.record {
            again.apply(*answer, &mut simpan_engine::NoLog).unwrap();
        }
        assert_eq!(again.event_hash(), driver.game.event_hash());
        assert!(again == driver.game);
    }
    println!("{won:?}");
    assert!(won[0] > 0 && won[1] > 0);
}

#[test]
fn listed_answers_are_legal_and_refused_ones_change_nothing() {
    for seed in 0..games().min(20) {
        let mut driver = new_game(seed);
        driver.settle(&mut simpan_engine::NoLog);
        let mut dice = Dice::nth(seed, 9);
        let mut buf = Vec::new();
        for _ in 0..400 {
            let Ask::Player(_) = driver.game.ask() else { break };
            driver.game.answers(&mut buf);
            assert!(!buf.is_empty());
            for answer in &buf {
                assert_eq!(driver.game.check(*answer), Ok(()), "{answer:?}");
            }
            let before = driver.game.save().unwrap();
            for nonsense in [Answer::Number(3), Answer::Pick(99), Answer::Auto, Answer::Yes] {
                if driver.game.check(nonsense).is_err() {
                    assert!(driver.game.apply(nonsense, &mut simpan_engine::NoLog).is_err());
                }
            }
            assert_eq!(before, driver.game.save().unwrap());
            let pick = buf[dice.below(buf.len() as u32) as usize];
            driver.give(pick, &mut simpan_engine::NoLog).unwrap();
        }
    }
}

/// In the main phase all that may be done is listed, and nothing else: whatever is tried with the
/// player's own cards is accepted if and only if it is in the list.
#[test]
fn all_that_is_legal_is_listed() {
    let (mut legal, mut refused) = (0, 0);
    for seed in 0..games().min(20) {
        let mut driver = new_game(seed);
        driver.settle(&mut simpan_engine::NoLog);
        let mut dice = Dice::nth(seed, 4);
        let mut buf = Vec::new();
        for _ in 0..400 {
            let Ask::Player(question) = driver.game.ask() else { break };
            driver.game.answers(&mut buf);
            if question.kind == QuestionKind::Act && !driver.game.state().has_marks() {
                let side = driver.game.state().side(question.player);
                let mut own = side.hand.clone();
                own.extend(side.in_play().into_iter().flatten());
                for (id, way) in own.iter().flat_map(|id| (0..18).map(move |n| (*id, Way(n)))) {
                    let answer = Answer::Use(id, way);
                    let check = driver.game.check(answer);
                    assert_eq!(check.is_ok(), buf.contains(&answer), "{answer:?}: {check:?}");
                    *(if check.is_ok() { &mut legal } else { &mut refused }) += 1;
                }
            }
            let pick = buf[dice.below(buf.len() as u32) as usize];
            driver.give(pick, &mut simpan_engine::NoLog).unwrap();
        }
    }
    assert!(legal > 1000 && refused > 1000, "{legal} legal, {refused} refused");
}

/// What the other player holds, and what lies in the decks, changes nothing a seat sees.
#[test]
fn a_view_hides_what_is_hidden() {
    for seed in 0..games().min(20) {
        let mut driver = new_game(seed);
        let (mut a, mut b) = (Random(Dice::nth(seed, 1)), Random(Dice::nth(seed, 2)));
        let _ = driver.play(&mut [&mut a, &mut b], 100, &mut simpan_engine::NoLog);
        for seat in [0, 1] {
            let player = simpan_engine::PlayerId(seat);
            let view = driver.game.view(Viewer::Seat(player));
            let other = &view.sides[1 - usize::from(seat)];
            assert!(other.hand.iter().all(|c| c.card == simpan_starlight::CardId::NONE));
            let hidden = |c: &simpan_starlight::Seen| {
                !c.face_down || c.card == simpan_starlight::CardId::NONE
            };
            assert!(other.resources.iter().all(hidden));
        }
    }
}

#[test]
fn saved_games_go_on_the_same() {
    let mut driver = new_game(3);
    let (mut a, mut b) = (Random(Dice::nth(3, 1)), Random(Dice::nth(3, 2)));
    let _ = driver.play(&mut [&mut a, &mut b], 80, &mut simpan_engine::NoLog);
    let bytes = driver.game.save().unwrap();
    let again = Starlight::load(Arc::clone(driver.game.pool()), &bytes).unwrap();
    assert!(again == driver.game);
    assert!(Starlight::load(Arc::clone(driver.game.pool()), &bytes[..bytes.len() / 2]).is_err());
}
