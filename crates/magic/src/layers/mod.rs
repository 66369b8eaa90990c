//! The interaction of continuous effects (2005 rule 418.5, 2021 rule 613).
//!
//! [`Table::refresh`] finds anew what every object is, who controls it and what holds for the
//! players. Characteristics are changed in place, layer by layer, so that each effect sees the
//! objects as the layers before it left them. An object that nothing changes gets no record.
//!
//! Not here: timestamps of
//! single counters (2021 rule 613.7c): counters come first in their sublayer, which only an effect
//! that looks at power or toughness could notice; effects on costs and on events, which are asked
//! for when they are needed.

mod apply;
mod collect;
mod copies;
mod depend;
pub(crate) mod durations;
mod modify;
pub(crate) mod players;
mod reads;
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use crate::look::{Context, Look};
use crate::object::UNMODIFIED;
use crate::ruleset::Layers;
use crate::state::{ContinuousEffect, State};
use crate::table::Table;
use simpan_cards::Pool;
use simpan_cards::ast::{
    Action, CardType, Change, CounterKind, Filter, Objects, Players, StaticEffect,
};
use simpan_cards::program::{AbilityId, AbilityKind, Op, ProgramId, Sign, Signs};
use simpan_cards::{ChangeAt, Limit};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::{examining, holds};
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// A layer or sublayer; the number is its place in the order.
///
/// Both systems use the same row. They differ in what goes where ([`layer_of`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Layer {
    /// 1: copies.
    Copy,
    /// 2: control.
    Control,
    /// 3: words of the text.
    Text,
    /// 4: types, supertypes and subtypes.
    Type,
    /// 5 (2021): colours.
    Color,
    /// 5 (2005): abilities and colours; 6 (2021): abilities.
    Ability,
    /// 6a, 7a: power and toughness from characteristic-defining abilities.
    DefinePt,
    /// 6b: all that isn't elsewhere; 7b: effects that set.
    SetPt,
    /// 6c, part of 7c: counters.
    Counters,
    /// 6d: static abilities that modify; 7c: all that modifies.
    ModifyPt,
    /// 6e, 7d: switches.
    SwitchPt,
    /// After all others: what objects may do (2021 rule 613.11).
    Rules,
}

impl Layer {
    /// All of them, in order.
    const ALL: [Layer; 12] = [
        Layer::Copy,
        Layer::Control,
        Layer::Text,
        Layer::Type,
        Layer::Color,
        Layer::Ability,
        Layer::DefinePt,
        Layer::SetPt,
        Layer::Counters,
        Layer::ModifyPt,
        Layer::SwitchPt,
        Layer::Rules,
    ];

    const fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// From what sort of thing an effect comes, as far as the layers care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// A characteristic-defining ability (2005: characteristic-setting ability).
    Defining,
    /// Any other static ability.
    Static,
    /// A spell or ability that has resolved.
    Resolved,
}

/// The layer in which a change applies (2005 rule 418.5a, 2021 rules 613.1, 613.4).
fn layer_of(change: &Change, sort: Sort, system: Layers) -> Layer {
    match change {
        Change::CopyOf { .. } | Change::GainThis | Change::KeepColors => Layer::Copy,
        Change::Control(_) => Layer::Control,
        Change::Text(_) => Layer::Text,
        Change::AddTypes { .. }
        | Change::SetTypes { .. }
        | Change::AllCreatureTypes
        | Change::AddSuper(_)
        | Change::LoseSuper(_) => Layer::Type,
        Change::AddColors(_) | Change::SetColors(_) | Change::ChooseColor => match system {
            Layers::Six => Layer::Ability,
            Layers::Seven => Layer::Color,
        },
        Change::Gain(_) | Change::GainActivated(_) | Change::Lose(_) | Change::LoseAll => {
            Layer::Ability
        }
        Change::SetPt(..) if sort == Sort::Defining => Layer::DefinePt,
        Change::SetPt(..) => Layer::SetPt,
        Change::Pt(..) => match (system, sort) {
            (Layers::Six, Sort::Resolved) => Layer::SetPt,
            _ => Layer::ModifyPt,
        },
        Change::SwitchPt => Layer::SwitchPt,
        Change::CantAttack
        | Change::CantAttackAlone
        | Change::CantBlock
        | Change::MustAttack
        | Change::MustBlock
        | Change::MustBlockThis
        | Change::MustBeBlocked
        | Change::Unblockable
        | Change::UnblockableWhile(_)
        | Change::BlockedOnlyBy(_)
        | Change::NotBlockedBy(_)
        | Change::BlocksOnly(_)
        | Change::BlocksMore(_)
        | Change::MayPlay { .. }
        | Change::AttacksDespiteDefender
        | Change::NoUntap
        | Change::Uncounterable
        | Change::NoRegeneration
        | Change::NoActivation => Layer::Rules,
    }
}

