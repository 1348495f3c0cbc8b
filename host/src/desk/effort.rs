//! The resources of the built-in engine at full strength.

use duiyi_core::base::{Depth, Millis};
use duiyi_core::search::{Limits, TimeLimit};

use crate::machine;
use crate::settings::EngineChoice;

/// The default size of the transposition table, in mebibytes: enough for the time of the highest level.
pub const HASH_MIB: usize = 64;

/// The limits of a search at full strength. They apply to level 5 only: the other levels play as measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullStrengthLimits {
    /// Threads of the search.
    pub threads: usize,
    /// Size of the transposition table, in mebibytes.
    pub hash_mib: usize,
    /// Time for a move; `None` keeps the level's own.
    pub time: Option<Millis>,
    /// Node limit of a search.
    pub nodes: Option<u64>,
    /// Depth limit, in plies.
    pub depth: Option<Depth>,
}

impl Default for FullStrengthLimits {
    /// Every processor, and the default memory.
    fn default() -> FullStrengthLimits {
        FullStrengthLimits {
            threads: machine::processors(),
            hash_mib: HASH_MIB.min(machine::hash_mib_max()),
            time: None,
            nodes: None,
            depth: None,
        }
    }
}

impl From<&EngineChoice> for FullStrengthLimits {
    fn from(choice: &EngineChoice) -> FullStrengthLimits {
        let usual = FullStrengthLimits::default();
        let chosen = |number: usize, usual: usize| if number == 0 { usual } else { number };
        FullStrengthLimits {
            // More threads than processors only wait for each other.
            threads: chosen(choice.threads.into(), usual.threads).min(machine::processors()),
            hash_mib: chosen(choice.hash_mib.into(), usual.hash_mib).min(machine::hash_mib_max()),
            time: (choice.seconds > 0).then(|| Millis::from_secs(choice.seconds.into())),
            nodes: (choice.nodes > 0).then_some(choice.nodes.into()),
            depth: (choice.depth > 0).then_some(choice.depth.into()),
        }
    }
}

impl FullStrengthLimits {
    /// Restricts `limits`. In a timed game they never allow more time than before.
    #[must_use]
    pub fn within(&self, limits: Limits, is_timed: bool) -> Limits {
        let time = match (limits.time, self.time) {
            (Some(TimeLimit::Move { max, spend_all }), Some(own)) => {
                Some(TimeLimit::Move { max: if is_timed { own.min(max) } else { own }, spend_all })
            }
            (Some(TimeLimit::Clock { left, increment, moves_to_go, overhead, .. }), Some(own)) => {
                Some(TimeLimit::Clock { left, increment, moves_to_go, max: Some(own), overhead })
            }
            (time, _) => time,
        };
        Limits { depth: self.depth.or(limits.depth), nodes: self.nodes.or(limits.nodes), time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_core::search::Level;

    #[test]
    fn own_bounds_replace_the_level_s_but_never_the_clock_s() {
        let own =
            |time| FullStrengthLimits { time, nodes: Some(5_000), depth: Some(9), ..FullStrengthLimits::default() };
        let level = Level::MAX.limits();
        let bounded = own(Some(Millis(30_000))).within(level, false);
        let time = |max| Some(TimeLimit::Move { max: Millis(max), spend_all: false });
        assert_eq!(bounded, Limits { depth: Some(9), nodes: Some(5_000), time: time(30_000) });
        assert_eq!(own(Some(Millis(30_000))).within(level, true).time, time(8_000), "a move's time on a clock");
        assert_eq!(own(Some(Millis(500))).within(level, true).time, time(500));
        assert_eq!(FullStrengthLimits::default().within(level, false), level);
        let clock = |max| TimeLimit::Clock {
            left: Millis(90_000),
            increment: Millis(0),
            moves_to_go: None,
            max: Some(Millis(max)),
            overhead: Millis(60),
        };
        let timed = Limits { time: Some(clock(8_000)), ..Limits::default() };
        assert_eq!(own(Some(Millis(20_000))).within(timed, true).time, Some(clock(20_000)));
    }
}
