//! What a player may do with priority: one function refuses and lists.

pub(crate) mod costs;
mod face_down;
mod permit;
mod targets;

use crate::look::{Context, Look};
use crate::mana::Available;
use crate::object::{Object, UNMODIFIED};
use crate::refuse::{because, need, refuse};
use crate::ruleset::ExtraLands;
use simpan_cards::Characteristics;
use simpan_cards::ast::{CardType, Cost, CostPart, KeywordAbility, Restriction, Zone};
use simpan_cards::program::{AbilityKind, ProgramId, Sign};
use simpan_engine::{ObjectId, PlayerId, Way};
use simpan_rulebook::marker::{examining, holds};
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// A way of using an object.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum How {
    /// Play it as a land.
    Land,
    /// Play / cast it from a zone that allows it, for its mana cost.
    Cast,
    /// Cast it from the graveyard for its flashback cost.
    Flashback,
    /// Cast it face down for {3} (morph).
    FaceDown,
    /// Turn it face up for its morph cost: a special action.
    TurnUp,
    /// Cast it for the alternative cost that its ability of that number names.
    Alternative(u8),
    /// Cast it as an instruction says that is being followed; without paying its mana cost if so.
    Offered(bool),
    /// Activate its ability of that number among its abilities.
    Activate(u8),
}

/// The way of an answer.
pub fn how_of(way: Way) -> How {
    match way.0 {
        0 => How::Land,
        1 => How::Cast,
        2 => How::Flashback,
        3 => How::FaceDown,
        4 => How::TurnUp,
        5 => How::Offered(false),
        6 => How::Offered(true),
        n if n >> 8 == 1 => How::Activate((n & 0xff) as u8),
        n if n >> 8 == 2 => How::Alternative((n & 0xff) as u8),
        // No ability has this number, so nothing is accepted under two numbers.
        _ => How::Activate(u8::MAX),
    }
}

/// The answer's number of a way.
pub fn way_of(how: How) -> Way {
    Way(match how {
        How::Land => 0,
        How::Cast => 1,
        How::Flashback => 2,
        How::FaceDown => 3,
        How::TurnUp => 4,
        How::Offered(free) => 5 + u16::from(free),
        How::Activate(n) => 0x100 | u16::from(n),
        How::Alternative(n) => 0x200 | u16::from(n),
    })
}

impl<'a> Look<'a> {
    /// Every action that a player could take with priority and complete.
    pub(crate) fn each_action(self, player: PlayerId, mut f: impl FnMut(ObjectId, Way)) {
        let sorcery = self.sorcery_speed(player);
        let mut funds = None;
        let p = &self.s.players[player.index()];
        for id in p.hand.iter().copied() {
            self.hand_card(player, id, sorcery, &mut funds, &mut f);
        }
        if p.mods.play_from_top != 0 {
            for (seat, other) in self.s.players.iter().enumerate() {
                if let Some(id) = other.library.last().copied()
                    && p.mods.play_from_top >> seat & 1 == 1
                {
                    self.hand_card(player, id, sorcery, &mut funds, &mut f);
                }
            }
        }
        for id in self.s.battlefield.iter().copied() {
            let o = &self.s.objects[id.index()];
            if o.face_down() && self.can_turn_up(player, id, &mut funds).is_ok() {
                f(id, way_of(How::TurnUp));
            }
            let c = self.now(o);
            if !(c.signs.has(Sign::Activated) || c.signs.has(Sign::ActivatedMana))
                || (o.controller != player && !c.signs.has(Sign::ActivatedByAny))
                || (o.tapped() && !c.signs.has(Sign::ActivatedUntapped))
            {
                continue;
            }
            self.activations(player, id, c, &mut funds, &mut f);
        }
        for id in p.graveyard.iter().copied() {
            self.graveyard_card(player, id, sorcery, &mut funds, &mut f);
        }
        if p.mods.graveyards {
            let others = self.s.players.iter().enumerate().filter(|(i, _)| *i != player.index());
            for id in others.flat_map(|(_, other)| other.graveyard.iter().copied()) {
                self.graveyard_card(player, id, sorcery, &mut funds, &mut f);
            }
        }
        for id in self.s.exile.iter().copied() {
            if p.mods.play_from || self.s.objects[id.index()].modified != UNMODIFIED {
                self.hand_card(player, id, sorcery, &mut funds, &mut f);
            }
        }
    }

