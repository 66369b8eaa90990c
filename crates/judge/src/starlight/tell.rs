//! What happens and what is asked in Starlight TCG, in words: Korean and English, and the short
//! form of events that scenarios expect.

use super::names::{card_name, everything, face_down, label, object_name, seen_name};
use super::script::options;
use simpan_engine::{Answer, Ask, Game, ObjectId, PlayerId, QuestionKind, Viewer};
use simpan_language::{Josa, josa};
use simpan_rulebook::{Book, Lang, RuleId, rule};
use simpan_starlight::{
    CardId, Event, EventKind, Look, Object, Phase, Process, Question, Starlight, WAY_ABILITY,
    WAY_ATTACK, WAY_FACE_DOWN, WAY_FACE_UP, WAY_LIGHT, WAY_PLAY, Zone, ability_text, light_text,
};
use std::collections::BTreeMap;

/// Why a rule refuses a move: its name in the rulebook, and what a player is told.
pub fn explain_refusal(because: RuleId, lang: Lang) -> String {
    let number = because.qualified(Book::Starlight);
    format!("[{number}] {}", because.entry().refusal_or_text(lang))
}

/// A word with its particle.
fn with(word: &str, particle: Josa) -> String {
    format!("{word}{}", josa(word, particle))
}

/// The Light that a resource makes, by the number in its event.
fn light(kind: u8, lang: Lang) -> &'static str {
    let (ko, en) = match kind {
        0 => ("백색 라이트", "white Light"),
        1 => ("청색 라이트", "blue Light"),
        2 => ("적색 라이트", "red Light"),
        3 => ("녹색 라이트", "green Light"),
        _ => ("무색 라이트", "colourless Light"),
    };
    if lang == Lang::Ko { ko } else { en }
}

/// The name of a zone.
pub fn zone_name(zone: Zone, lang: Lang) -> &'static str {
    let (ko, en) = match zone {
        Zone::Field => ("전장", "the field"),
        Zone::StarArea => ("스타 영역", "the star area"),
        Zone::Resources => ("자원 영역", "the resource area"),
        Zone::Hand => ("손", "the hand"),
        Zone::Deck => ("덱", "the deck"),
        Zone::Graveyard => ("무덤", "the graveyard"),
        Zone::Using => ("사용 중", "use"),
    };
    if lang == Lang::Ko { ko } else { en }
}

/// The word for a zone in scenarios.
pub(crate) fn zone_key(zone: Zone) -> &'static str {
    match zone {
        Zone::Field => "field",
        Zone::StarArea => "star",
        Zone::Resources => "resources",
        Zone::Hand => "hand",
        Zone::Deck => "deck",
        Zone::Graveyard => "graveyard",
        Zone::Using => "using",
    }
}

/// The name of a part of the turn.
pub fn phase_name(phase: Phase, lang: Lang) -> &'static str {
    let (ko, en) = match phase {
        Phase::Ready => ("준비", "ready"),
        Phase::Upkeep => ("유지", "upkeep"),
        Phase::Draw => ("카드 뽑기", "draw"),
        Phase::Main => ("메인", "main"),
        Phase::End => ("종료", "end"),
    };
    if lang == Lang::Ko { ko } else { en }
}

