//! Move ordering: the staged move picker and the history tables it sorts by.
//!
//! A [`Picker`] generates lazily, stage by stage: the table move, captures with non-negative SEE, killers, quiet moves
//! by history, losing captures.

use arrayvec::ArrayVec;

use super::checks::Checks;
use super::continuation::{Continuation, NO_CONTINUATION, NO_PIECE_TO, PieceTo, own_piece_to};
use super::correction::Corrections;
use super::feature::Feature;
use super::params::{BONUS_MAX, BONUS_OFFSET, BONUS_SLOPE, CAPTURE_WEIGHT};
use super::see;
use crate::base::{Depth, Side};
use crate::search::stat::Counter;
use crate::search::{ButterflyHistory, ContinuationHistory, Counters, EvalCache, Features, Killers};
use crate::xiangqi::movegen::Destinations;
use crate::xiangqi::{Move, Position, Role, Square};

/// An upper bound of the legal moves of a position: 116 if every piece had all its moves at once.
pub const MOVES_MAX: usize = 128;

/// Returns the history bonus of a cutoff at `depth`.
#[must_use]
pub fn bonus(depth: Depth) -> i32 {
    (BONUS_SLOPE * depth - BONUS_OFFSET).min(BONUS_MAX)
}

/// One thread's history tables, killers and evaluation cache.
#[derive(Debug)]
pub struct Histories {
    /// Quiet moves by origin and target.
    butterfly: ButterflyHistory,
    /// Quiet moves after a move of the opponent (one ply back), and after an own one (two and four plies back).
    continuation: [ContinuationHistory; 2],
    /// Captures by side, [`own_piece_to`] and captured role.
    captures: Counters<3>,
    pub eval_cache: EvalCache,
    pub corrections: Corrections,
    /// Quiet moves that caused a cutoff, by ply.
    pub killers: Killers<Move>,
    /// Which histories are updated. The others stay zero and add nothing to the order.
    features: Features,
}

impl Histories {
    #[must_use]
    pub fn new() -> Histories {
        Histories {
            butterfly: ButterflyHistory::new(Square::COUNT, Square::COUNT),
            continuation: [0; 2].map(|_| ContinuationHistory::new(NO_PIECE_TO + 1, Role::COUNT * Square::COUNT)),
            captures: Counters::new([Side::COUNT, Role::COUNT * Square::COUNT, Role::COUNT]),
            eval_cache: EvalCache::new(),
            corrections: Corrections::new(),
            killers: Killers::new(),
            features: Features::ALL,
        }
    }

    /// Clears the killers, whose plies count from the old root.
    pub fn begin_search(&mut self, features: Features) {
        self.features = features;
        self.killers = Killers::new();
    }

    /// Returns the history score of a quiet move, within ±3.5 [`Counter::MAX`].
    #[inline]
    #[must_use]
    pub fn quiet(&self, position: &Position, mv: Move, continuation: Continuation) -> i32 {
        let piece_to = own_piece_to(position, mv);
        let [opponents, own] = &self.continuation;
        self.butterfly.get(position.side_to_move(), mv.from().index(), mv.to().index())
            + opponents.get(continuation[0], piece_to)
            + own.get(continuation[1], piece_to)
            + own.get(continuation[2], piece_to) / 2
    }

    /// Returns the capture history of a move, within ±[`Counter::MAX`]; zero for a quiet move.
    #[inline]
    #[must_use]
    pub fn capture(&self, position: &Position, mv: Move) -> i32 {
        capture_cell(position, mv).map_or(0, |cell| self.captures[cell].get())
    }

    /// Returns the history rows of one piece's quiet moves, by target square. The last row counts half.
    #[inline]
    fn quiets_of(&self, side: Side, role: Role, from: Square, continuation: Continuation) -> [&[Counter]; 4] {
        let first = role.index() * Square::COUNT;
        let [opponents, own] = &self.continuation;
        [
            self.butterfly.from(side, from.index()),
            opponents.after(continuation[0], first),
            own.after(continuation[1], first),
            own.after(continuation[2], first),
        ]
    }

