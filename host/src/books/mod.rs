//! Opening books in files: our own, and those of other programs.
//!
//! A book says of moves in positions how good they are and how games with them ended. Images of a position are one
//! position. Ours is an SQLite file for any game ([`OwnBook`]). Those of other programs are opened in place and never
//! changed ([`ForeignBook`]). [`copy`] moves what one of them holds into a new one of ours, [`export`] the other way, and
//! [`GameCounter`] makes a book from games.

mod entry;
mod error;
mod database;
mod own;
mod foreign;
mod graph;
mod export;
mod counted;

use std::path::Path;

use duiyi_core::base::Rng;
use duiyi_core::game::{Game, GameKind};

pub use counted::{GameCounter, merge, prune};
pub use entry::{BookMove, MoveSign};
pub use error::BookFileError;
pub use export::export;
pub use foreign::{ForeignBook, ForeignForm};
pub use graph::{CopyReport, copy};
pub use own::{OwnBook, OwnBookWriter};

/// An opening book that is open for reading.
#[derive(Debug)]
pub enum OpeningBook {
    /// A book of this program.
    Own(OwnBook),
    /// A book of another program.
    Foreign(ForeignBook),
}

/// The size of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookInfo {
    /// `own`, `obk` or `pfbook`.
    pub form: &'static str,
    /// The game that the book is for.
    pub game: GameKind,
    /// Positions, images of each other counted once in our own form alone.
    pub positions: u64,
    /// Moves of all positions.
    pub moves: u64,
}

impl OpeningBook {
    /// Opens the book at `path` for reading, in any form.
    ///
    /// # Errors
    /// [`BookFileError`].
    pub fn open(path: &Path) -> Result<OpeningBook, BookFileError> {
        let database = database::open(path)?;
        if own::is_own(&database)? {
            Ok(OpeningBook::Own(OwnBook::new(path, database)?))
        } else {
            Ok(OpeningBook::Foreign(ForeignBook::new(path, database)?))
        }
    }

    /// Returns the game that the book is for.
    #[must_use]
    pub const fn game(&self) -> GameKind {
        match self {
            OpeningBook::Own(book) => book.game(),
            OpeningBook::Foreign(_) => GameKind::Xiangqi,
        }
    }

    /// Counts positions and moves. A book of a gigabyte takes seconds.
    ///
    /// # Errors
    /// [`BookFileError`].
    pub fn info(&self) -> Result<BookInfo, BookFileError> {
        let form = match self {
            OpeningBook::Own(_) => "own",
            OpeningBook::Foreign(book) => book.form().name(),
        };
        let (positions, moves) = self.size()?;
        Ok(BookInfo { form, game: self.game(), positions, moves })
    }

    /// Returns the legal moves that the book has for the position of `game`, the best first, in coordinates.
    ///
    /// # Errors
    /// [`BookFileError`], with [`BookFileError::OtherGame`] for a position of another game.
    pub fn moves(&self, game: &Game) -> Result<Vec<BookMove>, BookFileError> {
        Ok(self.entry(game)?.0)
    }

    /// Chooses a move by lot, each with a chance in proportion to its weight; without positive weights the first of
    /// [`OpeningBook::moves`]. Forbidden moves are never chosen.
    ///
    /// # Errors
    /// As [`OpeningBook::moves`].
    pub fn choose(&self, game: &Game, rng: &mut Rng) -> Result<Option<String>, BookFileError> {
        let mut moves = self.moves(game)?;
        moves.retain(|book| book.sign != MoveSign::Forbidden);
        let chosen = rng.pick_weighted(&moves, |book| u64::try_from(book.weight).unwrap_or(0));
        Ok(chosen.or(moves.first()).map(|book| book.mv.clone()))
    }

    /// Returns the moves, and how many positions of the book they come from.
    fn entry(&self, game: &Game) -> Result<(Vec<BookMove>, u64), BookFileError> {
        let (mut moves, positions) = match self {
            OpeningBook::Own(book) => {
                let moves = book.moves(game)?;
                let positions = u64::from(!moves.is_empty());
                (moves, positions)
            }
            OpeningBook::Foreign(book) => book.entry(game)?,
        };
        moves.sort_by(|a, b| (b.weight, b.games(), &a.mv).cmp(&(a.weight, a.games(), &b.mv)));
        Ok((moves, positions))
    }

    /// Counts positions and moves.
    fn size(&self) -> Result<(u64, u64), BookFileError> {
        match self {
            OpeningBook::Own(book) => book.size(),
            OpeningBook::Foreign(book) => book.size(),
        }
    }
}

#[cfg(test)]
mod measure;
#[cfg(test)]
mod tests;
