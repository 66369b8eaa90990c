//! A command as a row of wishes, which are fulfilled one by one as the game asks.

use crate::command::{Command, Extra, FACE_DOWN, FACE_UP, Name, Pay, Use, mana_kinds};
use crate::declare::{attack_answer, block_answer};
use crate::error::CommandError;
use crate::explain::{describe_answer, describe_question};
use crate::names::{
    Names, among, chosen, everything, is_called, means_nothing, player, rejoin, the_one, thing,
    unknown,
};
use crate::tap::{self, mana_text, tap_answer};
use simpan_cards::ast::{CardType, Choice, Color, Subtype, Zone};
use simpan_cards::program::AbilityKind;
use simpan_engine::{Answer, Ask, Game, ObjectId, PlayerId, QuestionKind, Way};
use simpan_language::{Lang as Words, Wording};
use simpan_magic::legal::{How, how_of, way_of};
use simpan_magic::object::Thing;
use simpan_magic::{Magic, Question};
use simpan_rulebook::{Lang, RuleId, rule};
use std::collections::VecDeque;
use std::fmt;

/// One thing that a command wants to say, to the question that it fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// Use something with priority.
    Act(Verb, Use),
    Tap(Name, Option<u8>),
    Pass,
    X(i32),
    Extras(Vec<Extra>),
    Mode(u32),
    Target(Name),
    /// What is chosen so far is all; dropped if that isn't asked.
    Enough,
    Share(Name, i32),
    Thing(Name),
    Order(Name),
    Color(u8),
    Yes,
    No,
    Auto,
    Mana(u8),
    Attack(Name, Option<Name>),
    Block(Name, Name),
    Number(i32),
    Done,
    Keep,
    Mulligan,
    Concede,
    Cancel,
}

/// How something is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Play,
    Cast,
    Activate,
}

/// A row of answers to come, as a command plans them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The command, as it was written.
    pub text: String,
    wants: VecDeque<Want>,
    /// Whether each answer waits for its question, whatever else is asked before.
    in_any_order: bool,
    /// How many shares, or things in an order, it began with.
    row: usize,
    /// What the questions were about to which it gave shares or places.
    about: Option<(ObjectId, RuleId)>,
}

/// What the command wants to say, in the game as it stands; `text` is how it was written.
pub fn plan(game: &Magic, command: &Command, text: &str) -> Script {
    let mut wants = VecDeque::new();
    let mut in_any_order = false;
    let mut using = |verb, used: &Use| {
        wants.push_back(Want::Act(verb, used.clone()));
        wants.extend((!used.extras.is_empty()).then(|| Want::Extras(used.extras.clone())));
        wants.extend(used.x.map(Want::X));
        wants.extend(used.modes.iter().map(|m| Want::Mode(*m)));
        if !used.modes.is_empty() {
            wants.push_back(Want::Enough);
        }
        for row in &used.targets {
            if row.is_empty() {
                wants.push_back(Want::Done);
            }
            wants.extend(rejoin(game, row).into_iter().map(Want::Target));
            wants.push_back(Want::Enough);
        }
        wants.extend(used.shares.iter().map(|(name, n)| Want::Share(name.clone(), *n)));
        in_any_order = true;
    };
    match command {
        Command::Play(used) => using(Verb::Play, used),
        Command::Cast(used) => using(Verb::Cast, used),
        Command::Activate(used) => using(Verb::Activate, used),
        Command::Tap(name, kind) => {
            wants.push_back(Want::Tap(name.clone(), *kind));
            wants.extend(kind.map(Want::Color));
            in_any_order = true;
        }
        Command::Attack(all) => {
            let creatures: Vec<Name> = all.iter().map(|(c, _)| c.clone()).collect();
            let target = |name: &Name| {
                let last = name.text.rsplit(", ").next().unwrap_or_default();
                all.iter().find(|(c, _)| c.text == last && c.nth == name.nth)
            };
            for name in rejoin(game, &creatures) {
                let target = target(&name).and_then(|(_, t)| t.clone());
                wants.push_back(Want::Attack(name, target));
            }
            wants.push_back(Want::Done);
        }
        Command::Block(all) => {
            for (attacker, blockers) in all {
                for blocker in rejoin(game, blockers) {
                    wants.push_back(Want::Block(blocker, attacker.clone()));
                }
            }
            wants.push_back(Want::Done);
        }
        Command::Choose(all) => {
            wants.extend(rejoin(game, all).into_iter().map(Want::Thing));
            wants.push_back(Want::Enough);
        }
        Command::Order(all) => wants.extend(rejoin(game, all).into_iter().map(Want::Order)),
        Command::Mode(all) => {
            wants.extend(all.iter().map(|m| Want::Mode(*m)));
            wants.push_back(Want::Enough);
        }
        Command::Divide(all) => {
            wants.extend(all.iter().map(|(name, n)| Want::Share(name.clone(), *n)));
            in_any_order = true;
        }
        Command::Pay(Pay::Auto) => wants.push_back(Want::Auto),
        Command::Pay(Pay::Pool(kinds)) => wants.extend(kinds.iter().map(|k| Want::Mana(*k))),
        Command::Number(n) => wants.push_back(Want::Number(*n)),
        Command::Pass => wants.push_back(Want::Pass),
        Command::Yes => wants.push_back(Want::Yes),
        Command::No => wants.push_back(Want::No),
        Command::Keep => wants.push_back(Want::Keep),
        Command::Mulligan => wants.push_back(Want::Mulligan),
        Command::Concede => wants.push_back(Want::Concede),
        Command::Cancel => wants.push_back(Want::Cancel),
        Command::Done => wants.push_back(Want::Done),
        Command::PassUntil(_) | Command::Resolve | Command::ResolveOne => {}
    }
    let row = wants.iter().filter(|w| w.is_row()).count();
    Script { text: text.to_owned(), wants, in_any_order, row, about: None }
}

