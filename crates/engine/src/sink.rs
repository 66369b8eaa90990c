//! Where events go. Not logging compiles to nothing.

use crate::hash::EventHash;

/// Takes events as they happen.
pub trait Sink<E> {
    /// Whether anything is done with an event; what only prepares one can be skipped otherwise.
    const LISTENS: bool;
    /// One event.
    fn event(&mut self, event: &E);
}

/// Takes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLog;

impl<E> Sink<E> for NoLog {
    const LISTENS: bool = false;
    fn event(&mut self, _: &E) {}
}

/// Keeps all events in order.
#[derive(Clone, Debug)]
pub struct Log<E>(pub Vec<E>);

impl<E> Default for Log<E> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<E: Clone> Sink<E> for Log<E> {
    const LISTENS: bool = true;
    fn event(&mut self, event: &E) {
        self.0.push(event.clone());
    }
}

/// Hashes events outside the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashing(pub EventHash);

impl<E: std::hash::Hash> Sink<E> for Hashing {
    const LISTENS: bool = true;
    fn event(&mut self, event: &E) {
        event.hash(&mut self.0);
    }
}
