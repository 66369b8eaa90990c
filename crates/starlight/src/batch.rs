//! Triggered abilities that happen at once (points 61 to 65): the turn player fixes contents and
//! order of his or hers first, then the other player; the other player's resolve first. What
//! triggers meanwhile is a batch of its own, handled before the rest.

use crate::act::Table;
use crate::cards::{Ability, AbilityKind, CardId, When};
use crate::effects::Resolution;
use crate::event::EventKind;
use crate::look::Look;
use crate::refuse::{Checked, never};
use crate::state::{Process, State};
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// A triggered ability that waits to be handled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    /// Whose it is.
    pub player: PlayerId,
    /// The card, as it was.
    pub source: ObjectId,
    /// Which card it is.
    pub card: CardId,
    /// Which of its abilities.
    pub ability: u8,
    /// The card the condition was about.
    pub about: ObjectId,
    /// Which card that is; [`CardId::NONE`] if it is about none.
    pub about_card: CardId,
    /// Its targets: for which target word, and what.
    pub targets: SmallVec<[(u8, ObjectId); 2]>,
    /// Its player has decided not to.
    pub declined: bool,
}

impl Trigger {
    pub(crate) fn new(
        player: PlayerId,
        source: ObjectId,
        card: CardId,
        ability: u8,
        (about, about_card): (ObjectId, CardId),
    ) -> Self {
        let targets = SmallVec::new();
        Self { player, source, card, ability, about, about_card, targets, declined: false }
    }
}

/// Triggers that happened at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// Not in an order yet.
    waiting: Vec<Trigger>,
    /// In order: the turn player's, then the other's.
    ordered: [Vec<Trigger>; 2],
    /// The one whose contents are being decided, and how far that is.
    current: Option<(Trigger, Step)>,
    /// The turn player as it began.
    first: PlayerId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    May,
    Targets(u8),
}

impl Batch {
    pub(crate) fn new(triggers: Vec<Trigger>, first: PlayerId) -> Self {
        Self { waiting: triggers, ordered: Default::default(), current: None, first }
    }

    /// All that are left in it, to be shown.
    pub fn triggers(&self) -> impl Iterator<Item = &Trigger> {
        let current = self.current.iter().map(|(t, _)| t);
        let ordered = self.ordered[1].iter().chain(&self.ordered[0]);
        self.waiting.iter().chain(current).chain(ordered)
    }

    /// The triggers among which the player who is asked chooses the next, in their order.
    pub fn choices(&self, player: PlayerId) -> impl Iterator<Item = &Trigger> {
        self.waiting.iter().filter(move |t| t.player == player)
    }

    /// Who decides on a trigger next: the turn player first.
    fn decider(&self) -> Option<PlayerId> {
        let mut players = [self.first, State::other(self.first)];
        if !holds(rule::STAR_TRIGGER_FIRST) {
            players.reverse();
        }
        players.into_iter().find(|p| self.choices(*p).next().is_some())
    }

    /// The one whose contents are being decided.
    pub fn current(&self) -> Option<&Trigger> {
        self.current.as_ref().map(|(t, _)| t)
    }

    /// The target word that is being decided, for answers.
    pub(crate) fn word(&self) -> Option<(&Trigger, u8)> {
        match &self.current {
            Some((t, Step::Targets(word))) => Some((t, *word)),
            _ => None,
        }
    }
}

/// The rule by which a player decides on triggers.
fn decides(first: bool) -> RuleId {
    if first { rule::STAR_TRIGGER_FIRST } else { rule::STAR_TRIGGER_SECOND }
}

