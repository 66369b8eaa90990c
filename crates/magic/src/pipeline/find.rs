//! Which effects could replace or prevent an event.

use super::{Batch, Key, Proposal, Row};
use crate::look::{Context, Look, ThingList};
use crate::object::{ObjectKind, Thing};
use crate::ruleset::ReplacementOrder;
use crate::state::{ContinuousEffect, State, Until};
use simpan_cards::ast::{
    Action, Filter, Instead, KeywordAbility, Kind, Replacement, StaticEffect, Subject, Things,
    Would, Zone,
};
use simpan_cards::program::{AbilityId, AbilityKind, Op, Sign, Signs};
use simpan_cards::{Characteristics, Pool};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::{marker, rule};
use smallvec::SmallVec;

/// An effect that could be applied to an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) key: Key,
    pub(super) optional: bool,
    class: Class,
    /// It prevents all of the damage and does nothing else.
    prevents_all: bool,
}

/// What comes first (2021 rule 616.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Own,
    Control,
    Copy,
    Any,
}

pub(super) type Options = SmallVec<[Candidate; 4]>;

/// A key as long as nothing else is known of it: of counters that something comes with.
const COUNTERS: u8 = 0x80;

/// Whether it makes no difference which one is applied.
pub(super) fn alike(options: &Options) -> bool {
    options.iter().all(|o| o.prevents_all && !o.optional)
}

/// The replacement effect that an effect of a resolved spell or ability is.
fn of_effect<'p>(pool: &'p Pool, effect: &ContinuousEffect) -> Option<&'p Replacement> {
    match pool.program(effect.program).ops.get(usize::from(effect.op)) {
        Some(Op::Do(Action::Replace { replacement, .. })) => Some(replacement),
        _ => None,
    }
}

/// The replacement effect that a static ability states.
fn of_ability(pool: &Pool, ability: AbilityId) -> Option<&Replacement> {
    match &pool.ability(ability).kind {
        AbilityKind::Static(s) => match &s.effect {
            StaticEffect::Replace(r) => Some(r),
            _ => None,
        },
        _ => None,
    }
}

/// The replacement effect of a key; none for shields and keywords.
pub(super) fn of_key<'p>(pool: &'p Pool, s: &State, key: Key) -> Option<&'p Replacement> {
    match key {
        Key::Ability { ability, .. } => of_ability(pool, ability),
        Key::Effect { timestamp, .. } => {
            of_effect(pool, s.effects.iter().find(|e| e.timestamp == timestamp)?)
        }
        Key::Shield { .. } | Key::Protection { .. } => None,
    }
}

/// The kinds of events that an event is, for effects that replace them.
fn signs_of(row: &Row) -> Signs {
    let sign = match row.proposal {
        Proposal::Damage { .. } => Sign::WouldDamage,
        Proposal::Draw { .. } => Sign::WouldDraw,
        Proposal::GainLife { .. } => Sign::WouldGainLife,
        Proposal::LoseLife { .. } => Sign::WouldLoseLife,
        Proposal::Counters { .. } => Sign::WouldGetCounters,
        Proposal::Create { .. } => Sign::WouldCreate,
        Proposal::Lose { .. } => Sign::WouldLose,
        Proposal::Enter { .. } | Proposal::Token { .. } => Sign::WouldEnter,
        Proposal::Destroy { .. } => {
            let signs = Signs::of(Sign::WouldBeDestroyed).with(Signs::of(Sign::WouldDie));
            return signs.with(Signs::of(Sign::WouldMove));
        }
        Proposal::Sacrifice { .. } | Proposal::Move { .. } => {
            return Signs::of(Sign::WouldDie).with(Signs::of(Sign::WouldMove));
        }
        Proposal::Discard { .. } => {
            return Signs::of(Sign::WouldDiscard).with(Signs::of(Sign::WouldMove));
        }
        Proposal::Dealt { .. } | Proposal::Poison { .. } | Proposal::Regenerate { .. } => {
            return Signs::NONE;
        }
    };
    Signs::of(sign)
}

