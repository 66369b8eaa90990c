//! Foreseeing combat: who dies, how much comes through, and what a trick would change.

use crate::evaluate::WIN;
use crate::known::{Known, Scope, is_creature};
use simpan_cards::ast::{Action, Keyword, Step, Things};
use simpan_cards::program::Op;
use simpan_engine::ObjectId;
use simpan_magic::object::Thing;
use simpan_magic::view::ObjectView;

/// A creature as combat sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fighter {
    pub id: ObjectId,
    pub power: i32,
    /// How much damage it still takes.
    pub left: i32,
    pub first: bool,
    pub double: bool,
    pub trample: bool,
    pub deathtouch: bool,
    /// It doesn't die of damage.
    pub sturdy: bool,
    pub value: i32,
}

/// How one attacker's combat ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clash {
    /// The attacker dies.
    pub dies: bool,
    /// The blockers that die, a bit each.
    pub dead: u64,
    /// Damage to the defending player.
    pub through: i32,
}

/// A change to one creature in combat, to see what it would come to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tweak {
    pub id: ObjectId,
    pub power: i32,
    pub toughness: i32,
    /// It regenerates or all damage to it is prevented.
    pub survives: bool,
    /// It is gone (an attacker deals no damage, a blocker neither).
    pub gone: bool,
}

/// How many blockers of one attacker are looked at.
const MOST: usize = 12;

/// Plays one attacker's combat through both damage steps.
pub(crate) fn clash(a: &Fighter, blockers: &[Fighter]) -> Clash {
    let blockers = &blockers[..blockers.len().min(MOST)];
    if blockers.is_empty() {
        let through = a.power.max(0) * if a.double { 2 } else { 1 };
        return Clash { dies: false, dead: 0, through };
    }
    let mut out = Clash::default();
    let mut a_left = a.left;
    let mut left = [0i32; MOST];
    for (l, b) in left.iter_mut().zip(blockers) {
        *l = b.left;
    }
    for second in [false, true] {
        let strikes = |f: &Fighter| if second { !f.first || f.double } else { f.first || f.double };
        let mut taken = 0;
        let mut deadly = false;
        for (i, b) in blockers.iter().enumerate() {
            if out.dead & 1 << i == 0 && strikes(b) && b.power > 0 {
                taken += b.power;
                deadly |= b.deathtouch;
            }
        }
        if !out.dies && strikes(a) {
            out.through += deal(a, blockers, &mut left, &mut out.dead);
        }
        a_left -= taken;
        if !a.sturdy && (a_left <= 0 || deadly) {
            out.dies = true;
        }
    }
    out
}

/// An attacker deals its damage to its blockers, the best that it kills first; the rest goes on.
fn deal(a: &Fighter, blockers: &[Fighter], left: &mut [i32; MOST], dead: &mut u64) -> i32 {
    let mut power = a.power.max(0);
    loop {
        let need = |i: usize| if a.deathtouch { left[i].min(1) } else { left[i] };
        let open = (0..blockers.len()).filter(|i| *dead & 1 << *i == 0 && left[*i] > 0);
        let best = open
            .filter(|i| need(*i) <= power)
            .max_by_key(|i| if blockers[*i].sturdy { 0 } else { blockers[*i].value });
        let Some(i) = best else { break };
        power -= need(i);
        left[i] = 0;
        if !blockers[i].sturdy {
            *dead |= 1 << i;
        }
    }
    let all_lethal = (0..blockers.len()).all(|i| *dead & 1 << i != 0 || left[i] <= 0);
    if a.trample && all_lethal {
        return power;
    }
    if let Some(i) = (0..blockers.len()).find(|i| left[*i] > 0) {
        left[i] -= power;
    }
    0
}

