//! Steps 1 to 5 of using a spell or ability. Until step 4 nothing changes: what is chosen is only
//! noted here, in whatever order it is said, and then done in the order of the steps.

use crate::act::{Leave, Table};
use crate::cards::{AbilityKind, When};
use crate::effects::Resolution;
use crate::event::EventKind;
use crate::facts::Signs;
use crate::light::payment;
use crate::look::Look;
use crate::refuse::{Checked, need, never};
use crate::state::{Phase, Process, Zone};
use crate::turn::Turning;
use crate::uses::{WAY_ATTACK, WAY_FACE_DOWN, WAY_FACE_UP, WAY_LIGHT};
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, ObjectId, QuestionKind};
use simpan_rulebook::marker::{examining, holds};
use simpan_rulebook::rule;
use smallvec::SmallVec;

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
    /// Cards marked to be discarded (from the hand) or destroyed (from the field) as a cost.
    pub parts: SmallVec<[ObjectId; 2]>,
    /// Cards pointed at before they were asked for.
    pub pointed: SmallVec<[ObjectId; 2]>,
    step: Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    Targets(u8),
    Light,
    Parts,
}

impl Use {
    pub(crate) fn new(
        source: ObjectId,
        ability: Option<u8>,
        light: SmallVec<[ObjectId; 4]>,
        pointed: SmallVec<[ObjectId; 2]>,
    ) -> Self {
        Self {
            source,
            ability,
            targets: SmallVec::new(),
            light,
            parts: SmallVec::new(),
            pointed,
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
        let wanted = t.max.saturating_sub(chosen);
        let free = look.free_targets(u, word).take(wanted.into()).count() as u8;
        let (min, max) = (t.min, t.max.min(chosen + free));
        Some((chosen < max).then_some(QuestionKind::Target { word, chosen, min, max }))
    }

    fn free_targets<'a>(&'a self, u: &'a Use, word: u8) -> impl Iterator<Item = ObjectId> + 'a {
        let taken = move |id: &ObjectId| u.targets.contains(&(word, *id));
        let all = self.look().targets(self.s.active, u.source, u.ability, word);
        all.filter(move |id| !taken(id))
    }

    /// Whether that is one of them.
    fn is_free_target(&self, u: &Use, word: u8, id: ObjectId) -> bool {
        let look = self.look();
        let wanted =
            look.ability(u.source, u.ability).and_then(|a| a.targets.get(usize::from(word)));
        wanted.is_some_and(|t| look.fits(id, &t.what, self.s.active, u.source))
            && !u.targets.contains(&(word, id))
    }

    /// How many more cards the cost wants, and which may be given.
    fn parts_wanted(&self, u: &Use) -> (usize, Vec<ObjectId>) {
        let (look, player) = (self.look(), self.s.active);
        let cost = look.total_cost(u.source, u.ability);
        if cost.discard == 0 && cost.destroy.is_none() {
            return (0, Vec::new());
        }
        let (discards, destroys) = look.parts_of(u);
        let mut wanted = usize::from(cost.discard).saturating_sub(discards.len());
        let mut free = Vec::new();
        if wanted > 0 {
            free.extend(look.discardable(player, u.source));
        }
        if let Some((n, filter)) = cost.destroy {
            let more = usize::from(n).saturating_sub(destroys.len());
            if more > 0 {
                free.extend(look.destroyable(player, u.source, filter));
            }
            wanted += more;
        }
        free.retain(|id| !u.parts.contains(id));
        (wanted, free)
    }

    /// The cards that are given as a cost: those of the hand, and those of the field, each in the
    /// order in which they are paid whatever the order they were named in.
    fn parts_of(&self, u: &Use) -> (Vec<ObjectId>, Vec<ObjectId>) {
        let hand = |id: &ObjectId| self.s.object(*id).is_some_and(|o| o.zone == Zone::Hand);
        let (mut discards, mut destroys): (Vec<_>, Vec<_>) =
            u.parts.iter().partition(|id| hand(id));
        discards.sort_unstable();
        destroys.sort_unstable();
        (discards, destroys)
    }

    /// Whether a card may be pointed at now although it isn't asked for yet (step 7).
    fn can_point_at(&self, u: &Use, id: ObjectId) -> bool {
        let later = u.word().map_or(u8::MAX, |w| w.saturating_add(1));
        let words = self.look().ability(u.source, u.ability).map_or(0, |a| a.targets.len() as u8);
        let wanted = (later..words).any(|word| self.is_free_target(u, word, id))
            || self.parts_wanted(u).1.contains(&id);
        wanted && !u.pointed.contains(&id) && holds(rule::STAR_PROC_ORDER)
    }

    /// Whether an answer may be given while a use is announced. Marking what doesn't fit, and
    /// closing a payment too early, are errors that step 4 restores, not illegal answers.
    pub(crate) fn use_check(&self, u: &Use, answer: Answer) -> Checked {
        let (look, player) = (self.look(), self.s.active);
        let cost = || look.total_cost(u.source, u.ability);
        match (answer, u.step) {
            (Answer::Cancel, _) => Ok(()),
            (Answer::Use(id, WAY_LIGHT), _) => look.markable(player, id, &u.light, cost().light),
            (Answer::Object(id), Step::Targets(word)) => {
                let fits = look.is_free_target(u, word, id) || look.can_point_at(u, id);
                let there = self.s.object(id).is_some_and(|o| o.zone.in_play()) || fits;
                if there {
                    need(fits, rule::STAR_PROC_TARGET)
                } else {
                    never(rule::STAR_PROC_TARGET)
                }
            }
            (Answer::Done, Step::Targets(word)) => {
                let t =
                    look.ability(u.source, u.ability).and_then(|a| a.targets.get(word as usize));
                let chosen = u.targets.iter().filter(|x| x.0 == word).count();
                let enough = t.is_some_and(|t| chosen >= usize::from(t.min));
                need(enough, rule::STAR_PROC_TARGET)
            }
            (Answer::Done, Step::Light) => Ok(()),
            (Answer::Auto, Step::Light) => {
                need(look.fits_cost(player, u, &cost()), rule::STAR_PROC_PAY)
            }
            (Answer::Object(id), Step::Light) if look.can_point_at(u, id) => Ok(()),
            (Answer::Object(id), Step::Parts) if look.parts_wanted(u).1.contains(&id) => Ok(()),
            (_, Step::Parts) => never(rule::STAR_PROC_COLON),
            _ => never(rule::STAR_PROC_CHOOSE),
        }
    }

    /// Every legal answer while a use is announced, but for pointing at cards before they are
    /// asked for.
    pub(crate) fn use_answers(&self, u: &Use, buf: &mut Vec<Answer>) {
        let (look, player) = (self.look(), self.s.active);
        if let Some(word) = u.word() {
            buf.extend(look.free_targets(u, word).map(Answer::Object));
            if look.use_check(u, Answer::Done).is_ok() {
                buf.push(Answer::Done);
            }
        }
        if u.step == Step::Parts {
            buf.extend(look.parts_wanted(u).1.into_iter().map(Answer::Object));
            return;
        }
        look.markings(player, u, u.step == Step::Light, buf);
        // With a mark that doesn't fit nothing pays any more; what is left is to see that.
        if buf.is_empty() {
            buf.push(Answer::Done);
        }
    }
}

impl Table<'_> {
    /// What the turn player does in the main phase.
    pub(crate) fn main_answered(&mut self, answer: Answer) {
        let player = self.s.active;
        self.s.processes.push(Process::Turning(Turning::Main));
        match answer {
            Answer::Use(id, WAY_LIGHT) => self.s.early.push(id),
            Answer::Object(id) => self.s.pointed.push(id),
            Answer::Done | Answer::Cancel => self.restored(),
            Answer::Pass => {
                self.restored();
                self.s.processes.pop();
                self.s.processes.push(Process::Turning(Turning::Begin(Phase::End)));
            }
            Answer::Use(id, way @ (WAY_FACE_UP | WAY_FACE_DOWN)) => {
                self.restored();
                self.s.sides[player.index()].resource_plays += 1;
                let down = way == WAY_FACE_DOWN;
                self.shift_as(id, Zone::Resources, down, rule::STAR_RESOURCE_PLAY);
            }
            Answer::Use(_, WAY_ATTACK) => {
                self.restored();
                self.s.processes.push(Process::Combat(crate::combat::Combat::new(player)));
            }
            Answer::Use(id, way) => {
                let Ok(ability) = self.look().usable(player, id, way) else { return };
                if !holds(rule::STAR_PROC) {
                    return;
                }
                // Without marks, what can be used can be paid.
                let marked = self.s.has_marks() || examining();
                let early = std::mem::take(&mut self.s.early);
                let u = Use::new(id, ability, early, std::mem::take(&mut self.s.pointed));
                let look = self.look();
                let fits = !marked || look.fits_cost(player, &u, &look.total_cost(id, ability));
                if fits || !holds(rule::STAR_PROC_CHECK) {
                    self.s.processes.push(Process::Use(u));
                } else {
                    self.tell(EventKind::Restored { player }, rule::STAR_PROC_CHECK);
                }
            }
            _ => {}
        }
    }

