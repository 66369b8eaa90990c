//! What is listed is accepted, what isn't is refused, and what is refused changes nothing.

use crate::common::{Guide, each_game, game, kind, listed, play};
use simpan_cards::ast::Zone;
use simpan_engine::{Answer, Ask, Game, NoLog, ObjectId, PlayerId, QuestionKind, Way};
use simpan_magic::Magic;
use std::collections::BTreeSet;

/// Object handles worth trying: those there are, those before and after them, and none.
fn handles(game: &Magic, gone: &[ObjectId]) -> Vec<ObjectId> {
    let mut out: Vec<ObjectId> = listed(game).into_iter().map(|(_, id)| id).collect();
    let near: Vec<ObjectId> = out
        .iter()
        .flat_map(|id| {
            let other = |by: u16| ObjectId { incarnation: id.incarnation.wrapping_add(by), ..*id };
            [other(1), other(u16::MAX)]
        })
        .collect();
    out.extend(near);
    out.extend_from_slice(gone);
    out.push(ObjectId::NONE);
    out.extend((400..404).map(|slot| ObjectId { slot, incarnation: 0 }));
    out
}

/// A broad sample of answers, legal and not.
fn probes(game: &Magic, gone: &[ObjectId]) -> Vec<Answer> {
    use Answer::*;
    let mut out = vec![Pass, Done, Auto, Yes, No];
    out.extend((0..70).chain([u32::from(u16::MAX), 1 << 31, u32::MAX]).map(Pick));
    out.extend((-3..70).chain([i32::MIN, i32::MAX, 1000]).map(Number));
    out.extend((0..4).chain([200, 255]).map(|p| Player(PlayerId(p))));
    let all = handles(game, gone);
    let ways = (0..6u16).chain(0x100..0x106).chain([0x1ff, 0x200, 0x201, 0xffff]);
    for id in all.iter().copied() {
        out.push(Object(id));
        out.extend((0..3).chain([255]).map(|p| AtPlayer(id, PlayerId(p))));
        out.extend(ways.clone().map(|w| Use(id, Way(w))));
    }
    let board = game.state().zone(Zone::Battlefield, PlayerId(0));
    let few = board.iter().copied().chain([ObjectId::NONE, all[0], all[all.len() / 2]]);
    for a in few.clone() {
        out.extend(few.clone().map(|b| Pair(a, b)));
    }
    out
}

/// Every answer that is listed passes, every other one is refused.
fn listed_is_accepted(game: &Magic, gone: &[ObjectId], dense: bool) -> Vec<Answer> {
    let mut answers = Vec::new();
    game.answers(&mut answers);
    let legal: BTreeSet<Answer> = answers.iter().copied().collect();
    assert_eq!(legal.len(), answers.len(), "an answer is listed twice: {answers:?}");
    for answer in &answers {
        assert_eq!(game.check(*answer), Ok(()), "{answer:?} is listed at {:?}", game.ask());
    }
    assert!(!legal.contains(&Answer::Cancel) && !legal.contains(&Answer::Concede));
    if !dense {
        return Vec::new();
    }
    let mut refused = Vec::new();
    for answer in probes(game, gone) {
        match game.check(answer) {
            Ok(()) => assert!(
                legal.contains(&answer),
                "{answer:?} is accepted but not listed at {:?}; listed: {answers:?}",
                game.ask()
            ),
            Err(_) => refused.push(answer),
        }
    }
    refused
}

#[test]
fn legal_is_accepted_and_nothing_else() {
    each_game(8, |n, preset| {
        println!("game {n} {preset:?}");
        let mut guide = Guide::new(n);
        let mut choice = Guide::new(n ^ 0xa);
        let mut gone: Vec<ObjectId> = Vec::new();
        let mut seen = BTreeSet::new();
        play(&mut game(n, preset), &mut guide, |game, _| {
            let act = kind(game) == Some(QuestionKind::Act);
            let dense = choice.below(if act { 24 } else { 4 }) == 0;
            let refused = listed_is_accepted(game, &gone, dense);
            if dense {
                seen.extend(listed(game).into_iter().map(|(_, id)| id));
                gone =
                    seen.iter().copied().filter(|id| game.state().object(*id).is_none()).collect();
                gone.truncate(40);
            }
            for _ in 0..if refused.is_empty() { 0 } else { 4 } {
                refused_changes_nothing(game, refused[choice.below(refused.len())]);
            }
        });
    });
}

fn refused_changes_nothing(game: &Magic, answer: Answer) {
    let mut after = game.clone();
    let before = game.save().unwrap();
    let refusal = game.check(answer).unwrap_err();
    assert_eq!(after.apply(answer, &mut NoLog), Err(refusal), "{answer:?}");
    assert!(after == *game, "{answer:?} is refused but changes the state");
    assert!(after.save().unwrap() == before, "{answer:?} is refused but changes the bytes");
}

#[test]
fn everybody_can_always_concede_but_not_chance() {
    each_game(2, |n, preset| {
        let mut count = 0;
        play(&mut game(n, preset), &mut Guide::new(n), |game, _| {
            count += 1;
            match game.ask() {
                Ask::Player(q) => {
                    assert_eq!(game.check(Answer::Concede), Ok(()));
                    if count % 16 == 0 {
                        let mut after = game.clone();
                        after.apply(Answer::Concede, &mut NoLog).unwrap();
                        let Ask::Over(outcome) = after.ask() else { panic!("it goes on") };
                        assert!(outcome.winner.is_some_and(|w| w != q.on_behalf));
                    }
                }
                _ => assert!(game.check(Answer::Concede).is_err()),
            }
        });
    });
}

/// Where an announcement can be taken back, it leaves no trace.
#[test]
fn cancel_restores_the_state() {
    let mut tried = [0u32; 3];
    each_game(12, |n, preset| {
        let mut before: Option<Vec<u8>> = None;
        let mut declaring: Option<Vec<u8>> = None;
        play(&mut game(n, preset), &mut Guide::new(n ^ 0xca), |game, answer| {
            let Ask::Player(question) = game.ask() else { return };
            let combat = matches!(question.kind, QuestionKind::Attack | QuestionKind::Block);
            if combat && declaring.is_none() {
                declaring = Some(game.save().unwrap());
            } else if !combat && question.kind != QuestionKind::YesNo {
                declaring = None;
            }
            if question.kind == QuestionKind::Act {
                before = matches!(answer, Answer::Use(..)).then(|| game.save().unwrap());
            }
            assert_eq!(game.check(Answer::Cancel).is_ok(), question.cancellable);
            if !question.cancellable {
                return;
            }
            let expected = if combat { declaring.as_ref() } else { before.as_ref() };
            let expected = expected.expect("something to go back to");
            let mut after = game.clone();
            after.apply(Answer::Cancel, &mut NoLog).unwrap();
            let found = after.save().unwrap();
            if found != *expected {
                let was = simpan_magic::Magic::restore(crate::common::pool(), expected).unwrap();
                let (x, y) = (format!("{:#?}", was.state()), format!("{:#?}", after.state()));
                for (a, b) in x.lines().zip(y.lines()) {
                    if a != b {
                        println!("DIFF {a} | {b}");
                    }
                }
            }
            assert!(found == *expected, "game {n} {preset:?}: cancelling {question:?}");
            let paying = question.kind == QuestionKind::Pay;
            tried[if combat { 0 } else { 1 + usize::from(paying) }] += 1;
        });
    });
    assert!(tried[1] > 0 && tried[2] > 0, "nothing was cancelled: {tried:?}");
}