/// What an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// A static ability of an object.
    Ability(ObjectId, AbilityId),
    /// One of the state's continuous effects, by its place in the list.
    Effect(u16),
}

/// A continuous effect on objects, while the layers are applied.
#[derive(Clone, Copy, Debug)]
struct Group {
    origin: Origin,
    sort: Sort,
    timestamp: u32,
    /// The layers it still has changes in. None once its ability is lost before it began.
    layers: u16,
    /// Where its objects stand in [`Work::sets`], once it has begun to apply: it keeps them
    /// (2005 rule 418.5b, 2021 rule 613.6).
    set: Option<(u32, u32)>,
}

/// A list of objects, short most of the time.
type Set = SmallVec<[ObjectId; 16]>;

/// Permanents whose controller is found anew, with who controlled them before.
type Moved = SmallVec<[(ObjectId, PlayerId); 4]>;

/// One application of all layers.
struct Work<'t> {
    pool: &'t Pool,
    s: &'t mut State,
    groups: SmallVec<[Group; 8]>,
    sets: SmallVec<[ObjectId; 32]>,
    /// The layers that any group has changes in.
    layers: u16,
    moved: &'t mut Moved,
}

impl<'t> Work<'t> {
    fn new(pool: &'t Pool, s: &'t mut State, moved: &'t mut Moved) -> Self {
        Self { pool, s, groups: SmallVec::new(), sets: SmallVec::new(), layers: 0, moved }
    }

    fn look(&self) -> Look<'_> {
        Look { pool: self.pool, s: self.s }
    }

    /// Applies all layers to objects as they are by themselves.
    fn run(&mut self) {
        let elsewhere = self.visit_objects();
        let signs = self.visit_permanents();
        self.collect_resolved();
        let counters = has_pt_counters(self.s);
        if self.layers != 0 || counters {
            let several = self.layers.count_ones() > 1;
            let ordered = !several || holds(rule::LAYERS);
            for at in 0..Layer::ALL.len() {
                let layer = Layer::ALL[if ordered { at } else { Layer::ALL.len() - 1 - at }];
                if layer == Layer::Counters && counters {
                    self.apply_counters();
                } else if self.layers & layer.bit() != 0 {
                    self.apply_layer(layer);
                }
            }
        }
        const TOUCH: u16 =
            Layer::Copy.bit() | Layer::Text.bit() | Layer::Type.bit() | Layer::Ability.bit();
        let signs = if self.layers & TOUCH == 0 { signs } else { self.permanents_signs() };
        self.s.signs = signs.with(elsewhere);
    }

    fn permanents_signs(&self) -> Signs {
        let look = self.look();
        let all = self.s.battlefield.iter().map(|id| look.now(&self.s.objects[id.index()]).signs);
        all.fold(Signs::NONE, Signs::with)
    }

    /// The changes of a group.
    fn changes(&self, group: &Group) -> &'t [Change] {
        match group.origin {
            Origin::Ability(_, id) => changes_at(self.pool, ChangeAt::Ability(id)),
            Origin::Effect(i) => {
                let e = &self.s.effects[usize::from(i)];
                changes_at(self.pool, ChangeAt::Program(e.program, e.op))
            }
        }
    }

    /// From where a group's filters and amounts are looked at.
    fn context(&self, group: &Group) -> Context<'_> {
        match group.origin {
            Origin::Ability(source, _) => {
                let you = self.s.object(source).map_or(PlayerId(0), |o| o.controller);
                Context::of(source, you)
            }
            Origin::Effect(i) => {
                let e = &self.s.effects[usize::from(i)];
                let held = e.held.as_deref();
                Context {
                    regs: held.map(|h| &h.regs),
                    first_word: held.map_or(0, |h| h.first_word),
                    ..Context::of(e.source, e.controller)
                }
            }
        }
    }
}

fn has_pt_counters(s: &State) -> bool {
    s.counters.iter().any(|r| matches!(r.kind, CounterKind::PlusOne | CounterKind::MinusOne))
}

/// The objects that a resolved effect changes the rules for: whatever fits, whenever it comes (2005
/// rule 418.3b, 2021 rule 611.2c).
pub(crate) fn open_filter<'t>(pool: &'t Pool, e: &ContinuousEffect) -> Option<&'t Filter> {
    let rules = |c| layer_of(c, Sort::Resolved, Layers::Seven) == Layer::Rules;
    match action_at(pool, e.program, e.op)? {
        Action::Change { what: Objects::All(filter), changes, .. } => {
            changes.iter().any(rules).then_some(filter)
        }
        _ => None,
    }
}

/// The changes to objects that stand somewhere; none if nothing of the sort does.
/// What an exchange does to each of the two; the player is the effect's own.
static TAKEN: [Change; 1] = [Change::Control(Players::You)];

