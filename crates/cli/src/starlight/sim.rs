//! Many games between bots.

use super::{assumptions, deck, pool, resolved, rules_text};
use crate::bots::{Kind, StarBot};
use crate::cmd::sim::{self, Args};
use crate::failure::{Done, Failure};
use simpan_rulebook::{Book, Lang};
use simpan_starlight::{Assumptions, Deck, DeckList, Starlight};
use std::sync::Arc;

/// Two decks that meet, with their names.
struct Pairing {
    names: [String; 2],
    decks: [Deck; 2],
}

/// Decks that meet, in every pairing in turn.
struct Table {
    rules: Assumptions,
    pairings: Vec<Pairing>,
}

impl Table {
    fn pairing(&self, n: u64) -> &Pairing {
        &self.pairings[(n % self.pairings.len() as u64) as usize]
    }
}

impl sim::Table for Table {
    type Game = Starlight;
    type Bot = StarBot;

    fn new_game(&self, n: u64) -> Result<Starlight, String> {
        let [first, second] = &self.pairing(n).decks;
        let sides = [(first.star, &first.cards[..]), (second.star, &second.cards[..])];
        Starlight::new(Arc::clone(pool()), self.rules, sides).map_err(|e| e.to_string())
    }
    fn bot(&self, kind: Kind, seed: u64, seat: u64) -> StarBot {
        StarBot::new(kind, seed, seat)
    }
    fn turns(&self, game: &Starlight) -> u32 {
        game.state().turn
    }
    fn decks(&self, n: u64) -> [String; 2] {
        self.pairing(n).names.clone()
    }
    fn pairings(&self) -> usize {
        self.pairings.len()
    }
    fn rulebook(&self) -> &'static str {
        "starlight"
    }
    fn book(&self) -> Book {
        Book::Starlight
    }
}

/// Runs `simpan sim --game starlight`.
pub fn run(args: &Args, lang: Lang) -> Done {
    let rules = assumptions(&rules_text(args.rules.as_deref(), lang)?, lang)?;
    let lists: Vec<[DeckList; 2]> = if args.all_pairings {
        let all = DeckList::builtin().map_err(Failure::usage)?;
        let with = |a: &DeckList| all.iter().map(|b| [a.clone(), b.clone()]).collect::<Vec<_>>();
        all.iter().flat_map(with).collect()
    } else {
        let name = |n: usize, given: &Option<String>| {
            deck(given.as_deref().unwrap_or(super::DECKS[n]), &rules, lang)
        };
        vec![[name(0, &args.deck)?, name(1, &args.vs)?]]
    };
    let mut pairings = Vec::new();
    for [first, second] in lists {
        let names = [first.name(lang).to_owned(), second.name(lang).to_owned()];
        let decks = [resolved(&first, lang)?, resolved(&second, lang)?];
        pairings.push(Pairing { names, decks });
    }
    sim::series(Table { rules, pairings }, args, lang)
}
