//! Instructions put together, made flat.

use super::{Lowering, makes, replaces_own};
use crate::ast::{
    Action, Amount, Condition, Duration, Effect, Objects, Ref, Retarget, Target, Things, Trigger,
    Walk,
};
use crate::program::{Modal, Op, Program, ProgramId};

impl Lowering<'_> {
    /// A program for instructions; modes get programs of their own.
    pub(super) fn program(&mut self, effect: &Effect) -> ProgramId {
        let mut program = Program::default();
        if let Some(modal) = self.modal(effect) {
            program.modes = Some(modal);
        } else {
            let mut effect = effect.clone();
            let mut words = Vec::new();
            gated_targets(&mut effect, None, &mut words);
            if words.iter().any(|(_, gate)| gate.is_some()) {
                program.gates = words.iter().map(|(_, gate)| gate.clone()).collect();
            }
            program.targets = words.into_iter().map(|(target, _)| target).collect();
            self.flatten(&effect, &mut program.ops);
        }
        program.makes = makes(&program.ops);
        let lasting = (0..).zip(&program.ops).filter(|(_, op)| lasts_while(op));
        program.lasting = lasting.map(|(at, _)| at).collect();
        self.pool.programs.push(program);
        ProgramId((self.pool.programs.len() - 1) as u16)
    }

    /// Modes that are chosen while announcing: all there is, or one of a row of instructions.
    fn modal(&mut self, effect: &Effect) -> Option<Modal> {
        let is_modal = |e: &Effect| matches!(e, Effect::Modes { .. });
        let (row, at): (&[Effect], usize) = match effect {
            Effect::Modes { .. } => (std::slice::from_ref(effect), 0),
            Effect::Seq(row) => (row, row.iter().position(is_modal)?),
            _ => return None,
        };
        let Effect::Modes { count, modes, kicked } = &row[at] else { return None };
        let mut part = |row: &[Effect]| match row {
            [] => ProgramId::NONE,
            row => self.program(&Effect::Seq(row.to_vec())),
        };
        let (before, after) = (part(&row[..at]), part(&row[at + 1..]));
        let modes = modes.iter().map(|m| self.program(&m.effect)).collect();
        Some(Modal { count: count.clone(), kicked: kicked.clone(), modes, before, after })
    }

    fn flatten(&mut self, effect: &Effect, ops: &mut Vec<Op>) {
        let here = |ops: &Vec<Op>| ops.len() as u16;
        match effect {
            Effect::Do(action) => {
                let action = self.action(action);
                let copier = match &action {
                    Action::CopySpell { who, new_targets: true, .. } => Some(who.clone()),
                    _ => None,
                };
                ops.push(Op::Do(action));
                if let Some(who) = copier {
                    // New targets are chosen for one copy after the other.
                    let begin = ops.len() as u16;
                    let each = Things::That(Ref::Previous);
                    let (how, what) = (Retarget::New, Objects::That(Ref::Each));
                    ops.push(Op::ForEach { each, end: begin + 3 });
                    ops.push(Op::Do(Action::ChangeTargets { what, who, how, to: None }));
                    ops.push(Op::Next { begin });
                }
            }
            Effect::Seq(parts) => {
                in_order(parts).for_each(|p| self.flatten(p, ops));
            }
            Effect::May { who, effect } => {
                let at = ops.len();
                ops.push(Op::Jump { to: 0 });
                self.flatten(effect, ops);
                ops[at] = Op::May { who: who.clone(), skip: here(ops) };
            }
            Effect::If { condition, then, otherwise } => {
                self.condition(condition);
                let at = ops.len();
                ops.push(Op::Jump { to: 0 });
                self.flatten(then, ops);
                let mut else_at = here(ops);
                if let Some(otherwise) = otherwise {
                    let end = ops.len();
                    ops.push(Op::Jump { to: 0 });
                    else_at = here(ops);
                    self.flatten(otherwise, ops);
                    ops[end] = Op::Jump { to: here(ops) };
                }
                ops[at] = Op::JumpUnless { condition: condition.clone(), to: else_at };
            }
            Effect::Unless { who, cost, effect: then }
            | Effect::MayPay { who, cost, effect: then } => {
                for symbol in cost.mana.0.iter().filter(|s| s.pays_in_two_ways()) {
                    self.refuse(symbol);
                }
                let at = ops.len();
                ops.push(Op::Jump { to: 0 });
                self.flatten(then, ops);
                let when = matches!(effect, Effect::Unless { .. });
                let (who, cost, times) = (who.clone(), cost.clone(), Amount::N(1));
                ops[at] = Op::Pay { who, cost, times, when, to: here(ops) };
            }
            Effect::ForEach { each, effect } => {
                let at = ops.len();
                ops.push(Op::Jump { to: 0 });
                self.flatten(effect, ops);
                ops.push(Op::Next { begin: at as u16 });
                ops[at] = Op::ForEach { each: each.clone(), end: here(ops) };
            }
            Effect::Later { when, effect, until } => {
                if let Some(Duration::While(_) | Duration::Once) = until {
                    self.refuse(until);
                }
                let ability = self.later(when.clone(), effect);
                ops.push(Op::Later { ability, until: until.clone() });
            }
            Effect::Reflexive(effect) => {
                let id = self.later(Trigger::Any(Vec::new()), effect);
                ops.push(Op::Reflexive(id));
            }
            Effect::Modes { .. } => self.refuse(&"modes inside other instructions"),
        }
    }
}

/// Whether the effect of a step lasts as long as something holds.
fn lasts_while(op: &Op) -> bool {
    use Action::{Change, ChangePlayers, Replace};
    let Op::Do(Change { duration, .. } | ChangePlayers { duration, .. } | Replace { duration, .. }) =
        op
    else {
        return false;
    };
    matches!(duration, Duration::While(_))
}

/// Instructions in the order in which they are followed: what replaces their own events stands
/// behind them in the text and is there before them (2005 rule 413.2b, 2021 rule 608.2c).
fn in_order(parts: &[Effect]) -> impl Iterator<Item = &Effect> {
    let (own, others): (Vec<&Effect>, Vec<&Effect>) = parts.iter().partition(|p| replaces_own(p));
    own.into_iter().chain(others)
}

/// Takes the target words out of instructions, in text order, with what must be so for them to be
/// chosen (2005 rules 409.1d and 502.21c, 2021 rules 601.2c and 702.33g).
fn gated_targets(
    effect: &mut Effect,
    gate: Option<&Condition>,
    out: &mut Vec<(Target, Option<Condition>)>,
) {
    let mut take = |target, gate: Option<Condition>| {
        out.push((target, gate));
        (out.len() - 1) as u8
    };
    match effect {
        Effect::Seq(row) => row.iter_mut().for_each(|e| gated_targets(e, gate, out)),
        Effect::If { condition, then, otherwise } if is_gate(condition) => {
            let both = |c: Condition| match gate {
                Some(outer) => Condition::All(vec![outer.clone(), c]),
                None => c,
            };
            gated_targets(then, Some(&both(condition.clone())), out);
            if let Some(otherwise) = otherwise {
                let not = Condition::Not(Box::new(condition.clone()));
                gated_targets(otherwise, Some(&both(not)), out);
            }
        }
        _ => effect.take_targets(&mut |target| take(target, gate.cloned())),
    }
}

/// Whether a condition is settled as costs are announced.
fn is_gate(condition: &Condition) -> bool {
    match condition {
        Condition::Kicked | Condition::KickedWith(_) => true,
        Condition::Not(c) => is_gate(c),
        Condition::All(all) | Condition::Any(all) => all.iter().all(is_gate),
        _ => false,
    }
}