    fn graveyard_card(
        self,
        player: PlayerId,
        id: ObjectId,
        sorcery: bool,
        funds: &mut Option<Available>,
        f: &mut impl FnMut(ObjectId, Way),
    ) {
        let o = &self.s.objects[id.index()];
        let c = self.now(o);
        if c.signs.has(Sign::Keyworded) && self.can_cast(player, id, How::Flashback, funds).is_ok()
        {
            f(id, way_of(How::Flashback));
        }
        if self.s.players[player.index()].mods.play_from || o.modified != UNMODIFIED {
            self.hand_card(player, id, sorcery, funds, f);
        } else if c.signs.has(Sign::Activated) {
            self.activations(player, id, c, funds, f);
        }
    }

    fn hand_card(
        self,
        player: PlayerId,
        id: ObjectId,
        sorcery: bool,
        funds: &mut Option<Available>,
        f: &mut impl FnMut(ObjectId, Way),
    ) {
        let c = self.now(&self.s.objects[id.index()]);
        if c.types.has(CardType::Land) {
            if sorcery && self.can_play_land(player, id).is_ok() {
                f(id, way_of(How::Land));
            }
        } else {
            if sorcery || self.is_fast(player, id, c) {
                if !self.too_dear(player, id, funds)
                    && self.can_cast(player, id, How::Cast, funds).is_ok()
                {
                    f(id, way_of(How::Cast));
                }
                if c.signs.has(Sign::Keyworded) {
                    self.alternatives(player, id, c, funds, f);
                }
            }
        }
        if sorcery
            && c.signs.has(Sign::Keyworded)
            && self.can_cast_face_down(player, id, funds).is_ok()
        {
            f(id, way_of(How::FaceDown));
        }
        if c.signs.has(Sign::Activated) {
            self.activations(player, id, c, funds, f);
        }
    }

    /// The alternative costs for which a card could be cast.
    fn alternatives(
        self,
        player: PlayerId,
        id: ObjectId,
        c: &'a Characteristics,
        funds: &mut Option<Available>,
        f: &mut impl FnMut(ObjectId, Way),
    ) {
        for n in 0..c.abilities.len() as u8 {
            let how = How::Alternative(n);
            if self.base_cost(player, id, how).is_some()
                && self.can_cast(player, id, how, funds).is_ok()
            {
                f(id, way_of(how));
            }
        }
    }

    fn activations(
        self,
        player: PlayerId,
        id: ObjectId,
        c: &'a Characteristics,
        funds: &mut Option<Available>,
        f: &mut impl FnMut(ObjectId, Way),
    ) {
        for (n, ability) in c.abilities.iter().enumerate() {
            if matches!(self.pool.ability(*ability).kind, AbilityKind::Activated { .. })
                && self.can_activate(player, id, n as u8, funds).is_ok()
            {
                f(id, way_of(How::Activate(n as u8)));
            }
        }
    }

    /// Whether the player could take the action.
    pub(crate) fn can_use(self, player: PlayerId, id: ObjectId, how: How) -> Result<(), RuleId> {
        if self.s.object(id).is_none() {
            refuse(rule::NEW_OBJECT)?;
        }
        match how {
            How::Land => self.can_play_land(player, id),
            How::FaceDown => self.can_cast_face_down(player, id, &mut None),
            How::TurnUp => self.can_turn_up(player, id, &mut None),
            How::Cast | How::Flashback | How::Alternative(_) => {
                self.can_cast(player, id, how, &mut None)
            }
            How::Offered(_) => Err(rule::ILLEGAL_ANSWER),
            How::Activate(n) => self.can_activate(player, id, n, &mut None),
        }
    }

    /// Whether it is a time at which the player could play a sorcery.
    pub(crate) fn sorcery_speed(self, player: PlayerId) -> bool {
        self.s.turn.active == player && self.s.turn.step.is_main() && self.s.stack.is_empty()
    }

