//! Whether a print says the same as a text: letter by letter, but for what says nothing.
//!
//! Reminder text, case, commas and the length of dashes say nothing; nor does the choice among the
//! ways a text may speak of its own card, whether two sentences are joined ("…, then …"), whether
//! the player who does something is named ("you draw", "draw").

use crate::CardHeader;
use crate::engine::names;
use crate::text::paragraphs;

/// Words that mean the same wherever they stand: from, to. Applied in this order to both texts.
const PLAIN: &[(&str, &str)] = &[
    (", then ", ". "),
    (". then ", ". "),
    (" and then ", ". "),
    (";", ","),
    (",", ""),
    ("\"", ""),
    (" and you ", ". you "),
    (" and draw ", ". draw "),
    (" and each ", ". each "),
    (" you draw ", " draw "),
    (" you create ", " create "),
    (" you discard ", " discard "),
    (" you sacrifice ", " sacrifice "),
    (" you mill ", " mill "),
    (" you put ", " put "),
    (" you shuffle ", " shuffle "),
    (" that creature", " it"),
    (" that permanent", " it"),
    (" that card", " it"),
    (" that spell", " it"),
    (" that land", " it"),
    (" that artifact", " it"),
    (" that enchantment", " it"),
    (" it's ", " its "),
    (" it is ", " its "),
    (" they're ", " they are "),
    ("is put into a graveyard from the battlefield", "dies"),
    ("is put into a graveyard from play", "dies"),
    ("at the beginning of the end step", "at the beginning of each end step"),
    (" each player's upkeep", " each upkeep"),
    (" each player's end step", " each end step"),
    ("your opponents control", "an opponent controls"),
    (" whenever ", " when "),
    (" it was kicked", " ~ was kicked"),
    (" all ", " "),
    (" the battlefield", ""),
    ("comes into play", "enters"),
    (" into play", " onto"),
    (" in play", " on"),
    (" his or her ", " their "),
    (" converted mana cost", " mana value"),
    (" to your mana pool", ""),
    (" in any order", ""),
];

/// Whether `printed` says the same as `text`, on a card.
pub fn same_words(text: &str, printed: &str, card: &CardHeader) -> bool {
    let names = names(card, crate::Lang::En);
    let plain = |text: &str| -> String {
        let all = paragraphs(text);
        let part = |part: &str| plain(part, &names);
        let lines = all.iter().flat_map(|p| p.text.split(" • ").map(part));
        lines.collect::<Vec<_>>().join(" ")
    };
    plain(text) == plain(printed)
}

fn plain(text: &str, names: &[String]) -> String {
    let mut text = text.replace('—', "-");
    for name in names.iter().filter(|n| n.len() > 1) {
        text = text.replace(&format!("{name} "), "~ ");
        for after in [".", ",", "'", ":", "\""] {
            text = text.replace(&format!("{name}{after}"), &format!("~{after}"));
        }
    }
    let mut text = format!(" {} ", text.to_lowercase());
    for (from, to) in PLAIN {
        text = text.replace(from, to);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
