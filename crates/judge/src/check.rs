//! Looking whether what a scenario expects is so.

use crate::attempt::Refusal;
use crate::command::{mana_kinds, name, seat_of, step_named};
use crate::expect::{Asked, Cards, Expected, Permanent};
use crate::explain::explain_refusal;
use crate::names::{among, card_name, everything, is_called, object_name};
use crate::run::Runner;
use crate::setup::{color_named, counted, counter_named};
use crate::transcript::{counter_key, zone_key};
use simpan_cards::ast::{CardType, Color, Keyword, Subtype, Supertype, Zone};
use simpan_engine::{Ask, Game, ObjectId, PlayerId, QuestionKind};
use simpan_language::Lang as Words;
use simpan_magic::object::{ObjectKind, Thing};
use simpan_magic::view::ObjectView;
use simpan_rulebook::{Lang, RuleId};
use std::fmt::Display;

/// Everything that isn't as expected.
pub(crate) fn check(run: &Runner, e: &Expected) -> Vec<String> {
    let mut out = Vec::new();
    players(run, e, &mut out);
    zones(run, e, &mut out);
    for (key, wanted) in &e.permanents {
        permanent(run, key, wanted, &mut out);
    }
    progress(run, e, &mut out);
    moves(run, e, &mut out);
    events(run, e, &mut out);
    if let Some(asked) = &e.question {
        question(run, asked, &mut out);
    }
    out
}

fn differ<T: PartialEq + Display>(what: &str, wanted: T, found: T, out: &mut Vec<String>) {
    if wanted != found {
        out.push(format!("{what}: expected {wanted}, found {found}"));
    }
}

fn seat(run: &Runner, letter: &str, out: &mut Vec<String>) -> Option<PlayerId> {
    let seat = seat_of(letter).filter(|s| usize::from(*s) < run.game.state().player_count());
    if seat.is_none() {
        out.push(format!("`{letter}` is no player"));
    }
    seat.map(PlayerId)
}

fn players(run: &Runner, e: &Expected, out: &mut Vec<String>) {
    let s = run.game.state();
    for (letter, wanted) in &e.life {
        let Some(p) = seat(run, letter, out) else { continue };
        differ(&format!("life of {letter}"), *wanted, s.player(p).life(), out);
    }
    for (letter, wanted) in &e.poison {
        let Some(p) = seat(run, letter, out) else { continue };
        differ(&format!("poison of {letter}"), *wanted, s.player(p).poison(), out);
    }
    for (letter, wanted) in &e.mana {
        let Some(p) = seat(run, letter, out) else { continue };
        let mut pool = [0u16; 6];
        match mana_kinds(wanted) {
            Ok(kinds) => kinds.iter().for_each(|k| pool[usize::from(*k)] += 1),
            Err(_) if wanted.trim().is_empty() => {}
            Err(expected) => out.push(format!("`{wanted}`: expected {}", expected.en)),
        }
        let found = s.player(p).pool().0;
        differ(&format!("mana of {letter}"), mana_text(pool), mana_text(found), out);
    }
}

fn mana_text(pool: [u16; 6]) -> String {
    let symbols = ["{W}", "{U}", "{B}", "{R}", "{G}", "{C}"];
    let text: String =
        symbols.iter().zip(pool).map(|(s, n)| s.repeat(usize::from(n.min(99)))).collect();
    if text.is_empty() { "no mana".into() } else { text }
}

fn zones(run: &Runner, e: &Expected, out: &mut Vec<String>) {
    let all = [
        (Zone::Hand, &e.hand),
        (Zone::Library, &e.library),
        (Zone::Graveyard, &e.graveyard),
        (Zone::Battlefield, &e.battlefield),
        (Zone::Exile, &e.exile),
    ];
    let s = run.game.state();
    for (zone, by_player) in all {
        for (letter, wanted) in by_player {
            let Some(p) = seat(run, letter, out) else { continue };
            let mine = |id: &&ObjectId| match zone {
                Zone::Battlefield => s.object(**id).is_some_and(|o| o.controller() == p),
                _ => s.object(**id).is_some_and(|o| o.owner() == p),
            };
            let mut found: Vec<ObjectId> = s.zone(zone, p).iter().filter(mine).copied().collect();
            // Graveyards and libraries are kept with the top last.
            if zone == Zone::Library {
                found.reverse();
            }
            cards(run, &format!("{} of {letter}", zone_key(zone)), zone, wanted, &found, out);
        }
    }
}

