//! The small network that makes the rows of lines: a pattern of few positions learns from similar ones.
//!
//! A stone of the first side, one of the second and the edge are the inputs of each of the eight cells. Two clipped layers
//! see a line in each reading direction, and a third makes a row of their sum. The engine gets the rows alone.

use std::thread;

use duiyi_core::base::{Rng, Side};
use duiyi_core::engine::gomoku::net::network::LANES;
use duiyi_core::gomoku::pattern::LinePattern;

pub(super) type Row = [f32; LANES];

/// Cells to each side of the point, and inputs of a cell.
const REACH: usize = 4;
const STATES: usize = 3;
/// Units of the two layers.
const UNITS: usize = 64;

type Units = [f32; UNITS];

/// Offsets of the parameters: the weights of each layer, each followed by its biases.
const FIRST_BIASES: usize = 2 * REACH * STATES * UNITS;
const SECOND: usize = FIRST_BIASES + UNITS;
const SECOND_BIASES: usize = SECOND + UNITS * UNITS;
const THIRD: usize = SECOND_BIASES + UNITS;
const THIRD_BIASES: usize = THIRD + UNITS * LANES;
/// The number of parameters.
pub(super) const LENGTH: usize = THIRD_BIASES + LANES;

/// A parameter is worth so much less than its number, so that a step of training changes it so much less: it concerns
/// all lines at once.
const WORTH: f32 = 0.2;
/// The uniform initial distributions of the parameters: their centre and half-width.
const INITIAL: [(usize, [f32; 2]); 6] = [
    (FIRST_BIASES, [0.0, 0.5]),
    (SECOND, [0.0, 0.3]),
    (SECOND_BIASES, [0.0, 0.2]),
    (THIRD, [0.0, 0.1]),
    (THIRD_BIASES, [0.0, 0.08]),
    (LENGTH, [0.005, 0.005]),
];

/// The inputs of each pattern in both reading directions; none for a pattern without stones, which has no row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LineInputs(Vec<Option<[Vec<usize>; 2]>>);

impl LineInputs {
    /// Lists the inputs of all patterns.
    #[must_use]
    pub(super) fn new() -> LineInputs {
        let inputs = |[back, on]: &[Vec<Option<Side>>; 2]| {
            let state = |cells: &[Option<Side>], steps: usize| match cells.get(steps) {
                None => Some(2),
                Some(stone) => stone.map(Side::index),
            };
            let behind = (0..REACH).filter_map(|steps| Some((REACH - 1 - steps) * STATES + state(back, steps)?));
            let beyond = (0..REACH).filter_map(|steps| Some((REACH + steps) * STATES + state(on, steps)?));
            behind.chain(beyond).collect()
        };
        let both = |pattern: LinePattern| {
            let [one, other] = pattern.halves();
            pattern.has_stones().then(|| [inputs(&[one.clone(), other.clone()]), inputs(&[other, one])])
        };
        LineInputs(LinePattern::all().map(both).collect())
    }
}

/// Returns initial parameters.
pub(super) fn initial(rng: &mut Rng) -> Vec<f32> {
    let mut numbers = Vec::with_capacity(LENGTH);
    for (end, [middle, spread]) in INITIAL {
        let mut any = || (middle + spread * (rng.below(2_000_001) as f32 / 1e6 - 1.0)) / WORTH;
        numbers.resize_with(end, &mut any);
    }
    numbers
}

/// The parameters, at their worth.
struct LineNetwork(Vec<f32>);

/// The two layers of one reading direction.
struct Activations {
    first: Units,
    second: Units,
}

/// Adds `factor` times `more` to `sums`.
#[inline(always)]
pub(super) fn add<const LENGTH: usize>(sums: &mut [f32; LENGTH], factor: f32, more: &[f32; LENGTH]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += factor * more;
    }
}

