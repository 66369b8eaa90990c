//! What a viewer may know of a game (2005 rule 217.1, 2021 rule 400.2): its own type, built from
//! what may be seen and from nothing else.

use crate::event::{Event, EventKind};
use crate::look::Look;
use crate::object::{Flags, ObjectKind, Thing};
use crate::state::{EntryKind, ManaPool};
use serde::Serialize;
use simpan_cards::Characteristics;
use simpan_cards::ast::{CounterKind, Step, Zone};
use simpan_cards::program::{AbilityId, CardId};
use simpan_engine::{ObjectId, PlayerId, Question, QuestionKind, Viewer};
use simpan_rulebook::{RuleId, marker, rule};

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The turn's number.
    pub turn: u32,
    /// The active player.
    pub active: PlayerId,
    /// The step or phase.
    pub step: Step,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
    /// All permanents, in the order they came.
    pub battlefield: Vec<ObjectView>,
    /// The stack, the top last; what is being announced or is resolving stands on top.
    pub stack: Vec<StackView>,
    /// Exiled cards.
    pub exile: Vec<ObjectView>,
    /// What has phased out.
    pub phased_out: Vec<ObjectView>,
    /// The question, if a player is asked.
    pub question: Option<QuestionView>,
    /// How it ended: the winner (none: a draw), and the rule.
    pub outcome: Option<(Option<PlayerId>, RuleId)>,
}

/// A player as a viewer sees them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerView {
    /// Life total.
    pub life: i32,
    /// Poison counters.
    pub poison: u16,
    /// Mana in the pool.
    pub pool: ManaPool,
    /// Cards in library.
    pub library: usize,
    /// The top card of the library, where it may be seen.
    pub top: Option<ObjectView>,
    /// Cards in hand.
    pub hand_size: usize,
    /// The hand, where it may be seen.
    pub hand: Option<Vec<ObjectView>>,
    /// The sideboard, where it may be seen.
    pub sideboard: Option<Vec<ObjectView>>,
    /// The graveyard, the top last.
    pub graveyard: Vec<ObjectView>,
    /// Lands played this turn.
    pub lands_played: u8,
    /// Whether the player has lost.
    pub lost: bool,
}

/// An object as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObjectView {
    /// Its handle.
    pub id: ObjectId,
    /// The card it shows.
    pub card: CardId,
    /// What it is.
    pub characteristics: Characteristics,
    /// Who owns it.
    pub owner: PlayerId,
    /// Who controls it.
    pub controller: PlayerId,
    /// It is tapped.
    pub tapped: bool,
    /// It can't attack or use {T} abilities yet.
    pub sick: bool,
    /// Damage marked on it.
    pub damage: i32,
    /// Its counters.
    pub counters: Vec<(CounterKind, u16)>,
    /// What it is attached to.
    pub attached_to: Option<ObjectId>,
    /// What it attacks.
    pub attacking: Option<Thing>,
    /// What it blocks.
    pub blocking: Vec<ObjectId>,
    /// It is a token.
    pub token: bool,
    /// It is face down.
    pub face_down: bool,
    /// The card that it is, for those who may look at a face-down one.
    pub under: Option<CardId>,
}

/// Something on the stack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StackView {
    /// Its handle.
    pub id: ObjectId,
    /// The card it shows, or whose ability it is.
    pub card: CardId,
    /// The ability, if it is one.
    pub ability: Option<AbilityId>,
    /// It is combat damage.
    pub combat_damage: bool,
    /// Who controls it.
    pub controller: PlayerId,
    /// The source of an ability.
    pub source: ObjectId,
    /// Its targets.
    pub targets: Vec<Thing>,
    /// Its X.
    pub x: i32,
    /// The card that it is, for those who may look at a face-down one.
    pub under: Option<CardId>,
    /// It is still being announced.
    pub announcing: bool,
    /// It is resolving.
    pub resolving: bool,
}

/// A question as a viewer sees it: the answers are the asked player's alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QuestionView {
    /// Who is asked.
    pub player: PlayerId,
    /// For whom.
    pub on_behalf: PlayerId,
    /// The question's form, as far as the viewer may know it.
    pub kind: QuestionKind,
    /// Why.
    pub rule: RuleId,
    /// Whose text asks.
    pub source: ObjectId,
    /// Whether it can be taken back.
    pub cancellable: bool,
}

