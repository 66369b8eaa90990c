//! Adding mana.

use crate::process::{Form, Frame};
use crate::table::Table;
use simpan_cards::ast::{Action, Colors, ManaOutput};
use simpan_engine::PlayerId;
use simpan_rulebook::rule;

impl Table<'_> {
    pub(super) fn run_mana(&mut self, f: &mut Frame, action: &Action) {
        let Action::AddMana { who, mana, times } = action else { return };
        let times = self.number(times, f).clamp(0, 10_000) as u16;
        let Some(player) = self.seats(who, f).first().copied() else {
            return self.next_quietly(f);
        };
        match mana {
            ManaOutput::Fixed(cost) => {
                for symbol in &cost.0 {
                    let kind = symbol.kind().trailing_zeros() as u8;
                    self.add_mana(player, kind, times, rule::MANA_ABILITY);
                }
                self.next_quietly(f);
            }
            ManaOutput::OneOf(colors) => self.run_one_of(f, player, *colors, times),
        }
    }

    /// One mana of one of several colours: the colour is chosen, unless a payment wants one.
    fn run_one_of(&mut self, f: &mut Frame, player: PlayerId, colors: Colors, times: u16) {
        let kinds: Vec<u8> = colors.iter().map(|c| c as u8).collect();
        if f.kind == u8::MAX && f.sub == 0 {
            f.sub = 1;
            let source = f.entry.source;
            self.choose(player, Form::OneOf(kinds.len() as u16), [], rule::MANA_ABILITY, source);
            return;
        }
        let kind = if f.kind == u8::MAX {
            kinds.get(self.s.reply.number.max(0) as usize).copied()
        } else {
            Some(f.kind)
        };
        if let Some(kind) = kind {
            self.add_mana(player, kind, times, rule::MANA_ABILITY);
        }
        self.next_quietly(f);
    }
}
