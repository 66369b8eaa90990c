//! Finding a payment with mana abilities that cost something themselves: which of them are used,
//! in which order, and which mana goes where.
//!
//! Tried are rows of uses, the shorter first, and first without what costs life, counters,
//! permanents or cards. The mana of permanents that only tap is made before all of them, so a row
//! can be paid if what everything wants can be matched with what there is and what is made before
//! it. The search is bounded: if it ends early, or an ability does more than can be told before,
//! the answer is that it may be possible.

use super::makers::{Harm, Maker};
use super::{Available, POOL, POOL_MEANT, Price, Purpose, SNOW, Toward};
use crate::legal::costs::part_count;
use crate::look::Look;
use simpan_cards::ast::{CardType, CostPart, CounterKind, Zone};
use simpan_cards::program::AbilityKind;
use simpan_engine::{ObjectId, PlayerId, Unit, matching, spending_order};
use smallvec::SmallVec;

/// How many uses are tried for each degree of harm before the search gives up.
const TRIES: u32 = 1200;

/// What is to be paid at once.
#[derive(Clone, Debug)]
pub(crate) struct Need<'n> {
    pub(crate) player: PlayerId,
    /// What it is paid for: the spell, or the source of the ability.
    pub(crate) source: ObjectId,
    pub(crate) price: Price,
    pub(crate) toward: Toward,
    /// The other parts of the cost that are still to be paid.
    pub(crate) parts: SmallVec<[&'n CostPart; 4]>,
    pub(crate) x: i32,
    /// Life that is paid besides.
    pub(crate) life: i32,
}

impl Need<'_> {
    /// Nothing yet, to be paid by a player because of a source.
    pub(crate) fn of(player: PlayerId, source: ObjectId) -> Self {
        Self {
            player,
            source,
            price: Price::new(),
            toward: Toward::default(),
            parts: SmallVec::new(),
            x: 0,
            life: 0,
        }
    }
}

/// One use of a maker.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    /// Its number among the makers.
    pub(crate) maker: u16,
    /// What is sacrificed, discarded, … for it.
    pub(crate) chosen: SmallVec<[ObjectId; 2]>,
    /// For each mana it wants, the number of the unit.
    pub(crate) units: SmallVec<[u16; 4]>,
}

/// A way to pay.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The units there are, with those that the uses make.
    pub(crate) units: SmallVec<[Unit; 16]>,
    /// Where each comes from: see [`Available::from`]; what uses make is like mana in the pool.
    pub(crate) from: SmallVec<[u16; 16]>,
    /// For each mana of the price, the number of the unit.
    pub(crate) price: Vec<u16>,
    pub(crate) uses: SmallVec<[Use; 4]>,
}

/// What came of looking for a way to pay.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    /// It can be paid like that.
    Paid(Box<Plan>),
    /// The player may be able to pay it, but not the engine for the player.
    Open,
    /// It can't be paid.
    Never,
}

/// What a row of uses has come to.
#[derive(Clone, Debug, Default)]
struct Run {
    uses: SmallVec<[Use; 4]>,
    /// What has left its zone as a cost of its own ability.
    gone: SmallVec<[ObjectId; 4]>,
    /// What has been tapped, other than as a source.
    tapped: SmallVec<[ObjectId; 4]>,
    life: i32,
    counters: SmallVec<[(ObjectId, CounterKind, i32); 2]>,
    /// Units there are beyond those that are wanted.
    balance: i32,
}

/// Objects that a part of a cost wants chosen.
#[derive(Clone, Copy, Debug)]
struct Demand<'d> {
    part: &'d CostPart,
    /// Whose cost it is.
    source: ObjectId,
    count: usize,
    /// The use that it is a cost of, if not of what is paid for.
    owner: Option<usize>,
}

