//! Keywords: the abilities by which their rules define them (2005 rule 502, 2021 rule 702).

use super::Lowering;
use crate::ast::{
    Ability, Action, Activated, Amount, Arrival, CardType, Change, Cmp, Condition, Cost, CostPart,
    CounterKind, Destination, Duration, Effect, Filter, Instead, Keyword, KeywordAbility, Kind,
    ManaCost, Objects, Players, Predicate, Ref, Replacement, Restriction, Static, StaticEffect,
    Step, Subject, Target, Targetable, Trigger, Triggered, Whose, Would, Zone,
};
use crate::program::{AbilityId, AbilityKind, LoweredAbility, Op, ProgramId, Sign, Signs};

impl Lowering<'_> {
    /// Lowers the abilities by which a rule defines a keyword, if it does. They go by the name of
    /// the keyword, so that it can be lost and said in one word.
    pub(super) fn defined(&mut self, keyword: &KeywordAbility) -> Vec<AbilityId> {
        let tree = Ability::Keyword(keyword.clone());
        let mut ids = Vec::new();
        for ability in definition(keyword) {
            let id = self.ability(&ability);
            self.pool.abilities[id.index()].tree = tree.clone();
            if matches!(keyword, KeywordAbility::CumulativeUpkeep(_)) {
                self.pay_for_each(id, CounterKind::Age);
            }
            ids.push(id);
        }
        if let KeywordAbility::Plain(Keyword::Banding) = keyword {
            self.refuse(keyword);
        }
        ids
    }

    /// Lets the cost that a program asks be paid once for each counter on its source.
    fn pay_for_each(&mut self, id: AbilityId, kind: CounterKind) {
        let program = self.pool.abilities[id.index()].program;
        for op in &mut self.pool.programs[program.index()].ops {
            if let Op::Pay { times, .. } = op {
                *times = Amount::Counters(kind, Box::new(Objects::This));
            }
        }
    }

    /// Lowers a keyword ability: into the ability it stands for, or kept for the rulebook.
    pub(super) fn keyword(&mut self, keyword: &KeywordAbility, tree: &Ability) -> AbilityId {
        if let KeywordAbility::Morph(cost) = keyword
            && cost.mana.x_count() > 0
        {
            self.refuse(keyword);
        }
        let as_activated = |cost: &Cost, extra: Option<CostPart>, effect, only, from| {
            let mut cost = cost.clone();
            cost.parts.extend(extra);
            Activated { cost, effect, only, from }
        };
        match (self.defined(keyword).as_slice(), keyword) {
            ([one], _) => return *one,
            ([], _) => {}
            // An effect that gives it would have to give several.
            _ => self.refuse(keyword),
        }
        match keyword {
            KeywordAbility::Equip(cost) => {
                let target = Target::one(Targetable::Object(Filter::permanent(vec![
                    Predicate::Type(CardType::Creature),
                    Predicate::Controller(Players::You),
                ])));
                let effect = Effect::Do(Action::Attach {
                    what: Objects::This,
                    to: Objects::Target(Box::new(target)),
                });
                let only = vec![Restriction::Sorcery];
                let equip = as_activated(cost, None, effect, only, Zone::Battlefield);
                self.activated(&equip, tree)
            }
            KeywordAbility::Haunt => self.triggered(&haunts(), tree),
            KeywordAbility::Cycling(cost) => {
                let effect = Effect::Do(Action::Draw { who: Players::You, count: Amount::N(1) });
                let part = Some(CostPart::DiscardThis);
                let cycling = as_activated(cost, part, effect, Vec::new(), Zone::Hand);
                self.activated(&cycling, tree)
            }
            KeywordAbility::Plain(_)
            | KeywordAbility::Landwalk(_)
            | KeywordAbility::Protection(_)
            | KeywordAbility::Enchant(_)
            | KeywordAbility::Flashback(_)
            | KeywordAbility::Morph(_)
            | KeywordAbility::Kicker(_)
            | KeywordAbility::Buyback(_)
            | KeywordAbility::Entwine(_)
            | KeywordAbility::Dredge(_) => {
                let (zone, sign) = match keyword {
                    KeywordAbility::Kicker(c)
                    | KeywordAbility::Buyback(c)
                    | KeywordAbility::Entwine(c) => {
                        self.spell_cost(c);
                        (Zone::Stack, Sign::Keyworded)
                    }
                    KeywordAbility::Dredge(_) => (Zone::Graveyard, Sign::WouldDraw),
                    KeywordAbility::Flashback(_) => (Zone::Graveyard, Sign::Keyworded),
                    KeywordAbility::Morph(_) => (Zone::Hand, Sign::Keyworded),
                    _ => (Zone::Battlefield, Sign::Keyworded),
                };
                self.push(LoweredAbility {
                    tree: tree.clone(),
                    kind: AbilityKind::Keyword(keyword.clone()),
                    zone,
                    program: ProgramId::NONE,
                    signs: Signs::of(sign),
                    targetless: true,
                })
            }
            other => {
                self.refuse(other);
                AbilityId(0)
            }
        }
    }
}

