//! What questions, answers and refusals mean, in words.

use crate::names::{card_name, labelled_plain, object_name};
use crate::words as said;
use simpan_cards::ast::{
    Ability, Choice, Color, Effect, ManaOutput, ManaSymbol, Step, Subtype, Zone,
};
use simpan_cards::program::{AbilityId, AbilityKind, CardId, Op};
use simpan_engine::{Answer, Ask, Game, ObjectId, PlayerId, QuestionKind, Viewer};
use simpan_language::{Josa, Wording, josa};
use simpan_magic::legal::{How, how_of};
use simpan_magic::object::Thing;
use simpan_magic::{Magic, Preset, Question};
use simpan_rulebook::{Lang, RuleId, rule};

/// The same language for the phrase tables.
pub(crate) fn words(lang: Lang) -> simpan_language::Lang {
    match lang {
        Lang::En => simpan_language::Lang::En,
        Lang::Ko => simpan_language::Lang::Ko,
    }
}

/// The words of a rulebook.
pub(crate) fn wording(preset: Preset) -> Wording {
    if preset.old_wording() { Wording::Y2005 } else { Wording::Y2021 }
}

/// A word with its particle.
pub(crate) fn with(word: &str, particle: Josa) -> String {
    format!("{word}{}", josa(word, particle))
}

/// Why a rule refuses a move: its number in the rulebook, and what a player is told.
///
/// ```
/// use simpan_judge::explain_refusal;
/// use simpan_magic::Preset;
/// use simpan_rulebook::{Lang, rule};
/// let text = explain_refusal(rule::SUMMONING_SICKNESS, Preset::Y2005, Lang::En);
/// assert!(text.starts_with("[cr2005-212.3d] "));
/// ```
pub fn explain_refusal(because: RuleId, preset: Preset, lang: Lang) -> String {
    format!("[{}] {}", because.qualified(preset.book()), because.entry().refusal_or_text(lang))
}

/// When it is, for a refusal that is a matter of that: whose turn, and which step.
pub fn when_refused(game: &Magic, because: RuleId, lang: Lang) -> Option<String> {
    const TIMING: [RuleId; 5] = [
        rule::TIMING_SORCERY,
        rule::TIMING_INSTANT,
        rule::TIMING_ABILITY,
        rule::TIMING_LAND,
        rule::LAND_OWN_TURN,
    ];
    let s = game.state();
    TIMING.contains(&because).then(|| {
        let step = step_word(s.step(), lang, s.rules().preset);
        let with = [s.turn_number().to_string(), s.active().to_string(), step];
        said::say(&said::NOW, lang, &with.each_ref().map(String::as_str))
    })
}

/// The kinds of mana (WUBRGC by number) that an object's mana ability with so many options offers.
pub(crate) fn mana_options(game: &Magic, source: ObjectId, options: usize) -> Vec<u8> {
    if let Some(kinds) = game.look().mana_asked().filter(|k| k.len() == options) {
        return kinds.to_vec();
    }
    let pool = game.pool();
    let Some(c) = game.look().characteristics(source) else { return Vec::new() };
    let programs = c.abilities.iter().map(|a| pool.program(pool.ability(*a).program));
    for op in programs.flat_map(|p| &p.ops) {
        if let Op::Do(simpan_cards::ast::Action::AddMana {
            mana: ManaOutput::OneOf(colors), ..
        }) = op
            && colors.len() as usize == options
        {
            return colors.iter().map(|c| c as u8).collect();
        }
    }
    Vec::new()
}

pub(crate) fn thing_name(game: &Magic, thing: Thing, lang: Lang) -> String {
    match thing {
        Thing::Object(id) => object_name(game, id, lang),
        Thing::Player(p) => p.to_string(),
        Thing::None => match lang {
            Lang::En => "something".into(),
            Lang::Ko => "무언가".into(),
        },
    }
}

/// The text of an object's activated ability of that number.
fn ability_text(game: &Magic, id: ObjectId, n: u8, lang: Lang) -> String {
    let pool = game.pool();
    let ability = game.look().characteristics(id).and_then(|c| c.abilities.get(usize::from(n)));
    let Some(ability) = ability else { return String::new() };
    print(game, id, &pool.ability(*ability).tree, lang)
}

