//! Why a text was not read, or a phrase table not loaded.

use std::fmt;
use std::ops::Range;

/// One ability that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Bytes of the whole ability in the text given.
    pub ability: Range<usize>,
    /// From the first word that was not understood to the end of its sentence.
    pub span: Range<usize>,
    /// Those words.
    pub words: String,
    /// Phrases that would have fitted there, nearest first (at most six).
    pub expected: Vec<String>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not understood from byte {}: `{}`", self.span.start, self.words)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected.join(", "))?;
        }
        Ok(())
    }
}

/// Everything in a card's text that was not understood; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct ParseErrors {
    /// One for each ability that was not understood, in text order.
    pub errors: Vec<ParseError>,
}

/// A mistake in a phrase table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file} line {line}: {problem}")]
pub struct TableError {
    /// Which table.
    pub file: &'static str,
    /// Line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}