    /// Land plays (2005 rule 212.6, 2021 rule 305).
    pub(crate) fn can_play_land(self, player: PlayerId, id: ObjectId) -> Result<(), RuleId> {
        let Some(o) = self.s.object(id) else { return Err(because(rule::NEW_OBJECT)) };
        if !self.may_use(player, id, o) {
            refuse(rule::NOT_YOUR_OBJECT)?;
        }
        need(self.playable_here(player, id, o), rule::PLAY_ZONE)?;
        if !self.now(o).types.has(CardType::Land) {
            return Err(rule::ILLEGAL_ANSWER);
        }
        if self.s.turn.active != player {
            refuse(rule::LAND_OWN_TURN)?;
        }
        if !self.sorcery_speed(player) {
            refuse(rule::TIMING_LAND)?;
        }
        let p = &self.s.players[player.index()];
        if p.mods.cant_play_lands {
            refuse(rule::CANT_BEATS_CAN)?;
        }
        let full = match self.s.rules.extra_lands {
            ExtraLands::OnTheirOwn => {
                p.lands_played > 0 && p.extra_lands_played >= p.mods.extra_lands
            }
            ExtraLands::Added => p.lands_played > p.mods.extra_lands,
        };
        if full {
            refuse(rule::LAND_PER_TURN)?;
        }
        Ok(())
    }

    /// Playing / casting (2005 rule 409, 2021 rule 601.2 and 601.3).
    pub(crate) fn can_cast(
        self,
        player: PlayerId,
        id: ObjectId,
        how: How,
        funds: &mut Option<Available>,
    ) -> Result<(), RuleId> {
        let Some(o) = self.s.object(id) else { return Err(because(rule::NEW_OBJECT)) };
        let c = self.now(o);
        let offered = matches!(how, How::Offered(_));
        if !offered && !self.may_use(player, id, o) {
            refuse(rule::NOT_YOUR_OBJECT)?;
        }
        if c.types.has(CardType::Land) {
            refuse(rule::LAND_NOT_SPELL)?;
        }
        if !offered {
            self.cast_zone(player, id, o, how)?;
            self.cast_time(player, id)?;
        }
        let Some(base) = self.base_cost(player, id, how) else {
            let why = if how == How::Cast { rule::NO_MANA_COST } else { rule::PLAY_ALTERNATIVES };
            return Err(because(why));
        };
        if let How::Alternative(_) = how
            && !self.alternative_open(player, id, base)
        {
            refuse(rule::PLAY_ALTERNATIVES)?;
        }
        if self.s.players[player.index()].mods.cant_cast && self.cast_forbidden(player, id) {
            refuse(rule::CANT_BEATS_CAN)?;
        }
        let program = self.spell_program(o.card).unwrap_or(ProgramId::NONE);
        let spell = costs::Spell { id, player, base, program };
        self.can_complete(spell, &self.extra_costs(o), 0, funds)
    }

    /// Whether the "if" of an alternative cost holds.
    fn alternative_open(self, player: PlayerId, id: ObjectId, base: costs::Base) -> bool {
        let costs::Base::Of(ability) = base else { return true };
        match &self.pool.ability(ability).kind {
            AbilityKind::Static(s) => {
                let ctx = Context::of(id, player);
                s.while_.as_ref().is_none_or(|w| self.condition(w, ctx))
            }
            _ => true,
        }
    }

    /// A cost that a keyword of a card gives.
    fn keyword_cost(
        self,
        card: simpan_cards::program::CardId,
        pick: impl Fn(&'a KeywordAbility) -> Option<&'a Cost>,
    ) -> Option<&'a Cost> {
        self.pool.keyword(&self.base(card).abilities, pick)
    }

    /// The program of an instant's or sorcery's instructions.
    pub(crate) fn spell_program(self, card: simpan_cards::program::CardId) -> Option<ProgramId> {
        self.pool.card(card).spell.map(|a| self.pool.ability(a).program)
    }