/// An ability as an object's text says it.
fn print(game: &Magic, id: ObjectId, tree: &Ability, lang: Lang) -> String {
    let name = object_name(game, id, lang);
    let preset = game.state().rules().preset;
    simpan_language::print_ability(tree, &name, words(lang), wording(preset))
}

/// The abilities of which a question about an object may speak: the one that is resolving or
/// being announced, a spell's own text, or else what is simply true of the object.
fn asking(game: &Magic, source: ObjectId) -> Vec<AbilityId> {
    if let Some(cost) = game.look().cost_asked() {
        return vec![cost];
    }
    let pool = game.pool();
    let view = game.view(Viewer::Judge);
    let entry = view
        .stack
        .iter()
        .rev()
        .find(|e| (e.resolving || e.announcing) && (e.source == source || e.id == source));
    if let Some(ability) = entry.and_then(|e| e.ability) {
        return vec![ability];
    }
    let Some(c) = game.look().characteristics(source) else { return Vec::new() };
    let mut all: Vec<AbilityId> = c.abilities.to_vec();
    all.extend(pool.card(c.named).spell.filter(|a| !all.contains(a)));
    let of = |wanted: fn(&Ability) -> bool| {
        let fits = |a: &&AbilityId| wanted(&pool.ability(**a).tree);
        all.iter().filter(fits).copied().collect::<Vec<_>>()
    };
    let spell = of(|a| matches!(a, Ability::Spell(_)));
    match entry {
        Some(_) if !spell.is_empty() => spell,
        _ => of(|a| matches!(a, Ability::Static(_))),
    }
}

/// What a yes or no is about: the text that asks it.
fn asking_text(game: &Magic, source: ObjectId, lang: Lang) -> Option<String> {
    let pool = game.pool();
    let all = asking(game, source);
    let texts: Vec<String> =
        all.iter().map(|a| print(game, source, &pool.ability(*a).tree, lang)).collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}

/// The text of a mode of the spell or ability that is being announced.
fn mode_text(game: &Magic, source: ObjectId, n: u32, lang: Lang) -> Option<String> {
    let pool = game.pool();
    asking(game, source).iter().find_map(|a| {
        let effect = match &pool.ability(*a).tree {
            Ability::Spell(effect) => effect,
            Ability::Activated(a) => &a.effect,
            Ability::Triggered(t) => &t.effect,
            _ => return None,
        };
        let Effect::Modes { modes, .. } = effect else { return None };
        let mode = modes.get(n as usize)?;
        Some(print(game, source, &Ability::Spell(mode.effect.clone()), lang))
    })
}

/// Whether an object asks for a basic land type as it comes.
fn asks_land_type(game: &Magic, source: ObjectId) -> bool {
    use simpan_cards::ast::Instead;
    let Some(c) = game.look().characteristics(source) else { return false };
    let mut trees = c.abilities.iter().map(|a| &game.pool().ability(*a).tree);
    let wanted = format!("{:?}", Instead::Choose(Choice::BasicLandType));
    trees.any(|tree| format!("{tree:?}").contains(&wanted))
}

/// What each of the options of a question means, where they are numbered.
pub(crate) fn option_words(game: &Magic, q: &Question, lang: Lang) -> Vec<String> {
    let options = match q.kind {
        QuestionKind::OneOf { options } | QuestionKind::Mode { options } => u32::from(options),
        QuestionKind::Order { .. } if orders_triggers(game) => {
            game.look().waiting_triggers().len() as u32
        }
        _ => 0,
    };
    (0..options).map(|n| pick(game, n, Some(q), lang)).collect()
}

/// Whether the order that is asked is that of abilities that have triggered.
fn orders_triggers(game: &Magic) -> bool {
    let mut legal = Vec::new();
    game.answers(&mut legal);
    matches!(legal.first(), Some(Answer::Pick(_)))
}

/// The options as a list: "red, green or white".
fn listed(game: &Magic, q: &Question, lang: Lang) -> Option<String> {
    let all = option_words(game, q, lang);
    if all.is_empty() {
        return None;
    }
    // Sentences are numbered, as answers name them; words aren't.
    if !matches!(q.kind, QuestionKind::OneOf { .. }) {
        let numbered: Vec<String> =
            all.iter().enumerate().map(|(i, text)| format!("({}) {text}", i + 1)).collect();
        return Some(numbered.join(" "));
    }
    let (last, rest) = all.split_last()?;
    match lang {
        _ if rest.is_empty() => Some(last.clone()),
        Lang::En => Some(format!("{} or {last}", rest.join(", "))),
        Lang::Ko => Some(all.join(", ")),
    }
}

