//! Tests of how the code is written stand in `tests/`; this crate has nothing else.
