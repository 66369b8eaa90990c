//! Announcing spells and abilities by the numbered steps (2005 rule 409, 2021 rules 601.2, 602.2
//! and 603.3d).
//!
//! The object is on the stack from the first step, but only what has been announced to the end
//! stands in the stack's list.

use crate::event::EventKind;
use crate::legal::costs::{Base, Bill};
use crate::legal::{How, how_of};
use crate::look::{Context, Look};
use crate::object::{Flags, ObjectKind, Thing};
use crate::process::choose::answer_of;
use crate::process::{Frame, Payments, Process};
use crate::refuse::{because, refuse};
use crate::ruleset::{ExtraLands, ManaTargets};
use crate::state::{Chosen, EntryKind, Piece, Registers, StackEntry, Waiting};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::Characteristics;
use simpan_cards::ast::{Action, Amount, CostPart, Ref, Spread, Target, Things, Zone};
use simpan_cards::program::{AbilityId, AbilityKind, Op, ProgramId};
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::{examining, holds};
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// What is being announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PlayKind {
    Spell,
    Ability,
    ManaAbility,
    Trigger,
    /// A permanent being turned face up: nothing goes on the stack.
    TurnUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Stage {
    Begin,
    /// Additional costs that may be paid.
    Costs,
    Modes,
    X,
    /// Symbols that may be paid in two ways.
    Halves,
    Targets,
    Divide,
    Total,
    Pay,
    Done,
}

/// A spell or ability being announced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Play {
    pub(crate) player: PlayerId,
    /// The card or permanent as it was when the announcement began.
    origin: ObjectId,
    how: How,
    pub(crate) kind: PlayKind,
    pub(super) stage: Stage,
    /// What is paid as the base of a spell's cost.
    pub(super) base: Base,
    pub(crate) entry: StackEntry,
    ability: AbilityId,
    /// The target word being chosen for.
    word: u8,
    words: u8,
    /// Chosen modes, a bit each.
    modes: u32,
    /// How many choices of the stage have been made: costs, or symbols.
    pub(super) at: u8,
    /// Symbols that are paid the other way than with their colour, a bit each.
    pub(super) halves: u16,
    pub(crate) payments: Payments,
}

impl Play {
    /// A player takes an action.
    pub(crate) fn new(player: PlayerId, origin: ObjectId, how: How) -> Self {
        let entry = StackEntry {
            object: ObjectId::NONE,
            source: origin,
            controller: player,
            kind: EntryKind::Spell,
            pieces: SmallVec::new(),
            regs: Registers::default(),
            damage: Vec::new(),
        };
        Self {
            player,
            origin,
            how,
            kind: PlayKind::Spell,
            stage: Stage::Begin,
            base: Base::ManaCost,
            entry,
            ability: AbilityId::NONE,
            word: 0,
            words: 0,
            modes: 0,
            at: 0,
            halves: 0,
            payments: Payments::default(),
        }
    }

    /// A triggered ability is put on the stack.
    pub(crate) fn trigger(waiting: Waiting) -> Self {
        let mut play = Self::new(waiting.controller, waiting.source, How::Activate(0));
        play.kind = PlayKind::Trigger;
        play.ability = waiting.ability;
        play.entry.kind = EntryKind::Ability(waiting.ability);
        play.entry.regs = waiting.regs;
        play
    }

    pub(super) fn context(&self, first_word: u8) -> Context<'_> {
        let source = if self.kind == PlayKind::Spell { self.entry.object } else { self.origin };
        Context { source, you: self.player, regs: Some(&self.entry.regs), first_word }
    }

    /// The card or permanent as it was when the announcement began.
    pub(super) fn origin(&self) -> ObjectId {
        self.origin
    }

    /// The number of the ability among its object's, if one is being activated.
    fn number(&self) -> u8 {
        match self.how {
            How::Activate(n) => n,
            _ => u8::MAX,
        }
    }

    /// Whether it is an activation of the object's ability of that number.
    pub(crate) fn activates(&self, id: ObjectId, n: u8) -> bool {
        self.origin == id && self.how == How::Activate(n) && self.kind != PlayKind::Trigger
    }

    /// The object being announced, as it shows on the stack.
    pub(crate) fn object(&self) -> ObjectId {
        self.entry.object
    }
}

