//! Libraries that break while they are saved, and backups from strangers.
//!
//! A salvage is killed at random moments. Afterwards the library must have the games that a salvage without a kill
//! saves, a report must say so, and the damaged file must still be there. A hostile backup must be refused or bring in
//! sound games, within the bounds of time and memory.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::desk;
use crate::program::{Ended, Late, memory_kib, run};
use crate::torture::Round;

/// The time limit of a salvage or a restore.
const LIMIT: Duration = Duration::from_secs(120);

const PAGE: usize = 4096;

/// Runs a desk to its end and returns its lines.
pub fn desk(round: &mut Round, what: &str, folder: &Path) -> Result<Vec<String>, String> {
    let Ended { out, memory_kib, .. } = run(&mut desk::command(what, folder, 0), Vec::new(), LIMIT, Late::Hangs)?;
    round.memory_kib = round.memory_kib.max(memory_kib);
    Ok(out.lines().map(str::to_owned).collect())
}

/// Makes a library of `games` games, all with the moves of one.
pub fn fill(round: &mut Round, folder: &Path, games: u32) -> Result<(), String> {
    desk(round, "one", folder)?;
    let library = Connection::open(folder.join("library.db")).map_err(|why| why.to_string())?;
    let game = "game, rule, size, first_kind, first_level, first_name, second_kind, second_level, second_name, result,
        winner, reason, plies, started_at_ms, ended_at_ms, start, final_placement, opening, words, date";
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {games})");
    let sql = format!(
        "BEGIN;
        {numbers} INSERT INTO game (id, uid, {game}) SELECT i, uid || i, {game} FROM game, n WHERE id = 1;
        {numbers} INSERT INTO game_text SELECT i, moves, record FROM game_text, n WHERE game_id = 1;
        INSERT INTO tag SELECT 'seventh', id FROM game WHERE id % 7 = 0;
        COMMIT; PRAGMA wal_checkpoint(TRUNCATE)"
    );
    library.execute_batch(&sql).map_err(|why| why.to_string())
}

/// Copies the library and its log.
pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|why| why.to_string())?;
    for name in ["library.db", "library.db-wal"] {
        if from.join(name).exists() {
            fs::copy(from.join(name), to.join(name)).map_err(|why| why.to_string())?;
        }
    }
    Ok(())
}

/// Overwrites pages of a library, but not the first one.
fn damage(round: &mut Round, path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = fs::read(path).map_err(|why| why.to_string())?;
    for _ in 0..1 + round.rng.below(30) {
        let page = 1 + round.rng.below((bytes.len() / PAGE).saturating_sub(1).max(1));
        let fill = [0, 0xff, round.rng.below(256) as u8][round.rng.below(3)];
        bytes.get_mut(page * PAGE..(page + 1) * PAGE).unwrap_or_default().fill(fill);
    }
    fs::write(path, &bytes).map_err(|why| why.to_string())?;
    Ok(bytes)
}

/// The report of a salvage and the games after it.
pub fn told(lines: &[String]) -> (Vec<&String>, Option<&String>) {
    let notices = lines.iter().filter(|line| line.starts_with("notice ")).collect();
    (notices, lines.iter().find(|line| line.starts_with("games ")))
}

/// Kills a salvage at random moments and compares its end with one that was never killed.
pub fn interrupt(round: &mut Round) -> Result<(), String> {
    let root = round.folder.path().to_owned();
    let (whole, control, killed) = (root.join("whole"), root.join("control"), root.join("killed"));
    fill(round, &whole, if round.is_long { 20_000 } else { 2_000 })?;
    let damaged = damage(round, &whole.join("library.db"))?;
    copy(&whole, &control)?;
    copy(&whole, &killed)?;
    let begun = Instant::now();
    let expected = desk(round, "salvage", &control)?;
    let time = begun.elapsed();
    let (notices, games) = told(&expected);
    if notices.is_empty() || games.is_none() {
        return Err(format!("a damaged library was not reported: {expected:?}"));
    }
    let kills = if round.is_long { 10 } else { 3 };
    for _ in 0..kills {
        let mut child = desk::command("salvage", &killed, 0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|why| why.to_string())?;
        std::thread::sleep(time.mul_f64(round.rng.below(1_000) as f64 / 1_000.0));
        round.memory_kib = round.memory_kib.max(memory_kib(child.id()));
        let _ = child.kill();
        let _ = child.wait();
        round.tried += 1;
        // At each moment the damaged library has its name, or is set aside byte for byte.
        if !is_kept(&killed, &damaged) {
            return Err("the damaged library is gone".to_owned());
        }
    }
    let lines = desk(round, "salvage", &killed)?;
    let (late, all) = told(&lines);
    if all != games {
        return Err(format!("{all:?} after {kills} kills, {games:?} without; {late:?}"));
    }
    if late.len() != 1 {
        return Err(format!("{} reports after {kills} kills: {lines:?}", late.len()));
    }
    let names: Vec<String> = fs::read_dir(&killed)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into())
        .collect();
    let left = |name: &&String| name.contains("-copy") || name.ends_with("-salvage");
    match names.iter().find(left) {
        Some(name) => Err(format!("{name} was left behind")),
        None => Ok(()),
    }
}

