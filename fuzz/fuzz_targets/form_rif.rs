//! Arbitrary bytes for the reader of rif records.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_cli::fuzz::form("rif", bytes));
