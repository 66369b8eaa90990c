//! "It", "that creature", "that player": words for earlier parts of the same ability.
//!
//! A tree says exactly what is meant ([`simpan_cards::ast::Ref`]); a text says a word. One
//! function, [`Scope::resolve`], says what a word means at a place. Reading replaces the word by
//! its meaning; printing takes the first word that would be read as what is meant, and leaves the
//! reference (said in full by the table) where no word would.

use crate::targets::is_target;
use serde_json::{Map, Value, json};

/// Something a later word may stand for.
#[derive(Clone, Debug, PartialEq)]
struct Antecedent {
    /// "creature", "card", "player", "either", a subtype ("Goblin"), or "" for any object.
    noun: String,
    plural: bool,
    meaning: Value,
}

/// What has been said so far.
#[derive(Clone, Debug, Default)]
struct Scope {
    targets: Vec<Antecedent>,
    trigger: Vec<Antecedent>,
    each: Vec<Antecedent>,
    /// Something has been done that "it" may speak of.
    done: bool,
    counted: u8,
    /// The amount spoken of is damage.
    damage: bool,
}

/// Which way the words go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Words become references.
    Reading,
    /// References become words where a word says the same: the words in order of preference, and
    /// the noun for what the source is attached to.
    Printing(&'static [&'static str], &'static str),
}

/// English words, the preferred first.
pub(crate) const ENGLISH: &[&str] = &[
    "it",
    "player",
    "creatures",
    "cards",
    "them",
    "creature",
    "permanent",
    "card",
    "spell",
    "land",
    "enchantment",
    "artifact",
];
/// Korean words, the preferred first.
pub(crate) const KOREAN: &[&str] = &[
    "creature",
    "player",
    "card",
    "spell",
    "permanent",
    "land",
    "ability",
    "enchantment",
    "artifact",
    "creatures",
    "cards",
    SUBTYPE,
    "target",
    "it",
    "them",
];
/// In a list of words: the subtype that the object was named by.
const SUBTYPE: &str = "a subtype";

/// Replaces words by references, or references by words, in a whole ability.
pub(crate) fn walk(ability: &mut Value, direction: Direction) {
    visit(ability, &mut Scope::default(), direction, "");
}

impl Scope {
    /// What `word` means here (a `Ref`, or the string `This`), and whether it is the word for it:
    /// "that creature" may be read of a target that needn't be one, but isn't said of it.
    fn resolve(&self, word: &str) -> Option<(Value, bool)> {
        let fits = |a: &&Antecedent| match word {
            "player" | "either" => a.noun == word,
            "target" => a.meaning.is_object(),
            "creatures" => a.plural && a.noun == "creature",
            "cards" => a.plural && a.noun == "card",
            "them" => a.plural && a.noun != "player",
            "it" => a.noun != "player" && a.noun != "either" && !a.plural,
            noun => a.noun == noun && !a.plural,
        };
        let found = self.each.iter().rev().find(fits);
        if let Some(a) = found.or_else(|| self.targets.iter().rev().find(fits)) {
            return Some((a.meaning.clone(), true));
        }
        if ["target", "either"].contains(&word) {
            return None;
        }
        if let Some(a) = self.trigger.iter().find(fits) {
            return Some((a.meaning.clone(), true));
        }
        let vague = |noun: &str| noun.is_empty() || noun.starts_with(char::is_uppercase);
        let unclear = |a: &&Antecedent| vague(&a.noun) && !a.plural && word != "player";
        if let Some(a) = self.targets.iter().rev().chain(&self.trigger).find(unclear) {
            return Some((a.meaning.clone(), false));
        }
        match (self.done, word) {
            (true, _) => Some((json!("Previous"), true)),
            (_, "it") => Some((json!("This"), true)),
            _ => None,
        }
    }

    /// The noun of what is meant.
    fn noun_of(&self, meant: &Value) -> Option<&str> {
        let all = self.each.iter().chain(&self.targets).chain(&self.trigger);
        all.rev().find(|a| a.meaning == *meant && !a.plural).map(|a| a.noun.as_str())
    }

