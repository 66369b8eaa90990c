//! Starlight TCG at the terminal: how a game is set up, played, shown and recorded.
//!
//! The same commands as for the other game with `--game starlight`; no rules here.

mod line;
mod look_up;
mod replay;
mod screen;
mod session;
mod sim;

pub use look_up::{check_deck, is_deck, list_cards, list_decks, no_card, show_card};
pub use replay::run as replay;
pub use sim::run as sim;

use crate::bots::Kind;
use crate::failure::{Done, Failure};
use crate::saved::{SeatName, VERSION};
use crate::words::{self, fill};
use serde::{Deserialize, Serialize};
use session::Session;
use simpan_engine::{Dice, Driver, Replay};
use simpan_rulebook::Lang;
use simpan_starlight::{Assumptions, Deck, DeckList, Pool, Starlight};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The decks that are played if none is named.
pub const DECKS: [&str; 2] = ["dawn-watch", "ash-forge"];

/// How a game is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Always `starlight`.
    pub game: String,
    /// A file that changes assumptions, as text; empty for none.
    #[serde(default)]
    pub assumptions: String,
    /// The seed of the dice.
    pub seed: u64,
    /// The players, in the order of the seats.
    pub seats: Vec<Seat>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// Who sits there: `human`, or the name of a bot.
    pub player: String,
    /// The deck.
    pub deck: DeckList,
}

/// The cards that come with the program.
pub fn pool() -> &'static Arc<Pool> {
    static POOL: OnceLock<Arc<Pool>> = OnceLock::new();
    POOL.get_or_init(|| Arc::new(Pool::builtin().unwrap_or_default()))
}

/// Our assumptions, or those of a file.
fn assumptions(text: &str, lang: Lang) -> Result<Assumptions, Failure> {
    let read = if text.is_empty() { Assumptions::builtin() } else { Assumptions::with(text) };
    read.map(|(values, _)| values).map_err(|e| Failure::usage(e.text(lang)))
}

/// The text of a file of assumptions; empty for none.
pub fn rules_text(path: Option<&Path>, lang: Lang) -> Result<String, Failure> {
    path.map_or(Ok(String::new()), |path| text_of(path, lang))
}

fn text_of(path: &Path, lang: Lang) -> Result<String, Failure> {
    let shown = path.display().to_string();
    let bytes = crate::library::read_bounded(path, MAX_BYTES).map_err(|e| {
        Failure::usage(fill(words::CANT_READ.get(lang), &[&shown, &words::io(&e, lang)]))
    })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::usage(fill(words::CANT_READ.get(lang), &[&shown, "> 1 MiB"])));
    }
    String::from_utf8(bytes).map_err(|_| {
        let why = words::IO_GARBLED.get(lang);
        Failure::usage(fill(words::CANT_READ.get(lang), &[&shown, why]))
    })
}

/// The decks that a built-in name (its key, or its name in either language) or a file means.
fn list_of(which: &str, lang: Lang) -> Result<Vec<DeckList>, Failure> {
    let builtin = DeckList::builtin().map_err(|e| Failure::usage(e.text(lang)))?;
    if let Some(list) = builtin.iter().find(|d| d.is_called(which)) {
        return Ok(vec![list.clone()]);
    }
    if !Path::new(which).exists() {
        let keys: Vec<&str> = builtin.iter().map(|d| d.key.as_str()).collect();
        let message = fill(words::STAR_NO_DECK.get(lang), &[which, &keys.join(", ")]);
        return Err(Failure::usage(message));
    }
    let text = text_of(Path::new(which), lang)?;
    let mut decks = DeckList::read(&text).map_err(|e| {
        let title = fill(words::DECK_UNREADABLE.get(lang), &[which]);
        Failure::usage(format!("{title}\n  {}", e.text(lang)))
    })?;
    for deck in decks.iter_mut().filter(|d| d.key.is_empty()) {
        let stem = Path::new(which).file_stem().map(|s| s.to_string_lossy().into_owned());
        deck.key = stem.unwrap_or_else(|| which.to_owned());
    }
    Ok(decks)
}

