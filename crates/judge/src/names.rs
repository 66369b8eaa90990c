//! Finding what a name in a command means on the table.

use crate::command::{Name, is_none, seat_of};
use crate::error::{CommandError, nearest};
use simpan_cards::Characteristics;
use simpan_cards::ast::Zone;
use simpan_cards::program::CardId;
use simpan_engine::{Answer, ObjectId, PlayerId};
use simpan_magic::Magic;
use simpan_magic::event::{Event, EventKind};
use simpan_magic::object::{ObjectKind, Thing};
use simpan_rulebook::Lang;
use std::collections::BTreeMap;

/// Aliases of single objects, which follow them from zone to zone.
#[derive(Clone, Debug, Default)]
pub struct Names {
    aliases: BTreeMap<String, ObjectId>,
    /// The language in which candidates are listed.
    pub lang: Lang,
}

impl Names {
    /// No aliases.
    pub fn new(lang: Lang) -> Self {
        Self { aliases: BTreeMap::new(), lang }
    }

    /// Gives an object an alias (without the `@`).
    pub fn alias(&mut self, alias: &str, id: ObjectId) {
        self.aliases.insert(alias.to_lowercase(), id);
    }

    /// The object of an alias.
    pub fn aliased(&self, alias: &str) -> Option<ObjectId> {
        self.aliases.get(&alias.to_lowercase()).copied()
    }

    /// Keeps the aliases on their objects, which get new handles as they change zones.
    pub fn follow(&mut self, event: &Event) {
        if let EventKind::Moved { id, to_id, .. } = event.kind {
            for aliased in self.aliases.values_mut().filter(|a| **a == id) {
                *aliased = to_id;
            }
        }
    }

    /// All aliases.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.aliases.keys().map(String::as_str)
    }

    /// The alias of an object, if it has one.
    pub fn alias_of(&self, id: ObjectId) -> Option<&str> {
        self.aliases.iter().find(|(_, a)| **a == id).map(|(name, _)| name.as_str())
    }
}

/// Whether a card is called so in either language.
pub(crate) fn is_called(game: &Magic, card: CardId, text: &str) -> bool {
    if card == CardId::NONE || card.index() >= game.pool().len() {
        return false;
    }
    let data = &game.pool().card(card).data;
    let text = text.trim().to_lowercase();
    data.name.to_lowercase() == text
        || data.korean.as_ref().is_some_and(|k| k.to_lowercase() == text)
}

/// The name of a card.
pub(crate) fn card_name(game: &Magic, card: CardId, lang: Lang) -> String {
    if card == CardId::NONE || card.index() >= game.pool().len() {
        return match lang {
            Lang::En => "a card".into(),
            Lang::Ko => "카드".into(),
        };
    }
    let data = &game.pool().card(card).data;
    match (lang, &data.korean) {
        (Lang::Ko, Some(name)) => name.clone(),
        _ => data.name.clone(),
    }
}

/// The name of an object as it is or was last.
pub(crate) fn object_name(game: &Magic, id: ObjectId, lang: Lang) -> String {
    let look = game.look();
    let card = look.name_of(id).or_else(|| look.object_or_last(id).map(|o| o.card()));
    card_name(game, card.unwrap_or(CardId::NONE), lang)
}

/// The objects of the zones in which commands look, zone by zone.
pub(crate) fn everything(game: &Magic) -> Vec<ObjectId> {
    let s = game.state();
    let mut all: Vec<ObjectId> = s.zone(Zone::Battlefield, PlayerId(0)).to_vec();
    all.extend(stack_top_first(game));
    for zone in [Zone::Hand, Zone::Graveyard] {
        for seat in 0..s.player_count() {
            all.extend(s.zone(zone, PlayerId(seat as u8)));
        }
    }
    all.extend(s.zone(Zone::Exile, PlayerId(0)));
    all.extend(s.zone(Zone::PhasedOut, PlayerId(0)));
    for seat in 0..s.player_count() {
        all.extend(s.zone(Zone::Outside, PlayerId(seat as u8)));
    }
    for seat in 0..s.player_count() {
        all.extend(s.zone(Zone::Library, PlayerId(seat as u8)).iter().rev());
    }
    all
}

/// The objects on the stack, the top first; what is being announced or resolves included.
pub(crate) fn stack_top_first(game: &Magic) -> Vec<ObjectId> {
    use simpan_engine::{Game, Viewer};
    game.view(Viewer::Judge).stack.iter().rev().map(|e| e.id).collect()
}

