//! Events as English sentences.

use super::Teller;
use super::mana;
use crate::explain::{card_word, wording, words, zone_word};
use simpan_cards::program::AbilityId;
use simpan_magic::Magic;
use simpan_magic::event::{Event, EventKind};
use simpan_magic::object::ObjectKind;
use simpan_rulebook::Lang;
impl Teller {
    /// English: the turn, zones, life, damage and mana.
    pub(super) fn english(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let preset = game.state().rules().preset;
        let o = |id| self.name(game, id);
        let t = |thing| self.thing(game, thing);
        let c = |card| card_word(game, card, Lang::En);
        let z = |zone| zone_word(zone, Lang::En, preset);
        match event.kind {
            E::TurnBegan { player, turn } => format!("Turn {turn} begins: {player}."),
            E::StepBegan { step, .. } => {
                let step = simpan_language::step_name(step, words(Lang::En), wording(preset));
                format!("The {step} begins.")
            }
            E::Moved { id, to_id, card, from, to, player } => {
                let name = if !to_id.is_none() {
                    o(to_id)
                } else if !id.is_none() {
                    o(id)
                } else {
                    c(card)
                };
                format!("{name} goes from {} to {} ({player}).", z(from), z(to))
            }
            E::Drew { player, id } if id.is_none() => format!("{player} draws a card."),
            E::Drew { player, id } => format!("{player} draws {}.", o(id)),
            E::DrewFromEmpty { player } => format!("{player} would draw from an empty library."),
            E::Tapped { id } => format!("{} is tapped.", o(id)),
            E::PhasedOut { id } => format!("{} phases out.", o(id)),
            E::PhasedIn { id } => format!("{} phases in.", o(id)),
            E::Searched { player, of } if player == of => format!("{player} searches a library."),
            E::Searched { player, of } => format!("{player} searches {of}'s library."),
            E::TurnedUp { card, .. } => format!("{} is turned face up.", c(card)),
            E::TurnedDown { id } => format!("{} is turned face down.", o(id)),
            E::Untapped { id } => format!("{} is untapped.", o(id)),
            E::Life { player, by, now } => {
                let verb = if by < 0 { "loses" } else { "gains" };
                let why =
                    if event.rule == simpan_rulebook::rule::MANA_BURN { "mana burn, " } else { "" };
                format!("{player} {verb} {} life ({why}now {now}).", by.unsigned_abs())
            }
            E::Damage { source, to, amount, combat } => {
                let kind = if combat { "combat damage" } else { "damage" };
                format!("{} deals {amount} {kind} to {}.", o(source), t(to))
            }
            E::Prevented { to, amount } => format!("{amount} damage to {} is prevented.", t(to)),
            E::ManaAdded { player, kind, amount } => {
                format!("{player} adds {}.", mana(kind, amount))
            }
            E::ManaSpent { player, kind, amount } => {
                format!("{player} spends {}.", mana(kind, amount))
            }
            E::ManaLost { player, amount } => format!("{player} loses {amount} unspent mana."),
            _ => self.english_stack(game, event),
        }
    }

    /// English: the stack, targets and counters.
    fn english_stack(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let preset = game.state().rules().preset;
        let o = |id| self.name(game, id);
        let t = |thing| self.thing(game, thing);
        let c = |card| card_word(game, card, Lang::En);
        let s = |n: i32| if n == 1 { "" } else { "s" };
        match event.kind {
            E::Announced { id, ability, player, .. } if ability == AbilityId::NONE => {
                let verb = if preset.old_wording() { "plays" } else { "casts" };
                format!("{player} {verb} {}.", o(id))
            }
            E::Announced { id, player, .. } => {
                format!("{player} puts an ability of {} on the stack.", o(id))
            }
            E::Copied { id, player, .. } => {
                format!("{player} puts a copy of {} on the stack.", o(id))
            }
            E::Targeted { by, target } => format!("{} targets {}.", o(by), t(target)),
            E::Resolving { card, ability, .. } if ability == AbilityId::NONE => {
                format!("{} resolves.", c(card))
            }
            E::Resolving { card, .. } => format!("The ability of {} resolves.", c(card)),
            E::Fizzled { card, .. } => format!("{} has no legal target left.", c(card)),
            E::Countered { card, .. } => format!("{} is countered.", c(card)),
            E::TakenBack { player, because: None } => {
                format!("{player} takes the announcement back: all is as before it.")
            }
            E::TakenBack { player, because: Some(because) } => {
                let why = because.qualified(preset.book());
                let what = because.entry().title.en.to_lowercase();
                format!(
                    "{player}'s announcement can't be completed ({what}, {why}) and is taken back: \
                     all is as before it."
                )
            }
            E::TappedForMana { id, player, .. } => format!("{player} taps {} for mana.", o(id)),
            E::Counters { id, kind, by } => {
                let kind = simpan_language::counter_name(kind, words(Lang::En));
                let verb = if by < 0 { "loses" } else { "gets" };
                format!("{} {verb} {} {kind} counter{}.", o(id), by.unsigned_abs(), s(by.abs()))
            }
            E::PlayerCounters { player, kind, by } => {
                let kind = simpan_language::counter_name(kind, words(Lang::En));
                format!("{player} gets {by} {kind} counter{}.", s(by))
            }
            _ => self.english_rest(game, event),
        }
    }