fn color(kind: u8, lang: Lang) -> String {
    match Color::ALL.get(usize::from(kind)) {
        Some(color) => simpan_language::color_name(*color, words(lang)),
        None => match lang {
            Lang::En => "colorless".into(),
            Lang::Ko => "무색".into(),
        },
    }
}

/// What an answer to the question that is open means: "cast Giant Growth", "attack B with Grizzly
/// Bears", "tap Forest for mana".
pub fn describe_answer(game: &Magic, answer: Answer, lang: Lang) -> String {
    let question = match game.ask() {
        Ask::Player(q) => Some(q),
        _ => None,
    };
    match lang {
        Lang::En => english(game, answer, question.as_ref()),
        Lang::Ko => korean(game, answer, question.as_ref()),
    }
}

fn english(game: &Magic, answer: Answer, q: Option<&Question>) -> String {
    let name = |id| labelled_plain(game, id, Lang::En);
    let kind = q.map(|q| q.kind);
    match answer {
        Answer::Pass => match kind {
            Some(QuestionKind::Act) | None => "pass".into(),
            Some(QuestionKind::Replacement { .. }) => "apply none of them".into(),
            Some(_) => "don't pay".into(),
        },
        Answer::Done => match kind {
            Some(QuestionKind::Attack) => "these are all attackers".into(),
            Some(QuestionKind::Block) => "these are all blockers".into(),
            _ => "done".into(),
        },
        Answer::Auto => "pay automatically".into(),
        Answer::Yes if kind == Some(QuestionKind::Mulligan) => "keep this hand".into(),
        Answer::No if kind == Some(QuestionKind::Mulligan) => "take a mulligan".into(),
        Answer::Yes => "yes".into(),
        Answer::No => "no".into(),
        Answer::Cancel => "take it back".into(),
        Answer::Concede => "concede".into(),
        Answer::Pick(n) => pick(game, n, q, Lang::En),
        Answer::Number(n) => match kind {
            Some(QuestionKind::Number { .. }) if is_x(q) => format!("X = {n}"),
            Some(QuestionKind::Divide { object, .. }) => {
                format!("{n} to {}", share_of(game, object, q, Lang::En))
            }
            _ => n.to_string(),
        },
        Answer::Object(id) => match kind {
            Some(QuestionKind::Target { .. }) => format!("target {}", name(id)),
            Some(QuestionKind::Pay) => format!("tap {} to convoke", name(id)),
            Some(QuestionKind::Order { .. }) => format!("next {}", name(id)),
            _ => format!("choose {}", name(id)),
        },
        Answer::Player(p) => match kind {
            Some(QuestionKind::Target { .. }) => format!("target {p}"),
            Some(QuestionKind::Player) => format!("{p} begins"),
            _ => format!("choose {p}"),
        },
        Answer::AtPlayer(id, p) => format!("attack {p} with {}", name(id)),
        Answer::Pair(a, b) => match kind {
            Some(QuestionKind::Attack) => format!("attack {} with {}", name(b), name(a)),
            _ => format!("block {} with {}", name(b), name(a)),
        },
        Answer::Use(id, way) => match how_of(way) {
            How::Land => format!("play {}", name(id)),
            How::Cast if game.state().rules().preset.old_wording() => format!("play {}", name(id)),
            How::Cast | How::Offered(_) => format!("cast {}", name(id)),
            How::Flashback => format!("cast {} with flashback", name(id)),
            How::FaceDown => format!("cast {} face down", name(id)),
            How::TurnUp => format!("turn {} face up", name(id)),
            How::Alternative(_) => format!("cast {} for its other cost", name(id)),
            How::Activate(n) if game.look().only_makes_mana(answer) => mana_use(game, id, n),
            How::Activate(n) => {
                format!("activate {}: {}", name(id), ability_text(game, id, n, Lang::En))
            }
        },
    }
}

