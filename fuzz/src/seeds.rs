//! What the fuzz targets begin with, written into `corpus/TARGET/`: everything is made by code or
//! taken from the repository.

use simpan_cards::ast::Supertype;
use simpan_decks::{Deck, Finish, Format, Line, Role, write};
use simpan_language::{Lang, Wording, print_card};
use std::fs;
use std::path::{Path, PathBuf};

fn put(target: &str, name: &str, bytes: &[u8]) {
    let folder = Path::new("corpus").join(target);
    fs::create_dir_all(&folder).expect("a folder for the corpus");
    fs::write(folder.join(name), bytes).expect("a file of the corpus");
}

/// All files below a folder with an ending.
fn files(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, ending, out);
        } else if path.extension().is_some_and(|e| e == ending) {
            out.push(path);
        }
    }
    out.sort();
}

fn decks() {
    let mut shock = Line::new(4, "Shock");
    (shock.set, shock.number) = (Some("M21".into()), Some("159".into()));
    (shock.finish, shock.tags) = (Finish::Foil, vec!["Burn".into()]);
    let leader = Line { role: Role::Commander, ..Line::new(1, "충격") };
    let friend = Line { role: Role::Companion, art: Some(2), ..Line::new(1, "A & B") };
    let deck = Deck {
        name: Some("빨강".into()),
        author: Some("me".into()),
        comment: Some("one\ntwo".into()),
        main: vec![leader, shock, Line::new(55, "Mountain")],
        side: vec![friend, Line::new(2, "Fire // Ice")],
        ..Deck::default()
    };
    for format in Format::ALL {
        let text = write(&deck, format);
        put("decks", format.name(), text.as_bytes());
        let wide: Vec<u8> =
            format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        put("decks", &format!("{format}.utf16"), &wide);
    }
    put("decks", "korean", b"4 \xC3\xE6\xB0\xDD\r\n");
    put("decks", "western", b"4 Lim-D\xFBl\x92s Vault\r");
    let plays = include_str!("../../crates/decks/data/play.toml");
    put("formats_of_play", "built-in", plays.as_bytes());
}

fn cards() {
    for (n, card) in simpan_cards::builtin().iter().enumerate() {
        put("cards_ron", &n.to_string(), format!("[{}]", simpan_cards::to_ron(card)).as_bytes());
        if card.types.supertypes.has(Supertype::Basic) {
            continue;
        }
        let kind = if card.pt.is_some() { "c" } else { "i" };
        for (target, lang, name) in [
            ("text_en", Lang::En, Some(card.name.as_str())),
            ("text_ko", Lang::Ko, card.korean.as_deref()),
        ] {
            for (wording, mark) in [(Wording::Y2005, "old"), (Wording::Y2021, "new")] {
                let own = if lang == Lang::En { "Aa Bb" } else { "가나 다라" };
                let text = print_card(card, lang, wording).replace(name.unwrap_or("~"), own);
                put(target, &format!("{n}-{mark}"), format!("{kind}{text}").as_bytes());
            }
        }
    }
}

fn pool() {
    use simpan_pool::{Row, compile, plain, store};
    let written = "Ox {1}{W}\nCreature \u{2014} Ox\nVigilance\n2/4\n\n# Remark\n가나 {R}\nInstant\nDraw a card.\n";
    put("cards_plain", "two", written.as_bytes());
    let rows: Vec<Row> = plain::parse(written)
        .into_iter()
        .map(|card| Row::new(card.raw.clone(), &compile(&card.raw)))
        .collect();
    put("pool_file", "two", &store::write(&rows).expect("two cards"));
    let line = r#"{"name":"Ox","type_line":"Creature — Ox","mana_cost":"{1}{W}","power":"2","toughness":"4","oracle_text":"Vigilance","sets":["AAA"]}"#;
    put("cards_json", "line", format!("{line}\n{line}\n").as_bytes());
    put("cards_json", "array", format!("[{line}]").as_bytes());
    put(
        "cards_json",
        "list",
        format!(r#"{{"object":"list","has_more":false,"data":[{line}]}}"#).as_bytes(),
    );
    let card = r#"{"name":"Ox // Owl","layout":"split","side":"a","faceName":"Ox","manaCost":"{1}","type":"Creature","text":"Flying","power":"1","toughness":"1","foreignData":[{"language":"Korean","name":"소","text":"비행"}]}"#;
    put(
        "cards_json",
        "set",
        format!(r#"{{"meta":{{}},"data":{{"code":"AAA","cards":[{card}]}}}}"#).as_bytes(),
    );
    put("cards_json", "atomic", format!(r#"{{"data":{{"Ox":[{card}]}}}}"#).as_bytes());
    for (n, query) in ["t:creature c:g o:draw", "(c:w or c:u) -o:\"flying\" mv<=3", "ㄱㄴ pow>2"]
        .iter()
        .enumerate()
    {
        put("queries", &n.to_string(), query.as_bytes());
    }
}

fn scenarios() {
    let mut all = Vec::new();
    files(Path::new("../conformance"), "toml", &mut all);
    for (n, path) in all.iter().enumerate() {
        let text = fs::read_to_string(path).expect("a scenario");
        put("scenario", &n.to_string(), text.as_bytes());
        let commands: Vec<&str> = text
            .split('"')
            .filter_map(|piece| piece.split_once(": ").map(|(_, command)| command))
            .filter(|command| !command.contains('\n'))
            .collect();
        if !commands.is_empty() {
            put("commands", &n.to_string(), commands.join("\n").as_bytes());
        }
    }
}

fn games() {
    for n in 0..40_u32 {
        let bytes: Vec<u8> = (0..1_000_u32)
            .map(|k| (n.wrapping_mul(7919) ^ k.wrapping_mul(104_729) >> 3) as u8 % 0xF0)
            .collect();
        put("game", &n.to_string(), &bytes);
    }
    let replay = br#"{"version":"0.1.0","setup":{"edition":"2005"},"answers":[{"Pick":0},"Pass","Yes",{"Object":{"slot":1,"incarnation":0}},{"Use":[{"slot":1,"incarnation":0},0]},"Done"],"hash":1}"#;
    put("replay", "small", replay);
}

/// Writes the corpus of all targets, unless there is one.
pub fn seeds() {
    if !Path::new("corpus").exists() {
        decks();
        cards();
        pool();
        scenarios();
        games();
    }
}
