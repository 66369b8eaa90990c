//! Reading: memoised recursive descent over the text, with every phrase of the table.
//!
//! Every way to read a sort at a place is kept (as long as they differ in tree or end), in table
//! order, so that the first reading of the whole text is the one whose phrases stand first.

use crate::builtin::Builtin;
use crate::form::{ARTICLE, FROM, Number, Part, Slot, SubjectOf};
use crate::pattern::Binds;
use crate::table::{Joiner, LINKING, Phrase, Table};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// One reading: a tree, its number for agreement, and where it ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) value: Value,
    pub(crate) number: u8,
    pub(crate) end: usize,
}

/// How a node is expected to be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Expect {
    pub(crate) number: u8,
    pub(crate) flags: u8,
    /// The subject, by number in [`Reader::subjects`].
    pub(crate) subject: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'t> {
    sort: &'t str,
    expect: Expect,
    pos: usize,
}

/// Sorts within sorts (quoted abilities inside quoted abilities …) deeper than this aren't read.
const DEPTH: u32 = 160;

/// Different readings kept of one sort at one place.
const READINGS: usize = 48;

/// Reads one text.
#[derive(Debug)]
pub(crate) struct Reader<'t> {
    pub(crate) table: &'t Table,
    pub(crate) text: &'t str,
    /// The card's names, longest first.
    pub(crate) names: &'t [String],
    /// Words may not be cut (English).
    pub(crate) whole_words: bool,
    subjects: Vec<Value>,
    memo: BTreeMap<Key<'t>, Rc<Vec<Item>>>,
    depth: u32,
    /// The furthest place any literal failed at, and what was expected there.
    pub(crate) furthest: (usize, Vec<String>),
    /// The last words of which it isn't clear what they are said of: where they begin and end.
    doubtful: Option<(usize, usize)>,
}

/// What has been read of a form.
#[derive(Clone)]
struct Partial {
    pos: usize,
    binds: Binds,
    numbers: Vec<Option<u8>>,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(
        table: &'t Table,
        text: &'t str,
        names: &'t [String],
        whole_words: bool,
    ) -> Self {
        let (subjects, memo, furthest, depth) = (Vec::new(), BTreeMap::new(), (0, Vec::new()), 0);
        let doubtful = None;
        Self { table, text, names, whole_words, subjects, memo, depth, furthest, doubtful }
    }

    /// All readings of a `sort` at `pos`.
    pub(crate) fn sort(&mut self, sort: &'t str, expect: Expect, pos: usize) -> Rc<Vec<Item>> {
        let key = Key { sort, expect, pos };
        if let Some(items) = self.memo.get(&key) {
            return Rc::clone(items);
        }
        if self.depth == DEPTH {
            return Rc::new(Vec::new());
        }
        self.depth += 1;
        // A sort that begins with itself reads as nothing.
        self.memo.insert(key.clone(), Rc::new(Vec::new()));
        let mut items = Vec::new();
        if let Some(builtin) = Builtin::named(sort) {
            items = builtin.read(self, expect, pos);
        } else {
            for phrase in self.table.phrases(sort) {
                self.phrase(phrase, expect, pos, &mut items);
            }
        }
        self.depth -= 1;
        let items = Rc::new(items);
        self.memo.insert(key, Rc::clone(&items));
        items
    }

    fn phrase(&mut self, phrase: &'t Phrase, expect: Expect, pos: usize, items: &mut Vec<Item>) {
        for form in &phrase.forms {
            if !form.first.fits(&self.text.as_bytes()[pos..], || self.own_name_at(pos)) {
                if pos >= self.furthest.0
                    && let Some(Part::Lit(text)) = form.parts.first()
                {
                    self.literal(text, pos);
                }
                continue;
            }
            let start =
                Partial { pos, binds: vec![None; phrase.vars], numbers: vec![None; phrase.vars] };
            let mut states = vec![start];
            for part in &form.parts {
                let mut next = Vec::new();
                for state in states {
                    self.part(part, expect, state, &mut next);
                }
                next.truncate(READINGS);
                states = next;
                if states.is_empty() {
                    break;
                }
            }
            for state in states {
                self.complete(phrase, expect, pos, state, items);
            }
        }
    }

    fn complete(
        &mut self,
        phrase: &Phrase,
        expect: Expect,
        pos: usize,
        mut state: Partial,
        items: &mut Vec<Item>,
    ) {
        if state.pos > pos && self.cuts_word(state.pos) {
            return;
        }
        let subject = expect.subject.map(|i| self.subjects[i as usize].clone());
        let subject = subject.as_ref();
        if !phrase.wheres.iter().all(|w| w.holds(subject, &mut state.binds)) {
            return;
        }
        let Some(value) = phrase.pattern.build(subject, &state.binds) else { return };
        let number = match phrase.agrees {
            Number::Fixed(n) => n,
            Number::Agree(v) => state.numbers[v].unwrap_or(0),
            Number::Inherit => expect.number,
        };
        let item = Item { value, number, end: state.pos };
        if items.len() < READINGS && !items.contains(&item) {
            items.push(item);
        }
    }

