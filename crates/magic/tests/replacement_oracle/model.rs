//! Replacement and prevention effects, slow and obvious: events are looked at one by one, what
//! applies is listed, a player picks, and so on until nothing applies any more (2005 rule 419, 2021
//! rules 614 to 616, 120.4 and 704).

use crate::data::{Coming, Eff, Ev, Left, Perm, Shield, To};
use simpan_engine::ObjectId;

/// By what an event has been changed already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used {
    Perm(u32),
    Shield(u32),
    Own(u8),
    Count(u32),
}

#[derive(Clone, Debug)]
pub struct Row {
    ev: Ev,
    used: Vec<Used>,
    gone: bool,
    settled: bool,
    first: bool,
    result: bool,
}

impl Row {
    pub fn new(ev: Ev) -> Self {
        Self { ev, used: vec![], gone: false, settled: false, first: false, result: false }
    }
    fn open(&self) -> bool {
        !self.gone && !self.settled
    }
    fn n(&self) -> i32 {
        match &self.ev {
            Ev::Damage { n, .. } | Ev::Gain(_, n) | Ev::Lose(_, n) => *n,
            Ev::Counters { n, .. } | Ev::Make { n, .. } => *n,
            _ => 1,
        }
    }
}

/// What happens right after an event.
#[derive(Clone, Copy, Debug)]
enum Then {
    Draw(usize, i32),
    Gain(usize, i32),
    Counters(u32, i32),
}

#[derive(Clone, Copy, Debug)]
struct Option_ {
    used: Used,
    id: ObjectId,
    optional: bool,
    class: u8,
    /// It prevents all of it and does nothing else.
    pure: bool,
}

/// Whoever decides.
pub trait Decider {
    /// Which of the effects of those sources; nothing declines.
    fn which(&mut self, player: usize, sources: &[ObjectId], optional: bool) -> Option<usize>;
    /// Whose damage is looked at first.
    fn first(&mut self, player: usize, sources: &[ObjectId]) -> usize;
}

/// The game as far as this matters.
#[derive(Clone, Debug)]
pub struct Model {
    /// Classes of effects come in order (2021).
    pub by_class: bool,
    /// +1/+1 and -1/-1 counters cancel each other (2021).
    pub cancel: bool,
    pub active: usize,
    pub life: [i32; 2],
    pub hand: [i32; 2],
    pub library: [i32; 2],
    pub grave: [i32; 2],
    pub exile: [i32; 2],
    pub perms: Vec<Perm>,
    pub shields: Vec<Shield>,
    pub dry: [bool; 2],
    pub lost: [bool; 2],
    pub next: u32,
}

impl Model {
    pub fn perm(&self, key: u32) -> Option<&Perm> {
        self.perms.iter().find(|p| p.key == key)
    }
    fn perm_mut(&mut self, key: u32) -> Option<&mut Perm> {
        self.perms.iter_mut().find(|p| p.key == key)
    }
    fn control(&self, key: u32) -> usize {
        self.perm(key).map_or(0, |p| p.control)
    }

    /// Events happen together, and then what comes of them.
    pub fn happen(&mut self, events: Vec<Ev>, used: &[Used], by: &mut dyn Decider) {
        let rows = events.into_iter();
        let mut rows: Vec<Row> =
            rows.map(|ev| Row { used: used.to_vec(), ..Row::new(ev) }).collect();
        let mut then = Vec::new();
        self.change(&mut rows, &mut then, by);
        for row in rows.iter().filter(|r| !r.gone) {
            self.commit(row);
        }
        for (what, used) in then {
            match what {
                Then::Draw(p, n) => (0..n).for_each(|_| self.happen(vec![Ev::Draw(p)], &used, by)),
                Then::Gain(p, n) => self.happen(vec![Ev::Gain(p, n)], &used, by),
                Then::Counters(on, n) if n > 0 && self.perm(on).is_some() => {
                    self.happen(vec![Ev::Counters { on, n, minus: false }], &used, by);
                }
                Then::Counters(..) => {}
            }
        }
    }

