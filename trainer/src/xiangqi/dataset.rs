//! Positions of Xiangqi as inputs of the net.

use duiyi_core::base::Side;
use duiyi_core::engine::xiangqi::counts::PieceCounts;
use duiyi_core::engine::xiangqi::endings::{CERTAIN, winning_chances};
use duiyi_core::engine::xiangqi::eval::HandCrafted;
use duiyi_core::engine::xiangqi::evaluator::Evaluator;
use duiyi_core::engine::xiangqi::net::inputs::{input, lean};
use duiyi_core::engine::xiangqi::net::network::{Base, bucket};
use duiyi_core::engine::xiangqi::net::packed::{self, Packed};
use duiyi_core::engine::xiangqi::net::{WHOLE, share};
use duiyi_core::game::GameKind;

use crate::dataset::{self, Dataset, Sample as _, TargetConfig};

/// The greatest number of pieces on a board.
const PIECES: usize = 32;

#[derive(Clone, Copy, Debug)]
pub struct XiangqiSample {
    packed: Packed,
    /// The hand-crafted evaluation in centipawns, side to move's view.
    hand_crafted_cp: i16,
    /// The remaining share of an advantage of the side to move and of the opponent, in [`CERTAIN`]ths.
    chances: [u8; 2],
}

/// The active inputs of the net.
#[derive(Clone, Copy, Debug)]
pub struct ActiveInputs {
    numbers: [[u16; PIECES]; 2],
    count: usize,
    /// The set of output weights.
    pub bucket: usize,
}

impl ActiveInputs {
    /// Returns the inputs in the side to move's view and in the opponent's.
    #[must_use]
    pub fn inputs(&self) -> [&[u16]; 2] {
        [&self.numbers[0][..self.count], &self.numbers[1][..self.count]]
    }
}

impl XiangqiSample {
    fn new(packed: Packed, judge: &mut Option<HandCrafted>) -> Option<XiangqiSample> {
        let position = packed.to_position().ok()?;
        let judge = judge.get_or_insert_with(|| HandCrafted::new(&position));
        judge.reset(&position);
        let mut counts = PieceCounts::default();
        packed.pieces().for_each(|(piece, square)| counts.put(piece, square));
        let us = position.side_to_move();
        Some(XiangqiSample {
            packed,
            hand_crafted_cp: judge.evaluate(&position).0 as i16,
            chances: [us, !us].map(|side| winning_chances(&counts, side) as u8),
        })
    }

    #[must_use]
    pub const fn packed(&self) -> &Packed {
        &self.packed
    }

    #[must_use]
    pub fn active_inputs(&self) -> ActiveInputs {
        let us = self.packed.side_to_move();
        let viewers = [us, !us];
        let mut leans = [0; 2];
        let mut count = 0;
        for (piece, square) in self.packed.pieces() {
            for (sum, viewer) in leans.iter_mut().zip(viewers) {
                *sum += lean(viewer, piece, square);
            }
            count += 1;
        }
        let mut numbers = [[0; PIECES]; 2];
        for (index, (piece, square)) in self.packed.pieces().enumerate() {
            for (view, viewer) in viewers.into_iter().enumerate() {
                numbers[view][index] = input(viewer, leans[view] > 0, piece, square) as u16;
            }
        }
        ActiveInputs { numbers, count, bucket: bucket(count) }
    }

    /// Returns the offset and the factor of the net's output.
    #[must_use]
    pub fn around(&self, output: f32, base: Base, target: &TargetConfig) -> (f32, f32) {
        let chances = f32::from(self.chances[usize::from(output <= 0.0)]) / CERTAIN as f32;
        match base {
            Base::None => (0.0, chances),
            Base::HandCrafted => {
                let share = share(i32::from(self.hand_crafted_cp)) as f32 / WHOLE as f32;
                (self.hand_crafted(target), share * chances)
            }
        }
    }
}

impl dataset::Sample for XiangqiSample {
    fn side_to_move(&self) -> Side {
        self.packed.side_to_move()
    }

    fn score(&self) -> i16 {
        self.packed.label().score
    }

    fn winner(&self) -> Option<Side> {
        self.packed.label().winner
    }

    fn hand_crafted_cp(&self) -> i16 {
        self.hand_crafted_cp
    }

    fn part(&self) -> &'static str {
        GameKind::Xiangqi.code()
    }
}

/// Parses a file of positions; `None` if it is not one.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Dataset<XiangqiSample>> {
    let (sources, positions) = packed::read(bytes)?;
    let (mut dataset, mut judge) = (Dataset::new(sources), None);
    for bytes in positions {
        let packed = Packed::from_bytes(*bytes)?;
        dataset.push(XiangqiSample::new(packed, &mut judge)?, packed.label().game);
    }
    Some(dataset)
}
