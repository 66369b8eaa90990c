//! A game behind the engine's interface.

use crate::act::Table;
use crate::assumptions::Assumptions;
use crate::batch::Batch;
use crate::cards::{CardId, CardKind, Pool};
use crate::event::{Event, EventKind};
use crate::look::Look;
use crate::state::{Phase, Process, State, Waiting, Zone};
use crate::turn::{Opening, Turning};
use crate::uses::WAY_LIGHT;
use crate::view::View;
use simpan_engine::{
    Answer, Ask, Distribution, Game, Illegal, ObjectId, Outcome, PlayerId, Purpose, QuestionKind,
    Sink, Viewer,
};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use std::sync::Arc;

/// A game of Starlight TCG.
#[derive(Debug)]
pub struct Starlight {
    pool: Arc<Pool>,
    state: State,
}

impl Clone for Starlight {
    fn clone(&self) -> Self {
        Self { pool: Arc::clone(&self.pool), state: self.state.clone() }
    }
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.pool, &source.pool) {
            self.pool = Arc::clone(&source.pool);
        }
        self.state.clone_from(&source.state);
    }
}

impl PartialEq for Starlight {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

/// Why a game can't be begun.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A player's star is no star.
    #[error("{0} is no star")]
    NoStar(String),
    /// A star is in a deck.
    #[error("{0} is a star and can't be in the deck")]
    StarInDeck(String),
    /// Saved bytes that are no game of this version.
    #[error("these bytes are no saved game of this version: {0}")]
    Saved(String),
}

/// A card to be put on a table that is being set up.
#[derive(Clone, Copy, Debug)]
pub struct Put {
    /// Which card.
    pub card: CardId,
    /// Whose.
    pub owner: PlayerId,
    /// Who controls it.
    pub controller: PlayerId,
    /// Where; in a deck, later ones are nearer to the top.
    pub zone: Zone,
    /// Acted.
    pub acted: bool,
    /// Face down.
    pub face_down: bool,
    /// It came this turn.
    pub new: bool,
    /// Damage on it.
    pub damage: i16,
    /// A star's life, if not its own.
    pub life: Option<i16>,
    /// Its abilities used this turn, as bits.
    pub used: u8,
}

impl Put {
    /// A card in a zone with nothing special about it.
    pub fn new(card: CardId, owner: PlayerId, zone: Zone) -> Self {
        Self {
            card,
            owner,
            controller: owner,
            zone,
            acted: false,
            face_down: false,
            new: false,
            damage: 0,
            life: None,
            used: 0,
        }
    }
}

impl Starlight {
    /// A game between two players, each with a star and a deck, at its first question.
    ///
    /// # Errors
    /// If a star is none, or is in a deck. How many cards a deck has is not looked at here.
    pub fn new(
        pool: Arc<Pool>,
        rules: Assumptions,
        decks: [(CardId, &[CardId]); 2],
    ) -> Result<Self, SetupError> {
        let mut game = Self { pool, state: State::new(rules) };
        for (n, (star, deck)) in decks.into_iter().enumerate() {
            let player = PlayerId(n as u8);
            let name = |id: CardId| game.pool.card(id).ko.clone();
            if game.pool.card(star).kind != CardKind::Star {
                return Err(SetupError::NoStar(name(star)));
            }
            if let Some(id) = deck.iter().find(|id| game.pool.card(**id).kind == CardKind::Star) {
                return Err(SetupError::StarInDeck(name(*id)));
            }
            game.put(Put::new(star, player, Zone::StarArea));
            game.state.sides[n].deck.extend_from_slice(deck);
        }
        game.state.processes.push(Process::Opening(Opening::Draw));
        game.table(None).advance(None);
        Ok(game)
    }

