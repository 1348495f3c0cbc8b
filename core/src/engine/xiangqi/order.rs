//! The order in which moves are tried, and what is remembered of moves that were good elsewhere in the tree.
//!
//! A [`Picker`] works in stages and looks at nothing before it is needed: the table's move, captures that lose
//! nothing, killers, quiet moves by their record, losing captures.

use arrayvec::ArrayVec;

use super::checks::Checks;
use super::correction::Corrections;
use super::feature::Feature;
use super::memo::Memo;
use super::params::{BONUS_MAX, BONUS_OFFSET, BONUS_SLOPE, CAPTURE_WEIGHT};
use super::see;
use crate::base::{Depth, Side};
use crate::search::stat::Counter;
use crate::search::{Butterfly, Continuation, Counters, Features, Killers};
use crate::xiangqi::movegen::Destinations;
use crate::xiangqi::{Move, Piece, Position, Role, Square};

/// More than the legal moves of any position: 116 if every piece had all its moves at once.
pub const MOVES_MAX: usize = 128;

/// What a move is called in a continuation history: piece and target.
pub type Kind = usize;
/// The name of no move, before the root.
pub const NO_KIND: Kind = 2 * Role::COUNT * Square::COUNT;

/// Returns the number of a piece, below 14.
#[inline]
const fn number(piece: Piece) -> usize {
    piece.side.index() * Role::COUNT + piece.role.index()
}

/// Returns the name of a move for the continuation history.
#[inline]
#[must_use]
pub fn kind(position: &Position, mv: Move) -> Kind {
    position.piece_at(mv.from()).map_or(NO_KIND, |piece| number(piece) * Square::COUNT + mv.to().index())
}

/// Returns the name of a move among those of its own side.
#[inline]
fn own_kind(position: &Position, mv: Move) -> Kind {
    position.piece_at(mv.from()).map_or(0, |piece| piece.role.index() * Square::COUNT + mv.to().index())
}

/// The moves before a node, as the continuation history knows them: the opponent's last, one's own last, and the one
/// before that.
pub type Earlier = [Kind; 3];
/// No moves before a node.
pub const NOTHING: Earlier = [NO_KIND; 3];

/// Returns what a cutoff at `depth` is worth to a history.
#[must_use]
pub fn bonus(depth: Depth) -> i32 {
    (BONUS_SLOPE * depth - BONUS_OFFSET).min(BONUS_MAX)
}

/// What one thread has learned about moves: its history tables, killers, and what it knows of static scores.
#[derive(Debug)]
pub struct Histories {
    /// Quiet moves by origin and target.
    butterfly: Butterfly,
    /// Quiet moves after the opponent's last move, and after one's own, the last and the one before.
    continuation: [Continuation; 2],
    /// Captures, by side, name among its own and what they take.
    captures: Counters<3>,
    /// The static scores.
    pub memo: Memo,
    /// Their errors.
    pub corrections: Corrections,
    /// The quiet moves that cut off at each ply.
    pub killers: Killers<Move>,
    /// Which histories may be written; what is never written says nothing.
    features: Features,
}

impl Histories {
    /// Makes empty histories.
    #[must_use]
    pub fn new() -> Histories {
        Histories {
            butterfly: Butterfly::new(Square::COUNT, Square::COUNT),
            continuation: [0; 2].map(|_| Continuation::new(NO_KIND + 1, Role::COUNT * Square::COUNT)),
            captures: Counters::new([Side::COUNT, Role::COUNT * Square::COUNT, Role::COUNT]),
            memo: Memo::new(),
            corrections: Corrections::new(),
            killers: Killers::new(),
            features: Features::ALL,
        }
    }

    /// Begins a search: plies are counted from another position now.
    pub fn begin_search(&mut self, features: Features) {
        self.features = features;
        self.killers = Killers::new();
    }

    /// Returns how well a quiet move has done, within ±3.5 times the counters' maximum.
    #[inline]
    #[must_use]
    pub fn quiet(&self, position: &Position, mv: Move, earlier: Earlier) -> i32 {
        let kind = own_kind(position, mv);
        let [opponents, own] = &self.continuation;
        self.butterfly.get(position.side_to_move(), mv.from().index(), mv.to().index())
            + opponents.get(earlier[0], kind)
            + own.get(earlier[1], kind)
            + own.get(earlier[2], kind) / 2
    }

    /// Returns how well a capture has done, within ± the counters' maximum.
    #[inline]
    #[must_use]
    pub fn capture(&self, position: &Position, mv: Move) -> i32 {
        capture_cell(position, mv).map_or(0, |cell| self.captures[cell].get())
    }

    /// Returns the histories of the quiet moves of one piece, the last of half weight.
    #[inline]
    fn quiets_of(&self, side: Side, role: Role, from: Square, earlier: Earlier) -> [&[Counter]; 4] {
        let first = role.index() * Square::COUNT;
        let [opponents, own] = &self.continuation;
        [
            self.butterfly.from(side, from.index()),
            opponents.after(earlier[0], first),
            own.after(earlier[1], first),
            own.after(earlier[2], first),
        ]
    }

    /// Rewards the move that cut off at `depth` and punishes those that were tried before it; quiet moves are not to
    /// blame where a capture was best.
    pub fn learn(&mut self, position: &Position, best: Move, tried: Tried<'_>, earlier: Earlier, depth: Depth) {
        let bonus = bonus(depth);
        if position.captured(best).is_none() {
            self.learn_quiet(position, best, earlier, bonus);
            for &mv in tried.quiets {
                self.learn_quiet(position, mv, earlier, -bonus);
            }
        } else {
            self.learn_capture(position, best, bonus);
        }
        for &mv in tried.captures {
            self.learn_capture(position, mv, -bonus);
        }
    }

