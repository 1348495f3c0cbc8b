//! Arbitrary bytes for the reader of wxf records.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_cli::fuzz::form("wxf", bytes));
