//! Looking things up: by number, by words, and by difference.

use crate::{Bilingual, Book, Entry, RuleId, RulebookError, by_key, entries, numbers};

/// One concept found under one number.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Hit {
    /// The concept.
    pub id: RuleId,
    /// Where the number stands, or `None` when found by key.
    pub at: Option<(Book, &'static str)>,
}

/// What a number or key leads to.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Found {
    /// Entries with just this number (several concepts may share one rule).
    pub exact: Vec<Hit>,
    /// Entries of rules below it: `413.2a` and so on for `413.2`.
    pub children: Vec<Hit>,
}

impl Found {
    fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.children.is_empty()
    }
}

/// Finds entries by number (`413.2a`, `cr2005-413.2a`, `413`), by glossary
/// word (`glossary-destroy`) or by key (`SUMMONING_SICKNESS`,
/// `simpan-undo-fair`). A bare number is looked up in every book, or in
/// `book` when given.
///
/// # Errors
/// [`RulebookError::NotFound`] with the nearest numbers that exist,
/// [`RulebookError::UnknownBook`] for an unknown prefix, and
/// [`RulebookError::OtherBook`] when prefix and `book` disagree.
pub fn find(query: &str, book: Option<Book>) -> Result<Found, RulebookError> {
    let query = query.trim();
    if query.is_empty() {
        return Err(RulebookError::Empty);
    }
    let key = query.strip_prefix("simpan-").unwrap_or(query);
    if let Some(id) = by_key(key) {
        return Ok(Found { exact: vec![Hit { id, at: None }], children: Vec::new() });
    }
    let (book, number) = split_prefix(query, book)?;
    let number = number.trim_end_matches('.').to_lowercase();
    let books: &[Book] = match &book {
        Some(book) => std::slice::from_ref(book),
        None => &Book::ALL,
    };
    let mut found = Found::default();
    for &book in books {
        for &(at, id) in numbers(book) {
            let hit = Hit { id, at: Some((book, at)) };
            if at.eq_ignore_ascii_case(&number) {
                found.exact.push(hit);
            } else if is_child(at, &number) {
                found.children.push(hit);
            }
        }
    }
    if found.is_empty() {
        return Err(RulebookError::NotFound {
            query: query.to_owned(),
            nearest: nearest(&number, books),
        });
    }
    Ok(found)
}

/// Takes the book off the front of `cr2005-413.2a`.
fn split_prefix(query: &str, book: Option<Book>) -> Result<(Option<Book>, &str), RulebookError> {
    let Some((prefix, number)) = query.split_once('-') else { return Ok((book, query)) };
    if prefix.eq_ignore_ascii_case("glossary") {
        return Ok((book, query));
    }
    let found: Book = prefix.parse()?;
    match book {
        Some(wanted) if wanted != found => {
            Err(RulebookError::OtherBook { query: query.to_owned(), found, wanted })
        }
        _ => Ok((Some(found), number)),
    }
}

/// Whether `at` is a rule below `number`: 413.2a below 413.2 and 413, but
/// 413.20 not below 413.2.
fn is_child(at: &str, number: &str) -> bool {
    let Some(rest) = at.strip_prefix(number) else { return false };
    let dotted = number.contains('.');
    rest.starts_with(|c: char| if dotted { c.is_ascii_lowercase() } else { matches!(c, '.' | '-') })
}

/// `413.2a` as something that sorts; a word sorts last.
fn order(number: &str) -> (u32, u32, &str) {
    let word = (u32::MAX, 0, number);
    let (section, rest) = number.split_once('.').unwrap_or((number, ""));
    let Ok(section) = section.parse() else { return word };
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (sub, letter) = rest.split_at(digits);
    (section, sub.parse().unwrap_or(0), letter)
}

/// The two numbers on either side of where `number` would stand, per book.
fn nearest(number: &str, books: &[Book]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for &book in books {
        let mut list: Vec<&str> = numbers(book).iter().map(|(at, _)| *at).collect();
        list.dedup();
        let place = list.partition_point(|at| order(at) < order(number));
        let from = place.saturating_sub(2);
        let to = list.len().min(place + 2);
        out.extend(list[from..to].iter().map(|at| format!("{book}-{at}")));
    }
    out
}

/// Entries in which every word of `text` occurs, in either language, in the
/// title, key, texts or numbers; those with a word in the title come first.
/// Case does not matter; Korean is matched as it stands.
pub fn search(text: &str) -> Vec<RuleId> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut ranked: Vec<(usize, RuleId)> = entries()
        .filter_map(|(id, entry)| {
            let title = title_words(entry);
            let rest = body_words(entry);
            let all = words.iter().all(|word| title.contains(word) || rest.contains(word));
            all.then(|| (words.iter().filter(|word| !title.contains(*word)).count(), id))
        })
        .collect();
    ranked.sort();
    ranked.into_iter().map(|(_, id)| id).collect()
}

/// The words by which an entry is best known, in lower case.
fn title_words(entry: &Entry) -> String {
    format!("{}\n{}\n{}\n{}", entry.title.en, entry.title.ko, entry.key, entry.slug).to_lowercase()
}

/// Everything else said of an entry, in lower case.
fn body_words(entry: &Entry) -> String {
    let mut out = format!("{}\n{}", entry.text.en, entry.text.ko);
    for extra in [entry.refusal, entry.remark, entry.diff].into_iter().flatten() {
        out.push('\n');
        out.push_str(extra.en);
        out.push('\n');
        out.push_str(extra.ko);
    }
    for book in Book::ALL {
        for number in entry.numbers(book) {
            out.push('\n');
            out.push_str(number);
        }
    }
    out.to_lowercase()
}

/// How the texts of rules differ in one concept.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Difference {
    /// The concept.
    pub id: RuleId,
    /// The only book that has it, if one does not.
    pub only_in: Option<Book>,
    /// What differs, in words.
    pub note: Option<Bilingual>,
}

/// The concepts that only one book has, and those that both have with a
/// difference worth telling, in the order of the ids.
pub fn diff() -> impl Iterator<Item = Difference> {
    entries().filter_map(|(id, entry)| {
        let has = |book: Book| !entry.numbers(book).is_empty();
        let only_in = match Book::EDITIONS.map(has) {
            [true, false] => Some(Book::Cr2005),
            [false, true] => Some(Book::Cr2021),
            _ => None,
        };
        (only_in.is_some() || entry.diff.is_some()).then_some(Difference {
            id,
            only_in,
            note: entry.diff,
        })
    })
}
