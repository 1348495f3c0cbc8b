//! Plain negamax over any game: slow, short and easy to believe.
//!
//! It plays tic-tac-toe perfectly, shows what alpha-beta pruning saves (D. Knuth, R. Moore, "An Analysis of Alpha-Beta
//! Pruning", 1975), and at small depths checks the real searches. It orders no moves, keeps no table and never will.

use super::{History, Position};
use crate::base::{Depth, Outcome, Score};

/// Whether to skip moves that cannot change the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pruning {
    /// Visit everything.
    Off,
    /// Alpha-beta.
    On,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The score for the side to move at the root.
    pub score: Score,
    /// Every move that reaches that score, in the order of the legal list; empty when the game is over.
    pub best: Vec<M>,
    /// The number of positions visited, the root included.
    pub nodes: u64,
}

/// Solves a game that surely ends, to its end.
pub fn solve<P: Position>(position: &P, pruning: Pruning) -> Solution<P::Move> {
    search(position, Depth::MAX, pruning, |_| Score::DRAW)
}

/// Searches `depth` plies and asks `evaluate` for the score of the side to move where the game goes on.
///
/// The path begins at `position`: repetitions of earlier positions are not seen.
pub fn search<P: Position>(
    position: &P,
    depth: Depth,
    pruning: Pruning,
    evaluate: impl Fn(&P) -> Score,
) -> Solution<P::Move> {
    search_within(position, depth, pruning, u64::MAX, evaluate).expect("no search visits as many positions")
}

/// Searches as [`search`] does, visiting at most `nodes_max` positions; `None` where they are not enough.
pub fn search_within<P: Position>(
    position: &P,
    depth: Depth,
    pruning: Pruning,
    nodes_max: u64,
    evaluate: impl Fn(&P) -> Score,
) -> Option<Solution<P::Move>> {
    let mut solver = Solver { history: History::new(position.clone()), pruning, evaluate, nodes: 1, nodes_max };
    if let Some(outcome) = position.outcome(&solver.history) {
        return Some(Solution { score: score_of(outcome, position, 0), best: Vec::new(), nodes: 1 });
    }
    if depth <= 0 {
        return Some(Solution { score: (solver.evaluate)(position), best: Vec::new(), nodes: 1 });
    }
    let mut score = -Score::INFINITE;
    let mut best = Vec::new();
    for mv in position.legal_moves() {
        // A window one point below the best keeps equal moves exact, so that all the best are found.
        let value = solver.value_of(position, mv, depth, Window { alpha: score - 1, beta: Score::INFINITE });
        if value > score {
            score = value;
            best.clear();
        }
        if value == score {
            best.push(mv);
        }
    }
    (solver.nodes <= nodes_max).then_some(Solution { score, best, nodes: solver.nodes })
}

/// The scores that still matter, `alpha` and below being assured to this side, `beta` and above denied by the other.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

struct Solver<P: Position, E> {
    history: History<P>,
    pruning: Pruning,
    evaluate: E,
    nodes: u64,
    /// At this count the search gives up; scores from then on are meaningless.
    nodes_max: u64,
}

impl<P: Position, E: Fn(&P) -> Score> Solver<P, E> {
    /// Returns the score of `mv` for the side that plays it.
    fn value_of(&mut self, position: &P, mv: P::Move, depth: Depth, window: Window) -> Score {
        let mut next = position.clone();
        self.history.play_unchecked(&mut next, mv);
        let value = -self.negamax(&next, depth - 1, Window { alpha: -window.beta, beta: -window.alpha });
        self.history.pop();
        value
    }

    fn negamax(&mut self, position: &P, depth: Depth, mut window: Window) -> Score {
        self.nodes += 1;
        if self.nodes > self.nodes_max {
            return Score::DRAW;
        }
        if let Some(outcome) = position.outcome(&self.history) {
            return score_of(outcome, position, self.history.len());
        }
        if depth <= 0 {
            return (self.evaluate)(position);
        }
        let mut best = -Score::INFINITE;
        for mv in position.legal_moves() {
            best = best.max(self.value_of(position, mv, depth, window));
            if self.pruning == Pruning::On {
                window.alpha = window.alpha.max(best);
                if window.alpha >= window.beta {
                    break;
                }
            }
        }
        best
    }
}

/// Returns the score of an outcome `ply` plies below the root for the side to move.
fn score_of<P: Position>(outcome: Outcome, position: &P, ply: usize) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(side) if side == position.side_to_move() => Score::mate_in(ply),
        Some(_) => Score::mated_in(ply),
    }
}
