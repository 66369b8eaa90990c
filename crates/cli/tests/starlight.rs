//! Starlight TCG at the built program, driven from outside.

mod support;

use support::{file, series, simpan, written};

/// Plays line by line with seed 5, both seats at this terminal, up to A's first main phase.
const START: &str = "yes\nno\nno\n";

fn play(more: &[&str], name: &str, input: &str) -> (String, String) {
    let path = file(name);
    let path = path.to_str().unwrap();
    let base = ["play", "--game", "starlight", "--line", "--seed", "5", "--replay", path];
    let (code, out, err) = simpan(&[&base[..], more].concat(), input);
    assert_eq!(code, 0, "{err}");
    (out, path.to_owned())
}

fn together(name: &str, input: &str) -> (String, String) {
    play(&["--seats", "human,human"], name, input)
}

#[test]
fn a_person_plays_several_turns_line_by_line() {
    for (lang, turn, hand, you) in [
        ("en", "Turn 7 (A), main", "hand: ", "You are A."),
        ("ko", "7턴 (A), 메인", "손: ", "당신은 A"),
    ] {
        let input = format!("1\n2\n{}quit\n", "2\n\n\n".repeat(12));
        let with = ["--lang", lang, "--bot", "random"];
        let (out, path) = play(&with, &format!("turns-{lang}.json"), &input);
        assert!(out.contains(turn) && out.contains(hand) && out.contains(you), "{out}");
        let (code, out, err) = simpan(&["replay", &path, "--verify"], "");
        assert!(code == 0 && out.contains("verified"), "{out} {err}");
    }
}

#[test]
fn an_illegal_play_names_the_rule_and_changes_nothing() {
    let (_, path) = together("quiet.json", &format!("{START}quit\n"));
    let before = std::fs::read_to_string(path).unwrap();
    for (lang, wrong) in [
        (
            "en",
            "use Silver Lancer\nattack Silver Lancer\nblock X: Y\nlight Bell Boy\nplace Silver Lancer\n",
        ),
        (
            "ko",
            "사용 은빛 창기병\n공격 은빛 창기병\n방어 가: 나\n라이트 종지기 소년\n자원 은빛 창기병\n",
        ),
    ] {
        let with = ["--seats", "human,human", "--lang", lang];
        let (out, path) =
            play(&with, &format!("illegal-{lang}.json"), &format!("{START}{wrong}quit\n"));
        assert_eq!(before, std::fs::read_to_string(path).unwrap(), "{out}");
        let refused: Vec<&str> = out.lines().filter(|l| l.starts_with("> [starlight-")).collect();
        for number in ["proc-3", "attack-star", "timing.who", "light", "turn.resource_plays"] {
            let said = refused.iter().any(|l| l.contains(&format!("[starlight-{number}")));
            assert!(said, "{number}: {refused:#?}");
        }
        let korean = refused.iter().filter(|l| l.chars().any(|c| ('가'..='힣').contains(&c)));
        assert_eq!(korean.count() > 4, lang == "ko", "{refused:#?}");
    }
}

#[test]
fn what_is_hidden_is_neither_shown_nor_told_apart() {
    // B holds that card with this seed, and nobody holds the other one.
    let (out, _) = play(
        &["--bot", "random"],
        "hidden.json",
        "yes\nno\nuse Fire Arrow\nuse Lava Giant\ntarget Fire Arrow\nuse Nonsense\nquit\n",
    );
    assert!(out.contains("B draws a card") && !out.contains("B draws Fire"), "{out}");
    for name in ["Fire Arrow", "Lava Giant", "Nonsense"] {
        assert!(out.contains(&format!("nothing here is called `{name}`")), "{out}");
    }
    assert_eq!(out.matches("nothing here is called `Fire Arrow`").count(), 2, "{out}");
}

#[test]
fn what_is_done_is_taken_back_where_that_is_fair() {
    let (out, path) = together(
        "undo.json",
        &format!(
            "{START}place White Magic Stone\nundo\nplace White Magic Stone\npass\nundo\nquit\n"
        ),
    );
    assert!(out.contains("> taken back"), "{out}");
    let placed = "White Magic Stone goes from the hand to the resource area";
    assert_eq!(out.matches(placed).count(), 2, "{out}");
    assert!(
        out.contains("nothing that could be taken back") || out.contains("not taken back"),
        "{out}"
    );
    assert_eq!(simpan(&["replay", &path, "--verify"], "").0, 0);
}

#[test]
fn a_blank_line_does_nothing_more_and_the_table_can_be_looked_at() {
    let save = file("saved-aside.json");
    let looks = format!("hand\ngraveyard\nsave {}\nsave /no/such/folder/x\n", save.display());
    let input = format!("yes\n\n\nplace Bell Boy face down\n{looks}use Nonsense\nquit\n");
    let (out, _) = together("looks.json", &input);
    assert!(out.contains("A keeps the opening hand") && !out.contains("exchanges"), "{out}");
    assert!(out.contains("Bell Boy (face down)"), "{out}");
    assert!(out.contains("B: a card, a card") && out.contains("A: (empty)"), "{out}");
    assert!(out.contains("can't be written"), "{out}");
    assert_eq!(simpan(&["replay", save.to_str().unwrap(), "--verify"], "").0, 0);
    // What only looks or is refused doesn't print the table again.
    assert_eq!(out.matches("Turn 1 (A), main").count(), 2, "{out}");
}

