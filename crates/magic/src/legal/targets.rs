//! What may be a target (2005 rule 415, 2021 rule 115).

use crate::look::{Context, Look};
use crate::object::{Flags, Thing};
use crate::refuse::{need, refuse};
use crate::state::{EntryKind, Piece};
use simpan_cards::Characteristics;
use simpan_cards::ast::{CardType, Keyword, KeywordAbility, Players, Target, Targetable, Zone};
use simpan_cards::program::{AbilityId, AbilityKind, Modal, Program, ProgramId, Sign};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::{examining, holds};
use simpan_rulebook::{RuleId, rule};

impl<'a> Look<'a> {
    /// Whether enough targets exist for a program to be announced (its modes: enough of them).
    pub(crate) fn targets_exist(
        self,
        program: ProgramId,
        source: ObjectId,
        player: PlayerId,
        (by, marks): (&Characteristics, u16),
    ) -> Result<(), RuleId> {
        let program = self.pool.program(program);
        let ctx = Context::of(source, player);
        if let Some(modal) = &program.modes {
            let (min, _) = self.mode_bound(modal, ctx, marks);
            let exist = |p: ProgramId| self.targets_exist(p, source, player, (by, marks));
            let able = modal.modes.iter().filter(|m| exist(**m).is_ok()).count();
            need(able >= usize::from(min), rule::TARGET_REQUIRED)?;
            return exist(modal.before).and_then(|()| exist(modal.after));
        }
        for (i, target) in program.targets.iter().enumerate() {
            if !self.gate_open(program, i, source, marks) {
                continue;
            }
            let (min, _) = self.bound(&target.count, usize::MAX, ctx);
            if min == 0 {
                continue;
            }
            let mut found = 0u8;
            self.each_target(target, ctx, by, |_| {
                found = found.saturating_add(1);
                found < min
            });
            if found < min {
                refuse(rule::TARGET_REQUIRED)?;
            }
        }
        Ok(())
    }

    /// Whether a target word is chosen at all (2005 rule 409.1d, 2021 rule 601.2c).
    pub(crate) fn gate_open(
        self,
        program: &Program,
        word: usize,
        source: ObjectId,
        marks: u16,
    ) -> bool {
        match program.gates.get(word) {
            Some(Some(gate)) => {
                self.was_paid(gate, source, marks) || !holds(rule::CONDITIONAL_TARGETS)
            }
            _ => true,
        }
    }

    /// The least and the most modes that are chosen of a spell with such marks.
    pub(crate) fn mode_bound(self, modal: &Modal, ctx: Context<'_>, marks: u16) -> (u8, u8) {
        let all = modal.modes.len();
        if marks & Flags::ENTWINED != 0 {
            return (all as u8, all as u8);
        }
        let kicked = marks & (Flags::KICKED | Flags::KICKED_AGAIN) != 0;
        let count = modal.kicked.as_ref().filter(|_| kicked).unwrap_or(&modal.count);
        self.bound(count, all, ctx)
    }

    pub(super) fn aura_target_exists(
        self,
        enchant: AbilityId,
        id: ObjectId,
        player: PlayerId,
    ) -> Result<(), RuleId> {
        let mut any = false;
        let target = self.enchant_target(enchant);
        if let (Some(target), Some(by)) = (target, self.characteristics(id)) {
            self.each_target(&target, Context::of(id, player), by, |_| {
                any = true;
                false
            });
        }
        need(any, rule::AURA_TARGET)
    }

    /// The target word of an Aura spell (2005 rule 212.4, 2021 rule 303.4a).
    pub(crate) fn enchant_target(self, enchant: AbilityId) -> Option<Target> {
        match &self.pool.ability(enchant).kind {
            AbilityKind::Keyword(KeywordAbility::Enchant(filter)) => {
                Some(Target::one(Targetable::Object(filter.clone())))
            }
            _ => None,
        }
    }