    fn push_target(&mut self, target: &Value) {
        let what = &target["what"];
        let noun = match what.as_str() {
            Some("Any") => "either".to_owned(),
            Some(_) => "either".to_owned(),
            None if what.get("Player").is_some() => "player".to_owned(),
            None => filter_noun(&what["Object"]),
        };
        let plural = target.get("count").is_some();
        let meaning = json!({"Target": self.counted});
        self.counted += 1;
        self.targets.push(Antecedent { noun, plural, meaning });
    }
}

/// The noun a filter's object is spoken of with.
fn filter_noun(filter: &Value) -> String {
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
        Some("This") => return None,
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
    Some(Antecedent { noun, plural: false, meaning: json!(meaning) })
}

/// The noun, until it is known, of what the source is attached to.
const ATTACHED: &str = "attached";

/// What a trigger's event gives later words to speak of. Who reads doesn't know to what the source
/// is attached, and takes any noun for it.
fn heard(when: &Value, direction: Direction) -> Vec<Antecedent> {
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
    let object = |subject: &Value| subject_of(subject, "Triggering").into_iter();
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
            other.into_iter().chain(object(&body["what"])).collect()
        }
        // "It" is what has become a target, not what targets it.
        "BecomesTarget" => {
            let itself =
                || Antecedent { noun: "~".to_owned(), plural: false, meaning: json!("This") };
            let subject = subject_of(&body["what"], "Triggering");
            let subject = subject.or_else(|| (body["what"] == "This").then(itself));
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
            victim.into_iter().chain(object(&body["source"])).collect()
        }
        "Cycles" => {
            std::iter::once(player("TriggeringOther")).chain(object(&body["what"])).collect()
        }
        "Casts" => vec![
            player("TriggeringOther"),
            Antecedent { noun: "spell".to_owned(), plural: false, meaning: json!("Triggering") },
        ],
        "Begins" | "GainsLife" | "LosesLife" | "Draws" | "Discards" | "Searches" => {
            vec![player("Triggering")]
        }
        "Any" => body.as_array().and_then(|all| all.first()).map(trigger_scope).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Whether a reference in the field speaks of a player.
fn is_player_place(key: &str) -> bool {
    ["who", "owner", "Players", "Controller", "Owner", "Life", "HandSize", "Control", "Win", "Lose"]
        .contains(&key)
        || ["ExtraTurn", "Shuffle", "PlayerHas", "of_player"].contains(&key)
}

/// Fields in the order of the text.
fn ordered(o: &Map<String, Value>) -> Vec<String> {
    const FIRST: [&str; 17] = [
        "cost",
        "when",
        "if_",
        "while_",
        "targets",
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
        "changes",
    ];
    const LAST: [&str; 3] = ["then", "effect", "otherwise"];
    let rank = |k: &String| {
        let first = FIRST.iter().position(|f| f == k);
        let last = LAST.iter().position(|f| f == k).map(|i| 200 + i);
        first.or(last).unwrap_or(100)
    };
    let mut keys: Vec<String> = o.keys().cloned().collect();
    keys.sort_by_key(rank);
    keys
}

fn visit(v: &mut Value, scope: &mut Scope, direction: Direction, place: &str) {
    if let Value::Array(items) = v {
        items.iter_mut().for_each(|i| visit(i, scope, direction, place));
        return;
    }
    // The amount `That`: "that damage", "that much life".
    if direction != Direction::Reading && *v == "That" && scope.damage {
        *v = json!({"ThatOf": "damage"});
    } else if direction == Direction::Reading && v.get("ThatOf").is_some() {
        *v = json!("That");
    }
    let Value::Object(o) = v else { return };
    if let Some(word) = o.get("That") {
        let meant = match direction {
            Direction::Reading => read_word(word, scope),
            Direction::Printing(words, _) => say_word(word, scope, words, place),
        };
        if let Some(meant) = meant {
            *v = meant;
        }
        return;
    }
    if let Some(target) = o.get_mut("Target").filter(|t| is_target(t)) {
        visit(target, scope, direction, "Target");
        let target = target.clone();
        let other_than = target.get("other_than").and_then(Value::as_u64);
        let is_first = other_than.is_some_and(|n| n >= u64::from(scope.counted));
        scope.push_target(&target);
        if is_first && direction == Direction::Reading {
            // "Another target …" with no target before it is other than the source itself:
            // this reading is dropped.
            *v = Value::Null;
        }
        return;
    }
    if o.contains_key("targets") && o.contains_key("body") {
        for target in o.get_mut("targets").and_then(Value::as_array_mut).into_iter().flatten() {
            visit(target, scope, direction, "Target");
            scope.push_target(target);
        }
        visit(&mut o["body"], scope, direction, "body");
        return;
    }
    let keys = ordered(o);
    let searches =
        place == "LookAtHand" || ["filter", "take", "count"].iter().any(|k| o.contains_key(*k));
    for key in keys {
        enter(&key, o, scope, direction, searches);
    }
}

