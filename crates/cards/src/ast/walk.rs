//! Turning each inline `Target` of an effect into a numbered reference.
//!
//! In the tree a target stands where its word stands in the text. A program needs all targets of
//! an ability in one list, in the order of the text, and references to them.

use super::{
    Action, Amount, Bound, Change, Condition, Effect, Filter, Instead, Objects, Players, Predicate,
    PreventAmount, Ref, Replacement, Subject, Target, Things, Trigger, Would,
};

/// Takes inline targets out of a tree, replacing each by [`Ref::Target`].
pub trait Walk {
    /// Calls `take` with every inline target in text order; it returns the target's number.
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8);
}

impl<T: Walk> Walk for Vec<T> {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        self.iter_mut().for_each(|x| x.take_targets(take));
    }
}
impl<T: Walk> Walk for Box<T> {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        self.as_mut().take_targets(take);
    }
}
impl<T: Walk> Walk for Option<T> {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        self.iter_mut().for_each(|x| x.take_targets(take));
    }
}

/// Walks the listed fields in order.
macro_rules! walk {
    ($take:ident; $($field:expr),* $(,)?) => {{ $($field.take_targets($take);)* }};
}

impl Walk for Players {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Target(t) => *self = Self::That(Ref::Target(take((**t).clone()))),
            Self::ControllerOf(o) | Self::OwnerOf(o) => o.take_targets(take),
            Self::You
            | Self::Opponents
            | Self::Each
            | Self::Others
            | Self::That(_)
            | Self::Active
            | Self::Chosen
            | Self::Defending => {}
        }
    }
}

impl Walk for Objects {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Target(t) => *self = Self::That(Ref::Target(take((**t).clone()))),
            Self::All(f) => f.take_targets(take),
            Self::Choose { who, count, filter } => walk!(take; who, count, filter),
            Self::Top { of, count } => walk!(take; count, of),
            Self::Random { count, filter } => walk!(take; count, filter),
            Self::This | Self::That(_) | Self::Attached => {}
        }
    }
}

impl Walk for Things {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Objects(o) => o.take_targets(take),
            Self::Players(p) => p.take_targets(take),
            Self::Target(t) => *self = Self::That(Ref::Target(take((**t).clone()))),
            Self::Several(all) => all.take_targets(take),
            Self::That(_) => {}
        }
    }
}

impl Walk for Filter {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        self.all.take_targets(take);
    }
}

impl Walk for Predicate {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Not(p) => p.take_targets(take),
            Self::Any(ps) => ps.take_targets(take),
            Self::Controller(p) | Self::Owner(p) => p.take_targets(take),
            Self::Power(_, a) | Self::Toughness(_, a) | Self::ManaValue(_, a) => {
                a.take_targets(take);
            }
            Self::AttachedTo(f) | Self::Targets(f) => f.take_targets(take),
            Self::InCombatWith(o)
            | Self::Is(o)
            | Self::SharesColor(o)
            | Self::SameName(o)
            | Self::DamagedBy(o) => {
                o.take_targets(take);
            }
            _ => {}
        }
    }
}

impl Walk for Amount {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Count(f) | Self::Names(f) => f.take_targets(take),
            Self::Power(o) | Self::Toughness(o) | Self::ManaValue(o) | Self::Counters(_, o) => {
                o.take_targets(take);
            }
            Self::Life(p) | Self::HandSize(p) => p.take_targets(take),
            Self::Most { of, among } => walk!(take; of, among),
            Self::Times(_, a) | Self::Half { of: a, .. } => a.take_targets(take),
            Self::Sum(all) => all.take_targets(take),
            Self::N(_) | Self::X | Self::That => {}
        }
    }
}

impl Walk for Bound {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Exactly(a) | Self::UpTo(a) => a.take_targets(take),
            Self::Any => {}
        }
    }
}

impl Walk for Condition {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Compare(a, _, b) => walk!(take; a, b),
            Self::Is(o, f) => walk!(take; o, f),
            Self::PlayerHas(p, _) => p.take_targets(take),
            Self::Not(c) => c.take_targets(take),
            Self::All(cs) | Self::Any(cs) => cs.take_targets(take),
            _ => {}
        }
    }
}

impl Walk for Change {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Pt(a, b) | Self::SetPt(a, b) => walk!(take; a, b),
            Self::GainActivated(o) => o.take_targets(take),
            Self::Control(p) => p.take_targets(take),
            Self::CopyOf { of, .. } => of.take_targets(take),
            Self::UnblockableWhile(c) => c.take_targets(take),
            Self::BlockedOnlyBy(f) | Self::NotBlockedBy(f) | Self::BlocksOnly(f) => {
                f.take_targets(take);
            }
            _ => {}
        }
    }
}

impl Walk for Instead {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Counters { count: a, .. } | Self::Plus(a) => a.take_targets(take),
            Self::Prevent(a) => a.take_targets(take),
            Self::Redirect(t) => t.take_targets(take),
            Self::Control(p) => p.take_targets(take),
            Self::Do(e) => e.effect.take_targets(take),
            _ => {}
        }
    }
}

impl Walk for Would {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Damage { source, to, .. } => walk!(take; source, to),
            Self::Enter(Subject::Any(f))
            | Self::Destroy(Subject::Any(f))
            | Self::Die(Subject::Any(f))
            | Self::Move { what: Subject::Any(f), .. }
            | Self::PutCounters { what: Subject::Any(f), .. } => f.take_targets(take),
            Self::Draw(p)
            | Self::GainLife(p)
            | Self::LoseLife(p)
            | Self::Create(p)
            | Self::Lose(p) => p.take_targets(take),
            Self::Discard { who, what } => walk!(take; who, what),
            _ => {}
        }
    }
}