impl Table<'_> {
    pub(crate) fn step_play(&mut self, p: &mut Play, answer: Option<Answer>) -> Flow {
        match p.stage {
            Stage::Begin => self.play_begin(p),
            Stage::Costs => self.play_costs(p, answer),
            Stage::Modes => self.play_modes(p, answer),
            Stage::X => self.play_x(p, answer),
            Stage::Halves => self.play_halves(p, answer),
            Stage::Targets => self.play_targets(p, answer),
            Stage::Divide => self.play_divide(p, answer),
            Stage::Total => self.play_total(p),
            Stage::Pay => {
                let (player, object) = (p.player, p.entry.object);
                let source = if p.kind == PlayKind::Spell { object } else { p.origin };
                let flow = self.step_payments(&mut p.payments, player, source, answer);
                if flow == Flow::Done && p.payments.failed {
                    return self.give_up(p, rule::CANNOT_PAY);
                }
                if flow == Flow::Done {
                    p.entry.regs.paid = std::mem::take(&mut p.payments.paid);
                    p.entry.regs.spent = p.payments.spent;
                    p.stage = Stage::Done;
                    return Flow::Continue;
                }
                if flow == Flow::Ask {
                    self.may_cancel(p);
                }
                flow
            }
            Stage::Done => self.play_done(p),
        }
    }

    /// Announcements can be taken back as long as there is something to go back to.
    fn may_cancel(&mut self, p: &Play) {
        let can = p.kind != PlayKind::Trigger && self.s.open;
        if let Some(q) = &mut self.s.question {
            q.cancellable = can;
        }
    }

    pub(super) fn ask_play(&mut self, p: &Play, kind: QuestionKind, rule: RuleId) -> Flow {
        let source = if p.kind == PlayKind::Spell { p.entry.object } else { p.origin };
        let flow = self.ask(p.player, kind, rule, source);
        self.may_cancel(p);
        flow
    }

    fn play_begin(&mut self, p: &mut Play) -> Flow {
        let mut program = ProgramId::NONE;
        match (p.kind, p.how) {
            (PlayKind::Trigger, _) => {
                program = self.pool.ability(p.ability).program;
                self.ability_object(p);
            }
            (_, How::TurnUp) => p.kind = PlayKind::TurnUp,
            (_, How::Activate(n)) => {
                let look = self.look();
                let found = look
                    .characteristics(p.origin)
                    .and_then(|c| c.abilities.get(usize::from(n)).copied());
                let Some(ability) = found else { return self.give_up(p, rule::NO_SUCH_ABILITY) };
                p.ability = ability;
                p.entry.kind = EntryKind::Ability(ability);
                p.entry.regs.home = self.pool.home(ability);
                program = self.pool.ability(ability).program;
                p.kind = PlayKind::Ability;
                let stays = !examining()
                    || !look.makes_no_mana(ability, p.context(0))
                    || holds(rule::MANA_ABILITY_STAYS);
                if look.is_mana_ability(ability) && stays && holds(rule::MANA_ABILITY_IMMEDIATE) {
                    p.kind = PlayKind::ManaAbility;
                } else {
                    self.ability_object(p);
                }
            }
            _ => {
                let from = self.s.object(p.origin).map(|o| o.zone);
                let card = self.s.object(p.origin).map(|o| o.card);
                p.entry.regs.from = from;
                let base = self.look().base_cost(p.player, p.origin, p.how);
                let Some(base) = base else { return self.give_up(p, rule::NO_MANA_COST) };
                p.base = base;
                let spell = card.filter(|_| p.how != How::FaceDown);
                if let Some(spell) = spell.and_then(|c| self.look().spell_program(c)) {
                    program = spell;
                }
                p.entry.object = self.announce_card(p.origin, p.player, p.how);
                p.entry.source = p.entry.object;
                self.s.announcing = p.entry.object;
            }
        }
        if program != ProgramId::NONE {
            p.entry.pieces.push(Piece { program, first_word: 0 });
        }
        self.count_words(p);
        p.stage = if p.kind == PlayKind::Spell { Stage::Costs } else { Stage::Modes };
        Flow::Continue
    }

    fn ability_object(&mut self, p: &mut Play) {
        let card = self.look().object_or_last(p.origin).map(|o| self.look().face(o.copiable()));
        let card = card.unwrap_or(simpan_cards::program::CardId(0));
        p.entry.object = self.create_on_stack(ObjectKind::Ability, card, p.player);
    }

    /// The card is put on the stack, face up or (turned before) face down.
    fn announce_card(&mut self, id: ObjectId, player: PlayerId, how: How) -> ObjectId {
        let Some(old) = self.s.object(id).copied().filter(|_| holds(rule::PLAY_ANNOUNCE)) else {
            return ObjectId::NONE;
        };
        let new = self.renew(id, Zone::Stack);
        if self.pool.elsewhere(old.card).is_in(Zone::Stack) {
            // What works on the stack works from now on.
            self.s.signs = self.s.signs.with(self.pool.card(old.card).base.signs);
        }
        let o = &mut self.s.objects[new.index()];
        o.controller = player;
        o.base_controller = player;
        o.flags.set(Flags::EXILE_FROM_STACK, how == How::Flashback);
        if let Some(blank) = self.pool.face_down().filter(|_| how == How::FaceDown) {
            o.shows = blank;
            o.flags.set(Flags::FACE_DOWN, true);
        }
        let kind = EventKind::Moved {
            id,
            to_id: new,
            card: o.face(),
            from: old.zone,
            to: Zone::Stack,
            player,
        };
        self.record(kind, rule::PLAY_ANNOUNCE);
        // What holds for spells holds for it from now on.
        self.refresh();
        new
    }

    fn count_words(&mut self, p: &mut Play) {
        let mut words = 0;
        for piece in &mut p.entry.pieces {
            piece.first_word = words;
            words += self.pool.program(piece.program).targets.len() as u8;
        }
        let enchants = p.kind == PlayKind::Spell
            && p.entry.pieces.is_empty()
            && (self.s.object(p.entry.object))
                .is_some_and(|o| self.pool.card(o.face()).enchant.is_some());
        p.words = words + u8::from(enchants);
    }

    /// It can't be completed: a triggered ability is left out, anything else is taken back whole.
    pub(super) fn give_up(&mut self, p: &Play, because: RuleId) -> Flow {
        if p.kind == PlayKind::Trigger {
            self.cease(p.entry.object, rule::TRIGGER_PLACE);
            Flow::Done
        } else {
            self.s.abort = Some(because);
            Flow::Done
        }
    }

    fn play_modes(&mut self, p: &mut Play, answer: Option<Answer>) -> Flow {
        let program = p.entry.pieces.first().map_or(ProgramId::NONE, |piece| piece.program);
        let modal = self.pool.program(program).modes.as_ref();
        let Some(modal) = modal.filter(|_| holds(rule::PLAY_MODES)) else {
            p.stage = Stage::X;
            return Flow::Continue;
        };
        let modes = &modal.modes;
        let (min, max) = self.look().mode_bound(modal, p.context(0), self.look().marks(p));
        if let Some(Answer::Pick(n)) = answer {
            p.modes |= 1 << n;
        }
        if usize::from(min) >= modes.len() {
            // All of them: there is nothing to choose.
            p.modes = u32::MAX >> (32 - modes.len().clamp(1, 32));
        }
        let chosen = p.modes.count_ones() as u8;
        if answer == Some(Answer::Done) || chosen >= max {
            let chosen = modes.iter().enumerate().filter(|(i, _)| p.modes & 1 << i != 0);
            p.entry.pieces = std::iter::once(modal.before)
                .chain(chosen.map(|(_, m)| *m))
                .chain(std::iter::once(modal.after))
                .filter(|program| *program != ProgramId::NONE)
                .map(|program| Piece { program, first_word: 0 })
                .collect();
            self.count_words(p);
            p.stage = Stage::X;
            return Flow::Continue;
        }
        let mut able = Vec::new();
        self.look().mode_answers(p, &mut able);
        if able.is_empty() && chosen < min {
            return self.give_up(p, rule::PLAY_MODES);
        }
        let options = modes.len() as u16;
        self.ask_play(p, QuestionKind::Mode { options }, rule::PLAY_MODES)
    }

    fn play_x(&mut self, p: &mut Play, answer: Option<Answer>) -> Flow {
        p.stage = Stage::Halves;
        let (x_count, any) = self.look().play_bill(p).map_or((0, false), |c| c.x_count());
        if let Some(Answer::Number(n)) = answer {
            p.entry.regs.x = n;
            let player = p.player;
            self.record(EventKind::ChoseNumber { player, number: n }, rule::PLAY_X);
            return Flow::Continue;
        }
        if !any || p.kind == PlayKind::Trigger || !holds(rule::PLAY_X) {
            return Flow::Continue;
        }
        p.stage = Stage::X;
        let max = self.look().most_x(p, x_count);
        self.ask_play(p, QuestionKind::Number { min: 0, max }, rule::PLAY_X)
    }

    fn play_targets(&mut self, p: &mut Play, answer: Option<Answer>) -> Flow {
        match answer {
            Some(Answer::Done) => p.word += 1,
            Some(Answer::Object(id)) => self.choose_target(p, Thing::Object(id)),
            Some(Answer::Player(player)) => self.choose_target(p, Thing::Player(player)),
            _ => {}
        }
        while p.word < p.words && holds(rule::PLAY_TARGETS) {
            let look = self.look();
            let Some((min, max, any)) = look.word_state(p) else {
                return self.give_up(p, rule::TARGET_LEGAL);
            };
            let chosen = p.entry.regs.targets.iter().filter(|t| t.word == p.word).count() as u8;
            if look.divided(p).is_some_and(|(word, total)| {
                word == p.word && total < i32::from(min) && holds(rule::PLAY_DIVIDE)
            }) {
                // Each of them would have to get at least 1.
                return self.give_up(p, rule::PLAY_DIVIDE);
            }
            if chosen >= max || (!any && chosen >= min) {
                p.word += 1;
                continue;
            }
            if !any {
                return self.give_up(p, rule::TARGET_REQUIRED);
            }
            let word = p.word;
            let kind = QuestionKind::Target { word, chosen, min, max };
            return self.ask_play(p, kind, rule::PLAY_TARGETS);
        }
        (p.stage, p.word) = (Stage::Divide, 0);
        Flow::Continue
    }

    fn choose_target(&mut self, p: &mut Play, thing: Thing) {
        p.entry.regs.targets.push(Chosen { word: p.word, thing, legal: true, share: 0 });
    }

    /// What is divided among targets is divided now (2005 rule 409.1e, 2021 rule 601.2d).
    fn play_divide(&mut self, p: &mut Play, answer: Option<Answer>) -> Flow {
        let divided = self.look().divided(p).filter(|_| holds(rule::PLAY_DIVIDE));
        let Some((word, total)) = divided else {
            p.stage = Stage::Total;
            return Flow::Continue;
        };
        let mut left = total;
        let mut open: SmallVec<[usize; 4]> = SmallVec::new();
        for (i, target) in p.entry.regs.targets.iter().enumerate() {
            if target.word == word {
                if target.share == 0 { open.push(i) } else { left -= target.share }
            }
        }
        let share = match (answer, open.as_slice()) {
            (_, []) => {
                p.stage = Stage::Total;
                return Flow::Continue;
            }
            (_, [_]) => left.max(0),
            (Some(Answer::Number(n)), _) => n,
            (_, [first, ..]) => {
                let object = match p.entry.regs.targets[*first].thing {
                    Thing::Object(id) => id,
                    _ => ObjectId::NONE,
                };
                let kind = QuestionKind::Divide { left, object };
                return self.ask_play(p, kind, rule::PLAY_DIVIDE);
            }
        };
        p.entry.regs.targets[open[0]].share = share;
        if open.len() == 1 {
            p.stage = Stage::Total;
        }
        Flow::Continue
    }

    fn play_total(&mut self, p: &mut Play) -> Flow {
        if p.kind == PlayKind::Trigger {
            p.stage = Stage::Done;
            return Flow::Continue;
        }
        // Is what was proposed legal, now that all is known (2021 rule 601.2e)?
        if p.kind == PlayKind::Spell
            && self.look().forbidden(p.player, p.entry.object, p.entry.regs.x)
            && holds(rule::PLAY_LEGAL_CHECK)
        {
            return self.give_up(p, rule::CANT_BEATS_CAN);
        }
        let Some(bill) = self.look().play_bill(p) else { return self.give_up(p, rule::CANNOT_PAY) };
        let (price, life) = bill.price(p.halves);
        let mut parts: Vec<CostPart> = bill.parts().cloned().collect();
        if life > 0 {
            parts.push(CostPart::PayLife(Amount::N(life)));
        }
        p.payments = Payments::new(price, parts, p.entry.regs.x, bill.toward);
        p.stage = Stage::Pay;
        Flow::Continue
    }

    fn play_done(&mut self, p: &mut Play) -> Flow {
        let player = p.player;
        if let How::Activate(n) = p.how
            && let Some(o) = self.object_mut(p.origin).filter(|_| p.kind != PlayKind::Trigger)
        {
            o.used |= 1 << (n & 15);
        }
        if p.kind == PlayKind::ManaAbility {
            let taps = p.payments.tapped;
            let entry = std::mem::replace(&mut p.entry, Play::new(player, p.origin, p.how).entry);
            self.s.processes.push(Process::Frame(Box::new(Frame::mana(entry, taps))));
            self.close_announcement();
            return Flow::Done;
        }
        if p.kind == PlayKind::TurnUp {
            self.turn_up(p.origin, rule::TURN_FACE_UP);
            self.close_announcement();
            return Flow::Done;
        }
        let entry = std::mem::replace(&mut p.entry, Play::new(player, p.origin, p.how).entry);
        let id = entry.object;
        let card = self.s.object(id).map_or(simpan_cards::program::CardId::NONE, |o| o.face());
        // A delayed ability knows the targets of its maker, and targets nothing itself.
        let targets = entry.regs.targets.iter().filter(|_| p.words > 0);
        let targets: SmallVec<[Thing; 4]> = targets.map(|t| t.thing).collect();
        let because = match p.kind {
            PlayKind::Trigger => rule::TRIGGER_PLACE,
            _ => rule::PLAY_DONE,
        };
        let mana = examining() && p.kind == PlayKind::Spell && self.adds_mana(&entry);
        if holds(because) {
            self.s.dirty.layers |= self.look().will_last(&entry);
            self.s.stack.push(entry);
        }
        if mana && !holds(rule::MANA_SPELL) {
            self.resolve_top();
        }
        self.batch = Some(Vec::new());
        if p.kind == PlayKind::Spell {
            self.s.spells_cast += 1;
            self.s.announcing = ObjectId::NONE;
        }
        let kind = EventKind::Announced { id, card, ability: p.ability, player };
        self.record(kind, because);
        if p.kind == PlayKind::Ability && self.look().is_cycling(p.ability) {
            let became = self.s.last_known(p.origin).map_or(p.origin, |l| l.became);
            self.record(EventKind::Cycled { id: became, player }, rule::KW_CYCLING);
        }
        for target in targets {
            if holds(rule::TARGETED) {
                self.record(EventKind::Targeted { by: id, target }, rule::PLAY_TARGETS);
            }
        }
        self.note_batch();
        if p.kind != PlayKind::Trigger {
            self.close_announcement();
        }
        Flow::Done
    }

    /// Whether an instruction of what is announced adds mana.
    fn adds_mana(&self, entry: &StackEntry) -> bool {
        let ops = entry.pieces.iter().flat_map(|p| &self.pool.program(p.program).ops);
        ops.into_iter().any(|op| matches!(op, Op::Do(Action::AddMana { .. })))
    }

    /// The way back is closed when no announcement is left open.
    fn close_announcement(&mut self) {
        let open = self.s.processes.iter().any(|q| matches!(q, Process::Play(_)));
        if !open {
            self.s.open = false;
        }
    }

    /// A land is played: a special action (2005 rule 212.6, 2021 rules 116.2a and 305).
    pub(crate) fn play_land(&mut self, player: PlayerId, id: ObjectId) {
        if !holds(rule::SPECIAL_ACTION) {
            return;
        }
        let own = self.s.rules.extra_lands == ExtraLands::OnTheirOwn;
        let p = &mut self.s.players[player.index()];
        if own && p.extra_lands_played < p.mods.extra_lands {
            p.extra_lands_played += 1;
        } else {
            p.lands_played += 1;
        }
        let mut entering = crate::pipeline::Entering::plain(player);
        entering.paid = Flags::PLAYED;
        self.propose_entering(id, entering, rule::LAND_PER_TURN);
    }
}

