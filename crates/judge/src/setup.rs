//! Building the table of a scenario.

use crate::command::{mana_kinds, seat_of, step_named};
use crate::error::{ScenarioError, nearest};
use crate::names::Names;
use crate::run::CardSource;
use crate::scenario::{CardEntry, CardPut, Scenario, line_of, players_of};
use simpan_cards::ast::{
    CardTypes, Choice, Color, CounterKind, Subtype, SubtypeKind, TypeLine, Zone,
};
use simpan_cards::{CardData, Pool};
use simpan_engine::{ObjectId, PlayerId};
use simpan_language::{CardHeader, Lang as Words};
use simpan_magic::object::Picked;
use simpan_magic::setup::{Board, Put};
use simpan_magic::{Magic, Preset};
use simpan_rulebook::Lang;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The built-in cards, lowered once.
pub(crate) fn builtin() -> &'static Arc<Pool> {
    static POOL: OnceLock<Arc<Pool>> = OnceLock::new();
    POOL.get_or_init(|| Arc::new(Pool::build(simpan_cards::builtin()).0))
}

/// Libraries that nobody wrote down.
const FILLER: (&str, usize) = ("Plains", 10);

struct Builder<'a> {
    file: &'a str,
    text: &'a str,
    pool: Arc<Pool>,
    board: Board,
    names: Names,
    /// What is attached to what, found when all is there.
    attached: Vec<(ObjectId, String)>,
    /// Permanents by card name, for attaching by name.
    put: Vec<(ObjectId, String)>,
}

/// The most copies of one card that an entry puts down.
const MOST: usize = 1000;

/// The table of a scenario under an edition, with its aliases.
///
/// # Errors
/// A card, player, alias or kind of counter that isn't known.
pub fn set_up(
    scenario: &Scenario,
    preset: Preset,
    file: &str,
    text: &str,
    lang: Lang,
    cards: Option<&CardSource>,
) -> Result<(Magic, Names), ScenarioError> {
    let pool = pool_of(scenario, file, text, cards)?;
    let letters = players_of(scenario);
    let board = Board::new(Arc::clone(&pool), preset, letters.len());
    let names = Names::new(lang);
    let mut b = Builder { file, text, pool, board, names, attached: Vec::new(), put: Vec::new() };
    for (seat, letter) in letters.iter().enumerate() {
        b.player(scenario, letter, PlayerId(seat as u8))?;
    }
    b.attach_all()?;
    let step = step_named(&scenario.start.step)
        .ok_or_else(|| b.error(&scenario.start.step, "no such step".into(), None))?;
    let active = PlayerId(seat_of(&scenario.start.active).unwrap_or(0));
    let game = match scenario.start.game {
        true => b.board.open(active),
        false => b.board.start(active, scenario.start.turn, step),
    };
    Ok((game, b.names))
}

/// The built-in cards with the scenario's own and those it imports.
fn pool_of(
    scenario: &Scenario,
    file: &str,
    text: &str,
    source: Option<&CardSource>,
) -> Result<Arc<Pool>, ScenarioError> {
    if scenario.cards.is_empty() && scenario.imported.is_empty() {
        return Ok(Arc::clone(builtin()));
    }
    let error = |name: &str, problem: String| ScenarioError {
        file: file.to_owned(),
        line: line_of(text, name),
        problem,
        suggestion: None,
    };
    let mut pool = Pool::clone(builtin());
    let mut seen = BTreeSet::new();
    let mut add = |name: &str, card: Result<CardData, String>| {
        let card = card.map_err(|problem| error(name, problem))?;
        let name = card.name.as_str();
        if !seen.insert(card.name.to_lowercase()) {
            return Err(error(name, format!("{name}: a second card of this name; delete one")));
        }
        if let Some(problem) = simpan_cards::validate(&card).first() {
            return Err(error(name, format!("{name}: {problem}")));
        }
        pool.add(&card).map(drop).map_err(|refusal| error(name, refusal.to_string()))
    };
    for entry in &scenario.cards {
        add(entry.name.as_deref().unwrap_or("[[cards]]"), card_of(entry))?;
    }
    for name in &scenario.imported {
        let none = || Err(format!("{name}: no card data to import it from"));
        add(name, source.map_or_else(none, |s| (s.0)(name)))?;
    }
    Ok(Arc::new(pool))
}

