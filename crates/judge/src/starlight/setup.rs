//! Building the table of a Starlight scenario.

use super::names::Names;
use super::scenario::{AssumedValue, CardPut, PlayerEntry, Scenario};
use crate::error::{ScenarioError, Source, nearest};
use crate::flexible::Flexible;
use crate::words;
use simpan_engine::PlayerId;
use simpan_starlight::{
    Assumptions, AssumptionsError, CardId, CardKind, Pool, Put, Starlight, Zone,
};
use std::sync::{Arc, OnceLock};

/// The built-in cards and a star without abilities for those who need none.
fn builtin() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| {
        let mut pool = Pool::builtin().unwrap_or_default();
        // A sound card can't be refused.
        let _ = pool.read(&format!("[(ko: {STAR:?}, en: \"A Star\", kind: Star, ours: true)]"));
        pool
    })
}

/// The star of players of whom no other is said.
const STAR: &str = "이름 없는 스타";
/// The deck of players of whom no other is said.
const FILLER: (&str, usize) = ("백색 마력석", 10);
/// The most copies of one card that an entry puts down.
const MOST: usize = 250;

struct Builder<'a> {
    source: &'a Source<'a>,
    game: Starlight,
    names: Names,
}

/// The table of a scenario with its aliases, not begun yet.
///
/// # Errors
/// A card or assumption that isn't known or sound.
pub fn set_up(
    scenario: &Scenario,
    source: &Source<'_>,
) -> Result<(Starlight, Names), ScenarioError> {
    let mut pool = builtin().clone();
    for card in &scenario.cards {
        pool.read(&format!("[{card}]")).map_err(|e| {
            // What it begins with stands on its first line.
            let first = card.lines().find(|l| !l.trim().is_empty()).unwrap_or("cards");
            source.wrong(first, &words::WRONG_FORM, &[&e.to_string()])
        })?;
    }
    let rules = assumed(scenario)
        .map_err(|e| source.wrong("assumptions", &words::ASSUMPTION, &[&e.text(source.lang)]))?;
    let pool = Arc::new(pool);
    let seat = |letter: &str| PlayerId(u8::from(letter == "B"));
    let active = seat(&scenario.start.active);
    let game = Starlight::table_for(Arc::clone(&pool), rules, active, scenario.start.turn);
    let mut names = Names::default();
    names.lang = source.lang;
    let mut b = Builder { source, game, names };
    let nothing = PlayerEntry::default();
    let entry = |letter: &str| scenario.players.get(letter).unwrap_or(&nothing);
    if scenario.start.opening {
        return b.opening(rules, [entry("A"), entry("B")]);
    }
    for letter in ["A", "B"] {
        b.player(entry(letter), seat(letter))?;
    }
    b.game.begin();
    Ok((b.game, b.names))
}

/// The assumptions with what the scenario changes.
fn assumed(scenario: &Scenario) -> Result<Assumptions, AssumptionsError> {
    let line = |(name, value): (&String, &AssumedValue)| match value {
        AssumedValue::Flag(b) => format!("{name} = {b}\n"),
        AssumedValue::Number(n) => format!("{name} = {n}\n"),
        AssumedValue::Word(w) => format!("{name} = {w:?}\n"),
    };
    let text: String = scenario.assumptions.iter().map(line).collect();
    Assumptions::with(&text).map(|(rules, _)| rules)
}

