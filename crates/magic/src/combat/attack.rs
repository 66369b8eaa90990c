//! Declaring attackers (2005 rules 308 and 500.2, 2021 rule 508).

use crate::event::EventKind;
use crate::look::{Context, Look};
use crate::mana::{Need, Price, price_of};
use crate::object::Thing;
use crate::refuse::{because, need, refuse};
use crate::state::Attacker;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::Mark;
use simpan_cards::ast::{CardType, Cost, Keyword, Objects, Static, StaticEffect, Zone};
use simpan_cards::program::{AbilityKind, Sign};
use simpan_engine::{Answer, Flow, ObjectId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// Attackers being declared by the active player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    stage: Stage,
    /// Which waiting triggers came from the tapping, while a price is being paid.
    noted: (u16, u16),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// Nobody was asked yet.
    #[default]
    Start,
    /// Attackers are being chosen.
    Choosing,
    /// The attackers are tapped, their price is being paid.
    Paying,
}

impl Table<'_> {
    pub(crate) fn step_attack(&mut self, p: &mut Attack, answer: Option<Answer>) -> Flow {
        match (p.stage, answer) {
            (Stage::Start, _) => {
                self.refresh();
                if !holds(rule::DECLARE_ATTACKERS) || !self.look().any_attack() {
                    return Flow::Done;
                }
                p.stage = Stage::Choosing;
                self.s.combat.choosing_attackers = true;
            }
            (Stage::Choosing, Some(Answer::AtPlayer(id, player))) => {
                self.declare_attacker(id, Thing::Player(player));
            }
            (Stage::Choosing, Some(Answer::Pair(id, planeswalker))) => {
                self.declare_attacker(id, Thing::Object(planeswalker));
            }
            (Stage::Choosing, Some(Answer::Done)) => return self.attackers_chosen(p),
            (Stage::Choosing, Some(Answer::Cancel)) => self.s.combat.attackers.clear(),
            (Stage::Choosing, _) => {}
            (Stage::Paying, _) => {
                if self.s.reply.yes {
                    return self.attackers_declared();
                }
                self.take_back_attack(p);
            }
        }
        self.ask_attack()
    }

    fn ask_attack(&mut self) -> Flow {
        let active = self.s.turn.active;
        let cancellable = !self.s.combat.attackers.is_empty();
        let flow = self.ask(active, QuestionKind::Attack, rule::DECLARE_ATTACKERS, ObjectId::NONE);
        if let Some(question) = self.s.question.as_mut() {
            question.cancellable = cancellable;
        }
        flow
    }

    fn declare_attacker(&mut self, id: ObjectId, target: Thing) {
        let blockers = SmallVec::new();
        self.s.combat.attackers.push(Attacker {
            id,
            target,
            blocked: false,
            lost_blocker: false,
            blockers,
        });
    }

    /// The choice is made: attackers tap, then the price is paid (308.2c to f / 508.1f to j).
    fn attackers_chosen(&mut self, p: &mut Attack) -> Flow {
        let Some((source, cost, times)) = self.look().attack_total(None) else {
            self.tap_attackers();
            return self.attackers_declared();
        };
        let before = self.s.waiting.len() as u16;
        self.tap_attackers();
        p.noted = (before, self.s.waiting.len() as u16);
        p.stage = Stage::Paying;
        let active = self.s.turn.active;
        self.start_payment(active, &cost, times, source, rule::ATTACK_COST);
        Flow::Continue
    }

    /// Taps the attackers that are untapped and lack vigilance, as one event.
    fn tap_attackers(&mut self) {
        self.batch = Some(Vec::new());
        for at in 0..self.s.combat.attackers.len() {
            let id = self.s.combat.attackers[at].id;
            if !(self.look().has(id, Keyword::Vigilance) && holds(rule::KW_VIGILANCE)) {
                self.tap(id, rule::ATTACK_TAPS);
            }
        }
        self.note_batch();
    }

    /// Each chosen creature that its player still controls becomes an attacking creature.
    fn attackers_declared(&mut self) -> Flow {
        self.s.combat.choosing_attackers = false;
        let active = self.s.turn.active;
        let look = self.look();
        let there = |id| {
            let o = look.s.object(id);
            o.is_some_and(|o| o.zone == Zone::Battlefield && o.controller == active)
                && look.is(id, CardType::Creature)
        };
        let gone: SmallVec<[ObjectId; 4]> =
            look.s.combat.attackers.iter().map(|a| a.id).filter(|id| !there(*id)).collect();
        if !gone.is_empty() {
            self.s.combat.attackers.retain(|a| !gone.contains(&a.id));
        }
        if self.s.combat.attackers.is_empty() {
            return Flow::Done;
        }
        self.s.combat.attacked = true;
        self.batch = Some(Vec::new());
        for at in 0..self.s.combat.attackers.len() {
            let Attacker { id, target, .. } = self.s.combat.attackers[at];
            self.record(EventKind::Attacks { id, target }, rule::DECLARE_ATTACKERS);
        }
        self.s.dirty.layers = true;
        self.note_batch();
        Flow::Done
    }

    /// The price wasn't paid: the game returns to before the declaration (308.2 / 508.1).
    ///
    /// Nothing triggers on that, and what triggered on the tapping didn't happen.
    fn take_back_attack(&mut self, p: &mut Attack) {
        let attackers = std::mem::take(&mut self.s.combat.attackers);
        let (from, to) = (usize::from(p.noted.0), usize::from(p.noted.1));
        let to = to.min(self.s.waiting.len());
        self.s.waiting.drain(from.min(to)..to);
        self.batch = Some(Vec::new());
        for attacker in &attackers {
            if !self.look().has(attacker.id, Keyword::Vigilance) {
                self.untap(attacker.id, rule::ATTACK_COST);
            }
        }
        self.batch = None;
        *p = Attack { stage: Stage::Choosing, noted: (0, 0) };
    }
}

