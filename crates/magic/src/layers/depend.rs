//! Dependencies between effects of one layer (2005 rules 418.5c, 418.5d; 2021 rule 613.8).
//!
//! An effect depends on another if applying the other would change whether it exists, what it
//! applies to, or what it does. That is found by trying: the other effect is applied, the first is
//! looked at again, and all is put back. It costs, so it is done only where the texts allow a
//! dependency at all.

use super::apply::Values;
use super::reads::{Facts, of_change, of_static};
use super::{Group, Layer, Origin, Set, Sort, Work, layer_of};
use crate::ruleset::Layers;
use simpan_cards::Characteristics;
use simpan_cards::program::{AbilityKind, CardId};
use simpan_engine::{Effect, ObjectId, PlayerId, order};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// What an effect would do if it were applied now; nothing while it doesn't exist.
type Deed = Option<(Set, Values)>;

/// What an object was before an effect was tried on it.
struct Was {
    slot: usize,
    modified: u16,
    controller: PlayerId,
    copied: CardId,
    record: Option<Characteristics>,
}

/// All that applying an effect changes.
struct Before {
    objects: Vec<Was>,
    records: usize,
    groups: SmallVec<[Group; 8]>,
    sets: usize,
    layers: u16,
    moved: usize,
}

impl Work<'_> {
    /// Whether any waiting effect of a layer could depend on another, by their texts.
    pub(super) fn is_tangled(&self, layer: Layer) -> bool {
        if self.waiting(layer).nth(1).is_none() {
            return false;
        }
        // What anything writes, and what several do.
        let (mut once, mut twice) = (0, 0);
        for i in self.waiting(layer) {
            let writes = self.group_writes(&self.groups[i], layer);
            twice |= once & writes;
            once |= writes;
        }
        self.waiting(layer).any(|a| {
            let group = &self.groups[a];
            let others = twice | once & !self.group_writes(group, layer);
            self.group_reads(group, layer) & others != 0
        })
    }

    /// What decides what a group does in a layer.
    fn group_reads(&self, group: &Group, layer: Layer) -> Facts {
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
        let timed = holds(rule::TIMESTAMP) && holds(rule::EFFECT_OVERRIDE);
        let reads: Vec<Facts> =
            waiting.iter().map(|i| self.group_reads(&self.groups[*i], layer)).collect();
        let writes: Vec<Facts> =
            waiting.iter().map(|i| self.group_writes(&self.groups[*i], layer)).collect();
        let facts = (&reads[..], &writes[..]);
        // Most of the time the first by timestamp depends on nothing.
        let key = |a: &usize| {
            let g = &self.groups[waiting[*a]];
            (g.sort != Sort::Defining, g.timestamp, waiting[*a])
        };
        let first = (0..waiting.len()).min_by_key(key)?;
        if timed && !self.depends_on_any(&waiting, first, facts, layer) {
            return Some(waiting[first]);
        }
        let depends = self.dependencies(&waiting, facts, layer);
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

    /// Whether one of the waiting effects depends on any other of them.
    fn depends_on_any(
        &mut self,
        waiting: &[usize],
        a: usize,
        (reads, writes): (&[Facts], &[Facts]),
        layer: Layer,
    ) -> bool {
        let deed = self.deed(waiting[a], layer);
        for b in 0..waiting.len() {
            if a != b && reads[a] & writes[b] != 0 && self.may(waiting, a, b) {
                let Some(before) = self.keep(waiting[b]) else { continue };
                self.apply(waiting[b], layer);
                let changed = self.deed(waiting[a], layer) != deed;
                self.put_back(before);
                if changed {
                    return true;
                }
            }
        }
        false
    }

    /// For each two of the waiting effects, whether the one depends on the other.
    fn dependencies(
        &mut self,
        waiting: &[usize],
        (reads, writes): (&[Facts], &[Facts]),
        layer: Layer,
    ) -> Vec<bool> {
        let n = waiting.len();
        let deeds: Vec<Deed> = waiting.iter().map(|i| self.deed(*i, layer)).collect();
        let mut depends = vec![false; n * n];
        for b in 0..n {
            let could = |a: usize| a != b && reads[a] & writes[b] != 0 && self.may(waiting, a, b);
            let asking: Vec<usize> = (0..n).filter(|a| could(*a)).collect();
            if asking.is_empty() {
                continue;
            }
            let Some(before) = self.keep(waiting[b]) else { continue };
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

    /// What trying an effect would change; `None` if it does nothing to anything.
    fn keep(&self, index: usize) -> Option<Before> {
        let set = self.affected(&self.groups[index]).filter(|set| !set.is_empty())?;
        let was = |id: &ObjectId| {
            let o = &self.s.objects[id.index()];
            Was {
                slot: id.index(),
                modified: o.modified,
                controller: o.controller,
                copied: o.copied,
                record: self.s.changed.get(usize::from(o.modified)).cloned(),
            }
        };
        Some(Before {
            objects: set.iter().map(was).collect(),
            records: self.s.changed.len(),
            groups: self.groups.clone(),
            sets: self.sets.len(),
            layers: self.layers,
            moved: self.moved.len(),
        })
    }

    fn put_back(&mut self, before: Before) {
        self.s.changed.truncate(before.records);
        for was in before.objects {
            let o = &mut self.s.objects[was.slot];
            (o.modified, o.controller, o.copied) = (was.modified, was.controller, was.copied);
            if let Some(record) = was.record {
                self.s.changed[usize::from(was.modified)] = record;
            }
        }
        self.groups = before.groups;
        self.sets.truncate(before.sets);
        self.layers = before.layers;
        self.moved.truncate(before.moved);
    }
}
