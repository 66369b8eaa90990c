//! What a seat may know.

use crate::cards::CardId;
use crate::event::{Event, EventKind};
use crate::look::Look;
use crate::state::{Phase, State, Zone};
use serde::{Deserialize, Serialize};
use simpan_engine::{ObjectId, PlayerId, Viewer};

/// A card as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Seen {
    pub id: ObjectId,
    /// [`CardId::NONE`] if the viewer may not know it.
    pub card: CardId,
    pub owner: PlayerId,
    pub controller: PlayerId,
    pub zone: Zone,
    pub acted: bool,
    pub face_down: bool,
    pub damage: i16,
    pub life: i16,
    pub power: i16,
    pub health: i16,
    pub cost: i16,
    /// It came under its controller's control this turn.
    pub new: bool,
}

/// One side as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct SeenSide {
    pub star: Option<Seen>,
    pub field: Vec<Seen>,
    pub resources: Vec<Seen>,
    pub hand: Vec<Seen>,
    pub graveyard: Vec<Seen>,
    pub deck: usize,
}

/// All a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct View {
    pub turn: u32,
    pub active: PlayerId,
    pub phase: Phase,
    pub sides: [SeenSide; 2],
}

impl View {
    pub(crate) fn of(look: Look<'_>, viewer: Viewer) -> Self {
        let side = |n: usize| {
            let s = &look.s.sides[n];
            let all =
                |list: &[ObjectId]| list.iter().filter_map(|id| seen(look, viewer, *id)).collect();
            SeenSide {
                star: seen(look, viewer, s.star),
                field: all(&s.field),
                resources: all(&s.resources),
                hand: all(&s.hand),
                graveyard: all(&s.graveyard),
                deck: s.deck.len(),
            }
        };
        let s: &State = look.s;
        Self { turn: s.turn, active: s.active, phase: s.phase, sides: [side(0), side(1)] }
    }
}

/// One card as a viewer sees it.
fn seen(look: Look<'_>, viewer: Viewer, id: ObjectId) -> Option<Seen> {
    let o = look.s.object(id)?;
    let known = match viewer {
        Viewer::Judge => true,
        Viewer::Public => look.may_see(o, None),
        Viewer::Seat(player) => look.may_see(o, Some(player)),
    };
    let shown = |n: i16| if known { n } else { 0 };
    Some(Seen {
        id,
        card: if known { o.card } else { CardId::NONE },
        owner: o.owner,
        controller: o.controller,
        zone: o.zone,
        acted: o.acted,
        face_down: o.face_down,
        damage: o.damage,
        life: o.life,
        power: shown(look.power(o)),
        health: shown(look.health(o)),
        cost: shown(look.cost(o)),
        new: o.since == look.s.turn,
    })
}

/// An event as a viewer may know it: without the cards that are hidden from it.
pub fn event_for(
    event: &Event,
    viewer: Viewer,
    look_face_down: bool,
    owner: Option<PlayerId>,
) -> Event {
    let mut event = event.clone();
    let is = |p: PlayerId| viewer == Viewer::Judge || viewer == Viewer::Seat(p);
    match &mut event.kind {
        EventKind::Drew { player, card, .. } if !is(*player) => *card = CardId::NONE,
        EventKind::Moved { card, from, to, face_down: true, .. } => {
            let own = owner.is_some_and(is);
            let put = *from == Zone::Hand || *to == Zone::Hand;
            if !(own && (put || look_face_down)) && viewer != Viewer::Judge {
                *card = CardId::NONE;
            }
        }
        _ => {}
    }
    event
}
