//! See `simpan_fuzz::cards_ron`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: simpan_fuzz::seeds(), |data: &[u8]| simpan_fuzz::cards_ron(data));
