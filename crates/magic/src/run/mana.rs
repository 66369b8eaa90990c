//! Adding mana.

use crate::look::{Context, Look};
use crate::process::{Form, Frame, Process};
use crate::state::Tag;
use crate::table::Table;
use simpan_cards::ast::{Action, Choice, ManaOutput, ManaSymbol, Supertype};
use simpan_cards::program::Op;
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::{marker::holds, rule};
use smallvec::SmallVec;

impl Table<'_> {
    pub(super) fn run_mana(&mut self, f: &mut Frame, action: &Action) {
        let Action::AddMana { who, mana, times, only } = action else { return };
        let times = self.number(times, f).clamp(0, 10_000) as u16;
        let Some(player) = self.seats(who, f).first().copied() else {
            return self.next_quietly(f);
        };
        let piece = f.entry.pieces.get(usize::from(f.piece)).map(|p| p.program);
        let only = only.as_ref().and(piece).map(|program| (program, f.pc, f.entry.source));
        let tag = Tag { only, ..self.look().origin_tag(f.entry.source) };
        match mana {
            ManaOutput::Fixed(cost) => {
                for symbol in &cost.0 {
                    let amount = match symbol {
                        ManaSymbol::Generic(n) => times.saturating_mul(u16::from(*n)),
                        _ => times,
                    };
                    let kind = symbol.kind().trailing_zeros() as u8;
                    self.make(f, player, (kind, tag), amount);
                }
                self.next_quietly(f);
            }
            ManaOutput::Chosen => {
                let chosen = self.look().chosen(f.entry.source, Choice::Color);
                if let Some(kind) = chosen.filter(|_| holds(rule::LINKED_SEVERAL)) {
                    self.make(f, player, (kind.min(4) as u8, tag), times);
                }
                self.next_quietly(f);
            }
            ManaOutput::Unspent => {
                let pool = self.s.players[player.index()].pool;
                for (kind, amount) in pool.0.into_iter().enumerate() {
                    self.make(f, player, (kind as u8, tag), amount);
                }
                self.next_quietly(f);
            }
            mana => self.run_one_of(f, player, mana, (tag, times)),
        }
    }

    fn make(&mut self, f: &mut Frame, player: PlayerId, (kind, tag): (u8, Tag), amount: u16) {
        f.made |= if amount > 0 { 1 << kind } else { 0 };
        self.add_mana(player, (kind, tag), amount, rule::MANA_ABILITY);
    }

    /// Mana of one of several kinds: the player who gets it chooses, unless a payment wants one.
    fn run_one_of(
        &mut self,
        f: &mut Frame,
        player: PlayerId,
        mana: &ManaOutput,
        (tag, times): (Tag, u16),
    ) {
        let bits = self.look().kinds_of(mana, f.context(), &mut SmallVec::new());
        let kinds: SmallVec<[u8; 6]> = (0..6).filter(|k| bits & 1 << k != 0).collect();
        let chosen = match kinds[..] {
            [] => None,
            [only] => Some(only),
            _ if f.kind < 6 && kinds.contains(&f.kind) => Some(f.kind),
            _ if f.sub == 0 => {
                f.sub = 1;
                let source = f.entry.source;
                let form = Form::OneOf(kinds.len() as u16);
                self.choose(player, form, [], rule::MANA_ABILITY, source);
                return;
            }
            _ => kinds.get(self.s.reply.number.max(0) as usize).copied(),
        };
        if let Some(kind) = chosen {
            self.make(f, player, (kind, tag), times);
        }
        self.next_quietly(f);
    }
}

impl Look<'_> {
    /// What mana is marked with because of its source: snow (2021 rule 107.4h).
    pub(crate) fn origin_tag(self, source: ObjectId) -> Tag {
        let snow = self.characteristics(source).is_some_and(|c| c.supertypes.has(Supertype::Snow));
        Tag { snow: snow && holds(rule::SNOW_MANA), only: None }
    }

    /// The kinds of mana (WUBRG and colourless from 0) among which a player is choosing.
    pub fn mana_asked(self) -> Option<SmallVec<[u8; 6]>> {
        let mut frame = self.s.processes.iter().filter_map(|p| match p {
            Process::Frame(f) => Some(f),
            _ => None,
        });
        let f = frame.next_back()?;
        let program = f.entry.pieces.get(usize::from(f.piece))?.program;
        match self.pool.program(program).ops.get(usize::from(f.pc))? {
            Op::Do(Action::AddMana { mana, .. }) => {
                let ctx: Context<'_> = f.context();
                let bits = self.kinds_of(mana, ctx, &mut SmallVec::new());
                Some((0..6).filter(|k| bits & 1 << k != 0).collect())
            }
            _ => None,
        }
    }
}
