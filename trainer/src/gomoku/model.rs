//! The net of Gomoku in single precision, and the gradient of its loss. Each kind of side has its own rows of
//! combinations and its own head, so a sample touches one or two kinds.

use duiyi_core::base::Rng;
use duiyi_core::engine::gomoku::evaluator::EVAL_MAX;
use duiyi_core::engine::gomoku::net::Network;
use duiyi_core::engine::gomoku::net::lanes::REGIONS;
use duiyi_core::engine::gomoku::net::network::{
    BOTH, HIDDEN, Head, INPUTS, LANES, OFFSET_MAX, ONE, OUTPUT_MAX, OUTPUT_ONE, Parameters, REGION_SHARE, REGION_STEP,
    REGION_UNIT, REGION_UNITS, ROW_MAX, SHARE, SUM_ONE, Shared, UNIT, WEIGHT_MAX,
};
use duiyi_core::engine::gomoku::weight_set::WEIGHT_SETS;
use duiyi_core::engine::net::NetError;
use duiyi_core::gomoku::pattern::{Combo, LinePattern};

use super::dataset::{GomokuSample, Spot, Spots};
use super::line_network::{self, LineInputs, Row, add, product};
use crate::dataset::{Sample as _, TargetConfig, chance, loss};
use crate::model;

/// The limits of parameters, which quantize to those of [`Network`]: of a row, of a sum's weight, of a hidden unit's
/// weight, of a bias.
const ROW_LIMIT: f32 = ROW_MAX as f32 / ONE as f32;
const WEIGHT_LIMIT: f32 = WEIGHT_MAX as f32 / SUM_ONE as f32;
const OUTPUT_LIMIT: f32 = OUTPUT_MAX as f32 / OUTPUT_ONE as f32;
const OFFSET_LIMIT: f32 = (OFFSET_MAX - OUTPUT_ONE) as f32 / UNIT as f32;
/// The uniform initial distribution of parameters: its centre and half-width. Most sums of rows, and most units, begin
/// between 0 and 1, where the gradient is not zero.
const FIRST_ROW: [f32; 2] = [0.05, 0.1];
const FIRST_REGION: [f32; 2] = [0.0, 0.15];
const FIRST_REGION_BIAS: [f32; 2] = [0.1, 0.2];
const FIRST_HIDDEN: [f32; 2] = [0.0, 0.03];
const FIRST_BIAS: [f32; 2] = [0.4, 0.3];
const FIRST_OUTPUT: [f32; 2] = [0.0, 0.1];
/// The share of a gradient that a unit beyond its bounds passes on, so that no unit is lost for good.
const LEAK: f32 = 0.02;

/// What the unit of one region adds to an input of the head.
const REGION_WORTH: f32 = REGION_UNIT as f32 / REGION_STEP as f32 / (UNIT / SUM_ONE) as f32;

/// Offsets of the parameters: the rows of combinations of all kinds, the heads, the layer above the regions, the network
/// that makes the rows of lines, and these rows.
const HEADS: usize = WEIGHT_SETS * 2 * Combo::COUNT * LANES;
const REGION_WEIGHTS: usize = HEADS + WEIGHT_SETS * HEAD;
const REGION_BIASES: usize = REGION_WEIGHTS + BOTH * REGION_UNITS;
const NETWORK: usize = REGION_BIASES + REGION_UNITS;
const LINES: usize = NETWORK + line_network::LENGTH;
const LENGTH: usize = LINES + LinePattern::COUNT * LANES;
/// Offsets of the parameters of a head.
const BIASES: usize = HIDDEN * INPUTS;
const STRAIGHT: usize = BIASES + HIDDEN;
const OUTPUTS: usize = STRAIGHT + INPUTS;
const OFFSET: usize = OUTPUTS + HIDDEN;
const HEAD: usize = OFFSET + 1;

type Sums = [f32; BOTH];
type Units = [f32; REGION_UNITS];

/// The parameters of a net.
#[derive(Clone, Debug, PartialEq)]
pub struct GomokuModel {
    numbers: Vec<f32>,
    lines: LineInputs,
    /// What the rows of lines have besides the small network's: those of the net that training goes on from.
    base: Vec<Row>,
}

/// Buffers of a pass.
pub struct Scratch {
    spots: Spots,
    /// The lanes of both views at each spot, not clipped.
    lanes: Vec<[Row; 2]>,
    /// The clipped lanes, added over each region, and the units above them.
    regions: [(Sums, Units); REGIONS],
}