    /// An empty table, to put cards on: turn `turn` of `active`, in the main phase once
    /// [`Starlight::begin`] is called.
    pub fn table_for(pool: Arc<Pool>, rules: Assumptions, active: PlayerId, turn: u32) -> Self {
        let mut state = State::new(rules);
        state.active = active;
        state.turn = turn;
        state.phase = Phase::Main;
        Self { pool, state }
    }

    /// Puts a card on a table that is being set up; no event, nothing triggers.
    pub fn put(&mut self, put: Put) -> ObjectId {
        let mut table = self.table(None);
        if put.zone == Zone::Deck {
            table.s.sides[put.owner.index()].deck.push(put.card);
            return ObjectId::NONE;
        }
        let turn = table.s.turn;
        let card = table.pool.card(put.card);
        let printed = if card.life == 0 { table.s.rules.default_life } else { card.life };
        let id = table.create(put.card, put.owner, put.zone);
        if let Some(o) = table.object_mut(id) {
            o.controller = put.controller;
            o.acted = put.acted;
            o.face_down = put.face_down;
            o.damage = put.damage;
            o.since = if put.new { turn } else { 0 };
            o.used = put.used;
            o.used_turn = turn;
            if card.kind == CardKind::Star {
                o.life = put.life.unwrap_or(printed);
            }
        }
        table.enlist(id);
        id
    }

    /// Says how many cards a player has put into the resource area this turn, on a table that is
    /// being set up.
    pub fn set_resource_plays(&mut self, player: PlayerId, count: u8) {
        self.state.sides[player.index()].resource_plays = count;
    }

    /// Begins to play on a table that has been set up: the turn player's main phase.
    pub fn begin(&mut self) {
        self.state.processes.push(Process::Turning(Turning::Main));
        self.table(None).advance(None);
    }

    /// The cards.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// The state, to look at.
    pub fn state(&self) -> &State {
        &self.state
    }

    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// To look at the game with its cards.
    pub fn look(&self) -> Look<'_> {
        Look { pool: &self.pool, s: &self.state }
    }

    /// The cards that a search question lets its player choose from: `Pick(n)` takes the n-th.
    pub fn search_choices(&self) -> Vec<CardId> {
        match self.state.processes.top() {
            Some(Process::Resolution(r)) => r.choices(&self.look()),
            _ => Vec::new(),
        }
    }

    fn table<'a>(&'a mut self, log: Option<&'a mut Vec<Event>>) -> Table<'a> {
        Table { pool: &self.pool, s: &mut self.state, log }
    }

    /// The state as bytes, for saving; the same state gives the same bytes.
    ///
    /// # Errors
    /// Never for a state of this crate; the type is that of the serialiser.
    pub fn save(&self) -> Result<Vec<u8>, SetupError> {
        postcard::to_stdvec(&self.state).map_err(|e| SetupError::Saved(e.to_string()))
    }

    /// A game from saved bytes.
    ///
    /// # Errors
    /// If they aren't a saved game.
    pub fn load(pool: Arc<Pool>, bytes: &[u8]) -> Result<Self, SetupError> {
        let state: State =
            postcard::from_bytes(bytes).map_err(|e| SetupError::Saved(e.to_string()))?;
        let known = |o: &crate::state::Object| o.card.index() < pool.len();
        if !state.objects.iter().all(known) {
            return Err(SetupError::Saved("it speaks of cards that aren't there".into()));
        }
        Ok(Self { pool, state })
    }

    fn concede(&mut self, log: Option<&mut Vec<Event>>) {
        let Waiting::Player(question) = self.state.waiting else { return };
        if !holds(rule::STAR_CONCEDE) {
            return;
        }
        let mut table = self.table(log);
        let (player, winner) = (question.player, State::other(question.player));
        table.emit(EventKind::Conceded { player }, rule::STAR_CONCEDE);
        table.emit(EventKind::Won { player: winner }, rule::STAR_CONCEDE);
        table.s.waiting = Waiting::Nothing;
        table.s.over = Some(Outcome { winner: Some(winner), because: rule::STAR_CONCEDE });
    }
}

