//! Casting a card because an instruction says so, while it is followed (2021 rule 608.2g): it may
//! be cast, or has to be if that is possible.

use super::{Play, Process};
use crate::legal::How;
use crate::look::Look;
use crate::state::Reply;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::{marker::holds, rule};

/// A card that a player may or must cast now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offer {
    player: PlayerId,
    id: ObjectId,
    free: bool,
    must: bool,
    /// Whose text it is.
    source: ObjectId,
    begun: bool,
}

impl Table<'_> {
    /// Offers a card; `reply.yes` says whether it was cast.
    pub(crate) fn offer(
        &mut self,
        player: PlayerId,
        id: ObjectId,
        (free, must): (bool, bool),
        source: ObjectId,
    ) {
        self.s.reply = Reply::default();
        let offer = Offer { player, id, free, must, source, begun: false };
        self.s.processes.push(Process::Offer(offer));
    }

    pub(crate) fn step_offer(&mut self, p: &mut Offer, answer: Option<Answer>) -> Flow {
        self.s.reply = Reply { yes: p.begun, ..Reply::default() };
        if p.begun || answer == Some(Answer::No) {
            return Flow::Done;
        }
        let how = How::Offered(p.free);
        if answer.is_none() {
            let look = self.look();
            if look.can_cast(p.player, p.id, how, &mut None).is_err() {
                return Flow::Done;
            }
            if !p.must || !look.has_to(p) {
                let rule = rule::RESOLVE_INSTRUCTIONS;
                return self.ask(p.player, QuestionKind::YesNo, rule, p.source);
            }
        }
        p.begun = true;
        let play = Play::new(p.player, p.id, how);
        self.s.processes.push(Process::Play(Box::new(play)));
        Flow::Continue
    }
}

impl Look<'_> {
    /// Whether a card that has to be cast if able can be cast with the mana there is: nobody has
    /// to make any (2021 rule 118.3c).
    fn has_to(self, p: &Offer) -> bool {
        let mut there = Some(self.pool_only(p.player));
        let how = How::Offered(p.free);
        self.can_cast(p.player, p.id, how, &mut there).is_ok() || !holds(rule::COST_NOT_FORCED)
    }
}
