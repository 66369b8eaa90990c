//! Sorts that no table could hold: numbers, mana, subtypes, `+1/+1`, and filters.

use crate::filter;
use crate::print::{How, Printer, Said};
use crate::read::{Expect, Item, Reader, pair};
use serde_json::{Value, json};
use simpan_cards::ast::{ManaCost, Subtype, TypeLine};

/// A sort the engine itself says and reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    /// A filter with its noun, place and qualifiers.
    Filter,
    /// The predicates of a filter for permanents.
    Permanents,
    /// The predicates of a filter for cards whose zone the phrase around knows.
    Cards,
    /// A number in digits.
    Digits,
    /// Mana symbols.
    Mana,
    /// A subtype.
    Subtype,
    /// `+1/-1` of the amounts `a` and `b`.
    PtPair,
    /// `2/2` of a list of two numbers.
    PtSlash,
    /// A token's type line: "Goblin artifact creature".
    TypeWords,
    /// A card's name.
    Name,
}

impl Builtin {
    /// All of them, by name.
    pub(crate) const ALL: [(&'static str, Self); 10] = [
        ("Filter", Self::Filter),
        ("Cards", Self::Cards),
        ("Permanents", Self::Permanents),
        ("Digits", Self::Digits),
        ("Mana", Self::Mana),
        ("Subtype", Self::Subtype),
        ("PtPair", Self::PtPair),
        ("PtSlash", Self::PtSlash),
        ("TypeWords", Self::TypeWords),
        ("Name", Self::Name),
    ];

    /// The builtin of that name.
    pub(crate) fn named(sort: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(name, _)| *name == sort).map(|(_, builtin)| builtin)
    }

    /// Whether the sort says its article itself ("another creature" has none).
    pub(crate) fn says_article(sort: &str) -> bool {
        matches!(sort, "Filter" | "Cards" | "Permanents")
    }

    pub(crate) fn print(
        self,
        p: &Printer<'_>,
        v: &Value,
        how: How<'_>,
        depth: u32,
    ) -> Option<Said> {
        let text = match self {
            Self::Filter => return filter::print(p, v, how, depth),
            Self::Cards => return filter::print_cards(p, v, how, depth),
            Self::Permanents => return filter::print_permanents(p, v, how, depth),
            Self::Digits => v.as_i64().filter(|n| *n >= 0)?.to_string(),
            Self::Mana => v.as_str().filter(|s| !s.is_empty())?.to_owned(),
            Self::Subtype => {
                let subtype = Subtype::named(v.as_str()?)?;
                subtype_word(subtype, how.number > 0, p.table.post_before)
            }
            Self::PtPair => print_pair(v.get("a")?, v.get("b")?)?,
            Self::PtSlash => match v.as_array()?.as_slice() {
                [a, b] => format!("{a}/{b}"),
                _ => return None,
            },
            Self::TypeWords => print_types(p, v, depth)?,
            Self::Name => v.as_str()?.to_owned(),
        };
        Some((text, how.number))
    }

    pub(crate) fn read(self, r: &mut Reader<'_>, expect: Expect, pos: usize) -> Vec<Item> {
        let number = expect.number;
        let item = |value: Value, end: usize| Item { value, number, end };
        let rest = &r.text[pos..];
        match self {
            Self::Filter => filter::read(r, expect, pos),
            Self::Cards => filter::read_cards(r, expect, pos),
            Self::Permanents => filter::read_permanents(r, expect, pos),
            Self::Digits => {
                let len = rest.bytes().take_while(u8::is_ascii_digit).count();
                let n = rest[..len].parse::<i64>().ok();
                n.map(|n| item(n.into(), pos + len)).into_iter().collect()
            }
            Self::Mana => read_mana(rest).map(|(s, n)| item(s, pos + n)).collect(),
            Self::Subtype => read_subtype(r, number > 0, pos)
                .into_iter()
                .map(|(s, end)| item(s.name().into(), end))
                .collect(),
            Self::PtPair => read_pair(rest).map(|(v, n)| item(v, pos + n)).into_iter().collect(),
            Self::PtSlash => read_slash(rest).map(|(v, n)| item(v, pos + n)).into_iter().collect(),
            Self::TypeWords => read_types(r, pos),
            Self::Name => read_name(rest).map(|(v, n)| item(v, pos + n)).collect(),
        }
    }
}