/// What an answer says in words.
pub fn describe_answer(game: &Starlight, answer: Answer, lang: Lang) -> String {
    let q = match game.ask() {
        Ask::Player(q) => Some(q),
        _ => None,
    };
    let name = |id| match q {
        Some(q) => label(game, id, q.player, lang),
        None => object_name(game, id, lang),
    };
    let act = q.is_some_and(|q| q.kind == QuestionKind::Act);
    let ability = |id: ObjectId, n: u16| {
        let o = game.state().object(id);
        let card = o.map(|o| game.pool().card(o.card));
        let ability = card.and_then(|c| c.abilities.get(usize::from(n)));
        ability.map(|a| ability_text(a, lang)).unwrap_or_default()
    };
    let picked = |n: u32| {
        let all = q.map(|q| options(game, &q, lang, true)).unwrap_or_default();
        all.get(n as usize).cloned().unwrap_or_default()
    };
    let (ko, en) = match answer {
        Answer::Pass => ("턴 종료".into(), "end the turn".into()),
        Answer::Done => ("완료".into(), "done".into()),
        Answer::Auto => ("자동으로 지불".into(), "pay".into()),
        Answer::Yes => ("예".into(), "yes".into()),
        Answer::No => ("아니오".into(), "no".into()),
        Answer::Cancel => ("취소".into(), "cancel".into()),
        Answer::Concede => ("항복".into(), "concede".into()),
        Answer::Pick(n) => (format!("다음: {}", picked(n)), format!("next: {}", picked(n))),
        Answer::Number(n) => (n.to_string(), n.to_string()),
        Answer::Player(p) => (p.to_string(), p.to_string()),
        Answer::AtPlayer(id, p) => (format!("{} → {p}", name(id)), format!("{} → {p}", name(id))),
        Answer::Object(id) if act => {
            (format!("{} 가리키기", name(id)), format!("point at {}", name(id)))
        }
        Answer::Object(id) => (format!("{} 선택", name(id)), format!("choose {}", name(id))),
        Answer::Pair(a, b) => match q.map(|q| q.kind) {
            Some(QuestionKind::Block) => (
                format!("{} {} 방어", with(&name(a), Josa::Toward), with(&name(b), Josa::Object)),
                format!("block {} with {}", name(b), name(a)),
            ),
            _ => (
                format!("{} {} 공격", with(&name(a), Josa::Toward), with(&name(b), Josa::Object)),
                format!("attack {} with {}", name(b), name(a)),
            ),
        },
        Answer::Use(id, WAY_PLAY) => (format!("{} 사용", name(id)), format!("use {}", name(id))),
        Answer::Use(id, WAY_FACE_UP) => (
            format!("{} 자원 영역에 놓기", with(&name(id), Josa::Object)),
            format!("put {} into the resource area", name(id)),
        ),
        Answer::Use(id, WAY_FACE_DOWN) => (
            format!("{} 뒷면으로 자원 영역에 놓기", with(&name(id), Josa::Object)),
            format!("put {} face down into the resource area", name(id)),
        ),
        Answer::Use(id, WAY_LIGHT) => {
            // Resources that are marked are all ready: it doesn't matter which of a name it is.
            let name = q.map_or_else(|| name(id), |q| seen_name(game, id, q.player, lang));
            (format!("라이트를 위해 {name} 액트"), format!("act {name} for Light"))
        }
        Answer::Use(_, WAY_ATTACK) => ("공격 선언".into(), "declare an attack".into()),
        Answer::Use(id, way) => {
            let text = ability(id, way.0.saturating_sub(WAY_ABILITY.0));
            (format!("{} 사용: {text}", name(id)), format!("use {}: {text}", name(id)))
        }
    };
    if lang == Lang::Ko { ko } else { en }
}

/// The Light that the use under way costs, and how many resources are marked for it.
fn to_pay(game: &Starlight, lang: Lang) -> (String, usize) {
    match game.state().processes.top() {
        Some(Process::Use(u)) => {
            let cost = game.look().total_cost(u.source, u.ability);
            (light_text(cost.light, lang), u.light.len())
        }
        _ => (String::new(), 0),
    }
}

