//! Starting the game: shuffling, who begins, opening hands, mulligans (2005 rule 101, 2021 rule
//! 103).

use crate::event::EventKind;
use crate::look::Look;
use crate::object::Thing;
use crate::process::{Form, Process, Turning};
use crate::ruleset::Mulligan;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::ast::Zone;
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;

/// Cards in an opening hand (2005 rule 101.4, 2021 rule 103.4).
const OPENING_HAND: i32 = 7;

/// Where in starting the game we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opening {
    stage: Stage,
    /// The player it is about, counted from the starting player.
    at: u8,
    /// Players who have kept, a bit each.
    kept: u8,
    /// Players who take a mulligan in this round, a bit each.
    again: u8,
    /// Who chooses the starting player, if it isn't left to chance.
    chooser: Option<PlayerId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Shuffle,
    WhoStarts,
    StarterChooses(PlayerId),
    Draw,
    Decide,
    Return,
    Redraw,
    Bottom,
    Begin,
}

impl Opening {
    /// From shuffling on; chance says who chooses the starting player.
    pub(crate) fn new() -> Self {
        Self { stage: Stage::Shuffle, at: 0, kept: 0, again: 0, chooser: None }
    }

    /// The same, where that player chooses the starting player (the loser of the last game).
    pub(crate) fn chosen_by(player: PlayerId) -> Self {
        Self { chooser: Some(player), ..Self::new() }
    }
}