fn subtype_word(subtype: Subtype, plural: bool, korean: bool) -> String {
    match (korean, plural) {
        (true, false) => subtype.korean().to_owned(),
        (true, true) => format!("{}들", subtype.korean()),
        (false, false) => subtype.name().to_owned(),
        (false, true) => plural_of(subtype.name()),
    }
}

/// The English plural of a subtype.
fn plural_of(name: &str) -> String {
    let swap = |from: &str, to: &str| name.strip_suffix(from).map(|stem| format!("{stem}{to}"));
    let same = ["Plains", "folk", "Samurai", "Eldrazi", "Kor", "Sheep", "Kithkin", "Myr", "Fish"];
    if same.iter().any(|s| name.ends_with(s)) {
        return name.to_owned();
    }
    let special = swap("lf", "lves")
        .or_else(|| swap("Dwarf", "Dwarves"))
        .or_else(|| swap("Ox", "Oxen"))
        .or_else(|| swap("Mouse", "Mice"))
        .or_else(|| swap("Cyclops", "Cyclopes"))
        .or_else(|| swap("Homunculus", "Homunculi"))
        .or_else(|| swap("Pegasus", "Pegasi"));
    if let Some(word) = special {
        return word;
    }
    let vowel_y = ["ay", "ey", "oy", "uy"].iter().any(|e| name.ends_with(e));
    match swap("y", "ies") {
        Some(word) if !vowel_y => word,
        _ if ["s", "x", "ch", "sh"].iter().any(|e| name.ends_with(e)) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

fn read_subtype(r: &Reader<'_>, plural: bool, pos: usize) -> Vec<(Subtype, usize)> {
    let rest = &r.text[pos..];
    let korean = r.table.post_before;
    let mut found: Vec<(Subtype, usize)> = Vec::new();
    let first = rest.chars().next();
    for subtype in Subtype::all() {
        let name = if korean { subtype.korean() } else { subtype.name() };
        if name.chars().next().map(|c| c.to_ascii_lowercase())
            != first.map(|c| c.to_ascii_lowercase())
        {
            continue;
        }
        let word = subtype_word(subtype, plural, korean);
        let same = rest.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(&word));
        if same {
            found.push((subtype, pos + word.len()));
        }
    }
    found.sort_by_key(|(_, end)| std::cmp::Reverse(*end));
    found
}

/// Every run of symbols that makes a mana cost, longest first.
fn read_mana(rest: &str) -> impl Iterator<Item = (Value, usize)> {
    let mut found = Vec::new();
    let mut end = 0;
    while let Some(body) = rest[end..].strip_prefix('{').and_then(|r| r.split_once('}')) {
        end += body.0.len() + 2;
        match rest[..end].parse::<ManaCost>() {
            Ok(cost) => found.push((Value::from(cost.to_string()), end)),
            Err(_) => break,
        }
    }
    found.into_iter().rev()
}

fn signed(amount: &Value, other_negative: bool) -> Option<(String, bool)> {
    if let Some(n) = amount.get("N").and_then(Value::as_i64) {
        let negative = n < 0 || n == 0 && other_negative;
        return Some((format!("{}{}", if negative { '-' } else { '+' }, n.abs()), negative));
    }
    if *amount == json!("X") {
        return Some(("+X".to_owned(), false));
    }
    (*amount == json!({"Times": [-1, "X"]})).then(|| ("-X".to_owned(), true))
}

fn print_pair(a: &Value, b: &Value) -> Option<String> {
    let (_, a_negative) = signed(a, false)?;
    let (_, b_negative) = signed(b, false)?;
    Some(format!("{}/{}", signed(a, b_negative)?.0, signed(b, a_negative)?.0))
}

fn read_signed(text: &str) -> Option<(Value, usize)> {
    let negative = match text.as_bytes().first()? {
        b'+' => false,
        b'-' => true,
        _ => return None,
    };
    if text[1..].starts_with(['X', 'x']) {
        let x = json!("X");
        return Some((if negative { json!({"Times": [-1, x]}) } else { x }, 2));
    }
    let len = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let n = text[1..1 + len].parse::<i64>().ok()?;
    Some((json!({"N": if negative { -n } else { n }}), 1 + len))
}

fn read_pair(rest: &str) -> Option<(Value, usize)> {
    let (a, first) = read_signed(rest)?;
    let after = rest[first..].strip_prefix('/')?;
    let (b, second) = read_signed(after)?;
    Some((pair(("a", a), ("b", b)), first + 1 + second))
}

fn read_slash(rest: &str) -> Option<(Value, usize)> {
    let digits = |t: &str| t.bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(rest);
    let a = rest[..first].parse::<i64>().ok()?;
    let after = rest[first..].strip_prefix('/')?;
    let second = digits(after);
    let b = after[..second].parse::<i64>().ok()?;
    Some((json!([a, b]), first + 1 + second))
}

/// Words inside English names that have no capital.
const SMALL: [&str; 16] = [
    "of", "the", "to", "and", "in", "from", "for", "a", "an", "on", "with", "at", "by", "into",
    "or", "as",
];

/// Whether the words make a name: capitals at both ends, small words between.
fn is_name(text: &str) -> bool {
    let capital = |w: &str| !w.starts_with(|c: char| c.is_ascii_lowercase());
    let words: Vec<&str> = text.split(' ').collect();
    let ends = [words.first(), words.last()];
    ends.into_iter().flatten().all(|w| !w.is_empty() && capital(w))
        && words.iter().all(|w| capital(w) || SMALL.contains(w))
}

/// Names go on over spaces; they end before a full stop, a comma or a quotation mark.
fn read_name(rest: &str) -> impl Iterator<Item = (Value, usize)> {
    let end = rest.find(['.', '"', ',', '(']).unwrap_or(rest.len());
    let ends = rest[..end].char_indices().map(|(i, _)| i).chain([end]).filter(|i| *i > 0);
    let found: Vec<(Value, usize)> = ends
        .filter(|i| is_name(&rest[..*i]))
        .map(|i| (Value::from(&rest[..i]), i))
        .take(60)
        .collect();
    found.into_iter()
}

/// A type line as a token's description says it: subtypes, then types.
fn print_types(p: &Printer<'_>, v: &Value, depth: u32) -> Option<String> {
    let line: TypeLine = v.as_str()?.parse().ok()?;
    let mut words = Vec::new();
    for s in line.supertypes.iter() {
        words.push(p.node("Super", &json!(format!("{s:?}")), How::default(), depth + 1)?.0);
    }
    words.extend(line.subtypes.iter().map(|s| subtype_word(*s, false, p.table.post_before)));
    for t in line.types.iter() {
        words.push(p.node("Type", &json!(format!("{t:?}")), How::default(), depth + 1)?.0);
    }
    Some(words.join(" "))
}

fn read_types(r: &mut Reader<'_>, pos: usize) -> Vec<Item> {
    let mut items = Vec::new();
    let mut open: Vec<([Vec<String>; 3], usize)> = vec![(Default::default(), pos)];
    while let Some((words, at)) = open.pop() {
        let mut found: Vec<(usize, String, usize)> = Vec::new();
        for (slot, sort) in ["Super", "Type", "Subtype"].into_iter().enumerate() {
            for item in r.sort(sort, Expect::default(), at).iter() {
                let word = item.value.as_str().unwrap_or_default().to_owned();
                found.push((slot, word, item.end));
            }
        }
        for (slot, word, end) in found {
            let mut words = words.clone();
            words[slot].push(word);
            if !words[1].is_empty() {
                let left = [words[0].join(" "), words[1].join(" ")].join(" ");
                let right = words[2].join(" ");
                let line = format!("{left} — {right}");
                if let Ok(line) = line.trim().parse::<TypeLine>() {
                    items.push(Item { value: line.to_string().into(), number: 0, end });
                }
            }
            if let Some(next) = r.literal(" ", end).filter(|_| open.len() < 32) {
                open.push((words, next));
            }
        }
    }
    items.sort_by_key(|i| std::cmp::Reverse(i.end));
    items
}
