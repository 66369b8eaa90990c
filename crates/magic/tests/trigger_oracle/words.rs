//! What the cards of a random board say, and the same as structure for the engine.

use simpan_cards::CardData;
use simpan_cards::ast::{
    Ability, Action, Amount, CardType, Cmp, Condition, Destination, Effect, Filter, Kind, Objects,
    Players, Predicate, Step, Subject, Things, TokenSpec, Trigger, Triggered, Whose, Zone,
};
use simpan_engine::Dice;

/// Lives begin here, so that nobody loses.
pub const LIFE: i32 = 1000;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Whom {
    You,
    Opponents,
    Each,
}

/// "A creature", "another artifact an opponent controls".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sort {
    pub creature: Option<bool>,
    pub mine: Option<bool>,
    pub other: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Who {
    This,
    Any(Sort),
}

#[derive(Clone, Debug, PartialEq)]
pub enum When {
    Enters(Who),
    Leaves(Who),
    Dies(Who),
    Sacrificed(Who),
    ToHand(Sort),
    Milled(Whom),
    Draws(Whom),
    Discards(Whom),
    Casts(Whom),
    Dealt(Who),
    DealtToYou,
    Begins(Step, Whose),
    Gains(Whom),
    Loses(Whom),
    Taps(Who),
    Untaps(Who),
    State(If),
    Either(Box<When>, Box<When>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum If {
    Life(bool, i32),
    Creatures(bool, i32),
    Hand(bool, i32),
    Tapped(bool),
    YourTurn(bool),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Does {
    Gain(Whom, i32),
    Lose(Whom, i32),
    Tap,
    Untap,
    Look,
    Sacrifice,
}

/// A triggered ability.
#[derive(Clone, Debug, PartialEq)]
pub struct Says {
    pub when: When,
    pub if_: Option<If>,
    pub does: Does,
    pub in_graveyard: bool,
    pub once: bool,
}

/// One instruction of a spell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    Destroy(Sort),
    Exile(Sort),
    Bounce(Sort),
    Sacrifice(Sort),
    Burn(Sort, i32),
    BurnPlayers(Whom, i32),
    Gain(Whom, i32),
    Lose(Whom, i32),
    Draw(Whom, i32),
    Discard(Whom),
    Tap(Sort),
    Untap(Sort),
    Tokens(i32),
    Mill(Whom, i32),
    Raise,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    pub name: String,
    pub creature: bool,
    pub toughness: i32,
    pub says: Vec<Says>,
    /// The instructions of an instant; a permanent has none.
    pub spell: Vec<Deed>,
}

// --- at random ----------------------------------------------------------------------------------

fn one_of<T: Clone>(dice: &mut Dice, all: &[T]) -> T {
    all[dice.below(all.len() as u32) as usize].clone()
}

fn maybe(dice: &mut Dice, n: u32) -> bool {
    dice.below(n) == 0
}

fn whom(dice: &mut Dice) -> Whom {
    one_of(dice, &[Whom::You, Whom::Opponents, Whom::Each])
}

fn sort(dice: &mut Dice, other: bool) -> Sort {
    Sort {
        creature: one_of(dice, &[None, Some(true), Some(true), Some(false)]),
        mine: one_of(dice, &[None, None, Some(true), Some(false)]),
        other: other && maybe(dice, 4),
    }
}

fn who(dice: &mut Dice) -> Who {
    if maybe(dice, 3) { Who::This } else { Who::Any(sort(dice, true)) }
}

fn simple_if(dice: &mut Dice) -> If {
    match dice.below(2) {
        0 => If::Life(maybe(dice, 2), LIFE - 2 + dice.below(5) as i32),
        _ => If::YourTurn(maybe(dice, 2)),
    }
}

fn any_if(dice: &mut Dice) -> If {
    match dice.below(5) {
        0 => If::Creatures(maybe(dice, 2), dice.below(4) as i32),
        1 => If::Hand(maybe(dice, 2), dice.below(5) as i32),
        2 => If::Tapped(maybe(dice, 2)),
        _ => simple_if(dice),
    }
}

fn event(dice: &mut Dice) -> When {
    match dice.below(12) {
        0 => When::Enters(who(dice)),
        1 => When::Leaves(who(dice)),
        2 | 3 => When::Dies(who(dice)),
        4 => When::Sacrificed(who(dice)),
        5 => When::ToHand(sort(dice, false)),
        6 => When::Milled(whom(dice)),
        7 => When::Draws(whom(dice)),
        8 => When::Discards(whom(dice)),
        9 => When::Casts(whom(dice)),
        10 if maybe(dice, 3) => When::DealtToYou,
        10 => When::Dealt(who(dice)),
        _ => {
            let step = one_of(dice, &[Step::Upkeep, Step::Draw, Step::End, Step::PrecombatMain]);
            When::Begins(step, one_of(dice, &[Whose::Yours, Whose::Each, Whose::Opponents]))
        }
    }
}

impl When {
    /// Whether it looks back to before its event.
    pub fn looks_back(&self) -> bool {
        match self {
            When::Leaves(_) | When::Dies(_) | When::Sacrificed(_) | When::ToHand(_) => true,
            When::Either(a, b) => a.looks_back() || b.looks_back(),
            _ => false,
        }
    }
}

impl Says {
    /// Events of cards and steps change life, changes of life tap, tapping is looked at, and
    /// states end themselves: nothing goes on for ever.
    fn random(dice: &mut Dice) -> Self {
        let (when, does) = match dice.below(10) {
            0..=4 => {
                let life = one_of(dice, &[1, 1, 2]);
                let does = match dice.below(3) {
                    0 => Does::Lose(whom(dice), life),
                    _ => Does::Gain(whom(dice), life),
                };
                let first = event(dice);
                match first {
                    When::Enters(x) if maybe(dice, 3) => {
                        (When::Either(Box::new(first), Box::new(When::Dies(x))), does)
                    }
                    _ => (first, does),
                }
            }
            5 | 6 => {
                let does = one_of(dice, &[Does::Tap, Does::Untap]);
                match dice.below(3) {
                    0 => (When::Gains(whom(dice)), does),
                    1 => (When::Loses(whom(dice)), does),
                    _ => {
                        let (a, b) = (When::Gains(whom(dice)), When::Loses(whom(dice)));
                        (When::Either(Box::new(a), Box::new(b)), does)
                    }
                }
            }
            7 | 8 if maybe(dice, 2) => (When::Taps(who(dice)), Does::Look),
            7 | 8 => (When::Untaps(who(dice)), Does::Look),
            _ => {
                let state = match dice.below(3) {
                    0 => If::Life(maybe(dice, 2), LIFE + one_of(dice, &[-6, -4, 4, 6])),
                    1 => If::Creatures(false, dice.below(2) as i32),
                    _ => If::Tapped(true),
                };
                (When::State(state), Does::Sacrifice)
            }
        };
        let if_ = match &when {
            When::State(_) => None,
            _ if maybe(dice, 3) => None,
            w if w.looks_back() => Some(simple_if(dice)),
            _ => Some(any_if(dice)),
        };
        let in_graveyard = maybe(dice, 8)
            && !matches!(does, Does::Sacrifice)
            && !matches!(if_, Some(If::Tapped(_)));
        Says { when, if_, does, in_graveyard, once: maybe(dice, 8) }
    }
}

impl Deed {
    fn random(dice: &mut Dice) -> Self {
        let n = 1 + dice.below(3) as i32;
        match dice.below(18) {
            0..=2 => Deed::Destroy(sort(dice, false)),
            3 => Deed::Exile(sort(dice, false)),
            4 => Deed::Bounce(sort(dice, false)),
            5 => Deed::Sacrifice(sort(dice, false)),
            6 | 7 => Deed::Burn(Sort { creature: Some(true), ..sort(dice, false) }, n),
            8 => Deed::BurnPlayers(whom(dice), n),
            9 => Deed::Gain(whom(dice), n),
            10 => Deed::Lose(whom(dice), n),
            11 => Deed::Draw(whom(dice), n),
            12 => Deed::Discard(whom(dice)),
            13 => Deed::Tap(sort(dice, false)),
            14 => Deed::Untap(sort(dice, false)),
            15 => Deed::Tokens(n),
            16 => Deed::Mill(whom(dice), n),
            _ => Deed::Raise,
        }
    }
}

impl Text {
    pub fn permanent(dice: &mut Dice, name: String) -> Self {
        let creature = !maybe(dice, 4);
        let says = (0..1 + dice.below(3)).map(|_| Says::random(dice)).collect();
        Text { name, creature, toughness: 1 + dice.below(3) as i32, says, spell: Vec::new() }
    }
    pub fn spell(dice: &mut Dice, name: String) -> Self {
        let spell = (0..1 + dice.below(2)).map(|_| Deed::random(dice)).collect();
        Text { name, spell, ..Text::default() }
    }
}

// --- as structure -------------------------------------------------------------------------------

fn players(whom: Whom) -> Players {
    match whom {
        Whom::You => Players::You,
        Whom::Opponents => Players::Opponents,
        Whom::Each => Players::Each,
    }
}

fn creature(is: bool) -> Predicate {
    let creature = Predicate::Type(CardType::Creature);
    if is { creature } else { Predicate::Not(Box::new(creature)) }
}

fn filter(sort: Sort) -> Filter {
    let mut all: Vec<Predicate> = sort.creature.map(creature).into_iter().collect();
    all.extend(
        sort.mine.map(|mine| {
            Predicate::Controller(if mine { Players::You } else { Players::Opponents })
        }),
    );
    all.extend(sort.other.then_some(Predicate::Other));
    Filter::permanent(all)
}

fn subject(who: Who) -> Subject {
    match who {
        Who::This => Subject::This,
        Who::Any(sort) => Subject::Any(filter(sort)),
    }
}

fn condition(if_: If) -> Condition {
    let compare = |a, at_least, n| {
        let cmp = if at_least { Cmp::AtLeast } else { Cmp::AtMost };
        Condition::Compare(a, cmp, Amount::N(n))
    };
    let not = |holds, c| if holds { c } else { Condition::Not(Box::new(c)) };
    match if_ {
        If::Life(at_least, n) => compare(Amount::Life(Players::You), at_least, n),
        If::Creatures(at_least, n) => {
            let sort = Sort { creature: Some(true), mine: Some(true), other: false };
            compare(Amount::Count(filter(sort)), at_least, n)
        }
        If::Hand(at_least, n) => compare(Amount::HandSize(Players::You), at_least, n),
        If::Tapped(is) => {
            let tapped = Filter::permanent(vec![Predicate::Tapped]);
            not(is, Condition::Is(Objects::This, tapped))
        }
        If::YourTurn(is) => not(is, Condition::YourTurn),
    }
}

fn trigger(when: &When) -> Trigger {
    let any = Filter::default();
    match when {
        When::Enters(w) => Trigger::Enters(subject(*w)),
        When::Leaves(w) => Trigger::Leaves(subject(*w)),
        When::Dies(w) => Trigger::Dies(subject(*w)),
        When::Sacrificed(w) => Trigger::Sacrificed(subject(*w)),
        When::ToHand(s) => Trigger::Moves {
            what: Subject::Any(filter(*s)),
            from: Some(Zone::Battlefield),
            to: Zone::Hand,
        },
        When::Milled(w) => Trigger::Moves {
            what: Subject::Any(Filter {
                kind: Kind::Card(Zone::Graveyard),
                all: vec![Predicate::Owner(players(*w))],
            }),
            from: Some(Zone::Library),
            to: Zone::Graveyard,
        },
        When::Draws(w) => Trigger::Draws(players(*w)),
        When::Discards(w) => Trigger::Discards { who: players(*w), what: any },
        When::Casts(w) => Trigger::Casts {
            who: players(*w),
            spell: Filter { kind: Kind::Spell, all: Vec::new() },
        },
        When::Dealt(w) => Trigger::IsDealtDamage(subject(*w)),
        When::DealtToYou => Trigger::DealsDamage {
            source: Subject::Any(Filter { kind: Kind::Source, all: Vec::new() }),
            to: Some(Things::Players(Players::You)),
            combat: false,
        },
        When::Begins(step, whose) => Trigger::Begins { step: *step, whose: *whose },
        When::Gains(w) => Trigger::GainsLife(players(*w)),
        When::Loses(w) => Trigger::LosesLife(players(*w)),
        When::Taps(w) => Trigger::BecomesTapped(subject(*w)),
        When::Untaps(w) => Trigger::BecomesUntapped(subject(*w)),
        When::State(c) => Trigger::State(condition(*c)),
        When::Either(a, b) => Trigger::Any(vec![trigger(a), trigger(b)]),
    }
}

fn effect(does: Does) -> Effect {
    Effect::Do(match does {
        Does::Gain(w, n) => Action::GainLife { who: players(w), amount: Amount::N(n) },
        Does::Lose(w, n) => Action::LoseLife { who: players(w), amount: Amount::N(n) },
        Does::Tap => Action::Tap(Objects::This),
        Does::Untap => Action::Untap(Objects::This),
        Does::Look => Action::LookAtHand { who: Players::You, of: Players::You },
        Does::Sacrifice => Action::SacrificeThose(Objects::This),
    })
}

fn deed(deed: Deed) -> Effect {
    let all = |sort| Objects::All(filter(sort));
    let moved = |sort, zone| Action::Move {
        what: Objects::All(filter(sort)),
        to: Destination { zone, position: Default::default(), arrival: Default::default() },
    };
    let damage = |to, n| Action::Damage {
        source: Objects::This,
        amount: Amount::N(n),
        to,
        spread: Default::default(),
        unpreventable: false,
    };
    let n = Amount::N;
    Effect::Do(match deed {
        Deed::Destroy(s) => Action::Destroy { what: all(s), no_regeneration: false },
        Deed::Exile(s) => moved(s, Zone::Exile),
        Deed::Bounce(s) => moved(s, Zone::Hand),
        Deed::Sacrifice(s) => Action::SacrificeThose(all(s)),
        Deed::Burn(s, k) => damage(Things::Objects(all(s)), k),
        Deed::BurnPlayers(w, k) => damage(Things::Players(players(w)), k),
        Deed::Gain(w, k) => Action::GainLife { who: players(w), amount: n(k) },
        Deed::Lose(w, k) => Action::LoseLife { who: players(w), amount: n(k) },
        Deed::Draw(w, k) => Action::Draw { who: players(w), count: n(k) },
        Deed::Discard(w) => {
            let filter = Filter::default();
            Action::Discard { who: players(w), count: n(99), filter, random: false }
        }
        Deed::Tap(s) => Action::Tap(all(s)),
        Deed::Untap(s) => Action::Untap(all(s)),
        Deed::Tokens(k) => Action::CreateToken {
            who: Players::You,
            count: n(k),
            token: TokenSpec {
                name: Some("Imp".to_owned()),
                types: "Creature".parse().unwrap(),
                colors: Default::default(),
                pt: Some((1, 1)),
                abilities: Vec::new(),
                id: Default::default(),
            },
        },
        Deed::Mill(w, k) => Action::Mill { who: players(w), count: n(k) },
        Deed::Raise => Action::Move {
            what: Objects::All(Filter {
                kind: Kind::Card(Zone::Graveyard),
                all: vec![creature(true), Predicate::Owner(Players::You)],
            }),
            to: Destination {
                zone: Zone::Battlefield,
                position: Default::default(),
                arrival: Default::default(),
            },
        },
    })
}

impl Text {
    pub fn card(&self) -> CardData {
        let triggered = |s: &Says| {
            Ability::Triggered(Triggered {
                when: trigger(&s.when),
                if_: s.if_.map(condition),
                effect: effect(s.does),
                from: if s.in_graveyard { Zone::Graveyard } else { Zone::Battlefield },
                once_per_turn: s.once,
            })
        };
        let mut abilities: Vec<Ability> = self.says.iter().map(triggered).collect();
        if !self.spell.is_empty() {
            let deeds = self.spell.iter().map(|d| deed(*d)).collect();
            abilities.push(Ability::Spell(Effect::Seq(deeds)));
        }
        let types = match (self.spell.is_empty(), self.creature) {
            (false, _) => "Instant",
            (true, true) => "Creature",
            (true, false) => "Artifact",
        };
        let pt = || format!("1/{}", self.toughness).parse().unwrap();
        CardData {
            name: self.name.clone(),
            korean: None,
            cost: Some("{0}".parse().unwrap()),
            colors: None,
            types: types.parse().unwrap(),
            pt: self.creature.then(pt),
            loyalty: None,
            abilities,
        }
    }
}

/// A card that nothing looks at and nobody casts.
pub fn filler() -> CardData {
    CardData {
        name: "Filler".to_owned(),
        korean: None,
        cost: None,
        colors: None,
        types: "Artifact".parse().unwrap(),
        pt: None,
        loyalty: None,
        abilities: Vec::new(),
    }
}