/// Everything a command answers, to the questions that follow as long as it has an answer: the
/// atoms that a client sends one after the other. The game is not changed.
///
/// # Errors
/// Why the command can't be carried out; [`CommandError::Refused`] with the rule if one forbids
/// it. What the command leaves unsaid (a payment, a target) ends the row without an error.
pub fn answer(game: &Magic, command: &Command, names: &Names) -> Result<Vec<Answer>, CommandError> {
    let mut script = plan(game, command, "");
    let mut scratch = game.clone();
    let mut out = Vec::new();
    if let (Command::Attack(_) | Command::Block(_), Ask::Player(q)) = (command, scratch.ask())
        && matches!(q.kind, QuestionKind::Attack | QuestionKind::Block)
        && q.cancellable
    {
        // The command is the whole declaration: what was declared one by one is taken back.
        apply(&mut scratch, Answer::Cancel)?;
        out.push(Answer::Cancel);
    }
    while !script.is_empty() {
        let Ask::Player(question) = scratch.ask() else { break };
        let Some(answer) = script.next(&scratch, &question, names)? else { break };
        apply(&mut scratch, answer)?;
        out.push(answer);
    }
    // Targets are asked for before the payment.
    let targets = script.wants.iter().any(|w| matches!(w, Want::Target(_)));
    let over = match scratch.ask() {
        Ask::Player(q) => q.kind == QuestionKind::Act || (q.kind == QuestionKind::Pay && targets),
        _ => true,
    };
    if over && !out.is_empty() && !script.is_empty() {
        return Err(CommandError::Unused { what: script.unused() });
    }
    match (out.is_empty(), game.ask()) {
        (false, _) => Ok(out),
        (true, Ask::Player(q)) => Err(misfit(game, command.verb(), &q, names.lang)),
        (true, _) => Err(CommandError::Over),
    }
}

fn apply(game: &mut Magic, answer: Answer) -> Result<(), CommandError> {
    game.apply(answer, &mut simpan_engine::NoLog)
        .map_err(|illegal| CommandError::Refused { because: illegal.because })
}

/// The error of a command that answers no question that is open.
pub(crate) fn misfit(game: &Magic, command: &str, q: &Question, lang: Lang) -> CommandError {
    CommandError::Misfit { command: command.to_owned(), question: describe_question(game, q, lang) }
}

