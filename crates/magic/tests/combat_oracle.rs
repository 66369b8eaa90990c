//! Combat against a slow and obvious version of its rules: every declaration and every division of
//! damage of small random boards is looked at, and those that answers lead to must be those that
//! the rules allow.

use simpan_cards::ast::{
    Ability, Change, Color, Colors, Filter, Keyword, KeywordAbility, Objects, Predicate, Static,
    StaticEffect,
};
use simpan_cards::ast::{CounterKind, Step, Zone};
use simpan_cards::{CardData, Pool};
use simpan_engine::{Answer, Ask, Game, NoLog, ObjectId, PlayerId, QuestionKind};
use simpan_magic::setup::{self, Put};
use simpan_magic::{Magic, Preset, Question};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A small generator; the boards are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
    fn one_in(&mut self, n: u64) -> bool {
        self.roll(n) == 0
    }
}

/// A creature of a board.
#[derive(Clone, Debug, Default)]
struct Creature {
    power: i32,
    toughness: i32,
    damage: i32,
    keywords: Vec<Keyword>,
    color: Option<Color>,
    artifact: bool,
    changes: Vec<Change>,
    protection: Option<Color>,
    tapped: bool,
    new: bool,
}

impl Creature {
    fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(&keyword)
    }
    fn is(&self, change: &Change) -> bool {
        self.changes.contains(change)
    }
    fn capacity(&self) -> usize {
        1 + self.changes.iter().filter(|c| matches!(c, Change::BlocksMore(1))).count()
    }
    fn card(&self, name: String) -> CardData {
        let mut abilities: Vec<Ability> = Vec::new();
        for k in &self.keywords {
            abilities.push(Ability::Keyword(KeywordAbility::Plain(*k)));
        }
        if let Some(color) = self.protection {
            let filter = Filter::permanent(vec![Predicate::Color(color)]);
            abilities.push(Ability::Keyword(KeywordAbility::Protection(filter)));
        }
        for change in &self.changes {
            let effect =
                StaticEffect::Change { what: Objects::This, changes: vec![change.clone()] };
            abilities.push(Ability::Static(Static { while_: None, effect }));
        }
        let types = if self.artifact { "Artifact Creature" } else { "Creature" };
        CardData {
            name,
            korean: None,
            cost: None,
            colors: self.color.map(Colors::of),
            types: types.parse().unwrap(),
            pt: Some(format!("{}/{}", self.power, self.toughness).parse().unwrap()),
            loyalty: None,
            abilities,
        }
    }
}

/// The two sides of a board.
#[derive(Clone, Debug, Default)]
struct Board {
    ours: Vec<Creature>,
    theirs: Vec<Creature>,
    planeswalker: bool,
}

impl Board {
    fn cards(&self) -> Vec<CardData> {
        let named = |side: &str, all: &[Creature]| -> Vec<CardData> {
            all.iter().enumerate().map(|(i, c)| c.card(format!("{side} {i}"))).collect()
        };
        let mut cards = named("Ours", &self.ours);
        cards.extend(named("Theirs", &self.theirs));
        if self.planeswalker {
            let mut walker = Creature::default().card("Walker".to_owned());
            walker.types = "Planeswalker".parse().unwrap();
            walker.pt = None;
            walker.loyalty = Some(3);
            cards.push(walker);
        }
        cards
    }

    /// A combat phase with the handles of both sides' creatures, and the planeswalker.
    fn fight(&self, rules: Preset, pool: &Arc<Pool>) -> (Fight, Vec<ObjectId>) {
        let mut board = setup::Board::new(Arc::clone(pool), rules, 2);
        let mut ids = Vec::new();
        let owners = self.ours.iter().map(|c| (c, 0)).chain(self.theirs.iter().map(|c| (c, 1)));
        let put = |card: &CardData, owner| {
            Put::new(pool.find(&card.name).unwrap(), PlayerId(owner), Zone::Battlefield)
        };
        for (card, (creature, owner)) in self.cards().iter().zip(owners) {
            let (tapped, sick, damage) = (creature.tapped, creature.new, creature.damage);
            ids.push(board.put(&Put { tapped, sick, damage, ..put(card, owner) }));
        }
        if self.planeswalker {
            let counters = vec![(CounterKind::Loyalty, 3)];
            ids.push(board.put(&Put { counters, ..put(self.cards().last().unwrap(), 1) }));
        }
        let game = board.start(PlayerId(0), 1, Step::BeginningOfCombat);
        (Fight { game }, ids)
    }
}

