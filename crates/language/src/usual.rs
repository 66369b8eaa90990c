//! One tree for one meaning: what texts of different dates say in different ways.

use serde_json::{Value, json};

/// After reading: discarded cards come from the hand anyway; {1} that is added is colourless; a
/// library is shuffled by who searched it.
pub(crate) fn settle(v: &mut Value) {
    match v {
        Value::Array(items) => items.iter_mut().for_each(settle),
        Value::Object(o) => {
            o.values_mut().for_each(settle);
            let hand = json!({"kind": {"Card": "Hand"}});
            if let Some(discard) = o.get_mut("Discard").and_then(Value::as_object_mut)
                && discard.get("filter") == Some(&hand)
            {
                match discard.contains_key("who") {
                    true => discard.remove("filter"),
                    false => discard.insert("filter".to_owned(), json!({})),
                };
            }
            if let Some(discard) = o.get_mut("Discard").filter(|d| d["count"]["HandSize"] == "Same")
            {
                discard["count"]["HandSize"] = discard["who"].clone();
            }
            if let Some(mana) = o.get_mut("AddMana").and_then(|a| a["mana"].get_mut("Fixed"))
                && let Some(n) = number(mana)
            {
                *mana = "{C}".repeat(n).into();
            }
            // Who may choose new targets may leave them as they are.
            if let Some(may) = o.get("May").filter(|may| may["who"] == "You")
                && may["effect"]["Do"]["ChangeTargets"]["how"] == "New"
            {
                *v = may["effect"].clone();
                return;
            }
            if let Some(offer) = o.get("MayPay").and_then(offered) {
                *v = offer;
                return;
            }
            // A land is played, and a spell is cast, which older words call playing it.
            if o.get("Casts").is_some_and(|casts| casts["spell"].get("kind").is_none())
                && let Some(Value::Object(mut casts)) = o.remove("Casts")
            {
                let (who, land) = (casts.remove("who"), casts.remove("spell"));
                o.insert("PlaysLand".to_owned(), json!({"who": who, "land": land}));
            }
            if let Some(Value::Array(row)) = o.get_mut("Seq") {
                flatten(row);
                search_and_shuffle(row);
                pair(row);
                if let [only] = row.as_mut_slice() {
                    *v = only.take();
                }
            }
        }
        _ => {}
    }
}

/// "You may sacrifice ~. If you do, …" is no other offer than "you may sacrifice it. If you do, …".
fn offered(offer: &Value) -> Option<Value> {
    if offer["cost"] != json!({"parts": ["SacrificeThis"]})
        || offer["effect"].get("Reflexive").is_some()
    {
        return None;
    }
    let may = json!({"May": {"who": offer["who"], "effect": {"Do": {"SacrificeThose": "This"}}}});
    let then = json!({"If": {"condition": "Did", "then": offer["effect"]}});
    Some(json!({"Seq": [may, then]}))
}

/// "A and B. C" is "A. B. C".
fn flatten(row: &mut Vec<Value>) {
    for item in std::mem::take(row) {
        match item {
            Value::Object(mut o) if o.contains_key("Seq") => match o.remove("Seq") {
                Some(Value::Array(inner)) => row.extend(inner),
                other => row.extend(other),
            },
            other => row.push(other),
        }
    }
}

/// Before printing: who discards their hand is named once.
pub(crate) fn own_hands(v: &mut Value) {
    match v {
        Value::Array(items) => items.iter_mut().for_each(own_hands),
        Value::Object(o) => {
            o.values_mut().for_each(own_hands);
            if let Some(discard) = o.get_mut("Discard")
                && !discard["who"].is_null()
                && discard["count"].get("HandSize") == discard.get("who")
            {
                discard["count"]["HandSize"] = "Same".into();
            }
        }
        _ => {}
    }
}

/// The number of a cost that is nothing else.
fn number(mana: &Value) -> Option<usize> {
    mana.as_str()?.strip_prefix('{')?.strip_suffix('}')?.parse().ok().filter(|n| *n < 20)
}

/// "You may search …. If you do, shuffle" is "you may search …, then shuffle".
fn search_and_shuffle(row: &mut Vec<Value>) {
    let shuffle = json!({"If": {"condition": "Did", "then": {"Do": {"Shuffle": "You"}}}});
    let Some(at) = row.iter().position(|e| *e == shuffle).filter(|at| *at > 0) else { return };
    let Some(effect) = row[at - 1].get_mut("May").and_then(|m| m.get_mut("effect")) else { return };
    if effect.get("Do").and_then(|d| d.get("Search")).is_none() {
        return;
    }
    *effect = json!({"Seq": [effect.take(), {"Do": {"Shuffle": "You"}}]});
    row.remove(at);
}

/// A search and the shuffling after it are one instruction in a longer row.
fn pair(row: &mut Vec<Value>) {
    let does = |e: &Value, what: &str| e.get("Do").is_some_and(|d| d.get(what).is_some());
    let both = |i: &usize| does(&row[*i], "Search") && does(&row[*i + 1], "Shuffle");
    let Some(at) = (0..row.len().saturating_sub(1)).find(both).filter(|_| row.len() > 2) else {
        return;
    };
    let shuffle = row.remove(at + 1);
    row[at] = json!({"Seq": [row[at].take(), shuffle]});
}

/// Whether "if you do" would speak of what is only done later.
fn asks_too_early(row: &[Value]) -> bool {
    let did = |v: &Value| *v == "Did" || v.get("Not").is_some_and(|v| v == "Did");
    row.windows(2).any(|pair| pair[0].get("Later").is_some() && did(&pair[1]["If"]["condition"]))
}

/// Whether something that is on the battlefield would be put there, or a condition speaks of what
/// hasn't been done yet: no text means that.
pub(crate) fn is_senseless(v: &Value) -> bool {
    match v {
        Value::Array(items) => items.iter().any(is_senseless),
        Value::Object(o) => {
            let here = o.get("Move").is_some_and(|m| {
                let filter = &m["what"]["Choose"]["filter"];
                m["to"]["zone"] == "Battlefield" && filter.is_object() && filter["kind"].is_null()
            });
            let early = o.get("Seq").and_then(Value::as_array).is_some_and(|r| asks_too_early(r));
            here || early || o.values().any(is_senseless)
        }
        _ => false,
    }
}

/// Before printing with the words of 2005: colourless mana is a number.
pub(crate) fn number_mana(v: &mut Value) {
    match v {
        Value::Array(items) => items.iter_mut().for_each(number_mana),
        Value::Object(o) => {
            o.values_mut().for_each(number_mana);
            if let Some(mana) = o.get_mut("AddMana").and_then(|a| a["mana"].get_mut("Fixed")) {
                let n = mana.as_str().map_or(0, |m| m.matches("{C}").count());
                if n > 0 && mana.as_str() == Some("{C}".repeat(n).as_str()) {
                    *mana = format!("{{{n}}}").into();
                }
            }
        }
        _ => {}
    }
}
