//! How good a table looks from a seat, by what that seat may see.

use simpan_engine::{ObjectId, PlayerId};
use simpan_starlight::{CardKind, Look, Object, State};

/// The worth of a character on the field: what it would do over some turns.
pub(super) fn character(look: Look<'_>, o: &Object) -> f64 {
    let card = look.data(o);
    let body = f64::from(card.power) + 0.7 * f64::from(card.health);
    1.0 + body + 0.5 * card.abilities.len() as f64
}

/// The worth of a table for a player. Only what lies open and the number of hidden cards count.
pub(super) fn table(look: Look<'_>, me: PlayerId) -> f64 {
    side(look, me) - side(look, State::other(me))
}

fn side(look: Look<'_>, player: PlayerId) -> f64 {
    let s = look.s.side(player);
    let life = look.s.object(s.star).map_or(0, |o| o.life);
    if life <= 0 {
        return -1000.0;
    }
    let field = |id: &ObjectId| match look.s.object(*id) {
        Some(o) if look.data(o).kind == CardKind::Character => character(look, o),
        Some(_) => 3.0,
        None => 0.0,
    };
    let resources = s.resources.len() as f64;
    // Low life is worth more, a point at a time.
    let life = f64::from(life);
    life - 12.0 / life
        + s.field.iter().map(field).sum::<f64>()
        + 1.3 * s.hand.len() as f64
        + 1.5 * resources.min(7.0)
        + 0.2 * (resources - 7.0).max(0.0)
}
