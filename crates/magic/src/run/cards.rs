//! Drawing, discarding, milling, searching, looking, scrying, revealing, shuffling.

use super::search::Searching;
use super::{Ids, Seats};
use crate::atoms::Place;
use crate::object::Thing;
use crate::pipeline::Proposal;
use crate::process::{Form, Frame};
use crate::table::Table;
use simpan_cards::ast::{Action, Amount, Bound, Destination, Filter, Players, Position, Zone};
use simpan_engine::{ObjectId, PlayerId};
use simpan_rulebook::{RuleId, rule};
use smallvec::SmallVec;

/// What a look at the top of a library does with the cards.
struct Looking<'a> {
    who: &'a Players,
    of: &'a Players,
    count: &'a Amount,
    take: &'a Bound,
    filter: &'a Filter,
    to: &'a Destination,
    rest: &'a Destination,
}

impl Table<'_> {
    pub(super) fn run_cards(&mut self, f: &mut Frame, action: &Action) {
        match action {
            Action::Draw { who, count } => {
                let n = self.number(count, f);
                let players = self.seats(who, f);
                self.next(f);
                self.all_draw(players, n);
            }
            Action::Discard { who, count, filter, random } => {
                self.run_discard(f, who, count, filter, *random);
            }
            Action::DiscardThose(what) => {
                let Some(ids) = self.ids(what, f) else { return };
                self.next(f);
                let rows = ids.into_iter().filter_map(|id| {
                    let player = self.s.object(id).filter(|o| o.zone == Zone::Hand)?.owner;
                    Some(Proposal::Discard { id, player })
                });
                let rows: SmallVec<[Proposal; 4]> = rows.collect();
                self.propose(rows, rule::DISCARD);
            }
            Action::Mill { who, count } => {
                let n = self.number(count, f).max(0) as usize;
                let mut rows: SmallVec<[ObjectId; 8]> = SmallVec::new();
                for player in self.seats(who, f) {
                    let library = &self.s.players[player.index()].library;
                    rows.extend(library.iter().rev().take(n).copied());
                }
                self.next(f);
                self.s.secrets += 1;
                self.move_all(rows, Zone::Graveyard, rule::MILL);
            }
            Action::Shuffle(who) => {
                let players = self.seats(who, f);
                self.next_quietly(f);
                for player in players.into_iter().rev() {
                    self.shuffle(player, rule::SHUFFLE);
                }
            }
            Action::Reveal(what) => {
                let Some(ids) = self.ids(what, f) else { return };
                self.next_quietly(f);
                f.entry.regs.previous = ids.iter().map(|id| Thing::Object(*id)).collect();
                for id in ids {
                    self.reveal(id, rule::REVEAL);
                }
            }
            Action::LookAtHand { who, of } => {
                let (who, of) = (self.seats(who, f), self.seats(of, f));
                self.next_quietly(f);
                if let (Some(who), Some(of)) = (who.first(), of.first()) {
                    let n = self.s.players[of.index()].hand.len() as u16;
                    self.look_at(*who, *of, n, rule::VIEW_HIDDEN);
                }
            }
            Action::Look { who, of, count, take, filter, to, rest } => {
                self.run_look(f, &Looking { who, of, count, take, filter, to, rest });
            }
            Action::Scry { who, count } => self.run_scry(f, who, count),
            Action::Search { who, of, also, filter, count, reveal, to } => {
                let reveal = *reveal;
                self.run_search(f, &Searching { who, of, also, filter, count, reveal, to });
            }
            _ => self.next_quietly(f),
        }
    }

    fn run_discard(
        &mut self,
        f: &mut Frame,
        who: &Players,
        count: &Amount,
        filter: &Filter,
        random: bool,
    ) {
        let players = self.seats(who, f);
        let bound = Bound::Exactly(count.clone());
        let any = Filter { kind: filter.kind.clone(), all: filter.all.clone() };
        let options = |t: &Self, p: PlayerId, ctx: crate::look::Context<'_>| {
            t.cards_of(p, Zone::Hand, &any, ctx)
        };
        let Some(ids) = self.each_chooses(f, &players, &bound, options, random) else { return };
        self.next(f);
        let rows: SmallVec<[Proposal; 4]> = ids
            .into_iter()
            .filter_map(|id| self.s.object(id).map(|o| Proposal::Discard { id, player: o.owner }))
            .collect();
        self.propose(rows, rule::DISCARD);
    }

    /// Puts cards where a destination says; onto the battlefield they are proposed.
    pub(super) fn put(&mut self, f: &Frame, ids: &[ObjectId], to: &Destination, because: RuleId) {
        if to.zone == Zone::Battlefield {
            self.put_into_play(f, (ids, &[]), to, because);
            return;
        }
        let bottom = matches!(to.position, Position::Bottom | Position::BottomRandom);
        let zone = to.zone;
        if zone == Zone::Library && to.position == Position::Shuffled {
            let owners: Seats = (ids.iter())
                .filter_map(|id| self.look().object_or_last(*id).map(|o| o.owner))
                .collect();
            self.shuffle_each(&owners);
        }
        self.propose(ids.iter().map(|id| Proposal::Move { id: *id, to: zone, bottom }), because);
    }

    /// Libraries are shuffled when what is on top of the stack of processes is done.
    pub(super) fn shuffle_each(&mut self, owners: &[PlayerId]) {
        for player in (0..self.s.players.len() as u8).rev().map(PlayerId) {
            if owners.contains(&player) {
                self.shuffle(player, rule::SHUFFLE);
            }
        }
    }

    /// Look at the top cards, take some, put the rest elsewhere.
    fn run_look(&mut self, f: &mut Frame, l: &Looking<'_>) {
        let (Some(player), Some(owner)) =
            (self.seats(l.who, f).first().copied(), self.seats(l.of, f).first().copied())
        else {
            return self.next_quietly(f);
        };
        let n = self.number(l.count, f).max(0) as usize;
        let top: Ids =
            self.s.players[owner.index()].library.iter().rev().take(n).copied().collect();
        match f.sub {
            0 => {
                self.look_at(player, owner, top.len() as u16, rule::VIEW_HIDDEN);
                let look = self.look();
                let fits = |id: &ObjectId| look.fits_all(*id, l.filter, f.context());
                let options: Ids = top.iter().copied().filter(fits).collect();
                let (min, max) = look.bound(l.take, options.len(), f.context());
                let most = options.len().min(255) as u8;
                f.sub = 1;
                let form = Form::Things { min: min.min(most), max: max.min(most) };
                let source = f.entry.source;
                let options = options.into_iter().map(Thing::Object);
                self.choose(player, form, options, rule::RESOLVE_INSTRUCTIONS, source);
            }
            1 => {
                let taken = std::mem::take(&mut self.s.reply.things);
                let rest: Ids =
                    top.into_iter().filter(|id| !taken.contains(&Thing::Object(*id))).collect();
                f.gather = taken.into_iter().collect();
                f.sub = 2;
                let form = match l.rest.position {
                    Position::BottomRandom => Form::Random(rest.len() as u8),
                    _ if rest.len() > 1 => Form::Order,
                    _ => {
                        self.s.reply.things = rest.into_iter().map(Thing::Object).collect();
                        return;
                    }
                };
                let source = f.entry.source;
                let rest = rest.into_iter().map(Thing::Object);
                self.choose(player, form, rest, rule::RESOLVE_INSTRUCTIONS, source);
            }
            _ => {
                let mut rest: Ids = (std::mem::take(&mut self.s.reply.things).iter())
                    .filter_map(|t| t.object())
                    .collect();
                if l.rest.position == Position::Top {
                    // The first of an order ends on top.
                    rest.reverse();
                }
                let taken: Ids = f.gather.iter().filter_map(|t| t.object()).collect();
                self.next(f);
                self.put(f, &rest, l.rest, rule::RESOLVE_INSTRUCTIONS);
                self.put(f, &taken, l.to, rule::RESOLVE_INSTRUCTIONS);
            }
        }
    }

    /// Scry (2005 rule 502.36, 2021 rule 701.18): first what goes to the bottom, in order, then
    /// the order of the rest. All players who scry decide in turn order.
    fn run_scry(&mut self, f: &mut Frame, who: &Players, count: &Amount) {
        let players = self.seats(who, f);
        let n = self.number(count, f).max(0) as usize;
        let Some(player) = players.get(usize::from(f.sub / 3)).copied() else {
            return self.next_quietly(f);
        };
        let library = &self.s.players[player.index()].library;
        let top: Ids = library.iter().rev().take(n).copied().collect();
        let source = f.entry.source;
        match f.sub % 3 {
            0 => {
                self.look_at(player, player, top.len() as u16, rule::SCRY);
                let form = Form::Things { min: 0, max: top.len().min(255) as u8 };
                let options = top.into_iter().map(Thing::Object);
                self.choose(player, form, options, rule::SCRY, source);
            }
            1 => {
                let bottom = std::mem::take(&mut self.s.reply.things);
                let down: Ids = bottom.iter().filter_map(|t| t.object()).collect();
                for id in &down {
                    self.move_to(*id, Zone::Library, Place::Bottom, rule::SCRY);
                }
                let kept: Ids = top.into_iter().filter(|id| !down.contains(id)).collect();
                if kept.len() > 1 {
                    let options = kept.into_iter().map(Thing::Object);
                    self.choose(player, Form::Order, options, rule::SCRY, source);
                } else {
                    self.s.reply = Default::default();
                }
            }
            _ => {
                let order = std::mem::take(&mut self.s.reply.things);
                for thing in order.iter().rev() {
                    if let Thing::Object(id) = thing {
                        self.move_to(*id, Zone::Library, Place::Top, rule::SCRY);
                    }
                }
            }
        }
        f.sub += 1;
    }
}