    fn own_name_at(&self, pos: usize) -> bool {
        self.names.iter().any(|name| self.text[pos..].starts_with(name.as_str()))
    }

    fn part(&mut self, part: &'t Part, expect: Expect, mut state: Partial, out: &mut Vec<Partial>) {
        let moved = |pos: usize, state: &Partial| Partial { pos, ..state.clone() };
        match part {
            Part::Lit(text) => {
                if let Some(end) = self.literal(text, state.pos) {
                    state.pos = end;
                    out.push(state);
                }
            }
            Part::Alt(choices, of) => {
                let known = match of {
                    Some(v) => state.numbers[*v],
                    None => Some(expect.number),
                };
                let only = known.map(|n| (n as usize).min(choices.len() - 1));
                for (i, choice) in choices.iter().enumerate() {
                    if only.is_none_or(|o| o == i)
                        && let Some(end) = self.literal(choice, state.pos)
                    {
                        out.push(moved(end, &state));
                    }
                }
            }
            Part::From(a, b) => {
                for choice in [a, b] {
                    if let Some(end) = self.literal(choice, state.pos) {
                        out.push(moved(end, &state));
                    }
                }
            }
            Part::Josa(j) => {
                let (consonant, vowel) = j.forms();
                for form in [consonant, vowel] {
                    if let Some(end) = self.literal(form, state.pos) {
                        out.push(moved(end, &state));
                    }
                }
            }
            Part::SelfName => {
                for name in self.names {
                    if self.text[state.pos..].starts_with(name.as_str()) {
                        out.push(moved(state.pos + name.len(), &state));
                    }
                }
            }
            Part::Slot(slot) => self.slot(slot, expect, state, out),
        }
    }

    fn slot(&mut self, slot: &'t Slot, expect: Expect, state: Partial, out: &mut Vec<Partial>) {
        let subject = match &slot.subject {
            SubjectOf::None => None,
            SubjectOf::Inherit => expect.subject,
            SubjectOf::Const(c) => Some(self.subject(c.clone())),
            SubjectOf::Var(v) => match state.binds[*v].clone() {
                Some(value) => Some(self.subject(value)),
                None => return,
            },
        };
        let numbers: &[u8] = match slot.number {
            Number::Fixed(n) => &[n],
            Number::Inherit => &[expect.number],
            Number::Agree(v) => match state.numbers[v] {
                Some(n) => &[n],
                None => &[0, 1],
            },
        };
        let inherited = if slot.number == Number::Inherit { expect.flags & FROM } else { 0 };
        let flags = slot.flags | inherited;
        for &number in numbers {
            let within = Expect { number, flags, subject };
            let items = match &slot.list {
                Some(list) => self.list(&slot.sort, &self.table.lists[list], within, state.pos),
                None => self.single(slot, within, state.pos),
            };
            for item in items {
                if let Some(next) = bind(&state, slot, item) {
                    out.push(next);
                }
            }
        }
    }

    fn single(&mut self, slot: &'t Slot, expect: Expect, pos: usize) -> Vec<Item> {
        if slot.flags & ARTICLE == 0 || Builtin::says_article(&slot.sort) {
            return self.sort(&slot.sort, expect, pos).to_vec();
        }
        let mut items = Vec::new();
        for article in ["an ", "a "] {
            if let Some(at) = self.literal(article, pos) {
                items.extend(self.sort(&slot.sort, expect, at).iter().cloned());
            }
        }
        items
    }

    fn list(&mut self, sort: &'t str, joiner: &'t Joiner, expect: Expect, pos: usize) -> Vec<Item> {
        let mut done: Vec<Item> = Vec::new();
        // What was read, where it ended, and whether only "and" or "then" stood there.
        let mut open: Vec<(Vec<Value>, usize, bool)> = vec![(Vec::new(), pos, false)];
        let mut i = 0;
        while i < open.len() {
            let (values, at, joined) = open[i].clone();
            i += 1;
            // All but the last of linked verbs stand in their linking form.
            let linking = if joiner.linked { Expect { number: LINKING, ..expect } } else { expect };
            for item in self.sort(sort, linking, at).iter() {
                // "A and B unless C": C may be said of both.
                if joined && item.value.get("Unless").is_some() {
                    continue;
                }
                let mut values = values.clone();
                values.push(item.value.clone());
                let open_ended = governs(&item.value);
                let seps = joiner.seps.iter().chain(&joiner.also);
                for sep in seps.filter(|sep| !open_ended || sep.starts_with('.')) {
                    for next in self.separator(sep, item.end) {
                        let more = (values.clone(), next, !sep.starts_with('.'));
                        if open.len() < 256 && !open.contains(&more) {
                            open.push(more);
                        }
                    }
                }
            }
            for item in self.sort(sort, expect, at).iter() {
                if joined && item.value.get("Unless").is_some() {
                    continue;
                }
                let mut values = values.clone();
                values.push(item.value.clone());
                let item = Item { value: Value::Array(values), number: 1, end: item.end };
                let long_enough = item.value.as_array().is_some_and(|a| a.len() >= joiner.min);
                if long_enough && done.len() < READINGS && !done.contains(&item) {
                    done.push(item);
                }
            }
        }
        done.sort_by_key(|i| (i.value.as_array().map_or(0, Vec::len), i.end));
        done
    }

