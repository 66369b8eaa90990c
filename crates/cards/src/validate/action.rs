//! Checks of single instructions.

use super::scope::{Checker, Scope, attaches};
use crate::ast::{Action, Destination, ManaOutput, Position, PreventAmount, TokenSpec, Zone};

impl Checker {
    pub fn action(&mut self, action: &Action) {
        match action {
            Action::Damage { source, amount, to, .. } => {
                self.at("source", |c| c.objects(source));
                self.count("amount", amount);
                self.at("to", |c| c.things(to));
            }
            Action::SetLife { who, amount } => {
                self.at("who", |c| c.players(who));
                self.at("amount", |c| c.amount(amount));
            }
            Action::GainLife { who, amount: count }
            | Action::LoseLife { who, amount: count }
            | Action::Draw { who, count }
            | Action::Mill { who, count }
            | Action::Scry { who, count }
            | Action::PlayerCounters { who, count, .. }
            | Action::AddMana { who, times: count, .. } => {
                self.at("who", |c| c.players(who));
                self.count("count", count);
                if let Action::AddMana { mana, only, .. } = action {
                    only.iter().for_each(|f| self.at("only", |c| c.filter(f)));
                    if let ManaOutput::CouldProduce { by: f, .. } | ManaOutput::ColorOf(f) = mana {
                        self.at("mana", |c| c.filter(f));
                    }
                }
            }
            Action::Destroy { what, .. }
            | Action::SacrificeThose(what)
            | Action::Tap(what)
            | Action::Untap(what)
            | Action::TapOrUntap(what)
            | Action::DiscardThose(what)
            | Action::Regenerate(what)
            | Action::Reveal(what)
            | Action::Turn { what, .. }
            | Action::RemoveFromCombat(what) => self.at("what", |c| c.objects(what)),
            Action::Counter { what, to } => {
                self.at("what", |c| c.objects(what));
                to.iter().for_each(|to| self.at("to", |c| c.destination(to)));
            }
            Action::Move { what, to, until } => {
                self.at("what", |c| c.objects(what));
                self.at("to", |c| c.destination(to));
                until.iter().for_each(|until| self.at("until", |c| c.trigger(until)));
            }
            Action::Change { what, changes, duration } => {
                self.at("what", |c| c.objects(what));
                self.changes(changes, Some(what));
                self.at("duration", |c| c.duration(duration));
            }
            Action::ChangePlayers { who, change, duration } => {
                self.at("who", |c| c.players(who));
                self.at("change", |c| c.player_change(change));
                self.at("duration", |c| c.duration(duration));
            }
            Action::Replace { replacement, duration } => {
                self.at("replacement", |c| c.replacement(replacement));
                self.at("duration", |c| c.duration(duration));
            }
            Action::PutCounters { what, count, .. }
            | Action::RemoveCounters { what, count, .. } => {
                self.at("what", |c| c.objects(what));
                self.count("count", count);
            }
            Action::CreateToken { who, count, token, arrival } => {
                arrival.blocking.iter().for_each(|o| self.objects(o));
                self.at("who", |c| c.players(who));
                self.count("count", count);
                self.at("token", |c| c.token(token));
            }
            _ => self.rarer_action(action),
        }
    }

    /// Instructions about cards, libraries and the stack, and those about players alone.
    fn rarer_action(&mut self, action: &Action) {
        match action {
            Action::Discard { who, count, filter, .. }
            | Action::Sacrifice { who, count, filter } => {
                self.at("who", |c| c.players(who));
                self.count("count", count);
                self.at("filter", |c| c.filter(filter));
            }
            Action::Prevent { amount, to, duration } => {
                if let PreventAmount::Next(amount) = amount {
                    self.count("amount", amount);
                }
                self.at("to", |c| c.things(to));
                self.at("duration", |c| c.duration(duration));
            }
            Action::Search { who, of, filter, count, to, .. } => {
                self.at("who", |c| c.players(who));
                self.at("of", |c| c.players(of));
                self.at("filter", |c| c.filter(filter));
                self.bound("count", count);
                self.at("to", |c| c.destination(to));
            }
            Action::Look { who, of, count, take, filter, to, rest } => {
                self.at("who", |c| c.players(who));
                self.at("of", |c| c.players(of));
                self.count("count", count);
                self.bound("take", take);
                self.at("filter", |c| c.filter(filter));
                self.at("to", |c| c.destination(to));
                self.at("rest", |c| c.destination(rest));
            }
            Action::LookAtHand { who, of } => {
                self.at("who", |c| c.players(who));
                self.at("of", |c| c.players(of));
            }
            Action::Piles { who, what, to, rest } => {
                self.at("who", |c| c.players(who));
                self.at("what", |c| c.objects(what));
                self.at("to", |c| c.destination(to));
                self.at("rest", |c| c.destination(rest));
            }
            Action::Attach { what: a, to: b }
            | Action::Fight { a, b }
            | Action::ExchangeControl { a, b } => {
                self.at("first", |c| c.objects(a));
                self.at("second", |c| c.objects(b));
            }
            Action::CreateCopy { who, of, except, count } => {
                self.at("of", |c| c.objects(of));
                self.at("who", |c| c.players(who));
                self.at("except", |c| c.exceptions(except));
                self.count("count", count);
            }
            Action::ChangeTargets { what, who, to, .. } => {
                self.at("what", |c| c.objects(what));
                self.at("who", |c| c.players(who));
                to.iter().for_each(|to| self.at("to", |c| c.things(to)));
            }
            Action::Cast { what, who, .. } => {
                self.at("what", |c| c.objects(what));
                self.at("who", |c| c.players(who));
            }
            Action::CopySpell { what, who, times, .. } => {
                self.at("what", |c| c.objects(what));
                self.at("who", |c| c.players(who));
                self.count("times", times);
            }
            Action::Choose { who, .. }
            | Action::Shuffle(who)
            | Action::Win(who)
            | Action::Lose(who)
            | Action::ExtraTurn(who) => self.at("who", |c| c.players(who)),
            _ => {}
        }
    }

    pub fn destination(&mut self, to: &Destination) {
        to.haunting.iter().for_each(|o| self.at("haunting", |c| c.objects(o)));
        if to.haunting.is_some() && to.zone != Zone::Exile {
            self.problem("`haunting` is for exile; delete it or write `zone: Exile`");
        }
        if !to.arrival.being.is_empty() {
            self.changes(&to.arrival.being, None);
        }
        if to.zone != Zone::Library && to.position != Position::Top {
            self.problem("`position` is for a library; delete it or write `zone: Library`");
        }
        if to.zone != Zone::Battlefield && !to.arrival.is_plain() {
            self.problem(
                "`arrival` is for the battlefield; delete it or write `zone: Battlefield`",
            );
        }
    }

    fn token(&mut self, token: &TokenSpec) {
        self.at("types", |c| super::types(c, &token.types));
        self.at("pt", |c| super::pt_suits(c, token.pt.is_some(), &token.types));
        let scope = Scope { attaches: attaches(&token.types), ..Scope::default() };
        self.scoped(scope, |c| {
            for (i, ability) in token.abilities.iter().enumerate() {
                c.at(&format!("ability {}", i + 1), |c| c.ability(ability));
            }
        });
    }
}
