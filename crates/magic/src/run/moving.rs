//! Moving objects: what returns after an event, what was exiled with what, what haunts what, what
//! something is from the moment it comes (2021 rules 603.6, 607.2a, 610.3, 611.2e, 702.55).

use super::Ids;
use crate::pipeline::{Entering, Proposal, Row};
use crate::process::Frame;
use crate::state::{ContinuousEffect, Exiled, Returning, Until};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::ast::{Action, Destination, Zone};
use simpan_cards::program::{Op, ProgramId};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// Where it is written what a permanent is from the moment it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Being {
    program: ProgramId,
    op: u16,
    source: ObjectId,
    controller: PlayerId,
}

impl Table<'_> {
    /// Whether what something would return after has happened already: then it doesn't move (2021
    /// rules 610.3a and b).
    pub(super) fn has_happened(&self, f: &Frame) -> bool {
        f.sub == 0 && holds(rule::UNTIL_EVENT) && !self.is_there(f.entry.source)
    }

    fn is_there(&self, id: ObjectId) -> bool {
        self.s.object(id).is_some_and(|o| o.zone == Zone::Battlefield)
    }

    /// What the instruction just followed says of what it puts onto the battlefield.
    pub(super) fn being(&self, f: &Frame, to: &Destination) -> Option<Being> {
        if to.arrival.being.is_empty() {
            return None;
        }
        let program = f.entry.pieces.get(usize::from(f.piece))?.program;
        let op = f.pc.checked_sub(1)?;
        let (source, controller) = (f.entry.source, f.entry.controller);
        Some(Being { program, op, source, controller })
    }

    /// A permanent has come and is what was said of it, before anything looks at it.
    pub(crate) fn be(&mut self, id: ObjectId, being: Being) {
        if !holds(rule::ENTERS_BEING) {
            return;
        }
        let Being { program, op, source, controller } = being;
        let timestamp = self.tick();
        self.s.effects.push(ContinuousEffect {
            held: None,
            source,
            controller,
            program,
            op,
            affected: std::iter::once(id).collect(),
            players: 0,
            numbers: SmallVec::new(),
            until: Until::Forever,
            timestamp,
        });
        self.s.dirty.layers = true;
    }

    /// Notes what an instruction that moved objects has done to them for later.
    pub(crate) fn after_moving(&mut self, f: &Frame) {
        let pool = self.pool;
        let op = f.entry.pieces.get(usize::from(f.piece)).and_then(|piece| {
            let at = usize::from(f.pc.checked_sub(1)?);
            pool.program(piece.program).ops.get(at)
        });
        let Some(Op::Do(Action::Move { to, until, .. })) = op else { return };
        let source = f.entry.source;
        let moved: Ids = f.entry.regs.previous.iter().filter_map(|t| t.object()).collect();
        let there = |id: &ObjectId| self.s.object(*id).is_some_and(|o| o.zone == to.zone);
        let moved: Ids = moved.into_iter().filter(there).collect();
        if to.zone == Zone::Exile && self.pool.asks().exile && holds(rule::LINKED_ABILITIES) {
            let home = f.entry.regs.home;
            self.s.exiled.extend(moved.iter().map(|card| Exiled { card: *card, source, home }));
        }
        if until.is_some() {
            for id in &moved {
                let last = self.s.last_known.iter().rev().find(|l| l.became == *id);
                let zone = last.map_or(Zone::Battlefield, |l| l.object.zone);
                self.s.returning.push(Returning { id: *id, source, zone });
            }
            self.bring_back();
        }
        if let Some(haunting) = &to.haunting {
            let host = self.look().objects_now(haunting, f.context()).first().copied();
            for id in moved {
                if let (Some(o), Some(host)) = (self.object_mut(id), host) {
                    o.attached_to = host;
                    self.s.dirty.layers = true;
                }
            }
        }
    }

    /// What was moved until something left the battlefield returns right after that, all of it at
    /// once (2021 rules 610.3 and 610.3d).
    pub(crate) fn bring_back(&mut self) {
        if self.s.returning.is_empty() {
            return;
        }
        let due = |t: &Self, r: &Returning| !t.is_there(r.source);
        let all: SmallVec<[Returning; 2]> =
            self.s.returning.iter().copied().filter(|r| due(self, r)).collect();
        if all.is_empty() {
            return;
        }
        self.s.returning.retain(|r| !all.contains(r));
        let mut rows: SmallVec<[Row; 2]> = SmallVec::new();
        for r in all {
            let Some(owner) = self.s.object(r.id).map(|o| o.owner) else { continue };
            rows.push(match r.zone {
                Zone::Battlefield => Row::enter(r.id, Entering::plain(owner)),
                to => Row::new(Proposal::Move { id: r.id, to, bottom: false }),
            });
        }
        if !holds(rule::UNTIL_TOGETHER) {
            rows.truncate(1);
        }
        self.propose_aside(rows, rule::UNTIL_EVENT);
    }
}
