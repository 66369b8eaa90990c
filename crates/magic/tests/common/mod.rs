//! What the laws are tried on: the pool, decks, and games played at random.

use simpan_cards::ast::{CardType, Zone};
use simpan_cards::program::CardId;
use simpan_cards::{CardData, Pool};
use simpan_engine::{Answer, Ask, Dice, Game, NoLog, ObjectId, PlayerId, QuestionKind, Viewer};
use simpan_magic::{Magic, Preset};
use simpan_pool::RawCard;
use std::sync::{Arc, OnceLock};

/// Both presets whose axes differ.
pub const PRESETS: [Preset; 2] = [Preset::Y2005, Preset::Y2021];

/// No game may need more decisions.
pub const LIMIT: u32 = 100_000;

const ARMY_OF_JUSTICE: &str = "1 Infantry Veteran|2 Suntail Hawk|3 Crossbow Infantry|\
    2 Master Decoy|2 Veteran Cavalier|1 Skyhunter Prowler|1 Venerable Monk|1 Ballista Squad|\
    3 Angel of Mercy|1 Phyrexian Hulk|1 Mending Hands|1 Righteousness|2 Pacifism|\
    1 Glorious Anthem|1 Chastise|1 Angel's Feather|16 Plains";
const CUSTOM_CREATURES: &str = "1 Llanowar Elves|2 Norwood Ranger|2 Elvish Warrior|\
    1 Yavimaya Enchantress|2 Trained Armodon|1 Verduran Enchantress|1 Emperor Crocodile|\
    1 Giant Spider|1 Kavu Climber|2 Craw Wurm|1 Bottle Gnomes|1 Web|1 Naturalize|1 Regeneration|\
    1 Treetop Bracers|2 Blanchwood Armor|2 Overgrowth|1 Wurm's Tooth|16 Forest";
const LOFTY_HEIGHTS: &str = "1 Storm Crow|3 Horned Turtle|1 Puppeteer|3 Wind Drake|1 Aven Fisher|\
    1 Azure Drake|1 Archivist|1 Thieving Magpie|1 Aven Windreader|1 Mahamoti Djinn|\
    1 Sleight of Hand|1 Telepathy|1 Mana Leak|1 Remove Soul|2 Boomerang|1 Confiscate|\
    1 Kraken's Eye|1 Rod of Ruin|17 Island";
const WORLD_AFLAME: &str = "3 Balduvian Barbarians|3 Hill Giant|1 Magnivore|2 Anarchist|\
    1 Dancing Scimitar|3 Volcanic Hammer|1 Panic Attack|2 Stone Rain|2 Demolish|2 Lava Axe|\
    1 Wildfire|1 Blaze|1 Dragon's Claw|17 Mountain";

/// The built-in cards, lowered once; or those of a Standard, as [`standard`] gives them.
pub fn pool() -> Arc<Pool> {
    static POOL: OnceLock<Arc<Pool>> = OnceLock::new();
    Arc::clone(POOL.get_or_init(|| {
        let built_in = || Pool::build(simpan_cards::builtin()).0;
        Arc::new(standard().map_or_else(built_in, |cards| Pool::build(cards).0))
    }))
}

/// The real cards that are accepted of the format that `SIMPAN_LAW_FORMAT` names, out of
/// `SIMPAN_DATA`, if both are set: the laws are tried on random decks of these, then.
fn standard() -> Option<&'static [CardData]> {
    static CARDS: OnceLock<Option<Vec<CardData>>> = OnceLock::new();
    let read = || {
        let name = std::env::var("SIMPAN_LAW_FORMAT").ok()?;
        let folder = std::env::var_os("SIMPAN_DATA").expect("SIMPAN_DATA, for SIMPAN_LAW_FORMAT");
        let format = simpan_pool::formats().find(|f| f.name == name).expect("a format's name");
        let file = std::fs::File::open(std::path::Path::new(&folder).join("data/cards.jsonl"));
        let found = simpan_pool::read::file(
            "cards.jsonl",
            std::io::BufReader::new(file.expect("cards.jsonl")),
        );
        let ours = |c: &&RawCard| c.sets.iter().any(|s| format.sets.contains(&s.as_str()));
        let compiled = found.cards.iter().filter(ours).map(simpan_pool::compile);
        let accepted = compiled.filter(|c| c.status.is_accepted());
        let cards: Vec<CardData> = accepted.filter_map(|c| c.card).collect();
        println!("{name}: {} cards are accepted", cards.len());
        Some(cards)
    };
    CARDS.get_or_init(read).as_deref()
}

