//! Which effects replace or prevent an event, and what they make of it.

use super::{Asked, Batch, Key, Proposal, Row};
use crate::event::EventKind;
use crate::look::{Context, Look, ThingList};
use crate::object::Thing;
use crate::process::{Form, Frame, Process};
use crate::ruleset::ComesAs;
use crate::state::{EntryKind, Piece, Registers, ShieldKind, StackEntry, Until};
use crate::table::Table;
use simpan_cards::Characteristics;
use simpan_cards::ast::{
    Action, Choice, Filter, Instead, KeywordAbility, Replacement, StaticEffect, Subject, Would,
    Zone,
};
use simpan_cards::program::{AbilityId, AbilityKind, CardId, Op, ProgramId, Sign};
use simpan_engine::{Flow, ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// An effect that could be applied to an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) key: Key,
    pub(super) optional: bool,
    /// Copy effects of what enters come first (2021 rule 616.1c).
    first: bool,
}

type Options = SmallVec<[Candidate; 4]>;

/// No ability: the key of a shield.
const SHIELD: AbilityId = AbilityId::NONE;
/// The key of protection.
const PROTECTION: u16 = u16::MAX - 1;
const NOT_NUMBERED: u16 = u16::MAX;

impl<'a> Look<'a> {
    /// Whether any replacement effect from a resolved spell or ability is in force.
    pub(super) fn temporary_replacements(self) -> bool {
        self.s.effects.iter().any(|e| self.temporary(e.program, e.op).is_some())
    }

