//! How many cards are accepted, and what blocks the others.

use crate::compile::{ReasonKind, Status};
use crate::raw::RawCard;
use serde::Serialize;
use simpan_language::{Reminder, Verdict};
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
    /// What the parentheses of the accepted cards say.
    pub reminders: Reminders,
}

/// The reminders of accepted cards.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Reminders {
    /// All of them.
    pub total: usize,
    /// How many say what the card has.
    pub checked: usize,
    /// Those whose words are not known, which say nothing: most cards first.
    pub unchecked: Vec<Unchecked>,
}

/// A reminder whose words are not known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unchecked {
    /// Its words.
    pub words: String,
    /// How often it stands on accepted cards.
    pub times: usize,
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

/// Counts cards, each with the reminders of its text.
pub fn coverage<'a>(
    cards: impl IntoIterator<Item = (&'a str, &'a Status, &'a [Reminder])>,
) -> Coverage {
    let mut found = Coverage::default();
    let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
    let mut blockers: BTreeMap<(ReasonKind, String), Blocker> = BTreeMap::new();
    for (name, status, reminders) in cards {
        found.total += 1;
        for reminder in reminders.iter().filter(|_| status.is_accepted()) {
            found.reminders.total += 1;
            match reminder.verdict {
                Verdict::Unknown => *unknown.entry(&reminder.words).or_default() += 1,
                _ => found.reminders.checked += 1,
            }
        }
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
    let of = |(words, times): (&str, usize)| Unchecked { words: words.to_owned(), times };
    found.reminders.unchecked = unknown.into_iter().map(of).collect();
    found.reminders.unchecked.sort_by_key(|u| std::cmp::Reverse(u.times));
    found
}

impl Coverage {
    /// How many can be played.
    pub fn accepted(&self) -> usize {
        self.verified + self.executable
    }
}
