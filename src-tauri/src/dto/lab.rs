//! What crosses of the laboratory. Values are the first side's, as everywhere in the window.

use duiyi_core::base::Score;
use duiyi_core::game::Game;
use duiyi_core::lab::{self, Figures, Iteration, LabMethod, Measure, MoveValue, SearchTree, TreeNode};
use duiyi_core::record::note::Worth;
use duiyi_core::tictactoe::{self, Known, Solved};
use duiyi_host::lab::LabEvent;

use super::count;
use super::*;

dto! {
    /// What became of a node.
    #[derive(Copy)]
    pub enum LabFate {
        /// The game was over.
        Over,
        /// The depth was reached, and the position judged.
        Leaf,
        /// The transposition table knew it.
        Known,
        /// All moves were searched, and the value is exact.
        Exact,
        /// All moves were searched, and none is good enough to matter.
        Low,
        /// A move was too good, and the rest was left out.
        Cut,
        /// It was left out itself.
        Pruned,
    }

    /// How an experiment goes.
    #[serde(tag = "kind")]
    pub enum LabNews {
        /// A method has searched to a depth.
        Measured { measure: LabMeasure },
        /// The engine has ended an iteration.
        Iterated { iteration: LabIteration },
        /// Two searches have looked at the same moves, with as many nodes each.
        Rivals {
            nodes: u64,
            moves: Vec<LabRival>,
        },
        /// All of it is done.
        Done,
        /// It broke off.
        Failed { why: ApiError },
    }
}

dto_struct! {
    /// What was counted of a search.
    pub struct LabFigures {
        pub nodes: u64,
        /// By their distance from the root; absent for the engine.
        pub by_ply: Vec<u64>,
        /// Judged positions.
        pub leaves: u64,
        /// Positions whose moves were searched, and how many moves there were.
        pub interior: u64,
        pub moves: u64,
        pub cutoffs: u64,
        pub first_cutoffs: u64,
        /// Moves left out.
        pub pruned: u64,
        pub probes: u64,
        pub hits: u64,
        pub hash_cutoffs: u64,
        pub researches: u64,
    }

    /// One search of one method.
    pub struct LabMeasure {
        pub method: LabMethod,
        pub depth: u32,
        /// Absent where the bound of nodes ended it.
        pub worth: Option<Worth>,
        pub line: Vec<MoveRow>,
        pub figures: LabFigures,
    }

    /// One iteration of the engine; its counts are those since it began.
    pub struct LabIteration {
        pub depth: u32,
        pub depth_selective: u32,
        pub ms: u64,
        pub worth: Worth,
        pub line: Vec<MoveRow>,
        pub figures: LabFigures,
    }

    /// A move as alpha-beta and as Monte Carlo tree search see it.
    pub struct LabRival {
        pub row: MoveRow,
        pub alpha_beta: Option<Worth>,
        pub visits: u32,
        pub mcts: Option<Worth>,
    }

    /// A child of a node that is walked.
    pub struct LabChild {
        /// Its number in the tree; absent where it was left out.
        pub id: Option<u32>,
        pub row: MoveRow,
        /// Whether a null window had searched the move before.
        pub again: bool,
        pub worth: Option<Worth>,
        pub fate: LabFate,
        /// The nodes below, itself among them.
        pub nodes: u32,
    }

    /// A node of the searched tree, with the board.
    pub struct LabNode {
        /// How deep the search was, and how many nodes it has.
        pub depth: u32,
        pub size: u32,
        /// The nodes from the root to this one; the last is its own.
        pub path: Vec<u32>,
        pub rows: Vec<MoveRow>,
        pub board: BoardView,
        /// What the first side is sure of elsewhere, and what the second one; absent where nothing is.
        pub alpha: Option<Worth>,
        pub beta: Option<Worth>,
        pub worth: Worth,
        pub fate: LabFate,
        pub nodes: u32,
        pub children: Vec<LabChild>,
    }

    /// A move of tic-tac-toe with all that is known of it.
    pub struct KnownChild {
        pub row: MoveRow,
        pub placement: String,
        pub worth: Worth,
        /// The games that go on from it, by their end.
        pub first: u32,
        pub second: u32,
        pub drawn: u32,
    }

    /// A position of tic-tac-toe with all that is known of it.
    pub struct KnownNode {
        pub board: BoardView,
        pub worth: Worth,
        pub first: u32,
        pub second: u32,
        pub drawn: u32,
        pub children: Vec<KnownChild>,
    }
}

