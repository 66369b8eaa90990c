//! What keys do.

use super::app::{App, Mode};
use super::popup::{Items, Popup};
use crate::command;
use crate::line::{complaint, undo};
use crate::session::Wait;
use crate::words;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simpan_cards::ast::Step;
use simpan_engine::Answer;

impl App<'_> {
    /// Obeys a key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.left = true;
            return;
        }
        if self.too_small.get() && !matches!(self.mode, Mode::Leaving) {
            if key.code == KeyCode::Char('q') {
                self.mode = Mode::Leaving;
            }
            return;
        }
        match std::mem::replace(&mut self.mode, Mode::Choosing) {
            Mode::Choosing => self.choosing(key.code),
            Mode::Typing(text) => self.typing(text, key.code),
            Mode::Popup(popup) => self.reading(popup, key.code),
            Mode::Leaving => match key.code {
                KeyCode::Char('y' | 'Y' | 'q') | KeyCode::Enter => self.left = true,
                _ => {}
            },
        }
    }

    fn choosing(&mut self, key: KeyCode) {
        let last = self.choices.len().saturating_sub(1);
        match key {
            KeyCode::Up => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down => self.selected = (self.selected + 1).min(last),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            KeyCode::PageUp => self.back = (self.back + 5).min(self.session.log.len()),
            KeyCode::PageDown => self.back = self.back.saturating_sub(5),
            KeyCode::Enter => self.enter(),
            KeyCode::Char(digit @ '0'..='9') if !self.choices.is_empty() => self.digit(digit),
            KeyCode::Backspace => drop(self.number.pop()),
            KeyCode::Esc => self.give_if_cancellable(),
            KeyCode::Char(' ') if self.in_batch() => {
                let at = self.selected;
                self.mark(at);
            }
            KeyCode::Char('a') if self.in_batch() => self.mark_all(),
            KeyCode::Char(' ' | 'p') => self.pass(),
            KeyCode::Char('u') => self.undo(false),
            KeyCode::Char('U') => self.undo(true),
            KeyCode::Char('e') => self.until_end(),
            KeyCode::Char(':' | '/') => self.mode = Mode::Typing(String::new()),
            KeyCode::Char('q') => self.mode = Mode::Leaving,
            other => self.look(other),
        }
    }

    /// Keys that only open something.
    fn look(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('?') | KeyCode::F(1) => self.open(Popup::help(self.session)),
            KeyCode::Char('g') => self.open(Popup::graveyards(self.session)),
            KeyCode::Char('t') => self.open(Popup::table(self.session)),
            KeyCode::Char('v') => {
                if let Some(message) = self.message.clone() {
                    let title = self.word(&words::MESSAGE).to_owned();
                    self.open(Popup::text(title, vec![message]));
                }
            }
            KeyCode::Char('f') => self.open(Popup::log(self.session)),
            KeyCode::Char('s') | KeyCode::F(2) => self.open(Popup::stops(self.session, 0)),
            KeyCode::F(3) => self.session.stops.auto = !self.session.stops.auto,
            KeyCode::Char('c') => {
                let card = self.selected_object().and_then(|id| Popup::card(self.session, id));
                self.open(card.unwrap_or_else(|| Popup::table(self.session)));
            }
            _ => {}
        }
    }

    fn enter(&mut self) {
        let typed = self.number.parse::<usize>().ok();
        self.number.clear();
        match (&self.wait, typed) {
            (Wait::More, _) => self.refresh(),
            (Wait::Over(_), _) => self.mode = Mode::Leaving,
            (_, Some(n)) => self.choose(n.wrapping_sub(1)),
            _ if self.in_batch() => self.declare(),
            _ => self.choose(self.selected),
        }
    }

    /// A digit gives the answer of that number as soon as no longer number can be meant.
    fn digit(&mut self, digit: char) {
        self.number.push(digit);
        let n: usize = self.number.parse().unwrap_or(usize::MAX);
        if n == 0 || n.saturating_mul(10) > self.choices.len() {
            self.number.clear();
            self.choose(n.wrapping_sub(1));
        }
    }

    fn pass(&mut self) {
        match &self.wait {
            Wait::Person(_, answers) if answers.contains(&Answer::Pass) => self.give(Answer::Pass),
            Wait::Person(..) => {
                self.message = Some(self.word(&words::CANT_PASS).to_owned());
            }
            Wait::More => self.refresh(),
            Wait::Over(_) => self.mode = Mode::Leaving,
        }
    }

    fn give_if_cancellable(&mut self) {
        let cancellable = matches!(&self.wait, Wait::Person(q, _) if q.cancellable);
        if cancellable || self.in_batch() {
            self.give(Answer::Cancel);
        }
    }

    fn undo(&mut self, anyway: bool) {
        let said = undo(self.session, anyway);
        self.refresh();
        self.message = Some(said);
    }

    fn until_end(&mut self) {
        self.session.pass_until_step(Step::End);
        self.pass();
    }

    fn typing(&mut self, mut text: String, key: KeyCode) {
        match key {
            KeyCode::Esc => return,
            KeyCode::Enter => return self.command(text.trim()),
            KeyCode::Backspace if text.is_empty() => return,
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(c) if text.chars().count() < 200 => text.push(c),
            _ => {}
        }
        self.mode = Mode::Typing(text);
    }

    fn command(&mut self, text: &str) {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        match verb {
            "" => {}
            "quit" | "exit" | "q" | "나가기" => self.mode = Mode::Leaving,
            "help" | "?" | "도움말" | "도움" | "board" | "hand" | "전장" | "손" | "log"
            | "기록" | "graveyard" | "무덤" | "stops" | "멈춤" => {
                let key = match verb {
                    "help" | "?" | "도움말" | "도움" => '?',
                    "board" | "hand" | "전장" | "손" => 't',
                    "log" | "기록" => 'f',
                    "graveyard" | "무덤" => 'g',
                    _ => 's',
                };
                self.look(KeyCode::Char(key));
            }
            "undo" | "되돌리기" => self.undo(matches!(rest.trim(), "anyway" | "그래도")),
            "auto" | "자동" => self.session.stops.auto = !matches!(rest.trim(), "off" | "끔"),
            _ => {
                let typed = command::run(self.session, text);
                let said = complaint(self.session, typed, text);
                self.refresh();
                self.message = said;
            }
        }
    }

    fn reading(&mut self, mut popup: Popup, key: KeyCode) {
        match key {
            KeyCode::Up | KeyCode::Char('k') => popup.scroll(-1),
            KeyCode::Down | KeyCode::Char('j') => popup.scroll(1),
            KeyCode::PageUp => popup.scroll(-10),
            KeyCode::PageDown => popup.scroll(10),
            KeyCode::Home => popup.at = 0,
            KeyCode::End => popup.at = popup.lines.len().saturating_sub(1),
            KeyCode::Enter | KeyCode::Char(' ' | 'c') => match self.pick(&popup) {
                Some(next) => popup = next,
                None => return,
            },
            _ => return,
        }
        self.mode = Mode::Popup(popup);
    }

    /// What Enter opens from a line; nothing closes it.
    fn pick(&mut self, popup: &Popup) -> Option<Popup> {
        match &popup.items {
            Items::None => None,
            Items::Objects(all) => {
                let id = all.get(popup.at).copied().flatten();
                id.and_then(|id| Popup::card(self.session, id)).or_else(|| Some(popup.clone()))
            }
            Items::Stops(all) => {
                let (step, own) = *all.get(popup.at)?;
                self.session.stops.toggle(step, own);
                Some(Popup::stops(self.session, popup.at))
            }
        }
    }
}
