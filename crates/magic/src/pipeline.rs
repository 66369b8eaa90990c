//! The one way every event goes: proposed, replaced or prevented one effect at a time, committed
//! as atoms, its triggers noted (2005 rule 419, 2021 rules 614 to 616).

mod commit;
mod replace;

use crate::look::Look;
use crate::object::Thing;
use crate::process::Process;
use crate::state::DamageRow;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::ast::{CounterKind, Zone};
use simpan_cards::program::{AbilityId, CardId, Sign};
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// An event that would happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Proposal {
    /// A player draws a card.
    Draw { player: PlayerId },
    /// A source deals damage.
    Damage { source: ObjectId, to: Thing, amount: i32, combat: bool },
    /// A player gains life.
    GainLife { player: PlayerId, amount: i32 },
    /// A player loses life (not from damage).
    LoseLife { player: PlayerId, amount: i32 },
    /// A permanent is destroyed.
    Destroy { id: ObjectId, regenerate: bool },
    /// A permanent is sacrificed.
    Sacrifice { id: ObjectId },
    /// A card is discarded.
    Discard { id: ObjectId, player: PlayerId },
    /// An object changes zones, to anywhere but the battlefield.
    Move { id: ObjectId, to: Zone, bottom: bool },
    /// An object comes to the battlefield, as the row's [`Entering`] says.
    Enter { id: ObjectId },
    /// A token is created, as the row's [`Entering`] says.
    Token { card: CardId, owner: PlayerId },
    /// Counters are put on an object.
    Counters { id: ObjectId, kind: CounterKind, by: i32 },
    /// A player loses the game.
    Lose { player: PlayerId, because: RuleId },
}

/// How something comes to the battlefield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entering {
    pub(crate) controller: PlayerId,
    pub(crate) tapped: bool,
    /// Whose copiable values it has, if it comes as a copy.
    pub(crate) shows: CardId,
    pub(crate) chosen: u8,
    pub(crate) attach_to: ObjectId,
    /// How its spell was paid for: marks of [`crate::object::Flags::PAID`].
    pub(crate) paid: u16,
    pub(crate) counters: SmallVec<[(CounterKind, i32); 1]>,
    /// Counters that belong to the copy effect it comes by (2021 rule 707.9e).
    pub(crate) copy_counters: Option<(CounterKind, i32)>,
}

impl Entering {
    /// With nothing special about it.
    pub(crate) fn plain(controller: PlayerId) -> Self {
        Self {
            controller,
            tapped: false,
            shows: CardId::NONE,
            chosen: u8::MAX,
            attach_to: ObjectId::NONE,
            paid: 0,
            counters: SmallVec::new(),
            copy_counters: None,
        }
    }
}

/// What replaces: an effect can be applied to an event (and what became of it) only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Key {
    source: ObjectId,
    ability: AbilityId,
    /// Index of a shield or temporary effect, or `u16::MAX`.
    nth: u16,
}

impl Key {
    pub(crate) fn source(self) -> ObjectId {
        self.source
    }
    pub(crate) fn ability(self) -> AbilityId {
        self.ability
    }
}

/// One of the events of a batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) proposal: Proposal,
    pub(crate) entering: Option<Box<Entering>>,
    pub(crate) applied: SmallVec<[Key; 2]>,
    /// It doesn't happen.
    pub(crate) gone: bool,
}

impl Row {
    fn new(proposal: Proposal) -> Self {
        Self { proposal, entering: None, applied: SmallVec::new(), gone: false }
    }

    /// An object that comes to the battlefield.
    pub(crate) fn enter(id: ObjectId, entering: Entering) -> Self {
        Self { entering: Some(Box::new(entering)), ..Self::new(Proposal::Enter { id }) }
    }

    /// A token that is created.
    pub(crate) fn token(card: CardId, owner: PlayerId, entering: Entering) -> Self {
        Self { entering: Some(Box::new(entering)), ..Self::new(Proposal::Token { card, owner }) }
    }
}

/// Events that happen together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Batch {
    rows: SmallVec<[Row; 2]>,
    /// The row being looked at.
    at: u16,
    rule: RuleId,
    /// What the replacement under way waits for.
    pending: Option<(Key, Asked)>,
}

/// What a replacement effect asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Asked {
    /// Which effect, or none.
    Which,
    /// A copy of what.
    Copy,
    /// A colour or the like.
    Choice,
    /// To pay.
    Pay,
    /// What an Aura is attached to.
    Host,
}

