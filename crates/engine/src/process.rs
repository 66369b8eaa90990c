//! A stack of small processes: how rules pause to ask and go on.

use serde::{Deserialize, Serialize};

/// What a process does after one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Step it again (after whatever it pushed).
    Continue,
    /// It is finished.
    Done,
    /// It waits for an answer; the question has been set.
    Ask,
}

/// The stack of processes of a game: the top one runs.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Processes<P> {
    stack: Vec<P>,
}

impl<P> Default for Processes<P> {
    fn default() -> Self {
        Self { stack: Vec::new() }
    }
}

impl<P: Clone> Clone for Processes<P> {
    fn clone(&self) -> Self {
        Self { stack: self.stack.clone() }
    }
    fn clone_from(&mut self, source: &Self) {
        self.stack.clone_from(&source.stack);
    }
}

impl<P> Processes<P> {
    /// Puts a process on top.
    pub fn push(&mut self, process: P) {
        self.stack.push(process);
    }
    /// Takes the top one off to step it.
    pub fn pop(&mut self) -> Option<P> {
        self.stack.pop()
    }
    /// How many there are: where a process that is being stepped belongs.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }
    /// Puts a stepped process back under whatever was pushed since `depth`.
    pub fn put_back(&mut self, depth: usize, process: P) {
        if depth == self.stack.len() {
            self.stack.push(process);
        } else {
            self.stack.insert(depth, process);
        }
    }
    /// The top one.
    pub fn top(&self) -> Option<&P> {
        self.stack.last()
    }
    /// The top one, to change.
    pub fn top_mut(&mut self) -> Option<&mut P> {
        self.stack.last_mut()
    }
    /// All, the lowest first.
    pub fn iter(&self) -> std::slice::Iter<'_, P> {
        self.stack.iter()
    }
    /// Drops all above the lowest `depth`.
    pub fn truncate(&mut self, depth: usize) {
        self.stack.truncate(depth);
    }
}