/// What a question asks of whom.
pub fn describe_question(game: &Starlight, q: &Question, lang: Lang) -> String {
    let source = q.purpose.source.some().map(|id| label(game, id, q.player, lang));
    let title = q.purpose.rule.entry().title.get(lang);
    let (by, of) = match (&source, lang) {
        (None, _) => (String::new(), String::new()),
        (Some(s), Lang::Ko) => (format!("{s}: "), String::new()),
        (Some(s), Lang::En) => (String::new(), format!(" for {s}")),
    };
    let list = || options(game, q, lang, true).join(" | ");
    let range = |min: u8, max: u8| match min == max {
        true => max.to_string(),
        false => format!("{min}-{max}"),
    };
    use QuestionKind as Q;
    let (ko, en) = match q.kind {
        Q::Act => ("행동하거나 턴을 마치세요".into(), "act, or end the turn".into()),
        Q::Target { chosen, min, max, .. } => (
            format!("{by}목표를 고르세요 ({} 중 {chosen}장 고름)", range(min, max)),
            format!("choose a target{of} ({chosen} of {} chosen)", range(min, max)),
        ),
        Q::Object { chosen, min, max } => (
            format!("{by}카드를 고르세요 ({} 중 {chosen}장 고름; {title})", range(min, max)),
            format!("choose a card{of} ({chosen} of {} chosen; {title})", range(min, max)),
        ),
        Q::Pay => {
            let (light, marked) = to_pay(game, lang);
            (
                format!("{by}라이트 {light} 지불 ({marked}장 표시함)"),
                format!("pay {light} Light{of} ({marked} marked)"),
            )
        }
        Q::Order { .. } => (
            format!("{by}다음은 무엇입니까? {} ({title})", list()),
            format!("which comes next{of}? {} ({title})", list()),
        ),
        Q::OneOf { .. } => {
            (format!("{by}하나를 고르세요: {}", list()), format!("choose one{of}: {}", list()))
        }
        Q::YesNo if q.purpose.rule == rule::STAR_START => {
            ("먼저 시작하겠습니까?".into(), "do you want to begin?".into())
        }
        Q::YesNo => (format!("{by}하겠습니까? ({title})"), format!("yes or no{of}? ({title})")),
        Q::Mulligan => ("시작 손을 바꾸겠습니까?".into(), "exchange the opening hand?".into()),
        Q::Attack => ("공격 캐릭터를 고르세요".into(), "choose attackers".into()),
        Q::Block => ("방어 캐릭터를 고르세요".into(), "choose blockers".into()),
        _ => (format!("{by}{title}"), format!("{title}{of}")),
    };
    format!("{}: {}", q.player, if lang == Lang::Ko { ko } else { en })
}

/// Tells what happens. It remembers the names of what is no more.
#[derive(Clone, Debug)]
pub struct Teller {
    /// The language it tells in.
    pub lang: Lang,
    /// To whom it tells.
    viewer: Viewer,
    /// What objects are or were; [`CardId::NONE`] for what the viewer saw face down only.
    cards: BTreeMap<ObjectId, CardId>,
}

/// How many cards are kept in mind before old ones are forgotten.
const MEMORY: usize = 20_000;

impl Teller {
    /// A teller that knows all that is on the table.
    pub fn new(game: &Starlight, lang: Lang) -> Self {
        Self::for_viewer(game, lang, Viewer::Judge)
    }

    /// A teller that knows what a viewer sees.
    pub fn for_viewer(game: &Starlight, lang: Lang, viewer: Viewer) -> Self {
        let mut teller = Self { lang, viewer, cards: BTreeMap::new() };
        teller.note(game);
        teller
    }

    /// Looks at the table, for the names of what it will have to tell of. To be called before
    /// each answer.
    pub fn note(&mut self, game: &Starlight) {
        if self.cards.len() > MEMORY {
            self.cards.clear();
        }
        for id in everything(game) {
            if let Some(o) = game.state().object(id) {
                self.cards.insert(id, self.known(game.look(), o));
            }
        }
    }

    /// Which card an object is, as far as the viewer may know.
    fn known(&self, look: Look<'_>, o: &Object) -> CardId {
        let seen = match self.viewer {
            Viewer::Judge => true,
            Viewer::Public => look.may_see(o, None),
            Viewer::Seat(seat) => look.may_see(o, Some(seat)),
        };
        if seen { o.card } else { CardId::NONE }
    }

    /// Remembers the names that an event tells of. To be called for each event of a row before
    /// the first of them is told.
    pub fn learn(&mut self, event: &Event) {
        match event.kind {
            EventKind::Moved { object, became, card, .. } if card != CardId::NONE => {
                self.cards.insert(object, card);
                self.cards.insert(became, card);
            }
            EventKind::Drew { object, card, .. } if card != CardId::NONE => {
                self.cards.insert(object, card);
            }
            _ => {}
        }
        self.cards.remove(&ObjectId::NONE);
    }

    fn named(&self, look: Look<'_>, id: ObjectId, lang: Lang) -> String {
        let now = look.s.object(id);
        let card = self.cards.get(&id).copied().or_else(|| now.map(|o| self.known(look, o)));
        match card.unwrap_or(CardId::NONE) {
            CardId::NONE if now.is_some_and(|o| o.face_down) => face_down(lang).into(),
            card => card_name(look.pool, card, lang),
        }
    }

