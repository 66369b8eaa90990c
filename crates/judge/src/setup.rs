//! Building the table of a scenario.

use crate::command::{mana_kinds, seat_of, step_named};
use crate::error::{ScenarioError, Source, nearest};
use crate::names::Names;
use crate::run::CardSource;
use crate::scenario::{CardEntry, CardPut, Scenario, players_of};
use crate::words;
use simpan_cards::ast::{
    Ability, CardTypes, Choice, Color, CounterKind, Subtype, SubtypeKind, TypeLine, Zone,
};
use simpan_cards::{CardData, Pool, Refusal};
use simpan_engine::{ObjectId, PlayerId};
use simpan_language::{CardHeader, Lang as Words};
use simpan_magic::object::Picked;
use simpan_magic::setup::{Board, Put};
use simpan_magic::{Magic, Preset};
use simpan_rulebook::{Bilingual, Lang};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The built-in cards, lowered once.
pub(crate) fn builtin() -> &'static Arc<Pool> {
    static POOL: OnceLock<Arc<Pool>> = OnceLock::new();
    POOL.get_or_init(|| Arc::new(Pool::build(simpan_cards::builtin()).0))
}

/// Libraries that nobody wrote down.
const FILLER: (&str, usize) = ("Plains", 10);

struct Builder<'a> {
    source: &'a Source<'a>,
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
    source: &Source<'_>,
    cards: Option<&CardSource>,
) -> Result<(Magic, Names), ScenarioError> {
    let pool = pool_of(scenario, source, cards)?;
    let letters = players_of(scenario);
    let board = Board::new(Arc::clone(&pool), preset, letters.len());
    let names = Names::new(source.lang);
    let mut b = Builder { source, pool, board, names, attached: Vec::new(), put: Vec::new() };
    for (seat, letter) in letters.iter().enumerate() {
        b.player(scenario, letter, PlayerId(seat as u8))?;
    }
    b.attach_all()?;
    let step = step_named(&scenario.start.step).ok_or_else(|| {
        let step = &scenario.start.step;
        source.wrong(step, &words::NO_STEP, &[step])
    })?;
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
    source: &Source<'_>,
    data: Option<&CardSource>,
) -> Result<Arc<Pool>, ScenarioError> {
    if scenario.cards.is_empty() && scenario.imported.is_empty() {
        return Ok(Arc::clone(builtin()));
    }
    let mut pool = Pool::clone(builtin());
    let mut seen = BTreeSet::new();
    for (n, entry) in scenario.cards.iter().enumerate() {
        let written = Written { source, entry, place: place_of(source.text, n) };
        let card = written.card()?;
        let name = &card.name;
        if !seen.insert(name.to_lowercase()) {
            return Err(written.wrong("name", name, &words::CARD_TWICE, &[name]));
        }
        if let Some(problem) = simpan_cards::validate(&card).first() {
            let with = [name, &problem.to_string()];
            return Err(written.wrong("name", name, &words::UNSOUND, &with.map(String::as_str)));
        }
        pool.add(&card).map_err(|refusal| written.refused(&refusal))?;
    }
    for name in &scenario.imported {
        let none = || Err(source.say(&words::NO_CARD_DATA, &[name]));
        let card = data.map_or_else(none, |s| (s.0)(name));
        let card = card.map_err(|problem| source.problem(name, problem))?;
        if !seen.insert(card.name.to_lowercase()) {
            return Err(source.wrong(name, &words::CARD_TWICE, &[name]));
        }
        pool.add(&card).map_err(|r| source.problem(name, refusal_text(&r, source.lang)))?;
    }
    Ok(Arc::new(pool))
}

/// Why a card can't be played.
fn refusal_text(refusal: &Refusal, lang: Lang) -> String {
    let reason = |text: &String| match text.strip_prefix("nothing runs ") {
        Some(node) => words::say(&words::NOTHING_RUNS, lang, &[node]),
        None => text.clone(),
    };
    let reasons: Vec<String> = refusal.reasons.iter().map(reason).collect();
    words::say(&words::CANT_PLAY, lang, &[&refusal.card, &reasons.join("; ")])
}

