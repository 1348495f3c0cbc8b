//! What is on and around the desk: the game, its journal, the library, the engine's thread and the alarm.

use std::path::PathBuf;

use duiyi_core::base::Side;
use duiyi_core::base::Stamp;
use duiyi_core::game::Refusal;
use duiyi_core::search::Level;
use duiyi_core::session::{Command, Effect, Effects, Entry, Event, GameConfig, Player, Session, Thinker};
use duiyi_core::study::Study;

use super::alarm::Alarm;
use super::players::ExternalPlayers;
use super::unfinished::{self, UnfinishedGames, UnusableJournal};
use super::worker::{EngineThread, PlayOptions};
use super::{CurrentGame, DeskError, DeskEvent, UnfinishedGame, Update, filing, words};
use crate::clock::{now_stamp, seed, unix_ms};
use crate::engine_list::{EngineConfig, EngineList};
use crate::files::{DataDir, FileError, FileErrorKind, Notice};
use crate::journal::{self, Journal, JournalError, JournalHeader, RecoveredGame};
use crate::library::Library;

/// How long a deleted game can be restored.
const TRASH_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// A game on the desk.
struct Game {
    header: JournalHeader,
    session: Session,
    journal: Option<Journal>,
    /// Steps that could not be written yet, oldest first. They are tried again before any later step.
    unwritten: Vec<journal::JournalEntry>,
    /// Whether the person has been told so.
    told: bool,
    /// The library's number of the game, once it is there.
    saved: Option<i64>,
}

/// Everything the desk holds.
pub(super) struct DeskState {
    pub(super) dir: Option<DataDir>,
    /// The library, or why there is none.
    pub(super) library: Result<Library, DeskError>,
    game: Option<Game>,
    /// The game that was discarded last, as long as the program runs.
    discarded: Option<RecoveredGame>,
    seq: u64,
    /// How many moves of the game the listener knows.
    told_moves: usize,
    listener: Box<dyn Fn(Update) + Send>,
    /// The programs that can sit at the board.
    engine_list: EngineList,
    /// Seated right after the room is made: they need a way back to it.
    helpers: Option<Helpers>,
}

/// Those who work while the room waits.
pub(super) struct Helpers {
    pub(super) worker: EngineThread,
    pub(super) players: ExternalPlayers,
    pub(super) alarm: Alarm,
}

impl Helpers {
    fn stop(&mut self) {
        self.worker.stop();
        self.players.stop();
    }
}

impl DeskState {
    /// Opens the folder, the library and the journals; what cannot be used becomes a notice.
    pub(super) fn open(path: Option<PathBuf>, listener: Box<dyn Fn(Update) + Send>) -> (DeskState, Vec<Notice>) {
        let mut notices = Vec::new();
        let dir = path.ok_or(None).and_then(|path| DataDir::open(path).map_err(Some));
        let library = match &dir {
            // The library is refused in the same words, so that a person is told once.
            Err(error) => {
                let notice = no_folder(error.as_ref());
                let refused = DeskError::disk(notice.code, &notice.message, notice.place.as_deref());
                notices.push(notice);
                Err(refused)
            }
            Ok(dir) => match Library::open(dir, filing::reread) {
                Ok(opened) => {
                    notices.extend(opened.notice);
                    Ok(opened.library)
                }
                Err(error) => {
                    notices.push(Notice::new(error.code(), &error, Some(error.path())));
                    Err(error.into())
                }
            },
        };
        let dir = dir.ok();
        let (engine_list, notice) = EngineList::load(dir.as_ref());
        notices.extend(notice);
        let mut room = DeskState {
            dir,
            library,
            game: None,
            discarded: None,
            seq: 0,
            told_moves: 0,
            listener,
            engine_list,
            helpers: None,
        };
        room.tidy(&mut notices);
        (room, notices)
    }

    /// Seats the threads that search, play and wake.
    pub(super) fn seat_helpers(&mut self, helpers: Helpers) {
        self.helpers = Some(helpers);
    }

    /// Lets the built-in engine play in this play_options.
    pub(super) fn set_play_options(&mut self, play_options: PlayOptions) {
        if let Some(helpers) = &mut self.helpers {
            helpers.worker.choose(play_options);
        }
    }

    /// Returns the list of external engines.
    pub(super) const fn engine_list(&mut self) -> &mut EngineList {
        &mut self.engine_list
    }

    /// Returns the engine that plays `side`, if one does and if it is there.
    fn engine_of(&self, config: &GameConfig, side: Side) -> Result<Option<&EngineConfig>, DeskError> {
        let Player::External { id, name } = &config.players[side] else { return Ok(None) };
        let entry = self.engine_list.find(id);
        let refused = |code, message: &str, name: &str| {
            let (message, at) = (message.to_owned(), Some(name.to_owned()));
            Err(DeskError(Refusal { at, ..Refusal::plain(code, message) }))
        };
        match entry {
            None => refused("guest-gone", "this engine is not in the list any more; choose another opponent", name),
            Some(entry) if !entry.is_there() => {
                refused("guest-missing", "there is no such program; correct its command", &entry.name)
            }
            Some(entry) => Ok(Some(entry)),
        }
    }

