//! Noticing what triggers (2005 rules 404 and 410, 2021 rule 603).

use crate::event::EventKind;
use crate::look::{Context, Look};
use crate::object::{Flags, Thing};
use crate::process::Process;
use crate::ruleset::InterveningIf;
use crate::state::{Delayed, Registers, State, Waiting};
use crate::table::Table;
use simpan_cards::Characteristics;
use simpan_cards::ast::{
    Ability, Filter, Keyword, KeywordAbility, Players, Predicate, Subject, Trigger, Whose, Zone,
};
use simpan_cards::program::{AbilityId, AbilityKind, Sign, Signs};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::{RuleId, marker, rule};
use smallvec::SmallVec;

/// What an event makes an ability remember.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Match {
    triggering: Thing,
    other: Thing,
    that: i32,
}

/// What a leaving object leaves behind for triggers, before it is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaving {
    pub(crate) id: ObjectId,
    pub(crate) from: Zone,
    pub(crate) to: Zone,
    pub(crate) how: Going,
}

/// How an object leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Going {
    /// In no way that has a name.
    Moved,
    Sacrificed,
    /// By that spell or ability (or by a rule).
    Destroyed(ObjectId),
}

/// Abilities that have triggered.
type Found = SmallVec<[(AbilityId, ObjectId, PlayerId, Match); 4]>;

/// The sign of an event, if anything can trigger on it.
fn sign_of(kind: &EventKind) -> Option<Sign> {
    Some(match kind {
        EventKind::Moved { to: Zone::Battlefield, .. } | EventKind::TokenCreated { .. } => {
            Sign::Enters
        }
        EventKind::Moved { .. } => Sign::Moves,
        EventKind::Attacks { .. } => Sign::Attacks,
        EventKind::Blocks { .. } => Sign::Blocks,
        EventKind::BecameBlocked { .. } => Sign::BecomesBlocked,
        EventKind::Unblocked { .. } => Sign::Unblocked,
        EventKind::Damage { .. } => Sign::Damage,
        EventKind::Announced { .. } => Sign::Casts,
        EventKind::StepBegan { .. } => Sign::Begins,
        EventKind::TappedForMana { .. } => Sign::TappedForMana,
        EventKind::Tapped { .. } => Sign::Taps,
        EventKind::Untapped { .. } => Sign::Untaps,
        EventKind::TurnedUp { .. } => Sign::TurnedUp,
        EventKind::Searched { .. } => Sign::Searches,
        EventKind::Targeted { .. } => Sign::Targeted,
        EventKind::Life { by, .. } if *by > 0 => Sign::LifeGain,
        EventKind::Life { .. } => Sign::LifeLoss,
        EventKind::Drew { .. } => Sign::Draws,
        EventKind::Discarded { .. } => Sign::Discards,
        EventKind::Cycled { .. } => Sign::Cycles,
        EventKind::RevealedBy { .. } => Sign::RevealedThisWay,
        EventKind::Triggered { .. } => Sign::AbilityTriggers,
        _ => return None,
    })
}

/// The rule about triggers of a kind.
fn kind_of(when: &Trigger) -> Option<RuleId> {
    Some(match when {
        Trigger::Enters(_) => rule::TRIGGER_ENTERS,
        Trigger::Leaves(_) | Trigger::Dies(_) => rule::TRIGGER_LEAVES,
        Trigger::Attacks { .. } => rule::TRIGGER_ATTACK,
        Trigger::Blocks { .. } | Trigger::BecomesBlocked { .. } => rule::TRIGGER_BLOCK,
        Trigger::Begins { .. } => rule::TRIGGER_BEGINNING,
        Trigger::State(_) => rule::TRIGGER_STATE,
        Trigger::BecomesTapped(_) | Trigger::BecomesUntapped(_) | Trigger::BecomesTarget { .. } => {
            rule::TRIGGER_BECOMES
        }
        _ => return None,
    })
}

