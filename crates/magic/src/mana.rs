//! What mana a player could make and what a cost wants: one mask bit a kind (WUBRGC).

use crate::look::Look;
use crate::object::Object;
use crate::state::ManaPool;
use simpan_cards::Characteristics;
use simpan_cards::ast::{
    Action, CardType, CostPart, ManaCost, ManaOutput, ManaSymbol, Subject, Trigger,
};
use simpan_cards::program::{AbilityKind, Makes, Op, Sign};
use simpan_engine::{ObjectId, PlayerId, Unit, Wanted, pay};
use smallvec::SmallVec;

/// Any kind of mana.
pub(crate) const ANY: u8 = 0b11_1111;
const COLORLESS: u8 = 1 << ManaPool::COLORLESS;

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
        ManaSymbol::Colored(c) | ManaSymbol::Phyrexian(c) | ManaSymbol::MonoHybrid(_, c) => {
            price.push(1 << c as u8);
        }
        ManaSymbol::Colorless => price.push(COLORLESS),
        ManaSymbol::Hybrid(a, b) => price.push(1 << a as u8 | 1 << b as u8),
        ManaSymbol::Snow => price.push(ANY),
    }
    0
}

/// A mana ability that can be used without asking anything but a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) id: ObjectId,
    /// Number among its object's abilities.
    pub(crate) ability: u8,
    /// The kinds each of its units may be.
    pub(crate) kinds: u8,
    /// How many units of its own; each fixed symbol is one.
    pub(crate) units: u8,
    /// Lower is used sooner.
    pub(crate) worth: u16,
}

/// Mana that a player has or could make at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Available {
    pub(crate) units: SmallVec<[Unit; 16]>,
    /// For each unit, the index in `sources`, or none for mana in the pool.
    pub(crate) from: SmallVec<[u8; 16]>,
    pub(crate) sources: SmallVec<[Source; 12]>,
}

impl Available {
    /// Whether the price can be paid with all of it.
    pub(crate) fn covers(&self, price: &Price) -> bool {
        if self.units.len() < price.len() {
            return false;
        }
        // Mono-coloured prices, the common case, need no matching: the pickiest comes first.
        let first = price[0];
        let picky = price.iter().take_while(|w| **w == first).count();
        if first == ANY || price[picky..].iter().all(|w| *w == ANY) {
            return self.units.iter().filter(|u| u.kinds & first != 0).count() >= picky;
        }
        self.plan(price).is_some()
    }

    /// Which units pay for the price.
    pub(crate) fn plan(&self, price: &Price) -> Option<Vec<usize>> {
        let wanted: SmallVec<[Wanted; 12]> =
            price.iter().map(|kinds| Wanted { kinds: *kinds }).collect();
        pay(&self.units, &wanted)
    }
}

impl<'a> Look<'a> {
    /// The mana a player has in the pool and could make with simple mana abilities, leaving
    /// `without` alone.
    pub(crate) fn available(self, player: PlayerId, without: Option<ObjectId>) -> Available {
        let mut out = Available::default();
        let pool = self.s.players[player.index()].pool;
        for (kind, n) in pool.0.iter().enumerate() {
            for _ in 0..(*n).min(64) {
                out.units.push(Unit { kinds: 1 << kind, worth: 0 });
                out.from.push(u8::MAX);
            }
        }
        for id in self.s.battlefield.iter().copied() {
            let o = &self.s.objects[id.index()];
            if o.controller != player || Some(id) == without {
                continue;
            }
            let c = self.now(o);
            if !c.signs.has(Sign::ActivatedMana) {
                continue;
            }
            self.add_source(id, o, c, &mut out);
        }
        out
    }

    /// Adds the object's best simple mana ability.
    fn add_source(self, id: ObjectId, o: &Object, c: &'a Characteristics, out: &mut Available) {
        if out.sources.len() >= 200 {
            return;
        }
        let mut best: Option<Source> = None;
        for (n, ability) in c.abilities.iter().enumerate() {
            let lowered = self.pool.ability(*ability);
            let AbilityKind::Activated { cost, only, adds_mana: true, just_tap } = &lowered.kind
            else {
                continue;
            };
            if !only.is_empty() || !cost.mana.is_empty() {
                continue;
            }
            let program = self.pool.program(lowered.program);
            let Some(Makes { kinds, units }) = program.makes else { continue };
            if !program.targets.is_empty() {
                continue;
            }
            let mut worth = 1 + 2 * kinds.count_ones() as u16;
            if !*just_tap && !self.simple_parts(o, &cost.parts, &mut worth) {
                continue;
            }
            if cost.parts.contains(&CostPart::Tap) && (o.tapped() || self.is_sick(id)) {
                continue;
            }
            if c.types.has(CardType::Creature) {
                worth += 20;
            }
            let source = Source { id, ability: n as u8, kinds, units, worth };
            best = match best {
                Some(b) if b.kinds | kinds != b.kinds => {
                    // Two abilities for different colours: it may be either kind.
                    Some(Source { kinds: b.kinds | kinds, ..b })
                }
                Some(b) => Some(b),
                None => Some(source),
            };
        }
        let Some(source) = best else { return };
        let at = out.sources.len() as u8;
        let unit = Unit { kinds: source.kinds, worth: source.worth };
        for _ in 0..source.units {
            out.units.push(unit);
            out.from.push(at);
        }
        self.extra_mana(id, &mut |kinds| {
            out.units.push(Unit { kinds, worth: source.worth });
            out.from.push(at);
        });
        out.sources.push(source);
    }

    /// Whether the parts of a mana ability's cost need no choice and can be paid.
    fn simple_parts(self, o: &Object, parts: &[CostPart], worth: &mut u16) -> bool {
        parts.iter().all(|part| match part {
            CostPart::Tap => true,
            CostPart::SacrificeThis => {
                *worth += 100;
                true
            }
            CostPart::PayLife(simpan_cards::ast::Amount::N(n)) => {
                *worth += 50;
                self.s.players[o.controller.index()].life >= *n
            }
            _ => false,
        })
    }

    /// Mana that triggered mana abilities add when the permanent is tapped for mana.
    fn extra_mana(self, id: ObjectId, f: &mut impl FnMut(u8)) {
        if !self.any_sign(Sign::TappedForMana) {
            return;
        }
        for aura in self.attachments(id) {
            for ability in &self.now(&self.s.objects[aura.index()]).abilities {
                let lowered = self.pool.ability(*ability);
                let AbilityKind::Triggered {
                    when: Trigger::TappedForMana(Subject::Attached), ..
                } = &lowered.kind
                else {
                    continue;
                };
                for op in &self.pool.program(lowered.program).ops {
                    if let Op::Do(Action::AddMana { mana: ManaOutput::Fixed(cost), .. }) = op {
                        for symbol in &cost.0 {
                            f(symbol.kind());
                        }
                    }
                }
            }
        }
    }
}
