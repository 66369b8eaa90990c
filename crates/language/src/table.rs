//! Phrase tables: loading `phrases/*.phrases`.
//!
//! One phrase a line: `Sort: PATTERN => form // form …`. The first form is printed, all are read;
//! `@05` and `@21` before a form keep it for printing with that edition's words, `~` before the
//! line makes the whole phrase read-only. After the sort, `pl` says that the phrase is plural for
//! a verb that agrees with it, `=v` that it agrees as the slot `v` does. A line without a colon
//! before `=>` names words without a tree (`enters => …`); `EMPTY` is no word at all, `␣` a space
//! at an end. Lines starting with a space go on. `@also WORDS = OTHER WORDS` lets every form below it
//! that has the words be read with the others.

use crate::Wording;
use crate::error::TableError;
use crate::first::{self, First};
use crate::form::{Number, Part, read_form};
use crate::pattern::{Pattern, PatternReader, Where};
use serde_json::Value;
use std::collections::BTreeMap;

/// One form of a phrase.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// Printed only with these words; with all if not given.
    pub(crate) only: Option<Wording>,
    /// Never printed.
    pub(crate) read_only: bool,
    pub(crate) parts: Vec<Part>,
    /// What it may begin with.
    pub(crate) first: First,
}

/// A phrase.
#[derive(Clone, Debug)]
pub(crate) struct Phrase {
    pub(crate) pattern: Pattern,
    pub(crate) wheres: Vec<Where>,
    pub(crate) vars: usize,
    pub(crate) agrees: Number,
    pub(crate) read_only: bool,
    pub(crate) forms: Vec<Form>,
    pub(crate) line: usize,
}

/// How the elements of a list are joined.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joiner {
    pub(crate) min: usize,
    /// All but the last element stand in form [`LINKING`] ("받고").
    pub(crate) linked: bool,
    /// Between elements, between two only, before the last of more.
    pub(crate) seps: [String; 3],
    /// Read besides.
    pub(crate) also: Vec<String>,
}

/// A language's phrases.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) sorts: BTreeMap<String, Vec<Phrase>>,
    pub(crate) lists: BTreeMap<String, Joiner>,
    /// Qualifiers stand before the noun (Korean) or after it.
    pub(crate) post_before: bool,
    /// Words, and others that are read in their place.
    also: Vec<(String, String)>,
}

impl Table {
    /// The phrases of a sort, in table order.
    pub(crate) fn phrases(&self, sort: &str) -> &[Phrase] {
        self.sorts.get(sort).map_or(&[], Vec::as_slice)
    }

