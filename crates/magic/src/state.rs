//! The state of a game: plain data, in flat lists.

mod player;

pub use player::{Player, PlayerMods};

use crate::object::{Object, Thing};
use crate::process::Process;
use crate::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use simpan_cards::Characteristics;
use simpan_cards::ast::{CounterKind, PlayerChange, Step, Zone};
use simpan_cards::program::{AbilityId, CardId, ProgramId};
use simpan_engine::{EventHash, ObjectId, PlayerId, Processes, Question};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// Mana by kind: white, blue, black, red, green, colourless.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ManaPool(pub [u16; 6]);

impl ManaPool {
    /// The kind that is colourless mana.
    pub const COLORLESS: u8 = 5;
    /// All mana in it.
    pub fn total(self) -> u16 {
        self.0.iter().sum()
    }
}

/// Mana in a pool that isn't like other mana of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tagged {
    pub(crate) player: PlayerId,
    pub(crate) kind: u8,
    pub(crate) amount: u16,
    pub(crate) tag: Tag,
}

/// What is special about some mana.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// A snow source made it.
    pub(crate) snow: bool,
    /// The instruction that says what it may be spent on, and whose it is.
    pub(crate) only: Option<(ProgramId, u16, ObjectId)>,
}

impl Tag {
    /// Whether there is nothing special.
    pub(crate) fn is_plain(self) -> bool {
        self == Self::default()
    }
}

/// Something chosen as a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    /// For which target word, counted over all pieces of the spell.
    pub word: u8,
    /// What.
    pub thing: Thing,
    /// Whether it still was legal as the spell or ability began to resolve.
    pub legal: bool,
    /// Its share of what is divided.
    pub share: i32,
}

/// What a spell, ability or resolution remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registers {
    pub(crate) targets: SmallVec<[Chosen; 2]>,
    pub(crate) x: i32,
    /// "That much".
    pub(crate) that: i32,
    /// "If you do".
    pub(crate) did: bool,
    pub(crate) triggering: Thing,
    pub(crate) other: Thing,
    pub(crate) previous: SmallVec<[Thing; 2]>,
    pub(crate) paid: SmallVec<[ObjectId; 1]>,
    /// What the text itself moved: it may find what became of that in a public zone.
    pub(crate) moved: SmallVec<[ObjectId; 1]>,
    pub(crate) each: Thing,
    /// The text whose ability it is, or 0.
    pub(crate) home: u16,
    /// Where a spell was cast from, or a permanent's spell.
    pub(crate) from: Option<Zone>,
    /// The kinds of mana that were spent on it, a bit each.
    pub(crate) spent: u8,
    /// Durations that have begun to hold while it waits on the stack.
    pub(crate) spans: SmallVec<[Span; 1]>,
}

/// For how long the effect of an instruction that still waits will last: as long as something
/// holds that has begun to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Span {
    pub(crate) program: ProgramId,
    pub(crate) op: u16,
    /// It held no more at some time since.
    pub(crate) over: bool,
}

impl Registers {
    /// Whether anything in it is that object.
    pub(crate) fn speaks_of(&self, id: ObjectId) -> bool {
        let it = Thing::Object(id);
        self.targets.iter().any(|t| t.thing == it)
            || self.previous.contains(&it)
            || self.paid.contains(&id)
            || self.moved.contains(&id)
            || [self.triggering, self.other, self.each].contains(&it)
    }
}

/// A part of a spell or ability that is carried out: the whole, or one chosen mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// What is carried out.
    pub program: ProgramId,
    /// The number of its first target word.
    pub first_word: u8,
}

/// What is on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EntryKind {
    /// A spell.
    Spell,
    /// An activated or triggered ability.
    Ability(AbilityId),
    /// Combat damage (2005).
    CombatDamage,
}

