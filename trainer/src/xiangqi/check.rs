//! The quantized Xiangqi net on samples.

use std::sync::Arc;

use duiyi_core::engine::xiangqi::evaluator::Evaluator;
use duiyi_core::engine::xiangqi::net::{Network, Neural};

use super::dataset::XiangqiSample;

/// Returns the evaluation of the quantized net: centipawns, side to move's view.
///
/// # Panics
/// The evaluation panics on an invalid position, which the reader of the file rules out.
pub fn judge(network: Network) -> impl FnMut(&XiangqiSample) -> i32 {
    let (network, mut judge) = (Arc::new(network), None);
    move |sample| {
        let position = sample.packed().to_position().expect("it was one when it was read");
        let judge = judge.get_or_insert_with(|| Neural::new(Arc::clone(&network), &position));
        judge.reset(&position);
        judge.evaluate(&position).0
    }
}
