//! The cards and decks that come with the program, and the cards that the user has imported.
//!
//! Built-in cards are lowered at once; imported ones when something asks for them by name.

use crate::cmd::cards::reasons_text;
use crate::failure::Failure;
use crate::imported;
use crate::out;
use crate::text::numbers;
use crate::words::{self, fill};
use simpan_cards::ast::Supertype;
use simpan_cards::program::CardId;
use simpan_cards::{Pool, Refusal};
use simpan_decks::{Copies, Deck, Faces, Known, Rules, check, fold_name, nearest};
use simpan_pool::{RawCard, Row, Store, curtail};
use simpan_rulebook::Lang;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// The most cards in a deck: what the handles of a game have room for, with much to spare.
const MOST_CARDS: u32 = 5_000;

/// The most names that are suggested because they hold a word.
const MOST_NEAR: usize = 8;

/// The built-in decks, by the name that stands for them on the command line.
pub const DECKS: [(&str, &str); 4] = [
    ("army-of-justice", include_str!("../decks/army-of-justice.txt")),
    ("lofty-heights", include_str!("../decks/lofty-heights.txt")),
    ("world-aflame", include_str!("../decks/world-aflame.txt")),
    ("custom-creatures", include_str!("../decks/custom-creatures.txt")),
];

/// What a deck needs to be played with.
const PLAYABLE: Rules = Rules { max_main: Some(MOST_CARDS), ..Rules::LIMITED };

/// All cards that can be played, and those that can't with the reasons.
#[derive(Debug)]
pub struct Library {
    /// The built-in cards and those imported ones that were asked for.
    pool: RwLock<Arc<Pool>>,
    /// How many cards of the pool are built in.
    builtin: usize,
    refused: Vec<Refusal>,
    /// Refused cards are played without what is refused.
    allow_refused: AtomicBool,
    /// Refused cards of which was told already what they will not do.
    told: RwLock<BTreeSet<String>>,
    /// Cards by their folded names, English and Korean.
    folded: BTreeMap<String, CardId>,
}

/// A deck that can be played.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What it is called.
    pub name: String,
    /// Its cards by English name, as listed.
    pub list: Vec<(u32, String)>,
    /// Its cards.
    pub cards: Vec<CardId>,
    /// Whether some of them are imported.
    pub imported: bool,
}

/// The built-in library, made at its first use.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let (pool, refused) = Pool::build(simpan_cards::builtin());
        let mut folded = BTreeMap::new();
        for (id, card) in pool.cards() {
            folded.insert(fold_name(&card.data.name), id);
            if let Some(korean) = &card.data.korean {
                folded.insert(fold_name(korean), id);
            }
        }
        Library {
            builtin: pool.len(),
            pool: RwLock::new(Arc::new(pool)),
            refused,
            allow_refused: AtomicBool::new(false),
            told: RwLock::default(),
            folded,
        }
    })
}

