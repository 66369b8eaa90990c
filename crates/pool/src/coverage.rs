//! How many cards are accepted, and what blocks the others.

use crate::compile::{ReasonKind, Status};
use crate::raw::RawCard;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Which cards are counted.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only cards printed in one of these sets (by code); all if there is none.
    pub sets: BTreeSet<String>,
    /// Joke cards too.
    pub funny: bool,
}

impl Selection {
    /// Whether a card is counted.
    pub fn has(&self, card: &RawCard) -> bool {
        (self.funny || !card.funny)
            && (self.sets.is_empty() || card.sets.iter().any(|s| self.sets.contains(s)))
    }
}

/// The cards of a selection by status.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Coverage {
    /// All of them.
    pub total: usize,
    /// Read, printed back and run.
    pub verified: usize,
    /// Read and run; printed in other words.
    pub executable: usize,
    /// Not accepted.
    pub refused: usize,
    /// Why, most cards first.
    pub reasons: Vec<Blocker>,
}

/// One reason and the cards that it blocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blocker {
    /// Of which kind it is.
    pub kind: ReasonKind,
    /// The first words that are not understood, or the node that nothing runs.
    pub reason: String,
    /// How many cards it blocks.
    pub cards: usize,
    /// How many of them nothing else blocks: what mending it would bring, at most.
    pub alone: usize,
    /// One of those cards.
    pub example: String,
}

/// Counts cards.
pub fn coverage<'a>(cards: impl IntoIterator<Item = (&'a str, &'a Status)>) -> Coverage {
    let mut found = Coverage::default();
    let mut blockers: BTreeMap<(ReasonKind, String), Blocker> = BTreeMap::new();
    for (name, status) in cards {
        found.total += 1;
        match status {
            Status::Verified => found.verified += 1,
            Status::Executable => found.executable += 1,
            Status::Refused(reasons) => {
                found.refused += 1;
                let keys: BTreeSet<(ReasonKind, String)> =
                    reasons.iter().map(|r| (r.kind, r.key())).collect();
                let alone = keys.len() == 1;
                for (kind, reason) in keys {
                    let key = (kind, reason.clone());
                    let blocker = blockers.entry(key).or_insert_with(|| Blocker {
                        kind,
                        reason,
                        cards: 0,
                        alone: 0,
                        example: name.to_owned(),
                    });
                    blocker.cards += 1;
                    if alone && blocker.alone == 0 {
                        blocker.example = name.to_owned();
                    }
                    blocker.alone += usize::from(alone);
                }
            }
        }
    }
    found.reasons = blockers.into_values().collect();
    found.reasons.sort_by(|a, b| b.cards.cmp(&a.cards).then_with(|| a.reason.cmp(&b.reason)));
    found
}

impl Coverage {
    /// How many can be played.
    pub fn accepted(&self) -> usize {
        self.verified + self.executable
    }
}
