//! The terminal of a full screen, whatever is shown on it.

use crate::failure::{Done, Failure};
use crate::interrupt;
use crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ratatui::Frame;
use std::time::Duration;

/// What is on a screen and what keys do.
pub trait Screen {
    /// Whether the person has left.
    fn left(&self) -> bool;
    /// Paints it.
    fn draw(&self, frame: &mut Frame<'_>);
    /// A key was pressed.
    fn key(&mut self, key: KeyEvent);
}

/// Shows and obeys until the person leaves; the terminal is put right again.
pub fn show(screen: &mut impl Screen) -> Done {
    let mut terminal = ratatui::try_init().map_err(Failure::usage)?;
    interrupt::full_screen(true);
    let result = run(&mut terminal, screen);
    ratatui::restore();
    interrupt::full_screen(false);
    result
}

fn run(terminal: &mut ratatui::DefaultTerminal, screen: &mut impl Screen) -> Done {
    while !screen.left() {
        terminal.draw(|frame| screen.draw(frame)).map_err(Failure::usage)?;
        if !event::poll(Duration::from_millis(250)).map_err(Failure::usage)? {
            continue;
        }
        match event::read().map_err(Failure::usage)? {
            Event::Key(key) if key.kind != KeyEventKind::Release => screen.key(key),
            _ => {}
        }
    }
    Ok(())
}

/// What a screen of a size shows, as text: what takes two columns stands once.
#[cfg(test)]
pub fn picture(wide: u16, high: u16, draw: impl FnOnce(&mut ratatui::Frame<'_>)) -> String {
    let backend = ratatui::backend::TestBackend::new(wide, high);
    let mut terminal = ratatui::Terminal::new(backend).unwrap();
    terminal.draw(draw).unwrap();
    let buffer = terminal.backend().buffer();
    let mut out = String::new();
    for y in 0..high {
        let mut skip = 0;
        for x in 0..wide {
            if skip > 0 {
                skip -= 1;
                continue;
            }
            let symbol = buffer[(x, y)].symbol();
            skip = unicode_width::UnicodeWidthStr::width(symbol).saturating_sub(1);
            out.push_str(symbol);
        }
        out.push('\n');
    }
    out
}
