//! Running scenarios while the markers of rules are watched, or with a rule left out.

use crate::error::{ScenarioError, Source, nearest};
use crate::report::{Failure, Head, RunReport, Status};
use crate::run::{RunOptions, run};
use crate::scenario::{Scenario, parse_scenario, read, stem};
use crate::starlight;
use crate::words;
use simpan_magic::Preset;
use simpan_rulebook::marker::{RuleSet, examine};
use simpan_rulebook::{Book, RuleId};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;

/// What a scenario runs under: a rulebook of one of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// An edition of Magic.
    Magic(Preset),
    /// Starlight TCG.
    Starlight,
}

impl Edition {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Magic(preset) => preset.name(),
            Self::Starlight => Book::Starlight.prefix(),
        }
    }

    /// The text of rules whose numbers it uses.
    pub fn book(self) -> Book {
        match self {
            Self::Magic(preset) => preset.book(),
            Self::Starlight => Book::Starlight,
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Edition {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            name if name == Self::Starlight.name() => Ok(Self::Starlight),
            name => name.parse().map(Self::Magic).map_err(|e| format!("{e} or `starlight`")),
        }
    }
}

/// What a scenario file says, by its game.
#[derive(Clone, Debug)]
pub enum Written {
    /// A scenario of Magic.
    Magic(Box<Scenario>),
    /// A scenario of Starlight TCG.
    Starlight(Box<starlight::Scenario>),
}

/// The games that scenarios are of.
const GAMES: [&str; 2] = ["magic", "starlight"];

/// What tells the game of a scenario.
#[derive(serde::Deserialize)]
struct Which {
    #[serde(default)]
    game: Option<String>,
}

impl Written {
    /// Reads a scenario of whichever game it says.
    ///
    /// # Errors
    /// The first thing that can't be read, with its line and what was probably meant.
    pub fn read(source: &Source<'_>) -> Result<Self, ScenarioError> {
        let game = read::<Which>(source)?.game;
        match game.as_deref() {
            None | Some("magic") => parse_scenario(source).map(|s| Self::Magic(Box::new(s))),
            Some("starlight") => {
                let mut scenario: starlight::Scenario = read(source)?;
                if scenario.id.is_empty() {
                    scenario.id = stem(source.file);
                }
                scenario.check(source)?;
                Ok(Self::Starlight(Box::new(scenario)))
            }
            Some(other) => Err(source
                .wrong(other, &words::NO_GAME, &[other])
                .or(nearest(other, GAMES, 1).pop())),
        }
    }

    pub(crate) fn head(&self) -> Head<'_> {
        match self {
            Self::Magic(scenario) => scenario.as_ref().into(),
            Self::Starlight(scenario) => scenario.as_ref().into(),
        }
    }

    /// Whether there is neither a script nor an expectation.
    pub(crate) fn tests_nothing(&self) -> bool {
        match self {
            Self::Magic(s) => s.script.is_empty() && s.expect.is_none(),
            Self::Starlight(s) => s.script.is_empty() && s.expect.is_none(),
        }
    }
}

/// A scenario file that has been read.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its file.
    pub file: String,
    /// What it says.
    pub written: Written,
    pub(crate) text: String,
}

impl Case {
    /// Its id and the further ids of what it shows.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let head = self.written.head();
        std::iter::once(head.id).chain(head.also.iter().map(String::as_str))
    }

    /// The editions it runs under.
    pub fn editions(&self) -> Vec<Edition> {
        match &self.written {
            Written::Magic(scenario) => {
                let all = scenario.editions.iter().filter_map(|e| e.parse().ok());
                all.map(Edition::Magic).collect()
            }
            Written::Starlight(_) => vec![Edition::Starlight],
        }
    }

    fn go(&self, edition: Edition, options: &RunOptions) -> RunReport {
        match (&self.written, edition) {
            (Written::Magic(scenario), Edition::Magic(preset)) => {
                run(scenario, preset, options, &self.file, &self.text)
            }
            (Written::Starlight(scenario), Edition::Starlight) => {
                starlight::run(scenario, options, &self.file, &self.text)
            }
            _ => RunReport::new(self.written.head(), edition.name(), &self.file, options.lang),
        }
    }

    /// Runs it under an edition.
    pub fn run(&self, edition: Edition, options: &RunOptions) -> RunReport {
        match options.without {
            Some(_) => self.examine(edition, options).0,
            None => self.go(edition, options),
        }
    }

    /// Runs it and tells which markers it passed. With a rule left out anything may happen: that
    /// the engine panics or goes on for ever is a failure like any other.
    pub fn examine(&self, edition: Edition, options: &RunOptions) -> (RunReport, RuleSet) {
        let go = || self.go(edition, options);
        match catch_unwind(AssertUnwindSafe(|| examine(options.without, go))) {
            Ok(done) => done,
            Err(panic) => {
                let head = self.written.head();
                let mut report = RunReport::new(head, edition.name(), &self.file, options.lang);
                report.status = Status::Failed;
                let said = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
                let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
                let said = said.unwrap_or_default();
                let text = words::say(&words::PANIC, options.lang, &[&said]);
                report.failures.push(Failure { at: 0, line: None, text });
                (report, RuleSet::default())
            }
        }
    }

    /// The rules it says it tests, as ids.
    pub fn tested(&self) -> Vec<RuleId> {
        let found = |rule: &String| simpan_rulebook::find(rule, None).ok();
        let hits = self.written.head().rules.iter().filter_map(found).flat_map(|f| f.exact);
        hits.map(|hit| hit.id).collect()
    }
}
