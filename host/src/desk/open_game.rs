//! The game on the desk with its journal.

use duiyi_core::game::Refusal;
use duiyi_core::session::{Event, JournalStep, Session};

use super::{DeskError, words};
use crate::clock::unix_ms;
use crate::journal::{Journal, JournalEntry, JournalHeader};

/// A game on the desk.
pub(super) struct OpenGame {
    pub(super) header: JournalHeader,
    pub(super) session: Session,
    pub(super) journal: Option<Journal>,
    /// Entries that could not be written, oldest first. They are retried before any later entry.
    unwritten: Vec<JournalEntry>,
    /// Whether the person has been informed.
    told: bool,
    /// The game's row in the library, once it is saved.
    pub(super) saved: Option<i64>,
}

impl OpenGame {
    pub(super) const fn new(header: JournalHeader, session: Session, journal: Option<Journal>) -> OpenGame {
        OpenGame { header, session, journal, unwritten: Vec::new(), told: false, saved: None }
    }

    /// Writes an entry after any pending ones; returns the event for the person if that fails.
    pub(super) fn write(&mut self, entry: &JournalStep) -> Option<Event> {
        let journal = self.journal.as_mut()?;
        self.unwritten.push(words::entry(entry, unix_ms()));
        while let Some(next) = self.unwritten.first() {
            match journal.append(next) {
                Ok(()) => {
                    self.unwritten.remove(0);
                    self.told = false;
                }
                Err(error) if self.told => {
                    let _ = error; // the person knows
                    return None;
                }
                Err(error) => {
                    self.told = true;
                    return Some(not_saved(error));
                }
            }
        }
        None
    }
}

/// Makes the event for a game that could not be written.
pub(super) fn not_saved(error: impl Into<DeskError>) -> Event {
    let DeskError(Refusal { code, message, at, .. }) = error.into();
    Event::Trouble { code, message: format!("The game is kept in memory only. {message}"), at }
}
