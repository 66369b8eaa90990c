//! Running programs: control of their flow, and what instructions work on.
//!
//! One file a family of instructions. An instruction that asks stays at its place (`sub` counts
//! how far it has come); one that proposes events goes on and reads what they came to before the
//! next step.

mod cards;
mod cast;
mod copy;
mod divide;
mod effects;
mod keywords;
mod mana;
mod moving;
mod permanents;
mod piles;
mod players;
mod possible;
mod retarget;
mod search;
mod stack;

pub(crate) use moving::Being;

use crate::event::EventKind;
use crate::look::Context;
use crate::object::Thing;
use crate::process::frame::{Loop, Want};
use crate::process::{Form, Frame};
use crate::state::{Delayed, EntryKind, Until, Waiting};
use crate::table::Table;
use simpan_cards::ast::{Action, Bound, Duration, Objects, Players, Ref, Things, Trigger, Zone};
use simpan_cards::program::{AbilityId, AbilityKind, Op};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::{examining, holds};
use simpan_rulebook::{marker, rule};
use smallvec::SmallVec;

/// Objects an instruction works on.
pub(crate) type Ids = SmallVec<[ObjectId; 8]>;
/// Players an instruction works on.
pub(crate) type Seats = SmallVec<[PlayerId; 4]>;

