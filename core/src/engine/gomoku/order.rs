//! Move generation and ordering.

use arrayvec::ArrayVec;

use super::feature::Feature;
use super::field::Field;
use super::kinds::kind;
use super::params::{HISTORY_DIVISOR, KILLER};
use super::threats::Points;
use super::weights::MOVES;
use crate::base::Side;
use crate::gomoku::Point;
use crate::gomoku::pattern::Class;
use crate::search::{Butterfly, Features, Killers};

/// One thread's history tables and killers.
#[derive(Clone, Debug)]
pub struct Histories {
    /// History by side and point.
    pub butterfly: Butterfly,
    /// Killer moves by ply.
    pub killers: Killers<Point>,
    /// The ordering terms that are switched on.
    features: Features,
}

impl Histories {
    /// Makes empty histories.
    #[must_use]
    pub fn new(features: Features) -> Histories {
        Histories { butterfly: Butterfly::new(1, Point::COUNT), killers: Killers::new(), features }
    }

    /// Returns the butterfly history of `point`, zero where it is switched off.
    #[must_use]
    pub fn past(&self, side: Side, point: Point) -> i32 {
        if self.features.has(Feature::Butterfly) { self.butterfly.get(side, 0, point.index()) } else { 0 }
    }
}

/// The moves of a node.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a node has one of these on its stack, and none on the heap")]
pub enum Candidates {
    /// Points within distance 2 of a stone, and those at distance 3 that make a sleeping three or more.
    Calm,
    /// These, such as the answers to a threat.
    Listed(Points),
}

/// The move picker: the hash move first, then the others by score. They are generated and scored only after the hash
/// move, which often causes the cutoff.
#[derive(Clone, Debug)]
pub struct Picker {
    first: Option<Point>,
    candidates: Option<Candidates>,
    ply: usize,
    /// The greatest [`policy`] of the generated moves.
    top: i32,
    /// Score and point packed into one number, the greatest first.
    moves: ArrayVec<i64, { Point::COUNT }>,
}

impl Picker {
    /// Makes a picker that begins with the hash move `first`, an empty point. Moves are pseudo-legal.
    #[must_use]
    pub const fn new(candidates: Candidates, ply: usize, first: Option<Point>) -> Picker {
        Picker { first, candidates: Some(candidates), ply, top: 0, moves: ArrayVec::new_const() }
    }

    /// Returns the greatest [`policy`] of the moves, once they are generated.
    #[must_use]
    pub const fn top(&self) -> i32 {
        self.top
    }

    /// Returns the next move. The field must be that of the first call.
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
        self.top = i32::MIN;
        match candidates {
            Candidates::Calm => self.push_all(calm(field), field, histories),
            Candidates::Listed(points) => self.push_all(points.into_iter(), field, histories),
        }
    }

    fn push_all(&mut self, points: impl Iterator<Item = Point>, field: &Field, histories: &Histories) {
        let uses_killers = histories.features.has(Feature::Killers);
        let killers = if uses_killers { histories.killers.at(self.ply) } else { [None; 2] };
        for point in points.filter(|&point| self.first != Some(point)) {
            let shapes = policy(field, point);
            self.top = self.top.max(shapes);
            self.moves.push(packed(promise(field, histories, killers, point, shapes), point));
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

/// Packs score and point. Of equal scores the lower point is the greater number: a total order, the same on every
/// machine.
fn packed(promise: i32, point: Point) -> i64 {
    i64::from(promise) << 16 | (0xffff - (i64::from(point.row()) << 8 | i64::from(point.column())))
}

fn point_of(packed: i64) -> Point {
    let place = 0xffff - (packed & 0xffff);
    Point::new((place & 0xff) as u8, (place >> 8) as u8)
}

/// Returns the ordering score of `point` for the side to move: its [`policy`] `shapes`, history and killers.
fn promise(field: &Field, histories: &Histories, killers: [Option<Point>; 2], point: Point, shapes: i32) -> i32 {
    let (mover, waiter) = (field.side_to_move(), !field.side_to_move());
    let (own, taken) = (field.class(point, mover), field.class(point, waiter));
    let shapes = if histories.features.has(Feature::Ordering) { shapes } else { 0 };
    let mut promise = shapes + histories.past(mover, point) / HISTORY_DIVISOR;
    if own < Class::Four && taken < Class::Four {
        let rank = killers.iter().position(|&killer| killer == Some(point));
        promise += rank.map_or(0, |rank| KILLER >> rank);
    }
    promise
}

/// Returns the policy logit of the empty `point`: what the side to move makes there plus what it takes from the enemy,
/// in [`UNIT`](super::params::UNIT)s.
#[inline]
#[must_use]
pub fn policy(field: &Field, point: Point) -> i32 {
    let patterns = field.patterns();
    let promises = |side| MOVES[kind(patterns.rule(), side)][patterns.combo(point, side).index()];
    i32::from(promises(field.side_to_move())[0]) + i32::from(promises(!field.side_to_move())[1])
}
