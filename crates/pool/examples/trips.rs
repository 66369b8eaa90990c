//! Prints every accepted card of a file in both languages and reads the prints back:
//! `cargo run --release -p simpan-pool --example trips -- FILE [--show]`.
//!
//! `--show` prints each ability that is read back otherwise, as it is printed.

use simpan_cards::CardData;
use simpan_cards::ast::Ability;
use simpan_language::{CardHeader, Lang, Wording, parse_card, print_card, without_order, worded};
use simpan_pool::{compile, read};
use std::io::BufReader;

/// The prints that are read back.
const FORMS: [(Lang, Wording, &str); 5] = [
    (Lang::En, Wording::Y2021, "English of 2021"),
    (Lang::En, Wording::Y2026, "English of 2026"),
    (Lang::En, Wording::Y2005, "English of 2005"),
    (Lang::Ko, Wording::Y2021, "Korean of 2021"),
    (Lang::Ko, Wording::Y2005, "Korean of 2005"),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = args.iter().find(|a| !a.starts_with("--")) else {
        eprintln!("a file of card data is needed");
        std::process::exit(2);
    };
    let input = std::fs::File::open(path).unwrap_or_else(|why| {
        eprintln!("{path}: {why}");
        std::process::exit(2);
    });
    let (mut accepted, mut same) = (0, [0; FORMS.len()]);
    for raw in read::file(path, BufReader::new(input)).cards.iter().filter(|raw| !raw.funny) {
        let compiled = compile(raw);
        let Some(card) = compiled.card.filter(|_| compiled.status.is_accepted()) else { continue };
        accepted += 1;
        for (count, (lang, wording, form)) in same.iter_mut().zip(FORMS) {
            match reads_back(&card, lang, wording) {
                Ok(()) => *count += 1,
                Err(printed) if args.iter().any(|a| a == "--show") => {
                    println!("{} ({form})\n  {}", card.name, printed.replace('\n', "\n  "));
                }
                Err(_) => {}
            }
        }
    }
    for (count, (_, _, form)) in same.iter().zip(FORMS) {
        println!("{count} of {accepted} read back from the {form}");
    }
}

/// Whether the print of a card is read as the card; the print if not.
fn reads_back(card: &CardData, lang: Lang, wording: Wording) -> Result<(), String> {
    let printed = print_card(card, lang, wording);
    let plain = |all: &[Ability]| all.iter().map(without_order).collect::<Vec<_>>();
    let wanted: Vec<Ability> = card.abilities.iter().map(|a| worded(a, wording)).collect();
    match parse_card(&printed, &CardHeader::of(card), lang) {
        Ok(back) if plain(&back) == plain(&wanted) => Ok(()),
        _ => Err(printed),
    }
}
