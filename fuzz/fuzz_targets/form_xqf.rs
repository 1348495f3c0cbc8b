//! Arbitrary bytes for the reader of xqf records.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_cli::fuzz::form("xqf", bytes));