impl Builder<'_> {
    /// A game from its start: the stars and decks only.
    fn opening(
        self,
        rules: Assumptions,
        entries: [&PlayerEntry; 2],
    ) -> Result<(Starlight, Names), ScenarioError> {
        let mut decks = Vec::new();
        for entry in entries {
            let star = self.card(&star_of(entry).card)?;
            decks.push((star, self.deck(entry)?));
        }
        let sides = [0, 1].map(|n: usize| (decks[n].0, decks[n].1.as_slice()));
        let game = Starlight::new(Arc::clone(self.game.pool()), rules, sides);
        let game = game.map_err(|e| self.source.problem("players", e.to_string()))?;
        Ok((game, self.names))
    }

    fn player(&mut self, entry: &PlayerEntry, player: PlayerId) -> Result<(), ScenarioError> {
        let mut star = star_of(entry);
        let name = std::mem::take(&mut star.card);
        let card = self.card(&name)?;
        if self.game.pool().card(card).kind != CardKind::Star {
            return Err(self.source.wrong(&name, &words::NO_STAR, &[&name]));
        }
        let mut put = Put::new(card, player, Zone::StarArea);
        put.life = entry.life;
        self.put(&star, put)?;
        for (zone, list) in [
            (Zone::Resources, &entry.resources),
            (Zone::Field, &entry.field),
            (Zone::Hand, &entry.hand),
            (Zone::Graveyard, &entry.graveyard),
        ] {
            for Flexible(card) in list {
                self.cards(card, player, zone)?;
            }
        }
        for card in self.deck(entry)? {
            self.game.put(Put::new(card, player, Zone::Deck));
        }
        self.game.set_resource_plays(player, entry.resource_plays);
        Ok(())
    }

    /// The cards of a deck, the top last.
    fn deck(&self, entry: &PlayerEntry) -> Result<Vec<CardId>, ScenarioError> {
        let Some(list) = &entry.deck else {
            return Ok(vec![self.card(FILLER.0)?; FILLER.1]);
        };
        let mut all = Vec::new();
        for Flexible(put) in list.iter().rev() {
            let (count, name) = counted(&put.card);
            all.extend(std::iter::repeat_n(self.card(name)?, count.min(MOST)));
        }
        Ok(all)
    }

    fn card(&self, name: &str) -> Result<CardId, ScenarioError> {
        let pool = self.game.pool();
        pool.find(name).ok_or_else(|| {
            let all = pool.iter().flat_map(|(_, c)| [c.ko.as_str(), c.en.as_str()]);
            let near = nearest(name, all, 1).pop();
            self.source.wrong(name, &words::NO_CARD, &[name]).or(near)
        })
    }

    fn cards(&mut self, put: &CardPut, owner: PlayerId, zone: Zone) -> Result<(), ScenarioError> {
        let (count, name) = counted(&put.card);
        let card = self.card(name)?;
        for _ in 0..count.min(MOST) {
            self.put(put, Put::new(card, owner, zone))?;
        }
        Ok(())
    }

    fn put(&mut self, entry: &CardPut, mut put: Put) -> Result<(), ScenarioError> {
        if let Some(letter) = &entry.controller {
            let seat = crate::command::seat_of(letter).filter(|s| *s < 2);
            let seat = seat
                .ok_or_else(|| self.source.wrong(letter, &words::NO_PLAYER, &[letter, "A, B"]))?;
            put.controller = PlayerId(seat);
        }
        put.acted = entry.acted;
        put.face_down = entry.face_down;
        put.new = entry.new;
        put.damage = entry.damage;
        put.used = entry.used.iter().fold(0, |bits, n| bits | 1 << n.saturating_sub(1).min(7));
        let id = self.game.put(put);
        if let Some(alias) = &entry.alias {
            if self.names.aliased(alias).is_some() {
                return Err(self.source.wrong(alias, &words::ALIAS_TWICE, &[alias]));
            }
            self.names.alias(alias, id);
        }
        Ok(())
    }
}

fn star_of(entry: &PlayerEntry) -> CardPut {
    entry.star.as_ref().map_or_else(|| CardPut::from(STAR.to_owned()), |star| star.0.clone())
}

/// `3 백색 마력석` as a number and a name.
pub(crate) fn counted(text: &str) -> (usize, &str) {
    match text.trim().split_once(' ').map(|(n, name)| (n.parse(), name)) {
        Some((Ok(n), name)) => (n, name.trim()),
        _ => (1, text.trim()),
    }
}
