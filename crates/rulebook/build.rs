//! Turns `rulebook/*.toml` at the root of the repository into Rust: one
//! constant per concept, one static table of entries, and one sorted list of
//! numbers per text of rules; and `rulebook/catalogue/*.toml` into another
//! table. Everything wrong with the data is reported at
//! once and stops the build.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;
use serde::de::DeserializeOwned;

#[path = "build/catalogue.rs"]
mod catalogue;

/// One `*.toml` file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rule: Vec<Rule>,
    /// Words that mean the same, row by row.
    #[serde(default)]
    same: Vec<Vec<String>>,
}

/// One concept as written in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    key: String,
    #[serde(default)]
    ours: bool,
    cr2005: Option<String>,
    #[serde(default)]
    cr2005_also: Vec<String>,
    cr2021: Option<String>,
    #[serde(default)]
    cr2021_also: Vec<String>,
    starlight: Option<String>,
    #[serde(default)]
    starlight_also: Vec<String>,
    title_en: String,
    title_ko: String,
    text_en: String,
    text_ko: String,
    refusal_en: Option<String>,
    refusal_ko: Option<String>,
    remark_en: Option<String>,
    remark_ko: Option<String>,
    diff_en: Option<String>,
    diff_ko: Option<String>,
}

impl Rule {
    /// The numbers in each text, main number first.
    fn numbers(&self) -> [Vec<&str>; 3] {
        [
            (&self.cr2005, &self.cr2005_also),
            (&self.cr2021, &self.cr2021_also),
            (&self.starlight, &self.starlight_also),
        ]
        .map(|(main, also)| main.iter().chain(also).map(String::as_str).collect())
    }

    /// `SUMMONING_SICKNESS` as `summoning-sickness`.
    fn kebab(&self) -> String {
        self.key.to_lowercase().replace('_', "-")
    }

    /// What is wrong with this entry, if anything.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if self.key.is_empty() || !self.key.chars().all(upper) {
            faults.push("the key must be in SCREAMING_CASE".to_owned());
        }
        let plain = [&self.title_en, &self.title_ko, &self.text_en, &self.text_ko];
        if plain.iter().any(|text| text.trim().is_empty()) {
            faults.push("a title or text is empty".to_owned());
        }
        for (name, en, ko) in [
            ("refusal", &self.refusal_en, &self.refusal_ko),
            ("remark", &self.remark_en, &self.remark_ko),
            ("diff", &self.diff_en, &self.diff_ko),
        ] {
            if en.is_some() != ko.is_some() {
                faults.push(format!("`{name}` is in one language only"));
            }
        }
        let [old, new, star] = self.numbers();
        if self.ours != (old.is_empty() && new.is_empty() && star.is_empty()) {
            faults.push("an entry has either numbers or `ours = true`".to_owned());
        }
        if self.cr2005.is_none() && !self.cr2005_also.is_empty()
            || self.cr2021.is_none() && !self.cr2021_also.is_empty()
            || self.starlight.is_none() && !self.starlight_also.is_empty()
        {
            faults.push("`_also` without a main number".to_owned());
        }
        for number in old.iter().chain(&new) {
            if sort_key(number).is_none() {
                faults.push(format!("`{number}` is no rule number"));
            }
        }
        let name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        for number in star {
            if !number.chars().all(name) {
                faults.push(format!("`{number}` is no name of a rule"));
            }
        }
        faults
    }
}

/// Orders `413.2a` before `413.10`; glossary entries come last.
fn sort_key(number: &str) -> Option<(u32, u32, &str)> {
    if let Some(word) = number.strip_prefix("glossary-") {
        return Some((u32::MAX, 0, word));
    }
    let (section, rest) = number.split_once('.')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (sub, letter) = rest.split_at(digits);
    if letter.len() > 1 || !letter.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    Some((section.parse().ok()?, sub.parse().ok()?, letter))
}

/// `Some(Bilingual { .. })` or `None`, as source.
fn optional(en: &Option<String>, ko: &Option<String>) -> String {
    match (en, ko) {
        (Some(en), Some(ko)) => format!("Some(Bilingual {{ en: {en:?}, ko: {ko:?} }})"),
        _ => "None".to_owned(),
    }
}

