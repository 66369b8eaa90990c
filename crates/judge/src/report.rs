//! What came of scenarios: for people, and as data.

use crate::error::Source;
use crate::examine::{Case, Edition, Written};
use crate::run::RunOptions;
use crate::scenario::Scenario;
use crate::words;
use serde::Serialize;
use simpan_rulebook::{Lang, RuleId};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The largest scenario file that is read.
const MAX_BYTES: u64 = 4 << 20;

/// How a scenario ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// All was as expected.
    Passed,
    /// Something wasn't.
    Failed,
    /// It can't be run as it is written.
    Broken,
    /// It is left out.
    Skipped,
}

/// Something that wasn't as expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Which line of the transcript it stands at.
    pub at: usize,
    /// The line of the file, where it is known.
    pub line: Option<usize>,
    /// What.
    pub text: String,
}

/// What came of a scenario under one edition.
#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    /// Its id.
    pub id: String,
    /// Further ids of what it shows.
    pub also: Vec<String>,
    /// Its title in the reader's language; its id where it has none.
    pub title: String,
    /// Its file.
    pub file: String,
    /// The edition.
    pub edition: String,
    /// How it ended.
    pub status: Status,
    /// Why it was skipped.
    pub note: Option<String>,
    /// What wasn't as expected.
    pub failures: Vec<Failure>,
    /// What was done and what happened, line by line.
    pub transcript: Vec<String>,
    /// The rules that it says it tests.
    pub rules_tested: Vec<String>,
    /// Numbers of the rules that events and refusals named.
    pub rules_hit: Vec<String>,
    /// The same as ids.
    #[serde(skip)]
    pub rules: Vec<RuleId>,
}

/// What scenarios of every game begin with.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Head<'a> {
    pub id: &'a str,
    pub also: &'a [String],
    pub title: &'a str,
    pub title_ko: Option<&'a str>,
    pub rules: &'a [String],
}

macro_rules! has_head {
    ($scenario:ty) => {
        impl<'a> From<&'a $scenario> for Head<'a> {
            fn from(s: &'a $scenario) -> Self {
                Self {
                    id: &s.id,
                    also: &s.also,
                    title: &s.title,
                    title_ko: s.title_ko.as_deref(),
                    rules: &s.rules,
                }
            }
        }
    };
}
impl Head<'_> {
    /// The title in a language; the id where there is none.
    fn title(&self, lang: Lang) -> &str {
        let own = if lang == Lang::Ko { self.title_ko.unwrap_or_default() } else { self.title };
        if own.is_empty() { self.id } else { own }
    }
}
has_head!(Scenario);
has_head!(crate::starlight::Scenario);

impl RunReport {
    pub(crate) fn new(head: Head<'_>, edition: &str, file: &str, lang: Lang) -> Self {
        Self {
            id: head.id.to_owned(),
            also: head.also.to_vec(),
            title: head.title(lang).to_owned(),
            file: file.to_owned(),
            edition: edition.to_owned(),
            status: Status::Passed,
            note: None,
            failures: Vec::new(),
            transcript: Vec::new(),
            rules_tested: head.rules.to_vec(),
            rules_hit: Vec::new(),
            rules: Vec::new(),
        }
    }

    /// Whether it passed.
    pub fn passed(&self) -> bool {
        self.status == Status::Passed
    }

    /// One line, and for failures what went wrong with the transcript before it.
    pub fn text(&self, lang: Lang) -> String {
        const BEFORE: usize = 12;
        let mut out = format!("{:<7} {} [{}]", word(self.status, lang), self.file, self.edition);
        if let Some(note) = &self.note {
            out.push_str(&format!(" — {note}"));
        }
        for failure in &self.failures {
            let line = failure.line.map(|n| words::say(&words::LINE, lang, &[&n.to_string()]));
            let line = line.unwrap_or_default();
            out.push_str(&format!("\n  ✗ {line}{}", failure.text));
            let end = failure.at.min(self.transcript.len());
            for line in &self.transcript[end.saturating_sub(BEFORE)..end] {
                out.push_str(&format!("\n      {line}"));
            }
        }
        out
    }
}

fn word(status: Status, lang: Lang) -> &'static str {
    let entry = match status {
        Status::Passed => &words::PASSED,
        Status::Failed => &words::FAILED,
        Status::Broken => &words::BROKEN,
        Status::Skipped => &words::SKIPPED,
    };
    entry.get(lang)
}

/// What came of a run of several scenarios.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// Each scenario under each of its editions, in the order of the paths.
    pub reports: Vec<RunReport>,
    /// How many passed.
    pub passed: usize,
    /// How many failed, broken ones included.
    pub failed: usize,
    /// How many were left out.
    pub skipped: usize,
    /// How many of the failed are broken.
    pub broken: usize,
}

impl Summary {
    fn add(&mut self, report: RunReport) {
        match report.status {
            Status::Passed => self.passed += 1,
            Status::Failed => self.failed += 1,
            Status::Broken => {
                self.failed += 1;
                self.broken += 1;
            }
            Status::Skipped => self.skipped += 1,
        }
        self.reports.push(report);
    }

    /// `N passed, N failed, N skipped`.
    pub fn line(&self, lang: Lang) -> String {
        let counts = [self.passed, self.failed, self.skipped].map(|n| n.to_string());
        words::say(&words::SUMMARY, lang, &counts.each_ref().map(String::as_str))
    }

    /// Everything that didn't pass, and the summary line.
    pub fn text(&self, lang: Lang) -> String {
        let told = self.reports.iter().filter(|r| !r.passed()).map(|r| r.text(lang));
        let mut lines: Vec<String> = told.collect();
        lines.push(self.line(lang));
        lines.join("\n")
    }

