//! Looking whether what a scenario expects is so.

use crate::attempt::Refusal;
use crate::command::{mana_kinds, name, seat_of, step_named};
use crate::expect::{Asked, Cards, Expected, Permanent};
use crate::explain::{explain_refusal, step_word};
use crate::findings::{Findings, Row, rules_named};
use crate::names::{among, card_name, everything, is_called, object_name};
use crate::run::Runner;
use crate::setup::{color_named, counted, counter_named, no_types};
use crate::transcript::{counter_key, zone_key};
use crate::words;
use simpan_cards::ast::{CardType, Color, Keyword, Subtype, Supertype, Zone};
use simpan_cards::program::CardId;
use simpan_engine::{Ask, Game, ObjectId, PlayerId, QuestionKind};
use simpan_language::Lang as Words;
use simpan_magic::object::{ObjectKind, Thing};
use simpan_magic::view::ObjectView;
use simpan_rulebook::Lang;

/// Everything that isn't as expected.
pub(crate) fn check(run: &Runner, e: &Expected) -> Vec<String> {
    let mut found = Findings::new(run.lang);
    let out = &mut found;
    players(run, e, out);
    zones(run, e, out);
    for (key, wanted) in &e.permanents {
        permanent(run, key, wanted, out);
    }
    progress(run, e, out);
    moves(run, e, out);
    let shorts = run.recent.iter().map(|(event, short)| (vec![short.as_str()], event.rule));
    out.events(&e.events, &e.no_events, &shorts.collect::<Vec<_>>());
    if let Some(asked) = &e.question {
        question(run, asked, out);
    }
    found.all()
}

fn seat(run: &Runner, letter: &str, out: &mut Findings) -> Option<PlayerId> {
    out.seat(letter, run.game.state().player_count())
}

fn players(run: &Runner, e: &Expected, out: &mut Findings) {
    let s = run.game.state();
    for (letter, wanted) in &e.life {
        let Some(p) = seat(run, letter, out) else { continue };
        out.differ(&out.of("life", letter), *wanted, s.player(p).life());
    }
    for (letter, wanted) in &e.poison {
        let Some(p) = seat(run, letter, out) else { continue };
        out.differ(&out.of("poison", letter), *wanted, s.player(p).poison());
    }
    for (letter, wanted) in &e.mana {
        let Some(p) = seat(run, letter, out) else { continue };
        let mut pool = [0u16; 6];
        match mana_kinds(wanted) {
            Ok(kinds) => kinds.iter().for_each(|k| pool[usize::from(*k)] += 1),
            Err(_) if wanted.trim().is_empty() => {}
            Err(e) => out.say(&words::EXPECTED, &[wanted, e.get(run.lang)]),
        }
        let found = s.player(p).pool().0;
        out.differ(&out.of("mana", letter), mana_text(pool, run.lang), mana_text(found, run.lang));
    }
}

fn mana_text(pool: [u16; 6], lang: Lang) -> String {
    let symbols = ["{W}", "{U}", "{B}", "{R}", "{G}", "{C}"];
    let text: String =
        symbols.iter().zip(pool).map(|(s, n)| s.repeat(usize::from(n.min(99)))).collect();
    if text.is_empty() { words::NO_MANA.get(lang).to_owned() } else { text }
}

fn zones(run: &Runner, e: &Expected, out: &mut Findings) {
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
            let what = out.of(zone_key(zone), letter);
            cards(run, &what, zone, wanted, &found, out);
        }
    }
}

fn cards(
    run: &Runner,
    what: &str,
    zone: Zone,
    wanted: &Cards,
    found: &[ObjectId],
    out: &mut Findings,
) {
    let pool = run.game.pool();
    let names = match wanted {
        Cards::Count(_) => Vec::new(),
        Cards::Exactly(list) => list.iter().collect(),
        Cards::Some(some) => some.contains.iter().chain(&some.lacks).chain(&some.top).collect(),
    };
    for name in names {
        let (_, name) = counted(name, pool);
        if !(0..pool.len()).any(|n| is_called(&run.game, CardId(n as u16), name)) {
            out.say(&words::NO_CARD, &[name]);
        }
    }
    let called = |at: usize, name: &str| {
        let card = run.game.look().name_of(found[at]);
        card.is_some_and(|c| is_called(&run.game, c, name))
    };
    let row = Row {
        len: found.len(),
        called: &called,
        shown: &|at| object_name(&run.game, found[at], run.lang),
        counted: &|entry| {
            let (n, name) = counted(entry, pool);
            (n, name.to_owned())
        },
        in_order: zone == Zone::Library,
        top_last: zone != Zone::Library,
    };
    out.cards(what, wanted, &row);
}

