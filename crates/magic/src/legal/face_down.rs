//! Playing cards face down and turning permanents face up (2005 rules 408.2h, 502.26 and 504; 2021
//! rules 116.2b, 702.37 and 708).

use super::costs::{Base, Bill};
use crate::look::Look;
use crate::mana::Available;
use crate::object::{Flags, UNMODIFIED};
use crate::refuse::{because, need, refuse};
use simpan_cards::ast::{Cost, KeywordAbility, Zone};
use simpan_cards::program::{CardId, Sign};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::{RuleId, rule};

impl<'a> Look<'a> {
    /// The morph cost of a card.
    fn morph(self, card: CardId) -> Option<&'a Cost> {
        self.keyword_cost(card, |k| match k {
            KeywordAbility::Morph(cost) => Some(cost),
            _ => None,
        })
    }

    /// The card whose characteristics a permanent would have face up: its own, what it came as a
    /// copy of, or what it has become a copy of since.
    pub(crate) fn face_up(self, id: ObjectId) -> CardId {
        let under = self.s.copied_under.iter().find(|(x, _)| *x == id).map(|(_, card)| *card);
        under.or_else(|| self.s.object(id).map(|o| o.card)).unwrap_or(CardId::NONE)
    }

    /// What it would be face up with copy effects that have been applied to it since.
    fn copied_face_up(self, id: ObjectId) -> CardId {
        let copied = self.s.object(id).map(|o| o.copied).filter(|c| *c != CardId::NONE);
        copied.unwrap_or_else(|| self.face_up(id))
    }

    /// What it costs to turn a face-down permanent up, if it would have morph.
    pub(crate) fn morph_cost(self, id: ObjectId) -> Option<Bill<'a>> {
        self.morph(self.copied_face_up(id)).map(|cost| Bill::of(cost, id, u8::MAX))
    }

    /// Whether a player may turn a permanent face up now.
    pub(crate) fn can_turn_up(
        self,
        player: PlayerId,
        id: ObjectId,
        funds: &mut Option<Available>,
    ) -> Result<(), RuleId> {
        let Some(o) = self.s.object(id) else { return Err(because(rule::NEW_OBJECT)) };
        if o.controller != player {
            refuse(rule::NOT_YOUR_OBJECT)?;
        }
        if o.zone != Zone::Battlefield || !o.face_down() {
            refuse(rule::TURN_FACE_UP)?;
        }
        let Some(cost) = self.morph_cost(id) else { return Err(because(rule::KW_MORPH)) };
        self.can_pay(player, id, &cost, (0, 0), funds)
    }

    /// Whether a player may play a card face down now. What forbids or taxes a spell looks at
    /// what it will be: a nameless, colourless 2/2 creature (2005 rule 504.2, 2021 rule 708.4).
    pub(crate) fn can_cast_face_down(
        self,
        player: PlayerId,
        id: ObjectId,
        funds: &mut Option<Available>,
    ) -> Result<(), RuleId> {
        let Some(o) = self.s.object(id) else { return Err(because(rule::NEW_OBJECT)) };
        if o.owner != player {
            refuse(rule::NOT_YOUR_OBJECT)?;
        }
        let blank = self.pool.face_down().filter(|_| self.morph(o.card).is_some());
        let Some(blank) = blank else { return Err(because(rule::KW_MORPH)) };
        let mods = self.s.players[player.index()].mods;
        if o.zone != Zone::Hand && mods.play_from_top == 0 {
            refuse(rule::PLAY_ZONE)?;
        }
        let forbids = mods.cant_cast;
        let looks = forbids || mods.flash || o.zone != Zone::Hand;
        if looks || self.any_sign(Sign::ChangesCosts) {
            let mut turned = self.s.clone();
            let o = &mut turned.objects[id.index()];
            (o.shows, o.modified) = (blank, UNMODIFIED);
            o.flags.set(Flags::FACE_DOWN, true);
            let look = Look { pool: self.pool, s: &turned };
            if let Some(o) = turned.object(id) {
                need(look.playable_here(player, id, o), rule::PLAY_ZONE)?;
            }
            look.cast_time(player, id)?;
            if forbids && look.cast_forbidden(player, id) {
                refuse(rule::CANT_BEATS_CAN)?;
            }
            let Some(bill) = look.spell_bill(id, player, Base::FaceDown, 0, 0) else {
                return Err(because(rule::KW_MORPH));
            };
            return self.can_pay(player, id, &bill, (0, 0), funds);
        }
        need(self.sorcery_speed(player), rule::TIMING_SORCERY)?;
        let Some(bill) = self.spell_bill(id, player, Base::FaceDown, 0, 0) else {
            return Err(because(rule::KW_MORPH));
        };
        self.can_pay(player, id, &bill, (0, 0), funds)
    }
}
