//! Laws that are tried at positions of the games that are played.

use crate::bots::Bot;
use simpan_cards::ast::Zone;
use simpan_engine::{Answer, Game, Player, PlayerId, Viewer};
use simpan_magic::object::ObjectKind;
use simpan_magic::{Magic, Question};
use std::collections::BTreeSet;

/// A bot that looks at every n-th position it is asked at, and panics where a law is broken.
#[derive(Debug)]
pub struct Checked {
    bot: Bot,
    every: u32,
    asked: u32,
    /// How many cards each player owned at the first look.
    owned: Vec<usize>,
}

impl Checked {
    /// Looks at every `every`-th position; at none if that is 0.
    pub fn new(bot: Bot, every: u32) -> Self {
        Self { bot, every, asked: 0, owned: Vec::new() }
    }
}

impl Player<Magic> for Checked {
    fn answer(&mut self, game: &Magic, question: &Question, answers: &[Answer]) -> Answer {
        if self.every > 0 {
            self.asked = (self.asked + 1) % self.every;
            if self.asked == 0 {
                listed_is_legal(game, answers);
                saved_is_the_game(game);
                let owned = owned(game);
                if self.owned.is_empty() {
                    self.owned.clone_from(&owned);
                }
                assert_eq!(self.owned, owned, "cards came or went at {question:?}");
            }
        }
        self.bot.answer(game, question, answers)
    }
}

/// Every answer is listed once and accepted.
fn listed_is_legal(game: &Magic, answers: &[Answer]) {
    let different: BTreeSet<&Answer> = answers.iter().collect();
    assert_eq!(different.len(), answers.len(), "an answer is listed twice: {answers:?}");
    for answer in answers {
        assert!(game.check(*answer).is_ok(), "{answer:?} is listed and not legal");
    }
}

/// What is saved and restored is the game.
fn saved_is_the_game(game: &Magic) {
    let bytes = game.save().expect("a game can be saved");
    let back = Magic::restore(std::sync::Arc::clone(game.pool()), &bytes);
    let back = back.expect("a saved game can be restored");
    assert!(back == *game && back.event_hash() == game.event_hash(), "it was restored otherwise");
}

/// How many cards each player owns, each of them in one place.
fn owned(game: &Magic) -> Vec<usize> {
    let state = game.state();
    let players = (0..state.player_count()).map(|p| PlayerId(p as u8));
    let mut listed = Vec::new();
    for player in players {
        for zone in [Zone::Library, Zone::Hand, Zone::Graveyard] {
            listed.extend_from_slice(state.zone(zone, player));
        }
    }
    for zone in [Zone::Battlefield, Zone::PhasedOut, Zone::Exile, Zone::Command] {
        listed.extend_from_slice(state.zone(zone, PlayerId(0)));
    }
    listed.extend(game.view(Viewer::Judge).stack.iter().map(|entry| entry.id));
    let mut slots = BTreeSet::new();
    let mut owned = vec![0; state.player_count()];
    for id in listed {
        assert!(slots.insert(id.slot), "{id} is in two places");
        let object = state.object(id).expect("what is listed is an object");
        if object.kind() == ObjectKind::Card {
            owned[object.owner().index()] += 1;
        }
    }
    owned
}