impl<'a> Look<'a> {
    /// Whether a creature can attack at all, prices aside (2005 rule 308.2a, 2021 rule 508.1a).
    ///
    /// # Errors
    /// The rule that keeps it from attacking.
    pub fn can_attack(self, creature: ObjectId) -> Result<(), RuleId> {
        let object = self.s.object(creature).filter(|o| o.zone == Zone::Battlefield);
        let Some(o) = object else { return Err(because(rule::ATTACK_CREATURE_ONLY)) };
        let c = self.now(o);
        if !c.types.has(CardType::Creature) {
            refuse(rule::ATTACK_CREATURE_ONLY)?;
        }
        if o.controller != self.s.turn.active {
            refuse(rule::ATTACK_CONTROLLER)?;
        }
        if o.tapped() {
            refuse(rule::ATTACK_TAPPED)?;
        }
        if self.is_sick(creature) {
            refuse(rule::ATTACK_SICK)?;
        }
        let despite = c.marks & Mark::ATTACKS_DESPITE_DEFENDER != 0;
        if c.keywords.has(Keyword::Defender) && !despite && holds(rule::KW_DEFENDER) {
            refuse(rule::ATTACK_DEFENDER_KEYWORD)?;
        }
        if c.marks & Mark::CANT_ATTACK != 0 {
            refuse(rule::ATTACK_RESTRICTION)?;
        }
        Ok(())
    }

    fn any_attack(self) -> bool {
        let some = self.s.battlefield.iter().any(|id| self.can_attack(*id).is_ok());
        some && !self.attackable().is_empty()
    }

    /// Every player and planeswalker that may be attacked, players in turn order, each before
    /// their planeswalkers.
    pub(crate) fn attackable(self) -> SmallVec<[Thing; 4]> {
        let mut out = SmallVec::new();
        for player in self.s.apnap().filter(|p| *p != self.s.turn.active) {
            out.push(Thing::Player(player));
            let walkers = self.s.battlefield.iter().filter(|id| {
                let o = &self.s.objects[id.index()];
                o.controller == player && self.now(o).types.has(CardType::Planeswalker)
            });
            out.extend(walkers.map(|id| Thing::Object(*id)));
        }
        out
    }

    fn can_be_attacked(self, target: Thing) -> bool {
        let defender = match target {
            Thing::Player(p) => (p.index() < self.s.players.len()).then_some(p),
            Thing::Object(id) => self
                .s
                .object(id)
                .filter(|o| o.zone == Zone::Battlefield)
                .filter(|o| self.now(o).types.has(CardType::Planeswalker))
                .map(|o| o.controller),
            Thing::None => None,
        };
        defender.is_some_and(|p| p != self.s.turn.active && !self.s.players[p.index()].lost)
    }

    /// Whether one more attacker could be paid for, once all that attack have tapped.
    fn attack_payable(self, more: ObjectId) -> bool {
        if !self.any_sign(Sign::AttackCost) {
            return true;
        }
        let Some((source, cost, times)) = self.attack_total(Some(more)) else { return true };
        let mut price = Price::new();
        for _ in 0..times {
            price.extend(price_of(&cost.mana));
        }
        price.sort_by_key(|w| w.count_ones());
        let player = self.s.turn.active;
        let mut funds = self.available(player, None, Default::default());
        for id in self.s.combat.attackers.iter().map(|a| a.id).chain([more]) {
            if !(self.has(id, Keyword::Vigilance) && holds(rule::KW_VIGILANCE)) {
                funds.leave_untapped(id);
            }
        }
        let parts = cost.parts.iter().collect();
        self.could_pay(&Need { price, parts, ..Need::of(player, source) }, &funds)
    }

