//! Random boards, once for the layers and once for the oracle.

use super::*;
use simpan_cards::Refusal;

/// Numbers that choices are made with; 0 once they are used up.
pub(super) struct Dice<'a>(pub(super) &'a [u16]);

impl Dice<'_> {
    fn below(&mut self, n: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first) % n
    }
    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
    fn small(&mut self) -> i32 {
        self.below(5) as i32
    }
}

const TYPES: [CardType; 4] =
    [CardType::Creature, CardType::Land, CardType::Enchantment, CardType::Artifact];
const COLORS: [Color; 2] = [Color::White, Color::Red];
const KEYWORDS: [Keyword; 2] = [Keyword::Flying, Keyword::Trample];

pub(super) fn sub(name: &str) -> Subtype {
    Subtype::named(name).unwrap()
}

fn predicate(d: &mut Dice) -> Predicate {
    match d.below(8) {
        0 | 1 => Predicate::Type(d.pick(&TYPES)),
        2 => Predicate::Color(d.pick(&COLORS)),
        3 => Predicate::Has(d.pick(&KEYWORDS)),
        4 => Predicate::Controller(d.pick(&[Players::You, Players::Opponents])),
        5 => Predicate::Other,
        6 => Predicate::Sub(sub(d.pick(&["Mountain", "Swamp", "Elf", "Aura"]))),
        _ => match d.below(3) {
            0 => Predicate::Super(Supertype::Basic),
            1 => Predicate::Power(d.pick(&[Cmp::AtLeast, Cmp::AtMost]), Amount::N(d.small())),
            _ => Predicate::Not(Box::new(predicate(d))),
        },
    }
}

fn filter(d: &mut Dice) -> Filter {
    let n = d.below(3);
    Filter::permanent((0..n).map(|_| predicate(d)).collect())
}

fn amount(d: &mut Dice) -> Amount {
    match d.below(8) {
        0 => Amount::Count(filter(d)),
        1 => Amount::ManaValue(Box::new(Objects::That(Ref::Each))),
        2 => Amount::Power(Box::new(Objects::This)),
        _ => Amount::N(d.small()),
    }
}

/// A change; the deeper, the plainer what it gives.
fn change(d: &mut Dice, depth: u8) -> Change {
    let types = |d: &mut Dice| CardTypes::of(d.pick(&TYPES));
    let subtypes = |d: &mut Dice| match d.below(3) {
        0 => Vec::new(),
        1 => vec![sub(d.pick(&["Elf", "Bear"]))],
        _ => vec![sub(d.pick(&["Mountain", "Swamp", "Forest"]))],
    };
    match d.below(19) {
        0 | 1 => Change::Pt(amount(d), amount(d)),
        2 | 3 => Change::SetPt(amount(d), amount(d)),
        4 => Change::SwitchPt,
        5 | 6 => Change::Gain(vec![keyword(d).into()]),
        7 | 8 if depth < 2 => Change::Gain(vec![Granted::from(static_ability(d, depth + 1))]),
        7 | 8 => Change::Lose(d.pick(&KEYWORDS)),
        9 => Change::LoseAll,
        10 => Change::AddTypes { types: types(d), subtypes: subtypes(d) },
        11 => Change::SetTypes { types: types(d), subtypes: subtypes(d) },
        12 => Change::SetTypes { types: CardTypes::NONE, subtypes: subtypes(d) },
        13 => Change::AddColors(Colors::of(d.pick(&COLORS))),
        14 => Change::SetColors(Colors::of(d.pick(&COLORS))),
        15 => Change::Control(Players::You),
        16 => Change::AllCreatureTypes,
        17 => d.pick(&[Change::AddSuper(Supertype::Basic), Change::LoseSuper(Supertype::Basic)]),
        _ => d.pick(&[Change::CantBlock, Change::CantAttack, Change::NoUntap]),
    }
}

/// Becoming a copy, with exceptions or without.
fn copy(d: &mut Dice) -> Change {
    let n = d.below(3);
    let except = (0..n).map(|_| match d.below(6) {
        0 => Change::AddTypes { types: CardTypes::of(d.pick(&TYPES)), subtypes: vec![sub("Elf")] },
        1 => Change::SetPt(Amount::N(d.small()), Amount::N(d.small())),
        2 => Change::SetColors(Colors::of(d.pick(&COLORS))),
        3 => Change::Gain(vec![keyword(d).into()]),
        4 => Change::Gain(vec![Granted::from(static_ability(d, 2))]),
        _ => d.pick(&[Change::AddSuper(Supertype::Basic), Change::LoseSuper(Supertype::Basic)]),
    });
    Change::CopyOf { of: Objects::This, except: except.collect() }
}

