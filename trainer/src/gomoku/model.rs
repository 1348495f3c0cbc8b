//! The net of Gomoku in single precision, and the gradient of its loss. Each kind of side has its own rows and its own
//! head, so a sample touches one or two kinds.

use duiyi_core::base::Rng;
use duiyi_core::engine::gomoku::evaluator::EVAL_MAX;
use duiyi_core::engine::gomoku::net::Network;
use duiyi_core::engine::gomoku::net::network::{
    BOTH, HIDDEN, Head, LANES, OFFSET_MAX, ONE, OUTPUT_MAX, OUTPUT_ONE, Parameters, ROW_MAX, SHARE, SUM_ONE, UNIT,
    WEIGHT_MAX,
};
use duiyi_core::engine::gomoku::weight_set::WEIGHT_SETS;
use duiyi_core::engine::net::NetError;
use duiyi_core::gomoku::pattern::Combo;

use super::dataset::GomokuSample;
use crate::dataset::{Sample as _, TargetConfig, chance, loss};
use crate::model;

/// The limits of parameters, which quantize to those of [`Network`]: of a row, of a sum's weight, of a hidden unit's
/// weight, of a bias.
const ROW_LIMIT: f32 = ROW_MAX as f32 / ONE as f32;
const WEIGHT_LIMIT: f32 = WEIGHT_MAX as f32 / SUM_ONE as f32;
const OUTPUT_LIMIT: f32 = OUTPUT_MAX as f32 / OUTPUT_ONE as f32;
const OFFSET_LIMIT: f32 = (OFFSET_MAX - OUTPUT_ONE) as f32 / UNIT as f32;
/// The uniform initial distribution of parameters: its centre and half-width. Most sums of two rows, and most hidden
/// units, begin between 0 and 1, where the gradient is not zero.
const FIRST_ROW: [f32; 2] = [0.05, 0.1];
const FIRST_HIDDEN: [f32; 2] = [0.0, 0.2];
const FIRST_BIAS: [f32; 2] = [0.3, 0.2];
const FIRST_OUTPUT: [f32; 2] = [0.0, 0.1];

/// Offsets of the parameters of a head, after the rows of all kinds.
const BIASES: usize = HIDDEN * BOTH;
const STRAIGHT: usize = BIASES + HIDDEN;
const OUTPUTS: usize = STRAIGHT + BOTH;
const OFFSET: usize = OUTPUTS + HIDDEN;
const HEAD: usize = OFFSET + 1;
/// The number of row parameters.
const ROWS: usize = WEIGHT_SETS * 2 * Combo::COUNT * LANES;
/// Partial sums of a dot product, added in parallel.
const PART: usize = 8;

type Row = [f32; LANES];
type Sums = [f32; BOTH];

/// The parameters of a net: for each kind the rows of own and enemy combinations, then the heads.
#[derive(Clone, Debug, PartialEq)]
pub struct GomokuModel(Vec<f32>);

/// Buffers for the lanes of both views at each spot.
pub type Scratch = Vec<[Row; 2]>;

/// The activations of a forward pass.
struct Activations {
    sums: Sums,
    units: [f32; HIDDEN],
    output: f32,
}

/// Offsets of a sample's rows: in the view of the side to move and in the opponent's, for own and enemy combinations.
fn places(sample: &GomokuSample) -> [[usize; 2]; 2] {
    sample.weight_sets().map(|kind| [2 * kind, 2 * kind + 1].map(|place| place * Combo::COUNT))
}

/// Returns the offsets of the rows at a point: in each view for the own and the enemy combination.
#[inline(always)]
fn numbers_of(places: &[[usize; 2]; 2], [own, enemy]: [usize; 2]) -> [[usize; 2]; 2] {
    let [mover, waiter] = places;
    [[mover[0] + own, mover[1] + enemy], [waiter[0] + enemy, waiter[1] + own]]
}

#[inline(always)]
fn added(first: &Row, second: &Row) -> Row {
    std::array::from_fn(|lane| first[lane] + second[lane])
}

#[inline(always)]
fn held(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

/// Returns the gradient of a clipped lane: `number` between 0 and 1, zero elsewhere.
#[inline(always)]
fn passed(number: f32, lane: f32) -> f32 {
    if lane > 0.0 && lane < 1.0 { number } else { 0.0 }
}

#[inline(always)]
fn product(first: &Sums, second: &Sums) -> f32 {
    let mut sums = [0.0; PART];
    for (first, second) in first.as_chunks::<PART>().0.iter().zip(second.as_chunks::<PART>().0) {
        for lane in 0..PART {
            sums[lane] += first[lane] * second[lane];
        }
    }
    sums.iter().sum()
}

/// Adds `factor` times `more` to `sums`.
#[inline(always)]
fn add(sums: &mut Sums, factor: f32, more: &Sums) {
    for lane in 0..BOTH {
        sums[lane] += factor * more[lane];
    }
}

/// Views of a head's parameters.
struct HeadParams<'a> {
    hidden: &'a [Sums],
    biases: &'a [f32],
    straight: &'a Sums,
    outputs: &'a [f32],
    offset: f32,
}

