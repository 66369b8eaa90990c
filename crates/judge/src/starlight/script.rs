//! From commands to answers: what a line of a script says to the questions it fits.

use super::command::{Command, Name, rejoin};
use super::names::{Names, among, card_name, is_called, label, object_name, the_one};
use super::tell::describe_question;
use crate::error::CommandError;
use simpan_engine::{Answer, Game, ObjectId, PlayerId, QuestionKind, Way};
use simpan_rulebook::Lang;
use simpan_starlight::{
    CardId, Process, Question, Starlight, Trigger, WAY_ABILITY, WAY_ATTACK, WAY_FACE_DOWN,
    WAY_FACE_UP, WAY_LIGHT, WAY_PLAY, Zone,
};
use std::collections::VecDeque;

/// One thing that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Say {
    Answer(Answer),
    Use(Name, Option<u8>, bool),
    Place(Name, bool),
    Light(Name),
    Card(Name),
    Next(Name),
    Attacks(Name, Option<Name>),
    Blocks(Name, Name),
    BeginAttack,
    Pay,
}

/// What a line still says.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) text: String,
    /// It announces a use: what else it says belongs to that.
    of_use: bool,
    says: VecDeque<Say>,
}

/// What a command says to the questions that follow it.
pub(crate) fn plan(game: &Starlight, command: &Command, text: &str) -> Script {
    let all = |list: &[Name]| rejoin(game.pool(), list);
    let targets = |words: &[Vec<Name>]| {
        let mut out = Vec::new();
        for word in words {
            out.extend(all(word).into_iter().map(Say::Card));
        }
        out
    };
    let says: Vec<Say> = match command {
        Command::Pass | Command::PassUntil(_) => vec![Say::Answer(Answer::Pass)],
        Command::Use(name, words) => {
            let mut says = vec![Say::Use(name.clone(), None, false)];
            says.extend(targets(words));
            says
        }
        Command::Ability(name, nth, words) => {
            let mut says = vec![Say::Use(name.clone(), *nth, true)];
            says.extend(targets(words));
            says
        }
        Command::Place(name, down) => vec![Say::Place(name.clone(), *down)],
        Command::Light(names) => all(names).into_iter().map(Say::Light).collect(),
        Command::Choose(names) => all(names).into_iter().map(Say::Card).collect(),
        Command::Order(names) => all(names).into_iter().map(Say::Next).collect(),
        Command::Attack(rows) => {
            let names: Vec<Name> = rows.iter().map(|r| r.0.clone()).collect();
            let at = rows.first().and_then(|r| r.1.clone());
            let mut says = vec![Say::BeginAttack];
            says.extend(all(&names).into_iter().map(|n| Say::Attacks(n, at.clone())));
            says.push(Say::Answer(Answer::Done));
            says
        }
        Command::Block(rows) => {
            let row = |(attacker, blockers): &(Name, Vec<Name>)| {
                let attacker = attacker.clone();
                all(blockers).into_iter().map(move |b| Say::Blocks(b, attacker.clone()))
            };
            rows.iter().flat_map(row).chain([Say::Answer(Answer::Done)]).collect()
        }
        Command::Pay => vec![Say::Pay],
        Command::Done => vec![Say::Answer(Answer::Done)],
        Command::Yes => vec![Say::Answer(Answer::Yes)],
        Command::No => vec![Say::Answer(Answer::No)],
        Command::Cancel => vec![Say::Answer(Answer::Cancel)],
        Command::Concede => vec![Say::Answer(Answer::Concede)],
    };
    let of_use = matches!(command, Command::Use(..) | Command::Ability(..));
    Script { text: text.to_owned(), of_use, says: says.into() }
}

/// The triggers or cards that an order question or a search chooses from: `Pick(n)` takes the n-th.
#[derive(Clone, Debug)]
pub(crate) enum Picks {
    Triggers(Vec<Trigger>),
    Blockers(Vec<ObjectId>),
    Cards(Vec<CardId>),
}

