//! The layers of the design: each module of core and host uses only modules above it, and no package contains forbidden
//! words.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of core, from the ground up. Modules of one row do not use each other.
const CORE_LAYERS: [&[&str]; 16] = [
    &["base"],
    &["position"],
    &["gomoku", "xiangqi", "tictactoe"],
    &["book"],
    &["game"],
    &["record", "search"],
    &["odds"],
    &["engine"],
    &["explain", "lab"],
    &["puzzle"],
    &["lesson", "classics", "ending"],
    &["study"],
    &["review"],
    &["session"],
    &["wire"],
    &["lib"],
];

/// The modules of host, from the ground up. Modules of one row do not use each other.
const HOST_LAYERS: [&[&str]; 11] = [
    &["panics", "allocator"],
    &[
        "app_image",
        "clock",
        "machine",
        "lines",
        "reactor",
        "guard",
        "latest_task",
        "long_work",
        "elo",
        "pairing",
        "player",
        "schedule",
    ],
    &["files", "pictures"],
    &["settings", "journal", "library", "levels", "instance", "log"],
    &["engines", "diagnostics", "books"],
    &["thinking"],
    &["engine_list", "analysis", "network"],
    &["matches", "desk", "classics"],
    &["puzzles", "lessons", "endings", "repertoire", "review", "lab", "tournament"],
    &["testing"],
    &["lib"],
];

/// The words that a package must not contain.
const FOREIGN: [(&str, &[&str]); 4] = [
    (
        "core/src",
        &[
            "std::fs",
            "std::net",
            "std::process",
            "std::env",
            "SystemTime",
            "Instant",
            "println!",
            "eprintln!",
            "serde",
            "tauri",
            "rusqlite",
            "static mut",
            "thread_local!",
        ],
    ),
    ("host/src", &["tauri", "clap", "std::net", "TcpStream", "UdpSocket", "TcpListener"]),
    ("cli/src", &["tauri", "std::net", "TcpStream", "UdpSocket", "TcpListener"]),
    (
        "src-tauri/src",
        &["std::net", "TcpStream", "UdpSocket", "TcpListener", "duiyi_core::xiangqi", "duiyi_core::gomoku"],
    ),
];

/// The only source of core with serde: it declares the wire types, behind the feature `wire`.
const NAMES_SERDE: &str = "core/src/wire.rs";

/// The only module of host with sockets: tables, which a person opens or joins.
const OPENS_SOCKETS: &str = "host/src/network";

/// The sources of host that name a game: those with its protocol, its books, its openings or its engine. Every other one uses
/// games, set-ups and words only.
const KNOWS_A_GAME: [&str; 6] = [
    "books/foreign.rs",
    "engines/gomocup.rs",
    "engines/uci.rs",
    "library/typed_line.rs",
    "matches/openings.rs",
    "thinking/mind.rs",
];

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a member of the workspace").to_owned()
}

/// Returns every Rust source below `folder` with its text, except tests.
pub fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is part of the project") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && path.file_stem().is_some_and(|name| name != "tests" && name != "measure")
        {
            let text = fs::read_to_string(&path).expect("sources are text");
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
            found.push((path, text));
        }
    }
    found
}

/// Returns the modules of its own crate that a text names, in `use crate::{…}` and in paths.
fn named(text: &str) -> Vec<String> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut modules = Vec::new();
    for rest in code.split("crate::").skip(1) {
        if let Some(group) = rest.strip_prefix('{') {
            let group = group.split(';').next().unwrap_or_default();
            modules.extend(
                group.split([',', '{', '}']).filter_map(|part| part.trim().split("::").next()).map(str::to_owned),
            );
        } else {
            modules.push(rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect());
        }
    }
    modules
}

/// Fails if a module of the crate in `folder` uses one of its own row or of a row below.
#[track_caller]
fn check_layers(folder: &str, layers: &[&[&str]], uses_min: usize) {
    let layer_of = |module: &str| layers.iter().position(|row| row.contains(&module));
    let folder = root().join(folder);
    let mut checked = 0;
    for (path, text) in sources(&folder) {
        let inside = path.strip_prefix(&folder).expect("it was found there");
        let own = inside.components().next().and_then(|part| Path::new(part.as_os_str()).file_stem());
        let own = own.and_then(|name| name.to_str()).expect("sources have plain names");
        let layer = layer_of(own).unwrap_or_else(|| panic!("{} has no row in the table", path.display()));
        for used in named(&text) {
            if let Some(below) = layer_of(&used).filter(|_| used != own) {
                checked += 1;
                assert!(below < layer, "{} uses {used}, which is not above {own}", path.display());
            }
        }
    }
    assert!(checked > uses_min, "only {checked} uses were found: this test looks in the wrong place");
}

#[test]
fn each_module_of_core_uses_only_those_above_it() {
    check_layers("core/src", &CORE_LAYERS, 50);
}

#[test]
fn each_module_of_host_uses_only_those_above_it() {
    check_layers("host/src", &HOST_LAYERS, 50);
}

#[test]
fn no_package_contains_a_forbidden_word() {
    for (folder, foreign) in FOREIGN {
        for (path, text) in sources(&root().join(folder)) {
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for word in foreign {
                    let is_socket = ["std::net", "TcpStream", "UdpSocket", "TcpListener"].contains(word);
                    if (*word == "serde" && path.ends_with(NAMES_SERDE))
                        || (is_socket && path.starts_with(root().join(OPENS_SOCKETS)))
                    {
                        continue;
                    }
                    assert!(!code.contains(word), "{}:{} names {word}", path.display(), number + 1);
                }
            }
        }
    }
}

#[test]
fn core_has_serde_only_with_the_feature_wire() {
    let text = fs::read_to_string(root().join("core/Cargo.toml")).expect("the manifest of core");
    for package in ["serde", "ts-rs"] {
        let mut lines = text.lines().filter(|line| line.starts_with(&format!("{package} ")));
        assert!(lines.all(|line| line.contains("optional = true")), "core always depends on {package}");
    }
    assert!(!text.contains("default = ["), "core has no default features");
    for package in ["cli", "trainer", "tests"] {
        let manifest = fs::read_to_string(root().join(package).join("Cargo.toml")).expect("a manifest");
        assert!(!manifest.contains("\"wire\"") && !manifest.contains("\"bindings\""), "{package} is built with serde");
    }
}

#[test]
fn nothing_depends_on_the_trainer() {
    for manifest in ["Cargo.toml", "core/Cargo.toml", "host/Cargo.toml", "cli/Cargo.toml", "tests/Cargo.toml"] {
        let text = fs::read_to_string(root().join(manifest)).expect("a manifest of the project");
        assert!(text.contains("[package]"), "{manifest} is no package's");
        assert!(!text.lines().any(|line| line.starts_with("duiyi-trainer")), "{manifest} depends on the trainer");
    }
}

#[test]
fn few_of_hosts_sources_name_a_game() {
    let folder = root().join("host/src");
    let mut naming: Vec<String> = sources(&folder)
        .into_iter()
        .filter(|(_, text)| {
            let mut code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
            code.any(|line| line.contains("xiangqi::") || line.contains("gomoku::"))
        })
        .map(|(path, _)| path.strip_prefix(&folder).expect("it was found there").display().to_string())
        .collect();
    naming.sort();
    assert_eq!(naming, KNOWS_A_GAME);
}
