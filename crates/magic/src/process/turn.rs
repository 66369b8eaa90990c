//! The turn: its steps, their turn-based actions, and what happens as they end (2005 rules 300 to
//! 314, 2021 rules 500 to 514).

use crate::combat::{Attack, Block, CombatDamage};
use crate::object::{Flags, Thing};
use crate::pipeline::{Proposal, Row};
use crate::process::{Form, Priority, Process};
use crate::ruleset::{Burn, CleanupPriority, PoolsEmpty};
use crate::state::Until;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::ast::{PlayerChange, Step};
use simpan_engine::{Flow, ObjectId, PlayerId};
use simpan_rulebook::{RuleId, marker, rule};
use smallvec::SmallVec;

/// The maximum hand size (2005 rule 314.1, 2021 rule 402.2).
const HAND_SIZE: usize = 7;

/// A game after this many turns is called a draw; no real game comes near it.
const TURN_LIMIT: u32 = 2000;

/// Turns going by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turning {
    step: Step,
    stage: Stage,
    /// The player whose turn it is or is going to be.
    player: PlayerId,
    /// Whose turn it was last that wasn't an extra one; it goes on from there.
    regular: PlayerId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// The step begins.
    Begin,
    /// Its turn-based actions are done; players get priority.
    Priority,
    /// It ends.
    End,
    /// Cleanup: the discard has been chosen.
    Discarded,
    /// Cleanup: whether players get priority.
    CleanupCheck,
}

impl Turning {
    /// The first turn of the game, that player's.
    pub(crate) fn first(player: PlayerId) -> Self {
        Self { step: Step::Untap, stage: Stage::Begin, player, regular: player }
    }
    /// In the middle of a turn: the step begins.
    pub(crate) fn at(player: PlayerId, step: Step) -> Self {
        Self { step, stage: Stage::Begin, player, regular: player }
    }
    /// In the middle of a turn: the step is under way and ends when its priority is over.
    pub(crate) fn resumed(player: PlayerId, step: Step) -> Self {
        Self { step, stage: Stage::End, player, regular: player }
    }
}

/// The rule under which a step begins.
fn step_rule(step: Step) -> RuleId {
    match step {
        Step::Untap => rule::UNTAP_STEP,
        Step::Upkeep => rule::UPKEEP_STEP,
        Step::Draw => rule::DRAW_STEP,
        Step::PrecombatMain | Step::PostcombatMain => rule::MAIN_PHASE,
        Step::BeginningOfCombat => rule::BEGINNING_OF_COMBAT,
        Step::DeclareAttackers => rule::DECLARE_ATTACKERS,
        Step::DeclareBlockers => rule::DECLARE_BLOCKERS,
        Step::FirstCombatDamage => rule::SECOND_DAMAGE_STEP,
        Step::CombatDamage => rule::COMBAT_DAMAGE,
        Step::EndOfCombat => rule::END_OF_COMBAT,
        Step::End => rule::END_STEP,
        Step::Cleanup => rule::CLEANUP_DISCARD,
    }
}

/// The bit of [`crate::state::PlayerMods`] for what is skipped.
pub(crate) fn skip_bit(what: &PlayerChange) -> u16 {
    match what {
        PlayerChange::SkipStep(step) => 1 << *step as u16,
        PlayerChange::SkipCombat => 1 << 13,
        PlayerChange::SkipTurn => 1 << 14,
        _ => 0,
    }
}

/// The number of the phase that a step belongs to.
fn phase(step: Step) -> u8 {
    match step {
        Step::Untap | Step::Upkeep | Step::Draw => 0,
        Step::PrecombatMain => 1,
        Step::PostcombatMain => 3,
        Step::End | Step::Cleanup => 4,
        _ => 2,
    }
}

