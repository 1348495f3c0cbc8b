//! Arbitrary bytes for the reader of rec records.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_cli::fuzz::form("rec", bytes));
