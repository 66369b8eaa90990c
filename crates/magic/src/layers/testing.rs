//! A table with a board on it, to try the layers on. For tests and benches only.

pub use crate::look::Look;
pub use crate::ruleset::Preset;

use crate::object::Flags;
use crate::ruleset::Ruleset;
use crate::state::{ContinuousEffect, CounterRow, PlayerMods, State, Until};
use crate::table::Table;
use simpan_cards::ast::{Action, Change, CounterKind, Zone};
use simpan_cards::program::ProgramId;
use simpan_cards::{CardData, Characteristics, Pool, Refusal};
use simpan_engine::{ObjectId, PlayerId};
use smallvec::SmallVec;

/// A game of two players in which objects can be put anywhere.
#[derive(Clone, Debug)]
pub struct Board {
    pool: Pool,
    state: State,
}

/// The effect of a resolved spell, as far as the spell's text doesn't say it.
#[derive(Clone, Debug, Default)]
pub struct Cast<'a> {
    /// The name of the card whose spell it is.
    pub spell: &'a str,
    /// Whose.
    pub controller: u8,
    /// The objects it was locked in on.
    pub on: &'a [ObjectId],
    /// Its numbers, two for each change.
    pub numbers: &'a [i32],
    /// A colour set, player or card number.
    pub extra: u16,
    /// The source of the effect, if it isn't a spell that is gone.
    pub source: Option<ObjectId>,
}

impl Board {
    /// An empty table under a rulebook, for games with those cards.
    ///
    /// # Errors
    /// The cards that are refused.
    pub fn new(rules: Preset, cards: &[CardData]) -> Result<Self, Vec<Refusal>> {
        let (pool, refused) = Pool::build(cards);
        match refused.is_empty() {
            true => Ok(Self { pool, state: State::new(Ruleset::from(rules), 2) }),
            false => Err(refused),
        }
    }

    fn table(&mut self) -> Table<'_> {
        Table::new(&self.pool, &mut self.state)
    }

    /// Puts a card somewhere.
    ///
    /// # Panics
    /// If there is no card of the name.
    pub fn put(&mut self, name: &str, owner: u8, zone: Zone) -> ObjectId {
        let card = self.pool.find(name).expect("a card of the pool");
        self.table().set_up_card(card, PlayerId(owner), zone)
    }

    /// Attaches one permanent to another; it keeps its timestamp.
    pub fn attach(&mut self, what: ObjectId, to: ObjectId) {
        self.state.objects[what.index()].attached_to = to;
        self.state.objects[to.index()].flags.set(Flags::HOST, true);
        self.state.dirty.layers = true;
    }

    /// Puts counters on a permanent.
    pub fn counters(&mut self, on: ObjectId, kind: CounterKind, count: u16) {
        self.state.counters.push(CounterRow { on, kind, count });
        self.state.objects[on.index()].flags.set(Flags::COUNTERS, true);
        self.state.dirty.layers = true;
    }

    /// Lets the first instruction of a spell have its continuous effect now.
    ///
    /// # Panics
    /// If there is no such spell.
    pub fn cast(&mut self, cast: &Cast<'_>) {
        let card = self.pool.find(cast.spell).expect("a card of the pool");
        let spell = self.pool.card(card).spell.expect("a spell");
        let program = self.pool.ability(spell).program;
        let until = match super::durations::duration_at(&self.pool, program, 0) {
            Some(simpan_cards::ast::Duration::While(_)) => Until::While,
            _ => Until::EndOfTurn,
        };
        self.lasting(program, until, cast);
    }

    fn lasting(&mut self, program: ProgramId, until: Until, cast: &Cast<'_>) {
        let timestamp = self.table().tick();
        let changes = match super::action_at(&self.pool, program, 0) {
            Some(Action::Change { changes, .. }) => changes.as_slice(),
            _ => &[],
        };
        let number = |i| cast.numbers.get(i).copied().unwrap_or(0);
        let numbers = changes.iter().enumerate().flat_map(|(i, change)| match change {
            Change::Pt(..) | Change::SetPt(..) => [number(2 * i), number(2 * i + 1)],
            _ => [i32::from(cast.extra), 0],
        });
        let numbers = numbers.collect();
        self.state.effects.push(ContinuousEffect {
            source: cast.source.unwrap_or(ObjectId::NONE),
            controller: PlayerId(cast.controller),
            program,
            op: 0,
            affected: SmallVec::from_slice(cast.on),
            held: None,
            players: 0,
            numbers,
            until,
            timestamp,
        });
        self.state.dirty.layers = true;
    }

    /// Lets the newest continuous effect end.
    pub fn end_effect(&mut self, index: usize) {
        self.state.effects.remove(index);
        self.state.dirty.layers = true;
    }

    /// How many continuous effects there are.
    pub fn effects(&self) -> usize {
        self.state.effects.len()
    }

    /// Lets an object become another one, as a zone change does.
    pub fn renew(&mut self, id: ObjectId) {
        self.state.battlefield.retain(|b| *b != id);
        let o = &mut self.state.objects[id.index()];
        o.incarnation += 1;
        o.zone = Zone::Exile;
        let id = o.id(id.index());
        self.state.exile.push(id);
        self.state.dirty.layers = true;
    }

    /// Applies the layers, whether or not anything has changed.
    pub fn refresh(&mut self) {
        self.state.dirty.layers = true;
        self.table().refresh();
    }

    /// To look at it.
    pub fn look(&self) -> Look<'_> {
        Look { pool: &self.pool, s: &self.state }
    }

    /// What an object is.
    ///
    /// # Panics
    /// If it is no more.
    pub fn is(&self, id: ObjectId) -> &Characteristics {
        self.look().characteristics(id).expect("an object")
    }

    /// Power and toughness.
    pub fn pt(&self, id: ObjectId) -> (i32, i32) {
        let c = self.is(id);
        (c.power, c.toughness)
    }

    /// The copiable values of an object, as it is after the last refreshing.
    ///
    /// # Panics
    /// If it is no more.
    pub fn copiable(&self, id: ObjectId) -> u16 {
        self.state.object(id).expect("an object").copiable().0
    }

    /// How many objects have a record of changed characteristics.
    pub fn records(&self) -> usize {
        self.state.changed.len()
    }

    /// What effects say of a player.
    pub fn mods(&self, player: u8) -> PlayerMods {
        self.state.players[usize::from(player)].mods
    }
}
