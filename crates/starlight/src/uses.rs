//! Steps 1 to 5 of using a spell or ability, and all else a player may do in the main phase.
//!
//! Until step 4 nothing changes: what is chosen is only noted here.

use crate::act::{Leave, Table};
use crate::cards::{Ability, AbilityKind, CardKind, Cost, Light, When};
use crate::effects::Resolution;
use crate::event::EventKind;
use crate::light::{Sources, payable, payment};
use crate::look::Look;
use crate::state::{Phase, Process, Zone};
use crate::turn::Turning;
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, Illegal, ObjectId, PlayerId, QuestionKind, Way};
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

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

type Refused = Illegal<RuleId>;

fn no<T>(because: RuleId) -> Result<T, Refused> {
    Err(Illegal { because })
}

/// A use that is being announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// The card.
    pub source: ObjectId,
    /// Which ability; none for a character or prism.
    pub ability: Option<u8>,
    /// Its targets so far, by target word.
    pub targets: SmallVec<[(u8, ObjectId); 4]>,
    /// Resources marked for Light.
    pub light: SmallVec<[ObjectId; 4]>,
    /// Cards marked to be discarded or destroyed as a cost.
    pub parts: SmallVec<[ObjectId; 2]>,
    step: Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    Targets(u8),
    Light,
    Parts,
}

