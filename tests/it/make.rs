//! The recipes of the Makefile, as printed by `make --dry-run`.
#![cfg(unix)]

use std::process::Command;

/// The commands of `make target` in a tree without build products.
fn recipe(target: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut make = Command::new("make");
    make.args(["--dry-run", "--always-make", target]).current_dir(root);
    // The tests may themselves run in a recipe.
    make.env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    let output = make.output().expect("make is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("recipes are text")
}

#[test]
fn the_program_is_built_before_it_writes_what_its_package_ships() {
    let recipe = recipe("bundle");
    let at = |line: &str| recipe.find(line).unwrap_or_else(|| panic!("no {line:?} in\n{recipe}"));
    assert!(at("npm run build") < at("npx tauri build"), "{recipe}");
    assert!(at("cargo build --release --locked") < at("scripts/package-files"), "{recipe}");
    assert!(at("scripts/package-files") < at("npx tauri build"), "{recipe}");
}

#[test]
fn no_packaged_program_names_the_folder_of_cargos_sources() {
    let recipe = recipe("bundle");
    let builds: Vec<&str> = recipe.lines().filter(|line| line.contains(" build ") && line.contains("-p")).collect();
    assert_eq!(builds.len(), 2, "{recipe}");
    assert!(
        builds.iter().all(|line| line.contains("--remap-path-prefix=") && line.contains("=/cargo\"]'")),
        "{recipe}"
    );
}
