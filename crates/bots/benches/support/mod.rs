//! What the benches and the figures measure: the same games, boards and steps each time.

pub mod starlight;

use super::common::{PRESETS, decks, mixed_deck, pool};
use simpan_bots::Random;
use simpan_cards::ast::{Step, Zone};
use simpan_engine::{
    Answer, Ask, Dice, Driver, Game, NoLog, ObjectId, Player, PlayerId, QuestionKind,
};
use simpan_magic::layers::testing::Board as Layers;
use simpan_magic::legal::{How, way_of};
use simpan_magic::setup::{Board, Put};
use simpan_magic::{Magic, Preset};

/// Event hashes that the measured games must have: a bench of other games measures nothing.
///
/// A change of the rules or of the built-in cards changes them. See that the change is meant, run
/// `SIMPAN_PRINT_CHECKSUMS=1 cargo run --release -p simpan-bots --example figures`, and write here
/// what it prints.
pub mod checksum {
    /// All games of [`super::random_games`], in order.
    pub const RANDOM_PLAY: u64 = 0x6239_eecc_7f0f_af80;
    /// The state that is cloned.
    pub const MID_GAME: u64 = 0x7f4a_60a4_e688_8fe8;
    /// The late boards after one spell, with 60 and with 500 permanents.
    pub const LATE_GAME: [u64; 2] = [0x6c0e_174e_6fad_2cf8, 0xe5de_2610_9ac6_101c];
}

/// Fails if a measured game is not the one it was.
pub fn check(name: &str, found: u64, expected: u64) {
    let print = std::env::var_os("SIMPAN_PRINT_CHECKSUMS").is_some();
    if print {
        println!("{name}: {found:#018x}");
    }
    assert!(
        print || found == expected,
        "{name}: the checksum is {found:#018x}, {expected:#018x} expected"
    );
}

/// Plays one random game for each pairing of the four decks under each preset; how many decisions
/// were made and the hash of all.
pub fn random_games(rounds: u64) -> (u64, u64) {
    let decks = decks();
    let (mut decisions, mut hash) = (0, 0u64);
    for preset in PRESETS {
        for i in 0..16 * rounds {
            let pairing =
                [&decks[(i % 4) as usize], &decks[(i / 4 % 4) as usize]].map(Clone::clone);
            let game = Magic::new(pool(), preset, &pairing).expect("two players");
            let mut driver = Driver::new(game, Dice::nth(1, i));
            let (mut a, mut b) = (Random::new(i, 11), Random::new(i, 12));
            let players: &mut [&mut dyn Player<Magic>] = &mut [&mut a, &mut b];
            driver.play(players, 200_000, &mut NoLog).expect("a game that ends");
            decisions += driver.decisions;
            hash = hash.rotate_left(5) ^ driver.game.event_hash();
        }
    }
    (decisions, hash)
}

/// Two 60-card decks after some 300 decisions, a player having priority.
pub fn mid_game() -> Magic {
    let decks = [mixed_deck(3), mixed_deck(4)];
    let game = Magic::new(pool(), Preset::Y2021, &decks).expect("two players");
    let mut driver = Driver::new(game, Dice::new(5));
    let mut players = [Random::new(5, 11), Random::new(5, 12)];
    driver.settle(&mut NoLog);
    let mut answers = Vec::new();
    loop {
        let Ask::Player(question) = driver.game.ask() else { panic!("it is over too soon") };
        if driver.decisions >= 300 && question.kind == QuestionKind::Act {
            check("mid_game", driver.game.event_hash(), checksum::MID_GAME);
            return driver.game;
        }
        driver.game.answers(&mut answers);
        let answer = players[question.player.index()].answer(&driver.game, &question, &answers);
        driver.give(answer, &mut NoLog).expect("a legal answer");
    }
}

/// The permanents of a late board, over and over.
const PERMANENTS: [&str; 20] = [
    "Forest",
    "Plains",
    "Craw Wurm",
    "Suntail Hawk",
    "Forest",
    "Trained Armodon",
    "Bottle Gnomes",
    "Plains",
    "Llanowar Elves",
    "Giant Spider",
    "Forest",
    "Rod of Ruin",
    "Angel of Mercy",
    "Plains",
    "Elvish Warrior",
    "Forest",
    "Master Decoy",
    "Infantry Veteran",
    "Plains",
    "Glorious Anthem",
];
const HAND: [&str; 7] = [
    "Suntail Hawk",
    "Craw Wurm",
    "Naturalize",
    "Angel of Mercy",
    "Mending Hands",
    "Blanchwood Armor",
    "Forest",
];

/// A board with so many permanents, half of them each player's; the active player has priority.
pub fn late_game(permanents: usize) -> Magic {
    let pool = pool();
    let card = |name: &str| pool.find(name).expect("a card of the pool");
    let mut board = Board::new(pool.clone(), Preset::Y2021, 2);
    for player in [PlayerId(0), PlayerId(1)] {
        for name in HAND {
            board.put(&Put::new(card(name), player, Zone::Hand));
        }
        for _ in 0..30 {
            board.put(&Put::new(card("Forest"), player, Zone::Library));
        }
        for i in 0..permanents / 2 {
            board.put(&Put::new(card(PERMANENTS[i % 20]), player, Zone::Battlefield));
        }
    }
    board.start(PlayerId(0), 20, Step::PrecombatMain)
}

/// Casts the first card of the hand and pays for it.
pub fn cast(game: &mut Magic) {
    let card: ObjectId = game.state().zone(Zone::Hand, PlayerId(0))[0];
    game.apply(Answer::Use(card, way_of(How::Cast)), &mut NoLog).expect("it can be cast");
    game.apply(Answer::Auto, &mut NoLog).expect("it can be paid");
}

/// The late boards are those whose figures are compared.
pub fn check_late_games() {
    for (permanents, expected) in [60, 500].into_iter().zip(checksum::LATE_GAME) {
        let mut game = late_game(permanents);
        cast(&mut game);
        check("late_game", game.event_hash(), expected);
    }
}

/// A board without a game, for the layers alone.
pub fn layers(permanents: usize) -> Layers {
    let cards: Vec<_> = simpan_cards::builtin()
        .iter()
        .filter(|c| PERMANENTS.contains(&&*c.name))
        .cloned()
        .collect();
    let mut board = Layers::new(Preset::Y2021, &cards).expect("cards that can be played");
    for i in 0..permanents {
        board.put(PERMANENTS[i / 2 % 20], (i % 2) as u8, Zone::Battlefield);
    }
    board.refresh();
    board
}

/// A player with a full hand of many prices and twelve lands of two colours.
pub fn full_hand() -> Magic {
    let pool = pool();
    let card = |name: &str| pool.find(name).expect("a card of the pool");
    let mut board = Board::new(pool.clone(), Preset::Y2021, 2);
    for name in HAND {
        board.put(&Put::new(card(name), PlayerId(0), Zone::Hand));
    }
    for i in 0..12 {
        let land = ["Plains", "Forest"][i % 2];
        board.put(&Put::new(card(land), PlayerId(0), Zone::Battlefield));
    }
    board.start(PlayerId(0), 12, Step::PrecombatMain)
}