impl From<lab::NodeFate> for LabFate {
    fn from(fate: lab::NodeFate) -> LabFate {
        match fate {
            lab::NodeFate::Over => LabFate::Over,
            lab::NodeFate::Leaf => LabFate::Leaf,
            lab::NodeFate::Known => LabFate::Known,
            lab::NodeFate::Exact => LabFate::Exact,
            lab::NodeFate::Low => LabFate::Low,
            lab::NodeFate::Cut => LabFate::Cut,
        }
    }
}

/// Turns a score of the side to move to the side that moves first in the game.
fn worth(score: Score, side_to_move: Side) -> Worth {
    let score = if side_to_move == Side::First { score } else { -score };
    score.moves_to_mate().map_or(Worth::Centipawns(score.0), Worth::Mate)
}

fn rows(game: &Game, line: &[String]) -> Vec<MoveRow> {
    game.line(line)
}

fn row(game: &Game, mv: &str) -> Option<MoveRow> {
    rows(game, &[mv.to_owned()]).pop()
}

impl From<&Figures> for LabFigures {
    fn from(figures: &Figures) -> LabFigures {
        LabFigures {
            nodes: figures.nodes(),
            by_ply: figures.by_ply.clone(),
            leaves: figures.leaves,
            interior: figures.interior,
            moves: figures.moves,
            cutoffs: figures.cutoffs,
            first_cutoffs: figures.first_cutoffs,
            pruned: figures.pruned,
            probes: figures.probes,
            hits: figures.hits,
            hash_cutoffs: figures.hash_cutoffs,
            researches: figures.researches,
        }
    }
}

impl LabMeasure {
    fn of(game: &Game, measure: &Measure) -> LabMeasure {
        LabMeasure {
            method: measure.method,
            depth: measure.depth.unsigned_abs(),
            worth: measure.score.map(|score| worth(score, game.side_to_move())),
            line: rows(game, &measure.line),
            figures: (&measure.figures).into(),
        }
    }
}

impl LabIteration {
    fn of(game: &Game, iteration: &Iteration) -> LabIteration {
        let counted = iteration.statistics;
        let counted = Figures {
            by_ply: vec![iteration.nodes],
            cutoffs: counted.cutoffs,
            first_cutoffs: counted.first_cutoffs,
            probes: counted.probes,
            hits: counted.hits,
            hash_cutoffs: counted.hash_cutoffs,
            ..Figures::default()
        };
        LabIteration {
            depth: iteration.depth.unsigned_abs(),
            depth_selective: iteration.depth_selective.unsigned_abs(),
            ms: iteration.time.0,
            worth: worth(iteration.score, game.side_to_move()),
            line: rows(game, &iteration.line),
            figures: LabFigures { by_ply: Vec::new(), ..(&counted).into() },
        }
    }
}

impl LabNews {
    /// Writes what was found in the position of `game`.
    pub fn of(game: &Game, news: &LabEvent) -> LabNews {
        let rival = |found: &MoveValue| {
            let worth = |score: Score| worth(score, game.side_to_move());
            let (alpha_beta, mcts) = (found.alpha_beta.map(worth), found.mcts.map(worth));
            Some(LabRival { row: row(game, &found.mv)?, alpha_beta, visits: found.visits, mcts })
        };
        match news {
            LabEvent::Measured(measure) => LabNews::Measured { measure: LabMeasure::of(game, measure) },
            LabEvent::Iterated(iteration) => LabNews::Iterated { iteration: LabIteration::of(game, iteration) },
            LabEvent::Compared(found) => {
                LabNews::Rivals { nodes: found.nodes, moves: found.moves.iter().filter_map(rival).collect() }
            }
            LabEvent::Done => LabNews::Done,
            LabEvent::Failed(words) => {
                LabNews::Failed { why: ApiError::plain("engine-failed", format!("the experiment ended ({words})")) }
            }
        }
    }
}

