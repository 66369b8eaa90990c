//! Attacking: the set of attackers that comes out best against the blocks one would expect and
//! what the opponent could strike back with.

use crate::block::Field;
use crate::evaluate::WIN;
use crate::known::Known;
use simpan_cards::Mark;
use simpan_cards::ast::Keyword;
use simpan_engine::{Answer, ObjectId, PlayerId};
use simpan_magic::view::ObjectView;

/// The attack being thought about.
struct Plan<'k, 'a> {
    known: &'k Known<'a>,
    foe: PlayerId,
    mine: Vec<&'k ObjectView>,
    field: Field,
    /// The opponent's creatures that may strike back.
    theirs: Vec<&'k ObjectView>,
    /// The seat's creatures that stay at home in any case but could block.
    home: Vec<&'k ObjectView>,
}

impl Plan<'_, '_> {
    /// What an attack with those creatures comes to.
    fn score(&self, attacking: u64) -> i32 {
        let field = self.field.with(attacking);
        let blocks = field.blocks();
        let mut sum = 0;
        let mut fallen: Vec<ObjectId> = Vec::new();
        for (i, a) in field.attackers.iter().enumerate() {
            let result = field.clash(i, blocks[i]);
            if result.dies {
                sum -= a.value;
                fallen.push(a.id);
            }
            for (j, b) in field.blockers.iter().enumerate() {
                if result.dead & 1 << j != 0 {
                    sum += b.value;
                    fallen.push(b.id);
                }
            }
        }
        let through = field.through(&blocks);
        sum += self.known.life_change(self.foe, through);
        if through >= field.life {
            return sum;
        }
        sum - self.exposure(attacking, &fallen)
    }

    /// How bad the opponent's next attack could be, if those attack now and some fell.
    fn exposure(&self, attacking: u64, fallen: &[ObjectId]) -> i32 {
        let alive = |o: &&&ObjectView| !fallen.contains(&o.id);
        let attackers: Vec<&ObjectView> = self.theirs.iter().filter(alive).copied().collect();
        let stays = self.mine.iter().enumerate().filter(|(i, o)| {
            let vigilant = o.characteristics.keywords.has(Keyword::Vigilance);
            attacking & 1 << i == 0 || vigilant
        });
        let blockers: Vec<&ObjectView> = stays
            .map(|(_, o)| *o)
            .chain(self.home.iter().copied())
            .filter(|o| !fallen.contains(&o.id))
            .collect();
        let life = self.known.life(self.known.me);
        let field = Field::of(self.known, &attackers, &blockers, life);
        let through = field.through(&field.blocks());
        if through >= life {
            return WIN / 100;
        }
        -self.known.life_change(self.known.me, through) / 2
    }

    /// The best set of attackers: one after the other as long as it gets better, or all.
    fn best(&self) -> u64 {
        let n = self.mine.len();
        let all = if n >= 64 { !0 } else { (1u64 << n) - 1 };
        let mut best = (0u64, self.score(0));
        let mut now = best;
        for _ in 0..n {
            let mut step: Option<(u64, i32)> = None;
            for i in (0..n).filter(|i| now.0 & 1 << i == 0) {
                let set = now.0 | 1 << i;
                let score = self.score(set);
                if step.is_none_or(|(_, s)| score > s) {
                    step = Some((set, score));
                }
            }
            let Some(next) = step else { break };
            if next.1 < now.1 - 30 {
                break;
            }
            now = next;
            if now.1 > best.1 {
                best = now;
            }
        }
        let together = self.score(all);
        if together > best.1 { all } else { best.0 }
    }
}

/// The seat's attack, as answers.
pub(crate) fn plan(known: &Known<'_>, answers: &[Answer]) -> Vec<Answer> {
    let foe = known.foe();
    let mut mine: Vec<&ObjectView> = Vec::new();
    for answer in answers {
        let (Answer::AtPlayer(id, _) | Answer::Pair(id, _)) = answer else { continue };
        if mine.len() < 24 && !mine.iter().any(|o| o.id == *id) {
            mine.extend(known.permanent(*id).filter(|o| o.characteristics.power > 0));
        }
    }
    let blockers: Vec<&ObjectView> = known.creatures(foe).filter(|o| !o.tapped).collect();
    let field = Field::of(known, &mine, &blockers, known.life(foe));
    let home =
        known.creatures(known.me).filter(|o| !o.tapped && !mine.iter().any(|m| m.id == o.id));
    let plan = Plan { home: home.collect(), theirs: strikers(known, foe), known, foe, mine, field };
    let best = plan.best();
    let chosen = plan.mine.iter().enumerate().filter(|(i, _)| best & 1 << i != 0);
    chosen.map(|(_, o)| Answer::AtPlayer(o.id, foe)).collect()
}

/// The creatures with which a player could attack next turn.
fn strikers<'k>(known: &'k Known<'_>, player: PlayerId) -> Vec<&'k ObjectView> {
    let able = |o: &&ObjectView| {
        let c = &o.characteristics;
        c.power > 0
            && c.marks & Mark::CANT_ATTACK == 0
            && (!c.keywords.has(Keyword::Defender) || c.marks & Mark::ATTACKS_DESPITE_DEFENDER != 0)
    };
    known.creatures(player).filter(able).collect()
}
