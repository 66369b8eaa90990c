//! `simpan cards`: the cards that can be played, and the cards of files.

mod coverage;
mod diff;
mod import;
mod lint;
mod search;
mod show;
pub(super) mod source;

pub use source::reasons_text;

use crate::bots::GameName;
use crate::failure::Done;
use crate::library::library;
use crate::out;
use crate::starlight;
use crate::text::{language, name_in};
use simpan_language::type_line;
use simpan_magic::Preset;
use simpan_rulebook::Lang;

/// Shows cards.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game; unless said, cards of Magic, and by their names those of Starlight too
    #[arg(long, global = true)]
    game: Option<GameName>,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Show a card: names, cost, types, text
    Show {
        /// Its English or Korean name
        #[arg(required = true)]
        name: Vec<String>,
        /// In the words of which rulebook
        #[arg(long, default_value = simpan_magic::DEFAULT_PRESET)]
        edition: Preset,
    },
    /// List all cards
    List,
    /// Find cards
    Search(search::Args),
    /// Compare the text of an imported card with what is printed of it
    Diff {
        /// Its English or Korean name
        #[arg(required = true)]
        name: Vec<String>,
        /// In the words of which rulebook
        #[arg(long, default_value = simpan_magic::DEFAULT_PRESET)]
        edition: Preset,
    },
    /// Look over cards written as text
    Lint(lint::Args),
    /// Import cards from files of card data
    Import(import::Args),
    /// How many cards of a file can be played, and what blocks the others
    Coverage(coverage::Args),
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    match &args.what {
        What::List if args.game == Some(GameName::Starlight) => return starlight::list_cards(lang),
        What::Show { name, edition } => {
            let name = name.join(" ");
            if args.game == Some(GameName::Starlight)
                || (args.game.is_none() && !show::is_known(&name))
            {
                if let Some(lines) = starlight::show_card(&name, lang) {
                    out::line(lines.join("\n"));
                    return Ok(());
                }
                if args.game.is_some() {
                    return Err(starlight::no_card(&name, lang));
                }
            }
            return show::run(&name, *edition, lang);
        }
        What::List => {
            for (_, card) in library().pool().cards() {
                let cost = card.data.cost.as_ref().map_or_else(String::new, ToString::to_string);
                let types = type_line(&card.data.types, language(lang));
                out::line(format!("{}\t{cost}\t{types}", name_in(&card.data, lang)));
            }
        }
        What::Search(args) => return search::run(args, lang),
        What::Diff { name, edition } => return diff::run(&name.join(" "), *edition, lang),
        What::Lint(args) => return lint::run(args, lang),
        What::Import(args) => return import::run(args, lang),
        What::Coverage(args) => return coverage::run(args, lang),
    }
    Ok(())
}