/// An object on the stack with what was chosen for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StackEntry {
    pub(crate) object: ObjectId,
    /// The source of an ability; the spell itself otherwise.
    pub(crate) source: ObjectId,
    pub(crate) controller: PlayerId,
    pub(crate) kind: EntryKind,
    pub(crate) pieces: SmallVec<[Piece; 1]>,
    pub(crate) regs: Registers,
    pub(crate) damage: Vec<DamageRow>,
}

/// Damage that is going to be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamageRow {
    pub(crate) source: ObjectId,
    pub(crate) to: Thing,
    pub(crate) amount: i32,
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Until {
    EndOfTurn,
    EndOfCombat,
    /// Until that player's next turn begins.
    TurnOf(PlayerId),
    /// As long as the condition of the instruction holds.
    While,
    /// While the instructions that made it are followed.
    Followed,
    Forever,
}

/// A continuous effect from a resolved spell or ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContinuousEffect {
    pub(crate) source: ObjectId,
    pub(crate) controller: PlayerId,
    /// Where its instruction stands.
    pub(crate) program: ProgramId,
    pub(crate) op: u16,
    /// The objects it was locked in on.
    pub(crate) affected: SmallVec<[ObjectId; 2]>,
    /// The players, a bit each.
    pub(crate) players: u8,
    /// What it keeps of its maker, if it replaces events or changes rules.
    pub(crate) held: Option<Box<Held>>,
    /// What was found for its changes as it began, two numbers each: sizes, or a colour set, player,
    /// card or pair of words.
    pub(crate) numbers: SmallVec<[i32; 2]>,
    pub(crate) until: Until,
    pub(crate) timestamp: u32,
}

/// What an effect of a resolved spell or ability keeps that replaces events or changes rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// What its text speaks of.
    pub(crate) regs: Registers,
    pub(crate) first_word: u8,
    /// It is used up once it has been applied.
    pub(crate) once: bool,
    /// How much damage it is still good for.
    pub(crate) left: Option<i32>,
    /// The source of damage that was chosen.
    pub(crate) chosen: Option<ObjectId>,
}

impl Held {
    /// Whether it speaks of an object.
    pub(crate) fn speaks_of(&self, id: ObjectId) -> bool {
        self.chosen == Some(id) || self.regs.speaks_of(id)
    }
}

/// A shield: the next damage is prevented, or the next destruction replaced by regeneration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shield {
    pub(crate) kind: ShieldKind,
    /// What it protects; nothing means everything.
    pub(crate) on: Thing,
    pub(crate) source: ObjectId,
    pub(crate) until: Until,
    /// By which it is told from others.
    pub(crate) timestamp: u32,
}

/// Kinds of shields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShieldKind {
    /// That much damage is prevented.
    Prevent(i32),
    /// All damage is prevented.
    PreventAll,
    /// All combat damage is prevented.
    PreventCombat,
    /// It regenerates.
    Regenerate,
}

/// A triggered ability waiting to be put on the stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    pub(crate) ability: AbilityId,
    pub(crate) source: ObjectId,
    pub(crate) controller: PlayerId,
    pub(crate) regs: Registers,
}

/// A delayed triggered ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delayed {
    pub(crate) waiting: Waiting,
    /// How long it waits, triggering each time; until it has triggered once if not given.
    pub(crate) until: Option<Until>,
}

/// Copiable values of a copy that isn't quite like what it copies (2005 rule 503.9, 2021 rule
/// 707.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Values {
    /// The card that was copied.
    pub(crate) card: CardId,
    pub(crate) base: Characteristics,
}

/// A card that was exiled by an ability of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exiled {
    pub(crate) card: ObjectId,
    pub(crate) source: ObjectId,
    /// The text of that ability.
    pub(crate) home: u16,
}

/// An object that returns to a zone right after its source has left the battlefield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returning {
    pub(crate) id: ObjectId,
    pub(crate) source: ObjectId,
    pub(crate) zone: Zone,
}

/// What an object was last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LastKnown {
    pub(crate) id: ObjectId,
    pub(crate) object: Object,
    pub(crate) characteristics: Characteristics,
    pub(crate) counters: SmallVec<[(CounterKind, u16); 1]>,
    /// What it became.
    pub(crate) became: ObjectId,
}

