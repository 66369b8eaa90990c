//! A law over the tables themselves: what a phrase says, its sort reads back as the same tree.

use crate::builtin::Builtin;
use crate::engine::{sort_filters, table};
use crate::form::{Part, Slot, SubjectOf};
use crate::pattern::Binds;
use crate::print::{How, Printer};
use crate::read::{Expect, Reader};
use crate::table::{Phrase, Table};
use crate::{Lang, Wording};
use serde_json::{Map, Value, json};

fn builtin(sort: Builtin) -> Value {
    match sort {
        Builtin::Filter => json!({"all": [{"Type": "Creature"}, {"Has": "Flying"}]}),
        Builtin::Cards | Builtin::Permanents => json!([{"Type": "Creature"}]),
        Builtin::Digits => json!(7),
        Builtin::Mana => json!("{2}{G}"),
        Builtin::Subtype => json!("Goblin"),
        Builtin::PtPair => json!({"a": {"N": 1}, "b": {"N": 2}}),
        Builtin::PtSlash => json!([1, 1]),
        Builtin::TypeWords => json!("Creature — Goblin"),
        Builtin::Name => json!("Ann of Fife"),
    }
}

/// Some tree that the sort can say.
fn sample(table: &Table, sort: &str, subject: Option<&Value>, depth: u32) -> Option<Value> {
    if let Some(b) = Builtin::named(sort) {
        return Some(builtin(b));
    }
    if depth > 7 {
        return None;
    }
    let phrases = table.phrases(sort).iter().filter(|p| !p.read_only);
    phrases.into_iter().find_map(|p| sample_of(table, p, subject, depth + 1))
}

/// Some tree that the phrase says.
fn sample_of(table: &Table, phrase: &Phrase, subject: Option<&Value>, depth: u32) -> Option<Value> {
    let mut binds: Binds = vec![None; phrase.vars];
    for part in &phrase.forms[0].parts {
        let Part::Slot(slot) = part else { continue };
        fill(table, slot, &mut binds, subject, depth)?;
    }
    let value = phrase.pattern.build(subject, &binds)?;
    phrase.wheres.iter().all(|w| w.holds(subject, &mut binds)).then_some(value)
}

fn fill(
    table: &Table,
    slot: &Slot,
    binds: &mut Binds,
    subject: Option<&Value>,
    depth: u32,
) -> Option<()> {
    let within = match &slot.subject {
        SubjectOf::None => None,
        SubjectOf::Inherit => subject.cloned(),
        SubjectOf::Var(v) => binds[*v].clone(),
        SubjectOf::Const(c) => Some(c.clone()),
    };
    let mut value = sample(table, &slot.sort, within.as_ref(), depth)?;
    if slot.list.is_some() {
        value = json!([value, value]);
    }
    match slot.vars.as_slice() {
        [] => {}
        [(v, _)] => binds[*v] = Some(value),
        many => {
            let mut fields: Map<String, Value> = value.as_object()?.clone();
            for (v, name) in many {
                binds[*v] = fields.remove(name);
            }
        }
    }
    Some(())
}

fn sorted(value: &Value) -> Value {
    let mut value = value.clone();
    sort_filters(&mut value);
    value
}

#[test]
fn what_a_phrase_says_its_sort_reads_back() {
    let mut problems = Vec::new();
    let (mut tried, mut all) = (0, 0);
    let you = json!("You");
    for lang in [Lang::En, Lang::Ko] {
        let table = table(lang);
        for (sort, phrases) in &table.sorts {
            for phrase in phrases.iter().filter(|p| !p.read_only && sort != "Attached") {
                all += 1;
                let Some(value) = sample_of(table, phrase, Some(&you), 0) else { continue };
                tried += 1;
                for wording in [Wording::Y2005, Wording::Y2021, Wording::Y2026] {
                    let attached = json!("Equipped");
                    let in_quote = std::cell::Cell::new(false);
                    let (card_name, quoted) = ("~", "~");
                    let p = Printer { table, wording, card_name, quoted, in_quote, attached };
                    let how = How { subject: Some(&you), ..How::default() };
                    let Some((text, _)) = p.node(sort, &value, how, 0) else {
                        problems.push(format!("line {}: not said: {value}", phrase.line));
                        continue;
                    };
                    let names = ["~".to_owned()];
                    let mut r = Reader::new(table, &text, &names, lang == Lang::En);
                    let subject = Some(r.subject(you.clone()));
                    let expect = Expect { subject, ..Expect::default() };
                    let items = r.sort(sort, expect, 0);
                    let same = |v: &Value| sorted(v) == sorted(&value);
                    if !items.iter().any(|i| i.end == text.len() && same(&i.value)) {
                        problems.push(format!(
                            "{lang:?} line {}: `{text}` is not read as {value}",
                            phrase.line
                        ));
                    }
                }
            }
        }
    }
    println!("{tried} of {all} phrases");
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    assert!(tried * 20 > all * 19, "only {tried} of {all} phrases were tried");
}
