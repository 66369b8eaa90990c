//! Replacement and prevention effects against a slow and obvious version of their rules: random
//! boards, one event, and every choice answered at random. At each choice the engine must offer the
//! same player the same effects, and in the end the same must have come of it.
//!
//! `SIMPAN_ORACLE_BOARDS` says how many boards are tried in each rulebook.

mod data;
mod model;

use data::{Card, Coming, Eff, Ev, Left, Perm, Shield, Src, To};
use model::{Decider, Model};
use simpan_cards::Pool;
use simpan_cards::ast::{CounterKind, Step, Zone};
use simpan_engine::{Answer, Ask, Game, NoLog, ObjectId, PlayerId, QuestionKind};
use simpan_magic::setup::{Board, Put};
use simpan_magic::{Magic, Preset};
use std::sync::{Arc, OnceLock};

/// A small generator; the boards are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as usize
    }
    fn one_in(&mut self, n: usize) -> bool {
        self.roll(n) == 0
    }
}

const PT: Option<(i32, i32)> = Some((2, 2));

/// Permanents that say something: in the model, and in the words of the card files.
const STATED: [(Card, &str); 36] = [
    (
        Card::plain("Ward", Eff::WardYou, None),
        "would: Damage(source: None, to: Players(You)), instead: Prevent(N(1))",
    ),
    (
        Card::plain("Shelter", Eff::WardCreatures, None),
        "would: Damage(source: None, to: Objects(All(all: [Type(Creature), Controller(You)]))), instead: Prevent(N(1))",
    ),
    (
        Card::plain("Fury", Eff::DoubleDamage, None),
        "would: Damage(source: None, to: Players(Opponents)), instead: Times(2)",
    ),
    (
        Card::plain("Spite", Eff::MoreDamage, None),
        "would: Damage(source: None, to: Objects(All(all: [Type(Creature)]))), instead: Plus(N(1))",
    ),
    (
        Card::plain("Bodyguard", Eff::Bodyguard, Some((1, 4))),
        "would: Damage(source: None, to: Players(You)), instead: Redirect(Objects(This))",
    ),
    (
        Card::plain("Martyr", Eff::Martyr, Some((1, 3))),
        "would: Damage(source: None, to: Objects(All(all: [Type(Creature), Controller(You), Other]))), instead: Redirect(Players(You))",
    ),
    (
        Card::plain("Hydra", Eff::Hydra, Some((3, 3))),
        "would: Damage(source: None, to: Objects(This)), instead: Prevent(None), also: Do(PutCounters(what: This, kind: PlusOne, count: That))",
    ),
    (
        Card::plain("Blessing", Eff::Blessing, None),
        "would: Damage(source: None, to: Players(You)), instead: Prevent(None), also: Do(GainLife(who: You, amount: That))",
    ),
    (
        Card::plain("Leyline", Eff::NoPrevent, None),
        "would: Damage(source: None, to: None), instead: CantPrevent",
    ),
    (
        Card::plain("Last Stand", Eff::LastStand, None),
        "would: Damage(source: None, to: Players(You)), instead: LeaveLife(1)",
    ),
    (
        Card::plain("Masochism", Eff::PainCards, None),
        "would: Damage(source: None, to: Players(You)), instead: Do(Do(Draw(who: You, count: N(1)))), optional: true",
    ),
    (Card::plain("Knight", Eff::ProRed, PT), ""),
    (Card::plain("Boon", Eff::GainDouble, None), "would: GainLife(You), instead: Times(2)"),
    (
        Card::plain("Well", Eff::GainDraw, None),
        "would: GainLife(You), instead: Do(Do(Draw(who: You, count: That)))",
    ),
    (Card::plain("Feast", Eff::GainMore, None), "would: GainLife(Each), instead: Plus(N(1))"),
    (Card::plain("Curse", Eff::NoGain, None), "would: GainLife(Opponents), instead: Cant"),
    (Card::plain("Bleed", Eff::LossDouble, None), "would: LoseLife(You), instead: Times(2)"),
    (
        Card::plain("Rest", Eff::SkipDraw, None),
        "would: Draw(You), instead: Nothing, optional: true",
    ),
    (
        Card::plain("Insight", Eff::DrawTwo, None),
        "would: Draw(You), instead: Do(Do(Draw(who: You, count: N(2))))",
    ),
    (
        Card::plain("Bread", Eff::DrawLife, None),
        "would: Draw(You), instead: Do(Do(GainLife(who: You, amount: N(1))))",
    ),
    (
        Card::plain("Void", Eff::ExileGate, None),
        "would: Move(what: Any(kind: Card(Graveyard)), to: Graveyard), instead: To(zone: Exile)",
    ),
    (
        Card::plain("Harbor", Eff::ReturnGate, None),
        "would: Die(Any(all: [Type(Creature), Controller(You)])), instead: To(zone: Hand)",
    ),
    (Card::plain("Troll", Eff::Regrow, PT), "would: Destroy(This), instead: Regenerate"),
    (
        Card::plain("Statue", Eff::Stone, Some((0, 4))),
        "would: Destroy(This), instead: To(zone: Exile)",
    ),
    (
        Card::plain("Season", Eff::CountDouble, None),
        "would: PutCounters(what: Any(all: [Type(Creature), Controller(You)]), kind: None), instead: Times(2)",
    ),
    (
        Card::plain("Tonic", Eff::CountMore, None),
        "would: PutCounters(what: Any(all: [Type(Creature)]), kind: None), instead: Plus(N(1))",
    ),
    (Card::plain("Parade", Eff::TokenDouble, None), "would: Create(You), instead: Times(2)"),
    (Card::plain("Crowd", Eff::TokenMore, None), "would: Create(Each), instead: Plus(N(1))"),
    (Card::plain("Decree", Eff::TokenNone, None), "would: Create(Opponents), instead: Nothing"),
    (
        Card::plain("Mud", Eff::TapGate, None),
        "would: Enter(Any(all: [Type(Creature)])), instead: Tapped",
    ),
    (
        Card::plain("Grove", Eff::Growth, None),
        "would: Enter(Any(all: [Type(Creature), Controller(You)])), instead: Counters(kind: PlusOne, count: N(1))",
    ),
    (
        Card::plain("Gather", Eff::Steal, None),
        "would: Enter(Any(all: [Type(Creature), Controller(Opponents)])), instead: Control(You)",
    ),
    (
        Card::plain("Essence", Eff::Essence, Some((4, 5))),
        "would: Enter(Any(all: [Type(Creature), Controller(You)])), instead: AsCopy(of: (all: [This]))",
    ),
    (
        Card::plain("Rust", Eff::NoArtifacts, None),
        "would: Enter(Any(all: [Type(Artifact)])), instead: Cant",
    ),
    (
        Card::plain("Banish", Eff::Banish, None),
        "would: Enter(Any(all: [Type(Creature), Controller(Opponents)])), instead: To(zone: Exile)",
    ),
    (Card::plain("Bear", Eff::None, PT), ""),
];

