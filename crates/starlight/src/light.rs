//! Light: what makes it, and whether what is at hand fits a cost (points ③-A and 32).

use crate::cards::{Colour, Light};
use crate::look::Look;
use crate::state::{Object, Zone};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// The number of colourless Light beside the four colours.
pub(crate) const COLOURLESS: u8 = 4;

/// Resources, each with the Light it makes.
pub(crate) type Sources = SmallVec<[(ObjectId, u8); 8]>;

impl Look<'_> {
    /// The Light a card makes when it is acted: a colour's number, or 4 for colourless.
    ///
    /// # Errors
    /// The rule by which it makes none.
    pub fn light_of(&self, object: &Object) -> Result<u8, RuleId> {
        if object.zone != Zone::Resources {
            return Err(rule::STAR_LIGHT);
        }
        if object.face_down {
            let makes = self.s.rules.face_down_light && holds(rule::STAR_LIGHT_FACE_DOWN);
            return if makes { Ok(COLOURLESS) } else { Err(rule::STAR_LIGHT_FACE_DOWN) };
        }
        match self.pool.facts(object.card).light {
            Some(COLOURLESS) => Ok(COLOURLESS),
            Some(kind) => Ok(if holds(rule::STAR_LIGHT_COLOUR) { kind } else { COLOURLESS }),
            None => Err(rule::STAR_LIGHT_TYPE),
        }
    }

    /// The Light that a player's ready resources could make.
    pub(crate) fn available(&self, player: PlayerId) -> Amounts {
        count(self.sources(player, ObjectId::NONE).map(|(_, kind)| kind))
    }

    /// A player's ready sources of Light, each with what it makes, but for one card.
    pub(crate) fn sources(
        &self,
        player: PlayerId,
        except: ObjectId,
    ) -> impl Iterator<Item = (ObjectId, u8)> {
        let ready = move |id: &ObjectId| self.s.object(*id).filter(|o| !o.acted && *id != except);
        let makes = move |id: &ObjectId| Some((*id, self.light_of(ready(id)?).ok()?));
        self.s.side(player).resources.iter().filter_map(makes)
    }
}

/// How much Light of each kind: the four colours, and colourless.
pub(crate) type Amounts = [u8; 5];

/// How much of each kind there is.
pub(crate) fn count(light: impl IntoIterator<Item = u8>) -> Amounts {
    light.into_iter().fold([0; 5], |mut n, kind| {
        n[usize::from(kind)] = n[usize::from(kind)].saturating_add(1);
        n
    })
}

/// All of it.
pub(crate) fn sum(amounts: &Amounts) -> u16 {
    amounts.iter().map(|n| u16::from(*n)).sum()
}

/// Whether the cost can be paid with all of `marked` and as much of `free` as it takes.
pub(crate) fn payable(cost: Light, marked: &Amounts, free: &Amounts) -> bool {
    let total = u16::from(cost.total());
    let there = |at: usize| marked[at].saturating_add(free[at]) >= cost.colours()[at];
    sum(marked) <= total
        && sum(marked) + sum(free) >= total
        && (0..4).all(there)
        && spare(cost, marked) <= cost.any
}

/// How much of what is marked pays for no colour.
pub(crate) fn spare(cost: Light, marked: &Amounts) -> u8 {
    let wanted = cost.colours();
    let past = (0..wanted.len()).map(|at| marked[at].saturating_sub(wanted[at]));
    past.fold(marked[usize::from(COLOURLESS)], u8::saturating_add)
}

/// The resources that pay: the marked ones, and for the rest first those that fit least else.
/// In the order of their slots, so that the order of marking doesn't matter.
pub(crate) fn payment(cost: Light, marked: Sources, mut free: Sources) -> Option<Sources> {
    let amounts = |list: &[(ObjectId, u8)]| count(list.iter().map(|(_, k)| *k));
    let have = amounts(&marked);
    if !payable(cost, &have, &amounts(&free)) {
        return None;
    }
    let mut spent = marked;
    for colour in Colour::ALL {
        for _ in have[colour as usize]..cost.of(colour) {
            let at = free.iter().position(|(_, k)| *k == colour as u8)?;
            spent.push(free.remove(at));
        }
    }
    free.sort_unstable_by_key(|(id, k)| (*k != COLOURLESS, *k, *id));
    let rest = usize::from(cost.total()).checked_sub(spent.len())?;
    spent.extend(free.into_iter().take(rest));
    spent.sort_unstable();
    Some(spent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_kept_apart() {
        let pays = |cost, marked: &[u8], free: &[u8]| {
            payable(cost, &count(marked.iter().copied()), &count(free.iter().copied()))
        };
        let cost = Light { white: 1, any: 1, ..Light::default() };
        assert!(pays(cost, &[], &[0, 2]));
        assert!(!pays(cost, &[], &[2, 4]));
        assert!(pays(cost, &[2], &[0]));
        assert!(!pays(cost, &[2, 4], &[0]));
        assert!(!pays(cost, &[0, 0, 0], &[]));
        assert!(pays(Light::default(), &[], &[]) && !pays(Light::default(), &[0], &[]));
    }

    #[test]
    fn a_payment_keeps_colours_for_what_needs_them() {
        let id = |slot| ObjectId { slot, incarnation: 0 };
        let free = [(id(0), 0), (id(1), 0), (id(2), 4), (id(3), 2)];
        let cost = Light { white: 1, any: 1, ..Light::default() };
        let paid = |marked: &[_], free: &[_]| {
            payment(cost, marked.into(), free.into()).map(|paid| paid.to_vec())
        };
        assert_eq!(paid(&[], &free), Some(vec![(id(0), 0), (id(2), 4)]));
        assert_eq!(paid(&[(id(3), 2)], &free[..3]), Some(vec![(id(0), 0), (id(3), 2)]));
        assert_eq!(paid(&[(id(3), 2), (id(2), 4)], &free[..2]), None);
    }
}
