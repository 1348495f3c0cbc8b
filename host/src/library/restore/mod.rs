//! Merges a backup into the library: missing games arrive with their tags, and present games gain the backup's tags, as
//! players gain its names. A game leaves the trash if the backup has it outside the trash.
//!
//! A restore is complete, or undone. It writes down beforehand what it is about to change ([`undo`]); the next start
//! undoes the changes of a restore that was interrupted.

mod undo;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::backup::{self, BackupPart};
use super::{GameRow, Library, LibraryError, LibraryProgress, alias, index, upsert};
use undo::{Change, UndoLog};

pub use undo::InterruptedRestore;
pub(super) use undo::{follow_salvage, name_of};

/// Result of a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MergeReport {
    /// Games that were missing.
    pub added: u32,
    /// Games that left the trash.
    pub undeleted: u32,
    /// Games that were present already.
    pub known: u32,
    /// Games that were here with another record, which stays.
    pub differing: u32,
    /// Games that came or were present, with impossible values in the backup; those are unknown here.
    pub corrected: u32,
    /// Games that could not be read.
    pub unreadable: u32,
}

/// A restore in progress.
struct Restore<'a> {
    library: &'a mut Library,
    log: UndoLog,
    report: MergeReport,
    /// Maps numbers of the backup to numbers of the library, with whether the game was added.
    ids: HashMap<i64, (i64, bool)>,
    progress: LibraryProgress,
    told: &'a mut dyn FnMut(LibraryProgress) -> ControlFlow<()>,
}

/// Why a restore does not go on.
enum RestoreEnd {
    Cancelled,
    Failed(LibraryError),
}

impl From<LibraryError> for RestoreEnd {
    fn from(error: LibraryError) -> RestoreEnd {
        RestoreEnd::Failed(error)
    }
}

impl Library {
    /// Merges the backup `from`. Returns `None` if `told` cancels: the library is then as it was.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is as it was, or becomes so at the next start if it cannot be written now.
    pub fn merge_backup(
        &mut self,
        from: &Path,
        told: &mut dyn FnMut(LibraryProgress) -> ControlFlow<()>,
    ) -> Result<Option<MergeReport>, LibraryError> {
        let backup = backup::open(from)?;
        // One that was interrupted.
        self.undo_restore()?;
        let log = UndoLog::begin(self, from)?;
        let progress = LibraryProgress { games: 0, total: backup.games() };
        let mut restore =
            Restore { library: self, log, report: MergeReport::default(), ids: HashMap::new(), progress, told };
        let read = backup.read_parts(|part| match part {
            BackupPart::Games(games) => restore.add_games(&games),
            BackupPart::Tags(tags) => Ok(restore.add_tags(&tags)?),
            BackupPart::Aliases(aliases) => Ok(restore.add_aliases(&aliases)?),
        });
        let ended = read.and_then(|rows| {
            restore.library.flush()?;
            Ok(rows)
        });
        match ended {
            Ok(rows) => {
                let report = MergeReport { corrected: rows.corrected, unreadable: rows.unreadable, ..restore.report };
                restore.log.end()?;
                Ok(Some(report))
            }
            Err(end) => {
                let undone = restore.undo();
                match end {
                    RestoreEnd::Failed(error) => Err(error),
                    RestoreEnd::Cancelled => undone.map(|()| None),
                }
            }
        }
    }

    /// Undoes the changes of a restore that was interrupted, unless it goes on in another program.
    ///
    /// # Errors
    /// [`LibraryError`]; another attempt undoes the rest.
    pub fn undo_restore(&mut self) -> Result<Option<InterruptedRestore>, LibraryError> {
        let log = UndoLog::left(&self.path)?;
        log.map(|log| log.undo(self, &mut |_| {})).transpose()
    }

    /// Gives the library a new name, and returns it.
    fn rename(&self) -> Result<String, LibraryError> {
        let mut library = self.beside()?;
        // An index that cannot be used now is made anew.
        let is_indexed = index::path(&self.path).exists() && library.with_index(|_| Ok(())).is_ok();
        library.write(|transaction| {
            let rename = "UPDATE shelf SET name = lower(hex(randomblob(16))) RETURNING name";
            let name: String = transaction.query_row(rename, [], |row| row.get(0))?;
            if is_indexed {
                transaction.execute("UPDATE idx.state SET library = ?1", [&name])?;
            }
            Ok(name)
        })
    }

    /// Returns whether a restore was interrupted, or goes on in another program.
    #[must_use]
    pub fn has_restore_to_undo(&self) -> bool {
        undo::path(&self.path).exists()
    }
}