/// Creatures that are something without stating it.
const BEARS: [(Card, &str); 5] = [
    (
        Card { own: (true, false), ..Card::plain("Sleeper", Eff::None, PT) },
        "Static(effect: Replace(would: Enter(This), instead: Tapped))",
    ),
    (
        Card { own: (true, true), ..Card::plain("Grower", Eff::None, PT) },
        "Static(effect: Replace(would: Enter(This), instead: Tapped)), Static(effect: Replace(would: Enter(This), instead: Counters(kind: PlusOne, count: N(2))))",
    ),
    (Card { artifact: true, ..Card::plain("Golem", Eff::None, PT) }, ""),
    (Card { lifelink: true, ..Card::plain("Leech", Eff::None, PT) }, "Keyword(Plain(Lifelink))"),
    (Card { wither: true, ..Card::plain("Blight", Eff::None, PT) }, "Keyword(Plain(Wither))"),
];

/// Spells; each is one event or leaves a shield.
const SPELLS: [(&str, &str); 14] = [
    ("Scorch", "Do(Damage(amount: N(2), to: Objects(All(all: [Type(Creature)]))))"),
    ("Blast", "Do(Damage(amount: N(3), to: Players(Each)))"),
    ("Study", "Do(Draw(who: Each, count: N(2)))"),
    ("Feed", "Do(GainLife(who: Each, amount: N(2)))"),
    ("Drain", "Do(LoseLife(who: Each, amount: N(3)))"),
    ("Doom", "Do(Destroy(what: All(all: [Type(Creature)])))"),
    ("Bolster", "Do(PutCounters(what: All(all: [Type(Creature)]), kind: PlusOne, count: N(1)))"),
    (
        "Muster",
        "Do(CreateToken(who: Each, count: N(2), token: (types: \"Creature — Soldier\", pt: (1, 1))))",
    ),
    (
        "Rise",
        "Do(Move(what: All(kind: Card(Graveyard), all: [Type(Creature)]), to: (zone: Battlefield)))",
    ),
    ("Shield", "Do(Prevent(amount: Next(N(3)), to: Players(Each), duration: EndOfTurn))"),
    (
        "Cover",
        "Do(Prevent(amount: Next(N(1)), to: Objects(All(all: [Type(Creature)])), duration: EndOfTurn))",
    ),
    ("Peace", "Do(Prevent(amount: All, to: Players(Each), duration: EndOfTurn))"),
    (
        "Parry",
        "Do(Replace(replacement: (would: Damage(source: None, to: Players(You)), instead: Prevent(None)), duration: Once))",
    ),
    (
        "Deflect",
        "Do(Replace(replacement: (would: Damage(source: None, to: Players(You)), instead: Redirect(Players(Opponents)), next: N(3)), duration: EndOfTurn))",
    ),
];

