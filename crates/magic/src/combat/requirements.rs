//! Restrictions and requirements on a whole declaration of blockers: menace, "blocks if able",
//! "all creatures able to block it do so" (2005 rule 500, 2021 rules 509.1b and c).
//!
//! Blocks are looked at as a bipartite graph. The most requirements that can be obeyed together
//! are a flow of greatest weight; menace (two blockers or none) makes it one flow for each set of
//! menacing attackers that is blocked.

use crate::refuse::{need, refuse};
use crate::ruleset::Requirements;
use simpan_engine::ObjectId;
use simpan_rulebook::{RuleId, rule};
use smallvec::{SmallVec, smallvec};

/// How many completions are searched one by one; above, only those are allowed that obey as many
/// requirements as possible, which are a part of the legal ones.
const SEARCH_LIMIT: u64 = 1024;

/// For how many menacing attackers, blocked by nobody yet, each combination is tried.
const MENACE_LIMIT: usize = 6;

/// More than all requirements together.
const WEIGHT: i32 = 1 << 20;

/// A creature that could block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) id: ObjectId,
    /// How many attackers it may block.
    pub(super) capacity: u8,
    /// Blocks if able.
    pub(super) must: bool,
}

/// An attacker that could be blocked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) id: ObjectId,
    /// Can't be blocked except by two or more creatures.
    pub(super) menace: bool,
}

/// One defending player's possible blocks and those declared.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    pub(super) rows: SmallVec<[Row; 8]>,
    pub(super) columns: SmallVec<[Column; 8]>,
    /// Row by row: whether that creature can block that attacker, other blocks aside.
    pub(super) able: SmallVec<[bool; 64]>,
    /// Row by row: whether something asks for that very block ("all creatures able to block it do
    /// so", "blocks this creature if able").
    pub(super) asked: SmallVec<[bool; 64]>,
    /// Row by row: whether that block is declared.
    pub(super) chosen: SmallVec<[bool; 64]>,
}

/// What may become of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    No,
    May,
    Must,
}

type Edges = SmallVec<[Edge; 64]>;

impl Blocks {
    fn at(&self, row: usize, column: usize) -> usize {
        row * self.columns.len() + column
    }

    fn blocked_by(&self, column: usize) -> usize {
        (0..self.rows.len()).filter(|r| self.chosen[self.at(*r, column)]).count()
    }

    fn blocks(&self, row: usize) -> usize {
        (0..self.columns.len()).filter(|c| self.chosen[self.at(row, *c)]).count()
    }

    /// Whether the declared blocks break no restriction.
    fn unrestricted(&self) -> bool {
        (0..self.columns.len()).all(|c| !self.columns[c].menace || self.blocked_by(c) != 1)
    }

    /// How many requirements the declared blocks obey.
    fn obeyed(&self) -> i32 {
        let mut sum = 0;
        for (r, row) in self.rows.iter().enumerate() {
            sum += i32::from(row.must && self.blocks(r) > 0);
            for at in self.at(r, 0)..self.at(r + 1, 0) {
                sum += i32::from(self.asked[at] && self.chosen[at]);
            }
        }
        sum
    }

    /// What is declared stays, everything else may be added.
    fn completions(&self) -> Edges {
        let pairs = self.able.iter().zip(&self.chosen);
        pairs
            .map(|(able, chosen)| match (able, chosen) {
                (_, true) => Edge::Must,
                (true, false) => Edge::May,
                (false, false) => Edge::No,
            })
            .collect()
    }

    /// The most requirements that the declared blocks and any others besides can obey together
    /// without breaking a restriction; `None` if a restriction can't be kept any more.
    pub(super) fn most(&self) -> Option<i32> {
        self.best(&self.completions(), i32::MAX)
    }

    /// Whether the declared blocks can be completed to a legal declaration. `most` is that of
    /// nothing declared.
    ///
    /// # Errors
    /// The restriction or requirement in the way.
    pub(super) fn completable(&self, how: Requirements, most: i32) -> Result<(), RuleId> {
        match self.best(&self.completions(), most) {
            None => refuse(rule::BLOCK_MENACE),
            Some(n) if n >= most => Ok(()),
            Some(_) if how == Requirements::OwnOnly && self.legal_completion() => Ok(()),
            Some(_) => refuse(rule::BLOCK_REQUIREMENT),
        }
    }

    /// Whether the declared blocks are a legal declaration.
    ///
    /// # Errors
    /// The restriction or requirement they break.
    pub(super) fn legal(&self, how: Requirements, most: i32) -> Result<(), RuleId> {
        if !self.unrestricted() {
            refuse(rule::BLOCK_MENACE)?;
        }
        let obeyed = self.obeyed();
        let enough = match how {
            Requirements::AsManyAsPossible => obeyed >= most,
            Requirements::OwnOnly => {
                self.best(&self.own_options(), obeyed + 1).is_none_or(|n| n <= obeyed)
            }
        };
        need(enough, rule::BLOCK_REQUIREMENT)
    }

