//! Choosing objects, players, options or numbers without targeting.
//!
//! What can be chosen lies in `state.choosing`; what was chosen is handed back in `state.reply`.

use crate::look::Look;
use crate::object::{Picked, Thing};
use crate::process::Process;
use crate::refuse::need;
use crate::ruleset::RememberedChoice;
use crate::state::{Choosing, Reply};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use simpan_cards::Characteristics;
use simpan_cards::Word;
use simpan_cards::ast::{Choice, Subtype, SubtypeKind};
use simpan_cards::program::{AbilityId, CardId};
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, QuestionKind};
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};

/// The form of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Form {
    /// So many of the things in `choosing.options`.
    Things { min: u8, max: u8 },
    /// One of so many options.
    OneOf(u16),
    /// A word of a text, out of a set of them; picked by its number.
    Word(u16),
    /// A creature type or a card name, picked by its number.
    Named(Choice),
    /// Yes or no.
    YesNo,
    /// A number.
    Number { min: i32, max: i32 },
    /// The things in an order, all of them.
    Order,
    /// So many of the things, drawn by chance.
    Random(u8),
}

/// A choice being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Choose {
    player: PlayerId,
    form: Form,
    rule: RuleId,
    source: ObjectId,
}

impl Table<'_> {
    /// Lets a player choose; the answer will be in `state.reply`. Nothing is chosen where the rule
    /// doesn't hold.
    pub(crate) fn choose(
        &mut self,
        player: PlayerId,
        form: Form,
        options: impl IntoIterator<Item = Thing>,
        rule: RuleId,
        source: ObjectId,
    ) {
        self.s.choosing.options.clear();
        self.s.choosing.options.extend(options);
        self.s.choosing.chosen.clear();
        self.s.reply = Reply::default();
        if !holds(rule) {
            return;
        }
        self.s.processes.push(Process::Choose(Choose { player, form, rule, source }));
    }

    pub(crate) fn step_choose(&mut self, p: &mut Choose, answer: Option<Answer>) -> Flow {
        match (p.form, answer) {
            (_, None) => self.next_choice(p),
            (Form::YesNo, Some(a)) => {
                self.s.reply.yes = a == Answer::Yes;
                let (player, number) = (p.player, i32::from(a == Answer::Yes));
                self.record(crate::event::EventKind::ChoseNumber { player, number }, p.rule);
                Flow::Done
            }
            (_, Some(Answer::Number(number))) => self.chose_number(p, number),
            (Form::OneOf(_) | Form::Word(_) | Form::Named(_), Some(Answer::Pick(n))) => {
                self.chose_number(p, n as i32)
            }
            (Form::Random(_), Some(Answer::Pick(n))) => {
                let at = (n as usize).min(self.s.choosing.options.len().saturating_sub(1));
                self.take_option(at);
                self.next_choice(p)
            }
            (_, Some(Answer::Done)) => self.finish_choice(),
            (_, Some(a)) => {
                let thing = match a {
                    Answer::Object(id) => Thing::Object(id),
                    Answer::Player(player) => Thing::Player(player),
                    _ => Thing::None,
                };
                if let Some(at) = self.s.choosing.options.iter().position(|t| *t == thing) {
                    self.take_option(at);
                    let player = p.player;
                    self.record(crate::event::EventKind::Chose { player, thing }, p.rule);
                }
                self.next_choice(p)
            }
        }
    }

    fn chose_number(&mut self, p: &Choose, number: i32) -> Flow {
        self.s.reply.number = number;
        self.s.reply.yes = true;
        let player = p.player;
        self.record(crate::event::EventKind::ChoseNumber { player, number }, p.rule);
        Flow::Done
    }

    fn take_option(&mut self, at: usize) {
        if at < self.s.choosing.options.len() {
            let thing = self.s.choosing.options.remove(at);
            self.s.choosing.chosen.push(thing);
        }
    }

    fn finish_choice(&mut self) -> Flow {
        let Choosing { chosen, .. } = std::mem::take(&mut self.s.choosing);
        self.s.reply.things = chosen.into_iter().collect();
        self.s.reply.yes = true;
        Flow::Done
    }

    fn next_choice(&mut self, p: &Choose) -> Flow {
        let left = self.s.choosing.options.len();
        let chosen = self.s.choosing.chosen.len() as u8;
        let kind = match p.form {
            Form::Things { max, .. } if chosen >= max || left == 0 => return self.finish_choice(),
            Form::Things { min, max } => QuestionKind::Object { chosen, min, max },
            Form::Order if left == 0 => return self.finish_choice(),
            Form::Order => QuestionKind::Order { left: left as u16 },
            Form::Random(n) if chosen >= n || left == 0 => return self.finish_choice(),
            Form::Random(_) => {
                self.s.chance = Some(left as u32);
                return Flow::Ask;
            }
            Form::OneOf(options) => QuestionKind::OneOf { options },
            Form::Word(_) => QuestionKind::OneOf { options: u16::from(Word::COUNT) },
            Form::Named(choice) => {
                let options = self.look().names(choice).count().min(usize::from(u16::MAX)) as u16;
                if options == 0 {
                    return Flow::Done;
                }
                QuestionKind::Name { options }
            }
            Form::YesNo => QuestionKind::YesNo,
            Form::Number { min, max } => QuestionKind::Number { min, max },
        };
        self.ask(p.player, kind, p.rule, p.source)
    }
}

