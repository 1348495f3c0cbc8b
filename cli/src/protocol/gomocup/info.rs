//! The settings from `INFO` lines: time, memory, rule.

use duiyi_core::base::{Depth, Millis};
use duiyi_core::gomoku::Rule;
use duiyi_core::search::{Level, Limits, TimeLimit};

use crate::machine;
use crate::protocol::options::Options;

/// Time reserved for the delay to the tournament's clock.
const OVERHEAD: Millis = Millis(50);
/// Time for an immediate move.
const AT_ONCE: Millis = Millis(30);
/// The protocol's value for unlimited time.
const UNLIMITED: i64 = 2_147_483_647;
/// The divisor of the allowed memory for the transposition table; the rest is for the program and its pattern tables.
const HASH_SHARE: u64 = 3;

/// The settings so far.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    pub rule: Rule,
    pub options: Options,
    turn: Millis,
    left: Option<Millis>,
    depth: Option<Depth>,
    nodes: Option<u64>,
}

/// The effect of a line on the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InfoChange {
    None,
    /// The size of the transposition table.
    Hash,
    /// Opening books to open, separated by semicolons.
    Books(String),
    /// An impossible request; one sentence.
    Trouble(String),
}

impl Info {
    /// Starts with five seconds a move.
    pub fn new() -> Info {
        let options = Options { overhead: OVERHEAD, ..Options::default() };
        Info { rule: Rule::Freestyle, options, turn: Millis(5_000), left: None, depth: None, nodes: None }
    }

    /// Sets a value; unknown keys and invalid numbers change nothing.
    pub fn set(&mut self, key: &str, value: &str) -> InfoChange {
        // Not in the protocol either: books in files, which `book` turns on.
        if key.eq_ignore_ascii_case("book_file") {
            return InfoChange::Books(value.to_owned());
        }
        let Ok(value) = value.parse::<i64>() else { return InfoChange::None };
        let positive = u64::try_from(value).ok().filter(|&value| value > 0);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = Millis(value.max(0).unsigned_abs()),
            "time_left" => self.left = (value != UNLIMITED).then(|| Millis(value.max(0).unsigned_abs())),
            "timeout_match" if value == 0 => self.left = None,
            "timeout_match" if self.left.is_none() => self.left = positive.map(Millis),
            "max_memory" => {
                let Some(bytes) = positive else { return InfoChange::None };
                let mib = usize::try_from((bytes >> 20) / HASH_SHARE).unwrap_or(usize::MAX);
                let before = std::mem::replace(&mut self.options.hash_mib, mib.clamp(1, Options::default().hash_mib));
                return if before == self.options.hash_mib { InfoChange::None } else { InfoChange::Hash };
            }
            // Kibibytes, as the user interfaces write it.
            "hash_size" => {
                let Some(kib) = positive else { return InfoChange::None };
                let mib = usize::try_from(kib >> 10).unwrap_or(usize::MAX).max(1);
                if let Some(why) = machine::shortage(mib, self.options.hash_mib) {
                    return InfoChange::Trouble(format!("hash_size: {why}; it stays {} MiB", self.options.hash_mib));
                }
                self.options.hash_mib = mib;
                return InfoChange::Hash;
            }
            "thread_num" => {
                let threads = positive.and_then(|threads| usize::try_from(threads).ok());
                self.options.threads = threads.unwrap_or(1).min(machine::threads_max());
            }
            "max_depth" => self.depth = positive.map(|depth| depth.min(1000) as Depth),
            "max_node" => self.nodes = positive,
            // 0 to 100.
            "strength" => self.options.level = Level::new(1 + (value.clamp(0, 100) / 25) as u8).unwrap_or(Level::MAX),
            // Not in the protocol: allows the opening book, which is off by default.
            "book" => self.options.book = value != 0,
            "rule" => return self.set_rule(value),
            _ => {}
        }
        InfoChange::None
    }

    /// Bit 1: exactly five; bit 4: Renju; bit 8: Caro. Bit 2, a series of games, does not affect a game. Caro with a
    /// winning six (8 without 1), and other mixtures with 8, differ from our Caro.
    fn set_rule(&mut self, bits: i64) -> InfoChange {
        self.rule = match bits {
            _ if bits & 8 != 0 && bits & !2 != 9 => {
                return InfoChange::Trouble(format!("rule {bits} is not played here; the rule stays {}", self.rule));
            }
            _ if bits & 8 != 0 => Rule::Caro,
            _ if bits & 4 != 0 => Rule::Renju,
            _ if bits & 1 != 0 => Rule::Standard,
            _ => Rule::Freestyle,
        };
        InfoChange::None
    }

    /// Returns the limits of the next move.
    pub fn limits(&self) -> Limits {
        let turn = if self.turn == Millis(0) { AT_ONCE } else { self.turn.saturating_sub(OVERHEAD).max(AT_ONCE) };
        let time = match self.left {
            Some(left) => {
                TimeLimit::Clock { left, increment: Millis(0), moves_to_go: None, max: Some(turn), overhead: OVERHEAD }
            }
            None => TimeLimit::Move { max: turn, spend_all: false },
        };
        Limits { depth: self.depth, nodes: self.nodes, time: Some(time) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_a_tournament_are_understood() {
        let mut info = Info::new();
        assert_eq!(info.set("rule", "4"), InfoChange::None);
        assert_eq!(info.rule, Rule::Renju);
        for other in ["8", "12", "13"] {
            assert!(matches!(info.set("rule", other), InfoChange::Trouble(_)), "{other}");
            assert_eq!(info.rule, Rule::Renju);
        }
        for caro in ["9", "11"] {
            info.rule = Rule::Freestyle;
            assert_eq!((info.set("rule", caro), info.rule), (InfoChange::None, Rule::Caro));
        }
        assert_eq!(info.set("max_memory", "367001600"), InfoChange::None, "350 MiB hold the usual table");
        assert_eq!(info.set("max_memory", "94371840"), InfoChange::Hash);
        assert_eq!(info.options.hash_mib, 30);
        info.set("timeout_turn", "0");
        assert_eq!(info.limits().time, Some(TimeLimit::Move { max: AT_ONCE, spend_all: false }));
        info.set("timeout_turn", "30000");
        info.set("time_left", "-5");
        let Some(TimeLimit::Clock { left, max, .. }) = info.limits().time else { panic!("a clock runs") };
        assert_eq!((left, max), (Millis(0), Some(Millis(29_950))));
        info.set("time_left", "2147483647");
        assert!(matches!(info.limits().time, Some(TimeLimit::Move { .. })));
        info.set("strength", "0");
        assert_eq!(info.options.level, Level::MIN);
        assert_eq!(info.set("wat", "x"), InfoChange::None);
    }
}
