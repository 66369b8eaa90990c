//! What an instruction can't be said of: what has left the battlefield, "others" that are told from
//! nothing.

use super::scope::Checker;
use crate::ast::{Action, Effect, Objects, Predicate, Ref, Subject, Trigger, Walk, Zone};

impl Checker {
    /// Reports an instruction for permanents about the object that has left the battlefield.
    pub fn gone(&mut self, when: &Trigger, effect: &Effect) {
        let Some(gone) = left(when) else { return };
        let is_gone = |o: &Objects| gone.contains(o);
        let (mut moved, mut done) = (false, None);
        each_action(effect, &mut |action| {
            moved |= matches!(action, Action::Move { what, .. } if is_gone(what));
            if done.is_none() && permanents(action).into_iter().flatten().any(is_gone) {
                done = Some(format!("{action:?}"));
            }
        });
        // It may be done where it has been moved to.
        if let Some(action) = done.filter(|_| !moved) {
            self.problem(format!(
                "`{action}` is about what has left the battlefield, so it would change nothing; name another object"
            ));
        }
    }

    /// Reports "other" objects in a spell without targets: the spell is none of them anyway.
    pub fn others(&mut self, effect: &Effect) {
        let mut targets = 0;
        effect.clone().take_targets(&mut |_| {
            targets += 1;
            targets
        });
        let mut found = false;
        each_action(effect, &mut |action| {
            let mut all = permanents(action).into_iter().flatten();
            let other =
                |o: &Objects| matches!(o, Objects::All(f) if f.all.contains(&Predicate::Other));
            found |= all.any(other);
        });
        if found && targets == 0 {
            self.problem("`Other` is told from the source, and a spell is no such object; say which objects are meant");
        }
    }
}

/// How a text speaks of what leaves the battlefield as its ability triggers.
fn left(when: &Trigger) -> Option<[Objects; 2]> {
    let subject = match when {
        Trigger::Dies(s) | Trigger::Leaves(s) | Trigger::Sacrificed(s) => s,
        Trigger::Moves { what, from: Some(Zone::Battlefield), .. } => what,
        _ => return None,
    };
    let named = match subject {
        Subject::This => Objects::This,
        Subject::Attached => Objects::Attached,
        Subject::Haunted | Subject::Any(_) => Objects::That(Ref::Triggering),
    };
    Some([named, Objects::That(Ref::Triggering)])
}

/// The permanents that an instruction is about, if it can be about nothing else.
fn permanents(action: &Action) -> [Option<&Objects>; 2] {
    match action {
        Action::Destroy { what, .. }
        | Action::PutCounters { what, .. }
        | Action::RemoveCounters { what, .. }
        | Action::Change { what, .. }
        | Action::Turn { what, .. }
        | Action::Tap(what)
        | Action::Untap(what)
        | Action::TapOrUntap(what)
        | Action::SacrificeThose(what)
        | Action::Regenerate(what)
        | Action::RemoveFromCombat(what) => [Some(what), None],
        Action::Attach { what: a, to: b } | Action::Fight { a, b } => [Some(a), Some(b)],
        _ => [None, None],
    }
}

fn each_action(effect: &Effect, f: &mut impl FnMut(&Action)) {
    match effect {
        Effect::Do(action) => f(action),
        Effect::Seq(all) => all.iter().for_each(|e| each_action(e, f)),
        Effect::If { then, otherwise, .. } => {
            each_action(then, f);
            otherwise.iter().for_each(|e| each_action(e, f));
        }
        Effect::Modes { modes, .. } => modes.iter().for_each(|m| each_action(&m.effect, f)),
        Effect::May { effect, .. }
        | Effect::Unless { effect, .. }
        | Effect::MayPay { effect, .. }
        | Effect::ForEach { effect, .. }
        | Effect::Later { effect, .. }
        | Effect::Reflexive(effect) => each_action(effect, f),
    }
}
