//! What can be wrong with a deck file.

use std::fmt;

use simpan_rulebook::Lang;

use crate::{MAX_BYTES, MAX_COUNT, MAX_LINES, MAX_NAME};

/// One fault of a deck file. Lines are counted from 1.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DeckError {
    /// The file is larger than [`MAX_BYTES`].
    #[error("the file has {bytes} bytes; at most {MAX_BYTES} are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The file has more lines than [`MAX_LINES`].
    #[error("the file has {lines} lines; at most {MAX_LINES} are read")]
    TooManyLines {
        /// How many it has, as far as was counted.
        lines: usize,
    },
    /// The bytes are neither UTF-8 nor marked as UTF-16.
    #[error("line {line}: the byte at {offset} is not valid {encoding}")]
    Encoding {
        /// The line of the byte.
        line: usize,
        /// The offset of the byte in the file, from 0.
        offset: usize,
        /// What was expected: `UTF-8` or `UTF-16`.
        encoding: &'static str,
    },
    /// A line is not what its format has there.
    #[error("line {line}: `{text}` is not understood; expected {expected}")]
    BadLine {
        /// The line.
        line: usize,
        /// Its text, shortened.
        text: String,
        /// What would have been understood.
        expected: &'static str,
    },
    /// The count is not in `1..=999`.
    #[error("line {line}: the count `{count}` is not between 1 and {MAX_COUNT}")]
    BadCount {
        /// The line.
        line: usize,
        /// The count as written, shortened.
        count: String,
    },
    /// The name is missing, too long, or holds control characters.
    #[error("line {line}: a card name of 1 to {MAX_NAME} ordinary characters was expected")]
    BadName {
        /// The line.
        line: usize,
    },
    /// A section that has no place in a deck.
    #[error("line {line}: the section `{section}` is not part of a deck for this game; remove it")]
    BadSection {
        /// The line of its heading.
        line: usize,
        /// The heading.
        section: String,
    },
    /// The XML is broken.
    #[error("line {line}: {problem}")]
    Xml {
        /// The line.
        line: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// The file holds no cards.
    #[error("the file holds no cards")]
    Empty,
    /// Not the name of a format.
    #[error("unknown deck format `{0}`")]
    UnknownFormat(String),
}

impl DeckError {
    /// The line it is on, if on one.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Encoding { line, .. }
            | Self::BadLine { line, .. }
            | Self::BadCount { line, .. }
            | Self::BadName { line }
            | Self::BadSection { line, .. }
            | Self::Xml { line, .. } => Some(*line),
            Self::TooLarge { .. } | Self::TooManyLines { .. } => None,
            Self::Empty | Self::UnknownFormat(_) => None,
        }
    }

    /// What is wrong, for a player.
    pub fn text(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Ko => self.korean(),
        }
    }

    fn korean(&self) -> String {
        match self {
            Self::TooLarge { bytes } => {
                format!("파일이 너무 큽니다: {bytes}바이트 (최대 {MAX_BYTES}바이트)")
            }
            Self::TooManyLines { lines } => {
                format!("줄이 너무 많습니다: {lines}줄 (최대 {MAX_LINES}줄)")
            }
            Self::Encoding { line, offset, encoding } => {
                format!("{line}번째 줄: {offset}번째 바이트가 올바른 {encoding} 문자가 아닙니다")
            }
            Self::BadLine { line, text, expected } => {
                format!("{line}번째 줄: 읽을 수 없습니다: `{text}` (필요한 꼴: {expected})")
            }
            Self::BadCount { line, count } => {
                format!("{line}번째 줄: 장수는 1에서 {MAX_COUNT} 사이여야 합니다: `{count}`")
            }
            Self::BadName { line } => {
                format!("{line}번째 줄: 1자에서 {MAX_NAME}자 사이의 카드 이름이 필요합니다")
            }
            Self::BadSection { line, section } => {
                format!("{line}번째 줄: 덱에 들어가지 않는 부분이니 지우세요: `{section}`")
            }
            Self::Xml { line, problem } => {
                format!("{line}번째 줄: XML이 올바르지 않습니다: {problem}")
            }
            Self::Empty => "파일에 카드가 없습니다".to_owned(),
            Self::UnknownFormat(name) => format!("알 수 없는 덱 형식: `{name}`"),
        }
    }
}

/// All that is wrong with a file, in the order of its lines; never empty.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DeckErrors(pub Vec<DeckError>);

impl DeckErrors {
    /// All faults, one a line, for a player.
    pub fn text(&self, lang: Lang) -> String {
        self.0.iter().map(|error| error.text(lang)).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for DeckErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for DeckErrors {}

impl From<DeckError> for DeckErrors {
    fn from(error: DeckError) -> Self {
        Self(vec![error])
    }
}