fn enter(
    key: &str,
    o: &mut Map<String, Value>,
    scope: &mut Scope,
    direction: Direction,
    searches: bool,
) {
    let Some(inner) = o.get_mut(key) else { return };
    match key {
        "Triggered" => {
            let trigger = heard(&inner["when"], direction);
            let when = inner["when"].as_object().and_then(|o| o.keys().next());
            let damage = when.is_some_and(|w| w == "DealsDamage" || w == "IsDealtDamage");
            let mut fresh = Scope { trigger, damage, ..Scope::default() };
            visit(inner, &mut fresh, direction, key);
        }
        "Activated" | "Spell" => visit(inner, &mut Scope::default(), direction, key),
        "Static" => {
            let mut fresh = Scope::default();
            let filter = inner["effect"]["Change"]["what"].get("All").cloned();
            if let Some(filter) = filter {
                let noun = filter_noun(&filter);
                fresh.each.push(Antecedent { noun, plural: false, meaning: json!("Each") });
            }
            visit(inner, &mut fresh, direction, key);
        }
        "modes" => {
            for mode in inner.as_array_mut().into_iter().flatten() {
                let mut own = Scope { targets: Vec::new(), counted: 0, ..scope.clone() };
                visit(mode, &mut own, direction, key);
            }
        }
        "Reflexive" => {
            let mut own = Scope { targets: Vec::new(), counted: 0, ..scope.clone() };
            visit(inner, &mut own, direction, key);
        }
        "Later" => {
            visit(&mut inner["when"], scope, direction, "when");
            // A step that begins gives nothing to speak of that the text hasn't named.
            let steps = inner["when"].get("Begins").is_some();
            let heard = if steps { Vec::new() } else { heard(&inner["when"], direction) };
            let before = scope.trigger.clone();
            if !heard.is_empty() {
                scope.trigger = heard;
            }
            visit(&mut inner["effect"], scope, direction, "effect");
            scope.trigger = before;
        }
        "ForEach" => {
            visit(&mut inner["each"], scope, direction, "each");
            let noun = match inner["each"]["Objects"].get("All") {
                Some(filter) => filter_noun(filter),
                None => "player".to_owned(),
            };
            scope.each.push(Antecedent { noun, plural: false, meaning: json!("Each") });
            visit(&mut inner["effect"], scope, direction, "effect");
            scope.each.pop();
        }
        "Unless" => {
            for part in ["effect", "who", "cost"] {
                visit(&mut inner[part], scope, direction, part);
            }
        }
        "Do" => {
            visit(inner, scope, direction, key);
            scope.done = true;
        }
        "of" if searches => visit(inner, scope, direction, "of_player"),
        _ => visit(inner, scope, direction, key),
    }
}

fn read_word(word: &Value, scope: &Scope) -> Option<Value> {
    let word = word.get("Word")?.as_str()?;
    match scope.resolve(word).map(|(meaning, _)| meaning) {
        Some(this) if this == "This" => Some(this),
        // A word that means nothing here stays, and its reading is dropped.
        meaning => meaning.map(|m| json!({"That": m})),
    }
}

fn say_word(meant: &Value, scope: &Scope, words: &[&str], place: &str) -> Option<Value> {
    let player = is_player_place(place);
    let either: &[&str] = &["either"];
    let fits = |w: &&&str| match **w {
        "player" => player || place == "to",
        "either" | "target" => place == "to" || !player,
        _ => !player,
    };
    let subtype = || scope.noun_of(meant).filter(|noun| noun.starts_with(char::is_uppercase));
    let word = either
        .iter()
        .chain(words)
        .filter(fits)
        .filter_map(|w| if *w == SUBTYPE { subtype() } else { Some(*w) })
        .find(|w| scope.resolve(w) == Some((meant.clone(), true)))?;
    Some(json!({"That": {"Word": word}}))
}