/// Whether two are the same by what they are; what each is held to by effects of one kind differs
/// in their sources only.
fn alike(a: &Characteristics, b: &Characteristics) -> bool {
    let plain = |c: &Characteristics| Characteristics { limits: Default::default(), ..c.clone() };
    a.limits.len() == b.limits.len() && plain(a) == plain(b)
}

/// Whether two objects can't be told apart by anything that matters.
pub(crate) fn interchangeable(game: &Magic, a: ObjectId, b: ObjectId) -> bool {
    let (Some(x), Some(y)) = (game.state().object(a), game.state().object(b)) else { return false };
    let look = game.look();
    let same = x.card() == y.card()
        && x.zone() == y.zone()
        && x.owner() == y.owner()
        && x.controller() == y.controller()
        && x.kind() == y.kind()
        && look.name_of(a) == look.name_of(b);
    if !same || x.zone() == Zone::Stack {
        return false;
    }
    if x.zone() != Zone::Battlefield {
        return true;
    }
    let (Some(v), Some(w)) = (look.object_view(a), look.object_view(b)) else { return false };
    alike(&v.characteristics, &w.characteristics)
        && v.tapped == w.tapped
        && v.sick == w.sick
        && v.damage == w.damage
        && v.counters == w.counters
        && v.attached_to == w.attached_to
        && v.attacking == w.attacking
        && v.blocking == w.blocking
        && look.attachments(a).next().is_none()
        && look.attachments(b).next().is_none()
}

/// An object with what tells it from others of its name: `Grizzly Bears (B, tapped)`.
pub(crate) fn labelled(game: &Magic, id: ObjectId, names: &Names) -> String {
    let ko = names.lang == Lang::Ko;
    let mut out = object_name(game, id, names.lang);
    let Some(o) = game.state().object(id) else { return out };
    let mut marks = vec![o.controller().to_string()];
    if o.zone() != Zone::Battlefield {
        marks.push(simpan_language::zone_name(
            o.zone(),
            crate::explain::words(names.lang),
            simpan_language::Wording::Y2021,
        ));
    } else if o.tapped() {
        marks.push(if ko { "탭됨" } else { "tapped" }.into());
    }
    if o.kind() == ObjectKind::Ability {
        marks.push(if ko { "능력" } else { "ability" }.into());
    }
    if let Some(alias) = names.alias_of(id) {
        marks.push(format!("@{alias}"));
    }
    out.push_str(&format!(" ({})", marks.join(", ")));
    out
}

/// All objects of a name among some, in their order, `of` and `#n` applied.
pub(crate) fn among(
    game: &Magic,
    names: &Names,
    name: &Name,
    all: &[ObjectId],
) -> Result<Vec<ObjectId>, CommandError> {
    if name.alias {
        let id = names.aliased(&name.text).ok_or_else(|| CommandError::Unknown {
            name: name.to_string(),
            candidates: nearest(&name.text, names.aliases.keys().map(String::as_str), 4),
        })?;
        return Ok(all.iter().copied().filter(|a| *a == id).collect());
    }
    let of = name.of.as_deref().and_then(seat_of);
    let look = game.look();
    let mut found: Vec<ObjectId> = all
        .iter()
        .copied()
        .filter(|id| {
            let o = look.object_or_last(*id);
            let called = look.name_of(*id).is_some_and(|c| is_called(game, c, &name.text))
                || o.is_some_and(|o| is_called(game, o.card(), &name.text));
            called && of.is_none_or(|p| o.is_some_and(|o| o.controller().0 == p))
        })
        .collect();
    if let Some(n) = name.nth {
        // Numbers count within a zone: `#2` is the second one wherever there are two. Spells and
        // abilities on the stack are counted apart.
        let zone_of = |id: &ObjectId| {
            let o = game.state().object(*id);
            o.map(|o| (o.zone(), o.kind() == ObjectKind::Ability))
        };
        let mut kept = Vec::new();
        for id in &found {
            let before = found.iter().take_while(|x| *x != id);
            if before.filter(|x| zone_of(x) == zone_of(id)).count() + 1 == n {
                kept.push(*id);
            }
        }
        found = kept;
    }
    Ok(found)
}

/// The one of several that is meant, or an error listing them.
pub(crate) fn the_one(
    game: &Magic,
    names: &Names,
    name: &Name,
    found: &[ObjectId],
) -> Result<Option<ObjectId>, CommandError> {
    let Some(first) = found.first().copied() else { return Ok(None) };
    if found.iter().all(|id| *id == first || interchangeable(game, first, *id)) {
        return Ok(Some(first));
    }
    Err(CommandError::Ambiguous {
        name: name.to_string(),
        candidates: found.iter().map(|id| labelled(game, *id, names)).collect(),
    })
}

