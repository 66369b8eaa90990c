//! Every card is in one place, and at every priority all that rules do by themselves is done.

use crate::common::{Guide, each_game, game, kind, listed, play};
use simpan_cards::ast::{
    CardType, CounterKind, Keyword, KeywordAbility, PlayerChange, StaticEffect, Subtype, Supertype,
    Zone,
};
use simpan_cards::program::AbilityKind;
use simpan_engine::{Game, ObjectId, PlayerId, QuestionKind};
use simpan_magic::look::Context;
use simpan_magic::object::ObjectKind;
use simpan_magic::{LegendRule, Magic, OpposedCounters};
use std::collections::BTreeSet;

/// How many cards each player owns, after checking that each is where it says.
fn census(game: &Magic) -> Vec<usize> {
    let s = game.state();
    let mut slots = BTreeSet::new();
    let mut owned = vec![0; s.player_count()];
    for (zone, id) in listed(game) {
        assert!(slots.insert(id.slot), "{id} is in two places");
        let Some(o) = s.object(id) else { panic!("{id} in {zone:?} is no object") };
        assert_eq!(o.zone(), zone, "{id} is listed in another zone");
        assert_eq!(o.id(id.index()), id);
        if zone.is_per_player() {
            assert!(s.zone(zone, o.owner()).contains(&id), "{id} is in another player's {zone:?}");
        }
        match o.kind() {
            ObjectKind::Card => owned[o.owner().index()] += 1,
            ObjectKind::Token => assert_ne!(zone, Zone::Stack, "a token on the stack"),
            ObjectKind::Free => panic!("{id} in {zone:?} is an empty slot"),
            ObjectKind::SpellCopy | ObjectKind::Ability | ObjectKind::CombatDamage => {
                assert_eq!(zone, Zone::Stack, "{id} is off the stack");
            }
        }
    }
    owned
}

#[test]
fn every_card_is_in_one_zone() {
    each_game(12, |n, preset| {
        println!("game {n} {preset:?}");
        let mut start = game(n, preset);
        let sizes = census(&start);
        play(&mut start, &mut Guide::new(n ^ 0xd), |game, _| {
            assert_eq!(census(game), sizes, "at {:?}", game.ask());
        });
    });
}

/// Whether something on the battlefield says that the player can't lose.
fn may_be_unable_to_lose(game: &Magic) -> bool {
    game.state().zone(Zone::Battlefield, PlayerId(0)).iter().any(|id| {
        let c = game.look().characteristics(*id).expect("a permanent");
        c.abilities.iter().any(|a| match &game.pool().ability(*a).kind {
            AbilityKind::Static(s) => matches!(
                s.effect,
                StaticEffect::ChangePlayers { change: PlayerChange::CantLose, .. }
            ),
            _ => false,
        })
    })
}

fn players_rest(game: &Magic) {
    let s = game.state();
    for p in (0..s.player_count()).map(|p| s.player(PlayerId(p as u8))) {
        if !p.lost() && !may_be_unable_to_lose(game) {
            assert!(p.life() > 0, "a player plays on at {} life", p.life());
            assert!(p.poison() < 10, "a player plays on with {} poison", p.poison());
        }
    }
}

fn permanent_rests(game: &Magic, id: ObjectId) {
    let s = game.state();
    let look = game.look();
    let o = s.object(id).expect("a permanent");
    let c = look.characteristics(id).expect("a permanent");
    let name = &game.pool().card(c.named).data.name;
    if c.types.has(CardType::Creature) {
        assert!(c.toughness > 0, "{name} has toughness {}", c.toughness);
        let lethal = o.damage() >= c.toughness && !c.keywords.has(Keyword::Indestructible);
        assert!(!lethal, "{name} has {} damage of {}", o.damage(), c.toughness);
    }
    if Subtype::named("Aura").is_some_and(|aura| c.subtypes.has(aura)) {
        let host = o.attached_to().unwrap_or_else(|| panic!("{name} is on nothing"));
        let there = s.object(host).is_some_and(|h| h.zone() == Zone::Battlefield);
        assert!(there, "{name} is on something that is gone");
        // A copy enchants what the card does that it copies.
        let enchant = game.pool().card(c.named).enchant.expect("what an Aura enchants");
        let AbilityKind::Keyword(KeywordAbility::Enchant(filter)) =
            &game.pool().ability(enchant).kind
        else {
            panic!("{name} enchants nothing");
        };
        assert!(look.fits(host, filter, Context::of(id, o.controller())), "{name} is misplaced");
    }
    if s.rules().opposed_counters == OpposedCounters::Cancel {
        let (plus, minus) =
            (s.counters_on(id, CounterKind::PlusOne), s.counters_on(id, CounterKind::MinusOne));
        assert!(plus == 0 || minus == 0, "{name} has both counters");
    }
}

fn legends_rest(game: &Magic) {
    let look = game.look();
    let mut seen = BTreeSet::new();
    for id in game.state().zone(Zone::Battlefield, PlayerId(0)) {
        let c = look.characteristics(*id).expect("a permanent");
        if c.supertypes.has(Supertype::Legendary) {
            let whose = match game.state().rules().legend_rule {
                LegendRule::AllGo => None,
                LegendRule::KeepOne => look.controller(*id),
            };
            assert!(seen.insert((c.named, whose)), "two legends of one name");
        }
    }
}

fn no_tokens_elsewhere(game: &Magic) {
    for (zone, id) in listed(game) {
        let kind = game.state().object(id).map(|o| o.kind());
        let stays = matches!(zone, Zone::Battlefield | Zone::Stack);
        assert!(stays || kind == Some(ObjectKind::Card), "{kind:?} in {zone:?}");
    }
}

#[test]
fn state_based_checks_are_at_rest_at_every_priority() {
    each_game(16, |n, preset| {
        println!("game {n} {preset:?}");
        play(&mut game(n, preset), &mut Guide::new(n ^ 0xf), |game, _| {
            if kind(game) != Some(QuestionKind::Act) {
                return;
            }
            players_rest(game);
            for id in game.state().zone(Zone::Battlefield, PlayerId(0)) {
                permanent_rests(game, *id);
            }
            legends_rest(game);
            no_tokens_elsewhere(game);
        });
    });
}
