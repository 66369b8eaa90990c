//! Playing on a full screen: the table, the log, the answers.

use super::line::{self, Typed, board, over};
use super::session::{Session, Wait};
use crate::failure::Done;
use crate::log::shown;
use crate::saved;
use crate::screen::broken;
use crate::terminal::{self, Screen};
use crate::words;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};
use simpan_engine::Answer;
use simpan_judge::starlight::describe_question;
use std::path::Path;

/// What is on the screen.
struct Table<'a> {
    session: &'a mut Session,
    wait: Wait,
    selected: usize,
    typing: Option<String>,
    message: String,
    leaving: bool,
    left: bool,
}

/// Plays to the end or until left; saves the recording.
pub fn play(session: &mut Session, file: &Path) -> Done {
    let lang = session.lang;
    let wait = session.advance();
    let message = String::new();
    let mut table =
        Table { session, wait, selected: 0, typing: None, message, leaving: false, left: false };
    table.session.remember_for_interrupt();
    let result = terminal::show(&mut table);
    saved::keep(file, &session.replay(), lang)?;
    result
}

impl Screen for Table<'_> {
    fn left(&self) -> bool {
        self.left
    }
    fn draw(&self, frame: &mut Frame<'_>) {
        self.paint(frame);
    }
    fn key(&mut self, key: KeyEvent) {
        let interrupted = key.modifiers.contains(KeyModifiers::CONTROL);
        if interrupted && key.code == KeyCode::Char('c') {
            self.left = true;
        } else {
            self.press(key.code);
        }
    }
}

impl Table<'_> {
    fn choices(&self) -> &[(Answer, String)] {
        match &self.wait {
            Wait::Person(_, choices) => choices,
            _ => &[],
        }
    }

    fn press(&mut self, code: KeyCode) {
        if let Some(text) = &mut self.typing {
            match code {
                KeyCode::Char(c) => text.push(c),
                KeyCode::Backspace => {
                    text.pop();
                }
                KeyCode::Esc => self.typing = None,
                KeyCode::Enter => {
                    let line = self.typing.take().unwrap_or_default();
                    self.obey(&line);
                }
                _ => {}
            }
            return;
        }
        if std::mem::take(&mut self.leaving) {
            self.message.clear();
            self.left = matches!(code, KeyCode::Char('y' | 'Y' | 'ㅛ') | KeyCode::Enter);
            return;
        }
        let last = self.choices().len().saturating_sub(1);
        match code {
            KeyCode::Up => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down => self.selected = (self.selected + 1).min(last),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            KeyCode::Enter => self.obey(&(self.selected + 1).to_string()),
            KeyCode::Char(' ') => self.obey(""),
            KeyCode::Char('u') => self.obey("undo"),
            KeyCode::Char('q') => {
                self.leaving = true;
                self.message = words::LEAVE.get(self.session.lang).to_owned();
            }
            KeyCode::Char('?') => {
                self.obey("?");
                let keys = words::STAR_KEYS.get(self.session.lang);
                self.message = format!("{keys}\n{}", self.message);
            }
            KeyCode::Char(':') => self.typing = Some(String::new()),
            KeyCode::Char(c) if c.is_ascii_digit() => self.typing = Some(c.to_string()),
            _ => {}
        }
    }

    fn obey(&mut self, text: &str) {
        let typed = match &self.wait {
            Wait::Over(_) => Typed::Quit,
            Wait::Shown => Typed::Done,
            Wait::Person(_, choices) => {
                let choices = choices.clone();
                line::obey(self.session, text, &choices)
            }
        };
        self.message.clear();
        match typed {
            Typed::Quit => self.left = true,
            Typed::Done => {}
            Typed::Say(text) => self.message = text,
        }
        if !self.left {
            self.wait = self.session.advance();
            self.selected = self.selected.min(self.choices().len().saturating_sub(1));
            self.session.remember_for_interrupt();
        }
    }

    fn question(&self) -> String {
        let lang = self.session.lang;
        match &self.wait {
            Wait::Person(q, _) => describe_question(self.session.game(), q, lang),
            Wait::Over(outcome) => over(*outcome, lang),
            Wait::Shown => String::new(),
        }
    }

    fn paint(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let answers = (self.choices().len() as u16).clamp(1, 10) + 2;
        let typed = self.typing.as_ref().map(|t| format!("> {t}"));
        let message = typed.unwrap_or_else(|| self.message.clone());
        let message = lines(message.lines().filter(|l| !l.is_empty()), area.width);
        let room = area.height.saturating_sub(answers + 6);
        let [top, said, below] = Layout::vertical([
            Constraint::Min(6),
            Constraint::Length((message.len() as u16).min(room.max(3))),
            Constraint::Length(answers),
        ])
        .areas(area);
        let [table, log] =
            Layout::horizontal([Constraint::Percentage(55), Constraint::Percentage(45)]).areas(top);
        let board = board(self.session);
        let board = lines(board.iter().map(String::as_str), table.width.saturating_sub(2));
        frame.render_widget(Paragraph::new(board).block(Block::bordered()), table);
        let room = usize::from(log.height.saturating_sub(2));
        let entries: Vec<_> = shown(&self.session.log, self.session.full).collect();
        let from = entries.len().saturating_sub(room);
        let told = entries[from..].iter().map(|e| e.text.as_str());
        let told = lines(told, log.width.saturating_sub(2));
        let skip = told.len().saturating_sub(room) as u16;
        let told = Paragraph::new(told).scroll((skip, 0)).block(Block::bordered());
        frame.render_widget(told, log);
        frame.render_widget(Paragraph::new(message), said);
        let shown = usize::from(answers - 2);
        let first = self.selected.saturating_sub(shown.saturating_sub(1));
        let list: Vec<Line<'_>> = self
            .choices()
            .iter()
            .enumerate()
            .skip(first)
            .take(shown)
            .map(|(n, (_, text))| {
                let style = if n == self.selected {
                    Style::default().add_modifier(Modifier::REVERSED)
                } else {
                    Style::default()
                };
                Line::styled(format!("{}. {text}", n + 1), style)
            })
            .collect();
        let block = Block::bordered().title(self.question());
        frame.render_widget(Paragraph::new(list).block(block), below);
    }
}

