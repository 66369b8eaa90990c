//! Reads card texts and reports how many parse and verify:
//! `cargo run --release -p simpan-language --example coverage -- DATA/cards.jsonl [standard-2005]`.
//!
//! `--show` prints what stops each card, `--trips` reads every print of both languages back,
//! `--slow` names cards that take long.

use simpan_cards::ast::Ability;
use simpan_decks::Play;
use simpan_language::{
    CardHeader, Lang, Wording, parse_paragraphs, print_ability, print_card, without_order, worded,
};

/// A card as a line of the file gives it, without its abilities.
fn card_of(json: &serde_json::Value) -> Result<simpan_cards::CardData, String> {
    let text = |key: &str| json[key].as_str().filter(|t| !t.is_empty());
    let layout = text("layout").unwrap_or("normal");
    if layout != "normal" {
        return Err(format!("layout {layout}"));
    }
    let types = text("type_line").unwrap_or_default();
    let number = |key: &str| text(key).map(str::parse).transpose();
    let pt = match (number("power"), number("toughness")) {
        (Ok(Some(power)), Ok(Some(toughness))) => Some(simpan_cards::Pt { power, toughness }),
        (Ok(None), Ok(None)) => None,
        _ => return Err("odd power or toughness".to_owned()),
    };
    let cost = text("mana_cost").map(str::parse).transpose();
    let cost: Option<simpan_cards::ast::ManaCost> = cost.map_err(|_| "odd mana cost")?;
    let letters = json["colors"].as_array().cloned().unwrap_or_default();
    let letter = |v: &serde_json::Value| v.as_str().and_then(|s| s.chars().next());
    let colors = letters.iter().filter_map(letter);
    let colors = colors.filter_map(simpan_cards::ast::Color::from_letter).collect();
    let own = cost.as_ref().map(simpan_cards::ast::ManaCost::colors).unwrap_or_default();
    Ok(simpan_cards::CardData {
        name: text("name").unwrap_or_default().to_owned(),
        korean: None,
        cost,
        colors: (own != colors).then_some(colors),
        types: types.parse().map_err(|e| format!("types: {e}"))?,
        pt,
        loyalty: text("loyalty").and_then(|l| l.parse().ok()),
        abilities: Vec::new(),
    })
}

