//! What mana a player could make and what a cost wants: one mask bit a kind (WUBRGC).

mod makers;
mod plan;

pub(crate) use makers::{Harm, Maker};
pub(crate) use plan::{Need, Plan, Use as PlannedUse, Verdict};

use crate::look::{Context, Look};
use crate::object::Thing;
use crate::state::{ManaPool, Registers, Tag};
use serde::{Deserialize, Serialize};
use simpan_cards::Characteristics;
use simpan_cards::ast::{
    Action, CardType, Choice, Filter, Keyword, Kind, ManaCost, ManaOutput, ManaSymbol, Supertype,
    Trigger, Zone,
};
use simpan_cards::program::{AbilityKind, Makes, Op, Sign};
use simpan_engine::{ObjectId, PlayerId, Unit, Wanted, pay};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// Any kind of mana, and what pays for generic mana without being mana.
pub(crate) const ANY: u8 = 0b11_1111 | GENERIC;
/// Besides its kind: a snow source made it.
pub(crate) const SNOW: u8 = 1 << 6;
/// It pays for generic mana, whatever its kinds.
pub(crate) const GENERIC: u8 = 1 << 7;
const COLORLESS: u8 = 1 << ManaPool::COLORLESS;

/// The most mana of a kind in a pool that is looked at one by one.
const MOST_UNITS: u16 = 2000;

/// What a cost wants: one mask for each unit, the pickiest first.
pub(crate) type Price = SmallVec<[u8; 12]>;

/// The price of a mana cost that is paid as something resolves, or for attackers.
pub(crate) fn price_of(cost: &ManaCost) -> Price {
    let mut price = Price::new();
    let generic: i32 = cost.0.iter().map(|s| add_symbol(*s, 0, &mut price)).sum();
    price.extend(std::iter::repeat_n(ANY, generic.max(0) as usize));
    price
}

/// Adds what a symbol wants to a price, one that may be paid in two ways with its colour; returns
/// how much generic mana it wants.
pub(crate) fn add_symbol(symbol: ManaSymbol, x: i32, price: &mut Price) -> i32 {
    match symbol {
        ManaSymbol::Generic(n) => return i32::from(n),
        ManaSymbol::X => return x,
        ManaSymbol::Colored(_) if !holds(rule::MANA_PAYMENT) => price.push(ANY),
        ManaSymbol::Colored(c) | ManaSymbol::Phyrexian(c) | ManaSymbol::MonoHybrid(_, c) => {
            price.push(1 << c as u8);
        }
        ManaSymbol::Colorless => price.push(COLORLESS),
        ManaSymbol::Hybrid(a, _) if !holds(rule::HYBRID_MANA) => price.push(1 << a as u8),
        ManaSymbol::Hybrid(a, b) => price.push(1 << a as u8 | 1 << b as u8),
        ManaSymbol::Snow => price.push(SNOW),
    }
    0
}

/// [`Available::from`] for mana in the pool.
pub(crate) const POOL: u16 = u16::MAX;
/// The same, for mana that may be spent on what is being paid for, but not on everything.
pub(crate) const POOL_MEANT: u16 = POOL - 1;

/// A mana ability whose cost is {T} and that asks nothing but a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) id: ObjectId,
    /// Number among its object's abilities.
    pub(crate) ability: u8,
    /// The kinds its units may be.
    pub(crate) kinds: u8,
    /// The kinds of them that may be spent on everything.
    pub(crate) free: u8,
    /// Lower is used sooner.
    pub(crate) worth: u16,
}

/// What mana is going to be spent on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Toward {
    /// The spell, or the source of the ability.
    pub(crate) object: ObjectId,
    pub(crate) what: Purpose,
    /// The number of the ability among its object's.
    pub(crate) number: u8,
}

/// What sort of thing mana is spent on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Purpose {
    Spell,
    Ability,
    /// A payment that is asked for otherwise.
    #[default]
    Other,
}

/// Mana that a player has or could make at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Available {
    pub(crate) units: SmallVec<[Unit; 16]>,
    /// For each unit, the index in `sources`, or none for mana in the pool: [`POOL`].
    pub(crate) from: SmallVec<[u16; 16]>,
    pub(crate) sources: SmallVec<[Source; 12]>,
    /// What makes mana besides.
    pub(crate) makers: Vec<Maker>,
}

