//! See `simpan_fuzz::formats_of_play`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: simpan_fuzz::seeds(), |data: &[u8]| simpan_fuzz::formats_of_play(data));
