//! Printing: a tree, the first phrase that fits, its first form for the wording.

use crate::Wording;
use crate::builtin::Builtin;
use crate::form::{ARTICLE, FROM, Number, Part, Slot, SubjectOf};
use crate::josa::josa;
use crate::pattern::Binds;
use crate::read::governs;
use crate::table::{Form, Joiner, LINKING, Phrase, Table, WORDS};
use serde_json::{Map, Value};

/// How a node is to be said.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct How<'v> {
    /// The form number: 0 singular, 1 plural (Korean verbs: 1 "can", 2 "and", 3 "if").
    pub(crate) number: u8,
    pub(crate) flags: u8,
    pub(crate) subject: Option<&'v Value>,
}

/// Words, and the number a verb agrees with.
pub(crate) type Said = (String, u8);

/// Prints trees.
#[derive(Debug)]
pub(crate) struct Printer<'t> {
    pub(crate) table: &'t Table,
    pub(crate) wording: Wording,
    pub(crate) card_name: &'t str,
    /// What is said instead inside quotation marks, where it is another object's ability.
    pub(crate) quoted: &'t str,
    /// Inside quotation marks.
    pub(crate) in_quote: std::cell::Cell<bool>,
    /// What the source is attached to, as the `Attached` phrases name it.
    pub(crate) attached: Value,
}

/// Deeper trees than this are not said (a cycle in a table ends here).
const DEPTH: u32 = 80;

impl Printer<'_> {
    /// Says `value` as a `sort`; `None` where no phrase fits.
    pub(crate) fn say(&self, sort: &str, value: &Value, how: How<'_>) -> Option<String> {
        self.node(sort, value, how, 0).map(|(text, _)| text)
    }

    pub(crate) fn node(&self, sort: &str, value: &Value, how: How<'_>, depth: u32) -> Option<Said> {
        if depth > DEPTH {
            return None;
        }
        if let Some(builtin) = Builtin::named(sort) {
            return builtin.print(self, value, how, depth + 1);
        }
        let value = if sort == "Attached" { &self.attached } else { value };
        let outside = self.in_quote.get();
        self.in_quote.set(outside || sort == "Ability" && depth > 0);
        let said = self.said(sort, value, how, depth);
        self.in_quote.set(outside);
        said
    }

    fn said(&self, sort: &str, value: &Value, how: How<'_>, depth: u32) -> Option<Said> {
        self.table
            .phrases(sort)
            .iter()
            .filter(|p| !p.read_only)
            .find_map(|p| self.phrase(p, value, how, depth + 1))
    }

    /// Which phrase of the sort says `value`, by its place in the table.
    pub(crate) fn rank(
        &self,
        sort: &str,
        value: &Value,
        number: u8,
        depth: u32,
    ) -> Option<(usize, String)> {
        let how = How { number, ..How::default() };
        self.table
            .phrases(sort)
            .iter()
            .enumerate()
            .filter(|(_, p)| !p.read_only)
            .find_map(|(i, p)| self.phrase(p, value, how, depth + 1).map(|(text, _)| (i, text)))
    }

    fn phrase(&self, phrase: &Phrase, value: &Value, how: How<'_>, depth: u32) -> Option<Said> {
        let mut binds: Binds = vec![None; phrase.vars];
        if !phrase.pattern.matches(value, how.subject, &mut binds) {
            return None;
        }
        if !phrase.wheres.iter().all(|w| w.holds(how.subject, &mut binds)) {
            return None;
        }
        let fits = |f: &&Form| !f.read_only && f.only.is_none_or(|w| w == self.wording);
        let form = phrase.forms.iter().find(fits)?;
        let (text, agreements) = self.form(form, &binds, how, depth)?;
        let number = match &phrase.agrees {
            Number::Fixed(n) => *n,
            Number::Agree(v) => agreements[*v],
            Number::Inherit => how.number,
        };
        Some((text, number))
    }

    /// Says the slots first (a verb may agree with a later one), then puts the parts together.
    fn form(
        &self,
        form: &Form,
        binds: &Binds,
        how: How<'_>,
        depth: u32,
    ) -> Option<(String, Vec<u8>)> {
        let mut agreements = vec![0u8; binds.len()];
        let mut said: Vec<String> = Vec::new();
        for part in &form.parts {
            let Part::Slot(slot) = part else { continue };
            let (text, number) = self.slot(slot, binds, &agreements, how, depth)?;
            for (v, _) in &slot.vars {
                agreements[*v] = number;
            }
            said.push(text);
        }
        let mut slots = said.into_iter();
        let mut out = String::new();
        for part in &form.parts {
            match part {
                Part::Lit(text) => out.push_str(text),
                Part::Slot(_) => out.push_str(&slots.next()?),
                Part::Alt(choices, of) => {
                    let n = of.map_or(how.number, |v| agreements[v]) as usize;
                    out.push_str(&choices[n.min(choices.len() - 1)]);
                }
                Part::From(a, b) => out.push_str(if how.flags & FROM == 0 { a } else { b }),
                Part::Josa(j) => out.push_str(josa(&out.clone(), *j)),
                Part::SelfName if self.in_quote.get() => out.push_str(self.quoted),
                Part::SelfName => out.push_str(self.card_name),
            }
        }
        Some((out, agreements))
    }

    fn slot(
        &self,
        slot: &Slot,
        binds: &Binds,
        agrees: &[u8],
        how: How<'_>,
        depth: u32,
    ) -> Option<Said> {
        let together;
        let value = match slot.vars.as_slice() {
            [] => &WORDS,
            [(v, _)] => binds[*v].as_ref()?,
            many => {
                let mut o = Map::new();
                for (v, name) in many {
                    o.insert(name.clone(), binds[*v].clone()?);
                }
                together = Value::Object(o);
                &together
            }
        };
        let subject = match &slot.subject {
            SubjectOf::None => None,
            SubjectOf::Inherit => how.subject,
            SubjectOf::Var(v) => Some(binds[*v].as_ref()?),
            SubjectOf::Const(c) => Some(c),
        };
        let (number, inherited) = match slot.number {
            Number::Fixed(n) => (n, 0),
            Number::Inherit => (how.number, how.flags & FROM),
            Number::Agree(v) => (agrees[v], 0),
        };
        let how = How { number, flags: slot.flags | inherited, subject };
        let Some(list) = &slot.list else {
            let (text, n) = self.node(&slot.sort, value, how, depth)?;
            let takes_article = slot.flags & ARTICLE != 0 && !Builtin::says_article(&slot.sort);
            return Some((if takes_article { with_article(&text) } else { text }, n));
        };
        let joiner = self.table.lists.get(list)?;
        let ordered = in_color_order(value.as_array()?);
        let values = ordered.as_slice();
        // What follows with "and" would belong to the condition.
        let joined = !joiner.seps[0].starts_with('.');
        if joined && values.iter().rev().skip(1).any(governs) {
            return None;
        }
        let number = |i: usize| match joiner.linked && i + 1 < values.len() {
            true => LINKING,
            false => how.number,
        };
        let items: Vec<Said> = values
            .iter()
            .enumerate()
            .map(|(i, v)| self.node(&slot.sort, v, How { number: number(i), ..how }, depth))
            .collect::<Option<_>>()?;
        if items.len() < joiner.min.max(1) {
            return None;
        }
        Some((join(joiner, items.into_iter().map(|(t, _)| t).collect()), 1))
    }
}

