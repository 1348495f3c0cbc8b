//! Arbitrary lines for the loop of `duiyi gomocup`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = duiyi_cli::fuzz::gomocup(bytes);
});
