//! The net of Xiangqi in single precision, and the gradient of its loss.

use duiyi_core::base::Rng;
use duiyi_core::engine::net::NetError;
use duiyi_core::engine::xiangqi::net::INPUTS;
use duiyi_core::engine::xiangqi::net::network::{
    Architecture, BUCKETS, Base, INPUT_MAX, INPUT_ONE, Network, ONE, OUTPUT_MAX, OUTPUT_ONE, Parameters,
};

use super::dataset::{ActiveInputs, XiangqiSample};
use crate::dataset::{Sample as _, TargetConfig, chance, loss};
use crate::model;

/// The limit of input weights and biases, which quantizes to [`INPUT_MAX`].
const INPUT_LIMIT: f32 = INPUT_MAX as f32 / INPUT_ONE as f32;
/// The limit of output weights, which quantizes to [`OUTPUT_MAX`].
const OUTPUT_LIMIT: f32 = OUTPUT_MAX as f32 / OUTPUT_ONE as f32;
/// The limit of initial input weights.
const FIRST_INPUT: f32 = 0.15;
/// The initial bias, so that most lanes begin between 0 and 1, where the gradient is not zero.
const FIRST_BIAS: f32 = 0.2;
/// Partial sums of a dot product, added in parallel.
const LANES: usize = 8;

#[derive(Clone, Debug, PartialEq)]
pub struct XiangqiModel {
    width: usize,
    /// The evaluation to which the output is added.
    base: Base,
    /// Input weights, biases, output weights, offsets, in this order.
    numbers: Vec<f32>,
}

/// Buffers for the lanes of both views.
#[derive(Clone, Debug)]
pub struct Scratch {
    lanes: [Vec<f32>; 2],
    gradient: Vec<f32>,
}

impl XiangqiModel {
    /// Makes a net with small random parameters and `width` lanes for each view; its output is added to `base`.
    #[must_use]
    pub fn new(width: usize, base: Base, seed: u64) -> XiangqiModel {
        let mut rng = Rng::from_seed(seed);
        let numbers = vec![0.0; INPUTS * width + width + BUCKETS * (2 * width + 1)];
        let mut model = XiangqiModel { width, base, numbers };
        let mut any = |max: f32| max * (rng.below(2_000_001) as f32 / 1e6 - 1.0);
        let (inputs, outputs) = (model.biases(), model.outputs(0));
        for number in &mut model.numbers[..inputs] {
            *number = any(FIRST_INPUT);
        }
        model.numbers[inputs..outputs].fill(FIRST_BIAS);
        let end = model.numbers.len() - BUCKETS;
        for number in &mut model.numbers[outputs..end] {
            *number = any(1.0 / (2.0 * width as f32).sqrt());
        }
        model
    }

    /// Makes the model of a quantized net.
    #[must_use]
    pub fn from_network(network: &Network) -> XiangqiModel {
        let Architecture { width, base, .. } = network.architecture();
        let both = f32::from(ONE) * f32::from(OUTPUT_ONE);
        let mut numbers = Vec::new();
        for (part, one) in
            [(network.weights(), INPUT_ONE), (network.biases(), INPUT_ONE), (network.outputs(), OUTPUT_ONE)]
        {
            numbers.extend(part.iter().map(|&number| f32::from(number) / f32::from(one)));
        }
        numbers.extend(network.offsets().map(|offset| offset as f32 / both));
        XiangqiModel { width, base, numbers }
    }

    const fn biases(&self) -> usize {
        INPUTS * self.width
    }

    const fn outputs(&self, bucket: usize) -> usize {
        self.biases() + self.width + bucket * 2 * self.width
    }

    const fn offset(&self, bucket: usize) -> usize {
        self.outputs(BUCKETS) + bucket
    }

