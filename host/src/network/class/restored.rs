//! A class of the journal: what an earlier run of the program left, and what it needs to go on.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use duiyi_core::base::{BySide, Outcome};

use super::board::GuestBoard;
use super::class_journal::{self, BoardEntry, ClassEntry, ClassHeader, ClassJournal, KeptClass};
use super::connections::Connections;
use super::damage::ClassFileError;
use super::event::{ClassEvent, ClassOffer, CutOffClass, FoundClasses};
use super::games::ClassGames;
use super::rounds::ClassRounds;
use super::seat::ClassSeat;
use crate::files::DataDir;
use crate::journal::words;
use crate::network::code::TableCode;
use crate::pairing::{Pairing, TournamentFormat};

/// Finds the classes that were cut off, newest first, and the files whose classes cannot go on.
pub(super) fn find(dir: &DataDir) -> FoundClasses {
    let mut found = FoundClasses::default();
    for kept in class_journal::find(dir) {
        match kept.and_then(summary) {
            Ok(class) => found.cut_off.push(class),
            Err(error) => found.unreadable.push(error),
        }
    }
    found
}

fn offer(kept: &KeptClass) -> Result<ClassOffer, ClassFileError> {
    let ClassHeader { teacher, terms, .. } = &kept.header;
    let config = words::config(terms)
        .map_err(|why| ClassFileError::UnknownGame { path: kept.path.clone(), reason: why.message })?;
    let wait = Duration::from_secs(terms.table.as_ref().map_or(0, |table| table.wait_s.into()));
    Ok(ClassOffer { teacher: teacher.clone(), setup: config.setup, clock: config.clock, wait })
}

fn summary(kept: KeptClass) -> Result<CutOffClass, ClassFileError> {
    let offer = offer(&kept)?;
    let (mut names, mut round, mut playing) = (Vec::new(), 0, 0);
    for entry in &kept.entries {
        match entry {
            ClassEntry::Seat { name, .. } => names.push(Some(name.clone())),
            ClassEntry::Removed { seat } => drop(names.get_mut(*seat).and_then(Option::take)),
            ClassEntry::Paired { .. } => round = 0,
            ClassEntry::Round { boards } => (round, playing) = (round + 1, playing + boards.len()),
            ClassEntry::Over { .. } => playing -= playing.min(1),
            ClassEntry::Token { .. } | ClassEntry::Known { .. } => {}
        }
    }
    let guests = names.into_iter().flatten().collect();
    let began_at_ms = kept.header.terms.started_at_ms;
    Ok(CutOffClass { offer, guests, round, playing, began_at_ms, damage: kept.damage.clone(), kept })
}

/// A board as the journal has it.
struct KeptBoard {
    entry: BoardEntry,
    outcome: Option<Outcome>,
    is_counted: bool,
}

/// The games of a class that goes on, with its code and its port. Nobody is here.
pub(super) struct RestoredClass {
    pub(super) games: ClassGames,
    pub(super) code: TableCode,
    pub(super) port: u16,
    /// Where the damaged file is kept.
    pub(super) aside: Option<PathBuf>,
}

/// Opens the games of a class.
pub(super) fn games(
    dir: DataDir,
    class: &CutOffClass,
    listener: Arc<dyn Fn(ClassEvent) + Send + Sync>,
    connections: Connections,
) -> Result<RestoredClass, String> {
    let failed = |why: &dyn std::fmt::Display| format!("The class cannot go on: {why}");
    let kept = &class.kept;
    let damaged = || failed(&format_args!("{} is damaged; open a new one.", kept.path.display()));
    let (journal, aside) = ClassJournal::reopen(kept).map_err(|error| failed(&error))?;
    let table = kept.header.terms.table.clone().ok_or_else(damaged)?;
    let code = table.code.parse().map_err(|error| failed(&error))?;
    let port = table.address.parse().unwrap_or(0);
    let mut games = ClassGames::new(dir, class.offer.clone(), listener, journal, table.token, connections);
    games.has_gaps = kept.damage.is_some();
    games.rules = kept.header.rules();
    let mut boards = Vec::new();
    for entry in &kept.entries {
        recall(&mut games, &mut boards, entry.clone()).ok_or_else(damaged)?;
    }
    for (number, board) in boards.iter().enumerate() {
        let board = reopen(&games, number, board).map_err(|why| failed(&why))?;
        if board.game.is_none() {
            // Nothing of it can be told to its players.
            games.seats.iter_mut().for_each(|seat| seat.due.retain(|&due| due != number));
        }
        games.boards.push(board);
    }
    for seat in &mut games.seats {
        // Its machine has the game in its journal; nobody else may take the seat by its name.
        seat.has_accepted = seat.due.front().is_some_and(|&board| !games.boards[board].is_over());
    }
    Ok(RestoredClass { games, code, port, aside })
}

