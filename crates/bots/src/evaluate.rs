//! What things are worth: permanents, cards in hand, life. A vanilla 2/2 is worth about 32.

use crate::known::{Known, Scope, is_creature};
use simpan_cards::ast::{
    Action, CardType, Cost, CostPart, Keyword, Keywords, Objects, StaticEffect,
};
use simpan_cards::program::{AbilityId, AbilityKind, Op};
use simpan_cards::{Characteristics, Mark};
use simpan_engine::PlayerId;
use simpan_magic::view::ObjectView;

/// More than anything on the table: the game.
pub(crate) const WIN: i32 = 100_000;
/// What a card in hand is worth.
pub(crate) const CARD: i32 = 25;

/// What a creature with such numbers and keywords is worth, other abilities aside.
pub(crate) fn body(power: i32, toughness: i32, keywords: Keywords) -> i32 {
    let p = power.clamp(0, 20);
    let has = |k: Keyword| i32::from(keywords.has(k));
    let evasion = has(Keyword::Flying)
        .max(has(Keyword::Shadow))
        .max(has(Keyword::Horsemanship))
        .max(has(Keyword::Fear))
        .max(has(Keyword::Intimidate));
    let mut value = 4 + 8 * p + 6 * toughness.clamp(0, 20);
    value += evasion * (5 * p + 2);
    value += has(Keyword::Menace) * 2 * p + has(Keyword::Trample) * 2 * p;
    value += has(Keyword::FirstStrike) * 3 * p + has(Keyword::DoubleStrike) * 8 * p;
    value += has(Keyword::Lifelink) * 4 * p + has(Keyword::Deathtouch) * 15;
    value += has(Keyword::Vigilance) * 2 * p + has(Keyword::Haste) + has(Keyword::Reach) * 4;
    value += has(Keyword::Indestructible) * 20 + has(Keyword::Shroud) * 4;
    value - has(Keyword::Defender) * 6 * p
}