    /// Returns the output for a position, in scales; `scratch` gets the lanes.
    fn output(&self, active_inputs: &ActiveInputs, scratch: &mut Scratch) -> f32 {
        let width = self.width;
        let outputs = self.outputs(active_inputs.bucket);
        let mut sum = self.numbers[self.offset(active_inputs.bucket)];
        for (view, numbers) in active_inputs.inputs().into_iter().enumerate() {
            let lanes = &mut scratch.lanes[view];
            lanes.copy_from_slice(&self.numbers[self.biases()..][..width]);
            for &number in numbers {
                let row = &self.numbers[usize::from(number) * width..][..width];
                for (lane, weight) in lanes.iter_mut().zip(row) {
                    *lane += weight;
                }
            }
            let weights = &self.numbers[outputs + view * width..][..width];
            let mut sums = [0.0; LANES];
            for (lanes, weights) in lanes.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
                for index in 0..LANES {
                    let lane = lanes[index].clamp(0.0, 1.0);
                    sums[index] += lane * lane * weights[index];
                }
            }
            sum += sums.iter().sum::<f32>();
        }
        sum
    }

    /// Returns the quantized net of the engine.
    ///
    /// # Errors
    /// [`NetError`] for a width that the engine does not support.
    pub fn to_network(&self, scale: i32) -> Result<Network, NetError> {
        let whole = |number: f32, one: i16, max: i16| {
            (number * f32::from(one)).round().clamp(-f32::from(max), f32::from(max)) as i16
        };
        let part = |from: usize, to: usize, one: i16, max: i16| -> Vec<i16> {
            self.numbers[from..to].iter().map(|&number| whole(number, one, max)).collect()
        };
        let both = f32::from(ONE) * f32::from(OUTPUT_ONE);
        let parameters = Parameters {
            weights: part(0, self.biases(), INPUT_ONE, INPUT_MAX),
            biases: part(self.biases(), self.outputs(0), INPUT_ONE, INPUT_MAX),
            outputs: part(self.outputs(0), self.outputs(BUCKETS), OUTPUT_ONE, OUTPUT_MAX),
            offsets: std::array::from_fn(|bucket| (self.numbers[self.offset(bucket)] * both).round() as i32),
        };
        Network::new(Architecture { width: self.width, scale, base: self.base }, parameters)
    }
}

impl model::Model for XiangqiModel {
    type Sample = XiangqiSample;
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        let lanes = || vec![0.0; self.width];
        Scratch { lanes: [lanes(), lanes()], gradient: lanes() }
    }

    fn params(&self) -> &[f32] {
        &self.numbers
    }

    fn params_mut(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    fn clip(&mut self) {
        let (outputs, offsets) = (self.outputs(0), self.offset(0));
        let limited = |numbers: &mut [f32], max: f32| {
            numbers.iter_mut().for_each(|number| *number = number.clamp(-max, max));
        };
        limited(&mut self.numbers[..outputs], INPUT_LIMIT);
        limited(&mut self.numbers[outputs..offsets], OUTPUT_LIMIT);
    }

    fn evaluate(&self, sample: &XiangqiSample, target: &TargetConfig, scratch: &mut Scratch) -> f32 {
        let output = self.output(&sample.active_inputs(), scratch);
        let (base, factor) = sample.around(output, self.base, target);
        base + factor * output
    }

    fn accumulate_gradient(
        &self,
        sample: &XiangqiSample,
        target: &TargetConfig,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> f64 {
        let active_inputs = sample.active_inputs();
        let output = self.output(&active_inputs, scratch);
        let (base, factor) = sample.around(output, self.base, target);
        let (found, wanted) = (chance(base + factor * output), sample.target(target));
        let error = (found - wanted) * factor;
        let (width, outputs) = (self.width, self.outputs(active_inputs.bucket));
        gradient[self.offset(active_inputs.bucket)] += error;
        for (view, numbers) in active_inputs.inputs().into_iter().enumerate() {
            let lanes = &scratch.lanes[view];
            let weights = &self.numbers[outputs + view * width..][..width];
            let falls = &mut gradient[outputs + view * width..][..width];
            for (((lane, weight), fall), below) in lanes.iter().zip(weights).zip(falls).zip(&mut scratch.gradient) {
                let held = lane.clamp(0.0, 1.0);
                *fall += error * held * held;
                // Outside of 0 and 1 the gradient of a lane is zero.
                *below = if held == *lane { error * weight * 2.0 * held } else { 0.0 };
            }
            for &number in numbers {
                let row = &mut gradient[usize::from(number) * width..][..width];
                for (fall, below) in row.iter_mut().zip(&scratch.gradient) {
                    *fall += below;
                }
            }
            let biases = &mut gradient[self.biases()..][..width];
            for (fall, below) in biases.iter_mut().zip(&scratch.gradient) {
                *fall += below;
            }
        }
        loss(found, wanted)
    }
}
