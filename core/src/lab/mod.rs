//! A laboratory: searches one position with several methods, each with one more idea, and counts everything.
//!
//! Minimax, alpha-beta, move ordering, a transposition table, null windows. With the same moves, static evaluation (the
//! engine's) and depth, all find the same value and differ only in node counts. No method prunes without proof,
//! extends, reduces or has a quiescence search. [`engine`] shows the engines' results for comparison.
//!
//! ```text
//! board    a position with what a method needs of it, for each game
//! method   the methods
//! figures  what is counted
//! search   the node function, one for all methods
//! trace    the tree of a small search
//! walk     its nodes for display
//! engine   what the engines do on the same position
//! ```

mod board;
mod figures;
mod method;
mod search;
mod trace;
mod walk;
mod engine;

use crate::base::Depth;
use crate::game::{Game, MoveRow};
use crate::record::note::Worth;
use crate::search::Stop;

pub use engine::{LabIteration, MoveValue, Rivals, rivals, watch_engine};
pub use figures::LabFigures;
pub use method::LabMethod;
pub use trace::{NodeFate, SearchTree, TREE_NODES_MAX, TreeNode};
pub use walk::{KnownChild, KnownNode, LabChild, LabNode};

use board::{GomokuBoard, TicTacToeBoard, XiangqiBoard};
use search::LabSearch;

/// Greatest depth. Below it no repetition can occur three times, so the unknown path to the position does not matter.
pub const DEPTH_MAX: Depth = 6;

wire! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LabMeasure {
        pub method: LabMethod,
        pub depth: Depth,
        /// The value; `None` for an unfinished search.
        pub worth: Option<Worth>,
        /// The PV; of equal lines the first found.
        pub line: Vec<MoveRow>,
        /// The counts, also of an unfinished search.
        pub figures: LabFigures,
    }
}

/// The limits of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct LabLimits {
    /// The greatest depth, 1 to [`depth_max`].
    pub depth: Depth,
    /// Node limit of one search. A method that exceeds it stops at its last depth.
    pub nodes: u64,
}

/// Returns the greatest sensible depth for the position of `game`. Tic-tac-toe is searched to its end.
#[must_use]
pub fn depth_max(game: &Game) -> Depth {
    match game {
        Game::TicTacToe(_) => game.legal_moves().len() as Depth,
        Game::Xiangqi(_) | Game::Gomoku(_) => DEPTH_MAX,
    }
}

/// Runs one expression with the board of the game.
macro_rules! with_board {
    ($game:expr, $board:ident => $body:expr) => {
        match $game {
            Game::Xiangqi(played) => {
                let $board = XiangqiBoard::new(played.position());
                $body
            }
            Game::Gomoku(played) => {
                let $board = GomokuBoard::new(played.position());
                $body
            }
            Game::TicTacToe(played) => {
                let $board = TicTacToeBoard::new(played.position());
                $body
            }
        }
    };
}

/// Searches the position of `game` with every method, depth by depth. `report` receives each finished search. A method
/// that hits the node limit goes no deeper.
pub fn compare(game: &Game, limits: LabLimits, stop: &Stop, report: &mut dyn FnMut(LabMeasure)) {
    with_board!(game, board => {
        let depth_max = limits.depth.clamp(1, depth_max(game).max(1));
        let mut runs = LabMethod::ALL.map(|method| Some(LabSearch::new(board.clone(), method, limits.nodes, stop)));
        for depth in 1..=depth_max {
            for (run, method) in runs.iter_mut().zip(LabMethod::ALL) {
                let Some(search) = run else { continue };
                let score = search.search(depth);
                if stop.is_asked() {
                    return;
                }
                report(LabMeasure {
                    method,
                    depth,
                    worth: score.map(|score| Worth::of(score, game.side_to_move())),
                    line: game.line(&search.line()),
                    figures: search.figures().clone(),
                });
                if score.is_none() {
                    *run = None;
                }
            }
        }
    });
}

/// Returns the tree of a search with `method` to `depth`, or less deep if the tree would grow too large.
#[must_use]
pub fn tree(game: &Game, method: LabMethod, depth: Depth, stop: &Stop) -> SearchTree {
    with_board!(game, board => search::tree(&board, method, depth.clamp(1, depth_max(game).max(1)), stop))
}

#[cfg(test)]
mod tests;
