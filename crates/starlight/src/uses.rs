//! What a player may do in the main phase, and with what: the checks of steps 1 to 3.

use crate::cards::{Ability, CardKind, Cost, Filter, Light};
use crate::light::{Amounts, Sources, count, payable};
use crate::look::Look;
use crate::refuse::{Checked, need, never, refuse};
use crate::state::{Object, Zone};
use crate::using::Use;
use simpan_engine::{Answer, ObjectId, PlayerId, Way};
use simpan_rulebook::marker::holds;
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

/// How much Light of each kind sources make.
fn amounts(sources: &Sources) -> Amounts {
    count(sources.iter().map(|(_, kind)| *kind))
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
        mut light: Amounts,
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
            let waits = new && self.data(o).kind == CardKind::Character;
            need(!(waits && self.s.rules.summon_delay), rule::STAR_SUMMON_DELAY)?;
        }
        let discard = self.discardable(player, id).count();
        need(discard >= usize::from(cost.discard), rule::STAR_PROC_PAY)?;
        if let Some((n, filter)) = cost.destroy {
            let there = self.destroyable(player, id, filter).count();
            need(there >= usize::from(n), rule::STAR_PROC_PAY)?;
        }
        // A card that acts itself makes no Light for that.
        if let Ok(kind) = self.light_of(o)
            && cost.act
            && !o.acted
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
        let card = self.data(o);
        if way == WAY_PLAY {
            let mine = o.zone == Zone::Hand && o.owner == player;
            return match card.kind {
                _ if !mine => never(rule::STAR_PROC_CHOOSE),
                CardKind::Character | CardKind::Prism => Ok(None),
                CardKind::Event if !card.abilities.is_empty() => Ok(Some(0)),
                _ => never(rule::STAR_PROC_CHOOSE),
            };
        }
        let nth = way.0.checked_sub(WAY_ABILITY.0).and_then(|n| u8::try_from(n).ok());
        let Some(nth) = nth else { return never(rule::STAR_PROC_CHOOSE) };
        let ability = card.abilities.get(usize::from(nth)).filter(|a| a.is_used());
        if ability.is_none() || o.face_down || !o.zone.in_play() || o.controller != player {
            return never(rule::STAR_PROC_CHOOSE);
        }
        Ok(Some(nth))
    }

    /// Whether a player may do that in the main phase.
    pub(crate) fn main_check(&self, answer: Answer) -> Checked {
        self.main_check_with(answer, self.available(self.s.active))
    }

    /// The same, with the Light that could be made.
    fn main_check_with(&self, answer: Answer, light: Amounts) -> Checked {
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
                self.can_use(player, id, ability, light)
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
        let fits = !face_up || self.data(o).kind == CardKind::Resource;
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

    /// The Light that marked resources make, and the free sources beside them.
    pub(crate) fn split(&self, player: PlayerId, u: &Use) -> (Sources, Sources) {
        let cost = self.total_cost(u.source, u.ability);
        let except = if cost.act { u.source } else { ObjectId::NONE };
        let sources = self.sources(player, except);
        sources.into_iter().partition(|(id, _)| u.light.contains(id))
    }

    /// Whether what is marked can be part of a payment.
    pub(crate) fn fits_cost(&self, player: PlayerId, u: &Use) -> bool {
        let cost = self.total_cost(u.source, u.ability);
        let (marked, free) = self.split(player, u);
        marked.len() == u.light.len() && payable(cost.light, &amounts(&marked), &amounts(&free))
    }

    /// Free sources that can still be marked so that the cost can be paid.
    pub(crate) fn markings(&self, player: PlayerId, u: &Use, buf: &mut Vec<Answer>) {
        let cost = self.total_cost(u.source, u.ability);
        if u.light.len() >= usize::from(cost.light.total()) {
            return;
        }
        let (marked, free) = self.split(player, u);
        let (have, left) = (amounts(&marked), amounts(&free));
        let fits = [0, 1, 2, 3, 4].map(|kind: usize| {
            let (mut with, mut rest) = (have, left);
            with[kind] += 1;
            rest[kind] = rest[kind].saturating_sub(1);
            payable(cost.light, &with, &rest)
        });
        let fitting = free.iter().filter(|(_, kind)| fits[usize::from(*kind)]);
        buf.extend(fitting.map(|(id, _)| Answer::Use(*id, WAY_LIGHT)));
    }

    /// Every legal answer of the main phase, but for pointing at cards before a use is named,
    /// which only people do.
    pub(crate) fn main_answers(&self, buf: &mut Vec<Answer>) {
        let side = self.s.side(self.s.active);
        let light = self.available(self.s.active);
        let mut list = |answer| {
            if self.main_check_with(answer, light).is_ok() && self.fits_early(answer) {
                buf.push(answer);
            }
        };
        list(Answer::Pass);
        list(Answer::Done);
        for id in &side.hand {
            for way in [WAY_PLAY, WAY_FACE_UP, WAY_FACE_DOWN] {
                list(Answer::Use(*id, way));
            }
        }
        let mine = |id: &ObjectId| {
            self.s.object(*id).filter(|o| !o.face_down).map_or(0, |o| self.data(o).abilities.len())
        };
        let star = side.star.some();
        for id in star.iter().chain(&side.field).chain(&side.resources) {
            (0..mine(id)).for_each(|n| list(Answer::Use(*id, Way(WAY_ABILITY.0 + n as u16))));
        }
        if let Some(star) = star {
            list(Answer::Use(star, WAY_ATTACK));
        }
        side.resources.iter().for_each(|id| list(Answer::Use(*id, WAY_LIGHT)));
    }

    /// Whether a use goes with the resources that were marked before it was named; listed are
    /// only those that do (another one is accepted, and restored in step 4).
    fn fits_early(&self, answer: Answer) -> bool {
        if !self.s.has_marks() {
            return true;
        }
        let player = self.s.active;
        match answer {
            Answer::Use(_, WAY_LIGHT | WAY_ATTACK) => true,
            Answer::Use(_, WAY_FACE_UP | WAY_FACE_DOWN) | Answer::Pass => false,
            Answer::Use(id, way) => self.usable(player, id, way).is_ok_and(|ability| {
                let (early, pointed) = (self.s.early.clone(), self.s.pointed.clone());
                self.fits_cost(player, &Use::new(id, ability, early, pointed))
            }),
            _ => true,
        }
    }
}
