//! What to do with priority: lands, creatures on curve, removal, tricks at the right time,
//! abilities where they are worth their cost.

use crate::evaluate::{WIN, body, is_permanent};
use crate::known::{Known, Scope, is_creature};
use simpan_cards::ast::{Action, CardType, Keyword, KeywordAbility, Step, Supertype};
use simpan_cards::ast::{Objects, Static, StaticEffect};
use simpan_cards::program::{AbilityId, AbilityKind, Op};
use simpan_cards::{Card, Mark};
use simpan_engine::{Answer, ObjectId, Way};
use simpan_magic::legal::{How, how_of, way_of};
use simpan_magic::object::Thing;
use simpan_magic::view::ObjectView;

/// What a face-down creature is worth: better than nothing to do.
const FACE_DOWN: i32 = 12;

/// The best thing to do now, or to pass.
pub(crate) fn act(
    known: &Known<'_>,
    answers: &[Answer],
    allowed: impl Fn(ObjectId, Way) -> bool,
) -> Answer {
    // One's own spells and abilities resolve before the next: what they change is then known.
    let waits = |s: &simpan_magic::view::StackView| s.controller == known.me && !s.combat_damage;
    if known.stack_top().is_some_and(waits) {
        return Answer::Pass;
    }
    let mut best = (Answer::Pass, 0, 0);
    let mut later = (0, 0);
    for answer in answers {
        let Answer::Use(id, way) = *answer else { continue };
        if !allowed(id, way) {
            continue;
        }
        let Some(o) = known.view.object(id) else { continue };
        let (score, price) = match how_of(way) {
            How::Land => (WIN / 2 + land_choice(known, o), 0),
            How::Cast | How::Flashback | How::Alternative(_) | How::Offered(_) => {
                let price = known.price(o);
                if let Some(score) = known.waits_for_combat(o) {
                    later = later.max((score, price));
                    continue;
                }
                (known.casting(o) - i32::from(way_of(How::Flashback) == way), price)
            }
            How::FaceDown => (FACE_DOWN, 3),
            How::TurnUp => {
                let card = o.under.map(|c| known.pool.card(c));
                (card.map_or(0, |c| c.mana_value as i32 * 10), 0)
            }
            How::Activate(n) => match o.characteristics.abilities.get(usize::from(n)) {
                Some(ability) => (known.activating(o, *ability), known.price_of(*ability)),
                None => (0, 0),
            },
        };
        if score > best.1 {
            best = (*answer, score, price);
        }
    }
    // What comes after combat keeps its mana, if it is worth more.
    let missed = best.2 > 0 && known.mana(known.me) < best.2 + later.1;
    if missed && later.0 > best.1 && known.my_turn() { Answer::Pass } else { best.0 }
}

/// Which land first: one of a type that the seat has least of.
fn land_choice(known: &Known<'_>, o: &ObjectView) -> i32 {
    let same = known.permanents(known.me).filter(|p| p.card == o.card).count() as i32;
    100 - same
}

