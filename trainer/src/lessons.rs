//! Positions with what is to be learned about them.

use duiyi_core::base::Side;
use duiyi_core::engine::xiangqi::counts::Counts;
use duiyi_core::engine::xiangqi::endings::{CERTAIN, winning_chances};
use duiyi_core::engine::xiangqi::eval::HandCrafted;
use duiyi_core::engine::xiangqi::evaluator::Evaluator;
use duiyi_core::engine::xiangqi::net::inputs::{input, lean};
use duiyi_core::engine::xiangqi::net::network::{Base, bucket};
use duiyi_core::engine::xiangqi::net::packed::{self, Packed};
use duiyi_core::engine::xiangqi::net::{WHOLE, share};

/// One game of so many is kept back to check on.
pub const KEPT_BACK: u32 = 20;
/// Pieces on a board at most.
const PIECES: usize = 32;

/// What a target is made of, and in which unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The score in centipawns that has odds of e to one.
    pub scale: f32,
    /// The share of the game's result in a target; the search's score has the rest.
    pub result_share: f32,
    /// What the net's output is added to.
    pub base: Base,
}

/// A position to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    packed: Packed,
    /// The hand-crafted evaluation in centipawns, side to move's view.
    hand_crafted: i16,
    /// What is left of an advantage of the side to move's and of the other's, in [`CERTAIN`]ths.
    chances: [u8; 2],
}

/// What the net sees of a position.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    numbers: [[u16; PIECES]; 2],
    count: usize,
    /// The set of output weights.
    pub bucket: usize,
}

impl Sight {
    /// Returns the inputs of the side to move's view and of the other's.
    #[must_use]
    pub fn inputs(&self) -> [&[u16]; 2] {
        [&self.numbers[0][..self.count], &self.numbers[1][..self.count]]
    }
}

impl Lesson {
    fn new(packed: Packed, judge: &mut Option<HandCrafted>) -> Option<Lesson> {
        let position = packed.to_position().ok()?;
        let judge = judge.get_or_insert_with(|| HandCrafted::new(&position));
        judge.reset(&position);
        let mut counts = Counts::default();
        packed.pieces().for_each(|(piece, square)| counts.put(piece, square));
        let us = position.side_to_move();
        Some(Lesson {
            packed,
            hand_crafted: judge.evaluate(&position).0 as i16,
            chances: [us, !us].map(|side| winning_chances(&counts, side) as u8),
        })
    }

    /// Returns the position.
    #[must_use]
    pub const fn packed(&self) -> &Packed {
        &self.packed
    }

    /// Returns what the net sees.
    #[must_use]
    pub fn sight(&self) -> Sight {
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
        Sight { numbers, count, bucket: bucket(count) }
    }

    /// Returns the chance of winning to be learned, for the side to move.
    #[must_use]
    pub fn target(&self, target: &Target) -> f32 {
        let lesson = self.packed.lesson();
        let result = match lesson.winner {
            None => 0.5,
            Some(side) => f32::from(u8::from(side == self.packed.side_to_move())),
        };
        let searched = chance(f32::from(lesson.score) / target.scale);
        (1.0 - target.result_share) * searched + target.result_share * result
    }

    /// Returns the hand-crafted evaluation, one for each scale.
    #[must_use]
    pub fn hand_crafted(&self, target: &Target) -> f32 {
        f32::from(self.hand_crafted) / target.scale
    }

    /// Returns what the net's output is added to, and what it is multiplied by before.
    #[must_use]
    pub fn around(&self, output: f32, target: &Target) -> (f32, f32) {
        let chances = f32::from(self.chances[usize::from(output <= 0.0)]) / CERTAIN as f32;
        match target.base {
            Base::None => (0.0, chances),
            Base::HandCrafted => {
                let share = share(i32::from(self.hand_crafted)) as f32 / WHOLE as f32;
                (self.hand_crafted(target), share * chances)
            }
        }
    }
}

/// Lessons to be taught, and those kept back.
#[derive(Debug, Default)]
pub struct Lessons {
    /// Where the positions are from, one line each.
    pub sources: Vec<String>,
    /// What is learned from.
    pub taught: Vec<Lesson>,
    /// What is checked on: every position of one game of [`KEPT_BACK`].
    pub kept: Vec<Lesson>,
}

impl Lessons {
    /// Adds a file of positions; `None` if it is none.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Lessons> {
        let (sources, positions) = packed::read(bytes)?;
        let mut lessons = Lessons { sources, ..Lessons::default() };
        let mut judge = None;
        for bytes in positions {
            let lesson = Lesson::new(Packed::from_bytes(*bytes)?, &mut judge)?;
            let is_kept = lesson.packed.lesson().game % KEPT_BACK == 0;
            if is_kept { lessons.kept.push(lesson) } else { lessons.taught.push(lesson) }
        }
        Some(lessons)
    }

    /// Counts the results of the positions taught: Red won, drawn, Black won.
    #[must_use]
    pub fn results(&self) -> [usize; 3] {
        [Some(Side::First), None, Some(Side::Second)]
            .map(|winner| self.taught.iter().filter(|lesson| lesson.packed.lesson().winner == winner).count())
    }
}

/// Returns the chance of winning that belongs to an evaluation in scales.
#[must_use]
pub fn chance(evaluation: f32) -> f32 {
    1.0 / (1.0 + (-evaluation).exp())
}

/// Returns the loss of a chance where `target` is true: the cross entropy.
#[must_use]
pub fn loss(chance: f32, target: f32) -> f64 {
    let chance = f64::from(chance.clamp(1e-6, 1.0 - 1e-6));
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// Returns the mean loss over `lessons` of what `judge` says of each, in scales.
pub fn mean_loss(lessons: &[Lesson], target: &Target, mut judge: impl FnMut(&Lesson) -> f32) -> f64 {
    let sum: f64 = lessons.iter().map(|lesson| loss(chance(judge(lesson)), lesson.target(target))).sum();
    sum / lessons.len().max(1) as f64
}

/// Returns the least loss that anybody could have: that of the targets themselves.
#[must_use]
pub fn least_loss(lessons: &[Lesson], target: &Target) -> f64 {
    let own = |lesson: &Lesson| lesson.target(target);
    lessons.iter().map(|lesson| loss(own(lesson), own(lesson))).sum::<f64>() / lessons.len().max(1) as f64
}
