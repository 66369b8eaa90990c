//! What a form can begin with: most forms of a table can't stand at a place of a text, and two
//! bytes tell.

use crate::builtin::Builtin;
use crate::form::{ARTICLE, Part, Slot};
use crate::table::{Phrase, Table};
use simpan_cards::ast::Subtype;
use std::collections::BTreeMap;

/// A set of pairs of bytes, without regard to case (five bits of each, so that it may hold more
/// than it should).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct First {
    pairs: [u32; 32],
    /// The card's name may stand there.
    own_name: bool,
    /// Nothing at all may stand there.
    nothing: bool,
}

/// Five bits of a byte; a line break is a space.
fn bits(byte: u8) -> usize {
    usize::from(if byte == b'\n' { b' ' } else { byte }) & 31
}

impl First {
    const ANYTHING: Self = Self { pairs: [u32::MAX; 32], own_name: true, nothing: true };

    fn literal(&mut self, text: &str) {
        match text.as_bytes() {
            [] => self.nothing = true,
            [a] => self.pairs[bits(*a)] = u32::MAX,
            [a, b, ..] => self.pairs[bits(*a)] |= 1 << bits(*b),
        }
    }

    fn join(&mut self, other: &Self) {
        self.pairs.iter_mut().zip(other.pairs).for_each(|(a, b)| *a |= b);
        self.own_name |= other.own_name;
        self.nothing |= other.nothing;
    }

    /// Whether something that begins so may stand before `rest`.
    pub(crate) fn fits(&self, rest: &[u8], own_name: impl FnOnce() -> bool) -> bool {
        let begins = match rest {
            [] => false,
            [a] => self.pairs[bits(*a)] != 0,
            [a, b, ..] => self.pairs[bits(*a)] >> bits(*b) & 1 == 1,
        };
        begins || self.nothing || self.own_name && own_name()
    }

    fn of_slot(slot: &Slot, sorts: &BTreeMap<String, First>) -> Self {
        let mut first = Self::default();
        if slot.flags & ARTICLE != 0 {
            first.literal("a ");
            first.literal("an");
            if !Builtin::says_article(&slot.sort) {
                return first;
            }
        }
        first.join(sorts.get(&slot.sort).unwrap_or(&Self::default()));
        first
    }

    /// What a row of parts may begin with, as far as the sorts are known.
    fn of_parts(parts: &[Part], sorts: &BTreeMap<String, First>) -> Self {
        let mut all = Self { nothing: true, ..Self::default() };
        for part in parts {
            all.nothing = false;
            match part {
                Part::Lit(text) => all.literal(text),
                Part::Alt(choices, _) => choices.iter().for_each(|c| all.literal(c)),
                Part::From(a, b) => [a, b].into_iter().for_each(|c| all.literal(c)),
                Part::Josa(j) => [j.forms().0, j.forms().1].iter().for_each(|c| all.literal(c)),
                Part::SelfName => all.own_name = true,
                Part::Slot(slot) => all.join(&Self::of_slot(slot, sorts)),
            }
            if !all.nothing {
                return all;
            }
        }
        all
    }

    fn of_builtin(builtin: Builtin, sorts: &BTreeMap<String, First>, korean: bool) -> Self {
        let mut all = Self::default();
        let mut of = |names: &[&str]| {
            for first in names.iter().filter_map(|n| sorts.get(*n)) {
                all.join(first);
            }
        };
        match builtin {
            Builtin::Filter | Builtin::Cards | Builtin::Permanents => {
                of(&["Adj", "Kinds", "Head", "Subtype"]);
                if korean {
                    of(&["Post", "Place", "Other", "Each", "Every", "Prefix"]);
                }
                all.literal("other");
                all.literal("a ");
                all.literal("an");
            }
            Builtin::TypeWords => of(&["Super", "Type", "Subtype"]),
            Builtin::Subtype => {
                for s in Subtype::all() {
                    all.literal(if korean { s.korean() } else { s.name() });
                }
            }
            Builtin::Digits | Builtin::PtSlash => {
                (b'0'..=b'9').for_each(|d| all.pairs[bits(d)] = u32::MAX);
            }
            Builtin::Mana => all.literal("{"),
            Builtin::PtPair => ["+", "-"].into_iter().for_each(|s| all.literal(s)),
            Builtin::Name => return Self::ANYTHING,
        }
        all
    }
}

/// Finds what every sort and every form may begin with.
pub(crate) fn find(table: &mut Table) {
    let mut sorts: BTreeMap<String, First> =
        table.sorts.keys().map(|sort| (sort.clone(), First::default())).collect();
    let builtins = Builtin::ALL;
    sorts.extend(builtins.iter().map(|(name, _)| ((*name).to_owned(), First::default())));
    loop {
        let mut changed = false;
        let mut widen = |sorts: &mut BTreeMap<String, First>, sort: &str, more: First| {
            let Some(known) = sorts.get_mut(sort) else { return };
            let before = *known;
            known.join(&more);
            changed |= before != *known;
        };
        for (name, builtin) in builtins {
            let more = First::of_builtin(builtin, &sorts, table.post_before);
            widen(&mut sorts, name, more);
        }
        for (sort, phrases) in &table.sorts {
            for form in phrases.iter().flat_map(|p| &p.forms) {
                let more = First::of_parts(&form.parts, &sorts);
                widen(&mut sorts, sort, more);
            }
        }
        if !changed {
            break;
        }
    }
    let forms = table.sorts.values_mut().flatten().flat_map(|p: &mut Phrase| &mut p.forms);
    for form in forms {
        form.first = First::of_parts(&form.parts, &sorts);
    }
}
