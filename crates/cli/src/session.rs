//! A game being played at this terminal: who sits where, the log, taking back, passing by itself.

use crate::bots::{Bot, Kind};
use crate::failure::Failure;
use crate::library::Library;
use crate::log::{Weighed, Weight};
use crate::saved::{Setup, VERSION};
use crate::stops::Stops;
use crate::text::Speaker;
use crate::words::{self, fill};
use simpan_cards::ast::{Step, Zone};
use simpan_cards::program::CardId;
use simpan_engine::{
    Answer, Ask, Driver, Game, Illegal, Log, ObjectId, Outcome, Player, PlayerId, QuestionKind,
    Replay, Undo, Undone, Viewer,
};
use simpan_magic::event::{Event, EventKind};
use simpan_magic::view::{View, seen};
use simpan_magic::{Magic, Question, RuleId};
use simpan_rulebook::Lang;
use std::path::PathBuf;

/// How many decisions can be taken back.
const UNDO_POINTS: usize = 200;
/// How many decisions are made without showing anything before the caller is asked again.
const AT_ONCE: usize = 20_000;

/// Who sits in a seat.
#[derive(Debug)]
pub enum Seat {
    /// Somebody at this terminal.
    Human,
    /// A program.
    Bot(Box<Bot>),
}

/// A line of the log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// How many answers were on record before it happened.
    pub at: usize,
    /// What happened.
    pub text: String,
    /// By which rule.
    pub rule: RuleId,
    /// How much it matters.
    pub weight: Weight,
}

impl Weighed for Entry {
    fn weight(&self) -> Weight {
        self.weight
    }
}

fn weight_of(kind: &EventKind) -> Weight {
    match kind {
        EventKind::TurnBegan { .. } => Weight::Turn,
        EventKind::StepBegan { .. } => Weight::Step,
        EventKind::Passed { .. } => Weight::Quiet,
        _ => Weight::News,
    }
}

/// What the session waits for.
#[derive(Clone, Debug)]
pub enum Wait {
    /// A person, with a question and every legal answer.
    Person(Question, Vec<Answer>),
    /// Nothing: more is going to happen when it is asked to go on.
    More,
    /// The game is over.
    Over(Outcome<RuleId>),
}

/// A game being played.
#[derive(Debug)]
pub struct Session {
    /// The game with its dice and record.
    pub driver: Driver<Magic>,
    /// How it was set up.
    pub setup: Setup,
    /// The language of the log.
    pub lang: Lang,
    /// The log.
    pub log: Vec<Entry>,
    /// All of it is shown, passing and empty steps too.
    pub full: bool,
    /// Where a person is asked.
    pub stops: Stops,
    /// Where the recording is saved.
    pub file: Option<PathBuf>,
    seats: Vec<Seat>,
    undo: Undo<Magic>,
    /// Pass until this step begins (or somebody else does something).
    until: Option<(PlayerId, Goal)>,
    /// Objects of others on the stack that a person has been asked about.
    shown: Vec<(PlayerId, ObjectId)>,
    /// Who has just done something, in which turn and step: asked once before passing goes on by
    /// itself, so that it can be taken back.
    acted: Option<(PlayerId, u32, Step)>,
    /// How many answers were on record when a person was last asked: who only looks at something,
    /// or is refused, is asked again.
    asked: Option<usize>,
    /// Who decided what can be taken back: how many answers were on record, and who.
    decided: Vec<(usize, PlayerId)>,
}

/// Until when a person passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Until the step begins, in that turn.
    Step(Step, u32),
    /// Until the turn of that number.
    Turn(u32),
    /// Until a turn of that player after the turn of that number.
    TurnOf(PlayerId, u32),
}

impl Goal {
    /// Whether it is still to come.
    fn is_ahead(self, step: Step, active: PlayerId, turn: u32) -> bool {
        match self {
            Self::Step(goal, of) => turn == of && step < goal,
            Self::Turn(n) => turn < n,
            Self::TurnOf(player, after) => active != player || turn <= after,
        }
    }

    /// Whether it has just been reached (and not gone past).
    fn is_here(self, turn: u32) -> bool {
        !matches!(self, Self::Step(_, of) if turn != of)
    }
}

