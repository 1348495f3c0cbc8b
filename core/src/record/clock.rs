//! The two players' clock.

use crate::base::{BySide, Millis, Side, Stamp};

wire! {
    tagged both:
    /// How much time the players get.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum TimeControl {
        /// As long as they like.
        #[default]
        None,
        /// A budget for the game, with time added after each move (局时 and 加秒; R. J. Fischer's clock).
        Fischer {
            /// The budget.
            main: Millis,
            /// Added after each move.
            increment: Millis,
        },
        /// The same time for each move (步时).
        PerMove {
            /// The time.
            each: Millis,
        },
        /// A budget, and after it a number of periods: a move made within one keeps it, and each one used up is lost (局时 and
        /// 读秒, Japanese byo-yomi). One period is a fixed time for each further move.
        ByoYomi {
            /// The budget.
            main: Millis,
            /// The length of a period.
            period: Millis,
            periods: u8,
        },
    }
}

impl TimeControl {
    /// Returns the time at the start, the periods of byo-yomi included.
    pub(crate) fn initial(self) -> Millis {
        match self {
            TimeControl::None => Millis(0),
            TimeControl::Fischer { main, .. } => main,
            TimeControl::PerMove { each } => each,
            TimeControl::ByoYomi { main, period, periods } => Millis(main.0.saturating_add(all(period, periods))),
        }
    }

    /// Returns the part of `left` for one move: all but the later periods of byo-yomi.
    #[must_use]
    pub fn usable(self, left: Millis) -> Millis {
        match self {
            TimeControl::ByoYomi { period, .. } if self.in_byo_yomi(left) => match left.0 % period.0.max(1) {
                0 => left.min(period),
                begun => Millis(begun),
            },
            TimeControl::ByoYomi { period, periods, .. } => {
                left.saturating_sub(Millis(all(period, periods.saturating_sub(1))))
            }
            _ => left,
        }
    }

    /// Returns whether so much time left means that the budget is used up and a period runs.
    #[must_use]
    pub fn in_byo_yomi(self, left: Millis) -> bool {
        matches!(self, TimeControl::ByoYomi { period, periods, .. } if left.0 <= all(period, periods))
    }

    /// Returns the periods of byo-yomi left, the running one included; `None` while the budget lasts.
    #[must_use]
    pub fn periods_left(self, left: Millis) -> Option<u64> {
        match self {
            TimeControl::ByoYomi { period, .. } if self.in_byo_yomi(left) => Some(left.0.div_ceil(period.0.max(1))),
            _ => None,
        }
    }

    /// Returns the part of `left` that a clock shows: the budget, or what is left of the running period.
    #[must_use]
    pub fn displayed(self, left: Millis) -> Millis {
        match self {
            TimeControl::ByoYomi { period, periods, .. } if !self.in_byo_yomi(left) => {
                left.saturating_sub(Millis(all(period, periods)))
            }
            _ => self.usable(left),
        }
    }

    /// Returns the time after a move, where `left` was on the clock: the current period is full again.
    fn restored(self, left: Millis) -> Millis {
        match self {
            TimeControl::PerMove { each } => each,
            TimeControl::ByoYomi { period, .. } if self.in_byo_yomi(left) => {
                Millis(left.0.div_ceil(period.0.max(1)) * period.0)
            }
            _ => left,
        }
    }

    /// Returns the time after so many `moves` were taken back, where `left` was on the clock. What they had added goes, but
    /// for one increment, so that no flag falls by it.
    fn taken_back(self, left: Millis, moves: u32) -> Millis {
        match self {
            TimeControl::Fischer { increment, .. } => {
                let added = Millis(increment.0.saturating_mul(u64::from(moves)));
                left.saturating_sub(added).max(left.min(increment))
            }
            _ => self.restored(left),
        }
    }
}

/// Returns the length of so many periods.
const fn all(period: Millis, periods: u8) -> u64 {
    period.0.saturating_mul(periods as u64)
}

/// A clock for two sides. It starts with the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    controls: BySide<TimeControl>,
    left: BySide<Millis>,
    running: Option<(Side, Stamp)>,
}

impl GameClock {
    /// Sets a clock for a new game.
    #[must_use]
    pub fn new(control: TimeControl) -> GameClock {
        GameClock::with_odds(BySide::from_fn(|_| control))
    }

    /// Sets a clock for a new game in which each side has its own time control.
    #[must_use]
    pub fn with_odds(controls: BySide<TimeControl>) -> GameClock {
        GameClock { left: controls.map(TimeControl::initial), controls, running: None }
    }