impl Available {
    /// Whether the price can be paid with the mana there is and the sources.
    pub(crate) fn covers(&self, price: &Price) -> bool {
        if self.units.len() < price.len() || price.is_empty() {
            return price.is_empty();
        }
        // Mono-coloured prices, the common case, need no matching: the pickiest comes first.
        let first = price[0];
        let picky = price.iter().take_while(|w| **w == first).count();
        if first == ANY || price[picky..].iter().all(|w| *w == ANY) {
            return self.units.iter().filter(|u| u.kinds & first != 0).count() >= picky;
        }
        self.plan(price).is_some()
    }

    /// The units of the sources that are an object.
    pub(crate) fn units_of(&self, id: ObjectId) -> impl Iterator<Item = &Unit> {
        let is = move |from: u16| self.sources.get(usize::from(from)).is_some_and(|s| s.id == id);
        self.units.iter().zip(&self.from).filter(move |(_, from)| is(**from)).map(|(u, _)| u)
    }

    /// Leaves out the mana for which an object would be tapped.
    pub(crate) fn leave_untapped(&mut self, id: ObjectId) {
        self.makers.retain(|m| m.id != id || !m.taps);
        for at in (0..self.units.len()).rev() {
            if self.sources.get(usize::from(self.from[at])).is_some_and(|s| s.id == id) {
                self.units.remove(at);
                self.from.remove(at);
            }
        }
    }

    /// The most mana that it could come to.
    pub(crate) fn most(&self) -> i32 {
        let more = self.makers.iter().map(|m| self.most_gain(m)).fold(0, i32::saturating_add);
        (self.units.len() as i32).saturating_add(more).min(MOST_UNITS.into())
    }

    /// Which units pay for the price.
    pub(crate) fn plan(&self, price: &Price) -> Option<Vec<usize>> {
        let wanted: SmallVec<[Wanted; 12]> =
            price.iter().map(|kinds| Wanted { kinds: *kinds }).collect();
        pay(&self.units, &wanted)
    }
}

impl<'a> Look<'a> {
    /// Whether what a player could spend is the same for all spells and abilities, this one
    /// included.
    pub(crate) fn plain_funds(self, player: PlayerId, toward: Toward) -> bool {
        !self.any_sign(Sign::RestrictedMana)
            && !self.s.tagged.iter().any(|t| t.player == player && t.tag.only.is_some())
            && !self.convokes(toward)
    }

    /// Whether creatures may be tapped to pay.
    pub(crate) fn convokes(self, toward: Toward) -> bool {
        toward.what == Purpose::Spell
            && self.has(toward.object, Keyword::Convoke)
            && holds(rule::KW_CONVOKE)
    }

    /// Whether mana of some sort may be spent on something (2021 rule 106.6).
    pub(crate) fn may_spend(self, tag: Tag, player: PlayerId, toward: Toward) -> bool {
        let Some((program, op, source)) = tag.only else { return true };
        match self.pool.program(program).ops.get(usize::from(op)) {
            Some(Op::Do(Action::AddMana { only: Some(only), .. })) => {
                self.is_meant(only, Context::of(source, player), toward)
            }
            _ => true,
        }
    }

    /// Whether restricted mana is meant for something.
    fn is_meant(self, only: &Filter, ctx: Context<'_>, toward: Toward) -> bool {
        let sort = match toward.what {
            Purpose::Spell => matches!(only.kind, Kind::Spell | Kind::SpellOrAbility),
            Purpose::Ability => matches!(only.kind, Kind::Ability | Kind::SpellOrAbility),
            Purpose::Other => false,
        };
        (sort && self.fits_all(toward.object, only, ctx)) || !holds(rule::MANA_RESTRICTED)
    }

    /// The sorts of mana of a kind in a player's pool that may be spent on something: the more
    /// restricted first, then plain, then snow.
    pub(crate) fn sorts(self, player: PlayerId, kind: u8, toward: Toward) -> SmallVec<[Tag; 2]> {
        let mut out = SmallVec::new();
        let mut plain = self.s.players[player.index()].pool.0[usize::from(kind)];
        for t in self.s.tagged.iter().filter(|t| (t.player, t.kind) == (player, kind)) {
            plain -= t.amount.min(plain);
            if self.may_spend(t.tag, player, toward) && !out.contains(&t.tag) {
                out.push(t.tag);
            }
        }
        if plain > 0 {
            out.push(Tag::default());
        }
        out.sort_by_key(|t: &Tag| (t.only.is_none(), t.snow));
        out
    }

