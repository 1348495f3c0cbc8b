//! The sums of the net in vector lanes, with the instructions that [`Lanes`] chooses.

use super::network::{
    BOTH, HIDDEN, HIDDEN_ONE, Head, INPUTS, LANES, ONE, OUTPUT_ONE, REGION_STEP, REGION_UNIT, REGION_UNITS, Row, STEP,
    SUM_MAX, Shared, UNIT,
};
use crate::base::Side;
use crate::engine::lanes::{Aligned, Kernel, Lanes, PairWeights};

/// The lanes of both views: the first side's, then the second's.
pub type Pair = Aligned<[i16; BOTH]>;
pub const ZERO: Pair = Aligned([0; BOTH]);
/// Regions of the board.
pub const REGIONS: usize = 9;
/// The lanes of both views, added over the points of each region.
pub type Sums = [Pair; REGIONS];

/// Joins the rows of both views.
pub fn pair(first: &Row, second: &Row) -> Pair {
    Aligned(std::array::from_fn(|lane| if lane < LANES { first[lane] } else { second[lane - LANES] }))
}

/// The layers above the sums in memory order: the weights of two inputs beside each other, for every unit.
#[derive(Clone, Debug)]
pub struct Weights {
    regions: [PairWeights; BOTH / 2],
    region_biases: [i32; REGION_UNITS],
    hidden: [PairWeights; INPUTS / 2],
    biases: [i32; HIDDEN],
    straight: [i16; INPUTS],
    outputs: [i16; HIDDEN],
    offset: i32,
}

impl Weights {
    /// Returns the weights with `mover` to move.
    #[must_use]
    pub fn new(shared: &Shared, head: &Head, mover: Side) -> Weights {
        // The inputs are in the order of the sides, the weights in that of the views.
        let place = |input: usize| match mover {
            Side::Second if input < BOTH => (input + LANES) % BOTH,
            _ => input,
        };
        let of = |weights: &[i16], at: usize| [weights[place(2 * at)], weights[place(2 * at + 1)]];
        Weights {
            regions: std::array::from_fn(|at| Aligned(std::array::from_fn(|unit| of(&shared.regions[unit], at)))),
            region_biases: shared.biases,
            hidden: std::array::from_fn(|at| Aligned(std::array::from_fn(|unit| of(&head.hidden[unit], at)))),
            biases: head.biases,
            straight: std::array::from_fn(|input| head.straight[place(input)]),
            outputs: head.outputs,
            offset: head.offset,
        }
    }
}

/// Returns the sum of `rows`, clipped to 0..=1.
#[inline(always)]
pub fn held<const ROWS: usize>(rows: [&Pair; ROWS]) -> Pair {
    let mut lanes = [0_i16; BOTH];
    for row in rows {
        // A slice of the row would not know where it begins.
        let Aligned(row) = *row;
        for (lane, number) in lanes.iter_mut().zip(row) {
            *lane = lane.wrapping_add(number);
        }
    }
    for lane in &mut lanes {
        *lane = (*lane).clamp(0, ONE);
    }
    Aligned(lanes)
}

/// Adds `after` less `before` to `sums`.
#[inline(always)]
pub fn replace(sums: &mut Pair, before: &Pair, after: &Pair) {
    for ((sum, before), after) in sums.0.iter_mut().zip(&before.0).zip(&after.0) {
        *sum += after - before;
    }
}

/// The layers above `sums`. The output is in [`UNIT`]ths.
pub struct Layers<'a> {
    pub weights: &'a Weights,
    pub sums: &'a Sums,
}

/// Rounds a sum to an input of a layer.
#[inline(always)]
const fn rounded(sum: i32) -> i16 {
    let sum = sum.saturating_add(STEP / 2) >> STEP.ilog2();
    if sum > SUM_MAX { SUM_MAX as i16 } else { sum as i16 }
}

impl Kernel for Layers<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, lanes: Lanes) -> i32 {
        let Layers { weights, sums } = self;
        let mut all = [0_i32; BOTH];
        let mut added = [0_i32; REGION_UNITS];
        for region in sums {
            if region.0.iter().fold(0, |any, sum| any | sum) == 0 {
                continue;
            }
            let mut inputs = [0_i16; BOTH];
            for ((input, all), sum) in inputs.iter_mut().zip(&mut all).zip(region.0) {
                *input = rounded(i32::from(sum));
                *all += i32::from(sum);
            }
            let mut units = weights.region_biases;
            lanes.multiply(&mut units, &inputs, &weights.regions);
            // A region without stones nearby adds nothing.
            for ((added, unit), bias) in added.iter_mut().zip(units).zip(weights.region_biases) {
                *added += unit.clamp(0, REGION_UNIT) - bias.clamp(0, REGION_UNIT);
            }
        }
        let mut inputs = [0_i16; INPUTS];
        let (of_lanes, of_regions) = inputs.split_at_mut(BOTH);
        for (input, sum) in of_lanes.iter_mut().zip(all) {
            *input = rounded(sum);
        }
        const { assert!(REGIONS as i32 * REGION_UNIT / REGION_STEP <= SUM_MAX && REGION_STEP.count_ones() == 1) };
        for (input, added) in of_regions.iter_mut().zip(added) {
            *input = (added >> REGION_STEP.ilog2()) as i16;
        }
        let mut units = weights.biases;
        lanes.multiply(&mut units, &inputs, &weights.hidden);
        const { assert!(UNIT / OUTPUT_ONE == HIDDEN_ONE) };
        let hidden: i32 = units
            .iter()
            .zip(&weights.outputs)
            .map(|(unit, weight)| ((*unit).clamp(0, UNIT) / OUTPUT_ONE) as i16 as i32 * i32::from(*weight))
            .sum();
        let straight: i32 =
            inputs.iter().zip(&weights.straight).map(|(lane, weight)| i32::from(*lane) * i32::from(*weight)).sum();
        straight + hidden + weights.offset
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::tests::any;
    use super::super::network::{OFFSET_MAX, OUTPUT_MAX, WEIGHT_MAX};
    use super::*;
    use crate::base::Rng;
    use crate::gomoku::Rule;

