//! The built program, driven from outside.

mod support;

use std::process::{Command, Stdio};
use support::{file, series, simpan, written};

#[test]
fn a_series_is_the_same_on_any_number_of_threads() {
    for edition in ["2005", "2021"] {
        let with = |threads: &str| {
            series(&[
                "sim",
                "--games",
                "48",
                "--all-pairings",
                "--seed",
                "9",
                "--json",
                "--verify",
                "--edition",
                edition,
                "--threads",
                threads,
            ])
        };
        let (one, two) = (with("1"), with("2"));
        assert_eq!(one, two);
        assert_eq!(one["games"], 48);
        let wins: Vec<u64> =
            one["wins"].as_array().unwrap().iter().map(|w| w.as_u64().unwrap()).collect();
        assert_eq!(wins.iter().sum::<u64>() + one["draws"].as_u64().unwrap(), 48);
        assert_eq!(one["results_hash"].as_str().unwrap().len(), 16);
        assert_eq!(one["pairings"].as_object().unwrap().len(), 16);
    }
}

#[test]
fn other_seeds_give_other_games() {
    let with = |seed: &str| series(&["sim", "--games", "4", "--seed", seed, "--json"]);
    assert_ne!(with("1")["results_hash"], with("2")["results_hash"]);
}

#[test]
fn a_game_too_long_is_reported_with_its_number_and_seed() {
    let (code, out, err) = simpan(&["sim", "--games", "3", "--seed", "77", "--limit", "5"], "");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("game 0 of seed 77"), "{err}");
    assert!(err.contains("more than 5 decisions") && !err.contains("TooLong"), "{err}");
}

#[test]
fn a_person_plays_several_turns_line_by_line() {
    for (lang, edition, turn, title) in [
        ("en", "2005", "turn 6: ", "hand:"),
        ("ko", "2005", "6턴: ", "손:"),
        ("en", "2021", "turn 6: ", "hand:"),
        ("ko", "2021", "6턴: ", "손:"),
    ] {
        let path = file(&format!("line-{lang}-{edition}.json"));
        let path = path.to_str().unwrap();
        // The first legal thing besides passing, then nothing more, over and over.
        let input = format!("1\n{}board\nquit\n", "2\n\n".repeat(60));
        let args = [
            "play",
            "--line",
            "--seed",
            "5",
            "--lang",
            lang,
            "--edition",
            edition,
            "--bot",
            "random",
            "--replay",
            path,
        ];
        let (code, out, err) = simpan(&args, &input);
        assert_eq!(code, 0, "{err}");
        assert!(out.contains(turn), "{lang} {edition}: {out}");
        assert!(out.contains(title) && out.contains(&format!("[cr{edition}-")), "{out}");
        let (code, out, err) = simpan(&["replay", path, "--verify"], "");
        assert_eq!(code, 0, "{err}");
        assert!(out.contains("verified"), "{out}");
    }
}

#[test]
fn nothing_hidden_is_shown() {
    let path = file("hidden.json");
    let args =
        ["play", "--line", "--seed", "5", "--bot", "random", "--replay", path.to_str().unwrap()];
    let (_, out, _) = simpan(&args, "1\nboard\ncast Craw Wurm\nquit\n");
    assert!(out.contains("B draws a card") && !out.contains("B draws Forest"), "{out}");
    assert!(out.contains("you see nothing called `Craw Wurm`"), "{out}");
}

#[test]
fn an_illegal_play_is_answered_with_the_rule_and_changes_nothing() {
    for (lang, edition) in [("en", "2005"), ("ko", "2005"), ("en", "2021"), ("ko", "2021")] {
        let path = file(&format!("illegal-{lang}-{edition}.json"));
        let path = path.to_str().unwrap();
        let args = [
            "play",
            "--line",
            "--seed",
            "5",
            "--lang",
            lang,
            "--edition",
            edition,
            "--seats",
            "human,human",
            "--replay",
            path,
        ];
        let start = "choose A\nkeep\nkeep\n";
        let wrong = "cast Veteran Cavalier\nattack Plains\nblock Plains: Plains\ncast Plains\n";
        let (_, quiet, _) = simpan(&args, &format!("{start}quit\n"));
        let before = std::fs::read_to_string(path).unwrap();
        let (code, out, err) = simpan(&args, &format!("{start}{wrong}quit\n"));
        assert_eq!(code, 0, "{err}");
        let after = std::fs::read_to_string(path).unwrap();
        assert_eq!(before, after, "{quiet}\n---\n{out}");
        let refused = if lang == "ko" { "할 수 없습니다 [cr" } else { "Not possible [cr" };
        assert!(out.matches(&format!("{refused}{edition}-")).count() >= 3, "{out}");
    }
}

