//! The node function: principal variation search with pruning, reductions and extensions.
//!
//! A node function consists of numbered steps. The Elo behind a step is the result of a match of the whole engine
//! against the engine without that step; `docs/log/engines.md` lists each with its error.

use super::ended::{Ended, is_path_dependent};
use super::{BEFORE, Node, Search, StackEntry};
use crate::base::depth::MAX_PLY;
use crate::base::{Depth, Score};
use crate::engine::xiangqi::continuation::NO_PIECE_TO;
use crate::engine::xiangqi::evaluator::Evaluator;
use crate::engine::xiangqi::feature::Feature;
use crate::engine::xiangqi::order::{self, Picker, TriedMoves};
use crate::engine::xiangqi::params::*;
use crate::engine::xiangqi::see;
use crate::position::Position as _;
use crate::search::{Bound, Control, TtEntry};
use crate::xiangqi::{Move, Position, Square};

use arrayvec::ArrayVec;

/// Capacity of the lists of searched moves, which a cutoff penalizes in the histories.
const TRIED_MAX: usize = 48;

impl<E: Evaluator> Search<'_, E> {
    /// Searches the position after `mv` with the arguments `node`. The score is from the mover's view.
    pub(super) fn child<const PV: bool>(
        &mut self,
        position: &Position,
        mv: Move,
        check: bool,
        node: Node,
        ctl: &mut Control<'_>,
    ) -> Score {
        let key = position.key_after(mv);
        self.table.prefetch(key ^ self.salt);
        // Copied in place: a function that returned the position would copy it twice.
        let mut next = *position;
        next.make_to(mv, key);
        self.push(position, mv, key, check, node.ply);
        let score = -self.node::<PV>(&next, node, ctl);
        self.pop();
        score
    }

    /// Returns the score of `position` from the side to move's view, fail-soft.
    fn node<const PV: bool>(&mut self, position: &Position, node: Node, ctl: &mut Control<'_>) -> Score {
        let Node { alpha, beta, ply, depth, .. } = node;

        // Step 1. Leaves: quiescence search
        if depth <= 0 && self.selective {
            return self.quiesce(position, alpha, beta, ply, true, ctl);
        }

        // Step 2. Stop, draw and repetition detection, deepest ply
        self.pv.clear(ply);
        if ctl.visit(ply) {
            return Score::DRAW;
        }
        match self.ended(position, ply) {
            None => self.interior::<PV>(position, node, ctl),
            Some(Ended::With(score)) => score,
            Some(Ended::Pending { is_mover }) => self.pending(position, is_mover, node, ctl),
        }
    }

    /// Returns the score of a pending repetition: a draw, or a loss of the side at fault, which moves if `is_mover`.
    ///
    /// The other moves of that side were searched at the first occurrence, so only a draw is new here. A null-window
    /// search looks for it, if it is of use and deep enough to see the third occurrence. A full search would let checks
    /// push every threat beyond the horizon. The loss is a bound that no table keeps ([`is_path_dependent`]); a draw in
    /// its place would be kept, and hide wins that begin with checks.
    #[inline(never)]
    fn pending(&mut self, position: &Position, is_mover: bool, node: Node, ctl: &mut Control<'_>) -> Score {
        let (lost, draw) = (Ended::pending(is_mover, node.ply), self.draw(node.ply));
        let is_useless = if is_mover { node.alpha >= draw } else { node.beta <= draw };
        if is_useless || node.depth < PENDING_DEPTH {
            return lost;
        }
        let (alpha, beta) = if is_mover { (draw - 1, draw) } else { (draw, draw + 1) };
        let score = self.interior::<false>(position, Node { alpha, beta, ..node }, ctl);
        let is_drawn = if is_mover { score >= draw } else { score <= draw };
        if is_drawn { draw } else { lost }
    }

    /// Searches the position of a node that is being searched once more: without a move, or to verify a cutoff.
    fn again(&mut self, position: &Position, node: Node, ctl: &mut Control<'_>) -> Score {
        self.pv.clear(node.ply);
        if ctl.visit(node.ply) { Score::DRAW } else { self.interior::<false>(position, node, ctl) }
    }

    /// Returns the score of a position that has not ended, as [`Search::node`].
    fn interior<const PV: bool>(&mut self, position: &Position, mut node: Node, ctl: &mut Control<'_>) -> Score {
        let Node { mut alpha, mut beta, ply, mut depth, is_cut, excluded } = node;
        if ply >= MAX_PLY - 1 || depth <= 0 {
            return self.evaluator.evaluate(position);
        }

        // Step 3. Mate distance pruning (~2 Elo): no line below is shorter than a mate in one
        if self.uses(Feature::MateDistance) {
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
            (node.alpha, node.beta) = (alpha, beta);
        }

        // Step 4. Transposition table probe (~170 Elo)
        let key = self.table_key(position, ply);
        let tt_entry: Option<TtEntry<Move>> = if excluded.is_none() { self.probe(key, ply) } else { None };
        ctl.statistics.probes += u64::from(excluded.is_none());
        ctl.statistics.hits += u64::from(tt_entry.is_some());
        if !PV
            && self.selective
            && let Some(score) = tt_entry.and_then(|entry| entry.cutoff(depth, alpha, beta))
        {
            if score >= beta {
                self.update_from_tt_cutoff(position, ply, tt_entry.and_then(|entry| entry.mv), depth);
            }
            return score;
        }
        let table_move = tt_entry.map_or_else(|| self.free_move(position, key, ply), |entry| entry.mv);
        let table_move = table_move.filter(|&mv| position.is_legal(mv));

        // Step 5. Static evaluation with correction history (~14 Elo); the table stores the uncorrected value
        let in_check = self.path.is_check();
        let raw_eval = match tt_entry.and_then(|entry| entry.eval) {
            _ if in_check || excluded.is_some() => None,
            Some(eval) => Some(eval),
            None => Some(self.evaluate(position)),
        };
        let eval = if excluded.is_some() {
            self.entry(ply).eval
        } else {
            raw_eval.map(|eval| self.corrected(position, ply, eval))
        };
        self.entry(ply).eval = eval;
        if excluded.is_none() {
            self.entry(ply).tt_pv = PV || tt_entry.is_some_and(|entry| entry.pv);
            self.entry(ply).double_extensions = self.entry(ply - 1).double_extensions;
        }
        self.entry(ply + 2).cutoff_count = 0;
        self.histories.killers.clear(ply + 2);

        // Step 6. Improving (~106 Elo): is the static evaluation higher than two plies ago?
        let improving = self.uses(Feature::Improving)
            && match (eval, self.stack[ply + BEFORE - 2].eval) {
                (Some(now), Some(before)) => now > before,
                (Some(_), None) => true,
                (None, _) => false,
            };

        // Steps 7 to 10. Whole-node pruning. A table bound sharpens the static evaluation.
        if !PV && self.selective && excluded.is_none() && !(alpha.is_decisive() || beta.is_decisive()) {
            let estimate = eval.map(|eval| tt_entry.map_or(eval, |entry| entry.better_than(eval)));

            // Step 7. Reverse futility pruning (~45 Elo)
            if self.uses(Feature::ReverseFutility)
                && depth <= REVERSE_FUTILITY_DEPTH
                && let Some(estimate) = estimate
                && !estimate.is_decisive()
            {
                let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving)).max(0);
                if estimate - margin >= beta {
                    return beta + (estimate - beta).0 * REVERSE_FUTILITY_SHARE / 16;
                }
            }

            let is_open = beta.0.abs() < DECIDED;

            // Step 8. Null move pruning: a side that fails high without moving fails high with a move
            if self.uses(Feature::NullMove)
                && is_cut
                && is_open
                && depth >= NULL_DEPTH
                && ply >= self.nmp_min_ply
                && self.entry(ply - 1).mv.is_some()
                && let (Some(eval), Some(estimate)) = (eval, estimate)
                && estimate >= beta
                && eval + NULL_SLOPE * depth >= beta + NULL_MARGIN
                && see::has_pieces(position, position.side_to_move())
                && let Some(score) = self.pass(position, &node, estimate, ctl)
            {
                return score;
            }

            // Step 9. ProbCut: a capture exceeds beta by a margin in a shallower search
            if self.uses(Feature::ProbCut)
                && is_open
                && depth >= PROBCUT_DEPTH
                && let Some(eval) = eval
            {
                let goal = beta + PROBCUT_MARGIN - if improving { PROBCUT_IMPROVING } else { 0 };
                let is_denied =
                    tt_entry.is_some_and(|entry| entry.depth > depth - PROBCUT_REDUCTION && entry.score < goal);
                let entry =
                    TtEntry { mv: table_move, score: goal, eval: raw_eval, depth, bound: Bound::Lower, pv: false };
                if !is_denied && let Some(score) = self.probcut(position, &node, &entry, eval, ctl) {
                    return score;
                }
            }

            // Step 10. Small ProbCut: a shallower table bound exceeds beta by a margin
            if self.uses(Feature::ProbCut)
                && is_open
                && let Some(entry) = tt_entry
                && entry.bound != Bound::Upper
                && entry.depth >= depth - PROBCUT_REDUCTION
                && entry.score >= beta + TABLE_MARGIN
                && !entry.score.is_decisive()
            {
                return beta + TABLE_MARGIN;
            }
        }

        // Step 11. Internal iterative reduction: without a table move the ordering is poor; the next iteration has one
        if self.uses(Feature::InternalReduction)
            && self.selective
            && (PV || is_cut)
            && depth >= INTERNAL_REDUCTION_DEPTH
            && table_move.is_none()
            && beta.0.abs() < DECIDED
            && excluded.is_none()
        {
            depth -= 1;
        }

        // Step 12. Staged move picker, ordered by histories (butterfly ~77 Elo, continuation ~40 Elo)
        let original_alpha = alpha;
        let continuation = self.continuation(ply);
        let mut picker = Picker::new(table_move, self.histories.killers.at(ply), continuation);
        let selects = self.selective && see::has_pieces(position, position.side_to_move());
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let mut move_count = 0;
        let [mut quiets, mut captures] = [const { ArrayVec::<Move, TRIED_MAX>::new_const() }; 2];
        let tt_pv = self.entry(ply).tt_pv;
        while let Some(mv) = picker.next(position, &self.histories) {
            if Some(mv) == excluded {
                continue;
            }
            move_count += 1;
            let is_quiet = position.captured(mv).is_none();
            let check = picker.gives_check(position, mv);

            // Step 13. Mate distance pruning of moves: only a mate in one beats the known mate, so a move that neither
            // checks nor stalemates is skipped
            if self.uses(Feature::MateDistance)
                && alpha >= Score::mate_in(ply + 3)
                && !check
                && leaves_a_move(position, mv)
            {
                best = best.max(alpha);
                continue;
            }

            // Step 14. Late move reduction by node type, in 1024ths of a ply
            let mut reduction = self.reductions.of(depth, move_count);
            if !PV {
                reduction += REDUCTION_OFF_PV;
            }
            if is_cut {
                reduction += REDUCTION_CUT;
            }
            if !improving {
                reduction += REDUCTION_NOT_IMPROVING;
            }
            if self.uses(Feature::TtPv) && tt_pv {
                reduction -= REDUCTION_TT_PV;
            }
            if self.uses(Feature::CutoffReduction) && self.entry(ply + 1).cutoff_count > CUTOFF_COUNT {
                reduction += REDUCTION_CUTOFF_COUNT;
            }

            // Step 15. Late move pruning (~133 Elo) and futility pruning (~20 Elo). Neither applies once alpha is a mate,
            // which static scores cannot beat.
            let may_drop = selects && !check && !best.is_loss() && !alpha.is_win();
            if may_drop && is_quiet {
                let shallow = (depth - reduction / PLY).max(0);
                let enough = (LATE_MOVE_BASE + depth * depth) / if improving { 1 } else { 2 };
                let is_late = self.uses(Feature::LateMovePruning) && depth <= LATE_MOVE_DEPTH && move_count > enough;
                let is_futile = self.uses(Feature::Futility)
                    && shallow <= FUTILITY_DEPTH
                    && eval.is_some_and(|eval| eval + FUTILITY_BASE + FUTILITY_MARGIN * shallow <= alpha);
                if is_late || is_futile {
                    // The remaining quiet moves are later and no less futile: search their checks only.
                    picker.only_checks(position);
                    continue;
                }
            }

            // Step 16. SEE pruning (~21 Elo)
            if may_drop {
                let margin = if is_quiet { SEE_QUIET } else { SEE_CAPTURE };
                let prunes = self.uses(Feature::SeePruning) && depth <= SEE_DEPTH;
                if prunes && !see::wins_at_least(position, mv, -margin * depth) {
                    continue;
                }
            }
            let history = if is_quiet { self.histories.quiet(position, mv, continuation) } else { 0 };

            // Step 17. Extensions: singular (~23 Elo) with double extension, multi-cut and negative extension; check
            // (~15 Elo)
            let may_extend = self.selective && ply < 2 * self.root_depth as usize;
            let mut extension = 0;
            if may_extend {
                if let Some(entry) = tt_entry.filter(|_| Some(mv) == table_move && excluded.is_none())
                    && self.uses(Feature::Singular)
                    && depth >= SINGULAR_DEPTH
                    && entry.bound != Bound::Upper
                    && entry.depth >= depth - 3
                    && !entry.score.is_decisive()
                {
                    let target = entry.score - SINGULAR_MARGIN * depth;
                    let others =
                        Node { alpha: target - 1, beta: target, depth: (depth - 1) / 2, excluded: Some(mv), ..node };
                    let others = self.again(position, others, ctl);
                    if ctl.stopped() {
                        return best;
                    }
                    if others < target {
                        extension = 1;
                        if !PV
                            && others < target - DOUBLE_MARGIN
                            && self.entry(ply).double_extensions < DOUBLE_EXTENSIONS_MAX
                        {
                            extension = 2;
                            self.entry(ply).double_extensions += 1;
                        }
                    } else if target >= beta {
                        // Multi-cut: a second move beats beta as well.
                        return target;
                    } else if entry.score >= beta {
                        // Negative extension: a second move probably beats beta.
                        extension = -2;
                    } else if is_cut {
                        extension = -1;
                    }
                } else if check && self.uses(Feature::CheckExtension) && see::wins_at_least(position, mv, 0) {
                    extension = 1;
                }
            }

            // Step 18. Late move reduction (~133 Elo): null window search at reduced depth
            let mut new_depth = depth - 1 + extension;
            self.entry(ply).move_count = move_count;
            let mut score = -Score::INFINITE;
            let mut full = !PV || move_count > 1;
            if self.selective
                && self.uses(Feature::LateMoveReduction)
                && depth >= REDUCTION_DEPTH
                && move_count > 1 + i32::from(PV)
            {
                let record = if is_quiet {
                    history * PLY / REDUCTION_HISTORY
                } else {
                    self.histories.capture(position, mv) * PLY / REDUCTION_CAPTURE
                };
                let mut less = (reduction - record) / PLY;
                if check || in_check {
                    less -= 1;
                }
                if !is_quiet {
                    less -= 1;
                }
                let reduced = (new_depth - less).clamp(1.min(new_depth), new_depth);
                score = self.child::<false>(position, mv, check, node.child(alpha, alpha + 1, reduced, true), ctl);
                full = score > alpha && reduced < new_depth;
                if full && !ctl.stopped() {
                    // Re-search deeper or shallower, by how far the score exceeds the best one.
                    if score > best + DEEPER_MARGIN + 2 * new_depth {
                        new_depth += 1;
                    } else if score < best + new_depth {
                        new_depth -= 1;
                    }
                    full = reduced < new_depth;
                }
            }

            // Step 19. Principal variation search: null window, then the full window if the score is inside
            if full {
                score = self.child::<false>(position, mv, check, node.child(alpha, alpha + 1, new_depth, !is_cut), ctl);
            }
            if PV && (move_count == 1 || score > alpha) {
                score = self.child::<true>(position, mv, check, node.child(alpha, beta, new_depth, false), ctl);
            }
            if ctl.stopped() {
                return best;
            }

            // Step 20. A new best move, or a cutoff
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if PV {
                        self.pv.raise(ply, mv);
                    }
                    if score >= beta {
                        let cutoff_count = &mut self.entry(ply).cutoff_count;
                        *cutoff_count = cutoff_count.saturating_add(1);
                        ctl.statistics.cutoffs += 1;
                        ctl.statistics.first_cutoffs += u64::from(move_count == 1);
                        break;
                    }
                    // Later moves seldom raise alpha again.
                    if self.selective && RAISED_DEPTHS.contains(&depth) && score.0.abs() < DECIDED {
                        depth -= 1;
                    }
                }
            }
            // Moves beyond the list's capacity get no malus.
            let tried = if is_quiet { &mut quiets } else { &mut captures };
            if !tried.is_full() {
                tried.push(mv);
            }
        }

        // Step 21. Mate and stalemate
        if move_count == 0 {
            // Xiangqi scores stalemate as a loss.
            return if excluded.is_some() { alpha } else { Score::mated_in(ply) };
        }

        // Step 22. History updates: bonus and malus after a cutoff, bonus for the prior move after a fail-low
        let is_quiet = best_move.is_none_or(|mv| position.captured(mv).is_none());
        if best >= beta
            && let Some(mv) = best_move
        {
            if is_quiet && self.uses(Feature::Killers) {
                self.histories.killers.push(ply, mv);
            }
            self.histories.update(
                position,
                mv,
                TriedMoves { quiets: &quiets, captures: &captures },
                continuation,
                depth,
            );
        } else if best <= original_alpha && excluded.is_none() && self.uses(Feature::Unrefuted) {
            self.reward_prior_move(position, ply, order::bonus(depth) / 2);
        }
        if self.selective && best >= beta && !best.is_decisive() && !beta.is_decisive() {
            // Shrink the surplus over beta: the shallower the search, the less reliable it is.
            best = Score((best.0 * depth + beta.0) / (depth + 1));
        }
        if best <= original_alpha && depth > 3 && excluded.is_none() && self.entry(ply - 1).tt_pv {
            self.entry(ply).tt_pv = true;
        }

        // Step 23. Transposition table store, correction history update
        if excluded.is_none() && !is_path_dependent(best) {
            let bound = if best >= beta { Bound::Lower } else { Bound::of(best, original_alpha, beta) };
            let pv = self.entry(ply).tt_pv;
            self.table.store(key, ply, &TtEntry { mv: best_move, score: best, eval: raw_eval, depth, bound, pv });
            if let Some(eval) = eval
                && is_quiet
                && !best.is_decisive()
                && bound.contradicts(best, eval)
            {
                let StackEntry { correction_keys, continuation_key, .. } = *self.entry(ply);
                let side = position.side_to_move();
                self.histories.corrections.update(&correction_keys, continuation_key, side, eval, best, depth);
            }
        }
        best
    }

    /// Null move pruning. Returns a score of at least beta if the node fails high after a null move.
    // Out of line, as `probcut`, so that other nodes do not reserve its locals on the stack.
    #[inline(never)]
    fn pass(&mut self, position: &Position, node: &Node, estimate: Score, ctl: &mut Control<'_>) -> Option<Score> {
        let Node { beta, ply, depth, .. } = *node;
        let surplus = ((estimate - beta).0 / NULL_SURPLUS).min(NULL_SURPLUS_MAX);
        let reduced = depth - NULL_REDUCTION - depth / NULL_DEPTH_SHARE - surplus;
        let next = position.passed();
        let entry = self.entry(ply);
        (entry.mv, entry.piece_to, entry.is_quiet) = (None, NO_PIECE_TO, false);
        let correction_keys = entry.correction_keys;
        (self.entry(ply + 1).correction_keys, self.entry(ply + 1).continuation_key) = (correction_keys, 0);
        self.evaluator.push();
        // The move is a placeholder: a null move is irreversible, so repetition detection never reads it.
        self.path.push(Move::new(Square::ALL[0], Square::ALL[1]), true, next.key(), false);
        let score = -self.node::<false>(&next, node.child(beta - 1, beta, reduced, false), ctl);
        self.pop();
        if ctl.stopped() {
            return Some(score);
        }
        if score < beta {
            return None;
        }
        // A mate found after a null move is unproven.
        let score = if score.is_win() { beta } else { score };
        if self.nmp_min_ply > 0 || depth < NULL_VERIFIED {
            return Some(score);
        }
        // Verification search against zugzwang, at high depth only.
        self.nmp_min_ply = ply + (3 * reduced.max(0) / 4) as usize + 1;
        let again = Node { alpha: beta - 1, depth: reduced.max(1), is_cut: false, ..*node };
        let verified = self.again(position, again, ctl);
        self.nmp_min_ply = 0;
        (verified >= beta || ctl.stopped()).then_some(score)
    }

    /// ProbCut. Returns a score of at least beta if a capture reaches the score of `goal` in a shallower search, and
    /// stores that result in the table.
    #[inline(never)]
    fn probcut(
        &mut self,
        position: &Position,
        node: &Node,
        goal: &TtEntry<Move>,
        eval: Score,
        ctl: &mut Control<'_>,
    ) -> Option<Score> {
        let Node { ply, beta, depth, is_cut, .. } = *node;
        let gain = (goal.score - eval).0.max(0);
        let mut picker = Picker::forcing(goal.mv.filter(|&mv| position.captured(mv).is_some()), false);
        while let Some(mv) = picker.next(position, &self.histories) {
            if !see::wins_at_least(position, mv, gain) {
                continue;
            }
            let check = picker.gives_check(position, mv);
            let ask = |depth: Depth| node.child(goal.score - 1, goal.score, depth, !is_cut);
            let mut score = self.child::<false>(position, mv, check, ask(0), ctl);
            if score >= goal.score && !ctl.stopped() {
                score = self.child::<false>(position, mv, check, ask(depth - PROBCUT_REDUCTION), ctl);
            }
            if ctl.stopped() {
                return Some(score);
            }
            if score >= goal.score {
                if !is_path_dependent(score) {
                    let pv = self.entry(ply).tt_pv;
                    let entry = TtEntry { mv: Some(mv), score, depth: depth - PROBCUT_REDUCTION + 1, pv, ..*goal };
                    self.table.store(self.table_key(position, ply), ply, &entry);
                }
                return Some(if score.is_decisive() { score } else { score - (goal.score - beta).0 });
            }
        }
        None
    }

    /// Updates the histories after a table cutoff: bonus for the table move `mv`, malus for an early prior move.
    #[inline(never)]
    fn update_from_tt_cutoff(&mut self, position: &Position, ply: usize, mv: Option<Move>, depth: Depth) {
        let Some(mv) = mv.filter(|&mv| position.is_legal(mv)) else { return };
        if position.captured(mv).is_none() {
            let continuation = self.continuation(ply);
            self.histories.update_quiet(position, mv, continuation, order::bonus(depth) / 2);
        }
        let StackEntry { piece_to, is_quiet, move_count, .. } = *self.entry(ply - 1);
        if is_quiet && move_count <= EARLY && ply > 1 {
            // The prior move was ordered early and is refuted.
            let continuation = self.continuation(ply - 1);
            self.histories.update_continuation(piece_to, continuation, -order::bonus(depth + 1) / 2);
        }
    }

    /// Adds a bonus to the quiet move that led to `position` at `ply`.
    fn reward_prior_move(&mut self, position: &Position, ply: usize, bonus: i32) {
        if let StackEntry { mv: Some(mv), piece_to, is_quiet: true, .. } = *self.entry(ply - 1)
            && ply > 1
        {
            let continuation = self.continuation(ply - 1);
            self.histories.update_move(!position.side_to_move(), mv, piece_to, continuation, bonus);
        }
    }
}

/// Returns whether the opponent has a legal reply to `mv`.
fn leaves_a_move(position: &Position, mv: Move) -> bool {
    let mut next = *position;
    next.make(mv);
    next.count_legal_moves() > 0
}
