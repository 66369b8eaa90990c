//! A game of Magic behind the engine's interface.

use crate::event::Event;
use crate::look::Look;
use crate::process::{Opening, Process};
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::table::Table;
use crate::undo::Used;
use crate::view::View;
use simpan_cards::Pool;
use simpan_cards::ast::Zone;
use simpan_cards::program::CardId;
use simpan_engine::{
    Answer, Ask, Distribution, EventHash, Game, Illegal, Outcome, PlayerId, Sink, Viewer,
};
use simpan_rulebook::{RuleId, rule};
use std::hash::Hasher;
use std::sync::Arc;

/// A game of Magic: what is known of its cards, its state, and the state before the announcement
/// that is under way.
#[derive(Debug)]
pub struct Magic {
    pool: Arc<Pool>,
    pub(crate) state: State,
    /// Valid while `state.open`; otherwise only a buffer to use again.
    pub(crate) saved: Option<Box<State>>,
    /// The mana abilities used since then; valid while `state.open`.
    pub(crate) used: Used,
}

impl Clone for Magic {
    fn clone(&self) -> Self {
        let open = self.state.open;
        let saved = if open { self.saved.clone() } else { None };
        let used = if open { self.used.clone() } else { Used::default() };
        Self { pool: Arc::clone(&self.pool), state: self.state.clone(), saved, used }
    }
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.pool, &source.pool) {
            self.pool = Arc::clone(&source.pool);
        }
        self.state.clone_from(&source.state);
        if source.state.open {
            self.saved.clone_from(&source.saved);
            self.used.clone_from(&source.used);
        }
    }
}

impl PartialEq for Magic {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
            && (!self.state.open || (self.saved == other.saved && self.used == other.used))
    }
}

/// Why a game can't be begun.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// There must be two to eight players.
    #[error("a game has 2 to 8 players, not {0}")]
    Players(usize),
    /// Saved bytes that are no game of this version.
    #[error("these bytes are no saved game of this version: {0}")]
    Saved(String),
}

impl Magic {
    /// A game between these decks, one a player, at its first question: libraries are about to be
    /// shuffled, and chance says who chooses the starting player.
    ///
    /// # Errors
    /// If there are fewer than two or more than eight decks.
    pub fn new(
        pool: Arc<Pool>,
        rules: impl Into<Ruleset>,
        decks: &[Vec<CardId>],
    ) -> Result<Self, SetupError> {
        if !(2..=8).contains(&decks.len()) {
            return Err(SetupError::Players(decks.len()));
        }
        let mut game = Self::bare(pool, rules.into(), decks.len());
        for (player, deck) in decks.iter().enumerate() {
            for card in deck {
                game.table(None).set_up_card(*card, PlayerId(player as u8), Zone::Library);
            }
        }
        game.state.processes.push(Process::Opening(Opening::new()));
        game.table(None).advance(None);
        Ok(game)
    }

    /// An empty table, to set a board up on.
    pub(crate) fn bare(pool: Arc<Pool>, rules: Ruleset, players: usize) -> Self {
        Self { state: State::new(rules, players), pool, saved: None, used: Used::default() }
    }

    /// The cards it is played with.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// The state, to look at.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// To look at the game with its cards.
    pub fn look(&self) -> Look<'_> {
        Look { pool: &self.pool, s: &self.state }
    }

    pub(crate) fn table<'a>(&'a mut self, log: Option<&'a mut Vec<Event>>) -> Table<'a> {
        Table { log, ..Table::new(&self.pool, &mut self.state) }
    }

    /// The state as bytes, for saving; the same state gives the same bytes.
    ///
    /// # Errors
    /// Never for a state of this crate; the type is that of the serialiser.
    pub fn save(&self) -> Result<Vec<u8>, SetupError> {
        let saved = self.saved.as_ref().filter(|_| self.state.open);
        let nothing = Used::default();
        let used = if self.state.open { &self.used } else { &nothing };
        let bytes = postcard::to_extend(&(&self.state, saved, used), vec![0; 8]);
        let mut bytes = bytes.map_err(|e| SetupError::Saved(e.to_string()))?;
        let seal = seal(&self.pool, &bytes[8..]);
        bytes[..8].copy_from_slice(&seal.to_le_bytes());
        Ok(bytes)
    }

    /// A game from saved bytes and the pool it was played with.
    ///
    /// # Errors
    /// If the bytes aren't a saved game of this version with these cards, as it was saved.
    pub fn restore(pool: Arc<Pool>, bytes: &[u8]) -> Result<Self, SetupError> {
        let whole = bytes
            .split_first_chunk()
            .is_some_and(|(first, body)| u64::from_le_bytes(*first) == seal(&pool, body));
        if !whole {
            let why = "they are spoilt, or of another version or other cards".to_owned();
            return Err(SetupError::Saved(why));
        }
        let (state, saved, used) =
            postcard::from_bytes(&bytes[8..]).map_err(|e| SetupError::Saved(e.to_string()))?;
        Ok(Self { state, pool, saved, used })
    }
}

