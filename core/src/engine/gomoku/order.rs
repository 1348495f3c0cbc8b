//! Move generation and ordering.

use arrayvec::ArrayVec;

use super::feature::Feature;
use super::field::Field;
use super::params::{CONTINUATION, HISTORY_DIVISOR, KILLER};
use super::threats::Points;
use super::weight_set::weight_set;
use super::weights::{LINES, MOVES};
use crate::base::Side;
use crate::gomoku::Point;
use crate::gomoku::pattern::Class;
use crate::gomoku::point::Direction;
use crate::search::{ButterflyHistory, ContinuationHistory, Features, Killers};

/// One thread's history tables and killers.
#[derive(Clone, Debug)]
pub struct Histories {
    /// History by side and point.
    pub butterfly: ButterflyHistory,
    /// History by point after the enemy's last stone, and after the own one before it.
    continuation: [ContinuationHistory; 2],
    /// Rows of the board.
    size: usize,
    /// Killer moves by ply.
    pub killers: Killers<Point>,
    /// The ordering terms that are switched on.
    features: Features,
}

impl Histories {
    /// Makes empty histories for a board of `size` rows.
    #[must_use]
    pub fn new(features: Features, size: u8) -> Histories {
        let size = usize::from(size);
        let area = size * size;
        Histories {
            butterfly: ButterflyHistory::new(1, Point::COUNT),
            continuation: std::array::from_fn(|_| ContinuationHistory::new(Side::COUNT * area, area)),
            size,
            killers: Killers::new(),
            features,
        }
    }

    /// Returns the rows of the continuation histories that `side`'s moves index after the stones of `path`. `None`
    /// without such a stone, or with the feature off.
    #[must_use]
    pub fn continuation_rows(&self, side: Side, path: &[Point]) -> ContinuationRows {
        let area = self.size * self.size;
        let mut stones = path.iter().rev().filter(|_| self.features.has(Feature::Continuation));
        [!side, side].map(|by| stones.next().map(|&stone| by.index() * area + self.place(stone)))
    }

    /// Returns the sum of the continuation histories of `point`.
    #[must_use]
    pub fn continuation_score(&self, rows: ContinuationRows, point: Point) -> i32 {
        let place = self.place(point);
        self.continuation.iter().zip(rows).map(|(table, row)| row.map_or(0, |row| table.get(row, place))).sum()
    }

    /// Adds a bonus, or a malus below zero, for `point` after the stones of `rows`.
    pub fn update_continuation(&mut self, rows: ContinuationRows, point: Point, bonus: i32) {
        let place = self.place(point);
        for (table, row) in self.continuation.iter_mut().zip(rows) {
            if let Some(row) = row {
                table.update(row, place, bonus);
            }
        }
    }

    /// Returns the index of `point` in the history tables.
    const fn place(&self, point: Point) -> usize {
        point.row() as usize * self.size + point.column() as usize
    }

    /// Returns the butterfly history of `point`, zero where it is switched off.
    #[must_use]
    pub fn butterfly_score(&self, side: Side, point: Point) -> i32 {
        if self.features.has(Feature::Butterfly) { self.butterfly.get(side, 0, point.index()) } else { 0 }
    }
}

/// The rows of the continuation histories that index a node's moves.
pub type ContinuationRows = [Option<usize>; 2];

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a node has one of these on its stack, and none on the heap")]
pub enum Candidates {
    /// Points within distance 2 of a stone, and those at distance 3 that make a sleeping three or more.
    Calm,
    /// These moves only, for example the answers to a threat.
    Listed(Points),
}

/// The move picker: the hash move first, then the others by score. It generates the others only after the hash move,
/// which often causes the cutoff.
#[derive(Clone, Debug)]
pub struct Picker {
    first: Option<Point>,
    candidates: Option<Candidates>,
    ply: usize,
    rows: ContinuationRows,
    /// Score and point packed into one number, the greatest first.
    moves: ArrayVec<i64, { Point::COUNT }>,
}

impl Picker {
    /// Makes a picker that begins with the hash move `first`, which must be an empty point. Moves are pseudo-legal.
    #[must_use]
    pub const fn new(candidates: Candidates, ply: usize, first: Option<Point>, rows: ContinuationRows) -> Picker {
        Picker { first, candidates: Some(candidates), ply, rows, moves: ArrayVec::new_const() }
    }

