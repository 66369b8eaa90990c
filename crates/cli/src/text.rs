//! Things, questions and answers in words.
//!
//! A [`Speaker`] is given only what its viewer may see: masked events and the asked player's own
//! answers.

use crate::words::{self, Entry, fill};
use simpan_cards::CardData;
use simpan_cards::program::{AbilityId, CardId};
use simpan_engine::{Answer, Illegal, ObjectId, PlayerId, QuestionKind};
use simpan_judge::{describe_answer, describe_question, when_refused};
use simpan_language::{Wording, print_ability};
use simpan_magic::legal::{How, how_of};
use simpan_magic::look::Look;
use simpan_magic::object::{ObjectKind, Thing};
use simpan_magic::{Magic, Preset, Question, RuleId};
use simpan_rulebook::{Book, Lang};

/// The letters of the kinds of mana.
pub const MANA: [&str; 6] = ["{W}", "{U}", "{B}", "{R}", "{G}", "{C}"];

/// The language for the text engine.
pub fn language(lang: Lang) -> simpan_language::Lang {
    match lang {
        Lang::En => simpan_language::Lang::En,
        Lang::Ko => simpan_language::Lang::Ko,
    }
}

/// The words of a rulebook's cards.
pub fn wording(preset: Preset) -> Wording {
    if preset.old_wording() { Wording::Y2005 } else { Wording::Y2021 }
}

/// A card's name in the language.
pub fn name_in(data: &CardData, lang: Lang) -> &str {
    match (lang, &data.korean) {
        (Lang::Ko, Some(name)) => name,
        _ => &data.name,
    }
}

/// A rule's number in the rulebook of a preset.
pub fn number(rule: RuleId, preset: Preset) -> String {
    rule.qualified(preset.book()).to_string()
}

/// A legal answer in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The answer.
    pub answer: Answer,
    /// What it does.
    pub text: String,
}

/// All numbers of a rule, in every text of rules, in one line.
pub fn numbers(rule: RuleId) -> String {
    let of = |book: Book| rule.entry().numbers(book).iter().map(move |n| format!("{book}-{n}"));
    let all: Vec<String> = Book::ALL.into_iter().flat_map(of).collect();
    if all.is_empty() { format!("simpan-{}", rule.entry().slug) } else { all.join(", ") }
}

/// Says things of one game in one language.
#[derive(Clone, Copy, Debug)]
pub struct Speaker<'a> {
    /// The game.
    pub game: &'a Magic,
    /// The same, to look at.
    pub look: Look<'a>,
    /// The language.
    pub lang: Lang,
    /// The rulebook.
    pub preset: Preset,
    /// Names of objects that are no more and that the reader saw before.
    pub memory: &'a [(ObjectId, CardId)],
}

impl<'a> Speaker<'a> {
    /// A speaker for a game.
    pub fn new(game: &'a Magic, lang: Lang) -> Self {
        Self { game, look: game.look(), lang, preset: game.state().rules().preset, memory: &[] }
    }

    /// An entry in the language.
    pub fn say(&self, entry: &Entry, with: &[&str]) -> String {
        fill(entry.get(self.lang), with)
    }

