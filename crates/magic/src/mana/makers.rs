//! Mana abilities that ask for more than {T}, or whose mana has to be counted: what each costs and
//! makes, as far as that can be told before it is used.

use super::{Available, Price, Purpose, SNOW, Toward, price_of};
use crate::legal::costs::part_count;
use crate::look::{Context, Look};
use crate::process::Process;
use simpan_cards::ast::{
    Action, Amount, Cost, CostPart, ManaOutput, ManaSymbol, Objects, Restriction, Supertype,
};
use simpan_cards::program::{AbilityId, AbilityKind, Op};
use simpan_engine::{ObjectId, PlayerId};
use smallvec::SmallVec;

/// So often that it makes no difference.
const ENDLESS: u16 = 2000;

/// What a player gives up by using a mana ability; what costs less is used first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Harm {
    /// It taps something, and wants mana.
    None,
    /// It costs life, or counters.
    Some,
    /// It costs permanents or cards.
    Much,
}

/// A mana ability that costs more than {T}, or whose mana has to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Maker {
    pub(crate) id: ObjectId,
    /// Number among its object's abilities.
    pub(crate) number: u8,
    pub(crate) ability: AbilityId,
    /// The kind that all its mana is which may be of several.
    pub(crate) kind: Option<u8>,
    /// The mana it costs.
    pub(crate) wants: Price,
    /// The kinds each of its units may be.
    pub(crate) gives: SmallVec<[u8; 4]>,
    pub(crate) harm: Harm,
    /// How often it could be used at most.
    pub(crate) most: u16,
    pub(crate) taps: bool,
    /// Its cost is {T} and no more.
    pub(crate) just_tap: bool,
    /// Its mana may be spent only on some things.
    pub(crate) restricted: bool,
    /// The engine can use it for a player: nothing is asked or told meanwhile.
    pub(crate) plain: bool,
    /// What it costs and makes can be told.
    pub(crate) known: bool,
    /// What else could make more mana possible once it has been used: bits.
    pub(super) opens: u8,
    /// Which of that it costs itself.
    pub(super) pays: u8,
}

/// Life, with which mana abilities are paid.
const LIFE: u8 = 1;
/// Counters.
const COUNTERS: u8 = 2;
/// What isn't looked into.
const ANYTHING: u8 = 4;

impl Maker {
    /// How much mana there is more once it has been used.
    pub(crate) fn gain(&self) -> i32 {
        self.gives.len() as i32 - self.wants.len() as i32
    }

    /// Whether it is like a source that taps and does no more.
    pub(super) fn is_source(&self) -> bool {
        self.just_tap && self.kind.is_none() && self.plain && self.known && self.opens == 0
    }

    /// Whether it makes no difference which of the two is used.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.ability == other.ability
            && self.kind == other.kind
            && self.gives == other.gives
            && self.most == other.most
            && self.most <= 1
    }
}

/// The mana that instructions make.
#[derive(Clone, Debug)]
struct Made {
    /// Units of settled kinds.
    settled: SmallVec<[u8; 4]>,
    /// Units of which the player chooses one kind: which there are, and how many units.
    chosen: SmallVec<[(u8, u16); 1]>,
    restricted: bool,
    plain: bool,
    known: bool,
    opens: u8,
}

impl Available {
    /// Whether a maker could lead to more mana than is said of it.
    pub(super) fn is_wide(&self, m: &Maker) -> bool {
        let wanted = self.makers.iter().fold(ANYTHING, |all, other| all | other.pays);
        !m.known || m.opens & wanted != 0
    }

    /// The most that a maker could add.
    pub(super) fn most_gain(&self, m: &Maker) -> i32 {
        match (self.is_wide(m), m.gain()) {
            (true, _) => ENDLESS.into(),
            (false, gain) => gain.max(0).saturating_mul(m.most.into()),
        }
    }
}

