//! The node function: plain negamax, with each idea as a step that a method may use.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::board::LabBoard;
use super::trace::{NodeFate, Recorder, SearchTree};
use super::{LabFigures, LabMethod};
use crate::base::{Depth, Key, Score};
use crate::search::{Bound, Stop, Window};

/// Most entries of the transposition table. Later positions are not stored.
const TABLE_MAX: usize = 1 << 20;
/// Nodes between two polls of `stop`.
const POLL: u64 = 1024;

#[derive(Clone, Copy)]
struct Entry<M> {
    depth: Depth,
    bound: Bound,
    /// Mate distances count from this node.
    score: Score,
    best: Option<M>,
}

/// One method's search of one position, depth by depth.
pub(super) struct LabSearch<'a, B: LabBoard> {
    board: B,
    method: LabMethod,
    table: HashMap<Key, Entry<B::Move>>,
    nodes_max: u64,
    stop: &'a Stop,
    /// Whether the search was stopped, so that its scores are void.
    halted: bool,
    figures: LabFigures,
    /// The PV from each ply on.
    lines: Vec<Vec<B::Move>>,
    /// The recorder of the tree, if one is wanted.
    pub recorder: Option<Recorder<B::Move>>,
}

impl<'a, B: LabBoard> LabSearch<'a, B> {
    /// Makes a search of at most `nodes_max` nodes a depth.
    pub fn new(board: B, method: LabMethod, nodes_max: u64, stop: &'a Stop) -> LabSearch<'a, B> {
        LabSearch {
            board,
            method,
            table: HashMap::new(),
            nodes_max,
            stop,
            halted: false,
            figures: LabFigures::default(),
            lines: Vec::new(),
            recorder: None,
        }
    }

    pub fn search(&mut self, depth: Depth) -> Option<Score> {
        (self.halted, self.figures) = (false, LabFigures::default());
        self.lines = vec![Vec::new(); depth.unsigned_abs() as usize + 2];
        let score = self.node(Window::FULL, depth, 0);
        (!self.halted).then_some(score)
    }

    /// Returns the PV of the last search in coordinates; empty if it was unfinished.
    pub fn line(&self) -> Vec<String> {
        if self.halted { Vec::new() } else { self.lines[0].iter().map(ToString::to_string).collect() }
    }

    /// Returns the counts of the last search.
    pub const fn figures(&self) -> &LabFigures {
        &self.figures
    }

    /// Returns the value of the present position: exact inside the window, a bound outside it (fail-soft).
    fn node(&mut self, window: Window, depth: Depth, ply: usize) -> Score {
        let Window { mut alpha, beta } = window;
        // Step 1. Count the node, unless the limit is reached
        self.lines[ply].clear();
        let nodes = self.figures.nodes;
        self.halted |= nodes >= self.nodes_max || (nodes.is_multiple_of(POLL) && self.stop.is_asked());
        if self.halted {
            return Score::DRAW;
        }
        self.figures.visit(ply);

        // Step 2. The end of the game, or of the depth
        if let Some(score) = self.board.end(ply) {
            self.figures.ends += 1;
            return self.close(score, NodeFate::Over);
        }
        if depth <= 0 {
            self.figures.leaves += 1;
            let score = self.board.judge();
            return self.close(score, NodeFate::Leaf);
        }

        // Step 3. Transposition table. Only entries of the same depth cut off, since deeper entries differ from minimax
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

        // Step 4. The moves, in board order or by likely value
        let mut moves = self.board.moves();
        if self.method.orders() {
            let first = known.and_then(|entry| entry.best);
            moves.sort_by_cached_key(|&mv| (Some(mv) != first, Reverse(self.board.promise(mv)), mv));
        }
        self.figures.interior += 1;
        self.figures.moves += moves.len() as u64;

        // Step 5. The move loop
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
                // Step 6. Beta cutoff
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

        // Step 7. Transposition table store
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

    /// Returns the value of the move just played, in its mover's view.
    fn value_of(&mut self, mv: B::Move, window: Window, depth: Depth, ply: usize, index: usize) -> Score {
        let Window { alpha, beta } = window;
        let null = Window { alpha, beta: alpha + 1 };
        if !self.method.prunes() {
            return self.child(mv, Window::FULL, depth, ply);
        }
        if !self.method.narrows() || index == 0 || beta <= null.beta {
            return self.child(mv, window, depth, ply);
        }
        // A null window only tests whether the move is better. A better move needs a second search for its value.
        let score = self.child(mv, null, depth, ply);
        if score <= alpha || score >= beta || self.halted {
            return score;
        }
        self.figures.researches += 1;
        self.child(mv, Window { alpha, beta }, depth, ply)
    }

    /// Searches the position after `mv`. The score is in the mover's view.
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

    /// Makes `mv` and the PV after it the PV from `ply` on.
    fn raise(&mut self, mv: B::Move, ply: usize) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// Records the end of a node and returns its score.
    fn close(&mut self, score: Score, fate: NodeFate) -> Score {
        if let Some(recorder) = &mut self.recorder {
            recorder.close(score, fate);
        }
        score
    }
}

/// Searches to `depth`, or less deep if the tree would exceed its node limit.
pub(super) fn tree<B: LabBoard>(board: &B, method: LabMethod, depth: Depth, stop: &Stop) -> SearchTree {
    let mut run = LabSearch::new(board.clone(), method, u64::MAX, stop);
    let mut found = Recorder::<B::Move>::new().finish(method, 0);
    for depth in 1..=depth {
        run.recorder = Some(Recorder::new());
        let score = run.search(depth);
        let recorder = run.recorder.take().expect("it was handed in");
        if score.is_none() {
            break;
        }
        found = recorder.finish(method, depth);
    }
    found
}
