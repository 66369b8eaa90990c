//! Chance, answered from a seeded stream outside the game.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// What chance is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Distribution {
    /// One of the numbers 0 to n − 1, all alike. n is at least 1.
    Uniform(u32),
}

/// A seeded stream of random numbers, the same on every platform.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A stream of its own for the n-th use of one seed (the games of a series, say).
    pub fn nth(seed: u64, n: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(n);
        Self(rng)
    }

    /// A number from 0 to n − 1, all alike (0 where n is 0).
    ///
    /// Multiplies a 32-bit number out and rejects the few that would tilt it; the recipe is part
    /// of what a seed means and doesn't change.
    pub fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        let threshold = n.wrapping_neg() % n;
        loop {
            let wide = u64::from(self.0.next_u32()) * u64::from(n);
            if wide as u32 >= threshold {
                return (wide >> 32) as u32;
            }
        }
    }

    /// Draws from a distribution.
    pub fn draw(&mut self, distribution: Distribution) -> u32 {
        match distribution {
            Distribution::Uniform(n) => self.below(n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_for_ever() {
        let mut dice = Dice::new(7);
        let drawn: Vec<u32> = (0..8).map(|_| dice.below(100)).collect();
        let mut again = Dice::new(7);
        assert_eq!(drawn, (0..8).map(|_| again.below(100)).collect::<Vec<_>>());
        assert_ne!(Dice::nth(7, 1).below(1 << 30), Dice::nth(7, 2).below(1 << 30));
    }

    #[test]
    fn numbers_stay_below_and_reach_everything() {
        let mut dice = Dice::new(1);
        let mut seen = [0u32; 7];
        for _ in 0..7000 {
            seen[dice.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
        assert_eq!((dice.below(0), dice.below(1)), (0, 0));
    }
}
