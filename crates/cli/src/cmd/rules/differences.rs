//! `simpan rules --diff`: what the rulebooks make differently.

use crate::failure::{Done, Failure};
use crate::out;
use crate::text::numbers;
use crate::words::{self, fill};
use simpan_rulebook::{Book, Difference, Lang, RuleId, diff, find, find_entries, search};

/// How many of a sort are listed unless all are wanted.
const FEW: usize = 8;

/// Whether words name the two rulebooks that are compared; an error if they name others.
pub fn books(named: &[&str], lang: Lang) -> Result<bool, Failure> {
    let is_book = |word: &&str| word.trim().parse::<Book>().is_ok();
    if !named.iter().any(is_book) && named.len() != 2 {
        return Ok(false);
    }
    let read = |word: &&str| {
        word.trim().parse::<Book>().map_err(|unknown| Failure::usage(unknown.message(lang)))
    };
    let books = named.iter().map(read).collect::<Result<Vec<Book>, Failure>>()?;
    let compared = |b: &Book| Book::EDITIONS.contains(b);
    if books.len() == 2 && books[0] != books[1] && books.iter().all(compared) {
        return Ok(true);
    }
    let both = Book::EDITIONS.map(Book::prefix).join(",");
    Err(Failure::usage(fill(words::DIFF_TWO.get(lang), &[&both, &named.join(",")])))
}

/// What the rulebooks make differently: how much of each sort, and some of it; or all of it with
/// what differs.
pub fn all(full: bool, lang: Lang) -> Done {
    let all: Vec<Difference> = diff().collect();
    if full {
        all.iter().for_each(|d| whole(d, lang));
    }
    let only = |book: Book| move |d: &&Difference| d.only_in == Some(book);
    let mut sorts: Vec<(String, Vec<&Difference>)> = Vec::new();
    for book in Book::EDITIONS {
        let title = fill(words::RULE_ONLY.get(lang), &[book.prefix()]);
        sorts.push((title, all.iter().filter(only(book)).collect()));
    }
    let otherwise = all.iter().filter(|d| d.only_in.is_none()).collect();
    sorts.push((words::DIFF_OTHERWISE.get(lang).to_owned(), otherwise));
    for (title, sort) in &sorts {
        out::line(format!("{title}: {}", sort.len()));
        if full {
            continue;
        }
        for d in sort.iter().take(FEW) {
            out::line(format!("  {}  [{}]", d.id.entry().title.get(lang), numbers(d.id)));
        }
        more(sort.len(), FEW, lang);
    }
    Ok(())
}

/// That there is more than is listed.
fn more(all: usize, listed: usize, lang: Lang) {
    if all > listed {
        let left = (all - listed).to_string();
        out::line(format!("  {}", fill(words::MORE_FULL.get(lang), &[&left])));
    }
}

/// One difference with its words.
fn whole(d: &Difference, lang: Lang) {
    let only = match d.only_in {
        Some(book) => format!(" ({})", fill(words::RULE_ONLY.get(lang), &[book.prefix()])),
        None => String::new(),
    };
    out::line(format!("{}{only}  [{}]", d.id.entry().title.get(lang), numbers(d.id)));
    if let Some(note) = d.note {
        out::line(format!("  {}", note.get(lang)));
    }
}

/// What differs of all that a number, key, id or word leads to; how much doesn't is told too.
pub fn of(query: &str, full: bool, lang: Lang) -> Done {
    let entries = find_entries(query, None);
    let mut ids: Vec<RuleId> = find(query, None)
        .map(|f| f.exact.iter().chain(&f.children).map(|h| h.id).collect())
        .unwrap_or_default();
    ids.extend(entries.iter().flat_map(|e| e.rules));
    if ids.is_empty() && entries.is_empty() {
        ids = search(query);
    }
    let mut seen = Vec::new();
    ids.retain(|id| {
        let new = !seen.contains(id);
        seen.push(*id);
        new
    });
    if ids.is_empty() && entries.is_empty() {
        return Err(Failure::usage(fill(words::NO_RULE_WITH.get(lang), &[query])));
    }
    let differing: Vec<Difference> = diff().filter(|d| ids.contains(&d.id)).collect();
    let shown = if full { differing.len() } else { FEW };
    differing.iter().take(shown).for_each(|d| whole(d, lang));
    more(differing.len(), shown, lang);
    let same: Vec<&RuleId> =
        ids.iter().filter(|id| differing.iter().all(|d| d.id != **id)).collect();
    let shown = if full { same.len() } else { FEW.min(same.len()) };
    if !same.is_empty() {
        let title = fill(words::DIFF_SAME.get(lang), &[&same.len().to_string()]);
        out::line(title);
    }
    for id in &same[..shown] {
        out::line(format!("  {}  [{}]", id.entry().title.get(lang), numbers(**id)));
    }
    more(same.len(), shown, lang);
    for entry in entries.iter().take(if full { entries.len() } else { FEW }) {
        super::remarked(entry, lang);
    }
    Ok(())
}