impl<'a> Look<'a> {
    fn is_cycling(self, ability: AbilityId) -> bool {
        use simpan_cards::ast::{Ability, KeywordAbility};
        let Ability::Keyword(keyword) = &self.pool.ability(ability).tree else { return false };
        matches!(keyword, KeywordAbility::Cycling(_) | KeywordAbility::TypeCycling(..))
    }

    /// Whether an activated ability is a mana ability (2005 rule 406.1, 2021 rule 605.1a).
    pub(crate) fn is_mana_ability(self, ability: AbilityId) -> bool {
        let lowered = self.pool.ability(ability);
        let adds = match &lowered.kind {
            AbilityKind::Activated { adds_mana, .. } => *adds_mana,
            AbilityKind::Triggered { adds_mana, .. } => *adds_mana,
            _ => false,
        };
        let targets = || !self.pool.program(lowered.program).targets.is_empty();
        adds && (self.s.rules.mana_targets == ManaTargets::Allowed || !targets())
    }

    /// Whether a mana ability would make no mana now.
    fn makes_no_mana(self, ability: AbilityId, ctx: Context<'_>) -> bool {
        let program = self.pool.program(self.pool.ability(ability).program);
        program.ops.iter().any(|op| match op {
            Op::Do(Action::AddMana { times, .. }) => self.amount(times, ctx) <= 0,
            _ => false,
        })
    }