#[test]
fn mana_burns_in_2005_only() {
    let path = file("burn.json");
    let path = path.to_str().unwrap();
    let lost = |edition, lang| {
        let args = [
            "play",
            "--line",
            "--seed",
            "5",
            "--edition",
            edition,
            "--lang",
            lang,
            "--seats",
            "human,human",
            "--replay",
            path,
        ];
        let input = "choose A\nkeep\nkeep\nplay Plains\ntap Plains\npass\nquit\n";
        simpan(&args, input).1
    };
    let burnt = lost("2005", "en");
    assert!(burnt.contains("mana burn: A loses 1 life (19) [cr2005-300.3]"), "{burnt}");
    assert!(lost("2005", "ko").contains("마나번: A가 생명점 1점을 잃습니다 (19)"));
    let kept = lost("2021", "en");
    assert!(kept.contains("A loses 1 unspent mana [cr2021-500.4]"), "{kept}");
    assert!(!kept.contains("mana burn"), "{kept}");
}

#[test]
fn combat_damage_waits_on_the_stack_in_2005_only() {
    let path = file("stack.json");
    let path = path.to_str().unwrap();
    let asked = |edition| {
        let args = [
            "play",
            "--line",
            "--seed",
            "7",
            "--edition",
            edition,
            "--bot",
            "random",
            "--replay",
            path,
        ];
        let input = format!("1\n{}quit\n", "2\n\n".repeat(80));
        let (_, out, _) = simpan(&args, &input);
        assert!(out.contains("combat damage to"), "{edition}: {out}");
        out.lines().any(|l| l.trim_start().starts_with("stack: combat damage"))
    };
    assert!(asked("2005"));
    assert!(!asked("2021"));
}

#[test]
fn undo_is_fair_and_two_people_may_agree() {
    let path = file("undo.json");
    let path = path.to_str().unwrap();
    let base = ["play", "--line", "--seed", "5", "--replay", path, "--seats"];
    let together = [&base[..], &["human,human"]].concat();
    let (_, out, _) =
        simpan(&together, "choose A\nkeep\nkeep\nplay Plains\nundo\nplay Plains\nquit\n");
    assert!(out.contains("> taken back"), "{out}");
    assert_eq!(out.matches("Plains enters").count(), 2, "{out}");
    // B has kept a hand since A did: that is not A's to take back alone.
    let (_, out, _) = simpan(&together, "choose A\nkeep\nkeep\nundo\nundo anyway\nquit\n");
    assert!(out.contains("B has decided something since A's last decision; `undo any"), "{out}");
    assert!(out.contains("note: taken back although B has decided"), "{out}");
    let (_, out, _) = simpan(&together, "choose A\nkeep\nundo\nquit\n");
    assert!(out.contains("A has decided something since B's last decision"), "{out}");
    // Against a bot there is a moment to take back even what leaves nothing else to do.
    let alone = [&base[..], &["human,bot", "--bot", "random"]].concat();
    let (_, out, _) =
        simpan(&alone, "1\nplay Plains\n\nplay Plains\nboard\nundo\nplay Plains\nquit\n");
    assert!(out.contains("> Not possible") && out.contains("> taken back"), "{out}");
    assert!(!out.contains("turn 3: "), "{out}");
    let (code, _, _) = simpan(&["replay", path, "--verify"], "");
    assert_eq!(code, 0);
}

