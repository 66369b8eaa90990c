//! How objects come to the battlefield: what they would be there, what they are attached to, what
//! else changes zones with them.

use super::{Asked, Batch, Key, Proposal, Row};
use crate::look::{Context, Look, ThingList};
use crate::object::{Object, Thing};
use crate::process::Form;
use crate::ruleset::ComesAs;
use crate::table::Table;
use simpan_cards::Characteristics;
use simpan_cards::ast::{Bound, CounterKind, Filter, Zone};
use simpan_cards::program::{CardId, Sign};
use simpan_engine::{Flow, ObjectId, PlayerId};
use simpan_rulebook::{marker, rule};
use smallvec::SmallVec;
use std::borrow::Cow;

impl<'a> Look<'a> {
    /// What the entering object would be, as far as copying goes.
    pub(super) fn entering_base(self, row: &Row) -> Option<&'a Characteristics> {
        self.entering_values(row).map(|(shows, _)| self.base(shows))
    }

    /// By what it is judged how the object comes: by its text, or by what it would be on the
    /// battlefield with all that would apply to it there.
    pub(super) fn entering_as(self, row: &Row) -> Option<Cow<'a, Characteristics>> {
        let base = self.entering_base(row)?;
        let entering = row.entering.as_ref()?;
        let effects = self.any_sign(Sign::Changes) || !self.s.effects.is_empty();
        if self.s.rules.comes_as == ComesAs::ItsText || !effects {
            return Some(Cow::Borrowed(base));
        }
        let mut there = self.s.clone();
        let mut table = Table::new(self.pool, &mut there);
        let because = rule::ENTERS_REPLACEMENT;
        let shape = |o: &mut Object| {
            if entering.shows != CardId::NONE {
                o.shows = entering.shows;
            }
        };
        let new = match row.proposal {
            Proposal::Enter { id } => table.enter(id, entering.controller, because, shape),
            Proposal::Token { card, owner } => {
                table.create_token(card, owner, entering.controller, because, shape)
            }
            _ => return None,
        };
        table.refresh();
        table.look().characteristics(new).map(|c| Cow::Owned(c.clone()))
    }

    /// The hosts among which an Aura that comes without having been cast is attached; `None` if
    /// nothing is to be chosen.
    pub(super) fn aura_hosts(self, row: &Row) -> Option<ThingList> {
        let entering = row.entering.as_ref()?;
        if !entering.attach_to.is_none() {
            return None;
        }
        let by = self.entering_base(row)?;
        if !by.signs.has(Sign::Keyworded) {
            return None;
        }
        let filter = self.enchants(by)?;
        let id = row.proposal.object().unwrap_or(ObjectId::NONE);
        let mut hosts = ThingList::new();
        self.each(filter, Context::of(id, entering.controller), |host| {
            let c = self.now(&self.s.objects[host.index()]);
            let protected = c.signs.has(Sign::Keyworded) && self.protected_from(c, host, by);
            if !protected {
                hosts.push(Thing::Object(host));
            }
        });
        Some(hosts)
    }

    /// What may be chosen to change zones as something enters: nothing that enters with it, and
    /// nothing that goes already (2021 rules 614.13a and b).
    fn to_take(self, p: &Batch, filter: &Filter, ctx: Context<'_>) -> ThingList {
        let busy = |id: ObjectId| {
            p.rows.iter().any(|row| match row.proposal {
                Proposal::Enter { id: entering } => {
                    entering == id && marker::holds(rule::ENTERS_TOGETHER)
                }
                Proposal::Sacrifice { id: going } | Proposal::Move { id: going, .. } => {
                    going == id && marker::holds(rule::ENTERS_TAKES_ONCE)
                }
                _ => false,
            })
        };
        let mut out = ThingList::new();
        let able = |id: ObjectId| {
            let o = self.s.object(id);
            o.is_some_and(|o| o.zone != Zone::Battlefield || o.controller == ctx.you)
        };
        self.each(filter, ctx, |id| {
            if !busy(id) && able(id) {
                out.push(Thing::Object(id));
            }
        });
        out
    }
}

impl Table<'_> {
    pub(super) fn choose_host(&mut self, p: &mut Batch, hosts: ThingList) -> Flow {
        let row = &mut p.rows[usize::from(p.at)];
        let id = row.proposal.object().unwrap_or(ObjectId::NONE);
        if hosts.is_empty() {
            // It stays where it is, or isn't created (2005 rule 212.4e, 2021 rule 303.4g).
            row.gone = true;
            return Flow::Continue;
        }
        let controller = row.entering.as_ref().map_or(PlayerId(0), |e| e.controller);
        p.pending = Some((Key::Protection { source: id }, Asked::Host));
        let form = Form::Things { min: 1, max: 1 };
        self.choose(controller, form, hosts, rule::AURA_ENTERS, id);
        Flow::Continue
    }

    /// Lets the controller of what enters choose objects that change zones with it.
    pub(super) fn ask_taken(
        &mut self,
        p: &mut Batch,
        key: Key,
        (what, count): (&Filter, &Bound),
        ctx: Context<'_>,
    ) {
        let look = self.look();
        let options = look.to_take(p, what, ctx);
        let (min, max) = look.bound(count, options.len(), ctx);
        let most = options.len().min(usize::from(u8::MAX)) as u8;
        if most == 0 {
            return;
        }
        p.pending = Some((key, Asked::Take));
        let form = Form::Things { min: min.min(most), max: max.min(most) };
        self.choose(ctx.you, form, options, rule::ENTERS_TAKES, ctx.source);
    }

    /// What was chosen changes zones in the same event.
    pub(super) fn take(
        &mut self,
        p: &mut Batch,
        things: &[Thing],
        to: Option<Zone>,
        counters: Option<(CounterKind, u8)>,
    ) {
        let at = usize::from(p.at);
        if let (Some(entering), Some((kind, each))) = (&mut p.rows[at].entering, counters) {
            let count = i32::from(each) * things.len() as i32;
            if count > 0 {
                entering.add_counters(kind, count);
            }
        }
        let going = things.iter().filter_map(|t| t.object()).map(|id| {
            Row::new(match to {
                Some(to) => Proposal::Move { id, to, bottom: false },
                None => Proposal::Sacrifice { id },
            })
        });
        let going: SmallVec<[Row; 2]> = going.collect();
        p.at += going.len() as u16;
        p.rows.insert_many(at, going);
    }
}