fn file() -> String {
    let card = |c: &Card, abilities: String| {
        let types = match (c.pt, c.artifact) {
            (None, _) => "Enchantment",
            (_, true) => "Artifact Creature — Golem",
            _ => "Creature — Bear",
        };
        let pt = c.pt.map_or(String::new(), |(p, t)| format!("pt: \"{p}/{t}\", "));
        let name = c.name;
        format!("(name: \"{name}\", types: \"{types}\", {pt}abilities: [{abilities}]),\n")
    };
    let mut out = String::from("[\n");
    for (c, text) in &STATED {
        out += &card(
            c,
            match c.eff {
                Eff::None => String::new(),
                Eff::ProRed => "Keyword(Protection(kind: Source, all: [Color(Red)]))".into(),
                _ => format!("Static(effect: Replace({text}))"),
            },
        );
    }
    for (c, text) in &BEARS {
        out += &card(c, (*text).to_owned());
    }
    for (name, text) in &SPELLS {
        out += &format!(
            "(name: \"{name}\", cost: \"{{0}}\", colors: [Red], types: \"Instant\", \
             abilities: [Spell({text})]),\n"
        );
    }
    out + "]"
}

fn pool() -> Arc<Pool> {
    static POOL: OnceLock<Arc<Pool>> = OnceLock::new();
    Arc::clone(POOL.get_or_init(|| {
        let cards = simpan_cards::parse_cards("oracle", &file()).unwrap();
        let (pool, refused) = Pool::build(&cards);
        assert!(refused.is_empty(), "{refused:?}");
        Arc::new(pool)
    }))
}

/// A game that is asked whatever the model asks.
struct Duel {
    game: Magic,
    dice: Dice,
    /// It is to come to combat damage.
    fighting: bool,
    board: String,
}

impl Duel {
    fn apply(&mut self, answer: Answer) {
        self.game.apply(answer, &mut NoLog).unwrap();
    }

    fn answers(&self) -> Vec<Answer> {
        let mut buf = Vec::new();
        self.game.answers(&mut buf);
        buf
    }

    /// Passes until something is to be chosen or all is over.
    fn go_on(&mut self) {
        while let Ask::Player(q) = self.game.ask() {
            let s = self.game.state();
            let waits = !s.stack().is_empty() || self.fighting && s.step() < Step::EndOfCombat;
            match q.kind {
                QuestionKind::Act if waits => self.apply(Answer::Pass),
                QuestionKind::Block => self.apply(Answer::Done),
                _ => return,
            }
        }
    }

    /// Casts a spell of the active player; its object on the stack.
    fn cast(&mut self, id: ObjectId) -> ObjectId {
        let wanted = |a: &&Answer| matches!(a, Answer::Use(x, _) if *x == id);
        let answer = *self.answers().iter().find(wanted).expect("it can be cast");
        self.apply(answer);
        self.game.state().stack().last().expect("it is on the stack").object()
    }

    /// All creatures that can attack do.
    fn attack(&mut self) {
        self.fighting = true;
        self.go_on();
        let Ask::Player(q) = self.game.ask() else { return };
        if q.kind != QuestionKind::Attack {
            return;
        }
        while let Some(attack) =
            self.answers().into_iter().find(|a| matches!(a, Answer::AtPlayer(..)))
        {
            self.apply(attack);
        }
        self.apply(Answer::Done);
        self.go_on();
    }

