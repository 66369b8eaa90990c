//! Choices that come up while things are followed: yes or no, which objects, which order, how
//! damage is divided, which hand to keep.

use crate::evaluate::WIN;
use crate::known::{Known, Scope};
use simpan_cards::ast::{Action, CardType, Keyword};
use simpan_cards::program::{Op, ProgramId};
use simpan_engine::{Answer, ObjectId, PlayerId};
use simpan_magic::Magic;
use simpan_magic::Question;
use simpan_magic::object::Thing;
use simpan_magic::view::{ObjectView, StackView};

/// Something resolving, with its program and its targets by word.
type Resolving<'v> = (&'v StackView, ProgramId, Vec<(u8, Thing)>);

impl Known<'_> {
    /// What is resolving, with its program and what was chosen for it.
    fn resolving(&self) -> Option<Resolving<'_>> {
        let entry = self.view.stack.iter().rev().find(|s| s.resolving)?;
        let program = self.program_of(entry)?;
        let words = self.pool.program(program).targets.len();
        let many = entry.targets.len();
        let word = |i: usize| if many > words { 0 } else { i as u8 };
        let targets = entry.targets.iter().enumerate().map(|(i, t)| (word(i), *t)).collect();
        Some((entry, program, targets))
    }

    /// Whether to agree to what is asked.
    pub(crate) fn agrees(&self) -> bool {
        let Some((entry, program, targets)) = self.resolving() else { return true };
        let scope =
            Scope { x: entry.x, targets: &targets, ..Scope::of(entry.source, entry.controller) };
        let ops = &self.pool.program(program).ops;
        let worth: i32 = ops
            .iter()
            .map(|op| match op {
                Op::Do(_) => self.op_worth(op, scope),
                _ => 0,
            })
            .sum();
        let price = ops.iter().find_map(|op| match op {
            Op::Pay { cost, when, .. } => Some((cost, *when)),
            _ => None,
        });
        let offered = ops.iter().any(|op| matches!(op, Op::May { .. }));
        match price {
            // "Unless": paying averts what would happen.
            Some((cost, true)) if !offered => worth < -2 * cost.mana.value() as i32,
            Some((cost, false)) if !offered => worth > cost.mana.value() as i32,
            _ => worth >= 0,
        }
    }

    fn op_worth(&self, op: &Op, scope: Scope<'_>) -> i32 {
        let Op::Do(action) = op else { return 0 };
        match action {
            // Tapping or untapping is chosen freely.
            Action::TapOrUntap(_) => 1,
            _ => self.action_worth(action, scope),
        }
    }

    /// The option to choose of several that have no names.
    pub(crate) fn option(&self, answers: &[Answer]) -> Answer {
        if let Some((entry, program, targets)) = self.resolving() {
            let scope = Scope { targets: &targets, ..Scope::of(entry.source, entry.controller) };
            for op in &self.pool.program(program).ops {
                if let Op::Do(Action::TapOrUntap(what)) = op {
                    let first = self.objects(what, scope).into_iter().find_map(Thing::object);
                    let target = first.and_then(|id| self.permanent(id));
                    let untap = target.is_some_and(|o| o.tapped && o.controller == self.me);
                    return Answer::Pick(u32::from(untap));
                }
            }
        }
        answers[0]
    }

    /// A player: oneself to begin the game or for what is good, an opponent for what is bad.
    pub(crate) fn choose_player(&self, question: &Question, answers: &[Answer]) -> Answer {
        let me = Answer::Player(self.me);
        let begins = question.purpose.rule.key() == "STARTING_PLAYER";
        if begins && answers.contains(&me) {
            return me;
        }
        let foe = Answer::Player(self.foe());
        if answers.contains(&foe) { foe } else { answers[0] }
    }

    /// One of several objects: the one that is best to gain or least bad to lose.
    pub(crate) fn choose_object(
        &self,
        game: &Magic,
        question: &Question,
        answers: &[Answer],
    ) -> Answer {
        let key = question.purpose.rule.key();
        let done = answers.contains(&Answer::Done);
        let gaining = self.gains_what_is_chosen();
        let mut best: Option<(Answer, i32)> = None;
        for answer in answers {
            let Answer::Object(id) = *answer else { continue };
            let worth = self.offered_worth(game, id, question.player);
            let mut score = if gaining { worth } else { -worth };
            if key == "SCRY" {
                score = self.scry_away(worth);
            }
            if best.is_none_or(|b| score > b.1) {
                best = Some((*answer, score));
            }
        }
        match best {
            Some((_, score)) if done && score <= 0 => Answer::Done,
            Some((answer, _)) => answer,
            None => answers[0],
        }
    }

    /// How much a card on top of the library should go away, by what it is worth.
    fn scry_away(&self, worth: i32) -> i32 {
        if worth < 20 { 1 } else { -1 }
    }

    /// Whether what is chosen comes to the seat (from a library, a graveyard, a table).
    fn gains_what_is_chosen(&self) -> bool {
        let Some((entry, program, _)) = self.resolving() else { return false };
        if self.view.stack.iter().rev().any(|s| s.announcing) {
            return false;
        }
        let mine = entry.controller == self.me;
        let ops = &self.pool.program(program).ops;
        let gains = |op: &Op| {
            matches!(
                op,
                Op::Do(Action::Search { .. } | Action::Look { .. } | Action::CreateCopy { .. })
            )
        };
        let loses =
            |op: &Op| matches!(op, Op::Do(Action::Discard { .. } | Action::Sacrifice { .. }));
        mine && ops.iter().any(gains) && !ops.iter().any(loses)
    }

    /// What an object offered to the seat is worth. A card that the question shows (out of a
    /// library being searched) isn't in the view; its face is shown to whom it is offered.
    fn offered_worth(&self, game: &Magic, id: ObjectId, asked: PlayerId) -> i32 {
        if let Some(o) = self.permanent(id) {
            return self.side(o.controller) * self.value(o);
        }
        if let Some(o) = self.view.object(id) {
            return self.side(o.owner) * self.card_value(o);
        }
        let shown = game.look().object_view(id).filter(|_| asked == self.me);
        shown.map_or(0, |o| self.side(o.owner) * self.card_value(&o))
    }

    /// Which comes next in an order: of blockers, the best one that can be killed.
    pub(crate) fn choose_order(&self, answers: &[Answer]) -> Answer {
        let rate = |answer: &Answer| {
            let Answer::Object(id) = answer else { return 0 };
            let Some(o) = self.permanent(*id) else { return 0 };
            let left = (o.characteristics.toughness - o.damage).max(1);
            100 * self.value(o) / left
        };
        answers.iter().rev().max_by_key(|a| rate(a)).copied().unwrap_or(answers[0])
    }

    /// The share of a recipient: just enough to kill it if that can be, nothing otherwise; a
    /// player gets what is left.
    pub(crate) fn share(
        &self,
        source: ObjectId,
        object: ObjectId,
        left: i32,
        answers: &[Answer],
    ) -> Answer {
        let numbers = || {
            answers.iter().filter_map(|a| match a {
                Answer::Number(n) => Some(*n),
                _ => None,
            })
        };
        let most = numbers().max().unwrap_or(0);
        let least = numbers().min().unwrap_or(0);
        let Some(o) = self.permanent(object) else { return Answer::Number(most) };
        if o.controller == self.me {
            return Answer::Number(least);
        }
        let deadly = self
            .permanent(source)
            .is_some_and(|s| s.characteristics.keywords.has(Keyword::Deathtouch));
        let whole = (o.characteristics.toughness - o.damage).max(1);
        let need = if deadly { 1 } else { whole };
        let better = self.blockers(source).filter(|b| b.id != object).any(|b| {
            let other = (b.characteristics.toughness - b.damage).max(1);
            other <= left && need + other > left && self.value(b) > self.value(o)
        });
        if need > left || (better && least == 0) {
            return Answer::Number(least);
        }
        let enough = numbers().filter(|n| *n >= need).min();
        Answer::Number(enough.unwrap_or(most))
    }

    /// Whether to keep an opening hand.
    pub(crate) fn keeps(&self) -> bool {
        let hand = self.hand();
        let is_land = |o: &&ObjectView| o.characteristics.types.has(CardType::Land);
        let lands = hand.iter().filter(is_land).count();
        match hand.len() {
            0..=5 => true,
            6 => (2..=5).contains(&lands),
            _ => (2..=5).contains(&lands),
        }
    }

    /// What one instruction is worth, kept within what a table can be worth.
    fn action_worth(&self, action: &Action, scope: Scope<'_>) -> i32 {
        self.instruction(action, scope).clamp(-WIN, WIN)
    }
}
