//! A game being played at this terminal: who sits where, the log, taking back.

use super::{Setup, bot, recording};
use crate::bots::StarBot;
use crate::cmd::replay::Follower;
use crate::failure::{Done, Failure};
use crate::interrupt;
use crate::log::{Weighed, Weight};
use crate::words::{self, fill};
use simpan_engine::{
    Answer, Ask, Driver, Game, Illegal, Log, Outcome, Player, PlayerId, QuestionKind, Replay, Undo,
    Undone, Viewer,
};
use simpan_judge::starlight::{Teller, describe_answer, explain_refusal};
use simpan_rulebook::{Lang, RuleId};
use simpan_starlight::{Event, EventKind, Question, Starlight, View, event_for};
use std::path::PathBuf;

/// How many decisions can be taken back.
const UNDO_POINTS: usize = 200;

/// A line of the log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// How many answers were on record before it happened.
    pub at: usize,
    /// What happened, with its rule.
    pub text: String,
    /// How much it matters.
    pub weight: Weight,
}

impl Weighed for Entry {
    fn weight(&self) -> Weight {
        self.weight
    }
}

/// What the session waits for.
#[derive(Clone, Debug)]
pub enum Wait {
    /// A person, with a question and what may be answered, in words.
    Person(Question, Vec<(Answer, String)>),
    /// Something happened that a watcher may want to see before it goes on.
    Shown,
    /// The game is over.
    Over(Outcome<RuleId>),
}

/// A game being played.
#[derive(Debug)]
pub struct Session {
    /// The game with its dice and record.
    pub driver: Driver<Starlight>,
    /// How it was set up.
    pub setup: Setup,
    /// The language.
    pub lang: Lang,
    /// The log.
    pub log: Vec<Entry>,
    /// All of it is shown, phases in which nothing happens too.
    pub full: bool,
    /// Where the recording is saved.
    pub file: Option<PathBuf>,
    seats: [Option<StarBot>; 2],
    undo: Undo<Starlight>,
    teller: Teller,
}

impl Session {
    /// A new game at its first question.
    pub fn new(setup: Setup, lang: Lang) -> Result<Self, Failure> {
        let driver = setup.driver(lang)?;
        let mut session = Self::around(driver, setup, lang);
        session.settle();
        Ok(session)
    }

    /// A session around a game that may have been played for a while.
    pub fn around(driver: Driver<Starlight>, setup: Setup, lang: Lang) -> Self {
        let seed = setup.seed;
        let seats = [0, 1].map(|n| {
            let kind = setup.seats.get(n).and_then(|s| bot(&s.player));
            kind.map(|kind| StarBot::new(kind, seed, n as u64))
        });
        let teller = Teller::new(&driver.game, lang);
        let mut session = Self {
            driver,
            setup,
            lang,
            log: Vec::new(),
            full: false,
            file: None,
            seats,
            undo: Undo::new(UNDO_POINTS),
            teller,
        };
        session.teller = Teller::for_viewer(session.game(), lang, session.reader());
        session
    }

    /// The game.
    pub fn game(&self) -> &Starlight {
        &self.driver.game
    }

    fn is_human(&self, p: PlayerId) -> bool {
        self.seats[p.index()].is_none()
    }

    /// Whether nobody sits here.
    pub fn is_watched(&self) -> bool {
        self.seats.iter().all(Option::is_some)
    }

    /// For whom the log is written: one person's seat, the public where two share the terminal,
    /// everything where nobody sits there.
    pub fn reader(&self) -> Viewer {
        match [self.is_human(PlayerId(0)), self.is_human(PlayerId(1))] {
            [true, true] => Viewer::Public,
            [true, false] => Viewer::Seat(PlayerId(0)),
            [false, true] => Viewer::Seat(PlayerId(1)),
            [false, false] => Viewer::Judge,
        }
    }

    /// Who looks at the table: the person who is asked, else the log's reader.
    pub fn viewer(&self) -> Viewer {
        match self.game().ask() {
            Ask::Player(q) if self.is_human(q.player) => Viewer::Seat(q.player),
            _ => self.reader(),
        }
    }

    /// What the viewer may know.
    pub fn view(&self) -> View {
        self.game().view(self.viewer())
    }

    /// The seat at the near edge of the table.
    pub fn near(&self) -> usize {
        match self.viewer() {
            Viewer::Seat(p) => p.index(),
            _ => 0,
        }
    }

    fn settle(&mut self) {
        let at = self.driver.record.len();
        let mut events = Log::default();
        self.driver.settle(&mut events);
        self.tell(at, &events.0);
    }

    fn tell(&mut self, at: usize, events: &[Event]) {
        let reader = self.reader();
        let state = self.driver.game.state();
        let owner = |e: &Event| match e.kind {
            EventKind::Moved { became, .. } => state.object(became).map(|o| o.owner),
            _ => None,
        };
        let look = state.rules.look_face_down;
        let masked: Vec<Event> =
            events.iter().map(|e| event_for(e, reader, look, owner(e))).collect();
        masked.iter().for_each(|e| self.teller.learn(e));
        for event in &masked {
            let text = self.teller.tell(&self.driver.game, event);
            let weight = match event.kind {
                EventKind::TurnBegan { .. } => Weight::Turn,
                EventKind::PhaseBegan { .. } => Weight::Step,
                _ => Weight::News,
            };
            self.log.push(Entry { at, text, weight });
        }
    }

