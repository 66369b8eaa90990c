//! Filters: a noun with words before it (adjectives, types) and qualifiers.
//!
//! The table says each predicate in one of three sorts: `Adj` ("tapped", "nonblack"), `Kinds`
//! (types and subtypes) or `Post` ("you control", "with flying"). `Head` is the noun where the
//! types aren't one ("card", "spell"), `Place` where a card lies. English says
//! Adj Kinds Head Post Place; Korean says Place Post Adj Kinds Head, with `Each` or `Every` (if
//! the slot asks for one) before the noun and the adjectives that are nouns.

use crate::form::{ARTICLE, EACH, EVERY, FIELD, FROM};
use crate::print::{How, Printer, Said, with_article};
use crate::read::{Expect, Item, Reader, pair};
use serde_json::{Map, Value, json};

/// The words of a filter, by place.
#[derive(Default)]
struct Words {
    other: bool,
    adj: Vec<(usize, String)>,
    kinds: Vec<Value>,
    post: Vec<(usize, String)>,
}

fn sort_predicates(p: &Printer<'_>, all: &[Value], number: u8, depth: u32) -> Option<Words> {
    let mut words = Words::default();
    for predicate in all {
        if *predicate == json!("Other") {
            words.other = true;
        } else if p.rank("Kinds", predicate, 0, depth).is_some() {
            words.kinds.push(predicate.clone());
        } else if let Some(said) = p.rank("Adj", predicate, 0, depth) {
            words.adj.push(said);
        } else {
            words.post.push(p.rank("Post", predicate, number, depth)?);
        }
    }
    let rank = |v: &Value| match v.as_object().and_then(|o| o.keys().next()).map(String::as_str) {
        Some("Sub") => 0,
        Some("Any") => 1,
        _ => 2,
    };
    words.kinds.sort_by_key(rank);
    words.adj.sort();
    words.post.sort();
    Some(words)
}

/// Says a filter.
pub(crate) fn print(p: &Printer<'_>, v: &Value, how: How<'_>, depth: u32) -> Option<Said> {
    let kind = v.get("kind").cloned().unwrap_or_else(|| json!("Permanent"));
    let mut all = v.get("all").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut place = None;
    if let Some(zone) = kind.get("Card") {
        let at = all.iter().position(|q| q.get("Owner").is_some());
        let owner = at.map_or(Value::Null, |i| all.remove(i)["Owner"].clone());
        place = Some(pair(("zone", zone.clone()), ("owner", owner)));
    } else if how.flags & FIELD != 0 && kind == json!("Permanent") {
        let controlled = all.iter().any(|q| q.get("Controller").is_some());
        let on = pair(("zone", json!("Battlefield")), ("owner", Value::Null));
        place = (!controlled).then_some(on);
    }
    let place = match place {
        Some(value) => {
            let how = How { flags: how.flags & FROM, number: how.number, subject: None };
            Some(p.node("Place", &value, how, depth)?.0)
        }
        None => None,
    };
    assemble(p, &kind, &all, place, how, depth)
}

/// Says predicates of permanents.
pub(crate) fn print_permanents(
    p: &Printer<'_>,
    v: &Value,
    how: How<'_>,
    depth: u32,
) -> Option<Said> {
    assemble(p, &json!("Permanent"), v.as_array()?, None, how, depth)
}

/// Says predicates of cards whose zone is known.
pub(crate) fn print_cards(p: &Printer<'_>, v: &Value, how: How<'_>, depth: u32) -> Option<Said> {
    assemble(p, &json!({"Card": null}), v.as_array()?, None, how, depth)
}

fn assemble(
    p: &Printer<'_>,
    kind: &Value,
    all: &[Value],
    place: Option<String>,
    how: How<'_>,
    depth: u32,
) -> Option<Said> {
    let words = sort_predicates(p, all, how.number, depth)?;
    let has_head = *kind != json!("Permanent") || words.kinds.is_empty();
    let mut noun = Vec::new();
    for (i, predicate) in words.kinds.iter().enumerate() {
        let last = !has_head && i + 1 == words.kinds.len();
        let number = if last { how.number } else { 0 };
        let how = How { number, flags: 0, subject: None };
        noun.push(p.node("Kinds", predicate, how, depth)?.0);
    }
    if has_head {
        let how = How { number: how.number, flags: 0, subject: None };
        let kind = if kind.get("Card").is_some() { &json!({"Card": null}) } else { kind };
        noun.push(p.node("Head", kind, how, depth)?.0);
    }
    let post = words.post.into_iter().map(|(_, t)| t);
    let mut parts: Vec<String> = Vec::new();
    if p.table.post_before {
        parts.extend(place.into_iter().chain(post));
        if words.other {
            parts.push(p.say("Other", &Value::Null, How::default())?);
        }
        let determiner = match determiner(how.flags) {
            Some(sort) => Some(p.say(sort, &Value::Null, How::default())?),
            None => None,
        };
        let (clauses, nouns): (Vec<_>, Vec<_>) =
            words.adj.iter().map(|(_, t)| t.clone()).partition(|t| is_clause(t));
        parts.extend(clauses.into_iter().chain(determiner).chain(nouns));
        parts.extend(noun);
        return Some((parts.join(" "), how.number));
    }
    parts.extend(adjectives(&words.adj));
    parts.extend(noun);
    parts.extend(post.chain(place));
    let text = parts.join(" ");
    let article = how.flags & ARTICLE != 0 && how.number == 0;
    let text = match (words.other, article) {
        (true, true) => format!("another {text}"),
        (true, false) => format!("other {text}"),
        (false, true) => with_article(&text),
        (false, false) => text,
    };
    Some((text, how.number))
}

