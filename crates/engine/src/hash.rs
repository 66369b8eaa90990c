//! A hash of a row of events that is the same in every process and on every platform.

use serde::{Deserialize, Serialize};
use std::hash::Hasher;

/// A running 64-bit hash. Not against malice; against change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventHash(u64);

impl Default for EventHash {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl EventHash {
    /// Mixes one word in.
    pub fn mix(&mut self, word: u64) {
        let x = (self.0 ^ word).wrapping_mul(0x2127_599b_f432_5c37);
        self.0 = (x ^ (x >> 47)).wrapping_add(0x8803_55f2_1e6d_1965).rotate_left(23);
    }
    /// The hash so far.
    pub fn value(self) -> u64 {
        self.0
    }
}

impl Hasher for EventHash {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0u8; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.mix(n.into());
    }
    fn write_u16(&mut self, n: u16) {
        self.mix(n.into());
    }
    fn write_u32(&mut self, n: u32) {
        self.mix(n.into());
    }
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }
    fn write_i32(&mut self, n: i32) {
        self.mix(n as u32 as u64);
    }
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }
    fn write_isize(&mut self, n: isize) {
        self.mix(n as i64 as u64);
    }
}