/// Applies an entry; `None` if it names what does not exist.
fn recall(games: &mut ClassGames, boards: &mut Vec<KeptBoard>, entry: ClassEntry) -> Option<()> {
    match entry {
        ClassEntry::Seat { name, token } => games.seats.push(ClassSeat::new(name, token)),
        ClassEntry::Token { seat, token } => games.seats.get_mut(seat)?.token = token,
        ClassEntry::Removed { seat } => {
            let closed = games.seats.get_mut(seat)?;
            closed.is_removed = true;
            closed.due.clear();
            if let Some(rounds) = &mut games.rounds {
                rounds.withdraw(seat);
            }
        }
        ClassEntry::Paired { format, rounds, seats } => {
            let are_known = seats.len() > 1 && seats.iter().all(|&seat| seat < games.seats.len());
            let format = TournamentFormat::from_code(&format, rounds).filter(|_| are_known)?;
            games.rounds = Some(ClassRounds::new(format, games.rules, seats));
            // A result of an earlier tournament, whose line is lost, is not one of this one.
            boards.iter_mut().for_each(|board| board.is_counted = true);
        }
        ClassEntry::Round { boards: begun } => {
            let rounds = games.rounds.as_mut()?;
            rounds.round += 1;
            games.round_from = boards.len();
            for entry in begun {
                let is_known = entry.players.iter().all(|&player| player < rounds.seats.len());
                if !is_known || entry.seats.iter().any(|&seat| seat >= games.seats.len()) {
                    return None;
                }
                let decided = entry.decided.as_ref();
                let outcome = decided.and_then(|(winner, reason)| class_journal::outcome(winner.as_deref(), reason));
                if entry.game.is_some() {
                    for seat in entry.seats {
                        games.seats[seat].due.push_back(boards.len());
                    }
                } else if outcome.is_none() {
                    return None;
                }
                boards.push(KeptBoard { entry, outcome, is_counted: false });
            }
        }
        ClassEntry::Over { board, winner, reason } => {
            let board = boards.get_mut(board)?;
            let outcome = class_journal::outcome(winner.as_deref(), &reason)?;
            (board.outcome, board.is_counted) = (Some(outcome), true);
            games.rounds.as_mut()?.count(pairing(&board.entry), outcome);
        }
        ClassEntry::Known { seat, board } => games.seats.get_mut(seat)?.due.retain(|&due| due != board),
    }
    Some(())
}

const fn pairing(entry: &BoardEntry) -> Pairing {
    Pairing { round: entry.round, players: entry.players }
}

/// Opens a board. The journal of a game that is over and known is not needed; it may be in the library.
fn reopen(games: &ClassGames, number: usize, board: &KeptBoard) -> Result<GuestBoard, String> {
    let [first, second] = board.entry.seats;
    let (pairing, seats) = (pairing(&board.entry), BySide { first, second });
    let config = games.config(seats);
    let is_due = [first, second].into_iter().any(|seat| games.seats[seat].due.contains(&number));
    let is_needed = is_due || number >= games.round_from || board.outcome.is_none();
    let opened = board
        .entry
        .game
        .as_deref()
        .filter(|_| is_needed)
        .map(|id| GuestBoard::reopen(&games.dir, pairing, seats, &config, id).map_err(|fault| fault.to_string()));
    let mut opened = match (opened, board.outcome) {
        (Some(Ok(board)), _) => board,
        (_, Some(outcome)) => GuestBoard::decided(pairing, seats, &config, outcome),
        // Its result is lost with its line and its journal; the teacher decides the game.
        (Some(Err(_)), None) if games.has_gaps => GuestBoard::without_game(pairing, seats, &config),
        (Some(Err(why)), None) => return Err(why),
        (None, None) => return Err("a game has neither a journal nor a result.".to_owned()),
    };
    opened.is_counted = board.is_counted;
    Ok(opened)
}
