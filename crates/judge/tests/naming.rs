//! What a name in a command means: never silently something else than what was said.

use simpan_judge::{RunOptions, RunReport, Source, parse_scenario, run};
use simpan_magic::Preset;
use simpan_rulebook::Lang;

const TABLE: &str = r#"
[[cards]]
name = "Veil"
cost = "{0}"
type = "Instant"
text = "Target creature gains shroud until end of turn."
[players.A]
battlefield = ["2 Mountain"]
hand = ["Veil", "Shock", "Forest"]
[players.B]
battlefield = [{ card = "Grizzly Bears", as = "one" }, { card = "Grizzly Bears", as = "two" }]
"#;

/// What goes wrong; nothing if all is as expected.
fn wrong(script: &str, expect: &str) -> String {
    let text = format!("script = [{script}]\n{TABLE}\n[expect]\n{expect}");
    let scenario = parse_scenario(&Source::new("t.toml", &text, Lang::En)).unwrap();
    let report: RunReport = run(&scenario, Preset::Y2021, &RunOptions::default(), "t.toml", &text);
    report.failures.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join("\n")
}

const VEILED: &str = r#""A: cast Veil -> @one", "resolve""#;

#[test]
fn the_nth_is_the_nth_whether_it_is_legal_or_not() {
    for (line, rule) in [("@one", true), ("Grizzly Bears#1", true), ("Grizzly Bears#3", false)] {
        let said = wrong(&format!("{VEILED}, \"A: cast Shock -> {line}\""), "");
        assert_eq!(said.contains("is refused: [cr2021-"), rule, "{line}: {said}");
        assert!(!said.is_empty(), "{line}");
    }
    let fine = "graveyard = { B = 1 }\npermanents = { '@one' = { damage = 0 } }";
    assert_eq!(
        wrong(&format!("{VEILED}, \"A: cast Shock -> Grizzly Bears#2\", \"resolve\""), fine),
        ""
    );
}

#[test]
fn a_bare_name_is_not_enough_beside_one_unlike_it() {
    let said = wrong(&format!("{VEILED}, \"A: cast Shock -> Grizzly Bears\""), "");
    assert!(said.contains("may be several things"), "{said}");
    // Two that can't be told apart are one and the same to say.
    assert_eq!(
        wrong(r#""A: cast Shock -> Grizzly Bears", "resolve""#, "graveyard = { B = 1 }"),
        ""
    );
}

#[test]
fn what_a_line_says_beyond_its_move_is_told() {
    for expect in [
        "legal = ['A: cast Shock -> @one, @two']",
        "illegal = [{ do = 'A: cast Shock -> @one, @two', rule = 'TARGET_LEGAL' }]",
        "can = ['A: cast Shock -> @one, @two']",
        "cannot = ['A: cast Shock -> @one, @two']",
    ] {
        let said = wrong("", expect);
        assert!(said.contains("left unused: @two"), "{expect}: {said}");
    }
    assert_eq!(wrong("", "illegal = [{ do = 'A: cast Shock -> @one, @two' }]"), "");
    // All that is said is looked up.
    assert_eq!(wrong("", "can = ['A: cast Shock -> @one']\ncannot = ['A: cast Veil -> A']"), "");
    assert!(wrong(VEILED, "can = ['A: cast Shock -> @one']").contains("isn't listed"));
    let unused = wrong("", "legal = ['A: cast Shock -> @one, @two']");
    assert!(unused.contains("left unused: @two (in `cast Shock -> @one, @two`)"), "{unused}");
}

#[test]
fn lands_are_played_and_only_face_down_permanents_turn_up() {
    let refused = wrong(r#""A: cast Forest""#, "");
    assert!(refused.contains("[cr2021-305.9]") && refused.contains("play it"), "{refused}");
    for what in ["Forest", "Mountain", "Grizzly Bears"] {
        let refused = wrong(&format!("\"A: turn up {what}\""), "hand = { A = 3 }");
        assert!(refused.contains("is refused: [cr2021-"), "{what}: {refused}");
    }
    let land = wrong(r#""A: turn up Forest""#, "");
    assert!(land.contains("face-down permanent"), "{land}");
}

#[test]
fn only_the_colours_that_are_offered_are_answers() {
    let table = |expect: &str| {
        let text = format!(
            "script = [\"A: tap Prism\"]\n[[cards]]\nname = \"Prism\"\ntype = \"Artifact\"\n\
             text = \"{{T}}: Add {{B}}, {{R}}, or {{G}}.\"\n[players.A]\nbattlefield = [\"Prism\"]\n\
             [expect]\nquestion = {{ player = \"A\" }}\n{expect}"
        );
        let scenario = parse_scenario(&Source::new("t.toml", &text, Lang::En)).unwrap();
        let report = run(&scenario, Preset::Y2021, &RunOptions::default(), "t.toml", &text);
        report.failures.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(table("can = ['A: choose black', 'A: choose green']"), "");
    assert_eq!(table("cannot = ['A: choose white', 'A: choose blue']"), "");
    let said = wrong(r#""A: tap Mountain for {W}""#, "");
    assert!(!said.is_empty(), "{said}");
    assert_eq!(wrong("", "illegal = [{ do = 'A: tap Mountain for {W}' }]"), "");
}

#[test]
fn errors_stand_at_the_line_of_their_command() {
    let text = "title = \"A: yes\"\nscript = [\n\"A: cast Shock -> B\",\n\"resolve\",\n\"A: yes\",\n]\n\
                [players.A]\nbattlefield = [\"Mountain\"]\nhand = [\"Shock\"]\n";
    let scenario = parse_scenario(&Source::new("t.toml", text, Lang::En)).unwrap();
    let report = run(&scenario, Preset::Y2021, &RunOptions::default(), "t.toml", text);
    assert_eq!(report.failures[0].line, Some(5), "{}", report.text(Lang::En));
}

#[test]
fn casting_from_a_graveyard_is_hinted_at() {
    let text = "script = [\"A: cast Echo\"]\n[[cards]]\nname = \"Echo\"\ncost = \"{0}\"\n\
                type = \"Sorcery\"\ntext = \"Draw a card.\\nFlashback {0}\"\n\
                [players.A]\ngraveyard = [\"Echo\"]\n";
    let scenario = parse_scenario(&Source::new("t.toml", text, Lang::En)).unwrap();
    let report = run(&scenario, Preset::Y2021, &RunOptions::default(), "t.toml", text);
    assert!(report.failures[0].text.contains("`cast Echo flashback`"), "{}", report.text(Lang::En));
}

#[test]
fn what_is_done_too_early_is_told_when_it_is() {
    let text = "script = [\"pass until upkeep\", \"A: play Forest\"]\n[players.A]\n\
                hand = [\"Forest\"]\n";
    let scenario = parse_scenario(&Source::new("t.toml", text, Lang::En)).unwrap();
    let report = run(&scenario, Preset::Y2021, &RunOptions::default(), "t.toml", text);
    let said = &report.failures[0].text;
    assert!(said.ends_with("(now: turn 2, of B; upkeep)"), "{said}");
}
