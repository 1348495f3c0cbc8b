//! The best line after a move.
//!
//! Each position of the game has its own search, so the line follows the game while the game's moves are the best, and
//! then the search of the position where a better move exists. The record therefore needs one variation at most, beside
//! that move, to give the line again.

use super::Review;
use crate::base::Score;
use crate::record::note::{Colour, Mark};

/// Longest refutation, in plies.
const LINE_PLIES: usize = 8;

impl Review {
    /// Returns the best line after move number `ply`, from the scores `worths` of all positions.
    ///
    /// At the end of the game only its first move is known, because the record has no variation there.
    pub(super) fn refutation(&self, worths: &[Option<Score>], ply: usize) -> Vec<String> {
        if ply == self.moves.len() {
            return self.line(ply).iter().take(1).cloned().collect();
        }
        let leaves = self.leaves_game(worths, ply);
        let rest = if leaves < self.moves.len() { self.line(leaves) } else { &[] };
        self.moves[ply..leaves].iter().chain(rest).take(LINE_PLIES).cloned().collect()
    }

    /// Returns the whole best line after move number `ply`, as far as it is known.
    pub(super) fn whole_refutation(&self, worths: &[Option<Score>], ply: usize) -> Vec<String> {
        let leaves = self.leaves_within(worths, ply, usize::MAX);
        self.moves[ply..leaves].iter().chain(self.line(leaves)).cloned().collect()
    }

    /// Returns the number of moves after which the best line after move `ply` leaves the game: the first position from
    /// `ply` on where another move is better than the game's.
    pub(super) fn leaves_game(&self, worths: &[Option<Score>], ply: usize) -> usize {
        self.leaves_within(worths, ply, LINE_PLIES)
    }

    fn leaves_within(&self, worths: &[Option<Score>], ply: usize, plies_max: usize) -> usize {
        let is_left = |&plies: &usize| {
            let Some((best, after)) = worths[plies].zip(worths[plies + 1]) else { return true };
            best > after.before_move()
        };
        let last = self.moves.len();
        (ply..last.min(ply.saturating_add(plies_max))).find(is_left).unwrap_or(last)
    }

    /// Returns the mark of the refutation of the last move of the game: a red arrow, or a red ring in Gomoku.
    pub(super) fn mark_of_end(&self) -> Option<Mark> {
        let mv = self.line(self.moves.len()).first()?;
        let row = self.game_at(self.moves.len()).play(mv).ok()?;
        Some(Mark { colour: Colour::Red, from: row.from.map(Into::into), to: row.to.into() })
    }

    /// Returns the move that a mark shows at the end of the game, if it is legal there.
    pub(super) fn move_of_mark(&self, mark: &Mark) -> Option<String> {
        let mv = format!("{}{}", mark.from.as_deref().unwrap_or(""), mark.to);
        let mut game = self.game_at(self.moves.len());
        (mark.colour == Colour::Red && game.advance(&mv).is_ok()).then_some(mv)
    }
}