impl Table<'_> {
    pub(crate) fn step_turn(&mut self, p: &mut Turning) -> Flow {
        match p.stage {
            Stage::Begin => {
                p.stage = Stage::Priority;
                self.begin(p)
            }
            Stage::Priority => {
                p.stage = Stage::End;
                let active = p.player;
                self.s.processes.push(Process::Priority(Priority::new(active)));
                Flow::Continue
            }
            Stage::End => self.end(p),
            Stage::Discarded => {
                self.discard_chosen();
                p.stage = Stage::CleanupCheck;
                if marker::holds(rule::CLEANUP_DAMAGE_WEARS_OFF) {
                    self.wear_off();
                    self.end_effects(|until| until == Until::EndOfTurn);
                }
                self.s.dirty.layers = true;
                Flow::Continue
            }
            Stage::CleanupCheck => {
                // Priority only if something is to be done or waits (314.3 / 514.3a).
                self.refresh();
                if self.s.rules.cleanup_priority == CleanupPriority::Never {
                    self.s.dirty.state_based = true;
                    return self.end(p);
                }
                let acted = self.state_based();
                let more = acted || !self.s.waiting.is_empty();
                if more && marker::holds(rule::CLEANUP_PRIORITY) {
                    p.stage = Stage::Begin;
                    let active = p.player;
                    self.s.processes.push(Process::Priority(Priority::new(active)));
                    return Flow::Continue;
                }
                self.end(p)
            }
        }
    }

    /// The beginning of a step and its turn-based actions.
    fn begin(&mut self, p: &mut Turning) -> Flow {
        let player = p.player;
        if p.step == Step::Untap {
            self.begin_turn(player);
            self.end_effects(|until| until == Until::TurnOf(player));
            if self.s.turn.number > TURN_LIMIT {
                self.end_game(None, rule::LOOP_MANDATORY);
                return Flow::Done;
            }
            if self.skips(player, &PlayerChange::SkipStep(Step::Untap)) {
                p.stage = Stage::End;
                return Flow::Continue;
            }
        }
        self.begin_step(p.step, step_rule(p.step));
        if !marker::holds(rule::TURN_BASED_ACTION) {
            return Flow::Continue;
        }
        match p.step {
            Step::Untap => {
                self.phasing(player);
                self.untap_all(player);
                if marker::holds(rule::UNTAP_NO_PRIORITY) {
                    p.stage = Stage::End;
                }
            }
            Step::Draw => self.draw_cards(player, 1),
            Step::DeclareAttackers => {
                self.s.processes.push(Process::Attack(Attack::default()));
            }
            Step::DeclareBlockers => {
                self.s.processes.push(Process::Block(Block::default()));
            }
            Step::FirstCombatDamage => {
                self.s.combat.second_step = true;
                let damage = CombatDamage::first_or_only();
                self.s.processes.push(Process::CombatDamage(Box::new(damage)));
            }
            Step::CombatDamage => {
                let damage = if self.s.combat.second_step {
                    CombatDamage::second()
                } else {
                    CombatDamage::first_or_only()
                };
                self.s.processes.push(Process::CombatDamage(Box::new(damage)));
            }
            Step::Cleanup => {
                p.stage = Stage::Discarded;
                self.choose_discards(player);
            }
            _ => {}
        }
        Flow::Continue
    }

    fn untap_all(&mut self, player: PlayerId) {
        self.refresh();
        self.at_once(|t| {
            for at in 0..t.s.battlefield.len() {
                let id = t.s.battlefield[at];
                let o = &t.s.objects[id.index()];
                let stays = t.look().now(o).marks & simpan_cards::Mark::NO_UNTAP != 0;
                if o.controller == player && o.flags.has(Flags::TAPPED) && !stays {
                    t.untap(id, rule::UNTAP_STEP);
                }
            }
        });
    }

    /// Cleanup: the active player chooses what to discard down to the maximum hand size.
    fn choose_discards(&mut self, player: PlayerId) {
        self.s.reply.things.clear();
        let p = &self.s.players[player.index()];
        if p.mods.no_maximum_hand || p.hand.len() <= HAND_SIZE {
            return;
        }
        let over = (p.hand.len() - HAND_SIZE).min(usize::from(u8::MAX)) as u8;
        let hand: Vec<Thing> = p.hand.iter().map(|id| Thing::Object(*id)).collect();
        let form = Form::Things { min: over, max: over };
        self.choose(player, form, hand, rule::CLEANUP_DISCARD, ObjectId::NONE);
    }

    fn discard_chosen(&mut self) {
        let chosen = std::mem::take(&mut self.s.reply.things);
        let player = self.s.turn.active;
        if !chosen.is_empty() {
            self.discard(player, chosen.iter().filter_map(|t| t.object()), rule::CLEANUP_DISCARD);
        }
    }

    /// Continuous effects and shields whose time is over end.
    pub(crate) fn end_effects(&mut self, over: impl Fn(Until) -> bool) {
        let before = self.s.effects.len();
        self.s.effects.retain(|e| !over(e.until));
        self.s.shields.retain(|e| !over(e.until));
        self.s.delayed.retain(|e| !e.until.is_some_and(&over));
        self.s.dirty.layers |= before != self.s.effects.len();
    }

    /// The end of a step: pools empty, combat is over, and the next step.
    fn end(&mut self, p: &mut Turning) -> Flow {
        let next = self.next_unskipped(p);
        let phase_ends = p.step == Step::Cleanup || phase(p.step) != phase(next);
        if phase_ends || self.s.rules.pools_empty == PoolsEmpty::EachStep {
            self.empty_pools();
        }
        if p.step == Step::EndOfCombat {
            self.end_combat();
        }
        if p.step == Step::Cleanup {
            self.forget();
            *p = self.next_turn(p.regular);
            return Flow::Continue;
        }
        p.step = next;
        p.stage = Stage::Begin;
        Flow::Continue
    }

    /// The turn after this one: the extra turn that was created last, or that of the next player
    /// (2005 rule 300.6, 2021 rule 500.7).
    fn next_turn(&mut self, regular: PlayerId) -> Turning {
        while let Some(player) = self.s.extra_turns.pop() {
            let there = !self.s.players[player.index()].lost;
            if there && !self.skips(player, &PlayerChange::SkipTurn) {
                return Turning { regular, ..Turning::first(player) };
            }
        }
        let mut next = self.s.next_player(regular);
        while self.skips(next, &PlayerChange::SkipTurn) {
            next = self.s.next_player(next);
        }
        Turning::first(next)
    }

    /// The player who begins a two-player game skips the first draw step (101.5a / 103.7a).
    fn skips_draw(&self) -> bool {
        self.s.turn.number == 1 && self.s.players.len() == 2
    }

    fn next_step(&self, step: Step) -> Step {
        match step {
            Step::Upkeep if self.skips_draw() && marker::holds(rule::FIRST_DRAW_SKIPPED) => {
                Step::PrecombatMain
            }
            Step::PrecombatMain if !marker::holds(rule::COMBAT_PHASE) => Step::PostcombatMain,
            Step::DeclareAttackers
                if !self.s.combat.attacked && marker::holds(rule::NO_ATTACKERS) =>
            {
                Step::EndOfCombat
            }
            Step::DeclareBlockers if self.look().first_strike_step_needed() => {
                Step::FirstCombatDamage
            }
            Step::DeclareBlockers => Step::CombatDamage,
            _ => Step::ALL[(step as usize + 1).min(Step::ALL.len() - 1)],
        }
    }

    /// The next step that isn't skipped (2005 rule 300.9, 2021 rule 500.10).
    fn next_unskipped(&mut self, p: &Turning) -> Step {
        let mut next = self.next_step(p.step);
        while next != Step::Cleanup && marker::holds(rule::SKIP_STEP) {
            let phase_begins = next == Step::BeginningOfCombat;
            if phase_begins && self.skips(p.player, &PlayerChange::SkipCombat) {
                next = Step::PostcombatMain;
            } else if self.skips(p.player, &PlayerChange::SkipStep(next)) {
                next = self.next_step(next);
            } else {
                break;
            }
        }
        next
    }

    /// Whether a player skips something: always, or this once, which uses one effect up (2005 rule
    /// 419.6f, 2021 rule 614.10a).
    fn skips(&mut self, player: PlayerId, what: &PlayerChange) -> bool {
        if self.s.players[player.index()].mods.skips & skip_bit(what) != 0 {
            return true;
        }
        let next = self.s.skips.iter().position(|(p, w)| *p == player && w == what);
        if let Some(at) = next {
            self.s.skips.remove(at);
        }
        next.is_some()
    }

    fn end_combat(&mut self) {
        let combat = &mut self.s.combat;
        let any = !combat.attackers.is_empty() || !combat.blockers.is_empty();
        combat.attackers.clear();
        combat.blockers.clear();
        combat.attacked = false;
        combat.first_dealt.clear();
        combat.second_step = false;
        self.s.dirty.layers |= any;
        self.end_effects(|until| until == Until::EndOfCombat);
    }

    /// Pools empty; where unused mana burns, its player loses that much life.
    fn empty_pools(&mut self) {
        let mut burnt = SmallVec::new();
        for at in 0..self.s.players.len() {
            let player = PlayerId(at as u8);
            let lost = self.empty_pool(player, rule::MANA_EMPTIES);
            if lost > 0 && self.s.rules.burn == Burn::LoseLife {
                let amount = i32::from(lost);
                burnt.push(Row::by(Proposal::LoseLife { player, amount }, rule::MANA_BURN));
            }
        }
        if !burnt.is_empty() {
            self.propose_aside(burnt, rule::MANA_BURN);
        }
    }

    /// Between turns nothing asks for what objects were, unless an effect still may.
    fn forget(&mut self) {
        if self.s.stack.is_empty() && self.s.waiting.is_empty() {
            let s = &mut *self.s;
            s.left_stack.clear();
            let (effects, delayed, shields) = (&s.effects, &s.delayed, &s.shields);
            s.last_known.retain(|l| {
                effects
                    .iter()
                    .any(|e| e.source == l.id || e.held.as_ref().is_some_and(|h| h.speaks_of(l.id)))
                    || delayed
                        .iter()
                        .any(|d| d.waiting.source == l.id || d.waiting.regs.speaks_of(l.id))
                    || shields.iter().any(|x| x.source == l.id)
            });
        }
    }
}
