//! A laboratory: the same position searched by one method after the other, each with one idea more than the one before,
//! and everything counted.
//!
//! Minimax, alpha-beta, move ordering, a transposition table, null windows: with the same moves, the same evaluation (the
//! engine's own) and the same depth they all find the same value, and differ only in how many positions they look at. No
//! method here drops a move without proof, looks deeper at some than at others, or goes on at the leaves, as the engines
//! do; what those reach on the same position stands beside it ([`engine`]).
//!
//! ```text
//! board    a position with what a method needs of it, for each game
//! method   the methods
//! figures    what is counted
//! search   the node function, one for all methods
//! trace    the tree of a small search, to be walked
//! engine   what the engines do on the same position
//! ```

mod board;
mod figures;
mod method;
mod search;
mod trace;
mod engine;

use crate::base::{Depth, Score};
use crate::game::Game;
use crate::search::Stop;

pub use engine::{Iteration, MoveValue, Rivals, rivals, watch_engine};
pub use figures::Figures;
pub use method::LabMethod;
pub use trace::{NodeFate, SearchTree, TREE_NODES_MAX, TreeNode};

use board::{GomokuBoard, TicTacToeBoard, XiangqiBoard};
use search::LabSearch;

/// The deepest search here. Below a repetition can come three times, so that the path that led to the position, which is
/// not known, makes no difference.
pub const DEPTH_MAX: Depth = 6;

/// One search of one method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The method.
    pub method: LabMethod,
    /// How many plies deep it looked.
    pub depth: Depth,
    /// The value for the side to move; `None` where it did not come to its end.
    pub score: Option<Score>,
    /// The line of best play; of equal ones the first that the method found.
    pub line: Vec<String>,
    /// What was counted, as far as it came.
    pub figures: Figures,
}

/// What is asked of the laboratory.
#[derive(Clone, Copy, Debug)]
pub struct LabLimits {
    /// The greatest depth, 1 to [`depth_max`].
    pub depth: Depth,
    /// The most nodes of one search; a method that would need more is left off there.
    pub nodes: u64,
}

/// Returns the greatest depth that makes sense in the position of `game`: tic-tac-toe is seen to its end.
#[must_use]
pub fn depth_max(game: &Game) -> Depth {
    match game {
        Game::TicTacToe(_) => game.legal_moves().len() as Depth,
        Game::Xiangqi(_) | Game::Gomoku(_) => DEPTH_MAX,
    }
}

/// Runs the same expression with the board of whichever game it is.
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

/// Searches the position of `game` with every method, depth by depth, and tells `report` of each search as it ends. A
/// method that meets the bound of nodes goes no deeper.
pub fn compare(game: &Game, limits: LabLimits, stop: &Stop, report: &mut dyn FnMut(&Measure)) {
    with_board!(game, board => {
        let depth_max = limits.depth.clamp(1, depth_max(game).max(1));
        let mut runs = LabMethod::ALL.map(|method| Some(LabSearch::new(board.clone(), method, limits.nodes, stop)));
        for depth in 1..=depth_max {
            for run in &mut runs {
                let Some(measure) = run.as_mut().map(|run| run.search(depth)) else { continue };
                if stop.is_asked() {
                    return;
                }
                if measure.score.is_none() {
                    *run = None;
                }
                report(&measure);
            }
        }
    });
}

/// Searches with `method` as deep as `depth` and as the tree stays small enough to be walked, and returns the tree.
#[must_use]
pub fn tree(game: &Game, method: LabMethod, depth: Depth, stop: &Stop) -> SearchTree {
    with_board!(game, board => search::tree(&board, method, depth.clamp(1, depth_max(game).max(1)), stop))
}

#[cfg(test)]
mod tests;
