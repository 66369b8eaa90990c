//! `simpan rules coverage`: for every entry of the catalogue where it is enforced, what shows it,
//! and what is missing.

use super::survey::{Survey, places};
use crate::failure::{Done, Failure};
use crate::out;
use crate::words::{self, fill};
use serde::Serialize;
use simpan_rulebook::{CatalogueEntry, Engine, Lang, catalogue};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// How many places of a concept are told.
const PLACES_TOLD: usize = 3;

/// Says of every entry of the catalogue what shows it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON list: `{id, status, scenarios, where, reason}`
    #[arg(long)]
    json: bool,
    /// The folder of scenarios; `conformance` if not said
    #[arg(long, value_name = "FOLDER")]
    scenarios: Option<PathBuf>,
    /// Write the page `docs/coverage.md` there
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
}

/// How far an entry is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// All its scenarios pass, and one passes a marker of its concepts.
    Done,
    /// Some of that is missing.
    Partial,
    /// Nothing shows it.
    Missing,
    /// There is nothing to run.
    NotApplicable,
}

impl Status {
    const ALL: [Self; 4] = [Self::Done, Self::Partial, Self::Missing, Self::NotApplicable];

    fn word(self, lang: Lang) -> &'static str {
        let word = match self {
            Self::Done => words::COVER_DONE,
            Self::Partial => words::COVER_PARTIAL,
            Self::Missing => words::COVER_MISSING,
            Self::NotApplicable => words::COVER_NOT_APPLICABLE,
        };
        word.get(lang)
    }
}

/// What is told of an entry.
#[derive(Clone, Debug, Serialize)]
pub struct Covered {
    /// Its id.
    pub id: &'static str,
    /// How far it is covered.
    pub status: Status,
    /// The scenarios (and tests) that ran, passed and show it.
    pub scenarios: Vec<String>,
    /// Where its concepts are enforced: file and line.
    #[serde(rename = "where")]
    pub places: Vec<String>,
    /// Why it isn't done.
    pub reason: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let survey = Survey::new(args.scenarios.as_ref(), lang)?;
    let all: Vec<Covered> = catalogue().iter().map(|e| covered(&survey, e, lang)).collect();
    if let Some(file) = &args.page {
        let told = |error| {
            fill(
                words::CANT_WRITE.get(lang),
                &[&file.display().to_string(), &words::io(&error, lang)],
            )
        };
        std::fs::write(file, page(&all, lang)).map_err(|error| Failure::usage(told(error)))?;
    }
    if args.json {
        out::line(serde_json::to_string(&all).map_err(Failure::usage)?);
        return Ok(());
    }
    if args.page.is_none() {
        for (entry, covered) in catalogue().iter().zip(&all) {
            out::line(line(entry, covered, lang));
        }
    }
    for (document, counts) in counts(&all) {
        out::line(format!("{document}: {}", told(&counts, lang)));
    }
    Ok(())
}

/// What the survey says of an entry.
pub fn covered(survey: &Survey, entry: &'static CatalogueEntry, lang: Lang) -> Covered {
    let shown: Vec<&str> =
        entry.scenarios.iter().copied().filter(|s| survey.is_shown(entry, s)).collect();
    let lacks: Vec<&str> = entry.scenarios.iter().copied().filter(|s| !shown.contains(s)).collect();
    let marked = entry.rules.is_empty()
        || entry.engine != Engine::Enforced
        || (survey.cases_of(entry).iter().flat_map(|c| survey.runs_of(*c)))
            .any(|r| entry.rules.iter().any(|rule| r.passed.contains(*rule)));
    let given = entry.reason.map(|r| r.get(lang).to_owned());
    let (status, reason) = if !entry.tests.is_empty() {
        (Status::Done, None)
    } else if shown.is_empty() {
        let nothing_to_run = given.is_some() && entry.engine != Engine::Enforced;
        let status = if nothing_to_run { Status::NotApplicable } else { Status::Missing };
        (status, Some(given.unwrap_or_else(|| words::COVER_NO_SCENARIO.get(lang).to_owned())))
    } else if !lacks.is_empty() {
        let reason = fill(words::COVER_LACKS.get(lang), &[&lacks.join(", ")]);
        (Status::Partial, Some(given.map_or(reason.clone(), |why| format!("{reason}. {why}"))))
    } else if !marked {
        let keys: Vec<&str> = entry.rules.iter().map(|r| r.key()).collect();
        (Status::Partial, Some(fill(words::COVER_NO_MARKER.get(lang), &[&keys.join(", ")])))
    } else {
        (Status::Done, None)
    };
    let tests = entry.tests.iter().copied();
    Covered {
        id: entry.id,
        status,
        scenarios: shown.into_iter().chain(tests).map(str::to_owned).collect(),
        places: entry
            .rules
            .iter()
            .flat_map(|rule| places(*rule).iter().take(PLACES_TOLD))
            .map(|(file, line)| format!("{file}:{line}"))
            .collect(),
        reason,
    }
}

