//! Running scenarios while the markers of rules are watched, or with a rule left out.

use crate::report::{Failure, RunReport, Status};
use crate::run::{RunOptions, run};
use crate::scenario::Scenario;
use simpan_magic::Preset;
use simpan_rulebook::RuleId;
use simpan_rulebook::marker::{RuleSet, examine};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A scenario file that has been read.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its file.
    pub file: String,
    /// What it says.
    pub scenario: Scenario,
    pub(crate) text: String,
}

impl Case {
    /// The editions it runs under.
    pub fn presets(&self) -> impl Iterator<Item = Preset> {
        self.scenario.editions.iter().filter_map(|e| e.parse().ok())
    }

    /// Runs it under an edition.
    pub fn run(&self, preset: Preset, options: &RunOptions) -> RunReport {
        match options.without {
            Some(_) => self.examine(preset, options).0,
            None => run(&self.scenario, preset, options, &self.file, &self.text),
        }
    }

    /// Runs it and tells which markers it passed. With a rule left out anything may happen: that
    /// the engine panics or goes on for ever is a failure like any other.
    pub fn examine(&self, preset: Preset, options: &RunOptions) -> (RunReport, RuleSet) {
        let go = || run(&self.scenario, preset, options, &self.file, &self.text);
        match catch_unwind(AssertUnwindSafe(|| examine(options.without, go))) {
            Ok(done) => done,
            Err(panic) => {
                let mut report = RunReport::new(&self.scenario, preset, &self.file);
                report.status = Status::Failed;
                let said = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
                let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
                let text = format!("panic: {}", said.unwrap_or_default());
                report.failures.push(Failure { at: 0, line: None, text });
                (report, RuleSet::default())
            }
        }
    }

    /// The rules it says it tests, as ids.
    pub fn tested(&self) -> Vec<RuleId> {
        let found = |rule: &String| simpan_rulebook::find(rule, None).ok();
        let hits = self.scenario.rules.iter().filter_map(found).flat_map(|f| f.exact);
        hits.map(|hit| hit.id).collect()
    }
}
