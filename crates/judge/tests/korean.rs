//! Whoever reads Korean meets Korean: verdicts, failures and what is wrong with a scenario.

use simpan_judge::{RunOptions, RunReport, Source, Status, Written, run, starlight};
use simpan_magic::Preset;
use simpan_rulebook::Lang;

const MAGIC: &str = r#"
[players.A]
battlefield = ["Mountain", "Mountain"]
hand = ["Lightning Bolt"]
"#;

const STAR: &str = r#"
[players.A]
star = "피아"
hand = ["불화살"]
[players.B]
field = ["오드리"]
"#;

fn korean(text: &str) -> Result<RunReport, String> {
    let source = Source::new("t.toml", text, Lang::Ko);
    let options = RunOptions { lang: Lang::Ko, ..RunOptions::default() };
    match Written::read(&source).map_err(|e| e.to_string())? {
        Written::Magic(s) => Ok(run(&s, Preset::Y2021, &options, "t.toml", text)),
        Written::Starlight(s) => Ok(starlight::run(&s, &options, "t.toml", text)),
    }
}

/// What is wrong, in one text.
fn problem(text: &str) -> String {
    match korean(text) {
        Ok(report) => {
            assert_ne!(report.status, Status::Passed, "{text}");
            report.failures.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join("\n")
        }
        Err(problem) => problem,
    }
}

/// Words that stand in quotation marks are a scenario's own; keys of rules stand in brackets.
fn said(text: &str) -> String {
    let outside = |text: &str, open: char, close: char| {
        let (mut out, mut depth) = (String::new(), 0);
        for c in text.chars() {
            match c {
                c if depth > 0 && c == close => depth -= 1,
                c if depth == 0 && c == open => depth += 1,
                c if depth == 0 => out.push(c),
                _ => {}
            }
        }
        out
    };
    outside(&outside(&outside(text, '`', '`'), '[', ']'), '"', '"')
}

