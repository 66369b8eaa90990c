//! What is promised of the greedy player: it wins against random, it knows nothing hidden, and it
//! does the obvious thing where there is one.

mod decks;

use simpan_bots::{Greedy, Random};
use simpan_cards::Pool;
use simpan_cards::ast::{CardType, Step, Zone};
use simpan_engine::{Answer, Ask, Dice, Driver, Game, NoLog, Player, PlayerId, Viewer};
use simpan_magic::setup::{Board, Put};
use simpan_magic::{Magic, Preset};
use std::sync::Arc;

const ME: PlayerId = PlayerId(0);
const FOE: PlayerId = PlayerId(1);
const EDITIONS: [Preset; 2] = [Preset::Y2005, Preset::Y2021];

#[test]
fn beats_random_in_every_pairing() {
    let (pool, decks) = decks::all();
    for preset in EDITIONS {
        let mut won = 0;
        for at in 0..160u64 {
            let (x, y) = ((at / 40) as usize, (at / 10 % 4) as usize);
            let seat = (at % 2) as usize;
            let mut lists = [decks[x].1.clone(), decks[y].1.clone()];
            let (mut greedy, mut random) = (Greedy::new(), Random::new(9, at));
            let mut players: [&mut dyn Player<Magic>; 2] = [&mut greedy, &mut random];
            if seat == 1 {
                lists.reverse();
                players.reverse();
            }
            let game = Magic::new(Arc::clone(&pool), preset, &lists).unwrap();
            let mut driver = Driver::new(game, Dice::nth(3, at));
            let outcome = driver.play(&mut players, 100_000, &mut NoLog).unwrap();
            won += u32::from(outcome.winner.map(PlayerId::index) == Some(seat));
        }
        assert!(won >= 152, "{preset:?}: {won} of 160");
    }
}

#[test]
fn plays_itself_to_the_end() {
    let (pool, decks) = decks::all();
    for preset in EDITIONS {
        for at in 0..32u64 {
            let (x, y) = ((at / 4 % 4) as usize, (at % 4) as usize);
            let lists = [decks[x].1.clone(), decks[y].1.clone()];
            let game = Magic::new(Arc::clone(&pool), preset, &lists).unwrap();
            let mut driver = Driver::new(game, Dice::nth(4, at));
            let (mut a, mut b) = (Greedy::new(), Greedy::new());
            driver.play(&mut [&mut a, &mut b], 100_000, &mut NoLog).unwrap();
        }
    }
}

// --- hidden things --------------------------------------------------------------------------

/// A board from a stream of dice: the same public things and the seat's own hand for each
/// `variant`, but another hand of the opponent and other libraries.
fn board(pool: &Arc<Pool>, preset: Preset, at: u64, variant: u64) -> Magic {
    let mut open = Dice::nth(20, at);
    let mut hidden = Dice::nth(21 + variant, at);
    let spells = pool.cards().filter(|(_, c)| !c.base.types.has(CardType::Land));
    let cards: Vec<_> = spells.map(|(id, _)| id).collect();
    let is_permanent = |id: &simpan_cards::program::CardId| {
        let c = &pool.card(*id).base;
        let aura = pool.card(*id).enchant.is_some();
        let permanent = c.types.meets(simpan_cards::ast::CardTypes::PERMANENT);
        permanent && !aura && (c.toughness > 0) == c.types.has(CardType::Creature)
    };
    let lasting: Vec<_> = cards.iter().copied().filter(is_permanent).collect();
    let basics = ["Plains", "Island", "Swamp", "Mountain", "Forest"].map(|n| pool.find(n).unwrap());
    let pick = |list: &[simpan_cards::program::CardId], dice: &mut Dice| {
        list[dice.below(list.len() as u32) as usize]
    };
    let mut table = Board::new(Arc::clone(pool), preset, 2);
    for player in [ME, FOE] {
        for land in basics {
            table.put(&Put::new(land, player, Zone::Battlefield));
        }
        for _ in 0..4 {
            table.put(&Put::new(pick(&lasting, &mut open), player, Zone::Battlefield));
        }
        for _ in 0..2 {
            table.put(&Put::new(pick(&cards, &mut open), player, Zone::Graveyard));
        }
        for _ in 0..20 {
            table.put(&Put::new(pick(&cards, &mut hidden), player, Zone::Library));
        }
        // What the seat draws in this test is the same in both.
        for _ in 0..if player == ME { 3 } else { 0 } {
            table.put(&Put::new(pick(&cards, &mut open), player, Zone::Library));
        }
        for _ in 0..3 {
            let dice = if player == ME { &mut open } else { &mut hidden };
            table.put(&Put::new(pick(&cards, dice), player, Zone::Hand));
        }
    }
    table.start(ME, 5, Step::PrecombatMain)
}