/// A game in its combat phase.
#[derive(Clone)]
struct Fight {
    game: Magic,
}

impl Fight {
    fn question(&self) -> Option<Question> {
        match self.game.ask() {
            Ask::Player(question) => Some(question),
            _ => None,
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let mut buf = Vec::new();
        self.game.answers(&mut buf);
        buf
    }

    fn allows(&self, answer: Answer) -> bool {
        self.game.check(answer).is_ok()
    }

    fn apply(&mut self, answer: Answer) {
        self.game.apply(answer, &mut NoLog).unwrap();
    }

    /// Passes until something else is asked or the step is over; whether `wanted` is asked.
    fn pass_to(&mut self, last: Step, wanted: impl Fn(QuestionKind) -> bool) -> bool {
        while let Some(question) = self.question() {
            if question.kind != QuestionKind::Act {
                return wanted(question.kind);
            }
            if self.game.state().step() > last {
                return false;
            }
            self.apply(Answer::Pass);
        }
        false
    }

    fn attack_with(&mut self, ours: &[ObjectId]) {
        assert!(self.pass_to(Step::DeclareAttackers, |k| k == QuestionKind::Attack));
        for id in ours {
            self.apply(Answer::AtPlayer(*id, PlayerId(1)));
        }
        self.apply(Answer::Done);
    }
}

fn pool(board: &Board) -> Arc<Pool> {
    let (pool, refused) = Pool::build(&board.cards());
    assert!(refused.is_empty(), "{refused:?}");
    Arc::new(pool)
}

type Declaration = BTreeSet<Answer>;

/// Every complete declaration that listed answers lead to; none of them leads to a dead end, and
/// every pair that isn't listed is refused.
fn reachable(start: &Fight, pairs: &[Answer]) -> BTreeSet<Declaration> {
    let mut complete = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut todo = vec![(start.clone(), Declaration::new())];
    while let Some((fight, here)) = todo.pop() {
        if !seen.insert(here.clone()) {
            continue;
        }
        let answers = fight.answers();
        assert!(!answers.is_empty(), "a dead end after {here:?}");
        for pair in pairs.iter().chain([&Answer::Done]) {
            assert_eq!(fight.allows(*pair), answers.contains(pair), "{pair:?} at {here:?}");
        }
        assert_eq!(fight.allows(Answer::Cancel), !here.is_empty());
        for answer in answers {
            if answer == Answer::Done {
                complete.insert(here.clone());
                continue;
            }
            let mut next = here.clone();
            assert!(next.insert(answer), "{answer:?} listed again");
            if !seen.contains(&next) {
                let mut fight = fight.clone();
                fight.apply(answer);
                todo.push((fight, next));
            }
        }
    }
    complete
}

// --- attacks ------------------------------------------------------------------------------------

fn attacker(dice: &mut Dice) -> Creature {
    let mut c = Creature { power: 2, toughness: 2, ..Creature::default() };
    for (keyword, n) in [(Keyword::Defender, 4), (Keyword::Haste, 4), (Keyword::Vigilance, 4)] {
        if dice.one_in(n) {
            c.keywords.push(keyword);
        }
    }
    for (change, n) in
        [(Change::CantAttack, 6), (Change::MustAttack, 3), (Change::AttacksDespiteDefender, 4)]
    {
        if dice.one_in(n) {
            c.changes.push(change);
        }
    }
    c.tapped = dice.one_in(5);
    c.new = dice.one_in(3);
    c
}

fn can_attack(c: &Creature) -> bool {
    let walls = c.has(Keyword::Defender) && !c.is(&Change::AttacksDespiteDefender);
    let sick = c.new && !c.has(Keyword::Haste);
    !c.tapped && !sick && !walls && !c.is(&Change::CantAttack)
}

/// Every set of attackers with what they attack.
fn all_attacks(ids: &[ObjectId], targets: &[Answer]) -> Vec<Declaration> {
    let mut all = vec![Declaration::new()];
    for id in ids {
        for mut set in std::mem::take(&mut all) {
            all.push(set.clone());
            for target in targets {
                let attack = match *target {
                    Answer::AtPlayer(_, p) => Answer::AtPlayer(*id, p),
                    Answer::Pair(_, walker) => Answer::Pair(*id, walker),
                    _ => unreachable!(),
                };
                set.insert(attack);
                all.push(set.clone());
                set.remove(&attack);
            }
        }
    }
    all
}

fn attacking(set: &Declaration, id: ObjectId) -> bool {
    set.iter().any(|a| match a {
        Answer::AtPlayer(x, _) | Answer::Pair(x, _) => *x == id,
        _ => false,
    })
}

#[test]
fn attacks_are_those_that_the_rules_allow() {
    let mut dice = Dice(0x5eed_0001);
    for round in 0..150 {
        let board = Board {
            ours: (0..1 + dice.roll(4)).map(|_| attacker(&mut dice)).collect(),
            theirs: vec![Creature { power: 1, toughness: 1, ..Creature::default() }],
            planeswalker: dice.one_in(3),
        };
        let pool = pool(&board);
        for rules in [Preset::Y2005, Preset::Y2021] {
            let (mut fight, ids) = board.fight(rules, &pool);
            let ours = &ids[..board.ours.len()];
            let mut targets = vec![Answer::AtPlayer(ObjectId::NONE, PlayerId(1))];
            if board.planeswalker {
                targets.push(Answer::Pair(ObjectId::NONE, *ids.last().unwrap()));
            }
            let legal: BTreeSet<Declaration> = all_attacks(ours, &targets)
                .into_iter()
                .filter(|set| {
                    ours.iter().zip(&board.ours).all(|(id, c)| match attacking(set, *id) {
                        true => can_attack(c),
                        false => !(can_attack(c) && c.is(&Change::MustAttack)),
                    })
                })
                .collect();
            let pairs: Vec<Answer> = all_attacks(&ids, &targets).into_iter().flatten().collect();
            let pairs: BTreeSet<Answer> = pairs.into_iter().collect();
            let pairs: Vec<Answer> = pairs.into_iter().collect();
            let asked = fight.pass_to(Step::DeclareAttackers, |k| k == QuestionKind::Attack);
            let reached = match asked {
                true => reachable(&fight, &pairs),
                false => BTreeSet::from([Declaration::new()]),
            };
            assert_eq!(reached, legal, "round {round}, {rules:?}: {board:#?}");
        }
    }
}

// --- blocks -------------------------------------------------------------------------------------

fn random_color(dice: &mut Dice) -> Option<Color> {
    [Some(Color::Black), Some(Color::Red), None][dice.roll(3) as usize]
}

fn blocked(dice: &mut Dice) -> Creature {
    let mut c = Creature { power: 2, toughness: 2, ..Creature::default() };
    for (keyword, n) in [
        (Keyword::Menace, 3),
        (Keyword::Flying, 5),
        (Keyword::Shadow, 12),
        (Keyword::Horsemanship, 12),
        (Keyword::Fear, 10),
        (Keyword::Intimidate, 10),
    ] {
        if dice.one_in(n) {
            c.keywords.push(keyword);
        }
    }
    if dice.one_in(4) {
        c.changes.push(Change::MustBeBlocked);
    }
    if dice.one_in(12) {
        c.changes.push(Change::Unblockable);
    }
    let flyers = || Filter::permanent(vec![Predicate::Has(Keyword::Flying)]);
    if dice.one_in(12) {
        c.changes.push(Change::BlockedOnlyBy(flyers()));
    }
    if dice.one_in(12) {
        c.changes.push(Change::NotBlockedBy(flyers()));
    }
    c.color = random_color(dice);
    if dice.one_in(10) {
        c.protection = Some(Color::Red);
    }
    c
}

fn blocking(dice: &mut Dice) -> Creature {
    let mut c = Creature { power: 2, toughness: 2, ..Creature::default() };
    for (keyword, n) in [
        (Keyword::Flying, 4),
        (Keyword::Reach, 4),
        (Keyword::Shadow, 12),
        (Keyword::Horsemanship, 4),
    ] {
        if dice.one_in(n) {
            c.keywords.push(keyword);
        }
    }
    for (change, n) in [
        (Change::MustBlock, 3),
        (Change::CantBlock, 12),
        (Change::BlocksMore(1), 5),
        (Change::BlocksOnly(Filter::permanent(vec![Predicate::Has(Keyword::Flying)])), 12),
    ] {
        if dice.one_in(n) {
            c.changes.push(change);
        }
    }
    c.tapped = dice.one_in(8);
    c.color = random_color(dice);
    c.artifact = dice.one_in(5);
    c
}

/// Whether the one can block the other; in 2005 what has reach blocks as though it had flying.
fn can_block(b: &Creature, a: &Creature, in_2005: bool) -> bool {
    let flies = |c: &Creature| c.has(Keyword::Flying);
    let black = b.color == Some(Color::Black);
    let as_flier = flies(b) || (in_2005 && b.has(Keyword::Reach));
    let limits = a.changes.iter().all(|c| match c {
        Change::BlockedOnlyBy(_) => as_flier,
        Change::NotBlockedBy(_) => !as_flier,
        _ => true,
    });
    let only = b.changes.iter().all(|c| !matches!(c, Change::BlocksOnly(_)) || flies(a));
    !b.tapped
        && !b.is(&Change::CantBlock)
        && !a.is(&Change::Unblockable)
        && (!flies(a) || flies(b) || b.has(Keyword::Reach))
        && a.has(Keyword::Shadow) == b.has(Keyword::Shadow)
        && (!a.has(Keyword::Horsemanship) || b.has(Keyword::Horsemanship))
        && (!a.has(Keyword::Fear) || b.artifact || black)
        && (!a.has(Keyword::Intimidate) || b.artifact || (a.color.is_some() && a.color == b.color))
        && (a.protection.is_none() || a.protection != b.color)
        && limits
        && only
}

/// What each blocker blocks: a bit for each attacker.
type Choice = Vec<u8>;

/// The rules of blocking, on numbers instead of handles.
struct Blocking<'a> {
    board: &'a Board,
    able: Vec<u8>,
    in_2005: bool,
    all: Vec<Choice>,
}

