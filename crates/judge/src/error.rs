//! What can be wrong with a command or a scenario: what stood there, what was expected.

use crate::words;
use simpan_rulebook::{Bilingual, Lang, RuleId};
use std::fmt;

/// Why a command was not understood or can't be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// There is no word at all.
    Empty,
    /// The first word is no verb.
    Verb {
        /// What stood there.
        word: String,
        /// The nearest verbs.
        expected: Vec<String>,
    },
    /// The verb needs something else.
    Shape {
        /// The verb.
        verb: String,
        /// What stood there.
        found: String,
        /// What was expected.
        expected: Expected,
    },
    /// Nothing has that name.
    Unknown {
        /// The name.
        name: String,
        /// What there is, nearest first.
        candidates: Vec<String>,
    },
    /// Several different things have that name.
    Ambiguous {
        /// The name.
        name: String,
        /// What it may be.
        candidates: Vec<String>,
    },
    /// The command doesn't answer the question that is open.
    Misfit {
        /// The command.
        command: String,
        /// The question.
        question: String,
    },
    /// Something is said that nothing asks for.
    Unused {
        /// What it is.
        what: Vec<String>,
    },
    /// It isn't that player's decision.
    NotAsked {
        /// Who wants to act.
        player: String,
        /// Who is asked.
        asked: String,
    },
    /// The game is over.
    Over,
    /// A rule forbids it.
    Refused {
        /// The rule.
        because: RuleId,
    },
}

/// What was expected, in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// English.
    pub en: &'static str,
    /// Korean.
    pub ko: &'static str,
}

impl Expected {
    /// The words in a language.
    pub fn get(&self, lang: Lang) -> &'static str {
        if lang == Lang::Ko { self.ko } else { self.en }
    }
}

impl CommandError {
    /// The message in a language. A refusal's own words are those of
    /// [`explain_refusal`](crate::explain_refusal).
    pub fn message(&self, lang: Lang) -> String {
        let say = |entry, with: &[&str]| words::say(entry, lang, with);
        match self {
            Self::Empty => say(&words::EMPTY, &[]),
            Self::Verb { word, expected } => say(&words::VERB, &[word, &list(expected)]),
            Self::Shape { verb, found, expected } => {
                say(&words::SHAPE, &[verb, found, expected.get(lang)])
            }
            Self::Unknown { name, candidates } if candidates.is_empty() => {
                say(&words::UNKNOWN, &[name])
            }
            Self::Unknown { name, candidates } => {
                say(&words::UNKNOWN_NEAR, &[name, &list(candidates)])
            }
            Self::Ambiguous { name, candidates } => {
                say(&words::AMBIGUOUS, &[name, &list(candidates)])
            }
            Self::Misfit { command, question } => say(&words::MISFIT, &[command, question]),
            Self::Unused { what } if what.is_empty() => say(&words::UNUSED_REST, &[]),
            Self::Unused { what } => say(&words::UNUSED, &[&list(what)]),
            Self::NotAsked { player, asked } => say(&words::NOT_ASKED, &[player, asked]),
            Self::Over => say(&words::OVER, &[]),
            Self::Refused { because } => say(&words::FORBIDDEN, &[because.entry().title.get(lang)]),
        }
    }

    /// The same after the command that it is about.
    pub(crate) fn of(&self, command: &str, lang: Lang) -> String {
        words::say(&words::SAID, lang, &[command, &self.message(lang)])
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for CommandError {}

/// Items in one line, the way errors list them.
pub(crate) fn list(items: &[String]) -> String {
    items.iter().map(|i| format!("`{i}`")).collect::<Vec<_>>().join(", ")
}

/// Where a scenario stands and whom it is read for, for errors that say where.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its file; the ending `.json` tells the format.
    pub file: &'a str,
    /// What stands in it.
    pub text: &'a str,
    /// The language of its errors.
    pub lang: Lang,
}

impl<'a> Source<'a> {
    /// A file with its text.
    pub fn new(file: &'a str, text: &'a str, lang: Lang) -> Self {
        Self { file, text, lang }
    }

    /// A message in the reader's language.
    pub(crate) fn say(&self, entry: &Bilingual, with: &[&str]) -> String {
        words::say(entry, self.lang, with)
    }

    /// A problem with the first line on which the words stand.
    pub(crate) fn problem(&self, words: &str, problem: String) -> ScenarioError {
        let line = line_of(self.text, words);
        let (file, lang) = (self.file.to_owned(), self.lang);
        ScenarioError { file, line, problem, suggestion: None, lang }
    }

    /// The same, as a message says it.
    pub(crate) fn wrong(&self, words: &str, entry: &Bilingual, with: &[&str]) -> ScenarioError {
        self.problem(words, self.say(entry, with))
    }
}

/// The line on which words stand.
pub(crate) fn line_of(text: &str, words: &str) -> Option<usize> {
    text.lines().position(|l| l.contains(words)).map(|n| n + 1)
}

/// Why a scenario can't be run at all: it is *broken*, which isn't the same as failing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError {
    /// The file.
    pub file: String,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: String,
    /// What was probably meant.
    pub suggestion: Option<String>,
    /// The language in which it is told.
    pub lang: Lang,
}

impl ScenarioError {
    /// The same with what was probably meant.
    pub(crate) fn or(self, suggestion: Option<String>) -> Self {
        Self { suggestion, ..self }
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        f.write_str(": ")?;
        match &self.suggestion {
            Some(meant) => {
                f.write_str(&words::say(&words::DID_YOU_MEAN, self.lang, &[&self.problem, meant]))
            }
            None => f.write_str(&self.problem),
        }
    }
}

impl std::error::Error for ScenarioError {}

/// The nearest of some words, if one is near.
pub(crate) fn nearest<'a>(
    word: &str,
    among: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<String> {
    let lower = word.to_lowercase();
    let limit = (lower.chars().count() / 2).max(2);
    let mut found: Vec<(usize, &str)> = among
        .into_iter()
        .map(|w| (strsim::levenshtein(&lower, &w.to_lowercase()), w))
        .filter(|(d, w)| *d <= limit || w.to_lowercase().contains(&lower))
        .collect();
    found.sort();
    found.dedup();
    found.into_iter().take(most).map(|(_, w)| w.to_owned()).collect()
}
