//! Card text, generated from the structure in Korean and English.

use crate::cards::{
    Ability, AbilityKind, CardKind, Colour, Cost, Effect, Filter, Light, Pool, SearchTo, Targets,
    What, When, Who,
};
pub use simpan_rulebook::Lang;

fn pick<'a>(lang: Lang, ko: &'a str, en: &'a str) -> &'a str {
    match lang {
        Lang::Ko => ko,
        Lang::En => en,
    }
}

/// A Korean word with the particle that fits its end: the one after a consonant, or the other.
pub(crate) fn with(word: &str, closed: &str, open: &str) -> String {
    let last = word.chars().last().unwrap_or(' ');
    let final_consonant = match last {
        '가'..='힣' => !(last as u32 - '가' as u32).is_multiple_of(28),
        // The numbers that end in one when read: 영, 일, 삼, 육, 칠, 팔.
        _ => "013678".contains(last),
    };
    format!("{word}{}", if final_consonant { closed } else { open })
}

/// The name of a kind of card.
pub fn kind_name(kind: CardKind, lang: Lang) -> &'static str {
    let (ko, en) = match kind {
        CardKind::Star => ("스타", "star"),
        CardKind::Character => ("캐릭터", "character"),
        CardKind::Prism => ("프리즘", "prism"),
        CardKind::Resource => ("자원", "resource"),
        CardKind::Event => ("이벤트", "event"),
    };
    pick(lang, ko, en)
}

/// The name of a colour.
pub fn colour_name(colour: Colour, lang: Lang) -> &'static str {
    let (ko, en) = match colour {
        Colour::White => ("백색", "white"),
        Colour::Blue => ("청색", "blue"),
        Colour::Red => ("적색", "red"),
        Colour::Green => ("녹색", "green"),
    };
    pick(lang, ko, en)
}

/// The keyword of an ability, in brackets.
pub fn keyword(kind: AbilityKind, lang: Lang) -> &'static str {
    let (ko, en) = match kind {
        AbilityKind::Spell => ("", ""),
        AbilityKind::Action => ("[액션]", "[Action]"),
        AbilityKind::Choice => ("[선택]", "[Choice]"),
        AbilityKind::Auto => ("[자동]", "[Auto]"),
        AbilityKind::Enter => ("[등장]", "[Enter]"),
        AbilityKind::Destroyed => ("[파괴]", "[Destroyed]"),
    };
    pick(lang, ko, en)
}

/// Light in words: `백1+3`, `W1+3`.
pub fn light_text(light: Light, lang: Lang) -> String {
    let mut parts = Vec::new();
    for (colour, ko, en) in [
        (Colour::White, "백", "W"),
        (Colour::Blue, "청", "U"),
        (Colour::Red, "적", "R"),
        (Colour::Green, "녹", "G"),
    ] {
        if light.of(colour) > 0 {
            parts.push(format!("{}{}", pick(lang, ko, en), light.of(colour)));
        }
    }
    if light.any > 0 || parts.is_empty() {
        parts.push(light.any.to_string());
    }
    parts.join("+")
}

/// A description of cards in play.
pub fn filter_text(f: &Filter, lang: Lang) -> String {
    let mut out: Vec<String> = Vec::new();
    let whose = match f.whose {
        Some(Who::You) => pick(lang, "자신의", "your"),
        Some(Who::Opponent) => pick(lang, "상대의", "your opponent's"),
        _ => "",
    };
    if !whose.is_empty() {
        out.push(whose.into());
    }
    if f.other {
        out.push(pick(lang, "다른", "other").into());
    }
    if let (Some(n), Lang::Ko) = (f.cost_at_most, lang) {
        out.push(format!("비용 {n} 이하의"));
    }
    if let (Some(n), Lang::Ko) = (f.power_at_most, lang) {
        out.push(format!("공격력 {n} 이하의"));
    }
    if let Some(acted) = f.acted {
        let ko = if acted { "행동상태의" } else { "준비상태의" };
        out.push(pick(lang, ko, if acted { "acted" } else { "ready" }).into());
    }
    if let Some(colour) = f.colour {
        out.push(colour_name(colour, lang).into());
    }
    let kinds: Vec<&str> = f.kinds.iter().map(|k| kind_name(k, lang)).collect();
    let or = pick(lang, " 또는 ", " or ");
    out.push(if kinds.is_empty() { pick(lang, "카드", "card").into() } else { kinds.join(or) });
    if let (Some(n), Lang::En) = (f.cost_at_most, lang) {
        out.push(format!("with cost {n} or less"));
    }
    if let (Some(n), Lang::En) = (f.power_at_most, lang) {
        out.push(format!("with power {n} or less"));
    }
    out.join(" ")
}

