//! Korean announces targets in sentences of their own: "생물을 목표로 정한다. 그 생물을 파괴한다."
//!
//! Before printing, the inline targets of each effect move to the front; after reading they move
//! back to where they are first spoken of.

use serde_json::{Map, Value, json};

/// Whether the value under a `Target` key is a target (and not the number of one).
pub(crate) fn is_target(v: &Value) -> bool {
    v.get("what").is_some()
}

/// Whether a tree has targets of its own (not in an ability that it gives).
pub(crate) fn any(v: &Value) -> bool {
    match v {
        Value::Array(items) => items.iter().any(any),
        Value::Object(o) => o.iter().any(|(key, inner)| match key.as_str() {
            "Gain" => false,
            "Target" if is_target(inner) => true,
            _ => any(inner),
        }),
        _ => false,
    }
}

/// Moves targets to the front of each effect: `{targets, body}`.
pub(crate) fn hoist(v: &mut Value) {
    hoist_within(v, "");
}

/// Whether the effect under `key` of a `parent` announces its own targets.
fn owns_targets(parent: &str, key: &str) -> bool {
    match key {
        "Spell" | "Reflexive" => true,
        "effect" => ["Activated", "Triggered", "modes"].contains(&parent),
        _ => false,
    }
}

fn hoist_within(v: &mut Value, parent: &str) {
    match v {
        Value::Array(items) => items.iter_mut().for_each(|i| hoist_within(i, parent)),
        Value::Object(o) => {
            for (key, inner) in o.iter_mut() {
                hoist_within(inner, key);
                if owns_targets(parent, key) {
                    hoist_root(inner);
                }
            }
        }
        _ => {}
    }
}

fn hoist_root(effect: &mut Value) {
    let mut targets = Vec::new();
    take(effect, &mut targets);
    mark_yours(effect, &targets);
    if !targets.is_empty() {
        *effect = json!({"targets": targets, "body": effect.take()});
    }
}

/// Marks destinations of what lies in a zone of yours as yours: "당신의 손으로".
fn mark_yours(v: &mut Value, targets: &[Value]) {
    match v {
        Value::Array(items) => items.iter_mut().for_each(|i| mark_yours(i, targets)),
        Value::Object(o) => {
            if let Some(moved) = o.get_mut("Move")
                && is_yours(&moved["what"], targets)
                && let Some(to) = moved["to"].as_object_mut()
                && ["Hand", "Library"].iter().any(|z| to.get("zone") == Some(&json!(z)))
            {
                to.insert("yours".to_owned(), json!(true));
            }
            let inner = |key: &str| !["Gain", "targets"].contains(&key);
            o.iter_mut().filter(|(k, _)| inner(k)).for_each(|(_, v)| mark_yours(v, targets));
        }
        _ => {}
    }
}

/// Whether something is said to lie in a zone of yours.
fn is_yours(what: &Value, targets: &[Value]) -> bool {
    let chosen = what.get("Choose").map(|c| &c["filter"]);
    let target = what["That"]["Target"].as_u64().and_then(|n| targets.get(n as usize));
    let filter = chosen.or(target.map(|t| &t["what"]["Object"]));
    let all = filter.and_then(|f| f["all"].as_array());
    all.is_some_and(|all| all.contains(&json!({"Owner": "You"})))
}

/// The order of the text, as [`simpan_cards::ast::Walk`] numbers targets.
fn keys_in_order(o: &Map<String, Value>) -> Vec<String> {
    const ORDER: [&str; 12] = [
        "condition",
        "each",
        "source",
        "a",
        "b",
        "amount",
        "who",
        "of",
        "filter",
        "count",
        "what",
        "to",
    ];
    let rank = |k: &String| ORDER.iter().position(|f| f == k).unwrap_or(50);
    let mut keys: Vec<String> = o.keys().cloned().collect();
    if keys.iter().any(|k| k == "effect") && keys.iter().any(|k| k == "cost") {
        // "unless": the effect is read first; "may pay": the payer. Both name no second target.
        keys.sort_by_key(|k| usize::from(k != "effect"));
    } else {
        keys.sort_by_key(rank);
    }
    keys
}

fn take(v: &mut Value, targets: &mut Vec<Value>) {
    match v {
        Value::Array(items) => items.iter_mut().for_each(|i| take(i, targets)),
        Value::Object(o) => {
            if let Some(target) = o.get("Target").filter(|t| is_target(t)).cloned() {
                *v = json!({"That": {"Target": targets.len()}});
                targets.push(target);
                return;
            }
            if o.contains_key("targets") || o.contains_key("modes") || o.contains_key("Gain") {
                return;
            }
            for key in keys_in_order(o) {
                if let Some(inner) = o.get_mut(&key) {
                    take(inner, targets);
                }
            }
        }
        _ => {}
    }
}

/// Moves announced targets back to where they are first spoken of.
pub(crate) fn sink(v: &mut Value) {
    match v {
        Value::Array(items) => items.iter_mut().for_each(sink),
        Value::Object(o) => {
            o.values_mut().for_each(sink);
            let Some(Value::Array(targets)) = o.get("targets").cloned() else { return };
            let Some(mut body) = o.get("body").cloned() else { return };
            for (n, target) in targets.iter().enumerate() {
                if !put(&mut body, n, target) {
                    return;
                }
            }
            *v = body;
        }
        _ => {}
    }
}

fn put(v: &mut Value, n: usize, target: &Value) -> bool {
    match v {
        Value::Array(items) => items.iter_mut().any(|i| put(i, n, target)),
        Value::Object(o) => {
            if o.get("That").and_then(|t| t.get("Target")).and_then(Value::as_u64) == Some(n as u64)
            {
                *v = json!({"Target": target});
                return true;
            }
            keys_in_order(o).iter().any(|key| o.get_mut(key).is_some_and(|i| put(i, n, target)))
        }
        _ => false,
    }
}
