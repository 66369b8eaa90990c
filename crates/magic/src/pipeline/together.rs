//! The order of the timestamps of what comes to the battlefield at the same time (2005 rule
//! 418.5e, 2021 rule 613.7k). It is asked for only where it could matter.

use super::{Asked, Batch, Key, Proposal, Row};
use crate::look::{Look, ThingList};
use crate::object::Thing;
use crate::process::Form;
use crate::ruleset::ArrivalOrder;
use crate::table::Table;
use simpan_cards::program::{AbilityId, Sign};
use simpan_engine::{Flow, ObjectId, PlayerId};
use simpan_rulebook::{marker, rule};

impl Look<'_> {
    /// An entering object whose static abilities change objects.
    fn changer(self, row: &Row) -> Option<(ObjectId, PlayerId)> {
        let Proposal::Enter { id } = row.proposal else { return None };
        let changes = self.entering_base(row)?.signs.has(Sign::Changes);
        let controller = row.entering.as_ref()?.controller;
        (!row.gone && changes).then_some((id, controller))
    }

    /// Whether a player has an order to choose among arrivals.
    pub(super) fn arrivals_matter(self, rows: &[Row]) -> bool {
        rows.len() > 1 && self.to_order(rows, 0).is_some()
    }

    /// Who orders which arrivals, apart from the players who have done so (a bit each).
    fn to_order(self, rows: &[Row], done: u8) -> Option<(PlayerId, ThingList)> {
        let of = |player: Option<PlayerId>| -> ThingList {
            let changers = rows.iter().filter_map(|row| self.changer(row));
            let theirs = changers.filter(|(_, c)| player.is_none_or(|p| p == *c));
            theirs.map(|(id, _)| Thing::Object(id)).collect()
        };
        let several = |things: &ThingList| {
            let card = |t: &Thing| t.object().and_then(|id| self.s.object(id)).map(|o| o.card());
            let first = things.first().and_then(card);
            things.iter().any(|t| card(t) != first)
        };
        match self.s.rules.arrival_order {
            ArrivalOrder::ActivePlayer => {
                let all = of(None);
                (done == 0 && several(&all)).then_some((self.s.turn.active, all))
            }
            ArrivalOrder::TheirControllers => self
                .s
                .apnap()
                .filter(|p| done >> p.0 & 1 == 0)
                .map(|p| (p, of(Some(p))))
                .find(|(_, theirs)| several(theirs)),
        }
    }
}

impl Table<'_> {
    /// Lets players order the arrivals of a batch whose order matters.
    pub(super) fn order_arrivals(&mut self, p: &mut Batch) -> Option<Flow> {
        if p.rows.len() < 2 || !marker::holds(rule::TIMESTAMP_TOGETHER) {
            return None;
        }
        let (player, things) = self.look().to_order(&p.rows, p.ordered)?;
        p.ordered |= 1 << (player.0 & 7);
        let source = things.first().and_then(|t| t.object()).unwrap_or(ObjectId::NONE);
        p.pending = Some((Key::Ability { source, ability: AbilityId::NONE, nth: 0 }, Asked::Order));
        self.choose(player, Form::Order, things, rule::TIMESTAMP_TOGETHER, source);
        Some(Flow::Continue)
    }

    /// Puts the rows into the order that a player has chosen.
    pub(super) fn ordered_arrivals(&mut self, p: &mut Batch) {
        let order = std::mem::take(&mut self.s.reply).things;
        let place = |row: &Row| order.iter().position(|t| row.thing() == Some(*t));
        let mut chosen: Vec<(usize, Row)> =
            p.rows.iter().filter_map(|row| Some((place(row)?, row.clone()))).collect();
        chosen.sort_by_key(|(place, _)| *place);
        let mut next = chosen.into_iter().map(|(_, row)| row);
        for row in &mut p.rows {
            if place(row).is_some()
                && let Some(chosen) = next.next()
            {
                *row = chosen;
            }
        }
    }

    /// Objects that come under the active player's control have the earlier timestamps, where
    /// each player orders their own (2021 rule 613.7k).
    pub(super) fn sort_arrivals(&self, rows: &mut [Row]) {
        let enters = |row: &Row| matches!(row.proposal, Proposal::Enter { .. });
        if self.s.rules.arrival_order != ArrivalOrder::TheirControllers
            || rows.len() < 2
            || !rows.iter().all(enters)
            || !marker::holds(rule::TIMESTAMP_TOGETHER)
        {
            return;
        }
        let seats: Vec<PlayerId> = self.s.apnap().collect();
        let seat = |row: &Row| {
            let controller = row.entering.as_ref().map(|e| e.controller);
            seats.iter().position(|p| Some(*p) == controller)
        };
        rows.sort_by_key(seat);
    }
}
