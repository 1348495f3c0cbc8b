//! Plain negamax for any game: slow, short and obviously correct.
//!
//! It plays tic-tac-toe perfectly, shows the savings of alpha-beta pruning (D. Knuth, R. Moore, "An Analysis of
//! Alpha-Beta Pruning", 1975), and verifies the real searches at small depths. It has no move ordering and no table on
//! purpose.

use super::{History, Position};
use crate::base::{Depth, Score};

/// Whether to prune moves that cannot change the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pruning {
    /// Visits every position to the depth.
    Off,
    /// Alpha-beta pruning, with the same result.
    On,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The score of the root, side to move's view.
    pub score: Score,
    /// All moves with that score, in the order of the legal list; empty for a finished game.
    pub best: Vec<M>,
    /// Visited positions, the root included.
    pub nodes: u64,
}

/// Solves a game of bounded length completely.
pub fn solve<P: Position>(position: &P, pruning: Pruning) -> Solution<P::Move> {
    search(position, Depth::MAX, pruning, |_| Score::DRAW)
}

/// Searches `depth` plies. At the horizon `evaluate` returns the score, side to move's view.
///
/// The path starts at `position`, so repetitions of earlier positions are unknown.
pub fn search<P: Position>(
    position: &P,
    depth: Depth,
    pruning: Pruning,
    evaluate: impl Fn(&P) -> Score,
) -> Solution<P::Move> {
    search_within(position, depth, pruning, u64::MAX, evaluate).expect("no search visits as many positions")
}

/// Searches like [`search`] with at most `nodes_max` positions; `None` if they do not suffice.
pub fn search_within<P: Position>(
    position: &P,
    depth: Depth,
    pruning: Pruning,
    nodes_max: u64,
    evaluate: impl Fn(&P) -> Score,
) -> Option<Solution<P::Move>> {
    let mut solver = Solver { history: History::new(position.clone()), pruning, evaluate, nodes: 1, nodes_max };
    if let Some(outcome) = position.outcome(&solver.history) {
        return Some(Solution { score: outcome.score(position.side_to_move(), 0), best: Vec::new(), nodes: 1 });
    }
    if depth <= 0 {
        return Some(Solution { score: (solver.evaluate)(position), best: Vec::new(), nodes: 1 });
    }
    let mut score = -Score::INFINITE;
    let mut best = Vec::new();
    for mv in position.legal_moves() {
        // A window one point below the best score keeps equal moves exact, so that all best moves are found.
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

/// The window: this side already has `alpha` elsewhere, and the other side prevents `beta`.
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
    /// The search aborts at this count, and its scores are void from then on.
    nodes_max: u64,
}

impl<P: Position, E: Fn(&P) -> Score> Solver<P, E> {
    /// Returns the score of `mv`, in the mover's view.
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
            return outcome.score(position.side_to_move(), self.history.len());
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
