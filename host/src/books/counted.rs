//! Books made of games or of other books of ours.

use std::collections::HashMap;
use std::path::Path;

use duiyi_core::base::Side;
use duiyi_core::game::{Game, GameKind};

use super::entry::{BookMove, MoveSign};
use super::error::BookFileError;
use super::own::{self, BookWriter, OwnBook};

/// Counts games into a book.
#[derive(Debug)]
pub struct GameCounter {
    game: GameKind,
    plies_max: usize,
    /// Wins, draws and losses of the side that plays the move; games without a result are the fourth.
    moves: HashMap<(i64, String), [u32; 4]>,
}

impl GameCounter {
    /// Counts games of `game` up to their first `plies_max` plies.
    #[must_use]
    pub fn new(game: GameKind, plies_max: usize) -> GameCounter {
        GameCounter { game, plies_max, moves: HashMap::new() }
    }

    /// Counts a game that begins at `start`; `result` is `None` without a result, `Some(None)` for a draw.
    pub fn count<'a>(&mut self, start: &Game, moves: impl IntoIterator<Item = &'a str>, result: Option<Option<Side>>) {
        let mut game = start.clone();
        for mv in moves.into_iter().take(self.plies_max) {
            let (image, side) = (game.image(), game.side_to_move());
            let Ok(mv) = game.advance(mv) else { return };
            let Some(there) = own::move_there(&image, &mv) else { continue };
            let column = match result {
                Some(Some(winner)) if winner == side => 0,
                Some(None) => 1,
                Some(Some(_)) => 2,
                None => 3,
            };
            self.moves.entry((own::position(&image), there)).or_default()[column] += 1;
        }
    }

    /// Writes the moves with at least `games_min` games as a book at `to`. Returns positions and moves.
    ///
    /// A move's weight is two for each win and one for each draw, as in Polyglot's books, and one for each game without a
    /// result.
    ///
    /// # Errors
    /// [`BookFileError`]; a file at `to` is unchanged.
    pub fn write(self, to: &Path, games_min: u32) -> Result<(u64, u64), BookFileError> {
        let writer = BookWriter::create(to, self.game)?;
        // In the order of the table the pages are filled one after the other.
        let mut moves: Vec<_> = self.moves.into_iter().collect();
        moves.sort_unstable();
        let (mut positions, mut written, mut last) = (0, 0, None);
        for ((position, mv), [wins, draws, losses, unfinished]) in moves {
            let games = wins.saturating_add(draws).saturating_add(losses).saturating_add(unfinished);
            if games < games_min {
                continue;
            }
            let weight = 2 * i64::from(wins) + i64::from(draws) + i64::from(unfinished);
            writer.add(position, &BookMove { mv, weight, wins, draws, losses, ..BookMove::default() })?;
            written += 1;
            positions += u64::from(last != Some(position));
            last = Some(position);
        }
        writer.finish()?;
        Ok((positions, written))
    }
}

/// Joins books of one game into a new one at `to`: counts are added, of weights and signs the greater and stricter stay.
///
/// # Errors
/// [`BookFileError`], with [`BookFileError::OtherGame`] for books of several games; a file at `to` is unchanged.
pub fn merge(books: &[OwnBook], to: &Path) -> Result<(), BookFileError> {
    let Some(first) = books.first() else { return Err(BookFileError::NotABook(to.to_owned())) };
    let writer = BookWriter::create(to, first.game())?;
    for book in books {
        if book.game() != first.game() {
            return Err(BookFileError::OtherGame { path: book.path().to_owned(), game: book.game() });
        }
        book.each(|position, book| writer.add(position, &book))?;
    }
    writer.finish()
}

/// Writes the moves of `from` with at least `games_min` games and a weight of at least `weight_min` to a new book at `to`.
/// Moves with a sign or a remark stay. Returns how many were left out.
///
/// # Errors
/// [`BookFileError`]; a file at `to` is unchanged.
pub fn prune(from: &OwnBook, to: &Path, games_min: u64, weight_min: i64) -> Result<u64, BookFileError> {
    let writer = BookWriter::create(to, from.game())?;
    let mut left_out = 0;
    from.each(|position, book| {
        let is_kept = book.games() >= games_min && book.weight >= weight_min;
        if is_kept || book.sign != MoveSign::Plain || !book.remark.is_empty() {
            return writer.add(position, &book);
        }
        left_out += 1;
        Ok(())
    })?;
    writer.finish()?;
    Ok(left_out)
}