impl Script {
    /// Whether everything has been said; that a choice is finished needn't be, nor the last of an
    /// order or of what is divided, which is what the others leave.
    pub fn is_empty(&self) -> bool {
        let left = self.wants.iter().filter(|w| w.is_row()).count();
        let implied = left == 1 && self.row > 1;
        self.wants.iter().all(|w| *w == Want::Enough || (implied && w.is_row()))
    }

    /// What was said and wasn't asked for.
    pub(crate) fn left(&self) -> Vec<String> {
        self.wants.iter().filter(|w| **w != Want::Enough).map(ToString::to_string).collect()
    }

    /// The names of what was chosen and wasn't asked for.
    fn unused(&self) -> Vec<String> {
        let name = |w: &Want| match w {
            Want::Target(name) | Want::Thing(name) => Some(name.to_string()),
            _ => None,
        };
        self.wants.iter().filter_map(name).collect()
    }

    /// The share of whom a question asks about.
    fn share_for(&self, game: &Magic, question: &Question, names: &Names) -> Option<usize> {
        let QuestionKind::Divide { object, .. } = question.kind else { return None };
        self.wants.iter().position(|w| match w {
            Want::Share(name, _) => match player(game, name) {
                Some(_) => object.is_none(),
                None => thing(game, names, name, &[Answer::Object(object)])
                    .is_ok_and(|t| t == Thing::Object(object)),
            },
            _ => false,
        })
    }

    /// Whether it has an answer to such a question.
    pub fn fits(&self, question: &Question) -> bool {
        self.position(question).is_some()
    }

    fn position(&self, question: &Question) -> Option<usize> {
        // What is left of one row, and follows from it, says nothing of another.
        let about = (question.purpose.source, question.purpose.rule);
        if self.about.is_some_and(|before| before != about) && self.is_empty() {
            return None;
        }
        let relevant = self.wants.iter().position(|w| *w != Want::Enough || w.fits(question))?;
        match self.in_any_order {
            true => (relevant..self.wants.len()).find(|i| self.wants[*i].fits(question)),
            false => self.wants[relevant].fits(question).then_some(relevant),
        }
    }

    /// The answer to a question, and one wish fewer; nothing if it has none.
    ///
    /// # Errors
    /// If the wish fits the question and can't be fulfilled.
    pub fn next(
        &mut self,
        game: &Magic,
        question: &Question,
        names: &Names,
    ) -> Result<Option<Answer>, CommandError> {
        let Some(mut at) = self.position(question) else { return Ok(None) };
        if let (QuestionKind::Divide { .. }, Want::Share(..)) = (question.kind, &self.wants[at]) {
            match self.share_for(game, question, names) {
                Some(found) => at = found,
                // Who isn't named gets nothing.
                None if game.check(Answer::Number(0)).is_ok() => {
                    return Ok(Some(Answer::Number(0)));
                }
                None => {}
            }
        }
        if let Want::Extras(extras) = &mut self.wants[at] {
            let asked = extras.iter().position(|e| is_asked(game, question.purpose.source, *e));
            let Some(asked) = asked else { return Ok(Some(Answer::No)) };
            extras.remove(asked);
            if extras.is_empty() {
                self.wants.remove(at);
            }
            return Ok(Some(Answer::Yes));
        }
        let want = self.wants[at].clone();
        if want.is_row() {
            self.about = Some((question.purpose.source, question.purpose.rule));
        }
        // Words left over from the choice before are done with.
        if !self.in_any_order {
            self.wants.drain(..at);
            self.wants.pop_front();
        } else {
            self.wants.remove(at);
            if matches!(want, Want::Target(_)) {
                while at > 0 && self.wants.front() == Some(&Want::Enough) {
                    self.wants.pop_front();
                }
            }
        }
        let mut legal = Vec::new();
        game.answers(&mut legal);
        let answer = want.answer(game, question, names, &legal)?;
        if let Want::Tap(_, Some(kind)) = want
            && tap::makes_just(game, answer, kind)
        {
            self.wants.retain(|w| *w != Want::Color(kind));
        }
        match game.check(answer) {
            Ok(()) => Ok(Some(answer)),
            Err(illegal) if illegal.because == rule::ILLEGAL_ANSWER => {
                let text = if self.text.is_empty() {
                    describe_answer(game, answer, names.lang)
                } else {
                    self.text.clone()
                };
                match want {
                    Want::Act(..) | Want::Attack(..) | Want::Block(..) => {
                        Err(CommandError::Refused { because: illegal.because })
                    }
                    _ => Err(misfit(game, &text, question, names.lang)),
                }
            }
            Err(illegal) => Err(CommandError::Refused { because: illegal.because }),
        }
    }
}