/// The opponent does as little as possible.
fn idle(answers: &[Answer]) -> Answer {
    let least = [Answer::Pass, Answer::Done, Answer::No, Answer::Auto];
    let first = least.into_iter().find(|a| answers.contains(a));
    first.unwrap_or(answers[0])
}

/// The cards that are offered.
fn faces(game: &Magic, answers: &[Answer]) -> Vec<Option<simpan_cards::program::CardId>> {
    let offered = answers.iter().filter_map(|a| match a {
        Answer::Object(id) => Some(*id),
        _ => None,
    });
    offered.map(|id| game.look().object_view(id).map(|o| o.card)).collect()
}

#[test]
fn hidden_cards_dont_change_its_answers() {
    let (pool, _) = decks::all();
    let (mut compared, mut boards) = (0, 0);
    for preset in EDITIONS {
        for at in 0..150 {
            let mut games = [0, 1].map(|v| board(&pool, preset, at, v));
            let mut players = [Greedy::new(), Greedy::new()];
            boards += 1;
            for _ in 0..150 {
                // Something hidden was shown (or drawn at random): from here on they differ.
                let [a, b] = [&games[0], &games[1]];
                if a.view(Viewer::Seat(ME)) != b.view(Viewer::Seat(ME)) {
                    break;
                }
                let Ask::Player(question) = a.ask() else { break };
                if b.ask() != a.ask() {
                    break;
                }
                if question.player == FOE {
                    for game in &mut games {
                        let mut answers = Vec::new();
                        game.answers(&mut answers);
                        game.apply(idle(&answers), &mut NoLog).unwrap();
                    }
                    continue;
                }
                let mut lists = [Vec::new(), Vec::new()];
                for (game, list) in games.iter().zip(&mut lists) {
                    game.answers(list);
                }
                // A search or a look at a library shows its cards to who is asked.
                let shown = |i: usize| faces(&games[i], &lists[i]);
                if lists[0] != lists[1] || shown(0) != shown(1) {
                    break;
                }
                let given: Vec<Answer> =
                    (0..2).map(|i| players[i].answer(&games[i], &question, &lists[i])).collect();
                assert_eq!(given[0], given[1], "{preset:?} board {at}: {question:?}");
                compared += 1;
                for (game, answer) in games.iter_mut().zip(given) {
                    game.apply(answer, &mut NoLog).unwrap();
                }
            }
        }
    }
    assert!(compared > 10 * boards, "only {compared} answers on {boards} boards were compared");
}

// --- the obvious thing ----------------------------------------------------------------------

/// A little table to put things on by name.
struct Table {
    pool: Arc<Pool>,
    board: Board,
}

impl Table {
    fn new(preset: Preset) -> Self {
        let (pool, _) = decks::all();
        let mut board = Board::new(Arc::clone(&pool), preset, 2);
        for player in [ME, FOE] {
            for _ in 0..10 {
                board.put(&Put::new(pool.find("Forest").unwrap(), player, Zone::Library));
            }
        }
        Self { pool, board }
    }

    fn put(&mut self, player: PlayerId, zone: Zone, names: &[&str]) -> &mut Self {
        for name in names {
            let card = self.pool.find(name).unwrap();
            self.board.put(&Put::new(card, player, zone));
        }
        self
    }

    fn table(&mut self, player: PlayerId, names: &[&str]) -> &mut Self {
        self.put(player, Zone::Battlefield, names)
    }