struct Search<'s, 'n, 'a> {
    look: Look<'a>,
    need: &'s Need<'n>,
    funds: &'s Available,
    /// Also abilities that the engine doesn't use for a player.
    by_hand: bool,
    harm: Harm,
    /// The most that one use gains.
    gain: i32,
    /// For each maker, how often it could be of use.
    caps: Vec<u32>,
    tries: u32,
    /// All that was not found is impossible.
    exact: bool,
}

impl Look<'_> {
    /// Whether a player could pay, by whatever mana abilities.
    pub(crate) fn could_pay(self, need: &Need<'_>, funds: &Available) -> bool {
        let taps = need.parts.iter().any(|p| is_tapping(p));
        let plainly = funds.covers(&need.price);
        if !taps && (plainly || funds.makers.is_empty()) {
            return plainly;
        }
        !matches!(self.way_to_pay(need, funds), Verdict::Never)
    }

    /// Looks for a way to pay.
    pub(crate) fn way_to_pay(self, need: &Need<'_>, funds: &Available) -> Verdict {
        let mut search = Search {
            look: self,
            need,
            funds,
            by_hand: false,
            harm: Harm::None,
            gain: 0,
            caps: Vec::new(),
            tries: 0,
            exact: true,
        };
        search.run()
    }
}

