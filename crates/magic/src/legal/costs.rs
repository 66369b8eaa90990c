//! What a spell or ability costs in all (2005 rules 409.1b and 409.1f, 2021 rules 601.2b and
//! 601.2f): base, additions, increases, reductions, and whether it could be paid.

use super::How;
use crate::look::{Context, Look};
use crate::mana::{Available, Need, Price, Purpose, Toward, add_symbol};
use crate::object::{Flags, Object};
use crate::refuse::{because, need, refuse};
use crate::ruleset::FaceDownCost;
use simpan_cards::ast::{
    Amount, Condition, Cost, CostPart, KeywordAbility, ManaCost, ManaSymbol, StaticEffect, Zone,
};
use simpan_cards::program::{AbilityId, AbilityKind, ProgramId, Sign};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::{examining, holds};
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// What is paid as the base of a spell's cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Base {
    /// Its mana cost.
    #[default]
    ManaCost,
    /// The cost that an ability names instead: an alternative one, or flashback.
    Of(AbilityId),
    /// What playing a card face down costs.
    FaceDown,
    /// Nothing.
    Free,
}

/// A cost in all, borrowed from where its parts stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bill<'a> {
    mana: SmallVec<[&'a ManaCost; 2]>,
    parts: SmallVec<[&'a [CostPart]; 2]>,
    pub(crate) x: i32,
    /// Generic mana more, or less.
    more: i32,
    /// At least so much mana in all.
    least: i32,
    /// What it is paid for.
    pub(crate) toward: Toward,
}

impl<'a> Bill<'a> {
    /// One cost of an ability of an object, which has that number among its abilities.
    pub(crate) fn of(cost: &'a Cost, object: ObjectId, number: u8) -> Self {
        let toward = Toward { object, what: Purpose::Ability, number };
        let mut bill = Self { toward, ..Self::default() };
        bill.add(cost);
        bill
    }

    /// By how much generic mana it is less.
    pub(crate) fn reduction(&self) -> i32 {
        (-self.more).max(0)
    }

    fn add(&mut self, cost: &'a Cost) {
        self.mana.push(&cost.mana);
        self.parts.push(&cost.parts);
    }

    /// The parts that aren't mana.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &'a CostPart> + '_ {
        self.parts.iter().flat_map(|row| row.iter())
    }

    /// Its mana symbols.
    fn symbols(&self) -> impl Iterator<Item = &'a ManaSymbol> + '_ {
        self.mana.iter().flat_map(|cost| cost.0.iter())
    }

    /// The symbols that may be paid in two ways, in order.
    pub(crate) fn halves(&self) -> impl Iterator<Item = ManaSymbol> + '_ {
        self.symbols().copied().filter(|s| s.pays_in_two_ways())
    }

    /// How many {X} there are in its mana, and whether X stands anywhere.
    pub(crate) fn x_count(&self) -> (i32, bool) {
        let n = self.symbols().filter(|s| **s == ManaSymbol::X).count() as i32;
        (n, n > 0 || self.parts().any(|p| part_count(p) == Some(&Amount::X)))
    }

    /// The mana that is wanted and the life that is paid for it; a bit of `halves` set means that
    /// the symbol is paid the other way than with its colour.
    pub(crate) fn price(&self, halves: u16) -> (Price, i32) {
        let mut price = Price::new();
        let (mut generic, mut life, mut half) = (self.more, 0, 0);
        for symbol in self.symbols() {
            let other = symbol.pays_in_two_ways() && {
                half += 1;
                halves & 1 << (half - 1) != 0
            };
            match symbol {
                ManaSymbol::Phyrexian(_) if other => life += 2,
                ManaSymbol::MonoHybrid(n, _) if other => generic += i32::from(*n),
                symbol => generic += add_symbol(*symbol, self.x, &mut price),
            }
        }
        let generic = generic.max(self.least - price.len() as i32).max(0);
        price.extend(std::iter::repeat_n(crate::mana::ANY, generic as usize));
        (price, life)
    }
}