fn target_text(t: &Targets, lang: Lang) -> String {
    let what = filter_text(&t.what, lang);
    match (lang, t.min, t.max) {
        (Lang::Ko, 1, 1) => format!("목표 {what}"),
        (Lang::Ko, a, b) if a == b => format!("목표 {what} {a}장"),
        (Lang::Ko, _, b) => format!("{b}장까지의 목표 {what}"),
        (Lang::En, 1, 1) => format!("target {what}"),
        (Lang::En, a, b) if a == b => format!("{a} target {what}s"),
        (Lang::En, _, b) => format!("up to {b} target {what}s"),
    }
}

fn what_text(what: What, ability: &Ability, lang: Lang) -> String {
    match what {
        What::This => pick(lang, "이 카드", "this card").into(),
        What::That => pick(lang, "그 카드", "that card").into(),
        What::Target(n) => {
            ability.targets.get(usize::from(n)).map(|t| target_text(t, lang)).unwrap_or_default()
        }
        What::All(f) => match lang {
            Lang::Ko => format!("모든 {}", filter_text(&f, lang)),
            Lang::En => format!("all {}s", filter_text(&f, lang)),
        },
        What::Star(who) => match who {
            Who::You => pick(lang, "자신의 스타", "your star").into(),
            Who::Opponent => pick(lang, "상대 스타", "your opponent's star").into(),
            Who::Each => pick(lang, "모든 스타", "each star").into(),
        },
    }
}

fn who_text(who: Who, lang: Lang) -> &'static str {
    match who {
        Who::You => pick(lang, "자신", "you"),
        Who::Opponent => pick(lang, "상대", "your opponent"),
        Who::Each => pick(lang, "각 플레이어", "each player"),
    }
}

