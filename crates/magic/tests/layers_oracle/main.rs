//! A second, slow and obvious reading of the rules on continuous effects (2005 rule 418.5, 2021
//! rule 613), and random boards on which the layers must agree with it.
//!
//! It works on the cards' trees, finds all effects anew before each step, and copies the whole
//! world to see what depends on what.

mod boards;

use boards::{Both, Dice, set_up, sub};
use proptest::prelude::*;
use simpan_cards::ast::{
    Ability, Action, Amount, CardType, CardTypes, Change, Cmp, Color, Colors, Condition,
    CounterKind, Duration, Effect, Filter, Granted, Keyword, KeywordAbility, Kind, Objects,
    Players, Predicate, Ref, Static, StaticEffect, Subtype, SubtypeKind, Supertype, Supertypes,
    TypeLine, Words, Zone,
};
use simpan_cards::{CardData, Mark, Pt, PtValue, Word, basic_land_ability};
use simpan_engine::ObjectId;
use simpan_magic::layers::testing::{Board, Cast, Preset};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};

// --- the world of the oracle ------------------------------------------------------------------

/// An ability that an object has just now.
#[derive(Clone, Debug, PartialEq)]
struct Has {
    tree: Ability,
    /// Printed, or given by an effect at that time.
    given: Option<u32>,
    /// Printed on what the object copies.
    copied: bool,
    /// No two abilities that ever were have the same number.
    number: u32,
}

#[derive(Clone, Debug, PartialEq)]
struct Thing {
    data: CardData,
    zone: Zone,
    timestamp: u32,
    controller: u8,
    attached_to: Option<usize>,
    plus: i32,
    minus: i32,
    types: CardTypes,
    supertypes: Supertypes,
    subtypes: BTreeSet<Subtype>,
    colors: Colors,
    keywords: BTreeSet<Keyword>,
    abilities: Vec<Has>,
    power: i32,
    toughness: i32,
    marks: u32,
}

/// What a copy takes of what it copies.
#[derive(Clone, Debug, PartialEq)]
struct Copiable {
    types: CardTypes,
    supertypes: Supertypes,
    subtypes: BTreeSet<Subtype>,
    colors: Colors,
    keywords: BTreeSet<Keyword>,
    abilities: Vec<Ability>,
    size: (i32, i32),
    /// For its mana value.
    data: CardData,
}

/// The effect of a spell that has resolved.
#[derive(Clone, Debug, PartialEq)]
struct Resolved {
    copy: Option<Copiable>,
    words: (u8, u8),
    changes: Vec<Change>,
    on: Vec<usize>,
    numbers: Vec<(i32, i32)>,
    color: Colors,
    player: u8,
    timestamp: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    // First: what an effect gives has its timestamp, and comes behind it.
    Resolved(usize),
    Ability(u32),
}

/// An effect as it stands: what, whose, since when.
#[derive(Clone, Debug, PartialEq)]
struct Continuous {
    key: Key,
    timestamp: u32,
    defining: bool,
    is_static: bool,
    source: usize,
    /// The ability, for one of those.
    tree: Option<Static>,
    changes: Vec<Change>,
}

/// The objects that an effect changes, the numbers for each of them, and those that are the same
/// for all.
type Deed = Option<(Vec<usize>, Vec<Vec<(i32, i32)>>, Vec<(i32, i32)>)>;

#[derive(Clone, Debug)]
struct World {
    six: bool,
    things: Vec<Thing>,
    resolved: Vec<Resolved>,
    /// Effects that have begun to apply, with their objects.
    begun: BTreeMap<Key, (Continuous, Vec<usize>)>,
    next_number: u32,
}

/// Names of layers and sublayers, in order: of 2005 and of 2021.
const SIX: [&str; 11] = ["1", "2", "3", "4", "5", "6a", "6b", "6c", "6d", "6e", "rules"];
const SEVEN: [&str; 12] =
    ["1", "2", "3", "4", "5", "6", "7a", "7b", "7c counters", "7c", "7d", "rules"];