    /// The name of a card, present or past.
    pub fn name(&self, game: &Starlight, id: ObjectId) -> String {
        self.named(game.look(), id, self.lang)
    }

    /// The event as a sentence with its rule.
    pub fn tell(&self, game: &Starlight, event: &Event) -> String {
        let look = game.look();
        let sentence = match self.lang {
            Lang::En => self.english(look, event),
            Lang::Ko => self.korean(look, event),
        };
        format!("[{}] {sentence}", event.rule.qualified(Book::Starlight))
    }

    /// What a trigger is about, in brackets, where it isn't about its own card.
    fn about(&self, look: Look<'_>, about: ObjectId, of: ObjectId, lang: Lang) -> String {
        match about.some().filter(|about| *about != of) {
            Some(about) => format!(" ({})", self.named(look, about, lang)),
            None => String::new(),
        }
    }

    fn korean(&self, look: Look<'_>, event: &Event) -> String {
        use EventKind as E;
        let a = |about, of| self.about(look, about, of, Lang::Ko);
        let o = |id| self.named(look, id, Lang::Ko);
        let c = |card| card_name(look.pool, card, Lang::Ko);
        let subject = |word: String| with(&word, Josa::Subject);
        let object = |word: String| with(&word, Josa::Object);
        let topic = |p: PlayerId| with(&p.to_string(), Josa::Topic);
        let z = |zone| zone_name(zone, Lang::Ko);
        match event.kind {
            E::WonDraw { player } => format!("{} 추첨에서 이깁니다.", subject(player.to_string())),
            E::Begins { player } => format!("{} 먼저 시작합니다.", subject(player.to_string())),
            E::Shuffled { player } => format!("{} 덱을 섞습니다.", topic(player)),
            E::Drew { player, card, .. } => {
                format!("{} {} 뽑습니다.", topic(player), object(c(card)))
            }
            E::CouldNotDraw { player } => format!("{} 빈 덱에서 뽑으려 합니다.", topic(player)),
            E::Exchanged { player } => format!("{} 시작 손을 바꿉니다.", topic(player)),
            E::Kept { player } => format!("{} 시작 손을 유지합니다.", topic(player)),
            E::TurnBegan { player, turn } => format!("{turn}턴 시작: {player}."),
            E::PhaseBegan { phase, .. } => format!("{} 단계입니다.", phase_name(phase, Lang::Ko)),
            E::Moved { card, from, to: Zone::Using, .. } => {
                format!("{} {}에서 나옵니다.", subject(c(card)), z(from))
            }
            E::Moved { card, from, to, face_down, .. } => {
                let down = if face_down && to == Zone::Resources { "뒷면으로 " } else { "" };
                let from =
                    if from == Zone::Using { String::new() } else { format!("{}에서 ", z(from)) };
                format!("{} {from}{}에 {down}놓입니다.", subject(c(card)), z(to))
            }
            E::Readied { object: id } => format!("{} 준비상태가 됩니다.", subject(o(id))),
            E::Acted { object: id } => format!("{} 액트합니다.", object(o(id))),
            E::MadeLight { object: id, light: kind } => {
                format!("{} {} 하나를 만듭니다.", subject(o(id)), light(kind, Lang::Ko))
            }
            E::Used { player, card, ability: None, .. } => {
                format!("{} {} 사용합니다.", topic(player), object(c(card)))
            }
            E::Used { player, card, .. } => {
                format!("{} {}의 능력을 사용합니다.", topic(player), c(card))
            }
            E::Targeted { by, target } => {
                format!("{}의 목표는 {}입니다.", o(by), o(target))
            }
            E::Restored { player } => {
                format!("{}의 사용을 모두 원상복구합니다.", player)
            }
            E::Resolves { card, ability: None, .. } => format!("{} 해결됩니다.", subject(c(card))),
            E::Resolves { card, about, object: of, .. } => {
                format!("{}의 능력{}이 해결됩니다.", c(card), a(about, of).trim_start())
            }
            E::Nullified { card, .. } => format!("{} 무효화됩니다.", subject(c(card))),
            E::Triggered { player, card, about, object: of, .. } => {
                format!("{player}의 {} 능력{}이 유발됩니다.", c(card), a(about, of).trim_start())
            }
            E::Ordered { player, card, place, about, object: of, .. } => format!(
                "{} {}의 유발 능력{}을 {}번째로 정합니다.",
                topic(player),
                c(card),
                a(about, of).trim_start(),
                u16::from(place) + 1
            ),
            E::Declined { player, object: id } => {
                format!("{player}의 {} 유발 능력은 아무 일도 하지 않습니다.", o(id))
            }
            _ => self.korean_table(look, event),
        }
    }

