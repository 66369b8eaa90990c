//! Triggered abilities by the letter of 2005 rules 404 and 410 and 2021 rule 603, slow and
//! obvious: every event is held against every ability of every card.

use crate::words::{Deed, Does, If, LIFE, Says, Sort, Text, When, Who, Whom};
use simpan_cards::ast::{Step, Whose};

pub type Player = usize;
/// The number of a text; tokens and fillers have none.
pub type Key = Option<usize>;

#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub key: Key,
    /// Another one each time it changes zones.
    pub life: u32,
    pub owner: Player,
    pub creature: bool,
    pub toughness: i32,
    pub damage: i32,
    pub tapped: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Seat {
    pub life: i32,
    pub hand: Vec<Card>,
    pub library: u32,
    pub graveyard: Vec<Card>,
}

/// A spell (without `says`) or an ability, waiting or on the stack.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub key: usize,
    pub says: Option<usize>,
    pub you: Player,
    /// Which life of the source it is of.
    pub life: u32,
}

#[derive(Clone, Debug)]
enum Event {
    Enter(Card),
    Die(Card),
    Leave(Card),
    ToHand(Card),
    Sacrifice(Card),
    Mill(Player),
    Draw(Player),
    Discard(Player),
    Cast(Player),
    Dealt(Card),
    DealtTo(Player),
    Life(Player, i32),
    Tap(Card),
    Untap(Card),
    Begin(Step),
}

impl Event {
    fn looks_back(&self) -> bool {
        matches!(self, Self::Die(_) | Self::Leave(_) | Self::ToHand(_) | Self::Sacrifice(_))
    }
}

#[derive(Clone, Debug)]
pub struct Rules {
    pub texts: Vec<Text>,
    pub seats: Vec<Seat>,
    pub field: Vec<Card>,
    pub stack: Vec<Entry>,
    pub waiting: Vec<Entry>,
    pub active: Player,
    pub step: Step,
    /// How often a hand was looked at.
    pub looks: u32,
    /// How often an ability triggered, and did nothing for want of its "if".
    pub triggered: u64,
    pub idle: u64,
    /// Left the battlefield, as they were last.
    gone: Vec<Card>,
    /// Abilities that trigger once a turn and have.
    spent: Vec<(u32, usize)>,
    lives: u32,
}

impl Rules {
    pub fn new(texts: Vec<Text>, players: usize, active: Player, step: Step) -> Self {
        let seat = Seat { life: LIFE, library: 30, ..Seat::default() };
        Self {
            texts,
            seats: vec![seat; players],
            field: Vec::new(),
            stack: Vec::new(),
            waiting: Vec::new(),
            active,
            step,
            looks: 0,
            triggered: 0,
            idle: 0,
            gone: Vec::new(),
            spent: Vec::new(),
            lives: 0,
        }
    }

    pub fn card(&mut self, key: Key, owner: Player) -> Card {
        self.lives += 1;
        let text = key.map(|k| &self.texts[k]);
        let toughness = text.map_or(1, |t| t.toughness);
        let creature = text.is_some_and(|t| t.spell.is_empty() && t.creature);
        let life = self.lives;
        Card { key, life, owner, creature, toughness, damage: 0, tapped: false }
    }

    /// In turn order from the active player.
    pub fn players(&self) -> Vec<Player> {
        let n = self.seats.len();
        (0..n).map(|i| (self.active + i) % n).collect()
    }

    fn among(&self, whom: Whom, you: Player) -> Vec<Player> {
        self.players().into_iter().filter(|p| is_whom(*p, whom, you)).collect()
    }

    fn fitting(&self, sort: Sort, you: Player) -> Vec<Card> {
        self.field.iter().filter(|c| fits(c, sort, you, 0)).cloned().collect()
    }

    // --- triggering -----------------------------------------------------------------------------

    /// What happens at once, and what was there before.
    fn happen(&mut self, before: &Rules, events: &[Event]) {
        for event in events {
            // Some abilities look back to the moment before their event.
            let there = if event.looks_back() { before } else { &*self };
            let mut found = Vec::new();
            let graves = there.seats.iter().flat_map(|s| &s.graveyard).map(|c| (c, true));
            for (card, grave) in there.field.iter().map(|c| (c, false)).chain(graves) {
                for (n, says) in there.says_of(card).iter().enumerate() {
                    if says.in_graveyard == grave && self.is_event(&says.when, event, card) {
                        found.push((card.clone(), n));
                    }
                }
            }
            for (card, n) in found {
                self.trigger(&card, n);
            }
        }
        self.look_at_states();
    }

