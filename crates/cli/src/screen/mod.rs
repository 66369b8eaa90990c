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

use crate::failure::{Done, Failure};
use crate::interrupt;
use crate::out;
use crate::saved;
use crate::session::Session;
use crate::words::{self, fill};
use app::App;
use crossterm::event::{self, Event, KeyEventKind};
use std::path::Path;
use std::time::Duration;

/// Plays to the end or until left; saves the recording.
pub fn play(session: &mut Session, file: &Path) -> Done {
    let lang = session.lang;
    let mut terminal = ratatui::try_init().map_err(Failure::usage)?;
    interrupt::full_screen(true);
    let result = run(&mut terminal, session);
    ratatui::restore();
    interrupt::full_screen(false);
    saved::save(file, &session.replay(), lang)?;
    out::line(fill(words::SAVED.get(lang), &[&file.display().to_string()]));
    result
}

/// Shows and obeys until the person leaves.
fn run(terminal: &mut ratatui::DefaultTerminal, session: &mut Session) -> Done {
    let mut app = App::new(session);
    while !app.left {
        terminal.draw(|frame| draw::all(&app, frame)).map_err(Failure::usage)?;
        if !event::poll(Duration::from_millis(250)).map_err(Failure::usage)? {
            continue;
        }
        match event::read().map_err(Failure::usage)? {
            Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
            _ => {}
        }
    }
    Ok(())
}
