//! Restores, moves and backups that are killed at random moments: each is complete or has changed nothing, and the next
//! start says which.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant, SystemTime};

use rusqlite::{Connection, OpenFlags};

use crate::desk;
use crate::library::{copy, desk, fill, told};
use crate::program::memory_kib;
use crate::torture::Round;

fn kills(round: &Round) -> u32 {
    if round.is_long { 10 } else { 2 }
}

fn games(round: &Round) -> u32 {
    if round.is_long { 20_000 } else { 1_500 }
}

fn text(why: impl ToString) -> String {
    why.to_string()
}

/// Starts a desk, kills it at a random moment within `time`, and returns its lines.
fn kill(round: &mut Round, what: &str, folder: &Path, time: Duration) -> Result<String, String> {
    let out = folder.with_extension("out");
    let mut child: Child = desk::command(what, folder, 0)
        .stdout(File::create(&out).map_err(text)?)
        .stderr(Stdio::null())
        .spawn()
        .map_err(text)?;
    std::thread::sleep(time.mul_f64(round.rng.below(1_000) as f64 / 1_000.0));
    round.memory_kib = round.memory_kib.max(memory_kib(child.id()));
    let _ = child.kill();
    let _ = child.wait();
    round.tried += 1;
    fs::read_to_string(&out).map_err(text)
}

/// Returns a fingerprint of the games, the trash and the tags of a library.
fn content(path: &Path) -> Result<(u64, usize), String> {
    let library = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(text)?;
    let mut rows = BTreeSet::new();
    for sql in [
        "SELECT uid, record, deleted_at_ms FROM game JOIN game_text ON game_id = id",
        "SELECT uid, tag, NULL FROM tag JOIN game ON game_id = id",
    ] {
        let mut statement = library.prepare(sql).map_err(text)?;
        let read = statement.query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, Option<i64>>(2)?))
        });
        for row in read.map_err(text)? {
            rows.insert(row.map_err(text)?);
        }
    }
    let mut hasher = DefaultHasher::new();
    rows.hash(&mut hasher);
    Ok((hasher.finish(), rows.len()))
}

/// Kills restores. The library is as it was, or has the whole backup; a restore that was undone is reported.
pub fn restore(round: &mut Round) -> Result<(), String> {
    let root = round.folder.path().to_owned();
    let (whole, small, killed) = (root.join("whole"), root.join("small"), root.join("killed"));
    let games = games(round);
    fill(round, &whole, games)?;
    desk(round, "backup", &whole)?;
    // Some games are known; some of them are in the trash, or have other tags.
    fill(round, &small, games / 10)?;
    let changes = "UPDATE game SET deleted_at_ms = 1700000000000 + id WHERE id % 5 = 0;
        DELETE FROM tag WHERE game_id % 2 = 0; INSERT INTO tag SELECT 'mine', id FROM game WHERE id % 3 = 0;
        PRAGMA wal_checkpoint(TRUNCATE)";
    let library = Connection::open(small.join("library.db")).map_err(text)?;
    library.execute_batch(changes).map_err(text)?;
    drop(library);
    fs::copy(whole.join("backup.db"), small.join("backup.db")).map_err(text)?;
    let begin = |to: &Path| {
        let _ = fs::remove_dir_all(to);
        copy(&small, to)?;
        fs::copy(small.join("backup.db"), to.join("backup.db")).map(drop).map_err(text)
    };
    begin(&killed)?;
    let library = killed.join("library.db");
    let before = content(&library)?;
    let begun = Instant::now();
    desk(round, "bring", &killed)?;
    let time = begun.elapsed();
    let after = content(&library)?;
    begin(&killed)?;
    for _ in 0..kills(round) {
        let lines = kill(round, "bring", &killed, time)?;
        let is_begun = killed.join("library.db-restore").exists();
        let lines_after = desk(round, "salvage", &killed)?;
        let (notices, _) = told(&lines_after);
        let now = content(&library)?;
        let is_reported = notices.iter().any(|notice| notice.contains("was interrupted"));
        if is_begun != is_reported {
            return Err(format!("begun: {is_begun}, reported: {lines_after:?}"));
        }
        let is_done = lines.contains("restored ");
        if now != before && (now != after || is_begun) || is_done && now != after {
            return Err(format!("{} rows before, {} after, {} now; it said {lines:?}", before.1, after.1, now.1));
        }
        if killed.join("library.db-restore").exists() {
            return Err("the list of changes was left behind".to_owned());
        }
        if now == after {
            begin(&killed)?;
        }
    }
    desk(round, "bring", &killed)?;
    if content(&library)? == after { Ok(()) } else { Err("a restore after the kills is not complete".to_owned()) }
}