impl Restore<'_> {
    fn add_games(&mut self, games: &[GameRow]) -> Result<(), RestoreEnd> {
        let planned = self.library.read(|connection| plan(connection, games))?;
        self.log.write(&planned)?;
        let (mut added, mut report) = (HashMap::new(), self.report);
        let ids = &mut self.ids;
        self.library.write_parts(
            games,
            |transaction, game| Ok((game, merge(transaction, game)?)),
            |(game, merged)| {
                match merged {
                    Merged::Added { change, .. } => {
                        report.added += 1;
                        added.insert(game.saved.uid.as_str(), change);
                    }
                    Merged::Known { is_undeleted, differs, .. } => {
                        report.undeleted += u32::from(is_undeleted);
                        report.known += u32::from(!is_undeleted);
                        report.differing += u32::from(differs);
                    }
                }
                ids.insert(game.id, merged.id());
            },
        )?;
        self.report = report;
        // Another program may have added a game meanwhile.
        self.log.note(planned.into_iter().filter_map(|change| match change {
            Change::Add { uid } => Some(match added.get(uid.as_str()) {
                Some(&change) => Change::Added { uid, change },
                None => Change::NotAdded { uid },
            }),
            _ => None,
        }));
        self.progress.games += u32::try_from(games.len()).unwrap_or(u32::MAX);
        match (self.told)(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(RestoreEnd::Cancelled),
        }
    }

    fn add_tags(&mut self, tags: &[(i64, String)]) -> Result<(), LibraryError> {
        let ids = &self.ids;
        let tags = tags.iter().filter_map(|(number, tag)| Some((*ids.get(number)?, tag)));
        let tags: Vec<((i64, bool), &String)> = tags.collect();
        let find = "SELECT uid FROM game WHERE id = ?1
            AND NOT EXISTS (SELECT 1 FROM tag WHERE tag = ?2 AND game_id = ?1)";
        let planned = self.library.read(|connection| {
            let mut find = connection.prepare_cached(find)?;
            let mut planned = Vec::new();
            // The tags of an added game go with it.
            for ((id, _), tag) in tags.iter().filter(|((_, is_added), _)| !is_added) {
                let uid = find.query_row(params![id, tag], |row| row.get(0)).optional()?;
                planned.extend(uid.map(|uid| Change::Tag { uid, tag: (*tag).clone() }));
            }
            Ok(planned)
        })?;
        self.log.write(&planned)?;
        let insert = "INSERT OR IGNORE INTO tag (tag, game_id) SELECT ?1, id FROM game WHERE id = ?2";
        self.library.write_parts(
            &tags,
            |transaction, ((id, _), tag)| transaction.prepare_cached(insert)?.execute(params![tag, id]),
            drop,
        )
    }

    /// Joins names as the backup does, unless they lead elsewhere or are a person here.
    fn add_aliases(&mut self, aliases: &[(String, String)]) -> Result<(), LibraryError> {
        let new = self.library.read(|connection| {
            let mut new = Vec::new();
            for (name, person) in aliases {
                let is_free =
                    alias::person_of(connection, name)? == *name && alias::names_of(connection, name)?.is_empty();
                if is_free && name != person {
                    new.push((name, person));
                }
            }
            Ok(new)
        })?;
        let planned: Vec<Change> = new.iter().map(|(name, _)| Change::Alias { name: (*name).clone() }).collect();
        self.log.write(&planned)?;
        self.library.write_parts(&new, |transaction, (name, person)| alias::join(transaction, name, person), drop)
    }

    fn undo(self) -> Result<(), LibraryError> {
        let Restore { library, log, progress, told, .. } = self;
        let mut tell = |left| _ = told(LibraryProgress { games: left, ..progress });
        log.undo(library, &mut tell).map(drop)
    }
}

/// Returns the changes that the restore of `games` makes.
fn plan(connection: &Connection, games: &[GameRow]) -> rusqlite::Result<Vec<Change>> {
    let mut find = connection.prepare_cached("SELECT deleted_at_ms FROM game WHERE uid = ?1")?;
    let mut planned = Vec::new();
    let mut seen = HashSet::new();
    for GameRow { saved, deleted_at_ms, .. } in games {
        let uid = saved.uid.clone();
        let known: Option<Option<i64>> = find.query_row([&uid], |row| row.get(0)).optional()?;
        match known {
            None if seen.insert(&saved.uid) => planned.push(Change::Add { uid }),
            Some(Some(at_ms)) if deleted_at_ms.is_none() => planned.push(Change::Undelete { uid, at_ms }),
            _ => {}
        }
    }
    Ok(planned)
}

/// What became of a game of a backup.
enum Merged {
    /// `change` is the number of the game's last change.
    Added { id: i64, change: i64 },
    Known {
        id: i64,
        /// Whether it left the trash.
        is_undeleted: bool,
        /// Whether the record is another one.
        differs: bool,
    },
}

impl Merged {
    const fn id(&self) -> (i64, bool) {
        match *self {
            Merged::Added { id, .. } => (id, true),
            Merged::Known { id, .. } => (id, false),
        }
    }
}

/// Adds one game, unless it is there.
fn merge(transaction: &Transaction, game: &GameRow) -> rusqlite::Result<Merged> {
    let find =
        "SELECT id, deleted_at_ms IS NOT NULL, record <> ?2 FROM game JOIN game_text ON game_id = id WHERE uid = ?1";
    let place = "UPDATE game SET deleted_at_ms = ?2 WHERE id = ?1";
    let known = transaction
        .prepare_cached(find)?
        .query_row([&game.saved.uid, &game.saved.record], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    match known {
        Some((id, is_deleted, differs)) => {
            let is_undeleted = is_deleted && game.deleted_at_ms.is_none();
            if is_undeleted {
                transaction.prepare_cached(place)?.execute(params![id, None::<i64>])?;
            }
            Ok(Merged::Known { id, is_undeleted, differs })
        }
        None => {
            let id = upsert(transaction, &game.saved)?;
            if game.deleted_at_ms.is_some() {
                transaction.prepare_cached(place)?.execute(params![id, game.deleted_at_ms])?;
            }
            let change = "SELECT change FROM game WHERE id = ?1";
            let change = transaction.prepare_cached(change)?.query_row([id], |row| row.get(0))?;
            Ok(Merged::Added { id, change })
        }
    }
}
