//! What is wrong with a scenario is said, and never passes.

use simpan_judge::{RunOptions, RunReport, Source, Status, parse_scenario, run, run_path, schema};
use simpan_magic::Preset;
use simpan_rulebook::Lang;

fn run_text(text: &str) -> RunReport {
    let scenario = parse_scenario(&Source::new("test.toml", text, Lang::En)).unwrap();
    run(&scenario, Preset::ALL[1], &RunOptions::default(), "test.toml", text)
}

const BOLT: &str = r#"
[players.A]
battlefield = ["Mountain"]
hand = ["Lightning Bolt"]
"#;

fn with_script(script: &str) -> RunReport {
    run_text(&format!("{script}\n{BOLT}"))
}

#[test]
fn unknown_keys_are_errors_with_line_and_suggestion() {
    for (text, line, meant) in [
        ("title = \"x\"\nruls = []", 2, "rules"),
        ("[players.A]\nhand = [{ card = \"Shock\", taped = true }]", 2, "tapped"),
        ("script = [\n  { at = { steq = \"end\" } },\n]", 2, "step"),
        ("[expect]\nlive = { A = 1 }", 2, "life"),
        ("[expect.2005]\nlive = { A = 1 }", 2, "life"),
        ("[start]\nstep = \"upkep\"", 2, "upkeep"),
    ] {
        let error = parse_scenario(&Source::new("test.toml", text, Lang::En)).unwrap_err();
        assert_eq!(error.line, Some(line), "{error}");
        assert_eq!(error.suggestion.as_deref(), Some(meant), "{error}");
    }
}

#[test]
fn misspelled_names_break_a_scenario() {
    for script in [
        r#"script = ["A: cast Lightnig Bolt -> B"]"#,
        r#"script = ["A: cast Lightning Bolt -> @nobody"]"#,
        r#"script = [{ expect = { permanents = { Mountian = { exists = false } } } }]"#,
        r#"script = [{ expect = { cannot = ["A: cast Shokc"] } }]"#,
        r#"script = [{ expect = { no_events = ["dammage"] } }]"#,
    ] {
        let report = with_script(script);
        assert_eq!(report.status, Status::Broken, "{script}: {}", report.text(Lang::En));
    }
    assert!(
        parse_scenario(&Source::new("t.toml", "script = [\"A: cats Shock\"]", Lang::En)).is_err()
    );
    assert!(
        parse_scenario(&Source::new("t.toml", "rules = [\"cr2021-999.9\"]", Lang::En)).is_err()
    );
    assert!(parse_scenario(&Source::new("t.toml", "editions = [\"1997\"]", Lang::En)).is_err());
    assert!(parse_scenario(&Source::new("t.toml", "[players.Z]", Lang::En)).is_err());
}

