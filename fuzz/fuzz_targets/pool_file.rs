//! See `simpan_fuzz::pool_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: simpan_fuzz::seeds(), |data: &[u8]| simpan_fuzz::pool_file(data));