    /// Adds a bonus for a quiet move, or a malus below zero.
    pub fn learn_quiet(&mut self, position: &Position, mv: Move, earlier: Earlier, bonus: i32) {
        self.learn_move(position.side_to_move(), mv, own_kind(position, mv), earlier, bonus);
    }

    /// Adds a bonus for a quiet move of `side` that is called `kind`.
    pub fn learn_move(&mut self, side: Side, mv: Move, kind: Kind, earlier: Earlier, bonus: i32) {
        if self.features.has(Feature::Butterfly) {
            self.butterfly.update(side, mv.from().index(), mv.to().index(), bonus);
        }
        self.learn_continuation(kind, earlier, bonus);
    }

    /// Adds a bonus for a quiet move that is called `kind`, after those before it.
    pub fn learn_continuation(&mut self, kind: Kind, earlier: Earlier, bonus: i32) {
        if self.features.has(Feature::Continuation) {
            let kind = kind % (Role::COUNT * Square::COUNT);
            let [opponents, own] = &mut self.continuation;
            opponents.update(earlier[0], kind, bonus);
            own.update(earlier[1], kind, bonus);
            own.update(earlier[2], kind, bonus);
        }
    }

    fn learn_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        if self.features.has(Feature::Captures)
            && let Some(cell) = capture_cell(position, mv)
        {
            self.captures[cell].update(bonus);
        }
    }
}

/// Moves tried in a node before the one that cut off.
#[derive(Clone, Copy, Debug)]
pub struct Tried<'a> {
    /// Those that take nothing.
    pub quiets: &'a [Move],
    /// The others.
    pub captures: &'a [Move],
}

/// Returns where the history of a capture lies.
#[inline]
fn capture_cell(position: &Position, mv: Move) -> Option<[usize; 3]> {
    let prey = position.captured(mv)?;
    Some([position.side_to_move().index(), own_kind(position, mv), prey.role.index()])
}

impl Default for Histories {
    fn default() -> Histories {
        Histories::new()
    }
}

/// A move with what it is sorted by: the score above the move's sixteen bits.
type Scored = i64;

#[inline]
fn scored(score: i32, mv: Move) -> Scored {
    i64::from(score) << 16 | i64::from(mv.bits())
}

/// Where a [`Picker`] stands.
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

/// Hands out the legal moves of a position, the most promising first, each once.
pub struct Picker {
    stage: Stage,
    table: Option<Move>,
    killers: [Option<Move>; 2],
    earlier: Earlier,
    /// The legal moves, once they are needed.
    destinations: Destinations,
    /// Which of them give check, likewise.
    checks: Option<Checks>,
    moves: ArrayVec<Scored, MOVES_MAX>,
    losing: ArrayVec<Move, MOVES_MAX>,
    next_losing: usize,
    next_killer: usize,
    captures_only: bool,
    no_quiets: bool,
    /// Whether quiet checks follow the captures.
    with_checks: bool,
    /// Whether the order of the remaining quiet moves no longer matters.
    unordered: bool,
}

impl Picker {
    /// Picks among all moves. `table` must be legal.
    #[inline]
    #[must_use]
    pub fn new(table: Option<Move>, killers: [Option<Move>; 2], earlier: Earlier) -> Picker {
        Picker::with(table, killers, earlier, false, false)
    }

    /// Picks among the captures that lose nothing, and then, if `with_checks`, the quiet checks that lose nothing. `table`
    /// must be a capture, or `None`.
    #[must_use]
    #[inline]
    pub fn forcing(table: Option<Move>, with_checks: bool) -> Picker {
        Picker::with(table, [None; 2], NOTHING, true, with_checks)
    }

    /// Makes the picker where it will stay: its lists are long, and moving it once would copy what they do not hold yet.
    #[inline(always)]
    fn with(
        table: Option<Move>,
        killers: [Option<Move>; 2],
        earlier: Earlier,
        captures_only: bool,
        with_checks: bool,
    ) -> Picker {
        Picker {
            stage: if table.is_some() { Stage::TableMove } else { Stage::ListCaptures },
            table,
            killers,
            earlier,
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

    /// Drops the quiet moves that were not handed out yet.
    pub const fn skip_quiets(&mut self) {
        self.no_quiets = true;
    }

    /// Drops the listed quiet moves that give no check, and hands out the others in any order.
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
                // A killer that cuts off spares the list of all the others.
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

    /// Lists the captures, by what they take and their history.
    // Out of line, as the other lists: what they need is then not made ready for every move handed out.
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

    /// Lists the quiet moves but the killers, by their histories.
    #[inline(never)]
    fn list_quiets(&mut self, position: &Position, histories: &Histories) {
        let (moves, table, killers) = (&mut self.moves, self.table, self.killers);
        let (side, earlier) = (position.side_to_move(), self.earlier);
        moves.clear();
        self.destinations.visit(position, !position.board().occupied(), |role, from, targets| {
            let rows = histories.quiets_of(side, role, from, earlier);
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

    /// Takes out the best of the listed moves; the later in the order of moves of two that are equal.
    #[inline]
    fn best(&mut self) -> Option<Move> {
        let (mut index, mut top) = (0, *self.moves.first()?);
        for (at, &scored) in self.moves.iter().enumerate().skip(1) {
            // Selected and not branched on: which move is better cannot be foreseen.
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
            let mut picker = Picker::new(table, killers, NOTHING);
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
