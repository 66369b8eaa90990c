//! The judge: the command language, scenarios, transcripts and explanations.
//!
//! - A *command* ([`parse`]) is a line such as `cast Shock -> B`; [`answer`] and [`plan`] turn it
//!   into the small answers of the engine.
//! - A *scenario* ([`parse_scenario`], [`run`], [`run_path`]) sets a table up, follows a script and
//!   says whether what was expected came of it.
//! - Everything that happens or is asked is told in Korean and English ([`Teller`],
//!   [`describe_answer`], [`describe_question`], [`explain_refusal`]).
//! - [`starlight`] is all that for Starlight TCG.
//!
//! Invariant: this crate knows no rules of its own. What is legal, and why not, it asks the game.

mod attempt;
mod check;
mod command;
#[cfg(test)]
mod command_tests;
mod declare;
mod error;
mod examine;
mod expect;
mod explain;
mod fill;
mod findings;
mod flexible;
mod hint;
mod names;
mod policy;
mod report;
mod run;
mod scenario;
mod script;
mod setup;
mod shortcut;
pub mod starlight;
mod tap;
mod time;
mod transcript;
mod validate;
mod words;

pub use command::{Command, Name, Pay, Until, Use, parse, step_named};
pub use error::{CommandError, Expected, ScenarioError, Source};
pub use examine::{Case, Edition, Written};
pub use expect::{
    Asked, Cards, Expect, Expected as Expectations, IllegalMove, Permanent, SomeCards,
};
pub use explain::{describe_answer, describe_question, explain_refusal, when_refused};
pub use fill::{fill, uneven};
pub use flexible::{ByEdition, Flexible};
pub use names::Names;
pub use report::{Failure, RunReport, Status, Summary, cases, differences, run_path};
pub use run::{CardSource, FindCard, RunOptions, run};
pub use scenario::{
    At, CardEntry, CardPut, Entry, PlayerEntry, Policy, Scenario, Start, parse_scenario, schema,
};
pub use script::{Script, answer, plan};
pub use setup::set_up;
pub use transcript::Teller;
pub use words::io_problem;
