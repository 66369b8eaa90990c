//! Shortcuts: a player proposes a row of lines, once or so many times, and the others accept it or
//! say where they do something else (2005 rule 421, 2021 rule 724.2).
//!
//! The rounds are really played, so each choice is checked where it is made. Every round of
//! several must lead back to where the first began.

use crate::command::{seat_of, step_named};
use crate::error::CommandError;
use crate::run::{Done, Runner, Stop};
use crate::scenario::{Entry, Shorten, split_player};
use crate::script::plan;
use crate::words;
use simpan_cards::ast::Step;
use simpan_engine::{Answer, PlayerId, QuestionKind};
use simpan_rulebook::{RuleId, marker, rule};

/// Something a player has said not to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Barred {
    pub(crate) player: PlayerId,
    pub(crate) answer: Answer,
    pub(crate) because: RuleId,
}

/// Where a game stands between two rounds: who acts, when, and over how high a stack.
type Place = (Option<(PlayerId, QuestionKind)>, u32, Step, usize);

impl Runner {
    /// Follows a proposal.
    pub(crate) fn shortcut(&mut self, row: &[String], entry: &Entry) -> Done<()> {
        let players: Vec<Option<u8>> = row.iter().map(|line| split_player(line).0).collect();
        let by = entry.by.as_deref().and_then(seat_of).or(players.first().copied().flatten());
        self.finish_activity()?;
        let asked = self.question().filter(|q| q.kind == QuestionKind::Act);
        let Some(proposer) = asked.map(|q| q.player).filter(|p| by.is_none_or(|b| b == p.0)) else {
            let nobody = || words::NOBODY.get(self.lang).to_owned();
            let player = by.map_or_else(nobody, |b| PlayerId(b).to_string());
            let error = CommandError::NotAsked { player, asked: self.asked() };
            return Err(self.failed(&words::SHORTCUT, &[&error.message(self.lang)]));
        };
        self.rules.insert(rule::LOOP_OPTIONAL);
        if !marker::holds(rule::LOOP_OPTIONAL) {
            return Ok(());
        }
        let times = entry.times.unwrap_or(1);
        let rounds = entry.lower.map_or(times, |n| n.min(times));
        let begun = self.place();
        for round in 1..=rounds {
            for at in 0..row.len() {
                if let Some(s) = entry.shorten.as_ref().filter(|s| is_here(s, round, at)) {
                    return self.shortened(s, &row[at]);
                }
                self.line(row, at)?;
            }
            self.finish_activity()?;
            if rounds > 1 && self.place() != begun {
                return Err(self.failed(&words::ROUND, &[&round.to_string()]));
            }
        }
        let own = |at: &usize| players[*at].is_none_or(|p| p == proposer.0);
        let theirs = (0..row.len()).find(|at| !own(at));
        match (theirs, entry.lower) {
            (None, _) => Ok(()),
            // All agreed: the others have the last word.
            (Some(_), None) => self.bar(proposer, &row[0], rule::LOOP_FRAGMENTED),
            // A lower number: the proposer has it.
            (Some(other), Some(_)) => {
                for at in 0..other {
                    self.line(row, at)?;
                }
                self.finish_activity()?;
                let player = players[other].map_or(proposer, PlayerId);
                self.bar(player, &row[other], rule::LOOP_FRAGMENTED)
            }
        }
    }

    /// One line of the row; the next one is seen coming.
    fn line(&mut self, row: &[String], at: usize) -> Done<()> {
        let next = row.get(at + 1).cloned();
        let seen = next.is_some();
        if let Some(next) = next {
            self.coming.push_front(Entry::from(next));
        }
        let done = self.entry(&Entry::from(row[at].clone()));
        if seen {
            self.coming.pop_front();
        }
        done
    }

    fn place(&self) -> Place {
        let s = self.game.state();
        let asked = self.question().map(|q| (q.player, q.kind));
        (asked, s.turn_number(), s.step(), s.stack().len())
    }

    /// A player does something else here than was proposed.
    fn shortened(&mut self, shorten: &Shorten, line: &str) -> Done<()> {
        self.finish_activity()?;
        let Some(player) = seat_of(&shorten.by).map(PlayerId) else {
            let all = self.game.state().player_count();
            let all: Vec<String> = (0..all).map(|n| PlayerId(n as u8).to_string()).collect();
            let problem = words::say(&words::NO_PLAYER, self.lang, &[&shorten.by, &all.join(", ")]);
            return Err(Stop::Broken(problem));
        };
        if let Some(step) = shorten.step.as_deref() {
            let Some(step) = step_named(step) else {
                let problem = words::say(&words::NO_STEP, self.lang, &[step]);
                return Err(Stop::Broken(problem));
            };
            self.pass_to_step(step)?;
            self.give_priority_to(player)?;
            let because = rule::LOOP_OPTIONAL;
            self.barred = Some(Barred { player, answer: Answer::Pass, because });
            return Ok(());
        }
        self.give_priority_to(player)?;
        self.bar(player, line, rule::LOOP_OPTIONAL)
    }

    /// A player may not do next what a line says.
    fn bar(&mut self, player: PlayerId, line: &str, because: RuleId) -> Done<()> {
        let (_, text) = split_player(line);
        let command = self.read(text)?;
        let asked = self.question().filter(|q| q.player == player);
        let Some(question) = asked else { return Ok(()) };
        let mut script = plan(&self.game, &command, text);
        if let Ok(Some(answer)) = script.next(&self.game, &question, &self.names) {
            self.barred = Some(Barred { player, answer, because });
        }
        Ok(())
    }
}

fn is_here(s: &Shorten, round: u32, at: usize) -> bool {
    s.round.unwrap_or(1) == round && s.line.unwrap_or(1) == at + 1
}