fn line(entry: &CatalogueEntry, covered: &Covered, lang: Lang) -> String {
    let mut out =
        format!("{:<14} {}  {}", covered.status.word(lang), covered.id, entry.title.get(lang));
    if !covered.scenarios.is_empty() {
        let _ = write!(out, "  ({})", covered.scenarios.join(", "));
    }
    if let Some(place) = covered.places.first() {
        let _ = write!(out, "  {place}");
    }
    if let Some(reason) = &covered.reason {
        let _ = write!(out, "  — {reason}");
    }
    out
}

type Counts = BTreeMap<Status, usize>;

/// How many entries of each document are how far covered, the whole last.
fn counts(all: &[Covered]) -> Vec<(&'static str, Counts)> {
    let mut out: Vec<(&'static str, Counts)> = Vec::new();
    let mut whole = Counts::new();
    for (entry, covered) in catalogue().iter().zip(all) {
        if out.last().is_none_or(|(document, _)| *document != entry.document) {
            out.push((entry.document, Counts::new()));
        }
        if let Some((_, counts)) = out.last_mut() {
            *counts.entry(covered.status).or_default() += 1;
        }
        *whole.entry(covered.status).or_default() += 1;
    }
    out.push(("=", whole));
    out
}

fn told(counts: &Counts, lang: Lang) -> String {
    let of = |s: Status| format!("{} {}", s.word(lang), counts.get(&s).copied().unwrap_or(0));
    Status::ALL.map(of).join(", ")
}

/// The page: a table of numbers, and one of entries for each document.
fn page(all: &[Covered], lang: Lang) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "# {}\n\n{}\n", words::PAGE_TITLE.get(lang), words::PAGE_HEAD.get(lang));
    let status = Status::ALL.map(|s| s.word(lang));
    let _ = writeln!(out, "| | {} |\n|---|---|---|---|---|", status.join(" | "));
    for (document, counts) in counts(all) {
        let of = Status::ALL.map(|s| counts.get(&s).copied().unwrap_or(0).to_string());
        let _ = writeln!(out, "| {document} | {} |", of.join(" | "));
    }
    let mut document = "";
    for (entry, covered) in catalogue().iter().zip(all) {
        if entry.document != document {
            document = entry.document;
            let head = words::PAGE_COLUMNS.get(lang);
            let _ = writeln!(out, "\n## {document}\n\n| {head} |\n|---|---|---|---|---|");
        }
        // Without lines, which every edit moves.
        let mut files: Vec<&str> =
            covered.places.iter().filter_map(|p| p.split(':').next()).collect();
        files.dedup();
        let cells = [
            format!("`{}` {}", covered.id, entry.title.get(lang)),
            covered.status.word(lang).to_owned(),
            files.join(", "),
            covered.scenarios.join(", "),
            covered.reason.clone().unwrap_or_default(),
        ];
        let cells = cells.map(|c| c.replace('|', "\\|"));
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out
}