/// A checksum of saved bytes, of the version and of the cards they speak of: state that didn't come
/// out of [`Magic::save`] isn't worth looking into.
fn seal(pool: &Pool, bytes: &[u8]) -> u64 {
    let mut hash = EventHash::default();
    hash.write(env!("CARGO_PKG_VERSION").as_bytes());
    for (_, card) in pool.cards() {
        hash.write(card.data.name.as_bytes());
    }
    hash.write_usize(pool.len());
    hash.write_usize(bytes.len());
    hash.write(bytes);
    hash.value()
}

impl Game for Magic {
    type Rule = RuleId;
    type Event = Event;
    type View = View;

    fn ask(&self) -> Ask<RuleId> {
        if let Some((winner, because)) = self.state.outcome {
            return Ask::Over(Outcome { winner, because });
        }
        match (self.state.question, self.state.chance) {
            (Some(question), _) => Ask::Player(question),
            (None, Some(n)) => Ask::Chance(Distribution::Uniform(n)),
            // A table without a process has nothing left to ask: a set-up board at rest.
            (None, None) => Ask::Over(Outcome { winner: None, because: rule::GAME_DRAW }),
        }
    }

    fn answers(&self, buf: &mut Vec<Answer>) {
        buf.clear();
        match self.ask() {
            Ask::Over(_) => {}
            Ask::Chance(Distribution::Uniform(n)) => buf.extend((0..n).map(Answer::Pick)),
            Ask::Player(_) => self.look().answers(buf),
        }
    }

    fn check(&self, answer: Answer) -> Result<(), Illegal<RuleId>> {
        let result = match self.ask() {
            Ask::Over(_) => Err(rule::ILLEGAL_ANSWER),
            Ask::Chance(Distribution::Uniform(n)) => match answer {
                Answer::Pick(k) if k < n => Ok(()),
                _ => Err(rule::ILLEGAL_ANSWER),
            },
            Ask::Player(_) => self.look().check(answer),
        };
        result.map_err(|because| Illegal { because })
    }

    fn apply<S: Sink<Event>>(
        &mut self,
        answer: Answer,
        sink: &mut S,
    ) -> Result<(), Illegal<RuleId>> {
        self.check(answer)?;
        let mut log = Vec::new();
        let player = self.state.question.map(|q| q.on_behalf);
        match (answer, player) {
            (Answer::Concede, Some(player)) => {
                self.take_back(&mut log);
                let mut table = self.table(S::LISTENS.then_some(&mut log));
                table.concede(player);
                table.advance(None);
            }
            (Answer::Cancel, Some(_)) if self.state.open => self.take_back(&mut log),
            _ => {
                self.keep_before(answer);
                self.note_use(answer);
                self.table(S::LISTENS.then_some(&mut log)).advance(Some(answer));
                if self.state.abort.is_some() {
                    self.take_back(&mut log);
                } else {
                    self.close_use();
                }
            }
        }
        for event in &log {
            sink.event(event);
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self.look(), viewer)
    }

    fn event_hash(&self) -> u64 {
        self.state.hash.value()
    }

    fn secrets_told(&self) -> u32 {
        self.state.secrets
    }
}
