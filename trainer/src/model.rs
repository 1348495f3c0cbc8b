//! What a net is to its training: numbers, and the gradient of its loss.

use crate::lessons::{Lesson, Target};

/// A net in single precision.
pub trait Model: Clone + Sync {
    /// What it learns from.
    type Lesson: Lesson;
    /// Room for what is found on the way to an output.
    type Room: Send;

    /// Makes such room.
    fn room(&self) -> Self::Room;

    /// Returns all numbers.
    fn numbers(&self) -> &[f32];

    /// Returns all numbers, to be changed.
    fn numbers_mut(&mut self) -> &mut [f32];

    /// Cuts off what would be out of bounds in whole numbers.
    fn limit(&mut self);

    /// Returns what the net, with all that belongs to it, says of a position, in scales.
    fn evaluate(&self, lesson: &Self::Lesson, target: &Target, room: &mut Self::Room) -> f32;

    /// Adds the gradient of the loss of one lesson to `gradient`, a number for each of the net's, and returns the loss.
    fn learn(&self, lesson: &Self::Lesson, target: &Target, room: &mut Self::Room, gradient: &mut [f32]) -> f64;
}
