//! Resolving (2005 rule 413, 2021 rule 608): targets are looked at again, programs are run, and
//! the spell goes where it belongs.

use crate::event::EventKind;
use crate::look::{Context, Look};
use crate::object::{Flags, ObjectKind, Thing};
use crate::pipeline::{Entering, Key};
use crate::process::Process;
use crate::ruleset::NoLegalTarget;
use crate::state::{EntryKind, StackEntry, Waiting};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::ast::{CardTypes, Zone};
use simpan_cards::program::{AbilityId, AbilityKind, CardId};
use simpan_engine::{Flow, ObjectId};
use simpan_rulebook::marker::{self, examining, holds};
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// What a program waits for before its next step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Want {
    /// Nothing.
    #[default]
    Nothing,
    /// What the events it proposed came to: "it", "that many", "if you do".
    Result,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Begin,
    Run,
    End,
    Over,
}

/// A loop that a program is in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Loop {
    pub(crate) begin: u16,
    pub(crate) things: SmallVec<[Thing; 4]>,
    pub(crate) at: u16,
}

/// A spell or ability resolving, or a program run in place of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Frame {
    pub(crate) entry: StackEntry,
    stage: Stage,
    /// The piece being carried out.
    pub(crate) piece: u8,
    /// Its next step.
    pub(crate) pc: u16,
    /// How far an instruction has come that asks.
    pub(crate) sub: u8,
    pub(crate) want: Want,
    pub(crate) gather: SmallVec<[Thing; 4]>,
    pub(crate) loops: SmallVec<[Loop; 1]>,
    /// A player has just decided to do something ("you may … If you do, …").
    pub(crate) may: bool,
    /// For a mana ability: the permanent was tapped for it.
    tapped_for_mana: bool,
    /// For a mana ability: the kind of mana that was wanted; for a change of text: the word that
    /// is replaced; or 255.
    pub(crate) kind: u8,
    /// The kinds of mana that have been made, a bit each.
    pub(crate) made: u8,
    /// Replacement effects that led here and can't be applied again.
    pub(crate) applied: SmallVec<[Key; 2]>,
}

impl Frame {
    fn new(entry: StackEntry, stage: Stage) -> Self {
        Self {
            entry,
            stage,
            piece: 0,
            pc: 0,
            sub: 0,
            want: Want::Nothing,
            gather: SmallVec::new(),
            loops: SmallVec::new(),
            may: false,
            tapped_for_mana: false,
            kind: u8::MAX,
            made: 0,
            applied: SmallVec::new(),
        }
    }

    /// A mana ability, or a program in place of an event: run without the stack.
    pub(crate) fn mana(entry: StackEntry, tapped: bool) -> Self {
        Self { tapped_for_mana: tapped, ..Self::new(entry, Stage::Run) }
    }

    /// A mana ability used for mana of one kind.
    pub(crate) fn with_kind(self, kind: u8) -> Self {
        Self { kind, ..self }
    }

    /// From where its instructions look at the game.
    pub(crate) fn context(&self) -> Context<'_> {
        let piece = self.entry.pieces.get(usize::from(self.piece));
        Context {
            source: self.entry.source,
            you: self.entry.controller,
            regs: Some(&self.entry.regs),
            first_word: piece.map_or(0, |p| p.first_word),
        }
    }

    /// The object that is resolving.
    pub(crate) fn object(&self) -> ObjectId {
        self.entry.object
    }
}

