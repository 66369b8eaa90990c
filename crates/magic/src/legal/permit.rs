//! From where, when and whether at all a spell may be begun (2005 rules 401.4, 401.5 and 409.4,
//! 2021 rules 601.3 and 609.4a): what effects allow and forbid.

use super::How;
use crate::layers::action_at;
use crate::layers::players::whose;
use crate::look::{Context, Look};
use crate::object::Object;
use crate::refuse::{need, refuse};
use crate::ruleset::Prohibitions;
use simpan_cards::Characteristics;
use simpan_cards::ast::{
    Action, CardType, Change, Filter, Keyword, Kind, PlayerChange, Predicate, StaticEffect, Zone,
};
use simpan_cards::program::{AbilityKind, Sign};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::{RuleId, marker::holds, rule};

/// The greatest X that is tried to see whether some value lets a spell be cast.
const MOST_X: i32 = 40;

impl<'a> Look<'a> {
    /// Whether some effect says something of a player.
    fn says(
        self,
        player: PlayerId,
        mut holds: impl FnMut(&'a PlayerChange, Context<'_>) -> bool,
    ) -> bool {
        if self.any_sign(Sign::ChangesPlayers) {
            for source in self.s.battlefield.iter().copied() {
                let o = &self.s.objects[source.index()];
                let c = self.now(o);
                if !c.signs.has(Sign::ChangesPlayers) {
                    continue;
                }
                let ctx = Context::of(source, o.controller);
                for ability in &c.abilities {
                    let AbilityKind::Static(s) = &self.pool.ability(*ability).kind else {
                        continue;
                    };
                    let StaticEffect::ChangePlayers { who, change } = &s.effect else { continue };
                    if self.is_among(player, who, ctx)
                        && s.while_.as_ref().is_none_or(|w| self.condition(w, ctx))
                        && holds(change, ctx)
                    {
                        return true;
                    }
                }
            }
        }
        self.s.effects.iter().filter(|e| e.players & 1 << player.0 != 0).any(|e| {
            match action_at(self.pool, e.program, e.op) {
                Some(Action::ChangePlayers { change, .. }) => {
                    holds(change, Context::of(e.source, e.controller))
                }
                _ => false,
            }
        })
    }

    /// Whether an effect lets a player play that very card from where it is; and whether without
    /// paying its mana cost.
    pub(crate) fn permitted(self, player: PlayerId, id: ObjectId) -> Option<bool> {
        let c = self.now(self.s.object(id)?);
        let mut found = None;
        for limit in c.limits.iter().filter(|l| l.you == player) {
            if let Change::MayPlay { free } = self.limit_change(limit) {
                found = Some(*free || found == Some(true));
            }
        }
        found
    }

    /// Whether a player may play cards of that card's owner from where it is, as far as that goes.
    pub(super) fn may_use(self, player: PlayerId, id: ObjectId, o: &Object) -> bool {
        let mods = self.s.players[player.index()].mods;
        o.owner == player
            || (o.zone == Zone::Library && mods.play_from_top >> o.owner.0 & 1 == 1)
            || (o.zone == Zone::Graveyard && mods.graveyards)
            || (o.zone != Zone::Hand && self.permitted(player, id).is_some())
    }

