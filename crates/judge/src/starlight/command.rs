//! The commands of Starlight TCG: one line says what a player does or answers.
//!
//! | written | means |
//! |---|---|
//! | `use 불화살 -> 피아`, `사용 …`, `발동 …` | use a card from the hand, or the ability of a card in play; `;` between target words |
//! | `ability @star 2 -> X`, `능력 …` | use the second ability of a card in play |
//! | `light @a, @b`, `라이트 …`, `액트 …` | mark resources for Light, before or while the cost is paid |
//! | `pay`, `지불` | the engine marks the rest |
//! | `target X, Y`, `목표 …`; `choose X`, `선택 …`; `choose none` | targets, also before they are asked for; cards to discard, to destroy or to find |
//! | `done`, `yes`, `no`, `cancel`, `완료`, `예`, `아니오`, `취소` | |
//! | `place X`, `place X face down`, `자원 X`, `자원 X 뒷면` | put a card into the resource area |
//! | `attack X, Y`, `공격 …`; `attack X -> Y` | the whole attack |
//! | `block X: Y, Z; W: V`, `방어 …`, `block none` | attacker: its blockers |
//! | `order X, Y`, `순서 …` | an order, the first first; a trigger may say what it is about: `화염 투석기 (루피네)` |
//! | `pass`, `pass until turn 5`, `패스`, `턴 종료` | end the turn |
//! | `keep`, `exchange`, `concede`, `유지`, `교환`, `항복` | |
//!
//! Names are Korean or English in any case, with `#n` (the n-th of its name), as `@alias`, or as
//! `B's 화염 투석기` / `B의 화염 투석기`. Names with a comma need no quotation marks.

pub use crate::command::Name;
use crate::command::{self, NOTHING, NUMBER, is_none, no_verb};
use crate::error::{CommandError, Expected};
use simpan_starlight::Pool;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    Pass,
    /// End turns until the turn of that number.
    PassUntil(u32),
    /// A card and its targets for each target word.
    Use(Name, Vec<Vec<Name>>),
    /// A card in play, which of its abilities (from 1), and its targets.
    Ability(Name, Option<u8>, Vec<Vec<Name>>),
    Place(Name, bool),
    Light(Vec<Name>),
    Choose(Vec<Name>),
    Order(Vec<Name>),
    Attack(Vec<(Name, Option<Name>)>),
    Block(Vec<(Name, Vec<Name>)>),
    Pay,
    Done,
    Yes,
    No,
    Cancel,
    Concede,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    PassUntil,
    Pass,
    Use,
    Ability,
    Place,
    Light,
    Choose,
    Order,
    Attack,
    Block,
    Pay,
    Done,
    Yes,
    No,
    Cancel,
    Concede,
}

/// Verbs; longer ones stand before those they begin with.
const VERBS: &[(Verb, &[&str])] = &[
    (Verb::PassUntil, &["pass until turn", "패스 until turn"]),
    (Verb::Pass, &["pass", "next turn", "end turn", "패스", "턴 종료", "턴종료", "다음 턴"]),
    (Verb::Use, &["use", "cast", "사용", "발동"]),
    (Verb::Ability, &["ability", "능력"]),
    (Verb::Place, &["place", "자원 놓기", "자원"]),
    (Verb::Light, &["light", "라이트", "액트"]),
    (Verb::Choose, &["choose", "target", "discard", "선택", "고르기", "목표", "버리기"]),
    (Verb::Order, &["order", "순서"]),
    (Verb::Attack, &["attack", "공격 선언", "공격"]),
    (Verb::Block, &["block", "방어 선언", "방어"]),
    (Verb::Pay, &["pay", "지불"]),
    (Verb::Done, &["done", "완료", "끝"]),
    (Verb::Yes, &["yes", "exchange", "예", "네", "교환"]),
    (Verb::No, &["no", "keep", "아니오", "아니요", "유지"]),
    (Verb::Cancel, &["cancel", "취소"]),
    (Verb::Concede, &["concede", "항복"]),
];

/// Reads a command.
///
/// # Errors
/// What stood there and what was expected.
///
/// ```
/// use simpan_judge::starlight::{Command, parse};
/// assert_eq!(parse("턴 종료").unwrap(), Command::Pass);
/// assert!(matches!(parse("사용 불화살 -> B의 피아").unwrap(), Command::Use(..)));
/// ```
pub fn parse(text: &str) -> Result<Command, CommandError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(CommandError::Empty);
    }
    let Some((verb, word, rest)) = verb(text) else {
        let verbs = VERBS.iter().flat_map(|(_, words)| words.iter().copied());
        let usual = ["use", "attack", "block", "pass", "사용", "공격", "방어", "턴 종료"];
        return Err(no_verb(text, verbs, &usual));
    };
    body(verb, rest).map_err(|expected| CommandError::Shape {
        verb: word.to_owned(),
        found: rest.to_owned(),
        expected,
    })
}

/// The verb a text begins with, its word, and the rest.
fn verb(text: &str) -> Option<(Verb, &str, &str)> {
    for (verb, words) in VERBS {
        for word in *words {
            let Some(head) = text.get(..word.len()) else { continue };
            let rest = &text[word.len()..];
            let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric());
            if head.to_lowercase() == *word && ends {
                return Some((*verb, head, rest.trim()));
            }
        }
    }
    None
}

