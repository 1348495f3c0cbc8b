//! The phases of a game, as people speak of them.

use super::Review;
use crate::game::{Game, GameKind};

wire! {
    /// A part of a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Phase {
        /// 开局: the pieces come out.
        Opening,
        /// 中局: what is neither.
        Middle,
        /// 残局: few pieces are left; in Gomoku the end is forced.
        Ending,
    }
}

/// Xiangqi: the opening ends after so many plies at the latest …
const OPENING_PLIES: usize = 24;
/// … or with the second exchange: fewer rooks, horses and cannons than this are left of the twelve.
const OPENING_PIECES: usize = 9;
/// Xiangqi: the ending begins with so many of them, which is the half.
const ENDING_PIECES: usize = 6;
/// Gomoku: the opening ends after so many stones; the names of openings reach as far, and fighting begins.
const OPENING_STONES: usize = 7;

impl Phase {
    /// Returns the word for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::Ending => "ending",
        }
    }
}

impl Review {
    /// Returns the phase in which each move was played; none comes back once it is over.
    #[must_use]
    pub fn phases(&self) -> Vec<Phase> {
        let mut phase = Phase::Opening;
        let mut game = Game::new(&self.setup);
        let forced_from = self.forced_from();
        (1..=self.moves.len())
            .map(|ply| {
                phase = phase.max(match game.kind() {
                    GameKind::Xiangqi => xiangqi_phase(&game, ply),
                    GameKind::Gomoku if ply > forced_from => Phase::Ending,
                    GameKind::Gomoku if ply > OPENING_STONES => Phase::Middle,
                    GameKind::Gomoku | GameKind::TicTacToe => Phase::Opening,
                });
                game.advance(&self.moves[ply - 1]).expect("the moves were played when the review began");
                phase
            })
            .collect()
    }

    /// Returns the ply after which the winner had a proved win to the end of the game.
    fn forced_from(&self) -> usize {
        let worths = self.worths();
        let won = |plies: usize| {
            let score = worths[plies]?;
            let side = self.mover(plies + 1);
            if score.is_win() { Some(side) } else { score.is_loss().then_some(!side) }
        };
        let Some(winner) = won(self.moves.len()) else { return usize::MAX };
        (0..self.moves.len()).rev().find(|&plies| won(plies) != Some(winner)).unwrap_or(0)
    }
}

fn xiangqi_phase(game: &Game, ply: usize) -> Phase {
    let pieces = game.placement().chars().filter(|letter| "rnhcRNHC".contains(*letter)).count();
    if pieces <= ENDING_PIECES {
        Phase::Ending
    } else if ply > OPENING_PLIES || pieces < OPENING_PIECES {
        Phase::Middle
    } else {
        Phase::Opening
    }
}
