//! Countering, and changing targets.

use super::Ids;
use crate::event::EventKind;
use crate::look::{Context, Look, ThingList};
use crate::object::{ObjectKind, Thing};
use crate::process::{Form, Frame};
use crate::state::EntryKind;
use crate::table::Table;
use simpan_cards::ast::{Action, Objects, Zone};
use simpan_engine::ObjectId;
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;

impl Table<'_> {
    pub(super) fn run_stack(&mut self, f: &mut Frame, action: &Action) {
        match action {
            Action::Counter(what) => {
                let Some(ids) = self.ids(what, f) else { return };
                self.next_quietly(f);
                f.entry.regs.did = false;
                for id in ids {
                    f.entry.regs.did |= self.counter(id);
                }
            }
            Action::ChangeTargets { what, who } => {
                let _ = who;
                self.run_change_targets(f, what);
            }
            _ => self.next_quietly(f),
        }
    }

    /// Counters a spell or ability; `false` if it can't be countered or isn't there.
    fn counter(&mut self, id: ObjectId) -> bool {
        let look = self.look();
        let Some(o) = look.s.object(id).copied().filter(|o| o.zone == Zone::Stack) else {
            return false;
        };
        let Some(entry) = look.entry(id) else { return false };
        if entry.kind == EntryKind::CombatDamage
            || look.now(&o).marks & simpan_cards::Mark::UNCOUNTERABLE != 0
        {
            return false;
        }
        if !holds(rule::COUNTERED) {
            return false;
        }
        self.record(EventKind::Countered { id, card: o.face() }, rule::COUNTERED);
        self.s.stack.retain(|e| e.object != id);
        if o.kind == ObjectKind::Card {
            let exile = o.flags.has(crate::object::Flags::EXILE_FROM_STACK);
            let to = if exile { Zone::Exile } else { Zone::Graveyard };
            self.move_all([id], to, rule::COUNTERED);
        } else {
            self.cease(id, rule::COUNTERED);
        }
        true
    }

    /// Changes the target of a spell or ability (2005 rule 415.7, 2021 rule 115.7): each to
    /// another legal one, or it stays.
    fn run_change_targets(&mut self, f: &mut Frame, what: &Objects) {
        let look = self.look();
        let ids: Ids = look.objects_now(what, f.context()).into_iter().collect();
        let Some(id) = ids.first().copied().filter(|id| look.entry(*id).is_some()) else {
            return self.next_quietly(f);
        };
        let count = look.entry(id).map_or(0, |e| e.regs.targets.len());
        if f.sub > 0 {
            let chosen = self.s.reply.things.first().copied();
            let at = usize::from(f.sub - 1);
            let entry = self.s.stack.iter_mut().find(|e| e.object == id);
            if let (Some(thing), Some(entry), true) = (chosen, entry, holds(rule::CHANGE_TARGETS)) {
                entry.regs.targets[at].thing = thing;
                self.record(EventKind::Targeted { by: id, target: thing }, rule::CHANGE_TARGETS);
            }
        }
        while usize::from(f.sub) < count {
            let at = usize::from(f.sub);
            f.sub += 1;
            let options = self.look().other_targets(id, at, f.entry.object);
            if options.is_empty() {
                continue;
            }
            let (you, source) = (f.entry.controller, f.entry.source);
            let form = Form::Things { min: 1, max: 1 };
            self.choose(you, form, options, rule::CHANGE_TARGETS, source);
            return;
        }
        self.next_quietly(f);
    }
}

impl Look<'_> {
    /// Legal targets for the n-th target of a spell or ability, other than its present ones. What
    /// is resolving is still on the stack and may be one.
    fn other_targets(self, id: ObjectId, at: usize, resolving: ObjectId) -> ThingList {
        let mut out = ThingList::new();
        let Some(entry) = self.entry(id) else { return out };
        let Some(chosen) = entry.regs.targets.get(at) else { return out };
        let word = self.word(entry.kind, id, &entry.pieces, chosen.word);
        let (Some((piece, target)), Some(by)) = (word, self.characteristics(entry.source)) else {
            return out;
        };
        let ctx = Context {
            source: entry.source,
            you: entry.controller,
            regs: Some(&entry.regs),
            first_word: piece.first_word,
        };
        let other = |thing| {
            thing != Thing::Object(id) && !entry.regs.targets.iter().any(|t| t.thing == thing)
        };
        self.each_target(&target, ctx, by, |thing| {
            if other(thing) {
                out.push(thing);
            }
            true
        });
        let itself = Thing::Object(resolving);
        if other(itself) && self.is_target(itself, &target, ctx, by).is_ok() {
            out.push(itself);
        }
        out
    }
}
