//! `simpan rules coverage` and `mutate`, and `simpan judge --without`, from outside.

use std::path::Path;
use std::process::{Command, Output};

fn simpan(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_simpan"));
    command.args(args).current_dir(root).output().expect("simpan runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder of scenarios that goes away again.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str, scenario: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("simpan-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("one.toml"), scenario).expect("a file");
        Self(folder)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

const SICK: &str = r#"
id = "guide-tap/s1"
rules = ["SUMMONING_SICKNESS", "TAP_COST_TAPPED"]
script = ["pass until end step"]
[players.A]
battlefield = [{ card = "Llanowar Elves", sick = true }]
[expect]
illegal = [{ do = "A: activate Llanowar Elves", rule = "SUMMONING_SICKNESS" }]
"#;

#[test]
fn coverage_tells_of_every_entry() {
    let folder = Folder::new("coverage", SICK);
    let out = simpan(&["rules", "coverage", "--json", "--scenarios", folder.path()]);
    let all: serde_json::Value = serde_json::from_str(&text(&out)).expect("JSON");
    let all = all.as_array().expect("a list");
    assert_eq!(all.len(), 928);
    let of = |id: &str| all.iter().find(|e| e["id"] == id).expect("an entry");
    for entry in all {
        let known = ["done", "partial", "missing", "not-applicable"];
        assert!(known.iter().any(|s| entry["status"] == *s), "{entry}");
        assert_eq!(entry["status"] == "done", entry["reason"].is_null(), "{entry}");
    }
    assert_eq!(of("guide-tap")["status"], "done");
    assert_eq!(of("guide-tap")["scenarios"][0], "guide-tap/s1");
    assert_eq!(of("cr2005-413.2a")["status"], "missing");
    assert!(of("cr2005-413.2a")["where"][0].as_str().is_some_and(|w| w.contains(".rs:")));
    assert_eq!(of("cr2005-ch4")["status"], "not-applicable");
    let ko = simpan(&["rules", "coverage", "--scenarios", folder.path(), "--lang", "ko"]);
    assert!(text(&ko).contains("해당 없음"));
}

#[test]
fn a_rule_that_is_left_out_is_noticed_or_not() {
    let folder = Folder::new("mutate", SICK);
    let out = simpan(&["rules", "mutate", "--json", "--scenarios", folder.path()]);
    let found: serde_json::Value = serde_json::from_str(&text(&out)).expect("JSON");
    assert_eq!((&found["tried"], &found["noticed"]), (&1.into(), &1.into()), "{found}");
    assert_eq!(found["unmarked"][0], "TAP_COST_TAPPED");
    // Tapped and sick: forbidden by either rule, so that neither is noticed alone.
    let blind = SICK
        .replace("sick = true", "sick = true, tapped = true")
        .replace(", rule = \"SUMMONING_SICKNESS\" }", " }")
        .replace("\"pass until end step\"", "")
        .replace("\"SUMMONING_SICKNESS\", ", "");
    let folder = Folder::new("blind", &blind);
    let out = simpan(&["rules", "mutate", "--sample", "9", "--scenarios", folder.path()]);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out));
    assert!(text(&out).contains("not noticed: TAP_COST_TAPPED"), "{}", text(&out));
}

#[test]
fn judge_leaves_a_rule_out() {
    let folder = Folder::new("without", SICK);
    assert_eq!(simpan(&["judge", folder.path()]).status.code(), Some(0));
    let out = simpan(&["judge", folder.path(), "--without", "SUMMONING_SICKNESS"]);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out));
    assert_eq!(simpan(&["judge", folder.path(), "--without", "NONSENSE"]).status.code(), Some(2));
}

#[test]
fn what_starlight_assumes_is_listed_with_source_and_reason() {
    let out = simpan(&["rules", "starlight", "--assumptions"]);
    let all = text(&out);
    assert!(out.status.success());
    let names = all.lines().filter(|l| !l.starts_with(' ') && l.contains(" = ")).count();
    let reasons = all.lines().filter(|l| l.starts_with("  ") && l.contains(" — ")).count();
    assert!(names >= 30 && names == reasons, "{all}");
    let ko = text(&simpan(&["rules", "starlight", "--assumptions", "--lang", "ko"]));
    assert!(ko.contains("hand.max = 7") && ko.contains("우리의 선택"), "{ko}");

    let folder = Folder::new("assumed", "hand.max = 3\n");
    let file = format!("{}/one.toml", folder.path());
    let changed = text(&simpan(&["rules", "starlight", "--rules", &file]));
    assert!(changed.contains("hand.max = 3\n  from the file given"), "{changed}");
    std::fs::write(&file, "hand.maxx = 3\n").expect("a file");
    let wrong = simpan(&["rules", "starlight", "--rules", &file]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("hand.max"));
    let rules = text(&simpan(&["rules", "starlight"]));
    assert!(rules.contains("[starlight-proc-7]") && rules.contains("[starlight-multiblock-2]"));
}

#[test]
fn starlight_scenarios_are_judged_and_notice_a_rule_left_out() {
    let file = "conformance/starlight/example/full.toml";
    let out = simpan(&["judge", file, "--explain", "--lang", "ko"]);
    let told = text(&out);
    assert!(out.status.success(), "{told}");
    let rows =
        ["현재 18", "현재 16", "피아가 생명점 2점을 잃습니다(현재 18)", "화염 투석기가 파괴됩니다"];
    let mut from = 0;
    for row in rows {
        let at = told[from..].find(row).unwrap_or_else(|| panic!("{row} after {from}:\n{told}"));
        from += at + row.len();
    }
    let without = simpan(&["judge", file, "--without", "STAR_TRIGGER_RESOLVE"]);
    assert!(!without.status.success());
    let edition = text(&simpan(&["judge", "conformance/starlight", "--edition", "starlight"]));
    assert!(edition.contains(" passed, 0 failed"), "{edition}");
}

#[test]
fn a_heading_lists_what_stands_below_it() {
    for (lang, pays, result) in [
        ("en", "[guide-cast-pay:", "[guide-cast-permanent-result:"),
        ("ko", "마나 비용 지불", "[guide-cast-spell-result:"),
    ] {
        let said = text(&simpan(&["rules", "guide-cast", "--lang", lang]));
        let at = |words: &str| said.find(words).unwrap_or_else(|| panic!("{words}: {said}"));
        assert!(at("[guide-cast:") < at(pays) && at(pays) < at(result), "{said}");
    }
}