    fn change(
        &mut self,
        rows: &mut Vec<Row>,
        then: &mut Vec<(Then, Vec<Used>)>,
        by: &mut dyn Decider,
    ) {
        loop {
            let Some(at) = self.next_row(rows) else {
                if self.unfold(rows) {
                    continue;
                }
                return;
            };
            let options = self.options(rows, at);
            if self.cant(&rows[at]) {
                rows[at].gone = true;
                continue;
            }
            let player = self.chooser(&rows[at]);
            if let Some((sources, wanted)) = self.not_enough(rows, at, &options) {
                let pick = by.first(player, &sources);
                rows[wanted[pick]].first = true;
                continue;
            }
            if options.is_empty() {
                rows[at].settled = true;
                continue;
            }
            let optional = options.iter().all(|o| o.optional);
            let forced = options.iter().all(|o| o.pure) || (options.len() == 1 && !optional);
            let pick = if forced {
                Some(0)
            } else {
                let sources: Vec<ObjectId> = options.iter().map(|o| o.id).collect();
                by.which(player, &sources, optional)
            };
            match pick {
                Some(i) => {
                    let option = options[i];
                    rows[at].used.push(option.used);
                    self.apply(rows, at, option.used, then);
                }
                None => rows[at].used.extend(options.iter().map(|o| o.used)),
            }
        }
    }

    /// The active player's events first; of one player, life lost to damage last.
    fn next_row(&self, rows: &[Row]) -> Option<usize> {
        let mut best: Option<(usize, (usize, bool, bool))> = None;
        for (at, row) in rows.iter().enumerate().filter(|(_, r)| r.open()) {
            let turn = (self.chooser(row) + 2 - self.active) % 2;
            let last = row.result && matches!(row.ev, Ev::Lose(..));
            let rank = (turn, last, !row.first);
            if best.is_none_or(|b| rank < b.1) {
                best = Some((at, rank));
            }
        }
        best.map(|b| b.0)
    }

    fn chooser(&self, row: &Row) -> usize {
        match &row.ev {
            Ev::Draw(p) | Ev::Gain(p, _) | Ev::Lose(p, _) | Ev::LoseGame(p) => *p,
            Ev::Spell(p) | Ev::ExileSpell(p) => *p,
            Ev::Damage { to, .. } | Ev::Dealt { to, .. } => match to {
                To::Player(p) => *p,
                To::Perm(k) => self.control(*k),
            },
            Ev::Destroy(k) | Ev::Bury(k) | Ev::Regenerate(k) | Ev::Exile(k) | Ev::Hand(k) => {
                self.control(*k)
            }
            Ev::Counters { on, .. } => self.control(*on),
            Ev::Make { coming, .. } => coming.control,
            // A card that nobody controls yet: its owner.
            Ev::Enter(c) | Ev::ExileCard(c) => {
                if c.token {
                    c.control
                } else {
                    c.owner
                }
            }
        }
    }

    // --- what applies ---------------------------------------------------------------------------

    fn cant(&self, row: &Row) -> bool {
        self.perms.iter().any(|p| match (&row.ev, p.card.eff) {
            (Ev::Gain(q, _), Eff::NoGain) => *q != p.control,
            (Ev::Enter(c), Eff::NoArtifacts) => c.shows.artifact,
            _ => false,
        })
    }

    fn preventable(&self) -> bool {
        !self.perms.iter().any(|p| p.card.eff == Eff::NoPrevent)
    }

    fn options(&self, rows: &[Row], at: usize) -> Vec<Option_> {
        let row = &rows[at];
        let mut out = Vec::new();
        let any = |used, id| Option_ { used, id, optional: false, class: 3, pure: false };
        for shield in &self.shields {
            if let Ev::Damage { to, .. } = row.ev
                && to == shield.on
                && shield.redirect.is_none_or(|p| To::Player(p) != to)
            {
                let pure = shield.left == Left::All;
                out.push(Option_ { pure, ..any(Used::Shield(shield.key), shield.id) });
            }
        }
        for p in &self.perms {
            if self.speaks(p, rows, at) {
                let optional = matches!(p.card.eff, Eff::PainCards | Eff::SkipDraw);
                let class = match p.card.eff {
                    Eff::Steal if self.by_class => 1,
                    Eff::Essence if self.by_class => 2,
                    _ => 3,
                };
                let pure = p.card.eff == Eff::ProRed;
                out.push(Option_ { optional, class, pure, ..any(Used::Perm(p.key), p.id) });
            }
        }
        if let Ev::Enter(c) = &row.ev {
            if c.shows.own.0 {
                out.push(any(Used::Own(0), c.id));
            }
            if c.shows.own.1 {
                out.push(any(Used::Own(1), c.id));
            }
        }
        out.retain(|o| !row.used.contains(&o.used));
        // Counters that something enters with are put on it once it is known how it enters.
        if let (Ev::Enter(c), true) = (&row.ev, out.is_empty()) {
            for p in self.perms.iter().filter(|_| c.counters > 0) {
                let applies = match p.card.eff {
                    Eff::CountDouble => c.control == p.control,
                    Eff::CountMore => true,
                    _ => false,
                };
                if applies {
                    out.push(any(Used::Count(p.key), p.id));
                }
            }
            out.retain(|o| !row.used.contains(&o.used));
        }
        let first = out.iter().map(|o| o.class).min();
        out.retain(|o| Some(o.class) == first);
        out
    }

