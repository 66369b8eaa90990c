//! Hashes what decides how a card is compiled: the sources and tables of the crates that read,
//! judge and lower it. A pool compiled by others is compiled again.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut hash = DefaultHasher::new();
    for part in ["../cards/src", "../cards/data", "../language/src", "../language/phrases", "src"] {
        let folder = here.join(part);
        println!("cargo::rerun-if-changed={}", folder.display());
        scan(&folder, &mut hash);
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=SIMPAN_COMPILER={}", hash.finish());
}

fn scan(folder: &Path, hash: &mut DefaultHasher) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    all.sort();
    for path in all {
        if path.is_dir() {
            scan(&path, hash);
        } else {
            path.file_name().hash(hash);
            fs::read(&path).unwrap_or_default().hash(hash);
        }
    }
}