fn list(text: &str) -> Vec<CardId> {
    let mut deck = Vec::new();
    for line in text.split('|') {
        let (count, name) = line.trim().split_once(' ').expect("a count and a name");
        let card = pool().find(name).unwrap_or_else(|| panic!("{name} is not in the pool"));
        deck.extend(std::iter::repeat_n(card, count.parse().expect("a count")));
    }
    deck
}

/// The four preconstructed decks.
pub fn decks() -> [Vec<CardId>; 4] {
    [ARMY_OF_JUSTICE, CUSTOM_CREATURES, LOFTY_HEIGHTS, WORLD_AFLAME].map(list)
}

/// Everything in the pool that isn't a basic land, in an order of its own.
fn shuffled_spells(dice: &mut Dice) -> Vec<CardId> {
    let basics = basics();
    let pool = pool();
    let mut all: Vec<CardId> =
        pool.cards().map(|(id, _)| id).filter(|id| !basics.contains(id)).collect();
    for i in (1..all.len()).rev() {
        all.swap(i, dice.below(i as u32 + 1) as usize);
    }
    all
}

fn basics() -> Vec<CardId> {
    ["Plains", "Island", "Swamp", "Mountain", "Forest"]
        .iter()
        .flat_map(|n| pool().find(n))
        .collect()
}

/// A 60-card deck of random cards of the pool: 36 that aren't basic lands, 24 that are.
pub fn random_deck(dice: &mut Dice) -> Vec<CardId> {
    let spells = shuffled_spells(dice);
    let lands = basics();
    let one = dice.below(5) as usize;
    // Random cards of few colours can be played more often than of all.
    let two = dice.below(5) as usize;
    let pool = pool();
    let fits = |id: &&CardId| {
        let base = &pool.card(**id).base;
        let land = base.types.has(CardType::Land);
        land || (0..5).all(|i| base.colors.0 & 1 << i == 0 || i == one || i == two)
    };
    let mut deck: Vec<CardId> =
        spells.iter().filter(fits).chain(&spells).take(36).copied().collect();
    for i in 0..24 {
        deck.push(lands[[one, two, one, two, one, two, i % 5][i % 7]]);
    }
    deck
}

/// A 60-card deck with many different built-in cards and all basic lands.
pub fn mixed_deck(seed: u64) -> Vec<CardId> {
    let mut deck = shuffled_spells(&mut Dice::new(seed));
    deck.truncate(36);
    deck.extend((0..24).map(|i| basics()[i % 5]));
    deck
}

/// What the n-th game of a law is between: pairings of the four decks, mixed and random decks.
pub fn matchup(n: u64) -> [Vec<CardId>; 2] {
    let mut dice = Dice::nth(0xdec5, n);
    if standard().is_some() {
        return [random_deck(&mut dice), random_deck(&mut dice)];
    }
    let four = decks();
    match n % 4 {
        0 => [four[(n / 4 % 4) as usize].clone(), four[(n / 16 % 4) as usize].clone()],
        1 => [mixed_deck(n), four[(n / 4 % 4) as usize].clone()],
        2 => [random_deck(&mut dice), random_deck(&mut dice)],
        _ => [mixed_deck(2 * n), mixed_deck(2 * n + 1)],
    }
}