/// Colours go round the circle of white, blue, black, red and green by the shorter way.
fn in_color_order(values: &[Value]) -> Vec<Value> {
    const ORDERS: [&[&str]; 8] = [
        &["Green", "White"],
        &["Red", "White"],
        &["Green", "Blue"],
        &["Red", "Green", "White"],
        &["Green", "White", "Blue"],
        &["Blue", "Red", "White"],
        &["Black", "Green", "Blue"],
        &["Red", "White", "Black"],
    ];
    let same = |order: &&&[&str]| {
        order.len() == values.len() && order.iter().all(|c| values.iter().any(|v| v == c))
    };
    match ORDERS.iter().find(same) {
        Some(order) => order.iter().map(|c| Value::from(*c)).collect(),
        None => values.to_vec(),
    }
}

/// `text` after the English article that fits.
pub(crate) fn with_article(text: &str) -> String {
    let vowel = text.starts_with(|c: char| "aeiouAEIOU8".contains(c));
    format!("{} {text}", if vowel { "an" } else { "a" })
}

fn join(joiner: &Joiner, items: Vec<String>) -> String {
    let [sep, two, last] = &joiner.seps;
    let count = items.len();
    let mut out = String::new();
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            let between = match (count, i + 1 == count) {
                (2, _) => two,
                (_, true) => last,
                _ => sep,
            };
            out.push_str(&josa_in(&out, between));
        }
        out.push_str(&item);
    }
    out
}

/// A separator with its particle, such as `(과) `, in the form that fits after `before`.
fn josa_in(before: &str, separator: &str) -> String {
    for j in crate::josa::Josa::ALL {
        let marker = format!("({})", j.forms().0);
        if let Some(rest) = separator.strip_prefix(&marker) {
            return format!("{}{rest}", josa(before, j));
        }
    }
    separator.to_owned()
}

/// Capital letters where sentences, costs and modes begin; one full stop after a quotation.
pub(crate) fn finish(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut start = true;
    let mut in_quote = false;
    for c in text.chars() {
        if start && c.is_alphabetic() {
            out.extend(c.to_uppercase());
            start = false;
            continue;
        }
        if c == '"' {
            in_quote = !in_quote;
            start = in_quote;
        } else if !c.is_whitespace() && c != '•' {
            start = false;
        }
        out.push(c);
        start |= [". ", "• ", ": "].iter().any(|end| out.ends_with(end));
    }
    one_stop(&out)
}

/// One full stop where a quotation and its sentence end together.
pub(crate) fn one_stop(text: &str) -> String {
    text.replace(".\".", ".\"")
}