pub(crate) fn picks(game: &Starlight, q: &Question) -> Picks {
    match game.state().processes.top() {
        Some(Process::Batch(batch)) => Picks::Triggers(batch.choices(q.player).cloned().collect()),
        Some(Process::Combat(combat)) => {
            Picks::Blockers(combat.unordered().map(|(_, all)| all.to_vec()).unwrap_or_default())
        }
        _ => Picks::Cards(game.search_choices()),
    }
}

impl Script {
    pub(crate) fn is_empty(&self) -> bool {
        self.says.is_empty()
    }

    /// Whether it names a target or part of a cost next.
    pub(crate) fn names_card(&self) -> bool {
        matches!(self.says.front(), Some(Say::Card(_)))
    }

    /// Whether what it says next answers a question.
    pub(crate) fn fits(&self, q: &Question) -> bool {
        use QuestionKind as Q;
        let Some(say) = self.says.front() else { return false };
        let using = matches!(q.kind, Q::Target { .. } | Q::Pay | Q::Object { .. });
        match say {
            Say::Answer(Answer::Pass) | Say::Use(..) | Say::Place(..) | Say::BeginAttack => {
                q.kind == Q::Act
            }
            Say::Answer(Answer::Yes | Answer::No) => matches!(q.kind, Q::YesNo | Q::Mulligan),
            Say::Answer(Answer::Cancel) => q.cancellable,
            Say::Answer(Answer::Concede) => true,
            Say::Answer(_) => {
                using || matches!(q.kind, Q::Act | Q::Attack | Q::Block | Q::OneOf { .. })
            }
            Say::Light(_) => using || q.kind == Q::Act,
            Say::Card(_) => {
                using || matches!(q.kind, Q::OneOf { .. }) || (q.kind == Q::Act && !self.of_use)
            }
            Say::Next(_) => matches!(q.kind, Q::Order { .. }),
            Say::Attacks(..) => q.kind == Q::Attack,
            Say::Blocks(..) => q.kind == Q::Block,
            Say::Pay => q.kind == Q::Pay,
        }
    }

    /// The answer that it gives to a question which it fits.
    pub(crate) fn next(
        &mut self,
        game: &Starlight,
        q: &Question,
        names: &Names,
    ) -> Result<Option<Answer>, CommandError> {
        if !self.fits(q) {
            return Ok(None);
        }
        let Some(say) = self.says.pop_front() else { return Ok(None) };
        let mut legal = Vec::new();
        game.answers(&mut legal);
        let one = |name: &Name| the_one(game, names, name, &legal);
        Ok(Some(match say {
            Say::Answer(answer) => answer,
            Say::Pay => Answer::Auto,
            Say::Use(name, nth, in_play) => using(game, names, q.player, &name, nth, in_play)?,
            Say::Place(name, down) => {
                let hand = &game.state().side(q.player).hand;
                let found = among(game, names, &name, hand);
                let id = found.first().copied().map_or_else(|| one(&name), Ok)?;
                Answer::Use(id, if down { WAY_FACE_DOWN } else { WAY_FACE_UP })
            }
            Say::Light(name) => {
                let free = &game.state().side(q.player).resources;
                let lists = |id: &ObjectId| legal.contains(&Answer::Use(*id, WAY_LIGHT));
                let found = among(game, names, &name, free);
                let id = found.iter().copied().find(lists).or(found.first().copied());
                Answer::Use(id.map_or_else(|| one(&name), Ok)?, WAY_LIGHT)
            }
            Say::Card(name) => match q.kind {
                QuestionKind::OneOf { .. } => pick(game, q, names, &name)?,
                _ => Answer::Object(one(&name)?),
            },
            Say::Next(name) => {
                let answer = pick(game, q, names, &name)?;
                // The last of an order isn't asked for.
                let last = matches!(self.says.front(), Some(Say::Next(_)));
                if last && q.kind == (QuestionKind::Order { left: 2 }) {
                    self.says.pop_front();
                }
                answer
            }
            Say::BeginAttack => Answer::Use(game.state().side(q.player).star, WAY_ATTACK),
            Say::Attacks(name, at) => {
                let star = game.state().side(PlayerId(1 - q.player.0)).star;
                let at = at.map_or(Ok(star), |at| one(&at))?;
                Answer::Pair(one(&name)?, at)
            }
            Say::Blocks(blocker, attacker) => {
                let blocker = one(&blocker)?;
                let all = names.everything(game);
                let found = among(game, names, &attacker, &all);
                let listed = |id: &ObjectId| legal.contains(&Answer::Pair(blocker, *id));
                let id = found.iter().copied().find(listed).or(found.first().copied());
                Answer::Pair(blocker, id.map_or_else(|| one(&attacker), Ok)?)
            }
        }))
    }
}

