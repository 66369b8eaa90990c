//! What following a text would be worth to the seat, read off its program: harmful to a target or
//! helpful, by what the instructions do and never by a card's name.

use crate::combat::{Danger, Tweak};
use crate::evaluate::{CARD, WIN, body};
use crate::known::{Known, Scope, is_creature};
use simpan_cards::ast::{
    Action, Change, CounterKind, Duration, Keyword, KeywordAbility, Keywords, Objects, Players,
    PreventAmount, StaticEffect, Step, Things, Would, Zone,
};
use simpan_cards::program::{AbilityKind, Op, ProgramId};
use simpan_cards::{Mark, ast::Ability};
use simpan_engine::PlayerId;
use simpan_magic::object::Thing;
use simpan_magic::view::ObjectView;

impl Known<'_> {
    /// What carrying out a program is worth to the seat, with what is chosen in the scope.
    pub fn worth(&self, program: ProgramId, scope: Scope<'_>) -> i32 {
        let ops = &self.pool.program(program).ops;
        let mut sum = 0;
        let (mut share, mut until) = (100, 0usize);
        for (i, op) in ops.iter().enumerate() {
            if i >= until {
                share = 100;
            }
            match op {
                Op::Do(action) => sum += share * self.instruction(action, scope) / 100,
                Op::JumpUnless { to, .. } => (share, until) = (60, usize::from(*to)),
                Op::Pay { who, cost, when: true, to, .. } => {
                    let price = cost.mana.value() as i32;
                    let payer = self.players(who, scope).first().copied();
                    let can = payer.is_some_and(|p| self.mana(p) >= price);
                    (share, until) = (if can { 10 } else { 100 }, usize::from(*to));
                }
                Op::Pay { to, .. } => (share, until) = (60, usize::from(*to)),
                Op::Later { ability, .. } | Op::Reflexive(ability) => {
                    let later = self.pool.ability(*ability).program;
                    if later != program {
                        sum += share * self.worth(later, scope) / 200;
                    }
                }
                Op::May { .. } | Op::Jump { .. } | Op::ForEach { .. } | Op::Next { .. } => {}
            }
        }
        sum
    }

    /// What a program is worth with the best targets and modes there are.
    pub fn best(&self, program: ProgramId, scope: Scope<'_>) -> i32 {
        let p = self.pool.program(program);
        if let Some(modal) = &p.modes {
            return modal.modes.iter().map(|m| self.best(*m, scope)).max().unwrap_or(0);
        }
        let base = self.worth(program, scope);
        let mut sum = base;
        for (word, target) in p.targets.iter().enumerate() {
            let mut gains: Vec<i32> = self
                .candidates(target, scope)
                .into_iter()
                .map(|t| self.aimed(program, word as u8, t, scope) - base)
                .collect();
            gains.sort_unstable_by_key(|g| std::cmp::Reverse(*g));
            let (min, max) = match &target.count {
                simpan_cards::ast::Bound::Exactly(n) => {
                    let n = self.amount(n, scope).max(0) as usize;
                    (n, n)
                }
                simpan_cards::ast::Bound::UpTo(n) => (0, self.amount(n, scope).max(0) as usize),
                simpan_cards::ast::Bound::Any => (0, usize::MAX),
            };
            if gains.len() < min {
                return -WIN;
            }
            let taken = gains.iter().enumerate().take(max);
            sum += taken.filter(|(i, g)| *i < min || **g > 0).map(|(_, g)| *g).sum::<i32>();
        }
        sum
    }

    /// What a program is worth with one thing chosen for one of its words.
    pub fn aimed(&self, program: ProgramId, word: u8, thing: Thing, scope: Scope<'_>) -> i32 {
        let targets = [(word, thing)];
        self.worth(program, Scope { targets: &targets, ..scope })
    }

    fn each_object(&self, what: &Objects, scope: Scope<'_>, f: impl Fn(&ObjectView) -> i32) -> i32 {
        let ids = self.objects(what, scope).into_iter().filter_map(Thing::object);
        ids.filter_map(|id| self.view.object(id)).map(f).sum()
    }

    fn each_player(&self, who: &Players, scope: Scope<'_>, f: impl Fn(PlayerId) -> i32) -> i32 {
        self.players(who, scope).into_iter().map(f).sum()
    }

    /// What one instruction is worth to the seat.
    pub fn instruction(&self, action: &Action, scope: Scope<'_>) -> i32 {
        let n = |a| self.amount(a, scope);
        match action {
            Action::Damage { amount, to, .. } => {
                let n = n(amount);
                self.things(to, scope).into_iter().map(|t| self.damage(t, n)).sum()
            }
            Action::GainLife { who, amount } => {
                self.each_player(who, scope, |p| self.life_change(p, -n(amount)))
            }
            Action::LoseLife { who, amount } => {
                self.each_player(who, scope, |p| self.life_change(p, n(amount)))
            }
            Action::Draw { who, count } => self.each_player(who, scope, |p| self.draw(p, n(count))),
            Action::Discard { who, count, .. } => self.each_player(who, scope, |p| {
                let held = self.view.players[p.index()].hand_size as i32;
                -self.side(p) * 18 * n(count).min(held)
            }),
            Action::Mill { who, count } => self.each_player(who, scope, |p| {
                let left = self.view.players[p.index()].library as i32;
                -self.side(p) * if n(count) >= left { WIN / 10 } else { n(count) }
            }),
            Action::Sacrifice { who, count, filter } => self.each_player(who, scope, |p| {
                let fitting = self.all(filter, scope).into_iter().filter_map(Thing::object);
                let fitting = fitting.filter_map(|id| self.permanent(id));
                let mut values: Vec<i32> =
                    fitting.filter(|o| o.controller == p).map(|o| self.value(o)).collect();
                values.sort_unstable();
                -self.side(p) * values.iter().take(n(count).max(0) as usize).sum::<i32>()
            }),
            Action::Search { who, .. } => self.each_player(who, scope, |p| self.side(p) * 20),
            Action::Scry { who, .. } => self.each_player(who, scope, |p| self.side(p) * 4),
            Action::Look { who, .. } => self.each_player(who, scope, |p| self.side(p) * 22),
            Action::CreateToken { who, count, token, .. } => {
                let (p, t) = token.pt.unwrap_or((0, 0));
                let value = body(p, t, Keywords::NONE) * n(count);
                self.each_player(who, scope, |p| self.side(p) * value)
            }
            Action::CreateCopy { who, of, count, .. } => {
                let value = self.each_object(of, scope, |o| self.value(o)) * n(count);
                self.each_player(who, scope, |p| self.side(p) * value)
            }
            Action::Win(who) => self.each_player(who, scope, |p| self.side(p) * WIN),
            Action::Lose(who) => self.each_player(who, scope, |p| -self.side(p) * WIN),
            Action::ExtraTurn(who) => self.each_player(who, scope, |p| self.side(p) * 50),
            action => self.object_action(action, scope),
        }
    }

    /// What an instruction about objects is worth.
    fn object_action(&self, action: &Action, scope: Scope<'_>) -> i32 {
        match action {
            Action::Destroy { what, .. } => self.each_object(what, scope, |o| {
                let sturdy = o.characteristics.keywords.has(Keyword::Indestructible);
                if sturdy { 0 } else { -self.side(o.controller) * self.loss(o) }
            }),
            Action::SacrificeThose(what) => {
                self.each_object(what, scope, |o| -self.side(o.controller) * self.loss(o))
            }
            Action::Move { what, to, .. } => {
                self.each_object(what, scope, |o| self.moved(o, to.zone))
            }
            Action::Tap(what) => self.each_object(what, scope, |o| self.tapping(o)),
            Action::Untap(what) => self.each_object(what, scope, |o| self.untapping(o)),
            Action::TapOrUntap(what) => {
                self.each_object(what, scope, |o| self.tapping(o).max(self.untapping(o)))
            }
            Action::Counter { what, .. } => {
                self.objects(what, scope).into_iter().map(|t| self.countering(t)).sum()
            }
            Action::Change { what, changes, duration } => {
                let short = matches!(duration, Duration::EndOfTurn | Duration::EndOfCombat);
                self.each_object(what, scope, |o| {
                    if short {
                        self.for_a_turn(changes, o, scope)
                    } else {
                        self.lasting(changes, o, scope)
                    }
                })
            }
            Action::PutCounters { what, kind, count } => {
                let n = self.amount(count, scope);
                self.each_object(what, scope, |o| match kind {
                    CounterKind::PlusOne => self.side(o.controller) * 14 * n,
                    CounterKind::MinusOne => -self.side(o.controller) * 14 * n,
                    _ => 0,
                })
            }
            Action::Prevent { amount, to, .. } => self.preventing(amount, to, scope),
            Action::Regenerate(what) => self.each_object(what, scope, |o| self.saving(o)),
            Action::Replace { replacement, .. } => match &replacement.would {
                Would::Damage { source: None, to: None, .. } => self.fog(),
                _ => 0,
            },
            Action::Attach { what, to } => self.attaching(what, to, scope),
            Action::RemoveFromCombat(what) => self.each_object(what, scope, |o| {
                self.swing(Tweak { id: o.id, gone: true, ..Tweak::default() })
            }),
            Action::Fight { a, b } => {
                let power = |o: &Objects| self.each_object(o, scope, |x| x.characteristics.power);
                let hit =
                    |o, n| self.each_object(o, scope, |x| self.damage(Thing::Object(x.id), n));
                hit(b, power(a)) + hit(a, power(b))
            }
            Action::CopySpell { .. } | Action::Cast { .. } => 15,
            _ => 0,
        }
    }

    /// What losing a permanent costs its controller; what dies anyway is no loss.
    fn loss(&self, o: &ObjectView) -> i32 {
        if is_creature(o) && self.doomed(o) { 1 } else { self.value(o) }
    }

    /// What so much damage to a thing is worth.
    pub fn damage(&self, to: Thing, n: i32) -> i32 {
        let id = match to {
            Thing::Player(p) => {
                // What is in hand could finish it.
                let reach = p != self.me && n > 0 && self.reach() >= self.life(p);
                return self.life_change(p, n) + if reach { 50 } else { 0 };
            }
            Thing::Object(id) => id,
            Thing::None => return 0,
        };
        let Some(o) = self.permanent(id).filter(|o| is_creature(o)) else { return 0 };
        let side = self.side(o.controller);
        let sturdy = o.characteristics.keywords.has(Keyword::Indestructible);
        if n <= 0 || sturdy {
            return 0;
        }
        if n >= o.characteristics.toughness - o.damage {
            return -side * self.loss(o);
        }
        self.swing(Tweak { id, toughness: -n, ..Tweak::default() })
    }

    /// The damage that the seat's hand could deal to a player.
    fn reach(&self) -> i32 {
        let burn = |o: &ObjectView| {
            let spell = self.card(o.card).and_then(|c| c.spell)?;
            let program = self.pool.program(self.pool.ability(spell).program);
            program.ops.iter().find_map(|op| match op {
                Op::Do(Action::Damage { amount, to, .. }) => {
                    let player = program.targets.first().is_some_and(|t| {
                        !matches!(t.what, simpan_cards::ast::Targetable::Object(_))
                    });
                    let scope = Scope { x: 1, ..Scope::of(o.id, self.me) };
                    let aimed = matches!(to, Things::That(_) | Things::Players(_));
                    (player && aimed).then(|| self.amount(amount, scope))
                }
                _ => None,
            })
        };
        self.hand().iter().filter_map(burn).sum()
    }

    fn draw(&self, p: PlayerId, n: i32) -> i32 {
        let left = self.view.players[p.index()].library as i32;
        if n > left {
            -self.side(p) * WIN / 10
        } else if left - n < 3 {
            -self.side(p) * 5
        } else {
            self.side(p) * CARD * n
        }
    }

    /// What moving an object to a zone is worth.
    fn moved(&self, o: &ObjectView, to: Zone) -> i32 {
        let owned = self.side(o.owner);
        let on_table = self.permanent(o.id).is_some();
        match to {
            Zone::Battlefield => {
                owned * (20 + self.card(o.card).map_or(0, |c| 6 * c.mana_value as i32))
            }
            Zone::Hand if on_table && o.token => -self.side(o.controller) * self.value(o),
            Zone::Hand if on_table => {
                let back = self.value(o).min(CARD);
                owned * back / 2 - self.side(o.controller) * self.loss(o) * 3 / 4
            }
            Zone::Hand => owned * self.card_value(o).clamp(10, 60),
            _ if on_table => -self.side(o.controller) * self.loss(o),
            _ => 0,
        }
    }

    /// What tapping a permanent is worth now.
    fn tapping(&self, o: &ObjectView) -> i32 {
        let side = self.side(o.controller);
        if o.tapped || o.attacking.is_some() || !o.blocking.is_empty() {
            return -i32::from(side > 0);
        }
        let power = o.characteristics.power.max(0);
        let step = self.view.step;
        if side > 0 {
            return -8;
        }
        if !is_creature(o) {
            return 1;
        }
        if self.my_turn() {
            let attackers = self
                .creatures(self.me)
                .any(|c| !c.tapped && !c.sick && c.characteristics.power > 0);
            let before = matches!(step, Step::PrecombatMain | Step::BeginningOfCombat);
            if before && attackers { 8 + self.value(o) / 4 } else { 0 }
        } else if step == Step::BeginningOfCombat || step == Step::Draw {
            let able = !o.sick && o.characteristics.marks & Mark::CANT_ATTACK == 0;
            if able { 3 * power + self.value(o) / 6 } else { 0 }
        } else {
            0
        }
    }

    fn untapping(&self, o: &ObjectView) -> i32 {
        if !o.tapped || self.view.step < Step::EndOfCombat {
            return 0;
        }
        // Worth something only as a blocker in the opponent's next turn.
        let side = self.side(o.controller);
        let late = self.my_turn() && self.view.step >= Step::PostcombatMain;
        if is_creature(o) && late { side * 9 } else { 0 }
    }

    /// What countering something on the stack is worth.
    fn countering(&self, thing: Thing) -> i32 {
        let Some(entry) = thing.object().and_then(|id| self.on_stack(id)) else { return 0 };
        let side = self.side(entry.controller);
        let Some(card) = self.card(entry.card) else { return 0 };
        if entry.ability.is_some() {
            return -side * 12;
        }
        let value = 12 + 9 * (card.mana_value as i32 + entry.x);
        let body_value = if card.base.types.has(simpan_cards::ast::CardType::Creature) {
            body(card.base.power, card.base.toughness, card.base.keywords)
        } else {
            0
        };
        -side * value.max(body_value)
    }

    // --- changes ----------------------------------------------------------------------------

    /// What lasting changes to an object are worth.
    pub fn lasting(&self, changes: &[Change], o: &ObjectView, scope: Scope<'_>) -> i32 {
        changes.iter().map(|c| self.lasting_one(c, o, scope)).sum()
    }

    fn lasting_one(&self, change: &Change, o: &ObjectView, scope: Scope<'_>) -> i32 {
        let c = &o.characteristics;
        let side = self.side(o.controller);
        let value = self.value(o);
        let creature = is_creature(o);
        let disabled = c.marks & Mark::CANT_ATTACK != 0;
        let usable = if disabled { 4 } else { 1 };
        match change {
            Change::Pt(p, t) if creature => {
                let (p, t) = (self.amount(p, scope), self.amount(t, scope));
                if c.toughness - o.damage + t <= 0 {
                    return -side * value;
                }
                let evasive = i32::from(c.keywords.has(Keyword::Flying)) * 2;
                side * ((8 + evasive) * p + 6 * t) / usable
            }
            Change::SetPt(p, t) if creature => {
                let after = body(self.amount(p, scope), self.amount(t, scope), c.keywords);
                side * (after - body(c.power, c.toughness, c.keywords))
            }
            Change::Gain(all) => {
                let gained: i32 = all.iter().map(|g| self.gained(&g.ability, o)).sum();
                side * gained / usable
            }
            Change::Lose(k) if c.keywords.has(*k) => -side * 10,
            Change::LoseAll => -side * (4 * c.abilities.len() as i32),
            Change::Control(who) => {
                let to = self.players(who, scope).first().copied();
                match to {
                    Some(p) if p != o.controller => (self.side(p) - side) * value * 4 / 5,
                    _ => 0,
                }
            }
            Change::CantAttack if creature && !disabled => -side * value * 3 / 5,
            Change::CantBlock if creature && c.marks & Mark::CANT_BLOCK == 0 => -side * value / 4,
            Change::Unblockable | Change::BlockedOnlyBy(_) | Change::NotBlockedBy(_)
                if creature =>
            {
                side * 4 * c.power.max(0) / usable
            }
            Change::NoUntap => -side * value / if o.tapped { 2 } else { 4 },
            Change::NoActivation => -side * 6 * i32::from(!c.abilities.is_empty()),
            Change::MustAttack => -side * 4,
            Change::MustBeBlocked => side * 6,
            _ => 0,
        }
    }

    /// What an ability is worth to the creature that gets it.
    fn gained(&self, ability: &Ability, o: &ObjectView) -> i32 {
        let c = &o.characteristics;
        match ability {
            Ability::Keyword(KeywordAbility::Plain(k)) if !c.keywords.has(*k) => {
                let with = c.keywords.with(Keywords::of(*k));
                body(c.power, c.toughness, with) - body(c.power, c.toughness, c.keywords)
            }
            Ability::Keyword(KeywordAbility::Plain(_)) => 0,
            _ => 8,
        }
    }

    /// What changes for a turn are worth: what they kill, and what they turn in combat.
    fn for_a_turn(&self, changes: &[Change], o: &ObjectView, scope: Scope<'_>) -> i32 {
        let c = &o.characteristics;
        let side = self.side(o.controller);
        let mut sum = 0;
        for change in changes {
            sum += match change {
                Change::Pt(p, t) if is_creature(o) => {
                    let (power, toughness) = (self.amount(p, scope), self.amount(t, scope));
                    if c.toughness - o.damage + toughness <= 0 {
                        -side * self.loss(o)
                    } else {
                        let saved = self.saves(o, toughness);
                        let tweak = Tweak { id: o.id, power, toughness, ..Tweak::default() };
                        self.swing(tweak) + saved
                    }
                }
                Change::CantBlock => self.cant_block_now(o),
                Change::Control(who) => {
                    let mine = self.players(who, scope).contains(&self.me);
                    let early = self.my_turn() && self.view.step < Step::DeclareAttackers;
                    if mine && side < 0 && early { 20 + 3 * c.power.max(0) } else { 0 }
                }
                Change::Gain(all) => {
                    let first = all.iter().any(|g| {
                        g.ability
                            == Ability::Keyword(KeywordAbility::Plain(Keyword::Indestructible))
                    });
                    let tweak = Tweak { id: o.id, survives: true, ..Tweak::default() };
                    if first { self.swing(tweak) } else { 0 }
                }
                Change::Unblockable if side > 0 && self.my_turn() => {
                    let early = self.view.step < Step::DeclareAttackers && !o.sick && !o.tapped;
                    if early { 2 * c.power.max(0) } else { 0 }
                }
                _ => 0,
            };
        }
        sum
    }

    /// What it is worth that a creature is saved from damage on the stack by more toughness.
    fn saves(&self, o: &ObjectView, toughness: i32) -> i32 {
        match self.danger(o) {
            Some(Danger::Damage(n)) => {
                let left = o.characteristics.toughness - o.damage;
                let saved = n >= left && n < left + toughness;
                if saved { self.side(o.controller) * self.value(o) } else { 0 }
            }
            _ => 0,
        }
    }

    /// What it is worth that a creature can't block this turn.
    fn cant_block_now(&self, o: &ObjectView) -> i32 {
        let before = self.my_turn() && self.view.step < Step::DeclareAttackers;
        let idle = o.tapped || o.characteristics.marks & Mark::CANT_BLOCK != 0;
        if self.side(o.controller) > 0 {
            return -3;
        }
        if !before || idle || !is_creature(o) {
            return 0;
        }
        let ready = self.creatures(self.me).filter(|c| !c.tapped && !c.sick);
        let power: i32 = ready.map(|c| c.characteristics.power.max(0)).sum();
        let lethal = power >= self.life(self.foe());
        (2 * power).min(14) + if lethal { 60 } else { 0 }
    }

    // --- shields ----------------------------------------------------------------------------

    /// What a regeneration shield on a creature is worth: something only if it would die.
    fn saving(&self, o: &ObjectView) -> i32 {
        let side = self.side(o.controller);
        let dies = self.dies_in_combat(o)
            || match self.danger(o) {
                Some(Danger::Destroy { regenerates }) => regenerates,
                Some(danger) => danger.kills(o),
                None => false,
            };
        if dies && o.characteristics.marks & Mark::NO_REGENERATION == 0 {
            side * self.value(o)
        } else {
            0
        }
    }

    fn preventing(&self, amount: &PreventAmount, to: &Things, scope: Scope<'_>) -> i32 {
        let n = match amount {
            PreventAmount::Next(a) => self.amount(a, scope),
            PreventAmount::All | PreventAmount::AllCombat => 1000,
        };
        let mut sum = 0;
        for thing in self.things(to, scope) {
            match thing {
                Thing::Object(id) => {
                    let Some(o) = self.permanent(id) else { continue };
                    let tweak = Tweak { id, toughness: n, ..Tweak::default() };
                    sum += self.swing(tweak) + self.saves(o, n);
                }
                Thing::Player(p) if p == self.me => {
                    let (life, coming) = (self.life(p), self.coming());
                    if coming >= life && coming - n < life {
                        sum += WIN / 2;
                    } else if coming >= n && life - coming < 8 {
                        sum += 4 * n;
                    }
                }
                Thing::Player(_) | Thing::None => {}
            }
        }
        sum
    }

    /// What it is worth that no combat damage is dealt this turn.
    fn fog(&self) -> i32 {
        if !self.in_combat() { 0 } else { (-self.combat_score(None)).clamp(-WIN, WIN) - 15 }
    }

    // --- attachments ------------------------------------------------------------------------

    fn attaching(&self, what: &Objects, to: &Objects, scope: Scope<'_>) -> i32 {
        let first = |o: &Objects| {
            let id = self.objects(o, scope).into_iter().find_map(Thing::object)?;
            self.permanent(id)
        };
        let (Some(what), Some(to)) = (first(what), first(to)) else { return 0 };
        let after = self.attached_worth(what, to);
        let before = what.attached_to.and_then(|id| self.permanent(id));
        if before.is_some_and(|b| b.id == to.id) {
            return 0;
        }
        let before = before.map_or(0, |b| self.attached_worth(what, b) + 20);
        after - before
    }

    /// What an Aura or Equipment on a host is worth, under the seat's control.
    pub fn attached_worth(&self, attachment: &ObjectView, host: &ObjectView) -> i32 {
        let scope = Scope { host: Some(host.id), ..Scope::of(attachment.id, self.me) };
        let side = self.side(host.controller);
        let mut sum = 0;
        for id in &attachment.characteristics.abilities {
            let lowered = self.pool.ability(*id);
            sum += match &lowered.kind {
                AbilityKind::Static(s) => match &s.effect {
                    StaticEffect::Change { what: Objects::Attached, changes } => {
                        self.lasting(changes, host, scope)
                    }
                    _ => 0,
                },
                AbilityKind::Activated { .. } => {
                    let ops = &self.pool.program(lowered.program).ops;
                    let about = ops.iter().any(|op| match op {
                        Op::Do(Action::Regenerate(o)) => *o == Objects::Attached,
                        Op::Do(Action::Change { what, .. }) => *what == Objects::Attached,
                        _ => false,
                    });
                    if about { side * (12 + self.value(host) / 5) } else { 0 }
                }
                AbilityKind::Triggered { adds_mana: true, .. } => {
                    side * if self.lands(host.controller) < 8 { 28 } else { 8 }
                }
                AbilityKind::Triggered { .. } => self.worth(lowered.program, scope).clamp(-40, 40),
                _ => 0,
            };
        }
        sum
    }
}
