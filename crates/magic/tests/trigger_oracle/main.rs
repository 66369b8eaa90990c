//! Triggered abilities against a slow and obvious version of their rules: on random boards random
//! things happen, and what triggers, how often, in whose groups it goes on the stack and what it
//! comes to must be what the rules say. `SIMPAN_TRIGGER_BOARDS` tries more boards,
//! `SIMPAN_TRIGGER_ONLY` a single one.

mod rules;
mod words;

use rules::{Entry, Player, Rules};
use simpan_cards::Pool;
use simpan_cards::ast::{Step, Zone};
use simpan_cards::program::{AbilityId, CardId};
use simpan_engine::{Answer, Ask, Dice, Game, ObjectId, PlayerId, QuestionKind, Sink, Viewer};
use simpan_magic::event::{Event, EventKind};
use simpan_magic::setup::{Board, Put};
use simpan_magic::{Magic, Preset, Question};
use std::sync::Arc;
use words::Text;

/// Counts how often a hand was looked at.
#[derive(Default)]
struct Looks(u32);

impl Sink<Event> for Looks {
    const LISTENS: bool = true;
    fn event(&mut self, event: &Event) {
        self.0 += u32::from(matches!(event.kind, EventKind::LookedAt { .. }));
    }
}

/// A board, played by the engine and by the rules side by side.
struct Table {
    game: Magic,
    rules: Rules,
    cards: Vec<CardId>,
    looks: Looks,
    dice: Dice,
}

fn boards() -> (u64, Option<u64>) {
    let number = |name| std::env::var(name).ok().and_then(|s: String| s.parse().ok());
    (number("SIMPAN_TRIGGER_BOARDS").unwrap_or(150), number("SIMPAN_TRIGGER_ONLY"))
}

fn texts(dice: &mut Dice, players: usize) -> Vec<Text> {
    let permanents = 2 + dice.below(7) as usize + players;
    let mut texts: Vec<Text> =
        (0..permanents).map(|n| Text::permanent(dice, format!("Watcher {n}"))).collect();
    texts.extend((0..3 * players + 3).map(|n| Text::spell(dice, format!("Event {n}"))));
    texts
}

impl Table {
    fn new(round: u64, preset: Preset) -> Self {
        let mut dice = Dice::nth(0x7219, round);
        let players = if dice.below(3) == 0 { 3 } else { 2 };
        let texts = texts(&mut dice, players);
        let data = words::cards(&texts);
        let (pool, refused) = Pool::build(&data);
        assert!(refused.is_empty(), "{refused:?}");
        let pool = Arc::new(pool);
        let cards: Vec<CardId> = data.iter().map(|c| pool.find(&c.name).unwrap()).collect();
        let active = dice.below(players as u32) as usize;
        let steps =
            [Step::Upkeep, Step::Draw, Step::PrecombatMain, Step::PostcombatMain, Step::End];
        let step = steps[dice.below(5) as usize];
        let mut board = Board::new(Arc::clone(&pool), preset, players);
        let mut rules = Rules::new(texts, players, active, step);
        for p in 0..players {
            board.life(PlayerId(p as u8), words::LIFE);
            for _ in 0..30 {
                board.put(&Put::new(cards[cards.len() - 1], PlayerId(p as u8), Zone::Library));
            }
        }
        for (key, text) in rules.texts.clone().into_iter().enumerate() {
            let owner = dice.below(players as u32) as usize;
            let mut card = rules.card(Some(key), owner);
            let zone = match (text.spell.is_empty(), dice.below(5)) {
                (false, 0..=3) => Zone::Hand,
                (true, 0) => Zone::Hand,
                (false, _) | (true, 1) => Zone::Graveyard,
                _ => Zone::Battlefield,
            };
            card.tapped = zone == Zone::Battlefield && dice.below(3) == 0;
            let put = Put::new(cards[key], PlayerId(owner as u8), zone);
            board.put(&Put { tapped: card.tapped, ..put });
            match zone {
                Zone::Hand => rules.seats[owner].hand.push(card),
                Zone::Graveyard => rules.seats[owner].graveyard.push(card),
                _ => rules.field.push(card),
            }
        }
        let game = board.start(PlayerId(active as u8), 5, step);
        rules.look_at_states();
        Self { game, rules, cards, looks: Looks::default(), dice }
    }

