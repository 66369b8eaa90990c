//! Plays random games and prints what came of them.
use simpan_bots::Random;
use simpan_engine::{Dice, Driver, NoLog, Player};
use simpan_magic::{Magic, Preset};
use std::sync::Arc;

fn main() {
    let (pool, refused) = simpan_cards::Pool::build(simpan_cards::builtin());
    for r in &refused {
        println!("{r}");
    }
    let pool = Arc::new(pool);
    let deck = |list: &[(usize, &str)]| {
        let mut d = Vec::new();
        for (n, name) in list {
            for _ in 0..*n {
                d.push(pool.find(name).unwrap_or_else(|| panic!("{name}")));
            }
        }
        d
    };
    let a = deck(&[
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
    ]);
    let b = deck(&[
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
    ]);
    let c = deck(&[
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
    ]);
    let d = deck(&[
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
    ]);
    let decks = [a, b, c, d];
    let n: u64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(100);
    for preset in [Preset::Y2005, Preset::Y2021] {
        let start = std::time::Instant::now();
        let (mut decisions, mut turns, mut hash) = (0u64, 0u64, 0u64);
        let mut wins = [0u32; 3];
        let mut rules = std::collections::BTreeMap::new();
        for i in 0..n {
            let x = &decks[(i % 4) as usize];
            let y = &decks[(i / 4 % 4) as usize];
            let game = Magic::new(Arc::clone(&pool), preset, &[x.clone(), y.clone()]).unwrap();
            let mut driver = Driver::new(game, Dice::nth(1, i));
            let (mut p, mut q) = (Random::new(i, 11), Random::new(i, 12));
            let players: &mut [&mut dyn Player<Magic>] = &mut [&mut p, &mut q];
            if std::env::var("V").is_ok() {
                eprintln!("game {i}");
            }
            let out = driver.play(players, 200_000, &mut NoLog);
            decisions += driver.decisions;
            turns += u64::from(driver.game.state().turn_number());
            use simpan_engine::Game;
            hash = hash.rotate_left(5) ^ driver.game.event_hash();
            match out {
                Ok(o) => {
                    wins[o.winner.map_or(2, |w| w.index())] += 1;
                    *rules.entry(o.because.key()).or_insert(0) += 1;
                }
                Err(e) => {
                    println!("game {i}: {e:?} {:?}", driver.game.ask());
                    std::process::exit(1)
                }
            }
        }
        let t = start.elapsed().as_secs_f64();
        println!(
            "{preset:?}: {n} games {decisions} decisions {:.0}/s  turns {:.1} wins {wins:?} {rules:?} hash {hash:016x}",
            decisions as f64 / t,
            turns as f64 / n as f64
        );
    }
}
