//! What a player may do in the main phase, and with what: the checks of steps 1 to 3.

use crate::cards::{Ability, CardKind, Cost, Filter, Light};
use crate::light::{Amounts, Sources, count, payable, spare, sum};
use crate::look::Look;
use crate::refuse::{Checked, need, never, refuse};
use crate::state::{Object, Zone};
use crate::using::Use;
use simpan_engine::{Answer, ObjectId, PlayerId, Way};
use simpan_rulebook::marker::{examining, holds};
use simpan_rulebook::rule;

/// Use a card from the hand.
pub const WAY_PLAY: Way = Way(0);
/// Put a resource card from the hand face up into the resource area.
pub const WAY_FACE_UP: Way = Way(1);
/// Put a card from the hand face down into the resource area.
pub const WAY_FACE_DOWN: Way = Way(2);
/// Mark a resource to be acted for Light.
pub const WAY_LIGHT: Way = Way(3);
/// Declare an attack (of the star).
pub const WAY_ATTACK: Way = Way(4);
/// Use ability n of a card in play: `Way(WAY_ABILITY.0 + n)`.
pub const WAY_ABILITY: Way = Way(8);

/// How much Light of each kind is marked for a use and how much more there is, and how many of
/// the marked make any.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    marked: Amounts,
    free: Amounts,
    making: usize,
}

