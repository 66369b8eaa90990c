//! Phasing out and in: the permanent stays the object it is (2005 rules 217.8 and 502.15, 2021 rule
//! 702.26).

use crate::event::EventKind;
use crate::object::Flags;
use crate::ruleset::Phasing;
use crate::state::Until;
use crate::table::Table;
use simpan_cards::ast::{Keyword, Zone};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

type Ids = SmallVec<[ObjectId; 8]>;

impl Table<'_> {
    /// Before a player untaps: permanents with phasing phase out, and what had phased out under
    /// that player's control comes back, all at once.
    pub(crate) fn phasing(&mut self, player: PlayerId) {
        if !holds(rule::UNTAP_PHASING) {
            return;
        }
        self.refresh();
        let look = self.look();
        let own = |id: &&ObjectId| look.controller(**id) == Some(player);
        let goes = |id: &&ObjectId| look.has(**id, Keyword::Phasing);
        let out: Ids = self.s.battlefield.iter().filter(own).filter(goes).copied().collect();
        // What came along with its host comes back with it.
        let by_itself = |id: &&ObjectId| {
            let o = &self.s.objects[id.index()];
            !(o.flags.has(Flags::WITH_HOST) && self.s.phased_out.contains(&o.attached_to))
        };
        let back: Ids = self.s.phased_out.iter().filter(own).filter(by_itself).copied().collect();
        if out.is_empty() && back.is_empty() {
            return;
        }
        for id in out {
            self.phase_out(id, false, rule::KW_PHASING);
        }
        for id in back {
            self.phase_in(id, rule::KW_PHASING);
        }
    }

    /// A permanent phases out, with what is attached to it.
    pub(crate) fn phase_out(&mut self, id: ObjectId, with_host: bool, rule: RuleId) {
        let there = self.s.object(id).is_some_and(|o| o.zone == Zone::Battlefield);
        if !there || !holds(rule) {
            return;
        }
        let attached: Ids = self.look().attachments(id).collect();
        self.leave_combat(id, rule::REMOVED_FROM_COMBAT);
        let own_zone = self.s.rules.phasing == Phasing::OwnZone;
        let o = &mut self.s.objects[id.index()];
        o.zone = Zone::PhasedOut;
        o.flags.set(Flags::WITH_HOST, with_host);
        if own_zone {
            o.damage = 0;
            // Effects for a while lose sight of it (2005 rule 502.15g).
            let lasting = |until: Until| matches!(until, Until::Forever | Until::While);
            for effect in self.s.effects.iter_mut().filter(|e| !lasting(e.until)) {
                effect.affected.retain(|a| *a != id);
            }
        }
        self.s.battlefield.retain(|x| *x != id);
        self.s.phased_out.push(id);
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        self.emit(EventKind::PhasedOut { id }, rule);
        for id in attached {
            self.phase_out(id, true, rule);
        }
    }

    /// A permanent phases in, with what phased out along with it.
    pub(crate) fn phase_in(&mut self, id: ObjectId, rule: RuleId) {
        let there = self.s.object(id).is_some_and(|o| o.zone == Zone::PhasedOut);
        if !there || !holds(rule) {
            return;
        }
        let objects = &self.s.objects;
        let along: Ids = (self.s.phased_out.iter().copied())
            .filter(|x| {
                let o = &objects[x.index()];
                o.attached_to == id && o.flags.has(Flags::WITH_HOST)
            })
            .collect();
        let own_zone = self.s.rules.phasing == Phasing::OwnZone;
        let o = &mut self.s.objects[id.index()];
        o.zone = Zone::Battlefield;
        o.flags.set(Flags::WITH_HOST, false);
        if own_zone {
            // It can attack and tap at once (2005 rule 502.15m).
            o.since = 0;
        }
        self.s.phased_out.retain(|x| *x != id);
        self.s.battlefield.push(id);
        self.s.dirty.layers = true;
        self.s.dirty.state_based = true;
        self.emit(EventKind::PhasedIn { id }, rule);
        for id in along {
            self.phase_in(id, rule);
        }
    }
}
