//! "It", "that creature", "that player": words for earlier parts of the same ability.
//!
//! A tree says exactly what is meant ([`simpan_cards::ast::Ref`]); a text says a word. One
//! function, [`Scope::resolve`], says what a word means at a place. Reading replaces the word by
//! its meaning; printing takes the first word that would be read as what is meant, and leaves the
//! reference (said in full by the table) where no word would.
//!
//! The rule: "it" is the object in turn of a "for each"; else the object spoken of last (a target,
//! what an instruction made or moved, the card itself where something was done to it, what a word
//! like "that creature" named); else what the trigger is about; else the card itself. Where two objects have been named in one breath, and in
//! what a target must be, "it" is unclear and not read. "That creature" is the latest target that
//! is one, else the one thing of the trigger that is one; two of them are unclear. "That card" after a
//! target that is one is what an instruction has put elsewhere; "the exiled card" is what the cost
//! exiled, else what an instruction did; "the sacrificed creature" is read only where a cost
//! sacrifices.

use crate::heard::{filter_noun, heard};
use crate::paid::{part_of, parts_of};
use crate::targets::is_target;
use serde_json::{Map, Value, json};

/// Something a later word may stand for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Antecedent {
    /// "creature", "card", "player", "either", a subtype ("Goblin"), or "" for any object.
    pub(crate) noun: String,
    pub(crate) plural: bool,
    pub(crate) meaning: Value,
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
    /// The card itself has been named.
    named: bool,
    /// The object spoken of last.
    spoken: Option<Value>,
    /// Several objects were spoken of at once.
    unclear: bool,
    /// Inside the description of a target.
    describing: bool,
    /// Inside what an event or an object must be.
    aside: bool,
    /// What the cost asks for, where it is known.
    costs: Option<Vec<String>>,
    /// The object that an instruction has put elsewhere, and whether that was exile.
    gone: Option<(Value, bool)>,
    /// What had been said before something that a player may do: what is said if they don't.
    declined: Option<Box<Scope>>,
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
    "planeswalker",
    "creatures",
    "cards",
    "artifacts",
    "enchantments",
    "lands",
    "permanents",
    SUBTYPE,
    "target",
    "it",
    "them",
];
/// The words for several objects of a kind.
const PLURALS: [&str; 6] =
    ["creatures", "cards", "artifacts", "enchantments", "lands", "permanents"];
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
            "them" => a.plural && a.noun != "player",
            "it" => a.noun != "player" && a.noun != "either" && !a.plural,
            word => match word.strip_suffix('s') {
                Some(noun) if PLURALS.contains(&word) => a.plural && a.noun == noun,
                _ => a.noun == word && !a.plural,
            },
        };
        let found = self.each.iter().rev().find(fits);
        if let Some(a) = found {
            return Some((a.meaning.clone(), true));
        }
        if word == "it" {
            return self.it().map(|meaning| (meaning, true));
        }
        if let Some(part) = part_of(word) {
            let exiled = self.gone.iter().filter(|(_, exiled)| *exiled && word == "exiled");
            return match self.pays(part) {
                true => Some((json!("Paid"), true)),
                false => exiled.map(|(gone, _)| (gone.clone(), true)).next(),
            };
        }
        if let Some(a) = self.targets.iter().rev().find(fits) {
            return Some((a.meaning.clone(), true));
        }
        if ["target", "either"].contains(&word) {
            return None;
        }
        // What has been put elsewhere is a card now.
        if let (Some((gone, _)), "card") = (&self.gone, word) {
            return Some((gone.clone(), true));
        }
        let mut heard = self.trigger.iter().filter(fits);
        if let Some(a) = heard.next() {
            return heard.next().is_none().then(|| (a.meaning.clone(), true));
        }
        if let (Some(spoken), "card") = (&self.spoken, word) {
            return Some((spoken.clone(), false));
        }
        let vague = |noun: &str| noun.is_empty() || noun.starts_with(char::is_uppercase);
        let unclear = |a: &&Antecedent| vague(&a.noun) && !a.plural && word != "player";
        if let Some(a) = self.targets.iter().rev().find(unclear) {
            return Some((a.meaning.clone(), false));
        }
        let mut heard = self.trigger.iter().filter(unclear);
        if let Some(a) = heard.next() {
            return heard.next().is_none().then(|| (a.meaning.clone(), false));
        }
        self.done.then(|| (json!("Previous"), true))
    }

    /// What "it" means here.
    fn it(&self) -> Option<Value> {
        if self.unclear || self.describing && self.spoken.is_none() {
            return None;
        }
        if let Some(spoken) = &self.spoken {
            return Some(spoken.clone());
        }
        let object = |a: &&Antecedent| a.noun != "player" && a.noun != "either" && !a.plural;
        if let Some(a) = self.trigger.iter().find(object) {
            return Some(a.meaning.clone());
        }
        Some(if self.done { json!("Previous") } else { json!("This") })
    }

    /// Whether an object may have been paid with such a part of the cost.
    fn pays(&self, part: &str) -> bool {
        self.costs.as_ref().is_none_or(|all| all.iter().any(|p| p.starts_with(part)))
    }

    /// Whether "it" is the card itself.
    fn it_is_this(&self) -> bool {
        self.each.is_empty() && self.it() == Some(json!("This"))
    }

    /// A word for an object has been said.
    fn speak(&mut self, word: &str, meaning: &Value) {
        let of_players = ["player", "either", "target"].contains(&word);
        let several = word == "them" || PLURALS.contains(&word);
        if !of_players && !several && *meaning != "Each" {
            (self.spoken, self.unclear) = (Some(meaning.clone()), false);
        }
    }

    /// After an instruction: what it made or moved may be spoken of.
    fn did(&mut self, action: &Value, targets_before: usize) {
        let new = self.targets.iter().skip(targets_before);
        let objects = new.filter(|a| !a.plural && !["player", "either"].contains(&&*a.noun));
        if objects.count() > 1 {
            self.unclear = true;
        }
        let name = action.as_object().and_then(|o| o.keys().next()).map_or("", String::as_str);
        let named = self.named || !self.trigger.is_empty() || self.spoken.is_some();
        let of_players = matches!(
            name,
            "GainLife"
                | "LoseLife"
                | "SetLife"
                | "Draw"
                | "Scry"
                | "Shuffle"
                | "AddMana"
                | "PlayerCounters"
                | "ExtraTurn"
                | "ChangePlayers"
                | "LookAtHand"
                | "Replace"
                | "Choose"
                | "Prevent"
        );
        if of_players && (name != "Draw" || named) {
            return;
        }
        self.done = true;
        const MADE: [&str; 10] = [
            "CreateToken",
            "CreateCopy",
            "Search",
            "Reveal",
            "Look",
            "Sacrifice",
            "Discard",
            "Mill",
            "CopySpell",
            "Draw",
        ];
        if name == "Move" && action["Move"]["to"]["zone"] != "Battlefield" {
            let zone = &action["Move"]["to"]["zone"];
            self.gone = self.moved(&action["Move"]["what"]).map(|what| (what, *zone == "Exile"));
        }
        let found = ["All", "Choose", "Top", "Random"].iter().any(|of| uses(action, of));
        let inner = action.as_object().and_then(|o| o.values().next());
        let what = inner.map_or(&Value::Null, |inner| inner.get("what").unwrap_or(inner));
        if *what == "This" && self.targets.len() == targets_before {
            (self.spoken, self.unclear) = (Some(json!("This")), false);
        } else if (MADE.contains(&name) || found) && several(action) {
            (self.spoken, self.unclear) = (None, true);
        } else if MADE.contains(&name) || found {
            (self.spoken, self.unclear) = (Some(json!("Previous")), false);
        }
    }

    /// The one object that a row of moved objects is, as later words speak of it.
    fn moved(&self, what: &Value) -> Option<Value> {
        if what.get("Target").is_some_and(is_target) {
            return self.targets.last().filter(|a| !a.plural).map(|a| a.meaning.clone());
        }
        match what.get("That") {
            Some(meant) => Some(meant.clone()),
            None => (*what == "This").then(|| what.clone()),
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
        let one = json!({"UpTo": {"N": 1}});
        let plural = target.get("count").is_some_and(|count| *count != one);
        let meaning = json!({"Target": self.counted});
        self.counted += 1;
        if !plural && noun != "player" && noun != "either" {
            (self.spoken, self.unclear) = (Some(meaning.clone()), false);
        }
        self.targets.push(Antecedent { noun, plural, meaning });
    }
}

