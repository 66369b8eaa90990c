//! Light: what makes it, and whether what is at hand fits a cost (points ③-A and 32).

use crate::cards::{CardKind, Colour, Light};
use crate::look::Look;
use crate::state::{Object, Zone};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// The number of colourless Light beside the four colours.
pub(crate) const COLOURLESS: u8 = 4;

/// Resources that are ready, each with the Light it makes.
pub(crate) type Sources = SmallVec<[(ObjectId, u8); 16]>;

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
        let card = self.pool.card(object.card);
        match card.stone {
            Some(stone) if card.kind == CardKind::Resource => {
                let colour = stone.colour.filter(|_| holds(rule::STAR_LIGHT_COLOUR));
                Ok(colour.map_or(COLOURLESS, |c| c as u8))
            }
            _ => Err(rule::STAR_LIGHT_TYPE),
        }
    }

    /// The Light that a player's ready resources could make.
    pub(crate) fn available(&self, player: PlayerId) -> Amounts {
        let mut all = [0; 5];
        for id in &self.s.side(player).resources {
            let Some(o) = self.s.object(*id).filter(|o| !o.acted) else { continue };
            if let Ok(kind) = self.light_of(o) {
                all[usize::from(kind)] += 1;
            }
        }
        all
    }

    /// A player's ready sources of Light, but for one card.
    pub(crate) fn sources(&self, player: PlayerId, except: ObjectId) -> Sources {
        let ready = |id: &ObjectId| self.s.object(*id).filter(|o| !o.acted && *id != except);
        let makes = |id: &ObjectId| Some((*id, self.light_of(ready(id)?).ok()?));
        self.s.side(player).resources.iter().filter_map(makes).collect()
    }
}

/// How much Light of each kind: the four colours, and colourless.
pub(crate) type Amounts = [u8; 5];

/// How much of each kind there is.
pub(crate) fn count(light: impl IntoIterator<Item = u8>) -> Amounts {
    light.into_iter().fold([0; 5], |mut n, kind| {
        n[usize::from(kind)] += 1;
        n
    })
}

/// Whether the cost can be paid with all of `marked` and as much of `free` as it takes.
pub(crate) fn payable(cost: Light, marked: &Amounts, free: &Amounts) -> bool {
    let sum = |n: &Amounts| n.iter().map(|n| u16::from(*n)).sum::<u16>();
    let total = u16::from(cost.total());
    if sum(marked) > total || sum(marked) + sum(free) < total {
        return false;
    }
    let mut spare = marked[usize::from(COLOURLESS)];
    for colour in Colour::ALL {
        let (wanted, at) = (cost.of(colour), colour as usize);
        if marked[at] + free[at] < wanted {
            return false;
        }
        spare += marked[at].saturating_sub(wanted);
    }
    spare <= cost.any
}

/// The resources that pay: the marked ones, and for the rest first those that fit least else.
/// In the order of their slots, so that the order of marking doesn't matter.
pub(crate) fn payment(
    cost: Light,
    marked: &[(ObjectId, u8)],
    free: &[(ObjectId, u8)],
) -> Option<Vec<(ObjectId, u8)>> {
    let amounts = |list: &[(ObjectId, u8)]| count(list.iter().map(|(_, k)| *k));
    if !payable(cost, &amounts(marked), &amounts(free)) {
        return None;
    }
    let mut spent = marked.to_vec();
    let mut free: Vec<(ObjectId, u8)> = free.to_vec();
    let have = amounts(marked);
    for colour in Colour::ALL {
        for _ in have[colour as usize]..cost.of(colour) {
            let at = free.iter().position(|(_, k)| *k == colour as u8)?;
            spent.push(free.remove(at));
        }
    }
    free.sort_by_key(|(id, k)| (*k != COLOURLESS, *k, *id));
    let rest = usize::from(cost.total()).checked_sub(spent.len())?;
    spent.extend(free.into_iter().take(rest));
    spent.sort();
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
        assert_eq!(payment(cost, &[], &free), Some(vec![(id(0), 0), (id(2), 4)]));
        assert_eq!(payment(cost, &[(id(3), 2)], &free[..3]), Some(vec![(id(0), 0), (id(3), 2)]));
        assert_eq!(payment(cost, &[(id(3), 2), (id(2), 4)], &free[..2]), None);
    }
}
