//! Setting a board up: things are where they are, without events or triggers.

use crate::game::Magic;
use crate::object::{Flags, UNMODIFIED};
use crate::process::{Opening, Priority, Process, Turning};
use crate::ruleset::Ruleset;
use crate::state::CounterRow;
use simpan_cards::Pool;
use simpan_cards::ast::{CounterKind, Step, Zone};
use simpan_cards::program::CardId;
use simpan_engine::{ObjectId, PlayerId};
use std::sync::Arc;

/// A card to be put on a table that is being set up.
#[derive(Clone, Debug)]
pub struct Put {
    /// Which card.
    pub card: CardId,
    /// Whose it is.
    pub owner: PlayerId,
    /// Who controls it, if it is a permanent.
    pub controller: PlayerId,
    /// Where it is; in a library, later ones are nearer to the top.
    pub zone: Zone,
    /// It is tapped.
    pub tapped: bool,
    /// It is face down.
    pub face_down: bool,
    /// It came under its controller's control this turn.
    pub sick: bool,
    /// Damage marked on it.
    pub damage: i32,
    /// Counters on it.
    pub counters: Vec<(CounterKind, u16)>,
    /// What was chosen as it came.
    pub chosen: Option<crate::object::Picked>,
}

impl Put {
    /// A card in a zone, with nothing special about it.
    pub fn new(card: CardId, owner: PlayerId, zone: Zone) -> Self {
        Self {
            card,
            owner,
            controller: owner,
            zone,
            tapped: false,
            face_down: false,
            sick: false,
            damage: 0,
            counters: Vec::new(),
            chosen: None,
        }
    }
}

/// A table being set up.
#[derive(Debug)]
pub struct Board {
    game: Magic,
}

impl Board {
    /// An empty table for so many players (2 to 8), each at 20 life.
    pub fn new(pool: Arc<Pool>, rules: impl Into<Ruleset>, players: usize) -> Self {
        Self { game: Magic::bare(pool, rules.into(), players.clamp(2, 8)) }
    }

    /// Puts a card down; the handle is good until the game moves it.
    pub fn put(&mut self, put: &Put) -> ObjectId {
        let id = self.game.table(None).set_up_card(put.card, put.owner, put.zone);
        let blank = self.game.pool().face_down().filter(|_| put.face_down);
        let s = &mut self.game.state;
        let o = &mut s.objects[id.index()];
        o.controller = put.controller;
        o.base_controller = put.controller;
        o.damage = put.damage;
        o.chosen = put.chosen.unwrap_or_default();
        o.flags.set(Flags::TAPPED, put.tapped);
        if let Some(blank) = blank {
            o.shows = blank;
            o.flags.set(Flags::FACE_DOWN, true);
        }
        o.flags.set(Flags::DAMAGED, put.damage > 0);
        o.flags.set(Flags::COUNTERS, !put.counters.is_empty());
        o.since = if put.sick { 1 } else { 0 };
        for (kind, count) in &put.counters {
            s.counters.push(CounterRow { on: id, kind: *kind, count: *count });
        }
        id
    }

    /// Attaches an Aura or Equipment.
    pub fn attach(&mut self, attachment: ObjectId, host: ObjectId) {
        let s = &mut self.game.state;
        s.objects[attachment.index()].attached_to = host;
        s.objects[host.index()].flags.set(Flags::HOST, true);
    }

    /// Sets a player's life.
    pub fn life(&mut self, player: PlayerId, life: i32) {
        self.game.state.players[player.index()].life = life;
    }

    /// Puts mana into a player's pool, by kind (WUBRG and colourless).
    pub fn mana(&mut self, player: PlayerId, mana: [u16; 6]) {
        self.game.state.players[player.index()].pool.0 = mana;
    }

    /// Gives a player poison counters.
    pub fn poison(&mut self, player: PlayerId, count: u16) {
        self.game.state.players[player.index()].poison = count;
    }

    /// Sets how many lands a player has played this turn.
    pub fn lands_played(&mut self, player: PlayerId, count: u8) {
        self.game.state.players[player.index()].lands_played = count;
    }

    /// Gives the board over to play: it is that player's turn of that number, in the step, and
    /// the player receives priority (in the untap and cleanup steps the step begins).
    pub fn start(mut self, active: PlayerId, turn: u32, step: Step) -> Magic {
        let s = &mut self.game.state;
        s.turn.active = active;
        s.turn.number = turn.max(1);
        s.turn.step = step;
        let now = s.turn.number;
        for (i, p) in s.players.iter_mut().enumerate() {
            p.turn_began = if i == active.index() { now } else { now.saturating_sub(1).max(1) };
        }
        for o in &mut s.objects {
            o.since = if o.since > 0 { now } else { 0 };
        }
        s.dirty.layers = true;
        s.dirty.state_based = true;
        match step {
            Step::Untap | Step::Cleanup => {
                s.turn.number -= u32::from(step == Step::Untap);
                s.processes.push(Process::Turning(Turning::at(active, step)));
            }
            _ => {
                s.processes.push(Process::Turning(Turning::resumed(active, step)));
                s.processes.push(Process::Priority(Priority::new(active)));
            }
        }
        let mut table = self.game.table(None);
        table.advance(None);
        self.game
    }

    /// Gives the board over to the beginning of a game: libraries are shuffled, that player chooses
    /// who begins, hands are drawn.
    pub fn open(mut self, chooser: PlayerId) -> Magic {
        self.game.state.processes.push(Process::Opening(Opening::chosen_by(chooser)));
        self.game.table(None).advance(None);
        self.game
    }

    /// The board at rest, with characteristics found, for looking only.
    pub fn rest(mut self) -> Magic {
        self.game.table(None).refresh();
        self.game
    }
}

/// Lets two cards of one player, both in hidden zones, be each other; `false` if they can't. For
/// tests of what a viewer may know.
#[doc(hidden)]
pub fn swap_hidden(game: &mut Magic, a: ObjectId, b: ObjectId) -> bool {
    let s = &mut game.state;
    let (Some(x), Some(y)) = (s.object(a).copied(), s.object(b).copied()) else { return false };
    if x.owner != y.owner || !x.zone.is_hidden() || !y.zone.is_hidden() {
        return false;
    }
    for (id, other) in [(a, y), (b, x)] {
        let o = &mut s.objects[id.index()];
        (o.card, o.shows, o.modified) = (other.card, other.shows, UNMODIFIED);
        o.copied = simpan_cards::program::CardId::NONE;
    }
    if !std::mem::replace(&mut s.dirty.layers, true) {
        game.table(None).refresh();
    }
    true
}