    /// Whether a permanent's effect would change the event.
    fn speaks(&self, p: &Perm, rows: &[Row], at: usize) -> bool {
        let row = &rows[at];
        let me = p.control;
        let creature = |k: u32| self.perm(k).is_some_and(|c| c.card.pt.is_some());
        match (&row.ev, p.card.eff) {
            (Ev::Damage { src, to, .. }, eff) => match (eff, *to) {
                (Eff::WardYou | Eff::Blessing | Eff::PainCards | Eff::Bodyguard, To::Player(q)) => {
                    q == me
                }
                (Eff::DoubleDamage, To::Player(q)) => q != me,
                (Eff::WardCreatures, To::Perm(k)) => creature(k) && self.control(k) == me,
                (Eff::MoreDamage, To::Perm(k)) => creature(k),
                (Eff::Martyr, To::Perm(k)) => creature(k) && self.control(k) == me && k != p.key,
                (Eff::Hydra, To::Perm(k)) => k == p.key,
                (Eff::ProRed, To::Perm(k)) => k == p.key && src.red,
                _ => false,
            },
            (Ev::Gain(q, _), Eff::GainDouble | Eff::GainDraw) => *q == me,
            (Ev::Gain(..), Eff::GainMore) => true,
            (Ev::Lose(q, _), Eff::LossDouble) => *q == me,
            (Ev::Lose(q, _), Eff::LastStand) => {
                let (gained, now) = self.life_then(rows, *q);
                *q == me && row.result && gained >= 1 && now < 1
            }
            (Ev::Draw(q), Eff::SkipDraw | Eff::DrawTwo | Eff::DrawLife) => *q == me,
            (Ev::Destroy(k) | Ev::Bury(k), Eff::ExileGate) => {
                self.perm(*k).is_some_and(|c| !c.token)
            }
            (Ev::Spell(_), Eff::ExileGate) => true,
            (Ev::Destroy(k) | Ev::Bury(k), Eff::ReturnGate) => {
                creature(*k) && self.control(*k) == me
            }
            (Ev::Destroy(k), Eff::Regrow | Eff::Stone) => *k == p.key,
            (Ev::Counters { on, .. }, Eff::CountDouble) => creature(*on) && self.control(*on) == me,
            (Ev::Counters { on, .. }, Eff::CountMore) => creature(*on),
            (Ev::Make { coming, .. }, Eff::TokenDouble) => coming.control == me,
            (Ev::Make { .. }, Eff::TokenMore) => true,
            (Ev::Make { coming, .. }, Eff::TokenNone) => coming.control != me,
            (Ev::Enter(_), Eff::TapGate) => true,
            (Ev::Enter(c), Eff::Growth | Eff::Essence) => c.control == me,
            (Ev::Enter(c), Eff::Steal | Eff::Banish) => c.control != me,
            _ => false,
        }
    }

    /// A player's life after the events: with what is gained alone, and with all.
    fn life_then(&self, rows: &[Row], p: usize) -> (i32, i32) {
        let mut sums = (self.life[p], self.life[p]);
        for row in rows.iter().filter(|r| !r.gone) {
            match row.ev {
                Ev::Gain(q, n) if q == p => sums = (sums.0 + n, sums.1 + n),
                Ev::Lose(q, n) if q == p => sums.1 -= n,
                _ => {}
            }
        }
        sums
    }

