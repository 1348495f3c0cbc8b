//! Tournaments of six engines, killed and resumed, and what is wrong with their files.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, thread, time::Duration};

use duiyi_core::game::GameKind;
use duiyi_host::books::BookWriter;
use serde_json::Value;

use crate::run::{duiyi, refused};

/// Six players of three strengths, a pair of games each.
fn file(format: &str, more: &str) -> String {
    let engines = ["greedy:2", "greedy:1", "beginner", "greedy:2", "greedy:1", "beginner"];
    let engines: Vec<String> = engines
        .iter()
        .enumerate()
        .map(|(number, spec)| format!("[[engine]]\nspec = \"{spec}\"\nname = \"{spec} {number}\""))
        .collect();
    format!(
        "game = \"gomoku\" # a comment\nrule = \"freestyle\"\nformat = \"{format}\"\nnodes = 100\n\
         record = \"games.sgf\"\n{more}\n{}\n",
        engines.join("\n")
    )
}

/// Counts the points of each player in a file of records by its tags alone.
fn points(records: &str) -> BTreeMap<String, f64> {
    let tag = |record: &str, name: &str| -> String {
        let text = record.split_once(&format!("{name}[")).expect("the record has the tag").1;
        text.split_once(']').expect("the tag ends").0.to_owned()
    };
    let mut points = BTreeMap::new();
    for record in records.split("(;").filter(|record| !record.trim().is_empty()) {
        let result = tag(record, "RE");
        let black = if result.starts_with("B+") {
            1.0
        } else if result.starts_with("W+") {
            0.0
        } else {
            0.5
        };
        *points.entry(tag(record, "PB")).or_insert(0.0) += black;
        *points.entry(tag(record, "PW")).or_insert(0.0) += 1.0 - black;
    }
    points
}

fn table(out: &str) -> (BTreeMap<String, f64>, u64) {
    let told: Value = serde_json::from_str(out).expect("a line of JSON");
    let rows = told["table"].as_array().expect("a table");
    let points = rows
        .iter()
        .map(|row| (row["name"].as_str().expect("a name").to_owned(), row["points"].as_f64().expect("points")));
    (points.collect(), told["games_left"].as_u64().expect("a count"))
}

/// Runs the program and returns the table.
#[track_caller]
fn played(args: &[&str]) -> String {
    let ended = duiyi(args, "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    ended.out
}

/// Starts the tournament and kills it once its file holds `games` games more.
fn kill_after(path: &Path, more: &[&str], games: i64) {
    let kept = path.with_extension("tournament");
    let count = || {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        // The program holds the lock: a copy is read.
        let copy = kept.with_extension("copy");
        fs::copy(&kept, &copy).ok()?;
        let copy = rusqlite::Connection::open_with_flags(copy, flags).ok()?;
        copy.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0)).ok()
    };
    let before = count().unwrap_or(0);
    let mut program = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .arg("tournament")
        .arg(path)
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    for _ in 0..3000 {
        if count().unwrap_or(0) >= before + games || program.try_wait().expect("it can be asked").is_some() {
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    program.kill().expect("it can be killed");
    program.wait().expect("it has ended");
}

#[test]
fn a_killed_tournament_loses_no_game_and_plays_none_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    for (format, games) in [("round-robin", 30), ("swiss", 18), ("gauntlet", 10)] {
        let folder = folder.path().join(format);
        fs::create_dir(&folder).expect("a folder of its own");
        let path = folder.join("cup.toml");
        fs::write(&path, file(format, "seed = 3\nconcurrency = 2")).expect("it is written");
        kill_after(&path, &[], 3);
        kill_after(&path, &["--resume"], 3);
        let name = path.to_str().expect("a plain path");
        let (points_told, left) = table(&played(&["tournament", name, "--resume", "--json"]));
        assert_eq!(left, 0);
        let records = fs::read_to_string(folder.join("games.sgf")).expect("the records are there");
        assert_eq!(records.matches("(;").count(), games, "{format}");
        let of_records = points(&records);
        let mut counted = points_told.clone();
        counted.retain(|name, points| of_records.contains_key(name) || *points > 0.0);
        assert_eq!(counted, of_records, "{format}");
        // The same file under another name is the same tournament, uninterrupted.
        let again = folder.join("again.toml");
        let text = file(format, "seed = 3").replace("games.sgf", "again.sgf");
        fs::write(&again, text).expect("it is written");
        assert_eq!(table(&played(&["tournament", again.to_str().expect("a plain path"), "--json"])).0, points_told);
        assert_eq!(fs::read_to_string(folder.join("again.sgf")).expect("the records are there"), records);
    }
}

