//! What can be wrong with a command or a scenario: what stood there, what was expected.

use simpan_language::{Josa, josa};
use simpan_rulebook::{Lang, RuleId};
use std::fmt;

/// Why a command was not understood or can't be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// There is no word at all.
    #[error("an empty command; expected a verb such as `pass`, `cast`, `attack` or `choose`")]
    Empty,
    /// The first word is no verb.
    #[error("`{word}` is no verb; expected {}", list(.expected))]
    Verb {
        /// What stood there.
        word: String,
        /// The nearest verbs.
        expected: Vec<String>,
    },
    /// The verb needs something else.
    #[error("`{verb}`: found `{found}`; expected {}", .expected.en)]
    Shape {
        /// The verb.
        verb: String,
        /// What stood there.
        found: String,
        /// What was expected.
        expected: Expected,
    },
    /// Nothing has that name.
    #[error("nothing here is called `{name}`{}", and_there_is(.candidates))]
    Unknown {
        /// The name.
        name: String,
        /// What there is, nearest first.
        candidates: Vec<String>,
    },
    /// Several different things have that name.
    #[error("`{name}` may be several things: {}; tell them apart with `#n` or `@alias`", list(.candidates))]
    Ambiguous {
        /// The name.
        name: String,
        /// What it may be.
        candidates: Vec<String>,
    },
    /// The command doesn't answer the question that is open.
    #[error("`{command}` doesn't answer the question: {question}")]
    Misfit {
        /// The command.
        command: String,
        /// The question.
        question: String,
    },
    /// Something is said that nothing asks for.
    #[error("nothing asks for {}; leave it out", what_else(.what))]
    Unused {
        /// What it is.
        what: Vec<String>,
    },
    /// It isn't that player's decision.
    #[error("it is {asked}'s decision, not {player}'s")]
    NotAsked {
        /// Who wants to act.
        player: String,
        /// Who is asked.
        asked: String,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A rule forbids it.
    #[error("forbidden by {}", .because.key())]
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

impl CommandError {
    /// The message in a language. A refusal's own words are those of
    /// [`explain_refusal`](crate::explain_refusal).
    pub fn message(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return self.to_string();
        }
        match self {
            Self::Empty => {
                "명령이 비어 있습니다. `패스`, `발동`, `공격`, `선택` 같은 동사로 시작하세요".into()
            }
            Self::Verb { word, expected } => {
                format!("{} 명령은 없습니다. 가능한 것: {}", called(word), list(expected))
            }
            Self::Shape { verb, found, expected } => {
                format!("`{verb}`: `{found}` 대신 {} 필요합니다", expected.ko)
            }
            Self::Unknown { name, candidates } if candidates.is_empty() => {
                format!("{} 것이 여기 없습니다", called(name))
            }
            Self::Unknown { name, candidates } => {
                format!("{} 것이 여기 없습니다. 있는 것: {}", called(name), list(candidates))
            }
            Self::Ambiguous { name, candidates } => format!(
                "`{name}`에 해당하는 것이 여럿입니다: {}. `#n`이나 `@별명`으로 구별하세요",
                list(candidates)
            ),
            Self::Misfit { command, question } => {
                format!("`{command}`: 지금의 질문에 대한 답이 아닙니다: {question}")
            }
            Self::Unused { what } if what.is_empty() => {
                "명령의 나머지는 묻지 않는 것입니다. 빼고 다시 적으세요".into()
            }
            Self::Unused { what } => {
                format!("{}: 묻지 않는 것입니다. 빼고 다시 적으세요", list(what))
            }
            Self::NotAsked { player, asked } => {
                format!("지금은 {player}의 차례가 아니라 {asked}의 결정입니다")
            }
            Self::Over => "게임이 끝났습니다".into(),
            Self::Refused { because } => format!("규칙이 금지합니다: {}", because.entry().title.ko),
        }
    }
}

/// A name and "라는" in Korean, by its sound.
fn called(name: &str) -> String {
    let sound = if josa(name, Josa::Subject) == "이" { "이라는" } else { "라는" };
    format!("`{name}`{sound}")
}

/// Items in one line, the way errors list them.
pub(crate) fn list(items: &[String]) -> String {
    items.iter().map(|i| format!("`{i}`")).collect::<Vec<_>>().join(", ")
}

fn what_else(items: &[String]) -> String {
    if items.is_empty() { "the rest of the command".to_owned() } else { list(items) }
}

fn and_there_is(items: &[String]) -> String {
    if items.is_empty() { String::new() } else { format!("; there is {}", list(items)) }
}

/// Why a scenario can't be run at all: it is *broken*, which isn't the same as failing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScenarioError {
    /// The file.
    pub file: String,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: String,
    /// What was probably meant.
    pub suggestion: Option<String>,
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.problem)?;
        if let Some(suggestion) = &self.suggestion {
            write!(f, "; did you mean `{suggestion}`?")?;
        }
        Ok(())
    }
}

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
        .map(|w| (distance(&lower, &w.to_lowercase()), w))
        .filter(|(d, w)| *d <= limit || w.to_lowercase().contains(&lower))
        .collect();
    found.sort();
    found.dedup();
    found.into_iter().take(most).map(|(_, w)| w.to_owned()).collect()
}

/// How many single letters must change to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let next = (diagonal + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}