    /// What it costs in all, as far as it has been announced.
    pub(super) fn play_bill(self, p: &Play) -> Option<Bill<'a>> {
        let x = p.entry.regs.x;
        match p.kind {
            PlayKind::Spell => self.spell_bill(p.entry.object, p.player, p.base, self.marks(p), x),
            PlayKind::Trigger => None,
            PlayKind::TurnUp => self.morph_cost(p.origin),
            _ => self.ability_bill(p.ability, (p.origin, p.number()), x),
        }
    }

    /// The characteristics by which protection and the like judge what is announced.
    fn targeting(self, p: &Play) -> Option<&'a Characteristics> {
        self.characteristics(if p.kind == PlayKind::Spell { p.entry.object } else { p.origin })
    }

    fn target_word(self, p: &Play) -> Option<(Piece, std::borrow::Cow<'a, Target>)> {
        self.word(p.entry.kind, p.entry.object, &p.entry.pieces, p.word)
    }

    /// Least, most, and whether anything (more) can be chosen for the word.
    fn word_state(self, p: &Play) -> Option<(u8, u8, bool)> {
        let (piece, target) = self.target_word(p)?;
        let program = self.pool.program(piece.program);
        let word = usize::from(p.word - piece.first_word);
        if !self.gate_open(program, word, p.context(0).source, self.marks(p)) {
            return Some((0, 0, false));
        }
        let (min, mut max) = self.bound(&target.count, usize::MAX, p.context(piece.first_word));
        let min = min.max(u8::from(min == 0 && !holds(rule::TARGET_ZERO)));
        if let Some((_, total)) = self.divided(p).filter(|(word, _)| *word == p.word) {
            // Each gets at least 1, so there can't be more of them (409.1e, 601.2d).
            max = max.min(total.clamp(0, 255) as u8).max(min);
        }
        let mut any = false;
        self.each_choice(p, piece, &target, |_| {
            any = true;
            false
        });
        Some((min, max, any))
    }

    fn each_choice(
        self,
        p: &Play,
        piece: Piece,
        target: &Target,
        mut f: impl FnMut(Thing) -> bool,
    ) {
        let Some(by) = self.targeting(p) else { return };
        let other = target.other_than.map(|n| piece.first_word + n);
        self.each_target(target, p.context(piece.first_word), by, |thing| {
            let taken = p
                .entry
                .regs
                .targets
                .iter()
                .any(|t| t.thing == thing && (t.word == p.word || Some(t.word) == other));
            (taken && refuse(rule::TARGET_ONCE).is_err()) || f(thing)
        });
    }

    fn mode_answers(self, p: &Play, buf: &mut Vec<Answer>) {
        let Some(piece) = p.entry.pieces.first() else { return };
        let Some(modal) = &self.pool.program(piece.program).modes else { return };
        let Some(by) = self.targeting(p) else { return };
        let source = p.context(0).source;
        let marks = self.marks(p);
        let able = |mode| self.targets_exist(mode, source, p.player, (by, marks)).is_ok();
        for (i, mode) in modal.modes.iter().enumerate() {
            if p.modes & 1 << i == 0 && able(*mode) {
                buf.push(Answer::Pick(i as u32));
            }
        }
    }

    /// The target word whose share is divided, and the whole.
    fn divided(self, p: &Play) -> Option<(u8, i32)> {
        for piece in &p.entry.pieces {
            for op in &self.pool.program(piece.program).ops {
                let Op::Do(Action::Damage { amount, to, spread: Spread::Divided, .. }) = op else {
                    continue;
                };
                let n = match to {
                    Things::That(Ref::Target(n)) => *n,
                    Things::Objects(simpan_cards::ast::Objects::That(Ref::Target(n))) => *n,
                    _ => continue,
                };
                let word = piece.first_word + n;
                return Some((word, self.amount(amount, p.context(piece.first_word))));
            }
        }
        None
    }

    pub(crate) fn play_answers(self, p: &Play, buf: &mut Vec<Answer>) {
        match p.stage {
            Stage::Modes => {
                self.mode_answers(p, buf);
                let program = p.entry.pieces.first().map(|x| self.pool.program(x.program));
                if let Some(modal) = program.and_then(|x| x.modes.as_ref()) {
                    let (min, _) = self.mode_bound(modal, p.context(0), self.marks(p));
                    if p.modes.count_ones() as u8 >= min {
                        buf.push(Answer::Done);
                    }
                }
            }
            Stage::Costs => buf.extend([Answer::Yes, Answer::No]),
            Stage::Halves => buf.extend([Answer::Pick(0), Answer::Pick(1)]),
            Stage::X => {
                if let Some(QuestionKind::Number { min, max }) = self.s.question.map(|q| q.kind) {
                    let able = (min..=max).filter(|x| !self.x_forbidden(p, *x));
                    buf.extend(able.map(Answer::Number));
                }
            }
            Stage::Targets => {
                let Some((piece, target)) = self.target_word(p) else { return };
                self.each_choice(p, piece, &target, |thing| {
                    buf.extend(answer_of(thing));
                    true
                });
                if let Some(QuestionKind::Target { chosen, min, .. }) =
                    self.s.question.map(|q| q.kind)
                    && chosen >= min
                {
                    buf.push(Answer::Done);
                }
            }
            Stage::Divide => {
                if let Some((word, total)) = self.divided(p) {
                    let targets = p.entry.regs.targets.iter().filter(|t| t.word == word);
                    let open = targets.clone().filter(|t| t.share == 0).count() as i32;
                    let left = total - targets.map(|t| t.share).sum::<i32>();
                    buf.extend((1..=left - (open - 1)).map(Answer::Number));
                }
            }
            Stage::Pay => {
                self.payments_answers(&p.payments, p.player, self.paying_for(p), buf);
            }
            Stage::Begin | Stage::Total | Stage::Done => {}
        }
    }

    pub(super) fn paying_for(self, p: &Play) -> ObjectId {
        if p.kind == PlayKind::Spell { p.entry.object } else { p.origin }
    }

    pub(crate) fn check_play(self, p: &Play, answer: Answer) -> Result<(), RuleId> {
        if let (Stage::Pay, Answer::Use(id, way)) = (p.stage, answer) {
            let source = self.paying_for(p);
            return self.can_use_for_mana(&p.payments, p.player, source, (id, how_of(way)));
        }
        let mut buf = Vec::new();
        self.play_answers(p, &mut buf);
        if buf.contains(&answer) {
            return Ok(());
        }
        if let (Stage::Pay, Answer::Pick(kind)) = (p.stage, answer)
            && self.has_other_mana(&p.payments, p.player, kind.min(255) as u8)
        {
            return Err(because(rule::MANA_RESTRICTED));
        }
        let thing = match answer {
            Answer::Object(id) => Thing::Object(id),
            Answer::Player(player) => Thing::Player(player),
            Answer::Number(_) if p.stage == Stage::Divide => {
                return Err(because(rule::PLAY_DIVIDE));
            }
            _ if matches!(p.stage, Stage::Costs | Stage::Halves) => {
                return Err(because(rule::PLAY_ALTERNATIVES));
            }
            Answer::Number(x) if p.stage == Stage::X && self.x_forbidden(p, x) => {
                return Err(because(rule::CANT_BEATS_CAN));
            }
            Answer::Number(_) if p.stage == Stage::X => return Err(because(rule::PLAY_X)),
            Answer::Pick(_) if p.stage == Stage::Modes => return Err(because(rule::PLAY_MODES)),
            _ => return Err(rule::ILLEGAL_ANSWER),
        };
        if p.stage != Stage::Targets {
            return Err(rule::ILLEGAL_ANSWER);
        }
        if p.entry.regs.targets.iter().any(|t| t.word == p.word && t.thing == thing) {
            refuse(rule::TARGET_ONCE)?;
        }
        let (Some((piece, target)), Some(by)) = (self.target_word(p), self.targeting(p)) else {
            return Err(because(rule::TARGET_LEGAL));
        };
        self.is_target(thing, &target, p.context(piece.first_word), by)?;
        let other = target.other_than.map(|n| piece.first_word + n);
        if p.entry.regs.targets.iter().any(|t| Some(t.word) == other && t.thing == thing) {
            return refuse(rule::TARGET_ONCE);
        }
        if thing == Thing::Object(p.entry.object) {
            return refuse(rule::TARGET_SELF);
        }
        refuse(rule::TARGET_LEGAL)
    }
}
