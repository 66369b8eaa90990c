//! Finds where the engine enforces each concept, for `simpan rules coverage`: the lines of
//! `crates/magic/src` and `crates/decks/src` that name its constant, tests left out.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

type Places = BTreeMap<String, Vec<(String, usize)>>;

fn main() {
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let root = root.join("../..");
    let mut places = Places::new();
    for crate_ in ["crates/magic/src", "crates/decks/src"] {
        println!("cargo::rerun-if-changed={}", root.join(crate_).display());
        scan(&root.join(crate_), crate_, &mut places);
    }
    println!("cargo::rerun-if-changed=build.rs");
    let mut out = String::from("static PLACES: &[(&str, &[(&str, u32)])] = &[\n");
    for (key, all) in &places {
        let _ = writeln!(out, "    ({key:?}, &{all:?}),");
    }
    out.push_str("];\n");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(folder.join("places.rs"), out).expect("OUT_DIR can be written");
}

fn scan(folder: &Path, name: &str, places: &mut Places) {
    let mut all: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    all.sort();
    for path in all {
        let file = path.file_name().map(|f| f.to_string_lossy().into_owned()).unwrap_or_default();
        let name = format!("{name}/{file}");
        if path.is_dir() {
            scan(&path, &name, places);
        } else if file.ends_with(".rs") && !matches!(&*file, "tests.rs" | "testing.rs") {
            let text = fs::read_to_string(&path).unwrap_or_default();
            note(&text, &name, places);
        }
    }
}

/// The constants a file names, line by line, up to its tests.
fn note(text: &str, name: &str, places: &mut Places) {
    let code = text.lines().take_while(|l| !l.contains("#[cfg(test)]"));
    for (n, line) in code.enumerate() {
        let line = line.split("//").next().unwrap_or_default();
        for part in line.split("rule::").skip(1) {
            let key: String = part
                .chars()
                .take_while(|c| c.is_ascii_uppercase() || *c == '_' || c.is_ascii_digit())
                .collect();
            if !key.is_empty() {
                places.entry(key).or_default().push((name.to_owned(), n + 1));
            }
        }
    }
}