impl fmt::Display for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Act(_, used) => write!(f, "{}", used.name),
            Self::Tap(name, _) => write!(f, "tap {name}"),
            Self::X(n) => write!(f, "X={n}"),
            Self::Extras(all) => {
                let all = all.iter().map(|e| match e {
                    Extra::Kicker(n) => format!("kicked={n}"),
                    Extra::Buyback => "buyback".to_owned(),
                    Extra::Entwine => "entwine".to_owned(),
                });
                f.write_str(&all.collect::<Vec<_>>().join(" "))
            }
            Self::Mode(n) => write!(f, "mode={n}"),
            Self::Target(name) | Self::Thing(name) | Self::Order(name) => write!(f, "{name}"),
            Self::Share(name, n) => write!(f, "{name} {n}"),
            Self::Color(kind) | Self::Mana(kind) => f.write_str(&mana_text(*kind)),
            Self::Attack(name, None) => write!(f, "{name}"),
            Self::Attack(name, Some(at)) => write!(f, "{name} -> {at}"),
            Self::Block(blocker, attacker) => write!(f, "{attacker}: {blocker}"),
            Self::Number(n) => write!(f, "{n}"),
            Self::Pass => f.write_str("pass"),
            Self::Enough | Self::Done => f.write_str("done"),
            Self::Yes => f.write_str("yes"),
            Self::No => f.write_str("no"),
            Self::Auto => f.write_str("auto"),
            Self::Keep => f.write_str("keep"),
            Self::Mulligan => f.write_str("mulligan"),
            Self::Concede => f.write_str("concede"),
            Self::Cancel => f.write_str("cancel"),
        }
    }
}

impl Want {
    /// Whether it is one of a row whose last one follows from the others.
    fn is_row(&self) -> bool {
        matches!(self, Self::Share(..) | Self::Order(_))
    }

    /// Whether it is an answer to such a question, by its form.
    fn fits(&self, q: &Question) -> bool {
        use QuestionKind as Q;
        let x = q.purpose.rule == rule::PLAY_X;
        match self {
            Self::Act(..) => q.kind == Q::Act,
            Self::Tap(..) => matches!(q.kind, Q::Act | Q::Pay),
            Self::Pass => matches!(q.kind, Q::Act | Q::Pay | Q::Replacement { .. }),
            Self::X(_) => matches!(q.kind, Q::Number { .. }) && x,
            Self::Extras(_) => q.kind == Q::YesNo && q.purpose.rule == rule::PLAY_ALTERNATIVES,
            Self::Mode(_) => matches!(q.kind, Q::Mode { .. }),
            Self::Target(_) => matches!(q.kind, Q::Target { .. }),
            Self::Enough => match q.kind {
                Q::Target { chosen, min, .. } | Q::Object { chosen, min, .. } => {
                    chosen > 0 && chosen >= min
                }
                Q::Mode { .. } => true,
                _ => false,
            },
            Self::Share(..) => matches!(q.kind, Q::Divide { .. }),
            Self::Thing(name) => match q.kind {
                Q::Target { .. } | Q::Object { .. } | Q::Player | Q::OneOf { .. } => true,
                Q::Replacement { .. } | Q::Order { .. } | Q::Name { .. } => true,
                Q::Mode { .. } | Q::Number { .. } => name.text.parse::<u32>().is_ok(),
                _ => false,
            },
            Self::Order(_) => matches!(q.kind, Q::Order { .. }),
            Self::Color(_) => matches!(q.kind, Q::OneOf { .. }),
            Self::Yes => matches!(q.kind, Q::YesNo | Q::Mulligan),
            Self::No => matches!(q.kind, Q::YesNo | Q::Mulligan | Q::Replacement { .. }),
            Self::Auto | Self::Mana(_) => q.kind == Q::Pay,
            Self::Attack(..) => q.kind == Q::Attack,
            Self::Block(..) => q.kind == Q::Block,
            Self::Number(_) => matches!(q.kind, Q::Number { .. } | Q::Divide { .. }),
            Self::Done => matches!(
                q.kind,
                Q::Target { .. } | Q::Object { .. } | Q::Mode { .. } | Q::Attack | Q::Block
            ),
            Self::Keep | Self::Mulligan => q.kind == Q::Mulligan,
            Self::Concede => true,
            Self::Cancel => q.cancellable,
        }
    }