    /// What editions make differently of the same scenarios, line by line.
    pub fn diff(&self) -> String {
        let mut out = Vec::new();
        for pair in self.reports.windows(2) {
            let (a, b) = (&pair[0], &pair[1]);
            if a.file == b.file && a.id == b.id {
                out.extend(differences(a, b));
            }
        }
        out.join("\n")
    }
}

/// The lines that only one of two transcripts has, rule numbers aside.
pub fn differences(a: &RunReport, b: &RunReport) -> Vec<String> {
    let (x, y) = (plain(a), plain(b));
    let mut out = vec![format!("{} — {}: {} / {}", a.file, a.title, a.edition, b.edition)];
    // The longest common row of lines, by dynamic programming; transcripts are short.
    let (n, m) = (x.len(), y.len());
    let mut best = vec![vec![0u32; m + 1]; n + 1];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            best[i][j] = match x[i].1 == y[j].1 {
                true => best[i + 1][j + 1] + 1,
                false => best[i + 1][j].max(best[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < n || j < m {
        if i < n && j < m && x[i].1 == y[j].1 {
            (i, j) = (i + 1, j + 1);
        } else if j >= m || (i < n && best[i + 1][j] >= best[i][j + 1]) {
            out.push(format!("  {} │ {}", a.edition, x[i].0.trim()));
            i += 1;
        } else {
            out.push(format!("  {} │ {}", b.edition, y[j].0.trim()));
            j += 1;
        }
    }
    if out.len() == 1 {
        out.push("  =".into());
    }
    out
}

/// Lines with what is compared of them: without the number of their rule.
fn plain(report: &RunReport) -> Vec<(&str, &str)> {
    report
        .transcript
        .iter()
        .map(|line| {
            let trimmed = line.trim();
            let rest = trimmed.strip_prefix('[').and_then(|l| l.split_once("] "));
            (line.as_str(), rest.map_or(trimmed, |(_, rest)| rest))
        })
        .collect()
}

/// Runs the scenarios of files and folders (all of a folder's, sorted), each under all its
/// editions or only under those given.
pub fn run_path(paths: &[PathBuf], editions: &[Edition], options: &RunOptions) -> Summary {
    let mut summary = Summary::default();
    for case in cases(paths, options.lang) {
        match case {
            Ok(case) => {
                let wanted = |e: &Edition| editions.is_empty() || editions.contains(e);
                for edition in case.editions().into_iter().filter(wanted) {
                    summary.add(case.run(edition, options));
                }
            }
            Err(broken) => summary.add(*broken),
        }
    }
    summary
}

/// The scenarios of files and folders (all of a folder's, sorted), read and checked. What can't be
/// read is a report that says so.
pub fn cases(paths: &[PathBuf], lang: Lang) -> Vec<Result<Case, Box<RunReport>>> {
    let mut all = Vec::new();
    let mut given = BTreeMap::new();
    for path in paths {
        let mut files = Vec::new();
        if let Err(error) = walk(path, &mut files) {
            let why = words::io_problem(&error, lang);
            all.push(Err(Box::new(broken(path, format!("{}: {why}", path.display())))));
        }
        for file in files {
            all.push(match read_scenario(&file, &mut given, lang) {
                Ok((written, text)) => Ok(Case { file: file.display().to_string(), written, text }),
                Err(problem) => Err(Box::new(broken(&file, problem))),
            });
        }
    }
    all
}

fn walk(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        std::fs::metadata(path)?;
        files.push(path.to_owned());
        return Ok(());
    }
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(path)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    all.sort();
    for entry in all {
        let scenario = entry.extension().is_some_and(|e| e == "toml" || e == "json");
        if entry.is_dir() || scenario {
            walk(&entry, files)?;
        }
    }
    Ok(())
}

fn broken(path: &Path, text: String) -> RunReport {
    let mut report = RunReport::new(Head::default(), "", &path.display().to_string(), Lang::En);
    report.status = Status::Broken;
    report.failures.push(Failure { at: 0, line: None, text });
    report
}

/// The text of a file, if it is not larger than any scenario.
fn read_bounded(path: &Path, lang: Lang) -> std::io::Result<String> {
    use std::io::{Error, ErrorKind, Read};
    let mut text = String::new();
    std::fs::File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        let problem = words::say(&words::TOO_LARGE, lang, &[&MAX_BYTES.to_string()]);
        return Err(Error::new(ErrorKind::FileTooLarge, problem));
    }
    Ok(text)
}

/// Reads a file that must be a scenario and give no id that a file before it gives.
fn read_scenario(
    path: &Path,
    given: &mut BTreeMap<String, PathBuf>,
    lang: Lang,
) -> Result<(Written, String), String> {
    let file = path.display().to_string();
    let text = read_bounded(path, lang);
    let text = text.map_err(|error| format!("{file}: {}", words::io_problem(&error, lang)))?;
    let source = Source::new(&file, &text, lang);
    let written = Written::read(&source).map_err(|error| error.to_string())?;
    if written.tests_nothing() {
        return Err(format!("{file}: {}", words::TESTS_NOTHING.get(lang)));
    }
    // The name of a file is unique in its folder only, and isn't given as an id.
    let head = written.head();
    let own = path.file_stem().is_none_or(|s| s != head.id).then_some(head.id);
    for id in own.into_iter().chain(head.also.iter().map(String::as_str)) {
        match given.insert(id.to_owned(), path.to_owned()) {
            Some(other) if other != path => {
                let with = [id, &other.display().to_string()];
                return Err(format!("{file}: {}", words::say(&words::ID_TWICE, lang, &with)));
            }
            _ => {}
        }
    }
    Ok((written, text))
}