fn cards(
    run: &Runner,
    what: &str,
    zone: Zone,
    wanted: &Cards,
    found: &[ObjectId],
    out: &mut Vec<String>,
) {
    let called = |id: &ObjectId, name: &str| {
        let card = run.game.look().name_of(*id);
        card.is_some_and(|c| is_called(&run.game, c, name))
    };
    let list = || found.iter().map(|id| object_name(&run.game, *id, run.lang)).collect::<Vec<_>>();
    match wanted {
        Cards::Count(n) => differ(what, *n, found.len(), out),
        Cards::Exactly(names) => {
            let names = spread(run, names, out);
            let mut left: Vec<ObjectId> = found.to_vec();
            let in_order = zone == Zone::Library;
            let mut same = names.len() == found.len();
            for (i, name) in names.iter().enumerate() {
                let at = match in_order {
                    true => found.get(i).filter(|id| called(id, name)).map(|_| 0),
                    false => left.iter().position(|id| called(id, name)),
                };
                match at {
                    Some(at) => drop(left.remove(at)),
                    None => same = false,
                }
            }
            if !same {
                out.push(format!("{what}: expected {names:?}, found {:?}", list()));
            }
        }
        Cards::Some(some) => {
            if let Some(n) = some.count {
                differ(what, n, found.len(), out);
            }
            let mut left: Vec<ObjectId> = found.to_vec();
            for name in spread(run, &some.contains, out) {
                match left.iter().position(|id| called(id, &name)) {
                    Some(at) => drop(left.remove(at)),
                    None => out.push(format!("{what}: no {name}, found {:?}", list())),
                }
            }
            for name in spread(run, &some.lacks, out) {
                if found.iter().any(|id| called(id, &name)) {
                    out.push(format!("{what}: {name} is there"));
                }
            }
            let top: Vec<ObjectId> = match zone {
                Zone::Library => found.to_vec(),
                _ => found.iter().rev().copied().collect(),
            };
            for (i, name) in spread(run, &some.top, out).iter().enumerate() {
                if !top.get(i).is_some_and(|id| called(id, name)) {
                    out.push(format!("{what}: card {} from the top isn't {name}", i + 1));
                }
            }
        }
    }
}

/// Names with `3 Forest` written out; names that no card has are told.
fn spread(run: &Runner, names: &[String], out: &mut Vec<String>) -> Vec<String> {
    let mut all = Vec::new();
    for text in names {
        let (n, name) = counted(text, run.game.pool());
        let token = run.game.pool();
        let known = (0..token.len())
            .any(|i| is_called(&run.game, simpan_cards::program::CardId(i as u16), name));
        if !known {
            out.push(format!("`{name}` is no known card"));
        }
        all.extend(std::iter::repeat_n(name.to_owned(), n));
    }
    all
}

/// The objects that a key of `permanents` means.
fn objects(run: &Runner, key: &str, wanted: &Permanent) -> Result<Vec<ObjectId>, String> {
    let name = name(key).map_err(|e| format!("`{key}`: expected {}", e.en))?;
    let zone = wanted.zone.as_deref();
    let all: Vec<ObjectId> = everything(&run.game)
        .into_iter()
        .filter(|id| {
            let there = run.game.state().object(*id).map(|o| o.zone());
            match zone {
                _ if name.alias => true,
                Some(zone) => there.is_some_and(|z| zone_key(z) == zone.to_lowercase()),
                None => there == Some(Zone::Battlefield),
            }
        })
        .collect();
    among(&run.game, &run.names, &name, &all).map_err(|e| e.message(run.lang))
}