    /// Gives the seats of external engines that are gone to the built-in engine.
    fn replace_gone(&self, config: &mut GameConfig, level: Level) {
        for side in Side::ALL {
            if self.engine_of(config, side).is_err() {
                config.players[side] = Player::Engine { level };
            }
        }
    }

    /// Clears up after the last run: games that ended but did not reach the library are filed, journals that no program
    /// could read are set aside, and what was deleted long ago goes.
    pub(super) fn tidy(&mut self, notices: &mut Vec<Notice>) {
        let Some(dir) = &self.dir else { return };
        match UnfinishedGames::find(dir) {
            Err(error) => notices.push(Notice::new(error.code(), &error, error.path())),
            Ok(left) => {
                notices
                    .extend(left.unusable.into_iter().filter(|journal| journal.broken).map(UnusableJournal::set_aside));
                for game in left.ended {
                    // A game that cannot be filed now stays in its journal for the next start.
                    let _ = self.file_ended(&game);
                }
            }
        }
        if let Ok(library) = &mut self.library {
            // Nobody waits for this; what stays is tried again at the next start.
            let _ = library.purge_deleted(unix_ms() - TRASH_MS);
        }
    }

    /// Files a game that ended. One that the library has with its end may have been studied since: then only its
    /// journal was left, and goes.
    fn file_ended(&mut self, game: &RecoveredGame) -> Result<(), DeskError> {
        let Some(end) = &game.end else { return Ok(()) };
        let library = self.library()?;
        let filed = library.find(&game.header.id)?.map(|id| library.load(id)).transpose()?;
        if filed.is_some_and(|row| row.saved.result != "*") {
            return Ok(Journal::reopen(&game.path)?.finish()?);
        }
        self.file_recovered(game, words::outcome(end), end.at_ms)
    }

    fn file_recovered(
        &mut self,
        game: &RecoveredGame,
        outcome: Option<duiyi_core::base::Outcome>,
        ended_at_ms: i64,
    ) -> Result<(), DeskError> {
        let study = study_of(game, outcome)?;
        let journal = Journal::reopen(&game.path)?;
        self.library()?.save(&filing::finished(&game.header, &study, ended_at_ms))?;
        Ok(journal.finish()?)
    }

    /// Returns the library, or why there is none.
    pub(super) fn library(&mut self) -> Result<&mut Library, DeskError> {
        self.library.as_mut().map_err(|error| error.clone())
    }

    /// Returns the session on the desk.
    pub(super) fn session(&self) -> Result<&Session, DeskError> {
        Ok(&self.game.as_ref().ok_or_else(no_game)?.session)
    }

    /// Returns the library's number of the game on the desk, once it is there.
    pub(super) fn saved(&self) -> Option<i64> {
        self.game.as_ref()?.saved
    }

    /// Returns what lies on the desk.
    pub(super) fn seen(&self, now: Stamp) -> Option<CurrentGame> {
        let Game { header, session, saved, .. } = self.game.as_ref()?;
        Some(CurrentGame { uid: header.id.clone(), snapshot: session.snapshot(now), saved: *saved })
    }

    /// Begins a game.
    pub(super) fn new_game(&mut self, config: GameConfig) -> Result<CurrentGame, DeskError> {
        let now = now_stamp();
        let seed = seed();
        for side in Side::ALL {
            self.engine_of(&config, side)?;
        }
        let header = words::header(&config, journal::new_game_id(), seed, unix_ms());
        let (session, applied) = Session::new(config, seed, now);
        self.leave();
        let journal = self.dir.as_ref().map(|dir| Journal::create(dir, &header));
        self.seat(header, session, journal, applied, now)
    }

    /// Begins a game in which `moves` have been played already.
    pub(super) fn begin_from(&mut self, config: GameConfig, moves: &[String]) -> Result<CurrentGame, DeskError> {
        let (now, seed) = (now_stamp(), seed());
        for side in Side::ALL {
            self.engine_of(&config, side)?;
        }
        let header = words::header(&config, journal::new_game_id(), seed, unix_ms());
        let (session, applied) = Session::resume(config, seed, moves, None, now)?;
        if session.outcome().is_some() || session.game().outcome().is_some() {
            return Err(Refusal::plain("game-over", "the game is over in this position; choose an earlier one").into());
        }
        self.leave();
        let journal = self.dir.as_ref().map(|dir| {
            let mut journal = Journal::create(dir, &header)?;
            for mv in moves {
                journal.append(&journal::JournalEntry::Ply {
                    mv: mv.clone(),
                    clock_ms: None,
                    at_ms: header.started_at_ms,
                })?;
            }
            Ok(journal)
        });
        self.seat(header, session, journal, applied, now)
    }

