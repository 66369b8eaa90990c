//! What is on the screen.

use super::popup::Popup;
use crate::line::default_answer;
use crate::session::{Session, Wait};
use crate::text::Choice;
use crate::words::{self, Entry};
use simpan_engine::{Answer, ObjectId, QuestionKind};
use std::cell::Cell;

/// What keys go to.
#[derive(Clone, Debug)]
pub enum Mode {
    /// The list of answers.
    Choosing,
    /// A command being typed.
    Typing(String),
    /// Something to read or to pick from.
    Popup(Popup),
    /// Whether to leave.
    Leaving,
}

/// The screen of a game.
#[derive(Debug)]
pub struct App<'a> {
    /// The game.
    pub session: &'a mut Session,
    /// What it waits for.
    pub wait: Wait,
    /// The answers there are.
    pub choices: Vec<Choice>,
    /// Which is selected.
    pub selected: usize,
    /// Which are marked, while several are declared together.
    pub marked: Vec<bool>,
    /// A number being typed.
    pub number: String,
    /// What keys go to.
    pub mode: Mode,
    /// The last thing said to the person.
    pub message: Option<String>,
    /// How far the log is scrolled back.
    pub back: usize,
    /// The person has left.
    pub left: bool,
    /// The terminal is too small to show what keys would do.
    pub too_small: Cell<bool>,
}

impl<'a> App<'a> {
    /// The screen of a session, at its first question.
    pub fn new(session: &'a mut Session) -> Self {
        let mut app = Self {
            session,
            wait: Wait::More,
            choices: Vec::new(),
            selected: 0,
            marked: Vec::new(),
            number: String::new(),
            mode: Mode::Choosing,
            message: None,
            back: 0,
            left: false,
            too_small: Cell::new(false),
        };
        app.refresh();
        app
    }

    /// An entry in the person's language.
    pub fn word(&self, entry: &Entry) -> &'static str {
        entry.get(self.session.lang)
    }

    /// Goes on to the next question and shows its answers.
    pub fn refresh(&mut self) {
        let watching = self.session.is_watched();
        self.wait = if watching { self.session.step_to_news() } else { self.session.advance() };
        self.choices = match &self.wait {
            Wait::Person(question, answers) => self.session.speaker().choices(question, answers),
            _ => Vec::new(),
        };
        self.marked = vec![false; self.choices.len()];
        self.selected = 0;
        if let Some(answer) = default_answer(&self.choices) {
            self.selected = self.choices.iter().position(|c| c.answer == answer).unwrap_or(0);
        }
        self.number.clear();
        self.back = 0;
        crate::interrupt::remember(self.session);
    }

    /// Whether several answers are marked and then given together.
    pub fn in_batch(&self) -> bool {
        match &self.wait {
            Wait::Person(q, _) => matches!(q.kind, QuestionKind::Attack | QuestionKind::Block),
            _ => false,
        }
    }

    /// Gives an answer and goes on.
    pub fn give(&mut self, answer: Answer) {
        self.message = None;
        if let Err(illegal) = self.session.answer(answer) {
            self.message = Some(self.session.speaker().refusal(illegal));
            return;
        }
        self.refresh();
    }

    /// Gives the answer of that place, or marks it.
    pub fn choose(&mut self, at: usize) {
        let Some(choice) = self.choices.get(at) else {
            self.message = Some(words::fill(
                self.word(&words::NO_SUCH_NUMBER),
                &[&(at + 1).to_string(), &self.choices.len().to_string()],
            ));
            return;
        };
        let answer = choice.answer;
        self.selected = at;
        if !self.in_batch() {
            self.give(answer);
        } else if answer == Answer::Done {
            self.declare();
        } else {
            self.mark(at);
        }
    }

    /// Marks an answer; a creature is in one declared pair at a time.
    pub fn mark(&mut self, at: usize) {
        let subject = |a: Answer| match a {
            Answer::Pair(id, _) | Answer::AtPlayer(id, _) => Some(id),
            _ => None,
        };
        let Some(creature) = self.choices.get(at).and_then(|c| subject(c.answer)) else { return };
        let now = !self.marked[at];
        for (n, choice) in self.choices.iter().enumerate() {
            if subject(choice.answer) == Some(creature) {
                self.marked[n] = false;
            }
        }
        self.marked[at] = now;
    }

    /// Marks the first answer of every creature, or none if all are marked.
    pub fn mark_all(&mut self) {
        let any = self.marked.iter().any(|m| *m);
        self.marked.fill(false);
        if any {
            return;
        }
        let mut seen: Vec<ObjectId> = Vec::new();
        for (n, choice) in self.choices.iter().enumerate() {
            let (Answer::Pair(id, _) | Answer::AtPlayer(id, _)) = choice.answer else { continue };
            if !seen.contains(&id) {
                seen.push(id);
                self.marked[n] = true;
            }
        }
    }

    /// Gives all marked answers and says that this is all. If a rule forbids any of it, the
    /// declaration is taken back.
    pub fn declare(&mut self) {
        let marked = self.choices.iter().zip(&self.marked).filter(|(_, m)| **m);
        let mut row: Vec<Answer> = marked.map(|(c, _)| c.answer).collect();
        row.push(Answer::Done);
        self.message = None;
        let many = row.len() > 1;
        for answer in row {
            if let Err(illegal) = self.session.answer(answer) {
                self.message = Some(self.session.speaker().refusal(illegal));
                if many && self.session.answer(Answer::Cancel).is_ok() {
                    let marked = std::mem::take(&mut self.marked);
                    self.refresh();
                    if marked.len() == self.marked.len() {
                        self.marked = marked;
                    }
                }
                return;
            }
        }
        self.refresh();
    }

    /// The object that the selected answer is about.
    pub fn selected_object(&self) -> Option<ObjectId> {
        match self.choices.get(self.selected)?.answer {
            Answer::Object(id)
            | Answer::Use(id, _)
            | Answer::Pair(id, _)
            | Answer::AtPlayer(id, _) => Some(id),
            _ => None,
        }
    }

    /// Opens something to read.
    pub fn open(&mut self, popup: Popup) {
        self.mode = Mode::Popup(popup);
    }
}