impl<'a> Look<'a> {
    /// Adds a mana ability to the makers, once for each kind if all its mana must be alike.
    pub(super) fn add_makers(
        self,
        player: PlayerId,
        (id, n, ability): (ObjectId, u8, AbilityId),
        toward: Toward,
        out: &mut Vec<Maker>,
    ) {
        let Some(o) = self.s.object(id) else { return };
        let lowered = self.pool.ability(ability);
        let AbilityKind::Activated { cost, only, just_tap, .. } = &lowered.kind else { return };
        if o.zone != lowered.zone
            || !self.is_mana_ability(ability)
            || self.restrictions(player, id, o, n, only).is_err()
            || self.is_being_activated(id, n, cost, toward)
        {
            return;
        }
        let targets = !self.pool.program(lowered.program).targets.is_empty();
        if targets && self.targets_exist(lowered.program, id, player, (self.now(o), 0)).is_err() {
            return;
        }
        let once = only.contains(&Restriction::OncePerTurn);
        let Some(most) = self.most_uses(player, id, cost, once) else { return };
        let made = self.made(player, id, ability, toward);
        let open = |s: &ManaSymbol| *s == ManaSymbol::X || s.pays_in_two_ways();
        let settled = !cost.mana.0.iter().any(open)
            && cost.parts.iter().all(|p| part_count(p).is_none_or(is_settled));
        let tells = cost
            .parts
            .iter()
            .any(|p| matches!(p, CostPart::Draw(_) | CostPart::Discard { random: true, .. }));
        let opens = cost.parts.contains(&CostPart::Untap);
        let pays = |part: &CostPart| match part {
            CostPart::PayLife(_) => LIFE,
            CostPart::RemoveCounters { .. } => COUNTERS,
            _ => 0,
        };
        let pays = cost.parts.iter().fold(0, |all, part| all | pays(part));
        let maker = Maker {
            id,
            number: n,
            ability,
            kind: None,
            wants: price_of(&cost.mana),
            gives: SmallVec::new(),
            harm: harm_of(cost),
            most,
            taps: cost.parts.contains(&CostPart::Tap),
            just_tap: *just_tap,
            restricted: made.restricted,
            plain: made.plain && settled && !tells && !targets,
            known: made.known && settled,
            opens: made.opens | if opens { ANYTHING } else { 0 },
            pays,
        };
        self.push_variants(maker, &made, out);
    }

    fn push_variants(self, maker: Maker, made: &Made, out: &mut Vec<Maker>) {
        let snow = self.now(&self.s.objects[maker.id.index()]).supertypes.has(Supertype::Snow);
        let mark = if snow { SNOW } else { 0 };
        let mut push = |kind: Option<u8>, mut gives: SmallVec<[u8; 4]>| {
            if maker.taps {
                let all = gives.iter().fold(0, |all, g| all | g);
                self.extra_mana(maker.id, all, &mut |kinds| gives.push(kinds));
            }
            gives.iter_mut().for_each(|g| *g |= mark);
            if !gives.is_empty() || !maker.known || maker.opens != 0 {
                out.push(Maker { kind, gives, ..maker.clone() });
            }
        };
        match made.chosen[..] {
            [] => push(None, made.settled.clone()),
            [(kinds, 1)] => {
                push(None, made.settled.iter().copied().chain(Some(kinds)).collect());
            }
            _ => {
                let all = made.chosen.iter().fold(0, |all, (kinds, _)| all | kinds);
                for kind in (0..6u8).filter(|k| all & 1 << k != 0) {
                    let mut gives = made.settled.clone();
                    for (kinds, n) in &made.chosen {
                        let one = if kinds & 1 << kind != 0 { 1 << kind } else { *kinds };
                        gives.extend(std::iter::repeat_n(one, usize::from(*n)));
                    }
                    push(Some(kind), gives);
                }
            }
        }
    }

    /// Whether an ability whose cost is mana is just being activated, for which something is to be
    /// paid or under all that: it can't be again until it has resolved (2021 rule 605.3c).
    pub(crate) fn is_being_activated(
        self,
        id: ObjectId,
        n: u8,
        cost: &Cost,
        toward: Toward,
    ) -> bool {
        let paid = Toward { object: id, what: Purpose::Ability, number: n };
        !cost.mana.is_empty()
            && (toward == paid
                || self.s.processes.iter().any(|p| match p {
                    Process::Play(p) => p.activates(id, n),
                    _ => false,
                }))
    }

    /// How often an ability could be used at most by what it costs besides mana; nothing if not
    /// even once.
    fn most_uses(self, player: PlayerId, id: ObjectId, cost: &Cost, once: bool) -> Option<u16> {
        let mut most = if once { 1 } else { ENDLESS };
        for part in &cost.parts {
            self.can_pay_part(player, id, part, 0).ok()?;
            let there = match part {
                CostPart::Tap
                | CostPart::Untap
                | CostPart::SacrificeThis
                | CostPart::DiscardThis
                | CostPart::ExileThis => {
                    most = 1;
                    continue;
                }
                CostPart::PayLife(_) => self.s.players[player.index()].life,
                CostPart::RemoveCounters { kind, .. } => i32::from(self.s.counters_on(id, *kind)),
                CostPart::PutCounters { .. } | CostPart::Draw(_) => continue,
                chosen => self.cost_candidates(player, id, chosen).len() as i32,
            };
            let n = part_count(part).map_or(1, |n| self.cost_amount(n, id, player, 0));
            if n > 0 {
                most = most.min((there / n).clamp(0, i32::from(ENDLESS)) as u16);
            }
        }
        (most > 0).then_some(most)
    }

