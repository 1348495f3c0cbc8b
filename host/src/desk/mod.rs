//! The desk: the game in play, its engines, its journal and the library.
//!
//! A shell calls the methods of [`Desk`]. The desk carries out the effects of the session and sends every change to one
//! listener, in order. A change is in the journal before the listener gets it.

pub mod effort;
pub mod library;
pub mod merge;
mod library_work;
pub mod worker;
mod alarm;
pub mod coach;
mod pacing;
mod players;
pub mod export;
pub mod export_many;
pub mod count_many;
mod filing;
mod source;
pub mod doubtful;
mod engine_curve;
pub mod import;
mod unfinished;
mod open_game;
mod open_table;
mod class_boards;
mod state;
mod resume;
pub mod table;
pub mod class;
pub mod salvage;
pub mod study;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use duiyi_core::base::Side;
use duiyi_core::game::{Game, Refusal};
use duiyi_core::review::BlunderWarning;
use duiyi_core::search::Level;
use duiyi_core::session::{Command, Event, GameConfig, Player, Snapshot};
use parking_lot::Mutex;

use crate::books::{BookFileError, BookList};
use crate::clock::now_stamp;
use crate::engine_list::EngineConfig;
use crate::files::{FileError, Notice};
use crate::journal::RecoveredGame;
use crate::library::{Library, LibraryPage, Query};
use crate::long_work::LongWork;
use crate::reactor::Reactor;

use alarm::Alarm;
use class::TaughtClass;
use coach::CoachThread;
use players::ExternalPlayers;
use resume::tidy;
use state::{DeskState, Helpers};
use study::OpenStudies;
use unfinished::UnfinishedGames;
use worker::{EngineThread, PlayOptions};

/// A change for the listener.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[expect(clippy::large_enum_variant, reason = "most of them are events of the game, which a box would only slow down")]
pub enum DeskEvent {
    /// The finished game is in the library.
    Saved {
        /// Its row in the library.
        id: i64,
    },
    /// An event of the game.
    #[cfg_attr(feature = "wire", serde(untagged))]
    Game(Event),
}

/// One message to the listener.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Update {
    /// Grows by one from update to update.
    pub seq: u64,
    /// The events, in order.
    pub events: Vec<DeskEvent>,
    /// The game after it.
    pub game: CurrentGame,
}

/// The game on the desk.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct CurrentGame {
    /// The game's id.
    pub uid: String,
    /// Its state.
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub snapshot: Snapshot,
    /// The game's row in the library, once it is saved.
    pub saved: Option<i64>,
    /// The colour of this machine's player, in a game with another machine.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "bindings", ts(optional))]
    pub mine: Option<Side>,
}

/// An unfinished game of an earlier run.
#[derive(Clone, Debug)]
pub struct UnfinishedGame {
    /// The content of its journal.
    pub journal: RecoveredGame,
    /// Its set-up, players and clock.
    pub config: GameConfig,
    /// The board after the last playable ply.
    pub placement: String,
    /// The damage of the journal, if any; `journal` holds the playable part.
    pub damage: Option<String>,
}

/// A refusal of the desk: by the rules, or by the disk.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.message)]
pub struct DeskError(pub Refusal);

impl DeskError {
    /// Wraps an error of the disk.
    fn disk(code: &'static str, message: impl ToString, place: Option<&Path>) -> DeskError {
        tracing::warn!(code, "the disk refused");
        let at = place.map(|path| path.display().to_string());
        DeskError(Refusal { at, ..Refusal::plain(code, message.to_string()) })
    }
}

impl From<Refusal> for DeskError {
    fn from(refusal: Refusal) -> DeskError {
        DeskError(refusal)
    }
}

impl From<DeskError> for Refusal {
    fn from(DeskError(refusal): DeskError) -> Refusal {
        refusal
    }
}

impl From<crate::library::LibraryError> for DeskError {
    fn from(error: crate::library::LibraryError) -> DeskError {
        DeskError::disk(error.code(), &error, Some(error.path()))
    }
}

