//! What effects say of players (2021 rule 613.10).

use super::action_at;
use crate::look::{Context, Look};
use crate::process::skip_bit;
use crate::state::{PlayerMods, State};
use simpan_cards::Pool;
use simpan_cards::ast::{Action, Filter, PlayerChange, Players, Predicate, StaticEffect};
use simpan_cards::program::{AbilityId, AbilityKind, Sign};
use simpan_engine::{ObjectId, PlayerId};
use smallvec::SmallVec;

/// A change and the players it is about, a bit each.
type Found<'t> = SmallVec<[(&'t PlayerChange, u8); 4]>;

/// Finds anew what effects say of each player. Characteristics must be up to date.
pub(super) fn find_mods(pool: &Pool, s: &mut State) {
    for p in &mut s.players {
        p.mods = PlayerMods::default();
    }
    let mut found = Found::new();
    let mut volatile = false;
    if s.signs.has(Sign::ChangesPlayers) {
        let look = Look { pool, s };
        for id in &s.battlefield {
            let o = &s.objects[id.index()];
            let c = look.now(o);
            if c.signs.has(Sign::ChangesPlayers) {
                let ctx = Context::of(*id, o.controller);
                c.abilities.iter().for_each(|a| {
                    volatile |= is_conditional(pool, *a);
                    found.extend(of_ability(pool, *a, (look, ctx)));
                });
            }
        }
    }
    s.volatile |= volatile;
    for e in s.effects.iter().filter(|e| e.players != 0) {
        if let Some(Action::ChangePlayers { change, .. }) = action_at(pool, e.program, e.op) {
            found.push((change, e.players));
        }
    }
    for (change, who) in found {
        for (i, p) in s.players.iter_mut().enumerate() {
            if who >> i & 1 == 1 {
                apply(&mut p.mods, change, i as u8);
            }
        }
    }
}

fn of_ability<'t>(
    pool: &'t Pool,
    ability: AbilityId,
    (look, ctx): (Look<'_>, Context<'_>),
) -> Option<(&'t PlayerChange, u8)> {
    let AbilityKind::Static(s) = &pool.ability(ability).kind else { return None };
    let StaticEffect::ChangePlayers { who, change } = &s.effect else { return None };
    if s.while_.as_ref().is_some_and(|w| !look.condition(w, ctx)) {
        return None;
    }
    let bits = look.players(who, ctx).iter().fold(0, |bits, p| bits | 1 << (p.0 & 7));
    Some((change, bits))
}

impl Look<'_> {
    /// Whether an ability of a permanent has a player reveal the first card drawn each turn.
    pub(crate) fn reveals_first_draw(self, source: ObjectId, player: PlayerId) -> bool {
        let o = &self.s.objects[source.index()];
        let ctx = Context::of(source, o.controller);
        self.now(o).abilities.iter().any(|a| {
            matches!(of_ability(self.pool, *a, (self, ctx)),
                Some((PlayerChange::RevealFirstDraw, who)) if who >> player.0 & 1 == 1)
        })
    }
}

fn is_conditional(pool: &Pool, ability: AbilityId) -> bool {
    matches!(&pool.ability(ability).kind, AbilityKind::Static(s) if s.while_.is_some())
}

/// Of whose libraries cards may be played by a player, a bit each: the player's own unless others
/// are named.
pub(crate) fn whose(filter: &Filter, seat: u8) -> u8 {
    let own = 1u8 << (seat & 7);
    let owner = filter.all.iter().find_map(|p| match p {
        Predicate::Owner(who) => Some(who),
        _ => None,
    });
    match owner {
        Some(Players::Opponents) => !own,
        Some(Players::Each) => u8::MAX,
        _ => own,
    }
}

fn apply(mods: &mut PlayerMods, change: &PlayerChange, seat: u8) {
    match change {
        PlayerChange::HandRevealed => mods.hand_revealed = true,
        PlayerChange::TopRevealed => mods.top_revealed = true,
        PlayerChange::PlayFromTop(filter) => mods.play_from_top |= whose(filter, seat),
        PlayerChange::RevealFirstDraw => mods.reveal_first_draw = true,
        PlayerChange::PlayFrom(_) => mods.play_from = true,
        PlayerChange::OthersGraveyards => mods.graveyards = true,
        PlayerChange::AsThoughFlash(_) => mods.flash = true,
        PlayerChange::NoMaximumHandSize => mods.no_maximum_hand = true,
        PlayerChange::ExtraLands(n) => mods.extra_lands = mods.extra_lands.saturating_add(*n),
        PlayerChange::NoLifeGain => mods.no_life_gain = true,
        PlayerChange::CantCast(_) => mods.cant_cast = true,
        PlayerChange::SearchesTop(n) => {
            mods.searches_top = Some(mods.searches_top.map_or(*n, |m| m.min(*n)));
        }
        PlayerChange::CantPlayLands => mods.cant_play_lands = true,
        PlayerChange::AttackersAtMost(n) => {
            mods.attackers_at_most = Some(mods.attackers_at_most.map_or(*n, |m| m.min(*n)));
        }
        PlayerChange::CantLose => mods.cant_lose = true,
        PlayerChange::Shroud => mods.shroud = true,
        PlayerChange::Hexproof => mods.hexproof = true,
        PlayerChange::SkipStep(_) | PlayerChange::SkipCombat | PlayerChange::SkipTurn => {
            mods.skips |= skip_bit(change);
        }
    }
}
