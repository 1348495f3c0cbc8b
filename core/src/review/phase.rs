//! The phases of a game.

use super::Review;
use crate::game::{Game, GameKind};

wire! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Phase {
        /// 开局: development.
        Opening,
        /// 中局: between opening and ending.
        Middle,
        /// 残局: few pieces remain. In Gomoku, a forced end.
        Ending,
    }
}

/// Xiangqi: the latest end of the opening, in plies …
const OPENING_PLIES: usize = 24;
/// … or the second exchange: fewer rooks, horses and cannons than this remain of twelve.
const OPENING_PIECES: usize = 9;
/// Xiangqi: the ending starts with this many rooks, horses and cannons, half of them.
const ENDING_PIECES: usize = 6;
/// Gomoku: stones in the opening. Opening names reach this far; then the fight starts.
const OPENING_STONES: usize = 7;

impl Review {
    /// Returns the phase of each move, that of the position before it. Phases never go back.
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

    /// Returns the number of plies after which the winner had a proved win to the end of the game.
    fn forced_from(&self) -> usize {
        let worths = self.worths();
        let won = |plies: usize| {
            let score = worths[plies]?;
            let side = self.mover(plies + 1);
            if score.is_win() { Some(side) } else { score.is_loss().then_some(!side) }
        };
        let Some(winner) = won(self.moves.len()) else { return usize::MAX };
        (0..self.moves.len()).rev().find(|&plies| won(plies) != Some(winner)).map_or(0, |plies| plies + 1)
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
