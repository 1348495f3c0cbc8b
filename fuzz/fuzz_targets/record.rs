//! Arbitrary bytes for the readers of records.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| duiyi_cli::fuzz::record(bytes));
