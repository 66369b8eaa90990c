//! Recorded games: shown, stepped through, verified, branched.

use super::session::Session;
use super::{Setup, line, table};
use crate::cmd::replay::{Args, branch_file, to_branch, verify};
use crate::failure::Done;
use crate::log::shown;
use crate::out;
use crate::saved;
use simpan_engine::{Ask, Game, Replay};
use simpan_rulebook::Lang;
use simpan_starlight::Starlight;
use std::io::BufRead;

/// Runs `simpan replay` on a recording of this game.
pub fn run(args: &Args, lang: Lang) -> Done {
    let replay: Replay<Setup> = saved::load_as(&args.file, lang)?;
    if args.verify {
        let driver = replay.setup.driver(lang)?;
        let turn = |game: &Starlight| game.state().turn;
        return verify(&replay, driver, replay.setup.seed, turn, lang);
    }
    let mut session = Session::around(replay.setup.driver(lang)?, replay.setup.clone(), lang);
    if to_branch(&mut session, &replay, args, lang)? {
        session.log.clear();
        return table(&mut session, &branch_file(args), true);
    }
    show(&mut session, &replay, args)
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
        shown(&session.log[printed..], args.full).for_each(|e| out::line(&e.text));
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