    /// Calls `f` with every legal choice for a target word until it says `false`.
    pub(crate) fn each_target(
        self,
        target: &Target,
        ctx: Context<'_>,
        by: &Characteristics,
        mut f: impl FnMut(Thing) -> bool,
    ) {
        let mut go = target.what != Targetable::Any || holds(rule::TARGET_ANY);
        let mut object = |id: ObjectId| {
            let itself = id == ctx.source_on_stack(self) && holds(rule::TARGET_SELF);
            if go && !itself && self.may_target(id, by, ctx.you) {
                go = f(Thing::Object(id));
            }
        };
        match &target.what {
            Targetable::Object(filter) => {
                self.each(filter, ctx, &mut object);
                return;
            }
            Targetable::Any | Targetable::PlayerOrPlaneswalker => {
                let creatures = target.what == Targetable::Any;
                for id in self.s.battlefield.iter().copied() {
                    let types = self.now(&self.s.objects[id.index()]).types;
                    if (creatures && types.has(CardType::Creature)) || self.walker(types) {
                        object(id);
                    }
                }
            }
            Targetable::Player(_) => {}
        }
        let who = match &target.what {
            Targetable::Player(who) => who,
            _ => &Players::Each,
        };
        for p in self.s.apnap() {
            if go && self.is_among(p, who, ctx) && self.may_target_player(p, ctx.you) {
                go = f(Thing::Player(p));
            }
        }
    }

    /// Whether "any target" reaches planeswalkers in this rulebook and this is one.
    fn walker(self, types: simpan_cards::ast::CardTypes) -> bool {
        types.has(CardType::Planeswalker)
            && self.s.rules.any_target == crate::ruleset::AnyTarget::PlaneswalkerToo
    }

    /// Whether a thing is a legal choice for a target word.
    pub(crate) fn is_target(
        self,
        thing: Thing,
        target: &Target,
        ctx: Context<'_>,
        by: &Characteristics,
    ) -> Result<(), RuleId> {
        match thing {
            Thing::None => Err(rule::TARGET_LEGAL),
            Thing::Player(p) => {
                let who = match &target.what {
                    Targetable::Player(who) => who,
                    Targetable::Any | Targetable::PlayerOrPlaneswalker => &Players::Each,
                    Targetable::Object(_) => return Err(rule::TARGET_LEGAL),
                };
                let there = self.s.players.get(p.index()).is_some_and(|p| !p.lost);
                if !there || !self.is_among(p, who, ctx) {
                    refuse(rule::TARGET_LEGAL)?;
                }
                need(self.may_target_player(p, ctx.you), rule::SHROUD)
            }
            Thing::Object(id) => {
                if id == ctx.source_on_stack(self) {
                    refuse(rule::TARGET_SELF)?;
                }
                let fits = match &target.what {
                    Targetable::Object(filter) => self.fits(id, filter, ctx),
                    Targetable::Player(_) => false,
                    what => self.s.object(id).is_some_and(|o| {
                        let types = self.now(o).types;
                        o.zone == Zone::Battlefield
                            && ((*what == Targetable::Any && types.has(CardType::Creature))
                                || self.walker(types))
                    }),
                };
                if !fits {
                    refuse(rule::TARGET_LEGAL)?;
                }
                self.target_refused(id, by, ctx.you).map_or(Ok(()), untargetable)
            }
        }
    }

    fn may_target(self, id: ObjectId, by: &Characteristics, you: PlayerId) -> bool {
        self.target_refused(id, by, you).is_none_or(|rule| untargetable(rule).is_ok())
    }

    /// Shroud, hexproof and protection (2005 rule 502.7, 2021 rules 702.11, .16 and .18).
    fn target_refused(self, id: ObjectId, by: &Characteristics, you: PlayerId) -> Option<RuleId> {
        let o = self.s.object(id)?;
        if o.zone != Zone::Battlefield {
            return None;
        }
        let c = self.now(o);
        if c.keywords.has(Keyword::Shroud) && holds(rule::KW_SHROUD) {
            return Some(rule::SHROUD);
        }
        if c.keywords.has(Keyword::Hexproof) && o.controller != you && holds(rule::KW_HEXPROOF) {
            return Some(rule::HEXPROOF);
        }
        if c.signs.has(Sign::Keyworded) && self.protected_from(c, id, by) {
            return Some(rule::PROTECTION_TARGET);
        }
        None
    }

