//! Paying costs: mana first, with mana abilities, then everything else (2005 rule 409.1f to h,
//! 2021 rules 601.2f to h and 118).

mod auto;

use crate::event::EventKind;
use crate::legal::{How, way_of};
use crate::look::Look;
use crate::mana::{Need, Price, SNOW, Toward, price_of};
use crate::object::Thing;
use crate::pipeline::{Proposal, Row};
use crate::process::{Form, Play, Process};
use crate::refuse::{because, refuse};
use crate::ruleset::ManaNesting;
use crate::state::Tag;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::Characteristics;
use simpan_cards::ast::{Amount, Cost, CostPart, Zone};
use simpan_cards::program::{AbilityKind, Sign};
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// A cost being paid.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Payments {
    /// Mana still to be paid.
    price: Price,
    /// What it is paid for.
    toward: Toward,
    /// What of the price is paid with which kind of mana, once the mana abilities that make it
    /// have resolved.
    spend: SmallVec<[(u8, u8); 12]>,
    /// Mana abilities that are still to be used for it, in order.
    uses: Vec<auto::Use>,
    #[serde(with = "simpan_cards::as_text")]
    parts: Vec<CostPart>,
    /// The part being paid.
    at: u8,
    choosing: bool,
    x: i32,
    /// What was sacrificed, discarded, …
    pub(crate) paid: SmallVec<[ObjectId; 1]>,
    /// The kinds of mana that were spent, a bit each.
    pub(crate) spent: u8,
    /// {T} was paid.
    pub(crate) tapped: bool,
    /// A part can't be paid after all.
    pub(crate) failed: bool,
    /// The player has paid or made mana by hand, perhaps so that the rest can't be paid.
    by_hand: bool,
}

/// A cost paid while something resolves, or for attackers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Payment {
    player: PlayerId,
    source: ObjectId,
    rule: RuleId,
    payments: Payments,
    asked: bool,
}

impl Payments {
    pub(crate) fn new(price: Price, parts: Vec<CostPart>, x: i32, toward: Toward) -> Self {
        Self { price, parts, x, toward, ..Self::default() }
    }

    fn taps(&self) -> bool {
        self.parts.contains(&CostPart::Tap)
    }

    /// What is still to be paid.
    fn need(&self, player: PlayerId, source: ObjectId) -> Need<'_> {
        let parts = self.parts.get(usize::from(self.at)..).unwrap_or_default().iter().collect();
        let (price, toward, x) = (self.price.clone(), self.toward, self.x);
        Need { price, toward, parts, x, ..Need::of(player, source) }
    }
}

