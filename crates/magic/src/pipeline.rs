//! The one way every event goes: proposed, replaced or prevented one effect at a time, committed
//! as atoms, its triggers noted (2005 rule 419, 2021 rules 614 to 616).

mod commit;
mod enter;
mod find;
mod places;
mod replace;
mod results;
mod together;

use crate::look::Look;
use crate::object::{Picked, Thing};
use crate::process::{Form, Process};
use crate::run::Being;
use crate::state::{DamageRow, Registers, Reply};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::ast::{CardType, CardTypes, Choice, CounterKind, Keyword, Zone};
use simpan_cards::program::{AbilityId, CardId, ProgramId, Sign};
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
    /// Damage that nothing changes any more; its results are rows of their own.
    Dealt { source: ObjectId, to: Thing, amount: i32, combat: bool },
    /// A player gains life.
    GainLife { player: PlayerId, amount: i32 },
    /// A player loses life.
    LoseLife { player: PlayerId, amount: i32 },
    /// A player gets poison counters.
    Poison { player: PlayerId, amount: i32 },
    /// A permanent is destroyed.
    Destroy { id: ObjectId, regenerate: bool },
    /// A permanent regenerates instead.
    Regenerate { id: ObjectId },
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
    /// So many tokens are created, each as the row's [`Entering`] says.
    Create { card: CardId, owner: PlayerId, count: u16 },
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
    pub(crate) chosen: Picked,
    pub(crate) attach_to: ObjectId,
    /// What it is from the moment it comes.
    pub(crate) being: Option<Being>,
    /// How its spell was paid for, or that it is played as a land: marks of
    /// [`crate::object::Flags`].
    pub(crate) paid: u16,
    pub(crate) counters: SmallVec<[(CounterKind, i32); 1]>,
    /// Counters that belong to the copy effect it comes by (2021 rule 707.9e).
    pub(crate) copy_counters: Option<(CounterKind, i32)>,
    /// Whether it comes attacking or blocking.
    pub(crate) joins: Joins,
}

/// How a creature takes part in combat that comes to the battlefield in the middle of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Joins {
    No,
    Attack(Thing),
    Block(ObjectId),
}

impl Entering {
    /// With so many more counters of a kind: however many effects say so, they are put on it
    /// together.
    pub(crate) fn add_counters(&mut self, kind: CounterKind, count: i32) {
        match self.counters.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, n)) => *n = n.saturating_add(count),
            None => self.counters.push((kind, count)),
        }
    }

    /// With nothing special about it.
    pub(crate) fn plain(controller: PlayerId) -> Self {
        Self {
            controller,
            tapped: false,
            shows: CardId::NONE,
            chosen: Picked::default(),
            attach_to: ObjectId::NONE,
            being: None,
            paid: 0,
            counters: SmallVec::new(),
            copy_counters: None,
            joins: Joins::No,
        }
    }
}

/// What replaces: an effect can be applied to an event (and what became of it) only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Key {
    /// The n-th of an object's abilities that are the same. For counters that something comes
    /// with, one for each kind.
    Ability { source: ObjectId, ability: AbilityId, nth: u8 },
    /// An effect of a resolved spell or ability.
    Effect { source: ObjectId, timestamp: u32 },
    /// A shield.
    Shield { source: ObjectId, timestamp: u32 },
    /// Protection.
    Protection { source: ObjectId },
}

impl Key {
    /// The object it comes from.
    pub(crate) fn source(self) -> ObjectId {
        match self {
            Self::Ability { source, .. }
            | Self::Effect { source, .. }
            | Self::Shield { source, .. }
            | Self::Protection { source } => source,
        }
    }
    /// The static ability that it is, if it is one.
    pub(crate) fn ability(self) -> AbilityId {
        match self {
            Self::Ability { ability, .. } => ability,
            _ => AbilityId::NONE,
        }
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
    /// The object goes into a library that is shuffled then.
    pub(crate) shuffle: bool,
    /// Nothing changes it any more.
    settled: bool,
    /// Its player wants it looked at before their others.
    first: bool,
    /// It is damage that can't be prevented.
    pub(crate) unpreventable: bool,
    /// It is a result of damage.
    from_damage: bool,
    /// The rule that makes it happen, if it isn't the batch's.
    because: Option<RuleId>,
    /// The spell or ability that destroys, if one does.
    by: ObjectId,
    /// What the event still is, though the object goes elsewhere.
    still: Option<Still>,
}

/// What moving an object is, wherever it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Still {
    Sacrificed,
    Discarded(PlayerId),
}

impl Row {
    /// An event nothing has changed yet.
    pub(crate) fn new(proposal: Proposal) -> Self {
        Self {
            proposal,
            entering: None,
            applied: SmallVec::new(),
            gone: false,
            shuffle: false,
            settled: false,
            first: false,
            unpreventable: false,
            from_damage: false,
            because: None,
            still: None,
            by: ObjectId::NONE,
        }
    }

