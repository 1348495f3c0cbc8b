//! Games of the library as the source of an opening book.

use std::path::Path;

use duiyi_core::game::{Game, GameKind, Setup, SetupCodes};

use super::export_many::loaded;
use super::{Desk, DeskError};
use crate::books::{BookFileError, GameCounter};
use crate::journal::words;
use crate::library::{FinishedGame, LibraryProgress};

/// The result of a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct CountedGames {
    /// Games of the game of the book.
    pub games: u32,
    /// Games of another one, or that are no longer in the library.
    pub left_out: u32,
    /// Positions of the book.
    pub positions: u64,
    /// Moves of the book.
    pub moves: u64,
}

/// What is counted of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct GameCount {
    /// The game of the book.
    pub game: GameKind,
    /// The first plies of each game.
    pub plies_max: u32,
    /// Moves that fewer games played are left out.
    pub games_min: u32,
}

impl Desk {
    /// Counts games of the library into a new book at `to`. A game goes on meanwhile. Returns `None` if it was stopped:
    /// there is then no book.
    ///
    /// # Errors
    /// The library cannot be read, or the book written.
    pub fn count_games(
        &self,
        ids: &[i64],
        count: GameCount,
        to: &Path,
        told: &mut dyn FnMut(LibraryProgress),
    ) -> Result<Option<CountedGames>, DeskError> {
        let _turn = self.work.take_turn();
        let library = self.beside()?;
        let mut report = self.work.reports(told);
        let total = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        let mut counter = GameCounter::create(to, count.game, count.plies_max as usize)?;
        let mut done = CountedGames::default();
        for &id in ids {
            if report(LibraryProgress { games: done.games + done.left_out, total }).is_break() {
                return Ok(None);
            }
            match loaded(&library, id)?.and_then(|row| start_of(&row.saved, count.game).map(|start| (row, start))) {
                Some((row, start)) => {
                    let FinishedGame { result, winner, moves, .. } = &row.saved;
                    let winner = words::side_of(winner.as_deref());
                    let ended = (winner.is_some() || result == "1/2-1/2").then_some(winner);
                    counter.count(&start, moves.split_whitespace(), ended)?;
                    done.games += 1;
                }
                None => done.left_out += 1,
            }
        }
        match counter.finish(count.games_min, &mut |_| report(LibraryProgress { games: total, total })) {
            Ok((positions, moves)) => Ok(Some(CountedGames { positions, moves, ..done })),
            Err(BookFileError::Stopped) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns the start of a game if it is one of `kind`.
fn start_of(saved: &FinishedGame, kind: GameKind) -> Option<Game> {
    let FinishedGame { game, rule, size, start, .. } = saved;
    if game != kind.code() {
        return None;
    }
    let codes = SetupCodes { game, rule, size: *size, start: start.as_deref(), opening: None };
    Setup::read(codes).ok().map(|setup| Game::new(&setup))
}
