//! Damage that is divided as an effect is followed, among what isn't targeted (2005 rule 413.2c,
//! 2021 rule 608.2d).

use crate::process::{Form, Frame};
use crate::state::{Chosen, DamageRow};
use crate::table::Table;
use simpan_cards::ast::Things;
use simpan_engine::ObjectId;
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// The target word of shares that aren't a target's.
const NO_WORD: u8 = u8::MAX;

impl Table<'_> {
    /// The effect's controller chooses among whom so much damage is divided, then each share, at
    /// least 1; `None` while that is asked.
    pub(super) fn divided_now(
        &mut self,
        f: &mut Frame,
        to: &Things,
        source: ObjectId,
        amount: i32,
    ) -> Option<SmallVec<[DamageRow; 8]>> {
        let (you, because, by) = (f.entry.controller, rule::RESOLVE_CHOICES, f.entry.source);
        if f.sub == 0 {
            let all = self.things(to, f);
            let max = all.len().min(amount.clamp(0, 255) as usize) as u8;
            if max == 0 {
                return Some(SmallVec::new());
            }
            f.sub = 1;
            self.choose(you, Form::Things { min: 1, max }, all, because, by);
            return None;
        }
        let reply = std::mem::take(&mut self.s.reply);
        let shares = &mut f.entry.regs.targets;
        if f.sub == 1 {
            let row = |thing| Chosen { word: NO_WORD, thing, legal: true, share: 0 };
            shares.extend(reply.things.into_iter().map(row));
        } else if let Some(open) = shares.iter_mut().find(|t| t.word == NO_WORD && t.share == 0) {
            open.share = reply.number;
        }
        f.sub = 2;
        let given: i32 = shares.iter().filter(|t| t.word == NO_WORD).map(|t| t.share).sum();
        let mut open = shares.iter_mut().filter(|t| t.word == NO_WORD && t.share == 0);
        let first = open.next();
        let more = open.count() as i32;
        match first {
            Some(last) if more == 0 => last.share = amount - given,
            Some(_) => {
                let form = Form::Number { min: 1, max: amount - given - more };
                self.choose(you, form, [], because, by);
                return None;
            }
            None => {}
        }
        let (done, targets) = shares.drain(..).partition(|t| t.word == NO_WORD);
        f.entry.regs.targets = targets;
        let done: SmallVec<[Chosen; 2]> = done;
        let row = |t: Chosen| DamageRow { source, to: t.thing, amount: t.share };
        Some(done.into_iter().map(row).collect())
    }
}
