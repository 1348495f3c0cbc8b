//! The node function: principal variation search over threats.
//!
//! Fives, fours and straight fours are decided without a search. Answers to a four cost no depth. Against a threatened
//! straight four the search tries only fours and the points that may stop it. Leaves run a VCF search first.
//!
//! The steps of a node are numbered, from `node` through `search` to `move_loop`. The Elo of a step comes from a match
//! of the whole engine against one without the step; `docs/log/engines.md` lists the errors.

use super::correction::Corrections;
use super::evaluator::Evaluator;
use super::facts::RootFacts;
use super::feature::Feature;
use super::field::Field;
use super::levels::TacticalVision;
use super::order::{Candidates, ContinuationRows, Histories, Picker, is_quiet};
use super::params::{
    CUTOFF_COUNT, FUTILITY, FUTILITY_BASE, FUTILITY_DEPTH, IN_PERIL, INTERNAL_DEPTH, LEAF_NODES, MOVES_BASE, MOVES_MAX,
    MOVES_STEP, RAZOR, RAZOR_BASE, RAZOR_DEPTH, REDUCTION_BASE, REDUCTION_BUTTERFLY, REDUCTION_CONTINUATION,
    REDUCTION_DIVISOR, REDUCTION_NOT_IMPROVING, REVERSE_FUTILITY, REVERSE_FUTILITY_DEPTH, ROOT_NODES, SINGULAR_DEPTH,
    SINGULAR_MARGIN,
};
use super::threats::{self, Points, Urgency};
use super::vcf::{self, AttackResult, VcfSolver};
use super::vct;
use crate::base::depth::MAX_PLY;
use crate::base::{Depth, Key, Score};
use crate::engine::EngineRequest;
use crate::gomoku::pattern::Class;
use crate::gomoku::{Point, Position};
use crate::search::{Bound, Control, EvalCache, Features, PvTable, TranspositionTable, TtEntry, TtMove};

impl TtMove for Point {
    fn pack(self) -> u16 {
        self.index() as u16
    }

    fn unpack(bits: u16) -> Point {
        // A torn entry may hold any number. The search checks legality before it plays a stored move.
        Point::from_index(usize::from(bits) % Point::COUNT).expect("the number was made to fit")
    }
}

/// The family of [`Key::feature`] that separates the table entries of levels.
const FAMILY_LEVEL: u32 = 0x68;
/// Bounds of the entries in the tables of the VCF and VCT solvers.
const ENTRIES: (u64, u64) = (1 << 9, 1 << 16);

pub struct Search<'a, E> {
    pub(super) field: Field,
    /// The evaluator; it receives the stones of the tree.
    pub(super) evaluator: E,
    eval_cache: EvalCache,
    table: &'a TranspositionTable,
    features: Features,
    /// The key salt of the level, since levels see different threats.
    salt: Key,
    pub(super) vision: TacticalVision,
    /// All stones of the game and of the searched line, in order.
    pub(super) path: Vec<Point>,
    histories: Histories,
    corrections: Corrections,
    pub(super) pv: PvTable<Point>,
    pub(super) solver: VcfSolver,
    /// The VCT solver of the root.
    pub(super) threats: vct::VctSolver,
    /// Keys of positions whose VCF search hit its node limit, so that it is not repeated.
    vcf_failures: Vec<Key>,
    /// The static evaluation at each ply, if computed.
    evals: Vec<Option<Score>>,
    /// Fail-highs at each ply since the grandparent was entered.
    cutoff_counts: Vec<u8>,
    /// All root moves. The driver may pass a subset.
    pub(super) roots: Vec<Point>,
    /// The solver results, found before the first iteration.
    pub(super) facts: Option<RootFacts>,
    /// Node limit of the VCF and VCT searches at the root.
    pub(super) root_nodes: u64,
}

/// The arguments of a node.
#[derive(Clone, Copy)]
pub(super) struct NodeArgs {
    pub alpha: Score,
    pub beta: Score,
    pub ply: usize,
    pub depth: Depth,
    /// The move that a singular search excludes.
    pub excluded: Option<Point>,
}

impl NodeArgs {
    /// Returns whether this is a PV node: its window is not a null window.
    pub(super) fn is_pv(&self) -> bool {
        self.beta - self.alpha > Score(1)
    }
}