/// "nonartifact, nonblack": a comma between two that begin with "non".
fn adjectives(adj: &[(usize, String)]) -> Option<String> {
    let mut out = String::new();
    for (i, (_, word)) in adj.iter().enumerate() {
        if i > 0 {
            let both = adj[i - 1].1.starts_with("non") && word.starts_with("non");
            out.push_str(if both { ", " } else { " " });
        }
        out.push_str(word);
    }
    (!out.is_empty()).then_some(out)
}

/// The sort of the word that the flags ask for before the noun.
fn determiner(flags: u8) -> Option<&'static str> {
    match (flags & EACH, flags & EVERY) {
        (0, 0) => None,
        (0, _) => Some("Every"),
        _ => Some("Each"),
    }
}

/// Whether a Korean adjective is a clause ("언탭된") and not a noun ("백색").
fn is_clause(word: &str) -> bool {
    const N: u32 = 4;
    word.chars().last().is_some_and(|c| ('가'..='힣').contains(&c) && (c as u32 - 0xAC00) % 28 == N)
}

/// A filter half read.
#[derive(Clone, PartialEq)]
struct State {
    all: Vec<Value>,
    kind: Option<Value>,
    place: Option<Value>,
    /// The determiner has been read.
    determined: bool,
    pos: usize,
}

impl State {
    fn with(&self, predicate: Value, pos: usize) -> Self {
        let mut next = self.clone();
        next.all.push(predicate);
        next.pos = pos;
        next
    }
    fn at(&self, pos: usize) -> Self {
        Self { pos, ..self.clone() }
    }
}

/// Reads a filter.
pub(crate) fn read(r: &mut Reader<'_>, expect: Expect, pos: usize) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for mut state in states(r, expect, pos, false) {
        let kind = match (state.kind.take(), state.place.take()) {
            (None, None) => None,
            (None, Some(place)) if place["zone"] == "Battlefield" => None,
            (Some(kind), place) if kind.get("Card").is_some() => {
                let Some(place) = place else { continue };
                if !place["owner"].is_null() {
                    state.all.push(json!({"Owner": place["owner"]}));
                }
                Some(json!({"Card": place["zone"]}))
            }
            (Some(kind), None) => (kind != json!("Permanent")).then_some(kind),
            (Some(kind), Some(place))
                if place["zone"] == "Battlefield" && kind == json!("Permanent") =>
            {
                None
            }
            _ => continue,
        };
        let mut filter = Map::new();
        if let Some(kind) = kind {
            filter.insert("kind".to_owned(), kind);
        }
        if !state.all.is_empty() {
            filter.insert("all".to_owned(), Value::Array(state.all));
        }
        push(&mut items, Value::Object(filter), expect, state.pos);
    }
    items
}

/// Reads the predicates of permanents.
pub(crate) fn read_permanents(r: &mut Reader<'_>, expect: Expect, pos: usize) -> Vec<Item> {
    let mut items = Vec::new();
    for state in states(r, expect, pos, false) {
        let permanent = state.kind.is_none_or(|k| k == json!("Permanent"));
        if permanent && state.place.is_none() {
            push(&mut items, Value::Array(state.all), expect, state.pos);
        }
    }
    items
}

/// Reads the predicates of cards whose zone is known.
pub(crate) fn read_cards(r: &mut Reader<'_>, expect: Expect, pos: usize) -> Vec<Item> {
    let mut items = Vec::new();
    for state in states(r, expect, pos, true) {
        push(&mut items, Value::Array(state.all), expect, state.pos);
    }
    items
}

