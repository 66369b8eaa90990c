//! Objects that would go to two places at the same moment (2021 rule 400.6).

use super::{After, Batch};
use crate::look::Look;
use simpan_cards::ast::{Action, Objects, Zone};
use simpan_cards::program::Op;
use simpan_engine::{ObjectId, PlayerId};

impl Look<'_> {
    /// An object that an event of the batch moves and that instructions in place of another event
    /// of it move too: the event's row, the object and its controller.
    pub(super) fn sent_twice(self, p: &Batch) -> Option<(usize, ObjectId, PlayerId)> {
        p.after.iter().find_map(|after| {
            let After::Program { program, source, .. } = after else { return None };
            let moves = |op: &Op| {
                let Op::Do(Action::Move { what: Objects::This, to, .. }) = op else { return false };
                to.zone != Zone::Battlefield
            };
            if !self.pool.program(*program).ops.iter().any(moves) {
                return None;
            }
            let o = self.s.object(*source).filter(|o| o.zone == Zone::Battlefield)?;
            let row =
                p.rows.iter().position(|r| !r.gone && r.proposal.object() == Some(*source))?;
            Some((row, *source, o.controller))
        })
    }
}