/// "tap Forest for mana", or the ability in full where it is more than that.
fn mana_use(game: &Magic, id: ObjectId, n: u8) -> String {
    let name = labelled_plain(game, id, Lang::En);
    if just_taps(game, id, n) {
        format!("tap {name} for mana")
    } else {
        format!("activate {name}: {}", ability_text(game, id, n, Lang::En))
    }
}

fn just_taps(game: &Magic, id: ObjectId, n: u8) -> bool {
    let look = game.look();
    let Some(c) = look.characteristics(id) else { return false };
    let several = c.abilities.iter().filter(|a| {
        matches!(game.pool().ability(**a).kind, AbilityKind::Activated { adds_mana: true, .. })
    });
    let ability = c.abilities.get(usize::from(n)).map(|a| &game.pool().ability(*a).kind);
    several.count() == 1 && matches!(ability, Some(AbilityKind::Activated { just_tap: true, .. }))
}

fn is_x(q: Option<&Question>) -> bool {
    q.is_some_and(|q| q.purpose.rule == rule::PLAY_X)
}

/// Who gets a share: the object, or the player where it is none.
fn share_of(game: &Magic, object: ObjectId, q: Option<&Question>, lang: Lang) -> String {
    if !object.is_none() {
        return object_name(game, object, lang);
    }
    let attacked = q
        .and_then(|q| game.look().object_view(q.purpose.source))
        .and_then(|v| v.attacking)
        .and_then(|t| t.player());
    match (attacked, lang) {
        (Some(p), _) => p.to_string(),
        (None, Lang::En) => "the player".into(),
        (None, Lang::Ko) => "플레이어".into(),
    }
}

fn pick(game: &Magic, n: u32, q: Option<&Question>, lang: Lang) -> String {
    let nth = |en: &str, ko: &str| match lang {
        Lang::En => format!("{en} {}", n + 1),
        Lang::Ko => format!("{}번째 {ko}", n + 1),
    };
    let Some(q) = q else { return nth("option", "선택지") };
    let look = game.look();
    match q.kind {
        QuestionKind::Mode { .. } => {
            mode_text(game, q.purpose.source, n, lang).unwrap_or_else(|| nth("mode", "방식"))
        }
        QuestionKind::Pay => match lang {
            Lang::En => format!("pay {} mana from the pool", color(n as u8, lang)),
            Lang::Ko => format!("풀의 {} 마나로 지불", color(n as u8, lang)),
        },
        QuestionKind::Replacement { .. } => match look.replacement_sources().get(n as usize) {
            Some(source) => match lang {
                Lang::En => format!("apply the effect of {}", object_name(game, *source, lang)),
                Lang::Ko => format!("{}의 효과를 적용", object_name(game, *source, lang)),
            },
            None => nth("effect", "효과"),
        },
        QuestionKind::Order { .. } => match look.waiting_triggers().get(n as usize) {
            Some((ability, source)) => {
                let name = object_name(game, *source, lang);
                let text = print(game, *source, &game.pool().ability(*ability).tree, lang);
                format!("{name}: {text}")
            }
            None => nth("ability", "능력"),
        },
        QuestionKind::Name { .. } => named(game, n, lang),
        QuestionKind::OneOf { options } => {
            one_of(game, n, q, options, lang).unwrap_or_else(|| nth("option", "선택지"))
        }
        _ => nth("option", "선택지"),
    }
}

/// How a symbol is paid that may be paid in two ways.
fn half(symbol: ManaSymbol, n: u32, lang: Lang) -> String {
    let other = match (symbol, lang) {
        (ManaSymbol::MonoHybrid(n, _), _) => format!("{{{n}}}"),
        (_, Lang::En) => "2 life".to_owned(),
        (_, Lang::Ko) => "생명점 2점".to_owned(),
    };
    let color = symbol.colors().iter().map(|c| format!("{{{}}}", c.letter())).collect();
    if n == 0 { color } else { other }
}

/// A creature type or a card by its number.
fn named(game: &Magic, n: u32, lang: Lang) -> String {
    if game.look().naming() == Some(Choice::CreatureType) {
        return simpan_language::subtype_name(Subtype(n as u16), words(lang)).to_owned();
    }
    let data = &game.pool().card(CardId(n as u16)).data;
    match (lang, &data.korean) {
        (Lang::Ko, Some(korean)) => korean.clone(),
        _ => data.name.clone(),
    }
}