fn layer(change: &Change, e: &Continuous, six: bool) -> &'static str {
    use Change::*;
    let pick = |in_2005, in_2021| if six { in_2005 } else { in_2021 };
    match change {
        CopyOf { .. } => "1",
        Control(_) => "2",
        Text(_) => "3",
        AddTypes { .. } | SetTypes { .. } | AddSuper(_) | LoseSuper(_) | AllCreatureTypes => "4",
        AddColors(_) | SetColors(_) | ChooseColor => "5",
        Gain(_) | Lose(_) | LoseAll => pick("5", "6"),
        SetPt(..) if e.defining => pick("6a", "7a"),
        SetPt(..) => pick("6b", "7b"),
        Pt(..) if e.is_static => pick("6d", "7c"),
        Pt(..) => pick("6b", "7c"),
        SwitchPt => pick("6e", "7d"),
        _ => "rules",
    }
}

impl World {
    fn run(&mut self) {
        let layers: &[&str] = if self.six { &SIX } else { &SEVEN };
        self.run_layers(layers);
    }

    /// What a copy of a thing would take now.
    fn copiable(&self, i: usize) -> Copiable {
        let mut copied = self.clone();
        copied.run_layers(&["1"]);
        let t = copied.things[i].clone();
        let abilities = t.abilities.into_iter().map(|h| h.tree);
        // Mana abilities come with the land types.
        let land = |a: &Ability| matches!(a, Ability::Activated(_));
        Copiable {
            types: t.types,
            supertypes: t.supertypes,
            subtypes: t.subtypes,
            colors: t.colors,
            keywords: t.keywords,
            abilities: abilities.filter(|a| !land(a)).collect(),
            size: (t.power, t.toughness),
            data: t.data,
        }
    }

    fn run_layers(&mut self, layers: &[&str]) {
        for layer in layers {
            if layer.contains("counters") || *layer == "6c" {
                for t in self.things.iter_mut() {
                    t.power = t.power.saturating_add(t.plus - t.minus);
                    t.toughness = t.toughness.saturating_add(t.plus - t.minus);
                }
                continue;
            }
            let mut done = BTreeSet::new();
            while let Some(next) = self.next(layer, &done) {
                self.apply(&next, layer);
                done.insert(next.key);
            }
        }
    }

    /// All effects with a part in the layer that there are now.
    fn effects(&self, in_layer: &str) -> Vec<Continuous> {
        let mut all: Vec<Continuous> = self.begun.values().map(|(e, _)| e.clone()).collect();
        for (source, t) in self.things.iter().enumerate() {
            for has in &t.abilities {
                let key = Key::Ability(has.number);
                let Ability::Static(tree) = &has.tree else { continue };
                if self.begun.contains_key(&key) {
                    continue;
                }
                let (changes, is_define) = match &tree.effect {
                    StaticEffect::Change { changes, .. } => (changes.clone(), false),
                    StaticEffect::Define(changes) => (changes.clone(), true),
                    _ => continue,
                };
                let defining = is_define && (has.given.is_none() || has.copied);
                if t.zone != Zone::Battlefield && !defining {
                    continue;
                }
                all.push(Continuous {
                    key,
                    timestamp: t.timestamp.max(has.given.unwrap_or(0)),
                    defining,
                    is_static: true,
                    source,
                    tree: Some(tree.clone()),
                    changes,
                });
            }
        }
        for (i, r) in self.resolved.iter().enumerate() {
            if !self.begun.contains_key(&Key::Resolved(i)) {
                all.push(Continuous {
                    key: Key::Resolved(i),
                    timestamp: r.timestamp,
                    defining: false,
                    is_static: false,
                    source: usize::MAX,
                    tree: None,
                    changes: r.changes.clone(),
                });
            }
        }
        all.retain(|e| {
            // In 2005 no star is a number outside the battlefield.
            let out = e.is_static && self.things[e.source].zone != Zone::Battlefield;
            let no_star = self.six && out && in_layer == "6a";
            !no_star && e.changes.iter().any(|c| layer(c, e, self.six) == in_layer)
        });
        all
    }

