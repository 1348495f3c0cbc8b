//! Books made of games and of trees of variations.

use std::path::Path;

use duiyi_core::base::Side;
use duiyi_core::game::{Game, GameKind, Image, Setup};
use duiyi_core::record::{Tree, walk};

use super::entry::{BookMove, remark};
use super::error::BookFileError;
use super::own::{self, BookWriter};
use super::progress::{BookReport, Steps};
use super::rows::{BookRow, RowSorter};

/// Counts games into a book.
pub struct GameCounter {
    game: GameKind,
    plies_max: usize,
    rows: RowSorter,
    writer: BookWriter,
}

impl GameCounter {
    /// Begins a book at `to`, which counts games of `game` up to their first `plies_max` plies.
    ///
    /// # Errors
    /// [`BookFileError`]: no file can be written there.
    pub fn create(to: &Path, game: GameKind, plies_max: usize) -> Result<GameCounter, BookFileError> {
        let (rows, writer) = (RowSorter::new(to, BookMove::count), BookWriter::create(to, game)?);
        Ok(GameCounter { game, plies_max, rows, writer })
    }

    /// Returns the game of the book.
    #[must_use]
    pub const fn game(&self) -> GameKind {
        self.game
    }

    /// Counts a game that begins at `start`; `result` is `None` without a result, `Some(None)` for a draw.
    ///
    /// A move's weight is two for each win and one for each draw, as in Polyglot's books, and one for each game without a
    /// result.
    ///
    /// # Errors
    /// [`BookFileError`]: the disk has no room.
    pub fn count<'a>(
        &mut self,
        start: &Game,
        moves: impl IntoIterator<Item = &'a str>,
        result: Option<Option<Side>>,
    ) -> Result<(), BookFileError> {
        let mut game = start.clone();
        for mv in moves.into_iter().take(self.plies_max) {
            let (image, side) = (game.image(), game.side_to_move());
            let Ok(mv) = game.advance(mv) else { break };
            let (weight, [wins, draws, losses]) = match result {
                Some(Some(winner)) if winner == side => (2, [1, 0, 0]),
                Some(None) => (1, [0, 1, 0]),
                Some(Some(_)) => (0, [0, 0, 1]),
                None => (1, [0; 3]),
            };
            self.add(&image, BookMove { mv: mv.into(), weight, wins, draws, losses, ..BookMove::default() })?;
        }
        Ok(())
    }

    fn add(&mut self, image: &Image, book: BookMove) -> Result<(), BookFileError> {
        own::row(image, book).map_or(Ok(()), |row| self.rows.add(row))
    }

    /// Counts each variation of a tree that begins at `setup` once, as a game without a result. A comment becomes the remark
    /// of its move. Lines that lead to one position are joined, and a line ends before a move that is illegal there.
    ///
    /// # Errors
    /// [`BookFileError`], with [`BookFileError::Stopped`].
    pub(super) fn count_tree(&mut self, setup: &Setup, tree: &Tree, steps: &mut Steps) -> Result<(), BookFileError> {
        let mut done = Ok(());
        walk(setup, tree, |game, node| {
            if done.is_ok() {
                done = steps.step();
            }
            if done.is_err() || game.ply() >= self.plies_max {
                return false;
            }
            let image = game.image();
            let Some(Ok(mv)) = tree.mv(node).map(|written| game.advance(written)) else { return false };
            let remark = remark(&tree.note(node).comment);
            done = self.add(&image, BookMove { mv: mv.into(), weight: 1, remark, ..BookMove::default() });
            done.is_ok()
        });
        done
    }

    /// Completes the book with the moves that have a remark or at least `games_min` games. Returns positions and moves.
    ///
    /// # Errors
    /// [`BookFileError`]; a file that was there is unchanged.
    pub fn finish(self, games_min: u32, report: BookReport) -> Result<(u64, u64), BookFileError> {
        let mut steps = Steps::new(report, self.rows.len());
        let (mut positions, mut moves, mut last) = (0, 0, None);
        for row in self.rows.into_rows() {
            steps.step()?;
            let BookRow { position, book } = row?;
            // Games without a result are in the weight alone.
            let unfinished = book.weight - 2 * i64::from(book.wins) - i64::from(book.draws);
            if book.games() + unfinished.unsigned_abs() < games_min.into() && book.remark.is_empty() {
                continue;
            }
            moves += 1;
            positions += u64::from(last != Some(position));
            last = Some(position);
            self.writer.add(&BookRow { position, book })?;
        }
        self.writer.finish()?;
        Ok((positions, moves))
    }
}
