//! Scenarios of Starlight TCG: what is wrong with one is said, and never passes.

use simpan_engine::{Answer, Ask, Dice, Driver, Game, Log};
use simpan_judge::starlight::{
    Names, Teller, answer, describe_answer, describe_question, parse, run, set_up,
};
use simpan_judge::{RunOptions, RunReport, Source, Status, Written};
use simpan_rulebook::Lang;
use simpan_starlight::{Assumptions, DeckList, Event, Pool, Starlight};
use std::sync::Arc;

fn source<'a>(file: &'a str, text: &'a str) -> Source<'a> {
    Source::new(file, text, Lang::En)
}

fn run_text(text: &str) -> RunReport {
    match Written::read(&source("t.toml", text)).unwrap() {
        Written::Starlight(s) => run(&s, &RunOptions::default(), "t.toml", text),
        Written::Magic(_) => panic!("no Starlight scenario"),
    }
}

const TABLE: &str = r#"
[players.A]
star = "피아"
resources = ["2 적색 마력석"]
[players.B]
field = ["오드리", "수목학 신입생"]
"#;

fn with_script(script: &str) -> RunReport {
    run_text(&format!("game = \"starlight\"\n{script}\n{TABLE}"))
}

#[test]
fn the_game_of_a_scenario_is_told_by_its_key() {
    assert!(matches!(Written::read(&source("t.toml", "title = \"x\"")), Ok(Written::Magic(_))));
    assert!(matches!(
        Written::read(&source("t.json", "{\"game\":\"starlight\"}")),
        Ok(Written::Starlight(_))
    ));
    let error = Written::read(&source("t.toml", "id = \"x\"\ngame = \"starlite\"")).unwrap_err();
    assert_eq!((error.line, error.suggestion.as_deref()), (Some(2), Some("starlight")));
}

#[test]
fn unknown_keys_are_errors_with_line_and_suggestion() {
    for (text, meant) in [
        ("[players.A]\nhand = [{ card = \"오드리\", actd = true }]", "acted"),
        ("[expect]\nlive = { A = 1 }", "life"),
        ("script = [{ remembr = \"x\" }]", "remember"),
        ("[expect]\ncards = { \"오드리\" = { powr = 1 } }", "power"),
    ] {
        let error =
            Written::read(&source("t.toml", &format!("game = \"starlight\"\n{text}"))).unwrap_err();
        assert_eq!(error.suggestion.as_deref(), Some(meant), "{error}");
        assert!(error.line.is_some(), "{error}");
    }
    for text in ["script = [\"A: uze 오드리\"]", "rules = [\"starlight-proc-99\"]", "[players.C]"]
    {
        assert!(
            Written::read(&source("t.toml", &format!("game = \"starlight\"\n{text}"))).is_err(),
            "{text}"
        );
    }
}

#[test]
fn misspelled_names_break_a_scenario() {
    for script in [
        r#"script = ["A: ability 피야 -> 오드리"]"#,
        r#"script = ["A: ability 피아 -> @nobody"]"#,
        r#"script = [{ expect = { cards = { "오드리아" = { exists = false } } } }]"#,
        r#"script = [{ expect = { no_events = ["dammage"] } }]"#,
        r#"script = [{ expect = { options = ["오드리아"] } }]"#,
        r#"script = [{ back_to = "nowhere" }]"#,
        r#"assumptions = { "hand.maxx" = 3 }"#,
        r#"assumptions = { "hand.max" = "many" }"#,
        r#"cards = ['(ko: "x", en: "x", kind: Character)']"#,
    ] {
        let report = with_script(script);
        assert_eq!(report.status, Status::Broken, "{script}: {}", report.text(Lang::En));
    }
}

