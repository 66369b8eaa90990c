//! Scenarios of Starlight TCG as data.

use super::command::parse;
use crate::error::{ScenarioError, Source};
use crate::expect::{Asked, Cards, IllegalMove};
use crate::flexible::Flexible;
use crate::scenario::{Policy, players_known, rules_known, split_player};
use crate::words;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A scenario file of Starlight TCG (`game = "starlight"`).
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Which game: `starlight`.
    pub game: String,
    /// The id of what it shows; the file name if absent. No two files may give the same.
    #[serde(default)]
    pub id: String,
    /// Further ids of what it shows at once.
    #[serde(default)]
    pub also: Vec<String>,
    /// What it shows, in a sentence.
    #[serde(default)]
    pub title: String,
    /// The same in Korean.
    #[serde(default)]
    pub title_ko: Option<String>,
    /// The rules it tests: `starlight-proc-4`, or keys such as `STAR_PROC_CHECK`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Why it is left out ("bug: …"); it then counts as skipped.
    #[serde(default)]
    pub skip: Option<String>,
    /// Free words for readers.
    #[serde(default)]
    pub note: Option<String>,
    /// Assumptions that are otherwise here: `{ "hand.max" = 3 }`.
    #[serde(default)]
    pub assumptions: BTreeMap<String, AssumedValue>,
    /// Cards of its own as RON: `(ko: "시험", en: "Test", kind: Event, abilities: [...])`.
    #[serde(default)]
    pub cards: Vec<String>,
    /// The two players, A and B.
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
    /// What chance says, in order: the number of the option, from 0.
    #[serde(default)]
    pub chance: Vec<u32>,
    /// How many decisions may be made.
    #[serde(default = "budget")]
    pub budget: u32,
    /// What must be so at the end.
    #[serde(default)]
    pub expect: Option<Expected>,
}

fn budget() -> u32 {
    2000
}

/// The value of an assumption.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AssumedValue {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

/// A player's part of the table.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerEntry {
    /// The star; one without abilities if absent.
    pub star: Option<Flexible<CardPut>>,
    /// Its life; that of the card, or as assumed, if absent.
    pub life: Option<i16>,
    /// Cards put into the resource area this turn.
    pub resource_plays: u8,
    /// The resource area.
    pub resources: Vec<Flexible<CardPut>>,
    /// Characters and prisms.
    pub field: Vec<Flexible<CardPut>>,
    /// The hand.
    pub hand: Vec<Flexible<CardPut>>,
    /// The deck, the top first; ten white magic stones if absent.
    pub deck: Option<Vec<Flexible<CardPut>>>,
    /// The graveyard.
    pub graveyard: Vec<Flexible<CardPut>>,
}

/// A card put down, written `3 백색 마력석` where nothing is special.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CardPut {
    /// Its name, Korean or English, with a number of copies before it if there are several.
    pub card: String,
    /// The alias by which the script calls it: `@alias`.
    #[serde(rename = "as")]
    pub alias: Option<String>,
    /// It is acted.
    pub acted: bool,
    /// It lies face down (in the resource area).
    pub face_down: bool,
    /// It came under its controller's control this turn.
    pub new: bool,
    /// Damage on it.
    pub damage: i16,
    /// Its abilities that were used this turn, from 1.
    pub used: Vec<u8>,
    /// Who controls it, if not its owner.
    pub controller: Option<String>,
}

impl From<String> for CardPut {
    fn from(card: String) -> Self {
        Self { card, ..Self::default() }
    }
}

/// When the script begins: in the main phase of that turn, or before the game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// The turn's number.
    pub turn: u32,
    /// Whose turn it is.
    pub active: String,
    /// The whole start of the game is played instead: the draw for who begins, shuffling (both
    /// said by `chance`), opening hands.
    pub opening: bool,
}

impl Default for Start {
    fn default() -> Self {
        Self { turn: 3, active: "A".into(), opening: false }
    }
}

/// A line of the script: `"A: use 불화살 -> 피아"`, or a table.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Entry {
    /// Who does it.
    pub by: Option<String>,
    /// What is done.
    #[serde(rename = "do")]
    pub act: Option<String>,
    /// The line must be refused by this rule; the game goes on as it was.
    pub refused: Option<String>,
    /// The state of the game now gets a name, for `same_as` and `back_to`.
    pub remember: Option<String>,
    /// The game goes back to a remembered state.
    pub back_to: Option<String>,
    /// What must be so now.
    pub expect: Option<Expected>,
}