impl View {
    /// What the viewer may know.
    pub(crate) fn of(look: Look<'_>, viewer: Viewer) -> Self {
        let s = look.s;
        Self {
            turn: s.turn.number,
            active: s.turn.active,
            step: s.turn.step,
            players: (0..s.players.len())
                .map(|i| look.player_view(PlayerId(i as u8), viewer))
                .collect(),
            battlefield: look.all(&s.battlefield, viewer),
            stack: look.stack_view(viewer),
            exile: look.all(&s.exile, viewer),
            phased_out: look.all(&s.phased_out, viewer),
            question: s.question.as_ref().map(|q| look.question_view(q, viewer)),
            outcome: s.outcome,
        }
    }

    /// The object of a handle, wherever the viewer sees it.
    pub fn object(&self, id: ObjectId) -> Option<&ObjectView> {
        let hands = self.players.iter().flat_map(|p| p.hand.iter().flatten());
        let graveyards = self.players.iter().flat_map(|p| &p.graveyard);
        let tops = self.players.iter().filter_map(|p| p.top.as_ref());
        self.battlefield
            .iter()
            .chain(&self.exile)
            .chain(hands)
            .chain(graveyards)
            .chain(tops)
            .find(|o| o.id == id)
    }
}

impl Look<'_> {
    /// Whether a viewer may see the face of a card in a player's hidden zone.
    fn sees_hand(self, owner: PlayerId, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Judge => true,
            Viewer::Seat(p) if p == owner => true,
            Viewer::Seat(_) | Viewer::Public => self.s.players[owner.index()].mods.hand_revealed,
        }
    }

    fn sees_top(self, owner: PlayerId, viewer: Viewer) -> bool {
        let mods = self.s.players[owner.index()].mods;
        match viewer {
            Viewer::Judge => true,
            _ => mods.top_revealed,
        }
    }

    fn player_view(self, player: PlayerId, viewer: Viewer) -> PlayerView {
        let p = &self.s.players[player.index()];
        let hand = self.sees_hand(player, viewer).then(|| self.all(&p.hand, viewer));
        let top = p.library.last().filter(|_| self.sees_top(player, viewer));
        PlayerView {
            life: p.life,
            poison: p.poison,
            pool: p.pool,
            library: p.library.len(),
            top: top.and_then(|id| self.object_view(*id)),
            hand_size: p.hand.len(),
            hand,
            sideboard: match viewer {
                Viewer::Judge => Some(self.all(&p.sideboard, viewer)),
                Viewer::Seat(seat) if seat == player => Some(self.all(&p.sideboard, viewer)),
                _ => None,
            },
            graveyard: self.all(&p.graveyard, viewer),
            lands_played: p.lands_played.saturating_add(p.extra_lands_played),
            lost: p.lost,
        }
    }

    fn all(self, ids: &[ObjectId], viewer: Viewer) -> Vec<ObjectView> {
        let seen = |id: &ObjectId| {
            let view = self.object_view(*id)?;
            Some(ObjectView { under: self.under(*id, viewer), ..view })
        };
        ids.iter().filter_map(seen).collect()
    }

    /// The card that a face-down spell or permanent is, if the viewer may look at it: its
    /// controller may (2005 rule 504.3, 2021 rule 708.5).
    pub fn under(self, id: ObjectId, viewer: Viewer) -> Option<CardId> {
        let o = self.s.object(id).filter(|o| o.face_down())?;
        let may = match viewer {
            Viewer::Judge => true,
            Viewer::Seat(p) => p == o.controller,
            Viewer::Public => false,
        };
        (may && marker::holds(rule::FACE_DOWN_LOOK)).then_some(o.card)
    }

    /// An object that may be seen.
    pub fn object_view(self, id: ObjectId) -> Option<ObjectView> {
        let o = self.s.object(id)?;
        let counters =
            self.s.counters.iter().filter(|r| r.on == id && o.flags.has(Flags::COUNTERS));
        Some(ObjectView {
            id,
            card: self.face(o.copiable()),
            characteristics: self.now(o).clone(),
            owner: o.owner,
            controller: o.controller,
            tapped: o.tapped(),
            sick: o.zone == Zone::Battlefield && self.is_sick(id),
            damage: o.damage,
            counters: counters.map(|r| (r.kind, r.count)).collect(),
            attached_to: o.attached_to.some(),
            attacking: self.s.attacker(id).map(|a| a.target),
            blocking: self.s.blocker(id).map_or(Vec::new(), |b| b.attackers.to_vec()),
            token: o.kind == ObjectKind::Token,
            face_down: o.face_down(),
            under: None,
        })
    }

    fn stack_view(self, viewer: Viewer) -> Vec<StackView> {
        use crate::process::Process;
        let one = |e: &crate::state::StackEntry, announcing, resolving| StackView {
            id: e.object,
            card: self.s.object(e.object).map_or(CardId::NONE, |o| self.face(o.copiable())),
            ability: match e.kind {
                EntryKind::Ability(a) => Some(a),
                _ => None,
            },
            combat_damage: e.kind == EntryKind::CombatDamage,
            controller: e.controller,
            source: e.source,
            targets: e.regs.targets.iter().map(|t| t.thing).collect(),
            x: e.regs.x,
            under: self.under(e.object, viewer),
            announcing,
            resolving,
        };
        let mut out: Vec<StackView> = self.s.stack.iter().map(|e| one(e, false, false)).collect();
        // What resolves may have put itself somewhere else already.
        let there = |id| self.s.object(id).is_some_and(|o| o.zone == Zone::Stack);
        for process in self.s.processes.iter() {
            match process {
                Process::Frame(f) if there(f.object()) => out.push(one(&f.entry, false, true)),
                Process::Play(p) if !p.object().is_none() => out.push(one(&p.entry, true, false)),
                _ => {}
            }
        }
        out
    }

    fn question_view(self, q: &Question<RuleId>, viewer: Viewer) -> QuestionView {
        let own = match viewer {
            Viewer::Judge => true,
            Viewer::Seat(p) => p == q.player || p == q.on_behalf,
            Viewer::Public => false,
        };
        // How many options a search or a hand offers is for the asked player's eyes.
        let kind = match q.kind {
            kind if own => kind,
            QuestionKind::Object { chosen, .. } => QuestionKind::Object { chosen, min: 0, max: 0 },
            QuestionKind::Number { .. } => QuestionKind::Number { min: 0, max: 0 },
            kind => kind,
        };
        QuestionView {
            player: q.player,
            on_behalf: q.on_behalf,
            kind,
            rule: q.purpose.rule,
            source: q.purpose.source,
            cancellable: q.cancellable,
        }
    }
}

