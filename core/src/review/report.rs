//! The report of a whole game: each side's accuracy and the turning points.

use super::{Judged, Label, Phase, Review};
use crate::base::{BySide, Side};

/// Number of worst moves in a report.
const SWINGS: usize = 3;
/// Decay of accuracy with the lost share of the chances: 5 % leaves 80, 10 % leaves 64, 20 % leaves 41.
const ACCURACY_FALL: f64 = 4.4;

/// One side's moves in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideReport {
    /// Mean of `100 · e^(-4.4 · loss)` over its moves; `None` without moves.
    pub accuracy: Option<f64>,
    /// Number of moves with each label, in the order of [`Label::ALL`].
    pub counts: [usize; Label::ALL.len()],
}

#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Every move with known scores.
    pub moves: Vec<Judged>,
    pub sides: BySide<SideReport>,
    /// Numbers of the costliest faults, the worst first.
    pub swings: Vec<usize>,
    pub phases: Vec<Phase>,
}

/// Returns the accuracy of a move that loses this share of the chances, 0 to 100.
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-ACCURACY_FALL * loss).exp()
}

impl Report {
    /// Builds the report of judged moves.
    #[must_use]
    pub fn of(moves: Vec<Judged>, phases: Vec<Phase>) -> Report {
        let sides = BySide::from_fn(|side| side_report(&moves, side));
        let mut faults: Vec<&Judged> = moves.iter().filter(|mv| mv.label.is_some_and(Label::is_fault)).collect();
        faults.sort_by(|a, b| b.loss().total_cmp(&a.loss()).then(a.ply.cmp(&b.ply)));
        let swings = faults.into_iter().take(SWINGS).map(|mv| mv.ply).collect();
        Report { moves, sides, swings, phases }
    }
}

fn side_report(moves: &[Judged], side: Side) -> SideReport {
    let mut report = SideReport::default();
    let (mut sum, mut count) = (0.0, 0);
    for mv in moves.iter().filter(|mv| mv.side == side) {
        sum += accuracy(mv.loss());
        count += 1;
        if let Some(at) = mv.label.and_then(|label| Label::ALL.into_iter().position(|other| other == label)) {
            report.counts[at] += 1;
        }
    }
    report.accuracy = (count > 0).then(|| sum / f64::from(count));
    report
}

impl Review {
    /// Builds the report of the results so far.
    #[must_use]
    pub fn report(&self) -> Report {
        Report::of(self.judge_all(), self.phases())
    }

    /// Returns whether every move has its scores, and the game has a move.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.moves.is_empty() && self.worths().iter().all(Option::is_some)
    }
}
