//! For players that think ahead: a copy of the game in which what a seat can't see is dealt anew,
//! and what of an attack is settled.

use crate::cards::CardId;
use crate::game::Starlight;
use crate::look::Look;
use crate::state::{Process, State};
use simpan_engine::{ObjectId, PlayerId};
use smallvec::SmallVec;

impl Starlight {
    /// Deals the cards anew that the player can't see: both decks, and what the other player
    /// holds or has put face down. `below(n)` gives a number from 0 to n − 1.
    pub fn deal_anew(&mut self, me: PlayerId, below: &mut dyn FnMut(u32) -> u32) {
        let state = self.state_mut();
        shuffle(&mut state.sides[me.index()].deck, below);
        let side = state.side(State::other(me));
        let down = |id: &&ObjectId| state.object(**id).is_some_and(|o| o.face_down);
        let hidden: SmallVec<[ObjectId; 16]> =
            side.hand.iter().chain(side.resources.iter().filter(down)).copied().collect();
        let mut cards: Vec<CardId> = side.deck.clone();
        cards.extend(hidden.iter().filter_map(|id| state.object(*id)).map(|o| o.card));
        shuffle(&mut cards, below);
        for id in hidden {
            if let (Some(o), Some(card)) = (state.objects.get_mut(id.index()), cards.pop()) {
                o.card = card;
            }
        }
        state.sides[State::other(me).index()].deck = cards;
    }

    /// Who began, once turns are being taken.
    pub fn first_player(&self) -> Option<PlayerId> {
        let state = self.state();
        match state.turn {
            0 => None,
            n if n % 2 == 1 => Some(state.active),
            _ => Some(State::other(state.active)),
        }
    }

    /// While an attacking player orders blockers: the attacker, and the blockers that have no
    /// place yet, in the order of the answers.
    pub fn unordered_blockers(&self) -> Option<(ObjectId, SmallVec<[ObjectId; 4]>)> {
        match self.state().processes.top() {
            Some(Process::Combat(c)) => c.unordered(),
            _ => None,
        }
    }
}

fn shuffle(cards: &mut [CardId], below: &mut dyn FnMut(u32) -> u32) {
    for n in (1..cards.len()).rev() {
        cards.swap(n, below(n as u32 + 1) as usize);
    }
}

impl Look<'_> {
    /// Attackers that have a blocker.
    pub fn blocked_attackers(&self) -> SmallVec<[ObjectId; 4]> {
        match self.s.processes.top() {
            Some(Process::Combat(c)) => c.blocks.iter().map(|b| b.1).collect(),
            _ => SmallVec::new(),
        }
    }
}