/// How many games a law is tried on: `SIMPAN_LAW_GAMES`, or a few.
pub fn games(few: u64) -> u64 {
    std::env::var("SIMPAN_LAW_GAMES").ok().and_then(|s| s.parse().ok()).unwrap_or(few)
}

/// Does something for every game of a law: seed and preset say which. The preset that is less
/// played gets fewer games.
pub fn each_game(few: u64, mut f: impl FnMut(u64, Preset)) {
    let only: Option<u64> = std::env::var("SIMPAN_LAW_ONLY").ok().and_then(|s| s.parse().ok());
    for n in 0..games(few) {
        if only.is_none_or(|o| o == n) {
            for preset in PRESETS {
                f(n, preset);
            }
            if n % 4 == 1 {
                f(n, Preset::Notes);
            }
        }
    }
}

/// The n-th game under a preset, at its start.
pub fn game(n: u64, preset: Preset) -> Magic {
    Magic::new(pool(), preset, &matchup(n)).expect("two players")
}

/// Picks for chance and players alike.
#[derive(Clone, Debug)]
pub struct Guide {
    dice: Dice,
    buffer: Vec<Answer>,
}

impl Guide {
    /// The same seed picks the same.
    pub fn new(seed: u64) -> Self {
        Self { dice: Dice::nth(seed, 0x91de), buffer: Vec::new() }
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.dice.below(n as u32) as usize
    }

    /// A legal answer. Mana is seldom made for nothing, so that games go on.
    pub fn pick(&mut self, game: &Magic) -> Answer {
        let mut buffer = std::mem::take(&mut self.buffer);
        game.answers(&mut buffer);
        assert!(!buffer.is_empty(), "no legal answer to {:?}", game.ask());
        let kind = match game.ask() {
            Ask::Player(q) => Some(q.kind),
            _ => None,
        };
        if kind == Some(QuestionKind::Act) && self.below(24) != 0 {
            buffer.retain(|a| !game.look().only_makes_mana(*a));
        }
        let auto = kind == Some(QuestionKind::Pay) && buffer.contains(&Answer::Auto);
        let answer = if auto && self.below(4) != 0 {
            Answer::Auto
        } else {
            buffer[self.below(buffer.len())]
        };
        self.buffer = buffer;
        answer
    }
}

/// Plays a game at random to its end; `visit` sees it before every answer.
pub fn play(game: &mut Magic, guide: &mut Guide, mut visit: impl FnMut(&Magic, Answer)) {
    let mut decisions = 0;
    while !matches!(game.ask(), Ask::Over(_)) {
        let answer = guide.pick(game);
        visit(game, answer);
        game.apply(answer, &mut NoLog).unwrap_or_else(|e| panic!("{answer:?} was listed: {e:?}"));
        decisions += 1;
        assert!(decisions < LIMIT, "a game that doesn't end");
    }
}

/// The kind of question that a player is asked.
pub fn kind(game: &Magic) -> Option<QuestionKind> {
    match game.ask() {
        Ask::Player(q) => Some(q.kind),
        _ => None,
    }
}

/// The handles of all objects, with the zone they are listed in; what is being announced or
/// resolves counts as on the stack.
pub fn listed(game: &Magic) -> Vec<(Zone, ObjectId)> {
    let s = game.state();
    let mut all = Vec::new();
    for p in 0..s.player_count() {
        for zone in [Zone::Library, Zone::Hand, Zone::Graveyard] {
            all.extend(s.zone(zone, PlayerId(p as u8)).iter().map(|id| (zone, *id)));
        }
    }
    for zone in [Zone::Battlefield, Zone::Exile, Zone::Command] {
        all.extend(s.zone(zone, PlayerId(0)).iter().map(|id| (zone, *id)));
    }
    all.extend(game.view(Viewer::Judge).stack.iter().map(|e| (Zone::Stack, e.id)));
    all
}