impl Session {
    /// A new game at its first question.
    pub fn new(setup: Setup, library: &Library, lang: Lang) -> Result<Self, Failure> {
        let driver = setup.driver(library, lang)?;
        let mut session = Self::around(driver, setup, lang);
        session.settle();
        Ok(session)
    }

    /// A session around a game that may have been played for a while.
    pub fn around(driver: Driver<Magic>, setup: Setup, lang: Lang) -> Self {
        let seed = setup.seed;
        let seat = |(n, seat): (usize, &crate::saved::SeatSetup)| match seat.player.as_str() {
            "random" => Seat::Bot(Box::new(Bot::new(Kind::Random, seed, n as u64))),
            "greedy" => Seat::Bot(Box::new(Bot::new(Kind::Greedy, seed, n as u64))),
            _ => Seat::Human,
        };
        let seats = setup.seats.iter().enumerate().map(seat).collect();
        Self {
            driver,
            setup,
            lang,
            log: Vec::new(),
            full: false,
            stops: Stops::default(),
            file: None,
            seats,
            undo: Undo::new(UNDO_POINTS),
            until: None,
            shown: Vec::new(),
            acted: None,
            asked: None,
            decided: Vec::new(),
        }
    }

    /// Chance answers what it is asked before the first decision.
    fn settle(&mut self) {
        let at = self.driver.record.len();
        let mut events = Log::default();
        self.driver.settle(&mut events);
        self.tell(at, &events.0, &[]);
    }

    /// Follows a recording up to so many answers.
    ///
    /// # Errors
    /// If an answer doesn't fit there.
    pub fn follow(&mut self, replay: &Replay<Setup>, count: usize) -> Result<(), Failure> {
        let from = self.driver.record.len().min(replay.answers.len());
        let to = count.clamp(from, replay.answers.len());
        for answer in &replay.answers[from..to] {
            let at = self.driver.record.len();
            if let (Ask::Chance(distribution), Answer::Pick(_)) = (self.driver.game.ask(), answer) {
                // The stream stays where it would be, for who plays on from here.
                self.driver.dice.draw(distribution);
            }
            let memory = self.memory();
            let mut events = Log::default();
            self.driver.game.apply(*answer, &mut events).map_err(|illegal| {
                let error = self.speaker().refusal(illegal);
                let message = fill(words::REPLAY_BAD.get(self.lang), &[&format!("#{at}: {error}")]);
                Failure::usage(message)
            })?;
            self.driver.record.push(*answer);
            self.tell(at, &events.0, &memory);
        }
        Ok(())
    }

    /// Leaves out of the log what was told before a branch.
    pub fn forget_told(&mut self) {
        self.log.clear();
    }

    /// The game.
    pub fn game(&self) -> &Magic {
        &self.driver.game
    }