/// The generated source.
fn generate(rules: &[Rule]) -> String {
    let mut out =
        String::from("/// One constant per concept.\npub mod rule {\n    use super::RuleId;\n");
    for (id, rule) in rules.iter().enumerate() {
        let [old, new, star] = rule.numbers();
        let number = |list: &[&str]| list.first().copied().unwrap_or("none").to_owned();
        let place = if rule.ours {
            "ours".to_owned()
        } else if !star.is_empty() {
            format!("starlight {}", number(&star))
        } else {
            format!("cr2005 {}, cr2021 {}", number(&old), number(&new))
        };
        let _ = writeln!(out, "    /// {} ({place}).", rule.title_en);
        let _ = writeln!(out, "    pub const {}: RuleId = RuleId({id});", rule.key);
    }
    let _ = writeln!(out, "}}\n\nstatic ENTRIES: [Entry; {}] = [", rules.len());
    for rule in rules {
        let [old, new, star] = rule.numbers();
        let _ = writeln!(
            out,
            "    Entry {{ key: {:?}, slug: {:?}, numbers: [&{old:?}, &{new:?}, &{star:?}], \
             title: Bilingual {{ en: {:?}, ko: {:?} }}, text: Bilingual {{ en: {:?}, ko: {:?} }}, \
             refusal: {}, remark: {}, diff: {} }},",
            rule.key,
            rule.kebab(),
            rule.title_en,
            rule.title_ko,
            rule.text_en,
            rule.text_ko,
            optional(&rule.refusal_en, &rule.refusal_ko),
            optional(&rule.remark_en, &rule.remark_ko),
            optional(&rule.diff_en, &rule.diff_ko),
        );
    }
    out.push_str("];\n");
    for (book, name) in ["NUMBERS_2005", "NUMBERS_2021", "NUMBERS_STARLIGHT"].iter().enumerate() {
        let mut list: Vec<(&str, usize)> = Vec::new();
        for (id, rule) in rules.iter().enumerate() {
            list.extend(rule.numbers()[book].iter().map(|number| (*number, id)));
        }
        list.sort_by_key(|(n, id)| (sort_key(n).unwrap_or((u32::MAX, 0, n)), *id));
        let _ = writeln!(out, "\nstatic {name}: &[(&str, RuleId)] = &[");
        for (number, id) in list {
            let _ = writeln!(out, "    ({number:?}, RuleId({id})),");
        }
        out.push_str("];\n");
    }
    out
}

/// The files of a folder as data, in the order of their names, noting all that can't be read.
fn files<T: DeserializeOwned>(folder: &Path, faults: &mut Vec<String>) -> Vec<(PathBuf, T)> {
    let mut paths: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries.filter_map(|e| e.ok().map(|e| e.path())).collect(),
        Err(error) => {
            faults.push(format!("{}: {error}", folder.display()));
            return Vec::new();
        }
    };
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "toml"));
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        let file = fs::read_to_string(&path).map_err(|error| error.to_string());
        match file.and_then(|text| toml::from_str::<T>(&text).map_err(|e| e.to_string())) {
            Err(error) => faults.push(format!("{}: {error}", path.display())),
            Ok(file) => all.push((path, file)),
        }
    }
    all
}

/// Reads all concepts in the order of the files' names, noting all that is wrong.
fn read(folder: &Path, faults: &mut Vec<String>) -> (Vec<Rule>, Vec<Vec<String>>) {
    let mut rules: Vec<Rule> = Vec::new();
    let mut same = Vec::new();
    for (path, file) in files::<File>(folder, faults) {
        let name = path.display();
        for rule in file.rule {
            faults.extend(rule.faults().iter().map(|f| format!("{name}: {}: {f}", rule.key)));
            if rules.iter().any(|other| other.key == rule.key) {
                faults.push(format!("{name}: {}: the key is used twice", rule.key));
            }
            rules.push(rule);
        }
        let lower = |word: &String| !word.trim().is_empty() && *word == word.to_lowercase();
        for row in file.same.iter().filter(|row| row.len() < 2 || !row.iter().all(lower)) {
            faults.push(format!("{name}: {row:?}: two words or more, in lower case"));
        }
        same.extend(file.same);
    }
    if rules.len() > usize::from(u16::MAX) {
        faults.push("more rules than an id can hold".to_owned());
    }
    (rules, same)
}

fn main() {
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let folder = root.join("../../rulebook");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    let mut faults = Vec::new();
    let (rules, same) = read(&folder, &mut faults);
    let items = catalogue::read(&folder.join("catalogue"), &rules, &mut faults);
    if !faults.is_empty() {
        panic!("the rule index has faults:\n{}", faults.join("\n"));
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let rows: String = same.iter().map(|row| format!("    &{row:?},\n")).collect();
    let words = format!("\nstatic SAME: &[&[&str]] = &[\n{rows}];\n");
    let source = generate(&rules) + &catalogue::generate(&items, &rules) + &words;
    fs::write(out.join("index.rs"), source).expect("OUT_DIR can be written");
}
