//! What was paid as a cost, as later words speak of it.

use serde_json::Value;

/// The part of a cost that a word for what was paid speaks of.
pub(crate) fn part_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "exiled" => "Exile",
        "discarded" => "Discard",
        _ => return None,
    })
}

/// The names of a cost's parts.
pub(crate) fn parts_of(cost: &Value) -> Vec<String> {
    let parts = cost["parts"].as_array().into_iter().flatten();
    let name = |p: &Value| match p {
        Value::Object(part) => part.keys().next().cloned(),
        part => part.as_str().map(str::to_owned),
    };
    parts.filter_map(name).collect()
}
