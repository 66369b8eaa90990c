//! What isn't as expected, said in the language of whoever reads it: what the scenarios of both
//! games compare alike.

use crate::command::seat_of;
use crate::expect::Cards;
use crate::words;
use simpan_engine::PlayerId;
use simpan_rulebook::{Bilingual, Lang, RuleId};
use std::fmt::Display;

/// Everything that was found not to be as expected.
pub(crate) struct Findings {
    pub(crate) lang: Lang,
    all: Vec<String>,
}

/// The cards of a zone, however a game keeps them.
pub(crate) struct Row<'a> {
    /// How many there are.
    pub(crate) len: usize,
    /// Whether the card at a place is called so.
    pub(crate) called: &'a dyn Fn(usize, &str) -> bool,
    /// Its name for the reader.
    pub(crate) shown: &'a dyn Fn(usize) -> String,
    /// An entry of a list as a number of copies and a name.
    pub(crate) counted: &'a dyn Fn(&str) -> (usize, String),
    /// A list says them in their order.
    pub(crate) in_order: bool,
    /// The top lies at the end.
    pub(crate) top_last: bool,
}

impl Row<'_> {
    fn text(&self) -> String {
        let all: Vec<String> = (0..self.len).map(self.shown).collect();
        format!("{all:?}")
    }

    /// Entries with `3 Forest` written out.
    fn spread(&self, list: &[String]) -> Vec<String> {
        let one = |entry: &String| {
            let (count, name) = (self.counted)(entry);
            std::iter::repeat_n(name, count)
        };
        list.iter().flat_map(one).collect()
    }
}

impl Findings {
    pub(crate) fn new(lang: Lang) -> Self {
        Self { lang, all: Vec::new() }
    }

    pub(crate) fn all(self) -> Vec<String> {
        self.all
    }

    /// Something that isn't as expected, in words of its own.
    pub(crate) fn push(&mut self, text: String) {
        self.all.push(text);
    }

    /// The same, as a message says it.
    pub(crate) fn say(&mut self, entry: &Bilingual, with: &[&str]) {
        self.all.push(words::say(entry, self.lang, with));
    }

    /// `power of Ox`.
    pub(crate) fn of(&self, what: &str, whose: &str) -> String {
        words::say(&words::OF, self.lang, &[&self.field(what), whose])
    }

    pub(crate) fn field(&self, what: &str) -> String {
        words::field(what, self.lang)
    }

    pub(crate) fn differ<T: PartialEq + Display>(&mut self, what: &str, wanted: T, found: T) {
        if wanted != found {
            self.say(&words::DIFFER, &[what, &wanted.to_string(), &found.to_string()]);
        }
    }

    /// The same where something is expected at all.
    pub(crate) fn either<T: PartialEq + Display>(
        &mut self,
        what: &str,
        wanted: Option<T>,
        found: T,
    ) {
        if let Some(wanted) = wanted {
            self.differ(what, wanted, found);
        }
    }

    /// The player of a letter, of so many.
    pub(crate) fn seat(&mut self, letter: &str, players: usize) -> Option<PlayerId> {
        let seat = seat_of(letter).filter(|s| usize::from(*s) < players);
        if seat.is_none() {
            let all: Vec<String> = (0..players).map(|n| PlayerId(n as u8).to_string()).collect();
            self.say(&words::NO_PLAYER, &[letter, &all.join(", ")]);
        }
        seat.map(PlayerId)
    }