    /// An event that another rule than the batch's makes happen.
    pub(crate) fn by(proposal: Proposal, because: RuleId) -> Self {
        Self { because: Some(because), ..Self::new(proposal) }
    }

    /// An event that a spell or ability makes happen, where that matters.
    pub(crate) fn done_by(proposal: Proposal, by: ObjectId) -> Self {
        Self { by, ..Self::new(proposal) }
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
    /// Something has been put in the place of (part of) an event.
    replaced: bool,
    /// What is done once the events have happened.
    after: SmallVec<[After; 1]>,
    /// What they came to, once they have happened.
    reply: Option<Box<Reply>>,
    /// Whether an object that is sent to two places goes where the replacement says.
    sent: Option<bool>,
    /// Who has ordered what comes to the battlefield, a bit each.
    ordered: u8,
}

/// What is done right after a batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum After {
    /// Instructions of a replacement effect.
    Program {
        program: ProgramId,
        first_word: u8,
        source: ObjectId,
        ability: AbilityId,
        you: PlayerId,
        regs: Box<Registers>,
        /// Effects that can't be applied to what they do.
        applied: SmallVec<[Key; 2]>,
    },
    /// Cards are put from the top of a library into the graveyard, for dredge.
    Mill { player: PlayerId, count: u8 },
    /// A card is put into its owner's hand, for dredge.
    ToHand(ObjectId),
    /// What something before came to is told again.
    Tell(Box<Reply>),
}

