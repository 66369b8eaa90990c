//! Which lines of a log matter.

/// How much a line of the log matters to a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A turn begins with it.
    Turn,
    /// A step or phase begins with it; shown where something happens in it.
    Step,
    /// Something happens.
    News,
    /// Somebody only passes.
    Quiet,
}

/// A line of a log.
pub trait Weighed {
    /// How much it matters.
    fn weight(&self) -> Weight;
}

/// The lines of a log that are shown: all (`full`), or no passing and no step in which nothing
/// happens.
pub fn shown<L: Weighed>(log: &[L], full: bool) -> impl Iterator<Item = &L> {
    let mut step = None;
    log.iter().flat_map(move |entry| {
        let shown = match entry.weight() {
            _ if full => [None, Some(entry)],
            Weight::Step => {
                step = Some(entry);
                [None, None]
            }
            Weight::Quiet => [None, None],
            Weight::Turn => {
                step = None;
                [None, Some(entry)]
            }
            Weight::News => [step.take(), Some(entry)],
        };
        shown.into_iter().flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Weighed for (u8, Weight) {
        fn weight(&self) -> Weight {
            self.1
        }
    }

    #[test]
    fn steps_without_news_are_left_out() {
        use Weight::{News, Quiet, Step, Turn};
        let log = [(0, Turn), (1, Step), (2, Step), (3, News), (4, Quiet), (5, Step), (6, Turn)];
        let numbers = |full| shown(&log, full).map(|l| l.0).collect::<Vec<u8>>();
        assert_eq!(numbers(false), [0, 2, 3, 6]);
        assert_eq!(numbers(true), [0, 1, 2, 3, 4, 5, 6]);
    }
}
