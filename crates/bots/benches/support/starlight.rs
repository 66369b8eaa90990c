//! The same for Starlight TCG.

use simpan_bots::Random;
use simpan_engine::{Ask, Dice, Driver, Game, NoLog, Player, QuestionKind};
use simpan_starlight::{Assumptions, Deck, DeckList, Pool, Starlight};
use std::sync::Arc;

/// See [`super::checksum`].
pub mod checksum {
    /// All games of [`super::random_games`], in order.
    pub const RANDOM_PLAY: u64 = 0x4003_feab_4377_a8b1;
    /// The state that is cloned and looked at.
    pub const MID_GAME: u64 = 0x7c36_215d_b595_f706;
}

/// What a game begins with.
pub struct Starters {
    pool: Arc<Pool>,
    rules: Assumptions,
    decks: Vec<Deck>,
}

impl Starters {
    /// The two starter decks under our assumptions.
    pub fn new() -> Self {
        let pool = Pool::builtin().expect("our cards");
        let (rules, _) = Assumptions::builtin().expect("our assumptions");
        let decks = DeckList::builtin().expect("our decks");
        let decks = decks.iter().map(|d| d.resolve(&pool).expect("known cards")).collect();
        Self { pool: Arc::new(pool), rules, decks }
    }

    fn game(&self, order: [usize; 2]) -> Starlight {
        let sides = order.map(|d| (self.decks[d].star, self.decks[d].cards.as_slice()));
        Starlight::new(Arc::clone(&self.pool), self.rules, sides).expect("stars and decks")
    }

    /// Plays random games, the decks changing seats; how many decisions were made and the hash of
    /// all.
    pub fn random_games(&self, games: u64) -> (u64, u64) {
        let (mut decisions, mut hash) = (0, 0u64);
        for n in 0..games {
            let game = self.game(if n % 2 == 0 { [0, 1] } else { [1, 0] });
            let mut driver = Driver::new(game, Dice::nth(1, n));
            let (mut a, mut b) = (Random::new(n, 11), Random::new(n, 12));
            let players: &mut [&mut dyn Player<Starlight>] = &mut [&mut a, &mut b];
            driver.play(players, 100_000, &mut NoLog).expect("a game that ends");
            decisions += driver.decisions;
            hash = hash.rotate_left(5) ^ driver.game.event_hash();
        }
        (decisions, hash)
    }

    /// A game after some 100 decisions, in a main phase.
    pub fn mid_game(&self) -> Starlight {
        let mut driver = Driver::new(self.game([0, 1]), Dice::new(5));
        let mut players = [Random::new(5, 11), Random::new(5, 12)];
        driver.settle(&mut NoLog);
        let mut answers = Vec::new();
        loop {
            let Ask::Player(question) = driver.game.ask() else { panic!("it is over too soon") };
            if driver.decisions >= 100 && question.kind == QuestionKind::Act {
                super::check("starlight_mid_game", driver.game.event_hash(), checksum::MID_GAME);
                return driver.game;
            }
            driver.game.answers(&mut answers);
            let answer = players[question.player.index()].answer(&driver.game, &question, &answers);
            driver.give(answer, &mut NoLog).expect("a legal answer");
        }
    }
}