    fn korean_table(&self, look: Look<'_>, event: &Event) -> String {
        use EventKind as E;
        let o = |id| self.named(look, id, Lang::Ko);
        let subject = |word: String| with(&word, Josa::Subject);
        let object = |word: String| with(&word, Josa::Object);
        let topic = |p: PlayerId| with(&p.to_string(), Josa::Topic);
        match event.kind {
            E::Damaged { by, object: id, amount } => {
                format!("{} {}에게 피해 {amount}점을 줍니다.", subject(o(by)), o(id))
            }
            E::Life { object: id, change, now } => {
                let verb = if change < 0 { "잃습니다" } else { "얻습니다" };
                let by = change.unsigned_abs();
                format!("{} 생명점 {by}점을 {verb}(현재 {now}).", subject(o(id)))
            }
            E::Destroyed { object: id } => format!("{} 파괴됩니다.", subject(o(id))),
            E::Boosted { object: id, power, health } => {
                format!("{} 턴종료까지 {power:+}/{health:+} 얻습니다.", subject(o(id)))
            }
            E::CostChanged { object: id, change } => {
                format!("{}의 비용이 턴종료까지 {change:+} 바뀝니다.", o(id))
            }
            E::Controlled { object: id, player } => {
                format!("{} {} 조종합니다.", subject(player.to_string()), object(o(id)))
            }
            E::Attacked { object: id, star } => {
                format!("{} {} 공격합니다.", subject(o(id)), object(o(star)))
            }
            E::Blocked { object: id, attacker } => {
                format!("{} {} 방어합니다.", subject(o(id)), object(o(attacker)))
            }
            E::BlockerPlaced { object: id, attacker, place } => format!(
                "{}의 방어 캐릭터 {}번째는 {}입니다.",
                o(attacker),
                u16::from(place) + 1,
                o(id)
            ),
            E::Assigned { by, to, amount } => {
                format!("{}의 공격력 {amount}점이 {}에게 배정됩니다.", o(by), o(to))
            }
            E::CombatEnded => "공격이 끝납니다.".into(),
            E::WoreOff => "피해와 턴종료까지의 효과가 없어집니다.".into(),
            E::Searched { player, found } => match found {
                true => format!("{} 덱에서 카드를 찾아 공개합니다.", topic(player)),
                false => format!("{} 덱에서 아무것도 찾지 않습니다.", topic(player)),
            },
            E::Conceded { player } => format!("{} 항복합니다.", subject(player.to_string())),
            E::Won { player } => format!("{} 승리합니다.", subject(player.to_string())),
            E::Drawn => "무승부입니다.".into(),
            _ => String::new(),
        }
    }

