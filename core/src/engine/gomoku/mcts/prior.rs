//! How likely each move is, before it is tried: the policy of PUCT, from what a stone makes and takes.

use super::super::field::Field;
use super::super::kinds::kind;
use super::super::params::UNIT;
use super::super::weights::MOVES;
use super::tree::{Edge, PRIORS};
use crate::gomoku::Point;
use crate::gomoku::pattern::Combo;

/// The least and the most promise that counts: what promises more wins at once.
const PROMISE: (i16, i16) = (-3000, 6000);

/// How likely a point is played by what a stone makes there, the own and the enemy's: the factors of a softmax over the
/// promise that the alpha-beta search sorts its moves by, for each kind of side and combination.
#[derive(Clone, Debug)]
pub struct Prior(Box<[[[u64; 2]; Combo::COUNT]]>);

impl Prior {
    /// Makes the tables.
    #[must_use]
    pub fn new() -> Prior {
        // Rounded to whole numbers, so that no machine's exponential function shows.
        let factor = |promise: i16| {
            let promise = promise.clamp(PROMISE.0, PROMISE.1);
            (1024.0 * (f64::from(promise) / f64::from(UNIT)).exp()).round() as u64
        };
        Prior(MOVES.iter().map(|kind| kind.map(|pair| pair.map(factor))).collect())
    }

    /// Appends the moves `points` to `edges`, the likeliest first, at most `most` of them.
    pub fn list(&self, field: &Field, points: impl Iterator<Item = Point>, most: usize, edges: &mut Vec<Edge>) {
        let patterns = field.patterns();
        let factor =
            |point, side, part: usize| self.0[kind(patterns.rule(), side)][patterns.combo(point, side).index()][part];
        let weight = |point| factor(point, field.side_to_move(), 0) * factor(point, !field.side_to_move(), 1);
        let mut weighed: Vec<(u64, Point)> = points.map(|point| (weight(point), point)).collect();
        weighed.sort_unstable_by_key(|&(weight, point)| (std::cmp::Reverse(weight), point));
        weighed.truncate(most);
        let total = weighed.iter().map(|&(weight, _)| weight).sum::<u64>().max(1);
        edges.extend(weighed.into_iter().map(|(weight, point)| Edge::new(point, weight * PRIORS / total)));
    }
}
