//! Finding the continuous effects there are, and making objects what they are by themselves.

use super::reads::looks_outside;
use super::{GROUP_SIGNS, Group, Layer, Origin, Sort, Work, layer_of};
use crate::object::{ObjectKind, UNMODIFIED};
use crate::ruleset::StarWorks;
use simpan_cards::ast::Zone;
use simpan_cards::program::{AbilityId, AbilityKind, CardId, Sign, Signs};
use simpan_engine::ObjectId;
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;

impl Work<'_> {
    /// Goes over all objects once: none is changed, and those outside the battlefield give their
    /// characteristic-defining abilities and the signs of abilities that work where they are.
    pub(super) fn visit_objects(&mut self) -> Signs {
        self.s.changed.clear();
        let mut signs = Signs::NONE;
        for slot in 0..self.s.objects.len() {
            let o = &mut self.s.objects[slot];
            o.modified = UNMODIFIED;
            o.copied = CardId::NONE;
            if o.zone == Zone::Exile && !o.attached_to.is_none() {
                // It haunts a creature and waits for it to leave.
                let leaves = self.pool.card(o.shows).base.signs.has(Sign::Leaves);
                signs = signs.with(if leaves { Signs::of(Sign::Leaves) } else { Signs::NONE });
            }
            let elsewhere = self.pool.elsewhere(o.shows);
            if elsewhere.is_nowhere() || o.zone == Zone::Battlefield {
                continue;
            }
            if !matches!(o.kind, ObjectKind::Card | ObjectKind::Token | ObjectKind::SpellCopy) {
                continue;
            }
            let (zone, id, shows) = (o.zone, o.id(slot), o.shows);
            if elsewhere.is_in(zone) {
                let abilities = self.pool.card(shows).base.abilities.iter();
                let here = abilities.map(|a| self.pool.ability(*a)).filter(|a| a.zone == zone);
                signs = here.fold(signs, |signs, a| signs.with(a.signs));
            }
            if elsewhere.defines() {
                let before = self.groups.len();
                self.collect_outside(id);
                if self.groups.len() != before {
                    signs = signs.with(Signs::of(Sign::Defines));
                }
            }
        }
        signs
    }

    /// The characteristic-defining abilities of an object outside the battlefield: those of power
    /// and toughness work there only in 2021 (2005 rules 208.2, 405.2a; 2021 rule 604.3).
    fn collect_outside(&mut self, id: ObjectId) {
        let o = &self.s.objects[id.index()];
        let (pool, timestamp) = (self.pool, o.timestamp);
        let not_here = match self.s.rules.star_works {
            StarWorks::Everywhere => 0,
            StarWorks::InPlayOnly => Layer::DefinePt.bit(),
        };
        for ability in &pool.card(o.shows).base.abilities {
            let defines = pool.ability(*ability).signs.has(Sign::Defines);
            if defines && holds(rule::CHARACTERISTIC_DEFINING) {
                self.add(Origin::Ability(id, *ability), Sort::Defining, timestamp, not_here);
            }
        }
    }

    /// Goes over the permanents: their static abilities, and who controls them by themselves.
    pub(super) fn visit_permanents(&mut self) -> Signs {
        let mut signs = Signs::NONE;
        for i in 0..self.s.battlefield.len() {
            let id = self.s.battlefield[i];
            let o = &mut self.s.objects[id.index()];
            if o.controller != o.base_controller {
                if !self.moved.iter().any(|(m, _)| *m == id) {
                    self.moved.push((id, o.controller));
                }
                o.controller = o.base_controller;
            }
            let timestamp = o.timestamp;
            let shows = o.shows;
            if shows.index() >= self.pool.len() {
                let base = self.look().base(shows).clone();
                signs = signs.with(base.signs);
                self.collect_printed(id, &base.abilities, timestamp);
                continue;
            }
            let base = &self.pool.card(shows).base;
            signs = signs.with(base.signs);
            if base.signs.0 & GROUP_SIGNS.0 != 0 {
                self.collect_printed(id, &base.abilities, timestamp);
            }
        }
        signs
    }

    /// The static abilities that an object has by itself (or by being a copy).
    pub(super) fn collect_printed(&mut self, id: ObjectId, abilities: &[AbilityId], time: u32) {
        for ability in abilities {
            let signs = self.pool.ability(*ability).signs;
            if signs.has(Sign::Defines) && !holds(rule::CHARACTERISTIC_DEFINING) {
                continue;
            }
            if signs.has(Sign::Defines) {
                self.add(Origin::Ability(id, *ability), Sort::Defining, time, 0);
            } else if signs.has(Sign::Changes) && holds(rule::STATIC_ABILITY) {
                self.add(Origin::Ability(id, *ability), Sort::Static, time, 0);
            }
        }
    }

    /// The effects of resolved spells and abilities.
    pub(super) fn collect_resolved(&mut self) {
        for i in 0..self.s.effects.len() {
            let e = &self.s.effects[i];
            let open = super::open_filter(self.pool, e).is_some();
            if open || !e.affected.is_empty() {
                let timestamp = e.timestamp;
                self.s.volatile |= open;
                self.add(Origin::Effect(i as u16), Sort::Resolved, timestamp, 0);
            }
        }
    }

    /// Adds a group, but not its changes in the layers `not_here`.
    pub(super) fn add(&mut self, origin: Origin, sort: Sort, timestamp: u32, not_here: u16) {
        let mut group = Group { origin, sort, timestamp, layers: 0, set: None };
        let system = self.s.rules.layers;
        for change in self.changes(&group) {
            group.layers |= layer_of(change, sort, system).bit();
        }
        group.layers &= !not_here;
        if let Origin::Ability(_, ability) = origin {
            self.s.volatile |= match &self.pool.ability(ability).kind {
                AbilityKind::Static(s) => looks_outside(s),
                _ => false,
            };
        }
        if group.layers != 0 {
            self.layers |= group.layers;
            self.groups.push(group);
        }
    }
}
