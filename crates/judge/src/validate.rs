//! Names in a scenario that nothing has: found before it runs, so that a misspelled name never
//! makes an expectation come true.

use crate::command::{Command, Name, parse, seat_of};
use crate::error::{ScenarioError, Source, nearest};
use crate::names::{Names, means_nothing, rejoin};
use crate::scenario::{Scenario, split_player};
use crate::script::color_of;
use crate::words;
use simpan_cards::program::CardId;
use simpan_magic::Magic;

/// Words with which the short form of an event begins.
pub(crate) const EVENTS: &[&str] = &[
    "turn",
    "step",
    "move",
    "draw",
    "tap",
    "untap",
    "life",
    "damage",
    "prevent",
    "mana",
    "spend",
    "lose",
    "cast",
    "ability",
    "target",
    "resolve",
    "fizzle",
    "counter",
    "copy",
    "take",
    "counters",
    "attack",
    "block",
    "blocked",
    "unblocked",
    "leave",
    "assign",
    "control",
    "attach",
    "unattach",
    "destroy",
    "sacrifice",
    "discard",
    "cycle",
    "regenerate",
    "token",
    "cease",
    "phase",
    "search",
    "replace",
    "trigger",
    "shuffle",
    "reveal",
    "look",
    "pass",
    "choose",
    "number",
    "effect",
    "mulligan",
    "keep",
    "lost",
    "win",
    "rule",
];

/// All names that a command says.
fn names_in(command: &Command) -> Vec<Name> {
    let mut all = Vec::new();
    match command {
        Command::Play(used) | Command::Cast(used) | Command::Activate(used) => {
            all.push(vec![used.name.clone()]);
            all.extend(used.targets.iter().cloned());
        }
        Command::Attack(rows) => {
            all.push(rows.iter().map(|(creature, _)| creature.clone()).collect());
            all.extend(rows.iter().filter_map(|(_, target)| target.clone()).map(|t| vec![t]));
        }
        Command::Block(rows) => {
            for (attacker, blockers) in rows {
                all.push(vec![attacker.clone()]);
                all.push(blockers.clone());
            }
        }
        Command::Choose(names) | Command::Order(names) => all.push(names.clone()),
        Command::Tap(name, _) => all.push(vec![name.clone()]),
        Command::Divide(rows) => all.push(rows.iter().map(|(name, _)| name.clone()).collect()),
        _ => {}
    }
    all.concat()
}

struct Checker<'a> {
    game: &'a Magic,
    names: &'a Names,
    source: &'a Source<'a>,
}

/// Looks at every name of a scenario.
///
/// # Errors
/// The first name that no card, alias or player has.
pub(crate) fn names(
    scenario: &Scenario,
    game: &Magic,
    names: &Names,
    source: &Source<'_>,
) -> Result<(), ScenarioError> {
    let c = Checker { game, names, source };
    let mut expectations = Vec::new();
    for entry in scenario.script.iter().map(|e| &e.0) {
        if let Some(act) = &entry.act {
            c.line(act)?;
        }
        expectations.extend(&entry.expect);
    }
    scenario.answers.values().flatten().try_for_each(|line| c.line(line))?;
    expectations.extend(&scenario.expect);
    for expect in expectations {
        let editions = expect.0.editions.values();
        for e in editions.chain([&expect.0.all]) {
            let lines = e.legal.iter().chain(&e.can).chain(&e.cannot);
            lines.chain(e.illegal.iter().map(|m| &m.act)).try_for_each(|line| c.line(line))?;
            for key in e.permanents.keys() {
                let name = crate::command::name(key).unwrap_or_default();
                c.name(&name)?;
            }
            e.events.iter().chain(&e.no_events).try_for_each(|line| c.event(line))?;
        }
    }
    Ok(())
}

impl Checker<'_> {
    fn line(&self, line: &str) -> Result<(), ScenarioError> {
        let (_, act) = split_player(line);
        let command =
            parse(act).map_err(|e| self.source.problem(act, e.of(act, self.source.lang)))?;
        let open = matches!(command, Command::Choose(_) | Command::Order(_));
        for name in rejoin(self.game, &names_in(&command)) {
            let plain = !name.alias && name.of.is_none();
            let option =
                open && plain && (name.text.parse::<u32>().is_ok() || is_option(&name.text));
            if !option && !means_nothing(&name) {
                self.name(&name)?;
            }
        }
        Ok(())
    }

    fn name(&self, name: &Name) -> Result<(), ScenarioError> {
        if name.alias {
            if self.names.aliased(&name.text).is_some() {
                return Ok(());
            }
            let near = nearest(&name.text, self.names.all(), 1).pop();
            let near = near.map(|n| format!("@{n}"));
            return Err(self.source.wrong(&name.text, &words::NO_ALIAS, &[&name.text]).or(near));
        }
        let players = self.game.state().player_count();
        if seat_of(&name.text).is_some_and(|s| usize::from(s) < players) {
            return Ok(());
        }
        let pool = self.game.pool();
        let all = || (0..pool.len()).map(|i| &pool.card(CardId(i as u16)).data);
        let lower = name.text.to_lowercase();
        let known = all().any(|d| {
            d.name.to_lowercase() == lower
                || d.korean.as_ref().is_some_and(|k| k.to_lowercase() == lower)
        });
        if known {
            return Ok(());
        }
        let known = all().flat_map(|d| [Some(d.name.as_str()), d.korean.as_deref()]).flatten();
        let near = nearest(&name.text, known, 1).pop();
        Err(self.source.wrong(&name.text, &words::NO_NAME, &[&name.text]).or(near))
    }

    fn event(&self, line: &str) -> Result<(), ScenarioError> {
        let word = line.split_whitespace().next().unwrap_or_default().to_lowercase();
        if EVENTS.contains(&word.as_str()) {
            return Ok(());
        }
        let near = nearest(&word, EVENTS.iter().copied(), 1).pop();
        Err(self.source.wrong(line, &words::NO_EVENT, &[line, &word]).or(near))
    }
}

/// A colour, a basic land type, or one of two options.
fn is_option(text: &str) -> bool {
    let is =
        |s: simpan_cards::ast::Subtype| s.name().eq_ignore_ascii_case(text) || s.korean() == text;
    color_of(text).is_some()
        || simpan_cards::ast::Subtype::all().any(is)
        || matches!(text.to_lowercase().as_str(), "tap" | "untap" | "탭" | "언탭")
}
