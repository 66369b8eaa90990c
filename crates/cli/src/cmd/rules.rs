//! `simpan rules`: the rule index and the catalogue of what documents say.

mod coverage;
mod differences;
mod mutate;
mod starlight;
mod survey;

use crate::failure::{Done, Failure};
use crate::out;
use crate::text::numbers;
use crate::words::{self, fill};
use simpan_magic::{NOTES, Played, Preset};
use simpan_rulebook::{
    Book, CatalogueEntry, Hit, Lang, RuleId, RulebookError, catalogue, find, find_entries, search,
    search_entries,
};

/// `--diff` that names no rulebooks.
const ALL: &str = "all";

/// Looks rules up.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// A number (`413.2a`, `cr2005-413.2a`), a key, an id of the catalogue (`guide-target`),
    /// `search` and words, or `diff` and two rulebooks
    what: Vec<String>,
    /// Only this rulebook
    #[arg(long)]
    edition: Option<Preset>,
    /// What differs between the rulebooks, in all or in what is asked for
    #[arg(long, num_args = 0..=1, default_missing_value = ALL, value_name = "BOOK,BOOK")]
    diff: Option<String>,
    /// Everything, not only some of each sort
    #[arg(long)]
    full: bool,
    /// What the rulebook 2005-notes plays otherwise, claim by claim
    #[arg(long)]
    notes: bool,
}

/// What else can be asked of the rules.
#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// For every entry of the catalogue: where it is enforced, what shows it, what is missing
    Coverage(coverage::Args),
    /// Leave rules out one at a time: a scenario has to notice each
    Mutate(mutate::Args),
    /// The rules of Starlight TCG, and what is assumed where they leave something open
    Starlight(starlight::Args),
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    match &args.verb {
        Some(Verb::Coverage(args)) => return coverage::run(args, lang),
        Some(Verb::Mutate(args)) => return mutate::run(args, lang),
        Some(Verb::Starlight(args)) => return starlight::run(args, lang),
        None => {}
    }
    let book = args.edition.map(Preset::book);
    if args.notes {
        notes(lang);
        return Ok(());
    }
    let mut words: Vec<&str> = args.what.iter().map(String::as_str).collect();
    if let Some(named) = &args.diff {
        if named != ALL && !differences::books(&named.split(',').collect::<Vec<_>>(), lang)? {
            // `--diff 413.2a`: what follows the flag is what is asked for.
            words.push(named);
        }
        return match words.is_empty() {
            true => differences::all(args.full, lang),
            false => differences::of(&words.join(" "), args.full, lang),
        };
    }
    match &words[..] {
        [] => Err(Failure::usage(words::RULES_USAGE.get(lang))),
        ["diff"] => differences::all(args.full, lang),
        ["diff", books @ ..] if books.iter().any(|word| word.parse::<Book>().is_ok()) => {
            differences::books(books, lang)?;
            differences::all(args.full, lang)
        }
        ["diff", what @ ..] => differences::of(&what.join(" "), args.full, lang),
        ["search", words @ ..] => searched(&words.join(" "), book, lang),
        query => looked_up(&query.join(" "), book, lang),
    }
}

/// What a number, key or id leads to: concepts first, then what documents say.
fn looked_up(query: &str, book: Option<Book>, lang: Lang) -> Done {
    let entries = find_entries(query, book);
    let found = match find(query, book) {
        Ok(found) => found,
        Err(_) if !entries.is_empty() => simpan_rulebook::Found::default(),
        // No number and no name: words of a rule.
        Err(RulebookError::NotFound { .. }) if !search(query).is_empty() => {
            return searched(query, book, lang);
        }
        Err(e) => return Err(Failure::usage(e.message(lang))),
    };
    for hit in &found.exact {
        show(hit, lang);
    }
    for Hit { id, at } in &found.children {
        if let Some((book, number)) = at {
            out::line(format!("  {book}-{number}  {}", id.entry().title.get(lang)));
        }
    }
    // What is asked for by its id, or is mainly about the rule; the rest is named.
    let id = query.trim();
    let number = id.split_once('-').map_or(id, |(_, number)| number);
    let mainly = |e: &CatalogueEntry| {
        e.id.eq_ignore_ascii_case(id)
            || Book::ALL
                .iter()
                .any(|b| e.numbers(*b).first().is_some_and(|n| *n == number || *n == id))
    };
    let (main, others): (Vec<&CatalogueEntry>, Vec<_>) =
        entries.into_iter().partition(|e| mainly(e));
    for entry in main {
        show_entry(entry, lang);
        for id in entry.rules.iter().filter(|id| found.exact.iter().all(|h| h.id != **id)) {
            out::line(format!("  → {}  [{}]", id.entry().title.get(lang), numbers(*id)));
        }
    }
    for entry in others.into_iter().chain(below(id)) {
        out::line(format!("  {}", headline(entry, lang)));
    }
    Ok(())
}