/// The objects that a key of `permanents` means.
fn objects(run: &Runner, key: &str, wanted: &Permanent) -> Result<Vec<ObjectId>, String> {
    let wrong =
        |e: crate::error::Expected| words::say(&words::EXPECTED, run.lang, &[key, e.get(run.lang)]);
    let name = name(key).map_err(wrong)?;
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

fn permanent(run: &Runner, key: &str, wanted: &Permanent, out: &mut Findings) {
    let found = match objects(run, key, wanted) {
        Ok(found) => found,
        Err(problem) => return out.push(problem),
    };
    if let Some(n) = wanted.count {
        out.differ(&out.of("number", key), n, found.len());
    }
    let there = |id: &&ObjectId| {
        let zone = run.game.state().object(**id).map(|o| o.zone());
        wanted.zone.is_some() || zone == Some(Zone::Battlefield)
    };
    let first = found.iter().find(there).copied();
    match wanted.exists {
        Some(false) => {
            if first.is_some() {
                out.say(&words::IS_THERE, &[key]);
            }
            return;
        }
        None if wanted.count == Some(0) => return,
        _ => {}
    }
    let Some(id) = first else {
        return out.say(&words::ISNT_THERE, &[key]);
    };
    if let (Some(zone), Some(o)) = (&wanted.zone, run.game.state().object(id)) {
        let found = zone_key(o.zone()).to_owned();
        out.differ(&out.of("zone", key), zone.to_lowercase(), found);
    }
    let Some(view) = run.game.look().object_view(id) else { return };
    numbers(key, wanted, &view, out);
    status(run, key, wanted, &view, out);
    traits(run, key, wanted, &view, out);
}

fn numbers(key: &str, wanted: &Permanent, view: &ObjectView, out: &mut Findings) {
    let c = &view.characteristics;
    if let Some(pt) = &wanted.pt {
        out.differ(key, pt.clone(), format!("{}/{}", c.power, c.toughness));
    }
    let pairs = [
        ("power", wanted.power, c.power),
        ("toughness", wanted.toughness, c.toughness),
        ("damage", wanted.damage, view.damage),
    ];
    for (what, wanted, found) in pairs {
        if let Some(wanted) = wanted {
            out.differ(&out.of(what, key), wanted, found);
        }
    }
    if let Some(n) = wanted.abilities {
        out.differ(&out.of("abilities", key), n, c.abilities.len());
    }
    let Some(counters) = &wanted.counters else { return };
    for (kind, n) in counters {
        let found = counter_named(kind)
            .map(|k| view.counters.iter().filter(|(x, _)| *x == k).map(|(_, n)| *n).sum::<u16>());
        match found {
            Some(found) => {
                let what = words::say(&words::COUNTERS, out.lang, &[kind, key]);
                out.differ(&what, *n, found);
            }
            None => out.say(&words::NO_COUNTER, &[kind]),
        }
    }
    for (kind, n) in &view.counters {
        if *n > 0 && !counters.keys().any(|k| counter_named(k) == Some(*kind)) {
            out.say(&words::HAS_COUNTERS, &[key, &n.to_string(), &counter_key(*kind)]);
        }
    }
}

fn status(run: &Runner, key: &str, wanted: &Permanent, view: &ObjectView, out: &mut Findings) {
    let flags = [
        ("tapped", wanted.tapped, view.tapped),
        ("sick", wanted.sick, view.sick),
        ("face down", wanted.face_down, view.face_down),
        ("token", wanted.token, view.token),
    ];
    for (what, wanted, found) in flags {
        out.either(&out.of(what, key), wanted, found);
    }
    let seats =
        [("controller", &wanted.controller, view.controller), ("owner", &wanted.owner, view.owner)];
    for (what, wanted, found) in seats {
        if let Some(wanted) = wanted {
            out.differ(&out.of(what, key), wanted.to_uppercase(), found.to_string());
        }
    }
    if let Some(host) = &wanted.attached_to {
        let found = view.attached_to.map(Thing::Object).unwrap_or_default();
        names_thing(run, &out.of("attached to", key), host, found, out);
    }
    if let Some(target) = &wanted.attacking {
        let found = view.attacking.unwrap_or_default();
        names_thing(run, &out.of("attacking", key), target, found, out);
    }
    if let Some(blocking) = &wanted.blocking {
        if blocking.len() != view.blocking.len() {
            out.say(&words::NUMBER_BLOCKED, &[key, &view.blocking.len().to_string()]);
        }
        for (wanted, found) in blocking.iter().zip(&view.blocking) {
            names_thing(run, &out.of("blocking", key), wanted, Thing::Object(*found), out);
        }
    }
}

/// Whether a name (or `none`) means the thing.
fn names_thing(run: &Runner, what: &str, wanted: &str, found: Thing, out: &mut Findings) {
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
            Thing::None => words::NONE.get(run.lang).to_owned(),
            thing => crate::explain::thing_name(&run.game, thing, run.lang),
        };
        out.say(&words::DIFFER, &[what, wanted, &found]);
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

fn traits(run: &Runner, key: &str, wanted: &Permanent, view: &ObjectView, out: &mut Findings) {
    let c = &view.characteristics;
    for (list, has) in [(&wanted.keywords, true), (&wanted.lacks, false)] {
        for text in list {
            match keyword_named(text) {
                Some(k) if c.keywords.has(k) == has => {}
                Some(_) if has => out.say(&words::LACKS, &[key, text]),
                Some(_) => out.say(&words::HAS, &[key, text]),
                None => out.say(&words::NO_KEYWORD, &[text]),
            }
        }
    }
    for (list, has) in [(&wanted.is, true), (&wanted.is_not, false)] {
        for text in list {
            match has_type(view, text) {
                Some(is) if is == has => {}
                Some(_) if has => out.say(&words::ISNT, &[key, text]),
                Some(_) => out.say(&words::IS, &[key, text]),
                None => out.say(&words::NO_TYPE, &[text]),
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
                    out.say(
                        &words::DIFFER,
                        &[&out.of("type", key), &line.to_string(), &found.to_string()],
                    );
                }
            }
            Err(problem) => out.push(no_types(line, &problem, out.lang)),
        }
    }
    if let Some(colors) = &wanted.colors {
        let mut set = simpan_cards::ast::Colors::NONE;
        for text in colors {
            match color_named(text) {
                Some(color) => set = set.with(simpan_cards::ast::Colors::of(color)),
                None => out.say(&words::NO_COLOR, &[text]),
            }
        }
        if set != c.colors {
            let found: Vec<Color> = c.colors.iter().collect();
            let (wanted, found) = (format!("{colors:?}"), format!("{found:?}"));
            out.say(&words::DIFFER, &[&out.of("colours", key), &wanted, &found]);
        }
    }
    if let Some(name) = &wanted.name
        && !is_called(&run.game, c.named, name)
    {
        let found = card_name(&run.game, c.named, run.lang);
        out.say(&words::DIFFER, &[&out.of("name", key), name, &found]);
    }
}

