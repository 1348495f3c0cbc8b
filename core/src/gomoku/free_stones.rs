//! Free stones: the black stones that a stronger player gives before White's first move.
//!
//! The first is on the centre, each further one on a marked point of the board: the custom of Ninuki-renju, where a
//! stone is given for each difference of rank.

use super::point::Point;
use super::rule::Rule;
use super::setup::Setup;
use crate::base::Side;

/// The numbers of stones that are given.
pub const COUNTS: [u8; 2] = [2, 3];

/// The smallest board with marked points.
pub const MIN_SIZE: u8 = 13;

/// Lines between the centre and a marked point.
const REACH: u8 = 4;

/// Returns the board with so many free stones and White to move, or the empty one and Black to move for 0.
#[must_use]
pub fn setup(size: u8, rule: Rule, stones: u8) -> Setup {
    if stones == 0 {
        return Setup::empty(size, rule);
    }
    let centre = size / 2;
    let (low, high) = (centre.saturating_sub(REACH), centre + REACH);
    let marked = [(centre, centre), (high, high), (low, high)];
    let black = marked.into_iter().take(stones.into()).map(|(column, row)| Point::new(column, row)).collect();
    Setup { black, side: Some(Side::Second), ..Setup::empty(size, rule) }
}
