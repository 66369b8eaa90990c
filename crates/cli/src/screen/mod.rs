//! Playing on a full screen.
//!
//! [`app`] holds what is on the screen and what keys do; [`draw`] and [`field`] paint it; this file
//! only runs the terminal. There are no rules here: the game lists what may be answered.

mod app;
mod draw;
mod field;
mod keys;
mod popup;
#[cfg(test)]
mod tests;

pub use draw::broken;

use crate::failure::Done;
use crate::saved;
use crate::session::Session;
use crate::terminal::{self, Screen};
use app::App;
use crossterm::event::KeyEvent;
use ratatui::Frame;
use std::path::Path;

/// Plays to the end or until left; saves the recording.
pub fn play(session: &mut Session, file: &Path) -> Done {
    let lang = session.lang;
    let result = terminal::show(&mut App::new(session));
    saved::keep(file, &session.replay(), lang)?;
    result
}

impl Screen for App<'_> {
    fn left(&self) -> bool {
        self.left
    }
    fn draw(&self, frame: &mut Frame<'_>) {
        draw::all(self, frame);
    }
    fn key(&mut self, key: KeyEvent) {
        App::key(self, key);
    }
}
