//! Cards: what they are and what their abilities mean, as data.

use crate::facts::Facts;
use serde::{Deserialize, Serialize};
use simpan_engine::PlayerId;
use simpan_rulebook::Lang;

/// A card of a [`Pool`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CardId(pub u16);

impl CardId {
    /// A card that isn't known.
    pub const NONE: Self = Self(u16::MAX);
    /// Index in the pool.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The five kinds of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum CardKind {
    Star,
    Character,
    Prism,
    Resource,
    Event,
}

/// A set of kinds of cards; empty means any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(pub u8);

impl Kinds {
    /// Whether the kind is in the set (or the set says nothing).
    pub const fn has(self, kind: CardKind) -> bool {
        self.0 == 0 || self.0 & (1 << kind as u8) != 0
    }
    /// The kinds named.
    pub fn iter(self) -> impl Iterator<Item = CardKind> {
        use CardKind::{Character, Event, Prism, Resource, Star};
        [Star, Character, Prism, Resource, Event]
            .into_iter()
            .filter(move |k| self.0 & (1 << *k as u8) != 0)
    }
}

impl Serialize for Kinds {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.iter().collect::<Vec<_>>().serialize(s)
    }
}
impl<'de> Deserialize<'de> for Kinds {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let list = Vec::<CardKind>::deserialize(d)?;
        Ok(Self(list.into_iter().fold(0, |s, k| s | 1 << k as u8)))
    }
}

/// The four colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Colour {
    White,
    Blue,
    Red,
    Green,
}

impl Colour {
    /// All four.
    pub const ALL: [Self; 4] = [Self::White, Self::Blue, Self::Red, Self::Green];
}

/// Light that a cost wants: of each colour, and of any kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Light {
    /// White Light.
    pub white: u8,
    /// Blue Light.
    pub blue: u8,
    /// Red Light.
    pub red: u8,
    /// Green Light.
    pub green: u8,
    /// Light of any colour or none.
    pub any: u8,
}

impl Light {
    /// How much of each colour is wanted, by the numbers of the colours.
    pub const fn colours(self) -> [u8; 4] {
        [self.white, self.blue, self.red, self.green]
    }
    /// How much of a colour is wanted.
    pub const fn of(self, colour: Colour) -> u8 {
        self.colours()[colour as usize]
    }
    /// All of it: the number that is the cost of a card.
    pub const fn total(self) -> u8 {
        self.white + self.blue + self.red + self.green + self.any
    }
}

/// The type box of a resource with the word 마력석.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stone {
    /// Its colour type, if it has one.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// It is a basic magic stone (기본 마력석), of which a deck may have any number.
    #[serde(default)]
    pub basic: bool,
}

/// The keyword an ability stands under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AbilityKind {
    /// What an event does.
    Spell,
    /// 액션: Light, then the card's own act.
    Action,
    /// 선택: everything before the colon.
    Choice,
    /// 자동: a condition and an effect.
    Auto,
    /// 등장: when this comes onto the field.
    Enter,
    /// 파괴: when this goes from the field to the graveyard.
    Destroyed,
}

/// Which players, seen from the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Who {
    You,
    Opponent,
    Each,
}

impl Who {
    /// Whether a player is one of those that `you` means.
    pub fn includes(self, player: PlayerId, you: PlayerId) -> bool {
        match self {
            Self::You => player == you,
            Self::Opponent => player != you,
            Self::Each => true,
        }
    }
}

/// A description of cards in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Filter {
    /// Of these kinds; any if none is named.
    #[serde(skip_serializing_if = "no_kinds")]
    pub kinds: Kinds,
    /// Controlled by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whose: Option<Who>,
    /// Of this colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// Of at most this cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_at_most: Option<i16>,
    /// Of at most this power.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power_at_most: Option<i16>,
    /// Acted (true) or ready (false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acted: Option<bool>,
    /// Not the card that says so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
}

fn no_kinds(k: &Kinds) -> bool {
    k.0 == 0
}

/// One use of the word 목표: how many, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Targets {
    /// At least so many.
    pub min: u8,
    /// At most so many.
    pub max: u8,
    /// Which cards in play.
    pub what: Filter,
}

/// What a card or ability costs besides the Light a card prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Cost {
    /// Light.
    pub light: Light,
    /// Act the card itself.
    pub act: bool,
    /// Discard so many cards.
    pub discard: u8,
    /// Destroy so many of your own cards that fit.
    pub destroy: Option<(u8, Filter)>,
}

