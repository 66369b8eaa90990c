//! A game while it is being changed.

use crate::event::{Event, EventKind};
use crate::look::Look;
use crate::state::State;
use simpan_cards::Pool;
use simpan_cards::program::AbilityId;
use simpan_engine::{ObjectId, PlayerId, Purpose, Question, QuestionKind};
use simpan_rulebook::RuleId;
use std::hash::Hash;

/// A game while it is being changed: the cards, the state, and where events go.
#[derive(Debug)]
pub struct Table<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) s: &'a mut State,
    /// Events of this call, if anybody wants them.
    pub(crate) log: Option<&'a mut Vec<Event>>,
    /// Events whose triggers are noted together once a batch is committed.
    pub(crate) batch: Option<Vec<EventKind>>,
    /// The ability that is being put on the stack or resolves at this moment.
    pub(crate) running: Option<(ObjectId, AbilityId)>,
    /// Leaving triggers of the batch under way have been noted for all of it.
    pub(crate) leaving_noted: bool,
    /// Replacement effects that led to what is being done; they can't be applied to it again.
    pub(crate) inherited: smallvec::SmallVec<[crate::pipeline::Key; 2]>,
}

impl<'a> Table<'a> {
    /// A game that nobody listens to.
    pub(crate) fn new(pool: &'a Pool, s: &'a mut State) -> Self {
        Self {
            pool,
            s,
            log: None,
            batch: None,
            running: None,
            leaving_noted: false,
            inherited: smallvec::SmallVec::new(),
        }
    }

    /// To look at it.
    pub(crate) fn look(&self) -> Look<'_> {
        Look { pool: self.pool, s: self.s }
    }

    /// Records an event: hash, log, triggers. Only atoms call this.
    pub(crate) fn emit(&mut self, kind: EventKind, rule: RuleId) {
        let event = Event { kind, rule };
        kind.hash(&mut self.s.hash);
        self.s.dirty.layers |= self.s.volatile && !matches!(kind, EventKind::Passed { .. });
        if let Some(log) = &mut self.log {
            log.push(event);
        }
        match &mut self.batch {
            Some(batch) => batch.push(kind),
            None => {
                self.note(&kind);
                // What states trigger on may be true for no more than a moment (2005 rule 410.11,
                // 2021 rule 603.8).
                if !leaves_states(&kind) {
                    self.state_triggers();
                }
            }
        }
    }

    /// Sets the question that the process on top waits with.
    pub(crate) fn ask(
        &mut self,
        player: PlayerId,
        kind: QuestionKind,
        rule: RuleId,
        source: ObjectId,
    ) -> simpan_engine::Flow {
        self.s.question = Some(Question {
            player,
            on_behalf: player,
            kind,
            purpose: Purpose { rule, source },
            cancellable: false,
        });
        simpan_engine::Flow::Ask
    }

    /// The next timestamp.
    pub(crate) fn tick(&mut self) -> u32 {
        self.s.clock += 1;
        self.s.clock
    }
}

/// Whether an event changes nothing that a condition could ask about, or is followed by one that
/// does: no state trigger needs to be looked at.
fn leaves_states(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Triggered { .. }
            | EventKind::Control { .. }
            | EventKind::ManaAdded { .. }
            | EventKind::ManaSpent { .. }
            | EventKind::ManaLost { .. }
            | EventKind::TappedForMana { .. }
            | EventKind::Announced { .. }
            | EventKind::Targeted { .. }
            | EventKind::Resolving { .. }
            | EventKind::Assigned { .. }
            | EventKind::Revealed { .. }
            | EventKind::LookedAt { .. }
            | EventKind::Passed { .. }
    )
}