/// What a row is seen as while effects are looked for.
struct Seen<'r> {
    batch: &'r Batch,
    row: &'r Row,
    /// What the entering object would be.
    entering: Option<std::borrow::Cow<'r, Characteristics>>,
}

impl<'a> Look<'a> {
    /// The effects that could be applied to the row being looked at, each of them once; and
    /// whether the event can't happen, so that only self-replacement effects may be (2021 rule
    /// 614.17c).
    pub(super) fn options(self, p: &Batch) -> (Options, bool) {
        let at = usize::from(p.at);
        let mut out = self.replacements(p, at);
        let forbidden = self.is_forbidden(p, at);
        if forbidden {
            out.retain(|o| o.class == Class::Own);
        }
        (out, forbidden)
    }

    fn replacements(self, p: &Batch, at: usize) -> Options {
        let mut out = Options::new();
        let row = &p.rows[at];
        let seen = Seen { batch: p, row, entering: self.entering_as(row) };
        match row.proposal {
            Proposal::Damage { source, to, amount, combat } if amount > 0 => {
                self.protection_option(source, to, &mut out);
                self.shield_options(to, combat, &mut out);
            }
            Proposal::Destroy { id, regenerate: true } => self.regeneration_options(id, &mut out),
            Proposal::Draw { player } => self.dredge_options(player, &mut out),
            Proposal::Enter { .. } | Proposal::Token { .. } => {
                self.entering_options(&seen, &mut out);
            }
            _ => {}
        }
        self.each_effect(&seen, |key, r, class| {
            let candidate = self.candidate(key, r, class, row);
            if let Some(candidate) = candidate
                && self.is_of_use(&seen, key, r)
            {
                out.push(candidate);
            }
        });
        self.counters_options(&seen, &mut out);
        if marker::holds(rule::REPLACEMENT_ONCE) {
            out.retain(|o| !row.applied.contains(&o.key));
        }
        if let Some(first) = out.iter().map(|o| o.class).min() {
            out.retain(|o| o.class == first);
        }
        out
    }

    fn candidate(
        self,
        key: Key,
        r: &Replacement,
        class: Option<Class>,
        row: &Row,
    ) -> Option<Candidate> {
        let by_class = self.s.rules.replacement_order == ReplacementOrder::ByClass
            && marker::holds(rule::REPLACEMENT_CLASSES);
        let class = match (class, &r.instead) {
            (Some(class), _) => class,
            (None, Instead::Control(_)) if by_class => Class::Control,
            (None, Instead::AsCopy { .. }) if by_class => Class::Copy,
            (None, Instead::Cant | Instead::CantPrevent) => return None,
            _ => Class::Any,
        };
        let limited = matches!(key, Key::Effect { .. }) && self.limit(key).is_some();
        let prevents_all = matches!(r.instead, Instead::Prevent(None))
            && r.also.is_none()
            && !limited
            && !row.unpreventable;
        // Whether to come as a copy is decided with the choice of what to copy.
        let optional = r.optional && !matches!(r.instead, Instead::AsCopy { .. });
        Some(Candidate { key, optional, class, prevents_all })
    }