    fn answer(
        &self,
        game: &Magic,
        q: &Question,
        names: &Names,
        legal: &[Answer],
    ) -> Result<Answer, CommandError> {
        Ok(match self {
            Self::Act(verb, used) => use_answer(game, q.player, names, legal, *verb, used)?,
            Self::Tap(name, kind) => tap_answer(game, names, legal, name, *kind)?,
            Self::Pass => Answer::Pass,
            Self::X(n) => Answer::Number(*n),
            Self::Mode(n) => Answer::Pick(n - 1),
            Self::Target(name) => as_answer(chosen(game, names, name, legal)?),
            Self::Enough | Self::Done => Answer::Done,
            Self::Share(name, n) => share_answer(game, q, names, name, *n)?,
            Self::Thing(name) | Self::Order(name) => choice(game, q, names, legal, name)?,
            Self::Color(kind) => color_answer(game, q, legal, *kind)
                .ok_or_else(|| unoffered(game, &mana_text(*kind), names, legal))?,
            Self::Extras(_) | Self::Yes | Self::Keep => Answer::Yes,
            Self::No if matches!(q.kind, QuestionKind::Replacement { .. }) => Answer::Pass,
            Self::No | Self::Mulligan => Answer::No,
            Self::Auto => Answer::Auto,
            Self::Mana(kind) => Answer::Pick(u32::from(*kind)),
            Self::Attack(creature, target) => {
                attack_answer(game, names, legal, creature, target.as_ref())?
            }
            Self::Block(blocker, attacker) => block_answer(game, names, legal, blocker, attacker)?,
            Self::Number(n) => Answer::Number(*n),
            Self::Concede => Answer::Concede,
            Self::Cancel => Answer::Cancel,
        })
    }
}

fn as_answer(thing: Thing) -> Answer {
    match thing {
        Thing::Object(id) => Answer::Object(id),
        Thing::Player(p) => Answer::Player(p),
        Thing::None => Answer::Done,
    }
}

/// Whether the additional cost is the one that is offered for a spell.
fn is_asked(game: &Magic, spell: ObjectId, extra: Extra) -> bool {
    use simpan_cards::ast::KeywordAbility as K;
    let look = game.look();
    let (Some(asked), Some(c)) = (look.cost_asked(), look.characteristics(spell)) else {
        return false;
    };
    let keyword = |a| match &game.pool().ability(a).kind {
        AbilityKind::Keyword(k) => Some(k),
        _ => None,
    };
    match (extra, keyword(asked)) {
        (Extra::Buyback, Some(K::Buyback(_))) | (Extra::Entwine, Some(K::Entwine(_))) => true,
        (Extra::Kicker(n), Some(K::Kicker(_))) => {
            let before = c.abilities.iter().take_while(|a| **a != asked);
            before.filter(|a| matches!(keyword(**a), Some(K::Kicker(_)))).count() + 1 == n as usize
        }
        _ => false,
    }
}

