//! Official Korean card texts beside ours: which cards count, and where the two first differ.
//!
//! A card counts if its English text is read whole, printed back the same with the words of 2021
//! and accepted by the engine. Its printed Korean is compared without reminders and spacing.

use serde_json::Value;
use simpan_cards::ast::{Ability, Color, ManaCost};
use simpan_cards::{CardData, Pool, Pt};
use simpan_language::{
    CardHeader, Lang, Wording, parse_card, parse_paragraphs, print_as_written, print_card,
    without_order,
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
    /// The year of the printing.
    pub year: String,
    /// Whether the official text is read, and read as what the English text means.
    pub reading: (bool, bool),
    /// Whether our text is read back as the same tree.
    pub back: bool,
}

/// What the comparison found.
#[derive(Debug, Default)]
pub struct Report {
    /// Cards of the file that have a text in both languages.
    pub all: usize,
    /// Those among them that are verified in English, with both Korean texts.
    pub verified: Vec<Official>,
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
    text.lines()
        .map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{path}: {e}")))
        .collect()
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
fn verified(mut card: CardData, english: &str) -> Option<(CardData, Vec<Vec<Ability>>)> {
    let paragraphs = parse_paragraphs(english, &CardHeader::of(&card), Lang::En).ok()?;
    card.abilities = paragraphs.iter().flatten().cloned().collect();
    let accepted = simpan_cards::validate(&card).is_empty() && Pool::default().add(&card).is_ok();
    let same = plain(&print_card(&card, Lang::En, Wording::Y2021)) == plain(english);
    (accepted && same).then_some((card, paragraphs))
}

fn trees(all: &[Ability]) -> Vec<Ability> {
    all.iter().map(without_order).collect()
}

/// Whether a Korean text is read, and read as what the card does.
fn reads(card: &CardData, korean: &str) -> (bool, bool) {
    match parse_card(korean, &CardHeader::of(card), Lang::Ko) {
        Ok(back) => (true, trees(&back) == trees(&card.abilities)),
        Err(_) => (false, false),
    }
}

/// Compares the cards that both files of the folder know: all, or every `step`th.
pub fn compare(folder: &str, step: usize) -> Report {
    let cards: BTreeMap<String, CardData> = lines(folder, "data/cards.jsonl")
        .iter()
        .filter_map(facts)
        .map(|card| (card.name.clone(), card))
        .collect();
    let rows: Vec<(Option<CardData>, Row)> = lines(folder, "reference/korean/korean_cards.jsonl")
        .iter()
        .filter_map(Row::of)
        .step_by(step)
        .map(|row| (cards.get(&row.name).cloned(), row))
        .collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let verified = std::thread::scope(|scope| {
        let parts: Vec<_> = rows
            .chunks(rows.len().div_ceil(threads).max(1))
            .map(|part| scope.spawn(|| part.iter().filter_map(official).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
    });
    Report { all: rows.len(), verified }
}

/// What the file of Korean texts says of a card.
struct Row {
    name: String,
    korean_name: Option<String>,
    date: String,
    english: String,
    korean: String,
}

impl Row {
    /// A row with a text in both languages.
    fn of(json: &Value) -> Option<Self> {
        let text = |key: &str| json[key].as_str().filter(|t| !t.is_empty()).map(str::to_owned);
        Some(Self {
            name: text("name")?,
            korean_name: text("ko_name"),
            date: text("date").unwrap_or_default(),
            english: text("en_text")?,
            korean: text("ko_text")?,
        })
    }
}

/// An official text with the line breaks that the data lost: after a sentence that the next one
/// follows without a space, and before the card's name inside a word.
fn with_lines(korean: &str, name: &str, english: &str) -> String {
    let lines = |text: &str| text.lines().filter(|l| !squeezed(l).is_empty()).count();
    if lines(korean) >= lines(english) {
        return korean.to_owned();
    }
    let mut out = String::new();
    for (at, c) in korean.char_indices() {
        let before = out.chars().last();
        let glued = before == Some('.') && ('가'..='힣').contains(&c)
            || before == Some('.') && ['{', '•'].contains(&c)
            || before.is_some_and(|b| ('가'..='힣').contains(&b)) && c == '•'
            || before.is_some_and(|b| ('가'..='힣').contains(&b))
                && !name.is_empty()
                && korean[at..].starts_with(name);
        if glued {
            out.push('\n');
        }
        out.push(c);
    }
    out
}

fn official((card, row): &(Option<CardData>, Row)) -> Option<Official> {
    let (mut card, paragraphs) = verified(card.clone()?, &row.english)?;
    card.korean = row.korean_name.clone();
    let header = row.korean_name.as_deref().unwrap_or_default();
    let printed = print_as_written(&card, &paragraphs, Lang::Ko, Wording::Y2021).join("\n");
    Some(Official {
        year: row.date.get(..4).unwrap_or_default().to_owned(),
        reading: reads(&card, &with_lines(&row.korean, header, &row.english)),
        back: reads(&card, &printed).1,
        korean: row.korean.clone(),
        printed,
        card,
    })
}

/// Words of the templates before 2021 and what stands for them since, in squeezed texts.
const OLDER: [(&str, &str); 22] = [
    ("전환마나비용", "마나값"),
    ("당신의마나풀에", ""),
    ("자신의마나풀에", ""),
    ("담는", "추가하는"),
    ("추가한", "추가하는"),
    ("개를전장에놓는", "개를만드는"),
    ("개를만든", "개를만드는"),
    ("능력을", "를"),
    ("라는를", "를"),
    ("한개를목표", "를목표"),
    ("한장을목표", "를목표"),
    ("한명을목표", "를목표"),
    ("하나를목표", "를목표"),
    ("생물이나플레이어를목표로", "원하는목표를"),
    ("생물또는플레이어를목표로", "원하는목표를"),
    ("생물한개나플레이어를목표로", "원하는목표를"),
    ("생물한개또는플레이어를목표로", "원하는목표를"),
    ("당신이집중마법을발동할수있는시기에만이능력을활성화", "집중마법시기에만활성화"),
    ("공격중인생물", "공격생물"),
    ("맨위의카드", "맨위카드"),
    ("매턴마다공격", "매전투마다공격"),
    ("그목표에피해", "그목표에게피해"),
];

/// A squeezed text with the words of 2021, the particles of one sound and the words for "or" and
/// "and" made one.
fn modern(text: &str) -> String {
    let mut text = text.replace('을', "를").replace(['과', '와'], "및").replace("이나", "또는");
    for (old, new) in OLDER {
        text = text.replace(old, new);
    }
    text
}

impl Official {
    /// What makes the two texts differ.
    pub fn cause(&self) -> &'static str {
        let (ours, theirs) = (squeezed(&self.printed), squeezed(&self.korean));
        let symbols = |text: &str| text.matches(['{', '}']).count();
        if modern(&ours) == modern(&theirs) {
            "the official text has the words of an older template"
        } else if symbols(&ours) > symbols(&theirs) {
            "the official text, as the data has it, lacks symbols"
        } else if self.reading.1 {
            "the official text says the same in other words, which are read as the same"
        } else if self.reading.0 {
            "the official text is read as something else"
        } else {
            "the official text has words that are not read"
        }
    }

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
