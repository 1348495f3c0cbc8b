//! Plain negamax over any game: slow, short and easy to believe.
//!
//! It plays tic-tac-toe perfectly, shows what alpha-beta pruning saves (D. Knuth, R. Moore, "An Analysis of Alpha-Beta
//! Pruning", 1975), and at small depths checks the real searches. It orders no moves, keeps no table and never will.

use super::{History, Position};
use crate::base::{Depth, Outcome, Score};

/// Whether to skip what cannot change the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pruning {
    /// Visit everything.
    Off,
    /// Alpha-beta.
    On,
}

/// What the oracle found.
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
/// The path begins at `position`: what repeats an earlier position is not known here.
pub fn search<P: Position>(
    position: &P,
    depth: Depth,
    pruning: Pruning,
    evaluate: impl Fn(&P) -> Score,
) -> Solution<P::Move> {
    let mut oracle = Oracle { history: History::new(position.clone()), pruning, evaluate, nodes: 1 };
    if let Some(outcome) = position.outcome(&oracle.history) {
        return Solution { score: score_of(outcome, position, 0), best: Vec::new(), nodes: 1 };
    }
    if depth <= 0 {
        return Solution { score: (oracle.evaluate)(position), best: Vec::new(), nodes: 1 };
    }
    let mut score = -Score::INFINITE;
    let mut best = Vec::new();
    for mv in position.legal_moves() {
        // A window one point below the best keeps equal moves exact, so that all the best are found.
        let value = oracle.value_of(position, mv, depth, Window { alpha: score - 1, beta: Score::INFINITE });
        if value > score {
            score = value;
            best.clear();
        }
        if value == score {
            best.push(mv);
        }
    }
    Solution { score, best, nodes: oracle.nodes }
}

/// The scores that still matter, `alpha` and below being assured to this side, `beta` and above denied by the other.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

struct Oracle<P: Position, E> {
    history: History<P>,
    pruning: Pruning,
    evaluate: E,
    nodes: u64,
}

impl<P: Position, E: Fn(&P) -> Score> Oracle<P, E> {
    /// Plays `mv` on a copy of `position` and returns what it is worth to the side that plays it.
    fn value_of(&mut self, position: &P, mv: P::Move, depth: Depth, window: Window) -> Score {
        let mut next = position.clone();
        self.history.play_unchecked(&mut next, mv);
        let value = -self.negamax(&next, depth - 1, Window { alpha: -window.beta, beta: -window.alpha });
        self.history.pop();
        value
    }

    fn negamax(&mut self, position: &P, depth: Depth, mut window: Window) -> Score {
        self.nodes += 1;
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

/// Returns what an outcome `ply` plies below the root is worth to the side to move.
fn score_of<P: Position>(outcome: Outcome, position: &P, ply: usize) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(side) if side == position.side_to_move() => Score::mate_in(ply),
        Some(_) => Score::mated_in(ply),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Side;
    use crate::gomoku;

    /// Counts own neighbours of one's stones: any function of the position serves.
    fn crowding(position: &gomoku::Position) -> Score {
        let worth = |side| {
            let stones = |point: gomoku::Point| {
                let step =
                    |n| gomoku::Point::checked(point.column() + n, point.row()).and_then(|p| position.stone_at(p));
                i32::from(step(0) == Some(side)) + i32::from(step(0) == Some(side) && step(1) == Some(side)) * 3
            };
            position.points().map(stones).sum::<i32>()
        };
        Score(worth(position.side_to_move()) - worth(position.side_to_move().opponent()))
    }

    #[test]
    fn pruning_changes_nothing_but_the_count() {
        let setup = gomoku::Setup {
            black: ["b1", "c1", "d1", "b3"].map(|name| name.parse().expect("a point")).to_vec(),
            white: ["b2", "c2", "d2", "e3"].map(|name| name.parse().expect("a point")).to_vec(),
            side: Some(Side::First),
            ..gomoku::Setup::empty(5, gomoku::Rule::Renju)
        };
        let position = gomoku::Position::from_setup(setup).expect("nobody has five");
        for depth in 0..=4 {
            let plain = search(&position, depth, Pruning::Off, crowding);
            let pruned = search(&position, depth, Pruning::On, crowding);
            assert_eq!((plain.score, &plain.best), (pruned.score, &pruned.best), "depth {depth}");
            assert!(depth < 3 || pruned.nodes < plain.nodes, "depth {depth}");
            assert_eq!(
                plain.nodes,
                (0..=depth).map(|d| perft_until_the_end(&position, d)).sum::<u64>(),
                "depth {depth}"
            );
        }
    }

    fn perft_until_the_end(position: &gomoku::Position, depth: Depth) -> u64 {
        crate::position::perft::perft(position, depth as u32)
    }

    #[test]
    fn the_shortest_win_is_preferred() {
        let setup = gomoku::Setup {
            black: ["a1", "b1", "c1", "d1"].map(|name| name.parse().expect("a point")).to_vec(),
            white: ["a3", "b3", "c3", "d3"].map(|name| name.parse().expect("a point")).to_vec(),
            ..gomoku::Setup::empty(5, gomoku::Rule::Freestyle)
        };
        let position = gomoku::Position::from_setup(setup).expect("nobody has five");
        let solution = search(&position, 3, Pruning::On, |_| Score::DRAW);
        assert_eq!(solution.score, Score::mate_in(1));
        assert_eq!(solution.best, ["e1".parse().expect("a point")]);
    }
}
