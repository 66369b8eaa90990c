//! Forms: the right side of a phrase, literal words and slots.
//!
//! | written | means |
//! |---|---|
//! | `{v:Sort}` | variable `v`, said as a `Sort` |
//! | `{n+f:Sort}` | several variables, said together as the struct `(n: …, f: …)` |
//! | `{v:Sort*list}` | each element of the list `v`, joined as `@list list` says |
//! | `{:Sort}` | words without a variable |
//! | flags after the sort | `1` form number 1 (plural; Korean: "can"), `^` the form of the phrase around, `=v` the form that agrees with `v`, `@v` / `@` / `@You` its subject, `a` with an article, `from`, `field`; `each`, `every`: a filter with that word before its noun |
//! | `[x\|y]` | the alternative of the form number; `[x\|y]=v` the one that agrees with `v` |
//! | `<x\|y>` | `y` if the phrase is said with the flag `from` |
//! | `(은)` | a Korean particle, in the form that fits |
//! | `~` | the card's name |

use crate::josa::Josa;
use crate::pattern::{PatternReader, constant};
use serde_json::Value;

/// Said with an article.
pub(crate) const ARTICLE: u8 = 1;
/// Said as where something comes from.
pub(crate) const FROM: u8 = 2;
/// Said with "on the battlefield".
pub(crate) const FIELD: u8 = 4;
/// A filter said with the word of the sort `Each` before its noun.
pub(crate) const EACH: u8 = 8;
/// A filter said with the word of the sort `Every` before its noun.
pub(crate) const EVERY: u8 = 16;

/// Where a slot's form number comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Number {
    Fixed(u8),
    Inherit,
    Agree(usize),
}

/// Where a slot's subject comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SubjectOf {
    None,
    Inherit,
    Var(usize),
    Const(Value),
}

/// A slot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    /// Variables with their names; none for plain words.
    pub(crate) vars: Vec<(usize, String)>,
    pub(crate) sort: String,
    pub(crate) number: Number,
    pub(crate) subject: SubjectOf,
    pub(crate) flags: u8,
    pub(crate) list: Option<String>,
}

/// One part of a form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    Lit(String),
    Slot(Slot),
    Alt(Vec<String>, Option<usize>),
    From(String, String),
    Josa(Josa),
    SelfName,
}

fn particle(text: &str) -> Option<Josa> {
    Josa::ALL.into_iter().find(|j| j.forms().0 == text)
}

fn slot(body: &str, vars: &mut PatternReader<'_>) -> Result<Slot, String> {
    let (names, rest) = body.split_once(':').ok_or_else(|| format!("`{{{body}}}` has no sort"))?;
    let mut words = rest.split_whitespace();
    let sort = words.next().ok_or_else(|| format!("`{{{body}}}` has no sort"))?;
    let (sort, list) = match sort.split_once('*') {
        Some((s, l)) => (s, Some(l.to_owned())),
        None => (sort, None),
    };
    let mut slot = Slot {
        vars: Vec::new(),
        sort: sort.to_owned(),
        number: Number::Fixed(0),
        subject: SubjectOf::None,
        flags: 0,
        list,
    };
    for name in names.split('+').filter(|n| !n.is_empty()) {
        slot.vars.push((vars.var(name), name.to_owned()));
    }
    for word in words {
        match word {
            "^" => slot.number = Number::Inherit,
            "@" => slot.subject = SubjectOf::Inherit,
            "a" => slot.flags |= ARTICLE,
            "from" => slot.flags |= FROM,
            "field" => slot.flags |= FIELD,
            "each" => slot.flags |= EACH,
            "every" => slot.flags |= EVERY,
            _ => {
                if let Some(v) = word.strip_prefix('=') {
                    slot.number = Number::Agree(vars.var(v));
                } else if let Some(v) = word.strip_prefix('@') {
                    slot.subject = match v.starts_with(char::is_uppercase) {
                        true => SubjectOf::Const(constant(&PatternReader::new(v).pattern()?)?),
                        false => SubjectOf::Var(vars.var(v)),
                    };
                } else if let Ok(n) = word.parse() {
                    slot.number = Number::Fixed(n);
                } else {
                    return Err(format!("`{word}` in `{{{body}}}` is no flag"));
                }
            }
        }
    }
    Ok(slot)
}

fn push_literal(parts: &mut Vec<Part>, text: &str) {
    for (i, piece) in text.split('~').enumerate() {
        if i > 0 {
            parts.push(Part::SelfName);
        }
        if !piece.is_empty() {
            parts.push(Part::Lit(piece.replace("\\n", "\n")));
        }
    }
}

/// Where a bracket begins, and its kind.
fn next_bracket(text: &str) -> Option<(usize, char)> {
    text.char_indices().find(|(i, c)| match c {
        '[' | '<' => true,
        '{' => text[*i..].split('}').next().is_some_and(|b| b.contains(':')),
        '(' => text[*i + 1..].split(')').next().is_some_and(|b| particle(b).is_some()),
        _ => false,
    })
}

/// Reads a form.
pub(crate) fn read_form(text: &str, vars: &mut PatternReader<'_>) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((at, open)) = next_bracket(rest) {
        push_literal(&mut parts, &rest[..at]);
        let close = match open {
            '[' => ']',
            '<' => '>',
            '{' => '}',
            _ => ')',
        };
        let (body, after) = rest[at + 1..]
            .split_once(close)
            .ok_or_else(|| format!("`{open}` without `{close}` in `{text}`"))?;
        rest = after;
        match open {
            '{' => parts.push(Part::Slot(slot(body, vars)?)),
            '[' => {
                let of = match rest.strip_prefix('=') {
                    Some(r) => {
                        let end = r.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(r.len());
                        rest = &r[end..];
                        Some(vars.var(&r[..end]))
                    }
                    None => None,
                };
                parts.push(Part::Alt(body.split('|').map(str::to_owned).collect(), of));
            }
            '<' => {
                let (a, b) = body.split_once('|').ok_or("`<…>` needs two alternatives")?;
                parts.push(Part::From(a.to_owned(), b.to_owned()));
            }
            _ => parts.push(Part::Josa(particle(body).ok_or("no particle")?)),
        }
    }
    push_literal(&mut parts, rest);
    Ok(parts)
}
