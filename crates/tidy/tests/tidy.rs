//! How the code is written: fails with a list of `path:line: what`.

use std::fs;
use std::path::{Path, PathBuf};

/// No file is longer.
const FILE_LINES: usize = 800;
/// No function is longer.
const FUNCTION_LINES: usize = 80;
/// The crates that do no IO and read no clock.
const CORE: [&str; 6] = ["engine", "cards", "language", "rulebook", "magic", "starlight"];
/// Words of games that the engine must not know.
const GAME_WORDS: [&str; 10] = [
    "magic",
    "creature",
    "graveyard",
    "mana",
    "battlefield",
    "planeswalker",
    "sorcery",
    "untap",
    "starlight",
    "prism",
];
/// Words of Magic that Starlight must not know. ("Magic" is no such word: stones are magic there.)
const MAGIC_WORDS: [&str; 9] = [
    "mana",
    "creature",
    "creatures",
    "battlefield",
    "planeswalker",
    "sorcery",
    "untap",
    "tapped",
    "library",
];
/// Words of Starlight that Magic must not know.
const STARLIGHT_WORDS: [&str; 4] = ["starlight", "prism", "prisms", "마력석"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

/// A source file, as it stands and with comments and strings blanked out.
struct Source {
    path: String,
    lines: Vec<String>,
    /// Without comments and without what strings say.
    code: Vec<String>,
    /// Without comments.
    spoken: Vec<String>,
}

impl Source {
    fn new(path: String, text: &str) -> Self {
        let lines = |t: &str| t.split('\n').map(str::to_owned).collect();
        let code = lines(&blank(text, true));
        Self { path, lines: lines(text), code, spoken: lines(&blank(text, false)) }
    }

    fn of(&self, names: &[&str]) -> bool {
        names.iter().any(|n| self.path.starts_with(&format!("crates/{n}/src/")))
    }

    /// Whether it belongs to one of those crates, tests and all.
    fn belongs_to(&self, names: &[&str]) -> bool {
        names.iter().any(|n| self.path.starts_with(&format!("crates/{n}/")))
    }

    fn is_test(&self) -> bool {
        let folder = ["/tests/", "/benches/", "/examples/"].iter().any(|f| self.path.contains(f));
        folder || self.path.ends_with("/tests.rs") || self.path.ends_with("/testing.rs")
    }

    /// From where on a file holds only its tests.
    fn tests_from(&self) -> usize {
        let at = self.code.iter().position(|l| l.contains("#[cfg(test)]"));
        at.unwrap_or(self.code.len())
    }

    fn at(&self, line: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path, line + 1)
    }
}

/// What a character of Rust is part of.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Code,
    Line,
    Block(u32),
    Text,
    Raw(usize),
}

/// The text with comments blanked out, and the insides of strings too if `strings`.
fn blank(text: &str, strings: bool) -> String {
    let all: Vec<char> = text.chars().collect();
    let next = |i: usize, s: &str| s.chars().enumerate().all(|(k, c)| all.get(i + k) == Some(&c));
    let mut out = String::with_capacity(text.len());
    let (mut part, mut i) = (Part::Code, 0);
    while i < all.len() {
        let c = all[i];
        let mut width = 1;
        let mut keep = true;
        match part {
            Part::Code if next(i, "//") => (part, keep) = (Part::Line, false),
            Part::Code if next(i, "/*") => (part, keep, width) = (Part::Block(1), false, 2),
            Part::Code if raw_string(&all, i).is_some() => {
                let hashes = raw_string(&all, i).unwrap_or(0);
                (part, width) = (Part::Raw(hashes), hashes + 2);
            }
            Part::Code if c == '"' => part = Part::Text,
            // Characters that would look like the start of a string or a block.
            Part::Code if c == '\'' && next(i + 1, "\\") => (width, keep) = (4, false),
            Part::Code if c == '\'' && all.get(i + 2) == Some(&'\'') => (width, keep) = (3, false),
            Part::Code => {}
            Part::Line => (part, keep) = (if c == '\n' { Part::Code } else { part }, false),
            Part::Block(n) if next(i, "*/") => {
                (part, keep, width) =
                    (if n == 1 { Part::Code } else { Part::Block(n - 1) }, false, 2);
            }
            Part::Block(n) if next(i, "/*") => (part, keep, width) = (Part::Block(n + 1), false, 2),
            Part::Block(_) => keep = false,
            Part::Text if c == '\\' => (width, keep) = (2, !strings),
            Part::Text if c == '"' => part = Part::Code,
            Part::Raw(n) if c == '"' && next(i + 1, &"#".repeat(n)) => {
                (part, width) = (Part::Code, n + 1);
            }
            Part::Text | Part::Raw(_) => keep = !strings,
        }
        for c in &all[i..all.len().min(i + width)] {
            out.push(if keep || *c == '\n' { *c } else { ' ' });
        }
        i += width;
    }
    out
}

