//! The procedures that stop to ask: one small struct each, on the stack of processes.

mod announce;
mod choose;
mod draw;
pub(crate) mod frame;
pub(crate) mod loops;
mod offer;
mod pay;
mod place;
mod play;
mod priority;
mod setup;
mod state_based;
mod turn;

pub(crate) use choose::{Choose, Form};
pub(crate) use draw::{Draws, Shuffle};
pub(crate) use frame::Frame;
pub(crate) use offer::Offer;
pub(crate) use pay::{Payment, Payments};
pub(crate) use place::Place;
pub(crate) use play::Play;
pub(crate) use priority::Priority;
pub(crate) use setup::Opening;
pub(crate) use turn::{Turning, skip_bit};

use crate::combat::{Attack, Block, CombatDamage};
use crate::look::Look;
use crate::pipeline::Batch;
use crate::refuse::need;
use crate::state::EntryKind;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, Flow};
use simpan_rulebook::{RuleId, marker, rule};

/// A procedure under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Process {
    /// Shuffling, opening hands, mulligans.
    Opening(Opening),
    /// Turns, one step after the other.
    Turning(Turning),
    /// Priority going round.
    Priority(Priority),
    /// Triggered abilities being put on the stack.
    Place(Place),
    /// A spell or ability being announced.
    Play(Box<Play>),
    /// A spell or ability resolving.
    Frame(Box<Frame>),
    /// Events being replaced, prevented and committed.
    Batch(Box<Batch>),
    /// Cards being drawn one at a time.
    Draws(Draws),
    /// A library being shuffled.
    Shuffle(Shuffle),
    /// Something being chosen.
    Choose(Choose),
    /// A card that may or must be cast now.
    Offer(Offer),
    /// A cost that isn't an announcement's being paid.
    Payment(Box<Payment>),
    /// Attackers being declared.
    Attack(Attack),
    /// Blockers being declared.
    Block(Block),
    /// Combat damage being assigned.
    CombatDamage(Box<CombatDamage>),
}

impl Table<'_> {
    /// Runs processes until one asks or the game is over.
    pub(crate) fn advance(&mut self, mut answer: Option<Answer>) {
        answer.into_iter().for_each(|a| self.note_answer(a));
        self.s.question = None;
        self.s.chance = None;
        while self.s.outcome.is_none() {
            let Some(mut process) = self.s.processes.pop() else { return };
            marker::step();
            let depth = self.s.processes.depth();
            let flow = self.step(&mut process, answer.take());
            if self.s.abort.is_some() {
                // The announcement can't be completed; whoever keeps the state before it goes
                // back to that.
                return;
            }
            match flow {
                Flow::Continue => self.s.processes.put_back(depth, process),
                Flow::Done => {}
                Flow::Ask => {
                    self.s.processes.put_back(depth, process);
                    return;
                }
            }
        }
    }

    fn step(&mut self, process: &mut Process, answer: Option<Answer>) -> Flow {
        let entry = match process {
            Process::Play(p) => Some(&p.entry),
            Process::Frame(f) => Some(&f.entry),
            _ => None,
        };
        self.running = entry.and_then(|e| match e.kind {
            EntryKind::Ability(ability) => Some((e.source, ability)),
            _ => None,
        });
        match process {
            Process::Opening(p) => self.step_opening(p, answer),
            Process::Turning(p) => self.step_turn(p),
            Process::Priority(p) => self.step_priority(p, answer),
            Process::Place(p) => self.step_place(p, answer),
            Process::Play(p) => self.step_play(p, answer),
            Process::Frame(p) => self.step_frame(p),
            Process::Batch(p) => self.step_batch(p, answer),
            Process::Draws(p) => self.step_draws(p),
            Process::Shuffle(p) => self.step_shuffle(p, answer),
            Process::Choose(p) => self.step_choose(p, answer),
            Process::Offer(p) => self.step_offer(p, answer),
            Process::Payment(p) => self.step_payment(p, answer),
            Process::Attack(p) => self.step_attack(p, answer),
            Process::Block(p) => self.step_block(p, answer),
            Process::CombatDamage(p) => self.step_combat_damage(p, answer),
        }
    }
}

impl Look<'_> {
    /// Every legal answer to the question that the process on top waits with.
    pub(crate) fn answers(self, buf: &mut Vec<Answer>) {
        match self.s.processes.top() {
            Some(Process::Opening(p)) => self.opening_answers(p, buf),
            Some(Process::Priority(p)) => self.priority_answers(p, buf),
            Some(Process::Place(p)) => self.place_answers(p, buf),
            Some(Process::Play(p)) => self.play_answers(p, buf),
            Some(Process::Batch(p)) => self.batch_answers(p, buf),
            Some(Process::Choose(p)) => self.choose_answers(p, buf),
            Some(Process::Offer(_)) => buf.extend([Answer::Yes, Answer::No]),
            Some(Process::Payment(p)) => self.payment_answers(p, buf),
            Some(Process::Attack(p)) => self.attack_answers(p, buf),
            Some(Process::Block(p)) => self.block_answers(p, buf),
            Some(Process::CombatDamage(p)) => self.damage_answers(p, buf),
            Some(
                Process::Turning(_) | Process::Frame(_) | Process::Draws(_) | Process::Shuffle(_),
            )
            | None => {}
        }
    }

    /// Whether an answer is legal for the process on top, without listing all.
    pub(crate) fn check(self, answer: Answer) -> Result<(), RuleId> {
        let cancellable = self.s.question.is_some_and(|q| q.cancellable);
        match (self.s.processes.top(), answer) {
            (None, _) => Err(rule::ILLEGAL_ANSWER),
            (_, Answer::Concede) => Ok(()),
            (Some(Process::Attack(_) | Process::Block(_)), Answer::Cancel) if cancellable => Ok(()),
            (_, Answer::Cancel) if cancellable => Ok(()),
            (_, Answer::Cancel) => Err(rule::ILLEGAL_ANSWER),
            (Some(Process::Priority(p)), _) => self.check_priority(p, answer),
            (Some(Process::Play(p)), _) => self.check_play(p, answer),
            (Some(Process::Attack(p)), _) => self.check_attack(p, answer),
            (Some(Process::Block(p)), _) => self.check_block(p, answer),
            (Some(Process::CombatDamage(p)), _) => self.check_damage(p, answer),
            (Some(Process::Choose(p)), _) => self.check_choose(p, answer),
            _ => {
                let mut buf = Vec::new();
                self.answers(&mut buf);
                need(buf.contains(&answer), rule::ILLEGAL_ANSWER)
            }
        }
    }
}
