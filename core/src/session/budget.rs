//! The time for one search under a time control.

use crate::base::Millis;
use crate::record::TimeControl;
use crate::search::TimeLimit;

impl TimeControl {
    /// Returns the time limit of one search. The side has `left` on its clock, or a full clock with `None`.
    ///
    /// `max` bounds the time of a move, for example by the level. Without it a search spends a fixed time completely.
    /// `overhead` is the latency between decision and clock. The result is `None` without clock and `max`.
    #[must_use]
    pub fn budget(self, left: Option<Millis>, max: Option<Millis>, overhead: Millis) -> Option<TimeLimit> {
        let left = left.unwrap_or_else(|| self.initial());
        let usable = self.usable(left);
        let clock = |increment| TimeLimit::Clock { left: usable, increment, moves_to_go: None, max, overhead };
        Some(match self {
            TimeControl::None => TimeLimit::Move { max: max?, spend_all: false },
            TimeControl::Fischer { increment, .. } => clock(increment),
            // Each move gets a period as if the clock added it.
            TimeControl::ByoYomi { period, .. } if !self.in_byo_yomi(left) => clock(period),
            TimeControl::PerMove { .. } | TimeControl::ByoYomi { .. } => {
                let each = usable.saturating_sub(overhead);
                let each = max.map_or(each, |max| max.min(each)).max(Millis(1));
                TimeLimit::Move { max: each, spend_all: max.is_none() }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_control_bounds_a_search() {
        let (own, overhead) = (Some(Millis(8_000)), Millis(60));
        let each = |max, spend_all| Some(TimeLimit::Move { max: Millis(max), spend_all });
        let clock = |left, increment, max| {
            let (left, increment) = (Millis(left), Millis(increment));
            Some(TimeLimit::Clock { left, increment, moves_to_go: None, max, overhead })
        };
        assert_eq!(TimeControl::None.budget(None, own, overhead), each(8_000, false));
        assert_eq!(TimeControl::None.budget(None, None, overhead), None);
        let fischer = TimeControl::Fischer { main: Millis(60_000), increment: Millis(500) };
        assert_eq!(fischer.budget(Some(Millis(9_000)), own, overhead), clock(9_000, 500, own));
        assert_eq!(fischer.budget(None, None, overhead), clock(60_000, 500, None));
        let per_move = TimeControl::PerMove { each: Millis(5_000) };
        assert_eq!(per_move.budget(Some(Millis(3_000)), own, overhead), each(2_940, false));
        assert_eq!(per_move.budget(None, None, overhead), each(4_940, true));
        assert_eq!(per_move.budget(Some(Millis(20)), own, overhead), each(1, false));
        let byo_yomi = TimeControl::ByoYomi { main: Millis(10_000), period: Millis(5_000), periods: 3 };
        assert_eq!(byo_yomi.budget(Some(Millis(25_000)), own, overhead), clock(15_000, 5_000, own));
        assert_eq!(byo_yomi.budget(Some(Millis(12_000)), own, overhead), each(1_940, false));
    }
}