impl From<BookFileError> for DeskError {
    fn from(error: BookFileError) -> DeskError {
        DeskError(error.into())
    }
}

impl From<FileError> for DeskError {
    fn from(error: FileError) -> DeskError {
        DeskError::disk(error.code(), &error, Some(&error.path))
    }
}

impl From<crate::journal::JournalError> for DeskError {
    fn from(error: crate::journal::JournalError) -> DeskError {
        DeskError::disk(error.code(), &error, error.path())
    }
}

/// A handle on the desk; clones share it.
#[derive(Clone)]
pub struct Desk {
    room: Arc<Mutex<DeskState>>,
    /// The open studies. Lock order: the studies before the room, never the reverse.
    studies: Arc<Mutex<OpenStudies>>,
    /// Whether the list of open studies will be written soon.
    tabs_due: Arc<AtomicBool>,
    /// A second connection to the library, for the window's lists. Lock order: after the studies, before the room.
    shelf: Arc<Mutex<Option<Library>>>,
    /// The class of this machine. Lock order: after the studies, never together with the room.
    class: Arc<Mutex<Option<TaughtClass>>>,
    work: Arc<LongWork>,
    import: Arc<import::Import>,
    salvage: Arc<salvage::SalvageTask>,
    reactor: Reactor,
}

impl Desk {
    /// Opens the desk with the data folder at `path`, or in memory only.
    ///
    /// It never fails: anything unusable becomes a notice, and games can still be played. `listener` is called for each
    /// update, in order, from the thread that caused it; it must not call the desk. A damaged library is salvaged on a
    /// thread of its own (see [`Desk::salvage`]).
    #[must_use]
    pub fn open(path: Option<PathBuf>, listener: impl Fn(Update) + Send + 'static) -> (Desk, Vec<Notice>) {
        let (mut room, mut notices, damaged) = DeskState::open(path, Box::new(listener));
        let reactor = Reactor::start();
        let room = Arc::new_cyclic(|weak: &std::sync::Weak<Mutex<DeskState>>| {
            let at_desk = |weak: &std::sync::Weak<Mutex<DeskState>>| {
                let weak = weak.clone();
                move |command: Command| {
                    if let Some(room) = weak.upgrade() {
                        // A refused answer belongs to a game that was left meanwhile.
                        let _ = room.lock().apply(command, now_stamp());
                    }
                }
            };
            let (on_thought, on_answer, on_alarm, on_evaluation) =
                (at_desk(weak), at_desk(weak), at_desk(weak), at_desk(weak));
            room.seat_helpers(Helpers {
                worker: EngineThread::start(on_thought),
                players: ExternalPlayers::start(&reactor, on_answer),
                alarm: Alarm::start(&reactor, move || on_alarm(Command::Tick)),
                coach: CoachThread::start(on_evaluation),
            });
            Mutex::new(room)
        });
        let desk = Desk {
            room,
            studies: Arc::default(),
            tabs_due: Arc::default(),
            shelf: Arc::default(),
            class: Arc::default(),
            work: Arc::default(),
            import: Arc::default(),
            salvage: Arc::default(),
            reactor,
        };
        notices.extend(tidy(&desk.room));
        notices.extend(desk.begin_salvage(damaged));
        (desk, notices)
    }

    /// Returns the reactor, for callers that also have to wait.
    #[must_use]
    pub const fn reactor(&self) -> &Reactor {
        &self.reactor
    }

    /// Sets the options of the built-in engine, from its next move on.
    pub fn set_play_options(&self, play_options: PlayOptions) {
        self.room.lock().set_play_options(play_options);
    }

    /// Sets the opening books of the built-in engine, from its next move on.
    pub fn read_books(&self, books: Arc<Mutex<BookList>>) {
        self.room.lock().read_books(books);
    }

