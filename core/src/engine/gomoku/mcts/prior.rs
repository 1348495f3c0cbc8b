//! The policy prior of PUCT: a softmax over the ordering policy of the alpha-beta search.

use super::super::field::Field;
use super::super::order::policy;
use super::super::params::UNIT;
use super::tree::{Edge, PRIORS};
use crate::gomoku::Point;

/// Bounds of the policy. A move above the upper bound wins at once.
const POLICY: (i32, i32) = (-6000, 12_000);

/// The softmax factors, by policy from the lower bound on.
#[derive(Clone, Debug)]
pub struct Prior(Box<[u64]>);

impl Prior {
    #[must_use]
    pub fn new() -> Prior {
        // Rounded to integers, so that every machine's exponential gives the same prior.
        let factor = |policy: i32| (1024.0 * (f64::from(policy) / f64::from(UNIT)).exp()).round() as u64;
        Prior((POLICY.0..=POLICY.1).map(factor).collect())
    }

    /// Appends `points` to `edges` by descending prior, at most `most` of them.
    pub fn list(&self, field: &Field, points: impl Iterator<Item = Point>, most: usize, edges: &mut Vec<Edge>) {
        let weight = |point| self.0[(policy(field, point).clamp(POLICY.0, POLICY.1) - POLICY.0) as usize];
        let mut weighed: Vec<(u64, Point)> = points.map(|point| (weight(point), point)).collect();
        weighed.sort_unstable_by_key(|&(weight, point)| (std::cmp::Reverse(weight), point));
        weighed.truncate(most);
        let total = weighed.iter().map(|&(weight, _)| weight).sum::<u64>().max(1);
        edges.extend(weighed.into_iter().map(|(weight, point)| Edge::new(point, weight * PRIORS / total)));
    }
}
