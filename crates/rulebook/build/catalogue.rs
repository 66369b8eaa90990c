//! `rulebook/catalogue/*.toml` as a static table: what documents on the rules say, entry by entry.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

use crate::{Rule, files, optional, sort_key};

/// One document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    entry: Vec<Item>,
}

/// One entry as written in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    id: String,
    #[serde(default)]
    cr2005: Vec<String>,
    #[serde(default)]
    cr2021: Vec<String>,
    #[serde(default)]
    starlight: Vec<String>,
    kind: String,
    engine: String,
    title_en: String,
    title_ko: String,
    text_en: Option<String>,
    text_ko: Option<String>,
    remark_en: Option<String>,
    remark_ko: Option<String>,
    reason_en: Option<String>,
    reason_ko: Option<String>,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    scenarios: Vec<String>,
    #[serde(default)]
    tests: Vec<String>,
    #[serde(skip)]
    document: String,
}

/// What the engine has to do with an entry, and the name of it in the crate.
const ENGINE: [(&str, &str); 4] = [
    ("enforced", "Enforced"),
    ("definition", "Definition"),
    ("ui", "Interface"),
    ("document", "Document"),
];

impl Item {
    fn engine(&self) -> Option<&'static str> {
        ENGINE.iter().find(|(name, _)| *name == self.engine).map(|(_, variant)| *variant)
    }

    fn faults(&self, rules: &[Rule]) -> Vec<String> {
        let mut faults = Vec::new();
        if self.engine().is_none() {
            faults.push(format!("`engine` is none of {:?}", ENGINE.map(|e| e.0)));
        }
        if [&self.id, &self.kind, &self.title_en, &self.title_ko]
            .iter()
            .any(|t| t.trim().is_empty())
        {
            faults.push("an id, kind or title is empty".to_owned());
        }
        for (name, en, ko) in [
            ("text", &self.text_en, &self.text_ko),
            ("remark", &self.remark_en, &self.remark_ko),
            ("reason", &self.reason_en, &self.reason_ko),
        ] {
            let empty = |t: &Option<String>| t.as_ref().is_some_and(|t| t.trim().is_empty());
            if en.is_some() != ko.is_some() || empty(en) || empty(ko) {
                faults.push(format!("`{name}` is in one language only, or empty"));
            }
        }
        let unknown = |key: &&String| !rules.iter().any(|r| r.key == **key);
        faults.extend(self.rules.iter().filter(unknown).map(|key| format!("no concept `{key}`")));
        let odd = |n: &&String| sort_key(n).is_none();
        let numbers = self.cr2005.iter().chain(&self.cr2021);
        faults.extend(numbers.filter(odd).map(|n| format!("`{n}` is no rule number")));
        let whose = format!("{}/", self.id);
        let foreign = |s: &&String| !s.starts_with(&whose);
        faults.extend(
            self.scenarios.iter().filter(foreign).map(|s| format!("`{s}` isn't its scenario")),
        );
        faults
    }

    /// Its place in the static table.
    fn source(&self, rules: &[Rule]) -> String {
        let ids: Vec<String> = self
            .rules
            .iter()
            .filter_map(|key| rules.iter().position(|r| r.key == *key))
            .map(|id| format!("RuleId({id})"))
            .collect();
        format!(
            "    CatalogueEntry {{ id: {:?}, document: {:?}, numbers: [&{:?}, &{:?}, &{:?}], \
             kind: {:?}, engine: Engine::{}, title: Bilingual {{ en: {:?}, ko: {:?} }}, text: {}, \
             remark: {}, reason: {}, rules: &[{}], scenarios: &{:?}, tests: &{:?} }},",
            self.id,
            self.document,
            self.cr2005,
            self.cr2021,
            self.starlight,
            self.kind,
            self.engine().unwrap_or("Document"),
            self.title_en,
            self.title_ko,
            optional(&self.text_en, &self.text_ko),
            optional(&self.remark_en, &self.remark_ko),
            optional(&self.reason_en, &self.reason_ko),
            ids.join(", "),
            self.scenarios,
            self.tests,
        )
    }
}

/// Reads the documents in the order of their names, noting all that is wrong.
pub fn read(folder: &Path, rules: &[Rule], faults: &mut Vec<String>) -> Vec<Item> {
    let mut all = Vec::new();
    let mut given = BTreeSet::new();
    for (path, document) in files::<Document>(folder, faults) {
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        for mut item in document.entry {
            faults.extend(item.faults(rules).iter().map(|f| format!("{name}: {}: {f}", item.id)));
            for id in std::iter::once(&item.id).chain(&item.scenarios) {
                if !given.insert(id.clone()) {
                    faults.push(format!("{name}: `{id}` is given twice"));
                }
            }
            item.document.clone_from(&name);
            all.push(item);
        }
    }
    all
}

/// The generated source.
pub fn generate(items: &[Item], rules: &[Rule]) -> String {
    let mut out = format!("\nstatic CATALOGUE: [CatalogueEntry; {}] = [\n", items.len());
    for item in items {
        let _ = writeln!(out, "{}", item.source(rules));
    }
    out.push_str("];\n");
    out
}
