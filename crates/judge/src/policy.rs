//! What is answered where a script says nothing.

use crate::run::Runner;
use crate::scenario::Policy;
use simpan_engine::{Answer, Game, ObjectId, QuestionKind};
use simpan_magic::Question;
use simpan_rulebook::rule;

impl Runner {
    /// What is answered where the script says nothing; nothing if it must.
    pub(crate) fn by_policy(&self, question: &Question) -> Option<Answer> {
        use QuestionKind as Q;
        let mut legal = Vec::new();
        self.game.answers(&mut legal);
        if let [only] = legal[..] {
            return Some(only);
        }
        let done = legal.contains(&Answer::Done).then_some(Answer::Done);
        let first = legal.first().copied();
        let simple = self.policy == Policy::Simple;
        match question.kind {
            Q::Pay => legal.contains(&Answer::Auto).then_some(Answer::Auto),
            Q::Attack | Q::Block => done,
            Q::Mulligan => Some(Answer::Yes),
            Q::Order { .. } if simple || self.order_is_idle(&legal) => first,
            Q::Object { .. } if self.choice_is_idle(&legal) => first,
            // Additional costs that aren't named aren't paid; symbols are paid with mana.
            Q::YesNo if question.purpose.rule == rule::PLAY_ALTERNATIVES => Some(Answer::No),
            Q::OneOf { .. } if question.purpose.rule == rule::PLAY_ALTERNATIVES => first,
            Q::Act | Q::Target { .. } | Q::Mode { .. } => None,
            _ if !simple => None,
            Q::YesNo => Some(Answer::No),
            Q::Object { .. } => done.or(first),
            Q::Replacement { optional: true, .. } => Some(Answer::Pass),
            _ => first,
        }
    }

    /// Whether the order makes no difference: copies of one trigger, or of one card.
    fn order_is_idle(&self, legal: &[Answer]) -> bool {
        let waiting = self.game.look().waiting_triggers();
        match legal.first() {
            Some(Answer::Pick(_)) => {
                let look = self.game.look();
                let alike = |(ability, source): &(_, ObjectId)| {
                    (*ability, look.name_of(*source).map(|c| c.0))
                };
                waiting.windows(2).all(|w| alike(&w[0]) == alike(&w[1]))
            }
            _ => self.choice_is_idle(legal),
        }
    }

    fn choice_is_idle(&self, legal: &[Answer]) -> bool {
        let Some(Answer::Object(first)) = legal.first() else { return false };
        legal.iter().all(|a| match a {
            Answer::Object(id) => {
                crate::names::interchangeable(&self.game, *first, *id) || id == first
            }
            _ => false,
        })
    }
}
