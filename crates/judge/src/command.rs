//! The command language: one line says what a player does or answers.
//!
//! | written | means |
//! |---|---|
//! | `pass`, `pass until end step`, `pass until my turn`, `pass until turn 3` | pass priority, once or until then |
//! | `resolve`, `resolve one` | all pass until the stack is empty, or its top has resolved |
//! | `play Forest` | play a land (or cast a spell) |
//! | `cast Blaze X=3 mode=1 -> B, Grizzly Bears#2` | cast; `;` ends the targets of one target word |
//! | `cast Deep Analysis flashback`, `cast Ox face down`, `cast Ox alternative` | cast it that way |
//! | `turn up @ox` | turn a face-down permanent face up |
//! | `cast Ox kicked`, `kicked=1,2`, `buyback`, `entwine` | cast it and pay that additional cost |
//! | `activate Prodigal Sorcerer "{T}" -> B` | activate the ability in whose text the words stand |
//! | `attack Grizzly Bears -> B, Hill Giant`, `attack none` | the whole attack |
//! | `block Hill Giant: Wall of Wood, Gray Ogre; Craw Wurm: Ox`, `block none` | attacker: its blockers |
//! | `choose A, B`, `choose red`, `choose 2`, `choose none` | things, a colour, the second option, nothing |
//! | `yes`, `no`, `done`, `number 3`, `mode 2`, `order A, B`, `divide Ox 2, B 1` | other answers |
//! | `pay auto`, `pay {W}`, `tap Forest` | paying by itself, from the pool, with a mana ability |
//! | `keep`, `mulligan`, `concede`, `cancel` | |
//!
//! Names are English or Korean in any case, with `#n` (the n-th of its name in its zone), as
//! `@alias`, or as `B's Forest`. A name with a comma may stand in quotation marks.

use crate::error::{CommandError, Expected, nearest};
use simpan_cards::ast::{ManaCost, Step};
use simpan_language::Wording;
use std::fmt;

/// A name as it stands in a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The name itself, or the alias.
    pub text: String,
    /// Which of several, from 1.
    pub nth: Option<usize>,
    /// Whether it is an alias.
    pub alias: bool,
    /// The letter of the player whose it is.
    pub of: Option<String>,
    /// What a trigger is about, in a game whose commands say that.
    pub about: Option<Box<Name>>,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(of) = &self.of {
            write!(f, "{of}'s ")?;
        }
        write!(f, "{}{}", if self.alias { "@" } else { "" }, self.text)?;
        self.nth.map_or(Ok(()), |n| write!(f, "#{n}"))?;
        self.about.as_ref().map_or(Ok(()), |about| write!(f, " ({about})"))
    }
}

/// The way of a [`Use`]: playing face down.
pub(crate) const FACE_DOWN: &str = "face down";
/// The way of a [`Use`]: turning face up.
pub(crate) const FACE_UP: &str = "face up";

/// Using a card or ability, with what is chosen while announcing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// What is used.
    pub name: Name,
    /// Words of the way or the ability, where there are several.
    pub how: Option<String>,
    /// The value of X.
    pub x: Option<i32>,
    /// Modes, from 1.
    pub modes: Vec<u32>,
    /// Additional costs that are paid.
    pub extras: Vec<Extra>,
    /// Targets for each target word; an empty row of words leaves them to be asked.
    pub targets: Vec<Vec<Name>>,
    /// Shares of what is divided among the targets, in the order of the targets.
    pub shares: Vec<(Name, i32)>,
}

/// An additional cost that may be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// The kicker of that number, from 1.
    Kicker(u32),
    /// Buyback.
    Buyback,
    /// Entwine.
    Entwine,
}

/// Until when to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// A step or phase.
    Step(Step),
    /// The next turn of whoever gives the command.
    MyTurn,
    /// The next turn of the player of that seat.
    TurnOf(u8),
    /// The next turn, whoever's it is.
    NextTurn,
    /// The turn of that number.
    Turn(u32),
}

/// How to pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pay {
    /// Let the engine do it.
    Auto,
    /// With this mana from the pool, kind by kind (WUBRGC).
    Pool(Vec<u8>),
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    Pass,
    PassUntil(Until),
    Resolve,
    ResolveOne,
    Play(Use),
    Cast(Use),
    Activate(Use),
    /// Creatures with what they attack, where it is said.
    Attack(Vec<(Name, Option<Name>)>),
    /// Attackers with their blockers.
    Block(Vec<(Name, Vec<Name>)>),
    Choose(Vec<Name>),
    Yes,
    No,
    Pay(Pay),
    /// A permanent, and the mana it is tapped for where there are several kinds.
    Tap(Name, Option<u8>),
    Order(Vec<Name>),
    Mode(Vec<u32>),
    Divide(Vec<(Name, i32)>),
    Number(i32),
    Keep,
    Mulligan,
    Concede,
    Cancel,
    Done,
}

