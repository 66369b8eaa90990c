//! Continuous effects, shields, temporary replacement effects.

use super::Ids;
use crate::event::EventKind;
use crate::layers::open_filter;
use crate::layers::words::{pack, unpack};
use crate::look::{Context, Look, ThingList};
use crate::object::Thing;
use crate::process::{Form, Frame};
use crate::ruleset::SourceChoice;
use crate::state::{ContinuousEffect, EntryKind, Held, Registers, Shield, ShieldKind, Until};
use crate::table::Table;
use simpan_cards::Word;
use simpan_cards::ast::{
    Action, CardType, Change, Choice, Duration, PlayerChange, Players, PreventAmount, Replacement,
    Things, Would,
};
use simpan_cards::program::{AbilityId, AbilityKind, CardId};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::{examining, holds};
use simpan_rulebook::rule;
use smallvec::SmallVec;

impl Table<'_> {
    pub(super) fn run_effects(&mut self, f: &mut Frame, action: &Action) {
        match action {
            Action::Change { what, changes, duration } => {
                let Some(extra) = self.chosen_first(f, changes) else { return };
                let look = self.look();
                let ids: Ids = (look.objects_now(what, f.context()).into_iter())
                    .filter_map(|id| look.found(id, f))
                    .collect();
                self.begin_effect(f, &ids, changes, duration, extra);
                self.next_quietly(f);
                f.entry.regs.previous = ids.iter().map(|id| Thing::Object(*id)).collect();
            }
            Action::ChangePlayers { who, change, duration: Duration::Once } => {
                let players = self.seats(who, f);
                let source = f.entry.source;
                self.next_quietly(f);
                for player in players {
                    self.skip_next(player, change, source);
                }
            }
            Action::ChangePlayers { duration, .. } if self.look().never_begins(f, duration) => {
                self.next_quietly(f);
            }
            Action::ChangePlayers { who, duration, .. } => {
                let players = self.seats(who, f).iter().fold(0u8, |set, p| set | 1 << p.0);
                let until = self.until(duration, f);
                self.add_effect(f, SmallVec::new(), players, SmallVec::new(), until);
                self.next_quietly(f);
            }
            Action::Replace { replacement, duration } => {
                self.run_replace(f, replacement, duration);
            }
            Action::Prevent { amount, to, duration } => {
                self.add_prevention(f, amount, to, duration);
                self.next_quietly(f);
            }
            Action::Choose { who, what } => self.run_choose(f, who, *what),
            Action::Regenerate(what) => {
                let Some(ids) = self.ids(what, f) else { return };
                let source = f.entry.source;
                self.next_quietly(f);
                for id in ids.into_iter().filter(|_| holds(rule::REGENERATION)) {
                    let timestamp = self.tick();
                    self.s.shields.push(Shield {
                        kind: ShieldKind::Regenerate,
                        on: Thing::Object(id),
                        source,
                        until: Until::EndOfTurn,
                        timestamp,
                    });
                    self.record(EventKind::EffectBegan { source }, rule::REGENERATION);
                }
            }
            _ => self.next_quietly(f),
        }
    }

    /// A choice that the source remembers.
    fn run_choose(&mut self, f: &mut Frame, who: &Players, what: Choice) {
        let source = f.entry.source;
        if f.sub == 0 {
            let Some(player) = self.seats(who, f).first().copied() else {
                return self.next_quietly(f);
            };
            f.sub = 1;
            return self.pick(what, player, rule::RESOLVE_INSTRUCTIONS, source);
        }
        let picked = std::mem::take(&mut self.s.reply).picked(what, AbilityId::NONE);
        if let Some(o) = self.object_mut(source) {
            o.chosen = picked;
        }
        self.s.dirty.layers = true;
        self.next_quietly(f);
    }

    /// What is chosen before a continuous effect begins: a colour (a bit), or two words; `None`
    /// while it is asked for.
    fn chosen_first(&mut self, f: &mut Frame, changes: &[Change]) -> Option<u16> {
        let (you, source) = (f.entry.controller, f.entry.source);
        let number = self.s.reply.number;
        for change in changes {
            match (change, f.sub) {
                (Change::ChooseColor, 0) => {
                    f.sub = 1;
                    self.choose(you, Form::OneOf(5), [], rule::RESOLVE_INSTRUCTIONS, source);
                    return None;
                }
                (Change::ChooseColor, _) => return Some(1 << number.clamp(0, 4)),
                (Change::Text(words), 0) => {
                    f.sub = 1;
                    self.choose(you, Form::Word(Word::all(*words)), [], rule::TEXT_CHANGE, source);
                    return None;
                }
                (Change::Text(_), 1) => {
                    let from = Word(number.clamp(0, 9) as u8);
                    (f.sub, f.kind) = (2, from.0);
                    let others = from.alike() & !(1 << from.0);
                    self.choose(you, Form::Word(others), [], rule::TEXT_CHANGE, source);
                    return None;
                }
                (Change::Text(_), _) => {
                    let from = Word(std::mem::replace(&mut f.kind, u8::MAX));
                    return Some(pack(from, Word(number.clamp(0, 9) as u8)));
                }
                _ => {}
            }
        }
        Some(0)
    }

    /// A player will skip the next of something (2005 rule 419.6e, 2021 rule 614.10).
    fn skip_next(&mut self, player: PlayerId, what: &PlayerChange, source: ObjectId) {
        self.s.skips.push((player, what.clone()));
        self.record(EventKind::EffectBegan { source }, rule::SKIP_STEP);
    }

    /// A continuous effect begins: its objects are locked in and its numbers found now (2005 rule
    /// 418.3, 2021 rules 611.2c and d).
    fn begin_effect(
        &mut self,
        f: &Frame,
        ids: &[ObjectId],
        changes: &[Change],
        duration: &Duration,
        chosen: u16,
    ) {
        let look = self.look();
        let mut numbers: SmallVec<[i32; 2]> = SmallVec::new();
        for change in changes {
            let pair = match change {
                Change::Pt(a, b) => [look.result(a, f.context()), look.result(b, f.context())],
                Change::SetPt(a, b) => [look.amount(a, f.context()), look.amount(b, f.context())],
                Change::ChooseColor | Change::Text(_) => [i32::from(chosen), 0],
                Change::Control(who) => {
                    let who = look.players(who, f.context()).first().copied();
                    [who.map_or(0, |p| i32::from(p.0)), 0]
                }
                Change::CopyOf { of, .. } => {
                    let of = look.objects_now(of, f.context()).first().copied();
                    let of = of.and_then(|id| look.object_or_last(id));
                    [i32::from(of.map_or(CardId::NONE, |o| o.copiable()).0), 0]
                }
                _ => [0, 0],
            };
            numbers.extend(pair);
        }
        // Abilities are found now too, and stand behind the numbers.
        for change in changes {
            if let Change::GainActivated(from) = change {
                for id in look.objects_now(from, f.context()) {
                    let all = look.characteristics(id).map(|c| &c.abilities);
                    let activated = |a: &&AbilityId| {
                        matches!(self.pool.ability(**a).kind, AbilityKind::Activated { .. })
                    };
                    let found = all.into_iter().flatten().filter(activated);
                    numbers.extend(found.map(|a| i32::from(a.0)));
                }
            }
        }
        let mut until = self.until(duration, f);
        // An effect for as long as something holds that doesn't hold never begins.
        if self.look().never_begins(f, duration) {
            if holds(rule::DURATION_NEVER_BEGINS) {
                return;
            }
            until = Until::EndOfTurn;
        }
        if changes.iter().any(|c| matches!(c, Change::Text(_))) {
            let (from, to) = unpack(chosen);
            ids.iter().for_each(|id| self.reword_spell(*id, from, to));
        }
        let mut affected: SmallVec<[ObjectId; 2]> = ids.iter().copied().collect();
        if examining() && changes.iter().any(|c| matches!(c, Change::Pt(..))) {
            affected.retain(|id| {
                self.look().is(*id, CardType::Creature) || holds(rule::SIZE_WITHOUT_CREATURE)
            });
        }
        let pool = self.pool;
        if let Some(effect) = self.add_effect(f, affected, 0, numbers, until)
            && open_filter(pool, effect).is_some()
        {
            // What it holds for is found as long as it lasts, by what its text spoke of.
            effect.held = Some(Box::new(Held::of(f)));
        }
    }

    pub(super) fn add_effect(
        &mut self,
        f: &Frame,
        affected: SmallVec<[ObjectId; 2]>,
        players: u8,
        numbers: SmallVec<[i32; 2]>,
        until: Until,
    ) -> Option<&mut ContinuousEffect> {
        let piece = f.entry.pieces.get(usize::from(f.piece));
        let piece = piece.filter(|_| holds(rule::CONTINUOUS_DURATION))?;
        let timestamp = self.tick();
        let source = f.entry.source;
        self.s.effects.push(ContinuousEffect {
            held: None,
            source,
            controller: f.entry.controller,
            program: piece.program,
            op: f.pc,
            affected,
            players,
            numbers,
            until,
            timestamp,
        });
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        self.record(EventKind::EffectBegan { source }, rule::CONTINUOUS_DURATION);
        self.s.effects.last_mut().filter(|e| e.timestamp == timestamp)
    }

    /// A replacement effect begins. What its text speaks of is kept; a source of damage is chosen
    /// now (2005 rule 419.8a, 2021 rule 609.7a).
    fn run_replace(&mut self, f: &mut Frame, replacement: &Replacement, duration: &Duration) {
        let mut chosen = None;
        if replacement.chosen {
            if f.sub == 0 {
                let options = self.look().damage_sources(replacement, f.context());
                if options.is_empty() {
                    return self.next_quietly(f);
                }
                f.sub = 1;
                let (you, source) = (f.entry.controller, f.entry.source);
                let form = Form::Things { min: 1, max: 1 };
                self.choose(you, form, options, rule::SOURCE_CHOICE, source);
                return;
            }
            chosen = self.s.reply.things.first().and_then(|t| t.object());
        }
        let left = replacement.next.as_ref().map(|n| self.number(n, f));
        let held = Held { once: *duration == Duration::Once, left, chosen, ..Held::of(f) };
        if self.look().never_begins(f, duration) {
            return self.next_quietly(f);
        }
        let until = self.until(duration, f);
        let effect = self.add_effect(f, SmallVec::new(), 0, SmallVec::new(), until);
        if let Some(effect) = effect {
            effect.held = Some(Box::new(held));
        }
        self.next_quietly(f);
    }

    fn add_prevention(
        &mut self,
        f: &Frame,
        amount: &PreventAmount,
        to: &Things,
        duration: &Duration,
    ) {
        let kind = match amount {
            PreventAmount::Next(n) => ShieldKind::Prevent(self.number(n, f).max(0)),
            PreventAmount::All => ShieldKind::PreventAll,
            PreventAmount::AllCombat => ShieldKind::PreventCombat,
        };
        let until = self.until(duration, f);
        let source = f.entry.source;
        let most = if holds(rule::PREVENTION_EACH) { usize::MAX } else { 1 };
        for on in self.things(to, f).into_iter().take(most).filter(|_| holds(rule::PREVENTION)) {
            let timestamp = self.tick();
            self.s.shields.push(Shield { kind, on, source, until, timestamp });
            self.record(EventKind::EffectBegan { source }, rule::PREVENTION);
        }
    }
}

