//! Every scenario of the repository holds under each of its editions.

use simpan_judge::{RunOptions, run_path};
use simpan_rulebook::Lang;
use std::path::PathBuf;

fn conformance() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

#[test]
fn every_scenario_holds() {
    let summary = run_path(&[conformance()], &[], &RunOptions::default());
    assert_eq!(summary.failed, 0, "{}", summary.text(Lang::En));
    assert!(summary.passed >= 25, "{}", summary.line(Lang::En));
}

#[test]
fn transcripts_are_whole_in_both_languages() {
    for lang in Lang::ALL {
        let options = RunOptions { lang, ..RunOptions::default() };
        for report in run_path(&[conformance()], &[], &options).reports {
            for line in &report.transcript {
                assert!(!line.contains('⟦'), "{}: {line}", report.file);
                let line_of_rule = |l: &str| l.starts_with("[cr") || l.starts_with("[starlight");
                let told = line_of_rule(line.trim_start()).then_some(line);
                let korean = |l: &&String| l.chars().any(|c| ('가'..='힣').contains(&c));
                if lang == Lang::Ko {
                    assert!(told.iter().all(korean), "{}: {line}", report.file);
                }
            }
        }
    }
}

#[test]
fn the_same_scenario_gives_the_same_transcript() {
    let path = [conformance().join("both")];
    let run = || run_path(&path, &[], &RunOptions::default());
    let (a, b) = (run(), run());
    for (x, y) in a.reports.iter().zip(&b.reports) {
        assert_eq!(x.transcript, y.transcript, "{}", x.file);
    }
}
