//! Putting triggered abilities on the stack (2005 rule 410.3, 2021 rule 603.3).

use crate::look::Look;
use crate::process::{Play, Process};
use crate::ruleset::TriggerOrder;
use crate::state::Waiting;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::program::AbilityId;
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// Triggered abilities being put on the stack, in APNAP order. What triggers meanwhile waits for
/// the next time, after state-based actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// The player who is going to receive priority.
    then: PlayerId,
    /// How many of the waiting abilities, from the first, are still to be put; all to begin with.
    left: Option<u16>,
}

impl Place {
    /// Before that player receives priority.
    pub(crate) fn before(then: PlayerId) -> Self {
        Self { then, left: None }
    }
}

impl Table<'_> {
    pub(crate) fn step_place(&mut self, p: &mut Place, answer: Option<Answer>) -> Flow {
        p.left.get_or_insert(self.s.waiting.len() as u16);
        let mine = self.look().to_place(p);
        let Some(first) = mine.first().copied() else { return Flow::Done };
        let at = match answer {
            Some(Answer::Pick(n)) => mine.get(n as usize).copied().unwrap_or(first),
            _ if mine.len() > 1 && holds(rule::TRIGGER_ORDER) => {
                let kind = QuestionKind::Order { left: mine.len() as u16 };
                let Waiting { controller, source, .. } = self.s.waiting[first];
                return self.ask(controller, kind, rule::TRIGGER_ORDER, source);
            }
            _ => first,
        };
        p.left = p.left.map(|left| left.saturating_sub(1));
        let waiting = self.s.waiting.remove(at);
        self.s.processes.push(Process::Play(Box::new(Play::trigger(waiting))));
        Flow::Continue
    }
}

impl Look<'_> {
    /// Which of the waiting abilities one player puts on the stack now: those of the first player
    /// in order who has any (triggers of players who have left are dropped as they leave), and
    /// those that trigger on abilities triggering only once nobody has others (2021 rule 603.3b).
    fn to_place(self, place: &Place) -> SmallVec<[usize; 4]> {
        let left = place.left.map_or(usize::MAX, usize::from);
        let waiting = &self.s.waiting[..left.min(self.s.waiting.len())];
        let second = waiting.iter().all(|w| self.is_second(w.ability));
        let now = |w: &Waiting| second || !self.is_second(w.ability);
        let waits = |p: &PlayerId| waiting.iter().any(|w| w.controller == *p && now(w));
        let player = match self.s.rules.trigger_order {
            TriggerOrder::FromActive => {
                let mut all = self.s.apnap().filter(waits);
                let first = all.next();
                let last = all.last();
                if last.is_none() || holds(rule::APNAP) { first } else { last }
            }
            TriggerOrder::FromPriority if waits(&place.then) => Some(place.then),
            TriggerOrder::FromPriority => {
                let mut next = place.then;
                (0..self.s.players.len())
                    .map(|_| {
                        next = self.s.next_player(next);
                        next
                    })
                    .find(waits)
            }
        };
        let mine = |w: &Waiting| Some(w.controller) == player && now(w);
        waiting.iter().enumerate().filter(|(_, w)| mine(w)).map(|(at, _)| at).collect()
    }

    pub(crate) fn place_answers(self, p: &Place, buf: &mut Vec<Answer>) {
        buf.extend((0..self.to_place(p).len() as u32).map(Answer::Pick));
    }

    /// The triggers of the player who is ordering them, in the order of their numbers.
    pub fn waiting_triggers(self) -> Vec<(AbilityId, ObjectId)> {
        let Some(Process::Place(place)) = self.s.processes.top() else { return Vec::new() };
        let waiting = |at: &usize| &self.s.waiting[*at];
        self.to_place(place).iter().map(waiting).map(|w| (w.ability, w.source)).collect()
    }
}
