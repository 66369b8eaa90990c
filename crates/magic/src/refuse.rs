//! Refusing. Every refusal is made here, so that a rule that is left out refuses nothing.

use simpan_rulebook::marker::holds;
use simpan_rulebook::{RuleId, rule};

/// Refuses by a rule. Where the rule is left out the checks go on.
pub(crate) fn refuse(rule: RuleId) -> Result<(), RuleId> {
    if holds(rule) { Err(rule) } else { Ok(()) }
}

/// Refuses by a rule unless something is so.
pub(crate) fn need(so: bool, rule: RuleId) -> Result<(), RuleId> {
    if so { Ok(()) } else { refuse(rule) }
}

/// The rule by which something is refused that can't be done at all, such as using what isn't
/// there. Where the rule is left out it is still refused, but not by it.
pub(crate) fn because(rule: RuleId) -> RuleId {
    if holds(rule) { rule } else { rule::ILLEGAL_ANSWER }
}

#[cfg(test)]
mod tests {
    use super::*;
    use simpan_rulebook::marker::examine;

    #[test]
    fn a_rule_that_is_left_out_refuses_nothing() {
        let by = rule::SUMMONING_SICKNESS;
        assert_eq!((refuse(by), need(true, by), need(false, by)), (Err(by), Ok(()), Err(by)));
        let (all, passed) = examine(Some(by), || (refuse(by), need(false, by), because(by)));
        assert_eq!(all, (Ok(()), Ok(()), rule::ILLEGAL_ANSWER));
        assert!(passed.contains(by));
    }
}
