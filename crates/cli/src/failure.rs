//! How a command fails: a message for standard error and an exit code.

use std::fmt;

/// Something was wrong with what was asked (exit code 2), or what was checked did not hold (1).
#[derive(Debug)]
pub struct Failure {
    /// What to tell, one or several lines.
    pub message: String,
    /// The exit code.
    pub code: u8,
}

impl Failure {
    /// What was asked can't be done.
    pub fn usage(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), code: 2 }
    }
    /// What was checked doesn't hold.
    pub fn failed(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), code: 1 }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// What a command gives back.
pub type Done = Result<(), Failure>;
