//! Changing the targets of spells and abilities (2005 rule 415.7, 2021 rule 115.7).
//!
//! The new targets are gathered one after the other, each from what can still lead to a legal set
//! of targets, and only the whole set is put in place.

use crate::event::EventKind;
use crate::look::{Context, Look, ThingList};
use crate::object::Thing;
use crate::process::{Form, Frame};
use crate::ruleset::Retargeting;
use crate::state::{Chosen, StackEntry};
use crate::table::Table;
use simpan_cards::ast::{Objects, Players, Retarget, Things};
use simpan_engine::ObjectId;
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, marker, rule};

/// A change of targets being made.
struct Change<'a> {
    /// Whose targets.
    id: ObjectId,
    how: Retarget,
    to: Option<&'a Things>,
    /// The only target that may be changed.
    only: Option<usize>,
}

impl Change<'_> {
    /// Whether the target of that number may stay as it is.
    fn may_keep(&self, at: usize) -> bool {
        self.how == Retarget::New || self.only.is_some_and(|only| only != at)
    }

    fn rule(&self) -> RuleId {
        match self.how {
            Retarget::All => rule::CHANGE_TARGETS,
            Retarget::One => rule::CHANGE_A_TARGET,
            Retarget::New => rule::CHOOSE_NEW_TARGETS,
        }
    }
}

impl Table<'_> {
    /// Lets a player change targets: `gather` holds the new ones so far, after the one that is
    /// to be changed if only one is.
    pub(super) fn run_change_targets(
        &mut self,
        f: &mut Frame,
        what: &Objects,
        who: &Players,
        how: Retarget,
        to: Option<&Things>,
    ) {
        let look = self.look();
        let first = look.objects_now(what, f.context()).first().copied();
        let player = self.seats(who, f).first().copied();
        let (Some(id), Some(player)) = (first.filter(|id| look.entry(*id).is_some()), player)
        else {
            return self.next_quietly(f);
        };
        if f.sub > 0 {
            let reply = std::mem::take(&mut self.s.reply.things);
            let at = f.gather.len() - usize::from(how == Retarget::One && !f.gather.is_empty());
            let kept = self.look().entry(id).and_then(|e| e.regs.targets.get(at));
            let kept = kept.map_or(Thing::None, |t| t.thing);
            f.gather.push(reply.first().copied().unwrap_or(kept));
        }
        f.sub = 1;
        let mut change = Change { id, how, to, only: None };
        if how == Retarget::One && !self.find_changed(f, &mut change, player) {
            return;
        }
        let skip = usize::from(how == Retarget::One);
        loop {
            let look = self.look();
            let Some(entry) = look.entry(id) else { return self.next_quietly(f) };
            let at = f.gather.len() - skip;
            let Some(current) = entry.regs.targets.get(at).map(|t| t.thing) else { break };
            let new = f.gather[skip..].to_vec();
            let mut options = look.new_targets(&change, entry, &new, f);
            options.retain(|o| *o != current);
            let keep = change.may_keep(at) && look.leads_on(&change, entry, &new, current, f);
            if options.is_empty() || change.only.is_some_and(|only| only != at) {
                if !keep && self.s.rules.retargeting == Retargeting::AllOrNone {
                    return self.next_quietly(f);
                }
                f.gather.push(current);
                continue;
            }
            if to.is_some() {
                f.gather.push(options[0]);
                continue;
            }
            let form = Form::Things { min: u8::from(!keep), max: 1 };
            let source = f.entry.source;
            self.choose(player, form, options, change.rule(), source);
            return;
        }
        let new: Vec<Thing> = f.gather[skip..].to_vec();
        // A copy that has just been made has its targets now, the old ones too.
        let fresh = *what == Objects::That(simpan_cards::ast::Ref::Each);
        self.put_targets(&change, &new, fresh);
        self.next_quietly(f);
    }

    /// Finds the one target that is to be changed; `false` while a player chooses it, or if there
    /// is none.
    fn find_changed(
        &mut self,
        f: &mut Frame,
        change: &mut Change<'_>,
        player: simpan_engine::PlayerId,
    ) -> bool {
        let look = self.look();
        let Some(entry) = look.entry(change.id) else {
            self.next_quietly(f);
            return false;
        };
        let current: ThingList = entry.regs.targets.iter().map(|t| t.thing).collect();
        if let Some(chosen) = f.gather.first() {
            change.only = current.iter().position(|t| t == chosen);
            return true;
        }
        let able = |at: &usize| {
            let one = Change { only: Some(*at), ..*change };
            let mut options = look.new_targets(&one, entry, &current[..*at], f);
            options.retain(|o| *o != current[*at]);
            !options.is_empty()
        };
        let options: ThingList = (0..current.len()).filter(able).map(|at| current[at]).collect();
        match options.as_slice() {
            [] => self.next_quietly(f),
            [only] => {
                f.gather.push(*only);
                change.only = current.iter().position(|t| t == only);
                return true;
            }
            _ => {
                let source = f.entry.source;
                let form = Form::Things { min: 1, max: 1 };
                self.choose(player, form, options, rule::CHANGE_A_TARGET, source);
            }
        }
        false
    }

    /// The new targets take the places of the old ones; shares stay where they are (2021 rule
    /// 115.7f).
    fn put_targets(&mut self, change: &Change<'_>, new: &[Thing], fresh: bool) {
        let id = change.id;
        for (at, thing) in new.iter().enumerate() {
            let entry = self.s.stack.iter_mut().find(|e| e.object == id);
            let Some(old) = entry.and_then(|e| e.regs.targets.get_mut(at)) else { return };
            if old.thing == *thing {
                if fresh {
                    let kind = EventKind::Targeted { by: id, target: *thing };
                    self.record(kind, rule::COPY_SPELL);
                }
                continue;
            }
            old.thing = *thing;
            if !marker::holds(rule::CHANGE_TARGETS_DIVISION) {
                old.share = 0;
            }
            self.record(EventKind::Targeted { by: id, target: *thing }, change.rule());
        }
    }
}

