//! `simpan replay`: recorded games.

use crate::failure::{Done, Failure};
use crate::library::library;
use crate::line;
use crate::log::shown;
use crate::out;
use crate::saved::{self, Setup};
use crate::session::{Entry, Session};
use crate::text::number;
use crate::words::{self, fill};
use simpan_engine::{Answer, Ask, Driver, Game, NoLog, Replay};
use simpan_magic::Magic;
use simpan_rulebook::Lang;
use std::io::BufRead;
use std::path::PathBuf;

/// Shows, steps through, verifies or branches a recorded game.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The recording
    pub file: PathBuf,
    /// Show the game up to this turn
    #[arg(long, value_name = "N")]
    pub to_turn: Option<u32>,
    /// One decision at a time; Enter goes on
    #[arg(long)]
    pub step: bool,
    /// Play it again and compare the event hash
    #[arg(long)]
    pub verify: bool,
    /// Play on from after so many answers
    #[arg(long, value_name = "N")]
    pub branch_at: Option<usize>,
    /// Play on from the beginning of this turn
    #[arg(long, value_name = "N", conflicts_with = "branch_at")]
    pub branch_at_turn: Option<u32>,
    /// Where to save a branch
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Every event, passing and empty steps too
    #[arg(long)]
    pub full: bool,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    if saved::is_starlight(&args.file) {
        return crate::starlight::replay(args, lang);
    }
    let replay = saved::load(&args.file, lang)?;
    if args.verify {
        let driver = replay.setup.driver(library(), lang)?;
        let turn = |game: &Magic| game.state().turn_number();
        return verify(&replay, driver, replay.setup.seed, turn, lang);
    }
    let mut session =
        Session::around(replay.setup.driver(library(), lang)?, replay.setup.clone(), lang);
    if to_branch(&mut session, &replay, args, lang)? {
        return branch(&mut session, args);
    }
    show(&mut session, &replay, args, lang)
}

/// A session that follows a recording.
pub trait Follower {
    /// How its game is set up.
    type Setup;
    /// How many answers it has followed.
    fn answered(&self) -> usize;
    /// Which turn it is.
    fn turn(&self) -> u32;
    /// Follows up to so many answers.
    fn follow(&mut self, replay: &Replay<Self::Setup>, count: usize) -> Done;
}

impl Follower for Session {
    type Setup = Setup;
    fn answered(&self) -> usize {
        self.driver.record.len()
    }
    fn turn(&self) -> u32 {
        self.game().state().turn_number()
    }
    fn follow(&mut self, replay: &Replay<Setup>, count: usize) -> Done {
        Session::follow(self, replay, count)
    }
}

/// Follows a recording to where it is to be branched; whether it is.
pub fn to_branch<F: Follower>(
    session: &mut F,
    replay: &Replay<F::Setup>,
    args: &Args,
    lang: Lang,
) -> Result<bool, Failure> {
    let all = replay.answers.len();
    if let Some(at) = args.branch_at {
        if at > all {
            let with = [&at.to_string()[..], &all.to_string()];
            return Err(Failure::usage(fill(words::BRANCH_BEYOND.get(lang), &with)));
        }
        session.follow(replay, at)?;
    }
    if let Some(turn) = args.branch_at_turn {
        while session.answered() < all && session.turn() < turn {
            session.follow(replay, session.answered() + 1)?;
        }
    }
    Ok(args.branch_at.is_some() || args.branch_at_turn.is_some())
}

/// Where a branch is saved.
pub fn branch_file(args: &Args) -> PathBuf {
    args.save.clone().unwrap_or_else(|| args.file.with_extension("branch.json"))
}

/// Plays a recording of any game again on a game at its beginning: every answer has to be legal,
/// chance's have to be those of the seed's dice, and the events have to come to the same hash.
/// `turn` tells in which turn a game is.
pub fn verify<G: Game, T>(
    replay: &Replay<T>,
    mut driver: Driver<G>,
    seed: u64,
    turn: impl Fn(&G) -> u32,
    lang: Lang,
) -> Done {
    let bad = |entry: &words::Entry, with: &[&str]| {
        let why = fill(entry.get(lang), with);
        Err(Failure::failed(fill(words::REPLAY_BAD.get(lang), &[&why])))
    };
    for (at, answer) in replay.answers.iter().enumerate() {
        let shown = at.to_string();
        match driver.game.ask() {
            Ask::Over(_) => return bad(&words::REPLAY_OVER, &[&shown]),
            Ask::Chance(distribution) => {
                let drawn = driver.dice.draw(distribution);
                if let Answer::Pick(found) = answer
                    && *found != drawn
                {
                    let (seed, turn) = (seed.to_string(), turn(&driver.game).to_string());
                    let (drawn, found) = (drawn.to_string(), found.to_string());
                    return bad(&words::REPLAY_DICE, &[&shown, &turn, &seed, &drawn, &found]);
                }
            }
            Ask::Player(_) => {}
        }
        if driver.game.apply(*answer, &mut NoLog).is_err() {
            return bad(&words::REPLAY_ILLEGAL, &[&shown]);
        }
    }
    let (found, expected) =
        (format!("{:016x}", driver.game.event_hash()), format!("{:016x}", replay.hash));
    if found != expected {
        return bad(&words::REPLAY_HASH, &[&found, &expected]);
    }
    let answers = replay.answers.len().to_string();
    out::line(fill(words::REPLAY_GOOD.get(lang), &[&answers, &found]));
    Ok(())
}

/// Plays on; where chance is asked first, the dice of the seed go on from their beginning.
fn branch(session: &mut Session, args: &Args) -> Done {
    session.forget_told();
    line::play(session, &branch_file(args))
}

fn show(session: &mut Session, replay: &Replay<Setup>, args: &Args, lang: Lang) -> Done {
    let mut input = std::io::stdin().lock();
    let mut printed = 0;
    print_title(&replay.setup, lang);
    let last = args.to_turn.map_or(replay.answers.len(), |t| last_of_turn(replay, t, session));
    for at in 1..=last {
        session.follow(replay, at)?;
        if args.step {
            print(&session.log[printed..], session, args.full);
            let news = session.log.len() > printed;
            printed = session.log.len();
            let mut line = String::new();
            let quiet = matches!(session.game().ask(), Ask::Chance(_)) || !news;
            if !quiet && !matches!(input.read_line(&mut line), Ok(n) if n > 0) {
                return Ok(());
            }
            if line.trim() == "q" {
                return Ok(());
            }
        }
    }
    print(&session.log[printed..], session, args.full);
    out::line("");
    out::line(crate::describe::board(session).join("\n"));
    Ok(())
}

/// How many answers lead to the last question of a turn.
fn last_of_turn(replay: &Replay<Setup>, turn: u32, session: &Session) -> usize {
    let mut game = session.game().clone();
    let mut fits = |answer: &&Answer| {
        game.apply(**answer, &mut NoLog).is_ok() && game.state().turn_number() <= turn
    };
    replay.answers.iter().take_while(|a| fits(a)).count()
}

fn print_title(setup: &Setup, lang: Lang) {
    let seats: Vec<&str> = setup.seats.iter().map(|s| s.deck.as_str()).collect();
    let seed = setup.seed.to_string();
    let deck = |n: usize| seats.get(n).copied().unwrap_or_default();
    out::line(fill(words::PLAY_TITLE.get(lang), &[deck(0), deck(1), &setup.edition, &seed]));
}

fn print(log: &[Entry], session: &Session, full: bool) {
    let preset = session.game().state().rules().preset;
    for e in shown(log, full) {
        out::line(format!("{} [{}]", e.text, number(e.rule, preset)));
    }
}
