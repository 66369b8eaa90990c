//! Looking whether what a Starlight scenario expects is so.

use super::command::{Name, name};
use super::names::{among, everything, is_called, object_name};
use super::run::{Refusal, Runner};
use super::scenario::{CardState, Expected};
use super::script::options;
use super::setup::counted;
use super::tell::{explain_refusal, phase_name, zone_key};
use crate::check::kind_key;
use crate::command::seat_of;
use crate::expect::{Asked, Cards};
use simpan_engine::{Ask, Game, ObjectId, PlayerId};
use simpan_rulebook::{Lang, RuleId};
use simpan_starlight::{Object, Zone, cost_text};
use std::fmt::Display;

/// Everything that isn't as expected.
pub(crate) fn check(run: &Runner, e: &Expected) -> Vec<String> {
    let mut out = Vec::new();
    zones(run, e, &mut out);
    for (key, wanted) in &e.cards {
        card(run, key, wanted, &mut out);
    }
    progress(run, e, &mut out);
    moves(run, e, &mut out);
    events(run, e, &mut out);
    if let Some(asked) = &e.question {
        question(run, asked, &mut out);
    }
    if let Some(wanted) = &e.options {
        open_options(run, wanted, &mut out);
    }
    if let Some(point) = &e.same_as {
        match run.remembered(point) {
            Some(bytes) if Some(bytes) == run.game.save().ok().as_deref() => {}
            Some(_) => out.push(format!("the state isn't that of `{point}`")),
            None => out.push(format!("nothing was remembered as `{point}`")),
        }
    }
    out
}

fn differ<T: PartialEq + Display>(what: &str, wanted: T, found: T, out: &mut Vec<String>) {
    if wanted != found {
        out.push(format!("{what}: expected {wanted}, found {found}"));
    }
}

fn either<T: PartialEq + Display>(what: &str, wanted: Option<T>, found: T, out: &mut Vec<String>) {
    if let Some(wanted) = wanted {
        differ(what, wanted, found, out);
    }
}

fn seat(letter: &str, out: &mut Vec<String>) -> Option<PlayerId> {
    let seat = seat_of(letter).filter(|s| *s < 2);
    if seat.is_none() {
        out.push(format!("`{letter}` is no player"));
    }
    seat.map(PlayerId)
}

fn zones(run: &Runner, e: &Expected, out: &mut Vec<String>) {
    let s = run.game.state();
    for (letter, wanted) in &e.life {
        let Some(p) = seat(letter, out) else { continue };
        let life = s.object(s.side(p).star).map_or(0, |o| o.life);
        differ(&format!("life of {letter}"), *wanted, life, out);
    }
    for (what, by_player) in [
        ("hand", &e.hand),
        ("graveyard", &e.graveyard),
        ("field", &e.field),
        ("resources", &e.resources),
    ] {
        for (letter, wanted) in by_player {
            let Some(p) = seat(letter, out) else { continue };
            let side = s.side(p);
            let list = match what {
                "hand" => &side.hand,
                "graveyard" => &side.graveyard,
                "field" => &side.field,
                _ => &side.resources,
            };
            let found: Vec<_> =
                list.iter().filter_map(|id| s.object(*id)).map(|o| o.card).collect();
            cards(run, &format!("{what} of {letter}"), wanted, &found, false, out);
        }
    }
    for (letter, wanted) in &e.deck {
        let Some(p) = seat(letter, out) else { continue };
        let found: Vec<_> = s.side(p).deck.iter().rev().copied().collect();
        cards(run, &format!("deck of {letter}"), wanted, &found, true, out);
    }
}

/// Compares the cards of a zone; those of a deck in their order.
fn cards(
    run: &Runner,
    what: &str,
    wanted: &Cards,
    found: &[simpan_starlight::CardId],
    in_order: bool,
    out: &mut Vec<String>,
) {
    let pool = run.game.pool();
    let called = |at: usize, name: &str| is_called(pool, found[at], name);
    let shown = || found.iter().map(|c| pool.card(*c).ko.clone()).collect::<Vec<_>>();
    let has = |name: &str| (0..found.len()).any(|at| called(at, name));
    match wanted {
        Cards::Count(n) => differ(what, *n, found.len(), out),
        Cards::Exactly(list) => {
            let names: Vec<&str> = list
                .iter()
                .flat_map(|entry| {
                    let (n, name) = counted(entry);
                    std::iter::repeat_n(name, n)
                })
                .collect();
            let mut left: Vec<usize> = (0..found.len()).collect();
            let mut same = names.len() == found.len();
            for (i, name) in names.iter().enumerate() {
                let at = left.iter().position(|at| called(*at, name) && (!in_order || *at == i));
                match at {
                    Some(at) => drop(left.remove(at)),
                    None => same = false,
                }
            }
            if !same {
                out.push(format!("{what}: expected {names:?}, found {:?}", shown()));
            }
        }
        Cards::Some(some) => {
            either(what, some.count, found.len(), out);
            for name in some.contains.iter().filter(|n| !has(n)) {
                out.push(format!("{what}: expected `{name}`, found {:?}", shown()));
            }
            for name in some.lacks.iter().filter(|n| has(n)) {
                out.push(format!("{what}: expected no `{name}`, found {:?}", shown()));
            }
            let top_is = |(at, name): (usize, &String)| at < found.len() && called(at, name);
            if !some.top.iter().enumerate().all(top_is) {
                out.push(format!("{what}: expected {:?} on top, found {:?}", some.top, shown()));
            }
        }
    }
}