/// The objects of a name among those that legal uses name, in hand first.
fn use_answer(
    game: &Magic,
    me: PlayerId,
    names: &Names,
    legal: &[Answer],
    verb: Verb,
    used: &Use,
) -> Result<Answer, CommandError> {
    let look = game.look();
    let all = everything(game);
    let called = among(game, names, &used.name, &all)?;
    let wanted = |how: How| match (verb, how) {
        (Verb::Activate, How::Activate(_)) => true,
        (Verb::Play, How::Land) => used.how.is_none(),
        (Verb::Play | Verb::Cast, How::Cast) => used.how.is_none(),
        (Verb::Play | Verb::Cast, How::Alternative(_)) => {
            used.how.as_deref() == Some("alternative")
        }
        (Verb::Play | Verb::Cast, How::Flashback) => used.how.as_deref() == Some("flashback"),
        (Verb::Play | Verb::Cast, How::FaceDown) => used.how.as_deref() == Some(FACE_DOWN),
        (Verb::Play, How::TurnUp) => used.how.as_deref() == Some(FACE_UP),
        _ => false,
    };
    let fits = |id: ObjectId, way: Way| match how_of(way) {
        How::Activate(n) => ability_fits(game, id, n, used.how.as_deref()),
        _ => true,
    };
    let able: Vec<(ObjectId, Way)> = legal
        .iter()
        .filter_map(|a| match a {
            Answer::Use(id, way) if wanted(how_of(*way)) => Some((*id, *way)),
            _ => None,
        })
        .filter(|(id, way)| called.contains(id) && fits(*id, *way))
        .collect();
    if !able.is_empty() {
        return one_use(game, names, used, &able);
    }
    // Nothing of that name may be used so: let the rules say why.
    let mine = |id: &&ObjectId| look.controller(**id) == Some(me);
    let zones: &[Zone] = match (verb, used.how.as_deref()) {
        (Verb::Activate, _) => &[Zone::Battlefield, Zone::Hand, Zone::Graveyard],
        (_, Some("flashback")) => &[Zone::Graveyard],
        (_, Some(FACE_UP)) => &[Zone::Battlefield],
        _ => &[Zone::Hand, Zone::Library, Zone::Graveyard, Zone::Exile, Zone::Battlefield],
    };
    let inside =
        |zone: Zone, id: &&ObjectId| game.state().object(**id).is_some_and(|o| o.zone() == zone);
    let pick = zones
        .iter()
        .find_map(|z| called.iter().filter(mine).find(|id| inside(*z, id)))
        .or_else(|| zones.iter().find_map(|z| called.iter().find(|id| inside(*z, id))))
        .or(called.first());
    let Some(id) = pick.copied() else { return Err(unknown(game, names, &used.name)) };
    let how = match verb {
        Verb::Activate => {
            let count = look.characteristics(id).map_or(0, |c| c.abilities.len());
            let n = (0..count as u8).find(|n| ability_fits(game, id, *n, used.how.as_deref()));
            How::Activate(n.unwrap_or(u8::MAX))
        }
        Verb::Play if look.is(id, CardType::Land) && used.how.is_none() => How::Land,
        _ if used.how.as_deref() == Some("flashback") => How::Flashback,
        _ if used.how.as_deref() == Some(FACE_DOWN) => How::FaceDown,
        _ if used.how.as_deref() == Some(FACE_UP) => How::TurnUp,
        _ if used.how.as_deref() == Some("alternative") => alternative(game, id),
        _ => How::Cast,
    };
    Ok(Answer::Use(id, way_of(how)))
}

/// The alternative cost of a card.
fn alternative(game: &Magic, id: ObjectId) -> How {
    use simpan_cards::ast::StaticEffect;
    let abilities = game.look().characteristics(id).map_or(&[][..], |c| &c.abilities);
    let is = |a: &_| match &game.pool().ability(*a).kind {
        AbilityKind::Static(s) => matches!(s.effect, StaticEffect::AlternativeCost(_)),
        _ => false,
    };
    How::Alternative(abilities.iter().position(is).map_or(u8::MAX, |n| n as u8))
}

