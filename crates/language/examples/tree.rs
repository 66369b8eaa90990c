//! Reads one ability and shows its tree and how it is said:
//! `cargo run -p simpan-language --example tree -- "Draw two cards." [TYPE LINE]`.

use simpan_cards::CardData;
use simpan_cards::ast::Ability;
use simpan_language::{CardHeader, Lang, Wording, check_tables, parse_ability, print_ability};

fn main() {
    check_tables().unwrap_or_else(|e| panic!("{e}"));
    let mut args = std::env::args().skip(1);
    let text = args.next().unwrap_or_default();
    let types = args.next().unwrap_or_else(|| "Instant".to_owned());
    let types = types.parse().unwrap_or_else(|e| panic!("`{types}`: {e}"));
    let header = CardHeader { name: "~".to_owned(), korean: None, types };
    let korean = text.chars().any(|c| ('가'..='힣').contains(&c));
    match parse_ability(&text, &header, if korean { Lang::Ko } else { Lang::En }) {
        Ok(ability) => {
            println!("{}", notation(&ability, &header));
            for (lang, wording) in [
                (Lang::En, Wording::Y2021),
                (Lang::En, Wording::Y2005),
                (Lang::Ko, Wording::Y2021),
                (Lang::Ko, Wording::Y2005),
            ] {
                println!("{lang:?} {wording:?}: {}", print_ability(&ability, "~", lang, wording));
            }
        }
        Err(errors) => {
            eprintln!("{errors}");
            std::process::exit(1);
        }
    }
}

/// The ability as card files and phrases write it, on one line.
fn notation(ability: &Ability, header: &CardHeader) -> String {
    let card = CardData {
        name: header.name.clone(),
        korean: None,
        cost: None,
        colors: None,
        types: header.types.clone(),
        pt: None,
        loyalty: None,
        abilities: vec![ability.clone()],
    };
    let ron = simpan_cards::to_ron(&card);
    let (_, abilities) = ron.split_once("abilities: ").unwrap_or(("", &ron));
    abilities.split_whitespace().collect::<Vec<_>>().join(" ")
}
