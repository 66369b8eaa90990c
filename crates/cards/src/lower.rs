//! Lowering: from the tree of a card to flat programs.
//!
//! What no rulebook of this project can run yet is refused here, with the node in the words of the
//! tree, so that nothing is ever a silent no-op.

mod defined;
mod flow;
mod keywords;

use crate::ast::{
    Ability, Action, Activated, Amount, CardType, CardTypes, Change, Condition, Cost, CostPart,
    Duration, Effect, Filter, Granted, Instead, KeywordAbility, Keywords, ManaCost, ManaOutput,
    ManaSymbol, Objects, PlayerChange, Players, Predicate, Ref, Replacement, Restriction, Static,
    StaticEffect, Subject, Subtype, Supertype, Supertypes, Things, TokenSpec, Trigger, Triggered,
    TypeLine, Would, Zone,
};
use crate::characteristics::{Characteristics, Mark};
use crate::def::{CardData, Pt, PtValue};
use crate::pool::{Card, Pool};
use crate::program::{
    AbilityId, AbilityKind, CardId, LoweredAbility, Makes, Op, ProgramId, Sign, Signs,
};
use smallvec::SmallVec;
use std::fmt;

/// Why a card can't be played: every node that nothing runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The card.
    pub card: String,
    /// Each thing that isn't done.
    pub reasons: Vec<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} can't be played: {}", self.card, self.reasons.join("; "))
    }
}

