//! Moves tried on a copy of the game: what is legal, what isn't, and by which rule.

use crate::command::parse;
use crate::error::CommandError;
use crate::explain::explain_refusal;
use crate::run::{Runner, Stop};
use crate::scenario::{Policy, split_player};
use crate::script::plan;
use simpan_engine::{Game, PlayerId};
use simpan_magic::event::EventKind;
use simpan_rulebook::RuleId;

/// Why a move that was tried can't be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Rule(RuleId),
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
        copy.rules.clear();
        copy.recent.clear();
        let before = copy.game.event_hash();
        match copy.command(by, &command, text).and_then(|()| copy.finish_activity()) {
            Ok(()) if copy.game.event_hash() == before => Err(match copy.taken_back() {
                Some(rule) => Refusal::Rule(rule),
                None => Refusal::Other("nothing came of it".into()),
            }),
            Ok(()) => Ok(()),
            Err(Stop::Failed(text) | Stop::Broken(text)) => Err(match copy.last_refusal(&text) {
                Some(rule) => Refusal::Rule(rule),
                None => Refusal::Other(text),
            }),
        }
    }

    /// The rule by which an announcement just now couldn't be completed.
    fn taken_back(&self) -> Option<RuleId> {
        self.recent.iter().rev().find_map(|(event, _)| match event.kind {
            EventKind::TakenBack { because, .. } => because,
            _ => None,
        })
    }

    /// The rule of a message of refusal.
    fn last_refusal(&self, text: &str) -> Option<RuleId> {
        self.rules
            .iter()
            .copied()
            .find(|r| text.ends_with(&explain_refusal(*r, self.preset, self.lang)))
    }

    /// Whether a move stands in the list of legal answers, for the player who is asked (after
    /// passes that bring nothing about).
    pub(crate) fn listed(&self, line: &str) -> Result<bool, String> {
        let (by, text) = split_player(line);
        let command = parse(text).map_err(|e| e.message(self.lang))?;
        let mut copy = self.clone();
        if let Some(player) = by.map(PlayerId)
            && copy.give_priority_to(player).is_err()
        {
            return Ok(false);
        }
        let Some(question) = copy.question() else { return Ok(false) };
        let mut script = plan(&copy.game, &command, text);
        let mut legal = Vec::new();
        copy.game.answers(&mut legal);
        Ok(match script.next(&copy.game, &question, &copy.names) {
            Ok(Some(answer)) => legal.contains(&answer),
            Err(error @ CommandError::Ambiguous { .. }) => return Err(error.message(copy.lang)),
            _ => false,
        })
    }
}