    /// What was marked is forgotten: all is as it was, and only told, since nothing changed.
    fn restored(&mut self) {
        if self.s.has_marks() && holds(rule::STAR_PROC_CHECK) {
            self.s.early.clear();
            self.s.pointed.clear();
            let player = self.s.active;
            self.tell(EventKind::Restored { player }, rule::STAR_PROC_CHECK);
        }
    }

    /// Step 4 finds an error: all is as it was before step 1.
    fn wrong(&mut self) {
        let player = self.s.active;
        self.tell(EventKind::Restored { player }, rule::STAR_PROC_CHECK);
    }

    /// Goes on with a use up to its next question, or to its resolution.
    pub(crate) fn use_on(&mut self, mut u: Use, answer: Option<Answer>) {
        let player = self.s.active;
        if let Some(answer) = answer
            && !self.use_answered(&mut u, answer)
        {
            return self.wrong();
        }
        loop {
            match u.step {
                Step::Targets(word) => {
                    let Some(kind) = self.look().target_question(&u, word) else {
                        u.step = Step::Light;
                        continue;
                    };
                    match kind {
                        Some(_) if self.take_target(&mut u, word) => {}
                        Some(kind) => {
                            self.ask(player, kind, rule::STAR_PROC_TARGET, u.source, true);
                            return self.s.processes.push(Process::Use(u));
                        }
                        None => u.step = Step::Targets(word + 1),
                    }
                }
                Step::Light => {
                    let cost = self.look().total_cost(u.source, u.ability);
                    if u.light.len() >= usize::from(cost.light.total()) {
                        let fits = self.look().fits_cost(player, &u, &cost);
                        if !fits && holds(rule::STAR_PROC_CHECK) {
                            return self.wrong();
                        }
                        u.step = Step::Parts;
                        continue;
                    }
                    self.ask(player, QuestionKind::Pay, rule::STAR_PROC_LIGHT, u.source, true);
                    return self.s.processes.push(Process::Use(u));
                }
                Step::Parts => {
                    let (wanted, free) = self.look().parts_wanted(&u);
                    if wanted > 0 && self.take_pointed(&mut u, &free) {
                        continue;
                    }
                    if wanted == 0 {
                        let all_used = u.pointed.is_empty() || !holds(rule::STAR_PROC_CHECK);
                        return if all_used { self.commit(u) } else { self.wrong() };
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

    /// Takes a target that was pointed at before it was asked for.
    fn take_target(&self, u: &mut Use, word: u8) -> bool {
        if u.pointed.is_empty() {
            return false;
        }
        let free: Vec<ObjectId> = self.look().free_targets(u, word).collect();
        self.take_pointed(u, &free)
    }

    /// Takes the first card that was pointed at and fits what is asked for now.
    fn take_pointed(&self, u: &mut Use, fitting: &[ObjectId]) -> bool {
        let Some(at) = u.pointed.iter().position(|id| fitting.contains(id)) else { return false };
        let id = u.pointed.remove(at);
        match u.step {
            Step::Targets(word) => u.targets.push((word, id)),
            _ => u.parts.push(id),
        }
        true
    }

    /// Notes an answer; false if the use is restored.
    fn use_answered(&mut self, u: &mut Use, answer: Answer) -> bool {
        let player = self.s.active;
        match (answer, u.step) {
            (Answer::Object(id), Step::Targets(word)) => {
                match self.look().is_free_target(u, word, id) {
                    true => u.targets.push((word, id)),
                    false => u.pointed.push(id),
                }
            }
            (Answer::Done, Step::Targets(word)) => u.step = Step::Targets(word + 1),
            (Answer::Use(id, WAY_LIGHT), _) => u.light.push(id),
            (Answer::Auto, Step::Light) => {
                let cost = self.look().total_cost(u.source, u.ability);
                let (marked, free) = self.look().split(player, u, &cost);
                if let Some(paid) = payment(cost.light, marked, free) {
                    u.light = paid.into_iter().map(|(id, _)| id).collect();
                }
            }
            (Answer::Object(id), Step::Light) => u.pointed.push(id),
            (Answer::Object(id), Step::Parts) => u.parts.push(id),
            _ => return false,
        }
        true
    }

    /// Steps 3 to 5: the use has passed its check; it is paid in order, Light first, and what
    /// triggered is handled before it resolves.
    fn commit(&mut self, mut u: Use) {
        let player = self.s.active;
        let cost = self.look().total_cost(u.source, u.ability);
        let Some(o) = self.s.object(u.source).copied() else { return };
        let by = u.ability.map(|n| self.pool.card(o.card).abilities[usize::from(n)].kind);
        let ability = u.ability.filter(|_| by != Some(AbilityKind::Spell));
        let used = EventKind::Used { player, object: u.source, card: o.card, ability };
        self.emit(used, rule::STAR_PROC_CHOOSE);
        // The targets of one word are a set: the order they were named in is of no account.
        u.targets.sort_unstable();
        for (_, target) in &u.targets {
            let target = *target;
            self.emit(EventKind::Targeted { by: u.source, target }, rule::STAR_PROC_TARGET);
        }
        let (mut marked, _) = self.look().split(player, &u, &cost);
        marked.sort_unstable();
        for (object, light) in marked {
            self.act(object, rule::STAR_PROC_LIGHT);
            self.emit(EventKind::MadeLight { object, light }, rule::STAR_PROC_LIGHT);
        }
        if cost.act {
            self.act(u.source, rule::STAR_PROC_ACT);
        }
        let (discards, destroys) = self.look().parts_of(&u);
        for id in discards {
            self.shift(id, Zone::Graveyard, rule::STAR_PROC_COLON);
        }
        self.leave(&destroys, Leave::Destroyed, Zone::Graveyard, rule::STAR_PROC_COLON);
        let mut source = u.source;
        if o.zone == Zone::Hand {
            let kind = self.pool.card(o.card).kind;
            source = self.shift(u.source, Zone::Using, rule::STAR_PROC_CHOOSE);
            self.notice(Signs::USES, source, |when, _, you| match when {
                When::Uses(who, kinds) => kinds.has(kind) && who.includes(player, you),
                _ => false,
            });
        } else if let Some(n) = u.ability {
            let turn = self.s.turn;
            if let Some(o) = self.object_mut(u.source) {
                o.used = (if o.used_turn == turn { o.used } else { 0 }) | 1 << n;
                o.used_turn = turn;
            }
        }
        let resolution = Resolution::of_use(player, source, o.card, u.ability, u.targets);
        self.s.processes.push(Process::Resolution(resolution));
    }
}