    /// English: combat, permanents, choices and the end.
    fn english_rest(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let o = |id| self.name(game, id);
        let t = |thing| self.thing(game, thing);
        let c = |card| card_word(game, card, Lang::En);
        let s = |n: i32| if n == 1 { "" } else { "s" };
        match event.kind {
            E::Attacks { id, target } => format!("{} attacks {}.", o(id), t(target)),
            E::Blocks { id, attacker } => format!("{} blocks {}.", o(id), o(attacker)),
            E::BecameBlocked { id } => format!("{} becomes blocked.", o(id)),
            E::Unblocked { id } => format!("{} is unblocked.", o(id)),
            E::LeftCombat { id } => format!("{} is removed from combat.", o(id)),
            E::Assigned { source, to, amount } => {
                format!("{} assigns {amount} combat damage to {}.", o(source), t(to))
            }
            E::DamageOnStack { .. } => "Combat damage goes on the stack.".into(),
            E::DamageResolves { .. } => "Combat damage resolves.".into(),
            E::Control { id, player } => format!("{player} gains control of {}.", o(id)),
            E::Attached { id, to } => format!("{} is attached to {}.", o(id), o(to)),
            E::Unattached { id } => format!("{} becomes unattached.", o(id)),
            E::Destroyed { id } => format!("{} is destroyed.", o(id)),
            E::Sacrificed { id, player } => format!("{player} sacrifices {}.", o(id)),
            E::Discarded { id, player } => format!("{player} discards {}.", o(id)),
            E::Cycled { id, player } => format!("{player} cycles {}.", o(id)),
            E::Regenerated { id } => format!("{} regenerates.", o(id)),
            E::TokenCreated { card, player, .. } => format!("{player} gets a {} token.", c(card)),
            E::Ceased { id, kind: ObjectKind::Ability } => {
                format!("The ability of {} leaves the stack.", o(id))
            }
            E::Ceased { kind: ObjectKind::CombatDamage, .. } => {
                "Combat damage leaves the stack.".into()
            }
            E::Ceased { id, .. } => format!("{} ceases to exist.", o(id)),
            E::Replaced { source } => format!("An effect of {} applies instead.", o(source)),
            E::Triggered { source, .. } => format!("An ability of {} triggers.", o(source)),
            E::Shuffled { player } => format!("{player}'s library is shuffled."),
            E::Revealed { card, .. } => format!("{} is revealed.", c(card)),
            E::RevealedBy { card, .. } => format!("{} is revealed.", c(card)),
            E::LookedAt { player, of, count } => {
                format!("{player} looks at {count} card{} of {of}.", s(i32::from(count)))
            }
            E::Passed { player } => format!("{player} passes."),
            E::Chose { player, thing } => format!("{player} chooses {}.", t(thing)),
            E::ChoseNumber { player, number } => {
                let verb = if self.says() { "says" } else { "chooses" };
                format!("{player} {verb} {}.", self.chosen(number))
            }
            E::EffectBegan { source } => format!("An effect of {} begins.", o(source)),
            E::Mulligan { player } => format!("{player} takes a mulligan."),
            E::Kept { player } => format!("{player} keeps the hand."),
            E::Lost { player } => format!("{player} loses the game."),
            E::Ended { winner: Some(player) } => format!("{player} wins the game."),
            E::Ended { winner: None } => "The game is a draw.".into(),
            // What the other two tell.
            _ => String::new(),
        }
    }
}
