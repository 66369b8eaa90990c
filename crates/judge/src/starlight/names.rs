//! Finding what a name in a command means on the table.

use super::command::Name;
use crate::command::seat_of;
use crate::error::{CommandError, nearest};
use simpan_engine::{Answer, ObjectId, PlayerId};
use simpan_rulebook::Lang;
use simpan_starlight::{CardId, Event, EventKind, Pool, Starlight, Trigger};
use std::collections::BTreeMap;

/// Aliases of single cards, which follow them from zone to zone.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// All that a card has been, the latest last.
    aliases: BTreeMap<String, Vec<ObjectId>>,
}

impl Names {
    /// Gives an object an alias (without the `@`).
    pub fn alias(&mut self, alias: &str, id: ObjectId) {
        self.aliases.insert(alias.to_lowercase(), vec![id]);
    }

    /// The object of an alias.
    pub fn aliased(&self, alias: &str) -> Option<ObjectId> {
        self.aliases.get(&alias.to_lowercase()).and_then(|all| all.last()).copied()
    }

    /// Keeps the aliases on their cards, which are other objects as they change zones.
    pub fn follow(&mut self, event: &Event) {
        if let EventKind::Moved { object, became, .. } = event.kind {
            for all in self.aliases.values_mut().filter(|all| all.last() == Some(&object)) {
                all.push(became);
            }
        }
    }

    /// Whether a name means an object, as it is or was.
    fn was(&self, name: &Name, id: ObjectId, card: CardId, pool: &Pool) -> bool {
        match name.alias {
            true => self.aliases.get(&name.text.to_lowercase()).is_some_and(|a| a.contains(&id)),
            false => is_called(pool, card, &name.text),
        }
    }

    /// Whether a name means a trigger: its card, and what it is about if the name says that.
    pub(crate) fn is_trigger(&self, game: &Starlight, name: &Name, t: &Trigger) -> bool {
        let pool = game.pool();
        let about = |n: &Name| self.was(n, t.about, t.about_card, pool);
        self.was(name, t.source, t.card, pool) && name.about.as_deref().is_none_or(about)
    }
}

/// Whether a card is called so in either language.
pub(crate) fn is_called(pool: &Pool, card: CardId, text: &str) -> bool {
    if card == CardId::NONE {
        return false;
    }
    let data = pool.card(card);
    data.ko == text.trim() || data.en.eq_ignore_ascii_case(text.trim())
}

/// The name of a card.
pub(crate) fn card_name(pool: &Pool, card: CardId, lang: Lang) -> String {
    match (card == CardId::NONE, lang) {
        (true, Lang::En) => "a card".into(),
        (true, Lang::Ko) => "카드".into(),
        (false, Lang::En) => pool.card(card).en.clone(),
        (false, Lang::Ko) => pool.card(card).ko.clone(),
    }
}

/// The name of a card as it is.
pub(crate) fn object_name(game: &Starlight, id: ObjectId, lang: Lang) -> String {
    let card = game.state().object(id).map_or(CardId::NONE, |o| o.card);
    card_name(game.pool(), card, lang)
}

/// All cards outside the decks: in play, then in hands and graveyards.
pub(crate) fn everything(game: &Starlight) -> Vec<ObjectId> {
    let mut all: Vec<ObjectId> = game.look().in_play().collect();
    for side in &game.state().sides {
        all.extend(side.hand.iter().chain(&side.graveyard));
    }
    all
}

/// The cards a name may mean among some, in their order.
pub(crate) fn among(
    game: &Starlight,
    names: &Names,
    name: &Name,
    cards: &[ObjectId],
) -> Vec<ObjectId> {
    if name.alias {
        let now = names.aliased(&name.text);
        return cards.iter().copied().filter(|id| Some(*id) == now).collect();
    }
    let of = name.of.as_deref().and_then(seat_of).map(PlayerId);
    let fits = |id: &ObjectId| {
        game.state().object(*id).is_some_and(|o| {
            let whose = if o.zone.in_play() { o.controller } else { o.owner };
            is_called(game.pool(), o.card, &name.text) && of.is_none_or(|p| p == whose)
        })
    };
    let found: Vec<ObjectId> = cards.iter().copied().filter(fits).collect();
    match name.nth {
        Some(n) => found.get(n.saturating_sub(1)).copied().into_iter().collect(),
        None => found,
    }
}

/// Whether two cards can't be told apart by anything but their places.
fn alike(game: &Starlight, a: ObjectId, b: ObjectId) -> bool {
    let (Some(x), Some(y)) = (game.state().object(a), game.state().object(b)) else {
        return false;
    };
    let of = |o: &simpan_starlight::Object| {
        let changes = (o.damage, o.power, o.health, o.cost, o.used, o.since);
        (o.card, o.zone, o.owner, o.controller, o.acted, o.face_down, changes)
    };
    of(x) == of(y)
}

/// The one card that a name means: among those that may be chosen if it is there, anywhere
/// otherwise.
pub(crate) fn the_one(
    game: &Starlight,
    names: &Names,
    name: &Name,
    legal: &[Answer],
) -> Result<ObjectId, CommandError> {
    let choosable: Vec<ObjectId> = legal
        .iter()
        .filter_map(|a| match a {
            Answer::Object(id) | Answer::Use(id, _) | Answer::Pair(id, _) => Some(*id),
            _ => None,
        })
        .collect();
    let mut all = everything(game);
    if name.nth.is_none() {
        let found = among(game, names, name, &choosable);
        if let Some(first) = found.first() {
            let same = found.iter().all(|id| id == first || alike(game, *first, *id));
            return if same { Ok(*first) } else { Err(ambiguous(game, name, &found)) };
        }
    } else if let Some(first) = among(game, names, name, &all).first() {
        return Ok(*first);
    }
    all = among(game, names, name, &all);
    all.first().copied().ok_or_else(|| unknown(game, names, name))
}

fn ambiguous(game: &Starlight, name: &Name, found: &[ObjectId]) -> CommandError {
    let label = |id: &ObjectId| {
        let whose = game.state().object(*id).map_or(PlayerId(0), |o| o.controller);
        format!("{whose}'s {} {id}", object_name(game, *id, Lang::Ko))
    };
    CommandError::Ambiguous {
        name: name.to_string(),
        candidates: found.iter().map(label).collect(),
    }
}

fn unknown(game: &Starlight, names: &Names, name: &Name) -> CommandError {
    let all = everything(game);
    let words: Vec<String> = match name.alias {
        true => names.aliases.keys().map(|a| format!("@{a}")).collect(),
        false => {
            all.iter().flat_map(|id| Lang::ALL.map(|lang| object_name(game, *id, lang))).collect()
        }
    };
    let mut candidates = nearest(&name.text, words.iter().map(String::as_str), 5);
    candidates.dedup();
    CommandError::Unknown { name: name.to_string(), candidates }
}