/// An unknown name with what there is.
pub(crate) fn unknown(game: &Magic, names: &Names, name: &Name) -> CommandError {
    let all: Vec<String> =
        everything(game).iter().map(|id| object_name(game, *id, names.lang)).collect();
    let mut candidates = nearest(&name.text, all.iter().map(String::as_str), 5);
    candidates.dedup();
    CommandError::Unknown { name: name.to_string(), candidates }
}

/// The player of a letter.
pub(crate) fn player(game: &Magic, name: &Name) -> Option<PlayerId> {
    if name.alias || name.of.is_some() || name.nth.is_some() {
        return None;
    }
    let seat = seat_of(&name.text)?;
    (usize::from(seat) < game.state().player_count()).then_some(PlayerId(seat))
}

/// The player or object of a name: among what may be chosen if it is there, anywhere otherwise.
pub(crate) fn thing(
    game: &Magic,
    names: &Names,
    name: &Name,
    legal: &[Answer],
) -> Result<Thing, CommandError> {
    if let Some(p) = player(game, name) {
        return Ok(Thing::Player(p));
    }
    let choosable: Vec<ObjectId> = legal
        .iter()
        .filter_map(|a| match a {
            Answer::Object(id) => Some(*id),
            _ => None,
        })
        .collect();
    let all = everything(game);
    let numbered = among(game, names, name, &all)?;
    let zone_of = |id: &ObjectId| game.state().object(*id).map(|o| o.zone());
    let zones: Vec<_> = choosable.iter().map(zone_of).collect();
    let meant = |id: &ObjectId| match name.nth {
        // The n-th of a zone that is chosen from, whether it may be chosen or not.
        Some(_) => zones.contains(&zone_of(id)),
        None => choosable.contains(id),
    };
    let mut found: Vec<ObjectId> = numbered.iter().copied().filter(meant).collect();
    // A spell and an ability may be the n-th of their name both.
    let twins = found.clone();
    found.retain(|id| {
        let other = |x: &&ObjectId| zone_of(x) == zone_of(id) && choosable.contains(x);
        choosable.contains(id) || !twins.iter().any(|x| other(&x))
    });
    if found.is_empty() && (name.nth.is_none() || numbered.is_empty()) {
        // What is being chosen may lie in no zone that is looked through (a trigger's source).
        found = among(game, names, name, &choosable)?;
    }
    if let Some(id) = the_one(game, names, name, &found)? {
        return Ok(Thing::Object(id));
    }
    match numbered.first() {
        Some(id) => Ok(Thing::Object(*id)),
        None => Err(unknown(game, names, name)),
    }
}

/// The same for what a player chooses: a bare name isn't enough where it passes by another of its
/// name beside the one that may be chosen, unlike it: same zone, same controller.
pub(crate) fn chosen(
    game: &Magic,
    names: &Names,
    name: &Name,
    legal: &[Answer],
) -> Result<Thing, CommandError> {
    let thing = thing(game, names, name, legal)?;
    let Thing::Object(id) = thing else { return Ok(thing) };
    if name.alias || name.nth.is_some() || !legal.contains(&Answer::Object(id)) {
        return Ok(thing);
    }
    let place = |id: ObjectId| game.state().object(id).map(|o| (o.zone(), o.controller()));
    let mut all = among(game, names, name, &everything(game))?;
    all.retain(|x| {
        let same = *x == id || interchangeable(game, id, *x) || legal.contains(&Answer::Object(*x));
        *x == id || (place(*x) == place(id) && !same)
    });
    the_one(game, names, name, &all).map(|_| thing)
}

/// Puts names of cards together again that were split at a comma of their own.
pub(crate) fn rejoin(game: &Magic, list: &[Name]) -> Vec<Name> {
    crate::command::rejoin(|text| game.pool().find(text).is_some(), list)
}

/// Whether a name says that nothing is meant.
pub(crate) fn means_nothing(name: &Name) -> bool {
    !name.alias && is_none(&name.text)
}

/// The name of an object, with what tells it from its like on the battlefield: `Ox#2`.
pub(crate) fn labelled_plain(game: &Magic, id: ObjectId, lang: Lang) -> String {
    let name = object_name(game, id, lang);
    let s = game.state();
    let Some(o) = s.object(id).filter(|o| o.zone() == Zone::Battlefield) else { return name };
    let look = game.look();
    let called = look.name_of(id);
    let twins: Vec<ObjectId> = s
        .zone(Zone::Battlefield, o.controller())
        .iter()
        .copied()
        .filter(|x| look.name_of(*x) == called)
        .collect();
    match twins.iter().position(|x| *x == id) {
        Some(at) if twins.len() > 1 => format!("{name}#{}", at + 1),
        _ => name,
    }
}
