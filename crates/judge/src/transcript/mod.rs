//! Events as sentences, and in the short form that scenarios expect.

mod english;
mod korean;
mod short;

use crate::explain::{card_word, option_words};
use simpan_cards::ast::{CounterKind, Zone};
use simpan_cards::program::CardId;
use simpan_engine::{Ask, Game, ObjectId, QuestionKind};
use simpan_magic::Magic;
use simpan_magic::event::{Event, EventKind};
use simpan_magic::object::Thing;
use simpan_rulebook::{Lang, rule};
use std::collections::BTreeMap;

/// Tells what happens. It remembers the names of what is no more.
#[derive(Clone, Debug)]
pub struct Teller {
    /// The language it tells in.
    pub lang: Lang,
    cards: BTreeMap<ObjectId, CardId>,
    /// What numbers mean as answers to the question that was open last.
    numbers: Numbers,
}

/// What a number that is chosen stands for.
#[derive(Clone, Debug, Default)]
enum Numbers {
    #[default]
    Plain,
    X,
    YesNo,
    Options(Vec<String>),
}

/// How many events' objects are kept in mind before old ones are forgotten.
const MEMORY: usize = 20_000;

impl Teller {
    /// A teller that knows what is on the table.
    pub fn new(game: &Magic, lang: Lang) -> Self {
        let mut teller = Self { lang, cards: BTreeMap::new(), numbers: Numbers::Plain };
        teller.note(game);
        teller
    }

    /// Looks at the table, for the names of what it will have to tell of. To be called before
    /// each answer.
    pub fn note(&mut self, game: &Magic) {
        if self.cards.len() > MEMORY {
            self.cards.clear();
        }
        self.numbers = match game.ask() {
            Ask::Player(q) => match q.kind {
                QuestionKind::YesNo => Numbers::YesNo,
                QuestionKind::OneOf { .. } => Numbers::Options(option_words(game, &q, self.lang)),
                QuestionKind::Number { .. } if q.purpose.rule == rule::PLAY_X => Numbers::X,
                _ => Numbers::Plain,
            },
            _ => Numbers::Plain,
        };
        for id in crate::names::everything(game) {
            if let Some(card) = game.look().name_of(id) {
                self.cards.insert(id, card);
            }
        }
    }

    /// What a chosen number says: a colour, yes or no, X, or the number itself.
    fn chosen(&self, number: i32) -> String {
        match (&self.numbers, self.lang) {
            (Numbers::X, _) => format!("X = {number}"),
            (Numbers::YesNo, Lang::En) => if number == 0 { "no" } else { "yes" }.into(),
            (Numbers::YesNo, Lang::Ko) => if number == 0 { "아니오" } else { "예" }.into(),
            (Numbers::Options(all), _) => {
                let found = usize::try_from(number).ok().and_then(|i| all.get(i)).cloned();
                found.unwrap_or_else(|| number.to_string())
            }
            (Numbers::Plain, _) => number.to_string(),
        }
    }

    /// Whether the number is a yes or no.
    fn says(&self) -> bool {
        matches!(self.numbers, Numbers::YesNo)
    }

    /// Remembers the names that an event tells of. To be called for each event of a row before
    /// the first of them is told.
    pub fn learn(&mut self, game: &Magic, event: &Event) {
        match event.kind {
            EventKind::Moved { id, to_id, card, .. } if card != CardId::NONE => {
                let shown = self.cards.get(&id).copied().unwrap_or(card);
                self.cards.entry(id).or_insert(shown);
                let now = game.look().name_of(to_id).unwrap_or(card);
                self.cards.insert(to_id, now);
            }
            EventKind::TokenCreated { id, card, .. }
            | EventKind::Copied { id, card, .. }
            | EventKind::Announced { id, card, .. } => {
                self.cards.entry(id).or_insert(card);
            }
            _ => {}
        }
        self.cards.remove(&ObjectId::NONE);
    }

    /// The name of an object, present or past.
    pub fn name(&self, game: &Magic, id: ObjectId) -> String {
        self.name_in(game, id, self.lang)
    }

    /// The name of an object in a language.
    fn name_in(&self, game: &Magic, id: ObjectId, lang: Lang) -> String {
        let known = self.cards.get(&id).copied();
        let look = game.look();
        let card = known
            .or_else(|| look.name_of(id))
            .or_else(|| look.object_or_last(id).map(|o| o.card()));
        card_word(game, card.unwrap_or(CardId::NONE), lang)
    }

    fn thing(&self, game: &Magic, thing: Thing) -> String {
        self.thing_in(game, thing, self.lang)
    }

    fn thing_in(&self, game: &Magic, thing: Thing, lang: Lang) -> String {
        match (thing, lang) {
            (Thing::Object(id), _) => self.name_in(game, id, lang),
            (Thing::Player(p), _) => p.to_string(),
            (Thing::None, Lang::En) => "something".into(),
            (Thing::None, Lang::Ko) => "무언가".into(),
        }
    }

    /// The event as a sentence with its rule: `[cr2005-300.3] A loses 1 life (mana burn).`
    pub fn tell(&self, game: &Magic, event: &Event) -> String {
        let book = game.state().rules().preset.book();
        let sentence = match self.lang {
            Lang::En => self.english(game, event),
            Lang::Ko => self.korean(game, event),
        };
        format!("[{}] {sentence}", event.rule.qualified(book))
    }

    /// The event in the short form of scenarios, in English whatever is shown:
    /// `damage Shock -> B 2`.
    pub fn short(&self, game: &Magic, event: &Event) -> String {
        self.brief(game, event)
    }
}

/// The word for a zone in scenarios.
pub(crate) fn zone_key(zone: Zone) -> &'static str {
    match zone {
        Zone::Library => "library",
        Zone::Hand => "hand",
        Zone::Battlefield => "battlefield",
        Zone::Graveyard => "graveyard",
        Zone::Stack => "stack",
        Zone::Exile => "exile",
        Zone::Command => "command",
        Zone::PhasedOut => "phased out",
        Zone::Outside => "outside",
    }
}

/// The word for a kind of counters in scenarios.
pub(crate) fn counter_key(kind: CounterKind) -> String {
    simpan_language::counter_name(kind, simpan_language::Lang::En)
}

/// Mana as symbols; `kind` counts WUBRGC.
fn mana(kind: u8, amount: u16) -> String {
    let letter = ["W", "U", "B", "R", "G", "C"][usize::from(kind.min(5))];
    format!("{{{letter}}}").repeat(usize::from(amount.min(20)))
}
