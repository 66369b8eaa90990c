//! Instructions to cast a card.

use crate::object::Thing;
use crate::process::Frame;
use crate::table::Table;
use simpan_cards::ast::Action;

impl Table<'_> {
    /// Lets a player cast the first of some cards; "if you do" asks whether it was cast.
    pub(super) fn run_cast(&mut self, f: &mut Frame, action: &Action) {
        let Action::Cast { what, who, free, must } = action else { return };
        if !f.gather.is_empty() {
            let yes = self.s.reply.yes;
            self.next_quietly(f);
            f.entry.regs.did = yes;
            return;
        }
        let Some(ids) = self.ids(what, f) else { return };
        match (ids.first().copied(), self.seats(who, f).first().copied()) {
            (Some(id), Some(player)) => {
                f.gather.push(Thing::Object(id));
                self.offer(player, id, (*free, *must), f.entry.source);
            }
            _ => {
                self.next_quietly(f);
                f.entry.regs.did = false;
            }
        }
    }
}
