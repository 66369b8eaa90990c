//! Looking at a game: what cards are now, and which fit a description.

use crate::cards::{CardData, CardKind, Filter, Pool, What, Who};
use crate::state::{Object, State, Zone};
use simpan_engine::{ObjectId, PlayerId};
use smallvec::{SmallVec, smallvec};

/// A game to look at, with its cards.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The cards.
    pub pool: &'a Pool,
    /// The state.
    pub s: &'a State,
}

impl<'a> Look<'a> {
    pub(crate) fn look(&self) -> Look<'a> {
        *self
    }

    /// The printed card of an object.
    pub fn data(&self, object: &Object) -> &'a CardData {
        self.pool.card(object.card)
    }

    /// The kind of its card.
    pub fn kind(&self, object: &Object) -> CardKind {
        self.pool.facts(object.card).kind
    }

    /// Its power now.
    pub fn power(&self, object: &Object) -> i16 {
        self.data(object).power.saturating_add(object.power)
    }

    /// Its health now, without the damage on it.
    pub fn health(&self, object: &Object) -> i16 {
        self.data(object).health.saturating_add(object.health)
    }

    /// The damage that would destroy it now (at least 0).
    pub fn lethal(&self, object: &Object) -> i16 {
        self.health(object).saturating_sub(object.damage).max(0)
    }

    /// Its cost now: the Light of its card, and what changes it.
    pub fn cost(&self, object: &Object) -> i16 {
        i16::from(self.data(object).cost.total()).saturating_add(object.cost)
    }

    /// Whether a card in play fits a description, as a player and a card say it.
    pub fn fits(&self, id: ObjectId, filter: &Filter, you: PlayerId, this: ObjectId) -> bool {
        let Some(o) = self.s.object(id).filter(|o| o.zone.in_play()) else { return false };
        // A face-down card is nothing but a card in the resource area. Stars and resources have
        // no cost, and only characters have power.
        let kind = if o.face_down { CardKind::Resource } else { self.kind(o) };
        let colour = || if o.face_down { None } else { self.data(o).colour };
        filter.kinds.has(kind)
            && filter.whose.is_none_or(|w| w.includes(o.controller, you))
            && filter.colour.is_none_or(|c| colour() == Some(c))
            && filter.cost_at_most.is_none_or(|n| has_cost(kind) && self.cost(o) <= n)
            && filter
                .power_at_most
                .is_none_or(|n| kind == CardKind::Character && self.power(o) <= n)
            && filter.acted.is_none_or(|a| o.acted == a)
            && !(filter.other && id == this)
    }

    /// The players meant, the turn player first.
    pub fn players(&self, who: Who, you: PlayerId) -> impl Iterator<Item = PlayerId> + use<> {
        let first = self.s.active;
        [first, State::other(first)].into_iter().filter(move |p| who.includes(*p, you))
    }

    /// All cards in play: stars, field, resources; the turn player's first.
    pub fn in_play(&self) -> impl Iterator<Item = ObjectId> + use<'a> {
        let [mine, other] =
            [self.s.active, State::other(self.s.active)].map(|p| self.s.side(p).in_play());
        [mine[0], mine[1], mine[2], other[0], other[1], other[2]].into_iter().flatten().copied()
    }

    /// Cards in play that fit.
    pub fn all(&self, filter: Filter, you: PlayerId, this: ObjectId) -> Vec<ObjectId> {
        self.in_play().filter(|id| self.fits(*id, &filter, you, this)).collect()
    }

    /// The cards an effect works on.
    pub(crate) fn meant(
        &self,
        what: What,
        of: &crate::effects::Resolution,
    ) -> SmallVec<[ObjectId; 8]> {
        match what {
            What::This => smallvec![of.source],
            // Those that don't fit any more went at step 6A.
            What::Target(word) => of.targets.iter().filter(|t| t.0 == word).map(|t| t.1).collect(),
            What::All(filter) => self
                .in_play()
                .filter(|id| self.fits(*id, &filter, of.controller, of.source))
                .collect(),
            What::Star(who) => self
                .players(who, of.controller)
                .filter_map(|p| self.s.side(p).star.some())
                .collect(),
            What::That => smallvec![of.about],
        }
    }

    /// Whether a player may see which card an object is.
    pub fn may_see(&self, object: &Object, seat: Option<PlayerId>) -> bool {
        let own = seat == Some(object.owner) || seat == Some(object.controller);
        match object.zone {
            Zone::Hand | Zone::Deck => seat == Some(object.owner),
            Zone::Resources if object.face_down => own && self.s.rules.look_face_down,
            _ => true,
        }
    }
}

/// Whether cards of a kind have a cost.
pub(crate) fn has_cost(kind: CardKind) -> bool {
    matches!(kind, CardKind::Character | CardKind::Prism | CardKind::Event)
}
