//! Looking whether what a Starlight scenario expects is so.

use super::command::{Name, name};
use super::names::{among, card_name, everything, is_called, object_name};
use super::run::Runner;
use super::scenario::{CardState, Expected};
use super::script::options;
use super::setup::counted;
use super::tell::{explain_refusal, phase_name, zone_key};
use crate::attempt::Refusal;
use crate::check::kind_key;
use crate::expect::{Asked, Cards};
use crate::findings::{Findings, Row, rules_named};
use crate::words;
use simpan_engine::{Ask, Game, ObjectId};
use simpan_rulebook::{Lang, RuleId};
use simpan_starlight::{CardId, Object, Zone, cost_text};

/// Everything that isn't as expected.
pub(crate) fn check(run: &Runner, e: &Expected) -> Vec<String> {
    let mut found = Findings::new(run.lang);
    let out = &mut found;
    zones(run, e, out);
    for (key, wanted) in &e.cards {
        card(run, key, wanted, out);
    }
    progress(run, e, out);
    moves(run, e, out);
    let [first, second] = if run.lang == Lang::Ko { [0, 1] } else { [1, 0] };
    let shorts = run
        .recent
        .iter()
        .map(|(event, shorts)| (vec![shorts[first].as_str(), shorts[second].as_str()], event.rule));
    out.events(&e.events, &e.no_events, &shorts.collect::<Vec<_>>());
    if let Some(asked) = &e.question {
        question(run, asked, out);
    }
    if let Some(wanted) = &e.options {
        open_options(run, wanted, out);
    }
    if let Some(point) = &e.same_as {
        match run.remembered(point) {
            Some(bytes) if Some(bytes) == run.game.save().ok().as_deref() => {}
            Some(_) => out.say(&words::OTHER_STATE, &[point]),
            None => out.say(&words::NOT_REMEMBERED, &[point]),
        }
    }
    found.all()
}

fn zones(run: &Runner, e: &Expected, out: &mut Findings) {
    let s = run.game.state();
    for (letter, wanted) in &e.life {
        let Some(p) = out.seat(letter, 2) else { continue };
        let life = s.object(s.side(p).star).map_or(0, |o| o.life);
        out.differ(&out.of("life", letter), *wanted, life);
    }
    for (what, by_player) in [
        ("hand", &e.hand),
        ("graveyard", &e.graveyard),
        ("field", &e.field),
        ("resources", &e.resources),
    ] {
        for (letter, wanted) in by_player {
            let Some(p) = out.seat(letter, 2) else { continue };
            let side = s.side(p);
            let list = match what {
                "hand" => &side.hand,
                "graveyard" => &side.graveyard,
                "field" => &side.field,
                _ => &side.resources,
            };
            let found: Vec<_> =
                list.iter().filter_map(|id| s.object(*id)).map(|o| o.card).collect();
            let what = out.of(what, letter);
            cards(run, &what, wanted, &found, false, out);
        }
    }
    for (letter, wanted) in &e.deck {
        let Some(p) = out.seat(letter, 2) else { continue };
        let found: Vec<_> = s.side(p).deck.iter().rev().copied().collect();
        cards(run, &format!("deck of {letter}"), wanted, &found, true, out);
    }
}

/// Compares the cards of a zone; those of a deck in their order, the top first.
fn cards(
    run: &Runner,
    what: &str,
    wanted: &Cards,
    found: &[CardId],
    is_deck: bool,
    out: &mut Findings,
) {
    let pool = run.game.pool();
    let row = Row {
        len: found.len(),
        called: &|at, name| is_called(pool, found[at], name),
        shown: &|at| card_name(pool, found[at], run.lang),
        counted: &|entry| {
            let (n, name) = counted(entry);
            (n, name.to_owned())
        },
        in_order: is_deck,
        top_last: false,
    };
    out.cards(what, wanted, &row);
}

fn card(run: &Runner, key: &str, wanted: &CardState, out: &mut Findings) {
    let Ok(name) = name(key) else { return out.say(&words::NO_NAME, &[key]) };
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
        return match exists {
            _ if exists == present => {}
            true => out.say(&words::ISNT_THERE, &[key]),
            false => out.say(&words::IS_THERE, &[key]),
        };
    }
    match there {
        Some((id, o)) => card_is(run, key, wanted, (id, o), out),
        None => out.say(&words::ISNT_THERE, &[key]),
    }
}

