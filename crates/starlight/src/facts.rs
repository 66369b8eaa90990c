//! What is asked of a card all the time, found out once: a few bytes beside each card of the pool.

use crate::cards::{AbilityKind, CardData, CardKind, When};
use crate::light::COLOURLESS;
use serde::{Deserialize, Serialize};

/// What a card waits for, as bits: an event that no card in play waits for costs one look at each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Signs(u8);

impl Signs {
    pub const USES: Self = Self(1);
    pub const DESTROYED: Self = Self(2);
    pub const ENTERS: Self = Self(4);
    pub const TURN_STARTS: Self = Self(8);
    pub const TURN_ENDS: Self = Self(16);
    pub const ATTACKS: Self = Self(32);
    pub const BLOCKS: Self = Self(64);

    fn of(when: &When) -> Self {
        match when {
            When::Uses(..) => Self::USES,
            When::Destroyed(_) => Self::DESTROYED,
            When::Enters(_) => Self::ENTERS,
            When::TurnStarts(_) => Self::TURN_STARTS,
            When::TurnEnds(_) => Self::TURN_ENDS,
            When::Attacks => Self::ATTACKS,
            When::Blocks => Self::BLOCKS,
        }
    }

    /// Those of both.
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether one of those is among them.
    pub fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Its kind.
    pub kind: CardKind,
    /// The number of the Light it makes face up, colours told apart; none for what makes none.
    pub light: Option<u8>,
    /// What its 자동 abilities wait for.
    pub signs: Signs,
    /// Its abilities that a player uses, as bits.
    pub used: u8,
}

impl Facts {
    pub fn of(card: &CardData) -> Self {
        let bit = |(n, a): (usize, &crate::cards::Ability)| u8::from(a.is_used()) << n;
        let auto = card.abilities.iter().filter(|a| a.kind == AbilityKind::Auto);
        let signs = auto.filter_map(|a| a.when.as_ref()).map(Signs::of);
        let stone = card.stone.filter(|_| card.kind == CardKind::Resource);
        Self {
            kind: card.kind,
            light: stone.map(|s| s.colour.map_or(COLOURLESS, |c| c as u8)),
            signs: signs.fold(Signs::default(), Signs::or),
            used: card.abilities.iter().enumerate().map(bit).fold(0, |all, b| all | b),
        }
    }
}
