//! Typed commands as answers. Names are looked for among what the viewer sees.

use crate::library::library;
use crate::session::Session;
use simpan_decks::fold_name;
use simpan_engine::{Answer, Ask, Game, Illegal, ObjectId, PlayerId, QuestionKind};
use simpan_magic::Question;
use simpan_magic::RuleId;
use simpan_magic::legal::{How, way_of};
use simpan_magic::view::{ObjectView, View};

/// What came of a typed command.
#[derive(Debug)]
pub enum Typed {
    /// It was done.
    Done,
    /// The rules forbid it; nothing has changed.
    Illegal(Illegal<RuleId>),
    /// No such thing; with the names that may have been meant.
    NoThing(String, Vec<String>),
    /// Not a command.
    NotUnderstood,
}

/// Carries a command out for the person who is asked.
pub fn run(session: &mut Session, text: &str) -> Typed {
    let Ask::Player(question) = session.game().ask() else { return Typed::NotUnderstood };
    let (line, targets) = text.split_once("->").unwrap_or((text, ""));
    let (verb, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    let view = session.view();
    let found = match answers_of(session, &question, &view, verb, (rest.trim(), targets.trim())) {
        Ok(Some(answers)) => answers,
        Ok(None) => return Typed::NotUnderstood,
        Err(name) => {
            let near = library().nearest(&name);
            return Typed::NoThing(name, near);
        }
    };
    let mut refused = None;
    let legal = found.iter().copied().find(|a| match session.game().check(*a) {
        Ok(()) => true,
        Err(illegal) => {
            refused.get_or_insert(illegal);
            false
        }
    });
    match (legal, refused) {
        (Some(answer), _) => match session.answer(answer) {
            Ok(()) => aim(session, question.player, verb, targets),
            Err(illegal) => Typed::Illegal(illegal),
        },
        (None, Some(illegal)) => Typed::Illegal(illegal),
        (None, None) => Typed::NotUnderstood,
    }
}

/// Answers the target questions that follow with the names after `->`.
fn aim(session: &mut Session, player: PlayerId, verb: &str, targets: &str) -> Typed {
    if matches!(verb, "attack" | "공격") {
        return Typed::Done;
    }
    for name in targets.split(',').map(str::trim).filter(|t| !t.is_empty()) {
        let Ask::Player(q) = session.game().ask() else { return Typed::Done };
        if q.player != player || !matches!(q.kind, QuestionKind::Target { .. }) {
            return Typed::Done;
        }
        let view = session.view();
        let Ok(found) = things(session, &view, name) else {
            return Typed::NoThing(name.to_owned(), library().nearest(name));
        };
        let legal = found.iter().copied().find(|a| session.game().check(*a).is_ok());
        let answer = legal.or(found.first().copied());
        if let Some(Err(illegal)) = answer.map(|a| session.answer(a)) {
            return Typed::Illegal(illegal);
        }
    }
    Typed::Done
}

/// The answers that a command may mean, the likeliest first; `Err` is a name of nothing.
fn answers_of(
    session: &Session,
    question: &Question,
    view: &View,
    verb: &str,
    (rest, after): (&str, &str),
) -> Result<Option<Vec<Answer>>, String> {
    let one = |a| Ok(Some(vec![a]));
    Ok(Some(match verb.to_lowercase().as_str() {
        "pass" | "넘김" | "패스" => return one(Answer::Pass),
        "done" | "끝" => return one(Answer::Done),
        "pay" | "지불" => return one(Answer::Auto),
        "yes" | "keep" | "예" | "유지" => return one(Answer::Yes),
        "no" | "mulligan" | "아니오" | "멀리건" => return one(Answer::No),
        "cancel" | "취소" => return one(Answer::Cancel),
        "concede" | "항복" => return one(Answer::Concede),
        "cast" | "play" | "발동" | "플레이" => {
            let way = |id| [How::Land, How::Cast, How::Flashback].map(|h| Answer::Use(id, way_of(h)));
            let land = |id| session.game().look().is(id, simpan_cards::ast::CardType::Land);
            let ids = objects(session, view, rest)?;
            ids.iter()
                .flat_map(|id| {
                    let [as_land, cast, back] = way(*id);
                    if land(*id) { vec![as_land] } else { vec![cast, back] }
                })
                .collect()
        }
        "activate" | "활성화" => {
            let name = rest.split('"').next().unwrap_or(rest).trim();
            let look = session.game().look();
            let ids = objects(session, view, name)?;
            let count = |id| look.characteristics(id).map_or(0, |c| c.abilities.len()).max(1);
            ids.iter()
                .flat_map(|id| (0..count(*id)).map(|n| Answer::Use(*id, way_of(How::Activate(n as u8)))))
                .collect()
        }
        "attack" | "공격" => {
            let target = player(after).unwrap_or_else(|| session.game().state().next_player(question.player));
            objects(session, view, rest)?.iter().map(|id| Answer::AtPlayer(*id, target)).collect()
        }
        "block" | "방어" => {
            let Some((blocker, attacker)) = rest.split_once(':') else { return Ok(None) };
            let attackers = objects(session, view, attacker.trim())?;
            let blockers = objects(session, view, blocker.trim())?;
            blockers
                .iter()
                .flat_map(|b| attackers.iter().map(|a| Answer::Pair(*b, *a)))
                .collect()
        }
        "choose" | "target" | "선택" | "목표" => {
            if let Ok(n) = rest.parse::<i32>() {
                return Ok(Some(vec![Answer::Number(n), Answer::Pick(n.max(1) as u32 - 1)]));
            }
            things(session, view, rest)?
        }
        _ => return Ok(None),
    }))
}

fn player(name: &str) -> Option<PlayerId> {
    match name.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => {
            Some(PlayerId(letter.to_ascii_uppercase() - b'A'))
        }
        _ => None,
    }
}

