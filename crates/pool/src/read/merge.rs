//! Printings of one card become one card.

use super::card::Printing;
use super::document::Place;
use super::{Found, Issue, IssueKind, MAX_CARDS, MAX_PROBLEMS};
use crate::raw::{RawCard, RawFace};
use std::collections::BTreeMap;

/// The longest name that is shown of something that was left out.
const MAX_SHOWN: usize = 120;

/// Cards by name, and what was wrong.
#[derive(Debug, Default)]
pub(crate) struct Merge {
    cards: BTreeMap<String, RawCard>,
    printings: usize,
    tokens: usize,
    issues: Vec<Issue>,
    unlisted: usize,
    full: bool,
    /// The file that is read.
    pub(crate) file: String,
    /// The line of a file with a card a line.
    pub(crate) line: Option<usize>,
    /// Where the reader of a document stands.
    pub(crate) place: Option<Place>,
}

impl Merge {
    pub(crate) fn len(&self) -> usize {
        self.cards.len()
    }
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }
    /// A value is done: the next may be as long again.
    pub(crate) fn rest(&self) {
        if let Some(place) = &self.place {
            place.since.set(0);
        }
    }

    fn push(&mut self, issue: Issue) {
        let fatal = matches!(issue.kind, IssueKind::Broken(_) | IssueKind::TooMany(_));
        if self.issues.len() < MAX_PROBLEMS || fatal {
            self.issues.push(issue);
        } else {
            self.unlisted += 1;
        }
    }

    pub(crate) fn issue(&mut self, card: Option<&str>, kind: IssueKind) {
        let line = self.line.or_else(|| self.place.as_ref().map(|p| p.line.get() + 1));
        let card = card.map(|c| c.chars().take(MAX_SHOWN).collect());
        self.push(Issue { file: self.file.clone(), line, column: None, card, kind });
    }
    pub(crate) fn broken(&mut self, why: String, line: Option<usize>, column: Option<usize>) {
        if !self.full {
            self.push(Issue {
                file: self.file.clone(),
                line,
                column,
                card: None,
                kind: IssueKind::Broken(why),
            });
        }
    }
    pub(crate) fn bad_line(&mut self, why: String, column: usize) {
        let (line, kind) = (self.line, IssueKind::BadLine(why));
        self.push(Issue { file: self.file.clone(), line, column: Some(column), card: None, kind });
    }
    pub(crate) fn token(&mut self) {
        self.tokens += 1;
        self.rest();
    }

    /// Takes a printing.
    pub(crate) fn add(&mut self, card: Option<Printing>) {
        self.rest();
        let Some(card) = card else { return self.issue(None, IssueKind::NoCard) };
        let Some(name) = card.name.clone().filter(|n| !n.trim().is_empty()) else {
            let kind = if card.types.is_some() || !card.faces.is_empty() {
                IssueKind::Missing("name")
            } else {
                IssueKind::NoCard
            };
            return self.issue(None, kind);
        };
        for field in &card.unknown {
            self.issue(Some(&name), IssueKind::Form(field.clone()));
        }
        if !card.unknown.is_empty() {
            return;
        }
        if card.is_token() {
            self.tokens += 1;
            return;
        }
        if card.types.is_none() && card.faces.iter().all(|f| f.types.is_none()) {
            return self.issue(Some(&name), IssueKind::Missing("type line"));
        }
        self.printings += 1;
        self.insert(name, card);
    }

    fn insert(&mut self, name: String, printing: Printing) {
        let (name, faces) = faces_of(name, &printing);
        if !self.cards.contains_key(&name) && self.cards.len() >= MAX_CARDS {
            self.full = true;
            return self.issue(Some(&name), IssueKind::TooMany(MAX_CARDS));
        }
        let layout = printing.layout.unwrap_or_default();
        let new = RawCard {
            name: name.clone(),
            layout,
            funny: printing.funny,
            digital: printing.digital,
            partial: printing.partial,
            ..RawCard::default()
        };
        let basic = faces.iter().any(|(_, f)| f.types.starts_with("Basic "));
        let card = self.cards.entry(name.clone()).or_insert(new);
        // A card is a joke, digital or incomplete if all its printings are.
        card.funny &= printing.funny && !basic;
        card.digital &= printing.digital;
        card.partial &= printing.partial;
        card.sets.extend(printing.sets.iter().map(|s| s.to_uppercase()));
        let mut differ = Vec::new();
        for (at, face) in faces {
            if card.faces.len() <= at {
                card.faces.resize(at + 1, RawFace::default());
            }
            join(&mut card.faces[at], face, &mut differ);
        }
        differ.dedup();
        for field in differ {
            self.issue(Some(&name), IssueKind::Differs(field));
        }
    }

    pub(crate) fn finish(mut self) -> Found {
        let mut cards: Vec<RawCard> = std::mem::take(&mut self.cards).into_values().collect();
        for card in &mut cards {
            let before = card.faces.len();
            card.faces.retain(|f| !f.name.is_empty());
            if card.faces.len() < before {
                self.issue(Some(&card.name), IssueKind::Missing("text of one of its faces"));
                card.partial = true;
            }
        }
        if self.unlisted > 0 {
            let kind = IssueKind::More(self.unlisted);
            self.issues.push(Issue {
                file: String::new(),
                line: None,
                column: None,
                card: None,
                kind,
            });
        }
        let (printings, tokens, issues) = (self.printings, self.tokens, self.issues);
        Found { cards, printings, tokens, issues }
    }
}