    /// Sets a clock for a game taken up again with `left` on it.
    #[must_use]
    pub const fn resumed(controls: BySide<TimeControl>, left: BySide<Millis>) -> GameClock {
        GameClock { controls, left, running: None }
    }

    /// Returns whether time is kept at all.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.controls.first != TimeControl::None
    }

    /// Returns the side whose time runs.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Returns the time of `side` left at `now`.
    #[must_use]
    pub fn left(&self, side: Side, now: Stamp) -> Millis {
        match self.running {
            Some((running, since)) if running == side => self.left[side].saturating_sub(now - since),
            _ => self.left[side],
        }
    }

    /// Returns the time of both sides left at `now`.
    #[must_use]
    pub fn both_left(&self, now: Stamp) -> BySide<Millis> {
        BySide::from_fn(|side| self.left(side, now))
    }

    /// Ends the turn of `mover` and starts the other side's time.
    pub fn press(&mut self, mover: Side, now: Stamp) {
        if !self.is_on() {
            return;
        }
        let ran = self.running() == Some(mover);
        self.stop(now);
        let control = self.controls[mover];
        self.left[mover] = control.restored(self.left[mover]);
        if let TimeControl::Fischer { increment, .. } = control
            && ran
        {
            self.left[mover] += increment;
        }
        self.start(mover.opponent(), now);
    }

    /// Starts the time of `side`.
    pub fn start(&mut self, side: Side, now: Stamp) {
        if self.is_on() {
            self.running = Some((side, now));
        }
    }

    /// Gives back up to `lag` of the time that has run in this turn.
    pub fn forgive(&mut self, lag: Millis, now: Stamp) {
        if let Some((_, since)) = &mut self.running {
            *since = *since + lag.min(now - *since);
        }
    }

    /// Stops the clock.
    pub fn stop(&mut self, now: Stamp) {
        self.left = self.both_left(now);
        self.running = None;
    }

    /// Gives the turn to `side` after `undone` moves of each side were taken back: time spent stays spent, a move's own time
    /// begins anew, and what the moves had added goes.
    pub fn turn_back(&mut self, side: Side, undone: BySide<u32>, now: Stamp) {
        let ran = self.running.is_some();
        self.stop(now);
        self.left = BySide::from_fn(|side| self.controls[side].taken_back(self.left[side], undone[side]));
        if ran {
            self.start(side, now);
        }
    }

    /// Returns the side whose time has run out at `now`.
    #[must_use]
    pub fn flag(&self, now: Stamp) -> Option<Side> {
        self.running().filter(|&side| self.left(side, now) == Millis(0))
    }

    /// Returns the moment the running time will be used up.
    #[must_use]
    pub fn flag_at(&self) -> Option<Stamp> {
        self.running.map(|(side, since)| since + self.left[side])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FISCHER: TimeControl = TimeControl::Fischer { main: Millis(10_000), increment: Millis(2_000) };

    #[test]
    fn the_first_move_costs_nothing() {
        let mut clock = GameClock::new(FISCHER);
        clock.press(Side::First, Stamp(60_000));
        assert_eq!(clock.left(Side::First, Stamp(60_000)), Millis(10_000));
        assert_eq!(clock.running(), Some(Side::Second));
    }

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        let mut clock = GameClock::new(FISCHER);
        clock.press(Side::First, Stamp(0));
        assert_eq!(clock.left(Side::Second, Stamp(3_000)), Millis(7_000));
        clock.press(Side::Second, Stamp(3_000));
        assert_eq!(clock.left(Side::Second, Stamp(9_000)), Millis(9_000));
        assert_eq!(clock.left(Side::First, Stamp(9_000)), Millis(4_000));
    }

    #[test]
    fn the_flag_falls_for_the_side_that_runs() {
        let mut clock = GameClock::new(FISCHER);
        clock.press(Side::First, Stamp(0));
        assert_eq!(clock.flag(Stamp(9_999)), None);
        assert_eq!(clock.flag_at(), Some(Stamp(10_000)));
        assert_eq!(clock.flag(Stamp(10_000)), Some(Side::Second));
    }

    #[test]
    fn time_for_each_move_begins_anew() {
        let mut clock = GameClock::new(TimeControl::PerMove { each: Millis(5_000) });
        clock.press(Side::First, Stamp(0));
        clock.press(Side::Second, Stamp(4_000));
        assert_eq!(clock.left(Side::Second, Stamp(4_000)), Millis(5_000));
        clock.turn_back(Side::Second, BySide { first: 0, second: 1 }, Stamp(6_000));
        assert_eq!(clock.both_left(Stamp(6_000)), BySide { first: Millis(5_000), second: Millis(5_000) });
    }

    #[test]
    fn a_take_back_takes_what_the_moves_had_added() {
        let mut clock = GameClock::new(FISCHER);
        clock.press(Side::First, Stamp(0));
        clock.press(Side::Second, Stamp(1_000));
        clock.press(Side::First, Stamp(2_000));
        assert_eq!(clock.both_left(Stamp(2_000)), BySide { first: Millis(11_000), second: Millis(11_000) });
        clock.turn_back(Side::Second, BySide { first: 1, second: 1 }, Stamp(2_000));
        assert_eq!(clock.both_left(Stamp(2_000)), BySide { first: Millis(9_000), second: Millis(9_000) });
        clock.press(Side::Second, Stamp(10_500));
        clock.turn_back(Side::Second, BySide { first: 0, second: 1 }, Stamp(10_500));
        assert_eq!(clock.left(Side::Second, Stamp(10_500)), Millis(2_000), "it falls no flag");
        assert_eq!(clock.running(), Some(Side::Second));
    }

    const BYO_YOMI: TimeControl = TimeControl::ByoYomi { main: Millis(10_000), period: Millis(5_000), periods: 3 };

    #[test]
    fn a_period_that_is_not_used_up_is_kept() {
        let mut clock = GameClock::new(BYO_YOMI);
        assert_eq!(clock.left(Side::First, Stamp(0)), Millis(25_000));
        clock.press(Side::First, Stamp(0));
        // The budget comes first and does not come back.
        clock.press(Side::Second, Stamp(4_000));
        assert_eq!(clock.left(Side::Second, Stamp(4_000)), Millis(21_000));
        clock.press(Side::First, Stamp(4_000));
        // The budget runs out and two seconds of the first period: the period is whole again.
        clock.press(Side::Second, Stamp(12_000));
        assert_eq!(clock.left(Side::Second, Stamp(12_000)), Millis(15_000));
        clock.press(Side::First, Stamp(12_000));
        // Seven seconds use up one period and begin the next.
        clock.press(Side::Second, Stamp(19_000));
        assert_eq!(clock.left(Side::Second, Stamp(19_000)), Millis(10_000));
        clock.press(Side::First, Stamp(19_000));
        assert_eq!(clock.flag(Stamp(28_999)), None);
        assert_eq!(clock.flag(Stamp(29_000)), Some(Side::Second));
    }

    #[test]
    fn a_period_used_to_its_end_is_lost() {
        assert_eq!(BYO_YOMI.restored(Millis(10_000)), Millis(10_000));
        assert_eq!(BYO_YOMI.restored(Millis(10_001)), Millis(15_000));
        assert_eq!(BYO_YOMI.restored(Millis(15_001)), Millis(15_001));
    }

    #[test]
    fn one_move_may_use_the_budget_and_one_period() {
        assert_eq!(BYO_YOMI.usable(Millis(25_000)), Millis(15_000));
        assert_eq!(BYO_YOMI.usable(Millis(15_001)), Millis(5_001));
        assert_eq!(BYO_YOMI.usable(Millis(15_000)), Millis(5_000));
        assert_eq!(BYO_YOMI.usable(Millis(12_000)), Millis(2_000));
        assert_eq!(BYO_YOMI.usable(Millis(0)), Millis(0));
        assert_eq!(FISCHER.usable(Millis(7_000)), Millis(7_000));
    }

    #[test]
    fn a_clock_shows_the_budget_and_then_one_period() {
        let shown = |left| (BYO_YOMI.displayed(Millis(left)).0, BYO_YOMI.periods_left(Millis(left)));
        assert_eq!(shown(25_000), (10_000, None));
        assert_eq!(shown(15_001), (1, None));
        assert_eq!(shown(15_000), (5_000, Some(3)));
        assert_eq!(shown(12_000), (2_000, Some(3)));
        assert_eq!(shown(5_000), (5_000, Some(1)));
        assert_eq!(shown(0), (0, Some(0)));
        assert_eq!((FISCHER.displayed(Millis(7_000)), FISCHER.periods_left(Millis(7_000))), (Millis(7_000), None));
    }

    #[test]
    fn no_clock_never_runs() {
        let mut clock = GameClock::new(TimeControl::None);
        clock.press(Side::First, Stamp(0));
        assert_eq!((clock.running(), clock.flag(Stamp(u64::MAX)), clock.flag_at()), (None, None, None));
    }
}
