//! The only functions that change what a player could see. Each emits one event. Where the rule
//! that one is called with doesn't hold (see [`simpan_rulebook::marker`]), it does nothing.

use crate::cards::{AbilityKind, CardId, CardKind, Pool, When};
use crate::event::{Event, EventKind};
use crate::facts::Signs;
use crate::look::Look;
use crate::state::{Object, State, Zone};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;
use std::hash::Hash;

/// A game being changed.
#[derive(Debug)]
pub(crate) struct Table<'a> {
    pub pool: &'a Pool,
    pub s: &'a mut State,
    pub log: Option<&'a mut Vec<Event>>,
}

/// How a card leaves the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    Destroyed,
    Other,
}

impl Table<'_> {
    pub(crate) fn look(&self) -> Look<'_> {
        Look { pool: self.pool, s: self.s }
    }

    /// Records a change.
    pub(crate) fn emit(&mut self, kind: EventKind, rule: RuleId) {
        if holds(rule) {
            kind.hash(&mut self.s.hash);
            self.tell(kind, rule);
        }
    }

    /// Tells those who listen what is no change: it leaves no trace in the state.
    pub(crate) fn tell(&mut self, kind: EventKind, rule: RuleId) {
        if let Some(log) = &mut self.log {
            log.push(Event { kind, rule });
        }
    }

    pub(crate) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.s.objects.get_mut(id.index()).filter(|o| o.incarnation == id.incarnation && !o.free)
    }

    /// Makes an object; no event.
    pub(crate) fn create(&mut self, card: CardId, owner: PlayerId, zone: Zone) -> ObjectId {
        let slot = self.s.free.pop().unwrap_or(self.s.objects.len() as u16);
        let incarnation = self.s.objects.get(usize::from(slot)).map_or(0, |o| o.incarnation);
        let object = Object {
            card,
            zone,
            owner,
            controller: owner,
            acted: false,
            face_down: false,
            free: false,
            incarnation,
            damage: 0,
            life: 0,
            power: 0,
            health: 0,
            cost: 0,
            since: self.s.turn,
            used: 0,
            used_turn: 0,
        };
        match self.s.objects.get_mut(usize::from(slot)) {
            Some(place) => *place = object,
            None => self.s.objects.push(object),
        }
        ObjectId { slot, incarnation }
    }

    fn list(&mut self, zone: Zone, player: PlayerId) -> Option<&mut Vec<ObjectId>> {
        let side = &mut self.s.sides[player.index()];
        match zone {
            Zone::Field => Some(&mut side.field),
            Zone::Resources => Some(&mut side.resources),
            Zone::Hand => Some(&mut side.hand),
            Zone::Graveyard => Some(&mut side.graveyard),
            Zone::StarArea | Zone::Deck | Zone::Using => None,
        }
    }

    pub(crate) fn enlist(&mut self, id: ObjectId) {
        let Some(o) = self.s.object(id).copied() else { return };
        let whose = if o.zone.in_play() { o.controller } else { o.owner };
        if o.zone.in_play() {
            self.s.signs = self.s.signs.or(self.pool.facts(o.card).signs);
        }
        match self.list(o.zone, whose) {
            Some(list) => list.push(id),
            None if o.zone == Zone::StarArea && holds(rule::STAR_GAME) => {
                self.s.sides[o.owner.index()].star = id
            }
            None => {}
        }
    }

    /// Draws a card, if there is one.
    pub(crate) fn draw(&mut self, player: PlayerId, rule: RuleId) {
        if !holds(rule) {
            return;
        }
        let Some(card) = self.s.sides[player.index()].deck.pop() else {
            self.s.sides[player.index()].decked = self.s.rules.empty_draw_loses;
            return self.emit(EventKind::CouldNotDraw { player }, rule::STAR_DECK_OUT);
        };
        let object = self.create(card, player, Zone::Hand);
        self.enlist(object);
        self.s.secrets += 1;
        self.emit(EventKind::Drew { player, object, card }, rule);
    }

    /// Moves a card to another zone, where it is another object.
    pub(crate) fn shift(&mut self, id: ObjectId, to: Zone, rule: RuleId) -> ObjectId {
        self.shift_as(id, to, false, rule)
    }

    pub(crate) fn shift_as(
        &mut self,
        id: ObjectId,
        to: Zone,
        face_down: bool,
        rule: RuleId,
    ) -> ObjectId {
        let Some(old) = self.s.object(id).copied().filter(|_| holds(rule)) else {
            return ObjectId::NONE;
        };
        let whose = if old.zone.in_play() { old.controller } else { old.owner };
        if let Some(list) = self.list(old.zone, whose) {
            list.retain(|x| *x != id);
        }
        let slot = &mut self.s.objects[id.index()];
        slot.free = true;
        slot.incarnation = slot.incarnation.wrapping_add(1);
        self.s.free.push(id.slot);
        let became = self.create(old.card, old.owner, to);
        if let Some(o) = self.object_mut(became) {
            o.face_down = face_down;
        }
        self.enlist(became);
        // What lay face down is shown to all unless it goes where its owner alone sees it.
        let hidden = old.face_down && to == Zone::Hand;
        self.s.secrets += u32::from(old.face_down && !hidden);
        let (card, from, face_down) = (old.card, old.zone, face_down || hidden);
        self.emit(EventKind::Moved { object: id, became, card, from, to, face_down }, rule);
        became
    }

    /// Puts the top card of a deck face down into the resource area.
    pub(crate) fn resource_from_deck(&mut self, player: PlayerId, rule: RuleId) {
        if !holds(rule) {
            return;
        }
        let Some(card) = self.s.sides[player.index()].deck.pop() else { return };
        let became = self.create(card, player, Zone::Resources);
        if let Some(o) = self.object_mut(became) {
            o.face_down = true;
        }
        self.enlist(became);
        self.s.secrets += 1;
        let moved = EventKind::Moved {
            object: ObjectId::NONE,
            became,
            card,
            from: Zone::Deck,
            to: Zone::Resources,
            face_down: true,
        };
        self.emit(moved, rule);
    }

    pub(crate) fn ready(&mut self, id: ObjectId, rule: RuleId) {
        if holds(rule)
            && self.object_mut(id).is_some_and(|o| std::mem::replace(&mut o.acted, false))
        {
            self.emit(EventKind::Readied { object: id }, rule);
        }
    }

    pub(crate) fn act(&mut self, id: ObjectId, rule: RuleId) {
        if holds(rule)
            && self.object_mut(id).is_some_and(|o| !std::mem::replace(&mut o.acted, true))
        {
            self.emit(EventKind::Acted { object: id }, rule);
        }
    }

    /// A card deals damage to a character or star: in a fight, or as its text says.
    pub(crate) fn damage(&mut self, by: ObjectId, to: ObjectId, amount: i16, rule: RuleId) {
        let Some(o) = self.s.object(to).copied() else { return };
        if amount <= 0 || !holds(rule) {
            return;
        }
        match self.pool.facts(o.card).kind {
            CardKind::Star => {
                self.emit(EventKind::Damaged { by, object: to, amount }, rule);
                self.life(to, -amount, rule);
            }
            CardKind::Character if o.zone == Zone::Field => {
                if let Some(o) = self.object_mut(to) {
                    o.damage = o.damage.saturating_add(amount);
                }
                self.emit(EventKind::Damaged { by, object: to, amount }, rule);
            }
            _ => {}
        }
    }

    pub(crate) fn life(&mut self, star: ObjectId, change: i16, rule: RuleId) {
        let Some(o) = self.object_mut(star).filter(|_| holds(rule)) else { return };
        o.life = o.life.saturating_add(change);
        let now = o.life;
        self.emit(EventKind::Life { object: star, change, now }, rule);
    }

    pub(crate) fn boost(&mut self, id: ObjectId, power: i16, health: i16, rule: RuleId) {
        let Some(o) = self.object_mut(id).filter(|_| holds(rule)) else { return };
        o.power = o.power.saturating_add(power);
        o.health = o.health.saturating_add(health);
        self.emit(EventKind::Boosted { object: id, power, health }, rule);
    }

    pub(crate) fn change_cost(&mut self, id: ObjectId, change: i16, rule: RuleId) {
        let Some(o) = self.object_mut(id).filter(|_| holds(rule)) else { return };
        o.cost = o.cost.saturating_add(change);
        self.emit(EventKind::CostChanged { object: id, change }, rule);
    }

    pub(crate) fn control(&mut self, id: ObjectId, player: PlayerId, rule: RuleId) {
        let turn = self.s.turn;
        let Some(o) = self.s.object(id).copied() else { return };
        if o.controller == player || o.zone == Zone::StarArea || !o.zone.in_play() || !holds(rule) {
            return;
        }
        if let Some(list) = self.list(o.zone, o.controller) {
            list.retain(|x| *x != id);
        }
        if let Some(o) = self.object_mut(id) {
            o.controller = player;
            o.since = turn;
        }
        self.enlist(id);
        self.emit(EventKind::Controlled { object: id, player }, rule);
    }

    // --- leaving and entering, with what that triggers ---------------------------------------

    /// Puts cards from play into their owners' graveyards (or hands) at the same time; all that
    /// watch see all that goes, themselves included.
    pub(crate) fn leave(&mut self, ids: &[ObjectId], how: Leave, to: Zone, rule: RuleId) {
        if ids.is_empty() || !holds(rule) {
            return;
        }
        let leaves = |o: &Object| matches!(o.zone, Zone::Field | Zone::Resources);
        let gone: SmallVec<[ObjectId; 8]> =
            ids.iter().copied().filter(|id| self.s.object(*id).is_some_and(leaves)).collect();
        let strict = self.s.rules.destroyed_strict && how != Leave::Destroyed;
        let mut triggered = Triggered::new();
        if to == Zone::Graveyard && !strict {
            for id in &gone {
                self.going_triggers(*id, &mut triggered);
            }
        }
        for id in gone {
            if how == Leave::Destroyed {
                self.emit(EventKind::Destroyed { object: id }, rule);
            }
            self.shift(id, to, rule);
        }
        for (source, ability, about) in triggered {
            self.trigger(source, ability, about);
        }
    }

    /// What triggers as a card goes from the field to the graveyard, by those in play before.
    fn going_triggers(&self, gone: ObjectId, out: &mut Triggered) {
        let look = self.look();
        let Some(o) = self.s.object(gone).filter(|o| o.zone == Zone::Field) else { return };
        for (n, ability) in look.data(o).abilities.iter().enumerate() {
            if ability.kind == AbilityKind::Destroyed {
                out.push((AsWas { id: gone, object: *o }, n as u8, gone));
            }
        }
        self.watchers(out, Signs::DESTROYED, gone, |when, this, you| match when {
            When::Destroyed(filter) => look.fits(gone, filter, you, this),
            _ => false,
        });
    }

    /// The 자동 abilities of cards in play whose condition, one with that sign, is met.
    fn watchers(
        &self,
        out: &mut Triggered,
        sign: Signs,
        about: ObjectId,
        met: impl Fn(&When, ObjectId, PlayerId) -> bool,
    ) {
        if !self.s.signs.any(sign) {
            return;
        }
        let look = self.look();
        let waits = |o: &&Object| !o.face_down && self.pool.facts(o.card).signs.any(sign);
        for id in look.in_play() {
            let Some(o) = self.s.object(id).filter(waits) else { continue };
            for (n, ability) in look.data(o).abilities.iter().enumerate() {
                if ability.when.as_ref().is_some_and(|w| met(w, id, o.controller)) {
                    out.push((AsWas { id, object: *o }, n as u8, about));
                }
            }
        }
    }

    /// Notes the triggers of a condition.
    pub(crate) fn notice(
        &mut self,
        sign: Signs,
        about: ObjectId,
        met: impl Fn(&When, ObjectId, PlayerId) -> bool,
    ) {
        let mut out = Triggered::new();
        self.watchers(&mut out, sign, about, met);
        for (source, ability, about) in out {
            self.trigger(source, ability, about);
        }
    }

    /// A card comes onto the field.
    pub(crate) fn enter(&mut self, id: ObjectId, played: bool, rule: RuleId) -> ObjectId {
        let became = self.shift(id, Zone::Field, rule);
        self.entered(became, played);
        became
    }

    /// What a card triggers that has come onto the field.
    pub(crate) fn entered(&mut self, became: ObjectId, played: bool) {
        let Some(o) = self.s.object(became).copied() else { return };
        if played || self.s.rules.enter_any_way {
            let pool = self.pool;
            for (n, ability) in pool.card(o.card).abilities.iter().enumerate() {
                if ability.kind == AbilityKind::Enter {
                    self.trigger(AsWas { id: became, object: o }, n as u8, became);
                }
            }
        }
        let look = Look { pool: self.pool, s: self.s };
        let mut out = Triggered::new();
        self.watchers(&mut out, Signs::ENTERS, became, |when, this, you| match when {
            When::Enters(filter) => look.fits(became, filter, you, this),
            _ => false,
        });
        for (source, ability, about) in out {
            self.trigger(source, ability, about);
        }
    }

    fn trigger(&mut self, source: AsWas, ability: u8, about: ObjectId) {
        let (object, card) = (source.id, source.object.card);
        let player = match holds(rule::STAR_TRIGGER_OWNER) {
            true => source.object.controller,
            false => source.object.owner,
        };
        let rule = match self.pool.card(card).abilities[usize::from(ability)].kind {
            AbilityKind::Enter => rule::STAR_ENTER,
            AbilityKind::Destroyed => rule::STAR_LAST,
            _ => rule::STAR_AUTO,
        };
        if holds(rule) {
            // A card that has just moved still is in its slot.
            let there = self.s.objects.get(about.index());
            let about_card = there.map_or(CardId::NONE, |o| o.card);
            let about_it = (about, about_card);
            let trigger = crate::batch::Trigger::new(player, object, card, ability, about_it);
            self.s.pending.push(trigger);
            self.emit(EventKind::Triggered { player, object, card, ability, about }, rule);
        }
    }
}

/// Abilities that trigger: the cards as they were, which of their abilities, and about what.
type Triggered = SmallVec<[(AsWas, u8, ObjectId); 2]>;

/// An object as it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsWas {
    id: ObjectId,
    object: Object,
}