/// Where a raw string begins, the number of its hashes.
fn raw_string(all: &[char], at: usize) -> Option<usize> {
    let inside_word = at > 0 && (all[at - 1].is_alphanumeric() || all[at - 1] == '_');
    if all[at] != 'r' || (inside_word && all[at - 1] != 'b') {
        return None;
    }
    let hashes = all[at + 1..].iter().take_while(|c| **c == '#').count();
    (all.get(at + 1 + hashes) == Some(&'"')).then_some(hashes)
}

fn files(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && path.file_name().is_none_or(|n| n != "target") {
            files(&path, ending, out);
        } else if path.to_string_lossy().ends_with(ending) {
            out.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let root = root();
    let mut paths = Vec::new();
    files(&root.join("crates"), ".rs", &mut paths);
    assert!(paths.len() > 50, "the crates weren't found");
    let name = |p: &Path| p.strip_prefix(&root).unwrap_or(p).to_string_lossy().replace('\\', "/");
    paths.iter().map(|p| Source::new(name(p), &fs::read_to_string(p).expect("UTF-8"))).collect()
}

/// Fails with all that was found.
fn nothing(found: Vec<String>) {
    assert!(found.is_empty(), "{} found:\n{}", found.len(), found.join("\n"));
}

/// Whether a word stands in a line by itself.
fn has_word(line: &str, word: &str) -> bool {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(i, _)| {
        !inside(line[..i].chars().next_back()) && !inside(line[i + word.len()..].chars().next())
    })
}

#[test]
fn no_file_is_too_long() {
    let mut found = Vec::new();
    for s in sources() {
        let lines = s.lines.len() - usize::from(s.lines.last().is_some_and(String::is_empty));
        if lines > FILE_LINES {
            found.push(s.at(FILE_LINES, &format!("the file has {lines} lines")));
        }
    }
    nothing(found);
}

/// Functions with a body: the line they begin in, their name and how long they are.
fn functions(code: &[String]) -> Vec<(usize, String, usize)> {
    let mut out = Vec::new();
    for (at, line) in code.iter().enumerate() {
        let Some(i) = line.find("fn ").filter(|_| has_word(line, "fn")) else { continue };
        let name: String =
            line[i + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if name.is_empty() || line[..i].contains('(') {
            continue;
        }
        let (mut depth, mut round) = (0, 0);
        'body: for (n, line) in code[at..].iter().enumerate() {
            for c in line.chars().skip(if n == 0 { i } else { 0 }) {
                match c {
                    '(' | '[' => round += 1,
                    ')' | ']' => round -= 1,
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ';' if depth == 0 && round == 0 => break 'body,
                    _ => continue,
                }
                if c == '}' && depth == 0 {
                    out.push((at, name, n + 1));
                    break 'body;
                }
            }
        }
    }
    out
}

#[test]
fn no_function_is_too_long() {
    let mut found = Vec::new();
    for s in sources() {
        for (at, name, lines) in functions(&s.code) {
            if lines > FUNCTION_LINES {
                found.push(s.at(at, &format!("`{name}` has {lines} lines")));
            }
        }
    }
    nothing(found);
}

fn forbidden_code(words: &[&str], wanted: impl Fn(&Source) -> bool, whole: bool) -> Vec<String> {
    let mut found = Vec::new();
    for s in sources().iter().filter(|s| wanted(s)) {
        for (at, line) in s.code.iter().enumerate() {
            for word in words {
                if if whole { has_word(line, word) } else { line.contains(word) } {
                    found.push(s.at(at, word));
                }
            }
        }
    }
    found
}

#[test]
fn the_core_hashes_nothing_and_reads_no_clock() {
    let words = ["HashMap", "HashSet", "SystemTime", "Instant"];
    // The card type of that name is no clock.
    let mut found = forbidden_code(&words[..3], |s| s.of(&CORE), true);
    let clock = ["Instant::now", "time::Instant", "Instant::elapsed"];
    found.extend(forbidden_code(&clock, |s| s.of(&CORE), false));
    nothing(found);
}

#[test]
fn nothing_is_left_undone() {
    let words = ["todo!", "unimplemented!", "dbg!", "#[ignore"];
    nothing(forbidden_code(&words, |s| !s.path.starts_with("crates/tidy/"), false));
}

