//! Ordering effects by timestamp and dependency.

/// An effect that takes a place in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Earlier goes first.
    pub timestamp: u32,
    /// Goes before all that haven't this mark, whatever their timestamps.
    pub first: bool,
}

/// The index of the effect to apply next among those not yet `applied`.
///
/// `depends(a, b)` says whether effect `a` depends on `b`; it is asked anew for each step, since
/// applying an effect can make or break dependencies. An effect waits for all it depends on,
/// unless it is part of a loop of dependencies: then the loop is ignored and timestamps decide.
/// Returns `None` when all are applied.
pub fn order(
    effects: &[Effect],
    applied: &[bool],
    mut depends: impl FnMut(usize, usize) -> bool,
) -> Option<usize> {
    let waiting: Vec<usize> = (0..effects.len()).filter(|i| !applied[*i]).collect();
    let key = |i: usize| (!effects[i].first, effects[i].timestamp, i);
    if waiting.len() <= 1 {
        return waiting.first().copied();
    }
    let n = waiting.len();
    let mut reach = vec![vec![false; n]; n];
    for (a, row) in reach.iter_mut().enumerate() {
        for (b, cell) in row.iter_mut().enumerate() {
            *cell = a != b && depends(waiting[a], waiting[b]);
        }
    }
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                let through = reach[i][k] && reach[k][j];
                reach[i][j] |= through;
            }
        }
    }
    // Free: everything it reaches reaches it back (a loop, or nothing at all).
    (0..n)
        .filter(|a| (0..n).all(|b| !reach[*a][b] || reach[b][*a]))
        .map(|a| waiting[a])
        .min_by_key(|i| key(*i))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(stamps: &[u32], pairs: &[(usize, usize)]) -> Vec<usize> {
        let effects: Vec<Effect> =
            stamps.iter().map(|t| Effect { timestamp: *t, first: false }).collect();
        let mut applied = vec![false; stamps.len()];
        let mut out = Vec::new();
        while let Some(i) = order(&effects, &applied, |a, b| pairs.contains(&(a, b))) {
            applied[i] = true;
            out.push(i);
        }
        out
    }

    #[test]
    fn timestamps_then_dependency_then_loops() {
        assert_eq!(run(&[3, 1, 2], &[]), [1, 2, 0]);
        assert_eq!(run(&[1, 2, 3], &[(0, 2)]), [1, 2, 0]);
        assert_eq!(run(&[1, 2, 3], &[(0, 1), (1, 0)]), [0, 1, 2]);
        assert_eq!(run(&[1, 2, 3], &[(0, 1), (1, 2)]), [2, 1, 0]);
    }
}