#[test]
fn the_table_names_everybody_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.toml");
    fs::write(&path, file("knockout", "")).expect("it is written");
    let name = path.to_str().expect("a plain path");
    let told = duiyi(&["tournament", name], "");
    assert_eq!(told.status, 0, "{}", told.err);
    let lines: Vec<&str> = told.out.lines().collect();
    assert!(lines[0].contains("points") && lines.len() == 7, "{}", told.out);
    assert!((1..=6).all(|place| lines[place].trim_start().starts_with(&format!("{place}  "))), "{}", told.out);
    assert!(told.err.lines().any(|line| line.starts_with("round 1 game 1: ")), "{}", told.err);
    let pairings = duiyi(&["tournament", name, "--resume", "--pairings"], "").out;
    let (pairs, rest): (Vec<&str>, Vec<&str>) = pairings.lines().partition(|line| line.contains(" vs "));
    assert_eq!(rest, lines);
    assert_eq!(pairs.len(), 5, "{pairings}");
    assert!(pairs.iter().all(|line| line.contains(" elo ") && line.contains(" los ") && line.contains(" pairs ")));
    // A finished tournament is told again, and not played.
    let again = duiyi(&["tournament", name, "--resume"], "");
    assert_eq!(again.out, told.out);
    assert_eq!(again.err, "");
}

#[test]
fn a_wrong_file_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.toml");
    let name = path.to_str().expect("a plain path");
    let good = file("round-robin", "");
    for (bad, place) in [
        (good.replace("nodes = 100", "nodes = x"), "line 4"),
        (good.replace("nodes = 100", "node = 100"), "line 4"),
        (good.replace("nodes = 100", "nodes = 0"), "nodes"),
        (good.replace("freestyle", "chinese"), "rule"),
        (good.replace("gomoku", "go"), "game"),
        (good.replace("round-robin", "league"), "format"),
        (good.replace("round-robin", "gauntlet\"\nrounds = 2\n#\""), "rounds"),
        (good.replace("greedy:1\"\nname", "greedy:9\"\nname"), "engine 2"),
        (good.replace("beginner 5", "beginner 2"), "engine 6"),
        (good.replace("beginner 5", "\\u001b[31mred"), "engine 6: the name '\\u{1b}[31mred' has a control character"),
        (good.replace("beginner 5", "two\\nlines"), "engine 6: the name 'two\\nlines'"),
        (good.replace("beginner 5", "gnp.\\u202eexe"), "engine 6: the name 'gnp.\\u{202e}exe'"),
        (good.replace("nodes = 100", "").replace("\"beginner\"", "\"cmd:engine\""), "movetime: an external engine"),
        (good.replace("nodes = 100", "tc = \"soon\""), "tc"),
        (good.replace("nodes = 100", "nodes = 100\ngames = 0"), "games"),
        (good.replace("nodes = 100", "nodes = 100\nresign = { score = 0, moves = 1 }"), "resign"),
        (good.replace("nodes = 100", "nodes = 100\ndraw = { score = 5, moves = 0 }"), "draw"),
        (good.replace("nodes = 100", "nodes = 100\ndraw = { score = 5 }"), "line 5"),
        (good.replace("nodes = 100", "nodes = 100\nconcurrency = 60000"), "concurrency"),
        (good.replace("nodes = 100", "nodes = 100\nsize = 300"), "line 5"),
        (good.replace("nodes = 100", "nodes = 100\nopenings = \"none.txt\""), "none.txt"),
        (good[..good.find("[[").expect("there are engines")].to_owned(), "engine"),
        (String::new(), "line 1"),
    ] {
        fs::write(&path, &bad).expect("it is written");
        let why = refused(&["tournament", name]);
        assert!(why.contains(place) && why.trim_end().lines().count() == 1, "{place}: {why}");
        assert!(!path.with_extension("tournament").exists(), "nothing has begun");
    }
    fs::write(&path, &good).expect("it is written");
    assert!(refused(&["tournament", name, "--resume"]).contains("--resume"));
    played(&["tournament", name]);
    assert!(refused(&["tournament", name]).contains("has begun"));
    fs::write(&path, good.replace("nodes = 100", "nodes = 200")).expect("it is written");
    let why = refused(&["tournament", name, "--resume"]);
    assert!(why.contains("nodes = 100") && why.contains("nodes = 200"), "{why}");
}

