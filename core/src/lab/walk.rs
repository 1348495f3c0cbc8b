//! Nodes of a searched tree and of the solved game for display, with the board and their children. Values are in the
//! first side's view.

use super::trace::{NodeFate, SearchTree, TreeNode};
use crate::base::{Score, Side};
use crate::game::{BoardView, Game, MoveRow};
use crate::record::note::Worth;
use crate::tictactoe::{self, GameCounts, Known, Solved};

wire! {
    /// A child of a [`LabNode`]. A move skipped by a cutoff has no `id`, `worth` and `fate`.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LabChild {
        /// Its index in the tree.
        pub id: Option<u32>,
        pub row: MoveRow,
        /// Whether this repeats a null-window search of the same move.
        pub again: bool,
        pub worth: Option<Worth>,
        pub fate: Option<NodeFate>,
        /// Size of the subtree, the child included.
        pub nodes: u32,
    }

    /// A node of a [`SearchTree`].
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LabNode {
        /// The depth of the search, in plies.
        pub depth: u32,
        /// The number of nodes of the tree.
        pub size: usize,
        /// Indices from the root to this node.
        pub path: Vec<u32>,
        /// The moves from the root to this node.
        pub rows: Vec<MoveRow>,
        pub board: BoardView,
        /// The lower bound of the window; absent if infinite.
        pub alpha: Option<Worth>,
        /// The upper bound of the window; absent if infinite.
        pub beta: Option<Worth>,
        pub worth: Worth,
        pub fate: NodeFate,
        /// Size of the subtree, this node included.
        pub nodes: u32,
        /// The searched moves in search order, then those skipped by a cutoff.
        pub children: Vec<LabChild>,
    }

    /// A move of tic-tac-toe with the value and the number of games after it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct KnownChild {
        pub row: MoveRow,
        pub placement: String,
        pub worth: Worth,
        pub games: GameCounts,
    }

    /// A position of tic-tac-toe with its value and its number of games.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct KnownNode {
        pub board: BoardView,
        pub worth: Worth,
        pub games: GameCounts,
        pub children: Vec<KnownChild>,
    }
}

impl SearchTree {
    /// Returns the node at the end of `path`, which starts with the root, in the tree of `game`. Follows the path as far
    /// as the tree has it.
    #[must_use]
    pub fn walk(&self, game: &Game, path: &[u32]) -> LabNode {
        let mut game = game.clone();
        let (mut at, mut here, mut rows) = (0, vec![0], Vec::new());
        for &id in path.iter().skip(1) {
            let Some(step) = self.steps.get(id as usize).filter(|_| self.steps[at].children.contains(&id)) else {
                break;
            };
            let Ok(row) = game.play(&step.mv) else { break };
            at = id as usize;
            rows.push(row);
            here.push(id);
        }
        let (step, side, ply) = (&self.steps[at], game.side_to_move(), here.len() - 1);
        let bound = |score: Score| (score.0.abs() < Score::INFINITE.0).then(|| Worth::of(score.to_tt(ply), side));
        let (alpha, beta) = if side == Side::First { (step.alpha, step.beta) } else { (step.beta, step.alpha) };
        LabNode {
            depth: self.depth.unsigned_abs(),
            size: self.steps.len(),
            path: here,
            rows,
            board: BoardView::still(&game),
            alpha: bound(alpha),
            beta: bound(beta),
            worth: Worth::of(step.score.to_tt(ply), side),
            fate: step.fate,
            nodes: step.nodes,
            children: self.children(&game, step, ply),
        }
    }

    /// Lists the children of `step`, the node of `game`, `ply` plies below the root.
    fn children(&self, game: &Game, step: &TreeNode, ply: usize) -> Vec<LabChild> {
        let side = game.side_to_move();
        let row = |mv: &str| game.clone().play(mv).ok();
        let mut seen: Vec<&str> = Vec::new();
        let searched = step.children.iter().filter_map(|&id| {
            let child = &self.steps[id as usize];
            let again = seen.contains(&child.mv.as_str());
            seen.push(&child.mv);
            Some(LabChild {
                id: Some(id),
                row: row(&child.mv)?,
                again,
                worth: Some(Worth::of((-child.score).to_tt(ply), side)),
                fate: Some(child.fate),
                nodes: child.nodes,
            })
        });
        let pruned = step.pruned.iter().filter_map(|mv| {
            Some(LabChild { id: None, row: row(mv)?, again: false, worth: None, fate: None, nodes: 0 })
        });
        searched.chain(pruned).collect()
    }
}

impl KnownNode {
    /// Looks up the position of `game`. `None` for other games than tic-tac-toe and for unreachable positions.
    #[must_use]
    pub fn of(game: &Game, solved: &Solved) -> Option<KnownNode> {
        let Game::TicTacToe(played) = game else { return None };
        let position = played.position();
        let Known { score, games, .. } = solved.of(position)?;
        let side = game.side_to_move();
        let child = |(cell, known): (tictactoe::Square, Known)| {
            let mut after = game.clone();
            let row = after.play(&cell.to_string()).ok()?;
            let worth = Worth::of(-known.score.from_tt(1), side);
            Some(KnownChild { row, placement: after.placement(), worth, games: known.games })
        };
        Some(KnownNode {
            board: BoardView::still(game),
            worth: Worth::of(score, side),
            games,
            children: solved.children(position).filter_map(child).collect(),
        })
    }
}