impl Table<'_> {
    fn seat(&self, at: u8) -> PlayerId {
        let n = self.s.players.len() as u8;
        PlayerId((self.s.turn.active.0 + at) % n)
    }

    pub(crate) fn step_opening(&mut self, p: &mut Opening, answer: Option<Answer>) -> Flow {
        let n = self.s.players.len() as u8;
        match p.stage {
            Stage::Shuffle => {
                if p.at < n {
                    let player = PlayerId(p.at);
                    p.at += 1;
                    self.shuffle(player, rule::GAME_START);
                } else {
                    p.stage = Stage::WhoStarts;
                }
                Flow::Continue
            }
            Stage::WhoStarts if p.chooser.is_some() => {
                p.stage = Stage::StarterChooses(p.chooser.unwrap_or(PlayerId(0)));
                Flow::Continue
            }
            Stage::WhoStarts => match answer {
                Some(Answer::Pick(pick)) => {
                    p.stage = Stage::StarterChooses(PlayerId(pick as u8 % n));
                    Flow::Continue
                }
                _ => {
                    self.s.chance = Some(u32::from(n));
                    Flow::Ask
                }
            },
            Stage::StarterChooses(chooser) => match answer {
                Some(Answer::Player(player)) => {
                    self.s.turn.active = player;
                    let thing = Thing::Player(player);
                    let kind = EventKind::Chose { player: chooser, thing };
                    self.record(kind, rule::STARTING_PLAYER);
                    (p.stage, p.at) = (Stage::Draw, 0);
                    Flow::Continue
                }
                _ if !holds(rule::STARTING_PLAYER) => {
                    (p.stage, p.at) = (Stage::Draw, 0);
                    Flow::Continue
                }
                _ => self.ask(chooser, QuestionKind::Player, rule::STARTING_PLAYER, ObjectId::NONE),
            },
            Stage::Draw => {
                if p.at < n {
                    let player = self.seat(p.at);
                    p.at += 1;
                    self.draw_cards(player, OPENING_HAND);
                } else {
                    (p.stage, p.at) = (Stage::Decide, 0);
                }
                Flow::Continue
            }
            Stage::Decide | Stage::Return | Stage::Redraw | Stage::Bottom => {
                self.step_mulligans(p, answer)
            }
            Stage::Begin => {
                let first = self.s.turn.active;
                self.s.processes.push(Process::Turning(Turning::first(first)));
                Flow::Done
            }
        }
    }

    /// Paris: one player finishes all mulligans, then the next (2005 rule 101.4). London: all
    /// decide in turn order, then all who want take one at once (2021 rule 103.4).
    fn step_mulligans(&mut self, p: &mut Opening, answer: Option<Answer>) -> Flow {
        let n = self.s.players.len() as u8;
        let one_by_one = self.s.rules.mulligan == Mulligan::Paris;
        match p.stage {
            Stage::Decide => {
                if p.at >= n {
                    p.stage = if p.again == 0 { Stage::Begin } else { Stage::Return };
                    p.at = 0;
                    return Flow::Continue;
                }
                let player = self.seat(p.at);
                let bit = 1 << player.0;
                if p.kept & bit != 0 {
                    p.at += 1;
                    return Flow::Continue;
                }
                match answer {
                    Some(Answer::Yes) => {
                        self.record(EventKind::Kept { player }, rule::MULLIGAN);
                        p.kept |= bit;
                        p.at += 1;
                        Flow::Continue
                    }
                    Some(_) => {
                        self.record(EventKind::Mulligan { player }, rule::MULLIGAN);
                        p.again |= bit;
                        self.s.players[player.index()].mulligans += 1;
                        if one_by_one {
                            p.stage = Stage::Return;
                        } else {
                            p.at += 1;
                        }
                        Flow::Continue
                    }
                    None if !holds(rule::MULLIGAN) => {
                        p.kept |= bit;
                        Flow::Continue
                    }
                    None => {
                        self.ask(player, QuestionKind::Mulligan, rule::MULLIGAN, ObjectId::NONE)
                    }
                }
            }
            Stage::Return => {
                for at in 0..n {
                    let player = self.seat(at);
                    if p.again & 1 << player.0 != 0 {
                        self.return_hand(player);
                    }
                }
                (p.stage, p.at) = (Stage::Redraw, if one_by_one { p.at } else { 0 });
                Flow::Continue
            }
            Stage::Redraw => {
                // All who take a mulligan draw; their libraries were shuffled above this process.
                for at in 0..n {
                    let player = self.seat(at);
                    if p.again & 1 << player.0 != 0 {
                        let fewer = i32::from(self.s.players[player.index()].mulligans);
                        let count = if one_by_one { OPENING_HAND - fewer } else { OPENING_HAND };
                        self.draw_cards(player, count);
                    }
                }
                (p.stage, p.at) = (Stage::Bottom, if one_by_one { p.at } else { 0 });
                Flow::Continue
            }
            _ => self.bottom_cards(p, one_by_one),
        }
    }

    fn return_hand(&mut self, player: PlayerId) {
        while let Some(id) = self.s.players[player.index()].hand.last().copied() {
            self.move_to(id, Zone::Library, crate::atoms::Place::Top, rule::MULLIGAN);
        }
        self.shuffle(player, rule::MULLIGAN);
    }

    /// London: who took mulligans puts as many cards on the bottom of their library.
    fn bottom_cards(&mut self, p: &mut Opening, one_by_one: bool) -> Flow {
        let n = self.s.players.len() as u8;
        if one_by_one {
            let player = self.seat(p.at);
            // A hand of no cards is kept (2005 rule 101.4).
            if i32::from(self.s.players[player.index()].mulligans) >= OPENING_HAND {
                p.kept |= 1 << player.0;
            }
            (p.again, p.stage) = (0, Stage::Decide);
            return Flow::Continue;
        }
        // Before anybody has chosen the reply still is that of the draws.
        let reply = std::mem::take(&mut self.s.reply);
        let chosen = if p.at > 0 { reply.things } else { Default::default() };
        for thing in chosen {
            if let Thing::Object(id) = thing {
                self.move_to(id, Zone::Library, crate::atoms::Place::Bottom, rule::MULLIGAN);
            }
        }
        while p.at < n {
            let player = self.seat(p.at);
            p.at += 1;
            if p.again & 1 << player.0 == 0 {
                continue;
            }
            let count = self.s.players[player.index()].mulligans.min(OPENING_HAND as u8);
            let hand: Vec<Thing> =
                self.s.players[player.index()].hand.iter().map(|id| Thing::Object(*id)).collect();
            if count == OPENING_HAND as u8 {
                p.kept |= 1 << player.0;
            }
            let form = Form::Things { min: count, max: count };
            self.choose(player, form, hand, rule::MULLIGAN, ObjectId::NONE);
            return Flow::Continue;
        }
        (p.stage, p.at, p.again) = (Stage::Decide, 0, 0);
        Flow::Continue
    }
}

impl Look<'_> {
    pub(crate) fn opening_answers(self, p: &Opening, buf: &mut Vec<Answer>) {
        match p.stage {
            Stage::WhoStarts => {
                buf.extend((0..self.s.players.len() as u32).map(Answer::Pick));
            }
            Stage::StarterChooses(_) => {
                buf.extend((0..self.s.players.len() as u8).map(|n| Answer::Player(PlayerId(n))));
            }
            Stage::Decide => buf.extend([Answer::Yes, Answer::No]),
            _ => {}
        }
    }
}
