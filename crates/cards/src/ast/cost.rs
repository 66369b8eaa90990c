//! Costs (2005 rule 409.1f to h, 2021 rules 118 and 601.2f to h).

use super::{Amount, CounterKind, Filter, ManaCost};
use serde::{Deserialize, Serialize};

/// Mana and everything else that must be paid.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// The mana part.
    #[serde(default, skip_serializing_if = "ManaCost::is_empty")]
    pub mana: ManaCost,
    /// The rest, in the order it is written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<CostPart>,
}

/// A part of a cost that isn't mana.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum CostPart {
    /// {T}
    Tap,
    /// {Q}
    Untap,
    /// Sacrifice this object.
    SacrificeThis,
    /// Sacrifice that many permanents fitting the filter.
    Sacrifice { count: Amount, filter: Filter },
    /// Discard this card (from hand).
    DiscardThis,
    /// Discard that many cards fitting the filter.
    Discard {
        count: Amount,
        filter: Filter,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        random: bool,
    },
    /// Pay that much life.
    PayLife(Amount),
    /// Draw that many cards.
    Draw(Amount),
    /// Exile this card from where it is.
    ExileThis,
    /// Exile that many cards fitting the filter (whose zone the filter gives).
    Exile { count: Amount, filter: Filter },
    /// Return that many permanents you control fitting the filter to their owner's hand.
    Return { count: Amount, filter: Filter },
    /// Tap that many untapped permanents you control fitting the filter.
    TapOthers { count: Amount, filter: Filter },
    /// Remove that many counters from this object.
    RemoveCounters { count: Amount, kind: CounterKind },
    /// Put that many counters on this object.
    PutCounters { count: Amount, kind: CounterKind },
}
