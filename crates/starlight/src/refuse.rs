//! Refusing. Every refusal is made here, so that a rule that is left out refuses nothing.

use simpan_engine::Illegal;
use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};

/// What a check comes to.
pub(crate) type Checked<T = ()> = Result<T, Illegal<RuleId>>;

/// Refuses by a rule. Where the rule is left out the checks go on.
pub(crate) fn refuse(because: RuleId) -> Checked {
    if holds(because) { Err(Illegal { because }) } else { Ok(()) }
}

/// Refuses by a rule unless something is so.
pub(crate) fn need(so: bool, because: RuleId) -> Checked {
    if so { Ok(()) } else { refuse(because) }
}

/// Refuses what can't be done at all, such as using what isn't there. Where the rule is left out
/// it is still refused, but not by it.
pub(crate) fn never<T>(because: RuleId) -> Checked<T> {
    Err(Illegal { because: if holds(because) { because } else { rule::STAR_GAME } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use simpan_rulebook::marker::examine;

    #[test]
    fn a_rule_that_is_left_out_refuses_nothing() {
        let by = rule::STAR_SUMMON_DELAY;
        assert!(refuse(by).is_err() && need(true, by).is_ok() && never::<()>(by).is_err());
        let (refused, _) = examine(Some(by), || (refuse(by), need(false, by), never::<()>(by)));
        let still = Err(Illegal { because: rule::STAR_GAME });
        assert_eq!(refused, (Ok(()), Ok(()), still));
    }
}