/// Texts broken to a width, counting wide characters as two.
fn lines<'a>(texts: impl Iterator<Item = &'a str>, width: u16) -> Vec<Line<'static>> {
    let width = usize::from(width.max(2));
    texts.flat_map(|text| broken(text, width)).map(Line::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::starlight::{DECKS, Seat, Setup, assumptions, deck};
    use crate::terminal::picture;
    use simpan_rulebook::Lang;
    use unicode_width::UnicodeWidthStr;

    /// Every line fills its columns exactly, Hangul counted double, at every size and moment.
    #[test]
    fn the_table_keeps_its_width_in_both_languages() {
        for (lang, said) in [(Lang::Ko, "생명점"), (Lang::En, "life")] {
            let rules = assumptions("", lang).unwrap();
            let seats = DECKS
                .map(|d| Seat { player: "human".into(), deck: deck(d, &rules, lang).unwrap() });
            let (game, assumptions) = ("starlight".into(), String::new());
            let setup = Setup { game, assumptions, seed: 3, seats: seats.into() };
            let mut session = Session::new(setup, lang).unwrap();
            let wait = session.advance();
            let message = String::new();
            let mut table = Table {
                session: &mut session,
                wait,
                selected: 0,
                typing: None,
                message,
                leaving: false,
                left: false,
            };
            for n in 0..40 {
                table.press(if n % 3 == 0 { KeyCode::Enter } else { KeyCode::Char(' ') });
                for (wide, high) in [(80, 24), (61, 20), (44, 16)] {
                    let picture = picture(wide, high, |frame| table.paint(frame));
                    for line in picture.lines() {
                        assert_eq!(line.width(), usize::from(wide), "{line}\n{picture}");
                    }
                }
            }
            table.press(KeyCode::Char('?'));
            let shown = picture(80, 24, |frame| table.paint(frame));
            assert!(shown.contains(said), "{shown}");
        }
    }
}