#[test]
fn phases_without_news_are_shown_only_if_asked_for() {
    let input = format!("{START}pass\npass\nquit\n");
    let (out, path) = together("phases.json", &input);
    assert!(out.contains("The draw phase.") && !out.contains("The upkeep phase."), "{out}");
    let (out, _) = play(&["--seats", "human,human", "--full"], "phases-full.json", &input);
    assert!(out.contains("The upkeep phase."), "{out}");
    for (more, shown) in [(&[][..], false), (&["--full"][..], true)] {
        let (_, out, _) = simpan(&[&["replay", &path], more].concat(), "");
        assert_eq!(out.contains("The upkeep phase."), shown, "{out}");
    }
}

#[test]
fn stops_are_explained_and_draws_cite_the_opening_hand() {
    let (out, _) = together("stops.json", &format!("{START}stops\nquit\n"));
    assert!(out.contains("no stops here") && out.contains("[starlight-start.hand]"), "{out}");
}

#[test]
fn a_series_is_the_same_on_any_number_of_threads() {
    let with = |threads: &str| {
        series(&[
            "sim",
            "--game",
            "starlight",
            "--games",
            "40",
            "--bots",
            "random,random",
            "--seed",
            "1",
            "--all-pairings",
            "--verify",
            "--json",
            "--threads",
            threads,
        ])
    };
    let (one, two) = (with("1"), with("2"));
    assert_eq!(one, two);
    assert_eq!((one["games"].as_u64(), one["verified"].as_bool()), (Some(40), Some(true)));
    assert_eq!(one["pairings"].as_object().unwrap().len(), 4);
}

#[test]
fn recordings_are_shown_stepped_branched_and_verified() {
    let (out, path) = play(&["--seats", "bot,bot", "--bot", "random"], "shown.json", "");
    assert!(out.contains("The game is over"), "{out}");
    let (code, out, _) = simpan(&["replay", &path, "--to-turn", "2"], "");
    assert!(code == 0 && out.contains("Turn 2 begins") && !out.contains("Turn 4 begins"), "{out}");
    assert_eq!(simpan(&["replay", &path, "--step"], "\n\n\nq\n").0, 0);
    let branch = file("branch.json");
    let branch = branch.to_str().unwrap();
    let (code, _, err) = simpan(&["replay", &path, "--branch-at-turn", "4", "--save", branch], "");
    assert_eq!(code, 0, "{err}");
    assert_eq!(simpan(&["replay", branch, "--verify"], "").0, 0);
    assert_eq!(simpan(&["replay", &path, "--branch-at", "9999999"], "").0, 2);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    json["hash"] = 12345.into();
    let wrong = written("wrong-hash.json", json.to_string());
    let (code, _, err) = simpan(&["replay", &wrong, "--verify"], "");
    assert!(code == 1 && err.contains("event hash"), "{err}");
}

#[test]
fn the_column_s_example_is_explained_in_korean() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/starlight/example/full.toml");
    let (code, out, err) = simpan(&["judge", path, "--explain", "--lang", "ko"], "");
    assert_eq!(code, 0, "{out} {err}");
    for said in ["유발됩니다", "해결됩니다", "[starlight-", "파괴됩니다"] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let english = out.lines().find(|l| l.contains(" is ") || l.contains(" deals "));
    assert_eq!(english, None);
}

#[test]
fn cards_and_decks_are_shown_in_both_languages() {
    let shows = |args: &[&str], said: &[&str]| {
        let (code, out, err) = simpan(args, "");
        assert_eq!(code, 0, "{err}");
        for said in said {
            assert!(out.contains(said), "{args:?}: {said}: {out}");
        }
    };
    shows(&["cards", "show", "불화살"], &["Fire Arrow (불화살)", "red event", "deal 2 damage"]);
    let korean = ["불화살 (Fire Arrow)", "적색 이벤트", "피해 2를 준다", "우리가 만든 카드"];
    shows(&["cards", "show", "fire", "arrow", "--lang", "ko", "--game", "starlight"], &korean);
    shows(&["cards", "show", "Giant Growth"], &["Giant Growth"]);
    shows(
        &["cards", "list", "--game", "starlight"],
        &["Fire Arrow\tR1\tred event", "basic magic stone"],
    );
    shows(&["deck", "list", "--game", "starlight", "--lang", "ko"], &["dawn-watch\t새벽 파수대"]);
    shows(&["deck", "check", "dawn-watch"], &["50 cards and the star Warden of Dawn, Ire"]);
    shows(&["deck", "check", "재의 대장간", "--lang", "ko"], &["카드 50장", "문제가 없습니다"]);
    shows(&["rules", "starlight", "proc-1B"], &["[starlight-proc-1B]"]);
    shows(&["rules", "starlight", "목표", "--lang", "ko"], &["목표"]);
    shows(&["rules", "starlight", "--assumptions", "--lang", "ko"], &["star.default_life = 20"]);
}

