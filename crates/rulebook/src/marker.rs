//! Markers: the places where a rule is enforced.
//!
//! Code that carries out a rule asks [`holds`] with the rule's id. In ordinary play the answer is
//! always yes, at the cost of one load. Under [`examine`] every marker that is passed is noted,
//! and one rule can be left out: that shows which scenarios a rule is tested by, and that they
//! fail without it.

use crate::RuleId;
use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many examinations run; 0 in ordinary play.
static EXAMINATIONS: AtomicUsize = AtomicUsize::new(0);

/// How many markers and steps an examination may pass. Without a rule a game may go round for ever.
const LIMIT: u32 = 8_000_000;

thread_local! {
    static EXAMINATION: RefCell<Option<Examination>> = const { RefCell::new(None) };
}

#[derive(Debug)]
struct Examination {
    without: Option<RuleId>,
    passed: RuleSet,
    left: u32,
}

impl Examination {
    fn count(&mut self) {
        self.left = self.left.saturating_sub(1);
        assert!(self.left > 0, "an examination goes on for ever");
    }
}

/// A set of rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(Vec<u64>);

impl RuleSet {
    /// Adds a rule.
    pub fn insert(&mut self, rule: RuleId) {
        let word = usize::from(rule.0) / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (rule.0 % 64);
    }

    /// Whether the rule is in the set.
    pub fn contains(&self, rule: RuleId) -> bool {
        let word = self.0.get(usize::from(rule.0) / 64).copied().unwrap_or(0);
        word & (1 << (rule.0 % 64)) != 0
    }

    /// The rules, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = RuleId> + '_ {
        let bits = |w: u64| (0..64).filter(move |b| w & (1 << b) != 0);
        self.0
            .iter()
            .enumerate()
            .flat_map(move |(i, w)| bits(*w).map(move |b| RuleId((i * 64 + b as usize) as u16)))
    }
}

/// Whether the rule is in force: always, except for the rule an examination leaves out.
#[inline]
pub fn holds(rule: RuleId) -> bool {
    EXAMINATIONS.load(Ordering::Relaxed) == 0 || noted(rule)
}

/// Whether an examination may run. To ask first where it costs something to find out whether a
/// marker is passed at all.
#[inline]
pub fn examining() -> bool {
    EXAMINATIONS.load(Ordering::Relaxed) != 0
}

#[cold]
fn noted(rule: RuleId) -> bool {
    EXAMINATION.with_borrow_mut(|e| match e {
        Some(e) => {
            e.count();
            e.passed.insert(rule);
            e.without != Some(rule)
        }
        None => true,
    })
}

/// Counts a step of a game. An examination that has passed too many panics, as any panic ends one.
#[inline]
pub fn step() {
    if EXAMINATIONS.load(Ordering::Relaxed) != 0 {
        counted();
    }
}

#[cold]
fn counted() {
    EXAMINATION.with_borrow_mut(|e| e.as_mut().map_or((), Examination::count));
}

/// Runs something in this thread, without one rule if given, and tells which markers it passed.
///
/// Examinations don't nest: one inside another counts for the inner one only.
pub fn examine<T>(without: Option<RuleId>, run: impl FnOnce() -> T) -> (T, RuleSet) {
    struct Running(Option<Examination>);
    impl Drop for Running {
        fn drop(&mut self) {
            EXAMINATIONS.fetch_sub(1, Ordering::Relaxed);
            EXAMINATION.set(self.0.take());
        }
    }
    EXAMINATIONS.fetch_add(1, Ordering::Relaxed);
    let begun = Examination { without, passed: RuleSet::default(), left: LIMIT };
    let running = Running(EXAMINATION.replace(Some(begun)));
    let done = run();
    let passed = EXAMINATION.with_borrow_mut(|e| e.take()).map(|e| e.passed).unwrap_or_default();
    drop(running);
    (done, passed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    #[test]
    fn a_rule_is_noted_and_can_be_left_out() {
        assert!(holds(rule::SUMMONING_SICKNESS));
        let (held, passed) = examine(None, || holds(rule::SUMMONING_SICKNESS));
        assert!(held && passed.iter().eq([rule::SUMMONING_SICKNESS]));
        let (held, _) = examine(Some(rule::SUMMONING_SICKNESS), || holds(rule::SUMMONING_SICKNESS));
        assert!(!held);
        let (other, _) = examine(Some(rule::SUMMONING_SICKNESS), || holds(rule::LAYER_SWITCH));
        assert!(other && holds(rule::SUMMONING_SICKNESS));
    }

    #[test]
    fn going_round_for_ever_panics() {
        let gone = std::panic::catch_unwind(|| {
            examine(None, || {
                loop {
                    step()
                }
            })
        });
        assert!(gone.is_err());
        step();
    }

    #[test]
    fn a_panic_ends_the_examination() {
        let gone = std::panic::catch_unwind(|| examine(Some(rule::LAYER_SWITCH), || panic!("x")));
        assert!(gone.is_err() && holds(rule::LAYER_SWITCH));
    }
}
