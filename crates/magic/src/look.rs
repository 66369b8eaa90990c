//! Looking at a game: characteristics, filters, amounts, conditions, selections.
//!
//! Nothing here changes anything.

use crate::object::{Flags, Object, Thing, UNMODIFIED};
use crate::ruleset::{BelowZero, IllegalTargetInfo, OutsideGame};
use crate::state::{EntryKind, Registers, StackEntry, State};
use simpan_cards::ast::{
    Amount, Bound, CardType, Choice, Condition, CounterKind, Filter, Keyword, Kind, Objects,
    Players, Predicate, Ref, Subject, Subtype, Things, Zone,
};
use simpan_cards::program::{CardId, Sign};
use simpan_cards::{Characteristics, Pool};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::marker::{self, holds};
use simpan_rulebook::rule;
use smallvec::SmallVec;

/// A list of things, short most of the time.
pub type ThingList = SmallVec<[Thing; 8]>;

/// A game and its cards, to look at.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The cards.
    pub pool: &'a Pool,
    /// The game.
    pub s: &'a State,
}

/// From where a filter, amount or condition is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The object whose text it is.
    pub source: ObjectId,
    /// Its controller: "you".
    pub you: PlayerId,
    /// What the spell, ability or resolution remembers.
    pub regs: Option<&'a Registers>,
    /// The first target word of the piece.
    pub first_word: u8,
}

impl<'a> Context<'a> {
    /// The context of a static ability or a filter of its own.
    pub fn of(source: ObjectId, you: PlayerId) -> Self {
        Self { source, you, regs: None, first_word: 0 }
    }
}

