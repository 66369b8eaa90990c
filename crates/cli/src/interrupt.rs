//! Ctrl-C and the like in the middle of a game: the terminal is put right, the game is saved.

use crate::out;
use crate::saved::{self, Setup};
use crate::session::Session;
use crate::starlight;
use crate::words::{self, fill};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use simpan_engine::Replay;
use simpan_rulebook::Lang;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The recording of a game.
enum Recording {
    Magic(Replay<Setup>),
    Starlight(Replay<starlight::Setup>),
}

/// The game as it was last shown to a person, and where it is saved.
static LAST: Mutex<Option<(PathBuf, Recording)>> = Mutex::new(None);
/// Whether the terminal shows a full screen.
static FULL_SCREEN: AtomicBool = AtomicBool::new(false);

/// Remembers the game to save.
pub fn remember(session: &Session) {
    if let Some(file) = &session.file {
        keep(file.clone(), Recording::Magic(session.replay()));
    }
}

/// Remembers the game to save.
pub fn remember_starlight(file: PathBuf, replay: Replay<starlight::Setup>) {
    keep(file, Recording::Starlight(replay));
}

fn keep(file: PathBuf, recording: Recording) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some((file, recording));
}

/// Notes whether the terminal has to be put right.
pub fn full_screen(on: bool) {
    FULL_SCREEN.store(on, Ordering::SeqCst);
}

/// Waits for signals on a thread of its own. Without it a signal just ends the program.
pub fn listen(lang: Lang) {
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            leave(lang);
        }
    });
}

fn leave(lang: Lang) {
    if FULL_SCREEN.load(Ordering::SeqCst) {
        ratatui::restore();
    }
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).take();
    out::complain(format!("\nsimpan: {}", words::INTERRUPTED.get(lang)));
    if let Some((file, recording)) = last {
        let saved = match recording {
            Recording::Magic(replay) => saved::save(&file, &replay, lang),
            Recording::Starlight(replay) => saved::save(&file, &replay, lang),
        };
        match saved {
            Ok(()) => {
                let shown = file.display().to_string();
                out::complain(fill(words::SAVED.get(lang), &[&shown]));
            }
            Err(failure) => out::complain(failure.message),
        }
    }
    std::process::exit(2);
}