    /// A shield that isn't enough for all damage to a player by several sources: the sources, and
    /// the events they stand for.
    fn not_enough(
        &self,
        rows: &[Row],
        at: usize,
        options: &[Option_],
    ) -> Option<(Vec<ObjectId>, Vec<usize>)> {
        if rows[at].first {
            return None;
        }
        for option in options {
            let Used::Shield(key) = option.used else { continue };
            let limit = match self.shields.iter().find(|s| s.key == key)?.left {
                Left::All => continue,
                Left::Once => 0,
                Left::Next(n) => n,
            };
            let (mut sources, mut which, mut sum) = (vec![], vec![], 0);
            let others = (0..rows.len()).filter(|i| *i != at && rows[*i].open());
            for i in std::iter::once(at).chain(others) {
                let Ev::Damage { src, .. } = rows[i].ev else { continue };
                let applies = self.options(rows, i).iter().any(|o| o.used == option.used);
                if applies && !sources.contains(&src.id) {
                    sources.push(src.id);
                    which.push(i);
                    sum += rows[i].n();
                }
            }
            if sources.len() > 1 && sum > limit {
                return Some((sources, which));
            }
        }
        None
    }

    // --- applying -------------------------------------------------------------------------------

    fn apply(
        &mut self,
        rows: &mut Vec<Row>,
        at: usize,
        used: Used,
        then: &mut Vec<(Then, Vec<Used>)>,
    ) {
        match used {
            Used::Shield(key) => self.apply_shield(rows, at, key),
            Used::Own(0) => self.coming(rows, at, |c| c.tapped = true),
            Used::Own(_) => self.coming(rows, at, |c| c.counters += 2),
            Used::Count(key) => {
                let double = self.perm(key).is_some_and(|p| p.card.eff == Eff::CountDouble);
                self.coming(rows, at, |c| {
                    c.counters = if double { c.counters * 2 } else { c.counters + 1 };
                });
            }
            Used::Perm(key) => {
                let p = self.perm(key).expect("its permanent is there").clone();
                match rows[at].ev.clone() {
                    Ev::Enter(_) => self.apply_entering(rows, at, &p),
                    Ev::Damage { to, n, .. } => self.apply_damage(rows, at, (to, n), &p, then),
                    _ => self.apply_other(rows, at, &p, then),
                }
            }
        }
    }

    fn coming(&self, rows: &mut [Row], at: usize, f: impl FnOnce(&mut Coming)) {
        if let Ev::Enter(c) = &mut rows[at].ev {
            f(c);
        }
    }

    /// Prevents so much; how much that was.
    fn prevent(&self, rows: &mut [Row], at: usize, most: i32) -> i32 {
        let Ev::Damage { n, .. } = &mut rows[at].ev else { return 0 };
        let prevented = if self.preventable() { most.min(*n) } else { 0 };
        *n -= prevented;
        rows[at].gone = *n == 0;
        prevented
    }

    fn apply_shield(&mut self, rows: &mut Vec<Row>, at: usize, key: u32) {
        let i = self.shields.iter().position(|s| s.key == key).expect("it is there");
        let most = match self.shields[i].left {
            Left::Next(n) => n,
            _ => i32::MAX,
        };
        let done = match self.shields[i].redirect {
            None => self.prevent(rows, at, most),
            Some(p) => {
                let row = rows[at].clone();
                let Ev::Damage { src, to, n } = row.ev else { return };
                let moved = n.min(most);
                let there = Ev::Damage { src, to: To::Player(p), n: moved };
                if moved == n {
                    rows[at].ev = there;
                } else {
                    rows[at].ev = Ev::Damage { src, to, n: n - moved };
                    rows.insert(at + 1, Row { ev: there, first: false, ..row });
                }
                moved
            }
        };
        let over = match &mut self.shields[i].left {
            Left::All => false,
            Left::Once => done > 0,
            Left::Next(n) => {
                *n -= done;
                *n <= 0
            }
        };
        if over {
            self.shields.remove(i);
        }
    }

