//! Typed commands, in the command language of `simpan_judge`, for the person who is asked.
//!
//! The judge looks for names everywhere; a player may only name what is seen from the seat, so
//! that an error says nothing of hidden cards.

use crate::library::library;
use crate::session::{Goal, Session};
use crate::words;
use simpan_decks::fold_name;
use simpan_engine::{Answer, Ask, Game, Illegal, PlayerId, QuestionKind};
use simpan_judge::{Command, CommandError, Name, Names, Until, answer, parse};
use simpan_magic::RuleId;
use simpan_magic::view::ObjectView;
use simpan_rulebook::rule;

/// What came of a typed command.
#[derive(Debug)]
pub enum Typed {
    /// It was done.
    Done,
    /// The rules forbid it; nothing has changed.
    Illegal(Illegal<RuleId>),
    /// No such thing; with the names that may have been meant.
    NoThing(String, Vec<String>),
    /// It can't be carried out, in words.
    Cant(String),
    /// Not a command.
    NotUnderstood,
}

/// Carries a command out for the person who is asked.
pub fn run(session: &mut Session, text: &str) -> Typed {
    let lang = session.lang;
    let command = match parse(text) {
        Ok(command) => command,
        Err(CommandError::Verb { .. } | CommandError::Empty) => return Typed::NotUnderstood,
        Err(error) => return Typed::Cant(error.message(lang)),
    };
    let command = match command {
        Command::PassUntil(until) => {
            session.pass_until(goal(session, until));
            Command::Pass
        }
        Command::Resolve | Command::ResolveOne => Command::Pass,
        command => command,
    };
    if let Some(hidden) = names_in(&command).into_iter().find(|n| !is_seen(session, n)) {
        return no_thing(&hidden.text);
    }
    if let Some(unknown) = actors(&command).into_iter().find(|n| is_unknown(session, n)) {
        return no_thing(&unknown.text);
    }
    if let Some(typed) = too_early(session, &command) {
        return typed;
    }
    match answer(session.game(), &command, &Names::new(lang)) {
        Ok(row) => give(session, row),
        Err(error) => {
            session.pass_no_longer();
            match error {
                CommandError::Refused { because } => Typed::Illegal(Illegal { because }),
                CommandError::Unknown { name, .. } => no_thing(&name),
                CommandError::Misfit { .. } => {
                    untimely(&command).unwrap_or_else(|| Typed::Cant(error.message(lang)))
                }
                error => Typed::Cant(error.message(lang)),
            }
        }
    }
}

fn no_thing(name: &str) -> Typed {
    let mut near = library().nearest(name);
    near.retain(|n| fold_name(n) != fold_name(name));
    Typed::NoThing(name.to_owned(), near)
}

/// The rule that says when such a thing is done, for what answers no question that is open.
fn untimely(command: &Command) -> Option<Typed> {
    let because = match command {
        Command::Attack(_) => rule::DECLARE_ATTACKERS,
        Command::Block(_) => rule::DECLARE_BLOCKERS,
        Command::Play(_) | Command::Cast(_) | Command::Activate(_) | Command::Pass => {
            rule::PRIORITY_ORDER
        }
        _ => return None,
    };
    Some(Typed::Illegal(Illegal { because }))
}

/// A declaration while no declaration of its kind is asked for.
fn too_early(session: &Session, command: &Command) -> Option<Typed> {
    let Ask::Player(q) = session.game().ask() else { return None };
    let (entry, because) = match (command, q.kind) {
        (Command::Attack(_), QuestionKind::Attack) | (Command::Block(_), QuestionKind::Block) => {
            return None;
        }
        (Command::Attack(_), _) => (words::WHEN_ATTACK, rule::DECLARE_ATTACKERS),
        (Command::Block(_), _) => (words::WHEN_BLOCK, rule::DECLARE_BLOCKERS),
        _ => return None,
    };
    let speaker = session.speaker();
    let number = crate::text::number(because, speaker.preset);
    Some(Typed::Cant(speaker.say(&words::REFUSED, &[&number, entry.get(speaker.lang)])))
}

fn give(session: &mut Session, row: Vec<Answer>) -> Typed {
    for answer in row {
        if let Err(illegal) = session.answer(answer) {
            return Typed::Illegal(illegal);
        }
    }
    Typed::Done
}