/// A scenario's own card as data.
fn card_of(entry: &CardEntry) -> Result<CardData, String> {
    if let Some(ron) = &entry.ron {
        let cards =
            simpan_cards::parse_cards("card", &format!("[{ron}]")).map_err(|e| e.to_string())?;
        return match <[CardData; 1]>::try_from(cards) {
            Ok([card]) => Ok(card),
            Err(all) => Err(format!("{} cards in `ron`; write one in each `[[cards]]`", all.len())),
        };
    }
    let name = entry.name.clone().ok_or("a card without `name`")?;
    let types = entry.types.as_deref().ok_or("a card without `type`")?;
    let types: TypeLine = types.parse()?;
    let cost = entry.cost.as_deref().map(str::parse).transpose();
    let cost = cost.map_err(|e: simpan_cards::ast::ParseManaError| e.to_string())?;
    let pt = entry.pt.as_deref().map(str::parse).transpose()?;
    let colors = match &entry.colors {
        Some(all) => Some(
            all.iter()
                .map(|c| color_named(c).ok_or_else(|| format!("`{c}` is no colour")))
                .collect::<Result<_, _>>()?,
        ),
        None => None,
    };
    let header =
        CardHeader { name: name.clone(), korean: entry.korean.clone(), types: types.clone() };
    let text = entry.text.as_deref().unwrap_or_default();
    let korean = text.chars().any(|c| ('가'..='힣').contains(&c));
    let words = if korean { Words::Ko } else { Words::En };
    let abilities = simpan_language::parse_card(text, &header, words)
        .map_err(|e| format!("the text of {name}: {e}"))?;
    let korean = entry.korean.clone();
    Ok(CardData { name, korean, cost, colors, types, pt, loyalty: entry.loyalty, abilities })
}

/// A colour of a name in either language.
pub(crate) fn color_named(text: &str) -> Option<Color> {
    let text = text.trim().to_lowercase();
    Color::ALL.into_iter().find(|c| {
        [Words::En, Words::Ko]
            .iter()
            .any(|l| simpan_language::color_name(*c, *l).to_lowercase() == text)
    })
}

/// The number of a choice: a colour or basic land type, in WUBRG order.
fn choice(pool: &Pool, text: &str) -> Option<Picked> {
    let lands = ["plains", "island", "swamp", "mountain", "forest"];
    let land = lands.iter().position(|l| text.eq_ignore_ascii_case(l));
    let land = land.map(|n| Picked::new(Choice::BasicLandType, n as u16));
    let color = || color_named(text).map(|c| Picked::new(Choice::Color, c as u16));
    let creature = || {
        let found = Subtype::all().find(|s| {
            s.kind() == SubtypeKind::Creature
                && (s.name().eq_ignore_ascii_case(text) || s.korean() == text)
        });
        found.map(|s| Picked::new(Choice::CreatureType, s.0))
    };
    let player = || seat_of(text).map(|p| Picked::new(Choice::Opponent, u16::from(p)));
    let card = || pool.find(text).map(|c| Picked::new(Choice::CardName, c.0));
    land.or_else(color).or_else(creature).or_else(player).or_else(card)
}

/// A kind of counter by its name: `+1/+1`, `loyalty`.
pub(crate) fn counter_named(text: &str) -> Option<CounterKind> {
    use CounterKind as C;
    const ALL: [C; 10] = [
        C::PlusOne,
        C::MinusOne,
        C::Loyalty,
        C::Charge,
        C::Age,
        C::Fade,
        C::Time,
        C::Poison,
        C::Level,
        C::Lore,
    ];
    let text = text.trim();
    ALL.into_iter().find(|kind| {
        [Words::En, Words::Ko]
            .iter()
            .any(|l| simpan_language::counter_name(*kind, *l).eq_ignore_ascii_case(text))
    })
}

/// `3 Forest` as a number and a name.
pub(crate) fn counted<'a>(text: &'a str, pool: &Pool) -> (usize, &'a str) {
    let text = text.trim();
    if pool.find(text).is_none()
        && let Some((number, name)) = text.split_once(' ')
        && let Ok(n) = number.parse()
    {
        return (n, name.trim());
    }
    (1, text)
}

