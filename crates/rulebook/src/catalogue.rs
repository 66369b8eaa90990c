//! The catalogue: what documents on the rules say, entry by entry, in our own words, with the
//! concepts that carry each entry and the scenarios that show it.

use crate::query::asked;
use crate::{Bilingual, Book, CATALOGUE, Lang, RuleId};

/// What the engine has to do with an entry.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Engine {
    /// It carries it out or forbids what is against it.
    Enforced,
    /// It says what a word means.
    Definition,
    /// It is a matter of what is shown.
    Interface,
    /// It is about a document or about people, not about a game.
    Document,
}

/// One entry of a document.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct CatalogueEntry {
    /// Its id: `cr2005-413.2a`, `guide-target`.
    pub id: &'static str,
    /// The document it stands in: the name of its file.
    pub document: &'static str,
    pub(crate) numbers: [&'static [&'static str]; 3],
    /// `rule`, `definition`, `heading`, `example` and the like.
    pub kind: &'static str,
    /// What the engine has to do with it.
    pub engine: Engine,
    /// A few words.
    pub title: Bilingual,
    /// What it says.
    pub text: Option<Bilingual>,
    /// A note, for instance where the document states it otherwise.
    pub remark: Option<Bilingual>,
    /// Why nothing runs it.
    pub reason: Option<Bilingual>,
    /// The concepts that carry it.
    pub rules: &'static [RuleId],
    /// Ids of the scenarios that show it.
    pub scenarios: &'static [&'static str],
    /// Tests that show it where no scenario can: `crates/cli/tests/rules.rs::name`.
    pub tests: &'static [&'static str],
}

impl CatalogueEntry {
    /// The rules it is about in one book.
    pub fn numbers(&self, book: Book) -> &'static [&'static str] {
        self.numbers[Book::ALL.iter().position(|b| *b == book).unwrap_or(0)]
    }

    /// All numbers with their books: `cr2005-413.2a`.
    pub fn qualified(&self) -> impl Iterator<Item = String> {
        let of = |book: Book| self.numbers(book).iter().map(move |n| format!("{book}-{n}"));
        Book::ALL.into_iter().flat_map(of)
    }

    /// What it says in a language, as far as anything is written.
    fn words(&self, lang: Lang) -> impl Iterator<Item = &'static str> {
        let more = [self.text, self.remark, self.reason].into_iter().flatten();
        std::iter::once(self.title).chain(more).map(move |b| b.get(lang))
    }
}

/// All entries, document by document.
pub fn catalogue() -> &'static [CatalogueEntry] {
    &CATALOGUE
}

/// The entry with that id, and the entries that are about the rule with that number: `guide-target`,
/// `cr2005-413.2a`, `413.2a` (in `book` or in all).
pub fn find_entries(query: &str, book: Option<Book>) -> Vec<&'static CatalogueEntry> {
    let query = query.trim().trim_end_matches('.').to_lowercase();
    let (books, number): (Vec<Book>, &str) = match query.split_once('-') {
        Some((prefix, number)) if prefix != "glossary" => match prefix.parse::<Book>() {
            Ok(found) => (vec![found], number),
            Err(_) => (Vec::new(), ""),
        },
        _ => (Book::ALL.to_vec(), &query),
    };
    let wanted = |b: &&Book| book.is_none_or(|only| only == **b);
    let about =
        |e: &CatalogueEntry| books.iter().filter(wanted).any(|b| e.numbers(*b).contains(&number));
    let (mut found, others): (Vec<&CatalogueEntry>, Vec<&CatalogueEntry>) = CATALOGUE
        .iter()
        .filter(|e| e.id.eq_ignore_ascii_case(&query) || about(e))
        .partition(|e| e.id.eq_ignore_ascii_case(&query));
    found.extend(others);
    found
}

/// Entries in which every word of `text` occurs, or one that means the same, in either language; those with a word in the title
/// come first.
pub fn search_entries(text: &str) -> Vec<&'static CatalogueEntry> {
    let words = asked(text);
    if words.is_empty() {
        return Vec::new();
    }
    let mut ranked: Vec<(usize, &CatalogueEntry)> = Vec::new();
    for e in &CATALOGUE {
        let title = format!("{}\n{}\n{}", e.id, e.title.en, e.title.ko).to_lowercase();
        let mut rest: Vec<String> = e.qualified().collect();
        rest.extend(Lang::ALL.into_iter().flat_map(|l| e.words(l)).map(str::to_lowercase));
        let titled = |word: &Vec<String>| word.iter().any(|w| title.contains(w));
        let said = |word: &Vec<String>| word.iter().any(|w| rest.iter().any(|r| r.contains(w)));
        if words.iter().all(|w| titled(w) || said(w)) {
            ranked.push((words.iter().filter(|w| !titled(w)).count(), e));
        }
    }
    ranked.sort_by_key(|(missing, _)| *missing);
    ranked.into_iter().map(|(_, e)| e).collect()
}
