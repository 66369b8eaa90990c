//! Recorded games: shown, stepped through, verified, branched.

use super::session::Session;
use super::{Setup, line, table};
use crate::cmd::replay::{Args, verify};
use crate::failure::{Done, Failure};
use crate::out;
use crate::saved;
use crate::words::{self, fill};
use simpan_engine::{Ask, Game, Replay};
use simpan_rulebook::Lang;
use simpan_starlight::Starlight;
use std::io::BufRead;

/// Runs `simpan replay` on a recording of this game.
pub fn run(args: &Args, lang: Lang) -> Done {
    let replay: Replay<Setup> = saved::load_as(&args.file, lang)?;
    if args.verify {
        let driver = replay.setup.driver()?;
        let turn = |game: &Starlight| game.state().turn;
        return verify(&replay, driver, replay.setup.seed, turn, lang);
    }
    let mut session = Session::around(replay.setup.driver()?, replay.setup.clone(), lang);
    if let Some(at) = args.branch_at {
        if at > replay.answers.len() {
            let (at, all) = (at.to_string(), replay.answers.len().to_string());
            return Err(Failure::usage(fill(words::BRANCH_BEYOND.get(lang), &[&at, &all])));
        }
        session.follow(&replay, at)?;
        return branch(&mut session, args);
    }
    if let Some(turn) = args.branch_at_turn {
        while session.driver.record.len() < replay.answers.len()
            && session.game().state().turn < turn
        {
            session.follow(&replay, session.driver.record.len() + 1)?;
        }
        return branch(&mut session, args);
    }
    show(&mut session, &replay, args)
}

fn branch(session: &mut Session, args: &Args) -> Done {
    let file = args.save.clone().unwrap_or_else(|| args.file.with_extension("branch.json"));
    session.log.clear();
    table(session, &file, true)
}

fn show(session: &mut Session, replay: &Replay<Setup>, args: &Args) -> Done {
    let mut input = std::io::stdin().lock();
    let mut printed = 0;
    for at in 1..=replay.answers.len() {
        if args.to_turn.is_some_and(|t| session.game().state().turn > t) {
            break;
        }
        session.follow(replay, at)?;
        let news = session.log.len() > printed;
        session.log[printed..].iter().for_each(|e| out::line(&e.text));
        printed = session.log.len();
        if args.step && news && !matches!(session.game().ask(), Ask::Chance(_)) {
            let mut text = String::new();
            if !matches!(input.read_line(&mut text), Ok(n) if n > 0) || text.trim() == "q" {
                return Ok(());
            }
        }
    }
    out::line("");
    line::board(session).iter().for_each(out::line);
    Ok(())
}