#[test]
fn garbage_gets_a_message_and_code_two() {
    let deck = |name: &str, text: &str| written(name, text);
    let bad = deck("bad.txt", "star: Fire Arrow\n9 불화살\n2 레스티아\n");
    let unknown = deck("unknown.txt", "스타: 레스티아\n40 불화살들\n0 불화살\n");
    let lines = deck("lines.txt", "star: 레스티아\nFire Arrow\n");
    let starless = deck("starless.txt", "50 White Magic Stone\n");
    let two = deck(
        "two.toml",
        "[[deck]]\nstar = '피아'\ncards = []\n[[deck]]\nstar = '피아'\ncards = []\n",
    );
    let binary = written("binary.txt", [0xff, 0x00, 0xc3, 0x28]);
    let value = written("value.toml", "[hand]\nmax = -1\n");
    let name = written("name.toml", "combat.overasign = true\n");
    let syntax = written("syntax.toml", "hand.max = \n");
    let cut = written("cut.json", r#"{"version":"0.1.0","setup":{"game":"starlight","seed":1"#);
    let seats = r#"{"version":"0.1.0","setup":{"game":"starlight","seed":1,"seats":[]},"answers":[],"hash":0}"#;
    let seatless = written("seatless.json", seats);
    let cases: &[(&[&str], &[&str])] = &[
        (
            &["deck", "check", &bad],
            &[
                "is no star",
                "9 of Fire Arrow",
                "Restia is a star",
                "at least 50",
                "starlight-deck.main_min",
            ],
        ),
        (
            &["deck", "check", &bad, "--lang", "ko"],
            &["스타가 아닙니다", "같은 이름은 4장까지", "50장 이상"],
        ),
        (&["deck", "check", &unknown], &["nearest: 불화살", "0 of `불화살`"]),
        (&["deck", "check", &lines], &["line 2: `Fire Arrow`"]),
        (&["deck", "check", &starless, "--game", "starlight"], &["names the star"]),
        (&["deck", "check", &binary, "--game", "starlight"], &["UTF-8"]),
        (&["deck", "check", "no-such", "--game", "starlight"], &["dawn-watch"]),
        (&["play", "--game", "starlight", "--line", "--deck", &bad], &["is no star"]),
        (&["play", "--game", "starlight", "--line", "--deck", &two], &["several decks"]),
        (
            &["sim", "--game", "starlight", "--deck", &unknown, "--lang", "ko"],
            &["그런 이름의 카드는 없습니다"],
        ),
        (
            &["sim", "--game", "starlight", "--rules", &value],
            &["`hand.max` can't be -1", "0 to 100"],
        ),
        (&["sim", "--game", "starlight", "--rules", &name, "--lang", "ko"], &["combat.overassign"]),
        (&["rules", "starlight", "--rules", &syntax], &["no file of assumptions"]),
        (
            &["rules", "starlight", "--rules", "no-such-file", "--lang", "ko"],
            &["그런 파일이 없습니다"],
        ),
        (&["rules", "starlight", "xyzzy"], &["no rule says `xyzzy`"]),
        (&["play", "--game", "starlight", "--edition", "2005"], &["--edition is for Magic"]),
        (&["sim", "--game", "starlight", "--edition", "2021"], &["--edition is for Magic"]),
        (&["sim", "--game", "starlight", "--laws", "3"], &["are for Magic"]),
        (&["sim", "--rules", &value, "--lang", "ko"], &["--rules는 --game starlight"]),
        (&["replay", &cut], &["damaged"]),
        (&["replay", &seatless, "--lang", "ko"], &["이름 두 개"]),
        (&["cards", "show", "Fire Arow", "--game", "starlight"], &["nearest: Fire Arrow"]),
        (
            &["cards", "show", "불화실", "--game", "starlight", "--lang", "ko"],
            &["비슷한 이름: 불화살"],
        ),
    ];
    for (args, said) in cases {
        let (code, _, err) = simpan(args, "");
        assert_eq!(code, 2, "{args:?}: {err}");
        for said in *said {
            assert!(err.contains(said), "{args:?}: {said}: {err}");
        }
    }
}

#[test]
fn noise_at_the_prompt_does_no_harm() {
    let noise = "99999999999999999999\n0\n-1\n77\nuse\nuse #\nattack ->\nblock :\nchoose 99\n\u{0}\u{7f}\n한글\n\
                 공격 ->\n방어 ;;;\n사용 #2\n능력 @\norder ,,,\nlight )(\ncard\n카드 (((\npass until turn x\n@@@\n\
                 use 's 's\nuse 의 의\n\u{feff}\nundo undo\nability X 300\nquit\n";
    for start in ["", "yes\n", START] {
        for lang in ["en", "ko"] {
            let with = ["--seats", "human,human", "--lang", lang];
            let (out, path) = play(&with, "noise.json", &format!("{start}{noise}"));
            assert!(!out.contains("``:"), "{out}");
            assert_eq!(simpan(&["replay", &path, "--verify"], "").0, 0);
        }
    }
}
