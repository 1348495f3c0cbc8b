use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;

use super::field::{Ranges as _, camel_case};
use super::repair::{Migration, migrate};
use super::*;
use crate::files::{DataDir, Notice};
use crate::testing::{as_nobody_after, data_dir, names_in};

/// Loads a file with this text, and returns its notice.
fn load(text: &str) -> (TempDir, SettingsFile, Option<Notice>) {
    let (temp, dir) = data_dir();
    fs::write(dir.settings(), text).unwrap();
    let (file, notice) = SettingsFile::load(&dir);
    (temp, file, notice)
}

#[track_caller]
fn check_fault(text: &str, fault: &str, settings: &Settings) {
    let (_temp, file, notice) = load(text);
    let notice = notice.unwrap();
    assert_eq!((notice.code, notice.details.as_slice()), ("corrected", &[fault.to_owned()][..]));
    assert_eq!(file.settings(), settings);
    assert_eq!(fs::read_to_string(file.path()).unwrap(), text, "loading rewrites nothing");
}

#[test]
fn a_first_start_is_all_defaults() {
    let (_temp, dir) = data_dir();
    let (file, notice) = SettingsFile::load(&dir);
    assert_eq!((file.settings(), notice), (&Settings::default(), None));
    assert_eq!(names_in(dir.root()), ["journal"]);
}

#[test]
fn saved_settings_come_back() {
    let (_temp, dir) = data_dir();
    let (mut file, _) = SettingsFile::load(&dir);
    let mut settings = Settings { language: Language::Chinese, volume: 0, ui_scale: 200, ..Settings::default() };
    settings.gomoku_new.clock = ClockChoice { kind: ClockKind::PerMove, main_s: 30, ..ClockChoice::default() };
    settings.gomoku_new.opponent = Opponent::Engines;
    settings.gomoku_search = GomokuSearch::Mcts;
    settings.opening_book = false;
    settings.keys.insert("hint".to_owned(), "J".to_owned());
    file.save(settings.clone()).unwrap();
    assert_eq!(file.settings(), &settings);
    assert_eq!(SettingsFile::load(&dir), (file, None));
}

/// The words in the file, which the window and older files share.
#[test]
fn the_file_is_written_in_these_words() {
    let written = serde_json::to_value(Settings::default()).unwrap();
    let game = |rule: &str| {
        json!({
            "opponent": "engine", "level": 1, "secondLevel": 1, "guest": "", "firstGuest": "", "secondGuest": "", "seat": "first",
            "clock": { "kind": "none", "mainS": 600, "incrementS": 5, "periodS": 30, "periods": 3 }, "rule": rule,
            "coach": { "warnings": false, "threats": false, "evaluation": false }, "odds": "none", "gives": false, "opening": "none", "size": 15,
        })
    };
    // The macro counts its nested values.
    let engine_match = json!({
        "game": "xiangqi", "first": "level-3", "second": "level-2", "firstBook": "", "secondBook": "",
        "rule": "freestyle", "games": 10, "moveMs": 300,
    });
    let tournament = json!({
        "game": "xiangqi", "rule": "freestyle", "format": "roundRobin", "rounds": 0, "games": 2, "limit": "move-300",
        "openings": "", "boards": 1, "adjudicates": false,
        "xiangqi": ["level-3", "level-2", "level-1"], "gomoku": ["level-3", "level-2", "level-1"],
    });
    let expected = json!({
        "version": 1, "language": "system", "theme": "system", "notation": "chinese", "xiangqiSet": "traditional",
        "board": "kaya", "stones": "slate", "sound": true, "volume": 70, "announce": "brief", "animation": true,
        "legalDots": true, "coordinates": true, "riverFacing": false, "rotateOpponent": false,
        "moveNumbers": false, "forbiddenMarks": true, "confirmResign": true, "confirmPlace": false,
        "openingBook": true, "gomokuSearch": "alpha-beta", "uiScale": 100, "keys": {}, "playerName": "", "lastGame": "xiangqi",
        "analysis": { "lines": 3, "seconds": 10, "threads": 1, "hashMib": 64, "analysts": [""] },
        "library": {
            "view": "boards", "sort": "date", "reversed": false,
            "columns": ["date", "event", "first", "second", "result", "opening", "plies", "tags"],
        },
        "engineMatch": engine_match, "tournament": tournament,
        "engine": { "threads": 0, "hashMib": 0, "seconds": 0, "nodes": 0, "depth": 0 },
        "xiangqiNew": game("asian"), "gomokuNew": game("freestyle"), "tictactoeNew": game("freestyle"),
    });
    assert_eq!(written, expected);
}

