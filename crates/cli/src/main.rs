//! The `simpan` program: play, simulate, replay, judge, and look things up.
//!
//! Invariant: no rules here. Everything asks the game what is legal and shows what it answers.

mod bots;
mod cmd;
mod command;
mod describe;
mod failure;
mod imported;
mod interrupt;
mod library;
mod line;
mod log;
mod out;
mod saved;
mod screen;
mod session;
mod starlight;
mod stops;
mod tell;
mod terminal;
mod text;
mod words;

use clap::{Parser, Subcommand};
use simpan_rulebook::Lang;
use std::process::ExitCode;

/// A rules engine, referee and table for Magic: the Gathering under the rules of 2005 or 2021.
#[derive(Debug, Parser)]
#[command(name = "simpan", version)]
struct Cli {
    /// The language, en or ko (from the environment unless said)
    #[arg(long, global = true, value_name = "en|ko")]
    lang: Option<Lang>,
    /// Play refused cards without what is refused of them, which is told
    #[arg(long, global = true)]
    allow_refused: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a game at this terminal
    Play(cmd::play::Args),
    /// Play many games between bots
    Sim(cmd::sim::Args),
    /// Show, verify or branch a recorded game
    Replay(cmd::replay::Args),
    /// Run scenarios
    Judge(cmd::judge::Args),
    /// Show cards
    Cards(cmd::cards::Args),
    /// Check decks
    Deck(cmd::deck::Args),
    /// Look rules up
    Rules(cmd::rules::Args),
}

/// Korean if the environment asks for it, else English.
fn language_of_environment() -> Lang {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    match set {
        Some(value) if value.to_lowercase().starts_with("ko") => Lang::Ko,
        _ => Lang::En,
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let lang = cli.lang.unwrap_or_else(language_of_environment);
    if cli.allow_refused {
        library::library().allow_refused();
    }
    let result = match &cli.command {
        Command::Play(args) => cmd::play::run(args, lang),
        Command::Sim(args) => cmd::sim::run(args, lang),
        Command::Replay(args) => cmd::replay::run(args, lang),
        Command::Judge(args) => cmd::judge::run(args, lang),
        Command::Cards(args) => cmd::cards::run(args, lang),
        Command::Deck(args) => cmd::deck::run(args, lang),
        Command::Rules(args) => cmd::rules::run(args, lang),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            out::complain(format!("simpan: {failure}"));
            ExitCode::from(failure.code)
        }
    }
}