impl From<String> for Entry {
    fn from(line: String) -> Self {
        Self { act: Some(line), ..Self::default() }
    }
}

/// What must be so.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expected {
    /// The stars' life by player.
    pub life: BTreeMap<String, i16>,
    /// Cards in hand by player.
    pub hand: BTreeMap<String, Cards>,
    /// Cards in the deck by player; a list begins at the top.
    pub deck: BTreeMap<String, Cards>,
    /// Cards in the graveyard by player.
    pub graveyard: BTreeMap<String, Cards>,
    /// Characters and prisms by controller.
    pub field: BTreeMap<String, Cards>,
    /// Cards in the resource area by controller.
    pub resources: BTreeMap<String, Cards>,
    /// Cards by name or alias, in play unless `zone` says otherwise.
    pub cards: BTreeMap<String, CardState>,
    /// The part of the turn: ready, upkeep, draw, main, end.
    pub phase: Option<String>,
    /// The turn's number.
    pub turn: Option<u32>,
    /// Whose turn it is.
    pub active: Option<String>,
    /// Who has won.
    pub winner: Option<String>,
    /// Whether the game is a draw.
    pub draw: Option<bool>,
    /// Whether the game is over.
    pub over: Option<bool>,
    /// What may be done: it is tried to the end on a copy of the game.
    pub legal: Vec<String>,
    /// What may not be done, and the rule that says so.
    pub illegal: Vec<IllegalMove>,
    /// What stands in the list of legal answers.
    pub can: Vec<String>,
    /// What doesn't.
    pub cannot: Vec<String>,
    /// Events since the expectation before, in this order but not without others between them.
    pub events: Vec<String>,
    /// Events that must not have happened since the expectation before.
    pub no_events: Vec<String>,
    /// The question that is open.
    pub question: Option<Asked>,
    /// What the question lets one choose: exactly these cards.
    pub options: Option<Vec<String>>,
    /// The state is, bit for bit, the remembered one; its events are the same too.
    pub same_as: Option<String>,
}

/// A card.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CardState {
    /// Whether it is there at all.
    pub exists: Option<bool>,
    /// The zone it is in: field, star, resources, hand, graveyard.
    pub zone: Option<String>,
    /// Power and health: `2/3`.
    pub size: Option<String>,
    /// Power.
    pub power: Option<i16>,
    /// Health.
    pub health: Option<i16>,
    /// The damage that would be lethal now.
    pub lethal: Option<i16>,
    /// Damage on it.
    pub damage: Option<i16>,
    /// Its cost.
    pub cost: Option<i16>,
    /// The total cost of using it (its one ability, in play) in words: `W1+1 Light, act this card`.
    pub total_cost: Option<String>,
    /// It is acted.
    pub acted: Option<bool>,
    /// It lies face down.
    pub face_down: Option<bool>,
    /// It came under its controller's control this turn.
    pub new: Option<bool>,
    /// A star's life.
    pub life: Option<i16>,
    /// Who controls it.
    pub controller: Option<String>,
    /// Who owns it.
    pub owner: Option<String>,
}

impl Scenario {
    /// What can be checked without a table: rules, players, commands.
    pub(crate) fn check(&self, source: &Source<'_>) -> Result<(), ScenarioError> {
        let refused = self.script.iter().filter_map(|e| e.0.refused.as_ref());
        rules_known(source, self.rules.iter().chain(refused))?;
        let players = self.players.keys().chain([&self.start.active]);
        players_known(source, players, &["A", "B"].map(str::to_owned))?;
        for Flexible(entry) in &self.script {
            if let Some(act) = &entry.act {
                let (_, act) = split_player(act);
                parse(act).map_err(|e| source.problem(act, e.of(act, source.lang)))?;
            }
            let marks = entry.remember.is_some() || entry.back_to.is_some();
            if entry.act.is_none() && entry.expect.is_none() && !marks {
                let what = "`do`, `expect`, `remember`, `back_to`";
                return Err(source.wrong("script", &words::EMPTY_ENTRY, &[what]));
            }
        }
        Ok(())
    }
}
