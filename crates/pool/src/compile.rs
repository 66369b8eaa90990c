//! From the text of a card to its tree, and how far that can be trusted.

use crate::raw::{RawCard, RawFace};
use crate::same;
use serde::{Deserialize, Serialize};
use simpan_cards::ast::{Ability, Color, Colors, Effect, ManaCost, TypeLine};
use simpan_cards::{CardData, Pool, Pt, validate};
use simpan_language::{
    CardHeader, Lang, Reminder, Verdict, Wording, parse_card, parse_paragraphs, print_paragraphs,
    self_names, without_order, worded,
};
use std::ops::Range;

/// How far a card can be trusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Its text is read whole, printing the tree says the same as the text, and the engine runs it.
    Verified,
    /// Its text is read whole, printing the tree and reading that gives the same tree, and the
    /// engine runs it; only the words differ.
    Executable,
    /// It can't be played, for every one of these reasons.
    Refused(Vec<Reason>),
}

impl Status {
    /// Whether the card can be played.
    pub fn is_accepted(&self) -> bool {
        !matches!(self, Self::Refused(_))
    }
    /// Why the card is refused; empty if it is not.
    pub fn reasons(&self) -> &[Reason] {
        match self {
            Self::Refused(reasons) => reasons,
            _ => &[],
        }
    }
}

/// Why a card is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// What is wrong.
    pub kind: ReasonKind,
    /// Where in the text of its front face, in bytes, if it is about the text.
    pub span: Option<Range<usize>>,
    /// The words, or what is wrong in words.
    pub words: String,
    /// What would be understood there, nearest first.
    pub needed: Vec<String>,
}

/// What is wrong with a refused card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ReasonKind {
    /// Words of its text are not understood.
    Text,
    /// It means something that no rulebook runs.
    Node,
    /// What was read makes no sense on this card.
    Sense,
    /// It was printed otherwise than it was read.
    Unstable,
    /// It has several faces.
    Faces,
    /// Its type line is not known.
    Types,
    /// Its mana cost is not known.
    Cost,
    /// Its power, toughness or loyalty is no number that is known.
    Numbers,
    /// Its text is not whole in the file.
    Incomplete,
    /// A parenthesis in its text is not closed.
    Brackets,
    /// A reminder in parentheses says what the card hasn't.
    Reminder,
}

impl Reason {
    fn new(kind: ReasonKind, words: impl Into<String>) -> Self {
        Self { kind, span: None, words: words.into(), needed: Vec::new() }
    }

    /// What reasons of many cards are counted by: the first words, numbers and symbols left out;
    /// or the name of the node.
    pub fn key(&self) -> String {
        match self.kind {
            ReasonKind::Text | ReasonKind::Reminder => first_words(&self.words),
            ReasonKind::Node | ReasonKind::Sense => {
                let text = self.words.strip_prefix("nothing runs ").unwrap_or(&self.words);
                let end = text.find(['(', '{', '[', ':']).unwrap_or(text.len());
                text[..end].trim().to_owned()
            }
            ReasonKind::Unstable => String::new(),
            _ => self.words.clone(),
        }
    }
}

/// How many words stand for a passage that is not understood.
const KEY_WORDS: usize = 3;

fn first_words(words: &str) -> String {
    let plain = |word: &str| {
        let digits = word.chars().any(|c| c.is_ascii_digit());
        let symbol = word.contains('{');
        let end = word.trim_end_matches(['.', ',', ':']);
        match (symbol, digits) {
            (true, _) => "{…}".to_owned(),
            (_, true) => "N".to_owned(),
            _ => end.to_lowercase(),
        }
    };
    let words = words.split_whitespace().filter(|w| w.chars().any(|c| c.is_alphanumeric()));
    let key = words.take(KEY_WORDS).map(plain).collect::<Vec<_>>().join(" ");
    if key.is_empty() { "(the end of the text)".to_owned() } else { key }
}

/// A card with what was made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiled {
    /// Its tree, if its text and numbers are understood (whether or not anything runs it).
    pub card: Option<CardData>,
    /// How far it can be trusted.
    pub status: Status,
}

/// The wordings a text may be in.
const WORDINGS: [Wording; 3] = [Wording::Y2021, Wording::Y2026, Wording::Y2005];