/// Until when a person passes.
fn goal(session: &Session, until: Until) -> Goal {
    let state = session.game().state();
    let turn = state.turn_number();
    match until {
        Until::Step(step) => Goal::Step(step, turn),
        Until::MyTurn => Goal::TurnOf(session.near(), turn),
        Until::TurnOf(seat) => Goal::TurnOf(PlayerId(seat), turn),
        Until::NextTurn => Goal::Turn(turn + 1),
        Until::Turn(n) => Goal::Turn(n),
    }
}

/// The names that stand in a command.
fn names_in(command: &Command) -> Vec<&Name> {
    match command {
        Command::Play(u) | Command::Cast(u) | Command::Activate(u) => {
            std::iter::once(&u.name).chain(u.targets.iter().flatten()).collect()
        }
        Command::Attack(all) => all.iter().flat_map(|(a, t)| std::iter::once(a).chain(t)).collect(),
        Command::Block(all) => all.iter().flat_map(|(a, b)| std::iter::once(a).chain(b)).collect(),
        Command::Choose(all) | Command::Order(all) => all.iter().collect(),
        Command::Divide(all) => all.iter().map(|(name, _)| name).collect(),
        Command::Tap(name, _) => vec![name],
        _ => Vec::new(),
    }
}

/// The names of what does something in a command; no player's stand among them.
fn actors(command: &Command) -> Vec<&Name> {
    match command {
        Command::Play(u) | Command::Cast(u) | Command::Activate(u) => vec![&u.name],
        Command::Attack(all) => all.iter().map(|(a, _)| a).collect(),
        Command::Block(all) => all.iter().flat_map(|(a, b)| std::iter::once(a).chain(b)).collect(),
        Command::Tap(name, _) => vec![name],
        _ => Vec::new(),
    }
}

/// Whether nothing anywhere is called so.
fn is_unknown(session: &Session, name: &Name) -> bool {
    let wanted = fold_name(&name.text);
    let view = session.view();
    let pool = session.game().pool();
    let called = |o: &ObjectView| {
        let data = &pool.card(o.characteristics.named).data;
        fold_name(&data.name) == wanted
            || data.korean.as_ref().is_some_and(|k| fold_name(k) == wanted)
    };
    !name.alias && library().find(&name.text).is_none() && !view.battlefield.iter().any(called)
}

/// Whether a name is no card's, or that of a card that is seen from the seat or can be answered.
fn is_seen(session: &Session, name: &Name) -> bool {
    if library().find(&name.text).is_none() {
        return true;
    }
    let wanted = fold_name(&name.text);
    let game = session.game();
    let look = game.look();
    let called = |card: simpan_cards::program::CardId| {
        let data = &game.pool().card(card).data;
        fold_name(&data.name) == wanted
            || data.korean.as_ref().is_some_and(|k| fold_name(k) == wanted)
    };
    let view = session.view();
    let of_players =
        view.players.iter().flat_map(|p| p.hand.iter().flatten().chain(&p.graveyard).chain(&p.top));
    let is = |o: &ObjectView| called(o.characteristics.named) || called(o.card);
    let objects = of_players.chain(&view.battlefield).chain(&view.exile).any(is);
    let on_stack = view.stack.iter().any(|e| look.name_of(e.id).is_some_and(called));
    objects || on_stack || is_offered(session, &called)
}

/// Whether the question itself offers such a card, out of a library that is looked through, say.
fn is_offered(session: &Session, called: &dyn Fn(simpan_cards::program::CardId) -> bool) -> bool {
    let game = session.game();
    let look = game.look();
    if !matches!(game.ask(), Ask::Player(_)) {
        return false;
    }
    let mut answers = Vec::new();
    game.answers(&mut answers);
    let offered = answers.iter().filter_map(|a| match a {
        Answer::Object(id) | Answer::Use(id, _) => Some(*id),
        _ => None,
    });
    let sources = look.waiting_triggers().into_iter().map(|(_, source)| source);
    let effects = look.replacement_sources();
    offered.chain(sources).chain(effects).any(|id| look.name_of(id).is_some_and(called))
}