/// What an option means: a colour of mana, a colour, tapping or untapping.
fn one_of(game: &Magic, n: u32, q: &Question, options: u16, lang: Lang) -> Option<String> {
    if let Some(symbol) = game.look().symbol_asked() {
        return Some(half(symbol, n, lang));
    }
    let kinds = mana_options(game, q.purpose.source, usize::from(options));
    if q.purpose.rule == rule::MANA_ABILITY {
        return kinds.get(n as usize).map(|k| color(*k, lang));
    }
    if q.purpose.rule == rule::TEXT_CHANGE {
        let word = simpan_cards::Word(n as u8);
        return match word.color() {
            Some(c) => Some(color(c as u8, lang)),
            None => Subtype::named(word.name())
                .map(|s| simpan_language::subtype_name(s, words(lang)).to_owned()),
        };
    }
    match (options, n, lang) {
        (5, _, _) if asks_land_type(game, q.purpose.source) => {
            let land = ["Plains", "Island", "Swamp", "Mountain", "Forest"].get(n as usize)?;
            Subtype::named(land).map(|s| simpan_language::subtype_name(s, words(lang)).to_owned())
        }
        (5, _, _) => Some(color(n as u8, lang)),
        (2, 0, Lang::En) => Some("tap".into()),
        (2, _, Lang::En) => Some("untap".into()),
        (2, 0, Lang::Ko) => Some("탭".into()),
        (2, _, Lang::Ko) => Some("언탭".into()),
        _ => None,
    }
}

fn korean(game: &Magic, answer: Answer, q: Option<&Question>) -> String {
    let name = |id| labelled_plain(game, id, Lang::Ko);
    let object = |id| with(&name(id), Josa::Object);
    let toward = |id| with(&name(id), Josa::Toward);
    let kind = q.map(|q| q.kind);
    match answer {
        Answer::Pass => match kind {
            Some(QuestionKind::Act) | None => "넘기기".into(),
            Some(QuestionKind::Replacement { .. }) => "아무것도 적용하지 않기".into(),
            Some(_) => "지불하지 않기".into(),
        },
        Answer::Done => match kind {
            Some(QuestionKind::Attack) => "공격생물은 이것으로 모두".into(),
            Some(QuestionKind::Block) => "방어생물은 이것으로 모두".into(),
            _ => "완료".into(),
        },
        Answer::Auto => "자동으로 지불".into(),
        Answer::Yes if kind == Some(QuestionKind::Mulligan) => "이 손으로 시작".into(),
        Answer::No if kind == Some(QuestionKind::Mulligan) => "멀리건".into(),
        Answer::Yes => "예".into(),
        Answer::No => "아니오".into(),
        Answer::Cancel => "되돌리기".into(),
        Answer::Concede => "항복".into(),
        Answer::Pick(n) => pick(game, n, q, Lang::Ko),
        Answer::Number(n) => match kind {
            Some(QuestionKind::Number { .. }) if is_x(q) => format!("X = {n}"),
            Some(QuestionKind::Divide { object, .. }) => {
                format!("{}에게 {n}점", share_of(game, object, q, Lang::Ko))
            }
            _ => n.to_string(),
        },
        Answer::Object(id) => match kind {
            Some(QuestionKind::Target { .. }) => format!("{} 목표로", object(id)),
            Some(QuestionKind::Order { .. }) => format!("다음은 {}", name(id)),
            _ => format!("{} 선택", object(id)),
        },
        Answer::Player(p) => {
            let p = p.to_string();
            match kind {
                Some(QuestionKind::Target { .. }) => format!("{} 목표로", with(&p, Josa::Object)),
                Some(QuestionKind::Player) => format!("{} 먼저 시작", with(&p, Josa::Subject)),
                _ => format!("{} 선택", with(&p, Josa::Object)),
            }
        }
        Answer::AtPlayer(id, p) => {
            format!("{} {} 공격", toward(id), with(&p.to_string(), Josa::Object))
        }
        Answer::Pair(a, b) => {
            let verb = if kind == Some(QuestionKind::Attack) { "공격" } else { "방어" };
            format!("{} {} {verb}", toward(a), object(b))
        }
        Answer::Use(id, way) => match how_of(way) {
            How::Land => format!("{} 플레이", object(id)),
            How::Cast | How::Offered(_) => format!("{} 발동", object(id)),
            How::Flashback => format!("{} 플래시백으로 발동", object(id)),
            How::FaceDown => format!("{} 뒷면으로 발동", object(id)),
            How::TurnUp => format!("{} 앞면으로 뒤집기", object(id)),
            How::Alternative(_) => format!("{} 대체 비용으로 발동", object(id)),
            How::Activate(n) if game.look().only_makes_mana(answer) && just_taps(game, id, n) => {
                format!("{} 탭하여 마나 얻기", object(id))
            }
            How::Activate(n) => {
                format!("{} 활성화: {}", name(id), ability_text(game, id, n, Lang::Ko))
            }
        },
    }
}

