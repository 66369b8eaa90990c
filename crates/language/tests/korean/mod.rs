//! Official Korean card texts beside ours: which cards count, and where the two first differ.
//!
//! A card counts if its English text is read whole, printed back the same with the words of 2021
//! and accepted by the engine. Its printed Korean is compared without reminders and spacing.

use serde_json::Value;
use simpan_cards::ast::{Ability, Color, ManaCost};
use simpan_cards::{CardData, Pool, Pt};
use simpan_language::{
    CardHeader, Lang, Wording, parse_card, print_card, print_paragraphs, without_order,
};
use std::collections::BTreeMap;

/// One card of the comparison.
#[derive(Debug)]
pub struct Official {
    /// As the file has it.
    pub korean: String,
    /// As we print it.
    pub printed: String,
    /// What its English text means.
    pub card: CardData,
}

/// What the comparison found.
#[derive(Debug, Default)]
pub struct Report {
    /// Cards of the file that have a text in both languages.
    pub all: usize,
    /// Those among them that are verified in English, with both Korean texts.
    pub verified: Vec<Official>,
    /// Cards of `verified` whose official Korean is read, and read as the same tree.
    pub read: (usize, usize),
}

/// A text without reminders, spacing and the shapes of quotation marks and dashes.
pub fn squeezed(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 || c.is_whitespace() => {}
            '−' | '–' | '—' | '─' => out.push('-'),
            '“' | '”' | '＂' => out.push('"'),
            '’' | '‘' => out.push('\''),
            '•' | '·' | '●' => out.push('•'),
            _ => out.push(c),
        }
    }
    // A sentence that ends in quotation marks has one full stop, inside or outside.
    out.replace(".\".", ".\"")
}

/// An English text as it is compared: without reminders, case, commas and the length of dashes.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '—' | '−' | '–' => out.push('-'),
            ',' | ';' => {}
            _ => out.extend(c.to_lowercase()),
        }
    }
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    out.replace(" .", ".").replace(".\".", ".\"")
}

fn lines(folder: &str, file: &str) -> Vec<Value> {
    let path = format!("{folder}/{file}");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{path}: {e}"))).collect()
}

/// What a card is apart from its text.
fn facts(json: &Value) -> Option<CardData> {
    let text = |key: &str| json[key].as_str().filter(|t| !t.is_empty());
    if text("layout").unwrap_or("normal") != "normal" {
        return None;
    }
    let number = |key: &str| text(key).map(str::parse).transpose();
    let pt = match (number("power").ok()?, number("toughness").ok()?) {
        (Some(power), Some(toughness)) => Some(Pt { power, toughness }),
        _ => None,
    };
    let cost: Option<ManaCost> = text("mana_cost").map(str::parse).transpose().ok()?;
    let letters = json["colors"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let colors = letters.filter_map(|l| Color::from_letter(l.chars().next()?)).collect();
    let own = cost.as_ref().map(ManaCost::colors).unwrap_or_default();
    Some(CardData {
        name: text("name")?.to_owned(),
        korean: None,
        cost,
        colors: (own != colors).then_some(colors),
        types: text("type_line")?.parse().ok()?,
        pt,
        loyalty: text("loyalty").and_then(|l| l.parse().ok()),
        abilities: Vec::new(),
    })
}

/// The card, if it is verified in English.
fn verified(mut card: CardData, english: &str) -> Option<CardData> {
    card.abilities = parse_card(english, &CardHeader::of(&card), Lang::En).ok()?;
    let accepted = simpan_cards::validate(&card).is_empty() && Pool::default().add(&card).is_ok();
    let same = plain(&print_card(&card, Lang::En, Wording::Y2021)) == plain(english);
    (accepted && same).then_some(card)
}

fn trees(all: &[Ability]) -> Vec<Ability> {
    all.iter().map(without_order).collect()
}

/// Whether a Korean text is read, and read as what the card does.
pub fn reads(card: &CardData, korean: &str) -> (bool, bool) {
    match parse_card(korean, &CardHeader::of(card), Lang::Ko) {
        Ok(back) => (true, trees(&back) == trees(&card.abilities)),
        Err(_) => (false, false),
    }
}

/// Compares all cards that both files of the folder know.
pub fn compare(folder: &str) -> Report {
    let facts_by_name: BTreeMap<String, CardData> = lines(folder, "data/cards.jsonl")
        .iter()
        .filter_map(facts)
        .map(|card| (card.name.clone(), card))
        .collect();
    let mut report = Report::default();
    for row in lines(folder, "reference/korean/korean_cards.jsonl") {
        let text = |key: &str| row[key].as_str().filter(|t| !t.is_empty());
        let (Some(english), Some(korean)) = (text("en_text"), text("ko_text")) else { continue };
        report.all += 1;
        let name = text("name").unwrap_or_default();
        let Some(card) = facts_by_name.get(name).cloned() else { continue };
        let Some(mut card) = verified(card, english) else { continue };
        card.korean = text("ko_name").map(str::to_owned);
        let (read, same) = reads(&card, korean);
        report.read.0 += usize::from(read);
        report.read.1 += usize::from(same);
        let printed = print_paragraphs(&card, Lang::Ko, Wording::Y2021).join("\n");
        report.verified.push(Official { korean: korean.to_owned(), printed, card });
    }
    report
}

impl Official {
    /// Whether the two texts are the same.
    pub fn same(&self) -> bool {
        squeezed(&self.printed) == squeezed(&self.korean)
    }

    /// The first stretch in which they differ: ours and theirs, the card called `~`, numbers `N`.
    pub fn difference(&self) -> (String, String) {
        let name = self.card.korean.as_deref().unwrap_or("~");
        let general = |text: &str| {
            let text = squeezed(&text.replace(name, "~"));
            let number = |c: char| if c.is_ascii_digit() { 'N' } else { c };
            text.chars().map(number).collect::<Vec<char>>()
        };
        let (ours, theirs) = (general(&self.printed), general(&self.korean));
        let equal = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
        // To the end of the sentence, without what both end it with.
        let rest = |text: &[char]| {
            let rest = text[equal..].iter();
            let stop = rest.clone().position(|c| *c == '.').map_or(rest.len(), |i| i + 1);
            text[equal..equal + stop].to_vec()
        };
        let (mut ours, mut theirs) = (rest(&ours), rest(&theirs));
        while !ours.is_empty() && !theirs.is_empty() && ours.last() == theirs.last() {
            ours.pop();
            theirs.pop();
        }
        (ours.into_iter().collect(), theirs.into_iter().collect())
    }
}
