//! The reduction of late moves.

use crate::base::Depth;
use crate::engine::xiangqi::params::{REDUCTION_BASE, REDUCTION_SLOPE};

/// Logarithms to base 2 in 1024ths, the factors of the LMR formula.
pub(super) struct Reductions([i32; 64]);

impl Reductions {
    pub(super) fn new() -> Reductions {
        let mut logs = [0; 64];
        for (number, log) in logs.iter_mut().enumerate().skip(1) {
            *log = log2_of(number as u64);
        }
        Reductions(logs)
    }

    /// Returns the reduction in 1024ths of a ply.
    pub(super) fn of(&self, depth: Depth, move_count: i32) -> Depth {
        let log = |number: i32| self.0[number.clamp(1, 63) as usize];
        // Two logarithms in 1024ths make 1024² of one.
        REDUCTION_BASE + REDUCTION_SLOPE * (log(depth) * log(move_count) / 1024) / 1024
    }
}

/// Returns the logarithm to base 2 in 1024ths, by repeated squaring: integers give the same result on every machine.
fn log2_of(number: u64) -> i32 {
    let whole = number.ilog2();
    let mut log = whole as i32;
    // The number divided by its power of two, in 32nd binary digits.
    let mut rest = (number << 32) >> whole;
    for _ in 0..10 {
        rest = ((u128::from(rest) * u128::from(rest)) >> 32) as u64;
        let digit = i32::from(rest >= 2 << 32);
        log = log << 1 | digit;
        rest >>= digit;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_a_thousandth() {
        assert_eq!([1, 2, 4, 32].map(log2_of), [0, 1024, 2048, 5120]);
        assert_eq!(log2_of(3), 1623, "log2(3) is 1.58496");
        assert_eq!(log2_of(63), 6120, "log2(63) is 5.97728");
    }
}
