//! Links the runtime of Visual C++ into a release for Windows, which has no such runtime of its own.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_ENV", "msvc") && is("PROFILE", "release") {
        static_vcruntime::metabuild();
    }
}
