//! The diagnostics that a person copies into a report of a fault: program, machine, changed settings and the end of the
//! log. They hold no moves, no names of people or engines, and no folder of a person.

use std::fmt;
use std::path::Path;

use serde_json::Value;
use sysinfo::System;

use crate::log::Log;
use crate::machine;
use crate::settings::Settings;

/// Settings whose values may name the person, or an external engine or a book of this person.
const PRIVATE: [&str; 12] = [
    "playerName",
    "guest",
    "firstGuest",
    "secondGuest",
    "analysts",
    // Players and books of matches and tournaments.
    "first",
    "second",
    "firstBook",
    "secondBook",
    "openings",
    "xiangqi",
    "gomoku",
];

/// What the diagnostics show; [`fmt::Display`] writes them in English, for the developers.
pub struct Diagnostics<'a> {
    /// The version of the program.
    pub version: &'a str,
    /// The version of the web view, if the program has one.
    pub web_view: Option<String>,
    /// The data folder; `None` if the system names none.
    pub folder: Option<&'a Path>,
    /// `None` if the settings cannot be kept.
    pub settings: Option<&'a Settings>,
    pub log: &'a Log,
}

impl fmt::Display for Diagnostics<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let build = if cfg!(debug_assertions) { "debug" } else { "release" };
        writeln!(f, "Duiyi {} ({}, {build})", self.version, std::env::consts::ARCH)?;
        let system = System::long_os_version().unwrap_or_else(|_| std::env::consts::OS.to_owned());
        writeln!(f, "System: {system}, kernel {}", System::kernel_version().unwrap_or_default())?;
        writeln!(f, "Machine: {} processors, {} MiB", machine::processors(), machine::memory_mib())?;
        if let Some(desktop) = desktop() {
            writeln!(f, "Desktop: {desktop}")?;
        }
        writeln!(f, "Web view: {}", self.web_view.as_deref().unwrap_or("none"))?;
        writeln!(f, "Data folder: {}", self.folder.map_or("none".to_owned(), folder))?;
        let changed = self.settings.map_or_else(|| "not kept".to_owned(), changed);
        writeln!(f, "Changed settings: {changed}")?;
        writeln!(f, "Log: {}", self.log.path().map_or("in memory".to_owned(), without_home))?;
        self.log.last_lines().iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// Returns the desktop and its display, where the system has several.
fn desktop() -> Option<String> {
    let of = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let words: Vec<String> = ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"].into_iter().filter_map(of).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn folder(path: &Path) -> String {
    let state = match path.metadata() {
        Ok(found) if !found.is_dir() => " (not a folder)",
        Ok(found) if cfg!(unix) && found.permissions().readonly() => " (read-only)",
        Ok(_) => "",
        Err(_) => " (missing)",
    };
    without_home(path) + state
}

/// Writes a path with `~` for the home folder, which has the person's name.
fn without_home(path: &Path) -> String {
    let inside = dirs::home_dir().and_then(|home| path.strip_prefix(home).ok().map(Path::to_owned));
    inside.map_or_else(|| path.display().to_string(), |inside| Path::new("~").join(inside).display().to_string())
}

/// Lists the settings that are not the default, such as `theme="dark", analysis.lines=2`.
fn changed(settings: &Settings) -> String {
    let json = |settings: &Settings| serde_json::to_value(settings).unwrap_or_default();
    let mut found = Vec::new();
    compare("", &json(settings), &json(&Settings::default()), &mut found);
    if found.is_empty() { "none".to_owned() } else { found.join(", ") }
}

