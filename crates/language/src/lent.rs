//! Abilities in quotation marks that one object gives to others.
//!
//! In them the giver's name means the giver alone, not whoever has the ability (2021 rule 201.4a);
//! no tree can say that yet, so such a text isn't read.

use serde_json::Value;

/// Where a text calls the card by its name within quotation marks.
pub(crate) fn own_name_in_quotes(text: &str, names: &[String]) -> Option<(usize, usize)> {
    let noun = |name: &str| ["this ", "This ", "이 "].iter().any(|word| name.starts_with(word));
    let mut start = 0;
    for (i, part) in text.split('"').enumerate() {
        let found = names.iter().filter(|name| i % 2 == 1 && !noun(name)).find_map(|name| {
            let whole = |at: &usize| {
                let before = part[..*at].chars().next_back();
                let after = part[at + name.len()..].chars().next();
                ![before, after].into_iter().flatten().any(|c| c.is_ascii_alphanumeric())
            };
            part.match_indices(name.as_str())
                .map(|(at, _)| at)
                .find(whole)
                .map(|at| (at, name.len()))
        });
        if let Some((at, length)) = found {
            return Some((start + at, start + at + length));
        }
        start += part.len() + 1;
    }
    None
}

/// Whether a tree gives abilities to anything but its own source.
pub(crate) fn is_lent(tree: &Value) -> bool {
    match tree {
        Value::Object(fields) => {
            let others = fields.get("what").is_some_and(|what| what != "This");
            let gives = |change: &Value| change.get("Gain").is_some();
            let changes = fields.get("changes").and_then(Value::as_array);
            others && changes.is_some_and(|all| all.iter().any(gives))
                || fields.values().any(is_lent)
        }
        Value::Array(all) => all.iter().any(is_lent),
        _ => false,
    }
}