    fn says_of(&self, card: &Card) -> &[Says] {
        card.key.map_or(&[], |k| &self.texts[k].says)
    }

    fn trigger(&mut self, card: &Card, n: usize) {
        let Some(key) = card.key else { return };
        let says = self.texts[key].says[n].clone();
        let entry = Entry { key, says: Some(n), you: card.owner, life: card.life };
        if says.if_.is_some_and(|c| !self.holds(c, &entry)) {
            return;
        }
        if says.once {
            if self.spent.contains(&(card.life, n)) {
                return;
            }
            self.spent.push((card.life, n));
        }
        self.triggered += 1;
        self.waiting.push(entry);
    }

    /// States trigger abilities that neither wait nor are on the stack.
    pub fn look_at_states(&mut self) {
        for card in self.field.clone() {
            for n in 0..self.says_of(&card).len() {
                let When::State(state) = self.says_of(&card)[n].when else { continue };
                let Some(key) = card.key else { continue };
                let entry = Entry { key, says: Some(n), you: card.owner, life: card.life };
                let busy = self.waiting.contains(&entry) || self.stack.contains(&entry);
                if !busy && self.holds(state, &entry) {
                    self.trigger(&card, n);
                }
            }
        }
    }

    fn is_event(&self, when: &When, event: &Event, watcher: &Card) -> bool {
        let you = watcher.owner;
        let is = |who: &Who, card: &Card| match who {
            Who::This => card.life == watcher.life,
            Who::Any(sort) => fits(card, *sort, you, watcher.life),
        };
        match (when, event) {
            (When::Either(a, b), _) => {
                self.is_event(a, event, watcher) || self.is_event(b, event, watcher)
            }
            (When::Enters(w), Event::Enter(c))
            | (When::Dies(w), Event::Die(c))
            | (When::Leaves(w), Event::Leave(c))
            | (When::Sacrificed(w), Event::Sacrifice(c))
            | (When::Dealt(w), Event::Dealt(c))
            | (When::Taps(w), Event::Tap(c))
            | (When::Untaps(w), Event::Untap(c)) => is(w, c),
            (When::ToHand(s), Event::ToHand(c)) => fits(c, *s, you, watcher.life),
            (When::Milled(w), Event::Mill(p))
            | (When::Draws(w), Event::Draw(p))
            | (When::Discards(w), Event::Discard(p))
            | (When::Casts(w), Event::Cast(p)) => is_whom(*p, *w, you),
            (When::DealtToYou, Event::DealtTo(p)) => *p == you,
            (When::Gains(w), Event::Life(p, by)) => *by > 0 && is_whom(*p, *w, you),
            (When::Loses(w), Event::Life(p, by)) => *by < 0 && is_whom(*p, *w, you),
            (When::Begins(step, whose), Event::Begin(began)) => {
                step == began
                    && match whose {
                        Whose::Yours => self.active == you,
                        Whose::Opponents => self.active != you,
                        _ => true,
                    }
            }
            _ => false,
        }
    }

    fn holds(&self, if_: If, entry: &Entry) -> bool {
        let compare = |n: i32, at_least: bool, k: i32| if at_least { n >= k } else { n <= k };
        let seat = &self.seats[entry.you];
        match if_ {
            If::Life(at_least, k) => compare(seat.life, at_least, k),
            If::Hand(at_least, k) => compare(seat.hand.len() as i32, at_least, k),
            If::Creatures(at_least, k) => {
                let mine = |c: &&Card| c.creature && c.owner == entry.you;
                compare(self.field.iter().filter(mine).count() as i32, at_least, k)
            }
            If::YourTurn(is) => (self.active == entry.you) == is,
            If::Tapped(is) => {
                let all = self.field.iter().chain(&self.gone);
                all.into_iter().any(|c| c.life == entry.life && c.tapped) == is
            }
        }
    }

    // --- what happens ---------------------------------------------------------------------------

    fn take(&mut self, life: u32) -> Option<Card> {
        let at = self.field.iter().position(|c| c.life == life)?;
        let card = self.field.remove(at);
        self.gone.push(card.clone());
        Some(card)
    }