fn keyword(d: &mut Dice) -> Ability {
    Ability::Keyword(KeywordAbility::Plain(d.pick(&KEYWORDS)))
}

fn static_ability(d: &mut Dice, depth: u8) -> Ability {
    let effect = match d.below(8) {
        0 => {
            let n = || Amount::Count(Filter::permanent(vec![Predicate::Type(CardType::Land)]));
            StaticEffect::Define(vec![Change::SetPt(n(), n())])
        }
        1 => StaticEffect::Define(vec![match d.below(2) {
            0 => Change::SetColors(Colors::of(d.pick(&COLORS))),
            _ => Change::AddTypes { types: CardTypes::NONE, subtypes: vec![sub("Elf")] },
        }]),
        2 => StaticEffect::Change { what: Objects::This, changes: vec![change(d, depth)] },
        3 => StaticEffect::Change {
            what: Objects::Attached,
            changes: vec![change(d, depth), change(d, depth)],
        },
        _ => {
            let count = 1 + d.below(3);
            let changes = (0..count).map(|_| change(d, depth)).collect();
            StaticEffect::Change { what: Objects::All(filter(d)), changes }
        }
    };
    let defines = matches!(effect, StaticEffect::Define(_));
    let while_ = (!defines && d.below(5) == 4)
        .then(|| Condition::Compare(Amount::Count(filter(d)), Cmp::AtLeast, Amount::N(d.small())));
    Ability::Static(Static { while_, effect })
}

fn card(d: &mut Dice, name: String) -> CardData {
    let mut types = TypeLine::default();
    for _ in 0..1 + d.below(2) {
        types.types = types.types.with(CardTypes::of(d.pick(&TYPES)));
    }
    if types.types.has(CardType::Land) {
        if d.below(3) == 1 {
            types.supertypes = Supertypes::of(Supertype::Basic);
        }
        if d.below(2) == 1 {
            types.subtypes.push(sub(d.pick(&["Mountain", "Swamp"])));
        }
    }
    if types.types.has(CardType::Creature) && d.below(2) == 1 {
        types.subtypes.push(sub(d.pick(&["Elf", "Bear"])));
    }
    let mut abilities = Vec::new();
    for _ in 0..d.below(3) {
        let next = if d.below(4) == 3 { keyword(d) } else { static_ability(d, 0) };
        abilities.push(next);
    }
    let cost = d.pick(&["{1}", "{1}{W}", "{R}", "{3}{R}{W}"]).parse().unwrap();
    let number = |d: &mut Dice| PtValue::Number(d.small() as i16);
    CardData {
        name,
        korean: None,
        cost: (!types.types.has(CardType::Land)).then_some(cost),
        colors: None,
        types,
        pt: Some(Pt { power: number(d), toughness: number(d) }),
        loyalty: None,
        abilities,
    }
}

/// The same board twice: for the layers, and for the oracle.
pub(super) struct Both {
    pub(super) board: Board,
    pub(super) ids: Vec<ObjectId>,
    pub(super) world: World,
    clock: u32,
}

fn spell(name: String, changes: Vec<Change>) -> CardData {
    let action = Action::Change {
        what: Objects::All(Filter::default()),
        changes,
        duration: Duration::EndOfTurn,
    };
    CardData {
        name,
        korean: None,
        cost: None,
        colors: None,
        types: "Instant".parse().unwrap(),
        pt: None,
        loyalty: None,
        abilities: vec![Ability::Spell(Effect::Do(action))],
    }
}

pub(super) fn set_up(d: &mut Dice, rules: Preset) -> Option<Both> {
    let count = 2 + d.below(5);
    let mut cards: Vec<CardData> = (0..count).map(|i| card(d, format!("card {i}"))).collect();
    for i in 0..d.below(4) {
        let n = 1 + d.below(2);
        let mut changes: Vec<Change> = (0..n).map(|_| change(d, 0)).collect();
        // Most copies, and few changes of texts: those make all texts there could be.
        match d.below(12) {
            0..3 => changes = vec![copy(d)],
            3 if d.below(3) == 0 => changes = vec![Change::Text(Words::Either)],
            _ => {}
        }
        // An effect that finds two things as it begins is refused when it is loaded.
        let mut found = false;
        changes.retain(|c| {
            let finds = matches!(
                c,
                Change::Control(_) | Change::CopyOf { .. } | Change::Text(_) | Change::ChooseColor
            );
            !(finds && std::mem::replace(&mut found, true))
        });
        cards.push(spell(format!("spell {i}"), changes));
    }
    let board = match Board::new(rules, &cards) {
        Ok(board) => board,
        // All texts that a great many words could make don't fit into a pool.
        Err(refused) => {
            let many = |r: &Refusal| r.reasons.iter().all(|r| r.contains("in too many ways"));
            assert!(refused.iter().all(many), "{refused:?}");
            return None;
        }
    };
    let world = World {
        six: rules == Preset::Y2005,
        things: Vec::new(),
        resolved: Vec::new(),
        begun: BTreeMap::new(),
        next_number: 0,
    };
    let mut both = Both { board, ids: Vec::new(), world, clock: 1 };
    for data in &cards[..count] {
        put(&mut both, d, data);
    }
    for data in &cards[count..] {
        cast(&mut both, d, data);
    }
    Some(both)
}