    /// Loads a table from its files, each with its name.
    pub(crate) fn load(files: &[(&'static str, &str)]) -> Result<Self, TableError> {
        let mut table = Self::default();
        for (file, text) in files {
            for (line, text) in logical_lines(text) {
                table.line(line, &text).map_err(|problem| TableError { file, line, problem })?;
            }
            table.check().map_err(|(line, problem)| TableError { file, line, problem })?;
            table.also.clear();
        }
        first::find(&mut table);
        Ok(table)
    }

    fn line(&mut self, line: usize, text: &str) -> Result<(), String> {
        if let Some(rest) = text.strip_prefix("@list ") {
            return self.list(rest);
        }
        if let Some(rest) = text.strip_prefix("@also ") {
            let (words, others) = rest.split_once(" = ").ok_or("`@also WORDS = OTHER WORDS`")?;
            self.also.push((words.to_owned(), others.to_owned()));
            return Ok(());
        }
        if text == "@qualifiers before" {
            self.post_before = true;
            return Ok(());
        }
        let (text, read_only) = match text.strip_prefix('~') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let (left, right) = text.split_once(" => ").ok_or("a phrase needs ` => `")?;
        let (head, pattern) = match left.split_once(": ") {
            Some((head, pattern)) => (head, Some(pattern)),
            None => (left, None),
        };
        let mut vars = PatternReader::new(pattern.unwrap_or("None"));
        let shape = vars.pattern()?;
        let wheres = vars.wheres()?;
        let mut words = head.split_whitespace();
        let sort = words.next().ok_or("a phrase needs a sort")?.to_owned();
        let agrees = match words.next() {
            None => Number::Fixed(0),
            Some("pl") => Number::Fixed(1),
            Some(w) => match w.strip_prefix('=') {
                Some(v) => Number::Agree(vars.var(v)),
                None => return Err(format!("`{w}` after a sort; expected `pl` or `=v`")),
            },
        };
        let known = vars.names.len();
        let mut forms = Vec::new();
        let mut variants = Vec::new();
        for form in right.split(" // ") {
            let form = form.trim();
            let dates =
                [("@05 ", Wording::Y2005), ("@21 ", Wording::Y2021), ("@26 ", Wording::Y2026)];
            let dated = dates.iter().find_map(|(at, w)| Some((Some(*w), form.strip_prefix(at)?)));
            let (only, form) = dated.unwrap_or((None, form));
            let form = if form == "EMPTY" { String::new() } else { form.replace('␣', " ") };
            forms.push(Form {
                only,
                read_only: false,
                parts: read_form(&form, &mut vars)?,
                first: First::default(),
            });
            variants.extend(self.variants(&form));
        }
        for form in variants {
            let parts = read_form(&form, &mut vars)?;
            forms.push(Form { only: None, read_only: true, parts, first: First::default() });
        }
        if vars.names.len() > known {
            return Err(format!("`{}` is in a form but not in the pattern", vars.names[known]));
        }
        let phrase = Phrase { pattern: shape, wheres, vars: known, agrees, read_only, forms, line };
        self.sorts.entry(sort).or_default().push(phrase);
        Ok(())
    }

    /// A form with each of its words replaced by others that are read as well.
    fn variants(&self, form: &str) -> Vec<String> {
        let mut all = vec![form.to_owned()];
        for (words, others) in self.also.iter().filter(|(words, _)| form.contains(words)) {
            let changed: Vec<String> = all.iter().map(|f| f.replace(words, others)).collect();
            all.extend(changed);
        }
        all.split_off(1)
    }

    fn list(&mut self, text: &str) -> Result<(), String> {
        let (name, rest) = text.split_once(' ').ok_or("`@list NAME MIN \"sep\" …`")?;
        let (min, rest) = rest.split_once(' ').ok_or("`@list NAME MIN \"sep\" …`")?;
        let quoted: Vec<String> =
            rest.split('"').skip(1).step_by(2).map(|s| s.replace("\\n", "\n")).collect();
        let [sep, two, last, also @ ..] = quoted.as_slice() else {
            return Err("a list needs three separators".to_owned());
        };
        let joiner = Joiner {
            linked: rest.starts_with("linked"),
            min: min.parse().map_err(|_| "MIN is a number")?,
            seps: [sep.clone(), two.clone(), last.clone()],
            also: also.to_vec(),
        };
        self.lists.insert(name.to_owned(), joiner);
        Ok(())
    }

    /// Every sort and list that is named exists; every variable is said in every form.
    fn check(&self) -> Result<(), (usize, String)> {
        for phrase in self.sorts.values().flatten() {
            for form in &phrase.forms {
                let mut said = vec![false; phrase.vars];
                for part in &form.parts {
                    let Part::Slot(slot) = part else { continue };
                    slot.vars.iter().for_each(|(v, _)| said[*v] = true);
                    let known = self.sorts.contains_key(&slot.sort)
                        || crate::builtin::Builtin::named(&slot.sort).is_some();
                    if !known {
                        return Err((phrase.line, format!("no sort `{}`", slot.sort)));
                    }
                    if slot.list.as_ref().is_some_and(|l| !self.lists.contains_key(l)) {
                        return Err((phrase.line, format!("no list {:?}", slot.list)));
                    }
                }
                if said.contains(&false) {
                    return Err((phrase.line, "a form leaves out a variable".to_owned()));
                }
            }
        }
        Ok(())
    }
}

fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match (line.starts_with(' '), lines.last_mut()) {
            (true, Some((_, last))) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => lines.push((i + 1, line.trim_end().to_owned())),
        }
    }
    lines
}

/// The form number of a verb that another follows.
pub(crate) const LINKING: u8 = 2;

/// Unused when a phrase has no variables: the null value words are matched with.
pub(crate) const WORDS: Value = Value::Null;
