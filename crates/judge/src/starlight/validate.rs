//! Names in a Starlight scenario that nothing has: found before it runs, so that a misspelled name
//! never makes an expectation come true.

use super::command::{Command, Name, name, parse, rejoin};
use super::names::Names;
use super::scenario::{Expected, Scenario};
use super::setup::counted;
use super::tell::EVENTS;
use crate::error::{ScenarioError, Source, nearest};
use crate::expect::Cards;
use crate::scenario::split_player;
use crate::words;
use simpan_starlight::Starlight;

struct Checker<'a> {
    game: &'a Starlight,
    names: &'a Names,
    source: &'a Source<'a>,
}

/// Looks at every name of a scenario.
///
/// # Errors
/// The first name that no card or alias has.
pub(crate) fn names(
    scenario: &Scenario,
    game: &Starlight,
    names: &Names,
    source: &Source<'_>,
) -> Result<(), ScenarioError> {
    let c = Checker { game, names, source };
    for entry in scenario.script.iter().map(|e| &e.0) {
        if let Some(act) = &entry.act {
            c.line(act)?;
        }
        entry.expect.iter().try_for_each(|e| c.expected(e))?;
    }
    scenario.expect.iter().try_for_each(|e| c.expected(e))
}

/// All names that a command says.
fn names_in(command: &Command) -> Vec<Vec<Name>> {
    match command {
        Command::Use(name, words) | Command::Ability(name, _, words) => {
            std::iter::once(vec![name.clone()]).chain(words.iter().cloned()).collect()
        }
        Command::Place(name, _) => vec![vec![name.clone()]],
        Command::Light(all) | Command::Choose(all) | Command::Order(all) => vec![all.clone()],
        Command::Attack(rows) => {
            let at = rows.first().and_then(|r| r.1.clone());
            vec![rows.iter().map(|r| r.0.clone()).collect(), at.into_iter().collect()]
        }
        Command::Block(rows) => {
            let row = |r: &(Name, Vec<Name>)| [vec![r.0.clone()], r.1.clone()];
            rows.iter().flat_map(row).collect()
        }
        _ => Vec::new(),
    }
}

impl Checker<'_> {
    fn line(&self, line: &str) -> Result<(), ScenarioError> {
        let (_, act) = split_player(line);
        let command =
            parse(act).map_err(|e| self.source.problem(act, e.of(act, self.source.lang)))?;
        for list in names_in(&command) {
            for name in rejoin(self.game.pool(), &list) {
                self.name(&name)?;
                name.about.iter().try_for_each(|about| self.name(about))?;
            }
        }
        Ok(())
    }

    fn name(&self, name: &Name) -> Result<(), ScenarioError> {
        match name.alias {
            true if self.names.aliased(&name.text).is_some() => Ok(()),
            true => Err(self.source.wrong(&name.text, &words::NO_ALIAS, &[&name.text])),
            false => self.card(&name.text),
        }
    }

    fn card(&self, text: &str) -> Result<(), ScenarioError> {
        let pool = self.game.pool();
        if pool.find(text).is_some() {
            return Ok(());
        }
        let all = pool.iter().flat_map(|(_, c)| [c.ko.as_str(), c.en.as_str()]);
        let near = nearest(text, all, 1).pop();
        Err(self.source.wrong(text, &words::NO_NAME, &[text]).or(near))
    }

    fn expected(&self, e: &Expected) -> Result<(), ScenarioError> {
        let lines = e.legal.iter().chain(&e.can).chain(&e.cannot);
        lines.chain(e.illegal.iter().map(|m| &m.act)).try_for_each(|line| self.line(line))?;
        for key in e.cards.keys() {
            self.name(&name(key).unwrap_or_default())?;
        }
        e.options.iter().flatten().try_for_each(|option| self.card(option))?;
        let zones = [&e.hand, &e.deck, &e.graveyard, &e.field, &e.resources];
        for cards in zones.into_iter().flat_map(|by_player| by_player.values()) {
            match cards {
                Cards::Count(_) => {}
                Cards::Exactly(all) => all.iter().try_for_each(|c| self.card(counted(c).1))?,
                Cards::Some(some) => {
                    let all = some.contains.iter().chain(&some.lacks).chain(&some.top);
                    all.into_iter().try_for_each(|c| self.card(counted(c).1))?;
                }
            }
        }
        for line in e.events.iter().chain(&e.no_events) {
            let word = line.split_whitespace().next().unwrap_or_default();
            if !EVENTS.contains(&word) {
                let near = nearest(word, EVENTS.iter().copied(), 1).pop();
                return Err(self.source.wrong(line, &words::NO_EVENT, &[line, word]).or(near));
            }
        }
        Ok(())
    }
}
