//! The two players' clock.

use crate::base::{BySide, Millis, Side, Stamp};

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
}

impl TimeControl {
    const fn initial(self) -> Millis {
        match self {
            TimeControl::None => Millis(0),
            TimeControl::Fischer { main, .. } => main,
            TimeControl::PerMove { each } => each,
        }
    }
}

/// A clock for two. It stands still until the first move is made, so nobody loses time while sitting down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    control: TimeControl,
    left: BySide<Millis>,
    running: Option<(Side, Stamp)>,
}

impl GameClock {
    /// Sets a clock for a new game.
    #[must_use]
    pub fn new(control: TimeControl) -> GameClock {
        GameClock { control, left: BySide::from_fn(|_| control.initial()), running: None }
    }

    /// Sets a clock for a game taken up again with `left` on it.
    #[must_use]
    pub const fn resumed(control: TimeControl, left: BySide<Millis>) -> GameClock {
        GameClock { control, left, running: None }
    }

    /// Returns the time control.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns whether time is kept at all.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.control != TimeControl::None
    }

    /// Returns whose time runs.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Returns what `side` has left at `now`.
    #[must_use]
    pub fn left(&self, side: Side, now: Stamp) -> Millis {
        match self.running {
            Some((running, since)) if running == side => self.left[side].saturating_sub(now - since),
            _ => self.left[side],
        }
    }

    /// Returns what both sides have left at `now`.
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
        match self.control {
            TimeControl::Fischer { increment, .. } if ran => self.left[mover] += increment,
            TimeControl::PerMove { each } => self.left[mover] = each,
            _ => {}
        }
        self.start(mover.opponent(), now);
    }

    /// Starts the time of `side`.
    pub fn start(&mut self, side: Side, now: Stamp) {
        if self.is_on() {
            self.running = Some((side, now));
        }
    }

    /// Stops the clock.
    pub fn stop(&mut self, now: Stamp) {
        self.left = self.both_left(now);
        self.running = None;
    }

    /// Gives the turn to `side` after moves were taken back: time spent stays spent, a move's own time begins anew.
    pub fn turn_back(&mut self, side: Side, now: Stamp) {
        let ran = self.running.is_some();
        self.stop(now);
        if let TimeControl::PerMove { each } = self.control {
            self.left = BySide { first: each, second: each };
        }
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
        clock.turn_back(Side::Second, Stamp(6_000));
        assert_eq!(clock.both_left(Stamp(6_000)), BySide { first: Millis(5_000), second: Millis(5_000) });
    }

    #[test]
    fn no_clock_never_runs() {
        let mut clock = GameClock::new(TimeControl::None);
        clock.press(Side::First, Stamp(0));
        assert_eq!((clock.running(), clock.flag(Stamp(u64::MAX)), clock.flag_at()), (None, None, None));
    }
}
