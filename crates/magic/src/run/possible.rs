//! What can be chosen while an effect is followed: an option that can't be carried out can't
//! (2005 rule 413.2c, 2021 rule 608.2d).

use crate::look::Look;
use crate::process::Frame;
use simpan_cards::ast::{Action, Filter, Kind, Objects, Zone};
use simpan_cards::program::Op;
use simpan_engine::PlayerId;

impl Look<'_> {
    /// Whether a player who may do something could do it: the instruction that follows the
    /// choice, as far as it is known to all.
    pub(super) fn is_possible(self, f: &Frame, op: Option<&Op>) -> bool {
        let ctx = f.context();
        let Some(Op::Do(action)) = op else { return true };
        match action {
            Action::Sacrifice { who, count, filter } => {
                let n = self.amount(count, ctx);
                self.players(who, ctx).iter().all(|p| self.permanents_of(*p, filter, f) >= n)
            }
            Action::Discard { who, count, filter, .. } if filter.all.is_empty() => {
                let n = self.amount(count, ctx);
                self.players(who, ctx).iter().all(|p| self.hand_size(*p) >= n)
            }
            Action::SacrificeThose(what) => self
                .any(f, what, |id| self.s.object(id).is_some_and(|o| o.zone == Zone::Battlefield)),
            Action::RemoveCounters { what, kind, count } => {
                let n = self.amount(count, ctx);
                self.any(f, what, |id| i32::from(self.s.counters_on(id, *kind)) >= n)
            }
            Action::Move { what, .. } | Action::Destroy { what, .. } => self.any(f, what, |_| true),
            _ => true,
        }
    }

    fn permanents_of(self, player: PlayerId, filter: &Filter, f: &Frame) -> i32 {
        let fits = |id: &&simpan_engine::ObjectId| {
            self.controller(**id) == Some(player) && self.fits_all(**id, filter, f.context())
        };
        self.s.battlefield.iter().filter(fits).count() as i32
    }

    /// Whether any of the objects is there and fits. Where they are hidden nobody is told: then it
    /// may be chosen.
    fn any(
        self,
        f: &Frame,
        what: &Objects,
        fits: impl Fn(simpan_engine::ObjectId) -> bool,
    ) -> bool {
        match what {
            Objects::Choose { filter, .. } | Objects::Random { filter, .. } => {
                if matches!(filter.kind, Kind::Card(zone) if zone.is_hidden()) {
                    return true;
                }
                let mut found = false;
                self.each(filter, f.context(), |id| found |= fits(id));
                found
            }
            Objects::Top { .. } => true,
            what => {
                let all = self.objects_now(what, f.context());
                all.into_iter().filter_map(|id| self.found(id, f)).any(fits)
            }
        }
    }
}