impl Known<'_> {
    /// A creature as combat sees it.
    pub fn fighter(&self, o: &ObjectView) -> Fighter {
        let c = &o.characteristics;
        let has = |k: Keyword| c.keywords.has(k);
        Fighter {
            id: o.id,
            power: c.power,
            left: c.toughness - o.damage,
            first: has(Keyword::FirstStrike),
            double: has(Keyword::DoubleStrike),
            trample: has(Keyword::Trample),
            deathtouch: has(Keyword::Deathtouch),
            sturdy: has(Keyword::Indestructible),
            value: self.value(o),
        }
    }

    fn tweaked(&self, o: &ObjectView, tweak: Option<Tweak>) -> Fighter {
        let mut f = self.fighter(o);
        if let Some(t) = tweak.filter(|t| t.id == o.id) {
            f.power += t.power;
            f.left += t.toughness;
            f.sturdy |= t.survives;
            if t.gone {
                (f.power, f.left, f.sturdy, f.value) = (0, 0, true, 0);
            }
        }
        f
    }

    /// Whether blocks are declared and damage isn't dealt yet.
    pub fn in_combat(&self) -> bool {
        let damage_waits = self.view.stack.iter().any(|s| s.combat_damage);
        let step = self.view.step;
        (step == Step::DeclareBlockers || damage_waits)
            && self.view.battlefield.iter().any(|o| o.attacking.is_some())
    }

    /// Whether combat damage is on its way already: powers don't matter any more.
    fn assigned(&self) -> bool {
        self.view.stack.iter().any(|s| s.combat_damage)
    }

    /// What this combat comes to for the seat, with a change to one creature.
    pub fn combat_score(&self, tweak: Option<Tweak>) -> i32 {
        let tweak = tweak.map(|t| Tweak { power: if self.assigned() { 0 } else { t.power }, ..t });
        let mut sum = 0;
        let mut through = 0;
        let mut whom = self.foe();
        for attacker in self.view.battlefield.iter().filter(|o| o.attacking.is_some()) {
            let blockers: Vec<&ObjectView> = self.blockers(attacker.id).collect();
            let fighters: Vec<Fighter> = blockers.iter().map(|b| self.tweaked(b, tweak)).collect();
            let a = self.tweaked(attacker, tweak);
            let result = clash(&a, &fighters);
            if result.dies {
                sum -= self.side(attacker.controller) * a.value;
            }
            for (i, b) in blockers.iter().enumerate().take(MOST) {
                if result.dead & 1 << i != 0 {
                    sum -= self.side(b.controller) * fighters[i].value;
                }
            }
            through += result.through;
            match attacker.attacking {
                Some(Thing::Player(p)) => whom = p,
                _ => through -= result.through,
            }
        }
        if through > 0 { sum + self.life_change(whom, through) } else { sum }
    }

    /// What a change to one creature would improve in this combat.
    pub fn swing(&self, tweak: Tweak) -> i32 {
        if !self.in_combat() {
            return 0;
        }
        let swing = self.combat_score(Some(tweak)) - self.combat_score(None);
        swing.clamp(-WIN, WIN)
    }

    /// Damage that combat is about to deal to the seat.
    pub fn coming(&self) -> i32 {
        if !self.in_combat() {
            return 0;
        }
        let attackers = self.view.battlefield.iter();
        let attackers = attackers.filter(|o| o.attacking == Some(Thing::Player(self.me)));
        attackers
            .map(|a| {
                let blockers: Vec<Fighter> = self.blockers(a.id).map(|b| self.fighter(b)).collect();
                clash(&self.fighter(a), &blockers).through
            })
            .sum()
    }

    /// Whether a permanent is about to die in combat or of what waits on the stack.
    pub fn doomed(&self, o: &ObjectView) -> bool {
        self.dies_in_combat(o) || self.danger(o).is_some_and(|d| d.kills(o))
    }

    /// Whether a creature is about to die in combat.
    pub fn dies_in_combat(&self, o: &ObjectView) -> bool {
        let fights = o.attacking.is_some() || !o.blocking.is_empty();
        if !is_creature(o) || !fights || !self.in_combat() {
            return false;
        }
        let saved = Tweak { id: o.id, survives: true, ..Tweak::default() };
        self.combat_score(Some(saved)) != self.combat_score(None)
    }

    /// What an opponent's spell or ability on the stack is about to do to a permanent.
    pub fn danger(&self, o: &ObjectView) -> Option<Danger> {
        let aimed = self.view.stack.iter().rev().find(|s| {
            s.controller != self.me
                && !s.announcing
                && !s.combat_damage
                && s.targets.contains(&Thing::Object(o.id))
        })?;
        let targets = [(0, Thing::Object(o.id))];
        let scope =
            Scope { x: aimed.x, targets: &targets, ..Scope::of(aimed.source, aimed.controller) };
        let ops = &self.pool.program(self.program_of(aimed)?).ops;
        ops.iter().find_map(|op| match op {
            Op::Do(Action::Damage { amount, to, .. }) => {
                let hit = match to {
                    Things::Players(_) => false,
                    _ => self.things(to, scope).contains(&Thing::Object(o.id)),
                };
                hit.then(|| Danger::Damage(self.amount(amount, scope)))
            }
            Op::Do(Action::Destroy { no_regeneration, .. }) => {
                Some(Danger::Destroy { regenerates: !no_regeneration })
            }
            _ => None,
        })
    }
}

/// What is about to happen to a permanent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Danger {
    Damage(i32),
    Destroy { regenerates: bool },
}

impl Danger {
    /// Whether it would die of it.
    pub fn kills(self, o: &ObjectView) -> bool {
        let c = &o.characteristics;
        if c.keywords.has(Keyword::Indestructible) {
            return false;
        }
        match self {
            Self::Damage(n) => is_creature(o) && n >= c.toughness - o.damage,
            Self::Destroy { .. } => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fighter(power: i32, left: i32) -> Fighter {
        Fighter {
            id: ObjectId::NONE,
            power,
            left,
            first: false,
            double: false,
            trample: false,
            deathtouch: false,
            sturdy: false,
            value: 4 + 8 * power + 6 * left,
        }
    }

    #[test]
    fn equals_trade() {
        let result = clash(&fighter(2, 2), &[fighter(2, 2)]);
        assert!(result.dies && result.dead == 1 && result.through == 0);
    }

    #[test]
    fn first_strike_kills_before_it_is_hit() {
        let knight = Fighter { first: true, ..fighter(2, 2) };
        let result = clash(&knight, &[fighter(2, 2)]);
        assert!(!result.dies && result.dead == 1);
        let result = clash(&fighter(2, 2), &[knight]);
        assert!(result.dies && result.dead == 0);
    }

    #[test]
    fn trample_needs_lethal_damage_first() {
        let beast = Fighter { trample: true, ..fighter(5, 5) };
        assert_eq!(clash(&beast, &[fighter(1, 2)]).through, 3);
        assert_eq!(clash(&fighter(5, 5), &[fighter(1, 2)]).through, 0);
    }

    #[test]
    fn two_blockers_bring_down_one() {
        let result = clash(&fighter(3, 4), &[fighter(2, 3), fighter(2, 2)]);
        assert!(result.dies);
        assert_eq!(result.dead.count_ones(), 1);
    }
}
