#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| incidex_fuzz::search::check(bytes));