impl Known<'_> {
    /// What casting a card is worth now; 0 or less means not now.
    fn casting(&self, o: &ObjectView) -> i32 {
        let Some(card) = self.card(o.card) else { return 0 };
        let cost = card.mana_value as i32;
        let c = &o.characteristics;
        if card.enchant.is_some() && card.spell.is_none() {
            return self.enchanting(o, cost);
        }
        if is_permanent(c) {
            return self.deploying(o, card);
        }
        let Some(spell) = card.spell else { return 0 };
        let xs = card.cost().map_or(0, |m| m.x_count() as i32);
        let x = if xs > 0 { ((self.mana(self.me) - cost) / xs).max(0) } else { 0 };
        let scope = Scope { x, ..Scope::of(o.id, self.me) };
        let worth = self.best(self.pool.ability(spell).program, scope);
        let threshold = 4 + 5 * cost + if xs > 0 { 4 } else { 0 };
        let idle = self.view.step == Step::PostcombatMain && self.only_hits_players(spell);
        let low = idle || self.flush() && worth >= 10;
        if worth >= threshold || low { worth } else { 0 }
    }

    /// Whether nothing better than a player could ever be the target of a spell.
    fn only_hits_players(&self, spell: AbilityId) -> bool {
        use simpan_cards::ast::Targetable;
        let program = self.pool.program(self.pool.ability(spell).program);
        let players =
            |t: &Targetable| matches!(t, Targetable::Player(_) | Targetable::PlayerOrPlaneswalker);
        program.modes.is_none() && program.targets.iter().all(|t| players(&t.what))
    }

    /// The mana a card costs; all there is, where there is an X.
    fn price(&self, o: &ObjectView) -> i32 {
        let Some(card) = self.card(o.card) else { return 0 };
        let xs = card.cost().map_or(0, |m| m.x_count());
        if xs > 0 { self.mana(self.me) } else { card.mana_value as i32 }
    }

    fn price_of(&self, ability: AbilityId) -> i32 {
        match &self.pool.ability(ability).kind {
            AbilityKind::Activated { cost, .. } if cost.mana.x_count() > 0 => self.mana(self.me),
            AbilityKind::Activated { cost, .. } => cost.mana.value() as i32,
            _ => 0,
        }
    }

    /// What a permanent that comes after combat is worth; nothing if it doesn't wait.
    fn waits_for_combat(&self, o: &ObjectView) -> Option<i32> {
        let card = self.card(o.card)?;
        let c = &o.characteristics;
        let early = c.keywords.has(Keyword::Haste)
            || self.helps_attackers(o)
            || !self.could_attack()
            || self.view.step > Step::EndOfCombat;
        if !is_permanent(c) || card.enchant.is_some() || early || self.entering(o) >= 20 {
            return None;
        }
        Some(self.deploying(o, card))
    }

    /// Whether the seat has more cards and mana than it knows to use.
    fn flush(&self) -> bool {
        self.hand().len() >= 6 && self.lands(self.me) >= 4
    }

    /// What an Aura is worth on the best host.
    fn enchanting(&self, o: &ObjectView, cost: i32) -> i32 {
        let filter = self.pool.keyword(&o.characteristics.abilities, |k| match k {
            KeywordAbility::Enchant(filter) => Some(filter),
            _ => None,
        });
        let Some(filter) = filter else { return 0 };
        let scope = Scope::of(o.id, self.me);
        let hosts = self.view.battlefield.iter().filter(|h| self.fits(h, filter, scope));
        let worth = hosts.map(|h| self.attached_worth(o, h)).max().unwrap_or(0);
        if worth >= 5 + 4 * cost { worth } else { 0 }
    }

    /// What a creature or another permanent is worth.
    fn deploying(&self, o: &ObjectView, card: &Card) -> i32 {
        let c = &o.characteristics;
        if c.supertypes.has(Supertype::Legendary)
            && self.permanents(self.me).any(|p| p.characteristics.named == c.named)
        {
            return 0;
        }
        let fast = c.types.has(CardType::Instant) || c.keywords.has(Keyword::Flash);
        if !(self.my_turn() || fast && self.view.step == Step::End) {
            return 0;
        }
        let cost = card.mana_value as i32;
        let creature = c.types.has(CardType::Creature);
        if creature && c.toughness <= 0 && !self.enters_larger(o) {
            return 0;
        }
        let base = if creature {
            40 + 12 * cost + body(c.power, c.toughness, c.keywords) / 4
        } else {
            24 + 6 * cost
        };
        let entering = self.entering(o);
        if entering < -20 { 0 } else { base + entering }
    }

    /// Whether a creature without toughness of its own comes in larger: by counters, or as a copy.
    fn enters_larger(&self, o: &ObjectView) -> bool {
        o.characteristics.abilities.iter().any(|a| match &self.pool.ability(*a).kind {
            AbilityKind::Static(s) => match &s.effect {
                StaticEffect::Replace(_) => self.view.battlefield.iter().any(is_creature),
                StaticEffect::Define(changes) => {
                    let scope = Scope::of(o.id, self.me);
                    changes.iter().any(|c| match c {
                        simpan_cards::ast::Change::SetPt(_, t) => self.amount(t, scope) > 0,
                        _ => false,
                    })
                }
                _ => false,
            },
            _ => false,
        })
    }

    /// What a permanent's own abilities do as it comes.
    fn entering(&self, o: &ObjectView) -> i32 {
        use simpan_cards::ast::{Subject, Trigger};
        let mut sum = 0;
        for id in &o.characteristics.abilities {
            let lowered = self.pool.ability(*id);
            match &lowered.kind {
                AbilityKind::Triggered { when: Trigger::Enters(Subject::This), .. } => {
                    let worth = self.best(lowered.program, Scope::of(o.id, self.me));
                    sum += if worth <= -WIN { 0 } else { worth };
                }
                AbilityKind::Triggered { when: Trigger::State(condition), .. } => {
                    // It would be gone at once if it is alone.
                    let alone = self.creatures(self.me).next().is_none();
                    let counts = matches!(condition, simpan_cards::ast::Condition::Compare(..));
                    sum -= if alone && counts && is_creature(o) { 60 } else { 0 };
                }
                AbilityKind::Static(Static {
                    effect: StaticEffect::Change { what: Objects::All(filter), changes },
                    ..
                }) => {
                    let scope = Scope::of(o.id, self.me);
                    let all = self.view.battlefield.iter();
                    let hit = all.filter(|b| b.id != o.id && self.fits(b, filter, scope));
                    sum += hit.map(|b| self.lasting(changes, b, scope)).sum::<i32>();
                }
                _ => {}
            }
        }
        sum
    }

    /// Whether a permanent makes the seat's creatures better at attacking.
    fn helps_attackers(&self, o: &ObjectView) -> bool {
        o.characteristics.abilities.iter().any(|a| {
            matches!(
                &self.pool.ability(*a).kind,
                AbilityKind::Static(Static {
                    effect: StaticEffect::Change { what: Objects::All(_), .. },
                    ..
                })
            )
        })
    }

    /// Whether the seat has a creature that may attack later this turn.
    fn could_attack(&self) -> bool {
        self.view.step < Step::DeclareAttackers
            && self.creatures(self.me).any(|o| {
                let c = &o.characteristics;
                !o.tapped && !o.sick && c.power > 0 && c.marks & Mark::CANT_ATTACK == 0
            })
    }

    /// What activating an ability is worth now.
    fn activating(&self, o: &ObjectView, ability: AbilityId) -> i32 {
        if self.makes_mana(ability) {
            return 0;
        }
        let lowered = self.pool.ability(ability);
        let AbilityKind::Activated { cost, .. } = &lowered.kind else { return 0 };
        let xs = cost.mana.x_count() as i32;
        let x =
            if xs > 0 { ((self.mana(self.me) - cost.mana.value() as i32) / xs).max(0) } else { 0 };
        let scope = Scope { x, ..Scope::of(o.id, self.me) };
        let worth = self.best(lowered.program, scope);
        if worth <= 0 {
            return 0;
        }
        let score = worth - self.cost_value(cost, o);
        if worth < 18 && !self.spare_mana(cost.mana.value() as i32) {
            return 0;
        }
        score
    }

    /// Whether a use only puts up a shield, of which one is enough.
    pub(crate) fn is_shield(&self, id: ObjectId, way: Way) -> bool {
        let How::Activate(n) = how_of(way) else { return false };
        let abilities = self.view.object(id).map(|o| &o.characteristics.abilities);
        let Some(ability) = abilities.and_then(|a| a.get(usize::from(n))) else { return false };
        let program = self.pool.program(self.pool.ability(*ability).program);
        program
            .ops
            .iter()
            .any(|op| matches!(op, Op::Do(Action::Regenerate(_) | Action::Prevent { .. })))
    }

    /// Whether mana spent now isn't missed: what else the turn brings is done.
    fn spare_mana(&self, price: i32) -> bool {
        if price == 0 || self.in_combat() {
            return true;
        }
        match self.view.step {
            Step::PostcombatMain => self.my_turn(),
            Step::End => true,
            _ => self.hand().is_empty(),
        }
    }

    /// The X to announce: enough to win, or to kill the best creature it can, or all there is.
    pub(crate) fn choose_x(&self, most: i32) -> i32 {
        let Some(entry) = self.doing() else { return most };
        let Some(program) = self.program_of(entry) else { return most };
        let scope = Scope::of(entry.source, self.me);
        let mut best = (most, i32::MIN);
        for x in (0..=most.min(60)).rev() {
            // A little less for every mana it takes.
            let worth = self.best(program, Scope { x, ..scope }) - x;
            if worth >= best.1 {
                best = (x, worth);
            }
        }
        best.0
    }

    /// The best choice among targets, with what it is worth; `Done` counts 0.
    pub(crate) fn choose_target(
        &self,
        word: u8,
        modes: &[u32],
        answers: &[Answer],
    ) -> Option<(Answer, i32)> {
        let entry = self.doing()?;
        let rate = |answer: &Answer| {
            let thing = match answer {
                Answer::Object(id) => Thing::Object(*id),
                Answer::Player(p) => Thing::Player(*p),
                _ => return (*answer, 0),
            };
            (*answer, self.target_worth(entry, word, modes, thing))
        };
        // The first of equals, so that the answer doesn't depend on chance.
        let mut best: Option<(Answer, i32)> = None;
        for answer in answers {
            let rated = rate(answer);
            if best.is_none_or(|b| rated.1 > b.1) {
                best = Some(rated);
            }
        }
        best
    }

    fn target_worth(
        &self,
        entry: &simpan_magic::view::StackView,
        word: u8,
        modes: &[u32],
        thing: Thing,
    ) -> i32 {
        let scope = Scope { x: entry.x, ..Scope::of(entry.source, self.me) };
        let Some(program) = self.program_of(entry) else {
            // An Aura spell looks for its host.
            let host = thing.object().and_then(|id| self.permanent(id));
            let aura = self.card(entry.card);
            return match (host, aura) {
                (Some(host), Some(aura)) => self.aura_worth(entry, aura, host),
                _ => 0,
            };
        };
        let lowered = self.pool.program(program);
        let Some(modal) = &lowered.modes else {
            return self.aimed(program, word, thing, scope) - self.worth(program, scope);
        };
        // Words are counted over the chosen modes, in the order of the text.
        let mut chosen: Vec<u32> = modes.to_vec();
        chosen.sort_unstable();
        let mut first = self.pool.program(modal.before).targets.len() as u8;
        for mode in chosen {
            let Some(piece) = modal.modes.get(mode as usize) else { continue };
            let words = self.pool.program(*piece).targets.len() as u8;
            if word < first + words {
                let base = self.worth(*piece, scope);
                return self.aimed(*piece, word - first, thing, scope) - base;
            }
            first += words;
        }
        0
    }

    fn aura_worth(
        &self,
        entry: &simpan_magic::view::StackView,
        aura: &Card,
        host: &ObjectView,
    ) -> i32 {
        let seen = ObjectView {
            id: entry.id,
            card: entry.card,
            characteristics: aura.base.clone(),
            owner: self.me,
            controller: self.me,
            tapped: false,
            sick: false,
            damage: 0,
            counters: Vec::new(),
            attached_to: None,
            attacking: None,
            blocking: Vec::new(),
            token: false,
            face_down: false,
            under: None,
        };
        self.attached_worth(&seen, host)
    }

    /// The best mode among those that can be chosen.
    pub(crate) fn choose_mode(&self, answers: &[Answer]) -> Option<Answer> {
        let entry = self.doing()?;
        let program = self.program_of(entry)?;
        let modes = &self.pool.program(program).modes.as_ref()?.modes;
        let scope = Scope { x: entry.x, ..Scope::of(entry.source, self.me) };
        let rate = |answer: &Answer| match answer {
            Answer::Pick(n) => modes.get(*n as usize).map_or(0, |m| self.best(*m, scope)),
            _ => 0,
        };
        answers.iter().rev().max_by_key(|a| rate(a)).copied()
    }
}
