//! Checks of the small nodes: who, what, how many, whether.

use super::scope::{Checker, Scope};
use crate::ast::{
    Amount, CardType, Change, Condition, Duration, Filter, Kind, Objects, PlayerChange, Players,
    Predicate, Subject, Target, Targetable, Things, Trigger, Zone,
};

impl Checker {
    pub fn players(&mut self, who: &Players) {
        match who {
            Players::Target(t) => self.target(t),
            Players::ControllerOf(o) | Players::OwnerOf(o) => self.objects(o),
            Players::That(r) => self.reference(*r),
            _ => {}
        }
    }

    pub fn objects(&mut self, what: &Objects) {
        match what {
            Objects::Target(t) => self.target(t),
            Objects::That(r) => self.reference(*r),
            Objects::Attached => self.attached(),
            Objects::All(f) => self.filter(f),
            Objects::Choose { who, count, filter } => {
                self.at("who", |c| c.players(who));
                self.bound("count", count);
                self.at("filter", |c| c.filter(filter));
            }
            Objects::Top { of, count } => {
                self.at("of", |c| c.players(of));
                self.count("count", count);
            }
            Objects::Random { count, filter } => {
                self.count("count", count);
                self.at("filter", |c| c.filter(filter));
            }
            _ => {}
        }
    }

    pub fn things(&mut self, things: &Things) {
        match things {
            Things::Objects(o) => self.objects(o),
            Things::Players(p) => self.players(p),
            Things::Target(t) => self.target(t),
            Things::That(r) => self.reference(*r),
            Things::Several(all) => {
                self.filled(all, "things");
                all.iter().for_each(|t| self.things(t));
            }
        }
    }

    fn attached(&mut self) {
        if !self.scope.attaches {
            self.problem("`Attached` speaks of what an Aura or Equipment is on; make the card one or use `This`");
        }
    }

    fn target(&mut self, target: &Target) {
        if self.scope.targets.is_none() {
            self.problem("nothing can be targeted here; only spells, activated and triggered abilities have targets");
        }
        self.bound("count", &target.count);
        if let (Some(n), Some(all)) = (target.other_than, self.scope.targets)
            && n >= all
        {
            self.problem(format!(
                "`other_than: {n}` is out of range; the ability has {all} targets, from 0"
            ));
        }
        match &target.what {
            Targetable::Object(f) => self.at("what", |c| c.filter(f)),
            Targetable::Player(p) => self.at("what", |c| c.players(p)),
            Targetable::Any | Targetable::PlayerOrPlaneswalker => {}
        }
    }

    pub fn filter(&mut self, filter: &Filter) {
        match filter.kind {
            Kind::Card(Zone::Battlefield) => {
                self.problem("a card on the battlefield is a permanent; write `kind: Permanent`");
            }
            Kind::Card(Zone::Stack) => {
                self.problem("a card on the stack is a spell; write `kind: Spell`");
            }
            _ => {}
        }
        filter.all.iter().for_each(|p| self.predicate(p));
    }

    fn predicate(&mut self, predicate: &Predicate) {
        match predicate {
            Predicate::Not(p) => self.predicate(p),
            Predicate::Any(ps) => {
                self.filled(ps, "alternatives");
                ps.iter().for_each(|p| self.predicate(p));
            }
            Predicate::Controller(p) | Predicate::Owner(p) => self.players(p),
            Predicate::Power(_, a) | Predicate::Toughness(_, a) | Predicate::ManaValue(_, a) => {
                self.amount(a);
            }
            Predicate::AttachedTo(f) | Predicate::Targets(f) => self.filter(f),
            Predicate::InCombatWith(o)
            | Predicate::Is(o)
            | Predicate::SharesColor(o)
            | Predicate::SameName(o)
            | Predicate::DamagedBy(o) => {
                if matches!(**o, Objects::Choose { .. } | Objects::Random { .. }) {
                    self.problem("nothing is chosen inside a filter; choose it before");
                }
                self.objects(o);
            }
            Predicate::Named(name) if name.trim().is_empty() => {
                self.problem("the name is empty; give the name that is looked for");
            }
            _ => {}
        }
    }

