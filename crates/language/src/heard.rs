//! What an event gives later words to speak of.

use crate::anaphora::{Antecedent, Direction};
use serde_json::{Value, json};

/// The noun a filter's object is spoken of with.
pub(crate) fn filter_noun(filter: &Value) -> String {
    match filter.get("kind") {
        Some(kind) if kind.get("Card").is_some() => return "card".to_owned(),
        Some(kind) => return kind.as_str().unwrap_or_default().to_lowercase(),
        None => {}
    }
    let none = Vec::new();
    let all = filter.get("all").and_then(Value::as_array).unwrap_or(&none);
    let kinds = || all.iter().filter_map(|p| p.get("Type").and_then(Value::as_str));
    let kind = kinds().find(|k| *k == "Creature").or_else(|| kinds().next_back());
    let unclear = all.iter().any(|p| p.get("Any").is_some());
    let subtype = all.iter().find_map(|p| p.get("Sub").and_then(Value::as_str));
    match (kind, subtype) {
        (Some(kind), _) => kind.to_lowercase(),
        (None, _) if unclear => String::new(),
        (None, Some(subtype)) => subtype.to_owned(),
        (None, None) => "permanent".to_owned(),
    }
}

fn subject_of(subject: &Value, meaning: &str) -> Option<Antecedent> {
    let noun = match subject.as_str() {
        Some("This") => "~".to_owned(),
        Some("Attached") => ATTACHED.to_owned(),
        Some(_) => String::new(),
        None => {
            let filter = subject.get("Any")?;
            let all = filter.get("all").and_then(Value::as_array);
            // What has been named already is spoken of as before.
            if all.is_some_and(|all| all.iter().any(|p| p.get("Is").is_some())) {
                return None;
            }
            filter_noun(filter)
        }
    };
    let meaning = if *subject == "This" { "This" } else { meaning };
    Some(Antecedent { noun, plural: false, meaning: json!(meaning) })
}

/// The noun, until it is known, of what the source is attached to.
const ATTACHED: &str = "attached";

/// What a trigger's event gives later words to speak of. Who reads doesn't know to what the source
/// is attached, and takes any noun for it.
pub(crate) fn heard(when: &Value, direction: Direction) -> Vec<Antecedent> {
    let mut all = trigger_scope(when);
    let noun = match direction {
        Direction::Reading => "",
        Direction::Printing(_, attached) => attached,
    };
    for antecedent in all.iter_mut().filter(|a| a.noun == ATTACHED) {
        antecedent.noun = noun.to_owned();
    }
    all
}

fn trigger_scope(when: &Value) -> Vec<Antecedent> {
    let player = |meaning: &str| Antecedent {
        noun: "player".to_owned(),
        plural: false,
        meaning: json!(meaning),
    };
    let Some((name, body)) = when.as_object().and_then(|o| o.iter().next()) else {
        return Vec::new();
    };
    // "That player" after "under an opponent's control".
    let keeper = |subject: &Value| {
        let all = subject["Any"]["all"].as_array();
        let theirs = all.is_some_and(|all| all.contains(&json!({"Controller": "Opponents"})));
        theirs.then(|| Antecedent {
            noun: "player".to_owned(),
            plural: false,
            meaning: json!({"ControllerOf": {"That": "Triggering"}}),
        })
    };
    let object =
        |subject: &Value| subject_of(subject, "Triggering").into_iter().chain(keeper(subject));
    match name.as_str() {
        "Enters" | "Leaves" | "Dies" | "Attacks" | "Unblocked" | "IsDealtDamage"
        | "TappedForMana" | "BecomesTapped" | "BecomesUntapped" | "TurnedUp" | "Sacrificed" => {
            object(body).collect()
        }
        "Moves" | "Blocks" | "BecomesBlocked" | "Destroyed" => {
            let other = [&body["by"], &body["whom"]].into_iter().find(|f| f.is_object());
            let noun = other.map(filter_noun);
            let other = noun.map(|noun| Antecedent {
                noun,
                plural: false,
                meaning: json!("TriggeringOther"),
            });
            object(&body["what"]).chain(other).collect()
        }
        // "It" is what has become a target, not what targets it.
        "BecomesTarget" => {
            let subject = subject_of(&body["what"], "Triggering");
            let by = Antecedent {
                noun: filter_noun(&body["by"]),
                plural: false,
                meaning: json!("TriggeringOther"),
            };
            subject.into_iter().chain([by]).collect()
        }
        "DealsDamage" => {
            let to_player = body["to"].get("Players").is_some();
            let victim = match to_player {
                true => Some(player("TriggeringOther")),
                false => body["to"].get("Objects").map(|o| Antecedent {
                    noun: filter_noun(o.get("All").unwrap_or(&Value::Null)),
                    plural: false,
                    meaning: json!("TriggeringOther"),
                }),
            };
            object(&body["source"]).chain(victim).collect()
        }
        "Cycles" => object(&body["what"]).chain([player("TriggeringOther")]).collect(),
        "Casts" => vec![
            player("TriggeringOther"),
            Antecedent { noun: "spell".to_owned(), plural: false, meaning: json!("Triggering") },
        ],
        "PlaysLand" => vec![
            player("TriggeringOther"),
            Antecedent { noun: "land".to_owned(), plural: false, meaning: json!("Triggering") },
        ],
        "Begins" | "GainsLife" | "LosesLife" | "Draws" | "Discards" | "Searches" => {
            vec![player("Triggering")]
        }
        "Any" => body.as_array().and_then(|all| all.first()).map(trigger_scope).unwrap_or_default(),
        _ => Vec::new(),
    }
}
