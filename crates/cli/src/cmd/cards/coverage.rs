//! `simpan cards coverage`: how many cards of a file can be played.

use super::source;
use crate::failure::{Done, Failure};
use crate::out;
use crate::words::{self, fill};
use simpan_pool::coverage::{Coverage, Selection, coverage};
use simpan_pool::{Reminder, Row, Status, formats, reminders};
use simpan_rulebook::Lang;
use std::path::PathBuf;

/// Counts cards by what becomes of them.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of card data; without any, the imported cards are counted
    files: Vec<PathBuf>,
    /// Only cards printed in this set (by its code); may be given several times
    #[arg(long, value_name = "CODE")]
    set: Vec<String>,
    /// Only cards of this format
    #[arg(long, value_name = "NAME")]
    format: Option<String>,
    /// Joke cards too
    #[arg(long)]
    funny: bool,
    /// What blocks most cards
    #[arg(long)]
    reasons: bool,
    /// How many reasons are shown
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// List the cards of this status
    #[arg(long, value_name = "STATUS")]
    list: Option<Kind>,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Every problem of the files
    #[arg(long)]
    problems: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    Verified,
    Executable,
    Refused,
}

impl Kind {
    fn of(status: &Status) -> Self {
        match status {
            Status::Verified => Self::Verified,
            Status::Executable => Self::Executable,
            Status::Refused(_) => Self::Refused,
        }
    }
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let selection = selection(args, lang)?;
    let all = match args.files.is_empty() {
        true => imported(&selection, lang)?,
        false => compiled(args, &selection, lang)?,
    };
    if let Some(kind) = args.list {
        for judged in all.iter().filter(|judged| Kind::of(&judged.status) == kind) {
            out::line(&judged.name);
            for reason in judged.status.reasons() {
                out::line(format!("    {}", source::reason_text(reason, lang)));
            }
        }
        return Ok(());
    }
    let coverage = coverage(all.iter().map(Judged::row));
    if args.json {
        out::line(serde_json::to_string_pretty(&coverage).map_err(Failure::usage)?);
        return Ok(());
    }
    print(&coverage, args, lang);
    Ok(())
}

/// A card with what became of it.
pub struct Judged {
    name: String,
    status: Status,
    reminders: Vec<Reminder>,
}

impl Judged {
    /// What became of a card that is there.
    pub fn of(row: &Row) -> Self {
        let told = row.status.is_accepted() && row.raw.front().text.contains('(');
        let card = if told { row.card() } else { None };
        let reminders = card.map(|card| reminders(&row.raw, &card)).unwrap_or_default();
        Self { name: row.raw.name.clone(), status: row.status.clone(), reminders }
    }

    /// As it is counted.
    pub fn row(&self) -> (&str, &Status, &[Reminder]) {
        (&self.name, &self.status, &self.reminders)
    }
}

/// The imported cards of a selection, as they were compiled.
fn imported(selection: &Selection, lang: Lang) -> Result<Vec<Judged>, Failure> {
    match crate::imported::store() {
        Ok(Some(store)) => Ok(store
            .rows()
            .filter(|row| selection.has(&row.raw))
            .map(|row| Judged::of(&row))
            .collect()),
        Ok(None) => Err(Failure::usage(words::POOL_NONE.get(lang))),
        Err(trouble) => Err(Failure::usage(trouble.text(lang))),
    }
}

/// The cards of files, compiled now.
fn compiled(args: &Args, selection: &Selection, lang: Lang) -> Result<Vec<Judged>, Failure> {
    let mut found = source::read(&args.files, lang)?;
    source::complain(&found, args.problems, lang);
    found.cards.retain(|c| selection.has(c));
    let compiled = source::compile_all(&found.cards);
    Ok(found.cards.into_iter().zip(&compiled).map(|(r, c)| Judged::of(&Row::new(r, c))).collect())
}

fn selection(args: &Args, lang: Lang) -> Result<Selection, Failure> {
    let mut selection = Selection { funny: args.funny, ..Selection::default() };
    selection.sets.extend(args.set.iter().map(|s| s.to_uppercase()));
    if let Some(name) = &args.format {
        let Some(format) = formats().find(|f| f.name == name) else {
            let known = formats().map(|f| f.name).collect::<Vec<_>>().join(", ");
            return Err(Failure::usage(fill(words::NO_FORMAT.get(lang), &[name, &known])));
        };
        selection.sets.extend(format.sets.iter().map(|s| (*s).to_owned()));
    }
    Ok(selection)
}

/// The counts in one line.
pub fn summary(coverage: &Coverage, lang: Lang) -> String {
    let percent = |n: usize, of: usize| format!("{:.1}", 100.0 * n as f64 / of.max(1) as f64);
    let (total, accepted) = (coverage.total, coverage.accepted());
    fill(
        words::COVERAGE_LINE.get(lang),
        &[
            &total.to_string(),
            &coverage.verified.to_string(),
            &percent(coverage.verified, total),
            &coverage.executable.to_string(),
            &percent(coverage.executable, total),
            &coverage.refused.to_string(),
            &percent(accepted, total),
            &percent(coverage.verified, accepted),
        ],
    )
}

/// The reminders of the accepted cards in one line.
pub fn reminded(coverage: &Coverage, lang: Lang) -> String {
    let (total, checked) = (coverage.reminders.total, coverage.reminders.checked);
    let percent = format!("{:.1}", 100.0 * checked as f64 / total.max(1) as f64);
    let unknown = (total - checked).to_string();
    fill(
        words::REMINDERS_LINE.get(lang),
        &[&total.to_string(), &checked.to_string(), &percent, &unknown],
    )
}

fn print(coverage: &Coverage, args: &Args, lang: Lang) {
    out::line(summary(coverage, lang));
    out::line(reminded(coverage, lang));
    if !args.reasons {
        return;
    }
    out::line(words::COVERAGE_HEAD.get(lang));
    for blocker in coverage.reasons.iter().take(args.top) {
        let reason = source::words_of(blocker.kind, &blocker.reason, lang);
        let (cards, alone) = (blocker.cards, blocker.alone);
        out::line(format!("{cards:6} {alone:6}  {reason}  ({})", blocker.example));
    }
    if coverage.reminders.unchecked.is_empty() {
        return;
    }
    out::line(words::REMINDERS_HEAD.get(lang));
    for unchecked in coverage.reminders.unchecked.iter().take(args.top) {
        out::line(format!("{:6}  ({})", unchecked.times, unchecked.words));
    }
}