#[test]
fn missing_fields_are_defaults_and_unknown_ones_are_kept() {
    let (_temp, mut file, notice) = load(
        r#"{"version":1,"theme":"dark","future":{"a":[1]},"xiangqiNew":{"level":4,"mood":"calm","clock":{"x":1}}}"#,
    );
    assert_eq!(notice, None);
    assert_eq!((file.settings().theme, file.settings().volume), (Theme::Dark, 70));
    assert_eq!((file.settings().xiangqi_new.level, file.settings().xiangqi_new.rule.as_str()), (4, "asian"));
    let changed = Settings { sound: false, ..file.settings().clone() };
    file.save(changed).unwrap();
    let written: Value = serde_json::from_slice(&fs::read(file.path()).unwrap()).unwrap();
    assert_eq!(written["future"], json!({"a": [1]}));
    assert_eq!(written["xiangqiNew"]["mood"], "calm");
    assert_eq!(written["xiangqiNew"]["clock"]["x"], 1);
    assert_eq!(written["sound"], false);
}

#[test]
fn single_values_are_corrected_and_named() {
    let usual = Settings::default();
    check_fault(
        r#"{"volume":300,"theme":"dark"}"#,
        "‘volume’ is between 0 and 100, not 300; 100 is used.",
        &Settings { volume: 100, theme: Theme::Dark, ..usual.clone() },
    );
    check_fault(
        r#"{"uiScale":-5e300}"#,
        "‘uiScale’ is between 90 and 200, not -5e+300; 90 is used.",
        &Settings { ui_scale: 90, ..usual.clone() },
    );
    let mut five = usual.clone();
    five.gomoku_new.level = 5;
    check_fault(r#"{"gomokuNew":{"level":6}}"#, "‘gomokuNew.level’ is between 1 and 5, not 6; 5 is used.", &five);
    check_fault(r#"{"theme":"pink"}"#, "‘theme’ cannot be \"pink\"; the usual value is used.", &usual);
    check_fault(r#"{"volume":"loud"}"#, "‘volume’ cannot be \"loud\"; the usual value is used.", &usual);
    check_fault(r#"{"volume":1.5}"#, "‘volume’ cannot be 1.5; the usual value is used.", &usual);
    check_fault(r#"{"xiangqiNew":7}"#, "‘xiangqiNew’ cannot be 7; the usual value is used.", &usual);
    let place = "‘gomokuNew.clock.kind’ cannot be null; the usual value is used.";
    check_fault(r#"{"gomokuNew":{"clock":{"kind":null}}}"#, place, &usual);
}

#[test]
fn numbers_at_the_edge_are_not_corrected() {
    for text in [r#"{"volume":0}"#, r#"{"volume":100}"#, r#"{"uiScale":90}"#, r#"{"gomokuNew":{"size":22}}"#] {
        assert_eq!(load(text).2, None, "{text}");
    }
}

#[test]
fn every_number_of_the_schema_has_a_range_that_holds_its_default() {
    #[track_caller]
    fn check(path: &mut Vec<String>, value: &Value, count: &mut usize) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| {
                path.push(name.clone());
                check(path, value, count);
                path.pop();
            }),
            Value::Number(number) if path[..] != ["version"] => {
                let names: Vec<&str> = path.iter().map(String::as_str).collect();
                let range = Settings::range_at(&names).unwrap_or_else(|| panic!("{path:?} has no range"));
                assert!(range.contains(&(number.as_u64().unwrap() as u32)), "{path:?} is {number}, not in {range:?}");
                *count += 1;
            }
            _ => {}
        }
    }
    let mut count = 0;
    check(&mut Vec::new(), &serde_json::to_value(Settings::default()).unwrap(), &mut count);
    assert_eq!(count, 2 + 5 + 4 + 3 * 7 + 2 + 3);
    for path in [&[][..], &["version"], &["clock"], &["xiangqiNew"], &["xiangqiNew", "clock", "kind"], &["volume", "x"]]
    {
        assert_eq!(Settings::range_at(path), None, "{path:?}");
    }
    assert_eq!(["volume", "hash_mib", "tictactoe_new"].map(camel_case), ["volume", "hashMib", "tictactoeNew"]);
}

#[test]
fn the_clock_of_tic_tac_toe_is_corrected_too() {
    let mut usual = Settings::default();
    usual.tictactoe_new.clock.periods = 60;
    let fault = "‘tictactoeNew.clock.periods’ is between 1 and 60, not 61; 60 is used.";
    check_fault(r#"{"tictactoeNew":{"clock":{"periods":61}}}"#, fault, &usual);
}

#[test]
fn saving_brings_numbers_into_their_ranges() {
    let (_temp, dir) = data_dir();
    let (mut file, _) = SettingsFile::load(&dir);
    file.save(Settings { volume: 255, ui_scale: 0, ..Settings::default() }).unwrap();
    assert_eq!((file.settings().volume, file.settings().ui_scale), (100, 90));
    assert_eq!(SettingsFile::load(&dir), (file, None));
}

#[test]
fn two_programs_keep_what_the_other_chose() {
    let (_temp, dir) = data_dir();
    let (mut one, mut other) = (SettingsFile::load(&dir).0, SettingsFile::load(&dir).0);
    one.save(Settings { theme: Theme::Dark, ..Settings::default() }).unwrap();
    let mut chosen = Settings { sound: false, ..Settings::default() };
    chosen.gomoku_new.level = 4;
    other.save(chosen.clone()).unwrap();
    one.save(Settings { theme: Theme::Dark, volume: 9, ..Settings::default() }).unwrap();
    let both = Settings { theme: Theme::Dark, volume: 9, ..chosen };
    assert_eq!(SettingsFile::load(&dir).0.settings(), &both);
}

#[test]
fn a_change_that_could_not_be_saved_is_saved_with_the_next_one() {
    let (_temp, dir) = data_dir();
    let (mut file, _) = SettingsFile::load(&dir);
    file.save(Settings::default()).unwrap();
    let written = fs::read(dir.settings()).unwrap();
    fs::remove_file(dir.settings()).unwrap();
    fs::create_dir(dir.settings()).unwrap();
    let dark = Settings { theme: Theme::Dark, ..Settings::default() };
    file.save(dark.clone()).unwrap_err();
    fs::remove_dir(dir.settings()).unwrap();
    fs::write(dir.settings(), written).unwrap();
    let both = Settings { volume: 9, ..dark };
    file.save(both.clone()).unwrap();
    assert_eq!(SettingsFile::load(&dir).0.settings(), &both);
}

#[test]
fn a_damaged_file_is_set_aside() {
    for text in ["", "{", "[]", "null", "{\"volume\":1}}", "\u{0}\u{0}"] {
        let (temp, file, notice) = load(text);
        let notice = notice.unwrap();
        let aside = names_in(temp.path()).into_iter().find(|name| name.starts_with("settings.json.corrupt-")).unwrap();
        assert_eq!((file.settings(), notice.code), (&Settings::default(), "settings-set-aside"));
        assert!(notice.message.contains(&aside), "{}", notice.message);
        assert_eq!(fs::read_to_string(temp.path().join(aside)).unwrap(), text);
        assert!(!file.path().exists());
    }
}

#[test]
fn a_newer_file_is_used_and_kept() {
    let text = r#"{"version":9,"theme":"dark","volume":"very"}"#;
    let (_temp, mut file, notice) = load(text);
    assert_eq!(notice.unwrap().code, "newer-version");
    assert_eq!(file.settings().theme, Theme::Dark);
    let changed = Settings { sound: false, ..file.settings().clone() };
    assert_eq!(file.save(changed).unwrap_err().code(), "newer-version");
    assert!(!file.settings().sound, "the choice holds until the program ends");
    assert_eq!(fs::read_to_string(file.path()).unwrap(), text);
}

#[test]
fn older_files_take_each_step_once() {
    let steps: [Migration; 2] = [
        |given| drop(given.insert("first".to_owned(), true.into())),
        |given| drop(given.insert("second".to_owned(), true.into())),
    ];
    let migrated = |version: u64| {
        let mut given = Map::from_iter([("version".to_owned(), version.into())]);
        migrate(&mut given, version, &steps);
        Value::Object(given)
    };
    assert_eq!(migrated(0), json!({"version": 3, "first": true, "second": true}));
    assert_eq!(migrated(1), json!({"version": 3, "first": true, "second": true}));
    assert_eq!(migrated(2), json!({"version": 3, "second": true}));
    assert_eq!(migrated(3), json!({"version": 3}));
    assert_eq!(migrated(u64::MAX), json!({"version": u64::MAX}));
}

#[test]
fn a_folder_removed_while_running_is_named() {
    let (_temp, dir) = data_dir();
    let (mut file, _) = SettingsFile::load(&dir);
    fs::remove_dir_all(dir.root()).unwrap();
    let error = file.save(Settings { sound: false, ..Settings::default() }).unwrap_err();
    assert_eq!(error.code(), "missing-folder");
    assert!(error.to_string().contains("settings.json"), "{error}");
    assert!(!file.settings().sound);
}

#[test]
fn a_read_only_folder_is_named() {
    let prepare = |folder: &Path| fs::write(folder.join("settings.json"), "{").unwrap();
    as_nobody_after("settings::tests::a_read_only_folder_is_named", prepare, |folder| {
        let (mut file, notice) = SettingsFile::load(&DataDir::assume(folder));
        assert!(notice.unwrap().message.contains("change its permissions"));
        assert_eq!(file.save(Settings::default()).unwrap_err().code(), "unwritable");
        assert_eq!(fs::read_to_string(folder.join("settings.json")).unwrap(), "{");
    });
}

/// Any JSON that a few edits of a settings file could give.
fn any_json() -> impl Strategy<Value = Value> {
    let names = ["volume", "theme", "version", "xiangqiNew", "clock", "level", "mainS", "rule", "extra", "a/~b", ""];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(names.to_vec()), inner), 0..6).prop_map(
                |fields| Value::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
            ),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// For any JSON in the file: no panic, valid settings, and a saved file loads without a fault.
    #[test]
    fn any_json_gives_sound_settings(value in any_json()) {
        let (temp, mut file, _) = load(&value.to_string());
        let settings = file.settings().clone();
        prop_assert!(settings.volume <= 100 && (1..=5).contains(&settings.xiangqi_new.level));
        if file.save(settings).is_ok() {
            let (again, notice) = SettingsFile::load(&DataDir::assume(temp.path()));
            prop_assert_eq!(notice, None);
            prop_assert_eq!(again, file);
        }
    }

    /// For any bytes: no panic, and the bytes are still in the folder.
    #[test]
    fn garbage_is_never_deleted(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let (temp, dir) = data_dir();
        fs::write(dir.settings(), &bytes).unwrap();
        let _ = SettingsFile::load(&dir);
        let kept = names_in(temp.path()).into_iter().find(|name| name.starts_with("settings.json")).unwrap();
        prop_assert_eq!(fs::read(temp.path().join(kept)).unwrap(), bytes);
    }
}
