//! Countering; changing targets is in [`super::retarget`].

use crate::event::EventKind;
use crate::mana::price_of;
use crate::object::ObjectKind;
use crate::pipeline::Proposal;
use crate::process::Frame;
use crate::state::EntryKind;
use crate::table::Table;
use simpan_cards::ast::{Action, Destination, Position, Zone};
use simpan_engine::ObjectId;
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;

impl Table<'_> {
    pub(super) fn run_stack(&mut self, f: &mut Frame, action: &Action) {
        match action {
            Action::Counter { what, to } => {
                let Some(ids) = self.ids(what, f) else { return };
                self.next_quietly(f);
                f.entry.regs.did = false;
                for id in ids {
                    f.entry.regs.did |= self.counter(id, to.as_ref());
                }
            }
            Action::ChangeTargets { what, who, how, to } => {
                self.run_change_targets(f, what, who, *how, to.as_ref());
            }
            _ => self.next_quietly(f),
        }
    }

    /// The mana of a card's cost, which doesn't come back when it is countered.
    fn refund(&mut self, id: ObjectId) {
        let Some(o) = self.s.object(id).copied() else { return };
        let price = self.pool.card(o.card).cost().map(price_of).unwrap_or_default();
        for kinds in price {
            let kind = kinds.trailing_zeros() as u8;
            self.add_mana(o.controller, (kind, Default::default()), 1, rule::COUNTERED);
        }
    }

    /// Counters a spell or ability; `false` if it can't be countered or isn't there.
    fn counter(&mut self, id: ObjectId, to: Option<&Destination>) -> bool {
        let look = self.look();
        let Some(o) = look.s.object(id).copied().filter(|o| o.zone == Zone::Stack) else {
            return false;
        };
        let Some(entry) = look.entry(id) else { return false };
        if entry.kind == EntryKind::CombatDamage
            || (look.now(&o).marks & simpan_cards::Mark::UNCOUNTERABLE != 0
                && holds(rule::CANT_BE_COUNTERED))
        {
            return false;
        }
        if !holds(rule::COUNTERED) {
            return false;
        }
        self.record(EventKind::Countered { id, card: o.face() }, rule::COUNTERED);
        self.take_from_stack(id);
        if !holds(rule::COUNTERED_NO_REFUND) {
            self.refund(id);
        }
        if o.kind == ObjectKind::Card {
            let exile = o.flags.has(crate::object::Flags::EXILE_FROM_STACK);
            let zone = match to {
                _ if exile => Zone::Exile,
                Some(to) => to.zone,
                None => Zone::Graveyard,
            };
            let bottom = to.is_some_and(|to| to.position == Position::Bottom);
            self.propose([Proposal::Move { id, to: zone, bottom }], rule::COUNTERED);
            if zone.is_hidden() {
                self.s.secrets += 1;
            }
        } else {
            self.cease(id, rule::COUNTERED);
        }
        true
    }
}