fn put(both: &mut Both, d: &mut Dice, data: &CardData) {
    let owner = d.below(2) as u8;
    let zone = d.pick(&[Zone::Battlefield, Zone::Battlefield, Zone::Battlefield, Zone::Graveyard]);
    let id = both.board.put(&data.name, owner, zone);
    let i = both.ids.len();
    both.ids.push(id);
    both.clock += 1;
    let pt = data.pt.unwrap();
    both.world.things.push(Thing {
        data: data.clone(),
        zone,
        timestamp: both.clock,
        controller: owner,
        attached_to: None,
        plus: 0,
        minus: 0,
        types: data.types.types,
        supertypes: data.types.supertypes,
        subtypes: data.types.subtypes.iter().copied().collect(),
        colors: data.cost.as_ref().map(|c| c.colors()).unwrap_or_default(),
        keywords: BTreeSet::new(),
        abilities: Vec::new(),
        power: pt.power.base(),
        toughness: pt.toughness.base(),
        marks: 0,
    });
    for ability in &data.abilities {
        both.world.give(i, ability, None);
    }
    both.world.give_land_abilities(i, &[]);
    if zone != Zone::Battlefield {
        return;
    }
    match d.below(6) {
        1 => {
            both.board.counters(id, CounterKind::PlusOne, 2);
            both.world.things[i].plus = 2;
        }
        2 => {
            both.board.counters(id, CounterKind::MinusOne, 1);
            both.world.things[i].minus = 1;
        }
        3 => {
            let host = d.below(both.ids.len());
            if host != i && both.world.things[host].zone == Zone::Battlefield {
                both.board.attach(id, both.ids[host]);
                both.world.things[i].attached_to = Some(host);
            }
        }
        _ => {}
    }
}

fn cast(both: &mut Both, d: &mut Dice, data: &CardData) {
    let Ability::Spell(Effect::Do(Action::Change { changes, .. })) = &data.abilities[0] else {
        panic!("{data:?}")
    };
    let there = |i: &usize| both.world.things[*i].zone == Zone::Battlefield;
    let permanents: Vec<usize> = (0..both.ids.len()).filter(there).collect();
    if permanents.is_empty() {
        return;
    }
    let on: BTreeSet<usize> = (0..1 + d.below(2)).map(|_| d.pick(&permanents)).collect();
    let numbers: Vec<(i32, i32)> = changes.iter().map(|_| (d.small(), d.small())).collect();
    let player = d.below(2) as u8;
    let flat: Vec<i32> = numbers.iter().flat_map(|(a, b)| [*a, *b]).collect();
    let ids: Vec<ObjectId> = on.iter().map(|i| both.ids[*i]).collect();
    let mut extra = u16::from(player);
    let mut copy = None;
    let mut words = (0, 0);
    match &changes[0] {
        Change::CopyOf { .. } => {
            let of = d.pick(&permanents);
            both.board.refresh();
            extra = both.board.copiable(both.ids[of]);
            copy = Some(both.world.copiable(of));
        }
        Change::Text(_) => {
            let all: &[u8] = if d.below(2) == 0 { &[0, 1, 3] } else { &[7, 8, 9] };
            let from = d.below(3);
            words = (all[from], all[(from + 1 + d.below(2)) % 3]);
            extra = u16::from(words.0) << 4 | u16::from(words.1);
        }
        _ => {}
    }
    both.board.cast(&Cast {
        spell: &data.name,
        on: &ids,
        numbers: &flat,
        extra,
        ..Cast::default()
    });
    both.clock += 1;
    both.world.resolved.push(Resolved {
        copy,
        words,
        changes: changes.clone(),
        on: on.into_iter().collect(),
        numbers,
        color: Colors(player),
        player,
        timestamp: both.clock,
    });
}
