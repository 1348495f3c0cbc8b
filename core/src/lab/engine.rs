//! What the engines do on the same position: alpha-beta with all it has, iteration by iteration, and for Gomoku the Monte
//! Carlo search beside it, move by move.

use crate::base::{Depth, Millis, Score};
use crate::engine::gomoku::mcts::{self, Visited};
use crate::engine::{Engines, SearchRequest};
use crate::game::Game;
use crate::search::{Clock, Level, Limits, SearchInfo, Statistics, Stop};

/// One iteration of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// How deep it was asked to look; some lines it looks at deeper, some less deep.
    pub depth: Depth,
    /// The deepest ply.
    pub depth_selective: Depth,
    /// The nodes since the search began.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Millis,
    /// The value.
    pub score: Score,
    /// The best line.
    pub line: Vec<String>,
    /// What was counted since the search began.
    pub statistics: Statistics,
}

impl Iteration {
    fn of(thought: &SearchInfo<String>) -> Iteration {
        Iteration {
            depth: thought.depth,
            depth_selective: thought.depth_selective,
            nodes: thought.nodes,
            time: thought.time,
            score: thought.score,
            line: thought.pv().to_vec(),
            statistics: thought.statistics,
        }
    }
}

/// Lets the engine search the position of `game` with `nodes` nodes on one thread, and tells `report` of each iteration as
/// it ends. It begins without any memory of other positions.
pub fn watch_engine(game: &Game, nodes: u64, clock: &dyn Clock, stop: &Stop, report: &mut dyn FnMut(&Iteration)) {
    let mut deepest = 0;
    let ask = ask(nodes, 1);
    Engines::new(HASH_MIB).think(game, &ask, clock, stop, &mut |thought| {
        // The engine reports an iteration once more where it ends the search.
        if thought.depth > deepest {
            deepest = thought.depth;
            report(&Iteration::of(thought));
        }
    });
}

/// A move as two searches see it; a value that one does not tell is absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub mv: String,
    /// Alpha-beta's value, for its best moves.
    pub alpha_beta: Option<Score>,
    /// How many simulations of the Monte Carlo search went through it.
    pub visits: u32,
    /// Their mean as a score.
    pub mcts: Option<Score>,
}

/// Both searches on one position, with as many nodes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rivals {
    /// The nodes of each.
    pub nodes: u64,
    /// The moves, those of the most visits first, then those that alpha-beta alone tells of.
    pub moves: Vec<MoveValue>,
}

/// Searches a Gomoku position with alpha-beta and with Monte Carlo tree search; `None` for other games, which have no such
/// search, and where the game is over.
pub fn rivals(game: &Game, nodes: u64, clock: &dyn Clock, stop: &Stop) -> Option<Rivals> {
    let Game::Gomoku(played) = game else { return None };
    let visited = mcts::survey(played.position(), nodes, clock, stop);
    let thought = Engines::new(HASH_MIB).think(game, &ask(nodes, LINES), clock, stop, &mut |_| {});
    if visited.is_empty() || stop.is_asked() {
        return None;
    }
    let told = |Visited { point, visits, score }: Visited| {
        let mv = point.to_string();
        let line = thought.lines.iter().find(|line| line.pv[0] == mv);
        MoveValue { alpha_beta: line.map(|line| line.score), visits, mcts: score, mv }
    };
    let mut moves: Vec<MoveValue> = visited.into_iter().map(told).collect();
    moves.sort_by_key(|found| std::cmp::Reverse(found.visits));
    moves.retain(|found| found.visits > 0 || found.alpha_beta.is_some());
    for line in &thought.lines {
        if moves.iter().all(|found| found.mv != line.pv[0]) {
            moves.push(MoveValue { mv: line.pv[0].clone(), alpha_beta: Some(line.score), visits: 0, mcts: None });
        }
    }
    Some(Rivals { nodes, moves })
}

/// Memory of the engine, in mebibytes.
const HASH_MIB: usize = 16;
/// The moves of which alpha-beta tells the value.
const LINES: usize = 8;

fn ask(nodes: u64, lines: usize) -> SearchRequest {
    let mut ask = SearchRequest::new(Limits { nodes: Some(nodes), ..Limits::default() }, Level::MAX, 0);
    ask.options.multipv = lines;
    ask
}
