//! See `simpan_fuzz::text_ko`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: simpan_fuzz::seeds(), |data: &[u8]| simpan_fuzz::text_ko(data));
