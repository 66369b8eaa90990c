//! Effects that last as long as something holds: when they end, and when they never begin (2005
//! rule 418.3d, 2021 rule 611.2b).

use super::{action_at, reads};
use crate::look::{Context, Look};
use crate::process::Frame;
use crate::state::{ContinuousEffect, Span, StackEntry, Until};
use crate::table::Table;
use simpan_cards::Pool;
use simpan_cards::ast::{Action, Condition, Duration};
use simpan_cards::program::ProgramId;

/// How long a continuous effect's instruction lets it last.
pub(super) fn duration_at(pool: &Pool, program: ProgramId, op: u16) -> Option<&Duration> {
    match action_at(pool, program, op)? {
        Action::Change { duration, .. }
        | Action::ChangePlayers { duration, .. }
        | Action::Replace { duration, .. } => Some(duration),
        _ => None,
    }
}

/// For as long as what an instruction lets its effect last; none if it says no such thing.
fn condition_at(pool: &Pool, program: ProgramId, op: u16) -> Option<&Condition> {
    match duration_at(pool, program, op) {
        Some(Duration::While(condition)) => Some(condition),
        _ => None,
    }
}

impl StackEntry {
    /// Its instructions whose effects last as long as something holds.
    fn spans<'t>(&'t self, pool: &'t Pool) -> impl Iterator<Item = (ProgramId, u16)> + 't {
        self.pieces.iter().flat_map(|piece| {
            pool.program(piece.program).lasting.iter().map(|op| (piece.program, *op))
        })
    }
}

impl Look<'_> {
    /// Whether what an effect lasts for still holds. What is said of the source can't hold once
    /// the source is gone.
    fn still(self, condition: &Condition, ctx: Context<'_>) -> bool {
        let there = self.s.object(ctx.source).is_some() || !reads::speaks_of_source(condition);
        there && self.condition(condition, ctx)
    }

    fn has_ended(self, e: &ContinuousEffect) -> bool {
        e.until == Until::While
            && condition_at(self.pool, e.program, e.op)
                .is_some_and(|c| !self.still(c, Context::of(e.source, e.controller)))
    }

    /// Whether the duration of an instruction's effect is over before the effect begins.
    pub(crate) fn never_begins(self, f: &Frame, duration: &Duration) -> bool {
        let Duration::While(condition) = duration else { return false };
        let piece = f.entry.pieces.get(usize::from(f.piece));
        let over =
            |s: &Span| s.over && s.op == f.pc && piece.is_some_and(|p| p.program == s.program);
        f.entry.regs.spans.iter().any(over)
            || !self.still(condition, Context::of(f.entry.source, f.entry.controller))
    }

    /// Whether anything lasts, or will, as long as something holds.
    pub(super) fn looks_at_durations(self) -> bool {
        self.s.effects.iter().any(|e| e.until == Until::While)
            || self.s.stack.iter().any(|e| self.will_last(e))
    }

    /// Whether an effect of what goes on the stack will last as long as something holds.
    pub(crate) fn will_last(self, entry: &StackEntry) -> bool {
        entry.spans(self.pool).next().is_some()
    }
}

impl Table<'_> {
    /// Ends effects whose "as long as" holds no more; whether there were any.
    pub(super) fn end_durations(&mut self) -> bool {
        let look = self.look();
        let Some(first) = self.s.effects.iter().position(|e| look.has_ended(e)) else {
            return false;
        };
        self.s.effects.remove(first);
        true
    }

    /// Notes for what is on the stack whose "as long as" has begun to hold, and whose has ended.
    pub(super) fn note_spans(&mut self) {
        for at in 0..self.s.stack.len() {
            let look = self.look();
            let entry = &look.s.stack[at];
            let ctx = Context::of(entry.source, entry.controller);
            let found = entry.spans(self.pool).filter_map(|(program, op)| {
                let condition = condition_at(self.pool, program, op)?;
                Some(Span { program, op, over: !look.still(condition, ctx) })
            });
            let found: smallvec::SmallVec<[Span; 2]> = found.collect();
            let spans = &mut self.s.stack[at].regs.spans;
            for now in found {
                match spans.iter_mut().find(|s| (s.program, s.op) == (now.program, now.op)) {
                    Some(span) => span.over |= now.over,
                    None if !now.over => spans.push(now),
                    None => {}
                }
            }
        }
    }
}