    /// Says things of the game.
    pub fn speaker(&self) -> Speaker<'_> {
        Speaker::new(self.game(), self.lang)
    }

    fn is_human(&self, p: PlayerId) -> bool {
        matches!(self.seats.get(p.index()), Some(Seat::Human))
    }

    fn humans(&self) -> impl Iterator<Item = PlayerId> + '_ {
        (0..self.seats.len() as u8).map(PlayerId).filter(|p| self.is_human(*p))
    }

    /// For whom the log is written: one person's seat, the public where several share the
    /// terminal, everything where nobody sits there.
    pub fn reader(&self) -> Viewer {
        let mut humans = self.humans();
        match (humans.next(), humans.next()) {
            (Some(p), None) => Viewer::Seat(p),
            (Some(_), Some(_)) => Viewer::Public,
            (None, _) => Viewer::Judge,
        }
    }

    /// Who looks at the table: the person who is asked, else the log's reader.
    pub fn viewer(&self) -> Viewer {
        match self.driver.game.ask() {
            Ask::Player(q) if self.is_human(q.player) => Viewer::Seat(q.player),
            _ => self.reader(),
        }
    }

    /// The seat at the near edge of the table.
    pub fn near(&self) -> PlayerId {
        match self.viewer() {
            Viewer::Seat(p) => p,
            _ => PlayerId(0),
        }
    }

    /// What the viewer may know.
    pub fn view(&self) -> View {
        self.game().view(self.viewer())
    }

    /// The names of what the log's reader sees now and may not be able to name afterwards.
    fn memory(&self) -> Vec<(ObjectId, CardId)> {
        let Viewer::Seat(p) = self.reader() else { return Vec::new() };
        let look = self.game().look();
        let hand = self.game().state().zone(Zone::Hand, p);
        let named = |id: &ObjectId| look.name_of(*id).map(|card| (*id, card));
        hand.iter().filter_map(named).collect()
    }

    fn tell(&mut self, at: usize, events: &[Event], memory: &[(ObjectId, CardId)]) {
        let reader = self.reader();
        let mut speaker = Speaker::new(&self.driver.game, self.lang);
        speaker.memory = memory;
        for event in events {
            let masked = seen(event, self.driver.game.look(), reader);
            let Some(text) = speaker.event(&masked) else { continue };
            let weight = weight_of(&event.kind);
            self.log.push(Entry { at, text, rule: event.rule, weight });
        }
    }

    /// Gives an answer of whoever is asked.
    fn give(&mut self, answer: Answer) -> Result<(), Illegal<RuleId>> {
        let at = self.driver.record.len();
        let memory = self.memory();
        let mut events = Log::default();
        self.driver.give(answer, &mut events)?;
        self.tell(at, &events.0, &memory);
        Ok(())
    }

    /// Gives a person's answer.
    ///
    /// # Errors
    /// The rule that forbids it; nothing has changed then.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Illegal<RuleId>> {
        self.driver.game.check(answer)?;
        self.remember();
        if let Ask::Player(q) = self.driver.game.ask() {
            let acts = match q.kind {
                QuestionKind::Act => answer != Answer::Pass,
                QuestionKind::Attack | QuestionKind::Block => {
                    matches!(answer, Answer::Pair(..) | Answer::AtPlayer(..))
                }
                _ => false,
            };
            if acts {
                self.acted = Some(self.now(q.player));
            }
        }
        self.give(answer)
    }

    /// Keeps the point before a decision.
    fn remember(&mut self) {
        if let Ask::Player(q) = self.driver.game.ask() {
            self.decided.push((self.driver.record.len(), q.player));
        }
        self.undo.remember(&self.driver);
    }

    /// The player, this turn and this step.
    fn now(&self, player: PlayerId) -> (PlayerId, u32, Step) {
        let state = self.driver.game.state();
        (player, state.turn_number(), state.step())
    }

    /// Goes on until a person is asked, the game is over, or much has happened.
    pub fn advance(&mut self) -> Wait {
        for _ in 0..AT_ONCE {
            match self.step() {
                Wait::More => {}
                wait => return wait,
            }
        }
        Wait::More
    }

    /// Whether nobody sits here.
    pub fn is_watched(&self) -> bool {
        self.humans().next().is_none()
    }

    /// Goes on until something happens that is worth showing.
    pub fn step_to_news(&mut self) -> Wait {
        let before = self.log.len();
        for _ in 0..AT_ONCE {
            let wait = self.step();
            let news = self.log[before.min(self.log.len())..]
                .iter()
                .any(|e| matches!(e.weight, Weight::News | Weight::Turn));
            if news || !matches!(wait, Wait::More) {
                return wait;
            }
        }
        Wait::More
    }

    /// One decision that isn't a person's to make, or what to wait for.
    pub fn step(&mut self) -> Wait {
        let question = match self.driver.game.ask() {
            Ask::Over(outcome) => return Wait::Over(outcome),
            Ask::Chance(_) => {
                self.settle();
                return Wait::More;
            }
            Ask::Player(question) => question,
        };
        let mut answers = Vec::new();
        self.driver.game.answers(&mut answers);
        let first = answers.first().copied().unwrap_or(Answer::Concede);
        let chosen = match self.seats.get_mut(question.player.index()) {
            Some(Seat::Bot(bot)) => {
                self.decided.push((self.driver.record.len(), question.player));
                self.undo.remember(&self.driver);
                Some(bot.answer(&self.driver.game, &question, &answers))
            }
            _ if self.asked == Some(self.driver.record.len()) => None,
            _ => self.by_itself(&question, &answers),
        };
        match chosen {
            Some(answer) if self.give(answer).is_ok() || self.give(first).is_ok() => Wait::More,
            _ => {
                self.asked = Some(self.driver.record.len());
                Wait::Person(question, answers)
            }
        }
    }

    /// Passes until then, for the player who is asked.
    pub fn pass_until(&mut self, goal: Goal) {
        if let Ask::Player(q) = self.driver.game.ask() {
            self.until = Some((q.player, goal));
        }
    }

    /// Passes until a step of this turn begins.
    pub fn pass_until_step(&mut self, step: Step) {
        let turn = self.game().state().turn_number();
        self.pass_until(Goal::Step(step, turn));
    }

    /// Passes no longer.
    pub fn pass_no_longer(&mut self) {
        self.until = None;
    }

    /// What the program answers for a person, if the person doesn't want to be asked.
    fn by_itself(&mut self, q: &Question, answers: &[Answer]) -> Option<Answer> {
        if q.kind != QuestionKind::Act {
            return self.obvious(q, answers);
        }
        if self.acted.take() == Some(self.now(q.player)) && self.until.is_none() {
            return None;
        }
        let look = self.driver.game.look();
        let can_act = answers.iter().any(|a| *a != Answer::Pass && !look.only_makes_mana(*a));
        let state = self.driver.game.state();
        let (step, active, turn) = (state.step(), state.active(), state.turn_number());
        let top = state.stack().last().map(|e| (e.object(), e.controller(), e.kind()));
        if let Some((object, controller, kind)) = top {
            let damage = kind == simpan_magic::state::EntryKind::CombatDamage;
            let news =
                (controller != q.player || damage) && !self.shown.contains(&(q.player, object));
            if news {
                self.shown.push((q.player, object));
                self.until = None;
                return None;
            }
            let wanted = !self.stops.auto || (can_act && controller != q.player);
            return if wanted && self.until.is_none() { None } else { Some(Answer::Pass) };
        }
        self.shown.clear();
        if let Some((_, goal)) = self.until.filter(|(p, _)| *p == q.player) {
            if goal.is_ahead(step, active, turn) {
                return Some(Answer::Pass);
            }
            self.until = None;
            if goal.is_here(turn) {
                return None;
            }
        }
        let stop = !self.stops.auto || (can_act && self.stops.at(step, active, q.player));
        if stop { None } else { Some(Answer::Pass) }
    }

    /// The only answer of a question that leaves no choice.
    fn obvious(&self, q: &Question, answers: &[Answer]) -> Option<Answer> {
        let until = self.until.is_some_and(|(p, _)| p == q.player);
        match answers {
            _ if until && q.kind == QuestionKind::Attack && answers.contains(&Answer::Done) => {
                Some(Answer::Done)
            }
            [only] if self.stops.auto && !q.cancellable => Some(*only),
            // What costs permanents, cards or life isn't done unasked.
            _ if self.stops.auto && q.kind == QuestionKind::Pay => {
                let auto = answers.contains(&Answer::Auto) && !self.game().look().auto_gives_up();
                auto.then_some(Answer::Auto)
            }
            _ => None,
        }
    }

    /// The person whose decision `undo` would take back.
    pub fn taker(&self) -> Option<PlayerId> {
        match self.viewer() {
            Viewer::Seat(p) => Some(p),
            _ => None,
        }
    }

    /// Another player who has decided something since the asked player's last decision.
    pub fn decided_since(&self) -> Option<PlayerId> {
        let me = self.taker()?;
        let last = self.decided.last().map(|(_, p)| *p)?;
        (last != me).then_some(last)
    }

    /// Takes the asked player's last decision back, if that is fair, or `anyway`.
    pub fn undo(&mut self, anyway: bool) -> Undone {
        let Some(player) = self.taker() else { return Undone::Nothing };
        let undone = self.undo.undo(&mut self.driver, player, anyway);
        if undone == Undone::Yes {
            let now = self.driver.record.len();
            self.log.retain(|e| e.at < now);
            self.decided.retain(|(at, _)| *at < now);
            self.until = None;
            self.shown.clear();
            self.acted = None;
            self.asked = Some(now);
        }
        undone
    }

    /// The recording so far.
    pub fn replay(&self) -> Replay<Setup> {
        Replay {
            version: VERSION.to_owned(),
            setup: self.setup.clone(),
            answers: self.driver.record.clone(),
            hash: self.driver.game.event_hash(),
        }
    }
}