    /// The mana a player has in the pool, as far as it is like other mana.
    pub(crate) fn pool_only(self, player: PlayerId) -> Available {
        let mut out = Available::default();
        let pool = self.s.players[player.index()].pool;
        for (kind, n) in pool.0.iter().enumerate() {
            for _ in 0..(*n).min(MOST_UNITS) {
                out.units.push(Unit { kinds: 1 << kind, worth: 0 });
                out.from.push(POOL);
            }
        }
        out
    }

    /// The mana a player has in the pool and could make with mana abilities, without tapping
    /// `without` for it.
    pub(crate) fn available(
        self,
        player: PlayerId,
        without: Option<ObjectId>,
        toward: Toward,
    ) -> Available {
        let mut out = self.pool_only(player);
        if !self.s.tagged.is_empty() {
            self.sort_out(player, toward, &mut out);
        }
        for id in self.s.battlefield.iter().copied() {
            let o = &self.s.objects[id.index()];
            let c = self.now(o);
            if !c.signs.has(Sign::ActivatedMana)
                || (o.controller != player && !c.signs.has(Sign::ActivatedByAny))
            {
                continue;
            }
            if o.controller == player && Some(id) != without {
                self.add_source(id, c, toward, &mut out);
            }
            if c.signs.has(Sign::CostlyMana) {
                self.add_costly(player, id, (c, without), toward, &mut out);
            }
        }
        if self.pool.asks().mana_elsewhere {
            let p = &self.s.players[player.index()];
            for id in p.hand.iter().chain(&p.graveyard).copied() {
                self.add_costly(
                    player,
                    id,
                    (self.now(&self.s.objects[id.index()]), without),
                    toward,
                    &mut out,
                );
            }
        }
        if self.convokes(toward) {
            self.add_convokers(player, without, &mut out);
        }
        out
    }

    /// Marks snow mana among the units of a pool, and takes out mana that may not be spent.
    fn sort_out(self, player: PlayerId, toward: Toward, out: &mut Available) {
        for t in self.s.tagged.iter().filter(|t| t.player == player) {
            let may = self.may_spend(t.tag, player, toward);
            for _ in 0..t.amount {
                let mask = 1 << t.kind;
                let mut pool = out.units.iter().zip(&out.from);
                let Some(at) = pool.position(|(u, from)| u.kinds == mask && *from == POOL) else {
                    break;
                };
                if !may {
                    out.units.remove(at);
                    out.from.remove(at);
                    continue;
                }
                if t.tag.snow {
                    out.units[at].kinds |= SNOW;
                }
                if t.tag.only.is_some() {
                    out.from[at] = POOL_MEANT;
                }
            }
        }
    }

    /// Untapped creatures that could be tapped for convoke: each pays for one mana of its colour
    /// or one generic mana (2005 rule 502.46a, 2021 rule 702.51a).
    fn add_convokers(self, player: PlayerId, without: Option<ObjectId>, out: &mut Available) {
        for id in self.s.battlefield.iter().copied() {
            let Some(kinds) = self.convoker(player, id).filter(|_| Some(id) != without) else {
                continue;
            };
            let source = out.sources.iter().position(|s| s.id == id);
            let at = source.and_then(|s| out.from.iter().position(|f| usize::from(*f) == s));
            match at {
                Some(unit) => out.units[unit].kinds |= kinds,
                None => {
                    out.from.push(out.sources.len() as u16);
                    out.units.push(Unit { kinds, worth: 40 });
                    let (ability, kinds, free) = (0, 0, 0);
                    out.sources.push(Source { id, ability, kinds, free, worth: 40 });
                }
            }
        }
    }

    /// What a creature pays for if it is tapped for convoke.
    pub(crate) fn convoker(self, player: PlayerId, id: ObjectId) -> Option<u8> {
        let o = self.s.object(id)?;
        let c = self.now(o);
        let able = o.zone == Zone::Battlefield
            && o.controller == player
            && !o.tapped()
            && c.types.has(CardType::Creature);
        able.then_some(c.colors.0 | GENERIC)
    }