impl Command {
    /// The verb, as it is written in English.
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::PassUntil(_) => "pass until",
            Self::Resolve => "resolve",
            Self::ResolveOne => "resolve one",
            Self::Play(_) => "play",
            Self::Cast(_) => "cast",
            Self::Activate(_) => "activate",
            Self::Attack(_) => "attack",
            Self::Block(_) => "block",
            Self::Choose(_) => "choose",
            Self::Yes => "yes",
            Self::No => "no",
            Self::Pay(_) => "pay",
            Self::Tap(..) => "tap",
            Self::Order(_) => "order",
            Self::Mode(_) => "mode",
            Self::Divide(_) => "divide",
            Self::Number(_) => "number",
            Self::Keep => "keep",
            Self::Mulligan => "mulligan",
            Self::Concede => "concede",
            Self::Cancel => "cancel",
            Self::Done => "done",
        }
    }

    /// Whether it only answers a question that something else led to (paying by `tap` is both).
    pub fn is_answer(&self) -> bool {
        !matches!(
            self,
            Self::Pass
                | Self::PassUntil(_)
                | Self::Resolve
                | Self::ResolveOne
                | Self::Play(_)
                | Self::Cast(_)
                | Self::Activate(_)
                | Self::Attack(_)
                | Self::Block(_)
                | Self::Tap(..)
                | Self::Concede
        )
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    Pass,
    PassUntil,
    Resolve,
    ResolveOne,
    Play,
    Cast,
    TurnUp,
    Activate,
    Attack,
    Block,
    Choose,
    Yes,
    No,
    Pay,
    Tap,
    Order,
    Mode,
    Divide,
    Number,
    Keep,
    Mulligan,
    Concede,
    Cancel,
    Done,
}

/// Verbs; longer ones stand before those they begin with.
const VERBS: &[(Verb, &[&str])] = &[
    (Verb::PassUntil, &["pass until", "pass to", "패스 until", "넘기기 until"]),
    (Verb::Pass, &["pass", "패스", "넘기기", "넘김"]),
    (Verb::ResolveOne, &["resolve one", "하나 해결", "해결 하나"]),
    (Verb::Resolve, &["resolve", "해결", "모두 해결"]),
    (Verb::Play, &["play", "플레이", "놓기", "사용"]),
    (Verb::Cast, &["cast", "발동"]),
    (Verb::TurnUp, &["turn up", "앞면", "뒤집기"]),
    (Verb::Activate, &["activate", "활성화"]),
    (Verb::Attack, &["attack with", "attack", "공격 선언", "공격"]),
    (Verb::Block, &["block with", "block", "방어 선언", "방어", "막기"]),
    (Verb::Choose, &["choose", "target", "선택", "고르기", "목표"]),
    (Verb::Yes, &["yes", "예", "네"]),
    (Verb::No, &["no", "아니오", "아니요"]),
    (Verb::Pay, &["pay", "지불"]),
    (Verb::Tap, &["tap", "탭"]),
    (Verb::Order, &["order", "순서"]),
    (Verb::Mode, &["mode", "방식"]),
    (Verb::Divide, &["divide", "나누기", "분배"]),
    (Verb::Number, &["number", "숫자", "수"]),
    (Verb::Keep, &["keep", "유지"]),
    (Verb::Mulligan, &["mulligan", "멀리건"]),
    (Verb::Concede, &["concede", "항복"]),
    (Verb::Cancel, &["cancel", "취소"]),
    (Verb::Done, &["done", "완료", "끝"]),
];

/// Words that choose nothing.
pub(crate) fn is_none(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "none" | "nothing" | "없음" | "-")
}

