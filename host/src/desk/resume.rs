//! Unfinished games at the desk: resumed, discarded and restored, and filed when they turn out to have ended.

use std::thread;

use duiyi_core::base::{Outcome, Side};
use duiyi_core::game::Refusal;
use duiyi_core::odds::Handicap;
use duiyi_core::search::Level;
use duiyi_core::session::{GameConfig, Player, Session};
use duiyi_core::study::Study;
use parking_lot::Mutex;

use super::library::ODDS_TAG;
use super::open_game::OpenGame;
use super::state::{DeskState, no_game};
use super::unfinished::{self, UnfinishedGames, UnusableJournal};
use super::{CurrentGame, DeskError, UnfinishedGame, filing};
use crate::clock::{now_stamp, unix_ms};
use crate::files::Notice;
use crate::journal::{self, Journal, JournalError, JournalHeader, RecoveredGame, words};
use crate::library::{FinishedGame, Library, LibraryError};
use crate::network::class::set_damaged_classes_aside;

/// A day, in milliseconds: the age from which a game without a move is removed.
const EMPTY_MAX_MS: i64 = 24 * 60 * 60 * 1_000;

/// The number of discarded games that can be taken back.
const DISCARDED_MAX: usize = 8;

/// Cleans up after the last run: files ended games, removes empty ones, sets unreadable journals and classes aside, and
/// purges old deleted games. Returns what the person is to know. The caller does not hold the lock.
pub(super) fn tidy(room: &Mutex<DeskState>) -> Vec<Notice> {
    let Some(dir) = room.lock().dir.clone() else { return Vec::new() };
    let mut notices = set_damaged_classes_aside(&dir);
    match UnfinishedGames::find(&dir) {
        Err(error) => notices.push(Notice::new(error.code(), &error, error.path())),
        Ok(UnfinishedGames { unusable, empty, ended, .. }) => {
            notices.extend(unusable.into_iter().filter(|journal| journal.broken).map(UnusableJournal::set_aside));
            remove_empty(empty);
            file_all(room, ended);
        }
    }
    if let Ok(library) = &mut room.lock().library {
        // Unimportant here; the next start tries again.
        let _ = purge_old_trash(library);
    }
    notices
}

/// Files the ended games whose journals no table holds any more. The caller does not hold the lock.
pub(super) fn file_ended_games(room: &Mutex<DeskState>) {
    let dir = room.lock().dir.clone();
    if let Some(Ok(UnfinishedGames { empty, ended, .. })) = dir.as_ref().map(UnfinishedGames::find) {
        remove_empty(empty);
        file_all(room, ended);
    }
}

/// Files ended games, one after the other, so that the game on the desk waits for one of them at most. A game that was filed
/// meanwhile has no journal any more, and is not filed again.
fn file_all(room: &Mutex<DeskState>, ended: Vec<RecoveredGame>) {
    for game in ended {
        // A game that cannot be filed now stays in its journal for the next start.
        let _ = room.lock().file_ended(&game);
    }
}