    /// Takes up an unfinished game; `instead` plays in place of an external engine that is gone.
    pub(super) fn resume(&mut self, uid: &str, instead: Option<Level>) -> Result<CurrentGame, DeskError> {
        let now = now_stamp();
        let UnfinishedGame { journal: mut left, config: written, damage, .. } = self.find_unfinished(uid)?;
        let mut config = written.clone();
        if let Some(level) = instead {
            self.replace_gone(&mut config, level);
        }
        for side in Side::ALL {
            // Whatever is wrong with it: towards an unfinished game the engine is gone, and another opponent is
            // offered.
            self.engine_of(&config, side).map_err(|DeskError(why)| DeskError(Refusal { code: "guest-gone", ..why }))?;
        }
        if damage.is_some() || config != written {
            left = self.rewrite(left, &config, damage.is_some())?;
        }
        let RecoveredGame { path, header, plies, clock_ms, .. } = left;
        let moves: Vec<String> = plies.into_iter().map(|ply| ply.mv).collect();
        // The same seed would repeat the choices of the first moves; the number of moves makes it another one.
        let seed = header.seed.wrapping_add(moves.len() as u64);
        let (session, applied) = Session::resume(config, seed, &moves, words::clocks(clock_ms), now)?;
        let journal = Journal::reopen(&path)?;
        self.leave();
        self.seat(header, session, Some(Ok(journal)), applied, now)
    }

