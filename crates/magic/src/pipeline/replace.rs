//! Applying a replacement or prevention effect to an event.

use super::{After, Asked, Batch, Key, Proposal, Row, Still, find};
use crate::event::EventKind;
use crate::look::{Context, ThingList};
use crate::object::Thing;
use crate::pipeline::Entering;
use crate::process::{Form, Frame, Process};
use crate::state::{EntryKind, Piece, Registers, ShieldKind, StackEntry};
use crate::table::Table;
use simpan_cards::ast::{
    Action, Amount, Destination, Effect, Instead, Instructions, KeywordAbility, Position,
    Replacement, Zone,
};
use simpan_cards::program::{AbilityId, AbilityKind, ProgramId};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::{marker, rule};
use smallvec::SmallVec;

impl Table<'_> {
    /// Applies an effect to the row being looked at.
    pub(super) fn apply_replacement(&mut self, p: &mut Batch, key: Key) {
        let at = usize::from(p.at);
        if marker::holds(rule::REPLACEMENT_ONCE) {
            p.rows[at].applied.push(key);
        }
        match key {
            Key::Protection { .. } => {
                self.prevent(p, i32::MAX);
                return;
            }
            Key::Shield { timestamp, .. } => {
                self.apply_shield(p, timestamp);
                return;
            }
            Key::Ability { .. } | Key::Effect { .. } => {}
        }
        let pool = self.pool;
        let Some(replacement) = find::of_key(pool, self.s, key) else {
            self.apply_keyword(p, key);
            return;
        };
        let because = match replacement.instead {
            Instead::Redirect(_) => rule::REPLACEMENT_DAMAGE,
            _ => rule::REPLACEMENT,
        };
        if !marker::holds(rule::REPLACEMENT) || !marker::holds(because) {
            return;
        }
        self.record(EventKind::Replaced { source: key.source() }, because);
        if let Some(nth) = key.counters() {
            self.scale_counters(p, key, nth, &replacement.instead);
            return;
        }
        let event = p.rows[at].proposal;
        p.replaced = true;
        let done = self.instead(p, key, &replacement.instead);
        if p.pending.is_none() {
            self.finish(p, key, replacement, event, done);
        }
    }

    /// After an effect has been applied: what it does besides, and whether it is used up.
    fn finish(
        &mut self,
        p: &mut Batch,
        key: Key,
        replacement: &Replacement,
        event: Proposal,
        done: i32,
    ) {
        if let Some(also) = &replacement.also {
            self.also(p, key, also, event, done);
        }
        let Key::Effect { timestamp, .. } = key else { return };
        let Some(at) = self.s.effects.iter().position(|e| e.timestamp == timestamp) else { return };
        // What prevents or replaces nothing isn't used up (2005 rule 419.8b, 2021 rule 609.7b).
        if done <= 0 {
            return;
        }
        let Some(held) = self.s.effects[at].held.as_mut() else { return };
        let mut over = held.once;
        if let Some(left) = &mut held.left {
            *left -= done;
            over |= *left <= 0;
        }
        if over {
            self.s.effects.remove(at);
            self.s.dirty.layers = true;
        }
    }

    /// Keywords that replace by themselves.
    fn apply_keyword(&mut self, p: &mut Batch, key: Key) {
        let at = usize::from(p.at);
        let lowered = self.pool.ability(key.ability());
        if let AbilityKind::Keyword(KeywordAbility::Dredge(count)) = lowered.kind
            && let Proposal::Draw { player } = p.rows[at].proposal
        {
            // Dredge (2005 rule 502.47, 2021 rule 702.52): mill, then return the card.
            self.record(EventKind::Replaced { source: key.source() }, rule::REPLACEMENT);
            p.rows[at].gone = true;
            p.replaced = true;
            p.after.push(After::Mill { player, count });
            p.after.push(After::ToHand(key.source()));
        }
    }

    fn apply_shield(&mut self, p: &mut Batch, timestamp: u32) {
        let Some(nth) = self.s.shields.iter().position(|s| s.timestamp == timestamp) else {
            return;
        };
        match self.s.shields[nth].kind {
            ShieldKind::Prevent(left) => {
                let used = self.prevent(p, left);
                if used >= left {
                    self.s.shields.remove(nth);
                } else {
                    self.s.shields[nth].kind = ShieldKind::Prevent(left - used);
                }
            }
            ShieldKind::PreventAll | ShieldKind::PreventCombat => {
                self.prevent(p, i32::MAX);
            }
            ShieldKind::Regenerate => {
                self.s.shields.remove(nth);
                p.replaced = true;
                let row = &mut p.rows[usize::from(p.at)];
                if let Proposal::Destroy { id, .. } = row.proposal {
                    row.proposal = Proposal::Regenerate { id };
                }
            }
        }
    }

    /// Prevents damage of the row being looked at; returns how much.
    fn prevent(&mut self, p: &mut Batch, most: i32) -> i32 {
        let at = usize::from(p.at);
        if !marker::holds(rule::PREVENTION) || self.look().is_unpreventable(p, at) {
            return 0;
        }
        let row = &mut p.rows[at];
        let Proposal::Damage { source, to, amount, combat } = &mut row.proposal else { return 0 };
        let (source, combat) = (*source, *combat);
        let prevented = (*amount).min(most).max(0);
        *amount -= prevented;
        row.gone = *amount <= 0;
        let to = *to;
        if prevented > 0 {
            self.record(EventKind::Prevented { to, amount: prevented }, rule::PREVENTION);
            if !marker::holds(rule::TRIGGER_NOT_HAPPENED) {
                self.note(&EventKind::Damage { source, to, amount: prevented, combat });
            }
        }
        prevented
    }

    /// An effect on counters that something comes with.
    fn scale_counters(&mut self, p: &mut Batch, key: Key, nth: usize, instead: &Instead) {
        let look = self.look();
        let ctx = look.key_context(key);
        let more = match instead {
            Instead::Plus(amount) => look.amount(amount, ctx),
            _ => 0,
        };
        let Some(entering) = &mut p.rows[usize::from(p.at)].entering else { return };
        let Some((_, count)) = entering.counters.get_mut(nth) else { return };
        *count = match instead {
            Instead::Times(n) => count.saturating_mul(i32::from(*n)),
            Instead::Plus(_) => count.saturating_add(more),
            Instead::Nothing => 0,
            _ => *count,
        };
    }

    /// What happens instead of the row's event; returns how much of it was changed.
    fn instead(&mut self, p: &mut Batch, key: Key, instead: &Instead) -> i32 {
        let at = usize::from(p.at);
        let number = p.rows[at].number();
        match instead {
            Instead::Prevent(amount) => {
                let left = self.left(key);
                let look = self.look();
                let most = amount.as_ref().map(|a| look.amount(a, look.key_context(key)));
                return self.prevent(p, most.unwrap_or(i32::MAX).min(left));
            }
            Instead::Redirect(to) => return self.redirect(p, key, to),
            Instead::Times(n) => {
                p.rows[at].proposal.scale(|x| x.saturating_mul(i32::from(*n)));
            }
            Instead::Plus(amount) => {
                let look = self.look();
                let more = look.amount(amount, look.key_context(key));
                p.rows[at].proposal.scale(|x| x.saturating_add(more));
            }
            Instead::LeaveLife(life) => {
                if let Proposal::LoseLife { player, amount } = p.rows[at].proposal {
                    let (_, now) = self.look().life_after(p, player);
                    let amount = (amount - (life - now)).max(0);
                    p.rows[at].proposal = Proposal::LoseLife { player, amount };
                    p.rows[at].gone = amount == 0;
                }
            }
            Instead::Regenerate => {
                if let Proposal::Destroy { id, .. } = p.rows[at].proposal {
                    p.rows[at].proposal = Proposal::Regenerate { id };
                }
            }
            Instead::Nothing => p.rows[at].gone = true,
            Instead::Do(instructions) => {
                let event = p.rows[at].proposal;
                p.rows[at].gone = true;
                let applied = p.rows[at].applied.clone();
                let after = self.after_program(key, instructions.id, event, number, applied);
                p.after.push(after);
            }
            Instead::To(destination) => self.send_to(p, key, destination),
            Instead::Cant | Instead::CantPrevent => {}
            entering => self.instead_entering(p, key, entering),
        }
        number
    }

    /// How much damage an effect is still good for.
    fn left(&self, key: Key) -> i32 {
        let Key::Effect { timestamp, .. } = key else { return i32::MAX };
        let effect = self.s.effects.iter().find(|e| e.timestamp == timestamp);
        effect.and_then(|e| e.held.as_deref()).and_then(|h| h.left).unwrap_or(i32::MAX)
    }

    /// Damage is dealt to something else, all of it or as much as the effect is good for.
    fn redirect(&mut self, p: &mut Batch, key: Key, to: &simpan_cards::ast::Things) -> i32 {
        let at = usize::from(p.at);
        let left = self.left(key);
        let Proposal::Damage { source, to: from, amount, combat } = p.rows[at].proposal else {
            return 0;
        };
        let Some(to) = self.look().redirected(key, to, from) else { return 0 };
        let moved = amount.min(left);
        let there = Proposal::Damage { source, to, amount: moved, combat };
        if moved == amount {
            p.rows[at].proposal = there;
        } else {
            let row = Row { proposal: there, first: false, ..p.rows[at].clone() };
            p.rows[at].proposal =
                Proposal::Damage { source, to: from, amount: amount - moved, combat };
            p.rows.insert(at + 1, row);
        }
        moved
    }

    /// The object goes somewhere else.
    fn send_to(&mut self, p: &mut Batch, key: Key, to: &Destination) {
        let at = usize::from(p.at);
        let row = &mut p.rows[at];
        let Some(id) = row.proposal.object() else {
            // A token that isn't created anywhere else.
            row.gone = true;
            return;
        };
        row.still = match row.proposal {
            Proposal::Sacrifice { .. } => Some(Still::Sacrificed),
            Proposal::Discard { player, .. } => Some(Still::Discarded(player)),
            _ => row.still,
        };
        let owner = self.s.object(id).map_or(PlayerId(0), |o| o.owner);
        if to.zone == Zone::Battlefield {
            let look = self.look();
            let ctx = look.key_context(key);
            let controller = if to.arrival.your_control { ctx.you } else { owner };
            let mut entering = Entering::plain(controller);
            entering.tapped = to.arrival.tapped;
            if let Some((kind, count)) = &to.arrival.counters {
                entering.add_counters(*kind, look.amount(count, ctx));
            }
            let row = &mut p.rows[at];
            row.entering = Some(Box::new(entering));
            row.proposal = Proposal::Enter { id };
            return;
        }
        let bottom = matches!(to.position, Position::Bottom | Position::BottomRandom);
        row.proposal = Proposal::Move { id, to: to.zone, bottom };
        row.shuffle = to.position == Position::Shuffled;
    }

    /// Who says how the object enters: its controller, where it says so itself.
    fn entering_context(&self, p: &Batch, key: Key) -> Context<'static> {
        let row = &p.rows[usize::from(p.at)];
        let source = key.source();
        let itself = match row.proposal {
            Proposal::Enter { id } => id == source,
            _ => source.is_none(),
        };
        let you = match &row.entering {
            Some(entering) if itself => entering.controller,
            _ => self.look().key_context(key).you,
        };
        Context::of(source, you)
    }

    /// What is said of how an object enters.
    fn instead_entering(&mut self, p: &mut Batch, key: Key, instead: &Instead) {
        let at = usize::from(p.at);
        let ctx = self.entering_context(p, key);
        let (source, you) = (ctx.source, ctx.you);
        match instead {
            Instead::Tapped => {
                if let Some(e) = &mut p.rows[at].entering {
                    e.tapped = true;
                }
            }
            Instead::Counters { kind, count } => {
                let look = self.look();
                let n = look.amount(count, look.entering_context(source, you));
                if let Some(e) = &mut p.rows[at].entering {
                    e.add_counters(*kind, n);
                }
            }
            Instead::Control(who) => {
                let look = self.look();
                let who = look.players(who, look.key_context(key)).first().copied();
                if let (Some(e), Some(who)) = (&mut p.rows[at].entering, who) {
                    e.controller = who;
                }
            }
            Instead::Choose(_)
                if p.rows[at].entering.as_ref().is_some_and(|e| e.chosen != Default::default())
                    && !marker::holds(rule::COPY_CHOICES) => {}
            Instead::Choose(choice) => {
                p.pending = Some((key, Asked::Choice(*choice)));
                self.pick(*choice, you, rule::ENTERS_REPLACEMENT, source);
            }
            Instead::AsCopy { of, .. } => {
                let mut options = ThingList::new();
                let look = self.look();
                let entering = p.rows[at].proposal.object();
                look.each(of, ctx, |id| {
                    if Some(id) != entering {
                        options.push(Thing::Object(id));
                    }
                });
                if options.is_empty() {
                    return;
                }
                let optional = find::of_key(self.pool, self.s, key).is_some_and(|r| r.optional);
                p.pending = Some((key, Asked::Copy));
                let form = Form::Things { min: u8::from(!optional), max: 1 };
                if !optional && options.len() == 1 {
                    self.s.reply.things = options.into_iter().collect();
                } else {
                    self.choose(you, form, options, rule::COPY, source);
                }
            }
            Instead::UnlessPay { cost, .. } => {
                p.pending = Some((key, Asked::Pay));
                self.start_payment(you, cost, 1, source, rule::ENTERS_REPLACEMENT);
            }
            Instead::Take { what, count, .. } => self.ask_taken(p, key, (what, count), ctx),
            _ => {}
        }
    }

    /// Goes on with a replacement effect that asked something.
    pub(super) fn finish_replacement(&mut self, p: &mut Batch, key: Key, asked: Asked) {
        let at = usize::from(p.at);
        let reply = std::mem::take(&mut self.s.reply);
        let event = p.rows[at].proposal;
        let first = reply.things.first().copied();
        let pool = self.pool;
        let replacement = find::of_key(pool, self.s, key);
        match asked {
            Asked::Row => {
                let look = self.look();
                let wanted = look.rows_with(p, key).find(|i| p.rows[*i].thing() == first);
                if let Some(at) = wanted {
                    p.rows[at].first = true;
                }
                return;
            }
            Asked::Host => {
                if let (Some(Thing::Object(host)), Some(e)) = (first, &mut p.rows[at].entering) {
                    e.attach_to = host;
                }
                return;
            }
            Asked::Copy => {
                if let Some(Thing::Object(of)) = first {
                    self.come_as_copy(&mut p.rows[at], key, of);
                }
            }
            Asked::Choice(choice) => {
                if let Some(e) = &mut p.rows[at].entering {
                    e.chosen = reply.picked(choice, key.ability());
                }
            }
            Asked::Pay => {
                if let Some(Instead::UnlessPay { otherwise, .. }) = replacement.map(|r| &r.instead)
                    && !reply.yes
                {
                    self.instead(p, key, otherwise);
                }
            }
            Asked::Take => {
                if let Some(Instead::Take { to, counters, .. }) = replacement.map(|r| &r.instead) {
                    self.take(p, &reply.things, *to, *counters);
                }
            }
            Asked::Which | Asked::Place | Asked::Order => {}
        }
        if let Some(replacement) = replacement
            && p.pending.is_none()
        {
            self.finish(p, key, replacement, event, 1);
        }
    }

    // --- what is done besides or instead --------------------------------------------------------

    /// What an effect does besides: life gained is part of the same event (2021 rule 120.4d), all
    /// else comes right after it (2021 rule 615.5).
    fn also(&mut self, p: &mut Batch, key: Key, also: &Instructions, event: Proposal, done: i32) {
        if !marker::holds(rule::PREVENTION_ALSO) {
            return;
        }
        if let Effect::Do(Action::GainLife { who, amount: Amount::That }) = &also.effect {
            let look = self.look();
            let regs = self.regs_for(key, event, done);
            let ctx = Context { regs: Some(&regs), ..look.key_context(key) };
            let players = look.players(who, ctx);
            let gains = players.into_iter().filter(|_| done > 0);
            p.rows.extend(gains.map(|player| Row {
                because: Some(rule::LIFE_GAIN),
                ..Row::new(Proposal::GainLife { player, amount: done })
            }));
            return;
        }
        let after = self.after_program(key, also.id, event, done, SmallVec::new());
        p.after.push(after);
    }

    /// What instructions of an effect may speak of.
    fn regs_for(&self, key: Key, event: Proposal, that: i32) -> Registers {
        let mut regs = self.look().key_context(key).regs.cloned().unwrap_or_default();
        regs.that = that;
        match event {
            Proposal::Draw { player }
            | Proposal::GainLife { player, .. }
            | Proposal::LoseLife { player, .. }
            | Proposal::Lose { player, .. } => regs.triggering = Thing::Player(player),
            Proposal::Damage { source, to, .. } => {
                regs.triggering = Thing::Object(source);
                regs.other = to;
            }
            other => regs.triggering = other.object().map_or(Thing::None, Thing::Object),
        }
        regs
    }

    fn after_program(
        &self,
        key: Key,
        program: ProgramId,
        event: Proposal,
        that: i32,
        applied: SmallVec<[Key; 2]>,
    ) -> After {
        let ctx = self.look().key_context(key);
        After::Program {
            program,
            first_word: ctx.first_word,
            source: key.source(),
            ability: key.ability(),
            you: ctx.you,
            regs: Box::new(self.regs_for(key, event, that)),
            applied: if marker::holds(rule::REPLACEMENT_ONCE) { applied } else { SmallVec::new() },
        }
    }

    /// Follows instructions that stand in the place of an event.
    pub(super) fn follow(
        &mut self,
        program: ProgramId,
        first_word: u8,
        (source, ability, controller): (ObjectId, AbilityId, PlayerId),
        regs: Registers,
        applied: SmallVec<[Key; 2]>,
    ) {
        let mut pieces = SmallVec::new();
        pieces.push(Piece { program, first_word });
        let entry = StackEntry {
            object: ObjectId::NONE,
            source,
            controller,
            kind: EntryKind::Ability(ability),
            pieces,
            regs,
            damage: Vec::new(),
        };
        let mut frame = Frame::mana(entry, false);
        frame.applied = applied;
        self.s.processes.push(Process::Frame(Box::new(frame)));
    }
}

impl Proposal {
    /// Changes the number of the event.
    fn scale(&mut self, f: impl Fn(i32) -> i32) {
        match self {
            Self::Damage { amount, .. }
            | Self::GainLife { amount, .. }
            | Self::LoseLife { amount, .. } => *amount = f(*amount),
            Self::Counters { by, .. } => *by = f(*by),
            Self::Create { count, .. } => {
                *count = f(i32::from(*count)).clamp(0, i32::from(u16::MAX)) as u16;
            }
            _ => {}
        }
    }

    /// The object the event is about.
    pub(crate) fn object(self) -> Option<ObjectId> {
        match self {
            Self::Destroy { id, .. }
            | Self::Regenerate { id }
            | Self::Sacrifice { id }
            | Self::Discard { id, .. }
            | Self::Move { id, .. }
            | Self::Enter { id }
            | Self::Counters { id, .. } => Some(id),
            _ => None,
        }
    }
}