impl<'a> Look<'a> {
    /// The ability that a use is of, if it is of one.
    fn ability(&self, source: ObjectId, ability: Option<u8>) -> Option<&'a Ability> {
        let o = self.s.object(source)?;
        self.data(o).abilities.get(usize::from(ability?))
    }

    /// Step 2: what a use costs in all.
    pub fn total_cost(&self, source: ObjectId, ability: Option<u8>) -> Cost {
        let Some(o) = self.s.object(source) else { return Cost::default() };
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
    fn can_use(&self, player: PlayerId, id: ObjectId, ability: Option<u8>) -> Result<(), Refused> {
        let Some(o) = self.s.object(id) else { return no(rule::STAR_PROC_CHOOSE) };
        let cost = self.total_cost(id, ability);
        if let Some(a) = self.ability(id, ability) {
            let used = o.used_turn == self.s.turn && o.used & (1 << ability.unwrap_or(0)) != 0;
            if a.once && used {
                return no(rule::STAR_PROC_RESTRICT);
            }
            for (word, t) in a.targets.iter().enumerate() {
                if self.targets(player, id, ability, word as u8).take(t.min.into()).count()
                    < usize::from(t.min)
                {
                    return no(rule::STAR_PROC_TARGET);
                }
            }
        }
        if cost.act {
            if o.acted {
                return no(rule::STAR_PROC_ACT);
            }
            let new = o.zone == Zone::Field && o.since == self.s.turn;
            if new && self.s.rules.summon_delay && self.data(o).kind == CardKind::Character {
                return no(rule::STAR_SUMMON_DELAY);
            }
        }
        self.parts_payable(player, id, &cost)?;
        let sources = self.sources(player, if cost.act { id } else { ObjectId::NONE });
        let kinds: SmallVec<[u8; 16]> = sources.iter().map(|(_, k)| *k).collect();
        if payable(cost.light, &[], &kinds) { Ok(()) } else { no(rule::STAR_PROC_PAY) }
    }

    fn parts_payable(&self, player: PlayerId, id: ObjectId, cost: &Cost) -> Result<(), Refused> {
        let hand = self.s.side(player).hand.iter().filter(|h| **h != id).count();
        if hand < usize::from(cost.discard) {
            return no(rule::STAR_PROC_COLON);
        }
        if cost.destroy.is_some_and(|(n, f)| {
            let own = |x: &ObjectId| self.s.object(*x).is_some_and(|o| o.controller == player);
            self.in_play().filter(|x| own(x) && self.fits(*x, &f, player, id)).count()
                < usize::from(n)
        }) {
            return no(rule::STAR_PROC_COLON);
        }
        Ok(())
    }

    /// Cards in play that a target word may take.
    fn targets(
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
    fn usable(&self, player: PlayerId, id: ObjectId, way: Way) -> Result<Option<u8>, Refused> {
        let Some(o) = self.s.object(id) else { return no(rule::STAR_PROC_CHOOSE) };
        let card = self.data(o);
        if way == WAY_PLAY {
            let mine = o.zone == Zone::Hand && o.owner == player;
            return match card.kind {
                _ if !mine => no(rule::STAR_PROC_CHOOSE),
                CardKind::Character | CardKind::Prism => Ok(None),
                CardKind::Event if !card.abilities.is_empty() => Ok(Some(0)),
                _ => no(rule::STAR_PROC_CHOOSE),
            };
        }
        let nth = way.0.checked_sub(WAY_ABILITY.0).and_then(|n| u8::try_from(n).ok());
        let Some(nth) = nth else { return no(rule::STAR_PROC_CHOOSE) };
        let ability = card.abilities.get(usize::from(nth)).filter(|a| a.is_used());
        if ability.is_none() || o.face_down || !o.zone.in_play() || o.controller != player {
            return no(rule::STAR_PROC_CHOOSE);
        }
        Ok(Some(nth))
    }

    /// Whether a player may do that in the main phase.
    pub(crate) fn main_check(&self, answer: Answer) -> Result<(), Refused> {
        let player = self.s.active;
        match answer {
            Answer::Pass => Ok(()),
            Answer::Done if !self.s.early.is_empty() => Ok(()),
            Answer::Use(id, WAY_LIGHT) => {
                self.markable(player, id, &self.s.early, Light { any: u8::MAX, ..Light::default() })
            }
            Answer::Use(id, WAY_FACE_UP | WAY_FACE_DOWN) => {
                self.can_place(player, id, answer == Answer::Use(id, WAY_FACE_UP))
            }
            Answer::Use(id, WAY_ATTACK) => {
                if self.s.side(player).star != id {
                    return no(rule::STAR_ATTACK);
                }
                if self.s.attacked
                    || !self
                        .s
                        .side(player)
                        .field
                        .iter()
                        .any(|x| self.can_attack(player, *x).is_ok())
                {
                    return no(rule::STAR_ATTACK);
                }
                Ok(())
            }
            Answer::Use(id, way) => {
                let ability = self.usable(player, id, way)?;
                self.can_use(player, id, ability)
            }
            _ => no(rule::STAR_TIMING),
        }
    }

    fn can_place(&self, player: PlayerId, id: ObjectId, face_up: bool) -> Result<(), Refused> {
        let in_hand = |o: &&crate::state::Object| o.zone == Zone::Hand && o.owner == player;
        let Some(o) = self.s.object(id).filter(in_hand) else {
            return no(rule::STAR_RESOURCE_PLAY);
        };
        let left = self.s.side(player).resource_plays < self.s.rules.resource_plays;
        let fits = !face_up || self.data(o).kind == CardKind::Resource;
        if left && fits { Ok(()) } else { no(rule::STAR_RESOURCE_PLAY) }
    }

    /// Whether a resource may be marked besides those that are: it must make Light and be ready.
    fn markable(
        &self,
        player: PlayerId,
        id: ObjectId,
        marked: &[ObjectId],
        cost: Light,
    ) -> Result<(), Refused> {
        let mine = |o: &&crate::state::Object| o.controller == player;
        let Some(o) = self.s.object(id).filter(mine) else { return no(rule::STAR_LIGHT) };
        if let Err(because) = self.light_of(o) {
            return no(because);
        }
        let room = marked.len() < usize::from(cost.total());
        if o.acted || marked.contains(&id) || !room { no(rule::STAR_PROC_LIGHT) } else { Ok(()) }
    }

    /// The Light that marked resources make, and the free sources beside them.
    fn split(&self, player: PlayerId, u: &Use) -> (Sources, Sources) {
        let cost = self.total_cost(u.source, u.ability);
        let except = if cost.act { u.source } else { ObjectId::NONE };
        let sources = self.sources(player, except);
        sources.into_iter().partition(|(id, _)| u.light.contains(id))
    }

    /// Whether what is marked can be part of a payment.
    fn fits_cost(&self, player: PlayerId, u: &Use) -> bool {
        let cost = self.total_cost(u.source, u.ability);
        let (marked, free) = self.split(player, u);
        let kinds = |l: &[(ObjectId, u8)]| l.iter().map(|x| x.1).collect::<SmallVec<[u8; 16]>>();
        marked.len() == u.light.len() && payable(cost.light, &kinds(&marked), &kinds(&free))
    }

    /// Every legal answer of the main phase.
    pub(crate) fn main_answers(&self, buf: &mut Vec<Answer>) {
        let side = self.s.side(self.s.active);
        let mut list = |answer| {
            if self.main_check(answer).is_ok() && self.fits_early(answer) {
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
        if self.s.early.is_empty() {
            return true;
        }
        let player = self.s.active;
        match answer {
            Answer::Use(_, WAY_LIGHT | WAY_ATTACK) => true,
            Answer::Use(_, WAY_FACE_UP | WAY_FACE_DOWN) | Answer::Pass => false,
            Answer::Use(id, way) => self.usable(player, id, way).is_ok_and(|ability| {
                let early = self.s.early.clone();
                self.fits_cost(player, &Use::new(id, ability, early))
            }),
            _ => true,
        }
    }
}

impl Use {
    fn new(source: ObjectId, ability: Option<u8>, light: SmallVec<[ObjectId; 4]>) -> Self {
        Self {
            source,
            ability,
            targets: SmallVec::new(),
            light,
            parts: SmallVec::new(),
            step: Step::Targets(0),
        }
    }

    /// The target word that is asked for.
    pub(crate) fn word(&self) -> Option<u8> {
        match self.step {
            Step::Targets(word) => Some(word),
            _ => None,
        }
    }
}

impl Look<'_> {
    /// What to ask for a target word: nothing more for it, or no such word.
    #[allow(clippy::option_option)]
    fn target_question(&self, u: &Use, word: u8) -> Option<Option<QuestionKind>> {
        let look = self.look();
        let t = look.ability(u.source, u.ability)?.targets.get(usize::from(word))?;
        let chosen = u.targets.iter().filter(|x| x.0 == word).count() as u8;
        let free = self.look().free_targets(u, word).len() as u8;
        let max = t.max.min(chosen.saturating_add(free));
        let min = t.min;
        Some((chosen < max).then_some(QuestionKind::Target { word, chosen, min, max }))
    }

    fn free_targets(&self, u: &Use, word: u8) -> Vec<ObjectId> {
        let taken = |id: &ObjectId| u.targets.iter().any(|t| t.0 == word && t.1 == *id);
        let all = self.look().targets(self.s.active, u.source, u.ability, word);
        all.filter(|id| !taken(id)).collect()
    }

    /// How many more cards the cost wants now, and which may be given: first those to discard.
    fn parts_wanted(&self, u: &Use) -> (usize, Vec<ObjectId>) {
        let (look, player) = (self.look(), self.s.active);
        let cost = look.total_cost(u.source, u.ability);
        let given = u.parts.len();
        let discard = usize::from(cost.discard);
        if given < discard {
            let hand = self.s.side(player).hand.iter().copied();
            let free = hand.filter(|id| *id != u.source && !u.parts.contains(id));
            return (discard - given, free.collect());
        }
        let Some((n, filter)) = cost.destroy else { return (0, Vec::new()) };
        let own = |id: &ObjectId| {
            self.s.object(*id).is_some_and(|o| o.controller == player && o.zone == Zone::Field)
        };
        let fits = |id: &ObjectId| look.fits(*id, &filter, player, u.source);
        let free = look.in_play().filter(|id| own(id) && fits(id) && !u.parts.contains(id));
        ((discard + usize::from(n)).saturating_sub(given), free.collect())
    }

    /// Whether an answer may be given while a use is announced. Marking what doesn't fit, and
    /// closing a payment too early, are errors that step 4 restores, not illegal answers.
    pub(crate) fn use_check(&self, u: &Use, answer: Answer) -> Result<(), Refused> {
        let (look, player) = (self.look(), self.s.active);
        let cost = look.total_cost(u.source, u.ability);
        match (answer, u.step) {
            (Answer::Cancel, _) => Ok(()),
            (Answer::Use(id, WAY_LIGHT), _) => look.markable(player, id, &u.light, cost.light),
            (Answer::Object(id), Step::Targets(word)) => {
                if self.look().free_targets(u, word).contains(&id) {
                    Ok(())
                } else {
                    no(rule::STAR_PROC_TARGET)
                }
            }
            (Answer::Done, Step::Targets(word)) => {
                let t =
                    look.ability(u.source, u.ability).and_then(|a| a.targets.get(word as usize));
                let chosen = u.targets.iter().filter(|x| x.0 == word).count();
                if t.is_some_and(|t| chosen >= usize::from(t.min)) {
                    Ok(())
                } else {
                    no(rule::STAR_PROC_TARGET)
                }
            }
            (Answer::Done, Step::Light) => Ok(()),
            (Answer::Auto, Step::Light) if look.fits_cost(player, u) => Ok(()),
            (Answer::Auto, Step::Light) => no(rule::STAR_PROC_PAY),
            (Answer::Object(id), Step::Parts) if self.look().parts_wanted(u).1.contains(&id) => {
                Ok(())
            }
            (_, Step::Parts) => no(rule::STAR_PROC_COLON),
            _ => no(rule::STAR_PROC_CHOOSE),
        }
    }

    /// Every legal answer while a use is announced.
    pub(crate) fn use_answers(&self, u: &Use, buf: &mut Vec<Answer>) {
        let (look, player) = (self.look(), self.s.active);
        if let Some(word) = u.word() {
            buf.extend(self.look().free_targets(u, word).into_iter().map(Answer::Object));
            if self.look().use_check(u, Answer::Done).is_ok() {
                buf.push(Answer::Done);
            }
        }
        if u.step == Step::Parts {
            buf.extend(self.look().parts_wanted(u).1.into_iter().map(Answer::Object));
            return;
        }
        if u.step == Step::Light && self.look().use_check(u, Answer::Auto).is_ok() {
            buf.push(Answer::Auto);
        }
        let cost = look.total_cost(u.source, u.ability);
        if u.light.len() >= usize::from(cost.light.total()) {
            return;
        }
        let (marked, free) = look.split(player, u);
        let kinds = |l: &[(ObjectId, u8)]| l.iter().map(|x| x.1).collect::<SmallVec<[u8; 16]>>();
        for (id, kind) in &free {
            let mut with = kinds(&marked);
            with.push(*kind);
            let rest: SmallVec<[u8; 16]> =
                free.iter().filter(|x| x.0 != *id).map(|x| x.1).collect();
            if payable(cost.light, &with, &rest) {
                buf.push(Answer::Use(*id, WAY_LIGHT));
            }
        }
    }
}

impl Table<'_> {
    /// What the turn player does in the main phase.
    pub(crate) fn main_answered(&mut self, answer: Answer) {
        let player = self.s.active;
        let light = !matches!(answer, Answer::Use(_, WAY_LIGHT));
        self.s.processes.push(Process::Turning(Turning::Main));
        match answer {
            Answer::Use(id, WAY_LIGHT) => self.s.early.push(id),
            Answer::Done | Answer::Cancel => self.restored(player),
            Answer::Pass => {
                self.restored(player);
                self.s.processes.pop();
                self.s.processes.push(Process::Turning(Turning::Begin(Phase::End)));
            }
            Answer::Use(id, way @ (WAY_FACE_UP | WAY_FACE_DOWN)) => {
                self.restored(player);
                self.s.sides[player.index()].resource_plays += 1;
                let down = way == WAY_FACE_DOWN;
                self.shift_as(id, Zone::Resources, down, rule::STAR_RESOURCE_PLAY);
            }
            Answer::Use(_, WAY_ATTACK) => {
                self.restored(player);
                self.s.processes.push(Process::Combat(crate::combat::Combat::new(player)));
            }
            Answer::Use(id, way) => {
                let Ok(ability) = self.look().usable(player, id, way) else { return };
                let u = Use::new(id, ability, std::mem::take(&mut self.s.early));
                if self.look().fits_cost(player, &u) {
                    self.s.processes.push(Process::Use(u));
                } else {
                    self.emit(EventKind::Restored { player }, rule::STAR_PROC_CHECK);
                }
            }
            _ => {}
        }
        debug_assert!(!light || self.s.early.is_empty());
    }

    /// What was marked is forgotten: the resources are as they were.
    fn restored(&mut self, player: PlayerId) {
        if !self.s.early.is_empty() {
            self.s.early.clear();
            self.emit(EventKind::Restored { player }, rule::STAR_PROC_CHECK);
        }
    }

    /// Goes on with a use up to its next question, or to its resolution.
    pub(crate) fn use_on(&mut self, mut u: Use, answer: Option<Answer>) {
        let player = self.s.active;
        if let Some(answer) = answer {
            if !self.use_answered(&mut u, answer) {
                return self.emit(EventKind::Restored { player }, rule::STAR_PROC_CHECK);
            }
        }
        loop {
            match u.step {
                Step::Targets(word) => {
                    let Some(kind) = self.look().target_question(&u, word) else {
                        u.step = Step::Light;
                        continue;
                    };
                    match kind {
                        Some(kind) => {
                            self.ask(player, kind, rule::STAR_PROC_TARGET, u.source, true);
                            return self.s.processes.push(Process::Use(u));
                        }
                        None => u.step = Step::Targets(word + 1),
                    }
                }
                Step::Light => {
                    let cost = self.look().total_cost(u.source, u.ability);
                    if u.light.len() == usize::from(cost.light.total()) {
                        if !self.look().fits_cost(player, &u) {
                            return self
                                .emit(EventKind::Restored { player }, rule::STAR_PROC_CHECK);
                        }
                        u.step = Step::Parts;
                        continue;
                    }
                    self.ask(player, QuestionKind::Pay, rule::STAR_PROC_LIGHT, u.source, true);
                    return self.s.processes.push(Process::Use(u));
                }
                Step::Parts => {
                    let (wanted, _) = self.look().parts_wanted(&u);
                    if wanted == 0 {
                        return self.commit(u);
                    }
                    let chosen = u.parts.len() as u8;
                    let all = chosen + wanted as u8;
                    let kind = QuestionKind::Object { chosen, min: all, max: all };
                    self.ask(player, kind, rule::STAR_PROC_COLON, u.source, true);
                    return self.s.processes.push(Process::Use(u));
                }
            }
        }
    }

    /// Notes an answer; false if the use is restored.
    fn use_answered(&mut self, u: &mut Use, answer: Answer) -> bool {
        let player = self.s.active;
        match (answer, u.step) {
            (Answer::Object(id), Step::Targets(word)) => u.targets.push((word, id)),
            (Answer::Done, Step::Targets(word)) => u.step = Step::Targets(word + 1),
            (Answer::Use(id, WAY_LIGHT), _) => u.light.push(id),
            (Answer::Auto, Step::Light) => {
                let cost = self.look().total_cost(u.source, u.ability);
                let (marked, free) = self.look().split(player, u);
                if let Some(paid) = payment(cost.light, &marked, &free) {
                    u.light = paid.into_iter().map(|(id, _)| id).collect();
                }
            }
            (Answer::Object(id), Step::Parts) => u.parts.push(id),
            _ => return false,
        }
        true
    }

    /// Steps 3 to 5: the use has passed its check; it is paid in order, Light first, and what
    /// triggered is handled before it resolves.
    fn commit(&mut self, u: Use) {
        let player = self.s.active;
        let cost = self.look().total_cost(u.source, u.ability);
        let Some(o) = self.s.object(u.source).copied() else { return };
        let kind = self.pool.card(o.card).kind;
        let by = u.ability.map(|n| self.pool.card(o.card).abilities[usize::from(n)].kind);
        let ability = u.ability.filter(|_| by != Some(AbilityKind::Spell));
        let used = EventKind::Used { player, object: u.source, card: o.card, ability };
        self.emit(used, rule::STAR_PROC_CHOOSE);
        for (_, target) in &u.targets {
            let target = *target;
            self.emit(EventKind::Targeted { by: u.source, target }, rule::STAR_PROC_TARGET);
        }
        let (mut marked, _) = self.look().split(player, &u);
        marked.sort();
        for (object, light) in marked {
            self.act(object, rule::STAR_PROC_LIGHT);
            self.emit(EventKind::MadeLight { object, light }, rule::STAR_PROC_LIGHT);
        }
        if cost.act {
            self.act(u.source, rule::STAR_PROC_ACT);
        }
        let (discard, destroy) = u.parts.split_at(usize::from(cost.discard).min(u.parts.len()));
        for id in discard {
            self.shift(*id, Zone::Graveyard, rule::STAR_PROC_COLON);
        }
        self.leave(destroy, Leave::Destroyed, Zone::Graveyard, rule::STAR_PROC_COLON);
        let mut source = u.source;
        if o.zone == Zone::Hand {
            source = self.shift(u.source, Zone::Using, rule::STAR_PROC_CHOOSE);
            self.notice(source, |when, _, you| match when {
                When::Uses(who, kinds) => {
                    kinds.has(kind)
                        && match who {
                            crate::cards::Who::You => player == you,
                            crate::cards::Who::Opponent => player != you,
                            crate::cards::Who::Each => true,
                        }
                }
                _ => false,
            });
        } else if let Some(n) = u.ability {
            let turn = self.s.turn;
            if let Some(o) = self.object_mut(u.source) {
                o.used = if o.used_turn == turn { o.used } else { 0 } | 1 << n;
                o.used_turn = turn;
            }
        }
        let resolution = Resolution::of_use(player, source, o.card, u.ability, u.targets);
        self.s.processes.push(Process::Resolution(resolution));
    }
}
