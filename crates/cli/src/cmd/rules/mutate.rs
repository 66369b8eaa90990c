//! `simpan rules mutate`: rules are left out one at a time, and a scenario has to notice each.

use super::coverage::{Status, covered};
use super::survey::{Ran, Survey};
use crate::cmd::judge::quietly;
use crate::failure::{Done, Failure};
use crate::out;
use crate::words::{self, fill};
use rayon::prelude::*;
use serde::Serialize;
use simpan_engine::{Dice, Distribution};
use simpan_judge::{RunOptions, Status as Ended};
use simpan_rulebook::{CatalogueEntry, Lang, RuleId, catalogue, entries};
use std::path::PathBuf;

/// Leaves rules out one at a time and sees whether a scenario fails.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only so many, drawn by chance
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// The seed of the draw
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The share, in percent, below which the check fails
    #[arg(long, default_value_t = 95)]
    least: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// The folder of scenarios; `conformance` if not said
    #[arg(long, value_name = "FOLDER")]
    scenarios: Option<PathBuf>,
}

/// What is left out.
#[derive(Clone, Copy, Debug)]
enum Item {
    /// A concept that scenarios name and pass.
    Rule(RuleId),
    /// An entry of the catalogue that is done: its concepts, for its own scenarios.
    Entry(&'static CatalogueEntry),
}

/// What was found.
#[derive(Debug, Serialize)]
struct Found {
    /// How many rules and entries were tried.
    tried: usize,
    /// How many of them were noticed.
    noticed: usize,
    /// The share in percent.
    share: f64,
    /// Those that weren't.
    survivors: Vec<String>,
    /// Concepts that scenarios name but no marker of which is passed.
    unmarked: Vec<&'static str>,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let survey = Survey::new(args.scenarios.as_ref(), lang)?;
    let (mut items, unmarked) = items(&survey, lang);
    if let Some(n) = args.sample {
        draw(&mut items, n, args.seed);
    }
    let noticed: Vec<bool> =
        quietly(true, || items.par_iter().map(|item| is_noticed(&survey, *item)).collect());
    let survivors: Vec<String> =
        items.iter().zip(&noticed).filter(|(_, n)| !**n).map(|(i, _)| i.name()).collect();
    let (tried, count) = (items.len(), items.len() - survivors.len());
    let share = 100.0 * count as f64 / tried.max(1) as f64;
    let found = Found { tried, noticed: count, share, survivors, unmarked };
    if args.json {
        out::line(serde_json::to_string(&found).map_err(Failure::usage)?);
    } else {
        for name in &found.survivors {
            out::line(fill(words::MUTATE_SURVIVOR.get(lang), &[name]));
        }
        for key in &found.unmarked {
            out::line(fill(words::MUTATE_UNMARKED.get(lang), &[key]));
        }
        let numbers = [tried.to_string(), count.to_string(), format!("{share:.1}")];
        out::line(fill(words::MUTATE_SHARE.get(lang), &numbers.each_ref().map(String::as_str)));
    }
    if count * 100 < args.least * tried {
        let least = args.least.to_string();
        return Err(Failure::failed(fill(words::MUTATE_LOW.get(lang), &[&least])));
    }
    Ok(())
}

impl Item {
    fn name(self) -> String {
        match self {
            Self::Rule(rule) => rule.key().to_owned(),
            Self::Entry(entry) => {
                let keys: Vec<&str> = entry.rules.iter().map(|r| r.key()).collect();
                format!("{} ({})", entry.id, keys.join(", "))
            }
        }
    }
}

/// What there is to leave out, and the concepts that can't be.
fn items(survey: &Survey, lang: Lang) -> (Vec<Item>, Vec<&'static str>) {
    let passed = |rule: RuleId| survey.runs.iter().any(|r| r.passed.contains(rule));
    let mut named = simpan_rulebook::marker::RuleSet::default();
    survey.tested.iter().flatten().for_each(|rule| named.insert(*rule));
    let (rules, unmarked): (Vec<RuleId>, Vec<RuleId>) =
        entries().map(|(id, _)| id).filter(|id| named.contains(*id)).partition(|id| passed(*id));
    // A definition may be shown without a marker; there is nothing to leave out then.
    let passes = |e: &CatalogueEntry| {
        let runs = survey.cases_of(e);
        let mut runs = runs.iter().flat_map(|c| survey.runs_of(*c));
        runs.any(|r| e.rules.iter().any(|rule| r.passed.contains(*rule)))
    };
    let done = |e: &&'static CatalogueEntry| {
        !e.rules.is_empty()
            && !e.scenarios.is_empty()
            && e.tests.is_empty()
            && covered(survey, e, lang).status == Status::Done
            && passes(e)
    };
    let done = catalogue().iter().filter(done).map(Item::Entry);
    let items = rules.into_iter().map(Item::Rule).chain(done).collect();
    (items, unmarked.into_iter().map(RuleId::key).collect())
}

fn draw(items: &mut Vec<Item>, n: usize, seed: u64) {
    let mut dice = Dice::new(seed);
    for at in 0..n.min(items.len()) {
        let left = (items.len() - at) as u32;
        items.swap(at, at + dice.draw(Distribution::Uniform(left)) as usize);
    }
    items.truncate(n);
}

/// Whether a scenario fails without it: first those that speak of it, then the others that pass its
/// marker.
fn is_noticed(survey: &Survey, item: Item) -> bool {
    let fails = |run: &Ran, rule: RuleId| {
        let options = RunOptions { without: Some(rule), ..RunOptions::default() };
        let case = &survey.cases[run.case];
        case.examine(run.edition, &options).0.status != Ended::Passed
    };
    let counts =
        |run: &&Ran, rule: RuleId| run.status == Ended::Passed && run.passed.contains(rule);
    match item {
        Item::Rule(rule) => {
            let names = |run: &Ran| survey.tested[run.case].contains(&rule);
            let runs = || survey.runs.iter().filter(|r| counts(r, rule));
            runs().filter(|r| names(r)).any(|r| fails(r, rule))
                || runs().filter(|r| !names(r)).any(|r| fails(r, rule))
        }
        Item::Entry(entry) => {
            let cases = survey.cases_of(entry);
            entry.rules.iter().any(|rule| {
                let runs = cases.iter().flat_map(|c| survey.runs_of(*c));
                runs.filter(|r| counts(r, *rule)).any(|r| fails(r, *rule))
            })
        }
    }
}