/// The abilities that a keyword stands for, where its rule says so; none for those the rulebook
/// knows by themselves.
fn definition(keyword: &KeywordAbility) -> Vec<Ability> {
    match keyword {
        KeywordAbility::Plain(Keyword::Prowess) => {
            let spell = Filter {
                kind: Kind::Spell,
                all: vec![Predicate::Not(Box::new(Predicate::Type(CardType::Creature)))],
            };
            vec![whenever(Trigger::Casts { who: Players::You, spell }, pump(Objects::This, 1, 1))]
        }
        KeywordAbility::Plain(Keyword::Changeling) => vec![Ability::Static(Static {
            while_: None,
            effect: StaticEffect::Define(vec![Change::AllCreatureTypes]),
        })],
        KeywordAbility::Plain(Keyword::Storm) => vec![storm()],
        KeywordAbility::Plain(Keyword::Persist) => vec![returns(CounterKind::MinusOne)],
        KeywordAbility::Plain(Keyword::Undying) => vec![returns(CounterKind::PlusOne)],
        KeywordAbility::Plain(Keyword::Flanking) => {
            let without = Predicate::Not(Box::new(Predicate::Has(Keyword::Flanking)));
            let by = Some(Filter::permanent(vec![without]));
            let blocker = Objects::That(Ref::TriggeringOther);
            vec![whenever(
                Trigger::BecomesBlocked { what: Subject::This, by },
                pump(blocker, -1, -1),
            )]
        }
        KeywordAbility::Plain(Keyword::Provoke) => vec![provoke()],
        KeywordAbility::Bushido(n) => {
            let n = i32::from(*n);
            let when = Trigger::Any(vec![
                Trigger::Blocks { what: Subject::This, whom: None },
                Trigger::BecomesBlocked { what: Subject::This, by: None },
            ]);
            vec![whenever(when, pump(Objects::This, n, n))]
        }
        KeywordAbility::Rampage(n) => vec![rampage(i32::from(*n))],
        KeywordAbility::Fading(n) => {
            let out = Effect::If {
                condition: Condition::Not(Box::new(Condition::Did)),
                then: Box::new(Effect::Do(Action::SacrificeThose(Objects::This))),
                otherwise: None,
            };
            let fade = Effect::Do(Action::RemoveCounters {
                what: Objects::This,
                kind: CounterKind::Fade,
                count: Amount::N(1),
            });
            let upkeep = your_upkeep(Effect::Seq(vec![fade, out]));
            vec![enters_with(CounterKind::Fade, *n), upkeep]
        }
        KeywordAbility::Modular(n) => {
            let artifact = Target::one(Targetable::Object(Filter::permanent(vec![
                Predicate::Type(CardType::Artifact),
                Predicate::Type(CardType::Creature),
            ])));
            let put = Effect::Do(Action::PutCounters {
                what: Objects::Target(Box::new(artifact)),
                kind: CounterKind::PlusOne,
                count: Amount::Counters(CounterKind::PlusOne, Box::new(Objects::This)),
            });
            let may = Effect::May { who: Players::You, effect: Box::new(put) };
            let dies = whenever(Trigger::Dies(Subject::This), may);
            vec![enters_with(CounterKind::PlusOne, *n), dies]
        }
        KeywordAbility::CumulativeUpkeep(cost) => vec![cumulative_upkeep(cost)],
        KeywordAbility::Echo(mana) => vec![echo(mana)],
        other => super::defined::definition(other),
    }
}

/// As many copies as spells were played before it this turn (2005 rule 502.30a, 2021 rule
/// 702.40a).
fn storm() -> Ability {
    let itself = Filter { kind: Kind::Spell, all: vec![Predicate::This] };
    let when = Trigger::Casts { who: Players::You, spell: itself };
    let effect = Effect::Do(Action::CopySpell {
        what: Objects::That(Ref::Triggering),
        who: Players::You,
        new_targets: true,
        times: Amount::That,
        except: Vec::new(),
    });
    let (from, once_per_turn) = (Zone::Stack, false);
    Ability::Triggered(Triggered { when, if_: None, effect, from, once_per_turn })
}

pub(super) fn whenever(when: Trigger, effect: Effect) -> Ability {
    let (from, once_per_turn) = (Zone::Battlefield, false);
    Ability::Triggered(Triggered { when, if_: None, effect, from, once_per_turn })
}

fn your_upkeep(effect: Effect) -> Ability {
    whenever(Trigger::Begins { step: Step::Upkeep, whose: Whose::Yours }, effect)
}

pub(super) fn pump(what: Objects, power: i32, toughness: i32) -> Effect {
    Effect::Do(Action::Change {
        what,
        changes: vec![Change::Pt(Amount::N(power), Amount::N(toughness))],
        duration: Duration::EndOfTurn,
    })
}

