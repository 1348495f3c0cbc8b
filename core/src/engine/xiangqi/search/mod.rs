//! The search of one thread: its state, the moves it plays, and the evaluation.
//!
//! [`node`] has the node function, [`root`] the root, [`ended`] what the path of moves means for a position.

mod ended;
mod node;
mod reductions;
mod root;

use super::continuation::{Continuation, NO_PIECE_TO, PieceTo, piece_to};
use super::correction::{self, CorrectionKeys};
use super::evaluator::Evaluator;
use super::feature::Feature;
use super::order::Histories;
use crate::base::depth::MAX_PLY;
use crate::base::{Depth, Key, Outcome, Score, Side};
use crate::position::{History, Position as _};
use crate::search::{Features, PvTable, SearchOptions, TranspositionTable, TtEntry};
use crate::xiangqi::{Move, Position, Rule, repetition};

use reductions::Reductions;

pub(super) use ended::{Ended, is_path_dependent};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The families of [`Key::feature`] that separate the table entries of rules, of contempts, and of quiet plies.
const FAMILY_RULE: u32 = u32::from_be_bytes(*b"xqrl");
const FAMILY_CONTEMPT: u32 = u32::from_be_bytes(*b"xqct");
const FAMILY_LIMIT: u32 = u32::from_be_bytes(*b"xqlm");
/// Quiet plies from which on they are a part of the key: earlier a search hardly meets the move limit.
const LIMIT_NEAR: u16 = 80;
/// How many quiet plies share entries from there on.
const LIMIT_STEP: u16 = 8;

/// Stack entries before the root's: continuation history looks four plies back.
const BEFORE: usize = 4;

/// The state of one ply on the current path (Stockfish: `Search::Stack`).
#[derive(Clone, Copy, Debug)]
struct StackEntry {
    /// The move being searched; `None` for a null move.
    mv: Option<Move>,
    /// Index of `mv` in the continuation history.
    piece_to: PieceTo,
    /// Whether `mv` captures nothing.
    is_quiet: bool,
    /// The 1-based index of `mv` in its node's move loop.
    move_count: i32,
    /// The corrected static evaluation; `None` in check.
    eval: Option<Score>,
    /// Fail-highs of nodes at this ply since their grandparent was entered.
    cutoff_count: u8,
    /// Double extensions on the path from the root.
    double_extensions: u8,
    /// Whether the position is, or was in an earlier iteration, on the principal variation.
    tt_pv: bool,
    /// Indices of the position in the correction history.
    correction_keys: CorrectionKeys,
    /// Index of the last two moves in the correction history.
    continuation_key: usize,
    /// Pending repetitions on the path ([`Recurrence::Pending`]), mixed into the key of the transposition table.
    pending: Key,
}

impl StackEntry {
    const EMPTY: StackEntry = StackEntry {
        mv: None,
        piece_to: NO_PIECE_TO,
        is_quiet: false,
        move_count: 0,
        eval: None,
        cutoff_count: 0,
        double_extensions: 0,
        tt_pv: false,
        correction_keys: CorrectionKeys::NONE,
        continuation_key: 0,
        pending: Key(0),
    };
}

/// The arguments of a node function.
#[derive(Clone, Copy)]
struct Node {
    alpha: Score,
    beta: Score,
    /// Plies below the root.
    ply: usize,
    depth: Depth,
    /// Whether this is a cut node, which is expected to fail high.
    is_cut: bool,
    /// The move that a singular search leaves out.
    excluded: Option<Move>,
}

impl Node {
    /// Returns the arguments of a child node; `alpha` and `beta` are this node's.
    const fn child(&self, alpha: Score, beta: Score, depth: Depth, is_cut: bool) -> Node {
        Node { alpha: Score(-beta.0), beta: Score(-alpha.0), ply: self.ply + 1, depth, is_cut, excluded: None }
    }
}

/// One thread's search.
pub struct Search<'a, E> {
    pub(super) table: &'a TranspositionTable,
    pub(super) histories: MutexGuard<'a, Histories>,
    pub(super) pv: PvTable<Move>,
    /// The moves of the game, followed by those of the current line.
    pub(super) path: History<Position>,
    /// Moves of `path` that belong to the game.
    root_ply: usize,
    evaluator: E,
    root: Position,
    /// The root moves that end the game by repetition or by the move limit, with their outcomes under the full rules.
    ends: Vec<(Move, Outcome)>,
    /// Quiet plies of the game that the move limit does not count (late checks and their replies).
    uncounted: u16,
    stack: Vec<StackEntry>,
    root_depth: Depth,
    /// The first ply that may play a null move: above it a null-move cutoff is being verified.
    nmp_min_ply: usize,
    reductions: Reductions,
    /// The score of a draw for the side that moves at the root.
    root_draw: Score,
    /// What the rule and the contempt add to all keys of the transposition table.
    pub(super) salt: Key,
    features: Features,
    /// Whether pruning, reductions, extensions and quiescence are on. A test switches them off and compares the search
    /// with plain negamax.
    selective: bool,
}