    /// A new life of a card in another zone; a token has none.
    fn reborn(&mut self, card: &Card) -> Option<Card> {
        (card.key.is_some()).then(|| self.card(card.key, card.owner))
    }

    fn put_into_graveyards(&mut self, cards: &[Card], sacrificed: bool) {
        let before = self.clone();
        let mut events = Vec::new();
        for card in cards {
            let Some(card) = self.take(card.life) else { continue };
            if let Some(new) = self.reborn(&card) {
                self.seats[card.owner].graveyard.push(new);
            }
            if sacrificed {
                events.push(Event::Sacrifice(card.clone()));
            }
            events.push(Event::Die(card.clone()));
            events.push(Event::Leave(card));
        }
        self.happen(&before, &events);
    }

    fn removed(&mut self, cards: &[Card], to_hand: bool) {
        let before = self.clone();
        let mut events = Vec::new();
        for card in cards {
            let Some(card) = self.take(card.life) else { continue };
            events.push(Event::Leave(card.clone()));
            if to_hand {
                if let Some(new) = self.reborn(&card) {
                    self.seats[card.owner].hand.push(new);
                }
                events.push(Event::ToHand(card));
            }
        }
        self.happen(&before, &events);
    }

    fn enter(&mut self, cards: Vec<Card>) {
        let before = self.clone();
        self.field.extend(cards.iter().cloned());
        let events: Vec<Event> = cards.into_iter().map(Event::Enter).collect();
        self.happen(&before, &events);
    }

    fn tap(&mut self, cards: &[Card], tapped: bool) {
        let before = self.clone();
        let mut events = Vec::new();
        for card in cards {
            if let Some(c) = self.field.iter_mut().find(|c| c.life == card.life)
                && c.tapped != tapped
            {
                c.tapped = tapped;
                events.push(if tapped { Event::Tap(c.clone()) } else { Event::Untap(c.clone()) });
            }
        }
        self.happen(&before, &events);
    }

    fn change_life(&mut self, players: &[Player], by: i32, damage: bool) {
        let before = self.clone();
        let mut events = Vec::new();
        for p in players {
            self.seats[*p].life += by;
            events.extend(damage.then_some(Event::DealtTo(*p)));
            events.push(Event::Life(*p, by));
        }
        self.happen(&before, &events);
    }

    pub fn draw(&mut self, player: Player) {
        let before = self.clone();
        self.seats[player].library -= 1;
        let card = self.card(None, player);
        self.seats[player].hand.push(card);
        self.happen(&before, &[Event::Draw(player)]);
    }

    fn follow(&mut self, deed: Deed, you: Player) {
        match deed {
            Deed::Destroy(s) => self.put_into_graveyards(&self.fitting(s, you), false),
            Deed::Sacrifice(s) => {
                // Nobody sacrifices what somebody else controls.
                let mut cards = self.fitting(s, you);
                cards.retain(|c| c.owner == you);
                self.put_into_graveyards(&cards, true);
            }
            Deed::Exile(s) => self.removed(&self.fitting(s, you), false),
            Deed::Bounce(s) => self.removed(&self.fitting(s, you), true),
            Deed::Burn(s, n) => {
                let before = self.clone();
                for card in self.field.iter_mut().filter(|c| fits(c, s, you, 0)) {
                    card.damage += n;
                }
                let burnt: Vec<Event> =
                    self.fitting(s, you).into_iter().map(Event::Dealt).collect();
                self.happen(&before, &burnt);
            }
            Deed::BurnPlayers(w, n) => self.change_life(&self.among(w, you), -n, true),
            Deed::Gain(w, n) => self.change_life(&self.among(w, you), n, false),
            Deed::Lose(w, n) => self.change_life(&self.among(w, you), -n, false),
            Deed::Draw(w, n) => {
                for p in self.among(w, you) {
                    (0..n).for_each(|_| self.draw(p));
                }
            }
            Deed::Discard(w) => {
                let before = self.clone();
                let mut events = Vec::new();
                for p in self.among(w, you) {
                    for card in std::mem::take(&mut self.seats[p].hand) {
                        let new = self.card(card.key, p);
                        self.seats[p].graveyard.push(new);
                        events.push(Event::Discard(p));
                    }
                }
                self.happen(&before, &events);
            }
            Deed::Tap(s) => self.tap(&self.fitting(s, you), true),
            Deed::Untap(s) => self.tap(&self.fitting(s, you), false),
            Deed::Tokens(n) => {
                let imps = (0..n).map(|_| Card { creature: true, ..self.card(None, you) });
                let imps = imps.collect();
                self.enter(imps);
            }
            Deed::Mill(w, n) => {
                let before = self.clone();
                let mut events = Vec::new();
                for p in self.among(w, you) {
                    for _ in 0..n {
                        self.seats[p].library -= 1;
                        let card = self.card(None, p);
                        self.seats[p].graveyard.push(card);
                        events.push(Event::Mill(p));
                    }
                }
                self.happen(&before, &events);
            }
            Deed::Raise => {
                let (up, left) = (std::mem::take(&mut self.seats[you].graveyard).into_iter())
                    .partition(|c: &Card| c.creature);
                self.seats[you].graveyard = left;
                let up: Vec<Card> = up;
                let up = up.iter().filter_map(|c| self.reborn(c)).collect();
                self.enter(up);
            }
        }
    }

