//! The sums of the net in vector lanes, with the instructions that [`Lanes`] chooses.

use super::network::{BOTH, HIDDEN, HIDDEN_ONE, Head, ONE, OUTPUT_ONE, STEP, SUM_MAX, UNIT};
use crate::base::Side;
use crate::engine::lanes::Lanes;
use crate::gomoku::pattern::{Combo, Combos, PatternChange};

/// The row of a combination of one side in both views: the first side's lanes, then the second's.
pub type Pair = [i16; BOTH];
pub type ComboRows = [Box<[Pair; ROWS]>; Side::COUNT];
/// A power of two, so that a masked index needs no check.
pub const ROWS: usize = Combo::COUNT.next_power_of_two();
/// A [`Head`] in memory order: the weights of two sums beside each other, for every hidden unit.
#[derive(Clone, Debug)]
pub struct Weights {
    hidden: [[[i16; 2]; HIDDEN]; BOTH / 2],
    biases: [i32; HIDDEN],
    straight: [i16; BOTH],
    outputs: [i16; HIDDEN],
    offset: i32,
}

impl From<&Head> for Weights {
    fn from(head: &Head) -> Weights {
        let pair = |at: usize, unit: usize| [head.hidden[unit][2 * at], head.hidden[unit][2 * at + 1]];
        Weights {
            hidden: std::array::from_fn(|at| std::array::from_fn(|unit| pair(at, unit))),
            biases: head.biases,
            straight: head.straight,
            outputs: head.outputs,
            offset: head.offset,
        }
    }
}

/// The sums of both views over all points.
pub type Sums = [i32; BOTH];

/// Returns `sums` after `changes`.
#[inline]
#[must_use]
pub fn change(lanes: Lanes, sums: &Sums, rows: &ComboRows, changes: &[PatternChange]) -> Sums {
    lanes.run(|| changed(sums, rows, changes))
}

/// Returns the head's output for `sums`, which begin with the mover's view. [`UNIT`] is 1.
#[inline]
#[must_use]
pub fn output(lanes: Lanes, weights: &Weights, sums: &Sums) -> i32 {
    lanes.run(|| weighed(weights, sums))
}

/// Returns the lanes of a point, clipped to 0..=1.
#[inline(always)]
fn held(rows: &ComboRows, [first, second]: Combos) -> [i16; BOTH] {
    let rows = [&rows[0][first.index() % ROWS], &rows[1][second.index() % ROWS]];
    let mut lanes = [0; BOTH];
    for ((lane, first), second) in lanes.iter_mut().zip(rows[0]).zip(rows[1]) {
        *lane = first.wrapping_add(*second).clamp(0, ONE);
    }
    lanes
}

/// Number of changes of a lane that fit into an `i16`.
const GROUP: usize = i16::MAX as usize / (2 * ONE as usize);

#[inline(always)]
fn changed(sums: &Sums, rows: &ComboRows, changes: &[PatternChange]) -> Sums {
    let mut sums = *sums;
    for group in changes.chunks(GROUP) {
        let mut difference = [0_i16; BOTH];
        for PatternChange { before, after } in group {
            let (before, after) = (held(rows, *before), held(rows, *after));
            for ((lane, before), after) in difference.iter_mut().zip(before).zip(after) {
                *lane += after - before;
            }
        }
        for (sum, difference) in sums.iter_mut().zip(difference) {
            *sum += i32::from(difference);
        }
    }
    sums
}

/// Rounds a sum to the input of the head.
#[inline(always)]
const fn rounded(sum: i32) -> i16 {
    let sum = sum.saturating_add(STEP / 2) >> STEP.ilog2();
    if sum > SUM_MAX {
        SUM_MAX as i16
    } else if sum < -SUM_MAX {
        -SUM_MAX as i16
    } else {
        sum as i16
    }
}