/// Counters of one kind on one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterRow {
    pub(crate) on: ObjectId,
    pub(crate) kind: CounterKind,
    pub(crate) count: u16,
}

/// An attacking creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attacker {
    pub(crate) id: ObjectId,
    /// The player or planeswalker it attacks.
    pub(crate) target: Thing,
    pub(crate) blocked: bool,
    /// A creature that blocked it has left combat.
    pub(crate) lost_blocker: bool,
    /// Its blockers, in damage assignment order where there is one.
    pub(crate) blockers: SmallVec<[ObjectId; 2]>,
}

/// A blocking creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocker {
    pub(crate) id: ObjectId,
    /// What it blocks, in damage assignment order where there is one.
    pub(crate) attackers: SmallVec<[ObjectId; 1]>,
}

/// The combat phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    pub(crate) attackers: Vec<Attacker>,
    pub(crate) blockers: Vec<Blocker>,
    /// Attackers are still being chosen or paid for: nothing attacks yet.
    pub(crate) choosing_attackers: bool,
    /// Blockers are still being chosen: nothing blocks yet.
    pub(crate) choosing_blockers: bool,
    /// Something was declared as an attacker, whatever became of it.
    pub(crate) attacked: bool,
    /// Creatures that take no part in a second combat damage step.
    pub(crate) first_dealt: Vec<ObjectId>,
    /// There was a first-strike damage step, so a second one comes.
    pub(crate) second_step: bool,
}

/// Where in the turn the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub(crate) active: PlayerId,
    /// From 1; 0 before the first turn.
    pub(crate) number: u32,
    pub(crate) step: Step,
}

/// What has to be looked at again before the next decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dirty {
    /// Characteristics.
    pub(crate) layers: bool,
    /// State-based actions.
    pub(crate) state_based: bool,
}

/// What is being chosen, for questions about objects and players.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Choosing {
    /// Every option.
    pub(crate) options: SmallVec<[Thing; 8]>,
    /// What has been chosen.
    pub(crate) chosen: SmallVec<[Thing; 4]>,
}

/// What a child process hands to its parent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    pub(crate) things: SmallVec<[Thing; 2]>,
    pub(crate) number: i32,
    pub(crate) yes: bool,
    /// Something else happened instead of (part of) what was to happen.
    pub(crate) replaced: bool,
}