/// What a replacement effect asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Asked {
    /// Which effect, or none.
    Which,
    /// A copy of what.
    Copy,
    /// A colour or the like.
    Choice(Choice),
    /// To pay.
    Pay,
    /// What an Aura is attached to.
    Host,
    /// Which event is looked at first.
    Row,
    /// What else changes zones.
    Take,
    /// Where an object goes that two effects send to different places.
    Place,
    /// In which order things come to the battlefield.
    Order,
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
        rows.retain(|row| !look.never_enters(row));
        self.look().gather_tokens(&mut rows);
        let look = self.look();
        let arrivals = look.arrivals_matter(&rows);
        if arrivals || rows.iter().any(|row| look.may_be_replaced(row)) {
            let batch = Batch {
                rows,
                at: 0,
                rule,
                pending: None,
                replaced: false,
                after: SmallVec::new(),
                reply: None,
                sent: None,
                ordered: 0,
            };
            self.s.processes.push(Process::Batch(Box::new(batch)));
        } else {
            self.sort_arrivals(&mut rows);
            self.commit(rows, rule);
        }
    }

    /// Events that happen together besides what is being done: what that came to is still told
    /// afterwards.
    pub(crate) fn propose_aside(&mut self, rows: SmallVec<[Row; 2]>, rule: RuleId) {
        let reply = std::mem::take(&mut self.s.reply);
        let inherited = std::mem::take(&mut self.inherited);
        let depth = self.s.processes.depth();
        self.propose_rows(rows, rule);
        self.inherited = inherited;
        let deeper = self.s.processes.depth() > depth;
        match self.s.processes.top_mut() {
            Some(Process::Batch(batch)) if deeper => {
                batch.after.push(After::Tell(Box::new(reply)));
            }
            _ => self.s.reply = reply,
        }
    }

    /// Damage dealt at once.
    pub(crate) fn deal(&mut self, rows: SmallVec<[DamageRow; 8]>, combat: bool, rule: RuleId) {
        self.propose_rows(damage_rows(rows, combat).collect(), rule);
    }

    /// Damage that can't be prevented, dealt at once.
    pub(crate) fn deal_surely(&mut self, rows: SmallVec<[DamageRow; 8]>, rule: RuleId) {
        let rows = damage_rows(rows, false).map(|row| Row { unpreventable: true, ..row });
        self.propose_rows(rows.collect(), rule);
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
        if p.reply.is_some() {
            return self.step_after(p);
        }
        if let Some((key, asked)) = p.pending.take() {
            match asked {
                Asked::Which => self.chosen_replacement(p, answer),
                Asked::Place => p.sent = Some(self.s.reply.number == 1),
                Asked::Order => self.ordered_arrivals(p),
                asked => self.finish_replacement(p, key, asked),
            }
            return Flow::Continue;
        }
        loop {
            let Some(at) = self.look().next_row(p) else {
                if self.unfold(p) {
                    continue;
                }
                break;
            };
            p.at = at as u16;
            let look = self.look();
            if let Some(hosts) = look.aura_hosts(&p.rows[at]) {
                return self.choose_host(p, hosts);
            }
            let (options, forbidden) = look.options(p);
            if forbidden && options.is_empty() {
                p.rows[at].gone = true;
                continue;
            }
            if let Some((things, key)) = look.rivals(p, &options) {
                let player = look.chooser(&p.rows[at]);
                p.pending = Some((key, Asked::Row));
                let form = Form::Things { min: 1, max: 1 };
                self.choose(player, form, things, rule::PREVENTION_AMOUNT, key.source());
                return Flow::Continue;
            }
            let changed = !p.rows[at].applied.is_empty();
            match options.as_slice() {
                [] => p.rows[at].settled = true,
                _ if changed && !holds(rule::REPLACEMENT_CHAIN) => p.rows[at].settled = true,
                [only, ..]
                    if !only.optional
                        && (options.len() == 1
                            || find::alike(&options)
                            || !holds(rule::REPLACEMENT_CHOICE)) =>
                {
                    let key = only.key;
                    self.apply_replacement(p, key);
                    return Flow::Continue;
                }
                several => {
                    let optional = several.iter().all(|o| o.optional);
                    let kind =
                        QuestionKind::Replacement { options: several.len() as u16, optional };
                    let (player, key) = (look.chooser(&p.rows[at]), several[0].key);
                    p.pending = Some((key, Asked::Which));
                    return self.ask(player, kind, rule::REPLACEMENT_CHOICE, key.source());
                }
            }
        }
        if let Some(flow) = self.settle_places(p) {
            return flow;
        }
        if let Some(flow) = self.order_arrivals(p) {
            return flow;
        }
        let mut rows = std::mem::take(&mut p.rows);
        self.sort_arrivals(&mut rows);
        self.commit(rows, p.rule);
        self.s.reply.replaced = p.replaced;
        if p.after.is_empty() {
            return Flow::Done;
        }
        p.reply = Some(Box::new(std::mem::take(&mut self.s.reply)));
        Flow::Continue
    }

    /// If what is done in place of one event would send an object elsewhere than another event of
    /// the same moment, its controller chooses (2021 rule 400.6).
    fn settle_places(&mut self, p: &mut Batch) -> Option<Flow> {
        let (row, id, player) = self.look().sent_twice(p)?;
        match p.sent {
            None => {
                p.pending = Some((Key::Protection { source: id }, Asked::Place));
                self.choose(player, Form::OneOf(2), [], rule::TWO_PLACES, id);
                return Some(Flow::Continue);
            }
            Some(elsewhere) => p.rows[row].gone |= elsewhere,
        }
        None
    }

    /// What is done right after the events, one thing after the other.
    fn step_after(&mut self, p: &mut Batch) -> Flow {
        if self.s.outcome.is_some() {
            return Flow::Done;
        }
        if p.after.is_empty() {
            self.s.reply = p.reply.take().map(|r| *r).unwrap_or_default();
            return Flow::Done;
        }
        match p.after.remove(0) {
            After::Program { program, first_word, source, ability, you, regs, applied } => {
                self.follow(program, first_word, (source, ability, you), *regs, applied);
            }
            After::Tell(reply) => p.reply = Some(reply),
            After::Mill { player, count } => {
                let library = &self.s.players[player.index()].library;
                let top: SmallVec<[ObjectId; 8]> =
                    library.iter().rev().take(usize::from(count)).copied().collect();
                self.s.secrets += 1;
                self.move_all(top, Zone::Graveyard, rule::KW_DREDGE);
            }
            After::ToHand(id) => {
                self.move_all([id], Zone::Hand, rule::KW_DREDGE);
                self.s.secrets += 1;
            }
        }
        Flow::Continue
    }

    fn chosen_replacement(&mut self, p: &mut Batch, answer: Option<Answer>) {
        let (options, _) = self.look().options(p);
        match answer {
            Some(Answer::Pick(n)) => {
                if let Some(option) = options.get(n as usize) {
                    self.apply_replacement(p, option.key);
                }
            }
            // Declined: none of the optional ones is applied to this event.
            _ => p.rows[usize::from(p.at)].applied.extend(options.iter().map(|o| o.key)),
        }
    }
}

/// Rows for damage; what would be no damage isn't dealt (2005 rule 419.5a, 2021 rule 120.8).
fn damage_rows(rows: SmallVec<[DamageRow; 8]>, combat: bool) -> impl Iterator<Item = Row> {
    let dealt = |r: &DamageRow| r.amount > 0 || (r.amount == 0 && !holds(rule::DAMAGE_ZERO));
    rows.into_iter().filter(dealt).map(move |r| {
        let DamageRow { source, to, amount } = r;
        Row::new(Proposal::Damage { source, to, amount, combat })
    })
}

