//! Copying spells and abilities (2005 rule 503.10, 2021 rule 707.10).

use super::Ids;
use crate::event::EventKind;
use crate::object::{Flags, ObjectKind, Thing};
use crate::process::Frame;
use crate::state::{EntryKind, StackEntry};
use crate::table::Table;
use simpan_cards::ast::{Action, Change};
use simpan_cards::program::AbilityId;
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::{marker::holds, rule};

impl Table<'_> {
    /// Puts copies on the stack; they are "it" for what follows.
    pub(super) fn run_copy_spell(&mut self, f: &mut Frame, action: &Action) {
        let Action::CopySpell { what, who, new_targets, times, except } = action else { return };
        let Some(mut ids) = self.ids(what, f) else { return };
        // What has left is copied as it was last (503.10, 608.2h).
        let gone = |id: &ObjectId| self.s.left_stack.iter().any(|e| e.object == *id);
        let all = self.look().objects_now(what, f.context());
        ids.extend(all.into_iter().filter(gone));
        let times = self.number(times, f).clamp(0, 1_000);
        let Some(player) = self.seats(who, f).first().copied() else {
            return self.next_quietly(f);
        };
        let mut copies = Ids::new();
        for id in ids {
            for _ in 0..times {
                copies.extend(self.copy_on_stack(f, id, player, except));
            }
        }
        if !new_targets {
            for copy in &copies {
                self.record_targets(*copy);
            }
        }
        self.next_quietly(f);
        f.entry.regs.previous = copies.iter().map(|id| Thing::Object(*id)).collect();
        f.entry.regs.did = !copies.is_empty();
    }

    /// A copy has all that was decided for the original: modes, targets, X, what was paid and
    /// with which objects. What mana was spent isn't known of it, and it was cast from nowhere.
    fn copy_on_stack(
        &mut self,
        f: &Frame,
        id: ObjectId,
        player: PlayerId,
        except: &[Change],
    ) -> Option<ObjectId> {
        if !holds(rule::COPY_SPELL) {
            return None;
        }
        let own = (f.entry.object == id).then_some(&f.entry);
        let gone = self.s.left_stack.iter().find(|e| e.object == id);
        let entry: StackEntry = self.look().entry(id).or(own).or(gone)?.clone();
        let o = *self.look().object_or_last(id)?;
        let kind = match entry.kind {
            EntryKind::Spell => ObjectKind::SpellCopy,
            EntryKind::Ability(_) => ObjectKind::Ability,
            EntryKind::CombatDamage => return None,
        };
        let this = match f.entry.kind {
            EntryKind::Ability(ability) => ability,
            _ => AbilityId::NONE,
        };
        let shows = self.copy_with(o.copiable(), o.copiable(), (except, this));
        let new = self.create_on_stack(kind, o.card, player);
        let copy = &mut self.s.objects[new.index()];
        copy.shows = shows;
        copy.chosen = o.chosen;
        copy.flags.set(o.flags.0 & (Flags::PAID | Flags::FACE_DOWN), true);
        let mut copied = StackEntry { object: new, controller: player, ..entry };
        if kind == ObjectKind::SpellCopy {
            copied.source = new;
        }
        copied.regs.from = None;
        copied.regs.spent = 0;
        copied.regs.spans.clear();
        self.s.stack.push(copied);
        self.s.dirty.layers = true;
        let kind = EventKind::Copied { id: new, of: id, card: o.face(), player };
        self.record(kind, rule::COPY_SPELL);
        Some(new)
    }

    /// What a copy targets has become a target.
    pub(super) fn record_targets(&mut self, id: ObjectId) {
        let Some(entry) = self.look().entry(id) else { return };
        let targets: Vec<Thing> = entry.regs.targets.iter().map(|t| t.thing).collect();
        for target in targets {
            self.record(EventKind::Targeted { by: id, target }, rule::COPY_SPELL);
        }
    }
}
