//! Declaring blockers (2005 rules 309 and 500, 2021 rule 509.1).

use super::order::Ordering;
use super::requirements::{Blocks, Column, Row};
use crate::event::EventKind;
use crate::look::Look;
use crate::refuse::refuse;
use crate::state::Blocker;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::ast::{Change, Keyword};
use simpan_cards::{Limit, Mark};
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::{SmallVec, smallvec};

/// Blockers being declared by each defending player in turn, then put in order where an order
/// matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    stage: Stage,
    /// The most requirements that the player's blocks can obey together.
    most: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// So many players (from the active one, in turn order) have declared or needn't.
    Next(u8),
    /// The so-manieth player in turn order declares.
    Choosing(u8, PlayerId),
    /// Orders are announced.
    Ordering(Ordering),
}

impl Default for Stage {
    fn default() -> Self {
        Self::Next(0)
    }
}

impl Table<'_> {
    pub(crate) fn step_block(&mut self, p: &mut Block, answer: Option<Answer>) -> Flow {
        match (p.stage, answer) {
            (Stage::Next(seats), _) => {
                self.refresh();
                self.next_defender(p, seats)
            }
            (Stage::Choosing(seats, _), Some(Answer::Done)) => self.next_defender(p, seats + 1),
            (Stage::Choosing(_, player), answer) => {
                match answer {
                    Some(Answer::Pair(blocker, attacker)) => self.declare_block(blocker, attacker),
                    Some(Answer::Cancel) => self.take_back_blocks(player),
                    _ => {}
                }
                self.ask_block(player)
            }
            (Stage::Ordering(mut ordering), answer) => {
                let flow = self.step_ordering(&mut ordering, answer);
                p.stage = Stage::Ordering(ordering);
                flow
            }
        }
    }

    /// Asks the next defending player who could block anything; after the last, blocks count.
    fn next_defender(&mut self, p: &mut Block, from: u8) -> Flow {
        let seats = self.s.players.len() as u8;
        for seat in from..seats {
            let player = PlayerId((self.s.turn.active.0 + seat) % seats);
            let asked = !self.s.players[player.index()].lost && holds(rule::DECLARE_BLOCKERS);
            if !asked || !self.look().any_block(player) {
                continue;
            }
            p.stage = Stage::Choosing(seat, player);
            self.s.combat.choosing_blockers = true;
            let look = self.look();
            p.most = match look.is_simple(player) {
                true => 0,
                false => look.blocks_of(player).most().unwrap_or(0),
            };
            return self.ask_block(player);
        }
        self.blocks_declared();
        let mut ordering = Ordering::default();
        let flow = self.step_ordering(&mut ordering, None);
        p.stage = Stage::Ordering(ordering);
        flow
    }

    fn ask_block(&mut self, player: PlayerId) -> Flow {
        let cancellable = self.look().has_declared_block(player);
        let flow = self.ask(player, QuestionKind::Block, rule::DECLARE_BLOCKERS, ObjectId::NONE);
        if let Some(question) = self.s.question.as_mut() {
            question.cancellable = cancellable;
        }
        flow
    }

    fn declare_block(&mut self, id: ObjectId, attacker: ObjectId) {
        match self.s.combat.blockers.iter_mut().find(|b| b.id == id) {
            Some(blocker) => blocker.attackers.push(attacker),
            None => {
                let attackers = smallvec![attacker];
                self.s.combat.blockers.push(Blocker { id, attackers });
            }
        }
    }

    fn take_back_blocks(&mut self, player: PlayerId) {
        let s = &mut *self.s;
        let objects = &s.objects;
        s.combat.blockers.retain(|b| objects[b.id.index()].controller != player);
    }

    /// All have declared: attackers become blocked or stay unblocked, and abilities trigger.
    fn blocks_declared(&mut self) {
        let combat = &mut self.s.combat;
        combat.choosing_blockers = false;
        for blocker in &combat.blockers {
            for attacker in &blocker.attackers {
                if let Some(a) = combat.attackers.iter_mut().find(|a| a.id == *attacker) {
                    a.blocked = true;
                    a.blockers.push(blocker.id);
                }
            }
        }
        self.batch = Some(Vec::new());
        for at in 0..self.s.combat.blockers.len() {
            for nth in 0..self.s.combat.blockers[at].attackers.len() {
                let Blocker { id, attackers } = &self.s.combat.blockers[at];
                let kind = EventKind::Blocks { id: *id, attacker: attackers[nth] };
                self.record(kind, rule::DECLARE_BLOCKERS);
            }
        }
        for at in 0..self.s.combat.attackers.len() {
            let attacker = &self.s.combat.attackers[at];
            let id = attacker.id;
            let kind = match attacker.blocked {
                true => EventKind::BecameBlocked { id },
                false => EventKind::Unblocked { id },
            };
            self.record(kind, rule::DECLARE_BLOCKERS);
        }
        self.s.dirty.layers = true;
        self.note_batch();
    }
}

