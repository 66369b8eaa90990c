//! A player that does the sensible thing: it values what it sees and takes the best answer.

use crate::known::Known;
use crate::{attack, block, spells};
use simpan_engine::{Answer, ObjectId, Player, QuestionKind, Way};
use simpan_magic::{Magic, Question};

/// How often a turn the same thing is used at most.
const MOST_USES: u8 = 12;

/// How often a turn it agrees to what is offered at most: offers may lead to each other forever.
const MOST_AGREED: u16 = 100;

/// Plays lands, creatures on curve, removal on the best target, sensible fights.
///
/// It knows what its seat's view shows, the answers it may give, and the cards' texts; it draws
/// nothing by chance, so that the same view gives the same answer.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    /// The turn that the notes below are about.
    turn: u32,
    /// What was used this turn, how often.
    used: Vec<(ObjectId, Way, u8)>,
    /// Shields put up, and whether in combat: the view doesn't show them.
    shields: Vec<(ObjectId, Way, bool)>,
    /// What is being announced.
    current: Option<(ObjectId, Way)>,
    /// The modes chosen for what is being announced.
    modes: Vec<u32>,
    /// The declaration that was decided on, what is left of it.
    plan: Option<Vec<Answer>>,
    /// How often it has agreed this turn.
    agreed: u16,
}

impl Greedy {
    /// A player without notes.
    pub fn new() -> Self {
        Self::default()
    }

    fn note_turn(&mut self, turn: u32) {
        if self.turn != turn {
            self.turn = turn;
            self.used.clear();
            self.shields.clear();
            self.plan = None;
            self.agreed = 0;
        }
    }

    fn uses(&self, id: ObjectId, way: Way) -> u8 {
        self.used.iter().find(|u| u.0 == id && u.1 == way).map_or(0, |u| u.2)
    }

    fn note_use(&mut self, id: ObjectId, way: Way, by: u8) {
        match self.used.iter_mut().find(|u| u.0 == id && u.1 == way) {
            Some(row) => row.2 = row.2.saturating_add(by),
            None => self.used.push((id, way, by)),
        }
    }

    fn act(&mut self, game: &Magic, question: &Question, answers: &[Answer]) -> Answer {
        let mana_only = |a: &Answer| *a == Answer::Pass || game.look().only_makes_mana(*a);
        self.modes.clear();
        self.plan = None;
        self.current = None;
        if answers.iter().all(mana_only) {
            return Answer::Pass;
        }
        let known = Known::new(game, question.player);
        self.note_turn(known.view.turn);
        let fights = known.view.step.is_combat();
        let answer = spells::act(&known, answers, |id, way| {
            self.uses(id, way) < MOST_USES && !self.shields.contains(&(id, way, fights))
        });
        if let Answer::Use(id, way) = answer {
            self.note_use(id, way, 1);
            if known.is_shield(id, way) {
                self.shields.push((id, way, fights));
            }
            self.current = Some((id, way));
        }
        answer
    }

    /// One more of a declaration, as it was decided on when it began.
    fn declare(
        &mut self,
        game: &Magic,
        question: &Question,
        answers: &[Answer],
        decide: fn(&Known<'_>, &[Answer]) -> Vec<Answer>,
    ) -> Answer {
        if self.plan.is_none() {
            if answers == [Answer::Done] {
                return Answer::Done;
            }
            let known = Known::new(game, question.player);
            self.note_turn(known.view.turn);
            self.plan = Some(decide(&known, answers));
        }
        let plan = self.plan.get_or_insert_default();
        while let Some(next) = plan.pop() {
            if answers.contains(&next) {
                return next;
            }
        }
        if answers.contains(&Answer::Done) {
            self.plan = None;
            return Answer::Done;
        }
        // Something must be declared that wasn't planned.
        answers[0]
    }

    fn target(
        &mut self,
        known: &Known<'_>,
        question: &Question,
        word: u8,
        answers: &[Answer],
    ) -> Answer {
        let best = known.choose_target(word, &self.modes, answers);
        let (answer, worth) = best.unwrap_or((answers[0], 0));
        if worth < 0 && question.cancellable && answer != Answer::Done {
            // Nothing good can be done with it after all: take it back and leave it this turn.
            if let Some((id, way)) = self.current.take() {
                self.note_use(id, way, MOST_USES);
                return Answer::Cancel;
            }
        }
        answer
    }

    /// What the engine finds no payment for is left for this turn.
    fn pay(&mut self, question: &Question, answers: &[Answer]) -> Answer {
        if answers.contains(&Answer::Auto) {
            return Answer::Auto;
        }
        let end = crate::unpaid(question, answers);
        if let Some((id, way)) = self.current.take().filter(|_| end.is_some()) {
            self.note_use(id, way, MOST_USES);
        }
        end.unwrap_or(answers[0])
    }

    fn mode(&mut self, known: &Known<'_>, answers: &[Answer]) -> Answer {
        let answer = known.choose_mode(answers).unwrap_or(answers[0]);
        if let Answer::Pick(n) = answer {
            self.modes.push(n);
        }
        answer
    }
}

impl Player<Magic> for Greedy {
    fn answer(&mut self, game: &Magic, question: &Question, answers: &[Answer]) -> Answer {
        match question.kind {
            QuestionKind::Act => return self.act(game, question, answers),
            QuestionKind::Attack => return self.declare(game, question, answers, attack::plan),
            QuestionKind::Block => return self.declare(game, question, answers, block::plan),
            QuestionKind::Pay => {
                return self.pay(question, answers);
            }
            _ => {}
        }
        if let [only] = answers {
            return *only;
        }
        let known = Known::new(game, question.player);
        match question.kind {
            QuestionKind::Target { word, .. } => self.target(&known, question, word, answers),
            QuestionKind::Mode { .. } => self.mode(&known, answers),
            QuestionKind::Object { .. } => known.choose_object(game, question, answers),
            QuestionKind::Player => known.choose_player(question, answers),
            QuestionKind::YesNo => {
                self.note_turn(known.view.turn);
                if self.agreed < MOST_AGREED && known.agrees() {
                    self.agreed += 1;
                    Answer::Yes
                } else {
                    Answer::No
                }
            }
            QuestionKind::Mulligan => {
                if known.keeps() {
                    Answer::Yes
                } else {
                    Answer::No
                }
            }
            QuestionKind::Number { max, .. } => Answer::Number(known.choose_x(max)),
            QuestionKind::Divide { left, object } => {
                known.share(question.purpose.source, object, left, answers)
            }
            QuestionKind::Order { .. } => known.choose_order(answers),
            QuestionKind::OneOf { .. } => known.option(answers),
            _ => answers[0],
        }
    }
}
