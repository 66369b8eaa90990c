//! Events as sentences, and in the short form that scenarios expect.

use crate::explain::{card_word, with, wording, words, zone_word};
use simpan_cards::ast::{CounterKind, Zone};
use simpan_cards::program::{AbilityId, CardId};
use simpan_engine::{ObjectId, PlayerId};
use simpan_language::Josa;
use simpan_magic::Magic;
use simpan_magic::event::{Event, EventKind};
use simpan_magic::object::Thing;
use simpan_rulebook::Lang;
use std::collections::BTreeMap;

/// Tells what happens. It remembers the names of what is no more.
#[derive(Clone, Debug)]
pub struct Teller {
    /// The language it tells in.
    pub lang: Lang,
    cards: BTreeMap<ObjectId, CardId>,
}

/// How many events' objects are kept in mind before old ones are forgotten.
const MEMORY: usize = 20_000;

impl Teller {
    /// A teller that knows what is on the table.
    pub fn new(game: &Magic, lang: Lang) -> Self {
        let mut teller = Self { lang, cards: BTreeMap::new() };
        teller.note(game);
        teller
    }

    /// Looks at the table, for the names of what it will have to tell of. To be called before
    /// each answer.
    pub fn note(&mut self, game: &Magic) {
        if self.cards.len() > MEMORY {
            self.cards.clear();
        }
        for id in crate::names::everything(game) {
            if let Some(card) = game.look().name_of(id) {
                self.cards.insert(id, card);
            }
        }
    }

    /// Remembers the names that an event tells of. To be called for each event of a row before
    /// the first of them is told.
    pub fn learn(&mut self, game: &Magic, event: &Event) {
        match event.kind {
            EventKind::Moved { id, to_id, card, .. } if card != CardId::NONE => {
                let shown = self.cards.get(&id).copied().unwrap_or(card);
                self.cards.entry(id).or_insert(shown);
                let now = game.look().name_of(to_id).unwrap_or(card);
                self.cards.insert(to_id, now);
            }
            EventKind::TokenCreated { id, card, .. } | EventKind::Announced { id, card, .. } => {
                self.cards.entry(id).or_insert(card);
            }
            _ => {}
        }
        self.cards.remove(&ObjectId::NONE);
    }

    /// The name of an object, present or past.
    pub fn name(&self, game: &Magic, id: ObjectId) -> String {
        let known = self.cards.get(&id).copied();
        let look = game.look();
        let card = known
            .or_else(|| look.name_of(id))
            .or_else(|| look.object_or_last(id).map(|o| o.card()));
        card_word(game, card.unwrap_or(CardId::NONE), self.lang)
    }

    fn thing(&self, game: &Magic, thing: Thing) -> String {
        match (thing, self.lang) {
            (Thing::Object(id), _) => self.name(game, id),
            (Thing::Player(p), _) => p.to_string(),
            (Thing::None, Lang::En) => "something".into(),
            (Thing::None, Lang::Ko) => "무언가".into(),
        }
    }

    /// The event as a sentence with its rule: `[cr2005-300.3] A loses 1 life (mana burn).`
    pub fn tell(&self, game: &Magic, event: &Event) -> String {
        let book = game.state().rules().preset.book();
        let sentence = match self.lang {
            Lang::En => self.english(game, event),
            Lang::Ko => self.korean(game, event),
        };
        format!("[{}] {sentence}", event.rule.qualified(book))
    }

    /// The event in the short form of scenarios: `damage Shock -> B 2`.
    pub fn short(&self, game: &Magic, event: &Event) -> String {
        self.brief(game, event)
    }

