//! The net as the engine will have it.

use std::sync::Arc;

use duiyi_core::engine::xiangqi::evaluator::Evaluator;
use duiyi_core::engine::xiangqi::net::{Network, Neural};

use super::lessons::Lesson;

/// Returns what asks the net in whole numbers: centipawns, side to move's view.
///
/// # Panics
/// When asked, if a lesson is no position; it was one when it was read.
pub fn judge(network: Network) -> impl FnMut(&Lesson) -> i32 {
    let (network, mut judge) = (Arc::new(network), None);
    move |lesson| {
        let position = lesson.packed().to_position().expect("it was one when it was read");
        let judge = judge.get_or_insert_with(|| Neural::new(Arc::clone(&network), &position));
        judge.reset(&position);
        judge.evaluate(&position).0
    }
}
