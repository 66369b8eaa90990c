//! "…, where X is …": the tree has the amount itself; the words put X in its place.
//!
//! A phrase that ends so builds `{Where: {x, effect}}`; after reading, the amount stands wherever
//! the effect says X. Before printing, an amount that no noun phrase could hold ("create X
//! tokens") is put behind its sentence.

use serde_json::{Value, json};

/// After reading; `false` if the words make no sense.
pub(crate) fn sink(v: &mut Value) -> bool {
    let mut fits = true;
    match v {
        Value::Array(items) => items.iter_mut().for_each(|i| fits &= sink(i)),
        Value::Object(o) => {
            o.values_mut().for_each(|i| fits &= sink(i));
            if let Some(inner) = o.get_mut("Where") {
                let x = inner["x"].take();
                let mut effect = inner["effect"].take();
                // X is nothing but this one number, and is said.
                fits &= x != json!("X") && put(&mut effect, &x) > 0;
                fits &= !effect.to_string().contains("{X}");
                *v = effect;
            }
        }
        _ => {}
    }
    fits
}

fn put(v: &mut Value, x: &Value) -> usize {
    match v {
        Value::String(s) if s == "X" => {
            *v = x.clone();
            1
        }
        Value::Array(items) => items.iter_mut().map(|i| put(i, x)).sum(),
        Value::Object(o) => o.values_mut().map(|i| put(i, x)).sum(),
        _ => 0,
    }
}

/// Before printing: the amounts that are said behind their sentence.
pub(crate) fn hoist(v: &mut Value) {
    match v {
        Value::Array(items) => items.iter_mut().for_each(hoist),
        Value::Object(o) => {
            o.values_mut().for_each(hoist);
            let Some(action) = o.get_mut("Do") else { return };
            let Some(x) = amount(action) else { return };
            let mut effect = json!({"Do": action.take()});
            exchange(&mut effect, &x);
            *v = json!({"Where": {"x": x, "effect": effect}});
        }
        _ => {}
    }
}

/// The amount of an instruction that is said behind it.
fn amount(action: &Value) -> Option<Value> {
    let (name, inner) = action.as_object()?.iter().next()?;
    let fields: &[&str] = match name.as_str() {
        "CreateToken" | "PutCounters" | "Scry" | "Mill" | "Sacrifice" | "Discard" | "Look" => {
            &["count"]
        }
        "Search" => return None,
        _ => return None,
    };
    let found = fields.iter().filter_map(|f| inner.get(*f)).find(|a| is_long(a))?;
    // "A token for each …" and "discard your hand" say it shorter.
    let short = name == "CreateToken" && found.get("Count").is_some()
        || name == "Discard" && found.get("HandSize").is_some();
    (!short).then(|| found.clone())
}

fn is_long(a: &Value) -> bool {
    let name = a.as_object().and_then(|o| o.keys().next()).map(String::as_str);
    name.is_some_and(|n| !["N", "ThatOf"].contains(&n))
}

fn exchange(v: &mut Value, x: &Value) {
    if v == x {
        *v = json!("X");
        return;
    }
    match v {
        Value::Array(items) => items.iter_mut().for_each(|i| exchange(i, x)),
        Value::Object(o) => o.values_mut().for_each(|i| exchange(i, x)),
        _ => {}
    }
}