fn effect_text(e: &Effect, a: &Ability, lang: Lang) -> String {
    let w = |what| what_text(what, a, lang);
    let to = |to| match to {
        SearchTo::Hand => pick(lang, "손에 넣는다", "put it into your hand"),
        SearchTo::Resources => {
            pick(lang, "행동상태로 자원 영역에 놓는다", "put it acted into your resource area")
        }
        SearchTo::Field => pick(lang, "전장에 놓는다", "put it onto the field"),
    };
    match (*e, lang) {
        (Effect::Damage(x, n), Lang::Ko) => {
            format!("{}에 피해 {} 준다", w(x), with(&n.to_string(), "을", "를"))
        }
        (Effect::Damage(x, n), Lang::En) => format!("deal {n} damage to {}", w(x)),
        (Effect::Destroy(x), Lang::Ko) => format!("{} 파괴한다", with(&w(x), "을", "를")),
        (Effect::Destroy(x), Lang::En) => format!("destroy {}", w(x)),
        (Effect::Bury(x), Lang::Ko) => {
            format!("{} 소유자의 무덤에 놓는다", with(&w(x), "을", "를"))
        }
        (Effect::Bury(x), Lang::En) => format!("put {} into its owner's graveyard", w(x)),
        (Effect::Draw(who, n), Lang::Ko) => {
            format!("{} 카드 {n}장을 뽑는다", with(who_text(who, lang), "은", "는"))
        }
        (Effect::Draw(who, n), Lang::En) => format!("{} draw {n}", who_text(who, lang)),
        (Effect::Discard(who, n), Lang::Ko) => {
            format!("{} 손에서 카드 {n}장을 버린다", with(who_text(who, lang), "은", "는"))
        }
        (Effect::Discard(who, n), Lang::En) => format!("{} discard {n}", who_text(who, lang)),
        (Effect::Boost(x, p, h), Lang::Ko) => {
            format!("{} 턴종료까지 {p:+}/{h:+}", with(&w(x), "은", "는"))
        }
        (Effect::Boost(x, p, h), Lang::En) => {
            format!("{} gets {p:+}/{h:+} until end of turn", w(x))
        }
        (Effect::CostChange(x, n), Lang::Ko) => format!("{}의 비용은 턴종료까지 {n:+}", w(x)),
        (Effect::CostChange(x, n), Lang::En) => {
            format!("the cost of {} changes by {n:+} until end of turn", w(x))
        }
        (Effect::Life(who, n), Lang::Ko) => format!("{}의 스타 생명점 {n:+}", who_text(who, lang)),
        (Effect::Life(who, n), Lang::En) => format!("star of {}: {n:+} life", who_text(who, lang)),
        (Effect::Return(x), Lang::Ko) => {
            format!("{} 소유자의 손으로 되돌린다", with(&w(x), "을", "를"))
        }
        (Effect::Return(x), Lang::En) => format!("return {} to its owner's hand", w(x)),
        (Effect::Ready(x), Lang::Ko) => format!("{} 준비상태로 한다", with(&w(x), "을", "를")),
        (Effect::Ready(x), Lang::En) => format!("ready {}", w(x)),
        (Effect::Act(x), Lang::Ko) => format!("{} 액트한다", with(&w(x), "을", "를")),
        (Effect::Act(x), Lang::En) => format!("act {}", w(x)),
        (Effect::Control(x), Lang::Ko) => format!("{} 조종한다", with(&w(x), "을", "를")),
        (Effect::Control(x), Lang::En) => format!("gain control of {}", w(x)),
        (Effect::Search(f, t), Lang::Ko) => {
            format!("덱에서 {} 한 장을 찾아 공개하고 {}. 덱을 섞는다", filter_text(&f, lang), to(t))
        }
        (Effect::Search(f, t), Lang::En) => {
            format!(
                "search your deck for a {}, show it, {}, then shuffle",
                filter_text(&f, lang),
                to(t)
            )
        }
        (Effect::SearchStone(t), Lang::Ko) => {
            format!("덱에서 기본 마력석 한 장을 찾아 공개하고 {}. 덱을 섞는다", to(t))
        }
        (Effect::SearchStone(t), Lang::En) => {
            format!("search your deck for a basic magic stone, show it, {}, then shuffle", to(t))
        }
        (Effect::Recover(f), Lang::Ko) => {
            format!("자신의 무덤에서 {} 한 장을 손에 넣는다", filter_text(&f, lang))
        }
        (Effect::Recover(f), Lang::En) => {
            format!("return a {} from your graveyard to your hand", filter_text(&f, lang))
        }
        (Effect::Resource, Lang::Ko) => "덱 맨 위 카드를 뒷면으로 자원 영역에 놓는다".into(),
        (Effect::Resource, Lang::En) => {
            "put the top card of your deck face down into your resource area".into()
        }
    }
}

fn when_text(when: &When, lang: Lang) -> String {
    let f = |f: &Filter| filter_text(f, lang);
    match (when, lang) {
        (When::Uses(who, kinds), _) => {
            let what = filter_text(&Filter { kinds: *kinds, ..Filter::default() }, lang);
            match lang {
                Lang::Ko => format!(
                    "{} {} 사용할 때마다",
                    with(who_text(*who, lang), "이", "가"),
                    with(&what, "을", "를")
                ),
                Lang::En => format!("whenever {} uses a {what}", who_text(*who, lang)),
            }
        }
        (When::Destroyed(x), Lang::Ko) => format!("{} 파괴될 때마다", with(&f(x), "이", "가")),
        (When::Destroyed(x), Lang::En) => format!("whenever {} is destroyed", f(x)),
        (When::Enters(x), Lang::Ko) => format!("{} 전장에 들어올 때마다", with(&f(x), "이", "가")),
        (When::Enters(x), Lang::En) => format!("whenever {} comes onto the field", f(x)),
        (When::TurnStarts(who), Lang::Ko) => format!("{}의 턴이 시작될 때", who_text(*who, lang)),
        (When::TurnStarts(who), Lang::En) => {
            format!("as a turn of {} starts", who_text(*who, lang))
        }
        (When::TurnEnds(who), Lang::Ko) => format!("{}의 턴이 끝날 때", who_text(*who, lang)),
        (When::TurnEnds(who), Lang::En) => format!("as a turn of {} ends", who_text(*who, lang)),
        (When::Attacks, _) => pick(lang, "이 카드가 공격할 때마다", "whenever this attacks").into(),
        (When::Blocks, _) => pick(lang, "이 카드가 방어할 때마다", "whenever this blocks").into(),
    }
}

