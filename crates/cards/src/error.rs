//! What can be wrong with a file of cards: where, what stood there, and what was expected.

use std::fmt;
use thiserror::Error;

/// Why a file of cards could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// The text is larger than [`crate::MAX_FILE_BYTES`].
    #[error("{file}: {bytes} bytes are too many; a file of cards holds at most {limit}; split it")]
    TooLarge {
        /// The file.
        file: String,
        /// Its size in bytes.
        bytes: usize,
        /// The most it may have.
        limit: usize,
    },
    /// The text is no list of cards.
    #[error("{file}:{line}:{column}: {mismatch}")]
    Malformed {
        /// The file.
        file: String,
        /// From 1.
        line: usize,
        /// In characters, from 1.
        column: usize,
        /// What stood there and what should have.
        mismatch: Box<Mismatch>,
    },
    /// Two cards have the same name.
    #[error(
        "{file}:{line}:1: a second card named `{name}`, first in {first}; expected each name once; rename or delete one of them"
    )]
    Duplicate {
        /// The name.
        name: String,
        /// The file with the first.
        first: String,
        /// The file with the second.
        file: String,
        /// The line of the second, from 1.
        line: usize,
    },
}

/// What stood in a file, what was expected, and what was probably meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mismatch {
    /// What stood there.
    pub found: String,
    /// What was expected.
    pub expected: String,
    /// The nearest known names, best first.
    pub nearest: Vec<String>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}; expected {}", self.found, self.expected)?;
        match self.nearest.split_first() {
            None => Ok(()),
            Some((first, rest)) => {
                write!(f, "; did you mean `{first}`")?;
                rest.iter().try_for_each(|n| write!(f, " or `{n}`"))?;
                f.write_str("?")
            }
        }
    }
}

/// The known names within two or so edits of `word`, nearest first, at most three.
pub(crate) fn nearest(word: &str, known: &[&str]) -> Vec<String> {
    let word = word.to_lowercase();
    let limit = (word.chars().count() / 3).clamp(1, 3);
    let mut near: Vec<(usize, &str)> = (known.iter())
        .map(|k| (distance(&word, &k.to_lowercase()), *k))
        .filter(|(d, _)| *d <= limit)
        .collect();
    near.sort();
    near.into_iter().take(3).map(|(_, k)| k.to_owned()).collect()
}

/// Edit distance; only the first 64 characters count.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let cost = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
