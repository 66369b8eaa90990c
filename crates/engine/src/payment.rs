//! Matching what is at hand against what a cost wants.
//!
//! Both sides speak of *kinds*, bits of a mask that the rulebook gives meaning to.

/// One unit that can be spent: it may count as any one kind of its mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The kinds it may be.
    pub kinds: u8,
    /// Lower is spent sooner.
    pub worth: u16,
}

/// One unit that a cost wants: any of these kinds will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The kinds it accepts.
    pub kinds: u8,
}

/// The order in which units are spent: those of least worth first, and the picky ones before
/// those that may be of many kinds.
pub fn spending_order(units: &[Unit]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by_key(|i| (units[*i].worth, units[*i].kinds.count_ones(), *i));
    order
}

/// Finds units for all that is wanted.
///
/// Returns, for each wanted unit, the index of the unit spent for it, or `None` if the cost can't
/// be paid. Among the ways to pay it takes one that spends units of low worth (greedily, in order
/// of worth, keeping only what augments the matching, which for one-to-one matching spends a set
/// of least total worth).
pub fn pay(units: &[Unit], wanted: &[Wanted]) -> Option<Vec<usize>> {
    if units.len() < wanted.len() {
        return None;
    }
    let fits = |unit: usize, w: usize| units[unit].kinds & wanted[w].kinds != 0;
    assign(&spending_order(units), wanted.len(), &fits, false)
}

/// Finds a different unit for each thing that is wanted, of the first units in order that will
/// do: `fits` says whether the unit of that index is good for the wanted thing of that index.
pub fn matching(
    order: &[usize],
    wanted: usize,
    fits: impl Fn(usize, usize) -> bool,
) -> Option<Vec<usize>> {
    assign(order, wanted, &fits, true)
}

/// Gives each unit in turn to something that wants it; `free` prefers what has nothing yet to what
/// would have to take another unit instead.
fn assign(
    order: &[usize],
    wanted: usize,
    fits: &impl Fn(usize, usize) -> bool,
    free: bool,
) -> Option<Vec<usize>> {
    // spent[w] = the unit that pays for w.
    let mut spent: Vec<Option<usize>> = vec![None; wanted];
    let mut left = wanted;
    let mut seen = vec![false; wanted];
    for unit in order {
        if left == 0 {
            break;
        }
        let first = |w: &usize| spent[*w].is_none() && fits(*unit, *w);
        if let Some(w) = free.then(|| (0..wanted).find(first)).flatten() {
            spent[w] = Some(*unit);
            left -= 1;
            continue;
        }
        seen.fill(false);
        if augment(*unit, fits, &mut spent, &mut seen) {
            left -= 1;
        }
    }
    spent.into_iter().collect()
}

fn augment(
    unit: usize,
    fits: &impl Fn(usize, usize) -> bool,
    spent: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for w in 0..spent.len() {
        if seen[w] || !fits(unit, w) {
            continue;
        }
        seen[w] = true;
        let free = match spent[w] {
            None => true,
            Some(other) => augment(other, fits, spent, seen),
        };
        if free {
            spent[w] = Some(unit);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(kinds: u8, worth: u16) -> Unit {
        Unit { kinds, worth }
    }

    #[test]
    fn the_first_units_that_will_do_are_matched() {
        // 2 is good for the second thing only, 0 and 1 for both.
        let fits = |unit: usize, w: usize| unit != 2 || w == 1;
        assert_eq!(matching(&[0, 1, 2], 2, fits), Some(vec![0, 1]));
        assert_eq!(matching(&[2, 1, 0], 2, fits), Some(vec![1, 2]));
        // What was given to the first that wants it makes room.
        let fits = |unit: usize, w: usize| unit == 0 || w == 0;
        assert_eq!(matching(&[0, 1], 2, fits), Some(vec![1, 0]));
        assert_eq!(matching(&[1, 2], 2, fits), None);
    }

    #[test]
    fn flexible_units_are_kept() {
        let units = [unit(0b11, 5), unit(0b01, 1), unit(0b01, 1)];
        let wanted = [Wanted { kinds: 0b01 }, Wanted { kinds: 0b11 }];
        let mut paid = pay(&units, &wanted).unwrap();
        paid.sort_unstable();
        assert_eq!(paid, [1, 2]);
        assert!(pay(&units, &[Wanted { kinds: 0b10 }, Wanted { kinds: 0b10 }]).is_none());
        assert!(pay(&units[..1], &[Wanted { kinds: 0b10 }]).is_some());
    }
}
