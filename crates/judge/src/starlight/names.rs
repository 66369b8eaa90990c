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
    /// The language that errors speak.
    pub(crate) lang: Lang,
    /// Whose eyes see the table; nobody's: all is seen.
    seat: Option<PlayerId>,
}

impl Names {
    /// Names as a player uses them: what the seat doesn't see has no name, so that no answer to a
    /// command tells of it.
    pub fn of_seat(seat: PlayerId, lang: Lang) -> Self {
        Self { aliases: BTreeMap::new(), lang, seat: Some(seat) }
    }

    /// Whether the card of an object is seen.
    fn sees(&self, game: &Starlight, id: ObjectId) -> bool {
        sees(game, id, self.seat)
    }

    /// All cards outside the decks that are seen: in play, then in hands and graveyards.
    pub(crate) fn everything(&self, game: &Starlight) -> Vec<ObjectId> {
        let mut all = everything(game);
        all.retain(|id| self.sees(game, *id));
        all
    }

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

/// Whether a seat (or, if none is named, one that sees all) sees which card an object is.
fn sees(game: &Starlight, id: ObjectId, seat: Option<PlayerId>) -> bool {
    let object = game.state().object(id);
    seat.is_none_or(|_| object.is_some_and(|o| game.look().may_see(o, seat)))
}

/// What is said for a card that lies face down.
pub fn face_down(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "a face-down card",
        Lang::Ko => "뒷면 카드",
    }
}

/// The name of a card as a player sees it.
pub(crate) fn seen_name(game: &Starlight, id: ObjectId, seat: PlayerId, lang: Lang) -> String {
    match game.state().object(id) {
        Some(o) if o.face_down && !sees(game, id, Some(seat)) => face_down(lang).into(),
        Some(_) if sees(game, id, Some(seat)) => object_name(game, id, lang),
        _ => card_name(game.pool(), CardId::NONE, lang),
    }
}

/// The same with whose and which it is where another card in play of that name is not quite like
/// it: `B의 화염 투석기#2`.
pub(crate) fn label(game: &Starlight, id: ObjectId, seat: PlayerId, lang: Lang) -> String {
    let name = seen_name(game, id, seat, lang);
    let Some(o) = game.state().object(id).filter(|_| sees(game, id, Some(seat))) else {
        return name;
    };
    if !o.zone.in_play() {
        return name;
    }
    let same_card = |x: &ObjectId| {
        sees(game, *x, Some(seat)) && game.state().object(*x).is_some_and(|x| x.card == o.card)
    };
    let same: Vec<ObjectId> = game.look().in_play().filter(same_card).collect();
    if same.iter().all(|x| *x == id || alike(game, id, *x)) {
        return name;
    }
    let theirs =
        |x: &&ObjectId| game.state().object(**x).is_some_and(|x| x.controller == o.controller);
    let theirs: Vec<&ObjectId> = same.iter().filter(theirs).collect();
    let nth = match theirs.iter().position(|x| **x == id) {
        Some(n) if theirs.len() > 1 => format!("#{}", n + 1),
        _ => String::new(),
    };
    match lang {
        Lang::En => format!("{}'s {name}{nth}", o.controller),
        Lang::Ko => format!("{}의 {name}{nth}", o.controller),
    }
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
            let called = match names.sees(game, *id) {
                true => is_called(game.pool(), o.card, &name.text),
                false => Lang::ALL.iter().any(|lang| name.text == face_down(*lang)),
            };
            called && of.is_none_or(|p| p == whose)
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
    let mut all = names.everything(game);
    if name.nth.is_none() {
        let found = among(game, names, name, &choosable);
        if let Some(first) = found.first() {
            let same = found.iter().all(|id| id == first || alike(game, *first, *id));
            return if same { Ok(*first) } else { Err(ambiguous(game, names, name, &found)) };
        }
    } else if let Some(first) = among(game, names, name, &all).first() {
        return Ok(*first);
    }
    all = among(game, names, name, &all);
    all.first().copied().ok_or_else(|| unknown(game, names, name))
}

fn ambiguous(game: &Starlight, names: &Names, name: &Name, found: &[ObjectId]) -> CommandError {
    let label = |id: &ObjectId| match names.seat {
        Some(seat) => label(game, *id, seat, names.lang),
        None => {
            let whose = game.state().object(*id).map_or(PlayerId(0), |o| o.controller);
            format!("{whose}'s {} {id}", object_name(game, *id, names.lang))
        }
    };
    CommandError::Ambiguous {
        name: name.to_string(),
        candidates: found.iter().map(label).collect(),
    }
}

fn unknown(game: &Starlight, names: &Names, name: &Name) -> CommandError {
    let all = names.everything(game);
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
