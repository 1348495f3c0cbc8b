//! The root: its moves in their order, those that end the game, and what a person sees in a move without a search.

use super::ended::without_pending;
use super::{Node, Search};
use crate::base::{Depth, Score};
use crate::engine::xiangqi::evaluator::Evaluator;
use crate::engine::xiangqi::feature::Feature;
use crate::engine::xiangqi::params::*;
use crate::engine::xiangqi::perception;
use crate::search::{Control, RootMove, Searcher, Window};
use crate::xiangqi::{Move, Position};

/// Earlier turns of the same side at which a player may have noticed a move.
const TURNS: usize = 3;
impl<E: Evaluator> Searcher for Search<'_, E> {
    type Move = Move;

    /// Reductions and pruning can hide a shorter mate, so the search deepens to twice the mate's length.
    fn has_seen_all(&self, plies: Depth, depth: Depth) -> bool {
        2 * plies <= depth
    }

    fn static_look(&mut self, mv: Move) -> Score {
        if let Some((_, outcome)) = self.ends.iter().find(|(end, _)| *end == mv) {
            return self.outcome_score(*outcome);
        }
        let (before, key) = (self.root, self.root.key_after(mv));
        let mut after = before;
        after.make_to(mv, key);
        self.push(&before, mv, key, before.gives_check(mv), 1);
        let score = -self.evaluate(&after);
        self.pop();
        score
    }

    fn difficulty(&mut self, mv: Move, reply: Option<Move>) -> u32 {
        let path = &self.path;
        let earlier =
            |ply: usize| (1..=TURNS).map_while(move |turn| ply.checked_sub(2 * turn)).map(|ply| path.position_at(ply));
        let last = path.steps().last().map(|step| step.mv);
        match reply {
            None => perception::difficulty(&self.root, mv, last, earlier(path.len())),
            Some(reply) => {
                let mut after = self.root;
                after.make(mv);
                perception::difficulty(&after, reply, Some(mv), earlier(path.len() + 1))
            }
        }
    }

    fn repeats(&self, mv: Move) -> bool {
        self.path.occurrences_of(self.root.key_after(mv)) > 0
    }

    fn search_root(
        &mut self,
        roots: &mut [RootMove<Move>],
        depth: Depth,
        window: Window,
        ctl: &mut Control<'_>,
    ) -> Score {
        self.pv.clear(0);
        if ctl.visit(0) {
            return Score::DRAW;
        }
        self.root_depth = depth;
        let position = self.root;
        let eval = if self.path.is_check() { None } else { Some(self.evaluator.evaluate(&position)) };
        let eval = eval.map(|eval| self.corrected(&position, 0, eval));
        (self.entry(0).eval, self.entry(0).tt_pv) = (eval, true);
        self.nmp_min_ply = 0;
        self.entry(2).cutoff_count = 0;
        let (mut alpha, mut best) = (window.alpha, -Score::INFINITE);
        for (index, root) in roots.iter_mut().enumerate() {
            let before = ctl.nodes();
            let mv = root.mv;
            let score = match self.ends.iter().find(|(end, _)| *end == mv) {
                Some((_, outcome)) => {
                    self.pv.clear(1);
                    self.outcome_score(*outcome)
                }
                None => {
                    let node = Node { alpha, beta: window.beta, ply: 0, depth, is_cut: false, excluded: None };
                    self.root_move(&position, mv, index, &node, ctl)
                }
            };
            root.nodes += ctl.nodes() - before;
            if ctl.stopped() {
                return best;
            }
            best = best.max(score);
            if score > alpha {
                root.raise(score, self.pv.line(1));
                alpha = score;
                if score >= window.beta {
                    break;
                }
            }
        }
        best
    }
}

impl<E: Evaluator> Search<'_, E> {
    /// Searches the root move `mv`, the 0-based `index` in the list: PVS with late move reduction.
    fn root_move(&mut self, position: &Position, mv: Move, index: usize, node: &Node, ctl: &mut Control<'_>) -> Score {
        let Node { alpha, beta, depth, .. } = *node;
        let check = position.gives_check(mv);
        let mut score = alpha + 1;
        if index > 0 {
            let is_plain = position.captured(mv).is_none() && !check && !self.path.is_check();
            let late = if self.selective && self.uses(Feature::LateMoveReduction) && is_plain && depth >= 3 {
                self.reductions.of(depth, index as i32) / PLY
            } else {
                0
            };
            let reduced = (depth - 1 - late).max(1.min(depth - 1));
            score = self.child::<false>(position, mv, check, node.child(alpha, alpha + 1, reduced, true), ctl);
            if score > alpha && reduced < depth - 1 && !ctl.stopped() {
                score = self.child::<false>(position, mv, check, node.child(alpha, alpha + 1, depth - 1, true), ctl);
            }
        }
        if score > alpha && !ctl.stopped() {
            score = self.child::<true>(position, mv, check, node.child(alpha, beta, depth - 1, false), ctl);
        }
        if score > alpha { without_pending(score) } else { score }
    }
}
