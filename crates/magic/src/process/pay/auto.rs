//! Paying without asking how: with the mana there is and what only taps if that is enough, else
//! with a plan of mana abilities that cost something themselves.

use super::Payments;
use crate::look::{Context, Look};
use crate::mana::{
    Available, Harm, Need, POOL_MEANT, Plan, PlannedUse, Purpose, SNOW, Toward, Verdict,
};
use crate::process::{Frame, Process};
use crate::state::{EntryKind, ManaPool, Piece, Registers, StackEntry};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::ast::{Action, Amount, CostPart, ManaOutput};
use simpan_cards::program::{AbilityId, AbilityKind, Op};
use simpan_engine::{ObjectId, PlayerId, Unit};
use simpan_rulebook::marker::holds;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// A use of a mana ability that costs more than {T}, planned in every detail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Use {
    id: ObjectId,
    /// Number among its object's abilities.
    number: u8,
    /// The kind of mana that is chosen for it, or 255.
    kind: u8,
    /// What of its cost is paid with which kind of mana.
    spend: SmallVec<[(u8, u8); 4]>,
    /// What is sacrificed, discarded, … for it.
    chosen: SmallVec<[ObjectId; 2]>,
}

/// What is done with the sources of a plan.
#[derive(Debug, Default)]
struct Taps {
    /// Numbers of sources, each with the kind of mana that is wanted of it.
    used: SmallVec<[(u16, u8); 12]>,
    /// Creatures that are tapped to convoke, each with what is wanted of it.
    convoked: SmallVec<[(ObjectId, u8); 8]>,
}

impl Look<'_> {
    /// Whether [`simpan_engine::Answer::Auto`] to the payment that is asked for would cost more
    /// than mana and the tapping of permanents: life, counters, permanents or cards.
    pub fn auto_gives_up(self) -> bool {
        let (p, player, source) = match self.s.processes.top() {
            Some(Process::Play(p)) => (&p.payments, p.player, self.paying_for(p)),
            Some(Process::Payment(p)) => (&p.payments, p.player, p.source),
            _ => return false,
        };
        let Some((funds, plan)) = self.way_found(p, player, source) else { return false };
        let harms = |u: &PlannedUse| funds.makers[usize::from(u.maker)].harm > Harm::None;
        plan.uses.iter().any(harms)
    }

    /// The way to pay what is left that the engine finds, and the mana it is planned with.
    pub(super) fn way_found(
        self,
        p: &Payments,
        player: PlayerId,
        source: ObjectId,
    ) -> Option<(Available, Plan)> {
        let without = p.taps().then_some(source);
        let funds = self.available(player, without, p.toward);
        let plan = self.plan_payment(&self.with_life(p.need(player, source)), &funds)?;
        Some((funds, plan))
    }

    fn plan_payment(self, need: &Need<'_>, funds: &Available) -> Option<Plan> {
        let taps = need.parts.iter().any(|p| matches!(p, CostPart::TapOthers { .. }));
        if !taps {
            if let Some(price) = funds.plan(&need.price) {
                let price = price.into_iter().map(|unit| unit as u16).collect();
                let (units, from) = (funds.units.clone(), funds.from.clone());
                return Some(Plan { units, from, price, uses: SmallVec::new() });
            }
            if funds.makers.is_empty() {
                return None;
            }
        }
        match self.way_to_pay(need, funds) {
            Verdict::Paid(plan) => Some(*plan),
            Verdict::Open | Verdict::Never => None,
        }
    }

    /// The kind of mana that a unit is when it is spent on something; what is convoked instead is
    /// noted.
    fn kind_spent(
        self,
        (unit, from): (Unit, u16),
        wanted: u8,
        (funds, toward): (&Available, Toward),
        taps: &mut Taps,
    ) -> Option<u8> {
        // A snow unit may be of any kind that its source makes.
        let mut kinds = if wanted == SNOW { unit.kinds } else { unit.kinds & wanted } & 0b11_1111;
        let source = funds.sources.get(usize::from(from));
        if let Some(s) = source
            && self.convokes(toward)
        {
            let made = kinds & s.kinds;
            if made == 0 && (s.kinds == 0 || self.convoker_of(s.id)) {
                taps.convoked.push((s.id, wanted));
                return None;
            }
            kinds = if made == 0 { kinds } else { made };
        }
        let kind = kinds.trailing_zeros() as u8;
        if source.is_some() && !taps.used.iter().any(|(s, _)| *s == from) {
            taps.used.push((from, kind));
        }
        Some(kind)
    }

    fn convoker_of(self, id: ObjectId) -> bool {
        self.controller(id).is_some_and(|player| self.convoker(player, id).is_some())
    }
}