fn permanent(run: &Runner, key: &str, wanted: &Permanent, out: &mut Vec<String>) {
    let found = match objects(run, key, wanted) {
        Ok(found) => found,
        Err(problem) => return out.push(problem),
    };
    if let Some(n) = wanted.count {
        differ(&format!("number of {key}"), n, found.len(), out);
    }
    let there = |id: &&ObjectId| {
        let zone = run.game.state().object(**id).map(|o| o.zone());
        wanted.zone.is_some() || zone == Some(Zone::Battlefield)
    };
    let first = found.iter().find(there).copied();
    match wanted.exists {
        Some(false) => {
            if first.is_some() {
                out.push(format!("{key} is there"));
            }
            return;
        }
        None if wanted.count == Some(0) => return,
        _ => {}
    }
    let Some(id) = first else {
        return out.push(format!("{key} isn't there"));
    };
    if let (Some(zone), Some(o)) = (&wanted.zone, run.game.state().object(id)) {
        differ(&format!("zone of {key}"), zone.to_lowercase(), zone_key(o.zone()).to_owned(), out);
    }
    let Some(view) = run.game.look().object_view(id) else { return };
    numbers(key, wanted, &view, out);
    status(run, key, wanted, &view, out);
    traits(run, key, wanted, &view, out);
}

fn numbers(key: &str, wanted: &Permanent, view: &ObjectView, out: &mut Vec<String>) {
    let c = &view.characteristics;
    if let Some(pt) = &wanted.pt {
        differ(key, pt.clone(), format!("{}/{}", c.power, c.toughness), out);
    }
    let pairs = [
        ("power", wanted.power, c.power),
        ("toughness", wanted.toughness, c.toughness),
        ("damage", wanted.damage, view.damage),
    ];
    for (what, wanted, found) in pairs {
        if let Some(wanted) = wanted {
            differ(&format!("{what} of {key}"), wanted, found, out);
        }
    }
    if let Some(n) = wanted.abilities {
        differ(&format!("abilities of {key}"), n, c.abilities.len(), out);
    }
    let Some(counters) = &wanted.counters else { return };
    for (kind, n) in counters {
        let found = counter_named(kind)
            .map(|k| view.counters.iter().filter(|(x, _)| *x == k).map(|(_, n)| *n).sum::<u16>());
        match found {
            Some(found) => differ(&format!("{kind} counters on {key}"), *n, found, out),
            None => out.push(format!("`{kind}` is no kind of counter")),
        }
    }
    for (kind, n) in &view.counters {
        if *n > 0 && !counters.keys().any(|k| counter_named(k) == Some(*kind)) {
            out.push(format!("{key} has {n} {} counters", counter_key(*kind)));
        }
    }
}

fn status(run: &Runner, key: &str, wanted: &Permanent, view: &ObjectView, out: &mut Vec<String>) {
    let flags = [
        ("tapped", wanted.tapped, view.tapped),
        ("sick", wanted.sick, view.sick),
        ("face down", wanted.face_down, view.face_down),
        ("token", wanted.token, view.token),
    ];
    for (what, wanted, found) in flags {
        if let Some(wanted) = wanted {
            differ(&format!("{key} {what}"), wanted, found, out);
        }
    }
    let seats =
        [("controller", &wanted.controller, view.controller), ("owner", &wanted.owner, view.owner)];
    for (what, wanted, found) in seats {
        if let Some(wanted) = wanted {
            differ(&format!("{what} of {key}"), wanted.to_uppercase(), found.to_string(), out);
        }
    }
    if let Some(host) = &wanted.attached_to {
        let found = view.attached_to.map(Thing::Object).unwrap_or_default();
        names_thing(run, &format!("{key} attached to"), host, found, out);
    }
    if let Some(target) = &wanted.attacking {
        let found = view.attacking.unwrap_or_default();
        names_thing(run, &format!("{key} attacking"), target, found, out);
    }
    if let Some(blocking) = &wanted.blocking {
        if blocking.len() != view.blocking.len() {
            out.push(format!("{key} blocks {} attackers", view.blocking.len()));
        }
        for (wanted, found) in blocking.iter().zip(&view.blocking) {
            names_thing(run, &format!("{key} blocking"), wanted, Thing::Object(*found), out);
        }
    }
}