/// Lowers cards into a pool.
pub(crate) struct Lowering<'a> {
    pool: &'a mut Pool,
    reasons: Vec<String>,
    /// The number of the text being lowered.
    home: u16,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(pool: &'a mut Pool) -> Self {
        let home = pool.new_home();
        Self { pool, reasons: Vec::new(), home }
    }

    /// Lowers the mana abilities that basic land types carry.
    pub(crate) fn basic_lands(mut self) -> Vec<(Subtype, AbilityId)> {
        let lower = |s: Subtype| Some((s, self.ability(&basic_land_ability(s.name())?)));
        ["Plains", "Island", "Swamp", "Mountain", "Forest"]
            .into_iter()
            .filter_map(Subtype::named)
            .filter_map(lower)
            .collect()
    }

    /// What a face-down spell or permanent is: a 2/2 creature and nothing else (2005 rules 502.26
    /// and 504.2, 2021 rules 702.37 and 708.2).
    pub(crate) fn face_down(mut self) -> CardId {
        let two = PtValue::Number(2);
        let data = CardData {
            name: "face-down creature".to_owned(),
            korean: Some("뒷면 생물".to_owned()),
            cost: None,
            colors: Some(Default::default()),
            types: TypeLine {
                supertypes: Default::default(),
                types: CardTypes::of(CardType::Creature),
                subtypes: Vec::new(),
            },
            pt: Some(Pt { power: two, toughness: two }),
            loyalty: None,
            abilities: Vec::new(),
        };
        self.lower_card(&data, true)
    }

    /// Lowers another form of an ability: it is printed where that one is.
    pub(crate) fn again(mut self, old: AbilityId, tree: &Ability) -> AbilityId {
        self.home = self.pool.home(old);
        self.ability(tree)
    }

    /// Lowers lifelink and deathtouch as the triggered abilities that they once were.
    pub(crate) fn damage_keywords(mut self) -> (AbilityId, AbilityId) {
        let creature = Filter::permanent(vec![Predicate::Type(CardType::Creature)]);
        let mut whenever = |to, action| {
            let when = Trigger::DealsDamage { source: Subject::This, to, combat: false };
            self.later(when, &Effect::Do(action))
        };
        let gain = Action::GainLife { who: Players::You, amount: Amount::That };
        let that = Objects::That(Ref::TriggeringOther);
        let destroy = Action::Destroy { what: that, no_regeneration: false };
        let creature = Some(Things::Objects(Objects::All(creature)));
        (whenever(None, gain), whenever(creature, destroy))
    }

    /// Lowers a card with its tokens and granted abilities.
    pub(crate) fn card(mut self, data: &CardData) -> Result<CardId, Refusal> {
        let id = self.lower_card(data, false);
        let numbers = self.pool.cards.len() + self.pool.abilities.len();
        let counts = [numbers, self.pool.programs.len()];
        if counts.into_iter().any(|n| n >= usize::from(u16::MAX)) {
            self.reasons.push("the pool is full".into());
        }
        if self.reasons.is_empty() {
            Ok(id)
        } else {
            Err(Refusal { card: data.name.clone(), reasons: self.reasons })
        }
    }

    fn refuse(&mut self, node: &dyn fmt::Debug) {
        let text = format!("nothing runs {node:?}");
        if !self.reasons.contains(&text) {
            self.reasons.push(text);
        }
    }

    fn lower_card(&mut self, data: &CardData, token: bool) -> CardId {
        let mut keywords = Keywords::NONE;
        let mut signs = Signs::NONE;
        let mut abilities = SmallVec::new();
        let mut spell = None;
        let mut enchant = None;
        data.cost.iter().for_each(|c| self.mana_cost(c));
        let mut marks = 0;
        for ability in &data.abilities {
            if let Ability::Keyword(keyword) = ability {
                let ids = self.defined(keyword);
                let mut known = !ids.is_empty();
                for id in ids {
                    signs = signs.with(self.pool.ability(id).signs);
                    marks |= Mark::of_ability(self.pool.ability(id));
                    abilities.push(id);
                }
                if let KeywordAbility::Plain(k) = *keyword {
                    keywords = keywords.with(Keywords::of(k));
                    known = true;
                }
                if known {
                    continue;
                }
            }
            let id = self.ability(ability);
            match ability {
                Ability::Spell(_) if spell.is_none() => spell = Some(id),
                Ability::Spell(_) => self.refuse(&"a second list of spell instructions"),
                Ability::Keyword(KeywordAbility::Enchant(_)) => enchant = Some(id),
                _ => {}
            }
            signs = signs.with(self.pool.ability(id).signs);
            marks |= Mark::of_ability(self.pool.ability(id));
            abilities.push(id);
        }
        for id in data.types.subtypes.iter().filter_map(|s| self.pool.basic_land(*s)) {
            signs = signs.with(self.pool.ability(id).signs);
            abilities.push(id);
        }
        let colors = data
            .colors
            .unwrap_or_else(|| data.cost.as_ref().map(|c| c.colors()).unwrap_or_default());
        let pt = data.pt.map_or((0, 0), |p| (p.power.base(), p.toughness.base()));
        let id = CardId(self.pool.cards.len() as u16);
        let base = Characteristics {
            named: id,
            power: pt.0,
            toughness: pt.1,
            colors,
            supertypes: supertypes(data),
            types: data.types.types,
            keywords,
            signs,
            subtypes: data.types.subtypes.iter().copied().collect(),
            abilities,
            marks,
            limits: SmallVec::new(),
        };
        let mana_value = data.cost.as_ref().map_or(0, |c| c.value());
        let elsewhere =
            |a: &AbilityId| matches!(self.pool.ability(*a).zone, Zone::Graveyard | Zone::Hand);
        let works_elsewhere = base.signs.has(Sign::Defines) || base.abilities.iter().any(elsewhere);
        let least_mana = data.cost.as_ref().map_or(0, ManaCost::least_mana);
        let data = data.clone();
        let card =
            Card { data, base, spell, mana_value, least_mana, enchant, token, works_elsewhere };
        self.pool.cards.push(card);
        id
    }

    fn push(&mut self, mut ability: LoweredAbility) -> AbilityId {
        let program = self.pool.programs.get(ability.program.index());
        ability.targetless = program.is_none_or(|p| p.targets.is_empty() && p.modes.is_none());
        let id = AbilityId(self.pool.abilities.len() as u16);
        self.pool.own(ability.program, id);
        // A predicate may stand anywhere in the tree; its printed form tells whether it does.
        let printed = format!("{:?}", ability.tree);
        self.pool.asks.damage |= printed.contains("DamagedBy(");
        self.pool.asks.exile |= printed.contains("ExiledWithThis");
        self.pool.homes.resize(self.pool.abilities.len(), 0);
        self.pool.homes.push(self.home);
        self.pool.abilities.push(ability);
        id
    }

    fn ability(&mut self, tree: &Ability) -> AbilityId {
        match tree {
            Ability::Keyword(k) => self.keyword(k, tree),
            Ability::Activated(a) => self.activated(a, tree),
            Ability::Triggered(t) => self.triggered(t, tree),
            Ability::Static(s) => self.static_ability(s, tree),
            Ability::Spell(effect) => {
                let program = self.program(effect);
                self.push(LoweredAbility {
                    tree: tree.clone(),
                    kind: AbilityKind::Spell,
                    zone: Zone::Stack,
                    program,
                    signs: Signs::NONE,
                    targetless: true,
                })
            }
        }
    }

    fn activated(&mut self, ability: &Activated, tree: &Ability) -> AbilityId {
        self.mana_cost(&ability.cost.mana);
        let adds_mana = adds_mana(&ability.effect);
        let program = self.program(&ability.effect);
        let just_tap = ability.cost.mana.is_empty() && ability.cost.parts == [CostPart::Tap];
        let mut signs = Signs::of(if adds_mana { Sign::ActivatedMana } else { Sign::Activated });
        if !ability.cost.parts.contains(&CostPart::Tap) {
            signs = signs.with(Signs::of(Sign::ActivatedUntapped));
        }
        let only_taps = just_tap && ability.only.is_empty();
        if adds_mana && !(only_taps && self.pool.programs[program.index()].makes.is_some()) {
            signs = signs.with(Signs::of(Sign::CostlyMana));
        }
        self.pool.asks.mana_elsewhere |= adds_mana && ability.from != Zone::Battlefield;
        if restricts_mana(&ability.effect) {
            signs = signs.with(Signs::of(Sign::RestrictedMana));
        }
        if ability.only.contains(&Restriction::AnyPlayer) {
            signs = signs.with(Signs::of(Sign::ActivatedByAny));
        }
        self.push(LoweredAbility {
            tree: tree.clone(),
            kind: AbilityKind::Activated {
                cost: ability.cost.clone(),
                only: ability.only.clone(),
                adds_mana,
                just_tap,
            },
            zone: ability.from,
            program,
            signs,
            targetless: true,
        })
    }

    fn triggered(&mut self, ability: &Triggered, tree: &Ability) -> AbilityId {
        ability.if_.iter().for_each(|c| self.condition(c));
        let program = self.program(&ability.effect);
        self.push(LoweredAbility {
            tree: tree.clone(),
            kind: AbilityKind::Triggered {
                when: ability.when.clone(),
                if_: ability.if_.clone(),
                adds_mana: adds_mana(&ability.effect),
                once_per_turn: ability.once_per_turn,
            },
            zone: ability.from,
            program,
            signs: trigger_signs(&ability.when),
            targetless: true,
        })
    }

    fn static_ability(&mut self, ability: &Static, tree: &Ability) -> AbilityId {
        ability.while_.iter().for_each(|c| self.condition(c));
        let mut lowered = ability.clone();
        let mut zone = Zone::Battlefield;
        let sign = match &mut lowered.effect {
            StaticEffect::Change { what, changes } => {
                if !matches!(what, Objects::This | Objects::Attached | Objects::All(_)) {
                    self.refuse(what);
                }
                if let Some(text) = changes.iter().find(|c| matches!(c, Change::Text(_))) {
                    let text = text.clone();
                    self.refuse(&text);
                }
                for change in changes.iter().filter(|c| matches!(c, Change::GainActivated(_))) {
                    self.refuse(change);
                }
                self.changes(changes);
                Sign::Changes
            }
            StaticEffect::Define(changes) => {
                self.changes(changes);
                Sign::Defines
            }
            StaticEffect::ChangePlayers { change, .. } => {
                // Nobody's turn would ever come if all turns were skipped.
                if *change == PlayerChange::SkipTurn {
                    self.refuse(change);
                }
                Sign::ChangesPlayers
            }
            StaticEffect::Cost(change) => {
                // A change to its own cost works on the stack.
                if change.filter.all.contains(&Predicate::This) {
                    zone = Zone::Stack;
                }
                Sign::ChangesCosts
            }
            StaticEffect::AttackCost { .. } => Sign::AttackCost,
            StaticEffect::Replace(r) => {
                if r.chosen || r.next.is_some() {
                    self.refuse(r);
                }
                self.replacement(r);
                if matches!(r.instead, Instead::LeaveLife(_)) {
                    Sign::WouldLoseLife
                } else {
                    would_sign(&r.would)
                }
            }
            StaticEffect::AlternativeCost(cost) | StaticEffect::AdditionalCost(cost) => {
                let cost = cost.clone();
                self.spell_cost(&cost);
                zone = Zone::Stack;
                Sign::Keyworded
            }
        };
        let signs = Mark::printed(&lowered).map_or(Signs::of(sign), |_| Signs::NONE);
        self.push(LoweredAbility {
            tree: tree.clone(),
            kind: AbilityKind::Static(lowered),
            zone,
            program: ProgramId::NONE,
            signs,
            targetless: true,
        })
    }

    /// Lowers what a replacement effect does and refuses what nothing runs.
    fn replacement(&mut self, replacement: &mut Replacement) {
        if let Instead::AsCopy { except, also, .. } = &mut replacement.instead {
            self.changes(except);
            also.iter_mut().for_each(|also| self.changes(&mut also.except));
        }
        if let Instead::Do(instructions) = &mut replacement.instead {
            instructions.id = self.program(&instructions.effect);
        }
        if let Some(also) = &mut replacement.also {
            also.id = self.program(&also.effect);
        }
        let damage = matches!(replacement.would, Would::Damage { .. });
        let enters = matches!(replacement.would, Would::Enter(_));
        let amount = matches!(
            replacement.would,
            Would::Damage { .. } | Would::GainLife(_) | Would::LoseLife(_) | Would::Create(_)
        ) || matches!(replacement.would, Would::PutCounters { .. });
        let runs = match &replacement.instead {
            Instead::Tapped
            | Instead::Counters { .. }
            | Instead::Control(_)
            | Instead::Take { .. }
            | Instead::UnlessPay { .. } => enters,
            Instead::Choose(_) | Instead::AsCopy { .. } => enters,
            Instead::LeaveLife(_) => matches!(
                replacement.would,
                Would::Damage { source: None, to: Some(Things::Players(_)), combat: false }
            ),
            Instead::Prevent(_) | Instead::Redirect(_) | Instead::CantPrevent => damage,
            Instead::Times(_) | Instead::Plus(_) => amount,
            Instead::Regenerate => matches!(replacement.would, Would::Destroy(_)),
            Instead::To(_) => matches!(
                replacement.would,
                Would::Die(_)
                    | Would::Move { .. }
                    | Would::Discard { .. }
                    | Would::Destroy(_)
                    | Would::Enter(_)
            ),
            Instead::Do(_) => !enters,
            Instead::Nothing | Instead::Cant => true,
        };
        let next = replacement.next.is_none()
            || matches!(replacement.instead, Instead::Prevent(None) | Instead::Redirect(_));
        if !runs || !next || (replacement.chosen && !damage) {
            self.refuse(replacement);
        }
        if let Instead::UnlessPay { otherwise, .. } = &replacement.instead
            && !matches!(
                **otherwise,
                Instead::Tapped | Instead::Counters { .. } | Instead::To(_) | Instead::Control(_)
            )
        {
            self.refuse(otherwise);
        }
    }

    /// Lowers the abilities that changes give, in place.
    fn changes(&mut self, changes: &mut [Change]) {
        for change in changes {
            match change {
                Change::Gain(granted) => {
                    for Granted { ability, id } in granted {
                        if let Ability::Keyword(plain @ KeywordAbility::Plain(_)) = ability {
                            *id = self.defined(plain).pop().unwrap_or_default();
                        } else {
                            *id = self.ability(ability);
                        }
                    }
                }
                Change::CopyOf { except, .. } => self.changes(except),
                Change::Text(_) => self.pool.rewords = true,
                _ => {}
            }
        }
    }

    /// Refuses conditions that nothing answers.
    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::PlayerHas(..) | Condition::ModeChosen(_) => {
                self.refuse(condition);
            }
            Condition::Not(c) => self.condition(c),
            Condition::All(cs) | Condition::Any(cs) => cs.iter().for_each(|c| self.condition(c)),
            _ => {}
        }
    }

    /// Refuses costs with too many choices of how to pay.
    fn mana_cost(&mut self, cost: &ManaCost) {
        if cost.0.iter().filter(|s| s.pays_in_two_ways()).count() > 8 {
            self.refuse(&"more than eight symbols that may be paid in two ways");
        }
    }

    /// A cost of a spell besides or instead of its mana cost.
    fn spell_cost(&mut self, cost: &Cost) {
        for part in &cost.parts {
            if matches!(
                part,
                CostPart::Tap
                    | CostPart::Untap
                    | CostPart::SacrificeThis
                    | CostPart::DiscardThis
                    | CostPart::PutCounters { .. }
                    | CostPart::RemoveCounters { .. }
            ) {
                self.refuse(part);
            }
        }
        self.mana_cost(&cost.mana);
    }

    /// A delayed or reflexive triggered ability.
    fn later(&mut self, when: Trigger, effect: &Effect) -> AbilityId {
        let tree = Triggered {
            when,
            if_: None,
            effect: effect.clone(),
            from: Zone::Battlefield,
            once_per_turn: false,
        };
        self.triggered(&tree, &Ability::Triggered(tree.clone()))
    }

    /// Lowers what is inside an instruction and refuses what nothing runs.
    fn action(&mut self, action: &Action) -> Action {
        let mut action = action.clone();
        if let Action::Change { what, .. }
        | Action::CreateCopy { of: what, .. }
        | Action::Attach { to: what, .. }
        | Action::TapOrUntap(what)
        | Action::Damage { source: what, .. } = &action
            && matches!(what, Objects::Choose { .. } | Objects::Random { .. })
        {
            // Nobody is asked there.
            self.refuse(&what.clone());
        }
        match &mut action {
            Action::Change { changes, .. } => {
                self.changes(changes);
                // Once something is chosen as an effect begins.
                let chosen = |c: &&Change| matches!(c, Change::Text(_) | Change::ChooseColor);
                if changes.iter().filter(chosen).count() > 1 {
                    let changes = changes.clone();
                    self.refuse(&changes);
                }
            }
            Action::CreateToken { token, .. } => self.token(token),
            Action::Move { to, until, .. } => {
                if !matches!(until.as_deref(), None | Some(Trigger::Leaves(Subject::This))) {
                    self.refuse(until);
                }
                self.being(&to.arrival.being);
            }
            Action::Search { to, .. } | Action::Look { to, .. } => self.being(&to.arrival.being),
            Action::AddMana { mana: ManaOutput::Fixed(cost), .. } => {
                let plain = |s: &&ManaSymbol| {
                    matches!(s, ManaSymbol::Generic(_) | ManaSymbol::Colored(_))
                        || matches!(s, ManaSymbol::Colorless)
                };
                if let Some(symbol) = cost.0.iter().find(|s| !plain(s)) {
                    self.refuse(symbol);
                }
            }
            Action::CreateCopy { except, .. } => self.changes(except),
            Action::ChangePlayers { change, duration, .. } => {
                let skip = matches!(
                    change,
                    PlayerChange::SkipStep(_) | PlayerChange::SkipCombat | PlayerChange::SkipTurn
                );
                let once = *duration == Duration::Once;
                if once != skip && (once || matches!(change, PlayerChange::SkipTurn)) {
                    self.refuse(change);
                }
            }
            Action::Replace { replacement, .. } => {
                self.replacement(replacement);
                if matches!(replacement.instead, Instead::UnlessPay { .. } | Instead::AsCopy { .. })
                {
                    self.refuse(replacement);
                }
            }
            Action::CopySpell { except, .. } => self.changes(except),
            Action::Prevent { duration: Duration::While(_), .. } => self.refuse(&action),
            _ => {}
        }
        action
    }

    /// Refuses what something can't be from the moment it comes.
    fn being(&mut self, changes: &[Change]) {
        for change in changes {
            if !matches!(
                change,
                Change::AddTypes { .. }
                    | Change::SetTypes { .. }
                    | Change::AddSuper(_)
                    | Change::AddColors(_)
                    | Change::SetColors(_)
            ) {
                self.refuse(change);
            }
        }
    }

    /// A token is a text of its own.
    fn token(&mut self, token: &mut TokenSpec) {
        let outer = std::mem::replace(&mut self.home, self.pool.new_home());
        self.lower_token(token);
        self.home = outer;
    }

    fn lower_token(&mut self, token: &mut TokenSpec) {
        let name = token.name.clone().unwrap_or_else(|| {
            let words: Vec<&str> = token.types.subtypes.iter().map(|s| s.name()).collect();
            words.join(" ")
        });
        let pt = token.pt.map(|(p, t)| Pt {
            power: PtValue::Number(p as i16),
            toughness: PtValue::Number(t as i16),
        });
        let data = CardData {
            name,
            korean: None,
            cost: None,
            colors: Some(token.colors),
            types: token.types.clone(),
            pt,
            loyalty: None,
            abilities: token.abilities.clone(),
        };
        token.id = self.lower_card(&data, true);
    }
}

