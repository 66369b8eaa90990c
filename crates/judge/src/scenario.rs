//! Scenarios as data: a table set up, a script, and what must come of it.

use crate::error::{ScenarioError, Source, nearest};
use crate::expect::Expect;
use crate::flexible::{self, Flexible};
use crate::words;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// A scenario file (TOML, or JSON with the same keys).
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Which game: `magic` if absent (`starlight` has scenarios of another form).
    #[serde(default)]
    pub game: Option<String>,
    /// The id of what it shows, such as a worked example of the rulebook's catalogue, or any short
    /// name; the file name if absent. No two files may give the same.
    #[serde(default)]
    pub id: String,
    /// Further ids of what it shows at once: the same example in another text of rules.
    #[serde(default)]
    pub also: Vec<String>,
    /// What it shows, in a sentence.
    #[serde(default)]
    pub title: String,
    /// The same in Korean.
    #[serde(default)]
    pub title_ko: Option<String>,
    /// The rules it tests: `cr2021-510.1c`, or keys such as `MANA_BURN`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The editions it runs under; `2005` and `2021` if absent.
    #[serde(default = "all_editions")]
    pub editions: Vec<String>,
    /// Why it is left out ("bug: …"); it then counts as skipped.
    #[serde(default)]
    pub skip: Option<String>,
    /// Free words for readers.
    #[serde(default)]
    pub note: Option<String>,
    /// Cards of its own, besides the built-in ones.
    #[serde(default)]
    pub cards: Vec<CardEntry>,
    /// Names of further cards, found in card data that whoever runs it brings (`--cards`). Without
    /// such data the scenario is skipped.
    #[serde(default)]
    pub imported: Vec<String>,
    /// The players by letter, A first.
    #[serde(default)]
    pub players: BTreeMap<String, PlayerEntry>,
    /// When the script begins.
    #[serde(default)]
    pub start: Start,
    /// What happens to choices the script says nothing of.
    #[serde(default)]
    pub policy: Policy,
    /// What is done, in order.
    #[serde(default)]
    pub script: Vec<Flexible<Entry>>,
    /// For each player, answers to questions in the order they come.
    #[serde(default)]
    pub answers: BTreeMap<String, Vec<String>>,
    /// What chance says, in order: the number of the option, from 0.
    #[serde(default)]
    pub chance: Vec<u32>,
    /// How many decisions may be made.
    #[serde(default = "budget")]
    pub budget: u32,
    /// What must be so at the end.
    #[serde(default)]
    pub expect: Option<Expect>,
}

fn all_editions() -> Vec<String> {
    [simpan_magic::Preset::ALL[0], simpan_magic::Preset::ALL[1]]
        .iter()
        .map(|p| p.name().to_owned())
        .collect()
}

fn budget() -> u32 {
    2000
}

/// What happens to choices that the script says nothing of. Payments are always made by the
/// engine, and forced choices are taken, under every policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Targets, modes, choices and orders that matter are an error; nobody attacks or blocks.
    #[default]
    Strict,
    /// Optional things aren't done, orders and choices are the first that is legal; targets and
    /// modes are still an error.
    Simple,
}

/// A card of a scenario's own.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardEntry {
    /// English name.
    #[serde(default)]
    pub name: Option<String>,
    /// Korean name.
    #[serde(default)]
    pub korean: Option<String>,
    /// Mana cost: `{1}{R}`.
    #[serde(default)]
    pub cost: Option<String>,
    /// Type line: `Creature — Bear`.
    #[serde(default, rename = "type")]
    pub types: Option<String>,
    /// Power and toughness: `2/2`.
    #[serde(default)]
    pub pt: Option<String>,
    /// Loyalty.
    #[serde(default)]
    pub loyalty: Option<u8>,
    /// Colours that the cost doesn't give.
    #[serde(default)]
    pub colors: Option<Vec<String>>,
    /// Rules text in English or Korean.
    #[serde(default)]
    pub text: Option<String>,
    /// The whole card in RON instead: `(name: "Ox", types: "Creature — Ox", pt: "2/4")`.
    #[serde(default)]
    pub ron: Option<String>,
}

/// A player's part of the table.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerEntry {
    /// Life total; 20 if absent.
    #[serde(default)]
    pub life: Option<i32>,
    /// Poison counters.
    #[serde(default)]
    pub poison: u16,
    /// Mana in the pool: `{G}{G}`.
    #[serde(default)]
    pub mana: String,
    /// Lands played this turn.
    #[serde(default)]
    pub lands_played: u8,
    /// Cards in hand.
    #[serde(default)]
    pub hand: Vec<Flexible<CardPut>>,
    /// The library, the top first; a few cards nobody needs if absent.
    #[serde(default)]
    pub library: Option<Vec<Flexible<CardPut>>>,
    /// Permanents.
    #[serde(default)]
    pub battlefield: Vec<Flexible<CardPut>>,
    /// The graveyard, the bottom first.
    #[serde(default)]
    pub graveyard: Vec<Flexible<CardPut>>,
    /// Exiled cards.
    #[serde(default)]
    pub exile: Vec<Flexible<CardPut>>,
    /// Permanents that have phased out.
    #[serde(default)]
    pub phased_out: Vec<Flexible<CardPut>>,
    /// Cards outside the game.
    #[serde(default)]
    pub sideboard: Vec<Flexible<CardPut>>,
}