#[test]
fn what_is_unused_or_unanswered_fails() {
    for (script, words) in [
        (r#"script = ["A: ability 피아"]"#, "doesn't answer"),
        (r#"script = ["A: ability 피아 -> 오드리, 수목학 신입생"]"#, "unused"),
        (r#"script = ["A: ability 피아 -> 오드리", "A: yes"]"#, "doesn't answer the question"),
        ("chance = [1]\nscript = []", "chance"),
        (r#"script = ["B: pass"]"#, "decision"),
        (
            r#"script = [{ do = "A: ability 피아 -> 오드리", refused = "starlight-proc-3" }]"#,
            "should be",
        ),
    ] {
        let report = with_script(script);
        assert_eq!(report.status, Status::Failed, "{script}");
        assert!(report.text(Lang::En).contains(words), "{script}: {}", report.text(Lang::En));
    }
}

#[test]
fn every_kind_of_expectation_can_fail() {
    for expect in [
        "life = { A = 19 }",
        "hand = { A = 1 }",
        "deck = { A = ['오드리'] }",
        "field = { B = ['오드리'] }",
        "resources = { A = { lacks = ['적색 마력석'] } }",
        "graveyard = { A = { contains = ['오드리'] } }",
        "cards = { '오드리' = { exists = false } }",
        "cards = { '오드리' = { size = '9/9' } }",
        "cards = { '오드리' = { acted = true } }",
        "cards = { '오드리' = { controller = 'A' } }",
        "cards = { '피아' = { life = 3 } }",
        "cards = { '피아' = { total_cost = '1 Light' } }",
        "cards = { '공성 망치' = { damage = 0 } }",
        "phase = 'end'",
        "turn = 9",
        "active = 'B'",
        "winner = 'A'",
        "draw = true",
        "over = true",
        "legal = ['A: use 오드리']",
        "illegal = [{ do = 'A: ability 피아 -> 오드리' }]",
        "illegal = [{ do = 'A: light 오드리', rule = 'starlight-proc-4' }]",
        "can = ['A: place 오드리']",
        "cannot = ['A: ability 피아']",
        "events = ['damage']",
        "question = { kind = 'targets' }",
        "question = { rule = 'starlight-proc-3' }",
        "options = ['오드리']",
        "same_as = 'before'",
    ] {
        let report = with_script(&format!("[expect]\n{expect}\n"));
        assert_eq!(report.status, Status::Failed, "{expect}: {}", report.text(Lang::En));
    }
    let changed =
        with_script("script = [{ remember = 'x' }, 'A: pass', { expect = { same_as = 'x' } }]");
    assert_eq!(changed.status, Status::Failed, "{}", changed.text(Lang::En));
}

#[test]
fn a_command_gives_all_answers_of_a_use() {
    let text = format!("game = \"starlight\"\n{TABLE}");
    let Written::Starlight(s) = Written::read(&source("t.toml", &text)).unwrap() else { panic!() };
    let (game, names) = set_up(&s, &source("t.toml", &text)).unwrap();
    let row = answer(&game, &parse("능력 피아 -> 오드리").unwrap(), &names).unwrap();
    assert_eq!(row.len(), 2);
    let mut copy = game.clone();
    row.iter().for_each(|a| copy.apply(*a, &mut simpan_engine::NoLog).unwrap());
    assert!(copy.check(Answer::Auto).is_ok());
    assert!(answer(&game, &parse("yes").unwrap(), &Names::default()).is_err());
}

/// Everything that happens and is asked in whole games has words in both languages.
#[test]
fn whole_games_are_told_in_both_languages() {
    let pool = Pool::builtin().unwrap();
    let decks: Vec<_> =
        DeckList::builtin().unwrap().iter().map(|d| d.resolve(&pool).unwrap()).collect();
    let (rules, _) = Assumptions::builtin().unwrap();
    let sides = [0, 1].map(|n: usize| (decks[n].star, decks[n].cards.as_slice()));
    let new = Starlight::new(Arc::new(pool), rules, sides).unwrap();
    for seed in 0..3 {
        let mut driver = Driver::new(new.clone(), Dice::new(seed));
        driver.settle(&mut simpan_engine::NoLog);
        let mut dice = Dice::nth(seed, 1);
        let mut tellers = Lang::ALL.map(|lang| Teller::new(&driver.game, lang));
        let mut buf = Vec::new();
        for _ in 0..600 {
            let Ask::Player(q) = driver.game.ask() else { break };
            driver.game.answers(&mut buf);
            let answer = buf[dice.below(buf.len() as u32) as usize];
            for lang in Lang::ALL {
                let asked = describe_question(&driver.game, &q, lang);
                let said = describe_answer(&driver.game, answer, lang);
                assert!(!said.is_empty() && asked.starts_with(&q.player.to_string()), "{answer:?}");
            }
            tellers.iter_mut().for_each(|t| t.note(&driver.game));
            let mut log: Log<Event> = Log::default();
            driver.give(answer, &mut log).unwrap();
            for event in &log.0 {
                tellers.iter_mut().for_each(|t| t.learn(event));
                let [ko, en] = [&tellers[0], &tellers[1]].map(|t| t.tell(&driver.game, event));
                for told in [ko, en] {
                    let words = told.split_once("] ").expect("a rule").1;
                    assert!(told.starts_with("[starlight-") && words.ends_with('.'), "{told}");
                }
            }
        }
    }
}