impl<'a> Blocking<'a> {
    fn new(board: &'a Board, in_2005: bool) -> Self {
        let able: Vec<u8> = board
            .theirs
            .iter()
            .map(|b| {
                let can = |a: &usize| can_block(b, &board.ours[*a], in_2005);
                (0..board.ours.len()).filter(can).fold(0, |m, a| m | 1 << a)
            })
            .collect();
        let mut all = vec![Choice::new()];
        for (b, able) in board.theirs.iter().zip(&able) {
            let options = (0..1u8 << board.ours.len())
                .filter(|m| m & !able == 0 && m.count_ones() as usize <= b.capacity());
            let options: Vec<u8> = options.collect();
            all =
                all.iter().flat_map(|c| options.iter().map(|o| [&c[..], &[*o]].concat())).collect();
        }
        let mut blocking = Self { board, able, in_2005, all: Vec::new() };
        all.retain(|c| blocking.unrestricted(c));
        blocking.all = all;
        blocking
    }

    fn unrestricted(&self, choice: &Choice) -> bool {
        self.board.ours.iter().enumerate().all(|(a, c)| {
            let blockers = choice.iter().filter(|m| **m >> a & 1 == 1).count();
            !c.has(Keyword::Menace) || blockers != 1
        })
    }

    /// The attackers that a blocker is required to block each.
    fn lures(&self, blocker: usize) -> u8 {
        let lure = |a: &usize| self.board.ours[*a].is(&Change::MustBeBlocked);
        (0..self.board.ours.len()).filter(lure).fold(0, |m, a| m | 1 << a) & self.able[blocker]
    }

