//! Step 6: targets are checked again, and the text is followed.

use crate::act::{Leave, Table};
use crate::batch::Trigger;
use crate::cards::{AbilityKind, CardData, CardId, CardKind, Effect, Filter, SearchTo};
use crate::event::EventKind;
use crate::look::{Look, has_cost};
use crate::refuse::{Checked, never};
use crate::state::{Process, State, Zone};
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, Distribution, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// A spell or ability that resolves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    /// Whose it is.
    pub controller: PlayerId,
    /// The card, as it was when it was used or triggered.
    pub source: ObjectId,
    /// Which card it is.
    pub card: CardId,
    /// Which of its abilities; none for a character or prism that comes onto the field.
    pub ability: Option<u8>,
    /// Its targets, by target word.
    pub targets: SmallVec<[(u8, ObjectId); 4]>,
    /// The card its condition was about.
    pub about: ObjectId,
    /// It is a trigger.
    pub trigger: bool,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// The targets are to be checked.
    Check,
    /// Instruction n is next.
    At(u8),
    /// A player discards so many more; then instruction n.
    Discard { player: PlayerId, left: u8, then: Option<PlayerId>, n: u8 },
    /// The controller chooses a card from the deck.
    Search { n: u8 },
    /// The deck is being shuffled: so many cards are left to place; then instruction n.
    Shuffle { left: u16, n: u8 },
    /// The controller chooses a card from the graveyard.
    Recover { n: u8 },
}

/// Whether a card outside play fits a description.
fn fits_printed(filter: &Filter, card: &CardData) -> bool {
    filter.kinds.has(card.kind)
        && filter.colour.is_none_or(|c| card.colour == Some(c))
        && filter
            .cost_at_most
            .is_none_or(|n| has_cost(card.kind) && i16::from(card.cost.total()) <= n)
        && filter.power_at_most.is_none_or(|n| card.kind == CardKind::Character && card.power <= n)
}

impl Resolution {
    /// A use that has passed steps 1 to 5.
    pub(crate) fn of_use(
        controller: PlayerId,
        source: ObjectId,
        card: CardId,
        ability: Option<u8>,
        targets: SmallVec<[(u8, ObjectId); 4]>,
    ) -> Self {
        Self {
            controller,
            source,
            card,
            ability,
            targets,
            about: ObjectId::NONE,
            trigger: false,
            stage: Stage::Check,
        }
    }

    pub(crate) fn of_trigger(t: Trigger) -> Self {
        Self {
            controller: t.player,
            source: t.source,
            card: t.card,
            ability: Some(t.ability),
            targets: t.targets.into_iter().collect(),
            about: t.about,
            trigger: true,
            stage: Stage::Check,
        }
    }

    /// Which ability it is, as it is told: none for a card that is used.
    fn told_ability(&self, look: &Look<'_>) -> Option<u8> {
        let abilities = &look.pool.card(self.card).abilities;
        self.ability.filter(|n| abilities[usize::from(*n)].kind != AbilityKind::Spell)
    }

    /// Whether it is a use whose resolution hasn't begun.
    pub(crate) fn is_fresh_use(&self) -> bool {
        !self.trigger && self.stage == Stage::Check
    }

    /// Whether a target still is there and still fits.
    fn is_legal(&self, look: &Look<'_>, word: u8, id: ObjectId) -> bool {
        let Some(n) = self.ability else { return true };
        let ability = &look.pool.card(self.card).abilities[usize::from(n)];
        let wanted = ability.targets.get(usize::from(word));
        wanted.is_some_and(|t| look.fits(id, &t.what, self.controller, self.source))
    }

    /// The different cards in the controller's deck among which a search may choose, in a fixed
    /// order, and none.
    pub fn choices(&self, look: &Look<'_>) -> Vec<CardId> {
        let Stage::Search { n } = self.stage else { return Vec::new() };
        let wanted = |id: &CardId| {
            let card = look.pool.card(*id);
            match self.effect(look, n) {
                Some(Effect::SearchStone(_)) => card.stone.is_some_and(|s| s.basic),
                Some(Effect::Search(filter, to)) => {
                    let stays = matches!(card.kind, CardKind::Character | CardKind::Prism);
                    fits_printed(&filter, card) && (stays || to != SearchTo::Field)
                }
                _ => false,
            }
        };
        let mut found: Vec<CardId> =
            look.s.side(self.controller).deck.iter().copied().filter(wanted).collect();
        found.sort();
        found.dedup();
        found
    }

