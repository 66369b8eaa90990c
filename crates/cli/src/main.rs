//! The `simpan` program: play, simulate, replay, judge, and look things up.
//!
//! Invariant: no rules here. Everything asks the game what is legal and shows what it answers.

mod bots;
mod cmd;
mod command;
mod describe;
mod failure;
mod help;
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
    /// The language, en or ko (unless said, SIMPAN_LANG or that of the environment)
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

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect();
    let lang = help::language(&args);
    let cli: Cli = help::parse(&args, lang);
    let lang = cli.lang.unwrap_or(lang);
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