    fn apply(&mut self, answer: Answer) {
        self.game.apply(answer, &mut self.looks).unwrap();
    }

    fn question(&self) -> Question {
        match self.game.ask() {
            Ask::Player(question) => question,
            other => panic!("{other:?}"),
        }
    }

    fn key(&self, source: ObjectId) -> usize {
        let card = self.game.look().object_or_last(source).expect("a source").card();
        self.cards.iter().position(|c| *c == card).expect("a card of the board")
    }

    /// Which ability of which card it is.
    fn named(&self, ability: AbilityId, source: ObjectId) -> (usize, Option<usize>) {
        let key = self.key(source);
        let base = &self.game.pool().card(self.cards[key]).base;
        (key, base.abilities.iter().position(|a| *a == ability))
    }

    // --- procedures -----------------------------------------------------------------------------

    /// Everything that happens before a player receives priority (410.3, 420; 603.3, 704).
    fn settle(&mut self, holder: Player) {
        // Choices that leave no choice.
        while let QuestionKind::Object { .. } = self.question().kind {
            let mut answers = Vec::new();
            self.game.answers(&mut answers);
            self.apply(answers[0]);
        }
        loop {
            if self.rules.state_based() {
                continue;
            }
            self.rules.look_at_states();
            if self.rules.waiting.is_empty() {
                break;
            }
            for player in self.rules.players() {
                self.place(player);
            }
        }
        let question = self.question();
        assert_eq!(question.kind, QuestionKind::Act);
        assert_eq!(question.player.index(), holder, "who has priority");
        self.compare();
    }

    /// A player puts waiting abilities on the stack, in any order.
    fn place(&mut self, player: Player) {
        let (mut mine, others): (Vec<Entry>, Vec<Entry>) =
            std::mem::take(&mut self.rules.waiting).into_iter().partition(|e| e.you == player);
        self.rules.waiting = others;
        while !mine.is_empty() {
            let mut at = 0;
            if mine.len() > 1 {
                let question = self.question();
                assert_eq!(question.player.index(), player, "who orders");
                let theirs = self.game.look().waiting_triggers();
                let theirs: Vec<_> = theirs.into_iter().map(|(a, s)| self.named(a, s)).collect();
                let (mut a, mut b) = (theirs.clone(), of(&mine));
                a.sort();
                b.sort();
                assert_eq!(a, b, "what waits");
                assert_eq!(question.kind, QuestionKind::Order { left: mine.len() as u16 });
                let pick = self.dice.below(mine.len() as u32);
                at = of(&mine).iter().position(|e| *e == theirs[pick as usize]).unwrap();
                self.apply(Answer::Pick(pick));
            }
            self.rules.stack.push(mine.remove(at));
        }
    }

    fn compare(&self) {
        let (s, rules) = (self.game.state(), &self.rules);
        let view = self.game.view(Viewer::Judge);
        let stack: Vec<(usize, Option<usize>)> = (view.stack.iter())
            .map(|e| match e.ability {
                Some(ability) => self.named(ability, e.source),
                None => (self.key(e.id), None),
            })
            .collect();
        assert_eq!(stack, of(&rules.stack), "the stack");
        assert_eq!(self.looks.0, rules.looks, "how often hands were looked at");
        for (p, seat) in rules.seats.iter().enumerate() {
            let id = PlayerId(p as u8);
            assert_eq!(s.player(id).life(), seat.life, "the life of {p}");
            for (zone, n) in [
                (Zone::Hand, seat.hand.len()),
                (Zone::Library, seat.library as usize),
                (Zone::Graveyard, seat.graveyard.len()),
            ] {
                assert_eq!(s.zone(zone, id).len(), n, "{zone:?} of {p}");
            }
        }
        let card = |key: Option<usize>| key.map(|k| self.cards[k]);
        let mut theirs: Vec<_> = (view.battlefield.iter())
            .map(|o| ((!o.token).then_some(o.card), o.controller.index(), o.tapped, o.damage))
            .collect();
        let mut ours: Vec<_> =
            rules.field.iter().map(|c| (card(c.key), c.owner, c.tapped, c.damage)).collect();
        theirs.sort();
        ours.sort();
        assert_eq!(theirs, ours, "the battlefield");
    }