/// The state of a game.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) rules: Ruleset,
    pub(crate) objects: Vec<Object>,
    pub(crate) free_public: Vec<u16>,
    pub(crate) free_hidden: Vec<u16>,
    pub(crate) changed: Vec<Characteristics>,
    /// Copiable values that are no card's; their numbers follow those of the pool's cards.
    pub(crate) values: Vec<Values>,
    pub(crate) players: Vec<Player>,
    pub(crate) battlefield: Vec<ObjectId>,
    pub(crate) exile: Vec<ObjectId>,
    pub(crate) command: Vec<ObjectId>,
    pub(crate) phased_out: Vec<ObjectId>,
    pub(crate) stack: Vec<StackEntry>,
    pub(crate) effects: Vec<ContinuousEffect>,
    pub(crate) shields: Vec<Shield>,
    pub(crate) delayed: Vec<Delayed>,
    pub(crate) waiting: Vec<Waiting>,
    /// Spells that have left the stack and that triggered abilities still speak of.
    pub(crate) left_stack: Vec<StackEntry>,
    pub(crate) last_known: Vec<LastKnown>,
    pub(crate) counters: Vec<CounterRow>,
    /// Sources and what they dealt damage to this turn, if any text asks.
    pub(crate) damage_dealt: Vec<(ObjectId, ObjectId)>,
    /// Cards exiled by abilities, if any text asks.
    pub(crate) exiled: Vec<Exiled>,
    /// What returns as something leaves the battlefield.
    pub(crate) returning: Vec<Returning>,
    /// Mana in pools that is special; it is counted in its pool too.
    pub(crate) tagged: Vec<Tagged>,
    pub(crate) combat: Combat,
    pub(crate) turn: Turn,
    pub(crate) processes: Processes<Process>,
    pub(crate) question: Option<Question<RuleId>>,
    pub(crate) chance: Option<u32>,
    pub(crate) choosing: Choosing,
    pub(crate) reply: Reply,
    pub(crate) outcome: Option<(Option<PlayerId>, RuleId)>,
    pub(crate) clock: u32,
    /// The spell that is being announced.
    pub(crate) announcing: ObjectId,
    /// How many spells have been cast this turn.
    pub(crate) spells_cast: u32,
    pub(crate) hash: EventHash,
    pub(crate) secrets: u32,
    pub(crate) dirty: Dirty,
    /// Some effect looks at facts that change without a zone change: anything that happens may
    /// change characteristics.
    pub(crate) volatile: bool,
    /// Something lasts, or will, as long as a condition holds: it's looked at after each event.
    pub(crate) lasting: bool,
    /// Signs of all permanents together, and those of cards elsewhere that work there.
    pub(crate) signs: simpan_cards::program::Signs,
    /// Consecutive decisions that changed nothing but the stack, for loops that can't end.
    pub(crate) steps_since_choice: u32,
    /// The height of the stack as its top was resolved last.
    pub(crate) lowest_stack: u32,
    /// Legendary permanents of one name, of which a player is choosing one to keep.
    pub(crate) keeping: Vec<ObjectId>,
    /// Legends that go with the next state-based actions.
    pub(crate) parting: Vec<ObjectId>,
    /// What face-down permanents are copies of, that were turned down as copies.
    pub(crate) copied_under: Vec<(ObjectId, CardId)>,
    /// What players will skip the next of.
    pub(crate) skips: Vec<(PlayerId, PlayerChange)>,
    /// Abilities activated in this step, for loops that the players keep up between them.
    pub(crate) repeated: Vec<crate::process::loops::Repeated>,
    /// Extra turns to come, the next one last.
    pub(crate) extra_turns: Vec<PlayerId>,
    /// The announcement under way can't be completed; it is taken back.
    pub(crate) abort: Option<RuleId>,
    /// An announcement is under way that can be taken back; [`crate::Magic`] keeps the state
    /// before it.
    pub(crate) open: bool,
}

