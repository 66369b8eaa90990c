//! Putting triggered abilities on the stack (2005 rule 410.3, 2021 rule 603.3).

use crate::look::Look;
use crate::process::{Play, Process};
use crate::ruleset::TriggerOrder;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, Flow, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;

/// Triggered abilities being put on the stack, in APNAP order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// The player who is going to receive priority.
    pub(crate) then: PlayerId,
}

impl Table<'_> {
    pub(crate) fn step_place(&mut self, p: &mut Place, answer: Option<Answer>) -> Flow {
        let Some(player) = self.look().next_placer(p) else { return Flow::Done };
        let mine = self.s.waiting.iter().filter(|w| w.controller == player).count();
        let nth = match answer {
            Some(Answer::Pick(n)) => n as usize,
            _ if mine > 1 && holds(rule::TRIGGER_ORDER) => {
                let kind = QuestionKind::Order { left: mine as u16 };
                let source = self.s.waiting.iter().find(|w| w.controller == player);
                let source = source.map_or(Default::default(), |w| w.source);
                return self.ask(player, kind, rule::TRIGGER_ORDER, source);
            }
            _ => 0,
        };
        let of_player = self.s.waiting.iter().enumerate().filter(|(_, w)| w.controller == player);
        if let Some(at) = of_player.map(|(i, _)| i).nth(nth) {
            let waiting = self.s.waiting.remove(at);
            self.s.processes.push(Process::Play(Box::new(Play::trigger(waiting))));
        }
        Flow::Continue
    }
}

impl Look<'_> {
    /// The next player in APNAP order with a waiting trigger; triggers of players who have left
    /// are dropped as they leave.
    fn next_placer(self, place: &Place) -> Option<PlayerId> {
        let waits = |p: &PlayerId| self.s.waiting.iter().any(|w| w.controller == *p);
        match self.s.rules.trigger_order {
            TriggerOrder::FromActive => self.s.apnap().find(waits),
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
        }
    }

    pub(crate) fn place_answers(self, p: &Place, buf: &mut Vec<Answer>) {
        let Some(player) = self.next_placer(p) else { return };
        let mine = self.s.waiting.iter().filter(|w| w.controller == player).count();
        buf.extend((0..mine as u32).map(Answer::Pick));
    }

    /// The triggers of the player who is ordering them, in the order of their numbers.
    pub fn waiting_triggers(
        self,
    ) -> Vec<(simpan_cards::program::AbilityId, simpan_engine::ObjectId)> {
        let Some(Process::Place(place)) = self.s.processes.top() else { return Vec::new() };
        let Some(player) = self.next_placer(place) else { return Vec::new() };
        self.s
            .waiting
            .iter()
            .filter(|w| w.controller == player)
            .map(|w| (w.ability, w.source))
            .collect()
    }
}