/// Whether a name (or `none`) means the thing.
fn names_thing(run: &Runner, what: &str, wanted: &str, found: Thing, out: &mut Vec<String>) {
    let right = match found {
        Thing::None => crate::command::is_none(wanted),
        Thing::Player(p) => seat_of(wanted) == Some(p.0),
        Thing::Object(id) => match name(wanted) {
            Ok(n) => among(&run.game, &run.names, &n, &everything(&run.game))
                .is_ok_and(|all| all.contains(&id)),
            Err(_) => false,
        },
    };
    if !right {
        let found = match found {
            Thing::None => "none".to_owned(),
            thing => crate::explain::thing_name(&run.game, thing, run.lang),
        };
        out.push(format!("{what}: expected {wanted}, found {found}"));
    }
}

fn keyword_named(text: &str) -> Option<Keyword> {
    let plain = |s: &str| s.to_lowercase().replace([' ', '_', '-'], "");
    let wanted = plain(text);
    Keyword::ALL.into_iter().find(|k| {
        plain(&format!("{k:?}")) == wanted
            || plain(&simpan_language::keyword_name(*k, Words::Ko)) == wanted
    })
}

fn has_type(view: &ObjectView, text: &str) -> Option<bool> {
    let c = &view.characteristics;
    let is = |name: String| name.eq_ignore_ascii_case(text.trim());
    if let Some(t) = CardType::ALL.into_iter().find(|t| is(format!("{t:?}"))) {
        return Some(c.types.has(t));
    }
    if let Some(t) = Supertype::ALL.into_iter().find(|t| is(format!("{t:?}"))) {
        return Some(c.supertypes.has(t));
    }
    let subtype = Subtype::named(text.trim()).or_else(|| Subtype::named_korean(text.trim()))?;
    Some(c.subtypes.has(subtype))
}

fn traits(run: &Runner, key: &str, wanted: &Permanent, view: &ObjectView, out: &mut Vec<String>) {
    let c = &view.characteristics;
    for (list, has) in [(&wanted.keywords, true), (&wanted.lacks, false)] {
        for text in list {
            match keyword_named(text) {
                Some(k) if c.keywords.has(k) == has => {}
                Some(_) => out.push(format!("{key} {} {text}", if has { "lacks" } else { "has" })),
                None => out.push(format!("`{text}` is no keyword without parameters")),
            }
        }
    }
    for (list, has) in [(&wanted.is, true), (&wanted.is_not, false)] {
        for text in list {
            match has_type(view, text) {
                Some(is) if is == has => {}
                Some(_) => out.push(format!("{key} {} {text}", if has { "isn't" } else { "is" })),
                None => out.push(format!("`{text}` is no type")),
            }
        }
    }
    if let Some(line) = &wanted.types {
        match line.parse::<simpan_cards::ast::TypeLine>() {
            Ok(line) => {
                let subtypes = line.subtypes.iter().copied().collect();
                let same = line.types == c.types
                    && line.supertypes == c.supertypes
                    && c.subtypes == subtypes;
                if !same {
                    let found = simpan_cards::ast::TypeLine {
                        supertypes: c.supertypes,
                        types: c.types,
                        subtypes: c.subtypes.iter().collect(),
                    };
                    out.push(format!("type of {key}: expected {line}, found {found}"));
                }
            }
            Err(problem) => out.push(problem),
        }
    }
    if let Some(colors) = &wanted.colors {
        let mut set = simpan_cards::ast::Colors::NONE;
        for text in colors {
            match color_named(text) {
                Some(color) => set = set.with(simpan_cards::ast::Colors::of(color)),
                None => out.push(format!("`{text}` is no colour")),
            }
        }
        if set != c.colors {
            let found: Vec<Color> = c.colors.iter().collect();
            out.push(format!("colours of {key}: expected {colors:?}, found {found:?}"));
        }
    }
    if let Some(name) = &wanted.name
        && !is_called(&run.game, c.named, name)
    {
        let found = card_name(&run.game, c.named, Lang::En);
        out.push(format!("name of {key}: expected {name}, found {found}"));
    }
}

