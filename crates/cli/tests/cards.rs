//! The user's own cards, from outside: imported, counted, searched, compared, played. All cards
//! here are invented.

use std::path::PathBuf;
use std::process::Command;

struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let folder = folder.join(format!("{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
    /// Runs the program; it never panics.
    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let out = Command::new(env!("CARGO_BIN_EXE_simpan"))
            .args(args)
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env("LANG", "C.UTF-8")
            .env("SIMPAN_HOME", &self.0)
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let (stdout, stderr) = (text(out.stdout), text(out.stderr));
        assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
        (out.status.code().unwrap_or(-1), stdout, stderr)
    }
    fn good(&self, args: &[&str]) -> String {
        let (code, out, err) = self.run(args);
        assert_eq!(code, 0, "{args:?}: {out}{err}");
        out
    }
    fn bad(&self, args: &[&str], code: i32) -> String {
        let (found, out, err) = self.run(args);
        assert_eq!(found, code, "{args:?}: {out}{err}");
        out + &err
    }
}

const CARDS: &str = r#"[
{"name": "Moss Warden", "lang": "en", "layout": "normal", "mana_cost": "{G}", "set": "mss",
 "type_line": "Creature — Elf", "oracle_text": "Trample", "power": "2", "toughness": "2"},
{"name": "Moss Warden", "lang": "ko", "layout": "normal", "mana_cost": "{G}", "set": "mss",
 "type_line": "Creature — Elf", "oracle_text": "Trample", "power": "2", "toughness": "2",
 "printed_name": "이끼 파수꾼", "printed_text": "돌진"},
{"name": "Odd Hummer", "layout": "normal", "mana_cost": "{G}", "set": "mss",
 "type_line": "Creature — Elf", "oracle_text": "Flying\nWhenever Odd Hummer hums, draw a card.",
 "power": "1", "toughness": "1"},
{"name": "Small Joke", "layout": "normal", "mana_cost": "{G}", "set": "jok", "set_type": "funny",
 "type_line": "Creature — Elf", "oracle_text": "", "power": "1", "toughness": "1"}
]"#;
const DECK: &str = "20 Moss Warden\n20 Forest\n";