    /// Whether the card is where the player may play it from.
    pub(super) fn playable_here(self, player: PlayerId, id: ObjectId, o: &Object) -> bool {
        let p = &self.s.players[player.index()];
        match o.zone {
            Zone::Hand => o.owner == player,
            Zone::Library => {
                let theirs = |f: &Filter| whose(f, player.0) >> o.owner.0 & 1 == 1;
                let fits = |f: &Filter, ctx: Context<'_>| theirs(f) && self.fits_all(id, f, ctx);
                p.mods.play_from_top != 0
                    && self.s.players[o.owner.index()].library.last() == Some(&id)
                    && self.says(player, |change, ctx| {
                        matches!(change, PlayerChange::PlayFromTop(f) if fits(f, ctx))
                    })
            }
            Zone::Battlefield | Zone::Stack => false,
            zone => {
                let fits = |f: &Filter, ctx: Context<'_>| {
                    f.kind == Kind::Card(zone) && self.fits_all(id, f, ctx)
                };
                self.permitted(player, id).is_some()
                    || (p.mods.play_from
                        && (o.owner == player || zone == Zone::Exile || p.mods.graveyards)
                        && self.says(player, |change, ctx| {
                            matches!(change, PlayerChange::PlayFrom(f) if fits(f, ctx))
                        }))
            }
        }
    }

    pub(super) fn cast_zone(
        self,
        player: PlayerId,
        id: ObjectId,
        o: &Object,
        how: How,
    ) -> Result<(), RuleId> {
        let there = match how {
            How::Flashback => {
                o.zone == Zone::Graveyard && self.base_cost(player, id, how).is_some()
            }
            _ => self.playable_here(player, id, o),
        };
        need(there, rule::PLAY_ZONE)
    }

    /// Whether it is a time at which the player may cast such a spell (2005 rule 212, 2021 rule
    /// 307.1, 601.3b).
    pub(super) fn cast_time(self, player: PlayerId, id: ObjectId) -> Result<(), RuleId> {
        let fast = || self.characteristics(id).is_some_and(|c| self.is_fast(player, id, c));
        if self.sorcery_speed(player) || fast() {
            return Ok(());
        }
        refuse(rule::TIMING_SORCERY)
    }

    /// Whether a card could be cast at any time its player has priority.
    pub(super) fn is_fast(self, player: PlayerId, id: ObjectId, c: &Characteristics) -> bool {
        (c.types.has(CardType::Instant) && holds(rule::TIMING_INSTANT))
            || (c.keywords.has(Keyword::Flash) && holds(rule::KW_FLASH))
            || (self.s.players[player.index()].mods.flash
                && self.says(player, |change, ctx| match change {
                    PlayerChange::AsThoughFlash(f) => {
                        self.fits_all(id, f, ctx) && holds(rule::CAST_AS_FLASH)
                    }
                    _ => false,
                }))
    }

    /// Whether an effect forbids a spell, with that X if its value matters.
    pub(crate) fn forbidden(self, player: PlayerId, id: ObjectId, x: i32) -> bool {
        self.s.players[player.index()].mods.cant_cast
            && self.says(player, |change, ctx| match change {
                PlayerChange::CantCast(f) => f.all.iter().all(|p| self.with_x(id, p, ctx, x)),
                _ => false,
            })
    }

    /// Whether a predicate holds of a spell that is cast with that X.
    fn with_x(self, id: ObjectId, predicate: &Predicate, ctx: Context<'_>, x: i32) -> bool {
        let value = || {
            let Some(c) = self.characteristics(id) else { return 0 };
            let card = self.pool.card(c.named);
            card.mana_value as i32 + x * card.cost().map_or(0, |cost| cost.x_count() as i32)
        };
        match predicate {
            Predicate::ManaValue(cmp, n) => cmp.holds(value(), self.amount(n, ctx)),
            Predicate::EvenManaValue => value() % 2 == 0,
            Predicate::Not(p) => !self.with_x(id, p, ctx, x),
            Predicate::Any(all) => all.iter().any(|p| self.with_x(id, p, ctx, x)),
            p => self.is_so(id, p, ctx),
        }
    }

    /// Whether a spell can't be begun at all. Where a choice that is still to be made could lift
    /// what forbids it, it may be begun (2021 rule 601.3a); in other rulebooks it can't (2005 rule
    /// 409.4).
    pub(crate) fn cast_forbidden(self, player: PlayerId, id: ObjectId) -> bool {
        let card = self.s.object(id).map(|o| self.pool.card(o.card));
        let x = card.and_then(|c| c.cost()).is_some_and(|cost| cost.x_count() > 0);
        let later = x
            && self.s.rules.prohibitions == Prohibitions::AsProposed
            && holds(rule::CAST_PROHIBITED_LATER);
        let most = if later { MOST_X } else { 0 };
        (0..=most).all(|x| self.forbidden(player, id, x))
    }
}