    fn next(&self, layer: &str, done: &BTreeSet<Key>) -> Option<Continuous> {
        let mut waiting = self.effects(layer);
        waiting.retain(|e| !done.contains(&e.key));
        waiting.sort_by_key(|e| (!e.defining, e.timestamp, e.key));
        // For each, those it depends on, directly and through others: it would do something else
        // if they were applied first.
        let n = waiting.len();
        let keys = |w: &World| w.effects(layer).iter().map(|e| e.key).collect::<BTreeSet<_>>();
        let keys_now = keys(self);
        let now: Vec<Deed> = waiting.iter().map(|e| self.deed(e, layer, &keys_now)).collect();
        let after: Vec<(World, BTreeSet<Key>)> = waiting
            .iter()
            .map(|e| {
                let mut world = self.clone();
                world.apply(e, layer);
                let keys = keys(&world);
                (world, keys)
            })
            .collect();
        let depends = |a: usize, b: usize| {
            let apart = a == b || (!self.six && waiting[a].defining != waiting[b].defining);
            let (world, keys) = &after[b];
            !apart && now[a] != world.deed(&waiting[a], layer, keys)
        };
        let direct: Vec<Vec<usize>> =
            (0..n).map(|a| (0..n).filter(|b| depends(a, *b)).collect()).collect();
        let all_reached = |a: usize| {
            let mut reached = BTreeSet::new();
            let mut todo = direct[a].clone();
            while let Some(b) = todo.pop() {
                if reached.insert(b) {
                    todo.extend(&direct[b]);
                }
            }
            reached
        };
        let reached: Vec<BTreeSet<usize>> = (0..n).map(all_reached).collect();
        let free = |a: &usize| reached[*a].iter().all(|b| b == a || reached[*b].contains(a));
        (0..n).find(free).map(|a| waiting[a].clone())
    }

    /// What an effect would do in this layer now; nothing if it is not among those there are.
    fn deed(&self, e: &Continuous, layer: &str, there_are: &BTreeSet<Key>) -> Deed {
        if !there_are.contains(&e.key) {
            return None;
        }
        let on = self.objects(e)?;
        let numbers = on.iter().map(|i| self.numbers(e, layer, *i)).collect();
        Some((on, numbers, self.numbers(e, layer, usize::MAX)))
    }

    /// What it applies to; nothing at all if its condition is false.
    fn objects(&self, e: &Continuous) -> Option<Vec<usize>> {
        if let Some((_, on)) = self.begun.get(&e.key) {
            return Some(on.clone());
        }
        let Some(tree) = &e.tree else {
            let Key::Resolved(i) = e.key else { return None };
            return Some(self.resolved[i].on.clone());
        };
        match &tree.while_ {
            Some(Condition::Compare(a, cmp, b)) => {
                let number = |n| self.amount(n, e.source, usize::MAX);
                if !cmp.holds(number(a), number(b)) {
                    return None;
                }
            }
            other => assert!(other.is_none(), "{other:?}"),
        }
        Some(match &tree.effect {
            StaticEffect::Define(_) => vec![e.source],
            StaticEffect::Change { what: Objects::This, .. } => vec![e.source],
            StaticEffect::Change { what: Objects::Attached, .. } => {
                self.things[e.source].attached_to.into_iter().collect()
            }
            StaticEffect::Change { what: Objects::All(filter), .. } => self.all(filter, e.source),
            other => panic!("{other:?}"),
        })
    }

    fn all(&self, filter: &Filter, source: usize) -> Vec<usize> {
        let zone = match filter.kind {
            Kind::Permanent => Zone::Battlefield,
            Kind::Card(zone) => zone,
            _ => panic!("{filter:?}"),
        };
        (0..self.things.len())
            .filter(|i| self.things[*i].zone == zone)
            .filter(|i| filter.all.iter().all(|p| self.holds(*i, p, source)))
            .collect()
    }

    fn holds(&self, i: usize, p: &Predicate, source: usize) -> bool {
        let t = &self.things[i];
        match p {
            Predicate::Type(x) => t.types.has(*x),
            Predicate::Super(x) => t.supertypes.has(*x),
            Predicate::Sub(x) => t.subtypes.contains(x),
            Predicate::Color(x) => t.colors.has(*x),
            Predicate::Has(x) => t.keywords.contains(x),
            Predicate::Not(p) => !self.holds(i, p, source),
            Predicate::Other => i != source,
            Predicate::Controller(Players::You) => t.controller == self.things[source].controller,
            Predicate::Controller(Players::Opponents) => {
                t.controller != self.things[source].controller
            }
            Predicate::Power(cmp, Amount::N(n)) => cmp.holds(t.power, *n),
            other => panic!("{other:?}"),
        }
    }

