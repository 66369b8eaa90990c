//! `simpan judge`: running scenarios.

use super::cards::source;
use crate::failure::{Done, Failure};
use crate::imported;
use crate::out;
use crate::words::{self, fill};
use simpan_cards::CardData;
use simpan_decks::{fold_name, nearest};
use simpan_judge::{CardSource, Edition, RunOptions, run_path, schema};
use simpan_pool::{RawCard, Status, compile};
use simpan_rulebook::{Lang, RuleId};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Runs scenario files and folders of them.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario files or folders
    paths: Vec<PathBuf>,
    /// Tell every event with its rule
    #[arg(long)]
    explain: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print the JSON Schema of scenarios
    #[arg(long)]
    schema: bool,
    /// Show what the editions of a scenario make differently
    #[arg(long)]
    diff: bool,
    /// Only these rulebooks
    #[arg(long, value_delimiter = ',')]
    edition: Vec<Edition>,
    /// Run what is marked to be skipped too
    #[arg(long)]
    skipped: bool,
    /// Files of card data with the cards that scenarios import, instead of those of `cards import`
    #[arg(long, value_name = "FILE")]
    cards: Vec<PathBuf>,
    /// Leave one rule out (a key or number): what fails then is what notices it
    #[arg(long, value_name = "RULE")]
    without: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    if args.schema {
        out::line(serde_json::to_string_pretty(&schema()).map_err(Failure::usage)?);
        return Ok(());
    }
    if args.paths.is_empty() {
        return Err(Failure::usage(words::JUDGE_USAGE.get(lang)));
    }
    let without = args.without.as_ref().map(|rule| one_rule(rule, lang)).transpose()?;
    let cards = match (args.cards.is_empty(), imported::store()) {
        (false, _) => Some(card_source(&args.cards, lang)?),
        (true, Ok(Some(_))) => Some(CardSource(Arc::new(move |name| imported_card(name, lang)))),
        (true, _) => None,
    };
    let options = RunOptions { lang, run_skipped: args.skipped, without, cards };
    let summary = quietly(without.is_some(), || run_path(&args.paths, &args.edition, &options));
    if args.json {
        out::line(serde_json::to_string(&summary).map_err(Failure::usage)?);
    } else {
        if args.explain {
            for report in &summary.reports {
                out::line(format!("{} — {} [{}]", report.file, report.title, report.edition));
                report.transcript.iter().for_each(out::line);
                out::line("");
            }
        }
        if args.diff {
            out::line(summary.diff());
        }
        out::line(summary.text(lang));
    }
    let count = summary.failed.to_string();
    if summary.broken > 0 {
        let broken = summary.broken.to_string();
        return Err(Failure::usage(fill(words::JUDGE_BROKEN.get(lang), &[&broken])));
    }
    if summary.failed > 0 {
        return Err(Failure::failed(fill(words::JUDGE_FAILED.get(lang), &[&count])));
    }
    if summary.reports.is_empty() {
        return Err(Failure::usage(words::JUDGE_NOTHING.get(lang)));
    }
    Ok(())
}

/// Finds the cards of files by name; a card is compiled when it is asked for.
fn card_source(files: &[PathBuf], lang: Lang) -> Result<CardSource, Failure> {
    let found = source::read(files, lang)?;
    source::complain(&found, false, lang);
    let cards: BTreeMap<String, RawCard> =
        found.cards.into_iter().map(|c| (fold_name(&c.name), c)).collect();
    let find = move |name: &str| -> Result<CardData, String> {
        let Some(raw) = cards.get(&fold_name(name)) else {
            let near = nearest(name, cards.values().map(|c| c.name.as_str()));
            let entry = if near.is_empty() { words::NO_CARD } else { words::NO_CARD_NEAREST };
            return Err(fill(entry.get(lang), &[name, &near.join(", ")]));
        };
        let compiled = compile(raw);
        playable(name, compiled.card, &compiled.status, lang)
    };
    Ok(CardSource(Arc::new(find)))
}

/// The card of that name among those that were imported.
fn imported_card(name: &str, lang: Lang) -> Result<CardData, String> {
    match imported::row(name) {
        Some(row) => playable(name, row.card(), &row.status, lang),
        None => Err(fill(words::NO_CARD.get(lang), &[name])),
    }
}

/// A card if it can be played, or why it can't.
fn playable(
    name: &str,
    card: Option<CardData>,
    status: &Status,
    lang: Lang,
) -> Result<CardData, String> {
    card.filter(|_| status.is_accepted()).ok_or_else(|| {
        let reasons: Vec<_> =
            status.reasons().iter().map(|r| source::reason_text(r, lang)).collect();
        fill(words::CARD_REFUSED.get(lang), &[name, &reasons.join("; ")])
    })
}

/// The concept with that key or number.
fn one_rule(rule: &str, lang: Lang) -> Result<RuleId, Failure> {
    let found = simpan_rulebook::find(rule, None).map_err(|e| Failure::usage(e.message(lang)))?;
    let hit = found.exact.first().or(found.children.first());
    hit.map(|h| h.id).ok_or_else(|| Failure::usage(rule))
}

/// Does something without a word about panics, which are caught and told as failures.
pub fn quietly<T>(quiet: bool, run: impl FnOnce() -> T) -> T {
    if !quiet {
        return run();
    }
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let done = run();
    std::panic::set_hook(hook);
    done
}