fn card_is(
    run: &Runner,
    key: &str,
    wanted: &CardState,
    (id, o): (ObjectId, &Object),
    out: &mut Findings,
) {
    let look = run.game.look();
    let words = Findings::new(run.lang);
    let of = |what: &str| words.of(what, key);
    let size = || format!("{}/{}", look.power(o), look.health(o));
    out.either(&of("zone"), wanted.zone.as_deref(), zone_key(o.zone));
    out.either(&of("size"), wanted.size.clone(), size());
    out.either(&of("power"), wanted.power, look.power(o));
    out.either(&of("health"), wanted.health, look.health(o));
    out.either(&of("lethal damage"), wanted.lethal, look.lethal(o));
    out.either(&of("damage"), wanted.damage, o.damage);
    out.either(&of("cost"), wanted.cost, look.cost(o));
    out.either(&of("acted"), wanted.acted, o.acted);
    out.either(&of("face down"), wanted.face_down, o.face_down);
    out.either(&of("new"), wanted.new, o.since == run.game.state().turn);
    out.either(&of("life"), wanted.life, o.life);
    out.either(&of("controller"), wanted.controller.clone(), o.controller.to_string());
    out.either(&of("owner"), wanted.owner.clone(), o.owner.to_string());
    if let Some(total) = &wanted.total_cost {
        let abilities = &run.game.pool().card(o.card).abilities;
        let used = abilities.iter().position(|a| a.is_used() || o.zone == Zone::Hand);
        let cost = look.total_cost(id, used.map(|n| n as u8));
        out.differ(&of("total cost"), total.clone(), cost_text(&cost, Lang::En).join(", "));
    }
}

fn progress(run: &Runner, e: &Expected, out: &mut Findings) {
    let s = run.game.state();
    out.either(&out.field("phase"), e.phase.as_deref(), phase_name(s.phase, Lang::En));
    out.either(&out.field("turn"), e.turn, s.turn);
    out.either(&out.field("active player"), e.active.clone(), s.active.to_string());
    let outcome = match run.game.ask() {
        Ask::Over(outcome) => Some(outcome),
        _ => None,
    };
    out.either(&out.field("game over"), e.over, outcome.is_some());
    out.either(&out.field("draw"), e.draw, outcome.is_some_and(|o| o.winner.is_none()));
    let winner = outcome.and_then(|o| o.winner);
    let winner = winner.map_or_else(|| words::NOBODY.get(run.lang).into(), |p| p.to_string());
    out.either(&out.field("winner"), e.winner.clone(), winner);
}

fn moves(run: &Runner, e: &Expected, out: &mut Findings) {
    for line in &e.legal {
        let why = match run.attempt(line) {
            Ok(()) => continue,
            Err(Refusal::Rule(rule)) => explain_refusal(rule, run.lang),
            Err(Refusal::Unused(why) | Refusal::Other(why)) => why,
        };
        out.say(&words::SHOULD_BE_LEGAL, &[line, &why]);
    }
    for wanted in &e.illegal {
        let by = wanted.rule.as_deref().unwrap_or(words::A_RULE.get(run.lang));
        match (run.attempt(&wanted.act), &wanted.rule) {
            (Ok(()), _) => out.say(&words::SHOULD_BE_ILLEGAL, &[&wanted.act]),
            (Err(Refusal::Unused(_)), None) => {}
            (Err(Refusal::Unused(why) | Refusal::Other(why)), _) => {
                out.say(&words::REFUSED_BY, &[&wanted.act, by, &why])
            }
            (Err(Refusal::Rule(found)), Some(rule)) if !is_rule(found, rule, run.lang) => {
                let why = explain_refusal(found, run.lang);
                out.say(&words::REFUSED_BY, &[&wanted.act, by, &why]);
            }
            _ => {}
        }
    }
    for (lines, wanted) in [(&e.can, true), (&e.cannot, false)] {
        for line in lines {
            match run.listed(line) {
                Ok(found) if found == wanted => {}
                Ok(true) => out.say(&words::IS_LISTED, &[line]),
                Ok(false) => out.say(&words::ISNT_LISTED, &[line]),
                Err(why) => out.say(&words::SAID, &[line, &why]),
            }
        }
    }
}

/// Whether a rule is meant by a key or number.
pub(crate) fn is_rule(rule: RuleId, named: &str, lang: Lang) -> bool {
    rules_named(named, lang).is_ok_and(|all| all.contains(&rule))
}

fn question(run: &Runner, wanted: &Asked, out: &mut Findings) {
    let Some(q) = run.question() else { return out.say(&words::NO_QUESTION, &[]) };
    out.either(&out.field("asked player"), wanted.player.clone(), q.player.to_string());
    out.either(&out.field("question"), wanted.kind.as_deref(), kind_key(q.kind));
    if let Some(rule) = wanted.rule.as_ref().filter(|r| !is_rule(q.purpose.rule, r, run.lang)) {
        let what = out.field("rule of the question");
        out.say(&words::DIFFER, &[&what, rule, q.purpose.rule.key()]);
    }
    if let Some(source) = &wanted.source {
        let card = run.game.state().object(q.purpose.source).map(|o| o.card);
        if !card.is_some_and(|c| is_called(run.game.pool(), c, source)) {
            let found = object_name(&run.game, q.purpose.source, run.lang);
            out.say(&words::DIFFER, &[&out.field("source of the question"), source, &found]);
        }
    }
    let mut legal = Vec::new();
    run.game.answers(&mut legal);
    out.either(&out.field("number of answers"), wanted.answers, legal.len());
}

fn open_options(run: &Runner, wanted: &[String], out: &mut Findings) {
    let Some(q) = run.question() else { return out.say(&words::NO_QUESTION, &[]) };
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
        let found = if run.lang == Lang::Ko { ko } else { en };
        let (wanted, found) = (format!("{wanted:?}"), format!("{found:?}"));
        out.say(&words::DIFFER, &[&out.field("options"), &wanted, &found]);
    }
}