    /// The cards in the controller's graveyard that may be taken back.
    fn recoverable(&self, look: &Look<'_>) -> Vec<ObjectId> {
        let Stage::Recover { n } = self.stage else { return Vec::new() };
        let Some(Effect::Recover(filter)) = self.effect(look, n) else { return Vec::new() };
        let fits =
            |id: &ObjectId| look.s.object(*id).is_some_and(|o| fits_printed(&filter, look.data(o)));
        look.s.side(self.controller).graveyard.iter().copied().filter(fits).collect()
    }

    fn effect(&self, look: &Look<'_>, n: u8) -> Option<Effect> {
        let ability = &look.pool.card(self.card).abilities[usize::from(self.ability?)];
        ability.does.get(usize::from(n)).copied()
    }

    /// Every legal answer to its question.
    pub(crate) fn answers(&self, look: &Look<'_>, buf: &mut Vec<Answer>) {
        match self.stage {
            Stage::Discard { player, .. } => {
                buf.extend(look.s.side(player).hand.iter().map(|id| Answer::Object(*id)));
            }
            Stage::Search { .. } => {
                buf.extend((0..self.choices(look).len()).map(|n| Answer::Pick(n as u32)));
                buf.push(Answer::Done);
            }
            Stage::Recover { .. } => {
                buf.extend(self.recoverable(look).into_iter().map(Answer::Object));
            }
            _ => {}
        }
    }
}

impl Look<'_> {
    pub(crate) fn resolution_check(&self, r: &Resolution, answer: Answer) -> Checked {
        let mut legal = Vec::new();
        r.answers(&self.look(), &mut legal);
        let ok = legal.contains(&answer);
        if ok { Ok(()) } else { never(rule::STAR_PROC_TEXT) }
    }
}