    fn apply_damage(
        &mut self,
        rows: &mut Vec<Row>,
        at: usize,
        (to, n): (To, i32),
        p: &Perm,
        then: &mut Vec<(Then, Vec<Used>)>,
    ) {
        let me = p.control;
        let set = |rows: &mut Vec<Row>, to: To, n: i32| {
            if let Ev::Damage { to: t, n: m, .. } = &mut rows[at].ev {
                (*t, *m) = (to, n);
            }
        };
        match p.card.eff {
            Eff::WardYou | Eff::WardCreatures => {
                self.prevent(rows, at, 1);
            }
            Eff::ProRed => {
                self.prevent(rows, at, i32::MAX);
            }
            Eff::DoubleDamage => set(rows, to, n * 2),
            Eff::MoreDamage => set(rows, to, n + 1),
            Eff::Bodyguard => set(rows, To::Perm(p.key), n),
            Eff::Martyr => set(rows, To::Player(me), n),
            Eff::Hydra => {
                let done = self.prevent(rows, at, i32::MAX);
                then.push((Then::Counters(p.key, done), vec![]));
            }
            Eff::Blessing => {
                let done = self.prevent(rows, at, i32::MAX);
                if done > 0 {
                    rows.push(Row::new(Ev::Gain(me, done)));
                }
            }
            Eff::PainCards => {
                rows[at].gone = true;
                then.push((Then::Draw(me, 1), rows[at].used.clone()));
            }
            _ => unreachable!("{p:?}"),
        }
    }

    fn apply_entering(&mut self, rows: &mut [Row], at: usize, p: &Perm) {
        let me = p.control;
        match p.card.eff {
            Eff::TapGate => self.coming(rows, at, |c| c.tapped = true),
            Eff::Growth => self.coming(rows, at, |c| c.counters += 1),
            Eff::Steal => self.coming(rows, at, |c| c.control = me),
            Eff::Essence => self.coming(rows, at, |c| c.shows = p.card),
            Eff::Banish => {
                let Ev::Enter(c) = rows[at].ev.clone() else { return };
                if c.token {
                    rows[at].gone = true;
                } else {
                    rows[at].ev = Ev::ExileCard(c);
                }
            }
            _ => unreachable!("{p:?}"),
        }
    }