/// The faces that a printing tells of, each with its place, and the card's name.
fn faces_of(name: String, printing: &Printing) -> (String, Vec<(usize, RawFace)>) {
    let korean = printing.lang.as_deref() == Some("ko");
    if printing.faces.is_empty() {
        let side = printing.side.as_deref().and_then(|s| s.bytes().next());
        let at = side.map_or(0, |s| usize::from(s.wrapping_sub(b'a'))).min(15);
        let own = printing.face_name.clone().unwrap_or_else(|| name.clone());
        return (name, vec![(at, face(printing, own, korean))]);
    }
    let all: Vec<RawFace> = (printing.faces.iter())
        .map(|f| face(f, f.name.clone().unwrap_or_default(), korean))
        .collect();
    // Both sides show the same card.
    let same = all.iter().all(|f| f.name == all[0].name && f.text == all[0].text);
    match (same, all.len()) {
        (true, 2..) => (all[0].name.clone(), all.into_iter().take(1).enumerate().collect()),
        _ => (name, all.into_iter().enumerate().collect()),
    }
}

fn face(printing: &Printing, name: String, korean: bool) -> RawFace {
    let mut face = RawFace {
        name,
        types: printing.types.clone().unwrap_or_default(),
        ..printing.face.clone()
    };
    if korean {
        face.korean_name = face.korean_name.or_else(|| printing.printed_name.clone());
        face.korean_text = face.korean_text.or_else(|| printing.printed_text.clone());
    }
    face
}

/// Adds what a printing knows more; the first text stays.
fn join(old: &mut RawFace, new: RawFace, differ: &mut Vec<&'static str>) {
    if old.name.is_empty() {
        *old = new;
        return;
    }
    let fields = [
        ("cost", &mut old.cost, new.cost),
        ("type line", &mut old.types, new.types),
        ("text", &mut old.text, new.text),
    ];
    for (field, old, new) in fields {
        match (old.is_empty(), new.is_empty()) {
            (true, false) => *old = new,
            (false, false) if *old != new => differ.push(field),
            _ => {}
        }
    }
    let fields = [
        ("power", &mut old.power, new.power),
        ("toughness", &mut old.toughness, new.toughness),
        ("loyalty", &mut old.loyalty, new.loyalty),
        ("colours", &mut old.colors, new.colors),
    ];
    for (field, old, new) in fields {
        match (&old, &new) {
            (None, _) => *old = new,
            (Some(a), Some(b)) if a != b => differ.push(field),
            _ => {}
        }
    }
    old.korean_name = old.korean_name.take().or(new.korean_name);
    old.korean_text = old.korean_text.take().or(new.korean_text);
}