impl<'a> HeadParams<'a> {
    fn new(head: &'a [f32]) -> HeadParams<'a> {
        HeadParams {
            hidden: head[..BIASES].as_chunks().0,
            biases: &head[BIASES..STRAIGHT],
            straight: head[STRAIGHT..].first_chunk().expect("a head has so many numbers"),
            outputs: &head[OUTPUTS..OFFSET],
            offset: head[OFFSET],
        }
    }
}

impl GomokuModel {
    /// Makes a net with small random parameters; its initial output is near zero.
    #[must_use]
    pub fn new(seed: u64) -> GomokuModel {
        let mut rng = Rng::from_seed(seed);
        let mut any = |[middle, spread]: [f32; 2]| middle + spread * (rng.below(2_000_001) as f32 / 1e6 - 1.0);
        let mut model = GomokuModel(vec![0.0; ROWS + WEIGHT_SETS * HEAD]);
        let (rows, heads) = model.0.split_at_mut(ROWS);
        rows.fill_with(|| any(FIRST_ROW));
        for head in heads.chunks_mut(HEAD) {
            head[..BIASES].fill_with(|| any(FIRST_HIDDEN));
            head[BIASES..STRAIGHT].fill_with(|| any(FIRST_BIAS));
            head[OUTPUTS..OFFSET].fill_with(|| any(FIRST_OUTPUT));
        }
        model
    }

    fn rows(&self) -> &[Row] {
        self.0[..ROWS].as_chunks().0
    }

    fn head(&self, weight_set: usize) -> HeadParams<'_> {
        HeadParams::new(&self.0[ROWS + weight_set * HEAD..][..HEAD])
    }

    fn forward(&self, sample: &GomokuSample, scratch: &mut Scratch) -> Activations {
        let (rows, places) = (self.rows(), places(sample));
        let (mut sums, mut count) = ([[0.0; LANES]; 2], 0.0);
        scratch.clear();
        for spot in sample.spots() {
            let lanes = numbers_of(&places, spot.combos()).map(|[own, enemy]| added(&rows[own], &rows[enemy]));
            for (sums, lanes) in sums.iter_mut().zip(&lanes) {
                for lane in 0..LANES {
                    sums[lane] += spot.count() * held(lanes[lane]);
                }
            }
            count += spot.count();
            scratch.push(lanes);
        }
        for (sums, [own, enemy]) in sums.iter_mut().zip(places) {
            let nothing = added(&rows[own], &rows[enemy]);
            for lane in 0..LANES {
                sums[lane] = (sums[lane] - count * held(nothing[lane])) / SHARE as f32;
            }
        }
        let sums: Sums = std::array::from_fn(|lane| sums[lane / LANES][lane % LANES]);
        let head = self.head(sample.weight_sets()[0]);
        let mut output = head.offset + product(head.straight, &sums);
        let mut units = [0.0; HIDDEN];
        for (unit, value) in units.iter_mut().enumerate() {
            *value = head.biases[unit] + product(&head.hidden[unit], &sums);
            output += head.outputs[unit] * held(*value);
        }
        Activations { sums, units, output }
    }

