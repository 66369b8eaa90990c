//! Events as Korean sentences.

use super::Teller;
use super::mana;
use crate::explain::{card_word, with, wording, words, zone_word};
use simpan_cards::program::AbilityId;
use simpan_engine::PlayerId;
use simpan_language::Josa;
use simpan_magic::Magic;
use simpan_magic::event::{Event, EventKind};
use simpan_magic::object::ObjectKind;
use simpan_rulebook::Lang;
impl Teller {
    /// Korean: the turn, zones, life, damage and mana.
    pub(super) fn korean(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let preset = game.state().rules().preset;
        let o = |id| self.name(game, id);
        let c = |card| card_word(game, card, Lang::Ko);
        let z = |zone| zone_word(zone, Lang::Ko, preset);
        let subject = |word: String| with(&word, Josa::Subject);
        let topic = |p: PlayerId| with(&p.to_string(), Josa::Topic);
        let object = |word: String| with(&word, Josa::Object);
        let t = |thing| self.thing(game, thing);
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
            E::PhasedOut { id } => format!("{} 페이즈 아웃합니다.", subject(o(id))),
            E::PhasedIn { id } => format!("{} 페이즈 인합니다.", subject(o(id))),
            E::Searched { player, of } => format!("{} {of}의 서고를 찾아봅니다.", topic(player)),
            E::TurnedUp { card, .. } => format!("{} 앞면이 됩니다.", subject(c(card))),
            E::TurnedDown { id } => format!("{} 뒷면이 됩니다.", subject(o(id))),
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
                let kind = if combat { "전투피해" } else { "피해" };
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
            _ => self.korean_stack(game, event),
        }
    }

    /// Korean: the stack, targets and counters.
    fn korean_stack(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let o = |id| self.name(game, id);
        let c = |card| card_word(game, card, Lang::Ko);
        let subject = |word: String| with(&word, Josa::Subject);
        let topic = |p: PlayerId| with(&p.to_string(), Josa::Topic);
        let object = |word: String| with(&word, Josa::Object);
        let t = |thing| self.thing(game, thing);
        let counter = |kind| simpan_language::counter_name(kind, words(Lang::Ko));
        match event.kind {
            E::Announced { id, ability, player, .. } if ability == AbilityId::NONE => {
                format!("{} {} 발동합니다.", topic(player), object(o(id)))
            }
            E::Announced { id, player, .. } => {
                format!("{} {}의 능력을 스택에 놓습니다.", topic(player), o(id))
            }
            E::Copied { id, player, .. } => {
                format!("{} {}의 복사본을 스택에 놓습니다.", topic(player), o(id))
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
            E::TakenBack { player, because: None } => {
                format!("{} 알린 것을 되돌립니다. 모든 것이 그 전과 같습니다.", topic(player))
            }
            E::TakenBack { player, because: Some(because) } => {
                let why = because.qualified(game.state().rules().preset.book());
                let what = because.entry().title.ko;
                format!(
                    "{} 알린 것은 마칠 수 없어({what}, {why}) 되돌립니다. 모든 것이 그 전과 같습니다.",
                    subject(player.to_string())
                )
            }
            E::TappedForMana { id, player, .. } => {
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
            _ => self.korean_rest(game, event),
        }
    }

    /// Korean: combat, permanents, choices and the end.
    fn korean_rest(&self, game: &Magic, event: &Event) -> String {
        use EventKind as E;
        let o = |id| self.name(game, id);
        let c = |card| card_word(game, card, Lang::Ko);
        let subject = |word: String| with(&word, Josa::Subject);
        let topic = |p: PlayerId| with(&p.to_string(), Josa::Topic);
        let object = |word: String| with(&word, Josa::Object);
        let t = |thing| self.thing(game, thing);
        match event.kind {
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
                format!("{} {}에게 전투피해 {amount}점을 배정합니다.", subject(o(source)), t(to))
            }
            E::DamageOnStack { .. } => "전투피해가 스택에 놓입니다.".into(),
            E::DamageResolves { .. } => "전투피해가 해결됩니다.".into(),
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
            E::Cycled { id, player } => {
                format!("{} {} 순환시킵니다.", topic(player), object(o(id)))
            }
            E::Regenerated { id } => format!("{} 재생합니다.", subject(o(id))),
            E::TokenCreated { card, player, .. } => {
                format!("{} {} 토큰을 얻습니다.", topic(player), c(card))
            }
            E::Ceased { id, kind: ObjectKind::Ability } => {
                format!("{}의 능력이 스택을 떠납니다.", o(id))
            }
            E::Ceased { kind: ObjectKind::CombatDamage, .. } => {
                "전투피해가 스택을 떠납니다.".into()
            }
            E::Ceased { id, .. } => format!("{} 사라집니다.", subject(o(id))),
            E::Replaced { source } => format!("{}의 효과가 대신 적용됩니다.", o(source)),
            E::Triggered { source, .. } => format!("{}의 능력이 격발합니다.", o(source)),
            E::Shuffled { player } => format!("{player}의 서고를 섞습니다."),
            E::Revealed { card, .. } => format!("{} 공개됩니다.", subject(c(card))),
            E::RevealedBy { card, .. } => format!("{} 공개됩니다.", subject(c(card))),
            E::LookedAt { player, of, count } => {
                format!("{} {of}의 카드 {count}장을 봅니다.", topic(player))
            }
            E::Passed { player } => format!("{} 넘깁니다.", topic(player)),
            E::Chose { player, thing } => {
                format!("{} {} 고릅니다.", topic(player), object(t(thing)))
            }
            E::ChoseNumber { player, number } => {
                let what = self.chosen(number);
                match self.says() {
                    true => format!("{} {what}라고 답합니다.", topic(player)),
                    false => format!("{} {} 고릅니다.", topic(player), object(what)),
                }
            }
            E::EffectBegan { source } => format!("{}의 효과가 시작됩니다.", o(source)),
            E::Mulligan { player } => format!("{} 멀리건합니다.", topic(player)),
            E::Kept { player } => format!("{} 손을 유지합니다.", topic(player)),
            E::Lost { player } => format!("{} 게임에서 집니다.", topic(player)),
            E::Ended { winner: Some(player) } => {
                format!("{} 게임에서 이깁니다.", subject(player.to_string()))
            }
            E::Ended { winner: None } => "게임은 무승부입니다.".into(),
            // What the other two tell.
            _ => String::new(),
        }
    }
}