impl Look<'_> {
    fn check(&self, answer: Answer) -> Result<(), Illegal<RuleId>> {
        match self.s.processes.top() {
            Some(Process::Turning(Turning::Main)) => self.look().main_check(answer),
            Some(Process::Turning(_)) => self.discard_check(answer),
            Some(Process::Use(u)) => self.use_check(u, answer),
            Some(Process::Resolution(r)) => self.resolution_check(r, answer),
            Some(Process::Batch(batch)) => self.batch_check(batch, answer),
            Some(Process::Combat(c)) => self.combat_check(c, answer),
            Some(Process::Opening(_)) if matches!(answer, Answer::Yes | Answer::No) => Ok(()),
            _ => Err(Illegal { because: rule::STAR_TIMING }),
        }
    }

    fn list(&self, buf: &mut Vec<Answer>) {
        let Waiting::Player(question) = self.s.waiting else { return };
        match self.s.processes.top() {
            Some(Process::Turning(Turning::Main)) => self.look().main_answers(buf),
            Some(Process::Turning(_)) => {
                let hand = &self.s.side(question.player).hand;
                buf.extend(hand.iter().map(|id| Answer::Object(*id)));
            }
            Some(Process::Use(u)) => self.use_answers(u, buf),
            Some(Process::Resolution(r)) => r.answers(&self.look(), buf),
            Some(Process::Batch(batch)) => match (batch.word(), question.kind) {
                (Some((t, word)), _) => {
                    buf.extend(self.candidates(t, word).into_iter().map(Answer::Object));
                    if self.batch_check(batch, Answer::Done).is_ok() {
                        buf.push(Answer::Done);
                    }
                }
                (None, QuestionKind::YesNo) => buf.extend([Answer::Yes, Answer::No]),
                _ => {
                    let n = batch.choices(question.player).count() as u32;
                    buf.extend((0..n).map(Answer::Pick));
                }
            },
            Some(Process::Combat(c)) => self.combat_answers(c, buf),
            Some(Process::Opening(_)) => buf.extend([Answer::Yes, Answer::No]),
            None => {}
        }
    }
}

