//! A pool of cards, lowered: everything a game needs to know of its cards.

use crate::ast::{KeywordAbility, ManaCost, Subtype, Zone};
use crate::characteristics::Characteristics;
use crate::def::CardData;
use crate::lower::{Lowering, Refusal};
use crate::program::{
    AbilityId, AbilityKind, CardId, LoweredAbility, Program, ProgramId, Sign, Signs,
};
use crate::words::Word;
use std::collections::BTreeMap;

/// A lowered card.
#[derive(Clone, Debug)]
pub struct Card {
    /// As it was written.
    pub data: CardData,
    /// What it is while nothing changes it.
    pub base: Characteristics,
    /// The instructions of an instant or sorcery.
    pub spell: Option<AbilityId>,
    /// Its mana value.
    pub mana_value: u32,
    /// With how much mana its mana cost could be paid at the least, if nothing changes it.
    pub least_mana: u8,
    /// What it can enchant, for an Aura.
    pub enchant: Option<AbilityId>,
    /// Whether it stands for a token.
    pub token: bool,
    /// Whether an ability of it works outside the battlefield and the stack.
    pub works_elsewhere: bool,
}

impl Card {
    /// The mana cost, if there is one.
    pub fn cost(&self) -> Option<&ManaCost> {
        self.data.cost.as_ref()
    }
}

/// Lowered cards with their abilities and programs.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    pub(crate) cards: Vec<Card>,
    pub(crate) abilities: Vec<LoweredAbility>,
    pub(crate) programs: Vec<Program>,
    /// For each program, whose it is.
    owners: Vec<AbilityId>,
    /// Some card changes the text of others.
    pub(crate) rewords: bool,
    /// What abilities become when a word of their text is replaced: the ability, the old and the
    /// new word, the other ability; in order.
    pub(crate) reworded: BTreeMap<(AbilityId, Word, Word), AbilityId>,
    /// How many abilities have been looked at for words.
    pub(crate) searched: usize,
    by_name: BTreeMap<String, CardId>,
    /// The mana abilities of the basic land types, in WUBRG order.
    basic_lands: Vec<(Subtype, AbilityId)>,
    /// What is face down, once any card can be.
    face_down: Option<FaceDown>,
    /// "Whenever this deals damage, …": what lifelink and deathtouch stood for.
    damage_keywords: Option<(AbilityId, AbilityId)>,
    /// What the texts of its cards ask for that is otherwise not remembered.
    pub(crate) asks: Asks,
    /// For each ability, the number of the text it is printed in, from 1.
    pub(crate) homes: Vec<u16>,
    /// How many texts there are so far.
    texts: u16,
    /// For each card, in which zones besides the battlefield it has abilities that work there.
    elsewhere: Vec<Elsewhere>,
}

/// What a card is while it is face down, and what playing it so costs.
#[derive(Clone, Debug)]
struct FaceDown {
    card: CardId,
    cost: ManaCost,
    /// As much in colourless mana.
    colorless: ManaCost,
}

/// What texts ask for that a game remembers only if one does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    /// Which source dealt damage to which object this turn.
    pub damage: bool,
    /// Which cards were exiled by abilities of which object.
    pub exile: bool,
    /// What mana abilities there are outside the battlefield.
    pub mana_elsewhere: bool,
}

/// Where a card has abilities that work outside the battlefield.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere(u16);

impl Elsewhere {
    const DEFINES: u16 = 1 << 15;

    fn of(pool: &Pool, card: &Card) -> Self {
        let mut bits = 0;
        if card.base.signs.has(Sign::Defines) {
            bits |= Self::DEFINES;
        }
        for ability in card.base.abilities.iter().map(|id| pool.ability(*id)) {
            if ability.zone != Zone::Battlefield && ability.signs != Signs::NONE {
                bits |= 1 << ability.zone as u16;
            }
        }
        Self(bits)
    }

    /// Whether there is none at all.
    pub const fn is_nowhere(self) -> bool {
        self.0 == 0
    }
    /// Whether an ability with signs works in the zone.
    pub const fn is_in(self, zone: Zone) -> bool {
        self.0 & (1 << zone as u16) != 0
    }
    /// Whether it has characteristic-defining abilities.
    pub const fn defines(self) -> bool {
        self.0 & Self::DEFINES != 0
    }
}