impl Look<'_> {
    /// Everything that may be the next target (its present one included, if it is legal) so that
    /// a legal set can still come of it.
    fn new_targets(
        self,
        change: &Change<'_>,
        entry: &StackEntry,
        new: &[Thing],
        f: &Frame,
    ) -> ThingList {
        let mut options = self.legal_here(change, entry, new, f);
        options.retain(|thing| self.leads_on(change, entry, new, *thing, f));
        options
    }

    /// What is legal for the target word of the next target, and not taken by one before.
    fn legal_here(
        self,
        change: &Change<'_>,
        entry: &StackEntry,
        new: &[Thing],
        f: &Frame,
    ) -> ThingList {
        let mut out = ThingList::new();
        let at = new.len();
        let Some(chosen) = entry.regs.targets.get(at) else { return out };
        let word = self.word(entry.kind, change.id, &entry.pieces, chosen.word);
        let (Some((piece, target)), Some(by)) = (word, self.characteristics(entry.source)) else {
            return out;
        };
        let ctx = Context {
            source: entry.source,
            you: entry.controller,
            regs: Some(&entry.regs),
            first_word: piece.first_word,
        };
        let other = target.other_than.map(|n| piece.first_word + n);
        let taken = |thing: Thing| {
            let rows = entry.regs.targets.iter().zip(new);
            let same = |w: u8| w == chosen.word || Some(w) == other;
            rows.into_iter().any(|(t, new)| *new == thing && same(t.word))
        };
        let free = |thing| {
            (thing != Thing::Object(change.id) || !holds(rule::TARGET_SELF)) && !taken(thing)
        };
        if let Some(to) = change.to {
            let wanted = self.things_now(to, f.context());
            let legal = |t: &Thing| self.is_target(*t, &target, ctx, by).is_ok();
            out.extend(wanted.into_iter().filter(|t| free(*t) && legal(t)));
            return out;
        }
        self.each_target(&target, ctx, by, |thing| {
            if free(thing) {
                out.push(thing);
            }
            true
        });
        if !marker::holds(rule::CHANGE_TARGETS) {
            // Without the rule anything would do.
            out.extend(self.s.battlefield.iter().copied().map(Thing::Object));
            out.extend(self.s.apnap().map(Thing::Player));
        }
        // What is resolving is still on the stack and may be one.
        let itself = Thing::Object(f.entry.object);
        if free(itself) && self.is_target(itself, &target, ctx, by).is_ok() {
            out.push(itself);
        }
        out
    }

    /// Whether targets for the rest can be found once `next` is chosen: only the final set counts
    /// (2021 rule 115.7e).
    fn leads_on(
        self,
        change: &Change<'_>,
        entry: &StackEntry,
        new: &[Thing],
        next: Thing,
        f: &Frame,
    ) -> bool {
        let at = new.len();
        let targets = &entry.regs.targets;
        let Some(now) = targets.get(at) else { return true };
        let other = |w: u8| {
            let word = self.word(entry.kind, change.id, &entry.pieces, w);
            word.and_then(|(piece, t)| t.other_than.map(|n| piece.first_word + n))
        };
        let conflict = |t: &Chosen, thing: Thing| {
            let same = t.word == now.word;
            let others = other(now.word) == Some(t.word) || other(t.word) == Some(now.word);
            thing == next && (same || others)
        };
        let one_by_one = self.s.rules.retargeting == Retargeting::EachIfPossible
            || !marker::holds(rule::CHANGE_TARGETS_FINAL);
        let before = targets.iter().zip(new).any(|(t, new)| conflict(t, *new));
        let after = one_by_one && targets[at + 1..].iter().any(|t| conflict(t, t.thing));
        if before || after || (next == now.thing && !change.may_keep(at)) {
            return false;
        }
        if one_by_one {
            return true;
        }
        let mut new: Vec<Thing> = new.to_vec();
        new.push(next);
        let Some(after) = targets.get(new.len()) else { return true };
        (change.may_keep(new.len()) && self.leads_on(change, entry, &new, after.thing, f))
            || (change.only.is_none()
                && self
                    .legal_here(change, entry, &new, f)
                    .iter()
                    .any(|t| *t != after.thing && self.leads_on(change, entry, &new, *t, f)))
    }
}