    fn obeyed(&self, choice: &Choice) -> u32 {
        let of = |(b, blocks): (usize, &u8)| {
            let must = self.board.theirs[b].is(&Change::MustBlock) && *blocks != 0;
            (blocks & self.lures(b)).count_ones() + u32::from(must)
        };
        choice.iter().enumerate().map(of).sum()
    }

    /// The blocks of a creature that 2005 rule 500.5 considers.
    fn considered(&self, blocker: usize) -> u8 {
        match self.board.theirs[blocker].is(&Change::MustBlock) {
            true => self.able[blocker],
            false => self.lures(blocker),
        }
    }

    fn legal(&self, choice: &Choice) -> bool {
        let obeyed = self.obeyed(choice);
        let better = self.all.iter().filter(|other| self.obeyed(other) > obeyed);
        if !self.in_2005 {
            return better.count() == 0;
        }
        // Nobody has to do what obeys no requirement on them.
        !better.into_iter().any(|other| {
            (0..choice.len()).all(|b| {
                let considered = self.considered(b);
                choice[b] == other[b]
                    || (considered != 0 && other[b] & !(considered | choice[b]) == 0)
            })
        })
    }
}

/// Takes evasion away and adds menace; who can block whom is then as good as random.
fn menacing(board: &mut Board, dice: &mut Dice) {
    for c in &mut board.ours {
        c.keywords.retain(|k| *k == Keyword::Flying);
        c.changes.retain(|c| *c == Change::MustBeBlocked);
        c.protection = dice.one_in(2).then_some(Color::Red);
        if !dice.one_in(4) {
            c.keywords.push(Keyword::Menace);
        }
    }
    for c in &mut board.theirs {
        c.keywords.retain(|k| *k != Keyword::Shadow);
        c.tapped = false;
    }
}

