//! `simpan play`: a game at this terminal.

use crate::bots::GameName;
use crate::failure::{Done, Failure};
use crate::interrupt;
use crate::library::library;
use crate::line;
use crate::saved::{SeatName, Setup};
use crate::screen;
use crate::session::Session;
use crate::starlight;
use crate::words;
use simpan_magic::Preset;
use simpan_rulebook::Lang;
use std::io::IsTerminal;
use std::path::PathBuf;

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    Human,
    Bot,
}

/// The decks that are played if none is named.
pub const DECKS: [&str; 2] = ["army-of-justice", "custom-creatures"];

/// Plays a game at this terminal.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(long, default_value = "magic")]
    game: GameName,
    /// Your deck: a built-in name or a file
    #[arg(long)]
    deck: Option<String>,
    /// The other deck
    #[arg(long)]
    vs: Option<String>,
    /// A file that assumes otherwise where Starlight's rules leave something open
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// The rulebook of Magic (2021 unless said)
    #[arg(long)]
    edition: Option<Preset>,
    /// The seed; the same seed and answers give the same game
    #[arg(long)]
    seed: Option<u64>,
    /// Who sits in the seats
    #[arg(long, value_delimiter = ',', default_value = "human,bot")]
    seats: Vec<Who>,
    /// Which bot plays
    #[arg(long, default_value = "greedy")]
    bot: crate::bots::Kind,
    /// Line by line instead of a full screen
    #[arg(long)]
    line: bool,
    /// The whole log: passing, and steps and phases in which nothing happens
    #[arg(long)]
    full: bool,
    /// Where to save the recording
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let [first, second] = args.seats[..] else {
        return Err(Failure::usage(words::TWO_SEATS.get(lang)));
    };
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let seat = |who| if who == Who::Human { SeatName::Human } else { SeatName::Bot(args.bot) };
    let [near, far] = [&args.deck, &args.vs].map(Option::as_deref);
    let edition = one_game(args.game, args.edition, args.rules.is_some(), lang)?;
    if args.game == GameName::Starlight {
        let wanted = starlight::Wanted {
            decks: [near, far],
            seats: [seat(first), seat(second)],
            seed,
            rules: args.rules.as_deref(),
            line: args.line,
            full: args.full,
            file: args.replay.clone(),
        };
        return starlight::play(&wanted, lang);
    }
    let library = library();
    let decks = [
        library.deck(near.unwrap_or(DECKS[0]), lang)?,
        library.deck(far.unwrap_or(DECKS[1]), lang)?,
    ];
    let name = |who| seat(who).name();
    let seats = [(name(first), &decks[0]), (name(second), &decks[1])];
    let setup = Setup::new(edition, seed, &seats);
    let file = args.replay.clone().unwrap_or_else(|| default_file(&setup));
    let mut session = Session::new(setup, library, lang)?;
    session.full = args.full;
    table(&mut session, &file, args.line)
}

/// The edition that is played; an error if an option is of the other game.
pub fn one_game(
    game: GameName,
    edition: Option<Preset>,
    rules: bool,
    lang: Lang,
) -> Result<Preset, Failure> {
    match game {
        GameName::Starlight if edition.is_some() => {
            Err(Failure::usage(words::STAR_EDITION.get(lang)))
        }
        GameName::Magic if rules => Err(Failure::usage(words::STAR_RULES_ONLY.get(lang))),
        _ => {
            edition.map_or_else(|| simpan_magic::DEFAULT_PRESET.parse(), Ok).map_err(Failure::usage)
        }
    }
}

/// Plays a session on a full screen if there is one, else line by line.
pub fn table(session: &mut Session, file: &std::path::Path, line: bool) -> Done {
    let terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    session.file = Some(file.to_owned());
    interrupt::listen(session.lang);
    interrupt::remember(session);
    if line || !terminal { line::play(session, file) } else { screen::play(session, file) }
}

/// Where a recording is saved unless said otherwise.
pub fn default_file(setup: &Setup) -> PathBuf {
    PathBuf::from(format!("simpan-{}-{}.simpan-replay.json", setup.edition, setup.seed))
}

/// A seed that isn't the same every time; the game itself reads no clock.
fn fresh_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |d| d.as_nanos() as u64) % 1_000_000_007
}