#[test]
fn what_is_unused_or_unanswered_fails() {
    for (script, words) in [
        (r#"script = ["A: cast Lightning Bolt -> B", "A: yes"]"#, "unused"),
        (r#"script = ["A: cast Lightning Bolt -> B, A"]"#, "unused"),
        ("answers = { A = [\"no\"] }\nscript = [\"A: cast Lightning Bolt -> B\"]", "unused"),
        ("chance = [1]", "unused"),
        (r#"script = ["A: cast Lightning Bolt", "resolve"]"#, "doesn't answer"),
        (r#"script = ["resolve"]"#, "stack is empty"),
        (r#"script = ["B: play Mountain"]"#, ""),
        (r#"script = [{ at = { turn = 0 } }]"#, "doesn't come"),
        ("budget = 10\nscript = [\"pass until turn 9\"]", "budget"),
    ] {
        let report = with_script(script);
        assert_eq!(report.status, Status::Failed, "{script}: {}", report.text(Lang::En));
        assert!(report.failures[0].text.contains(words), "{script}: {}", report.text(Lang::En));
    }
}

#[test]
fn every_sort_of_expectation_can_fail() {
    for expect in [
        "life = { A = 19 }",
        "poison = { A = 1 }",
        "mana = { A = '{R}' }",
        "hand = { A = 2 }",
        "hand = { A = ['Shock'] }",
        "hand = { A = { lacks = ['Lightning Bolt'] } }",
        "library = { A = { top = ['Shock'] } }",
        "graveyard = { A = { contains = ['Shock'] } }",
        "battlefield = { A = ['2 Mountain'] }",
        "exile = { B = 1 }",
        "permanents = { Mountain = { tapped = true } }",
        "permanents = { Mountain = { exists = false } }",
        "permanents = { Mountain = { is = ['Swamp'] } }",
        "permanents = { Mountain = { colors = ['red'] } }",
        "permanents = { Mountain = { type = 'Land' } }",
        "permanents = { Mountain = { controller = 'B' } }",
        "permanents = { Mountain = { counters = { '+1/+1' = 1 } } }",
        "permanents = { Mountain = { keywords = ['flying'] } }",
        "permanents = { Mountain = { attached_to = 'Mountain' } }",
        "permanents = { Shock = {} }",
        "stack = ['Shock']",
        "step = 'end'",
        "turn = 2",
        "active = 'B'",
        "priority = 'B'",
        "winner = 'A'",
        "draw = true",
        "over = true",
        "legal = ['B: cast Lightning Bolt -> A']",
        "illegal = [{ do = 'A: cast Lightning Bolt -> B' }]",
        "illegal = [{ do = 'A: play Mountain', rule = 'SUMMONING_SICKNESS' }]",
        "can = ['A: play Mountain']",
        "cannot = ['A: cast Lightning Bolt']",
        "events = ['damage']",
        "question = { kind = 'targets' }",
        "question = { player = 'B' }",
    ] {
        let report = with_script(&format!("[expect]\n{expect}"));
        assert_eq!(report.status, Status::Failed, "{expect}: {}", report.text(Lang::En));
    }
}

#[test]
fn cards_that_make_no_sense_break_a_scenario() {
    let card = |text: &str| {
        let report = run_text(&format!("title = 't'\nscript = ['pass']\n{text}"));
        assert_eq!(report.status, Status::Broken);
        report.failures[0].text.clone()
    };
    let ox = "[[cards]]\nron = '(name: \"Ox\", types: \"Creature — Ox\"PT)'\n";
    assert!(card(&ox.replace("PT", "")).contains("Ox: pt: a creature has power"));
    let twice = ox.replace("PT", ", pt: \"1/1\"").repeat(2);
    assert!(card(&twice).contains("Ox: a second card of this name"));
    let text = "ability 1 › effect › what: `Target(5)`";
    let spell = "[[cards]]\nron = '(name: \"Tap\", types: \"Instant\", abilities: [Spell(Do(Tap(That(Target(5)))))])'";
    assert!(card(spell).contains(text));
}

#[test]
fn a_refusal_names_its_rule() {
    let report = with_script(r#"script = ["B: cast Lightning Bolt -> A"]"#);
    assert_eq!(report.status, Status::Failed);
    assert!(report.failures[0].text.contains("[cr2021-"), "{}", report.text(Lang::En));
    assert_eq!(report.failures[0].line, Some(1));
}

#[test]
fn the_schema_knows_every_key() {
    let text = schema().to_string();
    for key in ["script", "also", "attached_to", "no_events", "is_not", "chance", "lands_played"] {
        assert!(text.contains(key), "{key}");
    }
}

#[test]
fn reports_are_data() {
    let report = with_script("");
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["status"], "passed");
    assert_eq!(json["edition"], "2021");
}

#[test]
fn no_two_files_give_the_same_id() {
    let folder = std::env::temp_dir().join(format!("simpan-ids-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let put = |name: &str, head: &str| {
        let text = format!("{head}\nscript = [\"A: cast Lightning Bolt -> B\"]\n{BOLT}");
        std::fs::write(folder.join(name), text).unwrap();
    };
    put("a.toml", "id = \"x/s1\"\nalso = [\"y/s1\"]");
    put("b.toml", "id = \"x/s2\"");
    let all = || run_path(std::slice::from_ref(&folder), &[], &RunOptions::default());
    assert_eq!(all().line(Lang::En), "4 passed, 0 failed, 0 skipped");
    assert_eq!(all().reports[0].also, ["y/s1"]);
    put("b.toml", "id = \"x/s2\"\nalso = [\"y/s1\"]");
    assert_eq!((all().broken, all().passed), (1, 2));
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(
        parse_scenario(&Source::new("t.toml", "id = \"x\"\nalso = [\"x\"]", Lang::En)).is_err()
    );
}