    fn amount(&self, a: &Amount, source: usize, each: usize) -> i32 {
        match a {
            Amount::N(n) => *n,
            Amount::Count(filter) => self.all(filter, source).len() as i32,
            Amount::Power(o) if **o == Objects::This => {
                let power = self.things[source].power;
                // What is below 0 is 0 for all that asks (104.2), or stays (107.1b).
                if self.six { power.max(0) } else { power }
            }
            Amount::ManaValue(o) if **o == Objects::That(Ref::Each) => {
                let cost = self.things.get(each).and_then(|t| t.data.cost.as_ref());
                cost.map_or(0, |c| c.value() as i32)
            }
            other => panic!("{other:?}"),
        }
    }

    /// The numbers of the effect's parts in a layer, for one of its objects.
    fn numbers(&self, e: &Continuous, in_layer: &str, each: usize) -> Vec<(i32, i32)> {
        let mut out = Vec::new();
        for (i, change) in e.changes.iter().enumerate() {
            if layer(change, e, self.six) != in_layer {
                continue;
            }
            out.push(match (change, e.key) {
                (Change::Pt(..) | Change::SetPt(..), Key::Resolved(r)) => {
                    self.resolved[r].numbers[i]
                }
                (Change::SetPt(a, b), Key::Ability(_)) => {
                    (self.amount(a, e.source, each), self.amount(b, e.source, each))
                }
                (Change::Pt(a, b), Key::Ability(_)) => {
                    let number = |a: &Amount| match (self.amount(a, e.source, each), a) {
                        (n, Amount::N(_)) => n,
                        // The result of a calculation is never below 0 (107.1b).
                        (n, _) => n.max(0),
                    };
                    (number(a), number(b))
                }
                (Change::Control(_), Key::Ability(_)) => {
                    (i32::from(self.things[e.source].controller), 0)
                }
                (Change::Control(_), Key::Resolved(r)) => (i32::from(self.resolved[r].player), 0),
                (Change::ChooseColor, Key::Resolved(r)) => (i32::from(self.resolved[r].color.0), 0),
                (Change::Text(_), Key::Resolved(r)) => {
                    let (from, to) = self.resolved[r].words;
                    (i32::from(from), i32::from(to))
                }
                (Change::CopyOf { .. }, Key::Resolved(r)) => (r as i32, 0),
                _ => (0, 0),
            });
        }
        out
    }

    fn apply(&mut self, e: &Continuous, in_layer: &str) {
        let Some(mut on) = self.objects(e) else { return };
        self.begun.insert(e.key, (e.clone(), on.clone()));
        if in_layer == "rules" && matches!(e.key, Key::Resolved(_)) {
            // "All permanents" means those that there are now, where no characteristic changes.
            on = self.all(&Filter::default(), usize::MAX);
        }
        let numbers: Vec<_> = on.iter().map(|i| self.numbers(e, in_layer, *i)).collect();
        let six = self.six;
        let here = e.changes.iter().filter(|c| layer(c, e, six) == in_layer);
        for (n, change) in here.enumerate() {
            for (k, i) in on.iter().enumerate() {
                self.change(*i, change, numbers[k][n], e.timestamp);
            }
        }
    }