    /// Returns the next move. `field` must equal the field of the first call.
    pub fn next(&mut self, field: &Field, histories: &Histories) -> Option<Point> {
        match self.candidates.take() {
            Some(candidates) if self.first.is_some() && self.moves.is_empty() => {
                // The hash move; the second call generates the rest.
                let first = self.first;
                self.candidates = Some(candidates);
                self.moves.push(0);
                return first;
            }
            Some(candidates) => self.list(candidates, field, histories),
            None => {}
        }
        let best = (0..self.moves.len()).max_by_key(|&index| self.moves[index])?;
        Some(point_of(self.moves.swap_remove(best)))
    }

    /// Skips the remaining quiet moves.
    pub fn skip_quiets(&mut self, field: &Field) {
        let (mover, waiter) = (field.side_to_move(), !field.side_to_move());
        self.moves.retain(|&mut packed| {
            let point = point_of(packed);
            !is_quiet(field.class(point, mover), field.class(point, waiter))
        });
    }

    fn list(&mut self, candidates: Candidates, field: &Field, histories: &Histories) {
        self.moves.clear();
        match candidates {
            Candidates::Calm => self.push_all(calm(field), field, histories),
            Candidates::Listed(points) => self.push_all(points.into_iter(), field, histories),
        }
    }

    fn push_all(&mut self, points: impl Iterator<Item = Point>, field: &Field, histories: &Histories) {
        let uses_killers = histories.features.has(Feature::Killers);
        let killers = if uses_killers { histories.killers.at(self.ply) } else { [None; 2] };
        for point in points.filter(|&point| self.first != Some(point)) {
            self.moves.push(packed(move_score(field, histories, killers, point, self.rows), point));
        }
    }
}

/// Returns whether a move is quiet: its class for the mover makes no threat, and its class for the enemy takes none.
#[must_use]
pub fn is_quiet(own: Class, taken: Class) -> bool {
    own < Class::OpenThree && taken < Class::Four
}

/// Lists the points within distance 2 of a stone, then those at distance 3 that make a sleeping three or more.
pub fn calm(field: &Field) -> impl Iterator<Item = Point> + '_ {
    let near = field.near(2);
    let tells = |point| Side::ALL.into_iter().any(|side| field.class(point, side) >= Class::SleepingThree);
    near.points().chain(field.near(3).without(&near).points().filter(move |&point| tells(point)))
}

/// Packs score and point. Of equal scores the lower point is the greater number: a total order, equal on every machine.
fn packed(move_score: i32, point: Point) -> i64 {
    i64::from(move_score) << 16 | (0xffff - (i64::from(point.row()) << 8 | i64::from(point.column())))
}

fn point_of(packed: i64) -> Point {
    let place = 0xffff - (packed & 0xffff);
    Point::new((place & 0xff) as u8, (place >> 8) as u8)
}

/// Returns the ordering score of `point` for the side to move: its [`policy`], histories and killers.
fn move_score(
    field: &Field,
    histories: &Histories,
    killers: [Option<Point>; 2],
    point: Point,
    rows: ContinuationRows,
) -> i32 {
    let (mover, waiter) = (field.side_to_move(), !field.side_to_move());
    let (own, taken) = (field.class(point, mover), field.class(point, waiter));
    let shapes = if histories.features.has(Feature::Ordering) { policy(field, point) } else { 0 };
    let butterfly_score =
        histories.butterfly_score(mover, point) + CONTINUATION * histories.continuation_score(rows, point);
    let mut move_score = shapes + butterfly_score / HISTORY_DIVISOR;
    if own < Class::Four && taken < Class::Four {
        let rank = killers.iter().position(|&killer| killer == Some(point));
        move_score += rank.map_or(0, |rank| KILLER >> rank);
    }
    move_score
}

/// Returns the policy logit of the empty `point`, in [`UNIT`](super::params::UNIT)s: what the side to move makes there, what
/// it takes from the enemy, and the stones in line.
#[inline]
#[must_use]
pub fn policy(field: &Field, point: Point) -> i32 {
    let patterns = field.patterns();
    let mover = field.side_to_move();
    let promises = |side| MOVES[weight_set(patterns.rule(), side)][patterns.combo(point, side).index()];
    let lines = &LINES[weight_set(patterns.rule(), mover)][mover.index()];
    let in_line = Direction::ALL.map(|direction| i32::from(lines[patterns.line_pattern(point, direction).index()]));
    i32::from(promises(mover)[0]) + i32::from(promises(!mover)[1]) + in_line.into_iter().sum::<i32>()
}