impl<'a, E: Evaluator> Search<'a, E> {
    /// Makes the searcher of one thread with root moves `roots`. `root_nodes` limits the VCF and VCT searches at the
    /// root.
    #[must_use]
    pub fn new(
        field: Field,
        roots: Vec<Point>,
        mut evaluator: E,
        table: &'a TranspositionTable,
        request: &EngineRequest<Position>,
        vision: TacticalVision,
        root_nodes: u64,
    ) -> Search<'a, E> {
        // A short search avoids clearing megabytes.
        let nodes = request.options.limits.nodes.unwrap_or(u64::MAX);
        let entries = nodes.clamp(ENTRIES.0, ENTRIES.1).next_power_of_two() as usize;
        let size = field.patterns().board().size();
        evaluator.reset(&field);
        Search {
            salt: Key::feature(FAMILY_LEVEL, u32::from(request.options.level.number())),
            field,
            evaluator,
            eval_cache: EvalCache::new(),
            table,
            features: request.options.features,
            vision,
            path: request.history.steps().iter().map(|step| step.mv).collect(),
            histories: Histories::new(request.options.features, size),
            corrections: Corrections::new(),
            pv: PvTable::new(),
            solver: VcfSolver::new(entries),
            threats: vct::VctSolver::new(entries),
            vcf_failures: vec![Key(0); entries],
            evals: vec![None; MAX_PLY],
            cutoff_counts: vec![0; MAX_PLY + 2],
            roots,
            facts: None,
            root_nodes: root_nodes.min(ROOT_NODES),
        }
    }
}