/// Reads a command.
///
/// # Errors
/// What stood there and what was expected.
///
/// ```
/// use simpan_judge::{Command, parse};
/// assert_eq!(parse("PASS").unwrap(), Command::Pass);
/// assert_eq!(parse("패스").unwrap(), Command::Pass);
/// assert!(parse("cats Shock").unwrap_err().to_string().contains("`cast`"));
/// ```
pub fn parse(text: &str) -> Result<Command, CommandError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(CommandError::Empty);
    }
    let Some((verb, word, rest)) = verb(text) else {
        let verbs = VERBS.iter().flat_map(|(_, words)| words.iter().copied());
        return Err(no_verb(text, verbs, &["pass", "cast", "activate", "attack", "choose"]));
    };
    let shape =
        |expected| CommandError::Shape { verb: word.clone(), found: rest.to_owned(), expected };
    body(verb, rest).map_err(shape)
}

/// The error of a command that begins with no verb: the nearest ones, or else some of the usual.
pub(crate) fn no_verb<'a>(
    text: &str,
    verbs: impl Iterator<Item = &'a str>,
    usual: &[&str],
) -> CommandError {
    const MOST: usize = 3;
    let word = text.split_whitespace().next().unwrap_or_default();
    let mut expected = nearest(word, verbs, MOST);
    if expected.is_empty() {
        expected = usual.iter().map(|verb| (*verb).to_owned()).collect();
    }
    CommandError::Verb { word: word.to_owned(), expected }
}

const NAME: Expected = Expected { en: "a name", ko: "이름이" };
pub(crate) const NOTHING: Expected =
    Expected { en: "nothing more", ko: "아무것도 없어야 하므로 끝이" };
pub(crate) const NUMBER: Expected = Expected { en: "a number", ko: "숫자가" };

fn body(verb: Verb, rest: &str) -> Result<Command, Expected> {
    let bare = |command: Command| if rest.is_empty() { Ok(command) } else { Err(NOTHING) };
    match verb {
        Verb::Pass if rest.is_empty() => Ok(Command::Pass),
        Verb::Pass => until(rest.trim_end_matches("까지")).map(Command::PassUntil),
        Verb::PassUntil => until(rest).map(Command::PassUntil),
        Verb::Resolve => bare(Command::Resolve),
        Verb::ResolveOne => bare(Command::ResolveOne),
        Verb::Play => use_of(rest).map(Command::Play),
        Verb::Cast => use_of(rest).map(Command::Cast),
        Verb::TurnUp => {
            use_of(rest).map(|used| Command::Play(Use { how: Some(FACE_UP.to_owned()), ..used }))
        }
        Verb::Activate => use_of(rest).map(Command::Activate),
        Verb::Attack => attack(rest),
        Verb::Block => block(rest),
        Verb::Choose if rest.is_empty() => Err(NAME),
        Verb::Choose if is_none(rest) => Ok(Command::Done),
        Verb::Choose => Ok(Command::Choose(names(rest)?)),
        Verb::Yes => bare(Command::Yes),
        Verb::No => bare(Command::No),
        Verb::Pay => pay(rest).map(Command::Pay),
        Verb::Tap => {
            let (of, kind) = match rest.split_once(" for ").or_else(|| rest.split_once(" -> ")) {
                Some((of, mana)) => (of, Some(mana_kinds(mana)?[0])),
                None => (rest, None),
            };
            Ok(Command::Tap(name(of)?, kind))
        }
        Verb::Order => Ok(Command::Order(names(rest)?)),
        Verb::Mode => numbers(rest).map(Command::Mode),
        Verb::Divide => shares(rest).map(Command::Divide),
        Verb::Number => Ok(Command::Number(rest.parse().map_err(|_| NUMBER)?)),
        Verb::Keep => bare(Command::Keep),
        Verb::Mulligan => bare(Command::Mulligan),
        Verb::Concede => bare(Command::Concede),
        Verb::Cancel => bare(Command::Cancel),
        Verb::Done => bare(Command::Done),
    }
}

/// The verb a text begins with, its word, and the rest.
fn verb(text: &str) -> Option<(Verb, String, &str)> {
    // Korean says first until when.
    for last in ["패스", "넘기기", "넘김"] {
        if let Some(until) = text.strip_suffix(last).map(str::trim_end)
            && let Some(until) = until.strip_suffix("까지")
        {
            return Some((Verb::PassUntil, format!("까지 {last}"), until.trim()));
        }
    }
    for (verb, words) in VERBS {
        for word in *words {
            let Some(head) = text.get(..word.len()) else { continue };
            let rest = &text[word.len()..];
            if head.to_lowercase() == *word
                && rest.chars().next().is_none_or(|c| !c.is_alphanumeric())
            {
                return Some((*verb, head.to_owned(), rest.trim()));
            }
        }
    }
    None
}