#[test]
fn imported_cards_are_counted_shown_searched_and_compared() {
    let home = Home::new("look");
    assert!(home.bad(&["cards", "coverage"], 2).contains("cards import"));
    let file = home.file("cards.json", CARDS);
    let out = home.good(&["cards", "import", &file]);
    assert!(out.contains("3 cards (4 printings read"), "{out}");
    let json = home.good(&["cards", "coverage", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let count = |key: &str| json[key].as_u64().unwrap();
    // The joke is left out.
    let counts = ["total", "verified", "executable", "refused"].map(count);
    assert_eq!(counts, [2, 1, 0, 1]);
    assert_eq!(json["reasons"][0]["example"], "Odd Hummer");
    let all = home.good(&["cards", "coverage", "--funny", "--set", "jok"]);
    assert!(all.starts_with("1 cards: 1 verified"), "{all}");
    assert_eq!(
        home.good(&["cards", "coverage", &file, "--json"]),
        home.good(&["cards", "coverage", "--json"])
    );
    let why = home.good(&["cards", "coverage", "--reasons"]);
    assert!(why.contains("`hums draw a`"), "{why}");
    assert!(home.good(&["cards", "show", "moss warden"]).contains("verified"));
    let shown = home.good(&["cards", "show", "Odd", "Hummer"]);
    assert!(shown.contains("^^^^") && shown.contains("hums"), "{shown}");
    let shown = home.good(&["cards", "show", "--lang", "ko", "이끼 파수꾼"]);
    assert!(shown.contains("확인됨"), "{shown}");
    assert!(home.good(&["cards", "search", "t:elf", "is:verified"]).contains("Moss Warden"));
    assert!(home.good(&["cards", "search", "ㅇㄲ"]).contains("Moss Warden"));
    let fault = home.bad(&["cards", "search", "colr:g"], 2);
    assert!(fault.contains("^^^^") && fault.contains("color"), "{fault}");
    let diff = home.good(&["cards", "diff", "Moss Warden"]);
    assert!(diff.contains("  Trample") && !diff.contains("- "), "{diff}");
    assert!(home.good(&["cards", "diff", "Odd Hummer"]).contains("- Whenever"));
    // Importing again keeps what was there, fresh forgets it.
    let other = home.file("more.txt", "Plain Ox {1}\nCreature — Ox\n1/3\n");
    assert!(home.good(&["cards", "import", &other]).contains("4 cards"));
    assert!(home.good(&["cards", "import"]).contains("4 cards"));
    assert!(home.good(&["cards", "import", "--fresh", &other]).contains("1 cards"));
}

#[test]
fn imported_cards_are_played_and_recordings_know_them() {
    let home = Home::new("play");
    let cards = home.file("cards.json", CARDS);
    home.good(&["cards", "import", &cards]);
    let deck = home.file("deck.txt", DECK);
    let sim = ["sim", "--deck", &deck, "--vs", &deck, "--games", "4", "--json"];
    let first = home.good(&sim);
    assert!(first.contains("\"games\":4") || first.contains("\"games\": 4"), "{first}");
    let refused = home.file("refused.txt", DECK.replace("Moss Warden", "Odd Hummer"));
    let told = home.bad(&["sim", "--deck", &refused, "--games", "1"], 2);
    assert!(told.contains("hums") && told.contains("--allow-refused"), "{told}");
    let (code, _, told) = home.run(&["sim", "--deck", &refused, "--games", "1", "--allow-refused"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("without: Whenever Odd Hummer hums"), "{told}");
    let recording = home.0.join("game.json");
    let recording = recording.to_str().unwrap();
    let seats =
        ["--seats", "bot,bot", "--bot", "random", "--seed", "3", "--line", "--replay", recording];
    home.good(&[&["play", "--deck", &deck, "--vs", &deck][..], &seats].concat());
    home.good(&["replay", recording, "--verify"]);
    // Other imported cards: another game.
    let more = home.file("more.txt", "Plain Ox {1}\nCreature — Ox\n1/3\n");
    home.good(&["cards", "import", &more]);
    let told = home.bad(&["replay", recording, "--verify"], 2);
    assert!(told.contains("other imported cards"), "{told}");
    home.good(&["cards", "import", "--fresh", &cards]);
    home.good(&["replay", recording, "--verify"]);
}

#[test]
fn damaged_files_and_pools_are_told_and_nothing_is_lost() {
    let home = Home::new("damage");
    let cut = home.file("cut.json", &CARDS[..CARDS.len() - 40]);
    let told = home.bad(&["cards", "import", &cut], 1);
    assert!(told.contains("cut.json:") && told.contains("2 cards"), "{told}");
    assert!(home.bad(&["cards", "import", "/nowhere"], 2).contains("no such file"));
    let empty = home.file("empty.json", "[]");
    home.bad(&["cards", "import", "--fresh", &empty], 2);
    home.good(&["cards", "show", "Moss Warden"]);
    home.file("cards.pool", "garbage");
    let told = home.bad(&["cards", "show", "Moss Warden"], 2);
    assert!(told.contains("damaged") && told.contains("--fresh"), "{told}");
    // Built-in cards go on without it.
    home.good(&["cards", "show", "Forest"]);
}

#[test]
fn cards_written_as_text_are_looked_over() {
    let home = Home::new("lint");
    let good = home.file("good.txt", "Plain Ox {1}\nCreature — Ox\nTrample\n1/3\n");
    assert!(home.good(&["cards", "lint", &good]).contains("verified"));
    let bad = "Plain Ox {1}\nCreature — Oxx\n1/3\n\nLoud Ox {1}\nCreature — Ox\n\
               Trample\nWhenever this creature atacks, draw a card.\n1/3\n";
    let bad = home.file("bad.txt", bad);
    let told = home.bad(&["cards", "lint", &bad], 1);
    assert!(told.contains("bad.txt:2:1:") && told.contains("`Ox`"), "{told}");
    assert!(told.contains("bad.txt:8:24:") && told.contains("attacks"), "{told}");
    assert!(home.bad(&["cards", "lint", "--lang", "ko", &bad], 1).contains("이해하지 못한 말"));
}

#[test]
fn a_loyalty_of_none_is_no_loyalty() {
    let home = Home::new("none");
    let cards = CARDS.replace("\"power\"", "\"loyalty\": \"None\", \"power\"");
    let cards = home.file("cards.json", cards);
    home.good(&["cards", "import", &cards]);
    let shown = home.good(&["cards", "show", "Moss Warden"]);
    assert!(shown.contains("verified") && !shown.contains("loyalty"), "{shown}");
}
