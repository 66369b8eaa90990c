//! The start of the game and the turns.

use crate::act::Table;
use crate::cards::When;
use crate::event::EventKind;
use crate::facts::Signs;
use crate::look::Look;
use crate::refuse::{Checked, never};
use crate::state::{Phase, Process, State, Zone};
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, Distribution, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// How far the start of the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opening {
    /// Chance says who wins the draw.
    Draw,
    /// The winner says whether to begin.
    Choose,
    /// A deck is shuffled: so many cards are left to place.
    Shuffle { player: PlayerId, left: u16, again: bool },
    /// A player may exchange the opening hand.
    Mulligan { player: PlayerId },
}

/// How far a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turning {
    /// A phase begins.
    Begin(Phase),
    /// The main phase: its player acts.
    Main,
    /// The end phase: what triggers as the turn ends is done.
    Discard,
}

impl Look<'_> {
    pub(crate) fn discard_check(&self, answer: Answer) -> Checked {
        let hand = &self.s.side(self.s.active).hand;
        match answer {
            Answer::Object(id) if hand.contains(&id) => Ok(()),
            _ => never(rule::STAR_HAND_LIMIT),
        }
    }
}

impl Table<'_> {
    pub(crate) fn opening(&mut self, stage: Opening, answer: Option<Answer>) {
        let first = self.s.active;
        let next = match (stage, answer) {
            (Opening::Draw, Some(Answer::Pick(n))) => {
                self.s.active = PlayerId(n as u8);
                self.emit(EventKind::WonDraw { player: self.s.active }, rule::STAR_START);
                if self.s.rules.winner_chooses { Opening::Choose } else { self.begins(true) }
            }
            (Opening::Choose, Some(answer)) => self.begins(answer == Answer::Yes),
            (Opening::Shuffle { player, left, again }, Some(Answer::Pick(n))) => {
                self.s.sides[player.index()].deck.swap(usize::from(left) - 1, n as usize);
                Opening::Shuffle { player, left: left - 1, again }
            }
            (Opening::Mulligan { player }, Some(Answer::Yes)) => {
                self.exchange(player);
                Opening::Shuffle { player, left: self.deck_size(player), again: true }
            }
            (Opening::Mulligan { player }, Some(_)) => {
                self.emit(EventKind::Kept { player }, rule::STAR_MULLIGAN);
                return self.after_hand(player, first);
            }
            (stage, _) => stage,
        };
        match next {
            Opening::Draw => self.ask_chance(Distribution::Uniform(2)),
            Opening::Choose => {
                let winner = self.s.active;
                self.ask(winner, QuestionKind::YesNo, rule::STAR_START, ObjectId::NONE, false);
            }
            Opening::Shuffle { left, .. } if left > 1 => {
                self.ask_chance(Distribution::Uniform(left.into()));
            }
            Opening::Shuffle { player, again, .. } => {
                self.emit(EventKind::Shuffled { player }, rule::STAR_START);
                let count = self.s.rules.hand;
                (0..count).for_each(|_| self.draw(player, rule::STAR_OPENING_HAND));
                self.s.sides[player.index()].decked = false;
                if again {
                    return self.after_hand(player, self.s.active);
                }
                if player == self.s.active {
                    let player = State::other(player);
                    let left = self.deck_size(player);
                    return self.opening(Opening::Shuffle { player, left, again: false }, None);
                }
                return self.offer(self.s.active);
            }
            Opening::Mulligan { player } => return self.offer(player),
        }
        self.s.processes.push(Process::Opening(next));
    }

    fn deck_size(&self, player: PlayerId) -> u16 {
        self.s.side(player).deck.len() as u16
    }

    fn begins(&mut self, winner: bool) -> Opening {
        if !winner {
            self.s.active = State::other(self.s.active);
        }
        let player = self.s.active;
        self.emit(EventKind::Begins { player }, rule::STAR_START);
        Opening::Shuffle { player, left: self.deck_size(player), again: false }
    }

    /// Asks a player whether to exchange the opening hand.
    fn offer(&mut self, player: PlayerId) {
        if !self.s.rules.mulligan {
            return self.after_hand(player, self.s.active);
        }
        self.ask(player, QuestionKind::Mulligan, rule::STAR_MULLIGAN, ObjectId::NONE, false);
        self.s.processes.push(Process::Opening(Opening::Mulligan { player }));
    }

    fn after_hand(&mut self, player: PlayerId, first: PlayerId) {
        if player == first {
            self.offer(State::other(player));
        } else {
            self.s.active = State::other(first);
            self.s.processes.push(Process::Turning(Turning::Begin(Phase::Ready)));
        }
    }

    /// The whole hand goes into the deck.
    fn exchange(&mut self, player: PlayerId) {
        self.emit(EventKind::Exchanged { player }, rule::STAR_MULLIGAN);
        let hand = std::mem::take(&mut self.s.sides[player.index()].hand);
        for id in hand {
            let slot = &mut self.s.objects[id.index()];
            slot.free = true;
            slot.incarnation = slot.incarnation.wrapping_add(1);
            self.s.sides[player.index()].deck.push(slot.card);
            self.s.free.push(id.slot);
        }
    }

    // --- turns -------------------------------------------------------------------------------

    pub(crate) fn turning(&mut self, stage: Turning, answer: Option<Answer>) {
        let player = self.s.active;
        match (stage, answer) {
            (Turning::Begin(Phase::Ready), _) => self.begin_turn(),
            (Turning::Begin(phase), _) => self.begin_phase(phase),
            (Turning::Main, None) => {
                let kind = QuestionKind::Act;
                let marked = self.s.has_marks();
                let acting = holds(rule::STAR_TIMING);
                let player = if acting { player } else { State::other(player) };
                self.ask(player, kind, rule::STAR_TIMING, ObjectId::NONE, marked);
                self.s.processes.push(Process::Turning(Turning::Main));
            }
            (Turning::Main, Some(answer)) => self.main_answered(answer),
            (Turning::Discard, Some(Answer::Object(id))) => {
                self.shift(id, Zone::Graveyard, rule::STAR_HAND_LIMIT);
                self.turning(Turning::Discard, None);
            }
            (Turning::Discard, _) => {
                let max = usize::from(self.s.rules.hand_max);
                let more = max > 0 && self.s.side(player).hand.len() > max;
                if more && holds(rule::STAR_HAND_LIMIT) {
                    let kind = QuestionKind::Object { chosen: 0, min: 1, max: 1 };
                    self.ask(player, kind, rule::STAR_HAND_LIMIT, ObjectId::NONE, false);
                    return self.s.processes.push(Process::Turning(Turning::Discard));
                }
                self.wear_off();
                self.s.processes.push(Process::Turning(Turning::Begin(Phase::Ready)));
            }
        }
    }

    fn begin_turn(&mut self) {
        self.s.active = State::other(self.s.active);
        self.s.turn += 1;
        self.s.attacked = false;
        let (player, turn) = (self.s.active, self.s.turn);
        self.s.sides[player.index()].resource_plays = 0;
        self.emit(EventKind::TurnBegan { player, turn }, rule::STAR_TURN);
        self.phase(Phase::Ready);
        let all: SmallVec<[ObjectId; 32]> =
            self.s.side(player).in_play().into_iter().flatten().copied().collect();
        all.into_iter().for_each(|id| self.ready(id, rule::STAR_READY));
        self.s.processes.push(Process::Turning(Turning::Begin(Phase::Upkeep)));
    }

    fn phase(&mut self, phase: Phase) {
        self.s.phase = phase;
        let player = self.s.active;
        self.emit(EventKind::PhaseBegan { player, phase }, rule::STAR_TURN);
    }

    fn begin_phase(&mut self, phase: Phase) {
        let active = self.s.active;
        self.phase(phase);
        let then = match phase {
            Phase::Ready | Phase::Upkeep => {
                self.notice(Signs::TURN_STARTS, ObjectId::NONE, |when, _, you| match when {
                    When::TurnStarts(who) => who.includes(active, you),
                    _ => false,
                });
                Turning::Begin(Phase::Draw)
            }
            Phase::Draw => {
                let first = self.s.turn == 1 && self.s.rules.first_skips_draw;
                if !(first && holds(rule::STAR_DRAW)) {
                    self.draw(active, rule::STAR_TURN);
                }
                Turning::Begin(Phase::Main)
            }
            Phase::Main => Turning::Main,
            Phase::End => {
                self.notice(Signs::TURN_ENDS, ObjectId::NONE, |when, _, you| match when {
                    When::TurnEnds(who) => who.includes(active, you),
                    _ => false,
                });
                Turning::Discard
            }
        };
        self.s.processes.push(Process::Turning(then));
    }

    /// Damage and what lasts until end of turn end.
    fn wear_off(&mut self) {
        let mut any = false;
        if !holds(rule::STAR_WEAR_OFF) {
            return;
        }
        for o in &mut self.s.objects {
            any |= !o.free && (o.damage, o.power, o.health, o.cost) != (0, 0, 0, 0);
            (o.damage, o.power, o.health, o.cost) = (0, 0, 0, 0);
        }
        if any {
            self.emit(EventKind::WoreOff, rule::STAR_WEAR_OFF);
        }
    }
}