/// Reads one name.
pub(crate) fn name(text: &str) -> Result<Name, Expected> {
    let mut text = text.trim();
    let mut out = Name::default();
    if let Some((of, rest)) = text.split_once("'s ").or_else(|| text.split_once("의 "))
        && of.chars().count() == 1
    {
        out.of = Some(of.to_uppercase());
        text = rest.trim();
    }
    if let Some((before, number)) = text.rsplit_once('#')
        && let Ok(n) = number.trim().parse()
    {
        out.nth = Some(n);
        text = before.trim();
    }
    if let Some(alias) = text.strip_prefix('@') {
        out.alias = true;
        text = alias;
    }
    out.text = text.trim_matches('"').trim().to_owned();
    if out.text.is_empty() { Err(NAME) } else { Ok(out) }
}

/// Puts names together again that were split at a comma of their own.
pub(crate) fn rejoin(known: impl Fn(&str) -> bool, list: &[Name]) -> Vec<Name> {
    let mut out: Vec<Name> = Vec::new();
    for name in list {
        if let Some(last) = out.last_mut() {
            let plain = !name.alias && name.of.is_none() && last.nth.is_none();
            let joined = format!("{}, {}", last.text, name.text);
            if plain && !last.alias && !known(&last.text) && known(&joined) {
                last.text = joined;
                last.nth = name.nth;
                last.about.clone_from(&name.about);
                continue;
            }
        }
        out.push(name.clone());
    }
    out
}

