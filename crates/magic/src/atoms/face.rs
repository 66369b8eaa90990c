//! Turning permanents face up and face down, and showing what was face down.

use crate::event::EventKind;
use crate::object::{Flags, Object};
use crate::table::Table;
use simpan_cards::ast::Zone;
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

impl Table<'_> {
    /// A face-down permanent is turned face up: it is again what it is by itself, with a new
    /// timestamp; what was applied to it still is (2005 rule 504.5, 2021 rules 708.8 and 613.7f).
    pub(crate) fn turn_up(&mut self, id: ObjectId, rule: RuleId) -> bool {
        let card = self.look().face_up(id);
        let timestamp = self.tick();
        let there = |o: &&mut Object| o.zone == Zone::Battlefield && o.face_down() && holds(rule);
        let Some(o) = self.object_mut(id).filter(there) else { return false };
        (o.shows, o.timestamp) = (card, timestamp);
        o.flags.set(Flags::FACE_DOWN, false);
        let card = o.card;
        self.s.copied_under.retain(|(x, _)| *x != id);
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        self.emit(EventKind::TurnedUp { id, card }, rule);
        true
    }

    /// A card's permanent is turned face down (2005 rule 502.26e, 2021 rule 708.2a).
    pub(crate) fn turn_down(&mut self, id: ObjectId, rule: RuleId) -> bool {
        let Some(blank) = self.pool.face_down() else { return false };
        let timestamp = self.tick();
        let there = |o: &&mut Object| o.zone == Zone::Battlefield && !o.face_down() && holds(rule);
        let Some(o) = self.object_mut(id).filter(there) else { return false };
        let (before, card) = (o.shows, o.card);
        (o.shows, o.timestamp) = (blank, timestamp);
        o.flags.set(Flags::FACE_DOWN, true);
        if before != card {
            self.s.copied_under.push((id, before));
        }
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        self.emit(EventKind::TurnedDown { id }, rule);
        true
    }

    /// Face-down permanents and spells (of a player) are shown to all (2005 rule 504.6, 2021 rule
    /// 708.9).
    pub(super) fn show_face_down(&mut self, owner: Option<PlayerId>) {
        if self.pool.face_down().is_none() {
            return;
        }
        let stack = self.s.stack.iter().map(|e| e.object);
        let all: SmallVec<[ObjectId; 8]> = (self.s.battlefield.iter().copied())
            .chain(stack)
            .filter(|id| {
                let o = self.s.object(*id);
                o.is_some_and(|o| o.face_down() && owner.is_none_or(|p| p == o.owner))
            })
            .collect();
        for id in all {
            self.reveal(id, rule::FACE_DOWN_REVEALED);
        }
    }
}