fn progress(run: &Runner, e: &Expected, out: &mut Findings) {
    let s = run.game.state();
    let nobody = || words::NOBODY.get(run.lang).to_owned();
    if let Some(wanted) = &e.stack {
        stack(run, wanted, out);
    }
    if let Some(step) = &e.step {
        match step_named(step) {
            Some(wanted) if wanted == s.step() => {}
            Some(_) => {
                let found = step_word(s.step(), run.lang, run.preset);
                out.say(&words::DIFFER, &[&out.field("step"), step, &found]);
            }
            None => out.say(&words::NO_STEP, &[step]),
        }
    }
    if let Some(turn) = e.turn {
        out.differ(&out.field("turn"), turn, s.turn_number());
    }
    if let Some(active) = &e.active {
        out.differ(&out.field("active player"), active.to_uppercase(), s.active().to_string());
    }
    if let Some(priority) = &e.priority {
        let found = run.question().filter(|q| q.kind == QuestionKind::Act);
        let found = found.map_or_else(nobody, |q| q.player.to_string());
        out.differ(&out.field("priority"), priority.to_uppercase(), found);
    }
    let outcome = match run.game.ask() {
        Ask::Over(outcome) => Some(outcome),
        _ => None,
    };
    if let Some(winner) = &e.winner {
        let found = outcome.and_then(|o| o.winner).map_or_else(nobody, |p| p.to_string());
        let wanted = if crate::command::is_none(winner) { nobody() } else { winner.to_uppercase() };
        out.differ(&out.field("winner"), wanted, found);
    }
    out.either(&out.field("draw"), e.draw, outcome.is_some_and(|o| o.winner.is_none()));
    out.either(&out.field("game over"), e.over, outcome.is_some());
}

