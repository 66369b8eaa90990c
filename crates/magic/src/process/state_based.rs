//! State-based checks (2005 rule 420 "state-based effects", 2021 rule 704 "state-based actions").
//!
//! All that applies is done at once, as one event; then all is checked again.

use crate::look::Look;
use crate::object::{Flags, ObjectKind, Thing};
use crate::pipeline::Proposal;
use crate::process::{Form, Process};
use crate::ruleset::{LeftBehind, LegendRule, OpposedCounters, Phasing};
use crate::table::Table;
use simpan_cards::Characteristics;
use simpan_cards::ast::{
    CardType, CounterKind, Filter, Keyword, KeywordAbility, Subtype, Supertype, Zone,
};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// Subtypes that rules name.
struct Named {
    aura: Option<Subtype>,
    equipment: Option<Subtype>,
}

fn named() -> &'static Named {
    static NAMED: std::sync::OnceLock<Named> = std::sync::OnceLock::new();
    NAMED.get_or_init(|| Named {
        aura: Subtype::named("Aura"),
        equipment: Subtype::named("Equipment"),
    })
}

/// What a check found.
#[derive(Default)]
struct Found {
    rows: SmallVec<[(Proposal, RuleId); 4]>,
    unattach: SmallVec<[ObjectId; 2]>,
    cease: SmallVec<[ObjectId; 2]>,
    cancel: SmallVec<[(ObjectId, i32); 1]>,
    /// Permanents of one name, of which a player keeps one.
    keep: Option<(PlayerId, SmallVec<[ObjectId; 4]>)>,
}

impl Found {
    fn is_empty(&self) -> bool {
        self.rows.is_empty()
            && self.unattach.is_empty()
            && self.cease.is_empty()
            && self.cancel.is_empty()
            && self.keep.is_none()
    }
}