fn changes_at(pool: &Pool, at: ChangeAt) -> &[Change] {
    match at {
        ChangeAt::Ability(id) => match &pool.ability(id).kind {
            AbilityKind::Static(s) => match &s.effect {
                StaticEffect::Change { changes, .. } | StaticEffect::Define(changes) => changes,
                _ => &[],
            },
            _ => &[],
        },
        ChangeAt::Program(program, op) => match action_at(pool, program, op) {
            Some(Action::Change { changes, .. }) => changes,
            Some(Action::Move { to, .. } | Action::Search { to, .. } | Action::Look { to, .. }) => {
                &to.arrival.being
            }
            Some(Action::ExchangeControl { .. }) => &TAKEN,
            _ => &[],
        },
    }
}

pub(crate) fn action_at(pool: &Pool, program: ProgramId, op: u16) -> Option<&Action> {
    match pool.program(program).ops.get(usize::from(op)) {
        Some(Op::Do(action)) => Some(action),
        _ => None,
    }
}

/// What stands in the place of a change that isn't there: it changes nothing.
static NOTHING: Change = Change::BlocksMore(0);

impl<'a> Look<'a> {
    /// Whether a creature fights on only because, once in combat, it stays there although it
    /// couldn't be declared any more.
    pub(crate) fn is_kept(self, id: ObjectId) -> bool {
        let refused = |by| by != rule::ATTACK_TAPPED && by != rule::ATTACK_SICK;
        examining()
            && match self.s.blocker(id) {
                Some(_) => self.can_block_at_all(id).is_err(),
                None => self.can_attack(id).is_err_and(refused),
            }
            && !holds(rule::COMBAT_STAYS)
    }

    /// The change that a limit speaks of.
    pub fn limit_change(self, limit: &Limit) -> &'a Change {
        changes_at(self.pool, limit.at).get(usize::from(limit.change)).unwrap_or(&NOTHING)
    }

    /// From where a limit's filter is looked at.
    pub fn limit_context(self, limit: &Limit) -> Context<'static> {
        Context::of(limit.source, limit.you)
    }
}

impl Table<'_> {
    /// Finds anew what all objects and players are, if anything has changed that it depends on.
    ///
    /// Objects whose controller has changed get it through the atom; nothing else is an event.
    pub(crate) fn refresh(&mut self) {
        if !self.s.dirty.layers {
            return;
        }
        self.drop_spent_effects();
        self.s.volatile = false;
        let mut moved = Moved::new();
        loop {
            Work::new(self.pool, self.s, &mut moved).run();
            if !self.end_durations() {
                break;
            }
        }
        players::find_mods(self.pool, self.s);
        self.s.lasting = self.look().looks_at_durations();
        self.s.volatile |= self.s.lasting;
        self.s.dirty.layers = false;
        if !moved.is_empty() {
            self.hand_over(&mut moved);
        }
        self.drop_from_fights();
        if self.s.dirty.layers {
            self.refresh();
        } else if self.s.lasting {
            self.note_spans();
        }
    }

    /// Attackers and blockers that are creatures no more leave combat (2005 rule 306.2, 2021 rule
    /// 506.4).
    fn drop_from_fights(&mut self) {
        let (look, combat) = (self.look(), &self.s.combat);
        let all = combat.attackers.iter().map(|a| a.id).chain(combat.blockers.iter().map(|b| b.id));
        let gone: SmallVec<[ObjectId; 2]> =
            all.filter(|id| !look.is(*id, CardType::Creature)).collect();
        for id in gone {
            self.leave_combat(id, rule::REMOVED_FROM_COMBAT);
        }
    }

    /// Hands permanents over to those who control them now, one event each.
    fn hand_over(&mut self, moved: &mut Moved) {
        moved.retain(|(id, before)| {
            let o = &mut self.s.objects[id.index()];
            std::mem::swap(&mut o.controller, before);
            o.controller != *before
        });
        for (id, to) in moved.iter() {
            self.change_control(*id, *to);
        }
    }

    /// Forgets continuous effects on objects none of which is left.
    fn drop_spent_effects(&mut self) {
        let pool = self.pool;
        let State { effects, objects, .. } = &mut *self.s;
        effects.retain(|e| {
            let there = |id: &ObjectId| {
                objects.get(id.index()).is_some_and(|o| o.incarnation == id.incarnation)
            };
            e.players != 0
                || e.held.is_some()
                || e.affected.iter().any(there)
                || open_filter(pool, e).is_some()
        });
    }
}

/// Whether an object has a record of changed characteristics.
fn is_modified(s: &State, id: ObjectId) -> bool {
    s.objects[id.index()].modified != UNMODIFIED
}

/// The signs of abilities that make groups.
const GROUP_SIGNS: Signs = Signs::of(Sign::Changes).with(Signs::of(Sign::Defines));