    /// Updates all histories after a cutoff at `depth`: a bonus for `best`, a malus for the moves searched before it.
    /// Quiet moves get no malus where a capture was best.
    pub fn update(
        &mut self,
        position: &Position,
        best: Move,
        tried: TriedMoves<'_>,
        continuation: Continuation,
        depth: Depth,
    ) {
        let bonus = bonus(depth);
        if position.captured(best).is_none() {
            self.update_quiet(position, best, continuation, bonus);
            for &mv in tried.quiets {
                self.update_quiet(position, mv, continuation, -bonus);
            }
        } else {
            self.update_capture(position, best, bonus);
        }
        for &mv in tried.captures {
            self.update_capture(position, mv, -bonus);
        }
    }

    /// Adds a bonus for a quiet move, or a malus below zero.
    pub fn update_quiet(&mut self, position: &Position, mv: Move, continuation: Continuation, bonus: i32) {
        self.update_move(position.side_to_move(), mv, own_piece_to(position, mv), continuation, bonus);
    }

    /// Adds a bonus for the quiet move `mv` of `side`, whose index is `piece_to` (with or without the side).
    pub fn update_move(&mut self, side: Side, mv: Move, piece_to: PieceTo, continuation: Continuation, bonus: i32) {
        if self.features.has(Feature::Butterfly) {
            self.butterfly.update(side, mv.from().index(), mv.to().index(), bonus);
        }
        self.update_continuation(piece_to, continuation, bonus);
    }

    /// Adds a bonus for a quiet move to the continuation histories alone.
    pub fn update_continuation(&mut self, piece_to: PieceTo, continuation: Continuation, bonus: i32) {
        if self.features.has(Feature::Continuation) {
            let piece_to = piece_to % (Role::COUNT * Square::COUNT);
            let [opponents, own] = &mut self.continuation;
            opponents.update(continuation[0], piece_to, bonus);
            own.update(continuation[1], piece_to, bonus);
            own.update(continuation[2], piece_to, bonus);
        }
    }

    fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        if self.features.has(Feature::Captures)
            && let Some(cell) = capture_cell(position, mv)
        {
            self.captures[cell].update(bonus);
        }
    }
}

/// The moves that a node searched before the one that cut off.
#[derive(Clone, Copy, Debug)]
pub struct TriedMoves<'a> {
    pub quiets: &'a [Move],
    pub captures: &'a [Move],
}

/// Returns the index of `mv` in the capture history; `None` for a quiet move.
#[inline]
fn capture_cell(position: &Position, mv: Move) -> Option<[usize; 3]> {
    let prey = position.captured(mv)?;
    Some([position.side_to_move().index(), own_piece_to(position, mv), prey.role.index()])
}

impl Default for Histories {
    fn default() -> Histories {
        Histories::new()
    }
}

/// A move with its sort key: the score above the move's sixteen bits.
type Scored = i64;

#[inline]
fn scored(score: i32, mv: Move) -> Scored {
    i64::from(score) << 16 | i64::from(mv.bits())
}

/// The stages of a [`Picker`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    ListCaptures,
    Captures,
    Killers,
    ListQuiets,
    Quiets,
    ListChecks,
    Checks,
    LosingCaptures,
    Done,
}

/// Yields each legal move of a position once, the most promising first.
pub struct Picker {
    stage: Stage,
    table: Option<Move>,
    killers: [Option<Move>; 2],
    continuation: Continuation,
    /// Computed at the first stage that needs legal moves.
    destinations: Destinations,
    /// Computed at the first question about a check.
    checks: Option<Checks>,
    moves: ArrayVec<Scored, MOVES_MAX>,
    losing: ArrayVec<Move, MOVES_MAX>,
    next_losing: usize,
    next_killer: usize,
    captures_only: bool,
    no_quiets: bool,
    /// Whether quiet checks follow the captures.
    with_checks: bool,
    /// Whether the remaining quiet moves come unsorted.
    unordered: bool,
}