#[test]
fn blocks_are_those_that_the_rules_allow() {
    let mut dice = Dice(0x5eed_0002);
    let mut coupled = 0;
    for round in 0..1200 {
        // Now and then a large board, and one with much menace and little evasion.
        let (ours, theirs) = if round % 8 < 2 { (4, 4) } else { (3, 3) };
        let mut board = Board {
            ours: (0..1 + dice.roll(ours)).map(|_| blocked(&mut dice)).collect(),
            theirs: (0..1 + dice.roll(theirs)).map(|_| blocking(&mut dice)).collect(),
            planeswalker: false,
        };
        if round % 4 == 1 {
            menacing(&mut board, &mut dice);
        }
        let pool = pool(&board);
        for rules in [Preset::Y2005, Preset::Y2021] {
            let (mut fight, ids) = board.fight(rules, &pool);
            let (ours, theirs) = ids.split_at(board.ours.len());
            fight.attack_with(ours);
            let blocking = Blocking::new(&board, rules == Preset::Y2005);
            let handles = |choice: &Choice| -> Declaration {
                let mut set = Declaration::new();
                for (b, blocks) in choice.iter().enumerate() {
                    let blocks = (0..ours.len()).filter(|a| blocks >> a & 1 == 1);
                    set.extend(blocks.map(|a| Answer::Pair(theirs[b], ours[a])));
                }
                set
            };
            let legal: BTreeSet<Declaration> =
                blocking.all.iter().filter(|c| blocking.legal(c)).map(handles).collect();
            coupled += usize::from(legal.len() < blocking.all.len());
            let pairs: Vec<Answer> =
                theirs.iter().flat_map(|b| ours.iter().map(|a| Answer::Pair(*b, *a))).collect();
            let asked = fight.pass_to(Step::DeclareBlockers, |k| k == QuestionKind::Block);
            let reached = match asked {
                true => reachable(&fight, &pairs),
                false => BTreeSet::from([Declaration::new()]),
            };
            assert_eq!(reached, legal, "round {round}, {rules:?}: {board:#?}");
        }
    }
    assert!(coupled > 200, "only {coupled} boards had requirements that matter");
}

// --- damage -------------------------------------------------------------------------------------