impl Table<'_> {
    /// Steps a payment; done when all of it is paid.
    pub(crate) fn step_payments(
        &mut self,
        p: &mut Payments,
        player: PlayerId,
        source: ObjectId,
        answer: Option<Answer>,
    ) -> Flow {
        match answer {
            Some(Answer::Auto) => {
                self.make_mana(p, player, source);
                return Flow::Continue;
            }
            Some(Answer::Use(id, way)) => {
                p.by_hand = true;
                let play = Play::new(player, id, crate::legal::how_of(way));
                self.s.processes.push(Process::Play(Box::new(play)));
                return Flow::Continue;
            }
            Some(Answer::Pick(kind)) => {
                p.by_hand = true;
                self.spend_on(p, player, kind as u8, None);
                return Flow::Continue;
            }
            Some(Answer::Object(id)) => {
                p.by_hand = true;
                self.convoke(p, player, id, None);
                return Flow::Continue;
            }
            _ => {}
        }
        if let Some(next) = (!p.uses.is_empty()).then(|| p.uses.remove(0)) {
            self.use_planned(p, player, next);
            return Flow::Continue;
        }
        if !p.spend.is_empty() {
            for (wanted, kind) in std::mem::take(&mut p.spend) {
                self.spend_on(p, player, kind, Some(wanted));
            }
        }
        if !p.price.is_empty() && holds(rule::PLAY_PAY) {
            if p.by_hand || self.look().makes_costly_mana() {
                let mut ways = Vec::new();
                self.look().payments_answers(p, player, source, &mut ways);
                if ways.is_empty() {
                    p.failed = true;
                    return Flow::Done;
                }
            }
            return self.ask(player, QuestionKind::Pay, rule::PLAY_PAY, source);
        }
        self.pay_parts(p, player, source)
    }

    /// Spends one mana of a kind on the pickiest part of the price that takes it, or on such a
    /// part as is wanted.
    fn spend_on(&mut self, p: &mut Payments, player: PlayerId, kind: u8, wanted: Option<u8>) {
        if let Some((at, tag)) = self.look().best_spent(p, player, kind, wanted) {
            p.price.remove(at);
            p.spent |= 1 << kind;
            self.spend_mana(player, (kind, tag), rule::PLAY_PAY);
        }
    }

    /// Taps a creature rather than paying one mana.
    fn convoke(&mut self, p: &mut Payments, player: PlayerId, id: ObjectId, wanted: Option<u8>) {
        let Some(kinds) = self.look().convoker(player, id) else { return };
        let fits = |i: &usize| p.price[*i] & kinds != 0 && wanted.is_none_or(|w| p.price[*i] == w);
        let best = (0..p.price.len()).filter(fits).min_by_key(|i| p.price[*i].count_ones());
        if let Some(at) = best
            && self.tap(id, rule::KW_CONVOKE)
        {
            p.price.remove(at);
        }
    }

    /// A permanent was tapped for mana: triggered mana abilities resolve at once.
    pub(crate) fn tapped_for_mana(&mut self, id: ObjectId, player: PlayerId, kinds: u8) {
        if self.s.signs.has(Sign::TappedForMana) {
            self.record(EventKind::TappedForMana { id, player, kinds }, rule::MANA_ABILITY);
        }
    }

    /// Pays the parts that aren't mana, in order.
    fn pay_parts(&mut self, p: &mut Payments, player: PlayerId, source: ObjectId) -> Flow {
        while usize::from(p.at) < p.parts.len() {
            let part = p.parts[usize::from(p.at)].clone();
            if self.is_chosen_part(&part) {
                if !p.choosing {
                    let n = self.part_amount(&part, source, player, p.x);
                    let options = self.look().cost_candidates(player, source, &part);
                    if (options.len() as i32) < n {
                        p.failed = true;
                        return Flow::Done;
                    }
                    if n > 0 {
                        p.choosing = true;
                        let n = n.min(i32::from(u8::MAX)) as u8;
                        let form = match &part {
                            CostPart::Discard { random: true, .. } => Form::Random(n),
                            _ => Form::Things { min: n, max: n },
                        };
                        let options = options.into_iter().map(Thing::Object);
                        self.choose(player, form, options, rule::PLAY_PAY, source);
                        return Flow::Continue;
                    }
                } else {
                    p.choosing = false;
                    let things = std::mem::take(&mut self.s.reply.things);
                    let ids: SmallVec<[ObjectId; 4]> =
                        things.iter().filter_map(|t| t.object()).collect();
                    p.paid.extend(ids.iter().copied());
                    self.pay_chosen(&part, player, &ids);
                }
            } else if self.look().can_pay_part(player, source, &part, p.x).is_ok() {
                self.pay_plain(&part, p, player, source);
            } else {
                // The source may have been given up for mana meanwhile.
                p.failed = true;
                return Flow::Done;
            }
            p.at += 1;
            if self.s.processes.depth() > 0
                && matches!(self.s.processes.top(), Some(Process::Batch(_) | Process::Draws(_)))
            {
                return Flow::Continue;
            }
        }
        Flow::Done
    }

    fn is_chosen_part(&self, part: &CostPart) -> bool {
        matches!(
            part,
            CostPart::Sacrifice { .. }
                | CostPart::Discard { .. }
                | CostPart::Exile { .. }
                | CostPart::Return { .. }
                | CostPart::TapOthers { .. }
        )
    }

    fn part_amount(&self, part: &CostPart, source: ObjectId, player: PlayerId, x: i32) -> i32 {
        let amount = match part {
            CostPart::Sacrifice { count, .. }
            | CostPart::Discard { count, .. }
            | CostPart::Exile { count, .. }
            | CostPart::Return { count, .. }
            | CostPart::TapOthers { count, .. }
            | CostPart::RemoveCounters { count, .. }
            | CostPart::PutCounters { count, .. }
            | CostPart::Draw(count)
            | CostPart::PayLife(count) => count,
            _ => return 0,
        };
        self.look().cost_amount(amount, source, player, x)
    }

    fn pay_chosen(&mut self, part: &CostPart, player: PlayerId, ids: &[ObjectId]) {
        match part {
            CostPart::Sacrifice { .. } => self.sacrifice(ids.iter().copied(), rule::PLAY_PAY),
            CostPart::Discard { .. } => self.discard(player, ids.iter().copied(), rule::PLAY_PAY),
            CostPart::Exile { .. } => {
                self.move_all(ids.iter().copied(), Zone::Exile, rule::PLAY_PAY)
            }
            CostPart::Return { .. } => {
                self.move_all(ids.iter().copied(), Zone::Hand, rule::PLAY_PAY)
            }
            _ => {
                for id in ids {
                    self.tap(*id, rule::PLAY_PAY);
                }
            }
        }
    }

    fn pay_plain(&mut self, part: &CostPart, p: &mut Payments, player: PlayerId, source: ObjectId) {
        let n = self.part_amount(part, source, player, p.x);
        match part {
            CostPart::Tap => p.tapped = self.tap(source, rule::PLAY_PAY),
            CostPart::Untap => drop(self.untap(source, rule::PLAY_PAY)),
            CostPart::SacrificeThis => {
                p.paid.push(source);
                self.sacrifice([source], rule::PLAY_PAY);
            }
            CostPart::DiscardThis => {
                p.paid.push(source);
                self.discard(player, [source], rule::PLAY_PAY);
            }
            CostPart::Draw(_) => self.draw_cards(player, n),
            CostPart::PayLife(_) if n <= 0 => {}
            CostPart::PayLife(_) => {
                let loss = Row::by(Proposal::LoseLife { player, amount: n }, rule::PLAY_PAY);
                self.propose_aside(smallvec::smallvec![loss], rule::PLAY_PAY);
            }
            CostPart::ExileThis => self.move_all([source], Zone::Exile, rule::PLAY_PAY),
            CostPart::RemoveCounters { kind, .. } => {
                self.change_counters(source, *kind, -n, rule::PLAY_PAY);
            }
            CostPart::PutCounters { kind, .. } => {
                self.change_counters(source, *kind, n, rule::PLAY_PAY);
            }
            _ => {}
        }
    }

    /// Asks a player to pay a cost so many times over; `reply.yes` says whether it was paid.
    pub(crate) fn start_payment(
        &mut self,
        player: PlayerId,
        cost: &Cost,
        times: u32,
        source: ObjectId,
        rule: RuleId,
    ) {
        let mut price = Price::new();
        for _ in 0..times {
            price.extend(price_of(&cost.mana));
        }
        let parts = cost.parts.iter().flat_map(|part| times_over(part, times)).collect();
        price.sort_by_key(|w| w.count_ones());
        let payments = Payments::new(price, parts, 0, Toward::default());
        self.s.reply = Default::default();
        if !holds(rule) {
            return;
        }
        let payment = Payment { player, source, rule, payments, asked: false };
        self.s.processes.push(Process::Payment(Box::new(payment)));
    }

    pub(crate) fn step_payment(&mut self, p: &mut Payment, answer: Option<Answer>) -> Flow {
        if !p.asked {
            return match answer {
                Some(Answer::Yes) => {
                    p.asked = true;
                    Flow::Continue
                }
                Some(_) => {
                    self.s.reply = Default::default();
                    Flow::Done
                }
                None if !self.look().payment_possible(p) => {
                    self.s.reply = Default::default();
                    Flow::Done
                }
                None => self.ask(p.player, QuestionKind::YesNo, p.rule, p.source),
            };
        }
        if answer == Some(Answer::Pass) {
            self.s.reply = Default::default();
            return Flow::Done;
        }
        let flow = self.step_payments(&mut p.payments, p.player, p.source, answer);
        if flow == Flow::Done {
            self.s.reply = Default::default();
            self.s.reply.yes = !p.payments.failed;
        }
        flow
    }
}