    /// Calls `f` with every effect of static abilities of permanents, and of resolved spells and
    /// abilities, that speaks of the event.
    fn each_effect(self, seen: &Seen<'_>, mut f: impl FnMut(Key, &'a Replacement, Option<Class>)) {
        let signs = signs_of(seen.row);
        if self.s.signs.meets(signs) {
            for source in self.s.battlefield.iter().copied() {
                let o = &self.s.objects[source.index()];
                let c = self.now(o);
                if !c.signs.meets(signs) {
                    continue;
                }
                for (i, ability) in c.abilities.iter().copied().enumerate() {
                    let Some(r) = self.in_force(ability, source, o.controller) else { continue };
                    let itself = matches!(&r.would, Would::Enter(Subject::This));
                    if !itself && self.speaks_of(r, seen, Context::of(source, o.controller)) {
                        let nth = c.abilities[..i].iter().filter(|a| **a == ability).count() as u8;
                        f(Key::Ability { source, ability, nth }, r, None);
                    }
                }
            }
        }
        for effect in &self.s.effects {
            let (Some(held), Some(r)) = (&effect.held, of_effect(self.pool, effect)) else {
                continue;
            };
            let ctx = Context {
                source: effect.source,
                you: effect.controller,
                regs: Some(&held.regs),
                first_word: held.first_word,
            };
            let chosen = match (held.chosen, seen.row.proposal) {
                (Some(chosen), Proposal::Damage { source, .. }) => chosen == source,
                (Some(_), _) => false,
                (None, _) => true,
            };
            if chosen && self.speaks_of(r, seen, ctx) {
                let own = effect.until == Until::Followed && marker::holds(rule::SELF_REPLACEMENT);
                let key = Key::Effect { source: effect.source, timestamp: effect.timestamp };
                f(key, r, own.then_some(Class::Own));
            }
        }
    }

    /// Whether something says that the event can't happen.
    fn is_forbidden(self, p: &Batch, at: usize) -> bool {
        let row = &p.rows[at];
        if let Proposal::GainLife { player, .. } = row.proposal
            && self.s.players[player.index()].mods.no_life_gain
        {
            return true;
        }
        let seen = Seen { batch: p, row, entering: self.entering_as(row) };
        let mut found = false;
        self.each_effect(&seen, |_, r, _| found |= r.instead == Instead::Cant);
        found && marker::holds(rule::CANT_HAPPEN)
    }

    /// Whether damage can't be prevented (2021 rule 615.12).
    pub(super) fn is_unpreventable(self, p: &Batch, at: usize) -> bool {
        let row = &p.rows[at];
        let seen = Seen { batch: p, row, entering: None };
        let mut found = row.unpreventable;
        self.each_effect(&seen, |_, r, _| found |= r.instead == Instead::CantPrevent);
        found && marker::holds(rule::UNPREVENTABLE)
    }

    /// Who chooses among effects: the affected player or the affected object's controller, or its
    /// owner if nobody controls it.
    pub(super) fn chooser(self, row: &Row) -> PlayerId {
        let of = |id: ObjectId| self.object_or_last(id).map_or(PlayerId(0), |o| o.controller);
        match row.proposal {
            Proposal::Draw { player }
            | Proposal::GainLife { player, .. }
            | Proposal::LoseLife { player, .. }
            | Proposal::Poison { player, .. }
            | Proposal::Discard { player, .. }
            | Proposal::Lose { player, .. } => player,
            Proposal::Damage { to, .. } | Proposal::Dealt { to, .. } => match to {
                Thing::Player(player) => player,
                Thing::Object(id) => of(id),
                Thing::None => PlayerId(0),
            },
            Proposal::Destroy { id, .. }
            | Proposal::Sacrifice { id }
            | Proposal::Regenerate { id }
            | Proposal::Move { id, .. }
            | Proposal::Enter { id }
            | Proposal::Counters { id, .. } => of(id),
            Proposal::Token { .. } | Proposal::Create { .. } => {
                row.entering.as_ref().map_or(PlayerId(0), |e| e.controller)
            }
        }
    }

    fn protection_option(self, source: ObjectId, to: Thing, out: &mut Options) {
        let Thing::Object(id) = to else { return };
        let (Some(c), Some(by)) = (self.characteristics(id), self.characteristics(source)) else {
            return;
        };
        let protected = c.signs.has(Sign::Keyworded) && self.protected_from(c, id, by);
        if protected && marker::holds(rule::PROTECTION_DAMAGE) {
            let key = Key::Protection { source: id };
            out.push(Candidate { key, optional: false, class: Class::Any, prevents_all: true });
        }
    }

    fn shield_options(self, to: Thing, combat: bool, out: &mut Options) {
        use crate::state::ShieldKind as S;
        for shield in &self.s.shields {
            let covers = shield.on == to || shield.on == Thing::None;
            let works = match shield.kind {
                S::Prevent(_) | S::PreventAll => true,
                S::PreventCombat => combat,
                S::Regenerate => false,
            };
            if covers && works {
                let key = Key::Shield { source: shield.source, timestamp: shield.timestamp };
                let prevents_all = !matches!(shield.kind, S::Prevent(_));
                out.push(Candidate { key, optional: false, class: Class::Any, prevents_all });
            }
        }
    }

    /// Whether effects that regenerate a permanent may be applied.
    fn may_regenerate(self, id: ObjectId) -> bool {
        self.characteristics(id).is_some_and(|c| c.marks & simpan_cards::Mark::NO_REGENERATION == 0)
    }

    fn regeneration_options(self, id: ObjectId, out: &mut Options) {
        // All regeneration shields of one permanent do the same; one stands for all.
        let shield =
            self.s.shields.iter().find(|s| {
                s.kind == crate::state::ShieldKind::Regenerate && s.on == Thing::Object(id)
            });
        if let Some(shield) = shield
            && self.may_regenerate(id)
        {
            let key = Key::Shield { source: id, timestamp: shield.timestamp };
            out.push(Candidate { key, optional: false, class: Class::Any, prevents_all: false });
        }
    }

    fn dredge_options(self, player: PlayerId, out: &mut Options) {
        let p = &self.s.players[player.index()];
        for id in &p.graveyard {
            let c = self.now(&self.s.objects[id.index()]);
            if !c.signs.has(Sign::WouldDraw) {
                continue;
            }
            for ability in &c.abilities {
                let lowered = self.pool.ability(*ability);
                if let AbilityKind::Keyword(KeywordAbility::Dredge(n)) = lowered.kind
                    && p.library.len() >= usize::from(n)
                {
                    let key = Key::Ability { source: *id, ability: *ability, nth: 0 };
                    let class = Class::Any;
                    out.push(Candidate { key, optional: true, class, prevents_all: false });
                }
            }
        }
    }

    /// Abilities of the entering object itself that say how it comes.
    fn entering_options(self, seen: &Seen<'_>, out: &mut Options) {
        let Some(c) = &seen.entering else { return };
        let source = match seen.row.proposal {
            Proposal::Enter { id } => id,
            _ => ObjectId::NONE,
        };
        let you = seen.row.entering.as_ref().map_or(PlayerId(0), |e| e.controller);
        for (i, ability) in c.abilities.iter().copied().enumerate() {
            let Some(r) = self.in_force(ability, source, you) else { continue };
            if r.would == Would::Enter(Subject::This) {
                let nth = c.abilities[..i].iter().filter(|a| **a == ability).count() as u8;
                let key = Key::Ability { source, ability, nth };
                out.extend(self.candidate(key, r, None, seen.row));
            }
        }
    }

    /// Effects on counters that are put on the object as it enters (2021 rule 614.16), once what
    /// says how it enters has been applied.
    fn counters_options(self, seen: &Seen<'_>, out: &mut Options) {
        let fresh = |o: &Candidate| !seen.row.applied.contains(&o.key);
        let Some(entering) = &seen.row.entering else { return };
        if entering.counters.is_empty()
            || !self.s.signs.has(Sign::WouldGetCounters)
            || (out.iter().any(fresh) && marker::holds(rule::REPLACEMENT_CONTAINED))
        {
            return;
        }
        for source in self.s.battlefield.iter().copied() {
            let o = &self.s.objects[source.index()];
            let c = self.now(o);
            if !c.signs.has(Sign::WouldGetCounters) {
                continue;
            }
            let ctx = Context::of(source, o.controller);
            for ability in c.abilities.iter().copied() {
                let Some(r) = self.in_force(ability, source, o.controller) else { continue };
                let Would::PutCounters { what: Subject::Any(filter), kind } = &r.would else {
                    continue;
                };
                for (i, (k, _)) in entering.counters.iter().enumerate() {
                    if kind.is_none_or(|kind| kind == *k) && self.entering_fits(filter, seen, ctx) {
                        let nth = COUNTERS | i as u8;
                        let key = Key::Ability { source, ability, nth };
                        out.extend(self.candidate(key, r, None, seen.row));
                    }
                }
            }
        }
    }

    /// A static ability's replacement effect, if what it depends on holds.
    fn in_force(self, ability: AbilityId, id: ObjectId, you: PlayerId) -> Option<&'a Replacement> {
        let r = of_ability(self.pool, ability)?;
        let AbilityKind::Static(s) = &self.pool.ability(ability).kind else { return None };
        let ctx = Context::of(id, you);
        s.while_.as_ref().is_none_or(|w| self.condition(w, ctx)).then_some(r)
    }

    // --- whether an effect speaks of an event ---------------------------------------------------

    fn speaks_of(self, r: &Replacement, seen: &Seen<'_>, ctx: Context<'_>) -> bool {
        let row = seen.row;
        match (&r.would, row.proposal) {
            (Would::Damage { to, .. }, Proposal::LoseLife { player, .. }) => {
                matches!(r.instead, Instead::LeaveLife(_))
                    && row.from_damage
                    && to.as_ref().is_none_or(|w| self.thing_is(Thing::Player(player), w, ctx))
            }
            (
                Would::Damage { source, to, combat },
                Proposal::Damage { source: s, to: t, combat: c, .. },
            ) => {
                !matches!(r.instead, Instead::LeaveLife(_))
                    && (!combat || c)
                    && source.as_ref().is_none_or(|f| self.fits_all(s, f, ctx))
                    && to.as_ref().is_none_or(|wanted| self.thing_is(t, wanted, ctx))
            }
            (Would::Draw(who), Proposal::Draw { player })
            | (Would::GainLife(who), Proposal::GainLife { player, .. })
            | (Would::LoseLife(who), Proposal::LoseLife { player, .. })
            | (Would::Lose(who), Proposal::Lose { player, .. }) => self.is_among(player, who, ctx),
            (Would::Create(who), Proposal::Create { .. }) => {
                self.is_among(self.chooser(row), who, ctx)
            }
            (Would::Destroy(s), Proposal::Destroy { id, .. }) => self.subject(s, id, ctx),
            (Would::Die(s), _) => self.goes(row).is_some_and(|(id, from, to)| {
                (from, to) == (Zone::Battlefield, Zone::Graveyard) && self.subject(s, id, ctx)
            }),
            (Would::Move { what, from, to }, _) => self.goes(row).is_some_and(|(id, f, t)| {
                t == *to && from.is_none_or(|from| from == f) && self.is_card(what, id, ctx)
            }),
            (Would::Discard { who, what }, Proposal::Discard { id, player }) => {
                self.is_among(player, who, ctx) && self.fits_all(id, what, ctx)
            }
            (Would::PutCounters { what, kind }, Proposal::Counters { id, kind: k, by }) => {
                kind.is_none_or(|kind| kind == k) && by > 0 && self.subject(what, id, ctx)
            }
            (
                Would::Enter(Subject::Any(filter)),
                Proposal::Enter { .. } | Proposal::Token { .. },
            ) => self.entering_fits(filter, seen, ctx),
            _ => false,
        }
    }

    /// What a row moves, from where and to where.
    fn goes(self, row: &Row) -> Option<(ObjectId, Zone, Zone)> {
        let (id, to) = match row.proposal {
            Proposal::Destroy { id, .. }
            | Proposal::Sacrifice { id }
            | Proposal::Discard { id, .. } => (id, Zone::Graveyard),
            Proposal::Move { id, to, .. } => (id, to),
            _ => return None,
        };
        Some((id, self.s.object(id)?.zone, to))
    }

    /// Whether a subject is that object; a filter for cards means cards, not tokens.
    fn is_card(self, what: &Subject, id: ObjectId, ctx: Context<'_>) -> bool {
        let card = self.s.object(id).is_some_and(|o| o.kind == ObjectKind::Card);
        let cards = matches!(what, Subject::Any(Filter { kind: Kind::Card(_), .. }));
        (card || !cards) && self.subject(what, id, ctx)
    }

    fn entering_fits(self, filter: &Filter, seen: &Seen<'_>, ctx: Context<'_>) -> bool {
        use simpan_cards::ast::Predicate as P;
        let (Some(c), Some(entering)) = (&seen.entering, &seen.row.entering) else { return false };
        let id = match seen.row.proposal {
            Proposal::Enter { id } => id,
            _ => ObjectId::NONE,
        };
        let owner = match seen.row.proposal {
            Proposal::Token { owner, .. } => owner,
            _ => self.s.object(id).map_or(entering.controller, |o| o.owner),
        };
        let token = matches!(seen.row.proposal, Proposal::Token { .. });
        filter.all.iter().all(|p| match p {
            P::Controller(who) => self.is_among(entering.controller, who, ctx),
            P::Owner(who) => self.is_among(owner, who, ctx),
            P::Other => true,
            P::Token => token,
            P::Not(inner) if **inner == P::Token => !token,
            P::Is(objects) => self.objects_now(objects, ctx).contains(&id),
            p => self.quality(c, p, ctx),
        })
    }

    // --- whether applying it would do anything --------------------------------------------------

    /// Whether an effect that speaks of an event would change anything.
    fn is_of_use(self, seen: &Seen<'_>, key: Key, r: &Replacement) -> bool {
        let row = seen.row;
        match (&r.instead, row.proposal) {
            (Instead::Redirect(to), Proposal::Damage { to: from, .. }) => {
                self.redirected(key, to, from).is_some()
            }
            (Instead::LeaveLife(n), Proposal::LoseLife { player, .. }) => {
                let (gained, now) = self.life_after(seen.batch, player);
                gained >= *n && now < *n
            }
            (Instead::Regenerate, Proposal::Destroy { id, regenerate }) => {
                regenerate && self.may_regenerate(id)
            }
            _ => true,
        }
    }

    /// To what an effect redirects damage; nothing if it can't (2005 rule 419.6c, 2021 rule 614.9)
    /// or if that changes nothing.
    pub(super) fn redirected(self, key: Key, to: &Things, from: Thing) -> Option<Thing> {
        let to = self.things_now(to, self.key_context(key)).first().copied()?;
        let able = |thing| match thing {
            Thing::Player(p) => !self.s.players[p.index()].lost,
            Thing::Object(id) => self.takes_damage(id),
            Thing::None => false,
        };
        (to != from && able(to) && able(from)).then_some(to)
    }

    /// A player's life after the batch: counting what is gained alone, and all.
    pub(super) fn life_after(self, p: &Batch, player: PlayerId) -> (i32, i32) {
        let life = self.s.players[player.index()].life;
        let mut sums = (life, life);
        for row in p.rows.iter().filter(|r| !r.gone) {
            match row.proposal {
                Proposal::GainLife { player: q, amount } if q == player => {
                    sums = (sums.0 + amount, sums.1 + amount);
                }
                Proposal::LoseLife { player: q, amount } if q == player => sums.1 -= amount,
                _ => {}
            }
        }
        sums
    }

    /// From where the text of a key is looked at.
    pub(super) fn key_context(self, key: Key) -> Context<'a> {
        let source = key.source();
        match key {
            Key::Effect { timestamp, .. } => {
                let effect = self.s.effects.iter().find(|e| e.timestamp == timestamp);
                let held = effect.and_then(|e| e.held.as_deref());
                Context {
                    source,
                    you: effect.map_or(PlayerId(0), |e| e.controller),
                    regs: held.map(|h| &h.regs),
                    first_word: held.map_or(0, |h| h.first_word),
                }
            }
            _ => Context::of(source, self.controller(source).unwrap_or(PlayerId(0))),
        }
    }

    /// How much an effect is still good for, if that is limited: 0 for one that is applied once,
    /// to however much.
    fn limit(self, key: Key) -> Option<i32> {
        match key {
            Key::Effect { timestamp, .. } => {
                let effect = self.s.effects.iter().find(|e| e.timestamp == timestamp)?;
                let held = effect.held.as_deref()?;
                if held.once { Some(0) } else { held.left }
            }
            Key::Shield { timestamp, .. } => {
                let shield = self.s.shields.iter().find(|s| s.timestamp == timestamp)?;
                match shield.kind {
                    crate::state::ShieldKind::Prevent(left) => Some(left),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The open rows of the same player to which an effect could be applied, the one being looked
    /// at first.
    pub(super) fn rows_with(self, p: &Batch, key: Key) -> impl Iterator<Item = usize> {
        let at = usize::from(p.at);
        let player = self.chooser(&p.rows[at]);
        let others = (0..p.rows.len()).filter(move |i| *i != at);
        std::iter::once(at).chain(others).filter(move |i| {
            let row = &p.rows[*i];
            !row.gone
                && !row.settled
                && self.chooser(row) == player
                && self.replacements(p, *i).iter().any(|o| o.key == key)
        })
    }

    /// Events that happen together to one player or permanent and that an effect isn't enough for:
    /// the player says which is looked at first (2005 rule 419.7b, 2021 rule 615.7). Each is named
    /// by the source of its damage or by what it is about.
    pub(super) fn rivals(self, p: &Batch, options: &Options) -> Option<(ThingList, Key)> {
        let at = usize::from(p.at);
        let row = &p.rows[at];
        if row.first || p.rows.len() < 2 {
            return None;
        }
        for key in options.iter().map(|o| o.key) {
            let Some(limit) = self.limit(key) else { continue };
            let (mut things, mut sum) = (ThingList::new(), 0);
            for rival in self.rows_with(p, key) {
                let rival = &p.rows[rival];
                if let Some(thing) = rival.thing()
                    && !things.contains(&thing)
                {
                    things.push(thing);
                    sum += rival.number();
                }
            }
            if things.len() > 1 && sum > limit {
                return Some((things, key));
            }
        }
        None
    }
}

impl Row {
    /// What stands for the event among others.
    pub(super) fn thing(&self) -> Option<Thing> {
        match self.proposal {
            Proposal::Damage { source, .. } => Some(Thing::Object(source)),
            other => other.object().map(Thing::Object),
        }
    }

    /// How much the event is of something that can be counted.
    pub(super) fn number(&self) -> i32 {
        match self.proposal {
            Proposal::Damage { amount, .. }
            | Proposal::Dealt { amount, .. }
            | Proposal::GainLife { amount, .. }
            | Proposal::LoseLife { amount, .. }
            | Proposal::Poison { amount, .. } => amount,
            Proposal::Counters { by, .. } => by,
            Proposal::Create { count, .. } => i32::from(count),
            _ => 1,
        }
    }
}

impl Key {
    /// Of which of the counters that something comes with it speaks.
    pub(super) fn counters(self) -> Option<usize> {
        match self {
            Self::Ability { nth, .. } if nth & COUNTERS != 0 => Some(usize::from(nth & !COUNTERS)),
            _ => None,
        }
    }
}
