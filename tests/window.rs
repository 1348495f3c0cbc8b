//! The window's capabilities, read from its configuration, and a check that the program is built.
//!
//! This is a test of the root package, so `cargo test` builds the program itself, the same one that `tests/e2e` opens.

use std::fs;
use std::path::Path;

use serde_json::Value;

fn read(path: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_page_may_reach_no_host() {
    let config = read("tauri.conf.json");
    let policy = config["app"]["security"]["csp"].as_str().expect("there is a content security policy");
    assert!(policy.starts_with("default-src 'self';"), "{policy}");
    for source in policy.split([' ', ';']).filter(|word| word.contains(':')) {
        assert!(["data:", "ipc:", "http://ipc.localhost"].contains(&source), "the page may reach {source}");
    }
    for (name, missing) in [("'unsafe-eval'", "scripts from text"), ("*", "any host")] {
        assert!(!policy.contains(name), "the page may run or reach {missing}");
    }
    assert_eq!(config["app"]["withGlobalTauri"], Value::Bool(false));
}

#[test]
fn the_window_has_only_the_capabilities_it_uses() {
    let capability = read("src-tauri/capabilities/default.json");
    // The page calls the app's own commands and none of Tauri's, so it needs no permission.
    assert_eq!(capability["permissions"], serde_json::json!([]));
    assert_eq!(read("tauri.conf.json")["app"]["security"]["capabilities"], serde_json::json!(["default"]));
}

/// The screen of a laptop has 1280 × 720 pixels at 150 %, and the taskbar and the title take a part of them.
#[test]
fn the_first_window_fits_the_screen_of_a_laptop() {
    let window = &read("tauri.conf.json")["app"]["windows"][0];
    assert_eq!(window["preventOverflow"], Value::Bool(true));
    let least = window["minHeight"].as_u64().expect("a height");
    assert!(least <= 480, "{least} pixels");
}

/// Tauri copies resources beside the program at each build. The terminal program of a release would replace that of a
/// debug build, and a build for another target would miss it.
#[test]
fn only_a_bundle_names_the_terminal_program() {
    assert_eq!(read("tauri.conf.json")["bundle"]["resources"], Value::Null);
    assert_eq!(read("tauri.windows.conf.json")["bundle"]["resources"], Value::Null);
    let resources = &read("src-tauri/bundle.windows.json")["bundle"]["resources"];
    assert_eq!(resources["target/release/duiyi.exe"], "duiyi.exe");
    assert_eq!(resources["NOTICES.md"], "NOTICES.md");
}

/// macOS refuses the network without a question to a program that does not say what for.
#[test]
fn the_bundle_of_macos_says_in_each_language_what_the_network_is_for() {
    let text = |path: &str| {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
        text.unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let config = &read("tauri.macos.conf.json")["bundle"]["macOS"];
    let plist = text(config["infoPlist"].as_str().expect("a path"));
    assert!(
        plist.contains("<key>NSLocalNetworkUsageDescription</key>") && plist.contains("<key>NSBonjourServices</key>")
    );
    for language in ["en", "zh-Hans", "zh-Hant", "vi"] {
        let place = format!("{language}.lproj/InfoPlist.strings");
        let source = config["files"][format!("Resources/{place}")].as_str().expect("a path");
        let sentence = text(source);
        let sentence = sentence.lines().find_map(|line| line.strip_prefix("\"NSLocalNetworkUsageDescription\" = \""));
        assert!(sentence.is_some_and(|rest| rest.len() > 20 && rest.ends_with("\";")), "{source}");
        // The property list has the English sentence.
        assert_eq!(
            language == "en",
            sentence.is_some_and(|rest| plist.contains(rest.trim_end_matches("\";"))),
            "{source}"
        );
    }
}

#[test]
fn the_program_is_built() {
    assert!(Path::new(env!("CARGO_BIN_EXE_duiyi-desktop")).is_file());
}