    fn hand(&mut self, names: &[&str]) -> &mut Self {
        self.put(ME, Zone::Hand, names)
    }

    /// Greedy plays on to the end of the turn, the opponent idles; what was answered, in words.
    fn play(self, active: PlayerId, step: Step) -> (Vec<String>, Magic) {
        let mut game = self.board.start(active, 5, step);
        let (mut greedy, mut said, mut answers) = (Greedy::new(), Vec::new(), Vec::new());
        while let Ask::Player(question) = game.ask() {
            if game.state().turn_number() > 5 {
                break;
            }
            game.answers(&mut answers);
            let answer = if question.player == ME {
                greedy.answer(&game, &question, &answers)
            } else {
                idle(&answers)
            };
            if question.player == ME {
                said.extend(words(&game, answer));
            }
            game.apply(answer, &mut NoLog).unwrap();
        }
        (said, game)
    }
}

fn words(game: &Magic, answer: Answer) -> Option<String> {
    let name = |id| {
        let c = game.look().characteristics(id).unwrap();
        game.pool().card(c.named).data.name.clone()
    };
    match answer {
        Answer::Use(id, _) => Some(format!("use {}", name(id))),
        Answer::Object(id) => Some(format!("choose {}", name(id))),
        Answer::Player(p) => Some(format!("choose player {}", p.0)),
        Answer::Number(n) => Some(format!("number {n}")),
        Answer::AtPlayer(id, _) => Some(format!("attack with {}", name(id))),
        Answer::Pair(a, b) => Some(format!("block {} with {}", name(b), name(a))),
        _ => None,
    }
}

const MOUNTAINS: [&str; 6] = ["Mountain"; 6];

#[test]
fn harmful_auras_go_on_their_best_creature() {
    for preset in EDITIONS {
        let mut t = Table::new(preset);
        t.table(ME, &["Plains", "Plains", "Hill Giant"]);
        t.table(FOE, &["Grizzly Bears", "Craw Wurm", "Suntail Hawk"]).hand(&["Pacifism"]);
        let (said, _) = t.play(ME, Step::PrecombatMain);
        assert_eq!(said[..2], ["use Pacifism", "choose Craw Wurm"]);
    }
}

#[test]
fn helpful_auras_go_on_ones_own_creature() {
    for preset in EDITIONS {
        let mut t = Table::new(preset);
        t.table(ME, &["Plains", "Wind Drake"]).table(FOE, &["Craw Wurm"]).hand(&["Holy Strength"]);
        let (said, _) = t.play(ME, Step::PrecombatMain);
        assert_eq!(said[..2], ["use Holy Strength", "choose Wind Drake"]);
    }
}

#[test]
fn a_land_comes_first_and_the_most_expensive_creature_next() {
    let mut t = Table::new(Preset::Y2021);
    t.table(ME, &["Forest"; 3]).hand(&["Forest", "Llanowar Elves", "Giant Spider"]);
    let (said, _) = t.play(ME, Step::PrecombatMain);
    assert_eq!(said, ["use Forest", "use Giant Spider"]);
}

#[test]
fn x_is_as_large_as_it_takes_to_win() {
    let mut t = Table::new(Preset::Y2005);
    t.table(ME, &MOUNTAINS).table(FOE, &["Grizzly Bears"]).hand(&["Blaze"]);
    t.board.life(FOE, 4);
    let (said, game) = t.play(ME, Step::PrecombatMain);
    assert_eq!(said[..3], ["use Blaze", "number 4", "choose player 1"]);
    assert!(matches!(game.ask(), Ask::Over(outcome) if outcome.winner == Some(ME)));
}

#[test]
fn burn_kills_a_creature_that_is_worth_it() {
    let mut t = Table::new(Preset::Y2021);
    t.table(ME, &["Mountain"; 2]).table(FOE, &["Horned Turtle", "Hill Giant", "Suntail Hawk"]);
    t.hand(&["Volcanic Hammer"]);
    let (said, _) = t.play(ME, Step::PrecombatMain);
    assert_eq!(said[..2], ["use Volcanic Hammer", "choose Hill Giant"]);
}

