//! The changes of a restore, in `library.db-restore`, so that they can be undone.
//!
//! A line is on the disk before its change is made. The file is locked while the restore goes on, and removed after it.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use rusqlite::params;

use super::super::{Library, LibraryError};
use crate::files::{FileError, expect_file, open_to_lock, remove, set_aside, sync_folder, try_lock, with_suffix};

/// Suffix of the file.
const SUFFIX: &str = "-restore";

/// First word of the file.
///
/// # Stability
/// A later version undoes the restore of an earlier one.
const HEADER: &str = "duiyi-restore-1";

pub(super) fn path(library: &Path) -> PathBuf {
    with_suffix(library, SUFFIX)
}

/// One change of a restore. A unique name, a tag and a player's name have no control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The game is about to be added.
    Add { uid: String },
    /// It was added; `change` is the number of the game's last change, which a later edit raises.
    Added { uid: String, change: i64 },
    /// It was there already.
    NotAdded { uid: String },
    /// The game is about to leave the trash, where it was since `at_ms`.
    Undelete { uid: String, at_ms: i64 },
    /// The game is about to get a tag.
    Tag { uid: String, tag: String },
    /// The name is about to lead to a person.
    Alias { name: String },
}

impl Change {
    fn line(&self) -> String {
        match self {
            Change::Add { uid } => format!("add\t{uid}\n"),
            Change::Added { uid, change } => format!("added\t{uid}\t{change}\n"),
            Change::NotAdded { uid } => format!("not-added\t{uid}\n"),
            Change::Undelete { uid, at_ms } => format!("undelete\t{uid}\t{at_ms}\n"),
            Change::Tag { uid, tag } => format!("tag\t{uid}\t{tag}\n"),
            Change::Alias { name } => format!("alias\t{name}\n"),
        }
    }

    fn read(line: &str) -> Option<Change> {
        let words: Vec<&str> = line.split('\t').collect();
        let (kind, uid) = (*words.first()?, (*words.get(1)?).to_owned());
        match (kind, words.get(2)) {
            ("alias", None) => Some(Change::Alias { name: uid }),
            ("add", None) => Some(Change::Add { uid }),
            ("added", Some(change)) => Some(Change::Added { uid, change: change.parse().ok()? }),
            ("not-added", None) => Some(Change::NotAdded { uid }),
            ("undelete", Some(at_ms)) => Some(Change::Undelete { uid, at_ms: at_ms.parse().ok()? }),
            ("tag", Some(tag)) => Some(Change::Tag { uid, tag: (*tag).to_owned() }),
            _ => None,
        }
    }
}

/// What became of an interrupted restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InterruptedRestore {
    /// Its changes were undone.
    Undone {
        /// Games that were removed again.
        games: u32,
        /// The backup.
        from: PathBuf,
    },
    /// It changed another library, which was here before. Nothing was undone.
    Elsewhere {
        /// The log, under another name.
        log: PathBuf,
    },
}

/// The changes to undo.
#[derive(Debug, Default)]
struct Undo {
    /// Whether they are changes of the library that was asked for. A log without a header has none.
    is_of_library: bool,
    /// The backup.
    from: PathBuf,
    /// The length of all complete lines, in bytes.
    len: u64,
    /// The names of added games, each with the number of its last change if that is known.
    added: Vec<(String, Option<i64>)>,
    undeleted: Vec<(String, i64)>,
    tags: Vec<(String, String)>,
    aliases: Vec<String>,
}

pub(super) struct UndoLog {
    path: PathBuf,
    file: File,
    /// Lines that can wait for the next write.
    noted: String,
}

impl UndoLog {
    /// Begins the log of a restore of `from`.
    pub(super) fn begin(library: &Library, from: &Path) -> Result<UndoLog, LibraryError> {
        let path = path(&library.path);
        let fail = |error| LibraryError::from(FileError::new(&path, error));
        let file = open_to_lock(&path)?;
        try_lock(&file).map_err(fail)?;
        // Another program may have ended its restore meanwhile, and left nothing to undo.
        file.set_len(0).map_err(fail)?;
        // A copy of the library, which a person may put in its place, has its former name. A log that cannot be begun
        // is removed: the next start would call the restore interrupted.
        let name = library.rename().inspect_err(|_| _ = remove(&path))?;
        let mut log = UndoLog { path: path.clone(), file, noted: header(&name, from) };
        let folder = path.parent().unwrap_or(Path::new(""));
        let begun = log.write(&[]).and_then(|()| sync_folder(folder).map_err(fail));
        begun.inspect_err(|_| _ = remove(&path))?;
        Ok(log)
    }