    fn give(&mut self, answer: Answer) -> Result<(), Illegal<RuleId>> {
        let at = self.driver.record.len();
        self.teller.note(&self.driver.game);
        let mut events = Log::default();
        self.driver.give(answer, &mut events)?;
        self.tell(at, &events.0);
        Ok(())
    }

    /// Gives a person's answer.
    ///
    /// # Errors
    /// The rule that forbids it; nothing has changed then.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Illegal<RuleId>> {
        self.game().check(answer)?;
        self.undo.remember(&self.driver);
        self.give(answer)
    }

    /// A refusal in words.
    pub fn refusal(&self, illegal: Illegal<RuleId>) -> String {
        explain_refusal(illegal.because, self.lang)
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
            if let (Ask::Chance(distribution), Answer::Pick(_)) = (self.game().ask(), answer) {
                // The stream stays where it would be, for who plays on from here.
                self.driver.dice.draw(distribution);
            }
            self.teller.note(&self.driver.game);
            let mut events = Log::default();
            self.driver.game.apply(*answer, &mut events).map_err(|illegal| {
                let why = format!("#{at}: {}", explain_refusal(illegal.because, self.lang));
                Failure::usage(fill(words::REPLAY_BAD.get(self.lang), &[&why]))
            })?;
            self.driver.record.push(*answer);
            self.tell(at, &events.0);
        }
        Ok(())
    }

    /// Goes on until a person is asked, the game is over, or (where nobody sits) something happened.
    pub fn advance(&mut self) -> Wait {
        let told = self.log.len();
        loop {
            let question = match self.game().ask() {
                Ask::Over(outcome) => return Wait::Over(outcome),
                Ask::Chance(_) => {
                    self.settle();
                    continue;
                }
                Ask::Player(question) => question,
            };
            let mut answers = Vec::new();
            self.game().answers(&mut answers);
            let chosen = match &mut self.seats[question.player.index()] {
                Some(bot) => {
                    self.undo.remember(&self.driver);
                    Some(bot.answer(&self.driver.game, &question, &answers))
                }
                None => obvious(&question, &answers),
            };
            match chosen.or_else(|| answers.first().copied().filter(|_| chosen.is_some())) {
                Some(answer) if self.give(answer).is_ok() => {}
                _ => return Wait::Person(question, self.choices(&answers)),
            }
            if self.is_watched() && self.log.len() > told {
                return Wait::Shown;
            }
        }
    }

    /// The answers in words; cards of one name that can be used alike stand once.
    fn choices(&self, answers: &[Answer]) -> Vec<(Answer, String)> {
        let mut all: Vec<(Answer, String)> = Vec::new();
        for answer in answers {
            let text = describe_answer(self.game(), *answer, self.lang);
            let alike = match answer {
                Answer::Use(..) => true,
                Answer::Object(id) => {
                    self.game().state().object(*id).is_some_and(|o| !o.zone.in_play())
                }
                _ => false,
            };
            if !(alike && all.iter().any(|(_, t)| *t == text)) {
                all.push((*answer, text));
            }
        }
        all
    }

    /// Takes the asked player's last decision back, if that is fair, or `anyway`.
    pub fn undo(&mut self, anyway: bool) -> String {
        let Viewer::Seat(player) = self.viewer() else {
            return fill(words::NOTHING_TO_UNDO.get(self.lang), &[""]);
        };
        let undone = self.undo.undo(&mut self.driver, player, anyway);
        let now = self.driver.record.len();
        match undone {
            Undone::Yes => {
                self.log.retain(|e| e.at < now);
                words::UNDONE.get(self.lang).to_owned()
            }
            Undone::Nothing => fill(words::NOTHING_TO_UNDO.get(self.lang), &[&player.to_string()]),
            Undone::Unfair => words::STAR_UNFAIR.get(self.lang).to_owned(),
        }
    }

    /// The recording so far.
    pub fn replay(&self) -> Replay<Setup> {
        recording(&self.setup, &self.driver)
    }

    /// Remembers the game to save if the program is interrupted.
    pub fn remember_for_interrupt(&self) {
        if let Some(file) = &self.file {
            interrupt::remember_starlight(file.clone(), self.replay());
        }
    }
}

impl Follower for Session {
    type Setup = Setup;
    fn answered(&self) -> usize {
        self.driver.record.len()
    }
    fn turn(&self) -> u32 {
        self.game().state().turn
    }
    fn follow(&mut self, replay: &Replay<Setup>, count: usize) -> Done {
        Session::follow(self, replay, count)
    }
}

/// The only answer of a question that leaves no choice, and payments.
fn obvious(q: &Question, answers: &[Answer]) -> Option<Answer> {
    match answers {
        _ if q.kind == QuestionKind::Pay && answers.contains(&Answer::Auto) => Some(Answer::Auto),
        [only] if !q.cancellable && q.kind != QuestionKind::Act => Some(*only),
        _ => None,
    }
}
