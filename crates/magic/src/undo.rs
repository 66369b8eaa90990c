//! Taking announcements back (2005 rule 422, 2021 rule 725): the state before one is kept beside
//! the state and comes back whole. Mana abilities that were used meanwhile and showed or moved
//! hidden cards can't be undone: they are used again, as if before the announcement.

use crate::event::{Event, EventKind};
use crate::game::Magic;
use crate::legal::{How, how_of};
use crate::process::Process;
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, Ask, Game};
use simpan_rulebook::{RuleId, marker::holds, rule};

/// The mana abilities used during an announcement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Used {
    done: Vec<Use>,
    /// The one that is being used: at which depth of the processes it began, and how many secrets
    /// had been told.
    now: Option<(u32, u32, Use)>,
}

/// A mana ability with all it asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Use {
    answers: Vec<Answer>,
    /// It showed or moved hidden cards.
    told: bool,
}

impl Magic {
    /// Keeps the state to go back to, if the answer begins an announcement.
    pub(crate) fn keep_before(&mut self, answer: Answer) {
        let begins = match (answer, self.state.processes.top()) {
            (Answer::Use(_, way), Some(Process::Priority(_))) => how_of(way) != How::Land,
            (Answer::Yes, Some(Process::Offer(_))) => true,
            _ => false,
        };
        if begins && !self.look().just_taps_for_mana(answer) {
            match &mut self.saved {
                Some(buffer) => (**buffer).clone_from(&self.state),
                None => self.saved = Some(Box::new(self.state.clone())),
            }
            self.used = Used::default();
            self.state.open = true;
        }
    }

    /// Notes an answer that uses a mana ability during an announcement, or belongs to one.
    pub(crate) fn note_use(&mut self, answer: Answer) {
        if !self.state.open {
            return;
        }
        let paying = matches!(self.state.processes.top(), Some(Process::Play(_)));
        match &mut self.used.now {
            Some((_, _, used)) => used.answers.push(answer),
            None if paying && matches!(answer, Answer::Use(..)) => {
                let depth = self.state.processes.depth() as u32;
                let used = Use { answers: vec![answer], told: false };
                self.used.now = Some((depth, self.state.secrets, used));
            }
            None => {}
        }
    }

    /// The mana ability in use has resolved once the payment goes on.
    pub(crate) fn close_use(&mut self) {
        let depth = self.state.processes.depth() as u32;
        if let Some((at, secrets, mut used)) = self.used.now.take_if(|now| depth <= now.0) {
            let _ = at;
            used.told = self.state.secrets != secrets;
            self.used.done.push(used);
        }
    }

    /// An announcement is taken back: all is as it was, but for what can't be undone.
    pub(crate) fn take_back(&mut self, log: &mut Vec<Event>) {
        let player = self.state.question.map_or(self.state.turn.active, |q| q.on_behalf);
        let because: Option<RuleId> = self.state.abort;
        let back = self.state.open && holds(rule::ILLEGAL_ACTION_REVERSED);
        if let Some(saved) = self.saved.as_mut().filter(|_| back) {
            std::mem::swap(&mut self.state, saved);
            let kind = EventKind::TakenBack { player, because };
            log.push(Event { kind, rule: rule::ILLEGAL_ACTION_REVERSED });
        }
        self.state.open = false;
        self.state.abort = None;
        let used = std::mem::take(&mut self.used);
        if used.done.iter().any(|u| u.told) && holds(rule::ILLEGAL_ACTION_REVERSED) {
            self.use_again(&used.done, log);
        }
    }

    /// Uses the mana abilities again that can't be undone; and if they were paid for with mana of
    /// others, those too (422.1, 725.1).
    fn use_again(&mut self, done: &[Use], log: &mut Vec<Event>) {
        let before = self.state.clone();
        let last = done.iter().rposition(|u| u.told).map_or(0, |at| at + 1);
        for all in [false, true] {
            let mut events = Vec::new();
            let rows = done[..last].iter().filter(|u| all || u.told);
            let went = rows.flat_map(|u| &u.answers).all(|answer| {
                let legal = !matches!(self.ask(), Ask::Over(_)) && self.check(*answer).is_ok();
                if legal {
                    self.table(Some(&mut events)).advance(Some(*answer));
                }
                legal && self.state.abort.is_none()
            });
            if went {
                log.append(&mut events);
                return;
            }
            self.state.clone_from(&before);
        }
    }
}
