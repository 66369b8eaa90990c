//! Loops. One of mandatory actions is a draw (2005 rule 421.4, 2021 rule 104.4b): the stack goes on
//! by itself for long, and nobody does anything that needn't be done. Declining what is offered
//! counts as nothing done: nobody has to end a loop (2021 rules 724.5 and 724.6).
//!
//! In a loop that several players keep up between them (2021 rule 724.3) who is first in turn order
//! among them has to do something else when the same situation has come back. Every activation is noted with the situation it was made in, until the step is over. A
//! situation is all that can be seen of the table; the first activation of an ability that costs
//! something isn't looked at so closely.

use crate::legal::How;
use crate::look::Look;
use crate::ruleset::Loops;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::program::AbilityKind;
use simpan_engine::{Answer, EventHash, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::rule;
use std::hash::Hash;

/// A stack that resolves this often with nobody doing anything is a loop of mandatory actions.
const LOOP_LIMIT: u32 = 400;

/// How many activations of a step are kept in mind.
const KEPT: usize = 200;

/// An ability that was activated, and the situation in which; 0 where that wasn't looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Repeated {
    player: PlayerId,
    source: ObjectId,
    number: u8,
    situation: u64,
}

/// Whether an answer does something that needn't be done.
fn is_optional(kind: QuestionKind, answer: Answer) -> bool {
    match (kind, answer) {
        (QuestionKind::YesNo, answer) => answer == Answer::Yes,
        (QuestionKind::Target { chosen, min, .. }, Answer::Object(_) | Answer::Player(_))
        | (QuestionKind::Object { chosen, min, .. }, Answer::Object(_)) => chosen >= min,
        (QuestionKind::Number { min, .. }, Answer::Number(n)) => n > min,
        (QuestionKind::Replacement { optional, .. }, answer) => optional && answer != Answer::Pass,
        _ => false,
    }
}

impl Table<'_> {
    /// A player has answered: what is done of one's own accord is no loop of mandatory actions.
    pub(crate) fn note_answer(&mut self, answer: Answer) {
        if self.s.question.is_some_and(|q| is_optional(q.kind, answer)) {
            self.s.steps_since_choice = 0;
        }
    }

    /// One more thing happens by itself; whether there were so many that it is a loop that can't
    /// end, and the game a draw.
    pub(crate) fn is_loop(&mut self) -> bool {
        self.s.steps_since_choice += 1;
        let endless = self.s.steps_since_choice > LOOP_LIMIT;
        if endless {
            self.end_game(None, rule::LOOP_MANDATORY);
        }
        endless
    }

    /// Notes that a player activates an ability.
    pub(crate) fn note_activation(&mut self, player: PlayerId, source: ObjectId, how: How) {
        let How::Activate(number) = how else { return };
        if self.s.rules.loops != Loops::ActiveBreaks {
            return;
        }
        let look = self.look();
        let Some(free) = look.activation_is_free(source, number) else { return };
        let again = self.s.repeated.iter().any(|r| r.source == source && r.number == number);
        let situation = if free || again { look.situation() } else { 0 };
        if self.s.repeated.len() >= KEPT {
            self.s.repeated.remove(0);
        }
        self.s.repeated.push(Repeated { player, source, number, situation });
    }
}

impl Look<'_> {
    /// Whether an activated ability costs nothing; `None` if it is no such ability or only makes
    /// mana.
    fn activation_is_free(self, source: ObjectId, number: u8) -> Option<bool> {
        let c = self.characteristics(source)?;
        let ability = *c.abilities.get(usize::from(number))?;
        match &self.pool.ability(ability).kind {
            AbilityKind::Activated { adds_mana: false, cost, .. } => {
                let price = crate::mana::price_of(&cost.mana);
                Some(price.is_empty() && cost.parts.is_empty())
            }
            _ => None,
        }
    }

    /// Whether activating the ability would keep up a loop that the player has to break.
    pub(crate) fn keeps_loop_up(self, player: PlayerId, source: ObjectId, number: u8) -> bool {
        let all = &self.s.repeated;
        let same = |r: &Repeated| (r.player, r.source, r.number) == (player, source, number);
        if !all.iter().any(same) {
            return false;
        }
        let now = self.situation();
        let Some(at) = all.iter().rposition(|r| same(r) && r.situation == now) else {
            return false;
        };
        let involved = |p: PlayerId| all[at..].iter().any(|r| r.player == p);
        let others = all[at..].iter().any(|r| r.player != player);
        others && self.s.apnap().find(|p| involved(*p)) == Some(player)
    }

    /// The situation as a number: what is seen on the table, whatever led to it.
    fn situation(self) -> u64 {
        let (s, mut h) = (self.s, EventHash::default());
        (s.turn.number, s.turn.step, s.exile.len()).hash(&mut h);
        (s.waiting.len(), s.delayed.len(), s.shields.len()).hash(&mut h);
        for p in &s.players {
            (p.life, p.poison, p.pool, p.lands_played).hash(&mut h);
            (p.hand.len(), p.library.len(), p.graveyard.len()).hash(&mut h);
        }
        for id in &s.battlefield {
            let o = &s.objects[id.index()];
            let c = self.now(o);
            (id, o.controller, o.flags, o.damage, o.attached_to).hash(&mut h);
            (c.power, c.toughness, c.marks, c.keywords, c.named).hash(&mut h);
            (c.colors, c.types, c.supertypes).hash(&mut h);
            c.abilities.hash(&mut h);
            c.subtypes.hash(&mut h);
        }
        for row in &s.counters {
            (row.on, row.kind, row.count).hash(&mut h);
        }
        for entry in &s.stack {
            (entry.source, entry.controller, entry.regs.x).hash(&mut h);
            entry.regs.targets.iter().for_each(|t| (t.word, t.thing).hash(&mut h));
        }
        h.value()
    }
}