impl Look<'_> {
    pub(crate) fn choose_answers(self, p: &Choose, buf: &mut Vec<Answer>) {
        match p.form {
            Form::Things { min, .. } => {
                buf.extend(self.s.choosing.options.iter().filter_map(|t| answer_of(*t)));
                if self.s.choosing.chosen.len() >= usize::from(min) {
                    buf.push(Answer::Done);
                }
            }
            Form::Order => {
                buf.extend(self.s.choosing.options.iter().filter_map(|t| answer_of(*t)));
            }
            Form::OneOf(n) => buf.extend((0..u32::from(n)).map(Answer::Pick)),
            Form::Word(set) => buf.extend(Word::of(set).map(|w| Answer::Pick(u32::from(w.0)))),
            Form::Named(choice) => buf.extend(self.names(choice).map(Answer::Pick)),
            Form::YesNo => buf.extend([Answer::Yes, Answer::No]),
            Form::Number { min, max } => buf.extend((min..=max).map(Answer::Number)),
            Form::Random(_) => {
                buf.extend((0..self.s.choosing.options.len() as u32).map(Answer::Pick));
            }
        }
    }

    pub(crate) fn check_choose(self, p: &Choose, answer: Answer) -> Result<(), RuleId> {
        let fits = match (p.form, answer) {
            (Form::Number { min, max }, Answer::Number(n)) => (min..=max).contains(&n),
            _ => {
                let mut buf = Vec::new();
                self.choose_answers(p, &mut buf);
                buf.contains(&answer)
            }
        };
        let rule = match (p.form, answer) {
            (Form::Named(Choice::CreatureType), Answer::Pick(n)) if n < 512 => rule::CHOOSE_SUBTYPE,
            (Form::Named(Choice::CardNameOf(_)), Answer::Pick(n))
                if (n as usize) < self.pool.len() =>
            {
                rule::CHOOSE_NAME
            }
            _ => rule::ILLEGAL_ANSWER,
        };
        need(fits, rule)
    }
}

/// The answer that names a thing.
pub(crate) fn answer_of(thing: Thing) -> Option<Answer> {
    match thing {
        Thing::Object(id) => Some(Answer::Object(id)),
        Thing::Player(p) => Some(Answer::Player(p)),
        Thing::None => None,
    }
}

