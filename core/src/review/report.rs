//! A whole game, judged: what each side made of it, and where it turned.

use super::{Judged, Label, Phase, Review};
use crate::base::{BySide, Side};

/// How many of the worst moves a report puts first.
const SWINGS: usize = 3;
/// How fast accuracy falls with the share of the chances that a move gives away: 5 % leaves 80, 10 % leaves 64, 20 %
/// leaves 41.
const ACCURACY_FALL: f64 = 4.4;

/// What one side made of its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideReport {
    /// The mean over its moves of `100 · e^(-4.4 · loss)`; absent where it made none.
    pub accuracy: Option<f64>,
    /// How often each label was given, in the order of [`Label::ALL`].
    pub counts: [usize; Label::ALL.len()],
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Every move that could be judged.
    pub moves: Vec<Judged>,
    /// What each side made of it.
    pub sides: BySide<SideReport>,
    /// The numbers of the moves that cost most, the worst first; only faults are among them.
    pub swings: Vec<usize>,
    /// The phase of every move of the game.
    pub phases: Vec<Phase>,
}

/// Returns the accuracy of a move that gives away this share of the chances, 0 to 100.
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-ACCURACY_FALL * loss).exp()
}

impl Report {
    /// Sums up moves that were judged.
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
    /// Sums up what is known so far.
    #[must_use]
    pub fn report(&self) -> Report {
        Report::of(self.judge_all(), self.phases())
    }

    /// Returns whether every move can be judged, and there is one.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.moves.is_empty() && self.worths().iter().all(Option::is_some)
    }
}