    fn seat(
        &mut self,
        header: JournalHeader,
        session: Session,
        journal: Option<Result<Journal, JournalError>>,
        mut applied: Effects,
        now: Stamp,
    ) -> Result<CurrentGame, DeskError> {
        let mut game = Game { header, session, journal: None, unwritten: Vec::new(), told: false, saved: None };
        match journal {
            Some(Ok(journal)) => game.journal = Some(journal),
            Some(Err(error)) => applied.events.push(not_saved(error)),
            None => {}
        }
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

    /// Writes an unfinished game anew, with other players or without its damage, under a name of its own: the lines of
    /// a journal never change.
    fn rewrite(&self, mut left: RecoveredGame, config: &GameConfig, damaged: bool) -> Result<RecoveredGame, DeskError> {
        let dir = self.dir.as_ref().ok_or_else(no_game)?;
        let old = left.path.clone();
        let JournalHeader { seed, started_at_ms, .. } = left.header;
        left.header = words::header(config, journal::new_game_id(), seed, started_at_ms);
        unfinished::write_again(dir, &left)?;
        // An old journal that stays is an unfinished game more, and can be discarded.
        let _ = if damaged {
            unfinished::put_away(&old).map_err(JournalError::from)
        } else {
            Journal::reopen(&old).and_then(Journal::finish)
        };
        Ok(self.find_unfinished(&left.header.id)?.journal)
    }

    /// Puts an unfinished game into the library without a result; [`DeskState::take_back`] brings it back.
    pub(super) fn discard(&mut self, uid: &str) -> Result<(), DeskError> {
        if let Some(game) = self.game.as_ref().filter(|game| game.header.id == uid) {
            let is_empty = game.session.rows().is_empty();
            self.leave();
            if is_empty {
                return Ok(());
            }
        }
        let UnfinishedGame { journal: game, damage, .. } = self.find_unfinished(uid)?;
        if damage.is_some() {
            let study = study_of(&game, None)?;
            self.library()?.save(&filing::finished(&game.header, &study, game.last_at_ms))?;
            unfinished::put_away(&game.path)?;
        } else {
            self.file_recovered(&game, None, game.last_at_ms)?;
        }
        self.discarded = Some(game);
        Ok(())
    }

    /// Makes the game that was discarded last an unfinished one again. What the library has of it goes, unless it was
    /// studied meanwhile.
    pub(super) fn take_back(&mut self, uid: &str) -> Result<(), DeskError> {
        let game = self.discarded.take_if(|game| game.header.id == uid).ok_or_else(no_game)?;
        let dir = self.dir.as_ref().ok_or_else(no_game)?;
        if let Err(error) = unfinished::write_again(dir, &game) {
            self.discarded = Some(game);
            return Err(error.into());
        }
        let filed = filing::finished(&game.header, &study_of(&game, None)?, game.last_at_ms).record;
        let library = self.library()?;
        if let Some(id) = library.find(uid)?
            && library.load(id)?.saved.record == filed
        {
            library.delete(id)?;
            library.purge(id)?;
        }
        Ok(())
    }

    /// Looks at what was left in the journals.
    pub(super) fn left(&self) -> Result<UnfinishedGames, DeskError> {
        Ok(self.dir.as_ref().map(UnfinishedGames::find).transpose()?.unwrap_or_default())
    }

    fn find_unfinished(&self, uid: &str) -> Result<UnfinishedGame, DeskError> {
        self.left()?.games.into_iter().find(|game| game.journal.header.id == uid).ok_or_else(no_game)
    }

    /// Clears the desk.
    pub(super) fn leave(&mut self) {
        if let Some(helpers) = &mut self.helpers {
            helpers.stop();
            helpers.alarm.set(None);
        }
        let Some(game) = self.game.take() else { return };
        if let Some(journal) = game.journal.filter(|_| game.session.rows().is_empty()) {
            // A game without a move is nothing to come back to. If it cannot be removed it does no harm.
            let _ = journal.finish();
        }
    }

    /// Carries out a command.
    pub(super) fn apply(&mut self, command: Command, now: Stamp) -> Result<(), DeskError> {
        let game = self.game.as_mut().ok_or_else(no_game)?;
        let applied = game.session.apply(command, now)?;
        self.carry_out(applied, now);
        Ok(())
    }

    /// Does what the session asks for, the journal first, and then tells who watches.
    fn carry_out(&mut self, applied: Effects, now: Stamp) {
        let (Some(game), Some(helpers)) = (self.game.as_mut(), self.helpers.as_mut()) else { return };
        for event in &applied.events {
            match event {
                Event::Started | Event::Resumed => self.told_moves = 0,
                Event::Undone { ply } => self.told_moves = self.told_moves.min(*ply),
                _ => {}
            }
        }
        let mut events: Vec<DeskEvent> = applied.events.into_iter().map(DeskEvent::Game).collect();
        let mut wake = None;
        let mut ended = false;
        for effect in applied.effects {
            match effect {
                Effect::Journal(entry) => {
                    ended |= matches!(entry, Entry::End(_));
                    events.extend(game.write(&entry).map(DeskEvent::Game));
                }
                Effect::Think(task) => match task.by {
                    Thinker::BuiltIn { level, limits } => helpers.worker.think(task, level, limits),
                    Thinker::External { .. } => helpers.players.think(task),
                },
                Effect::StopThinking(_) => helpers.stop(),
                Effect::FinishThinking(id) => {
                    helpers.worker.finish(id);
                    helpers.players.finish(id);
                }
                Effect::WakeAt(at) => wake = Some(at),
            }
        }
        helpers.alarm.set(wake);
        if ended {
            events.extend(self.file());
        }
        let Some(game) = &self.game else { return };
        if events.is_empty() {
            return;
        }
        self.seq += 1;
        let snapshot = game.session.snapshot_since(self.told_moves, now);
        self.told_moves = snapshot.ply;
        let Game { header, saved, .. } = game;
        (self.listener)(Update { seq: self.seq, uid: header.id.clone(), events, snapshot, saved: *saved });
    }

    /// Puts the finished game on the desk into the library; only then its journal goes.
    fn file(&mut self) -> Option<DeskEvent> {
        let Some(game) = &mut self.game else { return None };
        let study = game.session.study(&filing::day(game.header.started_at_ms));
        let saved = match &mut self.library {
            Ok(library) => library.save(&filing::finished(&game.header, &study, unix_ms())).map_err(DeskError::from),
            Err(error) => Err(error.clone()),
        };
        match saved {
            Ok(id) => {
                if let Some(journal) = game.journal.take() {
                    // A journal that stays is filed again under the same name at the next start: nothing is doubled.
                    let _ = journal.finish();
                }
                game.saved = Some(id);
                Some(DeskEvent::Saved { id })
            }
            Err(error) => Some(DeskEvent::Game(not_saved(error))),
        }
    }
}

impl Game {
    /// Puts a step on disk, after any that are still waiting; returns what to tell a person if that fails.
    fn write(&mut self, entry: &Entry) -> Option<Event> {
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

/// Tells that there is no folder to keep anything in, and why.
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

fn not_saved(error: impl Into<DeskError>) -> Event {
    let DeskError(Refusal { code, message, at, .. }) = error.into();
    Event::Trouble { code, message: format!("The game is kept in memory only. {message}"), at }
}

fn no_game() -> DeskError {
    DeskError(Refusal::plain("no-game", "there is no such game; start a new one"))
}

fn study_of(game: &RecoveredGame, outcome: Option<duiyi_core::base::Outcome>) -> Result<Study, DeskError> {
    let config = words::config(&game.header)?;
    let moves: Vec<String> = game.plies.iter().map(|ply| ply.mv.clone()).collect();
    let names = config.players.as_ref().map(Player::record_name);
    Ok(Study::of(&config.setup, &names, &moves, outcome, &filing::day(game.header.started_at_ms))?)
}