/// What became of a card.
enum Status {
    Verified,
    Executable(String),
    Refused { kind: &'static str, reasons: Vec<String> },
}

fn refused(kind: &'static str, reasons: Vec<String>) -> Status {
    Status::Refused { kind, reasons }
}

fn status(json: &serde_json::Value) -> (Status, Vec<Ability>) {
    let mut card = match card_of(json) {
        Ok(card) => card,
        Err(problem) => return (refused("card", vec![problem]), Vec::new()),
    };
    let header = CardHeader::of(&card);
    let oracle = json["oracle_text"].as_str().unwrap_or_default();
    let paragraphs = match parse_paragraphs(oracle, &header, Lang::En) {
        Ok(p) => p,
        Err(e) => {
            let said = |e: &simpan_language::ParseError| {
                format!("{} ⟨{}⟩", oracle.get(e.ability.start..e.span.start).unwrap_or(""), e.words)
            };
            return (refused("text", e.errors.iter().map(said).collect()), Vec::new());
        }
    };
    let abilities: Vec<Ability> = paragraphs.into_iter().flatten().collect();
    card.abilities = abilities.clone();
    let problems = simpan_cards::validate(&card);
    if !problems.is_empty() {
        let all = problems.iter().map(|p| format!("{}: {}", p.path, p.message)).collect();
        return (refused("invalid", all), abilities);
    }
    if let Err(refusal) = simpan_cards::Pool::default().add(&card) {
        return (refused("node", refusal.reasons), abilities);
    }
    let mut other = String::new();
    for wording in [Wording::Y2021, Wording::Y2026, Wording::Y2005] {
        let printed = print_card(&card, Lang::En, wording);
        if simpan_language::same_words(oracle, &printed, &header) {
            return (Status::Verified, abilities);
        }
        let back = simpan_language::parse_card(&printed, &header, Lang::En);
        let same = |a: &[Ability], b: &[Ability]| {
            let plain = |a: &[Ability]| a.iter().map(without_order).collect::<Vec<_>>();
            plain(a) == plain(b)
        };
        let wanted: Vec<Ability> = abilities.iter().map(|a| worded(a, wording)).collect();
        if !matches!(&back, Ok(b) if same(b, &wanted)) {
            return (refused("print", vec![format!("{oracle:?} | {printed:?}")]), abilities);
        }
        if other.is_empty() {
            other = printed;
        }
    }
    (
        Status::Executable(format!(
            "{}\n  {}",
            oracle.replace('\n', " / "),
            other.replace('\n', " / ")
        )),
        abilities,
    )
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    simpan_language::check_tables().unwrap_or_else(|e| panic!("{e}"));
    match args[0].as_str() {
        "builtin" => return builtin(),
        "korean" => return korean(&args[1]),
        _ => {}
    }
    let flag = |name: &str| args.iter().any(|a| a == name);
    let formats = ["standard-2005", "standard-2021", "all"];
    let only = args.iter().skip(1).find(|a| formats.contains(&a.as_str()) && *a != "all");
    let text = std::fs::read_to_string(&args[0]).expect("cards");
    // total, verified, executable
    let mut counts = [[0usize; 3]; 3];
    let (mut round, mut accepted) = (0, 0);
    for line in text.lines() {
        let json: serde_json::Value = serde_json::from_str(line).expect("json");
        if json["funny"] == true {
            continue;
        }
        let printed: Vec<&str> =
            json["sets"].as_array().into_iter().flatten().filter_map(|s| s.as_str()).collect();
        let within = |f: &str| Play::find(f).is_none_or(|play| play.takes(printed.iter().copied()));
        if only.is_some_and(|f| !within(f)) {
            continue;
        }
        let name = json["name"].as_str().unwrap_or_default();
        let started = std::time::Instant::now();
        let (status, abilities) = status(&json);
        if flag("--slow") && started.elapsed().as_millis() > 40 {
            println!("SLOW {:?} {name}", started.elapsed());
        }
        for (n, format) in formats.iter().enumerate().filter(|(_, f)| within(f)) {
            counts[n][0] += 1;
            match &status {
                Status::Verified => counts[n][1] += 1,
                Status::Executable(_) => counts[n][2] += 1,
                Status::Refused { .. } => {}
            }
            let _ = format;
        }
        match &status {
            Status::Refused { kind, reasons } if flag("--show") => {
                let all = reasons.len();
                for r in reasons {
                    println!("REFUSED\t{kind}\t{all}\t{name}\t{}", r.replace('\n', "\\n"));
                }
            }
            Status::Executable(how) if flag("--show") => println!("EXEC {name}\n  {how}"),
            Status::Refused { .. } => {}
            _ if flag("--trips") => {
                let header = CardHeader::of(&card_of(&json).expect("read"));
                accepted += 1;
                let all = abilities.iter().all(|a| round_trips(a, &header, true, flag("--ko")));
                round += usize::from(all);
            }
            _ => {}
        }
    }
    for (format, [total, verified, executable]) in formats.iter().zip(counts) {
        let share = |n: usize| 100.0 * n as f64 / total.max(1) as f64;
        let both = verified + executable;
        println!(
            "{format}: {total} names, {verified} verified ({:.1} %), {executable} executable; \
             accepted {both} ({:.1} %), {:.1} % of them verified",
            share(verified),
            share(both),
            100.0 * verified as f64 / both.max(1) as f64
        );
    }
    if accepted > 0 {
        println!("{round} of {accepted} accepted cards round trip in both languages and wordings");
    }
}

/// Whether an ability reads back from its text in every form.
fn round_trips(ability: &Ability, header: &CardHeader, show: bool, ko: bool) -> bool {
    let name = &header.name;
    let mut all_same = true;
    for (lang, wording) in [
        (Lang::En, Wording::Y2005),
        (Lang::En, Wording::Y2021),
        (Lang::En, Wording::Y2026),
        (Lang::Ko, Wording::Y2005),
        (Lang::Ko, Wording::Y2021),
    ] {
        let text = print_ability(ability, name, lang, wording);
        let back = parse_paragraphs(&text, header, lang)
            .map(|p| p.into_iter().flatten().collect::<Vec<_>>());
        let wanted = without_order(&worded(ability, wording));
        let ok = matches!(&back, Ok(b) if b.len() == 1 && without_order(&b[0]) == wanted);
        if !ok {
            all_same = false;
            if show {
                println!("TRIP {name} {lang:?} {wording:?}: {text}\n    {ability:?}\n    {back:?}");
            }
        } else if ko && lang == Lang::Ko {
            println!("{name}: {text}");
        }
    }
    all_same
}

fn builtin() {
    let (mut all, mut good) = (0, 0);
    for card in simpan_cards::builtin() {
        let header = CardHeader::of(card);
        for (lang, wording) in [
            (Lang::En, Wording::Y2021),
            (Lang::En, Wording::Y2005),
            (Lang::Ko, Wording::Y2005),
            (Lang::Ko, Wording::Y2021),
        ] {
            let text = print_card(card, lang, wording);
            let back = simpan_language::parse_card(&text, &header, lang);
            let norm = |v: &[simpan_cards::ast::Ability]| {
                v.iter().map(simpan_language::without_order).collect::<Vec<_>>()
            };
            all += 1;
            if matches!(&back, Ok(b) if norm(b) == norm(&card.abilities)) {
                good += 1;
                println!("OK {} {lang:?} {wording:?} | {text}", card.name);
            } else {
                println!(
                    "TRIP {} {lang:?} {wording:?}: {text}\n    {:?}\n    {back:?}",
                    card.name, card.abilities
                );
            }
        }
    }
    println!("builtin: {good} of {all}");
}

/// Official Korean texts: read, and compared with the reading of the English text.
fn korean(file: &str) {
    let (mut cards, mut read, mut english, mut same) = (0, 0, 0, 0);
    for line in std::fs::read_to_string(file).expect("cards").lines() {
        let card: serde_json::Value = serde_json::from_str(line).expect("json");
        let text = |key: &str| card[key].as_str().unwrap_or_default().to_owned();
        let Ok(types) = text("en_type").parse() else { continue };
        let header = CardHeader { name: text("name"), korean: Some(text("ko_name")), types };
        cards += 1;
        let from = |text: &str, lang| simpan_language::parse_card(text, &header, lang);
        let ko = from(&text("ko_text"), Lang::Ko);
        let en = from(&text("en_text"), Lang::En);
        english += usize::from(en.is_ok());
        read += usize::from(ko.is_ok());
        let plain = |all: &[simpan_cards::ast::Ability]| {
            all.iter().map(simpan_language::without_order).collect::<Vec<_>>()
        };
        match (&ko, &en) {
            (Ok(k), Ok(e)) if plain(k) == plain(e) => same += 1,
            (Ok(k), Ok(e)) => println!(
                "DIFF {}: {} | {}\n   {k:?}\n   {e:?}",
                header.name,
                text("ko_text"),
                text("en_text")
            ),
            (Err(k), Ok(_)) => println!("FAIL {}: {} | {k}", header.name, text("ko_text")),
            _ => {}
        }
    }
    println!("{cards} cards, {english} read in English, {read} in Korean, {same} the same");
}