    fn brief(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let o = |id| self.name(game, id);
        let t = |thing| self.thing(game, thing);
        let c = |card| card_word(game, card, Lang::En);
        let z = zone_key;
        match event.kind {
            E::TurnBegan { player, turn } => format!("turn {turn} {player}"),
            E::StepBegan { step, player } => {
                let words = simpan_language::Wording::Y2021;
                let step = simpan_language::step_name(step, simpan_language::Lang::En, words);
                format!("step {step} {player}")
            }
            E::Moved { to_id, card, from, to, player, .. } => {
                let name = if to_id.is_none() { c(card) } else { o(to_id) };
                format!("move {name} {} -> {} {player}", z(from), z(to))
            }
            E::Drew { player, .. } => format!("draw {player}"),
            E::DrewFromEmpty { player } => format!("draw empty {player}"),
            E::Tapped { id } => format!("tap {}", o(id)),
            E::Untapped { id } => format!("untap {}", o(id)),
            E::Life { player, by, .. } => format!("life {player} {by:+}"),
            E::Damage { source, to, amount, combat } => {
                let combat = if combat { " combat" } else { "" };
                format!("damage {} -> {} {amount}{combat}", o(source), t(to))
            }
            E::Prevented { to, amount } => format!("prevent {} {amount}", t(to)),
            E::ManaAdded { player, kind, amount } => {
                format!("mana {player} {}", mana(kind, amount))
            }
            E::ManaSpent { player, kind, amount } => {
                format!("spend {player} {}", mana(kind, amount))
            }
            E::ManaLost { player, amount } => format!("lose mana {player} {amount}"),
            E::Announced { id, ability, player, .. } if ability == AbilityId::NONE => {
                format!("cast {} {player}", o(id))
            }
            E::Announced { id, player, .. } => format!("ability {} {player}", o(id)),
            E::Targeted { by, target } => format!("target {} -> {}", o(by), t(target)),
            E::Resolving { id, card, ability } => {
                let what = if ability == AbilityId::NONE { "resolve" } else { "resolve ability" };
                let _ = id;
                format!("{what} {}", c(card))
            }
            E::Fizzled { card, .. } => format!("fizzle {}", c(card)),
            E::Countered { card, .. } => format!("counter {}", c(card)),
            E::TakenBack { player } => format!("take back {player}"),
            E::TappedForMana { id, player } => format!("tap for mana {} {player}", o(id)),
            E::Counters { id, kind, by } => {
                format!("counters {} {} {by:+}", o(id), counter_key(kind))
            }
            E::PlayerCounters { player, kind, by } => {
                format!("counters {player} {} {by:+}", counter_key(kind))
            }
            E::Attacks { id, target } => format!("attack {} -> {}", o(id), t(target)),
            E::Blocks { id, attacker } => format!("block {} -> {}", o(id), o(attacker)),
            E::BecameBlocked { id } => format!("blocked {}", o(id)),
            E::Unblocked { id } => format!("unblocked {}", o(id)),
            E::LeftCombat { id } => format!("leave combat {}", o(id)),
            E::Assigned { source, to, amount } => {
                format!("assign {} -> {} {amount}", o(source), t(to))
            }
            E::DamageOnStack { .. } => "damage on stack".into(),
            E::DamageResolves { .. } => "damage resolves".into(),
            E::Control { id, player } => format!("control {} {player}", o(id)),
            E::Attached { id, to } => format!("attach {} -> {}", o(id), o(to)),
            E::Unattached { id } => format!("unattach {}", o(id)),
            E::Destroyed { id } => format!("destroy {}", o(id)),
            E::Sacrificed { id, player } => format!("sacrifice {} {player}", o(id)),
            E::Discarded { id, player } => format!("discard {} {player}", o(id)),
            E::Regenerated { id } => format!("regenerate {}", o(id)),
            E::TokenCreated { card, player, .. } => format!("token {} {player}", c(card)),
            E::Ceased { id } => format!("cease {}", o(id)),
            E::Replaced { source } => format!("replace {}", o(source)),
            E::Triggered { source, player, .. } => format!("trigger {} {player}", o(source)),
            E::Shuffled { player } => format!("shuffle {player}"),
            E::Revealed { card, .. } => format!("reveal {}", c(card)),
            E::LookedAt { player, of, count } => format!("look {player} {of} {count}"),
            E::Passed { player } => format!("pass {player}"),
            E::Chose { player, thing } => format!("choose {player} {}", t(thing)),
            E::ChoseNumber { player, number } => format!("number {player} {number}"),
            E::EffectBegan { source } => format!("effect {}", o(source)),
            E::Mulligan { player } => format!("mulligan {player}"),
            E::Kept { player } => format!("keep {player}"),
            E::Lost { player } => format!("lost {player}"),
            E::Ended { winner: Some(player) } => format!("win {player}"),
            E::Ended { winner: None } => "draw game".into(),
        }
    }

