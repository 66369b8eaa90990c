//! Keyword abilities (2005 rule 502, 2021 rule 702).

use super::{Cost, Filter, ManaCost, Subtype, types::bit_set};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A keyword without parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Keyword {
    Flying,
    FirstStrike,
    DoubleStrike,
    Trample,
    Haste,
    Vigilance,
    Reach,
    Defender,
    Flash,
    Shroud,
    Hexproof,
    Indestructible,
    Lifelink,
    Deathtouch,
    Menace,
    Fear,
    Intimidate,
    Shadow,
    Horsemanship,
    Infect,
    Wither,
    Banding,
    Phasing,
    Storm,
    Prowess,
    Flanking,
    Provoke,
    Convoke,
    Persist,
    Undying,
    Changeling,
    Devoid,
    Mentor,
    Evolve,
    BattleCry,
    LivingWeapon,
}

impl Keyword {
    /// All of them, in declaration order.
    pub const ALL: [Keyword; 36] = [
        Keyword::Flying,
        Keyword::FirstStrike,
        Keyword::DoubleStrike,
        Keyword::Trample,
        Keyword::Haste,
        Keyword::Vigilance,
        Keyword::Reach,
        Keyword::Defender,
        Keyword::Flash,
        Keyword::Shroud,
        Keyword::Hexproof,
        Keyword::Indestructible,
        Keyword::Lifelink,
        Keyword::Deathtouch,
        Keyword::Menace,
        Keyword::Fear,
        Keyword::Intimidate,
        Keyword::Shadow,
        Keyword::Horsemanship,
        Keyword::Infect,
        Keyword::Wither,
        Keyword::Banding,
        Keyword::Phasing,
        Keyword::Storm,
        Keyword::Prowess,
        Keyword::Flanking,
        Keyword::Provoke,
        Keyword::Convoke,
        Keyword::Persist,
        Keyword::Undying,
        Keyword::Changeling,
        Keyword::Devoid,
        Keyword::Mentor,
        Keyword::Evolve,
        Keyword::BattleCry,
        Keyword::LivingWeapon,
    ];
}

bit_set!(
    /// A set of parameterless keywords.
    Keywords of Keyword: u64
);

/// A keyword ability as a card has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum KeywordAbility {
    /// One without parameters.
    Plain(Keyword),
    /// "Swampwalk": can't be blocked while the defending player controls such a land.
    Landwalk(Subtype),
    /// "Protection from …".
    Protection(Filter),
    /// "Enchant …" (2005: "Enchant creature" too).
    Enchant(Filter),
    /// "Equip {N}".
    Equip(Cost),
    /// "Haunt", on a permanent.
    Haunt,
    /// "Cycling {N}".
    Cycling(Cost),
    /// "Kicker {N}".
    Kicker(Cost),
    /// "Flashback {N}".
    Flashback(Cost),
    /// "Buyback {N}".
    Buyback(Cost),
    /// "Entwine {N}".
    Entwine(Cost),
    /// "Madness {N}".
    Madness(ManaCost),
    /// "Dredge N".
    Dredge(u8),
    /// "Morph {N}".
    Morph(Cost),
    /// "Echo {N}" (2005: its mana cost).
    Echo(ManaCost),
    /// "Cumulative upkeep {N}".
    CumulativeUpkeep(Cost),
    /// "Bushido N".
    Bushido(u8),
    /// "Rampage N".
    Rampage(u8),
    /// "Modular N".
    Modular(u8),
    /// "Fading N".
    Fading(u8),
    /// "Soulshift N".
    Soulshift(u8),
    /// "Affinity for …".
    Affinity(Filter),
    /// "Plainscycling {N}": cycling that searches for such a card.
    TypeCycling(Filter, Cost),
    /// "Ward {N}".
    Ward(Cost),
    /// "Afterlife N".
    Afterlife(u8),
    /// "Annihilator N".
    Annihilator(u8),
    /// "Outlast {N}".
    Outlast(Cost),
    /// "Scavenge {N}".
    Scavenge(Cost),
}