fn card(run: &Runner, key: &str, wanted: &CardState, out: &mut Vec<String>) {
    let Ok(name) = name(key) else { return out.push(format!("`{key}` is no name")) };
    let game = &run.game;
    let in_zone = |id: &ObjectId| {
        game.state().object(*id).is_some_and(|o| match &wanted.zone {
            Some(zone) if !name.alias => zone_key(o.zone) == zone,
            _ => name.alias || o.zone.in_play(),
        })
    };
    let all: Vec<ObjectId> = everything(game).into_iter().filter(in_zone).collect();
    let found = among(game, &run.names, &name, &all);
    let there = found.first().and_then(|id| Some((*id, game.state().object(*id)?)));
    if let Some(exists) = wanted.exists {
        let present = there.is_some_and(|(_, o)| o.zone.in_play() || wanted.zone.is_some());
        return differ(&format!("`{key}` is there"), exists, present, out);
    }
    match there {
        Some((id, o)) => card_is(run, key, wanted, (id, o), out),
        None => out.push(format!("there is no `{key}`")),
    }
}

fn card_is(
    run: &Runner,
    key: &str,
    wanted: &CardState,
    (id, o): (ObjectId, &Object),
    out: &mut Vec<String>,
) {
    let look = run.game.look();
    let of = |what: &str| format!("{what} of `{key}`");
    let size = || format!("{}/{}", look.power(o), look.health(o));
    either(&of("zone"), wanted.zone.as_deref(), zone_key(o.zone), out);
    either(&of("size"), wanted.size.clone(), size(), out);
    either(&of("power"), wanted.power, look.power(o), out);
    either(&of("health"), wanted.health, look.health(o), out);
    either(&of("lethal damage"), wanted.lethal, look.lethal(o), out);
    either(&of("damage"), wanted.damage, o.damage, out);
    either(&of("cost"), wanted.cost, look.cost(o), out);
    either(&of("acted"), wanted.acted, o.acted, out);
    either(&of("face down"), wanted.face_down, o.face_down, out);
    either(&of("new"), wanted.new, o.since == run.game.state().turn, out);
    either(&of("life"), wanted.life, o.life, out);
    either(&of("controller"), wanted.controller.clone(), o.controller.to_string(), out);
    either(&of("owner"), wanted.owner.clone(), o.owner.to_string(), out);
    if let Some(total) = &wanted.total_cost {
        let abilities = &run.game.pool().card(o.card).abilities;
        let used = abilities.iter().position(|a| a.is_used() || o.zone == Zone::Hand);
        let cost = look.total_cost(id, used.map(|n| n as u8));
        differ(&of("total cost"), total.clone(), cost_text(&cost, Lang::En).join(", "), out);
    }
}

fn progress(run: &Runner, e: &Expected, out: &mut Vec<String>) {
    let s = run.game.state();
    either("phase", e.phase.as_deref(), phase_name(s.phase, Lang::En), out);
    either("turn", e.turn, s.turn, out);
    either("active", e.active.clone(), s.active.to_string(), out);
    let outcome = match run.game.ask() {
        Ask::Over(outcome) => Some(outcome),
        _ => None,
    };
    either("over", e.over, outcome.is_some(), out);
    either("draw", e.draw, outcome.is_some_and(|o| o.winner.is_none()), out);
    let winner = outcome.and_then(|o| o.winner);
    let winner = winner.map_or_else(|| "nobody".into(), |p| p.to_string());
    either("winner", e.winner.clone(), winner, out);
}

