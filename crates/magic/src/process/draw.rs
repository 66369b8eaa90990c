//! Drawing, one card at a time (2005 rule 410.2, 2021 rule 121.2), and shuffling.

use crate::object::Thing;
use crate::pipeline::{Key, Proposal};
use crate::process::Process;
use crate::state::Reply;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::program::Sign;
use simpan_engine::{Answer, Flow, ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// Cards being drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Draws {
    player: PlayerId,
    left: u16,
    /// Replacement effects that led to these draws.
    applied: SmallVec<[Key; 2]>,
    /// A draw has been proposed: what came of it is in the state's reply.
    proposed: bool,
    /// What has been drawn, and by players before this one in the same instruction.
    drawn: Reply,
}

/// A library being shuffled: the next pick of a Fisher-Yates shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shuffle {
    player: PlayerId,
    rule: RuleId,
    /// For each place from the bottom, the place its card was in.
    order: SmallVec<[u16; 8]>,
    /// How many places are still open, or `u16::MAX` before the shuffling begins.
    left: u16,
    /// So many cards on top stay where they are.
    fixed: u16,
}

impl Reply {
    /// A card has been drawn.
    pub(crate) fn drew(&mut self, id: ObjectId) {
        if !id.is_none() {
            self.things.push(Thing::Object(id));
            self.number += 1;
        }
    }
}

impl Table<'_> {
    /// A player draws so many cards.
    pub(crate) fn draw_cards(&mut self, player: PlayerId, count: i32) {
        self.all_draw([player], count);
    }

    /// Players draw so many cards each, one player after the other (2021 rule 121.2c). What was
    /// drawn is in the reply.
    pub(crate) fn all_draw(
        &mut self,
        players: impl IntoIterator<Item = PlayerId, IntoIter: DoubleEndedIterator>,
        count: i32,
    ) {
        let left = count.clamp(0, 1000) as u16;
        self.s.reply = Reply { yes: left > 0, ..Reply::default() };
        let effects = self.s.effects.iter().any(|e| e.held.is_some());
        if effects || self.s.signs.has(Sign::WouldDraw) {
            // The process of the last player is at the bottom: it is pushed first.
            for player in players.into_iter().rev() {
                let applied = self.inherited.clone();
                let drawn = Reply::default();
                let draws = Draws { player, left, applied, proposed: false, drawn };
                self.s.processes.push(Process::Draws(draws));
            }
        } else {
            let left = if left < 2 || holds(rule::DRAW_ONE_AT_A_TIME) { left } else { 1 };
            for player in players {
                for _ in 0..left {
                    let id = self.draw_one(player);
                    self.s.reply.drew(id);
                }
            }
        }
    }

    pub(crate) fn step_draws(&mut self, p: &mut Draws) -> Flow {
        let reply = std::mem::take(&mut self.s.reply);
        if p.proposed {
            p.drawn.replaced |= reply.replaced;
            reply.things.iter().filter_map(|t| t.object()).for_each(|id| p.drawn.drew(id));
        } else {
            p.drawn = reply;
        }
        p.proposed = true;
        if p.left == 0 {
            self.s.reply = std::mem::take(&mut p.drawn);
            return Flow::Done;
        }
        p.left -= 1;
        self.inherited = p.applied.clone();
        self.propose([Proposal::Draw { player: p.player }], rule::DRAW);
        self.inherited.clear();
        Flow::Continue
    }

    /// Starts to shuffle a library.
    pub(crate) fn shuffle(&mut self, player: PlayerId, rule: RuleId) {
        self.shuffle_but(player, 0, rule);
    }

    /// Starts to shuffle a library but for so many cards on top of it.
    pub(crate) fn shuffle_but(&mut self, player: PlayerId, fixed: u16, rule: RuleId) {
        let order = SmallVec::new();
        let shuffle = Shuffle { player, rule, order, left: u16::MAX, fixed };
        self.s.processes.push(Process::Shuffle(shuffle));
    }

    pub(crate) fn step_shuffle(&mut self, p: &mut Shuffle, answer: Option<Answer>) -> Flow {
        if p.left == u16::MAX {
            // The library as it is when the shuffling begins.
            let n = self.s.players[p.player.index()].library.len() as u16;
            p.order = (0..n).collect();
            p.left = n.saturating_sub(p.fixed);
        }
        if let Some(Answer::Pick(n)) = answer {
            let last = usize::from(p.left.saturating_sub(1));
            p.order.swap(last, (n as usize).min(last));
            p.left = p.left.saturating_sub(1);
        }
        if p.left > 1 {
            self.s.chance = Some(u32::from(p.left));
            return Flow::Ask;
        }
        if p.order.len() == self.s.players[p.player.index()].library.len() {
            let order = std::mem::take(&mut p.order);
            self.shuffled(p.player, &order, p.rule);
        }
        Flow::Done
    }
}
