//! `simpan deck`: looking a deck over.

use crate::failure::{Done, Failure};
use crate::library::{library, problem_text, read};
use crate::out;
use crate::words::{self, fill};
use simpan_decks::{Rules, check};
use simpan_rulebook::Lang;

/// Looks decks over.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Check a deck: its cards, its size, the copies of a card
    Check {
        /// A file or a built-in name
        file: String,
        /// The kind of play it is for
        #[arg(long, default_value = "constructed")]
        format: Format,
    },
    /// List the built-in decks
    List,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Constructed,
    Limited,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let What::Check { file, format } = &args.what else {
        for (name, _) in crate::library::DECKS {
            out::line(name);
        }
        return Ok(());
    };
    let (name, deck) = read(file, lang)?;
    let rules = match format {
        Format::Constructed => Rules::CONSTRUCTED,
        Format::Limited => Rules::LIMITED,
    };
    let mut faults = library().refused_in(&deck, lang);
    let refused = |n: &str| library().refusal(n).is_some();
    let problems = check(&deck, &rules, |n| library().known(n));
    faults.extend(problems.iter().filter_map(|p| match p {
        simpan_decks::Problem::UnknownCard { name, .. } if refused(name) => None,
        other => Some(problem_text(other, lang)),
    }));
    if faults.is_empty() {
        let (main, side) = (deck.main_size().to_string(), deck.side_size().to_string());
        out::line(fill(words::DECK_GOOD.get(lang), &[&name, &main, &side]));
        return Ok(());
    }
    let title = fill(words::DECK_REFUSED.get(lang), &[&name]);
    Err(Failure::usage(format!("{title}\n  {}", faults.join("\n  "))))
}
