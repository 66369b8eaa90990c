//! Cards and decks looked up.

use super::{assumptions, list_of, pool, rules_text};
use crate::failure::{Done, Failure};
use crate::out;
use crate::words::{self, fill};
use simpan_rulebook::{Book, Lang};
use simpan_starlight::{
    CardData, CardId, CardKind, DeckFault, DeckList, card_text, colour_name, kind_name, light_text,
    nearest,
};
use std::path::Path;

/// Shows a card, if there is one of that name in either language.
pub fn show_card(name: &str, lang: Lang) -> Option<Vec<String>> {
    pool().find(name).map(|id| card(id, lang))
}

/// That no card is called so, with the nearest name.
pub fn no_card(name: &str, lang: Lang) -> Failure {
    let near = nearest(name, pool());
    Failure::usage(match near.as_str() {
        "" => fill(words::NO_CARD.get(lang), &[name]),
        near => fill(words::NO_CARD_NEAREST.get(lang), &[name, near]),
    })
}

/// A card: its names and cost, its kind and colour, what it says, its power and health or life.
pub fn card(id: CardId, lang: Lang) -> Vec<String> {
    let data = pool().card(id);
    let other = data.name(if lang == Lang::Ko { Lang::En } else { Lang::Ko });
    let title = format!("{} ({other})  {}", data.name(lang), cost(data, lang));
    let mut lines = vec![title.trim_end().to_owned(), type_line(data, lang)];
    lines.extend(card_text(pool(), id, lang));
    match data.kind {
        CardKind::Character => lines.push(format!("{}/{}", data.power, data.health)),
        CardKind::Star if data.life > 0 => {
            lines.push(fill(words::STAR_LIFE.get(lang), &[&data.life.to_string()]));
        }
        _ => {}
    }
    if data.ours {
        lines.push(words::STAR_OURS.get(lang).to_owned());
    }
    lines
}

/// What using it costs; stars and resources cost nothing.
fn cost(data: &CardData, lang: Lang) -> String {
    match data.kind {
        CardKind::Star | CardKind::Resource => String::new(),
        _ => light_text(data.cost, lang),
    }
}

fn type_line(data: &CardData, lang: Lang) -> String {
    let colour = data.colour.or(data.stone.and_then(|s| s.colour));
    let mut line = colour.map_or(String::new(), |c| format!("{} ", colour_name(c, lang)));
    line += kind_name(data.kind, lang);
    if let Some(stone) = data.stone {
        let stone =
            if stone.basic { &words::STAR_BASIC_STONE } else { &words::STAR_STONE }.get(lang);
        line += &format!(" — {stone}");
    }
    line
}

/// Lists all cards, a line each: name, cost, kind.
pub fn list_cards(lang: Lang) -> Done {
    for (_, data) in pool().iter() {
        let (name, cost) = (data.name(lang), cost(data, lang));
        out::line(format!("{name}\t{cost}\t{}", type_line(data, lang)));
    }
    Ok(())
}

/// Lists the built-in decks by the names that stand for them.
pub fn list_decks(lang: Lang) -> Done {
    for deck in DeckList::builtin().map_err(|e| Failure::usage(e.text(lang)))? {
        out::line(format!("{}\t{}", deck.key, deck.name(lang)));
    }
    Ok(())
}

/// Whether a name or a file means a deck of this game.
pub fn is_deck(which: &str) -> bool {
    let built_in = DeckList::builtin().unwrap_or_default();
    if built_in.iter().any(|d| d.is_called(which)) {
        return true;
    }
    // A pipe can be read only once.
    let path = Path::new(which);
    if !path.is_file() {
        return false;
    }
    let bytes = crate::library::read_bounded(path, super::MAX_BYTES);
    bytes.is_ok_and(|bytes| DeckList::is_one(&String::from_utf8_lossy(&bytes)))
}

/// Checks a deck, or all of a file: its cards, its star, its size, the copies of a card.
pub fn check_deck(which: &str, rules: Option<&Path>, lang: Lang) -> Done {
    let rules = assumptions(&rules_text(rules, lang)?, lang)?;
    let mut bad = Vec::new();
    for list in list_of(which, lang)? {
        let name = list.name(lang);
        match faults(&list, &rules, lang) {
            Ok(cards) => {
                let star = pool().find(&list.star).map_or("", |id| pool().card(id).name(lang));
                let count = cards.to_string();
                out::line(fill(words::STAR_DECK_GOOD.get(lang), &[name, &count, star]));
            }
            Err(failure) => bad.push(failure.message),
        }
    }
    if bad.is_empty() { Ok(()) } else { Err(Failure::usage(bad.join("\n"))) }
}

/// How many cards a deck has that may be played, or all that is wrong with it.
pub fn faults(
    list: &DeckList,
    rules: &simpan_starlight::Assumptions,
    lang: Lang,
) -> Result<usize, Failure> {
    let title = fill(words::DECK_REFUSED.get(lang), &[list.name(lang)]);
    let deck = super::resolved(list, lang)?;
    let number = DeckFault::rule().qualified(Book::Starlight);
    let said: Vec<String> = deck
        .faults(pool(), rules)
        .iter()
        .map(|f| format!("{} [{number}]", f.text(pool(), lang)))
        .collect();
    if said.is_empty() {
        return Ok(deck.cards.len());
    }
    Err(Failure::usage(format!("{title}\n  {}", said.join("\n  "))))
}