/// What stands below a heading of a document.
fn below(id: &str) -> impl Iterator<Item = &'static CatalogueEntry> {
    let heading = catalogue().iter().find(|e| e.id == id && e.kind == "heading");
    let prefix = heading.map(|e| format!("{}-", e.id));
    catalogue().iter().filter(move |e| prefix.as_ref().is_some_and(|p| e.id.starts_with(p)))
}

/// `title  [id: numbers]`.
fn headline(entry: &CatalogueEntry, lang: Lang) -> String {
    const MOST: usize = 4;
    let mut numbers: Vec<String> = entry.qualified().collect();
    if numbers.len() > MOST + 1 {
        numbers.truncate(MOST);
        numbers.push("…".into());
    }
    let numbers =
        if numbers.is_empty() { String::new() } else { format!(": {}", numbers.join(", ")) };
    format!("{}  [{}{numbers}]", entry.title.get(lang), entry.id)
}

fn show_entry(entry: &CatalogueEntry, lang: Lang) {
    out::line(headline(entry, lang));
    if let Some(text) = entry.text {
        out::line(format!("  {}", text.get(lang)));
    }
    notes_of(entry, lang);
}

/// An entry of a document that says otherwise than the rulebooks.
fn remarked(entry: &CatalogueEntry, lang: Lang) {
    if entry.remark.is_some() {
        out::line(headline(entry, lang));
        notes_of(entry, lang);
    }
}

fn notes_of(entry: &CatalogueEntry, lang: Lang) {
    if let Some(remark) = entry.remark {
        out::line(format!("  {} {}", words::RULE_REMARK.get(lang), remark.get(lang)));
    }
    if let Some(reason) = entry.reason {
        out::line(format!("  {} {}", words::RULE_REASON.get(lang), reason.get(lang)));
    }
}

fn show(hit: &Hit, lang: Lang) {
    let entry = hit.id.entry();
    out::line(format!("{}  [{}]", entry.title.get(lang), numbers(hit.id)));
    out::line(format!("  {}", entry.text.get(lang)));
    for (title, extra) in [
        (&words::RULE_REFUSAL, entry.refusal),
        (&words::RULE_DIFF, entry.diff),
        (&words::RULE_REMARK, entry.remark),
    ] {
        if let Some(extra) = extra {
            out::line(format!("  {} {}", title.get(lang), extra.get(lang)));
        }
    }
}

fn searched(text: &str, book: Option<Book>, lang: Lang) -> Done {
    let has = |id: &RuleId| book.is_none_or(|b| id.number(b).is_some());
    let found: Vec<RuleId> = search(text).into_iter().filter(has).collect();
    let about = |e: &&CatalogueEntry| book.is_none_or(|b| !e.numbers(b).is_empty());
    let entries: Vec<&CatalogueEntry> = search_entries(text).into_iter().filter(about).collect();
    if found.is_empty() && entries.is_empty() {
        return Err(Failure::usage(fill(words::NO_RULE_WITH.get(lang), &[text])));
    }
    for id in found {
        out::line(format!("{}  [{}]", id.entry().title.get(lang), numbers(id)));
    }
    for entry in entries {
        out::line(headline(entry, lang));
    }
    Ok(())
}

/// The claims of the notes: what each says, and how it is played or why it isn't.
fn notes(lang: Lang) {
    for note in NOTES {
        out::line(format!("{}  [{}]", note.says.get(lang), note.rule));
        out::line(match note.played {
            Played::Axis(axis) => format!("  {}", fill(words::NOTE_PLAYED.get(lang), &[axis])),
            Played::Not(why) => {
                format!("  {}", fill(words::NOTE_NOT_PLAYED.get(lang), &[why.get(lang)]))
            }
        });
    }
}
