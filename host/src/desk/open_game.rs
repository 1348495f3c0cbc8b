//! The game on the desk with its journal.

use std::fs;

use duiyi_core::base::Key;
use duiyi_core::game::Refusal;
use duiyi_core::session::{Event, JournalStep, Session};

use super::DeskError;
use crate::clock::unix_ms;
use crate::files::DataDir;
use crate::journal::{Journal, JournalEntry, JournalError, JournalHeader, words};

/// A game on the desk.
pub(super) struct OpenGame {
    pub(super) header: JournalHeader,
    pub(super) session: Session,
    pub(super) journal: Option<Journal>,
    /// All entries, oldest first; a journal that is lost can be written anew from them.
    entries: Vec<JournalEntry>,
    /// The number of entries on disk.
    written: usize,
    /// Whether the person has been informed of a failure.
    told: bool,
    /// Whether the game is only tried out: it has no journal and never reaches the library.
    is_trial: bool,
    /// Whether the person gave up the parts that are not on disk.
    pub(super) is_given_up: bool,
    /// The game's row in the library, once it is saved.
    pub(super) saved: Option<i64>,
}

/// A board of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardMark {
    pub(super) uid: String,
    at: (usize, Key),
}

impl OpenGame {
    /// Makes a game that began with `entries`; an open `journal` has them on disk.
    pub(super) const fn new(
        header: JournalHeader,
        session: Session,
        entries: Vec<JournalEntry>,
        journal: Option<Journal>,
    ) -> OpenGame {
        let written = if journal.is_some() { entries.len() } else { 0 };
        OpenGame {
            header,
            session,
            journal,
            entries,
            written,
            told: false,
            is_trial: false,
            is_given_up: false,
            saved: None,
        }
    }

    /// Makes a game that is tried out and not kept.
    pub(super) fn trial(header: JournalHeader, session: Session) -> OpenGame {
        OpenGame { is_trial: true, ..OpenGame::new(header, session, Vec::new(), None) }
    }

    /// Returns the mark of the present board.
    pub(super) fn mark(&self) -> BoardMark {
        BoardMark { uid: self.header.id.clone(), at: self.session.mark() }
    }

    /// Returns whether the library takes the game when it ends: it has a move, and it is kept at all.
    pub(super) fn is_kept(&self) -> bool {
        !self.is_trial && !self.session.rows().is_empty()
    }

    /// Returns whether the game has moves that the library does not have.
    pub(super) fn is_worth_saving(&self) -> bool {
        self.saved.is_none() && self.is_kept()
    }

    /// Writes a step after any pending ones; returns the event for the person if that fails.
    pub(super) fn write(&mut self, step: &JournalStep, dir: Option<&DataDir>) -> Option<Event> {
        self.entries.push(words::entry(step, unix_ms()));
        dir.and_then(|dir| self.write_pending(dir))
    }

    /// Writes the pending entries; returns the event for the person at the first failure.
    pub(super) fn write_pending(&mut self, dir: &DataDir) -> Option<Event> {
        match self.flush(dir) {
            Ok(()) => {
                // Only what there was then was given up.
                (self.told, self.is_given_up) = (false, false);
                None
            }
            // The person knows.
            Err(_) if self.told => None,
            Err(error) => {
                self.told = true;
                Some(not_saved(error))
            }
        }
    }

    /// Writes the pending entries even where the open file is of no use any more: it was removed, or its disk was
    /// away meanwhile. The journal is then opened again, or written anew.
    ///
    /// # Errors
    /// [`JournalError`]; the entries stay pending.
    pub(super) fn rescue(&mut self, dir: &DataDir) -> Result<(), JournalError> {
        if self.flush(dir).is_ok() {
            return Ok(());
        }
        // The lock of the old file ends with it.
        self.journal = None;
        // The folder above is not made: it may be a place where a disk is attached.
        let _ = fs::create_dir(dir.journals());
        let path = Journal::path_in(dir, &self.header.id);
        if fs::exists(&path).unwrap_or(false) {
            self.journal = Some(Journal::reopen(&path)?);
        }
        self.flush(dir)
    }

    fn flush(&mut self, dir: &DataDir) -> Result<(), JournalError> {
        if self.is_trial {
            return Ok(());
        }
        let journal = match &mut self.journal {
            Some(journal) => journal,
            None => {
                let journal = Journal::create(dir, &self.header)?;
                self.written = 0;
                self.journal.insert(journal)
            }
        };
        let pending = &self.entries[self.written..];
        // An empty write would wait for the disk, too.
        if !pending.is_empty() {
            journal.append_all(pending)?;
            self.written = self.entries.len();
        }
        Ok(())
    }
}

/// Makes the event for a game that could not be written.
pub(super) fn not_saved(error: impl Into<DeskError>) -> Event {
    let DeskError(Refusal { code, message, at, .. }) = error.into();
    Event::Trouble { code, message: format!("The game is kept in memory only. {message}"), at }
}

/// Makes the refusal to drop a game or a study that could not be written.
pub(super) fn unsaved(code: &'static str, DeskError(why): DeskError) -> DeskError {
    let message = format!("This is in memory only and would be lost. {}", why.message);
    DeskError(Refusal { code, message, ..why })
}