/// A card put down, written `3 Forest` where nothing is special.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardPut {
    /// Its name, English or Korean, with a number of copies before it if there are several.
    pub card: String,
    /// The alias by which the script calls it: `@alias`.
    #[serde(default, rename = "as")]
    pub alias: Option<String>,
    /// It is tapped.
    #[serde(default)]
    pub tapped: bool,
    /// It is face down.
    #[serde(default)]
    pub face_down: bool,
    /// It came under its controller's control this turn.
    #[serde(default)]
    pub sick: bool,
    /// Counters: `{"+1/+1" = 2}`.
    #[serde(default)]
    pub counters: BTreeMap<String, u16>,
    /// Damage on it.
    #[serde(default)]
    pub damage: i32,
    /// The alias or name of what it is attached to.
    #[serde(default)]
    pub attached_to: Option<String>,
    /// Who controls it, if not its owner.
    #[serde(default)]
    pub controller: Option<String>,
    /// What was chosen as it came: a colour or basic land type.
    #[serde(default)]
    pub chosen: Option<String>,
}

impl From<String> for CardPut {
    fn from(card: String) -> Self {
        Self { card, ..Self::default() }
    }
}

/// When the script begins: that player has priority in that step.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// The turn's number; in turn 1 of two players nobody draws.
    pub turn: u32,
    /// The step or phase.
    pub step: String,
    /// Whose turn it is.
    pub active: String,
    /// The game begins instead: libraries are shuffled, hands drawn, mulligans taken.
    pub game: bool,
}

impl Default for Start {
    fn default() -> Self {
        Self { turn: 1, step: "precombat main".into(), active: "A".into(), game: false }
    }
}

/// A line of the script: `"A: cast Shock -> B"`, or a table.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// When: the game passes there by itself.
    #[serde(default)]
    pub at: Option<At>,
    /// Who does it.
    #[serde(default)]
    pub by: Option<String>,
    /// What is done.
    #[serde(default, rename = "do")]
    pub act: Option<String>,
    /// A row of lines that a player with priority proposes to follow.
    #[serde(default)]
    pub propose: Option<Vec<String>>,
    /// How often the row is followed.
    #[serde(default)]
    pub times: Option<u32>,
    /// Where another player shortens the proposal.
    #[serde(default)]
    pub shorten: Option<Shorten>,
    /// The lower number that another player names for a loop of both.
    #[serde(default)]
    pub lower: Option<u32>,
    /// What must be so now.
    #[serde(default)]
    pub expect: Option<Expect>,
    /// Only under these editions.
    #[serde(default)]
    pub editions: Option<Vec<String>>,
}

impl From<String> for Entry {
    fn from(line: String) -> Self {
        Self { act: Some(line), ..Self::default() }
    }
}

/// Where a player does something else than was proposed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shorten {
    /// Who.
    pub by: String,
    /// In which repetition, from 1.
    #[serde(default)]
    pub round: Option<u32>,
    /// Before which line of the row, from 1.
    #[serde(default)]
    pub line: Option<usize>,
    /// At which step, on the way of a line that passes.
    #[serde(default)]
    pub step: Option<String>,
}

/// A time in the game.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The turn's number; this one or the next that has the step if absent.
    #[serde(default)]
    pub turn: Option<u32>,
    /// The step or phase; the first in which somebody gets priority if absent.
    #[serde(default)]
    pub step: Option<String>,
}

/// Reads a scenario.
///
/// # Errors
/// The first thing that can't be read, with its line and what was probably meant.
pub fn parse_scenario(source: &Source<'_>) -> Result<Scenario, ScenarioError> {
    let mut scenario: Scenario = read(source)?;
    if scenario.id.is_empty() {
        scenario.id = stem(source.file);
    }
    check(source, &scenario)?;
    Ok(scenario)
}

/// The name of a file without its folder and ending.
pub(crate) fn stem(file: &str) -> String {
    let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
    stem.split('.').next().unwrap_or(stem).to_owned()
}

