//! Players that are programs. They see only what their seat may see.

mod random;

pub use random::Random;
