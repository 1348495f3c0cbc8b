//! Arbitrary lines for the loop of `duiyi ucci`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = duiyi_cli::fuzz::ucci(bytes);
});
