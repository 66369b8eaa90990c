//! Continuous effects, shields, temporary replacement effects.

use super::Ids;
use crate::event::EventKind;
use crate::layers::words::{pack, unpack};
use crate::look::Context;
use crate::object::Thing;
use crate::process::{Form, Frame};
use crate::state::{ContinuousEffect, Shield, ShieldKind, Until};
use crate::table::Table;
use simpan_cards::Word;
use simpan_cards::ast::{Action, Change, Duration, PreventAmount, Things};
use simpan_cards::program::{CardId, Op};
use simpan_engine::ObjectId;
use simpan_rulebook::marker::holds;
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
            Action::ChangePlayers { who, duration, .. } => {
                let players = self.seats(who, f).iter().fold(0u8, |set, p| set | 1 << p.0);
                let until = self.until(duration, f);
                self.add_effect(f, SmallVec::new(), players, SmallVec::new(), 0, until);
                self.next_quietly(f);
            }
            Action::Replace { duration, .. } => {
                let until = match duration {
                    Duration::Once => Until::While,
                    other => self.until(other, f),
                };
                self.add_effect(f, SmallVec::new(), 0, SmallVec::new(), 0, until);
                self.next_quietly(f);
            }
            Action::Prevent { amount, to, duration } => {
                self.add_prevention(f, amount, to, duration);
                self.next_quietly(f);
            }
            Action::Regenerate(what) => {
                let Some(ids) = self.ids(what, f) else { return };
                let source = f.entry.source;
                self.next_quietly(f);
                for id in ids.into_iter().filter(|_| holds(rule::REGENERATION)) {
                    self.s.shields.push(Shield {
                        kind: ShieldKind::Regenerate,
                        on: Thing::Object(id),
                        source,
                        until: Until::EndOfTurn,
                    });
                    self.record(EventKind::EffectBegan { source }, rule::REGENERATION);
                }
            }
            _ => self.next_quietly(f),
        }
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
        let mut extra = 0;
        for change in changes {
            let pair = match change {
                Change::Pt(a, b) | Change::SetPt(a, b) => {
                    (look.amount(a, f.context()), look.amount(b, f.context()))
                }
                _ => (0, 0),
            };
            numbers.extend([pair.0, pair.1]);
            match change {
                Change::ChooseColor => extra = chosen,
                Change::Text(_) => extra = chosen,
                Change::Control(who) => {
                    extra = look.players(who, f.context()).first().map_or(0, |p| u16::from(p.0));
                }
                Change::CopyOf { of, .. } => {
                    let of = look.objects_now(of, f.context()).first().copied();
                    let of = of.and_then(|id| look.object_or_last(id));
                    extra = of.map_or(CardId::NONE, |o| o.copiable()).0;
                }
                _ => {}
            }
        }
        let until = self.until(duration, f);
        // An effect for as long as something holds that doesn't hold never begins.
        if let Duration::While(c) = duration {
            let ctx = Context::of(f.entry.source, f.entry.controller);
            if !self.look().condition(c, ctx) {
                return;
            }
        }
        if changes.iter().any(|c| matches!(c, Change::Text(_))) {
            let (from, to) = unpack(extra);
            ids.iter().for_each(|id| self.reword_spell(*id, from, to));
        }
        let affected = ids.iter().copied().collect();
        self.add_effect(f, affected, 0, numbers, extra, until);
    }

    fn add_effect(
        &mut self,
        f: &Frame,
        affected: SmallVec<[ObjectId; 2]>,
        players: u8,
        numbers: SmallVec<[i32; 2]>,
        extra: u16,
        until: Until,
    ) {
        let piece = f.entry.pieces.get(usize::from(f.piece));
        let Some(piece) = piece.filter(|_| holds(rule::CONTINUOUS_DURATION)) else { return };
        let timestamp = self.tick();
        let source = f.entry.source;
        let op = self.pool.program(piece.program).ops.get(usize::from(f.pc));
        let replaces = matches!(op, Some(Op::Do(Action::Replace { .. })));
        self.s.effects.push(ContinuousEffect {
            replaces,
            source,
            controller: f.entry.controller,
            program: piece.program,
            op: f.pc,
            affected,
            players,
            numbers,
            extra,
            until,
            timestamp,
        });
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        self.record(EventKind::EffectBegan { source }, rule::CONTINUOUS_DURATION);
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
        for on in self.things(to, f).into_iter().filter(|_| holds(rule::PREVENTION)) {
            self.s.shields.push(Shield { kind, on, source, until });
            self.record(EventKind::EffectBegan { source }, rule::PREVENTION);
        }
    }
}