/// A total cost in words, part by part.
pub fn cost_text(cost: &Cost, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    if cost.light.total() > 0 {
        out.push(match lang {
            Lang::Ko => format!("라이트 {}", light_text(cost.light, lang)),
            Lang::En => format!("{} Light", light_text(cost.light, lang)),
        });
    }
    if cost.act {
        out.push(pick(lang, "이 카드를 액트", "act this card").into());
    }
    if cost.discard > 0 {
        out.push(match lang {
            Lang::Ko => format!("카드 {}장 버리기", cost.discard),
            Lang::En => format!("discard {}", cost.discard),
        });
    }
    if let Some((n, f)) = cost.destroy {
        out.push(match lang {
            Lang::Ko => format!("{} {n}장 파괴", filter_text(&f, lang)),
            Lang::En => format!("destroy {n} {}", filter_text(&f, lang)),
        });
    }
    out
}

/// An ability as printed.
pub fn ability_text(a: &Ability, lang: Lang) -> String {
    let mut out = String::from(keyword(a.kind, lang));
    let mut say = |text: &str| {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(text);
    };
    if a.once {
        say(pick(lang, "(매 턴 한 번)", "(once each turn)"));
    }
    let costs = cost_text(&a.cost, lang);
    if !costs.is_empty() {
        say(&format!("{}:", costs.join(", ")));
    }
    if let Some(when) = &a.when {
        say(&format!("{},", when_text(when, lang)));
    }
    let effects: Vec<String> = a.does.iter().map(|e| effect_text(e, a, lang)).collect();
    if a.may && lang == Lang::En {
        say("you may");
    }
    say(&effects.join(pick(lang, ". ", ", then ")));
    if a.may && lang == Lang::Ko {
        out.push_str(" (하지 않아도 된다)");
    }
    out.push('.');
    out
}

/// What isn't known of a card, as its entry says it.
fn unknown_text(what: &str, lang: Lang) -> &str {
    let en = match what {
        "비용" => "cost",
        "색" => "colour",
        "공격력" => "power",
        "체력" => "health",
        "생명점" => "life",
        "종류" => "kind",
        "효과" => "effect",
        "문구" => "wording",
        "능력" => "abilities",
        "능력의 비용과 문구" => "cost and wording of the ability",
        "액션의 효과" => "effect of the action",
        "전체 이름" => "full name",
        "캐릭터를 목표로 할 수 있는지" => "whether it may target characters",
        other => other,
    };
    pick(lang, what, en)
}

/// All that a card says, a line an ability; what isn't known of it is said too.
pub fn card_text(pool: &Pool, id: crate::CardId, lang: Lang) -> Vec<String> {
    let card = pool.card(id);
    let mut out: Vec<String> = card.abilities.iter().map(|a| ability_text(a, lang)).collect();
    if !card.unknown.is_empty() {
        let all: Vec<&str> = card.unknown.iter().map(|what| unknown_text(what, lang)).collect();
        let list = all.join(", ");
        out.push(match lang {
            Lang::Ko => format!("(알려지지 않아 임의로 정한 것: {list})"),
            Lang::En => format!("(not known, chosen by us: {list})"),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_fit() {
        let all = [with("프리즘", "을", "를"), with("스타", "을", "를"), with("3", "이", "가")];
        assert_eq!(all, ["프리즘을", "스타를", "3이"]);
        let pool = Pool::builtin().unwrap();
        let text = card_text(&pool, pool.find("화염 투석기").unwrap(), Lang::Ko);
        assert!(text[0].contains("캐릭터가 파괴될 때마다"), "{}", text[0]);
    }
}