    /// Whether an object has protection from something with such characteristics.
    pub(crate) fn protected_from(
        self,
        c: &Characteristics,
        id: ObjectId,
        from: &Characteristics,
    ) -> bool {
        let you = self.controller(id).unwrap_or(PlayerId(0));
        let ctx = Context::of(id, you);
        self.pool
            .keyword(&c.abilities, |k| match k {
                KeywordAbility::Protection(filter) => {
                    filter.all.iter().all(|p| self.quality(from, p, ctx)).then_some(())
                }
                _ => None,
            })
            .is_some()
            && holds(rule::KW_PROTECTION)
    }

    /// Whether characteristics have a quality, wherever their object is (or was).
    pub(crate) fn quality(
        self,
        c: &Characteristics,
        predicate: &simpan_cards::ast::Predicate,
        ctx: Context<'_>,
    ) -> bool {
        use simpan_cards::ast::Predicate as P;
        match predicate {
            P::Type(t) => c.types.has(*t),
            P::Super(t) => c.supertypes.has(*t),
            P::Sub(t) => c.subtypes.has(*t) && (!examining() || is_of(*t)),
            P::Color(color) => c.colors.has(*color) && holds(rule::COLOR),
            P::Colorless => c.colors.is_empty(),
            P::Multicolored => c.colors.len() > 1,
            P::Chosen(choice) => self.is_chosen(c, *choice, ctx.source),
            P::Has(k) => c.keywords.has(*k),
            P::NoAbilities => c.keywords.is_empty() && c.abilities.is_empty(),
            P::Named(name) => self.pool.card(c.named).data.name == *name,
            P::Not(p) => !self.quality(c, p, ctx),
            P::Any(all) => all.iter().any(|p| self.quality(c, p, ctx)),
            P::Power(cmp, n) => cmp.holds(c.power, self.amount(n, ctx)),
            P::Toughness(cmp, n) => cmp.holds(c.toughness, self.amount(n, ctx)),
            P::ManaValue(cmp, n) => {
                cmp.holds(self.pool.card(c.named).mana_value as i32, self.amount(n, ctx))
            }
            _ => false,
        }
    }

    fn may_target_player(self, p: PlayerId, you: PlayerId) -> bool {
        let mods = self.s.players[p.index()].mods;
        !mods.shroud && (!mods.hexproof || p == you)
    }

    /// The target word of that number of a spell or ability, with the piece it belongs to.
    pub(crate) fn word(
        self,
        kind: EntryKind,
        object: ObjectId,
        pieces: &[Piece],
        word: u8,
    ) -> Option<(Piece, std::borrow::Cow<'a, Target>)> {
        use std::borrow::Cow;
        for piece in pieces {
            let targets = &self.pool.program(piece.program).targets;
            let at = word.wrapping_sub(piece.first_word);
            if word >= piece.first_word && usize::from(at) < targets.len() {
                return Some((*piece, Cow::Borrowed(&targets[usize::from(at)])));
            }
        }
        // An Aura spell's target word is its enchant ability.
        if kind != EntryKind::Spell || word != 0 || !pieces.is_empty() {
            return None;
        }
        let filter = self.enchants(self.now(self.s.object(object)?))?;
        let piece = Piece { program: ProgramId::NONE, first_word: 0 };
        Some((piece, Cow::Owned(Target::one(Targetable::Object(filter.clone())))))
    }
}

/// Whether subtypes of its kind say what something is.
fn is_of(subtype: simpan_cards::ast::Subtype) -> bool {
    use simpan_cards::ast::SubtypeKind as K;
    holds(rule::SUBTYPE_WORDS)
        && match subtype.kind() {
            K::Creature => holds(rule::CREATURE_TYPES),
            K::Land => holds(rule::LAND_TYPES),
            _ => true,
        }
}

/// What "can't be the target" refuses.
fn untargetable(by: RuleId) -> Result<(), RuleId> {
    if holds(rule::UNTARGETABLE) { refuse(by) } else { Ok(()) }
}

impl Context<'_> {
    /// The spell or ability itself, which can't be its own target (2005 rule 415.6, 2021 115.5).
    fn source_on_stack(&self, look: Look<'_>) -> ObjectId {
        match look.s.object(self.source) {
            Some(o) if o.zone == Zone::Stack => self.source,
            _ => ObjectId::NONE,
        }
    }
}