/// The rule of a keyword that stands for a triggered ability.
fn keyword_of(tree: &Ability) -> Option<RuleId> {
    let Ability::Keyword(keyword) = tree else { return None };
    Some(match keyword {
        KeywordAbility::Plain(Keyword::Flanking) => rule::KW_FLANKING,
        KeywordAbility::Plain(Keyword::Provoke) => rule::KW_PROVOKE,
        KeywordAbility::Plain(Keyword::Persist) => rule::KW_PERSIST,
        KeywordAbility::Plain(Keyword::Undying) => rule::KW_UNDYING,
        KeywordAbility::Plain(Keyword::Storm) => rule::KW_STORM,
        KeywordAbility::Plain(Keyword::Prowess) => rule::KW_PROWESS,
        KeywordAbility::Echo(_) => rule::KW_ECHO,
        KeywordAbility::CumulativeUpkeep(_) => rule::KW_CUMULATIVE_UPKEEP,
        KeywordAbility::Bushido(_) => rule::KW_BUSHIDO,
        KeywordAbility::Rampage(_) => rule::KW_RAMPAGE,
        KeywordAbility::Modular(_) => rule::KW_MODULAR,
        KeywordAbility::Fading(_) => rule::KW_FADING,
        _ => return None,
    })
}

impl Table<'_> {
    /// Notes what triggers on an event that has happened.
    pub(crate) fn note(&mut self, kind: &EventKind) {
        let Some(sign) = sign_of(kind) else { return };
        if matches!(sign, Sign::Enters | Sign::TurnedUp) {
            // What has just come (or shown itself) may itself wait for it; its record is made now (410.10b).
            self.add_signs(kind);
        }
        // What comes when a step has begun waits for the next one.
        let (step, player) = (self.s.turn.step, self.s.turn.active);
        if marker::examining()
            && sign == Sign::Enters
            && self.s.signs.has(Sign::Begins)
            && !marker::holds(rule::END_STEP_LATE)
        {
            self.note(&EventKind::StepBegan { step, player });
        }
        let delayed = !self.s.delayed.is_empty();
        let itself = self.look().moved_itself(kind, sign);
        if !self.s.signs.has(sign) && !delayed && itself.is_none() {
            return;
        }
        if sign != Sign::Enters || marker::holds(rule::CONTINUOUS_ENTERING) {
            self.refresh();
        }
        let mut found = Found::new();
        let look = self.look();
        for id in look.s.battlefield.iter().copied() {
            let o = &look.s.objects[id.index()];
            let c = look.now(o);
            if c.signs.has(sign) {
                look.matches(id, o.controller, c, Zone::Battlefield, sign, kind, &mut found);
            }
        }
        look.elsewhere(sign, kind, &mut found);
        if let Some(id) = itself {
            look.of_itself(id, sign, kind, &mut found);
        }
        for (ability, id, you, matched) in found {
            self.wait(ability, id, you, matched);
        }
        if delayed {
            self.note_delayed(|look, when, ctx| look.event_match(when, kind, ctx));
        }
    }

    /// What is done happens at once: its triggers are noted once all of it has happened.
    pub(crate) fn at_once(&mut self, doing: impl FnOnce(&mut Self)) {
        let outer = self.batch.is_some();
        if !outer {
            self.batch = Some(Vec::new());
        }
        doing(self);
        if !outer {
            self.note_batch();
        }
    }

    /// Notes the triggers of all events of a batch, once all of it has happened.
    pub(crate) fn note_batch(&mut self) {
        let batch = self.batch.take().unwrap_or_default();
        for kind in batch.iter().filter(|k| sign_of(k) == Some(Sign::Enters)) {
            // What has come with it may wait for it.
            self.add_signs(kind);
        }
        for kind in batch {
            self.note(&kind);
        }
        self.state_triggers();
    }

    fn add_signs(&mut self, kind: &EventKind) {
        let id = match kind {
            EventKind::Moved { to_id, .. } => *to_id,
            EventKind::TokenCreated { id, .. } | EventKind::TurnedUp { id, .. } => *id,
            _ => return,
        };
        if let Some(o) = self.s.object(id) {
            let signs = self.look().base(o.shows).signs;
            self.s.signs = self.s.signs.with(signs);
        }
    }

    /// Notes what triggers on an object leaving the battlefield or a graveyard, as things are
    /// before it leaves (2005 rule 410.10d, 2021 rule 603.10a). For objects that leave together
    /// this is called for all before the first one goes.
    pub(crate) fn note_leaving(&mut self, id: ObjectId, to: Zone, how: Going) {
        let Some(from) = self.s.object(id).map(|o| o.zone) else { return };
        let grave = from == Zone::Graveyard;
        let sign = if grave { Sign::LeavesGraveyard } else { Sign::Leaves };
        let delayed = !self.s.delayed.is_empty();
        if self.leaving_noted || !(self.s.signs.has(sign) || delayed) {
            return;
        }
        self.refresh();
        let look = self.look();
        let mut found = Found::new();
        let leaving = Leaving { id, from, to, how };
        for watcher in look.s.battlefield.iter().copied() {
            look.watch_leaving(watcher, sign, leaving, &mut found);
        }
        if !grave && holds_haunters(look.s) {
            for watcher in look.s.exile.iter().copied() {
                look.watch_leaving(watcher, sign, leaving, &mut found);
            }
        }
        for watcher in look.s.players.iter().flat_map(|p| p.graveyard.iter().copied()) {
            look.watch_leaving(watcher, sign, leaving, &mut found);
        }
        for (ability, watcher, you, matched) in found {
            self.wait(ability, watcher, you, matched);
        }
        if delayed {
            self.note_delayed(|look, when, ctx| look.leaving_match(when, leaving, ctx));
        }
    }

    /// Notes what triggers on a player losing control of a permanent, as things are before that
    /// (2005 rule 410.10d, 2021 rule 603.10d).
    pub(crate) fn note_losing(&mut self, id: ObjectId) {
        let look = self.look();
        let mut found = Found::new();
        for watcher in look.s.battlefield.iter().copied() {
            let o = &look.s.objects[watcher.index()];
            let ctx = Context::of(watcher, o.controller);
            for ability in &look.now(o).abilities {
                let lowered = look.pool.ability(*ability);
                if let AbilityKind::Triggered { when: Trigger::LosesControl { who, what }, .. } =
                    &lowered.kind
                    && look.loses(id, who, what, ctx)
                {
                    let m = Match { triggering: Thing::Object(id), ..Match::default() };
                    found.push((*ability, watcher, o.controller, m));
                }
            }
        }
        for (ability, watcher, you, matched) in found {
            self.wait(ability, watcher, you, matched);
        }
    }

    /// An ability has triggered: it waits for the next time a player would receive priority.
    fn wait(&mut self, ability: AbilityId, source: ObjectId, you: PlayerId, m: Match) {
        let lowered = self.pool.ability(ability);
        let mut regs = Registers {
            triggering: m.triggering,
            other: m.other,
            that: m.that,
            home: self.pool.home(ability),
            ..Registers::default()
        };
        regs.follow(lowered.signs, m);
        let again = |w: &Waiting| w.ability == ability && w.source == source;
        if self.s.waiting.iter().any(again) && !marker::holds(rule::TRIGGER_ONCE_EACH) {
            return;
        }
        if keyword_of(&lowered.tree).is_some_and(|rule| !marker::holds(rule)) {
            return;
        }
        if let AbilityKind::Triggered { when, .. } = &lowered.kind
            && kind_of(when).is_some_and(|rule| !marker::holds(rule))
        {
            return;
        }
        if let AbilityKind::Triggered { if_, once_per_turn, .. } = &lowered.kind {
            let ctx = Context { source, you, regs: Some(&regs), first_word: 0 };
            let looked_at = self.s.rules.intervening_if == InterveningIf::Twice;
            if looked_at && if_.as_ref().is_some_and(|c| !self.look().condition(c, ctx)) {
                return;
            }
            if *once_per_turn && !self.first_this_turn(ability, source) {
                return;
            }
        }
        let because = self.look().trigger_rule(ability);
        if !self.triggered(source, ability, you, because) {
            return;
        }
        let waiting = Waiting { ability, source, controller: you, regs };
        if self.look().is_triggered_mana_ability(ability, &waiting)
            && marker::holds(rule::MANA_TRIGGERED)
        {
            self.resolve_mana_trigger(waiting);
        } else {
            self.s.waiting.push(waiting);
        }
    }

    fn first_this_turn(&mut self, ability: AbilityId, source: ObjectId) -> bool {
        let Some(n) = self
            .look()
            .characteristics(source)
            .and_then(|c| c.abilities.iter().position(|a| *a == ability))
        else {
            return true;
        };
        let Some(o) = self.object_mut(source) else { return true };
        let bit = 1 << (n & 15);
        let first = o.used & bit == 0;
        o.used |= bit;
        first
    }

    /// Lets delayed triggered abilities trigger: each once, or each time while its duration lasts
    /// (2005 rule 404.4b, 2021 rule 603.7b).
    fn note_delayed(&mut self, matched: impl Fn(Look<'_>, &Trigger, Context<'_>) -> Option<Match>) {
        let mut at = 0;
        while at < self.s.delayed.len() {
            let Delayed { waiting, until } = &self.s.delayed[at];
            let AbilityKind::Triggered { when, if_, .. } = &self.pool.ability(waiting.ability).kind
            else {
                at += 1;
                continue;
            };
            let ctx = waiting.context();
            let Some(m) = matched(self.look(), when, ctx) else {
                at += 1;
                continue;
            };
            let mut triggered = waiting.clone();
            triggered.regs.hear(when, m);
            triggered.regs.follow(self.pool.ability(triggered.ability).signs, m);
            if until.is_some() {
                at += 1;
            } else {
                self.s.delayed.remove(at);
            }
            let ctx = triggered.context();
            if if_.as_ref().is_some_and(|c| !self.look().condition(c, ctx)) {
                continue;
            }
            let (source, you) = (triggered.source, triggered.controller);
            if self.triggered(source, triggered.ability, you, rule::TRIGGER_DELAYED) {
                self.s.waiting.push(triggered);
            }
        }
    }

    /// State triggers: they trigger whenever the state holds, but not again while an ability of
    /// theirs waits or is on the stack (2005 rule 410.11, 2021 rule 603.8). Durations that depend
    /// on a state are looked at as well.
    pub(crate) fn state_triggers(&mut self) {
        if self.s.lasting {
            self.refresh();
        }
        if !self.s.signs.has(Sign::State) {
            return;
        }
        self.refresh();
        let look = self.look();
        let mut found: SmallVec<[(AbilityId, ObjectId, PlayerId); 2]> = SmallVec::new();
        for id in look.s.battlefield.iter().copied() {
            let o = &look.s.objects[id.index()];
            let c = look.now(o);
            if !c.signs.has(Sign::State) {
                continue;
            }
            for ability in &c.abilities {
                let AbilityKind::Triggered { when: Trigger::State(c), .. } =
                    &look.pool.ability(*ability).kind
                else {
                    continue;
                };
                if self.running != Some((id, *ability))
                    && !look.is_under_way(*ability, id)
                    && look.condition(c, Context::of(id, o.controller))
                {
                    found.push((*ability, id, o.controller));
                }
            }
        }
        for (ability, id, you) in found {
            let m = Match { triggering: Thing::Object(id), ..Match::default() };
            self.wait(ability, id, you, m);
        }
    }
}