/// Kills moves of the library to another folder. All games are in the one place or in the other; nothing is left of an
/// incomplete copy once another move has ended.
pub fn carry(round: &mut Round) -> Result<(), String> {
    let root = round.folder.path().to_owned();
    let (whole, killed) = (root.join("whole"), root.join("killed"));
    let games = games(round);
    fill(round, &whole, games)?;
    copy(&whole, &killed)?;
    let elsewhere = killed.join("elsewhere");
    fs::create_dir(&elsewhere).map_err(text)?;
    let begun = Instant::now();
    desk(round, "move", &killed)?;
    let time = begun.elapsed();
    let mut number = games;
    let library = |killed: &Path| {
        let is_moved = killed.join("library.place").exists();
        (is_moved, if is_moved { elsewhere.join("library.db") } else { killed.join("library.db") })
    };
    for _ in 0..=kills(round) {
        if library(&killed).0 {
            let _ = fs::remove_dir_all(&killed);
            copy(&whole, &killed)?;
            fs::create_dir(&elsewhere).map_err(text)?;
            number = games;
        }
        let lines = kill(round, "move", &killed, time)?;
        if lines.contains("moved") && !library(&killed).0 {
            return Err(format!("it said {lines:?}, and the library is where it was"));
        }
        // A game that is added after the kill is in the library after every later move.
        desk(round, "import-one", &killed)?;
        number += 1;
        let lines = desk(round, "salvage", &killed)?;
        if told(&lines).1 != Some(&format!("games {number}")) {
            return Err(format!("{lines:?} instead of {number} games"));
        }
        age(&elsewhere);
    }
    if !library(&killed).0 {
        desk(round, "move", &killed)?;
        let lines = desk(round, "salvage", &killed)?;
        if told(&lines).1 != Some(&format!("games {number}")) || !library(&killed).0 {
            return Err(format!("{lines:?} instead of {number} games after a whole move"));
        }
    }
    left_over(&elsewhere)
}

/// Kills backups. The file has the old backup or the new one, and the next backup removes what was left.
pub fn back_up(round: &mut Round) -> Result<(), String> {
    let folder = round.folder.path().join("data");
    let games = games(round);
    fill(round, &folder, games)?;
    let backup = folder.join("backup.db");
    let begun = Instant::now();
    desk(round, "backup", &folder)?;
    let time = begun.elapsed();
    let mut before = content(&backup)?;
    for number in 0..kills(round) {
        let library = Connection::open(folder.join("library.db")).map_err(text)?;
        library.execute("INSERT INTO tag SELECT ?1, id FROM game LIMIT 5", [format!("kill {number}")]).map_err(text)?;
        drop(library);
        let after = content(&folder.join("library.db"))?;
        let lines = kill(round, "backup", &folder, time)?;
        let now = content(&backup)?;
        if now != after && (now != before || lines.contains("games")) {
            return Err(format!("{} rows before, {} after, {} now; it said {lines:?}", before.1, after.1, now.1));
        }
        before = now;
        age(&folder);
    }
    desk(round, "backup", &folder)?;
    left_over(&folder)
}

/// Makes the temporary files in a folder as old as those that a start removes: it asks Linux alone whether their programs
/// run.
fn age(folder: &Path) {
    let hours = if cfg!(target_os = "linux") { 1 } else { 25 };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().contains(".tmp")
            && let Ok(file) = File::options().write(true).open(entry.path())
        {
            let _ = file.set_modified(SystemTime::now() - Duration::from_secs(hours * 3_600));
        }
    }
}

fn left_over(folder: &Path) -> Result<(), String> {
    let names = fs::read_dir(folder).map_err(text)?.flatten().map(|entry| entry.file_name());
    match names.into_iter().find(|name| name.to_string_lossy().contains(".tmp")) {
        Some(name) => Err(format!("{} was left behind", name.display())),
        None => Ok(()),
    }
}