impl Table<'_> {
    /// The top object of the stack begins to resolve.
    pub(crate) fn resolve_top(&mut self) {
        // Last in, first out.
        let top = self.s.stack.len().saturating_sub(1);
        let at = if top == 0 || holds(rule::STACK_ORDER) { top } else { 0 };
        if top == 0 && self.s.stack.is_empty() {
            return;
        }
        let entry = self.s.stack.remove(at);
        if entry.kind == EntryKind::CombatDamage {
            self.resolve_combat_damage(entry);
            return;
        }
        self.s.processes.push(Process::Frame(Box::new(Frame::new(entry, Stage::Begin))));
    }

    /// A triggered mana ability resolves at once, without the stack.
    pub(crate) fn resolve_mana_trigger(&mut self, waiting: Waiting) {
        let program = self.pool.ability(waiting.ability).program;
        let mut pieces = SmallVec::new();
        pieces.push(crate::state::Piece { program, first_word: 0 });
        let entry = StackEntry {
            object: ObjectId::NONE,
            source: waiting.source,
            controller: waiting.controller,
            kind: EntryKind::Ability(waiting.ability),
            pieces,
            regs: waiting.regs,
            damage: Vec::new(),
        };
        self.s.processes.push(Process::Frame(Box::new(Frame::mana(entry, false))));
    }

    pub(crate) fn step_frame(&mut self, f: &mut Frame) -> Flow {
        match f.stage {
            Stage::Begin => self.frame_begin(f),
            Stage::Run => self.frame_run(f),
            Stage::End => {
                // What replaced the effects of these instructions ends with them.
                if !self.s.effects.is_empty() {
                    self.end_effects(|until| until == crate::state::Until::Followed);
                }
                self.frame_end(f)
            }
            Stage::Over => {
                // A permanent spell that couldn't be put onto the battlefield (2021 rule 608.3d).
                self.remove_from_stack(f, rule::CANT_ENTER);
                Flow::Done
            }
        }
    }

    fn frame_begin(&mut self, f: &mut Frame) -> Flow {
        let id = f.entry.object;
        let card = self.s.object(id).map_or(CardId::NONE, |o| o.face());
        let ability = match f.entry.kind {
            EntryKind::Ability(a) => a,
            _ => AbilityId::NONE,
        };
        self.record(EventKind::Resolving { id, card, ability }, rule::RESOLVE);
        f.stage = Stage::Run;
        let orphan = ability != AbilityId::NONE && self.s.object(f.entry.source).is_none();
        if !holds(rule::RESOLVE) || (orphan && !holds(rule::ABILITY_INDEPENDENT)) {
            self.remove_from_stack(f, rule::RESOLVE);
            return Flow::Done;
        }
        if ability != AbilityId::NONE
            && let AbilityKind::Triggered { if_: Some(c), .. } = &self.pool.ability(ability).kind
            && !self.look().condition(c, f.context())
            && holds(rule::TRIGGER_INTERVENING_IF)
        {
            self.remove_from_stack(f, rule::TRIGGER_INTERVENING_IF);
            return Flow::Done;
        }
        let text = f.entry.kind == EntryKind::Spell && !f.entry.pieces.is_empty();
        if text && !holds(rule::SPELL_ABILITIES) {
            f.entry.pieces.clear();
        }
        if !self.look().has_target_words(&f.entry) || f.entry.regs.targets.is_empty() {
            return Flow::Continue;
        }
        if holds(rule::TARGET_RECHECK) {
            self.recheck_targets(f);
        }
        let targets = &mut f.entry.regs.targets;
        if targets.iter().any(|t| t.legal) {
            if targets.iter().any(|t| !t.legal) && !holds(rule::TARGET_ONE_ILLEGAL) {
                targets.iter_mut().for_each(|t| t.legal = true);
            }
            return Flow::Continue;
        }
        if !holds(rule::TARGET_ALL_ILLEGAL) {
            return Flow::Continue;
        }
        if self.s.rules.no_legal_target == NoLegalTarget::Countered {
            self.record(EventKind::Countered { id, card }, rule::TARGET_ALL_ILLEGAL);
        } else {
            self.record(EventKind::Fizzled { id, card }, rule::TARGET_ALL_ILLEGAL);
        }
        self.remove_from_stack(f, rule::TARGET_ALL_ILLEGAL);
        Flow::Done
    }

    /// Each target is legal or not, judged once as resolution begins (2005 rule 413.2a, 2021 rule
    /// 608.2b).
    fn recheck_targets(&mut self, f: &mut Frame) {
        let legal: SmallVec<[bool; 4]> = {
            let look = self.look();
            let by = look.characteristics(f.entry.source);
            f.entry
                .regs
                .targets
                .iter()
                .map(|t| {
                    let word = look.word(f.entry.kind, f.entry.object, &f.entry.pieces, t.word);
                    let (Some((piece, target)), Some(by)) = (word, by) else { return false };
                    let ctx = Context { first_word: piece.first_word, ..f.context() };
                    look.is_target(t.thing, &target, ctx, by).is_ok()
                })
                .collect()
        };
        for (target, legal) in f.entry.regs.targets.iter_mut().zip(legal) {
            target.legal = legal;
        }
    }

    /// Runs steps until one has to wait.
    fn frame_run(&mut self, f: &mut Frame) -> Flow {
        let pool = self.pool;
        let depth = self.s.processes.depth();
        self.inherited = std::mem::take(&mut f.applied);
        loop {
            if f.want == Want::Result {
                self.take_result(f);
            }
            let Some(piece) = f.entry.pieces.get(usize::from(f.piece)) else { break };
            let ops = &pool.program(piece.program).ops;
            let Some(op) = ops.get(usize::from(f.pc)) else {
                f.piece += 1;
                f.pc = 0;
                continue;
            };
            self.run_op(f, op);
            if examining() {
                self.check_between();
            }
            if self.s.outcome.is_some() {
                break;
            }
            if self.s.processes.depth() > depth {
                f.applied = std::mem::take(&mut self.inherited);
                return Flow::Continue;
            }
        }
        self.inherited.clear();
        f.stage = Stage::End;
        Flow::Continue
    }

    /// State-based checks wait until a resolution is over.
    fn check_between(&mut self) {
        self.refresh();
        if self.look().any_state_based() && !holds(rule::STATE_BASED) {
            self.state_based();
        }
    }

    fn take_result(&mut self, f: &mut Frame) {
        f.want = Want::Nothing;
        let reply = std::mem::take(&mut self.s.reply);
        f.entry.regs.previous = reply.things;
        f.entry.regs.that = reply.number;
        // "If you do" is about the decision, whatever happens in the end (2005 rule 419.5b, 2021
        // rule 608.2c).
        let chose = std::mem::take(&mut f.may) && reply.replaced;
        f.entry.regs.did = reply.yes || (chose && marker::holds(rule::IF_YOU_DO));
        self.after_moving(f);
    }

    fn frame_end(&mut self, f: &mut Frame) -> Flow {
        f.stage = Stage::Over;
        if f.tapped_for_mana {
            self.tapped_for_mana(f.entry.source, f.entry.controller, f.made);
        }
        let id = f.entry.object;
        let Some(o) = self.s.object(id).copied().filter(|o| o.zone == Zone::Stack) else {
            return Flow::Done;
        };
        if f.entry.kind != EntryKind::Spell {
            self.remove_from_stack(f, rule::ABILITY_CEASES);
            return Flow::Done;
        }
        let types = self.look().now(&o).types;
        if !types.meets(CardTypes::PERMANENT) {
            self.remove_from_stack(f, rule::RESOLVE_SPELL_TO_GRAVEYARD);
            return Flow::Continue;
        }
        let mut entering = Entering::plain(f.entry.controller);
        entering.paid = o.flags.0 & Flags::PAID;
        if o.shows != o.card {
            entering.shows = o.shows;
        }
        if let Some(Thing::Object(host)) =
            f.entry.regs.targets.iter().find(|t| t.legal).map(|t| t.thing)
        {
            entering.attach_to = host;
        }
        self.propose_entering(id, entering, rule::RESOLVE_PERMANENT);
        Flow::Continue
    }

    /// A spell that doesn't become a permanent goes to its owner's graveyard; an ability ceases.
    fn remove_from_stack(&mut self, f: &Frame, why: RuleId) {
        let id = f.entry.object;
        let Some(o) = self.s.object(id).copied().filter(|o| o.zone == Zone::Stack) else {
            return;
        };
        if o.kind == ObjectKind::Card {
            let resolved = f.stage == Stage::Over;
            let (to, because) = if o.flags.has(Flags::EXILE_FROM_STACK) {
                (Zone::Exile, rule::KW_FLASHBACK)
            } else if resolved && o.flags.has(Flags::BOUGHT_BACK) && holds(rule::KW_BUYBACK) {
                (Zone::Hand, rule::KW_BUYBACK)
            } else {
                (Zone::Graveyard, why)
            };
            self.move_all([id], to, because);
        } else {
            self.cease(id, why);
        }
    }
}