#[test]
fn it_doesnt_attack_into_a_wall_but_attacks_over_it() {
    for preset in EDITIONS {
        let mut t = Table::new(preset);
        t.table(ME, &["Grizzly Bears", "Wind Drake"]).table(FOE, &["Horned Turtle"]);
        let (said, _) = t.play(ME, Step::BeginningOfCombat);
        assert_eq!(said, ["attack with Wind Drake"]);
    }
}

#[test]
fn all_attack_when_it_is_lethal() {
    let mut t = Table::new(Preset::Y2005);
    t.table(ME, &["Grizzly Bears"; 4]).table(FOE, &["Craw Wurm"]);
    t.board.life(FOE, 6);
    let (said, _) = t.play(ME, Step::BeginningOfCombat);
    assert_eq!(said, ["attack with Grizzly Bears"; 4]);
}

/// The opponent attacks with everything, greedy answers.
fn attacked(mut t: Table, life: i32) -> Vec<String> {
    t.board.life(ME, life);
    let mut game = t.board.start(FOE, 5, Step::BeginningOfCombat);
    let (mut greedy, mut said, mut answers) = (Greedy::new(), Vec::new(), Vec::new());
    while let Ask::Player(question) = game.ask() {
        if game.state().turn_number() > 5 {
            break;
        }
        game.answers(&mut answers);
        let strike = answers.iter().find(|a| matches!(a, Answer::AtPlayer(..)));
        let answer = match strike {
            _ if question.player == ME => greedy.answer(&game, &question, &answers),
            Some(strike) => *strike,
            None => idle(&answers),
        };
        if question.player == ME {
            said.extend(words(&game, answer));
        }
        game.apply(answer, &mut NoLog).unwrap();
    }
    said
}

#[test]
fn it_chump_blocks_only_when_it_must() {
    for (life, expected) in [(20, 0), (6, 1)] {
        let mut t = Table::new(Preset::Y2021);
        t.table(ME, &["Suntail Hawk"]).table(FOE, &["Craw Wurm"]);
        let said = attacked(t, life);
        assert_eq!(said.len(), expected, "at {life} life: {said:?}");
    }
}

#[test]
fn it_blocks_where_it_wins_the_fight() {
    let mut t = Table::new(Preset::Y2005);
    t.table(ME, &["Hill Giant"]).table(FOE, &["Grizzly Bears"]);
    assert_eq!(attacked(t, 20), ["block Grizzly Bears with Hill Giant"]);
}

#[test]
fn regeneration_is_kept_for_a_creature_that_would_die() {
    for preset in EDITIONS {
        let mut t = Table::new(preset);
        t.table(ME, &["Swamp", "Swamp", "Drudge Skeletons"]).table(FOE, &["Hill Giant"]);
        let said = attacked(t, 3);
        assert_eq!(said, ["block Hill Giant with Drudge Skeletons", "use Drudge Skeletons"]);
        let mut t = Table::new(preset);
        t.table(ME, &["Swamp", "Swamp", "Drudge Skeletons"]);
        assert!(t.play(FOE, Step::PrecombatMain).0.is_empty());
    }
}

#[test]
fn a_trick_turns_a_block() {
    let mut t = Table::new(Preset::Y2021);
    t.table(ME, &["Plains", "Horned Turtle"]).table(FOE, &["Craw Wurm"]).hand(&["Righteousness"]);
    let said = attacked(t, 6);
    assert_eq!(said[1..], ["use Righteousness", "choose Horned Turtle"]);
}

#[test]
fn mana_abilities_and_idle_tricks_are_left_alone() {
    for preset in EDITIONS {
        let mut t = Table::new(preset);
        t.table(ME, &["Forest", "Plains", "Llanowar Elves", "Birds of Paradise"]);
        t.table(FOE, &["Craw Wurm"]);
        t.hand(&["Giant Growth", "Righteousness", "Mending Hands", "Healing Salve"]);
        assert_eq!(t.play(ME, Step::PrecombatMain).0, [""; 0]);
    }
}