/// The activations of a forward pass.
struct Activations {
    inputs: [f32; INPUTS],
    units: [f32; HIDDEN],
    output: f32,
}

/// Returns the offsets of the rows of a spot: in the view of the side to move and in the opponent's, for the four lines,
/// the own and the enemy combination.
#[inline(always)]
fn places(sample: &GomokuSample, spot: &Spot) -> [[Option<usize>; 6]; 2] {
    let line = |pattern: u16| (pattern != 0).then_some(LINES + usize::from(pattern) * LANES);
    let combo = |weight_set: usize, of: usize, combo: u16| {
        (combo != 0).then_some(((2 * weight_set + of) * Combo::COUNT + usize::from(combo)) * LANES)
    };
    let ([mover, waiter], [own, enemy]) = (sample.weight_sets(), spot.combos);
    let [mine, theirs] = spot.lines.map(|lines| lines.map(line));
    [
        [mine[0], mine[1], mine[2], mine[3], combo(mover, 0, own), combo(mover, 1, enemy)],
        [theirs[0], theirs[1], theirs[2], theirs[3], combo(waiter, 0, enemy), combo(waiter, 1, own)],
    ]
}

/// Returns parameters of a net file, whose 1.0 is `one`, in single precision.
fn quantized<N: Copy + Into<i32>>(numbers: &[N], one: i32) -> impl Iterator<Item = f32> {
    numbers.iter().map(move |&number| number.into() as f32 / one as f32)
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

/// Returns the gradient of a clipped unit.
#[inline(always)]
fn leaked(number: f32, unit: f32) -> f32 {
    if unit > 0.0 && unit < 1.0 { number } else { LEAK * number }
}

/// Views of a head's parameters.
struct HeadParams<'a> {
    hidden: &'a [[f32; INPUTS]],
    biases: &'a [f32],
    straight: &'a [f32; INPUTS],
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
        let network = line_network::initial(&mut rng);
        let mut any = |[middle, spread]: [f32; 2]| middle + spread * (rng.below(2_000_001) as f32 / 1e6 - 1.0);
        let mut numbers = vec![0.0; LENGTH];
        numbers[..HEADS].fill_with(|| any(FIRST_ROW));
        for head in numbers[HEADS..REGION_WEIGHTS].chunks_mut(HEAD) {
            head[..BIASES].fill_with(|| any(FIRST_HIDDEN));
            head[BIASES..STRAIGHT].fill_with(|| any(FIRST_BIAS));
            head[OUTPUTS..OFFSET].fill_with(|| any(FIRST_OUTPUT));
        }
        numbers[REGION_WEIGHTS..REGION_BIASES].fill_with(|| any(FIRST_REGION));
        numbers[REGION_BIASES..NETWORK].fill_with(|| any(FIRST_REGION_BIAS));
        numbers[NETWORK..LINES].copy_from_slice(&network);
        GomokuModel::with_rows(numbers)
    }

    /// Makes the net of the file `network`. Its rows of lines stay, and a new small network, made from `seed`, learns what
    /// is added to them.
    #[must_use]
    pub fn from_network(network: &Network, seed: u64) -> GomokuModel {
        let Shared { lines, regions, biases } = network.shared();
        let mut numbers = Vec::with_capacity(LENGTH);
        for set in network.sets() {
            numbers.extend(quantized(set.own.as_flattened(), ONE.into()));
            numbers.extend(quantized(set.enemy.as_flattened(), ONE.into()));
        }
        for Head { hidden, biases, straight, outputs, offset } in network.sets().iter().map(|set| &set.head) {
            numbers.extend(quantized(hidden.as_flattened(), SUM_ONE));
            numbers.extend(quantized(&biases.map(|bias| bias - OUTPUT_ONE / 2), UNIT));
            numbers.extend(quantized(straight, SUM_ONE));
            numbers.extend(quantized(outputs, OUTPUT_ONE));
            numbers.extend(quantized(&[*offset], UNIT));
        }
        for sum in 0..BOTH {
            numbers.extend(quantized(&regions.map(|weights| weights[sum]), SUM_ONE));
        }
        numbers.extend(quantized(biases, REGION_UNIT));
        numbers.extend(line_network::initial(&mut Rng::from_seed(seed)));
        numbers.resize(LENGTH, 0.0);
        let mut model = GomokuModel::with_rows(numbers);
        for (base, (row, made)) in model.base.iter_mut().zip(lines.iter().zip(model.numbers[LINES..].as_chunks().0)) {
            *base = row.map(|number| f32::from(number) / f32::from(ONE));
            add(base, -1.0, made);
        }
        model::Model::refresh(&mut model, 1);
        model
    }

    /// Makes the net of these parameters, whose rows of lines are those of the small network.
    fn with_rows(numbers: Vec<f32>) -> GomokuModel {
        let mut model = GomokuModel { numbers, lines: LineInputs::new(), base: vec![[0.0; LANES]; LinePattern::COUNT] };
        model::Model::refresh(&mut model, 1);
        model
    }

    fn row(&self, place: usize) -> &Row {
        self.numbers[place..].first_chunk().expect("every place has a row")
    }

    fn head(&self, weight_set: usize) -> HeadParams<'_> {
        HeadParams::new(&self.numbers[HEADS + weight_set * HEAD..][..HEAD])
    }

    /// Returns the weights of each of a region's sums in all units, and the biases of these.
    fn region_layer(&self) -> (&[Units], &Units) {
        let biases = self.numbers[REGION_BIASES..].first_chunk().expect("there are so many units");
        (self.numbers[REGION_WEIGHTS..REGION_BIASES].as_chunks().0, biases)
    }

    fn forward(&self, sample: &GomokuSample, scratch: &mut Scratch) -> Activations {
        let Scratch { spots, lanes, regions } = scratch;
        let spots = spots.of(sample);
        lanes.clear();
        regions.fill(([0.0; BOTH], [0.0; REGION_UNITS]));
        for spot in spots {
            let mut both = [[0.0; LANES]; 2];
            for (view, (places, row)) in places(sample, spot).iter().zip(&mut both).enumerate() {
                places.iter().flatten().for_each(|&place| add(row, 1.0, self.row(place)));
                let sums = &mut regions[spot.region].0[view * LANES..][..LANES];
                sums.iter_mut().zip(&*row).for_each(|(sum, lane)| *sum += held(*lane));
            }
            lanes.push(both);
        }
        let mut inputs = [0.0; INPUTS];
        let (weights, biases) = self.region_layer();
        for (sums, units) in regions {
            inputs.iter_mut().zip(&*sums).for_each(|(input, sum)| *input += sum / SHARE as f32);
            *units = *biases;
            for (sum, weights) in sums.iter().zip(weights) {
                add(units, sum / REGION_SHARE as f32, weights);
            }
            for ((input, unit), bias) in inputs[BOTH..].iter_mut().zip(&*units).zip(biases) {
                *input += REGION_WORTH * (held(*unit) - held(*bias));
            }
        }
        let head = self.head(sample.weight_sets()[0]);
        let mut output = head.offset + product(head.straight, &inputs);
        let mut units = [0.0; HIDDEN];
        for (unit, value) in units.iter_mut().enumerate() {
            *value = head.biases[unit] + product(&head.hidden[unit], &inputs);
            output += head.outputs[unit] * held(*value);
        }
        Activations { inputs, units, output }
    }

    /// Adds the gradient at `activations`, times `error`, to `gradient`.
    fn backpropagate(
        &self,
        sample: &GomokuSample,
        activations: &Activations,
        error: f32,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) {
        let weight_set = sample.weight_sets()[0];
        let (head, falls) = (self.head(weight_set), &mut gradient[HEADS + weight_set * HEAD..][..HEAD]);
        let mut below = head.straight.map(|weight| error * weight);
        let (hidden, rest) = falls.split_at_mut(BIASES);
        for (unit, hidden) in hidden.as_chunks_mut().0.iter_mut().enumerate() {
            let value = activations.units[unit];
            rest[OUTPUTS - BIASES + unit] += error * held(value);
            let fall = leaked(error * head.outputs[unit], value);
            rest[unit] += fall;
            add(hidden, fall, &activations.inputs);
            add(&mut below, fall, &head.hidden[unit]);
        }
        for (fall, input) in rest[STRAIGHT - BIASES..].iter_mut().zip(activations.inputs) {
            *fall += error * input;
        }
        rest[OFFSET - BIASES] += error;

        let (weights, biases) = self.region_layer();
        let (sum_falls, region_falls) = below.split_first_chunk::<BOTH>().expect("the sums come first");
        // The sums of the regions become their gradients.
        for (sums, units) in &mut scratch.regions {
            let falls: Units = std::array::from_fn(|unit| leaked(REGION_WORTH * region_falls[unit], units[unit]));
            for (unit, bias) in biases.iter().enumerate() {
                let nothing = leaked(REGION_WORTH * region_falls[unit], *bias);
                gradient[REGION_BIASES + unit] += falls[unit] - nothing;
            }
            let parts = gradient[REGION_WEIGHTS..REGION_BIASES].as_chunks_mut().0;
            for (((sum, part), weights), fall) in sums.iter_mut().zip(parts).zip(weights).zip(sum_falls) {
                add(part, *sum / REGION_SHARE as f32, &falls);
                *sum = product(&falls, weights) / REGION_SHARE as f32 + fall / SHARE as f32;
            }
        }
        for (spot, lanes) in scratch.spots.last().iter().zip(&scratch.lanes) {
            let falls = &scratch.regions[spot.region].0;
            for (view, (places, lanes)) in places(sample, spot).iter().zip(lanes).enumerate() {
                let fall: Row = std::array::from_fn(|lane| passed(falls[view * LANES + lane], lanes[lane]));
                for &place in places.iter().flatten() {
                    add(gradient[place..].first_chunk_mut().expect("every place has a row"), 1.0, &fall);
                }
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
        let combos: &[Row] = self.numbers[..HEADS].as_chunks().0;
        let sets = combos.chunks(2 * Combo::COUNT).zip(0..).map(|(rows, weight_set)| {
            let of = |rows: &[Row]| {
                let mut rows: Vec<_> = rows.iter().map(row).collect();
                rows[0] = [0; LANES];
                rows
            };
            let (own, enemy) = rows.split_at(Combo::COUNT);
            let head = self.head(weight_set);
            Parameters {
                own: of(own),
                enemy: of(enemy),
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
        let (weights, biases) = self.region_layer();
        let shared = Shared {
            lines: self.numbers[LINES..].as_chunks().0.iter().map(row).collect(),
            regions: std::array::from_fn(|unit| std::array::from_fn(|sum| weight(&weights[sum][unit]))),
            biases: biases.map(|bias| whole(&bias, REGION_UNIT, OFFSET_MAX)),
        };
        Network::new(scale, shared, sets.collect())
    }
}

impl model::Model for GomokuModel {
    type Sample = GomokuSample;
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        Scratch { spots: Spots::default(), lanes: Vec::new(), regions: [([0.0; BOTH], [0.0; REGION_UNITS]); REGIONS] }
    }

    fn params(&self) -> &[f32] {
        &self.numbers
    }

    fn params_mut(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    fn clip(&mut self) {
        let limited = |numbers: &mut [f32], max: f32| {
            numbers.iter_mut().for_each(|number| *number = number.clamp(-max, max));
        };
        limited(&mut self.numbers[..HEADS], ROW_LIMIT);
        for head in self.numbers[HEADS..REGION_WEIGHTS].chunks_mut(HEAD) {
            limited(&mut head[..BIASES], WEIGHT_LIMIT);
            limited(&mut head[BIASES..STRAIGHT], OFFSET_LIMIT);
            limited(&mut head[STRAIGHT..OUTPUTS], WEIGHT_LIMIT);
            limited(&mut head[OUTPUTS..OFFSET], OUTPUT_LIMIT);
            limited(&mut head[OFFSET..], OFFSET_LIMIT);
        }
        limited(&mut self.numbers[REGION_WEIGHTS..REGION_BIASES], WEIGHT_LIMIT);
        limited(&mut self.numbers[REGION_BIASES..NETWORK], OFFSET_LIMIT);
    }

    fn refresh(&mut self, threads: usize) {
        let (numbers, rows) = self.numbers.split_at_mut(LINES);
        let rows = rows.as_chunks_mut().0;
        line_network::make_rows(&self.lines, &numbers[NETWORK..], rows, threads);
        for (number, base) in rows.as_flattened_mut().iter_mut().zip(self.base.as_flattened()) {
            *number = (*number + base).clamp(-ROW_LIMIT, ROW_LIMIT);
        }
    }

    fn fold(&self, gradient: &mut [f32], threads: usize) {
        let (numbers, rows) = gradient.split_at_mut(LINES);
        let network = &self.numbers[NETWORK..LINES];
        line_network::backpropagate(&self.lines, network, rows.as_chunks().0, &mut numbers[NETWORK..], threads);
        rows.fill(0.0);
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