/// Who gets how much of whose damage: source, recipient (nothing for the player), amount.
type Division = BTreeMap<(ObjectId, ObjectId), i32>;

/// A creature that divides, as the obvious version sees it.
struct Divider<'a> {
    id: ObjectId,
    creature: &'a Creature,
    recipients: Vec<ObjectId>,
}

/// Every way to divide `amount` among `n`.
fn compositions(amount: i32, n: usize) -> Vec<Vec<i32>> {
    if n == 1 {
        return vec![vec![amount]];
    }
    (0..=amount)
        .flat_map(|first| {
            compositions(amount - first, n - 1)
                .into_iter()
                .map(move |rest| [&[first][..], &rest].concat())
        })
        .collect()
}

fn legal_division(
    dividers: &[Divider<'_>],
    division: &Division,
    lethal: &BTreeMap<ObjectId, i32>,
    ordered: bool,
) -> bool {
    let is_lethal = |to: &ObjectId| {
        let of = |d: &&Divider<'_>| division.get(&(d.id, *to)).copied().unwrap_or(0);
        let touched = dividers.iter().any(|d| d.creature.has(Keyword::Deathtouch) && of(&d) > 0);
        touched || dividers.iter().map(|d| of(&d)).sum::<i32>() >= lethal[to]
    };
    dividers.iter().all(|d| {
        (0..d.recipients.len()).all(|n| {
            let to = d.recipients[n];
            let guarded = ordered || to.is_none();
            !guarded || division[&(d.id, to)] == 0 || d.recipients[..n].iter().all(&is_lethal)
        })
    })
}

fn all_divisions(dividers: &[Divider<'_>]) -> Vec<Division> {
    let mut all = vec![Division::new()];
    for d in dividers {
        let ways = compositions(d.creature.power, d.recipients.len());
        all = all
            .iter()
            .flat_map(|division| {
                ways.iter().map(|way| {
                    let mut division = division.clone();
                    for (to, amount) in d.recipients.iter().zip(way) {
                        division.insert((d.id, *to), *amount);
                    }
                    division
                })
            })
            .collect();
    }
    all
}

/// Every division that listed numbers lead to; sources with one recipient aren't asked.
fn reachable_divisions(start: Fight, lone: &Division) -> BTreeSet<Division> {
    let mut out = BTreeSet::new();
    let mut todo = vec![(start, lone.clone())];
    while let Some((fight, division)) = todo.pop() {
        let question = fight.question().filter(|q| q.player == PlayerId(0));
        let Some(QuestionKind::Divide { left, object }) = question.map(|q| q.kind) else {
            out.insert(division);
            continue;
        };
        let source = question.unwrap().purpose.source;
        let answers = fight.answers();
        assert!(!answers.is_empty());
        for n in -1..=left + 1 {
            let number = Answer::Number(n);
            assert_eq!(fight.allows(number), answers.contains(&number));
        }
        for answer in answers {
            let Answer::Number(n) = answer else { unreachable!() };
            let mut division = division.clone();
            division.insert((source, object), n);
            let mut fight = fight.clone();
            fight.apply(answer);
            todo.push((fight, division));
        }
    }
    out
}

fn fighter(dice: &mut Dice, power: u64) -> Creature {
    let mut c = Creature {
        power: dice.roll(power) as i32,
        toughness: 1 + dice.roll(3) as i32,
        ..Creature::default()
    };
    c.damage = dice.roll(c.toughness as u64) as i32;
    if dice.one_in(3) {
        c.keywords.push(Keyword::Trample);
    }
    if dice.one_in(5) {
        c.keywords.push(Keyword::Deathtouch);
    }
    c
}

#[test]
fn divisions_are_those_that_the_rules_allow() {
    let mut dice = Dice(0x5eed_0003);
    let mut limited = 0;
    for round in 0..300 {
        let mut board = Board {
            ours: (0..1 + dice.roll(3)).map(|_| fighter(&mut dice, 5)).collect(),
            theirs: (0..1 + dice.roll(3)).map(|_| fighter(&mut dice, 1)).collect(),
            planeswalker: false,
        };
        for c in &mut board.theirs {
            c.changes.push(Change::BlocksMore(1));
        }
        let pool = pool(&board);
        let blocks: Vec<(usize, usize)> = (0..board.theirs.len())
            .flat_map(|b| (0..board.ours.len()).map(move |a| (b, a)))
            .filter(|_| !dice.one_in(4))
            .collect();
        for rules in [Preset::Y2005, Preset::Y2021] {
            let (mut fight, ids) = board.fight(rules, &pool);
            let (ours, theirs) = ids.split_at(board.ours.len());
            fight.attack_with(ours);
            let mut declared = Vec::new();
            if fight.pass_to(Step::DeclareBlockers, |k| k == QuestionKind::Block) {
                for (b, a) in &blocks {
                    let block = Answer::Pair(theirs[*b], ours[*a]);
                    if fight.answers().contains(&block) {
                        fight.apply(block);
                        declared.push((theirs[*b], ours[*a]));
                    }
                }
                fight.apply(Answer::Done);
            }
            let order = orders(&mut fight, &mut dice, ours, &declared);
            let dividers = dividers(&board, ours, &order);
            let divides = |k| matches!(k, QuestionKind::Divide { .. });
            fight.pass_to(Step::CombatDamage, divides);
            let lone = dividers.iter().filter(|d| d.recipients.len() == 1);
            let lone: Division =
                lone.map(|d| ((d.id, d.recipients[0]), d.creature.power)).collect();
            let lethal: BTreeMap<ObjectId, i32> = theirs
                .iter()
                .zip(&board.theirs)
                .map(|(id, c)| (*id, c.toughness - c.damage))
                .collect();
            let ordered = rules == Preset::Y2021;
            let legal: BTreeSet<Division> = all_divisions(&dividers)
                .into_iter()
                .filter(|d| legal_division(&dividers, d, &lethal, ordered))
                .collect();
            limited += usize::from(legal.len() > 1 && legal.len() < all_divisions(&dividers).len());
            let reached = reachable_divisions(fight, &lone);
            assert_eq!(reached, legal, "round {round}, {rules:?}: {board:#?} {declared:?}");
        }
    }
    assert!(limited > 100, "only {limited} boards had a choice that rules limit");
}

/// Announces the orders that are asked for at random; the blockers of each attacker in order.
fn orders(
    fight: &mut Fight,
    dice: &mut Dice,
    ours: &[ObjectId],
    declared: &[(ObjectId, ObjectId)],
) -> BTreeMap<ObjectId, Vec<ObjectId>> {
    let of = |id: &ObjectId| {
        let blockers = declared.iter().filter(|(_, a)| a == id).map(|(b, _)| *b);
        (*id, blockers.collect::<Vec<_>>())
    };
    let mut left: BTreeMap<ObjectId, Vec<ObjectId>> = ours.iter().map(of).collect();
    let mut order: BTreeMap<ObjectId, Vec<ObjectId>> = BTreeMap::new();
    while let Some(question) = fight.question() {
        let QuestionKind::Order { .. } = question.kind else { break };
        let answers = fight.answers();
        let answer = answers[dice.roll(answers.len() as u64) as usize];
        let Answer::Object(next) = answer else { unreachable!() };
        if let Some(left) = left.get_mut(&question.purpose.source) {
            left.retain(|b| *b != next);
            order.entry(question.purpose.source).or_default().push(next);
        }
        fight.apply(answer);
    }
    for (id, left) in left {
        order.entry(id).or_default().extend(left);
    }
    order
}

/// The attackers that assign damage.
fn dividers<'a>(
    board: &'a Board,
    ours: &[ObjectId],
    order: &BTreeMap<ObjectId, Vec<ObjectId>>,
) -> Vec<Divider<'a>> {
    let mut out = Vec::new();
    for (id, creature) in ours.iter().zip(&board.ours) {
        let mut recipients = order[id].clone();
        if recipients.is_empty() || creature.has(Keyword::Trample) {
            recipients.push(ObjectId::NONE);
        }
        if creature.power > 0 {
            out.push(Divider { id: *id, creature, recipients });
        }
    }
    out
}