impl Builder<'_> {
    fn error(&self, words: &str, problem: String, suggestion: Option<String>) -> ScenarioError {
        let line = line_of(self.text, words);
        ScenarioError { file: self.file.to_owned(), line, problem, suggestion }
    }

    fn player(
        &mut self,
        scenario: &Scenario,
        letter: &str,
        seat: PlayerId,
    ) -> Result<(), ScenarioError> {
        let empty = Default::default();
        let p = scenario.players.get(letter).unwrap_or(&empty);
        if let Some(life) = p.life {
            self.board.life(seat, life);
        }
        self.board.poison(seat, p.poison);
        self.board.lands_played(seat, p.lands_played);
        if !p.mana.is_empty() {
            let kinds = mana_kinds(&p.mana).map_err(|e| {
                self.error(&p.mana, format!("`{}`: expected {}", p.mana, e.en), None)
            })?;
            let mut pool = [0u16; 6];
            kinds.iter().for_each(|k| pool[usize::from(*k)] += 1);
            self.board.mana(seat, pool);
        }
        match &p.library {
            Some(library) => {
                for put in library.iter().rev() {
                    self.put(&put.0, seat, Zone::Library)?;
                }
            }
            None => {
                let filler = format!("{} {}", FILLER.1, FILLER.0);
                self.put(&CardPut::from(filler), seat, Zone::Library)?;
            }
        }
        let zones = [
            (Zone::Hand, &p.hand),
            (Zone::Battlefield, &p.battlefield),
            (Zone::Graveyard, &p.graveyard),
            (Zone::Exile, &p.exile),
            (Zone::Outside, &p.sideboard),
            (Zone::PhasedOut, &p.phased_out),
        ];
        for (zone, list) in zones {
            for put in list {
                self.put(&put.0, seat, zone)?;
            }
        }
        Ok(())
    }

    fn put(&mut self, entry: &CardPut, owner: PlayerId, zone: Zone) -> Result<(), ScenarioError> {
        let (count, name) = counted(&entry.card, &self.pool);
        let Some(card) = self.pool.find(name) else {
            let known: Vec<String> = self.pool.cards().map(|(_, c)| c.data.name.clone()).collect();
            let near = nearest(name, known.iter().map(String::as_str), 1).pop();
            return Err(self.error(name, format!("`{name}` is no known card"), near));
        };
        let mut put = Put::new(card, owner, zone);
        put.tapped = entry.tapped;
        put.face_down = entry.face_down;
        put.sick = entry.sick;
        put.damage = entry.damage;
        if let Some(controller) = &entry.controller {
            put.controller = PlayerId(seat_of(controller).ok_or_else(|| {
                self.error(controller, format!("`{controller}` is no player"), None)
            })?);
        }
        if let Some(chosen) = &entry.chosen {
            put.chosen = Some(choice(&self.pool, chosen).ok_or_else(|| {
                let what = "colour, basic land type, creature type, player or card";
                self.error(chosen, format!("`{chosen}` is no {what}"), None)
            })?);
        }
        for (kind, n) in &entry.counters {
            let kind = counter_named(kind)
                .ok_or_else(|| self.error(kind, format!("`{kind}` is no kind of counter"), None))?;
            put.counters.push((kind, *n));
        }
        let loyalty = self.pool.card(card).data.loyalty.filter(|_| zone == Zone::Battlefield);
        if let Some(n) = loyalty
            && !put.counters.iter().any(|(k, _)| *k == CounterKind::Loyalty)
        {
            put.counters.push((CounterKind::Loyalty, u16::from(n)));
        }
        self.check_count(name, count)?;
        if let Some(alias) = &entry.alias
            && self.names.aliased(alias.trim_start_matches('@')).is_some()
        {
            return Err(self.error(alias, format!("`{alias}` already is another card"), None));
        }
        let types = self.pool.card(card).base.types;
        if zone == Zone::Battlefield && !types.meets(CardTypes::PERMANENT) {
            return Err(self.error(name, format!("`{name}` is no permanent"), None));
        }
        for _ in 0..count {
            let id = self.board.put(&put);
            if let Some(alias) = &entry.alias {
                self.names.alias(alias.trim_start_matches('@'), id);
            }
            if let Some(host) = &entry.attached_to {
                self.attached.push((id, host.clone()));
            }
            if zone == Zone::Battlefield {
                self.put.push((id, self.pool.card(card).data.name.clone()));
            }
        }
        Ok(())
    }

    /// A count is at least 1 and not absurd.
    fn check_count(&self, name: &str, count: usize) -> Result<(), ScenarioError> {
        if (1..=MOST).contains(&count) {
            return Ok(());
        }
        Err(self.error(name, format!("{count} times `{name}`; from 1 to {MOST} can be put"), None))
    }

    fn attach_all(&mut self) -> Result<(), ScenarioError> {
        for (id, host) in std::mem::take(&mut self.attached) {
            let plain = host.trim_start_matches('@');
            let english = self.pool.find(plain).map(|c| self.pool.card(c).data.name.clone());
            let by_name = self
                .put
                .iter()
                .find(|(x, name)| *x != id && english.as_ref() == Some(name))
                .map(|(x, _)| *x);
            let Some(to) = self.names.aliased(plain).or(by_name) else {
                let problem = format!("`{host}` is no alias and no permanent to attach to");
                return Err(self.error(&host, problem, None));
            };
            self.board.attach(id, to);
        }
        Ok(())
    }
}
