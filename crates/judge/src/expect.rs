//! What a scenario expects, as data.

use crate::flexible::ByEdition;
use schemars::JsonSchema;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Expectations, with those of single editions under keys that name them
/// (`[expect.2005]`); an edition's say replaces that of the same key.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Expect(pub ByEdition<Expected>);

impl JsonSchema for Expect {
    fn schema_name() -> Cow<'static, str> {
        "Expect".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let inner = generator.subschema_for::<Expected>();
        schemars::json_schema!({
            "anyOf": [inner],
            "description": "Expectations; keys that name an edition hold what differs there."
        })
    }
}

/// What must be so.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expected {
    /// Life totals by player.
    pub life: BTreeMap<String, i32>,
    /// Poison counters by player.
    pub poison: BTreeMap<String, u16>,
    /// The whole mana pool by player: `{G}{G}`, or nothing.
    pub mana: BTreeMap<String, String>,
    /// Cards in hand by player.
    pub hand: BTreeMap<String, Cards>,
    /// Cards in library by player; a list begins at the top.
    pub library: BTreeMap<String, Cards>,
    /// Cards in graveyard by player.
    pub graveyard: BTreeMap<String, Cards>,
    /// Permanents by controller.
    pub battlefield: BTreeMap<String, Cards>,
    /// Exiled cards by owner.
    pub exile: BTreeMap<String, Cards>,
    /// Objects by name or alias, on the battlefield unless `zone` says otherwise.
    pub permanents: BTreeMap<String, Permanent>,
    /// Names of what is on the stack, the top first; `combat damage` for that.
    pub stack: Option<Vec<String>>,
    /// The step or phase.
    pub step: Option<String>,
    /// The turn's number.
    pub turn: Option<u32>,
    /// Whose turn it is.
    pub active: Option<String>,
    /// Who has priority.
    pub priority: Option<String>,
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
    /// What stands in the list of legal answers: `A: cast Shock`.
    pub can: Vec<String>,
    /// What doesn't.
    pub cannot: Vec<String>,
    /// Events since the expectation before, in this order but not without others between them.
    pub events: Vec<String>,
    /// Events that must not have happened since the expectation before.
    pub no_events: Vec<String>,
    /// The question that is open.
    pub question: Option<Asked>,
}

/// Cards of a zone: how many, exactly which, or some of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Cards {
    /// How many.
    Count(usize),
    /// Exactly these; `3 Forest` for several.
    Exactly(Vec<String>),
    /// Some of them.
    Some(SomeCards),
}

/// Something about the cards of a zone.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SomeCards {
    /// How many there are.
    pub count: Option<usize>,
    /// Cards among them.
    pub contains: Vec<String>,
    /// Cards not among them.
    pub lacks: Vec<String>,
    /// The top cards, the top first.
    pub top: Vec<String>,
}

/// An object.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Permanent {
    /// Whether it is there at all.
    pub exists: Option<bool>,
    /// How many of that name there are.
    pub count: Option<usize>,
    /// The zone it is in.
    pub zone: Option<String>,
    /// Power and toughness: `2/2`.
    pub pt: Option<String>,
    /// Power.
    pub power: Option<i32>,
    /// Toughness.
    pub toughness: Option<i32>,
    /// It is tapped.
    pub tapped: Option<bool>,
    /// It can't attack or use {T} abilities yet.
    pub sick: Option<bool>,
    /// It is face down.
    pub face_down: Option<bool>,
    /// Damage marked on it.
    pub damage: Option<i32>,
    /// Counters, exactly: `{"+1/+1" = 2}`.
    pub counters: Option<BTreeMap<String, u16>>,
    /// The name or alias of what it is attached to; `none`.
    pub attached_to: Option<String>,
    /// Who controls it.
    pub controller: Option<String>,
    /// Who owns it.
    pub owner: Option<String>,
    /// Keywords it has.
    pub keywords: Vec<String>,
    /// Keywords it hasn't.
    pub lacks: Vec<String>,
    /// Exactly these card types and supertypes and subtypes: `Artifact Creature — Construct`.
    #[serde(rename = "type")]
    pub types: Option<String>,
    /// Types of any sort that it has.
    pub is: Vec<String>,
    /// Types of any sort that it hasn't.
    pub is_not: Vec<String>,
    /// Exactly these colours.
    pub colors: Option<Vec<String>>,
    /// Whom it attacks; `none`.
    pub attacking: Option<String>,
    /// The names of what it blocks.
    pub blocking: Option<Vec<String>>,
    /// The name it has.
    pub name: Option<String>,
    /// It is a token.
    pub token: Option<bool>,
    /// How many abilities besides keywords it has.
    pub abilities: Option<usize>,
}

/// A move that must be refused.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IllegalMove {
    /// The move: `A: attack Grizzly Bears`.
    #[serde(rename = "do")]
    pub act: String,
    /// The rule that refuses it.
    #[serde(default)]
    pub rule: Option<String>,
}

/// A question that must be open.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Asked {
    /// Who is asked.
    pub player: Option<String>,
    /// Its form: act, targets, objects, player, one of, mode, yes or no, number, order, divide,
    /// attackers, blockers, pay, replacement, mulligan, name.
    pub kind: Option<String>,
    /// The rule that asks.
    pub rule: Option<String>,
    /// The name of the object whose text asks.
    pub source: Option<String>,
    /// How many answers are legal.
    pub answers: Option<usize>,
}

impl Expect {
    /// What must be so under an edition.
    pub fn under(&self, edition: &str) -> Expected {
        let mut all = self.0.all.clone();
        if let Some(own) = self.0.editions.get(edition) {
            all.replace_with(own.clone());
        }
        all
    }
}

impl Expected {
    fn replace_with(&mut self, own: Expected) {
        self.life.extend(own.life);
        self.poison.extend(own.poison);
        self.mana.extend(own.mana);
        self.hand.extend(own.hand);
        self.library.extend(own.library);
        self.graveyard.extend(own.graveyard);
        self.battlefield.extend(own.battlefield);
        self.exile.extend(own.exile);
        self.permanents.extend(own.permanents);
        macro_rules! either {
            ($($field:ident),*) => { $( self.$field = own.$field.or(self.$field.take()); )* };
        }
        either!(stack, step, turn, active, priority, winner, draw, over, question);
        macro_rules! longer {
            ($($field:ident),*) => {
                $( if !own.$field.is_empty() { self.$field = own.$field; } )*
            };
        }
        longer!(legal, illegal, can, cannot, events, no_events);
    }
}
