//! The state of the desk: the game, its journal, the library, the engine's thread and the alarm.

use std::path::PathBuf;
use std::sync::Arc;

use duiyi_core::base::Side;
use duiyi_core::base::Stamp;
use duiyi_core::game::Refusal;
use duiyi_core::search::Level;
use duiyi_core::session::{Command, Effect, Effects, Event, GameConfig, JournalStep, Player, Session, TaskEngine};
use duiyi_core::study::Study;

use parking_lot::Mutex;

use super::alarm::Alarm;
use super::coach::{CoachThread, Weighing};
use super::open_game::{BoardMark, OpenGame, not_saved, unsaved};
use super::open_table::OpenTable;
use super::players::ExternalPlayers;
use super::worker::{EngineThread, PlayOptions};
use super::{CurrentGame, DeskError, DeskEvent, Update, filing};
use crate::books::BookList;
use crate::clock::{now_stamp, seed, unix_ms};
use crate::engine_list::{EngineConfig, EngineList};
use crate::files::{DataDir, FileError, FileErrorKind, Notice};
use crate::journal::{self, Journal, JournalEntry, JournalHeader, RecoveredGame, words};
use crate::library::{Library, LibraryError, LibraryOpening, OpenedLibrary, Salvage};
use crate::machine;

pub(super) struct DeskState {
    /// The place of the data folder; `None` where the desk is meant to be in memory only.
    path: Option<PathBuf>,
    pub(super) dir: Option<DataDir>,
    /// The library, or the reason why there is none.
    pub(super) library: Result<Library, DeskError>,
    pub(super) game: Option<OpenGame>,
    /// The table where this machine plays or waits; there is no `game` beside it.
    pub(super) table: Option<OpenTable>,
    /// The number of tables so far.
    pub(super) tables: u32,
    /// The games that were discarded last in this run, newest last.
    pub(super) discarded: Vec<RecoveredGame>,
    pub(super) seq: u64,
    /// The number of moves that the listener has.
    pub(super) told_moves: usize,
    pub(super) listener: Box<dyn Fn(Update) + Send>,
    engine_list: EngineList,
    /// Set right after construction: the threads need a handle on this state.
    helpers: Option<Helpers>,
}

/// The threads beside the desk.
pub(super) struct Helpers {
    pub(super) worker: EngineThread,
    pub(super) players: ExternalPlayers,
    pub(super) alarm: Alarm,
    pub(super) coach: CoachThread,
}

impl Helpers {
    fn stop_players(&mut self) {
        self.worker.stop();
        self.players.stop();
    }
}

impl DeskState {
    /// Opens the folder and the library; anything unusable becomes a notice.
    pub(super) fn open(
        path: Option<PathBuf>,
        listener: Box<dyn Fn(Update) + Send>,
    ) -> (DeskState, Vec<Notice>, Option<Salvage>) {
        let (mut notices, mut damaged) = (Vec::new(), None);
        let dir = path.clone().ok_or(None).and_then(|path| DataDir::open(path).map_err(Some));
        let library = match &dir {
            // The library has the same error, so the person is informed once.
            Err(error) => {
                let notice = no_folder(error.as_ref());
                let refused = DeskError::disk(notice.code, &notice.message, notice.at.as_deref());
                notices.push(notice);
                Err(refused)
            }
            Ok(dir) => match Library::begin(dir, filing::reread) {
                Ok(LibraryOpening::Ready(opened)) => {
                    notices.extend(opened.notice);
                    Ok(opened.library)
                }
                Ok(LibraryOpening::Damaged(salvage)) => Err(salvaging(damaged.insert(salvage))),
                Err(error) => {
                    notices.push(Notice::new(error.code(), &error, Some(error.path())));
                    Err(error.into())
                }
            },
        };
        let dir = dir.ok();
        let (engine_list, notice) = EngineList::load(dir.as_ref());
        notices.extend(notice);
        let room = DeskState {
            path,
            dir,
            library,
            game: None,
            table: None,
            tables: 0,
            discarded: Vec::new(),
            seq: 0,
            told_moves: 0,
            listener,
            engine_list,
            helpers: None,
        };
        (room, notices, damaged)
    }