    fn temporary(self, program: ProgramId, op: u16) -> Option<&'a Replacement> {
        match self.pool.program(program).ops.get(usize::from(op)) {
            Some(Op::Do(Action::Replace { replacement, .. })) => Some(replacement),
            _ => None,
        }
    }

    /// The effects that could be applied to a row now, each of them once.
    pub(super) fn replacements(self, row: &Row) -> Options {
        let mut out = Options::new();
        match row.proposal {
            Proposal::Damage { source, to, amount, combat } if amount > 0 => {
                self.protection_option(source, to, &mut out);
                self.shield_options(to, source, combat, &mut out);
                self.static_options(row, Sign::WouldDamage, &mut out);
            }
            Proposal::Destroy { id, regenerate } => {
                if regenerate {
                    self.regeneration_options(id, &mut out);
                }
                self.static_options(row, Sign::WouldBeDestroyed, &mut out);
                self.static_options(row, Sign::WouldDie, &mut out);
            }
            Proposal::Sacrifice { .. } | Proposal::Move { to: Zone::Graveyard, .. } => {
                self.static_options(row, Sign::WouldDie, &mut out);
            }
            Proposal::Draw { player } => {
                self.static_options(row, Sign::WouldDraw, &mut out);
                self.dredge_options(player, &mut out);
            }
            Proposal::GainLife { .. } => self.static_options(row, Sign::WouldGainLife, &mut out),
            Proposal::Discard { .. } => self.static_options(row, Sign::WouldDiscard, &mut out),
            Proposal::Counters { .. } => {
                self.static_options(row, Sign::WouldGetCounters, &mut out);
            }
            Proposal::Lose { .. } => self.static_options(row, Sign::WouldLose, &mut out),
            Proposal::Enter { .. } | Proposal::Token { .. } => {
                self.entering_options(row, &mut out);
                self.static_options(row, Sign::WouldEnter, &mut out);
            }
            _ => {}
        }
        out.retain(|o| !row.applied.contains(&o.key));
        if out.iter().any(|o| o.first) {
            out.retain(|o| o.first);
        }
        out
    }

    /// Who chooses among effects: the affected player or the affected object's controller.
    pub(super) fn chooser(self, row: &Row) -> PlayerId {
        let of = |id: ObjectId| self.object_or_last(id).map_or(PlayerId(0), |o| o.controller);
        match row.proposal {
            Proposal::Draw { player }
            | Proposal::GainLife { player, .. }
            | Proposal::LoseLife { player, .. }
            | Proposal::Discard { player, .. }
            | Proposal::Lose { player, .. } => player,
            Proposal::Damage { to: Thing::Player(player), .. } => player,
            Proposal::Damage { to: Thing::Object(id), .. } => of(id),
            Proposal::Damage { to: Thing::None, .. } => PlayerId(0),
            Proposal::Destroy { id, .. }
            | Proposal::Sacrifice { id }
            | Proposal::Move { id, .. }
            | Proposal::Counters { id, .. } => of(id),
            Proposal::Enter { .. } | Proposal::Token { .. } => {
                row.entering.as_ref().map_or(PlayerId(0), |e| e.controller)
            }
        }
    }

    fn protection_option(self, source: ObjectId, to: Thing, out: &mut Options) {
        let Thing::Object(id) = to else { return };
        let (Some(c), Some(by)) = (self.characteristics(id), self.characteristics(source)) else {
            return;
        };
        if c.signs.has(Sign::Keyworded) && self.protected_from(c, id, by) {
            let key = Key { source: id, ability: SHIELD, nth: PROTECTION };
            out.push(Candidate { key, optional: false, first: true });
        }
    }

    fn shield_options(self, to: Thing, source: ObjectId, combat: bool, out: &mut Options) {
        for (nth, shield) in self.s.shields.iter().enumerate() {
            let covers = shield.on == to || shield.on == Thing::None;
            let works = match shield.kind {
                ShieldKind::Prevent(_) | ShieldKind::PreventAll => true,
                ShieldKind::PreventCombat => combat,
                ShieldKind::PreventFrom(from) => from == source,
                ShieldKind::Regenerate => false,
            };
            if covers && works {
                let key = Key { source: shield.source, ability: SHIELD, nth: nth as u16 };
                out.push(Candidate { key, optional: false, first: false });
            }
        }
    }

    fn regeneration_options(self, id: ObjectId, out: &mut Options) {
        let barred = self
            .characteristics(id)
            .is_some_and(|c| c.marks & simpan_cards::Mark::NO_REGENERATION != 0);
        if barred {
            return;
        }
        // All regeneration shields of one permanent do the same; one stands for all.
        let found = self
            .s
            .shields
            .iter()
            .position(|s| s.kind == ShieldKind::Regenerate && s.on == Thing::Object(id));
        if let Some(nth) = found {
            let key = Key { source: id, ability: SHIELD, nth: nth as u16 };
            out.push(Candidate { key, optional: false, first: false });
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
                    let key = Key { source: *id, ability: *ability, nth: NOT_NUMBERED };
                    out.push(Candidate { key, optional: true, first: false });
                }
            }
        }
    }

    /// Static abilities of permanents, and effects of resolved spells, that replace the event.
    fn static_options(self, row: &Row, sign: Sign, out: &mut Options) {
        if self.s.signs.has(sign) {
            for id in self.s.battlefield.iter().copied() {
                let o = &self.s.objects[id.index()];
                let c = self.now(o);
                if !c.signs.has(sign) {
                    continue;
                }
                for ability in &c.abilities {
                    if let Some(r) = self.replacement_of(*ability, id, o.controller) {
                        let itself = matches!(&r.would, Would::Enter(Subject::This));
                        let ctx = Context::of(id, o.controller);
                        if !itself && self.would_match(&r.would, row, ctx) {
                            let key = Key { source: id, ability: *ability, nth: NOT_NUMBERED };
                            out.push(Candidate { key, optional: r.optional, first: false });
                        }
                    }
                }
            }
        }
        for (nth, effect) in self.s.effects.iter().enumerate() {
            let Some(r) = self.temporary(effect.program, effect.op) else { continue };
            let ctx = Context::of(effect.source, effect.controller);
            if self.would_match(&r.would, row, ctx) {
                let key = Key { source: effect.source, ability: SHIELD, nth: 0x4000 | nth as u16 };
                out.push(Candidate { key, optional: r.optional, first: false });
            }
        }
    }

    fn replacement_of(
        self,
        ability: AbilityId,
        id: ObjectId,
        you: PlayerId,
    ) -> Option<&'a Replacement> {
        match &self.pool.ability(ability).kind {
            AbilityKind::Static(s) => match &s.effect {
                StaticEffect::Replace(r) => {
                    let holds =
                        s.while_.as_ref().is_none_or(|w| self.condition(w, Context::of(id, you)));
                    holds.then_some(r)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn would_match(self, would: &Would, row: &Row, ctx: Context<'_>) -> bool {
        match (would, row.proposal) {
            (
                Would::Damage { source, to, combat },
                Proposal::Damage { source: s, to: t, combat: c, .. },
            ) => {
                (!combat || c)
                    && source.as_ref().is_none_or(|f| self.fits_all(s, f, ctx))
                    && to.as_ref().is_none_or(|wanted| self.thing_is(t, wanted, ctx))
            }
            (Would::Draw(who), Proposal::Draw { player }) => self.is_among(player, who, ctx),
            (Would::GainLife(who), Proposal::GainLife { player, .. }) => {
                self.is_among(player, who, ctx)
            }
            (Would::Destroy(s), Proposal::Destroy { id, .. }) => self.subject(s, id, ctx),
            (Would::Die(s), Proposal::Destroy { id, .. })
            | (Would::Die(s), Proposal::Sacrifice { id })
            | (Would::Die(s), Proposal::Move { id, to: Zone::Graveyard, .. }) => {
                self.s.object(id).is_some_and(|o| o.zone == Zone::Battlefield)
                    && self.subject(s, id, ctx)
            }
            (Would::Discard { who, what }, Proposal::Discard { id, player }) => {
                self.is_among(player, who, ctx) && self.fits_all(id, what, ctx)
            }
            (Would::PutCounters { what, kind }, Proposal::Counters { id, kind: k, by }) => {
                *kind == k && by > 0 && self.subject(what, id, ctx)
            }
            (Would::Lose(who), Proposal::Lose { player, .. }) => self.is_among(player, who, ctx),
            (
                Would::Enter(Subject::Any(filter)),
                Proposal::Enter { .. } | Proposal::Token { .. },
            ) => self.entering_fits(filter, row, ctx),
            _ => false,
        }
    }

    // --- entering ---------------------------------------------------------------------------

    /// What the entering object would be, as far as copying goes.
    pub(super) fn entering_base(self, row: &Row) -> Option<&'a Characteristics> {
        self.entering_values(row).map(|(shows, _)| self.base(shows))
    }

    fn entering_fits(self, filter: &Filter, row: &Row, ctx: Context<'_>) -> bool {
        use simpan_cards::ast::Predicate as P;
        let Some(c) = self.entering_base(row) else { return false };
        let controller = row.entering.as_ref().map_or(PlayerId(0), |e| e.controller);
        filter.all.iter().all(|p| match p {
            P::Controller(who) => self.is_among(controller, who, ctx),
            P::Other => true,
            p => self.quality(c, p, ctx),
        })
    }

    /// The abilities by which it is judged how an object comes: those of its text, or those it
    /// would have on the battlefield.
    fn entering_abilities(self, row: &Row) -> Option<SmallVec<[AbilityId; 6]>> {
        let base = self.entering_base(row)?;
        let Proposal::Enter { id } = row.proposal else { return Some(base.abilities.clone()) };
        let effects = self.any_sign(Sign::Changes) || !self.s.effects.is_empty();
        if self.s.rules.comes_as == ComesAs::ItsText || !effects {
            return Some(base.abilities.clone());
        }
        let entering = row.entering.as_ref()?;
        let mut there = self.s.clone();
        let mut table = Table::new(self.pool, &mut there);
        let new = table.enter(id, entering.controller, rule::ENTERS_REPLACEMENT, |o| {
            if entering.shows != CardId::NONE {
                o.shows = entering.shows;
            }
        });
        table.refresh();
        table.look().characteristics(new).map(|c| c.abilities.clone())
    }

    /// Abilities of the entering object itself that say how it comes.
    fn entering_options(self, row: &Row, out: &mut Options) {
        let Some(abilities) = self.entering_abilities(row) else { return };
        let id = match row.proposal {
            Proposal::Enter { id } => id,
            _ => ObjectId::NONE,
        };
        let you = row.entering.as_ref().map_or(PlayerId(0), |e| e.controller);
        for ability in &abilities {
            let Some(r) = self.replacement_of(*ability, id, you) else { continue };
            if r.would != Would::Enter(Subject::This) {
                continue;
            }
            let key = Key { source: id, ability: *ability, nth: NOT_NUMBERED };
            // Whether it is a copy is chosen with what it is a copy of.
            let first = matches!(r.instead, Instead::AsCopy { .. });
            out.push(Candidate { key, optional: r.optional && !first, first });
        }
    }

    /// The hosts among which an Aura that comes without having been cast is attached; `None` if
    /// nothing is to be chosen.
    pub(super) fn aura_hosts(self, row: &Row) -> Option<ThingList> {
        let entering = row.entering.as_ref()?;
        if !entering.attach_to.is_none() {
            return None;
        }
        let by = self.entering_base(row)?;
        if !by.signs.has(Sign::Keyworded) {
            return None;
        }
        let filter = self.enchants(by)?;
        let id = row.proposal.object().unwrap_or(ObjectId::NONE);
        let mut hosts = ThingList::new();
        self.each(filter, Context::of(id, entering.controller), |host| {
            let c = self.now(&self.s.objects[host.index()]);
            let protected = c.signs.has(Sign::Keyworded) && self.protected_from(c, host, by);
            if !protected {
                hosts.push(Thing::Object(host));
            }
        });
        Some(hosts)
    }
}

impl Table<'_> {
    pub(super) fn choose_host(&mut self, p: &mut Batch, hosts: ThingList) -> Flow {
        let row = &mut p.rows[usize::from(p.at)];
        let id = row.proposal.object().unwrap_or(ObjectId::NONE);
        if hosts.is_empty() {
            // It stays where it is, or isn't created (2005 rule 212.4e, 2021 rule 303.4g).
            row.gone = true;
            return Flow::Continue;
        }
        let controller = row.entering.as_ref().map_or(PlayerId(0), |e| e.controller);
        let key = Key { source: id, ability: SHIELD, nth: NOT_NUMBERED };
        p.pending = Some((key, Asked::Host));
        let form = Form::Things { min: 1, max: 1 };
        self.choose(controller, form, hosts, rule::AURA_ENTERS, id);
        Flow::Continue
    }

    /// Applies an effect to the row being looked at.
    pub(super) fn apply_replacement(&mut self, p: &mut Batch, key: Key) {
        let at = usize::from(p.at);
        if holds(rule::REPLACEMENT_ONCE) {
            p.rows[at].applied.push(key);
        }
        if key.nth == PROTECTION {
            self.prevent(&mut p.rows[at], i32::MAX);
            return;
        }
        if key.ability == SHIELD && key.nth < 0x4000 {
            self.apply_shield(&mut p.rows[at], usize::from(key.nth));
            return;
        }
        if !holds(rule::REPLACEMENT) {
            return;
        }
        self.record(EventKind::Replaced { source: key.source }, rule::REPLACEMENT);
        if key.ability == SHIELD {
            let nth = usize::from(key.nth & 0x3fff);
            let effect = self.s.effects[nth].clone();
            let pool = self.pool;
            let Some(Op::Do(Action::Replace { replacement, .. })) =
                pool.program(effect.program).ops.get(usize::from(effect.op))
            else {
                return;
            };
            if effect.until == Until::While {
                self.s.effects.remove(nth);
            }
            self.instead(p, key, &replacement.instead, effect.controller, ProgramId::NONE);
            return;
        }
        let pool = self.pool;
        let lowered = pool.ability(key.ability);
        match &lowered.kind {
            AbilityKind::Keyword(KeywordAbility::Dredge(n)) => {
                p.rows[at].gone = true;
                self.dredge(key.source, *n);
            }
            AbilityKind::Static(s) => {
                if let StaticEffect::Replace(r) = &s.effect {
                    let you = self.look().chooser(&p.rows[at]);
                    let you = self.look().controller(key.source).unwrap_or(you);
                    self.instead(p, key, &r.instead, you, lowered.program);
                }
            }
            _ => {}
        }
    }

    fn apply_shield(&mut self, row: &mut Row, nth: usize) {
        let shield = self.s.shields[nth];
        match shield.kind {
            ShieldKind::Prevent(left) => {
                let used = self.prevent(row, left);
                if used >= left {
                    self.s.shields.remove(nth);
                } else {
                    self.s.shields[nth].kind = ShieldKind::Prevent(left - used);
                }
            }
            ShieldKind::PreventAll | ShieldKind::PreventCombat => {
                self.prevent(row, i32::MAX);
            }
            ShieldKind::PreventFrom(_) => {
                self.prevent(row, i32::MAX);
                self.s.shields.remove(nth);
            }
            ShieldKind::Regenerate => {
                self.s.shields.remove(nth);
                row.gone = true;
                if let Proposal::Destroy { id, .. } = row.proposal {
                    self.regenerate(id);
                }
            }
        }
    }

    /// Regeneration: tapped, damage removed, out of combat (2005 rule 419.6b, 2021 701.15).
    fn regenerate(&mut self, id: ObjectId) {
        if !holds(rule::REGENERATION) {
            return;
        }
        self.record(EventKind::Regenerated { id }, rule::REGENERATION);
        self.tap(id, rule::REGENERATION);
        self.heal(id);
        self.leave_combat(id, rule::REGENERATION);
    }

    /// Prevents damage; returns how much.
    fn prevent(&mut self, row: &mut Row, most: i32) -> i32 {
        let Proposal::Damage { to, amount, .. } = &mut row.proposal else { return 0 };
        if !holds(rule::PREVENTION) {
            return 0;
        }
        let prevented = (*amount).min(most);
        *amount -= prevented;
        row.gone = *amount <= 0;
        let to = *to;
        self.record(EventKind::Prevented { to, amount: prevented }, rule::PREVENTION);
        prevented
    }

    /// Dredge (2005 rule 502.47, 2021 rule 702.52): mill, then return the card.
    fn dredge(&mut self, id: ObjectId, n: u8) {
        let Some(owner) = self.s.object(id).map(|o| o.owner) else { return };
        let top: SmallVec<[ObjectId; 8]> = self.s.players[owner.index()]
            .library
            .iter()
            .rev()
            .take(usize::from(n))
            .copied()
            .collect();
        let mills =
            top.into_iter().map(|id| Proposal::Move { id, to: Zone::Graveyard, bottom: false });
        let mills: SmallVec<[Row; 2]> = mills.map(Row::new).collect();
        self.commit(mills, rule::KW_DREDGE);
        self.move_to(id, Zone::Hand, crate::atoms::Place::Top, rule::KW_DREDGE);
        self.s.secrets += 1;
    }

    /// What happens instead of the row's event.
    fn instead(
        &mut self,
        p: &mut Batch,
        key: Key,
        instead: &Instead,
        you: PlayerId,
        program: ProgramId,
    ) {
        let at = usize::from(p.at);
        let ctx_source = key.source;
        match instead {
            Instead::Tapped => {
                if let Some(e) = &mut p.rows[at].entering {
                    e.tapped = true;
                }
            }
            Instead::Counters { kind, count } => {
                let look = self.look();
                let n = look.amount(count, look.entering_context(ctx_source, you));
                if let Some(e) = &mut p.rows[at].entering {
                    e.counters.push((*kind, n));
                }
            }
            Instead::Choose(choice) => {
                p.pending = Some((key, Asked::Choice));
                self.ask_choice(*choice, you, ctx_source);
            }
            Instead::AsCopy { of, .. } => {
                let mut options = ThingList::new();
                let look = self.look();
                look.each(of, Context::of(ctx_source, you), |id| options.push(Thing::Object(id)));
                if options.is_empty() {
                    return;
                }
                p.pending = Some((key, Asked::Copy));
                let form = Form::Things { min: 0, max: 1 };
                self.choose(you, form, options, rule::COPY, ctx_source);
            }
            Instead::UnlessPay { cost, .. } => {
                p.pending = Some((key, Asked::Pay));
                self.start_payment(you, cost, 1, ctx_source, rule::ENTERS_REPLACEMENT);
            }
            Instead::Prevent(amount) => {
                let most = amount
                    .as_ref()
                    .map_or(i32::MAX, |a| self.look().amount(a, Context::of(ctx_source, you)));
                self.prevent(&mut p.rows[at], most);
            }
            Instead::Times(n) => p.rows[at].proposal.scale(|x| x.saturating_mul(i32::from(*n))),
            Instead::Plus(amount) => {
                let more = self.look().amount(amount, Context::of(ctx_source, you));
                p.rows[at].proposal.scale(|x| x.saturating_add(more));
            }
            Instead::To(destination) => {
                let id = p.rows[at].proposal.object();
                if let Some(id) = id {
                    let bottom = destination.position == simpan_cards::ast::Position::Bottom;
                    p.rows[at].proposal = Proposal::Move { id, to: destination.zone, bottom };
                }
            }
            Instead::Nothing => p.rows[at].gone = true,
            Instead::Do(_) => {
                p.rows[at].gone = true;
                let applied = p.rows[at].applied.clone();
                self.instead_program(p.rows[at].proposal, key, you, program, applied);
            }
            Instead::Redirect(_) => {}
        }
    }

    fn instead_program(
        &mut self,
        event: Proposal,
        key: Key,
        you: PlayerId,
        program: ProgramId,
        applied: SmallVec<[Key; 2]>,
    ) {
        let mut regs = Registers::default();
        match event {
            Proposal::Draw { player }
            | Proposal::GainLife { player, .. }
            | Proposal::LoseLife { player, .. } => regs.triggering = Thing::Player(player),
            Proposal::Damage { source, to, amount, .. } => {
                regs.triggering = Thing::Object(source);
                regs.other = to;
                regs.that = amount;
            }
            other => regs.triggering = other.object().map_or(Thing::None, Thing::Object),
        }
        let mut pieces = SmallVec::new();
        pieces.push(Piece { program, first_word: 0 });
        let entry = StackEntry {
            object: ObjectId::NONE,
            source: key.source,
            controller: you,
            kind: EntryKind::Ability(key.ability),
            pieces,
            regs,
            damage: Vec::new(),
        };
        let mut frame = Frame::mana(entry, false);
        frame.applied = applied;
        self.s.processes.push(Process::Frame(Box::new(frame)));
    }

    fn ask_choice(&mut self, choice: Choice, you: PlayerId, source: ObjectId) {
        let options = match choice {
            Choice::Color | Choice::BasicLandType => 5,
            _ => 1,
        };
        self.choose(you, Form::OneOf(options), [], rule::ENTERS_REPLACEMENT, source);
    }

    /// Goes on with a replacement effect that asked something.
    pub(super) fn finish_replacement(&mut self, p: &mut Batch, key: Key, asked: Asked) {
        let at = usize::from(p.at);
        let reply = std::mem::take(&mut self.s.reply);
        let pool = self.pool;
        if asked == Asked::Copy {
            if let Some(Thing::Object(of)) = reply.things.first() {
                self.come_as_copy(&mut p.rows[at], key, *of);
            }
            return;
        }
        let Some(entering) = p.rows[at].entering.as_mut() else { return };
        match asked {
            Asked::Choice => entering.chosen = reply.number.clamp(0, 254) as u8,
            Asked::Host => {
                if let Some(Thing::Object(host)) = reply.things.first() {
                    entering.attach_to = *host;
                }
            }
            Asked::Pay => {
                let unpaid = match &pool.ability(key.ability).kind {
                    AbilityKind::Static(s) => matches!(
                        &s.effect,
                        StaticEffect::Replace(Replacement {
                            instead: Instead::UnlessPay { .. },
                            ..
                        })
                    ),
                    _ => false,
                };
                entering.tapped |= unpaid && !reply.yes;
            }
            Asked::Which | Asked::Copy => {}
        }
    }

    /// Damage is removed from a permanent; part of its regeneration's event.
    fn heal(&mut self, id: ObjectId) {
        if let Some(o) = self.object_mut(id) {
            o.damage = 0;
            o.flags.set(crate::object::Flags::DEATHTOUCHED, false);
        }
    }
}

impl Proposal {
    /// Changes the number of the event.
    fn scale(&mut self, f: impl Fn(i32) -> i32) {
        match self {
            Self::Damage { amount, .. }
            | Self::GainLife { amount, .. }
            | Self::LoseLife { amount, .. } => *amount = f(*amount),
            Self::Counters { by, .. } => *by = f(*by),
            _ => {}
        }
    }

    /// The object the event is about.
    fn object(self) -> Option<ObjectId> {
        match self {
            Self::Destroy { id, .. }
            | Self::Sacrifice { id }
            | Self::Discard { id, .. }
            | Self::Move { id, .. }
            | Self::Enter { id }
            | Self::Counters { id, .. } => Some(id),
            _ => None,
        }
    }
}