    fn apply_other(
        &mut self,
        rows: &mut [Row],
        at: usize,
        p: &Perm,
        then: &mut Vec<(Then, Vec<Used>)>,
    ) {
        let me = p.control;
        let used = rows[at].used.clone();
        let left = rows.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, r)| r.clone());
        let left: Vec<Row> = left.collect();
        let row = &mut rows[at];
        match (&mut row.ev, p.card.eff) {
            (Ev::Gain(_, n), Eff::GainDouble) | (Ev::Lose(_, n), Eff::LossDouble) => *n *= 2,
            (Ev::Gain(_, n), Eff::GainMore) => *n += 1,
            (Ev::Gain(_, n), Eff::GainDraw) => {
                then.push((Then::Draw(me, *n), used));
                row.gone = true;
            }
            (Ev::Lose(q, n), Eff::LastStand) => {
                // As much as leaves the player at 1.
                let without = self.life_then(&left, *q).1;
                *n = (without - 1).clamp(0, *n);
                row.gone = *n == 0;
            }
            (Ev::Draw(_), Eff::SkipDraw) => row.gone = true,
            (Ev::Draw(q), Eff::DrawTwo) => {
                then.push((Then::Draw(*q, 2), used));
                row.gone = true;
            }
            (Ev::Draw(q), Eff::DrawLife) => {
                then.push((Then::Gain(*q, 1), used));
                row.gone = true;
            }
            (Ev::Destroy(k) | Ev::Bury(k), Eff::ExileGate) => row.ev = Ev::Exile(*k),
            (Ev::Spell(p), Eff::ExileGate) => row.ev = Ev::ExileSpell(*p),
            (Ev::Destroy(k) | Ev::Bury(k), Eff::ReturnGate) => row.ev = Ev::Hand(*k),
            (Ev::Destroy(k), Eff::Regrow) => row.ev = Ev::Regenerate(*k),
            (Ev::Destroy(k), Eff::Stone) => row.ev = Ev::Exile(*k),
            (Ev::Make { .. }, Eff::TokenNone) => row.gone = true,
            (Ev::Counters { n, .. }, Eff::CountDouble) | (Ev::Make { n, .. }, Eff::TokenDouble) => {
                *n *= 2
            }
            (Ev::Counters { n, .. }, Eff::CountMore) | (Ev::Make { n, .. }, Eff::TokenMore) => {
                *n += 1;
            }
            other => unreachable!("{other:?}"),
        }
    }

    // --- happening ------------------------------------------------------------------------------

    /// An event that contains others gives way to them.
    fn unfold(&self, rows: &mut Vec<Row>) -> bool {
        let mut any = false;
        let mut out = Vec::new();
        for row in std::mem::take(rows) {
            match &row.ev {
                _ if row.gone => out.push(row),
                Ev::Make { coming, n } => {
                    any = true;
                    out.extend((0..*n).map(|_| Row::new(Ev::Enter(coming.clone()))));
                }
                Ev::Damage { src, to, n } => {
                    any = true;
                    let (src, to, n) = (*src, *to, *n);
                    out.push(Row { settled: true, ..Row::new(Ev::Dealt { src, to, n }) });
                    let mut result = |ev| out.push(Row { result: true, ..Row::new(ev) });
                    match to {
                        To::Player(p) => result(Ev::Lose(p, n)),
                        To::Perm(on) if src.wither => {
                            result(Ev::Counters { on, n, minus: true });
                        }
                        To::Perm(_) => {}
                    }
                    if src.lifelink {
                        result(Ev::Gain(src.control, n));
                    }
                }
                _ => out.push(row),
            }
        }
        *rows = out;
        any
    }

    fn commit(&mut self, row: &Row) {
        match &row.ev {
            Ev::Draw(p) if self.library[*p] == 0 => self.dry[*p] = true,
            Ev::Draw(p) => {
                self.library[*p] -= 1;
                self.hand[*p] += 1;
            }
            Ev::Dealt { src, to: To::Perm(k), n } if !src.wither => {
                if let Some(p) = self.perm_mut(*k) {
                    p.damage += n;
                }
            }
            Ev::Dealt { .. } | Ev::Damage { .. } | Ev::Make { .. } => {}
            Ev::Gain(p, n) => self.life[*p] += n,
            Ev::Lose(p, n) => self.life[*p] -= n,
            Ev::Destroy(k) | Ev::Bury(k) => self.leave(*k, |m, owner| m.grave[owner] += 1),
            Ev::Exile(k) => self.leave(*k, |m, owner| m.exile[owner] += 1),
            Ev::Hand(k) => self.leave(*k, |m, owner| m.hand[owner] += 1),
            Ev::Regenerate(k) => {
                if let Some(p) = self.perm_mut(*k) {
                    (p.tapped, p.damage) = (true, 0);
                }
            }
            Ev::Counters { on, n, minus } => {
                if let Some(p) = self.perm_mut(*on) {
                    if *minus {
                        p.minus += n;
                    } else {
                        p.plus += n;
                    }
                }
            }
            Ev::Enter(c) => {
                if !c.token {
                    self.grave[c.owner] -= 1;
                }
                self.next += 1;
                self.perms.push(Perm {
                    key: self.next,
                    id: ObjectId::NONE,
                    card: c.shows,
                    token: c.token,
                    owner: c.owner,
                    control: c.control,
                    tapped: c.tapped,
                    damage: 0,
                    plus: c.counters,
                    minus: 0,
                });
            }
            Ev::ExileCard(c) => {
                self.grave[c.owner] -= 1;
                self.exile[c.owner] += 1;
            }
            Ev::LoseGame(p) => self.lost[*p] = true,
            Ev::Spell(p) => self.grave[*p] += 1,
            Ev::ExileSpell(p) => self.exile[*p] += 1,
        }
    }

    fn leave(&mut self, key: u32, put: impl FnOnce(&mut Self, usize)) {
        if let Some(at) = self.perms.iter().position(|p| p.key == key) {
            let p = self.perms.remove(at);
            self.shields.retain(|s| s.on != To::Perm(key));
            if !p.token {
                put(self, p.owner);
            }
        }
    }

    /// State-based checks, until one finds nothing.
    pub fn check(&mut self, by: &mut dyn Decider) {
        loop {
            let mut events = Vec::new();
            for p in 0..2 {
                if self.life[p] <= 0 || self.dry[p] {
                    events.push(Ev::LoseGame(p));
                }
            }
            self.dry = [false; 2];
            for p in &mut self.perms {
                if self.cancel {
                    let n = p.plus.min(p.minus);
                    (p.plus, p.minus) = (p.plus - n, p.minus - n);
                }
                match p.toughness() {
                    Some(t) if t <= 0 => events.push(Ev::Bury(p.key)),
                    Some(t) if p.damage >= t => events.push(Ev::Destroy(p.key)),
                    _ => {}
                }
            }
            if events.is_empty() {
                return;
            }
            self.happen(events, &[], by);
            if self.lost != [false; 2] {
                return;
            }
        }
    }
}