    /// What 2005 rule 500.5 looks at: a creature's declared blocks and those that obey a
    /// requirement on it. A creature with no requirement on it stays as it was declared.
    fn own_options(&self) -> Edges {
        let mut edges = Edges::new();
        for (r, row) in self.rows.iter().enumerate() {
            let lured = |c: usize| self.able[self.at(r, c)] && self.asked[self.at(r, c)];
            let able = (0..self.columns.len()).any(|c| self.able[self.at(r, c)]);
            let required = (row.must && able) || (0..self.columns.len()).any(lured);
            for c in 0..self.columns.len() {
                let at = self.at(r, c);
                let obeys = lured(c) || (row.must && self.able[at]);
                edges.push(match (required, self.chosen[at]) {
                    (true, chosen) if chosen || obeys => Edge::May,
                    (false, true) => Edge::Must,
                    _ => Edge::No,
                });
            }
        }
        edges
    }

    /// Whether any completion is legal where creatures need obey their own requirements only.
    fn legal_completion(&self) -> bool {
        if !self.columns.iter().any(|c| c.menace) {
            return false;
        }
        let mut ways = 1u64;
        for (r, row) in self.rows.iter().enumerate() {
            let free = (0..self.columns.len())
                .filter(|c| self.able[self.at(r, *c)] && !self.chosen[self.at(r, *c)])
                .count() as u64;
            let left = usize::from(row.capacity).saturating_sub(self.blocks(r));
            // At most so many: (1 + free) for each block that is left.
            for _ in 0..left.min(free as usize) {
                ways = ways.saturating_mul(1 + free);
            }
        }
        ways <= SEARCH_LIMIT && self.clone().search(0)
    }

    fn search(&mut self, from: usize) -> bool {
        for at in from..self.able.len() {
            let row = at / self.columns.len();
            let full = self.blocks(row) >= usize::from(self.rows[row].capacity);
            if self.able[at] && !self.chosen[at] && !full {
                self.chosen[at] = true;
                if self.search(at + 1) {
                    return true;
                }
                self.chosen[at] = false;
            }
        }
        self.legal(Requirements::OwnOnly, 0).is_ok()
    }

    /// The most requirements that blocks out of such edges obey, or any number of them that is
    /// `enough`.
    fn best(&self, edges: &Edges, enough: i32) -> Option<i32> {
        let of = |c: usize, edge: Edge| {
            (0..self.rows.len()).filter(|r| edges[self.at(*r, c)] == edge).count()
        };
        let mut used: SmallVec<[bool; 8]> = smallvec![true; self.columns.len()];
        let mut optional: SmallVec<[usize; 8]> = SmallVec::new();
        for c in (0..self.columns.len()).filter(|c| self.columns[*c].menace) {
            if of(c, Edge::Must) == 0 {
                used[c] = false;
                if of(c, Edge::May) >= 2 && optional.len() < MENACE_LIMIT {
                    optional.push(c);
                }
            }
        }
        let mut best = None;
        for set in 0..1u32 << optional.len() {
            for (bit, c) in optional.iter().enumerate() {
                used[*c] = set >> bit & 1 == 1;
            }
            let bound = self.bound(edges, &used);
            if best.is_some_and(|n| bound <= n) {
                continue;
            }
            best = match self.columns.iter().any(|c| c.menace) {
                true => best.max(Flow::new(self, edges, &used).greatest()),
                false => Some(bound),
            };
            if best.is_some_and(|n| n >= enough) {
                break;
            }
        }
        best
    }

    /// The most requirements that could be obeyed with the attackers in use if no menace asked for
    /// a second blocker: each creature by itself.
    fn bound(&self, edges: &Edges, used: &[bool]) -> i32 {
        let mut sum = 0;
        for (r, row) in self.rows.iter().enumerate() {
            let (mut has, mut may, mut lured_has, mut lured_may) = (0, 0, 0, 0);
            for c in 0..self.columns.len() {
                let asked = i32::from(self.asked[self.at(r, c)]);
                match edges[self.at(r, c)] {
                    Edge::Must => {
                        has += 1;
                        lured_has += asked;
                    }
                    Edge::May if used[c] => {
                        may += 1;
                        lured_may += asked;
                    }
                    Edge::May | Edge::No => {}
                }
            }
            let left = (i32::from(row.capacity) - has).max(0);
            let blocks = has > 0 || (left > 0 && may > 0);
            sum += i32::from(row.must && blocks) + lured_has + lured_may.min(left);
        }
        sum
    }
}

