//! The compiled pool as bytes: cards with their texts, trees and statuses.
//!
//! | part | what |
//! |---|---|
//! | 8 bytes | a mark, with the version of this layout |
//! | 4 bytes | the length of the head, little-endian |
//! | head | postcard: who compiled it, the hash of the body, names in order, where each row ends |
//! | body | the rows, each by itself in postcard |
//!
//! Opening looks at the head only and hashes the body; a row is decoded when it is asked for.

use crate::compile::{Compiled, Status};
use crate::raw::{RawCard, RawFace};
use serde::{Deserialize, Serialize};
use simpan_cards::CardData;
use simpan_cards::ast::Color;
use simpan_decks::fold_name;
use simpan_engine::EventHash;
use simpan_language::{Lang, Wording, print_card};
use std::hash::Hasher;
use thiserror::Error;

/// The mark of the layout.
const MARK: [u8; 8] = *b"SIMPOOL1";
/// Where the head begins.
const HEAD: usize = 12;

/// What decides how this program compiles a card.
const COMPILER: &str = env!("SIMPAN_COMPILER");

/// Why a compiled pool can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// It is something else, or of another layout.
    #[error("it is no compiled pool of this version")]
    Foreign,
    /// Its content is not what was written.
    #[error("it is damaged")]
    Damaged,
    /// It was compiled by a program that reads cards otherwise; its texts can still be had.
    #[error("it was compiled by another version of this program")]
    Stale,
}

/// A card of the pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// As it was given.
    pub raw: RawCard,
    /// How far it can be trusted.
    pub status: Status,
    /// Its tree as JSON, if its text is understood.
    tree: Option<String>,
}

impl Row {
    /// A card with what was made of it.
    pub fn new(raw: RawCard, compiled: &Compiled) -> Self {
        let tree = compiled.card.as_ref().and_then(|c| serde_json::to_string(c).ok());
        Self { raw, status: compiled.status.clone(), tree }
    }

    /// A card that was written as a tree: its text is what is printed of it.
    pub fn of_card(card: &CardData) -> Self {
        let face = RawFace {
            name: card.name.clone(),
            cost: card.cost.as_ref().map(ToString::to_string).unwrap_or_default(),
            types: card.types.to_string(),
            text: print_card(card, Lang::En, Wording::Y2021),
            power: card.pt.map(|pt| pt.power.to_string()),
            toughness: card.pt.map(|pt| pt.toughness.to_string()),
            loyalty: card.loyalty.map(|n| n.to_string()),
            colors: card.colors.map(|c| c.iter().map(Color::letter).collect()),
            korean_name: card.korean.clone(),
            korean_text: Some(print_card(card, Lang::Ko, Wording::Y2021)),
        };
        let raw = RawCard { name: card.name.clone(), faces: vec![face], ..RawCard::default() };
        let compiled = Compiled { card: Some(card.clone()), status: Status::Verified };
        Self::new(raw, &compiled)
    }