impl Table<'_> {
    /// Asks a player.
    pub(crate) fn ask(
        &mut self,
        player: PlayerId,
        kind: QuestionKind,
        rule: RuleId,
        source: ObjectId,
        cancellable: bool,
    ) {
        self.s.waiting = Waiting::Player(crate::Question {
            player,
            on_behalf: player,
            kind,
            purpose: Purpose { rule, source },
            cancellable,
        });
    }

    pub(crate) fn ask_chance(&mut self, distribution: Distribution) {
        self.s.waiting = Waiting::Chance(distribution);
    }

    /// The rule by which a player has lost.
    #[inline]
    fn has_lost(&self, player: PlayerId) -> Option<RuleId> {
        let side = self.s.side(player);
        let life = self.s.object(side.star).map_or(1, |o| o.life);
        if life <= 0 && self.s.rules.star_life_zero && holds(rule::STAR_WIN) {
            return Some(rule::STAR_WIN);
        }
        (side.decked && holds(rule::STAR_DECK_OUT)).then_some(rule::STAR_DECK_OUT)
    }

    /// Whether the game is over: a star without life, or a card that couldn't be drawn.
    pub(crate) fn over_now(&mut self) -> bool {
        if self.s.over.is_some() {
            return true;
        }
        let out = (self.has_lost(PlayerId(0)), self.has_lost(PlayerId(1)));
        let (winner, because) = match out {
            (None, None) => return false,
            (Some(because), None) => (Some(PlayerId(1)), because),
            (None, Some(because)) => (Some(PlayerId(0)), because),
            (Some(because), Some(_)) => (None, because),
        };
        let kind = winner.map_or(EventKind::Drawn, |player| EventKind::Won { player });
        self.emit(kind, because);
        self.s.waiting = Waiting::Nothing;
        self.s.over = Some(Outcome { winner, because });
        true
    }

    /// What has triggered is handled before anything else goes on: before a use that has been paid
    /// resolves (step 5), and before the rest of the triggers among which it arose.
    fn begin_batch(&mut self) {
        let batch = Batch::new(std::mem::take(&mut self.s.pending), self.s.active);
        let processes = &mut self.s.processes;
        let step_5 = matches!(processes.top(), Some(Process::Resolution(r)) if r.is_fresh_use());
        let outer = processes.iter().position(|p| matches!(p, Process::Batch(_)));
        let depth = match outer {
            _ if step_5 && !holds(rule::STAR_PROC_TRIGGERS) => processes.depth() - 1,
            Some(outer) if !holds(rule::STAR_TRIGGER_NESTED) => outer,
            _ => processes.depth(),
        };
        processes.put_back(depth, Process::Batch(batch));
    }

    /// Goes on to the next question or the end.
    pub(crate) fn advance(&mut self, mut answer: Option<Answer>) {
        self.s.waiting = Waiting::Nothing;
        while matches!(self.s.waiting, Waiting::Nothing) && !self.over_now() {
            if answer.is_none() && !self.s.pending.is_empty() {
                self.begin_batch();
            }
            let answer = answer.take();
            match self.s.processes.pop() {
                Some(Process::Opening(stage)) => self.opening(stage, answer),
                Some(Process::Turning(stage)) => self.turning(stage, answer),
                Some(Process::Use(u)) => self.use_on(u, answer),
                Some(Process::Resolution(r)) => self.resolve(r, answer),
                Some(Process::Batch(batch)) => self.batch(batch, answer),
                Some(Process::Combat(c)) => self.combat(c, answer),
                None => return,
            }
        }
    }
}

impl Game for Starlight {
    type Rule = RuleId;
    type Event = Event;
    type View = View;

    fn ask(&self) -> Ask<RuleId> {
        match (self.state.over, self.state.waiting) {
            (Some(outcome), _) => Ask::Over(outcome),
            (None, Waiting::Player(question)) => Ask::Player(question),
            (None, Waiting::Chance(distribution)) => Ask::Chance(distribution),
            (None, Waiting::Nothing) => {
                Ask::Over(Outcome { winner: None, because: rule::STAR_GAME })
            }
        }
    }

    fn answers(&self, buf: &mut Vec<Answer>) {
        buf.clear();
        self.look().list(buf);
    }

    fn check(&self, answer: Answer) -> Result<(), Illegal<RuleId>> {
        match (self.ask(), answer) {
            (Ask::Over(_), _) => Err(Illegal { because: rule::STAR_GAME }),
            (Ask::Chance(Distribution::Uniform(n)), Answer::Pick(i)) if i < n => Ok(()),
            (Ask::Chance(_), _) => Err(Illegal { because: rule::STAR_GAME }),
            (Ask::Player(_), Answer::Concede) => Ok(()),
            (Ask::Player(q), Answer::Cancel) => {
                if q.cancellable {
                    Ok(())
                } else {
                    Err(Illegal { because: q.purpose.rule })
                }
            }
            (Ask::Player(_), answer) => self.look().check(answer),
        }
    }

    fn apply<S: Sink<Event>>(
        &mut self,
        answer: Answer,
        sink: &mut S,
    ) -> Result<(), Illegal<RuleId>> {
        self.check(answer)?;
        let mut log = Vec::new();
        let listening = S::LISTENS.then_some(&mut log);
        if answer == Answer::Concede {
            self.concede(listening);
        } else {
            self.table(listening).advance(Some(answer));
        }
        log.iter().for_each(|e| sink.event(e));
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

/// Whether an answer only marks a resource for Light, which can wait until a cost wants it.
pub fn only_marks(answer: Answer) -> bool {
    matches!(answer, Answer::Use(_, WAY_LIGHT))
}