    /// The kinds of mana of which an output makes some, a bit each.
    pub(crate) fn kinds_of(
        self,
        output: &ManaOutput,
        ctx: Context<'_>,
        seen: &mut SmallVec<[ObjectId; 8]>,
    ) -> u8 {
        let mut kinds = 0;
        match output {
            ManaOutput::Fixed(cost) => kinds = cost.0.iter().fold(0, |all, s| all | s.kind()),
            ManaOutput::OneOf(colors) => kinds = colors.0,
            ManaOutput::ColorOf(filter) => self.each(filter, ctx, |id| {
                kinds |= self.characteristics(id).map_or(0, |c| c.colors.0);
            }),
            ManaOutput::CouldProduce { by, colors } => {
                self.each(by, ctx, |id| kinds |= self.could_produce(id, seen));
                if *colors {
                    kinds &= !COLORLESS;
                }
            }
            ManaOutput::Same => kinds = ctx.regs.map_or(0, |r| r.that as u8),
            ManaOutput::Chosen => {
                let chosen = self.chosen(ctx.source, Choice::Color);
                let chosen = chosen.filter(|_| holds(rule::LINKED_SEVERAL));
                kinds = chosen.map_or(0, |n| 1 << n.min(4));
            }
            ManaOutput::Unspent => {}
        }
        if holds(rule::MANA_UNDEFINED) || kinds != 0 { kinds } else { COLORLESS }
    }

    /// The kinds of mana that a permanent could produce: what its abilities would make if they
    /// resolved now (2021 rule 106.7).
    fn could_produce(self, id: ObjectId, seen: &mut SmallVec<[ObjectId; 8]>) -> u8 {
        if seen.contains(&id) || !holds(rule::MANA_COULD_PRODUCE) {
            return 0;
        }
        seen.push(id);
        let mut kinds = 0;
        if let Some(o) = self.s.object(id) {
            let ctx = Context::of(id, o.controller);
            for ability in &self.now(o).abilities {
                let lowered = self.pool.ability(*ability);
                if !matches!(lowered.kind, AbilityKind::Activated { adds_mana: true, .. }) {
                    continue;
                }
                let program = self.pool.program(lowered.program);
                let modes = program.modes.iter().flat_map(|m| m.parts());
                let all = std::iter::once(lowered.program).chain(modes);
                for op in all.flat_map(|p| &self.pool.program(p).ops) {
                    if let Op::Do(Action::AddMana { mana, times, .. }) = op
                        && self.amount(times, ctx) > 0
                    {
                        kinds |= self.kinds_of(mana, ctx, seen);
                    }
                }
            }
        }
        seen.pop();
        kinds
    }

    /// Adds what an object makes if it is tapped for mana and no more.
    fn add_source(self, id: ObjectId, c: &'a Characteristics, toward: Toward, out: &mut Available) {
        let o = &self.s.objects[id.index()];
        if o.tapped() {
            return;
        }
        let mut best: Option<(Source, u8)> = None;
        for (n, ability) in c.abilities.iter().enumerate() {
            let lowered = self.pool.ability(*ability);
            let AbilityKind::Activated { adds_mana: true, .. } = &lowered.kind else { continue };
            if lowered.signs.has(Sign::CostlyMana) {
                continue;
            }
            let program = self.pool.program(lowered.program);
            let Some(Makes { mut kinds, units }) = program.makes else { continue };
            if !program.targets.is_empty() || self.is_sick(id) {
                continue;
            }
            let restricted = lowered.signs.has(Sign::RestrictedMana);
            if kinds == 0 || restricted {
                let ctx = Context::of(id, o.controller);
                let Some(found) = self.special_kinds(&program.ops, ctx, toward) else { continue };
                kinds = found;
            }
            let mut worth = 1 + 2 * kinds.count_ones() as u16;
            if c.types.has(CardType::Creature) {
                worth += 20;
            }
            let free = if restricted { 0 } else { kinds };
            let source = Source { id, ability: n as u8, kinds, free, worth };
            best = match best {
                Some((b, 1)) if units == 1 => {
                    // Two abilities for different colours: it may be either kind.
                    let (kinds, free) = (b.kinds | kinds, b.free | free);
                    Some((Source { kinds, free, ..b }, 1))
                }
                Some(b) => {
                    let ability = (id, n as u8, *ability);
                    self.add_makers(o.controller, ability, toward, &mut out.makers);
                    Some(b)
                }
                None => Some((source, units)),
            };
        }
        let Some((source, units)) = best else { return };
        let gives = std::iter::repeat_n(source.kinds, usize::from(units));
        self.push_source(source, gives, c.supertypes.has(Supertype::Snow), out);
    }