#[inline(always)]
fn weighed(weights: &Weights, sums: &Sums) -> i32 {
    let mut lanes = [0_i16; BOTH];
    for (lane, sum) in lanes.iter_mut().zip(sums) {
        *lane = rounded(*sum);
    }
    let mut units = weights.biases;
    for ([first, second], weights) in lanes.as_chunks().0.iter().zip(&weights.hidden) {
        let [first, second] = [i32::from(*first), i32::from(*second)];
        for (unit, weights) in units.iter_mut().zip(weights) {
            // Two products and their sum are one instruction.
            *unit += first * i32::from(weights[0]) + second * i32::from(weights[1]);
        }
    }
    const { assert!(UNIT / OUTPUT_ONE == HIDDEN_ONE) };
    let hidden: i32 = units
        .iter()
        .zip(&weights.outputs)
        .map(|(unit, weight)| ((*unit).clamp(0, UNIT) / OUTPUT_ONE) as i16 as i32 * i32::from(*weight))
        .sum();
    let straight: i32 =
        lanes.iter().zip(&weights.straight).map(|(lane, weight)| i32::from(*lane) * i32::from(*weight)).sum();
    straight + hidden + weights.offset
}

#[cfg(test)]
mod tests {
    use super::super::network::tests::any;
    use super::super::network::{OFFSET_MAX, OUTPUT_MAX, WEIGHT_MAX};
    use super::*;
    use crate::base::Rng;
    use crate::gomoku::Rule;

    /// The same sum one by one in `i64`: the reference.
    fn output_slowly(head: &Head, sums: &Sums) -> i64 {
        let max = f64::from(SUM_MAX);
        let lanes = sums.map(|sum| (f64::from(sum) / f64::from(STEP) + 0.5).floor().clamp(-max, max) as i64);
        let weighed = |weights: &[i16]| lanes.iter().zip(weights).map(|(lane, weight)| lane * i64::from(*weight)).sum();
        let unit = |unit: usize| {
            let sum: i64 = weighed(&head.hidden[unit]);
            (sum + i64::from(head.biases[unit])).clamp(0, UNIT.into()) / i64::from(OUTPUT_ONE)
        };
        let hidden: i64 = (0..HIDDEN).map(|number| unit(number) * i64::from(head.outputs[number])).sum();
        let straight: i64 = weighed(&head.straight);
        straight + hidden + i64::from(head.offset)
    }

    #[test]
    fn all_instructions_give_the_same_output() {
        let mut rng = Rng::from_seed(5);
        let greatest = Head {
            hidden: [[WEIGHT_MAX; BOTH]; HIDDEN],
            biases: [OFFSET_MAX; HIDDEN],
            straight: [WEIGHT_MAX; BOTH],
            outputs: [OUTPUT_MAX; HIDDEN],
            offset: OFFSET_MAX,
        };
        let net = any(3);
        for head in [&greatest, &net.parameters(Rule::Standard, Side::First).head] {
            for bound in [12_000, 160_000] {
                let sums: Sums = std::array::from_fn(|_| rng.below(2 * bound + 1) as i32 - bound as i32);
                for sums in [sums, [i32::MAX; BOTH], [i32::MIN; BOTH]] {
                    for lanes in [Lanes::PLAIN, Lanes::best()] {
                        let output = output(lanes, &Weights::from(head), &sums);
                        assert_eq!(i64::from(output), output_slowly(head, &sums), "{lanes:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn all_instructions_give_the_same_sums() {
        let mut rng = Rng::from_seed(6);
        let mut lane = |bound: usize| rng.below(2 * bound + 1) as i16 - bound as i16;
        let rows: ComboRows = std::array::from_fn(|_| Box::new([[0; BOTH]; ROWS].map(|row| row.map(|_| lane(800)))));
        let mut rng = Rng::from_seed(7);
        let mut combos = || [0; 2].map(|_| Combo::from_index(rng.below(Combo::COUNT)).expect("there is one"));
        // More changes than one group holds.
        let changes: Vec<PatternChange> =
            (0..3 * GROUP).map(|_| PatternChange { before: combos(), after: combos() }).collect();
        let held = |[first, second]: Combos, lane: usize| {
            (i32::from(rows[0][first.index()][lane]) + i32::from(rows[1][second.index()][lane])).clamp(0, ONE.into())
        };
        let slow: Sums = std::array::from_fn(|lane| {
            let change = |change: &PatternChange| held(change.after, lane) - held(change.before, lane);
            500 + changes.iter().map(change).sum::<i32>()
        });
        for lanes in [Lanes::PLAIN, Lanes::best()] {
            assert_eq!(super::change(lanes, &[500; BOTH], &rows, &changes), slow, "{lanes:?}");
        }
    }
}
