//! Copies: copiable values and what a copy has besides (2005 rule 503, 2021 rule 707).

use super::modify;
use crate::look::{Context, Look};
use crate::pipeline::{Key, Proposal, Row};
use crate::process::Process;
use crate::state::{State, Values};
use crate::table::Table;
use simpan_cards::ast::{
    Amount, CardTypes, Change, CopyAlso, Filter, Instead, Keyword, Keywords, StaticEffect,
    SubtypeKind,
};
use simpan_cards::program::{AbilityId, AbilityKind, CardId, Signs};
use simpan_cards::{Characteristics, Mark, Pool};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;

/// What a copy has besides or instead, and the ability of whose text that is.
pub(crate) type Exceptions<'a> = (&'a [Change], AbilityId);

impl<'a> Look<'a> {
    /// Copiable values: a card's, or those of a copy with exceptions.
    pub fn base(self, shows: CardId) -> &'a Characteristics {
        let cards = self.pool.len();
        match shows.index().checked_sub(cards) {
            None => &self.pool.card(shows).base,
            Some(own) => &self.s.values[own.min(self.s.values.len() - 1)].base,
        }
    }

    /// The copiable values that an entering object has so far, and who will control it.
    pub(crate) fn entering_values(self, row: &Row) -> Option<(CardId, PlayerId)> {
        let entering = row.entering.as_ref()?;
        let shows = match row.proposal {
            _ if entering.shows != CardId::NONE => entering.shows,
            Proposal::Enter { id } => self.s.object(id)?.copiable(),
            Proposal::Token { card, .. } | Proposal::Create { card, .. } => card,
            _ => return None,
        };
        Some((shows, entering.controller))
    }

    /// From where the text of an entering object is looked at: with what its spell remembers, if
    /// it is resolving.
    pub(crate) fn entering_context(self, id: ObjectId, you: PlayerId) -> Context<'a> {
        let regs = self.s.processes.iter().rev().find_map(|p| match p {
            Process::Frame(f) if f.entry.object == id && !id.is_none() => Some(&f.entry.regs),
            _ => None,
        });
        Context { regs, ..Context::of(id, you) }
    }

    /// The card that copiable values are (or were copied from).
    pub fn face(self, shows: CardId) -> CardId {
        let own = shows.index().checked_sub(self.pool.len());
        own.and_then(|own| self.s.values.get(own)).map_or(shows, |v| v.card)
    }
}

/// The copiable values of a copy of `of` with exceptions, for an object that had the values `own`
/// before. Equal values have one number.
pub(super) fn with_exceptions(
    pool: &Pool,
    s: &mut State,
    of: CardId,
    own: CardId,
    (except, this): Exceptions<'_>,
) -> CardId {
    if except.is_empty() || !holds(rule::COPY_EXCEPT) {
        return of;
    }
    let look = Look { pool, s };
    let mut base = look.base(of).clone();
    let card = look.face(of);
    for change in except {
        make_exception(&mut base, change, look.base(own), (pool, this));
    }
    if base == *look.base(of) {
        return of;
    }
    let values = Values { card, base };
    let at = s.values.iter().position(|v| *v == values).unwrap_or_else(|| {
        s.values.push(values);
        s.values.len() - 1
    });
    CardId((pool.len() + at) as u16)
}

