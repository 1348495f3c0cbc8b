//! Quiescence search: captures, and all evasions when in check, until the static evaluation is reliable.

use super::continuation::NO_CONTINUATION;
use super::evaluator::Evaluator;
use super::feature::Feature;
use super::order::Picker;
use super::params::{DELTA_MARGIN, EXCHANGE_MARGIN};
use super::search::{Ended, Search, is_path_dependent};
use super::see;
use crate::base::Score;
use crate::base::depth::MAX_PLY;
use crate::position::Position as _;
use crate::search::{Bound, Control, TtEntry};
use crate::xiangqi::{Move, Position};

/// Quiet evasions searched once one of them does not lose.
const EVASIONS_MAX: usize = 3;

impl<E: Evaluator> Search<'_, E> {
    /// Returns the quiescence score of `position`, fail-soft. `with_checks` adds quiet checks at this ply.
    pub(super) fn quiesce(
        &mut self,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        with_checks: bool,
        ctl: &mut Control<'_>,
    ) -> Score {
        // Step 1. Stop, draw and repetition detection, deepest ply
        self.pv.clear(ply);
        if ctl.visit(ply) {
            return Score::DRAW;
        }
        match self.ended(position, ply) {
            Some(Ended::With(score)) => return score,
            Some(Ended::Pending { is_mover }) => return Ended::pending(is_mover, ply),
            None => {}
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(position);
        }

        // Step 2. Transposition table probe
        let key = self.table_key(position, ply);
        let tt_entry: Option<TtEntry<Move>> = self.probe(key, ply);
        let narrow = alpha + 1 == beta;
        if narrow && let Some(score) = tt_entry.and_then(|entry| entry.cutoff(0, alpha, beta)) {
            return score;
        }

        // Step 3. Stand pat, unless in check. A table bound sharpens the static evaluation
        let in_check = self.path.is_check();
        let raw_eval = if in_check {
            None
        } else {
            Some(tt_entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position)))
        };
        let eval = raw_eval.map(|eval| self.corrected(position, ply, eval));
        let mut best = eval.map_or(-Score::INFINITE, |eval| match tt_entry {
            Some(entry) if !entry.score.is_decisive() => entry.better_than(eval),
            _ => eval,
        });
        let original_alpha = alpha;
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);

        // Step 4. Captures with non-negative SEE; quiet checks at the first ply (~−8 Elo, but four mates); all evasions
        let table_move = tt_entry
            .and_then(|entry| entry.mv)
            .filter(|&mv| (in_check || position.captured(mv).is_some()) && position.is_legal(mv));
        let mut picker = if in_check {
            Picker::new(table_move, [None; 2], NO_CONTINUATION)
        } else {
            Picker::forcing(table_move, with_checks && self.uses(Feature::QuietChecks))
        };
        let mut best_move = None;
        let (mut move_count, mut quiets) = (0, 0);
        while let Some(mv) = picker.next(position, &self.histories) {
            move_count += 1;
            let captured = position.captured(mv);
            let check = picker.gives_check(position, mv);

            // Step 5. Late evasion pruning, delta pruning (~−8 Elo, but two mates), futility pruning by SEE
            if !best.is_loss() {
                if captured.is_none() && in_check {
                    quiets += 1;
                    if quiets > EVASIONS_MAX {
                        picker.skip_quiets();
                        continue;
                    }
                }
                if let (Some(eval), Some(piece)) = (eval, captured)
                    && !check
                    && self.uses(Feature::DeltaPruning)
                {
                    let hope = eval + see::value(piece.role) + DELTA_MARGIN;
                    if hope <= alpha {
                        best = best.max(hope);
                        continue;
                    }
                    let hope = eval + EXCHANGE_MARGIN;
                    if hope <= alpha && !see::wins_at_least(position, mv, 1) {
                        best = best.max(hope);
                        continue;
                    }
                }
            }

            // Step 6. Recursion
            let next_key = position.key_after(mv);
            self.table.prefetch(next_key ^ self.salt);
            // Copied in place: a function that returned the position would copy it twice.
            let mut next = *position;
            next.make_to(mv, next_key);
            self.push(position, mv, next_key, check, ply + 1);
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1, false, ctl);
            self.pop();
            if ctl.stopped() {
                return best;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.pv.raise(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        // Step 7. Checkmate, or transposition table store
        if in_check && move_count == 0 {
            return Score::mated_in(ply);
        }
        if !is_path_dependent(best) {
            let bound = if best >= beta { Bound::Lower } else { Bound::of(best, original_alpha, beta) };
            let pv = tt_entry.is_some_and(|entry| entry.pv);
            self.table.store(key, ply, &TtEntry { mv: best_move, score: best, eval: raw_eval, depth: 0, bound, pv });
        }
        best
    }
}