    /// Takes the library after its salvage. Returns notices for the person.
    pub(super) fn take_library(&mut self, opened: Result<OpenedLibrary, LibraryError>) -> Vec<Notice> {
        let mut notices = Vec::new();
        match opened {
            Ok(opened) => {
                notices.extend(opened.notice);
                self.library = Ok(opened.library);
            }
            Err(error) => {
                notices.push(Notice::new(error.code(), &error, Some(error.path())));
                self.library = Err(error.into());
                return notices;
            }
        }
        self.find_game_again();
        notices
    }

    /// Gives the game on the desk its row in the library that the desk has now. A game that has ended and has none is
    /// filed: its journal is open, so it is not among the ended games on disk.
    pub(super) fn find_game_again(&mut self) {
        let Ok(library) = &self.library else { return };
        let find = |saved: Option<i64>, uid: &str| saved.and_then(|_| library.find(uid).ok().flatten());
        if let Some(game) = &mut self.game {
            let before = game.saved;
            game.saved = find(before, &game.header.id);
            let (has_ended, saved) = (game.session.outcome().is_some(), game.saved);
            let events: Vec<DeskEvent> =
                if has_ended && saved.is_none() { self.file().into_iter().collect() } else { Vec::new() };
            if !events.is_empty() || saved != before {
                self.tell(events, now_stamp());
            }
        } else if let Some(open) = &mut self.table
            && let Some(view) = &open.view
        {
            let before = open.saved;
            open.saved = find(before, &view.header.id);
            if open.saved != before {
                self.tell_table(Vec::new());
            }
        }
    }

    /// Sets the threads that search, play and wake.
    pub(super) fn seat_helpers(&mut self, helpers: Helpers) {
        self.helpers = Some(helpers);
    }

    pub(super) fn set_play_options(&mut self, play_options: PlayOptions) {
        if let Some(helpers) = &mut self.helpers {
            helpers.worker.choose(play_options);
        }
    }

    pub(super) fn read_books(&mut self, books: Arc<Mutex<BookList>>) {
        if let Some(helpers) = &mut self.helpers {
            helpers.worker.read(books);
        }
    }

    pub(super) const fn engine_list(&mut self) -> &mut EngineList {
        &mut self.engine_list
    }

    /// Returns the external engine that plays `side`, if it is on the list.
    pub(super) fn engine_of(&self, config: &GameConfig, side: Side) -> Result<Option<&EngineConfig>, DeskError> {
        let Player::External { id, name } = &config.players[side] else { return Ok(None) };
        let entry = self.engine_list.find(id);
        let refused = |code, message: &str, name: &str| {
            let (message, at) = (message.to_owned(), Some(name.to_owned()));
            Err(DeskError(Refusal { at, ..Refusal::plain(code, message) }))
        };
        match entry {
            None => refused("engine-gone", "this engine is not in the list any more; choose another opponent", name),
            Some(entry) if !entry.is_there() && machine::is_flatpak() => refused(
                "engine-sandboxed",
                "a Flatpak starts no programs of the system; choose another opponent",
                &entry.name,
            ),
            Some(entry) if !entry.is_there() => {
                refused("engine-missing", "there is no such program; correct its command", &entry.name)
            }
            Some(entry) => Ok(Some(entry)),
        }
    }

    /// Replaces missing external engines by the built-in engine.
    pub(super) fn replace_gone(&self, config: &mut GameConfig, level: Level) {
        for side in Side::ALL {
            if self.engine_of(config, side).is_err() {
                config.players[side] = Player::Engine { level };
            }
        }
    }

