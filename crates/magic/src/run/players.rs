//! Damage, life, poison, winning and losing.

use crate::event::EventKind;
use crate::look::Look;
use crate::object::Thing;
use crate::pipeline::{Proposal, Row};
use crate::process::Frame;
use crate::state::DamageRow;
use crate::table::Table;
use simpan_cards::ast::{Action, Amount, Objects, Players, Predicate, Ref, Spread, Things};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{marker, rule};
use smallvec::SmallVec;

impl Table<'_> {
    pub(super) fn run_players(&mut self, f: &mut Frame, action: &Action) {
        match action {
            Action::Damage { source, amount, to, spread, unpreventable } => {
                let rows = self.damage_rows(f, source, to, *spread, amount);
                let Some(rows) = rows else { return };
                self.next(f);
                if *unpreventable {
                    self.deal_surely(rows, rule::DAMAGE);
                } else {
                    self.deal(rows, false, rule::DAMAGE);
                }
                return;
            }
            Action::Fight { a, b } => {
                let rows = self.look().fight_rows(f, a, b);
                self.next(f);
                self.deal(rows, false, rule::FIGHT);
                return;
            }
            Action::GainLife { who, amount } => {
                let amount = self.number(amount, f);
                let players = self.seats(who, f);
                self.next(f);
                let gains = players.into_iter().filter(|_| amount > 0);
                self.propose(
                    gains.map(|player| Proposal::GainLife { player, amount }),
                    rule::LIFE_GAIN,
                );
                return;
            }
            Action::LoseLife { who, amount } => {
                let amount = self.number(amount, f).max(0);
                let players = self.seats(who, f);
                self.next(f);
                self.propose(
                    players.into_iter().map(|player| Proposal::LoseLife { player, amount }),
                    rule::LIFE_LOSS,
                );
                return;
            }
            Action::SetLife { who, amount } => {
                return self.set_life(f, who, amount);
            }
            Action::PlayerCounters { who, count, .. } => {
                let by = self.number(count, f);
                for player in self.seats(who, f) {
                    self.change_poison(player, by, rule::COUNTERS);
                }
            }
            Action::Win(who) => {
                if let Some(winner) =
                    self.seats(who, f).first().filter(|_| holds(rule::EFFECT_WINS))
                {
                    self.end_game(Some(*winner), rule::GAME_WIN);
                }
            }
            Action::Lose(who) => {
                return self.make_lose(f, who);
            }
            Action::ExtraTurn(who) => {
                // Who comes later in turn order created theirs later, and takes it sooner.
                for player in self.seats(who, f) {
                    if marker::holds(rule::EXTRA_TURN) {
                        self.s.extra_turns.push(player);
                    }
                }
                let source = f.entry.source;
                self.record(EventKind::EffectBegan { source }, rule::EXTRA_TURN);
            }
            _ => {}
        }
        self.next_quietly(f);
    }

    fn set_life(&mut self, f: &mut Frame, who: &Players, amount: &Amount) {
        // Set is what is gained or lost (2021 rule 119.5).
        let goal = self.number(amount, f);
        let players = self.seats(who, f);
        self.next(f);
        let life = |p: PlayerId| self.s.players[p.index()].life;
        let rows: SmallVec<[Row; 2]> = (players.into_iter())
            .filter(|player| life(*player) != goal)
            .map(|player| {
                let by = goal.saturating_sub(life(player));
                if by > 0 {
                    let gain = Proposal::GainLife { player, amount: by };
                    Row::by(gain, rule::LIFE_GAIN)
                } else {
                    let amount = by.saturating_neg();
                    Row::by(Proposal::LoseLife { player, amount }, rule::LIFE_LOSS)
                }
            })
            .collect();
        self.propose_rows(rows, rule::LIFE_SET);
    }

    fn make_lose(&mut self, f: &mut Frame, who: &Players) {
        let because = rule::RESOLVE_INSTRUCTIONS;
        let players = self.seats(who, f);
        self.next(f);
        let rows: SmallVec<[Proposal; 2]> = (players.into_iter())
            .filter(|player| !self.s.players[player.index()].mods.cant_lose)
            .filter(|_| holds(rule::EFFECT_WINS))
            .map(|player| Proposal::Lose { player, because })
            .collect();
        self.propose(rows, because);
    }

    fn damage_rows(
        &mut self,
        f: &mut Frame,
        source: &Objects,
        to: &Things,
        spread: Spread,
        amount: &Amount,
    ) -> Option<SmallVec<[DamageRow; 8]>> {
        let look = self.look();
        let source = look.objects_now(source, f.context()).first().copied();
        let source = source.unwrap_or(ObjectId::NONE);
        let amount = look.amount(amount, f.context());
        if spread == Spread::Divided {
            let announced = look.shares(f, to, source);
            return announced.or_else(|| self.divided_now(f, to, source, amount));
        }
        // "Each other creature" is said of what deals the damage.
        let others =
            matches!(to, Things::Objects(Objects::All(f)) if f.all.contains(&Predicate::Other));
        let dealt = |to: &Thing| !(others && *to == Thing::Object(source));
        let row = |to| DamageRow { source, to, amount };
        Some(self.things(to, f).into_iter().filter(dealt).map(row).collect())
    }
}

impl Look<'_> {
    /// What each target gets of damage divided as it was announced; `None` if there are no targets.
    fn shares(self, f: &Frame, to: &Things, source: ObjectId) -> Option<SmallVec<[DamageRow; 8]>> {
        let n = match to {
            Things::That(Ref::Target(n)) | Things::Objects(Objects::That(Ref::Target(n))) => *n,
            _ => return None,
        };
        let word = f.context().first_word + n;
        let targets = f.entry.regs.targets.iter().filter(|t| t.word == word && t.legal);
        Some(targets.map(|t| DamageRow { source, to: t.thing, amount: t.share }).collect())
    }

    /// Each of two creatures deals damage equal to its power to the other (2021 rule 701.12).
    fn fight_rows(self, f: &Frame, a: &Objects, b: &Objects) -> SmallVec<[DamageRow; 8]> {
        let first = |o: &Objects| {
            self.objects_now(o, f.context())
                .first()
                .copied()
                .filter(|id| self.s.object(*id).is_some())
                .filter(|id| self.is(*id, simpan_cards::ast::CardType::Creature))
        };
        let (Some(a), Some(b)) = (first(a), first(b)) else { return SmallVec::new() };
        let row =
            |source, to| DamageRow { source, to: Thing::Object(to), amount: self.power(source) };
        [row(a, b), row(b, a)].into_iter().collect()
    }
}