/// Reads a card's text, checks the tree and says how far it can be trusted.
pub fn compile(raw: &RawCard) -> Compiled {
    let mut reasons = Vec::new();
    if raw.partial {
        reasons.push(Reason::new(ReasonKind::Incomplete, "its text is not whole"));
    }
    if raw.is_many_faced() {
        let words = format!("cards with several faces ({})", raw.layout);
        reasons.push(Reason::new(ReasonKind::Faces, words));
    }
    let face = raw.front();
    let mut card = frame(raw, face, &mut reasons);
    let paragraphs = text(face, &card, &mut reasons);
    let Some(paragraphs) = paragraphs.filter(|_| reasons.is_empty()) else {
        return Compiled { card: None, status: Status::Refused(reasons) };
    };
    card.abilities = join_spells(paragraphs.iter().flatten().cloned());
    judge(&card, &mut reasons);
    if reasons.is_empty() {
        reasons.extend(contradictions(&face.text, &card, &paragraphs));
    }
    if !reasons.is_empty() {
        return Compiled { card: Some(card), status: Status::Refused(reasons) };
    }
    let status = match says_the_same(&face.text, &paragraphs, &card) {
        true => Status::Verified,
        false => match reads_back(&card) {
            Ok(()) => Status::Executable,
            Err(reason) => Status::Refused(vec![reason]),
        },
    };
    Compiled { card: Some(card), status }
}

/// Everything but the text.
fn frame(raw: &RawCard, face: &RawFace, reasons: &mut Vec<Reason>) -> CardData {
    let mut note = |kind, words: String| reasons.push(Reason::new(kind, words));
    let types: TypeLine = face.types.parse().unwrap_or_else(|why| {
        note(ReasonKind::Types, why);
        TypeLine::default()
    });
    let cost = match face.cost.trim() {
        "" => None,
        text => text.parse::<ManaCost>().map_or_else(
            |why| {
                note(ReasonKind::Cost, why.to_string());
                None
            },
            Some,
        ),
    };
    let mut pt = None;
    match (&face.power, &face.toughness) {
        (Some(power), Some(toughness)) => match format!("{power}/{toughness}").parse::<Pt>() {
            Ok(found) => pt = Some(found),
            Err(why) => note(ReasonKind::Numbers, why),
        },
        (None, None) => {}
        _ => note(ReasonKind::Numbers, "power without toughness or the reverse".to_owned()),
    }
    let mut loyalty = None;
    if let Some(text) = &face.loyalty {
        match text.parse::<u8>() {
            Ok(found) => loyalty = Some(found),
            Err(_) => note(ReasonKind::Numbers, format!("`{text}` is no loyalty")),
        }
    }
    let colors = face.colors.as_deref().and_then(|c| own_colors(c, cost.as_ref()));
    let name = if raw.is_many_faced() { face.name.clone() } else { raw.name.clone() };
    let korean = face.korean_name.clone().filter(|n| !n.trim().is_empty());
    CardData { name, korean, cost, colors, types, pt, loyalty, abilities: Vec::new() }
}

/// The colours of a card where its mana cost doesn't give them: a colour indicator. That a card
/// has less colours than its cost is said in its text.
fn own_colors(letters: &str, cost: Option<&ManaCost>) -> Option<Colors> {
    let colors: Colors = letters.chars().filter_map(Color::from_letter).collect();
    let of_cost = cost.map(ManaCost::colors).unwrap_or_default();
    let adds = colors.iter().any(|c| !of_cost.has(c));
    adds.then_some(colors)
}

/// The language of a text: Korean if it has any Hangul.
fn language(text: &str) -> Lang {
    if text.chars().any(|c| ('가'..='힣').contains(&c)) { Lang::Ko } else { Lang::En }
}

/// The abilities of each paragraph.
fn text(face: &RawFace, card: &CardData, reasons: &mut Vec<Reason>) -> Option<Vec<Vec<Ability>>> {
    if !same::is_balanced(&face.text) {
        reasons.push(Reason::new(ReasonKind::Brackets, "a parenthesis is not closed in its line"));
        return None;
    }
    // What the type line leaves unknown does not change what the text says; spells are the exception.
    match parse_paragraphs(&face.text, &CardHeader::of(card), language(&face.text)) {
        Ok(paragraphs) => Some(paragraphs),
        Err(errors) => {
            reasons.extend(errors.errors.into_iter().map(|e| Reason {
                kind: ReasonKind::Text,
                span: Some(e.span),
                words: e.words,
                needed: e.expected,
            }));
            None
        }
    }
}

/// The instructions of a spell are followed in the order in which they stand, in however many
/// paragraphs (2005 rule 413.2c, 2021 rule 608.2c): they become one list.
fn join_spells(abilities: impl Iterator<Item = Ability>) -> Vec<Ability> {
    let mut all: Vec<Ability> = Vec::new();
    for ability in abilities {
        match (all.last_mut(), ability) {
            (Some(Ability::Spell(first)), Ability::Spell(second)) => {
                let mut list = Vec::new();
                for effect in [first.clone(), second] {
                    match effect {
                        Effect::Seq(effects) => list.extend(effects),
                        other => list.push(other),
                    }
                }
                *first = Effect::Seq(list);
            }
            (_, ability) => all.push(ability),
        }
    }
    all
}

/// What is senseless in the tree, and what nothing runs.
fn judge(card: &CardData, reasons: &mut Vec<Reason>) {
    for problem in validate(card) {
        let words = format!("{}: {}", problem.message, problem.path);
        reasons.push(Reason::new(ReasonKind::Sense, words));
    }
    if reasons.is_empty()
        && let Err(refusal) = Pool::default().add(card)
    {
        reasons.extend(refusal.reasons.into_iter().map(|r| Reason::new(ReasonKind::Node, r)));
    }
}