    /// What has come of it: for each player life and numbers of cards, and the permanents.
    fn summary(&self) -> Summary {
        let s = self.game.state();
        let count = |zone| {
            [0, 1].map(|p| {
                let all = s.zone(zone, PlayerId(p)).iter();
                all.filter(|id| s.object(**id).is_some_and(|o| o.owner() == PlayerId(p))).count()
                    as i32
            })
        };
        let perms = s.zone(Zone::Battlefield, PlayerId(0)).iter().map(|id| {
            let o = s.object(*id).unwrap();
            let name = self.game.look().name_of(*id).unwrap();
            let counters = |kind| i32::from(s.counters_on(*id, kind));
            let name = self.game.pool().card(name).data.name.clone();
            let numbers =
                (o.damage(), counters(CounterKind::PlusOne), counters(CounterKind::MinusOne));
            (name, o.controller().index(), o.tapped(), numbers)
        });
        let mut perms: Vec<_> = perms.collect();
        perms.sort();
        Summary {
            life: [0, 1].map(|p| s.player(PlayerId(p)).life()),
            cards: [Zone::Hand, Zone::Library, Zone::Graveyard, Zone::Exile].map(count),
            perms,
        }
    }
}

/// A permanent: its name, who controls it, whether it is tapped; damage, +1/+1 and -1/-1 counters.
type Standing = (String, usize, bool, (i32, i32, i32));

/// What is compared: numbers of cards are those in hand, library, graveyard and exile.
#[derive(Debug, PartialEq)]
struct Summary {
    life: [i32; 2],
    cards: [[i32; 2]; 4],
    perms: Vec<Standing>,
}

impl Summary {
    fn of(m: &Model) -> Self {
        let perms = m
            .perms
            .iter()
            .map(|p| (p.card.name.to_owned(), p.control, p.tapped, (p.damage, p.plus, p.minus)));
        let mut perms: Vec<_> = perms.collect();
        perms.sort();
        Self { life: m.life, cards: [m.hand, m.library, m.grave, m.exile], perms }
    }
}

impl Decider for Duel {
    fn which(&mut self, player: usize, sources: &[ObjectId], optional: bool) -> Option<usize> {
        let Ask::Player(q) = self.game.ask() else {
            panic!("the game is over; the model asks {sources:?}\n{}", self.board)
        };
        let offered = self.game.look().replacement_sources();
        let sorted = |list: &[ObjectId]| {
            let mut list = list.to_vec();
            list.sort();
            list
        };
        let kind = QuestionKind::Replacement { options: sources.len() as u16, optional };
        assert_eq!(
            (q.kind, q.player.index(), sorted(&offered)),
            (kind, player, sorted(sources)),
            "{}",
            self.board
        );
        let pick = self.dice.roll(sources.len() + usize::from(optional));
        if pick == sources.len() {
            self.apply(Answer::Pass);
            self.go_on();
            return None;
        }
        // The n-th of a source's effects there is the n-th here.
        let nth = sources[..pick].iter().filter(|s| **s == sources[pick]).count();
        let at = (0..offered.len()).filter(|i| offered[*i] == sources[pick]).nth(nth).unwrap();
        self.apply(Answer::Pick(at as u32));
        self.go_on();
        Some(pick)
    }

    fn first(&mut self, player: usize, sources: &[ObjectId]) -> usize {
        let Ask::Player(q) = self.game.ask() else { panic!("the game is over\n{}", self.board) };
        let kind = QuestionKind::Object { chosen: 0, min: 1, max: 1 };
        let mut offered = self.answers();
        offered.sort();
        let mut wanted: Vec<Answer> = sources.iter().map(|s| Answer::Object(*s)).collect();
        wanted.sort();
        assert_eq!((q.kind, q.player.index(), offered), (kind, player, wanted), "{}", self.board);
        let pick = self.dice.roll(sources.len());
        self.apply(Answer::Object(sources[pick]));
        self.go_on();
        pick
    }
}