impl Held {
    /// What an effect keeps of the instructions that make it.
    fn of(f: &Frame) -> Self {
        let piece = f.entry.pieces.get(usize::from(f.piece));
        Self {
            regs: f.entry.regs.clone(),
            first_word: piece.map_or(0, |p| p.first_word),
            once: false,
            left: None,
            chosen: None,
        }
    }
}

impl Registers {
    /// Calls `f` with every object it speaks of.
    pub(super) fn each_object(&self, mut f: impl FnMut(ObjectId)) {
        let targets = self.targets.iter().map(|t| t.thing);
        let others = [self.triggering, self.other, self.each];
        let all = targets.chain(self.previous.iter().copied()).chain(others);
        all.filter_map(|t| t.object()).for_each(&mut f);
        self.paid.iter().copied().for_each(f);
    }
}

impl Look<'_> {
    /// What may be chosen as a source of damage for an effect (2005 rule 419.8a, 2021 rule 609.7a).
    fn damage_sources(self, replacement: &Replacement, ctx: Context<'_>) -> ThingList {
        let Would::Damage { source: filter, .. } = &replacement.would else {
            return ThingList::new();
        };
        let mut out = ThingList::new();
        let mut add = |id: ObjectId| {
            let thing = Thing::Object(id);
            let fits = filter.as_ref().is_none_or(|f| self.fits_all(id, f, ctx));
            if fits && self.object_or_last(id).is_some() && !out.contains(&thing) {
                out.push(thing);
            }
        };
        self.s.battlefield.iter().copied().for_each(&mut add);
        for entry in &self.s.stack {
            if entry.kind == EntryKind::Spell {
                add(entry.object);
            }
            if !entry.source.is_none() {
                add(entry.source);
            }
            entry.regs.each_object(&mut add);
            entry.damage.iter().for_each(|row| add(row.source));
        }
        if self.s.rules.source_choice == SourceChoice::Waiting {
            for held in self.s.effects.iter().filter_map(|e| e.held.as_deref()) {
                held.chosen.into_iter().for_each(&mut add);
                held.regs.each_object(&mut add);
            }
            for delayed in &self.s.delayed {
                add(delayed.waiting.source);
                delayed.waiting.regs.each_object(&mut add);
            }
            self.s.command.iter().copied().for_each(&mut add);
        }
        out
    }
}