impl Pool {
    /// Lowers cards into a pool. Cards that say something no program can do are left out and
    /// reported, each with all its reasons.
    pub fn build<'a>(cards: impl IntoIterator<Item = &'a CardData>) -> (Self, Vec<Refusal>) {
        let mut pool = Self::default();
        let mut refused = Vec::new();
        for data in cards {
            match pool.add(data) {
                Ok(_) => {}
                Err(refusal) => refused.push(refusal),
            }
        }
        (pool, refused)
    }

    /// Lowers one card. A card of the same name is replaced in the name list.
    ///
    /// # Errors
    /// With every reason why the card can't be played.
    pub fn add(&mut self, data: &CardData) -> Result<CardId, Refusal> {
        if self.basic_lands.is_empty() {
            self.basic_lands = Lowering::new(self).basic_lands();
            self.damage_keywords = Some(Lowering::new(self).damage_keywords());
        }
        if self.face_down.is_none() && data.can_be_face_down() {
            let card = Lowering::new(self).face_down();
            if let (Ok(cost), Ok(colorless)) = ("{3}".parse(), "{C}{C}{C}".parse()) {
                self.face_down = Some(FaceDown { card, cost, colorless });
            }
            self.elsewhere.push(Elsewhere::default());
        }
        let marks = (self.cards.len(), self.abilities.len(), self.programs.len());
        let searched = self.searched;
        match Lowering::new(self).card(data).and_then(|id| self.reword_all(data, id)) {
            Ok(id) => {
                self.by_name.insert(data.name.to_lowercase(), id);
                if let Some(korean) = &data.korean {
                    self.by_name.insert(korean.to_lowercase(), id);
                }
                for card in self.elsewhere.len()..self.cards.len() {
                    let elsewhere = Elsewhere::of(self, &self.cards[card]);
                    self.elsewhere.push(elsewhere);
                }
                Ok(id)
            }
            Err(refusal) => {
                self.cards.truncate(marks.0);
                self.abilities.truncate(marks.1);
                self.homes.truncate(marks.1);
                self.programs.truncate(marks.2);
                self.owners.truncate(marks.2);
                self.reworded
                    .retain(|(from, ..), to| from.index() < marks.1 && to.index() < marks.1);
                self.searched = searched.min(marks.1);
                Err(refusal)
            }
        }
    }

    /// The card of a number.
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.index()]
    }
    /// The ability of a number.
    pub fn ability(&self, id: AbilityId) -> &LoweredAbility {
        &self.abilities[id.index()]
    }
    /// The program of a number; an empty one for [`ProgramId::NONE`].
    pub fn program(&self, id: ProgramId) -> &Program {
        static EMPTY: Program = Program {
            ops: Vec::new(),
            targets: Vec::new(),
            gates: Vec::new(),
            modes: None,
            makes: None,
            lasting: Vec::new(),
        };
        self.programs.get(id.index()).unwrap_or(&EMPTY)
    }
    /// The card whose characteristics a face-down object has, if any card of the pool can be one.
    pub fn face_down(&self) -> Option<CardId> {
        self.face_down.as_ref().map(|f| f.card)
    }
    /// What a card with morph costs that is played face down, in mana of any kind or in
    /// colourless mana.
    pub fn face_down_cost(&self, colorless: bool) -> Option<&ManaCost> {
        self.face_down.as_ref().map(|f| if colorless { &f.colorless } else { &f.cost })
    }
    /// The ability that a program is (or is a mode) of.
    pub fn ability_of(&self, id: ProgramId) -> Option<AbilityId> {
        self.owners.get(id.index()).copied().filter(|a| *a != AbilityId::NONE)
    }
    /// Notes that a program and its modes are an ability's.
    pub(crate) fn own(&mut self, program: ProgramId, ability: AbilityId) {
        let Some(p) = self.programs.get(program.index()) else { return };
        self.owners.resize(self.programs.len(), AbilityId::NONE);
        self.owners[program.index()] = ability;
        for mode in p.modes.iter().flat_map(|modal| modal.parts()) {
            self.owners[mode.index()] = ability;
        }
    }
    /// The mana ability that a land has by a basic land type; `None` for other subtypes.
    pub fn basic_land(&self, subtype: Subtype) -> Option<AbilityId> {
        self.basic_lands.iter().find(|(s, _)| *s == subtype).map(|(_, id)| *id)
    }
    /// The basic land types with their mana abilities, in WUBRG order.
    pub fn basic_lands(&self) -> &[(Subtype, AbilityId)] {
        &self.basic_lands
    }
    /// "Whenever this deals damage, you gain that much life": lifelink as a triggered ability.
    pub fn lifelink(&self) -> AbilityId {
        self.damage_keywords.map_or(AbilityId::NONE, |k| k.0)
    }
    /// "Whenever this deals damage to a creature, destroy that creature": deathtouch as a triggered
    /// ability.
    pub fn deathtouch(&self) -> AbilityId {
        self.damage_keywords.map_or(AbilityId::NONE, |k| k.1)
    }
    /// The text that an ability is printed in: abilities of one text are linked (2021 rule 607.1).
    pub fn home(&self, id: AbilityId) -> u16 {
        self.homes.get(id.index()).copied().unwrap_or(0)
    }
    /// The number of one text more.
    pub(crate) fn new_home(&mut self) -> u16 {
        self.texts = self.texts.saturating_add(1);
        self.texts
    }
    /// What the texts of its cards ask for.
    pub fn asks(&self) -> Asks {
        self.asks
    }
    /// Where a card has abilities that work outside the battlefield.
    pub fn elsewhere(&self, id: CardId) -> Elsewhere {
        self.elsewhere.get(id.index()).copied().unwrap_or_default()
    }
    /// The card of an English or Korean name, in any case.
    pub fn find(&self, name: &str) -> Option<CardId> {
        self.by_name.get(&name.trim().to_lowercase()).copied()
    }
    /// All cards that aren't tokens.
    pub fn cards(&self) -> impl Iterator<Item = (CardId, &Card)> {
        self.cards.iter().enumerate().filter(|(_, c)| !c.token).map(|(i, c)| (CardId(i as u16), c))
    }
    /// How many cards and tokens there are.
    pub fn len(&self) -> usize {
        self.cards.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }
    /// The first ability among `ids` that is a keyword with parameters and fits.
    pub fn keyword<'a, T>(
        &'a self,
        ids: &[AbilityId],
        mut fits: impl FnMut(&'a KeywordAbility) -> Option<T>,
    ) -> Option<T> {
        ids.iter().find_map(|id| match &self.ability(*id).kind {
            AbilityKind::Keyword(k) => fits(k),
            _ => None,
        })
    }
}
