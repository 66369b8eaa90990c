//! Random decks out of the cards of a format of play that are imported and can be played.

use super::Table;
use super::laws::Checked;
use crate::bots::{Bot, Kind};
use crate::failure::Failure;
use crate::imported;
use crate::library::library;
use crate::out;
use crate::words::{self, fill};
use simpan_cards::ast::{CardType, Color, Colors, Subtype, Supertype};
use simpan_cards::program::CardId;
use simpan_cards::{Characteristics, Pool};
use simpan_decks::Play;
use simpan_engine::Dice;
use simpan_magic::{Magic, Preset};
use simpan_rulebook::{Book, Lang};
use std::sync::Arc;

/// How many cards of a deck are no basic lands.
const SPELLS: usize = 36;
/// How many cards a deck has.
const CARDS: usize = 60;
/// After how many decisions a game is left unfinished.
const PATIENCE: u64 = 20_000;
/// How many cards are drawn from at most: a pool counts its cards and abilities in 16 bits.
const MOST: usize = 8_000;
/// The basic land type of each colour, in the order of the colours.
const LAND_TYPES: [&str; 5] = ["Plains", "Island", "Swamp", "Mountain", "Forest"];

/// Games between random decks.
pub struct RandomDecks {
    pool: Arc<Pool>,
    edition: Preset,
    seed: u64,
    laws: u32,
    /// Everything but basic lands.
    spells: Vec<CardId>,
    /// The basic land of each colour.
    basics: Vec<CardId>,
    name: String,
}

impl RandomDecks {
    /// The cards of a format.
    pub fn new(
        play: &Play,
        edition: Preset,
        seed: u64,
        laws: u32,
        lang: Lang,
    ) -> Result<Self, Failure> {
        let store = imported::store().map_err(|trouble| Failure::usage(trouble.text(lang)))?;
        let Some(store) = store else { return Err(Failure::usage(words::POOL_NONE.get(lang))) };
        let library = library();
        let mut names = Vec::new();
        for row in store.rows() {
            let name = row.raw.name.as_str();
            let playable = row.status.is_accepted() && !play.bans(name);
            if playable && play.takes(row.raw.sets.iter().map(String::as_str)) {
                names.push(name.to_owned());
            }
        }
        let all = names.len();
        draw(&mut names, seed);
        let mut spells: Vec<CardId> = names.iter().filter_map(|name| library.find(name)).collect();
        if spells.len() < all {
            let (some, all) = (spells.len().to_string(), all.to_string());
            let with = [&some, &all, play.title(lang)];
            out::complain(fill(words::SOME_CARDS_OF.get(lang), &with));
        }
        let pool = library.pool();
        let basics = basic_lands(&pool);
        spells.retain(|id| !pool.card(*id).base.supertypes.has(Supertype::Basic));
        spells.sort_by(|a, b| pool.card(*a).data.name.cmp(&pool.card(*b).data.name));
        spells.dedup();
        if spells.is_empty() || basics.len() < LAND_TYPES.len() {
            let message = fill(words::NO_CARDS_OF.get(lang), &[play.title(lang)]);
            return Err(Failure::usage(message));
        }
        let name = format!("random {} ({})", play.key, spells.len());
        Ok(Self { pool, edition, seed, laws, spells, basics, name })
    }

    /// A deck of one or two colours: up to four of each of its cards, and 24 basic lands.
    fn deck(&self, number: u64) -> Vec<CardId> {
        let mut dice = Dice::nth(self.seed ^ 0x9e37_79b9_7f4a_7c15, number);
        let mut color = || Color::ALL[dice.below(5) as usize];
        let (one, two) = (color(), color());
        let both = Colors::of(one).with(Colors::of(two));
        let fits = |id: &&CardId| {
            let base = &self.pool.card(**id).base;
            base.types.has(CardType::Land) || base.colors.0 & !both.0 == 0
        };
        let mut from: Vec<CardId> = self.spells.iter().filter(fits).copied().collect();
        let mut deck = Vec::with_capacity(CARDS);
        while deck.len() < SPELLS && !from.is_empty() {
            let card = from.swap_remove(dice.below(from.len() as u32) as usize);
            let copies = 1 + dice.below(4) as usize;
            deck.extend(std::iter::repeat_n(card, copies.min(SPELLS - deck.len())));
        }
        for n in 0..CARDS - deck.len() {
            deck.push(self.basics[if n % 2 == 0 { one } else { two } as usize]);
        }
        deck
    }

    /// The names in a deck, for whoever looks into a game that failed.
    fn listed(&self, number: u64) -> String {
        let mut names: Vec<&str> = self.deck(number).iter().map(|id| self.name_of(*id)).collect();
        names.sort_unstable();
        names.dedup();
        names.join(", ")
    }

    fn name_of(&self, id: CardId) -> &str {
        &self.pool.card(id).data.name
    }
}

/// Keeps as many names as surely fit into a pool, drawn by the seed.
fn draw(names: &mut Vec<String>, seed: u64) {
    let mut dice = Dice::nth(seed, u64::MAX);
    while names.len() > MOST {
        names.swap_remove(dice.below(names.len() as u32) as usize);
    }
}

/// The plain basic land of each colour.
fn basic_lands(pool: &Pool) -> Vec<CardId> {
    let of = |name: &str| {
        let land_type = Subtype::named(name)?;
        let is = |base: &Characteristics| {
            base.supertypes.iter().eq([Supertype::Basic]) && base.subtypes.has(land_type)
        };
        pool.cards().find(|(_, card)| is(&card.base)).map(|(id, _)| id)
    };
    LAND_TYPES.into_iter().filter_map(of).collect()
}

impl Table for RandomDecks {
    type Game = Magic;
    type Bot = Checked;

    fn new_game(&self, n: u64) -> Result<Magic, String> {
        let decks = [self.deck(2 * n), self.deck(2 * n + 1)];
        Magic::new(Arc::clone(&self.pool), self.edition, &decks).map_err(|e| e.to_string())
    }
    fn bot(&self, kind: Kind, seed: u64, seat: u64) -> Checked {
        Checked::new(Bot::new(kind, seed, seat), self.laws)
    }
    fn turns(&self, game: &Magic) -> u32 {
        game.state().turn_number()
    }
    fn decks(&self, _: u64) -> [String; 2] {
        [self.name.clone(), self.name.clone()]
    }
    fn pairings(&self) -> usize {
        1
    }
    fn rulebook(&self) -> &'static str {
        self.edition.name()
    }
    fn book(&self) -> Book {
        self.edition.book()
    }
    fn patience(&self) -> Option<u64> {
        Some(PATIENCE)
    }
    fn told(&self, n: u64) -> String {
        format!("\n  A: {}\n  B: {}", self.listed(2 * n), self.listed(2 * n + 1))
    }
}