/// Adds each value of `now` below `path` that differs from `default`. Unknown fields of the file are not compared.
fn compare(path: &str, now: &Value, default: &Value, found: &mut Vec<String>) {
    match (now, default) {
        (Value::Object(now), Value::Object(default)) => {
            for (name, value) in now {
                let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                let is_private = PRIVATE.contains(&name.as_str());
                match default.get(name) {
                    Some(default) if is_private && value != default => found.push(format!("{inner}=…")),
                    Some(default) => compare(&inner, value, default, found),
                    // The person's keys have no default.
                    None if path == "keys" => found.push(format!("{inner}={value}")),
                    None => {}
                }
            }
        }
        _ if now != default => found.push(format!("{path}={now}")),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::panic;

    use duiyi_core::game::{Game, GameKind, Setup};

    use super::*;
    use crate::engines::{EngineProtocol, EngineTimeouts};
    use crate::files::DataDir;
    use crate::panics::report_in_one_sentence;
    use crate::reactor::Reactor;
    use crate::settings::Theme;
    use crate::testing::{CHILD, again, scripted};
    use crate::thinking::{EngineSpec, Mind};

    /// The log is the process's, hence a second process, which prints the diagnostics.
    #[test]
    fn a_panic_a_dead_engine_and_a_missing_folder_are_shown() {
        const NAME: &str = "diagnostics::tests::a_panic_a_dead_engine_and_a_missing_folder_are_shown";
        if let Some(folder) = env::var_os(CHILD) {
            let dir = DataDir::open(&folder).unwrap();
            let log = Log::start(Some(&dir));
            report_in_one_sentence("test");
            let _ = panic::catch_unwind(|| panic!("no king: h2e2"));
            let engine = EngineSpec::External(scripted("uci) exit 3").with_protocol(EngineProtocol::Uci));
            let mut mind = Mind::open(&Reactor::start(), &engine, EngineTimeouts::default());
            mind.prepare(&Game::new(&Setup::usual(GameKind::Xiangqi)), 1, 4).unwrap_err();
            let settings = Settings { theme: Theme::Dark, ..Settings::default() };
            let missing = dir.root().join("gone");
            let (settings, folder) = (Some(&settings), Some(missing.as_path()));
            print!("{}", Diagnostics { version: "0.1.0", web_view: None, folder, settings, log: &log });
            return;
        }
        let temp = tempfile::tempdir().unwrap();
        let output = again(NAME, temp.path()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        for part in [
            "Duiyi 0.1.0 (",
            "gone (missing)",
            "Changed settings: theme=\"dark\"",
            "ERROR duiyi_host::panics: panic",
            "text=\"no king\"",
            "WARN duiyi_host::engines::supervised: an external engine failed code=\"engine-died\"",
            "3\"",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        assert!(!text.contains("h2e2"), "{text}");
        println!("{text}");
    }

    #[test]
    fn changed_settings_are_listed_without_names() {
        let mut settings = Settings::default();
        assert_eq!(changed(&settings), "none");
        settings.theme = Theme::Dark;
        settings.analysis.lines = 2;
        settings.analysis.analysts = vec!["lis-engine".to_owned()];
        settings.xiangqi_new.guest = "lis-engine".to_owned();
        settings.player_name = "Li".to_owned();
        settings.engine_match.first_book = "lis-book".to_owned();
        settings.keys.insert("hint".to_owned(), "x".to_owned());
        settings.extra.insert("author".to_owned(), "Li".into());
        let mut list: Vec<String> = changed(&settings).split(", ").map(str::to_owned).collect();
        list.sort();
        let expected = [
            "analysis.analysts=…",
            "analysis.lines=2",
            "engineMatch.firstBook=…",
            "keys.hint=\"x\"",
            "playerName=…",
            "theme=\"dark\"",
            "xiangqiNew.guest=…",
        ];
        assert_eq!(list, expected);
    }

    /// Lists the paths of texts in `value` that are no words of an enum, and sets each to a name.
    fn name_all(path: &str, value: &mut Value, named: &mut Vec<String>) {
        const NAME: &str = "lis-engine";
        let inner = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        match value {
            Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| name_all(&inner(name), value, named)),
            Value::Array(list) => {
                *list = vec![NAME.into()];
                named.push(path.to_owned());
            }
            Value::String(text) => {
                NAME.clone_into(text);
                named.push(path.to_owned());
            }
            _ => {}
        }
    }

    #[test]
    fn no_setting_shows_a_name() {
        // Words of the program, which only the page knows as such.
        const CODES: [&str; 7] = ["rule", "odds", "opening", "columns", "sort", "format", "limit"];
        let defaults = serde_json::to_value(Settings::default()).unwrap();
        let mut all = Vec::new();
        name_all("", &mut defaults.clone(), &mut all);
        let named = all.iter().filter(|path| {
            let pointer = format!("/{}", path.replace('.', "/"));
            let mut changed = defaults.clone();
            name_all(path, changed.pointer_mut(&pointer).unwrap(), &mut Vec::new());
            let Ok(settings) = serde_json::from_value::<Settings>(changed) else { return false };
            let is_code = CODES.contains(&path.rsplit('.').next().unwrap());
            assert!(is_code || !super::changed(&settings).contains("lis-engine"), "{path}");
            !is_code
        });
        assert!(named.count() >= 18, "{all:?}");
    }

    #[test]
    fn a_missing_folder_is_named() {
        let temp = tempfile::tempdir().unwrap();
        let (gone, file) = (temp.path().join("gone"), temp.path().join("file"));
        std::fs::write(&file, b"").unwrap();
        assert!(folder(&gone).ends_with("gone (missing)"));
        assert!(folder(&file).ends_with("file (not a folder)"));
        assert!(folder(temp.path()).ends_with(&*temp.path().file_name().unwrap().to_string_lossy()));
        if let Some(home) = dirs::home_dir().filter(|home| home.components().count() > 1) {
            assert_eq!(without_home(&home.join("duiyi")), Path::new("~").join("duiyi").display().to_string());
        }
    }
}