/// A random board with what is known of it.
struct Setting {
    duel: Duel,
    model: Model,
    /// Creature cards in graveyards, in the order in which they return.
    returning: Vec<Coming>,
    /// Spells in the active player's hand: those that leave shields, then the event, if it is one.
    hand: Vec<(&'static str, ObjectId)>,
}

const LIBRARY: i32 = 12;

fn random_card(dice: &mut Dice, preset: Preset, bears: bool) -> Card {
    loop {
        let card = match bears {
            true => BEARS[dice.roll(BEARS.len())].0,
            false => STATED[dice.roll(STATED.len())].0,
        };
        // In 2005 lifelink is a triggered ability, which isn't looked at here.
        if !(card.lifelink && preset == Preset::Y2005) {
            return card;
        }
    }
}

/// Spells that leave shields, and the event, if it is a spell.
fn spells(dice: &mut Dice, mut put: impl FnMut(&str) -> ObjectId) -> Vec<(&'static str, ObjectId)> {
    let mut hand = Vec::new();
    for _ in 0..dice.roll(3) {
        let name = SPELLS[9 + dice.roll(5)].0;
        hand.push((name, put(name)));
    }
    let event = dice.roll(10);
    if event < 9 {
        let name = SPELLS[event].0;
        hand.push((name, put(name)));
    }
    hand
}

fn set_up(seed: u64, preset: Preset) -> Setting {
    let pool = pool();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (seed + 1).wrapping_mul(0xd134_2543_de82_ef95));
    for _ in 0..8 {
        dice.roll(2);
    }
    let active = dice.roll(2);
    let mut board = Board::new(Arc::clone(&pool), preset, 2);
    let mut model = Model {
        by_class: preset != Preset::Y2005,
        cancel: preset != Preset::Y2005,
        active,
        life: [20; 2],
        hand: [0; 2],
        library: [LIBRARY; 2],
        grave: [0; 2],
        exile: [0; 2],
        perms: vec![],
        shields: vec![],
        dry: [false; 2],
        lost: [false; 2],
        next: 0,
    };
    let put = |board: &mut Board, name: &str, p: usize, zone| {
        let id = pool.find(name).unwrap();
        board.put(&Put::new(id, PlayerId(p as u8), zone))
    };
    let mut returning = Vec::new();
    for p in 0..2 {
        for _ in 0..LIBRARY {
            put(&mut board, "Bear", p, Zone::Library);
        }
        if dice.one_in(2) {
            model.life[p] = 3 + dice.roll(6) as i32;
            board.life(PlayerId(p as u8), model.life[p]);
        }
        for _ in 0..1 + dice.roll(5) {
            let bears = dice.one_in(4);
            let card = random_card(&mut dice, preset, bears);
            let id = put(&mut board, card.name, p, Zone::Battlefield);
            model.next += 1;
            model.perms.push(Perm {
                key: model.next,
                id,
                card,
                token: false,
                owner: p,
                control: p,
                tapped: false,
                damage: 0,
                plus: 0,
                minus: 0,
            });
        }
        for _ in 0..dice.roll(3) {
            let card = random_card(&mut dice, preset, true);
            let id = put(&mut board, card.name, p, Zone::Graveyard);
            model.grave[p] += 1;
            let (token, tapped, counters) = (false, false, 0);
            let (owner, control, shows) = (p, p, card);
            returning.push(Coming { id, card, shows, token, owner, control, tapped, counters });
        }
    }
    let hand = spells(&mut dice, |name| put(&mut board, name, active, Zone::Hand));
    let game = board.start(PlayerId(active as u8), 2, Step::PrecombatMain);
    let names: Vec<_> = model.perms.iter().map(|p| (p.card.name, p.control, p.id.slot)).collect();
    let back: Vec<_> = returning.iter().map(|c| (c.card.name, c.owner)).collect();
    let spells: Vec<_> = hand.iter().map(|h| h.0).collect();
    let life = model.life;
    let board = format!(
        "board {seed} {preset:?}: active {active}, life {life:?}, {names:?}, back {back:?}, {spells:?}"
    );
    Setting { duel: Duel { game, dice, fighting: false, board }, model, returning, hand }
}

/// A spell leaves its shields.
fn shield(m: &mut Model, name: &str, id: ObjectId) {
    let (me, other) = (m.active, 1 - m.active);
    let creatures = m.perms.iter().filter(|p| p.card.pt.is_some());
    let new: Vec<(To, Left, Option<usize>)> = match name {
        "Shield" => {
            vec![(To::Player(me), Left::Next(3), None), (To::Player(other), Left::Next(3), None)]
        }
        "Peace" => {
            vec![(To::Player(me), Left::All, None), (To::Player(other), Left::All, None)]
        }
        "Parry" => vec![(To::Player(me), Left::Once, None)],
        "Deflect" => vec![(To::Player(me), Left::Next(3), Some(other))],
        _ => creatures.map(|p| (To::Perm(p.key), Left::Next(1), None)).collect(),
    };
    for (on, left, redirect) in new {
        m.next += 1;
        m.shields.push(Shield { key: m.next, id, on, left, redirect });
    }
}

