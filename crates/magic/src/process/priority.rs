//! Priority (2005 rule 408.1, 2021 rule 117).

use crate::event::EventKind;
use crate::legal::{How, how_of};
use crate::look::Look;
use crate::process::{Place, Play, Process};
use crate::ruleset::AfterPlaying;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};

/// Priority going round until all pass in succession on an empty stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Priority {
    pub(crate) holder: PlayerId,
    passed: u8,
    /// A spell or ability is being played: the height of the stack before.
    playing: Option<u16>,
}

impl Priority {
    /// That player receives priority first.
    pub(crate) fn new(player: PlayerId) -> Self {
        Self { holder: player, passed: 0, playing: None }
    }
}

impl Table<'_> {
    pub(crate) fn step_priority(&mut self, p: &mut Priority, answer: Option<Answer>) -> Flow {
        match answer {
            None => {
                self.played(p);
                self.refresh();
                if self.s.dirty.state_based && self.state_based() {
                    return Flow::Continue;
                }
                self.state_triggers();
                if !self.s.waiting.is_empty() {
                    self.s.processes.push(Process::Place(Place::before(p.holder)));
                    return Flow::Continue;
                }
                if self.s.players[p.holder.index()].lost {
                    p.holder = self.s.next_player(p.holder);
                }
                self.ask(p.holder, QuestionKind::Act, rule::PRIORITY_ORDER, ObjectId::NONE)
            }
            Some(Answer::Pass) => self.pass(p),
            Some(Answer::Use(id, way)) => {
                p.passed = 0;
                self.s.steps_since_choice = 0;
                self.s.lowest_stack = u32::MAX;
                self.note_activation(p.holder, id, how_of(way));
                match how_of(way) {
                    How::Land => self.play_land(p.holder, id),
                    how => {
                        p.playing = Some(self.s.stack.len().min(usize::from(u16::MAX)) as u16);
                        self.s.processes.push(Process::Play(Box::new(Play::new(p.holder, id, how))))
                    }
                }
                Flow::Continue
            }
            Some(_) => Flow::Continue,
        }
    }

    /// After a spell or ability has been played, the player who played it has priority again
    /// (408.1c, 117.3c), or the next one.
    fn played(&mut self, p: &mut Priority) {
        let Some(before) = p.playing.take() else { return };
        let next = self.s.rules.after_playing == AfterPlaying::NextPlayer;
        let next = next || !holds(rule::PRIORITY_RETAINED);
        if next && self.s.stack.len() > usize::from(before) {
            p.holder = self.s.next_player(p.holder);
        }
    }

    fn pass(&mut self, p: &mut Priority) -> Flow {
        let player = p.holder;
        self.record(EventKind::Passed { player }, rule::PRIORITY_PASS);
        p.passed += 1;
        let alive = self.s.players.iter().filter(|q| !q.lost).count();
        if usize::from(p.passed) < alive && holds(rule::PRIORITY_ORDER) {
            p.holder = self.s.next_player(p.holder);
            return self.ask(p.holder, QuestionKind::Act, rule::PRIORITY_ORDER, ObjectId::NONE);
        }
        p.passed = 0;
        p.holder = self.s.turn.active;
        if self.s.stack.is_empty() {
            return if holds(rule::PASS_END_STEP) { Flow::Done } else { Flow::Continue };
        }
        let height = self.s.stack.len() as u32;
        // While the stack gets shorter, what is on it will end by itself.
        let shorter = height < std::mem::replace(&mut self.s.lowest_stack, height);
        if !shorter && self.is_loop() {
            return Flow::Done;
        }
        if holds(rule::PASS_RESOLVE) {
            self.resolve_top();
        }
        Flow::Continue
    }
}

impl Look<'_> {
    pub(crate) fn priority_answers(self, p: &Priority, buf: &mut Vec<Answer>) {
        buf.push(Answer::Pass);
        self.each_action(p.holder, |id, way| buf.push(Answer::Use(id, way)));
    }

    pub(crate) fn check_priority(self, p: &Priority, answer: Answer) -> Result<(), RuleId> {
        match answer {
            Answer::Pass => Ok(()),
            Answer::Use(id, way) => self.can_use(p.holder, id, how_of(way)),
            _ => Err(rule::ILLEGAL_ANSWER),
        }
    }
}