    fn change(&mut self, i: usize, change: &Change, (a, b): (i32, i32), time: u32) {
        let before = self.basic_lands(i);
        let t = &mut self.things[i];
        match change {
            Change::Pt(..) => {
                // Numbers end where 32 bits do: powers can double a great many times.
                t.power = t.power.saturating_add(a);
                t.toughness = t.toughness.saturating_add(b);
            }
            Change::SetPt(..) => {
                t.power = a;
                t.toughness = b;
            }
            Change::SwitchPt => std::mem::swap(&mut t.power, &mut t.toughness),
            Change::Gain(granted) => {
                for g in granted {
                    self.give(i, &g.ability, Some(time));
                }
            }
            Change::Lose(k) => _ = t.keywords.remove(k),
            Change::LoseAll => lose_all(t),
            Change::AllCreatureTypes => {
                t.subtypes.extend(Subtype::all().filter(|s| s.kind() == SubtypeKind::Creature));
            }
            Change::LoseSuper(s) => t.supertypes = t.supertypes.without(Supertypes::of(*s)),
            Change::CopyOf { except, .. } => {
                let copy = self.resolved[a as usize].copy.clone().unwrap();
                self.copy(i, copy, except, time);
            }
            Change::Text(_) => self.replace_word(i, Word(a as u8), Word(b as u8)),
            Change::AddSuper(s) => t.supertypes = t.supertypes.with(Supertypes::of(*s)),
            Change::AddColors(c) => t.colors = t.colors.with(*c),
            Change::SetColors(c) => t.colors = *c,
            Change::ChooseColor => t.colors = Colors(a as u8),
            Change::Control(_) => t.controller = a as u8,
            Change::AddTypes { types, subtypes } => {
                t.types = t.types.with(*types);
                t.subtypes.extend(subtypes);
                self.give_land_abilities(i, &before);
            }
            Change::SetTypes { types, subtypes } => {
                if !types.is_empty() {
                    t.types = *types;
                }
                let (types, only_subtypes) = (t.types, types.is_empty());
                let stays = |s: &Subtype| {
                    !subtypes.iter().any(|new| new.kind() == s.kind())
                        && match s.kind() {
                            _ if only_subtypes => true,
                            SubtypeKind::Creature => types.has(CardType::Creature),
                            SubtypeKind::Land => types.has(CardType::Land),
                            SubtypeKind::Enchantment => types.has(CardType::Enchantment),
                            other => panic!("{other:?}"),
                        }
                };
                t.subtypes.retain(stays);
                t.subtypes.extend(subtypes);
                let basic = subtypes.iter().any(|s| basic_land_ability(s.name()).is_some());
                if basic && t.types.has(CardType::Land) {
                    lose_all(t);
                    self.give_land_abilities(i, &[]);
                } else {
                    self.give_land_abilities(i, &before);
                }
            }
            other => match Mark::of(other) {
                Some(mark) => t.marks |= mark,
                None => panic!("{other:?}"),
            },
        }
    }

    /// A thing becomes a copy.
    fn copy(&mut self, i: usize, copy: Copiable, except: &[Change], time: u32) {
        let t = &mut self.things[i];
        t.data = copy.data;
        (t.types, t.supertypes, t.subtypes) = (copy.types, copy.supertypes, copy.subtypes);
        (t.colors, t.keywords) = (copy.colors, copy.keywords);
        (t.power, t.toughness) = copy.size;
        t.abilities.clear();
        copy.abilities.iter().for_each(|a| self.give_copied(i, a, time));
        self.give_land_abilities(i, &[]);
        for change in except {
            let t = &mut self.things[i];
            match change {
                Change::SetPt(Amount::N(a), Amount::N(b)) => {
                    (t.power, t.toughness) = (*a, *b);
                    t.abilities.retain(|h| !defines(&h.tree, |c| matches!(c, Change::SetPt(..))));
                }
                Change::SetColors(c) => {
                    t.colors = *c;
                    let sets =
                        |c: &Change| matches!(c, Change::SetColors(_) | Change::AddColors(_));
                    t.abilities.retain(|h| !defines(&h.tree, sets));
                }
                Change::Gain(granted) => {
                    granted.iter().for_each(|g| self.give_copied(i, &g.ability, time));
                }
                other => self.change(i, other, (0, 0), time),
            }
        }
    }

    /// Gives an ability that is part of what is copied.
    fn give_copied(&mut self, i: usize, tree: &Ability, time: u32) {
        self.give(i, tree, Some(time));
        if !matches!(tree, Ability::Keyword(KeywordAbility::Plain(_))) {
            self.things[i].abilities.last_mut().unwrap().copied = true;
        }
    }