    /// Returns whether the desk is meant to be in memory only.
    pub(super) const fn is_in_memory(&self) -> bool {
        self.path.is_none()
    }

    /// Returns the library, or the reason why there is none.
    pub(super) fn library(&mut self) -> Result<&mut Library, DeskError> {
        self.library.as_mut().map_err(|error| error.clone())
    }

    pub(super) fn session(&self) -> Result<&Session, DeskError> {
        Ok(self.header_and_session()?.1)
    }

    /// Returns the game as a study, with the day on which it began.
    pub(super) fn game_study(&self) -> Result<Study, DeskError> {
        let (header, session) = self.header_and_session()?;
        Ok(session.study(&filing::day(header.started_at_ms)))
    }

    fn header_and_session(&self) -> Result<(&JournalHeader, &Session), DeskError> {
        let at_table = self.table.as_ref().and_then(|open| open.view.as_ref());
        let at_table = at_table.map(|view| (&view.header, &view.session));
        self.game.as_ref().map(|game| (&game.header, &game.session)).or(at_table).ok_or_else(no_game)
    }

    /// Returns the game's row in the library, once it is saved.
    pub(super) fn saved(&self) -> Option<i64> {
        self.seen(now_stamp())?.saved
    }

    pub(super) fn seen(&self, now: Stamp) -> Option<CurrentGame> {
        let Some(OpenGame { header, session, saved, .. }) = &self.game else {
            return self.table.as_ref().and_then(|open| open.seen(now));
        };
        Some(CurrentGame { uid: header.id.clone(), snapshot: session.snapshot(now), saved: *saved, mine: None })
    }

    pub(super) fn new_game(&mut self, config: GameConfig) -> Result<CurrentGame, DeskError> {
        let now = now_stamp();
        let seed = seed();
        for side in Side::ALL {
            self.engine_of(&config, side)?;
        }
        let header = words::header(&config, journal::new_game_id(), seed, unix_ms());
        self.leave()?;
        let (session, applied) = Session::new(config, seed, now);
        self.seat(OpenGame::new(header, session, Vec::new(), None), applied, now)
    }

    /// Begins a game in which `moves` have been played. A trial is not kept.
    pub(super) fn begin_from(
        &mut self,
        config: GameConfig,
        moves: &[String],
        is_trial: bool,
    ) -> Result<CurrentGame, DeskError> {
        let (now, seed) = (now_stamp(), seed());
        for side in Side::ALL {
            self.engine_of(&config, side)?;
        }
        let header = words::header(&config, journal::new_game_id(), seed, unix_ms());
        let (session, applied) = Session::resume(config, seed, moves, None, now)?;
        if session.outcome().is_some() || session.game().outcome().is_some() {
            return Err(Refusal::plain("game-over", "the game is over in this position; choose an earlier one").into());
        }
        self.leave()?;
        let at_ms = header.started_at_ms;
        let played = |mv: &String| JournalEntry::Ply { mv: mv.clone(), clock_ms: None, at_ms };
        let entries = moves.iter().map(played).collect();
        let game =
            if is_trial { OpenGame::trial(header, session) } else { OpenGame::new(header, session, entries, None) };
        self.seat(game, applied, now)
    }

    pub(super) fn seat(
        &mut self,
        mut game: OpenGame,
        mut applied: Effects,
        now: Stamp,
    ) -> Result<CurrentGame, DeskError> {
        applied.events.extend(self.dir.as_ref().and_then(|dir| game.write_pending(dir)));
        let config = game.session.config();
        let entries = Side::ALL.into_iter().filter_map(|side| self.engine_of(config, side).ok().flatten());
        let specs = entries.filter_map(|entry| Some((entry.id.clone(), entry.spec().ok()?))).collect();
        let board = game.session.game().clone();
        self.game = Some(game);
        if let Some(Helpers { worker, players, .. }) = &mut self.helpers {
            worker.new_game();
            players.seat(specs, board);
        }
        self.carry_out(applied, now);
        self.seen(now).ok_or_else(no_game)
    }

