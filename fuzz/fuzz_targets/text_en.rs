//! See `simpan_fuzz::text_en`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: simpan_fuzz::seeds(), |data: &[u8]| simpan_fuzz::text_en(data));