/// The condition of a 자동 ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// A player uses a card of these kinds.
    Uses(Who, Kinds),
    /// A card like that is destroyed: goes from the field to the graveyard.
    Destroyed(Filter),
    /// A card like that comes onto the field.
    Enters(Filter),
    /// A player's turn starts.
    TurnStarts(Who),
    /// A player's turn ends.
    TurnEnds(Who),
    /// This attacks.
    Attacks,
    /// This blocks.
    Blocks,
}

/// What an effect works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// The card itself.
    This,
    /// The targets of the n-th target word, from 0.
    Target(u8),
    /// All cards in play that fit.
    All(Filter),
    /// Stars.
    Star(Who),
    /// The card the condition was about.
    That,
}

/// Where a searched card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchTo {
    /// To the hand.
    Hand,
    /// Face up into the resource area, acted.
    Resources,
    /// Onto the field, without being used (characters and prisms).
    Field,
}

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// The card deals damage.
    Damage(What, i16),
    /// Cards are destroyed.
    Destroy(What),
    /// Players draw.
    Draw(Who, u8),
    /// Players discard cards they choose.
    Discard(Who, u8),
    /// Cards are put into their owners' graveyards, which isn't destroying them.
    Bury(What),
    /// Power and health change until end of turn.
    Boost(What, i16, i16),
    /// The cost changes until end of turn.
    CostChange(What, i16),
    /// Players' stars gain (or lose) life.
    Life(Who, i16),
    /// Cards return to their owner's hand.
    Return(What),
    /// Cards become ready.
    Ready(What),
    /// Cards become acted.
    Act(What),
    /// You gain control of them.
    Control(What),
    /// You search your deck for a card like that, show it, and shuffle.
    Search(Filter, SearchTo),
    /// You search your deck for a basic magic stone.
    SearchStone(SearchTo),
    /// You return a card like that from your graveyard to your hand.
    Recover(Filter),
    /// You put the top card of your deck face down into the resource area.
    Resource,
}

/// One ability of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// Its keyword.
    pub kind: AbilityKind,
    /// Once each turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
    /// What using it costs.
    #[serde(default)]
    pub cost: Cost,
    /// Its condition (자동 only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
    /// "… 할 수 있다": its controller may.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may: bool,
    /// Its target words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Targets>,
    /// What it does, in order.
    pub does: Vec<Effect>,
}

impl Ability {
    /// Whether it triggers by itself.
    pub fn triggers(&self) -> bool {
        matches!(self.kind, AbilityKind::Auto | AbilityKind::Enter | AbilityKind::Destroyed)
    }
    /// Whether it is used by a player.
    pub fn is_used(&self) -> bool {
        matches!(self.kind, AbilityKind::Action | AbilityKind::Choice)
    }
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardData {
    /// Korean name.
    pub ko: String,
    /// English name.
    pub en: String,
    /// Its kind.
    pub kind: CardKind,
    /// Its colour, if it has one.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// What using it costs (characters, prisms, events).
    #[serde(default)]
    pub cost: Light,
    /// 마력석 in the type box (resources).
    #[serde(default)]
    pub stone: Option<Stone>,
    /// Power (characters).
    #[serde(default)]
    pub power: i16,
    /// Health (characters).
    #[serde(default)]
    pub health: i16,
    /// Life (stars); the assumed one if 0.
    #[serde(default)]
    pub life: i16,
    /// Its abilities, as printed.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// What of the card isn't known from the column; values given for it are ours.
    #[serde(default)]
    pub unknown: Vec<String>,
    /// The card is our own invention.
    #[serde(default)]
    pub ours: bool,
}

impl CardData {
    /// Its name in a language.
    pub fn name(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ko => &self.ko,
            Lang::En => &self.en,
        }
    }
}

/// Why cards can't be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// The text is no card list.
    #[error("the cards can't be read: {0}")]
    Syntax(String),
    /// A card isn't sound.
    #[error("{card}: {fault}")]
    Card {
        /// Which.
        card: String,
        /// What is wrong, and what instead.
        fault: String,
    },
}

/// Cards by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    cards: Vec<CardData>,
    facts: Vec<Facts>,
}

impl Pool {
    /// The cards that come with the program: those the column names, and our starter decks'.
    ///
    /// # Errors
    /// Never for the files of this crate; a test reads them.
    pub fn builtin() -> Result<Self, PoolError> {
        let mut pool = Self::default();
        pool.read(include_str!("../data/column.ron"))?;
        pool.read(include_str!("../data/starters.ron"))?;
        Ok(pool)
    }

