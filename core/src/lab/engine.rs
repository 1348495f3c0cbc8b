//! The engines on the same position: the full alpha-beta search by iteration, and for Gomoku the Monte Carlo search by
//! move.

use crate::base::{Depth, Millis};
use crate::engine::gomoku::mcts::{self, Visited};
use crate::engine::{Engines, SearchRequest};
use crate::game::{Game, MoveRow};
use crate::record::note::Worth;
use crate::search::{Clock, Level, Limits, SearchInfo, Statistics, Stop};

wire! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LabIteration {
        /// Nominal depth. Extensions and reductions vary it by line.
        pub depth: Depth,
        pub depth_selective: Depth,
        /// Nodes since the start of the search.
        pub nodes: u64,
        /// Time since the start of the search.
        pub time: Millis,
        pub worth: Worth,
        pub line: Vec<MoveRow>,
        /// Counts since the start of the search.
        pub statistics: Statistics,
    }
}

impl LabIteration {
    fn of(game: &Game, thought: &SearchInfo<String>) -> LabIteration {
        LabIteration {
            depth: thought.depth,
            depth_selective: thought.depth_selective,
            nodes: thought.nodes,
            time: thought.time,
            worth: Worth::of(thought.score, game.side_to_move()),
            line: game.line(thought.pv()),
            statistics: thought.statistics,
        }
    }
}

/// Searches the position of `game` with `nodes` nodes on one thread and empty tables. `report` receives each finished
/// iteration.
pub fn watch_engine(game: &Game, nodes: u64, clock: &dyn Clock, stop: &Stop, report: &mut dyn FnMut(LabIteration)) {
    let mut deepest = 0;
    let ask = ask(nodes, 1);
    Engines::new(HASH_MIB).think(game, &ask, clock, stop, &mut |thought| {
        // The engine reports the last iteration again at the end.
        if thought.depth > deepest {
            deepest = thought.depth;
            report(LabIteration::of(game, thought));
        }
    });
}

wire! {
    /// A move in both searches. A value is absent if its search gives none.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MoveValue {
        pub row: MoveRow,
        /// Alpha-beta's value, for its best moves only.
        pub alpha_beta: Option<Worth>,
        /// Simulations of the Monte Carlo search through the move.
        pub visits: u32,
        /// Mean of these simulations.
        pub mcts: Option<Worth>,
    }
}

wire! {
    /// Both searches of one position with equal node counts.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Rivals {
        /// Nodes of each search.
        pub nodes: u64,
        /// The moves by visits, the most visited first; then moves that only alpha-beta scores.
        pub moves: Vec<MoveValue>,
    }
}

/// Searches a Gomoku position with alpha-beta and with Monte Carlo tree search. `None` for other games, which lack the
/// latter, and for a finished game.
pub fn rivals(game: &Game, nodes: u64, clock: &dyn Clock, stop: &Stop) -> Option<Rivals> {
    let Game::Gomoku(played) = game else { return None };
    let visited = mcts::survey(played.position(), nodes, clock, stop);
    let thought = Engines::new(HASH_MIB).think(game, &ask(nodes, LINES), clock, stop, &mut |_| {});
    if visited.is_empty() || stop.is_asked() {
        return None;
    }
    let worth = |score| Worth::of(score, game.side_to_move());
    let value = |mv: &str, visits, mcts| {
        let line = thought.lines.iter().find(|line| line.pv[0] == mv);
        let alpha_beta = line.map(|line| worth(line.score));
        Some(MoveValue { row: game.clone().play(mv).ok()?, alpha_beta, visits, mcts })
    };
    let visited = visited.into_iter();
    let mut moves: Vec<MoveValue> = visited
        .filter_map(|Visited { point, visits, score }| value(&point.to_string(), visits, score.map(worth)))
        .collect();
    moves.sort_by_key(|found| std::cmp::Reverse(found.visits));
    moves.retain(|found| found.visits > 0 || found.alpha_beta.is_some());
    for line in &thought.lines {
        if moves.iter().all(|found| found.row.uci != line.pv[0]) {
            moves.extend(value(&line.pv[0], 0, None));
        }
    }
    Some(Rivals { nodes, moves })
}

/// Memory of the engine, in MiB.
const HASH_MIB: usize = 16;
/// Number of moves that alpha-beta scores.
const LINES: usize = 8;

fn ask(nodes: u64, lines: usize) -> SearchRequest {
    let mut ask = SearchRequest::new(Limits { nodes: Some(nodes), ..Limits::default() }, Level::MAX, 0);
    ask.options.multipv = lines;
    ask
}