impl Table<'_> {
    /// Checks once and does what applies; `true` if anything did (or is being chosen).
    pub(crate) fn state_based(&mut self) -> bool {
        self.finish_keeping();
        self.refresh();
        self.s.dirty.state_based = false;
        let mut found = self.look().state_based();
        let parting = std::mem::take(&mut self.s.parting);
        if let Some((player, same)) = found.keep.take() {
            // Who keeps which is chosen before anything is done: all happens at once (704.3).
            self.s.parting = parting;
            self.s.dirty.state_based = true;
            self.s.keeping = same.iter().copied().collect();
            let form = Form::Things { min: 1, max: 1 };
            let options = same.into_iter().map(Thing::Object);
            self.choose(player, form, options, rule::LEGEND, ObjectId::NONE);
            return true;
        }
        found.rows.extend(parting.into_iter().map(|id| {
            let go = Proposal::Move { id, to: Zone::Graveyard, bottom: false };
            (go, rule::LEGEND)
        }));
        found.rows.dedup_by_key(|r| r.0);
        if found.is_empty() {
            self.clear_marks();
            return self.s.outcome.is_some();
        }
        if self.is_loop() {
            return true;
        }
        self.s.dirty.state_based = true;
        let goes = |id: ObjectId| found.rows.iter().any(|r| r.0.object() == Some(id));
        let cancel: SmallVec<[(ObjectId, i32); 1]> =
            found.cancel.iter().copied().filter(|(id, _)| !goes(*id)).collect();
        // What goes at the same time goes with its counters (2021 rule 704.8).
        for (id, n) in cancel {
            let because = rule::COUNTERS_ANNIHILATE;
            self.change_counters(id, CounterKind::PlusOne, -n, because);
            self.change_counters(id, CounterKind::MinusOne, -n, because);
        }
        for id in found.unattach {
            self.unattach(id, rule::ATTACH_ILLEGAL);
        }
        for id in found.cease {
            self.cease(id, rule::TOKEN_CEASES);
        }
        self.clear_marks();
        self.do_rows(found.rows);
        true
    }

    fn do_rows(&mut self, rows: SmallVec<[(Proposal, RuleId); 4]>) {
        let Some(because) = rows.first().map(|r| r.1) else { return };
        if rows.iter().all(|r| r.1 == because) {
            self.propose(rows.into_iter().map(|r| r.0), because);
        } else {
            self.propose(rows.into_iter().map(|r| r.0), rule::STATE_BASED);
        }
    }

    fn clear_marks(&mut self) {
        for p in &mut self.s.players {
            p.drew_from_empty = false;
        }
        for at in 0..self.s.battlefield.len() {
            let id = self.s.battlefield[at];
            self.s.objects[id.index()].flags.set(Flags::DEATHTOUCHED, false);
        }
    }

    /// The legend a player keeps has been chosen: the others will go.
    fn finish_keeping(&mut self) {
        let same = std::mem::take(&mut self.s.keeping);
        if same.is_empty() {
            return;
        }
        let kept = self.s.reply.things.first().and_then(|t| t.object());
        self.s.parting.extend(same.into_iter().filter(|id| Some(*id) != kept));
    }

    /// Players who have lost leave the game; it may be over (2005 rule 102, 2021 rule 104).
    /// `because` is the rule by which the last of them lost.
    pub(crate) fn after_losing(&mut self, because: RuleId) {
        let alive: SmallVec<[PlayerId; 4]> = self.s.apnap().collect();
        match alive.as_slice() {
            [] => self.end_game(None, rule::GAME_DRAW),
            [winner] => self.end_game(Some(*winner), because),
            _ => self.leave(),
        }
    }

    /// Everything of players who have lost leaves with them (2005 rule 600.4, 2021 rule 800.4).
    fn leave(&mut self) {
        let gone: SmallVec<[PlayerId; 4]> = (0..self.s.players.len() as u8)
            .map(PlayerId)
            .filter(|p| self.s.players[p.index()].lost)
            .collect();
        let s = &mut *self.s;
        s.waiting.retain(|w| !gone.contains(&w.controller));
        s.delayed.retain(|d| !gone.contains(&d.waiting.controller));
        s.effects.retain(|e| !gone.contains(&e.controller));
        for slot in 0..self.s.objects.len() {
            let o = self.s.objects[slot];
            if o.kind == ObjectKind::Free {
                continue;
            }
            if gone.contains(&o.owner) && o.zone != Zone::Library {
                self.cease(o.id(slot), rule::ZONE_CHANGE_OWNER);
            }
        }
        // What they controlled by an effect goes back; only what is theirs even so goes too.
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        self.refresh();
        let theirs = |id: &ObjectId| gone.contains(&self.s.objects[id.index()].controller);
        let left: SmallVec<[ObjectId; 4]> =
            self.s.battlefield.iter().copied().filter(theirs).collect();
        if !left.is_empty() {
            match self.s.rules.left_behind {
                LeftBehind::Exiled => self.move_all(left, Zone::Exile, rule::LOSER_LEAVES),
                LeftBehind::LeavesToo => {
                    left.into_iter().for_each(|id| self.cease(id, rule::LOSER_LEAVES));
                }
            }
        }
    }

    /// A player concedes (2005 rule 102.3a, 2021 rule 104.3a).
    pub(crate) fn concede(&mut self, player: PlayerId) {
        self.lose(player, rule::CONCEDE);
        self.after_losing(rule::CONCEDE);
        if self.s.outcome.is_none() {
            // The game goes on without them: what they were asked falls away with its process.
            while let Some(top) = self.s.processes.top() {
                if matches!(top, Process::Priority(_) | Process::Turning(_)) {
                    break;
                }
                self.s.processes.pop();
            }
        }
    }
}

impl<'a> Look<'a> {
    /// Whether a check would find anything.
    pub(crate) fn any_state_based(self) -> bool {
        !self.state_based().is_empty()
    }