/// The lines of the n-th card of a scenario's own, where it is written as a table of TOML.
fn place_of(text: &str, n: usize) -> Range<usize> {
    let begins = |line: &str| line.trim_start().starts_with("[[cards]]");
    let lines: Vec<&str> = text.lines().collect();
    let all = (0..lines.len()).filter(|at| begins(lines[*at]));
    let Some(start) = all.clone().nth(n) else { return 0..lines.len() };
    let next = (start + 1..lines.len()).find(|at| lines[*at].starts_with('['));
    start..next.unwrap_or(lines.len())
}

/// A scenario's own card as it is written.
struct Written<'a> {
    source: &'a Source<'a>,
    entry: &'a CardEntry,
    /// The lines it stands on.
    place: Range<usize>,
}

impl Written<'_> {
    /// What is wrong with what a key says, at the words or else at the key.
    fn wrong(&self, key: &str, at: &str, entry: &Bilingual, with: &[&str]) -> ScenarioError {
        let lines = || self.source.text.lines().enumerate();
        let here = || lines().filter(|(n, _)| self.place.contains(n));
        // Words may be broken where the file breaks them, or written with escapes.
        let first = at.lines().next().unwrap_or(at);
        let words = here().find(|(_, l)| !first.is_empty() && l.contains(first));
        let found = words.or_else(|| here().find(|(_, l)| l.trim_start().starts_with(key)));
        let error = self.source.wrong("", entry, with);
        ScenarioError { line: Some(found.map_or(self.place.start, |(n, _)| n) + 1), ..error }
    }

    fn refused(&self, refusal: &Refusal) -> ScenarioError {
        let text = refusal_text(refusal, self.source.lang);
        ScenarioError { problem: text, ..self.wrong("name", &refusal.card, &words::CANT_PLAY, &[]) }
    }

    /// The card as data.
    fn card(&self) -> Result<CardData, ScenarioError> {
        let entry = self.entry;
        if let Some(ron) = &entry.ron {
            let cards = simpan_cards::parse_cards("ron", &format!("[{ron}]"));
            let cards =
                cards.map_err(|e| self.wrong("ron", "", &words::WRONG_FORM, &[&e.to_string()]))?;
            return <[CardData; 1]>::try_from(cards).map(|[card]| card).map_err(|all| {
                self.wrong("ron", "", &words::ONE_IN_RON, &[&all.len().to_string()])
            });
        }
        let without = |key| self.wrong("[[cards]]", "", &words::WITHOUT, &[key]);
        let name = entry.name.clone().ok_or_else(|| without("name"))?;
        let line = entry.types.as_deref().ok_or_else(|| without("type"))?;
        let types: TypeLine = line.parse().map_err(|problem: String| {
            let text = no_types(line, &problem, self.source.lang);
            ScenarioError { problem: text, ..self.wrong("type", line, &words::NO_TYPES, &[]) }
        })?;
        let cost = entry.cost.as_deref().map(|cost| {
            cost.parse().map_err(|_| self.wrong("cost", cost, &words::NO_COST, &[cost]))
        });
        let pt = entry
            .pt
            .as_deref()
            .map(|pt| pt.parse().map_err(|_| self.wrong("pt", pt, &words::NO_SIZE, &[pt])));
        let color = |c: &String| {
            color_named(c).ok_or_else(|| self.wrong("colors", c, &words::NO_COLOR, &[c]))
        };
        let colors = entry.colors.as_ref().map(|all| all.iter().map(color).collect());
        Ok(CardData {
            abilities: self.abilities(&name, &types)?,
            korean: entry.korean.clone(),
            cost: cost.transpose()?,
            colors: colors.transpose()?,
            pt: pt.transpose()?,
            loyalty: entry.loyalty,
            name,
            types,
        })
    }

    /// The abilities of its text.
    fn abilities(&self, name: &str, types: &TypeLine) -> Result<Vec<Ability>, ScenarioError> {
        let korean = self.entry.korean.clone();
        let header = CardHeader { name: name.to_owned(), korean, types: types.clone() };
        let text = self.entry.text.as_deref().unwrap_or_default();
        let is_korean = text.chars().any(|c| ('가'..='힣').contains(&c));
        let lang = if is_korean { Words::Ko } else { Words::En };
        simpan_language::parse_card(text, &header, lang).map_err(|all| {
            let Some(first) = all.errors.first() else {
                return self.wrong("text", "", &words::TEXT, &[name, text]);
            };
            let needs = first.expected.join("`, `");
            let entry = if needs.is_empty() { &words::TEXT } else { &words::TEXT_NEEDS };
            self.wrong("text", &first.words, entry, &[name, &first.words, &needs])
        })
    }
}

