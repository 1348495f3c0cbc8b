//! The policy prior of PUCT: a softmax over the ordering policy of the alpha-beta search.

use super::super::field::Field;
use super::super::params::UNIT;
use super::super::weight_set::weight_set;
use super::super::weights::MOVES;
use super::tree::{Edge, PRIORS};
use crate::gomoku::Point;
use crate::gomoku::pattern::Combo;

/// Bounds of a policy term. A term above the upper bound wins at once.
const PROMISE: (i16, i16) = (-3000, 6000);

/// The softmax factors of both policy terms, own gain and enemy loss, by weight set and combination.
#[derive(Clone, Debug)]
pub struct Prior(Box<[[[u64; 2]; Combo::COUNT]]>);

impl Prior {
    #[must_use]
    pub fn new() -> Prior {
        // Rounded to integers, so that every machine's exponential gives the same prior.
        let factor = |promise: i16| {
            let promise = promise.clamp(PROMISE.0, PROMISE.1);
            (1024.0 * (f64::from(promise) / f64::from(UNIT)).exp()).round() as u64
        };
        Prior(MOVES.iter().map(|weight_set| weight_set.map(|pair| pair.map(factor))).collect())
    }

    /// Appends `points` to `edges` by descending prior, at most `most` of them.
    pub fn list(&self, field: &Field, points: impl Iterator<Item = Point>, most: usize, edges: &mut Vec<Edge>) {
        let patterns = field.patterns();
        let factor = |point, side, part: usize| {
            self.0[weight_set(patterns.rule(), side)][patterns.combo(point, side).index()][part]
        };
        let weight = |point| factor(point, field.side_to_move(), 0) * factor(point, !field.side_to_move(), 1);
        let mut weighed: Vec<(u64, Point)> = points.map(|point| (weight(point), point)).collect();
        weighed.sort_unstable_by_key(|&(weight, point)| (std::cmp::Reverse(weight), point));
        weighed.truncate(most);
        let total = weighed.iter().map(|&(weight, _)| weight).sum::<u64>().max(1);
        edges.extend(weighed.into_iter().map(|(weight, point)| Edge::new(point, weight * PRIORS / total)));
    }
}