fn push(items: &mut Vec<Item>, value: Value, expect: Expect, end: usize) {
    let item = Item { value, number: expect.number, end };
    if items.len() < 48 && !items.contains(&item) {
        items.push(item);
    }
}

fn states(r: &mut Reader<'_>, expect: Expect, pos: usize, cards: bool) -> Vec<State> {
    let start = State { all: Vec::new(), kind: None, place: None, determined: false, pos };
    let before = if r.table.post_before {
        let sort = determiner(expect.flags);
        let mut sorts = vec!["Post", "Place", "Other", "Adj", "Prefix"];
        sorts.extend(sort);
        let mut led = repeat(r, vec![start], true, &sorts);
        led.retain(|s| s.determined == sort.is_some());
        led
    } else {
        let started = articles(r, expect, start);
        repeat(r, started, true, &["Adj"])
    };
    let mut nouns = Vec::new();
    for state in &before {
        noun(r, expect, state, cards, &mut nouns);
    }
    let mut all = match r.table.post_before {
        true => nouns,
        false => repeat(r, nouns, false, if cards { &["Post"] } else { &["Post", "Place"] }),
    };
    all.retain(|state| {
        let doubtful = is_doubtful(&state.all);
        if doubtful {
            r.doubt(pos, state.pos);
        }
        !doubtful
    });
    all
}

/// Whether it is said of several sorts of things what may be meant of the last alone: "artifact or
/// creature with flying".
fn is_doubtful(all: &[Value]) -> bool {
    let several = |p: &Value| {
        let any = p.get("Any").and_then(Value::as_array);
        any.is_some_and(|any| any.iter().any(|p| p.get("Type").is_some_and(|t| t != "Creature")))
    };
    all.iter().any(|p| p.get("Has").is_some()) && all.iter().any(several)
}

fn articles(r: &mut Reader<'_>, expect: Expect, start: State) -> Vec<State> {
    let pos = start.pos;
    let mut out = Vec::new();
    if expect.flags & ARTICLE != 0 && expect.number == 0 {
        for article in ["an ", "a "] {
            out.extend(r.literal(article, pos).map(|end| start.at(end)));
        }
        out.extend(r.literal("another ", pos).map(|end| start.with(json!("Other"), end)));
        return out;
    }
    out.push(start.clone());
    out.extend(r.literal("other ", pos).map(|end| start.with(json!("Other"), end)));
    out
}

/// Reads any number of words of the sorts, each followed (or led) by a space.
fn repeat<'t>(
    r: &mut Reader<'t>,
    start: Vec<State>,
    leading: bool,
    sorts: &[&'t str],
) -> Vec<State> {
    let mut all = start;
    let mut i = 0;
    while i < all.len() && all.len() < 96 {
        let state = all[i].clone();
        i += 1;
        let at = match leading {
            true => Some(state.pos),
            false => r.literal(" ", state.pos),
        };
        let Some(at) = at else { continue };
        for sort in sorts {
            for item in r.sort(sort, Expect::default(), at).iter() {
                let ends = match leading {
                    // A prefix is one word with the noun.
                    true if *sort == "Prefix" => [Some(item.end), None],
                    true => [r.literal(" ", item.end), r.literal(", ", item.end)],
                    false => [Some(item.end), None],
                };
                for end in ends.into_iter().flatten() {
                    let next = match *sort {
                        "Place" if state.place.is_some() => continue,
                        "Place" => State { place: Some(item.value.clone()), ..state.at(end) },
                        "Other" => state.with(json!("Other"), end),
                        "Each" | "Every" if state.determined => continue,
                        "Each" | "Every" => State { determined: true, ..state.at(end) },
                        _ => state.with(item.value.clone(), end),
                    };
                    if !all.contains(&next) {
                        all.push(next);
                    }
                }
            }
        }
    }
    all
}

/// Reads types and the head noun.
fn noun(r: &mut Reader<'_>, expect: Expect, state: &State, cards: bool, out: &mut Vec<State>) {
    let number = expect.number;
    let head = Expect { number, flags: 0, subject: None };
    for item in r.sort("Head", head, state.pos).iter() {
        if !cards || item.value.get("Card").is_some() {
            out.push(State { kind: Some(item.value.clone()), ..state.at(item.end) });
        }
    }
    let mut last: Vec<Item> = Vec::new();
    if !cards {
        last.extend(r.sort("Kinds", head, state.pos).iter().cloned());
        out.extend(last.iter().map(|item| state.with(item.value.clone(), item.end)));
    }
    for item in r.sort("Kinds", Expect::default(), state.pos).iter() {
        if let Some(end) = r.literal(" ", item.end) {
            noun(r, expect, &state.with(item.value.clone(), end), cards, out);
        }
    }
}
