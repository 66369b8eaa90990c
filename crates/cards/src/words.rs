//! Words of a card's text that effects may replace: colour words and basic land types (2005 rule
//! 418.6a, 2021 rule 612.2).
//!
//! An ability whose text is changed is another ability. All that an ability can be changed into
//! are lowered beside it when a card of the pool changes texts, so that nothing is made while a
//! game is played.

use crate::ast::{Ability, Color, Words};
use crate::def::CardData;
use crate::lower::{Lowering, Refusal};
use crate::pool::Pool;
use crate::program::{AbilityId, CardId, ProgramId};
use serde_json::Value;
use std::collections::BTreeMap;

/// A word: 0 to 4 are the colours, 5 to 9 the basic land types, both in WUBRG order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(pub u8);

impl Word {
    /// How many there are.
    pub const COUNT: u8 = 10;

    /// The words of a kind, a bit each.
    pub const fn all(words: Words) -> u16 {
        match words {
            Words::Color => 0b11111,
            Words::BasicLandType => 0b11111 << 5,
            Words::Either => 0b11111_11111,
        }
    }

    /// The words of the same kind, a bit each.
    pub const fn alike(self) -> u16 {
        if self.0 < 5 { Self::all(Words::Color) } else { Self::all(Words::BasicLandType) }
    }

    /// The words of a set.
    pub fn of(bits: u16) -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self).filter(move |w| bits >> w.0 & 1 == 1)
    }

    /// The word of an English form.
    fn named(name: &str) -> Option<Self> {
        (0..Self::COUNT).map(Self).find(|w| w.name() == name)
    }

    /// The colour that it names.
    pub fn color(self) -> Option<Color> {
        Color::ALL.get(usize::from(self.0)).copied()
    }

    /// Its English form, as trees write it.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 10] = [
            "White", "Blue", "Black", "Red", "Green", "Plains", "Island", "Swamp", "Mountain",
            "Forest",
        ];
        NAMES[usize::from(self.0.min(9))]
    }
}

/// What each word of a text has become; no word for those that aren't in it.
type Becomes = [Word; Word::COUNT as usize];

/// Every word has become what another one made of it is replaced by.
fn replace(becomes: Becomes, from: Word, to: Word) -> Becomes {
    becomes.map(|word| if word == from { to } else { word })
}

/// The words in an ability's text, a bit each.
fn words_of(text: &mut Value) -> u16 {
    let mut bits = 0;
    visit(text, Place::Other, &mut |text| {
        bits |= Word::named(text).map_or(0, |word| 1 << word.0);
    });
    bits
}

/// An ability, from its serial form, with all its words as they have become.
fn reworded(mut text: Value, becomes: &Becomes) -> Option<Ability> {
    visit(&mut text, Place::Other, &mut |text| {
        if let Some(word) = Word::named(text) {
            becomes[usize::from(word.0)].name().clone_into(text);
        }
    });
    serde_json::from_value(text).ok()
}

/// What a text in the tree is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A colour word or a subtype.
    Word,
    /// A type line: subtypes right of the dash.
    TypeLine,
    /// Anything else, such as a name or a mana symbol.
    Other,
}

/// The nodes and fields under which words stand.
const WORDS: [&str; 7] =
    ["Color", "SetColors", "AddColors", "colors", "Sub", "Landwalk", "subtypes"];

fn visit(value: &mut Value, place: Place, f: &mut dyn FnMut(&mut String)) {
    match value {
        Value::String(text) if place == Place::Word => f(text),
        Value::String(text) if place == Place::TypeLine => {
            let Some((left, right)) = text.split_once(" — ") else { return };
            let mut subtypes: Vec<String> = right.split(' ').map(str::to_owned).collect();
            subtypes.iter_mut().for_each(f);
            *text = format!("{left} — {}", subtypes.join(" "));
        }
        Value::Array(all) => all.iter_mut().for_each(|v| visit(v, place, f)),
        Value::Object(fields) => {
            for (key, v) in fields.iter_mut() {
                let place = match key.as_str() {
                    key if WORDS.contains(&key) => Place::Word,
                    "types" if v.is_string() => Place::TypeLine,
                    _ => Place::Other,
                };
                visit(v, place, f);
            }
        }
        _ => {}
    }
}

impl Pool {
    /// What an ability becomes when one word of its text is replaced by another.
    pub fn reword(&self, ability: AbilityId, from: Word, to: Word) -> AbilityId {
        self.reworded.get(&(ability, from, to)).copied().unwrap_or(ability)
    }

    /// What an ability's program (or one of its modes) becomes when a word is replaced.
    pub fn reword_program(&self, program: ProgramId, from: Word, to: Word) -> ProgramId {
        let Some(old) = self.ability_of(program) else { return program };
        let new = self.ability(self.reword(old, from, to)).program;
        let whole = self.ability(old).program;
        let modes = |p: ProgramId| self.program(p).modes.iter().flat_map(|modal| modal.parts());
        match modes(whole).position(|m| m == program) {
            Some(mode) => modes(new).nth(mode).unwrap_or(program),
            None => new,
        }
    }

    /// Lowers everything that abilities can become by changes of their text, once a card of the
    /// pool makes such changes.
    pub(crate) fn reword_all(&mut self, data: &CardData, id: CardId) -> Result<CardId, Refusal> {
        while self.rewords && self.searched < self.abilities.len() {
            let ability = AbilityId(self.searched as u16);
            self.searched += 1;
            let from = (ability, Word(0), Word(0));
            let done = self.reworded.range(from..).next().is_some_and(|(k, _)| k.0 == ability);
            if !done && !self.reword_one(ability) {
                let reasons = vec!["its text can be changed in too many ways".to_owned()];
                return Err(Refusal { card: data.name.clone(), reasons });
            }
        }
        Ok(id)
    }

    /// Lowers everything that one ability can become; `false` if that is too much.
    fn reword_one(&mut self, ability: AbilityId) -> bool {
        const MOST: usize = 4096;
        let Ok(mut text) = serde_json::to_value(&self.ability(ability).tree) else { return true };
        let words = words_of(&mut text);
        let is_there = |w: usize| words >> w & 1 == 1;
        let printed: Becomes =
            std::array::from_fn(|w| Word(if is_there(w) { w as u8 } else { Word::COUNT }));
        let mut family = vec![(ability, printed)];
        let mut known = BTreeMap::from([(printed, ability)]);
        // Words of a set may come to the same in several ways: one ability for one tree.
        let mut trees = BTreeMap::from([(text.to_string(), ability)]);
        let mut at = 0;
        while let Some((old, becomes)) = family.get(at).copied() {
            at += 1;
            let now = Word::of(words).fold(0, |now, w| now | 1 << becomes[usize::from(w.0)].0);
            for from in Word::of(now) {
                for to in Word::of(from.alike()).filter(|to| *to != from) {
                    let new = replace(becomes, from, to);
                    let target = known.get(&new).copied().or_else(|| {
                        let tree = reworded(text.clone(), &new)?;
                        let serial = serde_json::to_value(&tree).ok()?.to_string();
                        Some(*trees.entry(serial).or_insert_with(|| {
                            let id = Lowering::new(self).again(old, &tree);
                            family.push((id, new));
                            id
                        }))
                    });
                    let Some(target) = target else { continue };
                    known.insert(new, target);
                    self.reworded.insert((old, from, to), target);
                }
            }
            if family.len() > MOST || self.abilities.len() >= usize::from(u16::MAX) {
                return false;
            }
        }
        true
    }
}