/// A player or objects as answers.
fn things(session: &Session, view: &View, name: &str) -> Result<Vec<Answer>, String> {
    if let Some(p) = player(name) {
        return Ok(vec![Answer::Player(p)]);
    }
    Ok(objects(session, view, name)?.into_iter().map(Answer::Object).collect())
}

/// The objects of a name that the viewer sees: hands, battlefield, stack, graveyards, exile.
fn objects(session: &Session, view: &View, text: &str) -> Result<Vec<ObjectId>, String> {
    let (name, nth) = match text.rsplit_once('#') {
        Some((name, n)) => (name, n.trim().parse::<usize>().ok()),
        None => (text, None),
    };
    let wanted = fold_name(name);
    let pool = session.game().pool();
    let named = |card: simpan_cards::program::CardId| {
        let data = &pool.card(card).data;
        fold_name(&data.name) == wanted
            || data.korean.as_ref().is_some_and(|k| fold_name(k) == wanted)
    };
    let fits = |o: &&ObjectView| named(o.characteristics.named);
    let permanents: Vec<ObjectId> =
        view.battlefield.iter().filter(fits).map(|o| o.id).collect();
    if let Some(n) = nth {
        return permanents.get(n.wrapping_sub(1)).map(|id| vec![*id]).ok_or(text.to_owned());
    }
    let hands = view.players.iter().flat_map(|p| p.hand.iter().flatten());
    let rest = view.players.iter().flat_map(|p| p.graveyard.iter().chain(&p.top));
    let mut found: Vec<ObjectId> = hands.filter(fits).map(|o| o.id).collect();
    found.extend(permanents);
    let spells = view.stack.iter().filter(|e| {
        session.game().look().name_of(e.id).is_some_and(named)
    });
    found.extend(spells.map(|e| e.id));
    found.extend(rest.chain(&view.exile).filter(fits).map(|o| o.id));
    // Cards of a hidden zone that the question itself offers.
    let mut answers = Vec::new();
    session.game().answers(&mut answers);
    for answer in answers {
        if let Answer::Object(id) = answer {
            if !found.contains(&id) && session.game().look().name_of(id).is_some_and(named) {
                found.push(id);
            }
        }
    }
    if wanted.is_empty() || found.is_empty() { Err(text.to_owned()) } else { Ok(found) }
}