fn progress(run: &Runner, e: &Expected, out: &mut Vec<String>) {
    let s = run.game.state();
    if let Some(wanted) = &e.stack {
        stack(run, wanted, out);
    }
    if let Some(step) = &e.step {
        match step_named(step) {
            Some(wanted) if wanted == s.step() => {}
            Some(_) => out.push(format!("step: expected {step}, found {:?}", s.step())),
            None => out.push(format!("`{step}` is no step")),
        }
    }
    if let Some(turn) = e.turn {
        differ("turn", turn, s.turn_number(), out);
    }
    if let Some(active) = &e.active {
        differ("active player", active.to_uppercase(), s.active().to_string(), out);
    }
    if let Some(priority) = &e.priority {
        let found = run.question().filter(|q| q.kind == QuestionKind::Act);
        let found = found.map_or("nobody".to_owned(), |q| q.player.to_string());
        differ("priority", priority.to_uppercase(), found, out);
    }
    let outcome = match run.game.ask() {
        Ask::Over(outcome) => Some(outcome),
        _ => None,
    };
    if let Some(winner) = &e.winner {
        let found = outcome.and_then(|o| o.winner).map_or("nobody".to_owned(), |p| p.to_string());
        let wanted =
            if crate::command::is_none(winner) { "nobody".into() } else { winner.to_uppercase() };
        differ("winner", wanted, found, out);
    }
    if let Some(draw) = e.draw {
        differ("draw", draw, outcome.is_some_and(|o| o.winner.is_none()), out);
    }
    if let Some(over) = e.over {
        differ("game over", over, outcome.is_some(), out);
    }
}

fn stack(run: &Runner, wanted: &[String], out: &mut Vec<String>) {
    let s = run.game.state();
    let top_first: Vec<ObjectId> = s.stack().iter().rev().map(|e| e.object()).collect();
    let is_damage =
        |id: ObjectId| s.object(id).is_some_and(|o| o.kind() == ObjectKind::CombatDamage);
    let matches = |id: ObjectId, text: &String| match name(text) {
        _ if is_damage(id) => {
            text.eq_ignore_ascii_case("combat damage")
                || ["전투피해", "전투 피해"].contains(&text.as_str())
        }
        Ok(name) => among(&run.game, &run.names, &name, &[id]).is_ok_and(|f| !f.is_empty()),
        Err(_) => false,
    };
    let same = top_first.len() == wanted.len()
        && top_first.iter().zip(wanted).all(|(id, text)| matches(*id, text));
    if !same {
        let found: Vec<String> = top_first
            .iter()
            .map(|id| match is_damage(*id) {
                true => "combat damage".into(),
                false => object_name(&run.game, *id, Lang::En),
            })
            .collect();
        out.push(format!("stack: expected {wanted:?}, found {found:?}"));
    }
}

/// The concepts that a rule number or key names.
pub(crate) fn rules_named(text: &str) -> Result<Vec<RuleId>, String> {
    let found = simpan_rulebook::find(text, None).map_err(|e| e.to_string())?;
    let exact = if found.exact.is_empty() { found.children } else { found.exact };
    Ok(exact.iter().map(|hit| hit.id).collect())
}

fn moves(run: &Runner, e: &Expected, out: &mut Vec<String>) {
    let explain = |refusal: &Refusal| match refusal {
        Refusal::Rule(rule) => explain_refusal(*rule, run.preset, run.lang),
        Refusal::Other(text) => text.clone(),
    };
    for line in &e.legal {
        if let Err(refusal) = run.attempt(line) {
            out.push(format!("`{line}` should be legal: {}", explain(&refusal)));
        }
    }
    for wanted in &e.illegal {
        let refusal = match run.attempt(&wanted.act) {
            Ok(()) => {
                out.push(format!("`{}` should be illegal", wanted.act));
                continue;
            }
            Err(refusal) => refusal,
        };
        let right = match (&wanted.rule, &refusal) {
            (None, Refusal::Rule(_)) => true,
            (Some(text), Refusal::Rule(rule)) => match rules_named(text) {
                Ok(rules) => rules.contains(rule),
                Err(problem) => {
                    out.push(problem);
                    continue;
                }
            },
            (_, Refusal::Other(_)) => false,
        };
        if !right {
            let by = wanted.rule.as_deref().unwrap_or("a rule");
            out.push(format!("`{}` should be refused by {by}: {}", wanted.act, explain(&refusal)));
        }
    }
    for (lines, is) in [(&e.can, true), (&e.cannot, false)] {
        for line in lines {
            match run.listed(line) {
                Ok(found) if found == is => {}
                Ok(_) if is => out.push(format!("`{line}` isn't listed")),
                Ok(_) => out.push(format!("`{line}` is listed")),
                Err(problem) => out.push(format!("`{line}`: {problem}")),
            }
        }
    }
}

