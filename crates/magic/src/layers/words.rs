//! Changes of text: one word of it in place of another (2005 rule 418.6, 2021 rule 612).

use super::modify::{land_abilities, land_types};
use crate::state::EntryKind;
use crate::table::Table;
use simpan_cards::ast::Subtype;
use simpan_cards::{Characteristics, Pool, Word};
use simpan_engine::ObjectId;

/// Two words as a continuous effect keeps them.
pub(crate) fn pack(from: Word, to: Word) -> u16 {
    u16::from(from.0) << 4 | u16::from(to.0)
}

/// The two words that an effect keeps.
pub(crate) fn unpack(pair: u16) -> (Word, Word) {
    (Word((pair >> 4) as u8 & 15), Word(pair as u8 & 15))
}

/// The subtype that a word names.
fn subtype(word: Word, pool: &Pool) -> Option<Subtype> {
    let nth = word.0.checked_sub(5)?;
    pool.basic_lands().get(usize::from(nth)).map(|(s, _)| *s)
}

/// Whether anything in the text is the word.
pub(super) fn concerns(c: &Characteristics, from: Word, to: Word, pool: &Pool) -> bool {
    c.abilities.iter().any(|a| pool.reword(*a, from, to) != *a)
        || subtype(from, pool).is_some_and(|s| c.subtypes.has(s))
}

/// Replaces a word in abilities and on the type line.
pub(super) fn replace(c: &mut Characteristics, from: Word, to: Word, pool: &Pool) {
    c.abilities.iter_mut().for_each(|a| *a = pool.reword(*a, from, to));
    if let (Some(old), Some(new)) = (subtype(from, pool), subtype(to, pool))
        && c.subtypes.has(old)
    {
        let before = land_types(c, pool);
        c.subtypes = c.subtypes.iter().filter(|s| *s != old).collect();
        c.subtypes.insert(new);
        land_abilities(c, &before, pool);
    }
}

impl Table<'_> {
    /// The instructions of a spell whose text changes are others from now on. On the stack that
    /// is for good: no effect of a change of text ends while a spell is there.
    pub(crate) fn reword_spell(&mut self, id: ObjectId, from: Word, to: Word) {
        let pool = self.pool;
        let spell =
            |e: &&mut crate::state::StackEntry| e.object == id && e.kind == EntryKind::Spell;
        if let Some(entry) = self.s.stack.iter_mut().find(spell) {
            for piece in &mut entry.pieces {
                piece.program = pool.reword_program(piece.program, from, to);
            }
        }
    }
}