    /// Begins a game. The previous one stays in its journal, unfinished.
    ///
    /// # Errors
    /// The set-up is invalid, or `unsaved` as in [`Desk::leave`]; the previous game continues.
    pub fn new_game(&self, config: GameConfig) -> Result<CurrentGame, DeskError> {
        self.room.lock().new_game(config)
    }

    /// Begins the game again with swapped seats; `level` sets the level of the built-in engine.
    ///
    /// # Errors
    /// `no-game` if there is none, or `unsaved` as in [`Desk::leave`].
    pub fn rematch(&self, level: Option<Level>) -> Result<CurrentGame, DeskError> {
        let mut room = self.room.lock();
        if let Some(open) = &mut room.table {
            open.act_rematch()?;
            return room.seen(now_stamp()).ok_or_else(state::no_game);
        }
        let mut config = room.session()?.begun().rematch();
        for side in Side::ALL {
            if let (Player::Engine { level: old }, Some(new)) = (&mut config.players[side], level) {
                *old = new;
            }
        }
        room.new_game(config)
    }

    /// Applies a command to the game.
    ///
    /// # Errors
    /// The refusal of the command.
    pub fn apply(&self, command: Command) -> Result<(), DeskError> {
        self.room.lock().apply(command, now_stamp())
    }

    /// Plays a move, in any notation, for the person to move. Where the coach warns of it, it is not played;
    /// [`Command::Play`] plays it all the same. Waits for the coach, but not under the lock of the game: a move whose board has
    /// changed meanwhile is dropped.
    ///
    /// # Errors
    /// The refusal of the move.
    pub fn play(&self, mv: &str) -> Result<Option<BlunderWarning>, DeskError> {
        let play = |room: &mut DeskState, now| room.apply(Command::Play(mv.to_owned()), now).map(|()| None);
        let (board, weighing) = {
            let (mut room, now) = (self.room.lock(), now_stamp());
            match room.weigh(mv, now) {
                Some(weighed) => weighed,
                None => return play(&mut room, now),
            }
        };
        let warning = weighing.wait();
        let (mut room, now) = (self.room.lock(), now_stamp());
        let is_same = room.weighed(&board, now);
        if is_same && warning.is_none() { play(&mut room, now) } else { Ok(warning.filter(|_| is_same)) }
    }

    /// Returns the game on the desk.
    #[must_use]
    pub fn seen(&self) -> Option<CurrentGame> {
        self.room.lock().seen(now_stamp())
    }

    /// Returns a copy of the game, without a lock on the desk.
    ///
    /// # Errors
    /// `no-game`.
    pub fn game(&self) -> Result<Game, DeskError> {
        Ok(self.room.lock().session()?.game().clone())
    }

    /// Clears the desk. An unfinished game stays in its journal.
    ///
    /// # Errors
    /// `unsaved` if the disk does not have the whole game and cannot take it now; the game stays on the desk.
    pub fn leave(&self) -> Result<(), DeskError> {
        self.room.lock().leave()
    }

    /// Writes the parts of the game and of the studies that could not be written earlier, before the program ends.
    ///
    /// # Errors
    /// `unsaved` for the game or `unsaved-study`; both stay as they are.
    pub fn save_pending(&self) -> Result<(), DeskError> {
        self.keep_tabs();
        self.save_studies()?;
        let mut room = self.room.lock();
        room.note_time();
        room.save_pending()
    }

    /// Makes the file of the library complete without its log, before the program ends.
    pub fn fold_library(&self) {
        if let Ok(library) = &self.room.lock().library {
            library.fold_log();
        }
    }

    /// Allows the game and the studies to be left although the disk does not have all of them.
    pub fn give_up_unsaved(&self) {
        self.give_up_studies();
        if let Some(game) = &mut self.room.lock().game {
            game.is_given_up = true;
        }
    }

    /// Lists the unfinished games, newest first, without the one on the desk.
    ///
    /// # Errors
    /// The journals cannot be read.
    pub fn unfinished(&self) -> Result<Vec<UnfinishedGame>, DeskError> {
        Ok(self.unfinished_with_notices()?.0)
    }