/// An event as a viewer may know it, told as it happens: hidden cards have no name and no handle.
///
/// `look` is the game after the event.
pub fn seen(event: &Event, look: Look<'_>, viewer: Viewer) -> Event {
    let sees = |owner: PlayerId| look.sees_hand(owner, viewer);
    let kind = match event.kind {
        EventKind::Moved { from, to, player, .. }
            if from.is_hidden() && to.is_hidden() && !sees(player) =>
        {
            EventKind::Moved {
                id: ObjectId::NONE,
                to_id: ObjectId::NONE,
                card: CardId::NONE,
                from,
                to,
                player,
            }
        }
        EventKind::Moved { id, to_id, card, from, to, player } => EventKind::Moved {
            id: if from.is_hidden() && !sees(player) { ObjectId::NONE } else { id },
            to_id: if to.is_hidden() && !sees(player) { ObjectId::NONE } else { to_id },
            card,
            from,
            to,
            player,
        },
        EventKind::Drew { player, .. } if !sees(player) => {
            EventKind::Drew { player, id: ObjectId::NONE }
        }
        EventKind::Chose { player, thing: Thing::Object(id) } if viewer != Viewer::Judge => {
            let hidden = look.s.object(id).is_none_or(|o| o.zone.is_hidden());
            let own = viewer == Viewer::Seat(player);
            let thing = if hidden && !own { Thing::None } else { Thing::Object(id) };
            EventKind::Chose { player, thing }
        }
        kind => kind,
    };
    Event { kind, rule: event.rule }
}