impl Look<'_> {
    /// Whether it is an instant or sorcery card that would come to the battlefield: it stays where
    /// it is (2005 rules 212.5d and 212.7d, 2021 rule 400.4a).
    fn never_enters(self, row: &Row) -> bool {
        const SPELLS: CardTypes =
            CardTypes(CardTypes::of(CardType::Instant).0 | CardTypes::of(CardType::Sorcery).0);
        let Proposal::Enter { id } = row.proposal else { return false };
        let being = row.entering.as_ref().is_some_and(|e| e.being.is_some());
        let plain = |o: &&crate::object::Object| !o.face_down() && !being;
        let Some(o) = self.s.object(id).filter(plain) else { return false };
        let shows = row.entering.as_ref().map_or(CardId::NONE, |e| e.shows);
        let shows = if shows == CardId::NONE { o.shows } else { shows };
        self.base(shows).types.meets(SPELLS) && holds(rule::ENTERING_FORBIDDEN)
    }

    /// The next event to look at: the active player's first, then the others' in turn order (2005
    /// rule 103.4, 2021 rule 101.4), life lost to damage after a player's other events.
    fn next_row(self, p: &Batch) -> Option<usize> {
        let open = |row: &&Row| !row.gone && !row.settled;
        let mut rows = p.rows.iter().filter(open);
        rows.next()?;
        if rows.next().is_none() {
            return p.rows.iter().position(|row| open(&row));
        }
        let turn = |row: &Row| {
            let n = self.s.players.len();
            (self.chooser(row).index() + n - self.s.turn.active.index()) % n
        };
        let rank = |row: &Row| {
            let last = matches!(row.proposal, Proposal::LoseLife { .. }) && row.from_damage;
            (turn(row), last, !row.first)
        };
        (p.rows.iter().enumerate())
            .filter(|(_, row)| open(row))
            .min_by_key(|(at, row)| (rank(row), *at))
            .map(|(at, _)| at)
    }

    /// A quick look: whether anything might replace the event at all.
    fn may_be_replaced(self, row: &Row) -> bool {
        if self.s.effects.iter().any(|e| e.held.is_some()) {
            return true;
        }
        let signs = self.s.signs;
        match row.proposal {
            Proposal::Draw { .. } => signs.has(Sign::WouldDraw),
            Proposal::Damage { source, to, .. } => {
                !self.s.shields.is_empty()
                    || signs.has(Sign::WouldDamage)
                    || signs.has(Sign::WouldLoseLife)
                    || (signs.has(Sign::Keyworded) && to.object().is_some())
                    || (signs.has(Sign::WouldGainLife) && self.has(source, Keyword::Lifelink))
                    || (signs.has(Sign::WouldGetCounters) && self.deals_counters(source))
            }
            Proposal::GainLife { .. } => signs.has(Sign::WouldGainLife),
            Proposal::LoseLife { .. } => signs.has(Sign::WouldLoseLife),
            Proposal::Destroy { .. } => {
                !self.s.shields.is_empty()
                    || signs.has(Sign::WouldBeDestroyed)
                    || signs.has(Sign::WouldDie)
                    || signs.has(Sign::WouldMove)
            }
            Proposal::Sacrifice { .. } | Proposal::Move { .. } => {
                signs.has(Sign::WouldDie) || signs.has(Sign::WouldMove)
            }
            Proposal::Discard { .. } => signs.has(Sign::WouldDiscard) || signs.has(Sign::WouldMove),
            Proposal::Enter { .. } | Proposal::Token { .. } => {
                signs.has(Sign::WouldEnter)
                    || self.entering_base(row).is_some_and(|c| c.signs.has(Sign::WouldEnter))
                    || self.aura_hosts(row).is_some()
                    || (signs.has(Sign::WouldGetCounters)
                        && row.entering.as_ref().is_some_and(|e| !e.counters.is_empty()))
            }
            Proposal::Create { .. } => true,
            Proposal::Counters { .. } => signs.has(Sign::WouldGetCounters),
            Proposal::Lose { .. } => signs.has(Sign::WouldLose),
            Proposal::Dealt { .. } | Proposal::Poison { .. } | Proposal::Regenerate { .. } => false,
        }
    }

    pub(crate) fn batch_answers(self, p: &Batch, buf: &mut Vec<Answer>) {
        if p.rows.get(usize::from(p.at)).is_none() {
            return;
        }
        let (options, _) = self.options(p);
        buf.extend((0..options.len() as u32).map(Answer::Pick));
        if options.iter().all(|o| o.optional) {
            buf.push(Answer::Pass);
        }
    }

    /// The sources of the replacement effects a player is choosing among.
    pub fn replacement_sources(self) -> Vec<ObjectId> {
        match self.s.processes.top() {
            Some(Process::Batch(p)) if usize::from(p.at) < p.rows.len() => {
                self.options(p).0.iter().map(|o| o.key.source()).collect()
            }
            _ => Vec::new(),
        }
    }
}