    /// One of two entries, by the words of the rulebook.
    pub fn by_age(&self, new: &'static Entry, old: &'static Entry) -> &'static Entry {
        if self.preset.old_wording() { old } else { new }
    }

    /// A player.
    pub fn player(&self, p: PlayerId) -> String {
        p.to_string()
    }

    /// A card's name; hidden ones are "a card".
    pub fn card(&self, id: CardId) -> String {
        if id.index() < self.look.pool.len() {
            name_in(&self.look.pool.card(id).data, self.lang).to_owned()
        } else {
            words::A_CARD.get(self.lang).to_owned()
        }
    }

    /// An object's name, with a number where several in its zone are called the same.
    pub fn object(&self, id: ObjectId) -> String {
        if id.is_none() {
            return words::A_CARD.get(self.lang).to_owned();
        }
        if self.look.object_or_last(id).is_some_and(|o| o.kind() == ObjectKind::CombatDamage) {
            return words::COMBAT_DAMAGE.get(self.lang).to_owned();
        }
        let remembered = || self.memory.iter().find(|(o, _)| *o == id).map(|(_, card)| *card);
        let Some(card) = self.look.name_of(id).or_else(remembered) else {
            return words::SOMETHING.get(self.lang).to_owned();
        };
        let name = self.card(card);
        match self.copy_number(id, card) {
            Some(n) => format!("{name}#{n}"),
            None => name,
        }
    }

    /// Which of several permanents of one name it is.
    fn copy_number(&self, id: ObjectId, card: CardId) -> Option<usize> {
        let s = self.look.s;
        let all = s.zone(simpan_cards::ast::Zone::Battlefield, PlayerId(0));
        let mut same = all.iter().filter(|o| self.look.name_of(**o) == Some(card));
        let at = same.position(|o| *o == id)?;
        let others = at > 0 || same.next().is_some();
        others.then_some(at + 1)
    }

    /// An object or player.
    pub fn thing(&self, thing: Thing) -> String {
        match thing {
            Thing::Object(id) => self.object(id),
            Thing::Player(p) => self.player(p),
            Thing::None => words::SOMETHING.get(self.lang).to_owned(),
        }
    }

    /// A refusal: the rule's number and its sentence.
    pub fn refusal(&self, illegal: Illegal<RuleId>) -> String {
        let number = number(illegal.because, self.preset);
        let sentence = illegal.because.entry().refusal_or_text(self.lang);
        let said = self.say(&words::REFUSED, &[&number, sentence]);
        match when_refused(self.game, illegal.because, self.lang) {
            Some(when) => format!("{said} {when}"),
            None => said,
        }
    }

    /// An ability of an object, as its card says it.
    pub fn ability(&self, object: ObjectId, ability: AbilityId) -> String {
        let card = self.look.name_of(object);
        let name = card.map_or_else(String::new, |c| self.card(c));
        let tree = &self.look.pool.ability(ability).tree;
        print_ability(tree, &name, language(self.lang), wording(self.preset))
    }

    /// What the question asks.
    pub fn question(&self, q: &Question) -> String {
        describe_question(self.game, q, self.lang)
    }

    /// What an answer to the question does.
    pub fn answer(&self, answer: Answer, q: &Question) -> String {
        let plain = |entry: &Entry| entry.get(self.lang).to_owned();
        let mulligan = q.kind == QuestionKind::Mulligan;
        match answer {
            Answer::Pass => plain(match q.kind {
                QuestionKind::Replacement { .. } => &words::A_DECLINE,
                QuestionKind::Pay => &words::A_DONT_PAY,
                _ => &words::A_PASS,
            }),
            Answer::Done => plain(&words::A_DONE),
            Answer::Auto => plain(&words::A_AUTO),
            Answer::Yes => plain(if mulligan { &words::A_KEEP } else { &words::A_YES }),
            Answer::No => plain(if mulligan { &words::A_MULLIGAN } else { &words::A_NO }),
            Answer::Cancel => plain(&words::A_CANCEL),
            Answer::Concede => plain(&words::A_CONCEDE),
            Answer::Pick(n) => self.pick(n, q),
            Answer::Number(n) => n.to_string(),
            Answer::Object(id) => self.owned(id),
            Answer::Player(p) => self.player(p),
            Answer::Pair(a, b) => {
                let entry =
                    if q.kind == QuestionKind::Attack { &words::A_ATTACK } else { &words::A_BLOCK };
                self.say(entry, &[&self.object(a), &self.object(b)])
            }
            Answer::AtPlayer(id, p) => {
                self.say(&words::A_ATTACK, &[&self.object(id), &self.player(p)])
            }
            Answer::Use(id, way) => self.usage(id, how_of(way)),
        }
    }

    /// A permanent with whose it is; other objects by name alone.
    fn owned(&self, id: ObjectId) -> String {
        let name = self.object(id);
        match self.look.s.object(id) {
            Some(o) if !o.zone().is_hidden() => {
                self.say(&words::OF_PLAYER, &[&name, &self.player(o.controller())])
            }
            _ => name,
        }
    }

    fn usage(&self, id: ObjectId, how: How) -> String {
        let name = self.object(id);
        match how {
            How::Land => self.say(&words::A_LAND, &[&name]),
            How::Cast | How::Offered(_) => {
                self.say(self.by_age(&words::A_CAST, &words::A_CAST_OLD), &[&name])
            }
            How::Flashback => self.say(&words::A_FLASHBACK, &[&name]),
            How::FaceDown => self.say(&words::A_FACE_DOWN, &[&name]),
            How::TurnUp => self.say(&words::A_TURN_UP, &[&name]),
            How::Alternative(_) => self.say(&words::A_ALTERNATIVE, &[&name]),
            How::Activate(n) => {
                let c = self.look.characteristics(id);
                let ability = c.and_then(|c| c.abilities.get(usize::from(n)).copied());
                let text = ability.map_or_else(String::new, |a| self.activated(id, a));
                self.say(&words::A_ACTIVATE, &[&name, &text])
            }
        }
    }

    /// An activated ability's text; basic lands' have none on the card.
    fn activated(&self, id: ObjectId, ability: AbilityId) -> String {
        let basics = self.look.pool.basic_lands();
        if let Some(n) = basics.iter().position(|(_, a)| *a == ability) {
            return format!("{{T}}: {}", MANA[n.min(5)]);
        }
        self.ability(id, ability)
    }

    fn pick(&self, n: u32, q: &Question) -> String {
        let nth = n as usize;
        match q.kind {
            QuestionKind::Pay => {
                self.say(&words::A_PICK_MANA, &[MANA.get(nth).copied().unwrap_or("?")])
            }
            QuestionKind::Order { .. } => match self.look.waiting_triggers().get(nth) {
                Some((ability, source)) => {
                    format!("{}: {}", self.object(*source), self.ability(*source, *ability))
                }
                None => self.nth(n),
            },
            QuestionKind::Replacement { .. } => match self.look.replacement_sources().get(nth) {
                Some(id) => self.object(*id),
                None => self.nth(n),
            },
            QuestionKind::OneOf { .. } => describe_answer(self.game, Answer::Pick(n), self.lang),
            _ => self.nth(n),
        }
    }

    /// The answers to a question in words; cards of one name that can be used alike stand once.
    pub fn choices(&self, q: &Question, answers: &[Answer]) -> Vec<Choice> {
        let mut all: Vec<Choice> = Vec::new();
        for answer in answers {
            let text = self.answer(*answer, q);
            let alike = matches!(answer, Answer::Use(..) | Answer::Object(_));
            if !(alike && all.iter().any(|c| c.text == text)) {
                all.push(Choice { answer: *answer, text });
            }
        }
        all
    }

    fn nth(&self, n: u32) -> String {
        self.say(&words::A_PICK, &[&(n + 1).to_string()])
    }
}