/// The one use that is meant among several that are possible.
fn one_use(
    game: &Magic,
    names: &Names,
    used: &Use,
    able: &[(ObjectId, Way)],
) -> Result<Answer, CommandError> {
    let (first, _) = able[0];
    let ways: Vec<Way> = able.iter().filter(|(id, _)| *id == first).map(|(_, w)| *w).collect();
    if let [way] = ways[..] {
        let ids: Vec<ObjectId> = able.iter().map(|(id, _)| *id).collect();
        let id = the_one(game, names, &used.name, &ids)?.unwrap_or(first);
        return Ok(Answer::Use(id, way));
    }
    // Mana abilities stand back behind others; two of one sort have to be told apart.
    let others: Vec<Way> = ways
        .iter()
        .copied()
        .filter(|w| !game.look().only_makes_mana(Answer::Use(first, *w)))
        .collect();
    match others[..] {
        [way] => Ok(Answer::Use(first, way)),
        _ => Err(CommandError::Ambiguous {
            name: used.name.to_string(),
            candidates: ways
                .iter()
                .map(|w| describe_answer(game, Answer::Use(first, *w), names.lang))
                .collect(),
        }),
    }
}

/// Whether an ability is activated and has the words, in either language; or is the one of that
/// number, from 1, among those that are activated.
pub(crate) fn ability_fits(game: &Magic, id: ObjectId, n: u8, words: Option<&str>) -> bool {
    let pool = game.pool();
    let Some(c) = game.look().characteristics(id) else { return false };
    let activated = |a| matches!(pool.ability(a).kind, AbilityKind::Activated { .. });
    let Some(ability) = c.abilities.get(usize::from(n)).copied().filter(|a| activated(*a)) else {
        return false;
    };
    let Some(words) = words else { return true };
    if let Ok(number) = words.trim().parse::<usize>() {
        let before = c.abilities.iter().take(usize::from(n)).filter(|a| activated(**a)).count();
        return before + 1 == number;
    }
    let wanted = words.trim().to_lowercase();
    let name = crate::names::object_name(game, id, Lang::En);
    [(Words::En, Wording::Y2021), (Words::En, Wording::Y2005), (Words::Ko, Wording::Y2021)]
        .into_iter()
        .any(|(lang, wording)| {
            let tree = &pool.ability(ability).tree;
            let text = simpan_language::print_ability(tree, &name, lang, wording);
            text.to_lowercase().contains(&wanted)
        })
}

fn share_answer(
    game: &Magic,
    q: &Question,
    names: &Names,
    name: &Name,
    n: i32,
) -> Result<Answer, CommandError> {
    let QuestionKind::Divide { object, .. } = q.kind else { return Ok(Answer::Number(n)) };
    let meant = match player(game, name) {
        Some(_) => ObjectId::NONE,
        None => thing(game, names, name, &[Answer::Object(object)])?.object().unwrap_or(object),
    };
    if meant == object {
        return Ok(Answer::Number(n));
    }
    Err(misfit(game, &format!("divide {name} {n}"), q, names.lang))
}

/// What is said isn't among what is offered.
fn unoffered(game: &Magic, said: &str, names: &Names, legal: &[Answer]) -> CommandError {
    CommandError::Unknown {
        name: said.to_owned(),
        candidates: legal.iter().map(|a| describe_answer(game, *a, names.lang)).collect(),
    }
}

