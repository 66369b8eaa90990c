//! Recorded games as files.

use crate::failure::Failure;
use crate::library::{Library, Loaded};
use crate::out;
use crate::words::{self, fill};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use simpan_engine::{Dice, Driver, Replay};
use simpan_magic::{Magic, Preset, PresetError};
use simpan_rulebook::Lang;
use std::path::Path;

/// The version that this program writes and reads.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The largest recording that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatName {
    /// Somebody at this terminal.
    Human,
    /// A program.
    Bot(crate::bots::Kind),
}

impl SeatName {
    /// Its name in a recording.
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Bot(kind) => kind.name(),
        }
    }
}

/// How a game is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The name of the rulebook.
    pub edition: String,
    /// The seed of the dice.
    pub seed: u64,
    /// The players, in the order of the seats.
    pub seats: Vec<SeatSetup>,
    /// The hash of the imported cards, if some are in the decks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<String>,
    /// Refused cards are played without what is refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_refused: bool,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSetup {
    /// Who sits there: `human`, or the name of a bot.
    pub player: String,
    /// The name of the deck.
    pub deck: String,
    /// Its cards by English name.
    pub list: Vec<(u32, String)>,
}

impl Setup {
    /// The setup of a game between loaded decks.
    pub fn new(edition: Preset, seed: u64, seats: &[(&str, &Loaded)]) -> Self {
        let seat = |(player, deck): &(&str, &Loaded)| SeatSetup {
            player: (*player).to_owned(),
            deck: deck.name.clone(),
            list: deck.list.clone(),
        };
        let imported = seats.iter().any(|(_, deck)| deck.imported);
        Self {
            edition: edition.name().to_owned(),
            seed,
            seats: seats.iter().map(seat).collect(),
            pool: imported.then(pool_hash).flatten(),
            allow_refused: imported && crate::library::library().allows_refused(),
        }
    }

    /// Refuses to play with other imported cards than those of the recording.
    fn check_pool(&self, library: &Library, lang: Lang) -> Result<(), Failure> {
        let Some(wanted) = &self.pool else { return Ok(()) };
        if let Err(trouble) = crate::imported::store() {
            return Err(Failure::usage(trouble.text(lang)));
        }
        let here = pool_hash();
        if here.as_ref() != Some(wanted) {
            let here = here.as_deref().unwrap_or("-");
            return Err(Failure::usage(fill(words::REPLAY_POOL.get(lang), &[wanted, here])));
        }
        if self.allow_refused {
            library.allow_refused();
        }
        Ok(())
    }

    /// The rulebook.
    pub fn preset(&self, lang: Lang) -> Result<Preset, Failure> {
        self.edition.parse().map_err(|error: PresetError| match lang {
            Lang::En => Failure::usage(error),
            Lang::Ko => Failure::usage(fill(words::NO_EDITION.get(lang), &[&self.edition])),
        })
    }

    /// The game at its first question.
    pub fn game(&self, library: &Library, lang: Lang) -> Result<Magic, Failure> {
        self.check_pool(library, lang)?;
        let mut decks = Vec::new();
        for seat in &self.seats {
            decks.push(library.listed(&seat.list, lang)?);
        }
        Magic::new(library.pool(), self.preset(lang)?, &decks).map_err(Failure::usage)
    }

    /// The game with its dice, before anything was answered.
    pub fn driver(&self, library: &Library, lang: Lang) -> Result<Driver<Magic>, Failure> {
        Ok(Driver::new(self.game(library, lang)?, Dice::new(self.seed)))
    }
}

/// The hash of the imported cards, if there are any.
fn pool_hash() -> Option<String> {
    crate::imported::store().ok().flatten().map(|s| format!("{:016x}", s.hash()))
}

/// Whether a file is a recording of Starlight TCG; a file that can't be read is none.
pub fn is_starlight(path: &Path) -> bool {
    #[derive(Deserialize)]
    struct Head {
        setup: Game,
    }
    #[derive(Deserialize)]
    struct Game {
        game: String,
    }
    let bytes = crate::library::read_bounded(path, MAX_BYTES).unwrap_or_default();
    serde_json::from_slice::<Head>(&bytes).is_ok_and(|h| h.setup.game == "starlight")
}

/// Reads a recording.
pub fn load(path: &Path, lang: Lang) -> Result<Replay<Setup>, Failure> {
    load_as(path, lang)
}

/// Reads a recording of a game that is set up by `T`.
pub fn load_as<T: DeserializeOwned>(path: &Path, lang: Lang) -> Result<Replay<T>, Failure> {
    let shown = path.display().to_string();
    let fail =
        |pattern: &words::Entry, why: &str| Failure::usage(fill(pattern.get(lang), &[&shown, why]));
    let bytes = crate::library::read_bounded(path, MAX_BYTES)
        .map_err(|e| fail(&words::CANT_READ, &words::io(&e, lang)))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(fail(&words::REPLAY_GARBLED, "> 64 MiB"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|e| fail(&words::REPLAY_GARBLED, &format!("UTF-8: {}", e.utf8_error())))?;
    // The version is looked at before the rest, which another version may write otherwise.
    #[derive(Deserialize)]
    struct Head {
        version: String,
    }
    let head: Head = serde_json::from_str(&text)
        .map_err(|e| fail(&words::REPLAY_GARBLED, &words::garbled(&e, lang)))?;
    if head.version != VERSION {
        let message = fill(words::REPLAY_VERSION.get(lang), &[&shown, &head.version, VERSION]);
        return Err(Failure::usage(message));
    }
    serde_json::from_str(&text).map_err(|e| fail(&words::REPLAY_GARBLED, &words::garbled(&e, lang)))
}

/// Writes a recording and says so.
pub fn keep<T: Serialize>(path: &Path, replay: &Replay<T>, lang: Lang) -> Result<(), Failure> {
    save(path, replay, lang)?;
    out::line(fill(words::SAVED.get(lang), &[&path.display().to_string()]));
    Ok(())
}

/// Writes a recording.
pub fn save<T: Serialize>(path: &Path, replay: &Replay<T>, lang: Lang) -> Result<(), Failure> {
    let text = serde_json::to_string(replay).map_err(Failure::usage)?;
    std::fs::write(path, text + "\n").map_err(|e| {
        let shown = path.display().to_string();
        Failure::usage(fill(words::CANT_WRITE.get(lang), &[&shown, &words::io(&e, lang)]))
    })
}