    // --- the procedures -------------------------------------------------------------------------

    /// Creatures with lethal damage go, all together; whether any did.
    pub fn state_based(&mut self) -> bool {
        let lethal = |c: &&Card| c.creature && c.damage >= c.toughness;
        let dead: Vec<Card> = self.field.iter().filter(lethal).cloned().collect();
        self.put_into_graveyards(&dead, false);
        !dead.is_empty()
    }

    /// A card of a player's hand is cast.
    pub fn cast(&mut self, player: Player, key: usize) {
        let before = self.clone();
        let hand = &mut self.seats[player].hand;
        let at = hand.iter().position(|c| c.key == Some(key)).expect("it is in the hand");
        let card = hand.remove(at);
        self.stack.push(Entry { key, says: None, you: player, life: card.life });
        self.happen(&before, &[Event::Cast(player)]);
    }

    /// The top of the stack resolves.
    pub fn resolve(&mut self) {
        let Some(entry) = self.stack.pop() else { return };
        let you = entry.you;
        let Some(n) = entry.says else {
            let text = self.texts[entry.key].clone();
            if text.spell.is_empty() {
                let card = self.card(Some(entry.key), you);
                return self.enter(vec![card]);
            }
            for deed in &text.spell {
                self.follow(*deed, you);
            }
            let card = self.card(Some(entry.key), you);
            self.seats[you].graveyard.push(card);
            return;
        };
        let says = self.texts[entry.key].says[n].clone();
        if says.if_.is_some_and(|c| !self.holds(c, &entry)) {
            self.idle += 1;
            return;
        }
        let this: Vec<Card> = self.field.iter().filter(|c| c.life == entry.life).cloned().collect();
        match says.does {
            Does::Gain(w, n) => self.change_life(&self.among(w, you), n, false),
            Does::Lose(w, n) => self.change_life(&self.among(w, you), -n, false),
            Does::Tap => self.tap(&this, true),
            Does::Untap => self.tap(&this, false),
            Does::Look => self.looks += 1,
            Does::Sacrifice => self.put_into_graveyards(&this, true),
        }
    }

    /// The step is over and the next one begins, up to where players would receive priority.
    pub fn next_step(&mut self) {
        self.step = match self.step {
            Step::Upkeep => Step::Draw,
            Step::Draw => Step::PrecombatMain,
            Step::PostcombatMain => Step::End,
            _ => {
                // Cleanup, and the untap step of the next player.
                self.field.iter_mut().for_each(|c| c.damage = 0);
                self.spent.clear();
                self.active = (self.active + 1) % self.seats.len();
                let mine = |c: &&Card| c.owner == self.active;
                let mine: Vec<Card> = self.field.iter().filter(mine).cloned().collect();
                self.tap(&mine, false);
                Step::Upkeep
            }
        };
        let before = self.clone();
        self.happen(&before, &[Event::Begin(self.step)]);
        if self.step == Step::Draw {
            self.draw(self.active);
        }
    }
}

fn is_whom(player: Player, whom: Whom, you: Player) -> bool {
    match whom {
        Whom::You => player == you,
        Whom::Opponents => player != you,
        Whom::Each => true,
    }
}

fn fits(card: &Card, sort: Sort, you: Player, this: u32) -> bool {
    sort.creature.is_none_or(|c| c == card.creature)
        && sort.mine.is_none_or(|m| m == (card.owner == you))
        && !(sort.other && card.life == this)
}