    pub fn amount(&mut self, amount: &Amount) {
        match amount {
            Amount::X => self.x(),
            Amount::That if !(self.scope.event || self.scope.done) => {
                self.problem("`That` speaks of an amount before, and there is none; put an instruction before it");
            }
            Amount::Count(f) | Amount::Names(f) => self.filter(f),
            Amount::Power(o)
            | Amount::Toughness(o)
            | Amount::ManaValue(o)
            | Amount::Counters(_, o) => self.objects(o),
            Amount::Life(p) | Amount::HandSize(p) => self.players(p),
            Amount::Most { of, among } => {
                self.filter(among);
                let scope = Scope { each: true, ..self.scope };
                self.scoped(scope, |c| c.amount(of));
            }
            Amount::Times(n, a) => {
                if *n == 0 {
                    self.problem("0 times anything is 0; write another number");
                }
                self.amount(a);
            }
            Amount::Sum(all) => {
                self.filled(all, "summands");
                all.iter().for_each(|a| self.amount(a));
            }
            Amount::Half { of, .. } => self.amount(of),
            _ => {}
        }
    }

    pub fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Compare(a, _, b) => {
                self.amount(a);
                self.amount(b);
            }
            Condition::Is(o, f) => {
                if matches!(o, Objects::Choose { .. } | Objects::Random { .. }) {
                    self.problem("nothing is chosen inside a condition; choose it before, or count what there is");
                }
                self.objects(o);
                self.filter(f);
            }
            Condition::Kicked | Condition::KickedWith(_) if !self.scope.kicker => {
                self.problem("the card has no kicker; add `Keyword(Kicker(…))`");
            }
            Condition::Did if !self.scope.done => {
                self.problem("`Did` speaks of the instruction before, and there is none; put one before it in a `Seq`");
            }
            Condition::PlayerHas(p, change) => {
                self.players(p);
                self.player_change(change);
            }
            Condition::Not(c) => self.condition(c),
            Condition::All(cs) | Condition::Any(cs) => {
                self.filled(cs, "conditions");
                cs.iter().for_each(|c| self.condition(c));
            }
            _ => {}
        }
    }

    pub fn duration(&mut self, duration: &Duration) {
        if let Duration::While(condition) = duration {
            self.condition(condition);
        }
    }

    /// Changes to `what`; where that is several objects, they speak of the one as `Each`.
    pub fn changes(&mut self, changes: &[Change], what: Option<&Objects>) {
        let scope = Scope { each: self.scope.each || Self::many(what), ..self.scope };
        self.scoped(scope, |c| {
            c.filled(changes, "changes");
            for (i, change) in changes.iter().enumerate() {
                c.at(&format!("change {}", i + 1), |c| c.change(change));
            }
        });
    }

    /// What a copy has besides or instead of what it copies.
    pub fn exceptions(&mut self, except: &[Change]) {
        for (i, change) in except.iter().enumerate() {
            self.at(&format!("change {}", i + 1), |c| match change {
                Change::GainThis | Change::KeepColors => {}
                Change::AddTypes { .. }
                | Change::SetTypes { .. }
                | Change::AddSuper(_)
                | Change::LoseSuper(_)
                | Change::AddColors(_)
                | Change::SetColors(_)
                | Change::SetPt(Amount::N(_), Amount::N(_))
                | Change::Gain(_) => c.change(change),
                _ => c.problem("no copy can come so; write types, colors, size or abilities"),
            });
        }
    }

    fn change(&mut self, change: &Change) {
        match change {
            Change::Pt(a, b) => {
                self.amount(a);
                self.amount(b);
                if matches!((a, b), (Amount::N(0), Amount::N(0))) {
                    self.problem("+0/+0 changes nothing; write other numbers");
                }
            }
            Change::SetPt(a, b) => {
                self.amount(a);
                self.amount(b);
            }
            Change::Gain(granted) => {
                self.filled(granted, "abilities");
                // Another object has it: its costs, events and attachments are its own.
                let scope = Scope { attaches: true, x: self.scope.x, ..Scope::default() };
                self.scoped(scope, |c| {
                    for (i, granted) in granted.iter().enumerate() {
                        c.at(&format!("ability {}", i + 1), |c| c.ability(&granted.ability));
                    }
                });
            }
            Change::AddTypes { types, subtypes } | Change::SetTypes { types, subtypes }
                if types.is_empty() && subtypes.is_empty() =>
            {
                self.problem("there is neither type nor subtype; name one");
            }
            Change::Control(p) => self.players(p),
            Change::CopyOf { of, except } => {
                self.objects(of);
                self.at("except", |c| c.exceptions(except));
            }
            Change::GainThis | Change::KeepColors => {
                self.problem("it is for copies; write it under `except`");
            }
            Change::UnblockableWhile(c) => self.condition(c),
            Change::BlockedOnlyBy(f) | Change::NotBlockedBy(f) | Change::BlocksOnly(f) => {
                self.filter(f);
            }
            Change::BlocksMore(0) => {
                self.problem("no additional creature changes nothing; write at least 1");
            }
            _ => {}
        }
    }

    pub fn player_change(&mut self, change: &PlayerChange) {
        match change {
            PlayerChange::PlayFromTop(f)
            | PlayerChange::PlayFrom(f)
            | PlayerChange::AsThoughFlash(f)
            | PlayerChange::CantCast(f) => self.filter(f),
            PlayerChange::ExtraLands(0) => {
                self.problem("no additional land changes nothing; write at least 1");
            }
            _ => {}
        }
    }

    pub fn subject(&mut self, subject: &Subject) {
        match subject {
            Subject::Any(f) => self.filter(f),
            Subject::Attached => self.attached(),
            Subject::This | Subject::Haunted => {}
        }
    }

    pub fn trigger(&mut self, trigger: &Trigger) {
        match trigger {
            Trigger::Enters(s)
            | Trigger::Leaves(s)
            | Trigger::Dies(s)
            | Trigger::Moves { what: s, .. }
            | Trigger::Attacks(s)
            | Trigger::Unblocked(s)
            | Trigger::IsDealtDamage(s)
            | Trigger::TappedForMana(s)
            | Trigger::BecomesTapped(s)
            | Trigger::BecomesUntapped(s)
            | Trigger::TurnedUp(s)
            | Trigger::Sacrificed(s)
            | Trigger::AbilityTriggers(s) => self.subject(s),
            Trigger::Cycles { who, what } | Trigger::LosesControl { who, what } => {
                self.players(who);
                self.subject(what);
            }
            Trigger::Blocks { what, whom: other } | Trigger::BecomesBlocked { what, by: other } => {
                self.subject(what);
                other.iter().for_each(|f| self.filter(f));
            }
            Trigger::DealsDamage { source, to, .. } => {
                self.subject(source);
                to.iter().for_each(|t| self.things(t));
            }
            Trigger::BecomesTarget { what, by } | Trigger::Destroyed { what, by } => {
                self.subject(what);
                self.filter(by);
            }
            Trigger::Casts { who, spell } => {
                self.players(who);
                if !matches!(spell.kind, Kind::Spell | Kind::SpellOrAbility) {
                    self.problem(
                        "what is cast is a spell; say `kind: Spell`, or `PlaysLand` of a land",
                    );
                }
                self.filter(spell);
            }
            Trigger::PlaysLand { who, land } => {
                self.players(who);
                let is_land = |p: &Predicate| {
                    matches!(p, Predicate::Type(CardType::Land) | Predicate::Sub(_))
                };
                if land.kind != Kind::Permanent || !land.all.iter().any(is_land) {
                    self.problem(
                        "only a land is played so; say `Type(Land)`, or `Casts` of a spell",
                    );
                }
                self.filter(land);
            }
            Trigger::Discards { who, what: f } => {
                self.players(who);
                self.filter(f);
            }
            Trigger::GainsLife(p)
            | Trigger::LosesLife(p)
            | Trigger::Draws(p)
            | Trigger::Searches(p) => self.players(p),
            Trigger::RevealedThisWay(f) => self.filter(f),
            Trigger::State(condition) => self.condition(condition),
            Trigger::Any(all) => {
                self.filled(all, "triggers");
                all.iter().for_each(|t| self.trigger(t));
            }
            Trigger::Begins { .. } => {}
        }
    }
}