    fn english(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let preset = game.state().rules().preset;
        let o = |id| self.name(game, id);
        let t = |thing| self.thing(game, thing);
        let c = |card| card_word(game, card, Lang::En);
        let z = |zone| zone_word(zone, Lang::En, preset);
        let s = |n: i32| if n == 1 { "" } else { "s" };
        match event.kind {
            E::TurnBegan { player, turn } => format!("Turn {turn} begins: {player}."),
            E::StepBegan { step, .. } => {
                let step = simpan_language::step_name(step, words(Lang::En), wording(preset));
                format!("The {step} begins.")
            }
            E::Moved { id, to_id, card, from, to, player } => {
                let name = if !to_id.is_none() {
                    o(to_id)
                } else if !id.is_none() {
                    o(id)
                } else {
                    c(card)
                };
                format!("{name} goes from {} to {} ({player}).", z(from), z(to))
            }
            E::Drew { player, id } if id.is_none() => format!("{player} draws a card."),
            E::Drew { player, id } => format!("{player} draws {}.", o(id)),
            E::DrewFromEmpty { player } => format!("{player} would draw from an empty library."),
            E::Tapped { id } => format!("{} is tapped.", o(id)),
            E::Untapped { id } => format!("{} is untapped.", o(id)),
            E::Life { player, by, now } => {
                let verb = if by < 0 { "loses" } else { "gains" };
                let why =
                    if event.rule == simpan_rulebook::rule::MANA_BURN { "mana burn, " } else { "" };
                format!("{player} {verb} {} life ({why}now {now}).", by.unsigned_abs())
            }
            E::Damage { source, to, amount, combat } => {
                let kind = if combat { "combat damage" } else { "damage" };
                format!("{} deals {amount} {kind} to {}.", o(source), t(to))
            }
            E::Prevented { to, amount } => format!("{amount} damage to {} is prevented.", t(to)),
            E::ManaAdded { player, kind, amount } => {
                format!("{player} adds {}.", mana(kind, amount))
            }
            E::ManaSpent { player, kind, amount } => {
                format!("{player} spends {}.", mana(kind, amount))
            }
            E::ManaLost { player, amount } => format!("{player} loses {amount} unspent mana."),
            E::Announced { id, ability, player, .. } if ability == AbilityId::NONE => {
                let verb = if preset.old_wording() { "plays" } else { "casts" };
                format!("{player} {verb} {}.", o(id))
            }
            E::Announced { id, player, .. } => {
                format!("{player} puts an ability of {} on the stack.", o(id))
            }
            E::Targeted { by, target } => format!("{} targets {}.", o(by), t(target)),
            E::Resolving { card, ability, .. } if ability == AbilityId::NONE => {
                format!("{} resolves.", c(card))
            }
            E::Resolving { card, .. } => format!("The ability of {} resolves.", c(card)),
            E::Fizzled { card, .. } => format!("{} has no legal target left.", c(card)),
            E::Countered { card, .. } => format!("{} is countered.", c(card)),
            E::TakenBack { player } => format!("{player} takes the announcement back."),
            E::TappedForMana { id, player } => format!("{player} taps {} for mana.", o(id)),
            E::Counters { id, kind, by } => {
                let kind = simpan_language::counter_name(kind, words(Lang::En));
                let verb = if by < 0 { "loses" } else { "gets" };
                format!("{} {verb} {} {kind} counter{}.", o(id), by.unsigned_abs(), s(by.abs()))
            }
            E::PlayerCounters { player, kind, by } => {
                let kind = simpan_language::counter_name(kind, words(Lang::En));
                format!("{player} gets {by} {kind} counter{}.", s(by))
            }
            E::Attacks { id, target } => format!("{} attacks {}.", o(id), t(target)),
            E::Blocks { id, attacker } => format!("{} blocks {}.", o(id), o(attacker)),
            E::BecameBlocked { id } => format!("{} becomes blocked.", o(id)),
            E::Unblocked { id } => format!("{} is unblocked.", o(id)),
            E::LeftCombat { id } => format!("{} is removed from combat.", o(id)),
            E::Assigned { source, to, amount } => {
                format!("{} assigns {amount} combat damage to {}.", o(source), t(to))
            }
            E::DamageOnStack { .. } => "Combat damage goes on the stack.".into(),
            E::DamageResolves { .. } => "Combat damage resolves.".into(),
            E::Control { id, player } => format!("{player} gains control of {}.", o(id)),
            E::Attached { id, to } => format!("{} is attached to {}.", o(id), o(to)),
            E::Unattached { id } => format!("{} becomes unattached.", o(id)),
            E::Destroyed { id } => format!("{} is destroyed.", o(id)),
            E::Sacrificed { id, player } => format!("{player} sacrifices {}.", o(id)),
            E::Discarded { id, player } => format!("{player} discards {}.", o(id)),
            E::Regenerated { id } => format!("{} regenerates.", o(id)),
            E::TokenCreated { card, player, .. } => format!("{player} gets a {} token.", c(card)),
            E::Ceased { id } => format!("{} ceases to exist.", o(id)),
            E::Replaced { source } => format!("An effect of {} applies instead.", o(source)),
            E::Triggered { source, .. } => format!("An ability of {} triggers.", o(source)),
            E::Shuffled { player } => format!("{player}'s library is shuffled."),
            E::Revealed { card, .. } => format!("{} is revealed.", c(card)),
            E::LookedAt { player, of, count } => {
                format!("{player} looks at {count} card{} of {of}.", s(i32::from(count)))
            }
            E::Passed { player } => format!("{player} passes."),
            E::Chose { player, thing } => format!("{player} chooses {}.", t(thing)),
            E::ChoseNumber { player, number } => format!("{player} chooses {number}."),
            E::EffectBegan { source } => format!("An effect of {} begins.", o(source)),
            E::Mulligan { player } => format!("{player} takes a mulligan."),
            E::Kept { player } => format!("{player} keeps the hand."),
            E::Lost { player } => format!("{player} loses the game."),
            E::Ended { winner: Some(player) } => format!("{player} wins the game."),
            E::Ended { winner: None } => "The game is a draw.".into(),
        }
    }