macro_rules! clone_fields {
    ($self:ident, $source:ident; $($field:ident),* $(,)?) => {
        $( $self.$field.clone_from(&$source.$field); )*
    };
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules,
            objects: self.objects.clone(),
            free_public: self.free_public.clone(),
            free_hidden: self.free_hidden.clone(),
            changed: self.changed.clone(),
            values: self.values.clone(),
            players: self.players.clone(),
            battlefield: self.battlefield.clone(),
            exile: self.exile.clone(),
            command: self.command.clone(),
            phased_out: self.phased_out.clone(),
            stack: self.stack.clone(),
            effects: self.effects.clone(),
            shields: self.shields.clone(),
            delayed: self.delayed.clone(),
            waiting: self.waiting.clone(),
            left_stack: self.left_stack.clone(),
            last_known: self.last_known.clone(),
            counters: self.counters.clone(),
            damage_dealt: self.damage_dealt.clone(),
            exiled: self.exiled.clone(),
            returning: self.returning.clone(),
            tagged: self.tagged.clone(),
            combat: self.combat.clone(),
            turn: self.turn,
            processes: self.processes.clone(),
            question: self.question,
            chance: self.chance,
            choosing: self.choosing.clone(),
            reply: self.reply.clone(),
            outcome: self.outcome,
            clock: self.clock,
            announcing: self.announcing,
            spells_cast: self.spells_cast,
            hash: self.hash,
            secrets: self.secrets,
            dirty: self.dirty,
            volatile: self.volatile,
            lasting: self.lasting,
            signs: self.signs,
            steps_since_choice: self.steps_since_choice,
            lowest_stack: self.lowest_stack,
            keeping: self.keeping.clone(),
            parting: self.parting.clone(),
            copied_under: self.copied_under.clone(),
            skips: self.skips.clone(),
            extra_turns: self.extra_turns.clone(),
            repeated: self.repeated.clone(),
            abort: self.abort,
            open: self.open,
        }
    }

    /// Keeps the buffers of `self`.
    fn clone_from(&mut self, source: &Self) {
        clone_fields!(self, source; objects, free_public, free_hidden, changed, values, players,
            battlefield, exile, command, phased_out, stack, effects, shields, delayed, waiting, left_stack, last_known,
            counters, damage_dealt, exiled, returning, tagged, processes, choosing, reply, keeping, parting, copied_under,
            skips, extra_turns, repeated);
        self.combat.attackers.clone_from(&source.combat.attackers);
        self.combat.blockers.clone_from(&source.combat.blockers);
        self.combat.first_dealt.clone_from(&source.combat.first_dealt);
        self.combat.choosing_attackers = source.combat.choosing_attackers;
        self.combat.choosing_blockers = source.combat.choosing_blockers;
        self.combat.attacked = source.combat.attacked;
        self.combat.second_step = source.combat.second_step;
        self.rules = source.rules;
        self.turn = source.turn;
        self.question = source.question;
        self.chance = source.chance;
        self.outcome = source.outcome;
        self.clock = source.clock;
        self.announcing = source.announcing;
        self.spells_cast = source.spells_cast;
        self.hash = source.hash;
        self.secrets = source.secrets;
        self.dirty = source.dirty;
        self.volatile = source.volatile;
        self.lasting = source.lasting;
        self.signs = source.signs;
        self.steps_since_choice = source.steps_since_choice;
        self.lowest_stack = source.lowest_stack;
        self.abort = source.abort;
        self.open = source.open;
    }
}

impl State {
    /// An empty table for so many players.
    pub(crate) fn new(rules: Ruleset, players: usize) -> Self {
        Self {
            rules,
            objects: Vec::new(),
            free_public: Vec::new(),
            free_hidden: Vec::new(),
            changed: Vec::new(),
            values: Vec::new(),
            players: (0..players)
                .map(|_| Player { life: 20, lowest_life: i32::MAX, ..Player::default() })
                .collect(),
            battlefield: Vec::new(),
            exile: Vec::new(),
            command: Vec::new(),
            phased_out: Vec::new(),
            stack: Vec::new(),
            effects: Vec::new(),
            shields: Vec::new(),
            delayed: Vec::new(),
            waiting: Vec::new(),
            left_stack: Vec::new(),
            last_known: Vec::new(),
            counters: Vec::new(),
            damage_dealt: Vec::new(),
            exiled: Vec::new(),
            returning: Vec::new(),
            tagged: Vec::new(),
            combat: Combat::default(),
            turn: Turn { active: PlayerId(0), number: 0, step: Step::Untap },
            processes: Processes::default(),
            question: None,
            chance: None,
            choosing: Choosing::default(),
            reply: Reply::default(),
            outcome: None,
            clock: 1,
            announcing: ObjectId::NONE,
            spells_cast: 0,
            hash: EventHash::default(),
            secrets: 0,
            dirty: Dirty { layers: true, state_based: true },
            volatile: false,
            lasting: false,
            signs: Default::default(),
            steps_since_choice: 0,
            lowest_stack: u32::MAX,
            keeping: Vec::new(),
            parting: Vec::new(),
            copied_under: Vec::new(),
            skips: Vec::new(),
            extra_turns: Vec::new(),
            repeated: Vec::new(),
            abort: None,
            open: false,
        }
    }