    /// Adds the gradient at `activations`, times `error`, to `gradient`.
    fn backpropagate(
        &self,
        sample: &GomokuSample,
        activations: &Activations,
        error: f32,
        scratch: &Scratch,
        gradient: &mut [f32],
    ) {
        let weight_set = sample.weight_sets()[0];
        let (rows, heads) = gradient.split_at_mut(ROWS);
        let (head, falls) = (self.head(weight_set), &mut heads[weight_set * HEAD..][..HEAD]);
        let mut below = head.straight.map(|weight| error * weight);
        let (hidden, rest) = falls.split_at_mut(BIASES);
        for (unit, hidden) in hidden.as_chunks_mut().0.iter_mut().enumerate() {
            let value = activations.units[unit];
            rest[OUTPUTS - BIASES + unit] += error * held(value);
            let fall = passed(error * head.outputs[unit], value);
            rest[unit] += fall;
            add(hidden, fall, &activations.sums);
            add(&mut below, fall, &head.hidden[unit]);
        }
        for (fall, sum) in rest[STRAIGHT - BIASES..].iter_mut().zip(activations.sums) {
            *fall += error * sum;
        }
        rest[OFFSET - BIASES] += error;

        let below: [Row; 2] =
            std::array::from_fn(|view| std::array::from_fn(|lane| below[view * LANES + lane] / SHARE as f32));
        let (rows, places) = (rows.as_chunks_mut::<LANES>().0, places(sample));
        let mut count = 0.0;
        for (spot, lanes) in sample.spots().iter().zip(scratch) {
            let numbers = numbers_of(&places, spot.combos());
            for view in 0..2 {
                let fall: Row = std::array::from_fn(|lane| passed(spot.count() * below[view][lane], lanes[view][lane]));
                for number in numbers[view] {
                    rows[number] = added(&rows[number], &fall);
                }
            }
            count += spot.count();
        }
        for (view, numbers) in places.into_iter().enumerate() {
            let nothing = added(&self.rows()[numbers[0]], &self.rows()[numbers[1]]);
            let fall: Row = std::array::from_fn(|lane| passed(-count * below[view][lane], nothing[lane]));
            for number in numbers {
                rows[number] = added(&rows[number], &fall);
            }
        }
    }

    /// Returns the quantized net of the engine.
    ///
    /// # Errors
    /// [`NetError`] for a scale that the engine does not support.
    pub fn to_network(&self, scale: i32) -> Result<Network, NetError> {
        let whole = |number: &f32, one: i32, max: i32| ((number * one as f32).round() as i32).clamp(-max, max);
        let row = |row: &Row| row.map(|number| whole(&number, ONE.into(), ROW_MAX.into()) as i16);
        let weight = |number: &f32| whole(number, SUM_ONE, WEIGHT_MAX.into()) as i16;
        let sets = self.rows().chunks(2 * Combo::COUNT).zip(0..).map(|(rows, weight_set)| {
            let (own, enemy) = rows.split_at(Combo::COUNT);
            let head = self.head(weight_set);
            Parameters {
                own: own.iter().map(row).collect(),
                enemy: enemy.iter().map(row).collect(),
                head: Head {
                    hidden: std::array::from_fn(|unit| head.hidden[unit].map(|number| weight(&number))),
                    // The engine truncates to a unit's smallest step; adding half a step rounds instead.
                    biases: std::array::from_fn(|unit| {
                        whole(&head.biases[unit], UNIT, OFFSET_MAX - OUTPUT_ONE) + OUTPUT_ONE / 2
                    }),
                    straight: head.straight.map(|number| weight(&number)),
                    outputs: std::array::from_fn(|unit| {
                        whole(&head.outputs[unit], OUTPUT_ONE, OUTPUT_MAX.into()) as i16
                    }),
                    offset: whole(&head.offset, UNIT, OFFSET_MAX),
                },
            }
        });
        Network::new(scale, sets.collect())
    }
}

impl model::Model for GomokuModel {
    type Sample = GomokuSample;
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        Scratch::new()
    }

    fn params(&self) -> &[f32] {
        &self.0
    }

    fn params_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }

    fn clip(&mut self) {
        let limited = |numbers: &mut [f32], max: f32| {
            numbers.iter_mut().for_each(|number| *number = number.clamp(-max, max));
        };
        let (rows, heads) = self.0.split_at_mut(ROWS);
        limited(rows, ROW_LIMIT);
        for head in heads.chunks_mut(HEAD) {
            limited(&mut head[..BIASES], WEIGHT_LIMIT);
            limited(&mut head[BIASES..STRAIGHT], OFFSET_LIMIT);
            limited(&mut head[STRAIGHT..OUTPUTS], WEIGHT_LIMIT);
            limited(&mut head[OUTPUTS..OFFSET], OUTPUT_LIMIT);
            limited(&mut head[OFFSET..], OFFSET_LIMIT);
        }
    }

    fn evaluate(&self, sample: &GomokuSample, target: &TargetConfig, scratch: &mut Scratch) -> f32 {
        let most = EVAL_MAX as f32 / target.scale;
        (sample.hand_crafted(target) + self.forward(sample, scratch).output).clamp(-most, most)
    }

    fn accumulate_gradient(
        &self,
        sample: &GomokuSample,
        target: &TargetConfig,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> f64 {
        let activations = self.forward(sample, scratch);
        let (says, wanted) = (chance(sample.hand_crafted(target) + activations.output), sample.target(target));
        self.backpropagate(sample, &activations, says - wanted, scratch, gradient);
        loss(says, wanted)
    }
}