    /// Opens the log of a restore that was interrupted.
    pub(super) fn left(library: &Path) -> Result<Option<UndoLog>, LibraryError> {
        let path = path(library);
        if !path.exists() {
            return Ok(None);
        }
        expect_file(&path)?;
        let fail = |error| LibraryError::from(FileError::new(&path, error));
        let file = OpenOptions::new().read(true).write(true).open(&path).map_err(fail)?;
        // A locked one is in use.
        match try_lock(&file) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
            locked => locked.map_err(fail)?,
        }
        Ok(Some(UndoLog { path, file, noted: String::new() }))
    }

    /// Adds lines that the next [`UndoLog::write`] writes.
    pub(super) fn note(&mut self, changes: impl IntoIterator<Item = Change>) {
        changes.into_iter().for_each(|change| self.noted += &change.line());
    }

    /// Writes `changes` through to the disk.
    pub(super) fn write(&mut self, changes: &[Change]) -> Result<(), LibraryError> {
        let mut lines = std::mem::take(&mut self.noted);
        changes.iter().for_each(|change| lines += &change.line());
        if lines.is_empty() {
            return Ok(());
        }
        let file = &mut self.file;
        // The log of an interrupted restore was opened at its start, and a read leaves the place anywhere.
        let at_end = file.seek(SeekFrom::End(0));
        let written = at_end.and_then(|_| file.write_all(lines.as_bytes())).and_then(|()| file.sync_data());
        written.map_err(|error| FileError::new(&self.path, error).into())
    }

    /// Undoes all changes and removes the log; sets aside that of another library, which undoes nothing here. `told`
    /// receives the number of games that are left to remove.
    pub(super) fn undo(
        mut self,
        library: &mut Library,
        told: &mut dyn FnMut(u32),
    ) -> Result<InterruptedRestore, LibraryError> {
        // The lines that waited make an undo exact; without them it removes the last games even if they were edited.
        let _ = self.write(&[]);
        let name = library.read(name_of)?;
        let undo = self.read(&name)?;
        if !undo.is_of_library {
            return Ok(InterruptedRestore::Elsewhere { log: set_aside(&self.path, false)? });
        }
        let untag = "DELETE FROM tag WHERE tag = ?2 AND game_id = (SELECT id FROM game WHERE uid = ?1)";
        library.write_parts(
            &undo.tags,
            |transaction, (uid, tag)| transaction.prepare_cached(untag)?.execute([uid, tag]),
            drop,
        )?;
        let part = "DELETE FROM player_alias WHERE name = ?1";
        library.write_parts(
            &undo.aliases,
            |transaction, name| transaction.prepare_cached(part)?.execute([name]),
            drop,
        )?;
        let delete = "UPDATE game SET deleted_at_ms = ?2 WHERE uid = ?1 AND deleted_at_ms IS NULL";
        library.write_parts(
            &undo.undeleted,
            |transaction, (uid, at_ms)| transaction.prepare_cached(delete)?.execute(params![uid, at_ms]),
            drop,
        )?;
        let remove = "DELETE FROM game WHERE uid = ?1 AND (?2 IS NULL OR change = ?2)";
        let mut left = u32::try_from(undo.added.len()).unwrap_or(u32::MAX);
        let mut games = 0;
        for part in undo.added.chunks(PART_GAMES) {
            library.write_parts(
                part,
                |transaction, (uid, change)| transaction.prepare_cached(remove)?.execute(params![uid, change]),
                |removed| games += u32::try_from(removed).unwrap_or(0),
            )?;
            left = left.saturating_sub(PART_GAMES as u32);
            told(left);
        }
        library.flush()?;
        self.end()?;
        Ok(InterruptedRestore::Undone { games, from: undo.from })
    }

    /// Reads the changes of the library called `name`. A line that is not complete was never followed by its change.
    fn read(&mut self, name: &str) -> Result<Undo, LibraryError> {
        let fail = |error| LibraryError::from(FileError::new(&self.path, error));
        self.file.rewind().map_err(fail)?;
        let mut lines = BufReader::new(&self.file);
        let (mut undo, mut line) = (Undo { is_of_library: true, ..Undo::default() }, Vec::new());
        // In the order of the restore: neighbours are on the same pages.
        let (mut places, mut is_same, mut is_named) = (HashMap::new(), false, false);
        loop {
            line.clear();
            lines.read_until(b'\n', &mut line).map_err(fail)?;
            if line.pop() != Some(b'\n') {
                break;
            }
            undo.len += line.len() as u64 + 1;
            let text = String::from_utf8_lossy(&line);
            if let Some(header) = text.strip_prefix(HEADER) {
                let mut words = header.split('\t').skip(1);
                // A library that was salvaged since is named by a later header, and counts changes anew.
                is_same = words.next() == Some(name);
                is_named |= is_same;
                undo.is_of_library = is_named;
                undo.from = PathBuf::from(words.next().unwrap_or_default());
                continue;
            }
            match Change::read(&text) {
                Some(Change::Add { uid }) => {
                    places.insert(uid.clone(), undo.added.len());
                    undo.added.push((uid, None));
                }
                Some(Change::Added { uid, change }) => {
                    if let Some(&place) = places.get(&uid) {
                        undo.added[place].1 = is_same.then_some(change);
                    }
                }
                Some(Change::NotAdded { uid }) => {
                    // No game has an empty name.
                    if let Some(place) = places.remove(&uid) {
                        undo.added[place].0.clear();
                    }
                }
                Some(Change::Undelete { uid, at_ms }) => undo.undeleted.push((uid, at_ms)),
                Some(Change::Tag { uid, tag }) => undo.tags.push((uid, tag)),
                Some(Change::Alias { name }) => undo.aliases.push(name),
                None => {}
            }
        }
        Ok(undo)
    }

    /// Removes the log: the restore is complete, or undone.
    pub(super) fn end(self) -> Result<(), LibraryError> {
        let fail = |error| LibraryError::from(FileError::new(&self.path, error));
        remove(&self.path).map_err(fail)?;
        sync_folder(self.path.parent().unwrap_or(Path::new(""))).map_err(fail)
    }
}

