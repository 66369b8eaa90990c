//! Many games between bots.

use super::{Seat, Setup, assumptions, deck, deck_name, rules_text};
use crate::bots::{Kind, StarBot};
use crate::cmd::sim::{self, Args};
use crate::failure::{Done, Failure};
use simpan_rulebook::{Book, Lang};
use simpan_starlight::{DeckList, Starlight};

/// Decks that meet, in every pairing in turn.
struct Table {
    rules: String,
    pairings: Vec<[DeckList; 2]>,
    lang: Lang,
}

impl sim::Table for Table {
    type Game = Starlight;
    type Bot = StarBot;

    fn new_game(&self, n: u64) -> Result<Starlight, String> {
        let pairing = &self.pairings[(n % self.pairings.len() as u64) as usize];
        let seat = |deck: &DeckList| Seat { player: String::new(), deck: deck.clone() };
        let setup = Setup {
            game: "starlight".into(),
            assumptions: self.rules.clone(),
            seed: 0,
            seats: pairing.iter().map(seat).collect(),
        };
        setup.game().map_err(|f| f.message)
    }
    fn bot(&self, kind: Kind, seed: u64, seat: u64) -> StarBot {
        StarBot::new(kind, seed, seat)
    }
    fn turns(&self, game: &Starlight) -> u32 {
        game.state().turn
    }
    fn decks(&self, n: u64) -> [String; 2] {
        let pairing = &self.pairings[(n % self.pairings.len() as u64) as usize];
        [0, 1].map(|s| deck_name(&pairing[s], self.lang))
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
    let text = rules_text(args.rules.as_deref(), lang)?;
    let rules = assumptions(&text)?;
    let pairings = if args.all_pairings {
        let all = DeckList::builtin().map_err(Failure::usage)?;
        let with = |a: &DeckList| all.iter().map(|b| [a.clone(), b.clone()]).collect::<Vec<_>>();
        all.iter().flat_map(with).collect()
    } else {
        let name = |n: usize, given: &Option<String>| {
            deck(given.as_deref().unwrap_or(super::DECKS[n]), &rules, lang)
        };
        vec![[name(0, &args.deck)?, name(1, &args.vs)?]]
    };
    sim::series(Table { rules: text, pairings, lang }, args, lang)
}
