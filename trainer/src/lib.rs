//! Trains the nets of the engines on packed positions: plain loops on the processor, in single precision.
//!
//! [`dataset`] has samples and targets, [`model`] the trait of a net, and [`adam`] the optimizer. [`training`] runs the
//! epochs, [`check`] measures the error of quantization, and [`curve`] plots the loss. [`xiangqi`] and [`gomoku`] each
//! have a net: `dataset` reads the files of `duiyi datagen positions`, `model` is the net with its gradient, `check` is
//! the engine's net. The same file, seed and number of threads give the same net on one machine.

pub mod dataset;
pub mod model;
pub mod adam;
pub mod training;
pub mod check;
pub mod curve;
pub mod gomoku;
pub mod xiangqi;