impl Table<'_> {
    /// Uses the mana abilities that the engine's preference finds and plans what to spend.
    pub(super) fn make_mana(&mut self, p: &mut Payments, player: PlayerId, source: ObjectId) {
        let look = self.look();
        let Some((funds, plan)) = look.way_found(p, player, source) else { return };
        let unit = |n: u16| (plan.units[usize::from(n)], plan.from[usize::from(n)]);
        let makes = plan.price.iter().any(|n| unit(*n).1 < POOL_MEANT) || !plan.uses.is_empty();
        if makes && !holds(rule::MANA_ABILITY_TIMING) {
            return;
        }
        let mut taps = Taps::default();
        let mut made: SmallVec<[(u16, u8); 8]> = SmallVec::new();
        for (wanted, n) in p.price.iter().zip(&plan.price) {
            let kind = look.kind_spent(unit(*n), *wanted, (&funds, p.toward), &mut taps);
            let Some(kind) = kind else { continue };
            p.spend.push((*wanted, kind));
            made.push((*n, kind));
        }
        for used in &plan.uses {
            let maker = &funds.makers[usize::from(used.maker)];
            let mut spend = SmallVec::new();
            for (wanted, n) in maker.wants.iter().zip(&used.units) {
                let nothing = Toward::default();
                let kind = look.kind_spent(unit(*n), *wanted, (&funds, nothing), &mut taps);
                let Some(kind) = kind else { continue };
                spend.push((*wanted, kind));
                made.push((*n, kind));
            }
            let (chosen, kind) = (used.chosen.clone(), maker.kind.unwrap_or(u8::MAX));
            p.uses.push(Use { id: maker.id, number: maker.number, kind, spend, chosen });
        }
        // What is made of one of several kinds is of that which is spent.
        let mut first = funds.units.len();
        for (used, planned) in plan.uses.iter().zip(&mut p.uses) {
            let gives = &funds.makers[usize::from(used.maker)].gives;
            for (n, kinds) in gives.iter().enumerate() {
                let spent = made.iter().find(|(unit, _)| usize::from(*unit) == first + n);
                if let Some((_, kind)) = spent.filter(|_| (kinds & !SNOW).count_ones() > 1) {
                    planned.kind = *kind;
                }
            }
            first += gives.len();
        }
        for (id, wanted) in taps.convoked {
            self.convoke(p, player, id, Some(wanted));
        }
        for (from, kind) in taps.used {
            let s = funds.sources[usize::from(from)];
            self.use_source(player, s.id, s.ability, kind);
        }
    }

    /// Activates a mana ability that costs {T} and asks nothing but a colour, for mana of that
    /// kind.
    fn use_source(&mut self, player: PlayerId, id: ObjectId, number: u8, kind: u8) {
        let Some(c) = self.look().characteristics(id) else { return };
        let makes = |n: &usize| {
            let lowered = self.pool.ability(c.abilities[*n]);
            if !matches!(lowered.kind, AbilityKind::Activated { just_tap: true, .. }) {
                return false;
            }
            self.pool.program(lowered.program).ops.iter().any(|op| match op {
                Op::Do(Action::AddMana { mana, .. }) => {
                    let ctx = Context::of(id, player);
                    self.look().kinds_of(mana, ctx, &mut SmallVec::new()) & 1 << kind != 0
                }
                _ => false,
            })
        };
        let planned = usize::from(number);
        let n = std::iter::once(planned).chain(0..c.abilities.len()).find(makes);
        let n = n.unwrap_or(planned);
        let ability = c.abilities[n];
        let tapped = self.tap(id, rule::PLAY_PAY);
        self.note_used(id, n as u8);
        let program = self.pool.program(self.pool.ability(ability).program);
        if let [Op::Do(Action::AddMana { mana, times: Amount::N(1), only: None, .. })] =
            &program.ops[..]
            && let ManaOutput::Fixed(cost) = mana
        {
            let (tag, mut made) = (self.look().origin_tag(id), 0);
            for symbol in &cost.0 {
                let kind = symbol.kind().trailing_zeros() as u8;
                let amount = if kind < ManaPool::COLORLESS { 1 } else { symbol.value() as u16 };
                made |= symbol.kind();
                self.add_mana(player, (kind, tag), amount, rule::MANA_ABILITY);
            }
            if tapped {
                self.tapped_for_mana(id, player, made);
            }
            return;
        }
        self.resolve_mana(player, (id, ability), (kind, tapped), SmallVec::new());
    }

    /// A mana ability whose cost is paid resolves.
    fn resolve_mana(
        &mut self,
        player: PlayerId,
        (id, ability): (ObjectId, AbilityId),
        (kind, tapped): (u8, bool),
        paid: SmallVec<[ObjectId; 1]>,
    ) {
        let lowered = self.pool.ability(ability);
        let mut pieces = SmallVec::new();
        pieces.push(Piece { program: lowered.program, first_word: 0 });
        let home = self.pool.home(ability);
        let entry = StackEntry {
            object: ObjectId::NONE,
            source: id,
            controller: player,
            kind: EntryKind::Ability(ability),
            pieces,
            regs: Registers { paid, home, ..Registers::default() },
            damage: Vec::new(),
        };
        let frame = Frame::mana(entry, tapped).with_kind(kind);
        self.s.processes.push(Process::Frame(Box::new(frame)));
    }

    /// Uses a mana ability as it was planned; if it can't be, the rest of the plan is dropped.
    pub(super) fn use_planned(&mut self, p: &mut Payments, player: PlayerId, planned: Use) {
        let Use { id, number, kind, spend, chosen } = planned;
        let (pool, look) = (self.pool, self.look());
        let ability = look.characteristics(id).and_then(|c| c.abilities.get(usize::from(number)));
        let Some(ability) = ability.copied().filter(|_| look.s.object(id).is_some()) else {
            return p.drop_plan();
        };
        let AbilityKind::Activated { cost, .. } = &pool.ability(ability).kind else {
            return p.drop_plan();
        };
        let payable = |part| look.can_pay_part(player, id, part, 0).is_ok();
        let toward = Toward { object: id, what: Purpose::Ability, number };
        let there = |kind: u8| {
            let wanted = spend.iter().filter(|(_, k)| *k == kind).count();
            let sorts = look.sorts(player, kind, toward);
            usize::from(look.s.players[player.index()].pool.0[usize::from(kind)]) >= wanted
                && !sorts.is_empty()
        };
        if !cost.parts.iter().all(payable) || !spend.iter().all(|(_, kind)| there(*kind)) {
            return p.drop_plan();
        }
        // It resolves once the cost is paid; what paying sets off comes before that.
        let taps = cost.parts.contains(&CostPart::Tap);
        let price = spend.iter().map(|(wanted, _)| *wanted).collect();
        let mut own = Payments::new(price, Vec::new(), 0, toward);
        self.resolve_mana(player, (id, ability), (kind, taps), chosen.iter().copied().collect());
        for (wanted, kind) in spend {
            self.spend_on(&mut own, player, kind, Some(wanted));
        }
        let mut chosen = chosen.into_iter();
        for part in &cost.parts {
            if self.is_chosen_part(part) {
                let n = self.part_amount(part, id, player, 0).max(0) as usize;
                let ids: SmallVec<[ObjectId; 4]> = chosen.by_ref().take(n).collect();
                self.pay_chosen(part, player, &ids);
            } else {
                self.pay_plain(part, &mut own, player, id);
            }
        }
        self.note_used(id, number);
    }

    /// An ability of an object that may be activated only at some times was.
    fn note_used(&mut self, id: ObjectId, number: u8) {
        let abilities = self.look().characteristics(id).map(|c| &c.abilities);
        let ability = abilities.and_then(|all| all.get(usize::from(number)));
        let kind = ability.map(|a| &self.pool.ability(*a).kind);
        let limited = matches!(kind, Some(AbilityKind::Activated { only, .. }) if !only.is_empty());
        if let Some(o) = self.object_mut(id).filter(|_| limited) {
            o.used |= 1 << (number & 15);
        }
    }
}

impl Payments {
    fn drop_plan(&mut self) {
        self.uses.clear();
        self.spend.clear();
        self.by_hand = true;
    }
}