/// Reads data of any form, with errors that say where and what was probably meant.
pub(crate) fn read<T: DeserializeOwned>(source: &Source<'_>) -> Result<T, ScenarioError> {
    let Source { file, text, lang } = *source;
    let (result, line): (Result<T, String>, Option<usize>) = if file.ends_with(".json") {
        match serde_json::from_str(text) {
            Ok(scenario) => (Ok(scenario), None),
            Err(e) => (Err(e.to_string()), Some(e.line())),
        }
    } else {
        match toml::from_str(text) {
            Ok(scenario) => (Ok(scenario), None),
            Err(e) => {
                let line =
                    e.span().map(|s| 1 + text[..s.start.min(text.len())].matches('\n').count());
                (Err(e.message().to_owned()), line)
            }
        }
    };
    result.map_err(|problem| {
        let suggestion = flexible::suggestion(&problem);
        let told = flexible::told(&problem, lang);
        // An unknown key is blamed on its table; it stands on that line or below.
        let key = suggestion.as_ref().and(problem.split('`').nth(1));
        let from = line.unwrap_or(1).saturating_sub(1);
        let below = |key| text.lines().skip(from).position(|l: &str| l.contains(key));
        let line = key.and_then(below).map(|n| from + n + 1).or(line);
        ScenarioError { file: file.to_owned(), line, problem: told, suggestion, lang }
    })
}

/// What can be checked without a table: editions, rules, players, steps, commands.
fn check(source: &Source<'_>, s: &Scenario) -> Result<(), ScenarioError> {
    for edition in &s.editions {
        if edition.parse::<simpan_magic::Preset>().is_err() {
            let all = simpan_magic::Preset::ALL.map(simpan_magic::Preset::name).join(", ");
            return Err(source.wrong(edition, &words::NO_EDITION, &[edition, &all]));
        }
    }
    for (n, id) in s.also.iter().enumerate() {
        if id.trim().is_empty() || *id == s.id || s.also[..n].contains(id) {
            return Err(source.wrong("also", &words::IN_VAIN, &[id]));
        }
    }
    rules_known(source, s.rules.iter())?;
    let letters: Vec<String> = players_of(s);
    let players = s.players.keys().chain(s.answers.keys()).chain([&s.start.active]);
    players_known(source, players, &letters)?;
    let step = |step: &str| match crate::command::step_named(step) {
        Some(_) => Ok(()),
        None => {
            let near = nearest(step, crate::command::step_names(), 1).pop();
            Err(source.wrong(step, &words::NO_STEP, &[step]).or(near))
        }
    };
    step(&s.start.step)?;
    let command = |line: &String| {
        let (_, act) = split_player(line);
        let read = crate::command::parse(act).map(drop);
        read.map_err(|e| source.problem(act, e.of(act, source.lang)))
    };
    for Flexible(entry) in &s.script {
        if let Some(named) = entry.at.as_ref().and_then(|a| a.step.as_ref()) {
            step(named)?;
        }
        entry.act.iter().chain(entry.propose.iter().flatten()).try_for_each(command)?;
        let empty = entry.act.is_none() && entry.expect.is_none() && entry.at.is_none();
        if empty && entry.propose.is_none() {
            return Err(source.wrong("script", &words::EMPTY_ENTRY, &["`do`, `at`, `expect`"]));
        }
    }
    s.answers.values().flatten().try_for_each(command)
}

/// Whether all these rules are known.
pub(crate) fn rules_known<'a>(
    source: &Source<'_>,
    mut rules: impl Iterator<Item = &'a String>,
) -> Result<(), ScenarioError> {
    rules.try_for_each(|rule| {
        let found = simpan_rulebook::find(rule, None).map(drop);
        found.map_err(|e| source.problem(rule, e.message(source.lang)))
    })
}

/// Whether all these letters are players'.
pub(crate) fn players_known<'a>(
    source: &Source<'_>,
    mut players: impl Iterator<Item = &'a String>,
    letters: &[String],
) -> Result<(), ScenarioError> {
    match players.find(|p| !letters.contains(p)) {
        Some(p) => Err(source.wrong(p, &words::NO_PLAYER, &[p, &letters.join(", ")])),
        None => Ok(()),
    }
}

/// The letters of the players: those named and those before them, at least A and B.
pub(crate) fn players_of(s: &Scenario) -> Vec<String> {
    let most =
        s.players.keys().filter_map(|k| crate::command::seat_of(k)).max().unwrap_or(1).clamp(1, 7);
    (0..=most).map(|n| char::from(b'A' + n).to_string()).collect()
}

/// `A: cast Shock` as the player and the command.
pub(crate) fn split_player(line: &str) -> (Option<u8>, &str) {
    if let Some((player, rest)) = line.split_once(':')
        && let Some(seat) = crate::command::seat_of(player)
    {
        return (Some(seat), rest.trim());
    }
    (None, line.trim())
}

/// A scenario of any game.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum AnyScenario {
    /// Of Magic.
    Magic(Box<Scenario>),
    /// Of Starlight TCG.
    Starlight(Box<crate::starlight::Scenario>),
}

/// The JSON Schema of scenario files.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(AnyScenario).to_value()
}