/// What a question asks of whom: "A: choose a target for Shock".
pub fn describe_question(game: &Magic, question: &Question, lang: Lang) -> String {
    let source = question.purpose.source;
    let named = (!source.is_none()).then(|| object_name(game, source, lang));
    let text = match lang {
        Lang::En => ask_english(game, question, named.as_deref()),
        Lang::Ko => ask_korean(game, question, named.as_deref()),
    };
    let who = asked(question.player, question.on_behalf, lang);
    format!("{who}: {text}")
}

fn asked(player: PlayerId, behalf: PlayerId, lang: Lang) -> String {
    match lang {
        _ if player == behalf => player.to_string(),
        Lang::En => format!("{player} for {behalf}"),
        Lang::Ko => format!("{player}({behalf} 대신)"),
    }
}

fn ask_english(game: &Magic, q: &Question, source: Option<&str>) -> String {
    let of = source.map(|s| format!(" for {s}")).unwrap_or_default();
    let title = q.purpose.rule.entry().title.en.to_lowercase();
    match q.kind {
        QuestionKind::Act => "act or pass".into(),
        QuestionKind::Target { chosen: 0, min: 1, max: 1, .. } => format!("choose a target{of}"),
        QuestionKind::Target { chosen, min, max, .. } => {
            format!("choose targets{of} ({chosen} of {} chosen)", range(min, max))
        }
        QuestionKind::Object { chosen, max, .. } if q.purpose.rule == rule::MULLIGAN => {
            let n = max.saturating_sub(chosen);
            let s = if n == 1 { "" } else { "s" };
            format!("choose {n} card{s} of your hand to put on the bottom of your library")
        }
        QuestionKind::Object { chosen, min, max } => {
            format!("choose{of} ({chosen} of {} chosen; {title})", range(min, max))
        }
        QuestionKind::Player => format!("choose a player ({title})"),
        QuestionKind::OneOf { options } => match listed(game, q, Lang::En) {
            Some(all) => format!("choose one{of}: {all}"),
            None => format!("choose one of {options} options{of}"),
        },
        QuestionKind::Mode { options } => match listed(game, q, Lang::En) {
            Some(all) => format!("choose a mode{of}: {all}"),
            None => format!("choose a mode of {options}{of}"),
        },
        QuestionKind::YesNo => match asking_text(game, q.purpose.source, Lang::En) {
            Some(text) => format!("yes or no{of}: {text}"),
            None => format!("yes or no{of} ({title})"),
        },
        QuestionKind::Number { min, max } if is_x(Some(q)) => {
            format!("choose X{of} ({min} to {max})")
        }
        QuestionKind::Number { min, max } => format!("choose a number{of} ({min} to {max})"),
        QuestionKind::Order { left } => match listed(game, q, Lang::En) {
            Some(all) => format!("which goes on the stack next? {all}"),
            None => format!("which comes next{of}? {left} are left ({title})"),
        },
        QuestionKind::Divide { left, object } => {
            format!(
                "how much of {left} does {} get{of}?",
                share_of(game, object, Some(q), Lang::En)
            )
        }
        QuestionKind::Attack => "declare attackers".into(),
        QuestionKind::Block => "declare blockers".into(),
        QuestionKind::Pay => format!("pay{of}"),
        QuestionKind::Replacement { options, optional: false } => {
            format!("which of {options} effects applies first?")
        }
        QuestionKind::Replacement { .. } => "apply an effect instead?".into(),
        QuestionKind::Mulligan => "keep this hand?".into(),
        QuestionKind::Name { .. } => match game.look().naming() {
            Some(Choice::CreatureType) => format!("choose a creature type{of}"),
            _ => format!("name a card{of}"),
        },
    }
}