    /// Writes what an earlier failure left in memory, and files the game if it ended.
    ///
    /// # Errors
    /// `unsaved`; the game stays as it is.
    pub(super) fn save_pending(&mut self) -> Result<(), DeskError> {
        let Some(path) = self.path.clone() else { return Ok(()) };
        let Some(game) = self.game.as_mut().filter(|game| game.is_worth_saving()) else { return Ok(()) };
        let dir = match self.dir.take() {
            Some(dir) => Ok(dir),
            None => DataDir::open(path),
        };
        let written = dir.map_err(DeskError::from).and_then(|dir| Ok(game.rescue(self.dir.insert(dir))?));
        let (has_ended, is_given_up) = (game.session.outcome().is_some(), game.is_given_up);
        if has_ended && let Some(saved @ DeskEvent::Saved { .. }) = self.file() {
            self.tell(vec![saved], now_stamp());
            return Ok(());
        }
        written.or_else(|why| if is_given_up { Ok(()) } else { Err(unsaved("unsaved", why)) })
    }

    /// Notes the time spent in this turn, with which an unfinished game is resumed.
    pub(super) fn note_time(&mut self) {
        if let Some(game) = self.game.as_mut().filter(|game| game.is_worth_saving())
            && let Some(step) = game.session.spent(now_stamp())
        {
            // What cannot be written stays pending, and `save_pending` reports it.
            let _ = game.write(&step, self.dir.as_ref());
        }
    }

    /// Takes the game from the desk, once the disk has it or the person gave it up.
    ///
    /// # Errors
    /// `unsaved`; the game stays on the desk.
    pub(super) fn leave(&mut self) -> Result<(), DeskError> {
        self.note_time();
        self.save_pending()?;
        self.leave_table();
        if let Some(helpers) = &mut self.helpers {
            helpers.stop_players();
            helpers.alarm.set(None);
            helpers.coach.stop();
        }
        let Some(game) = self.game.take() else { return Ok(()) };
        if let Some(journal) = game.journal.filter(|_| game.session.rows().is_empty()) {
            // A game without moves is not worth resuming. A journal that cannot be removed is harmless.
            let _ = journal.finish();
        }
        Ok(())
    }

    pub(super) fn apply(&mut self, command: Command, now: Stamp) -> Result<(), DeskError> {
        if let Some(open) = &mut self.table {
            return open.act(command);
        }
        let game = self.game.as_mut().ok_or_else(no_game)?;
        let applied = game.session.apply(command, now)?;
        self.carry_out(applied, now);
        Ok(())
    }

    /// Begins to weigh a move, where a coach warns of blunders, and stops the clock: its time counts for neither side.
    pub(super) fn weigh(&mut self, mv: &str, now: Stamp) -> Option<(BoardMark, Weighing)> {
        let (game, helpers) = (self.game.as_mut()?, self.helpers.as_mut()?);
        let weighing = helpers.coach.weigh(&game.session, mv)?;
        game.session.hold_clock(now);
        helpers.alarm.set(None);
        Some((game.mark(), weighing))
    }

    /// Starts the clock again after a move was weighed. Returns whether the board is still the one of that move.
    pub(super) fn weighed(&mut self, board: &BoardMark, now: Stamp) -> bool {
        let (Some(game), Some(helpers)) = (self.game.as_mut(), self.helpers.as_ref()) else { return false };
        if game.header.id == board.uid {
            game.session.release_clock(now);
            helpers.alarm.set(game.session.flag_at().map(|(_, at)| at));
        }
        game.mark() == *board
    }

