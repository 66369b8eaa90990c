//! The only functions that change what a player could see. Each emits exactly one event.
//!
//! They ask nothing and replace nothing: that is the pipeline's part. Where the rule that an atom
//! is called with doesn't hold (see [`simpan_rulebook::marker`]), it does nothing.

mod face;
mod phasing;

use crate::event::EventKind;
use crate::object::{Flags, Object, ObjectKind, Thing, UNMODIFIED};
use crate::state::{CounterRow, LastKnown, ManaPool, State, Tag, Tagged};
use crate::table::Table;
use crate::triggers::Going;
use simpan_cards::ast::{CounterKind, Step, Zone};
use simpan_cards::program::{AbilityId, CardId, Sign};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// Where in an ordered zone an object is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Top,
    Bottom,
}

impl Table<'_> {
    // --- arena ------------------------------------------------------------------------------

    /// A free slot for an object in a zone of that sort, as a new incarnation.
    fn slot(&mut self, hidden: bool) -> u16 {
        let free = if hidden { &mut self.s.free_hidden } else { &mut self.s.free_public };
        if let Some(slot) = free.pop() {
            return slot;
        }
        let slot = self.s.objects.len() as u16;
        let nobody = PlayerId(0);
        self.s.objects.push(Object {
            card: CardId::NONE,
            shows: CardId::NONE,
            copied: CardId::NONE,
            kind: ObjectKind::Free,
            zone: Zone::Exile,
            owner: nobody,
            controller: nobody,
            base_controller: nobody,
            chosen: Default::default(),
            flags: Flags::default(),
            incarnation: 0,
            modified: UNMODIFIED,
            used: 0,
            attached_to: ObjectId::NONE,
            damage: 0,
            timestamp: 0,
            since: 0,
        });
        slot
    }

    fn release(&mut self, slot: u16, hidden: bool) {
        let o = &mut self.s.objects[slot as usize];
        o.kind = ObjectKind::Free;
        o.incarnation = o.incarnation.wrapping_add(1);
        o.modified = UNMODIFIED;
        let free = if hidden { &mut self.s.free_hidden } else { &mut self.s.free_public };
        free.push(slot);
    }

    /// Makes a new object in a zone, without an event; the atoms around it give one.
    fn create(&mut self, kind: ObjectKind, card: CardId, owner: PlayerId, zone: Zone) -> ObjectId {
        let slot = self.slot(zone.is_hidden());
        let timestamp = self.tick();
        let turn = self.s.turn.number;
        let o = &mut self.s.objects[slot as usize];
        *o = Object {
            card,
            shows: card,
            copied: CardId::NONE,
            kind,
            zone,
            owner,
            controller: owner,
            base_controller: owner,
            chosen: Default::default(),
            flags: Flags::default(),
            incarnation: o.incarnation,
            modified: UNMODIFIED,
            used: 0,
            attached_to: ObjectId::NONE,
            damage: 0,
            timestamp,
            since: turn,
        };
        ObjectId { slot, incarnation: o.incarnation }
    }

    pub(crate) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.s.objects.get_mut(id.index()).filter(|o| o.incarnation == id.incarnation)
    }

    fn zone_list(&mut self, zone: Zone, player: PlayerId) -> Option<&mut Vec<ObjectId>> {
        let p = &mut self.s.players[player.index()];
        match zone {
            Zone::Library => Some(&mut p.library),
            Zone::Hand => Some(&mut p.hand),
            Zone::Graveyard => Some(&mut p.graveyard),
            Zone::Outside => Some(&mut p.sideboard),
            Zone::Battlefield => Some(&mut self.s.battlefield),
            Zone::Exile => Some(&mut self.s.exile),
            Zone::Command => Some(&mut self.s.command),
            Zone::PhasedOut => Some(&mut self.s.phased_out),
            Zone::Stack => None,
        }
    }

    /// Takes a spell or ability off the stack; a spell that an ability speaks of is kept in mind.
    pub(crate) fn take_from_stack(&mut self, id: ObjectId) {
        let thing = Thing::Object(id);
        let s = &mut *self.s;
        if let Some(at) = s.stack.iter().position(|e| e.object == id) {
            let entry = s.stack.remove(at);
            let asked = s.stack.iter().any(|e| e.regs.triggering == thing)
                || s.waiting.iter().any(|w| w.regs.triggering == thing);
            s.left_stack.extend(asked.then_some(entry));
        }
    }

    fn take_from_list(&mut self, id: ObjectId, zone: Zone, owner: PlayerId) {
        if zone == Zone::Stack {
            self.take_from_stack(id);
        } else if let Some(list) = self.zone_list(zone, owner) {
            // Most moves are from the end (the top of a library, a card just arrived).
            if let Some(at) = list.iter().rposition(|x| *x == id) {
                list.remove(at);
            }
        }
    }

    /// Keeps what an object was, for as long as anything may ask.
    fn remember(&mut self, id: ObjectId, became: ObjectId) {
        let Some(object) = self.s.object(id).copied() else { return };
        let characteristics = self.look().now(&object).clone();
        let counters = if object.flags.has(Flags::COUNTERS) {
            self.s.counters.iter().filter(|r| r.on == id).map(|r| (r.kind, r.count)).collect()
        } else {
            SmallVec::new()
        };
        self.s.last_known.push(LastKnown { id, object, characteristics, counters, became });
    }

    // --- zones ------------------------------------------------------------------------------

    /// Puts a card into a library while a game is set up; no event.
    pub(crate) fn set_up_card(&mut self, card: CardId, owner: PlayerId, zone: Zone) -> ObjectId {
        let id = self.create(ObjectKind::Card, card, owner, zone);
        if let Some(list) = self.zone_list(zone, owner) {
            list.push(id);
        }
        if zone == Zone::Battlefield {
            self.s.objects[id.index()].since = 0;
        }
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        id
    }

    /// Moves an object to a zone; a token or copy that leaves the battlefield or stack is moved
    /// too and ceases to exist at the next state-based check. Returns the new object.
    ///
    /// Onto the battlefield objects go by [`Table::enter`], onto the stack by their announcement.
    pub(crate) fn move_to(
        &mut self,
        id: ObjectId,
        to: Zone,
        place: Place,
        rule: RuleId,
    ) -> ObjectId {
        let Some(old) = self.s.object(id).copied().filter(|_| holds(rule)) else {
            return ObjectId::NONE;
        };
        let from = old.zone;
        if from == Zone::Battlefield {
            self.note_leaving(id, to, Going::Moved);
        }
        if old.face_down() {
            self.reveal(id, rule::FACE_DOWN_REVEALED);
        }
        let new = self.renew(id, to);
        if let Some(list) = self.zone_list(to, old.owner) {
            match place {
                Place::Top => list.push(new),
                Place::Bottom => list.insert(0, new),
            }
        }
        let player = old.owner;
        let kind = EventKind::Moved { id, to_id: new, card: old.card, from, to, player };
        self.emit(kind, rule);
        new
    }

    /// Takes an object out of its zone and makes it the new object that it becomes in another:
    /// new incarnation, new slot between hidden and public zones, nothing remembered but by
    /// last-known information. The caller puts it into the zone's list.
    pub(crate) fn renew(&mut self, id: ObjectId, to: Zone) -> ObjectId {
        let old = self.s.objects[id.index()];
        let from = old.zone;
        let crosses = from.is_hidden() != to.is_hidden();
        let slot = if crosses { self.slot(to.is_hidden()) } else { id.slot };
        let incarnation = if crosses {
            self.s.objects[slot as usize].incarnation
        } else {
            old.incarnation.wrapping_add(u16::from(holds(rule::NEW_OBJECT)))
        };
        let new = ObjectId { slot, incarnation };
        let public = matches!(from, Zone::Graveyard | Zone::Exile);
        let shown = from == Zone::Hand && !matches!(to, Zone::Stack | Zone::Battlefield);
        if matches!(from, Zone::Battlefield | Zone::Stack) || public || shown {
            self.remember(id, new);
        }
        if from == Zone::Graveyard {
            self.note_leaving(id, to, Going::Moved);
        }
        if from == Zone::Battlefield {
            self.leave_battlefield(id, &old);
        }
        self.take_from_list(id, from, old.owner);
        let timestamp = self.tick();
        let turn = self.s.turn.number;
        if crosses {
            self.release(id.slot, from.is_hidden());
        }
        self.s.objects[slot as usize] = Object {
            card: old.card,
            shows: old.card,
            copied: CardId::NONE,
            // A copy of a permanent spell becomes a token (2021 rule 707.10f).
            kind: match old.kind {
                ObjectKind::SpellCopy if to == Zone::Battlefield => ObjectKind::Token,
                kind => kind,
            },
            zone: to,
            owner: old.owner,
            controller: old.owner,
            base_controller: old.owner,
            chosen: Default::default(),
            flags: Flags::default(),
            incarnation,
            modified: UNMODIFIED,
            used: 0,
            attached_to: ObjectId::NONE,
            damage: 0,
            timestamp,
            since: turn,
        };
        self.carry_over(id, new, &old, to);
        self.unsettle(&old, to);
        new
    }

    /// What stays with an object although it is a new one.
    fn carry_over(&mut self, id: ObjectId, new: ObjectId, old: &Object, to: Zone) {
        if old.flags.has(Flags::COUNTERS)
            && old.zone == Zone::Battlefield
            && !holds(rule::COUNTERS_LOST)
        {
            self.s.counters.iter_mut().filter(|r| r.on == id).for_each(|r| r.on = new);
            self.s.objects[new.index()].flags.set(Flags::COUNTERS, true);
        }
        if old.zone == Zone::Stack && to == Zone::Battlefield {
            // What changed a permanent spell goes on changing the permanent (2005 rule 217.1c,
            // 2021 rule 400.7a).
            let affected = self.s.effects.iter_mut().flat_map(|e| e.affected.iter_mut());
            let goes_on = |a: &&mut ObjectId| **a == id && holds(rule::PERMANENT_SPELL_CHANGED);
            affected.filter(goes_on).for_each(|a| *a = new);
            // So does an effect on damage from the spell (2005 rule 419.8a, 2021 rule 609.7a).
            let held = self.s.effects.iter_mut().filter_map(|e| e.held.as_deref_mut());
            let chosen = held.filter_map(|h| h.chosen.as_mut());
            chosen.filter(|c| **c == id).for_each(|c| *c = new);
        }
    }

    /// Notes what has to be looked at again once an object has moved.
    fn unsettle(&mut self, old: &Object, to: Zone) {
        use simpan_cards::program::Signs;
        const WATCH: Signs = Signs::of(Sign::Changes)
            .with(Signs::of(Sign::Defines))
            .with(Signs::of(Sign::ChangesPlayers));
        let elsewhere = self.pool.card(old.card).works_elsewhere;
        self.s.dirty.layers |= old.zone == Zone::Battlefield
            || to == Zone::Battlefield
            || self.s.signs.meets(WATCH)
            || old.modified != UNMODIFIED
            || elsewhere;
        if elsewhere {
            // What it waits for there may be part of the same event.
            self.s.signs = self.s.signs.with(self.pool.card(old.card).base.signs);
        }
        self.s.dirty.state_based = true;
    }

    fn leave_battlefield(&mut self, id: ObjectId, old: &Object) {
        if old.flags.has(Flags::COUNTERS) && holds(rule::COUNTERS_LOST) {
            self.s.counters.retain(|r| r.on != id);
        }
        self.s.shields.retain(|s| s.on != Thing::Object(id));
        self.s.copied_under.retain(|(x, _)| *x != id);
        self.drop_from_combat(id);
    }

    /// Takes a creature's records out of combat, without an event.
    fn drop_from_combat(&mut self, id: ObjectId) -> bool {
        let combat = &mut self.s.combat;
        let before = combat.attackers.len() + combat.blockers.len();
        if before == 0 {
            return false;
        }
        combat.attackers.retain(|a| a.id != id);
        combat.blockers.retain(|b| b.id != id);
        let was = before != combat.attackers.len() + combat.blockers.len();
        for attacker in &mut combat.attackers {
            let before = attacker.blockers.len();
            attacker.blockers.retain(|b| *b != id);
            attacker.lost_blocker |= attacker.blockers.len() < before;
        }
        for blocker in &mut combat.blockers {
            blocker.attackers.retain(|a| *a != id);
        }
        was
    }

    /// A creature (or what was one) is removed from combat.
    pub(crate) fn leave_combat(&mut self, id: ObjectId, rule: RuleId) {
        if holds(rule) && self.drop_from_combat(id) {
            self.s.dirty.layers = true;
            self.emit(EventKind::LeftCombat { id }, rule);
        }
    }

    /// An object comes to the battlefield. `shape` gives it its looks there.
    pub(crate) fn enter(
        &mut self,
        id: ObjectId,
        controller: PlayerId,
        rule: RuleId,
        shape: impl FnOnce(&mut Object),
    ) -> ObjectId {
        // A token that has left can't come back (216.3, 111.8).
        let gone = |o: &Object| o.kind == ObjectKind::Token && o.zone != Zone::Battlefield;
        let Some(old) = self.s.object(id).copied().filter(|o| holds(rule) && !gone(o)) else {
            return ObjectId::NONE;
        };
        let new = self.renew(id, Zone::Battlefield);
        let o = &mut self.s.objects[new.index()];
        let controller =
            if controller == o.owner || holds(rule::CONTROLLER) { controller } else { o.owner };
        o.controller = controller;
        o.base_controller = controller;
        if old.zone == Zone::Stack && old.face_down() {
            o.shows = old.shows;
            o.flags.set(Flags::FACE_DOWN, true);
        }
        shape(o);
        if !holds(rule::STATUS) {
            o.flags.set(Flags::TAPPED, true);
        }
        let (host, card) = (o.attached_to, o.face());
        self.s.battlefield.push(new);
        if let Some(host) = self.object_mut(host) {
            host.flags.set(Flags::HOST, true);
        }
        let kind = EventKind::Moved {
            id,
            to_id: new,
            card,
            from: old.zone,
            to: Zone::Battlefield,
            player: controller,
        };
        self.emit(kind, rule);
        new
    }

    /// A token comes to be. `shape` gives it its looks.
    pub(crate) fn create_token(
        &mut self,
        card: CardId,
        owner: PlayerId,
        controller: PlayerId,
        rule: RuleId,
        shape: impl FnOnce(&mut Object),
    ) -> ObjectId {
        if !holds(rule) {
            return ObjectId::NONE;
        }
        let kind = if holds(rule::TOKEN) { ObjectKind::Token } else { ObjectKind::Card };
        let id = self.create(kind, card, owner, Zone::Battlefield);
        let o = &mut self.s.objects[id.index()];
        o.controller = controller;
        o.base_controller = controller;
        shape(o);
        let host = o.attached_to;
        self.s.battlefield.push(id);
        if let Some(host) = self.object_mut(host) {
            host.flags.set(Flags::HOST, true);
        }
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        self.emit(EventKind::TokenCreated { id, card, player: controller }, rule);
        id
    }

    /// An ability (or combat damage) becomes an object on the stack; its announcement emits the
    /// event.
    pub(crate) fn create_on_stack(
        &mut self,
        kind: ObjectKind,
        card: CardId,
        controller: PlayerId,
    ) -> ObjectId {
        self.create(kind, card, controller, Zone::Stack)
    }

    /// Something that isn't a card ceases to exist.
    pub(crate) fn cease(&mut self, id: ObjectId, rule: RuleId) {
        let Some(old) = self.s.object(id).copied().filter(|_| holds(rule)) else { return };
        if matches!(old.zone, Zone::Battlefield | Zone::Stack) {
            self.remember(id, ObjectId::NONE);
        }
        if old.zone == Zone::Battlefield {
            self.leave_battlefield(id, &old);
            self.s.dirty.layers = true;
        }
        self.take_from_list(id, old.zone, old.owner);
        self.release(id.slot, old.zone.is_hidden());
        self.emit(EventKind::Ceased { id, kind: old.kind }, rule);
    }

    // --- status -----------------------------------------------------------------------------

    /// Taps a permanent; `false` if it was tapped already or isn't there.
    pub(crate) fn tap(&mut self, id: ObjectId, rule: RuleId) -> bool {
        let Some(o) = self
            .object_mut(id)
            .filter(|o| o.zone == Zone::Battlefield && !o.tapped() && holds(rule))
        else {
            return false;
        };
        o.flags.set(Flags::TAPPED, true);
        self.emit(EventKind::Tapped { id }, rule);
        true
    }

    /// Untaps a permanent; `false` if it was untapped already or isn't there.
    pub(crate) fn untap(&mut self, id: ObjectId, rule: RuleId) -> bool {
        let Some(o) = self
            .object_mut(id)
            .filter(|o| o.zone == Zone::Battlefield && o.tapped() && holds(rule))
        else {
            return false;
        };
        o.flags.set(Flags::TAPPED, false);
        self.emit(EventKind::Untapped { id }, rule);
        true
    }

    /// Marks damage on a permanent, with what its source's keywords make of it elsewhere.
    pub(crate) fn mark_damage(
        &mut self,
        source: ObjectId,
        id: ObjectId,
        amount: i32,
        combat: bool,
        rule: RuleId,
    ) {
        let marked = holds(rule) && holds(rule::DAMAGE_TO_CREATURE);
        if let Some(o) = self.object_mut(id).filter(|_| marked) {
            o.damage = o.damage.saturating_add(amount);
            o.flags.set(Flags::DAMAGED, true);
            self.s.dirty.state_based = true;
            let to = Thing::Object(id);
            self.record_damage(source, to, amount, combat, rule);
        }
    }

    /// Records damage whose result is not marked damage (a player's, a planeswalker's, counters).
    pub(crate) fn record_damage(
        &mut self,
        source: ObjectId,
        to: Thing,
        amount: i32,
        combat: bool,
        rule: RuleId,
    ) {
        if let (true, Thing::Object(id)) = (self.pool.asks().damage, to)
            && !self.s.damage_dealt.contains(&(source, id))
        {
            self.s.damage_dealt.push((source, id));
        }
        self.record(EventKind::Damage { source, to, amount, combat }, rule);
    }

    /// Marks a permanent as dealt damage by a source with deathtouch (part of the damage event).
    pub(crate) fn mark_deathtouch(&mut self, id: ObjectId) {
        if let Some(o) = self.object_mut(id) {
            o.flags.set(Flags::DEATHTOUCHED, true);
        }
    }

    /// Damage wears off and "this turn" marks end, all at once; part of the cleanup step's event.
    pub(crate) fn wear_off(&mut self) {
        let State { battlefield, phased_out, objects, .. } = &mut *self.s;
        for id in battlefield.iter().chain(phased_out.iter()) {
            let o = &mut objects[id.index()];
            o.damage = 0;
            o.flags.set(Flags::DAMAGED, false);
            o.flags.set(Flags::DEATHTOUCHED, false);
        }
        // Abilities that work elsewhere may be used once a turn as well.
        self.s.objects.iter_mut().for_each(|o| o.used = 0);
    }

    /// A player's life goes up or down; nothing for 0.
    pub(crate) fn change_life(&mut self, player: PlayerId, by: i32, rule: RuleId) {
        if by == 0 || !holds(rule) {
            return;
        }
        let p = &mut self.s.players[player.index()];
        p.life = p.life.saturating_add(by);
        let now = p.life;
        if 0 < now && now < p.lowest_life {
            // What goes on like that comes to an end.
            p.lowest_life = now;
            self.s.steps_since_choice = 0;
        }
        self.s.dirty.state_based = true;
        self.emit(EventKind::Life { player, by, now }, rule);
    }

    /// Puts counters on an object, or takes them off it (never below none).
    pub(crate) fn change_counters(
        &mut self,
        id: ObjectId,
        kind: CounterKind,
        by: i32,
        rule: RuleId,
    ) -> i32 {
        if by == 0 || self.s.object(id).is_none() || !holds(rule) {
            return 0;
        }
        let at = self.s.counters.iter().position(|r| r.on == id && r.kind == kind);
        let had = at.map_or(0, |i| i32::from(self.s.counters[i].count));
        let count = (had + by).clamp(0, i32::from(u16::MAX)) as u16;
        match at {
            Some(i) if count == 0 => drop(self.s.counters.remove(i)),
            Some(i) => self.s.counters[i].count = count,
            None if count > 0 => self.s.counters.push(CounterRow { on: id, kind, count }),
            None => return 0,
        }
        let any = self.s.counters.iter().any(|r| r.on == id);
        if let Some(o) = self.object_mut(id) {
            o.flags.set(Flags::COUNTERS, any);
        }
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        let by = i32::from(count) - had;
        if by != 0 {
            self.emit(EventKind::Counters { id, kind, by }, rule);
        }
        by
    }

    /// Gives a player poison counters.
    pub(crate) fn change_poison(&mut self, player: PlayerId, by: i32, rule: RuleId) {
        if !holds(rule) {
            return;
        }
        let p = &mut self.s.players[player.index()];
        p.poison = (i32::from(p.poison) + by).clamp(0, i32::from(u16::MAX)) as u16;
        self.s.dirty.state_based = true;
        self.emit(EventKind::PlayerCounters { player, kind: CounterKind::Poison, by }, rule);
    }

    /// A permanent comes under a player's control (found by the layers).
    pub(crate) fn change_control(&mut self, id: ObjectId, to: PlayerId) {
        let turn = self.s.turn.number;
        let from = self.s.object(id).map(|o| o.controller);
        if self.s.signs.has(Sign::LosesControl) && from.is_some_and(|from| from != to) {
            self.note_losing(id);
        }
        if let Some(o) =
            self.object_mut(id).filter(|o| o.controller != to && holds(rule::CONTROL_CHANGE))
        {
            o.controller = to;
            o.since = turn;
            self.leave_combat(id, rule::REMOVED_FROM_COMBAT);
            self.s.dirty.state_based = true;
            self.emit(EventKind::Control { id, player: to }, rule::CONTROL_CHANGE);
        }
    }

    /// Attaches an Aura or Equipment to a permanent; it gets a new timestamp.
    pub(crate) fn attach(&mut self, id: ObjectId, to: ObjectId, rule: RuleId) {
        let timestamp = self.tick();
        let Some(o) = self.object_mut(id).filter(|o| o.attached_to != to && holds(rule)) else {
            return;
        };
        o.attached_to = to;
        o.timestamp = timestamp;
        if let Some(host) = self.object_mut(to) {
            host.flags.set(Flags::HOST, true);
        }
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        self.emit(EventKind::Attached { id, to }, rule);
    }

    /// Something is no longer attached.
    pub(crate) fn unattach(&mut self, id: ObjectId, rule: RuleId) {
        let Some(o) = self.object_mut(id).filter(|o| !o.attached_to.is_none() && holds(rule))
        else {
            return;
        };
        o.attached_to = ObjectId::NONE;
        self.s.dirty.layers = true;
        self.emit(EventKind::Unattached { id }, rule);
    }

    // --- mana -------------------------------------------------------------------------------

    /// Adds mana of a kind (0 to 5) to a pool.
    pub(crate) fn add_mana(
        &mut self,
        player: PlayerId,
        (kind, tag): (u8, Tag),
        amount: u16,
        rule: RuleId,
    ) {
        if !holds(rule) || amount == 0 {
            return;
        }
        let pool = &mut self.s.players[player.index()].pool;
        let slot = &mut pool.0[usize::from(kind)];
        *slot = slot.saturating_add(amount);
        if !tag.is_plain() {
            self.s.tagged.push(Tagged { player, kind, amount, tag });
        }
        self.emit(EventKind::ManaAdded { player, kind, amount }, rule);
    }

    /// Spends one mana of a kind from a pool, of that sort; the caller has made sure it is there.
    pub(crate) fn spend_mana(&mut self, player: PlayerId, (kind, tag): (u8, Tag), rule: RuleId) {
        if !holds(rule) {
            return;
        }
        let amount = 1;
        let pool = &mut self.s.players[player.index()].pool;
        let slot = &mut pool.0[usize::from(kind)];
        *slot = slot.saturating_sub(amount);
        let is = |t: &Tagged| (t.player, t.kind, t.tag) == (player, kind, tag);
        if let Some(at) = self.s.tagged.iter().position(is) {
            self.s.tagged[at].amount -= 1;
            if self.s.tagged[at].amount == 0 {
                self.s.tagged.remove(at);
            }
        }
        self.emit(EventKind::ManaSpent { player, kind, amount }, rule);
    }

    /// Empties a pool; returns how much was lost.
    pub(crate) fn empty_pool(&mut self, player: PlayerId, rule: RuleId) -> u16 {
        let pool = &mut self.s.players[player.index()].pool;
        let amount = if holds(rule) { pool.total() } else { 0 };
        if amount > 0 {
            *pool = ManaPool::default();
            self.s.tagged.retain(|t| t.player != player);
            self.emit(EventKind::ManaLost { player, amount }, rule);
        }
        amount
    }

    // --- turn, chance, knowledge --------------------------------------------------------------

    /// A turn begins.
    pub(crate) fn begin_turn(&mut self, player: PlayerId) {
        if !holds(rule::TURN_STRUCTURE) {
            return;
        }
        self.s.turn.number += 1;
        self.s.spells_cast = 0;
        self.s.turn.active = player;
        self.s.damage_dealt.clear();
        self.s.players.iter_mut().for_each(|p| p.drew = false);
        self.s.steps_since_choice = 0;
        self.s.lowest_stack = u32::MAX;
        let turn = self.s.turn.number;
        let p = &mut self.s.players[player.index()];
        p.turn_before = std::mem::replace(&mut p.turn_began, turn);
        (p.lands_played, p.extra_lands_played) = (0, 0);
        self.emit(EventKind::TurnBegan { player, turn }, rule::TURN_STRUCTURE);
    }

    /// A step or phase begins.
    pub(crate) fn begin_step(&mut self, step: Step, rule: RuleId) {
        if !holds(rule) {
            return;
        }
        self.s.turn.step = step;
        self.s.repeated.clear();
        let player = self.s.turn.active;
        self.emit(EventKind::StepBegan { step, player }, rule);
    }

    /// The cards of a library have been put in random order: slots are dealt anew from the top,
    /// so that a handle says nothing about the card. `order` gives, for each place from the
    /// bottom, the place its card was in.
    pub(crate) fn shuffled(&mut self, player: PlayerId, order: &[u16], rule: RuleId) {
        if !holds(rule) {
            return;
        }
        let old: SmallVec<[Object; 64]> = {
            let library = &self.s.players[player.index()].library;
            order.iter().map(|i| self.s.objects[library[*i as usize].index()]).collect()
        };
        let mut slots: SmallVec<[u16; 64]> =
            self.s.players[player.index()].library.iter().map(|id| id.slot).collect();
        slots.sort_unstable();
        for (at, (slot, object)) in slots.iter().zip(old).enumerate() {
            let cell = &mut self.s.objects[*slot as usize];
            let incarnation = cell.incarnation.wrapping_add(1);
            *cell = Object { incarnation, ..object };
            self.s.players[player.index()].library[at] = ObjectId { slot: *slot, incarnation };
        }
        self.s.secrets += 1;
        self.emit(EventKind::Shuffled { player }, rule);
    }

    /// A card is shown to all.
    pub(crate) fn reveal(&mut self, id: ObjectId, rule: RuleId) {
        let card = self.s.object(id).map(|o| o.card).filter(|_| holds(rule));
        let Some(card) = card else { return };
        self.s.secrets += 1;
        self.emit(EventKind::Revealed { id, card }, rule);
    }

    /// A player looks at hidden cards.
    pub(crate) fn look_at(&mut self, player: PlayerId, of: PlayerId, count: u16, rule: RuleId) {
        if !holds(rule) {
            return;
        }
        self.s.secrets += 1;
        self.emit(EventKind::LookedAt { player, of, count }, rule);
    }

    /// Records something that changes no object or player by itself.
    pub(crate) fn record(&mut self, kind: EventKind, rule: RuleId) {
        if holds(rule) {
            self.emit(kind, rule);
        }
    }

    /// A player has lost.
    pub(crate) fn lose(&mut self, player: PlayerId, rule: RuleId) {
        let p = &mut self.s.players[player.index()];
        if !p.lost && holds(rule) {
            p.lost = true;
            self.show_face_down(Some(player));
            self.emit(EventKind::Lost { player }, rule);
        }
    }

    /// The game is over.
    pub(crate) fn end_game(&mut self, winner: Option<PlayerId>, rule: RuleId) {
        let by = if winner.is_some() { rule::GAME_WIN } else { rule };
        if self.s.outcome.is_none() && holds(by) {
            self.show_face_down(None);
            self.s.outcome = Some((winner, rule));
            self.emit(EventKind::Ended { winner }, by);
        }
    }

    /// Something triggered; `false` if the rule doesn't let it.
    pub(crate) fn triggered(
        &mut self,
        source: ObjectId,
        ability: AbilityId,
        player: PlayerId,
        rule: RuleId,
    ) -> bool {
        self.record(EventKind::Triggered { source, ability, player }, rule);
        holds(rule)
    }
}