#[test]
fn no_code_names_an_edition() {
    let mut found = Vec::new();
    let tables = ["magic/src/ruleset.rs", "crates/rulebook/", "crates/language/", "crates/tidy/"];
    for s in sources() {
        if s.is_test() || tables.iter().any(|t| s.path.contains(t)) {
            continue;
        }
        for (at, line) in s.spoken.iter().enumerate().take(s.tests_from()) {
            // The old and the new wording of cards are called by the edition they are of.
            let line = line.replace("Wording::Y", "Wording::");
            let named = ["Y2005", "Y2021", "Cr2005", "Cr2021"].iter().any(|w| has_word(&line, w));
            if named || line.contains("2005\"") || line.contains("2021\"") {
                found.push(s.at(at, s.lines[at].trim()));
            }
        }
    }
    nothing(found);
}

#[test]
fn the_engine_knows_no_game() {
    let mut found = Vec::new();
    for s in sources().iter().filter(|s| s.belongs_to(&["engine"])) {
        for (at, line) in s.lines.iter().enumerate() {
            for word in GAME_WORDS {
                if has_word(&line.to_lowercase(), word) {
                    found.push(s.at(at, word));
                }
            }
        }
    }
    nothing(found);
}

#[test]
fn neither_game_knows_the_other() {
    let mut found = Vec::new();
    for s in sources() {
        let words: &[&str] = match () {
            () if s.belongs_to(&["starlight"]) => &MAGIC_WORDS,
            () if s.belongs_to(&["magic", "cards"]) => &STARLIGHT_WORDS,
            () => continue,
        };
        for (at, line) in s.lines.iter().enumerate() {
            let line = line.to_lowercase();
            let said = words.iter().filter(|w| has_word(&line, w));
            found.extend(said.map(|w| s.at(at, w)));
        }
    }
    nothing(found);
}

#[test]
fn every_file_says_what_it_is() {
    let mut found = Vec::new();
    for s in sources().iter().filter(|s| s.path.contains("/src/")) {
        if !s.lines.first().is_some_and(|l| l.starts_with("//!")) {
            found.push(s.at(0, "no `//!` in the first line"));
        }
    }
    nothing(found);
}

#[test]
fn documents_stand_alone() {
    let root = root();
    let mut found = Vec::new();
    let mut pages = Vec::new();
    files(&root.join("docs"), ".md", &mut pages);
    for name in ["README.md", "README.ko.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    {
        pages.push(root.join(name));
    }
    for page in pages {
        let Ok(text) = fs::read_to_string(&page) else { continue };
        let path = page.strip_prefix(&root).unwrap_or(&page).display();
        for (at, line) in text.lines().enumerate() {
            if line.contains("../shared") || line.contains("/work") {
                found.push(format!("{path}:{}: {line}", at + 1));
            }
        }
    }
    nothing(found);
}

#[test]
fn the_lexer_sees_code_only() {
    let text = "let a = \"dbg! { \\\" \"; // todo!\n/* fn x() { */ let b = r#\"}\"#; '{'; '\\''; x";
    let code = blank(text, true);
    assert!(!code.contains("dbg") && !code.contains("todo") && !code.contains("fn x"));
    assert!(
        !code.contains('{') && !code.contains('}') && code.trim_end().ends_with("; x"),
        "{code}"
    );
    assert!(blank(text, false).contains("dbg!") && !blank(text, false).contains("todo"));
    let code: Vec<String> =
        ["fn a(", ") {", "}", "fn b();", "fn c() {}"].map(str::to_owned).to_vec();
    let found = functions(&code);
    assert_eq!(found, [(0, "a".to_owned(), 3), (4, "c".to_owned(), 1)]);
}

#[test]
fn tests_that_the_catalogue_names_exist() {
    let root = root();
    let mut found = Vec::new();
    for file in fs::read_dir(root.join("rulebook/catalogue")).expect("the catalogue").flatten() {
        let text = fs::read_to_string(file.path()).expect("a document");
        let named = text.lines().filter_map(|l| l.strip_prefix("tests = ["));
        for test in named.flat_map(|l| l.split('"').skip(1).step_by(2)) {
            let (path, name) = test.split_once("::").unwrap_or((test, ""));
            let code = fs::read_to_string(root.join(path)).unwrap_or_default();
            let there = code.contains(&format!("#[test]\nfn {name}()"))
                || code.contains(&format!("#[test]\n    fn {name}()"));
            if !there {
                found.push(format!("{}: no test `{test}`", file.path().display()));
            }
        }
    }
    nothing(found);
}