    fn state_based(self) -> Found {
        let mut found = Found::default();
        self.players_check(&mut found);
        let mut legends = false;
        let mut worlds = false;
        for id in self.s.battlefield.iter().copied() {
            let o = &self.s.objects[id.index()];
            let c = self.now(o);
            if c.types.has(CardType::Creature) {
                self.creature_check(id, o, c, &mut found);
            }
            if c.types.has(CardType::Planeswalker)
                && self.s.counters_on(id, CounterKind::Loyalty) == 0
            {
                let go = Proposal::Move { id, to: Zone::Graveyard, bottom: false };
                found.rows.push((go, rule::PLANESWALKER_LOYALTY));
            }
            if !o.attached_to.is_none() || self.is_aura(c) {
                self.attachment_check(id, c, &mut found);
            }
            legends |= c.supertypes.has(Supertype::Legendary);
            worlds |= c.supertypes.has(Supertype::World);
            if o.flags.has(Flags::COUNTERS) {
                self.counters_check(id, &mut found);
            }
        }
        if legends {
            self.legend_check(&mut found);
        }
        if worlds {
            self.world_check(&mut found);
        }
        self.tokens_check(&mut found);
        found.rows.dedup_by_key(|r| r.0);
        found.rows.retain(|r| holds(r.1));
        found.unattach.retain(|_| holds(rule::ATTACH_ILLEGAL));
        found.cease.retain(|_| holds(rule::TOKEN_CEASES));
        found.cancel.retain(|_| holds(rule::COUNTERS_ANNIHILATE));
        found.keep = found.keep.filter(|_| holds(rule::LEGEND));
        found
    }

    fn players_check(self, found: &mut Found) {
        for (i, p) in self.s.players.iter().enumerate() {
            if p.lost || p.mods.cant_lose {
                continue;
            }
            let because = if p.life <= 0 {
                rule::LIFE_ZERO
            } else if p.drew_from_empty {
                rule::EMPTY_LIBRARY
            } else if p.poison >= 10 {
                rule::POISON
            } else {
                continue;
            };
            let player = PlayerId(i as u8);
            found.rows.push((Proposal::Lose { player, because }, because));
        }
    }

    fn creature_check(
        self,
        id: ObjectId,
        o: &crate::object::Object,
        c: &Characteristics,
        found: &mut Found,
    ) {
        if c.toughness <= 0 {
            let go = Proposal::Move { id, to: Zone::Graveyard, bottom: false };
            found.rows.push((go, rule::ZERO_TOUGHNESS));
        } else if c.keywords.has(Keyword::Indestructible) && holds(rule::KW_INDESTRUCTIBLE) {
            // Nothing destroys it (2021 rule 702.12b).
        } else if o.damage >= c.toughness {
            found.rows.push((Proposal::Destroy { id, regenerate: true }, rule::LETHAL_DAMAGE));
        } else if o.flags.has(Flags::DEATHTOUCHED) && o.damage > 0 {
            let destroy = Proposal::Destroy { id, regenerate: true };
            found.rows.push((destroy, rule::DEATHTOUCH_DESTROYED));
        }
    }

    pub(crate) fn is_aura(self, c: &Characteristics) -> bool {
        c.types.has(CardType::Enchantment) && named().aura.is_some_and(|a| c.subtypes.has(a))
    }

    /// Auras on nothing or on what they can't enchant, Equipment on what isn't a creature, and
    /// other things that are attached.
    fn attachment_check(self, id: ObjectId, c: &Characteristics, found: &mut Found) {
        let o = &self.s.objects[id.index()];
        let host = o.attached_to;
        let there = self.s.object(host).is_some_and(|h| h.zone == Zone::Battlefield);
        if self.is_aura(c) && !c.types.has(CardType::Creature) {
            if !there || !self.may_enchant(id, host) {
                let go = Proposal::Move { id, to: Zone::Graveyard, bottom: false };
                found.rows.push((go, rule::AURA_ILLEGAL));
            }
            return;
        }
        if self.is_aura(c) {
            // An Aura that is also a creature can't enchant anything.
            let go = Proposal::Move { id, to: Zone::Graveyard, bottom: false };
            found.rows.push((go, rule::AURA_ILLEGAL));
            return;
        }
        if host.is_none() {
            return;
        }
        let equipment = named().equipment.is_some_and(|e| c.subtypes.has(e));
        let fits = equipment
            && !(c.types.has(CardType::Creature) && holds(rule::EQUIP_CREATURE))
            && there
            && self.is(host, CardType::Creature)
            && !self.host_protected(id, host);
        if !fits {
            found.unattach.push(id);
        }
    }

    /// Whether an Aura may enchant a permanent.
    pub(crate) fn may_enchant(self, aura: ObjectId, host: ObjectId) -> bool {
        let Some(o) = self.s.object(aura) else { return false };
        let Some(filter) = self.enchants(self.now(o)) else { return false };
        let ctx = crate::look::Context::of(aura, o.controller);
        self.fits(host, filter, ctx) && !self.host_protected(aura, host)
    }