impl Table<'_> {
    /// Events that happen together. What is affected is told in `reply` when they have happened.
    pub(crate) fn propose(&mut self, proposals: impl IntoIterator<Item = Proposal>, rule: RuleId) {
        let rows: SmallVec<[Row; 2]> = proposals.into_iter().map(Row::new).collect();
        self.propose_rows(rows, rule);
    }

    /// An object comes to the battlefield.
    pub(crate) fn propose_entering(&mut self, id: ObjectId, entering: Entering, rule: RuleId) {
        self.propose_rows(std::iter::once(Row::enter(id, entering)).collect(), rule);
    }

    pub(crate) fn propose_rows(&mut self, mut rows: SmallVec<[Row; 2]>, rule: RuleId) {
        if !self.inherited.is_empty() {
            for row in &mut rows {
                row.applied.extend(self.inherited.iter().copied());
            }
        }
        self.s.reply = Default::default();
        let look = self.look();
        if rows.iter().any(|row| look.may_be_replaced(row)) {
            let batch = Batch { rows, at: 0, rule, pending: None };
            self.s.processes.push(Process::Batch(Box::new(batch)));
        } else {
            self.commit(rows, rule);
        }
    }

    /// Damage dealt at once.
    pub(crate) fn deal(&mut self, rows: SmallVec<[DamageRow; 8]>, combat: bool, rule: RuleId) {
        let proposals = rows.into_iter().filter(|r| r.amount > 0).map(|r| Proposal::Damage {
            source: r.source,
            to: r.to,
            amount: r.amount,
            combat,
        });
        self.propose(proposals, rule);
    }

    /// Cards discarded together.
    pub(crate) fn discard(
        &mut self,
        player: PlayerId,
        ids: impl IntoIterator<Item = ObjectId>,
        rule: RuleId,
    ) {
        self.propose(ids.into_iter().map(|id| Proposal::Discard { id, player }), rule);
    }

    /// Permanents sacrificed together.
    pub(crate) fn sacrifice(&mut self, ids: impl IntoIterator<Item = ObjectId>, rule: RuleId) {
        self.propose(ids.into_iter().map(|id| Proposal::Sacrifice { id }), rule);
    }

    /// Objects that change zones together.
    pub(crate) fn move_all(
        &mut self,
        ids: impl IntoIterator<Item = ObjectId>,
        to: Zone,
        rule: RuleId,
    ) {
        self.propose(ids.into_iter().map(|id| Proposal::Move { id, to, bottom: false }), rule);
    }

    pub(crate) fn step_batch(&mut self, p: &mut Batch, answer: Option<Answer>) -> Flow {
        self.refresh();
        if let Some((key, asked)) = p.pending.take() {
            match asked {
                Asked::Which => match answer {
                    Some(Answer::Pick(n)) => {
                        let options = self.look().replacements(&p.rows[usize::from(p.at)]);
                        if let Some(option) = options.get(n as usize) {
                            self.apply_replacement(p, option.key);
                        }
                    }
                    _ => {
                        // Declined: none of the optional ones is applied to this event.
                        let look = self.look();
                        let keys: SmallVec<[Key; 4]> = look
                            .replacements(&p.rows[usize::from(p.at)])
                            .iter()
                            .map(|o| o.key)
                            .collect();
                        p.rows[usize::from(p.at)].applied.extend(keys);
                    }
                },
                asked => self.finish_replacement(p, key, asked),
            }
            return Flow::Continue;
        }
        while usize::from(p.at) < p.rows.len() {
            let row = &p.rows[usize::from(p.at)];
            if row.gone {
                p.at += 1;
                continue;
            }
            let look = self.look();
            if let Some(hosts) = look.aura_hosts(row) {
                return self.choose_host(p, hosts);
            }
            let options = look.replacements(row);
            match options.as_slice() {
                [] => p.at += 1,
                [only, ..]
                    if !only.optional
                        && (options.len() == 1 || !holds(rule::REPLACEMENT_CHOICE)) =>
                {
                    let key = only.key;
                    self.apply_replacement(p, key);
                    return Flow::Continue;
                }
                several => {
                    let optional = several.iter().all(|o| o.optional);
                    let kind =
                        QuestionKind::Replacement { options: several.len() as u16, optional };
                    let (player, key) = (look.chooser(row), several[0].key);
                    p.pending = Some((key, Asked::Which));
                    let (rule, source) = (rule::REPLACEMENT_CHOICE, key.source);
                    return self.ask(player, kind, rule, source);
                }
            }
        }
        let rows = std::mem::take(&mut p.rows);
        self.commit(rows, p.rule);
        Flow::Done
    }
}

impl Look<'_> {
    /// A quick look: whether anything might replace the event at all.
    fn may_be_replaced(self, row: &Row) -> bool {
        let signs = self.s.signs;
        match row.proposal {
            Proposal::Draw { .. } => signs.has(Sign::WouldDraw),
            Proposal::Damage { to, .. } => {
                !self.s.shields.is_empty()
                    || signs.has(Sign::WouldDamage)
                    || self.temporary_replacements()
                    || (signs.has(Sign::Keyworded) && to.object().is_some())
            }
            Proposal::GainLife { .. } => signs.has(Sign::WouldGainLife),
            Proposal::LoseLife { .. } => false,
            Proposal::Destroy { .. } => {
                !self.s.shields.is_empty()
                    || signs.has(Sign::WouldBeDestroyed)
                    || signs.has(Sign::WouldDie)
                    || self.temporary_replacements()
            }
            Proposal::Sacrifice { .. } | Proposal::Move { .. } => {
                signs.has(Sign::WouldDie) || self.temporary_replacements()
            }
            Proposal::Discard { .. } => signs.has(Sign::WouldDiscard),
            Proposal::Enter { .. } | Proposal::Token { .. } => {
                signs.has(Sign::WouldEnter)
                    || self.entering_base(row).is_some_and(|c| c.signs.has(Sign::WouldEnter))
                    || self.aura_hosts(row).is_some()
            }
            Proposal::Counters { .. } => signs.has(Sign::WouldGetCounters),
            Proposal::Lose { .. } => signs.has(Sign::WouldLose),
        }
    }

    pub(crate) fn batch_answers(self, p: &Batch, buf: &mut Vec<Answer>) {
        let Some(row) = p.rows.get(usize::from(p.at)) else { return };
        let options = self.replacements(row);
        buf.extend((0..options.len() as u32).map(Answer::Pick));
        if options.iter().all(|o| o.optional) {
            buf.push(Answer::Pass);
        }
    }

    /// The sources of the replacement effects a player is choosing among.
    pub fn replacement_sources(self) -> Vec<ObjectId> {
        match self.s.processes.top() {
            Some(Process::Batch(p)) => p
                .rows
                .get(usize::from(p.at))
                .map(|row| self.replacements(row).iter().map(|o| o.key.source).collect())
                .unwrap_or_default(),
            _ => Vec::new(),
        }
    }
}