    fn english(&self, look: Look<'_>, event: &Event) -> String {
        use EventKind as E;
        let a = |about, of| self.about(look, about, of, Lang::En);
        let o = |id| self.named(look, id, Lang::En);
        let c = |card| card_name(look.pool, card, Lang::En);
        let z = |zone| zone_name(zone, Lang::En);
        match event.kind {
            E::WonDraw { player } => format!("{player} wins the draw."),
            E::Begins { player } => format!("{player} begins."),
            E::Shuffled { player } => format!("{player} shuffles the deck."),
            E::Drew { player, card, .. } => format!("{player} draws {}.", c(card)),
            E::CouldNotDraw { player } => format!("{player} can't draw from an empty deck."),
            E::Exchanged { player } => format!("{player} exchanges the opening hand."),
            E::Kept { player } => format!("{player} keeps the opening hand."),
            E::TurnBegan { player, turn } => format!("Turn {turn} begins: {player}."),
            E::PhaseBegan { phase, .. } => format!("The {} phase.", phase_name(phase, Lang::En)),
            E::Moved { card, from, to: Zone::Using, .. } => {
                format!("{} leaves {}.", c(card), z(from))
            }
            E::Moved { card, from, to, face_down, .. } => {
                let down = if face_down && to == Zone::Resources { " face down" } else { "" };
                let from = match from {
                    Zone::Using => String::new(),
                    from => format!(" from {}", z(from)),
                };
                format!("{} goes{from} to {}{down}.", c(card), z(to))
            }
            E::Readied { object } => format!("{} becomes ready.", o(object)),
            E::Acted { object } => format!("{} is acted.", o(object)),
            E::MadeLight { object, light: kind } => {
                format!("{} makes one {}.", o(object), light(kind, Lang::En))
            }
            E::Used { player, card, ability: None, .. } => format!("{player} uses {}.", c(card)),
            E::Used { player, card, .. } => format!("{player} uses an ability of {}.", c(card)),
            E::Targeted { by, target } => format!("{} targets {}.", o(by), o(target)),
            E::Restored { player } => format!("Everything of {player}'s use is restored."),
            E::Resolves { card, ability: None, .. } => format!("{} resolves.", c(card)),
            E::Resolves { card, about, object: of, .. } => {
                format!("The ability of {}{} resolves.", c(card), a(about, of))
            }
            E::Nullified { card, .. } => format!("{} is nullified.", c(card)),
            E::Triggered { player, card, about, object: of, .. } => {
                format!("An ability of {player}'s {}{} triggers.", c(card), a(about, of))
            }
            E::Ordered { player, card, place, about, object: of, .. } => {
                let about = a(about, of);
                let place = u16::from(place) + 1;
                format!("{player} puts the trigger of {}{about} in place {place}.", c(card))
            }
            E::Declined { player, object } => {
                format!("The trigger of {player}'s {} does nothing.", o(object))
            }
            _ => self.english_table(look, event),
        }
    }

    fn english_table(&self, look: Look<'_>, event: &Event) -> String {
        use EventKind as E;
        let o = |id| self.named(look, id, Lang::En);
        match event.kind {
            E::Damaged { by, object, amount } => {
                format!("{} deals {amount} damage to {}.", o(by), o(object))
            }
            E::Life { object, change, now } => {
                let verb = if change < 0 { "loses" } else { "gains" };
                format!("{} {verb} {} life (now {now}).", o(object), change.unsigned_abs())
            }
            E::Destroyed { object } => format!("{} is destroyed.", o(object)),
            E::Boosted { object, power, health } => {
                format!("{} gets {power:+}/{health:+} until end of turn.", o(object))
            }
            E::CostChanged { object, change } => {
                format!("The cost of {} changes by {change:+} until end of turn.", o(object))
            }
            E::Controlled { object, player } => format!("{player} controls {}.", o(object)),
            E::Attacked { object, star } => format!("{} attacks {}.", o(object), o(star)),
            E::Blocked { object, attacker } => format!("{} blocks {}.", o(object), o(attacker)),
            E::BlockerPlaced { object, attacker, place } => {
                format!("{} is blocker {} of {}.", o(object), u16::from(place) + 1, o(attacker))
            }
            E::Assigned { by, to, amount } => {
                format!("{amount} of the power of {} is assigned to {}.", o(by), o(to))
            }
            E::CombatEnded => "The attack is over.".into(),
            E::WoreOff => "Damage and effects until end of turn end.".into(),
            E::Searched { player, found: true } => {
                format!("{player} finds a card in the deck and shows it.")
            }
            E::Searched { player, .. } => format!("{player} finds nothing in the deck."),
            E::Conceded { player } => format!("{player} concedes."),
            E::Won { player } => format!("{player} wins."),
            E::Drawn => "The game is a draw.".into(),
            _ => String::new(),
        }
    }

