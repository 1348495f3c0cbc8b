//! The report of a whole game: each side's accuracy and the turning points.

use super::{Judged, Phase, Review, ReviewLabel, ReviewedMove};
use crate::base::{BySide, Side};

/// Number of worst moves in a report.
const SWINGS: usize = 3;
/// Decay of accuracy with the lost share of the chances: 5 % leaves 80, 10 % leaves 64, 20 % leaves 41.
const ACCURACY_FALL: f64 = 4.4;

wire! {
    /// One side's moves in numbers.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct SideReport {
        /// Mean of `100 · e^(-4.4 · loss)` over its moves; `None` without moves.
        pub accuracy: Option<f64>,
        /// Number of moves with each label, in the order of [`ReviewLabel::ALL`].
        pub counts: [usize; 4],
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct ReviewReport {
        /// Every move with known scores.
        pub moves: Vec<ReviewedMove>,
        pub sides: BySide<SideReport>,
        /// Numbers of the costliest faults, the worst first.
        pub swings: Vec<usize>,
        pub phases: Vec<Phase>,
    }
}

/// Returns the accuracy of a move that loses this share of the chances, 0 to 100.
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-ACCURACY_FALL * loss).exp()
}

fn side_report(moves: &[Judged], side: Side) -> SideReport {
    let mut report = SideReport::default();
    let (mut sum, mut count) = (0.0, 0);
    for mv in moves.iter().filter(|mv| mv.side == side) {
        sum += accuracy(mv.loss());
        count += 1;
        if let Some(at) = mv.label.and_then(|label| ReviewLabel::ALL.into_iter().position(|other| other == label)) {
            report.counts[at] += 1;
        }
    }
    report.accuracy = (count > 0).then(|| sum / f64::from(count));
    report
}

impl Review {
    /// Builds the report of the results so far. Explaining the faults takes small searches.
    #[must_use]
    pub fn report(&self) -> ReviewReport {
        let judged = self.judge_all();
        let mut faults: Vec<&Judged> = judged.iter().filter(|mv| mv.label.is_some_and(ReviewLabel::is_fault)).collect();
        faults.sort_by(|a, b| b.loss().total_cmp(&a.loss()).then(a.ply.cmp(&b.ply)));
        ReviewReport {
            moves: judged.iter().map(|judged| self.show(judged)).collect(),
            sides: BySide::from_fn(|side| side_report(&judged, side)),
            swings: faults.into_iter().take(SWINGS).map(|mv| mv.ply).collect(),
            phases: self.phases(),
        }
    }

    /// Returns whether every move has its scores, and the game has a move.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.moves.is_empty() && self.worths().iter().all(Option::is_some)
    }
}