impl Table<'_> {
    /// Lets a player choose something that an object will remember; the reply says what.
    pub(crate) fn pick(&mut self, what: Choice, you: PlayerId, rule: RuleId, source: ObjectId) {
        match what {
            Choice::Color | Choice::BasicLandType => {
                self.choose(you, Form::OneOf(5), [], rule, source);
            }
            Choice::CreatureType | Choice::CardName | Choice::CardNameOf(_) => {
                self.choose(you, Form::Named(what), [], rule, source);
            }
            Choice::Opponent => {
                let others: Vec<Thing> =
                    self.s.apnap().filter(|p| *p != you).map(Thing::Player).collect();
                self.choose(you, Form::Things { min: 1, max: 1 }, others, rule, source);
            }
        }
    }
}

impl Reply {
    /// What was chosen to be remembered.
    pub(crate) fn picked(&self, what: Choice, by: AbilityId) -> Picked {
        let value = match (what, self.things.first()) {
            (Choice::Opponent, Some(Thing::Player(p))) => u16::from(p.0),
            (Choice::Opponent, _) => return Picked::default(),
            _ if !self.yes => return Picked::default(),
            _ => self.number.clamp(0, i32::from(u16::MAX)) as u16,
        };
        Picked { what: Some(what), value, by }
    }
}

impl<'a> Look<'a> {
    /// The numbers of all that may be named.
    fn names(self, what: Choice) -> impl Iterator<Item = u32> + 'a {
        let creature = |s: &Subtype| s.kind() == SubtypeKind::Creature;
        let types = (what == Choice::CreatureType).then(|| Subtype::all().filter(creature));
        let cards = (what != Choice::CreatureType).then(|| self.pool.cards());
        let fits = move |card_type| match what {
            Choice::CardNameOf(wanted) => simpan_cards::ast::CardTypes::has(card_type, wanted),
            _ => true,
        };
        let types = types.into_iter().flatten().map(|s| u32::from(s.0));
        let cards = cards.into_iter().flatten();
        types.chain(cards.filter(move |(_, c)| fits(c.base.types)).map(|(id, _)| u32::from(id.0)))
    }

    /// What is being named, while a player names something.
    pub fn naming(self) -> Option<Choice> {
        match self.s.processes.top() {
            Some(Process::Choose(Choose { form: Form::Named(what), .. })) => Some(*what),
            _ => None,
        }
    }

    /// The choice of a sort that an object's abilities may use; none if none was made. A choice of
    /// another sort is none (2005 rule 503.8).
    pub(crate) fn chosen(self, id: ObjectId, what: Choice) -> Option<u16> {
        let picked = self.object_or_last(id)?.chosen;
        let name = |c: Choice| matches!(c, Choice::CardName | Choice::CardNameOf(_));
        let fits = picked.what.is_some_and(|c| c == what || (name(c) && name(what)));
        let linked = || {
            picked.by == AbilityId::NONE
                || self.characteristics(id).is_some_and(|c| c.abilities.contains(&picked.by))
        };
        let used = match self.s.rules.remembered_choice {
            RememberedChoice::AnyThatFits => fits,
            RememberedChoice::Linked => fits && linked(),
        };
        (used || !holds(rule::LINKED_UNDEFINED)).then_some(picked.value)
    }

    /// Whether something is of the colour, type or name that was chosen for an object.
    pub(crate) fn is_chosen(self, c: &Characteristics, what: Choice, id: ObjectId) -> bool {
        let Some(n) = self.chosen(id, what) else { return false };
        let name = |card: CardId| &self.pool.card(card).data.name;
        match what {
            Choice::Color => n < 5 && c.colors.0 >> n & 1 == 1,
            Choice::CreatureType => c.subtypes.has(Subtype(n)),
            Choice::BasicLandType => {
                self.pool.basic_lands().get(usize::from(n)).is_some_and(|(s, _)| c.subtypes.has(*s))
            }
            Choice::CardName | Choice::CardNameOf(_) => name(c.named) == name(CardId(n)),
            Choice::Opponent => false,
        }
    }
}