/// What `choose` and `order` mean to a question.
fn choice(
    game: &Magic,
    q: &Question,
    names: &Names,
    legal: &[Answer],
    name: &Name,
) -> Result<Answer, CommandError> {
    let number = name.text.parse::<u32>().ok().filter(|n| *n > 0 && !name.alias);
    let picks = legal.iter().any(|a| matches!(a, Answer::Pick(_)));
    match q.kind {
        QuestionKind::Number { .. } => {
            return Ok(Answer::Number(name.text.parse().unwrap_or(0)));
        }
        _ if means_nothing(name) => return Ok(Answer::Done),
        _ if !picks => return Ok(as_answer(chosen(game, names, name, legal)?)),
        _ => {}
    }
    if let Some(n) = number {
        return Ok(Answer::Pick(n - 1));
    }
    let unknown = || unoffered(game, &name.to_string(), names, legal);
    match q.kind {
        QuestionKind::OneOf { .. } if q.purpose.rule == rule::TEXT_CHANGE => {
            let text = |w: u32| describe_answer(game, Answer::Pick(w), names.lang);
            let is = |w: &u32| {
                let word = simpan_cards::Word(*w as u8);
                word.name().eq_ignore_ascii_case(&name.text) || text(*w) == name.text
            };
            let all = 0..u32::from(simpan_cards::Word::COUNT);
            all.into_iter().find(is).map(Answer::Pick).ok_or_else(unknown)
        }
        QuestionKind::OneOf { .. } => match color_of(&name.text) {
            Some(kind) => color_answer(game, q, legal, kind).ok_or_else(unknown),
            None => match name.text.to_lowercase().as_str() {
                "tap" | "탭" => Ok(Answer::Pick(0)),
                "untap" | "언탭" => Ok(Answer::Pick(1)),
                _ => Err(unknown()),
            },
        },
        QuestionKind::Name { .. } => {
            let text = &name.text;
            let is_type = game.look().naming() == Some(Choice::CreatureType);
            let subtype = || {
                let is = |s: &Subtype| s.name().eq_ignore_ascii_case(text) || s.korean() == text;
                Subtype::all().find(is).map(|s| s.0)
            };
            let card = || game.pool().find(text).map(|c| c.0);
            let found = if is_type { subtype() } else { card() };
            found.map(|n| Answer::Pick(u32::from(n))).ok_or_else(unknown)
        }
        QuestionKind::Replacement { .. } => {
            by_source(game, names, name, &game.look().replacement_sources()).ok_or_else(unknown)
        }
        QuestionKind::Order { .. } => {
            let waiting = game.look().waiting_triggers();
            let sources: Vec<ObjectId> = waiting.iter().map(|(_, source)| *source).collect();
            by_source(game, names, name, &sources).ok_or_else(unknown)
        }
        _ => Err(unknown()),
    }
}

/// The number of the first option whose source has the name.
fn by_source(game: &Magic, names: &Names, name: &Name, sources: &[ObjectId]) -> Option<Answer> {
    let look = game.look();
    let is = |id: &ObjectId| match name.alias {
        true => names.aliased(&name.text) == Some(*id),
        false => look.name_of(*id).is_some_and(|c| is_called(game, c, &name.text)),
    };
    let found = sources.iter().enumerate().filter(|(_, id)| is(id)).map(|(i, _)| i as u32);
    found.map(Answer::Pick).nth(name.nth.unwrap_or(1).saturating_sub(1))
}

/// A colour or basic land type, by its number in WUBRG order.
pub(crate) fn color_of(text: &str) -> Option<u8> {
    let text = text.trim().to_lowercase();
    for color in Color::ALL {
        let land = ["plains", "island", "swamp", "mountain", "forest"][color as usize];
        let named = [Words::En, Words::Ko].map(|l| simpan_language::color_name(color, l));
        let korean = simpan_cards::ast::Subtype::named(land).map(|s| s.korean());
        if named.iter().any(|n| n.to_lowercase() == text)
            || text == land
            || korean == Some(text.as_str())
            || text == format!("{{{}}}", color.letter()).to_lowercase()
        {
            return Some(color as u8);
        }
    }
    mana_kinds(&text.to_uppercase()).ok().map(|k| k[0])
}

/// The option that stands for a colour: all five, or the colours of the source's mana ability; none
/// if it isn't offered.
fn color_answer(game: &Magic, q: &Question, legal: &[Answer], kind: u8) -> Option<Answer> {
    let number = |n: usize| Answer::Pick(n as u32);
    let all = || Some(number(usize::from(kind))).filter(|a| legal.contains(a));
    if legal.len() == 5 {
        return all();
    }
    match crate::explain::mana_options(game, q.purpose.source, legal.len())[..] {
        [] => all(),
        ref kinds => kinds.iter().position(|k| *k == kind).map(number),
    }
}