fn enters_with(kind: CounterKind, n: u8) -> Ability {
    let instead = Instead::Counters { kind, count: Amount::N(i32::from(n)) };
    let would = Would::Enter(Subject::This);
    let effect = StaticEffect::Replace(Box::new(Replacement {
        would,
        instead,
        optional: false,
        next: None,
        chosen: false,
        also: None,
    }));
    Ability::Static(Static { while_: None, effect })
}

/// +N/+N for each creature beyond the first that blocks it (2005 rule 502.12, 2021 rule 702.23).
fn rampage(n: i32) -> Ability {
    let blockers = || {
        let this = Box::new(Objects::This);
        Amount::Count(Filter::permanent(vec![Predicate::Blocking, Predicate::InCombatWith(this)]))
    };
    let bonus = || Amount::Sum(vec![Amount::Times(n, Box::new(blockers())), Amount::N(-n)]);
    let grow = Effect::Do(Action::Change {
        what: Objects::This,
        changes: vec![Change::Pt(bonus(), bonus())],
        duration: Duration::EndOfTurn,
    });
    let several = Effect::If {
        condition: Condition::Compare(blockers(), Cmp::AtLeast, Amount::N(2)),
        then: Box::new(grow),
        otherwise: None,
    };
    whenever(Trigger::BecomesBlocked { what: Subject::This, by: None }, several)
}

/// Paid for once, or sacrificed, after it has come under a player's control (2005 rule 502.19,
/// 2021 rule 702.30).
fn echo(mana: &ManaCost) -> Ability {
    let new = Filter::permanent(vec![Predicate::NewSinceUpkeep]);
    Ability::Triggered(Triggered {
        when: Trigger::Begins { step: Step::Upkeep, whose: Whose::Yours },
        if_: Some(Condition::Is(Objects::This, new)),
        effect: Effect::Unless {
            who: Players::You,
            cost: Cost { mana: mana.clone(), parts: Vec::new() },
            effect: Box::new(Effect::Do(Action::SacrificeThose(Objects::This))),
        },
        from: Zone::Battlefield,
        once_per_turn: false,
    })
}

/// A creature of the defending player may be made to block it (2005 rule 502.29, 2021 rule
/// 702.39).
fn provoke() -> Ability {
    let target = Target::one(Targetable::Object(Filter::permanent(vec![
        Predicate::Type(CardType::Creature),
        Predicate::Controller(Players::Defending),
    ])));
    let untap = Effect::Do(Action::Untap(Objects::Target(Box::new(target))));
    let block = Effect::Do(Action::Change {
        what: Objects::That(Ref::Target(0)),
        changes: vec![Change::MustBlockThis],
        duration: Duration::EndOfCombat,
    });
    let effect = Box::new(Effect::Seq(vec![untap, block]));
    whenever(Trigger::Attacks(Subject::This), Effect::May { who: Players::You, effect })
}

/// An age counter, then the cost for each or a sacrifice (2005 rule 502.13, 2021 rule 702.24),
/// unless it has gone meanwhile.
fn cumulative_upkeep(cost: &Cost) -> Ability {
    let count = Amount::N(1);
    let age = Action::PutCounters { what: Objects::This, kind: CounterKind::Age, count };
    let unless = Effect::Unless {
        who: Players::You,
        cost: cost.clone(),
        effect: Box::new(Effect::Do(Action::SacrificeThose(Objects::This))),
    };
    let here = Amount::Count(Filter::permanent(vec![Predicate::This]));
    your_upkeep(Effect::If {
        condition: Condition::Compare(here, Cmp::AtLeast, Amount::N(1)),
        then: Box::new(Effect::Seq(vec![Effect::Do(age), unless])),
        otherwise: None,
    })
}

/// Persist and undying (2021 rules 702.79 and 702.93): when it dies, if it had no such counter on
/// it, it returns under its owner's control with one.
fn returns(kind: CounterKind) -> Ability {
    let without = vec![Predicate::Not(Box::new(Predicate::Counter(kind)))];
    let arrival = Arrival { counters: Some((kind, Amount::N(1))), ..Arrival::default() };
    let to = Destination { arrival, ..Destination::to(Zone::Battlefield) };
    Ability::Triggered(Triggered {
        when: Trigger::Dies(Subject::This),
        if_: Some(Condition::Is(Objects::This, Filter::permanent(without))),
        effect: Effect::Do(Action::Move { what: Objects::This, to, until: None }),
        from: Zone::Battlefield,
        once_per_turn: false,
    })
}

/// Haunt on a permanent (2021 rule 702.55a): when it dies, it is exiled haunting a creature.
fn haunts() -> Triggered {
    let creature = Filter::permanent(vec![Predicate::Type(CardType::Creature)]);
    let target = Target::one(Targetable::Object(creature));
    let haunting = Some(Box::new(Objects::Target(Box::new(target))));
    let to = Destination { haunting, ..Destination::to(Zone::Exile) };
    Triggered {
        when: Trigger::Dies(Subject::This),
        if_: None,
        effect: Effect::Do(Action::Move { what: Objects::This, to, until: None }),
        from: Zone::Battlefield,
        once_per_turn: false,
    }
}