/// A card of the hand, or the ability of a card in play.
fn using(
    game: &Starlight,
    names: &Names,
    player: PlayerId,
    name: &Name,
    nth: Option<u8>,
    in_play: bool,
) -> Result<Answer, CommandError> {
    let hand = &game.state().side(player).hand;
    if let Some(id) = among(game, names, name, hand).first().filter(|_| !in_play) {
        return Ok(Answer::Use(*id, WAY_PLAY));
    }
    let mut legal = Vec::new();
    game.answers(&mut legal);
    let at_hand: Vec<Answer> = legal
        .into_iter()
        .filter(|a| matches!(a, Answer::Use(_, way) if way.0 >= WAY_ABILITY.0))
        .collect();
    let id = the_one(game, names, name, &at_hand)?;
    let Some(o) = game.state().object(id) else { return Ok(Answer::Use(id, WAY_PLAY)) };
    if !o.zone.in_play() || o.zone == Zone::Hand {
        return Ok(Answer::Use(id, WAY_PLAY));
    }
    let abilities = &game.pool().card(o.card).abilities;
    let mut used = abilities.iter().enumerate().filter(|(_, a)| a.is_used()).map(|(n, _)| n);
    let n = used.nth(nth.map_or(0, |n| usize::from(n) - 1)).unwrap_or(0);
    Ok(Answer::Use(id, Way(WAY_ABILITY.0 + n as u16)))
}

fn pick(
    game: &Starlight,
    q: &Question,
    names: &Names,
    name: &Name,
) -> Result<Answer, CommandError> {
    let at = match picks(game, q) {
        Picks::Triggers(all) => all.iter().position(|t| names.is_trigger(game, name, t)),
        Picks::Blockers(all) => {
            let found = among(game, names, name, &all);
            all.iter().position(|id| Some(id) == found.first())
        }
        Picks::Cards(all) => all.iter().position(|c| is_called(game.pool(), *c, &name.text)),
    };
    let question = || describe_question(game, q, names.lang);
    let at =
        at.ok_or_else(|| CommandError::Misfit { command: name.to_string(), question: question() })?;
    Ok(Answer::Pick(at as u32))
}

/// The names of what a question lets one choose; if `whole`, as the player who is asked sees them,
/// and triggers with what they are about.
pub(crate) fn options(game: &Starlight, q: &Question, lang: Lang, whole: bool) -> Vec<String> {
    let card = |id: ObjectId| match whole {
        true => label(game, id, q.player, lang),
        false => object_name(game, id, lang),
    };
    let mut legal = Vec::new();
    game.answers(&mut legal);
    let all = picks(game, q);
    let named = |card| card_name(game.pool(), card, lang);
    let trigger = |t: &Trigger| match t.about == t.source || t.about_card == CardId::NONE || !whole
    {
        true => named(t.card),
        false => format!("{} ({})", named(t.card), named(t.about_card)),
    };
    let picked = |n: usize| match &all {
        Picks::Triggers(list) => list.get(n).map(trigger),
        Picks::Blockers(list) => list.get(n).map(|id| card(*id)),
        Picks::Cards(list) => list.get(n).map(|c| named(*c)),
    };
    let one = |answer: &Answer| match *answer {
        Answer::Object(id) | Answer::Pair(id, _) => Some(card(id)),
        Answer::Use(id, way) if way != WAY_LIGHT || q.kind == QuestionKind::Pay => Some(card(id)),
        Answer::Pick(n) => picked(n as usize),
        _ => None,
    };
    legal.iter().filter_map(one).collect()
}