    /// The event in the short form of scenarios, with names in a language.
    pub(crate) fn short(&self, game: &Starlight, event: &Event, lang: Lang) -> String {
        use EventKind as E;
        let look = game.look();
        let o = |id| self.named(look, id, lang);
        let c = |card| card_name(look.pool, card, lang);
        let a = |about, of| self.about(look, about, of, lang);
        match event.kind {
            E::WonDraw { player } => format!("won draw {player}"),
            E::Begins { player } => format!("begins {player}"),
            E::Shuffled { player } => format!("shuffle {player}"),
            E::Drew { player, card, .. } => format!("draw {player} {}", c(card)),
            E::CouldNotDraw { player } => format!("draw empty {player}"),
            E::Exchanged { player } => format!("exchange {player}"),
            E::Kept { player } => format!("keep {player}"),
            E::TurnBegan { player, turn } => format!("turn {turn} {player}"),
            E::PhaseBegan { phase, .. } => format!("phase {}", phase_name(phase, Lang::En)),
            E::Moved { card, from, to, face_down, .. } => {
                let down = if face_down { " face down" } else { "" };
                format!("move {} {} -> {}{down}", c(card), zone_key(from), zone_key(to))
            }
            E::Readied { object } => format!("ready {}", o(object)),
            E::Acted { object } => format!("act {}", o(object)),
            E::MadeLight { object, light: kind } => {
                format!("light {} {}", o(object), light(kind, Lang::En).trim_end_matches(" Light"))
            }
            E::Used { player, card, ability: None, .. } => format!("use {} {player}", c(card)),
            E::Used { player, card, .. } => format!("ability {} {player}", c(card)),
            E::Targeted { by, target } => format!("target {} -> {}", o(by), o(target)),
            E::Restored { player } => format!("restore {player}"),
            E::Resolves { card, ability: None, .. } => format!("resolve {}", c(card)),
            E::Resolves { card, about, object: of, .. } => {
                format!("resolve ability {}{}", c(card), a(about, of))
            }
            E::Nullified { card, about, object: of, .. } => {
                format!("nullified {}{}", c(card), a(about, of))
            }
            E::Triggered { player, card, about, object: of, .. } => {
                format!("trigger {} {player}{}", c(card), a(about, of))
            }
            E::Ordered { player, card, place, about, object: of, .. } => {
                let place = u16::from(place) + 1;
                format!("order {} {player} {place}{}", c(card), a(about, of))
            }
            E::Declined { player, object } => format!("declined {} {player}", o(object)),
            E::Damaged { by, object, amount } => {
                format!("damage {} -> {} {amount}", o(by), o(object))
            }
            E::Life { object, change, now } => format!("life {} {change:+} {now}", o(object)),
            E::Destroyed { object } => format!("destroy {}", o(object)),
            E::Boosted { object, power, health } => {
                format!("boost {} {power:+}/{health:+}", o(object))
            }
            E::CostChanged { object, change } => format!("cost {} {change:+}", o(object)),
            E::Controlled { object, player } => format!("control {} {player}", o(object)),
            E::Attacked { object, star } => format!("attack {} -> {}", o(object), o(star)),
            E::Blocked { object, attacker } => format!("block {} -> {}", o(object), o(attacker)),
            E::BlockerPlaced { object, attacker, place } => {
                format!("blocker {} {} {}", o(attacker), u16::from(place) + 1, o(object))
            }
            E::Assigned { by, to, amount } => format!("assign {} -> {} {amount}", o(by), o(to)),
            E::CombatEnded => "attack ended".into(),
            E::WoreOff => "wear off".into(),
            E::Searched { player, found } => {
                format!("search {player}{}", if found { "" } else { " nothing" })
            }
            E::Conceded { player } => format!("concede {player}"),
            E::Won { player } => format!("win {player}"),
            E::Drawn => "draw game".into(),
        }
    }
}

/// Words with which the short form of an event begins.
pub(crate) const EVENTS: &[&str] = &[
    "won",
    "begins",
    "shuffle",
    "draw",
    "exchange",
    "keep",
    "turn",
    "phase",
    "move",
    "ready",
    "act",
    "light",
    "use",
    "ability",
    "target",
    "restore",
    "resolve",
    "nullified",
    "trigger",
    "order",
    "declined",
    "damage",
    "life",
    "destroy",
    "boost",
    "cost",
    "control",
    "attack",
    "block",
    "blocker",
    "assign",
    "wear",
    "search",
    "concede",
    "win",
    "rule",
];