/// A part of a cost so many times over: numbers are multiplied, other parts repeated.
fn times_over(part: &CostPart, times: u32) -> Vec<CostPart> {
    let mut part = part.clone();
    let count = match &mut part {
        CostPart::PayLife(count)
        | CostPart::Draw(count)
        | CostPart::Sacrifice { count, .. }
        | CostPart::Discard { count, .. }
        | CostPart::Exile { count, .. }
        | CostPart::Return { count, .. }
        | CostPart::TapOthers { count, .. }
        | CostPart::RemoveCounters { count, .. }
        | CostPart::PutCounters { count, .. } => count,
        _ => return vec![part; times as usize],
    };
    let times = times.min(i32::MAX as u32) as i32;
    if times != 1 {
        *count = Amount::Times(times, Box::new(count.clone()));
    }
    vec![part]
}

impl Look<'_> {
    fn payment_possible(self, p: &Payment) -> bool {
        let Payment { player, source, payments, .. } = p;
        let need = self.with_life(payments.need(*player, *source));
        payments
            .parts
            .iter()
            .all(|part| self.can_pay_part(*player, *source, part, payments.x).is_ok())
            && self.parts_fit(&need)
            && (need.price.is_empty()
                || self.could_pay(&need, &self.available(*player, None, need.toward)))
    }

    pub(crate) fn payment_answers(self, p: &Payment, buf: &mut Vec<Answer>) {
        if p.asked {
            self.payments_answers(&p.payments, p.player, p.source, buf);
            buf.push(Answer::Pass);
        } else {
            buf.extend([Answer::Yes, Answer::No]);
        }
    }

    /// For which part of the price one mana of a kind is spent, and of which sort: the pickiest
    /// part, and the sort that is of least use otherwise.
    fn best_spent(
        self,
        p: &Payments,
        player: PlayerId,
        kind: u8,
        wanted: Option<u8>,
    ) -> Option<(usize, Tag)> {
        if self.s.players[player.index()].pool.0[usize::from(kind)] == 0 {
            return None;
        }
        let sorts = self.sorts(player, kind, p.toward);
        let all = sorts.iter().enumerate().flat_map(|(rank, tag)| {
            let mask = 1 << kind | if tag.snow { SNOW } else { 0 };
            let fits =
                move |i: &usize| p.price[*i] & mask != 0 && wanted.is_none_or(|w| p.price[*i] == w);
            (0..p.price.len()).filter(fits).map(move |i| (p.price[i].count_ones(), rank, i, *tag))
        });
        all.min_by_key(|(picky, rank, i, _)| (*picky, *rank, *i)).map(|(_, _, i, tag)| (i, tag))
    }

    /// Whether the player has mana of the kind that may not be spent on this.
    pub(super) fn has_other_mana(self, p: &Payments, player: PlayerId, kind: u8) -> bool {
        self.s.players[player.index()].pool.0.get(usize::from(kind)).is_some_and(|n| *n > 0)
            && self.sorts(player, kind, p.toward).is_empty()
    }

    /// Ways to go on paying: by itself, from the pool, with mana abilities.
    pub(crate) fn payments_answers(
        self,
        p: &Payments,
        player: PlayerId,
        source: ObjectId,
        buf: &mut Vec<Answer>,
    ) {
        if self.way_found(p, player, source).is_some() {
            buf.push(Answer::Auto);
        }
        for kind in 0..6u8 {
            if self.best_spent(p, player, kind, None).is_some() {
                buf.push(Answer::Pick(u32::from(kind)));
            }
        }
        if self.convokes(p.toward) {
            let wanted = p.price.iter().fold(0, |all, w| all | w);
            let able = |id: &ObjectId| self.convoker(player, *id).is_some_and(|k| k & wanted != 0);
            buf.extend(self.s.battlefield.iter().copied().filter(able).map(Answer::Object));
        }
        let mut offer = |id: ObjectId, c: &Characteristics| {
            for n in 0..c.abilities.len() {
                let how = How::Activate(n as u8);
                if self.can_use_for_mana(p, player, source, (id, how)).is_ok() {
                    buf.push(Answer::Use(id, way_of(how)));
                }
            }
        };
        for id in self.s.battlefield.iter().copied() {
            let o = &self.s.objects[id.index()];
            let c = self.now(o);
            if c.signs.has(Sign::ActivatedMana)
                && (o.controller == player || c.signs.has(Sign::ActivatedByAny))
                && (!o.tapped() || c.signs.has(Sign::ActivatedUntapped))
            {
                offer(id, c);
            }
        }
        if self.pool.asks().mana_elsewhere {
            let p = &self.s.players[player.index()];
            for id in p.hand.iter().chain(&p.graveyard).copied() {
                let c = self.now(&self.s.objects[id.index()]);
                if c.signs.has(Sign::ActivatedMana) {
                    offer(id, c);
                }
            }
        }
    }

    /// Counts the life among the parts of a cost.
    fn with_life<'n>(self, need: Need<'n>) -> Need<'n> {
        let of = |part: &&CostPart| match part {
            CostPart::PayLife(n) => self.cost_amount(n, need.source, need.player, need.x).max(0),
            _ => 0,
        };
        let life = need.parts.iter().map(of).sum();
        Need { life, ..need }
    }

    /// Whether there may be mana abilities that cost more than {T}.
    fn makes_costly_mana(self) -> bool {
        self.any_sign(Sign::CostlyMana) || self.pool.asks().mana_elsewhere
    }

    /// Whether a mana ability may be activated while paying for something of a source. What taps
    /// for its own cost is not tapped for mana.
    pub(crate) fn can_use_for_mana(
        self,
        p: &Payments,
        player: PlayerId,
        source: ObjectId,
        (id, how): (ObjectId, How),
    ) -> Result<(), RuleId> {
        let How::Activate(n) = how else { return Err(because(rule::PLAY_MANA_ABILITIES)) };
        let ability = self
            .characteristics(id)
            .and_then(|c| c.abilities.get(usize::from(n)))
            .ok_or(rule::NO_SUCH_ABILITY)?;
        if !self.is_mana_ability(*ability) || p.price.is_empty() {
            refuse(rule::PLAY_MANA_ABILITIES)?;
        }
        let AbilityKind::Activated { cost, .. } = &self.pool.ability(*ability).kind else {
            return Err(because(rule::NO_SUCH_ABILITY));
        };
        if self.s.rules.mana_nesting == ManaNesting::Never
            && self.is_being_activated(id, n, cost, p.toward)
        {
            refuse(rule::MANA_ABILITY_UNDER_WAY)?;
        }
        let taps = cost.parts.contains(&CostPart::Tap);
        if taps && id == source && p.taps() {
            return Err(because(rule::PLAY_PAY));
        }
        self.can_activate(player, id, n, &mut None)
    }
}