impl Table<'_> {
    pub(crate) fn run_op(&mut self, f: &mut Frame, op: &Op) {
        match op {
            Op::Do(action) => self.run_action(f, action),
            Op::Jump { to } => f.pc = *to,
            Op::JumpUnless { condition, to } => {
                let holds = self.look().condition(condition, f.context());
                f.pc = if holds { f.pc + 1 } else { *to };
            }
            Op::May { who, skip } => self.run_may(f, who, *skip),
            Op::Pay { who, cost, times, when, to } => {
                if f.sub == 0 {
                    let Some(player) = self.seats(who, f).first().copied() else {
                        f.pc = if *when { f.pc + 1 } else { *to };
                        return;
                    };
                    f.sub = 1;
                    let source = f.entry.source;
                    let times = self.look().times_over(times, f);
                    self.start_payment(player, cost, times, source, rule::RESOLVE_PAY);
                } else {
                    f.sub = 0;
                    let paid = self.s.reply.yes;
                    f.entry.regs.did = paid;
                    f.pc = if paid == *when { *to } else { f.pc + 1 };
                }
            }
            Op::ForEach { each, end } => self.run_for_each(f, each, *end),
            Op::Next { begin } => f.pc = *begin,
            Op::Later { ability, until } => {
                let waiting = self.waiting_from(f, *ability);
                let until = until.as_ref().map(|d| self.until(d, f));
                if marker::holds(rule::TRIGGER_DELAYED) {
                    self.s.delayed.push(Delayed { waiting, until });
                }
                if examining() {
                    self.late(*ability);
                }
                f.pc += 1;
            }
            Op::Reflexive(ability) => {
                let waiting = self.waiting_from(f, *ability);
                let (source, you) = (waiting.source, waiting.controller);
                if self.triggered(source, *ability, you, rule::TRIGGER_REFLEXIVE) {
                    self.s.waiting.push(waiting);
                }
                f.pc += 1;
            }
        }
    }

    fn run_may(&mut self, f: &mut Frame, who: &Players, skip: u16) {
        if f.sub > 0 {
            f.sub = 0;
            let yes = self.s.reply.yes;
            f.entry.regs.did = yes;
            f.may = yes;
            f.pc = if yes { f.pc + 1 } else { skip };
            return;
        }
        let op = f.entry.pieces.get(usize::from(f.piece));
        let op = op.and_then(|p| self.pool.program(p.program).ops.get(usize::from(f.pc) + 1));
        if marker::holds(rule::RESOLVE_CHOICES) && !self.look().is_possible(f, op) {
            f.entry.regs.did = false;
            f.pc = skip;
            return;
        }
        match self.seats(who, f).first().copied() {
            Some(_) if self.look().is_forced(f) => f.pc += 1,
            Some(_)
                if !f.entry.object.is_none()
                    && self.is_trigger(f)
                    && !holds(rule::TRIGGER_OPTIONAL) =>
            {
                f.pc = skip;
            }
            Some(player) => {
                f.sub = 1;
                let (rule, source) = (rule::RESOLVE_INSTRUCTIONS, f.entry.source);
                self.choose(player, Form::YesNo, [], rule, source);
            }
            None => f.pc = skip,
        }
    }

    /// What waits for the beginning of a step that has begun waits for the next one.
    fn late(&mut self, ability: AbilityId) {
        let AbilityKind::Triggered { when, .. } = &self.pool.ability(ability).kind else { return };
        let (now, player) = (self.s.turn.step, self.s.turn.active);
        let begun = matches!(when, Trigger::Begins { step, .. } if *step == now);
        if begun && !holds(rule::END_STEP_LATE) {
            self.note(&EventKind::StepBegan { step: now, player });
        }
    }

    fn is_trigger(&self, f: &Frame) -> bool {
        let EntryKind::Ability(ability) = f.entry.kind else { return false };
        matches!(self.pool.ability(ability).kind, AbilityKind::Triggered { .. })
    }

    fn run_for_each(&mut self, f: &mut Frame, each: &Things, end: u16) {
        let begin = f.pc;
        if f.loops.last().is_none_or(|l| l.begin != begin) {
            let Some(things) = self.in_turn(f, each) else { return };
            f.loops.push(Loop { begin, things, at: 0 });
        }
        let Some(current) = f.loops.last_mut() else { return };
        match current.things.get(usize::from(current.at)).copied() {
            Some(thing) => {
                current.at += 1;
                f.entry.regs.each = thing;
                f.pc += 1;
            }
            None => {
                f.loops.pop();
                f.entry.regs.each = Thing::None;
                f.pc = end;
            }
        }
    }

    /// The things of a loop, one after the other: those of each player in turn order; of one
    /// player's the effect's controller chooses the order where they were targets (2021 rule
    /// 608.2f). `None` while that is chosen.
    fn in_turn(&mut self, f: &mut Frame, each: &Things) -> Option<SmallVec<[Thing; 4]>> {
        let look = self.look();
        let all = look.things_now(each, f.context());
        let chosen = matches!(
            each,
            Things::That(Ref::Target(_)) | Things::Objects(Objects::That(Ref::Target(_)))
        );
        if !chosen || all.len() < 2 || !marker::holds(rule::RESOLVE_SIMULTANEOUS) {
            return Some(all.into_iter().collect());
        }
        let whose = |t: &Thing| match t {
            Thing::Player(p) => Some(*p),
            Thing::Object(id) => look.controller(*id),
            Thing::None => None,
        };
        let groups: SmallVec<[SmallVec<[Thing; 4]>; 2]> = (look.s.apnap())
            .map(|p| all.iter().copied().filter(|t| whose(t) == Some(p)).collect())
            .collect();
        if f.sub > 0 {
            f.gather.extend(std::mem::take(&mut self.s.reply.things));
        }
        while let Some(group) = groups.get(usize::from(f.sub)) {
            f.sub += 1;
            if group.len() > 1 {
                let (you, source) = (f.entry.controller, f.entry.source);
                let options = group.iter().copied();
                self.choose(you, Form::Order, options, rule::RESOLVE_SIMULTANEOUS, source);
                return None;
            }
            // Handed on with the next answer, or below.
            f.gather.extend(group.iter().copied());
        }
        f.sub = 0;
        Some(std::mem::take(&mut f.gather))
    }

    fn waiting_from(&self, f: &Frame, ability: AbilityId) -> Waiting {
        let mut regs = f.entry.regs.clone();
        // An ability with targets of its own chooses them as it is put on the stack. One without
        // speaks of what was chosen here, which isn't a target for it any more.
        if !self.pool.program(self.pool.ability(ability).program).targets.is_empty() {
            regs.targets.clear();
        }
        // What has gone where its text still finds it is found there later too, as long as it stays
        // (2005 rule 217.1c, 2021 rules 400.7 and 603.7c).
        let look = self.look();
        let mut gone = Ids::new();
        regs.each_object(|id| gone.push(id));
        gone.push(f.entry.source);
        gone.retain(|id| {
            !regs.moved.contains(id) && look.found(*id, f).is_some_and(|is| is != *id)
        });
        regs.moved.extend(gone);
        // Its source and controller are those of what makes it (2021 rules 603.7d and e).
        let (source, mut controller) = (f.entry.source, f.entry.controller);
        if !marker::holds(rule::DELAYED_SOURCE) {
            controller = self.s.next_player(controller);
        }
        Waiting { ability, source, controller, regs }
    }

    fn run_action(&mut self, f: &mut Frame, action: &Action) {
        match action {
            Action::Damage { .. }
            | Action::GainLife { .. }
            | Action::LoseLife { .. }
            | Action::SetLife { .. }
            | Action::PlayerCounters { .. }
            | Action::Win(_)
            | Action::Lose(_)
            | Action::ExtraTurn(_)
            | Action::Fight { .. } => self.run_players(f, action),
            Action::Draw { .. }
            | Action::Discard { .. }
            | Action::DiscardThose(_)
            | Action::Mill { .. }
            | Action::Search { .. }
            | Action::Shuffle(_)
            | Action::Reveal(_)
            | Action::LookAtHand { .. }
            | Action::Look { .. }
            | Action::Scry { .. } => self.run_cards(f, action),
            Action::Destroy { .. }
            | Action::Sacrifice { .. }
            | Action::SacrificeThose(_)
            | Action::Move { .. }
            | Action::Tap(_)
            | Action::Untap(_)
            | Action::TapOrUntap(_)
            | Action::PutCounters { .. }
            | Action::RemoveCounters { .. }
            | Action::CreateToken { .. }
            | Action::CreateCopy { .. }
            | Action::Attach { .. }
            | Action::Turn { .. }
            | Action::ExchangeControl { .. }
            | Action::Piles { .. }
            | Action::RemoveFromCombat(_) => self.run_permanents(f, action),
            Action::Change { .. }
            | Action::ChangePlayers { .. }
            | Action::Replace { .. }
            | Action::Prevent { .. }
            | Action::Regenerate(_)
            | Action::Choose { .. } => self.run_effects(f, action),
            Action::AddMana { .. } => self.run_mana(f, action),
            Action::Cast { .. } => self.run_cast(f, action),
            Action::CopySpell { .. } => self.run_copy_spell(f, action),
            Action::Counter { .. } | Action::ChangeTargets { .. } => {
                self.run_stack(f, action);
            }
        }
    }

    // --- what instructions work on ------------------------------------------------------------

    /// The instruction is finished; what its events came to is read before the next.
    pub(crate) fn next(&mut self, f: &mut Frame) {
        f.sub = 0;
        f.gather.clear();
        f.pc += 1;
        f.want = Want::Result;
    }

    /// The instruction is finished and leaves "it" and "that many" as they were.
    pub(crate) fn next_quietly(&mut self, f: &mut Frame) {
        f.sub = 0;
        f.gather.clear();
        f.pc += 1;
    }

    pub(crate) fn seats(&self, who: &Players, f: &Frame) -> Seats {
        self.look().players(who, f.context())
    }

    pub(crate) fn number(&self, amount: &simpan_cards::ast::Amount, f: &Frame) -> i32 {
        self.look().amount(amount, f.context())
    }

    /// The objects of a selection; `None` while a player (or chance) chooses them. Objects that
    /// are no more are left out, unless the text may follow them.
    pub(crate) fn ids(&mut self, what: &Objects, f: &mut Frame) -> Option<Ids> {
        match what {
            Objects::Choose { .. } if !holds(rule::UNTARGETED) => Some(Ids::new()),
            Objects::Choose { who, count, filter } => {
                if f.sub == 0 {
                    let player = *self.seats(who, f).first()?;
                    let mut options: SmallVec<[Thing; 8]> = SmallVec::new();
                    let look = self.look();
                    look.each(filter, f.context(), |id| options.push(Thing::Object(id)));
                    let (min, max) = look.bound(count, options.len(), f.context());
                    let most = options.len().min(usize::from(u8::MAX)) as u8;
                    f.sub = 1;
                    let form = Form::Things { min: min.min(most), max };
                    let source = f.entry.source;
                    self.choose(player, form, options, rule::RESOLVE_INSTRUCTIONS, source);
                    return None;
                }
                Some(self.chosen_ids())
            }
            Objects::Random { count, filter } => {
                if f.sub == 0 {
                    let mut options: SmallVec<[Thing; 8]> = SmallVec::new();
                    let look = self.look();
                    look.each(filter, f.context(), |id| options.push(Thing::Object(id)));
                    let n = look.amount(count, f.context()).clamp(0, 255) as u8;
                    f.sub = 1;
                    let (you, source) = (f.entry.controller, f.entry.source);
                    self.choose(you, Form::Random(n), options, rule::RANDOM, source);
                    return None;
                }
                Some(self.chosen_ids())
            }
            _ => {
                let look = self.look();
                let all = look.objects_now(what, f.context());
                Some(all.into_iter().filter_map(|id| look.found(id, f)).collect())
            }
        }
    }

    fn chosen_ids(&mut self) -> Ids {
        let things = std::mem::take(&mut self.s.reply.things);
        things.iter().filter_map(|t| t.object()).collect()
    }

    /// Objects and players of a selection that needs no choice; objects that are no more are
    /// left out.
    pub(crate) fn things(&self, what: &Things, f: &Frame) -> SmallVec<[Thing; 8]> {
        let look = self.look();
        let all = look.things_now(what, f.context());
        all.into_iter()
            .filter_map(|t| match t {
                Thing::Object(id) => look.found(id, f).map(Thing::Object),
                other => Some(other),
            })
            .collect()
    }

    pub(crate) fn until(&self, duration: &Duration, f: &Frame) -> Until {
        match duration {
            Duration::EndOfTurn => Until::EndOfTurn,
            Duration::EndOfCombat => Until::EndOfCombat,
            Duration::YourNextTurn => Until::TurnOf(f.entry.controller),
            Duration::While(_) => Until::While,
            Duration::Once => Until::EndOfTurn,
            Duration::ThisWay => Until::Followed,
            Duration::Forever => Until::Forever,
        }
    }

    /// Asks one player after the other for cards or permanents; `Some` with everything chosen
    /// when all have been asked.
    pub(crate) fn each_chooses(
        &mut self,
        f: &mut Frame,
        players: &Seats,
        bound: &Bound,
        mut options: impl FnMut(&Self, PlayerId, Context<'_>) -> Ids,
        random: bool,
    ) -> Option<Ids> {
        if f.sub > 0 {
            let things = std::mem::take(&mut self.s.reply.things);
            f.gather.extend(things);
        }
        let several = players.len() > 1;
        let number = if several && !holds(rule::RESOLVE_SIMULTANEOUS) { 1 } else { players.len() };
        while usize::from(f.sub) < number {
            let at = usize::from(f.sub);
            let ordered = !several || holds(rule::APNAP);
            let player = players[if ordered { at } else { players.len() - 1 - at }];
            f.sub += 1;
            let found = options(self, player, f.context());
            let (min, max) = self.look().bound(bound, found.len(), f.context());
            let most = found.len().min(255) as u8;
            if min > most && !holds(rule::IMPOSSIBLE_IGNORED) {
                continue;
            }
            let (min, max) = (min.min(most), max.min(most));
            if max == 0 {
                continue;
            }
            let form = if random { Form::Random(max) } else { Form::Things { min, max } };
            let source = f.entry.source;
            let found = found.into_iter().map(Thing::Object);
            self.choose(player, form, found, rule::RESOLVE_INSTRUCTIONS, source);
            return None;
        }
        let all = std::mem::take(&mut f.gather);
        Some(all.iter().filter_map(|t| t.object()).collect())
    }

    /// Cards of a zone of a player that fit.
    pub(crate) fn cards_of(
        &self,
        player: PlayerId,
        zone: Zone,
        filter: &simpan_cards::ast::Filter,
        ctx: Context<'_>,
    ) -> Ids {
        let look = self.look();
        self.s
            .zone(zone, player)
            .iter()
            .copied()
            .filter(|id| look.no_token(*id) && look.fits_all(*id, filter, ctx))
            .collect()
    }
}
