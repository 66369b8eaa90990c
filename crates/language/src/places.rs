//! Abilities that work in a graveyard or a hand say so where they speak of their card: "return ~
//! from your graveyard", "discard ~". The tree says it once, as the zone of the ability.
//!
//! The phrases speak of `ThisInGraveyard` (an object, a condition) and `ExileThisInGraveyard` (a
//! part of a cost); discarding the card is a cost that is paid from the hand only.

use serde_json::{Map, Value};

const OBJECT: &str = "ThisInGraveyard";
const COST: &str = "ExileThisInGraveyard";

fn replace(v: &mut Value, from: &str, to: &str, once: bool) -> bool {
    match v {
        Value::String(s) if s == from => {
            to.clone_into(s);
            true
        }
        Value::Array(items) => {
            let mut any = false;
            for item in items {
                any |= replace(item, from, to, once);
                if any && once {
                    break;
                }
            }
            any
        }
        // An ability that is given, or a later one, works where it says itself.
        Value::Object(o) => {
            let mut any = false;
            for (key, inner) in o.iter_mut() {
                if any && once {
                    break;
                }
                if !["Gain", "abilities"].contains(&key.as_str()) {
                    any |= replace(inner, from, to, once);
                }
            }
            any
        }
        _ => false,
    }
}

fn parts(ability: &mut Map<String, Value>) -> Option<&mut Vec<Value>> {
    ability.get_mut("cost")?.get_mut("parts")?.as_array_mut()
}

/// After reading: the zone that the words name.
pub(crate) fn sink(v: &mut Value) {
    let Some(o) = v.as_object_mut() else { return };
    if let Some(ability) = o.get_mut("Activated").and_then(Value::as_object_mut) {
        let mut zone = None;
        if let Some(parts) = parts(ability) {
            if parts.iter().any(|p| p == "DiscardThis") {
                zone = Some("Hand");
            }
            if parts.iter_mut().any(|p| replace(p, COST, "ExileThis", false)) {
                zone = Some("Graveyard");
            }
        }
        if ability.get_mut("effect").is_some_and(|e| replace(e, OBJECT, "This", false)) {
            zone = zone.or(Some("Graveyard"));
        }
        if let Some(zone) = zone {
            ability.insert("from".to_owned(), zone.into());
        }
    }
    if let Some(ability) = o.get_mut("Triggered").and_then(Value::as_object_mut) {
        let mut named = false;
        for key in ["if_", "effect"] {
            named |= ability.get_mut(key).is_some_and(|e| replace(e, OBJECT, "This", false));
        }
        if named && !leaves(&ability["when"]) {
            ability.insert("from".to_owned(), "Graveyard".into());
        }
    }
    for key in ["Gain", "abilities"] {
        each(v, key, &mut |ability| sink(ability));
    }
}

/// Whether a trigger is about its own card going to the graveyard: it looks back.
fn leaves(when: &Value) -> bool {
    let of = |key: &str| when.get(key).is_some_and(|s| s == "This");
    let moved = |key: &str| when.get(key).is_some_and(|w| w.get("what") == Some(&"This".into()));
    of("Dies") || of("Leaves") || of("Sacrificed") || moved("Moves") || moved("Cycles")
}

/// Every ability in a list of that name.
fn each(v: &mut Value, name: &str, f: &mut impl FnMut(&mut Value)) {
    match v {
        Value::Array(items) => items.iter_mut().for_each(|i| each(i, name, f)),
        Value::Object(o) => {
            for (key, inner) in o.iter_mut() {
                if key == name {
                    inner.as_array_mut().into_iter().flatten().for_each(&mut *f);
                } else {
                    each(inner, name, f);
                }
            }
        }
        _ => {}
    }
}

/// Before printing: the words that name the zone.
pub(crate) fn hoist(v: &mut Value) {
    let Some(o) = v.as_object_mut() else { return };
    if let Some(ability) = o.get_mut("Activated").and_then(Value::as_object_mut) {
        let from = ability.get("from").and_then(Value::as_str).unwrap_or_default().to_owned();
        let said = match (from.as_str(), parts(ability)) {
            ("Hand", Some(parts)) => parts.iter().any(|p| p == "DiscardThis"),
            ("Graveyard", Some(parts)) if parts.iter().any(|p| p == "ExileThis") => {
                parts.iter_mut().any(|p| replace(p, "ExileThis", COST, false))
            }
            ("Graveyard", _) => ability.get_mut("effect").is_some_and(moved),
            _ => false,
        };
        if said {
            ability.remove("from");
        }
    }
    if let Some(ability) = o.get_mut("Triggered").and_then(Value::as_object_mut)
        && ability.get("from").is_some_and(|z| z == "Graveyard")
        && ability.get_mut("effect").is_some_and(moved)
    {
        ability.remove("from");
    }
    for key in ["Gain", "abilities"] {
        each(v, key, &mut |ability| hoist(ability));
    }
}

/// Says of the first instruction that moves the card from where it does.
fn moved(v: &mut Value) -> bool {
    match v {
        Value::Array(items) => items.iter_mut().any(moved),
        Value::Object(o) => {
            if let Some(what) = o.get_mut("Move").and_then(|m| m.get_mut("what")) {
                return replace(what, "This", OBJECT, true);
            }
            o.iter_mut().any(|(key, inner)| key != "Gain" && moved(inner))
        }
        _ => false,
    }
}
