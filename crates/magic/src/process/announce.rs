//! What is announced of costs (2005 rules 409.1b and 409.1f, 2021 rules 601.2b and 601.2f):
//! additional costs, X, and how symbols are paid that may be paid in two ways.

use super::Play;
use super::play::{PlayKind, Stage};
use crate::event::EventKind;
use crate::legal::costs::{Extra, Spell, part_count};
use crate::look::Look;
use crate::object::Flags;
use crate::table::Table;
use simpan_cards::ast::{Amount, CostPart, ManaSymbol};
use simpan_cards::program::{AbilityId, ProgramId};
use simpan_engine::{Answer, Flow, QuestionKind};
use simpan_rulebook::{marker::holds, rule};

impl Table<'_> {
    /// Each additional cost that may be paid is offered, if it can be paid or left out.
    pub(super) fn play_costs(&mut self, p: &mut Play, answer: Option<Answer>) -> Flow {
        if let Some(answer) = answer {
            let (player, yes) = (p.player, answer == Answer::Yes);
            self.record(
                EventKind::ChoseNumber { player, number: i32::from(yes) },
                rule::PLAY_ALTERNATIVES,
            );
            self.settle_cost(p, yes);
        }
        // What the spell is on the stack decides what may be paid for it (2005 rule 402.4).
        self.refresh();
        while let Some((yes, no)) = self.look().cost_choice(p) {
            if yes && no {
                return self.ask_play(p, QuestionKind::YesNo, rule::PLAY_ALTERNATIVES);
            }
            self.settle_cost(p, yes);
        }
        (p.stage, p.at) = (Stage::Modes, 0);
        Flow::Continue
    }

    fn settle_cost(&mut self, p: &mut Play, yes: bool) {
        let mark = self.look().offered(p).map_or(0, |extra| extra.mark);
        if let Some(o) = self.object_mut(p.entry.object).filter(|_| yes) {
            o.flags.set(mark, true);
        }
        p.at += 1;
    }

    /// Each symbol that may be paid in two ways: with its colour, or otherwise.
    pub(super) fn play_halves(&mut self, p: &mut Play, answer: Option<Answer>) -> Flow {
        if let Some(Answer::Pick(n)) = answer {
            let player = p.player;
            self.record(
                EventKind::ChoseNumber { player, number: n as i32 },
                rule::PLAY_ALTERNATIVES,
            );
            p.halves |= (n as u16 & 1) << p.at;
            p.at += 1;
        }
        while let Some(ways) = self.look().half_choice(p) {
            match ways {
                [true, true] => {
                    let kind = QuestionKind::OneOf { options: 2 };
                    return self.ask_play(p, kind, rule::PLAY_ALTERNATIVES);
                }
                [_, other] => p.halves |= u16::from(other) << p.at,
            }
            p.at += 1;
        }
        (p.stage, p.at) = (Stage::Targets, 0);
        Flow::Continue
    }
}

impl<'a> Look<'a> {
    /// How what is announced has been paid for so far: marks of [`Flags::PAID`].
    pub(super) fn marks(self, p: &Play) -> u16 {
        match p.kind {
            PlayKind::Spell => self.s.object(p.entry.object).map_or(0, |o| o.flags.0 & Flags::PAID),
            _ => 0,
        }
    }

    /// The additional cost that is being offered.
    fn offered(self, p: &Play) -> Option<Extra<'a>> {
        let o = self.s.object(p.entry.object)?;
        self.extra_costs(o).get(usize::from(p.at)).copied()
    }

    /// The ability whose cost a question asks about.
    pub fn cost_asked(self) -> Option<AbilityId> {
        match self.s.processes.top() {
            Some(super::Process::Play(p)) if p.stage == Stage::Costs => {
                self.offered(p).map(|extra| extra.ability)
            }
            _ => None,
        }
    }

    /// The symbol that a question asks about: whether it is paid with its colour.
    pub fn symbol_asked(self) -> Option<ManaSymbol> {
        match self.s.processes.top() {
            Some(super::Process::Play(p)) if p.stage == Stage::Halves => {
                self.play_bill(p)?.halves().nth(usize::from(p.at))
            }
            _ => None,
        }
    }

    /// Whether the additional cost that is next can be paid, and whether it can be left out.
    fn cost_choice(self, p: &Play) -> Option<(bool, bool)> {
        let o = self.s.object(p.entry.object)?;
        let extras = self.extra_costs(o);
        let [first, rest @ ..] = extras.get(usize::from(p.at)..)? else { return None };
        let program = p.entry.pieces.first().map_or(ProgramId::NONE, |piece| piece.program);
        let spell = Spell { id: p.entry.object, player: p.player, base: p.base, program };
        let (marks, mut funds) = (self.marks(p), None);
        let mut can = |marks| self.can_complete(spell, rest, marks, &mut funds).is_ok();
        Some((can(marks | first.mark), can(marks)))
    }

    /// In which of its two ways the next such symbol can be paid.
    fn half_choice(self, p: &Play) -> Option<[bool; 2]> {
        let bill = self.play_bill(p)?;
        let symbol = bill.halves().nth(usize::from(p.at))?;
        let id = if p.kind == PlayKind::Spell { p.entry.object } else { p.origin() };
        let can = |bit: u16| {
            let halves = p.halves | bit << p.at;
            self.can_pay(p.player, id, &bill, (halves, p.at + 1), &mut None).is_ok()
        };
        let rule = match symbol {
            ManaSymbol::Phyrexian(_) => rule::PHYREXIAN_MANA,
            _ => rule::HYBRID_MANA,
        };
        Some([can(0), can(1) && holds(rule)])
    }

    /// Whether an effect forbids the spell with that X.
    pub(super) fn x_forbidden(self, p: &Play, x: i32) -> bool {
        p.kind == PlayKind::Spell && self.forbidden(p.player, p.entry.object, x)
    }

    /// The most that X can be: what can be paid.
    pub(super) fn most_x(self, p: &Play, x_count: i32) -> i32 {
        let Some(mut bill) = self.play_bill(p) else { return 0 };
        let id = if p.kind == PlayKind::Spell { p.entry.object } else { p.origin() };
        let without = Some(p.origin()).filter(|_| p.kind != PlayKind::Spell);
        let mut most = match x_count {
            0 => i32::from(u8::MAX),
            // What the cost is reduced by may be paid for X too.
            n => (self.available(p.player, without, bill.toward).most() + bill.reduction()) / n,
        };
        for part in bill.parts().filter(|part| part_count(part) == Some(&Amount::X)) {
            most = most.min(match part {
                CostPart::PayLife(_) => self.s.players[p.player.index()].life,
                CostPart::RemoveCounters { kind, .. } => i32::from(self.s.counters_on(id, *kind)),
                CostPart::PutCounters { .. } | CostPart::Draw(_) => most,
                chosen => self.cost_candidates(p.player, id, chosen).len() as i32,
            });
        }
        let mut funds = None;
        let mut can = |x: i32| {
            bill.x = x;
            self.can_pay(p.player, id, &bill, (0, 0), &mut funds).is_ok()
        };
        // What can be paid with one number can be paid with a lower one.
        let (mut least, mut over) = (0, most.max(0) + 1);
        while over - least > 1 {
            let middle = least + (over - least) / 2;
            *(if can(middle) { &mut least } else { &mut over }) = middle;
        }
        least
    }
}
