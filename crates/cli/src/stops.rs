//! Where a person wants to be asked, and where passing may be left to the program.
//!
//! These are conveniences of the client: whether a pass is legal is the game's to say.

use simpan_cards::ast::Step;
use simpan_engine::PlayerId;

/// The steps at which a person with something to do is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stops {
    /// On the person's own turn.
    pub own: Vec<Step>,
    /// On the turns of others.
    pub other: Vec<Step>,
    /// Whether the program passes for the person at all.
    pub auto: bool,
}

impl Default for Stops {
    fn default() -> Self {
        Self {
            own: vec![Step::PrecombatMain, Step::DeclareBlockers, Step::PostcombatMain],
            other: vec![Step::DeclareAttackers, Step::DeclareBlockers, Step::End],
            auto: true,
        }
    }
}

impl Stops {
    /// Whether there is a stop in that step of that player's turn.
    pub fn at(&self, step: Step, active: PlayerId, me: PlayerId) -> bool {
        self.side(active == me).contains(&step)
    }

    fn side(&self, own: bool) -> &Vec<Step> {
        if own { &self.own } else { &self.other }
    }

    /// Sets or clears the stop.
    pub fn toggle(&mut self, step: Step, own: bool) {
        let side = if own { &mut self.own } else { &mut self.other };
        match side.iter().position(|s| *s == step) {
            Some(at) => drop(side.remove(at)),
            None => {
                side.push(step);
                side.sort();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_toggles_on_its_side_only() {
        let mut stops = Stops::default();
        let (a, b) = (PlayerId(0), PlayerId(1));
        assert!(!stops.at(Step::Upkeep, a, a));
        stops.toggle(Step::Upkeep, true);
        assert!(stops.at(Step::Upkeep, a, a) && !stops.at(Step::Upkeep, b, a));
        stops.toggle(Step::Upkeep, true);
        assert_eq!(stops, Stops::default());
    }
}