    /// What must be paid for all chosen attackers and one more: a source, a cost and how often it is paid.
    /// Several costs are added up into one that is paid once.
    fn attack_total(self, more: Option<ObjectId>) -> Option<(ObjectId, Cost, u32)> {
        let mut prices: SmallVec<[(ObjectId, &Cost, u32); 2]> = SmallVec::new();
        for id in self.s.combat.attackers.iter().map(|a| a.id).chain(more) {
            self.each_attack_price(id, |source, cost| {
                match prices.iter_mut().find(|(s, c, _)| *s == source && std::ptr::eq(*c, cost)) {
                    Some((_, _, times)) => *times += 1,
                    None => prices.push((source, cost, 1)),
                }
            });
        }
        let (source, first, times) = *prices.first()?;
        if prices.len() == 1 {
            return Some((source, first.clone(), times));
        }
        let mut total = Cost::default();
        for (_, cost, times) in &prices {
            for _ in 0..*times {
                total.mana.0.extend_from_slice(&cost.mana.0);
                total.parts.extend_from_slice(&cost.parts);
            }
        }
        Some((source, total, 1))
    }

    fn each_attack_price(self, creature: ObjectId, mut f: impl FnMut(ObjectId, &'a Cost)) {
        if !self.any_sign(Sign::AttackCost) {
            return;
        }
        for source in &self.s.battlefield {
            let o = &self.s.objects[source.index()];
            let c = self.now(o);
            if !c.signs.has(Sign::AttackCost) {
                continue;
            }
            let ctx = Context::of(*source, o.controller);
            for ability in &c.abilities {
                let kind = &self.pool.ability(*ability).kind;
                let AbilityKind::Static(Static {
                    while_,
                    effect: StaticEffect::AttackCost { what, cost },
                }) = kind
                else {
                    continue;
                };
                let on = while_.as_ref().is_none_or(|w| self.condition(w, ctx));
                let meant = on
                    && match what {
                        Objects::All(filter) => self.fits(creature, filter, ctx),
                        other => self.objects_now(other, ctx).contains(&creature),
                    };
                if meant {
                    f(*source, cost);
                }
            }
        }
    }

    /// Whether a creature attacks if able and nothing exempts it: nobody has to pay a price
    /// (2005 rule 500.2, 2021 rule 508.1d).
    pub(super) fn has_to_attack(self, id: ObjectId) -> bool {
        if !self.marked(id, Mark::MUST_ATTACK) || self.can_attack(id).is_err() {
            return false;
        }
        let mut free = true;
        self.each_attack_price(id, |_, _| free = false);
        free
    }

    pub(crate) fn attack_answers(self, _: &Attack, buf: &mut Vec<Answer>) {
        let targets = self.attackable();
        let limited = self.attack_is_limited();
        for id in &self.s.battlefield {
            if self.can_attack(*id).is_err()
                || self.s.attacker(*id).is_some()
                || (limited && self.attack_completable(*id).is_err())
                || !self.attack_payable(*id)
            {
                continue;
            }
            buf.extend(targets.iter().filter_map(|t| match t {
                Thing::Player(p) => Some(Answer::AtPlayer(*id, *p)),
                Thing::Object(walker) => Some(Answer::Pair(*id, *walker)),
                Thing::None => None,
            }));
        }
        if self.attack_complete().is_ok() {
            buf.push(Answer::Done);
        }
    }

    pub(crate) fn check_attack(self, _: &Attack, answer: Answer) -> Result<(), RuleId> {
        let (id, target) = match answer {
            Answer::AtPlayer(id, player) => (id, Thing::Player(player)),
            Answer::Pair(id, walker) => (id, Thing::Object(walker)),
            Answer::Done => return self.attack_complete(),
            Answer::Cancel if !self.s.combat.attackers.is_empty() => return Ok(()),
            _ => return Err(rule::ILLEGAL_ANSWER),
        };
        self.can_attack(id)?;
        if self.s.attacker(id).is_some() {
            return Err(rule::ILLEGAL_ANSWER);
        }
        if !self.can_be_attacked(target) {
            refuse(rule::ATTACK_WHOM)?;
        }
        if self.attack_is_limited() {
            self.attack_completable(id)?;
        }
        need(self.attack_payable(id), rule::ATTACK_COST)
    }
}