impl Library {
    /// The cards as they are now; games that have begun keep theirs.
    pub fn pool(&self) -> Arc<Pool> {
        Arc::clone(&self.pool.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// From now on refused cards are played without what is refused.
    pub fn allow_refused(&self) {
        self.allow_refused.store(true, Ordering::Relaxed);
    }
    /// Whether refused cards are played without what is refused.
    pub fn allows_refused(&self) -> bool {
        self.allow_refused.load(Ordering::Relaxed)
    }

    /// The built-in card of a name, or an imported one that was asked for already.
    fn lowered(&self, name: &str) -> Option<CardId> {
        self.pool().find(name).or_else(|| self.folded.get(&fold_name(name)).copied())
    }

    /// The card of a name in either language, whatever its case and punctuation.
    pub fn find(&self, name: &str) -> Option<CardId> {
        self.lowered(name).or_else(|| self.lower(&imported::row(name)?))
    }

    /// Puts an imported card into the pool, if it can be played.
    fn lower(&self, row: &Row) -> Option<CardId> {
        if let Some(id) = self.pool().find(&row.raw.name) {
            return Some(id);
        }
        let card = match row.status.is_accepted() {
            true => row.card()?,
            false if self.allows_refused() => curtail(&row.raw).ok()?.card,
            false => return None,
        };
        let mut pool = self.pool.write().unwrap_or_else(PoisonError::into_inner);
        Arc::make_mut(&mut pool).add(&card).ok()
    }

    /// Whether a card is imported.
    fn is_imported(&self, id: CardId) -> bool {
        id.index() >= self.builtin
    }

    /// Why a card can't be played, if it is one of those.
    pub fn refusal(&self, name: &str, lang: Lang) -> Option<String> {
        let folded = fold_name(name);
        if let Some(refusal) = self.refused.iter().find(|r| fold_name(&r.card) == folded) {
            return Some(refused_text(refusal, lang));
        }
        if self.lowered(name).is_some() {
            return None;
        }
        let row = imported::row(name).filter(|row| !row.status.is_accepted())?;
        let mut reasons = row.status.reasons().to_vec();
        let mut hint = &words::REFUSED_HINT;
        if let Err(more) = curtail(&row.raw) {
            reasons = if reasons.is_empty() { more } else { reasons };
            hint = &words::REFUSED_WHOLE;
        }
        if self.allows_refused() && hint == &words::REFUSED_HINT {
            return None;
        }
        let why = reasons_text(&reasons, lang);
        let text = fill(words::CARD_REFUSED.get(lang), &[&row.raw.name, &why]);
        Some(fill(hint.get(lang), &[&text]))
    }

    /// Tells once what a card will not do that is played without what is refused.
    fn tell_curtailed(&self, name: &str, lang: Lang) {
        let Some(row) = imported::row(name).filter(|r| !r.status.is_accepted()) else { return };
        let Ok(curtailed) = curtail(&row.raw) else { return };
        let mut told = self.told.write().unwrap_or_else(PoisonError::into_inner);
        if told.insert(row.raw.name.clone()) {
            let without = curtailed.without.join(" / ");
            out::complain(fill(words::CURTAILED.get(lang), &[&row.raw.name, &without]));
        }
    }

    /// The names nearest to one that is not known.
    pub fn nearest(&self, name: &str) -> Vec<String> {
        let pool = self.pool();
        let store = imported::store().ok().flatten();
        let names = || {
            pool.cards().flat_map(|(_, c)| {
                std::iter::once(c.data.name.as_str()).chain(c.data.korean.as_deref())
            })
        };
        let others = || store.into_iter().flat_map(Store::names);
        let words: Vec<String> =
            name.split_whitespace().map(fold_name).filter(|w| !w.is_empty()).collect();
        let holds = |other: &&str| {
            let parts: Vec<String> = other.split_whitespace().map(fold_name).collect();
            !words.is_empty() && words.iter().all(|w| parts.iter().any(|p| p.starts_with(w)))
        };
        let mut near: Vec<&str> = nearest(name, names().chain(others()));
        // Names that hold every word of it, if it isn't just one letter.
        if words.iter().any(|w| w.chars().count() > 1) {
            let more: Vec<&str> =
                names().chain(others()).filter(holds).filter(|n| !near.contains(n)).collect();
            near.extend(more.into_iter().take(MOST_NEAR));
        }
        near.into_iter().map(str::to_owned).collect()
    }

    /// The card of a name, or a message that helps.
    pub fn get(&self, name: &str, lang: Lang) -> Result<CardId, Failure> {
        if let Some(id) = self.find(name) {
            return Ok(id);
        }
        if let Some(refusal) = self.refusal(name, lang) {
            return Err(Failure::usage(refusal));
        }
        if let Err(trouble) = imported::store() {
            let missing = fill(words::NO_CARD.get(lang), &[name]);
            return Err(Failure::usage(format!("{missing}\n{}", trouble.text(lang))));
        }
        let near = self.nearest(name);
        let message = if near.is_empty() {
            fill(words::NO_CARD.get(lang), &[name])
        } else {
            fill(words::NO_CARD_NEAREST.get(lang), &[name, &near.join(", ")])
        };
        Err(Failure::usage(message))
    }

    /// What a deck check is told of a name; that a card is refused is told besides.
    pub fn known(&self, name: &str) -> Known {
        if let Some(row) = imported::row(name) {
            return Known::Card {
                copies: copies_of(&row.raw),
                sets: (!row.raw.sets.is_empty()).then(|| row.raw.sets.into_iter().collect()),
                name: row.raw.name,
            };
        }
        let Some(id) = self.lowered(name) else { return Known::Unknown(self.nearest(name)) };
        let pool = self.pool();
        let data = &pool.card(id).data;
        if data.types.supertypes.has(Supertype::Basic) {
            Known::basic_land(data.name.clone())
        } else {
            Known::card(data.name.clone())
        }
    }

    /// The whole English name of a card, and how its names lie on it.
    pub fn english(&self, name: &str) -> Option<(String, Faces)> {
        if let Some(row) = imported::row(name) {
            let faces = match row.raw.layout.as_str() {
                _ if !row.raw.is_many_faced() => Faces::Unknown,
                "split" | "aftermath" => Faces::Split,
                "adventure" => Faces::Adventure,
                _ => Faces::Turned,
            };
            return Some((row.raw.name, faces));
        }
        let pool = self.pool();
        Some((pool.card(self.lowered(name)?).data.name.clone(), Faces::Unknown))
    }

    /// The deck of a built-in name or a file.
    pub fn deck(&self, which: &str, lang: Lang) -> Result<Loaded, Failure> {
        let (name, deck) = read(which, lang)?;
        self.playable(name, &deck, lang)
    }

    /// All built-in decks.
    pub fn all_decks(&self, lang: Lang) -> Result<Vec<Loaded>, Failure> {
        DECKS.iter().map(|(name, _)| self.deck(name, lang)).collect()
    }

    fn playable(&self, name: String, deck: &Deck, lang: Lang) -> Result<Loaded, Failure> {
        let mut faults = self.refused_in(deck, lang);
        if faults.is_empty() {
            // Forty cards are enough to play with; how many copies is a question of formats.
            faults.extend(check(deck, &PLAYABLE, |n| self.known(n)).iter().filter_map(|p| {
                let spelled = matches!(p, simpan_decks::Problem::Spelling { .. });
                (!spelled).then(|| problem_text(p, lang))
            }));
        }
        if !faults.is_empty() {
            faults.extend(imported::store().err().map(|trouble| trouble.text(lang)));
            let title = fill(words::DECK_REFUSED.get(lang), &[&name]);
            return Err(Failure::usage(format!("{title}\n  {}", faults.join("\n  "))));
        }
        let mut loaded = Loaded { name, list: Vec::new(), cards: Vec::new(), imported: false };
        for line in &deck.main {
            let id = self.get(&line.name, lang)?;
            let name = self.pool().card(id).data.name.clone();
            if self.is_imported(id) {
                loaded.imported = true;
                self.tell_curtailed(&name, lang);
            }
            loaded.list.push((line.count, name));
            loaded.cards.extend(std::iter::repeat_n(id, line.count as usize));
        }
        Ok(loaded)
    }

    /// A deck from a saved list of names.
    pub fn listed(&self, list: &[(u32, String)], lang: Lang) -> Result<Vec<CardId>, Failure> {
        let mut cards = Vec::new();
        for (count, name) in list {
            if cards.len() + *count as usize > MOST_CARDS as usize {
                return Err(Failure::usage(fill(
                    words::BAD_COUNT.get(lang),
                    &[&count.to_string()],
                )));
            }
            let id = self.get(name, lang)?;
            cards.extend(std::iter::repeat_n(id, *count as usize));
        }
        Ok(cards)
    }

    /// The cards of a deck that are known but can't be played, each with its reasons.
    pub fn refused_in(&self, deck: &Deck, lang: Lang) -> Vec<String> {
        let lines = deck.main.iter().chain(&deck.side);
        lines.filter_map(|l| self.refusal(&l.name, lang)).collect()
    }
}

/// How many copies of a card a deck may hold by its own word.
fn copies_of(raw: &RawCard) -> Copies {
    if raw.faces.iter().any(|f| f.types.starts_with("Basic ")) {
        return Copies::Any;
    }
    raw.faces.iter().find_map(|f| Copies::of_text(&f.text)).unwrap_or_default()
}

fn refused_text(refusal: &Refusal, lang: Lang) -> String {
    let reason = |text: &String| match text.strip_prefix("nothing runs ") {
        Some(node) => fill(words::REASON_NOTHING_RUNS.get(lang), &[&format!("`{node}`")]),
        None => text.clone(),
    };
    let reasons: Vec<String> = refusal.reasons.iter().map(reason).collect();
    fill(words::CARD_REFUSED.get(lang), &[&refusal.card, &reasons.join("; ")])
}

/// A problem of a deck with the rule it breaks.
pub fn problem_text(problem: &simpan_decks::Problem, lang: Lang) -> String {
    match problem.rule() {
        Some(rule) => format!("{} [{}]", problem.text(lang), numbers(rule)),
        None => problem.text(lang),
    }
}

/// The largest deck file that is read; [`simpan_decks`] refuses smaller ones than that.
const MAX_DECK_BYTES: u64 = 2 << 20;

/// A file's bytes, but at most so many and one: what is larger is for the reader to refuse.
pub fn read_bounded(path: &std::path::Path, most: u64) -> std::io::Result<Vec<u8>> {
    use std::io::Read;
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The same of standard input.
fn read_input(most: u64) -> std::io::Result<Vec<u8>> {
    use std::io::Read;
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the deck of a built-in name, a file or (`-`) standard input, without looking its cards up.
pub fn read(which: &str, lang: Lang) -> Result<(String, Deck), Failure> {
    if let Some((name, text)) = DECKS.iter().find(|(name, _)| *name == which) {
        let deck = simpan_decks::read(text.as_bytes(), None).map_err(|e| bad(name, e, lang))?;
        return Ok(((*name).to_owned(), deck));
    }
    let bytes = match which {
        "-" => read_input(MAX_DECK_BYTES),
        path => read_bounded(path.as_ref(), MAX_DECK_BYTES),
    };
    let bytes = bytes.map_err(|e| {
        let known: Vec<&str> = DECKS.iter().map(|(name, _)| *name).collect();
        let near = nearest(which, known.iter().copied());
        let list = if near.is_empty() { known } else { near };
        Failure::usage(fill(
            words::NO_DECK.get(lang),
            &[which, &words::io(&e, lang), &list.join(", ")],
        ))
    })?;
    let deck = simpan_decks::read(&bytes, Some(which)).map_err(|e| bad(which, e, lang))?;
    let stem = std::path::Path::new(which).file_stem().map(|s| s.to_string_lossy().into_owned());
    let name = deck.name.clone().or(stem).unwrap_or_else(|| which.to_owned());
    Ok((name, deck))
}

fn bad(which: &str, errors: simpan_decks::DeckErrors, lang: Lang) -> Failure {
    let lines = errors.text(lang).replace('\n', "\n  ");
    Failure::usage(format!("{}\n  {lines}", fill(words::DECK_UNREADABLE.get(lang), &[which])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_deck_is_playable() {
        for deck in library().all_decks(Lang::En).unwrap() {
            assert_eq!(deck.cards.len(), 40, "{}", deck.name);
        }
    }

    #[test]
    fn wrong_names_get_help() {
        let error = library().get("Urborg", Lang::En).unwrap_err();
        assert!(error.message.contains("Urborg, "), "{error}");
        let error = library().get("Suntial Hawk", Lang::En).unwrap_err();
        assert!(error.message.contains("Suntail Hawk"), "{error}");
        let error = library().deck("army-of-justise", Lang::Ko).unwrap_err();
        assert!(error.message.contains("army-of-justice"), "{error}");
        assert_eq!(error.code, 2);
    }
}