/// Splits at a sign outside quotation marks and braces.
fn split(text: &str, at: char) -> Vec<&str> {
    let (mut parts, mut begin, mut quoted) = (Vec::new(), 0, false);
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            c if c == at && !quoted => {
                parts.push(text[begin..i].trim());
                begin = i + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts.retain(|p| !p.is_empty());
    parts
}

fn names(text: &str) -> Result<Vec<Name>, Expected> {
    let all: Vec<Name> = split(text, ',').into_iter().map(name).collect::<Result<_, _>>()?;
    if all.is_empty() { Err(NAME) } else { Ok(all) }
}

fn numbers(text: &str) -> Result<Vec<u32>, Expected> {
    let parse = |n: &str| n.parse::<u32>().ok().filter(|n| *n > 0);
    let all: Option<Vec<u32>> =
        text.split([',', ' ']).filter(|n| !n.is_empty()).map(parse).collect();
    all.filter(|a| !a.is_empty())
        .ok_or(Expected { en: "numbers from 1", ko: "1부터의 숫자가" })
}

fn share(text: &str) -> Option<(Name, i32)> {
    let (before, number) = text.trim().rsplit_once([' ', '='])?;
    Some((name(before).ok()?, number.parse().ok()?))
}

fn shares(text: &str) -> Result<Vec<(Name, i32)>, Expected> {
    const SHARES: Expected = Expected {
        en: "names with numbers: `Ox 2, B 1`",
        ko: "`소 2, B 1`처럼 이름과 숫자가",
    };
    let all: Option<Vec<_>> = split(text, ',').into_iter().map(share).collect();
    all.filter(|a| !a.is_empty()).ok_or(SHARES)
}

/// A card or ability with X, modes, the way and targets.
fn use_of(text: &str) -> Result<Use, Expected> {
    let (head, targets) = match text.split_once("->").or_else(|| text.split_once('→')) {
        Some((head, targets)) => (head, Some(targets)),
        None => (text, None),
    };
    let mut out = Use::default();
    let mut head = head.trim().to_owned();
    // A quoted ability after the name; a quoted name stands first.
    if let Some(open) = head.char_indices().skip(1).find(|(_, c)| *c == '"').map(|(i, _)| i)
        && !head.starts_with('"')
    {
        out.how = Some(head[open..].trim().trim_matches('"').to_owned());
        head.truncate(open);
    }
    let mut words: Vec<&str> = head.split_whitespace().collect();
    while let Some(last) = words.last() {
        let lower = last.to_lowercase();
        if let Some(x) = lower.strip_prefix("x=") {
            out.x = Some(x.parse().map_err(|_| NUMBER)?);
        } else if let Some(m) = lower.strip_prefix("mode=").or_else(|| lower.strip_prefix("방식="))
        {
            out.modes = numbers(m)?;
        } else if words.len() > 2 && lower == "down" && words[words.len() - 2] == "face" {
            out.how = Some(FACE_DOWN.into());
            words.pop();
        } else if matches!(lower.as_str(), "뒷면" | "뒷면으로") && words.len() > 1 {
            out.how = Some(FACE_DOWN.into());
        } else if let Some(extras) = extras(&lower).filter(|_| words.len() > 1) {
            out.extras.extend(extras);
        } else if matches!(lower.as_str(), "flashback" | "플래시백") && words.len() > 1 {
            out.how = Some("flashback".into());
        } else if matches!(lower.as_str(), "alternative" | "대체") && words.len() > 1 {
            out.how = Some("alternative".into());
        } else {
            break;
        }
        words.pop();
    }
    out.name = name(&words.join(" "))?;
    let Some(targets) = targets else { return Ok(out) };
    for word in split(targets, ';') {
        let mut row = Vec::new();
        if !is_none(word) {
            for part in split(word, ',') {
                match share(part) {
                    Some((target, n)) => {
                        row.push(target.clone());
                        out.shares.push((target, n));
                    }
                    None => row.push(name(part)?),
                }
            }
        }
        out.targets.push(row);
    }
    if out.targets.is_empty() { Err(NAME) } else { Ok(out) }
}

/// Additional costs that a word names.
fn extras(word: &str) -> Option<Vec<Extra>> {
    Some(match word {
        "kicked" | "키커" => vec![Extra::Kicker(1)],
        "buyback" | "회수" => vec![Extra::Buyback],
        "entwine" | "entwined" | "결합" => vec![Extra::Entwine],
        _ => {
            let which = word.strip_prefix("kicked=").or_else(|| word.strip_prefix("키커="))?;
            numbers(which).ok()?.into_iter().map(Extra::Kicker).collect()
        }
    })
}

fn attack(rest: &str) -> Result<Command, Expected> {
    if is_none(rest) {
        return Ok(Command::Attack(Vec::new()));
    }
    let mut all: Vec<(Name, Option<Name>)> = Vec::new();
    for part in split(rest, ',') {
        let (creature, target) = match part.split_once("->").or_else(|| part.split_once('→')) {
            Some((creature, target)) => (creature, Some(name(target)?)),
            None => (part, None),
        };
        all.push((name(creature)?, target));
    }
    // `attack A, B -> C`: those before go where the next one that says it goes.
    let mut target = None;
    for (_, said) in all.iter_mut().rev() {
        match said {
            Some(said) => target = Some(said.clone()),
            None => *said = target.clone(),
        }
    }
    if all.is_empty() {
        Err(Expected { en: "creatures or `none`", ko: "생물이나 `없음`이" })
    } else {
        Ok(Command::Attack(all))
    }
}

fn block(rest: &str) -> Result<Command, Expected> {
    const BLOCK: Expected = Expected {
        en: "`attacker: blockers` or `none`",
        ko: "`공격생물: 방어생물`이나 `없음`이",
    };
    if is_none(rest) {
        return Ok(Command::Block(Vec::new()));
    }
    let mut all = Vec::new();
    for part in split(rest, ';') {
        if let Some((attacker, blockers)) = part.split_once(':') {
            all.push((name(attacker)?, names(blockers)?));
        } else if let Some((blockers, attacker)) = part.split_once("->") {
            all.push((name(attacker)?, names(blockers)?));
        } else {
            return Err(BLOCK);
        }
    }
    if all.is_empty() { Err(BLOCK) } else { Ok(Command::Block(all)) }
}

/// The kinds of mana (WUBRGC by number) of symbols, at least one.
pub(crate) fn mana_kinds(text: &str) -> Result<Vec<u8>, Expected> {
    use simpan_cards::ast::ManaSymbol;
    const MANA: Expected = Expected { en: "mana such as {W}{C}", ko: "{W}{C} 같은 마나가" };
    let cost: ManaCost = text.trim().parse().map_err(|_| MANA)?;
    let kind = |s: &ManaSymbol| match s {
        ManaSymbol::Colored(c) => Some(vec![*c as u8]),
        ManaSymbol::Colorless => Some(vec![5]),
        ManaSymbol::Generic(n) => Some(vec![5; usize::from(*n)]),
        _ => None,
    };
    let all: Option<Vec<Vec<u8>>> = cost.0.iter().map(kind).collect();
    all.map(|a| a.concat()).filter(|a| !a.is_empty()).ok_or(MANA)
}

fn pay(rest: &str) -> Result<Pay, Expected> {
    if rest.is_empty() || matches!(rest.to_lowercase().as_str(), "auto" | "자동") {
        return Ok(Pay::Auto);
    }
    mana_kinds(rest).map(Pay::Pool)
}

fn until(text: &str) -> Result<Until, Expected> {
    let text = text.trim().to_lowercase();
    let text = text.trim_end_matches("까지").trim();
    match text {
        "my turn" | "내 턴" | "내 차례" => return Ok(Until::MyTurn),
        "next turn" | "the next turn" | "다음 턴" => return Ok(Until::NextTurn),
        _ => {}
    }
    if let Some(n) = text.strip_prefix("turn ").or_else(|| text.strip_suffix("턴"))
        && let Ok(n) = n.trim().parse()
    {
        return Ok(Until::Turn(n));
    }
    let of = text.strip_suffix("'s turn").or_else(|| text.strip_suffix("의 턴"));
    if let Some(seat) = of.and_then(seat_of) {
        return Ok(Until::TurnOf(seat));
    }
    step_named(text).map(Until::Step).ok_or(Expected {
        en: "a step, `my turn`, `next turn`, `B's turn` or `turn 3`",
        ko: "단의 이름이나 `내 턴`, `다음 턴`, `B의 턴`, `3턴`이",
    })
}

/// The seat of a player's letter.
pub(crate) fn seat_of(letter: &str) -> Option<u8> {
    let letter = letter.trim();
    let letter =
        letter.strip_prefix("플레이어").or_else(|| letter.strip_prefix("player")).unwrap_or(letter);
    let mut chars = letter.trim().chars();
    match (chars.next().map(|c| c.to_ascii_uppercase()), chars.next()) {
        (Some(c @ 'A'..='H'), None) => Some(c as u8 - b'A'),
        _ => None,
    }
}

/// Other names of steps and phases than those of the phrase tables.
const STEPS: &[(&str, Step)] = &[
    ("untap", Step::Untap),
    ("upkeep", Step::Upkeep),
    ("draw", Step::Draw),
    ("main", Step::PrecombatMain),
    ("main phase", Step::PrecombatMain),
    ("precombat main", Step::PrecombatMain),
    ("first main", Step::PrecombatMain),
    ("first main phase", Step::PrecombatMain),
    ("combat", Step::BeginningOfCombat),
    ("beginning of combat", Step::BeginningOfCombat),
    ("declare attackers", Step::DeclareAttackers),
    ("attackers", Step::DeclareAttackers),
    ("declare blockers", Step::DeclareBlockers),
    ("blockers", Step::DeclareBlockers),
    ("first combat damage", Step::FirstCombatDamage),
    ("first strike damage", Step::FirstCombatDamage),
    ("combat damage", Step::CombatDamage),
    ("damage", Step::CombatDamage),
    ("end of combat", Step::EndOfCombat),
    ("postcombat main", Step::PostcombatMain),
    ("second main", Step::PostcombatMain),
    ("second main phase", Step::PostcombatMain),
    ("end", Step::End),
    ("end step", Step::End),
    ("end of turn", Step::End),
    ("cleanup", Step::Cleanup),
    ("본단계", Step::PrecombatMain),
    ("첫 번째 본단계", Step::PrecombatMain),
    ("두 번째 본단계", Step::PostcombatMain),
    ("종료단", Step::End),
    ("언탭", Step::Untap),
    ("유지", Step::Upkeep),
    ("뽑기", Step::Draw),
];

/// The step or phase of a name in either language.
pub fn step_named(text: &str) -> Option<Step> {
    let plain = |s: &str| s.to_lowercase().replace(' ', "");
    let wanted = plain(text.trim());
    let wanted = wanted.strip_prefix("the").unwrap_or(&wanted);
    let listed = STEPS.iter().find(|(name, _)| plain(name) == wanted).map(|(_, step)| *step);
    listed.or_else(|| {
        Step::ALL.into_iter().find(|step| {
            let said = |lang| {
                [Wording::Y2005, Wording::Y2021]
                    .map(|w| plain(&simpan_language::step_name(*step, lang, w)))
            };
            [simpan_language::Lang::En, simpan_language::Lang::Ko]
                .into_iter()
                .flat_map(said)
                .any(|name| name == wanted || name.strip_suffix("step") == Some(wanted))
        })
    })
}

/// All names by which steps are called in scenarios, for suggestions.
pub(crate) fn step_names() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|(name, _)| *name)
}