#[test]
fn a_record_replaces_no_other_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.toml");
    let name = path.to_str().expect("a plain path");
    let with_record = |record: &str| {
        let text = file("gauntlet", "").replace("games.sgf", record);
        fs::write(&path, &text).expect("it is written");
        text
    };
    // The games of the tournament do not exist yet.
    for record in ["cup.tournament", "./CUP.tournament", "cup.tournament-journal"] {
        with_record(record);
        let why = refused(&["tournament", name]);
        assert!(why.contains(record.trim_start_matches("./")) && why.contains("name another"), "{record}: {why}");
        assert!(!path.with_extension("tournament").exists(), "nothing has begun");
    }
    with_record("games.sgf");
    let whole = played(&["tournament", name]);
    let records = fs::read(folder.path().join("games.sgf")).expect("the records are there");
    let other = folder.path().join("other.txt");
    fs::write(&other, "(;notes of a year)").expect("it is written");
    let text = with_record("other.txt");
    assert!(refused(&["tournament", name, "--resume"]).contains("other.txt"));
    assert_eq!(fs::read(&other).expect("it is there"), b"(;notes of a year)");
    with_record("cup.toml");
    assert!(refused(&["tournament", name, "--resume"]).contains("cup.toml"));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), text.replace("other.txt", "cup.toml"));
    // Games of this tournament, some or none of them, are made whole.
    with_record("games.sgf");
    let first = records.windows(3).position(|end| end == b")\n\n").expect("a record ends") + 3;
    for part in [&records[..], &records[first..], b""] {
        fs::write(folder.path().join("games.sgf"), part).expect("it is written");
        assert_eq!(played(&["tournament", name, "--resume"]), whole);
        assert_eq!(fs::read(folder.path().join("games.sgf")).expect("it is there"), records);
    }
}

#[test]
fn the_book_of_an_engine_is_beside_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.toml");
    let name = path.to_str().expect("a plain path");
    let text = file("gauntlet", "").replacen("greedy:2\"", "greedy:2;book=own.book\"", 1);
    fs::write(&path, text).expect("it is written");
    assert!(refused(&["tournament", name]).contains("own.book"));
    let book = BookWriter::create(&folder.path().join("own.book"), GameKind::Gomoku);
    book.and_then(BookWriter::finish).expect("a book");
    played(&["tournament", name]);
}

#[test]
fn a_tournament_goes_on_with_the_openings_of_its_begin() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.toml");
    let (name, list) = (path.to_str().expect("a plain path"), folder.path().join("list.txt"));
    fs::write(&path, file("gauntlet", "openings = \"list.txt\"")).expect("it is written");
    fs::write(&list, "h8 h9 i9\n").expect("it is written");
    played(&["tournament", name]);
    played(&["tournament", name, "--resume"]);
    fs::write(&list, "h8 i9 j9\n").expect("it is written");
    let why = refused(&["tournament", name, "--resume"]);
    assert!(why.contains("cup.toml") && why.contains("openings have changed"), "{why}");
    // A tournament of an earlier version did not keep what its openings were.
    let kept = rusqlite::Connection::open(path.with_extension("tournament")).expect("a database");
    let terms: String = kept.query_row("SELECT terms FROM tournament", [], |row| row.get(0)).expect("terms");
    let before: Vec<&str> = terms.lines().filter(|line| !line.starts_with("openings-checksum")).collect();
    assert_eq!(before.len() + 1, terms.lines().count());
    kept.execute("UPDATE tournament SET terms = ?1", [before.join("\n")]).expect("it is written");
    drop(kept);
    played(&["tournament", name, "--resume"]);
}