impl Look<'_> {
    /// The creatures that could block for a player, in battlefield order.
    fn blockers_of(self, player: PlayerId) -> impl Iterator<Item = ObjectId> {
        let all = self.s.battlefield.iter().copied();
        all.filter(move |id| self.can_block_at_all(*id) == Ok(player))
    }

    /// The attackers that a player's creatures could block, in order of declaration.
    fn attackers_of(self, player: PlayerId) -> impl Iterator<Item = ObjectId> {
        let all = self.s.combat.attackers.iter();
        all.filter(move |a| self.defender_of(a.target) == Some(player)).map(|a| a.id)
    }

    fn any_block(self, player: PlayerId) -> bool {
        self.attackers_of(player).next().is_some()
            && self
                .blockers_of(player)
                .any(|b| self.attackers_of(player).any(|a| self.can_block(b, a).is_ok()))
    }

    fn has_declared_block(self, player: PlayerId) -> bool {
        self.s.combat.blockers.iter().any(|b| self.controller(b.id) == Some(player))
    }

    fn is_declared(self, blocker: ObjectId, attacker: ObjectId) -> bool {
        self.s.blocker(blocker).is_some_and(|b| b.attackers.contains(&attacker))
    }

    fn blocks_left(self, blocker: ObjectId) -> u8 {
        let declared = self.s.blocker(blocker).map_or(0, |b| b.attackers.len());
        self.block_capacity(blocker).saturating_sub(declared.min(255) as u8)
    }

    /// Whether every able block is legal whatever else is declared.
    fn is_simple(self, player: PlayerId) -> bool {
        let coupled = |id| self.has(id, Keyword::Menace) || self.marked(id, Mark::MUST_BE_BLOCKED);
        !self.attackers_of(player).any(coupled)
            && !self
                .blockers_of(player)
                .any(|id| self.marked(id, Mark::MUST_BLOCK) || self.asked_to_block(id, |_| true))
    }

    /// Whether effects ask that a creature blocks such an attacker.
    fn asked_to_block(self, blocker: ObjectId, such: impl Fn(ObjectId) -> bool) -> bool {
        self.characteristics(blocker).is_some_and(|c| {
            let asks = |l: &Limit| *self.limit_change(l) == Change::MustBlockThis;
            c.limits.iter().any(|l| such(l.source) && asks(l))
        })
    }

    /// All blocks that a player's creatures could make, with those declared.
    fn blocks_of(self, player: PlayerId) -> Blocks {
        let rows: SmallVec<[Row; 8]> = self
            .blockers_of(player)
            .map(|id| Row {
                id,
                capacity: self.block_capacity(id),
                must: self.marked(id, Mark::MUST_BLOCK),
            })
            .collect();
        let columns: SmallVec<[Column; 8]> = self
            .attackers_of(player)
            .map(|id| Column {
                id,
                menace: self.has(id, Keyword::Menace) && holds(rule::KW_MENACE),
            })
            .collect();
        let mut blocks = Blocks { rows, columns, ..Blocks::default() };
        for row in &blocks.rows {
            for column in &blocks.columns {
                blocks.able.push(self.can_block(row.id, column.id).is_ok());
                blocks.asked.push(
                    self.marked(column.id, Mark::MUST_BE_BLOCKED)
                        || self.asked_to_block(row.id, |attacker| attacker == column.id),
                );
                blocks.chosen.push(self.is_declared(row.id, column.id));
            }
        }
        blocks
    }

    pub(crate) fn block_answers(self, p: &Block, buf: &mut Vec<Answer>) {
        let player = match p.stage {
            Stage::Choosing(_, player) => player,
            Stage::Ordering(ordering) => return self.order_answers(ordering, buf),
            Stage::Next(_) => return,
        };
        if self.is_simple(player) {
            for blocker in self.blockers_of(player).filter(|b| self.blocks_left(*b) > 0) {
                let can = |a: &ObjectId| {
                    !self.is_declared(blocker, *a) && self.can_block(blocker, *a).is_ok()
                };
                buf.extend(self.attackers_of(player).filter(can).map(|a| Answer::Pair(blocker, a)));
            }
            buf.push(Answer::Done);
            return;
        }
        let mut blocks = self.blocks_of(player);
        let how = self.s.rules.requirements;
        let width = blocks.columns.len();
        for at in 0..blocks.able.len() {
            let (row, column) = (blocks.rows[at / width], blocks.columns[at % width]);
            if !blocks.able[at] || blocks.chosen[at] || self.blocks_left(row.id) == 0 {
                continue;
            }
            blocks.chosen[at] = true;
            if blocks.completable(how, p.most).is_ok() {
                buf.push(Answer::Pair(row.id, column.id));
            }
            blocks.chosen[at] = false;
        }
        if blocks.legal(how, p.most).is_ok() {
            buf.push(Answer::Done);
        }
    }

    pub(crate) fn check_block(self, p: &Block, answer: Answer) -> Result<(), RuleId> {
        let player = match p.stage {
            Stage::Choosing(_, player) => player,
            Stage::Ordering(ordering) => return self.check_order(ordering, answer),
            Stage::Next(_) => return Err(rule::ILLEGAL_ANSWER),
        };
        let how = self.s.rules.requirements;
        let (blocker, attacker) = match answer {
            Answer::Done if self.is_simple(player) => return Ok(()),
            Answer::Done => return self.blocks_of(player).legal(how, p.most),
            Answer::Cancel if self.has_declared_block(player) => return Ok(()),
            Answer::Pair(blocker, attacker) => (blocker, attacker),
            _ => return Err(rule::ILLEGAL_ANSWER),
        };
        self.can_block(blocker, attacker)?;
        if self.controller(blocker) != Some(player) {
            refuse(rule::BLOCK_CONTROLLER)?;
        }
        if self.is_declared(blocker, attacker) {
            return Err(rule::ILLEGAL_ANSWER);
        }
        if self.blocks_left(blocker) == 0 {
            refuse(rule::BLOCK_ONE_ATTACKER)?;
        }
        if self.is_simple(player) {
            return Ok(());
        }
        let mut blocks = self.blocks_of(player);
        let row = blocks.rows.iter().position(|r| r.id == blocker);
        let column = blocks.columns.iter().position(|c| c.id == attacker);
        let (Some(row), Some(column)) = (row, column) else { return Err(rule::ILLEGAL_ANSWER) };
        let at = row * blocks.columns.len() + column;
        blocks.chosen[at] = true;
        blocks.completable(how, p.most)
    }
}