impl Waiting {
    /// From where its text looks at the game.
    pub(crate) fn context(&self) -> Context<'_> {
        let (source, you) = (self.source, self.controller);
        Context { source, you, regs: Some(&self.regs), first_word: 0 }
    }
}

impl Registers {
    /// What the event of a delayed ability adds to what its maker captured. An event about what
    /// the text named already, or about no object, adds nothing.
    fn hear(&mut self, when: &Trigger, m: Match) {
        if self.triggering == Thing::None || brings(when) {
            (self.triggering, self.other, self.that) = (m.triggering, m.other, m.that);
        }
    }

    /// An ability that triggers on a zone change may find what the moving object became, and no
    /// other (2005 rule 217.1c, 2021 rule 400.7d).
    fn follow(&mut self, signs: Signs, m: Match) {
        const MOVES: Signs = Signs::of(Sign::Leaves)
            .with(Signs::of(Sign::LeavesGraveyard))
            .with(Signs::of(Sign::Moves));
        if let Some(id) = m.triggering.object().filter(|_| signs.meets(MOVES)) {
            self.moved.push(id);
        }
    }
}

/// Whether any card in exile haunts a creature.
fn holds_haunters(s: &State) -> bool {
    s.exile.iter().any(|id| !s.objects[id.index()].attached_to.is_none())
}