    /// The same output one by one in `i64`: the reference.
    fn output_slowly(shared: &Shared, head: &Head, sums: &Sums) -> i64 {
        let rounded = |sum: i64| ((sum + i64::from(STEP) / 2).div_euclid(STEP.into())).min(SUM_MAX.into());
        let weighed = |inputs: &[i64], weights: &[i16]| -> i64 {
            inputs.iter().zip(weights).map(|(input, weight)| input * i64::from(*weight)).sum()
        };
        let mut inputs = vec![0; INPUTS];
        for (lane, input) in inputs[..BOTH].iter_mut().enumerate() {
            *input = rounded(sums.iter().map(|region| i64::from(region.0[lane])).sum());
        }
        for (unit, input) in inputs[BOTH..].iter_mut().enumerate() {
            let bias = i64::from(shared.biases[unit]);
            let clipped = |sum: i64| sum.clamp(0, REGION_UNIT.into());
            let of = |region: &Pair| {
                let region = region.0.map(|sum| rounded(sum.into()));
                clipped(bias + weighed(&region, &shared.regions[unit])) - clipped(bias)
            };
            *input = sums.iter().map(of).sum::<i64>().div_euclid(REGION_STEP.into());
        }
        let unit = |unit: usize| {
            let sum: i64 = weighed(&inputs, &head.hidden[unit]);
            (sum + i64::from(head.biases[unit])).clamp(0, UNIT.into()) / i64::from(OUTPUT_ONE)
        };
        let hidden: i64 = (0..HIDDEN).map(|number| unit(number) * i64::from(head.outputs[number])).sum();
        weighed(&inputs, &head.straight) + hidden + i64::from(head.offset)
    }

    #[test]
    fn all_instructions_give_the_same_output() {
        let mut rng = Rng::from_seed(5);
        let greatest = Head {
            hidden: [[WEIGHT_MAX; INPUTS]; HIDDEN],
            biases: [OFFSET_MAX; HIDDEN],
            straight: [WEIGHT_MAX; INPUTS],
            outputs: [OUTPUT_MAX; HIDDEN],
            offset: OFFSET_MAX,
        };
        let net = any(3);
        let usual = net.shared();
        let heaviest = Shared {
            lines: usual.lines.clone(),
            regions: [[WEIGHT_MAX; BOTH]; REGION_UNITS],
            biases: [OFFSET_MAX; REGION_UNITS],
        };
        for (shared, head) in [(usual, &net.parameters(Rule::Standard, Side::First).head), (&heaviest, &greatest)] {
            for bound in [600, 12_000, i16::MAX as usize] {
                let mut sums: Sums = [ZERO; REGIONS];
                // A region stays empty.
                for region in &mut sums[1..] {
                    *region = Aligned(std::array::from_fn(|_| rng.below(bound + 1) as i16));
                }
                for mover in Side::ALL {
                    let mut seen = sums;
                    if mover == Side::Second {
                        seen.iter_mut().for_each(|region| region.0.rotate_left(LANES));
                    }
                    let weights = &Weights::new(shared, head, mover);
                    for lanes in [Lanes::PLAIN, Lanes::best()] {
                        let output = lanes.run(Layers { weights, sums: &sums });
                        assert_eq!(i64::from(output), output_slowly(shared, head, &seen), "{lanes:?}");
                    }
                }
            }
        }
    }

    /// Puts what `rows` give in the place of fives.
    struct Replacement<'a> {
        rows: &'a [Pair; 6],
        sums: &'a mut Pair,
    }

    impl Kernel for Replacement<'_> {
        type Output = Pair;

        #[inline(always)]
        fn run(self, _: Lanes) -> Pair {
            let held = held(self.rows.each_ref());
            replace(self.sums, &Aligned([5; BOTH]), &held);
            held
        }
    }

    #[test]
    fn all_instructions_give_the_same_lanes() {
        let mut rng = Rng::from_seed(6);
        for _ in 0..100 {
            let rows: [Pair; 6] =
                std::array::from_fn(|_| Aligned(std::array::from_fn(|_| rng.below(10_801) as i16 - 5_400)));
            let slow = Aligned(std::array::from_fn(|lane| {
                let sum: i32 = rows.iter().map(|row| i32::from(row.0[lane])).sum();
                sum.clamp(0, ONE.into()) as i16
            }));
            for lanes in [Lanes::PLAIN, Lanes::best()] {
                let mut sums = Aligned([7; BOTH]);
                assert_eq!(lanes.run(Replacement { rows: &rows, sums: &mut sums }), slow, "{lanes:?}");
                assert_eq!(sums.0, slow.0.map(|lane| lane + 2), "{lanes:?}");
            }
        }
    }
}
