//! Events as sentences.

use crate::text::{MANA, Speaker};
use crate::words::{self, Entry};
use simpan_cards::ast::Zone;
use simpan_cards::program::{AbilityId, CardId};
use simpan_engine::ObjectId;
use simpan_language::{counter_name, step_name, zone_name};
use simpan_magic::event::{Event, EventKind as E};
use simpan_magic::object::Thing;
use simpan_rulebook::rule;

impl Speaker<'_> {
    /// The sentence of an event that has been masked for its reader; `None` for what the events
    /// around it say already.
    pub fn event(&self, event: &Event) -> Option<String> {
        if let (E::Life { player, by, now }, rule::MANA_BURN) = (event.kind, event.rule) {
            let (by, now) = (by.unsigned_abs().to_string(), now.to_string());
            return Some(self.say(&words::E_BURN, &[&self.player(player), &by, &now]));
        }
        self.told_of_turn(event.kind)
            .or_else(|| self.told_of_spells(event.kind))
            .or_else(|| self.told_of_combat(event.kind))
            .or_else(|| self.told_of_things(event.kind))
            .or_else(|| self.told_of_choices(event.kind))
    }

    fn one(&self, entry: &Entry, id: ObjectId) -> Option<String> {
        Some(self.say(entry, &[&self.object(id)]))
    }

    fn told_of_turn(&self, kind: E) -> Option<String> {
        let lang = crate::text::language(self.lang);
        let wording = crate::text::wording(self.preset);
        Some(match kind {
            E::TurnBegan { player, turn } => {
                self.say(&words::E_TURN, &[&self.player(player), &turn.to_string()])
            }
            E::StepBegan { step, player } => {
                let step = step_name(step, lang, wording);
                self.say(&words::E_STEP, &[&step, &self.player(player)])
            }
            E::Life { player, by, now } => {
                let entry = if by >= 0 { &words::E_GAIN } else { &words::E_LOSE };
                let by = by.unsigned_abs().to_string();
                self.say(entry, &[&self.player(player), &by, &now.to_string()])
            }
            E::ManaAdded { player, kind, amount } => {
                self.say(&words::E_MANA, &[&self.player(player), &mana(kind, amount)])
            }
            E::ManaSpent { player, kind, amount } => {
                self.say(&words::E_SPENT, &[&self.player(player), &mana(kind, amount)])
            }
            E::ManaLost { player, amount } => {
                self.say(&words::E_MANA_LOST, &[&self.player(player), &amount.to_string()])
            }
            E::Lost { player } => self.say(&words::E_LOST, &[&self.player(player)]),
            E::Ended { winner: Some(p) } => self.say(&words::E_WON, &[&self.player(p)]),
            E::Ended { winner: None } => self.say(&words::E_DRAW, &[]),
            E::Drew { .. } | E::EffectBegan { .. } | E::TappedForMana { .. } => return None,
            E::DrewFromEmpty { player } => self.say(&words::E_EMPTY, &[&self.player(player)]),
            E::Moved { id, to_id, card, from, to, player } => {
                return self.moved(id, to_id, card, (from, to), &self.player(player));
            }
            E::Shuffled { player } => self.say(&words::E_SHUFFLED, &[&self.player(player)]),
            E::Mulligan { player } => self.say(&words::E_MULLIGAN, &[&self.player(player)]),
            E::Kept { player } => self.say(&words::E_KEPT, &[&self.player(player)]),
            E::Passed { player } => self.say(&words::E_PASSED, &[&self.player(player)]),
            _ => return None,
        })
    }

    fn moved(
        &self,
        id: ObjectId,
        to_id: ObjectId,
        card: CardId,
        (from, to): (Zone, Zone),
        player: &str,
    ) -> Option<String> {
        let known = if to_id.is_none() { id } else { to_id };
        let name = if card == CardId::NONE { self.object(known) } else { self.card(card) };
        let drawn = from == Zone::Library && to == Zone::Hand;
        if drawn {
            return Some(match card {
                CardId::NONE => self.say(&words::E_DRAWN, &[player]),
                _ => self.say(&words::E_DRAWN_CARD, &[player, &name]),
            });
        }
        let entry = match to {
            Zone::Battlefield => {
                self.by_age(&words::E_TO_BATTLEFIELD, &words::E_TO_BATTLEFIELD_OLD)
            }
            Zone::Stack => &words::E_TO_STACK,
            Zone::Graveyard => &words::E_TO_GRAVEYARD,
            Zone::Hand => &words::E_TO_HAND,
            Zone::Library => &words::E_TO_LIBRARY,
            Zone::Exile => self.by_age(&words::E_TO_EXILE, &words::E_TO_EXILE_OLD),
            Zone::Command | Zone::PhasedOut | Zone::Outside => {
                let lang = crate::text::language(self.lang);
                let wording = crate::text::wording(self.preset);
                let (from, to) = (zone_name(from, lang, wording), zone_name(to, lang, wording));
                return Some(self.say(&words::E_MOVED, &[&name, &from, &to, player]));
            }
        };
        Some(self.say(entry, &[&name, player]))
    }

    fn told_of_spells(&self, kind: E) -> Option<String> {
        Some(match kind {
            E::Announced { card, ability, player, .. } if ability == AbilityId::NONE => {
                let entry = self.by_age(&words::E_CAST, &words::E_CAST_OLD);
                self.say(entry, &[&self.player(player), &self.card(card)])
            }
            E::Announced { card, player, .. } => {
                self.say(&words::E_ABILITY, &[&self.player(player), &self.card(card)])
            }
            E::Copied { card, player, .. } => {
                self.say(&words::E_COPIED, &[&self.player(player), &self.card(card)])
            }
            E::Targeted { by, target } => {
                self.say(&words::E_TARGETED, &[&self.object(by), &self.thing(target)])
            }
            E::Resolving { card, ability, .. } => {
                let spell = ability == AbilityId::NONE;
                let entry = if spell { &words::E_RESOLVES } else { &words::E_RESOLVES_ABILITY };
                self.say(entry, &[&self.card(card)])
            }
            E::Fizzled { card, .. } => self.say(&words::E_FIZZLED, &[&self.card(card)]),
            E::Countered { card, .. } => self.say(&words::E_COUNTERED, &[&self.card(card)]),
            E::TakenBack { player, because: None } => {
                self.say(&words::E_TAKEN_BACK, &[&self.player(player)])
            }
            E::TakenBack { player, because: Some(because) } => {
                let (title, number) =
                    (because.entry().title, crate::text::number(because, self.preset));
                let player = self.player(player);
                let with = [player.as_str(), title.get(self.lang), &number];
                self.say(&words::E_TAKEN_BACK_WHY, &with)
            }
            E::Triggered { source, .. } => return self.one(&words::E_TRIGGERED, source),
            E::Replaced { source } => return self.one(&words::E_REPLACED, source),
            E::DamageOnStack { .. } => self.say(&words::E_DAMAGE_STACK, &[]),
            E::DamageResolves { .. } => self.say(&words::E_DAMAGE_RESOLVES, &[]),
            _ => return None,
        })
    }

    fn told_of_combat(&self, kind: E) -> Option<String> {
        Some(match kind {
            E::Damage { source, to, amount, combat } => {
                let entry = if combat { &words::E_COMBAT_DAMAGE } else { &words::E_DAMAGE };
                self.dealt(entry, source, to, amount)
            }
            E::Prevented { to, amount } => {
                self.say(&words::E_PREVENTED, &[&self.thing(to), &amount.to_string()])
            }
            E::Attacks { id, target } => {
                self.say(&words::E_ATTACKS, &[&self.object(id), &self.thing(target)])
            }
            E::Blocks { id, attacker } => {
                self.say(&words::E_BLOCKS, &[&self.object(id), &self.object(attacker)])
            }
            E::BecameBlocked { id } => return self.one(&words::E_BLOCKED, id),
            E::Unblocked { id } => return self.one(&words::E_UNBLOCKED, id),
            E::LeftCombat { id } => return self.one(&words::E_LEFT_COMBAT, id),
            E::Assigned { source, to, amount } => {
                self.dealt(&words::E_ASSIGNED, source, to, amount)
            }
            _ => return None,
        })
    }

    fn dealt(&self, entry: &Entry, source: ObjectId, to: Thing, amount: i32) -> String {
        self.say(entry, &[&self.object(source), &self.thing(to), &amount.to_string()])
    }

    fn told_of_things(&self, kind: E) -> Option<String> {
        let counters = |kind| counter_name(kind, crate::text::language(self.lang));
        Some(match kind {
            E::Tapped { id } => return self.one(&words::E_TAPPED, id),
            E::PhasedOut { id } => return self.one(&words::E_PHASED_OUT, id),
            E::PhasedIn { id } => return self.one(&words::E_PHASED_IN, id),
            E::Searched { player, of } => {
                self.say(&words::E_SEARCHED, &[&self.player(player), &self.player(of)])
            }
            E::TurnedUp { id, .. } => return self.one(&words::E_TURNED_UP, id),
            E::TurnedDown { id } => return self.one(&words::E_TURNED_DOWN, id),
            E::Untapped { id } => return self.one(&words::E_UNTAPPED, id),
            E::Counters { id, kind, by } => self
                .say(&words::E_COUNTERS, &[&self.object(id), &counters(kind), &format!("{by:+}")]),
            E::PlayerCounters { player, kind, by } => self.say(
                &words::E_PLAYER_COUNTERS,
                &[&self.player(player), &counters(kind), &by.to_string()],
            ),
            E::Control { id, player } => {
                self.say(&words::E_CONTROL, &[&self.object(id), &self.player(player)])
            }
            E::Attached { id, to } => {
                self.say(&words::E_ATTACHED, &[&self.object(id), &self.object(to)])
            }
            E::Unattached { id } => return self.one(&words::E_UNATTACHED, id),
            E::Destroyed { id } => return self.one(&words::E_DESTROYED, id),
            E::Sacrificed { id, player } => {
                self.say(&words::E_SACRIFICED, &[&self.object(id), &self.player(player)])
            }
            E::Discarded { id, player } => {
                self.say(&words::E_DISCARDED, &[&self.object(id), &self.player(player)])
            }
            E::Regenerated { id } => return self.one(&words::E_REGENERATED, id),
            E::TokenCreated { card, player, .. } => {
                self.say(&words::E_TOKEN, &[&self.card(card), &self.player(player)])
            }
            // It leaves the stack as it resolves; that is no news.
            E::Ceased { id, .. } if self.only_was_on_stack(id) => return None,
            E::Ceased { id, .. } => return self.one(&words::E_CEASED, id),
            _ => return None,
        })
    }

    /// Whether it was an ability or combat damage, which are only ever on the stack.
    fn only_was_on_stack(&self, id: ObjectId) -> bool {
        use simpan_magic::object::ObjectKind;
        let kind = self.look.object_or_last(id).map(|o| o.kind());
        matches!(kind, None | Some(ObjectKind::Ability | ObjectKind::CombatDamage))
    }

    fn told_of_choices(&self, kind: E) -> Option<String> {
        Some(match kind {
            E::Revealed { card, .. } | E::RevealedBy { card, .. } => {
                self.say(&words::E_REVEALED, &[&self.card(card)])
            }
            E::LookedAt { player, of, count } => {
                let (player, of) = (self.player(player), self.player(of));
                self.say(&words::E_LOOKED, &[&player, &of, &count.to_string()])
            }
            E::Chose { player, thing: Thing::None } => {
                self.say(&words::E_CHOSE_HIDDEN, &[&self.player(player)])
            }
            E::Chose { player, thing } => {
                self.say(&words::E_CHOSE, &[&self.player(player), &self.thing(thing)])
            }
            E::ChoseNumber { player, number } => {
                self.say(&words::E_CHOSE_NUMBER, &[&self.player(player), &number.to_string()])
            }
            _ => return None,
        })
    }
}

/// So much mana of a kind, as symbols. `kind` is the number of the kind.
fn mana(kind: u8, amount: u16) -> String {
    let symbol = MANA.get(usize::from(kind)).copied().unwrap_or("?");
    match amount {
        0..=6 => symbol.repeat(usize::from(amount)),
        _ => format!("{symbol}×{amount}"),
    }
}