fn is_any_or_moves(when: &Trigger) -> bool {
    matches!(when, Trigger::Any(_) | Trigger::Moves { .. })
}

/// Whether the event of a delayed trigger is about something its text hasn't named before.
fn brings(when: &Trigger) -> bool {
    let new = |s: &Subject| match s {
        Subject::This | Subject::Attached | Subject::Haunted => false,
        Subject::Any(filter) => !filter.all.iter().any(|p| matches!(p, Predicate::Is(_))),
    };
    match when {
        Trigger::Begins { .. } | Trigger::State(_) => false,
        Trigger::Enters(s) | Trigger::Leaves(s) | Trigger::Dies(s) | Trigger::Attacks(s) => new(s),
        Trigger::Unblocked(s) | Trigger::TappedForMana(s) | Trigger::Sacrificed(s) => new(s),
        Trigger::BecomesTapped(s) | Trigger::BecomesUntapped(s) => new(s),
        Trigger::Moves { what, .. } | Trigger::Cycles { what, .. } => new(what),
        Trigger::Any(all) => all.iter().any(brings),
        _ => true,
    }
}

impl Look<'_> {
    /// Whether a state trigger waits, is on the stack or is resolving: it doesn't trigger again.
    fn is_under_way(self, ability: AbilityId, source: ObjectId) -> bool {
        use crate::state::{EntryKind, StackEntry};
        let is = |e: &StackEntry| e.source == source && e.kind == EntryKind::Ability(ability);
        self.s.waiting.iter().any(|w| w.ability == ability && w.source == source)
            || self.s.stack.iter().any(is)
            || self.s.processes.iter().any(|p| match p {
                Process::Frame(f) => is(&f.entry),
                Process::Play(p) => is(&p.entry),
                _ => false,
            })
    }

    /// The abilities of one object that trigger on an event.
    #[allow(clippy::too_many_arguments)]
    fn matches(
        self,
        id: ObjectId,
        you: PlayerId,
        c: &Characteristics,
        zone: Zone,
        sign: Sign,
        kind: &EventKind,
        found: &mut Found,
    ) {
        for (n, ability) in c.abilities.iter().enumerate() {
            let lowered = self.pool.ability(*ability);
            if lowered.zone != zone || !lowered.signs.has(sign) {
                continue;
            }
            let same = |a: &AbilityId| a == ability || self.pool.ability(*a).tree == lowered.tree;
            let again = marker::examining() && c.abilities[..n].iter().any(same);
            if again
                && !(marker::holds(rule::ABILITY_INSTANCES)
                    && marker::holds(rule::MULTIPLE_INSTANCES))
            {
                continue;
            }
            if let AbilityKind::Triggered { when, .. } = &lowered.kind
                && let Some(m) = self.event_match(when, kind, Context::of(id, you))
            {
                found.push((*ability, id, you, m));
            }
        }
    }

    /// Abilities that trigger from a graveyard or hand, or of the card that has just moved.
    fn elsewhere(self, sign: Sign, kind: &EventKind, found: &mut Found) {
        for p in &self.s.players {
            for (zone, list) in [(Zone::Graveyard, &p.graveyard), (Zone::Hand, &p.hand)] {
                for id in list {
                    let o = &self.s.objects[id.index()];
                    let c = self.now(o);
                    if c.signs.has(sign) {
                        self.matches(*id, o.owner, c, zone, sign, kind, found);
                    }
                }
            }
        }
        // A spell's own "when you cast this".
        for entry in &self.s.stack {
            if let Some(c) = self.characteristics(entry.object).filter(|c| c.signs.has(sign)) {
                let you = entry.controller;
                self.matches(entry.object, you, c, Zone::Stack, sign, kind, found);
            }
        }
    }

    /// The abilities of one object that trigger on something leaving.
    fn watch_leaving(self, watcher: ObjectId, sign: Sign, leaving: Leaving, found: &mut Found) {
        let o = &self.s.objects[watcher.index()];
        let c = self.now(o);
        if !c.signs.has(sign) {
            return;
        }
        for ability in &c.abilities {
            let lowered = self.pool.ability(*ability);
            let AbilityKind::Triggered { when, .. } = &lowered.kind else { continue };
            let ctx = Context::of(watcher, o.controller);
            let haunts = o.zone == Zone::Exile && !o.attached_to.is_none();
            let works =
                lowered.zone == o.zone || (haunts && marker::holds(rule::TRIGGER_OTHER_ZONES));
            if works && let Some(m) = self.leaving_match(when, leaving, ctx) {
                found.push((*ability, watcher, o.controller, m));
            }
        }
    }

    /// The card that an event has put where all can see it, if it has an ability of such a sign.
    fn moved_itself(self, kind: &EventKind, sign: Sign) -> Option<ObjectId> {
        let id = match kind {
            EventKind::Moved { to: Zone::Battlefield | Zone::Stack, .. } => return None,
            EventKind::Moved { to_id: id, .. } | EventKind::Cycled { id, .. } => *id,
            _ => return None,
        };
        let o = self.s.object(id).filter(|o| !o.zone.is_hidden())?;
        self.pool.card(o.shows).base.signs.has(sign).then_some(id)
    }

    /// Abilities by which a card that has moved triggers on that very move: they can't trigger
    /// from the battlefield, so they work wherever the card has gone (2021 rule 113.6k).
    fn of_itself(self, id: ObjectId, sign: Sign, kind: &EventKind, found: &mut Found) {
        if !marker::holds(rule::TRIGGER_OTHER_ZONES) {
            return;
        }
        let Some(o) = self.s.object(id) else { return };
        for ability in &self.now(o).abilities {
            let lowered = self.pool.ability(*ability);
            let AbilityKind::Triggered { when, .. } = &lowered.kind else { continue };
            if lowered.zone != Zone::Battlefield
                || !lowered.signs.has(sign)
                || !when.is_about_itself()
            {
                continue;
            }
            // Whoever cycled it, or its owner, is its ability's controller.
            let you = match kind {
                EventKind::Cycled { player, .. } => *player,
                _ => o.owner,
            };
            if let Some(m) = self.event_match(when, kind, Context::of(id, you)) {
                found.push((*ability, id, you, m));
            }
        }
    }

    /// Whether who controls an object, as things are, is one of the players.
    fn loses(self, id: ObjectId, who: &Players, what: &Subject, ctx: Context<'_>) -> bool {
        let of = |p| self.is_among(p, who, ctx);
        self.controller(id).is_some_and(of) && self.subject(what, id, ctx)
    }

    fn is_triggered_mana_ability(self, ability: AbilityId, waiting: &Waiting) -> bool {
        let lowered = self.pool.ability(ability);
        lowered.signs.has(Sign::TappedForMana)
            && self.is_mana_ability(ability)
            && self.pool.program(lowered.program).targets.is_empty()
            && waiting.regs.targets.is_empty()
    }

    fn leaving_match(self, when: &Trigger, leaving: Leaving, ctx: Context<'_>) -> Option<Match> {
        let fits = match when {
            _ if leaving.from == Zone::Graveyard && !is_any_or_moves(when) => false,
            Trigger::Leaves(s) => self.subject(s, leaving.id, ctx),
            Trigger::LosesControl { who, what } => self.loses(leaving.id, who, what, ctx),
            Trigger::Dies(s) => leaving.to == Zone::Graveyard && self.subject(s, leaving.id, ctx),
            Trigger::Destroyed { what, by } => {
                let Going::Destroyed(spell) = leaving.how else { return None };
                let fits = self.fits(spell, by, ctx) && self.subject(what, leaving.id, ctx);
                return fits.then_some(Match {
                    triggering: Thing::Object(leaving.id),
                    other: Thing::Object(spell),
                    that: 0,
                });
            }
            Trigger::Sacrificed(s)
                if leaving.how == Going::Sacrificed && self.subject(s, leaving.id, ctx) =>
            {
                let player = self.controller(leaving.id)?;
                return Some(Match {
                    triggering: Thing::Object(leaving.id),
                    other: Thing::Player(player),
                    that: 0,
                });
            }
            Trigger::Moves { what, from: Some(from), to } if leaving.from == *from => {
                return (leaving.to == *to && self.subject(what, leaving.id, ctx)).then_some(
                    Match { triggering: Thing::Object(leaving.id), ..Match::default() },
                );
            }
            Trigger::Any(all) => {
                return all.iter().find_map(|t| self.leaving_match(t, leaving, ctx));
            }
            _ => false,
        };
        fits.then_some(Match { triggering: Thing::Object(leaving.id), ..Match::default() })
    }

    /// Whether (and how) an event is what a trigger waits for.
    fn event_match(self, when: &Trigger, kind: &EventKind, ctx: Context<'_>) -> Option<Match> {
        let object = |id: ObjectId| Match { triggering: Thing::Object(id), ..Match::default() };
        let player = |p: PlayerId| Match { triggering: Thing::Player(p), ..Match::default() };
        let when_fits = |s: &Subject, id: ObjectId| self.subject(s, id, ctx).then(|| object(id));
        match (when, kind) {
            (Trigger::Any(all), _) => all.iter().find_map(|t| self.event_match(t, kind, ctx)),
            (Trigger::Enters(s), EventKind::Moved { to_id: id, to: Zone::Battlefield, .. })
            | (Trigger::Enters(s), EventKind::TokenCreated { id, .. }) => when_fits(s, *id),
            (
                Trigger::PlaysLand { who, land },
                EventKind::Moved { to_id: id, to: Zone::Battlefield, player: p, .. },
            ) => {
                let played = self.s.object(*id).is_some_and(|o| o.flags.has(Flags::PLAYED));
                let fits = played && self.is_among(*p, who, ctx) && self.fits_all(*id, land, ctx);
                fits.then(|| Match { other: Thing::Player(*p), ..object(*id) })
            }
            // Leaving these zones is noted before it happens.
            (Trigger::Moves { from: Some(Zone::Battlefield | Zone::Graveyard), .. }, _) => None,
            (Trigger::Moves { what, from, to }, EventKind::Moved { to_id, from: f, to: t, .. }) => {
                (from.is_none_or(|z| z == *f) && to == t).then(|| when_fits(what, *to_id))?
            }
            (Trigger::Attacks(s), EventKind::Attacks { id, target }) => {
                let m = when_fits(s, *id)?;
                Some(Match { other: *target, ..m })
            }
            (Trigger::Blocks { what, whom }, EventKind::Blocks { id, attacker }) => {
                let m = when_fits(what, *id)?;
                let fits = match whom {
                    Some(filter) => self.fits_all(*attacker, filter, ctx),
                    // Once, however many it blocks (410.9, 509.3a).
                    None => {
                        self.s.blocker(*id).is_none_or(|b| b.attackers.first() == Some(attacker))
                    }
                };
                fits.then_some(Match { other: Thing::Object(*attacker), ..m })
            }
            (Trigger::BecomesBlocked { what, by: None }, EventKind::BecameBlocked { id }) => {
                when_fits(what, *id)
            }
            (
                Trigger::BecomesBlocked { what, by: Some(filter) },
                EventKind::Blocks { id, attacker },
            ) => {
                let m = when_fits(what, *attacker)?;
                self.fits_all(*id, filter, ctx).then_some(Match { other: Thing::Object(*id), ..m })
            }
            (Trigger::Unblocked(s), EventKind::Unblocked { id }) => when_fits(s, *id),
            (Trigger::Begins { step, whose }, EventKind::StepBegan { step: began, player: p }) => {
                (step == began && self.whose_step(*whose, *p, ctx)).then(|| player(*p))
            }
            (Trigger::TappedForMana(s), EventKind::TappedForMana { id, player: p, kinds }) => {
                let m = when_fits(s, *id)?;
                Some(Match { other: Thing::Player(*p), that: i32::from(*kinds), ..m })
            }
            (Trigger::BecomesTapped(s), EventKind::Tapped { id })
            | (Trigger::BecomesUntapped(s), EventKind::Untapped { id })
            | (Trigger::TurnedUp(s), EventKind::TurnedUp { id, .. }) => when_fits(s, *id),
            _ => self.other_match(when, kind, ctx),
        }
    }

    /// Triggers on damage, spells, targets, life, cards.
    fn other_match(self, when: &Trigger, kind: &EventKind, ctx: Context<'_>) -> Option<Match> {
        let player = |p: PlayerId, that: i32| Match {
            triggering: Thing::Player(p),
            other: Thing::None,
            that,
        };
        match (when, kind) {
            (
                Trigger::DealsDamage { source, to, combat },
                EventKind::Damage { source: s, to: t, amount, combat: c },
            ) => {
                let fits = (!combat || *c)
                    && self.subject(source, *s, ctx)
                    && to.as_ref().is_none_or(|wanted| self.thing_is(*t, wanted, ctx));
                fits.then_some(Match { triggering: Thing::Object(*s), other: *t, that: *amount })
            }
            (
                Trigger::IsDealtDamage(what),
                EventKind::Damage { source, to: Thing::Object(id), amount, .. },
            ) => self.subject(what, *id, ctx).then_some(Match {
                triggering: Thing::Object(*id),
                other: Thing::Object(*source),
                that: *amount,
            }),
            (
                Trigger::Casts { who, spell },
                EventKind::Announced { id, ability, player: p, .. },
            ) => {
                let fits = *ability == AbilityId::NONE
                    && self.is_among(*p, who, ctx)
                    && self.spell_fits(*id, spell, ctx);
                fits.then_some(Match {
                    triggering: Thing::Object(*id),
                    other: Thing::Player(*p),
                    that: self.s.spells_cast as i32 - 1,
                })
            }
            (Trigger::BecomesTarget { what, by }, EventKind::Targeted { by: b, target }) => {
                let id = target.object()?;
                (self.subject(what, id, ctx) && self.fits(*b, by, ctx)).then_some(Match {
                    triggering: *target,
                    other: Thing::Object(*b),
                    that: 0,
                })
            }
            (Trigger::GainsLife(who), EventKind::Life { player: p, by, .. }) if *by > 0 => {
                self.is_among(*p, who, ctx).then(|| player(*p, *by))
            }
            (Trigger::LosesLife(who), EventKind::Life { player: p, by, .. }) if *by < 0 => {
                self.is_among(*p, who, ctx).then(|| player(*p, -*by))
            }
            (Trigger::Searches(who), EventKind::Searched { player: p, .. }) => {
                self.is_among(*p, who, ctx).then(|| player(*p, 1))
            }
            (Trigger::Draws(who), EventKind::Drew { player: p, .. }) => {
                self.is_among(*p, who, ctx).then(|| player(*p, 1))
            }
            (Trigger::Discards { who, what }, EventKind::Discarded { id, player: p }) => (self
                .is_among(*p, who, ctx)
                && self.fits_all(*id, what, ctx))
            .then_some(Match { triggering: Thing::Player(*p), other: Thing::Object(*id), that: 1 }),
            (Trigger::Cycles { who, what }, EventKind::Cycled { id, player: p }) => (self
                .is_among(*p, who, ctx)
                && self.subject(what, *id, ctx))
            .then_some(Match { triggering: Thing::Object(*id), other: Thing::Player(*p), that: 0 }),
            (Trigger::RevealedThisWay(f), EventKind::RevealedBy { source, id, .. }) => {
                let fits = *source == ctx.source && self.fits_all(*id, f, ctx);
                fits.then_some(Match { triggering: Thing::Object(*id), ..Match::default() })
            }
            (Trigger::AbilityTriggers(s), EventKind::Triggered { source, ability, .. }) => {
                let fits = !self.is_second(*ability) && self.subject(s, *source, ctx);
                fits.then_some(Match { triggering: Thing::Object(*source), ..Match::default() })
            }
            _ => None,
        }
    }

    /// Whether an ability triggers on abilities triggering: it is put on the stack after those
    /// that don't (2021 rule 603.3b).
    pub(crate) fn is_second(self, ability: AbilityId) -> bool {
        self.pool.ability(ability).signs == Signs::of(Sign::AbilityTriggers)
    }

    fn spell_fits(self, id: ObjectId, filter: &Filter, ctx: Context<'_>) -> bool {
        self.s.object(id).is_some_and(|o| o.zone == Zone::Stack) && self.fits_all(id, filter, ctx)
    }

    /// Whether a step of the active player's is one of those.
    pub(crate) fn whose_step(self, whose: Whose, active: PlayerId, ctx: Context<'_>) -> bool {
        match whose {
            Whose::Yours => active == ctx.you,
            Whose::Each => true,
            Whose::Opponents => active != ctx.you,
            Whose::Attached => {
                let host = self.object_or_last(ctx.source).and_then(|o| o.attached_to.some());
                host.and_then(|h| self.controller(h)) == Some(active)
            }
        }
    }
}