    /// Updates the number of moves that the listener still has after `events`.
    pub(super) fn forget_moves(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Started | Event::Resumed => self.told_moves = 0,
                Event::Undone { ply } => self.told_moves = self.told_moves.min(*ply),
                _ => {}
            }
        }
    }

    /// Carries out the effects of the session, the journal first, and then informs the listener.
    fn carry_out(&mut self, applied: Effects, now: Stamp) {
        self.forget_moves(&applied.events);
        let (Some(game), Some(helpers)) = (self.game.as_mut(), self.helpers.as_mut()) else { return };
        let mut events: Vec<DeskEvent> = applied.events.into_iter().map(DeskEvent::Game).collect();
        let mut wake = None;
        let mut ended = false;
        for effect in applied.effects {
            match effect {
                Effect::Journal(entry) => {
                    ended |= matches!(entry, JournalStep::End(_));
                    events.extend(game.write(&entry, self.dir.as_ref()).map(DeskEvent::Game));
                }
                Effect::Think(task) => match task.by {
                    TaskEngine::BuiltIn { level, limits } => helpers.worker.think(task, level, limits),
                    TaskEngine::External { .. } => helpers.players.think(task),
                },
                Effect::StopThinking(_) => helpers.stop_players(),
                Effect::FinishThinking(id) => {
                    helpers.worker.finish(id);
                    helpers.players.finish(id);
                }
                Effect::WakeAt(at) => wake = Some(at),
            }
        }
        helpers.alarm.set(wake);
        helpers.coach.follow(&game.header.id, &game.session);
        if ended {
            events.extend(self.file());
        }
        if !events.is_empty() {
            self.tell(events, now);
        }
    }

    /// Sends events with the game after them to the listener.
    fn tell(&mut self, events: Vec<DeskEvent>, now: Stamp) {
        let Some(game) = &self.game else { return };
        self.seq += 1;
        let snapshot = game.session.snapshot_since(self.told_moves, now);
        self.told_moves = snapshot.ply;
        let game = CurrentGame { uid: game.header.id.clone(), snapshot, saved: game.saved, mine: None };
        (self.listener)(Update { seq: self.seq, events, game });
    }

    /// Files the finished game; its journal is removed only after that. A game that ended before its first move is not
    /// kept.
    fn file(&mut self) -> Option<DeskEvent> {
        let game = self.game.as_mut()?;
        if !game.is_kept() {
            // A journal that cannot be removed is harmless: without a move it is never offered.
            let _ = game.journal.take().map(Journal::finish);
            return None;
        }
        let study = game.session.study(&filing::day(game.header.started_at_ms));
        let finished = filing::finished(&game.header, &study, unix_ms());
        let odds = game.session.config().odds;
        let saved = self.add(finished, odds);
        let game = self.game.as_mut()?;
        match saved {
            Ok(id) => {
                if let Some(journal) = game.journal.take() {
                    // If the journal stays, the next start files it again under the same `uid`: no duplicate.
                    let _ = journal.finish();
                }
                game.saved = Some(id);
                Some(DeskEvent::Saved { id })
            }
            Err(error) => Some(DeskEvent::Game(not_saved(error))),
        }
    }
}

/// Makes the error of a library that is being salvaged.
pub(super) fn salvaging(salvage: &Salvage) -> DeskError {
    LibraryError::Salvaging(salvage.path().to_owned()).into()
}

/// Makes the notice that there is no data folder, with the reason.
fn no_folder(error: Option<&FileError>) -> Notice {
    match error {
        Some(error) if error.kind != FileErrorKind::Missing => Notice::new(error.code(), error, Some(&error.path)),
        Some(FileError { path, .. }) => {
            let message = format!(
                "{} cannot be made; games are kept in memory until you quit. Let it be made, and start again.",
                path.display()
            );
            Notice::new("no-folder", message, Some(path))
        }
        None => {
            let message = "This system names no folder for saved games; games are kept in memory only.";
            Notice::new("no-folder", message, None)
        }
    }
}

pub(super) fn no_game() -> DeskError {
    DeskError(Refusal::plain("no-game", "there is no such game; start a new one"))
}