impl<E: Evaluator> Search<'_, E> {
    /// Returns whether the search uses `feature`.
    pub(super) fn uses(&self, feature: Feature) -> bool {
        self.features.has(feature)
    }

    /// Plays a stone of the tree.
    pub(super) fn play(&mut self, mv: Point) {
        self.evaluator.push(mv, self.field.side_to_move());
        self.field.play(mv);
        self.path.push(mv);
    }

    /// Takes the last stone of the tree back.
    pub(super) fn undo(&mut self) {
        self.path.pop();
        self.field.undo();
        self.evaluator.pop();
    }

    /// Returns the rows of the continuation histories of the position's moves.
    fn continuation_rows(&self) -> ContinuationRows {
        self.histories.continuation_rows(self.field.side_to_move(), &self.path)
    }

    /// Searches one move of a node (PVS): first reduced with a null window, then again as far as its score requires.
    pub(super) fn child(
        &mut self,
        mv: Point,
        node: NodeArgs,
        first: bool,
        reduction: Depth,
        ctl: &mut Control<'_>,
    ) -> Score {
        let NodeArgs { alpha, beta, ply, depth, .. } = node;
        self.play(mv);
        let below = |alpha: Score, beta: Score, depth| NodeArgs {
            alpha: -beta,
            beta: -alpha,
            ply: ply + 1,
            depth,
            excluded: None,
        };
        let mut score = Score::DRAW;
        let mut wanted = first;
        if !first {
            score = -self.node(below(alpha, alpha + 1, depth - 1 - reduction), ctl);
            if score > alpha && reduction > 0 && !ctl.stopped() {
                score = -self.node(below(alpha, alpha + 1, depth - 1), ctl);
            }
            wanted = score > alpha && score < beta && !ctl.stopped();
        }
        if wanted {
            score = -self.node(below(alpha, beta, depth - 1), ctl);
        }
        self.undo();
        score
    }

    /// Searches the present position: resolves the most urgent threat, or searches the moves.
    fn node(&mut self, mut node: NodeArgs, ctl: &mut Control<'_>) -> Score {
        let ply = node.ply;

        // Step 1. Stop, deepest ply, full board
        self.pv.clear(ply);
        if ctl.visit(ply) || ply >= MAX_PLY - 1 {
            return self.evaluator.evaluate(&self.field);
        }
        if self.field.is_full() {
            return Score::DRAW;
        }

        // Step 2. Mate distance pruning (~0 Elo)
        if self.uses(Feature::MateDistance) {
            // The best score below is a win with the next stone, the worst a loss to the stone after it.
            node.alpha = node.alpha.max(Score::mated_in(ply));
            node.beta = node.beta.min(Score::mate_in(ply + 1));
            if node.alpha >= node.beta {
                return node.alpha;
            }
        }

        // Step 3. Fives and fours decide or force: forced replies (~393 Elo), and no depth for the answer to a four
        // (~15 Elo)
        self.evals[ply] = None;
        match threats::urgency(&self.field) {
            Urgency::Five(point) => {
                self.pv.clear(ply + 1);
                self.pv.raise(ply, point);
                Score::mate_in(ply + 1)
            }
            Urgency::Lost => {
                let side = self.field.side_to_move();
                if self.field.can_move(side) { Score::mated_in(ply + 2) } else { Score::DRAW }
            }
            Urgency::Block(point) => {
                let deeper = NodeArgs { depth: node.depth + Depth::from(self.uses(Feature::AnswerExtension)), ..node };
                let score = self.child(point, deeper, true, 0, ctl);
                if score > node.alpha && !ctl.stopped() {
                    self.pv.raise(ply, point);
                }
                score
            }
            Urgency::Blocks(points) => {
                let deeper = NodeArgs { depth: node.depth + Depth::from(self.uses(Feature::AnswerExtension)), ..node };
                self.search_by_window(deeper, Replies::ToFours(points), ctl)
            }
            Urgency::Four(point) if self.vision.threes || node.depth > 0 => {
                self.pv.clear(ply + 1);
                self.pv.raise(ply, point);
                Score::mate_in(ply + 3)
            }
            Urgency::Threat(point) if self.uses(Feature::ForcedReplies) && (self.vision.threes || node.depth > 0) => {
                self.search_by_window(node, Replies::ToThreat(point), ctl)
            }
            Urgency::Four(_) | Urgency::Threat(_) | Urgency::Calm => self.search_by_window(node, Replies::Any, ctl),
        }
    }

    /// Returns the static evaluation of the present position, from the cache if possible.
    fn evaluate(&mut self) -> Score {
        let Search { eval_cache, evaluator, field, .. } = self;
        eval_cache.score(field.key(), || evaluator.evaluate(field))
    }

    /// Searches a position without a five or an enemy four, as a PV node or another.
    fn search_by_window(&mut self, node: NodeArgs, replies: Replies, ctl: &mut Control<'_>) -> Score {
        if node.is_pv() { self.search::<true>(node, replies, ctl) } else { self.search::<false>(node, replies, ctl) }
    }

    /// Searches a position without a five or an enemy four.
    fn search<const PV: bool>(&mut self, node: NodeArgs, replies: Replies, ctl: &mut Control<'_>) -> Score {
        let NodeArgs { alpha, beta, ply, mut depth, excluded } = node;

        // Step 4. Transposition table lookup (~91 Elo)
        let key = self.field.key() ^ self.salt;
        let uses_table = self.uses(Feature::TableLookup) && excluded.is_none();
        let entry = if uses_table { self.table.probe::<Point>(key, ply) } else { None };
        ctl.statistics.probes += u64::from(uses_table);
        ctl.statistics.hits += u64::from(entry.is_some());
        if !PV && let Some(score) = entry.as_ref().and_then(|entry| entry.cutoff(depth, alpha, beta)) {
            return score;
        }

        // Step 5. Static evaluation, corrected by the correction history, and whether it improves on our last turn (~−8
        // Elo). A forced leaf only tries the answers, so it needs none
        let is_unforced = matches!(replies, Replies::Any);
        let known_eval = entry.as_ref().and_then(|entry| entry.eval);
        let raw_eval =
            if is_unforced || depth > 0 { Some(known_eval.unwrap_or_else(|| self.evaluate())) } else { known_eval };
        let corrects = self.uses(Feature::Correction);
        let eval = match raw_eval {
            Some(raw_eval) if corrects => self.corrections.apply(&self.field, &self.path, raw_eval),
            _ => raw_eval.unwrap_or(Score::DRAW),
        };
        self.evals[ply] = Some(eval);
        let before = ply.checked_sub(2).and_then(|ply| self.evals[ply]);
        let improving = self.uses(Feature::Improving) && before.is_none_or(|before| eval > before);

        // Step 6. A bound of the table replaces the static score where it is tighter; then reverse futility pruning
        // (~104 Elo)
        let known = entry.as_ref().filter(|entry| self.uses(Feature::TableBound) && !entry.score.is_decisive());
        let estimate = known.map_or(eval, |entry| entry.better_than(eval));
        if is_unforced && !PV && excluded.is_none() && self.reverse_futility_prunes(&node, estimate, improving) {
            return estimate;
        }

        if depth <= 0 {
            // Step 7. Leaves: VCF (~39 Elo), then the static evaluation
            if let Some(plies) = self.leaf_vcf(ctl) {
                let score = Score::mate_in(ply + plies);
                let entry = TtEntry::<Point> { mv: None, score, eval: None, depth: 64, bound: Bound::Lower, pv: false };
                self.table.store(key, ply, &entry);
                return score;
            }
            if ctl.stopped() {
                return Score::DRAW;
            }
            if is_unforced {
                return estimate;
            }
        } else if is_unforced && !PV && excluded.is_none() && self.razoring_prunes(&node, estimate) {
            // Step 8. Razoring (~14 Elo)
            return estimate;
        }

        // Step 9. Internal iterative reduction (~−16 Elo, kept for deeper searches)
        let first = entry.as_ref().and_then(|entry| entry.mv).filter(|&mv| self.can_play(mv));
        if first.is_none() && depth >= INTERNAL_DEPTH && excluded.is_none() && self.uses(Feature::InternalReduction) {
            depth -= 1;
        }

        // Step 10. Singular extension (~3 Elo)
        let extension = match (&entry, first) {
            (Some(entry), Some(mv)) if is_unforced => self.singular_extension(&node, entry, mv, ctl),
            _ => 0,
        };
        if ctl.stopped() {
            return Score::DRAW;
        }

        // Step 11. The moves
        let candidates = match replies {
            Replies::Any => Candidates::Calm,
            Replies::ToThreat(threat) => Candidates::Listed(self.replies(threat, depth)),
            Replies::ToFours(points) => Candidates::Listed(points.into_iter().collect()),
        };
        let picker = Picker::new(candidates, ply, first, self.continuation_rows());
        let has_fours = self.field.patterns().has_at_least(self.field.side_to_move(), Class::Four);
        let tried = MoveLoopInputs { eval: estimate, improving, forced: !is_unforced, extension };
        let best = self.move_loop::<PV>(NodeArgs { depth, ..node }, picker, tried, ctl);
        if ctl.stopped() {
            return best.score;
        }

        // Step 19. Own fours were skipped below depth zero, so a loss is not proved
        if depth <= 0 && best.score.is_loss() && has_fours && !matches!(replies, Replies::ToFours(_)) {
            return IN_PERIL;
        }

        // Step 20. Transposition table, and the correction history where the bound contradicts the static score
        if excluded.is_none() {
            let bound = Bound::of(best.score, alpha, beta);
            let is_told = is_unforced && depth > 0 && corrects && !best.score.is_decisive();
            if is_told && bound.contradicts(best.score, eval) {
                self.corrections.update(&self.field, &self.path, eval, best.score, depth);
            }
            let entry = TtEntry { mv: best.mv, score: best.score, eval: raw_eval, depth, bound, pv: false };
            self.table.store(key, ply, &entry);
        }
        best.score
    }

    /// Reverse futility pruning: returns whether the static evaluation of a calm non-PV node is far enough above beta.
    fn reverse_futility_prunes(&self, node: &NodeArgs, eval: Score, improving: bool) -> bool {
        let NodeArgs { beta, depth, .. } = *node;
        if depth <= 0 {
            return eval >= beta;
        }
        let safe = self.field.patterns().count_of(!self.field.side_to_move(), Class::FourThree) == 0;
        let margin = REVERSE_FUTILITY * (depth - i32::from(improving));
        self.uses(Feature::ReverseFutility)
            && safe
            && depth <= REVERSE_FUTILITY_DEPTH
            && !beta.is_decisive()
            && eval - margin >= beta
    }

    /// Razoring: returns whether the static evaluation of a calm non-PV node is so far below alpha that only a forced
    /// win raises it. Deeper searches find that win.
    fn razoring_prunes(&self, node: &NodeArgs, eval: Score) -> bool {
        let NodeArgs { alpha, depth, .. } = *node;
        let short = eval + RAZOR_BASE + RAZOR * depth < alpha;
        self.uses(Feature::Razoring) && depth <= RAZOR_DEPTH && !alpha.is_decisive() && short
    }

    /// Returns the singular extension of the table's move `mv`: one ply if every other move fails low by a margin.
    fn singular_extension(
        &mut self,
        node: &NodeArgs,
        entry: &TtEntry<Point>,
        mv: Point,
        ctl: &mut Control<'_>,
    ) -> Depth {
        let known = entry.bound != Bound::Upper && entry.depth >= node.depth - 3 && !entry.score.is_decisive();
        if !self.uses(Feature::Singular) || node.depth < SINGULAR_DEPTH || node.excluded.is_some() || !known {
            return 0;
        }
        let beta = entry.score - SINGULAR_MARGIN * node.depth;
        let depth = (node.depth - 1) / 2;
        let others = NodeArgs { alpha: beta - 1, beta, depth, excluded: Some(mv), ..*node };
        Depth::from(self.search::<false>(others, Replies::Any, ctl) < beta)
    }

    /// Lists the replies to the straight four threatened at `threat`: the points that may stop it, and own fours above
    /// depth zero.
    fn replies(&self, threat: Point, depth: Depth) -> Points {
        let mut points = threats::answers(&self.field, threat);
        if depth > 0 {
            for four in threats::fours(&self.field) {
                if !points.contains(&four) {
                    points.push(four);
                }
            }
        }
        points
    }

    /// Searches the moves of a node in order.
    fn move_loop<const PV: bool>(
        &mut self,
        node: NodeArgs,
        mut picker: Picker,
        tried: MoveLoopInputs,
        ctl: &mut Control<'_>,
    ) -> BestMove {
        let NodeArgs { mut alpha, beta, ply, depth, excluded } = node;
        let MoveLoopInputs { eval, improving, forced, extension } = tried;
        let (mover, waiter) = (self.field.side_to_move(), !self.field.side_to_move());
        let mut best = BestMove { score: Score::mated_in(ply + 4), mv: None };
        let mut found_any = false;
        let mut quiets = Points::new();
        let mut count = 0;
        let quiet_max = (MOVES_BASE + MOVES_STEP * depth * depth / 10) / if improving { 1 } else { 2 };
        self.cutoff_counts[ply + 2] = 0;

        // Step 12. Moves by policy and histories (~32 Elo)
        while let Some(mv) = picker.next(&self.field, &self.histories) {
            if excluded == Some(mv) {
                continue;
            }
            let (own, taken) = (self.field.class(mv, mover), self.field.class(mv, waiter));

            // Step 13. Late move pruning (~70 Elo) and futility pruning (~28 Elo)
            if !forced && found_any && !best.score.is_loss() {
                if count >= MOVES_MAX {
                    break;
                }
                if is_quiet(own, taken) && !PV {
                    let is_late = self.uses(Feature::LateMovePruning) && quiets.len() >= quiet_max as usize;
                    let is_futile = self.uses(Feature::Futility)
                        && depth <= FUTILITY_DEPTH
                        && eval + FUTILITY_BASE + FUTILITY * depth <= alpha;
                    if is_late || is_futile {
                        // The moves that follow are later and no better.
                        picker.skip_quiets(&self.field);
                        continue;
                    }
                }
            }

            // Step 14. Legality, tested late because the test for forbidden points is slow
            if !self.field.is_legal(mv, mover) {
                continue;
            }
            count += 1;

            // Step 15. Late move reduction (~20 Elo)
            let present = NodeArgs { alpha, ..node };
            let late = LmrInputs { count, improving, is_pv: PV && present.is_pv() };
            let reduction = self.reduction(mv, &present, late);

            // Step 16. Principal variation search
            let deeper = if count == 1 { extension } else { 0 };
            let score = self.child(mv, NodeArgs { depth: depth + deeper, ..present }, count == 1, reduction, ctl);
            if ctl.stopped() {
                return best;
            }

            // Step 17. A new best move, or a cutoff from which the histories learn
            if !found_any || score > best.score {
                best.score = score;
                found_any = true;
            }
            if score > alpha {
                best.mv = Some(mv);
                self.pv.raise(ply, mv);
                alpha = score;
                if score >= beta {
                    self.cutoff_counts[ply] = self.cutoff_counts[ply].saturating_add(1);
                    ctl.statistics.cutoffs += 1;
                    ctl.statistics.first_cutoffs += u64::from(count == 1);
                    self.update_histories(mv, own, &quiets, ply, depth);
                    break;
                }
            }
            if own < Class::Four {
                quiets.push(mv);
            }
        }
        if found_any {
            return best;
        }

        // Step 18. No move was tried
        if excluded.is_some() {
            // The excluded move was the only one.
            best.score = alpha;
        } else if !self.field.can_move(mover) {
            best.score = Score::DRAW;
        } else if !forced || !self.field.keeps_a_move(mover, 2) {
            // Every point nearby, or every answer, is forbidden.
            best.score = eval;
        }
        best
    }

    /// Returns the late move reduction of `mv`, in plies.
    pub(super) fn reduction(&self, mv: Point, node: &NodeArgs, late: LmrInputs) -> Depth {
        let LmrInputs { count, improving, is_pv } = late;
        let (mover, depth) = (self.field.side_to_move(), node.depth);
        let (own, taken) = (self.field.class(mv, mover), self.field.class(mv, !mover));
        // A four without another threat only forces its answer, so it is reduced like a quiet move.
        let is_idle = own == Class::Four && taken < Class::Four;
        if own >= Class::Four && !is_idle || depth < 2 || count < 2 || !self.uses(Feature::LateMoveReduction) {
            return 0;
        }
        // Logarithms in eighths, base two. Plies in thousandths.
        let mut plies = REDUCTION_BASE + 1000 * log2_eighths(depth as usize) * log2_eighths(count) / REDUCTION_DIVISOR;
        plies -= 1000 * (i32::from(is_pv) + i32::from(!is_quiet(own, taken) && !is_idle));
        plies -= self.histories.butterfly_score(mover, mv) * 1000 / REDUCTION_BUTTERFLY;
        plies -= self.histories.continuation_score(self.continuation_rows(), mv) * 1000 / REDUCTION_CONTINUATION;
        if !improving {
            plies += REDUCTION_NOT_IMPROVING;
        }
        if self.uses(Feature::CutoffReduction) && self.cutoff_counts[node.ply + 1] > CUTOFF_COUNT {
            plies += 1000;
        }
        (plies / 1000).clamp(0, depth - 1)
    }

    /// Updates histories and killers after a cutoff: a bonus for its move, a malus for the quiet moves before it.
    fn update_histories(&mut self, mv: Point, class: Class, quiets: &[Point], ply: usize, depth: Depth) {
        if class >= Class::Four {
            return;
        }
        let side = self.field.side_to_move();
        let bonus = (32 * depth * depth).clamp(16, 2000);
        let rows = self.continuation_rows();
        let learned = [(mv, bonus)].into_iter().chain(quiets.iter().map(|&other| (other, -bonus)));
        for (point, bonus) in learned {
            self.histories.butterfly.update(side, 0, point.index(), bonus);
            self.histories.update_continuation(rows, point, bonus);
        }
        self.histories.killers.push(ply, mv);
    }

    /// Runs a linked VCF search for the side to move, as deep as the level sees. Returns the plies of a win.
    fn leaf_vcf(&mut self, ctl: &mut Control<'_>) -> Option<usize> {
        let (side, limits) =
            (self.field.side_to_move(), vcf::VcfLimits { fours: self.vision.tree_fours, nodes: LEAF_NODES });
        let looks = limits.fours > 0 && self.uses(Feature::LeafFours);
        if !looks || !self.field.patterns().has_at_least(side, Class::Four) {
            return None;
        }
        let key = self.field.key();
        let place = key.0 as usize & (self.vcf_failures.len() - 1);
        if self.vcf_failures[place] == key {
            return None;
        }
        match self.solver.linked(&mut self.field, limits, || ctl.visit_side_search(0)) {
            AttackResult::Win(plies) => Some(plies),
            AttackResult::Ended => {
                self.vcf_failures[place] = key;
                None
            }
            AttackResult::Exhausted | AttackResult::TooShort => None,
        }
    }

    /// Returns whether a stored move is legal here.
    fn can_play(&self, mv: Point) -> bool {
        self.field.patterns().board().is_empty_at(mv)
    }
}

/// The threat that the side to move must answer.
#[derive(Clone, Copy)]
enum Replies {
    /// No threat: any move.
    Any,
    /// The enemy threatens a straight or double four here.
    ToThreat(Point),
    /// One of these blocks the enemy's five (Caro).
    ToFours([Point; 2]),
}

#[derive(Clone, Copy)]
struct BestMove {
    score: Score,
    mv: Option<Point>,
}

#[derive(Clone, Copy)]
pub(super) struct LmrInputs {
    /// Move number in its node, from 1.
    pub count: usize,
    /// Whether the static evaluation is better than at our last turn.
    pub improving: bool,
    pub is_pv: bool,
}

#[derive(Clone, Copy)]
struct MoveLoopInputs {
    eval: Score,
    /// Whether the static evaluation is better than at our last turn.
    improving: bool,
    /// Whether every move answers a threat.
    forced: bool,
    /// Extension of the first move, in plies.
    extension: Depth,
}

/// Returns 8·log₂ of `number` in integer arithmetic, so equal on every machine.
fn log2_eighths(number: usize) -> i32 {
    (number.clamp(1, 255) as u64).pow(8).ilog2() as i32
}