impl Table<'_> {
    /// Resolves up to its next question or its end.
    pub(crate) fn resolve(&mut self, mut r: Resolution, answer: Option<Answer>) {
        if let Some(answer) = answer {
            self.resolution_answered(&mut r, answer);
        }
        loop {
            match r.stage {
                Stage::Check => {
                    if !self.check_targets(&mut r) {
                        return self.after_use(&r);
                    }
                    let (object, card) = (r.source, r.card);
                    let ability = r.told_ability(&self.look());
                    let why = if r.trigger {
                        rule::STAR_TRIGGER_RESOLVE
                    } else {
                        rule::STAR_PROC_RESOLVE
                    };
                    self.emit(EventKind::Resolves { object, card, ability, about: r.about }, why);
                    r.stage = Stage::At(0);
                }
                Stage::At(n) => {
                    let Some(effect) = r.effect(&self.look(), n) else {
                        return self.finish(&r);
                    };
                    r.stage = Stage::At(n + 1);
                    self.follow(&mut r, n, effect);
                    self.destroy_lethal();
                    if self.over_now() {
                        return;
                    }
                }
                Stage::Discard { player, left, then, n } => {
                    let hand = self.s.side(player).hand.len() as u8;
                    if left > 0 && hand > 0 {
                        let kind = QuestionKind::Object { chosen: 0, min: 1, max: 1 };
                        self.ask(player, kind, rule::STAR_PROC_TEXT, r.source, false);
                        return self.s.processes.push(Process::Resolution(r));
                    }
                    r.stage = match then {
                        Some(other) => self.discards(&r, other, None, n),
                        None => Stage::At(n),
                    };
                }
                Stage::Search { .. } => {
                    let options = r.choices(&self.look()).len() as u16;
                    let kind = QuestionKind::OneOf { options };
                    self.ask(r.controller, kind, rule::STAR_PROC_TEXT, r.source, false);
                    self.s.secrets += 1;
                    return self.s.processes.push(Process::Resolution(r));
                }
                Stage::Shuffle { left, n } if left > 1 => {
                    r.stage = Stage::Shuffle { left, n };
                    self.ask_chance(Distribution::Uniform(left.into()));
                    return self.s.processes.push(Process::Resolution(r));
                }
                Stage::Shuffle { n, .. } => {
                    let player = r.controller;
                    self.emit(EventKind::Shuffled { player }, rule::STAR_PROC_TEXT);
                    r.stage = Stage::At(n);
                }
                Stage::Recover { n } => {
                    if r.recoverable(&self.look()).is_empty() {
                        r.stage = Stage::At(n + 1);
                        continue;
                    }
                    let kind = QuestionKind::Object { chosen: 0, min: 1, max: 1 };
                    self.ask(r.controller, kind, rule::STAR_PROC_TEXT, r.source, false);
                    return self.s.processes.push(Process::Resolution(r));
                }
            }
        }
    }

    /// Step 6A: whether it is resolved, and for which targets. With none left it is nullified.
    fn check_targets(&mut self, r: &mut Resolution) -> bool {
        let all = r.targets.len();
        let mut legal = r.targets.clone();
        if holds(rule::STAR_PROC_RECHECK) {
            legal.retain(|t| r.is_legal(&self.look(), t.0, t.1));
        }
        let too_few = legal.len() < all && !holds(rule::STAR_PROC_PARTLY);
        r.targets = legal;
        let none = all > 0 && (r.targets.is_empty() || too_few);
        if none && holds(rule::STAR_PROC_NULLIFIED) {
            let (object, card, ability) = (r.source, r.card, r.told_ability(&self.look()));
            self.emit(
                EventKind::Nullified { object, card, ability, about: r.about },
                rule::STAR_PROC_NULLIFIED,
            );
            return false;
        }
        true
    }

    /// The end of a resolution: a character or prism comes onto the field.
    fn finish(&mut self, r: &Resolution) {
        if r.ability.is_none() {
            self.enter(r.source, true, rule::STAR_PROC_TEXT);
        }
        self.after_use(r);
    }

    /// A used event goes to the graveyard.
    fn after_use(&mut self, r: &Resolution) {
        let event = self.pool.facts(r.card).kind == CardKind::Event;
        if event && !r.trigger {
            self.shift(r.source, Zone::Graveyard, rule::STAR_EVENT_USED);
        }
    }

    /// One instruction.
    fn follow(&mut self, r: &mut Resolution, n: u8, effect: Effect) {
        let what = effect.what().map(|w| self.look().meant(w, r)).unwrap_or_default();
        let why = rule::STAR_PROC_TEXT;
        let players = |t: &Self, who| t.look().players(who, r.controller);
        match effect {
            Effect::Damage(_, amount) => {
                what.iter().for_each(|x| self.damage(r.source, *x, amount, why))
            }
            Effect::Destroy(_) => self.leave(&what, Leave::Destroyed, Zone::Graveyard, why),
            Effect::Bury(_) => self.leave(&what, Leave::Other, Zone::Graveyard, why),
            Effect::Return(_) => self.leave(&what, Leave::Other, Zone::Hand, why),
            Effect::Boost(_, p, h) => what.iter().for_each(|x| self.boost(*x, p, h, why)),
            Effect::CostChange(_, by) => what.iter().for_each(|x| self.change_cost(*x, by, why)),
            Effect::Ready(_) => what.iter().for_each(|x| self.ready(*x, why)),
            Effect::Act(_) => what.iter().for_each(|x| self.act(*x, why)),
            Effect::Control(_) => what.iter().for_each(|x| self.control(*x, r.controller, why)),
            Effect::Draw(who, count) => {
                for player in players(self, who) {
                    (0..count).for_each(|_| self.draw(player, why));
                }
            }
            Effect::Life(who, by) => {
                for player in players(self, who) {
                    let star = self.s.side(player).star;
                    self.life(star, by, why);
                }
            }
            Effect::Discard(who, _) => {
                let mut all = players(self, who);
                if let Some(first) = all.next() {
                    r.stage = self.discards(r, first, all.next(), n + 1);
                }
            }
            Effect::Search(..) | Effect::SearchStone(_) => r.stage = Stage::Search { n },
            Effect::Recover(_) => r.stage = Stage::Recover { n },
            Effect::Resource => self.resource_from_deck(r.controller, why),
        }
    }

    fn discards(&self, r: &Resolution, player: PlayerId, then: Option<PlayerId>, n: u8) -> Stage {
        let count = match r.effect(&self.look(), n - 1) {
            Some(Effect::Discard(_, count)) => count,
            _ => 0,
        };
        Stage::Discard { player, left: count, then, n }
    }

    fn resolution_answered(&mut self, r: &mut Resolution, answer: Answer) {
        match (r.stage, answer) {
            (Stage::Discard { player, left, then, n }, Answer::Object(id)) => {
                self.shift(id, Zone::Graveyard, rule::STAR_PROC_TEXT);
                r.stage = Stage::Discard { player, left: left - 1, then, n };
            }
            (Stage::Search { n }, Answer::Pick(at)) => {
                if let Some(card) = r.choices(&self.look()).get(at as usize).copied() {
                    self.take_searched(r, n, card);
                }
                self.begin_shuffle(r, n + 1);
            }
            (Stage::Search { n }, _) => {
                let player = r.controller;
                self.emit(EventKind::Searched { player, found: false }, rule::STAR_PROC_TEXT);
                self.begin_shuffle(r, n + 1);
            }
            (Stage::Shuffle { left, n }, Answer::Pick(at)) => {
                let last = usize::from(left) - 1;
                self.s.sides[r.controller.index()].deck.swap(last, at as usize);
                r.stage = Stage::Shuffle { left: left - 1, n };
            }
            (Stage::Recover { n }, Answer::Object(id)) => {
                self.shift(id, Zone::Hand, rule::STAR_PROC_TEXT);
                r.stage = Stage::At(n + 1);
            }
            _ => {}
        }
    }

    fn begin_shuffle(&mut self, r: &mut Resolution, n: u8) {
        let left = self.s.side(r.controller).deck.len() as u16;
        r.stage = Stage::Shuffle { left, n };
    }

    /// Takes a card from the deck to where the search puts it; it is shown.
    fn take_searched(&mut self, r: &Resolution, n: u8, card: CardId) {
        let player = r.controller;
        let to = match r.effect(&self.look(), n) {
            Some(Effect::Search(_, to) | Effect::SearchStone(to)) => to,
            _ => SearchTo::Hand,
        };
        let deck = &mut self.s.sides[player.index()].deck;
        let Some(at) = deck.iter().rposition(|c| *c == card) else { return };
        deck.remove(at);
        let zone = match to {
            SearchTo::Hand => Zone::Hand,
            SearchTo::Resources => Zone::Resources,
            SearchTo::Field => Zone::Field,
        };
        let became = self.create(card, player, zone);
        self.enlist(became);
        if let Some(o) = self.object_mut(became) {
            o.acted = zone == Zone::Resources;
        }
        self.emit(EventKind::Searched { player, found: true }, rule::STAR_PROC_TEXT);
        let moved = EventKind::Moved {
            object: ObjectId::NONE,
            became,
            card,
            from: Zone::Deck,
            to: zone,
            face_down: false,
        };
        self.emit(moved, rule::STAR_PROC_TEXT);
        if zone == Zone::Field {
            self.entered(became, false);
        }
    }

    /// Characters with lethal damage, or without health, are destroyed.
    pub(crate) fn destroy_lethal(&mut self) {
        let look = self.look();
        let dead = |id: &ObjectId| {
            self.s
                .object(*id)
                .is_some_and(|o| look.kind(o) == CardKind::Character && look.lethal(o) == 0)
        };
        let [first, second] =
            [self.s.active, State::other(self.s.active)].map(|p| self.s.side(p).field.iter());
        let gone: SmallVec<[ObjectId; 8]> = first.chain(second).copied().filter(dead).collect();
        if !gone.is_empty() {
            self.leave(&gone, Leave::Destroyed, Zone::Graveyard, rule::STAR_DESTROYED);
        }
    }
}