/// Games between two reports.
const PART_GAMES: usize = 500;

fn header(library: &str, from: &Path) -> String {
    let from = from.display().to_string().replace(char::is_control, " ");
    format!("{HEADER}\t{library}\t{from}\n")
}

/// Writes into the log of an interrupted restore of the library called `from` that the one called `to` has its games.
pub(in crate::library) fn follow_salvage(path: &Path, from: &str, to: &str) -> Result<(), LibraryError> {
    let Some(mut log) = UndoLog::left(path)? else { return Ok(()) };
    let undo = log.read(from)?;
    if !undo.is_of_library {
        return Ok(());
    }
    // The next line must not continue an incomplete one.
    log.file.set_len(undo.len).map_err(|error| FileError::new(&log.path, error))?;
    log.noted = header(to, &undo.from);
    log.write(&[])
}

/// Returns the name that the library has in its log and its index.
pub(in crate::library) fn name_of(connection: &rusqlite::Connection) -> rusqlite::Result<String> {
    connection.query_row("SELECT name FROM shelf", [], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::super::super::Query;
    use super::super::super::tests::{fresh, game, open};
    use super::*;
    use crate::files::DataDir;

    #[test]
    fn the_log_of_an_interrupted_restore_is_continued_at_its_end() {
        let (_temp, library) = fresh();
        let backup = Path::new("/backups/games.duiyi");
        let mut log = UndoLog::begin(&library, backup).unwrap();
        log.write(&[Change::Add { uid: "first".to_owned() }]).unwrap();
        drop(log);
        let mut log = UndoLog::left(&library.path).unwrap().expect("the restore was interrupted");
        log.write(&[Change::NotAdded { uid: "first".to_owned() }]).unwrap();
        drop(log);
        let text = || fs::read_to_string(path(&library.path)).unwrap();
        assert!(text().starts_with(HEADER) && text().ends_with("\nadd\tfirst\nnot-added\tfirst\n"), "{:?}", text());
        drop(UndoLog::begin(&library, backup).unwrap());
        assert_eq!(text().lines().count(), 1, "another restore begins the file anew");
    }

    #[test]
    fn a_restore_that_cannot_begin_leaves_no_log() {
        let (_temp, mut library) = fresh();
        library.write(|transaction| transaction.execute("DELETE FROM shelf", [])).unwrap();
        assert!(UndoLog::begin(&library, Path::new("/backups/games.duiyi")).is_err(), "it cannot be named anew");
        assert!(!library.has_restore_to_undo());
    }

    /// After a restore that was killed a person puts its backup in the place of the library.
    #[test]
    fn a_log_of_another_library_removes_nothing() {
        let (temp, mut source) = fresh();
        source.save_all(&[game(1), game(2)]).unwrap();
        let backup = temp.path().join("backup.db");
        source.back_up(&backup).unwrap();
        // A new library, and the one that was backed up: there the games have the same numbers.
        for (_temp, library) in [fresh(), (temp, source)] {
            let mut log = UndoLog::begin(&library, &backup).unwrap();
            let [first, second] = ["uid-1", "uid-2"].map(str::to_owned);
            let added = Change::Added { uid: first.clone(), change: 1 };
            log.write(&[Change::Add { uid: first }, added, Change::Add { uid: second }]).unwrap();
            let path = library.path.clone();
            drop((log, library));
            fs::copy(&backup, &path).unwrap();
            let mut library = open(&DataDir::open(path.parent().unwrap()).unwrap());
            let left = library.undo_restore().unwrap().expect("there is a log");
            let InterruptedRestore::Elsewhere { log } = &left else { panic!("{left:?}") };
            assert!(log.is_file() && !library.has_restore_to_undo());
            assert_eq!(library.list(&Query::default()).unwrap().total, 2);
        }
    }

    /// A new name costs the library no index.
    #[test]
    fn a_restore_keeps_the_index() {
        let (_temp, mut library) = fresh();
        library.save(&game(1)).unwrap();
        assert_eq!(library.catch_up(Duration::from_secs(60)).unwrap(), 0);
        drop(UndoLog::begin(&library, Path::new("/backups/games.duiyi")).unwrap());
        let beside = library.beside().unwrap();
        let known = "SELECT change FROM idx.state WHERE change > 0";
        beside.with_index(|connection| connection.query_row(known, [], |row| row.get::<_, i64>(0))).unwrap();
    }
}
