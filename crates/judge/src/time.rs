//! Passing until some time, and where a game stands.

use crate::command::Until;
use crate::explain::step_word;
use crate::run::{Activity, Done, Runner};
use crate::words;
use simpan_cards::ast::Step;
use simpan_engine::{PlayerId, QuestionKind};
use simpan_magic::Magic;

/// A time to pass to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct When {
    pub(crate) turn: Option<u32>,
    pub(crate) step: Option<Step>,
    pub(crate) active: Option<PlayerId>,
    /// Not before this turn.
    pub(crate) after: u32,
    /// The declaration of that step is wanted, not the priority after it.
    pub(crate) declaring: bool,
    /// Where it began, which doesn't count for a step.
    pub(crate) from: Option<(u32, Step)>,
}

impl Runner {
    pub(crate) fn moment(&self) -> (u32, Step, usize) {
        moment_of(&self.game)
    }

    pub(crate) fn when(&self, by: Option<PlayerId>, until: Until) -> When {
        let s = self.game.state();
        let now = s.turn_number();
        let me = by.or_else(|| self.question().map(|q| q.player)).unwrap_or(PlayerId(0));
        let here = Some((now, s.step()));
        match until {
            Until::Step(step) => When { step: Some(step), from: here, ..When::default() },
            Until::MyTurn => When { active: Some(me), after: now + 1, ..When::default() },
            Until::TurnOf(seat) => {
                When { active: Some(PlayerId(seat)), after: now + 1, ..When::default() }
            }
            Until::NextTurn => When { after: now + 1, ..When::default() },
            Until::Turn(turn) => When { turn: Some(turn), ..When::default() },
        }
    }

    /// All pass until that step.
    pub(crate) fn pass_to_step(&mut self, step: Step) -> Done<()> {
        self.pass_until(When { step: Some(step), ..When::default() })
    }

    pub(crate) fn pass_until(&mut self, when: When) -> Done<()> {
        self.finish_activity()?;
        self.nothing_pending()?;
        self.activity = Some(Activity::PassUntil(when));
        self.pump()?;
        if self.activity.is_none() && !when.declaring && !self.is_then(&when) {
            let s = self.game.state();
            let (turn, step) = (s.turn_number(), s.step());
            let step = step_word(step, self.lang, self.preset);
            return Err(self.failed(&words::NO_SUCH_TIME, &[&turn.to_string(), &step]));
        }
        Ok(())
    }

    /// Passes to a declaration of this combat or the next, unless it is open.
    pub(crate) fn pass_to_declaration(
        &mut self,
        step: Step,
        kind: QuestionKind,
        by: Option<PlayerId>,
    ) -> Done<()> {
        if self.question().map(|q| q.kind) == Some(kind) {
            return Ok(());
        }
        let active = by.filter(|_| kind == QuestionKind::Attack);
        let s = self.game.state();
        let from = Some((s.turn_number(), s.step()));
        let when = When { step: Some(step), declaring: true, active, from, ..When::default() };
        self.pass_until(when)
    }

    pub(crate) fn is_then(&self, when: &When) -> bool {
        let s = self.game.state();
        let here = (s.turn_number(), s.step());
        when.turn.is_none_or(|t| t == here.0)
            && when.step.is_none_or(|x| x == here.1)
            && when.active.is_none_or(|p| p == s.active())
            && here.0 >= when.after
            && when.from != Some(here)
    }

    /// Whether the time is over without having come, or the declaration is past.
    pub(crate) fn is_past(&self, when: &When) -> bool {
        let s = self.game.state();
        if when.turn.is_some_and(|t| s.turn_number() > t) {
            return true;
        }
        if when.declaring {
            let step = when.step.unwrap_or(Step::Untap);
            let from = when.from.unwrap_or((0, Step::Untap));
            let later_turn = s.turn_number() > from.0 && from.1 <= step && when.turn.is_none();
            let mine = when.active.is_none_or(|p| p == s.active());
            return mine
                && (s.step() >= step || later_turn)
                && (s.turn_number(), s.step()) != from
                && when.turn.is_none_or(|t| s.turn_number() >= t);
        }
        false
    }
}

/// Where a game stands, as passes that bring nothing about leave it.
pub(crate) fn moment_of(game: &Magic) -> (u32, Step, usize) {
    let s = game.state();
    (s.turn_number(), s.step(), s.stack().len())
}
