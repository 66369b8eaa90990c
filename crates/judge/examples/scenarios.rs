//! Runs scenarios: `cargo run -p simpan-judge --example scenarios -- [--diff] [--verbose] PATHS`.

use simpan_judge::{RunOptions, run_path};
use std::path::PathBuf;

fn main() {
    let (flags, paths): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|f| f == flag);
    let mut options = RunOptions { run_skipped: has("--skipped"), ..RunOptions::default() };
    if has("--ko") {
        options.lang = simpan_rulebook::Lang::Ko;
    }
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let summary = run_path(&paths, &[], &options);
    if has("--verbose") {
        for report in &summary.reports {
            println!("{} [{}]", report.file, report.edition);
            report.transcript.iter().for_each(|line| println!("{line}"));
        }
    }
    if has("--diff") {
        println!("{}", summary.diff());
    }
    println!("{}", summary.text(options.lang));
    std::process::exit(i32::from(summary.failed > 0));
}
