//! Everything that reads: decks, cards, texts, scenarios, commands.

use crate::built_in;
use simpan_cards::{CardData, Pool};
use simpan_decks::{Format, Known, Play, Rules, check_for, losses, nearest, read, verdicts, write};
use simpan_judge::{RunOptions, Source, Written, parse};
use simpan_language::{CardHeader, Lang, Wording, parse_card, print_card};
use simpan_magic::Preset;
use simpan_rulebook::Lang as Reader;
use std::hint::black_box;

/// Deck files. What is read can be written in every format and checked.
pub fn decks(data: &[u8]) {
    let known = |name: &str| match built_in().find(name) {
        Some(_) => Known::card(name),
        None => Known::Unknown(
            nearest(name, ["Shock", "Mountain", "충격"]).into_iter().map(str::to_owned).collect(),
        ),
    };
    for file in [None, Some("deck.dck")] {
        let deck = match read(data, file) {
            Ok(deck) => deck,
            Err(errors) => {
                assert!(!errors.0.is_empty());
                for lang in [simpan_rulebook::Lang::En, simpan_rulebook::Lang::Ko] {
                    assert!(!errors.text(lang).is_empty());
                }
                continue;
            }
        };
        assert!(!deck.main.is_empty() || !deck.side.is_empty());
        assert_eq!(verdicts(&deck, known).len(), deck.lines().count());
        for play in Play::built_in().iter().chain([&Play::of(Rules::LIMITED)]) {
            for problem in check_for(&deck, play, known) {
                assert!(!problem.text(simpan_rulebook::Lang::Ko).is_empty());
            }
        }
        for format in Format::ALL {
            black_box(losses(&deck, format));
            let text = write(&deck, format);
            // What we write, we read; a name may look like a mark of another format, though.
            if let Ok(back) = read(text.as_bytes(), None) {
                let cards = |deck: &simpan_decks::Deck| (deck.main_size(), deck.side_size());
                if format == Format::Cockatrice || format == Format::MtgoDek {
                    assert_eq!(cards(&back), cards(&deck), "{format}\n{text}");
                }
            } else if format == Format::Cockatrice || format == Format::MtgoDek {
                panic!("{format} is not read back:\n{text}");
            }
        }
    }
}

/// Files of formats of play.
pub fn formats_of_play(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Play::parse(text) {
        Ok(plays) => drop(black_box(plays.iter().map(|play| play.bans("x")).collect::<Vec<_>>())),
        Err(why) => assert!(!why.is_empty()),
    }
}

/// Cards as RON: read, lowered, printed in every way, and written again.
pub fn cards_ron(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match simpan_cards::parse_cards("fuzz.ron", text) {
        Ok(cards) => {
            let (lowered, _) = Pool::build(&cards);
            black_box(lowered.len());
            for card in &cards {
                printed(card);
                let again = format!("[{}]", simpan_cards::to_ron(card));
                let back = simpan_cards::parse_cards("again.ron", &again);
                assert_eq!(back.expect("what we write, we read"), [card.clone()]);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn printed(card: &CardData) {
    for lang in [Lang::En, Lang::Ko] {
        for wording in [Wording::Y2005, Wording::Y2021] {
            black_box(print_card(card, lang, wording));
        }
    }
}

/// The text of a card in English.
pub fn text_en(data: &[u8]) {
    text(data, Lang::En);
}

/// The text of a card in Korean.
pub fn text_ko(data: &[u8]) {
    text(data, Lang::Ko);
}

/// Reads a text as that of a creature or an instant, by its first byte. What is read is printed,
/// and what is printed is read to the same tree.
fn text(data: &[u8], lang: Lang) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (kind, text) = text.split_at_checked(1).unwrap_or(("", text));
    let model = if kind == "i" { "Shock" } else { "Suntail Hawk" };
    let pool = built_in();
    let Some(id) = pool.find(model) else { panic!("{model} is built in") };
    let mut card = pool.card(id).data.clone();
    card.name = "Aa Bb".to_owned();
    card.korean = Some("가나 다라".to_owned());
    let header = CardHeader::of(&card);
    match parse_card(text, &header, lang) {
        Ok(abilities) => {
            card.abilities = abilities;
            printed(&card);
            let (lowered, refused) = Pool::build([&card]);
            black_box((lowered.len(), refused.len()));
        }
        Err(errors) => assert!(!errors.to_string().is_empty()),
    }
}

/// The most that a scenario may do here: what takes long is no fault.
const BUDGET: u32 = 2_000;

/// Scenarios of both games: read, set up and played.
pub fn scenario(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let options = RunOptions { run_skipped: true, ..RunOptions::default() };
    match Written::read(&Source::new("fuzz.toml", text, Reader::Ko)) {
        Ok(Written::Magic(mut scenario)) => {
            scenario.budget = scenario.budget.min(BUDGET);
            for preset in [Preset::Y2005, Preset::Y2021] {
                black_box(simpan_judge::run(&scenario, preset, &options, "fuzz.toml", text));
            }
        }
        Ok(Written::Starlight(mut scenario)) => {
            scenario.budget = scenario.budget.min(BUDGET);
            black_box(simpan_judge::starlight::run(&scenario, &options, "fuzz.toml", text));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Lines of the command language.
pub fn commands(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        if let Err(error) = parse(line) {
            assert!(!error.message(simpan_rulebook::Lang::Ko).is_empty());
        }
    }
}