    fn korean(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let preset = game.state().rules().preset;
        let o = |id| self.name(game, id);
        let c = |card| card_word(game, card, Lang::Ko);
        let z = |zone| zone_word(zone, Lang::Ko, preset);
        let subject = |word: String| with(&word, Josa::Subject);
        let topic = |p: PlayerId| with(&p.to_string(), Josa::Topic);
        let object = |word: String| with(&word, Josa::Object);
        let t = |thing| self.thing(game, thing);
        let counter = |kind| simpan_language::counter_name(kind, words(Lang::Ko));
        match event.kind {
            E::TurnBegan { player, turn } => format!("{turn}턴 시작: {player}."),
            E::StepBegan { step, .. } => {
                let step = simpan_language::step_name(step, words(Lang::Ko), wording(preset));
                format!("{} 시작됩니다.", subject(step))
            }
            E::Moved { id, to_id, card, from, to, player } => {
                let name = if !to_id.is_none() {
                    o(to_id)
                } else if !id.is_none() {
                    o(id)
                } else {
                    c(card)
                };
                format!(
                    "{} {}에서 {} 이동합니다({player}).",
                    subject(name),
                    z(from),
                    with(&z(to), Josa::Toward)
                )
            }
            E::Drew { player, id } if id.is_none() => {
                format!("{} 카드를 한 장 뽑습니다.", topic(player))
            }
            E::Drew { player, id } => format!("{} {} 뽑습니다.", topic(player), object(o(id))),
            E::DrewFromEmpty { player } => format!("{} 빈 서고에서 뽑으려 합니다.", topic(player)),
            E::Tapped { id } => format!("{} 탭됩니다.", subject(o(id))),
            E::Untapped { id } => format!("{} 언탭됩니다.", subject(o(id))),
            E::Life { player, by, now } => {
                let verb = if by < 0 { "잃습니다" } else { "얻습니다" };
                let why =
                    if event.rule == simpan_rulebook::rule::MANA_BURN { "마나번, " } else { "" };
                format!(
                    "{} 생명점 {}점을 {verb}({why}현재 {now}).",
                    topic(player),
                    by.unsigned_abs()
                )
            }
            E::Damage { source, to, amount, combat } => {
                let kind = if combat { "전투 피해" } else { "피해" };
                format!("{} {}에게 {kind} {amount}점을 입힙니다.", subject(o(source)), t(to))
            }
            E::Prevented { to, amount } => {
                format!("{}에게 입힐 피해 {amount}점이 방지됩니다.", t(to))
            }
            E::ManaAdded { player, kind, amount } => {
                format!("{} {} 추가합니다.", topic(player), object(mana(kind, amount)))
            }
            E::ManaSpent { player, kind, amount } => {
                format!("{} {} 씁니다.", topic(player), object(mana(kind, amount)))
            }
            E::ManaLost { player, amount } => {
                format!("{} 쓰지 않은 마나 {amount}점을 잃습니다.", topic(player))
            }
            E::Announced { id, ability, player, .. } if ability == AbilityId::NONE => {
                format!("{} {} 발동합니다.", topic(player), object(o(id)))
            }
            E::Announced { id, player, .. } => {
                format!("{} {}의 능력을 스택에 놓습니다.", topic(player), o(id))
            }
            E::Targeted { by, target } => {
                format!("{} {} 목표로 합니다.", subject(o(by)), object(t(target)))
            }
            E::Resolving { card, ability, .. } if ability == AbilityId::NONE => {
                format!("{} 해결됩니다.", subject(c(card)))
            }
            E::Resolving { card, .. } => format!("{}의 능력이 해결됩니다.", c(card)),
            E::Fizzled { card, .. } => format!("{}의 정당한 목표가 남아 있지 않습니다.", c(card)),
            E::Countered { card, .. } => format!("{} 무효화됩니다.", subject(c(card))),
            E::TakenBack { player } => format!("{} 선언을 되돌립니다.", topic(player)),
            E::TappedForMana { id, player } => {
                format!("{} 마나를 얻으려고 {} 탭합니다.", topic(player), object(o(id)))
            }
            E::Counters { id, kind, by } => {
                let verb = if by < 0 { "잃습니다" } else { "얻습니다" };
                format!(
                    "{} {} 카운터 {}개를 {verb}.",
                    subject(o(id)),
                    counter(kind),
                    by.unsigned_abs()
                )
            }
            E::PlayerCounters { player, kind, by } => {
                format!("{} {} 카운터 {by}개를 얻습니다.", topic(player), counter(kind))
            }
            E::Attacks { id, target } => {
                format!("{} {} 공격합니다.", subject(o(id)), object(t(target)))
            }
            E::Blocks { id, attacker } => {
                format!("{} {} 방어합니다.", subject(o(id)), object(o(attacker)))
            }
            E::BecameBlocked { id } => format!("{} 방어되었습니다.", subject(o(id))),
            E::Unblocked { id } => format!("{} 방어되지 않았습니다.", subject(o(id))),
            E::LeftCombat { id } => format!("{} 전투에서 제거됩니다.", subject(o(id))),
            E::Assigned { source, to, amount } => {
                format!("{} {}에게 전투 피해 {amount}점을 배정합니다.", subject(o(source)), t(to))
            }
            E::DamageOnStack { .. } => "전투 피해가 스택에 놓입니다.".into(),
            E::DamageResolves { .. } => "전투 피해가 해결됩니다.".into(),
            E::Control { id, player } => {
                format!("{} {} 조종하게 됩니다.", topic(player), object(o(id)))
            }
            E::Attached { id, to } => format!("{} {}에 부착됩니다.", subject(o(id)), o(to)),
            E::Unattached { id } => format!("{} 떨어집니다.", subject(o(id))),
            E::Destroyed { id } => format!("{} 파괴됩니다.", subject(o(id))),
            E::Sacrificed { id, player } => {
                format!("{} {} 희생합니다.", topic(player), object(o(id)))
            }
            E::Discarded { id, player } => format!("{} {} 버립니다.", topic(player), object(o(id))),
            E::Regenerated { id } => format!("{} 재생합니다.", subject(o(id))),
            E::TokenCreated { card, player, .. } => {
                format!("{} {} 토큰을 얻습니다.", topic(player), c(card))
            }
            E::Ceased { id } => format!("{} 사라집니다.", subject(o(id))),
            E::Replaced { source } => format!("{}의 효과가 대신 적용됩니다.", o(source)),
            E::Triggered { source, .. } => format!("{}의 능력이 격발합니다.", o(source)),
            E::Shuffled { player } => format!("{player}의 서고를 섞습니다."),
            E::Revealed { card, .. } => format!("{} 공개됩니다.", subject(c(card))),
            E::LookedAt { player, of, count } => {
                format!("{} {of}의 카드 {count}장을 봅니다.", topic(player))
            }
            E::Passed { player } => format!("{} 넘깁니다.", topic(player)),
            E::Chose { player, thing } => {
                format!("{} {} 고릅니다.", topic(player), object(t(thing)))
            }
            E::ChoseNumber { player, number } => {
                format!("{} {} 고릅니다.", topic(player), object(number.to_string()))
            }
            E::EffectBegan { source } => format!("{}의 효과가 시작됩니다.", o(source)),
            E::Mulligan { player } => format!("{} 멀리건합니다.", topic(player)),
            E::Kept { player } => format!("{} 손을 유지합니다.", topic(player)),
            E::Lost { player } => format!("{} 게임에서 집니다.", topic(player)),
            E::Ended { winner: Some(player) } => {
                format!("{} 게임에서 이깁니다.", subject(player.to_string()))
            }
            E::Ended { winner: None } => "게임은 무승부입니다.".into(),
        }
    }
}

/// The word for a zone in scenarios.
pub(crate) fn zone_key(zone: Zone) -> &'static str {
    match zone {
        Zone::Library => "library",
        Zone::Hand => "hand",
        Zone::Battlefield => "battlefield",
        Zone::Graveyard => "graveyard",
        Zone::Stack => "stack",
        Zone::Exile => "exile",
        Zone::Command => "command",
        Zone::PhasedOut => "phased out",
    }
}

/// The word for a kind of counters in scenarios.
pub(crate) fn counter_key(kind: CounterKind) -> String {
    simpan_language::counter_name(kind, simpan_language::Lang::En)
}

/// Mana as symbols; `kind` counts WUBRGC.
fn mana(kind: u8, amount: u16) -> String {
    let letter = ["W", "U", "B", "R", "G", "C"][usize::from(kind.min(5))];
    format!("{{{letter}}}").repeat(usize::from(amount.min(20)))
}