    /// Its tree, if its text is understood.
    pub fn card(&self) -> Option<CardData> {
        serde_json::from_str(self.tree.as_deref()?).ok()
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Head {
    compiler: String,
    hash: u64,
    /// Names, folded and as they are written, with the number of the row; in order.
    names: Vec<(String, String, u32)>,
    /// Where each row ends in the body.
    ends: Vec<u32>,
}

/// A compiled pool.
#[derive(Debug)]
pub struct Store {
    bytes: Vec<u8>,
    body: usize,
    head: Head,
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut hash = EventHash::default();
    hash.write(bytes);
    hash.mix(bytes.len() as u64);
    hash.value()
}

/// The compiled pool of some cards as bytes.
///
/// # Errors
/// If the cards take more than four gigabytes.
pub fn write(rows: &[Row]) -> Result<Vec<u8>, StoreError> {
    let mut body = Vec::new();
    let mut ends = Vec::with_capacity(rows.len());
    let mut names = Vec::with_capacity(rows.len() * 2);
    for (i, row) in rows.iter().enumerate() {
        body = postcard::to_extend(row, body).map_err(|_| StoreError::Damaged)?;
        ends.push(u32::try_from(body.len()).map_err(|_| StoreError::Damaged)?);
        let mut own = vec![row.raw.name.as_str()];
        for face in &row.raw.faces {
            own.push(&face.name);
            own.extend(face.korean_name.as_deref());
        }
        own.sort_unstable();
        own.dedup();
        let entry = |n: &str| (fold_name(n), n.to_owned(), i as u32);
        names.extend(own.into_iter().map(entry).filter(|(folded, ..)| !folded.is_empty()));
    }
    names.sort();
    let head = Head { compiler: COMPILER.to_owned(), hash: hash_of(&body), names, ends };
    let head = postcard::to_stdvec(&head).map_err(|_| StoreError::Damaged)?;
    let mut bytes = Vec::with_capacity(HEAD + head.len() + body.len());
    bytes.extend(MARK);
    bytes.extend(u32::try_from(head.len()).map_err(|_| StoreError::Damaged)?.to_le_bytes());
    bytes.extend(head);
    bytes.extend(body);
    Ok(bytes)
}

impl Store {
    /// Opens a compiled pool.
    ///
    /// # Errors
    /// If it is something else, damaged, or was compiled by another program.
    pub fn open(bytes: Vec<u8>) -> Result<Self, StoreError> {
        let store = Self::open_any(bytes)?;
        if store.is_stale() { Err(StoreError::Stale) } else { Ok(store) }
    }

    /// Opens a compiled pool, even one that has to be compiled again.
    ///
    /// # Errors
    /// If it is something else or damaged.
    pub fn open_any(bytes: Vec<u8>) -> Result<Self, StoreError> {
        if bytes.len() < HEAD || bytes[..8] != MARK {
            return Err(StoreError::Foreign);
        }
        let length: [u8; 4] = bytes[8..HEAD].try_into().map_err(|_| StoreError::Damaged)?;
        let body = HEAD + u32::from_le_bytes(length) as usize;
        let head = bytes.get(HEAD..body).ok_or(StoreError::Damaged)?;
        let head: Head = postcard::from_bytes(head).map_err(|_| StoreError::Damaged)?;
        let rows = &bytes[body..];
        let sorted = head.ends.is_sorted() && head.names.is_sorted();
        let whole = head.ends.last().copied().unwrap_or(0) as usize == rows.len();
        let named = head.names.iter().all(|(.., row)| (*row as usize) < head.ends.len());
        if !(sorted && whole && named) || hash_of(rows) != head.hash {
            return Err(StoreError::Damaged);
        }
        Ok(Self { body, head, bytes })
    }

    /// Whether it was compiled by a program that reads cards otherwise.
    pub fn is_stale(&self) -> bool {
        self.head.compiler != COMPILER
    }
    /// The hash of its content.
    pub fn hash(&self) -> u64 {
        self.head.hash
    }
    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.head.ends.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The card of a number.
    pub fn row(&self, number: usize) -> Option<Row> {
        let end = *self.head.ends.get(number)? as usize;
        let start = number.checked_sub(1).map_or(0, |n| self.head.ends[n] as usize);
        postcard::from_bytes(self.bytes.get(self.body + start..self.body + end)?).ok()
    }

    /// All cards, by name.
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        (0..self.len()).filter_map(|n| self.row(n))
    }

    /// The numbers of the cards of an English or Korean name, whatever its case and punctuation.
    pub fn find(&self, name: &str) -> impl Iterator<Item = usize> {
        let folded = fold_name(name);
        let start = self.head.names.partition_point(|(n, ..)| *n < folded);
        let all = self.head.names[start..].iter();
        all.take_while(move |(n, ..)| *n == folded).map(|(.., row)| *row as usize)
    }

    /// The names of all cards and faces, English and Korean.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.head.names.iter().map(|(_, n, _)| n.as_str())
    }
}