    /// Activating (2005 rules 403 and 409, 2021 rule 602).
    pub(crate) fn can_activate(
        self,
        player: PlayerId,
        id: ObjectId,
        n: u8,
        funds: &mut Option<Available>,
    ) -> Result<(), RuleId> {
        let Some(o) = self.s.object(id) else { return Err(because(rule::NEW_OBJECT)) };
        let c = self.now(o);
        let Some(ability) = c.abilities.get(usize::from(n)) else {
            return Err(because(rule::NO_SUCH_ABILITY));
        };
        let lowered = self.pool.ability(*ability);
        let AbilityKind::Activated { cost, only, just_tap, .. } = &lowered.kind else {
            return Err(because(rule::NO_SUCH_ABILITY));
        };
        if o.zone != lowered.zone {
            refuse(rule::ABILITY_ZONE)?;
        }
        if o.controller != player && !only.contains(&Restriction::AnyPlayer) {
            refuse(rule::NOT_YOUR_OBJECT)?;
        }
        if c.marks & simpan_cards::Mark::NO_ACTIVATION != 0 {
            refuse(rule::CANT_BEATS_CAN)?;
        }
        // A rule of permission: without it the time is that of a sorcery.
        if examining()
            && !self.sorcery_speed(player)
            && !self.is_mana_ability(*ability)
            && !holds(rule::TIMING_ABILITY)
        {
            return Err(rule::TIMING_SORCERY);
        }
        if *just_tap && only.is_empty() {
            self.can_tap_cost(id, o)?;
        } else {
            self.restrictions(player, id, o, n, only)?;
        }
        if !lowered.targetless {
            self.targets_exist(lowered.program, id, player, (c, 0))?;
        }
        if *just_tap {
            return Ok(());
        }
        if !self.s.repeated.is_empty() && self.keeps_loop_up(player, id, n) {
            refuse(rule::LOOP_FRAGMENTED)?;
        }
        self.can_pay(player, id, &costs::Bill::of(cost, id, n), (0, 0), funds)
    }

    pub(crate) fn restrictions(
        self,
        player: PlayerId,
        id: ObjectId,
        o: &Object,
        n: u8,
        only: &[Restriction],
    ) -> Result<(), RuleId> {
        let ctx = Context::of(id, player);
        for restriction in only {
            let (so, by) = match restriction {
                Restriction::Sorcery => (self.sorcery_speed(player), rule::TIMING_SORCERY),
                Restriction::OncePerTurn => (o.used & 1 << (n & 15) == 0, rule::ONCE_PER_TURN),
                Restriction::YourTurn => {
                    (self.s.turn.active == player, rule::ACTIVATION_RESTRICTION)
                }
                Restriction::During(step, whose) => (
                    self.s.turn.step == *step && self.whose_step(*whose, self.s.turn.active, ctx),
                    rule::ACTIVATION_RESTRICTION,
                ),
                Restriction::If(c) => (self.condition(c, ctx), rule::ACTIVATION_RESTRICTION),
                Restriction::AnyPlayer => (true, rule::ACTIVATION_RESTRICTION),
            };
            if !so && holds(rule::ACTIVATION_RESTRICTION) {
                refuse(by)?;
            }
        }
        Ok(())
    }

    /// {T} can be paid: untapped, and not sick (2005 rule 212.3d, 2021 rule 302.6).
    fn can_tap_cost(self, id: ObjectId, o: &Object) -> Result<(), RuleId> {
        need(!o.tapped(), rule::TAP_COST_TAPPED)?;
        need(!self.is_sick(id), rule::SUMMONING_SICKNESS)
    }

    // --- costs ------------------------------------------------------------------------------