    fn push_source(
        self,
        source: Source,
        gives: impl Iterator<Item = u8>,
        snow: bool,
        out: &mut Available,
    ) {
        let at = out.sources.len().min(usize::from(POOL_MEANT) - 1) as u16;
        let (mark, worth) = (if snow { SNOW } else { 0 }, source.worth);
        for kinds in gives {
            out.units.push(Unit { kinds: kinds | mark, worth });
            out.from.push(at);
        }
        self.extra_mana(source.id, source.kinds, &mut |kinds| {
            out.units.push(Unit { kinds, worth });
            out.from.push(at);
        });
        out.sources.push(source);
    }

    /// Adds an object's mana abilities that cost more than {T}, or whose mana has to be counted.
    fn add_costly(
        self,
        player: PlayerId,
        id: ObjectId,
        (c, without): (&'a Characteristics, Option<ObjectId>),
        toward: Toward,
        out: &mut Available,
    ) {
        let before = out.makers.len();
        for (n, ability) in c.abilities.iter().enumerate() {
            if self.pool.ability(*ability).signs.has(Sign::CostlyMana) {
                self.add_makers(player, (id, n as u8, *ability), toward, &mut out.makers);
            }
        }
        if without == Some(id) {
            let mut at = 0;
            out.makers.retain(|m| {
                at += 1;
                at <= before || !m.taps
            });
            return;
        }
        let [maker] = &out.makers[before..] else { return };
        if !maker.is_source() || out.sources.last().is_some_and(|s| s.id == id) {
            return;
        }
        let maker = out.makers.remove(before);
        let kinds = maker.gives.iter().fold(0, |all, kinds| all | kinds) & !SNOW;
        let creature = c.types.has(CardType::Creature);
        let worth = 1 + 2 * kinds.count_ones() as u16 + if creature { 20 } else { 0 };
        let free = if maker.restricted { 0 } else { kinds };
        let source = Source { id, ability: maker.number, kinds, free, worth };
        let at = out.sources.len().min(usize::from(POOL_MEANT) - 1) as u16;
        out.units.extend(maker.gives.iter().map(|kinds| Unit { kinds: *kinds, worth }));
        out.from.extend(maker.gives.iter().map(|_| at));
        out.sources.push(source);
    }

    /// The kinds of mana that have to be found as they are made, or that are only for some things.
    fn special_kinds(self, ops: &[Op], ctx: Context<'_>, toward: Toward) -> Option<u8> {
        let add = ops.iter().find_map(|op| match op {
            Op::Do(Action::AddMana { mana, only, .. }) => Some((mana, only)),
            _ => None,
        });
        let (mana, only) = add?;
        if only.as_ref().is_some_and(|f| !self.is_meant(f, ctx, toward)) {
            return None;
        }
        Some(self.kinds_of(mana, ctx, &mut SmallVec::new())).filter(|kinds| *kinds != 0)
    }

    /// Mana that triggered mana abilities add when the permanent is tapped for mana of one of the
    /// kinds.
    fn extra_mana(self, id: ObjectId, kinds: u8, f: &mut impl FnMut(u8)) {
        if !self.any_sign(Sign::TappedForMana) {
            return;
        }
        let Some(tapper) = self.controller(id) else { return };
        let regs = Registers {
            triggering: Thing::Object(id),
            other: Thing::Player(tapper),
            ..Registers::default()
        };
        for watcher in self.s.battlefield.iter().copied() {
            let o = &self.s.objects[watcher.index()];
            let c = self.now(o);
            if !c.signs.has(Sign::TappedForMana) {
                continue;
            }
            let ctx =
                Context { source: watcher, you: o.controller, regs: Some(&regs), first_word: 0 };
            for ability in &c.abilities {
                let lowered = self.pool.ability(*ability);
                let AbilityKind::Triggered { when: Trigger::TappedForMana(s), if_: None, .. } =
                    &lowered.kind
                else {
                    continue;
                };
                if !self.subject(s, id, ctx)
                    || !self.pool.program(lowered.program).targets.is_empty()
                {
                    continue;
                }
                for op in &self.pool.program(lowered.program).ops {
                    let Op::Do(Action::AddMana { who, mana, only: None, .. }) = op else {
                        continue;
                    };
                    if !self.is_among(tapper, who, ctx) {
                        continue;
                    }
                    match mana {
                        ManaOutput::Fixed(cost) => cost.0.iter().for_each(|s| f(s.kind())),
                        ManaOutput::Same if kinds.count_ones() == 1 => f(kinds),
                        _ => {}
                    }
                }
            }
        }
    }
}
