//! See `simpan_fuzz::queries`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: simpan_fuzz::seeds(), |data: &[u8]| simpan_fuzz::queries(data));
