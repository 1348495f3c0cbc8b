//! Opening books in files: our own, and those of other programs.
//!
//! A book says of moves in positions how good they are and how games with them ended. Images of a position are one
//! position. Ours is an SQLite file for any game ([`OwnBook`]). Those of other programs are opened in place and never
//! changed ([`ForeignBook`]). [`copy`] moves what one of them holds into a new one of ours, [`export`] the other way, and
//! [`GameCounter`] makes a book from games. [`change_whole`] joins, subtracts and prunes. A [`BookList`] has the books that a
//! person uses, in their order.

mod entry;
mod error;
mod database;
mod rows;
mod own;
mod foreign;
mod progress;
mod graph;
mod export;
mod counted;
mod records;
mod edit;
mod orders;
mod list;
mod change;

use std::path::Path;

use duiyi_core::base::Rng;
use duiyi_core::game::{Game, GameKind, Image, Setup};
use rusqlite::Transaction;

pub use change::{BookPruning, ChangeReport, WholeChange, change_whole, merge, prune, subtract};
pub use counted::GameCounter;
pub use edit::BookEdit;
pub use entry::{BookMove, MoveSign};
pub use error::BookFileError;
pub use export::export;
pub use foreign::{ForeignBook, ForeignForm};
pub use graph::{CopyReport, copy};
pub use list::{BUILT_IN, BookAnswer, BookList, BookUse, ListedBook, ListedMove};
pub use own::{BookWriter, OwnBook};
#[cfg(test)]
pub use progress::unwatched;
pub use progress::{BookProgress, BookReport, BookWork};
pub use records::{CountedRecords, OpenedBook, count_records, game_of_records, open_or_count};

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
        if own::is_own(path, &database)? {
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

    /// Returns the form of another program's book; `None` for one of ours.
    #[must_use]
    pub const fn form(&self) -> Option<ForeignForm> {
        match self {
            OpeningBook::Own(_) => None,
            OpeningBook::Foreign(book) => Some(book.form()),
        }
    }

    fn path(&self) -> &Path {
        match self {
            OpeningBook::Own(book) => book.path(),
            OpeningBook::Foreign(book) => book.path(),
        }
    }

    /// Counts positions and moves. A book of a gigabyte takes seconds.
    ///
    /// # Errors
    /// [`BookFileError`].
    pub fn info(&self) -> Result<BookInfo, BookFileError> {
        let form = self.form().map_or("own", ForeignForm::name);
        let (positions, moves) = self.size()?;
        Ok(BookInfo { form, game: self.game(), positions, moves })
    }

    /// Returns the legal moves that the book has for the position of `game`, the best first, in coordinates.
    ///
    /// # Errors
    /// [`BookFileError`], with [`BookFileError::OtherGame`] for a position of another game.
    pub fn moves(&self, game: &Game) -> Result<Vec<BookMove>, BookFileError> {
        Ok(self.entry(game, &game.image())?.0)
    }

    /// Chooses a move by lot, each with a chance in proportion to its weight; without positive weights the first of
    /// [`OpeningBook::moves`]. Forbidden moves are never chosen, and none that ends the game by repetition.
    ///
    /// # Errors
    /// As [`OpeningBook::moves`].
    pub fn choose(&self, game: &Game, rng: &mut Rng) -> Result<Option<String>, BookFileError> {
        let mut moves = self.moves(game)?;
        moves.retain(|book| book.sign != MoveSign::Forbidden);
        Ok(chosen_of(moves, game, false, rng))
    }

    /// Returns the moves of the position of `game`, and how many positions of the book they come from.
    fn entry(&self, game: &Game, image: &Image) -> Result<(Vec<BookMove>, u64), BookFileError> {
        let (mut moves, positions) = match self {
            OpeningBook::Own(book) => {
                let moves = book.moves(game, image)?;
                let positions = u64::from(!moves.is_empty());
                (moves, positions)
            }
            OpeningBook::Foreign(book) => book.entry(game)?,
        };
        moves.sort_by(|a, b| (b.weight, b.games(), &a.mv).cmp(&(a.weight, a.games(), &b.mv)));
        Ok((moves, positions))
    }

    /// Begins to read the whole book, as [`database::hold`] says.
    fn hold(&self) -> Result<Transaction<'_>, BookFileError> {
        match self {
            OpeningBook::Own(book) => database::hold(book.path(), book.database()),
            OpeningBook::Foreign(book) => database::hold(book.path(), book.database()),
        }
    }

    /// Counts positions and moves.
    fn size(&self) -> Result<(u64, u64), BookFileError> {
        match self {
            OpeningBook::Own(book) => book.size(),
            OpeningBook::Foreign(book) => book.size(),
        }
    }
}

/// Returns the usual start of the game of a book.
#[must_use]
pub fn usual_start(book: &OpeningBook) -> Game {
    Game::new(&Setup::usual(book.game()))
}

/// Chooses the move of the first book that knows the position: by lot, or the best one. A move that any of them forbids, or
/// that ends the game by repetition, is never chosen, and a book that cannot be read says nothing.
pub fn choose(books: &[OpeningBook], game: &Game, best: bool, rng: &mut Rng) -> Option<String> {
    let known: Vec<Vec<BookMove>> = books.iter().map(|book| book.moves(game).unwrap_or_default()).collect();
    let image = game.image();
    let forbidden = known.iter().flatten().filter(|book| book.sign == MoveSign::Forbidden);
    let forbidden: Vec<String> = forbidden.flat_map(|book| image.moves_alike(&book.mv)).collect();
    known.into_iter().find_map(|mut moves| {
        moves.retain(|book| !forbidden.contains(&book.mv));
        chosen_of(moves, game, best, rng)
    })
}

/// Chooses the first move, or one by lot, each with a chance in proportion to its weight. A move that would end the game by
/// repetition is left to the search: a book knows positions, and not how the game got there.
fn chosen_of(mut moves: Vec<BookMove>, game: &Game, best: bool, rng: &mut Rng) -> Option<String> {
    if !moves.is_empty() {
        let ends = game.repetitions();
        moves.retain(|book| !ends.iter().any(|end| end.row.uci == book.mv));
    }
    let by_lot = if best { None } else { rng.pick_weighted(&moves, BookMove::chance) };
    by_lot.or(moves.first()).map(|book| book.mv.clone())
}

#[cfg(test)]
mod measure;
#[cfg(test)]
mod tests;
