//! What a seat knows: its view of the game, and what every player may know of the cards.

use simpan_cards::ast::{
    Amount, CardType, Change, Filter, Keyword, KeywordAbility, Kind, Objects, Players, Predicate,
    Ref, StaticEffect, Target, Targetable, Things, Zone,
};
use simpan_cards::program::{AbilityId, AbilityKind, CardId, Op, ProgramId};
use simpan_cards::{Card, ChangeAt, Characteristics, Limit, Mark, Pool};
use simpan_engine::{ObjectId, PlayerId, Viewer};
use simpan_magic::Magic;
use simpan_magic::object::Thing;
use simpan_magic::view::{ObjectView, StackView, View};

/// A seat's knowledge at one decision.
#[derive(Debug)]
pub(crate) struct Known<'a> {
    /// What the seat sees.
    pub view: View,
    /// The cards, which everybody knows.
    pub pool: &'a Pool,
    /// The seat.
    pub me: PlayerId,
}

/// From where a text is read, and what was chosen for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    /// The object whose text it is.
    pub source: ObjectId,
    /// Whom the text calls "you".
    pub you: PlayerId,
    /// Its X.
    pub x: i32,
    /// Its targets, with the number of their word.
    pub targets: &'a [(u8, Thing)],
    /// What the source is (or would be) attached to.
    pub host: Option<ObjectId>,
}

impl Scope<'_> {
    /// A text without choices yet.
    pub fn of(source: ObjectId, you: PlayerId) -> Self {
        Self { source, you, x: 0, targets: &[], host: None }
    }
}

impl<'a> Known<'a> {
    /// What the seat knows now.
    pub fn new(game: &'a Magic, me: PlayerId) -> Self {
        use simpan_engine::Game;
        Self { view: game.view(Viewer::Seat(me)), pool: game.pool(), me }
    }

