//! The training loop.

use std::thread;

use duiyi_core::base::Rng;

use crate::adam::AdamW;
use crate::dataset::{Dataset, TargetConfig, mean_loss};
use crate::model::Model;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingConfig {
    pub target: TargetConfig,
    /// Passes over the training set.
    pub epochs: usize,
    /// Samples in a batch.
    pub batch: usize,
    /// The initial learning rate; it falls to a fiftieth along a cosine.
    pub learning_rate: f32,
    /// Steps during which the learning rate rises from nearly zero.
    pub warm_up: usize,
    /// The weight decay at a learning rate of 1: weights of rare features stay small.
    pub decay: f32,
    /// The seed of the initial parameters and of the order.
    pub seed: u64,
    /// Threads that share a batch.
    pub threads: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// From 1.
    pub number: usize,
    /// The mean training loss during the epoch.
    pub train_loss: f64,
    /// The mean loss of the validation set after it.
    pub validation_loss: f64,
}

/// The gradient of one thread, and its scratch.
type Part<M> = (Vec<f32>, <M as Model>::Scratch);

/// Trains `model` and returns the epoch with the least validation loss; `report` is called after each epoch.
pub fn train<M: Model>(
    mut model: M,
    dataset: &Dataset<M::Sample>,
    plan: &TrainingConfig,
    mut report: impl FnMut(&Epoch),
) -> M {
    let count = model.params().len();
    let mut adam = AdamW::new(count, plan.decay);
    let mut parts: Vec<Part<M>> = (0..plan.threads.max(1)).map(|_| (vec![0.0; count], model.scratch())).collect();
    let mut order: Vec<u32> = (0..dataset.train.len() as u32).collect();
    let mut rng = Rng::from_seed(plan.seed);
    let (mut best, mut least) = (model.clone(), f64::INFINITY);
    let steps = plan.epochs * order.len().div_ceil(plan.batch);
    let mut step = 0;
    for number in 1..=plan.epochs {
        rng.shuffle(&mut order);
        let mut sum = 0.0;
        for batch in order.chunks(plan.batch) {
            sum += gradient(&model, dataset, batch, &plan.target, &mut parts);
            let (first, rest) = parts.split_first_mut().expect("there is a thread");
            let share = 1.0 / batch.len() as f32;
            for (index, gradient) in first.0.iter_mut().enumerate() {
                *gradient = (*gradient + rest.iter().map(|(part, _)| part[index]).sum::<f32>()) * share;
            }
            model.fold(&mut first.0, plan.threads);
            let rate = plan.learning_rate * cosine_schedule(step, steps) * warm_up(step, plan.warm_up);
            adam.step(model.params_mut(), &parts[0].0, rate);
            model.clip();
            model.refresh(plan.threads);
            step += 1;
        }
        let scratch = &mut parts[0].1;
        let validation_loss = validation_loss(&model, dataset, &plan.target, scratch);
        if validation_loss < least {
            (best, least) = (model.clone(), validation_loss);
        }
        report(&Epoch { number, train_loss: sum / order.len().max(1) as f64, validation_loss });
    }
    best
}

/// Returns the mean loss of `model` on the validation set.
pub fn validation_loss<M: Model>(
    model: &M,
    dataset: &Dataset<M::Sample>,
    target: &TargetConfig,
    scratch: &mut M::Scratch,
) -> f64 {
    mean_loss(&dataset.validation, target, |sample| model.evaluate(sample, target, scratch))
}

/// Writes the gradient of a batch to `parts`, one for each thread, and returns the sum of the losses.
fn gradient<M: Model>(
    model: &M,
    dataset: &Dataset<M::Sample>,
    batch: &[u32],
    target: &TargetConfig,
    parts: &mut [Part<M>],
) -> f64 {
    let shares = batch.chunks(batch.len().div_ceil(parts.len()));
    let accumulate = |share: &[u32], (gradient, scratch): &mut Part<M>| -> f64 {
        gradient.fill(0.0);
        let sample = |index: &u32| -> &M::Sample { &dataset.train[*index as usize] };
        share.iter().map(|index| model.accumulate_gradient(sample(index), target, scratch, gradient)).sum()
    };
    if parts.len() == 1 {
        return accumulate(batch, &mut parts[0]);
    }
    // A short batch may have fewer parts than threads.
    parts.iter_mut().for_each(|(gradient, _)| gradient.fill(0.0));
    thread::scope(|scope| {
        let workers: Vec<_> =
            shares.zip(parts).map(|(share, part)| scope.spawn(move || accumulate(share, part))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker only adds up")).sum()
    })
}

/// Returns the factor of the learning rate in `step` of the first ones.
fn warm_up(step: usize, steps: usize) -> f32 {
    if step < steps { (step + 1) as f32 / steps as f32 } else { 1.0 }
}

/// Returns the factor of the learning rate in `step`.
fn cosine_schedule(step: usize, steps: usize) -> f32 {
    let way = step as f32 / steps.max(1) as f32;
    0.02 + 0.98 * 0.5 * (1.0 + (std::f32::consts::PI * way).cos())
}