    /// The rulebook in force.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }
    /// How many seats there are.
    pub fn player_count(&self) -> usize {
        self.players.len()
    }
    /// A player.
    pub fn player(&self, p: PlayerId) -> &Player {
        &self.players[p.index()]
    }
    /// The object of a handle, if it still is that object.
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.index()).filter(|o| {
            o.incarnation == id.incarnation && o.kind != crate::object::ObjectKind::Free
        })
    }
    /// What an object was last, if it is no more and anything may still ask.
    pub fn last_known(&self, id: ObjectId) -> Option<&LastKnown> {
        let found = self.last_known.iter().rev().find(|l| l.id == id);
        found.filter(|_| holds(rule::LAST_KNOWN_INFORMATION))
    }
    /// The active player.
    pub fn active(&self) -> PlayerId {
        self.turn.active
    }
    /// The turn's number, from 1.
    pub fn turn_number(&self) -> u32 {
        self.turn.number
    }
    /// The step or phase.
    pub fn step(&self) -> Step {
        self.turn.step
    }
    /// The objects of a zone; of that player's, where each has one. The library's top is last.
    pub fn zone(&self, zone: Zone, player: PlayerId) -> &[ObjectId] {
        let p = &self.players[player.index()];
        match zone {
            Zone::Library => &p.library,
            Zone::Hand => &p.hand,
            Zone::Graveyard => &p.graveyard,
            Zone::Outside => &p.sideboard,
            Zone::Battlefield => &self.battlefield,
            Zone::Exile => &self.exile,
            Zone::Command => &self.command,
            Zone::PhasedOut => &self.phased_out,
            Zone::Stack => &[],
        }
    }
    /// The stack, the top last.
    pub fn stack(&self) -> &[StackEntry] {
        &self.stack
    }
    /// Counters of a kind on an object.
    pub fn counters_on(&self, id: ObjectId, kind: CounterKind) -> u16 {
        self.counters.iter().filter(|r| r.on == id && r.kind == kind).map(|r| r.count).sum()
    }
    /// All players still in the game, in turn order from the active player.
    pub fn apnap(&self) -> impl Iterator<Item = PlayerId> + use<'_> {
        let n = self.players.len();
        let first = self.turn.active.index();
        (0..n)
            .map(move |i| PlayerId(((first + i) % n) as u8))
            .filter(|p| !self.players[p.index()].lost)
    }
    /// The player after `p` in turn order who is still in the game.
    pub fn next_player(&self, p: PlayerId) -> PlayerId {
        let n = self.players.len();
        (1..=n)
            .map(|i| PlayerId(((p.index() + i) % n) as u8))
            .find(|q| !self.players[q.index()].lost)
            .unwrap_or(p)
    }
    /// The attacker record of a creature.
    pub(crate) fn attacker(&self, id: ObjectId) -> Option<&Attacker> {
        self.combat.attackers.iter().find(|a| a.id == id)
    }
    /// Whether a creature attacks: not while attackers are being chosen (2005 rule 308.2, 2021
    /// rule 508.1k).
    pub(crate) fn is_attacking(&self, id: ObjectId) -> bool {
        !self.combat.choosing_attackers && self.attacker(id).is_some()
    }
    /// Whether a creature blocks: not while blockers are being chosen (2005 rule 309.2, 2021 rule
    /// 509.1g).
    pub(crate) fn is_blocking(&self, id: ObjectId) -> bool {
        !self.combat.choosing_blockers && self.blocker(id).is_some()
    }
    /// The blocker record of a creature.
    pub(crate) fn blocker(&self, id: ObjectId) -> Option<&Blocker> {
        self.combat.blockers.iter().find(|b| b.id == id)
    }
}

impl StackEntry {
    /// The object on the stack.
    pub fn object(&self) -> ObjectId {
        self.object
    }
    /// The source of an ability, or the spell itself.
    pub fn source(&self) -> ObjectId {
        self.source
    }
    /// Who controls it.
    pub fn controller(&self) -> PlayerId {
        self.controller
    }
    /// What it is.
    pub fn kind(&self) -> EntryKind {
        self.kind
    }
    /// Its targets.
    pub fn targets(&self) -> &[Chosen] {
        &self.regs.targets
    }
    /// The X of its announcement.
    pub fn x(&self) -> i32 {
        self.regs.x
    }
}
