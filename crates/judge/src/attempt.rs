//! Moves tried on a copy of the game: what is legal, what isn't, and by which rule.

use crate::command::parse;
use crate::error::CommandError;
use crate::run::{Runner, Stop};
use crate::scenario::{Policy, split_player};
use crate::script::plan;
use crate::words;
use simpan_engine::{Game, NoLog, PlayerId};
use simpan_magic::event::EventKind;
use simpan_rulebook::RuleId;

/// Why a move that was tried can't be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Rule(RuleId),
    /// Something is said that nothing asks for.
    Unused(String),
    Other(String),
}

impl Runner {
    /// Tries a move on a copy: whether it can be made to the end.
    ///
    /// # Errors
    /// The rule that refuses it, or the words of another error.
    pub(crate) fn attempt(&self, line: &str) -> Result<(), Refusal> {
        let (by, text) = split_player(line);
        let by = by.map(PlayerId);
        let command = parse(text).map_err(|e| Refusal::Other(e.message(self.lang)))?;
        let mut copy = self.clone();
        copy.coming.clear();
        copy.held_at_end = false;
        copy.policy = Policy::Strict;
        copy.recent.clear();
        let before = copy.game.event_hash();
        let done = copy.command(by, &command, text).and_then(|()| copy.finish_activity());
        if let (Ok(()), Some(rule)) = (&done, copy.taken_back())
            && copy.game.event_hash() == before
        {
            return Err(Refusal::Rule(rule));
        }
        match done.and_then(|()| copy.nothing_pending()) {
            Ok(()) if copy.game.event_hash() == before => {
                Err(Refusal::Other(words::NOTHING_CAME.get(self.lang).to_owned()))
            }
            Err(Stop::Unused(text)) => Err(Refusal::Unused(text)),
            Ok(()) => Ok(()),
            Err(Stop::Refused(rule, _)) => Err(Refusal::Rule(rule)),
            Err(stop) => Err(Refusal::Other(stop.text())),
        }
    }

    /// The rule by which an announcement just now couldn't be completed.
    fn taken_back(&self) -> Option<RuleId> {
        self.recent.iter().rev().find_map(|(event, _)| match event.kind {
            EventKind::TakenBack { because, .. } => because,
            _ => None,
        })
    }

    /// Whether a move stands in the list of legal answers, for the player who is asked (after
    /// passes that bring nothing about): each of its answers, one after the other.
    pub(crate) fn listed(&self, line: &str) -> Result<bool, String> {
        let (by, text) = split_player(line);
        let command = parse(text).map_err(|e| e.message(self.lang))?;
        let mut copy = self.clone();
        if let Some(player) = by.map(PlayerId)
            && copy.give_priority_to(player).is_err()
        {
            return Ok(false);
        }
        let mut script = plan(&copy.game, &command, text);
        let mut first = true;
        while let Some(question) = copy.question() {
            let mut legal = Vec::new();
            copy.game.answers(&mut legal);
            match script.next(&copy.game, &question, &copy.names) {
                Ok(Some(answer)) if !legal.contains(&answer) => return Ok(false),
                Ok(Some(_)) if script.is_empty() => return Ok(true),
                Ok(Some(answer)) => {
                    if copy.game.apply(answer, &mut NoLog).is_err() {
                        return Ok(false);
                    }
                }
                Ok(None) if first => return Ok(false),
                Ok(None) => {
                    let with = script.left().join(", ");
                    return Err(words::say(&words::LEFT_UNUSED, copy.lang, &[&with]));
                }
                Err(error @ CommandError::Ambiguous { .. }) => {
                    return Err(error.message(copy.lang));
                }
                Err(_) => return Ok(false),
            }
            first = false;
        }
        Ok(false)
    }
}
