//! Books made of games and of trees of variations.

use std::collections::HashMap;
use std::path::Path;

use duiyi_core::base::Side;
use duiyi_core::game::{Game, GameKind};
use duiyi_core::record::walk;
use duiyi_core::study::Study;

use super::entry::BookMove;
use super::error::BookFileError;
use super::own::{self, BookWriter};
use super::progress::{BookReport, Steps};

/// Most characters of a remark that comes from the comments of a tree.
const REMARK_MAX: usize = 2_000;

/// Counts games into a book.
#[derive(Debug)]
pub struct GameCounter {
    game: GameKind,
    plies_max: usize,
    moves: HashMap<(i64, String), Counted>,
}

/// What the games say of a move.
#[derive(Debug, Default)]
struct Counted {
    /// Wins, draws and losses of the side that plays the move; games without a result are the fourth.
    results: [u32; 4],
    remark: Option<Box<str>>,
}

impl GameCounter {
    /// Counts games of `game` up to their first `plies_max` plies.
    #[must_use]
    pub fn new(game: GameKind, plies_max: usize) -> GameCounter {
        GameCounter { game, plies_max, moves: HashMap::new() }
    }

    /// Returns the game of the book.
    #[must_use]
    pub const fn game(&self) -> GameKind {
        self.game
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
            self.moves.entry((own::position(&image), there)).or_default().results[column] += 1;
        }
    }

    /// Counts each variation of a tree once, as a game without a result. A comment becomes the remark of its move. Lines
    /// that lead to one position are joined.
    ///
    /// # Errors
    /// [`BookFileError::Stopped`].
    pub fn count_tree(&mut self, study: &Study, report: BookReport) -> Result<(), BookFileError> {
        let tree = study.tree();
        let mut steps = Steps::new(report, tree.len() as u64);
        let mut stopped = Ok(());
        walk(&study.header.setup, tree, |game, node| {
            if stopped.is_ok() {
                stopped = steps.step();
            }
            if stopped.is_err() || game.ply() >= self.plies_max {
                return false;
            }
            let image = game.image();
            let position = own::position(&image);
            let Some(Ok(mv)) = tree.mv(node).map(|written| game.advance(written)) else { return false };
            let Some(there) = own::move_there(&image, &mv) else { return true };
            let counted = self.moves.entry((position, there)).or_default();
            counted.results[3] = counted.results[3].saturating_add(1);
            let comment = tree.note(node).comment.trim();
            if !comment.is_empty() && counted.remark.is_none() {
                counted.remark = Some(comment.chars().take(REMARK_MAX).collect());
            }
            true
        });
        stopped
    }

    /// Writes the moves with a remark or at least `games_min` games as a book at `to`. Returns positions and moves.
    ///
    /// A move's weight is two for each win and one for each draw, as in Polyglot's books, and one for each game without a
    /// result.
    ///
    /// # Errors
    /// [`BookFileError`]; a file at `to` is unchanged.
    pub fn write(self, to: &Path, games_min: u32, report: BookReport) -> Result<(u64, u64), BookFileError> {
        let writer = BookWriter::create(to, self.game)?;
        // In the order of the table the pages are filled one after the other.
        let mut moves: Vec<_> = self.moves.into_iter().collect();
        moves.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let mut steps = Steps::new(report, moves.len() as u64);
        let (mut positions, mut written, mut last) = (0, 0, None);
        for ((position, mv), Counted { results: [wins, draws, losses, unfinished], remark }) in moves {
            steps.step()?;
            let games = wins.saturating_add(draws).saturating_add(losses).saturating_add(unfinished);
            if games < games_min && remark.is_none() {
                continue;
            }
            let weight = 2 * i64::from(wins) + i64::from(draws) + i64::from(unfinished);
            let remark = remark.map(String::from).unwrap_or_default();
            writer.add(position, &BookMove { mv, weight, wins, draws, losses, remark, ..BookMove::default() })?;
            written += 1;
            positions += u64::from(last != Some(position));
            last = Some(position);
        }
        writer.finish()?;
        Ok((positions, written))
    }
}