impl<'a, E: Evaluator> Search<'a, E> {
    /// Begins at the end of `history`; `evaluator` must be at the same position. `histories` are this thread's, kept
    /// from move to move.
    #[must_use]
    pub fn new(
        history: &History<Position>,
        evaluator: E,
        table: &'a TranspositionTable,
        histories: &'a Mutex<Histories>,
        options: &SearchOptions,
    ) -> Search<'a, E> {
        let position = history.end();
        // A panic poisons the lock; the counters stay usable, because any values are valid.
        let mut histories = histories.lock().unwrap_or_else(PoisonError::into_inner);
        histories.begin_search(options.features);
        let counted = repetition::quiet_plies(&position, history);
        let mut stack = vec![StackEntry::EMPTY; MAX_PLY + BEFORE + 2];
        stack[BEFORE].correction_keys = CorrectionKeys::of(&position);
        stack[BEFORE].pending = ended::pending(history);
        Search {
            table,
            histories,
            pv: PvTable::new(),
            path: history.clone(),
            root_ply: history.len(),
            evaluator,
            root: position,
            ends: ended::ends(history, &position),
            uncounted: position.quiet_plies().saturating_sub(u16::try_from(counted).unwrap_or(u16::MAX)),
            stack,
            root_depth: 1,
            nmp_min_ply: 0,
            reductions: Reductions::new(),
            root_draw: Score(-options.contempt),
            salt: salt(history, options.contempt),
            features: options.features,
            selective: true,
        }
    }
}

impl<E: Evaluator> Search<'_, E> {
    pub(super) fn uses(&self, feature: Feature) -> bool {
        self.features.has(feature)
    }

    fn entry(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.stack[ply + BEFORE]
    }

    /// Returns the moves one, two and four plies before `ply`.
    fn continuation(&self, ply: usize) -> Continuation {
        [1, 2, 4].map(|back| self.stack[ply + BEFORE - back].piece_to)
    }

    /// Probes the transposition table, unless the feature is off.
    pub(super) fn probe(&self, key: Key, ply: usize) -> Option<TtEntry<Move>> {
        if self.uses(Feature::TableLookup) { self.table.probe(key, ply) } else { None }
    }

    /// Returns the key of `position` at `ply` in the transposition table.
    ///
    /// Below a pending repetition the same position is worth something else: its next repetition ends the game.
    pub(super) fn table_key(&self, position: &Position, ply: usize) -> Key {
        limit_key(position, self.salt) ^ self.stack[ply + BEFORE].pending
    }

    /// Returns the table move of the position without its pending repetitions, whose `key` is another.
    fn free_move(&self, position: &Position, key: Key, ply: usize) -> Option<Move> {
        let limit_key = limit_key(position, self.salt);
        if key == limit_key { None } else { self.probe(limit_key, ply)?.mv }
    }

    /// Returns the static evaluation of the current position, from the cache if possible.
    pub(super) fn evaluate(&mut self, position: &Position) -> Score {
        let Search { histories, evaluator, .. } = self;
        histories.eval_cache.score(position.key(), || evaluator.evaluate(position))
    }

    /// Returns `eval` plus the correction history of the position at `ply`.
    pub(super) fn corrected(&self, position: &Position, ply: usize, eval: Score) -> Score {
        if !self.uses(Feature::Correction) {
            return eval;
        }
        let StackEntry { correction_keys, continuation_key, .. } = &self.stack[ply + BEFORE];
        self.histories.corrections.apply(correction_keys, *continuation_key, position.side_to_move(), eval)
    }

    /// Updates evaluator, stack and path for `mv`, played from `before`. `ply` and `key` are those of the child.
    // Out of line: three inlined copies thrash the instruction cache (L1i).
    #[inline(never)]
    pub(super) fn push(&mut self, before: &Position, mv: Move, key: Key, check: bool, ply: usize) {
        self.evaluator.push_move(before, mv);
        let parent = self.entry(ply - 1);
        (parent.mv, parent.piece_to, parent.is_quiet) = (Some(mv), piece_to(before, mv), before.captured(mv).is_none());
        let correction_keys = parent.correction_keys.after(before, mv);
        let [last, before_it, _] = self.continuation(ply);
        let entry = self.entry(ply);
        (entry.correction_keys, entry.continuation_key) =
            (correction_keys, correction::continuation_key(last, before_it));
        self.path.push(mv, before.is_irreversible(mv), key, check);
    }

    /// Undoes [`Search::push`].
    #[inline]
    pub(super) fn pop(&mut self) {
        self.evaluator.pop();
        self.path.pop();
    }
}

/// Returns what the rule of `history` and `contempt` add to the keys of the transposition table: scores of draws and of
/// repetitions depend on them. `Key(0)` under the default rule without contempt.
pub(super) fn salt(history: &History<Position>, contempt: i32) -> Key {
    let rule = history.start().rule();
    let for_rule = if rule == Rule::default() { Key(0) } else { Key::feature(FAMILY_RULE, rule as u32) };
    // A draw costs the side at the root, so for the other one it is worth the opposite.
    let contempt = if history.side_to_move() == Side::First { contempt } else { -contempt };
    for_rule ^ if contempt == 0 { Key(0) } else { Key::feature(FAMILY_CONTEMPT, contempt.cast_unsigned()) }
}

/// Returns the key of `position` in the transposition table without pending repetitions. Near the move limit the quiet
/// plies are a part of it, in steps (Stockfish: `Position::adjust_key50`). All of them count here, late checks too.
pub(super) fn limit_key(position: &Position, salt: Key) -> Key {
    let near = position.quiet_plies().checked_sub(LIMIT_NEAR);
    let limit = near.map_or(Key(0), |plies| Key::feature(FAMILY_LIMIT, u32::from(plies / LIMIT_STEP)));
    position.key() ^ salt ^ limit
}

#[cfg(test)]
mod tests;