/// Whether an event is what a line describes: its short form or the beginning of it, `rule` with
/// a number, or both: `life A -1 [cr2005-300.3]`.
fn is_event(line: &str, rule: RuleId, short: &str) -> Result<bool, String> {
    let line = line.trim();
    if let Some(number) = line.strip_prefix("rule ") {
        return rules_named(number.trim()).map(|rules| rules.contains(&rule));
    }
    let (words, number) = match line.strip_suffix(']').and_then(|l| l.rsplit_once('[')) {
        Some((words, number)) => (words.trim(), Some(number)),
        None => (line, None),
    };
    let (words, short) = (words.to_lowercase(), short.to_lowercase());
    let begins = short.strip_prefix(words.as_str());
    let same = begins.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    Ok(same
        && match number {
            Some(number) => rules_named(number)?.contains(&rule),
            None => true,
        })
}

fn events(run: &Runner, e: &Expected, out: &mut Vec<String>) {
    let mut at = 0;
    for line in &e.events {
        let mut found = None;
        for (i, (event, short)) in run.recent.iter().enumerate().skip(at) {
            match is_event(line, event.rule, short) {
                Ok(true) => {
                    found = Some(i);
                    break;
                }
                Ok(false) => {}
                Err(problem) => return out.push(problem),
            }
        }
        match found {
            Some(i) => at = i + 1,
            None => {
                let there: Vec<&str> =
                    run.recent.iter().skip(at).map(|(_, s)| s.as_str()).take(30).collect();
                return out.push(format!("no event `{line}` among: {}", there.join(" | ")));
            }
        }
    }
    for line in &e.no_events {
        for (event, short) in &run.recent {
            match is_event(line, event.rule, short) {
                Ok(true) => out.push(format!("event `{line}` happened: {short}")),
                Ok(false) => {}
                Err(problem) => return out.push(problem),
            }
        }
    }
}

/// The word for a form of question in scenarios.
pub(crate) fn kind_key(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Act => "act",
        QuestionKind::Target { .. } => "targets",
        QuestionKind::Object { .. } => "objects",
        QuestionKind::Player => "player",
        QuestionKind::OneOf { .. } => "one of",
        QuestionKind::Mode { .. } => "mode",
        QuestionKind::YesNo => "yes or no",
        QuestionKind::Number { .. } => "number",
        QuestionKind::Order { .. } => "order",
        QuestionKind::Divide { .. } => "divide",
        QuestionKind::Attack => "attackers",
        QuestionKind::Block => "blockers",
        QuestionKind::Pay => "pay",
        QuestionKind::Replacement { .. } => "replacement",
        QuestionKind::Mulligan => "mulligan",
        QuestionKind::Name { .. } => "name",
    }
}

fn question(run: &Runner, asked: &Asked, out: &mut Vec<String>) {
    let Some(q) = run.question() else { return out.push("no question is open".into()) };
    if let Some(player) = &asked.player {
        differ("asked player", player.to_uppercase(), q.player.to_string(), out);
    }
    if let Some(kind) = &asked.kind {
        differ("question", kind.to_lowercase(), kind_key(q.kind).to_owned(), out);
    }
    if let Some(text) = &asked.rule {
        match rules_named(text) {
            Ok(rules) if rules.contains(&q.purpose.rule) => {}
            Ok(_) => {
                let found = q.purpose.rule.qualified(run.preset.book());
                out.push(format!("rule of the question: expected {text}, found {found}"));
            }
            Err(problem) => out.push(problem),
        }
    }
    if let Some(source) = &asked.source {
        names_thing(run, "source of the question", source, Thing::Object(q.purpose.source), out);
    }
    if let Some(n) = asked.answers {
        let mut legal = Vec::new();
        run.game.answers(&mut legal);
        differ("number of answers", n, legal.len(), out);
    }
}