/// The number that a part of a cost has, if it has one.
pub(crate) fn part_count(part: &CostPart) -> Option<&Amount> {
    match part {
        CostPart::Sacrifice { count, .. }
        | CostPart::Discard { count, .. }
        | CostPart::Exile { count, .. }
        | CostPart::Return { count, .. }
        | CostPart::TapOthers { count, .. }
        | CostPart::RemoveCounters { count, .. }
        | CostPart::PutCounters { count, .. }
        | CostPart::Draw(count)
        | CostPart::PayLife(count) => Some(count),
        CostPart::Tap
        | CostPart::Untap
        | CostPart::SacrificeThis
        | CostPart::DiscardThis
        | CostPart::ExileThis => None,
    }
}

/// An additional cost that may be paid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extra<'a> {
    /// The ability that offers it.
    pub(crate) ability: AbilityId,
    /// The mark of [`Flags`] that says that it was paid.
    pub(crate) mark: u16,
    /// What is paid.
    pub(crate) cost: &'a Cost,
}

/// A list of additional costs that may be paid.
pub(crate) type Extras<'a> = SmallVec<[Extra<'a>; 2]>;

impl<'a> Look<'a> {
    /// The additional costs of a spell that may be paid, in the order of its text.
    pub(crate) fn extra_costs(self, o: &Object) -> Extras<'a> {
        let mut out = Extras::new();
        let c = self.now(o);
        if !c.signs.has(Sign::Keyworded) {
            return out;
        }
        let mut kickers = [Flags::KICKED, Flags::KICKED_AGAIN].into_iter();
        for ability in &c.abilities {
            let AbilityKind::Keyword(keyword) = &self.pool.ability(*ability).kind else { continue };
            let (mark, cost) = match keyword {
                KeywordAbility::Kicker(cost) if holds(rule::KW_KICKER) => match kickers.next() {
                    Some(mark) => (mark, cost),
                    None => continue,
                },
                KeywordAbility::Buyback(cost) if holds(rule::KW_BUYBACK) => {
                    (Flags::BOUGHT_BACK, cost)
                }
                KeywordAbility::Entwine(cost) if holds(rule::KW_ENTWINE) => (Flags::ENTWINED, cost),
                _ => continue,
            };
            out.push(Extra { ability: *ability, mark, cost });
        }
        out
    }

    /// Whether a condition that is settled as costs are announced holds of a spell (or of what it
    /// became) with such marks.
    pub(crate) fn was_paid(self, condition: &Condition, id: ObjectId, marks: u16) -> bool {
        match condition {
            Condition::Kicked => marks & (Flags::KICKED | Flags::KICKED_AGAIN) != 0,
            Condition::KickedWith(cost) => {
                let Some(c) = self.characteristics(id) else { return false };
                let mut kickers =
                    c.abilities.iter().filter_map(|a| match &self.pool.ability(*a).kind {
                        AbilityKind::Keyword(KeywordAbility::Kicker(c)) => Some(c),
                        _ => None,
                    });
                let mark = match kickers.position(|c| c == cost) {
                    Some(0) => Flags::KICKED,
                    Some(_) => Flags::KICKED_AGAIN,
                    None => 0,
                };
                marks & mark != 0
            }
            Condition::Not(c) => !self.was_paid(c, id, marks),
            Condition::All(all) => all.iter().all(|c| self.was_paid(c, id, marks)),
            Condition::Any(all) => all.iter().any(|c| self.was_paid(c, id, marks)),
            _ => false,
        }
    }

    /// The base of a spell's cost if it is cast in that way; nothing if it can't be.
    pub(crate) fn base_cost(self, player: PlayerId, id: ObjectId, how: How) -> Option<Base> {
        let o = self.s.object(id)?;
        match how {
            How::Offered(true) => Some(Base::Free),
            How::Cast if o.zone != Zone::Hand && self.permitted(player, id) == Some(true) => {
                Some(Base::Free)
            }
            How::Cast | How::Offered(false) => {
                self.pool.card(o.card).cost().map(|_| Base::ManaCost)
            }
            How::Flashback => {
                let is = |a: &&AbilityId| {
                    let kind = &self.pool.ability(**a).kind;
                    matches!(kind, AbilityKind::Keyword(KeywordAbility::Flashback(_)))
                };
                self.now(o).abilities.iter().find(is).map(|a| Base::Of(*a))
            }
            How::Alternative(n) => {
                let ability = *self.now(o).abilities.get(usize::from(n))?;
                match &self.pool.ability(ability).kind {
                    AbilityKind::Static(s)
                        if matches!(s.effect, StaticEffect::AlternativeCost(_)) =>
                    {
                        Some(Base::Of(ability))
                    }
                    _ => None,
                }
            }
            How::FaceDown => Some(Base::FaceDown),
            How::Land | How::TurnUp | How::Activate(_) => None,
        }
    }

    /// What a spell costs in all, with the additional costs of those marks.
    pub(crate) fn spell_bill(
        self,
        id: ObjectId,
        player: PlayerId,
        base: Base,
        marks: u16,
        x: i32,
    ) -> Option<Bill<'a>> {
        let o = self.s.object(id)?;
        let toward = Toward { object: id, what: Purpose::Spell, number: u8::MAX };
        let mut bill = Bill { x, toward, ..Bill::default() };
        match base {
            Base::ManaCost => bill.mana.push(self.pool.card(o.card).cost()?),
            Base::FaceDown => {
                let colorless = self.s.rules.face_down_cost == FaceDownCost::Colorless;
                bill.mana.push(self.pool.face_down_cost(colorless)?);
            }
            Base::Free => {}
            Base::Of(ability) => match &self.pool.ability(ability).kind {
                AbilityKind::Keyword(KeywordAbility::Flashback(cost)) => bill.add(cost),
                AbilityKind::Static(s) => match &s.effect {
                    StaticEffect::AlternativeCost(cost) if holds(rule::COST_ALTERNATIVE) => {
                        bill.add(cost);
                    }
                    _ => return None,
                },
                _ => return None,
            },
        }
        let c = self.now(o);
        if c.signs.has(Sign::Keyworded) {
            for ability in &c.abilities {
                if holds(rule::COST_ADDITIONAL)
                    && let AbilityKind::Static(s) = &self.pool.ability(*ability).kind
                    && let StaticEffect::AdditionalCost(cost) = &s.effect
                {
                    bill.add(cost);
                }
            }
            if marks != 0 {
                let paid = self.extra_costs(o).into_iter().filter(|p| marks & p.mark != 0);
                paid.for_each(|p| bill.add(p.cost));
            }
        }
        self.change_cost(id, player, &mut bill);
        if bill.more != 0 && !holds(rule::PLAY_TOTAL_COST) {
            bill.more = 0;
        }
        Some(bill)
    }

    /// What an activated ability costs in all.
    pub(crate) fn ability_bill(
        self,
        ability: AbilityId,
        (source, number): (ObjectId, u8),
        x: i32,
    ) -> Option<Bill<'a>> {
        match &self.pool.ability(ability).kind {
            AbilityKind::Activated { cost, .. } => {
                Some(Bill { x, ..Bill::of(cost, source, number) })
            }
            _ => None,
        }
    }

    /// Effects that make a spell cost more, less, or at least so much: those of permanents, and
    /// its own.
    fn change_cost(self, id: ObjectId, player: PlayerId, bill: &mut Bill<'a>) {
        let own = self.s.object(id).is_some_and(|o| self.now(o).signs.has(Sign::ChangesCosts));
        if own {
            self.change_cost_by(id, player, id, player, bill);
        }
        if !self.any_sign(Sign::ChangesCosts) {
            return;
        }
        for source in self.s.battlefield.iter().copied() {
            let o = &self.s.objects[source.index()];
            if self.now(o).signs.has(Sign::ChangesCosts) {
                self.change_cost_by(source, o.controller, id, player, bill);
            }
        }
    }

    fn change_cost_by(
        self,
        source: ObjectId,
        you: PlayerId,
        id: ObjectId,
        player: PlayerId,
        bill: &mut Bill<'a>,
    ) {
        let ctx = Context::of(source, you);
        let Some(c) = self.characteristics(source) else { return };
        for ability in &c.abilities {
            let lowered = self.pool.ability(*ability);
            let AbilityKind::Static(s) = &lowered.kind else { continue };
            let StaticEffect::Cost(change) = &s.effect else { continue };
            let own = lowered.zone == simpan_cards::ast::Zone::Stack;
            if holds(rule::COST_CHANGES)
                && own == (source == id)
                && self.is_among(player, &change.who, ctx)
                && self.fits_all(id, &change.filter, ctx)
                && s.while_.as_ref().is_none_or(|w| self.condition(w, ctx))
            {
                bill.more += self.amount(&change.generic, ctx);
                bill.least = bill.least.max(i32::from(change.least));
            }
        }
    }

    /// Whether a spell could be announced with some choice of the additional costs that are still
    /// open: there are targets, and it can be paid.
    pub(crate) fn can_complete(
        self,
        spell: Spell,
        options: &[Extra<'a>],
        marks: u16,
        funds: &mut Option<Available>,
    ) -> Result<(), RuleId> {
        if let [first, rest @ ..] = options {
            let without = self.can_complete(spell, rest, marks, funds);
            return match without {
                Ok(()) => Ok(()),
                Err(why) => {
                    self.can_complete(spell, rest, marks | first.mark, funds).map_err(|_| why)
                }
            };
        }
        let Spell { id, player, base, program, .. } = spell;
        let Some(o) = self.s.object(id) else { return Err(because(rule::NEW_OBJECT)) };
        if program != ProgramId::NONE {
            self.targets_exist(program, id, player, (self.now(o), marks))?;
        } else if let Some(enchant) = self.pool.card(o.card).enchant {
            self.aura_target_exists(enchant, id, player)?;
        }
        let Some(bill) = self.spell_bill(id, player, base, marks, 0) else {
            return Err(because(rule::NO_MANA_COST));
        };
        self.can_pay(player, id, &bill, (0, 0), funds)
    }

    /// Whether a player has less mana than a card in hand costs at the very least: a quick answer
    /// for most, before targets are looked for and costs added up.
    pub(super) fn too_dear(
        self,
        player: PlayerId,
        id: ObjectId,
        funds: &mut Option<Available>,
    ) -> bool {
        let o = &self.s.objects[id.index()];
        let toward = Toward { object: id, what: Purpose::Spell, number: u8::MAX };
        if o.zone != Zone::Hand
            || self.any_sign(Sign::ChangesCosts)
            || self.now(o).signs.has(Sign::ChangesCosts)
            || !self.plain_funds(player, toward)
            || examining()
        {
            return false;
        }
        let all = || self.available(player, None, Toward::default());
        let least = usize::from(self.pool.card(o.card).least_mana);
        (funds.get_or_insert_with(all).most() as usize) < least
    }

    /// Whether a whole cost could be paid by the player now, if the first so many of its symbols
    /// that may be paid in two ways are paid as `halves` says.
    pub(crate) fn can_pay(
        self,
        player: PlayerId,
        id: ObjectId,
        bill: &Bill<'_>,
        (halves, decided): (u16, u8),
        funds: &mut Option<Available>,
    ) -> Result<(), RuleId> {
        let mut taps_itself = false;
        let mut paid_in_life = 0;
        let mut parts = SmallVec::new();
        for part in bill.parts() {
            taps_itself |= *part == CostPart::Tap;
            parts.push(part);
            self.can_pay_part(player, id, part, bill.x)?;
            if let CostPart::PayLife(amount) = part {
                paid_in_life += self.cost_amount(amount, id, player, bill.x).max(0);
            }
        }
        // All of it has to be there at once (2021 rules 118.3 and 119.4).
        let life_left = self.s.players[player.index()].life - paid_in_life;
        need(paid_in_life == 0 || life_left >= 0, rule::CANNOT_PAY)?;
        let open = (bill.halves().count() as u8).saturating_sub(decided);
        let (toward, x) = (bill.toward, bill.x);
        let mut wanted = Need { toward, parts, x, ..Need::of(player, id) };
        if !self.parts_fit(&wanted) {
            return refuse(rule::CANNOT_PAY);
        }
        let mut enough = false;
        for way in 0..1u16 << open.min(8) {
            let (price, life) = bill.price(halves | way << decided);
            if life > 0 && life_left < life {
                continue;
            }
            (wanted.price, wanted.life) = (price, paid_in_life + life);
            enough = if wanted.price.is_empty() {
                true
            } else if taps_itself || !self.plain_funds(player, bill.toward) {
                let without = taps_itself.then_some(id);
                self.could_pay(&wanted, &self.available(player, without, bill.toward))
            } else {
                let all = || self.available(player, None, Toward::default());
                self.could_pay(&wanted, funds.get_or_insert_with(all))
            };
            if enough {
                break;
            }
        }
        need(enough, rule::CANNOT_PAY)
    }
}

/// A spell that is or could be announced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spell {
    pub(crate) id: ObjectId,
    pub(crate) player: PlayerId,
    pub(crate) base: Base,
    /// Its instructions, if it has any.
    pub(crate) program: ProgramId,
}