fn moves(run: &Runner, e: &Expected, out: &mut Vec<String>) {
    for line in &e.legal {
        match run.attempt(line) {
            Ok(()) => {}
            Err(Refusal::Rule(rule)) => {
                let why = explain_refusal(rule, run.lang);
                out.push(format!("`{line}` should be legal, but is refused: {why}"));
            }
            Err(Refusal::Other(why)) => {
                out.push(format!("`{line}` should be legal, but: {why}"));
            }
        }
    }
    for wanted in &e.illegal {
        match (run.attempt(&wanted.act), &wanted.rule) {
            (Ok(()), _) => out.push(format!("`{}` should be illegal, but isn't", wanted.act)),
            (Err(Refusal::Other(why)), _) => {
                out.push(format!("`{}` isn't refused by a rule: {why}", wanted.act));
            }
            (Err(Refusal::Rule(found)), Some(rule)) if !is_rule(found, rule) => {
                let why = explain_refusal(found, run.lang);
                out.push(format!("`{}` should be refused by {rule}, but: {why}", wanted.act));
            }
            _ => {}
        }
    }
    for (lines, wanted) in [(&e.can, true), (&e.cannot, false)] {
        for line in lines {
            match run.listed(line) {
                Ok(found) => differ(&format!("`{line}` is listed"), wanted, found, out),
                Err(why) => out.push(format!("`{line}`: {why}")),
            }
        }
    }
}

/// Whether a rule is meant by a key or number.
pub(crate) fn is_rule(rule: RuleId, named: &str) -> bool {
    simpan_rulebook::find(named, None).is_ok_and(|f| f.exact.iter().any(|hit| hit.id == rule))
}

fn events(run: &Runner, e: &Expected, out: &mut Vec<String>) {
    let is = |at: usize, line: &str| {
        let (event, shorts) = &run.recent[at];
        let (line, rule) = match line.rsplit_once('[') {
            Some((before, rule)) => (before.trim(), Some(rule.trim_end_matches(']'))),
            None => match line.strip_prefix("rule ") {
                Some(rule) => ("", Some(rule)),
                None => (line, None),
            },
        };
        let begins = |short: &String| {
            let rest = short.strip_prefix(line);
            rest.is_some_and(|r| line.is_empty() || r.is_empty() || r.starts_with(' '))
        };
        shorts.iter().any(begins) && rule.is_none_or(|r| is_rule(event.rule, r.trim()))
    };
    let mut at = 0;
    for line in &e.events {
        match (at..run.recent.len()).find(|i| is(*i, line)) {
            Some(found) => at = found + 1,
            None => {
                let all: Vec<&str> = run.recent[at..].iter().map(|r| r.1[0].as_str()).collect();
                out.push(format!("event `{line}` isn't among: {}", all.join(" | ")));
            }
        }
    }
    for line in &e.no_events {
        if (0..run.recent.len()).any(|i| is(i, line)) {
            out.push(format!("event `{line}` happened"));
        }
    }
}

fn question(run: &Runner, wanted: &Asked, out: &mut Vec<String>) {
    let Some(q) = run.question() else { return out.push("no question is open".into()) };
    either("asked player", wanted.player.clone(), q.player.to_string(), out);
    either("kind of question", wanted.kind.as_deref(), kind_key(q.kind), out);
    if let Some(rule) = wanted.rule.as_ref().filter(|r| !is_rule(q.purpose.rule, r)) {
        let found = q.purpose.rule.key();
        out.push(format!("rule of the question: expected {rule}, found {found}"));
    }
    if let Some(source) = &wanted.source {
        let card = run.game.state().object(q.purpose.source).map(|o| o.card);
        if !card.is_some_and(|c| is_called(run.game.pool(), c, source)) {
            let found = object_name(&run.game, q.purpose.source, run.lang);
            out.push(format!("source of the question: expected {source}, found {found}"));
        }
    }
    let mut legal = Vec::new();
    run.game.answers(&mut legal);
    either("answers", wanted.answers, legal.len(), out);
}

fn open_options(run: &Runner, wanted: &[String], out: &mut Vec<String>) {
    let Some(q) = run.question() else { return out.push("no question is open".into()) };
    let [ko, en] = [Lang::Ko, Lang::En].map(|lang| options(&run.game, &q, lang, false));
    let mut left: Vec<usize> = (0..ko.len()).collect();
    let mut same = wanted.len() == ko.len();
    for text in wanted {
        let name: Name = name(text).unwrap_or_default();
        let is = |at: &usize| ko[*at] == name.text || en[*at].eq_ignore_ascii_case(&name.text);
        match left.iter().position(is) {
            Some(at) => drop(left.remove(at)),
            None => same = false,
        }
    }
    if !same {
        out.push(format!("options: expected {wanted:?}, found {ko:?}"));
    }
}