impl Picker {
    /// Picks among all moves. `table` must be legal.
    #[inline]
    #[must_use]
    pub fn new(table: Option<Move>, killers: [Option<Move>; 2], continuation: Continuation) -> Picker {
        Picker::with(table, killers, continuation, false, false)
    }

    /// Picks among the captures and, if `with_checks`, the quiet checks with non-negative SEE. `table` must be a
    /// capture or `None`.
    #[must_use]
    #[inline]
    pub fn forcing(table: Option<Move>, with_checks: bool) -> Picker {
        Picker::with(table, [None; 2], NO_CONTINUATION, true, with_checks)
    }

    // Inlined, because moving a picker copies the whole capacity of its lists.
    #[inline(always)]
    fn with(
        table: Option<Move>,
        killers: [Option<Move>; 2],
        continuation: Continuation,
        captures_only: bool,
        with_checks: bool,
    ) -> Picker {
        Picker {
            stage: if table.is_some() { Stage::TableMove } else { Stage::ListCaptures },
            table,
            killers,
            continuation,
            destinations: Destinations::new(),
            checks: None,
            moves: ArrayVec::new_const(),
            losing: ArrayVec::new_const(),
            next_losing: 0,
            next_killer: 0,
            captures_only,
            no_quiets: false,
            with_checks,
            unordered: false,
        }
    }

    /// Skips the remaining quiet moves.
    pub const fn skip_quiets(&mut self) {
        self.no_quiets = true;
    }

    /// Skips the listed quiet moves that give no check. The remaining checks come unsorted.
    pub fn only_checks(&mut self, position: &Position) {
        if self.stage == Stage::Quiets {
            self.unordered = true;
            let checks = self.checks.get_or_insert_with(|| Checks::new(position));
            self.moves.retain(|scored| Move::from_bits(*scored as u16).is_some_and(|mv| checks.gives(position, mv)));
        }
    }

    /// Returns whether the legal move `mv` gives check.
    #[inline]
    pub fn gives_check(&mut self, position: &Position, mv: Move) -> bool {
        self.checks.get_or_insert_with(|| Checks::new(position)).gives(position, mv)
    }