impl Search<'_, '_, '_> {
    fn run(&mut self) -> Verdict {
        if !self.is_within_reach() {
            return Verdict::Never;
        }
        if let Some(plan) = self.try_all() {
            return Verdict::Paid(Box::new(plan));
        }
        self.by_hand = true;
        let makers = &self.funds.makers;
        if !self.exact || makers.iter().any(|m| self.funds.is_wide(m)) {
            return Verdict::Open;
        }
        if makers.iter().any(|m| !m.plain) && (self.try_all().is_some() || !self.exact) {
            return Verdict::Open;
        }
        Verdict::Never
    }

    /// Whether the maker may be used in what is tried now.
    fn admits(&self, m: &Maker) -> bool {
        // Nothing pays for itself: a card that is being cast has left the hand.
        let toward = self.need.toward;
        let itself = m.id == toward.object
            && match toward.what {
                Purpose::Ability => m.number == toward.number,
                Purpose::Spell => true,
                Purpose::Other => false,
            };
        m.known && (m.plain || self.by_hand) && m.harm <= self.harm && !itself
    }

    fn try_all(&mut self) -> Option<Plan> {
        let life = self.look.s.players[self.need.player.index()].life - self.need.life;
        let balance = self.funds.units.len() as i32 - self.need.price.len() as i32;
        let start = Run { life, balance, ..Run::default() };
        let mut last = None;
        for harm in [Harm::None, Harm::Some, Harm::Much] {
            self.harm = harm;
            let admitted = self.funds.makers.iter().filter(|m| self.admits(m));
            let (count, gain) = admitted.fold((0, 0), |(n, gain), m| (n + 1, gain.max(m.gain())));
            if last == Some(count) {
                continue;
            }
            last = Some(count);
            (self.gain, self.tries) = (gain, TRIES);
            self.caps = self.useful_times(balance);
            let uses = self.caps.iter().fold(0, |all: u32, n| all.saturating_add(*n));
            let least = match (-start.balance.min(0), gain) {
                (0, _) => 0,
                (_, 0) => continue,
                (short, gain) => (short + gain - 1) / gain,
            };
            let most = uses.min(self.need.price.len() as u32 * 6 + 6) as i32;
            for length in least..=most {
                if let Some(plan) = self.deepen(&start, length) {
                    return Some(plan);
                }
                if self.tries == 0 {
                    self.exact = false;
                    break;
                }
            }
        }
        None
    }

    /// How often each maker could be of use: no oftener than it can be paid for, and than something
    /// wants what it makes.
    fn useful_times(&self, balance: i32) -> Vec<u32> {
        let makers = &self.funds.makers;
        let on = |m: &Maker| u32::from(self.admits(m)) * u32::from(m.most);
        let mut caps: Vec<u32> = makers.iter().map(on).collect();
        let gains = makers.iter().zip(&caps);
        let gains = gains.map(|(m, cap)| m.gain().max(0).saturating_mul(*cap as i32));
        let room = gains.fold(balance, i32::saturating_add).max(0) as u32;
        for (m, cap) in makers.iter().zip(&mut caps).filter(|(m, _)| m.gain() < 0) {
            *cap = (*cap).min(room / m.gain().unsigned_abs());
        }
        let takes = |wants: &Price, m: &Maker| {
            let fits = |want: &&u8| m.gives.iter().any(|kinds| kinds & **want != 0);
            wants.iter().filter(fits).count() as u32
        };
        for _ in 0..3 {
            for (i, m) in makers.iter().enumerate() {
                let others =
                    makers.iter().zip(&caps).map(|(other, cap)| cap * takes(&other.wants, m));
                let wanted = others.fold(takes(&self.need.price, m), u32::saturating_add);
                caps[i] = caps[i].min(wanted);
            }
        }
        caps
    }

    /// Tries all rows with so many uses more.
    fn deepen(&mut self, run: &Run, left: i32) -> Option<Plan> {
        if left == 0 {
            return self.settle(run);
        }
        let funds = self.funds;
        let last =
            run.uses.last().map(|u| (u.maker, funds.makers[usize::from(u.maker)].wants.len()));
        for (i, m) in funds.makers.iter().enumerate() {
            // What wants no mana comes first, and in one order only.
            let turn = match last {
                Some((before, 0)) if m.wants.is_empty() => i >= usize::from(before),
                Some((_, n)) if n > 0 => !m.wants.is_empty(),
                _ => true,
            };
            if !turn || !self.admits(m) || run.balance + m.gain() + (left - 1) * self.gain < 0 {
                continue;
            }
            let fresh = |j: usize| {
                let other = &funds.makers[j];
                other.is_like(m)
                    && !run.uses.iter().any(|u| usize::from(u.maker) == j)
                    && !run.gone.contains(&other.id)
                    && !run.tapped.contains(&other.id)
            };
            if (0..i).any(fresh) {
                continue;
            }
            if self.tries == 0 {
                return None;
            }
            self.tries -= 1;
            let Some(next) = self.used(run, i as u16) else { continue };
            if let Some(plan) = self.deepen(&next, left - 1) {
                return Some(plan);
            }
        }
        None
    }

    /// What a row comes to with one use more, if that can be paid for.
    fn used(&self, run: &Run, maker: u16) -> Option<Run> {
        let m = &self.funds.makers[usize::from(maker)];
        let same = |u: &&Use| {
            let other = &self.funds.makers[usize::from(u.maker)];
            (other.id, other.number) == (m.id, m.number)
        };
        let again = run.uses.iter().filter(|u| u.maker == maker).count() as u32;
        if again >= self.caps[usize::from(maker)]
            || run.uses.iter().filter(same).count() >= usize::from(m.most)
        {
            return None;
        }
        if run.gone.contains(&m.id) || (m.taps && run.tapped.contains(&m.id)) {
            return None;
        }
        let mut next = run.clone();
        next.balance += m.gain();
        for part in self.look.parts_of(m) {
            self.pay_part(part, m.id, 0, &mut next)?;
        }
        next.uses.push(Use { maker, chosen: SmallVec::new(), units: SmallVec::new() });
        Some(next)
    }

    /// Pays a part of a cost in thought, if nothing is chosen for it.
    fn pay_part(&self, part: &CostPart, source: ObjectId, x: i32, run: &mut Run) -> Option<()> {
        let (look, player) = (self.look, self.need.player);
        let n = part_count(part).map_or(0, |n| look.cost_amount(n, source, player, x));
        match part {
            CostPart::Tap => run.tapped.push(source),
            CostPart::SacrificeThis | CostPart::DiscardThis | CostPart::ExileThis => {
                run.gone.push(source);
            }
            CostPart::PayLife(_) => {
                run.life -= n.max(0);
                if n > 0 && run.life < 0 {
                    return None;
                }
            }
            CostPart::RemoveCounters { kind, .. } => {
                let there = i32::from(look.s.counters_on(source, *kind));
                let mut rows = run.counters.iter_mut();
                match rows.find(|(id, k, _)| (*id, *k) == (source, *kind)) {
                    Some((_, _, left)) => *left -= n,
                    None => run.counters.push((source, *kind, there - n)),
                }
                if run.counters.iter().any(|(_, _, left)| *left < 0) {
                    return None;
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Chooses what a row and the cost itself want chosen: what is of least use. What is tapped
    /// for it is noted.
    fn choose(&mut self, run: &mut Run) -> Option<()> {
        let (look, need) = (self.look, self.need);
        let mut demands: SmallVec<[Demand<'_>; 4]> = SmallVec::new();
        for (n, u) in run.uses.iter().enumerate() {
            let m = &self.funds.makers[usize::from(u.maker)];
            let parts = look.parts_of(m).iter().filter(|p| chooses(p));
            demands.extend(parts.map(|part| {
                let count = look.count(part, m.id, need.player, 0);
                Demand { part, source: m.id, count, owner: Some(n) }
            }));
        }
        demands.extend(look.demands_of(need));
        for taps in [false, true] {
            let group: SmallVec<[Demand<'_>; 4]> =
                demands.iter().filter(|d| is_tapping(d.part) == taps).copied().collect();
            if group.is_empty() {
                continue;
            }
            let mut all = look.candidates(need, &group);
            all.retain(|id| !(run.gone.contains(id) || taps && run.tapped.contains(id)));
            let there = all.len();
            all.retain(|id| taps || !self.is_wanted(*id, run));
            let barred = all.len() < there;
            all.sort_by_key(|id| self.use_of(*id, taps));
            let Some(chosen) = look.assign(need, &group, &all) else {
                self.exact &= !barred;
                return None;
            };
            if taps {
                let of_use = |id: &ObjectId| self.funds.units_of(*id).next().is_some();
                self.exact &= chosen.len() == all.len() || !chosen.iter().any(of_use);
                run.tapped.extend(chosen.iter().copied());
            }
            let mut chosen = chosen.into_iter();
            for demand in group {
                let ids = chosen.by_ref().take(demand.count);
                match demand.owner {
                    Some(n) => run.uses[n].chosen.extend(ids),
                    None => drop(ids.count()),
                }
            }
        }
        Some(())
    }

    /// Whether an object has to stay where it is: a row uses it, or the cost itself does.
    fn is_wanted(&self, id: ObjectId, run: &Run) -> bool {
        let makes = |u: &Use| self.funds.makers[usize::from(u.maker)].id == id;
        let wanted = |p: &&CostPart| {
            matches!(
                p,
                CostPart::Tap
                    | CostPart::Untap
                    | CostPart::SacrificeThis
                    | CostPart::DiscardThis
                    | CostPart::ExileThis
                    | CostPart::RemoveCounters { .. }
            )
        };
        let source = || id == self.need.source && self.need.parts.iter().any(wanted);
        run.uses.iter().any(makes) || source()
    }

    /// Of how much use an object is otherwise.
    fn use_of(&self, id: ObjectId, taps: bool) -> u32 {
        let Some(o) = self.look.s.object(id) else { return 0 };
        let makes = self.funds.makers.iter().any(|m| m.id == id);
        let mut worth = 0;
        if makes || id == self.need.source || id == self.need.toward.object {
            worth += 1000;
        }
        if taps {
            let units = self.funds.units_of(id);
            return worth + units.map(|u| 10 + u.kinds.count_ones()).sum::<u32>();
        }
        let c = self.look.now(o);
        worth += u32::from(!o.tapped()) + 20 * u32::from(c.types.has(CardType::Land));
        if !self.look.pool.card(o.card).token {
            worth += 2 + 4 * u32::from(self.look.pool.card(o.card).least_mana);
        }
        worth + c.power.clamp(0, 50) as u32
    }

    /// Whether a row pays for everything.
    fn settle(&mut self, run: &Run) -> Option<Plan> {
        let run = &mut run.clone();
        for part in &self.need.parts {
            let source = self.need.source;
            let leaves = matches!(
                part,
                CostPart::SacrificeThis | CostPart::DiscardThis | CostPart::ExileThis
            );
            if (leaves && run.gone.contains(&source))
                || (*part == &CostPart::Tap && run.tapped.contains(&source))
            {
                return None;
            }
            let life = matches!(part, CostPart::PayLife(_));
            if !life {
                self.pay_part(part, source, self.need.x, run)?;
            }
        }
        self.choose(run)?;
        let funds = self.funds;
        let made = run.uses.iter().map(|u| &funds.makers[usize::from(u.maker)].gives);
        let mut units = funds.units.clone();
        let mut from = funds.from.clone();
        // By which use a unit is made, from 1.
        let mut by: SmallVec<[u16; 16]> = smallvec::smallvec![0; units.len()];
        for (n, gives) in made.enumerate() {
            units.extend(gives.iter().map(|kinds| Unit { kinds: *kinds, worth: 0 }));
            from.extend(gives.iter().map(|_| POOL));
            by.extend(gives.iter().map(|_| n as u16 + 1));
        }
        // What is wanted, and before which use.
        let price = self.need.price.iter().map(|w| (*w, u16::MAX));
        let wanted: SmallVec<[(u8, u16); 16]> = price
            .chain(run.uses.iter().enumerate().flat_map(|(n, u)| {
                let wants = &funds.makers[usize::from(u.maker)].wants;
                wants.iter().map(move |w| (*w, n as u16 + 1))
            }))
            .collect();
        let fits = |unit: usize, w: usize| {
            let (kinds, use_) = wanted[w];
            let unit_from = from[unit];
            if by[unit] != 0 {
                let maker = &funds.makers[usize::from(run.uses[usize::from(by[unit]) - 1].maker)];
                return by[unit] < use_
                    && units[unit].kinds & kinds != 0
                    && (use_ == u16::MAX || !maker.restricted);
            }
            let mut mask = units[unit].kinds;
            if let Some(s) = funds.sources.get(usize::from(unit_from)) {
                if run.tapped.contains(&s.id) {
                    return false;
                }
                if use_ != u16::MAX {
                    mask = if s.free == 0 { 0 } else { mask & (s.free | SNOW) };
                }
            }
            !(unit_from == POOL_MEANT && use_ != u16::MAX) && mask & kinds != 0
        };
        let found = matching(&spending_order(&units), wanted.len(), fits)?;
        let mut found = found.into_iter().map(|unit| unit as u16);
        let price = found.by_ref().take(self.need.price.len()).collect();
        let mut uses = std::mem::take(&mut run.uses);
        for u in &mut uses {
            let wants = funds.makers[usize::from(u.maker)].wants.len();
            u.units = found.by_ref().take(wants).collect();
        }
        Some(Plan { units, from, price, uses })
    }

    /// Whether it could be paid if no ability cost anything: if not, there is no need to search.
    fn is_within_reach(&self) -> bool {
        let (price, funds) = (&self.need.price, self.funds);
        let mut there: i64 = funds.units.len() as i64;
        let mut masks: Vec<u8> = funds.units.iter().map(|u| u.kinds).collect();
        for m in &funds.makers {
            there += i64::from(funds.most_gain(m));
            if funds.is_wide(m) {
                masks.extend(std::iter::repeat_n(u8::MAX, price.len()));
                continue;
            }
            for (n, kinds) in m.gives.iter().enumerate() {
                let alike = m.gives[..n].iter().filter(|k| *k == kinds).count();
                let left = price.len().saturating_sub(alike * usize::from(m.most));
                masks.extend(std::iter::repeat_n(*kinds, left.min(m.most.into())));
            }
        }
        if there < price.len() as i64 {
            return false;
        }
        let order: Vec<usize> = (0..masks.len()).collect();
        matching(&order, price.len(), |unit, w| masks[unit] & price[w] != 0).is_some()
    }
}

impl<'a> Look<'a> {
    /// The parts of a maker's cost.
    fn parts_of(self, m: &Maker) -> &'a [CostPart] {
        match &self.pool.ability(m.ability).kind {
            AbilityKind::Activated { cost, .. } => &cost.parts,
            _ => &[],
        }
    }

    fn count(self, part: &CostPart, source: ObjectId, player: PlayerId, x: i32) -> usize {
        let n = part_count(part).map_or(0, |n| self.cost_amount(n, source, player, x));
        n.max(0) as usize
    }

    /// What the parts of the cost itself want chosen.
    fn demands_of<'d>(self, need: &'d Need<'_>) -> impl Iterator<Item = Demand<'d>> {
        let parts = need.parts.iter().filter(|p| chooses(p));
        parts.map(move |part| {
            let count = self.count(part, need.source, need.player, need.x);
            Demand { part, source: need.source, count, owner: None }
        })
    }

    /// Whether different objects can be found for all parts of a cost that want some chosen to
    /// leave their zone.
    pub(crate) fn parts_fit(self, need: &Need<'_>) -> bool {
        if need.parts.len() < 2 {
            return true;
        }
        let demands: SmallVec<[Demand<'_>; 4]> =
            self.demands_of(need).filter(|d| !is_tapping(d.part)).collect();
        demands.len() < 2 || self.assign(need, &demands, &self.candidates(need, &demands)).is_some()
    }

    /// Everything that could be chosen for some of the demands.
    fn candidates(self, need: &Need<'_>, demands: &[Demand<'_>]) -> Vec<ObjectId> {
        let spell = need.toward.object;
        // A card that is being cast is in hand only until then.
        let there = |id: &ObjectId| {
            *id != spell || self.s.object(*id).is_some_and(|o| o.zone == Zone::Battlefield)
        };
        let each = |d: &Demand<'_>| self.cost_candidates(need.player, d.source, d.part);
        let mut all: Vec<ObjectId> = demands.iter().flat_map(each).filter(there).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Different objects for all demands, one demand after the other, the first that will do.
    fn assign(
        self,
        need: &Need<'_>,
        demands: &[Demand<'_>],
        all: &[ObjectId],
    ) -> Option<Vec<ObjectId>> {
        let slots = demands.iter().enumerate();
        let slots: Vec<usize> = slots.flat_map(|(i, d)| std::iter::repeat_n(i, d.count)).collect();
        let rows: SmallVec<[SmallVec<[ObjectId; 8]>; 2]> =
            demands.iter().map(|d| self.cost_candidates(need.player, d.source, d.part)).collect();
        let order: Vec<usize> = (0..all.len()).collect();
        let found = matching(&order, slots.len(), |i, slot| rows[slots[slot]].contains(&all[i]))?;
        Some(found.into_iter().map(|i| all[i]).collect())
    }
}

/// Whether objects are chosen for a part of a cost.
fn chooses(part: &CostPart) -> bool {
    is_tapping(part)
        || matches!(
            part,
            CostPart::Sacrifice { .. }
                | CostPart::Discard { .. }
                | CostPart::Exile { .. }
                | CostPart::Return { .. }
        )
}

fn is_tapping(part: &CostPart) -> bool {
    matches!(part, CostPart::TapOthers { .. })
}