#[test]
fn recordings_are_shown_stepped_and_branched() {
    let path = file("shown.json");
    let path = path.to_str().unwrap();
    let args = [
        "play", "--line", "--seed", "3", "--seats", "bot,bot", "--bot", "random", "--replay", path,
    ];
    let (code, out, _) = simpan(&args, "");
    assert_eq!(code, 0);
    assert!(out.contains("The game is over"), "{out}");
    let (code, out, _) = simpan(&["replay", path, "--to-turn", "2"], "");
    assert!(code == 0 && out.contains("turn 2: ") && !out.contains("turn 3: "), "{out}");
    let (code, _, _) = simpan(&["replay", path, "--step"], "\n\n\nq\n");
    assert_eq!(code, 0);
    let branch = file("branch.json");
    let branch = branch.to_str().unwrap();
    let (code, _, err) = simpan(&["replay", path, "--branch-at-turn", "4", "--save", branch], "");
    assert_eq!(code, 0, "{err}");
    assert_eq!(simpan(&["replay", branch, "--verify"], "").0, 0);
    assert_eq!(simpan(&["replay", path, "--branch-at", "9999999"], "").0, 2);
}

#[test]
fn garbage_gets_a_message_and_code_two() {
    let three = written("three.txt", "3 Plains\n");
    let unknown = written("unknown.txt", "39 Plains\n1 Suntial Hawk\n");
    let binary = written("binary.txt", [0xff, 0x00, 0xc3, 0x28]);
    let cut = written("cut.json", r#"{"version":"0.1.0","setup":{"edition":"20"#);
    let other = written("other.json", r#"{"version":"99.0.0","anything":[1,2]}"#);
    let strange = written(
        "strange.json",
        r#"{"version":"0.1.0","setup":{"edition":"1993","seed":1,"seats":[]},"answers":[],"hash":0}"#,
    );
    let scenario = written("typo.toml", "titel = \"x\"\n[[script]]\n");
    let cases: &[(&[&str], &str)] = &[
        (&[], "Usage"),
        (&["frobnicate"], "frobnicate"),
        (&["sim", "--games", "0"], "0"),
        (&["sim", "--games", "x"], "x"),
        (&["sim", "--bots", "random"], "--bots"),
        (&["sim", "--edition", "1999"], "1999"),
        (&["sim", "--edition", "2026"], "2026"),
        (&["sim", "--deck", &three], "at least 40"),
        (&["play", "--line", "--deck", &three], "at least 40"),
        (&["sim", "--deck", &unknown], "Suntail Hawk"),
        (&["sim", "--deck", &binary], "UTF"),
        (&["sim", "--deck", "no-such-deck"], "army-of-justice"),
        (&["play", "--line", "--seats", "human"], "--seats"),
        (&["play", "--lang", "xx"], "xx"),
        (&["replay", &cut], "damaged"),
        (&["replay", &other], "99.0.0"),
        (&["replay", &strange], "1993"),
        (&["replay", "no-such-file"], "no-such-file"),
        (&["judge"], "--schema"),
        (&["judge", "no-such-folder"], "can't be run"),
        (&["judge", &scenario], "can't be run"),
        (&["cards", "show", "Suntial Hawk"], "Suntail Hawk"),
        (&["deck", "check", &unknown], "Suntail Hawk"),
        (&["deck", "check", "army-of-justice", "--format", "constructed"], "at least 60"),
        (&["rules", "999.9z"], "nearest"),
        (&["rules", "search", "xyzzy"], "xyzzy"),
        (&["rules"], "search"),
    ];
    for (args, said) in cases {
        let (code, _, err) = simpan(args, "");
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(said), "{args:?}: {err}");
    }
}

#[test]
fn a_recording_that_was_changed_fails_its_verification() {
    let path = file("changed.json");
    let args =
        ["play", "--line", "--seed", "5", "--bot", "random", "--replay", path.to_str().unwrap()];
    simpan(&args, "1\nquit\n");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    json["setup"]["seed"] = 6.into();
    let wrong = written("wrong-seed.json", json.to_string());
    let (code, _, err) = simpan(&["replay", &wrong, "--verify"], "");
    assert!(code == 1 && err.contains("the dice of seed 6 give"), "{err}");
    json["setup"]["seed"] = 5.into();
    json["hash"] = 12345.into();
    let wrong = written("wrong-hash.json", json.to_string());
    let (code, _, err) = simpan(&["replay", &wrong, "--verify"], "");
    assert_eq!(code, 1, "{err}");
    json["answers"] = serde_json::json!([{ "Pick": 4000000 }]);
    let wrong = written("wrong-answers.json", json.to_string());
    assert_eq!(simpan(&["replay", &wrong], "").0, 2);
}

#[test]
fn answers_out_of_range_and_noise_at_the_prompt_do_no_harm() {
    let path = file("noise.json");
    let args =
        ["play", "--line", "--seed", "5", "--bot", "random", "--replay", path.to_str().unwrap()];
    let noise = "99999999999999999999\n0\n-1\n77\ncast\ncast #\nattack ->\nblock :\nchoose 99\n\u{0}\u{7f}\n한글\n\
                 pass until nowhere\nstops nowhere\nsave /no/such/folder/x\ncard\n@@@\nquit\n";
    let (code, out, _) = simpan(&args, noise);
    assert_eq!(code, 0);
    assert!(out.contains("there is no answer 77"), "{out}");
    let words = "1\nattack Frobnicator\nblock Frobnicator: Plains\nattack Plains\nquit\n";
    let (_, out, _) = simpan(&args, words);
    assert_eq!(out.matches("unknown name: nothing is called `Frobnicator`").count(), 2, "{out}");
    assert!(out.contains("attackers are declared in the declare attackers step"), "{out}");
    assert!(!out.contains("Turn 0"), "{out}");
    let (_, out, _) = simpan(&[&args[..], &["--lang", "ko"]].concat(), "도움\n도움말\nquit\n");
    assert_eq!(out.matches("발동(cast)").count(), 2, "{out}");
}

#[test]
fn cards_decks_and_rules_are_shown_in_both_languages() {
    let shows = |args: &[&str], said: &str| {
        let (code, out, err) = simpan(args, "");
        assert_eq!(code, 0, "{err}");
        assert!(out.contains(said), "{args:?}: {out}");
    };
    shows(&["cards", "show", "Angel", "of", "Mercy"], "When Angel of Mercy enters the battlefield");
    shows(&["cards", "show", "angel of mercy", "--edition", "2005"], "comes into play");
    shows(&["cards", "show", "자비의 천사", "--lang", "ko"], "전장에 들어올 때");
    shows(&["cards", "list"], "Suntail Hawk");
    shows(&["deck", "check", "--format", "limited", "lofty-heights"], "40 cards");
    shows(&["deck", "check", "world-aflame"], "checked as limited");
    shows(&["deck", "check", "world-aflame", "--lang", "ko"], "limited 포맷으로");
    shows(&["rules", "510.2", "--edition", "2021"], "Combat damage");
    shows(&["rules", "cr2005-310.4", "--lang", "ko"], "전투");
    shows(&["rules", "--notes"], "played: after_playing = NextPlayer");
    shows(&["rules", "--diff"], "only cr2021");
    shows(&["rules", "diff", "2005", "2021"], "only cr2005");
    shows(&["rules", "--diff", "2005,2021", "--lang", "ko"], "cr2021에만 있음");
    shows(&["rules", "mana burn", "--diff", "2005,2021"], "only cr2005");
    shows(&["rules", "cr2005-413.2a", "--diff"], "cr2021-608.2b");
    shows(&["rules", "guide-target"], "[guide-target");
    shows(&["rules", "413.2a", "--lang", "ko"], "[cr2005-413.2a");
    shows(&["rules", "search", "목표"], "[guide-target");
    shows(&["rules", "cr2021-ex-603.2c-1"], "cr2021-603.2c");
    shows(&["rules", "search", "레이어"], "613.1");
    shows(&["rules", "replacement"], "Replacement");
    shows(&["rules", "302", "--diff"], "the same in both");
    shows(&["judge", "--schema"], "$schema");
    let (_, short, _) = simpan(&["rules", "--diff"], "");
    assert!(short.lines().count() < 40, "{short}");
    for (args, said) in [
        (&["rules", "--diff", "2005,2026"][..], "no text of rules is called `2026`"),
        (&["rules", "diff", "2005"], "two rulebooks are compared"),
        (&["rules", "--diff", "2021,2021", "--lang", "ko"], "cr2005,cr2021"),
        (&["rules", "702.9999"], "cr2021-702."),
        (&["rules", "replacment", "--lang", "ko"], "찾을 말: replacement"),
    ] {
        let (code, _, err) = simpan(args, "");
        assert!(code == 2 && err.contains(said), "{args:?}: {err}");
    }
}

/// Whoever reads Korean meets Korean at the command line too.
#[test]
fn help_and_errors_of_arguments_are_korean() {
    let korean = |args: &[&str], said: &str| {
        let (_, out, err) = simpan(&[&["--lang", "ko"], args].concat(), "");
        let text = out + &err;
        assert!(text.contains(said), "{args:?}: {text}");
        for english in ["Usage", "Options", "Commands", "error:", "For more", "possible values"] {
            assert!(!text.contains(english), "{args:?}: {text}");
        }
    };
    korean(&["--help"], "사용법: simpan [옵션] <명령>");
    korean(&["judge", "--help"], "시나리오를 판정합니다");
    korean(&["cards", "coverage", "-h"], "카드 자료 파일");
    korean(&["help", "play"], "내장 덱의 이름이나 파일");
    korean(&["sim", "--help"], "[기본값: 1000]");
    korean(&[], "명령이 빠졌습니다");
    korean(&["plya"], "혹시: ");
    korean(&["judge", "--edtion", "2005"], "혹시: --edition");
    korean(&["play", "--edition", "1999"], "2005-notes");
    korean(&["sim", "--games", "0"], "범위의 수");
    korean(&["sim", "--games", "many"], "형식이 맞지 않습니다");
    korean(&["play", "--seats", "human,cat"], "쓸 수 있는 것: human, bot");
    korean(&["deck", "convert", "x"], "--to <TO>");
    korean(&["replay", "x", "--branch-at", "1", "--branch-at-turn", "2"], "함께 쓸 수 없습니다");
    korean(&["judge", "nowhere.toml"], "그런 파일이 없습니다");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_simpan"))
        .args(["rules", "--diff", "--full"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

/// Every line is accounted for, what a format can't hold is said, and what comes out is read again.
#[test]
fn decks_are_looked_over_and_written_for_other_programs() {
    let path = file("mine.txt");
    std::fs::write(&path, "// Name: 빨강\n36 Mountain\n3 충격 (9ED) 219 *F* #burn\n1 Suntial Hawk\nMaybeboard\n1 Ox\n")
        .unwrap();
    let mine = path.to_str().unwrap();
    let (code, out, err) = simpan(&["deck", "check", mine, "--format", "limited", "--lines"], "");
    assert_eq!(code, 2, "{err}");
    for said in ["known as Shock", "near miss; meant perhaps: Suntail Hawk", "left out", "known 2"]
    {
        assert!(out.contains(said), "{said}: {out}");
    }
    for format in
        ["plain", "arena", "mtgo-text", "mtgo-dek", "cockatrice", "forge", "xmage", "moxfield"]
    {
        let written = file(&format!("mine-{format}"));
        let to = written.to_str().unwrap();
        let (code, _, err) = simpan(&["deck", "convert", mine, "--to", format, "-o", to], "");
        assert_eq!(code, 0, "{format}: {err}");
        assert!(err.contains("no card `Suntial Hawk` is known"), "{format}: {err}");
        let lost = ["arena", "mtgo-text", "mtgo-dek", "cockatrice", "xmage"].contains(&format);
        assert_eq!(err.contains("foil"), lost, "{format}: {err}");
        let (_, out, _) = simpan(&["deck", "check", to, "--lines"], "");
        assert!(out.contains("3 Shock: known as Shock"), "{format}: {out}");
    }
    // A deck may also come through a pipe.
    for from in if cfg!(unix) { &["-", "/dev/stdin"][..] } else { &["-"] } {
        let args = ["deck", "check", from, "--format", "limited"];
        let (code, out, err) = simpan(&args, "40 Mountain\n");
        assert!(code == 0 && out.contains("40 cards"), "{from}: {out}{err}");
        let (code, out, err) = simpan(&["deck", "convert", from, "--to", "arena"], "40 산\n");
        assert!(code == 0 && out.contains("40 Mountain"), "{from}: {out}{err}");
    }
    let (code, _, err) = simpan(&["deck", "convert", mine, "--to", "forgery"], "");
    assert!(code == 2 && err.contains("forge"), "{err}");
    let (code, _, err) =
        simpan(&["--lang", "ko", "deck", "check", mine, "--format", "standard-2006"], "");
    assert!(code == 2 && err.contains("standard-2005"), "{err}");
}