    /// Returns the next move.
    pub fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::ListCaptures;
                    return self.table;
                }
                Stage::ListCaptures => {
                    self.list_captures(position, histories);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.best() {
                    Some(mv) if see::wins_at_least(position, mv, 0) => return Some(mv),
                    Some(mv) => self.losing.push(mv),
                    None if self.with_checks => self.stage = Stage::ListChecks,
                    None if self.captures_only => self.stage = Stage::Done,
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers | Stage::ListQuiets | Stage::Quiets if self.no_quiets => {
                    self.stage = Stage::LosingCaptures
                }
                // Killers come before quiet move generation, which a cutoff saves.
                Stage::Killers => match self.killers.get(self.next_killer) {
                    Some(&killer) => {
                        self.next_killer += 1;
                        if let Some(mv) = killer
                            && self.is_new_quiet(position, mv)
                        {
                            return Some(mv);
                        }
                    }
                    None => self.stage = Stage::ListQuiets,
                },
                Stage::ListQuiets => {
                    self.list_quiets(position, histories);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets if self.unordered => match self.moves.pop() {
                    Some(scored) => return Move::from_bits(scored as u16),
                    None => self.stage = Stage::LosingCaptures,
                },
                Stage::Quiets => match self.best() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::LosingCaptures,
                },
                Stage::ListChecks => {
                    self.list_checks(position);
                    self.stage = Stage::Checks;
                }
                Stage::Checks => match self.best() {
                    Some(mv) if see::wins_at_least(position, mv, 0) => return Some(mv),
                    Some(_) => {}
                    None => self.stage = Stage::Done,
                },
                Stage::LosingCaptures => match self.losing.get(self.next_losing) {
                    Some(&mv) => {
                        self.next_losing += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Lists the captures, scored by victim (MVV) and capture history.
    // Out of line, as the other lists, so that `next` does not save their registers for every move.
    #[inline(never)]
    fn list_captures(&mut self, position: &Position, histories: &Histories) {
        let (moves, table) = (&mut self.moves, self.table);
        moves.clear();
        self.destinations.visit(position, position.board().side(!position.side_to_move()), |_, from, targets| {
            for mv in targets.into_iter().map(|to| Move::new(from, to)).filter(|&mv| Some(mv) != table) {
                let victim = position.captured(mv).map_or(0, |piece| see::value(piece.role));
                moves.push(scored(CAPTURE_WEIGHT * victim + histories.capture(position, mv), mv));
            }
        });
    }

    /// Lists the quiet checks.
    #[inline(never)]
    fn list_checks(&mut self, position: &Position) {
        let (moves, table) = (&mut self.moves, self.table);
        let checks = self.checks.get_or_insert_with(|| Checks::new(position));
        moves.clear();
        self.destinations.visit(position, !position.board().occupied(), |role, from, targets| {
            for to in targets & checks.possible(role, from) {
                let mv = Move::new(from, to);
                if Some(mv) != table && checks.gives(position, mv) {
                    moves.push(scored(0, mv));
                }
            }
        });
    }

    /// Returns whether `mv` is a legal quiet move other than the table's.
    #[inline(never)]
    fn is_new_quiet(&mut self, position: &Position, mv: Move) -> bool {
        Some(mv) != self.table && position.captured(mv).is_none() && self.destinations.allow(position, mv)
    }

    /// Lists the quiet moves except the killers, scored by history.
    #[inline(never)]
    fn list_quiets(&mut self, position: &Position, histories: &Histories) {
        let (moves, table, killers) = (&mut self.moves, self.table, self.killers);
        let (side, continuation) = (position.side_to_move(), self.continuation);
        moves.clear();
        self.destinations.visit(position, !position.board().occupied(), |role, from, targets| {
            let rows = histories.quiets_of(side, role, from, continuation);
            for to in targets {
                let mv = Move::new(from, to);
                if Some(mv) == table || killers.contains(&Some(mv)) {
                    continue;
                }
                let [butterfly, opponents, own, before] = rows.map(|row| row[to.index()].get());
                moves.push(scored(butterfly + opponents + own + before / 2, mv));
            }
        });
    }

    /// Removes and returns the best listed move. Ties go to the greater move number.
    #[inline]
    fn best(&mut self) -> Option<Move> {
        let (mut index, mut top) = (0, *self.moves.first()?);
        for (at, &scored) in self.moves.iter().enumerate().skip(1) {
            // Conditional moves: a branch here is unpredictable.
            let is_better = scored > top;
            index = if is_better { at } else { index };
            top = top.max(scored);
        }
        Move::from_bits(self.moves.swap_remove(index) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position as _;

    #[test]
    fn each_legal_move_is_handed_out_once_and_killers_before_the_quiet_rest() {
        let histories = Histories::new();
        for row in include_str!("../../../../tests/data/xiangqi-perft.tsv").lines().step_by(5) {
            let position: Position = row.split('\t').next().unwrap_or_default().parse().expect(row);
            let quiets = position.quiets();
            let foreign = Move::new(Square::ALL[0], Square::ALL[89]);
            let killers = [quiets.last().copied(), Some(foreign)];
            let table = quiets.first().copied();
            let mut picker = Picker::new(table, killers, NO_CONTINUATION);
            let picked: Vec<Move> = std::iter::from_fn(|| picker.next(&position, &histories)).collect();
            let mut sorted = [picked.clone(), position.legal_moves().to_vec()];
            sorted.iter_mut().for_each(|moves| moves.sort_by_key(|mv| mv.bits()));
            assert_eq!(sorted[0], sorted[1], "{row}");
            let first_quiet = picked.iter().skip(1).find(|&&mv| position.captured(mv).is_none());
            if quiets.len() > 1 {
                assert_eq!(first_quiet.copied(), killers[0], "{row}");
            }
        }
    }
}
