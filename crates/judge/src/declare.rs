//! Answers to the questions who attacks and who blocks.

use crate::command::Name;
use crate::error::CommandError;
use crate::names::{Names, among, the_one, thing, unknown};
use simpan_cards::ast::Zone;
use simpan_engine::{Answer, ObjectId, PlayerId};
use simpan_magic::Magic;
use simpan_magic::object::Thing;

pub(crate) fn attack_answer(
    game: &Magic,
    names: &Names,
    legal: &[Answer],
    creature: &Name,
    target: Option<&Name>,
) -> Result<Answer, CommandError> {
    let of = |a: &Answer| match a {
        Answer::AtPlayer(id, _) | Answer::Pair(id, _) => Some(*id),
        _ => None,
    };
    let board = game.state().zone(Zone::Battlefield, PlayerId(0));
    let called = among(game, names, creature, board)?;
    let able: Vec<ObjectId> =
        called.iter().copied().filter(|id| legal.iter().any(|a| of(a) == Some(*id))).collect();
    let active = game.state().active();
    let own = called.iter().find(|id| game.look().controller(**id) == Some(active));
    let id = match the_one(game, names, creature, &able)? {
        Some(id) => id,
        None => match own.or(called.first()) {
            Some(id) => *id,
            None => return Err(unknown(game, names, creature)),
        },
    };
    let aimed = match target {
        Some(name) => thing(game, names, name, &[])?,
        None => {
            let mut players = legal.iter().filter_map(|a| match a {
                Answer::AtPlayer(x, p) if *x == id => Some(*p),
                _ => None,
            });
            let first = players.next();
            if let (Some(one), Some(other)) = (first, players.next()) {
                return Err(CommandError::Ambiguous {
                    name: creature.to_string(),
                    candidates: vec![
                        format!("{creature} -> {one}"),
                        format!("{creature} -> {other}"),
                    ],
                });
            }
            Thing::Player(first.unwrap_or_else(|| game.state().next_player(active)))
        }
    };
    Ok(match aimed {
        Thing::Object(walker) => Answer::Pair(id, walker),
        Thing::Player(p) => Answer::AtPlayer(id, p),
        Thing::None => Answer::AtPlayer(id, active),
    })
}

pub(crate) fn block_answer(
    game: &Magic,
    names: &Names,
    legal: &[Answer],
    blocker: &Name,
    attacker: &Name,
) -> Result<Answer, CommandError> {
    let board = game.state().zone(Zone::Battlefield, PlayerId(0));
    let pairs: Vec<(ObjectId, ObjectId)> = legal
        .iter()
        .filter_map(|a| match a {
            Answer::Pair(b, a) => Some((*b, *a)),
            _ => None,
        })
        .collect();
    let attacking =
        |id: &ObjectId| game.look().object_view(*id).is_some_and(|v| v.attacking.is_some());
    let mut attackers = among(game, names, attacker, board)?;
    if attackers.iter().any(attacking) {
        attackers.retain(attacking);
    }
    let a = match the_one(game, names, attacker, &attackers)? {
        Some(id) => id,
        None => return Err(unknown(game, names, attacker)),
    };
    let called = among(game, names, blocker, board)?;
    let able: Vec<ObjectId> = called.iter().copied().filter(|b| pairs.contains(&(*b, a))).collect();
    let mine = called.iter().find(|id| !attacking(id)).or(called.first());
    match (the_one(game, names, blocker, &able)?, mine) {
        (Some(b), _) => Ok(Answer::Pair(b, a)),
        (None, Some(b)) => Ok(Answer::Pair(*b, a)),
        (None, None) => Err(unknown(game, names, blocker)),
    }
}