/// All of these are wrong, and told in Korean.
fn all_korean(texts: impl Iterator<Item = String>) {
    let english = ["expected", " is ", " isn't", "found", " no ", "the ", "can't", "nobody"];
    let mut wrong = Vec::new();
    for text in texts {
        let problem = problem(&text);
        let words = format!(" {} ", said(&problem));
        let korean = words.chars().any(|c| ('가'..='힣').contains(&c));
        if !korean || english.iter().any(|word| words.contains(word)) {
            wrong.push(format!("{text}\n→ {problem}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

const WHOLE: &[&str] = &[
    "ruls = []",
    "game = \"chess\"",
    "editions = [\"1997\"]",
    "rules = [\"cr2021-999.9\"]",
    "rules = [\"cr1997-1\"]",
    "id = \"x\"\nalso = [\"x\"]",
    "script = [{ by = \"A\" }]",
    "script = [\"A: cats Shock\"]",
    "script = [\"\"]",
    "script = [\"A: number two\"]",
    "[players.Z]",
    "[start]\nstep = \"upkep\"",
    "[players.A]\nhand = [\"Shokc\"]",
    "[players.A]\nhand = [\"2000 Shock\"]",
    "[players.A]\nmana = \"{X}\"",
    "[players.A]\nbattlefield = [\"Shock\"]",
    "[players.A]\nbattlefield = [{ card = \"Forest\", chosen = \"bleu\" }]",
    "[players.A]\nbattlefield = [{ card = \"Forest\", counters = { x = 1 } }]",
    "[players.A]\nbattlefield = [{ card = \"Forest\", attached_to = \"x\" }]",
    "[players.A]\nbattlefield = [{ card = \"Forest\", controller = \"Q\" }]",
    "[players.A]\nbattlefield = [{ card = \"Forest\", as = \"a\" }, { card = \"Forest\", as = \"a\" }]",
    "[[cards]]\ntype = \"Land\"",
    "[[cards]]\nname = \"X\"",
    "[[cards]]\nname = \"X\"\ntype = \"Lond\"",
    "[[cards]]\nname = \"X\"\ntype = \"Land\"\ncost = \"{Q}\"",
    "[[cards]]\nname = \"X\"\ntype = \"Creature\"\npt = \"big\"",
    "[[cards]]\nname = \"X\"\ntype = \"Creature\"\npt = \"1/1\"\ncolors = [\"bleu\"]",
    "[[cards]]\nname = \"X\"\ntype = \"Instant\"\ntext = \"Target creature explodes loudly.\"",
    "[[cards]]\nron = \"(\"",
];

const SCRIPTS: &[&str] = &[
    r#""A: cast Lightnig Bolt -> B""#,
    r#""A: cast Lightning Bolt -> @nobody""#,
    r#""A: cast Lightning Bolt -> B", "A: yes""#,
    r#""A: cast Lightning Bolt", "resolve""#,
    r#""B: cast Lightning Bolt -> A""#,
    r#""A: cast Mountain""#,
    r#""resolve""#,
    r#"{ at = { turn = 0 } }"#,
    r#"{ propose = ["B: pass"], times = 2 }"#,
    r#"{ propose = ["A: pass"], times = 2 }"#,
];

const EXPECTATIONS: &[&str] = &[
    "life = { A = 19 }",
    "poison = { A = 1 }",
    "mana = { A = '{R}' }",
    "mana = { A = 'red' }",
    "life = { Z = 1 }",
    "hand = { A = 2 }",
    "hand = { A = ['Shock'] }",
    "hand = { A = ['Shokc'] }",
    "hand = { A = { lacks = ['Lightning Bolt'] } }",
    "library = { A = { top = ['Shock'] } }",
    "graveyard = { A = { contains = ['Shock'] } }",
    "permanents = { Mountain = { tapped = true } }",
    "permanents = { Mountain = { exists = false } }",
    "permanents = { Mountain = { count = 9 } }",
    "permanents = { Mountain = { pt = '1/1' } }",
    "permanents = { Mountain = { power = 1 } }",
    "permanents = { Mountain = { abilities = 9 } }",
    "permanents = { Mountain = { is = ['Swamp'], is_not = ['Mountain'] } }",
    "permanents = { Mountain = { is = ['Swmap'] } }",
    "permanents = { Mountain = { colors = ['red'] } }",
    "permanents = { Mountain = { colors = ['bleu'] } }",
    "permanents = { Mountain = { type = 'Land' } }",
    "permanents = { Mountain = { type = 'Lond' } }",
    "permanents = { Mountain = { name = 'Forest' } }",
    "permanents = { Mountain = { controller = 'B' } }",
    "permanents = { Mountain = { counters = { '+1/+1' = 1, x = 1 } } }",
    "permanents = { Mountain = { keywords = ['flying', 'flyign'] } }",
    "permanents = { Mountain = { attached_to = 'Mountain' } }",
    "permanents = { Mountain = { attacking = 'B', blocking = ['Mountain'] } }",
    "permanents = { Shock = {} }",
    "stack = ['Shock']",
    "step = 'end'",
    "step = 'ned'",
    "turn = 2",
    "active = 'B'",
    "priority = 'B'",
    "winner = 'A'",
    "draw = true",
    "over = true",
    "legal = ['B: cast Lightning Bolt -> A']",
    "illegal = [{ do = 'A: cast Lightning Bolt -> B' }]",
    "illegal = [{ do = 'A: cast Lightning Bolt -> B', rule = 'NONSENSE' }]",
    "illegal = [{ do = 'A: play Mountain', rule = 'SUMMONING_SICKNESS' }]",
    "can = ['A: play Mountain', 'A: cast Lightning Bolt -> B']",
    "cannot = ['A: cast Lightning Bolt']",
    "events = ['damage']",
    "question = { kind = 'targets', player = 'B', rule = 'RESOLVE', answers = 99 }",
    "question = { source = 'Mountain' }",
];

const STARLIGHT: &[&str] = &[
    "cards = ['(']",
    "assumptions = { \"hand.maxx\" = 3 }",
    "rules = [\"starlight-none\"]",
    "script = [{ back_to = \"x\" }]",
    "script = [\"A: use 불화살\"]",
    "script = [\"A: use 불화삳\"]",
    "script = [\"B: pass\"]",
    "script = [{ do = \"A: pass\", refused = \"STAR_PROC_CHECK\" }]",
    "script = [\"A: pass until turn 2\", \"A: yes\"]",
    "script = [{ expect = { life = { A = 1 }, field = { A = 1 }, turn = 1, phase = \"end\" } }]",
    "script = [{ expect = { cards = { \"오드리\" = { power = 99, zone = \"hand\" } } } }]",
    "script = [{ expect = { cards = { \"오드리\" = { acted = true, cost = 99 } } } }]",
    "script = [{ expect = { options = [\"오드리\"], question = { kind = \"pay\" } } }]",
    "script = [{ expect = { same_as = \"x\" } }]",
];

#[test]
fn what_is_wrong_with_a_scenario_is_said_in_korean() {
    all_korean(WHOLE.iter().map(ToString::to_string));
    all_korean(SCRIPTS.iter().map(|line| format!("script = [{line}]\n{MAGIC}")));
}

#[test]
fn what_is_not_as_expected_is_said_in_korean() {
    all_korean(EXPECTATIONS.iter().map(|line| format!("{MAGIC}\n[expect]\n{line}")));
}

#[test]
fn what_is_wrong_in_starlight_is_said_in_korean() {
    all_korean(STARLIGHT.iter().map(|line| format!("game = \"starlight\"\n{line}\n{STAR}")));
}

#[test]
fn verdicts_are_korean_and_titles_too_where_there_are_any() {
    let text = format!("id = \"x/s1\"\ntitle = \"A title\"\n{MAGIC}\n[expect]\nturn = 9");
    let report = korean(&text).unwrap();
    assert_eq!(report.title, "x/s1");
    assert!(report.text(Lang::Ko).starts_with("실패"), "{}", report.text(Lang::Ko));
    let titled = text.replace("title =", "title_ko = \"제목\"\ntitle =");
    assert_eq!(korean(&titled).unwrap().title, "제목");
}

#[test]
fn what_is_wrong_with_a_card_s_text_is_said_on_its_line() {
    let text = "script = [\"A: cast Boom -> B\"]\n[players.A]\nhand = [\"Boom\"]\n[[cards]]\n\
                name = \"Fine\"\ntype = \"Instant\"\ntext = \"Draw a card.\"\n[[cards]]\n\
                name = \"Boom\"\ntype = \"Instant\"\ntext = \"\"\"Draw a card.\n\
                Target creature explodes loudly.\"\"\"\n";
    let wrong = problem(text);
    assert!(wrong.starts_with("t.toml:12: ") && wrong.contains("explodes loudly"), "{wrong}");
    let types = problem("[[cards]]\nname = \"Boom\"\ncost = \"{0}\"\ntype = \"Instnt\"\n");
    assert!(types.starts_with("t.toml:4: ") && types.contains("`Instnt`"), "{types}");
}
