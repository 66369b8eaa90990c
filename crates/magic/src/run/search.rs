//! Searching (2005 glossary, 2021 rule 701.19).

use super::Ids;
use crate::event::EventKind;
use crate::object::Thing;
use crate::process::{Form, Frame};
use crate::table::Table;
use simpan_cards::ast::{Bound, Destination, Filter, Players, Zone};
use simpan_engine::PlayerId;
use simpan_rulebook::rule;

/// Where and for what is searched.
pub(super) struct Searching<'a> {
    pub(super) who: &'a Players,
    pub(super) of: &'a Players,
    /// Zones besides the library.
    pub(super) also: &'a [Zone],
    pub(super) filter: &'a Filter,
    pub(super) count: &'a Bound,
    pub(super) reveal: bool,
    pub(super) to: &'a Destination,
}

impl Table<'_> {
    /// What is searched: the library or, for some, its top; then the other zones.
    fn searched(&self, f: &Frame, s: &Searching<'_>, seats: (PlayerId, PlayerId)) -> Ids {
        let (player, owner) = seats;
        let mut found = self.cards_of(owner, Zone::Library, s.filter, f.context());
        if let Some(n) = self.s.players[player.index()].mods.searches_top {
            let library = &self.s.players[owner.index()].library;
            let from = library.len().saturating_sub(usize::from(n));
            found.retain(|id| library[from..].contains(id));
        }
        for zone in s.also {
            found.extend(self.cards_of(owner, *zone, s.filter, f.context()));
        }
        found
    }

    pub(super) fn run_search(&mut self, f: &mut Frame, s: &Searching<'_>) {
        let (Some(player), Some(owner)) =
            (self.seats(s.who, f).first().copied(), self.seats(s.of, f).first().copied())
        else {
            return self.next_quietly(f);
        };
        // What lies open is there for all to see: all of it is found where all is asked for.
        let open = |t: &Self, id| t.s.object(id).is_some_and(|o| !o.zone.is_hidden());
        let all = *s.count == Bound::Any;
        if f.sub == 0 {
            let library = self.s.players[owner.index()].library.len();
            let top = self.s.players[player.index()].mods.searches_top;
            let size = top.map_or(library, |n| library.min(usize::from(n)));
            self.look_at(player, owner, size as u16, rule::SEARCH);
            self.record(EventKind::Searched { player, of: owner }, rule::SEARCH);
            let mut options = self.searched(f, s, (player, owner));
            let (least, max) = self.look().bound(s.count, options.len(), f.context());
            // Not finding what is there is allowed where the zone is hidden and something is asked
            // of the card (2005 glossary, 2021 rule 701.19b).
            let seen = options.iter().filter(|id| open(self, **id)).count();
            let least = if s.filter.all.is_empty() { least } else { least.min(seen as u8) };
            if all {
                options.retain(|id| !open(self, *id));
            }
            let most = options.len().min(255) as u8;
            let form = Form::Things { min: least.min(most), max: max.min(most) };
            f.sub = 1;
            let source = f.entry.source;
            let options = options.into_iter().map(Thing::Object);
            self.choose(player, form, options, rule::SEARCH, source);
            return;
        }
        let found = std::mem::take(&mut self.s.reply.things);
        let mut ids: Ids = found.iter().filter_map(|t| t.object()).collect();
        if all {
            let rest = self.searched(f, s, (player, owner));
            ids.extend(rest.into_iter().filter(|id| open(self, *id)));
        }
        if s.reveal {
            for id in &ids {
                self.reveal(*id, rule::REVEAL);
            }
        }
        self.next(f);
        self.put(f, &ids, s.to, rule::SEARCH);
    }
}
