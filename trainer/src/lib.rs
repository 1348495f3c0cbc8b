//! Learns the nets of the engines from packed positions: plain loops on the processor, in single precision.
//!
//! [`lessons`] reads what `duiyi datagen positions` wrote, [`model`] is the net with its gradient, [`adam`] goes down it,
//! [`training`] goes through the lessons again and again, [`curve`] draws how the loss fell, and [`check`] asks the net as
//! the engine will have it. The same file, seed and number of threads make the same net on one machine.

pub mod lessons;

pub mod model;

pub mod adam;

pub mod training;

pub mod curve;

pub mod check;
