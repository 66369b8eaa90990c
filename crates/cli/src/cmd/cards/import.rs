//! `simpan cards import`: cards of the user's files become a compiled pool.

use super::coverage::Judged;
use super::source;
use crate::failure::{Done, Failure};
use crate::imported;
use crate::out;
use crate::words::{self, fill};
use simpan_pool::coverage::coverage;
use simpan_pool::read::Found;
use simpan_pool::{RawCard, Row, store};
use simpan_rulebook::Lang;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// Reads files of card data (Scryfall, MTGJSON or a card a line; plain or gzip), compiles every
/// card and keeps them for play.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The files; without any, the cards that are there are compiled again
    files: Vec<PathBuf>,
    /// Forget the cards imported before
    #[arg(long, requires = "files")]
    fresh: bool,
    /// Every problem of the files
    #[arg(long)]
    problems: bool,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let begun = Instant::now();
    let found = match args.files.is_empty() {
        true => Found::default(),
        false => source::read(&args.files, lang)?,
    };
    source::complain(&found, args.problems, lang);
    let whole = found.is_whole();
    let (printings, tokens, problems) = (found.printings, found.tokens, found.issues.len());
    let old = if args.fresh { Vec::new() } else { imported::sources(lang)? };
    let cards = with_old(found.cards, old);
    if cards.is_empty() {
        return Err(Failure::usage(words::IMPORT_NOTHING.get(lang)));
    }
    let compiled = source::compile_all(&cards);
    let rows: Vec<Row> = cards.into_iter().zip(&compiled).map(|(r, c)| Row::new(r, c)).collect();
    drop(compiled);
    let bytes = store::write(&rows).map_err(Failure::usage)?;
    let path = imported::save(&bytes, lang)?;
    let judged: Vec<Judged> = rows.iter().map(Judged::of).collect();
    let coverage = coverage(judged.iter().map(Judged::row));
    source::complain_reminders(&rows, args.problems, lang);
    let seconds = format!("{:.1}", begun.elapsed().as_secs_f64());
    let numbers = [rows.len(), printings, tokens, problems].map(|n| n.to_string());
    let [cards, printings, tokens, problems] = &numbers;
    out::line(fill(words::IMPORTED.get(lang), &[cards, printings, tokens, problems, &seconds]));
    out::line(super::coverage::summary(&coverage, lang));
    out::line(super::coverage::reminded(&coverage, lang));
    out::line(fill(words::SAVED.get(lang), &[&path.display().to_string()]));
    match whole {
        true => Ok(()),
        // What was read is kept, but it is not all.
        false => Err(Failure::failed(words::IMPORT_CUT.get(lang))),
    }
}

/// The cards with those that were there before; what is new wins.
fn with_old(new: Vec<RawCard>, old: Vec<RawCard>) -> Vec<RawCard> {
    let mut all: BTreeMap<String, RawCard> =
        new.into_iter().map(|card| (card.name.clone(), card)).collect();
    for card in old {
        match all.get_mut(&card.name) {
            Some(same) => same.learn(card),
            None => drop(all.insert(card.name.clone(), card)),
        }
    }
    all.into_values().collect()
}