/// One exception. What gives a copy a value of its own keeps it from having an ability that
/// defines that value (2021 rule 707.9d).
fn make_exception(
    c: &mut Characteristics,
    change: &Change,
    own: &Characteristics,
    (pool, this): (&Pool, AbilityId),
) {
    match change {
        Change::GainThis if this != AbilityId::NONE => {
            let ability = pool.ability(this);
            c.abilities.push(this);
            c.signs = c.signs.with(ability.signs);
            c.marks |= Mark::of_ability(ability);
        }
        Change::GainThis => {}
        Change::KeepColors => {
            c.colors = own.colors;
            drop_defining(c, pool, &|d| matches!(d, Change::SetColors(_) | Change::AddColors(_)));
        }
        Change::SetColors(colors) => {
            c.colors = *colors;
            drop_defining(c, pool, &|d| matches!(d, Change::SetColors(_) | Change::AddColors(_)));
        }
        Change::SetPt(Amount::N(a), Amount::N(b)) => {
            (c.power, c.toughness) = (*a, *b);
            drop_defining(c, pool, &|d| matches!(d, Change::SetPt(..)));
        }
        Change::SetTypes { types, subtypes } => {
            modify::modify(c, change, [0, 0], pool);
            let creature = subtypes.iter().any(|s| s.kind() == SubtypeKind::Creature);
            if creature || *types != CardTypes::NONE {
                c.keywords = c.keywords.without(Keywords::of(Keyword::Changeling));
            }
            drop_defining(c, pool, &|d| {
                matches!(d, Change::SetTypes { .. } | Change::AddTypes { .. })
            });
        }
        other => drop(modify::modify(c, other, [0, 0], pool)),
    }
}

/// Takes away the characteristic-defining abilities all of whose changes are of a sort.
fn drop_defining(c: &mut Characteristics, pool: &Pool, sort: &dyn Fn(&Change) -> bool) {
    let before = c.abilities.len();
    c.abilities.retain(|a| match &pool.ability(*a).kind {
        AbilityKind::Static(s) => match &s.effect {
            StaticEffect::Define(changes) => !changes.iter().all(sort),
            _ => true,
        },
        _ => true,
    });
    if c.abilities.len() != before {
        let all = c.abilities.iter().map(|a| pool.ability(*a).signs);
        c.signs = all.fold(Signs::NONE, Signs::with);
    }
}

impl Table<'_> {
    /// The copiable values of a copy of `of` with exceptions.
    pub(crate) fn copy_with(
        &mut self,
        of: CardId,
        own: CardId,
        exceptions: Exceptions<'_>,
    ) -> CardId {
        with_exceptions(self.pool, self.s, of, own, exceptions)
    }

    /// What comes to the battlefield comes as a copy of an object (2005 rule 503.5, 2021 rule
    /// 707.5). What an earlier copy effect gave it besides is gone (2021 rule 707.9e).
    pub(crate) fn come_as_copy(&mut self, row: &mut Row, key: Key, of: ObjectId) {
        let look = self.look();
        let Some(o) =
            look.object_or_last(of).filter(|_| holds(rule::COPY_ENTERS) && holds(rule::COPY))
        else {
            return;
        };
        let (of, chosen) = (o.copiable(), o.chosen);
        let of = if of == o.card || holds(rule::COPY_OF_COPY) { of } else { o.card };
        let Some((own, you)) = look.entering_values(row) else { return };
        let ability = key.ability();
        let AbilityKind::Static(s) = &self.pool.ability(ability).kind else { return };
        let StaticEffect::Replace(replacement) = &s.effect else { return };
        let Instead::AsCopy { except, also, .. } = &replacement.instead else { return };
        let mut shows = self.copy_with(of, own, (except, ability));
        let mut counters = None;
        if let Some(CopyAlso { if_, except, counters: more }) = also {
            let look = self.look();
            let ctx = look.entering_context(key.source(), you);
            let base = look.base(shows);
            let applies = |f: &Filter| f.all.iter().all(|p| look.quality(base, p, ctx));
            if if_.as_ref().is_none_or(applies) {
                counters = more.as_ref().map(|(kind, n)| (*kind, look.amount(n, ctx)));
                shows = self.copy_with(shows, own, (except, ability));
            }
        }
        if let Some(entering) = &mut row.entering {
            entering.shows = shows;
            if chosen != Default::default() && !holds(rule::COPY_CHOICES) {
                entering.chosen = chosen;
            }
            entering.copy_counters = counters;
        }
    }
}