/// A flow of greatest weight, found by augmenting along the best path as long as that gains.
struct Flow<'a> {
    blocks: &'a Blocks,
    edges: &'a Edges,
    used: &'a [bool],
    /// Row by row: whether that pair is taken, besides those that must be.
    taken: SmallVec<[bool; 64]>,
    /// How many more attackers each creature may block, and whether it blocks already.
    left: SmallVec<[u8; 8]>,
    blocking: SmallVec<[bool; 8]>,
    /// How many more blockers each menacing attacker needs.
    need: SmallVec<[u8; 8]>,
    weight: i32,
}

/// No path leads there.
const NOWHERE: i32 = i32::MIN / 2;

impl<'a> Flow<'a> {
    fn new(blocks: &'a Blocks, edges: &'a Edges, used: &'a [bool]) -> Self {
        let mut flow = Self {
            blocks,
            edges,
            used,
            taken: smallvec![false; edges.len()],
            left: blocks.rows.iter().map(|r| r.capacity).collect(),
            blocking: smallvec![false; blocks.rows.len()],
            need: SmallVec::new(),
            weight: 0,
        };
        let needs = |(column, used): (&Column, &bool)| if column.menace && *used { 2 } else { 0 };
        flow.need.extend(blocks.columns.iter().zip(used).map(needs));
        for r in 0..blocks.rows.len() {
            for c in 0..blocks.columns.len() {
                if edges[blocks.at(r, c)] == Edge::Must {
                    flow.weight += i32::from(blocks.asked[blocks.at(r, c)]);
                    flow.weight += flow.starts(r);
                    flow.blocking[r] = true;
                    flow.left[r] = flow.left[r].saturating_sub(1);
                    flow.need[c] = flow.need[c].saturating_sub(1);
                }
            }
        }
        flow
    }

    /// What it gains that a creature blocks one more attacker.
    fn starts(&self, row: usize) -> i32 {
        i32::from(self.blocks.rows[row].must && !self.blocking[row])
    }

    /// The most requirements obeyed, or `None` if a menacing attacker that is to be blocked can't
    /// be blocked by two.
    fn greatest(mut self) -> Option<i32> {
        while self.augment() {}
        self.need.iter().all(|n| *n == 0).then_some(self.weight % WEIGHT)
    }

    /// Adds one block, moving others, where that gains the most; `false` if it gains nothing.
    fn augment(&mut self) -> bool {
        let (rows, columns) = (self.blocks.rows.len(), self.blocks.columns.len());
        let mut to_row: SmallVec<[i32; 8]> =
            (0..rows).map(|r| if self.left[r] > 0 { self.starts(r) } else { NOWHERE }).collect();
        let mut to_column: SmallVec<[i32; 8]> = smallvec![NOWHERE; columns];
        let mut row_from: SmallVec<[Option<usize>; 8]> = smallvec![None; rows];
        let mut column_from: SmallVec<[usize; 8]> = smallvec![0; columns];
        let mut changed = true;
        let mut rounds = 0;
        while changed && rounds <= rows + columns {
            changed = false;
            rounds += 1;
            for r in 0..rows {
                for c in 0..columns {
                    let at = self.blocks.at(r, c);
                    if self.edges[at] != Edge::May || !self.used[c] {
                        continue;
                    }
                    let lure = i32::from(self.blocks.asked[self.blocks.at(r, c)]);
                    if self.taken[at] {
                        if to_column[c] > NOWHERE && to_column[c] - lure > to_row[r] {
                            to_row[r] = to_column[c] - lure;
                            row_from[r] = Some(c);
                            changed = true;
                        }
                    } else if to_row[r] > NOWHERE && to_row[r] + lure > to_column[c] {
                        to_column[c] = to_row[r] + lure;
                        column_from[c] = r;
                        changed = true;
                    }
                }
            }
        }
        let gain = |c: usize| to_column[c] + if self.need[c] > 0 { WEIGHT } else { 0 };
        let Some(end) = (0..columns).filter(|c| to_column[*c] > NOWHERE).max_by_key(|c| gain(*c))
        else {
            return false;
        };
        if gain(end) <= 0 {
            return false;
        }
        self.weight += gain(end);
        self.need[end] = self.need[end].saturating_sub(1);
        let mut column = end;
        loop {
            let row = column_from[column];
            let at = self.blocks.at(row, column);
            self.taken[at] = true;
            match row_from[row] {
                Some(from) => {
                    let at = self.blocks.at(row, from);
                    self.taken[at] = false;
                    column = from;
                }
                None => {
                    self.blocking[row] = true;
                    self.left[row] -= 1;
                    return true;
                }
            }
        }
    }
}
