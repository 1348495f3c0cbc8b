//! Learns the nets of the engines from packed positions: plain loops on the processor, in single precision.
//!
//! [`dataset`] says what is learned about a position, [`model`] what a net is to its training, [`adam`] goes down the
//! gradient, [`training`] goes through the samples again and again, [`check`] asks the net as the engine will have it, and
//! [`curve`] draws how the loss fell. [`xiangqi`] and [`gomoku`] each have their net: `dataset` reads what `duiyi datagen
//! positions` wrote, `model` is the net with its gradient, `check` is the engine's side. The same file, seed and number of
//! threads make the same net on one machine.

pub mod dataset;
pub mod model;
pub mod adam;
pub mod training;
pub mod check;
pub mod curve;
pub mod gomoku;
pub mod xiangqi;
