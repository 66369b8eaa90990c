//! `simpan play`: a game at this terminal.

use crate::failure::{Done, Failure};
use crate::interrupt;
use crate::library::library;
use crate::line;
use crate::saved::Setup;
use crate::screen;
use crate::session::Session;
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

/// Plays a game at this terminal.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Your deck: a built-in name or a file
    #[arg(long, default_value = "army-of-justice")]
    deck: String,
    /// The other deck
    #[arg(long, default_value = "custom-creatures")]
    vs: String,
    /// The rulebook
    #[arg(long, default_value = simpan_magic::DEFAULT_PRESET)]
    edition: Preset,
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
    /// Where to save the recording
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let [first, second] = args.seats[..] else {
        return Err(Failure::usage(words::TWO_SEATS.get(lang)));
    };
    let library = library();
    let decks = [library.deck(&args.deck, lang)?, library.deck(&args.vs, lang)?];
    let name = |who| if who == Who::Human { "human" } else { args.bot.name() };
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let seats = [(name(first), &decks[0]), (name(second), &decks[1])];
    let setup = Setup::new(args.edition, seed, &seats);
    let file = args.replay.clone().unwrap_or_else(|| default_file(&setup));
    let mut session = Session::new(setup, library, lang)?;
    table(&mut session, &file, args.line)
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