    /// Compares the cards of a zone.
    pub(crate) fn cards(&mut self, what: &str, wanted: &Cards, row: &Row<'_>) {
        let mut left: Vec<usize> = (0..row.len).collect();
        let mut take = |name: &str, place: Option<usize>| {
            let fits = |at: &usize| (row.called)(*at, name) && place.is_none_or(|p| p == *at);
            left.iter().position(fits).map(|n| left.remove(n)).is_some()
        };
        match wanted {
            Cards::Count(n) => self.differ(what, *n, row.len),
            Cards::Exactly(list) => {
                let names = row.spread(list);
                let place = |n: usize| row.in_order.then_some(n);
                let found = names.iter().enumerate().filter(|(n, name)| take(name, place(*n)));
                if found.count() != names.len() || names.len() != row.len {
                    self.say(&words::DIFFER, &[what, &format!("{names:?}"), &row.text()]);
                }
            }
            Cards::Some(some) => {
                self.either(what, some.count, row.len);
                for name in row.spread(&some.contains) {
                    if !take(&name, None) {
                        self.say(&words::LACKED, &[what, &name, &row.text()]);
                    }
                }
                for name in row.spread(&some.lacks) {
                    if (0..row.len).any(|at| (row.called)(at, &name)) {
                        self.say(&words::THERE, &[what, &name]);
                    }
                }
                for (n, name) in row.spread(&some.top).iter().enumerate() {
                    let at = if row.top_last { row.len.checked_sub(n + 1) } else { Some(n) };
                    if !at.is_some_and(|at| at < row.len && (row.called)(at, name)) {
                        self.say(&words::ON_TOP, &[what, &(n + 1).to_string(), name]);
                    }
                }
            }
        }
    }

    /// Looks at the events that must have happened in their order, and at those that mustn't have:
    /// `recent` are the short forms, of which any may be meant, and the rule of each event.
    pub(crate) fn events(
        &mut self,
        wanted: &[String],
        unwanted: &[String],
        recent: &[(Vec<&str>, RuleId)],
    ) {
        let mut from = 0;
        for line in wanted {
            let matches = |at: &usize| is_event(line, &recent[*at], self.lang);
            let found = (from..recent.len()).map(|at| matches(&at).map(|is| (at, is)));
            match first_true(found) {
                Ok(Some(at)) => from = at + 1,
                Ok(None) => {
                    const MOST: usize = 30;
                    let all = recent[from..].iter().take(MOST).filter_map(|r| r.0.first().copied());
                    let all: Vec<&str> = all.collect();
                    return self.say(&words::NO_EVENT_AMONG, &[line, &all.join(" | ")]);
                }
                Err(problem) => return self.push(problem),
            }
        }
        for line in unwanted {
            for event in recent {
                match is_event(line, event, self.lang) {
                    Ok(true) => self.say(&words::HAPPENED, &[line, event.0[0]]),
                    Ok(false) => {}
                    Err(problem) => return self.push(problem),
                }
            }
        }
    }
}

/// The first place that fits, or the first problem.
fn first_true(
    all: impl Iterator<Item = Result<(usize, bool), String>>,
) -> Result<Option<usize>, String> {
    for one in all {
        if let (at, true) = one? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// The concepts that a rule number or key names.
pub(crate) fn rules_named(text: &str, lang: Lang) -> Result<Vec<RuleId>, String> {
    let found = simpan_rulebook::find(text, None).map_err(|e| e.message(lang))?;
    let exact = if found.exact.is_empty() { found.children } else { found.exact };
    Ok(exact.iter().map(|hit| hit.id).collect())
}

/// Whether an event is what a line describes: its short form or the beginning of it, `rule` with
/// a number, or both: `life A -1 [cr2005-300.3]`.
fn is_event(line: &str, (shorts, rule): &(Vec<&str>, RuleId), lang: Lang) -> Result<bool, String> {
    let line = line.trim();
    if let Some(number) = line.strip_prefix("rule ") {
        return rules_named(number.trim(), lang).map(|rules| rules.contains(rule));
    }
    let (words, number) = match line.strip_suffix(']').and_then(|l| l.rsplit_once('[')) {
        Some((words, number)) => (words.trim(), Some(number)),
        None => (line, None),
    };
    let words = words.to_lowercase();
    let begins = |short: &&str| {
        let short = short.to_lowercase();
        short.strip_prefix(&words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    Ok(shorts.iter().any(begins)
        && match number {
            Some(number) => rules_named(number, lang)?.contains(rule),
            None => true,
        })
}