/// Why a type line can't be read.
pub(crate) fn no_types(line: &str, problem: &str, lang: Lang) -> String {
    let word = problem.split('`').nth(1).unwrap_or(line);
    words::say(&words::NO_TYPES, lang, &[line, word])
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
                let with = [p.mana.as_str(), e.get(self.source.lang)];
                self.source.wrong(&p.mana, &words::EXPECTED, &with)
            })?;
            let mut pool = [0u16; 6];
            kinds.iter().for_each(|k| pool[usize::from(*k)] += 1);
            self.board.mana(seat, pool);
        }
        match &p.library {
            Some(library) => {
                for put in library.iter().rev() {
                    self.put(scenario, &put.0, seat, Zone::Library)?;
                }
            }
            None => {
                let filler = format!("{} {}", FILLER.1, FILLER.0);
                self.put(scenario, &CardPut::from(filler), seat, Zone::Library)?;
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
                self.put(scenario, &put.0, seat, zone)?;
            }
        }
        Ok(())
    }

    fn put(
        &mut self,
        scenario: &Scenario,
        entry: &CardPut,
        owner: PlayerId,
        zone: Zone,
    ) -> Result<(), ScenarioError> {
        let (count, name) = counted(&entry.card, &self.pool);
        let Some(card) = self.pool.find(name) else {
            let known: Vec<String> = self.pool.cards().map(|(_, c)| c.data.name.clone()).collect();
            let near = nearest(name, known.iter().map(String::as_str), 1).pop();
            return Err(self.source.wrong(name, &words::NO_CARD, &[name]).or(near));
        };
        let mut put = Put::new(card, owner, zone);
        put.tapped = entry.tapped;
        put.face_down = entry.face_down;
        put.sick = entry.sick;
        put.damage = entry.damage;
        if let Some(controller) = &entry.controller {
            put.controller = PlayerId(seat_of(controller).ok_or_else(|| {
                let all = players_of(scenario).join(", ");
                self.source.wrong(controller, &words::NO_PLAYER, &[controller, &all])
            })?);
        }
        if let Some(chosen) = &entry.chosen {
            put.chosen = Some(
                choice(&self.pool, chosen)
                    .ok_or_else(|| self.source.wrong(chosen, &words::NO_CHOICE, &[chosen]))?,
            );
        }
        for (kind, n) in &entry.counters {
            let kind = counter_named(kind)
                .ok_or_else(|| self.source.wrong(kind, &words::NO_COUNTER, &[kind]))?;
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
            return Err(self.source.wrong(alias, &words::ALIAS_TWICE, &[alias]));
        }
        let types = self.pool.card(card).base.types;
        if zone == Zone::Battlefield && !types.meets(CardTypes::PERMANENT) {
            return Err(self.source.wrong(name, &words::NO_PERMANENT, &[name]));
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
        let with = [&count.to_string(), name, &MOST.to_string()];
        Err(self.source.wrong(name, &words::TOO_MANY, &with))
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
                return Err(self.source.wrong(&host, &words::NO_HOST, &[&host]));
            };
            self.board.attach(id, to);
        }
        Ok(())
    }
}