impl Walk for Subject {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Any(f) => f.take_targets(take),
            Self::This | Self::Attached | Self::Haunted => {}
        }
    }
}

impl Walk for Replacement {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        walk!(take; self.next, self.would, self.instead);
        if let Some(also) = &mut self.also {
            also.effect.take_targets(take);
        }
    }
}

/// Only a delayed trigger speaks of targets, and only of which object its event is about.
impl Walk for Trigger {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Enters(s)
            | Self::Leaves(s)
            | Self::Dies(s)
            | Self::Attacks(s)
            | Self::Unblocked(s)
            | Self::IsDealtDamage(s)
            | Self::TappedForMana(s)
            | Self::BecomesTapped(s)
            | Self::BecomesUntapped(s)
            | Self::Sacrificed(s)
            | Self::Destroyed { what: s, .. }
            | Self::AbilityTriggers(s)
            | Self::TurnedUp(s)
            | Self::Cycles { what: s, .. }
            | Self::LosesControl { what: s, .. }
            | Self::Moves { what: s, .. }
            | Self::Blocks { what: s, .. }
            | Self::BecomesBlocked { what: s, .. }
            | Self::BecomesTarget { what: s, .. } => s.take_targets(take),
            Self::DealsDamage { source, to, .. } => walk!(take; source, to),
            Self::Casts { who, .. }
            | Self::PlaysLand { who, .. }
            | Self::Discards { who, .. }
            | Self::GainsLife(who)
            | Self::LosesLife(who)
            | Self::Draws(who)
            | Self::Searches(who) => who.take_targets(take),
            Self::Any(all) => all.take_targets(take),
            Self::RevealedThisWay(f) => f.take_targets(take),
            Self::Begins { .. } | Self::State(_) => {}
        }
    }
}

impl Walk for Effect {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Do(a) => a.take_targets(take),
            Self::Seq(es) => es.take_targets(take),
            Self::May { who, effect } => walk!(take; who, effect),
            Self::If { condition, then, otherwise } => walk!(take; condition, then, otherwise),
            Self::Unless { who, effect, .. } => walk!(take; effect, who),
            Self::MayPay { who, effect, .. } => walk!(take; who, effect),
            Self::ForEach { each, effect } => walk!(take; each, effect),
            // A delayed ability's text speaks of what was chosen now.
            Self::Later { when, effect, .. } => walk!(take; when, effect),
            // Modes and reflexive abilities choose their own targets.
            Self::Modes { .. } | Self::Reflexive(_) => {}
        }
    }
}

impl Walk for Action {
    fn take_targets(&mut self, take: &mut dyn FnMut(Target) -> u8) {
        match self {
            Self::Damage { source, amount, to, .. } => walk!(take; source, amount, to),
            Self::GainLife { who, amount }
            | Self::LoseLife { who, amount }
            | Self::SetLife { who, amount }
            | Self::Draw { who, count: amount }
            | Self::Mill { who, count: amount }
            | Self::Scry { who, count: amount }
            | Self::PlayerCounters { who, count: amount, .. }
            | Self::AddMana { who, times: amount, .. } => walk!(take; who, amount),
            Self::CreateToken { who, count, arrival, .. } => {
                walk!(take; who, count, arrival.blocking);
            }
            Self::Discard { who, count, filter, .. } | Self::Sacrifice { who, count, filter } => {
                walk!(take; who, count, filter);
            }
            Self::Destroy { what, .. }
            | Self::SacrificeThose(what)
            | Self::Tap(what)
            | Self::Untap(what)
            | Self::TapOrUntap(what)
            | Self::Counter { what, .. }
            | Self::DiscardThose(what)
            | Self::Regenerate(what)
            | Self::Reveal(what)
            | Self::Turn { what, .. }
            | Self::RemoveFromCombat(what) => what.take_targets(take),
            Self::Move { what, to, .. } => walk!(take; what, to.arrival.blocking, to.haunting),
            Self::Piles { who, what, .. } => walk!(take; who, what),
            Self::Change { what, changes, .. } => walk!(take; what, changes),
            Self::Replace { replacement, .. } => replacement.take_targets(take),
            Self::PutCounters { what, count, .. } | Self::RemoveCounters { what, count, .. } => {
                walk!(take; count, what);
            }
            Self::CreateCopy { who, of, count, .. } => walk!(take; who, count, of),
            Self::Prevent { amount, to, .. } => {
                if let PreventAmount::Next(a) = amount {
                    a.take_targets(take);
                }
                to.take_targets(take);
            }
            Self::Search { who, of, filter, count, .. } => walk!(take; who, of, filter, count),
            Self::LookAtHand { who, of } => walk!(take; who, of),
            Self::Look { who, of, count, .. } => walk!(take; who, of, count),
            Self::Attach { what, to } => walk!(take; what, to),
            Self::ChangeTargets { what, who, to, .. } => walk!(take; what, who, to),
            Self::CopySpell { what, who, .. } | Self::Cast { what, who, .. } => {
                walk!(take; what, who)
            }
            Self::Fight { a, b } | Self::ExchangeControl { a, b } => walk!(take; a, b),
            Self::ChangePlayers { who, .. }
            | Self::Choose { who, .. }
            | Self::Shuffle(who)
            | Self::Win(who)
            | Self::Lose(who)
            | Self::ExtraTurn(who) => who.take_targets(take),
        }
    }
}
