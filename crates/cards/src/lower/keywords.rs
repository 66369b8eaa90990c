//! Keywords: the abilities by which their rules define them (2005 rule 502, 2021 rule 702).

use super::Lowering;
use crate::ast::{
    Ability, Action, Activated, Amount, Arrival, CardType, Change, Condition, Cost, CostPart,
    CounterKind, Destination, Effect, Filter, Keyword, KeywordAbility, Kind, Objects, Players,
    Predicate, Restriction, Subject, Target, Targetable, Trigger, Triggered, Zone,
};
use crate::program::{AbilityId, AbilityKind, LoweredAbility, ProgramId, Sign, Signs};

impl Lowering<'_> {
    /// The abilities by which a rule defines a keyword; also refuses those nothing runs.
    pub(super) fn plain_keyword(&mut self, keyword: Keyword) -> Vec<Ability> {
        match keyword {
            Keyword::Prowess => vec![Ability::Triggered(Triggered {
                when: Trigger::Casts {
                    who: Players::You,
                    spell: Filter {
                        kind: Kind::Spell,
                        all: vec![Predicate::Not(Box::new(Predicate::Type(CardType::Creature)))],
                    },
                },
                if_: None,
                effect: pump_this(1),
                from: Zone::Battlefield,
                once_per_turn: false,
            })],
            Keyword::Persist => vec![returns(CounterKind::MinusOne)],
            Keyword::Undying => vec![returns(CounterKind::PlusOne)],
            Keyword::Banding
            | Keyword::Phasing
            | Keyword::Storm
            | Keyword::Flanking
            | Keyword::Provoke
            | Keyword::Changeling => {
                self.refuse(&keyword);
                Vec::new()
            }
            _ => Vec::new(),
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

/// Persist and undying (2021 rules 702.79 and 702.93): when it dies, if it had no such counter on
/// it, it returns under its owner's control with one.
fn returns(kind: CounterKind) -> Ability {
    let without = vec![Predicate::Not(Box::new(Predicate::Counter(kind)))];
    let arrival = Arrival { counters: Some((kind, Amount::N(1))), ..Arrival::default() };
    let to = Destination { zone: Zone::Battlefield, position: Default::default(), arrival };
    Ability::Triggered(Triggered {
        when: Trigger::Dies(Subject::This),
        if_: Some(Condition::Is(Objects::This, Filter::permanent(without))),
        effect: Effect::Do(Action::Move { what: Objects::This, to }),
        from: Zone::Battlefield,
        once_per_turn: false,
    })
}

fn pump_this(n: i32) -> Effect {
    Effect::Do(Action::Change {
        what: Objects::This,
        changes: vec![Change::Pt(Amount::N(n), Amount::N(n))],
        duration: crate::ast::Duration::EndOfTurn,
    })
}