#[inline(always)]
pub(super) fn product<const LENGTH: usize>(one: &[f32; LENGTH], other: &[f32; LENGTH]) -> f32 {
    let mut sums = [0.0; 8];
    for (one, other) in one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0) {
        for lane in 0..8 {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}

/// Returns the `index`-th array of the numbers from `start` on.
#[inline(always)]
fn part<const LENGTH: usize>(numbers: &[f32], start: usize, index: usize) -> &[f32; LENGTH] {
    numbers[start + index * LENGTH..].first_chunk().expect("the layers have so many numbers")
}

#[inline(always)]
fn part_mut<const LENGTH: usize>(numbers: &mut [f32], start: usize, index: usize) -> &mut [f32; LENGTH] {
    numbers[start + index * LENGTH..].first_chunk_mut().expect("the layers have so many numbers")
}

impl LineNetwork {
    fn new(numbers: &[f32]) -> LineNetwork {
        LineNetwork(numbers.iter().map(|number| WORTH * number).collect())
    }

    fn layers(&self, inputs: &[usize]) -> Activations {
        let mut first: Units = *part(&self.0, FIRST_BIASES, 0);
        inputs.iter().for_each(|&input| add(&mut first, 1.0, part(&self.0, 0, input)));
        let mut second: Units = *part(&self.0, SECOND_BIASES, 0);
        for (unit, value) in first.iter().enumerate().filter(|(_, value)| **value > 0.0) {
            add(&mut second, *value, part(&self.0, SECOND, unit));
        }
        Activations { first, second }
    }

    fn row(&self, readings: &[Vec<usize>; 2]) -> Row {
        let [one, other] = readings.each_ref().map(|inputs| self.layers(inputs).second);
        let mut row: Row = *part(&self.0, THIRD_BIASES, 0);
        for unit in 0..UNITS {
            add(&mut row, one[unit].max(0.0) + other[unit].max(0.0), part(&self.0, THIRD, unit));
        }
        row
    }

    /// Adds the gradient of a row to that of the parameters.
    fn backpropagate(&self, readings: &[Vec<usize>; 2], row: &Row, gradient: &mut [f32]) {
        add(part_mut(gradient, THIRD_BIASES, 0), 1.0, row);
        let below: Units = std::array::from_fn(|unit| product(row, part(&self.0, THIRD, unit)));
        for inputs in readings {
            let Activations { first, second } = self.layers(inputs);
            let mut falls = [0.0; UNITS];
            for unit in (0..UNITS).filter(|&unit| second[unit] > 0.0) {
                add(part_mut(gradient, THIRD, unit), second[unit], row);
                falls[unit] = below[unit];
            }
            add(part_mut(gradient, SECOND_BIASES, 0), 1.0, &falls);
            let mut first_falls = [0.0; UNITS];
            for unit in (0..UNITS).filter(|&unit| first[unit] > 0.0) {
                add(part_mut(gradient, SECOND, unit), first[unit], &falls);
                first_falls[unit] = product(&falls, part(&self.0, SECOND, unit));
            }
            add(part_mut(gradient, FIRST_BIASES, 0), 1.0, &first_falls);
            inputs.iter().for_each(|&input| add(part_mut(gradient, 0, input), 1.0, &first_falls));
        }
    }
}

/// Writes the rows that the network with the parameters `numbers` makes of `lines`.
pub(super) fn make_rows(lines: &LineInputs, numbers: &[f32], rows: &mut [Row], threads: usize) {
    let network = LineNetwork::new(numbers);
    let share = rows.len().div_ceil(threads.max(1));
    thread::scope(|scope| {
        for (rows, lines) in rows.chunks_mut(share).zip(lines.0.chunks(share)) {
            let network = &network;
            scope.spawn(move || {
                for (row, readings) in rows.iter_mut().zip(lines) {
                    *row = readings.as_ref().map_or([0.0; LANES], |readings| network.row(readings));
                }
            });
        }
    });
}

/// Adds the gradient of `rows` to `gradient`, that of the parameters `numbers`.
pub(super) fn backpropagate(lines: &LineInputs, numbers: &[f32], rows: &[Row], gradient: &mut [f32], threads: usize) {
    let network = LineNetwork::new(numbers);
    let share = rows.len().div_ceil(threads.max(1));
    let work = |rows: &[Row], lines: &[Option<[Vec<usize>; 2]>]| {
        let mut gradient = vec![0.0; LENGTH];
        for (row, readings) in rows.iter().zip(lines) {
            if let Some(readings) = readings
                && row.iter().any(|&number| number != 0.0)
            {
                network.backpropagate(readings, row, &mut gradient);
            }
        }
        gradient
    };
    thread::scope(|scope| {
        let workers: Vec<_> = rows
            .chunks(share)
            .zip(lines.0.chunks(share))
            .map(|(rows, lines)| scope.spawn(move || work(rows, lines)))
            .collect();
        for worker in workers {
            let part = worker.join().expect("a worker only adds up");
            gradient.iter_mut().zip(part).for_each(|(sum, more)| *sum += WORTH * more);
        }
    });
}
