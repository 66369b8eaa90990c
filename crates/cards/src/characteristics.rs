//! What an object is (2005 rule 201, 2021 rule 109.3), as numbers and sets.

use crate::ast::{CardTypes, Colors, Keywords, Subtypes, Supertypes};
use crate::program::{AbilityId, CardId, Signs};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The characteristics of an object that effects may change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Characteristics {
    /// Whose name and mana cost it has.
    pub named: CardId,
    /// Its power; may be negative.
    pub power: i32,
    /// Its toughness; may be negative.
    pub toughness: i32,
    /// Its colours.
    pub colors: Colors,
    /// Its supertypes.
    pub supertypes: Supertypes,
    /// Its card types.
    pub types: CardTypes,
    /// Its keywords without parameters.
    pub keywords: Keywords,
    /// Signs of its abilities.
    pub signs: Signs,
    /// Its subtypes.
    pub subtypes: Subtypes,
    /// Its other abilities, in printed order, then as they were given.
    pub abilities: SmallVec<[AbilityId; 6]>,
}
