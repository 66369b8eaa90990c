//! Questions and chosen numbers say what they are about, in both languages.

use simpan_judge::{RunOptions, RunReport, Source, parse_scenario, run};
use simpan_magic::Preset;
use simpan_rulebook::Lang;

fn told(text: &str, lang: Lang) -> RunReport {
    let scenario = parse_scenario(&Source::new("q.toml", text, Lang::En)).unwrap();
    run(&scenario, Preset::Y2021, &RunOptions { lang, ..RunOptions::default() }, "q.toml", text)
}

/// What the report says the script doesn't answer.
fn asked(text: &str, lang: Lang) -> String {
    let report = told(text, lang);
    report.failures.last().map(|f| f.text.clone()).unwrap_or_default()
}

const EYE: &str = r#"
script = ["A: cast Shock -> B", "resolve"]
[[cards]]
name = "Eye"
type = "Artifact"
text = "Whenever a player casts a red spell, you may gain 1 life."
[players.A]
hand = ["Shock"]
battlefield = ["Mountain", "Eye"]
"#;

#[test]
fn a_yes_or_no_says_its_text() {
    let text = asked(EYE, Lang::En);
    assert!(text.contains("you may gain 1 life"), "{text}");
    let text = asked(EYE, Lang::Ko);
    assert!(text.contains("하겠습니까? ") && text.contains("생명"), "{text}");
}

#[test]
fn a_yes_is_told_as_yes() {
    let answered = EYE.replace(r#""resolve"]"#, r#""resolve", "A: yes"]"#);
    let all = told(&answered, Lang::En).transcript.join("\n");
    assert!(all.contains("A says yes."), "{all}");
    let all = told(&answered, Lang::Ko).transcript.join("\n");
    assert!(all.contains("예라고 답합니다."), "{all}");
}

const TWO: &str = r#"
script = ["A: cast Shock -> B"]
[[cards]]
name = "Eye"
type = "Artifact"
text = "Whenever a player casts a red spell, you gain 1 life."
[[cards]]
name = "Ear"
type = "Artifact"
text = "Whenever a player casts a red spell, you draw a card."
[players.A]
hand = ["Shock"]
battlefield = ["Mountain", "Eye", "Ear"]
"#;

#[test]
fn an_order_names_what_has_triggered() {
    for lang in Lang::ALL {
        let text = asked(TWO, lang);
        assert!(text.contains("(1) Eye: ") && text.contains("(2) Ear: "), "{text}");
    }
}

const CHARM: &str = r#"
script = ["A: cast Charm"]
[[cards]]
name = "Charm"
cost = "{R}"
type = "Instant"
text = "Choose one —\n• You gain 3 life.\n• Draw a card."
[players.A]
hand = ["Charm"]
battlefield = ["Mountain"]
"#;

#[test]
fn a_mode_says_its_text() {
    let text = asked(CHARM, Lang::En);
    assert!(text.contains("(1) You gain 3 life."), "{text}");
    assert!(text.contains("(2)") && text.contains("raw a card."), "{text}");
    let text = asked(CHARM, Lang::Ko);
    assert!(text.contains("(1) ") && text.contains("뽑"), "{text}");
}

const PAINT: &str = r#"
script = ["A: cast Paint -> A's Grizzly Bears", "resolve"]
[[cards]]
name = "Paint"
cost = "{R}"
type = "Instant"
text = "Target creature becomes the color of your choice until end of turn."
[players.A]
hand = ["Paint"]
battlefield = ["Mountain", "Grizzly Bears"]
"#;

#[test]
fn a_colour_is_named() {
    let text = asked(PAINT, Lang::En);
    assert!(text.contains("white, blue, black, red or green"), "{text}");
    let answered = PAINT.replace(r#""resolve"]"#, r#""resolve", "A: choose red"]"#);
    let all = told(&answered, Lang::En).transcript.join("\n");
    assert!(all.contains("A chooses red."), "{all}");
}