fn range(min: u8, max: u8) -> String {
    if min == max { max.to_string() } else { format!("{min}-{max}") }
}

fn ask_korean(game: &Magic, q: &Question, source: Option<&str>) -> String {
    let of = source.map(|s| format!("{s}의 ")).unwrap_or_default();
    let by = source.map(|s| format!("{s}: ")).unwrap_or_default();
    let title = q.purpose.rule.entry().title.ko;
    match q.kind {
        QuestionKind::Act => "행동하거나 넘기세요".into(),
        QuestionKind::Target { chosen: 0, min: 1, max: 1, .. } => {
            format!("{of}목표를 고르세요")
        }
        QuestionKind::Target { chosen, min, max, .. } => {
            format!("{of}목표를 고르세요 ({} 중 {chosen}개 고름)", range(min, max))
        }
        QuestionKind::Object { chosen, max, .. } if q.purpose.rule == rule::MULLIGAN => {
            format!("서고 밑에 놓을 카드를 손에서 {}장 고르세요", max.saturating_sub(chosen))
        }
        QuestionKind::Object { chosen, min, max } => {
            format!("{by}고르세요 ({} 중 {chosen}개 고름; {title})", range(min, max))
        }
        QuestionKind::Player => format!("플레이어를 고르세요 ({title})"),
        QuestionKind::OneOf { options } => match listed(game, q, Lang::Ko) {
            Some(all) => format!("{by}하나를 고르세요: {all}"),
            None => format!("{by}{options}가지 중 하나를 고르세요"),
        },
        QuestionKind::Mode { options } => match listed(game, q, Lang::Ko) {
            Some(all) => format!("{of}방식을 고르세요: {all}"),
            None => format!("{of}방식을 고르세요 ({options}가지)"),
        },
        QuestionKind::YesNo => match asking_text(game, q.purpose.source, Lang::Ko) {
            Some(text) => format!("{by}하겠습니까? {text}"),
            None => format!("{by}하겠습니까? ({title})"),
        },
        QuestionKind::Number { min, max } if is_x(Some(q)) => {
            format!("{of}X를 정하세요 ({min}~{max})")
        }
        QuestionKind::Number { min, max } => format!("{by}수를 정하세요 ({min}~{max})"),
        QuestionKind::Order { left } => match listed(game, q, Lang::Ko) {
            Some(all) => format!("다음으로 스택에 놓을 것은 무엇입니까? {all}"),
            None => format!("{by}다음은 무엇입니까? {left}개 남음 ({title})"),
        },
        QuestionKind::Divide { left, object } => {
            let who = share_of(game, object, Some(q), Lang::Ko);
            format!("{by}{left}점 중 {who}에게 몇 점을 줍니까?")
        }
        QuestionKind::Attack => "공격생물을 선언하세요".into(),
        QuestionKind::Block => "방어생물을 선언하세요".into(),
        QuestionKind::Pay => format!("{of}비용을 지불하세요"),
        QuestionKind::Replacement { options, optional: false } => {
            format!("효과 {options}개 중 무엇을 먼저 적용합니까?")
        }
        QuestionKind::Replacement { .. } => "대신 효과를 적용합니까?".into(),
        QuestionKind::Mulligan => "이 손으로 시작합니까?".into(),
        QuestionKind::Name { .. } => match game.look().naming() {
            Some(Choice::CreatureType) => format!("{by}생물 유형을 선택하세요"),
            _ => format!("{by}카드 이름을 말하세요"),
        },
    }
}

/// The name of a zone in the words of a rulebook.
pub(crate) fn zone_word(zone: Zone, lang: Lang, preset: Preset) -> String {
    simpan_language::zone_name(zone, words(lang), wording(preset))
}

/// The name of a step or phase in the words of a rulebook.
pub(crate) fn step_word(step: Step, lang: Lang, preset: Preset) -> String {
    simpan_language::step_name(step, words(lang), wording(preset)).to_string()
}

/// The name of a card of the pool, or "a card".
pub(crate) fn card_word(game: &Magic, card: simpan_cards::program::CardId, lang: Lang) -> String {
    card_name(game, card, lang)
}