/// Whether an instruction makes or finds more than one object.
fn several(action: &Value) -> bool {
    let Some(inner) = action.as_object().and_then(|o| o.values().next()) else { return false };
    let what = inner.get("what").unwrap_or(inner);
    let count = inner.get("count").or_else(|| inner.get("take"));
    let count = count.map(|c| c.get("UpTo").or_else(|| c.get("Exactly")).unwrap_or(c));
    what.get("All").is_some() || count.is_some_and(|n| *n != json!({"N": 1}))
}

/// Whether an instruction finds its objects itself.
fn uses(action: &Value, of: &str) -> bool {
    let Some(inner) = action.as_object().and_then(|o| o.values().next()) else { return false };
    let what = inner.get("what").unwrap_or(inner);
    what.get(of).is_some()
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

/// What stands for what was paid with, where it isn't "the sacrificed creature".
fn say_paid(scope: &Scope, direction: Direction) -> Option<Value> {
    let word = ["exiled", "discarded"]
        .into_iter()
        .find(|w| scope.costs.is_some() && part_of(w).is_some_and(|part| scope.pays(part)));
    match (direction, word) {
        // "The sacrificed creature" where nothing is sacrificed: this reading is dropped.
        (Direction::Reading, _) if !scope.pays("Sacrifice") => Some(Value::Null),
        (Direction::Printing(["it", ..], _), Some(word)) if !scope.pays("Sacrifice") => {
            Some(json!({"That": {"Word": word}}))
        }
        _ => None,
    }
}

fn visit(v: &mut Value, scope: &mut Scope, direction: Direction, place: &str) {
    if *v == "This" && is_object_place(place) {
        if matches!(direction, Direction::Printing([first, ..], _) if *first == "it")
            && scope.named
            && !scope.aside
            && scope.it_is_this()
        {
            *v = json!({"That": {"Word": "it"}});
        }
        scope.named = true;
        return;
    }
    if *v == "Attached" && is_object_place(place) {
        scope.speak("", v);
        return;
    }
    if let Value::Array(items) = v {
        // The object of a condition, of counters on it.
        let pair = place == "Is" || place == "Counters";
        for item in items.iter_mut() {
            let place = if pair && !item.is_object() { "what" } else { place };
            visit(item, scope, direction, place);
        }
        return;
    }
    // The amount `That`: "that damage", "that much life".
    if direction != Direction::Reading && *v == "That" && scope.damage {
        *v = json!({"ThatOf": "damage"});
    } else if direction == Direction::Reading && v.get("ThatOf").is_some() {
        *v = json!("That");
    }
    let Value::Object(o) = v else { return };
    if let Some(paid) = o.get("That").filter(|t| **t == "Paid") {
        scope.speak("", paid);
        if let Some(said) = say_paid(scope, direction) {
            *v = said;
        }
        return;
    }
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
        scope.describing = true;
        visit(target, scope, direction, "Target");
        scope.describing = false;
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
    let about_this = o.get("would").is_none_or(|w| w.to_string().contains("\"This\""));
    let Some(inner) = o.get_mut(key) else { return };
    match key {
        "Triggered" => {
            let trigger = heard(&inner["when"], direction);
            let when = inner["when"].as_object().and_then(|o| o.keys().next());
            let damage = when.is_some_and(|w| w == "DealsDamage" || w == "IsDealtDamage");
            let named = trigger.iter().any(|a| a.meaning == "This");
            let costs = Some(Vec::new());
            let mut fresh = Scope { trigger, damage, named, costs, ..Scope::default() };
            visit(inner, &mut fresh, direction, key);
        }
        "Activated" => enter_activated(inner, direction),
        "MayPay" => {
            if let Some(costs) = &mut scope.costs {
                costs.extend(parts_of(&inner["cost"]));
            }
            visit(inner, scope, direction, key);
        }
        "Spell" => visit(inner, &mut Scope::default(), direction, key),
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
        "Later" => enter_later(inner, scope, direction),
        "ForEach" => enter_each(inner, scope, direction),
        "Unless" => {
            for part in ["effect", "who", "cost"] {
                visit(&mut inner[part], scope, direction, part);
            }
        }
        "May" => {
            let before = scope.clone();
            visit(inner, scope, direction, key);
            scope.declined = Some(Box::new(before));
        }
        "If" if inner["condition"] == json!({"Not": "Did"}) && scope.declined.is_some() => {
            enter_declined(inner, scope, direction);
        }
        // What would happen to something else than the source is no "it" yet.
        "instead" if !about_this => {
            let before = (scope.spoken.take(), std::mem::replace(&mut scope.unclear, true));
            visit(inner, scope, direction, key);
            (scope.spoken, scope.unclear) = before;
        }
        "Do" => enter_action(inner, scope, direction),
        // What an event or an object must be names nothing.
        "when" | "filter" | "by" | "whom" | "spell" | "all" | "All" | "Any" | "would" => {
            let (named, aside) = (scope.named, std::mem::replace(&mut scope.aside, true));
            visit(inner, scope, direction, "");
            (scope.named, scope.aside) = (named, aside);
        }
        "of" if searches => visit(inner, scope, direction, "of_player"),
        _ => visit(inner, scope, direction, key),
    }
}

/// What is done if somebody doesn't take an offer: nothing of the offer may be spoken of.
fn enter_declined(inner: &mut Value, scope: &mut Scope, direction: Direction) {
    let before = scope.declined.take().unwrap_or_default();
    let mut own = Scope { targets: scope.targets.clone(), counted: scope.counted, ..*before };
    visit(inner, &mut own, direction, "If");
    (scope.targets, scope.counted) = (own.targets, own.counted);
}

/// What an activated ability does, after its cost.
fn enter_activated(inner: &mut Value, direction: Direction) {
    let parts = inner["cost"]["parts"].as_array();
    let gone = ["SacrificeThis", "DiscardThis", "ExileThis"];
    let named = parts.is_some_and(|all| all.iter().any(|p| gone.iter().any(|g| p == g)));
    let costs = Some(parts_of(&inner["cost"]));
    visit(inner, &mut Scope { named, costs, ..Scope::default() }, direction, "Activated");
}

/// What is done later: its event may name something to speak of.
fn enter_later(inner: &mut Value, scope: &mut Scope, direction: Direction) {
    visit(&mut inner["when"], scope, direction, "when");
    // A step that begins gives nothing to speak of that the text hasn't named.
    let steps = inner["when"].get("Begins").is_some();
    let heard = if steps { Vec::new() } else { heard(&inner["when"], direction) };
    let before = scope.trigger.clone();
    let spoken = (scope.spoken.clone(), scope.unclear);
    if !heard.is_empty() {
        scope.trigger = heard;
        (scope.spoken, scope.unclear) = (None, false);
    }
    visit(&mut inner["effect"], scope, direction, "effect");
    scope.trigger = before;
    (scope.spoken, scope.unclear) = spoken;
}

fn enter_each(inner: &mut Value, scope: &mut Scope, direction: Direction) {
    visit(&mut inner["each"], scope, direction, "each");
    let noun = match inner["each"]["Objects"].get("All") {
        Some(filter) => filter_noun(filter),
        None => "player".to_owned(),
    };
    scope.each.push(Antecedent { noun, plural: false, meaning: json!("Each") });
    visit(&mut inner["effect"], scope, direction, "effect");
    scope.each.pop();
}

fn enter_action(inner: &mut Value, scope: &mut Scope, direction: Direction) {
    let before = scope.targets.len();
    // The source of damage is said, and may be "it".
    let mut damage = inner.get_mut("Damage").and_then(Value::as_object_mut);
    if let Some(damage) = damage.as_mut().filter(|d| !d.contains_key("source")) {
        damage.insert("source".to_owned(), json!("This"));
    }
    visit(inner, scope, direction, "Do");
    if let Some(damage) = inner.get_mut("Damage").and_then(Value::as_object_mut)
        && damage.get("source") == Some(&json!("This"))
    {
        damage.remove("source");
    }
    scope.did(inner, before);
}

/// Whether a reference in the field speaks of an object.
fn is_object_place(key: &str) -> bool {
    const PLACES: [&str; 21] = [
        "what",
        "source",
        "Objects",
        "a",
        "b",
        "to",
        "Tap",
        "Untap",
        "TapOrUntap",
        "SacrificeThose",
        "DiscardThose",
        "Regenerate",
        "RemoveFromCombat",
        "Reveal",
        "Power",
        "Toughness",
        "ManaValue",
        "ControllerOf",
        "OwnerOf",
        "of",
        "Counters",
    ];
    PLACES.contains(&key)
}

fn read_word(word: &Value, scope: &mut Scope) -> Option<Value> {
    let Some(word) = word.get("Word").and_then(Value::as_str) else {
        scope.speak("", word);
        return None;
    };
    let meaning = scope.resolve(word).map(|(meaning, _)| meaning);
    if let Some(meaning) = &meaning {
        scope.speak(word, meaning);
    }
    match meaning {
        Some(this) if this == "This" || this == "Attached" => Some(this),
        Some(whose) if whose.get("ControllerOf").is_some() => Some(whose),
        // A word that means nothing here stays, and its reading is dropped.
        meaning => meaning.map(|m| json!({"That": m})),
    }
}

fn say_word(meant: &Value, scope: &mut Scope, words: &[&str], place: &str) -> Option<Value> {
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
        .find(|w| scope.resolve(w) == Some((meant.clone(), true)))
        .map(str::to_owned);
    let Some(word) = word else {
        scope.speak("", meant);
        return None;
    };
    scope.speak(&word, meant);
    Some(json!({"That": {"Word": word}}))
}