fn stack(run: &Runner, wanted: &[String], out: &mut Findings) {
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
                true => words::COMBAT_DAMAGE.get(run.lang).to_owned(),
                false => object_name(&run.game, *id, run.lang),
            })
            .collect();
        let (wanted, found) = (format!("{wanted:?}"), format!("{found:?}"));
        out.say(&words::DIFFER, &[&out.field("stack"), &wanted, &found]);
    }
}

fn moves(run: &Runner, e: &Expected, out: &mut Findings) {
    let explain = |refusal: &Refusal| match refusal {
        Refusal::Rule(rule) => explain_refusal(*rule, run.preset, run.lang),
        Refusal::Unused(text) | Refusal::Other(text) => text.clone(),
    };
    for line in &e.legal {
        if let Err(refusal) = run.attempt(line) {
            out.say(&words::SHOULD_BE_LEGAL, &[line, &explain(&refusal)]);
        }
    }
    for wanted in &e.illegal {
        let refusal = match run.attempt(&wanted.act) {
            Ok(()) => {
                out.say(&words::SHOULD_BE_ILLEGAL, &[&wanted.act]);
                continue;
            }
            Err(refusal) => refusal,
        };
        let right = match (&wanted.rule, &refusal) {
            (None, Refusal::Rule(_) | Refusal::Unused(_)) => true,
            (Some(text), Refusal::Rule(rule)) => match rules_named(text, run.lang) {
                Ok(rules) => rules.contains(rule),
                Err(problem) => {
                    out.push(problem);
                    continue;
                }
            },
            (_, Refusal::Unused(_) | Refusal::Other(_)) => false,
        };
        if !right {
            let by = wanted.rule.as_deref().unwrap_or(words::A_RULE.get(run.lang));
            out.say(&words::REFUSED_BY, &[&wanted.act, by, &explain(&refusal)]);
        }
    }
    for (lines, is) in [(&e.can, true), (&e.cannot, false)] {
        for line in lines {
            match run.listed(line) {
                Ok(found) if found == is => {}
                Ok(_) if is => out.say(&words::ISNT_LISTED, &[line]),
                Ok(_) => out.say(&words::IS_LISTED, &[line]),
                Err(problem) => out.say(&words::SAID, &[line, &problem]),
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

fn question(run: &Runner, asked: &Asked, out: &mut Findings) {
    let Some(q) = run.question() else { return out.say(&words::NO_QUESTION, &[]) };
    if let Some(player) = &asked.player {
        out.differ(&out.field("asked player"), player.to_uppercase(), q.player.to_string());
    }
    if let Some(kind) = &asked.kind {
        out.differ(&out.field("question"), kind.to_lowercase(), kind_key(q.kind).to_owned());
    }
    if let Some(text) = &asked.rule {
        match rules_named(text, run.lang) {
            Ok(rules) if rules.contains(&q.purpose.rule) => {}
            Ok(_) => {
                let found = q.purpose.rule.qualified(run.preset.book());
                let what = out.field("rule of the question");
                out.say(&words::DIFFER, &[&what, text, &found.to_string()]);
            }
            Err(problem) => out.push(problem),
        }
    }
    if let Some(source) = &asked.source {
        let what = out.field("source of the question");
        names_thing(run, &what, source, Thing::Object(q.purpose.source), out);
    }
    if let Some(n) = asked.answers {
        let mut legal = Vec::new();
        run.game.answers(&mut legal);
        out.differ(&out.field("number of answers"), n, legal.len());
    }
}
