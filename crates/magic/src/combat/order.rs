//! Damage assignment order (2021 rules 509.2 and 509.3), where the rulebook has one.

use crate::look::Look;
use crate::object::Thing;
use crate::refuse::because;
use crate::ruleset::DamageDivision;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};

/// Orders being announced: first those of attackers, then those of blockers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ordering {
    /// Whether it is blockers' orders now.
    blockers: bool,
    /// Whose order, as index of attackers or blockers.
    at: u16,
    /// How many of it have their place.
    placed: u8,
}

impl Table<'_> {
    /// Takes an answer and asks for the next place that is open; the last one needs no answer.
    pub(super) fn step_ordering(&mut self, o: &mut Ordering, answer: Option<Answer>) -> Flow {
        if self.s.rules.damage_division != DamageDivision::Ordered {
            return Flow::Done;
        }
        if let Some(Answer::Object(id)) = answer {
            self.place_next(o, id);
        }
        loop {
            let Some((whose, order)) = self.look().order_of(*o) else {
                if o.blockers {
                    return Flow::Done;
                }
                *o = Ordering { blockers: true, at: 0, placed: 0 };
                continue;
            };
            let left = order.len().saturating_sub(usize::from(o.placed));
            if left >= 2 && holds(rule::DAMAGE_ASSIGNMENT_ORDER) {
                let player = self.look().controller(whose).unwrap_or(self.s.turn.active);
                let kind = QuestionKind::Order { left: left as u16 };
                return self.ask(player, kind, rule::DAMAGE_ASSIGNMENT_ORDER, whose);
            }
            o.at += 1;
            o.placed = 0;
        }
    }

    /// The object gets the next place; those behind keep their order.
    fn place_next(&mut self, o: &mut Ordering, id: ObjectId) {
        let (at, placed) = (usize::from(o.at), usize::from(o.placed));
        let combat = &mut self.s.combat;
        let order: &mut [ObjectId] = match o.blockers {
            false => combat.attackers.get_mut(at).map_or(&mut [], |a| &mut a.blockers[..]),
            true => combat.blockers.get_mut(at).map_or(&mut [], |b| &mut b.attackers[..]),
        };
        if let Some(found) = order.iter().skip(placed).position(|x| *x == id) {
            order[placed..=placed + found].rotate_right(1);
            o.placed += 1;
            let player =
                self.look().order_of(*o).and_then(|(whose, _)| self.look().controller(whose));
            let player = player.unwrap_or(PlayerId(0));
            let kind = crate::event::EventKind::Chose { player, thing: Thing::Object(id) };
            self.record(kind, rule::DAMAGE_ASSIGNMENT_ORDER);
        }
    }
}

impl<'a> Look<'a> {
    /// Whose order it is, and the order so far; `None` behind the last one.
    fn order_of(self, o: Ordering) -> Option<(ObjectId, &'a [ObjectId])> {
        let at = usize::from(o.at);
        if o.blockers {
            self.s.combat.blockers.get(at).map(|b| (b.id, &b.attackers[..]))
        } else {
            self.s.combat.attackers.get(at).map(|a| (a.id, &a.blockers[..]))
        }
    }

    pub(super) fn order_answers(self, o: Ordering, buf: &mut Vec<Answer>) {
        let order = self.order_of(o).map_or(&[][..], |(_, order)| order);
        buf.extend(order.iter().skip(usize::from(o.placed)).map(|id| Answer::Object(*id)));
    }

    pub(super) fn check_order(self, o: Ordering, answer: Answer) -> Result<(), RuleId> {
        let order = self.order_of(o).map_or(&[][..], |(_, order)| order);
        match answer {
            Answer::Object(id) if order.iter().skip(usize::from(o.placed)).any(|x| *x == id) => {
                Ok(())
            }
            _ => Err(because(rule::DAMAGE_ASSIGNMENT_ORDER)),
        }
    }
}