    /// Where a separator ends, in every form of its particle.
    fn separator(&mut self, sep: &str, pos: usize) -> Vec<usize> {
        for j in crate::josa::Josa::ALL {
            let (consonant, vowel) = j.forms();
            if let Some(rest) = sep.strip_prefix(&format!("({consonant})")) {
                return [consonant, vowel]
                    .into_iter()
                    .filter_map(|form| self.literal(&format!("{form}{rest}"), pos))
                    .collect();
            }
        }
        self.literal(sep, pos).into_iter().collect()
    }

    /// The number of a subject.
    pub(crate) fn subject(&mut self, value: Value) -> u32 {
        let found = self.subjects.iter().position(|v| *v == value);
        found.unwrap_or_else(|| {
            self.subjects.push(value);
            self.subjects.len() - 1
        }) as u32
    }

    /// Where `literal` ends if it stands at `pos` (in any case; a line break is a space).
    pub(crate) fn literal(&mut self, literal: &str, pos: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(pos..)?;
        let same = |a: &u8, b: &u8| a.eq_ignore_ascii_case(b) || *a == b' ' && *b == b'\n';
        let len = rest.iter().zip(literal.as_bytes()).take_while(|(a, b)| same(a, b)).count();
        if len == literal.len() {
            return Some(pos + len);
        }
        self.missed(pos, len, literal);
        None
    }

    /// The words of a place aren't read, for it isn't clear of what they are said.
    pub(crate) fn doubt(&mut self, start: usize, end: usize) {
        if self.doubtful.is_none_or(|(_, before)| before <= end) {
            self.doubtful = Some((start, end));
        }
    }

    /// The words that stopped the reading because it isn't clear of what they are said.
    pub(crate) fn stopped_by_doubt(&self) -> Option<(usize, usize)> {
        self.doubtful.filter(|(_, end)| self.furthest.0 <= *end)
    }

    fn missed(&mut self, pos: usize, len: usize, literal: &str) {
        // Half a word is not understood.
        let mut at = pos + len;
        while !self.text.is_char_boundary(at) || at > pos && self.cuts_word(at) {
            at -= 1;
        }
        if at > self.furthest.0 {
            self.furthest = (at, Vec::new());
        }
        let wanted = literal.get(at.saturating_sub(pos)..).unwrap_or(literal).trim();
        if at == self.furthest.0 && !wanted.is_empty() && self.furthest.1.len() < 24 {
            let wanted = wanted.to_owned();
            if !self.furthest.1.contains(&wanted) {
                self.furthest.1.push(wanted);
            }
        }
    }

    /// Whether `pos` is inside an English word or number.
    pub(crate) fn cuts_word(&self, pos: usize) -> bool {
        let letter = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
        let bytes = self.text.as_bytes();
        self.whole_words && pos > 0 && letter(bytes.get(pos - 1)) && letter(bytes.get(pos))
    }
}

/// Whether what follows a sentence with "and" or "then" belongs to it: what it says is only done if
/// something holds, or later, or for each of several.
pub(crate) fn governs(sentence: &Value) -> bool {
    let kinds = ["May", "If", "Unless", "MayPay", "ForEach", "Later", "Reflexive", "Where"];
    kinds.iter().any(|kind| sentence.get(kind).is_some())
}

fn bind(state: &Partial, slot: &Slot, item: Item) -> Option<Partial> {
    let mut next = Partial { pos: item.end, ..state.clone() };
    let mut set = |v: usize, value: Value| match &next.binds[v] {
        Some(old) => *old == value,
        None => {
            next.binds[v] = Some(value);
            true
        }
    };
    match slot.vars.as_slice() {
        [] => {}
        [(v, _)] => {
            if !set(*v, item.value) {
                return None;
            }
            next.numbers[*v] = Some(item.number);
        }
        many => {
            let Value::Object(mut fields) = item.value else { return None };
            for (v, name) in many {
                if !set(*v, fields.remove(name)?) {
                    return None;
                }
            }
            for (v, _) in many {
                next.numbers[*v] = Some(item.number);
            }
        }
    }
    Some(next)
}

/// An object of two fields.
pub(crate) fn pair(a: (&str, Value), b: (&str, Value)) -> Value {
    let mut o = Map::new();
    o.insert(a.0.to_owned(), a.1);
    o.insert(b.0.to_owned(), b.1);
    Value::Object(o)
}
