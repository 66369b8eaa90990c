//! Blocking: good trades, gangs, and chump blocks when it would be lethal otherwise. The same
//! choice foresees what an opponent would block.

use crate::combat::{Clash, Fighter, clash};
use crate::known::{Known, is_creature};
use simpan_engine::{Answer, ObjectId};
use simpan_magic::object::Thing;
use simpan_magic::view::ObjectView;

/// Who could block whom.
#[derive(Debug)]
pub(crate) struct Field {
    /// Creatures that attack.
    pub attackers: Vec<Fighter>,
    /// Creatures that may block.
    pub blockers: Vec<Fighter>,
    /// For each attacker, who can block it, a bit each.
    pub able: Vec<u64>,
    /// The defending player's life.
    pub life: i32,
}

impl Field {
    /// A field of creatures that are seen.
    pub fn of(
        known: &Known<'_>,
        attackers: &[&ObjectView],
        blockers: &[&ObjectView],
        life: i32,
    ) -> Self {
        let blockers = &blockers[..blockers.len().min(64)];
        let able = attackers.iter().map(|a| {
            let able = blockers.iter().enumerate().filter(|(_, b)| known.can_block(b, a));
            able.fold(0u64, |mask, (i, _)| mask | 1 << i)
        });
        Self {
            able: able.collect(),
            attackers: attackers.iter().map(|a| known.fighter(a)).collect(),
            blockers: blockers.iter().map(|b| known.fighter(b)).collect(),
            life,
        }
    }

    /// The field with only some of its attackers, a bit each.
    pub fn with(&self, attacking: u64) -> Self {
        let keep = |i: &usize| attacking & 1 << *i != 0;
        let which: Vec<usize> = (0..self.attackers.len()).filter(keep).collect();
        Self {
            attackers: which.iter().map(|i| self.attackers[*i]).collect(),
            able: which.iter().map(|i| self.able[*i]).collect(),
            blockers: self.blockers.clone(),
            life: self.life,
        }
    }

    /// The blockers of a mask.
    fn chosen(&self, mask: u64) -> Vec<Fighter> {
        let among = self.blockers.iter().enumerate().filter(|(i, _)| mask & 1 << i != 0);
        among.map(|(_, b)| *b).collect()
    }

    /// How an attacker's combat ends against the blockers of a mask; the dead are bits of the
    /// field.
    pub fn clash(&self, attacker: usize, mask: u64) -> Clash {
        let mut result = clash(&self.attackers[attacker], &self.chosen(mask));
        let mut dead = 0;
        let bits = (0..self.blockers.len()).filter(|i| mask & 1 << i != 0);
        for (nth, bit) in bits.enumerate() {
            if result.dead & 1 << nth != 0 {
                dead |= 1 << bit;
            }
        }
        result.dead = dead;
        result
    }

    /// What a block is worth to the defender, damage kept off counting so much a point.
    fn worth(&self, attacker: usize, mask: u64, rate: i32) -> i32 {
        let a = &self.attackers[attacker];
        let result = self.clash(attacker, mask);
        let full = a.power.max(0) * if a.double { 2 } else { 1 };
        let mut sum = rate * (full - result.through).max(0);
        if result.dies {
            sum += a.value;
        }
        for (i, b) in self.blockers.iter().enumerate() {
            if result.dead & 1 << i != 0 {
                sum -= b.value;
            }
        }
        sum
    }

    /// All damage that comes through those blocks.
    pub fn through(&self, blocks: &[u64]) -> i32 {
        (0..self.attackers.len()).map(|i| self.clash(i, blocks[i]).through).sum()
    }

    /// The defender's blocks: for each attacker, its blockers.
    pub fn blocks(&self) -> Vec<u64> {
        let calm = self.assign(2);
        let left = self.life - self.through(&calm);
        if left > 4 || left >= self.life {
            return calm;
        }
        let wary = self.assign(6);
        if self.life > self.through(&wary) {
            return wary;
        }
        let afraid = self.assign(1000);
        if self.through(&afraid) < self.through(&wary) { afraid } else { wary }
    }

    fn assign(&self, rate: i32) -> Vec<u64> {
        let n = self.attackers.len();
        let mut blocks = vec![0u64; n];
        let mut free = if self.blockers.len() >= 64 { !0 } else { (1 << self.blockers.len()) - 1 };
        let mut table: Vec<(i32, usize, usize)> = Vec::new();
        for a in 0..n {
            for b in (0..self.blockers.len()).filter(|b| self.able[a] & 1 << b != 0) {
                let worth = self.worth(a, 1 << b, rate);
                if worth > 0 {
                    // Where two block as well, the cheaper one does.
                    table.push((worth * 64 - self.blockers[b].value.min(63), a, b));
                }
            }
        }
        table.sort_unstable_by_key(|row| std::cmp::Reverse(row.0));
        for (_, a, b) in table {
            if blocks[a] == 0 && free & 1 << b != 0 {
                blocks[a] = 1 << b;
                free &= !(1 << b);
            }
        }
        self.gang_up(&mut blocks, &mut free, rate);
        blocks
    }

    /// Adds blockers where more of them together do better.
    fn gang_up(&self, blocks: &mut [u64], free: &mut u64, rate: i32) {
        for (a, block) in blocks.iter_mut().enumerate() {
            let all = 0..self.blockers.len();
            let helpers =
                |free: u64| all.clone().filter(move |b| free & self.able[a] & 1 << b != 0);
            if *block == 0 {
                let pairs = helpers(*free).flat_map(|b| {
                    helpers(*free).filter(move |c| *c > b).map(move |c| 1u64 << b | 1 << c)
                });
                let best = pairs.max_by_key(|mask| self.worth(a, *mask, rate));
                if let Some(mask) = best.filter(|mask| self.worth(a, *mask, rate) > 0) {
                    *block = mask;
                    *free &= !mask;
                }
                continue;
            }
            if self.clash(a, *block).dies {
                continue;
            }
            let now = *block;
            let with = |b: &usize| self.worth(a, now | 1 << *b, rate);
            let best = helpers(*free).max_by_key(with);
            if let Some(b) = best.filter(|b| with(b) > self.worth(a, now, rate) + 4) {
                *block |= 1 << b;
                *free &= !(1 << b);
            }
        }
    }
}

/// The seat's blocks, as answers.
pub(crate) fn plan(known: &Known<'_>, answers: &[Answer]) -> Vec<Answer> {
    let mut able: Vec<ObjectId> = Vec::new();
    for answer in answers {
        match answer {
            Answer::Pair(blocker, _) if !able.contains(blocker) => able.push(*blocker),
            _ => {}
        }
    }
    let blockers: Vec<&ObjectView> = known
        .creatures(known.me)
        .filter(|o| able.contains(&o.id) && o.blocking.is_empty())
        .collect();
    let attackers: Vec<&ObjectView> = (known.view.battlefield.iter())
        .filter(|o| match o.attacking {
            Some(Thing::Player(p)) => p == known.me,
            Some(Thing::Object(id)) => known.controller(Thing::Object(id)) == Some(known.me),
            _ => false,
        })
        .filter(|o| is_creature(o))
        .collect();
    let field = Field::of(known, &attackers, &blockers, known.life(known.me));
    let blocks = field.blocks();
    let mut out = Vec::new();
    for (a, mask) in blocks.iter().enumerate() {
        for (b, blocker) in blockers.iter().enumerate().take(64) {
            if mask & 1 << b != 0 {
                out.push(Answer::Pair(blocker.id, attackers[a].id));
            }
        }
    }
    out
}
