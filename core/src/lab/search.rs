//! The node function: plain negamax, and every idea a step of its own that a method has or has not.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::board::LabBoard;
use super::trace::{NodeFate, Recorder};
use super::{Figures, LabMethod, Measure};
use crate::base::{Depth, Key, Score};
use crate::search::{Bound, Stop, Window};

/// The most positions that the transposition table keeps; later ones are searched without it.
const TABLE_MAX: usize = 1 << 20;
/// Nodes between two looks whether to stop.
const POLL: u64 = 1024;

/// What the transposition table knows of a position.
#[derive(Clone, Copy)]
struct Entry<M> {
    depth: Depth,
    bound: Bound,
    /// With the distance of a mate from the position.
    score: Score,
    best: Option<M>,
}

/// One method at work on one position: depth after depth, with what it remembers.
pub(super) struct LabSearch<'a, B: LabBoard> {
    board: B,
    method: LabMethod,
    table: HashMap<Key, Entry<B::Move>>,
    nodes_max: u64,
    nodes: u64,
    stop: &'a Stop,
    /// Whether the search was broken off; what is returned then means nothing.
    halted: bool,
    figures: Figures,
    /// The best line from each ply on.
    lines: Vec<Vec<B::Move>>,
    /// Where the tree is written down, if it is.
    pub recorder: Option<Recorder<B::Move>>,
}

impl<'a, B: LabBoard> LabSearch<'a, B> {
    /// Prepares to search with at most `nodes_max` nodes a depth.
    pub fn new(board: B, method: LabMethod, nodes_max: u64, stop: &'a Stop) -> LabSearch<'a, B> {
        LabSearch {
            board,
            method,
            table: HashMap::new(),
            nodes_max,
            nodes: 0,
            stop,
            halted: false,
            figures: Figures::default(),
            lines: Vec::new(),
            recorder: None,
        }
    }

    /// Searches to `depth`.
    pub fn search(&mut self, depth: Depth) -> Measure {
        (self.nodes, self.halted, self.figures) = (0, false, Figures::default());
        self.lines = vec![Vec::new(); depth.unsigned_abs() as usize + 2];
        let score = self.node(Window::FULL, depth, 0);
        let score = (!self.halted).then_some(score);
        let line = if score.is_some() { std::mem::take(&mut self.lines[0]) } else { Vec::new() };
        Measure {
            method: self.method,
            depth,
            score,
            line: line.iter().map(ToString::to_string).collect(),
            figures: std::mem::take(&mut self.figures),
        }
    }

    /// Returns the value of the present position: exact inside the window, a bound outside of it (fail-soft).
    fn node(&mut self, window: Window, depth: Depth, ply: usize) -> Score {
        let Window { mut alpha, beta } = window;
        // TreeNode 1. Count the node, unless there have been enough
        self.lines[ply].clear();
        self.halted |= self.nodes >= self.nodes_max || (self.nodes.is_multiple_of(POLL) && self.stop.is_asked());
        if self.halted {
            return Score::DRAW;
        }
        self.nodes += 1;
        self.figures.visit(ply);

        // TreeNode 2. The end of the game, or of the depth
        if let Some(score) = self.board.end(ply) {
            self.figures.ends += 1;
            return self.close(score, NodeFate::Over);
        }
        if depth <= 0 {
            self.figures.leaves += 1;
            let score = self.board.judge();
            return self.close(score, NodeFate::Leaf);
        }

        // TreeNode 3. The transposition table. Only what was searched to the same depth answers: with deeper entries the value
        // would be another one than that of plain minimax.
        let key = self.board.key();
        let mut known = None;
        if self.method.hashes() {
            self.figures.probes += 1;
            known = self.table.get(&key).copied();
            self.figures.hits += u64::from(known.is_some());
        }
        if let Some(entry) = known.filter(|entry| entry.depth == depth && ply > 0) {
            let score = entry.score.from_tt(ply);
            if entry.bound.cuts(score, alpha, beta) {
                self.figures.hash_cutoffs += 1;
                self.lines[ply].extend(entry.best);
                return self.close(score, NodeFate::Known);
            }
        }

        // TreeNode 4. The moves, in the order of the board or the likely good ones first
        let mut moves = self.board.moves();
        if self.method.orders() {
            let first = known.and_then(|entry| entry.best);
            moves.sort_by_cached_key(|&mv| (Some(mv) != first, Reverse(self.board.promise(mv)), mv));
        }
        self.figures.interior += 1;
        self.figures.moves += moves.len() as u64;

        // TreeNode 5. Every move, until one is too good
        let (floor, mut best) = (alpha, -Score::INFINITE);
        let mut best_move = None;
        for (index, &mv) in moves.iter().enumerate() {
            self.board.play(mv);
            let score = self.value_of(mv, Window { alpha, beta }, depth, ply, index);
            self.board.undo();
            if self.halted {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                best_move = Some(mv);
                if score > alpha || !self.method.prunes() {
                    self.raise(mv, ply);
                }
            }
            if !self.method.prunes() {
                continue;
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                // TreeNode 6. A beta cut-off: the opponent has something better before
                let left = &moves[index + 1..];
                self.figures.cutoffs += 1;
                self.figures.first_cutoffs += u64::from(index == 0);
                self.figures.pruned += left.len() as u64;
                if let Some(recorder) = &mut self.recorder {
                    recorder.cut(left);
                }
                break;
            }
        }

        // TreeNode 7. Remember it
        let bound = Bound::of(best, floor, beta);
        if self.method.hashes() && (self.table.len() < TABLE_MAX || known.is_some()) {
            self.table.insert(key, Entry { depth, bound, score: best.to_tt(ply), best: best_move });
        }
        let fate = match bound {
            Bound::Lower if self.method.prunes() => NodeFate::Cut,
            Bound::Upper if self.method.prunes() => NodeFate::Low,
            _ => NodeFate::Exact,
        };
        self.close(best, fate)
    }

    /// Returns the value of the move just played, for the side that played it.
    fn value_of(&mut self, mv: B::Move, window: Window, depth: Depth, ply: usize, index: usize) -> Score {
        let Window { alpha, beta } = window;
        let null = Window { alpha, beta: alpha + 1 };
        if !self.method.prunes() {
            return self.child(mv, Window::FULL, depth, ply);
        }
        if !self.method.narrows() || index == 0 || beta <= null.beta {
            return self.child(mv, window, depth, ply);
        }
        // A null window asks no more than whether the move is better; only one that is has to tell its value.
        let score = self.child(mv, null, depth, ply);
        if score <= alpha || score >= beta || self.halted {
            return score;
        }
        self.figures.researches += 1;
        self.child(mv, Window { alpha, beta }, depth, ply)
    }

    /// Searches the position after `mv`; the score is that of the side that played it.
    fn child(&mut self, mv: B::Move, window: Window, depth: Depth, ply: usize) -> Score {
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(mv, window);
            self.halted |= recorder.is_full();
        }
        let score = -self.node(Window { alpha: -window.beta, beta: -window.alpha }, depth - 1, ply + 1);
        if let Some(recorder) = &mut self.recorder {
            recorder.leave();
        }
        score
    }

    /// Makes `mv` and the line after it the best line from `ply` on.
    fn raise(&mut self, mv: B::Move, ply: usize) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// Writes down how a node ended, and returns its score.
    fn close(&mut self, score: Score, fate: NodeFate) -> Score {
        if let Some(recorder) = &mut self.recorder {
            recorder.close(score, fate);
        }
        score
    }
}