/// The supertypes of a card. Old prints of basic lands don't say that they are (2005 rule 205.4b).
fn supertypes(data: &CardData) -> Supertypes {
    let basic = include_str!("../data/basic_names.txt").lines().any(|name| name == data.name);
    if basic && data.types.types.has(CardType::Land) {
        return data.types.supertypes.with(Supertypes::of(Supertype::Basic));
    }
    data.types.supertypes
}

/// The mana ability of a basic land type, by the type's name (2005 rule 212.6d, 2021 rule 305.6).
pub fn basic_land_ability(name: &str) -> Option<Ability> {
    let symbol = match name {
        "Plains" => "{W}",
        "Island" => "{U}",
        "Swamp" => "{B}",
        "Mountain" => "{R}",
        "Forest" => "{G}",
        _ => return None,
    };
    let mana = crate::ast::ManaOutput::Fixed(symbol.parse().ok()?);
    Some(Ability::Activated(Activated {
        cost: Cost { mana: Default::default(), parts: vec![CostPart::Tap] },
        effect: Effect::Do(Action::AddMana {
            who: Players::You,
            mana,
            times: Amount::N(1),
            only: None,
        }),
        only: Vec::new(),
        from: Zone::Battlefield,
    }))
}

/// The mana a program makes, if that depends on nothing but the choice of a colour; it may do
/// damage or cost life besides.
fn makes(ops: &[Op]) -> Option<Makes> {
    let mut made = None;
    for op in ops {
        match op {
            Op::Do(Action::AddMana { mana, times: Amount::N(1), .. }) if made.is_none() => {
                made = Some(match mana {
                    ManaOutput::Chosen => return None,
                    ManaOutput::OneOf(colors) => Makes { kinds: colors.0, units: 1 },
                    ManaOutput::CouldProduce { .. } | ManaOutput::ColorOf(_) => {
                        Makes { kinds: 0, units: 1 }
                    }
                    ManaOutput::Same | ManaOutput::Unspent => return None,
                    ManaOutput::Fixed(cost) => {
                        let kinds = cost.0.first()?.kind();
                        let alike = cost.0.iter().all(|s| s.kind() == kinds);
                        let units = cost.value().min(255) as u8;
                        alike.then_some(Makes { kinds, units })?
                    }
                });
            }
            Op::Do(Action::Damage { .. } | Action::LoseLife { .. }) => {}
            _ => return None,
        }
    }
    made
}