    /// Lists the unfinished games as [`Desk::unfinished`] does, with notices about damaged and unusable journals.
    ///
    /// # Errors
    /// The journals cannot be read.
    pub fn unfinished_with_notices(&self) -> Result<(Vec<UnfinishedGame>, Vec<Notice>), DeskError> {
        let dir = self.room.lock().dir.clone();
        let left = dir.as_ref().map(UnfinishedGames::find).transpose()?.unwrap_or_default();
        let notices = left.notices();
        Ok((left.games, notices))
    }

    /// Resumes an unfinished game. With `instead` the built-in engine replaces a missing external engine.
    ///
    /// # Errors
    /// `no-game` if there is no such game, `engine-gone` if an external engine is missing and has no replacement,
    /// `unsaved` as in [`Desk::leave`], or the reason why the game cannot be resumed.
    pub fn resume(&self, uid: &str, instead: Option<Level>) -> Result<CurrentGame, DeskError> {
        self.room.lock().resume(uid, instead)
    }

    /// Lists the external engines.
    #[must_use]
    pub fn external_engines(&self) -> Vec<EngineConfig> {
        self.room.lock().engine_list().engines().to_vec()
    }

    /// Saves an external engine, new or changed.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn save_engine(&self, engine: EngineConfig) -> Result<EngineConfig, DeskError> {
        Ok(self.room.lock().engine_list().save(engine)?)
    }

    /// Removes an external engine from the list; its current game continues.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn remove_engine(&self, id: &str) -> Result<(), DeskError> {
        Ok(self.room.lock().engine_list().remove(id)?)
    }

    /// Files an unfinished game in the library without a result.
    ///
    /// # Errors
    /// `no-game` if there is no such game, or the error of the disk; the game then stays unfinished.
    pub fn discard(&self, uid: &str) -> Result<(), DeskError> {
        self.room.lock().discard(uid)
    }

    /// Restores a game that was discarded in this run.
    ///
    /// # Errors
    /// `no-game` if it is not among the last eight, or the error of the disk; the game then stays in the library.
    pub fn take_back_discard(&self, uid: &str) -> Result<(), DeskError> {
        self.room.lock().take_back(uid)
    }

    /// Lists games of the library.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn list(&self, query: &Query) -> Result<LibraryPage, DeskError> {
        self.shelf(|library| library.list(query))
    }

    /// Returns the numbers of all games of a list, in its order.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn ids(&self, query: &Query) -> Result<Vec<i64>, DeskError> {
        self.shelf(|library| library.ids(query))
    }

    /// Returns the `uid`s of games, in this order; those that are gone have none.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn uids(&self, ids: &[i64]) -> Result<Vec<String>, DeskError> {
        self.shelf(|library| library.uids(ids))
    }

    /// Returns the duplicates of a list that are not needed; see [`Library::spare_duplicates`].
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn spare_duplicates(&self, query: &Query) -> Result<Vec<i64>, DeskError> {
        self.shelf(|library| library.spare_duplicates(query))
    }

    /// Moves games to the trash, or takes them out of it, and returns how many there were. A game goes on meanwhile.
    ///
    /// # Errors
    /// The library cannot be written; some games may have moved.
    pub fn set_deleted(&self, ids: &[i64], deleted: bool) -> Result<usize, DeskError> {
        self.write_many(|library| library.set_deleted(ids, deleted))
    }

    /// Deletes a game; it can be restored for thirty days.
    ///
    /// # Errors
    /// The library cannot be written.
    pub fn delete(&self, id: i64) -> Result<(), DeskError> {
        self.shelf(|library| library.delete(id))
    }

    /// Restores a deleted game.
    ///
    /// # Errors
    /// The library cannot be written.
    pub fn restore(&self, id: i64) -> Result<(), DeskError> {
        self.shelf(|library| library.restore(id))
    }
}