impl LabNode {
    /// Shows the node at the end of `path` in the tree of `game`; the path is followed as far as it leads.
    pub fn of(game: &Game, tree: &SearchTree, path: &[u32]) -> LabNode {
        let mut game = game.clone();
        let (mut at, mut here, mut played) = (0, vec![0], Vec::new());
        for &id in path.iter().skip(1) {
            let Some(step) = tree.steps.get(id as usize).filter(|_| tree.steps[at].children.contains(&id)) else {
                break;
            };
            let Ok(row) = game.play(&step.mv) else { break };
            (at, played) = (id as usize, [played, vec![row]].concat());
            here.push(id);
        }
        let (step, side, ply) = (&tree.steps[at], game.side_to_move(), here.len() - 1);
        let bound = |score: Score| (score.0.abs() < Score::INFINITE.0).then(|| worth(score.to_tt(ply), side));
        let (alpha, beta) = if side == Side::First { (step.alpha, step.beta) } else { (step.beta, step.alpha) };
        LabNode {
            depth: tree.depth.unsigned_abs(),
            size: count(tree.steps.len()),
            path: here,
            rows: played.clone(),
            board: BoardView::still(&game),
            alpha: bound(alpha),
            beta: bound(beta),
            worth: worth(step.score.to_tt(ply), side),
            fate: step.fate.into(),
            nodes: step.nodes,
            children: children(&game, tree, step, ply),
        }
    }
}

/// Lists the moves of a node `ply` plies below the root: those that were searched, in their order, and those left out.
fn children(game: &Game, tree: &SearchTree, step: &TreeNode, ply: usize) -> Vec<LabChild> {
    let side = game.side_to_move();
    let mut seen: Vec<&str> = Vec::new();
    let searched = step.children.iter().filter_map(|&id| {
        let child = &tree.steps[id as usize];
        let again = seen.contains(&child.mv.as_str());
        seen.push(&child.mv);
        Some(LabChild {
            id: Some(id),
            row: row(game, &child.mv)?,
            again,
            worth: Some(worth((-child.score).to_tt(ply), side)),
            fate: child.fate.into(),
            nodes: child.nodes,
        })
    });
    let pruned = step.pruned.iter().filter_map(|mv| {
        let (worth, fate) = (None, LabFate::Pruned);
        Some(LabChild { id: None, row: row(game, mv)?, again: false, worth, fate, nodes: 0 })
    });
    searched.chain(pruned).collect()
}

impl KnownNode {
    /// Shows a position with all that is known of it; `None` if no game of tic-tac-toe comes to it.
    pub fn of(game: &Game, solved: &Solved) -> Option<KnownNode> {
        let Game::TicTacToe(played) = game else { return None };
        let position = played.position();
        let Known { score, games, .. } = solved.of(position)?;
        let side = game.side_to_move();
        let child = |(cell, known): (tictactoe::Square, Known)| {
            let mut after = game.clone();
            let row = after.play(&cell.to_string()).ok()?;
            let (score, games) = (-known.score.from_tt(1), known.games);
            Some(KnownChild {
                row,
                placement: after.placement(),
                worth: worth(score, side),
                first: games.first,
                second: games.second,
                drawn: games.drawn,
            })
        };
        Some(KnownNode {
            board: BoardView::still(game),
            worth: worth(score, side),
            first: games.first,
            second: games.second,
            drawn: games.drawn,
            children: solved.children(position).filter_map(child).collect(),
        })
    }
}
