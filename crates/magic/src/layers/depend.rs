//! Dependencies between effects of one layer (2005 rules 418.5c, 418.5d; 2021 rule 613.8).
//!
//! An effect depends on another if applying the other would change whether it exists, what it
//! applies to, or what it does. That is found by trying: the other effect is applied, the first is
//! looked at again, and all is put back. It costs, so it is done only where the texts allow a
//! dependency at all.

use super::apply::Values;
use super::reads::{of_change, of_static};
use super::{Group, Layer, Origin, Set, Sort, Work, layer_of};
use crate::ruleset::Layers;
use simpan_cards::Characteristics;
use simpan_cards::program::AbilityKind;
use simpan_engine::{Effect, ObjectId, PlayerId, order};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// What an effect would do if it were applied now; nothing while it doesn't exist.
type Deed = Option<(Set, Values)>;

/// All that applying an effect changes.
struct Before {
    changed: Vec<Characteristics>,
    objects: Vec<(u16, PlayerId)>,
    groups: SmallVec<[Group; 8]>,
    sets: SmallVec<[ObjectId; 32]>,
    layers: u16,
    moved: usize,
}

impl Work<'_> {
    /// Whether any waiting effect of a layer could depend on another, by their texts.
    pub(super) fn is_tangled(&self, layer: Layer) -> bool {
        if self.waiting(layer).nth(1).is_none() {
            return false;
        }
        let writes = |i: usize| self.group_writes(&self.groups[i], layer);
        let all = self.waiting(layer).fold(0, |all, i| all | writes(i));
        self.waiting(layer).any(|a| {
            let reads = self.group_reads(&self.groups[a], layer);
            reads & all != 0
                && (self.waiting(layer).filter(|b| *b != a)).any(|b| reads & writes(b) != 0)
        })
    }

    /// What decides what a group does in a layer.
    fn group_reads(&self, group: &Group, layer: Layer) -> u8 {
        let Origin::Ability(_, id) = group.origin else { return 0 };
        let begins = match &self.pool.ability(id).kind {
            AbilityKind::Static(s) if group.set.is_none() => of_static(s),
            _ => 0,
        };
        let system = self.s.rules.layers;
        let here = self.changes(group).iter().filter(|c| layer_of(c, group.sort, system) == layer);
        here.fold(begins, |all, c| all | of_change(c))
    }

    /// The effect to apply next, after those it depends on.
    pub(super) fn next_by_dependency(&mut self, layer: Layer) -> Option<usize> {
        let waiting: Vec<usize> = self.waiting(layer).collect();
        if waiting.len() < 2 {
            return waiting.first().copied();
        }
        let depends = self.dependencies(&waiting, layer);
        let timed = holds(rule::TIMESTAMP);
        let effects: Vec<Effect> = waiting
            .iter()
            .map(|i| &self.groups[*i])
            .map(|g| {
                let timestamp = if timed { g.timestamp } else { u32::MAX - g.timestamp };
                Effect { timestamp, first: g.sort == Sort::Defining }
            })
            .collect();
        let none = vec![false; effects.len()];
        order(&effects, &none, |a, b| depends[a * effects.len() + b]).map(|i| waiting[i])
    }

    /// For each two of the waiting effects, whether the one depends on the other.
    fn dependencies(&mut self, waiting: &[usize], layer: Layer) -> Vec<bool> {
        let n = waiting.len();
        let reads: Vec<u8> =
            waiting.iter().map(|i| self.group_reads(&self.groups[*i], layer)).collect();
        let writes: Vec<u8> =
            waiting.iter().map(|i| self.group_writes(&self.groups[*i], layer)).collect();
        let deeds: Vec<Deed> = waiting.iter().map(|i| self.deed(*i, layer)).collect();
        let mut depends = vec![false; n * n];
        for b in 0..n {
            let could = |a: usize| a != b && reads[a] & writes[b] != 0 && self.may(waiting, a, b);
            let asking: Vec<usize> = (0..n).filter(|a| could(*a)).collect();
            if asking.is_empty() {
                continue;
            }
            let before = self.keep();
            self.apply(waiting[b], layer);
            for a in asking {
                depends[a * n + b] = self.deed(waiting[a], layer) != deeds[a];
            }
            self.put_back(before);
        }
        depends
    }

    /// Characteristic-defining abilities and other effects don't depend on each other in 2021
    /// (rule 613.8a); in 2005 they can (rule 418.5d).
    fn may(&self, waiting: &[usize], a: usize, b: usize) -> bool {
        let defines = |i: usize| self.groups[waiting[i]].sort == Sort::Defining;
        self.s.rules.layers == Layers::Six || defines(a) == defines(b)
    }

    fn deed(&self, index: usize, layer: Layer) -> Deed {
        let group = &self.groups[index];
        if group.layers & layer.bit() == 0 {
            return None;
        }
        let set = self.affected(group)?;
        let values = self.values(group, layer, &set);
        Some((set, values))
    }

    fn keep(&self) -> Before {
        Before {
            changed: self.s.changed.clone(),
            objects: self.s.objects.iter().map(|o| (o.modified, o.controller)).collect(),
            groups: self.groups.clone(),
            sets: self.sets.clone(),
            layers: self.layers,
            moved: self.moved.len(),
        }
    }

    fn put_back(&mut self, before: Before) {
        self.s.changed = before.changed;
        for (o, (modified, controller)) in self.s.objects.iter_mut().zip(before.objects) {
            (o.modified, o.controller) = (modified, controller);
        }
        self.groups = before.groups;
        self.sets = before.sets;
        self.layers = before.layers;
        self.moved.truncate(before.moved);
    }
}
