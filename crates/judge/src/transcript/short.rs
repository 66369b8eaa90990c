//! Events in the short form of scenarios.

use super::Teller;
use super::{counter_key, mana, zone_key};
use crate::explain::card_word;
use simpan_cards::program::AbilityId;
use simpan_magic::Magic;
use simpan_magic::event::{Event, EventKind};
use simpan_rulebook::Lang;
impl Teller {
    /// Short: the turn, zones, life, damage and mana.
    pub(super) fn brief(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let o = |id| self.name_in(game, id, Lang::En);
        let t = |thing| self.thing_in(game, thing, Lang::En);
        let c = |card| card_word(game, card, Lang::En);
        let z = zone_key;
        match event.kind {
            E::TurnBegan { player, turn } => format!("turn {turn} {player}"),
            E::StepBegan { step, player } => {
                let words = simpan_language::Wording::Y2021;
                let step = simpan_language::step_name(step, simpan_language::Lang::En, words);
                format!("step {step} {player}")
            }
            E::Moved { to_id, card, from, to, player, .. } => {
                let name = if to_id.is_none() { c(card) } else { o(to_id) };
                format!("move {name} {} -> {} {player}", z(from), z(to))
            }
            E::Drew { player, .. } => format!("draw {player}"),
            E::DrewFromEmpty { player } => format!("draw empty {player}"),
            E::Tapped { id } => format!("tap {}", o(id)),
            E::PhasedOut { id } => format!("phase out {}", o(id)),
            E::PhasedIn { id } => format!("phase in {}", o(id)),
            E::Searched { player, of } => format!("search {player} {of}"),
            E::TurnedUp { card, .. } => format!("turn up {}", c(card)),
            E::TurnedDown { id } => format!("turn down {}", o(id)),
            E::Untapped { id } => format!("untap {}", o(id)),
            E::Life { player, by, .. } => format!("life {player} {by:+}"),
            E::Damage { source, to, amount, combat } => {
                let combat = if combat { " combat" } else { "" };
                format!("damage {} -> {} {amount}{combat}", o(source), t(to))
            }
            E::Prevented { to, amount } => format!("prevent {} {amount}", t(to)),
            E::ManaAdded { player, kind, amount } => {
                format!("mana {player} {}", mana(kind, amount))
            }
            E::ManaSpent { player, kind, amount } => {
                format!("spend {player} {}", mana(kind, amount))
            }
            E::ManaLost { player, amount } => format!("lose mana {player} {amount}"),
            _ => self.brief_stack(game, event),
        }
    }

    /// Short: the stack, targets and counters.
    fn brief_stack(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let o = |id| self.name_in(game, id, Lang::En);
        let t = |thing| self.thing_in(game, thing, Lang::En);
        let c = |card| card_word(game, card, Lang::En);
        match event.kind {
            E::Announced { id, ability, player, .. } if ability == AbilityId::NONE => {
                format!("cast {} {player}", o(id))
            }
            E::Announced { id, player, .. } => format!("ability {} {player}", o(id)),
            E::Copied { id, player, .. } => format!("copy {} {player}", o(id)),
            E::Targeted { by, target } => format!("target {} -> {}", o(by), t(target)),
            E::Resolving { id, card, ability } => {
                let what = if ability == AbilityId::NONE { "resolve" } else { "resolve ability" };
                let _ = id;
                format!("{what} {}", c(card))
            }
            E::Fizzled { card, .. } => format!("fizzle {}", c(card)),
            E::Countered { card, .. } => format!("counter {}", c(card)),
            E::TakenBack { player, because: None } => format!("take back {player}"),
            E::TakenBack { player, because: Some(because) } => {
                format!("take back {player} {}", because.key())
            }
            E::TappedForMana { id, player, .. } => format!("tap for mana {} {player}", o(id)),
            E::Counters { id, kind, by } => {
                format!("counters {} {} {by:+}", o(id), counter_key(kind))
            }
            E::PlayerCounters { player, kind, by } => {
                format!("counters {player} {} {by:+}", counter_key(kind))
            }
            _ => self.brief_rest(game, event),
        }
    }

    /// Short: combat, permanents, choices and the end.
    fn brief_rest(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let o = |id| self.name_in(game, id, Lang::En);
        let t = |thing| self.thing_in(game, thing, Lang::En);
        let c = |card| card_word(game, card, Lang::En);
        match event.kind {
            E::Attacks { id, target } => format!("attack {} -> {}", o(id), t(target)),
            E::Blocks { id, attacker } => format!("block {} -> {}", o(id), o(attacker)),
            E::BecameBlocked { id } => format!("blocked {}", o(id)),
            E::Unblocked { id } => format!("unblocked {}", o(id)),
            E::LeftCombat { id } => format!("leave combat {}", o(id)),
            E::Assigned { source, to, amount } => {
                format!("assign {} -> {} {amount}", o(source), t(to))
            }
            E::DamageOnStack { .. } => "damage on stack".into(),
            E::DamageResolves { .. } => "damage resolves".into(),
            E::Control { id, player } => format!("control {} {player}", o(id)),
            E::Attached { id, to } => format!("attach {} -> {}", o(id), o(to)),
            E::Unattached { id } => format!("unattach {}", o(id)),
            E::Destroyed { id } => format!("destroy {}", o(id)),
            E::Sacrificed { id, player } => format!("sacrifice {} {player}", o(id)),
            E::Discarded { id, player } => format!("discard {} {player}", o(id)),
            E::Cycled { id, player } => format!("cycle {} {player}", o(id)),
            E::Regenerated { id } => format!("regenerate {}", o(id)),
            E::TokenCreated { card, player, .. } => format!("token {} {player}", c(card)),
            E::Ceased { id, .. } => format!("cease {}", o(id)),
            E::Replaced { source } => format!("replace {}", o(source)),
            E::Triggered { source, player, .. } => format!("trigger {} {player}", o(source)),
            E::Shuffled { player } => format!("shuffle {player}"),
            E::Revealed { card, .. } => format!("reveal {}", c(card)),
            E::RevealedBy { card, .. } => format!("reveal {}", c(card)),
            E::LookedAt { player, of, count } => format!("look {player} {of} {count}"),
            E::Passed { player } => format!("pass {player}"),
            E::Chose { player, thing } => format!("choose {player} {}", t(thing)),
            E::ChoseNumber { player, number } => format!("number {player} {number}"),
            E::EffectBegan { source } => format!("effect {}", o(source)),
            E::Mulligan { player } => format!("mulligan {player}"),
            E::Kept { player } => format!("keep {player}"),
            E::Lost { player } => format!("lost {player}"),
            E::Ended { winner: Some(player) } => format!("win {player}"),
            E::Ended { winner: None } => "draw game".into(),
            // What the other two tell.
            _ => String::new(),
        }
    }
}