impl Look<'_> {
    /// Whether what resolves targets at all; the captured targets of a delayed ability's maker
    /// are no targets of its own.
    fn has_target_words(self, entry: &StackEntry) -> bool {
        entry.kind == EntryKind::Spell
            || entry.pieces.iter().any(|p| !self.pool.program(p.program).targets.is_empty())
    }

    /// What an instruction that speaks of an object finds: the object itself, or what it became
    /// in a public zone if the text is that of a trigger on its zone change, or moved it itself
    /// (2005 rule 217.1c, 2021 rules 400.7 and 400.7j).
    pub(crate) fn found(self, id: ObjectId, f: &Frame) -> Option<ObjectId> {
        if let Some(o) = self.s.object(id) {
            let copy = o.copied != CardId::NONE;
            return (!copy || holds(rule::COPY_TRACKED)).then_some(id);
        }
        let regs = &f.entry.regs;
        let last = self.s.last_known(id)?;
        // An Aura that went along with what it enchanted (2005 rule 410.10f, 2021 rule 400.7e).
        let along = id == f.entry.source
            && self.is_aura(&last.characteristics)
            && regs.moved.contains(&last.object.attached_to);
        let follows = regs.paid.contains(&id) || regs.moved.contains(&id) || along;
        if !follows && f.entry.kind == EntryKind::Spell {
            return None;
        }
        let mut became = last.became;
        // It may have moved on, and that by this text too.
        while self.s.object(became).is_none()
            && let Some(last) = self.s.last_known(became).filter(|l| regs.moved.contains(&l.id))
        {
            became = last.became;
        }
        let there = self.s.object(became).is_some_and(|o| !o.zone.is_hidden());
        let follows = follows || (there && !holds(rule::DELAYED_SAME_OBJECT));
        (follows && there).then_some(became)
    }
}