/// A deck that may be played: a built-in name or a file with one deck.
pub fn deck(which: &str, rules: &Assumptions, lang: Lang) -> Result<DeckList, Failure> {
    let mut decks = list_of(which, lang)?;
    if decks.len() > 1 {
        let names: Vec<&str> = decks.iter().map(|d| d.name(lang)).collect();
        let message = fill(words::STAR_MANY_DECKS.get(lang), &[which, &names.join(", ")]);
        return Err(Failure::usage(message));
    }
    let list = decks.swap_remove(0);
    look_up::faults(&list, rules, lang)?;
    Ok(list)
}

fn resolved(list: &DeckList, lang: Lang) -> Result<Deck, Failure> {
    list.resolve(pool()).map_err(|errors| {
        let title = fill(words::DECK_REFUSED.get(lang), &[list.name(lang)]);
        let all: Vec<String> = errors.iter().map(|e| e.text(lang)).collect();
        Failure::usage(format!("{title}\n  {}", all.join("\n  ")))
    })
}

impl Setup {
    /// The game at its first question.
    pub fn game(&self, lang: Lang) -> Result<Starlight, Failure> {
        let rules = assumptions(&self.assumptions, lang)?;
        let [first, second] = &self.seats[..] else {
            return Err(Failure::usage(words::TWO_SEATS.get(lang)));
        };
        let (first, second) = (resolved(&first.deck, lang)?, resolved(&second.deck, lang)?);
        let sides = [(first.star, &first.cards[..]), (second.star, &second.cards[..])];
        Starlight::new(Arc::clone(pool()), rules, sides).map_err(Failure::usage)
    }

    /// The game with its dice, before anything was answered.
    pub fn driver(&self, lang: Lang) -> Result<Driver<Starlight>, Failure> {
        Ok(Driver::new(self.game(lang)?, Dice::new(self.seed)))
    }

    /// The decks' names.
    fn decks(&self, lang: Lang) -> [String; 2] {
        let name = |s: &Seat| s.deck.name(lang).to_owned();
        [0, 1].map(|n| self.seats.get(n).map(name).unwrap_or_default())
    }
}

/// What `simpan play` was asked for.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// The two decks, if named.
    pub decks: [Option<&'a str>; 2],
    /// Who sits in the seats: people, or which bot.
    pub seats: [SeatName; 2],
    /// The seed.
    pub seed: u64,
    /// A file of assumptions.
    pub rules: Option<&'a Path>,
    /// Line by line.
    pub line: bool,
    /// The whole log.
    pub full: bool,
    /// Where to save the recording.
    pub file: Option<PathBuf>,
}

/// Plays a game at this terminal.
pub fn play(wanted: &Wanted<'_>, lang: Lang) -> Done {
    let text = rules_text(wanted.rules, lang)?;
    let rules = assumptions(&text, lang)?;
    let mut seats = Vec::new();
    for ((named, seat), default) in wanted.decks.iter().zip(&wanted.seats).zip(DECKS) {
        let deck = deck(named.unwrap_or(default), &rules, lang)?;
        seats.push(Seat { player: seat.name().to_owned(), deck });
    }
    let setup = Setup { game: "starlight".into(), assumptions: text, seed: wanted.seed, seats };
    let file = wanted.file.clone().unwrap_or_else(|| {
        PathBuf::from(format!("simpan-starlight-{}.simpan-replay.json", wanted.seed))
    });
    let mut session = Session::new(setup, lang)?;
    session.full = wanted.full;
    table(&mut session, &file, wanted.line)
}

/// Plays a session on a full screen if there is one, else line by line.
fn table(session: &mut Session, file: &Path, line: bool) -> Done {
    let terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    session.file = Some(file.to_owned());
    crate::interrupt::listen(session.lang);
    session.remember_for_interrupt();
    if line || !terminal { line::play(session, file) } else { screen::play(session, file) }
}

/// A bot of that name, if it is one.
fn bot(name: &str) -> Option<Kind> {
    [Kind::Random, Kind::Greedy].into_iter().find(|k| k.name() == name)
}

/// A recording of a game.
fn recording(setup: &Setup, driver: &Driver<Starlight>) -> Replay<Setup> {
    use simpan_engine::Game;
    Replay {
        version: VERSION.to_owned(),
        setup: setup.clone(),
        answers: driver.record.clone(),
        hash: driver.game.event_hash(),
    }
}