    /// The card of a number.
    pub fn card(&self, id: CardId) -> Option<&'a Card> {
        (id != CardId::NONE).then(|| self.pool.card(id))
    }

    /// The opponent with the least life.
    pub fn foe(&self) -> PlayerId {
        let seats = (0..self.view.players.len()).map(|i| PlayerId(i as u8));
        let alive = seats.filter(|p| *p != self.me && !self.view.players[p.index()].lost);
        alive.min_by_key(|p| self.life(*p)).unwrap_or(PlayerId(1 - self.me.0.min(1)))
    }

    /// A player's life.
    pub fn life(&self, player: PlayerId) -> i32 {
        self.view.players.get(player.index()).map_or(0, |p| p.life)
    }

    /// Whether it is the seat's turn.
    pub fn my_turn(&self) -> bool {
        self.view.active == self.me
    }

    /// Permanents of a player.
    pub fn permanents(&self, player: PlayerId) -> impl Iterator<Item = &ObjectView> {
        self.view.battlefield.iter().filter(move |o| o.controller == player)
    }

    /// Creatures of a player.
    pub fn creatures(&self, player: PlayerId) -> impl Iterator<Item = &ObjectView> {
        self.permanents(player).filter(|o| is_creature(o))
    }

    /// How many lands a player has.
    pub fn lands(&self, player: PlayerId) -> usize {
        self.permanents(player).filter(|o| o.characteristics.types.has(CardType::Land)).count()
    }

    /// The seat's hand.
    pub fn hand(&self) -> &[ObjectView] {
        self.view.players[self.me.index()].hand.as_deref().unwrap_or(&[])
    }

    /// A permanent.
    pub fn permanent(&self, id: ObjectId) -> Option<&ObjectView> {
        self.view.battlefield.iter().find(|o| o.id == id)
    }

    /// Something on the stack.
    pub fn on_stack(&self, id: ObjectId) -> Option<&StackView> {
        self.view.stack.iter().find(|s| s.id == id)
    }

    /// What is resolving or being announced, the innermost.
    pub fn doing(&self) -> Option<&StackView> {
        self.view.stack.iter().rev().find(|s| s.announcing || s.resolving)
    }

    /// The top of the stack, if it waits there.
    pub fn stack_top(&self) -> Option<&StackView> {
        self.view.stack.iter().rev().find(|s| !s.announcing && !s.resolving)
    }

    /// The program of something on the stack.
    pub fn program_of(&self, entry: &StackView) -> Option<ProgramId> {
        let ability = match entry.ability {
            Some(ability) => Some(ability),
            None => self.card(entry.card)?.spell,
        };
        ability.map(|a| self.pool.ability(a).program)
    }

    /// Who controls a thing (a player controls itself).
    pub fn controller(&self, thing: Thing) -> Option<PlayerId> {
        match thing {
            Thing::Player(p) => Some(p),
            Thing::Object(id) => match self.view.object(id) {
                Some(o) => Some(o.controller),
                None => self.on_stack(id).map(|s| s.controller),
            },
            Thing::None => None,
        }
    }

    /// How much mana the player could still make, roughly.
    pub fn mana(&self, player: PlayerId) -> i32 {
        let pool = i32::from(self.view.players[player.index()].pool.total());
        pool + self.permanents(player).filter(|o| self.ready_for_mana(o)).count() as i32
    }

    fn ready_for_mana(&self, o: &ObjectView) -> bool {
        let unable = o.tapped || o.sick && is_creature(o);
        !unable && o.characteristics.abilities.iter().any(|a| self.makes_mana(*a))
    }

    /// Whether an activated ability is for mana.
    pub fn makes_mana(&self, ability: AbilityId) -> bool {
        let lowered = self.pool.ability(ability);
        matches!(lowered.kind, AbilityKind::Activated { adds_mana: true, .. })
            && self.pool.program(lowered.program).targets.is_empty()
    }

    // --- selections -------------------------------------------------------------------------

    /// The things a reference speaks of, as far as they are known.
    fn refer(&self, r: Ref, scope: Scope<'_>) -> Vec<Thing> {
        match r {
            Ref::Target(n) => {
                scope.targets.iter().filter(|(w, _)| *w == n).map(|(_, t)| *t).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The players a selection names, as far as they are known.
    pub fn players(&self, who: &Players, scope: Scope<'_>) -> Vec<PlayerId> {
        let all = (0..self.view.players.len()).map(|i| PlayerId(i as u8));
        match who {
            Players::You => vec![scope.you],
            Players::Each => all.collect(),
            Players::Opponents | Players::Others => all.filter(|p| *p != scope.you).collect(),
            Players::Active => vec![self.view.active],
            Players::Defending | Players::Chosen => {
                all.filter(|p| *p != scope.you).take(1).collect()
            }
            Players::ControllerOf(o) => {
                let things = self.objects(o, scope);
                let mut of: Vec<_> =
                    things.into_iter().filter_map(|t| self.controller(t)).collect();
                if of.is_empty() && matches!(**o, Objects::That(Ref::Triggering)) {
                    of.extend(scope.host.and_then(|h| self.controller(Thing::Object(h))));
                }
                of
            }
            Players::OwnerOf(o) => {
                let things = self.objects(o, scope).into_iter().filter_map(Thing::object);
                things.filter_map(|id| self.view.object(id)).map(|o| o.owner).collect()
            }
            Players::That(r) => {
                self.refer(*r, scope).into_iter().filter_map(|t| self.controller(t)).collect()
            }
            Players::Target(_) => Vec::new(),
        }
    }

    /// The objects a selection names, as far as they are known.
    pub fn objects(&self, what: &Objects, scope: Scope<'_>) -> Vec<Thing> {
        match what {
            Objects::This => vec![Thing::Object(scope.source)],
            Objects::That(r) => self.refer(*r, scope),
            Objects::Attached => {
                let own = self.permanent(scope.source).and_then(|o| o.attached_to);
                scope.host.or(own).map(Thing::Object).into_iter().collect()
            }
            Objects::All(filter) => self.all(filter, scope),
            _ => Vec::new(),
        }
    }

    /// The things a selection names.
    pub fn things(&self, what: &Things, scope: Scope<'_>) -> Vec<Thing> {
        match what {
            Things::Objects(o) => self.objects(o, scope),
            Things::Players(p) => self.players(p, scope).into_iter().map(Thing::Player).collect(),
            Things::That(r) => self.refer(*r, scope),
            Things::Several(all) => all.iter().flat_map(|t| self.things(t, scope)).collect(),
            Things::Target(_) => Vec::new(),
        }
    }

    /// Every object that fits a filter, in the zones that are seen.
    pub fn all(&self, filter: &Filter, scope: Scope<'_>) -> Vec<Thing> {
        let of = |list: &[ObjectView]| -> Vec<Thing> {
            let fitting = list.iter().filter(|o| self.fits(o, filter, scope));
            fitting.map(|o| Thing::Object(o.id)).collect()
        };
        match filter.kind {
            Kind::Permanent | Kind::Card(Zone::Battlefield) => of(&self.view.battlefield),
            Kind::Card(Zone::Graveyard) => {
                self.view.players.iter().flat_map(|p| of(&p.graveyard)).collect()
            }
            Kind::Card(Zone::Hand) => of(self.hand()),
            Kind::Card(Zone::Exile) => of(&self.view.exile),
            Kind::Spell | Kind::Ability | Kind::SpellOrAbility => self.on_the_stack(filter, scope),
            Kind::Card(_) | Kind::Source => Vec::new(),
        }
    }

    fn on_the_stack(&self, filter: &Filter, scope: Scope<'_>) -> Vec<Thing> {
        let mut out = Vec::new();
        for entry in self.view.stack.iter().filter(|s| !s.announcing && !s.combat_damage) {
            let wanted = match filter.kind {
                Kind::Spell => entry.ability.is_none(),
                Kind::Ability => entry.ability.is_some(),
                _ => true,
            };
            let base = self.card(entry.card).map(|c| &c.base);
            let fits = base.is_some_and(|c| {
                filter.all.iter().all(|p| match p {
                    Predicate::Controller(who) => {
                        self.players(who, scope).contains(&entry.controller)
                    }
                    Predicate::SingleTarget => entry.targets.len() == 1,
                    p => self.quality(c, p, scope).unwrap_or(true),
                })
            });
            if wanted && fits {
                out.push(Thing::Object(entry.id));
            }
        }
        out
    }

    /// Whether an object that is seen is what a filter describes.
    pub fn fits(&self, o: &ObjectView, filter: &Filter, scope: Scope<'_>) -> bool {
        filter.all.iter().all(|p| self.holds(o, p, scope))
    }

    fn holds(&self, o: &ObjectView, predicate: &Predicate, scope: Scope<'_>) -> bool {
        match predicate {
            Predicate::Not(p) => !self.holds(o, p, scope),
            Predicate::Any(all) => all.iter().any(|p| self.holds(o, p, scope)),
            Predicate::Controller(who) => self.players(who, scope).contains(&o.controller),
            Predicate::Owner(who) => self.players(who, scope).contains(&o.owner),
            Predicate::Other => o.id != scope.source,
            Predicate::This => o.id == scope.source,
            Predicate::Tapped => o.tapped,
            Predicate::Attacking => o.attacking.is_some(),
            Predicate::Blocking => !o.blocking.is_empty(),
            Predicate::Blocked => o.attacking.is_some() && self.blockers(o.id).next().is_some(),
            Predicate::Unblocked => o.attacking.is_some() && self.blockers(o.id).next().is_none(),
            Predicate::Token => o.token,
            Predicate::Sick => o.sick,
            Predicate::Counter(kind) => o.counters.iter().any(|(k, n)| k == kind && *n > 0),
            Predicate::DamagedThisTurn => o.damage > 0,
            Predicate::AttachedTo(filter) => {
                let host = o.attached_to.and_then(|id| self.permanent(id));
                host.is_some_and(|h| self.fits(h, filter, scope))
            }
            Predicate::Enchanted | Predicate::Equipped => {
                self.view.battlefield.iter().any(|a| a.attached_to == Some(o.id))
            }
            p => self.quality(&o.characteristics, p, scope).unwrap_or(false),
        }
    }

    /// Whether characteristics have a quality; nothing if that is no matter of characteristics.
    pub fn quality(
        &self,
        c: &Characteristics,
        predicate: &Predicate,
        scope: Scope<'_>,
    ) -> Option<bool> {
        Some(match predicate {
            Predicate::Type(t) => c.types.has(*t),
            Predicate::Super(t) => c.supertypes.has(*t),
            Predicate::Sub(t) => c.subtypes.has(*t),
            Predicate::Color(color) => c.colors.has(*color),
            Predicate::Colorless => c.colors.is_empty(),
            Predicate::Multicolored => c.colors.len() > 1,
            Predicate::Has(k) => c.keywords.has(*k),
            Predicate::Named(name) => self.card(c.named)?.data.name == *name,
            Predicate::Not(p) => !self.quality(c, p, scope)?,
            Predicate::Any(all) => all.iter().any(|p| self.quality(c, p, scope).unwrap_or(false)),
            Predicate::Power(cmp, n) => cmp.holds(c.power, self.amount(n, scope)),
            Predicate::Toughness(cmp, n) => cmp.holds(c.toughness, self.amount(n, scope)),
            Predicate::ManaValue(cmp, n) => {
                cmp.holds(self.card(c.named)?.mana_value as i32, self.amount(n, scope))
            }
            _ => return None,
        })
    }

    /// A number, as far as it is known; what isn't counts 1.
    pub fn amount(&self, amount: &Amount, scope: Scope<'_>) -> i32 {
        let first = |o: &Objects| {
            let id = self.objects(o, scope).into_iter().find_map(Thing::object)?;
            self.view.object(id)
        };
        match amount {
            Amount::N(n) => *n,
            Amount::X => scope.x,
            Amount::That => 1,
            Amount::Count(filter) | Amount::Names(filter) => self.all(filter, scope).len() as i32,
            Amount::Power(o) => first(o).map_or(1, |o| o.characteristics.power),
            Amount::Toughness(o) => first(o).map_or(1, |o| o.characteristics.toughness),
            Amount::ManaValue(o) => {
                first(o).and_then(|o| self.card(o.card)).map_or(1, |c| c.mana_value as i32)
            }
            Amount::Counters(kind, o) => first(o).map_or(0, |o| {
                o.counters.iter().filter(|(k, _)| k == kind).map(|(_, n)| i32::from(*n)).sum()
            }),
            Amount::Most { .. } => 1,
            Amount::Life(who) => self.players(who, scope).first().map_or(1, |p| self.life(*p)),
            Amount::HandSize(who) => self
                .players(who, scope)
                .first()
                .map_or(1, |p| self.view.players[p.index()].hand_size as i32),
            Amount::Times(n, a) => n.saturating_mul(self.amount(a, scope)),
            Amount::Sum(all) => {
                all.iter().fold(0i32, |sum, a| sum.saturating_add(self.amount(a, scope)))
            }
            Amount::Half { of, .. } => self.amount(of, scope) / 2,
        }
    }

    /// What could be chosen for a target word of a spell or ability of the seat, by what is seen.
    pub fn candidates(&self, target: &Target, scope: Scope<'_>) -> Vec<Thing> {
        let seats = || (0..self.view.players.len()).map(|i| PlayerId(i as u8));
        match &target.what {
            Targetable::Object(filter) => {
                let mut all = self.all(filter, scope);
                all.retain(|t| self.may_target(*t, scope));
                all
            }
            Targetable::Player(who) => {
                self.players(who, scope).into_iter().map(Thing::Player).collect()
            }
            Targetable::PlayerOrPlaneswalker => seats().map(Thing::Player).collect(),
            Targetable::Any => {
                let creatures = self.view.battlefield.iter().filter(|o| is_creature(o));
                let creatures = creatures.map(|o| Thing::Object(o.id));
                let creatures = creatures.filter(|t| self.may_target(*t, scope));
                creatures.chain(seats().map(Thing::Player)).collect()
            }
        }
    }

    fn may_target(&self, thing: Thing, scope: Scope<'_>) -> bool {
        let Some(o) = thing.object().and_then(|id| self.permanent(id)) else { return true };
        let c = &o.characteristics;
        let hexproof = c.keywords.has(Keyword::Hexproof) && o.controller != scope.you;
        let source = self.view.object(scope.source).map(|s| &s.characteristics);
        let protected = source.is_some_and(|s| self.protected(o, s));
        !(c.keywords.has(Keyword::Shroud) || hexproof || protected)
    }

    /// Whether an object has protection from something with such characteristics.
    fn protected(&self, o: &ObjectView, from: &Characteristics) -> bool {
        let scope = Scope::of(o.id, o.controller);
        let has = self.pool.keyword(&o.characteristics.abilities, |k| match k {
            KeywordAbility::Protection(filter) => {
                let quality = |p: &Predicate| self.quality(from, p, scope).unwrap_or(false);
                filter.all.iter().all(quality).then_some(())
            }
            _ => None,
        });
        has.is_some()
    }

    // --- combat -----------------------------------------------------------------------------

    /// The creatures that block an attacker.
    pub fn blockers(&self, attacker: ObjectId) -> impl Iterator<Item = &ObjectView> {
        self.view.battlefield.iter().filter(move |o| o.blocking.contains(&attacker))
    }

    /// Whether a creature could block an attacker, other blocks aside.
    pub fn can_block(&self, blocker: &ObjectView, attacker: &ObjectView) -> bool {
        let (a, b) = (&attacker.characteristics, &blocker.characteristics);
        if b.marks & Mark::CANT_BLOCK != 0 || a.marks & Mark::UNBLOCKABLE != 0 {
            return false;
        }
        let artifact = b.types.has(CardType::Artifact);
        let has = |k: Keyword| a.keywords.has(k);
        let evades = (has(Keyword::Flying)
            && !b.keywords.has(Keyword::Flying)
            && !b.keywords.has(Keyword::Reach))
            || has(Keyword::Shadow) != b.keywords.has(Keyword::Shadow)
            || (has(Keyword::Horsemanship) && !b.keywords.has(Keyword::Horsemanship))
            || (has(Keyword::Fear) && !artifact && !b.colors.has(simpan_cards::ast::Color::Black))
            || (has(Keyword::Intimidate) && !artifact && a.colors.0 & b.colors.0 == 0);
        if evades || self.walks(attacker, blocker.controller) || self.protected(attacker, b) {
            return false;
        }
        let on_attacker = a.limits.iter().all(|limit| {
            let scope = Scope::of(limit.source, limit.you);
            match self.limit(limit) {
                Some(Change::BlockedOnlyBy(filter)) => self.fits(blocker, filter, scope),
                Some(Change::NotBlockedBy(filter)) => !self.fits(blocker, filter, scope),
                _ => true,
            }
        });
        on_attacker
            && b.limits.iter().all(|limit| match self.limit(limit) {
                Some(Change::BlocksOnly(filter)) => {
                    self.fits(attacker, filter, Scope::of(limit.source, limit.you))
                }
                _ => true,
            })
    }

    fn walks(&self, attacker: &ObjectView, defender: PlayerId) -> bool {
        let walk = self.pool.keyword(&attacker.characteristics.abilities, |k| match k {
            KeywordAbility::Landwalk(land) => Some(*land),
            _ => None,
        });
        walk.is_some_and(|land| {
            self.permanents(defender).any(|o| {
                o.characteristics.types.has(CardType::Land) && o.characteristics.subtypes.has(land)
            })
        })
    }

    fn limit(&self, limit: &Limit) -> Option<&'a Change> {
        let changes = match limit.at {
            ChangeAt::Ability(id) => match &self.pool.ability(id).kind {
                AbilityKind::Static(s) => match &s.effect {
                    StaticEffect::Change { changes, .. } => changes,
                    _ => return None,
                },
                _ => return None,
            },
            ChangeAt::Program(id, op) => match self.pool.program(id).ops.get(usize::from(op)) {
                Some(Op::Do(simpan_cards::ast::Action::Change { changes, .. })) => changes,
                _ => return None,
            },
        };
        changes.get(usize::from(limit.change))
    }
}

/// Whether something is a creature.
pub(crate) fn is_creature(o: &ObjectView) -> bool {
    o.characteristics.types.has(CardType::Creature)
}