impl<'a> Look<'a> {
    pub(crate) fn ability_of(&self, t: &Trigger) -> &'a Ability {
        &self.pool.card(t.card).abilities[usize::from(t.ability)]
    }

    /// Whether every target word can be fulfilled.
    fn can_do(&self, trigger: &Trigger, ability: &Ability) -> bool {
        let has =
            |w: usize, min: u8| self.look().candidates(trigger, w as u8).len() >= usize::from(min);
        ability.targets.iter().enumerate().all(|(w, t)| has(w, t.min))
    }

    /// Cards in play that the current word of a trigger may still take.
    pub(crate) fn candidates(&self, trigger: &Trigger, word: u8) -> Vec<ObjectId> {
        let Some(t) = self.look().ability_of(trigger).targets.get(usize::from(word)) else {
            return Vec::new();
        };
        let taken = |id: &ObjectId| trigger.targets.iter().any(|x| x.0 == word && x.1 == *id);
        let all = self.look().all(t.what, trigger.player, trigger.source);
        all.into_iter().filter(|id| !taken(id)).collect()
    }

    /// Whether an answer to a batch's question is legal.
    pub(crate) fn batch_check(&self, batch: &Batch, answer: Answer) -> Checked {
        let ok = match (answer, batch.word()) {
            (Answer::Object(id), Some((t, word))) => self.look().candidates(t, word).contains(&id),
            (Answer::Done, Some((t, word))) => {
                let chosen = t.targets.iter().filter(|x| x.0 == word).count();
                let min = self.look().ability_of(t).targets[usize::from(word)].min;
                chosen >= usize::from(min)
            }
            (Answer::Yes | Answer::No, None) => batch.current.is_some(),
            (Answer::Pick(n), None) => match self.s.waiting {
                crate::state::Waiting::Player(q) => {
                    batch.current.is_none() && (n as usize) < batch.choices(q.player).count()
                }
                _ => false,
            },
            _ => false,
        };
        let word = batch.word().is_some();
        let why = if word { rule::STAR_PROC_TARGET } else { rule::STAR_TRIGGER_FIRST };
        if ok { Ok(()) } else { never(why) }
    }
}

