//! Reads card texts and reports how many parse and verify:
//! `cargo run -p simpan-language --example coverage -- DATA/cards.jsonl [names.json] [--show]`.

use simpan_cards::ast::Ability;
use simpan_language::{
    CardHeader, Lang, Wording, parse_paragraphs, print_ability, print_card, without_order, worded,
};

fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth > 0 => {}
            '—' | '−' => out.push('-'),
            ',' | ';' => {}
            _ => out.extend(c.to_lowercase()),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ").replace(" .", ".")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    simpan_language::check_tables().unwrap_or_else(|e| panic!("{e}"));
    match args[0].as_str() {
        "builtin" => return builtin(),
        "korean" => return korean(&args[1]),
        _ => {}
    }
    let text = std::fs::read_to_string(&args[0]).expect("cards");
    let only: Option<Vec<String>> = args
        .get(1)
        .filter(|a| !a.starts_with('-'))
        .map(|f| serde_json::from_str(&std::fs::read_to_string(f).expect("names")).expect("list"));
    let show = args.iter().any(|a| a == "--show");
    let (mut cards, mut parsed, mut verified, mut same) = (0, 0, 0, 0);
    for line in text.lines() {
        let card: serde_json::Value = serde_json::from_str(line).expect("json");
        let name = card["name"].as_str().unwrap_or_default();
        if only.as_ref().is_some_and(|o| !o.iter().any(|n| n == name)) {
            continue;
        }
        let Ok(types) = card["type_line"].as_str().unwrap_or_default().parse() else {
            if only.is_some() {
                println!("TYPES {name}: {}", card["type_line"]);
            }
            cards += 1;
            continue;
        };
        cards += 1;
        let header = CardHeader { name: name.to_owned(), korean: None, types };
        let oracle = card["oracle_text"].as_str().unwrap_or_default();
        let paragraphs = match parse_paragraphs(oracle, &header, Lang::En) {
            Ok(p) => p,
            Err(e) => {
                if show {
                    println!("FAIL {name}: {oracle}\n    {e}");
                }
                continue;
            }
        };
        parsed += 1;
        let abilities: Vec<_> = paragraphs.into_iter().flatten().collect();
        let data = simpan_cards::CardData {
            name: header.name.clone(),
            korean: None,
            cost: None,
            colors: None,
            types: header.types.clone(),
            pt: None,
            loyalty: None,
            abilities: abilities.clone(),
        };
        let printed = print_card(&data, Lang::En, Wording::Y2021);
        if plain(&printed) == plain(oracle) {
            verified += 1;
        } else if show {
            println!("DIFF {name}\n    {}\n    {}", plain(oracle), plain(&printed));
        }
        let ko = args.iter().any(|a| a == "--ko");
        let all_same = abilities.iter().filter(|a| !round_trips(a, &header, show, ko)).count() == 0;
        same += usize::from(all_same);
    }
    println!("{cards} cards, {parsed} parsed, {verified} verified, {same} round trips in all four");
}

/// Whether an ability reads back from its text in every form.
fn round_trips(ability: &Ability, header: &CardHeader, show: bool, ko: bool) -> bool {
    let name = &header.name;
    let mut all_same = true;
    for (lang, wording) in [
        (Lang::En, Wording::Y2005),
        (Lang::En, Wording::Y2021),
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