impl<'a> Look<'a> {
    /// What an object is, or was last.
    #[inline]
    pub fn characteristics(self, id: ObjectId) -> Option<&'a Characteristics> {
        match self.s.object(id) {
            Some(object) => Some(self.now(object)),
            None => self.s.last_known(id).map(|l| &l.characteristics),
        }
    }

    /// What an object that exists is.
    #[inline]
    pub fn now(self, object: &Object) -> &'a Characteristics {
        if object.modified == UNMODIFIED {
            self.base(object.shows)
        } else {
            &self.s.changed[object.modified as usize]
        }
    }

    /// The object, or what it was last.
    #[inline]
    pub fn object_or_last(self, id: ObjectId) -> Option<&'a Object> {
        self.s.object(id).or_else(|| self.s.last_known(id).map(|l| &l.object))
    }

    /// Whether the object has the card type.
    pub fn is(self, id: ObjectId, card_type: CardType) -> bool {
        self.characteristics(id).is_some_and(|c| c.types.has(card_type))
    }

    /// Whether the object has the keyword.
    pub fn has(self, id: ObjectId, keyword: Keyword) -> bool {
        self.characteristics(id).is_some_and(|c| c.keywords.has(keyword))
    }

    /// The object's controller, or its last one.
    pub fn controller(self, id: ObjectId) -> Option<PlayerId> {
        self.object_or_last(id).map(|o| o.controller)
    }

    /// Its power, or its last one.
    pub fn power(self, id: ObjectId) -> i32 {
        self.characteristics(id).map_or(0, |c| c.power)
    }

    /// Its toughness, or its last one.
    pub fn toughness(self, id: ObjectId) -> i32 {
        self.characteristics(id).map_or(0, |c| c.toughness)
    }

    /// Its mana value; X counts as chosen while it is on the stack.
    pub fn mana_value(self, id: ObjectId) -> i32 {
        let c = self.characteristics(id).filter(|_| holds(rule::MANA_VALUE));
        let Some(c) = c else { return 0 };
        let card = self.pool.card(c.named);
        let x = card.cost().map_or(0, |m| m.x_count() as i32);
        let chosen = match self.entry(id) {
            _ if x == 0 => 0,
            Some(entry) => entry.regs.x,
            None => self.announced(id).map_or(0, |entry| entry.regs.x),
        };
        card.mana_value as i32 + x * chosen
    }

    /// What is being announced or is resolving.
    fn announced(self, id: ObjectId) -> Option<&'a StackEntry> {
        use crate::process::Process;
        self.s.processes.iter().find_map(|p| match p {
            Process::Play(p) if p.entry.object == id => Some(&p.entry),
            Process::Frame(f) if f.entry.object == id => Some(&f.entry),
            _ => None,
        })
    }

    /// Counters of a kind on an object, or those it had last.
    pub fn counters(self, id: ObjectId, kind: CounterKind) -> u16 {
        if self.s.object(id).is_some() {
            return self.s.counters_on(id, kind);
        }
        let last = self.s.last_known(id);
        last.and_then(|l| l.counters.iter().find(|c| c.0 == kind)).map_or(0, |c| c.1)
    }

    /// The stack entry of an object on the stack.
    pub fn entry(self, id: ObjectId) -> Option<&'a StackEntry> {
        self.s.stack.iter().find(|e| e.object == id)
    }

    /// Whether a creature has been under its controller's control since their turn began, or has
    /// haste (2005 rule 212.3d, 2021 rule 302.6).
    pub fn is_sick(self, id: ObjectId) -> bool {
        let Some(o) = self.s.object(id) else { return true };
        let c = self.now(o);
        c.types.has(CardType::Creature)
            && !(c.keywords.has(Keyword::Haste) && holds(rule::KW_HASTE))
            && o.since >= self.s.players[o.controller.index()].turn_began
    }

    /// The source a damage event names: a spell's or ability's source, or the object itself.
    pub fn name_of(self, id: ObjectId) -> Option<CardId> {
        self.characteristics(id).map(|c| c.named)
    }

    /// Whether the object is attached to something with an Aura or is enchanted by one.
    fn has_attached(self, id: ObjectId, subtype: &str) -> bool {
        let Some(wanted) = Subtype::named(subtype) else { return false };
        self.attachments(id)
            .any(|a| self.characteristics(a).is_some_and(|c| c.subtypes.has(wanted)))
    }

    /// What is attached to an object.
    pub fn attachments(self, id: ObjectId) -> impl Iterator<Item = ObjectId> + 'a {
        let host = self.s.object(id).is_some_and(|o| o.flags.has(Flags::HOST));
        let list: &'a [ObjectId] = if host { &self.s.battlefield } else { &[] };
        list.iter().copied().filter(move |a| self.s.objects[a.index()].attached_to == id)
    }

    // --- references -------------------------------------------------------------------------

    /// The things a reference speaks of.
    pub fn refer(self, r: Ref, ctx: Context<'_>) -> ThingList {
        let mut out = ThingList::new();
        let Some(regs) = ctx.regs else { return out };
        match r {
            Ref::Target(n) => {
                let word = ctx.first_word + n;
                out.extend(
                    regs.targets.iter().filter(|t| t.word == word && t.legal).map(|t| t.thing),
                );
            }
            Ref::Triggering => out.push(regs.triggering),
            Ref::TriggeringOther => out.push(regs.other),
            Ref::Previous => out.extend(regs.previous.iter().copied()),
            Ref::Paid => out.extend(regs.paid.iter().map(|o| Thing::Object(*o))),
            Ref::Each => out.push(regs.each),
        }
        out.retain(|t| *t != Thing::None);
        out
    }

    /// The players a selection names, in turn order where it names several.
    pub fn players(self, who: &Players, ctx: Context<'_>) -> SmallVec<[PlayerId; 4]> {
        let mut out = SmallVec::new();
        match who {
            Players::You => out.push(ctx.you),
            Players::Each => out.extend(self.s.apnap()),
            Players::Opponents | Players::Others => {
                out.extend(self.s.apnap().filter(|p| *p != ctx.you));
            }
            Players::Active => out.push(self.s.turn.active),
            Players::Chosen => {
                let chosen = self.chosen(ctx.source, Choice::Opponent);
                out.extend(chosen.map(|p| PlayerId(p as u8)));
            }
            Players::Defending => {
                out.extend(self.defending(ctx));
            }
            Players::ControllerOf(o) => {
                out.extend(self.first_asked(o, ctx).and_then(|id| self.controller(id)));
            }
            Players::OwnerOf(o) => {
                let first = self.first_asked(o, ctx).and_then(|id| self.object_or_last(id));
                out.extend(first.map(|o| o.owner));
            }
            Players::That(r) => {
                out.extend(self.refer(*r, ctx).iter().filter_map(|t| match t {
                    Thing::Player(p) => Some(*p),
                    Thing::Object(id) => self.controller(*id),
                    Thing::None => None,
                }));
            }
            Players::Target(_) => {}
        }
        out
    }

    /// Whether a player is among those a selection names (without making a list).
    pub fn is_among(self, p: PlayerId, who: &Players, ctx: Context<'_>) -> bool {
        match who {
            Players::You => p == ctx.you,
            Players::Each => true,
            Players::Opponents | Players::Others => p != ctx.you,
            Players::Active => p == self.s.turn.active,
            _ => self.players(who, ctx).contains(&p),
        }
    }

    /// The defending player that a text speaks of: whom the attacking creature attacks that it is
    /// about (2021 rule 508.5), else the one of this combat (2005 rule 306.3, 2021 rule 506.2).
    fn defending(self, ctx: Context<'_>) -> Option<PlayerId> {
        let event = ctx.regs.map(|r| [r.triggering, r.other]).unwrap_or_default();
        let host = self.object_or_last(ctx.source).and_then(|o| o.attached_to.some());
        let about = [Some(ctx.source)].into_iter().chain(event.map(Thing::object)).chain([host]);
        if let Some(a) = about.flatten().find_map(|id| self.s.attacker(id)) {
            return self.defender_of(a.target);
        }
        let combat = self.s.turn.step.is_combat();
        self.s.apnap().nth(1).filter(|_| combat)
    }

    /// The player whom an attack is aimed at: a player, or a planeswalker's controller.
    pub fn defender_of(self, target: Thing) -> Option<PlayerId> {
        match target {
            Thing::Player(p) => Some(p),
            Thing::Object(id) => self.controller(id),
            Thing::None => None,
        }
    }

    /// The objects a selection names that needs no choice, existing or (for references) last
    /// known.
    pub fn objects_now(self, what: &Objects, ctx: Context<'_>) -> SmallVec<[ObjectId; 8]> {
        let mut out = SmallVec::new();
        match what {
            Objects::This if !(holds(rule::THIS_OBJECT) && holds(rule::NAME_IN_ABILITY)) => {}
            Objects::This => out.push(ctx.source),
            Objects::That(r) => {
                out.extend(self.refer(*r, ctx).iter().filter_map(|t| t.object()));
            }
            Objects::Attached => {
                out.extend(self.object_or_last(ctx.source).and_then(|o| o.attached_to.some()));
            }
            Objects::All(filter) => self.each(filter, ctx, |id| out.push(id)),
            Objects::Top { of, count } => {
                let n = self.amount(count, ctx).max(0) as usize;
                for p in self.players(of, ctx) {
                    out.extend(self.s.players[p.index()].library.iter().rev().take(n).copied());
                }
            }
            Objects::Target(_) | Objects::Choose { .. } | Objects::Random { .. } => {}
        }
        out
    }

    /// The first object of a selection, to be asked what it is: an illegal target may still tell
    /// in some rulebooks (2005 rule 413.2a) and not in others (2021 rule 608.2b).
    fn first_asked(self, what: &Objects, ctx: Context<'_>) -> Option<ObjectId> {
        let used = self.s.rules.illegal_target_info == IllegalTargetInfo::Used;
        match (what, ctx.regs) {
            (Objects::That(Ref::Target(n)), Some(regs)) if used => {
                let word = ctx.first_word + n;
                regs.targets.iter().find(|t| t.word == word).and_then(|t| t.thing.object())
            }
            _ => self.objects_now(what, ctx).first().copied(),
        }
    }

    /// What an instruction before sacrificed is asked about as it was on the battlefield (2005
    /// rule 413.2f, 2021 rule 608.2h).
    fn as_asked(self, what: &Objects, id: ObjectId) -> ObjectId {
        let left = |o: &Object| o.zone != Zone::Battlefield;
        if *what != Objects::That(Ref::Previous) || !self.s.object(id).is_some_and(left) {
            return id;
        }
        let was = self.s.last_known.iter().rev().find(|l| l.became == id);
        was.filter(|l| l.object.zone == Zone::Battlefield).map_or(id, |l| l.id)
    }

    /// The things a selection names that needs no choice.
    pub fn things_now(self, what: &Things, ctx: Context<'_>) -> ThingList {
        match what {
            // A reference finds whatever was chosen, be it an object or a player.
            Things::That(r) | Things::Objects(Objects::That(r)) => self.refer(*r, ctx),
            Things::Objects(o) => self.objects_now(o, ctx).into_iter().map(Thing::Object).collect(),
            Things::Players(p) => self.players(p, ctx).into_iter().map(Thing::Player).collect(),
            Things::Several(all) => {
                let mut out = ThingList::new();
                for thing in all.iter().flat_map(|t| self.things_now(t, ctx)) {
                    if !out.contains(&thing) {
                        out.push(thing);
                    }
                }
                out
            }
            Things::Target(_) => ThingList::new(),
        }
    }

    /// Calls `f` with every object a filter describes.
    pub fn each(self, filter: &Filter, ctx: Context<'_>, mut f: impl FnMut(ObjectId)) {
        let cards = matches!(filter.kind, Kind::Card(zone) if zone != Zone::Battlefield);
        let mut consider = |id: ObjectId| {
            if (!cards || self.no_token(id)) && self.fits_all(id, filter, ctx) {
                f(id);
            }
        };
        match filter.kind {
            Kind::Permanent if self.no_combat() && needs_combat(&filter.all) => {}
            Kind::Permanent => self.s.battlefield.iter().copied().for_each(consider),
            Kind::Card(Zone::Battlefield) => {
                self.s.battlefield.iter().copied().for_each(consider);
            }
            Kind::Card(zone) if zone.is_per_player() => {
                for p in &self.s.players {
                    let list = match zone {
                        Zone::Library => &p.library,
                        Zone::Hand => &p.hand,
                        Zone::Outside => &p.sideboard,
                        _ => &p.graveyard,
                    };
                    list.iter().copied().for_each(&mut consider);
                }
                if zone == Zone::Outside && self.removed_is_outside() {
                    self.s.exile.iter().copied().for_each(&mut consider);
                }
            }
            Kind::Card(Zone::Exile) => self.s.exile.iter().copied().for_each(consider),
            Kind::Card(Zone::Command) => self.s.command.iter().copied().for_each(consider),
            Kind::Card(_) => {}
            Kind::Spell => self.each_entry(true, false, consider),
            Kind::Ability => self.each_entry(false, true, consider),
            Kind::SpellOrAbility => self.each_entry(true, true, consider),
            Kind::Source => {
                self.s.battlefield.iter().copied().for_each(&mut consider);
                self.each_entry(true, true, consider);
            }
        }
    }

    /// Whether a card removed from the game counts as outside it.
    fn removed_is_outside(self) -> bool {
        self.s.rules.outside_game == OutsideGame::RemovedToo && holds(rule::OUTSIDE_GAME)
    }

    fn no_combat(self) -> bool {
        self.s.combat.attackers.is_empty() && self.s.combat.blockers.is_empty()
    }

    /// Calls `f` with spells a filter describes that are being announced or are resolving: they
    /// are on the stack without standing in its list.
    pub(crate) fn each_in_progress(
        self,
        filter: &Filter,
        ctx: Context<'_>,
        mut f: impl FnMut(ObjectId),
    ) {
        if !matches!(filter.kind, Kind::Spell | Kind::SpellOrAbility) {
            return;
        }
        for (slot, o) in self.s.objects.iter().enumerate() {
            let id = o.id(slot);
            let spell = o.zone == Zone::Stack
                && matches!(
                    o.kind,
                    crate::object::ObjectKind::Card | crate::object::ObjectKind::SpellCopy
                );
            if spell && self.entry(id).is_none() && self.fits_all(id, filter, ctx) {
                f(id);
            }
        }
    }

    fn each_entry(self, spells: bool, abilities: bool, mut f: impl FnMut(ObjectId)) {
        for entry in &self.s.stack {
            let wanted = match entry.kind {
                EntryKind::Spell => spells && holds(rule::SPELL),
                EntryKind::Ability(_) => abilities || (spells && !holds(rule::ABILITY_NOT_SPELL)),
                EntryKind::CombatDamage => false,
            };
            if wanted {
                f(entry.object);
            }
        }
        // What is being announced is on the stack already (2005 rule 409.1a, 2021 rule 601.2a).
        if spells && !self.s.announcing.is_none() {
            f(self.s.announcing);
        }
    }

    /// Whether an object is what a filter describes, its zone included.
    pub fn fits(self, id: ObjectId, filter: &Filter, ctx: Context<'_>) -> bool {
        let Some(o) = self.s.object(id) else { return false };
        let there = match filter.kind {
            Kind::Permanent => o.zone == Zone::Battlefield,
            Kind::Card(Zone::Outside) if o.zone == Zone::Exile => self.removed_is_outside(),
            Kind::Card(zone) => o.zone == zone && (zone == Zone::Battlefield || self.no_token(id)),
            Kind::Spell => {
                o.zone == Zone::Stack
                    && matches!(
                        o.kind,
                        crate::object::ObjectKind::Card | crate::object::ObjectKind::SpellCopy
                    )
            }
            Kind::Ability => o.kind == crate::object::ObjectKind::Ability,
            Kind::SpellOrAbility => {
                o.zone == Zone::Stack && o.kind != crate::object::ObjectKind::CombatDamage
            }
            Kind::Source => true,
        };
        there && self.fits_all(id, filter, ctx)
    }

    /// Whether all predicates hold, wherever the object is (or was).
    pub fn fits_all(self, id: ObjectId, filter: &Filter, ctx: Context<'_>) -> bool {
        if filter.all.is_empty() {
            return true;
        }
        let (o, c) = match self.s.object(id) {
            Some(o) => (o, self.now(o)),
            None => match self.s.last_known(id) {
                Some(l) => (&l.object, &l.characteristics),
                None => return false,
            },
        };
        filter.all.iter().all(|p| self.holds((id, o, c), p, ctx))
    }

    /// The same for an object as if its characteristics were those.
    pub(crate) fn fits_as(
        self,
        id: ObjectId,
        c: &Characteristics,
        filter: &Filter,
        ctx: Context<'_>,
    ) -> bool {
        let all = |o: &Object| filter.all.iter().all(|p| self.holds((id, o, c), p, ctx));
        self.s.object(id).is_some_and(all)
    }

    /// Whether an object is a card: tokens are none, wherever they are before they cease to be
    /// (2005 rule 216.2, 2021 rule 111.6).
    pub(crate) fn no_token(self, id: ObjectId) -> bool {
        self.s.object(id).is_some_and(|o| o.kind != crate::object::ObjectKind::Token)
    }

    /// How many cards are in a player's hand: tokens that were put there are none.
    pub(crate) fn hand_size(self, player: PlayerId) -> i32 {
        let hand = &self.s.players[player.index()].hand;
        hand.iter().filter(|id| self.no_token(**id)).count() as i32
    }

    /// Whether an object is one that "other" things are told from besides the source: what an
    /// instant or sorcery has targeted, the creature that a noncreature's trigger is about.
    fn is_told_apart(self, id: ObjectId, ctx: Context<'_>) -> bool {
        let it = Thing::Object(id);
        let targeted = |r: &Registers| r.targets.iter().any(|t| t.thing == it);
        let about = |r: &Registers| r.triggering == it || r.other == it;
        let creature = |id| self.is(id, CardType::Creature);
        if ctx.regs.is_some_and(about) && creature(id) && !creature(ctx.source) {
            return true;
        }
        let spell = |o: &Object| {
            let types = self.base(o.shows).types;
            o.zone == Zone::Stack && (types.has(CardType::Instant) || types.has(CardType::Sorcery))
        };
        ctx.regs.is_some_and(targeted) && self.object_or_last(ctx.source).is_some_and(spell)
    }

    /// Whether a predicate holds of an object, wherever it is (or was).
    pub(crate) fn is_so(self, id: ObjectId, predicate: &Predicate, ctx: Context<'_>) -> bool {
        let it = match self.s.object(id) {
            Some(o) => (id, o, self.now(o)),
            None => match self.s.last_known(id) {
                Some(l) => (id, &l.object, &l.characteristics),
                None => return false,
            },
        };
        self.holds(it, predicate, ctx)
    }

    /// Whether a predicate holds of an object.
    fn holds(
        self,
        it: (ObjectId, &Object, &Characteristics),
        predicate: &Predicate,
        ctx: Context<'_>,
    ) -> bool {
        let (id, o, c) = it;
        match predicate {
            Predicate::Not(p) => !self.holds(it, p, ctx),
            Predicate::Any(all) => all.iter().any(|p| self.holds(it, p, ctx)),
            Predicate::Controller(who) => self.is_among(o.controller, who, ctx),
            Predicate::Owner(who) => self.is_among(o.owner, who, ctx),
            Predicate::Other => id != ctx.source && !self.is_told_apart(id, ctx),
            Predicate::This => id == ctx.source,
            Predicate::Tapped => o.tapped(),
            Predicate::Attacking => self.s.is_attacking(id),
            Predicate::Blocking => self.s.is_blocking(id),
            Predicate::Blocked => self.s.attacker(id).is_some_and(|a| a.blocked),
            Predicate::Unblocked => self.s.attacker(id).is_some_and(|a| !a.blocked),
            Predicate::Token => o.kind == crate::object::ObjectKind::Token,
            Predicate::FaceDown => o.face_down(),
            Predicate::Sick => self.is_sick(id),
            Predicate::NewSinceUpkeep => {
                o.since > 0 && o.since >= self.s.players[o.controller.index()].turn_before
            }
            Predicate::ManaValue(cmp, n) => cmp.holds(self.mana_value(id), self.amount(n, ctx)),
            Predicate::EvenManaValue => self.mana_value(id) % 2 == 0,
            Predicate::Counter(kind) => self.counters(id, *kind) > 0,
            Predicate::AttachedTo(f) => {
                o.attached_to.some().is_some_and(|host| self.fits(host, f, ctx))
            }
            Predicate::Enchanted => self.has_attached(id, "Aura"),
            Predicate::Equipped => self.has_attached(id, "Equipment"),
            Predicate::DamagedThisTurn => o.flags.has(Flags::DAMAGED),
            Predicate::InCombatWith(others) => {
                let others = self.objects_now(others, ctx);
                others.iter().any(|other| self.fight_each_other(id, *other))
            }
            Predicate::DamagedBy(sources) => {
                let sources = self.objects_now(sources, ctx);
                let dealt = self.s.damage_dealt.iter();
                dealt.into_iter().any(|(by, to)| *to == id && sources.contains(by))
            }
            Predicate::ExiledWithThis => {
                let home = ctx.regs.map_or(0, |r| r.home);
                let linked = home != 0 && holds(rule::LINKED_ACQUIRED);
                self.s
                    .exiled
                    .iter()
                    .any(|e| e.card == id && e.source == ctx.source && (!linked || e.home == home))
            }
            Predicate::Is(others) => self.objects_now(others, ctx).contains(&id),
            Predicate::SharesColor(others) => {
                let colors = |id: &ObjectId| self.characteristics(*id).map(|c| c.colors.0);
                let others = self.objects_now(others, ctx);
                others.iter().filter_map(colors).any(|other| other & c.colors.0 != 0)
            }
            Predicate::SameName(others) => {
                let blank = self.pool.face_down() == Some(c.named);
                let others = self.objects_now(others, ctx);
                !blank && others.iter().any(|other| self.name_of(*other) == Some(c.named))
            }
            // "You" isn't a target (2005 rule 415.7c, 2021 rule 115.10b).
            Predicate::SingleTarget if !marker::holds(rule::SINGLE_TARGET) => true,
            Predicate::SingleTarget => self.entry(id).is_some_and(|e| {
                e.regs.targets.len() + usize::from(!marker::holds(rule::TARGET_NOT_YOU)) == 1
            }),
            Predicate::Targets(_) if !marker::holds(rule::TARGETS_SOMETHING) => true,
            Predicate::Targets(f) => self.entry(id).is_some_and(|e| {
                e.regs
                    .targets
                    .iter()
                    .any(|t| t.thing.object().is_some_and(|target| self.fits(target, f, ctx)))
            }),
            // The rest is a matter of characteristics alone.
            _ => self.quality(c, predicate, ctx),
        }
    }

    fn fight_each_other(self, a: ObjectId, b: ObjectId) -> bool {
        let blocks = |x, y| self.s.blocker(x).is_some_and(|blocker| blocker.attackers.contains(&y));
        blocks(a, b) || blocks(b, a)
    }

    /// Whether an object is the one that a trigger or replacement speaks of.
    pub(crate) fn subject(self, subject: &Subject, id: ObjectId, ctx: Context<'_>) -> bool {
        match subject {
            Subject::This => id == ctx.source,
            Subject::Attached => {
                self.object_or_last(ctx.source).is_some_and(|o| o.attached_to == id)
            }
            Subject::Haunted => (self.s.object(ctx.source))
                .is_some_and(|o| o.zone == Zone::Exile && o.attached_to == id),
            Subject::Any(filter) => self.fits_all(id, filter, ctx),
        }
    }

    /// Whether a thing is among those that a trigger or replacement speaks of.
    pub(crate) fn thing_is(self, thing: Thing, wanted: &Things, ctx: Context<'_>) -> bool {
        match (wanted, thing) {
            (Things::That(r) | Things::Objects(simpan_cards::ast::Objects::That(r)), thing) => {
                self.refer(*r, ctx).contains(&thing)
            }
            (Things::Players(who), Thing::Player(p)) => self.is_among(p, who, ctx),
            (Things::Objects(simpan_cards::ast::Objects::All(filter)), Thing::Object(id)) => {
                self.fits_all(id, filter, ctx)
            }
            (Things::Objects(what), Thing::Object(id)) => self.objects_now(what, ctx).contains(&id),
            (Things::Several(all), thing) => all.iter().any(|t| self.thing_is(thing, t, ctx)),
            _ => false,
        }
    }

    // --- numbers and conditions -------------------------------------------------------------

    /// A number. Totals saturate.
    pub fn amount(self, amount: &Amount, ctx: Context<'_>) -> i32 {
        let first = |o: &Objects| self.first_asked(o, ctx).map(|id| self.as_asked(o, id));
        // A number that can't be determined.
        let unknown = || i32::from(!holds(rule::NUMBER_UNKNOWN));
        match amount {
            Amount::N(n) => *n,
            Amount::X => ctx.regs.map_or(0, |r| r.x),
            Amount::That => ctx.regs.map_or(0, |r| r.that),
            Amount::Count(filter) => {
                let mut n = 0;
                self.each(filter, ctx, |_| n += 1);
                n
            }
            Amount::Names(filter) => self.names_among(filter, ctx),
            Amount::Power(o) => first(o).map_or_else(unknown, |id| self.counted(self.power(id))),
            Amount::Toughness(o) => {
                first(o).map_or_else(unknown, |id| self.counted(self.toughness(id)))
            }
            Amount::ManaValue(o) => first(o).map_or(0, |id| self.mana_value(id)),
            Amount::Counters(kind, o) => {
                first(o).map_or(0, |id| i32::from(self.counters(id, *kind)))
            }
            Amount::Most { of, among } => {
                let mut regs = ctx.regs.cloned().unwrap_or_default();
                let mut most = None;
                self.each(among, ctx, |id| {
                    regs.each = Thing::Object(id);
                    let ctx = Context { regs: Some(&regs), ..ctx };
                    most = most.max(Some(self.amount(of, ctx)));
                });
                most.unwrap_or_else(unknown)
            }
            Amount::Life(who) => {
                self.players(who, ctx).first().map_or(0, |p| self.s.players[p.index()].life)
            }
            Amount::HandSize(who) => {
                self.players(who, ctx).first().map_or(0, |p| self.hand_size(*p))
            }
            Amount::Times(n, a) => self.amount(a, ctx).saturating_mul(*n),
            Amount::Sum(all) => {
                all.iter().fold(0i32, |sum, a| sum.saturating_add(self.amount(a, ctx)))
            }
            Amount::Half { of, up } => {
                let n = self.amount(of, ctx);
                (n + i32::from(*up)).div_euclid(2)
            }
        }
    }

    /// What a number counts for that may be below 0 (2005 rule 104.2, 2021 rule 107.1b).
    fn counted(self, n: i32) -> i32 {
        let zero = self.s.rules.below_zero == BelowZero::Zero;
        if zero && holds(rule::NUMBER_BELOW_ZERO) { n.max(0) } else { n }
    }

    /// A number as the result of an effect: what would be below 0 is 0, unless the text itself
    /// says minus (2021 rule 107.1b).
    pub(crate) fn result(self, amount: &Amount, ctx: Context<'_>) -> i32 {
        match amount {
            Amount::N(n) => *n,
            Amount::Times(n, a) => self.result(a, ctx).saturating_mul(*n),
            a if !holds(rule::NUMBER_BELOW_ZERO) => self.amount(a, ctx),
            a => self.amount(a, ctx).max(0),
        }
    }

    /// How many different names there are among objects (2021 rule 201.2b).
    fn names_among(self, filter: &Filter, ctx: Context<'_>) -> i32 {
        let nameless = self.pool.face_down();
        let mut names: SmallVec<[&str; 8]> = SmallVec::new();
        self.each(filter, ctx, |id| {
            if let Some(card) = self.name_of(id).filter(|c| Some(*c) != nameless) {
                names.push(&self.pool.card(card).data.name);
            }
        });
        names.sort_unstable();
        names.dedup();
        names.len() as i32
    }

    /// The least and the most of a bound; the most is capped at `available`.
    pub fn bound(self, bound: &Bound, available: usize, ctx: Context<'_>) -> (u8, u8) {
        let cap = |n: i32| n.clamp(0, i32::from(u8::MAX)) as u8;
        let all = available.min(usize::from(u8::MAX)) as u8;
        match bound {
            Bound::Exactly(a) => {
                let n = cap(self.amount(a, ctx));
                (n, n)
            }
            Bound::UpTo(a) => (0, cap(self.amount(a, ctx)).min(all)),
            Bound::Any => (0, all),
        }
    }

    /// Whether a condition holds.
    pub fn condition(self, condition: &Condition, ctx: Context<'_>) -> bool {
        match condition {
            // Permanents are counted only as far as it matters.
            Condition::Compare(Amount::Count(filter), cmp, Amount::N(n))
                if filter.kind == Kind::Permanent && !needs_combat(&filter.all) =>
            {
                let enough = n.saturating_add(1).max(0) as usize;
                let fit = |id: &&ObjectId| self.fits_all(**id, filter, ctx);
                cmp.holds(self.s.battlefield.iter().filter(fit).take(enough).count() as i32, *n)
            }
            Condition::Compare(a, cmp, b) => cmp.holds(self.amount(a, ctx), self.amount(b, ctx)),
            Condition::Is(objects, filter) => {
                let all = self.objects_now(objects, ctx);
                // "If it is on the battlefield (or still in the graveyard)" asks for nothing else.
                let there = |id: &ObjectId| !filter.all.is_empty() || self.s.object(*id).is_some();
                let fits = |id: &ObjectId| there(id) && self.fits_all(*id, filter, ctx);
                !all.is_empty() && all.iter().all(fits)
            }
            Condition::YourTurn => self.s.turn.active == ctx.you,
            Condition::Kicked | Condition::KickedWith(_) => {
                let marks = self.object_or_last(ctx.source).map_or(0, |o| o.flags.0);
                self.was_paid(condition, ctx.source, marks)
            }
            Condition::Spent(color) => ctx.regs.is_some_and(|r| r.spent & 1 << *color as u8 != 0),
            Condition::Did => ctx.regs.is_some_and(|r| r.did),
            Condition::From(zone) => ctx.regs.is_some_and(|r| r.from == Some(*zone)),
            Condition::During(step) => self.s.turn.step == *step,
            Condition::PlayerHas(..) | Condition::ModeChosen(_) => false,
            Condition::Not(c) => !self.condition(c, ctx),
            Condition::All(cs) => cs.iter().all(|c| self.condition(c, ctx)),
            Condition::Any(cs) => cs.iter().any(|c| self.condition(c, ctx)),
        }
    }

    /// Whether any permanent has the sign.
    pub fn any_sign(self, sign: Sign) -> bool {
        self.s.signs.has(sign)
    }
}

/// Whether predicates can only hold of creatures in combat.
fn needs_combat(all: &[Predicate]) -> bool {
    all.iter().any(|p| match p {
        Predicate::Attacking
        | Predicate::Blocking
        | Predicate::Blocked
        | Predicate::Unblocked
        | Predicate::InCombatWith(_) => true,
        Predicate::Any(any) => any.iter().all(|p| needs_combat(std::slice::from_ref(p))),
        _ => false,
    })
}
