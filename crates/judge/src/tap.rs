//! Tapping for mana: "tap Forest for {G}".

use crate::command::Name;
use crate::error::CommandError;
use crate::names::{Names, among, everything, the_one, unknown};
use crate::script::ability_fits;
use simpan_cards::ast::{Ability, Action, Effect, ManaOutput};
use simpan_engine::{Answer, ObjectId, Way};
use simpan_magic::Magic;
use simpan_magic::legal::{How, how_of, way_of};

/// Whether an answer uses an ability that makes mana of this kind, with nothing to choose.
pub(crate) fn makes_just(game: &Magic, answer: Answer, kind: u8) -> bool {
    let Answer::Use(id, way) = answer else { return false };
    let How::Activate(n) = how_of(way) else { return false };
    let Some(c) = game.look().characteristics(id) else { return false };
    let Some(ability) = c.abilities.get(usize::from(n)) else { return false };
    let Ability::Activated(a) = &game.pool().ability(*ability).tree else { return false };
    let Effect::Do(Action::AddMana { mana: ManaOutput::Fixed(made), .. }) = &a.effect else {
        return false;
    };
    made.to_string() == mana_text(kind)
}

/// What the words mean among what is legal; if nothing is meant by them, what would have to be.
pub(crate) fn tap_answer(
    game: &Magic,
    names: &Names,
    legal: &[Answer],
    name: &Name,
    kind: Option<u8>,
) -> Result<Answer, CommandError> {
    let look = game.look();
    let makes = |answer: &Answer| {
        let Answer::Use(id, way) = answer else { return false };
        let (Some(kind), How::Activate(n)) = (kind, how_of(*way)) else { return true };
        let words = mana_text(kind);
        ability_fits(game, *id, n, Some(&words)) || ability_fits(game, *id, n, Some("color"))
    };
    let able: Vec<(ObjectId, Way)> = legal
        .iter()
        .filter(|a| look.only_makes_mana(**a) && makes(a))
        .filter_map(|a| match a {
            Answer::Use(id, way) => Some((*id, *way)),
            _ => None,
        })
        .collect();
    let called = among(game, names, name, &everything(game))?;
    let ids: Vec<ObjectId> =
        called.iter().copied().filter(|id| able.iter().any(|(a, _)| a == id)).collect();
    let convokers: Vec<ObjectId> =
        called.iter().copied().filter(|id| legal.contains(&Answer::Object(*id))).collect();
    if ids.is_empty()
        && let Some(id) = the_one(game, names, name, &convokers)?
    {
        return Ok(Answer::Object(id));
    }
    if let Some(id) = the_one(game, names, name, &ids)? {
        let way = able.iter().find(|(a, _)| *a == id).map_or(Way(0), |(_, way)| *way);
        return Ok(Answer::Use(id, way));
    }
    let Some(id) = called.first().copied() else { return Err(unknown(game, names, name)) };
    let count = look.characteristics(id).map_or(0, |c| c.abilities.len());
    let mana = |n: &u8| look.only_makes_mana(Answer::Use(id, way_of(How::Activate(*n))));
    let n = (0..count as u8).find(mana).unwrap_or(u8::MAX);
    Ok(Answer::Use(id, way_of(How::Activate(n))))
}

/// A kind of mana as it is written.
pub(crate) fn mana_text(kind: u8) -> String {
    format!("{{{}}}", ["W", "U", "B", "R", "G", "C"][usize::from(kind.min(5))])
}