/// The event that a spell is.
fn events(m: &Model, name: &str, id: ObjectId, returning: &[Coming]) -> Vec<Vec<Ev>> {
    let players = [m.active, 1 - m.active];
    let src = Src { id, control: m.active, red: true, lifelink: false, wither: false };
    let creatures = m.perms.iter().filter(|p| p.card.pt.is_some()).map(|p| p.key);
    let each = |f: &dyn Fn(u32) -> Ev| vec![creatures.clone().map(f).collect()];
    let all = |f: &dyn Fn(usize) -> Ev| vec![players.iter().map(|p| f(*p)).collect()];
    match name {
        "Scorch" => each(&|k| Ev::Damage { src, to: To::Perm(k), n: 2 }),
        "Blast" => all(&|p| Ev::Damage { src, to: To::Player(p), n: 3 }),
        "Study" => players.iter().flat_map(|p| [vec![Ev::Draw(*p)], vec![Ev::Draw(*p)]]).collect(),
        "Feed" => all(&|p| Ev::Gain(p, 2)),
        "Drain" => all(&|p| Ev::Lose(p, 3)),
        "Doom" => each(&Ev::Destroy),
        "Bolster" => each(&|on| Ev::Counters { on, n: 1, minus: false }),
        "Muster" => all(&|p| {
            let card = Card::plain("Soldier", Eff::None, Some((1, 1)));
            let coming = Coming {
                id: ObjectId::NONE,
                card,
                shows: card,
                token: true,
                owner: p,
                control: p,
                tapped: false,
                counters: 0,
            };
            Ev::Make { coming, n: 2 }
        }),
        _ => vec![returning.iter().cloned().map(Ev::Enter).collect()],
    }
}

/// One board: its event, in the engine and in the model.
fn try_board(seed: u64, preset: Preset) {
    let Setting { mut duel, mut model, returning, mut hand } = set_up(seed, preset);
    let is_shield = |name: &str| SPELLS[9..].iter().any(|s| s.0 == name);
    while let Some((name, id)) = hand.first().copied().filter(|(name, _)| is_shield(name)) {
        hand.remove(0);
        let id = duel.cast(id);
        duel.go_on();
        shield(&mut model, name, id);
        model.happen(vec![Ev::Spell(model.active)], &[], &mut duel);
    }
    match hand.first().copied() {
        Some((name, id)) => {
            let id = duel.cast(id);
            duel.go_on();
            for together in events(&model, name, id, &returning) {
                model.happen(together, &[], &mut duel);
            }
            model.happen(vec![Ev::Spell(model.active)], &[], &mut duel);
        }
        None => {
            duel.attack();
            let (me, other) = (model.active, 1 - model.active);
            let mut damage = Vec::new();
            for p in model.perms.iter_mut().filter(|p| p.control == me && p.card.pt.is_some()) {
                p.tapped = true;
                let (lifelink, wither) = (p.card.lifelink, p.card.wither);
                let src = Src { id: p.id, control: me, red: false, lifelink, wither };
                if p.power() > 0 {
                    damage.push(Ev::Damage { src, to: To::Player(other), n: p.power() });
                }
            }
            model.happen(damage, &[], &mut duel);
        }
    }
    model.check(&mut duel);
    if model.lost != [false; 2] {
        let winner = match model.lost {
            [true, true] => None,
            [true, false] => Some(PlayerId(1)),
            _ => Some(PlayerId(0)),
        };
        let Ask::Over(outcome) = duel.game.ask() else { panic!("not over\n{}", duel.board) };
        assert_eq!(outcome.winner, winner, "{}", duel.board);
        return;
    }
    assert_eq!(duel.summary(), Summary::of(&model), "{}", duel.board);
    let Ask::Player(q) = duel.game.ask() else { panic!("it is over\n{}", duel.board) };
    assert_eq!(q.kind, QuestionKind::Act, "{}", duel.board);
}

fn boards() -> u64 {
    std::env::var("SIMPAN_ORACLE_BOARDS").ok().and_then(|s| s.parse().ok()).unwrap_or(2000)
}

#[test]
fn effects_apply_as_the_rules_of_2005_say() {
    (0..boards()).for_each(|seed| try_board(seed, Preset::Y2005));
}

#[test]
fn effects_apply_as_the_rules_of_2021_say() {
    (0..boards()).for_each(|seed| try_board(seed, Preset::Y2021));
}