impl<'a> Look<'a> {
    /// The ability that a use is of, if it is of one.
    pub(crate) fn ability(&self, source: ObjectId, ability: Option<u8>) -> Option<&'a Ability> {
        let o = self.s.object(source)?;
        self.data(o).abilities.get(usize::from(ability?))
    }

    /// Step 2: what a use costs in all.
    pub fn total_cost(&self, source: ObjectId, ability: Option<u8>) -> Cost {
        let Some(o) = self.s.object(source).filter(|_| holds(rule::STAR_PROC_COST)) else {
            return Cost::default();
        };
        let own = self.ability(source, ability).map(|a| a.cost).unwrap_or_default();
        if o.zone != Zone::Hand {
            return own;
        }
        let mut light = self.data(o).cost;
        let any = i16::from(light.any) + o.cost;
        light.any = any.clamp(0, 250) as u8;
        Cost { light, ..own }
    }

    /// Whether the use can be begun, apart from what has been marked before it.
    fn can_use(
        &self,
        player: PlayerId,
        id: ObjectId,
        ability: Option<u8>,
        light: &Amounts,
    ) -> Checked {
        let Some(o) = self.s.object(id) else { return never(rule::STAR_PROC_CHOOSE) };
        let cost = self.total_cost(id, ability);
        if let Some(a) = self.ability(id, ability) {
            let used = o.used_turn == self.s.turn && o.used & (1 << ability.unwrap_or(0)) != 0;
            need(!(a.once && used), rule::STAR_PROC_RESTRICT)?;
            for (word, t) in a.targets.iter().enumerate() {
                let min = usize::from(t.min);
                let there = self.targets(player, id, ability, word as u8).take(min).count();
                need(there == min, rule::STAR_PROC_TARGET)?;
            }
        }
        if cost.act {
            need(!o.acted, rule::STAR_PROC_ACT)?;
            let new = o.zone == Zone::Field && o.since == self.s.turn;
            let waits = new && self.kind(o) == CardKind::Character;
            need(!(waits && self.s.rules.summon_delay), rule::STAR_SUMMON_DELAY)?;
        }
        if cost.discard > 0 {
            let there = self.discardable(player, id).count();
            need(there >= usize::from(cost.discard), rule::STAR_PROC_PAY)?;
        }
        if let Some((n, filter)) = cost.destroy {
            let there = self.destroyable(player, id, filter).count();
            need(there >= usize::from(n), rule::STAR_PROC_PAY)?;
        }
        // A card that acts itself makes no Light for that.
        let mut light = *light;
        if cost.act
            && !o.acted
            && let Ok(kind) = self.light_of(o)
        {
            light[usize::from(kind)] = light[usize::from(kind)].saturating_sub(1);
        }
        need(payable(cost.light, &Amounts::default(), &light), rule::STAR_PROC_PAY)
    }

    /// Cards that can be discarded for the cost of a card.
    pub(crate) fn discardable(
        &self,
        player: PlayerId,
        source: ObjectId,
    ) -> impl Iterator<Item = ObjectId> + use<'a> {
        self.s.side(player).hand.iter().copied().filter(move |id| *id != source)
    }

    /// Cards that can be destroyed for a cost.
    pub(crate) fn destroyable(
        &self,
        player: PlayerId,
        source: ObjectId,
        filter: Filter,
    ) -> impl Iterator<Item = ObjectId> + use<'a> {
        let look = *self;
        let field = self.s.side(player).field.iter().copied();
        field.filter(move |id| look.fits(*id, &filter, player, source))
    }

    /// Cards in play that a target word may take.
    pub(crate) fn targets(
        &self,
        player: PlayerId,
        source: ObjectId,
        ability: Option<u8>,
        word: u8,
    ) -> impl Iterator<Item = ObjectId> + use<'a> {
        let wanted = self.ability(source, ability).and_then(|a| a.targets.get(usize::from(word)));
        let look = *self;
        let fits =
            move |id: &ObjectId| wanted.is_some_and(|t| look.fits(*id, &t.what, player, source));
        self.in_play().filter(fits)
    }

    /// What a card in hand or play may be used as: the ability, or none for a card that comes
    /// onto the field.
    pub(crate) fn usable(&self, player: PlayerId, id: ObjectId, way: Way) -> Checked<Option<u8>> {
        let Some(o) = self.s.object(id) else { return never(rule::STAR_PROC_CHOOSE) };
        if way == WAY_PLAY {
            let mine = o.zone == Zone::Hand && o.owner == player;
            return match self.kind(o) {
                _ if !mine => never(rule::STAR_PROC_CHOOSE),
                CardKind::Character | CardKind::Prism => Ok(None),
                CardKind::Event if !self.data(o).abilities.is_empty() => Ok(Some(0)),
                _ => never(rule::STAR_PROC_CHOOSE),
            };
        }
        let nth = way.0.checked_sub(WAY_ABILITY.0).filter(|n| *n < 8).map(|n| n as u8);
        let used = nth.filter(|n| self.pool.facts(o.card).used & (1 << n) != 0);
        if used.is_none() || o.face_down || !o.zone.in_play() || o.controller != player {
            return never(rule::STAR_PROC_CHOOSE);
        }
        Ok(used)
    }

    /// Whether a player may do that in the main phase.
    pub(crate) fn main_check(&self, answer: Answer) -> Checked {
        let player = self.s.active;
        match answer {
            Answer::Pass => Ok(()),
            Answer::Done if self.s.has_marks() => Ok(()),
            Answer::Object(id) => self.can_point(player, id),
            Answer::Use(id, WAY_LIGHT) => {
                need(holds(rule::STAR_PROC_ORDER), rule::STAR_PROC_CHOOSE)?;
                let any = Light { any: u8::MAX, ..Light::default() };
                self.markable(player, id, &self.s.early, any)
            }
            Answer::Use(id, WAY_FACE_UP) => self.can_place(player, id, true),
            Answer::Use(id, WAY_FACE_DOWN) => self.can_place(player, id, false),
            Answer::Use(id, WAY_ATTACK) => {
                need(self.s.side(player).star == id && !self.s.attacked, rule::STAR_ATTACK)?;
                let all = || self.s.side(player).field.iter().map(|x| self.can_attack(player, *x));
                if all().any(|can| can.is_ok()) {
                    return Ok(());
                }
                // The most telling reason why nobody can.
                let no = never(rule::STAR_ATTACK);
                all().find(|why| *why != no).unwrap_or(no)
            }
            Answer::Use(id, way) => {
                let ability = self.usable(player, id, way)?;
                self.can_use(player, id, ability, &self.available(player))
            }
            _ => never(rule::STAR_TIMING),
        }
    }

    /// Whether a card may be pointed at before the use that wants it is named (step 7).
    fn can_point(&self, player: PlayerId, id: ObjectId) -> Checked {
        let own = |o: &Object| o.zone == Zone::Hand && o.owner == player;
        let there = self.s.object(id).is_some_and(|o| o.zone.in_play() || own(o));
        need(there && !self.s.pointed.contains(&id), rule::STAR_PROC_TARGET)?;
        need(holds(rule::STAR_PROC_ORDER), rule::STAR_PROC_CHOOSE)
    }

    fn can_place(&self, player: PlayerId, id: ObjectId, face_up: bool) -> Checked {
        let in_hand = |o: &&Object| o.zone == Zone::Hand && o.owner == player;
        let Some(o) = self.s.object(id).filter(in_hand) else {
            return never(rule::STAR_RESOURCE_PLAY);
        };
        let left = self.s.side(player).resource_plays < self.s.rules.resource_plays;
        let fits = !face_up || self.kind(o) == CardKind::Resource;
        need(left && fits, rule::STAR_RESOURCE_PLAY)
    }

    /// Whether a resource may be marked besides those that are: it must make Light and be ready.
    pub(crate) fn markable(
        &self,
        player: PlayerId,
        id: ObjectId,
        marked: &[ObjectId],
        cost: Light,
    ) -> Checked {
        let mine = |o: &&Object| o.controller == player;
        let Some(o) = self.s.object(id).filter(mine) else { return never(rule::STAR_LIGHT) };
        if let Err(because) = self.light_of(o) {
            refuse(because)?;
        }
        let room = marked.len() < usize::from(cost.total());
        need(!o.acted && !marked.contains(&id) && room, rule::STAR_PROC_LIGHT)
    }

    /// What is acted for a use besides the Light it costs, and makes none for it.
    fn except(u: &Use, cost: &Cost) -> ObjectId {
        if cost.act { u.source } else { ObjectId::NONE }
    }

    /// The Light that marked resources make, and the free sources beside them.
    pub(crate) fn split(&self, player: PlayerId, u: &Use, cost: &Cost) -> (Sources, Sources) {
        let mut split = (Sources::new(), Sources::new());
        for source in self.sources(player, Self::except(u, cost)) {
            let marked = u.light.contains(&source.0);
            if marked { split.0.push(source) } else { split.1.push(source) }
        }
        split
    }

    /// How much they make.
    fn tally(&self, player: PlayerId, u: &Use, cost: &Cost) -> Tally {
        let mut tally = Tally::default();
        for (id, kind) in self.sources(player, Self::except(u, cost)) {
            if u.light.contains(&id) {
                tally.marked[usize::from(kind)] += 1;
                tally.making += 1;
            } else {
                tally.free[usize::from(kind)] += 1;
            }
        }
        tally
    }

    /// Whether what is marked can be part of a payment.
    pub(crate) fn fits_cost(&self, player: PlayerId, u: &Use, cost: &Cost) -> bool {
        let tally = self.tally(player, u, cost);
        tally.making == u.light.len() && payable(cost.light, &tally.marked, &tally.free)
    }

    /// What may be marked so that the cost can still be paid, and before it that the engine pays
    /// (`auto`) where it can.
    pub(crate) fn markings(&self, player: PlayerId, u: &Use, auto: bool, buf: &mut Vec<Answer>) {
        let cost = self.total_cost(u.source, u.ability);
        let tally = self.tally(player, u, &cost);
        let fits = tally.making == u.light.len() && payable(cost.light, &tally.marked, &tally.free);
        if auto && (fits || refuse(rule::STAR_PROC_PAY).is_ok()) {
            buf.push(Answer::Auto);
        }
        if !fits || u.light.len() >= usize::from(cost.light.total()) {
            return;
        }
        // What pays for a colour that is still wanted fits; for anything else there must be room.
        let room = spare(cost.light, &tally.marked) < cost.light.any;
        let wanted = cost.light.colours();
        for (id, kind) in self.sources(player, Self::except(u, &cost)) {
            let kind = usize::from(kind);
            let coloured = kind < wanted.len() && tally.marked[kind] < wanted[kind];
            if (room || coloured) && !u.light.contains(&id) {
                buf.push(Answer::Use(id, WAY_LIGHT));
            }
        }
    }

    /// Every legal answer of the main phase, but for pointing at cards before a use is named,
    /// which only people do.
    pub(crate) fn main_answers(&self, buf: &mut Vec<Answer>) {
        let player = self.s.active;
        let side = self.s.side(player);
        let sources: Sources = self.sources(player, ObjectId::NONE).collect();
        let light = count(sources.iter().map(|(_, kind)| *kind));
        // What costs more than all Light there is needs no further look.
        let most = if examining() { i16::MAX } else { sum(&light) as i16 };
        let places = side.resource_plays < self.s.rules.resource_plays || examining();
        let usable = |id: ObjectId, way: Way| {
            let ability = self.usable(player, id, way);
            ability.is_ok_and(|a| self.can_use(player, id, a, &light).is_ok())
        };
        buf.push(Answer::Pass);
        if self.s.has_marks() {
            buf.push(Answer::Done);
        }
        for id in &side.hand {
            if self.s.object(*id).is_some_and(|o| self.cost(o) <= most) && usable(*id, WAY_PLAY) {
                buf.push(Answer::Use(*id, WAY_PLAY));
            }
            for (way, face_up) in [(WAY_FACE_UP, true), (WAY_FACE_DOWN, false)] {
                if places && self.can_place(player, *id, face_up).is_ok() {
                    buf.push(Answer::Use(*id, way));
                }
            }
        }
        for id in side.in_play().into_iter().flatten() {
            let mut used = self.s.object(*id).map_or(0, |o| self.pool.facts(o.card).used);
            while used != 0 {
                let way = Way(WAY_ABILITY.0 + used.trailing_zeros() as u16);
                used &= used - 1;
                if usable(*id, way) {
                    buf.push(Answer::Use(*id, way));
                }
            }
        }
        if let Some(star) = side.star.some() {
            let attack = Answer::Use(star, WAY_ATTACK);
            if self.main_check(attack).is_ok() {
                buf.push(attack);
            }
        }
        if holds(rule::STAR_PROC_ORDER) {
            let free = sources.iter().filter(|(id, _)| !self.s.early.contains(id));
            buf.extend(free.map(|(id, _)| Answer::Use(*id, WAY_LIGHT)));
        }
        if self.s.has_marks() {
            buf.retain(|answer| self.fits_early(*answer));
        }
    }

    /// Whether a use goes with the resources that were marked before it was named; listed are
    /// only those that do (another one is accepted, and restored in step 4).
    fn fits_early(&self, answer: Answer) -> bool {
        let player = self.s.active;
        match answer {
            Answer::Use(_, WAY_LIGHT | WAY_ATTACK) => true,
            Answer::Use(_, WAY_FACE_UP | WAY_FACE_DOWN) | Answer::Pass => false,
            Answer::Use(id, way) => self.usable(player, id, way).is_ok_and(|ability| {
                let (early, pointed) = (self.s.early.clone(), self.s.pointed.clone());
                let u = Use::new(id, ability, early, pointed);
                self.fits_cost(player, &u, &self.total_cost(id, ability))
            }),
            _ => true,
        }
    }
}
