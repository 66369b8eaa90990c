//! What an object is (2005 rule 201, 2021 rule 109.3), as numbers and sets.

use crate::ast::{
    CardTypes, Change, Colors, Keywords, Objects, Static, StaticEffect, Subtypes, Supertypes,
};
use crate::program::{AbilityId, AbilityKind, CardId, LoweredAbility, ProgramId, Signs};
use serde::{Deserialize, Serialize};
use simpan_engine::{ObjectId, PlayerId};
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
    /// What it must, can or can't do: bits of [`Mark`].
    pub marks: u32,
    /// What it may do only in part: changes that say more than a mark can.
    pub limits: SmallVec<[Limit; 1]>,
}

/// Bits of [`Characteristics::marks`]: the changes without parameters to what an object may do.
#[derive(Clone, Copy, Debug)]
pub struct Mark;

impl Mark {
    /// Can't attack.
    pub const CANT_ATTACK: u32 = 1;
    /// Can't block.
    pub const CANT_BLOCK: u32 = 1 << 1;
    /// Attacks each turn if able.
    pub const MUST_ATTACK: u32 = 1 << 2;
    /// Blocks each turn if able.
    pub const MUST_BLOCK: u32 = 1 << 3;
    /// All creatures able to block it do so.
    pub const MUST_BE_BLOCKED: u32 = 1 << 4;
    /// Can't be blocked.
    pub const UNBLOCKABLE: u32 = 1 << 5;
    /// Can attack as though it didn't have defender.
    pub const ATTACKS_DESPITE_DEFENDER: u32 = 1 << 6;
    /// Doesn't untap during its controller's untap step.
    pub const NO_UNTAP: u32 = 1 << 7;
    /// Can't be countered.
    pub const UNCOUNTERABLE: u32 = 1 << 8;
    /// Can't be regenerated.
    pub const NO_REGENERATION: u32 = 1 << 9;
    /// Its activated abilities can't be activated.
    pub const NO_ACTIVATION: u32 = 1 << 10;
    /// Can't attack alone.
    pub const CANT_ATTACK_ALONE: u32 = 1 << 11;

    /// The mark that a change sets, if it is a change of this sort.
    pub const fn of(change: &Change) -> Option<u32> {
        Some(match change {
            Change::CantAttack => Self::CANT_ATTACK,
            Change::CantAttackAlone => Self::CANT_ATTACK_ALONE,
            Change::CantBlock => Self::CANT_BLOCK,
            Change::MustAttack => Self::MUST_ATTACK,
            Change::MustBlock => Self::MUST_BLOCK,
            Change::MustBeBlocked => Self::MUST_BE_BLOCKED,
            Change::Unblockable => Self::UNBLOCKABLE,
            Change::AttacksDespiteDefender => Self::ATTACKS_DESPITE_DEFENDER,
            Change::NoUntap => Self::NO_UNTAP,
            Change::Uncounterable => Self::UNCOUNTERABLE,
            Change::NoRegeneration => Self::NO_REGENERATION,
            Change::NoActivation => Self::NO_ACTIVATION,
            _ => return None,
        })
    }

    /// The marks that a static ability sets on its own object and always, if it does nothing else
    /// ("This creature can't block"). Such an ability needs no sign: its marks come and go with it.
    pub fn printed(ability: &Static) -> Option<u32> {
        match ability {
            Static {
                while_: None,
                effect: StaticEffect::Change { what: Objects::This, changes },
            } => changes.iter().try_fold(0, |marks, c| Some(marks | Self::of(c)?)),
            _ => None,
        }
    }

    /// The marks that an ability sets by being there.
    pub fn of_ability(ability: &LoweredAbility) -> u32 {
        match &ability.kind {
            AbilityKind::Static(s) => Self::printed(s).unwrap_or(0),
            _ => 0,
        }
    }
}

/// A change to what an object may do that has parameters, and from where they are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// The effect it belongs to.
    pub at: ChangeAt,
    /// Which of the effect's changes it is.
    pub change: u8,
    /// The object whose text it is.
    pub source: ObjectId,
    /// The player whom the text calls "you".
    pub you: PlayerId,
}

/// Where the changes of a continuous effect stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChangeAt {
    /// In a static ability.
    Ability(AbilityId),
    /// In a step of a program.
    Program(ProgramId, u16),
}