    /// What something may enchant by its text as it is.
    pub(crate) fn enchants(self, c: &Characteristics) -> Option<&'a Filter> {
        self.pool.keyword(&c.abilities, |k| match k {
            KeywordAbility::Enchant(filter) => Some(filter),
            _ => None,
        })
    }

    fn host_protected(self, attachment: ObjectId, host: ObjectId) -> bool {
        let (Some(c), Some(by)) = (self.characteristics(host), self.characteristics(attachment))
        else {
            return false;
        };
        c.signs.has(simpan_cards::program::Sign::Keyworded)
            && self.protected_from(c, host, by)
            && holds(rule::PROTECTION_ATTACH)
    }

    fn counters_check(self, id: ObjectId, found: &mut Found) {
        if self.s.rules.opposed_counters == OpposedCounters::Cancel {
            let plus = self.s.counters_on(id, CounterKind::PlusOne);
            let minus = self.s.counters_on(id, CounterKind::MinusOne);
            let n = plus.min(minus);
            if n > 0 {
                found.cancel.push((id, i32::from(n)));
            }
        }
    }

    fn legend_check(self, found: &mut Found) {
        let legends: SmallVec<[ObjectId; 8]> = (self.s.battlefield.iter().copied())
            .filter(|id| {
                self.characteristics(*id).is_some_and(|c| c.supertypes.has(Supertype::Legendary))
                    && !self.s.parting.contains(id)
            })
            .collect();
        for (i, a) in legends.iter().enumerate() {
            let per_player = self.s.rules.legend_rule == LegendRule::KeepOne;
            let same = |b: &&ObjectId| {
                self.name_of(**b) == self.name_of(*a)
                    && (!per_player || self.controller(**b) == self.controller(*a))
            };
            if legends[..i].iter().any(|b| same(&b)) {
                continue;
            }
            let group: SmallVec<[ObjectId; 4]> = legends.iter().filter(same).copied().collect();
            if group.len() < 2 {
                continue;
            }
            if per_player {
                if found.keep.is_none() {
                    found.keep = self.controller(*a).map(|p| (p, group));
                }
            } else {
                found.rows.extend(group.into_iter().map(|id| {
                    let go = Proposal::Move { id, to: Zone::Graveyard, bottom: false };
                    (go, rule::LEGEND)
                }));
            }
        }
    }

    fn world_check(self, found: &mut Found) {
        let worlds: SmallVec<[(u32, ObjectId); 4]> = (self.s.battlefield.iter().copied())
            .filter(|id| {
                self.characteristics(*id).is_some_and(|c| c.supertypes.has(Supertype::World))
            })
            .map(|id| (self.s.objects[id.index()].timestamp, id))
            .collect();
        let newest = worlds.iter().map(|w| w.0).max().unwrap_or(0);
        if worlds.len() > 1 {
            for (_, id) in worlds.iter().filter(|w| w.0 < newest) {
                let go = Proposal::Move { id: *id, to: Zone::Graveyard, bottom: false };
                found.rows.push((go, rule::WORLD));
            }
        }
    }

    /// Tokens off the battlefield and copies off the stack cease to exist.
    fn tokens_check(self, found: &mut Found) {
        for p in &self.s.players {
            for id in p.graveyard.iter().chain(&p.hand) {
                self.token_check(*id, found);
            }
            if let Some(top) = p.library.last() {
                self.token_check(*top, found);
            }
            if let Some(bottom) = p.library.first() {
                self.token_check(*bottom, found);
            }
        }
        for id in &self.s.exile {
            self.token_check(*id, found);
        }
        if self.s.rules.phasing == Phasing::OwnZone {
            for id in &self.s.phased_out {
                self.token_check(*id, found);
            }
        }
    }

    fn token_check(self, id: ObjectId, found: &mut Found) {
        let kind = self.s.objects[id.index()].kind;
        let copy = kind == ObjectKind::SpellCopy && !holds(rule::COPY_CEASES);
        if kind != ObjectKind::Card && !copy && !found.cease.contains(&id) {
            found.cease.push(id);
        }
    }
}
