//! Arbitrary bytes for the reader of sgf records.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_cli::fuzz::form("sgf", bytes));
