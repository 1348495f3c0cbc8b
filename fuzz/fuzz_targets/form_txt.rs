//! Arbitrary bytes for the reader of txt records.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_cli::fuzz::form("txt", bytes));