/// Whether instructions add mana that may be spent only on some things.
fn restricts_mana(effect: &Effect) -> bool {
    match effect {
        Effect::Do(Action::AddMana { only, .. }) => only.is_some(),
        Effect::Seq(parts) => parts.iter().any(restricts_mana),
        Effect::Modes { modes, .. } => modes.iter().any(|m| restricts_mana(&m.effect)),
        _ => false,
    }
}

/// Whether instructions could add mana.
fn adds_mana(effect: &Effect) -> bool {
    match effect {
        Effect::Do(action) => matches!(action, Action::AddMana { .. }),
        Effect::Seq(parts) => parts.iter().any(adds_mana),
        Effect::May { effect, .. } | Effect::MayPay { effect, .. } => adds_mana(effect),
        Effect::Unless { effect, .. } | Effect::ForEach { effect, .. } => adds_mana(effect),
        Effect::If { then, otherwise, .. } => {
            adds_mana(then) || otherwise.as_deref().is_some_and(adds_mana)
        }
        Effect::Modes { modes, .. } => modes.iter().any(|m| adds_mana(&m.effect)),
        Effect::Later { .. } | Effect::Reflexive(_) => false,
    }
}

/// The events a trigger may care about.
fn trigger_signs(trigger: &Trigger) -> Signs {
    let sign = match trigger {
        Trigger::Enters(_) | Trigger::PlaysLand { .. } => Sign::Enters,
        Trigger::Leaves(_) | Trigger::Dies(_) => Sign::Leaves,
        Trigger::Moves { from: Some(Zone::Battlefield), .. } => Sign::Leaves,
        Trigger::Moves { from: Some(Zone::Graveyard), .. } => Sign::LeavesGraveyard,
        Trigger::Moves { .. } => Sign::Moves,
        Trigger::Cycles { .. } => Sign::Cycles,
        Trigger::LosesControl { .. } => {
            return Signs::of(Sign::Leaves).with(Signs::of(Sign::LosesControl));
        }
        Trigger::RevealedThisWay(_) => Sign::RevealedThisWay,
        Trigger::AbilityTriggers(_) => Sign::AbilityTriggers,
        Trigger::Attacks(_) => Sign::Attacks,
        Trigger::Blocks { .. } => Sign::Blocks,
        // "By a creature": once for each that blocks it (410.9, 509.5).
        Trigger::BecomesBlocked { by: Some(_), .. } => Sign::Blocks,
        Trigger::BecomesBlocked { .. } => Sign::BecomesBlocked,
        Trigger::Unblocked(_) => Sign::Unblocked,
        Trigger::DealsDamage { .. } | Trigger::IsDealtDamage(_) => Sign::Damage,
        Trigger::Casts { .. } => Sign::Casts,
        Trigger::Begins { .. } => Sign::Begins,
        Trigger::TappedForMana(_) => Sign::TappedForMana,
        Trigger::BecomesTapped(_) => Sign::Taps,
        Trigger::BecomesUntapped(_) => Sign::Untaps,
        Trigger::TurnedUp(_) => Sign::TurnedUp,
        Trigger::BecomesTarget { .. } => Sign::Targeted,
        Trigger::Searches(_) => Sign::Searches,
        Trigger::GainsLife(_) => Sign::LifeGain,
        Trigger::LosesLife(_) => Sign::LifeLoss,
        Trigger::Draws(_) => Sign::Draws,
        Trigger::Discards { .. } => Sign::Discards,
        // Looked at before it goes, like all that leaves.
        Trigger::Sacrificed(_) | Trigger::Destroyed { .. } => Sign::Leaves,
        Trigger::State(_) => Sign::State,
        Trigger::Any(all) => {
            return all.iter().fold(Signs::NONE, |s, t| s.with(trigger_signs(t)));
        }
    };
    Signs::of(sign)
}

/// Whether an instruction is a self-replacement effect.
fn replaces_own(effect: &Effect) -> bool {
    matches!(effect, Effect::Do(Action::Replace { duration: Duration::ThisWay, .. }))
}

/// The event a replacement effect cares about.
fn would_sign(would: &Would) -> Sign {
    match would {
        Would::Enter(_) => Sign::WouldEnter,
        Would::Damage { .. } => Sign::WouldDamage,
        Would::Draw(_) => Sign::WouldDraw,
        Would::GainLife(_) => Sign::WouldGainLife,
        Would::Destroy(_) => Sign::WouldBeDestroyed,
        Would::Die(_) => Sign::WouldDie,
        Would::Move { .. } => Sign::WouldMove,
        Would::Create(_) => Sign::WouldCreate,
        Would::LoseLife(_) => Sign::WouldLoseLife,
        Would::Discard { .. } => Sign::WouldDiscard,
        Would::PutCounters { .. } => Sign::WouldGetCounters,
        Would::Lose(_) => Sign::WouldLose,
    }
}
