//! Running all scenarios and noting which rules each of them passes a marker of.

use crate::cmd::judge::quietly;
use crate::failure::Failure;
use crate::words;
use rayon::prelude::*;
use simpan_judge::{Case, Edition, RunOptions, Status, cases};
use simpan_rulebook::marker::RuleSet;
use simpan_rulebook::{Book, CatalogueEntry, Lang, RuleId};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/places.rs"));

/// Where the code names a concept: files from the root of the project, with the line.
pub fn places(rule: RuleId) -> &'static [(&'static str, u32)] {
    let key = rule.key();
    PLACES.binary_search_by_key(&key, |(k, _)| k).map_or(&[], |at| PLACES[at].1)
}

/// One run of a scenario.
#[derive(Debug)]
pub struct Ran {
    /// Which scenario.
    pub case: usize,
    /// Under which edition.
    pub edition: Edition,
    /// How it ended.
    pub status: Status,
    /// The rules whose markers it passed.
    pub passed: RuleSet,
}

/// All scenarios and what came of them.
#[derive(Debug)]
pub struct Survey {
    /// The scenarios.
    pub cases: Vec<Case>,
    /// The rules each of them names.
    pub tested: Vec<Vec<RuleId>>,
    /// Their runs.
    pub runs: Vec<Ran>,
    /// For each scenario id of the catalogue, the scenarios that show it or a part of it.
    by_id: BTreeMap<String, Vec<usize>>,
}

/// The scenarios of the project: beside the caller, or beside the sources.
pub fn default_folder() -> PathBuf {
    let here = PathBuf::from("conformance");
    if here.is_dir() {
        return here;
    }
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

impl Survey {
    /// Runs every scenario under each of its editions.
    ///
    /// # Errors
    /// If a scenario can't be read, or there is none.
    pub fn new(folder: Option<&PathBuf>, lang: Lang) -> Result<Self, Failure> {
        let folder = folder.cloned().unwrap_or_else(default_folder);
        let read: Result<Vec<Case>, _> = cases(&[folder], lang).into_iter().collect();
        let cases = read.map_err(|broken| Failure::usage(broken.text(lang)))?;
        if cases.is_empty() {
            return Err(Failure::usage(words::JUDGE_NOTHING.get(lang)));
        }
        let mut by_id: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, case) in cases.iter().enumerate() {
            for id in case.ids() {
                by_id.entry(shown(id).to_owned()).or_default().push(at);
            }
        }
        let all: Vec<(usize, Edition)> = cases
            .iter()
            .enumerate()
            .flat_map(|(n, c)| c.editions().into_iter().map(move |e| (n, e)))
            .collect();
        let one = |&(case, edition): &(usize, Edition)| {
            let (report, passed) = cases[case].examine(edition, &RunOptions::default());
            Ran { case, edition, status: report.status, passed }
        };
        let runs = quietly(true, || all.par_iter().map(one).collect());
        let tested = cases.iter().map(Case::tested).collect();
        Ok(Self { cases, tested, runs, by_id })
    }

    /// The scenarios that show one of the catalogue's.
    pub fn showing(&self, scenario: &str) -> &[usize] {
        self.by_id.get(scenario).map_or(&[], Vec::as_slice)
    }

    /// The runs of a scenario.
    pub fn runs_of(&self, case: usize) -> impl Iterator<Item = &Ran> {
        // The runs stand in the order of the scenarios.
        let from = self.runs.partition_point(|r| r.case < case);
        self.runs[from..].iter().take_while(move |r| r.case == case)
    }

    /// Whether one of the catalogue's scenarios is shown: all files that show a part of it passed,
    /// one of them under the edition that its entry belongs to.
    pub fn is_shown(&self, entry: &CatalogueEntry, scenario: &str) -> bool {
        let cases = self.showing(scenario);
        let mut runs = cases.iter().flat_map(|c| self.runs_of(*c)).peekable();
        runs.peek().is_some()
            && cases.iter().flat_map(|c| self.runs_of(*c)).all(|r| r.status == Status::Passed)
            && runs.any(|r| edition_of(entry).is_none_or(|book| r.edition.book() == book))
    }

    /// The scenarios of an entry that exist.
    pub fn cases_of(&self, entry: &CatalogueEntry) -> Vec<usize> {
        entry.scenarios.iter().flat_map(|s| self.showing(s)).copied().collect()
    }
}

/// The text of rules that an entry is from, as its id says; `None` where any will do.
fn edition_of(entry: &CatalogueEntry) -> Option<Book> {
    let prefix = entry.id.split('-').next().unwrap_or_default();
    Book::EDITIONS.into_iter().find(|b| b.prefix() == prefix)
}

/// The catalogue's id in an id: `x/s1-b` is a further part of `x/s1`.
pub fn shown(id: &str) -> &str {
    let Some((entry, scenario)) = id.rsplit_once('/') else { return id };
    let part = scenario.find('-').map_or(id.len(), |at| entry.len() + 1 + at);
    &id[..part]
}

#[cfg(test)]
mod tests {
    use super::*;
    use simpan_rulebook::rule;

    #[test]
    fn a_further_part_shows_the_same_scenario() {
        assert_eq!(shown("cr2021-ex-603.2c-1/s1"), "cr2021-ex-603.2c-1/s1");
        assert_eq!(shown("cr2021-ex-603.2c-1/s1-b"), "cr2021-ex-603.2c-1/s1");
        assert_eq!(shown("mana-burn"), "mana-burn");
    }

    #[test]
    fn the_code_that_enforces_a_concept_is_found() {
        // For {T} and for {Q}.
        let files: Vec<&str> = places(rule::SUMMONING_SICKNESS).iter().map(|p| p.0).collect();
        assert_eq!(files, ["crates/magic/src/legal.rs"; 2]);
        assert!(places(rule::UNDO_FAIR).is_empty());
        assert!(PLACES.is_sorted_by_key(|(key, _)| key));
    }
}