    /// The mana that an ability would make if it resolved now.
    fn made(self, player: PlayerId, id: ObjectId, ability: AbilityId, toward: Toward) -> Made {
        let program = self.pool.program(self.pool.ability(ability).program);
        let ctx = Context::of(id, player);
        let mut made = Made {
            settled: SmallVec::new(),
            chosen: SmallVec::new(),
            restricted: false,
            plain: program.modes.is_none(),
            known: program.modes.is_none(),
            opens: 0,
        };
        let mut pc = 0;
        while let Some(op) = program.ops.get(pc) {
            pc += 1;
            match op {
                Op::Do(action @ Action::AddMana { .. }) => {
                    self.add_made(player, action, (ctx, toward), &mut made);
                }
                Op::Do(action) => match besides(action) {
                    Besides::Nothing => {}
                    Besides::Opens(what) => made.opens |= what,
                    Besides::Tells => made.plain = false,
                    Besides::Asks => {
                        made.plain = false;
                        made.opens = ANYTHING;
                    }
                },
                Op::JumpUnless { condition, to } => {
                    if !self.condition(condition, ctx) {
                        pc = pc.max(usize::from(*to));
                    }
                }
                Op::Jump { to } => pc = pc.max(usize::from(*to)),
                Op::Later { .. } => {}
                _ => (made.plain, made.known) = (false, false),
            }
        }
        made
    }

    fn add_made(
        self,
        player: PlayerId,
        action: &Action,
        (ctx, toward): (Context<'_>, Toward),
        made: &mut Made,
    ) {
        let Action::AddMana { who, mana, times, only } = action else { return };
        if !self.is_among(player, who, ctx) {
            return;
        }
        if let Some(only) = only {
            made.restricted = true;
            if !self.is_meant(only, ctx, toward) {
                return;
            }
        }
        if !is_settled(times) {
            (made.plain, made.known) = (false, false);
            return;
        }
        let times = self.amount(times, ctx).clamp(0, i32::from(ENDLESS)) as usize;
        match mana {
            ManaOutput::Fixed(cost) => {
                for symbol in &cost.0 {
                    let n = match symbol {
                        ManaSymbol::Generic(n) => usize::from(*n),
                        _ => 1,
                    };
                    made.settled.extend(std::iter::repeat_n(symbol.kind(), n * times));
                }
            }
            ManaOutput::Same | ManaOutput::Unspent => (made.plain, made.known) = (false, false),
            mana => {
                let kinds = self.kinds_of(mana, ctx, &mut SmallVec::new());
                if kinds.count_ones() == 1 {
                    made.settled.extend(std::iter::repeat_n(kinds, times));
                } else if kinds != 0 && times > 0 {
                    made.chosen.push((kinds, times as u16));
                }
            }
        }
    }
}

/// What an instruction does besides making mana.
enum Besides {
    /// Nothing that makes more mana possible.
    Nothing,
    /// Perhaps something that makes more mana possible.
    Opens(u8),
    /// It tells something that was hidden.
    Tells,
    /// It asks something, or does what isn't looked into.
    Asks,
}

fn besides(action: &Action) -> Besides {
    match action {
        Action::Damage { .. }
        | Action::LoseLife { .. }
        | Action::SacrificeThose(_)
        | Action::RemoveCounters { .. }
        | Action::Tap(_) => Besides::Nothing,
        Action::GainLife { .. } => Besides::Opens(LIFE),
        Action::PutCounters { .. } => Besides::Opens(COUNTERS),
        Action::Untap(_)
        | Action::Change { .. }
        | Action::ChangePlayers { .. }
        | Action::CreateToken { .. } => Besides::Opens(ANYTHING),
        Action::Draw { .. } | Action::Mill { .. } => Besides::Tells,
        _ => Besides::Asks,
    }
}

fn harm_of(cost: &Cost) -> Harm {
    let of = |part: &CostPart| match part {
        CostPart::Tap | CostPart::Untap | CostPart::TapOthers { .. } => Harm::None,
        CostPart::PayLife(_)
        | CostPart::RemoveCounters { .. }
        | CostPart::PutCounters { .. }
        | CostPart::Draw(_) => Harm::Some,
        CostPart::SacrificeThis
        | CostPart::Sacrifice { .. }
        | CostPart::DiscardThis
        | CostPart::Discard { .. }
        | CostPart::ExileThis
        | CostPart::Exile { .. }
        | CostPart::Return { .. } => Harm::Much,
    };
    cost.parts.iter().map(of).max().unwrap_or(Harm::None)
}

/// Whether a number can be told before anything is paid or chosen.
fn is_settled(amount: &Amount) -> bool {
    match amount {
        Amount::X | Amount::That => false,
        Amount::N(_)
        | Amount::Count(_)
        | Amount::Names(_)
        | Amount::Life(_)
        | Amount::HandSize(_)
        | Amount::Most { .. } => true,
        Amount::Power(of)
        | Amount::Toughness(of)
        | Amount::ManaValue(of)
        | Amount::Counters(_, of) => {
            matches!(**of, Objects::This | Objects::Attached | Objects::All(_))
        }
        Amount::Times(_, of) | Amount::Half { of, .. } => is_settled(of),
        Amount::Sum(all) => all.iter().all(is_settled),
    }
}