    /// One word is another in all of a thing's text.
    fn replace_word(&mut self, i: usize, from: Word, to: Word) {
        let before = self.basic_lands(i);
        let t = &mut self.things[i];
        for has in &mut t.abilities {
            reword_ability(&mut has.tree, from, to);
        }
        let (old, new) = (Subtype::named(from.name()), Subtype::named(to.name()));
        if let (Some(old), Some(new)) = (old, new)
            && from.color().is_none()
            && t.subtypes.remove(&old)
        {
            t.subtypes.insert(new);
        }
        self.give_land_abilities(i, &before);
        for (e, _) in self.begun.values_mut().filter(|(e, _)| e.source == i) {
            e.changes.iter_mut().for_each(|c| reword_change(c, from, to));
        }
    }

    /// The basic land types of a land.
    fn basic_lands(&self, i: usize) -> Vec<Subtype> {
        let t = &self.things[i];
        let basic = |s: &Subtype| basic_land_ability(s.name()).is_some();
        let land = t.types.has(CardType::Land);
        t.subtypes.iter().copied().filter(|s| land && basic(s)).collect()
    }

    fn give_land_abilities(&mut self, i: usize, before: &[Subtype]) {
        let after = self.basic_lands(i);
        for s in before.iter().filter(|s| !after.contains(s)) {
            let old = basic_land_ability(s.name());
            self.things[i].abilities.retain(|h| Some(&h.tree) != old.as_ref());
        }
        for s in after.iter().filter(|s| !before.contains(s)) {
            let new = basic_land_ability(s.name()).unwrap();
            self.give(i, &new, None);
        }
    }

    fn give(&mut self, i: usize, tree: &Ability, given: Option<u32>) {
        if let Ability::Keyword(KeywordAbility::Plain(k)) = tree {
            self.things[i].keywords.insert(*k);
            return;
        }
        self.next_number += 1;
        let has = Has { tree: tree.clone(), given, copied: false, number: self.next_number };
        self.things[i].abilities.push(has);
    }
}

/// Whether an ability does nothing but define something.
fn defines(tree: &Ability, sort: impl Fn(&Change) -> bool) -> bool {
    match tree {
        Ability::Static(Static { effect: StaticEffect::Define(changes), .. }) => {
            changes.iter().all(sort)
        }
        _ => false,
    }
}

fn reword_ability(tree: &mut Ability, from: Word, to: Word) {
    let Ability::Static(s) = tree else { return };
    if let Some(Condition::Compare(a, _, b)) = &mut s.while_ {
        reword_amount(a, from, to);
        reword_amount(b, from, to);
    }
    match &mut s.effect {
        StaticEffect::Change { what, changes } => {
            if let Objects::All(f) = what {
                reword_filter(f, from, to);
            }
            changes.iter_mut().for_each(|c| reword_change(c, from, to));
        }
        StaticEffect::Define(changes) => {
            changes.iter_mut().for_each(|c| reword_change(c, from, to));
        }
        other => panic!("{other:?}"),
    }
}

fn reword_amount(a: &mut Amount, from: Word, to: Word) {
    if let Amount::Count(f) = a {
        reword_filter(f, from, to);
    }
}

fn reword_filter(f: &mut Filter, from: Word, to: Word) {
    f.all.iter_mut().for_each(|p| reword_predicate(p, from, to));
}

fn reword_predicate(p: &mut Predicate, from: Word, to: Word) {
    match p {
        Predicate::Color(c) if Some(*c) == from.color() => *c = to.color().unwrap(),
        Predicate::Sub(s) => *s = reword_subtype(*s, from, to),
        Predicate::Not(p) => reword_predicate(p, from, to),
        _ => {}
    }
}

fn reword_subtype(s: Subtype, from: Word, to: Word) -> Subtype {
    if s.name() == from.name() { sub(to.name()) } else { s }
}

fn reword_colors(colors: &mut Colors, from: Word, to: Word) {
    if let (Some(old), Some(new)) = (from.color(), to.color())
        && colors.has(old)
    {
        *colors = Colors(colors.0 & !Colors::of(old).0).with(Colors::of(new));
    }
}