    /// The player with priority casts something, if there is anything to cast.
    fn cast(&mut self, player: Player) -> bool {
        let main = matches!(self.rules.step, Step::PrecombatMain | Step::PostcombatMain)
            && self.rules.stack.is_empty()
            && player == self.rules.active;
        let keys: Vec<usize> = (self.rules.seats[player].hand.iter())
            .filter_map(|c| c.key)
            .filter(|k| main || !self.rules.texts[*k].spell.is_empty())
            .collect();
        if keys.is_empty() {
            return false;
        }
        let key = keys[self.dice.below(keys.len() as u32) as usize];
        let mut answers = Vec::new();
        self.game.answers(&mut answers);
        let use_it = answers.into_iter().find(|a| match a {
            Answer::Use(id, _) => self.key(*id) == key,
            _ => false,
        });
        self.apply(use_it.expect("it can be cast"));
        self.rules.cast(player, key);
        self.settle(player);
        true
    }

    /// Priority goes round: players cast things and pass, until nothing is left to do or the step
    /// is one that combat or a choice of discards follows.
    fn play(&mut self) {
        self.settle(self.rules.active);
        let mut passes = 0;
        for _ in 0..200 {
            let question = self.question();
            assert_eq!(question.kind, QuestionKind::Act);
            let player = question.player.index();
            let eager = if player == self.rules.active { 3 } else { 1 };
            if self.dice.below(6) < eager && self.cast(player) {
                passes = 0;
                continue;
            }
            let long_hand = self.rules.seats[self.rules.active].hand.len() > 7;
            let last = self.rules.step == Step::PrecombatMain
                || (self.rules.step == Step::End && long_hand);
            if last && self.rules.stack.is_empty() {
                if player != self.rules.active || !self.cast(player) {
                    return;
                }
                passes = 0;
                continue;
            }
            self.apply(Answer::Pass);
            passes += 1;
            if passes < self.rules.seats.len() {
                continue;
            }
            passes = 0;
            if self.rules.stack.is_empty() {
                self.rules.next_step();
            } else {
                self.rules.resolve();
            }
            self.settle(self.rules.active);
        }
    }
}

fn of(entries: &[Entry]) -> Vec<(usize, Option<usize>)> {
    entries.iter().map(|e| (e.key, e.says)).collect()
}

#[test]
fn what_triggers_is_what_the_rules_say() {
    let (n, only) = boards();
    let (mut triggered, mut idle) = (0, 0);
    for round in (0..n).filter(|r| only.is_none_or(|o| o == *r)) {
        for preset in [Preset::Y2005, Preset::Y2021] {
            let mut table = Table::new(round, preset);
            if only.is_some() {
                eprintln!("{:#?}", table.rules);
            }
            let told = Told(round, preset);
            table.play();
            std::mem::forget(told);
            triggered += table.rules.triggered;
            idle += table.rules.idle;
        }
    }
    eprintln!("{n} boards: {triggered} abilities triggered, {idle} of them did nothing");
    assert!(only.is_some() || (triggered > 8 * n && idle > n / 8), "the boards are too quiet");
}

/// Says which board it was that failed.
struct Told(u64, Preset);

impl Drop for Told {
    fn drop(&mut self) {
        eprintln!("board {} under {}: SIMPAN_TRIGGER_ONLY={}", self.0, self.1.name(), self.0);
    }
}
