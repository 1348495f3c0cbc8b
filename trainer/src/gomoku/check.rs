//! The quantized Gomoku net on samples.

use duiyi_core::engine::gomoku::eval::HandCrafted;
use duiyi_core::engine::gomoku::evaluator::Evaluator;
use duiyi_core::engine::gomoku::levels::vision;
use duiyi_core::engine::gomoku::net::neural::Prepared;
use duiyi_core::engine::gomoku::net::{Network, Neural};
use duiyi_core::gomoku::Rule;
use duiyi_core::search::{Features, Level};

use super::dataset::{Boards, GomokuSample};

/// Returns the evaluation of the quantized net: centipawns, side to move's view.
pub fn judge(network: &Network) -> impl FnMut(&GomokuSample) -> i32 + use<> {
    let mut judges = Rule::ALL.map(|rule| {
        let hand_crafted = HandCrafted::new(&vision(Level::MAX, rule), Features::ALL);
        Neural::new(Prepared::new(network, rule), hand_crafted)
    });
    let mut boards = Boards::default();
    move |sample| {
        let field = boards.set_up(sample.packed());
        let judge = &mut judges[sample.packed().rule() as usize];
        judge.reset(field);
        judge.evaluate(field).0
    }
}
