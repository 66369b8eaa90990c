//! Starlight TCG at the judge: its commands, scenarios, transcripts and explanations.
//!
//! A scenario with `game = "starlight"` is one of these. What both games share stands in the
//! folder above: the form of reports, expectations on cards of a zone, policies, errors.

mod check;
mod command;
mod names;
mod run;
mod scenario;
mod script;
mod setup;
mod tell;
mod validate;

pub use command::{Command, Name, parse};
pub use names::{Names, face_down};
pub use run::run;
pub use scenario::{
    AssumedValue, CardPut, CardState, Entry, Expected, PlayerEntry, Scenario, Start,
};
pub use setup::set_up;
pub use tell::{
    Teller, describe_answer, describe_question, explain_refusal, phase_name, zone_name,
};

use simpan_engine::{Answer, Ask, Game};
use simpan_starlight::Starlight;

use crate::error::CommandError;

/// The answers that a command gives to the question that is open, one after the other: all of a
/// use that is announced, say. Nothing is applied.
///
/// # Errors
/// If the command doesn't answer the question, or names what isn't there.
pub fn answer(
    game: &Starlight,
    command: &Command,
    names: &Names,
) -> Result<Vec<Answer>, CommandError> {
    let mut copy = game.clone();
    let mut script = script::plan(game, command, "");
    let mut out = Vec::new();
    while let Ask::Player(q) = copy.ask() {
        let Some(answer) = script.next(&copy, &q, names)? else { break };
        out.push(answer);
        if copy.apply(answer, &mut simpan_engine::NoLog).is_err() || script.is_empty() {
            break;
        }
    }
    match (out.is_empty(), copy.ask()) {
        (false, _) => Ok(out),
        (true, Ask::Player(q)) => Err(CommandError::Misfit {
            command: String::new(),
            question: describe_question(game, &q, names.lang),
        }),
        _ => Err(CommandError::Over),
    }
}
