//! Arbitrary bytes for the reader of psq records.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_cli::fuzz::form("psq", bytes));