impl Known<'_> {
    /// Plus one if it is good for the seat that the player has something, minus one if bad.
    pub fn side(&self, player: PlayerId) -> i32 {
        if player == self.me { 1 } else { -1 }
    }

    /// What a permanent is worth to its controller.
    pub fn value(&self, o: &ObjectView) -> i32 {
        let c = &o.characteristics;
        if is_creature(o) {
            let mut value = body(c.power, c.toughness, c.keywords);
            value += c.abilities.iter().map(|a| self.ability_value(*a)).sum::<i32>();
            let (cant_attack, cant_block) =
                (c.marks & Mark::CANT_ATTACK != 0, c.marks & Mark::CANT_BLOCK != 0);
            return match (cant_attack, cant_block) {
                (true, true) => value / 8,
                (true, false) => value * 2 / 5,
                (false, true) => value * 3 / 4,
                (false, false) => value,
            };
        }
        if c.types.has(CardType::Land) {
            let attached = self.view.battlefield.iter().filter(|a| a.attached_to == Some(o.id));
            let more = 15 * attached.filter(|a| a.controller == o.controller).count() as i32;
            return more + land_value(self.lands(o.controller));
        }
        if o.token { 10 } else { self.noncreature_value(o) }
    }

    fn noncreature_value(&self, o: &ObjectView) -> i32 {
        let card = self.card(o.card);
        let cost = card.map_or(0, |c| c.mana_value as i32);
        // An Aura that takes control of something is worth that thing.
        let taken = o.attached_to.and_then(|id| self.permanent(id)).filter(|host| {
            host.owner != host.controller
                && host.controller == o.controller
                && o.characteristics.types.has(CardType::Enchantment)
        });
        match taken {
            Some(host) => self.value(host).max(10 + 6 * cost),
            None => 10 + 6 * cost,
        }
    }

    /// What an ability adds to a creature.
    fn ability_value(&self, id: AbilityId) -> i32 {
        let lowered = self.pool.ability(id);
        match &lowered.kind {
            AbilityKind::Keyword(_) => 4,
            AbilityKind::Activated { adds_mana: true, .. } => 8,
            AbilityKind::Activated { .. } => 12,
            AbilityKind::Triggered { .. } => {
                let ops = &self.pool.program(lowered.program).ops;
                let bad = ops
                    .iter()
                    .any(|op| matches!(op, Op::Do(Action::SacrificeThose(Objects::This))));
                if bad { -8 } else { 5 }
            }
            AbilityKind::Static(s) => match &s.effect {
                StaticEffect::Change { what: Objects::All(_), .. } => 15,
                _ => 0,
            },
            AbilityKind::Spell => 0,
        }
    }

    /// What a card that isn't on the battlefield is worth to its owner: the seat.
    pub fn card_value(&self, o: &ObjectView) -> i32 {
        let c = &o.characteristics;
        let lands = self.lands(self.me);
        if c.types.has(CardType::Land) {
            let held = self.hand().iter().filter(|h| h.characteristics.types.has(CardType::Land));
            let all = lands + held.count();
            return if all <= 4 {
                60
            } else if all <= 6 {
                25
            } else {
                5
            };
        }
        let cost = self.card(o.card).map_or(0, |c| c.mana_value as i32);
        let far = (cost - lands as i32 - 2).max(0);
        let value = if c.types.has(CardType::Creature) {
            body(c.power, c.toughness, c.keywords)
        } else {
            14 + 6 * cost
        };
        (value - 8 * far).max(6)
    }

    /// What it means that a player loses that much life (gains, if negative).
    pub fn life_change(&self, player: PlayerId, loss: i32) -> i32 {
        let life = self.life(player);
        let side = self.side(player);
        if loss >= life {
            return -side * WIN;
        }
        let rate = match life {
            ..=5 => 8,
            6..=10 => 5,
            _ if side > 0 => 2,
            _ => 3,
        };
        if loss < 0 { -side * loss * rate.min(4) / 2 } else { -side * loss * rate }
    }

    /// What paying the parts of a cost that aren't mana costs the seat.
    pub fn cost_value(&self, cost: &Cost, source: &ObjectView) -> i32 {
        let scope = Scope::of(source.id, self.me);
        let mut sum = cost.mana.value() as i32;
        for part in &cost.parts {
            sum += match part {
                CostPart::Tap | CostPart::Untap => self.tap_cost(source),
                CostPart::SacrificeThis if self.doomed(source) => 0,
                CostPart::SacrificeThis => self.value(source),
                CostPart::Sacrifice { count, filter } => {
                    let n = self.amount(count, scope).max(0) as usize;
                    let all = self.all(filter, scope).into_iter().filter_map(|t| t.object());
                    let all = all.filter_map(|id| self.permanent(id));
                    let mine = all.filter(|o| o.controller == self.me);
                    let mut values: Vec<i32> =
                        mine.map(|o| if self.doomed(o) { 0 } else { self.value(o) }).collect();
                    values.sort_unstable();
                    values.into_iter().take(n).sum()
                }
                CostPart::DiscardThis | CostPart::ExileThis => self.card_value(source),
                CostPart::Discard { count, .. } | CostPart::Exile { count, .. } => {
                    18 * self.amount(count, scope)
                }
                CostPart::PayLife(n) => -self.life_change(self.me, self.amount(n, scope)),
                CostPart::Draw(_) => 0,
                CostPart::Return { count, .. } => 20 * self.amount(count, scope),
                CostPart::TapOthers { count, .. } => 3 * self.amount(count, scope),
                CostPart::RemoveCounters { count, .. } => 5 * self.amount(count, scope),
                CostPart::PutCounters { count, .. } => 5 * self.amount(count, scope),
            };
        }
        sum
    }

    /// What tapping a permanent for an ability costs: an attack or a block it can't make then.
    fn tap_cost(&self, o: &ObjectView) -> i32 {
        use simpan_cards::ast::Step;
        if !is_creature(o) || o.attacking.is_some() || !o.blocking.is_empty() {
            return 0;
        }
        let c = &o.characteristics;
        let step = self.view.step;
        if self.my_turn() {
            // It stays tapped through the opponent's turn; before combat it might attack.
            let attack = step < Step::DeclareAttackers && !o.sick;
            4 + if attack { 2 * c.power.max(0) } else { 0 }
        } else if step < Step::DeclareBlockers {
            4 + c.toughness.clamp(0, 6)
        } else {
            0
        }
    }
}

/// What a land is worth to a player with so many.
fn land_value(lands: usize) -> i32 {
    match lands {
        0..=3 => 40,
        4..=5 => 30,
        6..=7 => 20,
        _ => 15,
    }
}

/// Whether characteristics are those of a permanent card.
pub(crate) fn is_permanent(c: &Characteristics) -> bool {
    c.types.meets(simpan_cards::ast::CardTypes::PERMANENT)
}
