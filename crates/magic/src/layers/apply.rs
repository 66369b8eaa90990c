//! Applying a layer: one effect after the other, each to its objects.

use super::copies;
use super::modify::{self, Numbers};
use super::reads::{Facts, uses_each, writes};
use super::words;
use super::{GROUP_SIGNS, Group, Layer, Origin, Set, Sort, Work, is_modified, layer_of};
use crate::look::{Context, Look};
use crate::object::{Thing, UNMODIFIED};
use crate::state::Registers;
use simpan_cards::ast::{Change, Choice, CounterKind, Objects, StaticEffect, Zone};
use simpan_cards::program::{AbilityId, AbilityKind, CardId};
use simpan_cards::{ChangeAt, Characteristics, Limit, Mark};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::{examining, holds};
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// The numbers of a group's changes in a layer, one row each; for a change that has other numbers
/// for each object, one row an object.
pub(super) type Values = SmallVec<[Numbers; 8]>;

impl<'t> Work<'t> {
    pub(super) fn apply_layer(&mut self, layer: Layer) {
        let mut seen = 0;
        let mut tangled = false;
        loop {
            if seen != self.groups.len() {
                seen = self.groups.len();
                tangled = self.is_tangled(layer);
            }
            let next = if tangled && holds(rule::DEPENDENCY) {
                self.next_by_dependency(layer)
            } else {
                self.next_by_time(layer)
            };
            let Some(next) = next else { break };
            self.apply(next, layer);
            self.groups[next].layers &= !layer.bit();
        }
    }