fn reword_change(change: &mut Change, from: Word, to: Word) {
    match change {
        Change::Pt(a, b) | Change::SetPt(a, b) => {
            reword_amount(a, from, to);
            reword_amount(b, from, to);
        }
        Change::AddTypes { subtypes, .. } | Change::SetTypes { subtypes, .. } => {
            subtypes.iter_mut().for_each(|s| *s = reword_subtype(*s, from, to));
        }
        Change::AddColors(c) | Change::SetColors(c) => reword_colors(c, from, to),
        Change::Gain(granted) => {
            granted.iter_mut().for_each(|g| reword_ability(&mut g.ability, from, to));
        }
        _ => {}
    }
}

fn lose_all(t: &mut Thing) {
    t.keywords.clear();
    t.abilities.clear();
}

/// Marks that abilities set by being there: "this can't block".
fn printed_marks(t: &Thing) -> u32 {
    t.abilities.iter().fold(t.marks, |marks, h| match &h.tree {
        Ability::Static(s) => marks | Mark::printed(s).unwrap_or(0),
        _ => marks,
    })
}

/// The board as it was set up.
fn describe(world: &World) -> String {
    let mut text = format!("six: {}\n", world.six);
    for (i, t) in world.things.iter().enumerate() {
        let data = &t.data;
        text += &format!(
            "{i}: {} {:?} {:?} +{} -{} on {:?}, now {}\n  {:?}\n",
            data.types,
            data.pt.map(|p| p.to_string()),
            t.zone,
            t.plus,
            t.minus,
            t.attached_to,
            t.controller,
            data.abilities
        );
    }
    for r in &world.resolved {
        text += &format!("{:?} on {:?} {:?} {}\n", r.changes, r.on, r.numbers, r.player);
    }
    text
}

fn check(both: &Both) -> Result<(), TestCaseError> {
    for (i, t) in both.world.things.iter().enumerate() {
        let c = both.board.is(both.ids[i]);
        let at = || format!("thing {i}; {}", describe(&both.world));
        prop_assert_eq!((c.power, c.toughness), (t.power, t.toughness), "{}", at());
        prop_assert_eq!(c.types, t.types, "{}", at());
        prop_assert_eq!(c.supertypes, t.supertypes, "{}", at());
        prop_assert_eq!(c.subtypes.iter().collect::<BTreeSet<_>>(), t.subtypes.clone(), "{}", at());
        prop_assert_eq!(c.colors, t.colors, "{}", at());
        prop_assert_eq!(c.keywords.iter().collect::<BTreeSet<_>>(), t.keywords.clone(), "{}", at());
        let look = both.board.look();
        prop_assert_eq!(look.controller(both.ids[i]).map(|p| p.0), Some(t.controller), "{}", at());
        let sorted = |mut all: Vec<String>| {
            all.sort();
            all
        };
        let text = |a: &Ability| format!("{a:?}").split("id: ").next().unwrap_or("").to_owned();
        let mine = c.abilities.iter().map(|a| text(&look.pool.ability(*a).tree)).collect();
        let theirs = t.abilities.iter().map(|h| text(&h.tree)).collect();
        prop_assert_eq!(sorted(mine), sorted(theirs), "{}", at());
        if t.zone == Zone::Battlefield {
            prop_assert_eq!(c.marks, printed_marks(t), "{}", at());
        }
    }
    Ok(())
}

/// How many boards: `SIMPAN_LAYER_BOARDS`, or a few.
fn boards() -> u32 {
    std::env::var("SIMPAN_LAYER_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

/// So that a long run says how far it is (`-- --nocapture`).
static TRIED: AtomicU32 = AtomicU32::new(0);

proptest! {
    #![proptest_config(ProptestConfig {
        cases: boards(),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn layers_agree_with_the_oracle(row in prop::collection::vec(any::<u16>(), 0..220)) {
        let tried = TRIED.fetch_add(1, Ordering::Relaxed) + 1;
        if tried.is_multiple_of(10_000) {
            eprintln!("{tried} boards");
        }
        for rules in [Preset::Y2005, Preset::Y2021] {
            let both = set_up(&mut Dice(&row), rules);
            prop_assume!(both.is_some());
            let Some(mut both) = both else { continue };
            both.board.refresh();
            both.world.run();
            check(&both)?;
            both.board.refresh(); // Nothing is left over from the first time.
            check(&both)?;
        }
    }
}