fn body(verb: Verb, rest: &str) -> Result<Command, Expected> {
    let bare = |command: Command| if rest.is_empty() { Ok(command) } else { Err(NOTHING) };
    match verb {
        Verb::Pass => bare(Command::Pass),
        Verb::PassUntil => rest.parse().map(Command::PassUntil).map_err(|_| NUMBER),
        Verb::Use => {
            let (head, targets) = with_targets(rest)?;
            Ok(Command::Use(name(head)?, targets))
        }
        Verb::Ability => {
            let (head, targets) = with_targets(rest)?;
            let (head, nth) = match head.rsplit_once(' ').map(|(a, n)| (a, n.parse::<u8>())) {
                Some((before, Ok(n))) if n > 0 => (before, Some(n)),
                _ => (head, None),
            };
            Ok(Command::Ability(name(head)?, nth, targets))
        }
        Verb::Place => {
            let down = ["face down", "뒷면"].iter().find_map(|w| rest.strip_suffix(w));
            Ok(Command::Place(name(down.unwrap_or(rest))?, down.is_some()))
        }
        Verb::Light => Ok(Command::Light(names(rest)?)),
        Verb::Choose if is_none(rest) => Ok(Command::Done),
        Verb::Choose => Ok(Command::Choose(names(rest)?)),
        Verb::Order => Ok(Command::Order(names(rest)?)),
        Verb::Attack if is_none(rest) => Ok(Command::Attack(Vec::new())),
        Verb::Attack => {
            let (head, at) = with_targets(rest)?;
            let at = at.into_iter().flatten().next();
            Ok(Command::Attack(names(head)?.into_iter().map(|n| (n, at.clone())).collect()))
        }
        Verb::Block if is_none(rest) => Ok(Command::Block(Vec::new())),
        Verb::Block => {
            const ROW: Expected = Expected {
                en: "`attacker: blockers`",
                ko: "`공격 캐릭터: 방어 캐릭터` 꼴이",
            };
            let row = |row: &str| {
                let (attacker, blockers) = row.split_once(':').ok_or(ROW)?;
                Ok((name(attacker)?, names(blockers)?))
            };
            rest.split(';').map(row).collect::<Result<_, _>>().map(Command::Block)
        }
        Verb::Pay => bare(Command::Pay),
        Verb::Done => bare(Command::Done),
        Verb::Yes => bare(Command::Yes),
        Verb::No => bare(Command::No),
        Verb::Cancel => bare(Command::Cancel),
        Verb::Concede => bare(Command::Concede),
    }
}

/// What stands before an arrow, and the names after it for each target word.
fn with_targets(text: &str) -> Result<(&str, Vec<Vec<Name>>), Expected> {
    match text.split_once("->").or_else(|| text.split_once('→')) {
        None => Ok((text.trim(), Vec::new())),
        Some((head, targets)) => {
            let words = targets.split(';').map(names).collect::<Result<_, _>>()?;
            Ok((head.trim(), words))
        }
    }
}

fn names(text: &str) -> Result<Vec<Name>, Expected> {
    let (mut parts, mut begin, mut depth) = (Vec::new(), 0, 0);
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[begin..i]);
                begin = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts.into_iter().map(name).collect()
}

/// Reads one name, with what it is about in brackets behind it.
pub(crate) fn name(text: &str) -> Result<Name, Expected> {
    let text = text.trim();
    match text.strip_suffix(')').and_then(|t| t.split_once('(')) {
        Some((before, about)) => {
            let about = Some(Box::new(name(about)?));
            Ok(Name { about, ..command::name(before)? })
        }
        None => command::name(text),
    }
}

/// Puts names of cards together again that were split at a comma of their own.
pub(crate) fn rejoin(pool: &Pool, list: &[Name]) -> Vec<Name> {
    command::rejoin(|text| pool.find(text).is_some(), list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_say_the_same() {
        for (en, ko) in [
            ("use 불화살 -> B's 피아", "사용 불화살 -> B의 피아"),
            ("place 불화살 face down", "자원 불화살 뒷면"),
            ("light @a, @b", "액트 @a, @b"),
            ("block A: B, C; D: E", "방어 A: B, C; D: E"),
            ("choose none", "선택 없음"),
            ("exchange", "교환"),
        ] {
            assert_eq!(parse(en).unwrap(), parse(ko).unwrap(), "{en}");
        }
    }

    #[test]
    fn names_say_which_and_about_what() {
        let n = name("B의 화염 투석기#2 (폭염의 정령)").unwrap();
        assert_eq!((n.nth, n.of.as_deref()), (Some(2), Some("B")));
        assert_eq!(n.about.unwrap().text, "폭염의 정령");
        let pool = Pool::builtin().unwrap();
        let list = names("겨울의 정령, 후유, 오드리").unwrap();
        assert_eq!(rejoin(&pool, &list).len(), 2);
    }

    #[test]
    fn errors_say_what_instead() {
        let wrong = parse("uses 불화살").unwrap_err().to_string();
        assert!(wrong.contains("`use`"), "{wrong}");
        assert!(parse("block 오드리").unwrap_err().to_string().contains("blockers"));
    }
}