impl Table<'_> {
    /// Handles a batch up to its next question or resolution.
    pub(crate) fn batch(&mut self, mut batch: Batch, answer: Option<Answer>) {
        if let Some(answer) = answer {
            self.batch_answered(&mut batch, answer);
        }
        loop {
            if batch.current.is_some() {
                if self.contents(&mut batch) {
                    self.s.processes.push(Process::Batch(batch));
                    return;
                }
                continue;
            }
            let Some(player) = batch.decider() else { return self.resolve_next(batch) };
            let orders = player == batch.first || holds(rule::STAR_TRIGGER_SECOND);
            if batch.choices(player).count() > 1 && orders {
                let left = batch.choices(player).count() as u16;
                self.ask(
                    player,
                    QuestionKind::Order { left },
                    decides(player == batch.first),
                    ObjectId::NONE,
                    false,
                );
                self.s.processes.push(Process::Batch(batch));
                return;
            }
            take(&mut batch, player, 0);
        }
    }

    /// Goes on with the contents of the current trigger; whether a question was asked.
    fn contents(&mut self, batch: &mut Batch) -> bool {
        let Some((trigger, step)) = batch.current.take() else { return false };
        let ability = self.look().ability_of(&trigger).clone();
        let why = decides(trigger.player == batch.first);
        let step = match step {
            Step::May
                if ability.may && !trigger.declined && self.look().can_do(&trigger, &ability) =>
            {
                self.ask(trigger.player, QuestionKind::YesNo, why, trigger.source, false);
                batch.current = Some((trigger, Step::May));
                return true;
            }
            Step::May => Step::Targets(0),
            other => other,
        };
        let Step::Targets(mut word) = step else { return false };
        while let Some(wanted) =
            ability.targets.get(usize::from(word)).filter(|_| !trigger.declined)
        {
            let chosen = trigger.targets.iter().filter(|t| t.0 == word).count() as u8;
            let candidates = self.look().candidates(&trigger, word).len() as u8;
            let (min, max) = (wanted.min, wanted.max.min(chosen + candidates));
            if chosen < max {
                let kind = QuestionKind::Target { word, chosen, min, max };
                self.ask(trigger.player, kind, rule::STAR_PROC_TARGET, trigger.source, false);
                batch.current = Some((trigger, Step::Targets(word)));
                return true;
            }
            word += 1;
        }
        self.place(batch, trigger, &ability);
        false
    }

    /// Puts a trigger whose contents are fixed at the end of its player's order. One that wanted
    /// a target and has none does nothing.
    fn place(&mut self, batch: &mut Batch, trigger: Trigger, ability: &Ability) {
        let (player, object) = (trigger.player, trigger.source);
        let short = |(w, t): (usize, &crate::cards::Targets)| {
            trigger.targets.iter().filter(|x| usize::from(x.0) == w).count() < usize::from(t.min)
        };
        if trigger.declined || ability.targets.iter().enumerate().any(short) {
            return self.emit(EventKind::Declined { player, object }, rule::STAR_PROC_TARGET);
        }
        let first = player == batch.first;
        let list = &mut batch.ordered[usize::from(!first)];
        let place = list.len() as u8;
        let (card, ability, about) = (trigger.card, trigger.ability, trigger.about);
        let targets: SmallVec<[ObjectId; 2]> = trigger.targets.iter().map(|t| t.1).collect();
        if self.s.rules.announced_order {
            list.push(trigger);
        } else {
            list.insert(0, trigger);
        }
        let ordered = EventKind::Ordered { player, object, card, ability, about, place };
        self.emit(ordered, decides(first));
        for target in targets {
            self.emit(EventKind::Targeted { by: object, target }, rule::STAR_PROC_TARGET);
        }
    }

    /// The next trigger resolves: the other player's first.
    fn resolve_next(&mut self, mut batch: Batch) {
        let list = match holds(rule::STAR_TRIGGER_RESOLVE) {
            true => usize::from(!batch.ordered[1].is_empty()),
            false => usize::from(batch.ordered[0].is_empty()),
        };
        if batch.ordered[list].is_empty() {
            return;
        }
        let trigger = batch.ordered[list].remove(0);
        self.s.processes.push(Process::Batch(batch));
        if !self.s.rules.source_independent && !self.has_source(&trigger) {
            let (object, card, about) = (trigger.source, trigger.card, trigger.about);
            let ability = Some(trigger.ability);
            let gone = EventKind::Nullified { object, card, ability, about };
            return self.emit(gone, rule::STAR_TRIGGER_SOURCE);
        }
        self.s.processes.push(Process::Resolution(Resolution::of_trigger(trigger)));
    }

    /// Whether the card of a trigger is still in play, or has triggered by leaving.
    fn has_source(&self, trigger: &Trigger) -> bool {
        let leaving = trigger.source == trigger.about
            && match self.look().ability_of(trigger).when {
                Some(when) => matches!(when, When::Destroyed(_)),
                None => self.look().ability_of(trigger).kind == AbilityKind::Destroyed,
            };
        leaving || self.s.object(trigger.source).is_some_and(|o| o.zone.in_play())
    }

    fn batch_answered(&mut self, batch: &mut Batch, answer: Answer) {
        match (answer, &mut batch.current) {
            (Answer::Pick(n), None) => {
                let player = batch.decider().unwrap_or(batch.first);
                take(batch, player, n as usize);
            }
            (Answer::Yes, Some((_, step))) => *step = Step::Targets(0),
            (Answer::No, Some((trigger, step))) => {
                trigger.declined = true;
                *step = Step::Targets(0);
            }
            (Answer::Object(id), Some((trigger, Step::Targets(word)))) => {
                trigger.targets.push((*word, id));
            }
            (Answer::Done, Some((_, Step::Targets(word)))) => *word += 1,
            _ => {}
        }
    }
}

/// Takes the n-th waiting trigger of a player to decide its contents.
fn take(batch: &mut Batch, player: PlayerId, n: usize) {
    let mut own = batch.waiting.iter().enumerate().filter(|(_, t)| t.player == player);
    if let Some((at, _)) = own.nth(n) {
        let trigger = batch.waiting.remove(at);
        batch.current = Some((trigger, Step::May));
    }
}
