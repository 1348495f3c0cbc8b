//! The sums of the net in vector lanes, with the instructions that [`Lanes`] chooses.

use super::network::{BLOCK, INPUT_ONE, ONE};
use crate::engine::lanes::{Kernel, Lanes};

/// Writes `from` plus the rows `plus` minus the rows `minus` of `rows` to `to`. A row is as long as `from` and `to`, a
/// multiple of [`BLOCK`].
pub struct RowChange<'a> {
    pub to: &'a mut [i16],
    pub from: &'a [i16],
    pub rows: &'a [i16],
    pub plus: &'a [u16],
    pub minus: &'a [u16],
}

impl Kernel for RowChange<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Lanes) {
        let RowChange { to, from, rows, plus, minus } = self;
        let width = from.len();
        let (to, _) = to.as_chunks_mut::<BLOCK>();
        let (from, _) = from.as_chunks::<BLOCK>();
        let row = |number: u16, at: usize| {
            let start = usize::from(number) * width + at * BLOCK;
            rows[start..].first_chunk::<BLOCK>().expect("the rows are those of the net")
        };
        for (at, (to, from)) in to.iter_mut().zip(from).enumerate() {
            let mut sums = *from;
            for &number in plus {
                for (sum, lane) in sums.iter_mut().zip(row(number, at)) {
                    *sum = sum.wrapping_add(*lane);
                }
            }
            for &number in minus {
                for (sum, lane) in sums.iter_mut().zip(row(number, at)) {
                    *sum = sum.wrapping_sub(*lane);
                }
            }
            *to = sums;
        }
    }
}

/// Returns a sum clipped to 0..=1, rounded from [`INPUT_ONE`]ths to [`ONE`]ths.
#[inline(always)]
const fn held(lane: i16) -> i16 {
    const STEP: i16 = INPUT_ONE / ONE;
    const { assert!(STEP == 4) };
    let lane = if lane < 0 {
        0
    } else if lane > INPUT_ONE {
        INPUT_ONE
    } else {
        lane
    };
    (lane + STEP / 2) >> 2
}

/// Σ clip(sum)² × weight, with each sum clipped to 0..=1 in [`ONE`]ths. Weights lie within
/// ±[`OUTPUT_MAX`](super::network::OUTPUT_MAX).
pub struct WeighedSum<'a> {
    pub sums: &'a [i16],
    pub weights: &'a [i16],
}

impl Kernel for WeighedSum<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, _: Lanes) -> i32 {
        let (lanes, _) = self.sums.as_chunks::<BLOCK>();
        let (weights, _) = self.weights.as_chunks::<BLOCK>();
        let mut sum = 0;
        for (lanes, weights) in lanes.iter().zip(weights) {
            for (lane, weight) in lanes.iter().zip(weights) {
                let lane = held(*lane);
                // The first product fits into an `i16`, so the compiler can multiply and add pairs in one instruction.
                sum += i32::from(lane.wrapping_mul(*weight)) * i32::from(lane);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::{OUTPUT_MAX, WIDTH_MAX};
    use super::*;
    use crate::base::Rng;

    /// The same sums lane by lane in `i64`: the reference.
    fn change_slowly(from: &[i16], rows: &[i16], plus: &[u16], minus: &[u16]) -> Vec<i16> {
        let cell = |row: &u16, lane: usize| i64::from(rows[usize::from(*row) * from.len() + lane]);
        let sum = |lane: usize| {
            let plus: i64 = plus.iter().map(|row| cell(row, lane)).sum();
            i64::from(from[lane]) + plus - minus.iter().map(|row| cell(row, lane)).sum::<i64>()
        };
        (0..from.len()).map(|lane| sum(lane) as i16).collect()
    }

    fn output_slowly(lanes: &[i16], weights: &[i16]) -> i64 {
        let lanes = lanes.iter().map(|&lane| (f64::from(lane) / 4.0 + 0.5).floor().clamp(0.0, 255.0) as i64);
        lanes.zip(weights).map(|(lane, &weight)| lane * lane * i64::from(weight)).sum()
    }

    #[test]
    fn all_instructions_give_the_same_sums() {
        let mut rng = Rng::from_seed(5);
        for width in (BLOCK..=WIDTH_MAX).step_by(BLOCK) {
            let mut any = |count: usize, bound: i16| -> Vec<i16> {
                (0..count).map(|_| rng.below(2 * bound as usize + 1) as i16 - bound).collect()
            };
            let (rows, from) = (any(5 * width, 900), any(width, 900));
            let (plus, minus) = ([3, 0, 4], [1, 3]);
            let slow = change_slowly(&from, &rows, &plus, &minus);
            let weights = any(width, OUTPUT_MAX);
            // The greatest possible sum, and a random one.
            let greatest = (vec![INPUT_ONE + 900; width], vec![OUTPUT_MAX; width]);
            for lanes in [Lanes::PLAIN, Lanes::best()] {
                let mut to = vec![0; width];
                lanes.run(RowChange { to: &mut to, from: &from, rows: &rows, plus: &plus, minus: &minus });
                assert_eq!(to, slow, "{lanes:?}");
                for (sums, weights) in [(&to, &weights), (&greatest.0, &greatest.1)] {
                    assert_eq!(
                        i64::from(lanes.run(WeighedSum { sums, weights })),
                        output_slowly(sums, weights),
                        "{lanes:?}"
                    );
                }
            }
        }
    }
}