fn is_kept(folder: &Path, bytes: &[u8]) -> bool {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_library = |path: &std::path::PathBuf| path.extension().is_some_and(|extension| extension == "db");
    files.filter(is_library).any(|path| fs::read(path).is_ok_and(|found| found == bytes))
}

const ENDLESS: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";

/// Changes of a backup that a stranger may make, as SQL. `?` is a number.
fn programs() -> Vec<String> {
    let view = |table: &str| {
        format!("ALTER TABLE {table} RENAME TO old; CREATE VIEW {table} AS SELECT old.* FROM old, ({ENDLESS})")
    };
    let loose = |table: &str| {
        format!("CREATE TABLE loose AS SELECT * FROM {table}; DROP TABLE {table}; ALTER TABLE loose RENAME TO {table}")
    };
    let mut programs = vec![view("game"), view("game_text"), loose("game"), loose("game_text"), loose("tag")];
    programs.extend(
        [
            "CREATE TRIGGER more AFTER INSERT ON game BEGIN DELETE FROM game; END",
            "DROP TABLE tag; CREATE VIRTUAL TABLE tag USING fts5(name, game_id)",
            "ALTER TABLE game ADD COLUMN more TEXT AS (hex(zeroblob(10000000)))",
            "CREATE INDEX more ON game (length(hex(zeroblob(plies))))",
            "UPDATE game SET started_at_ms = ? * 1000000000000000 WHERE id % 3 = 0",
            "UPDATE game SET deleted_at_ms = ? * -1000000000000000 WHERE id % 3 = 0",
            "UPDATE game SET date = '?.99.99' WHERE id % 3 = 0",
            "UPDATE game SET plies = -?, size = ?, first_level = 999 WHERE id % 3 = 0",
            "UPDATE game SET uid = char(0, 10, ?) || id WHERE id % 3 = 0",
            "UPDATE game SET first_name = hex(zeroblob(?000000)) WHERE id = 2",
            "UPDATE game_text SET record = hex(zeroblob(?000000)) WHERE game_id = 2",
            "UPDATE game_text SET moves = hex(randomblob(?00000)) WHERE game_id < 9",
            "UPDATE game SET final_placement = hex(randomblob(?)), start = hex(randomblob(?)), opening = char(?)",
            "UPDATE tag SET tag = hex(zeroblob(?0000)) || rowid",
            "UPDATE game SET result = hex(?), winner = hex(?), reason = hex(?), rule = hex(?)",
            "UPDATE game SET game = hex(randomblob(?)) WHERE id % 3 = 0",
            "PRAGMA application_id = ?",
            "PRAGMA user_version = ?",
            "CREATE TABLE sqlite_stat1 (tbl, idx, stat); INSERT INTO sqlite_stat1 VALUES ('game', 'game_by_day', '?')",
        ]
        .map(str::to_owned),
    );
    programs
}

/// Restores backups that were changed by SQL and by random bytes.
pub fn restore(round: &mut Round) -> Result<(), String> {
    let root = round.folder.path().to_owned();
    let whole = root.join("whole");
    fill(round, &whole, 300)?;
    desk(round, "backup", &whole)?;
    let backup = fs::read(whole.join("backup.db")).map_err(|why| why.to_string())?;
    let programs = programs();
    for trial in 0..if round.is_long { 30 } else { 3 } {
        let folder = root.join(trial.to_string());
        fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
        let path = folder.join("backup.db");
        fs::write(&path, &backup).map_err(|why| why.to_string())?;
        let mut what = String::new();
        for _ in 0..1 + round.rng.below(3) {
            let number = 1 + round.rng.below(60);
            let sql = programs[round.rng.below(programs.len())].replace('?', &number.to_string());
            let mut library = Connection::open(&path).map_err(|why| why.to_string())?;
            // A change may be impossible after another one, or run the program that an earlier one has planted.
            let begun = Instant::now();
            let is_late = move || begun.elapsed() > Duration::from_secs(1);
            library.progress_handler(100, Some(is_late)).map_err(|why| why.to_string())?;
            let _ = library.execute_batch(&format!(
                "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE; {sql}"
            ));
            what += &sql;
        }
        if round.rng.below(3) == 0 {
            let mut bytes = fs::read(&path).map_err(|why| why.to_string())?;
            for _ in 0..1 + round.rng.below(20) {
                // The first pages have the schema.
                let most = if round.rng.below(2) == 0 { bytes.len().min(5 * PAGE) } else { bytes.len() };
                let at = round.rng.below(most.max(1));
                bytes[at] = round.rng.below(256) as u8;
            }
            fs::write(&path, &bytes).map_err(|why| why.to_string())?;
            what += " and random bytes";
        }
        let lines = desk(round, "restore", &folder).map_err(|why| format!("{what}: {why}"))?;
        round.tried += 1;
        if lines.last().is_none_or(|line| line != "alive") {
            return Err(format!("{what}: no game can be played any more: {lines:?}"));
        }
        if let Some(line) = lines.iter().find(|line| line.starts_with("notice ") || line.starts_with("corrected ")) {
            return Err(format!("{what}: the library has what it must not have: {line}"));
        }
        let _ = fs::remove_dir_all(&folder);
    }
    Ok(())
}
