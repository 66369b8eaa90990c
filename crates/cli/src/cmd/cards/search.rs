//! `simpan cards search`: cards by name, type, text, colours and numbers.

use super::show::caret;
use crate::failure::{Done, Failure};
use crate::imported;
use crate::out;
use crate::words::{self, fill};
use simpan_pool::query::{Query, QueryFault};
use simpan_pool::{Row, Status};
use simpan_rulebook::Lang;

/// Finds cards: words of the name, or terms such as t:creature c:g o:draw mv<=3 pow>2 set:RAV
/// is:verified, with or, - (not), parentheses and "quotation marks"; Korean names and their
/// initials too.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to look for
    #[arg(required = true, allow_hyphen_values = true)]
    query: Vec<String>,
    /// How many cards are listed
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let text = args.query.join(" ");
    let query = Query::parse(&text).map_err(|error| {
        let lines = caret(&text, error.span.start, error.span.end);
        Failure::usage(format!("{}\n  {}", fault(&error.kind, lang), lines.join("\n  ")))
    })?;
    let store = imported::store().map_err(|trouble| Failure::usage(trouble.text(lang)))?;
    let mut found: Vec<Row> = store.into_iter().flat_map(|s| s.rows()).collect();
    // Built-in cards that are not imported as well.
    let others = simpan_cards::builtin().iter().filter(|card| imported::row(&card.name).is_none());
    found.extend(others.map(Row::of_card));
    found.retain(|row| query.fits(row));
    found.sort_by(|a, b| a.raw.name.cmp(&b.raw.name));
    for row in found.iter().take(args.limit) {
        out::line(line(row, lang));
    }
    let (shown, all) = (found.len().min(args.limit).to_string(), found.len().to_string());
    out::line(fill(words::FOUND.get(lang), &[&all, &shown]));
    Ok(())
}

fn line(row: &Row, lang: Lang) -> String {
    let face = row.raw.front();
    let name = match (lang, row.raw.korean_name()) {
        (Lang::Ko, Some(korean)) => format!("{korean} ({})", row.raw.name),
        _ => row.raw.name.clone(),
    };
    let types = match face.types.parse() {
        Ok(line) => simpan_language::type_line(&line, crate::text::language(lang)),
        Err(_) => face.types.clone(),
    };
    let status = match row.status {
        Status::Verified => words::SHORT_VERIFIED,
        Status::Executable => words::SHORT_EXECUTABLE,
        Status::Refused(_) => words::SHORT_REFUSED,
    };
    format!("{name}\t{}\t{types}\t{}", face.cost, status.get(lang))
}

fn fault(kind: &QueryFault, lang: Lang) -> String {
    let list = |known: &[&str]| known.join(", ");
    match kind {
        QueryFault::Empty => words::Q_EMPTY.get(lang).to_owned(),
        QueryFault::Key(key, known) => fill(words::Q_KEY.get(lang), &[key, &list(known)]),
        QueryFault::Comparison(key) => fill(words::Q_COMPARISON.get(lang), &[key]),
        QueryFault::Value(value, known) => fill(words::Q_VALUE.get(lang), &[value, &list(known)]),
        QueryFault::Number(text) => fill(words::Q_NUMBER.get(lang), &[text]),
        QueryFault::Quotes => words::Q_QUOTES.get(lang).to_owned(),
        QueryFault::Parenthesis => words::Q_PARENTHESIS.get(lang).to_owned(),
        QueryFault::Deep => words::Q_DEEP.get(lang).to_owned(),
    }
}