    /// Adds the cards of a RON list.
    ///
    /// # Errors
    /// If the text is no list of cards, or a card isn't sound.
    pub fn read(&mut self, text: &str) -> Result<Vec<CardId>, PoolError> {
        let cards: Vec<CardData> =
            ron::from_str(text).map_err(|e| PoolError::Syntax(e.to_string()))?;
        cards.into_iter().map(|c| self.add(c)).collect()
    }

    /// Adds a card; one of the same name is replaced for those who ask by name.
    ///
    /// # Errors
    /// If it isn't sound.
    pub fn add(&mut self, card: CardData) -> Result<CardId, PoolError> {
        if let Some(fault) = fault(&card) {
            return Err(PoolError::Card { card: card.ko, fault });
        }
        let id = u16::try_from(self.cards.len()).unwrap_or(u16::MAX);
        if id == u16::MAX {
            return Err(PoolError::Card { card: card.ko, fault: "the pool is full".into() });
        }
        self.facts.push(Facts::of(&card));
        self.cards.push(card);
        Ok(CardId(id))
    }

    /// The card of a number.
    ///
    /// # Panics
    /// For a number that isn't of this pool.
    pub fn card(&self, id: CardId) -> &CardData {
        &self.cards[id.index()]
    }

    /// What is asked of a card all the time.
    #[inline]
    pub(crate) fn facts(&self, id: CardId) -> Facts {
        self.facts[id.index()]
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// A card by its Korean or English name, in any case; the last one added.
    pub fn find(&self, name: &str) -> Option<CardId> {
        let named = |c: &CardData| c.ko == name || c.en.eq_ignore_ascii_case(name);
        self.cards.iter().rposition(named).map(|i| CardId(i as u16))
    }

    /// All cards.
    pub fn iter(&self) -> impl Iterator<Item = (CardId, &CardData)> {
        self.cards.iter().enumerate().map(|(i, c)| (CardId(i as u16), c))
    }
}

/// What is wrong with a card.
fn fault(card: &CardData) -> Option<String> {
    let is = |k| card.kind == k;
    if card.ko.trim().is_empty() || card.en.trim().is_empty() {
        return Some("a card needs a Korean and an English name".into());
    }
    if card.stone.is_some() && !is(CardKind::Resource) {
        return Some("only resources have 마력석 in their type box".into());
    }
    if is(CardKind::Character) && card.health < 1 {
        return Some("a character needs a health of at least 1".into());
    }
    if card.abilities.len() > 8 {
        return Some("a card has at most 8 abilities".into());
    }
    for ability in &card.abilities {
        let spell = ability.kind == AbilityKind::Spell;
        if spell != is(CardKind::Event) {
            return Some("Spell abilities are for events, and events have no others".into());
        }
        if (ability.kind == AbilityKind::Auto) != ability.when.is_some() {
            return Some("자동 (Auto) abilities, and only they, have a condition `when`".into());
        }
        let costs = ability.cost != Cost::default();
        if costs && !ability.is_used() && !spell {
            return Some("only 액션, 선택 and events have a cost".into());
        }
        if ability.cost.act != (ability.kind == AbilityKind::Action) {
            return Some("액션 (Action) abilities, and only they, act the card itself".into());
        }
        if ability.targets.iter().any(|t| t.min > t.max || t.max == 0) {
            return Some(
                "a target word needs 1 or more targets, at least `min`, at most `max`".into(),
            );
        }
        let words = ability.targets.len();
        let missing =
            ability.does.iter().find_map(|e| e.word().filter(|w| usize::from(*w) >= words));
        if let Some(word) = missing {
            return Some(format!("an effect speaks of target word {word}, but there are {words}"));
        }
    }
    None
}

impl Effect {
    /// What it works on, if it works on cards.
    pub fn what(self) -> Option<What> {
        match self {
            Self::Damage(w, _)
            | Self::Destroy(w)
            | Self::Bury(w)
            | Self::Boost(w, ..)
            | Self::CostChange(w, _)
            | Self::Return(w)
            | Self::Ready(w)
            | Self::Act(w)
            | Self::Control(w) => Some(w),
            _ => None,
        }
    }

    /// The target word it speaks of.
    pub fn word(self) -> Option<u8> {
        match self.what() {
            Some(What::Target(n)) => Some(n),
            _ => None,
        }
    }
}
