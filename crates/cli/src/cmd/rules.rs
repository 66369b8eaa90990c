//! `simpan rules`: the rule index.

use crate::failure::{Done, Failure};
use crate::out;
use crate::text::numbers;
use crate::words::{self, fill};
use simpan_magic::{NOTES, Played, Preset};
use simpan_rulebook::{Book, Hit, Lang, RuleId, diff, find, search};

/// Looks rules up.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A number (`413.2a`, `cr2005-413.2a`), a key, or `search` and words
    what: Vec<String>,
    /// Only this rulebook
    #[arg(long)]
    edition: Option<Preset>,
    /// What differs between the rulebooks
    #[arg(long)]
    diff: bool,
    /// What the rulebook 2005-notes plays otherwise, claim by claim
    #[arg(long)]
    notes: bool,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let book = args.edition.map(Preset::book);
    if args.diff {
        differences(lang);
        return Ok(());
    }
    if args.notes {
        notes(lang);
        return Ok(());
    }
    match &args.what[..] {
        [] => Err(Failure::usage(words::RULES_USAGE.get(lang))),
        [verb, words @ ..] if verb == "search" => searched(&words.join(" "), book, lang),
        query => {
            let query = query.join(" ");
            let found = find(&query, book).map_err(|e| Failure::usage(not_found(&e, lang)))?;
            for hit in &found.exact {
                show(hit, lang);
            }
            for Hit { id, at } in &found.children {
                if let Some((book, number)) = at {
                    out::line(format!("  {book}-{number}  {}", id.entry().title.get(lang)));
                }
            }
            Ok(())
        }
    }
}

fn not_found(error: &simpan_rulebook::RulebookError, lang: Lang) -> String {
    match (error, lang) {
        (simpan_rulebook::RulebookError::NotFound { query, nearest }, Lang::Ko) => {
            fill(words::NO_RULE.get(lang), &[query, &nearest.join(", ")])
        }
        _ => error.to_string(),
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
    if found.is_empty() {
        return Err(Failure::usage(fill(words::NO_RULE_WITH.get(lang), &[text])));
    }
    for id in found {
        out::line(format!("{}  [{}]", id.entry().title.get(lang), numbers(id)));
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

fn differences(lang: Lang) {
    for difference in diff() {
        let id = difference.id;
        let only = match difference.only_in {
            Some(book) => format!(" ({})", fill(words::RULE_ONLY.get(lang), &[book.prefix()])),
            None => String::new(),
        };
        out::line(format!("{}{only}  [{}]", id.entry().title.get(lang), numbers(id)));
        if let Some(note) = difference.note {
            out::line(format!("  {}", note.get(lang)));
        }
    }
}
