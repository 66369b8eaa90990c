//! Looking things up: by number, by words, and by difference.

use crate::{
    Bilingual, Book, Entry, RuleId, RulebookError, SAME, by_key, catalogue, entries, numbers,
};

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
        return Err(not_found(query, &number, books));
    }
    Ok(found)
}

/// Nothing has that number, key or name: what is near it.
fn not_found(query: &str, number: &str, books: &[Book]) -> RulebookError {
    let is_number = number.starts_with(|c: char| c.is_ascii_digit());
    let nearest = if is_number { nearest(number, books) } else { nearest_names(query) };
    let words = if is_number { Vec::new() } else { nearest_words(query) };
    RulebookError::NotFound { query: query.to_owned(), nearest, words }
}

/// Takes the book off the front of `cr2005-413.2a`.
fn split_prefix(query: &str, book: Option<Book>) -> Result<(Option<Book>, &str), RulebookError> {
    let Some((prefix, number)) = query.split_once('-') else { return Ok((book, query)) };
    if prefix.eq_ignore_ascii_case("glossary") {
        return Ok((book, query));
    }
    let found: Book = match prefix.parse() {
        Ok(found) => found,
        // `guide-tagret` is the id of no document.
        Err(unknown) if number.starts_with(|c: char| c.is_ascii_digit()) => return Err(unknown),
        Err(_) => return Err(not_found(query, query, &Book::ALL)),
    };
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

/// The numbers nearest to one that isn't there: of its own section in the books that have it, else
/// on either side of where it would stand in each.
fn nearest(number: &str, books: &[Book]) -> Vec<String> {
    const SIDE: usize = 2;
    let (section, ..) = order(number);
    let numbered = |book: Book| {
        let plain = |at: &&str| order(at).0 != u32::MAX;
        let mut list: Vec<&str> = numbers(book).iter().map(|(at, _)| *at).filter(plain).collect();
        list.dedup();
        (book, list)
    };
    let mut lists: Vec<(Book, Vec<&str>)> = books.iter().map(|book| numbered(*book)).collect();
    let inside = |at: &&str| order(at).0 == section;
    if lists.iter().any(|(_, list)| list.iter().any(inside)) {
        lists.iter_mut().for_each(|(_, list)| list.retain(inside));
    }
    let mut out: Vec<String> = Vec::new();
    for (book, list) in lists {
        let place = list.partition_point(|at| order(at) < order(number));
        let (from, to) = (place.saturating_sub(SIDE), list.len().min(place + SIDE));
        out.extend(list[from..to].iter().map(|at| format!("{book}-{at}")));
    }
    out
}

/// Whether a word is near enough to another to be meant, and how near.
fn nearness(word: &str, other: &str) -> Option<usize> {
    let distance = strsim::levenshtein(word, &other.to_lowercase());
    (distance <= word.chars().count() / 3).then_some(distance)
}

/// The nearest of some words, the nearest first.
fn nearest_of<'a>(word: &str, all: impl Iterator<Item = &'a str>) -> Vec<String> {
    const MOST: usize = 4;
    let word = word.to_lowercase();
    let mut near: Vec<(usize, &str)> =
        all.filter_map(|other| Some((nearness(&word, other)?, other))).collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(MOST).map(|(_, other)| other.to_owned()).collect()
}

/// The nearest keys and ids of documents.
fn nearest_names(query: &str) -> Vec<String> {
    let keys = entries().flat_map(|(_, e)| [e.key, e.slug]);
    let numbers = Book::ALL.into_iter().flat_map(numbers).map(|(at, _)| *at);
    let named = numbers.filter(|at| at.starts_with("glossary-"));
    nearest_of(query, keys.chain(named).chain(catalogue().iter().map(|e| e.id)))
}

/// The nearest words that a search finds something with.
fn nearest_words(query: &str) -> Vec<String> {
    let titles = entries().flat_map(|(_, e)| [e.title.en, e.title.ko]);
    let words = titles.flat_map(|t| t.split(|c: char| !c.is_alphanumeric() && c != '-'));
    let said = SAME.iter().flat_map(|row| row.iter().copied());
    let mut near = nearest_of(query, words.filter(|w| w.chars().count() > 1).chain(said));
    near = near.into_iter().map(|w| w.to_lowercase()).collect();
    near.dedup();
    near.retain(|w| !search(w).is_empty());
    near
}

/// A search: each word with all that mean the same.
pub(crate) fn asked(text: &str) -> Vec<Vec<String>> {
    let mut rest = text.to_lowercase();
    let mut rows: Vec<&[&str]> = Vec::new();
    // What is said in several words is one.
    for row in SAME {
        for phrase in row.iter().filter(|w| w.contains(' ')) {
            if rest.contains(phrase) {
                rest = rest.replace(phrase, " ");
                rows.push(row);
            }
        }
    }
    let owned = |row: &[&str]| row.iter().map(|w| (*w).to_owned()).collect();
    let alike = |word: &str| match SAME.iter().find(|row| row.contains(&word)) {
        Some(row) => owned(row),
        None => vec![word.to_owned()],
    };
    rows.into_iter().map(owned).chain(rest.split_whitespace().map(alike)).collect()
}

/// Entries in which every word of `text` occurs, or one that means the same, in either language, in
/// the title, key, texts or numbers; those with a word in the title come first.
/// Case does not matter; Korean is matched as it stands.
pub fn search(text: &str) -> Vec<RuleId> {
    let words = asked(text);
    if words.is_empty() {
        return Vec::new();
    }
    let mut ranked: Vec<(usize, RuleId)> = entries()
        .filter_map(|(id, entry)| {
            let title = title_words(entry);
            let rest = body_words(entry);
            let has = |said: &str, word: &Vec<String>| word.iter().any(|w| said.contains(w));
            let all = words.iter().all(|word| has(&title, word) || has(&rest, word));
            all.then(|| (words.iter().filter(|word| !has(&title, word)).count(), id))
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