    /// The groups that are still to be applied in a layer.
    pub(super) fn waiting(&self, layer: Layer) -> impl Iterator<Item = usize> + '_ {
        let waits = move |g: &Group| g.layers & layer.bit() != 0;
        self.groups.iter().enumerate().filter(move |(_, g)| waits(g)).map(|(i, _)| i)
    }

    fn next_by_time(&self, layer: Layer) -> Option<usize> {
        let key = |i: &usize| {
            let g = &self.groups[*i];
            (g.sort != Sort::Defining, g.timestamp, *i)
        };
        if examining() && self.waiting(layer).nth(1).is_some() {
            let defines = |i: usize| self.groups[i].sort == Sort::Defining;
            let any = self.waiting(layer).any(defines);
            if any && !holds(rule::CHARACTERISTIC_DEFINING) {
                return self.waiting(layer).max_by_key(key);
            }
            let timed = any || (holds(rule::TIMESTAMP) && holds(rule::EFFECT_OVERRIDE));
            if !timed {
                return self.waiting(layer).max_by_key(key);
            }
        }
        self.waiting(layer).min_by_key(key)
    }

    /// Applies a group's changes in a layer.
    pub(super) fn apply(&mut self, index: usize, layer: Layer) {
        let group = self.groups[index];
        let anew = if layer == Layer::Rules { self.found_anew(&group) } else { None };
        let Some(set) = anew.or_else(|| self.affected(&group)) else { return };
        if group.layers.count_ones() > 1 && !holds(rule::LAYER_PARTS) {
            self.groups[index].layers = layer.bit();
        }
        if group.set.is_none() && layer != Layer::Rules {
            let from = self.sets.len() as u32;
            self.sets.extend_from_slice(&set);
            self.groups[index].set = Some((from, self.sets.len() as u32));
        }
        let values = self.values(&group, layer, &set);
        let system = self.s.rules.layers;
        let mut row = 0;
        for (number, change) in self.changes(&group).iter().enumerate() {
            if layer_of(change, group.sort, system) != layer {
                continue;
            }
            let each = has_each(&group, change);
            for (k, id) in set.iter().enumerate() {
                let value = values[if each { row + k } else { row }];
                self.make(*id, change, value, (&group, number));
            }
            row += if each { set.len() } else { 1 };
        }
    }

    /// The objects a group applies to; `None` while it doesn't exist or its condition is false.
    pub(super) fn affected(&self, group: &Group) -> Option<Set> {
        if let Some((from, to)) = group.set {
            return Some(self.sets[from as usize..to as usize].iter().copied().collect());
        }
        let (source, ability) = match group.origin {
            Origin::Effect(i) => {
                let e = &self.s.effects[usize::from(i)];
                if examining()
                    && !holds(rule::CONTINUOUS_LOCKED)
                    && let Some(set) = self.found_anew(group)
                {
                    return Some(set);
                }
                return Some(
                    e.affected.iter().copied().filter(|a| self.s.object(*a).is_some()).collect(),
                );
            }
            Origin::Ability(source, ability) => (source, ability),
        };
        let look = self.look();
        let o = self.s.object(source)?;
        let AbilityKind::Static(s) = &self.pool.ability(ability).kind else { return None };
        let ctx = Context::of(source, o.controller);
        if s.while_.as_ref().is_some_and(|w| !look.condition(w, ctx)) {
            return None;
        }
        let mut set = Set::new();
        match &s.effect {
            StaticEffect::Change { what: Objects::All(filter), .. } => {
                look.each(filter, ctx, |id| set.push(id));
                look.each_in_progress(filter, ctx, |id| set.push(id));
            }
            StaticEffect::Change { what: Objects::Attached, .. } => {
                let host = o.attached_to.some().filter(|h| self.s.object(*h).is_some());
                set.extend(host);
            }
            _ => set.push(source),
        }
        if examining()
            && !self.is_constant(source, &set)
            && !(holds(rule::CONTINUOUS_STATIC) && holds(rule::STATIC_FOLLOWS))
        {
            let before = o.timestamp;
            set.retain(|id| self.s.objects[id.index()].timestamp <= before);
        }
        Some(set)
    }

    /// What a resolved effect that speaks of all objects of a sort would find now.
    fn found_anew(&self, group: &Group) -> Option<Set> {
        let Origin::Effect(i) = group.origin else { return None };
        let e = &self.s.effects[usize::from(i)];
        let action = super::action_at(self.pool, e.program, e.op)?;
        let simpan_cards::ast::Action::Change { what: Objects::All(filter), .. } = action else {
            return None;
        };
        let mut set = Set::new();
        self.look().each(filter, self.context(group), |id| set.push(id));
        Some(set)
    }

    /// Whether nothing that a static ability applies to has come after its object.
    fn is_constant(&self, source: ObjectId, set: &Set) -> bool {
        let time = |id: &ObjectId| self.s.objects[id.index()].timestamp;
        set.iter().all(|id| time(id) <= time(&source))
    }

    /// The numbers of a group's changes in a layer.
    pub(super) fn values(&self, group: &Group, layer: Layer, set: &[ObjectId]) -> Values {
        let ctx = self.context(group);
        let look = self.look();
        let system = self.s.rules.layers;
        let mut values = Values::new();
        for (number, change) in self.changes(group).iter().enumerate() {
            if layer_of(change, group.sort, system) != layer {
                continue;
            }
            match group.origin {
                Origin::Effect(i) => values.push(self.locked(usize::from(i), number)),
                Origin::Ability(..) if has_each(group, change) => {
                    for id in set {
                        let each = Thing::Object(*id);
                        let regs = Registers { each, ..Registers::default() };
                        values.push(evaluate(look, change, Context { regs: Some(&regs), ..ctx }));
                    }
                }
                Origin::Ability(..) => values.push(evaluate(look, change, ctx)),
            }
        }
        values
    }

    /// The numbers that a resolved effect's change was locked in with.
    fn locked(&self, effect: usize, number: usize) -> Numbers {
        let numbers = &self.s.effects[effect].numbers;
        let get = |i| numbers.get(2 * number + i).copied().unwrap_or(0);
        [get(0), get(1)]
    }

    /// Makes one change to one object.
    fn make(
        &mut self,
        id: ObjectId,
        change: &'t Change,
        value: Numbers,
        (group, number): (&Group, usize),
    ) {
        match change {
            Change::CopyOf { except, .. } => self.become_copy(id, value[0], except, group),
            Change::Control(_) => self.set_controller(id, value[0]),
            Change::Text(_) => self.replace_word(id, value[0]),
            _ if layer_of(change, group.sort, self.s.rules.layers) == Layer::Rules => {
                self.limit(id, change, (group, number));
            }
            Change::GainActivated(_) => self.gain_locked(id, group),
            _ => {
                let pool = self.pool;
                if modify::modify(self.edit(id), change, value, pool) {
                    self.lose_effects(id);
                }
                if let Change::Gain(_) = change {
                    self.collect_granted(id, change, group.timestamp);
                }
            }
        }
    }

    /// Abilities that were found as an effect began: they stand behind the numbers of its changes.
    fn gain_locked(&mut self, id: ObjectId, group: &Group) {
        let Origin::Effect(i) = group.origin else { return };
        let first = 2 * self.changes(group).len();
        let numbers = &self.s.effects[usize::from(i)].numbers;
        let gained: SmallVec<[AbilityId; 4]> =
            numbers.iter().skip(first).map(|n| AbilityId(*n as u16)).collect();
        let pool = self.pool;
        let c = self.edit(id);
        for ability in gained {
            c.abilities.push(ability);
            c.signs = c.signs.with(pool.ability(ability).signs);
        }
    }

    /// The characteristics of an object, to be changed.
    fn edit(&mut self, id: ObjectId) -> &mut Characteristics {
        let at = id.index();
        if !is_modified(self.s, id) {
            let base = self.look().base(self.s.objects[at].shows).clone();
            self.s.objects[at].modified = self.s.changed.len() as u16;
            self.s.changed.push(base);
        }
        let record = usize::from(self.s.objects[at].modified);
        debug_assert!(record < usize::from(UNMODIFIED));
        &mut self.s.changed[record]
    }

    /// Static abilities that were given make effects of their own, not older than their giver
    /// (2005 rule 418.5f, 2021 rule 613.7a); none of them defines (2021 rule 604.3a).
    fn collect_granted(&mut self, id: ObjectId, change: &Change, timestamp: u32) {
        let Change::Gain(granted) = change else { return };
        for g in granted {
            if g.id != AbilityId::NONE && self.pool.ability(g.id).signs.0 & GROUP_SIGNS.0 != 0 {
                let time = timestamp.max(self.s.objects[id.index()].timestamp);
                self.add(Origin::Ability(id, g.id), Sort::Static, time, 0);
            }
        }
    }

    /// An object becomes a copy: it has the copiable values of another and keeps what other
    /// effects do to it (2005 rule 503.4, 2021 rule 707.4).
    fn become_copy(&mut self, id: ObjectId, of: i32, except: &'t [Change], group: &Group) {
        let of = CardId(of as u16);
        if of.index() >= self.pool.len() + self.s.values.len() {
            return;
        }
        let this = match group.origin {
            Origin::Ability(_, ability) => Some(ability),
            Origin::Effect(i) => self.pool.ability_of(self.s.effects[usize::from(i)].program),
        };
        let o = &self.s.objects[id.index()];
        if !holds(rule::COPY) {
            return;
        }
        let copy = o.shows != o.card || o.copied != CardId::NONE;
        if copy && !holds(rule::COPY_AGAIN) {
            return;
        }
        let own = self.s.objects[id.index()].copiable();
        let this = this.unwrap_or(AbilityId::NONE);
        let shows = copies::with_exceptions(self.pool, self.s, of, own, (except, this));
        self.s.objects[id.index()].copied = shows;
        // A face-down permanent shows the same, whatever it copies (2021 rules 613.2b, 708.10).
        if self.s.objects[id.index()].face_down() {
            return;
        }
        let base = self.look().base(shows).clone();
        let time = group.timestamp.max(self.s.objects[id.index()].timestamp);
        let abilities = base.abilities.clone();
        *self.edit(id) = base;
        self.lose_effects(id);
        self.collect_printed(id, &abilities, time);
    }

    /// A word of an object's text is another: in its rules text and on its type line, never in its
    /// name or mana symbols (2005 rule 418.6a, 2021 rule 612.2).
    fn replace_word(&mut self, id: ObjectId, pair: i32) {
        if pair < 0 || self.s.object(id).is_none() {
            return;
        }
        let (from, to) = words::unpack(pair as u16);
        let pool = self.pool;
        if !words::concerns(self.look().now(&self.s.objects[id.index()]), from, to, pool) {
            return;
        }
        words::replace(self.edit(id), from, to, pool);
        for g in &mut self.groups {
            if let Origin::Ability(source, ability) = &mut g.origin
                && *source == id
            {
                *ability = pool.reword(*ability, from, to);
            }
        }
    }

    /// An object has lost its abilities: their effects that haven't begun to apply never do.
    fn lose_effects(&mut self, id: ObjectId) {
        let its = |g: &Group| matches!(g.origin, Origin::Ability(source, _) if source == id);
        for g in self.groups.iter_mut().filter(|g| its(g) && g.set.is_none()) {
            g.layers = 0;
        }
    }

    fn set_controller(&mut self, id: ObjectId, player: i32) {
        if player < 0 || player as usize >= self.s.players.len() {
            return;
        }
        let o = &mut self.s.objects[id.index()];
        if o.zone != Zone::Battlefield {
            return;
        }
        if !self.moved.iter().any(|(m, _)| *m == id) {
            self.moved.push((id, o.controller));
        }
        o.controller = PlayerId(player as u8);
    }

    fn limit(&mut self, id: ObjectId, change: &Change, (group, number): (&Group, usize)) {
        if let Some(mark) = Mark::of(change) {
            self.edit(id).marks |= mark;
            return;
        }
        let at = match group.origin {
            Origin::Ability(_, ability) => ChangeAt::Ability(ability),
            Origin::Effect(i) => {
                let e = &self.s.effects[usize::from(i)];
                ChangeAt::Program(e.program, e.op)
            }
        };
        let ctx = self.context(group);
        let limit = Limit { at, change: number as u8, source: ctx.source, you: ctx.you };
        self.edit(id).limits.push(limit);
    }

    /// +1/+1 and -1/-1 counters.
    pub(super) fn apply_counters(&mut self) {
        for i in 0..self.s.counters.len() {
            let row = self.s.counters[i];
            let n = match row.kind {
                CounterKind::PlusOne => i32::from(row.count),
                CounterKind::MinusOne => -i32::from(row.count),
                _ => continue,
            };
            if self.s.object(row.on).is_some() {
                let c = self.edit(row.on);
                c.power = c.power.saturating_add(n);
                c.toughness = c.toughness.saturating_add(n);
            }
        }
    }

    /// What a group writes in a layer; see [`super::reads`].
    pub(super) fn group_writes(&self, group: &Group, layer: Layer) -> Facts {
        let system = self.s.rules.layers;
        let here = |c: &&Change| layer_of(c, group.sort, system) == layer;
        self.changes(group).iter().filter(here).fold(0, |all, c| all | writes(c, self.pool))
    }
}

/// Whether the change has other numbers for each object.
fn has_each(group: &Group, change: &Change) -> bool {
    match change {
        Change::Pt(a, b) | Change::SetPt(a, b) => {
            matches!(group.origin, Origin::Ability(..)) && (uses_each(a) || uses_each(b))
        }
        _ => false,
    }
}

/// The numbers of a static ability's change, found now.
fn evaluate(look: Look<'_>, change: &Change, ctx: Context<'_>) -> Numbers {
    match change {
        Change::Pt(a, b) => [look.result(a, ctx), look.result(b, ctx)],
        Change::SetPt(a, b) => [look.amount(a, ctx), look.amount(b, ctx)],
        Change::Control(who) => [look.players(who, ctx).first().map_or(-1, |p| i32::from(p.0)), 0],
        Change::CopyOf { of, .. } => {
            let first = look.objects_now(of, ctx).first().and_then(|id| look.object_or_last(*id));
            [i32::from(first.map_or(CardId::NONE, |o| o.copiable()).0), 0]
        }
        Change::ChooseColor => {
            let chosen = look.chosen(ctx.source, Choice::Color).filter(|n| *n < 5);
            [chosen.map_or(0, |n| 1 << n), 0]
        }
        _ => [0, 0],
    }
}