impl DeskState {
    /// Files a game that ended. If the library has its end already, the row may have been studied since: only the
    /// journal is removed.
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
        outcome: Option<Outcome>,
        ended_at_ms: i64,
    ) -> Result<(), DeskError> {
        let study = study_of(game, outcome)?;
        let journal = Journal::reopen(&game.path)?;
        self.add(filing::finished(&game.header, &study, ended_at_ms), words::odds(&game.header))?;
        Ok(journal.finish()?)
    }

    /// Saves a game as a row of its own. A row of the same game with other content stays: an old journal may have come
    /// back, or the row was studied. A game with odds has their tags.
    pub(super) fn add(&mut self, mut game: FinishedGame, odds: Option<Handicap>) -> Result<i64, DeskError> {
        let library = self.library()?;
        let known = library.find(&game.uid)?.map(|id| library.load(id)).transpose()?;
        if known.is_some_and(|row| row.saved.record != game.record) {
            game.uid = journal::new_game_id();
        }
        let id = library.save(&game)?;
        if let Some(Handicap { odds, .. }) = odds {
            library.tag(&[id], ODDS_TAG, true)?;
            library.tag(&[id], odds.code(), true)?;
        }
        Ok(id)
    }

    /// Resumes an unfinished game; `instead` replaces a missing external engine.
    pub(super) fn resume(&mut self, uid: &str, instead: Option<Level>) -> Result<CurrentGame, DeskError> {
        self.save_pending()?;
        let now = now_stamp();
        let UnfinishedGame { journal: mut left, config: written, damage, .. } = self.find_unfinished(uid)?;
        if left.header.table.is_some() {
            let why = "this game belongs to a table; open or join its table again";
            return Err(Refusal::plain("table-game", why).into());
        }
        let mut config = written.clone();
        if let Some(level) = instead {
            self.replace_gone(&mut config, level);
        }
        for side in Side::ALL {
            // For any fault the engine counts as missing, and the person may choose another opponent.
            self.engine_of(&config, side)
                .map_err(|DeskError(why)| DeskError(Refusal { code: "engine-gone", ..why }))?;
        }
        if damage.is_some() || config != written {
            left = self.rewrite(left, &config, damage.is_some())?;
        }
        let entries = unfinished::entries(&left);
        let RecoveredGame { path, header, plies, clock_ms, .. } = left;
        let moves: Vec<String> = plies.iter().map(|ply| ply.mv.clone()).collect();
        let (session, applied) = Session::resume(config, header.seed, &moves, words::clocks(clock_ms), now)?;
        let journal = Journal::reopen(&path)?;
        self.leave()?;
        self.seat(OpenGame::new(header, session, entries, Some(journal)), applied, now)
    }

    /// Writes an unfinished game to a new journal, with other players or without its damage. Lines of a journal never
    /// change.
    fn rewrite(&self, mut left: RecoveredGame, config: &GameConfig, damaged: bool) -> Result<RecoveredGame, DeskError> {
        let dir = self.dir.as_ref().ok_or_else(no_game)?;
        let old = left.path.clone();
        let JournalHeader { seed, started_at_ms, .. } = left.header;
        left.header = words::header(config, journal::new_game_id(), seed, started_at_ms);
        unfinished::write_again(dir, &left)?;
        // If the old journal stays, it is one more unfinished game, which can be discarded.
        let _ = if damaged {
            unfinished::put_away(&old).map_err(JournalError::from)
        } else {
            Journal::reopen(&old).and_then(Journal::finish)
        };
        Ok(self.find_unfinished(&left.header.id)?.journal)
    }

    /// Files an unfinished game in the library without a result; [`DeskState::take_back`] reverses it.
    pub(super) fn discard(&mut self, uid: &str) -> Result<(), DeskError> {
        if let Some(game) = self.game.as_ref().filter(|game| game.header.id == uid) {
            let is_empty = game.session.rows().is_empty();
            self.leave()?;
            if is_empty {
                return Ok(());
            }
        }
        let UnfinishedGame { journal: game, damage, .. } = self.find_unfinished(uid)?;
        if damage.is_some() {
            let study = study_of(&game, None)?;
            self.add(filing::finished(&game.header, &study, game.last_at_ms), words::odds(&game.header))?;
            unfinished::put_away(&game.path)?;
        } else {
            self.file_recovered(&game, None, game.last_at_ms)?;
        }
        if self.discarded.len() == DISCARDED_MAX {
            self.discarded.remove(0);
        }
        self.discarded.push(game);
        Ok(())
    }

    /// Makes a discarded game unfinished again. Its row is removed, unless it was studied meanwhile.
    pub(super) fn take_back(&mut self, uid: &str) -> Result<(), DeskError> {
        let at = self.discarded.iter().position(|game| game.header.id == uid).ok_or_else(no_game)?;
        let (game, dir) = (&self.discarded[at], self.dir.as_ref().ok_or_else(no_game)?);
        let filed = filing::finished(&game.header, &study_of(game, None)?, game.last_at_ms).record;
        let journal = unfinished::write_again(dir, game)?;
        if let Err(why) = self.remove_filed(uid, &filed) {
            // The game stays in the library alone, and can be taken back later.
            let _ = journal.finish();
            return Err(why);
        }
        self.discarded.remove(at);
        Ok(())
    }

    /// Removes the row of a discarded game, if it still has the record `filed`.
    fn remove_filed(&mut self, uid: &str, filed: &str) -> Result<(), DeskError> {
        let library = self.library()?;
        if let Some(id) = library.find(uid)?
            && library.load(id)?.saved.record == filed
        {
            library.delete(id)?;
            // A row that stays in the trash is purged as an old one.
            let _ = library.purge(id);
        }
        Ok(())
    }

    /// Reads the unfinished game `uid`.
    pub(super) fn find_unfinished(&self, uid: &str) -> Result<UnfinishedGame, DeskError> {
        let dir = self.dir.as_ref().ok_or_else(no_game)?;
        UnfinishedGames::find_game(dir, uid)?.ok_or_else(no_game)
    }
}

/// Purges old games of the trash. Thousands take seconds, so a thread does that beside the start.
fn purge_old_trash(library: &mut Library) -> Result<(), LibraryError> {
    let old = library.old_trash(unix_ms())?;
    if !old.is_empty() {
        let mut library = library.beside_for_many()?;
        let purge = move || library.purge_all(&old).map(drop);
        // Without a thread the games wait for the next start, too.
        let _ = thread::Builder::new().name("trash".to_owned()).spawn(purge);
    }
    Ok(())
}

/// Removes games without a move: those that have ended, and those that nobody has gone on with for [`EMPTY_MAX_MS`]. Until
/// then a player may come back to its table.
fn remove_empty(games: Vec<RecoveredGame>) {
    for game in games {
        if game.end.is_some() || unix_ms() - game.last_at_ms > EMPTY_MAX_MS {
            // One that stays is tried again at the next start.
            let _ = Journal::reopen(&game.path).and_then(Journal::finish);
        }
    }
}

fn study_of(game: &RecoveredGame, outcome: Option<Outcome>) -> Result<Study, DeskError> {
    let config = words::config(&game.header)?;
    let moves: Vec<String> = game.plies.iter().map(|ply| ply.mv.clone()).collect();
    let names = config.players.as_ref().map(Player::record_name);
    Ok(Study::of(&config.setup, &names, &moves, outcome, &filing::day(game.header.started_at_ms))?)
}