/// The reminders that say what the card hasn't.
fn contradictions(
    text: &str,
    card: &CardData,
    paragraphs: &[Vec<Ability>],
) -> impl Iterator<Item = Reason> {
    let all = simpan_language::reminders(text, card, Some(paragraphs), language(text));
    all.into_iter().filter(|r| r.verdict == Verdict::Contradicts).map(|r| Reason {
        kind: ReasonKind::Reminder,
        span: Some(r.span),
        words: r.words,
        needed: Vec::new(),
    })
}

/// Every reminder in parentheses of a card, checked against what was made of its text.
pub fn reminders(raw: &RawCard, card: &CardData) -> Vec<Reminder> {
    let text = &raw.front().text;
    simpan_language::reminders(text, card, None, language(text))
}

/// Whether the tree, printed in the words of some date, says what the text says.
fn says_the_same(text: &str, read: &[Vec<Ability>], card: &CardData) -> bool {
    let lang = language(text);
    let mut given = same::paragraphs(text);
    // The paragraphs of a spell are read as one.
    let spell = read.iter().position(|all| matches!(all.as_slice(), [Ability::Spell(_)]));
    if let (Some(at), Some(more)) = (spell, given.len().checked_sub(read.len())) {
        let joined = given[at..=at + more].join(" ");
        given.splice(at..=at + more, [joined]);
    }
    if given.len() != read.len() {
        return false;
    }
    let names = self_names(&CardHeader::of(card), lang);
    let pairs = given.iter().zip(read).map(|(text, all)| (text.as_str(), all.as_slice()));
    let wanted = same::joined(pairs, &names);
    let lines = same::lines_of(&card.abilities);
    WORDINGS.into_iter().any(|wording| {
        let printed = print_paragraphs(card, lang, wording);
        let of_line = |(text, range): (&String, &Range<usize>)| (text.clone(), range.clone());
        let all: Vec<(String, Range<usize>)> = printed.iter().zip(&lines).map(of_line).collect();
        let pairs = all.iter().map(|(text, range)| (text.as_str(), &card.abilities[range.clone()]));
        printed.len() == lines.len() && same::joined(pairs, &names) == wanted
    })
}

/// Whether what is printed reads as the same tree.
fn reads_back(card: &CardData) -> Result<(), Reason> {
    let printed = print_paragraphs(card, Lang::En, Wording::Y2021).join("\n");
    let wanted = card.abilities.iter().map(|a| without_order(&worded(a, Wording::Y2021)));
    let same = match parse_card(&printed, &CardHeader::of(card), Lang::En) {
        Ok(back) => back.iter().map(without_order).eq(wanted),
        Err(_) => false,
    };
    if same { Ok(()) } else { Err(Reason::new(ReasonKind::Unstable, printed)) }
}

/// What can be played of a refused card, and what it will not do.
#[derive(Clone, Debug, PartialEq)]
pub struct Curtailed {
    /// The card without what is refused.
    pub card: CardData,
    /// The paragraphs (and other faces) that are left out, as they were given.
    pub without: Vec<String>,
}

/// Takes from a refused card what can't be run.
///
/// # Errors
/// The reasons why not even the rest can be played: its type line, cost or numbers.
pub fn curtail(raw: &RawCard) -> Result<Curtailed, Vec<Reason>> {
    let mut reasons = Vec::new();
    let face = raw.front();
    let mut card = frame(raw, face, &mut reasons);
    if !reasons.is_empty() {
        return Err(reasons);
    }
    let header = CardHeader::of(&card);
    let mut without: Vec<String> = Vec::new();
    let mut kept: Vec<Ability> = Vec::new();
    let balanced = same::is_balanced(&face.text);
    for line in lines_with_modes(&face.text) {
        match parse_card(&line, &header, language(&line)) {
            Ok(abilities) if balanced => {
                let fits = |ability: &Ability| {
                    card.abilities = vec![ability.clone()];
                    Pool::default().add(&card).is_ok()
                };
                if abilities.iter().all(fits) {
                    kept.extend(abilities);
                } else {
                    without.push(line);
                }
            }
            _ => without.push(line),
        }
    }
    card.abilities = join_spells(kept.into_iter());
    without.extend(raw.faces.iter().skip(1).map(|f| format!("// {}", f.name)));
    judge(&card, &mut reasons);
    if reasons.is_empty() { Ok(Curtailed { card, without }) } else { Err(reasons) }
}

/// The lines of a text, those of modes with the one before.
fn lines_with_modes(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.lines().filter(|l| !l.trim().is_empty()) {
        match all.last_mut() {
            Some(last) if line.trim_start().starts_with('•') => {
                last.push('\n');
                last.push_str(line);
            }
            _ => all.push(line.to_owned()),
        }
    }
    all
}
