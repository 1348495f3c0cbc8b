//! Arbitrary bytes for the reader of cbf records.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_cli::fuzz::form("cbf", bytes));
