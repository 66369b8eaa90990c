//! The four preconstructed decks of the Ninth Edition core game.

use simpan_cards::Pool;
use simpan_cards::program::CardId;
use std::sync::Arc;

type List = &'static [(usize, &'static str)];

const DECKS: [(&str, List); 4] = [
    (
        "army-of-justice",
        &[
            (1, "Infantry Veteran"),
            (2, "Suntail Hawk"),
            (3, "Crossbow Infantry"),
            (2, "Master Decoy"),
            (2, "Veteran Cavalier"),
            (1, "Skyhunter Prowler"),
            (1, "Venerable Monk"),
            (1, "Ballista Squad"),
            (3, "Angel of Mercy"),
            (1, "Phyrexian Hulk"),
            (1, "Mending Hands"),
            (1, "Righteousness"),
            (2, "Pacifism"),
            (1, "Glorious Anthem"),
            (1, "Chastise"),
            (1, "Angel's Feather"),
            (16, "Plains"),
        ],
    ),
    (
        "custom-creatures",
        &[
            (1, "Llanowar Elves"),
            (2, "Norwood Ranger"),
            (2, "Elvish Warrior"),
            (1, "Yavimaya Enchantress"),
            (2, "Trained Armodon"),
            (1, "Verduran Enchantress"),
            (1, "Emperor Crocodile"),
            (1, "Giant Spider"),
            (1, "Kavu Climber"),
            (2, "Craw Wurm"),
            (1, "Bottle Gnomes"),
            (1, "Web"),
            (1, "Naturalize"),
            (1, "Regeneration"),
            (1, "Treetop Bracers"),
            (2, "Blanchwood Armor"),
            (2, "Overgrowth"),
            (1, "Wurm's Tooth"),
            (16, "Forest"),
        ],
    ),
    (
        "lofty-heights",
        &[
            (1, "Storm Crow"),
            (3, "Horned Turtle"),
            (1, "Puppeteer"),
            (3, "Wind Drake"),
            (1, "Aven Fisher"),
            (1, "Azure Drake"),
            (1, "Archivist"),
            (1, "Thieving Magpie"),
            (1, "Aven Windreader"),
            (1, "Mahamoti Djinn"),
            (1, "Sleight of Hand"),
            (1, "Telepathy"),
            (1, "Mana Leak"),
            (1, "Remove Soul"),
            (2, "Boomerang"),
            (1, "Confiscate"),
            (1, "Kraken's Eye"),
            (1, "Rod of Ruin"),
            (17, "Island"),
        ],
    ),
    (
        "world-aflame",
        &[
            (3, "Balduvian Barbarians"),
            (3, "Hill Giant"),
            (1, "Magnivore"),
            (2, "Anarchist"),
            (1, "Dancing Scimitar"),
            (3, "Volcanic Hammer"),
            (1, "Panic Attack"),
            (2, "Stone Rain"),
            (2, "Demolish"),
            (2, "Lava Axe"),
            (1, "Wildfire"),
            (1, "Blaze"),
            (1, "Dragon's Claw"),
            (17, "Mountain"),
        ],
    ),
];

/// The built-in pool and the decks by name.
pub fn all() -> (Arc<Pool>, Vec<(&'static str, Vec<CardId>)>) {
    let (pool, _) = Pool::build(simpan_cards::builtin());
    let deck = |list: List| {
        let mut deck = Vec::new();
        for (n, name) in list {
            let card = pool.find(name).unwrap_or_else(|| panic!("{name} is built in"));
            deck.extend(std::iter::repeat_n(card, *n));
        }
        deck
    };
    let decks = DECKS.iter().map(|(name, list)| (*name, deck(list))).collect();
    (Arc::new(pool), decks)
}