    /// Whether a part of a cost that isn't mana could be paid.
    pub(crate) fn can_pay_part(
        self,
        player: PlayerId,
        id: ObjectId,
        part: &CostPart,
        x: i32,
    ) -> Result<(), RuleId> {
        // The source may be gone as its ability resolves.
        let this = self.s.object(id);
        let enough = match part {
            CostPart::Tap => {
                return this.map_or(refuse(rule::CANNOT_PAY), |o| self.can_tap_cost(id, o));
            }
            CostPart::Untap => {
                need(this.is_some_and(Object::tapped), rule::CANNOT_PAY)?;
                return need(!self.is_sick(id), rule::SUMMONING_SICKNESS);
            }
            CostPart::SacrificeThis => {
                this.is_some_and(|o| o.zone == Zone::Battlefield && o.controller == player)
            }
            CostPart::DiscardThis => this.is_some_and(|o| o.zone == Zone::Hand),
            CostPart::ExileThis => this.is_some(),
            CostPart::PayLife(amount) => {
                let n = self.cost_amount(amount, id, player, x);
                return need(n <= 0 || self.s.players[player.index()].life >= n, rule::PAY_LIFE);
            }
            CostPart::RemoveCounters { count, kind } => {
                i32::from(self.s.counters_on(id, *kind)) >= self.cost_amount(count, id, player, x)
            }
            CostPart::PutCounters { .. } => this.is_some(),
            CostPart::Draw(_) => true,
            CostPart::Sacrifice { count, .. }
            | CostPart::Discard { count, .. }
            | CostPart::Exile { count, .. }
            | CostPart::Return { count, .. }
            | CostPart::TapOthers { count, .. } => {
                let n = self.cost_amount(count, id, player, x);
                self.cost_candidates(player, id, part).len() as i32 >= n
            }
        };
        need(enough, rule::CANNOT_PAY)
    }

    pub(crate) fn cost_amount(
        self,
        amount: &simpan_cards::ast::Amount,
        id: ObjectId,
        player: PlayerId,
        x: i32,
    ) -> i32 {
        let regs = crate::state::Registers { x, ..Default::default() };
        let ctx = Context { source: id, you: player, regs: Some(&regs), first_word: 0 };
        self.amount(amount, ctx)
    }

    /// What could be chosen for a part of a cost that chooses.
    pub(crate) fn cost_candidates(
        self,
        player: PlayerId,
        id: ObjectId,
        part: &CostPart,
    ) -> SmallVec<[ObjectId; 8]> {
        let ctx = Context::of(id, player);
        let mut out = SmallVec::new();
        match part {
            CostPart::Sacrifice { filter, .. } | CostPart::Return { filter, .. } => {
                for x in &self.s.battlefield {
                    if self.s.objects[x.index()].controller == player
                        && self.fits_all(*x, filter, ctx)
                    {
                        out.push(*x);
                    }
                }
            }
            CostPart::TapOthers { filter, .. } => {
                for x in &self.s.battlefield {
                    let o = &self.s.objects[x.index()];
                    if o.controller == player && !o.tapped() && self.fits_all(*x, filter, ctx) {
                        out.push(*x);
                    }
                }
            }
            CostPart::Discard { filter, .. } => {
                for x in &self.s.players[player.index()].hand {
                    if *x != id && self.fits_all(*x, filter, ctx) {
                        out.push(*x);
                    }
                }
            }
            CostPart::Exile { filter, .. } => self.each(filter, ctx, |x| {
                if x != id && self.s.objects[x.index()].owner == player {
                    out.push(x);
                }
            }),
            _ => {}
        }
        out
    }
}

impl Look<'_> {
    /// Whether an answer activates a mana ability whose cost is {T}: nothing about it can fail or
    /// be taken back.
    pub(crate) fn just_taps_for_mana(self, answer: simpan_engine::Answer) -> bool {
        let simpan_engine::Answer::Use(id, way) = answer else { return false };
        let How::Activate(n) = how_of(way) else { return false };
        let ability = self.characteristics(id).and_then(|c| c.abilities.get(usize::from(n)));
        ability.is_some_and(|a| {
            let kind = &self.pool.ability(*a).kind;
            matches!(kind, AbilityKind::Activated { just_tap: true, adds_mana: true, .. })
        })
    }

    /// Whether an answer only activates a mana ability.
    pub fn only_makes_mana(self, answer: simpan_engine::Answer) -> bool {
        let simpan_engine::Answer::Use(id, way) = answer else { return false };
        let How::Activate(n) = how_of(way) else { return false };
        let ability = self.characteristics(id).and_then(|c| c.abilities.get(usize::from(n)));
        ability.is_some_and(|a| self.is_mana_ability(*a))
    }
}
